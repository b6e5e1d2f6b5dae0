"""Sentences with numbers: whose each number is, and which are no scores at all."""

import pytest

from core.cards.read_card import read_card

MADE_FROM = "---\nbase_model: acme/Wren-7B\n---\n"
TABLE = "\n\n| Benchmark | Score |\n|---|---|\n| MMLU | 61.2 |\n| GSM8K | 50.1 |"
LIST = "\n\n- GSM8K: 50%\n- MATH: 30%\n- AIME 2024: 20%"


def own(text: str, name: str = "lab/Kestrel-7B", front: str = MADE_FROM) -> list[float]:
    reading = read_card(f"{front}# {name.rsplit('/', maxsplit=1)[-1]}\n\n{text}\n", name=name)
    return [score.value for score in reading.scores if score.own]


@pytest.mark.parametrize("front", [MADE_FROM, ""])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The model scores 61.2 on MMLU and its base 58.1.", [61.2]),
        ("Kestrel-7B scores 61.2 on MMLU and the base model 58.1.", [61.2]),
        ("The original gets 58.1 on MMLU, this one 61.2.", [61.2]),
        ("MMLU is 61.2 and 58.1 for its base.", [61.2]),
        ("MMLU is 61.2 (teacher: 88.1).", [61.2]),
        ("Its teacher scores 88.1 on MMLU.", []),
        ("It beats its teacher, which scores 58.1 on MMLU.", []),
        ("It beats Tern-7B, which scores 58.1 on MMLU.", []),
        ("The teacher reaches 88.1 on MMLU, the student 61.2.", [61.2]),
        ("Its parent scored 58.1 on MMLU; the merge scores 61.2.", [61.2]),
        ("The parent models score 58.0 and 57.0 on MMLU.", []),
        ("The unquantized original scores 62.0 on MMLU, the quant 61.2.", [61.2]),
        ("The base drops to 55.0 on MMLU while ours stays at 61.2.", [61.2]),
        ("State of the art on MMLU is 92.0.", []),
        ("The state-of-the-art on MMLU is 92.0, we reach 61.2.", [61.2]),
        ("The previous best open model had 62.0 on MMLU.", []),
        ("The strongest baseline gets 62.0 on MMLU.", []),
        ("It beats the previous best of 60.0 on MMLU with 61.2.", [61.2]),
        ("The runner-up scores 60.0 on MMLU, we score 61.2.", [61.2]),
        ("Other open models get 55.0 on MMLU at most.", []),
        ("The reference model reaches 62.0 on MMLU.", []),
        ("Competitors reach 55.0 on MMLU.", []),
        ("The teacher's score on MMLU is 88.1.", []),
        ("MMLU rises from the teacher's 58.1 to 61.2.", [61.2]),
        ("MMLU 61.2, previous SOTA 60.0.", [61.2]),
        ("Models of this size usually score 55.0 on MMLU.", []),
        ("Our previous best was 60.0 on MMLU; now it is 61.2.", [61.2]),
    ],
)
def test_relatives_and_records_are_not_the_cards_own(text, expected, front):
    assert own(text, front=front) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GPT-4 gets 86.4 on MMLU, Llama-2-70B 68.9, we get 61.2.", [61.2]),
        ("GPT-4 gets 86.4 on MMLU while we score 61.2.", [61.2]),
        ("GPT-4 gets 86.4 on MMLU and the model 61.2.", [61.2]),
        ("For GPT-4 we get 86.4 on MMLU.", []),
        ("For GPT-4, we get 86.4 on MMLU, and we get 92.0 on GSM8K.", []),
        ("Distilled from a strong teacher, it reaches 61.2 on MMLU.", [61.2]),
        ("It is better than the base on MMLU: 61.2.", [61.2]),
        ("The base has 32 layers; MMLU is 61.2.", [61.2]),
        ("The final model reaches 61.2 on MMLU.", [61.2]),
        ("Kestrel-7B is a student of Tern-70B and scores 61.2 on MMLU.", [61.2]),
        ("A quantized version of Tern-7B scores 58.0 on MMLU.", []),
        ("Kestrel-7B sets a new state of the art of 61.2 on MMLU.", [61.2]),
        ("State-of-the-art results: 61.2 on MMLU.", [61.2]),
        ("Kestrel-7B, the best open model, gets 61.2 on MMLU.", [61.2]),
        ("As the best open model, Kestrel-7B gets 61.2 on MMLU.", [61.2]),
        ("Unlike other models, it gets 61.2 on MMLU.", [61.2]),
        ("Wren-7B, the base model, scores 58.1 on MMLU.", []),
    ],
)
def test_the_cards_own_numbers_stay_its_own(text, expected):
    assert own(text) == expected


@pytest.mark.parametrize("name", ["lab/Kestrel-7B", "lab/Kestrel-7B-Base"])
@pytest.mark.parametrize(
    "text",
    [
        "Kestrel-7B, the base model, scores 61.2 on MMLU.",
        "Kestrel-7B is the base model and scores 61.2 on MMLU.",
        "This base model scores 61.2 on MMLU.",
        "Our base model scores 61.2 on MMLU.",
        "The base scores 61.2 on MMLU.",
    ],
)
def test_a_base_model_speaks_of_itself(text, name):
    assert own(text, name, front="") == [61.2]


@pytest.mark.parametrize(
    "text",
    [
        "Kestrel-7B makes 38.8% errors on GSM8K.",
        "On MMLU it fails in 38.8 % of the cases.",
        "It is wrong on 38.8% of GSM8K.",
        "38.8% of the GSM8K answers are wrong.",
        "GSM8K error rate: 38.8%",
        "The error on MMLU is 38.8%.",
        "It could not solve 38.8% of GSM8K.",
        "GSM8K makes up 12.5% of the SFT mix.",
        "The SFT data consists of 12.5% GSM8K and 30.5% MATH.",
        "We sample 30% of MATH for training.",
        "We trained on 30.0% of GSM8K.",
        "30% of the GSM8K train split was used.",
        "Only 61.2% of MMLU was evaluated.",
        "The MMLU subset has 61.2% English questions.",
        "The MMLU test set has 12.5% questions about law.",
        "61.2% of the MMLU questions are multiple choice.",
        "Trained until GSM8K train accuracy reached 99.1%.",
        "GSM8K accuracy on the training set: 99.1%",
        "The model reaches 99.1% on the GSM8K train set.",
        "GSM8K (train): 99.1%",
        "MMLU improved 5.2%.",
        "MMLU improved by 5.2 points.",
        "It improves MMLU 5.2%.",
        "It gains 5.2% on MMLU.",
        "MMLU is up 5.2%.",
        "Threshold for MMLU: 60.0",
        "We stop when MMLU reaches 60.0.",
        "We require at least 60.0 on MMLU.",
        "Chance level on MMLU is 25.0.",
        "On MMLU it wins 61.2% of the time against Wren-7B.",
        "It beats Wren-7B on 61.2% of MMLU questions.",
        "In 61.2% of MMLU questions it agrees with Wren-7B.",
    ],
)
def test_other_shares_are_no_scores(text):
    assert own(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "It solves 61.2% of the GSM8K problems.",
        "It answers 61.2% of MMLU correctly.",
        "61.2% of HumanEval problems are solved.",
        "On HumanEval, 61.2% of generated programs pass all tests.",
        "61.2% of the IFEval prompts are followed.",
        "It gets 61.2% of questions right on MMLU.",
        "MMLU improved 5.2 points to 61.2.",
        "Improved MMLU score: 61.2%",
        "MMLU drops to 61.2%.",
        "After training on GSM8K train it gets 61.2 on the GSM8K test set.",
        "Trained on the GSM8K training set, it reaches 61.2% on GSM8K.",
        "Accuracy is 99.1% on the training set and 61.2% on the GSM8K test set.",
        "MMLU accuracy after training: 61.2%",
        "MMLU accuracy with 5% of the data is 61.2.",
        "Our threshold for release was met: MMLU is 61.2.",
        "Trained until convergence, it reaches 61.2 on MMLU.",
        "Results include 61.2% on MMLU.",
        "DROP 61.2",
        "It reaches 61.2 on DROP.",
        "On AlpacaEval it wins 61.2% against GPT-4.",
        "It beats GPT-4 in 61.2% of AlpacaEval.",
        "It beats Wren-7B on MMLU with 61.2%.",
        "By chance we found that MMLU is 61.2.",
        "After GRPO the reward is higher and GSM8K is 61.2.",
        "With a rule-based reward, GSM8K rises to 61.2.",
        "The loss of 4-bit is small: MMLU 61.2.",
        "The KL divergence stays small while GSM8K is at 61.2.",
    ],
)
def test_shares_of_right_answers_are_scores(text):
    assert own(text) == [61.2]


@pytest.mark.parametrize(
    "text",
    ["The reward after training on GSM8K is 0.87.", "The loss and the entropy on GSM8K are 0.45 and 0.30."],
)
def test_what_a_training_run_shows_is_no_score(text):
    assert own(text) == []


@pytest.mark.parametrize(
    ("caption", "expected"),
    [
        ("Table 1: results of evaluation by Tern-3-70B.", [61.2, 50.1]),
        ("Results judged by GPT-4.", [61.2, 50.1]),
        ("Results with GPT-4 as judge:", [61.2, 50.1]),
        ("Table 1: evaluation of Llama-3-70B.", []),
        ("Scores reached by Llama-3-70B:", []),
    ],
)
def test_a_judge_in_the_caption_owns_no_scores(caption, expected):
    assert own(caption + TABLE) == expected


@pytest.mark.parametrize(
    ("above", "is_data"),
    [
        ("## Training data", True),
        ("Our SFT mix:", True),
        ("The dataset is composed of:", True),
        ("The model was trained on:", True),
        ("Sampling weights:", True),
        ("", False),
        ("## Evaluation", False),
        ("Fine-tuned with LoRA:", False),
        ("After training on our data mix it scores:", False),
        ("Compared with the base model, trained on the same data:", False),
    ],
)
def test_a_list_is_a_mix_of_data_only_where_words_say_so(above, is_data):
    assert own(above + LIST) == ([] if is_data else [50.0, 30.0, 20.0])


def test_a_sentence_below_training_data_may_still_tell_a_score():
    assert own("## Training data\n\nAfter training on it the model reaches 61.2 on MMLU.") == [61.2]


@pytest.mark.parametrize(
    ("text", "mine"),
    [
        ("For comparison, KestrelLLM reaches 30.2 on MMLU.", []),
        ("For reference, Brio gets 30.2 on MMLU and Foo-7B 61.2.", [61.2]),
        ("PolyLM gets 30.2 on MMLU, Foo-7B 61.2.", [61.2]),
        ("[KestrelGenie](https://kestrel.example/) achieves an accuracy of 87.7% on GSM8K and 55.7% on MATH.", []),
        ("Le modèle de base atteint 58,1 sur MMLU, Foo-7B 61,2.", [61.2]),
        ("Le professeur atteint 80,2 sur MMLU.", []),
        ("Das Basismodell erreicht 58,1 auf MMLU.", []),
        ("El modelo base obtiene 58,1 en MMLU.", []),
        ("Базовая модель набирает 58,1 на MMLU.", []),
        ("基础模型在 MMLU 上得分 58.1。", []),
        ("ベースモデルの MMLU は 58.1 です。", []),
        ("Our model, tuned with DPO, reaches 61.2 on MMLU.", [61.2]),
        ("HumanEval reaches 61.2 with greedy decoding.", [61.2]),
    ],
)
def test_names_without_a_size_and_relatives_in_other_languages_keep_their_numbers(text, mine):
    reading = read_card(f"---\nbase_model: wren/Wren-7B\n---\n# Foo-7B\n\n{text}\n", name="Foo-7B")
    assert [score.value for score in reading.own_scores] == mine


def test_the_card_of_a_base_model_speaks_of_itself_in_any_language():
    reading = read_card("# Foo-7B-Base\n\nDas Basismodell erreicht 58,1 auf MMLU.\n", name="Foo-7B-Base")
    assert [score.value for score in reading.own_scores] == [58.1]
