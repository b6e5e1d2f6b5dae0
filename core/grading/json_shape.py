"""The json grader: a value is found in the reply and held against a schema or a target.

Options: `schema`, a JSON Schema (draft 2020-12); `strict`, when nothing but the
value may be written; `unordered`, when the order of lists does not count. A
target is JSON text that the value must equal; 1 and 1.0 are equal, true and 1
are not. Patterns in a schema have the time limit of every pattern here, and
nothing is fetched for a `$ref`.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, cast

import jsonschema  # type: ignore[import-untyped,unused-ignore]
import referencing.exceptions
from jsonschema.validators import extend  # type: ignore[import-untyped,unused-ignore]

from core.errors import GradingError
from core.grading.answer import Answer, Verdict, could_not_run, no_answer, right, wrong
from core.grading.patterns import find_pattern
from core.grading.sandbox.values import same, show
from core.grading.text_match import shorten
from core.questions.question import Question

OPTIONS = frozenset({"schema", "strict", "unordered"})
_MAX_STARTS = 200  # places where a value may begin that are tried
_MAX_SIGNS = 200_000
_FENCED = re.compile(r"^ {0,3}(?:```|~~~)(?:json[c5]?|javascript)?[ \t]*\n(.*?)^ {0,3}(?:```|~~~)", re.M | re.S | re.I)

_SIGN = re.compile(r'"(?:[^"\\\n]|\\.)*"?|[\[\]{}]')  # a text, which may hold brackets, or a bracket


class NotJson(Exception):
    """The text holds no valid JSON; the message says where it breaks."""


def grade_json(answer: Answer) -> Verdict:
    """Right when the reply's value meets the schema and equals a target, if there is one."""
    text = answer.run_on.turn
    schema = answer.options.get("schema")
    targets = [_parse(target) for target in answer.question.target]
    if not re.search(r"[\[{]", text) and not answer.options.get("strict", False) and not _is_scalar(text):
        return no_answer("The reply holds no JSON.")
    try:
        value, ended = find_json(text, _wanted_type(schema, targets), strict=bool(answer.options.get("strict", False)))
    except NotJson as fault:
        return wrong(text[:200], f"The reply is no valid JSON: {fault}.")
    ended = ended and (answer.ended or not _stays_open(text))
    read = json.dumps(value, ensure_ascii=False)
    if isinstance(schema, Mapping):
        try:
            fault_in_shape = find_schema_fault(value, schema)
        except TimeoutError:
            return could_not_run("A pattern in the schema takes too long: make it simpler.", read)
        if fault_in_shape:
            return wrong(read, f"The JSON does not fit its schema: {fault_in_shape}.", clear=ended)
    if targets and not any(_equal(value, target, answer.options) for target in targets):
        return wrong(read, f"The JSON is {show(value)}; the target is {show(targets[0])}.", clear=ended)
    return right(read, "The JSON is as demanded.", clear=ended)


def find_json(text: str, wanted: type | None = None, *, strict: bool = False) -> tuple[Any, bool]:
    """The value that a reply holds, and whether it was complete in itself. Raises NotJson.

    The last fenced block that parses, else the last object or list in the
    text; of the `wanted` type if there is one of it.

    >>> find_json('Sure: {"a": [1]} as asked')
    ({'a': [1]}, True)
    """
    text = text.strip()[:_MAX_SIGNS]
    try:
        value = _parse(text)
        return value, isinstance(value, dict | list)
    except NotJson as fault:
        if strict:
            raise NotJson(f"something else than JSON is written ({fault})") from None
        first_fault = fault
    values = [value for block in _FENCED.finditer(text) if (value := _parsed(block[1])) is not _NOTHING]
    values = values or list(_values_within(text))
    fitting = [value for value in values if wanted is None or isinstance(value, wanted)] or values
    if not fitting:
        raise first_fault
    return fitting[-1], True


def find_schema_fault(value: Any, schema: Mapping[str, Any]) -> str | None:
    """Where `value` breaks `schema`, in words; None when it fits. Raises GradingError for a faulty schema."""
    try:
        fault = next(_validator()(dict(schema)).iter_errors(value), None)
    except (jsonschema.exceptions.SchemaError, jsonschema.exceptions.UnknownType, TypeError, AttributeError) as error:
        raise GradingError(f"The schema makes no sense: {shorten(str(error), 120)}.") from error
    except referencing.exceptions.Unresolvable as error:
        raise GradingError(f"The schema refers to {error.ref!r}, which it does not hold.") from error
    except RecursionError:
        return "it is nested too deeply"
    if fault is None:
        return None
    place = "".join(f"[{step!r}]" for step in fault.absolute_path)
    return f"{shorten(fault.message, 120)}{f' at {place}' if place else ''}"


def check_json(question: Question) -> list[str]:
    schema = question.grader.options.get("schema")
    problems = []
    if schema is None and not question.target:
        problems.append("A json question needs the option 'schema' or a target.")
    if schema is not None:
        problems += find_schema_problems(schema)
    for target in question.target:
        if _parsed(target) is _NOTHING:
            problems.append(f"The target {show(target)} is no valid JSON.")
    return problems


def find_schema_problems(schema: Any) -> list[str]:
    """What is wrong with a JSON Schema, in sentences; [] when values can be held against it."""
    if not isinstance(schema, Mapping):
        return [f"The schema must be an object, not {show(schema)}."]
    try:
        jsonschema.Draft202012Validator.check_schema(dict(schema))
        find_schema_fault({}, schema)
    except jsonschema.exceptions.SchemaError as error:
        return [f"The schema makes no sense: {shorten(error.message, 120)}."]
    except (GradingError, TimeoutError) as error:
        return [str(error)]
    return []


@cache
def _validator() -> Any:
    """A validator whose patterns have a time limit."""

    def pattern(_validator: Any, expression: str, value: Any, _schema: Any) -> Iterator[Any]:
        if isinstance(value, str) and find_pattern(expression, value) is None:
            yield jsonschema.ValidationError(f"{show(value)} does not match {expression!r}")

    def pattern_properties(validator: Any, patterns: Mapping[str, Any], value: Any, _schema: Any) -> Iterator[Any]:
        for expression, subschema in patterns.items() if isinstance(value, dict) else ():
            for key, item in value.items():
                if find_pattern(expression, key) is not None:
                    yield from validator.descend(item, subschema, path=key, schema_path=expression)

    made = extend(  # type: ignore[no-untyped-call]
        jsonschema.Draft202012Validator, {"pattern": pattern, "patternProperties": pattern_properties}
    )
    return cast(Any, made)


_NOTHING = object()


def _parse(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise NotJson(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except ValueError as error:
        raise NotJson(str(error)) from None
    except RecursionError:
        raise NotJson("it is nested too deeply") from None


def _parsed(text: str) -> Any:
    try:
        return _parse(text)
    except NotJson:
        return _NOTHING


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _values_within(text: str) -> Iterator[Any]:
    """Objects and lists that stand in other text, outermost ones, from left to right."""
    decoder = json.JSONDecoder(parse_constant=_refuse_constant)
    position = 0
    for _ in range(_MAX_STARTS):
        start = re.compile(r"[\[{]").search(text, position)
        if start is None:
            return
        try:
            value, position = decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            position = start.end()
        else:
            yield value


def _stays_open(text: str) -> bool:
    """Whether a value that the text begins is still open at its end, so that a whole value within it is a part.

    >>> _stays_open('[{"a": 1}, {"a"'), _stays_open('[{"a": 1}] and')
    (True, False)
    """
    depth = 0
    for sign in _SIGN.finditer(text[:_MAX_SIGNS]):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign[0], 0)
        depth = max(depth, 0)
    return depth > 0


def _is_scalar(text: str) -> bool:
    return _parsed(text.strip()[:1000]) is not _NOTHING


def _wanted_type(schema: Any, targets: list[Any]) -> type | None:
    named = schema.get("type") if isinstance(schema, Mapping) else None
    if named in ("object", "array"):
        return dict if named == "object" else list
    return type(targets[0]) if targets and isinstance(targets[0], dict | list) else None


def _equal(value: Any, target: Any, options: Mapping[str, Any]) -> bool:
    if options.get("unordered", False):
        value, target = _in_order(value), _in_order(target)
    return same(value, target)


def _in_order(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _in_order(item) for key, item in value.items()}
    return sorted(map(_in_order, value), key=repr) if isinstance(value, list) else value
