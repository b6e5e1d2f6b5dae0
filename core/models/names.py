"""The one parser of model names, file names and labels.

A name such as `bartowski/Qwen2.5-Coder-7B-Instruct-GGUF` is a row of parts that
makers put in any order. Known parts are recognised and explained; the rest is
kept word for word and said to be unknown. A name is a claim: nothing here is
measured.

    >>> name = parse_name("Qwen3-30B-A3B-Instruct-2507-UD-Q2_K_XL.gguf")
    >>> name.family, name.generation, name.size_b, name.active_b, name.quantization
    ('Qwen', '3', 30.0, 3.0, 'UD-Q2_K_XL')
"""

import re
from functools import lru_cache

from core.models.name_parser import ModelName, read_name
from core.models.name_rules import PartKind, Role
from core.models.name_taker import NamePart

__all__ = ["ModelName", "NamePart", "PartKind", "Role", "canonical_key", "explain_name", "find_unsaid", "parse_name"]

MAX_NAME_LENGTH = 400  # longer names are cut; no file system allows more than 255 for a file


@lru_cache(maxsize=4096)
def parse_name(text: str) -> ModelName:
    """Read a model name, a file name, a repo, a link to the Hub, or an Ollama tag. Never fails."""
    return read_name(text[:MAX_NAME_LENGTH])


def explain_name(text: str) -> list[tuple[str, str]]:
    """Each part of a name with its meaning, in the order of the name.

    >>> explain_name("gemma-3-1b-it-Q4_0.gguf")[2]
    ('1b', '1 billion parameters')
    """
    return [(piece.text, piece.meaning) for piece in parse_name(text).pieces]


def find_unsaid(text: str) -> tuple[str, ...]:
    """What one would want to know of a model and its name does not tell.

    >>> find_unsaid("phi-4-Q4_K_M.gguf")
    ('its size', 'whether it is a base model, follows instructions or thinks first')
    """
    name = parse_name(text)
    missing = {
        "its family": name.family is None,
        "its size": name.size_b is None and name.active_b is None,
        "the size of the whole": name.size_b is None and name.active_b is not None,
        "whether it is a base model, follows instructions or thinks first": not name.roles,
        "its quantization": name.quantization is None,
    }
    return tuple(words for words, is_missing in missing.items() if is_missing)


def canonical_key(text: str) -> str:
    """A key that is the same for one model under its different spellings.

    Publisher, quantization, file format and the order of the parts do not
    count; family, generation, size, role, version and date do. Two names with
    one key are the same model as far as names can tell.

        >>> canonical_key("bartowski/Meta-Llama-3.1-8B-Instruct-GGUF") == canonical_key("llama3.1:8b-instruct-q4_K_M")
        True
    """
    name = parse_name(text)
    ignored = {PartKind.PUBLISHER, PartKind.REPO, PartKind.QUANTIZATION, PartKind.IMATRIX, PartKind.FORMAT}
    ignored |= {PartKind.SPLIT, PartKind.MADE_FROM}
    counted = [
        piece
        for piece in name.pieces
        if (piece.kind not in ignored or piece.value == "mmproj") and piece.value != "latest"
    ]  # a projector is another thing than the model that it belongs to
    lead = sorted(_squeeze(piece.value) for piece in counted if piece.kind is PartKind.FAMILY)
    rest = {_key_part(piece) for piece in counted if piece.kind is not PartKind.FAMILY}
    return "|".join([*lead, *sorted(part for part in rest if part)])


def _key_part(piece: NamePart) -> str:
    squeezed = _squeeze(piece.value or piece.text)
    numbered = piece.kind in (PartKind.GENERATION, PartKind.VERSION)  # v3-3 is 3.3
    return re.sub(r"^v(?=\d)", "", squeezed) if numbered else squeezed


def _squeeze(text: str) -> str:
    return re.sub(r"[^\w.]+|_", "", text.lower())
