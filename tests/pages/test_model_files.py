"""Folders that a person names on the page of model files."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.steps import plain
from tests.models.gguf_files import small_model, write

PAGE = str(Path(__file__).resolve().parents[2] / "pages/choose/model_files.py")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path))


def test_a_folder_below_the_home_is_found_and_one_that_is_not_there_is_told_under_the_field(tmp_path: Path) -> None:
    write(tmp_path / "my models" / "m.gguf", small_model())
    app = AppTest.from_file(PAGE, default_timeout=30).run()
    app.text_input[0].set_value("~/my models; ~/gone")
    app.button[0].click().run()
    assert not app.exception
    assert [warning.value for warning in app.warning] == [
        plain(f"{tmp_path / 'gone'} is not there: check its name, or choose another folder.")
    ]
    assert "m" in list(app.dataframe[0].value["Model"])
