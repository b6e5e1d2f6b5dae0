"""Which rung to take: the smallest that is not worse than the reference by more than x, with 90 %.

Five endings. Settled: that file is named. Not settled: smaller ones remain
that more questions could still admit, and how many. Keep the reference: every
smaller file is worse. Not measurable: there is nothing to measure against.
Not judged: both were asked, but too little of it counts. A smaller file whose
answers were cut off is open, never passed over.
What is not smaller than the reference is judged too and never advised. Each
claim holds at 90 % by itself; with several rungs that is said.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any, Final

from core.advice.evidence import ScoreKind
from core.advice.ladder.ladder import Ladder, LadderKind
from core.advice.ladder.withheld import behind_words, withheld_words
from core.advice.verdict.good_enough import Fitness, GoodEnough
from core.advice.wording import (
    bar_words,
    chance_words,
    confidence_words,
    duration_words,
    join_names,
    points,
    size_words,
)


class LadderEnding(StrEnum):
    SETTLED = "settled"
    NOT_SETTLED = "not settled"
    KEEP_REFERENCE = "keep the reference"
    NOT_MEASURABLE = "not measurable"
    NOT_ASKED = "not asked yet"
    NOT_JUDGED = "not judged"  # asked, but what was answered cannot be compared


_GOOD: Final = (Fitness.GOOD_ENOUGH, Fitness.HOLDS_AS_MUCH)


@dataclass(frozen=True)
class Standing:
    """A rung as the verdict sees it."""

    name: str
    weight_bytes: int  # of the file; of the memory where files are alike
    is_reference: bool
    judged: GoodEnough | None
    answered: int
    running: bool
    why_not: str


@dataclass(frozen=True)
class LadderVerdict:
    ending: LadderEnding
    take: str | None  # the rung to take, as things stand
    remaining: tuple[str, ...]  # smaller ones that are not settled
    more_questions: int | None  # that settle those at an even chance, if they are equal to the reference
    headline: str
    advice: str
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "ending": str(self.ending),
            "take": self.take,
            "remaining": list(self.remaining),
            "more_questions": self.more_questions,
            "headline": self.headline,
            "advice": self.advice,
            "notes": list(self.notes),
        }


def judge_ladder(
    ladder: Ladder, standings: Sequence[Standing], margin: float, questions_left: int | None = None
) -> LadderVerdict:
    """The verdict over all rungs. `questions_left` is what the set still holds; None: unknown."""
    reference = next(s for s in standings if s.is_reference)
    if not ladder.measurable:
        return _not_measurable(reference.name)
    judged = [s for s in standings if s.judged is not None]
    if not judged:
        return _nothing_yet(reference, standings)
    smaller = sorted(
        (s for s in judged if s.weight_bytes < reference.weight_bytes or ladder.kind is LadderKind.SIZES),
        key=lambda s: s.weight_bytes,
    )
    good = next((s for s in smaller if _fitness(s) in _GOOD), None)
    lighter = [s for s in smaller if good is None or s.weight_bytes < good.weight_bytes]
    open_ones = [s for s in lighter if _fitness(s) is Fitness.NOT_SETTLED]
    withheld = [s for s in lighter if _fitness(s) is Fitness.WITHHELD]
    notes = tuple(_notes(ladder, standings, smaller))
    if ladder.kind is LadderKind.SIZES:
        return _between_sizes(smaller[0], reference, margin, notes, questions_left)
    if open_ones or (withheld and good is not None):
        return _open(open_ones, withheld, good, reference, margin, questions_left, notes, _worse_words(lighter))
    if good is not None:
        return _take(good, reference, margin, notes, _worse_words(lighter))
    return _keep(reference, smaller, notes)


def _fitness(standing: Standing) -> Fitness | None:
    return standing.judged.fitness if standing.judged else None


def _not_measurable(name: str) -> LadderVerdict:
    headline = "Not measurable: there is no reference."
    advice = (
        f"{headline} {name} is the only file of this model here. What a file has lost can only be measured against a "
        "less compressed one, such as BF16 or Q8_0: fetch one, or make a smaller rung and use this file as reference."
    )
    return LadderVerdict(LadderEnding.NOT_MEASURABLE, None, (), None, headline, advice)


def _nothing_yet(reference: Standing, standings: Sequence[Standing]) -> LadderVerdict:
    ending = LadderEnding.NOT_ASKED
    failed = [s for s in standings if s.why_not.startswith("It failed")]
    if any(s.running for s in standings):
        headline = "The rungs are being asked."
    elif failed:
        headline = f"No verdict: {join_names([s.name for s in failed], 'and')} could not be asked."
    elif reference.answered >= 2 and any(s.answered >= 2 and not s.is_reference for s in standings):
        ending, headline = LadderEnding.NOT_JUDGED, "No verdict: too little of what was answered can be compared."
    elif any(s.answered == 1 for s in standings) and all(s.answered < 2 for s in standings):
        ending, headline = LadderEnding.NOT_JUDGED, "No verdict: one question tells nothing, ask more."
    elif reference.answered < 2 and any(s.answered >= 2 for s in standings):
        headline = f"Not measurable yet: the reference {reference.name} has not answered."
    else:
        headline = "Not asked yet."
    said = [f"{s.name}: {s.why_not}" for s in standings if s.why_not and s.answered]
    return LadderVerdict(ending, None, (), None, headline, " ".join([headline, *said]))


def _take(
    good: Standing, reference: Standing, margin: float, notes: tuple[str, ...], worse: Sequence[str]
) -> LadderVerdict:
    assert good.judged is not None
    if good.judged.fitness is Fitness.HOLDS_AS_MUCH:
        return LadderVerdict(
            LadderEnding.SETTLED, good.name, (), 0, good.judged.headline, " ".join([good.judged.advice, *worse]), notes
        )
    headline = f"Take {good.name}: the smallest file that is good enough here."
    reason = f"{_reason(good.judged, reference, margin)}{_saving(good, reference)}"
    advice = " ".join([headline, reason, *worse])
    return LadderVerdict(LadderEnding.SETTLED, good.name, (), 0, headline, advice, notes)


def _reason(judged: GoodEnough, reference: Standing, margin: float) -> str:
    allowed = points(margin, ScoreKind.RIGHT_WRONG)
    return (
        f"On {judged.n} questions it lost {judged.lost} that {reference.name} solved and gained {judged.gained}: not "
        f"worse by more than {allowed}, {confidence_words(judged.confidence)} sure. "
        "This does not say that they are equal."
    )


def _worse_words(lighter: Sequence[Standing]) -> list[str]:
    """Why none of the smaller ones that are settled is taken."""
    worse = [
        f"{s.name} (lost {s.judged.lost}, gained {s.judged.gained})"
        for s in lighter
        if s.judged and s.judged.fitness is Fitness.WORSE
    ]
    return [f"Smaller, but worse: {join_names(worse, 'and')}."] if worse else []


def _saving(good: Standing, reference: Standing) -> str:
    saved = reference.weight_bytes - good.weight_bytes
    return f" It saves {size_words(saved)}." if saved > 0 else ""


def _open(
    open_ones: Sequence[Standing],
    withheld: Sequence[Standing],
    good: Standing | None,
    reference: Standing,
    margin: float,
    left: int | None,
    notes: tuple[str, ...],
    worse: Sequence[str],
) -> LadderVerdict:
    names = [s.name for s in sorted((*open_ones, *withheld), key=lambda s: s.weight_bytes)]
    against = [s.name for s in open_ones if s.judged and s.judged.probably_worse]
    counts = [_more_than_asked(s, reference) for s in open_ones if s.judged and not s.judged.probably_worse]
    known = [count for count in counts if count is not None]
    needed = max(known) if known and len(known) == len(counts) else None
    keep = good.name if good else reference.name
    remain = f"{join_names(names, 'and')} {'remain' if len(names) > 1 else 'remains'}"
    headline = f"Not settled: {remain}. Take {keep} for now."
    said = [headline]
    if good is not None and good.judged is not None:
        said.append(f"{good.name}: {_reason(good.judged, reference, margin)}{_saving(good, reference)}")
    for s in open_ones:
        assert s.judged is not None
        said.append(
            f"{s.name} lost {s.judged.lost} and gained {s.judged.gained} of {s.judged.n}: not worse by more than "
            f"{points(margin, ScoreKind.RIGHT_WRONG)} is {chance_words(s.judged.confidence)} sure, "
            f"{bar_words(s.judged.claim_at)} are asked for."
        )
    if against:
        said.append(f"{join_names(against, 'and')} {'are' if len(against) > 1 else 'is'} probably worse.")
    behind = [s.name for s in open_ones if s.answered < reference.answered and not s.running]
    if behind:
        said.append(behind_words(behind, reference.name))
    if counts and needed != 0:
        said.append(_more(needed, left, reference.name, open_ones))
    said += [withheld_words([s.judged for s in withheld if s.judged])] if withheld else []
    said += worse
    return LadderVerdict(LadderEnding.NOT_SETTLED, keep, tuple(names), needed, headline, " ".join(said), notes)


def _more_than_asked(open_one: Standing, reference: Standing) -> int | None:
    """Questions needed beyond those that the reference has answered: a rung that stopped early has some to go."""
    assert open_one.judged is not None
    needed = open_one.judged.questions_needed
    return None if needed is None else max(0, needed - max(0, reference.answered - open_one.answered))


def _more(needed: int | None, left: int | None, reference: str, open_ones: Sequence[Standing]) -> str:
    """What would settle it, or that this set cannot."""
    if needed is None or (left is not None and needed > left):
        count = "More questions than anybody asks" if needed is None else f"About {needed:,} more questions"
        holds = "" if left is None else f", and this set holds {left:,} more"
        return f"{count} would be needed{holds}: bring more questions, or allow a larger loss."
    each = [s.judged.pair.more_questions for s in open_ones if s.judged]
    seconds = next((m[0].duration_s / m[0].more for m in each if m and m[0].duration_s and m[0].more), None)
    time = f" ({duration_words(needed * seconds)} for each rung and the reference)" if seconds else ""
    many = ("question", "shows") if needed == 1 else ("questions", "show")
    return f"If equal to {reference}, {needed:,} more {many[0]}{time} {many[1]} it at an even chance."


def _keep(reference: Standing, smaller: Sequence[Standing], notes: tuple[str, ...]) -> LadderVerdict:
    withheld = [s for s in smaller if _fitness(s) is Fitness.WITHHELD]
    if not smaller:
        headline = f"Keep {reference.name}: no smaller file was asked."
        return LadderVerdict(LadderEnding.KEEP_REFERENCE, reference.name, (), None, headline, headline, notes)
    if withheld:
        headline = f"Keep {reference.name} for now: too little of the smaller files' answers was measured."
        explained = withheld_words([s.judged for s in withheld if s.judged])
        ending = LadderEnding.NOT_SETTLED
        return LadderVerdict(
            ending, reference.name, tuple(s.name for s in withheld), None, headline, f"{headline} {explained}", notes
        )
    what = "every smaller file asked is worse" if len(smaller) > 1 else f"{smaller[0].name} is worse"
    headline = f"Keep {reference.name}: {what}."
    said = [
        f"{s.name} lost {s.judged.lost} and gained {s.judged.gained} of {s.judged.n}: worse, "
        f"{confidence_words(s.judged.pair.confidence)} sure."
        for s in smaller
        if s.judged
    ]
    return LadderVerdict(
        LadderEnding.KEEP_REFERENCE, reference.name, (), 0, headline, " ".join([headline, *said]), notes
    )


def _between_sizes(
    tested: Standing, reference: Standing, margin: float, notes: tuple[str, ...], left: int | None
) -> LadderVerdict:
    """Two models: the better one where that is settled, else whether the smaller one may stand in."""
    judged = tested.judged
    assert judged is not None
    pair = judged.pair
    if pair.settled and pair.ahead is not None and not pair.withheld:
        return LadderVerdict(LadderEnding.SETTLED, pair.ahead.name, (), 0, pair.headline, pair.advice, notes)
    if judged.fitness is Fitness.GOOD_ENOUGH:
        headline = f"{tested.name} may stand in for {reference.name}: it is not worse by more than you allow."
        advice = f"{headline} {_reason(judged, reference, margin)} Take the one that needs less memory or is faster."
        lighter = min((tested, reference), key=lambda s: s.weight_bytes)
        return LadderVerdict(LadderEnding.SETTLED, lighter.name, (), 0, headline, advice, notes)
    needed = judged.questions_needed
    more = "" if needed is None else f" {needed:,} more questions would show it at an even chance if they are equal."
    if needed is not None and left is not None and needed > left:
        more = f" About {needed:,} more questions would be needed, and this set holds {left:,} more."
    advice = pair.advice + (more if judged.fitness is Fitness.NOT_SETTLED else "")
    return LadderVerdict(
        LadderEnding.NOT_SETTLED, None, (tested.name, reference.name), needed, pair.headline, advice, notes
    )


def _notes(ladder: Ladder, standings: Sequence[Standing], smaller: Sequence[Standing]) -> list[str]:
    notes = []
    absent = [s for s in standings if not s.is_reference and s.judged is None]
    notes += [f"{s.name} is not judged. {s.why_not}" for s in absent]
    if len(smaller) > 2:
        notes.append(
            f"{len(smaller)} rungs were judged, each claim at 90 % by itself: that one of them is wrong is likelier "
            "than one in ten."
        )
    out_of_order = [
        s.name for s, larger in pairwise(smaller) if _fitness(s) in _GOOD and _fitness(larger) is Fitness.WORSE
    ]
    if out_of_order and ladder.kind is LadderKind.FILES:
        notes.append(
            f"{join_names(out_of_order, 'and')} came out better than a larger file that is worse: one of the two "
            "results is likely chance. More questions, or the distance of their predictions, tell which."
        )
    return notes
