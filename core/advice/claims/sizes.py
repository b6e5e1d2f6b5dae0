"""Which of its models a card is held against the others with: one of its own release, and always that one.

A card of a release gives a column for each size and each stage of training. Its
8B column beside a file of 70B says nothing about either, so of several sizes
the one is taken that is nearest to a size of the other cards, of equally near
ones the larger, and of several stages that of the others. Where the card gives
no value of that model for a test, the one that stands there is not compared.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log

from core.advice.claims.facts import size_words
from core.advice.claims.release import members, size_of, sizes_of, stage_of_card, stages_of, steps_of, strangeness
from core.advice.claims.values import claims_of, model_of, models_among, same_name
from core.cards.reading import CardReading, Origin, ReportedScore
from core.catalogue.benchmark_names import name_key
from core.catalogue.use_case_guide import find_guide
from core.catalogue.use_cases import UseCase

HOW_TO_CHOOSE = "Which columns or rows are this card's own model?"


@dataclass(frozen=True)
class Models:
    """The models that one card's own values are of."""

    labels: tuple[str, ...]  # as written; one or none for most cards
    size: float | None = None  # billions; of the model that is held against the others, where the sizes differ
    nearest_to: str = ""  # the card whose size decided
    tuned: bool | None = None  # the stage of that card, or of all the others; None where it is not known
    surely: bool = False  # that stage is told and not only supposed
    own: frozenset[str] = frozenset()  # the labels of the card's release; a distilled model is none of it
    sizes: Mapping[str, float] = field(default_factory=dict)  # by label
    stages: Mapping[str, bool | None] = field(default_factory=dict)  # by label; True for a tuned model
    order: tuple[str, ...] = ()  # the labels, the card's main model first

    @property
    def several(self) -> bool:
        return len(self.labels) > 1

    @property
    def mixed(self) -> bool:
        """True where the card gives values of tuned and of pretrained models."""
        return {True, False} <= set(self.stages.values())

    def of_their_model(self, scores: Sequence[ReportedScore]) -> list[ReportedScore]:
        """Those of the values that are of the one chosen model; where none is, those of the one next to it."""
        found = list(scores)
        if not self.several:
            return found
        found = [score for score in found if self._is_own(score)] or found
        if self.size is not None:
            away = {score: self._away(score) for score in found}
            found = [score for score in found if away[score] == min(away.values())]
        if self.tuned is not None:
            found = [score for score in found if self.stage_of(score) is self.tuned] or found
        here = {model_of(score) for score in found}
        first = next((label for label in self.order if label in here), "")
        return [score for score in found if not model_of(score) or same_name(model_of(score), first)]

    def stage_of(self, score: ReportedScore) -> bool | None:
        return self.stages.get(model_of(score))

    def _is_own(self, score: ReportedScore) -> bool:
        return not model_of(score) or model_of(score) in self.own

    def _away(self, score: ReportedScore) -> float:
        """How far the size of a value's model is from the chosen one; one of no known size is taken for it."""
        size = self.sizes.get(model_of(score))
        return round(abs(log(size / self.size)), 6) if size and self.size else 0.0

    def strange(self, score: ReportedScore, card: str = "it") -> str:
        """Why a value does not stand for the chosen model, in words; "" where it does."""
        if not model_of(score):
            return ""
        if self.several and not self._is_own(score):
            return f"{model_of(score)} is another model than the card's own"
        if self.several and self._away(score):
            return f"{card} gives none for its model of {size_words(self.size)}"
        if self.surely and self.tuned is not None and self.stage_of(score) is (not self.tuned):
            mine, theirs = ("a pretrained", "a tuned") if self.tuned else ("a tuned", "a pretrained")
            return f"{model_of(score)} is {mine} model against {theirs} one"
        return ""


def in_one_row(models: Mapping[str, Models], values: Mapping[str, Sequence[ReportedScore]]) -> dict[str, Models]:
    """The models of the cards of one row, with one stage for all cards that give both where nobody's stage decides."""
    found = {name: models[name] for name in values}
    open_ones = {name: found[name] for name in found if found[name].tuned is None and found[name].mixed}
    if not open_ones:
        return found
    given = [{one.stage_of(score) for score in values[name]} for name, one in open_ones.items()]
    tuned = all(True in stages for stages in given) or not all(False in stages for stages in given)
    return found | {name: replace(one, tuned=tuned, surely=True) for name, one in open_ones.items()}


def models_of_cards(cards: Sequence[tuple[str, CardReading]], use_case: UseCase | None = None) -> dict[str, Models]:
    """For each card (name, reading) the models its values are of, and which one is held against the others.

    A card that shares no test with another has no say in that one's size or stage, and one that shares only tests
    on which no lead is made has none beside those that share others, least of all tests of the use case.
    """
    claims = {name: claims_of(reading) for name, reading in cards}
    tests = {name: {score.benchmark or name_key(score.name_as_written) for score in claims[name]} for name in claims}
    listed = {score.benchmark for scores in claims.values() for score in scores if score.benchmark}
    measuring = {test for test in listed if use_case and find_guide(use_case).rank_of(test) is not None}
    found = {name: _release(reading, claims[name]) for name, reading in cards}
    sizes = {name: _sizes(claims[name], reading, found[name]) for name, reading in cards}
    stages = {name: stage_of_card(name, reading, claims[name]) for name, reading in cards}
    said = {name: size for name, reading in cards for size in _only(reading.about.parameters_b) & sizes[name]}
    for name, _ in cards:
        shared = {other: tests[other] & tests[name] for other, _ in cards if other != name}
        sharing = ([other for other in shared if shared[other] & among] for among in (measuring, listed, tests[name]))
        others = next(filter(None, sharing), [])
        size, nearest = _nearest(sizes[name], {other: sizes[other] for other in others})
        if size is None and name in said:
            size = said[name]
        told = {stages[nearest]} if nearest else {stages[other] for other in others if not found[other].mixed}
        tuned = {stage for stage, _ in told}
        stage, sure = (next(iter(tuned)), all(sure for _, sure in told)) if len(tuned) == 1 else (None, False)
        if stage is None and found[name].mixed and not any(found[other].mixed for other in others):
            stage = _main_stage(claims[name], found[name])
        found[name] = replace(found[name], size=size, nearest_to=nearest, tuned=stage, surely=sure)
    for name, one in found.items():
        beside = found.get(one.nearest_to)  # a card of both stages, of which others have decided one
        if one.tuned is None and one.mixed and beside and beside.mixed and beside.tuned is not None:
            found[name] = replace(one, tuned=beside.tuned, surely=True)
    return found


def _release(reading: CardReading, claims: Sequence[ReportedScore]) -> Models:
    """The models of a card, without what the other cards decide."""
    counts = Counter(label for score in claims if (label := model_of(score)))
    own = members(counts, reading.model)
    if all(score.origin is Origin.PROSE for score in claims if model_of(score) in own):
        own = frozenset(counts)  # a name in a sentence does not make the tables another model's
    order = sorted(counts, key=lambda label: (*strangeness(label, reading.model), -steps_of(label), -counts[label]))
    beside = {model_of(score) for score in reading.own_scores} - {""}  # a tuned one makes the plain name the pretrained
    told = stages_of({*counts, *beside})
    stages = {label: told[label] for label in counts}
    return Models(models_among(claims), own=own, sizes=sizes_of(counts), stages=stages, order=tuple(order))


def _main_stage(claims: Sequence[ReportedScore], models: Models) -> bool:
    """True where the card gives more values of its tuned models than of its pretrained ones."""
    counted = Counter(models.stages[label] for score in claims if (label := model_of(score)) in models.own)
    return counted[True] >= counted[False]


def _sizes(claims: Sequence[ReportedScore], reading: CardReading, models: Models) -> frozenset[float]:
    """The sizes that a good part of a card's values are of: a table of another model of the family decides nothing."""
    labels = [label for score in claims if (label := model_of(score)) in models.own]
    counted = Counter(models.sizes[label] for label in labels if label in models.sizes)
    if counted:
        most = max(counted.values())
        return frozenset(size for size, count in counted.items() if count * _GOOD_PART >= most)
    named = size_of(reading.model or "")
    if named is not None:
        return frozenset((named,))
    return _only(reading.about.parameters_b)


_GOOD_PART = 3  # a third of the values that the size with most values has


def _only(sizes: Sequence[float]) -> frozenset[float]:
    """The one size that a card says its model has; nothing where it says several."""
    return frozenset(sizes) if len(sizes) == 1 else frozenset()


def _nearest(own: Collection[float], sizes: Mapping[str, frozenset[float]]) -> tuple[float | None, str]:
    """The size nearest to one of another card, and that card; cards of one size decide where there are any.

    The card is "" where there is only one size to choose.
    """
    if len(own) < 2:
        return next(iter(own), None), ""
    others = {other: found for other, found in sizes.items() if found}
    single = {other: found for other, found in others.items() if len(found) == 1} or others
    pairs = [
        (round(abs(log(mine / theirs)), 6), -mine, other)
        for mine in own
        for other, found in single.items()
        for theirs in found
        if mine > 0 and theirs > 0
    ]
    if not pairs:
        return None, ""
    _, size, other = min(pairs)
    return -size, other


def say_models(name: str, models: Models) -> str:
    """That a card's values are of several models, which of them are shown, and how to choose; "" for one model."""
    if not models.several:
        return ""
    listed = ", ".join(models.labels[:5]) + (f" and {len(models.labels) - 5} more" * (len(models.labels) > 5))
    near = f", as it is nearest in size to {models.nearest_to}" if models.nearest_to else ""
    stage = {True: "tuned", False: "pretrained", None: ""}
    of_stage = stage[models.tuned if models.mixed else None]  # where both are given, one was chosen
    sized = size_words(models.size) if models.size is not None else ""
    main = sized and len(set(models.sizes.values())) > 1
    which = " ".join(filter(None, (of_stage, "model", f"of {sized}" if sized else "")))
    taken = (
        f"Where a test has a value of its {which}, that one is shown{near}"
        if main or of_stage
        else "Each cell names the one it is of"
    )
    return (
        f"{name} gives values of {len(models.labels)} models ({listed}). {taken}; "
        f'choose another under "{HOW_TO_CHOOSE}".'
    )
