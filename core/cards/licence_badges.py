"""The licence that a badge shows: "License | MIT", in the words of a picture or in its address."""

import re
from collections.abc import Iterable
from urllib.parse import unquote, unquote_plus

from core.cards.licence_names import is_generic
from core.cards.licence_subjects import is_of_model, is_of_other_work

_BADGE = re.compile(r"(?i)(?:img\.shields\.io|badgen\.net|badge\.fury\.io)/(?:badge|static/v1)/?(?P<said>[^?#]*)")
_QUERY = re.compile(r"(?i)[?&]label=(?P<label>[^&]+).*?[?&]message=(?P<message>[^&]+)")
_ABOUT_LICENCE = re.compile(r"(?i)licen[cs]e|许可|라이선스|ライセンス")


def licence_of_badges(images: Iterable[tuple[str, str]]) -> str | None:
    """The licence that a badge shows, from the words and the address of each image; that of code alone is none.

    >>> licence_of_badges([("", "https://img.shields.io/badge/License-CC_BY--NC_4.0-lightgrey.svg")])
    'CC BY-NC 4.0'
    """
    found = [said for alt, source in images if (said := _badge_words(alt, source)) and not is_of_other_work(said[0])]
    of_weights = [name for label, name in found if is_of_model(label)]
    first = next(iter([*of_weights, *(name for _, name in found)]), None)
    return None if first is None or is_generic(first) else first  # "Model License: Model Agreement" names none


def _badge_words(alt: str, source: str) -> tuple[str, str] | None:
    """What a badge is about and what it says: ("License", "MIT"); None for a badge of something else."""
    if query := _QUERY.search(source):
        label, message = unquote_plus(query["label"]), unquote_plus(query["message"])
    elif badge := _BADGE.search(source):
        # In the address a hyphen parts the words, a doubled one is a hyphen, an underscore is a space.
        parts = re.split(r"(?<!-)-(?!-)", unquote(badge["said"]))
        titled = re.search(r"[?&]label=([^&]+)", source)
        words = [unquote_plus(titled[1]), *parts] if titled and len(parts) == 2 else parts
        if len(words) < 3:
            return None
        label, message = (part.replace("--", "-").replace("_", " ") for part in words[:2])
    else:
        label, _, message = alt.partition(":")
    name = message.strip(" -.")
    return (label, name) if _ABOUT_LICENCE.search(label) and 1 < len(name) <= 60 and name[0].isalpha() else None
