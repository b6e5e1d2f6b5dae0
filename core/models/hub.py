"""Model files on the Hugging Face Hub: search, list, estimate. Only ever on request.

Before a download only a file's size and the first keys of its header can be
known; both say whether it fits this machine.
"""

import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from core.models.fit import FitSettings, MemoryEstimate, estimate_memory
from core.models.header import Header, TensorInfo
from core.models.header_reader import read_first_keys
from core.models.hub_access import endpoint, form_as_sentence, hub_api, hub_errors_as_sentences, open_on_hub
from core.models.names import ModelName, parse_name
from core.models.split_files import PART_NAME

MAX_PARTS = 500
START_BYTES = 1 << 18
_REPO_ID = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}")


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
        gigabyte are added for context and process. estimate_hub_file tells more.
        """
        return self.size_bytes * 1.1 + (512 << 20) <= available_bytes


def search_repos(query: str, limit: int = 20) -> tuple[HubRepo, ...]:
    """Repositories with GGUF files whose name matches, the most downloaded first.

    Raises DownloadError when the Hub cannot be asked.
    """
    with form_as_sentence("the search"), hub_errors_as_sentences("the search"):
        found = hub_api().list_models(search=query, filter="gguf", sort="downloads", limit=limit)
        return tuple(_repo(info) for info in found if _REPO_ID.fullmatch(str(info.id)))


def list_files(repo_id: str) -> tuple[HubFile, ...]:
    """The model files of a repository, the smallest first; parts of one model together.

    Raises DownloadError telling a missing repository from a gated one.

        >>> [(file.label, file.size_bytes) for file in list_files("bartowski/aya-23-8B-GGUF")][-1]  # doctest: +SKIP
        ('Q8_0', 8540775840)
    """
    with form_as_sentence(repo_id), hub_errors_as_sentences(repo_id):
        return _files_of(repo_id, hub_api().model_info(repo_id, files_metadata=True))


def _files_of(repo_id: str, info: Any) -> tuple[HubFile, ...]:
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


def estimate_hub_file(file: HubFile, settings: FitSettings | None = None) -> MemoryEstimate:
    """The memory that a file will take, from its first quarter megabyte, before it is downloaded.

    Slow: one request. Raises DownloadError, or ModelFileError when the file is
    no GGUF.
    """
    first = file.parts[0]
    with hub_errors_as_sentences(f"{file.repo_id}/{first.path}"):
        start = _read_start(file, first)
    values = read_first_keys(start, first.path)
    everything = TensorInfo("(not downloaded)", (), 0, 0, file.size_bytes)
    header = Header(Path(first.path), file.size_bytes, 3, "little", values, (everything,), 0)
    return estimate_memory([header], settings)


def _read_start(file: HubFile, part: HubPart) -> bytes:
    from huggingface_hub import hf_hub_url

    url = hf_hub_url(file.repo_id, part.path, revision=file.revision, endpoint=endpoint())
    start = b""
    with open_on_hub(url, last_byte=START_BYTES - 1) as response:
        for chunk in response.iter_bytes():
            start += chunk
            if len(start) >= START_BYTES:  # a server that sends everything all the same
                break
    return start[:START_BYTES]


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
