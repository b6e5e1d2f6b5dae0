"""Whatever is loaded, the outcome is a set or a sentence."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import QuestionSetError
from core.questions.check import check_question_set
from core.questions.draw import draw
from core.questions.export import to_csv
from core.questions.jsonl import to_jsonl
from core.questions.load import parse_question_set
from core.questions.paste import parse_pasted
from core.questions.prompt import to_completion, to_messages

pytestmark = pytest.mark.slow  # the quick tests keep to a minute

NAMES = st.sampled_from(["x.csv", "x.tsv", "x.jsonl", "x.json", "x", "x.txt", "x.md", "x.html", "x.yaml"])
COLUMNS = st.sampled_from(
    ["input", "question", "target", "answer", "choices", "A", "B", "C", "label", "id", "grader", "tags", "metadata",
     "context", "__expected", "__expected2", "level", "group", "few_shot", "system", "doc", "name", "instruction",
     "messages", "role", "content", "test_list", "questions", "answers", "incorrect_answers", "inputs",
     "assert", "vars"]
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(COLUMNS | st.sampled_from(["text", "options"]), inner, max_size=4)
    ),
    max_leaves=12,
)


def use(data, name):
    """Everything a page does with a loaded set."""
    try:
        question_set = parse_question_set(data, name)
    except QuestionSetError as error:
        assert str(error)
        return
    check_question_set(question_set)
    for asked in draw(question_set, 5, 1):
        to_messages(question_set, asked)
        to_completion(question_set, asked)
        assert len(asked.target_letters) <= len(asked.question.choices)
    assert parse_question_set(to_jsonl(question_set).encode("utf-8", "surrogatepass"), "again.jsonl") == question_set
    to_csv(question_set)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400), NAMES)
def test_any_bytes(data, name):
    use(data, name)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(COLUMNS, min_size=1, max_size=6, unique=True),
    st.lists(st.lists(st.text(max_size=15), max_size=7), max_size=5),
    st.sampled_from(",;\t|"),
)
def test_any_table(header, rows, delimiter):
    quoted = [[f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row] for row in [header, *rows]]
    use("\n".join(delimiter.join(row) for row in quoted).encode("utf-8", "surrogatepass"), "x.csv")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.dictionaries(COLUMNS, JSON, max_size=6), max_size=5), st.booleans())
def test_any_objects(rows, as_lines):
    if as_lines:
        use("\n".join(map(json.dumps, rows)).encode(), "x.jsonl")
    else:
        use(json.dumps(rows).encode(), "x.json")
        use(json.dumps(rows).encode(), "x.yaml")
        use(json.dumps({"prompts": ["{{name}}"], "tests": rows}).encode(), "x.json")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_pasted_text(text):
    try:
        assert parse_pasted(text).questions
    except QuestionSetError as error:
        assert str(error)
