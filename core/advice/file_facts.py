"""What the candidates' files themselves say about how far published scores carry."""

from collections.abc import Sequence

from core.advice.trust_or_test import FileFacts
from core.runs.records import Candidate

# At eight bits and more a file answers so nearly as its original that published scores carry over.
_AS_PUBLISHED = frozenset({"F32", "F16", "BF16", "Q8_0"})


def file_facts(candidates: Sequence[Candidate]) -> FileFacts:
    """Published scores are of the original weights: one candidate far from them is enough to leave them.

    >>> file_facts([Candidate("a", "/m/a.gguf", label="Q4_K_M")]).quantization
    'Q4_K_M'
    """
    labels = [c.label for c in candidates if c.label and c.label.upper() not in _AS_PUBLISHED]
    if not labels:
        return FileFacts()
    return FileFacts(quantization=", ".join(dict.fromkeys(labels)), quantized_by_others=True)
