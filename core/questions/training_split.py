"""Which questions teach and which test: a split that leaks nothing from one side to the other.

A question that a model was shown as an example, or that is nearly one, says
nothing about what the model learned. So the test holds no question that shares
with a training question

- its id,
- its group (another question about the same document), or
- its wording apart from numbers and names (core/questions/similarity.py).

Such questions are left out of both sides and counted. Training questions are
taken in the seeded order of the draw, those with the fewest near-duplicates
first, so that the test keeps as many questions as it can.

Where a whole set has one form ("What does Ann pay for 3 apples?" a hundred
times over), every question is a near-duplicate of every other and nothing is
left to test on. With `same_form` only questions with the same words, numbers
and names are kept apart; what the test then shows is that the form was learned.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.errors import NotEnoughData, QuestionSetError
from core.questions.draw import draw
from core.questions.question import Question, QuestionSet
from core.questions.similarity import NearDuplicateFinder, find_names, find_near_duplicates

FEWEST_TEST_QUESTIONS = 2


@dataclass(frozen=True)
class TrainingSplit:
    training: tuple[Question, ...]  # in the order in which they were drawn
    test: tuple[Question, ...]  # in the order of the set
    left_out: tuple[str, ...]  # ids in neither: too close to a training question
    same_form: bool  # whether near-duplicates were let into the test


def split_for_training(
    question_set: QuestionSet,
    training_n: int,
    *,
    draw_seed: int,
    may_teach: Callable[[Question], bool] = lambda _: True,
    same_form: bool = False,
) -> TrainingSplit:
    """Draw `training_n` questions to teach with; the rest, without what is close to them, is the test.

    `may_teach` says whether a question has an answer that can be shown.
    Raises QuestionSetError for training_n < 1 or an id that occurs twice,
    NotEnoughData when too few questions can teach or too few are left to test.

    Example: of 60 questions and training_n 4, 4 teach and 56 test, fewer where some are near-duplicates.
    """
    if training_n < 1:
        raise QuestionSetError(f"{training_n} training questions cannot be drawn: ask for at least one.")
    questions = question_set.questions
    _check_ids(questions)
    teachers = [q for q in questions if may_teach(q)]
    if len(teachers) < training_n:
        raise NotEnoughData(
            f"{len(teachers)} of the {len(questions)} questions have an answer that can be shown as an example, "
            f"{training_n} were asked for: add expected answers to your questions, or take fewer examples."
        )
    alike = _Alike(questions, same_form)
    drawn = [asked.question for asked in draw(question_set, len(questions), draw_seed)]
    known = {question.id for question in teachers}
    ordered = sorted((q for q in drawn if q.id in known), key=alike.family_size)
    training = tuple(ordered[:training_n])
    taught = {question.id for question in training}
    groups = {question.group for question in training if question.group}
    close = alike.to_any_of(training)
    rest = [question for question in questions if question.id not in taught]
    test = tuple(q for q in rest if q.id not in close and (q.group is None or q.group not in groups))
    if len(test) < FEWEST_TEST_QUESTIONS:
        raise NotEnoughData(_too_little_left(len(questions), len(training), len(rest) - len(test), same_form))
    kept = {question.id for question in test}
    left_out = tuple(question.id for question in rest if question.id not in kept)
    return TrainingSplit(training, test, left_out, same_form)


class _Alike:
    """Which questions are too close to each other, for the wording that counts."""

    def __init__(self, questions: Sequence[Question], same_form: bool) -> None:
        self._questions = questions
        self._same_form = same_form
        texts = [_shown(question) for question in questions]
        if same_form:
            self._names: frozenset[str] = frozenset()
            first: dict[str, int] = {}
            twins = {i: first.setdefault(_words(text), i) for i, text in enumerate(texts)}
        else:
            self._names = find_names(texts)
            twins = find_near_duplicates(texts)
        # A twin is an earlier question, whose own twin is known by then.
        heads: list[int] = []
        for i in range(len(questions)):
            twin = twins.get(i, i)
            heads.append(i if twin == i else heads[twin])
        sizes = Counter(heads)
        self._sizes = {question.id: sizes[heads[i]] for i, question in enumerate(questions)}

    def family_size(self, question: Question) -> int:
        """How many questions hang together with this one, itself included."""
        return self._sizes[question.id]

    def to_any_of(self, training: Sequence[Question]) -> set[str]:
        """Ids of all questions that are nearly the same as one of these, themselves included."""
        if self._same_form:
            words = {_words(_shown(question)) for question in training}
            return {question.id for question in self._questions if _words(_shown(question)) in words}
        finder = NearDuplicateFinder(names=self._names)
        runs = {question.id: finder.runs_of(_shown(question)) for question in self._questions}
        finder.rank(runs.values())
        for question in training:
            finder.add(runs[question.id])
        return {question_id for question_id, own in runs.items() if finder.find(own) is not None}


def _check_ids(questions: Sequence[Question]) -> None:
    twice = [question_id for question_id, count in Counter(q.id for q in questions).items() if count > 1]
    if twice:
        raise QuestionSetError(
            f"The id {twice[0]!r} occurs twice: give every question an id of its own, so that training and test "
            "questions can be told apart."
        )


def _too_little_left(total: int, training: int, close: int, same_form: bool) -> str:
    text = f"Of {total} questions {training} would teach and {total - training - close} be left to test"
    if close == 0:
        return f"{text}: add questions, or take fewer examples."
    text += f"; {close} are too close to a training question"
    if same_form:
        return f"{text} (the same words, or the same document): add other questions."
    return (
        f"{text} (the same apart from numbers and names, or the same document): add other questions, or allow the same "
        "form in training and test, and read the result as learning that form."
    )


def _shown(question: Question) -> str:
    return "\n".join((question.input, *question.choices))


def _words(text: str) -> str:
    return " ".join(text.casefold().split())
