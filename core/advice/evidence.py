"""What the answers of two candidates say, in one shape for every kind of score.

Right/wrong answers speak through the discordant questions, graded scores and
ratings through their mean difference; the verdict asks both the same things.
`match_questions` decides which questions count: those measured for both. A
question that was not measured (cut off, did not fit, could not run) is left
out for both candidates and counted; it is never a wrong answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isfinite
from typing import Protocol

import numpy as np
from scipy import special

from core.stats import finite_bank, graded, not_worse, paired, planning
from core.stats.clusters import design_effect
from core.stats.counts import Floats, Interval, PairedCounts, cap, count_pairs, is_right_or_wrong
from core.stats.graded import GRADED, RATING, Differences, Scale


class ScoreKind(StrEnum):
    RIGHT_WRONG = "right or wrong"
    GRADED = "graded 0-1"
    RATING = "rating 1-5"

    @property
    def is_share(self) -> bool:
        """Whether scores and gaps are shares, to be shown in percent and points."""
        return self is not ScoreKind.RATING


@dataclass(frozen=True)
class Matched:
    """The questions that count for a pair, in the order of A's questions, and those that do not."""

    ids: tuple[str, ...]  # measured for both
    a: Floats
    b: Floats
    kind: ScoreKind
    not_measured_a: tuple[str, ...]  # among the questions asked of both
    not_measured_b: tuple[str, ...]
    not_shared: int  # asked of one of them only

    @property
    def not_measured(self) -> int:
        """Questions asked of both and not measured for at least one."""
        return len(set(self.not_measured_a) | set(self.not_measured_b))

    @property
    def asked_of_both(self) -> int:
        return len(self.ids) + self.not_measured

    @property
    def scale(self) -> Scale:
        return RATING if self.kind is ScoreKind.RATING else GRADED


def match_questions(
    scores_a: Mapping[str, float | None], scores_b: Mapping[str, float | None], *, rating: bool = False
) -> Matched:
    """Pair two candidates' scores by question id; None means "not measured".

    Raises ValueError naming the question whose score is NaN or outside 0–1
    (1–5 for ratings).

    >>> match_questions({"q1": 1, "q2": None, "q3": 0}, {"q1": 0, "q2": 1}).ids
    ('q1',)
    """
    for scores in (scores_a, scores_b):
        _check_values(scores, rating)
    shared = [key for key in scores_a if key in scores_b]
    ids = tuple(key for key in shared if scores_a[key] is not None and scores_b[key] is not None)
    a = np.array([scores_a[key] for key in ids], dtype=np.float64)
    b = np.array([scores_b[key] for key in ids], dtype=np.float64)
    kind = ScoreKind.RIGHT_WRONG if is_right_or_wrong(a) and is_right_or_wrong(b) else ScoreKind.GRADED
    return Matched(
        ids=ids,
        a=a,
        b=b,
        kind=ScoreKind.RATING if rating else kind,
        not_measured_a=tuple(key for key in shared if scores_a[key] is None),
        not_measured_b=tuple(key for key in shared if scores_b[key] is None),
        not_shared=len(scores_a) + len(scores_b) - 2 * len(shared),
    )


class Evidence(Protocol):
    """What a verdict asks; shares for right/wrong and graded scores, rating points for ratings."""

    @property
    def counts(self) -> PairedCounts: ...
    @property
    def p_uncapped(self) -> float: ...  # P(A better), for corrections over many pairs

    def p_a(self) -> float: ...
    def gap(self) -> float: ...
    def interval(self, bank_size: float | None = None) -> Interval: ...
    def mdad(self, bank_size: float | None = None) -> float: ...
    def p_bank(self, bank_size: float) -> float: ...
    def p_tied(self, bank_size: float | None = None) -> float: ...
    def surely_within(self, margin: float) -> float: ...  # that neither is worse by more than the margin
    def to_add(self, chance: float, level: float) -> int | None: ...
    def chance_settled(self, more: int, level: float) -> float: ...


@dataclass(frozen=True)
class CountEvidence:
    """Right and wrong answers. Clustered questions count 1/design_effect each."""

    counts: PairedCounts
    prior: float = paired.PRIOR
    design_effect: float = 1.0

    @property
    def only_a(self) -> float:
        return self.counts.only_a / self.design_effect

    @property
    def only_b(self) -> float:
        return self.counts.only_b / self.design_effect

    @property
    def n(self) -> float:
        return self.counts.n / self.design_effect

    @property
    def p_uncapped(self) -> float:
        return paired.p_a_better(self.only_a, self.only_b, self.prior)

    def p_a(self) -> float:
        return cap(self.p_uncapped)

    def gap(self) -> float:
        return paired.gap(self.only_a, self.only_b, self.n)

    def interval(self, bank_size: float | None = None) -> Interval:
        return paired.gap_interval(self.only_a, self.only_b, self.n, self._effective(bank_size))

    def mdad(self, bank_size: float | None = None) -> float:
        return paired.mdad(self.only_a, self.only_b, self.n, self._effective(bank_size))

    def p_bank(self, bank_size: float) -> float:
        return finite_bank.p_bank(self.only_a, self.only_b, self.n, bank_size / self.design_effect, self.prior)

    def p_tied(self, bank_size: float | None = None) -> float:
        bank = self._effective(bank_size)
        return finite_bank.p_practically_tied(self.only_a, self.only_b, self.n, bank, self.prior)

    def surely_within(self, margin: float) -> float:
        return min(
            not_worse.not_worse_confidence(self.only_a, self.only_b, self.n, margin),
            not_worse.not_worse_confidence(self.only_b, self.only_a, self.n, margin),
        )

    def to_add(self, chance: float, level: float) -> int | None:
        return planning.questions_to_add(
            self.only_a,
            self.only_b,
            self.n,
            chance=chance,
            prior=self.prior,
            design_effect=self.design_effect,
            level=level,
        )

    def chance_settled(self, more: int, level: float) -> float:
        return planning.chance_settled(
            self.only_a,
            self.only_b,
            self.n,
            more,
            prior=self.prior,
            design_effect=self.design_effect,
            level=level,
        )

    def _effective(self, bank_size: float | None) -> float | None:
        return None if bank_size is None else bank_size / self.design_effect


@dataclass(frozen=True)
class GradedEvidence:
    """Graded scores or ratings: the mean of the paired differences."""

    counts: PairedCounts  # who scored higher on how many questions
    differences: Differences
    scale: Scale

    @property
    def p_uncapped(self) -> float:
        return float(special.ndtr(self.differences.z))

    def p_a(self) -> float:
        return graded.probability_a_better_graded(self.differences)

    def gap(self) -> float:
        return self.differences.mean

    def interval(self, bank_size: float | None = None) -> Interval:
        return graded.gap_interval_graded(self.differences, self.scale, bank_size)

    def mdad(self, bank_size: float | None = None) -> float:
        return graded.mdad_graded(self.differences, bank_size)

    def p_bank(self, bank_size: float) -> float:
        return graded.p_bank_graded(self.differences, bank_size)

    def p_tied(self, bank_size: float | None = None) -> float:
        return graded.p_practically_tied_graded(self.differences, self.scale, bank_size)

    def surely_within(self, margin: float) -> float:
        return min(self.not_worse(margin))

    def not_worse(self, margin: float) -> tuple[float, float]:
        """How sure it is that A loses less than the margin (a share of the scale) against B, and B against A."""
        width = margin * self.scale.range
        swapped = replace(self.differences, mean=-self.differences.mean)
        # Where hardly any difference was seen, its spread is unknown: a share `margin` of questions with a full one
        # would escape n questions with the chance (1 − margin)^n.
        most = 1 - (1 - margin) ** self.differences.n
        sure_a, sure_b = (graded.not_worse_confidence_graded(d, width) for d in (self.differences, swapped))
        return min(most, sure_a), min(most, sure_b)

    def to_add(self, chance: float, level: float) -> int | None:
        return planning.questions_to_add_graded(self.differences, chance=chance, level=level)

    def chance_settled(self, more: int, level: float) -> float:
        chance = planning.chance_settled_graded(self.differences, more, level=level)
        counts = self.counts
        if counts.discordant >= graded.FEW_DIFFER or chance == 1:
            return chance
        # So few differences do not tell how large they are; then more questions do no more than for right and wrong.
        return min(chance, planning.chance_settled(counts.only_a, counts.only_b, counts.n, more, level=level))


def weigh(matched: Matched, *, prior: float = paired.PRIOR, effect: float = 1.0) -> Evidence:
    """The evidence of matched questions; raises NotEnoughData below two of them."""
    if matched.kind is ScoreKind.RIGHT_WRONG:
        return CountEvidence(count_pairs(matched.a, matched.b), prior, effect)
    scale = matched.scale
    differences = graded.paired_differences(matched.a, matched.b, scale, design_effect=effect)
    counts = count_pairs((matched.a - scale.low) / scale.range, (matched.b - scale.low) / scale.range)
    return GradedEvidence(counts, differences, scale)


def pair_design_effect(matched: Matched, groups: Mapping[str, str] | None) -> float:
    """How many of these questions are worth one independent question; a question without a group stands alone."""
    if not groups or len(matched.ids) < 2:
        return 1.0
    names = [groups.get(key) or ("alone", key) for key in matched.ids]
    scale = matched.scale
    return design_effect(np.stack([matched.a, matched.b]), names, low=scale.low, high=scale.high)


def imputed(
    matched: Matched, scores_a: Mapping[str, float | None], scores_b: Mapping[str, float | None], *, for_a: bool
) -> Matched:
    """The same pair as if every answer that was not measured had gone for A (or, not `for_a`, against A)."""
    scale = matched.scale
    best, worst = (scale.high, scale.low) if for_a else (scale.low, scale.high)
    missing = list(dict.fromkeys((*matched.not_measured_a, *matched.not_measured_b)))
    known_a, known_b = [scores_a[key] for key in missing], [scores_b[key] for key in missing]
    return Matched(
        ids=(*matched.ids, *missing),
        a=np.concatenate([matched.a, [best if score is None else score for score in known_a]]),
        b=np.concatenate([matched.b, [worst if score is None else score for score in known_b]]),
        kind=matched.kind,
        not_measured_a=(),
        not_measured_b=(),
        not_shared=matched.not_shared,
    )


def _check_values(scores: Mapping[str, float | None], rating: bool) -> None:
    low, high = (1.0, 5.0) if rating else (0.0, 1.0)
    for key, score in scores.items():
        if score is not None and not (isfinite(score) and low <= score <= high):
            kind = "a rating is 1–5" if rating else "a score is 0–1"
            raise ValueError(f"question {key!r} has the score {score}: {kind}; None means that it was not measured")
