"""What a card does about test questions in its training data, in wordings without a plain word for leakage."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import State
from tests.cards.yardstick import ordinary_cards

PRESENT, ABSENT, UNCLEAR = State.PRESENT, State.ABSENT, State.UNCLEAR
CARD = (
    "# Kestrel-7B\n\nKestrel-7B is a language model for general use.\n\n| Benchmark | Kestrel-7B |\n|---|---|\n"
    "| MMLU | 62.1 |\n| GSM8K | 55.0 |\n| HumanEval | 40.2 |\n\nEvaluated in bf16, 5-shot with lm-eval.\n\n{}\n"
)


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (ABSENT, "The benchmark's canary GUID was searched for in our corpus and did not turn up."),
        (ABSENT, "We prompted the model with the BIG-bench canary string; it failed to complete it."),
        (PRESENT, "The test files contain a canary string."),
        (PRESENT, "We did not check for the canary string."),
        (PRESENT, "Canary releases are supported by the server."),
        (UNCLEAR, "Some test questions might have slipped into our training data."),
        (UNCLEAR, "Parts of the benchmark may have ended up in the pre-training corpus."),
        (UNCLEAR, "A few MMLU questions were included in the instruction data by accident."),
        (UNCLEAR, "We cannot rule out that benchmark questions are part of the training data."),
        (UNCLEAR, "Our crawl probably contains benchmark questions."),
        (UNCLEAR, "The model may have seen some of the test questions during pre-training."),
        (ABSENT, "A search for leaked benchmark items returned no hits; the overlap check was negative."),
        (ABSENT, "No leakage of test data was detected."),
        (ABSENT, "We tested whether the model memorized benchmark questions and found no evidence of leakage."),
        (ABSENT, "Documents that contain a benchmark question were thrown out before training."),
        (ABSENT, "We discard every sample that shares an 8-gram with any test set."),
        (ABSENT, "Dropping all examples with a 13-gram match to the benchmarks cost us 1% of the data."),
        (ABSENT, "Problems found in the evaluation sets were deleted from the SFT data."),
        (ABSENT, "Wir haben überprüft, dass es keine Kontamination durch Testdaten gibt."),
        (ABSENT, "Se comprobó que no hay contaminación con los datos de prueba."),
        (ABSENT, "Foi verificado que não há contaminação com os dados de teste."),
        (ABSENT, "È stata controllata la contaminazione con i dati di test."),
        (ABSENT, "Les recoupements avec les jeux d'évaluation ont été supprimés."),
        (PRESENT, "Nous n'avons pas vérifié la contamination par les jeux de test."),
        (PRESENT, "No se comprobó la contaminación con los datos de prueba."),
        (PRESENT, "Le modèle répond à des questions sur la contamination de l'eau."),
        (PRESENT, "No benchmark items were looked for in our corpus."),
        (PRESENT, "Nobody checked whether test questions are in the training data."),
        (PRESENT, "No steps were taken to keep benchmark questions out of the training data."),
        (PRESENT, "The corpus was used without searching for benchmark questions."),
        (PRESENT, "There was no check of the training data for test questions."),
        (ABSENT, "No test questions were found in the training data."),
        (ABSENT, "No benchmark questions were used for training."),
        (PRESENT, "Duplicate questions were removed from the benchmark."),
        (PRESENT, "Samples shorter than ten tokens were dropped."),
        (PRESENT, "Questions with several answers were removed from the test set."),
        (PRESENT, "The train split of GSM8K is part of our training data."),
        (PRESENT, "We included questions from many sources in the training data."),
        (PRESENT, "GPT-4 may have seen the test questions during training."),
        (PRESENT, "Tests were run in our pipeline; the results are in the data folder."),
        (PRESENT, "The benchmark results are in the data folder."),
        (PRESENT, "We checked the code for memory leaks with valgrind tests."),
        (PRESENT, "Our evaluation was run within the training loop."),
        (ABSENT, "A canary token of the benchmark was looked for in the corpus; it is absent."),
        (ABSENT, "We asked the model to complete BIG-bench's canary GUID, which it could not."),
        (UNCLEAR, "Test items of MBPP have probably leaked into our code corpus."),
        (UNCLEAR, "Unfortunately some of the GSM8K test problems ended up in the fine-tuning data."),
        (UNCLEAR, "It is possible that parts of the test sets are contained in the pre-training data."),
        (UNCLEAR, "We found that 2% of the MMLU test questions appear in our training data."),
        (ABSENT, "We screened the corpus for overlap with the benchmarks; none was detected."),
        (ABSENT, "An n-gram search for test questions in the training data gave zero hits."),
        (ABSENT, "Leakage analysis: no matches."),
        (ABSENT, "Texts that quote an evaluation question were weeded out."),
        (ABSENT, "We filter out any document having a 50-character match with test examples."),
        (ABSENT, "Training examples too similar to benchmark prompts were rejected."),
        (ABSENT, "Wir haben alle Überschneidungen mit den Testdaten entfernt."),
        (ABSENT, "La contaminación de los conjuntos de prueba fue comprobada y descartada."),
        (
            ABSENT,
            "Nous avons recherché les fuites des jeux de test dans le corpus.",
        ),
        (PRESENT, "No decontamination was carried out."),
        (PRESENT, "None of our test questions were looked for in the corpus."),
        (PRESENT, "We took no measures against test-set leakage."),
        (PRESENT, "No one has checked the training data for benchmark questions."),
        (PRESENT, "The overlap with the test sets was left unexamined."),
        (PRESENT, "Training went ahead without screening for benchmark questions."),
        (PRESENT, "Samples with bad grammar were rejected."),
        (PRESENT, "Many leaderboard models may have seen test questions during training."),
        (PRESENT, "A canary in the coal mine."),
        (PRESENT, "Las pruebas del agua muestran contaminación."),
        (PRESENT, "We removed the questions without answer from the benchmark."),
        (
            ABSENT,
            "A canary string is included in our evaluation files, and we checked that the model cannot complete it.",
        ),
        (UNCLEAR, "We are aware that some GSM8K test questions may have leaked into the pre-training data."),
        (ABSENT, "We checked for benchmark leakage using an embedding search and found none."),
        (UNCLEAR, "HumanEval results might be inflated: part of the test set was present in the code data."),
        (ABSENT, "Questions that appear in the benchmarks were stripped from the corpus before training."),
        (ABSENT, "Any sample sharing a 10-token window with a test question was dropped."),
        (ABSENT, "Nous avons vérifié l'absence de contamination par les jeux de test."),
        (PRESENT, "No test questions were searched for in the training data."),
        (ABSENT, "No test questions were searched for in the web data, but the tuning data was decontaminated."),
        (ABSENT, "We grepped the corpus for the canary GUIDs and removed the two pages that held one."),
        (UNCLEAR, "Parts of HumanEval likely seeped into the GitHub crawl we trained on."),
        (UNCLEAR, "We know that some benchmark questions are in the training data."),
        (ABSENT, "Pages quoting benchmark items were cut from the crawl."),
        (ABSENT, "We eliminated all training rows that have a fuzzy match in a test set."),
        (ABSENT, "Nothing from the evaluation sets was found when we searched the training data."),
        (ABSENT, "The training data was scanned for the test sets and came back clean."),
        (ABSENT, "Nous avons exclu les exemples présents dans les jeux de test."),
        (ABSENT, "Se descartó contaminación mediante búsqueda de n-gramas de las pruebas."),
        (ABSENT, "Overlap with test sets was checked by hashing: zero matches."),
        (PRESENT, "We made no effort to find benchmark items in the pre-training data."),
        (PRESENT, "Benchmark questions in the training data were not removed."),
        (PRESENT, "It is unknown how GPT-4 treats test questions in its training data."),
        (PRESENT, "The samples are shown next to the test results."),
        (PRESENT, "Questions from users were removed from the chat data."),
        (PRESENT, "The canary build is tested nightly."),
        (PRESENT, "Documents about tests in schools were removed."),
        (PRESENT, "We compare our data with that of other models on the benchmark."),
        (PRESENT, "The training data contains questions about tests."),
        (PRESENT, "The data was checked for quality."),
    ],
)
def test_leakage(state: State, sentence: str) -> None:
    found = read_card(CARD.format(sentence)).finding("contamination_unaddressed")
    assert found.state is state, found.reason


@pytest.mark.parametrize("text", ["sample of test ", "no test sets was ", "we checked for that ", "leak in the data "])
def test_long_sentences_take_no_time_by_the_square(text: str) -> None:
    assert ordinary_cards(lambda: read_card(CARD.format(text * 4000))) < 20
