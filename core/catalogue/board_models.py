"""What the Open LLM Leaderboard recorded of the models it ran: kind, licence, date, base model.

One row for each repository, without scores (those are in public_scores). The
kind is what the submitter said and is sometimes wrong; `official` means that
the leaderboard knew the account as the model's own publisher.
"""

from dataclasses import dataclass
from functools import lru_cache

from core.catalogue.data_files import load_rows, reading


@dataclass(frozen=True)
class BoardModel:
    hf_id: str  # owner/name on the Hub
    kind: str  # chat, base, finetuned, continued, merge, other
    licence: str | None  # the Hub's tag; "other" where it has none
    official: bool
    uploaded: str  # YYYY-MM-DD
    base_model: str | None  # owner/name; None where it is its own base
    source: str
    as_of: str


@lru_cache(maxsize=1)
def load_board_models() -> dict[str, BoardModel]:
    """Every recorded model by its Hub id in lower case."""
    with reading("board_models.csv") as path:
        return {row["hf_id"].lower(): _row(row) for row in load_rows(path)}


def find_board_model(hf_id: str) -> BoardModel | None:
    """
    >>> find_board_model("microsoft/phi-4").licence
    'mit'
    """
    return load_board_models().get(hf_id.lower())


def _row(row: dict[str, str]) -> BoardModel:
    return BoardModel(
        hf_id=row["hf_id"],
        kind=row["kind"],
        licence=row["licence"] or None,
        official=row["official"] == "true",
        uploaded=row["uploaded"],
        base_model=row["base_model"] or None,
        source=row["source"],
        as_of=row["as_of"],
    )
