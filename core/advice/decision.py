"""From finished runs to a decision: the verdict, and everything a person needs to check it.

Answers of two runs are matched by the question as it was asked, choices in the
order shown, so that runs with other seeds or an edited question are compared
on what they share and on nothing else.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from core.advice.comparison import Candidate, ManyVerdict, PairVerdict, Score
from core.advice.evidence import ScoreKind
from core.advice.file_facts import load_header
from core.advice.good_enough import MARGIN, GoodEnough, judge_good_enough, prefer_source
from core.advice.ladder import content_bits
from core.advice.many import compare_many
from core.advice.noise_floor import NoiseFloor, find_noise_floor
from core.advice.run_cautions import find_cautions
from core.advice.usable import find_usability_notes
from core.advice.verdict import compare
from core.errors import NotEnoughData
from core.grading.outcome import Outcome
from core.inference.exchange import PromptMode
from core.models.model_file import ModelFile
from core.models.names import canonical_key
from core.questions.question import AskedQuestion, Question, QuestionSet
from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.projects import load_saved_question_set
from core.runs.records import Answer, Run
from core.runs.run_rows import load_run
from core.stats.sequential import StoppingRule

RATING = "rating"
_RIGHT_OR_WRONG = (Outcome.RIGHT, Outcome.WRONG)


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
class OddAnswer:
    """An answer that is neither right nor wrong, with what was asked."""

    name: str  # of the contestant
    asked: AskedQuestion
    answer: Answer


@dataclass(frozen=True)
class Decision:
    """What the verdict page, the reports and the command line show."""

    contestants: tuple[Contestant, ...]
    question_set: QuestionSet
    pairs: tuple[PairVerdict, ...]  # every pair, in the order of the contestants
    many: ManyVerdict | None  # with three candidates or more
    cautions: tuple[str, ...]  # what differed between the runs besides the model
    stopping_rule: StoppingRule
    noise: tuple[NoiseFloor, ...] = ()  # of the contestants that were run against themselves
    fitness: tuple[GoodEnough, ...] = ()  # smaller files against the largest file of the same model
    unusable: tuple[str, ...] = ()  # who cannot do the task at all; the advice says it right after the headline

    @property
    def headline(self) -> str:
        """Of two files of one model: whether the smaller is good enough; else who is better."""
        if self.many:
            return self.many.headline
        return self.fitness[0].headline if self.fitness else self.pairs[0].headline

    @property
    def advice(self) -> str:
        """The headline, whether anybody can do the task at all, then the reasons."""
        said = self.many.advice if self.many else self.fitness[0].advice if self.fitness else self.pairs[0].advice
        rest = said.removeprefix(self.headline).strip()
        return " ".join(filter(None, (self.headline, *self.unusable, rest))) if self.unusable else said

    @property
    def seconds_per_question(self) -> float | None:
        """One more question for every contestant; None where a speed is unknown."""
        return _sum_known([c.seconds_per_question for c in self.contestants])

    @property
    def closest_call(self) -> PairVerdict:
        """The pair that more questions are for: the two first of a ranking, or the only one."""
        if self.many is None or len(self.many.ranked) < 2:
            return self.pairs[0]
        leaders = {r.candidate.name for r in self.many.ranked[:2]}
        return next(p for p in self.pairs if {p.a.name, p.b.name} == leaders)

    def contestant(self, name: str) -> Contestant:
        return next(c for c in self.contestants if c.name == name)

    def scores(self) -> dict[str, Score]:
        """Each contestant's score on the questions that count for the verdict."""
        if self.many is not None and self.many.ranked:
            found = {r.candidate.name: r.score for r in self.many.ranked}
        else:
            found = {}
        for pair in self.pairs:
            for name, score in ((pair.a.name, pair.score_a), (pair.b.name, pair.score_b)):
                if score is not None:
                    found.setdefault(name, score)
        return {c.name: found[c.name] for c in self.contestants if c.name in found}


@dataclass(frozen=True)
class _Context:
    """What surrounds the answers of all contestants alike."""

    rating: bool
    bank_size: int | None
    groups: Mapping[str, str] | None
    guess_rate: float | None
    use_case: str | None
    rule: StoppingRule


def decide(
    database: Database, run_ids: Sequence[str], names: Sequence[str] | None = None, *, margin: float = MARGIN
) -> Decision:
    """Compare two or more runs; `names` are shown instead of those of the candidates, one for each run.

    `margin` is the share that a smaller file may lose and still be good enough.

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
    names = list(names) if names is not None else _unique_names(runs)
    contestants = tuple(
        _contestant(run, name, found, rating) for run, name, found in zip(runs, names, answers, strict=True)
    )
    questions = {q.id: q for q in question_set.questions}
    rule = joint_rule([run.stopping_rule for run in runs])
    context = _Context(
        rating=rating,
        bank_size=None if rating else _bank_size(contestants, question_set),
        groups=_groups(contestants, questions) or None,
        guess_rate=_guess_rate(contestants, questions),
        use_case=runs[0].use_case.value if runs[0].use_case else None,
        rule=rule,
    )
    many = _compare_all(contestants, context) if len(contestants) > 2 else None
    known = {(p.a.name, p.b.name): p for p in many.pairs} if many else {}
    pairs = tuple(known.get((a.name, b.name)) or _compare_pair(a, b, context) for a, b in combinations(contestants, 2))
    cautions = find_cautions(runs, names)
    noise = (
        find_noise_floor(database, run, name, found) for run, name, found in zip(runs, names, answers, strict=True)
    )
    decision = Decision(
        contestants,
        question_set,
        pairs,
        many,
        tuple(cautions),
        rule,
        noise=tuple(floor for floor in noise if floor),
        fitness=tuple(_judge_smaller_files(contestants, pairs, context, margin)),
    )
    unusable = tuple(
        find_usability_notes({c.name: c.outcomes for c in contestants}, decision.scores(), context.guess_rate)
    )
    return replace(decision, unusable=unusable)


def joint_rule(rules: Sequence[StoppingRule]) -> StoppingRule:
    """The rule that speaks for runs gathered under several.

    An e-process holds whenever one stops, so it may be applied to all of them;
    an extension of one run is an extension of the comparison.

    >>> str(joint_rule([StoppingRule.FIXED, StoppingRule.FIVE_LOOKS]))
    'five looks'
    """
    found = set(rules)
    for rule in (StoppingRule.EXTENDED, StoppingRule.E_PROCESS, StoppingRule.FIVE_LOOKS):
        if rule in found:
            return rule
    return StoppingRule.FIXED


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


def find_odd_answers(decision: Decision) -> list[OddAnswer]:
    """Every answer that is neither right nor wrong, in the order of the contestants and of the draw."""
    questions = {q.id: q for q in decision.question_set.questions}
    return [
        OddAnswer(contestant.name, AskedQuestion(question, answer.choice_order), answer)
        for contestant in decision.contestants
        for answer in contestant.answers.values()
        if answer.grade.outcome not in _RIGHT_OR_WRONG and (question := questions.get(answer.question_id)) is not None
    ]


def _compare_all(contestants: Sequence[Contestant], context: _Context) -> ManyVerdict:
    return compare_many(
        [c.candidate for c in contestants],
        [_scores(c) for c in contestants],
        outcomes=[_outcomes(c) for c in contestants],
        bank_size=context.bank_size,
        rating=context.rating,
        groups=context.groups,
        guess_rate=context.guess_rate,
        use_case=context.use_case,
        stopping_rule=context.rule,
        # More questions are asked of everyone.
        seconds_per_question=_sum_known([c.seconds_per_question for c in contestants]),
    )


def _compare_pair(a: Contestant, b: Contestant, context: _Context) -> PairVerdict:
    return compare(
        a.candidate,
        b.candidate,
        _scores(a),
        _scores(b),
        outcomes_a=_outcomes(a),
        outcomes_b=_outcomes(b),
        bank_size=context.bank_size,
        rating=context.rating,
        groups=context.groups,
        guess_rate=context.guess_rate,
        use_case=context.use_case,
        stopping_rule=context.rule,
        seconds_per_question=_sum_known([a.seconds_per_question, b.seconds_per_question]),
    )


def _judge_smaller_files(
    contestants: Sequence[Contestant], pairs: Sequence[PairVerdict], context: _Context, margin: float
) -> list[GoodEnough]:
    """Each smaller file against the largest file of the same model, as far as answers are right or wrong."""
    families: dict[str, list[Contestant]] = {}
    for c in contestants:
        if c.run.candidate.size_bytes and (key := canonical_key(c.run.candidate.name)):
            families.setdefault(key, []).append(c)
    kinds = {frozenset((p.a.name, p.b.name)): p.kind for p in pairs}
    found = []
    for members in families.values():
        headers = {c.name: header for c in members if (header := load_header(c.run.candidate))}
        largest = max(members, key=lambda c: c.run.candidate.size_bytes or 0)
        for c in members:
            smaller = (c.run.candidate.size_bytes or 0) < (largest.run.candidate.size_bytes or 0)
            if smaller and kinds[frozenset((c.name, largest.name))] is ScoreKind.RIGHT_WRONG:
                judged = _judge_smaller(c, largest, context, margin)
                made_from = _made_from_no_more(headers.get(largest.name), headers.get(c.name))
                found.append(prefer_source(judged, made_from) if made_from else judged)
    return found


def _made_from_no_more(larger: ModelFile | None, smaller: ModelFile | None) -> str | None:
    """What the larger file was made from, where that held no more than the smaller one; None otherwise, or unknown."""
    if larger is None or smaller is None or larger.made_from is None:
        return None
    from_the_other = larger.made_from == f"requantized from {smaller.label}" and smaller.made_from is None
    return larger.made_from if from_the_other or content_bits(larger) <= content_bits(smaller) else None


def _judge_smaller(tested: Contestant, reference: Contestant, context: _Context, margin: float) -> GoodEnough:
    return judge_good_enough(
        tested.candidate,
        reference.candidate,
        _scores(tested),
        _scores(reference),
        margin=margin,
        bank_size=context.bank_size,
        groups=context.groups,
        seconds_per_question=_sum_known([tested.seconds_per_question, reference.seconds_per_question]),
        outcomes_tested=_outcomes(tested),
        outcomes_reference=_outcomes(reference),
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


def _expected(asked: AskedQuestion) -> str:
    if asked.question.choices:
        return ", ".join(f"{letter}) {asked.shown_choices[ord(letter) - 65]}" for letter in asked.target_letters)
    return " or ".join(asked.question.target)


def _sum_known(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None
