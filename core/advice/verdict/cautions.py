"""What a reader of a verdict should be careful about, one sentence each."""

from collections.abc import Sequence

from core.advice.comparison import Candidate, NotMeasured
from core.advice.evidence import Matched, ScoreKind
from core.advice.wording import percent
from core.stats.paired import PRIOR
from core.stats.prior import near_guess_rate


def note_base_models(candidates: Sequence[Candidate]) -> list[str]:
    """Base models against some tuned for chat: part of the gap may be the way of asking."""
    base = [candidate.name for candidate in candidates if candidate.is_base_model]
    tuned = [candidate.name for candidate in candidates if not candidate.is_base_model]
    if not base or not tuned:
        return []
    bases = f"{base[0]} is a base model" if len(base) == 1 else f"{', '.join(base)} are base models"
    others = f"{tuned[0]} is" if len(tuned) == 1 else "the others are"
    return [
        f"{bases} and {others} tuned for chat: they were asked in different ways, "
        "and part of the gap may be the way of asking."
    ]


def note_guessing(matched: Matched, guess_rate: float | None) -> list[str]:
    """Both near the guess rate: there a confidence is known to be too high."""
    if guess_rate is None or matched.kind is not ScoreKind.RIGHT_WRONG:
        return []
    if not near_guess_rate(float(matched.a.mean()), float(matched.b.mean()), guess_rate, len(matched.ids)):
        return []
    return [
        f"Both score about what guessing would ({percent(guess_rate)}): the questions may be too hard for them, and "
        "near the guess rate the confidence is known to be too high (90 % came true 69 % of the time)."
    ]


def note_clusters(n: int, design_effect: float) -> list[str]:
    """Questions that share a document."""
    if design_effect <= 1:
        return []
    return [
        f"Several questions share a document: {n} of them are worth about {n / design_effect:.0f} independent ones, "
        "and the figures say so."
    ]


def note_prior(prior: float) -> list[str]:
    """A bank whose models lie close together."""
    if prior <= PRIOR:
        return []
    return [
        "The models that answered this bank lie close together, so a lead is believed more slowly "
        f"(prior {prior:.0f} instead of {PRIOR:.0f})."
    ]


def note_scale(kind: ScoreKind) -> list[str]:
    """Ratings and graded scores rest on less experience than right and wrong."""
    if kind is ScoreKind.RATING:
        return ["How far confidences from ratings hold was checked on one judged data set only: provisional."]
    if kind is ScoreKind.GRADED:
        return ["Confidences from graded scores were a little too high where they were checked (95 % came true 94 %)."]
    return []


def note_left_out_of_many(n: int, asked: int, fewest: tuple[str, int]) -> list[str]:
    """That a ranking rests on what all answered; `fewest` names who has the fewest measured answers, and how many.

    >>> note_left_out_of_many(2, 40, ("C", 2))
    ['The ranking rests on the 2 of 40 questions that were measured for all (C: 2 measured); the pairs may have more.']
    """
    if n == asked:
        return []
    name, count = fewest
    return [
        f"The ranking rests on the {n} of {asked} questions that were measured for all ({name}: {count} measured); "
        "the pairs may have more."
    ]


def note_left_out(a: Candidate, b: Candidate, matched: Matched, lost: tuple[NotMeasured, NotMeasured]) -> list[str]:
    """Questions that do not count, and why."""
    notes = []
    if matched.not_measured:
        were = "question was" if matched.not_measured == 1 else "questions were"
        notes.append(
            f"{matched.not_measured} {were} not measured and left out for both "
            f"({a.name}: {lost[0].count}, {b.name}: {lost[1].count})."
        )
    if matched.not_shared:
        were = "question was" if matched.not_shared == 1 else "questions were"
        notes.append(f"{matched.not_shared} {were} asked of one of them only and left out: shared questions count.")
    return notes
