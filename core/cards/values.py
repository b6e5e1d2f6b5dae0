"""A table cell or a word as a score: number, scale and spread, or nothing.

Sizes, token counts, dates and times carry a unit and are never scores.
"""

import math
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from core.catalogue.benchmarks import Benchmark

_MISSING = frozenset(
    {"", "-", "--", "---", "–", "—", "n/a", "na", "nan", "inf", "oom", "none", "null", "tbd", "x", "✗", "/", "?", "·"}
)
_NUMBER = re.compile(
    r"""^[≈~<>≤≥]?\s*
        (?P<number>[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-+]?\d+(?:[.,]\d+)?|\.\d{2,4})
        \s*(?P<unit>%|％|pp|pts?\.?|points|acc\.?|pass@\d+|/\s*100|/\s*10|分|점|[↑↓])?
        (?P<tail>(?:\s*(?:[*†‡§^¹²³⁴✱#↑↓]|(?:±|\+/-|\+-)\s*\d+(?:[.,]\d+)?%?|\([^()]{0,40}\)|\[[^\[\]]{0,20}\]|\\\*|🏆|🥇|🥈|🥉|🔥))*)$""",
    re.VERBOSE,
)
_PAIR = re.compile(r"^(\d{1,3}\.\d+)\s?%?\s*/\s*(\d{1,3}\.\d+|[-–—])\s?%?$")  # two metrics in one cell: "57.88 / 71.06"
_TOLD_PAIR = re.compile(r"^(\d{1,4}(?:\.\d+)?)\s?%?\s*/\s*(\d{1,4}(?:\.\d+)?|[-–—])\s?%?$")
# "54,3 ± 1,4", "0,512 / 0,601": decimals, where one of the two cannot be thousands.
_TWO_COMMAS = re.compile(
    r"^(?=0,|\d{1,3},(?:\d{1,2}|\d{4,6})(?!\d)|.{4,20}[^\d,](?:0,\d{1,6}|\d{1,3},(?:\d{1,2}|\d{4,6}))\s?%?$)"
    r"(\d{1,3}),(\d{1,6}\s?%?\s?(?:±|\+/?-|/)\s?\d{1,3}),(\d{1,6}\s?%?)$"
)
_COUNTED_SHARE = re.compile(r"^\d{1,5}\s*/\s*(?P<all>\d{1,5})\s*[=≈→(]\s*(?P<share>\d[\d.]*\s?%)\s*\)?$")
_SPREAD = re.compile(r"(?:±|\+/-|\+-)\s*(\d+(?:[.,]\d+)?)")
_COUNT_BEHIND = re.compile(
    r"[(\[]\s?(?:(\d{1,5})\s?(?:/|(?:out )?of)|n\s?=)\s?(\d{2,5}|\d{1,3},\d{3})"
    r"(?:\s(?!seeds|runs|tries|trials|votes)[a-z]{4,10})?\s?[)\]]"
)
_LEAST_ASKED = 20  # a smaller number may be of seeds, tries or shots
# "1 214", "1’214": thousands set apart by a space or an apostrophe.
_SPACED_THOUSANDS = re.compile(r"^([≈~]?[1-9]\d{0,2})[ '’](\d{3})(?=$|[ ,.±(%])")
_FRACTION = re.compile(r"^(\d{1,4})\s*/\s*(\d{1,4})$")


@dataclass(frozen=True)
class Value:
    number: float
    percent_sign: bool = False
    fraction: bool = False  # written as "4/30" or ".29"; number is the share
    decimals: int = 0
    count: int | None = None  # of questions, where the cell gives it: 30 of "4/30"
    spread: float | None = None  # behind "±", in the unit of the number


def is_missing(text: str) -> bool:
    return text.strip().casefold() in _MISSING


def parse_pair(text: str, *, told: bool = False) -> tuple[str, str] | None:
    """The two numbers of a cell such as "41.5 / 60.5", as written; `told` says that "41 / 60" is no share of 60."""
    if "/" not in text:
        return None
    pair = (_TOLD_PAIR if told else _PAIR).match(_TWO_COMMAS.sub(r"\1.\2.\3", text.strip()))
    return (pair[1], pair[2]) if pair else None


_RAISED = re.compile(r"(?<=[\d%)\]])\s?[¹²³⁰⁴-⁹]{1,3}(?![\w])")  # a footnote's mark, no digit of the number
_LATEX = re.compile(r"\\(?:math|text)?(?:bf|rm|it|tt|sf|bold)?(?:text|series)?\s?\{([^{}]{0,40})\}")
_LATEX_SPREAD = re.compile(r"(?:[_^]\{?|\{)\s?(?:\\pm|±|[+-])[^{}$]{0,12}\}?")
_FROM_TO = re.compile(r"^[^→⟶➡]{1,20}(?:→|⟶|➡️?)\s*(?=\S)")
_SIGN_BEFORE = re.compile(r"^[^\w.+\-<>≈~≤≥(\\]{1,6}\s?(?=[\d.])")
_SIGN_AFTER = re.compile(
    r"(?<=[\d%])\s?(?:[⬆⬇▲▼△▽✅✓✔☑⭐★☆🆕🚀💥]\ufe0f?){1,3}$|(?<=\d)\?$|(?<=[\d%])\s?[↑↓]\s?\d[\d.]*%?$"
)


def _bare(text: str) -> str:
    """A cell without footnote marks, LaTeX, arrows and signs around its number; "58.0 → 61.2" is 61.2."""
    if text.isascii() and not any(sign in text for sign in "$\\?"):
        return text
    cell = _RAISED.sub("", text)
    if "\\" in cell or "$" in cell:
        cell = _LATEX_SPREAD.sub("", _LATEX.sub(r"\1", cell.replace("\\%", "%").replace("$", "")))
    return _SIGN_AFTER.sub("", _SIGN_BEFORE.sub("", _FROM_TO.sub("", cell).strip()))


def _count_of(behind: re.Match[str], number: float, *, spread: bool) -> int | None:
    """How many questions were asked: 200 of "77.5 (155/200)", where it is the value, and of "77.5 (200 of 12,032)".

    None where the number may be of something else: of seeds in "61.2 ± 0.4 (n=30)", which has a spread.
    """
    whole = int(behind[2].replace(",", ""))
    if not behind[1]:
        return whole if whole >= _LEAST_ASKED and not spread else None
    part = int(behind[1])
    if any(abs(100 * part / max(whole, 1) - points) < 0.6 for points in (number, 100 * number)):
        return whole
    return part if whole >= 1000 and _LEAST_ASKED <= part < whole else None


@lru_cache(maxsize=16_384)
def parse_value(text: str) -> Value | None:
    """The number of a score cell, the first of two; None for anything with another unit.

    >>> parse_value("0.6295(100%)").number, parse_value("20.0 ± 1.2").number, parse_value("8.54GB")
    (0.6295, 20.0, None)
    """
    cell = unicodedata.normalize("NFKC", _bare(text)).replace("\\*", "*").strip().strip("*_` ")
    if " " in cell or "'" in cell or "’" in cell:
        cell = _SPACED_THOUSANDS.sub(r"\1\2", cell)
    count = None
    if told := _COUNTED_SHARE.match(cell):  # "148/198 = 74.75%"
        cell, count = told["share"], int(told["all"])
    if "," in cell:
        cell = _TWO_COMMAS.sub(r"\1.\2.\3", cell)
    if fraction := _FRACTION.match(cell):
        right, total = int(fraction[1]), int(fraction[2])
        return (
            Value(round(right / total, 4), fraction=True, decimals=3, count=total)
            if total > 0 and right <= total and total not in (10, 100)
            else None
        )
    pair = _PAIR.match(cell)
    match = _NUMBER.match(pair[1] if pair else cell)
    if not match:
        return None
    written = match["number"]
    written = (
        written.replace(",", "")
        if (re.search(r",\d{3}(?!\d)", written) and "." in written)
        or written.count(",") > 1
        or re.fullmatch(r"[-+]?[1-9]\d{0,2},\d{3}", written)
        else written.replace(",", ".")
    )
    number = float(written)
    if not math.isfinite(number) or abs(number) > 1e6:
        return None
    percent_sign = "%" in (match["unit"] or "")
    spread = None
    if tail := match["tail"]:  # "61.2 ± 1.4", "77.5 (31/40)", "77.5 (n=40)"
        behind = _SPREAD.search(tail)
        spread = float(behind[1].replace(",", ".")) if behind else None
        counted = _COUNT_BEHIND.search(tail) if count is None else None
        spread_told = any(sign in text for sign in ("±", "+/-", "+-", "\\pm"))
        count = _count_of(counted, number, spread=spread_told) if counted else count
    share = written[0] == "." and not percent_sign
    return Value(number, percent_sign, share, len(written.partition(".")[2]), count or None, spread)


def scale_of(value: Value, benchmark: Benchmark | None, shares: bool, marks: bool = False) -> str:
    """share, percent, rating, elo or number.

    `shares` says that its neighbours all lie between 0 and 1, `marks` that a judge gives marks from 1 to 10.
    """
    benchmark_scale = benchmark.scale.kind.value if benchmark else None
    if value.fraction:
        return "share"
    if value.percent_sign:
        return "percent" if 0 <= value.number <= 100 else "number"
    if marks and 0 <= value.number <= 10:
        return "rating"
    if benchmark_scale == "elo" and value.number > 100:
        return "elo"
    # One point of a hundred lies far below guessing: 0.91 on MMLU is 91 %.
    above_guessing = benchmark is not None and (benchmark.chance or 0) >= 0.05 and value.number > 0
    if 0 <= value.number <= 1 and (shares or value.decimals >= 3 or above_guessing):
        return "share"
    return "percent" if 0 <= value.number <= 100 else "number"
