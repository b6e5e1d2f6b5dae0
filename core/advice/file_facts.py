"""What the candidates' files themselves say about how far published scores carry."""

from collections.abc import Sequence

from core.advice.trust_or_test import FileFacts
from core.runs.records import Candidate

_UNQUANTIZED = frozenset({"F32", "F16", "BF16"})


def file_facts(candidates: Sequence[Candidate]) -> FileFacts:
    """Published scores are of the original weights: one quantized candidate is enough to leave them.

    >>> file_facts([Candidate("a", "/m/a.gguf", label="Q4_K_M")]).quantization
    'Q4_K_M'
    """
    labels = [c.label for c in candidates if c.label and c.label.upper() not in _UNQUANTIZED]
    if not labels:
        return FileFacts()
    return FileFacts(quantization=", ".join(dict.fromkeys(labels)), quantized_by_others=True)
