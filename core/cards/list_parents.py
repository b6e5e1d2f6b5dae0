"""What the lines of a list hang under: the item they are indented below, or the short line that leads to the list.

"- Lumen-7B" with "  - MMLU: 63.2" below it, "MMLU" over "  * Lumen-7B: 63.2", "**GSM8K**:" over a list of models.
"""

import re
from collections.abc import Sequence

from core.cards.benchmark_mentions import names_test
from core.cards.markup import plain

_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+•]|\d{1,2}[.)])[ \t]+(?P<text>\S.*)")
_FENCE = re.compile(r" {0,3}(?:```|~~~)")
_BOLD_LINE = re.compile(r"\*\*[^*]+\*\*[:：]?|__[^_]+__[:：]?")
_LONGEST_LEAD = 80


def find_list_parents(lines: Sequence[str], first_line: int) -> dict[int, tuple[str, ...]]:
    """For each line of a list (from 1) what it hangs under, the outermost first; lines under nothing are left out.

    >>> find_list_parents(["Results:", "- MMLU", "  - Lumen: 63.2"], 1)
    {2: ('Results:',), 3: ('Results:', 'MMLU')}
    """
    found: dict[int, tuple[str, ...]] = {}
    above: list[tuple[int, str]] = []  # indent and text of the items a line may hang under
    lead = before = ""
    gap = False
    fenced = False
    for number, line in enumerate(lines[first_line - 1 :], start=first_line):
        if line.lstrip()[:3] in ("```", "~~~") and _FENCE.match(line):
            fenced, above, lead, before = not fenced, [], "", ""
        elif fenced:
            continue
        elif not line.strip():
            gap = True
        elif item := _ITEM.match(line[:400]):
            if before:  # the first item of a list
                lead, before = plain(before) if _leads(before, gap) else "", ""
            indent = len(item["indent"].expandtabs(4))
            above = [entry for entry in above if entry[0] < indent]
            texts = tuple(text for text in (lead, *(text for _, text in above)) if text)
            if texts:
                found[number] = texts
            above.append((indent, plain(item["text"])))
            gap = False
        else:
            indented = above and len(line) - len(line.lstrip()) > above[-1][0]
            if not indented or gap:
                above, lead, before = [], "", line.strip()
            gap = False
    return found


def _leads(text: str, gap: bool) -> bool:
    """True for a short line that ends in a colon or is bold, and for the name of a test right above the list."""
    if len(text) > _LONGEST_LEAD or text.startswith("#"):
        return False
    return bool(text.endswith((":", "：")) or _BOLD_LINE.fullmatch(text) or (not gap and names_test(text)))
