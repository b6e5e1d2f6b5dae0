"""A model file as the user meets it: what its name says, what its header says, what was measured.

Labels are claims. The name's label and the header's label are kept apart, and
the bits per weight and the tensor types are computed from the tensors, so that
a "Q2_K" of a small model which holds mostly Q4_0 is seen for what it is.
"""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.catalogue.quantization import find_label, label_of_file_type, tensor_types
from core.models.file_kind import FileKind, kind_of
from core.models.fingerprint import fingerprint_of
from core.models.header import Header
from core.models.memory_shape import MemoryShape, memory_shape
from core.models.names import ModelName, parse_name
from core.models.split_files import read_headers

# What our own quantizer writes into general.description.
_MADE_FROM = re.compile(r"requantized from (\S+)")


@dataclass(frozen=True)
class ModelFile:
    """One model in one quantization, whole or split over parts. None: the file does not say."""

    path: Path  # the first part; the one to load
    parts: tuple[Path, ...]
    size_bytes: int  # of all parts
    kind: FileKind
    display_name: str
    architecture: str
    parameters: int
    active_parameters: int  # used for each token; fewer than all only in a mixture of experts
    bpw: float  # bits per weight, measured over all tensors
    type_shares: tuple[tuple[str, float], ...]  # tensor type, share of the weights; the largest first
    label_from_name: str | None
    label_from_header: str | None
    n_ctx_train: int | None
    n_layers: int
    n_vocab: int | None
    n_experts: int
    has_template: bool
    fingerprint: str
    memory: MemoryShape  # what the memory at any context follows from
    source: str = ""  # where it was found, such as "LM Studio"
    made_from: str | None = None  # such as "requantized from Q4_1"
    imatrix: bool = False
    qat: bool = False
    dynamic: bool = False  # each layer has a type of its own (UD-)
    repo: str | None = None  # publisher/name on the Hub, where the place tells it
    publisher: str | None = None  # who made this file if that is known, else who made the model
    licence: str | None = None
    languages: tuple[str, ...] = ()
    base_models: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()  # what the user should know, in sentences
    other_paths: tuple[Path, ...] = ()  # the same content elsewhere

    @property
    def label(self) -> str:
        """The quantization to show: the name's label, else the header's, else the main tensor type."""
        main = self.type_shares[0][0] if self.type_shares else "unknown"
        return self.label_from_name or self.label_from_header or main

    @property
    def labels_disagree(self) -> bool:
        """Name and header tell different quantizations."""
        return labels_disagree(self.label_from_name, self.label_from_header)


def load_model_file(path: Path, source: str = "", name: str | None = None, repo: str | None = None) -> ModelFile:
    """Read a model file and all its parts.

    `name` stands in for a file name that says nothing (a blob); `repo` is
    publisher/name when it is known where the file came from.

    Raises ModelFileError with a sentence for anything that cannot be loaded.

        >>> file = load_model_file(Path("SmolLM2-135M-Instruct.Q4_1.gguf"))  # doctest: +SKIP
        >>> file.label, round(file.bpw, 2), file.type_shares[0][0], file.parameters  # doctest: +SKIP
        ('Q4_1', 5.74, 'Q4_1', 134515008)
    """
    headers = read_headers(path)
    return describe(headers, fingerprint_of(headers), source, name, repo)


def describe(
    headers: Sequence[Header],
    fingerprint: str,
    source: str = "",
    name: str | None = None,
    repo: str | None = None,
) -> ModelFile:
    """What the headers of all parts say together."""
    first = headers[0]
    shown = name or first.path.name
    parsed = parse_name(shown)
    weights = sum(header.weights for header in headers)
    bits = 8 * sum(header.data_bytes for header in headers)
    from_header = _header_label(first)
    shares = _type_shares(headers)
    bpw = bits / weights if weights else 0.0
    return ModelFile(
        path=first.path,
        parts=tuple(header.path for header in headers),
        size_bytes=sum(header.size_bytes for header in headers),
        kind=kind_of(headers, parsed),
        display_name=(parsed.stem if shown.lower().endswith(".gguf") else shown) or first.text("general.name") or "",
        architecture=first.architecture,
        parameters=weights,
        active_parameters=_active_parameters(headers),
        bpw=bpw,
        type_shares=shares,
        label_from_name=parsed.quantization,
        label_from_header=from_header,
        n_ctx_train=_context_length(first),
        n_layers=first.layers,
        n_vocab=first.count("tokenizer.ggml.tokens") or first.of_model("vocab_size"),
        n_experts=first.of_model("expert_count") or 0,
        has_template=any(key.startswith("tokenizer.chat_template") for key in first.values),
        fingerprint=fingerprint,
        memory=memory_shape(headers),
        source=source,
        made_from=_made_from(first, parsed),
        imatrix=parsed.imatrix or any(key.startswith("quantize.imatrix") for key in first.values),
        qat=parsed.qat or _says_qat(first),
        dynamic=parsed.dynamic,
        repo=repo,
        publisher=_publisher(first, parsed, repo),
        licence=first.text("general.license"),
        languages=first.strings("general.languages"),
        base_models=_base_models(first),
        notes=tuple(_notes(first, shares, parsed.quantization, from_header, bpw)),
    )


def labels_disagree(from_name: str | None, from_header: str | None) -> bool:
    """Whether two labels tell different recipes; a maker's variation is compared by its bits.

    >>> labels_disagree("Q4_K_M", "Q8_0"), labels_disagree("UD-Q2_K_XL", "Q2_K")
    (True, False)
    """
    if not from_name or not from_header:
        return False
    known, other = find_label(from_name), find_label(from_header)
    if known and other:
        return known.label != other.label
    return _bits(from_name) != _bits(from_header)


def _bits(label: str) -> str | None:
    match = re.search(r"\d+", label)
    return match[0] if match else None


def _context_length(header: Header) -> int | None:
    """None for a number that llama.cpp's 32 bits cannot hold, or that no model was trained for."""
    length = header.of_model("context_length")
    return length if length is not None and 0 < length < 1 << 32 else None


def _header_label(header: Header) -> str | None:
    file_type = header.integer("general.file_type")
    if file_type is None:
        return None
    return label_of_file_type(file_type) or f"file type {file_type}"


def _type_shares(headers: Sequence[Header]) -> tuple[tuple[str, float], ...]:
    weights: dict[str, int] = {}
    for header in headers:
        for tensor in header.tensors:
            weights[tensor.type_name] = weights.get(tensor.type_name, 0) + tensor.weights
    total = sum(weights.values())
    if not total:
        return ()
    return tuple((name, count / total) for name, count in sorted(weights.items(), key=lambda item: -item[1]))


_EXPERT_TENSOR = re.compile(r"_(ch)?exps\b|ffn_(gate|up|down)\.\d+\.")


def _active_parameters(headers: Sequence[Header]) -> int:
    """All weights but those of the experts that a token does not visit."""
    first = headers[0]
    experts, used = first.of_model("expert_count") or 0, first.of_model("expert_used_count") or 0
    weights = sum(header.weights for header in headers)
    if not 0 < used < experts:
        return weights
    in_experts = sum(
        tensor.weights for header in headers for tensor in header.tensors if _EXPERT_TENSOR.search(tensor.name)
    )
    return weights - in_experts + in_experts * used // experts


def _says_qat(header: Header) -> bool:
    said = " ".join(header.text(f"general.{key}") or "" for key in ("name", "finetune", "basename", "description"))
    return bool(re.search(r"\bqat\b", said.replace("-", " "), re.IGNORECASE))


def _made_from(header: Header, parsed: ModelName) -> str | None:
    described = _MADE_FROM.search(header.text("general.description") or "")
    if described:
        return described[0]
    return f"requantized from {parsed.made_from}" if parsed.made_from else None


def _publisher(header: Header, parsed: ModelName, repo: str | None) -> str | None:
    if repo:
        return repo.partition("/")[0]
    return parsed.publisher or header.text("general.organization") or header.text("general.author")


def _base_models(header: Header) -> tuple[str, ...]:
    found = []
    for index in range(min(header.integer("general.base_model.count") or 0, 16)):
        name = header.text(f"general.base_model.{index}.name")
        url = header.text(f"general.base_model.{index}.repo_url") or ""
        repo = re.search(r"huggingface\.co/([^/]+/[^/]+)", url)
        if repo or name:
            found.append(repo[1] if repo else str(name))
    return tuple(found)


def _notes(
    header: Header, shares: tuple[tuple[str, float], ...], from_name: str | None, from_header: str | None, bpw: float
) -> list[str]:
    notes = []
    if header.byte_order != sys.byteorder:
        notes.append(f"The file is {header.byte_order}-endian and this machine is not: fetch the other version.")
    removed = {kind.name for kind in tensor_types().values() if kind.removed}
    if any(name in removed for name, _ in shares):
        notes.append("Its tensors are arranged for old ARM builds and no longer load: fetch the Q4_0 file.")
    if any(name.startswith("type ") for name, _ in shares):
        notes.append("It has a tensor type newer than this version of Surefit: it may not load.")
    if labels_disagree(from_name, from_header):
        notes.append(f"Its name says {from_name}, its header {from_header}.")
    label = from_name or from_header
    known = find_label(label) if label else None
    if known and known.typical_bpw and shares and bpw > 1.25 * known.typical_bpw:
        main, share = shares[0]
        notes.append(
            f"Labelled {label}, but it measures {bpw:.1f} bits per weight: {100 * share:.0f} % of its weights "
            f"are {main}."
        )
    return notes
