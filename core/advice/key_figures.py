"""The three figures that stand under a headline: how sure, how much, and what a test of this size can tell apart."""

from dataclasses import dataclass

from core.advice.comparison import ManyVerdict, PairVerdict
from core.advice.decision import Decision
from core.advice.evidence import ScoreKind
from core.advice.good_enough import Fitness, GoodEnough
from core.advice.pair_sentences import FEW_DISCORDANT, FLATTERS
from core.advice.wording import chance_words, confidence_words, gap_range, points


@dataclass(frozen=True)
class KeyFigure:
    label: str
    value: str
    because: str  # what the figure says, and what it does not


def find_key_figures(decision: Decision) -> tuple[KeyFigure, KeyFigure, KeyFigure]:
    """How sure the headline is, the size of what it is about, and the MDAD."""
    if decision.many is not None:
        return _best(decision.many), _told_apart(decision.many), _mdad(decision.closest_call)
    if decision.fitness:
        judged = decision.fitness[0]
        return _not_worse(judged), _flips(judged), _mdad(judged.pair)
    pair = decision.pairs[0]
    return _confidence(pair), _gap(pair), _mdad(pair)


def _confidence(pair: PairVerdict) -> KeyFigure:
    if pair.withheld:
        return KeyFigure("Confidence", "withheld", pair.track_record)
    who = f"That {pair.ahead.name} is better. " if pair.ahead else "Neither is ahead. "
    return KeyFigure("Confidence", confidence_words(pair.confidence), who + pair.track_record)


def _gap(pair: PairVerdict) -> KeyFigure:
    if pair.withheld:
        spread = f"{_signed(pair.gap_low, pair.kind)} to {_signed(pair.gap_high, pair.kind)}"
        return KeyFigure("Bounds of the gap", spread, "Whatever the answers that were not measured would have been.")
    said = gap_range(pair.gap_low, pair.gap_high, pair.a.name, pair.b.name, pair.kind)
    return KeyFigure("Gap as counted", points(pair.gap, pair.kind), f"{said} That is its 95 % interval.")


def _mdad(pair: PairVerdict) -> KeyFigure:
    said = f"A test of {pair.n} questions like this one ranks a true gap of this size rightly 8 times in 10."
    if pair.only_a_right + pair.only_b_right < FEW_DISCORDANT:
        said += f" {FLATTERS}"
    return KeyFigure("Can tell apart (MDAD)", points(pair.mdad, pair.kind), said)


def _not_worse(judged: GoodEnough) -> KeyFigure:
    label = f"Not worse by over {points(judged.margin, ScoreKind.RIGHT_WRONG)}"
    if judged.fitness is Fitness.WITHHELD:
        return KeyFigure(label, "withheld", judged.pair.track_record)
    said = f"How sure that is of {judged.tested.name}; it is claimed from {100 * judged.claim_at:g} % on."
    return KeyFigure(label, chance_words(judged.confidence), said)


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
    return KeyFigure("The first is the best with", chance_words(top.p_best), said)


def _told_apart(many: ManyVerdict) -> KeyFigure:
    said = "Whoever cannot be told apart by this test is in one group; every group is behind those before it."
    sizes = " + ".join(str(len(group)) for group in many.groups) or "–"
    return KeyFigure("Groups told apart", sizes, said)


def _signed(gap: float, kind: ScoreKind) -> str:
    return f"{100 * gap:+.0f}" if kind.is_share else f"{gap:+.1f}"
