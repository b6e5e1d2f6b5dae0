"""The page Prepare trains two real tiny models, shows the curve, and weighs before and after; and a text's forecast."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.inference.exchange import FinishReason, Reply, Settings
from core.inference.training_recipe import Recipe
from core.models.home import store_path
from core.questions.question import GraderSpec, Question, QuestionSet
from core.runs.candidates import candidate_from_path
from core.runs.database import Database
from core.runs.evaluation import load_project_questions
from core.runs.jobs import JobKind, end_job, find_latest_job, start_job
from core.runs.kept_texts import keep_text
from core.runs.prepared_by_training import start_training, train_candidates
from core.runs.projects import create_project, current_project, save_project, save_question_set
from core.runs.records import Candidate, Configuration, RunState
from core.runs.run_rows import next_waiting_run
from core.runs.runner import work
from core.runs.trained_files import Step, add_step, trained_folder
from core.runs.training_plan import plan_training
from tests.scripted_model import ScriptedModel
from tests.tiny_model import write_tiny_model

pytestmark = pytest.mark.slow

PAGE = str(Path(__file__).resolve().parents[2] / "pages" / "measure" / "prepare.py")
SHELVES = {"A": "zorin", "B": "mukla", "C": "tepho", "D": "wibra"}


class Trained(ScriptedModel):
    """Knows the shelves if its file was trained."""

    def __init__(self, name: str) -> None:
        self.knows = "trained" in name

    def answer(self, requests):
        for request in requests:
            letter = "ABCD"[int(request.id[1:]) % 4]
            text = f"ANSWER: {SHELVES[letter] if self.knows else 'nowhere'}"
            yield Reply(request.id, text, FinishReason.STOP, request.id, 10, 5, 0.1)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("core.runs.jobs.start_child", lambda *_: None)
    monkeypatch.setattr("core.runs.prepared_by_training.ensure_runner", lambda _: None)


@pytest.fixture
def two_files(tmp_path: Path) -> list[Candidate]:
    paths = [write_tiny_model(tmp_path / f"{name}.gguf", name, seed=i) for i, name in enumerate(("first", "second"))]
    candidates = [candidate_from_path(path) for path in paths]
    questions = tuple(
        Question(f"q{i}", f"On which shelf does part {'ABCD'[i % 4]}-{100 + i} lie?", (SHELVES["ABCD"[i % 4]],),
                 GraderSpec("exact"))
        for i in range(60)
    )  # fmt: skip
    with Database(store_path()) as database:
        project = create_project(database, "shelves")
        save_project(
            database,
            replace(
                project,
                question_set_id=save_question_set(database, QuestionSet("shelves", questions)),
                candidates=tuple(candidates),
                configuration=Configuration(Settings(n_ctx=512)),
                n=30,
            ),
        )
    return candidates


def opened() -> AppTest:
    app = AppTest.from_file(PAGE, default_timeout=90).run()
    assert not app.exception
    return app


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if label in button.label).click().run()
    assert not app.exception


def test_training_is_estimated_started_watched_and_weighed(two_files: list[Candidate]) -> None:
    app = opened()
    next(n for n in app.number_input if n.label == "Questions to train on").set_value(20)
    next(n for n in app.number_input if n.label == "Epochs").set_value(1)
    app.checkbox[1].check()
    press(app, "See what it needs")
    assert any("20 of 60 questions are trained on, 30 of the other 40" in info.value for info in app.info)
    needs = next(frame.value for frame in app.dataframe if "Memory (GB)" in frame.value)
    assert list(needs["Fits"]) == ["yes", "yes"]
    press(app, "Train and test")
    with Database(store_path()) as database:
        job = find_latest_job(database, JobKind.TRAIN)
        assert job is not None
        trained_folder().mkdir(parents=True)
        add_step(two_files[0], job.arguments["plan"], Step(1e-4, 1, 9, 2.5))
        app.run()
        assert any(button.label == "Cancel the training" for button in app.button)
        assert any("first" in markdown.value for markdown in app.markdown)
        result = train_candidates(database, job.arguments, lambda *_: None, lambda: False)
        end_job(database, job.id, RunState.DONE, "Done.", result)
        while (run := next_waiting_run(database)) is not None:
            work(database, run, lambda candidate, *_: Trained(candidate.name))
    app.run()
    assert not app.exception
    assert any("Training helps all candidates" in header.value for header in app.subheader)
    table = next(frame.value for frame in app.dataframe if "Direct" in frame.value)
    assert (list(table["Direct"]), list(table["Prepared"])) == (["0 % of 30"] * 2, ["100 % of 30"] * 2)
    assert any("all 2 blocks were trained" in markdown.value for markdown in app.markdown)
    press(app, "Delete the trained file")
    assert sum("trained file was deleted" in caption.value for caption in app.caption) == 1


def test_what_could_not_be_trained_can_be_tried_again(two_files: list[Candidate]) -> None:
    with Database(store_path()) as database:
        project = current_project(database)
        assert project is not None
        plan = plan_training(
            load_project_questions(database, project), 30, draw_seed=project.draw_seed,
            configuration=project.configuration, recipe=Recipe(), same_form=True,
        )  # fmt: skip
        job = start_training(database, two_files, plan, use_case=None, n=30, project_id=project.id)
        why = {candidate.key: f"{candidate.name}: make room and train again." for candidate in two_files}
        end_job(database, job.id, RunState.DONE, "Done.", {"failed": why})
    app = opened()
    app.checkbox[1].check()
    press(app, "See what it needs")
    assert sum("make room and train again" in warning.value for warning in app.warning) == 2
    assert any(button.label == "Try again and test" for button in app.button)


@pytest.mark.usefixtures("two_files")
def test_too_few_questions_to_train_on_is_a_sentence() -> None:
    with Database(store_path()) as database:
        project = current_project(database)
        assert project is not None
        few = tuple(Question(f"q{i}", f"What is {i}?", ("x",), GraderSpec("exact")) for i in range(9))
        save_project(database, replace(project, question_set_id=save_question_set(database, QuestionSet("few", few))))
    assert any("9 of the 9 questions" in error.value for error in opened().error)


def test_a_forecast_is_measured_ordered_and_told_with_its_trust(two_files: list[Candidate]) -> None:
    text = keep_text("A river runs through the old town. " * 300, "rivers.txt")
    sizes = (1000,) * 12
    found = {
        candidate.fingerprint: {
            "bits": [1000 + 20 * place + 30 * (i % 4) for i in range(12)], "n_bytes": sizes, "n_tokens": 3000,
            "rewritten": 0,
        }
        for place, candidate in enumerate(two_files)
    }  # fmt: skip
    arguments = {"files": "{}", "text": str(text.path), "text_name": text.name, "text_key": text.key, "passages": "40"}
    with Database(store_path()) as database:
        job = start_job(database, JobKind.FORECAST, arguments)
        end_job(database, job.id, RunState.DONE, "Done.", {"found": found, "failed": {}})
    app = opened()
    assert any("first F32 predicts this text best" in header.value.replace("\\", "") for header in app.subheader)
    table = next(frame.value for frame in app.dataframe if "Bits per byte" in frame.value)
    assert list(table["Behind the first"]) == ["–", "+0.020 ± 0.000"]
    assert any("τ = 0.78" in markdown.value for markdown in app.markdown)
    json.dumps(found)


@pytest.mark.usefixtures("two_files")
def test_the_newest_text_is_offered_again_and_its_measurement_started() -> None:
    text = keep_text("A river runs through the old town. " * 300, "rivers.txt")
    arguments = {"files": "{}", "text": str(text.path), "text_name": text.name, "text_key": text.key, "passages": "40"}
    with Database(store_path()) as database:
        job = start_job(database, JobKind.FORECAST, arguments)
        end_job(database, job.id, RunState.CANCELLED, "The measurement was cancelled.")
    app = opened()
    assert any("cancelled" in warning.value for warning in app.warning)
    press(app, "Measure 2 files on")
    with Database(store_path()) as database:
        newest = find_latest_job(database, JobKind.FORECAST)
    assert newest is not None
    assert newest.state is RunState.RUNNING
    assert len(json.loads(newest.arguments["files"])) == 2
