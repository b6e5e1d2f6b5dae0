"""The rows above the numbers of a table: names with their parts below them, and headers a test harness would print."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.cards.benchmark_mentions import names_test
from core.cards.grids import Cell
from core.cards.settings import is_setting
from core.cards.values import is_missing, parse_value

MAX_LABEL_CHARS = 200  # no longer one is a name, and patterns need time by the square of a length


def names_parts(head: Sequence[Cell], below: Sequence[Cell]) -> bool:
    """True for "|  | MMLU |  | GSM8K |  |" over "| Model | 0-shot | 5-shot | 0-shot | 8-shot |".

    The corner may stand in either row; where it stands in the first, a test of one part has none below it.
    """
    blank = [not cell.text.strip() for cell in head]
    if len(below) != len(head) or not any(blank[2:]) or all(blank[1:]):
        return False
    if any(parse_value(cell.text) is not None for cell in below[1:]):
        return False
    if blank[0]:
        return all(cell.text.strip() for cell in below[1:])
    parts = [cell.text for cell, bare in zip(below[1:], blank[1:], strict=True) if bare]
    named = all(is_setting(text) for text in parts) or any(names_test(cell.text[:MAX_LABEL_CHARS]) for cell in head)
    return not below[0].text.strip() and not any(map(is_missing, parts)) and named


def carried_on(head: Sequence[Cell]) -> tuple[Cell, ...]:
    """The header with each blank cell filled from the one on its left, as a merged cell would be."""
    filled: list[Cell] = []
    for j, cell in enumerate(head):
        carried = j > 1 and not cell.text.strip()
        filled.append(replace(filled[-1], spanned=True) if carried else cell)
    return tuple(filled)


def is_sub_header(row: Sequence[Cell]) -> bool:
    """A row under the header with no label of its own: shots, metrics, the opponent of a win rate, lengths."""
    texts = [cell.text for cell in row]
    filled = [text for text in texts[1:] if not is_missing(text)]
    if texts[0].strip() or not filled:
        return False
    lengths = [int(text) for text in filled if text.isdecimal() and len(text) < 8]
    rising = len(lengths) == len(filled) > 1 and lengths[0] > 200 and lengths == sorted({*lengths})
    return rising or not any(parse_value(text) is not None for text in filled)


_HARNESS_METRIC = re.compile(
    r"(?i)acc(?:uracy)?(?:_norm)?|exact_match|f1|em|mc[12]|bleu|pass@\d+|multiple_choice_grade"
)


def harness_header(row: Sequence[Cell]) -> list[str] | None:
    """The header of a row as lm-eval prints it, copied without one: "|hellaswag|1|none|10|acc_norm|↑|0.78|±|0.004|"."""
    texts = [cell.text.strip() for cell in row]
    if len(texts) < 6 or texts[-2] != "±" or not names_test(texts[0][:MAX_LABEL_CHARS]):
        return None
    at = next((j for j, text in enumerate(texts) if _HARNESS_METRIC.fullmatch(text)), None)
    if at is None or at < 2:
        return None
    middle = ["Version", *("Filter" for _ in range(at - 3)), *(["n-shot"] if at > 2 else [])][: at - 1]
    between = len(texts) - at - 4  # an arrow may stand before the value
    return ["Tasks", *middle, "Metric", *("" for _ in range(between)), "Value", "", "Stderr"] if between >= 0 else None


def is_first_of_data(rows: Sequence[Sequence[Cell]]) -> bool:
    """True where a table has no header and its first row is like the others: "| MMLU | 61.2 |" over "| GSM8K | 50.1 |".

    Years, lengths and shots stand over columns as well: where there are several, they are written without decimals.
    """
    texts = [cell.text.strip()[:MAX_LABEL_CHARS] for cell in rows[0]]
    label = next((j for j, text in enumerate(texts[:3]) if parse_value(text) is None and names_test(text)), None)
    values = {j: value for j, text in enumerate(texts) if (value := parse_value(text)) is not None}
    if label is None or not values or min(values) < label or any(map(names_test, texts[label + 1 :])):
        return False
    below = [row for row in rows[1:] if any(cell.text.strip() for cell in row)]
    tests = sum(names_test(row[label].text.strip()[:MAX_LABEL_CHARS]) for row in below)
    if 2 * tests < len(below):
        return False
    exact = all(value.decimals or value.percent_sign for value in values.values())
    return exact or (len(values) == 1 and all(10 <= value.number <= 100 for value in values.values()))
