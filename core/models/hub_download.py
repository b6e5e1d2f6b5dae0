"""Downloads model files from the Hub, and goes on where the last download stopped.

What has arrived is kept beside its place under a name that carries its
checksum, so a changed file is never mixed with the old one. It takes its real
name only when size and SHA-256 are those the Hub announced.
"""

import shutil
import time
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from core.errors import DownloadError
from core.models.hub import HubFile, HubPart
from core.models.hub_access import endpoint, hub_errors_as_sentences, open_on_hub
from core.models.transfer import (
    Cancelled,
    OnProgress,
    TransferCancelled,
    TransferProgress,
    disk_errors_as_sentences,
    ignore_progress,
    never_cancelled,
    sha256_file,
)

MAX_FAILURES = 3  # in a row, without a new byte
RETRY_PAUSE_S = 1.0


def download_file(
    file: HubFile,
    folder: Path,
    on_progress: OnProgress = ignore_progress,
    cancelled: Cancelled = never_cancelled,
) -> Path:
    """Download all parts into `folder`/publisher/repo and return the first part's path.

    What is there already is not fetched again; what was begun goes on. Raises
    DownloadError, or TransferCancelled on cancel (what has arrived is kept).
    """
    done = 0
    paths = []
    for part in file.parts:
        meter = _Meter(done, file.size_bytes, on_progress, cancelled)
        paths.append(_download_part(file, part, folder, meter))
        done += part.size_bytes
    return paths[0]


@dataclass(frozen=True)
class _Meter:
    """Progress of one part as progress of the whole."""

    before_bytes: int
    total_bytes: int
    on_progress: OnProgress
    cancelled: Cancelled

    def tell(self, stage: str, done_bytes: int) -> None:
        if self.cancelled():
            raise TransferCancelled("Cancelled: what has arrived is kept, the next download goes on from there.")
        done = min(self.before_bytes + done_bytes, self.total_bytes)
        self.on_progress(TransferProgress(stage, done, self.total_bytes))


def _download_part(file: HubFile, part: HubPart, folder: Path, meter: _Meter) -> Path:
    target = folder.joinpath(*file.repo_id.split("/"), *PurePosixPath(part.path).parts)
    if target.is_file() and target.stat().st_size == part.size_bytes:
        return target
    passing = target.with_name(f".{target.name}.{(part.sha256 or file.revision)[:16]}.part")
    with disk_errors_as_sentences(target), hub_errors_as_sentences(f"{file.repo_id}/{part.path}"):
        target.parent.mkdir(parents=True, exist_ok=True)
        _check_room(target, part, passing)
        _fetch(file, part, passing, meter)
        _check(part, passing, meter)
        passing.replace(target)
    return target


def _fetch(file: HubFile, part: HubPart, passing: Path, meter: _Meter) -> None:
    """Bring `passing` to its full size; a connection that breaks is taken up again while bytes still come."""
    import httpx2
    from huggingface_hub import hf_hub_url

    url = hf_hub_url(file.repo_id, part.path, revision=file.revision, endpoint=endpoint())
    failures = 0
    while (have := _size(passing)) != part.size_bytes:
        if have > part.size_bytes:
            passing.unlink()
        try:
            _stream(url, passing, meter)
            return
        except (httpx2.NetworkError, httpx2.TimeoutException, httpx2.RemoteProtocolError):
            failures = 1 if _size(passing) > have else failures + 1
            if failures > MAX_FAILURES:
                raise
            time.sleep(RETRY_PAUSE_S)


def _stream(url: str, passing: Path, meter: _Meter) -> None:
    """One connection: from where `passing` ends to the end of the file, or until it breaks."""

    have = _size(passing)
    with open_on_hub(url, first_byte=have) as response:
        if have and response.status_code != 206:  # the server sends everything anew
            have = 0
        with passing.open("r+b" if have else "wb") as stream:
            stream.seek(have)
            for chunk in response.iter_bytes():
                stream.write(chunk)
                have += len(chunk)
                meter.tell("downloading", have)


def _check(part: HubPart, passing: Path, meter: _Meter) -> None:
    """Size and checksum, or the file is thrown away."""
    size = passing.stat().st_size
    if size != part.size_bytes:
        raise DownloadError(
            f"{part.path} ended after {size} of {part.size_bytes} bytes: start it again, it goes on there"
        )
    if part.sha256 is None:
        return
    actual = sha256_file(passing, lambda progress: meter.tell("checking", progress.done_bytes))
    if actual != part.sha256:
        passing.unlink()
        raise DownloadError(
            f"{part.path} arrived damaged: its SHA-256 is {actual}, expected {part.sha256}. Download it again"
        )


def _check_room(target: Path, part: HubPart, passing: Path) -> None:
    needed = part.size_bytes - _size(passing)
    free = shutil.disk_usage(target.parent).free
    if free < needed:
        raise DownloadError(
            f"{part.path} needs {needed / 1e9:.1f} GB more, {target.parent} has {free / 1e9:.1f} GB free: "
            "free some space, or choose another folder with SUREFIT_HOME"
        )


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
