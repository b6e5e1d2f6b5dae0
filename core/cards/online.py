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
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from core.cards.board_formats import FORMATS
from core.cards.card_files import MAX_CARD_BYTES
from core.cards.read_card import read_card
from core.cards.reading import CardReading
from core.catalogue.benchmark_names import find_benchmark
from core.catalogue.public_scores import PublicScore
from core.catalogue.use_cases import UseCase
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
TIMEOUT_S = 30.0
_MODEL_ID = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}")


@dataclass(frozen=True)
class Lookup:
    """Rows of one source with the day they were fetched."""

    source: str
    rows: tuple[PublicScore, ...]
    fetched_on: str  # YYYY-MM-DD
    note: str = ""  # said where a kept copy stands in


def read_hub_card(model_id: str, *, use_case: UseCase | None = None) -> CardReading:
    """The card of a model on the Hub.

    Raises DownloadError where it cannot be had, CardError where it cannot be read.
    """
    return read_card(_hub_file(model_id, "README.md"), name=model_id, use_case=use_case)


def look_up_hub_scores(model_id: str, *, today: date, refresh: bool = False) -> Lookup:
    """The evaluation results kept with a model on the Hub; verified ones are marked."""
    return _kept(f"hub:{model_id}", "hub-eval-results", today, refresh, lambda: _hub_rows(model_id, today))


def look_up_board(
    board: str, *, today: date, refresh: bool = False, addresses: Mapping[str, str] = ADDRESSES
) -> Lookup:
    """All rows of a board (a key of ADDRESSES)."""
    address = addresses[board]
    url = address if "://" in address else f"{_endpoint()}/{address}"
    return _kept(
        f"board:{board}:{url}", board, today, refresh, lambda: FORMATS[board](_fetch(url, board), today.isoformat())
    )


def rows_for_model(lookup: Lookup, model_id: str) -> tuple[PublicScore, ...]:
    """The rows of one model by its Hub id or its bare name."""
    bare = model_id.rsplit("/", 1)[-1].casefold()
    return tuple(
        row
        for row in lookup.rows
        if (row.hf_id or "").casefold() == model_id.casefold() or (row.hf_id is None and row.model.casefold() == bare)
    )


def _hub_rows(model_id: str, today: date) -> tuple[PublicScore, ...]:
    info = _asking_hub(model_id, lambda api: api.model_info(model_id, expand=["evalResults"]))
    rows = []
    for entry in info.eval_results or ():
        known = find_benchmark(str(entry.task_id)) or find_benchmark(str(entry.dataset_id).rsplit("/", 1)[-1])
        try:
            value = float(entry.value)
        except (TypeError, ValueError):
            continue
        if known:
            scaled = value * 100 if 0 <= value <= 1 else value
            setting = ", ".join(part for part in (entry.notes, entry.source_name) if part) or "setting not stated"
            as_of = str(entry.date or today.isoformat())[:10]
            name = model_id.rsplit("/", 1)[-1]
            rows.append(
                PublicScore(
                    name,
                    model_id,
                    None,
                    known.id,
                    round(scaled, 2),
                    "percent",
                    None,
                    setting[:120],
                    "hub-eval-results",
                    as_of,
                    bool(entry.verify_token),
                )
            )
    return tuple(rows)


def _hub_file(model_id: str, name: str) -> bytes:
    path = Path(_asking_hub(model_id, lambda api: api.hf_hub_download(model_id, name)))
    if path.stat().st_size > MAX_CARD_BYTES:
        raise DownloadError(f"The card of {model_id} is larger than {MAX_CARD_BYTES / 1e6:.0f} MB and is not read.")
    return path.read_bytes()


def _asking_hub(model_id: str, ask: Callable[[Any], Any]) -> Any:
    import httpx2
    from huggingface_hub import HfApi, errors

    if not _MODEL_ID.fullmatch(model_id):
        raise DownloadError(f"{model_id[:80]!r} is no name of a model on the Hub: it looks like publisher/name.")
    if _offline():
        raise DownloadError(
            f"Offline mode is on (HF_HUB_OFFLINE), so {model_id} was not looked up. Unset it to go online."
        )
    try:
        return ask(HfApi(endpoint=_endpoint(), library_name="surefit"))
    except errors.GatedRepoError:
        raise DownloadError(
            f"{model_id} is gated: accept its terms on its page, and log in with 'hf auth login'."
        ) from None
    except errors.RepositoryNotFoundError:
        raise DownloadError(
            f"{model_id} is not on {_endpoint()}. Check the spelling; if it is private, log in with 'hf auth login'."
        ) from None
    except (errors.EntryNotFoundError, errors.LocalEntryNotFoundError):
        raise DownloadError(f"{model_id} has no card, or the Hub cannot be reached. Paste the card instead.") from None
    except errors.HfHubHTTPError as error:
        raise DownloadError(f"The Hub answered {error.response.status_code} for {model_id}. Try again later.") from None
    except (httpx2.HTTPError, OSError) as error:
        raise DownloadError(
            f"{_endpoint()} cannot be reached ({type(error).__name__}). Check the network, or work offline "
            "with the carried scores."
        ) from None


def _fetch(url: str, board: str) -> bytes:
    import httpx2

    if _offline():
        raise DownloadError(
            f"Offline mode is on (HF_HUB_OFFLINE), so {board} was not looked up. Unset it to go online."
        )
    received = bytearray()
    try:
        with httpx2.stream("GET", url, timeout=TIMEOUT_S, follow_redirects=True) as answer:
            if answer.status_code != 200:
                raise DownloadError(
                    f"{board} answered {answer.status_code}. Its address may have changed; use the carried scores."
                )
            for piece in answer.iter_bytes():
                received += piece
                if len(received) > MAX_BOARD_BYTES:
                    raise DownloadError(
                        f"The file of {board} is larger than {MAX_BOARD_BYTES / 1e6:.0f} MB and is not read."
                    )
    except httpx2.HTTPError as error:
        raise DownloadError(
            f"{board} cannot be reached ({type(error).__name__}). Check the network; the carried scores remain."
        ) from None
    return bytes(received)


def _kept(key: str, source: str, today: date, refresh: bool, ask: Callable[[], tuple[PublicScore, ...]]) -> Lookup:
    """Today's copy where there is one; else a new one; else the old one with a note."""
    file = cache_folder() / "lookups" / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.json"
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


def _load(file: Path, source: str) -> Lookup | None:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        return Lookup(source, tuple(PublicScore(**row) for row in data["rows"]), str(data["fetched_on"]))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, OSError):
        return None  # a damaged copy is as good as none


def _endpoint() -> str:
    return os.environ.get("HF_ENDPOINT", "").strip().rstrip("/") or "https://huggingface.co"


def _offline() -> bool:
    return os.environ.get("HF_HUB_OFFLINE", "").strip().upper() in {"1", "ON", "YES", "TRUE"}
