"""What tells how a test was run, and what only seems to: advice, news, versions, make-up of data."""

import pytest

from core.cards.reading import State

PRESENT, ABSENT, UNCLEAR = State.PRESENT, State.ABSENT, State.UNCLEAR
SCORES = "\n| Test set | Lumen-7B |\n|---|---|\n| MMLU | 63.1 |\n"


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("Temperature=0.3 is suggested for optimal performance.", PRESENT),
        ("The recommended top_p is 0.9.", PRESENT),
        ("推荐温度 0.6。", PRESENT),
        ("We evaluated with the recommended temperature of 0.6.", UNCLEAR),
        ("Results were taken at the recommended temperature of 0.6.", UNCLEAR),
        ("We set the temperature to 0.6.", UNCLEAR),
        ("Answers were scored by GPT-4 on 80 questions.", ABSENT),
        ("We asked 150 legal questions. The answers were judged with GPT-4.", ABSENT),
        ("主要采用GPT4进行评估。从测试集中抽150条。", ABSENT),
        ("G-Eval 방법론으로 평가했습니다. 평가 데이터셋은 a.jsonl을 번역하여 사용하였습니다.", ABSENT),
        ("回答はGPT-4を用いて評価した。80問を使った。", ABSENT),
        ("GPT-4 stands above it.", PRESENT),
        ("There were 80 questions.", PRESENT),
        ("The models were tested on the Open PL LLM Leaderboard, 5-shot.", ABSENT),
        ("Lumen leads the Open PL LLM Leaderboard.", UNCLEAR),
        ("The models were tested on our own leaderboard.", PRESENT),
    ],
)
def test_settings_and_judges_under_a_heading_of_results(card_with, prose, expected):
    found = card_with("", table=f"\n## Evaluation\n\n{prose}\n{SCORES}").finding("methodology_missing")
    assert found.state is expected, found.reason


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("Feb 25: code (training and evaluation scripts) is released!", PRESENT),
        ("We release weights, data and evaluation code.", PRESENT),
        ("The evaluation framework is now available.", PRESENT),
        ("The evaluation scripts have been released.", PRESENT),
        ("We ran lm-evaluation-harness on all tests.", UNCLEAR),
        ("Reproduce the numbers with the evaluation code in `eval/`.", ABSENT),
    ],
)
def test_news_of_released_scripts_tells_no_method(card_with, prose, expected):
    found = card_with(f"## Updates\n\n{prose}", table=f"\n## Evaluation\n{SCORES}").finding("methodology_missing")
    assert found.state is expected, found.reason


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("Only the train splits were used, and a pass of decontamination is performed at the end.", ABSENT),
        ("A decontamination by cosine similarity was done as a sanity check.", ABSENT),
        ("We also ran an additional decontamination.", ABSENT),
        ("No decontamination was performed.", PRESENT),
        ("Decontamination was not performed.", PRESENT),
    ],
)
def test_decontamination_that_was_carried_out(card_with, prose, expected):
    found = card_with(f"## Sources\n\n{prose}").finding("contamination_unaddressed")
    assert found.state is expected, found.reason


@pytest.mark.parametrize(
    "sentence",
    [
        "Around 40% of the examples have an input.",
        "Some 30% of all prompts are written by people.",
        "About 12% of the conversations contain code.",
        "Lumen-v1, Apache 2.0, with parallel and multiple function calling.",
        "Python 3.11, multiple cards and CUDA 12.1 with MMLU scripts.",
    ],
)
def test_the_make_up_of_data_and_versions_are_no_results(card_with, sentence):
    reading = card_with(sentence, table="")
    assert not reading.scores
    for flag in ("quantization_undisclosed", "narrow_selection", "contamination_unaddressed", "methodology_missing"):
        assert reading.finding(flag).state is not PRESENT, flag


@pytest.mark.parametrize("sentence", ["It gets 71% of the examples right.", "It solves 40% of our prompts."])
def test_shares_of_right_answers_are_results(card_with, sentence):
    assert card_with(sentence, table="").finding("narrow_selection").state is PRESENT
