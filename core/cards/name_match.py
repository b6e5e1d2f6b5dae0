"""How surely a label names a model: the same words, a shorter form, a longer one, another stage, a series."""

import re
from dataclasses import replace
from enum import IntEnum

from core.cards.model_words import FAMILY_STEMS
from core.cards.name_words import Words, versions_of


class Match(IntEnum):
    """How surely a label names the card's own model."""

    NONE = 0
    LONGER = 1  # the card's name with more words, or its base's: counts only when no other label is like it
    SERIES = 2  # the card's name is part of the label: a member of the family the card is about
    STAGE = 3  # the same model at another stage of training
    PART = 4  # the label is a shorter form of the card's name
    SAME = 5
    EXACT = 6  # to the letter, file format included
    SAID = 7  # the label says "ours" or "this model"


def other_size(own: Words, label: Words) -> bool:
    """True where both name sizes and neither's are among the other's: 30B and 30B-A3B are one model."""
    return bool(own.sizes and label.sizes and not (own.sizes <= label.sizes or label.sizes <= own.sizes))


def match_names(own: Words, label: Words) -> Match:
    if not label.words or not own.words:
        return Match.NONE
    if label.words == label.sizes:
        return Match.PART if own.sizes and own.sizes == label.sizes else Match.NONE  # "2B params"
    if own.key == label.key:
        return Match.EXACT
    if re.fullmatch(r"v\d+", label.key) and label.words == versions_of(own):
        return Match.PART  # "v3" beside "v2" on the card of Lumen v3
    if not label.sizes and len(label.key) >= 6 and label.key == _without_size(own):
        return Match.PART  # "Lumen-Guard" of LumenGuard-7B
    return Match.NONE if other_size(own, label) else _match_words(own, label)


def _without_size(words: Words) -> str:
    key = words.key
    for size in words.sizes:
        key = key.replace(size.replace(".", ""), "", 1)
    return key


def _match_words(own: Words, label: Words) -> Match:
    if own.words == label.words:
        if own.context and label.context and own.context != label.context:
            return Match.NONE
        same_stage = own.stage == label.stage or not own.stage or not label.stage
        return Match.SAME if same_stage else Match.STAGE
    if _without_base(own, label):
        return Match.PART
    if label.words < own.words and own.first in label.words:
        return _match_shorter(own, label)
    if own.words < label.words or _runs_on(own.key, label.key):
        return _match_longer(own, label)
    return _match_loosely(own, label)


def _match_shorter(own: Words, label: Words) -> Match:
    if "original" in label.stage and _adds_a_word(own, label):
        return Match.NONE  # "Brio-3 Original 8B" on the card of Brio-3-Ko-8B
    if _is_base(own, label):
        return Match.LONGER
    # A shorter form must keep the version, or "Llama" would stand for Llama 3.1; with the size it may go.
    missing = own.words - label.words - own.sizes
    versions = not label.sizes and any(word[0].isdigit() for word in missing)
    family = label.words == {own.first} and own.first in FAMILY_STEMS and bool(missing)
    return _match_loosely(own, label) if versions or family else Match.PART


def _adds_a_word(own: Words, label: Words) -> bool:
    return any(word.isalpha() for word in own.words - label.words - own.sizes)


_TUNED = frozenset(("instruct", "chat", "it"))


def _match_longer(own: Words, label: Words) -> Match:
    if own.sizes:
        return Match.LONGER
    # A series is called by its first word: OpenLLaMA is no LLaMA-MoE.
    named = label.stage or _TUNED  # "Lumen 3 1B" on the card of Lumen 3 Instruct leaves the stage open
    begins = own.first == label.first and own.stage <= named
    # A method is called after what it was used on: "Llama-3-8B-LUMO".
    begins |= own.first not in FAMILY_STEMS and len(own.first) >= 4 and label.first in FAMILY_STEMS
    return Match.SERIES if begins or _runs_on(own.key, label.key) else Match.NONE


def _is_base(own: Words, label: Words) -> bool:
    """True for "Brio-3-8B" of Brio3-LumoChat-8B: nothing in the label is the model's own."""
    named = {word for word in own.words - own.sizes if not word[0].isdigit() and word not in FAMILY_STEMS}
    plain = all(word[0].isdigit() or word in FAMILY_STEMS for word in label.words)
    return plain and any(len(word) >= 5 for word in named)


def _without_base(own: Words, label: Words) -> bool:
    """True for "LumoChat-1.5-8B" of Brio3-LumoChat-1.5-8B: what is missing is the family it was made from."""
    missing = own.words - label.words
    return (
        label.words < own.words
        and own.first in FAMILY_STEMS
        and own.first in missing
        and label.first not in FAMILY_STEMS
        and len(label.first) >= 4
        and label.first[0].isalpha()
        and all(word == own.first or word[0].isdigit() for word in missing)
    )


def _match_loosely(own: Words, label: Words) -> Match:
    if label.words == {own.first}:
        # "lumo" of lumo-dpo-7b-v0.1, where no other label is like it; "mistral" stands for others than Mistral-7B-Lumo.
        plain = all(word[0].isdigit() for word in own.words - {own.first})
        return Match.LONGER if len(own.first) >= 4 and (plain or own.first not in FAMILY_STEMS) else Match.NONE
    # "Solo-10.7B-Lumencocktail" of Lumencocktail-10.7B-v1: a word of its own and the size, and no other version.
    others = label.words - own.words
    foreign = any(word[0].isdigit() or (word in FAMILY_STEMS and own.first in FAMILY_STEMS) for word in others)
    sized = own.sizes and (not label.sizes or label.sizes == own.sizes)
    if sized and own.first in label.words and len(own.first) >= 6 and not foreign:
        return Match.LONGER
    if not own.sizes and label.sizes and _without_base(own, replace(label, words=label.words - label.sizes)):
        return Match.SERIES  # "LumoChat-1.5-8B" of the release Brio3-LumoChat-1.5
    # "Lumo-Math-7B" of a card about Lumo-1.
    rest = own.words - {own.first}  # "DevOps-Model-14B" of the maker's own-devops-model
    if not own.sizes and rest < label.words and any(len(word) >= 6 and word not in FAMILY_STEMS for word in rest):
        return Match.SERIES
    if own.sizes == label.sizes and label.first not in FAMILY_STEMS and _one_letter_apart(own.key, label.key):
        return Match.LONGER  # a slip of the pen: "LumenLL-7B"
    brief = len(own.first) >= 3 and own.first not in FAMILY_STEMS and len(own.words) <= 2
    other_version = bool(versions_of(own)) and not versions_of(label) <= versions_of(own)
    return Match.SERIES if brief and not own.sizes and own.first == label.first and not other_version else Match.NONE


def _one_letter_apart(a: str, b: str) -> bool:
    """True where one letter more, less or other makes the one from the other; short keys are never alike."""
    short, long = sorted((a, b), key=len)
    if len(short) < 7 or len(long) - len(short) > 1 or short == long:
        return False
    at = next((i for i, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
    rest = short[at + 1 :] if len(short) == len(long) else short[at:]
    return long[at + 1 :] == rest and long[at].isalpha()


def _runs_on(own: str, label: str) -> bool:
    """True where the label is the name and more, however it is spaced: OpenLLaMA and "Open LLaMA 7B"."""
    rest = label[len(own) :]
    return len(own) >= 6 and label.startswith(own) and bool(rest) and not (own[-1].isdigit() and rest[0].isdigit())
