"""Folders that a person names on the page of model files."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.models.machine import MachineMemory
from pages.shared.steps import plain
from tests.ladder_store import write_rung
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


def test_a_chosen_file_is_told_in_one_paragraph_with_its_name_and_no_tensor_type_of_0_percent(tmp_path: Path) -> None:
    write_rung(tmp_path / "home" / "models", "Zyxw-1B", "Q8_0")
    app = AppTest.from_file(PAGE, default_timeout=30).run()
    app.multiselect[0].set_value([app.multiselect[0].options[0]]).run()
    assert not app.exception
    told = [caption.value.replace("\\", "") for caption in app.caption if "bits per weight, holds" in caption.value]
    assert len(told) == 1
    assert told[0].startswith("Zyxw-1B-Q8_0: ")
    assert " 0 %" not in told[0]
    assert "None" not in told[0]


def test_a_file_too_large_for_the_free_memory_is_told_with_what_may_help(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_rung(tmp_path / "home" / "models", "Zyxw-1B", "Q8_0")
    monkeypatch.setattr("pages.shared.model_table.machine_memory", lambda: MachineMemory(1_000_000, 1_000_000))
    app = AppTest.from_file(PAGE, default_timeout=30).run()
    assert list(app.dataframe[0].value["Fits"]) == ["no"]
    assert any("as a smaller quantization" in caption.value for caption in app.caption)
