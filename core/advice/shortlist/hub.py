"""What the Hub offers for a pick: its files, and the results kept with its model. Only ever on request, so slow."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Final

from core.advice.shortlist.entry import Shortlisted
from core.advice.shortlist.scores import column_of
from core.cards.online import look_up_hub_scores
from core.catalogue.quantization import find_label
from core.catalogue.use_case_guide import UseCaseGuide
from core.errors import DownloadError, ModelFileError
from core.models.fit import FitSettings, gigabytes
from core.models.hub import HubFile, estimate_hub_file, list_files, search_repos
from core.models.hub_access import form_as_sentence
from core.models.names import ModelName, canonical_key, parse_name

_REPOS_LOOKED_AT: Final = 5
_FILES_OF_EACH: Final = 2
_ROUNDING: Final = 0.1
_COUNTED_ABOVE_B: Final = 10  # below, makers give decimals themselves: 1.7B


@dataclass(frozen=True)
class Offer:
    """One file on the Hub for a pick."""

    model: str
    file: HubFile
    fits: bool

    def sentence(self) -> str:
        words = "fits" if self.fits else "does not fit"
        where = f"{self.file.repo_id}, {self.file.parts[0].path}"
        return f"{self.model}: {where} ({gigabytes(self.file.size_bytes)}): {words}."


def find_offers(pick: Shortlisted, usable_bytes: int, n_ctx: int) -> tuple[Offer, ...]:
    """Files for a pick, the wanted quantization first; one search, a few listings, and the start of each file.

    Only repositories whose name means the very model count; of a model that
    only its family names, those that name the family and the size.
    Raises DownloadError when the Hub cannot be asked, or has none.
    """
    wanted = canonical_key(pick.model.hf_id or pick.model.name)
    repos = search_repos(search_words(pick), limit=20)
    same = [repo for repo in repos if canonical_key(repo.repo_id) == wanted]
    if not same and pick.model.hf_id is None:
        same = [repo for repo in repos if _is_of(repo.name, parse_name(pick.model.name), pick.model.params_b)]
    if not same:
        raise DownloadError(
            f"No repository with GGUF files of {pick.model.name} was found: search the Hub for it by hand."
        )
    offers: list[Offer] = []
    refused: DownloadError | None = None
    for repo in same[:_REPOS_LOOKED_AT]:
        try:
            files = [file for file in list_files(repo.repo_id) if find_label(file.label) is not None]
        except DownloadError as error:  # one of several that is gated or gone is no loss
            refused = error
            continue
        nearest = sorted(files, key=lambda file: abs(file.size_bytes - pick.memory.file_bytes))
        offers += [Offer(pick.model.name, file, _fits(file, usable_bytes, n_ctx)) for file in nearest[:_FILES_OF_EACH]]
    if not offers and refused is not None:
        raise refused
    return tuple(sorted(offers, key=lambda offer: (offer.file.label != pick.memory.label, not offer.fits)))


def _fits(file: HubFile, usable_bytes: int, n_ctx: int) -> bool:
    """By what its header says of the context, where the Hub gives its start; else by its size alone."""
    if file.size_bytes > usable_bytes:
        return False
    try:
        return estimate_hub_file(file, FitSettings(n_ctx=n_ctx)).fits(usable_bytes, reserve_bytes=0)
    except (DownloadError, ModelFileError):
        return file.roughly_fits(usable_bytes)


def _is_of(name: ModelName, wanted: ModelName, params_b: float) -> bool:
    """The family and generation, nobody's fine-tune, and about the size: publishers round it (12B has 11.9)."""
    same = (name.family, name.generation, name.fine_tune) == (wanted.family, wanted.generation, None)
    return same and name.size_b is not None and abs(name.size_b / params_b - 1) < _ROUNDING


def nothing_read(board: str) -> str:
    """Of a board that answered with a file in which no row was found."""
    return (
        f"{board} answered, but holds no row that can be read: its format may have changed. The carried scores remain."
    )


def search_words(pick: Shortlisted) -> str:
    """What to type into the Hub's search box.

    A family's larger sizes are counts that nobody has in a repository's name
    (gpt-oss-20b has 20.9), so of these the family alone is looked for.
    """
    counted = pick.model.hf_id is None and pick.model.params_b > _COUNTED_ABOVE_B and pick.model.params_b % 1
    name = re.sub(r"\s+\d+\.\d+ ?B$", "", pick.model.name) if counted else pick.model.name
    words = re.sub(r"[^\w.]+", " ", name).strip()
    return f"{words} GGUF"


def hub_score_sentences(pick: Shortlisted, guide: UseCaseGuide, today: date) -> list[str]:
    """Results kept with the model on the Hub that measure the use case; [] where its repository is not known.

    Raises DownloadError when the Hub cannot be asked.
    """
    if pick.model.hf_id is None:
        return []
    with form_as_sentence(pick.model.hf_id):
        found = look_up_hub_scores(pick.model.hf_id, today=today)
    said = [found.note] if found.note else []
    for row in found.rows:
        column = column_of(row)
        if column is not None and guide.rank_of(column.benchmark_id) is not None:
            whose = "run verified by the Hub" if row.verified else column.provenance.value
            said.append(f"{pick.model.name}: {column.name} {row.value:g} ({row.setting}; {whose}, {row.as_of}).")
    return said
