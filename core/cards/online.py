"""Cards and scores looked up online, only ever on request, and kept with their date.

The Hub is asked through huggingface_hub, so that HF_TOKEN, HF_HOME,
HF_ENDPOINT and HF_HUB_OFFLINE hold; the boards publish plain files. What was
fetched lies in the cache folder with the day it came; offline the kept copy is
used and says how old it is, and without one a sentence says what could not be
checked.
"""

import hashlib
import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import lru_cache
from pathlib import Path

from core.cards.board_formats import FORMATS
from core.cards.cross_checks import HUB_RESULTS, names_same_model
from core.cards.hub_cards import Unreachable, endpoint, fetch_hub_rows, is_offline
from core.catalogue.public_scores import PublicScore
from core.errors import DownloadError
from core.models.home import cache_folder

_PARQUET = "resolve/main/data/train-00000-of-00001.parquet"
ADDRESSES: Mapping[str, str] = {
    "evalplus": "https://evalplus.github.io/results.json",
    "bigcodebench": "https://bigcode-bench.github.io/results.json",
    "aider": "https://raw.githubusercontent.com/Aider-AI/aider/main/aider/website/_data/polyglot_leaderboard.yml",
    "open-llm-leaderboard-v2": f"datasets/open-llm-leaderboard/contents/{_PARQUET}",
    "open-llm-leaderboard-v1": f"datasets/open-llm-leaderboard-old/contents/{_PARQUET}",
    "arena": "datasets/lmarena-ai/leaderboard-dataset/resolve/main/text/latest-00000-of-00001.parquet",
}  # addresses without https:// lie on the Hub, at HF_ENDPOINT
MAX_BOARD_BYTES = 60_000_000
TIMEOUT_S = 30.0  # without a byte
CONNECT_S = 8.0
DEADLINE_S = 180.0  # for a whole file, however slowly it trickles


@dataclass(frozen=True)
class Lookup:
    """Rows of one source with the day they were fetched."""

    source: str
    rows: tuple[PublicScore, ...]
    fetched_on: str  # YYYY-MM-DD
    note: str = ""  # said where a kept copy stands in


def look_up_hub_scores(model_id: str, *, today: date, refresh: bool = False) -> Lookup:
    """The evaluation results kept with a model on the Hub; verified ones are marked."""
    return _kept(_hub_key(model_id), HUB_RESULTS, today, refresh, lambda: fetch_hub_rows(model_id, today))


def find_kept_hub_scores(model_id: str) -> Lookup | None:
    """What was looked up before, without asking; None where nothing was."""
    return _load(_place_of(_hub_key(model_id)), HUB_RESULTS)


def look_up_board(
    board: str, *, today: date, refresh: bool = False, addresses: Mapping[str, str] = ADDRESSES
) -> Lookup:
    """All rows of a board (a key of ADDRESSES)."""
    url = _url(board, addresses)
    return _kept(
        f"board:{board}:{url}", board, today, refresh, lambda: FORMATS[board](_fetch(url, board), today.isoformat())
    )


def find_kept_board(board: str, addresses: Mapping[str, str] = ADDRESSES) -> Lookup | None:
    """The copy of a board that was looked up before, without asking; None where there is none."""
    return _load(_place_of(f"board:{board}:{_url(board, addresses)}"), board)


def newest_look_up() -> float:
    """When something was last looked up, in seconds since 1970; 0 where nothing was."""
    folder = cache_folder() / "lookups"
    return max((entry.stat().st_mtime for entry in folder.glob("*.json")), default=0.0)


def rows_for_model(lookup: Lookup, model_id: str) -> tuple[PublicScore, ...]:
    """The rows of one model: by its Hub id where the source has ids and one is given, else by what its name means."""
    rows = lookup.rows
    by_id = tuple(row for row in rows if (row.hf_id or "").casefold() == model_id.casefold())
    if by_id:
        return by_id
    named = {row.model for row in rows if row.hf_id is None or "/" not in model_id}
    same = {name for name in named if names_same_model(name, model_id)}
    return tuple(row for row in rows if row.model in same and (row.hf_id is None or "/" not in model_id))


def _fetch(url: str, board: str) -> bytes:
    import httpx2

    if is_offline():
        raise DownloadError(
            f"Offline mode is on (HF_HUB_OFFLINE), so {board} was not looked up. Unset it to go online."
        )
    received = bytearray()
    until = time.monotonic() + DEADLINE_S
    patience = httpx2.Timeout(TIMEOUT_S, connect=CONNECT_S)
    try:
        with httpx2.stream("GET", url, timeout=patience, follow_redirects=True) as answer:
            if answer.status_code != 200:
                raise DownloadError(
                    f"{board} answered {answer.status_code}. Its address may have changed; use the carried scores."
                )
            for piece in answer.iter_bytes():
                received += piece
                if time.monotonic() > until:
                    raise DownloadError(f"{board} sends too slowly. Try again later; the carried scores remain.")
                if len(received) > MAX_BOARD_BYTES:
                    raise DownloadError(
                        f"The file of {board} is larger than {MAX_BOARD_BYTES / 1e6:.0f} MB and is not read."
                    )
    except httpx2.HTTPError:
        raise Unreachable(
            f"{board} ({httpx2.URL(url).host}) cannot be reached. Check the network; the carried scores remain."
        ) from None
    return bytes(received)


def _kept(key: str, source: str, today: date, refresh: bool, ask: Callable[[], tuple[PublicScore, ...]]) -> Lookup:
    """Today's copy where there is one; else a new one; else the old one with a note."""
    file = _place_of(key)
    kept = _load(file, source)
    if kept and not refresh and kept.fetched_on == today.isoformat():
        return kept
    try:
        rows = ask()
    except DownloadError as error:
        if kept:
            return replace(kept, note=f"Kept since {kept.fetched_on}; it could not be looked up again. {error}")
        raise
    fresh = Lookup(source, rows, today.isoformat())
    file.parent.mkdir(parents=True, exist_ok=True)
    passing = file.with_suffix(f".{os.getpid()}.part")
    passing.write_text(
        json.dumps({"fetched_on": fresh.fetched_on, "rows": [asdict(row) for row in rows]}), encoding="utf-8"
    )
    passing.replace(file)
    return fresh


def _place_of(key: str) -> Path:
    return cache_folder() / "lookups" / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.json"


def _hub_key(model_id: str) -> str:
    return f"hub:{endpoint()}:{model_id}"


def _url(board: str, addresses: Mapping[str, str]) -> str:
    address = addresses[board]
    return address if "://" in address else f"{endpoint()}/{address}"


def _load(file: Path, source: str) -> Lookup | None:
    try:
        return _parse(file, file.stat().st_mtime_ns, source)
    except OSError:
        return None


@lru_cache(maxsize=16)
def _parse(file: Path, _changed_ns: int, source: str) -> Lookup | None:
    """A board has tens of thousands of rows, and a page asks for it at every click."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        return Lookup(source, tuple(PublicScore(**row) for row in data["rows"]), str(data["fetched_on"]))
    except (ValueError, KeyError, TypeError):
        return None  # a damaged copy is as good as none
