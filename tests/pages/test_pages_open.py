"""Every page opens on an empty store, and says what to do first."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("choose", "measure", "decide")
    for path in (ROOT / "pages" / folder).glob("*.py")
    if path.name != "__init__.py"
)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))  # no model files of this machine


@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens_on_an_empty_store(page: str) -> None:
    app = AppTest.from_file(str(ROOT / page), default_timeout=30).run()
    assert not app.exception
    assert [button for button in app.button if button.key == "next_step"], "the page ends with a next step"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens_with_a_use_case_and_candidates(page: str) -> None:
    from dataclasses import replace

    from core.catalogue.use_cases import UseCase
    from core.models.home import store_path
    from core.runs.database import Database
    from core.runs.projects import create_project, save_project
    from core.runs.records import Candidate, CandidateKind

    with Database(store_path()) as database:
        project = create_project(database, "chat")
        candidates = tuple(
            Candidate(name, "http://localhost:1", CandidateKind.SERVER, model=name) for name in ("one", "two")
        )
        save_project(database, replace(project, use_case=UseCase.CHAT, candidates=candidates))
    app = AppTest.from_file(str(ROOT / page), default_timeout=30).run()
    assert not app.exception


def test_the_use_case_is_kept_for_the_other_pages() -> None:
    from core.catalogue.use_cases import UseCase
    from core.models.home import store_path
    from core.runs.database import Database
    from core.runs.projects import current_project

    app = AppTest.from_file(str(ROOT / "pages/choose/use_case.py"), default_timeout=30).run()
    app.button_group[0].set_value(UseCase.CODING).run()
    assert not app.exception
    with Database(store_path()) as database:
        project = current_project(database)
    assert project is not None
    assert project.use_case == "coding"
    assert any("HumanEval" in expander.label for expander in app.expander)
