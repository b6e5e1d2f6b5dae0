"""Score against what it costs: memory or speed. Which candidates nobody beats on both.

Speed is tokens/s where the answers are about as long; elsewhere it is what one
waits for an answer, because a fast writer of long answers is slow.

A candidate is on the front when no other scores at least as high at no higher
cost, and better on one of the two. The front is drawn through the scores as
counted; where intervals overlap, it is a choice and not a finding.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.advice.comparison import Candidate, Score
from core.advice.verdict.convenience import speeds_comparable
from core.advice.verdict.decision import Decision
from core.advice.wording import join_names


class Cost(StrEnum):
    SIZE = "size"  # less is better
    SPEED = "speed"  # tokens/s; more is better
    TIME = "time"  # seconds per question; less is better


@dataclass(frozen=True)
class TradePoint:
    name: str
    score: Score
    cost: float  # GB, tokens/s, or seconds per question
    on_front: bool


@dataclass(frozen=True)
class Trade:
    cost: Cost
    points: tuple[TradePoint, ...]
    sentence: str


_READ: dict[Cost, Callable[[Candidate], float | None]] = {
    Cost.SIZE: lambda c: c.size_bytes / 1e9 if c.size_bytes else None,
    Cost.SPEED: lambda c: c.tokens_per_s,
    Cost.TIME: lambda c: c.seconds_per_question,
}


def find_trades(decision: Decision) -> list[Trade]:
    """One for each cost that is known of two candidates or more and differs."""
    scores = decision.scores()
    found = []
    left_out = Cost.TIME if speeds_comparable([c.candidate for c in decision.contestants]) else Cost.SPEED
    for cost, read in _READ.items():
        if cost is left_out:
            continue
        known = [
            (c.name, scores[c.name], value)
            for c in decision.contestants
            if c.name in scores and (value := read(c.candidate)) is not None
        ]
        if len(known) > 1 and len({value for _, _, value in known}) > 1:
            found.append(_trade(cost, known))
    return found


def _trade(cost: Cost, known: Sequence[tuple[str, Score, float]]) -> Trade:
    sign = -1 if cost is Cost.SPEED else 1
    points = tuple(
        TradePoint(name, score, value, not any(_beats(o, v, score, value, sign) for _, o, v in known))
        for name, score, value in known
    )
    off = [p.name for p in points if not p.on_front]
    what = {Cost.SIZE: "size", Cost.SPEED: "speed", Cost.TIME: "time"}[cost]
    sentence = f"As counted, a higher score has its price in {what}: nobody is beaten on both."
    if off:
        verb = "is" if len(off) == 1 else "are"
        sentence = f"As counted, {join_names(off, 'and')} {verb} beaten by another candidate on both score and {what}."
    return Trade(cost, points, sentence)


def _beats(other: Score, other_cost: float, score: Score, cost: float, sign: int) -> bool:
    no_worse = other.value >= score.value and sign * other_cost <= sign * cost
    return no_worse and (other.value > score.value or sign * other_cost < sign * cost)
