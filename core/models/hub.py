"""Model files on the Hugging Face Hub: search, list, download. Only ever on request.

huggingface_hub does the talking, so its settings hold: HF_TOKEN and a log-in,
HF_ENDPOINT, HF_HUB_OFFLINE, proxies. The token goes where huggingface_hub
sends it and nowhere else: it is never stored, logged or put into a message.

A download goes on where the last one stopped: what has arrived is kept beside
its place under a name that carries its checksum, so a changed file is never
mixed with the old one. It takes its real name only when size and SHA-256 are
those the Hub announced.
"""

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from core.errors import DownloadError
from core.models.names import ModelName, parse_name
from core.models.split_files import PART_NAME
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

DEFAULT_ENDPOINT = "https://huggingface.co"
MAX_PARTS = 500
TIMEOUT_S = 30.0  # without a byte
MAX_FAILURES = 3  # in a row, without a new byte
RETRY_PAUSE_S = 1.0


@dataclass(frozen=True)
class HubRepo:
    """A repository with GGUF files."""

    repo_id: str
    downloads: int  # of the last month
    likes: int
    gated: bool  # its terms must be accepted first
    updated: str  # YYYY-MM-DD, or "" when not told
    name: ModelName


@dataclass(frozen=True)
class HubPart:
    path: str  # inside the repository
    size_bytes: int
    sha256: str | None  # None for small files, which the Hub keeps without one


@dataclass(frozen=True)
class HubFile:
    """One model in one quantization, whole or in parts."""

    repo_id: str
    revision: str  # the commit that was listed: what is downloaded is what was shown
    parts: tuple[HubPart, ...]
    name: ModelName

    @property
    def size_bytes(self) -> int:
        return sum(part.size_bytes for part in self.parts)

    @property
    def label(self) -> str:
        return self.name.quantization or "unknown"

    def roughly_fits(self, available_bytes: int) -> bool:
        """Whether it is worth downloading for this memory.

        Before a download only the size is known: a tenth of it and half a
        gigabyte are added for context and process. The header tells more.
        """
        return self.size_bytes * 1.1 + (512 << 20) <= available_bytes


def search_repos(query: str, limit: int = 20) -> tuple[HubRepo, ...]:
    """Repositories with GGUF files whose name matches, the most downloaded first.

    Raises DownloadError when the Hub cannot be asked.
    """
    with _hub_errors_as_sentences("the search"):
        found = _api().list_models(search=query, filter="gguf", sort="downloads", limit=limit)
        return tuple(_repo(info) for info in found)


def list_files(repo_id: str) -> tuple[HubFile, ...]:
    """The model files of a repository, the smallest first; parts of one model together.

    Raises DownloadError telling a missing repository from a gated one.

        >>> [(file.label, file.size_bytes) for file in list_files("bartowski/aya-23-8B-GGUF")][-1]
        ('Q8_0', 8540775840)
    """
    with _hub_errors_as_sentences(repo_id):
        info = _api().model_info(repo_id, files_metadata=True)
    groups: dict[str, list[HubPart]] = {}
    for sibling in info.siblings or []:
        path = str(sibling.rfilename)
        if path.lower().endswith(".gguf") and _is_safe(path):
            match = PART_NAME.fullmatch(PurePosixPath(path).name)
            folder = str(PurePosixPath(path).parent)
            key = f"{folder}/{match['stem']}-of-{match['count']}" if match else path
            sha256 = str(sibling.lfs.sha256) if sibling.lfs else None
            groups.setdefault(key, []).append(HubPart(path, int(sibling.size or 0), sha256))
    files = [_file(repo_id, str(info.sha or "main"), parts) for parts in groups.values()]
    return tuple(sorted(files, key=lambda file: (file.size_bytes, file.parts[0].path)))


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
    with disk_errors_as_sentences(target), _hub_errors_as_sentences(f"{file.repo_id}/{part.path}"):
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

    url = hf_hub_url(file.repo_id, part.path, revision=file.revision, endpoint=_endpoint())
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
    from huggingface_hub import get_session
    from huggingface_hub.utils import build_hf_headers, hf_raise_for_status  # type: ignore[attr-defined]

    have = _size(passing)
    headers = build_hf_headers(library_name="surefit")
    if have:
        headers["Range"] = f"bytes={have}-"
    with get_session().stream("GET", url, headers=headers, timeout=TIMEOUT_S) as response:
        hf_raise_for_status(response)
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


def _file(repo_id: str, revision: str, parts: list[HubPart]) -> HubFile:
    ordered = tuple(sorted(parts, key=lambda part: part.path))[:MAX_PARTS]
    return HubFile(repo_id, revision, ordered, parse_name(f"{repo_id}/{PurePosixPath(ordered[0].path).name}"))


def _repo(info: Any) -> HubRepo:
    updated = info.last_modified
    return HubRepo(
        repo_id=str(info.id),
        downloads=int(info.downloads or 0),
        likes=int(info.likes or 0),
        gated=bool(info.gated),
        updated=f"{updated:%Y-%m-%d}" if updated else "",
        name=parse_name(str(info.id)),
    )


def _is_safe(path: str) -> bool:
    """No path out of the folder, whoever runs the server."""
    parts = PurePosixPath(path).parts
    return bool(parts) and not path.startswith("/") and ".." not in parts and not re.search(r"[\\:\0]", path)


def _endpoint() -> str:
    return os.environ.get("HF_ENDPOINT", "").strip().rstrip("/") or DEFAULT_ENDPOINT


def _api() -> Any:
    from huggingface_hub import HfApi

    return HfApi(endpoint=_endpoint(), library_name="surefit")


def _is_offline() -> bool:
    from huggingface_hub import is_offline_mode

    set_now = os.environ.get("HF_HUB_OFFLINE", "").strip().upper() in {"1", "ON", "YES", "TRUE"}
    return set_now or bool(is_offline_mode())


@contextmanager
def _hub_errors_as_sentences(what: str) -> Iterator[None]:
    """Each way the Hub can refuse, with what to do. `what` is the repository, the file or "the search"."""
    import httpx2
    from huggingface_hub import errors, get_token

    if _is_offline():
        raise DownloadError(f"Offline mode is on (HF_HUB_OFFLINE), so {what} was not looked up: unset it to go online")
    repo = "/".join(what.split("/")[:2])
    logged_in = get_token() is not None
    try:
        yield
    except errors.GatedRepoError:
        step = "accept them with the account of your token" if logged_in else "accept them, then run 'hf auth login'"
        raise DownloadError(f"{repo} is gated: its terms stand at {_endpoint()}/{repo}; {step}") from None
    except errors.RepositoryNotFoundError:
        step = "the token's account may not see it" if logged_in else "if it is private, run 'hf auth login' first"
        raise DownloadError(f"{repo} is not on {_endpoint()}: check the spelling; {step}") from None
    except (errors.EntryNotFoundError, errors.RevisionNotFoundError):
        raise DownloadError(f"{what} is no longer there: list the repository's files again") from None
    except errors.HFValidationError:
        raise DownloadError(f"{what} is no name of a repository: it looks like publisher/name") from None
    except errors.HfHubHTTPError as error:
        raise DownloadError(_refusal(what, error.response.status_code)) from None
    except httpx2.HTTPError as error:
        raise DownloadError(
            f"{_endpoint()} cannot be reached for {what} ({type(error).__name__}): check the network, then try again"
        ) from None


_REFUSALS: dict[int, Callable[[str], str]] = {
    401: lambda what: f"The Hub does not accept the token for {what}: run 'hf auth login' again",
    403: lambda what: f"The Hub refuses {what} to this account: check the token's rights",
    429: lambda what: f"The Hub has had too many requests and refused {what}: wait some minutes, or log in",
}


def _refusal(what: str, status: int) -> str:
    known = _REFUSALS.get(status)
    return known(what) if known else f"The Hub answered {status} for {what}: try again later"
