"""A lone file finds its reference on the Hub: a small server on loopback stands in for it."""

from pathlib import Path

import pytest

from core.advice.ladder.reference import find_reference_offers
from core.errors import DownloadError, NotEnoughData
from core.models.home import models_folder
from core.models.model_file import load_model_file
from core.runs.database import Database
from core.runs.job_process import main
from core.runs.jobs import JobKind, load_job, start_job
from core.runs.records import RunState
from tests.ladder_store import NO_CHILD, one_ladder, write_ladder, write_rung
from tests.models.test_hub import Hub, hub

__all__ = ["hub"]


def lone(tmp_path: Path, model: str = "Tiny-1B", label: str = "Q4_0"):
    return one_ladder(write_ladder(tmp_path, [label], model))


def test_less_compressed_files_of_the_same_model_are_offered_with_size_and_fit(tmp_path: Path, hub: type[Hub]) -> None:
    offers = find_reference_offers(lone(tmp_path), available_bytes=16_000_000_000)
    assert [offer.file.label for offer in offers] == ["Q8_0", "F16"]  # the smallest that suffices first
    assert (
        offers[0].to_dict() | {"repo": "ann/Tiny-1B-GGUF", "file": "Tiny-1B-Q8_0.gguf", "fits": True}
        == offers[0].to_dict()
    )
    assert all(not offer.fits for offer in find_reference_offers(lone(tmp_path), available_bytes=1_000_000))


def test_an_eight_bit_file_is_offered_only_what_is_above_it(tmp_path: Path, hub: type[Hub]) -> None:
    offers = find_reference_offers(lone(tmp_path, label="Q8_0"), available_bytes=16_000_000_000)
    assert [offer.file.label for offer in offers] == ["F16"]


def test_the_repository_that_a_file_came_from_is_asked_first(tmp_path: Path, hub: type[Hub]) -> None:
    path = write_rung(tmp_path, "Tiny-1B", "Q4_0")
    ladder = one_ladder([load_model_file(path, repo="ann/Tiny-1B-GGUF")])
    assert find_reference_offers(ladder, available_bytes=16_000_000_000)[0].file.repo_id == "ann/Tiny-1B-GGUF"
    first = next(address for _, address, _ in hub.requests if address.startswith("/api/models/"))
    assert first.startswith("/api/models/ann/Tiny-1B-GGUF")


def test_another_model_is_never_offered(tmp_path: Path, hub: type[Hub]) -> None:
    with pytest.raises(NotEnoughData, match="No less compressed file of Zyxw-9B"):
        find_reference_offers(lone(tmp_path, "Zyxw-9B"))


def test_a_hub_that_refuses_is_a_sentence(tmp_path: Path, hub: type[Hub]) -> None:
    hub.status = 401
    with pytest.raises(DownloadError):
        find_reference_offers(lone(tmp_path))


def test_an_offer_is_fetched_by_a_job(tmp_path: Path, hub: type[Hub], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("core.runs.children.subprocess.Popen", lambda *_, **__: NO_CHILD)
    store = tmp_path / "store.sqlite3"
    with Database(store) as database:
        good = start_job(database, JobKind.FETCH, {"repo": "ann/Tiny-1B-GGUF", "path": "Tiny-1B-Q8_0.gguf"})
        gone = start_job(database, JobKind.FETCH, {"repo": "ann/Tiny-1B-GGUF", "path": "Tiny-1B-Q6_K.gguf"})
        assert (main(store, good.id), main(store, gone.id)) == (0, 1)
        assert load_job(database, good.id).state is RunState.DONE
        assert "no longer has Tiny-1B-Q6_K.gguf" in load_job(database, gone.id).message
    assert (models_folder() / "ann" / "Tiny-1B-GGUF" / "Tiny-1B-Q8_0.gguf").read_bytes() == hub.files[
        "Tiny-1B-Q8_0.gguf"
    ]
