"""Finds the model files of this machine: chosen folders, and where other programs keep theirs.

Each model is listed once, under the place where it was found first; links and
copies of the same content are kept as its other paths. A file that cannot be
loaded is listed with the reason. What was read is remembered by path, size and
time of change, so the second look opens only what is new.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from core.errors import ModelFileError
from core.models.chosen_folders import CHOSEN, expand_folder, why_not_searched
from core.models.file_kind import FileKind
from core.models.file_names import as_text, refuse_unless_text
from core.models.model_file import ModelFile, load_model_file
from core.models.model_paths import Candidate, Problem, walk_folder, walk_ollama
from core.models.places import Layout, Place
from core.models.split_files import find_parts

CACHE_VERSION = 2  # raise it when what is read of a file changes
MAX_CACHE_BYTES = 64 << 20


@dataclass(frozen=True)
class Discovery:
    """What was found."""

    files: tuple[ModelFile, ...]  # models that write text, in the order of the places
    set_apart: tuple[ModelFile, ...]  # embeddings, projectors, adapters, vocabularies and the like
    problems: tuple[Problem, ...]
    not_searched: tuple[Problem, ...] = ()  # those of the problems that are a chosen folder as a whole


@dataclass(frozen=True)
class _Remembered:
    """One file as it was read, with what it looked like then."""

    stamp: tuple[tuple[str, int, int], ...]  # path, size, time of change of every part
    file: ModelFile | None
    reason: str = ""


OnFile = Callable[[int, str], None]


def find_model_files(
    folders: Iterable[Path],
    places: Sequence[Place] = (),
    cache_path: Path | None = None,
    on_file: OnFile | None = None,
) -> Discovery:
    """Look through `folders` (the user's own; ~ is the home), then `places` (see places.known_places).

    One of `folders` may be a single .gguf file.

    local.find_local_models does it with this machine's own settings.

    `cache_path` is a JSON file that is read and written; None: nothing is
    remembered. `on_file` hears the count and the name of every file in turn.
    Nothing is raised for what a folder holds.

        >>> found = find_model_files([Path("/data/models")])  # doctest: +SKIP
        >>> [(file.display_name, file.label, file.source) for file in found.files]  # doctest: +SKIP
        [('SmolLM2-135M-Instruct.Q4_1', 'Q4_1', 'chosen folder')]
        >>> find_model_files([Path("/data/no-such-folder")]).not_searched[0].reason
        '...no-such-folder is not there: check its name, or choose another folder'
    """
    remembered = _load_cache(cache_path)
    fresh: dict[str, _Remembered] = {}
    files: dict[str, ModelFile] = {}
    chosen = [expand_folder(folder) for folder in folders]
    refused = {folder: problem for folder in chosen if (problem := why_not_searched(folder))}
    not_searched = tuple(problem for problem in map(_only_text, refused.values()) if isinstance(problem, Problem))
    problems: list[Problem] = list(not_searched)
    by_inode: dict[tuple[int, int], str] = {}
    count = 0
    for item in map(_only_text, _candidates([folder for folder in chosen if folder not in refused], places)):
        if isinstance(item, Problem):
            problems.append(item)
            continue
        count += 1
        if on_file:
            on_file(count, item.name)
        inode = _inode(item.path)
        if inode is not None and inode in by_inode:  # a link: no need to read it again
            _add_path(files, by_inode[inode], item.path)
            continue
        entry = _read(item, remembered)
        fresh[_key(item)] = entry
        if entry.file is None:
            problems.append(Problem(item.path, entry.reason, item.source))
            continue
        if inode is not None:
            by_inode[inode] = entry.file.fingerprint
        if entry.file.fingerprint in files:
            _add_path(files, entry.file.fingerprint, item.path)
        else:
            files[entry.file.fingerprint] = entry.file
    if cache_path is not None and fresh != remembered:
        _save_cache(cache_path, fresh)
    models = tuple(file for file in files.values() if file.kind is FileKind.MODEL)
    apart = tuple(file for file in files.values() if file.kind is not FileKind.MODEL)
    return Discovery(models, apart, tuple(problems), not_searched)


def _candidates(folders: Iterable[Path], places: Sequence[Place]) -> Iterator[Candidate | Problem]:
    for folder in folders:
        yield from walk_folder(folder, CHOSEN)
    for place in places:
        walk = walk_ollama if place.layout is Layout.OLLAMA else walk_folder
        yield from walk(Path(place.path), place.source)


def _only_text(item: Candidate | Problem) -> Candidate | Problem:
    """What has a name that is no text is told as a problem, with a path that can be shown and remembered."""
    try:
        refuse_unless_text(item.path)
    except ModelFileError as error:
        reason = as_text(item.reason) if isinstance(item, Problem) else str(error)
        return Problem(Path(as_text(item.path)), reason, item.source)
    return item


def _read(item: Candidate, remembered: Mapping[str, _Remembered]) -> _Remembered:
    known = remembered.get(_key(item))
    try:
        stamp = tuple(_stamp(part) for part in find_parts(item.path))
        if known is not None and known.stamp == stamp:
            return known
        return _Remembered(stamp, load_model_file(item.path, item.source, item.name, item.repo))
    except ModelFileError as error:
        stamp = (_stamp(item.path),)
        return _Remembered(stamp, None, str(error))


def _key(item: Candidate) -> str:
    return f"{item.source}|{item.name}|{item.path}"


def _stamp(path: Path) -> tuple[str, int, int]:
    try:
        status = path.stat()
    except OSError:
        return (str(path), -1, -1)
    return (str(path), status.st_size, status.st_mtime_ns)


def _inode(path: Path) -> tuple[int, int] | None:
    """What all links to one file share; None where the file system has no such number."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if status.st_ino else None


def _add_path(files: dict[str, ModelFile], fingerprint: str, path: Path) -> None:
    file = files[fingerprint]
    if path != file.path and path not in file.other_paths and path not in file.parts:
        files[fingerprint] = replace(file, other_paths=(*file.other_paths, path))


_CACHE: TypeAdapter[tuple[int, dict[str, _Remembered]]] = TypeAdapter(tuple[int, dict[str, _Remembered]])


def _load_cache(path: Path | None) -> dict[str, _Remembered]:
    """What an earlier look remembered; nothing when that cannot be used."""
    if path is None:
        return {}
    try:
        if path.stat().st_size > MAX_CACHE_BYTES:
            return {}
        version, entries = _CACHE.validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return {}
    return entries if version == CACHE_VERSION else {}


def _save_cache(path: Path, entries: dict[str, _Remembered]) -> None:
    """Write the cache in one step. A disk that refuses costs time at the next look, nothing else."""
    passing = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        passing.write_bytes(_CACHE.dump_json((CACHE_VERSION, entries)))
        passing.replace(path)
    except OSError:
        with suppress(OSError):
            passing.unlink()
