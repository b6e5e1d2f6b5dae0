"""Open prompts, rated by hand from 1 to 5.

An answer waits as UNRATED until a person has rated it. A rating of at least
`good_from` (4 unless the question says otherwise) counts as right where only
right and wrong can be compared; the rating itself is kept as the score.
"""

from core.errors import GradingError
from core.grading.answer import Answer, Verdict
from core.grading.outcome import Outcome
from core.questions.question import Question

LOWEST, HIGHEST = 1, 5
OPTIONS = frozenset({"good_from", "rubric"})


def grade_unrated(answer: Answer) -> Verdict:
    """UNRATED, or no answer where there is nothing to rate."""
    text = answer.run_on.turn
    if not text:
        # The lowest rating, so that a mean over the scale stays on the scale.
        return Verdict(Outcome.NO_ANSWER, None, "The reply is empty.", score=float(LOWEST))
    return Verdict(Outcome.UNRATED, text, "Waits for a rating by hand, from 1 to 5.")


def rate(question: Question, text: str, rating: int) -> Verdict:
    """A person's rating of a reply. Raises GradingError for a rating outside 1–5."""
    if not LOWEST <= rating <= HIGHEST:
        raise GradingError(f"A rating lies between {LOWEST} and {HIGHEST}, not at {rating}.")
    good_from = int(question.grader.options.get("good_from", 4))
    outcome = Outcome.RIGHT if rating >= good_from else Outcome.WRONG
    return Verdict(outcome, text, f"Rated {rating} of {HIGHEST} by hand.", score=float(rating))


def check_rating(question: Question) -> list[str]:
    good_from = question.grader.options.get("good_from", 4)
    if not isinstance(good_from, int) or not LOWEST <= good_from <= HIGHEST:
        return [f"The option 'good_from' must lie between {LOWEST} and {HIGHEST}, not at {good_from!r}."]
    return []
