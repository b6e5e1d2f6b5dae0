"""Answers that were not measured: how many, why, what to change, and what they could still turn over.

Up to a tenth of the questions may be missing from a comparison; beyond that
the verdict is withheld, and bounds are given instead: every lost answer wrong,
or every lost answer right.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from core.advice.comparison import Bounds, NotMeasured
from core.advice.evidence import Matched, imputed, weigh
from core.grading.outcome import Outcome
from core.stats.paired import MOST_NOT_MEASURED

_REMEDIES: Final = {
    Outcome.CUT_OFF: "raise max_tokens or turn thinking off",
    Outcome.DID_NOT_FIT: "raise n_ctx or shorten the questions",
    Outcome.COULD_NOT_RUN: "look at why they could not run",
    Outcome.UNRATED: "finish the rating by hand",
}
_UNKNOWN_REASON: Final = "find out why answers are missing (cut off at max_tokens, beyond n_ctx, never scored)"


def tally(ids: Iterable[str], outcomes: Mapping[str, Outcome] | None) -> NotMeasured:
    """Count the answers that were not measured, by their outcome where it is known.

    >>> tally(["q1", "q2"], {"q1": Outcome.CUT_OFF, "q2": Outcome.CUT_OFF}).by_outcome
    {'cut off': 2}
    """
    lost = list(ids)
    known = Counter(str(outcomes[key]) for key in lost if key in outcomes) if outcomes else Counter[str]()
    return NotMeasured(len(lost), dict(known.most_common()))


def too_many(matched: Matched) -> bool:
    """Whether more than a tenth of the questions asked of both were not measured for one of them."""
    return matched.not_measured > MOST_NOT_MEASURED * matched.asked_of_both


def find_bounds(
    matched: Matched, scores_a: Mapping[str, float | None], scores_b: Mapping[str, float | None]
) -> Bounds | None:
    """What may be, whatever the lost answers were; None where none was lost."""
    if matched.not_measured == 0:
        return None
    against, in_favour = (imputed(matched, scores_a, scores_b, for_a=side) for side in (False, True))
    return Bounds(
        a_low=float(against.a.mean()),
        a_high=float(in_favour.a.mean()),
        b_low=float(in_favour.b.mean()),
        b_high=float(against.b.mean()),
        gap_low=float((against.a - against.b).mean()),
        gap_high=float((in_favour.a - in_favour.b).mean()),
    )


def worst_case_p(
    matched: Matched,
    scores_a: Mapping[str, float | None],
    scores_b: Mapping[str, float | None],
    *,
    prior: float,
    effect: float,
) -> float:
    """P(A better) as close to a half as the lost answers can bring it; 0.5 when they can turn the direction."""
    low, high = (
        weigh(imputed(matched, scores_a, scores_b, for_a=side), prior=prior, effect=effect).p_a()
        for side in (False, True)
    )
    return low if low > 0.5 else min(high, 0.5)


def remedy(*lost: NotMeasured) -> str:
    """What to change so that these answers are measured.

    >>> remedy(NotMeasured(4, {"cut off": 4}))
    'raise max_tokens or turn thinking off'
    """
    outcomes = {outcome for side in lost for outcome in side.by_outcome}
    found = [words for outcome, words in _REMEDIES.items() if str(outcome) in outcomes]
    return "; ".join(found) or _UNKNOWN_REASON


def lost_words(name: str, lost: NotMeasured) -> str:
    """Whose answers were lost, and how.

    >>> lost_words("A", NotMeasured(4, {"cut off": 4}))
    'A: 4 cut off'
    """
    if not lost.by_outcome:
        return f"{name}: {lost.count}"
    return f"{name}: " + ", ".join(f"{count} {outcome}" for outcome, count in lost.by_outcome.items())
