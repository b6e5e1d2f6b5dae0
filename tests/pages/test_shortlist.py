"""The Shortlist page, driven as a person would."""

from dataclasses import replace
from pathlib import Path

import huggingface_hub.constants  # noqa: F401 - reads the environment once: before a test changes it
import pytest
from streamlit.testing.v1 import AppTest

from core.catalogue.use_cases import UseCase
from core.models.home import models_folder, store_path
from core.questions.banks import load_bank
from core.runs.database import Database
from core.runs.projects import create_project, current_project, save_project, save_question_set
from tests.models.gguf_files import small_model, write

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def page(tmp_path, monkeypatch) -> AppTest:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with Database(store_path()) as database:
        save_project(database, replace(create_project(database, "code"), use_case=UseCase.CODING))
    app = AppTest.from_file(str(ROOT / "pages" / "choose" / "shortlist.py"), default_timeout=60).run()
    return number(app, "Memory, GB").set_value(16.0).run()


def number(page: AppTest, label: str):
    return next(field for field in page.number_input if field.label == label)


def button(page: AppTest, label: str):
    return next(found for found in page.button if found.label.startswith(label))


def text_of(page: AppTest) -> str:
    shown = (*page.markdown, *page.caption, *page.info, *page.warning, *page.subheader)
    return " ".join(str(element.value) for element in shown).replace("\\", "")


def first_tier(page) -> list[str]:
    """The columns of the first table that is a tier."""
    return next(list(table.value.columns) for table in page.dataframe if "Why here" in table.value)


def test_it_says_what_to_try_and_what_to_download(page):
    assert not page.exception
    text = text_of(page)
    assert "Coding, 16 GB, n_ctx 8192" in text
    assert (
        "Download: **Q4_K_M**, about 9.0 GB; search the Hub for [phi 4 GGUF](https://huggingface.co/models?library=gguf&search=phi%204)."
        in text
    )
    assert len(page.multiselect[0].value) == 3


def test_every_tier_is_there_with_the_models_that_nobody_measured(page):
    text = text_of(page)
    assert "Clearly ahead on the evidence" in text
    assert "No comparable public score" in text
    models = [name for table in page.dataframe for name in table.value.get("Model", [])]
    assert {"phi-4", "Gemma 4 11.9B"} <= set(models)


def test_the_plan_goes_into_the_project(page):
    button(page, "Plan ").click().run()
    assert not page.exception
    with Database(store_path()) as database:
        project = current_project(database)
    assert project is not None
    assert project.n == 360


def test_what_if_there_were_more_memory(page):
    number(page, "Memory, GB").set_value(64.0).run()
    assert "Coding, 64 GB" in text_of(page)
    models = [name for table in page.dataframe for name in table.value.get("Model", [])]
    assert "Qwen2.5-Coder-32B-Instruct" in models


def test_a_bandwidth_gives_speeds_with_their_basis(page):
    page.segmented_control[0].set_value("Size, memory, licence").run()
    assert "Tokens/s" not in first_tier(page)
    number(page, "Memory bandwidth, GB/s (0: unknown)").set_value(60.0).run()
    assert "Up to 7 tokens/s" in text_of(page)
    assert "rough upper bound" in text_of(page)
    assert "Tokens/s" in first_tier(page)


def test_scores_with_their_reasons_and_what_a_model_takes_are_two_views(page):
    seen = first_tier(page)
    assert {"Outdoes", "Why here"} <= set(seen)
    assert "Licence" not in seen
    page.segmented_control[0].set_value("Size, memory, licence").run()
    assert {"File", "Memory", "Licence", "Released", "Why here"} <= set(first_tier(page))


def test_a_set_with_fewer_questions_than_it_takes_says_what_those_can_do(page):
    assert "Too many to begin with? 50 questions can tell apart models" in text_of(page)
    small = replace(load_bank("coding"), questions=load_bank("coding").questions[:30])
    with Database(store_path()) as database:
        project = current_project(database)
        save_project(database, replace(project, question_set_id=save_question_set(database, small)))
    page.run()
    assert "The chosen set holds 30: add questions, or be content with less. 30 questions can tell" in text_of(page)
    button(page, "Plan 30 ").click().run()
    assert not page.exception


def test_the_numbers_are_still_there_at_the_next_visit(page):
    again = AppTest.from_file(str(ROOT / "pages" / "choose" / "shortlist.py"), default_timeout=60).run()
    assert number(again, "Memory, GB").value == 16.0


def test_picks_that_are_all_on_this_machine_go_to_the_test_with_one_button(page, monkeypatch):
    for name in ("phi-4-Q4_K_M", "Qwen2.5-Coder-14B-Instruct-Q4_K_M"):
        file = small_model(general__name=name.removesuffix("-Q4_K_M"))
        write(models_folder() / f"{name}.gguf", file)
    page.run()
    page.multiselect[0].set_value(page.multiselect[0].value[:2]).run()
    assert "Already on this machine: `phi-4-Q4_K_M.gguf`" in text_of(page)
    left = []
    monkeypatch.setattr("streamlit.switch_page", left.append)
    button(page, "Test these with 360").click().run()
    assert not page.exception
    assert left == ["measure/evaluate.py"]
    with Database(store_path()) as database:
        project = current_project(database)
    assert project is not None
    assert project.n == 360
    assert [candidate.name.split("-Q4")[0] for candidate in project.candidates] == [
        "phi-4",
        "Qwen2.5-Coder-14B-Instruct",
    ]


def test_names_are_explained(page):
    page.text_input[-1].set_value("gemma-3-1b-it-Q4_0.gguf").run()
    assert "**1b**: 1 billion parameters" in text_of(page)


def test_without_a_network_a_search_and_a_refresh_are_sentences(page):
    button(page, "Look them up").click().run()
    assert not page.exception
    assert "Offline mode is on" in text_of(page)
    button(page, "Refresh the boards").click().run()
    assert not page.exception
    assert "was not looked up" in text_of(page)


def test_an_unknown_model_can_be_added_by_name(page):
    field = next(found for found in page.text_input if found.label.startswith("Further models"))
    field.set_value("ann/Zebra-9B; zebra-next").run()
    assert not page.exception
    assert "zebra-next: no table knows it" in text_of(page)
    assert any("Zebra-9B" in option for option in page.multiselect[0].options)


def test_without_a_use_case_it_says_what_to_do_first(tmp_path, monkeypatch):
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "empty"))
    app = AppTest.from_file(str(ROOT / "pages" / "choose" / "shortlist.py"), default_timeout=60).run()
    assert not app.exception
    assert "choose one first" in app.info[0].value
