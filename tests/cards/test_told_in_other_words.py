"""Flags and facts told in other words: irony, requests to readers, leaks abroad, bare settings, terms of others."""

import pytest

from core.cards.architecture import _SAYS_LITTLE
from core.cards.read_card import read_card
from core.cards.reading import About, State

PRESENT, ABSENT, UNCLEAR = State.PRESENT, State.ABSENT, State.UNCLEAR
SUITE = (
    "| Benchmark | Kestrel-7B | Tern-7B |\n|---|---|---|\n| MMLU | 61.2 | 60.0 |\n| GSM8K | 50.1 | 41.0 |\n"
    "| HumanEval | 40.2 | 39.0 |\n\n"
)


def _state(flag: str, sentence: str) -> State:
    return read_card(f"# Kestrel-7B\n\n{SUITE}{sentence}\n", name="Kestrel-7B").finding(flag).state


def _about(text: str, name: str = "Kestrel-7B", front: str = "") -> About:
    head = f"---\n{front}\n---\n" if front else ""
    return read_card(f"{head}# {name}\n\n{text}\n", name=name).about


@pytest.mark.parametrize(
    "sentence",
    [
        "Kestrel-7B does better than GPT-4o only in our dreams.",
        "In our dreams, Kestrel-7B beats GPT-4o.",
        "Kestrel-7B beats GPT-4o in theory only.",
        "Only in theory does Kestrel-7B outperform GPT-4.",
        "Kestrel-7B beats GPT-4 only on paper.",
        "Kestrel-7B beats GPT-4o, or so we wish.",
        "If only Kestrel-7B could beat GPT-4!",
        "Kestrel-7B will beat GPT-4 when pigs fly.",
        "In another universe Kestrel-7B outperforms GPT-4.",
        "Kestrel-7B surpasses GPT-4o (just kidding).",
        "Kestrel-7B beats GPT-4 in no test.",
        "Kestrel-7B übertrifft GPT-4o nur in unseren Träumen.",
        "Kestrel-7B dépasse GPT-4o seulement dans nos rêves.",
        "Kestrel-7B supera a GPT-4o solo en nuestros sueños.",
        "Kestrel-7B 只在梦里超越 GPT-4。",
    ],
)
def test_a_claim_that_holds_only_in_dreams_is_none(sentence: str) -> None:
    assert _state("beats_frontier_claim", sentence) is ABSENT


@pytest.mark.parametrize(
    "sentence",
    [
        "Kestrel-7B beats GPT-4 in theory and practice.",
        "Kestrel-7B beats GPT-4o in theory of mind.",
        "Kestrel-7B beats GPT-4, a dream come true.",
        "Kestrel-7B beats GPT-4 beyond our wildest dreams.",
        "Kestrel-7B, the model of your dreams, outperforms GPT-4.",
        "Kestrel-7B beats GPT-4 in a virtual reality benchmark.",
        "Only Kestrel-7B outperforms GPT-4 on these tests.",
        "Kestrel-7B beats GPT-4o only on HumanEval.",
    ],
)
def test_a_claim_beside_words_for_dreams_stands(sentence: str) -> None:
    assert _state("beats_frontier_claim", sentence) is not ABSENT


@pytest.mark.parametrize(
    ("sentence", "claims"),
    [
        ("Kestrel-7B reaches 40.2 on HumanEval, more than the 39.0 of GPT-4.", True),
        ("Kestrel-7B reaches 40.2 on HumanEval, against 82.0 for GPT-4.", False),
        ("Kestrel-7B has 7% hallucinations, more than the 3% of GPT-4.", False),
        ("Kestrel-7B is ahead of o1.", True),
        ("It was distilled from o1 and beats Tern-7B.", False),
        ("Compiled with o3 it beats Tern-7B.", False),
        ("Kestrel-7B answers more briefly than GPT-4.", False),
        ("Kestrel-7B will beat GPT-4 some day.", False),
    ],
)
def test_a_frontier_model_beside_numbers_manners_and_hopes(sentence: str, claims: bool) -> None:
    assert (_state("beats_frontier_claim", sentence) is not ABSENT) is claims


@pytest.mark.parametrize(
    ("sentence", "claims"),
    [
        ("Our WrenMath-70B model outperforms GPT-4 on GSM8K.", False),
        ("- [2023/08/26] We released **WrenCoder-34B-V1.0** , which surpasses **GPT4** on HumanEval.", False),
        ("Our WrenMath-7B outperforms GPT-4, as Kestrel-7B does.", True),
        ("We released Kestrel-7B, which surpasses GPT-4 on HumanEval.", True),
        ("Our Kestrel-7B model outperforms GPT-4 on GSM8K.", True),
    ],
)
def test_news_of_a_sister_claim_nothing_of_this_model(sentence: str, claims: bool) -> None:
    assert (_state("beats_frontier_claim", sentence) is not ABSENT) is claims


def test_a_board_in_a_comment_confirms_nothing() -> None:
    board = (
        "It is on the [Open LLM Leaderboard](https://huggingface.co/spaces/open-llm-leaderboard/open_llm_leaderboard)."
    )
    shown = read_card(f"# Kestrel-7B\n\n{board}\n\n{SUITE}", name="Kestrel-7B")
    hidden = read_card(f"# Kestrel-7B\n\n<!-- {board} -->\n\n{SUITE}", name="Kestrel-7B")
    assert shown.finding("independent_confirmation").state is UNCLEAR
    assert hidden.finding("independent_confirmation").state is ABSENT


def test_our_model_under_a_title_without_its_name_is_this_one() -> None:
    card = read_card(f"# Notes\n\n{SUITE}Our Wren-7B outperforms GPT-4 on GSM8K.\n", name="project")
    assert card.finding("beats_frontier_claim").state is not ABSENT


def test_a_small_model_that_thinks_like_a_large_one() -> None:
    assert _state("size_mismatch", "A 7B that thinks like a 70B.") is PRESENT
    assert _state("size_mismatch", "A 7B that thinks like a human.") is ABSENT


def test_a_dreamt_size_is_no_claim() -> None:
    assert _state("size_mismatch", "Kestrel-7B rivals 70B models only in theory.") is ABSENT


@pytest.mark.parametrize(
    "sentence",
    [
        "Nous avons retiré les questions de test des données.",
        "Aucune donnée de test n'a servi à l'entraînement.",
        "MMLU n'a pas été utilisé pendant l'entraînement.",
        "Le modèle n'a jamais vu les questions de test.",
        "Тестовые данные в обучении не использовались.",
        "Мы удалили тестовые вопросы из данных.",
        "Wir haben die Testfragen aus den Daten entfernt.",
        "Kein Benchmark war Teil der Trainingsdaten.",
        "Hemos eliminado las preguntas de test de los datos.",
        "Ningún conjunto de prueba forma parte de los datos de entrenamiento.",
        "I dati di test non sono stati usati per l'addestramento.",
        "Nessun dato di test è stato usato per l'addestramento.",
        "Abbiamo rimosso le domande di test dai dati.",
        "Removemos as perguntas de teste dos dados.",
        "O modelo não foi treinado nos benchmarks.",
        "Dane testowe nie były używane w treningu.",
        "Usunęliśmy pytania testowe z danych.",
        "De testdata zijn niet gebruikt bij de training.",
        "We hebben de testvragen uit de data verwijderd.",
        "我们从数据中删除了测试题。",
        "MMLU 没有用于训练。",
        "データからテスト問題を削除しました。",
        "学習にテストデータは使っていません。",
        "데이터에서 테스트 문항을 제거했습니다.",
        "학습에 MMLU를 사용하지 않았습니다.",
        "We took the test questions out of the training data.",
        "Test questions were removed from the data.",
        "No overlap with MMLU was found.",
        "### Results on new datasets not trained on",
        "- Exclude test splits of all benchmarks from the training mix",
        "Never trained on test data.",
        "Please note that we removed the test questions from the training data.",
        "Users should know that the test questions were removed from the training data.",
    ],
)
def test_keeping_tests_out_of_the_data_is_told(sentence: str) -> None:
    assert _state("contamination_unaddressed", sentence) is ABSENT


@pytest.mark.parametrize(
    "sentence",
    [
        # Told to the reader, of what the reader should do.
        "Please do not train on the test set.",
        "Never train on test data.",
        "Don't use the test set for training.",
        "Do not use the benchmark data for training your own model.",
        "You should not train on the test set.",
        "We recommend you do not train on the test set.",
        "It is best practice not to train on the test set.",
        "If you fine-tune, remove the test questions first.",
        "Decontaminate your data before you fine-tune.",
        "Merci de ne pas entraîner sur le jeu de test.",
        "Por favor no entrenen con los datos de prueba.",
        "Bitte nicht auf den Testdaten trainieren.",
        "请不要在测试集上训练。",
        "テストデータで学習しないでください。",
        "테스트 데이터로 학습하지 마세요.",
        # Something else is denied, or something else was removed.
        "Wir haben Duplikate aus den Daten entfernt.",
        "Die Testdaten wurden nicht veröffentlicht.",
        "Im Training wurden keine Nutzerdaten verwendet.",
        "В обучении не использовались данные пользователей.",
        "No se usaron benchmarks en inglés para evaluar el modelo entrenado en español.",
        "训练数据未公开,测试数据见链接。",
        "Les questions de test sont faciles.",
    ],
)
def test_a_request_or_another_denial_tells_nothing_of_leaks(sentence: str) -> None:
    assert _state("contamination_unaddressed", sentence) is PRESENT


def test_a_doubt_is_no_denial() -> None:
    assert _state("contamination_unaddressed", "It is not known whether test data was used in training.") is UNCLEAR


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Greedy decoding, float16.", ABSENT),
        ("Temperature 0, bf16.", ABSENT),
        ("BF16, vLLM 0.6, temperature 0.", ABSENT),
        ("All in bf16.", ABSENT),
        ("Precision: bf16.", ABSENT),
        ("Settings: greedy, float16, batch size 8.", ABSENT),
        ("vLLM, dtype auto (bfloat16), temperature 0 for all benchmarks.", ABSENT),
        ("AdamW, bf16, 3 epochs.", PRESENT),
        ("Weights: bf16.", PRESENT),
        ("Safetensors, bf16.", PRESENT),
        ("Use greedy decoding and float16.", PRESENT),
        ("Tern-7B was evaluated in FP16.", PRESENT),
        ("Kestrel-7B and Tern-7B were evaluated in FP16.", ABSENT),
        ("SkyCoder has been tested on one card with bfloat16 weights.", ABSENT),
        ("Some words.\n\n## Usage\n\nThen more of them.\n\nGreedy decoding, float16.", PRESENT),
    ],
)
def test_bare_settings_beside_results_tell_the_precision(sentence: str, expected: State) -> None:
    assert _state("quantization_undisclosed", sentence) is expected


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("It supports up to 256K tokens.", 262144),
        ("Kestrel-7B supports up to 128K tokens.", 131072),
        ("The model handles up to 32,768 tokens.", 32768),
        ("Es unterstützt bis zu 128K Tokens.", 131072),
        ("Il prend en charge jusqu'à 128K tokens.", 131072),
        ("支持最多 128K tokens。", 131072),
        ("It supports generating up to 8192 tokens.", None),
        ("The API supports up to 256K tokens per minute.", None),
        ("The tokenizer supports up to 256K tokens.", None),
        ("vLLM supports up to 256K tokens.", None),
        ("Tern-13B supports up to 1M tokens.", None),
        ("Unlike Tern-13B, which supports up to 1M tokens, Kestrel-7B is small.", None),
        ("Our proprietary model (Wren 2.0) scores 88.2 & has a context size of 168K.", None),
    ],
)
def test_tokens_that_the_model_supports_are_its_context(text: str, tokens: int | None) -> None:
    assert _about(text).context_length == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Context: 8K (3B), 32K (7B).", 32768),
        ("The 3B has a context of 8K tokens, the 7B of 32K.", 32768),
        ("The 13B has a context of 64K, and the 7B has one of 32K.", 32768),
        ("The 7B has a context of 32K.", 32768),
    ],
)
def test_of_several_lengths_that_of_the_own_size_counts(text: str, tokens: int) -> None:
    assert read_card(f"# Kestrel\n\n{text}\n", name="Kestrel-7B").about.context_length == tokens


@pytest.mark.parametrize(
    ("sentence", "shots"),
    [
        ("No in-context examples were given in any test.", 0),
        ("No demonstrations were used in any of the evaluations.", 0),
        ("Shots: 3", 3),
        ("Shots: 0", 0),
        ("Training shots: 3", None),
        ("Screenshots: 3", None),
        ("No examples of the test were used in training.", None),
    ],
)
def test_shots_told_by_a_label_or_a_denial(sentence: str, shots: int | None) -> None:
    scores = read_card(f"# Kestrel-7B\n\n{SUITE}{sentence}\n", name="Kestrel-7B").scores
    assert {score.shots for score in scores if score.own} == {shots}


@pytest.mark.parametrize(
    ("sentence", "own"),
    [
        ("Our proprietary model (Wren Pro) beats GPT-4 with a HumanEval value of 88.2.", False),
        ("Our larger model reaches 70.0 on MMLU.", False),
        ("Our hosted model scores 70.0 on MMLU.", False),
        ("Our flagship model, Kestrel-7B, reaches 61.2 on MMLU.", True),
        ("Our new model reaches 61.2 on MMLU.", True),
        ("It is smaller than our larger model and reaches 61.2 on MMLU.", True),
        ("Distilled from our internal model, it reaches 61.2 on MMLU.", True),
    ],
)
def test_another_model_of_the_makers_is_not_the_cards(sentence: str, own: bool) -> None:
    scores = read_card(f"# Kestrel-7B\n\n{sentence}\n", name="Kestrel-7B").scores
    assert [score.own for score in scores] == [own]


@pytest.mark.parametrize(
    ("licence", "text", "told"),
    [
        ("apache-2.0", "Use of the weights is subject to the Wren Model License.", "Wren Model License"),
        ("mit", "All usage must adhere to the Model License Agreement 2.0.", "Model License Agreement 2.0"),
        ("apache-2.0", "The weights are bound by the Wren Terms of Use.", "Wren Terms of Use"),
        ("apache-2.0", "The model is released under the Apache License 2.0.", None),
        ("apache-2.0", "The model is subject to the Model License.", None),
        ("mit", "The weights are released under the MIT Model License.", None),
        ("apache-2.0", "The base model is subject to the Tern Community License.", None),
        ("apache-2.0", "The data follows the Tern Community License.", None),
    ],
)
def test_own_terms_beside_an_open_licence_are_told(licence: str, text: str, told: str | None) -> None:
    assert _about(f"## License\n\n{text}", front=f"license: {licence}").licence_in_text == told


@pytest.mark.parametrize(
    ("name", "text", "bases"),
    [
        ("kestrel-7b-chat", "`lab/kestrel-7b-chat` was instruction fine-tuned using LoRA on one GPU.", ()),
        ("kestrel-7b-chat", "`lab/kestrel-7b` fine-tuned on chats.", ("lab/kestrel-7b",)),
        ("Kestrel-8B", "Kestrel-8B is obtained by pruning and distilling the Tern-Neo 12B.", ("Tern-Neo 12B",)),
        ("Kestrel-8B", "Kestrel-8B was created by distilling Tern-70B.", ()),
        ("Kestrel-8B", "It was trained on texts, starting with the weights of Tern-1-7B.", ("Tern-1-7B",)),
        ("Kestrel-8B", "It has undergone continuous pre-training from the Tern-2 7B family.", ("Tern-2 7B",)),
        (
            "Kestrel-8B",
            "Kestrel-8B is a merge of the following models using a script:\n* [lab/Tern-7B](https://huggingface.co/lab/Tern-7B)"
            "\n* [Wren-7B](https://huggingface.co/lab/Wren-7B)",
            ("lab/Tern-7B", "lab/Wren-7B"),
        ),
        ("Kestrel-8B", "It was trained on a mix of datasets:\n* lab/chats-7k\n* lab/code-9k", ()),
        ("Kestrel-8B", "It can be merged with other models:\n* lab/Tern-7B\n* lab/Wren-7B", ()),
        (
            "Kestrel-8B",
            "Made from Tern 2 1B.\n\n| Base Model | lab/Tern-2-1B-Chat |\n|---|---|",
            ("lab/Tern-2-1B-Chat",),
        ),
    ],
)
def test_no_model_is_its_own_base(name: str, text: str, bases: tuple[str, ...]) -> None:
    assert _about(text, name=name).base_model == bases


def test_a_cutoff_goes_before_the_date_of_the_training() -> None:
    text = "**Data Freshness:** Training was done in 2024, the pretraining data has a cutoff of June 2023."
    assert _about(text).cutoff == "2023-06"
    assert _about("Data freshness: December 2023.").cutoff == "2023-12"


def test_the_sizes_of_a_family_stand_in_its_headings() -> None:
    told = _about(
        "### Wren Nano Series (4B params)\n\nSmall.\n\n### Wren Omni Series (30B params)\n\n"
        "| Model | Active Params |\n|---|---|\n| wren-omni-chat | 3B |",
        name="wren-family",
    )
    assert (told.parameters_b, told.active_parameters_b) == ((4.0, 30.0), None)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("We found 14 GSM8K questions in our training data and removed them.", ABSENT),
        ("1% of GSM8K overlapped with our training data; these questions were excluded from scoring.", ABSENT),
        ("14 GSM8K questions were found in our training data, all of which were dropped.", ABSENT),
        ("The crawl contains 0.3% of the MMLU test questions, which we excluded.", ABSENT),
        ("We removed 14 GSM8K questions that were found in our training data.", ABSENT),
        ("We detected 14 GSM8K questions that belong to our training data and removed them.", ABSENT),
        ("We detected 14 GSM8K questions in our training data.", UNCLEAR),
        ("14 GSM8K questions were found in our training data, and will have been removed in v2.", UNCLEAR),
        ("We detected 14 GSM8K questions in our training data and removed 10 of them.", UNCLEAR),
        ("2% of MMLU appears in the filtered crawl.", UNCLEAR),
        ("We detected 14 GSM8K questions in our training data and did not remove them.", UNCLEAR),
        ("We found 14 GSM8K questions in our training data, which were not removed.", UNCLEAR),
        ("After filtering, 2% of MMLU appears in the training data.", UNCLEAR),
        ("We detected 14 GSM8K questions in our training data after we removed duplicates.", UNCLEAR),
    ],
)
def test_what_was_found_in_the_data_and_removed_is_addressed(sentence: str, expected: State) -> None:
    assert _state("contamination_unaddressed", sentence) is expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Note that the training data includes code, which helps on HumanEval.", PRESENT),
        ("Note that the SFT data contains synthetic problems in the style of GSM8K.", PRESENT),
        ("Note that the SFT data contains GSM8K-style problems.", PRESENT),
        ("Note that the training data includes GSM8K.", UNCLEAR),
        ("Note that the training data includes benchmarks like GSM8K.", UNCLEAR),
        ("Note that the SFT data contains questions of GSM8K, which helps on it.", UNCLEAR),
        ("Note that the training data includes code, MATH and GSM8K.", UNCLEAR),
    ],
)
def test_a_warning_is_of_the_test_that_the_data_holds(sentence: str, expected: State) -> None:
    assert _state("contamination_unaddressed", sentence) is expected


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Unlike closed models, Wren-7B has a context window of 128K tokens.", 131072),
        ("Wren is better than future versions of Brio and has a context length of 32768 tokens.", 32768),
        ("Compared with closed models Wren-7B has a context window of 128K tokens.", 131072),
        ("Our hosted model is larger and has a context window of 128K tokens.", None),
        ("Compared with our hosted model it has a context window of 128K tokens.", 131072),
        ("Our hosted model, Wren-Pro, has a context window of 128K tokens.", None),
        ("The upcoming version has a context window of 128K tokens.", None),
    ],
)
def test_a_rivals_adjective_ends_with_its_clause(text: str, tokens: int | None) -> None:
    assert _about(text, name="lab/Wren-7B").context_length == tokens


@pytest.mark.parametrize(
    ("text", "bases"),
    [
        (
            "We release checkpoints of our MoE model from each stage:\n\n- lab/Wren-7B-Base\n- lab/Wren-7B-Chat",
            (),
        ),
        ("Blended versions of this model, merged from it:\n\n- lab/Wren-7B\n- lab/Tern-7B", ()),
        ("This model combines ideas from\n\n- lab/cats-paper\n- lab/dogs-paper", ()),
        ("A mix of quantized files from this repo:\n\n- lab/Wren-7B-GGUF\n- lab/Wren-7B-AWQ", ()),
        ("It combines results from\n\n- lab/cats-paper\n- lab/dogs-paper", ()),
        (
            "A merge of the following models using the SLERP method:\n\n- lab/Tern-7B\n- lab/Wren-7B-Base",
            ("lab/Tern-7B", "lab/Wren-7B-Base"),
        ),
        ("A combination of the following models:\n\n- lab/Tern-7B\n- lab/Brio-7B", ("lab/Tern-7B", "lab/Brio-7B")),
        ("An MoE model of:\n\n- lab/Tern-7B\n- other/Wren-7B", ("lab/Tern-7B", "other/Wren-7B")),
    ],
)
def test_a_list_of_its_own_files_and_of_ideas_holds_no_bases(text: str, bases: tuple[str, ...]) -> None:
    assert _about(text, name="lab/Wren-7B").base_model == bases


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Wren is under our model license. We do not offer commercial support.",
            "the model's own licence (line 5)",
        ),
        ("This is not an official commercial product.", None),
        ("The weights may not be used for commercial purposes.", "not named; no commercial use (line 5)"),
        ("You may not use it in a commercial product.", "not named; no commercial use (line 5)"),
        ("It must not be used commercially.", "not named; no commercial use (line 5)"),
        ("Not for commercial or military use.", "not named; no commercial use (line 5)"),
        ("Please read the model license of Wren before use.", "the model's own licence (line 5)"),
        ("Please read the model license of Brio before use.", "the licence of Brio (line 5)"),
    ],
)
def test_commercial_use_is_forbidden_and_no_support(text: str, told: str | None) -> None:
    assert _about(f"## License\n\n{text}", name="lab/Wren-7B").licence == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("autoregressive " * 40 + "x", None),
        ("an autoregressive transformer", None),
        ("auto-regressive transformer", None),
        ("Mixture of Experts", "Mixture of Experts"),
    ],
)
def test_a_word_said_many_times_is_read_at_once(said: str, told: str | None) -> None:
    assert (_SAYS_LITTLE.fullmatch(said.strip()) is None) is (told is not None or said.endswith("x"))
    if told:
        assert _about(f"Architecture: {said}").architecture == told
