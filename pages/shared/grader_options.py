"""The options of each grader as fields: one table says which field an option gets."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import streamlit as st

from core.questions.rules import RULES
from pages.shared.keys import remembered


class Form(StrEnum):
    FLAG = "flag"
    NUMBER = "number"
    TEXT = "text"
    LINES = "lines"
    LONG = "long text"
    JSON = "JSON"


@dataclass(frozen=True)
class OptionField:
    name: str
    label: str
    form: Form
    default: Any = None
    help: str | None = None


_CASE = OptionField("case", "Upper and lower case matter", Form.FLAG, False)
_FIELDS: Mapping[str, tuple[OptionField, ...]] = {
    "number": (
        OptionField("abs", "Difference allowed", Form.NUMBER),
        OptionField("rel", "Difference allowed, as a share of the answer", Form.NUMBER, help="0.01 is one per cent."),
        OptionField("decimals", "Compare after rounding to so many decimals", Form.NUMBER),
        OptionField("decimal_comma", "1,234 means 1.234", Form.FLAG, False),
    ),
    "exact": (_CASE,),
    "contains": (
        OptionField("all", "All of the answers must occur", Form.FLAG, False, "Otherwise one of them is enough."),
        OptionField("whole_words", "As whole words only", Form.FLAG, True),
        _CASE,
        OptionField("none_of", "Must not occur, one a line", Form.LINES),
    ),
    "regex": (
        OptionField("pattern", "Pattern", Form.TEXT, help="With a group in it, the group must be an accepted answer."),
        OptionField("flags", "Flags", Form.TEXT, help="i, m, s or x."),
    ),
    "json": (
        OptionField("schema", "JSON Schema", Form.JSON),
        OptionField("strict", "Nothing but JSON may be written", Form.FLAG, False),
        OptionField("unordered", "The order of lists does not matter", Form.FLAG, False),
    ),
    "constraints": (OptionField("rules", "Rules, as a JSON list", Form.JSON),),
    "code": (
        OptionField("entry_point", "Name of the function", Form.TEXT),
        OptionField("tests", "Tests, as a JSON list", Form.JSON, help='For example [{"args": [2], "expected": 4}]'),
        OptionField("reference", "A right solution (sets the time limit)", Form.LONG),
        OptionField("timeout_s", "Least time limit for a call, in seconds", Form.NUMBER),
        OptionField("prefix", "Code with which the prompt ends", Form.LONG),
    ),
    "rating": (
        OptionField("good_from", "Counts as good from this rating on (1 to 5)", Form.NUMBER, 4),
        OptionField("rubric", "What a good answer has, for the person who rates", Form.LONG),
    ),
}


def edit_options(grader: str, options: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """The options as changed by the person. Text that should be JSON and is not yet stays as text."""
    fields = _FIELDS.get(grader, ())
    changed = {name: value for name, value in options.items() if name in {field.name for field in fields}}
    for field in fields:
        shown = _shown(field, options.get(field.name, field.default))
        given = _ask(field, shown, f"{prefix}_{field.name}")
        if given == shown:
            continue
        value = _read(field, given)
        changed.pop(field.name, None)
        if value not in (None, "", []) and value != field.default:
            changed[field.name] = value
    if grader == "constraints":
        with st.popover("The rules there are"):
            st.markdown("\n".join(f"- `{name}`: {', '.join(sorted(parts))}" for name, parts in RULES.items()))
            st.markdown('For example `[{"rule": "words", "max": 20}, {"rule": "include", "texts": ["river"]}]`')
    return changed


def _ask(field: OptionField, shown: Any, key: str) -> Any:
    remembered(key, shown)
    match field.form:
        case Form.FLAG:
            return st.checkbox(field.label, key=key, help=field.help)
        case Form.TEXT:
            return st.text_input(field.label, key=key, help=field.help)
        case Form.NUMBER:
            return st.text_input(field.label, key=key, help=field.help, placeholder="not set")
        case _:
            text = st.text_area(field.label, key=key, help=field.help, height="content")
    if field.form is Form.JSON and text.strip() and isinstance(_read(field, text), str):
        st.error(f"{field.label}: this is no JSON yet. It is kept as it is.")
    return text


def _shown(field: OptionField, value: Any) -> Any:
    """An option's value as its field shows it."""
    match field.form:
        case Form.FLAG:
            return bool(value)
        case Form.LINES:
            return "\n".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value or "")
        case Form.JSON if value is not None and not isinstance(value, str):
            return json.dumps(value, indent=1, ensure_ascii=False)
    return "" if value is None else str(value)


def _read(field: OptionField, given: Any) -> Any:
    match field.form:
        case Form.LINES:
            return [line.strip() for line in given.splitlines() if line.strip()]
        case Form.NUMBER | Form.JSON:
            try:
                return json.loads(given, parse_constant=_refuse)
            except (ValueError, RecursionError):
                return given
    return given


def _refuse(constant: str) -> None:
    raise ValueError(constant)
