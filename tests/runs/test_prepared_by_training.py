"""A plan parts teaching from testing, a job trains candidate by candidate, and a failure of one spares the others."""

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from core.advice.preparation.prepared_runs import TRAINING, find_leader, weigh_prepared
from core.advice.preparation.training import curve_of, tell_training
from core.errors import InferenceError, ModelProcessDied, NotEnoughData
from core.inference.exchange import PromptMode, Request, Settings, WorkedExample
from core.inference.training import Attempt, Trained
from core.inference.training_recipe import Recipe
from core.inference.training_rounds import TrainingCancelled
from core.inference.training_work import Epoch, Worked
from core.questions.question import GraderSpec, Question, QuestionSet
from core.runs.candidates import candidate_from_path
from core.runs.database import Database
from core.runs.jobs import JobKind, end_job, load_job
from core.runs.prepared_by_training import (
    find_trained_runs,
    find_trainings,
    latest_training,
    start_training,
    train_candidates,
)
from core.runs.records import Candidate, CandidateKind, ChoiceMethod, Configuration, RunState
from core.runs.run_rows import load_run
from core.runs.runner import work
from core.runs.trained_files import (
    Step,
    TrainingRecord,
    add_step,
    delete_trained_file,
    find_record,
    keep_among_models,
    load_steps,
    trained_folder,
    trained_path,
)
from core.runs.training_estimates import estimate_training, refuse_hopeless
from core.runs.training_plan import TrainingPlan, plan_training, usual_training_n
from core.runs.two_ways import TwoRuns
from tests.ladder_store import NO_CHILD
from tests.tiny_model import write_tiny_model

from .conftest import ScriptedSession

pytestmark = pytest.mark.slow  # the quick tests keep to a minute

SHELVES = {"A": "zorin", "B": "mukla", "C": "tepho", "D": "wibra"}
RECIPE = Recipe(epochs=2, learning_rates=(1e-4, 1e-3))


@pytest.fixture(autouse=True)
def _no_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("core.runs.children.subprocess.Popen", lambda *_, **__: NO_CHILD)


def shelves(count: int = 80) -> QuestionSet:
    questions = tuple(
        Question(
            f"q{number}", f"On which shelf does part {'ABCD'[number % 4]}-{100 + number} lie?",
            (SHELVES["ABCD"[number % 4]],), GraderSpec("exact"),
        )
        for number in range(count)
    )  # fmt: skip
    return QuestionSet("shelves", questions)


@cache
def planned(
    training_n: int = 20,
    recipe: Recipe = RECIPE,
    count: int = 80,
    choice_method: ChoiceMethod = ChoiceMethod.GENERATE,
) -> TrainingPlan:
    configuration = Configuration(Settings(n_ctx=512), choice_method=choice_method)
    return plan_training(
        shelves(count), training_n, draw_seed=0, configuration=configuration, recipe=recipe, same_form=True
    )


@pytest.fixture
def candidates(tmp_path: Path) -> list[Candidate]:
    """Two files, the second of which cannot be trained."""
    paths = [write_tiny_model(tmp_path / f"{name}.gguf", name, seed=i) for i, name in enumerate(("able", "stuck"))]
    return [candidate_from_path(path) for path in paths]


def train_scripted(
    path: Path,
    destination: Path,
    examples: Sequence[WorkedExample],
    settings: Settings,
    recipe: Recipe,
    *,
    progress: Callable[[float, str], None],
    on_step: Callable[[float, int, int, float], None],
    cancelled: Callable[[], bool],
) -> Trained:
    """Another tiny model instead of a training; "stuck" crashes."""
    progress(0.5, f"{path.name}: step 1")
    on_step(recipe.learning_rates[0], 1, 2, 0.9)
    if cancelled():
        raise TrainingCancelled("cancelled")
    if "stuck" in path.name:
        raise ModelProcessDied(f"{path.name}: the model's process crashed with SIGSEGV")
    destination.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(write_tiny_model(path.with_name("other.gguf"), seed=sum(destination.name.encode())), destination)
    epochs = (Epoch(None, 2.0, 0.1, 0.0, False), Epoch(1.5, 1.2, 0.5, 0.2, True), Epoch(1.0, 1.3, 0.8, 0.6, True))
    worked = Worked(epochs, (1.9, 1.1), 512, 2, 1_312_000, 90_000_000)
    attempts = tuple(Attempt(rate, worked) for rate in recipe.learning_rates)
    return Trained(destination, recipe, len(examples) - 4, 4, (), 256, 1, 2, 1_447_000, "Q4_1", attempts, 0, 61.0)


def trained_by_job(
    database: Database, candidates: Sequence[Candidate], plan: TrainingPlan, monkeypatch: pytest.MonkeyPatch
) -> list[TwoRuns]:
    monkeypatch.setattr("core.runs.prepared_by_training.train", train_scripted)
    job = start_training(database, candidates, plan, use_case=None, n=40, project_id=None)
    told: list[float] = []
    result = train_candidates(database, job.arguments, lambda share, _: told.append(share), lambda: False)
    assert told == sorted(told)
    end_job(database, job.id, RunState.DONE, "Done.", result)
    return find_trained_runs(database, candidates, plan)


def test_nothing_that_teaches_is_asked_and_a_model_is_taught_as_it_will_be_asked() -> None:
    plan = planned()
    taught, asked = ({q.id for q in questions} for questions in (plan.split.training, plan.split.test))
    assert len(taught) == 20
    assert not taught & asked
    chat = plan.examples(Candidate("chat", "x"))[0]
    base = plan.examples(Candidate("base", "x", has_template=False))[0]
    assert chat.request.messages[-1].content.endswith('End with a line "ANSWER: " followed by the answer alone.')
    assert chat.reply.startswith("ANSWER: ")
    assert base.request.mode is PromptMode.COMPLETION
    assert base.request.messages[-1].content.endswith("Answer:")
    assert base.reply == chat.reply.removeprefix("ANSWER:")


def test_where_options_are_compared_the_letter_alone_is_taught() -> None:
    questions = tuple(
        Question(f"q{i}", f"Is {i} even, number {i} of the list?", ("AB"[i % 2],), GraderSpec("choice"), ("yes", "no"))
        for i in range(40)
    )
    configuration = Configuration(Settings(n_ctx=512), choice_method=ChoiceMethod.LOGLIKELIHOOD)
    plan = plan_training(
        QuestionSet("even", questions), 12, draw_seed=0, configuration=configuration, recipe=RECIPE, same_form=True
    )
    (example, *_) = plan.examples(Candidate("chat", "x"))
    assert example.reply in (" A", " B")
    assert (example.request.mode, example.request.options) == (PromptMode.CHAT, ())


def test_a_plan_is_known_by_all_that_its_training_follows_from() -> None:
    keys = {
        plan.key
        for plan in (planned(), planned(21), planned(recipe=replace(RECIPE, epochs=3)), planned(count=79),
                     planned(choice_method=ChoiceMethod.LOGLIKELIHOOD))
    }  # fmt: skip
    assert len(keys) == 5
    assert planned().key == planned().key


def test_too_few_questions_to_train_on_are_refused() -> None:
    with pytest.raises(NotEnoughData):
        planned(10, count=11)
    with pytest.raises(NotEnoughData, match="3 training examples are too few: have at least 10"):
        planned(3)


def test_where_nobody_says_how_many_teach_half_of_a_small_set_is_left_to_test() -> None:
    assert [usual_training_n(shelves(count)) for count in (9, 30, 50, 400)] == [10, 15, 25, 60]


def test_a_job_trains_what_it_can_and_queues_both_tests(
    database: Database, candidates: list[Candidate], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = planned()
    able, stuck = trained_by_job(database, candidates, plan, monkeypatch)
    assert able.direct is not None
    assert able.prepared is not None
    assert (able.direct.candidate.fingerprint, able.prepared.candidate.name) == (
        candidates[0].fingerprint, "able F32, trained"
    )  # fmt: skip
    assert able.direct.question_set_id == able.prepared.question_set_id
    assert (stuck.direct is not None, stuck.prepared) == (True, None)
    known = find_trainings(database, candidates, plan)
    assert list(known.done) == [candidates[0].key]
    assert "SIGSEGV" in known.failed[candidates[1].key]
    assert latest_training(database, plan) is not None
    assert latest_training(database, planned(21)) is None


def test_before_and_after_are_weighed_with_the_verdicts_statistics(
    database: Database, candidates: list[Candidate], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = [candidates[0], candidate_from_path(write_tiny_model(tmp_path / "twin.gguf", "twin", seed=3))]
    plan = planned()

    def answers(knows: Callable[[int], bool]) -> Callable[[Request], str]:
        def write(request: Request) -> str:
            number = int(request.id[1:])
            return f"ANSWER: {SHELVES['ABCD'[number % 4]] if knows(number) else 'nowhere'}"

        return write

    writers = [
        answers(lambda _: False),
        answers(lambda n: n % 10 < 9),
        answers(lambda _: False),
        answers(lambda _: False),
    ]
    found = trained_by_job(database, both, plan, monkeypatch)
    runs = [run for two in found for run in two.runs]
    for run, write in zip(runs, writers, strict=True):
        work(database, run, lambda *_, write=write: ScriptedSession(write))
    found = [TwoRuns(two.candidate, *(load_run(database, run.id) for run in two.runs)) for two in found]
    result = weigh_prepared(database, found, TRAINING)
    gain = result.gains[0]
    assert gain.verdict.a.name == "able F32 trained"
    assert gain.direct is not None
    assert gain.direct.value == 0
    assert gain.verdict.settled
    assert find_leader(result.before) is None
    assert find_leader(result.after) == "able F32"
    assert result.headline.startswith("Training helps able F32. able F32 leads trained; as they are, nobody")
    assert result.to_dict()["by"] == "training"


def test_a_candidate_that_was_not_measured_both_ways_is_left_out_and_the_others_are_weighed(
    database: Database, candidates: list[Candidate], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = [candidates[0], candidate_from_path(write_tiny_model(tmp_path / "twin.gguf", "twin", seed=3))]
    found = trained_by_job(database, both, planned(), monkeypatch)
    for two in found:
        for run in two.runs:
            lost = run.id == (found[1].prepared or run).id and two is found[1]
            refuses = (lambda _: "too long") if lost else (lambda _: "")
            work(database, run, lambda *_, r=refuses: ScriptedSession(lambda _: "ANSWER: zorin", refuses=r))
    two_runs = find_trained_runs(database, both, planned())
    result = weigh_prepared(database, two_runs, TRAINING)
    assert [gain.name for gain in result.gains] == ["able F32"]
    assert result.before is None
    assert any(caution.startswith("twin F32 is left out: ") for caution in result.cautions)
    with pytest.raises(NotEnoughData, match="twin F32 is left out"):
        weigh_prepared(database, two_runs[1:], TRAINING)


def test_the_record_tells_what_was_trained_and_outlives_the_file(
    database: Database, candidates: list[Candidate], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = planned()
    trained_by_job(database, candidates[:1], plan, monkeypatch)
    record = find_record(candidates[0], plan.key)
    assert record is not None
    account = tell_training(record)
    assert "the blocks 2 to 2 of 2 were trained" in account.sentence
    assert "epoch 2 of 2" in account.sentence
    assert any("Quantize it again" in caution for caution in account.cautions)
    assert account.to_dict()["grid"][1]["learning_rate"] == 1e-3
    json.dumps(account.to_dict())
    kept = keep_among_models(record)
    assert kept.read_bytes() == Path(record.became.location).read_bytes()
    delete_trained_file(record)
    again = find_record(candidates[0], plan.key)
    assert again is not None
    assert not again.file_is_kept
    assert tell_training(again).to_dict()["file"] is None
    assert load_steps(candidates[0], plan.key) == []


def test_a_file_that_has_answered_and_was_deleted_is_not_trained_again_for_the_same_questions(
    database: Database, candidates: list[Candidate], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, able = planned(), candidates[:1]
    for run in trained_by_job(database, able, plan, monkeypatch)[0].runs:
        work(database, run, lambda *_: ScriptedSession(lambda _: "ANSWER: zorin"))
    record = find_record(able[0], plan.key)
    assert record is not None
    delete_trained_file(record)
    trained_by_job(database, able, plan, monkeypatch)
    assert not record.file_is_kept
    more = start_training(database, able, plan, use_case=None, n=60, project_id=None)
    train_candidates(database, more.arguments, lambda *_: None, lambda: False)
    assert record.file_is_kept


def test_a_trained_file_is_labelled_by_what_it_holds(tmp_path: Path) -> None:
    source = write_tiny_model(tmp_path / "Tiny-1M.Q4_1.gguf")
    target = trained_path(candidate_from_path(source), "k" * 64)
    target.parent.mkdir(parents=True)
    shutil.copyfile(source, target)
    assert candidate_from_path(target).label == "F32"


def test_a_cancelled_training_keeps_what_was_done_before_it(
    database: Database, candidates: list[Candidate], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = planned()
    monkeypatch.setattr("core.runs.prepared_by_training.train", train_scripted)
    job = start_training(database, candidates, plan, use_case=None, n=40, project_id=None)
    asked = iter([False, True])
    with pytest.raises(TrainingCancelled):
        train_candidates(database, job.arguments, lambda *_: None, lambda: next(asked))
    assert list(find_trainings(database, candidates, plan).done) == [candidates[0].key]
    assert load_steps(candidates[1], plan.key) == [Step(1e-4, 1, 2, 0.9)]
    assert curve_of(load_steps(candidates[1], plan.key))[0].steps == (0.9,)


def test_where_nobody_can_be_trained_the_reasons_are_told(
    database: Database, candidates: list[Candidate], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.runs.prepared_by_training.train", train_scripted)
    server = Candidate("far", "http://localhost:1", CandidateKind.SERVER, model="far")
    job = start_training(database, [candidates[1], server], planned(), use_case=None, n=40, project_id=None)
    with pytest.raises(InferenceError, match=r"SIGSEGV.*only a model file can be trained"):
        train_candidates(database, job.arguments, lambda *_: None, lambda: False)
    with pytest.raises(InferenceError, match="behind a server"):
        refuse_hopeless(estimate_training(planned(), [server]))


def test_two_trainings_at_once_are_refused(database: Database, candidates: list[Candidate]) -> None:
    job = start_training(database, candidates, planned(), use_case=None, n=40, project_id=None)
    assert load_job(database, job.id).state is RunState.RUNNING
    with pytest.raises(InferenceError, match="Another training is going on"):
        start_training(database, candidates, planned(21), use_case=None, n=40, project_id=None)
    with pytest.raises(InferenceError, match="Another training is going on"):  # it would clear away the first's files
        start_training(database, candidates[:1], planned(), use_case=None, n=40, project_id=None)
    assert start_training(database, candidates, planned(), use_case=None, n=40, project_id=None).id == job.id
    assert job.kind is JobKind.TRAIN


def test_a_record_that_cannot_be_read_is_a_sentence_and_the_model_can_be_trained_again(
    database: Database, candidates: list[Candidate], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, able = planned(), candidates[:1]
    trained_by_job(database, able, plan, monkeypatch)
    path = trained_path(able[0], plan.key).with_suffix(".json")
    for damaged in (b"", b"\xff\xfe", b'{"candidate": null}', b"[" * 5000, path.read_bytes().replace(b"1.2", b"null")):
        path.write_bytes(damaged)
        known = find_trainings(database, able, plan)
        assert known.done == {}
        assert "able F32 was trained, but its record" in known.failed[able[0].key]
        assert "train it again" in known.failed[able[0].key]
    trained_by_job(database, able, plan, monkeypatch)
    assert list(find_trainings(database, able, plan).done) == [able[0].key]


def record_of(candidate: Candidate, *attempts: Sequence[Epoch], n_validation: int = 4) -> TrainingRecord:
    worked = [
        Attempt(rate, Worked(tuple(e), (1.9,), 512, 1, 9, 9)) for rate, e in zip((1e-4, 1.0), attempts, strict=False)
    ]
    trained = Trained(
        Path("x"), RECIPE, 20, n_validation, (), 256, 0, 2, 9, None, tuple(worked), 0, 61.0
    )  # fmt: skip
    return TrainingRecord(candidate, candidate, trained)


def test_what_the_held_out_examples_show_is_told_and_no_more(candidates: list[Candidate]) -> None:
    before = Epoch(None, 2.0, 0.1, 0.0, False)
    learned = [before, Epoch(1.0, 2.1, 0.8, 0.6, True), Epoch(0.5, 2.4, 0.8, 0.5, False)]
    account = tell_training(record_of(candidates[0], learned, n_validation=12))
    assert "; 8 of 12 held-out examples chose" in account.sentence
    assert account.to_dict()["validation_examples_read"] == 8
    assert account.cautions == ()  # the loss rose, but more replies came out right
    nothing = [before, Epoch(1.0, 2.1, 0.1, 0.0, True), Epoch(0.5, 2.4, 0.1, 0.0, False)]
    (caution,) = tell_training(record_of(candidates[0], nothing)).cautions
    assert "no sign that the training taught anything" in caution
    (caution,) = tell_training(record_of(candidates[0], learned, [before])).cautions
    assert "at the rate 1.0 the training diverged" in caution
    assert "0 of 2 epochs" in caution


def test_a_long_name_leaves_room_for_the_names_of_checkpoints(tmp_path: Path) -> None:
    source = write_tiny_model(tmp_path / f"{'é' * 120}.gguf")
    path = trained_path(candidate_from_path(source), "k" * 64)
    path.parent.mkdir(parents=True)
    path.with_name(f"..{path.name}.0.part").write_bytes(b"")


def test_a_half_written_step_is_left_out(candidates: list[Candidate]) -> None:
    trained_folder().mkdir(parents=True)
    add_step(candidates[0], "k" * 16, Step(1e-4, 1, 9, 2.5))
    steps = next(trained_folder().glob("*.steps"))
    steps.write_text(steps.read_text(encoding="utf-8") + "[0.0001, 2, 9", encoding="utf-8")
    assert load_steps(candidates[0], "k" * 16) == [Step(1e-4, 1, 9, 2.5)]
