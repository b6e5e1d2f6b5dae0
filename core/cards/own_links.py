"""Lines of a card that link to models under its own account on the Hub.

The card of a method ("Step-LUMO") shows its models under the names of what they were made from; which rows are its
own shows in where they link. The account is the owner in the card's own id, else the one under which most different
models are linked, if it is no maker's whose models everybody links.
"""

import re
from collections import defaultdict

from core.cards.document import Document
from core.cards.name_words import words_of

_LINK = re.compile(
    r"huggingface\.co/(?!(?:datasets|spaces|papers|collections|docs|blog|models|resolve|blob|tree)/)"
    r"([\w.-]{2,60})/([\w.-]{2,96})"
)
_LINKED_BY_ALL = frozenset(
    [
        "meta-llama",
        "huggyllama",
        "google",
        "mistralai",
        "qwen",
        "deepseek-ai",
        "microsoft",
        "tiiuae",
        "eleutherai",
        "bigscience",
        "01-ai",
        "openai",
        "openai-community",
        "nvidia",
        "thebloke",
        "bartowski",
        "huggingfaceh4",
        "lmsys",
        "internlm",
        "baichuan-inc",
        "thudm",
        "facebook",
        "stabilityai",
        "allenai",
        "upstage",
        "mosaicml",
        "togethercomputer",
        "codellama",
        "bigcode",
        "wizardlm",
        "teknium",
        "open-orca",
        "nousresearch",
    ]
)
MOST_LINES = 12_000


def find_own_links(document: Document, names: tuple[str, ...]) -> frozenset[int]:
    """The lines, from 1, that link to a model of the card's own account; none where no account stands out."""
    models: dict[str, set[str]] = defaultdict(set)
    lines: dict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(document.lines[:MOST_LINES], 1):
        if "huggingface.co/" in line:
            for account, model in _LINK.findall(line[:4000]):
                models[account.casefold()].add(model.casefold())
                lines[account.casefold()].add(number)
    owner = names[0].partition("/")[0].casefold() if names and "/" in names[0] else None
    account = owner if owner in models else _standing_out(models)
    return frozenset(lines[account]) if account else frozenset()


def find_self_links(document: Document, name: str) -> frozenset[int]:
    """The lines, from 1, that link to the model of this very name, whatever they call it."""
    mine = words_of(name)
    return frozenset(
        number
        for number, line in enumerate(document.lines[:MOST_LINES], 1)
        if "huggingface.co/" in line
        and any(
            (other := words_of(model)).words == mine.words and other.stage == mine.stage
            for _, model in _LINK.findall(line[:4000])[:20]
        )
    )


def _standing_out(models: dict[str, set[str]]) -> str | None:
    ranked = sorted(models, key=lambda account: len(models[account]), reverse=True)
    if not ranked or ranked[0] in _LINKED_BY_ALL or len(models[ranked[0]]) < 2:
        return None
    tied = len(ranked) > 1 and len(models[ranked[1]]) == len(models[ranked[0]])
    return None if tied else ranked[0]
