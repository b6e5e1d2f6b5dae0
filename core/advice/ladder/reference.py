"""Only one file of a model is here: which less compressed one could be fetched to measure it against.

Asked of the Hub, and only on request. First the repository that the file came
from, then repositories of the same model by name. Offered is what is less
compressed than the file and means the same model; the smallest sufficient one
comes first, since 8 bits are a reference as good as 16 for nearly everything.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.advice.ladder.ladder import Ladder
from core.catalogue.quantization import find_label
from core.errors import DownloadError, NotEnoughData
from core.models.hub import HubFile, list_files, search_repos
from core.models.machine import machine_memory
from core.models.model_file import ModelFile
from core.models.names import canonical_key, parse_name

GOOD_ENOUGH_BPW: Final = 8.0
_MOST_REPOS: Final = 4
_MORE_BITS: Final = 1.2  # a reference has clearly more bits than the file


@dataclass(frozen=True)
class ReferenceOffer:
    """One file on the Hub that could be the reference."""

    file: HubFile
    fits: bool  # in this machine's memory, roughly

    @property
    def name(self) -> str:
        return self.file.parts[0].path

    def to_dict(self) -> dict[str, Any]:
        return {
            "repo": self.file.repo_id,
            "file": self.name,
            "label": self.file.label,
            "size_bytes": self.file.size_bytes,
            "fits": self.fits,
        }


def find_reference_offers(ladder: Ladder, available_bytes: int | None = None) -> tuple[ReferenceOffer, ...]:
    """Less compressed files of the ladder's model, those that fit first, then the smallest. Slow: asks the Hub.

    Raises DownloadError when the Hub cannot be asked, NotEnoughData when it has none.
    """
    file = ladder.reference_step.file
    available = machine_memory().total_bytes if available_bytes is None else available_bytes
    offers: list[ReferenceOffer] = []
    for repo in _repos(file):
        try:
            listed = list_files(repo)
        except DownloadError:
            if repo != file.repo:  # one of several found by name; the next may do
                continue
            listed = ()
        offers += _better(listed, file, available)
        if any(offer.fits for offer in offers):
            break
    if not offers:
        raise NotEnoughData(
            f"No less compressed file of {ladder.title} was found on the Hub: look for its BF16, F16 or Q8_0 file by "
            "hand, or choose another reference."
        )
    return tuple(sorted(offers, key=lambda offer: (not offer.fits, offer.file.size_bytes)))


def _repos(file: ModelFile) -> list[str]:
    found = [file.repo] if file.repo else []
    key = canonical_key(file.display_name)
    query = _search_words(file)
    for repo in search_repos(query) if query else ():
        if canonical_key(repo.repo_id) == key and repo.repo_id not in found and not repo.gated:
            found.append(repo.repo_id)
    return found[:_MOST_REPOS]


def _search_words(file: ModelFile) -> str:
    """The model's name without its quantization."""
    name = parse_name(file.display_name)
    words = file.display_name
    if name.quantization:
        at = words.lower().rfind(name.quantization.lower())
        words = words[:at] if at > 0 else words
    return words.strip(" .-_")


def _better(listed: Sequence[HubFile], file: ModelFile, available: int) -> list[ReferenceOffer]:
    key = canonical_key(file.display_name)
    found = []
    for offer in listed:
        known = find_label(offer.label)
        bits = known.typical_bpw if known else None
        same = canonical_key(f"{offer.repo_id}/{offer.parts[0].path}") == key or canonical_key(offer.repo_id) == key
        if same and bits is not None and bits > _MORE_BITS * file.bpw and bits >= GOOD_ENOUGH_BPW:
            found.append(ReferenceOffer(offer, offer.roughly_fits(available)))
    return found
