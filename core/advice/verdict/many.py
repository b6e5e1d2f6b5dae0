"""Several candidates on the same questions: who may be best, and who cannot be told apart.

One winner is named only when its probability of being best reaches 95 %;
otherwise the smallest set that holds the best is named, and within it the
faster or smaller one is advised as a convenience. Only questions measured for
all candidates count, so a candidate with too many answers that were not
measured is set aside instead of costing everyone its questions.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from core.advice.comparison import Candidate, PairVerdict, Score
from core.advice.evidence import Matched, ScoreKind, weigh
from core.advice.verdict.cautions import note_clusters, note_left_out_of_many, note_prior, note_scale
from core.advice.verdict.many_sentences import WINNER_RECORD, say_why, say_winner
from core.advice.verdict.not_measured import remedy, tally
from core.advice.verdict.ranking import ManyVerdict, Ranked
from core.advice.verdict.usable import fails, find_none_usable, mostly_silent
from core.advice.verdict.verdict import compare
from core.advice.wording import join_names
from core.errors import NotEnoughData
from core.grading.outcome import Outcome
from core.stats.clusters import design_effect
from core.stats.counts import Floats, is_right_or_wrong
from core.stats.graded import GRADED, RATING
from core.stats.many_models import (
    TAU,
    holm_beats,
    pairwise_counts,
    pairwise_probabilities,
    probability_best,
    rank_intervals,
    smallest_set_with_best,
)
from core.stats.paired import MOST_NOT_MEASURED, PRIOR
from core.stats.prior import bank_prior
from core.stats.sequential import StoppingRule
from core.stats.single_score import mean_interval, wilson_interval


def compare_many(
    candidates: Sequence[Candidate],
    scores: Sequence[Mapping[str, float | None]],
    *,
    bank_size: int | None = None,
    rating: bool = False,
    groups: Mapping[str, str] | None = None,
    seconds_per_question: float | None = None,
    stopping_rule: StoppingRule | str = StoppingRule.FIXED,
    guess_rate: float | None = None,
    use_case: str | None = None,
    outcomes: Sequence[Mapping[str, Outcome]] | None = None,
    looked_at: bool = False,
) -> ManyVerdict:
    """The verdict on two or more candidates from their scores by question id; None means "not measured".

    From six candidates on the prior is that of the bank (core/stats/prior.py);
    the design effect of clustered questions is found over all pairs. The other
    arguments are those of `compare`.

    Raises NotEnoughData for one candidate or fewer than two questions measured
    for all, ValueError for NaN or scores out of range.

    >>> three = [{f"q{i}": float(i < right) for i in range(50)} for right in (48, 24, 20)]
    >>> verdict = compare_many([Candidate(name) for name in "ABC"], three)
    >>> verdict.winner, [r.rank_low for r in verdict.ranked]
    ('A', [1, 2, 2])
    """
    if len(candidates) != len(scores):
        raise ValueError(f"{len(candidates)} candidates do not fit to {len(scores)} sets of scores")
    if len(candidates) < 2:
        raise NotEnoughData("One candidate cannot be compared: choose a second one.")
    why = outcomes or [{} for _ in candidates]
    kept, aside = _set_aside(scores)
    if len(kept) < 2:
        return _withheld(candidates, scores, aside, why, rating=rating)
    names = [candidates[i].name for i in kept]
    ids = _shared_ids([scores[i] for i in kept], names)
    matrix = np.array([[scores[i][key] for key in ids] for i in kept], dtype=np.float64)
    kind = _kind(matrix, rating)
    effect = _effect(matrix, ids, groups, kind)
    prior = bank_prior(matrix) if kind is ScoreKind.RIGHT_WRONG else PRIOR
    rule = StoppingRule(stopping_rule)
    pairs = tuple(
        compare(
            candidates[i],
            candidates[j],
            scores[i],
            scores[j],
            bank_size=bank_size,
            rating=rating,
            design_effect=effect,
            seconds_per_question=seconds_per_question,
            stopping_rule=rule,
            guess_rate=guess_rate,
            prior=prior,
            use_case=use_case,
            outcomes_a=why[i],
            outcomes_b=why[j],
            looked_at=looked_at,
        )
        for i, j in combinations(kept, 2)
    )
    p_best = _p_best(matrix, kind, effect, pairs)
    beats = holm_beats(_p_better(matrix, kind, effect, prior))
    ranks = rank_intervals(beats)
    order = sorted(range(len(kept)), key=lambda row: (-float(matrix[row].mean()), -float(p_best[row])))
    own = [_score(row, kind) for row in matrix]
    failing = {row for row, score in enumerate(own) if fails(score, kind, guess_rate)}
    none_usable = find_none_usable(
        own,
        kind,
        guess_rate,
        use_case,
        all_silent=all(mostly_silent(Counter(why[i].values())) for i in kept),
        of=len(candidates),
    )
    ranked = tuple(
        Ranked(candidates[kept[row]], own[row], float(p_best[row]), *ranks[row], row in failing) for row in order
    )
    best = [candidates[kept[row]] for row in smallest_set_with_best(p_best)]
    top = int(np.argmax(p_best))
    withheld = len(pairs) == 1 and pairs[0].withheld
    winner = candidates[kept[top]] if p_best[top] >= rule.level and not withheld else None
    if winner is not None:
        best = [winner]
    asked = {key for found in scores for key in found}
    measured = {names[row]: sum(x is not None for x in scores[i].values()) for row, i in enumerate(kept)}
    fewest = min(measured.items(), key=lambda entry: entry[1])
    lost = [tally([key for key, score in scores[i].items() if score is None], why[i]) for i in aside]
    fit = [r.candidate for r in ranked if r.candidate in best and not r.fails]
    headline = say_winner(winner, best, fit, use_case, none_usable)
    advice = " ".join([headline, *say_why(ranked, winner, best, pairs, none_usable)])
    if len(candidates) == 2:  # a pair has its own sentences
        headline, advice = pairs[0].headline, pairs[0].advice
    return ManyVerdict(
        ranked=ranked,
        n=len(ids),
        winner=winner.name if winner else None,
        best_set=tuple(c.name for c in best),
        groups=_groups(order, beats, names),
        pairs=pairs,
        left_out=len(asked) - len(ids),
        set_aside=tuple(candidates[i].name for i in aside),
        prior=prior,
        headline=headline,
        advice=advice,
        none_usable=none_usable,
        track_record=WINNER_RECORD if winner is not None and len(candidates) > 2 else "",
        notes=(
            *(
                f"{candidates[i].name} is set aside: {side.count} of {len(scores[i])} answers were not measured. "
                f"To compare it, {remedy(side)} and run them again."
                for i, side in zip(aside, lost, strict=True)
            ),
            *(note_left_out_of_many(len(ids), len(asked), fewest) if len(candidates) > 2 else ()),
            *note_clusters(len(ids), effect),
            *note_prior(prior),
            *note_scale(kind),
        ),
    )


def _set_aside(scores: Sequence[Mapping[str, float | None]]) -> tuple[list[int], list[int]]:
    """Whom to rank, and whom not because more than a tenth of the answers were not measured.

    Of only two nobody is set aside: their pair has bounds to show.
    """
    kept: list[int] = []
    aside: list[int] = []
    for i, found in enumerate(scores):
        lost = sum(score is None for score in found.values())
        (aside if len(scores) > 2 and lost > MOST_NOT_MEASURED * len(found) else kept).append(i)
    return kept, aside


def _withheld(
    candidates: Sequence[Candidate],
    scores: Sequence[Mapping[str, float | None]],
    aside: Sequence[int],
    why: Sequence[Mapping[str, Outcome]],
    *,
    rating: bool,
) -> ManyVerdict:
    """Nobody is ranked; the pairs carry bounds."""
    pairs = tuple(
        compare(candidates[i], candidates[j], scores[i], scores[j], rating=rating, outcomes_a=why[i], outcomes_b=why[j])
        for i, j in combinations(range(len(candidates)), 2)
    )
    names = tuple(candidates[i].name for i in aside)
    lost = [tally([key for key, score in scores[i].items() if score is None], why[i]) for i in aside]
    headline = f"No verdict yet: {remedy(*lost)}, then run the missing answers again."
    asked = {key for found in scores for key in found}
    return ManyVerdict(
        ranked=(),
        n=0,
        winner=None,
        best_set=(),
        groups=(),
        pairs=pairs,
        left_out=len(asked),
        set_aside=names,
        prior=PRIOR,
        headline=headline,
        advice=f"{headline} More than a tenth of the answers of {join_names(names, 'and')} were not measured.",
    )


def _shared_ids(scores: Sequence[Mapping[str, float | None]], names: Sequence[str]) -> list[str]:
    ids = [key for key in scores[0] if all(found.get(key) is not None for found in scores)]
    if len(ids) < 2:
        count = "No question was" if not ids else "Only one question was"
        raise NotEnoughData(
            f"{count} measured for all of {join_names(names, 'and')}: run them on the same question set, "
            "or compare fewer of them."
        )
    return ids


def _kind(matrix: Floats, rating: bool) -> ScoreKind:
    if rating:
        return ScoreKind.RATING
    return ScoreKind.RIGHT_WRONG if is_right_or_wrong(matrix) else ScoreKind.GRADED


def _effect(matrix: Floats, ids: Sequence[str], groups: Mapping[str, str] | None, kind: ScoreKind) -> float:
    if not groups:
        return 1.0
    scale = RATING if kind is ScoreKind.RATING else GRADED
    return design_effect(matrix, [groups.get(key) or ("alone", key) for key in ids], low=scale.low, high=scale.high)


def _p_best(matrix: Floats, kind: ScoreKind, effect: float, pairs: Sequence[PairVerdict]) -> Floats:
    """Of two, the pair's own figure; of more, the shrunk draws."""
    if len(matrix) == 2:
        return np.array([pairs[0].p_a_better, 1 - pairs[0].p_a_better])
    if kind is ScoreKind.RATING:
        return probability_best((matrix - RATING.low) / RATING.range, design_effect=effect)
    tau = TAU if kind is ScoreKind.RIGHT_WRONG else GRADED.tau
    return probability_best(matrix, tau=tau, design_effect=effect)


def _p_better(matrix: Floats, kind: ScoreKind, effect: float, prior: float) -> Floats:
    """P(row better than column), uncapped, on the questions measured for all."""
    if kind is ScoreKind.RIGHT_WRONG:
        return pairwise_probabilities(pairwise_counts(matrix) / effect, prior)
    k = len(matrix)
    p = np.full((k, k), 0.5)
    for i, j in combinations(range(k), 2):
        matched = Matched(("",) * matrix.shape[1], matrix[i], matrix[j], kind, (), (), 0)
        p[i, j] = weigh(matched, effect=effect).p_uncapped
        p[j, i] = 1 - p[i, j]
    return p


def _score(values: Floats, kind: ScoreKind) -> Score:
    mean, n = float(values.mean()), len(values)
    if kind is ScoreKind.RIGHT_WRONG:
        return Score(mean, *wilson_interval(int(values.sum()), n), n, int(values.sum()))
    scale = RATING if kind is ScoreKind.RATING else GRADED
    return Score(mean, *mean_interval(values, low=scale.low, high=scale.high), n, None)


def _groups(order: Sequence[int], beats: NDArray[np.bool_], names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Cut the ranking wherever everyone above stands proved better than everyone below."""
    groups: list[list[str]] = [[]]
    for place, row in enumerate(order):
        above, below = order[:place], order[place:]
        if place and bool(beats[np.ix_(above, below)].all()):
            groups.append([])
        groups[-1].append(names[row])
    return tuple(tuple(group) for group in groups)
