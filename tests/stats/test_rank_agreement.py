"""Agreement between orders, checked by hand and against scipy's own tau and a plain eigenvalue decomposition."""

import numpy as np
import pytest
from scipy import stats

from core.stats.rank_agreement import (
    component_shares,
    consensus,
    consensus_without,
    kendall,
    kendall_between,
    kendall_table,
    kendall_with_interval,
    pairs_of,
    pearson_table,
    rank_rows,
)


def tied_table(seed: int = 3) -> np.ndarray:
    """40 models and 5 tests with many ties."""
    rng = np.random.default_rng(seed)
    ability = rng.normal(size=(40, 1))
    return np.round(ability + rng.normal(scale=0.7, size=(40, 5)), 0)


def test_tau_is_that_of_scipy_ties_included() -> None:
    table = tied_table()
    ours = kendall_table(table)
    for i in range(5):
        for j in range(5):
            assert ours[i, j] == pytest.approx(stats.kendalltau(table[:, i], table[:, j]).statistic)
    assert kendall_between(table[:, :2], table[:, 2:]) == pytest.approx(ours[:2, 2:])


def test_tau_by_hand() -> None:
    one, two = np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.0, 2.0, 4.0, 3.0])
    assert kendall(one, two) == pytest.approx((5 - 1) / 6)
    assert kendall(one, -one) == pytest.approx(-1)


def test_the_interval_holds_the_value_and_narrows_with_more_models() -> None:
    rng = np.random.default_rng(0)
    one = rng.normal(size=400)
    two = one + rng.normal(size=400)
    few, many = kendall_with_interval(one[:40], two[:40]), kendall_with_interval(one, two, resamples=300)
    assert few.low < few.tau < few.high
    assert many.high - many.low < 0.5 * (few.high - few.low)
    assert few == kendall_with_interval(one[:40], two[:40])


@pytest.mark.slow
def test_the_interval_covers_the_true_tau() -> None:
    # A normal pair with correlation r has tau = 2/pi · asin(r).
    rng, true = np.random.default_rng(1), 2 / np.pi * np.arcsin(0.6)
    covered = 0
    for seed in range(100):
        one = rng.normal(size=60)
        two = 0.6 * one + 0.8 * rng.normal(size=60)
        found = kendall_with_interval(one, two, resamples=300, seed=seed)
        covered += found.low <= true <= found.high
    assert 88 <= covered <= 100


def test_component_shares_are_the_eigenvalues_of_the_correlations() -> None:
    table = tied_table()
    eigenvalues = np.linalg.eigvalsh(np.corrcoef(table, rowvar=False))[::-1]
    assert component_shares(table) == pytest.approx(eigenvalues / 5)
    assert pearson_table(table)[0, 1] == pytest.approx(stats.pearsonr(table[:, 0], table[:, 1]).statistic)


def test_units_do_not_matter() -> None:
    table = tied_table()
    scaled = table * np.array([1, 100, 0.01, 7, 3]) + 5
    assert kendall_table(scaled) == pytest.approx(kendall_table(table))
    assert component_shares(scaled) == pytest.approx(component_shares(table))
    assert consensus(scaled) == pytest.approx(consensus(table))


def test_places_and_consensus_by_hand() -> None:
    table = np.array([[0.9, 0.5], [0.7, 0.5], [0.8, 0.1]])
    assert rank_rows(table).tolist() == [[1, 1.5], [3, 1.5], [2, 3]]
    assert consensus(table).tolist() == [-1.25, -2.25, -2.5]
    assert consensus_without(table, 1).tolist() == [-1, -3, -2]


def test_each_pair_counts_once() -> None:
    assert pairs_of(np.arange(9.0).reshape(3, 3)).tolist() == [1, 2, 5]


@pytest.mark.parametrize(
    ("table", "word"),
    [
        (np.ones((1, 2)), "two models"),
        (np.array([[1.0, np.nan], [2.0, 3.0]]), "every model"),
        (np.array([[1.0, 4.0], [2.0, 4.0]]), "level"),
    ],
)
def test_a_table_without_an_order_is_refused(table: np.ndarray, word: str) -> None:
    for measure in (kendall_table, pearson_table, component_shares):
        with pytest.raises(ValueError, match=word):
            measure(table)
