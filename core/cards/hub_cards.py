"""A model on the Hub: its card and the evaluation results kept with it, only ever on request.

The Hub is asked through huggingface_hub, so that HF_TOKEN, HF_HOME,
HF_ENDPOINT and HF_HUB_OFFLINE hold. Each way it can refuse is a sentence.
"""

import os
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from core.cards.card_files import MAX_CARD_BYTES, MAX_RESULT_FILES, CardFiles, decode_card
from core.cards.cross_checks import HUB_RESULTS
from core.cards.read_card import read_card
from core.cards.reading import CardReading
from core.catalogue.benchmark_names import find_benchmark
from core.catalogue.public_scores import PublicScore
from core.catalogue.use_cases import UseCase
from core.errors import DownloadError

_RESULT_FILE = re.compile(r"\.eval_results/[\w.-]+\.ya?ml")
_MODEL_ID = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}")
_ADDRESS = re.compile(
    r"(?i)(?:https?://)?(?:www\.)?(?:huggingface\.co|hf\.co)/(?!datasets/|spaces/|collections/|papers/)([\w.-]{1,96}/[\w.-]{1,96})(?:[/?#]\S*)?"
)


class Unreachable(DownloadError):
    """The place did not answer at all, so asking it for something else is in vain."""


def read_hub_card(model_id: str, *, use_case: UseCase | None = None) -> CardReading:
    """The card of a model on the Hub.

    Raises DownloadError where it cannot be had, CardError where it cannot be read.
    """
    files = fetch_hub_card(model_id)
    return read_card(files.text, name=files.name, eval_results=files.results, use_case=use_case)


def fetch_hub_card(model_id: str) -> CardFiles:
    """The README.md and the .eval_results of a model on the Hub, as text; huggingface_hub keeps a copy.

    Raises DownloadError where they cannot be had, CardError where they are no text.
    """
    model_id = model_id_of(model_id) or model_id  # pasted from the browser
    info = _asking_hub(model_id, lambda api: api.model_info(model_id, files_metadata=True))
    sizes = {str(file.rfilename): int(file.size or 0) for file in info.siblings or ()}
    results = [path for path in sizes if _RESULT_FILE.fullmatch(path)][:MAX_RESULT_FILES]
    if sizes and "README.md" not in sizes and not results:
        raise DownloadError(f"{model_id} has no card. Paste its text, or try the model it was made from.")
    for path in ("README.md", *results):
        if sizes.get(path, 0) > MAX_CARD_BYTES:
            raise DownloadError(f"{path} of {model_id} is larger than {MAX_CARD_BYTES / 1e6:.0f} MB and is not read.")
    has_card = "README.md" in sizes or not sizes  # some mirrors list no files
    text = decode_card(_hub_file(model_id, "README.md"), model_id) if has_card else ""
    return CardFiles(model_id, text, {path: decode_card(_hub_file(model_id, path), path) for path in results})


def model_id_of(text: str) -> str | None:
    """The id in an address of the Hub, or the text itself where it looks like one; None for anything else.

    >>> model_id_of("https://huggingface.co/lab/Wren-7B/tree/main"), model_id_of("lab/Wren-7B"), model_id_of("./a.md")
    ('lab/Wren-7B', 'lab/Wren-7B', None)
    """
    if address := _ADDRESS.fullmatch(text.strip()):
        return address[1]
    return text if _MODEL_ID.fullmatch(text) and text[0] not in ".~" else None


def is_model_id(text: str) -> bool:
    """True where the text looks like publisher/name."""
    return bool(_MODEL_ID.fullmatch(text))


def fetch_hub_rows(model_id: str, today: date) -> tuple[PublicScore, ...]:
    """The evaluation results kept with a model, in points; those of unknown tests are left out."""
    info = _asking_hub(model_id, lambda api: api.model_info(model_id, expand=["evalResults"]))
    rows = []
    for entry in info.eval_results or ():
        known = find_benchmark(str(entry.task_id)) or find_benchmark(str(entry.dataset_id).rsplit("/", 1)[-1])
        try:
            value = float(entry.value)
        except (TypeError, ValueError):
            continue
        if known and 0 <= value <= 100:
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
                    HUB_RESULTS,
                    as_of,
                    bool(entry.verify_token),
                )
            )
    return tuple(rows)


def endpoint() -> str:
    return os.environ.get("HF_ENDPOINT", "").strip().rstrip("/") or "https://huggingface.co"


def is_offline() -> bool:
    return os.environ.get("HF_HUB_OFFLINE", "").strip().upper() in {"1", "ON", "YES", "TRUE"}


def _hub_file(model_id: str, name: str) -> bytes:
    return Path(_asking_hub(model_id, lambda api: api.hf_hub_download(model_id, name))).read_bytes()


def _asking_hub(model_id: str, ask: Callable[[Any], Any]) -> Any:
    import httpx2
    from huggingface_hub import HfApi, errors

    if not _MODEL_ID.fullmatch(model_id):
        raise DownloadError(f"{model_id[:80]!r} is no name of a model on the Hub: it looks like publisher/name.")
    if is_offline():
        raise DownloadError(
            f"Offline mode is on (HF_HUB_OFFLINE), so {model_id} was not looked up. Unset it to go online."
        )
    try:
        return ask(HfApi(endpoint=endpoint(), library_name="surefit"))
    except errors.GatedRepoError:
        raise DownloadError(
            f"{model_id} is gated: accept its terms on its page, and log in with 'hf auth login'."
        ) from None
    except errors.RepositoryNotFoundError:
        raise DownloadError(
            f"{model_id} is not on {endpoint()}. Check the spelling; if it is private, log in with 'hf auth login'."
        ) from None
    except (errors.EntryNotFoundError, errors.LocalEntryNotFoundError):
        raise DownloadError(f"{model_id} has no card, or the Hub cannot be reached. Paste the card instead.") from None
    except errors.HfHubHTTPError as error:
        raise DownloadError(f"The Hub answered {error.response.status_code} for {model_id}. Try again later.") from None
    except (ValueError, TypeError, KeyError, AttributeError):  # what huggingface_hub raises over a foreign answer
        raise DownloadError(
            f"{endpoint()} answered for {model_id} in another form than the Hub's. Check HF_ENDPOINT, or try later."
        ) from None
    except (httpx2.HTTPError, OSError):
        raise Unreachable(
            f"{endpoint()} cannot be reached. Check the network and try again; a card that was saved as a file, or "
            "is pasted, needs none."
        ) from None
