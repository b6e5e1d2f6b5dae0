"""From a model file or a server to a candidate: a name to show, and what it is known by."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.models.file_kind import check_writes_text
from core.models.local import find_local_models
from core.models.model_file import ModelFile, load_model_file
from core.models.split_files import read_headers
from core.runs.records import Candidate, CandidateKind


def candidate_from_file(file: ModelFile) -> Candidate:
    return Candidate(
        name=shown_name(file),
        location=str(file.path),
        fingerprint=file.fingerprint,
        size_bytes=file.size_bytes,
        label=file.label,
        has_template=file.has_template,
    )


def shown_name(file: ModelFile) -> str:
    """The file's name with its quantization, which most names carry already."""
    if file.label.lower() in file.display_name.lower():
        return file.display_name
    return f"{file.display_name} {file.label}"


def candidate_from_path(path: Path) -> Candidate:
    """Read the file's header. Raises ModelFileError for anything that cannot be loaded or writes no text."""
    path = path.expanduser().absolute()
    check_writes_text(read_headers(path))
    return candidate_from_file(load_model_file(path))


def candidate_from_text(text: str) -> Candidate:
    """A path, or the name of a model file that is found on this machine, as `models` lists it."""
    path = Path(text).expanduser()
    if not path.exists() and path.name == text:
        named = [file for file in find_local_models().files if text in (file.display_name, shown_name(file))]
        if len(named) == 1:
            return candidate_from_file(named[0])
    return candidate_from_path(path)


def candidate_from_server(url: str, model: str, *, key_env: str = "") -> Candidate:
    """A server does not tell its file, template or quantization: it is known by address and name."""
    return Candidate(name=f"{model} at {url}", location=url, kind=CandidateKind.SERVER, model=model, key_env=key_env)


def same_content(candidates: Sequence[Candidate]) -> tuple[str, ...]:
    """A sentence for each candidate that is another one's copy, and so gets no run of its own.

    >>> first = Candidate("a", "/models/a.gguf", fingerprint="b179c952")
    >>> same_content([first, replace(first, location="/models/copy.gguf")])
    ('copy.gguf holds the same as a.gguf: they are one candidate, with one run.',)
    """
    seen: dict[str, Candidate] = {}
    sentences = []
    for candidate in candidates:
        first = seen.get(candidate.key)
        if first is None:
            seen[candidate.key] = candidate
        elif first.location == candidate.location:
            sentences.append(f"{candidate.name} is named twice: it is one candidate, with one run.")
        else:
            names = [Path(c.location).name for c in (candidate, first)]
            copy, original = names if names[0] != names[1] else [candidate.location, first.location]
            sentences.append(f"{copy} holds the same as {original}: they are one candidate, with one run.")
    return tuple(sentences)


def with_unique_names(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The same content once, and no two names alike: the folder tells files of one name apart."""
    seen: dict[str, Candidate] = {}
    for candidate in candidates:
        seen.setdefault(candidate.key, candidate)
    names = Counter(candidate.name for candidate in seen.values())
    return tuple(
        replace(candidate, name=f"{candidate.name} ({Path(candidate.location).parent.name})")
        if names[candidate.name] > 1
        else candidate
        for candidate in seen.values()
    )
