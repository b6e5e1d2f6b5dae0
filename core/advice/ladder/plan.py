"""Before the rungs are asked: what so many questions can show at the tolerance, and what they cost.

"Not worse by more than x" is Tango's test (core/stats/not_worse.py). Its
chances are counted out, not simulated: if the two files are equal and one
question in so many flips, the flips are binomial and each goes either way
alike, so the chance that the claim can be made is a sum over them. Held against
4,000 simulated trials for x = 3 points (claimed though both are equal, one in
ten flipping: .24 at n = 50, .37 at 100, .58 at 250, .79 at 500).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from scipy import special

from core.advice.evidence import ScoreKind
from core.advice.verdict.good_enough import MARGIN
from core.advice.wording import chance_words, confidence_words, duration_words, points
from core.stats.not_worse import CLAIM_AT, not_worse_confidence, questions_for_margin

USUAL_N: Final = 250
SIZES: Final = (50, 250, 500)
FEW_FLIPS, MANY_FLIPS = 0.03, 0.10  # shares of questions on which two rungs differ: near the top, and further down
_MOST_N: Final = 5000


@dataclass(frozen=True)
class PlanRow:
    """What n questions can show if the two files are equal."""

    n: int
    even_flips: int | None  # so many lost and as many gained still settle it; None: not even without a flip
    chance_few_flips: float  # of a claim, three questions in a hundred flipping
    chance_many_flips: float  # one in ten
    duration_s: float | None  # all rungs together


@dataclass(frozen=True)
class LadderPlan:
    margin: float
    rows: tuple[PlanRow, ...]
    chosen: PlanRow
    sentence: str

    def to_dict(self) -> dict[str, Any]:
        return {"margin": self.margin, "sentence": self.sentence, "sizes": [vars(row) for row in self.rows]}


def plan_ladder(
    n: int, margin: float = MARGIN, *, bank_size: int | None = None, seconds_per_question: float | None = None
) -> LadderPlan:
    """What n questions can show at the margin, beside the usual sizes; `seconds_per_question` is for all rungs.

    Raises ValueError for a margin outside 0–1.

    >>> plan_ladder(250).chosen.even_flips, round(plan_ladder(250).chosen.chance_many_flips, 2)
    (16, 0.58)
    """
    sizes = sorted({min(n, _MOST_N), *(s for s in SIZES if bank_size is None or s <= bank_size)})
    rows = tuple(_row(size, margin, seconds_per_question) for size in sizes)
    chosen = next(row for row in rows if row.n == min(n, _MOST_N))
    return LadderPlan(margin, rows, chosen, _sentence(chosen, margin))


def advise_n(flip_share: float | None, margin: float = MARGIN) -> int:
    """How many questions to plan: 250, or 500 where one question in ten flips; as the margin asks for otherwise.

    >>> advise_n(None), advise_n(0.10)
    (250, 500)
    """
    if margin == MARGIN:
        return USUAL_N if flip_share is None or flip_share < 0.9 * MANY_FLIPS else 2 * USUAL_N
    return questions_for_margin(margin, discordance=flip_share or 0.06, chance=0.8)


def chance_of_claim(n: int, flip_share: float, margin: float) -> float:
    """The chance that "not worse by more than the margin" can be said with 90 % after n questions, if both are equal.

    `flip_share` is the share of questions on which the two differ, either way.

    >>> [round(chance_of_claim(n, 0.10, 0.03), 2) for n in (50, 100, 250, 500)]
    [0.24, 0.35, 0.58, 0.79]
    """
    flips = np.arange(n + 1)
    weights = np.exp(
        special.gammaln(n + 1)
        - special.gammaln(flips + 1)
        - special.gammaln(n - flips + 1)
        + flips * np.log(flip_share)
        + (n - flips) * np.log1p(-flip_share)
    )
    chance = 0.0
    for count in flips[weights > 1e-7]:
        least = _least_gained(int(count), n, margin)
        if least is not None:
            chance += float(weights[count]) * float(special.bdtrc(least - 1, int(count), 0.5) if least else 1.0)
    return min(chance, 1.0)


@lru_cache(maxsize=200)
def _row_of(n: int, margin: float) -> PlanRow:
    even = -1
    while 2 * (even + 1) <= n and not_worse_confidence(even + 1, even + 1, n, margin) >= CLAIM_AT:
        even += 1
    return PlanRow(
        n,
        even if even >= 0 else None,
        chance_of_claim(n, FEW_FLIPS, margin),
        chance_of_claim(n, MANY_FLIPS, margin),
        None,
    )


def _row(n: int, margin: float, seconds_per_question: float | None) -> PlanRow:
    found = _row_of(max(n, 2), margin)
    duration = None if seconds_per_question is None else n * seconds_per_question
    return PlanRow(n, found.even_flips, found.chance_few_flips, found.chance_many_flips, duration)


def _least_gained(flips: int, n: int, margin: float) -> int | None:
    """The fewest gained among so many flips with which the claim can be made; it only gets easier with more."""

    def claims(gained: int) -> bool:
        return not_worse_confidence(gained, flips - gained, n, margin) >= CLAIM_AT

    if not claims(flips):
        return None
    low, high = 0, flips
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if claims(middle) else (middle + 1, high)
    return low


def _sentence(row: PlanRow, margin: float) -> str:
    allowed = points(margin, ScoreKind.RIGHT_WRONG)
    if row.even_flips is None:
        sure = confidence_words(not_worse_confidence(0, 0, max(row.n, 2), margin))
        needed = questions_for_margin(margin, discordance=1e-6)
        count, gives = ("1 question is", "it gives") if row.n == 1 else (f"{row.n} questions are", "they give")
        what = (
            f"{count} too few for {allowed}: even without a single flip {gives} {sure}, and 90 % are asked for. "
            f"{needed:,} questions without a flip would do; with fewer, only the luck of more gained than lost."
        )
    elif row.even_flips == 0:
        what = f"{row.n} questions settle {allowed} only if no more are lost than gained, and nearly none flips."
    else:
        what = f"{row.n} questions settle {allowed} with up to {row.even_flips} questions lost and as many gained."
    chances = (
        f" If the files are equal, that can be said with a chance of {chance_words(row.chance_few_flips)} where 3 "
        f"questions in 100 flip, and {chance_words(row.chance_many_flips)} where one in ten does."
    )
    time = f" Time for all rungs: {duration_words(row.duration_s)}." if row.duration_s else ""
    return what + chances + time


def plan_table(plan: LadderPlan) -> list[dict[str, str]]:
    """The rows in words, for a page or a terminal."""
    return [
        {
            "Questions": str(row.n),
            "Settles it with": "not even without a flip"
            if row.even_flips is None
            else f"up to {row.even_flips} lost and {row.even_flips} gained",
            "Chance if 3 in 100 flip": chance_words(row.chance_few_flips),
            "Chance if 1 in 10 flips": chance_words(row.chance_many_flips),
            "Time, all rungs": "not measured yet" if row.duration_s is None else duration_words(row.duration_s),
        }
        for row in plan.rows
    ]


def flip_share(lost_and_gained: Sequence[tuple[int, int, int]]) -> float | None:
    """The largest share of flips seen on any rung, from (lost, gained, n); None before any."""
    shares = [(lost + gained) / n for lost, gained, n in lost_and_gained if n]
    return max(shares) if shares else None
