"""What models get right in the banks, by level: `python -m tests.bench.bank_levels [--answers N --seed S]`.

Reads the runs over the banks in the store (SUREFIT_HOME), made with
`python -m core run --model A --model B --use-case general --n 90`. For each use
case, model and level: questions, the score with its 95 % interval (Wilson), what
guessing alone would give, and the share of each outcome. A level whose questions
are right for a purpose lies above the next harder one wherever the model is
above the guess rate; the last lines say where that is so.

With --answers, N answers are shown with their grades to be read by eye: drawn by
the seed, spread over use cases, models and outcomes, the rarest first.
"""

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from core.catalogue.use_cases import UseCase
from core.grading.outcome import MEASURED, Outcome
from core.models.home import store_path
from core.questions.draw import level_of
from core.questions.question import AskedQuestion, Question
from core.runs.answer_rows import load_answers
from core.runs.corrections import regrade_with_newest
from core.runs.database import Database
from core.runs.projects import load_saved_question_set
from core.runs.records import Answer
from core.runs.run_rows import load_runs
from core.stats.single_score import Interval, wilson_interval

OUTCOMES = [outcome for outcome in Outcome if outcome is not Outcome.UNRATED]


@dataclass(frozen=True)
class Graded:
    use_case: UseCase
    model: str
    question: Question
    answer: Answer

    @property
    def outcome(self) -> Outcome:
        return self.answer.grade.outcome


@dataclass(frozen=True)
class Row:
    n: int
    right: int
    measured: int
    guess: float  # the share that guessing among the choices gives
    outcomes: Counter[Outcome]

    @property
    def score(self) -> float | None:
        return self.right / self.measured if self.measured else None

    @property
    def interval(self) -> Interval:
        return wilson_interval(self.right, self.measured)


def load_graded(database: Database) -> Iterator[Graded]:
    """Every graded answer to a bank's question; of several runs of a model over a use case, the newest."""
    seen: set[tuple[str, str]] = set()
    for run in load_runs(database):
        key = (str(run.use_case), run.candidate.name)
        if run.use_case is None or key in seen:
            continue
        seen.add(key)
        questions = {q.id: q for q in load_saved_question_set(database, run.question_set_id).questions}
        for answer in load_answers(database, run.id):
            yield Graded(run.use_case, run.candidate.name, questions[answer.question_id], answer)


def guess_rate(question: Question) -> float:
    return 1 / len(question.choices) if question.grader.name == "choice" and len(question.target) == 1 else 0.0


def summarise(graded: list[Graded]) -> Row:
    outcomes = Counter(g.outcome for g in graded)
    measured = [g for g in graded if g.outcome in MEASURED]
    guess = sum(guess_rate(g.question) for g in measured) / len(measured) if measured else 0.0
    return Row(len(graded), outcomes[Outcome.RIGHT], len(measured), guess, outcomes)


def print_levels(graded: list[Graded]) -> None:
    groups: dict[tuple[str, str], dict[int | None, list[Graded]]] = defaultdict(lambda: defaultdict(list))
    for g in graded:
        groups[g.use_case.value, g.model][level_of(g.question)].append(g)
    head = ["use case", "model", "level", "n", "score", "95 %", "guess", *(outcome.value for outcome in OUTCOMES)]
    print(" | ".join(head))
    steps = []
    for (use_case, model), levels in sorted(groups.items()):
        rows = {str(level): summarise(levels[level]) for level in sorted(levels, key=str)}
        rows["all"] = summarise([g for some in levels.values() for g in some])
        for level, row in rows.items():
            score = "–" if row.score is None else f"{row.score:.0%}"
            between = f"{row.interval.low:.0%}–{row.interval.high:.0%}" if row.measured else "–"
            shares = [f"{row.outcomes[outcome] / row.n:.0%}" for outcome in OUTCOMES]
            print(" | ".join([use_case, model, level, str(row.n), score, between, f"{row.guess:.0%}", *shares]))
        steps.append(f"{use_case}, {model}: {_step(rows['1'], rows['3'])}")
    print("\n" + "\n".join(steps))


def _step(easy: Row, hard: Row) -> str:
    """Whether level 1 lies above level 3 by more than its interval is wide on that side."""
    if easy.score is None or hard.score is None:
        return "a level was not measured"
    said = f"level 1 {easy.score:.0%}, level 3 {hard.score:.0%}"
    if easy.interval.low <= easy.guess:
        return f"{said}: level 1 is not above the guess rate ({easy.guess:.0%}), so the levels cannot be told apart"
    if easy.interval.low > hard.score:
        return f"{said}: above by more than its interval"
    return f"{said}: NOT above by more than its interval ({easy.interval.low:.0%}–{easy.interval.high:.0%})"


def print_answers(graded: list[Graded], count: int, seed: int) -> None:
    """`count` answers in turn from each use case, model and outcome, drawn by the seed."""
    order = random.Random(seed)
    piles: dict[tuple[str, str, str], list[Graded]] = defaultdict(list)
    for g in graded:
        piles[g.use_case.value, g.model, g.outcome.value].append(g)
    for pile in piles.values():
        order.shuffle(pile)
    turns = sorted(piles.values(), key=len)
    chosen: list[Graded] = []
    while len(chosen) < count and any(turns):
        chosen += [pile.pop() for pile in turns if pile]
    for number, g in enumerate(chosen[:count], start=1):
        grade, asked = g.answer.grade, AskedQuestion(g.question, g.answer.choice_order)
        choices = [f"{chr(65 + i)}) {text}" for i, text in enumerate(asked.shown_choices)]
        key = asked.target_letters or g.question.target or dict(g.question.grader.options)
        print(f"\n{'=' * 20} {number}. {g.use_case}, {g.model}, {g.question.id}, {g.question.grader.name}")
        print(g.question.input, *choices, sep="\n")
        print(f"{'-' * 10} key {str(key)[:600]}\n{g.answer.text[:1500]}")
        print(
            f"{'-' * 10} {grade.outcome.value} ({g.answer.finish_reason}); read {grade.read!r:.200}; {grade.why[:300]}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Scores of the banks by level, from the runs in the store.")
    parser.add_argument("--answers", type=int, default=0, help="how many answers to show for reading by eye")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--regrade", action="store_true", help="grade the saved answers again first")
    arguments = parser.parse_args()
    with Database(store_path()) as database:
        if arguments.regrade:
            print(regrade_with_newest(database, [run for run in load_runs(database) if run.use_case is not None]))
        graded = list(load_graded(database))
    if arguments.answers:
        print_answers(graded, arguments.answers, arguments.seed)
    else:
        print_levels(graded)


if __name__ == "__main__":
    main()
