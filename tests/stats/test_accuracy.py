"""Does the verdict keep its word? The figures that were promised, on real banks of answers, seeded.

tests/bench/calibration.py prints the same figures bank by bank. The banks lie
beside the project; without them these tests are skipped.
"""

import numpy as np
import pytest

from core.stats.not_worse import claim_level, guarded_confidence
from core.stats.prior import bank_prior
from core.stats.sequential import LOOKS, StoppingRule
from tests.bench.bank_trials import MATRICES, calibrate, draw_trials, load_banks, load_ratings, noise_floor
from tests.bench.best_of_many import COUNTS, calibrate_best, draw_best_trials
from tests.bench.calibration import (
    SIZES,
    claim_about_bank,
    claim_about_rest,
    claim_about_such_questions,
    claim_of_bootstrap,
    claim_of_normal,
    coverage,
    false_not_worse,
    false_winners,
    ranked_rightly_at_one_mdad,
    ratings_error,
    share_not_worse,
)

needs_banks = pytest.mark.skipif(
    not any(MATRICES.glob("*.npz")), reason=f"no banks of real answers in {MATRICES.parent.name}/{MATRICES.name}"
)
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def banks():
    return load_banks()


@pytest.fixture(scope="module")
def trials(banks):
    """4,000 trials a bank and number of questions, pairs within 10 points on questions set apart."""
    drawn = [(bank, draw_trials(bank, n, 4000, seed=12)) for n in SIZES for bank in banks]
    return [(bank, found) for bank, found in drawn if found is not None]


def of_size(trials, n):
    found = [(bank, t) for bank, t in trials if t.n == n]
    assert found
    return found


@needs_banks
@pytest.mark.parametrize("n", SIZES)
def test_what_is_called_90_percent_of_a_bank_comes_true_nine_times_in_ten(trials, n):
    found = of_size(trials, n)
    claims = [claim_about_bank(t) for _, t in found]
    pooled = calibrate(np.concatenate(claims), np.concatenate([t.gap_bank for _, t in found]))
    assert pooled.ece <= 0.03
    for (bank, t), claim in zip(found, claims, strict=True):
        if not bank.near_guess_rate:
            assert calibrate(claim, t.gap_bank).ece <= 0.05, bank.name


@needs_banks
@pytest.mark.parametrize("n", SIZES)
def test_on_close_pairs_the_confidence_beats_a_flat_prior_the_normal_and_the_bootstrap(trials, n):
    found = of_size(trials, n)
    rest = np.concatenate([t.gap_rest for _, t in found])
    rng = np.random.default_rng(0)
    rivals = (
        lambda t: claim_about_such_questions(t, 1.0),
        claim_of_normal,
        lambda t: claim_of_bootstrap(t, rng),
    )
    ours = calibrate(np.concatenate([claim_about_such_questions(t) for _, t in found]), rest)
    for rival in rivals:
        theirs = calibrate(np.concatenate([rival(t) for _, t in found]), rest)
        assert ours.ece < theirs.ece
        assert ours.brier < theirs.brier


@needs_banks
def test_what_is_missing_on_the_rest_is_mostly_the_noise_of_the_rest(trials):
    """The same posterior asked about a finite rest is calibrated where models do not guess."""
    found = [(bank, t) for bank, t in trials if not bank.near_guess_rate]
    for bank, t in found:
        claim = claim_about_rest(t)
        floor = noise_floor(np.maximum(claim, 1 - claim), np.random.default_rng(0))
        assert calibrate(claim, t.gap_rest).ece <= 0.04 + floor, bank.name


@needs_banks
def test_the_prior_of_the_bank_mends_the_claim_near_the_guess_rate(trials):
    for bank, t in trials:
        if bank.near_guess_rate:
            own = bank_prior(bank.answers)
            assert own > 20
            mended = calibrate(claim_about_bank(t, own), t.gap_bank).ece
            assert mended <= 0.03
            assert mended < calibrate(claim_about_bank(t), t.gap_bank).ece


@needs_banks
@pytest.mark.parametrize("close", [0.10, None])
def test_the_interval_holds_the_gap_in_95_of_100_trials(banks, close):
    for n in SIZES:
        found = [t for bank in banks if (t := draw_trials(bank, n, 3000, seed=5, close=close))]
        of_bank, of_rest = np.mean([coverage(t) for t in found], axis=0)
        assert 0.94 <= of_bank <= 0.97
        assert 0.94 <= of_rest <= 0.97


@needs_banks
def test_a_gap_of_one_mdad_is_ranked_rightly_eight_times_in_ten(banks):
    right, weight = [], []
    for n in (50, 100, 250):
        for bank in banks:
            t = draw_trials(bank, n, 6000, seed=3)
            if t is not None:
                share, count = ranked_rightly_at_one_mdad(t)
                right.append(share)
                weight.append(count)
    assert np.average(right, weights=weight) == pytest.approx(0.80, abs=0.03)


@needs_banks
@pytest.mark.parametrize("rule", [StoppingRule.E_PROCESS, StoppingRule.FIVE_LOOKS])
def test_equal_models_yield_a_winner_in_at_most_5_percent_of_runs(banks, rule):
    assert false_winners(banks, rule, 6000, seed=1) <= 0.05


@needs_banks
def test_ratings_keep_their_word_on_the_one_judged_set():
    ratings = load_ratings()
    for n in SIZES:
        assert ratings_error(ratings, n, 2000, seed=2) <= 0.04


@pytest.mark.parametrize("n", [100, 112, 166, 250, 500])
def test_not_worse_is_false_at_the_margin_in_at_most_12_of_100_whatever_the_flips(n):
    """Exact. Where every flip is a loss few counts are possible, and the score test alone is off by up to 5 points."""
    for flips in (0.03, 0.04, 0.06, 0.10, 0.20):
        assert false_not_worse(n, flips) <= 0.12


def test_the_exact_test_costs_little_where_the_two_are_equal():
    for flips in (0.03, 0.06, 0.10, 0.20):
        alone, both = (share_not_worse(250, flips, 0.0, guarded=guarded) for guarded in (False, True))
        assert alone - 0.015 <= both <= alone


def test_looking_on_the_way_does_not_make_a_false_claim_more_likely():
    """Five looks at the bar that is asked for then, the true loss at the margin (simulated)."""
    random, known = np.random.default_rng(0), {}
    level = claim_level(StoppingRule.FIVE_LOOKS)
    for flips in (0.03, 0.06, 0.20):
        drawn = random.choice(3, size=(2000, 250), p=[1 - flips, (flips - 0.03) / 2, (flips + 0.03) / 2])
        gained, lost = np.cumsum(drawn == 1, axis=1), np.cumsum(drawn == 2, axis=1)
        claimed = np.zeros(len(drawn), dtype=bool)
        for look in LOOKS:
            for trial, key in enumerate(zip(gained[:, look - 1].tolist(), lost[:, look - 1].tolist(), strict=True)):
                if (*key, look) not in known:
                    known[*key, look] = guarded_confidence(*key, look, 0.03, level) >= level
                claimed[trial] |= known[*key, look]
        assert claimed.mean() <= 0.12


@needs_banks
@pytest.mark.parametrize("k", COUNTS)
def test_the_probability_of_being_the_best_comes_true_as_often_as_it_says(banks, k):
    for n in (50, 100):
        drawn = [(bank, draw_best_trials(bank, k, n, 400, seed=4)) for bank in banks]
        found = [(bank, t) for bank, t in drawn if t is not None]
        pooled = calibrate_best(*(np.concatenate([getattr(t, x) for _, t in found]) for x in ("such", "best_of_bank")))
        assert pooled.error <= 0.03
        assert pooled.named_rightly >= 0.90
        for bank, t in found:
            if not bank.near_guess_rate:
                assert calibrate_best(t.such, t.best_of_bank).error <= 0.08, bank.name
                assert calibrate_best(t.predicted, t.best_of_rest).error <= 0.09, bank.name
