"""Text is compared without its markup; patterns have a time limit."""

import time

import pytest

from core.errors import GradingError
from core.grading.graders import GRADERS, grade, grade_by_hand
from core.grading.outcome import Outcome
from core.grading.wrappings import check_grader
from core.inference.exchange import FinishReason
from core.questions.question import AskedQuestion, GraderSpec, Question


@pytest.mark.parametrize(
    "text",
    [
        "Paris",
        "paris.",
        "**Paris**",
        "“Paris”",
        "`Paris`",
        "ANSWER: Paris",
        "Let me think.\n\nAnswer: **Paris**.",
        "The answer is Paris.",
        "\\boxed{\\text{Paris}}",
        "<answer>Paris</answer>",
        "It took a while.\nParis",
        "Paris\n\nParis is the capital of France.",
        "ANSWER:\n```text\nParis\n```",
    ],
)
def test_exact_reads_through_wrappings(grade_text, text):
    assert grade_text("exact", text, "Paris").outcome is Outcome.RIGHT


@pytest.mark.parametrize("text", ["Paris, France", "ANSWER: Rome", "Not Paris"])
def test_exact_is_exact(grade_text, text):
    assert grade_text("exact", text, "Paris").outcome is Outcome.WRONG


def test_exact_takes_any_target_and_minds_case_on_request(grade_text):
    assert grade_text("exact", "UK", "United Kingdom", "UK").outcome is Outcome.RIGHT
    assert grade_text("exact", "uk", "UK", case=True).outcome is Outcome.WRONG


TOLD = {
    "velvet": (
        "What does this program print?",
        "The program prints velvet.",
        "The text that appears is 'velvet'.",
        "The code prints the word velvet",
        "The output is: `velvet`.",
        "The value returned is velvet.",
        "What the program prints is velvet.",
        "So the program will print **velvet**.",
        "Since 7 is not even, the program prints velvet.",
        "ANSWER: The program prints velvet.",
        "The answer is that the program prints velvet.",
        "x is 3.\nThe program prints velvet.",
        "What does it print? It prints velvet.",
        "velvet is printed.",
    ),
    "Lima": (
        "What is the capital of Peru?",
        "The capital of Peru is Lima.",
        "The capital of Peru is called Lima!",
        "Lima is the capital of Peru.",
        "What is the capital of Peru?\nThe capital of Peru is Lima.",
    ),
    "14": ("What appears?", "The program prints 14.", "The output is `14`"),
    "-3": ("What appears?", "The answer is -3.", "The answer is - 3.", "The program prints −3.", "The output is `-3`"),
    "[('b', 5)]": ("What appears?", "The program prints [('b', 5)]."),
}
NOT_TOLD = {
    "velvet": (
        "What does this program print?",
        "It prints olive and then velvet",
        "It prints olive and it prints velvet.",
        "It prints olive. It prints velvet.",
        "The program prints olive.\nThe program prints velvet.",
        "The program prints velvet.\nThe program prints olive.",
        "The program doesn’t print olive, it is velvet.",
        "The program never prints velvet.",
        "The program fails to print velvet.",
        "The output isn't velvet.",
        "Is the output velvet?",
        "It is false that the output is velvet.",
        "I doubt that the output is velvet.",
        "If x is 3, the program prints velvet.",
        "The output is olive or velvet.",
        "The output is velvet or olive.",
        "The output is velvet, olive.",
        "One option is velvet.",
        "The options are: olive, velvet",
        "The output is olive-velvet",
        "The answer is olive and the output is velvet.",
        "ANSWER: olive. The output is velvet.",
        "The program prints velvet.\nANSWER: olive",
        "velvet is not printed.",
        "velvet is the input.",
    ),
    "Lima": (
        "What is the capital of Peru?",
        "It is Cusco, not Lima.",
        "The capital of Peru isn't Lima",
        "Lima is not the capital of Peru.",
        "Lima is the capital of Chile.",
        "The capital is Cusco/Lima.",
        "The capital is Cusco. The city is Lima.",
        "Cusco is the capital of Peru.\nLima is the capital of Peru.",
        "Cusco is the capital of Peru.\nThe capital of Peru is Lima.",
    ),
    "14": (
        "What appears?",
        "It is not 14.",
        "The output is 114.",
        "The output is -14",
        "The output is - 14",
        "The output is > 14",
        "The output is 3.14",
        "The output is 10 14",
        "The output is 5 or 14",
        "ANSWER: 13",
    ),
    "3": ("What appears?", "The answer is -3.", "The answer is - 3.", "The program prints −3."),
}


def rows(table):
    return [(target, asked, text) for target, (asked, *texts) in table.items() for text in texts]


def grade_sentence(target, asked, text, **metadata):
    question = Question("q", asked, (target,), GraderSpec("exact", {"case": True}), metadata=metadata)
    return grade(AskedQuestion(question), text, FinishReason.STOP)


@pytest.mark.parametrize(("target", "asked", "text"), rows(TOLD))
def test_exact_reads_a_target_that_a_whole_sentence_gives(target, asked, text):
    found = grade_sentence(target, asked, text)
    assert (found.outcome, found.version) == (Outcome.RIGHT, GRADERS["exact"].version)


@pytest.mark.parametrize(("target", "asked", "text"), rows(NOT_TOLD))
def test_exact_refuses_a_sentence_that_says_something_else_too(target, asked, text):
    assert grade_sentence(target, asked, text).outcome is Outcome.WRONG


def test_exact_takes_no_sentence_where_the_form_is_tested():
    for text, outcome in (("The program prints velvet.", Outcome.WRONG), ("velvet", Outcome.RIGHT)):
        assert grade_sentence("velvet", "Say the word alone.", text, instruction="").outcome is outcome


SIGNED = ("-3", "The answer is -3.", "The answer is −3.", "ANSWER: -3", "The program prints -3.", "The output is `–3`.")


@pytest.mark.parametrize("text", SIGNED)
@pytest.mark.parametrize("grader", ["number", "exact", "contains", "choice"])
def test_a_negative_number_keeps_its_sign_in_every_grader(grader, text):
    choices = ("-3", "3", "0") if grader == "choice" else ()
    right, wrong = ("A", "B") if choices else ("-3", "3")
    for key, outcome in ((right, Outcome.RIGHT), (wrong, Outcome.WRONG)):
        question = Question("q", "What appears?", (key,), GraderSpec(grader), choices)
        assert grade(AskedQuestion(question, tuple(range(len(choices)))), text, FinishReason.STOP).outcome is outcome


@pytest.mark.parametrize(
    ("text", "word", "held"),
    [
        ("It is 3.", "3", True),
        ("It is -3.", "3", False),
        ("It is 3.5", "3", False),
        ("It is 0.3", "3", False),
        ("Pages 1-3", "3", True),
        ("on 2024-05-03", "05", True),
        ("−3 degrees", "-3", True),
    ],
)
def test_contains_holds_whole_numbers(grade_text, text, word, held):
    assert (grade_text("contains", text, word).outcome is Outcome.RIGHT) == held


@pytest.mark.parametrize("none_of", [5, 2.5, True, None, "blue", {"blue": 1}, [None], [["blue"]]])
def test_words_to_avoid_that_are_no_list_of_words_are_refused(none_of):
    question = Question("q", "?", ("red",), GraderSpec("contains", {"none_of": none_of}))
    problems = check_grader(question)
    assert len(problems) == 1 and "must be a list of words" in problems[0]
    with pytest.raises(GradingError, match="must be a list of words"):
        grade(AskedQuestion(question), "red", FinishReason.STOP)


def test_exact_compares_several_lines(grade_text):
    target = "1\n2\nFizz"
    assert grade_text("exact", "The output is:\n```\n1\n2\nFizz\n```\nDone.", target).outcome is Outcome.RIGHT
    assert grade_text("exact", "1\n2 \nFizz\n", target).outcome is Outcome.RIGHT
    assert grade_text("exact", "ANSWER:\n1\n2\nFizz", target).outcome is Outcome.RIGHT
    assert grade_text("exact", "1\n2", target).outcome is Outcome.WRONG


def test_contains_goes_by_word(grade_text):
    assert grade_text("contains", "A **cat** sat.", "cat").outcome is Outcome.RIGHT
    assert grade_text("contains", "A category.", "cat").outcome is Outcome.WRONG
    assert grade_text("contains", "A category.", "cat", whole_words=False).outcome is Outcome.RIGHT
    assert grade_text("contains", "北京是首都", "北京").outcome is Outcome.RIGHT
    assert grade_text("contains", "C++ it is", "C++").outcome is Outcome.RIGHT


def test_contains_any_all_and_none(grade_text):
    assert grade_text("contains", "red and blue", "red", "green").outcome is Outcome.RIGHT
    some = grade_text("contains", "red and blue", "red", "green", all=True)
    assert some.outcome is Outcome.WRONG and "green" in some.why
    held = grade_text("contains", "red and blue", "red", none_of=["blue"])
    assert held.outcome is Outcome.WRONG and "blue" in held.why


def test_a_pattern_matches_or_reads_a_group(grade_text):
    assert grade_text("regex", "Call 555-0199 now", pattern=r"\d{3}-\d{4}").outcome is Outcome.RIGHT
    assert grade_text("regex", "code: X7", "x7", pattern=r"code: (\w+)").outcome is Outcome.RIGHT
    assert grade_text("regex", "code: X8", "x7", pattern=r"code: (\w+)").outcome is Outcome.WRONG
    assert grade_text("regex", "HELLO", pattern="hello", flags="i").outcome is Outcome.RIGHT


def test_a_pattern_that_takes_for_ever_is_stopped(grade_text):
    start = time.process_time()
    found = grade_text("regex", "a" * 5000 + "!", pattern=r"(?:a+)+(?:a+)+(?:a+)+[bc]")
    assert time.process_time() - start < 3
    assert found.outcome is Outcome.COULD_NOT_RUN and "simpler" in found.why


def test_a_pattern_that_is_none_is_refused(grade_text):
    with pytest.raises(GradingError, match="no regular expression"):
        grade_text("regex", "x", pattern="(")


def test_an_open_answer_waits_for_a_rating(grade_text, ask):
    waiting = grade_text("rating", "Dear all, …")
    assert (waiting.outcome, waiting.score, waiting.measured) == (Outcome.UNRATED, None, False)
    good, poor = (grade_by_hand(ask("rating"), "<think>hm</think>Dear all, …", stars) for stars in (4, 2))
    assert (good.outcome, good.score, good.read) == (Outcome.RIGHT, 4.0, "Dear all, …")
    assert (poor.outcome, poor.score) == (Outcome.WRONG, 2.0)
    with pytest.raises(GradingError):
        grade_by_hand(ask("rating"), "x", 6)


def test_an_unknown_grader_is_named(grade_text):
    with pytest.raises(GradingError, match="no grader 'magic'"):
        grade_text("magic", "x")


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ('The code prints "olive" when the depth is 11, which is the largest.', Outcome.RIGHT),
        ('It prints "olive" because depth > 10', Outcome.RIGHT),
        ('It prints "olive" if the depth is 11.', Outcome.WRONG),
        ('It prints "olive" when it is deep, otherwise "feather".', Outcome.WRONG),
        ('It does not print "olive" because the depth is 11.', Outcome.WRONG),
        ('It prints "feather" and then "olive" because depth > 10', Outcome.WRONG),
    ],
)
def test_a_reason_after_a_quoted_answer_takes_nothing_back(grade_text, text, outcome):
    assert grade_text("exact", text, "olive").outcome is outcome


def test_an_assignment_in_a_repeated_program_is_no_answer(grade_text):
    code = "```python\nresult = ''\nif deep:\n    result += 'olive'\nprint(result)\n```"
    assert grade_text("exact", f"{code}\n\nThe output will be:\n\n```\nolive\n```", "olive").outcome is Outcome.RIGHT
