"""Bits per byte are known by content, kept in the store, and compared passage by passage."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from core.advice.preparation.text_forecast import Measured, by_name, weigh_forecast
from core.catalogue.preparation_study import load_preparation_study
from core.errors import InferenceError, ModelProcessDied, NotEnoughData
from core.inference.passages import Passage, PassageScores
from core.models.model_file import ModelFile
from core.models.transfer import TransferCancelled
from core.runs.database import Database
from core.runs.jobs import end_job
from core.runs.kept_texts import keep_text
from core.runs.records import RunState
from core.runs.text_forecasts import TextMeasure, find_forecasts, find_latest_text, measure_text, start_forecast
from tests.ladder_store import NO_CHILD, write_ladder

TEXT = "A river runs through the old town, and in spring its water stands high. " * 400


@pytest.fixture(autouse=True)
def _no_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("core.runs.children.subprocess.Popen", lambda *_, **__: NO_CHILD)


def score_scripted(path: Path, passages: Sequence[Passage], *, progress: Callable[[float], None]) -> PassageScores:
    """F16 needs 1 bit a byte, Q8_0 a little more; Q4_0 crashes."""
    progress(0.5)
    if "Q4_0" in path.name:
        raise ModelProcessDied("The model's process ended (signal 11).")
    more = 0.0 if "F16" in path.name else 0.02
    return PassageScores(tuple(p.n_bytes * (1 + more + 0.1 * (i % 3)) for i, p in enumerate(passages)), 900, 0)


def test_files_are_measured_one_by_one_and_a_crash_is_noted(database: Database, tmp_path: Path) -> None:
    files = write_ladder(tmp_path, ["F16", "Q8_0", "Q4_0"])
    text = keep_text(TEXT, "rivers")
    job = start_forecast(database, files, text)
    told: list[float] = []
    result = measure_text(job.arguments, lambda share, _: told.append(share), lambda: False, score_scripted)
    end_job(database, job.id, RunState.DONE, "Done.", result)
    assert told == sorted(told)
    known = find_forecasts(database, text)
    assert set(known.found) == {files[0].fingerprint, files[1].fingerprint}
    assert known.failed == {files[2].fingerprint: "The model's process ended (signal 11)."}
    assert find_forecasts(database, text, passages=3).found == {}
    assert find_latest_text(database) == text
    names = {file.fingerprint: (file.label, False) for file in files}
    forecast = weigh_forecast("rivers", by_name(names, known.found), load_preparation_study())
    assert [row.name for row in forecast.rows] == ["F16", "Q8_0"]
    assert forecast.rows[1].behind is not None
    assert forecast.rows[1].behind.value == pytest.approx(0.02)
    assert forecast.rows[1].confidence is not None
    assert forecast.rows[1].confidence > 0.999
    assert "F16 predicts this text best (more than 99 % sure" in forecast.headline


def test_what_an_older_version_measured_otherwise_counts_as_not_measured(database: Database, tmp_path: Path) -> None:
    first, second = write_ladder(tmp_path, ["F16", "Q8_0"])
    text = keep_text(TEXT, "rivers")
    kept = {"bits": [900.0, 950.0], "n_bytes": [1000, 1000], "n_tokens": 400, "rewritten": 0}

    def measured_before(file: ModelFile, value: object) -> None:
        job = start_forecast(database, [file], text)
        end_job(database, job.id, RunState.DONE, "Done.", {"found": {file.fingerprint: value}, "failed": {}})

    measured_before(first, kept)
    for other in (
        None, {}, {"bits": [1.0]}, kept | {"bits": [900.0, float("nan")]}, kept | {"bits": [900.0]},
        kept | {"bits": ["x", 1]},
    ):  # fmt: skip
        measured_before(second, other)
        assert set(find_forecasts(database, text).found) == {first.fingerprint}
    measured_before(second, kept | {"n_bytes": [1000, 980]})  # other passages than the first
    assert set(find_forecasts(database, text).found) == {second.fingerprint}
    measured_before(first, kept | {"n_bytes": [1000, 980]})
    assert set(find_forecasts(database, text).found) == {first.fingerprint, second.fingerprint}


def test_a_cancel_a_short_text_and_a_failure_of_all_are_sentences(database: Database, tmp_path: Path) -> None:
    files = write_ladder(tmp_path, ["Q4_0"])
    job = start_forecast(database, files, keep_text(TEXT, "rivers"))
    with pytest.raises(TransferCancelled, match="cancelled"):
        measure_text(job.arguments, lambda *_: None, lambda: True, score_scripted)
    with_more = start_forecast(database, write_ladder(tmp_path, ["F16", "Q8_0"]), keep_text(TEXT, "rivers"))
    kept: list[Mapping[str, Any]] = []
    with pytest.raises(TransferCancelled):  # after the first file: that one is kept
        measure_text(with_more.arguments, lambda *_: None, lambda: bool(kept), score_scripted, kept.append)
    assert len(kept) == len(kept[0]["found"]) == 1
    with pytest.raises(InferenceError, match="signal 11"):
        measure_text(job.arguments, lambda *_: None, lambda: False, score_scripted)
    with pytest.raises(NotEnoughData, match="some pages"):
        start_forecast(database, files, keep_text("short", "x"))


def measured(name: str, *bits: float, is_base: bool = False, n_bytes: int = 1000) -> Measured:
    return Measured(name, is_base, TextMeasure(bits, (n_bytes,) * len(bits), 250, 0))


def test_what_the_passages_do_not_settle_is_said() -> None:
    study = load_preparation_study()
    one, two = measured("one", 900, 1100, 1000, 950), measured("two", 1100, 900, 1000, 960)
    forecast = weigh_forecast("x", [two, one], study)
    assert forecast.headline == "one stands first, but two may predict this text as well."
    assert any("4 passages tell little" in caution for caution in forecast.cautions)
    with pytest.raises(NotEnoughData, match="other passages"):
        weigh_forecast("x", [one, measured("three", 900, 1100)], study)
    with pytest.raises(NotEnoughData, match="measure them first"):
        weigh_forecast("x", [], study)


def test_trust_is_that_of_the_study_for_the_kind_of_model() -> None:
    study = load_preparation_study()
    base = weigh_forecast("x", [measured("b", 900, 1000, is_base=True)], study).trust
    both = weigh_forecast("x", [measured("b", 9, 10, is_base=True), measured("i", 9, 11)], study).trust
    assert "0.78" in base[0]
    assert not any("0.51" in sentence for sentence in base)
    assert "0.51" in both[1]
    assert "Do not hold a base model against an instruct model" in both[2]
