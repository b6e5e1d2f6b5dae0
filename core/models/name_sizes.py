"""Sizes in names: 7B, 0.5B, 7B1, 135M, 8x7B, 34Bx2, 30B-A3B, 3B-A800M, 17B-16E, 1B-7B, E4B.

In billions of parameters. A mixture of experts has two sizes: all its
parameters, which fill the memory, and those used for each token, which set the
speed. The name of Llama 4 gives the second beside the number of experts, that
of Gemma 3n one for the memory it needs.

"8x7B" names the dense model whose feed-forward layers were multiplied; the
rest is there once. Those layers are about four fifths of a Llama or Mistral, so
Mixtral 8x7B has 46.7 billion, not 56. Ollama's 16x17b (Llama 4) gives what each
token uses.
"""

import re
from functools import partial

from core.models.name_rules import PartKind, bounded
from core.models.name_taker import NameTaker

_MIX = bounded(r"(\d{1,3})x(\d+(?:\.\d+)?)b|(\d+(?:\.\d+)?)bx(\d{1,3})")
_PAIR = bounded(r"(\d+(?:\.\d+)?)b-(\d+(?:\.\d+)?)b")  # OLMoE-1B-7B: used, then all
_ACTIVE = bounded(r"A(\d+(?:\.\d+)?)([BM])")
_EFFECTIVE = bounded(r"E(\d+(?:\.\d+)?)B")
_EXPERTS = bounded(r"(\d{1,3})E")
_BILLIONS = re.compile(r"(?<![A-Za-z0-9.])(\d+(?:\.\d+)?|\d_\d{1,2})[ ]?b(?![A-Za-z0-9])", re.IGNORECASE)
_BILLIONS_IN_TWO = re.compile(r"(?<![A-Za-z0-9.])(\d{1,2}b\d)(?![A-Za-z0-9])", re.IGNORECASE)  # 7b1 is 7.1
_GLUED_BILLIONS = re.compile(r"(?<=[A-Za-z]{3})(\d{1,3})b(?![A-Za-z0-9])", re.IGNORECASE)
_FEED_FORWARD = 0.81  # of a dense model; within 5 % of Mixtral 8x7B, 8x22B, Yi 34Bx2 and Mistral 2x7B
_LLAMA_4_USES_B = 17.0
MILLIONS = re.compile(r"(?<![A-Za-z0-9.])(\d+(?:\.\d+)?)m(?![A-Za-z0-9])", re.IGNORECASE)
TRILLIONS = re.compile(r"(?<![A-Za-z0-9.])(\d+(?:\.\d+)?)t(?![A-Za-z0-9])", re.IGNORECASE)

_SIZES = ((_BILLIONS, 1.0), (_BILLIONS_IN_TWO, 1.0), (_GLUED_BILLIONS, 1.0), (MILLIONS, 1e-3), (TRILLIONS, 1e3))


class Sizes:
    """The sizes that a name tells; None where it does not."""

    def __init__(self) -> None:
        self.size_b: float | None = None
        self.active_b: float | None = None
        self.experts: int | None = None

    def take_from(self, taker: NameTaker) -> None:
        """Take all sizes out of a name."""
        mixed = taker.take(_MIX, PartKind.SIZE, self._read_mix, most=1)
        taker.take(_PAIR, PartKind.SIZE, self._read_pair, most=1)
        taker.take(_ACTIVE, PartKind.ACTIVE, self._read_active, most=1)
        taker.take(_EFFECTIVE, PartKind.ACTIVE, self._read_effective, most=1)
        counted = taker.take(_EXPERTS, PartKind.EXPERTS, self._read_experts, most=1)
        for pattern, factor in _SIZES:
            if self.size_b is None or (mixed and factor == 1.0):  # Mixtral_34Bx2_MoE_60B tells the whole as well
                taker.take(pattern, PartKind.SIZE, partial(self._read_size, factor=factor), most=1)
        if counted and self.active_b is None:
            self.active_b, self.size_b = self.size_b, None

    def _read_mix(self, match: re.Match[str]) -> tuple[str, str] | None:
        experts, each = (match[1], match[2]) if match[1] else (match[4], match[3])
        if not int(experts) or not float(each):
            return None
        self.experts = int(experts)
        if float(each) == _LLAMA_4_USES_B:
            self.active_b = float(each)
            return f"{experts}x{each}b", f"a mixture of {experts} experts; each token uses {each} billion parameters"
        self.size_b = round(float(each) * (1 + _FEED_FORWARD * (self.experts - 1)), 1)
        return f"{experts}x{each}b", (
            f"a mixture of {experts} experts of {each} billion parameters; "
            f"they share layers: about {self.size_b:.3g} billion in all"
        )

    def _read_pair(self, match: re.Match[str]) -> tuple[str, str] | None:
        active, whole = float(match[1]), float(match[2])
        if not 0 < active < whole:
            return None
        self.active_b, self.size_b = active, whole
        return (
            f"{trim(whole)}b|a{trim(active)}b",
            f"{trim(whole)} billion parameters, {trim(active)} used for each token",
        )

    def _read_active(self, match: re.Match[str]) -> tuple[str, str] | None:
        if not float(match[1]):
            return None
        self.active_b = round(float(match[1]) * (1e-3 if match[2] in "mM" else 1.0), 6)
        return f"a{trim(self.active_b)}b", f"{_amount(self.active_b)} parameters used for each token"

    def _read_effective(self, match: re.Match[str]) -> tuple[str, str] | None:
        if not float(match[1]):
            return None
        self.active_b = float(match[1])
        return (
            f"e{trim(self.active_b)}b",
            f"needs the memory of {trim(self.active_b)} billion parameters; the file has more",
        )

    def _read_experts(self, match: re.Match[str]) -> tuple[str, str]:
        self.experts = int(match[1])
        return f"{match[1]}e", f"a mixture of {match[1]} experts; the size beside it is what each token uses"

    def _read_size(self, match: re.Match[str], *, factor: float) -> tuple[str, str] | None:
        size_b = round(float(re.sub("[_bB]", ".", match[1])) * factor, 6)
        if not size_b:  # no model has none: the word means something else
            return None
        self.size_b = size_b
        return f"{trim(self.size_b)}b", f"{_amount(self.size_b)} parameters"


def _amount(size_b: float) -> str:
    return f"{trim(size_b)} billion" if size_b >= 1 else f"{trim(size_b * 1000)} million"


def trim(number: float) -> str:
    return f"{number:g}"
