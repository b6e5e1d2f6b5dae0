"""The files of a card: one Markdown file, or a downloaded repo with its .eval_results, each read up to a bound.

A repo may be a plain folder or huggingface_hub's own cache
(models--owner--name/snapshots/…), whose folder names tell the Hub id.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from core.errors import CardError

MAX_CARD_BYTES = 1_000_000
MAX_RESULT_FILES = 200
MAX_RESULT_CHARS = 400_000  # over all files of a repo
_RESULTS = ".eval_results"
NOT_READ = "\0"  # in place of a file's text: the reason why it was not read follows; no text of a card holds it
_CARD_NAMES = ("readme.md", "model_card.md", "modelcard.md")
_CACHED = re.compile(r"models--([\w.-]+?)--([\w.-]+)")


@dataclass(frozen=True)
class CardFiles:
    """What read_card needs, as text. Raises CardError where there is nothing in it."""

    name: str  # what the card was opened under: a Hub id, a folder's or a file's name
    text: str  # "" where a repo keeps only .eval_results
    results: Mapping[str, str] = field(default_factory=dict)  # path in the repo to YAML text

    def __post_init__(self) -> None:
        if not self.text.strip() and not self.results:
            raise CardError(f"{self.name} is empty. Choose the README.md of the model, or paste its text.")


def load_card_files(path: Path | str) -> CardFiles:
    """The card in a file, in the folder of a downloaded repo, or beside a model file.

    A README.md goes by the name of its folder; a YAML file and a folder called .eval_results hold results alone.
    Raises CardError where there is no card, or where it cannot be read as one.
    """
    place = Path(path).expanduser()
    try:
        if place.suffix.lower() == ".gguf" and not _beside(place.parent):
            raise CardError(
                f"There is no README.md beside {place.name}. Fetch the card by the model's id, or paste it."
            )
        if place.suffix.lower() == ".gguf" or (place.is_dir() and place.name == _RESULTS):
            place = place.parent
        if place.is_dir():
            return _of_folder(_snapshot(place.resolve()))
        if not place.exists():
            raise CardError(f"There is no file or folder {place}. Check the name.")
        if not place.is_file():
            raise CardError(f"{place} is no regular file. Give a README.md, or '-' to read a card from a pipe.")
    except OSError as error:
        raise CardError(f"{place} cannot be opened: {error.strerror or error}. Check its rights.") from error
    if place.suffix.lower() in (".yaml", ".yml"):
        return CardFiles(place.name, "", {place.name: decode_card(load_bounded(place), place.name)})
    name = place.stem
    if place.name.casefold() in _CARD_NAMES:
        folder = place.resolve().parent
        name = _hub_id(folder) or folder.name or name
    return CardFiles(name, decode_card(load_bounded(place), place.name))


def lines_of(text: str) -> list[str]:
    """The lines of a card as its findings count them, from 1."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _of_folder(folder: Path) -> CardFiles:
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise CardError(
            f"The folder {folder} cannot be opened: {error.strerror or error}. Check its rights."
        ) from error
    readme = next((entry for entry in entries if entry.name.casefold() in _CARD_NAMES and entry.is_file()), None)
    results = _results_of(folder / _RESULTS)
    if readme is None and not results:
        raise CardError(
            f"The folder {folder.name} holds no README.md, and no folder {_RESULTS} with results kept on the Hub. "
            "Choose a model's folder or paste its card."
        )
    name = _hub_id(folder) or folder.name
    return CardFiles(name, decode_card(load_bounded(readme), name) if readme else "", results)


def _results_of(folder: Path) -> dict[str, str]:
    """Each file of results as text; one that cannot be read costs the card nothing, and its reason is kept."""
    try:
        found = sorted(entry for entry in folder.iterdir() if entry.suffix in (".yaml", ".yml") and entry.is_file())
    except OSError as error:
        unread = f"cannot be opened: {error.strerror or error}"
        return {folder.name: NOT_READ + unread} if folder.exists() else {}
    results, left = {}, MAX_RESULT_CHARS
    for entry in found[:MAX_RESULT_FILES]:
        try:
            text = decode_card(load_bounded(entry), entry.name)
        except CardError as error:
            text = f"{NOT_READ}{error}"
        left -= len(text)
        if left < 0:
            text = f"{NOT_READ}not read, as the files of results hold more than {MAX_RESULT_CHARS:,} characters"
        results[f"{folder.name}/{entry.name}"] = text
    if len(found) > MAX_RESULT_FILES:
        results[folder.name] = f"{NOT_READ}{len(found) - MAX_RESULT_FILES:,} more files of results are not read"
    return results


def _beside(folder: Path) -> bool:
    return any(entry.name.casefold() in _CARD_NAMES or entry.name == _RESULTS for entry in folder.iterdir())


def _snapshot(folder: Path) -> Path:
    """The newest snapshot, where the folder is an entry of huggingface_hub's cache; else the folder itself."""
    if not _CACHED.fullmatch(folder.name) or not (folder / "snapshots").is_dir():
        return folder
    found = [entry for entry in (folder / "snapshots").iterdir() if entry.is_dir()]
    return max(found, key=lambda entry: entry.stat().st_mtime, default=folder)


def _hub_id(folder: Path) -> str | None:
    for part in (folder.name, folder.parent.parent.name):
        if match := _CACHED.fullmatch(part):
            return f"{match[1]}/{match[2]}"
    return None


def load_bounded(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            return stream.read(MAX_CARD_BYTES + 1)
    except OSError as error:
        raise CardError(f"{file.name} cannot be read: {error.strerror or error}. Check the file's rights.") from error


def decode_card(raw: bytes, name: str) -> str:
    if len(raw) > MAX_CARD_BYTES:
        raise CardError(
            f"{name} is larger than {MAX_CARD_BYTES / 1e6:.1f} MB; a card is a text of a few pages. Choose "
            "the README.md."
        )
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return check_card_text(raw.decode("utf-16", errors="replace"), name)
    if raw[:4] in (b"GGUF", b"PK\x03\x04", b"%PDF", b"\x89PNG") or b"\x00" in raw:
        raise CardError(f"{name} is a binary file, not a model card. Choose the README.md of the model.")
    try:
        return check_card_text(raw.decode("utf-8-sig"), name)
    except UnicodeDecodeError:
        return check_card_text(raw.decode("cp1252", errors="replace"), name)


# Signs without a shape that cut names apart (MM\u200bLU) or turn them round for the eye only. The joiners of Persian
# and Indic scripts are letters there and stay.
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def check_card_text(text: str, name: str) -> str:
    if len(text) > MAX_CARD_BYTES:
        raise CardError(
            f"{name} has {len(text):,} characters; a card is a text of a few pages. Paste the part with the scores."
        )
    odd = sum(ord(sign) < 9 or 13 < ord(sign) < 32 or sign == "�" for sign in text[:20_000])
    if odd > 0.02 * min(len(text), 20_000):
        raise CardError(f"{name} is not readable text. Choose the README.md of the model, or paste its text.")
    return _INVISIBLE.sub("", text)
