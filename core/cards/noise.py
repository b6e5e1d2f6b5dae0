"""How far chance alone moves a score: what its own card says of that, and else the number of the test's questions.

A card may give the questions, "31/40", or a standard error, "61.2 ± 1.4". What stands behind "±" may as well be the
spread of a few runs, which is smaller: of several ways to the noise of one value the largest counts.
"""

import math
import re
from functools import lru_cache

from core.cards.reading import ReportedScore
from core.catalogue.benchmark_names import find_benchmark
from core.catalogue.benchmarks import SMALLEST_GAP_EVER, find_by_id

_THINGS = r"(?:questions|problems|tasks|samples|items|examples|题|문제)"
_COUNTED = re.compile(
    r"([^()\[\]]{2,60}?)\s?(?:[(\[]\s?(?:n\s?=\s?|first |random )?(\d{2,5})"
    r"(?P<of>\s?(?:/|(?:out )?of)\s?(?:the )?(?:\d{1,3},\d{3}|\d{3,6}(?<!20[0-4]\d)))?"  # and no month of a year
    rf"(?: {_THINGS})?\s?[)\]]|[-_ ](\d{{3,5}}) {_THINGS})"
)


def part_of(score: ReportedScore) -> str | None:
    """The test of which a score counts so many questions, "mbpp" for "MBPP(500)"; None for any other."""
    return None if score.benchmark is not None else _counted(score.name_as_written)[0]


def asks_part(score: ReportedScore) -> bool:
    """True where a score's name counts fewer questions than its test has: "MBPP (100)", and not "GSM8K (1319)"."""
    test = part_of(score)
    if test is None or test in _SEVERAL_SETS:
        return test is not None
    return _counted(score.name_as_written)[1] != find_by_id(test).items.count


_SEVERAL_SETS = ("mbpp",)  # 974, 500, 427 or 378 problems, and the bare name may be any of them


@lru_cache(maxsize=4096)
def _counted(name: str) -> tuple[str | None, int | None]:
    """The test whose questions a name counts, where it is known, and how many there are."""
    if not (found := _COUNTED.fullmatch(name.strip()[:100])):
        return None, None
    known = find_benchmark(found[1])
    year = found[2] is not None and 1990 <= int(found[2]) <= 2050
    test = known.id if known and not year else None
    says_so = found["of"] or re.search(
        rf"n\s?=|{_THINGS}|\((?:first|random) ", found[0]
    )  # "(100)" alone may be the most points one can get
    return test, int(found[2] or found[4]) if test or says_so else None


def questions_of(score: ReportedScore) -> int | None:
    """How many questions a score rests on, by the card or else by what is known of the test; None if unknown."""
    named = _counted(score.name_as_written)[1]
    listed = find_by_id(score.benchmark).items.count if score.benchmark and named is None else None
    return min((count for count in (score.questions, named, listed) if count), default=None)


def guessed_share(score: ReportedScore) -> float:
    """The share right by guessing that was taken off before a score was counted; 0 for a plain share."""
    return _GUESSED.get(score.benchmark or "", 0.0) if score.rescaled else 0.0


# Of the last two the mean over their parts, which have two to twenty options.
_GUESSED = {"gpqa": 0.25, "mmlu_pro": 0.1, "musr": 0.35, "bbh": 0.3}


def smallest_gap(a: ReportedScore, b: ReportedScore) -> float | None:
    """The least difference of two scores in percent that counts; None where it is not known."""
    share = min(max(((a.percent or 0.0) + (b.percent or 0.0)) / 200, 0.0), 1.0)
    errors = [_standard_error(score, share) for score in (a, b)]
    known = [error for error in errors if error is not None]
    if len(known) < len(errors):
        return None
    return max(SMALLEST_GAP_EVER, 1.96 * math.sqrt(2) * max(known))


def _standard_error(score: ReportedScore, share: float) -> float | None:
    """In points, at a share of right answers."""
    count = questions_of(score)
    guessed = guessed_share(score)
    right = guessed + (1 - guessed) * share
    by_count = 100 * math.sqrt(right * (1 - right) / count) / (1 - guessed) if count else None
    return max((error for error in (by_count, score.spread_in_points) if error is not None), default=None)
