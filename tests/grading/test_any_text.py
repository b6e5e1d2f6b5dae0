"""Whatever a model writes, reading it neither raises nor hangs."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.grading.graders import GRADERS, grade
from core.grading.outcome import Outcome
from core.grading.thinking import split_thinking
from core.inference.exchange import FinishReason
from core.questions.question import AskedQuestion, GraderSpec, Question

pytestmark = pytest.mark.slow  # the quick tests keep to a minute

QUESTIONS = {
    "choice": Question("c", "?", ("B",), GraderSpec("choice"), ("Rome", "Paris", "1,000", "a")),
    "statements": Question("s", "?", ("A",), GraderSpec("choice"), ("it opens", "it does not open", "about 5 ml")),
    "number": Question("n", "?", ("5",), GraderSpec("number", {"abs": 0.5})),
    "exact": Question("e", "?", ("Paris",), GraderSpec("exact")),
    "exact lines": Question("l", "?", ("a\nb",), GraderSpec("exact")),
    "contains": Question("w", "?", ("cat", "dog"), GraderSpec("contains", {"none_of": ["cow"]})),
    "regex": Question("r", "?", (), GraderSpec("regex", {"pattern": r"\bcat\b"})),
    "letters": Question("m", "?", ("A", "C"), GraderSpec("choice"), ("Rome", "Paris", "1,000", "a")),
    "json": Question("j", "?", ('{"a": 1}',), GraderSpec("json", {"schema": {"type": "object"}})),
    "constraints": Question(
        "k",
        "?",
        (),
        GraderSpec(
            "constraints",
            {
                "rules": [
                    {"rule": "words", "max": 9},
                    {"rule": "sentences", "max": 2},
                    {"rule": "count", "text": "a", "max": 2},
                    {"rule": "bullets", "max": 3},
                    {"rule": "starts_with", "text": "a"},
                    {"rule": "language", "language": "en"},
                    {"rule": "json", "keys": ["a"]},
                ]
            },
        ),
    ),
    "code": Question("d", "?", (), GraderSpec("code", {"entry_point": "f", "tests": [{"args": [], "expected": 1}]})),
    "rating": Question("o", "?", (), GraderSpec("rating")),
}
PIECES = (
    "<think> </think> [THINK] [/THINK] <|channel|>analysis<|message|> <|channel|>final<|message|> analysisX "
    "assistantfinal ANSWER: answer is \\boxed{ \\text{ \\frac{1}{2} { } $ ** * _ __ ` ``` ~~~ ```python #### ### > - "
    "A B C (b) B) B. or and 1 1,000 1.234,5 1/2 -5 10^9 1e99 % € half twelve hundred <answer> </answer> Question: "
    'User: <|im_start|> <|im_end|> </s> 答案：Ｂ ½ ² \\( \\) [ ] [1,2] {"a":1} def f(x): return \\n '
    "is prints The capital Paris. not − - 3 "
)
# Halves of surrogate pairs, signs that turn the writing round, digits of other scripts, signs that change in case.
ODD = (
    *("\ud800", "\udfff", "\u202e", "\u0301" * 50, "\u200b", "\x00", "\x1b[31m", "\u2028", "\x85", "\ue000", "\ue001"),
    *('{"a": "\\ud83d"}', '["\\udc00"]'),
    *("ﷺ", "𝟓", "٥", "५", "Ⅷ", "㊿", "İ", "ı", "ß", "ſ", "👩‍👩‍👧‍👦", "½", "①", "￥", "−", "~", "about "),
    *("((((", "\\frac{" * 99, "<think>" * 99, "\n" * 300, ". " * 200, "1" * 3000, "9" * 300 + "e99999999"),
    *("The answer is ", "ANSWER: ", "It is: 'B'", "The gate opens."),
)
TEXT = st.lists(
    st.one_of(
        st.sampled_from(PIECES.split()),
        st.sampled_from([" ", "\n", "\n\n"]),
        st.sampled_from(ODD),
        st.text(st.characters(), max_size=8),
    ),
    max_size=40,
).map("".join)
TIMES = st.sampled_from([1, 1, 1, 4])  # a text that repeats itself is one of its own kind


@given(text=TEXT, times=TIMES, finish=st.sampled_from(FinishReason), name=st.sampled_from(sorted(QUESTIONS)))
@settings(max_examples=200, deadline=2000)
def test_any_text_gets_a_grade(text, times, finish, name):
    text *= times
    question = QUESTIONS[name]
    asked = AskedQuestion(question, tuple(range(len(question.choices))))
    found = grade(asked, text, finish)
    assert found.outcome in Outcome and found.why.endswith((".", ")", "”"))
    assert found == grade(asked, text, finish)
    assert f"{found.read}{found.why}".encode(), "the store holds UTF-8"
    if found.outcome is Outcome.RIGHT:
        assert found.read


@given(text=TEXT)
def test_splitting_loses_nothing_and_settles(text):
    split = split_thinking(text)
    assert len(split.thinking) + len(split.answer) <= len(text)


MEGABYTE = 1_000_000
LONG = [
    "a", " ", "\n", "* ", "**", "_", "`", "$", "{", "}", "\\text{", "\\boxed{", "\\frac{1}{2}", "<think>", "</think>",
    "<think></think>", "<", "<b ", "1", "1,", "1.", "1 000 ", "1/", "-", "1e9", "10^", "twelve ", "hundred and ",
    "answer ", "answer is ", "answer: ", "answer: A or B\n", "A) x\n", "(a) ", "> ", "#### 5\n", "Question: ",
    "\nUser:", "<|im_start|>", "[", "{\"a\":", "```\n", "```", "答案是", "½", "²", "\u200b", "é", "\r", "B\n",
    "is correct ",
    "I choose ", "(" , "def f(", "analysis", "<|channel|>final<|message|>", "Paris ", "1,234.567 × 10^3 ", "minus ",
    "is Paris. ", "The capital is Paris\n", "prints ", "Since a ", "that it is ", "−3 ", "it is: ", "is A\n",
    "about 5 ",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("piece", LONG)
def test_reading_takes_time_in_proportion_to_the_length(piece):
    text = piece * (MEGABYTE // 10 // len(piece))
    for name, question in QUESTIONS.items():
        asked = AskedQuestion(question, tuple(range(len(question.choices))))
        start = time.process_time()
        grade(asked, text, FinishReason.STOP)
        assert time.process_time() - start < 1, name


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["word ", "A or B, ", "answer: 1\n", "**1,000** ", "\\boxed{1} ", "(a) ", "```\n"])
@pytest.mark.parametrize("name", ["choice", "number"])
def test_a_megabyte_is_read_in_a_second_or_two(name, piece):
    question = QUESTIONS[name]
    asked = AskedQuestion(question, tuple(range(len(question.choices))))
    start = time.process_time()
    grade(asked, piece * (MEGABYTE // len(piece)), FinishReason.STOP)
    assert time.process_time() - start < 3


def test_every_grader_is_in_the_property_test():
    assert set(GRADERS) == {question.grader.name for question in QUESTIONS.values()}
