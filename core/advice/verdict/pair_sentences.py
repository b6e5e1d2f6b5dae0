"""The sentences of a verdict on two candidates.

The action comes first, then what was counted, then the interval, then the
confidence. Where nothing separates the two, the faster or smaller one is
advised as a convenience and called that. A lack of evidence is never worded
as "equal". Where neither can do the task, that comes first, and nothing is
said of how to tell them apart.
"""

from core.advice.comparison import BankClaim, Bounds, Candidate, NotMeasured, PairVerdict, Tier
from core.advice.evidence import ScoreKind
from core.advice.verdict.convenience import convenient_choice
from core.advice.verdict.not_measured import lost_words, remedy
from core.advice.verdict.what_next import OFFERS
from core.advice.wording import (
    NOT_COVERED,
    bar_words,
    confidence_words,
    duration_words,
    gap_range,
    percent,
    points,
    settle_words,
    settles_hardly,
    work_words,
)
from core.stats.sequential import StoppingRule

FEW_DISCORDANT = 10
_ALL_ONE_WAY = 0.02  # variance of a difference; ten flips in 500 questions have as much
FLATTERS = "With so few questions on which they differ that figure flatters: trust the interval."
ONE_SIDED = "Where nearly every question goes one way that figure flatters: trust the interval."
INTERVAL_AHEAD = (
    "The interval leaves out zero and this is still not settled: the confidence carries a prior worth ten questions "
    "that the two are alike, the interval does not."
)
_RULES = {
    StoppingRule.FIXED: "The number of questions was set beforehand.",
    StoppingRule.E_PROCESS: "The run could stop as soon as it was settled, by an e-process: "
    "whenever it stops, the wrong one is named in at most 5 % of such runs.",
    StoppingRule.FIVE_LOOKS: "The run could stop at 25, 50, 100, 175 or 250 questions; each look asks for 98.3 %.",
    StoppingRule.EXTENDED: "Questions were added after a result was seen, so the bar is 98.3 % instead of 95 %.",
}


def say_headline(v: PairVerdict) -> str:
    """The action, in one sentence; where neither can do the task, that and what to do about it."""
    return v.none_usable.headline if v.none_usable is not None else _action(v)


def say_reasons(v: PairVerdict) -> list[str]:
    """What was counted, where the gap lies, how sure that is, what more questions would do."""
    said = [v.none_usable.reason] if v.none_usable else []
    said.append(_counted(v))
    if v.ahead and (v.settled or v.tier is Tier.LOOKS_BETTER):
        whose = "" if _named_first(v) else f" that {v.ahead.name} is better"
        said.append(f"Confidence{whose}: {confidence_words(v.confidence)}.")
    said.append(gap_range(v.gap_low, v.gap_high, v.a.name, v.b.name, v.kind))
    if not v.settled and v.confidence < StoppingRule.FIXED.level and (v.gap_low > 0 or v.gap_high < 0):
        said.append(INTERVAL_AHEAD)
    if v.none_usable is not None:
        return said
    if v.settled:
        said.append("No more questions needed.")
    else:
        said += [*_more(v), *_convenience(v)]
    return said


def say_details(v: PairVerdict) -> list[str]:
    """What stands below the verdict: the test's own power, planning, the bank, the rule, the limits."""
    said = [
        f"This test of {v.n} questions can tell apart models about {points(v.mdad, v.kind)} apart: "
        "it would rank them rightly 8 times in 10."
    ]
    if warning := mdad_warning(v):
        said[0] += f" {warning}"
    if v.questions_needed:
        sure = f" ({v.questions_needed_80:,} to be 80 % sure of it)" if v.questions_needed_80 else ""
        said.append(
            f"If the true gap is the one seen, {v.questions_needed:,} more questions show it with "
            f"{confidence_words(v.stopping_rule.level)} at an even chance{sure}."
        )
        if v.more_needed is not None:
            said[-1] += (
                f" Once they are added to this result, {bar_words(v.bar_for_more)} are asked for: "
                f"{v.more_needed:,} more at an even chance."
            )
    elif v.questions_needed_why:
        said.append(v.questions_needed_why)
    if v.bank is not None:
        said.append(_bank(v, v.bank))
    return [*said, _RULES[v.stopping_rule], NOT_COVERED]


def mdad_warning(v: PairVerdict) -> str:
    """Why the MDAD of this test looks smaller than it is; "" where it does not."""
    if v.only_a_right + v.only_b_right < FEW_DISCORDANT:
        return FLATTERS
    share = (v.only_a_right + v.only_b_right) / v.n
    return ONE_SIDED if v.kind is ScoreKind.RIGHT_WRONG and share - v.gap**2 < _ALL_ONE_WAY else ""


def say_withheld(v: PairVerdict) -> str:
    """The headline when too many answers were not measured."""
    who = " and ".join(c.name for c, lost in _sides(v) if lost.count)
    return f"No verdict yet: {remedy(v.not_measured_a, v.not_measured_b)}, then run the missing answers of {who} again."


def say_bounds(v: PairVerdict, bounds: Bounds, affected: int, asked: int) -> list[str]:
    """What the lost answers leave open."""
    names = "; ".join(lost_words(c.name, lost) for c, lost in _sides(v) if lost.count)
    spans = (
        _span(v.a.name, bounds.a_low, bounds.a_high, v.kind),
        _span(v.b.name, bounds.b_low, bounds.b_high, v.kind),
    )
    if bounds.gap_low > 0 or bounds.gap_high < 0:
        rest = f"On these questions {(v.a if bounds.gap_low > 0 else v.b).name} stays ahead even so."
    else:
        rest = "That leaves open which of them is ahead."
    return [
        f"{affected} of {asked} questions were not measured ({names}): more than a tenth, too many for a verdict.",
        f"Counting them all wrong or all right, {spans[0]} and {spans[1]}.",
        rest,
    ]


def _action(v: PairVerdict) -> str:
    convenient = _convenient(v)
    take = f"take {convenient[1]}" if convenient else "take either one, by memory, speed or licence"
    if v.failing:
        other = v.b if v.a.name in v.failing else v.a
        take = f"take {other.called}, for {v.failing[0]} solves too little to be used"
    if v.practically_tied and not v.settled:
        return f"Practically tied, within 3 points: {take}."
    if v.practically_tied and v.ahead and convenient and convenient[0] != v.ahead:
        return f"{v.ahead.name} is better, but probably by less than 3 points: {take}."
    if v.settled and v.ahead:
        return f"Use {v.ahead.called} for {work_words(v.use_case)}."
    if v.tier is Tier.LOOKS_BETTER and v.ahead:
        return f"Take {v.ahead.called} for now: it looks better, but this is not settled."
    if v.tier is Tier.SLIGHT_LEAN:
        return f"No clear winner: {take}."
    return f"No difference seen: {take}."


def _sides(v: PairVerdict) -> tuple[tuple[Candidate, NotMeasured], tuple[Candidate, NotMeasured]]:
    return (v.a, v.not_measured_a), (v.b, v.not_measured_b)


def _counted(v: PairVerdict) -> str:
    """ "It solved 40 of 50, B 24; …", with the lean where there is no more than that."""
    differ = v.only_a_right + v.only_b_right
    head = _scores(v)
    if v.ahead and _named_first(v):
        head = head.replace(v.ahead.name, "It", 1)
    if v.kind is not ScoreKind.RIGHT_WRONG:
        higher = [f"{v.a.name} scored higher on {v.only_a_right}", f"{v.b.name} scored higher on {v.only_b_right}"]
        first, second = reversed(higher) if v.gap < 0 else higher  # in the order of the scores before it
        tail = f"{first}, {second.replace(' scored higher', '')}"
    elif differ == 0:
        tail = "they differed on none"
    elif v.settled and v.ahead:
        won = max(v.only_a_right, v.only_b_right)
        tail = f"on the {differ} {_questions(differ)} where they differed {v.ahead.name} won {won}"
    else:
        tail = (
            f"they differed on {differ}, {max(v.only_a_right, v.only_b_right)} to {min(v.only_a_right, v.only_b_right)}"
        )
        if v.ahead and v.only_a_right != v.only_b_right and v.tier is not Tier.SLIGHT_LEAN:
            tail += f" for {v.ahead.name}"
    lean = ""
    if v.tier is Tier.SLIGHT_LEAN and v.ahead:
        lean = f", a slight lean to {v.ahead.name} ({confidence_words(v.confidence)})"
    return f"{head}; {tail}{lean}."


def _named_first(v: PairVerdict) -> bool:
    """Whether the headline has just named the one ahead, and nobody else."""
    return v.ahead is not None and v.headline.startswith(f"Use {v.ahead.called} ")


def _scores(v: PairVerdict) -> str:
    if v.score_a is None or v.score_b is None:
        return f"{v.n} questions were compared"
    first, second = (v.b, v.a) if v.gap < 0 else (v.a, v.b)
    one, two = (v.score_b, v.score_a) if v.gap < 0 else (v.score_a, v.score_b)
    if one.right is not None and two.right is not None:
        return f"{first.name} solved {one.right} of {v.n}, {second.name} {two.right}"
    if v.kind is ScoreKind.RATING:
        return f"{first.name} was rated {one.value:.1f} on average over {v.n} questions, {second.name} {two.value:.1f}"
    return (
        f"{first.name} scored {percent(one.value)} on average over {v.n} questions, {second.name} {percent(two.value)}"
    )


def _more(v: PairVerdict) -> list[str]:
    if v.practically_tied:
        return ["A gap this small is rarely worth more questions."]
    if not v.more_questions:
        return ["This set holds no further questions: write or draw more to settle it."]
    best = next((m for m in v.more_questions if m.chance >= 0.5), v.more_questions[-1])
    if best.more < OFFERS[0] and settles_hardly(best.chance):
        held = "the one question" if best.more == 1 else f"the {best.more} questions"
        return [f"{held.capitalize()} that this set still holds would hardly settle it: write or draw more."]
    time = "" if best.duration_s is None else f" ({duration_words(best.duration_s)})"
    return [f"{best.more} more {_questions(best.more)}{time} {settle_words(best.chance)}."]


def _convenient(v: PairVerdict) -> tuple[Candidate, str] | None:
    """The faster or smaller one; None where nothing tells, or where one of the two cannot do the task."""
    return None if v.failing else convenient_choice((v.a, v.b))


def _convenience(v: PairVerdict) -> list[str]:
    convenient = _convenient(v)
    if convenient is None:
        return []
    if v.tier is Tier.LOOKS_BETTER and not v.practically_tied:
        chosen, words = convenient
        return [] if chosen == v.ahead else [f"If convenience counts more, {words} is the other choice."]
    return ["Taking it is a choice of convenience, not a finding."]


def _bank(v: PairVerdict, bank: BankClaim) -> str:
    if bank.gap_low is None or bank.gap_high is None:
        state = "level" if v.only_a_right == v.only_b_right else "ahead on the set itself"
        who = "they are" if v.ahead is None else f"{v.ahead.name} is"
        asked = f"All {bank.size} questions of this set were asked: {who} {state}"
        return f"{asked}; the confidence is about questions like these."
    if bank.confidence < 0.51:
        return f"On the whole set of {bank.size} questions either may come out ahead."
    name = v.a.name if bank.p_a >= 0.5 else v.b.name
    return (
        f"On the whole set of {bank.size} questions {name} would come out ahead with "
        f"{confidence_words(bank.confidence)}; that is about this set alone."
    )


def _span(name: str, low: float, high: float, kind: ScoreKind) -> str:
    if kind is ScoreKind.RATING:
        return f"{name} is rated {low:.1f}" if low == high else f"{name} is rated {low:.1f} to {high:.1f}"
    return f"{name} scores {percent(low)}" if low == high else f"{name} scores {percent(low)} to {percent(high)}"


def _questions(count: int) -> str:
    return "question" if count == 1 else "questions"
