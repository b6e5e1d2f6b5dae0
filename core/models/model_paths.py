"""Finds the files that may be models, without opening them, and gives each its real name.

Folders are walked to a bounded depth; links to folders are followed once each,
so a loop of links ends. Ollama keeps models as nameless blobs: its manifests
tell which blob is which model. Some programs call every file model.gguf: the
folders above tell the name.
"""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.models.split_files import PART_NAME, part_number

MAX_DEPTH = 12
MAX_ENTRIES = 200_000  # in one chosen folder; someone may choose the whole disk
MAX_MANIFEST_BYTES = 1 << 20
SKIPPED_FOLDERS = frozenset({".git", "node_modules", "__pycache__", ".venv", "venv", "$RECYCLE.BIN", "proc", "sys"})
PUBLISHER_FOLDERS = frozenset({"LM Studio", "Surefit"})
_PIECE = re.compile(r"\.gguf[-.](split-[a-z]|part\d+of\d+)$", re.IGNORECASE)
_NAMELESS = re.compile(r"(?:ggml-)?model(?:[-_.](?P<label>.+))?\.gguf", re.IGNORECASE)


@dataclass(frozen=True)
class Candidate:
    """A file that may be a model."""

    path: Path
    source: str
    name: str  # what it is called there; ends in .gguf only when the file does
    repo: str | None = None  # publisher/name, where the folders tell it


@dataclass(frozen=True)
class Problem:
    """Something that could not be read, and what to do about it."""

    path: Path
    reason: str
    source: str = ""


def walk_folder(folder: Path, source: str) -> Iterator[Candidate | Problem]:
    """Every .gguf below `folder`; of a split model only the part that comes first.

    A folder that is missing yields nothing; one that may not be opened yields a
    Problem.
    """
    split_seen: set[tuple[str, str]] = set()
    for item in _walk(folder, source):
        if isinstance(item, Problem):
            yield item
            continue
        if match := PART_NAME.fullmatch(item.name):
            key = (str(item.parent), f"{match['stem']}/{match['count']}")
            if key in split_seen:
                continue
            split_seen.add(key)
        if _PIECE.search(item.name):
            yield Problem(item, f"{item.name} is a piece of a cut file: join the pieces into one .gguf first", source)
        elif item.suffix.lower() == ".gguf":
            yield Candidate(item, source, _name(item), _repo(item, folder, source))


def walk_ollama(folder: Path, source: str = "Ollama") -> Iterator[Candidate | Problem]:
    """The models that Ollama's manifests below `folder` name, with their blobs."""
    manifests = folder / "manifests"
    for path in _walk(manifests, source):
        if isinstance(path, Problem):
            yield path
            continue
        name = _ollama_name(path.relative_to(manifests).parts)
        try:
            blobs = _model_blobs(path)
        except (OSError, ValueError) as error:
            yield Problem(path, f"Ollama's manifest of {name} cannot be read ({error}): pull the model again", source)
            continue
        for digest in blobs:
            blob = folder / "blobs" / f"sha256-{digest}"
            if blob.is_file():
                yield Candidate(blob, source, name)
            else:
                yield Problem(blob, f"The weights of {name} are missing: run 'ollama pull {name}'", source)


def lm_studio_folder(home: Path) -> Path | None:
    """The folder for models that the user set in LM Studio, if any."""
    try:
        with (home / ".lmstudio" / "settings.json").open("rb") as stream:
            settings: Any = json.loads(stream.read(MAX_MANIFEST_BYTES))
    except (OSError, ValueError):
        return None
    chosen = settings.get("downloadsFolder") if isinstance(settings, dict) else None
    return Path(chosen) if isinstance(chosen, str) and Path(chosen).is_absolute() else None


def _walk(folder: Path, source: str) -> Iterator[Path | Problem]:
    """Files below `folder` in the order of their names, each folder once."""
    waiting = [(folder, 0)]
    seen: set[tuple[int, int]] = set()
    entries = 0
    while waiting:
        current, depth = waiting.pop()
        try:
            status = current.stat()
            if (status.st_dev, status.st_ino) in seen:
                continue
            seen.add((status.st_dev, status.st_ino))
            with os.scandir(current) as listing:
                found = sorted(listing, key=lambda entry: entry.name)
        except FileNotFoundError:
            continue
        except NotADirectoryError:
            yield current
            continue
        except (OSError, ValueError) as error:  # ValueError: a name that no file can have
            why = (isinstance(error, OSError) and error.strerror) or error
            yield Problem(current, f"{current} cannot be opened ({why}): check its name and its rights", source)
            continue
        entries += len(found)
        if entries > MAX_ENTRIES:
            yield Problem(
                folder, f"{folder} holds over {MAX_ENTRIES:,} entries: choose a folder of models only", source
            )
            return
        folders = [Path(entry.path) for entry in found if _is_folder(entry) and entry.name not in SKIPPED_FOLDERS]
        yield from (Path(entry.path) for entry in found if _is_file(entry))
        if depth < MAX_DEPTH:
            waiting.extend((inner, depth + 1) for inner in reversed(folders))


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir() and not entry.name.startswith(".fetch-")
    except OSError:
        return False


def _is_file(entry: "os.DirEntry[str]") -> bool:
    """Whatever is no folder: a broken link or a pipe counts too, so that it is told instead of hidden."""
    try:
        return not entry.is_dir()
    except OSError:
        return True


def _name(path: Path) -> str:
    """The file's name, or what the folders say when that is only model.gguf."""
    match = _NAMELESS.fullmatch(path.name)
    if not match or part_number(path):
        return path.name
    folder = next((parent.name for parent in path.parents if parent.name not in ("snapshots", "gguf", "")), "")
    if len(folder) == 40 and path.parent.parent.name == "snapshots":  # a commit in the Hugging Face cache
        folder = path.parent.parent.parent.name.rpartition("--")[2]
    label = match["label"]
    return f"{folder}-{label}.gguf" if label else f"{folder}.gguf"


def _repo(path: Path, root: Path, source: str) -> str | None:
    """The repository that a file came from, where a program keeps one folder for each."""
    for part in path.parts:
        kind, _, rest = part.partition("--")
        if kind == "models" and "--" in rest:  # models--publisher--name in the Hugging Face cache
            return rest.replace("--", "/", 1)
    inside = path.relative_to(root).parts
    if source in PUBLISHER_FOLDERS and len(inside) >= 3:  # publisher/name/file.gguf
        return "/".join(inside[:2])
    return None


def _ollama_name(parts: tuple[str, ...]) -> str:
    """registry.ollama.ai/library/llama3.2/3b is llama3.2:3b to everyone."""
    *place, model, tag = ("", *parts)[-5:] if len(parts) > 1 else ("", *parts, "")
    shown = [part for part in place if part and part not in ("registry.ollama.ai", "library")]
    return "/".join([*shown, model]) + (f":{tag}" if tag else "")


def _model_blobs(manifest: Path) -> list[str]:
    """The digests of the weights that a manifest lists; ValueError when it makes no sense."""
    with manifest.open("rb") as stream:
        content = stream.read(MAX_MANIFEST_BYTES + 1)
    if len(content) > MAX_MANIFEST_BYTES:
        raise ValueError("it is too long")
    parsed: Any = json.loads(content)
    layers = parsed.get("layers") if isinstance(parsed, dict) else None
    if not isinstance(layers, list):
        raise ValueError("it lists no layers")
    digests = []
    for layer in layers:
        if isinstance(layer, dict) and str(layer.get("mediaType", "")).endswith("image.model"):
            match = re.fullmatch(r"sha256:([0-9a-f]{64})", str(layer.get("digest")))
            if not match:
                raise ValueError("a digest is no SHA-256")
            digests.append(match[1])
    return digests
