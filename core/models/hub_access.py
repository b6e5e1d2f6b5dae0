"""The way to the Hub: which one, as whom, and what its refusals mean.

huggingface_hub does the talking, so its settings hold: HF_TOKEN and a log-in,
HF_ENDPOINT, HF_HUB_OFFLINE, proxies. The token goes where huggingface_hub
sends it and nowhere else: it is never stored, logged or put into a message.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from core.errors import DownloadError

DEFAULT_ENDPOINT = "https://huggingface.co"
TIMEOUT_S = 30.0  # without a byte


@contextmanager
def open_on_hub(url: str, first_byte: int = 0, last_byte: int | None = None) -> Iterator[Any]:
    """The answer for a file or a part of it, with status_code and iter_bytes(), closed at the end.

    Raises what huggingface_hub raises: see hub_errors_as_sentences.
    """
    from huggingface_hub import get_session
    from huggingface_hub.utils import build_hf_headers, hf_raise_for_status  # type: ignore[attr-defined]

    headers = build_hf_headers(library_name="surefit")
    if first_byte or last_byte is not None:
        headers["Range"] = f"bytes={first_byte}-{'' if last_byte is None else last_byte}"
    with get_session().stream("GET", url, headers=headers, timeout=TIMEOUT_S) as response:
        hf_raise_for_status(response)
        yield response


def endpoint() -> str:
    return os.environ.get("HF_ENDPOINT", "").strip().rstrip("/") or DEFAULT_ENDPOINT


def hub_api() -> Any:
    from huggingface_hub import HfApi

    return HfApi(endpoint=endpoint(), library_name="surefit")


def _is_offline() -> bool:
    from huggingface_hub import is_offline_mode

    set_now = os.environ.get("HF_HUB_OFFLINE", "").strip().upper() in {"1", "ON", "YES", "TRUE"}
    return set_now or bool(is_offline_mode())


@contextmanager
def hub_errors_as_sentences(what: str) -> Iterator[None]:
    """Each way the Hub can refuse, with what to do. `what` is the repository, the file or "the search"."""
    import httpx2
    from huggingface_hub import errors, get_token

    if _is_offline():
        raise DownloadError(f"Offline mode is on (HF_HUB_OFFLINE), so {what} was not looked up: unset it to go online")
    repo = "/".join(what.split("/")[:2])
    logged_in = get_token() is not None
    try:
        yield
    except errors.GatedRepoError:
        step = "accept them with the account of your token" if logged_in else "accept them, then run 'hf auth login'"
        raise DownloadError(f"{repo} is gated: its terms stand at {endpoint()}/{repo}; {step}") from None
    except errors.RepositoryNotFoundError:
        step = "the token's account may not see it" if logged_in else "if it is private, run 'hf auth login' first"
        raise DownloadError(f"{repo} is not on {endpoint()}: check the spelling; {step}") from None
    except (errors.EntryNotFoundError, errors.RevisionNotFoundError):
        raise DownloadError(f"{what} is no longer there: list the repository's files again") from None
    except errors.HFValidationError:
        raise DownloadError(f"{what} is no name of a repository: it looks like publisher/name") from None
    except errors.HfHubHTTPError as error:
        raise DownloadError(_refusal(what, error.response.status_code)) from None
    except httpx2.HTTPError as error:
        raise DownloadError(
            f"{endpoint()} cannot be reached for {what} ({type(error).__name__}): check the network, then try again"
        ) from None


@contextmanager
def form_as_sentence(what: str) -> Iterator[None]:
    """An answer that is no Hub's, such as the page of a log-in, a proxy or a wrong address, as a sentence.

    huggingface_hub trusts the form of what it gets, so nearly anything may come
    out of reading it. Only for what asks and reads: not for writing files.
    """
    try:
        yield
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise DownloadError(
            f"{endpoint()} answered for {what} in another form than the Hub's: check HF_ENDPOINT and whether the "
            "network asks for a log-in, then try again"
        ) from None


_REFUSALS: dict[int, Callable[[str], str]] = {
    401: lambda what: f"The Hub does not accept the token for {what}: run 'hf auth login' again",
    403: lambda what: f"The Hub refuses {what} to this account: check the token's rights",
    429: lambda what: f"The Hub has had too many requests and refused {what}: wait some minutes, or log in",
}


def _refusal(what: str, status: int) -> str:
    known = _REFUSALS.get(status)
    return known(what) if known else f"The Hub answered {status} for {what}: try again later"
