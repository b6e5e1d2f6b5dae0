"""Which rung to take: the smallest that is not worse than the reference by more than x, with 90 %.

Settled: that file is named. Not settled: smaller ones remain that more
questions could still admit, and how many. Keep the reference: every smaller
file is worse. Withheld: they were asked, but too little of it was measured.
Not measurable: there is nothing to measure against.

A smaller file whose answers were cut off is open, never passed over; one whose
run stopped is no candidate (standing.py) and is named apart. What is
not smaller than the reference is judged too and never advised. Where no file can
do the task, that comes first: to lose little of nothing is no merit. Each claim holds
by itself; with several rungs that is said (verdict_notes.py).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from core.advice.ladder.between_sizes import judge_sizes
from core.advice.ladder.endings import LadderEnding, LadderVerdict
from core.advice.ladder.ladder import Ladder, LadderKind
from core.advice.ladder.standing import STOPPED, Standing, Stands
from core.advice.ladder.verdict_notes import find_left_out, find_notes
from core.advice.ladder.verdict_sentences import (
    behind_words,
    flips_words,
    more_words,
    reason_words,
    saving_words,
    withheld_words,
    worse_words,
)
from core.advice.verdict.good_enough import Fitness
from core.advice.wording import confidence_words, join_names

_GOOD: Final = (Stands.GOOD_ENOUGH, Stands.HOLDS_AS_MUCH)


def judge_ladder(
    ladder: Ladder, standings: Sequence[Standing], margin: float, questions_left: int | None = None
) -> LadderVerdict:
    """The verdict over all rungs. `questions_left` is what the set still holds; None: unknown."""
    reference = next(s for s in standings if s.is_reference)
    if not ladder.measurable:
        return _not_measurable(reference.name)
    judged = [s for s in standings if s.judged is not None]
    if not judged:
        return _nothing_yet(reference, [s for s in standings if not s.is_reference])
    if ladder.kind is LadderKind.SIZES:
        verdict, smaller = judge_sizes(judged[0], reference, margin, questions_left), judged
    else:
        smaller = sorted((s for s in judged if s.weight_bytes < reference.weight_bytes), key=lambda s: s.weight_bytes)
        verdict = _judge_smaller(smaller, reference, margin, questions_left, standings)
        verdict = _none_usable(verdict, judged) or verdict
    return replace(verdict, notes=find_notes(ladder, smaller), left_out=find_left_out(standings))


def _judge_smaller(
    smaller: Sequence[Standing], reference: Standing, margin: float, left: int | None, standings: Sequence[Standing]
) -> LadderVerdict:
    """From the smallest up: the first that is good enough, unless an even smaller one is still open."""
    good = next((s for s in smaller if s.stands in _GOOD), None)
    lighter = [s for s in smaller if good is None or s.weight_bytes < good.weight_bytes]
    open_ones = [s for s in lighter if s.stands is Stands.NOT_SETTLED]
    withheld = [s for s in lighter if s.stands is Stands.WITHHELD]
    if open_ones or (withheld and good is not None):
        return _open(lighter, good, reference, margin, left)
    if good is not None:
        passed_over = any(s.judged is None and s.weight_bytes < good.weight_bytes for s in standings)
        return _take(good, lighter, reference, margin, passed_over=passed_over)
    if withheld:
        return _withheld(smaller, withheld, reference)
    return _keep(smaller, reference)


def _none_usable(verdict: LadderVerdict, judged: Sequence[Standing]) -> LadderVerdict | None:
    """The same verdict, with a headline that says that no file can do the task; None where one can."""
    pairs = [s.judged.pair for s in judged if s.judged]
    if not all(pair.none_usable for pair in pairs):
        return None
    best = max(pairs, key=lambda pair: max(score.value for score in (pair.score_a, pair.score_b) if score))
    none = best.none_usable
    assert none is not None
    headline = f"No file of this model is seen to be usable here: {none.at_best}. {none.further}"
    return replace(
        verdict,
        headline=headline,
        advice=f"{headline} {none.reason} By the loss alone: {verdict.advice}",
        more_questions=verdict.more_questions if none.more_may_help else None,  # they would settle nothing of use
    )


def _not_measurable(name: str) -> LadderVerdict:
    headline = "Not measurable: there is no reference."
    return _verdict(
        LadderEnding.NOT_MEASURABLE,
        None,
        headline,
        f"{name} is the only file of this model here. What a file has lost can only be measured against a less "
        "compressed one, such as BF16 or Q8_0: fetch one, or make a smaller rung and use this file as reference.",
    )


def _nothing_yet(reference: Standing, tested: Sequence[Standing]) -> LadderVerdict:
    asked = [s for s in tested if s.stands is not Stands.NOT_ASKED]
    withheld = [s for s in tested if s.stands is Stands.WITHHELD]
    stopped = [s.name for s in tested if s.stands in STOPPED]
    ending, few = LadderEnding.NOT_ASKED, False
    if any(s.going_on for s in (reference, *tested)):
        headline = "The rungs are being asked."
    elif reference.why_not or (withheld and not reference.answered):
        headline = f"No verdict: the reference {reference.name} has not answered enough."
    elif withheld:
        ending = LadderEnding.WITHHELD
        few = all(s.answered == 1 for s in withheld)
        told = "one question tells nothing, ask more" if few else "too little of what was answered can be compared"
        headline = f"No verdict: {told}."
    elif stopped:
        headline = f"No verdict: {join_names(stopped, 'and')} did not finish."
    else:
        headline = "Not asked yet."
    said = [reference] if reference.why_not else [] if few else asked  # what all lack is said once
    return _verdict(ending, None, headline, *(f"{s.name}: {s.why_not}" for s in said if s.why_not))


def _take(
    good: Standing, lighter: Sequence[Standing], reference: Standing, margin: float, *, passed_over: bool
) -> LadderVerdict:
    assert good.judged is not None
    if good.judged.fitness is Fitness.HOLDS_AS_MUCH:
        headline, said = good.judged.headline, good.judged.advice.removeprefix(good.judged.headline).strip()
    else:
        among = "of those judged the smallest" if passed_over else "the smallest file"
        headline = f"Take {good.name}: {among} that is good enough here."
        said = f"{reason_words(good.judged, reference.name, margin)}{saving_words(good, reference)}"
    return _verdict(LadderEnding.SETTLED, good.name, headline, said, worse_words(lighter), more=0)


def _open(
    lighter: Sequence[Standing], good: Standing | None, reference: Standing, margin: float, left: int | None
) -> LadderVerdict:
    """Smaller ones remain, which are not settled or whose verdict is withheld."""
    remain = [s for s in lighter if s.stands in (Stands.NOT_SETTLED, Stands.WITHHELD)]
    open_ones = [s for s in remain if s.stands is Stands.NOT_SETTLED]
    keep = good or reference
    headline = (
        f"Not settled: {join_names([s.name for s in remain], 'and')} {'remain' if len(remain) > 1 else 'remains'}. "
        f"Take {keep.name} for now."
    )
    said = []
    if good is not None and good.judged is not None:
        said.append(f"{good.name}: {reason_words(good.judged, reference.name, margin)}{saving_words(good, reference)}")
    said += [flips_words(s, margin) for s in open_ones]
    against = [s.name for s in open_ones if s.judged and s.judged.probably_worse]
    if against:
        said.append(f"{join_names(against, 'and')} {'are' if len(against) > 1 else 'is'} probably worse.")
    behind = [s.name for s in open_ones if s.answered < reference.answered]
    if behind:
        said.append(behind_words(behind, reference.name))
    counts = [_more_than_asked(s, reference) for s in open_ones if s.judged and not s.judged.probably_worse]
    known = [count for count in counts if count is not None]
    needed = max(known) if known and len(known) == len(counts) else None
    if counts and needed != 0:
        said.append(more_words(needed, left, reference.name, open_ones))
    withheld = [s.judged for s in remain if s.stands is Stands.WITHHELD and s.judged]
    said += [withheld_words(withheld)] if withheld else []
    return _verdict(
        LadderEnding.NOT_SETTLED, keep.name, headline, *said, worse_words(lighter), remaining=remain, more=needed
    )


def _more_than_asked(open_one: Standing, reference: Standing) -> int | None:
    """Questions needed beyond those that the reference has answered: a rung that is behind has some to go."""
    assert open_one.judged is not None
    needed = open_one.judged.questions_needed
    return None if needed is None else max(0, needed - max(0, reference.answered - open_one.answered))


def _withheld(smaller: Sequence[Standing], withheld: Sequence[Standing], reference: Standing) -> LadderVerdict:
    names = join_names([s.name for s in withheld], "and")
    why = "too little of the smaller files' answers was measured"
    if len(withheld) < len(smaller):
        why = f"{names} could not be judged, every other smaller file is worse"
    return _verdict(
        LadderEnding.WITHHELD,
        reference.name,
        f"Keep {reference.name} for now: {why}.",
        withheld_words([s.judged for s in withheld if s.judged]),
        worse_words(smaller),
        remaining=withheld,
    )


def _keep(smaller: Sequence[Standing], reference: Standing) -> LadderVerdict:
    ending = LadderEnding.KEEP_REFERENCE
    if not smaller:
        return _verdict(ending, reference.name, f"Keep {reference.name}: no smaller file was judged.")
    what = "every smaller file judged is worse" if len(smaller) > 1 else f"{smaller[0].name} is worse"
    said = [
        f"{s.name} lost {s.judged.lost} and gained {s.judged.gained} of {s.judged.n}: worse, "
        f"{confidence_words(s.judged.pair.confidence)} sure."
        for s in smaller
        if s.judged
    ]
    return _verdict(ending, reference.name, f"Keep {reference.name}: {what}.", *said, more=0)


def _verdict(
    ending: LadderEnding,
    take: str | None,
    headline: str,
    *said: str,
    remaining: Sequence[Standing] = (),
    more: int | None = None,
) -> LadderVerdict:
    advice = " ".join(filter(None, (headline, *said)))
    return LadderVerdict(ending, take, tuple(s.name for s in remaining), more, headline, advice)
