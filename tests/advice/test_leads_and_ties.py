"""What a lead needs: the questions that were really asked, the scale of the numbers, and the same test."""

from dataclasses import replace
from time import process_time

import pytest

from core.advice.claims.side_by_side import put_side_by_side
from core.cards.document import Document, Sentence
from core.cards.gaps import compare_scores, same_test
from core.cards.noise import questions_of
from core.cards.own_model import OwnModel
from core.cards.raised_values import with_what_is_added
from core.cards.read_card import read_card
from core.cards.reading import Origin
from core.cards.told_questions import with_told_questions
from pages.shared.card_view import _when_none_is_chosen
from tests.cards_beside import card, said_of, score, single, the_row

HEAD = "# Kestrel-7B\n\n"
TABLE = HEAD + "|Test|Kestrel-7B|\n|--|--|\n|MMLU-Pro|77.5|\n|GSM8K|97|\n|HumanEval|73.2|\n\n"


def asked(text: str) -> dict[str, int | None]:
    return {one.name_as_written: questions_of(one) for one in read_card(text, name="lab/Kestrel-7B").scores}


# Questions that the card counts


@pytest.mark.parametrize(
    ("sentence", "test", "questions"),
    [
        ("GSM8K is 300 of 1,319 items, MMLU-Pro 200 of 12,032 at a limit of 4,096 tokens.", "GSM8K", 300),
        ("GSM8K is 300 of 1,319 items, MMLU-Pro 200 of 12,032 at a limit of 4,096 tokens.", "MMLU-Pro", 200),
        ("MMLU-Pro was run on 200 out of 12,032 questions.", "MMLU-Pro", 200),
        ("We ran 300 of the 1,319 GSM8K problems.", "GSM8K", 300),
        ("MMLU-Pro (n=200) and GSM8K (n = 300) were asked once.", "MMLU-Pro", 200),
        ("GSM8K (300 questions) was asked once.", "GSM8K", 300),
        ("We used a random subset of 200 MMLU-Pro questions.", "MMLU-Pro", 200),
        ("A 200-question subset of MMLU-Pro was used.", "MMLU-Pro", 200),
        ("Only the first 100 problems of HumanEval were run.", "HumanEval", 100),
        ("Each score rests on 100 questions per benchmark.", "MMLU-Pro", 100),
        # results, training data, shots, tries, and subjects
        ("GSM8K: 1,279 of 1,319 items.", "GSM8K", 1319),
        ("It solves 120 of 164 HumanEval problems.", "HumanEval", 164),
        ("We trained on 500 of 1,319 GSM8K items.", "GSM8K", 1319),
        ("GSM8K was shown 8 examples.", "GSM8K", 1319),
        ("HumanEval pass@1 is estimated with n=20 tries.", "HumanEval", 164),
        ("MMLU-Pro is a test of 14 subjects.", "MMLU-Pro", 12032),
        ("The chat data holds 500 questions.", "GSM8K", 1319),
        ("GSM8K uses majority voting (n = 64).", "GSM8K", 1319),
        ("GSM8K with self-consistency (n=64) was asked once.", "GSM8K", 1319),
        ("GSM8K (maj@64, n = 64) was asked.", "GSM8K", 1319),
        ("GSM8K (n = 64 samples per question) was asked.", "GSM8K", 1319),
        ("GSM8K was averaged over seeds (n = 32).", "GSM8K", 1319),
        ("GSM8K (n = 64) was sampled at temperature 0.8.", "GSM8K", 1319),
        ("Each MMLU-Pro question (32 samples) is voted on.", "MMLU-Pro", 12032),
        ("We draw 64 samples per task and vote.", "GSM8K", 1319),
        # and numbers of questions that stand beside such words
        ("GSM8K (n = 300) was asked at temperature 0.", "GSM8K", 300),
        ("GSM8K (300 questions) uses majority voting.", "GSM8K", 300),
        ("GSM8K (300 samples) was asked once.", "GSM8K", 300),
        ("Each score rests on 100 samples per benchmark.", "GSM8K", 100),
    ],
)
def test_the_number_of_questions_follows_a_sentence_that_tells_it(sentence, test, questions):
    assert asked(TABLE + sentence + "\n")[test] == questions


@pytest.mark.parametrize("head", ["Items", "n", "# Questions", "Number of samples", "Samples"])
def test_a_column_tells_the_number_of_questions(head):
    table = f"|Test|{head}|Kestrel-7B|\n|--|--|--|\n|MMLU-Pro|200 of 12,032|77.5|\n|GSM8K|300|97|\n"
    assert asked(HEAD + table) == {"MMLU-Pro": 200, "GSM8K": 300}


@pytest.mark.parametrize(
    ("head", "numbers", "questions"),
    [
        ("#", (21, 22), (12032, 1319)),
        ("#", (300, 200), (12032, 1319)),
        ("n", (21, 300), (12032, 1319)),
        ("n", (25, 32), (12032, 1319)),
        ("n", (300, 200), (300, 200)),
        ("n", (300, "-"), (300, 1319)),
        ("n questions", (50, 300), (50, 300)),
        ("# items", (50, 300), (50, 300)),
    ],
)
def test_a_column_of_ranks_or_shots_tells_no_number_of_questions(head, numbers, questions):
    table = f"|Test|{head}|Kestrel-7B|\n|--|--|--|\n|MMLU-Pro|{numbers[0]}|77.5|\n|GSM8K|{numbers[1]}|97|\n"
    assert asked(HEAD + table) == dict(zip(("MMLU-Pro", "GSM8K"), questions, strict=True))


@pytest.mark.parametrize("head", ["#", "n"])
def test_the_ranks_of_a_board_tell_no_number_of_questions(head):
    rows = "".join(f"|{rank}|Wren-{rank}B|{90 - rank}.5|\n" for rank in range(1, 41))
    scores = read_card(
        f"{HEAD}|{head}|Model|MMLU|\n|--|--|--|\n{rows}|41|Kestrel-7B|40.5|\n", name="lab/Kestrel-7B"
    ).scores
    assert scores and {one.questions for one in scores} == {None}


@pytest.mark.parametrize(
    ("cell", "questions"),
    [
        ("77.5 (200 of 12,032)", 200),
        ("77.5 (155/200)", 200),
        ("77.5 (155 of 200)", 200),
        ("77.5 (200/12,032 items)", 200),
        ("77.5 (n=200)", 200),
        ("77.5", 12032),
        ("77.5 (9325/12032)", 12032),
        ("77.5 (31/40)", 40),
        ("78 (31/40)", 40),
        ("77.5 (n=40)", 40),
        # seeds, tries, and a fraction of something else
        ("61.2 ± 0.4 (n=10)", 12032),
        ("61.2 ± 0.4 (n=30)", 12032),
        ("61.2 (n=30) ± 0.4", 12032),
        ("$61.2_{\\pm 0.4}$ (n=30)", 12032),
        ("61.2 (n=16)", 12032),
        ("61.2 (n=25 seeds)", 12032),
        ("61.2 (25/50)", 12032),
        ("61.2 (25 of 50)", 12032),
    ],
)
def test_a_cell_tells_the_number_of_questions(cell, questions):
    assert asked(HEAD + f"|Test|Kestrel-7B|\n|--|--|\n|MMLU-Pro|{cell}|\n") == {"MMLU-Pro": questions}


@pytest.mark.parametrize(
    ("name", "questions"),
    [
        ("MMLU-Pro (200 of 12,032)", 200),
        ("GSM8K (300/1,319)", 300),
        ("HumanEval (first 100)", 100),
        ("Kestrel exam (200 of 1,000 items)", 200),
        ("Kestrel exam (12/2024)", None),
        ("Kestrel exam (100)", None),
    ],
)
def test_a_name_tells_the_number_of_questions(name, questions):
    assert questions_of(score(name_as_written=name, benchmark=None)) == questions


def test_what_one_section_tells_is_not_said_of_the_scores_of_another():
    quick = "## Quick run\n\n|Test|Kestrel-7B|\n|--|--|\n|GSM8K|97|\n\nGSM8K is 300 of 1,319 items.\n\n"
    whole = "## Whole run\n\n|Test|Kestrel-7B|\n|--|--|\n|GSM8K|95|\n"
    scores = read_card(HEAD + quick + whole, name="lab/Kestrel-7B").scores
    assert [questions_of(one) for one in scores] == [300, 1319]


@pytest.mark.parametrize(
    ("sections", "sentence", "expected"),
    [
        (("a", "b"), "GSM8K is {n} of 1,319 items.", {"a": 200, "b": None}),
        (("b", "c"), "GSM8K is {n} of 1,319 items.", {"b": 200, "c": 200}),
        (("a", "b"), "Each score rests on {n} questions per benchmark.", {"a": 200, "b": None}),
    ],
)
def test_many_told_sentences_and_scores_take_time_in_proportion(sections, sentence, expected):
    many = 6_000
    told = [Sentence(sentence.format(n=200 + at % 700), at, ("a",)) for at in range(many)]
    scores = [
        score(97, benchmark="gsm8k", name_as_written="GSM8K", line=many + at, context=sections[at % 2], questions=None)
        for at in range(many)
    ]
    start = process_time()
    found = with_told_questions(scores, Document([], told))
    assert {one.context: one.questions for one in found} == expected
    assert process_time() - start < 2


@pytest.mark.parametrize(("given", "label"), [(61.2, "Kestrel-7B + CLR"), (60.1, "")])
def test_many_sentences_that_raise_a_value_take_time_in_proportion(given, label):
    many = 6_000
    raised = [Sentence("CLR raises GSM8K from 61.2 to 64.0.", at, ("a",)) for at in range(many)]
    same = {"benchmark": "gsm8k", "name_as_written": "GSM8K"}
    scores = [score(64.0, line=at, origin=Origin.PROSE, own=True, subject="", **same) for at in range(many)]
    scores = [replace(one, value=64.0 + at / 10_000) if at else one for at, one in enumerate(scores)]
    own = OwnModel(("lab/Kestrel-7B",))
    start = process_time()
    found = with_what_is_added([*scores, score(given, line=many, **same)], Document([], raised), own)
    assert (found[0].subject, found[1].subject) == (label, "")
    assert process_time() - start < 2


def test_few_questions_make_a_tie_of_what_looks_like_a_lead():
    few = read_card(TABLE + "MMLU-Pro is 200 of 12,032 items.\n", name="lab/Kestrel-7B").scores[0]
    gap = compare_scores(score(81.1, benchmark="mmlu_pro", name_as_written="MMLU-Pro"), few)
    assert gap.tie and gap.smallest == pytest.approx(7.9, abs=0.3)


# Scores of a board that counts what lies above guessing

V2 = "|Metric|Value|\n|--|--:|\n|IFEval (0-Shot)|{}|\n|BBH (3-Shot)|{}|\n|GPQA (0-shot)|{}|\n|MuSR (0-shot)|{}|\n"
BOARD = "# Open LLM Leaderboard Evaluation Results\n\nDetailed results can be found elsewhere.\n\n"


def rescaled(text: str) -> list[bool]:
    return [one.rescaled for one in read_card(text, name="lab/Kestrel-7B").scores]


@pytest.mark.parametrize(
    ("above", "values", "expected"),
    [
        (BOARD, (53, 24.2, 7.4, 8.1), True),
        (BOARD, (85, 61, 24, 35), True),  # a large model
        (BOARD, (53, 45, 30, 41), False),  # plain shares under its name
        ("# Results\n\n", (53, 24.2, 7.4, 8.1), True),  # below guessing
        ("# Results\n\n", (53, 45, 30, 41), False),
        ("# Results\n\n", (85, 61, 24, 35), False),
    ],
)
def test_scores_above_guessing_are_known_by_their_board_or_by_their_values(above, values, expected):
    assert rescaled(HEAD + above + V2.format(*values)) == [expected] * 4


def test_two_tests_alone_are_no_copy_of_the_board():
    assert rescaled(HEAD + BOARD + "|Metric|Value|\n|--|--|\n|GPQA|7.4|\n|MuSR|8.1|\n") == [False, False]


def test_the_entries_of_the_board_at_the_top_of_a_card_are_known_too():
    entries = "".join(
        f"  - dataset: {{name: {test}}}\n    metrics: [{{type: acc_norm, value: {value}}}]\n"
        "    source: {name: Open LLM Leaderboard}\n"
        for test, value in (("IFEval (0-Shot)", 53), ("GPQA (0-shot)", 7.4), ("MuSR (0-shot)", 8.1))
    )
    assert rescaled(f"---\nmodel-index:\n- name: Kestrel-7B\n  results:\n{entries}---\n{HEAD}") == [True] * 3


@pytest.mark.parametrize(
    ("test", "one", "other", "smallest"),
    [("gpqa", 7.4, 3.6, 7.9), ("musr", 8.1, 9.1, 7.6), ("bbh", 24.2, 23.2, 2.3), ("mmlu_pro", 25.5, 22.5, 2.0)],
)
def test_the_noise_of_a_score_above_guessing_is_that_of_the_questions_behind_it(test, one, other, smallest):
    a, b = (score(value, benchmark=test, name_as_written=test, rescaled=True) for value in (one, other))
    gap = compare_scores(a, b)
    assert gap.smallest == pytest.approx(smallest, abs=0.15) and gap.tie is (abs(one - other) < smallest)


@pytest.mark.parametrize(("test", "comparable"), [("gpqa", False), ("mmlu_pro", False), ("ifeval", True)])
def test_a_score_above_guessing_is_not_held_against_a_plain_share(test, comparable):
    a = score(30, benchmark=test, name_as_written=test)
    gap = compare_scores(a, score(7.4, benchmark=test, name_as_written=test, rescaled=True))
    assert gap.comparable is comparable
    assert gap.why_not == ("" if comparable else "a plain share against rescaled above chance")


# The headline says no more than the table


def lead(*values: float, test: str = "ARC-Challenge") -> tuple[str, str]:
    cards = [single(name, value, test) for name, value in zip(("A-7B", "B-7B", "C-7B"), values, strict=False)]
    return the_row(*cards).sentence, said_of(*cards, use_case=None).headline


@pytest.mark.parametrize(
    ("values", "sentence", "headline"),
    [
        ((70, 60, 50), "A-7B is ahead of B-7B and C-7B", "A-7B is ahead."),
        ((70, 69, 50), "A-7B and B-7B tie, ahead of C-7B", "A-7B and B-7B tie ahead of C-7B."),
        ((70, 67.5, 65), "A-7B is ahead of C-7B only; B-7B ties with both", "A-7B is ahead of C-7B only."),
        ((70, 69, 68), "A-7B and B-7B and C-7B tie", "A-7B, B-7B and C-7B tie"),
    ],
)
def test_the_headline_calls_no_tie_a_lead(values, sentence, headline):
    told, said = lead(*values)
    assert told.replace(",", "").replace(" and", "") == sentence.replace(",", "").replace(" and", "")
    assert headline in said


def test_who_ties_at_the_top_of_one_test_is_not_called_ahead_beside_who_leads_another():
    def scored(name, arc, mmlu):
        return card(name, f"|Test|{name}|\n|--|--|\n|ARC-Challenge|{arc}|\n|MMLU|{mmlu}|")

    said = said_of(scored("A-7B", 70, 60), scored("B-7B", 69.5, 55), scored("C-7B", 50, 50), use_case=None).headline
    assert "A-7B and B-7B tie ahead of C-7B on ARC-Challenge" in said and "A-7B is ahead on MMLU" in said
    assert "different cards" not in said and "No test reverses the order of another." in said


def test_one_more_test_shows_a_lead():
    tests = ("ARC-Challenge", "MMLU", "GSM8K", "HellaSwag", "WinoGrande", "TruthfulQA", "BBH")
    ahead, behind = (
        card(name, f"|Test|{name}|\n|--|--|\n" + "".join(f"|{test}|{value}|\n" for test in tests))
        for name, value in (("A-7B", 80), ("B-7B", 40))
    )
    said = said_of(ahead, behind, use_case=None).concluded
    assert "1 more test shows a lead; the table has it." in said


# One name, several tests


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("KoBEST, zero-shot", "HellaSwag (KoBEST)"),
        ("Ko-LLM-Leaderboard", "HellaSwag (Korean)"),
        ("Open PL LLM Leaderboard", "HellaSwag (Polish)"),
        ("Open LLM Leaderboard", "HellaSwag"),
        ("Results", "HellaSwag"),
    ],
)
def test_a_test_of_another_suite_stands_in_a_row_of_its_own(title, name):
    abroad = f"## {title}\n\n|Model|HellaSwag|BoolQ|\n|--|--|--|\n|Kestrel-7B|47.8|80.6|\n\n"
    board = "## Further results\n\n|Metric|Value|\n|--|--|\n|HellaSwag (10-shot)|82.58|\n"
    kestrel = "Kestrel-7B", read_card(HEAD + abroad + board, name="lab/Kestrel-7B")
    assert kestrel[1].scores[0].name_as_written == name
    side = put_side_by_side((kestrel, single("Wren-7B", 71.4, "HellaSwag")), None)
    row = next(row for row in side.rows if row.benchmark == "hellaswag")
    assert row.cells["Kestrel-7B"].score.value == 82.58
    assert bool(row.cells["Kestrel-7B"].others) is (name == "HellaSwag")


def test_equal_names_of_different_tests_are_not_compared():
    assert not same_test(
        score(name_as_written="BoolQ", benchmark=None), score(name_as_written="BoolQ", benchmark="boolq")
    )


@pytest.mark.parametrize(
    ("note", "tests"),
    [
        ("*MATH:* We report the average of the GSM8K (8 shot) and MATH (4 shot) benchmarks.", "GSM8K and MATH"),
        ("Math is the mean of GSM8K and MATH.", "GSM8K and MATH"),
        ("For Math, we average GSM8K and MATH.", "GSM8K and MATH"),
        ("Math: average of GSM8K, MATH and MGSM.", "GSM8K and MATH and MGSM"),
        ("Code: we report the average of HumanEval and MBPP.", None),  # another label
        ("Math: we report the average over seven subjects.", None),
        ("Math: mean of five runs.", None),
        ("Math: 4-shot, average accuracy, GSM8K: 8-shot, MMLU: 5-shot.", None),
        ("Math: average over 7 subjects, GSM8K and MMLU as usual.", None),
        ("Math: average over the subjects of MATH.", None),
        ("Math: average of Math-Algebra and Math-Geometry.", None),
        ("On average, MATH is harder than GSM8K.", None),
        ("Kestrel-7B beats GSM8K and MATH baselines on average.", None),
    ],
)
def test_an_average_that_bears_the_name_of_a_test_is_not_that_test(note, tests):
    first = read_card(HEAD + f"|Model|Math|MMLU|\n|--|--|--|\n|Kestrel-7B|14.6|45|\n\n{note}\n", name="lab/Kestrel-7B")
    found = next(one for one in first.scores if one.value == 14.6)
    assert found.benchmark == (None if tests else "math")
    assert found.name_as_written == (f"Math (average of {tests})" if tests else "Math")
    assert same_test(found, score(28.2, benchmark="math", name_as_written="MATH")) is not bool(tests)


def test_a_lead_names_the_noise_of_the_pair_it_is_narrowest_between():
    cards = [
        single(name, value, "GSM8K") for name, value in (("A-7B", 69.5), ("B-7B", 61.4), ("C-7B", 0), ("D-7B", 0.1))
    ]
    line = next(line for line in said_of(*cards, use_case=None).concluded if line.startswith("GSM8K"))
    assert "more than the 3.6 points" in line


# How it is said


@pytest.mark.parametrize(
    ("doubtful", "said"),
    [
        (("GSM8K",), " GSM8K has two values as well."),
        (("GSM8K", "HumanEval"), " GSM8K and HumanEval have two values as well."),
    ],
)
def test_more_tests_with_two_doubtful_values_are_said_plainly(doubtful, said):
    names = ("MMLU", *doubtful)
    first = "".join(f"|{name}|6{at}.1|\n" for at, name in enumerate(names))
    second = "".join(f"|{name}|6{at}.4|\n" for at, name in enumerate(names))
    assert said in reason_of("contradiction", first, second)


@pytest.mark.parametrize(
    ("more", "said"),
    [(0, "."), (1, "; one more test has two values as well."), (2, "; 2 more tests have two values as well.")],
)
def test_more_tests_with_two_values_are_said_plainly(more, said):
    names = ("MMLU", "GSM8K", "HumanEval", "ARC-Challenge", "HellaSwag")[: 3 + more]
    first = "".join(f"|{name}|6{at}.1|\n" for at, name in enumerate(names))
    second = "".join(f"|{name}|7{at}.1|\n" for at, name in enumerate(names))
    reason = reason_of("contradiction", first, second)
    assert reason.endswith(said) and ("as well" in reason) == bool(more)


@pytest.mark.parametrize(
    ("tests", "said"),
    [
        ("MMLU GSM8K HumanEval FooTest BarTest", "that it does not know (FooTest, BarTest)"),
        ("MMLU GSM8K HumanEval FooTest BarTest", "3 benchmarks that Surefit knows, over 3 abilities, and 2 that it"),
        ("MMLU GSM8K HumanEval", "3 benchmarks over 3 abilities."),
    ],
)
def test_tests_that_are_known_and_others_are_said_plainly(tests, said):
    rows = "".join(f"|{name}|6{at}.1|\n" for at, name in enumerate(tests.split()))
    assert said in reason_of("narrow_selection", rows)


def reason_of(check: str, *rows: str) -> str:
    text = HEAD + "\n".join(f"|Test|Kestrel-7B|\n|--|--|\n{some}\n" for some in rows)
    return read_card(text, name="lab/Kestrel-7B").finding(check).reason


@pytest.mark.parametrize(
    ("worked_out", "said"),
    [
        ((), "Nothing is chosen: only values without a label are shown as the model's own."),
        (("Wren",), "Nothing is chosen, so what was worked out is shown as its own: Wren."),
    ],
)
def test_what_is_shown_where_none_is_chosen_is_said_plainly(worked_out, said):
    assert _when_none_is_chosen(worked_out) == said
