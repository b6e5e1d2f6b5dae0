"""The model that a card's sentences say its own was made from: "A fine-tune of Mistral-7B-v0.1".

Front matter names it with its owner; many cards only tell it. A bare name counts where it holds a version or a size,
is no closed model's (those judge and teach, nobody builds on their weights), and is no member of the card's own series.
"""

import re
from collections.abc import Iterable

from core.cards.benchmark_mentions import names_test
from core.cards.own_model import Match, OwnModel, looks_like_model, words_of

# "A fine-tune of Mistral-7B-v0.1", "基于 Qwen2-7B": the words that lead to the model this one was made from.
_MADE_FROM = re.compile(
    r"(?i)(?:\boriginal model|\bbase model|\bfine-?tun(?:ed?|ing)(?: version| variant| model)? "
    r"(?:from|of|on top of)|\bfine-?tuned\b|\bquantized version of|\bbased on|\bbuilt (?:up)?on(?: top of)?|\bmerge of|"
    r"\b(?:trained|initiali[sz]ed|derived|distilled|continued|developed) (?:from|with)|"
    r"\bcontinued pre-?training of|基于|베이스 모델|ベースモデル)\W{0,6}"
    r"(?:(?:the|a|our|model|base|original|powerful|pre-?trained|open|optional)\b\W{1,6}){0,4}"
)
_SEVERAL = re.compile(
    r"(?i)\b(?:models|checkpoints|versions|others|plan(?:s|ned)?|future|upcoming)\b(?! (?:like|such)\b)"
)  # told of its relatives
_NOT_BASES = (Match.SERIES, Match.EXACT, Match.SAID)  # a shorter name may be: "Mistral 7B" of Mistral-7B-Foo
_CLOSED = re.compile(r"(?i)(?:chat-?)?gpt-?\d|claude|gemini|palm|davinci")  # judges and teachers, never a base
_OWNED_ID = re.compile(r"(?:https://huggingface\.co/)?([\w.-]+/[\w.-]+\w)")
_BARE_NAME = re.compile(
    r"(?:[A-Z]|[a-z]+-?[\d.]*-(?=\S*\d)|[a-z]+(?=\d))[\w.+-]*"
    r"(?:[ -](?:v?\d[\w.-]*|[A-Z][\w.+-]*|(?:chat|instruct|base)\b)){0,5}",
    re.ASCII,
)


def base_in_prose(prose: Iterable[str], own: OwnModel) -> tuple[str, ...]:
    """The model that this one says it was made from: an owner/name id before a bare name with its version or size."""
    bare: str | None = None
    for text in prose:
        for lead in _MADE_FROM.finditer(text[:600]):
            if match := _OWNED_ID.match(text, lead.end()):
                return (match[1],)
            if bare or _SEVERAL.search(text[: lead.start()]):
                continue
            if match := _BARE_NAME.match(text, lead.end()):
                bare = _made_from(match[0].rstrip(".-"), own)
    return (bare,) if bare else ()


def _made_from(name: str, own: OwnModel) -> str | None:
    """The name where it is that of one model, and of no member of this card's own series."""
    is_model = (
        looks_like_model(name)
        and any(sign.isdigit() for sign in name)
        and not (names_test(name) or _CLOSED.match(name))
    )
    if not is_model or (match := own.match(name)) in _NOT_BASES:
        return None
    trained_on = words_of(name).stage - words_of(own.name or "").stage - {"base"}
    return None if match in (Match.SAME, Match.STAGE) and trained_on else name  # made from this one, not the reverse
