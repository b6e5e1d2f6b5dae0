"""Which questions of a test a score's name says were asked, and which answers it counted.

Names that mean one test (core/catalogue/benchmark_names.py) may still ask other questions of it, "MBPP (sanitized)"
and MBPP, or count other answers, "GSM8K (strict-match)" and "GSM8K (flexible-extract)". What two names state
differently sets their scores apart. A part of the questions that one name states and the other leaves out is the
smaller test where nobody would leave it out, and is said as a caution where many do: the validation set, the months
of a test that grows.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from core.cards.noise import part_of
from core.cards.reading import ReportedScore
from core.catalogue.benchmark_names import find_benchmark

_COUNTED = (
    (re.compile(r"\bstrict\b"), "strict"),
    (re.compile(r"\bflexible\b"), "flexible"),
    (re.compile(r"\bloose\b"), "loose"),
)
_LEVELS = (
    (re.compile(r"\binst(?:ruction)?\b"), "by instruction"),
    (re.compile(r"\bprompt\b"), "by prompt"),
    (re.compile(r"\b(?:avg|average|mean)\b"), "average"),
)
_LENGTHS = (  # of the answers that a judge prefers
    (re.compile(r"\blc\b|\blength[- ]control\w*"), "length-controlled"),
    (re.compile(r"\b(?:wr|win ?rates?|raw)\b(?<!lc wr)(?<!lc win rate)(?<!controlled win rate)"), "raw"),
)
_FORMS = (
    (re.compile(r"\bmc ?1\b"), "MC1"),
    (re.compile(r"\bmc ?2\b"), "MC2"),
    (re.compile(r"\bgen(?:eration|erative)?\b"), "generation"),
    (re.compile(r"\bcontinuation\b"), "continuation"),
    (re.compile(r"\bmcf?\b|\bmultiple choice\b"), "multiple choice"),
    (re.compile(r"(?<=shot )cf\b|\bcloze\b"), "cloze"),
)
_SPLITS = (
    (re.compile(r"\b(?:val(?:id(?:ation)?)?|dev(?:elopment)?)(?=\W|set\b|$)|验证集|검증"), "validation set"),
    (re.compile(r"\btest(?=\W|set\b|$)|测试集|테스트"), "test set"),
)
# Two ways to run one test, of which a card may leave out its own.
_RUN_AS = {
    "swe_bench": r"\b(?:agentless|openhands)\b",
    "swe_bench_verified": r"\b(?:agentless|openhands)\b",
    "aider_polyglot": r"\b(?:diff|whole)\b",
    "bigcodebench": r"\b(?:complete|instruct)\b",
}
# Parts that are named wherever they were asked: a name without the word means the whole test.
_PARTS = {
    "mbpp": ("EvalPlus base", r"\b(?:base|evalplus)\b"),  # the 378 problems that MBPP+ goes on from
    "truthfulqa": ("generation", r"\bgen(?:eration|erative)?\b"),
    "mgsm": ("English", r"\ben(?:glish)?\b"),
    "hrm8k": ("English", r"\ben(?:glish)?\b"),
    "multi_if": ("English", r"\ben(?:glish)?\b"),
}
_SANITIZED = re.compile(r"\bsaniti[sz]ed\b")
_TEXT_ONLY = re.compile(r"\btext[ -]only\b")
_FULL = re.compile(r"\bfull\b")
# "Diamond subset" is GPQA Diamond, "test subset" the test set; any other subset is smaller than its test.
_SUBSET = re.compile(
    r"(?<!full )(?<!main )(?<!test )(?<!val )(?<!dev )(?<!validation )(?<!text only )(?<!text-only )\bsubset\b"
)
_PARTS_THEMSELVES = (
    "gpqa_diamond", "math_500", "math_lvl5", "swe_bench_verified", "bbh", "arc_challenge", "winogrande", "mbpp_plus"
)  # fmt: skip
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAY = (
    r"20\d\d[-./]\d\d?(?:[-./]\d\d?)?|\d\d\.?\d\d|"
    rf"(?:{'|'.join(_MONTHS)})[a-z]{{0,6}}\.?(?:,? ?20\d\d)?"
)
_MONTHS_ASKED = re.compile(rf"(?<![\w.])(?P<first>{_DAY}) ?(?:[-–~→]|to) ?(?P<last>{_DAY})(?![\w.])")


@dataclass(frozen=True)
class _Named:
    counted: tuple[tuple[str, str], ...]  # which answers, by the kind of statement
    asked: tuple[tuple[str, str], ...]  # which questions, where only two statements set apart
    part: str  # a part that no name leaves out
    open: str  # a part, or months, that many names leave out; "" where it states none

    def differs(self, other: "_Named", of: str) -> bool:
        mine, theirs = dict(getattr(self, of)), dict(getattr(other, of))
        return any(mine[kind] != theirs[kind] for kind in mine.keys() & theirs.keys())


def counted_unlike(a: ReportedScore, b: ReportedScore) -> str:
    """That two scores count other answers by their names, in words; "" where nothing is stated differently.

    >>> from core.cards.read_card import read_card
    >>> table = "|Test|A-7B|\\n|--|--|\\n|GSM8K (strict-match)|63|\\n|gsm8k_flexible_extract|65|\\n"
    >>> strict, flexible = read_card(table).scores
    >>> counted_unlike(strict, flexible), counted_unlike(strict, strict)
    ('GSM8K (strict-match) against gsm8k_flexible_extract', '')
    """
    if a.name_as_written == b.name_as_written and a.metric == b.metric and a.context == b.context:
        return ""
    mine, other = _named(a), _named(b)
    return _in_words(a, b, mine, other, "counted") if mine.differs(other, "counted") else ""


def asked_unlike(a: ReportedScore, b: ReportedScore) -> str:
    """That two scores are of other questions of one test by their names, in words; "" where nothing says so.

    >>> from core.cards.read_card import read_card
    >>> table = "|Test|A-7B|\\n|--|--|\\n|MBPP (sanitized)|63|\\n|MBPP|65|\\n|MBPP (test)|66|\\n"
    >>> sanitized, plain, test = read_card(table).scores
    >>> asked_unlike(sanitized, plain), asked_unlike(plain, test)
    ('MBPP (sanitized) against MBPP', '')
    """
    if a.name_as_written == b.name_as_written and a.context == b.context:
        return ""
    mine, other = _named(a), _named(b)
    unlike = mine.part != other.part or mine.differs(other, "asked")
    return _in_words(a, b, mine, other, "asked") if unlike else ""


def one_sided_questions(a: ReportedScore, b: ReportedScore) -> str:
    """That one of two scores leaves open which questions were asked and the other states a part; "" otherwise."""
    if a.name_as_written == b.name_as_written and a.context == b.context:
        return ""
    mine, other = _named(a).open, _named(b).open
    return " against ".join(said or "no part stated" for said in (mine, other)) if bool(mine) != bool(other) else ""


def state_other_parts(a: ReportedScore, b: ReportedScore) -> bool:
    """True where each of two names states a part and neither says what the other does: "(test)" beside "(full)"."""
    mine, other = dict(_named(a).asked), dict(_named(b).asked)
    return bool(mine and other) and not mine.keys() & other.keys()


def _in_words(a: ReportedScore, b: ReportedScore, mine: _Named, other: _Named, of: str) -> str:
    """The two names where they differ, else what stands beside them."""
    if a.name_as_written != b.name_as_written:
        return f"{a.name_as_written} against {b.name_as_written}"
    said = [", ".join(filter(None, (one.part, *(label for _, label in getattr(one, of))))) for one in (mine, other)]
    return " against ".join(one or "the whole test" for one in said)


def open_words(said: str) -> str:
    """What it is that a score leaves open where another one states this: the questions, or how answers were counted."""
    return "how the answers were counted" if "length-controlled" in said else "which questions were asked"


def questions_said(score: ReportedScore) -> str:
    """The part of its test, or the months of its questions, that a score's name states and others may leave out."""
    return _named(score).open


def part_words(score: ReportedScore) -> str:
    """All that a score's name says of which questions were asked, and by which program; "" for the whole test."""
    named = _named(score)
    run_as = dict(named.asked).get("run", "")
    return ", ".join(filter(None, (named.part, named.open, run_as)))


def _named(score: ReportedScore) -> _Named:
    test = score.benchmark or part_of(score) or ""
    name, heading = score.name_as_written[:200], score.context.rsplit(" › ", 1)[-1][:100]
    if heading and test and "(" in heading and (headed := find_benchmark(heading)) and headed.id == test:
        name = f"{name} {heading}"  # "GSM8K (strict-match)" above a table of it
    return _read(test, name, score.metric or "")


@lru_cache(maxsize=4096)
def _read(test: str, name: str, metric: str) -> _Named:
    asked_by = re.sub(r"[\s_]+", " ", name.casefold())
    said = f"{asked_by} {metric.casefold().replace('_', ' ')}"
    months = _months(asked_by)
    split = _first_of(_SPLITS, asked_by)
    extent = "text only" if _TEXT_ONLY.search(asked_by) else "full" if _FULL.search(asked_by) else ""
    run_as = re.search(_RUN_AS[test], asked_by) if test in _RUN_AS else None
    label, words = _PARTS.get(test, ("", ""))
    part = label if label and re.search(words, asked_by) else "sanitized" if _SANITIZED.search(asked_by) else ""
    if not part and test and test not in _PARTS_THEMSELVES and _SUBSET.search(asked_by):
        part = "subset"
    counted = {"answers": _first_of(_COUNTED, said), "form": _first_of(_FORMS, said)}
    if test == "ifeval":
        counted["level"] = _first_of(_LEVELS, said)
    length = next((label for pattern, label in _LENGTHS if pattern.search(said)), "") if test == "alpacaeval2" else ""
    counted["length"] = length
    asked = {"split": split, "months": months, "extent": extent, "run": run_as[0] if run_as else ""}
    stated: tuple[str, ...] = (
        "validation set" * (split == "validation set"),
        "text only" * (extent == "text only"),
        months,
    )
    stated += ("length-controlled" * (length == "length-controlled"),)
    return _Named(
        tuple((kind, one) for kind, one in counted.items() if one),
        tuple((kind, one) for kind, one in asked.items() if one),
        part,
        ", ".join(filter(None, stated)),
    )


def _first_of(kinds: tuple[tuple[re.Pattern[str], str], ...], text: str) -> str:
    """What a text states of one kind; two statements are one of their own, "strict and loose"."""
    return " and ".join(label for pattern, label in kinds if pattern.search(text))


def _months(text: str) -> str:
    """The months of which a test's questions are, written in one way.

    >>> _months("lcb (aug 2024 - jan 2025)"), _months("lcb 2408-2501"), _months("lcb (2024-08-01 to 2025-01-31)")
    ('2024-08 to 2025-01', '2024-08 to 2025-01', '2024-08 to 2025-01')
    """
    found = _MONTHS_ASKED.search(text)
    if found is None:
        return ""
    (year, month), (last_year, last_month) = map(_month, found.group("first", "last"))
    if not (1 <= month <= 12 and 1 <= last_month <= 12 and last_year):
        return ""
    year = year or (last_year if month <= last_month else last_year - 1)
    return f"{year}-{month:02} to {last_year}-{last_month:02}"


def _month(text: str) -> tuple[int, int]:
    """Year and month; the year is 0 where none is given, and so is a month that cannot be read."""
    if text[0].isalpha():
        digits = re.search(r"20\d\d", text)
        return int(digits[0]) if digits else 0, _MONTHS.index(text[:3]) + 1
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if numbers[0] >= 2000 and len(numbers) > 1:
        return numbers[0], numbers[1]
    digits_only = text.replace(".", "")
    return 2000 + int(digits_only[:2]), int(digits_only[2:4])
