"""Ratios of sums against published behaviour: equal sizes give the plain mean, and pairing shrinks the error."""

import numpy as np
import pytest
from scipy import stats

from core.stats.ratio import Ratio, lower_confidence, ratio_of


def test_with_equal_sizes_it_is_the_mean_with_its_usual_error() -> None:
    values = np.array([1.0, 1.4, 0.9, 1.1])
    found = ratio_of(values * 50, np.full(4, 50))
    assert found.value == pytest.approx(values.mean())
    assert found.error == pytest.approx(stats.sem(values))
    assert found.interval == pytest.approx(stats.t.interval(0.95, 3, values.mean(), stats.sem(values)))


def test_its_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(4)
    hits = 0
    for _ in range(2000):
        sizes = rng.integers(500, 1500, 20)
        low, high = ratio_of(sizes * rng.normal(1.0, 0.2, 20), sizes).interval
        hits += low <= 1.0 <= high
    assert 0.93 <= hits / 2000 <= 0.97


def test_a_piece_that_is_hard_for_both_says_nothing_of_their_difference() -> None:
    rng = np.random.default_rng(0)
    sizes = np.full(30, 1000)
    hard = rng.normal(1000, 200, 30)
    one, other = ratio_of(hard, sizes), ratio_of(hard + rng.normal(20, 5, 30), sizes)
    difference = ratio_of(other.value * 0 + (hard - (hard + 20)), sizes)
    assert abs(other.value - one.value) < one.error
    assert difference.error < 1e-9
    assert lower_confidence(Ratio(-0.02, 0.001, 30)) > 0.999


def test_confidence_is_that_of_students_t() -> None:
    assert lower_confidence(Ratio(-0.02, 0.01, 11)) == pytest.approx(stats.t.cdf(2, 10))
    assert lower_confidence(Ratio(0.0, 0.0, 5)) == 0.5
    assert lower_confidence(Ratio(-1.0, 0.0, 5)) == 1.0


def test_what_is_no_sample_is_refused() -> None:
    for amounts, sizes in (([1.0], [1]), ([1.0, 2.0], [1]), ([1.0, 2.0], [1, 0])):
        with pytest.raises(ValueError, match="at least 2"):
            ratio_of(amounts, sizes)
