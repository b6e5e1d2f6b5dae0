"""Real models, real signals: nothing finished is lost or doubled, and no process is left behind."""

import shutil
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from core.grading.outcome import Outcome
from core.inference.exchange import PromptMode, Settings
from core.questions.question import GraderSpec, Question, QuestionSet
from core.runs.answer_rows import load_answers
from core.runs.candidates import candidate_from_path
from core.runs.database import Database
from core.runs.evaluation import enqueue_candidates, resume
from core.runs.queue import ensure_runner, is_runner_alive, mark_interrupted
from core.runs.records import ACTIVE_STATES, Configuration, Run, RunState
from core.runs.run_rows import load_run, want_cancel

from .conftest import sums

pytestmark = pytest.mark.slow

CONFIGURATION = Configuration(settings=Settings(n_ctx=512, n_parallel=2), max_tokens=24)
PATIENCE_S = 240


@pytest.fixture
def model(tmp_path: Path, smollm_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the demo model that a test may replace, and a home of its own for what is remembered."""
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    return Path(shutil.copy(smollm_path, tmp_path / "model.gguf"))


def start(database: Database, model: Path, question_set: QuestionSet, n: int, configuration: Configuration) -> Run:
    run = enqueue_candidates(
        database,
        [candidate_from_path(model)],
        question_set,
        configuration,
        use_case=None,
        draw_seed=0,
        n=n,
        project_id=None,
    )[0]
    ensure_runner(database)
    return run


def wait_for(condition: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until, "it took too long"
        time.sleep(0.05)


def wait_until_ended(database: Database, run: Run) -> Run:
    def ended() -> bool:
        mark_interrupted(database)
        return load_run(database, run.id).state not in ACTIVE_STATES

    wait_for(ended)
    return load_run(database, run.id)


def runner_process(database: Database) -> psutil.Process:
    row = database.row("SELECT pid FROM runner")
    assert row is not None
    return psutil.Process(row["pid"])


def test_a_killed_runner_loses_nothing_and_resumes_where_it_stopped(database: Database, model: Path) -> None:
    run = start(database, model, sums(14), 14, CONFIGURATION)
    wait_for(lambda: load_run(database, run.id).answered >= 3)
    runner = runner_process(database)
    family = [runner, *runner.children(recursive=True)]
    assert len(family) > 1, "the model has a process of its own"
    runner.send_signal(signal.SIGKILL)
    interrupted = wait_until_ended(database, run)
    assert interrupted.state is RunState.INTERRUPTED
    before = {a.question_id: a for a in load_answers(database, run.id)}
    assert 3 <= len(before) < 14
    wait_for(lambda: not any(p.is_running() and p.status() != psutil.STATUS_ZOMBIE for p in family))

    resume(database, [interrupted])
    ended = wait_until_ended(database, run)
    assert (ended.state, ended.answered) == (RunState.DONE, 14)
    after = {a.question_id: a for a in load_answers(database, run.id)}
    assert {key: after[key] for key in before} == before
    wait_for(lambda: not is_runner_alive(database))


def test_a_killed_model_process_is_retried_from_the_same_question(database: Database, model: Path) -> None:
    run = start(database, model, sums(12), 12, CONFIGURATION)
    wait_for(lambda: load_run(database, run.id).answered >= 2)
    before = {a.question_id: a for a in load_answers(database, run.id)}
    for child in runner_process(database).children(recursive=True):
        child.send_signal(signal.SIGSEGV)
    ended = wait_until_ended(database, run)
    assert (ended.state, ended.answered) == (RunState.DONE, 12)
    assert any("safer configuration" in event for event in ended.events)
    after = {a.question_id: a for a in load_answers(database, run.id)}
    assert {key: after[key] for key in before} == before
    assert ended.used_settings is not None
    assert ended.used_settings.use_extra_bufts is False


def test_cancel_takes_effect_within_a_second_of_a_long_prefill(database: Database, model: Path) -> None:
    long = Question("long", "Count: " + "one two three four five " * 1300, ("5",), GraderSpec("number"))
    settings = Settings(n_ctx=8192, n_parallel=1, threads=1, n_batch=2048)
    run = start(database, model, QuestionSet("long", (long,)), 1, replace(CONFIGURATION, settings=settings))
    wait_for(lambda: load_run(database, run.id).used_settings is not None)
    time.sleep(0.5)
    assert load_run(database, run.id).state is RunState.RUNNING
    asked_at = time.monotonic()
    want_cancel(database, [run.id])
    ended = wait_until_ended(database, run)
    assert ended.state is RunState.CANCELLED, (ended.message, ended.events)
    assert time.monotonic() - asked_at < 2  # a second, and this machine's noise
    wait_for(lambda: not is_runner_alive(database))


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="sees in /proc that the file is being loaded")
def test_cancel_takes_effect_within_a_second_while_a_model_is_loaded(
    database: Database, tmp_path: Path, gemma_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loading process is stopped in the midst of it, so that it would never get ready by itself."""
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    run = start(database, gemma_path, sums(3), 3, replace(CONFIGURATION, mode=PromptMode.COMPLETION))
    wait_for(lambda: is_runner_alive(database) and model_processes(database))
    (loading,) = model_processes(database)
    wait_for(lambda: is_mapped(loading, gemma_path))
    loading.send_signal(signal.SIGSTOP)
    time.sleep(0.5)
    assert load_run(database, run.id).used_settings is None, "it was still being loaded"
    asked_at = time.monotonic()
    want_cancel(database, [run.id])
    ended = wait_until_ended(database, run)
    assert ended.state is RunState.CANCELLED, (ended.message, ended.events)
    assert time.monotonic() - asked_at < 1
    wait_for(lambda: not loading.is_running() or loading.status() == psutil.STATUS_ZOMBIE)
    assert time.monotonic() - asked_at < 2
    wait_for(lambda: not is_runner_alive(database))


def model_processes(database: Database) -> list[psutil.Process]:
    children = runner_process(database).children(recursive=True)
    return [child for child in children if "core.inference.child" in child.cmdline()]


def is_mapped(process: psutil.Process, path: Path) -> bool:
    """Whether the process has the file's weights in its memory, or some of them."""
    try:
        return str(path.resolve()) in Path(f"/proc/{process.pid}/maps").read_text()
    except OSError:
        return False


def test_a_prompt_over_n_ctx_did_not_fit_and_the_others_are_unharmed(database: Database, model: Path) -> None:
    questions = sums(3).questions
    long = Question("long", "Count the words: " + "one two three " * 200, ("600",), GraderSpec("number"))
    run = start(database, model, QuestionSet("mixed", (*questions, long)), 4, CONFIGURATION)
    ended = wait_until_ended(database, run)
    assert (ended.state, ended.answered) == (RunState.DONE, 4)
    outcomes = {a.question_id: a.grade.outcome for a in load_answers(database, run.id)}
    assert outcomes.pop("long") is Outcome.DID_NOT_FIT
    assert set(outcomes.values()) <= {Outcome.RIGHT, Outcome.WRONG, Outcome.NO_ANSWER, Outcome.CUT_OFF}


def test_a_template_that_raises_could_not_run_and_says_so(database: Database, model: Path) -> None:
    settings = replace(CONFIGURATION.settings, template="{{ raise_exception('not for you') }}")
    run = start(database, model, sums(3), 3, replace(CONFIGURATION, settings=settings))
    ended = wait_until_ended(database, run)
    answers = load_answers(database, run.id)
    told = " ".join([ended.message, *ended.events, *(a.note + a.grade.why for a in answers)])
    assert "not for you" in told
    assert all(a.grade.outcome is Outcome.COULD_NOT_RUN for a in answers)


def test_a_model_file_that_is_replaced_ends_the_run_with_its_answers_kept(database: Database, model: Path) -> None:
    run = start(database, model, sums(30), 30, CONFIGURATION)
    wait_for(lambda: load_run(database, run.id).answered >= 2)
    replacement = model.with_suffix(".new")
    shutil.copy(model, replacement)
    replacement.replace(model)
    ended = wait_until_ended(database, run)
    assert ended.state is RunState.FAILED
    assert "no longer the file this run began with" in ended.message
    assert ended.answered >= 2


@pytest.mark.parametrize("harm", ["missing", "empty", "cut", "foreign"])
def test_a_harmed_model_file_ends_its_run_with_a_sentence_and_the_next_one_starts(
    database: Database, model: Path, harm: str
) -> None:
    victim = Path(shutil.copy(model, model.with_name(f"{harm}.gguf")))
    candidates = [candidate_from_path(victim), candidate_from_path(model)]
    # The same content is one run; another seed of sampling makes them two.
    configuration = replace(CONFIGURATION, settings=replace(CONFIGURATION.settings, n_ctx=640))
    first = enqueue_candidates(
        database, candidates[:1], sums(2), CONFIGURATION, use_case=None, draw_seed=0, n=2, project_id=None
    )[0]
    second = enqueue_candidates(
        database, candidates[1:], sums(2), configuration, use_case=None, draw_seed=0, n=2, project_id=None
    )[0]
    size = victim.stat().st_size
    match harm:
        case "missing":
            victim.unlink()
        case "empty":
            victim.write_bytes(b"")
        case "cut":
            with victim.open("r+b") as stream:
                stream.truncate(size // 2)
        case "foreign":
            victim.write_bytes(b"PK\x03\x04" + b"\0" * 1000)
    ensure_runner(database)
    failed, done = wait_until_ended(database, first), wait_until_ended(database, second)
    assert failed.state is RunState.FAILED
    assert victim.name in failed.message
    assert len(failed.message) < 400
    assert (done.state, done.answered) == (RunState.DONE, 2)
