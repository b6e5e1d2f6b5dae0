"""From pairs of models to MDAD: how large a gap must be for a part of the questions to rank it rightly.

Each comparison is a pair of models with two gaps: the true one (on all
questions of reference) and the one that the chosen questions show. Agreement
is the share of comparisons in which both point the same way; MDAD is the gap
from which on agreement reaches 80 %.

Two readings of the same pairs:

- The published rule (Yauney, Warraich & Swayamdipta, ICLR 2026, as their code
  has it): bins of half a point by the true gap, a tie on the chosen questions
  counts as wrong, the label is the left edge of the first bin that reaches
  80 %. Three bins (14.5, 28.5 and 29 points) are never read, because labels
  are rounded down twice. It is kept as it is, to reproduce published figures.
- The sound rule: a tie is worth a half, bins are merged until each holds
  enough pairs, the curve may only rise (isotonic regression), and the crossing
  is interpolated. One lucky pair in a sparse bin can no longer set MDAD, and a
  curve that never reaches 80 % says so instead of saying 50 points.

Uncertainty: models and trials are drawn again, not pairs. The pairs of a trial
share their models and their questions; treating them as independent, as the
published code does, makes the interval too narrow.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy import optimize, sparse

from core.stats.counts import Floats

LEVEL: Final = 0.8
BIN_WIDTH: Final = 0.005
FEWEST_PAIRS: Final = 50  # comparisons in a bin of the sound curve
RESAMPLES: Final = 100
_BLOCK: Final = 50  # resamples computed at once
_BINS: Final = round(1 / BIN_WIDTH) + 1
_TIE: Final = 1e-9  # rounding noise of means of fractions


@dataclass(frozen=True)
class Pairs:
    """Comparisons of two models; vectors of equal length."""

    true_gap: Floats  # signed, shares
    seen_gap: Floats  # the same pair on the chosen questions
    first: np.ndarray  # row of each model, for drawing models again
    second: np.ndarray
    trial: np.ndarray  # which trial, and so which questions

    def __len__(self) -> int:
        return len(self.true_gap)


@dataclass(frozen=True)
class AgreementCurve:
    """Agreement by true gap, rising; one entry for each merged bin."""

    gap: Floats  # mean true gap of the bin, a share
    agreement: Floats
    pairs: Floats  # comparisons in the bin

    @property
    def mdad(self) -> float | None:
        """The gap at which the curve crosses 80 %; None when it never does.

        Between bins it is interpolated; a gap of zero is a coin flip.
        """
        reached = np.flatnonzero(self.agreement >= LEVEL)
        if len(reached) == 0:
            return None
        at = int(reached[0])
        x0, y0 = (0.0, 0.5) if at == 0 else (float(self.gap[at - 1]), float(self.agreement[at - 1]))
        x1, y1 = float(self.gap[at]), float(self.agreement[at])
        return x0 + (x1 - x0) * (LEVEL - y0) / (y1 - y0)


@dataclass(frozen=True)
class MdadEstimate:
    """MDAD with a 95 % interval from drawing models and trials again. None: not reached."""

    mdad: float | None
    low: float | None
    high: float | None


def published_mdad(pairs: Pairs) -> float | None:
    """MDAD by the published rule, a share; None where the paper's code says 0.5 for "never".

    >>> one = np.ones(21); gap = np.array([0.02] + [0.05] * 10 + [0.10] * 10)
    >>> right = np.array([1] + [1] * 7 + [-1] * 3 + [1] * 9 + [-1])
    >>> published_mdad(Pairs(gap, right * gap, one, one, one))
    0.02
    """
    size = np.abs(pairs.true_gap)
    seen = np.where(np.abs(pairs.seen_gap) < _TIE, 0.0, pairs.seen_gap)
    correct = (seen != 0) & ((seen > 0) == (pairs.true_gap >= 0))
    number = np.floor(size * 200).astype(np.intp)
    count = np.bincount(number, minlength=_BINS)
    right = np.bincount(number, weights=correct.astype(np.float64), minlength=_BINS)
    labels = np.arange(len(count)) / 200
    read = (count > 0) & (np.floor(labels * 200) == np.arange(len(count)))
    reached = np.flatnonzero(read & (right >= LEVEL * count))
    return float(labels[reached[0]]) if len(reached) else None


def published_average(pairs: Pairs) -> float:
    """The share of all comparisons that come out right, ties wrong (the paper's "average correctness")."""
    seen = np.where(np.abs(pairs.seen_gap) < _TIE, 0.0, pairs.seen_gap)
    return float(np.mean((seen != 0) & ((seen > 0) == (pairs.true_gap >= 0))))


def agreement_curve(pairs: Pairs, *, half_ties: bool = True, fewest_pairs: int = FEWEST_PAIRS) -> AgreementCurve:
    """The sound curve. Pairs without a true order are left out; with too few pairs the curve is empty.

    `half_ties` False counts a tie on the chosen questions as wrong.
    """
    totals = _totals(*_credits(pairs, half_ties))
    return _rising(totals @ np.ones(len(pairs)), fewest_pairs)


def estimate_mdad(
    pairs: Pairs,
    *,
    half_ties: bool = True,
    fewest_pairs: int = FEWEST_PAIRS,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> MdadEstimate:
    """MDAD by the sound rule with its interval; the same seed gives the same interval.

    The interval is None at an end that lies beyond every gap in the data.
    """
    totals = _totals(*_credits(pairs, half_ties))
    mdad = _rising(totals @ np.ones(len(pairs)), fewest_pairs).mdad
    rng = np.random.default_rng(seed)
    models, place = np.unique(np.concatenate([pairs.first, pairs.second]), return_inverse=True)
    first, second = place[: len(pairs)], place[len(pairs) :]
    trials, trial = np.unique(pairs.trial, return_inverse=True)
    drawn: list[float] = []
    while len(drawn) < resamples:
        block = min(_BLOCK, resamples - len(drawn))
        of_model, of_trial = (_times_drawn(len(unit), block, rng) for unit in (models, trials))
        for column in (totals @ (of_model[first] * of_model[second] * of_trial[trial])).T:
            found = _rising(column, fewest_pairs).mdad
            drawn.append(np.inf if found is None else found)
    if not drawn:
        return MdadEstimate(mdad, None, None)
    low, high = np.quantile(drawn, [0.025, 0.975], method="nearest")
    return MdadEstimate(mdad, *(float(end) if np.isfinite(end) else None for end in (low, high)))


def _times_drawn(count: int, block: int, rng: np.random.Generator) -> np.ndarray:
    """How often each of `count` units is drawn when as many are drawn again, units × resamples."""
    return rng.multinomial(count, np.full(count, 1 / count), size=block).T.astype(np.float32)


def _credits(pairs: Pairs, half_ties: bool) -> tuple[Floats, Floats]:
    """Size of the true gap, and 1 for right, 0 for wrong, ties in between; NaN without a true order."""
    size = np.abs(pairs.true_gap)
    same_way = np.sign(pairs.seen_gap) == np.sign(pairs.true_gap)
    credit = np.where(np.abs(pairs.seen_gap) < _TIE, 0.5 if half_ties else 0.0, same_way.astype(np.float64))
    return size, np.where(size < _TIE, np.nan, credit)


def _totals(size: Floats, credit: Floats) -> sparse.csr_array:
    """For each bin the sums of 1, of the gap and of the credit, as rows that act on weights of the pairs."""
    known = np.flatnonzero(~np.isnan(credit))
    number = np.minimum((size[known] / BIN_WIDTH + _TIE).astype(np.intp), _BINS - 1)
    values = np.concatenate([np.ones(len(known)), size[known], credit[known]]).astype(np.float32)
    rows = np.concatenate([number, number + _BINS, number + 2 * _BINS])
    return sparse.csr_array((values, (rows, np.tile(known, 3))), shape=(3 * _BINS, len(size)))


def _rising(totals: Floats, fewest_pairs: int) -> AgreementCurve:
    merged = _merge(np.asarray(totals, dtype=np.float64).reshape(3, _BINS), fewest_pairs)
    if merged.shape[1] == 0:
        return AgreementCurve(np.empty(0), np.empty(0), np.empty(0))
    count = merged[0]
    rising = optimize.isotonic_regression(merged[2] / count, weights=count).x
    return AgreementCurve(merged[1] / count, np.asarray(rising, dtype=np.float64), count)


def _merge(totals: Floats, fewest: float) -> Floats:
    """Neighbouring bins put together until each holds `fewest` comparisons; a short tail joins the last."""
    merged: list[Floats] = []
    open_bin = np.zeros(len(totals))
    for column in totals.T:
        open_bin = open_bin + column
        if open_bin[0] >= fewest:
            merged.append(open_bin)
            open_bin = np.zeros(len(totals))
    if open_bin[0] > 0:
        if merged:
            merged[-1] = merged[-1] + open_bin
        else:
            return np.empty((len(totals), 0))
    return np.stack(merged, axis=1) if merged else np.empty((len(totals), 0))
