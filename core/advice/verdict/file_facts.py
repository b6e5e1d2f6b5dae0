"""What the candidates' files themselves say about how far published scores carry."""

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

from core.advice.claims.trust_or_test import FileFacts
from core.errors import ModelFileError
from core.models.model_file import ModelFile, load_model_file
from core.models.names import parse_name
from core.runs.records import Candidate, CandidateKind

# At eight bits and more a file answers so nearly as its original that published scores carry over.
_AS_PUBLISHED = frozenset({"F32", "F16", "BF16", "Q8_0"})

LOW_BPW: Final = 4.5  # measured bits per weight below which a file is far from its original
_LOW_LABEL: Final = re.compile(r"(UD-)?(I?Q[123]|TQ[12])(_|$)", re.IGNORECASE)


def load_header(candidate: Candidate) -> ModelFile | None:
    """What the candidate's file says of itself; None for a server, and where the file is gone or another one by now."""
    if candidate.kind is not CandidateKind.FILE or not Path(candidate.location).is_file():
        return None
    try:
        file = load_model_file(Path(candidate.location))
    except ModelFileError:
        return None
    return file if file.fingerprint == candidate.fingerprint else None


def load_loss_of_weights(candidate: Candidate) -> str:
    """Why the file is far from the original weights, as a clause; "" where it is not, or nothing is known.

    >>> load_loss_of_weights(Candidate("a", "/m/a.gguf", label="Q2_K"))
    'this file is a low quantization of them (Q2_K)'
    """
    file = load_header(candidate)
    label = candidate.label or parse_name(candidate.name).quantization or ""
    if file is not None and file.made_from is not None:
        return f"this file was {file.made_from}"
    if file is not None and 0 < file.bpw < LOW_BPW:
        return f"this file is a low quantization of them ({label or file.label}, {file.bpw:.1f} bpw)"
    if _LOW_LABEL.match(label):
        return f"this file is a low quantization of them ({label})"
    return ""


def file_facts(candidates: Sequence[Candidate], made_here: Collection[str] = ()) -> FileFacts:
    """Published scores are of the original weights: one candidate far from them is enough to leave them.

    `made_here` are the paths of files that Surefit made; a file whose header
    says that it was requantized by Surefit counts as well.

    >>> file_facts([Candidate("a", "/m/a.gguf", label="Q4_K_M")]).quantization
    'Q4_K_M'
    """
    own: list[str] = []
    foreign: list[str] = []
    for candidate in candidates:
        if candidate.label and candidate.label.upper() not in _AS_PUBLISHED:
            (own if _is_made_here(candidate, made_here) else foreign).append(candidate.label)
    labels = dict.fromkeys(foreign)
    return FileFacts(
        quantization=", ".join(labels) or None,
        quantized_by_others=bool(labels) or None,
        made_here=", ".join(dict.fromkeys(own)) or None,
    )


def _is_made_here(candidate: Candidate, made_here: Collection[str]) -> bool:
    if candidate.location in made_here:
        return True
    file = load_header(candidate)
    return file is not None and file.made_from is not None
