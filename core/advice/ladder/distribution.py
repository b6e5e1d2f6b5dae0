"""What the distances of predictions say about the rungs of a ladder, and what they do not.

KL divergence condemns: a rung whose predictions lie far from the reference's
has been damaged. It does not rank the good ones: near the top of a ladder its
order was reported to agree with that of scores about as much as chance does
(rank correlation about 0); there flips and scores decide. It says how much
changes, not whether for the better.

Where "far" begins is taken from published divergences of Llama 3 8B
(data/quantization.json): 4-bit files stay below 0.1 nats a token, and of the
others those that lose several points of MMLU lie above it.

All rungs read the same chunks, so a rung is held against the reference, and
against the next nearer rung, by the differences within chunks, with Student's t
for as many chunks as there are.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

import numpy as np
from scipy import special

from core.catalogue.quantization import quantization_labels
from core.runs.distributions import Distribution, Figure

SLIGHT, FAR = 0.01, 0.10  # nats a token
_TINY_RATIO: Final = 0.01  # of perplexities, as a logarithm: one per cent
_TINY: Final = ": a real difference, but a tiny one that scores on questions will hardly show."
_SURE: Final = 0.95  # from one side

PURPOSES: Final = (
    "KL divergence condemns bad rungs; near the top of the ladder it does not rank them (reported rank correlation "
    "about 0): there flips and scores do.",
    "KL says how much changes, not whether for the better.",
    "Perplexity is how surprised a file is by the text: a rung above the reference has lost, one below it may only be "
    "blurred. Perplexities of other vocabularies cannot be compared; bits per byte can.",
    "The share of positions with the same top token is what greedy writing sees: where it differs, an answer may turn.",
)


class Distance(StrEnum):
    NONE = "no different"
    SLIGHT = "slightly different"
    CLEAR = "different"
    FAR = "far off"


@dataclass(frozen=True)
class DistributionRow:
    """One rung on one text."""

    name: str
    measured: Distribution
    distance: Distance
    worse: bool  # its perplexity is above the reference's, with 95 %
    sentence: str
    nearer: str | None = None  # the rung before it in this order
    further_by: Figure | None = None  # KL divergence beyond that rung's, paired by chunk
    is_further: bool = False  # more than chance, with 95 %

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            **self.measured.to_dict(),
            "distance": str(self.distance),
            "worse": self.worse,
            "sentence": self.sentence,
            "nearer": self.nearer,
            "further_by": None if self.further_by is None else vars(self.further_by),
            "is_further": self.is_further,
        }


def read_distributions(measured: Mapping[str, Distribution]) -> tuple[DistributionRow, ...]:
    """One row a rung, by its name, the nearest first."""
    rows = sorted((_row(name, found) for name, found in measured.items()), key=lambda row: row.measured.kl.value)
    return tuple(_beside(row, rows[at - 1] if at else None) for at, row in enumerate(rows))


def figure_words(figure: Figure, digits: int = 3, factor: float = 1.0) -> str:
    """A figure with its standard error.

    >>> figure_words(Figure(0.02815, 0.0011), 4)
    '0.0282 ± 0.0011'
    """
    value = f"{factor * figure.value:.{digits}f}"
    return value if figure.error is None else f"{value} ± {factor * figure.error:.{digits}f}"


def published_divergence(label: str) -> float | None:
    """The mean KL divergence of that label on Llama 3 8B and Wikitext-2, without an importance matrix if known."""
    known = next((q for q in quantization_labels() if q.label == label), None)
    if known is None or not known.divergence:
        return None
    return min(known.divergence, key=lambda d: d.imatrix).kld


def _row(name: str, found: Distribution) -> DistributionRow:
    worse = _above_zero(found.log_ratio, found.n_chunks)
    distance = _distance(found.kl)
    more = 100 * (found.perplexity.value / found.reference_perplexity.value - 1)
    said = {
        Distance.NONE: f"{name} predicts what the reference predicts.",
        Distance.SLIGHT: f"{name} changes little (KL {found.kl.value:.3f}); whether that matters, scores tell.",
        Distance.CLEAR: f"{name} is different (KL {found.kl.value:.3f}); whether for worse, scores tell.",
        Distance.FAR: f"{name} is far off (KL {found.kl.value:.2f}): a damaged rung.",
    }[distance]
    if worse:
        said += f" Its perplexity is {_more_words(more)} above the reference's, more than chance"
        said += (
            _TINY if abs(found.log_ratio.value) < _TINY_RATIO and distance in (Distance.NONE, Distance.SLIGHT) else "."
        )
    return DistributionRow(name, found, distance, worse, said)


def _more_words(more: float) -> str:
    """Percent with one digit, or that it is less than one digit shows."""
    return "less than 0.1 %" if more < 0.05 else f"{more:.1f} %"


def _beside(row: DistributionRow, nearer: DistributionRow | None) -> DistributionRow:
    """The row with its distance beyond that of the next nearer rung, where both read the same chunks."""
    if nearer is None or not 1 < len(row.measured.kl_by_chunk) == len(nearer.measured.kl_by_chunk):
        return row
    differences = np.subtract(row.measured.kl_by_chunk, nearer.measured.kl_by_chunk)
    beyond = Figure(float(differences.mean()), float(differences.std(ddof=1)) / math.sqrt(len(differences)))
    further = _above_zero(beyond, len(differences))
    said = (
        f" It strays further than {nearer.name}, by {figure_words(beyond, 4)} nats."
        if further
        else f" No further than {nearer.name}, as far as this text tells."
    )
    return replace(row, sentence=row.sentence + said, nearer=nearer.name, further_by=beyond, is_further=further)


def _above_zero(figure: Figure, n_chunks: int) -> bool:
    """Whether a mean over chunks is above zero with 95 %; never for a single chunk."""
    if figure.error is None or n_chunks < 2:
        return False
    return figure.value > figure.error * float(special.stdtrit(n_chunks - 1, _SURE))


def _distance(kl: Figure) -> Distance:
    if kl.value >= FAR:
        return Distance.FAR
    if kl.value >= SLIGHT:
        return Distance.CLEAR
    return Distance.SLIGHT if kl.value >= 0.001 else Distance.NONE
