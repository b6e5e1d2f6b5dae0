"""Binomial probabilities against those of scipy.stats, at the ends too."""

import numpy as np
import pytest
from scipy import stats

from core.stats.binomial import binomial_mass, binomial_tail

CHANCES = np.array([0.0, 0.001, 0.03, 0.5, 0.97, 1.0])[:, None]


@pytest.mark.parametrize("n", [0, 1, 20, 250, 20_000])
def test_masses_and_tails_are_those_of_scipy_to_nine_digits(n):
    k = np.unique(np.linspace(0, n, 41).astype(int))[None, :]
    assert binomial_mass(k, n, CHANCES) == pytest.approx(stats.binom.pmf(k, n, CHANCES), rel=1e-8, abs=1e-300)
    beyond = np.concatenate([k, [[n + 1, n + 5]]], axis=1)
    assert binomial_tail(beyond, n, CHANCES) == pytest.approx(stats.binom.sf(beyond - 1, n, CHANCES), rel=1e-9)
