"""Many models, graded scores, clusters, single scores and the prior of a bank."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from core.errors import NotEnoughData
from core.stats import paired
from core.stats.clusters import assumed_design_effect, design_effect
from core.stats.graded import (
    GRADED,
    RATING,
    gap_interval_graded,
    mdad_graded,
    not_worse_confidence_graded,
    p_bank_graded,
    p_practically_tied_graded,
    paired_differences,
    probability_a_better_graded,
)
from core.stats.many_models import (
    holm,
    holm_beats,
    pairwise_counts,
    pairwise_probabilities,
    probability_best,
    rank_intervals,
    smallest_set_with_best,
)
from core.stats.paired import probability_a_better
from core.stats.prior import bank_prior, near_guess_rate
from core.stats.single_score import mean_interval, wilson_interval


def bank(models, questions, skill_sd=0.5, seed=0):
    """Right and wrong answers of models that differ in skill, on questions that differ in difficulty."""
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, skill_sd, (models, 1)) + rng.normal(0, 1.5, (1, questions))
    return (rng.random((models, questions)) < 1 / (1 + np.exp(-logits))).astype(float)


def test_ratings_follow_the_formula():
    rng = np.random.default_rng(0)
    a, b = rng.integers(1, 6, 40), rng.integers(1, 6, 40)
    d = a - b
    v = (np.sum(d**2) + 1) / 41 / 40
    w = 0.16 / (0.16 + v)
    got = probability_a_better_graded(paired_differences(a, b, RATING))
    assert got == pytest.approx(stats.norm.cdf(d.mean() * np.sqrt(w / v)))


def test_graded_scores_follow_the_formula():
    rng = np.random.default_rng(0)
    a, b = rng.random(40), rng.random(40)
    d = a - b
    v = (np.sum(d**2) + 1 / 16) / 41 / 40
    w = 0.05**2 / (0.05**2 + v)
    got = probability_a_better_graded(paired_differences(a, b, GRADED))
    assert got == pytest.approx(stats.norm.cdf(d.mean() * np.sqrt(w / v)))


def test_identical_ratings_are_even_and_have_width():
    d = paired_differences([3] * 10, [3] * 10, RATING)
    assert probability_a_better_graded(d) == 0.5
    low, high = gap_interval_graded(d, RATING)
    assert low < 0 < high
    assert mdad_graded(d) > 0
    assert p_bank_graded(d, 10) == 0.5


def test_graded_intervals_hold_the_true_difference():
    rng = np.random.default_rng(5)
    for scale, draw in ((GRADED, lambda: rng.beta(0.5, 0.5, (2, 30))), (RATING, lambda: rng.integers(1, 6, (2, 30)))):
        hits = 0
        for _ in range(2000):
            low, high = gap_interval_graded(paired_differences(*draw(), scale), scale)
            hits += low <= 0 <= high
        assert 0.94 <= hits / 2000 <= 0.97


def test_the_mean_over_a_bank_is_surer_the_fewer_are_left():
    rng = np.random.default_rng(8)
    d = paired_differences(rng.integers(2, 6, 50), rng.integers(1, 6, 50), RATING)
    p = [p_bank_graded(d, size) for size in (50, 60, 100, 10**6)]
    assert p == sorted(p, reverse=True)
    assert p[0] == 0.9999
    assert p[-1] == pytest.approx(probability_a_better_graded(d), abs=0.01)
    assert p_practically_tied_graded(d, RATING, 10**6) == pytest.approx(p_practically_tied_graded(d, RATING), abs=0.01)


def test_not_worse_for_ratings_grows_with_the_margin():
    d = paired_differences([4, 3, 4, 5] * 20, [4, 4, 4, 5] * 20, RATING)
    sure = [not_worse_confidence_graded(d, margin) for margin in (0.1, 0.25, 0.4)]
    assert sure == sorted(sure)
    assert sure[1] == pytest.approx(0.5, abs=0.01)


def test_the_design_effect_is_the_ratio_of_variances():
    rng = np.random.default_rng(2)
    groups = np.repeat(np.arange(40), 5)
    x = (rng.random((4, 200)) < np.repeat(rng.random((4, 40)), 5, axis=1)).astype(float)
    ratios = []
    for i in range(4):
        for j in range(i + 1, 4):
            d = x[i] - x[j]
            sums = np.array([np.sum((d - d.mean())[groups == g]) for g in range(40)])
            clustered = 40 / 39 * np.sum(sums**2) / 200**2
            ratios.append(clustered / ((np.sum(d**2) / 200 - d.mean() ** 2) / 200))
    assert design_effect(x, list(groups)) == pytest.approx(max(1, np.mean(ratios)))


def test_questions_that_do_not_hang_together_count_fully():
    x = bank(3, 300)
    assert design_effect(x, list(range(300))) == 1.0
    assert 1.0 <= design_effect(x, [i // 3 for i in range(300)]) < 1.3
    copied = np.repeat(bank(3, 60), 5, axis=1)
    assert design_effect(copied, [i // 5 for i in range(300)]) == pytest.approx(5, rel=0.05)


def test_few_clusters_take_the_assumed_correlation():
    x = bank(2, 20)
    assert design_effect(x, [i // 5 for i in range(20)]) == pytest.approx(1 + 4 * 0.27)
    assert assumed_design_effect(479, 92) == pytest.approx(2.14, abs=0.01)
    same = np.ones((2, 100))
    assert design_effect(same, [i // 5 for i in range(100)]) == pytest.approx(1 + 4 * 0.27)


def test_pairwise_counts_and_probabilities_agree_with_pairs():
    x = bank(5, 80)
    wins = pairwise_counts(x)
    p = pairwise_probabilities(wins)
    for i in range(5):
        for j in range(5):
            assert wins[i, j] == np.sum((x[i] == 1) & (x[j] == 0))
            if i != j:
                assert p[i, j] == pytest.approx(probability_a_better(wins[i, j], wins[j, i]), abs=1e-4)
    graded = x * 0.9
    assert np.array_equal(pairwise_counts(graded), wins)


def test_unmeasured_cells_are_left_out_of_both():
    x = bank(3, 50)
    measured = np.ones(x.shape, dtype=bool)
    measured[0, :10] = False
    x[0, :10] = np.nan
    assert np.array_equal(pairwise_counts(x, measured)[:2, :2], pairwise_counts(x[:2, 10:]))


def test_the_probability_of_being_best_follows_the_formula():
    """For two models the draws have a closed form: Phi(w·gap/sd of the difference)."""
    x = bank(2, 100, seed=3)
    n = 100
    c = np.cov(x) + 0.5 / (n + 2) * np.eye(2)
    v = (c[0, 0] + c[1, 1] - 2 * c[0, 1]) / n
    w = 0.01 / (0.01 + v)
    wanted = stats.norm.cdf(w * (x[0].mean() - x[1].mean()) / np.sqrt(w * v))
    assert probability_best(x)[0] == pytest.approx(wanted, abs=0.01)


def test_the_probability_of_being_best_for_twins_and_constant_rows():
    twins = np.repeat(bank(1, 50), 3, axis=0)
    assert probability_best(twins) == pytest.approx(np.full(3, 1 / 3), abs=0.02)
    constant = np.array([[1.0] * 20, [0.0] * 20, [1.0] * 20])
    p = probability_best(constant)
    assert p[1] == pytest.approx(0.0001)
    assert p[0] == pytest.approx(0.5, abs=0.02)
    assert np.array_equal(probability_best(constant), p)  # same seed, same answer


@pytest.mark.slow
def test_holm_is_that_of_statsmodels():
    rng = np.random.default_rng(1)
    for _ in range(10):
        p = rng.random(12) ** 4
        assert np.array_equal(holm(p), multipletests(p, 0.05, method="holm")[0])


def test_rank_intervals_narrow_only_where_claims_stand():
    p = np.full((3, 3), 0.5)
    p[0, 1], p[1, 0] = 0.999, 0.001
    p[0, 2], p[2, 0] = 0.9999, 0.0001
    assert rank_intervals(holm_beats(p)) == [(1, 1), (2, 3), (2, 3)]
    assert rank_intervals(holm_beats(np.full((4, 4), 0.5))) == [(1, 4)] * 4


def test_many_pairs_can_still_be_told_apart():
    """With 40 models a claim needs p below .05/780, far beyond the cap of what is shown."""
    clear = np.array([[1.0] * (5 * i) + [0.0] * (200 - 5 * i) for i in range(40)])
    ranks = rank_intervals(holm_beats(pairwise_probabilities(pairwise_counts(clear))))
    assert ranks[39][1] < 15
    assert ranks[0][0] > 25


def test_the_smallest_set_adds_up():
    assert smallest_set_with_best([0.2, 0.5, 0.3]) == [1, 2, 0]
    assert smallest_set_with_best([0.01, 0.97, 0.02]) == [1]
    assert smallest_set_with_best([0.25] * 4) == [0, 1, 2, 3]


@pytest.mark.parametrize(("right", "n"), [(50, 50), (0, 50), (31, 50), (1, 2), (0, 1)])
def test_wilson_is_that_of_statsmodels(right, n):
    assert wilson_interval(right, n) == pytest.approx(proportion_confint(right, n, method="wilson"), abs=1e-4)


def test_fifty_of_fifty_is_93_to_100_and_no_score_is_plus_minus_nothing():
    low, high = wilson_interval(50, 50)
    assert (round(low, 2), high) == (0.93, 1.0)
    assert mean_interval([1.0] * 50).low < 0.99
    assert mean_interval([1, 1], low=1, high=5).high > 1
    low, high = mean_interval([4, 5, 3, 4, 4], low=1, high=5)
    assert low == pytest.approx(4 - 2.776 * np.sqrt(3 / 25), abs=1e-3)


def test_the_prior_of_a_bank_is_only_raised():
    assert bank_prior(bank(4, 100)) == 5.0  # fewer than six models say nothing on a bank
    assert bank_prior(bank(10, 400, skill_sd=2)) == 5.0
    assert bank_prior(bank(10, 400, skill_sd=0)) > 20
    assert bank_prior(np.ones((8, 50))) == 5.0


def test_the_prior_follows_the_moment_estimate():
    x = bank(8, 300, skill_sd=0.2, seed=6)
    spread = pairs = 0.0
    for i in range(8):
        for j in range(i + 1, 8):
            w, l_ = np.sum((x[i] == 1) & (x[j] == 0)), np.sum((x[j] == 1) & (x[i] == 0))
            spread += (w - l_) ** 2 - (w + l_)
            pairs += (w + l_) * (w + l_ - 1)
    wanted = (pairs / spread - 1) / 2
    assert 5 < wanted < 50
    assert bank_prior(x) == pytest.approx(wanted)


def test_guessing_models_are_warned_of():
    assert near_guess_rate(0.29, 0.27, 0.25, 100)
    assert not near_guess_rate(0.29, 0.40, 0.25, 100)
    assert not near_guess_rate(0.0, 0.0, 0.0, 100)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: probability_best([[1, 0, 1]]), NotEnoughData, "one model"),
        (lambda: probability_best([[1], [0]]), NotEnoughData, "1 question"),
        (lambda: probability_best([[1, np.nan], [0, 1]]), ValueError, "NaN"),
        (lambda: probability_best([[1, 5], [0, 1]]), ValueError, "score 1 of model 0 is 5"),
        (lambda: probability_best([1, 0, 1]), ValueError, "matrix"),
        (lambda: pairwise_counts([[1, 0]]), NotEnoughData, "one model"),
        (lambda: pairwise_counts([[1, 0], [0, 1]], np.ones((2, 3), dtype=bool)), ValueError, "mask"),
        (lambda: paired_differences([1, 2], [1, 6], RATING), ValueError, "outside 1–5"),
        (lambda: paired_differences([0, 1], [0, 1], RATING), ValueError, "outside 1–5"),
        (lambda: paired_differences([1], [1], RATING), NotEnoughData, "1 question"),
        (lambda: design_effect([[1, 0], [0, 1]], ["a"]), ValueError, "groups"),
        (lambda: wilson_interval(0, 0), NotEnoughData, "no score"),
        (lambda: wilson_interval(5, 4), ValueError, "cannot be right"),
        (lambda: mean_interval([1.0, np.nan]), ValueError, "NaN"),
        (lambda: near_guess_rate(50, 0.2, 0.25, 100), ValueError, "share"),
        (lambda: holm([0.5, np.nan]), ValueError, "p-values"),
        (lambda: smallest_set_with_best([]), ValueError, "vector"),
        (lambda: bank_prior([[1, np.nan]] * 7), ValueError, "NaN"),
    ],
)
def test_bad_input_is_named(call, error, says):
    with pytest.raises(error, match=says):
        call()


def test_graded_scores_that_never_differed_claim_no_more_than_right_and_wrong_would():
    """50 equal scores of 0.5 and 50 pairs both right: Agresti-Min gives 3.8 points either way for the latter."""
    same = paired_differences([0.5] * 50, [0.5] * 50)
    low, high = gap_interval_graded(same)
    assert high == pytest.approx(paired.gap_interval(0, 0, 50).high, rel=0.1)
    assert low == -high
    assert mdad_graded(same) == pytest.approx(paired.mdad(0, 0, 50), rel=0.05)
    often = paired_differences([0.6, 0.4] * 25, [0.5] * 50)  # ten and more differences speak for themselves
    assert gap_interval_graded(often).high < 0.04
