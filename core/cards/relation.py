"""How a card's model comes from the one it was made from: a quantized file, a fine-tune, a merge, an adapter.

Tags and a quantizer's name in front matter are often copied from card to card; where the card says in so many words
that it is a fine-tune of one model, and its name holds no quantization, that goes before them.
"""

import re
from collections.abc import Sequence

from core.cards.front_matter import Entry
from core.cards.merged_bases import names_merged
from core.cards.name_match import Match
from core.cards.name_words import words_of
from core.cards.own_model import OwnModel

_QUANTIZED_NAME = re.compile(
    r"gguf|gptq|awq|exl[23]|hqq|aqlm|-bnb-|(?<!\d)[1-4]-?bit|nvfp4|mxfp4|-fp[48]|-int[48]|w4a16|w8a8|mlx|"
    r"\bi?q\d_"
)
_SAID_QUANTIZED = re.compile(
    r"(?i)\bquanti[sz]ations? of [\w\[]|\b(?:is|are|contains?|provides?|hosts?|"
    r"this)\b[^.]{0,40}\bquanti[sz]ed (?:version|model|file|weight)s?\b(?! (?:are|is|of this model "
    r"can))"
)
# "This model is a fine-tune (DPO) of Tern-4B", "Kestrel-7B is a DPO fine-tuned version of lab/Wren-7B"
_SAID_TUNED = re.compile(
    r"^\W{0,4}(?P<subject>(?i:this(?: (?:\w+ ){0,2}(?:model|checkpoint|version))?|it|the model)|[A-Z][\w.+/-]{1,80}"
    r"(?: [\w.+-]{1,20}){0,2}?)(?: is| was|['’]s) (?:(?:an?|the) )?(?:(?!not\b|based\b)[\w/-]+ ){0,4}?"
    r"(?i:fine-?tun(?:e|ed|ing)|(?:dpo|sft|orpo|kto|rl|grpo|simpo)[- ]?(?:trained|tuned|tune|version))\b"
    r"(?P<rest>[^.;]{0,60}?\b(?:of|from|on|on top of|using)\b)"
)
# "LoRA adapter for Wren-7B", "This is a QLoRA of lab/Wren-7B"
_SAID_ADAPTER = re.compile(
    r"(?i)^\W{0,4}(?:(?:this|it|this (?:\w+ )?(?:model|repo|repository|release))(?: is|['’]s| contains) )?"
    r"(?:(?:an?|the) )?(?:(?:(?:q?lo|do)ra|peft)(?: adapters?| weights?)?|adapters?(?: weights)?) (?:for|of) "
    r"(?:the )?(?=[\[*_`\"]{0,3}(?:[\w.-]{2,60}/)?[A-Za-z][\w.-]{0,60}\d)"
    r"(?![^.;]{0,80} (?:are|will|can|coming|soon|planned|available|too|also)\b)"
)
_MOST_SENTENCES = 40


def find_relation(
    front: Entry | None, own: OwnModel, prose: Sequence[str], bases: Sequence[str], *, mixed: bool = False
) -> str | None:
    """quantized, finetune, merge or adapter; None where neither front matter nor text tells.

    `mixed` tells that the card shows the recipe of a merge.
    """
    said = _texts(front, "base_model_relation")
    tags = [tag.casefold() for tag in _texts(front, "tags")]
    tuned = _is_said_to_be_tuned(own, prose)
    # A quantizer's card copies what the original says of itself; it names the original as what it was made from.
    tuned_here = tuned and not _is_file_of(own, bases)
    ways = (
        (said[0] if said else "", bool(said)),
        ("quantized", bool(_QUANTIZED_NAME.search((own.name or "").casefold()))),
        ("quantized", bool(front and front.get("quantized_by")) and not tuned_here),
        ("finetune", tuned and len(bases) == 1 and bool(_MERGES.intersection(tags))),
        ("merge", bool(_MERGES.intersection(tags))),
        ("adapter", any("lora" in tag or tag == "adapter" for tag in tags)),
        ("adapter", any(map(_SAID_ADAPTER.match, prose[:12]))),
        ("quantized", bool(_SAID_QUANTIZED.search(" ".join(prose[:12]))) and not tuned_here),
        ("merge", len(bases) > 1 and any(map(names_merged, prose[:_MOST_SENTENCES]))),
        ("merge", mixed),
        ("finetune", bool(_texts(front, "base_model"))),
    )
    return next((way for way, holds in ways if holds), None)


_MERGES = frozenset(("merge", "merges", "mergekit"))


def _texts(front: Entry | None, key: str) -> tuple[str, ...]:
    entry = front.get(key) if front else None
    return entry.texts()[:60] if entry else ()


def _is_said_to_be_tuned(own: OwnModel, prose: Sequence[str]) -> bool:
    found = (_SAID_TUNED.match(text[:300]) for text in prose[:_MOST_SENTENCES] if "tun" in text or "trained" in text)
    return any(
        match
        and "quanti" not in match[0].casefold()
        and (match["subject"][:4].casefold() in ("this", "it", "the ") or own.match(match["subject"]) > Match.SERIES)
        for match in found
    )


def _is_file_of(own: OwnModel, bases: Sequence[str]) -> bool:
    """True where what it was made from bears the model's own name, as the original of a quantized file does."""
    mine = words_of(own.name or "")
    return not mine.words or any(words_of(base).words == mine.words for base in bases)
