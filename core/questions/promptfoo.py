"""promptfoo's assertions in a CSV cell -> a grader.

A cell is "type: value" ("contains: 12 EUR", "regex: \\d+", "icontains-any: yes, ja")
or a bare value, which means equal. Several `__expected` columns must all hold.
Assertions that ask another model or compare meaning become a rating by hand
with the text kept as rubric; those that are program code are refused.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from core.questions.file_text import parse_json
from core.questions.question import GraderSpec

_TYPED = re.compile(r"(not-)?([a-z][a-z-]*)(?:\(([\d.]+)\))?\s*:\s*(.*)", re.DOTALL)
_BARE = re.compile(r"(not-)?(is-json|contains-json)")
_BY_HAND = frozenset(
    {
        "llm-rubric", "grade", "model-graded-closedqa", "model-graded-factuality", "factuality", "g-eval", "similar",
        "answer-relevance", "context-faithfulness", "levenshtein", "rouge-n", "bleu", "select-best", "classifier",
    }
)  # fmt: skip
_CODE = frozenset({"javascript", "python", "fn", "eval", "file", "webhook", "ruby"})
_TEXTUAL = frozenset(
    {
        "equals", "contains", "icontains", "contains-all", "icontains-all", "contains-any", "icontains-any", "regex",
        "starts-with", "is-json", "contains-json",
    }
)  # fmt: skip


@dataclass(frozen=True)
class Expectation:
    """What the cells of one row ask for."""

    grader: GraderSpec
    target: tuple[str, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)


def read_expected(cells: list[str]) -> Expectation:
    """One grader for all assertions of a row.

    Raises ValueError with a sentence for program code, unknown types and
    combinations that no grader holds.

    Example: read_expected(["icontains: Paris"]) ->
    Expectation(GraderSpec("contains", {"case": False, "whole_words": False, "all": False}), ("Paris",))
    """
    parsed = [_parse(cell.strip()) for cell in cells if cell.strip()]
    if not parsed:
        return Expectation(GraderSpec("rating"))
    if any(kind in _BY_HAND for _, kind, _ in parsed):
        # What a program could test stands in the rubric too: nothing of the row is lost.
        told = [
            value if kind in _BY_HAND and not negated else _told(negated, kind, value)
            for negated, kind, value in parsed
        ]
        return Expectation(GraderSpec("rating"), metadata={"rubric": "\n".join(told)})
    if len(parsed) == 1 and not parsed[0][0]:
        return _single(parsed[0][1], parsed[0][2])
    if all(
        kind in {"contains", "icontains", "contains-all", "icontains-all"} and not negated
        for negated, kind, _ in parsed
    ):
        words = tuple(word for _, kind, value in parsed for word in _listed(kind, value))
        case = not all(kind.startswith("i") for _, kind, _ in parsed)
        return Expectation(GraderSpec("contains", {"case": case, "whole_words": False, "all": True}), words)
    return Expectation(GraderSpec("constraints", {"rules": [_rule(*part) for part in parsed]}))


def _parse(cell: str) -> tuple[bool, str, str]:
    """(negated, type, value)."""
    bare = _BARE.fullmatch(cell)
    if bare:
        return bool(bare[1]), bare[2], ""
    match = _TYPED.fullmatch(cell)
    kind = match[2] if match else ""
    if kind in _CODE:
        raise ValueError(f"{kind!r} is program code, which is not run from a file; use contains:, regex: or a grader")
    if match and (kind in _TEXTUAL or kind in _BY_HAND):
        return bool(match[1]), kind, match[4].strip()
    if match and (match[1] or match[3] or "-" in kind):
        raise ValueError(f"the assertion {kind!r} is not known; use equals:, contains:, icontains: or regex:")
    return False, "equals", cell


def _single(kind: str, value: str) -> Expectation:
    match kind:
        case "equals":
            return Expectation(GraderSpec("exact", {"case": True}), (value,))
        case "regex":
            return Expectation(GraderSpec("regex", {"pattern": value}))
        case "starts-with":
            pattern = rf"\A\s*{re.escape(value)}"
            return Expectation(GraderSpec("regex", {"pattern": pattern}))
        case "is-json" | "contains-json" if value:
            return Expectation(GraderSpec("json", {"schema": _schema(value)}))
        case "is-json" | "contains-json":
            return Expectation(GraderSpec("constraints", {"rules": [{"rule": "json"}]}))
        case _:
            options = {"case": not kind.startswith("i"), "whole_words": False, "all": kind.endswith("-all")}
            return Expectation(GraderSpec("contains", options), _listed(kind, value))


def _told(negated: bool, kind: str, value: str) -> str:
    return f"{'not-' if negated else ''}{kind}: {value}".rstrip(": ")


def _schema(value: str) -> dict[str, Any]:
    try:
        schema = parse_json(value)
    except ValueError as error:
        raise ValueError(f"the schema after is-json: is no JSON ({error}); give an object, or leave it out") from error
    if not isinstance(schema, dict):
        raise ValueError("the schema after is-json: is no object; give one, or leave it out")
    return schema


def _listed(kind: str, value: str) -> tuple[str, ...]:
    if not kind.endswith(("-all", "-any")):
        return (value,)
    if value.startswith("["):
        try:
            listed = parse_json(value)
        except ValueError:
            listed = None
        if isinstance(listed, list):
            return tuple(str(part) for part in listed)
    return tuple(part.strip() for part in value.split(",") if part.strip())


def _rule(negated: bool, kind: str, value: str) -> dict[str, Any]:
    """One assertion among several as a rule of core/questions/rules.py."""
    base = kind.removeprefix("i")
    if base in {"contains", "contains-all"} or (negated and base == "contains-any"):
        return {"rule": "exclude" if negated else "include", "texts": list(_listed(kind, value))}
    if negated:
        raise ValueError(f"not-{kind} cannot be asked together with other assertions; use not-contains:")
    match kind:
        case "equals":
            return {"rule": "regex", "pattern": rf"\A\s*{re.escape(value)}\s*\Z"}
        case "regex":
            return {"rule": "regex", "pattern": value}
        case "starts-with":
            return {"rule": "starts_with", "text": value}
        case "is-json" | "contains-json":
            return {"rule": "json", "schema": _schema(value)} if value else {"rule": "json"}
        case _:
            words = "|".join(re.escape(word) for word in _listed(kind, value))
            flag = "(?i)" if kind.startswith("i") else ""
            return {"rule": "regex", "pattern": f"{flag}{words}"}
