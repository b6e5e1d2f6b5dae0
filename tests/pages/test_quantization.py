"""The page Quantization: from files on this machine to a verdict on the rungs."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.advice.ladder.ladder import Ladder, cache_ladder
from core.catalogue.use_cases import UseCase
from core.models.home import models_folder, store_path
from core.models.model_file import load_model_file
from core.questions.banks import load_bank
from core.runs.database import Database
from core.runs.distributions import Distribution, Figure, Reader, start_divergence
from core.runs.jobs import JobKind, end_job
from core.runs.kept_texts import eval_text, keep_text
from core.runs.projects import create_project, current_project, save_project
from core.runs.records import RunState
from core.runs.run_rows import end_run, load_runs
from tests.filled_store import choice_questions
from tests.ladder_store import NO_CHILD, fill_ladder, one_ladder, write_ladder, write_rung

pytestmark = pytest.mark.slow

PAGE = str(Path(__file__).resolve().parents[2] / "pages" / "measure" / "quantization.py")


@pytest.fixture(autouse=True)
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[JobKind, dict[str, str]]]:
    """A home without other models; child processes are noted instead of started."""
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("core.runs.children.subprocess.Popen", lambda *_, **__: NO_CHILD)
    jobs: list[tuple[JobKind, dict[str, str]]] = []
    monkeypatch.setattr(
        "core.runs.children.subprocess.Popen", lambda command, **_: jobs.append(command[-1]) or NO_CHILD
    )
    return jobs


@pytest.fixture
def database() -> Iterator[Database]:
    with Database(store_path()) as opened:
        yield opened


def ladder_here(*labels: str) -> Ladder:
    return one_ladder(write_ladder(models_folder(), list(labels)))


def opened() -> AppTest:
    app = AppTest.from_file(PAGE, default_timeout=60).run()
    assert not app.exception
    return app


def texts(app: AppTest) -> str:
    parts = [*app.subheader, *app.markdown, *app.caption, *app.warning, *app.info, *app.error]
    return "\n".join(part.value for part in parts).replace("\\", "")


def headings(app: AppTest) -> list[str]:
    return [heading.value.replace("\\", "") for heading in app.subheader]


def button(app: AppTest, label: str):
    return next(b for b in app.button if b.label == label)


def table(app: AppTest, column: str):
    tables = [frame.value for frame in app.dataframe] + [frame.value.reset_index() for frame in app.table]
    return next(shown for shown in tables if column in shown.columns).map(
        lambda cell: cell.replace("\\", "").replace("\u00a0", " ") if isinstance(cell, str) else cell
    )


def test_without_files_it_sends_to_the_model_files() -> None:
    assert "No GGUF file was found" in texts(opened())


def test_the_work_is_chosen_on_the_page_itself(database: Database) -> None:
    ladder_here("F16", "Q8_0")
    app = opened()
    assert "Choose above what the model is for" in texts(app)
    app.button_group[0].set_value(UseCase.CODING).run()
    assert not app.exception
    project = current_project(database)
    assert project is not None
    assert project.use_case is UseCase.CODING
    assert button(app, "Ask the rungs")
    assert "250 questions settle 3 points" in texts(app)
    assert list(table(app, "Settles it with")["Questions"]) == ["50", "250"]


def test_rungs_tell_what_they_hold_and_what_is_left_beside_them(database: Database) -> None:
    ladder_here("F16", "Q4_K_M")
    rungs = table(opened(), "Left beside it")
    assert list(rungs["Rung"]) == ["F16 (reference)", "Q4_K_M"]
    assert list(rungs["Bits per weight"]) == ["16.01", "4.51"]
    assert rungs["Holds"][1].startswith("Q4_K 100 %")


def test_asking_queues_a_run_for_every_rung_and_nothing_twice(database: Database) -> None:
    ladder_here("F16", "Q8_0", "Q4_0")
    project = create_project(database, "coding")
    save_project(database, replace(project, use_case=UseCase.CODING))
    app = opened()
    app.number_input[0].set_value(60)
    button(app, "Ask the rungs").click().run()
    assert not app.exception
    runs = load_runs(database)
    assert sorted(run.candidate.label for run in runs) == ["F16", "Q4_0", "Q8_0"]
    assert {run.n for run in runs} == {60}
    assert {run.state for run in runs} == {RunState.WAITING}
    assert button(app, "Ask the rungs").disabled
    button(app, "Cancel").click().run()
    app.run()
    assert texts(app).count("It was cancelled before its first answer: resume it.") == 1  # of the reference, once
    button(app, "Ask the rungs").click().run()
    assert len(load_runs(database)) == 3


def test_the_verdict_the_flips_and_the_cost_are_shown(database: Database) -> None:
    ladder = ladder_here("F16", "Q8_0", "Q4_0")
    right = "r" * 150 + "w" * 100
    outcomes = {"F16": right, "Q8_0": "ww" + right[3:] + "r", "Q4_0": "w" * 40 + right[40:]}
    fill_ladder(database, ladder, outcomes, question_set=choice_questions(400))
    app = opened()
    assert headings(app)[0] == "Take Q8_0: the smallest file that is good enough here."
    rows = table(app, "Stands")
    assert list(rows["Stands"]) == ["reference", "good enough", "worse"]
    assert list(rows["Lost"]) == ["–", "3", "40"]
    assert rows["Within 3 points"][2] == "under 1 %"
    assert any("questions where they differ" in heading for heading in headings(app))
    assert app.get("vega_lite_chart") or app.get("arrow_vega_lite_chart")
    cost = table(app, "Decode (tokens/s)")
    assert list(cost["Decode (tokens/s)"]) == ["20.0"] * 3
    measured = table(app, "Measured here")
    assert measured["Measured here"][0].startswith("0.8 points lost (95 %: ")
    assert "to hold the measurement against, not a part of it" in texts(app)


def test_a_smaller_tolerance_changes_the_verdict(database: Database) -> None:
    ladder = ladder_here("F16", "Q8_0")
    right = "r" * 150 + "w" * 100
    fill_ladder(database, ladder, {"F16": right, "Q8_0": "w" * 3 + right[4:] + "r"}, question_set=choice_questions(400))
    app = opened()
    assert headings(app)[0].startswith("Take Q8_0")
    app.number_input[1].set_value(1.0)
    button(app, "Show what is known").click().run()
    assert headings(app)[0] == "Not settled: Q8_0 remains. Take F16 for now."
    assert button(app, "Bring more questions")  # this set does not hold as many


def test_what_is_still_needed_is_one_button(database: Database) -> None:
    ladder = ladder_here("F16", "Q8_0")
    project = save_project(database, replace(create_project(database, "coding"), use_case=UseCase.CODING))
    alike = {"F16": "r" * 50, "Q8_0": "r" * 50}
    fill_ladder(database, ladder, alike, question_set=load_bank(UseCase.CODING), project=project)
    app = opened()
    assert headings(app)[0] == "Not settled: Q8_0 remains. Take F16 for now."
    button(app, "Ask 5 more").click().run()
    assert not app.exception
    assert {(run.n, run.state) for run in load_runs(database)} == {(55, RunState.WAITING)}


def test_answers_cut_off_are_asked_again_with_a_larger_budget_by_one_button(database: Database) -> None:
    ladder = ladder_here("F16", "Q8_0")
    project = save_project(database, replace(create_project(database, "coding"), use_case=UseCase.CODING))
    cut = {"F16": "r" * 50, "Q8_0": "r" * 30 + "c" * 20}
    fill_ladder(database, ladder, cut, question_set=load_bank(UseCase.CODING), project=project)
    app = opened()
    assert "raise max_tokens" in texts(app)
    assert list(table(app, "Stands")["Within 3 points"]) == ["–", "–"]  # nothing is claimed
    assert list(table(app, "Measured here")["Measured here"]) == ["withheld"]
    (label,) = [b.label for b in app.button if "tokens for an answer" in b.label]
    button(app, label).click().run()
    assert not app.exception
    asked = [run for run in load_runs(database) if run.state is RunState.WAITING]
    assert len(asked) == 2
    (budget,) = {run.configuration.max_tokens for run in asked}
    assert label == f"Ask again with {budget:,} tokens for an answer"
    assert len(load_runs(database)) == 4  # those with the smaller budget stay


def test_rungs_that_are_clearly_worse_do_not_ask_for_more_questions(database: Database) -> None:
    ladder = ladder_here("F16", "Q8_0", "Q4_0")
    right = "r" * 250
    fill_ladder(
        database,
        ladder,
        {"F16": right, "Q8_0": right, "Q4_0": "w" * 60 + right[60:]},
        question_set=choice_questions(400),
    )
    assert "About 250 questions are advised here" in texts(opened())


def test_a_crashed_rung_says_why_and_can_be_resumed(database: Database) -> None:
    ladder = ladder_here("F16", "Q8_0")
    _, runs = fill_ladder(database, ladder, {"F16": "r" * 50, "Q8_0": "r" * 10})
    end_run(database, runs["Q8_0"].id, RunState.FAILED, "The model's process ended (signal 11).")
    app = opened()
    assert headings(app)[0] == "No verdict: Q8_0 did not finish."
    assert "It failed after 10 of 50 questions: The model's process ended (signal 11)" in texts(app)
    assert [b.proto.type for b in app.button if b.label == "Resume"] == ["primary"]
    button(app, "Resume").click().run()
    assert not app.exception
    assert RunState.WAITING in {run.state for run in load_runs(database)}


def test_a_lone_file_is_not_measurable_and_a_smaller_one_can_be_made(database: Database, started: list) -> None:
    ladder_here("F16")
    app = opened()
    assert headings(app)[0] == "Not measurable: there is no reference"
    planned = table(app, "Size, about")
    assert "Q4_K_M" in list(planned["Type"])
    button(app, "Make it").click().run()
    assert not app.exception
    assert len(started) == 1
    row = database.row("SELECT kind, arguments FROM job")
    assert row is not None
    assert row["kind"] == JobKind.QUANTIZE
    assert "Zyxw-1B-Instruct-F16.gguf" in row["arguments"]


def test_a_look_up_that_fails_is_a_sentence(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    ladder_here("Q4_K_M")
    app = opened()
    button(app, "Look for a reference on the Hugging Face Hub").click().run()
    assert not app.exception
    assert any("Offline mode" in warning.value for warning in app.warning)


def test_two_models_and_caches_are_ladders_too(database: Database) -> None:
    write_rung(models_folder(), "Zyxw-1B-Instruct", "Q8_0")
    write_rung(models_folder(), "Zyxw-4B-Instruct", "Q4_0", llama__block_count=3)
    project = create_project(database, "coding")
    save_project(database, replace(project, use_case=UseCase.CODING))
    app = opened()
    app.button_group[1].set_value("sizes").run()
    assert not app.exception
    assert set(table(app, "Left beside it")["Rung"]) == {
        "Zyxw-1B-Instruct-Q8_0 (reference)",
        "Zyxw-4B-Instruct-Q4_0",
    }
    app.button_group[1].set_value("cache").run()
    assert not app.exception
    assert table(app, "Left beside it")["Rung"][0] == "cache f16 (reference)"


def test_what_a_kv_cache_is_and_what_smaller_ones_risk_is_said(database: Database) -> None:
    write_rung(models_folder(), "Zyxw-1B-Instruct", "Q8_0")
    app = opened()
    app.button_group[1].set_value("cache").run()
    assert not app.exception
    assert "keys (K) suffer more than values (V)" in texts(app)
    assert next(iter(table(app, "Left beside it")["Rung"])) == "cache f16 (reference)"


def test_the_predictions_of_caches_are_measured_against_f16(database: Database) -> None:
    write_rung(models_folder(), "Zyxw-1B-Instruct", "Q8_0")
    file = load_model_file(models_folder() / "Zyxw-1B-Instruct-Q8_0.gguf")
    fill_ladder(database, cache_ladder(file), {"cache f16": "r" * 50})
    app = opened()
    app.button_group[1].set_value("cache").run()
    assert "Not asked yet." not in texts(app)  # one run alone is no ladder yet
    assert [b.proto.type for b in app.button if b.label == "Ask the rungs"] == ["primary"]
    button(app, "Measure 3 rungs on this text").click().run()
    assert not app.exception
    row = database.row("SELECT arguments FROM job WHERE kind = 'divergence'")
    assert row is not None
    caches = json.loads(json.loads(row["arguments"])["caches"])
    assert sorted(caches.values()) == [["q4_0", "q4_0"], ["q8_0", "q4_0"], ["q8_0", "q8_0"]]
    assert "these figures condemn a cache, and clear none" in texts(app)


def test_a_measurement_that_failed_is_told_where_it_belongs_alone(database: Database) -> None:
    ladder = ladder_here("F16", "Q8_0")
    _, runs = fill_ladder(database, ladder, dict.fromkeys(("F16", "Q8_0"), "r" * 40))
    text = keep_text(eval_text(database, runs["F16"]), "x")
    own, other = ladder.reference_step.file, ladder.tested[0].file
    for reference, told in ((own, "Its own fault."), (other, "Another model's fault.")):
        job = start_divergence(database, reference, [Reader(own if reference is other else other)], text)
        end_job(database, job.id, RunState.FAILED, told)
    assert [error.value.replace("\\", "") for error in opened().error] == ["Its own fault."]


def test_another_tab_does_not_turn_back_what_was_chosen_here(database: Database) -> None:
    ladder_here("F16", "Q8_0")
    first, second = opened(), opened()
    second.button_group[0].set_value(UseCase.CHAT).run()
    first.button_group[0].set_value(UseCase.CODING).run()
    second.number_input[0].set_value(40).run()
    assert not second.exception
    project = current_project(database)
    assert project is not None
    assert project.use_case is UseCase.CODING
    assert second.button_group[0].value == UseCase.CODING


def test_one_question_is_asked_and_said_to_tell_nothing(database: Database) -> None:
    ladder = ladder_here("F16", "Q8_0")
    fill_ladder(database, ladder, {"F16": "r", "Q8_0": "r"})
    app = opened()
    assert "1 question is too few for 3 points" in texts(app)
    assert button(app, "Ask the rungs")


def test_the_reference_alone_is_not_asked_and_what_is_missing_is_said(database: Database) -> None:
    ladder_here("F16", "Q8_0")
    project = create_project(database, "coding")
    save_project(database, replace(project, use_case=UseCase.CODING))
    app = opened()
    app.multiselect[0].set_value(["F16"])
    button(app, "Ask the rungs").click().run()
    assert not app.exception
    assert "Choose a rung besides the reference" in texts(app)
    assert load_runs(database) == []


def test_a_rung_that_stopped_asks_for_no_larger_budget(database: Database) -> None:
    ladder = ladder_here("F16", "Q8_0", "Q4_0")
    project = save_project(database, replace(create_project(database, "coding"), use_case=UseCase.CODING))
    answers = {"F16": "r" * 60, "Q8_0": "r" * 60, "Q4_0": "ccr"}
    stopped = {"Q4_0": RunState.FAILED}
    fill_ladder(database, ladder, answers, question_set=load_bank(UseCase.CODING), project=project, states=stopped)
    labels = [b.label for b in opened().button]
    assert "Resume" in labels
    assert not any("tokens for an answer" in label for label in labels)


NASTY = "Zyxw-1B *bold* [a](b) $x$ :red[y] `" + "long " * 30


def test_names_with_markup_are_shown_as_they_are_written(database: Database) -> None:
    files = write_ladder(models_folder(), ["F16", "Q8_0"], NASTY)
    fill_ladder(database, one_ladder(files), {"F16": "r" * 250, "Q8_0": "r" * 248 + "ww"})
    app = opened()
    assert headings(app)[0] == "Take Q8_0: the smallest file that is good enough here."
    assert "*bold* [a](b) $x$ :red[y]" in texts(app)
    shown = [part.value for part in (*app.markdown, *app.caption, *app.warning) if "bold" in part.value]
    assert all("\\*bold\\*" in part for part in shown)


def test_the_chart_is_a_valid_one(database: Database) -> None:
    from core.advice.ladder.weighing import weigh_ladder
    from pages.shared.charts_ladder import ladder_chart

    ladder = ladder_here("F16", "Q8_0", "Q4_0")
    _, runs = fill_ladder(database, ladder, {"F16": "r" * 40 + "w" * 10, "Q8_0": "w" + "r" * 49, "Q4_0": "w" * 50})
    chart = ladder_chart(weigh_ladder(database, ladder, runs))
    assert chart is not None
    assert chart.to_dict(validate=True)


def test_predictions_are_measured_by_a_job_and_shown_with_what_they_are_for(database: Database) -> None:
    ladder = ladder_here("F16", "Q8_0", "Q4_0")
    fill_ladder(database, ladder, dict.fromkeys(("F16", "Q8_0", "Q4_0"), "r" * 40 + "w" * 10))
    app = opened()
    button(app, "Measure 2 rungs on this text").click().run()
    assert not app.exception
    row = database.row("SELECT id, arguments FROM job WHERE kind = 'divergence'")
    assert row is not None
    keys = json.loads(json.loads(row["arguments"])["files"])
    figures = Figure(0.3, 0.01)
    known = Distribution(
        "x", 5100, 20, Figure(15, 0.2), Figure(12, 0.2), Figure(0.22, 0.01), figures, figures, None, (0.3, 0.3)
    )
    found = {key: known.to_dict() for key, path in keys.items() if "Q4_0" in path}
    failed = {key: "The model's process ended (signal 11)." for key, path in keys.items() if "Q8_0" in path}
    end_job(database, row["id"], RunState.DONE, "Done.", {"found": found, "failed": failed})
    app.run()
    assert not app.exception
    assert list(table(app, "KL divergence")["KL divergence"]) == ["0.3000 ± 0.0100"]
    assert "a damaged rung" in texts(app)
    assert "condemns bad rungs" in texts(app)
    assert any("Q8_0: The model's process ended" in w.value.replace("\\", "") for w in app.warning)
    assert button(app, "Measure 1 rung on this text")
