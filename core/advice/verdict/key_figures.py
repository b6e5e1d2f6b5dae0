"""The three figures that stand under a headline: how sure, how much, and what a test of this size can tell apart."""

from dataclasses import dataclass

from core.advice.comparison import PairVerdict
from core.advice.evidence import ScoreKind
from core.advice.verdict.decision import Decision
from core.advice.verdict.good_enough import Fitness, GoodEnough
from core.advice.verdict.pair_sentences import mdad_warning
from core.advice.verdict.ranking import ManyVerdict
from core.advice.wording import (
    bar_words,
    chance_words,
    confidence_words,
    gap_range,
    join_names,
    point_number,
    points,
)


@dataclass(frozen=True)
class KeyFigure:
    label: str
    value: str
    because: str  # what the figure says, and what it does not


def find_key_figures(decision: Decision) -> tuple[KeyFigure, KeyFigure, KeyFigure]:
    """How sure the headline is, the size of what it is about, and the MDAD."""
    if (judged := decision.smaller_file) is not None:
        return _not_worse(judged), _flips(judged), _mdad(judged.pair)
    if decision.many is not None:
        return _best(decision.many), _told_apart(decision.many), _mdad(decision.closest_call)
    pair = decision.pairs[0]
    return _confidence(pair), _gap(pair), _mdad(pair)


def _confidence(pair: PairVerdict) -> KeyFigure:
    if pair.withheld:
        return KeyFigure("Confidence", "withheld", pair.track_record)
    who = f"That {pair.ahead.name} is better. " if pair.ahead else "Neither is ahead. "
    label = "Confidence" if pair.none_usable is None else "Sure of lead"  # not in the headline
    return KeyFigure(label, confidence_words(pair.confidence).replace("more than ", "> "), who + pair.track_record)


def _gap(pair: PairVerdict) -> KeyFigure:
    if pair.withheld:
        spread = f"{_signed(pair.gap_low, pair.kind)} to {_signed(pair.gap_high, pair.kind)}"
        return KeyFigure(
            f"Gap, {_unit(pair.kind)}", spread, "Whatever the answers that were not measured would have been."
        )
    said = gap_range(pair.gap_low, pair.gap_high, pair.a.name, pair.b.name, pair.kind)
    counted = f"As counted. {said} That is its 95 % interval."
    return KeyFigure(f"Gap, {_unit(pair.kind)}", point_number(pair.gap, pair.kind), counted)


def _mdad(pair: PairVerdict) -> KeyFigure:
    said = (
        f"What this test can tell apart: its {pair.n} questions rank a true gap of {points(pair.mdad, pair.kind)} "
        "rightly 8 times in 10 (minimum detectable ability difference)."
    )
    if warning := mdad_warning(pair):
        said += f" {warning}"
    return KeyFigure(f"MDAD, {_unit(pair.kind)}", point_number(pair.mdad, pair.kind), said)


def _not_worse(judged: GoodEnough) -> KeyFigure:
    if judged.fitness is Fitness.WITHHELD:
        return KeyFigure("Good enough", "withheld", judged.pair.track_record)
    said = (
        f"How sure it is that {judged.tested.name} is not worse by more than "
        f"{points(judged.margin, ScoreKind.RIGHT_WRONG)}; that is claimed from {bar_words(judged.claim_at)} on."
    )
    label = "Good enough" if judged.pair.none_usable is None else "Loses little"
    return KeyFigure(label, short_chance(judged.confidence), said)


def _flips(judged: GoodEnough) -> KeyFigure:
    said = (
        f"Of {judged.n} questions, {judged.tested.name} lost {judged.lost} that {judged.reference.name} solved, "
        f"and solved {judged.gained} that {judged.reference.name} did not."
    )
    return KeyFigure("Lost, gained", f"{judged.lost}, {judged.gained}", said)


def _best(many: ManyVerdict) -> KeyFigure:
    if not many.ranked:
        return KeyFigure("Best with", "withheld", "Too many answers were not measured.")
    top = max(many.ranked, key=lambda r: r.p_best)
    said = (
        f"The probability that {top.candidate.name} is the best of the {len(many.ranked)}; one is named from 95 % on."
    )
    return KeyFigure("Best with", short_chance(top.p_best), said)


def _told_apart(many: ManyVerdict) -> KeyFigure:
    said = f"This test cannot tell the {len(many.ranked)} apart as a whole."
    if len(many.groups) > 1:
        told = "; ".join(join_names(group, "and") for group in many.groups)
        said = f"Who cannot be told apart, the best first: {told}."
    return KeyFigure("Groups", f"{len(many.groups)}" if many.groups else "–", said)


def short_chance(chance: float) -> str:
    """A probability that fits into a box.

    >>> short_chance(0.9999), short_chance(0.003), short_chance(0.13)
    ('> 99 %', '< 1 %', '13 %')
    """
    return chance_words(chance).replace("more than ", "> ").replace("under ", "< ")


def _unit(kind: ScoreKind) -> str:
    return "points" if kind.is_share else "rating points"


def _signed(gap: float, kind: ScoreKind) -> str:
    return f"{100 * gap:+.0f}" if kind.is_share else f"{gap:+.1f}"
