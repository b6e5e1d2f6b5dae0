"""A candidate against itself: the same questions, choices in another order, and what chance moved."""

from dataclasses import replace

import pytest

from core.advice.verdict.decision import decide
from core.advice.verdict.noise_floor import measure_noise_floor
from core.errors import NotEnoughData
from core.inference.exchange import Request, Sampling
from core.questions.question import QuestionSet
from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.evaluation import enqueue_candidates
from core.runs.noise_floor import enqueue_twin, find_twin, varies_something
from core.runs.projects import load_saved_question_set, load_set_name
from core.runs.records import CandidateKind, Configuration
from core.runs.run_rows import load_run
from core.runs.runner import work
from tests.filled_store import answer_all, choice_questions, fill

from .conftest import ScriptedSession, sums


def always_a(request: Request) -> str:
    return "Answer: A"


def test_the_twin_is_asked_the_same_questions_with_the_choices_in_another_order(database: Database) -> None:
    _, runs = fill(database, {"A": "rw" * 15, "B": "r" * 30}, choice_questions(60))
    twin = enqueue_twin(database, runs[0])
    assert twin.id != runs[0].id
    assert twin.configuration.sampling.seed == runs[0].configuration.sampling.seed + 1
    assert enqueue_twin(database, runs[0]).id == twin.id
    served = replace(twin.candidate, kind=CandidateKind.SERVER)
    database.write("UPDATE run SET candidate = ? WHERE id = ?", (_json(served), twin.id))
    work(database, load_run(database, twin.id), lambda *_: ScriptedSession(always_a))
    first, second = load_answers(database, runs[0].id), load_answers(database, twin.id)
    assert {a.question_id for a in first} == {a.question_id for a in second}
    orders = {a.question_id: a.choice_order for a in first}
    assert any(orders[a.question_id] != a.choice_order for a in second)
    found = find_twin(database, runs[0])
    assert found is not None
    assert found.id == twin.id
    floor = decide(database, [run.id for run in runs]).noise[0]
    assert (floor.name, floor.n) == ("A", 30)
    right = {a.question_id: a.grade.score for a in first}
    assert floor.flips == sum(right[a.question_id] != a.grade.score for a in second)


def _json(candidate) -> str:
    from core.runs.database import to_json

    return to_json(candidate)


def test_without_a_twin_there_is_no_noise_floor(database: Database) -> None:
    _, runs = fill(database, {"A": "rw" * 5, "B": "rr" * 5})
    assert find_twin(database, runs[0]) is None
    assert decide(database, [run.id for run in runs]).noise == ()


def test_greedy_answers_to_open_questions_leave_nothing_to_chance(database: Database) -> None:
    def can_vary(configuration: Configuration, questions: QuestionSet) -> bool:
        _, runs = fill(database, {"A": "r" * 5}, questions, configuration=configuration)
        return varies_something(runs[0], questions)

    warm = replace(Configuration(), sampling=Sampling(temperature=0.7))
    assert not can_vary(Configuration(), sums(5))
    assert can_vary(warm, sums(5))
    assert can_vary(Configuration(), choice_questions(5))


@pytest.mark.parametrize(
    ("second", "flips", "gap"),
    [([1, 1, 0, 0], 0, 0.0), ([0, 1, 1, 0], 2, 0.0), ([0, 0, 0, 0], 2, 0.5)],
)
def test_flips_and_gap_are_counted_by_question(second: list[int], flips: int, gap: float) -> None:
    first = {f"q{i}": float(score) for i, score in enumerate([1, 1, 0, 0])}
    again = {f"q{i}": float(score) for i, score in reversed(list(enumerate(second)))}
    floor = measure_noise_floor("A", first, again)
    assert floor is not None
    assert (floor.n, floor.flips, floor.gap) == (4, flips, gap)
    assert floor.gap_low < floor.gap < floor.gap_high
    assert floor.to_dict()["share"] == flips / 4


def test_one_shared_question_is_too_few() -> None:
    assert measure_noise_floor("A", {"q1": 1.0}, {"q1": 0.0, "q2": 1.0}) is None


def test_a_run_that_was_extended_since_keeps_its_twin_and_may_get_a_longer_one(database: Database) -> None:
    questions = choice_questions(40)
    project, runs = fill(database, {"A": "r" * 10, "B": "r" * 10}, questions)
    first = enqueue_twin(database, runs[0])
    answer_all(database, first, load_saved_question_set(database, first.question_set_id), "rw" * 5)
    again = enqueue_candidates(
        database, project.candidates, questions, project.configuration,
        use_case=project.use_case, draw_seed=0, n=20, project_id=project.id,
    )  # fmt: skip
    assert find_twin(database, again[0]).id == first.id  # type: ignore[union-attr]
    assert decide(database, [run.id for run in again]).noise[0].n == 10
    longer = enqueue_twin(database, again[0])
    assert (longer.n, find_twin(database, again[0]).id) == (20, longer.id)  # type: ignore[union-attr]


def test_a_run_and_its_twin_are_said_to_be_one_model(database: Database) -> None:
    _, runs = fill(database, {"A": "rw" * 15, "B": "r" * 30}, choice_questions(60))
    twin = enqueue_twin(database, runs[0])
    assert (twin.shown_name, runs[0].shown_name) == ("A (measures chance)", "A")
    assert load_set_name(database, twin.question_set_id).endswith("(noise floor)")
    served = replace(twin.candidate, kind=CandidateKind.SERVER)
    database.write("UPDATE run SET candidate = ? WHERE id = ?", (_json(served), twin.id))
    work(database, load_run(database, twin.id), lambda *_: ScriptedSession(always_a))
    for order in ([twin.id, runs[0].id], [runs[0].id, runs[1].id, twin.id]):
        with pytest.raises(NotEnoughData, match=r"same model and file, A, .* A against itself: \d+ of 30 questions"):
            decide(database, order)


def test_one_model_with_other_settings_is_a_contestant_of_its_own(database: Database) -> None:
    _, runs = fill(database, {"A": "rw" * 15, "B": "r" * 30}, choice_questions(60))
    hotter = replace(runs[0].configuration, sampling=replace(runs[0].configuration.sampling, temperature=0.7))
    database.write(
        "UPDATE run SET candidate = ?, configuration = ? WHERE id = ?",
        (_json(runs[0].candidate), _json(hotter), runs[1].id),
    )
    assert decide(database, [run.id for run in runs]).pairs[0].n == 30
