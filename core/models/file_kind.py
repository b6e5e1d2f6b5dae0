"""What kind of file a GGUF is, by its header, and whether a question can be asked of it.

Many things come as GGUF files: models that write text, and encoders, eyes,
adapters, vocabularies and importance matrices that do not. Each is refused
with what it is and what to choose instead. A file whose numbers stand in the
other byte order is a model too, but llama.cpp does not load it.
"""

import sys
from collections.abc import Sequence
from enum import StrEnum

from core.errors import ModelFileError
from core.models.header import Header
from core.models.names import ModelName


class FileKind(StrEnum):
    MODEL = "model"  # writes text
    EMBEDDING = "embedding"  # turns text into vectors
    PROJECTOR = "projector"  # the eyes or ears of another model (mmproj)
    ADAPTER = "adapter"  # LoRA: a change to another model
    VOCABULARY = "vocabulary"  # a tokenizer without weights
    IMATRIX = "imatrix"  # importance of another model's weights
    OTHER = "other"  # images, speech: not a language model


_INSTEAD = {
    FileKind.EMBEDDING: "an encoder: it turns texts into vectors and writes none. Choose a model that writes text",
    FileKind.PROJECTOR: "the eyes or ears of another model (mmproj): choose that model's own file",
    FileKind.ADAPTER: "an adapter (LoRA), a change to another model: choose a file with that model's weights",
    FileKind.VOCABULARY: "a vocabulary without weights: choose the model's own file",
    FileKind.IMATRIX: "an importance matrix, which the quantizer reads: choose a model file",
    FileKind.OTHER: "no language model, it has no vocabulary: choose a model that writes text",
}

_STATED_KINDS = {
    "mmproj": FileKind.PROJECTOR,
    "adapter": FileKind.ADAPTER,
    "imatrix": FileKind.IMATRIX,
    "vocab": FileKind.VOCABULARY,
}


def check_writes_text(headers: Sequence[Header]) -> None:
    """Raise ModelFileError, with what the file is instead, for one that no question can be asked of.

    >>> from pathlib import Path
    >>> eyes = Header(Path("mmproj-model-f16.gguf"), 0, 3, sys.byteorder, {"general.architecture": "clip"}, (), 0)
    >>> check_writes_text([eyes])
    Traceback (most recent call last):
        ...
    core.errors.ModelFileError: mmproj-model-f16.gguf is the eyes or ears of another model (mmproj): choose ...
    """
    check_byte_order(headers)
    if instead := _INSTEAD.get(_kind_by_header(headers)):
        raise ModelFileError(f"{headers[0].path.name} is {instead}")


def check_byte_order(headers: Sequence[Header]) -> None:
    """Raise ModelFileError for a file that was made for machines of the other byte order."""
    first = headers[0]
    if first.byte_order != sys.byteorder:
        raise ModelFileError(
            f"{first.path.name} is {first.byte_order}-endian and this machine is not: "
            "fetch the file for this kind of processor"
        )


def kind_of(headers: Sequence[Header], name: ModelName) -> FileKind:
    """By the headers of all parts; only an embedding model may be known by its name alone."""
    kind = _kind_by_header(headers)
    return FileKind.EMBEDDING if kind is FileKind.MODEL and name.is_embedding else kind


def _kind_by_header(headers: Sequence[Header]) -> FileKind:
    first = headers[0]
    stated = _STATED_KINDS.get((first.text("general.type") or "").lower())
    if first.architecture == "clip":
        stated = FileKind.PROJECTOR
    if stated is None and not any(header.tensors for header in headers):
        stated = FileKind.VOCABULARY
    if stated is not None:
        return stated
    if first.count("tokenizer.ggml.tokens") is None and first.text("tokenizer.ggml.model") is None:
        return FileKind.OTHER
    pooled = first.of_model("pooling_type") not in (None, 0)
    encoder = "bert" in first.architecture or first.architecture.startswith("t5encoder")
    return FileKind.EMBEDDING if pooled or encoder else FileKind.MODEL
