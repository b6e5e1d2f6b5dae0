"""Lines that each keep one measurement, as a spreadsheet of results does, under no header::

    - lumen-7b.Q2_K.gguf,-,Hellaswag,86.8,,1000,2024-01-29 01:40:00,,7b,,4096,,,GGUF,lab,somebody,

Read as a sentence, each of their numbers might be the score; the one behind the test's name is.
"""

import re
from itertools import pairwise, takewhile

from core.cards.benchmark_mentions import names_test
from core.cards.column_splits import is_value
from core.cards.name_words import looks_like_model

_MARK = re.compile(r"^\s{0,6}(?:[-*+•] )?\s*")
_WORD = re.compile(r"[^\W\d_][\w@() +.-]{1,40}")
_PERPLEXITY = re.compile(r"(?i)(?:wiki-?text|ptb|c4|perplexity|ppl)\b")
_LEAST_COMMAS, _MOST_CHARS, _FIRST_FIELDS = 4, 400, 5
MOST_RECORDS = 100


def records_as_items(lines: list[str]) -> list[str]:
    """The lines from the first on that are such records, as "- file: test: value"; empty where the first is none.

    Where the test stands in a line is told by the first, whose test must be known; perplexities become lines of words.

    >>> records_as_items(["- lumen-7b.Q2_K.gguf,-,Hellaswag,86.8,,1000,2024-01-29,,7b", "And now the next:"])
    ['- lumen-7b.Q2_K.gguf: Hellaswag: 86.8']
    >>> records_as_items(["- Lumen-7B, a model for code, scores 61.2 on MMLU, 50.1 on GSM8K, and 40.2 on MBPP"])
    []
    """
    first = _fields(lines[0])
    pairs = enumerate(pairwise(first[1 : _FIRST_FIELDS + 1]), start=1)
    at = next((at for at, (test, value) in pairs if is_value(value) and names_test(test)), None)
    if at is None:
        return []
    items = (_as_item(_fields(line), at) for line in lines)
    return [item for item in takewhile(lambda item: item is not None, items) if item is not None]


def _fields(line: str) -> list[str]:
    if len(line) > _MOST_CHARS or line.count(",") < _LEAST_COMMAS:
        return []
    fields = [field.strip() for field in _MARK.sub("", line, count=1).split(",")]
    name = fields[0]
    return fields if " " not in name and (name.casefold().endswith(".gguf") or looks_like_model(name)) else []


def _as_item(fields: list[str], at: int) -> str | None:
    if len(fields) <= at + 1 or not _WORD.fullmatch(fields[at]) or not is_value(fields[at + 1]):
        return None
    if _PERPLEXITY.match(fields[at]):
        return f"- {fields[0]}: perplexity on {fields[at]}"
    return f"- {fields[0]}: {fields[at]}: {fields[at + 1]}"
