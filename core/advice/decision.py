"""From finished runs to a decision: the verdict, and everything a person needs to check it.

Answers of two runs are matched by the question as it was asked, choices in the
order shown, so that runs with other seeds or an edited question are compared
on what they share and on nothing else.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from core.advice.comparison import Candidate, ManyVerdict, PairVerdict
from core.advice.many import compare_many
from core.advice.verdict import compare
from core.errors import NotEnoughData
from core.grading.outcome import Outcome
from core.inference.exchange import PromptMode
from core.questions.question import AskedQuestion, Question, QuestionSet
from core.runs.database import Database
from core.runs.projects import load_saved_question_set
from core.runs.records import Answer, Run
from core.runs.run_rows import load_answers, load_run

RATING = "rating"


@dataclass(frozen=True)
class Contestant:
    """One run with what it answered, as a side of a comparison."""

    run: Run
    candidate: Candidate
    answers: Mapping[str, Answer]  # by the hash of the question as asked
    outcomes: Mapping[Outcome, int]
    seconds_per_question: float | None

    @property
    def name(self) -> str:
        return self.candidate.name


@dataclass(frozen=True)
class Difference:
    """A question that one side got right and the other did not."""

    asked: AskedQuestion
    expected: str
    winner: str
    a: Answer
    b: Answer


@dataclass(frozen=True)
class Decision:
    """What the verdict page, the reports and the command line show."""

    contestants: tuple[Contestant, ...]
    question_set: QuestionSet
    pairs: tuple[PairVerdict, ...]  # every pair, in the order of the contestants
    many: ManyVerdict | None  # with three candidates or more
    cautions: tuple[str, ...]  # what differed between the runs besides the model

    @property
    def headline(self) -> str:
        return self.many.headline if self.many else self.pairs[0].headline

    @property
    def advice(self) -> str:
        return self.many.advice if self.many else self.pairs[0].advice

    def contestant(self, name: str) -> Contestant:
        return next(c for c in self.contestants if c.name == name)


def decide(database: Database, run_ids: Sequence[str]) -> Decision:
    """Compare two or more runs.

    Raises NotEnoughData for fewer than two different runs or too few shared
    questions, StoreError for a run that is not in the store.
    """
    runs = [load_run(database, run_id) for run_id in dict.fromkeys(run_ids)]
    if len(runs) < 2:
        raise NotEnoughData(
            "A verdict needs two different runs: choose another candidate, and ask it the same questions."
        )
    question_set = load_saved_question_set(database, runs[0].question_set_id)
    answers = [load_answers(database, run.id) for run in runs]
    rating = _only_ratings(answers)
    names = _unique_names(runs)
    contestants = tuple(
        _contestant(run, name, found, rating) for run, name, found in zip(runs, names, answers, strict=True)
    )
    questions = {q.id: q for q in question_set.questions}
    context = {
        "bank_size": None if rating else len(question_set.questions),
        "rating": rating,
        "groups": _groups(contestants, questions) or None,
        "guess_rate": _guess_rate(contestants, questions),
        "use_case": runs[0].use_case.value if runs[0].use_case else None,
    }
    pairs = tuple(_pair(a, b, context) for a, b in combinations(contestants, 2))
    many = None
    if len(contestants) > 2:
        many = compare_many(
            [c.candidate for c in contestants],
            [_scores(c) for c in contestants],
            outcomes=[_outcomes(c) for c in contestants],
            **context,
        )
    return Decision(contestants, question_set, pairs, many, tuple(_cautions(contestants)))


def find_differences(decision: Decision, pair: PairVerdict) -> list[Difference]:
    """The questions that decided a pair: whoever won them, first those of A."""
    a, b = decision.contestant(pair.a.name), decision.contestant(pair.b.name)
    questions = {q.id: q for q in decision.question_set.questions}
    found = []
    for keys, winner in ((pair.only_a_ids, a.name), (pair.only_b_ids, b.name)):
        for key in keys:
            question = questions.get(a.answers[key].question_id)
            if question is not None:
                asked = AskedQuestion(question, a.answers[key].choice_order)
                found.append(Difference(asked, _expected(asked), winner, a.answers[key], b.answers[key]))
    return found


def _pair(a: Contestant, b: Contestant, context: Mapping[str, object]) -> PairVerdict:
    seconds = [c.seconds_per_question for c in (a, b)]
    return compare(
        a.candidate,
        b.candidate,
        _scores(a),
        _scores(b),
        seconds_per_question=None if None in seconds else sum(s for s in seconds if s is not None),
        outcomes_a=_outcomes(a),
        outcomes_b=_outcomes(b),
        **context,  # type: ignore[arg-type]
    )


def _contestant(run: Run, name: str, answers: Sequence[Answer], rating: bool) -> Contestant:
    counted = [answer for answer in answers if (answer.grade.grader == RATING) == rating]
    seconds = sum(answer.duration_s for answer in answers)
    tokens = sum(answer.answer_tokens for answer in answers)
    return Contestant(
        run=run,
        candidate=Candidate(
            name=name,
            tokens_per_s=tokens / seconds if tokens and seconds else None,
            size_bytes=run.candidate.size_bytes,
            is_base_model=run.configuration.mode is PromptMode.COMPLETION,
        ),
        answers={answer.ask_hash: answer for answer in counted},
        outcomes=Counter(answer.grade.outcome for answer in counted),
        seconds_per_question=seconds / len(answers) if answers and seconds else None,
    )


def _only_ratings(answers: Sequence[Sequence[Answer]]) -> bool:
    """Ratings are a scale of their own; they count where nothing else was asked."""
    return all(answer.grade.grader == RATING for found in answers for answer in found)


def _unique_names(runs: Sequence[Run]) -> list[str]:
    counts = Counter(run.candidate.name for run in runs)
    return [
        run.candidate.name if counts[run.candidate.name] == 1 else f"{run.candidate.name} (run {run.id})"
        for run in runs
    ]


def _scores(contestant: Contestant) -> dict[str, float | None]:
    return {key: a.grade.score if a.grade.measured else None for key, a in contestant.answers.items()}


def _outcomes(contestant: Contestant) -> dict[str, Outcome]:
    return {key: a.grade.outcome for key, a in contestant.answers.items()}


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


def _expected(asked: AskedQuestion) -> str:
    if asked.question.choices:
        return ", ".join(f"{letter}) {asked.shown_choices[ord(letter) - 65]}" for letter in asked.target_letters)
    return " or ".join(asked.question.target)


def _cautions(contestants: Sequence[Contestant]) -> list[str]:
    """Differences between the runs that are not the model."""
    cautions = []
    first = contestants[0].run
    for contestant in contestants:
        run = contestant.run
        if run.answered < run.n:
            cautions.append(
                f"{contestant.name} answered {run.answered} of {run.n} questions: resume it on the page Evaluate."
            )
        if run.configuration.sampling != first.configuration.sampling:
            cautions.append(f"{contestant.name} was sampled with other settings than {contestants[0].name}.")
        if run.configuration.max_tokens != first.configuration.max_tokens:
            cautions.append(f"{contestant.name} had another budget of tokens for its answers.")
        if run.configuration.choice_method != first.configuration.choice_method:
            cautions.append(f"{contestant.name} was asked its choice questions in another way.")
        if run.used_settings and not run.used_settings.use_extra_bufts and run.configuration.settings.use_extra_bufts:
            cautions.append(f"{contestant.name} ran in a safer configuration after its first process ended.")
    return cautions
