"""Which rows or columns of a quantized file's card are the file's own, and which are its original's.

What was measured on the file is its own. What was measured on the unquantized original is own only where the card
shows nothing else; a check then says that the scores are those of another file.
"""

import re
from collections.abc import Sequence

from core.cards.model_words import FAMILY_STEMS
from core.cards.name_words import words_of
from core.cards.own_model import OwnModel
from core.cards.quantizers import names_quantization

_KIND = re.compile(
    r"(?i)(?<![a-z0-9])(?:gguf|ggml|gptq|awq|exl[23]|mlx|hqq|eetq|aqlm|quip|bnb|bitsandbytes|autoround|qat|ptq|nf4|"
    r"(?:nv|mx)fp[468]|i?q\d(?:_\w{1,4})?)(?![a-z])"
)
_BARE_LEVEL = re.compile(r"(?i)\W*i?q[1-8](?:\W{1,4}i?q[1-8]){0,2}\W*")  # "Q4" as all that a row says
_LEVEL = re.compile(
    r"(?i)\W*(?:(?:ud|smol)[-_])?(?:[it]?q[1-8](?:_\w{1,6}){0,3}|(?:nv|mx)fp[468](?:_\w{1,6})?|int[2348]|fp8|nf4|"
    r"\d(?:\.\d{1,2})?[ -]?(?:bits?|bpw))\W*"
)
_SAME_KIND = {"ggml": "gguf", "bitsandbytes": "bnb", "nf4": "bnb"}
_LIBRARIES = frozenset(("gptq", "awq", "exl2", "exl3", "hqq", "eetq", "aqlm", "quip", "bnb", "gguf", "ptq", "qat"))
_BITS = re.compile(
    r"(?i)(?<![a-z0-9])(?:(?:nv|mx)?fp|int|nf|w|i?q)(\d{1,2})(?!\d)|"
    r"(?<![\d.])(\d{1,2})(?:\.\d{1,2})?[ -]?(?:bits?|bpw)\b"
)


def of_the_file(texts: Sequence[str], owned: Sequence[bool], own: OwnModel) -> list[bool]:
    """Which of the owned rows are the file's, by what they and the cells beside them say of the precision.

    Where none of them is told to be quantized as the file is, all that the card shows is the original.
    """
    if own.said or not is_of_a_file(own):
        return list(owned)
    told = [place for place, mine in enumerate(owned) if mine and fits_file(texts[place], own)]
    if not told or len(told) == sum(owned):
        return list(owned)
    return [place in told for place in range(len(owned))]


def is_level(label: str, own: OwnModel) -> bool:
    """True for a row of a quantized repo that says a quantization and nothing else: "Q4_K_M", "4.25 bpw", "AWQ".

    One that the file's name says to be another, as "GPTQ" on the card of an AWQ file, is none of its own.
    """
    if not label or not is_of_a_file(own):
        return False
    if not names_quantization(label[:60]):
        return bool(_LEVEL.fullmatch(label[:60]))
    named = words_of(label[:60])
    return bool(_LEVEL.fullmatch(label[:60]) or not named.words | named.stage) and fits_file(label, own)


def by_last_word(labels: Sequence[str | None], own: OwnModel) -> list[bool]:
    """Which labels hold the word that the file's name ends in, "sparkle defaults" on the card of Wren-8B-FP8-sparkle.

    It is what the file was made for, where the name before it is that of another file.
    """
    last = re.split(r"[-_. /]", own.name or "")[-1].casefold()
    telling = len(last) > 4 and last.isalpha() and not names_quantization(last) and words_of(last).words == {last}
    if not telling or last in FAMILY_STEMS:
        return [False] * len(labels)
    return [last in re.findall(r"[a-z]+", (label or "")[:80].casefold()) for label in labels]


def nearest_to_file(texts: Sequence[str], own: OwnModel) -> list[bool]:
    """Of labels that are precisions or say that something is quantized, those of the card's file."""
    fitting = [fits_file(text, own) for text in texts]
    mine = _kinds(own.name or "")
    shared = [len(mine & _kinds(text)) if fits else -1 for text, fits in zip(texts, fitting, strict=True)]
    most = max(shared, default=-1)
    return [fits and count == most for fits, count in zip(fitting, shared, strict=True)]


def is_of_a_file(own: OwnModel) -> bool:
    return bool(own.name) and names_quantization(own.name or "")


def fits_file(text: str, own: OwnModel) -> bool:
    """True for words that tell of a quantization, and of none other than the one in the card's name.

    >>> own = OwnModel(("Wren-8B-GPTQ-Int4",))
    >>> [fits_file(text, own) for text in ("Wren-8B-GPTQ-4bit", "Wren-8B-GPTQ-Int8", "Wren-8B", "AWQ", "Quantized")]
    [True, False, False, False, True]
    """
    if not (names_quantization(text) or _BARE_LEVEL.fullmatch(text)):
        return False
    mine, other = _kinds(own.name or ""), _kinds(text)
    wide, narrow = _bits(own.name or ""), _bits(text)
    if wide and narrow and not wide & narrow:
        return False
    libraries = mine & _LIBRARIES, other & _LIBRARIES
    return not (all(libraries) and not libraries[0] & libraries[1])


def _kinds(text: str) -> frozenset[str]:
    found = {kind[0].casefold() for kind in _KIND.finditer(text[:200])}
    found |= {"gguf" for kind in found if re.match(r"i?q\d", kind)}
    return frozenset(_SAME_KIND.get(kind, kind) for kind in found)


def _bits(text: str) -> frozenset[str]:
    return frozenset(str(int(bits[1] or bits[2])) for bits in _BITS.finditer(text[:200]))
