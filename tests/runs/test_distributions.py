"""Measured predictions are known by content, kept in the store, and a file that fails does not stop the others."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.advice.ladder.distribution import Distance, figure_words, published_divergence, read_distributions
from core.advice.ladder.ladder import cache_ladder
from core.errors import InferenceError, ModelFileError, ModelProcessDied, SurefitError
from core.inference.divergence import Divergence, Perplexity
from core.inference.exchange import Settings
from core.inference.kept_predictions import CHUNK_TOKENS, file_bytes
from core.models.model_file import ModelFile, load_model_file
from core.runs.database import Database
from core.runs.distributions import (
    Distribution,
    Figure,
    Reader,
    find_distributions,
    parse_distribution,
    start_divergence,
)
from core.runs.divergence_plan import MeasurementPlan, plan_measurement
from core.runs.divergence_work import MeasurementCancelled, measure_files
from core.runs.jobs import cancel_job, end_job, is_job_cancelled, keep_result, load_job
from core.runs.kept_texts import keep_text
from core.runs.records import RunState
from tests.ladder_store import NO_CHILD, write_ladder, write_rung

LONG_ENOUGH = "long enough for a chunk of it " * 20


@pytest.fixture(autouse=True)
def _no_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("core.runs.children.subprocess.Popen", lambda *_, **__: NO_CHILD)


def distribution(kl: float, ratio: float = 0.0, error: float | None = 0.001) -> Distribution:
    return Distribution(
        text_name="a text",
        n_tokens=4096,
        n_chunks=8,
        perplexity=Figure(12.5, 0.2),
        reference_perplexity=Figure(12.0, 0.2),
        log_ratio=Figure(ratio, error),
        kl=Figure(kl, error),
        same_top=Figure(0.91, 0.004),
        bits_per_byte=None,
        kl_by_chunk=by_chunk(kl),
    )


def by_chunk(mean: float) -> tuple[float, ...]:
    """Eight chunks that differ much from each other and alike for every file."""
    return tuple(mean * (0.5 + chunk / 7) for chunk in range(8))


def measure_scripted(
    reference: Path,
    candidate: Path,
    text: str,
    *,
    max_chunks: int,
    progress: Callable[[float], None],
    kept: Path | None,
    settings: Settings,
    reference_settings: Settings,
) -> Divergence:
    """Measures a file by its label; Q4_0 crashes."""
    if len(text) < CHUNK_TOKENS:
        raise InferenceError("the text has 3 tokens; at least 512 are needed")
    progress(0.5)
    if "Q4_0" in candidate.name:
        raise ModelProcessDied("The model's process ended (signal 11).")
    own, other = Perplexity(12.5, 0.2, 0.9, 4096, max_chunks), Perplexity(12.0, 0.2, 0.88, 4096, max_chunks)
    return Divergence(other, own, 0.0408, 0.002, 0.002, 0.001, 0.001, 0.02, 0.4, 0.91, 0.004, (0.002,) * 8, (0.04,) * 8)


@contextmanager
def keep_scripted(reference: Path, text: str, *, max_chunks: int, progress: Callable[[float], None]) -> Iterator[Path]:
    progress(0.5)
    yield Path("kept")


def read_by(files: list[ModelFile]) -> list[Reader]:
    return [Reader(file) for file in files]


def measured_ladder(tmp_path: Path) -> list[ModelFile]:
    return write_ladder(tmp_path, ["F16", "Q8_0", "Q4_0"])


def test_files_are_measured_one_by_one_and_a_crash_is_noted(database: Database, tmp_path: Path) -> None:
    reference, *files = measured_ladder(tmp_path)
    text = keep_text("The quick brown fox jumps over the lazy dog. " * 20, "foxes")
    job = start_divergence(database, reference, read_by(files), text)
    told: list[float] = []
    result = measure_files(
        job.arguments, lambda share, _: told.append(share), lambda: False, measure_scripted, keep_scripted
    )
    end_job(database, job.id, RunState.DONE, "Done.", result)
    assert told == sorted(told)
    assert told == pytest.approx([0, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6])  # the reference first, once
    known = find_distributions(database, reference, text)
    assert list(known.found) == [files[0].fingerprint]
    kept = known.found[files[0].fingerprint]
    assert (kept.kl, kept.n_chunks, kept.same_top.value) == (Figure(0.002, 0.001), 20, 0.91)
    assert kept.log_ratio == Figure(0.0408, 0.002)  # far below that of either perplexity: the chunks are the same
    assert known.failed == {files[1].fingerprint: "The model's process ended (signal 11)."}
    assert find_distributions(database, files[0], text).found == {}  # another reference
    assert find_distributions(database, reference, text, chunks=5).found == {}
    other = keep_text("Another text altogether, of some length.", "other")
    assert find_distributions(database, reference, other).found == {}


def test_a_cancel_and_a_text_that_is_too_short_are_sentences(database: Database, tmp_path: Path) -> None:
    reference, *files = measured_ladder(tmp_path)
    job = start_divergence(database, reference, read_by(files), keep_text(LONG_ENOUGH, "x"))
    with pytest.raises(InferenceError, match="cancelled"):
        measure_files(job.arguments, lambda *_: None, lambda: True, measure_scripted, keep_scripted)
    short = start_divergence(database, reference, read_by(files), keep_text("字" * 200, "x"))
    with pytest.raises(InferenceError, match="at least 512 are needed"):
        measure_files(short.arguments, lambda *_: None, lambda: False, measure_scripted, keep_scripted)


def test_what_was_measured_before_a_cancel_or_a_crash_is_kept(database: Database, tmp_path: Path) -> None:
    reference, *files = measured_ladder(tmp_path)
    text = keep_text(LONG_ENOUGH, "x")
    job = start_divergence(database, reference, read_by(files), text)

    def keep_and_cancel(so_far: Mapping[str, Any]) -> None:
        keep_result(database, job.id, so_far)
        cancel_job(database, job.id)

    with pytest.raises(MeasurementCancelled) as told:
        measure_files(
            job.arguments,
            lambda *_: None,
            lambda: is_job_cancelled(database, job.id),
            measure_scripted,
            keep_scripted,
            keep_and_cancel,
        )
    assert list(find_distributions(database, reference, text).found) == [files[0].fingerprint]  # at once
    end_job(database, job.id, RunState.CANCELLED, str(told.value))
    known = find_distributions(database, reference, text)
    assert (list(known.found), known.failed) == ([files[0].fingerprint], {})


def test_one_file_with_other_caches_is_known_by_file_and_cache(database: Database, tmp_path: Path) -> None:
    file = load_model_file(write_rung(tmp_path, "Zyxw", "F16"))
    text = keep_text(LONG_ENOUGH, "x")
    ladder = cache_ladder(file)
    read: list[tuple[Settings, Settings]] = []

    def measure_cached(*given: Any, settings: Settings, reference_settings: Settings, **more: Any) -> Divergence:
        read.append((settings, reference_settings))
        return measure_scripted(*given, settings=settings, reference_settings=reference_settings, **more)

    told: list[str] = []
    job = start_divergence(database, file, [step.reader for step in ladder.tested], text)
    result = measure_files(
        job.arguments, lambda _, said: told.append(said), lambda: False, measure_cached, keep_scripted
    )
    end_job(database, job.id, RunState.DONE, "Done.", result)
    assert [(own.type_k, own.type_v) for own, _ in read] == [("q8_0", "q8_0"), ("q8_0", "q4_0"), ("q4_0", "q4_0")]
    assert {(plain.type_k, plain.type_v) for _, plain in read} == {("f16", "f16")}
    assert any("with a KV cache of q8_0 and q4_0 against the reference" in said for said in told)
    found = find_distributions(database, file, text).found
    assert set(found) == {step.reader.key for step in ladder.tested}
    assert Reader(file).key == file.fingerprint not in found  # a file in its usual cache is another measurement


def test_a_file_that_is_replaced_on_the_way_is_noted_and_its_figures_are_not_kept(
    database: Database, tmp_path: Path
) -> None:
    reference, *files = write_ladder(tmp_path, ["F16", "Q8_0", "Q6_K"])
    text = keep_text(LONG_ENOUGH, "x")
    job = start_divergence(database, reference, read_by(files), text)
    other = write_rung(tmp_path / "other", "Zyxw-1B-Instruct", "Q8_0", general__license="apache-2.0").read_bytes()

    def measure_replaced(own: Path, candidate: Path, *given: Any, **more: Any) -> Divergence:
        if "Q8_0" in candidate.name:
            candidate.write_bytes(other)
        return measure_scripted(own, candidate, *given, **more)

    result = measure_files(job.arguments, lambda *_: None, lambda: False, measure_replaced, keep_scripted)
    assert list(result["found"]) == [files[1].fingerprint]
    assert "was replaced in the meantime" in result["failed"][files[0].fingerprint]
    reference.path.write_bytes(other)
    with pytest.raises(SurefitError, match="was replaced in the meantime"):
        measure_files(job.arguments, lambda *_: None, lambda: False, measure_scripted, keep_scripted)


def test_other_vocabularies_are_refused_before_anything_is_started(database: Database, tmp_path: Path) -> None:
    reference = load_model_file(write_rung(tmp_path / "a", "Zyxw", "F16"))
    text = keep_text("some text", "x")
    longer = write_rung(tmp_path / "b", "Zyxw", "Q8_0", tokenizer__ggml__tokens=[f"t{i}" for i in range(2500)])
    with pytest.raises(ModelFileError, match=r"2,500 tokens and .* 2,000"):
        start_divergence(database, reference, [Reader(load_model_file(longer))], text)
    split_otherwise = write_rung(tmp_path / "c", "Zyxw", "Q8_0", tokenizer__ggml__model="llama")
    with pytest.raises(ModelFileError, match="splits text by llama"):
        start_divergence(database, reference, [Reader(load_model_file(split_otherwise))], text)
    assert database.row("SELECT 1 FROM job") is None


def test_a_job_survives_as_json(database: Database, tmp_path: Path) -> None:
    found = distribution(0.03, 0.02)
    assert parse_distribution(json.loads(json.dumps(found.to_dict()))) == found
    reference, *files = measured_ladder(tmp_path)
    job = start_divergence(database, reference, read_by(files), keep_text(LONG_ENOUGH, "x"))
    assert set(json.loads(load_job(database, job.id).arguments["files"])) == {file.fingerprint for file in files}


def test_kl_condemns_and_leaves_the_rest_to_the_scores() -> None:
    rows = read_distributions(
        {"Q2_K": distribution(0.41, 0.3), "Q8_0": distribution(0.0004), "Q4_K_M": distribution(0.03, 0.0001)}
    )
    assert [(row.name, row.distance, row.worse) for row in rows] == [
        ("Q8_0", Distance.NONE, False),
        ("Q4_K_M", Distance.CLEAR, False),
        ("Q2_K", Distance.FAR, True),
    ]
    assert "a damaged rung" in rows[2].sentence
    # Much text makes a tiny difference certain; that is not the same as one that matters.
    near = replace(distribution(0.0004, 0.004), perplexity=Figure(12.048, 0.2), log_ratio=Figure(0.004, 0.0001))
    (tiny,) = read_distributions({"Q8_0": near})
    assert tiny.worse
    assert tiny.sentence.endswith(
        "0.4 % above the reference's, more than chance: a real difference, but a tiny one that scores on questions "
        "will hardly show."
    )
    assert "tiny" not in rows[2].sentence
    assert "whether for worse, scores tell" in rows[1].sentence
    assert not read_distributions({"one chunk": distribution(0.2, 0.3, None)})[0].worse
    # By the differences within chunks, which say more than the rungs' own errors.
    assert [(row.nearer, row.is_further) for row in rows] == [(None, False), ("Q8_0", True), ("Q4_K_M", True)]
    noisy = replace(distribution(0.031), kl_by_chunk=tuple(reversed(by_chunk(0.031))))
    assert not read_distributions({"a": distribution(0.03), "b": noisy})[1].is_further
    assert figure_words(Figure(0.91, 0.004), 1, 100) == "91.0 ± 0.4"
    assert published_divergence("Q4_K_M") == pytest.approx(0.031273)
    assert published_divergence("UD-Q4_K_XL") is None


def plan(files: list[ModelFile], **room: int) -> MeasurementPlan:
    reference, *others = files
    return plan_measurement(reference, others, 1_000_000, 20, **room)


def test_how_both_models_find_room_is_said_first(tmp_path: Path) -> None:
    files = measured_ladder(tmp_path)
    file_size = file_bytes(2000, 20)
    several = plan(files, available_bytes=10**10, free_bytes=10**11)
    assert (several.keeps, several.file_bytes) == (True, file_size)
    assert f"at most {file_size / 1e6:,.0f} MB" in several.sentence
    assert not plan(files[:2], available_bytes=10**10, free_bytes=10**11).keeps  # one rung beside it in memory
    assert plan(files[:2], available_bytes=10**8, free_bytes=10**11).keeps
    without_disk = plan(files, available_bytes=10**10, free_bytes=10**9)
    assert not without_disk.keeps
    assert "does not fit on the disk" in without_disk.sentence
    with pytest.raises(InferenceError, match="Take fewer chunks"):
        plan(files, available_bytes=10**8, free_bytes=10**9)
    with pytest.raises(InferenceError, match="has 500 bytes, and 512 tokens are the least"):
        plan_measurement(files[0], files[1:], 500, 20, available_bytes=10**10, free_bytes=10**11)
    assert (
        "at most 2.1 MB"
        in plan_measurement(files[0], files[1:], 1100, 20, available_bytes=10**8, free_bytes=10**11).sentence
    )
    # A short text needs less than all chunks would.
    assert plan_measurement(files[0], files[1:], 1100, 20, available_bytes=10**8, free_bytes=10**11).file_bytes < (
        file_size / 9
    )
