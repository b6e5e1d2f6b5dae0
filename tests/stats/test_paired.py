"""The confidence, the MDAD and the interval of a pair, against a worked table, scipy and statsmodels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from core.errors import NotEnoughData
from core.stats.counts import count_pairs
from core.stats.finite_bank import p_bank, p_practically_tied
from core.stats.not_worse import not_worse_confidence
from core.stats.paired import (
    confidence,
    exact_mcnemar_p,
    gap_interval,
    mdad,
    mdad_before_data,
    probability_a_better,
)

# n, only A, only B, Beta(5, 5), Beta(1, 1), Jeffreys: computed once with an independent program.
WORKED = [
    (20, 6, 2, 0.833847, 0.910156, 0.923311),
    (50, 12, 6, 0.876106, 0.916466, 0.922278),
    (50, 9, 9, 0.5, 0.5, 0.5),
    (100, 20, 14, 0.819811, 0.844748, 0.848270),
    (100, 18, 12, 0.831608, 0.859479, 0.863445),
    (100, 25, 10, 0.988686, 0.994335, 0.994922),
    (250, 45, 30, 0.949432, 0.957677, 0.958712),
    (20, 5, 0, 0.910217, 0.984375, 0.993128),
    (20, 0, 0, 0.5, 0.5, 0.5),
]
counts = st.tuples(st.integers(0, 400), st.integers(0, 400), st.integers(0, 400)).filter(lambda c: sum(c) >= 2)


@pytest.mark.parametrize("row", WORKED)
def test_the_confidence_matches_the_worked_table_and_scipy(row):
    _, only_a, only_b, *wanted_by_prior = row
    for prior, wanted in zip((5, 1, 0.5), wanted_by_prior, strict=True):
        got = probability_a_better(only_a, only_b, prior)
        assert got == pytest.approx(wanted, abs=1e-6)
        assert got == pytest.approx(stats.beta.sf(0.5, only_a + prior, only_b + prior), abs=1e-12)
    # a quick check by hand: Phi((W - L)/sqrt(k + 11))
    quick = stats.norm.cdf((only_a - only_b) / np.sqrt(only_a + only_b + 11))
    assert probability_a_better(only_a, only_b) == pytest.approx(quick, abs=0.02)


def test_a_flat_prior_is_the_mid_p_test():
    for only_a, only_b in ((6, 2), (12, 6), (25, 10)):
        k = only_a + only_b
        mid_p = stats.binom.cdf(only_b, k, 0.5) - 0.5 * stats.binom.pmf(only_b, k, 0.5)
        assert probability_a_better(only_a, only_b, 1) == pytest.approx(1 - mid_p, abs=1e-9)


@pytest.mark.parametrize(
    ("n", "only_a", "only_b", "low", "high"),
    [
        (100, 18, 12, -0.0476, 0.1652),
        (20, 6, 2, -0.0744, 0.4381),
        (250, 45, 30, -0.0079, 0.1269),
        (20, 5, 0, 0.0308, 0.4238),
    ],
)
def test_the_interval_matches_the_worked_table(n, only_a, only_b, low, high):
    assert gap_interval(only_a, only_b, n) == pytest.approx((low, high), abs=5e-5)


def test_the_interval_for_a_bank_is_narrower_and_vanishes_when_all_was_asked():
    low, high = gap_interval(18, 12, 100)
    bank_low, bank_high = gap_interval(18, 12, 100, 150)
    assert (bank_high - bank_low) / (high - low) == pytest.approx(np.sqrt(50 / 149))
    assert gap_interval(18, 12, 100, 100).low == gap_interval(18, 12, 100, 100).high


@pytest.mark.parametrize(
    ("n", "wanted"), [(20, 0.1031), (25, 0.0922), (50, 0.0652), (100, 0.0461), (250, 0.0292), (1000, 0.0146)]
)
def test_mdad_before_data_matches_the_planning_table(n, wanted):
    assert mdad_before_data(n) == pytest.approx(wanted, abs=5e-5)


def test_mdad_at_other_shares_of_discordant_questions():
    assert mdad_before_data(50, discordance=0.2) == pytest.approx(0.0532, abs=5e-5)
    assert mdad_before_data(250, discordance=0.36) == pytest.approx(0.0319, abs=5e-5)
    # a bank with q = .3603 and 448 questions, 100 of them asked: .0444, and .0494 when ties count as wrong
    assert mdad_before_data(100, 448, discordance=0.357) == pytest.approx(0.0444, abs=5e-5)
    assert mdad_before_data(100, 448, discordance=0.357, strict=True) == pytest.approx(0.0494, abs=5e-5)


def test_mdad_after_data_and_its_floor():
    assert mdad(18, 12, 100) == pytest.approx(0.8416212 * np.sqrt((31 / 102 - 0.0036) / 100), rel=1e-6)
    assert mdad(4, 3, 100) == pytest.approx(0.024, abs=5e-4)
    assert mdad(20, 0, 20) == pytest.approx(0.8416212 / 20, rel=1e-6)  # q - g² would be below zero: 1/n instead
    assert mdad(18, 12, 100, 150) == pytest.approx(mdad(18, 12, 100) * np.sqrt(50 / 149))


@pytest.mark.parametrize(("r", "wanted"), [(0.5, 0.6631), (1, 0.8), (1.25, 0.8536), (1.5, 0.8966), (2, 0.9538)])
def test_a_gap_of_one_mdad_is_80_percent_at_best(r, wanted):
    """Phi(0.8416 r), which many questions reach with a flat prior, and few with a prior of their own stay below."""
    for n, discordant, prior in ((400_000, 120_000, 1), (100, 30, 5)):
        lead = r * mdad(discordant / 2, discordant / 2, n) * n
        found = confidence((discordant + lead) / 2, (discordant - lead) / 2, prior)
        assert found == pytest.approx(wanted, abs=1e-3) if prior == 1 else found < wanted


def test_the_exact_test_is_that_of_statsmodels():
    assert exact_mcnemar_p(10, 2) == pytest.approx(0.039, abs=5e-4)
    assert exact_mcnemar_p(8, 5) == pytest.approx(0.58, abs=5e-3)
    for only_a, only_b in ((10, 2), (8, 5), (5, 5), (0, 0), (0, 7), (45, 30)):
        wanted = mcnemar([[33, only_a], [only_b, 5]], exact=True).pvalue
        assert exact_mcnemar_p(only_a, only_b) == pytest.approx(min(wanted, 1.0))


def test_one_way_discordant_answers_that_settle():
    assert [next(k for k in range(50) if confidence(k, 0) >= level) for level in (0.95, 0.99)] == [7, 10]


@pytest.mark.parametrize(
    ("only_a", "only_b", "n", "bank", "wanted"),
    [
        (6, 2, 20, 400, 0.851912),
        (12, 6, 50, 200, 0.924485),
        (20, 14, 100, 400, 0.863767),
        (18, 12, 100, 150, 0.965945),
        (45, 30, 250, 400, 0.997363),
    ],
)
def test_the_claim_about_a_bank_matches_the_worked_table(only_a, only_b, n, bank, wanted):
    assert p_bank(only_a, only_b, n, bank) == pytest.approx(wanted, abs=1e-6)


def test_a_bank_asked_to_the_end_is_the_sign_of_the_count_and_still_not_100_percent():
    assert [p_bank(*c, 50, 50) for c in ((5, 4), (4, 5), (5, 5))] == pytest.approx([0.9999, 0.0001, 0.5])
    assert p_practically_tied(5, 4, 50, 50) == 0.9999
    assert p_practically_tied(9, 1, 50, 50) == pytest.approx(0.0001)


def test_an_endless_bank_is_nearly_the_claim_about_the_population():
    assert p_bank(18, 12, 100, 10**7) == pytest.approx(confidence(18, 12), abs=0.01)
    assert p_practically_tied(18, 12, 100, 10**7) == pytest.approx(p_practically_tied(18, 12, 100), abs=1e-3)


@pytest.mark.parametrize(
    ("tested", "reference", "n", "margin", "wanted"),
    [
        (1, 1, 50, 0.03, 0.817903),
        (5, 6, 250, 0.03, 0.958565),
        (25, 25, 250, 0.03, 0.853998),
        (2, 5, 250, 0.03, 0.922543),
        (3, 3, 100, 0.05, 0.957280),
        (4, 10, 100, 0.03, 0.205585),
        (12, 15, 500, 0.03, 0.983277),
        (0, 0, 50, 0.03, 0.893166),
    ],
)
def test_not_worse_matches_the_worked_table(tested, reference, n, margin, wanted):
    assert not_worse_confidence(tested, reference, n, margin) == pytest.approx(wanted, abs=1e-6)


@given(counts)
def test_no_figure_is_certain_nan_or_out_of_range(abc):
    only_a, only_b, concordant = abc
    n = only_a + only_b + concordant
    figures = [
        probability_a_better(only_a, only_b),
        p_bank(only_a, only_b, n, n + 7),
        p_bank(only_a, only_b, n, n),
        p_practically_tied(only_a, only_b, n),
        not_worse_confidence(only_a, only_b, n, 0.03),
    ]
    assert all(0.00009 < figure < 0.99991 for figure in figures)
    low, high = gap_interval(only_a, only_b, n)
    assert -1 <= low < high <= 1
    assert 0 < mdad(only_a, only_b, n) <= 0.6
    # swapping the two models mirrors every figure
    assert probability_a_better(only_b, only_a) == pytest.approx(1 - figures[0], abs=1e-9)
    assert p_bank(only_b, only_a, n, n + 7) == pytest.approx(1 - figures[1], abs=1e-9)
    assert gap_interval(only_b, only_a, n) == pytest.approx((-high, -low))


def test_the_order_of_questions_changes_nothing():
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 2, (2, 50))
    order = rng.permutation(50)
    assert count_pairs(a, b) == count_pairs(a[order], b[order])


def test_graded_scores_are_counted_by_who_scored_higher():
    counted = count_pairs([0.2, 0.9, 0.5, 0.1], [0.4, 0.1, 0.5, 0.1])
    assert (counted.both, counted.only_a, counted.only_b, counted.neither) == (1, 1, 1, 1)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: count_pairs([1], [0]), NotEnoughData, "at least 2"),
        (lambda: count_pairs([], []), NotEnoughData, "at least 2"),
        (lambda: count_pairs([1, np.nan], [0, 1]), ValueError, "score 1 is NaN"),
        (lambda: count_pairs([1, 3], [0, 1]), ValueError, "outside 0–1"),
        (lambda: count_pairs([1, 0, 1], [0, 1]), ValueError, "cannot be matched"),
        (lambda: count_pairs([[1, 0]], [[0, 1]]), ValueError, "vector"),
        (lambda: mdad(3, 4, 1), NotEnoughData, "at least 2"),
        (lambda: mdad(30, 40, 50), ValueError, "do not fit"),
        (lambda: confidence(-1, 4), ValueError, "count of questions"),
        (lambda: confidence(float("nan"), 4), ValueError, "count of questions"),
        (lambda: confidence(4, 1, prior=0), ValueError, "prior"),
        (lambda: gap_interval(4, 1, 20, level=95), ValueError, "level"),
        (lambda: p_bank(4, 1, 20, 19), ValueError, "cannot hold"),
        (lambda: p_practically_tied(4, 1, 20, margin=3), ValueError, "margin"),
        (lambda: not_worse_confidence(4, 1, 20, 3), ValueError, "margin"),
        (lambda: exact_mcnemar_p(1.5, 2), ValueError, "whole"),
        (lambda: mdad_before_data(50, discordance=0), ValueError, "discordant"),
    ],
)
def test_bad_input_is_named(call, error, says):
    with pytest.raises(error, match=says):
        call()
