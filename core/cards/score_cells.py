"""One cell of a table of scores: the value or values it holds, and how they were taken.

A cell may hold two numbers, for two ways of counting ("61.2 / 70.1" under "pass@1 / cons@64") or for a test and its
harder version ("51.5 (47.5)" under "HumanEval (+)"), and a remark in brackets. Cells beside it hold its settings.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from core.cards.settings import Settings, parse_settings
from core.cards.values import Value, parse_pair, parse_value

# The two ways of counting that a pair of numbers stands for: "(pass@1 / cons@64)", "acc / f1".
_WAY = (
    r"(greedy|(?:zero|few|\d{1,3})-shot|(?:(?:non|no|without|with|w/o|w/)[- ]?)?(?:think(?:ing)?|reasoning|cot|tools?)|"
    r"(?:think(?:ing)?|reasoning)[: ](?:on|off)|(?:pass|cons|maj|avg|best)@\d+|"
    r"acc(?:uracy)?|acc_norm|em|f1|strict|loose|bleu|chrf)"
)
_TOLD_PAIR = re.compile(rf"(?i)\b{_WAY} ?/ ?{_WAY}(?!\w)")


# "51.5 (47.5)" under "HumanEval (+)": the harder version of the test stands in brackets.
_WITH_PLUS = re.compile(r"(\d[\d.]*\s?%?)\s*\((\d[\d.]*\s?%?)\)")
_PLUS_NAME = re.compile(r"\s*[(\[/]\s*(?:\+|plus)\s*[)\]]?$", re.IGNORECASE)
_REMARK = re.compile(r"[(\[（][^)\]）]*[^\d\s%.,()±][^)\]）]*[)\]）]")  # "77.0 (maj@32)"


@dataclass(frozen=True)
class CellScore:
    name: str  # of the test, as written
    value: Value
    settings: Settings
    way: tuple[str, str] | None = None  # the two ways as written, and which of them this is


@lru_cache(maxsize=4096)  # the same for every cell of a column or a row
def _settings_around(name: str, beside: Settings, header: str) -> Settings:
    return parse_settings(name).filled(beside).filled(parse_settings(header))


def read_cell(text: str, name: str, header: str, beside: Settings, corner: str = "") -> Iterator[CellScore]:
    """The scores in a cell of the test `name`; what its remark says of the settings goes before what stands outside.

    `corner` is what stands over the labels, and may name the two ways of all pairs of the table.

    >>> [(one.name, one.value.number) for one in read_cell("51.5 (47.5)", "HumanEval (+)", "", Settings())]
    [('HumanEval', 51.5), ('HumanEval+', 47.5)]
    """
    told = ("/" in text and _TOLD_PAIR.search(f"{name} {header}")) or None
    pair = parse_pair(text, told=told is not None)
    if pair and told:
        for half, way in zip(pair, told.groups(), strict=True):
            for one in read_cell(half, name.replace(told[0], way), header.replace(told[0], way), beside):
                yield replace(one, way=(told[0], way))
    elif pair and (told := _TOLD_PAIR.search(corner)):
        for half, way in zip(pair, told.groups(), strict=True):
            yield from read_cell(half, f"{name} ({way})", header, beside)
    elif (both := _WITH_PLUS.fullmatch(text.strip())) and (named := _PLUS_NAME.search(name)):
        bare = name.replace(named[0], "").strip()
        yield from read_cell(both[1], bare, header, beside)
        yield from read_cell(both[2], f"{bare}+", header, beside)
    elif (value := parse_value(text)) is not None:
        remark = _REMARK.search(text)
        around = _settings_around(name, beside, header)
        yield CellScore(name, value, parse_settings(remark[0]).filled(around) if remark else around)


# "5", "8 (CoT)", "4, CoT", "25 / 5"
_COUNTS = re.compile(
    r"\s*(\d{1,3})(?:\s*/\s*(\d{1,3}))?\s*(?:$|[(\[（,;]|(?=[A-Za-z])(?!k\b))", re.ASCII | re.IGNORECASE
)


_WAY_HEADER = re.compile(
    r"(?i)\W*(?:decoding|(?:decoding|inference|reasoning|prompting|thinking|answering|sampling|generation|solution)"
    r"[- ](?:mode|strategy|style|method|approach|type|format)|prompting|"
    r"解码(?:方式|策略)?|推理(?:方式|模式)|추론 방식)\W*"
)
_OF_A_WAY = re.compile(r"\W*([^\W\d_][\w +/-]{1,28}?)\W*")


def column_settings(header: str, text: str) -> Settings:
    """Settings from a cell beside the score: "5" and "5 (CoT)" under "# Shots" mean five shots."""
    found = parse_settings(text)
    if re.search(r"(?i)shot", header) and found.shots is None and (counts := _COUNTS.match(text)):
        first, second = int(counts[1]), int(counts[2] or counts[1])
        found = replace(found, shots=first) if first == second else replace(found, shot_pair=(first, second))
    if re.match(r"(?i)\W*metrics?\W*$", header) and re.search(r"[^\W_]", text) and not re.search(r"(?i)shot", text):
        return Settings(metric=text.strip().lower()[:60]).filled(found)
    if found.mode is None and _WAY_HEADER.fullmatch(header[:60]) and (way := _OF_A_WAY.fullmatch(text)):
        return replace(found, mode=way[1])  # "Hybrid" below "Decoding"
    return found
