"""Replies that give their answer beside the form that was asked for, as small local models write them."""

import time

import pytest

from core.grading.graders import grade
from core.grading.outcome import Outcome
from core.inference.exchange import FinishReason
from core.questions.question import AskedQuestion, GraderSpec, Question

CITIES = ("Paris", "Lyon", "Nice", "Lille")


def outcome_of(grader: str, target: str, text: str, asked: str = "Which?") -> Outcome:
    choices = CITIES if grader == "choice" else ()
    question = Question("q1", asked, (target,), GraderSpec(grader), choices)
    return grade(AskedQuestion(question, tuple(range(len(choices)))), text, FinishReason.STOP).outcome


@pytest.mark.parametrize(
    "text",
    [
        "The answer is not A but B",
        "The answer isn't A. It's B.",
        "Many people believe Paris, but Lyon is correct.",
        "A is incorrect. B is the answer.",
        "Option B it is.",
        "B it is!",
        "Clearly B",
        "A is wrong, since Paris is the capital. That leaves B.",
        '```json\n{"answer": "B"}\n```',
        '{"answer": "B", "reason": "A is the capital"}',
        '{\n "reasoning": "Lyon, hm, A is the capital",\n "choice": "B"\n}',
        "A. Paris (False)\nB. Lyon (True)\nC. Nice (False)",
        "Paris ❌\nLyon ✅",
    ],
)
def test_a_choice_that_is_made_in_other_words_is_read(text):
    assert outcome_of("choice", "B", text) is Outcome.RIGHT


@pytest.mark.parametrize("text", ["Is Lyon correct? Hm.", "A or B", "Is B the answer? Paris or Lyon?"])
def test_an_option_that_is_only_asked_about_is_not_chosen(text):
    assert outcome_of("choice", "B", text) is Outcome.NO_ANSWER


@pytest.mark.parametrize(
    ("target", "text"),
    [
        ("6", "Tom has 6 (not 8) marbles."),
        ("6", "Tom has 6 marbles, not 8."),
        ("6", "The answer is not 8 but 6."),
        ("9", "The answer is 9, since 81/9 = 9 and 9 × 9 = 81."),
        ("42", "Answer: 42 = 6 × 7"),
        ("7", "The answer is 3 apples + 4 apples = 7 apples."),
        ("40", "2x = 80\nx = 40\n\nCheck: 2(40) + 10 = 90 ✓."),
        ("40", "The answer is 40. Let me double-check: 2*40+10 = 90. Yes!"),
        ("40", "x = 38\n\nCheck: 2(38) + 10 = 86, which is wrong. So x = 40"),
        ("5", "So she needs 5 boxes.\n\nNote: this assumes 30 days a month."),
        ("5", "So she needs **5** boxes. I hope this helps! Do you have 1 more question?"),
        ("42", '{"final_answer": 42, "confidence": 0.9}'),
        ("3/4", "\\frac34"),
        ("60", "1 hour = 60 minutes"),
        ("100", "Water boils at 100 °C (212 °F)."),
        ("1500", "Das macht €1.500."),
        ("1500", "1.500,- €"),
        ("1.799", "1.799 €"),
    ],
)
def test_a_number_is_read_before_what_is_said_about_it(target, text):
    assert outcome_of("number", target, text) is Outcome.RIGHT


@pytest.mark.parametrize(
    ("target", "text"),
    [("8", "Tom has 6 marbles, not 8."), ("90", "x = 40\n\nCheck: 2(40) + 10 = 90 ✓."), ("1500", "1.500 kg")],
)
def test_a_number_that_is_denied_or_checked_with_is_not_the_answer(target, text):
    assert outcome_of("number", target, text) is Outcome.WRONG


TOLD = [
    ("[1, 2, 3]", "[1,2,3]"),
    ("red, blue, green", "red,blue, green"),
    ("Tuesday", "It's a Tuesday."),
    ("Tuesday", "Answer: Tuesday (since it follows Monday)"),
    ("Lima", '{"answer": "Lima"}'),
    ("yes", "Yes, it is."),
    ("no", "No, because the sum is odd."),
    ("True", "True, since 3 > 2."),
    ("nein", "Nein, das stimmt nicht."),
    ("14:30", "The train arrives at 14:30."),
    ("Tuesday", "**Tuesday**, because it follows Monday."),
    ("Tuesday", "The meeting will take place on Tuesday."),
    ("15 March 2024", "It falls on March 15, 2024."),
    ("15 March 2024", "15th of March 2024"),
    ("Au", "The chemical symbol for gold is **Au** (from Latin aurum)."),
    ("2024-03-15", "The date is March 15, 2024 (2024-03-15)."),
]


@pytest.mark.parametrize(("target", "text"), TOLD)
def test_a_short_text_is_read_from_a_sentence(target, text):
    assert outcome_of("exact", target, text) is Outcome.RIGHT


@pytest.mark.parametrize(
    ("target", "text"),
    [
        ("no", "No problem! The answer is yes."),
        ("no", "No, wait: yes."),
        ("yes", "Yes and no."),
        ("no", "No doubt about it."),
        ("False", "It is not False."),
        ("14:30", "The train leaves at 14:00 and arrives at 14:30."),
        ("14:30", "It does not arrive at 14:30."),
        ("Tuesday", "The day after Tuesday."),
        ("Tuesday", "Tuesday, because Monday is not; or Friday."),
        ("15 March 2024", "16 March 2024"),
        ("15 March 2024", "15 March 2024 or 16 March 2024"),
        ("Lima", "Lima (or Cusco)"),
        ("Lima", "It's Lima or Cusco."),
    ],
)
def test_a_text_that_is_taken_back_or_stands_beside_another_is_wrong(target, text):
    assert outcome_of("exact", target, text) is Outcome.WRONG


def test_spaces_count_where_a_program_prints_a_joined_text():
    assert outcome_of("exact", "a, b", "a,b", 'What does print(", ".join("ab")) show?') is Outcome.WRONG


@pytest.mark.parametrize(("target", "text"), TOLD[2:])
def test_a_question_that_tests_the_form_takes_the_text_alone(target, text):
    question = Question("q1", "Reply with one word.", (target,), GraderSpec("exact"), metadata={"instruction": ""})
    told = grade(AskedQuestion(question, ()), text, FinishReason.STOP)
    assert told.outcome is (Outcome.RIGHT if '"answer"' in text else Outcome.WRONG)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("grader", "target", "filler"),
    [
        (grader, target, filler)
        for grader, target in (("choice", "B"), ("number", "5"), ("exact", "Lima"))
        for filler in ("1.", "answer: ")
    ],
)
def test_two_million_signs_before_the_answer_cost_little(grader, target, filler):
    start = time.process_time()
    outcome = outcome_of(grader, target, f"{filler * (2_000_000 // len(filler))}\nANSWER: {target}")
    assert outcome is Outcome.RIGHT
    assert time.process_time() - start < 6


def test_a_function_written_as_a_lambda_without_a_fence_is_code(monty):
    options = {"entry_point": "add", "tests": [{"args": [1, 2], "expected": 3}]}
    question = Question("q1", "Write add(a, b).", (), GraderSpec("code", options))
    done = grade(AskedQuestion(question, ()), "add = lambda a, b: a + b", FinishReason.STOP, sandbox=monty)
    assert done.outcome is Outcome.RIGHT


def test_a_function_in_one_line_between_backticks_is_code(monty):
    options = {"entry_point": "add", "tests": [{"args": [1, 2], "expected": 3}]}
    question = Question("q1", "Write add(a, b).", (), GraderSpec("code", options))
    text = "Use a sum: `def add(a, b): return a + b`\n\nIt needs no loop; `add` is short."
    assert grade(AskedQuestion(question, ()), text, FinishReason.STOP, sandbox=monty).outcome is Outcome.RIGHT


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("depth is 2, which is not over 3, and heat is 18. So the program prints velvet.", Outcome.RIGHT),
        ("The list is shared between the calls, so the second call prints velvet.", Outcome.RIGHT),
        ("depth is 2. It prints olive for others. So the program prints velvet.", Outcome.WRONG),
    ],
)
def test_a_program_prints_what_the_reckoning_before_leads_to(text, outcome):
    assert outcome_of("exact", "velvet", text, "What does the program print?") is outcome
