"""What a file of a ladder really holds, beside what its label says.

Labels are claims. llama.cpp takes another tensor type where a row is no
multiple of 256 weights, so that a "Q2_K" may hold mostly Q4_0; and a file made
from a quantized one keeps what that had lost.
"""

from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Final

from core.catalogue.quantization import find_label
from core.errors import ModelFileError
from core.models.model_file import ModelFile
from core.models.split_files import read_headers

_MAIN_TYPES: Final = {  # of mixtures
    "Q5_K_M": "Q5_K", "Q5_K_S": "Q5_K", "Q4_K_M": "Q4_K", "Q4_K_S": "Q4_K", "Q3_K_L": "Q3_K", "Q3_K_M": "Q3_K",
    "Q3_K_S": "Q3_K", "Q2_K_S": "Q2_K", "IQ3_M": "IQ3_S", "IQ3_XS": "IQ3_S", "IQ2_M": "IQ2_S", "MXFP4_MOE": "MXFP4",
}  # fmt: skip


def content_bits(file: ModelFile) -> float:
    """Bits per weight that the content can be worth: those measured, or fewer where the source had fewer.

    A requantized file keeps what its source had lost: a Q8_0 made from a Q4_1
    counts as Q4_1.
    """
    if file.made_from is None:
        return file.bpw
    source = find_label(file.made_from.removeprefix("requantized from ").split(" ")[0].strip("(),"))
    return min(file.bpw, source.typical_bpw) if source and source.typical_bpw else file.bpw


def describe_contents(file: ModelFile) -> str:
    """Label beside measurement: 'named Q2_K, holds Q4_0 71 %, Q8_0 28 %; 5.1 bpw'."""
    made = f", {file.made_from}" if file.made_from else ""
    return f"named {file.label}, holds {share_words(file) or 'nothing'}; {file.bpw:.2f} bpw{made}"


def share_words(file: ModelFile) -> str:
    """The tensor types of most weights, without those that round to none: 'Q4_0 71 %, Q8_0 28 %'."""
    return ", ".join(f"{name} {100 * share:.0f} %" for name, share in file.type_shares[:3] if share >= 0.005)


def is_mislabelled(file: ModelFile) -> bool:
    """Whether its layers are mostly of another type than its label stands for: their rows do not suit that one.

    Bits per weight of the whole file do not tell: in a small model the
    vocabulary's table alone, kept in more bits, lifts them.
    """
    main = main_type(file)
    return bool(find_label(file.label) and main and main != type_of_label(file.label)) and not file.dynamic


def main_type(file: ModelFile) -> str | None:
    """The tensor type of most weights of the layers: in a small model the vocabulary's table may outweigh them."""
    return _type_of_layers(file.path, file.fingerprint) or (file.type_shares[0][0] if file.type_shares else None)


@lru_cache(maxsize=500)
def _type_of_layers(path: Path, fingerprint: str) -> str | None:
    """None where the file cannot be read any more, or has no layers."""
    del fingerprint  # renews the entry when the file changes
    weights: Counter[str] = Counter()
    try:
        for header in read_headers(path):
            for tensor in header.tensors:
                if tensor.name.startswith("blk.") and len(tensor.shape) > 1:
                    weights[tensor.type_name] += tensor.weights
    except ModelFileError:
        return None
    return max(weights, key=lambda kind: weights[kind]) if weights else None


def type_of_label(label: str) -> str:
    """The tensor type that most of a file of that label is.

    >>> type_of_label("Q4_K_M"), type_of_label("IQ3_XS"), type_of_label("Q8_0")
    ('Q4_K', 'IQ3_S', 'Q8_0')
    """
    return _MAIN_TYPES.get(label, label)


def published_as(file: ModelFile) -> tuple[float, str]:
    """Under what published results speak for a file: bits per weight in a large model, and the words for it.

    A file is placed by the type that it mostly holds, under its label where the
    two agree. Dynamic files, and types without a label of their own, are placed
    by the bits that they measure.
    """
    main = main_type(file)
    if main is not None and not file.dynamic:
        if not is_mislabelled(file) and (known := find_label(file.label)) and known.typical_bpw:
            return known.typical_bpw, known.label
        if (known := find_label(main) or find_label(f"{main}_M")) and known.typical_bpw:
            return known.typical_bpw, f"{known.label}, which its layers mostly hold"
    return file.bpw, f"about {file.bpw:.1f} bits per weight"
