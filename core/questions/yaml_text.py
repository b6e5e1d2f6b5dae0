"""YAML of a question file, read without letting it build objects or grow.

PyYAML's safe loader makes plain values only, but an alias may stand for a list
of aliases and so on: ten lines can mean a billion values. Aliases are refused.
"""

import re
from math import isfinite
from typing import Any

import yaml

from core.errors import QuestionSetError
from core.questions.file_text import without_halves

SIZE_CHARACTERS_AT_MOST = 300_000  # the loader takes seconds for one MB


class _PlainLoader(yaml.SafeLoader):
    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()  # type: ignore[no-untyped-call]
            raise yaml.YAMLError(f"line {event.start_mark.line + 1} has an alias (*{event.anchor}); write it out")
        return super().compose_node(parent, index)


# Only what JSON knows is more than text: YAML 1.1 would make 750 of 12:30, True of "on" and a date of 2024-05-01.
_PlainLoader.yaml_implicit_resolvers = {}
for _tag, _pattern, _first in (
    ("null", r"~|null|", ["~", "n", ""]),
    ("bool", r"true|false", ["t", "f"]),
    ("int", r"-?(?:0|[1-9][0-9]{0,17})", list("-0123456789")),
    ("float", r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,17}", list("-0123456789")),
):
    _PlainLoader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(rf"^(?:{_pattern})$"), _first)


def parse_yaml(text: str, name: str) -> Any:
    """The value of a YAML text. Raises QuestionSetError, with the line where there is one."""
    if len(text) > SIZE_CHARACTERS_AT_MOST:
        raise QuestionSetError(
            f"{name} has over {SIZE_CHARACTERS_AT_MOST / 1e3:.0f} kB of YAML: give it as JSON or CSV."
        )
    try:
        return without_halves(_as_json(yaml.load(text, Loader=_PlainLoader)))  # a subclass of the safe loader
    except RecursionError as error:
        raise QuestionSetError(f"{name} is no YAML that can be read: nested too deeply.") from error
    except (yaml.YAMLError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f", line {mark.line + 1}" if mark is not None else ""
        told = getattr(error, "problem", None) or str(error)
        raise QuestionSetError(f"{name}{place} is no YAML that can be read: {told}.") from error


def _as_json(value: Any) -> Any:
    """What a tag such as !!set or !!binary makes is told as text; so is the key of a mapping."""
    if isinstance(value, dict):
        return {str(key): _as_json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_as_json(item) for item in value]
    is_plain = value is None or isinstance(value, (str, bool, int)) or (isinstance(value, float) and isfinite(value))
    return value if is_plain else str(value)
