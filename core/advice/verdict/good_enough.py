"""Is the smaller file good enough? Not worse than its reference by more than a margin.

A smaller quantization is rarely better; the question is how much it loses. The
answer is a score test beside an exact one (core/stats/not_worse.py): "good
enough" from 90 % on, and from 96.5 % on where answers were looked at before
the last questions were asked. It never says "equal", and where the reference is clearly ahead by more it
says to keep that; where the answers lean that way, that it is probably worse.
Lost: right in the reference, wrong in the tested file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from core.advice.comparison import Candidate, PairVerdict
from core.advice.evidence import ScoreKind
from core.advice.verdict.verdict import compare
from core.advice.wording import chance_beside_bar, confidence_words, duration_words, points, size_words
from core.errors import GradingError
from core.grading.outcome import Outcome
from core.stats.not_worse import CLAIM_AT, claim_level, guarded_confidence, questions_to_add_for_margin
from core.stats.sequential import StoppingRule

MARGIN: Final = 0.03  # three points
UNLIKELY_AT: Final = 0.20  # up to here "not worse" is so unlikely that the file is called probably worse


class Fitness(StrEnum):
    """What may be said of the tested file against its reference."""

    GOOD_ENOUGH = "good enough"
    WORSE = "worse"
    NOT_SETTLED = "not settled"
    WITHHELD = "withheld"
    HOLDS_AS_MUCH = "holds as much"  # the reference is larger, but was made from quantized weights


@dataclass(frozen=True)
class GoodEnough:
    """A tested file against its reference; `pair` holds the usual figures, A being the tested file."""

    tested: Candidate
    reference: Candidate
    n: int
    lost: int  # the reference solved it, the tested file did not
    gained: int
    margin: float  # share
    confidence: float  # that the loss is smaller than the margin, 0.0001–0.9999
    fitness: Fitness
    questions_needed: int | None  # to add, at an even chance, if the two are equal; None when said, or over a million
    saves_bytes: int | None
    headline: str
    advice: str
    pair: PairVerdict
    claim_at: float = CLAIM_AT  # the confidence asked for

    @property
    def probably_worse(self) -> bool:
        """Not settled, but the answers speak against the tested file."""
        return self.fitness is Fitness.NOT_SETTLED and leans_against(self.pair, self.confidence)

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "tested": self.tested.name,
            "reference": self.reference.name,
            "n": self.n,
            "lost": self.lost,
            "gained": self.gained,
            "margin": self.margin,
            "confidence": self.confidence,
            "claim_at": self.claim_at,
            "fitness": str(self.fitness),
            "questions_needed": self.questions_needed,
            "saves_bytes": self.saves_bytes,
            "headline": self.headline,
            "advice": self.advice,
            "pair": self.pair.to_dict(),
        }


def judge_good_enough(
    tested: Candidate,
    reference: Candidate,
    scores_tested: Mapping[str, float | None],
    scores_reference: Mapping[str, float | None],
    *,
    margin: float = MARGIN,
    bank_size: int | None = None,
    guess_rate: float | None = None,
    use_case: str | None = None,
    groups: Mapping[str, str] | None = None,
    seconds_per_question: float | None = None,
    outcomes_tested: Mapping[str, Outcome] | None = None,
    outcomes_reference: Mapping[str, Outcome] | None = None,
    stopping_rule: StoppingRule | str = StoppingRule.FIXED,
) -> GoodEnough:
    """Judge a smaller file from right/wrong scores by question id; None means "not measured".

    `bank_size` is how many questions the set holds; None where that is unknown.

    Raises GradingError for graded scores (flips are counted), otherwise as `compare`.
    """
    pair = compare(
        tested,
        reference,
        scores_tested,
        scores_reference,
        bank_size=bank_size,
        guess_rate=guess_rate,
        use_case=use_case,
        groups=groups,
        seconds_per_question=seconds_per_question,
        outcomes_a=outcomes_tested,
        outcomes_b=outcomes_reference,
        stopping_rule=stopping_rule,
    )
    if pair.kind is not ScoreKind.RIGHT_WRONG:
        raise GradingError("Whether a file is good enough is read from right and wrong answers: choose such graders.")
    left = None if bank_size is None else bank_size - max(pair.n, len(scores_tested.keys() & scores_reference.keys()))
    return _judge(pair, margin, seconds_per_question, bank_size, left)


def prefer_source(judged: GoodEnough, made_from: str) -> GoodEnough:
    """The same figures where the larger file holds no more than the tested one, whatever they say.

    `made_from` is what the larger file's header says, such as "requantized from Q4_1".
    """
    small, large = judged.tested.name, judged.reference.name
    told = f"{large} is larger, but {made_from}, and cannot be better by content."
    headline = f"Take {small}: {told}" if judged.pair.none_usable is None else told
    reasons = [
        f"On {judged.n} questions {small} lost {judged.lost} that {large} solved and gained {judged.gained}: a "
        "difference between the two is chance, or the rounding of the second quantization."
    ]
    if judged.saves_bytes is not None and judged.saves_bytes > 0:
        reasons.append(f"It saves {size_words(judged.saves_bytes)}.")
    return replace(
        judged,
        fitness=Fitness.HOLDS_AS_MUCH,
        questions_needed=None,
        headline=headline,
        advice=" ".join([headline, *reasons]),
    )


def leans_against(pair: PairVerdict, sure: float) -> bool:
    """Whether the answers speak for the reference, `sure` being the confidence that little is lost."""
    return sure <= UNLIKELY_AT and pair.better == "b"


def _judge(
    pair: PairVerdict,
    margin: float,
    seconds_per_question: float | None,
    bank_size: int | None = None,
    left: int | None = None,
) -> GoodEnough:
    effect = pair.design_effect
    gained, lost, n = pair.only_a_right / effect, pair.only_b_right / effect, pair.n / effect
    level = claim_level(pair.stopping_rule)
    sure = guarded_confidence(gained, lost, n, margin, level)
    fitness = _fitness(pair, sure, level)
    needed = None
    against = leans_against(pair, sure)
    if fitness is Fitness.NOT_SETTLED and not against:
        more = questions_to_add_for_margin(gained, lost, n, margin, level=level)
        needed = None if more is None else max(round(more * effect), 1)
    sizes = pair.a.size_bytes, pair.b.size_bytes
    saves = sizes[1] - sizes[0] if sizes[0] is not None and sizes[1] is not None else None
    headline = _headline(pair, fitness, against)
    reasons = [] if fitness is Fitness.WITHHELD else _reasons(pair, fitness, margin, sure, level)
    if needed is not None:
        reasons.append(_more(needed, seconds_per_question, bank_size, left))
    if saves is not None and saves > 0 and fitness is not Fitness.WITHHELD:
        reasons.append(f"It saves {size_words(saves)}." if fitness is Fitness.GOOD_ENOUGH else "")
    if fitness is Fitness.GOOD_ENOUGH:
        reasons.append("This does not say that they are equal.")
    return GoodEnough(
        tested=pair.a,
        reference=pair.b,
        n=pair.n,
        lost=pair.only_b_right,
        gained=pair.only_a_right,
        margin=margin,
        confidence=sure,
        fitness=fitness,
        questions_needed=needed,
        saves_bytes=saves,
        headline=headline,
        advice=pair.advice if fitness is Fitness.WITHHELD else " ".join([headline, *filter(None, reasons)]),
        pair=pair,
        claim_at=level,
    )


def _fitness(pair: PairVerdict, sure: float, level: float) -> Fitness:
    if pair.withheld:
        return Fitness.WITHHELD
    if sure >= level:
        return Fitness.GOOD_ENOUGH
    return Fitness.WORSE if pair.settled and pair.better == "b" else Fitness.NOT_SETTLED


def _more(needed: int, seconds_per_question: float | None, bank_size: int | None, left: int | None) -> str:
    """What would show it, or that this set cannot."""
    if bank_size is not None and left is not None and needed > left:
        return f"To show that little is lost would take more questions than this set holds ({bank_size:,})."
    time = f" ({duration_words(needed * seconds_per_question)})" if seconds_per_question else ""
    return f"If the two are equal, {needed:,} more questions{time} would show it at an even chance."


def _headline(pair: PairVerdict, fitness: Fitness, against: bool) -> str:
    """What to take or to keep; only what the smaller file loses where neither can do the task."""
    if fitness is Fitness.WITHHELD:
        return pair.headline
    a, b, usable = pair.a.name, pair.b.name, pair.none_usable is None
    if fitness is Fitness.GOOD_ENOUGH:
        return f"{a} is good enough here." if usable else f"{a} loses little against {b}."
    if fitness is Fitness.WORSE:
        return f"Keep {b}: {a} is worse here." if usable else f"{a} is worse than {b}."
    if against:
        told = f"{a} is probably worse ({confidence_words(pair.confidence)})."
    else:
        told = f"whether {a} is good enough is not settled."
    return f"Keep {b} for now: {told}" if usable else f"{told[:1].upper()}{told[1:]}"


def _reasons(pair: PairVerdict, fitness: Fitness, margin: float, sure: float, level: float) -> list[str]:
    flips = (
        f"On {pair.n} questions it lost {pair.only_b_right} that {pair.b.name} solved and gained {pair.only_a_right}"
    )
    allowed = points(margin, ScoreKind.RIGHT_WRONG)
    if fitness is Fitness.GOOD_ENOUGH:
        said = [f"{flips}: not worse by more than your {allowed}, {confidence_words(sure)} sure."]
        if pair.settled and pair.better == "b":
            said.append(f"It is a little worse, though: {confidence_words(pair.confidence)} sure of that.")
        return said
    flips = flips.replace("it lost", f"{pair.a.name} lost", 1)
    if fitness is Fitness.WORSE:
        return [f"{flips}: it is worse, {confidence_words(pair.confidence)} sure."]
    bar = "90 % are asked for."
    if level > CLAIM_AT:
        bar = f"{100 * level:.1f} % are asked for instead of 90 %, because answers were looked at on the way."
    return [f"{flips}: not worse by more than your {allowed} is only {chance_beside_bar(sure, level)} sure; {bar}"]
