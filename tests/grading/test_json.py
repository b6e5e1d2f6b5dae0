"""JSON is found in replies and held against schemas and targets."""

import time

import pytest

from core.errors import GradingError
from core.grading.json_shape import find_schema_fault
from core.grading.outcome import Outcome
from core.inference.exchange import FinishReason

PET = {
    "type": "object",
    "properties": {"name": {"type": "string", "minLength": 1}, "age": {"type": "integer", "minimum": 0}},
    "required": ["name", "age"],
    "additionalProperties": False,
}
GOOD = '{"name": "Rex", "age": 3}'


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```",
        f"Here it is:\n\n```json\n{GOOD}\n```\n\nDo you need more [of this]?",
        f"Sure! {GOOD} is what you asked for.",
        f"<think>{{}}</think>{GOOD}",
        '{"name": "x"} was my first try.\n\n' + GOOD,
        f"[1] says: {GOOD}",
        f"{GOOD}<|im_end|>",
        '{\n  "name": "Rex",\n  "age": 3.0\n}',
    ],
)
def test_a_value_is_found_wherever_it_stands(grade_text, text):
    found = grade_text("json", text, schema=PET)
    assert found.outcome is Outcome.RIGHT, found.why


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"name": "Rex"}', "'age' is a required property"),
        ('{"name": "Rex", "age": -1}', "less than the minimum"),
        ('{"name": "Rex", "age": "3"}', "not of type 'integer' at ['age']"),
        ('{"name": "Rex", "age": 3, "kind": "dog"}', "kind"),
        ("{'name': 'Rex', 'age': 3}", "no valid JSON: line 1"),
        ('{"name": "Rex", "age": 3,}', "no valid JSON"),
        ('{"name": "Rex", "age": NaN}', "NaN is no JSON"),
        ('["Rex", 3]', "not of type 'object'"),
    ],
)
def test_what_does_not_fit_is_named(grade_text, text, told):
    found = grade_text("json", text, schema=PET)
    assert found.outcome is Outcome.WRONG and told in found.why, found.why


def test_no_json_at_all_is_no_answer(grade_text):
    assert grade_text("json", "Rex is three.", schema=PET).outcome is Outcome.NO_ANSWER


def test_strict_wants_nothing_else(grade_text):
    assert grade_text("json", GOOD, schema=PET, strict=True).outcome is Outcome.RIGHT
    assert grade_text("json", f"Sure: {GOOD}", schema=PET, strict=True).outcome is Outcome.WRONG


def test_a_target_is_compared_by_value_and_type(grade_text):
    target = '{"a": [1, 2.5], "b": null}'
    assert grade_text("json", '{"b": null, "a": [1.0, 2.5]}', target).outcome is Outcome.RIGHT
    assert grade_text("json", '{"b": null, "a": [2.5, 1]}', target).outcome is Outcome.WRONG
    assert grade_text("json", '{"b": null, "a": [2.5, 1]}', target, unordered=True).outcome is Outcome.RIGHT
    assert grade_text("json", '{"b": false, "a": [1, 2.5]}', target).outcome is Outcome.WRONG
    assert grade_text("json", "true", "1").outcome is Outcome.WRONG
    assert grade_text("json", "The list is [3, 4]", "[3, 4]").outcome is Outcome.RIGHT


def test_a_whole_value_before_the_cut_is_read(grade_text):
    cut = FinishReason.LENGTH
    assert grade_text("json", f"{GOOD}\n\nThis object", schema=PET, finish=cut).outcome is Outcome.RIGHT
    assert grade_text("json", '{"name": "Rex", "age"', schema=PET, finish=cut).outcome is Outcome.CUT_OFF


@pytest.mark.slow
def test_patterns_in_a_schema_have_a_time_limit(grade_text):
    schema = {"type": "object", "properties": {"a": {"pattern": "(?:a+)+(?:a+)+(?:a+)+[bc]"}}}
    start = time.process_time()
    found = grade_text("json", '{"a": "' + "a" * 5000 + '!"}', schema=schema)
    assert time.process_time() - start < 3
    assert found.outcome is Outcome.COULD_NOT_RUN
    keys = {"type": "object", "patternProperties": {"^n_": {"type": "integer"}}}
    assert grade_text("json", '{"n_a": "x"}', schema=keys).outcome is Outcome.WRONG
    assert grade_text("json", '{"n_a": 1}', schema=keys).outcome is Outcome.RIGHT


def test_nothing_is_fetched_for_a_schema():
    with pytest.raises(GradingError, match="refers to"):
        find_schema_fault({}, {"$ref": "http://127.0.0.1:9/schema.json"})


def test_a_schema_that_makes_no_sense_is_refused():
    with pytest.raises(GradingError, match="makes no sense"):
        find_schema_fault({}, {"type": "no such type"})


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 50_000, "{}" * 100_000, "[1," * 100_000, '{"' + "a" * 200_000]
)
def test_monstrous_json_costs_little(grade_text, text):
    start = time.process_time()
    assert grade_text("json", text, schema=PET).outcome in (Outcome.WRONG, Outcome.NO_ANSWER)
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    "text", ['{"name": "\\ud83d", "age": 3}', '{"name": "Rex", "age": "\\udc00"}', '{"\\ud800": 1}']
)
def test_half_of_a_surrogate_pair_can_be_graded_and_kept(grade_text, text):
    found = grade_text("json", text, schema=PET)
    assert f"{found.read}{found.why}".encode()


@pytest.mark.parametrize(
    "text", ['[{"name": "Rex", "age": 3}, {"name": "Bo", "a', '{"pet": {"name": "Rex"}, "note": "cut']
)
def test_a_whole_part_of_a_value_that_the_budget_cut_is_not_the_value(grade_text, text):
    assert grade_text("json", text, schema={"type": "array"}, finish=FinishReason.LENGTH).outcome is Outcome.CUT_OFF
