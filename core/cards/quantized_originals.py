"""The original of a quantized file, which its text names where front matter only repeats that original's own base."""

import re
from collections.abc import Iterable

from core.cards.name_words import words_of
from core.cards.own_model import OwnModel

_QUANTIZED_FROM = re.compile(
    r"(?i)\b(?:quanti[sz](?:ed|ations?)|gguf|awq|gptq|mlx|exl2|converted)\b[^.;]{0,60}?\b(?:of|for|from) (?:the )?"
    r"(?:model |original )?(?:https://huggingface\.co/)?(?P<id>[\w-][\w.-]*/[\w.-]*\w)",
    re.ASCII,
)


def quantized_from(prose: Iterable[str], own: OwnModel, named: tuple[str, ...]) -> tuple[str, ...]:
    """The original that a quantized file was made from, where front matter only repeats that original's own base."""
    mine = words_of(own.name or "")
    if not mine.words or any(words_of(base).words == mine.words for base in named):
        return named
    for text in prose:
        found = _QUANTIZED_FROM.search(text[:400])
        if found and found["id"] != own.name and words_of(found["id"]).words == mine.words:
            return (found["id"],)
    return named
