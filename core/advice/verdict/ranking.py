"""Several candidates as a finished comparison: ranks, the probability of being the best, and every pair."""

from dataclasses import dataclass, field
from typing import Any

from core.advice.comparison import Candidate, NoneUsable, PairVerdict, Score, score_as_data


@dataclass(frozen=True)
class Ranked:
    """One of several candidates; ranks count from 1 for the best."""

    candidate: Candidate
    score: Score
    p_best: float  # 0.0001–0.9999
    rank_low: int  # the best rank that the pairwise claims leave open
    rank_high: int
    fails: bool = False  # cannot do the task, whatever the others can


@dataclass(frozen=True)
class ManyVerdict:
    """Several candidates on the same questions, the highest score first."""

    ranked: tuple[Ranked, ...]
    n: int  # questions measured for all that are ranked
    winner: str | None  # named only when its probability of being best reaches 95 %
    best_set: tuple[str, ...]  # the fewest that hold the best with 95 %
    groups: tuple[tuple[str, ...], ...]  # whoever cannot be told apart, best group first
    pairs: tuple[PairVerdict, ...]
    left_out: int  # questions not measured for, or not asked of, all that are ranked
    set_aside: tuple[str, ...]  # candidates with too many answers that were not measured
    prior: float
    headline: str
    advice: str
    notes: tuple[str, ...] = field(default=())
    track_record: str = ""  # how often a winner named like this was the best; "" where none is named
    none_usable: NoneUsable | None = None  # of those that are ranked

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys; `pairs` as in `PairVerdict.to_dict`."""
        return {
            "n": self.n,
            "candidates": [
                {
                    "name": r.candidate.name,
                    "score": score_as_data(r.score),
                    "p_best": r.p_best,
                    "rank_low": r.rank_low,
                    "rank_high": r.rank_high,
                }
                for r in self.ranked
            ],
            "winner": self.winner,
            "best_set": list(self.best_set),
            "groups": [list(group) for group in self.groups],
            "headline": self.headline,
            "advice": self.advice,
            "notes": list(self.notes),
            "track_record": self.track_record,
            "left_out": self.left_out,
            "set_aside": list(self.set_aside),
            "prior": self.prior,
            "pairs": [pair.to_dict() for pair in self.pairs],
        }
