"""Columns beside scores that tell how large the models are or how much they read, by a legend or by their values.

"PS: parameter size. T: tokens" above a table explains two of its headers; and a column that gives "Wren-7B" a 7 and
"Tern-1.3B" a 1.3 repeats their sizes, whatever it is called.

>>> told_as_size("PS", "PS: parameter size. T: tokens."), told_as_size("MM", "MM: MMLU. T: tokens.")
(True, False)
"""

import re
from collections.abc import Sequence

from core.cards.name_words import words_of
from core.cards.values import parse_value

_MOST_SIGNS = 12
_QUANTITY = re.compile(
    r"(?i)[\"“'*_(]{0,3}(?:the )?(?:(?:number|amount|count|size|total|quantity|billions?|trillions?) (?:of )?|"
    r"(?:the |our |model |models['’]? |training |pre-?training |total |active |non-embedding |context |size of |"
    r"volume of |in )){0,4}"
    r"(?:param\w*|tokens?|sizes?|weights|context|length|window|layers|depth|width|flops|compute|epochs?|steps?|"
    r"gpus?|hours|memory|latency|speed|throughput|cost|price|year|date|licen[cs]e|languages|"
    r"(?:training )?data(?:set)?(?: (?:size|volume|amount))?|billions?|trillions?)\b|"
    r"[(（]?(?:模型)?(?:参数|规模|训练(?:数据|量|token)|词元|上下文|파라미터|크기|토큰|パラメータ|トークン)"
)
_MEANS = (
    r"[\"”'*_)`]{0,3}\s?(?:[:：=]|\b(?:stands? for|denotes?|means|indicates?|refers? to|represents?|is|are|for)\b|"
    r"表示|为|指|\()\s?"
)


def told_as_size(header: str, words: str) -> bool:
    """True where the words around a table explain a short header as a size, tokens and the like."""
    bare = header.strip(" *_()#")
    if not 0 < len(bare) <= _MOST_SIGNS or bare not in words or not bare[0].isalpha():
        return False
    found = re.search(rf"(?<![\w-])[\"“'*_(`]{{0,3}}{re.escape(bare)}{_MEANS}", words)
    return bool(found and _QUANTITY.match(words, found.end()))


_UNITS = {"m": 1e-3, "b": 1.0, "t": 1e3}
_APART = 1.5  # sizes as near as 7 and 8 billion may be met by marks up to ten
_MOST_LABELS = 60


def repeats_sizes(labels: Sequence[str], values: Sequence[str]) -> bool:
    """True where the values are the sizes that the names beside them tell, in billions, and these are wide apart.

    >>> repeats_sizes(["Wren-7B", "Tern-1.3B"], ["6.9", "1.3"]), repeats_sizes(["A-7B", "B-8B"], ["7.1", "8"])
    (True, False)
    """
    told: list[float] = []
    for label, value in zip(labels[:_MOST_LABELS], values, strict=False):
        sizes = [size for size in words_of(label).sizes if "x" not in size] if any(map(str.isdigit, label)) else []
        number = parse_value(value)
        if len(sizes) == 1 and number is not None:
            size = float(sizes[0][:-1]) * _UNITS[sizes[0][-1]]
            if abs(number.number - size) > size * 0.1:
                return False
            told.append(size)
    return len(told) > 1 and max(told) >= _APART * min(told)
