"""A run as a side of a comparison: what it answered, how fast, and what surrounds all answers alike.

Answers of two runs are matched by the question as it was asked, choices in the
order shown, so that runs with other seeds or an edited question are compared
on what they share and on nothing else.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.advice.comparison import Candidate
from core.advice.verdict.file_facts import load_header
from core.grading.outcome import Outcome
from core.inference.exchange import PromptMode
from core.questions.question import Question, QuestionSet
from core.runs.records import Answer, Run
from core.stats.sequential import StoppingRule

RATING = "rating"


@dataclass(frozen=True)
class Contestant:
    """One run with what it answered, as a side of a comparison."""

    run: Run
    candidate: Candidate
    answers: Mapping[str, Answer]  # by the hash of the question as asked
    outcomes: Mapping[Outcome, int]

    @property
    def name(self) -> str:
        return self.candidate.name

    @property
    def seconds_per_question(self) -> float | None:
        return self.candidate.seconds_per_question

    @property
    def scores(self) -> dict[str, float | None]:
        """By question as asked; None: not measured."""
        return {key: a.grade.score if a.grade.measured else None for key, a in self.answers.items()}

    @property
    def outcome_of(self) -> dict[str, Outcome]:
        return {key: a.grade.outcome for key, a in self.answers.items()}


@dataclass(frozen=True)
class Surroundings:
    """What surrounds the answers of all contestants alike."""

    rating: bool
    bank_size: int | None
    groups: Mapping[str, str] | None
    guess_rate: float | None
    use_case: str | None
    rule: StoppingRule


def make_contestants(
    runs: Sequence[Run], names: Sequence[str] | None, answers: Sequence[Sequence[Answer]]
) -> tuple[Contestant, ...]:
    """The runs as sides of a comparison, with `names` or those of their candidates."""
    rating = only_ratings(answers)
    names = _unique_names(runs) if names is None else names
    return tuple(_contestant(run, name, found, rating) for run, name, found in zip(runs, names, answers, strict=True))


def find_surroundings(
    contestants: Sequence[Contestant], question_set: QuestionSet, rule: StoppingRule, *, rating: bool
) -> Surroundings:
    """What the question set says about the answers: its size, groups, and what guessing would give."""
    questions = {q.id: q for q in question_set.questions}
    use_case = contestants[0].run.use_case
    return Surroundings(
        rating=rating,
        bank_size=None if rating else _bank_size(contestants, question_set),
        groups=_groups(contestants, questions) or None,
        guess_rate=_guess_rate(contestants, questions),
        use_case=use_case.value if use_case else None,
        rule=rule,
    )


def only_ratings(answers: Sequence[Sequence[Answer]]) -> bool:
    """Ratings are a scale of their own; they count where nothing else was asked."""
    return all(answer.grade.grader == RATING for found in answers for answer in found)


def sum_known(values: Sequence[float | None]) -> float | None:
    """The sum; None where one of them is unknown.

    >>> sum_known([1.5, 2.0]), sum_known([1.5, None])
    (3.5, None)
    """
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None


def _contestant(run: Run, name: str, answers: Sequence[Answer], rating: bool) -> Contestant:
    counted = [answer for answer in answers if (answer.grade.grader == RATING) == rating]
    seconds = sum(answer.duration_s for answer in answers)
    tokens = sum(answer.answer_tokens for answer in answers)
    return Contestant(
        run=run,
        candidate=Candidate(
            name=name,
            tokens_per_s=tokens / seconds if tokens and seconds else None,
            seconds_per_question=seconds / len(answers) if answers and seconds else None,
            tokens_per_answer=tokens / len(answers) if answers else None,
            size_bytes=run.candidate.size_bytes,
            is_base_model=run.configuration.mode is PromptMode.COMPLETION,
            made_from=header.made_from if (header := load_header(run.candidate)) else None,
        ),
        answers={answer.ask_hash: answer for answer in counted},
        outcomes=Counter(answer.grade.outcome for answer in counted),
    )


def _unique_names(runs: Sequence[Run]) -> list[str]:
    counts = Counter(run.candidate.name for run in runs)
    return [
        run.candidate.name if counts[run.candidate.name] == 1 else f"{run.candidate.name} (run {run.id})"
        for run in runs
    ]


def _bank_size(contestants: Sequence[Contestant], question_set: QuestionSet) -> int | None:
    """How many questions the set holds; None where the runs were asked from several sets."""
    if len({c.run.question_set_id for c in contestants}) > 1:
        return None
    size = sum(q.grader.name != RATING for q in question_set.questions)
    return size if size >= max(len(c.answers) for c in contestants) else None


def _groups(contestants: Sequence[Contestant], questions: Mapping[str, Question]) -> dict[str, str]:
    groups: dict[str, str] = {}
    for contestant in contestants:
        for key, answer in contestant.answers.items():
            question = questions.get(answer.question_id)
            if question is not None and question.group:
                groups[key] = question.group
    return groups


def _guess_rate(contestants: Sequence[Contestant], questions: Mapping[str, Question]) -> float | None:
    """The score of blind guessing: one in the number of choices, zero for open questions."""
    asked = [questions[a.question_id] for a in contestants[0].answers.values() if a.question_id in questions]
    if not asked or not any(q.choices for q in asked):
        return None
    return sum(1 / len(q.choices) for q in asked if q.choices) / len(asked)
