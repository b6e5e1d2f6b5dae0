"""Which value of each card stands in a row, and which of those values may be compared with one another.

Of several values the ones are shown that most cards share the settings of, a
plain answer before one that was reached with help. Of a card of several models
only the one that is held against the others has a say (sizes.py): no better
match of settings puts another in its place.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from core.advice.claims.sizes import Models, in_one_row
from core.advice.claims.values import count_stated, settings_of
from core.cards.extra_help import condition_of
from core.cards.gaps import Gap, compare_scores
from core.cards.reading import ReportedScore

_NORMALISED = "acc norm"
_MOST_ANCHORS = 40  # values of one card for one test; a longer list is a grid of its own


def choose(
    values: Mapping[str, Sequence[ReportedScore]], models: Mapping[str, Models], raw: Collection[ReportedScore]
) -> tuple[dict[str, ReportedScore], frozenset[str], dict[str, str]]:
    """The value of each card that is shown, the cards whose values may all be compared, and why others may not.

    Being comparable is not handed on: a value without settings goes with two that do not go together.
    """
    held = in_one_row(models, values)
    every = {name: held[name].of_their_model(scores) for name, scores in values.items()}
    strange = {name: why for name, scores in every.items() if (why := held[name].strange(scores[0], name))}
    if len(every) < 2:
        strange = {}
    offered = {name: scores for name, scores in every.items() if name not in strange} or every
    best: tuple[tuple[int, int, int], dict[str, ReportedScore]] | None = None
    for anchor_card, anchor in ((name, score) for name, scores in offered.items() for score in scores[:_MOST_ANCHORS]):
        together = {anchor_card: anchor}
        closeness = count_stated(anchor)
        others = {name: max(_closeness(anchor, score) for score in scores) for name, scores in offered.items()}
        for name in sorted(others, key=lambda other: -others[other]):
            fitting = [s for s in offered[name] if all(compare_in_row(t, s, raw).comparable for t in together.values())]
            if name not in together and fitting:
                together[name] = max(fitting, key=lambda score: _fit(anchor, score))
                closeness += _closeness(anchor, together[name])
        rank = len(together), sum(map(_is_plain, together.values())), closeness
        if best is None or rank > best[0]:
            best = rank, together
    assert best is not None  # a row has a value
    anchor = next(iter(best[1].values()))
    offered = every
    apart = {
        name: max(scores, key=lambda score: _fit(anchor, score))
        for name, scores in offered.items()
        if name not in best[1]
    }
    chosen = {name: (best[1] | apart)[name] for name in values}
    if len(best[1]) == 1 and len(chosen) > 1:  # nothing goes together: each card shows what is used most
        chosen = {
            name: max(scores, key=lambda score: _rank_alone(name, score, offered)) for name, scores in offered.items()
        }
    return chosen, frozenset(best[1]) - strange.keys(), strange


def raw_accuracies(values: Mapping[str, Sequence[ReportedScore]]) -> frozenset[ReportedScore]:
    """The plain accuracies of cards that give the normalised one beside it: theirs is surely the raw one."""
    return frozenset(
        score
        for scores in values.values()
        if any(_metric(other) == _NORMALISED for other in scores)
        for score in scores
        if _metric(score) in ("acc", "accuracy")
    )


def compare_in_row(a: ReportedScore, b: ReportedScore, raw: Collection[ReportedScore]) -> Gap:
    """As compare_scores; a raw accuracy goes with no accuracy that may be the normalised one."""
    gap = compare_scores(a, b)
    if not gap.comparable or (a in raw) == (b in raw):
        return gap
    why = " against ".join((s.metric or "raw accuracy") if s in raw else _unsaid(s) for s in (a, b))
    return replace(gap, comparable=False, why_not=why, tie=None, sentence=f"Not like for like: {why}.")


def _unsaid(score: ReportedScore) -> str:
    return f"{score.metric or 'a metric not stated'}, which may be normalized"


def _metric(score: ReportedScore) -> str:
    return (score.metric or "").casefold().replace("_", " ")


def _is_plain(score: ReportedScore) -> bool:
    return not condition_of(score)


def _rank_alone(
    name: str, score: ReportedScore, offered: Mapping[str, Sequence[ReportedScore]]
) -> tuple[bool, bool, int, int]:
    """Plain and normalised values first, then those whose settings are nearest to some value of another card."""
    rivals = [rival for other, scores in offered.items() if other != name for rival in scores]
    near = max((_closeness(rival, score) for rival in rivals), default=0)
    return _is_plain(score), _metric(score) == _NORMALISED, near, count_stated(score)


def _fit(anchor: ReportedScore, score: ReportedScore) -> tuple[bool, int, bool]:
    return _is_plain(score), _closeness(anchor, score), _metric(score) == _NORMALISED


def _closeness(a: ReportedScore, b: ReportedScore) -> int:
    return sum(mine is not None and mine == other for mine, other in zip(settings_of(a), settings_of(b), strict=True))
