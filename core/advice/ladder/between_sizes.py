"""Larger or smaller: of two models the better one where that is settled, else whether the smaller one may stand in."""

from core.advice.ladder.endings import LadderEnding, LadderVerdict
from core.advice.ladder.standing import Standing
from core.advice.ladder.verdict_sentences import reason_words
from core.advice.verdict.good_enough import Fitness


def judge_sizes(tested: Standing, reference: Standing, margin: float, left: int | None) -> LadderVerdict:
    """The verdict on two models; `left`: questions that the set still holds, None where that is unknown."""
    judged = tested.judged
    assert judged is not None
    pair = judged.pair
    if pair.withheld:
        both = (tested.name, reference.name)
        return LadderVerdict(LadderEnding.WITHHELD, None, both, None, pair.headline, pair.advice)
    if pair.settled and pair.ahead is not None:
        return LadderVerdict(LadderEnding.SETTLED, pair.ahead.name, (), 0, pair.headline, pair.advice)
    if judged.fitness is Fitness.GOOD_ENOUGH:
        lighter = min((tested, reference), key=lambda s: s.weight_bytes)
        reason = reason_words(judged, reference.name, margin)
        if pair.none_usable is not None:
            advice = f"{pair.advice} {judged.headline} {reason}"
            return LadderVerdict(LadderEnding.SETTLED, lighter.name, (), 0, pair.headline, advice)
        headline = f"{tested.name} may stand in for {reference.name}: it is not worse by more than you allow."
        advice = f"{headline} {reason} Take the one that needs less memory or is faster."
        return LadderVerdict(LadderEnding.SETTLED, lighter.name, (), 0, headline, advice)
    needed = judged.questions_needed
    more = "" if needed is None else f" {needed:,} more questions would show it at an even chance if they are equal."
    if needed is not None and left is not None and needed > left:
        more = f" About {needed:,} more questions would be needed, and this set holds {left:,} more."
    return LadderVerdict(
        LadderEnding.NOT_SETTLED,
        None,
        (tested.name, reference.name),
        needed,
        pair.headline,
        pair.advice + (more if judged.fitness is Fitness.NOT_SETTLED else ""),
    )
