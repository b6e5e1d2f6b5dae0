from pathlib import Path

import pytest

from core.models import home


def test_everything_lies_under_surefit_home_when_it_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "mine"))
    assert home.home_folder() == tmp_path / "mine"
    assert home.models_folder() == tmp_path / "mine" / "models"
    assert home.store_path() == tmp_path / "mine" / "surefit.sqlite3"
    assert home.cache_folder() == tmp_path / "mine" / "cache"
    assert not (tmp_path / "mine").exists()


def test_without_it_data_and_cache_are_where_the_system_keeps_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUREFIT_HOME", " ")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cached"))
    monkeypatch.setattr("sys.platform", "linux")
    assert home.home_folder().name == "surefit"
    assert home.store_path().parent == home.home_folder()
    assert home.cache_folder() != home.home_folder()


def test_a_tilde_in_surefit_home_is_the_users_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", "~/evals")
    assert home.home_folder() == Path.home() / "evals"
