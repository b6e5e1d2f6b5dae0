"""The page Prepare: the study's figures as the data file has them, and a test before and after examples."""

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.catalogue.preparation_study import load_preparation_study
from core.catalogue.use_cases import UseCase
from core.errors import NotEnoughData
from core.inference.exchange import FinishReason, Reply
from core.models.home import store_path
from core.runs.database import Database
from core.runs.projects import create_project, save_project
from core.runs.records import Candidate, CandidateKind, RunState
from core.runs.run_rows import load_runs, next_waiting_run
from core.runs.runner import work
from tests.scripted_model import ScriptedModel

pytestmark = pytest.mark.slow

PAGE = str(Path(__file__).resolve().parents[2] / "pages" / "measure" / "prepare.py")


class Learner(ScriptedModel):
    """Right on choice questions only after an example, and then always with the letter asked for."""

    def answer(self, requests):
        for request in requests:
            text = "ANSWER: A" if len(request.messages) > 1 else "I do not know."
            yield Reply(request.id, text, FinishReason.STOP, request.id, 10, 5, 0.1)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    monkeypatch.setattr("pages.shared.prepared_by_examples_view.ensure_runner", lambda _: None)


@pytest.fixture
def two_candidates() -> None:
    with Database(store_path()) as database:
        project = create_project(database, "general")
        candidates = tuple(
            Candidate(name, "http://localhost:1", CandidateKind.SERVER, model=name)
            for name in ("Qwen2.5-1.5B-Instruct Q4_K_M", "two")
        )
        save_project(database, replace(project, use_case=UseCase.GENERAL, candidates=candidates, n=40))


def opened() -> AppTest:
    app = AppTest.from_file(PAGE, default_timeout=60).run()
    assert not app.exception
    return app


def test_the_headline_figures_on_the_page_are_those_of_the_data_file_to_three_digits() -> None:
    study = load_preparation_study()
    shown = {metric.label: (metric.value, metric.delta) for metric in opened().metric}
    figures = {
        "Agreement of rankings (τ)": study.mean_agreement,
        "NQ-Open with others (τ)": study.agreement_of("nq_open"),
        "First component's share": study.first_component,
        "Perplexity with tasks (τ)": study.perplexity.agreement,
    }
    assert shown == {label: (f"{pair.prepared:.3f}", f"{pair.direct:.3f} direct") for label, pair in figures.items()}
    assert shown["Agreement of rankings (τ)"] == ("0.755", "0.517 direct")
    assert shown["NQ-Open with others (τ)"] == ("0.739", "0.227 direct")


def test_the_study_is_credited_and_its_limits_are_told() -> None:
    app = opened()
    credit = next(caption.value for caption in app.caption if "see the original" in caption.value)
    for part in ("Zhang", "Dominguez-Olmedo", "Hardt", "arxiv.org/abs/2507.05195", "github.com/socialfoundations"):
        assert part in credit
    assert any("Agreement is not correctness" in text.value for text in app.markdown)


def test_a_chosen_model_is_placed_before_and_after() -> None:
    app = opened()
    app.selectbox(key="study_model").set_value("google/gemma-7b").run()
    assert any("number 25 as released and number 5 prepared" in text.value for text in app.markdown)


@pytest.mark.usefixtures("two_candidates")
def test_a_candidate_of_ones_own_is_found_in_the_study() -> None:
    assert opened().selectbox(key="study_model").value == "Qwen/Qwen2.5-1.5B-Instruct"


@pytest.mark.usefixtures("two_candidates")
def test_what_one_tab_cannot_show_is_told_there_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise NotEnoughData("The files were measured otherwise: measure them again.")

    monkeypatch.setattr("pages.shared.text_forecast_view.show_text_forecast", fail)
    app = opened()
    (told,) = app.tabs[1].error
    assert "measure them again" in told.value
    assert any(button.label == "Ask before and after" for button in app.tabs[2].button)
    assert any(button.label == "See what it needs" for button in app.tabs[3].button)


@pytest.mark.usefixtures("two_candidates")
def test_both_ways_are_queued_watched_and_weighed() -> None:
    app = opened()
    assert any("4 of 400 questions are shown as examples, 40 of the other 396" in info.value for info in app.info)
    next(button for button in app.button if button.label == "Ask before and after").click().run()
    assert not app.exception
    with Database(store_path()) as database:
        assert [run.n for run in load_runs(database)] == [40] * 4
        assert any(button.label == "Cancel" for button in app.button)
        while (run := next_waiting_run(database)) is not None:
            work(database, run, lambda *_: Learner())
    app.run()
    assert not app.exception
    assert any("example" in header.value and "help" in header.value for header in app.subheader)
    table = app.dataframe[0].value
    assert list(table["Direct"]) == ["0 % of 40"] * 2
    assert list(table["Rank after"]) == ["1 to 2"] * 2


@pytest.mark.usefixtures("two_candidates")
def test_cancelled_runs_say_so_and_can_be_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.runs.evaluation.ensure_runner", lambda _: None)
    app = opened()
    next(button for button in app.button if button.label == "Ask before and after").click().run()
    next(button for button in app.button if button.label == "Cancel").click().run()
    app.run()
    assert len([warning for warning in app.warning if "cancelled, 0 of 40" in warning.value]) == 4
    next(button for button in app.button if button.label == "Resume").click().run()
    assert not app.exception
    with Database(store_path()) as database:
        assert {run.state for run in load_runs(database)} == {RunState.WAITING}


@pytest.mark.usefixtures("two_candidates")
def test_more_examples_than_questions_is_a_sentence() -> None:
    from core.questions.question import GraderSpec, Question, QuestionSet
    from core.runs.projects import current_project, save_question_set

    with Database(store_path()) as database:
        project = current_project(database)
        assert project is not None
        few = tuple(
            Question(f"q{i}", text, ("x",), GraderSpec("exact")) for i, text in enumerate(("Why?", "Who was it?"))
        )
        save_project(database, replace(project, question_set_id=save_question_set(database, QuestionSet("few", few))))
    app = opened()
    assert any("2 of the 2 questions" in error.value for error in app.error)
