"""Open prompts are chosen, rated one after the other, taken back and taken up again; then the verdict is ready."""

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.catalogue.use_cases import UseCase
from core.inference.exchange import FinishReason, Reply
from core.models.home import store_path
from core.questions.banks import load_open_prompts
from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.evaluation import regrade
from core.runs.jobs import JobKind, end_job
from core.runs.judging import judgement_to_json, run_judge
from core.runs.processes import own_process
from core.runs.projects import create_project, current_project, load_saved_question_set, save_project
from core.runs.ratings import load_rating_queue, rate
from core.runs.records import RunState
from core.runs.run_rows import load_runs
from tests.filled_store import choice_questions, fill, model_file

pytestmark = pytest.mark.slow

PAGES = Path(__file__).resolve().parents[2] / "pages"
WRITTEN = "I would ask the neighbour for half an hour, kindly."


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))  # no model files of this machine


@pytest.fixture
def two_wait() -> None:
    """Two candidates have answered three open prompts each."""
    prompts = load_open_prompts(UseCase.CHAT)
    three = replace(prompts, questions=prompts.questions[:3])
    with Database(store_path()) as database:
        fill(database, {"small-7B": "uuu", "large-9B": "uuu"}, three, use_case=UseCase.CHAT,
             texts={"small-7B": WRITTEN, "large-9B": WRITTEN})  # fmt: skip
        for run in load_runs(database):
            regrade(database, run.id)  # what an unrated grade holds is the grader's business


def opened(page: str = "measure/rate.py") -> AppTest:
    app = AppTest.from_file(str(PAGES / page), default_timeout=60).run()
    assert not app.exception
    return app


def press(app: AppTest, label: str) -> AppTest:
    next(b for b in app.button if b.label.startswith(label)).click().run()
    assert not app.exception
    return app


def progress(app: AppTest) -> str:
    return app.get("progress")[0].proto.text


def shown(app: AppTest) -> str:
    return " ".join(e.value for e in (*app.markdown, *app.caption, *app.code, *app.info))


@pytest.mark.usefixtures("two_wait")
def test_rating_is_blind_counts_on_and_is_taken_up_after_a_reload() -> None:
    app = opened()
    assert WRITTEN in [code.value for code in app.code]
    assert "7B" not in shown(app)
    assert "9B" not in shown(app)
    press(app, "4 good")
    press(app, "2 poor")
    again = opened()
    assert progress(again) == "2 of 6 answers rated"
    press(again, "Take the last rating back")
    assert progress(again) == "1 of 6 answers rated"


@pytest.mark.usefixtures("two_wait")
def test_every_rating_has_a_key_of_its_own_on_the_keyboard() -> None:
    app = opened()
    shortcuts = [b.proto.shortcut for b in app.button if b.proto.shortcut]
    assert sorted(shortcuts) == ["1", "2", "3", "4", "5"]
    press(app, "5 could")
    assert "u" in [b.proto.shortcut.lower() for b in app.button]


@pytest.mark.usefixtures("two_wait")
def test_when_all_are_rated_the_verdict_is_the_next_step() -> None:
    app = opened()
    assert next(b for b in app.button if b.key == "next_step").disabled
    for _ in range(6):
        press(app, "3 passable")
    assert any("All answers are rated" in s.value for s in app.success)
    assert not next(b for b in app.button if b.key == "next_step").disabled
    with Database(store_path()) as database:
        scores = [a.grade.score for run in load_runs(database) for a in load_answers(database, run.id)]
    assert scores == [3.0] * 6


@pytest.mark.usefixtures("two_wait")
def test_a_judges_opinion_is_shown_only_after_ones_own_ratings_and_as_an_opinion() -> None:
    class TiesAlways:
        def answer(self, requests):
            return [Reply(request.id, "ANSWER: C", FinishReason.STOP) for request in requests]

        def close(self):
            pass

    with Database(store_path()) as database:
        project = current_project(database)
        ids = tuple(run.id for run in load_runs(database))
        judge = model_file("third")
        judgement = run_judge(database, judge, ids, lambda *_: None, lambda: False, lambda *_: TiesAlways())
        job_id = database.insert(
            "INSERT INTO job (kind, arguments, state, pid, pid_started, created_at) VALUES (?, '{}', ?, ?, ?, 0)",
            (JobKind.JUDGE, RunState.RUNNING, *own_process()),
        )
        end_job(database, job_id, RunState.DONE, "Done.", judgement_to_json(judgement))
    app = opened()
    assert "opinion: another model" not in shown(app)
    assert "when you have rated all answers" in shown(app)
    with Database(store_path()) as database:
        while (queue := load_rating_queue(database, project)).waiting:
            rate(database, queue.waiting[0], 4)
    app = opened()
    assert "A judge's opinion" in shown(app)
    assert "the same as your ratings in 100 % of 3 pairs" in shown(app)


@pytest.mark.usefixtures("two_wait")
def test_the_evaluate_page_leads_to_the_rating_while_answers_wait() -> None:
    with Database(store_path()) as database:
        project = save_project(database, replace(current_project(database), n=3))
        app = opened("measure/evaluate.py")
        assert next(b for b in app.button if b.key == "next_step").label == "Rate 6 answers"
        while (queue := load_rating_queue(database, project)).waiting:
            rate(database, queue.waiting[0], 4)
    assert next(b for b in opened("measure/evaluate.py").button if b.key == "next_step").label == "See the verdict"


def test_without_open_answers_the_page_says_where_to_get_some() -> None:
    with Database(store_path()) as database:
        fill(database, {"one": "rw", "two": "rr"}, choice_questions(2))
    app = opened()
    assert "No open answers wait" in app.info[0].value
    assert next(b for b in app.button if b.key == "next_step").label == "Choose questions"


def test_the_open_prompts_of_chat_are_a_choice_on_the_questions_page_and_can_be_left_again() -> None:
    with Database(store_path()) as database:
        save_project(database, replace(create_project(database, "chat"), use_case=UseCase.CHAT))
    app = opened("measure/questions.py")
    press(app, "Ask 20 of the 45 open prompts")
    with Database(store_path()) as database:
        project = current_project(database)
        questions = load_saved_question_set(database, project.question_set_id).questions
    assert (project.n, len(questions)) == (20, 45)
    assert {q.grader.name for q in questions} == {"rating"}
    press(app, "Back to the bank for chat")
    with Database(store_path()) as database:
        project = current_project(database)
    assert (project.question_set_id, project.n) == (None, 50)


def test_other_use_cases_offer_no_open_prompts() -> None:
    with Database(store_path()) as database:
        save_project(database, replace(create_project(database, "code"), use_case=UseCase.CODING))
    assert not any("open prompts" in b.label for b in opened("measure/questions.py").button)


def test_the_verdict_page_speaks_of_rating_points_once_answers_are_rated() -> None:
    prompts = load_open_prompts(UseCase.CHAT)
    with Database(store_path()) as database:
        project, runs = fill(database, {"kind": "u" * 12, "curt": "u" * 12}, prompts, use_case=UseCase.CHAT,
                             texts={"kind": WRITTEN, "curt": "No."})  # fmt: skip
        for run in runs:
            regrade(database, run.id)
        while (queue := load_rating_queue(database, project)).waiting:
            waiting = queue.waiting[0]
            best = 5 if waiting.text == WRITTEN else 2
            rate(database, waiting, best - len(waiting.question.input) % 2)
    app = opened("decide/verdict.py")
    assert "rating points" in shown(app) + " ".join(e.value for e in (*app.success, *app.subheader, *app.header))
