"""YAML of a card, read as data only: front matter, model-index, .eval_results.

YAML from strangers can grow without bound (aliases of aliases) or nest until
the parser's stack ends. So the text is bounded before it is parsed, no tag
builds an object, and the values are counted as they are unfolded. Each entry
keeps its line, so that a score or a bad entry can be shown at its place.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from core.errors import CardError

MAX_YAML_CHARS = 400_000
MAX_DEPTH = 40
MAX_VALUES = 30_000
MAX_YAML_LINES = 15_000
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml where PyYAML was built with it: four times faster


@dataclass(frozen=True)
class Entry:
    """A parsed value and the line it starts on (from 1)."""

    value: Any  # str, list[Entry] or dict[str, Entry]
    line: int

    def get(self, key: str) -> "Entry | None":
        return self.value.get(key) if isinstance(self.value, dict) else None

    def text(self) -> str | None:
        """The scalar as text; None for lists, mappings and empty values."""
        return self.value if isinstance(self.value, str) and self.value not in ("", "null", "~") else None

    def texts(self) -> tuple[str, ...]:
        """A scalar or a list of scalars as texts."""
        entries = self.value if isinstance(self.value, list) else [self]
        return tuple(text for entry in entries if (text := entry.text()) is not None)

    def items(self) -> Iterator["Entry"]:
        if isinstance(self.value, list):
            yield from self.value


def split_front_matter(lines: list[str]) -> tuple[str, int, int]:
    """The YAML between the first two --- lines, the line it starts on, and the line the body starts on.

    Blank lines before the first --- are allowed. Without front matter: ("", 0, 1).
    """
    start = next((i for i, line in enumerate(lines[:20]) if line.strip()), None)
    if start is None or lines[start].strip() != "---":
        return "", 0, 1
    for end in range(start + 1, len(lines)):
        if lines[end].strip() in ("---", "..."):
            return "\n".join(lines[start + 1 : end]), start + 2, end + 2
    return "", 0, 1


def parse_yaml(text: str, *, first_line: int = 1, where: str = "the front matter") -> Entry | None:
    """The YAML as entries with lines; None where it is empty.

    Raises CardError for text that is too large, too deep or unfolds without
    end; yaml.YAMLError for text that is merely malformed.
    """
    if len(text) > MAX_YAML_CHARS:
        raise CardError(f"{where} is {len(text):,} characters long; at most {MAX_YAML_CHARS:,} are read. Shorten it.")
    if text.count("\n") > MAX_YAML_LINES:
        raise CardError(f"{where} has more than {MAX_YAML_LINES:,} lines and is not read. Shorten it.")
    if _depth(text) > MAX_DEPTH:
        raise CardError(f"{where} nests more than {MAX_DEPTH} levels deep and is not read. Flatten it.")
    node = yaml.compose(text, Loader=_LOADER)
    if node is None:
        return None
    return _Unfolder(first_line, where).unfold(node, 0)


def before_error(text: str, error: yaml.YAMLError, first_line: int) -> Entry | None:
    """The entries that stand whole above the one in which the YAML is malformed; None where there are none."""
    marks = [getattr(error, name, None) for name in ("context_mark", "problem_mark")]
    at = min((mark.line for mark in marks if mark is not None), default=0)
    lines = text.split("\n")[: at + 1]
    while lines and not re.match(r"[A-Za-z_]", lines[-1]):
        lines.pop()
    try:
        return parse_yaml("\n".join(lines[:-1]), first_line=first_line)
    except yaml.YAMLError:
        return None


class _Unfolder:
    def __init__(self, first_line: int, where: str) -> None:
        self._first_line, self._where, self._seen = first_line, where, 0

    def unfold(self, node: yaml.Node, depth: int) -> Entry:
        self._seen += 1
        if self._seen > MAX_VALUES or depth > MAX_DEPTH:
            raise CardError(
                f"{self._where} unfolds to more than {MAX_VALUES:,} values, as a YAML bomb does. It is not read."
            )
        line = node.start_mark.line + self._first_line
        if isinstance(node, yaml.SequenceNode):
            return Entry([self.unfold(child, depth + 1) for child in node.value], line)
        if isinstance(node, yaml.MappingNode):
            return Entry(
                {
                    key.value: self.unfold(child, depth + 1)
                    for key, child in node.value
                    if isinstance(key, yaml.ScalarNode)
                },
                line,
            )
        return Entry(str(node.value), line)


def _depth(text: str) -> int:
    """An upper bound of the nesting: brackets, dashes on one line, and steps of indentation."""
    flow = deepest = 0
    for sign in re.findall(r"[\[\]{}]", text):
        flow = flow + 1 if sign in "[{" else max(flow - 1, 0)
        deepest = max(deepest, flow)
    for dashes in re.finditer(r"^[ ]*((?:[-?][ ]+)+)", text, re.MULTILINE):
        deepest = max(deepest, len(re.findall(r"[-?]", dashes[1])))
    steps: list[int] = []
    for line in re.finditer(r"^([ ]*)(?=[^\s#])[^\n]*", text, re.MULTILINE):
        indent = len(line[1])
        while steps and steps[-1] >= indent:
            steps.pop()
        steps.append(indent)
        # Deep text inside a block scalar counts too; real cards stay far below the bound either way.
        deepest = max(deepest, len(steps))
    return deepest
