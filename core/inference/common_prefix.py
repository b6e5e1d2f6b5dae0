"""What questions have in common at their beginning, and whether it pays to decode it once.

System text, few-shot examples or a document stand at the head of many
prompts. They are decoded in a sequence of their own, the trunk, and copied
from there into the sequence of each question.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.inference.library import Tokens
from core.inference.prompting import PreparedRequest
from core.inference.writing import Work, start_work

TRUNK = 0  # its sequence; questions have 1…n_parallel
_SAVING = 64  # tokens that it must save before it is decoded by itself


@dataclass
class Trunk:
    """The common prefix in its own sequence."""

    tokens: Tokens
    work: Work

    @property
    def ready(self) -> bool:
        return not len(self.work.pending)


def grow(tokens: Tokens, there: int) -> Trunk:
    """A trunk of which `there` tokens are decoded already; no logits are wanted."""
    work = start_work(TRUNK, tokens, there)
    work.wanted[:] = False
    return Trunk(tokens, work)


def shared_tokens(trunk: Trunk | None, job: PreparedRequest) -> int:
    """Tokens that a question takes over from the trunk; its last one is always decoded, for its logits."""
    return min(common(trunk.tokens, job.tokens), len(job.tokens) - 1) if trunk else 0


def next_job(queue: Sequence[PreparedRequest], trunk: Trunk | None) -> PreparedRequest:
    """The first in the queue, unless another one shares much more with the trunk."""
    likeliest = max(queue, key=lambda job: shared_tokens(trunk, job))
    gain = shared_tokens(trunk, likeliest) - shared_tokens(trunk, queue[0])
    return likeliest if gain >= _SAVING else queue[0]


def worth_sharing(job: PreparedRequest, queue: Sequence[PreparedRequest], there: int) -> int:
    """Length of the prefix that this job shares with others in the queue; 0 when decoding it apart saves too little.

    there: tokens of this job that the trunk holds already.
    """
    lengths = [common(job.tokens, other.tokens) for other in queue if other is not job]
    wish = min(max(lengths, default=0), len(job.tokens) - 1)
    n_sharing = sum(length >= wish for length in lengths)
    return wish if (wish - there) * n_sharing >= _SAVING else 0


def common(left: Tokens, right: Tokens) -> int:
    """Length of the common prefix: 2 for (5, 6, 7) and (5, 6, 8)."""
    n = min(len(left), len(right))
    different = np.flatnonzero(left[:n] != right[:n])
    return int(different[0]) if len(different) else n
