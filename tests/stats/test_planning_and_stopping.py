"""How many questions, and when to stop: against worked tables and simulation."""

import numpy as np
import pytest
from scipy import integrate, stats
from scipy.special import betaln

from core.errors import NotEnoughData
from core.stats.graded import GRADED, RATING, paired_differences
from core.stats.paired import confidence
from core.stats.planning import (
    chance_settled,
    chance_settled_graded,
    questions_for_gap,
    questions_to_add,
    questions_to_add_graded,
)
from core.stats.sequential import LOOKS, StoppingRule, find_winner, log_e_value, next_look


@pytest.mark.parametrize(
    ("gap", "even", "eight_in_ten"),
    [(0.06, 258, 550), (0.10, 109, 217), (0.15, 59, 110), (0.20, 40, 71), (0.05, 358, 777), (0.03, 938, 2097)],
)
def test_questions_for_a_gap_match_the_worked_table(gap, even, eight_in_ten):
    assert (questions_for_gap(gap), questions_for_gap(gap, chance=0.8)) == (even, eight_in_ten)
    assert questions_for_gap(-gap) == even


def test_fewer_discordant_questions_need_fewer_questions():
    assert (questions_for_gap(0.06, discordance=0.2), questions_for_gap(0.06, discordance=0.2, chance=0.8)) == (
        194,
        392,
    )


@pytest.mark.parametrize(
    ("only_a", "only_b", "n", "more", "wanted"),
    [
        (
            18,
            12,
            100,
            (50, 100, 150, 200, 250, 400, 600, 1000, 1500),
            (0.186, 0.322, 0.400, 0.452, 0.489, 0.560, 0.611, 0.663, 0.696),
        ),
        (9, 6, 50, (50, 100, 200, 400, 800), (0.122, 0.242, 0.363, 0.465, 0.543)),
    ],
)
def test_the_chance_that_more_questions_settle_it_matches_the_worked_table(only_a, only_b, n, more, wanted):
    assert [chance_settled(only_a, only_b, n, q) for q in more] == pytest.approx(wanted, abs=5e-4)
    assert chance_settled(only_b, only_a, n, more[0]) == chance_settled(only_a, only_b, n, more[0])


def test_the_chance_holds_in_a_simulation_of_the_answers_to_come():
    rng = np.random.default_rng(7)
    only_a, only_b, n, more, trials = 18, 12, 100, 250, 4000
    lean = rng.beta(only_a + 5, only_b + 5, trials)
    k = rng.binomial(more, (only_a + only_b + 1) / (n + 2), trials)
    won = rng.binomial(k, lean)
    settled = stats.beta.sf(0.5, only_a + won + 5, only_b + k - won + 5) >= 0.95
    assert chance_settled(only_a, only_b, n, more) == pytest.approx(settled.mean(), abs=0.03)


def test_questions_to_add_says_none_for_a_tie_and_zero_when_settled():
    assert questions_to_add(9, 9, 50) is None
    assert questions_to_add(25, 10, 100) == 0
    assert questions_to_add(45, 30, 250) == 9
    assert chance_settled(25, 10, 100, 50) == 1.0
    assert chance_settled(9, 6, 50, 0) == 0.0


def test_clustered_questions_need_proportionally_more():
    plain = questions_to_add(18, 12, 100)
    assert (
        questions_to_add(18, 12, 100, design_effect=2) == 2 * plain + 1
        or questions_to_add(18, 12, 100, design_effect=2) == 2 * plain
    )
    assert chance_settled(18, 12, 100, 200, design_effect=2) == pytest.approx(chance_settled(18, 12, 100, 100))


def test_ratings_plan_as_right_and_wrong_do():
    rng = np.random.default_rng(3)
    a, b = rng.integers(1, 6, (2, 60))
    close = paired_differences(a, np.clip(b, 1, 5), RATING)
    add = questions_to_add_graded(close)
    assert add is None or add > 0
    far = paired_differences([5] * 30, [1, 2] * 15, RATING)
    assert questions_to_add_graded(far) == 0
    assert chance_settled_graded(far, 10) == 1.0
    tie = paired_differences([0.5, 0.2], [0.2, 0.5], GRADED)
    assert questions_to_add_graded(tie) is None
    assert 0 <= chance_settled_graded(tie, 100) <= 1


def test_the_chance_for_ratings_holds_in_a_simulation():
    rng = np.random.default_rng(4)
    d = np.repeat([1.0, -1.0, 0.0], [22, 16, 22])
    seen = paired_differences(3 + d, np.full(60, 3.0), RATING)
    more, trials = 150, 4000
    spread, w, v = np.sqrt(seen.n * seen.mean_variance), seen.shrinkage, seen.mean_variance
    truth = rng.normal(w * seen.mean, np.sqrt(w * v), trials)
    mean = (seen.n * seen.mean + more * rng.normal(truth, spread / np.sqrt(more))) / (seen.n + more)
    later = spread**2 / (seen.n + more)
    sure = stats.norm.cdf(mean * np.sqrt(0.16 / (0.16 + later) / later)) >= 0.95
    assert chance_settled_graded(seen, more) == pytest.approx(sure.mean(), abs=0.03)


@pytest.mark.parametrize(
    ("only_a", "only_b", "wanted"),
    [
        (6, 2, 0.680929),
        (12, 6, 0.701982),
        (9, 9, -0.530842),
        (20, 14, 0.154283),
        (18, 12, 0.260170),
        (25, 10, 2.518628),
        (45, 30, 0.895635),
        (5, 0, 1.299191),
        (0, 0, 0.0),
    ],
)
def test_the_e_value_matches_the_worked_table(only_a, only_b, wanted):
    assert log_e_value(only_a, only_b) == pytest.approx(wanted, abs=1e-6)


def test_the_e_value_is_the_mixture_over_a_half_prior():
    """E = ∫ of the likelihood ratio against 1/2 over Beta(5, 5) folded to shares above a half."""

    def grown(share):
        return 2 * stats.beta.pdf(share, 5, 5) * (2 * share) ** 12 * (2 * (1 - share)) ** 6

    value, _ = integrate.quad(grown, 0.5, 1)
    assert log_e_value(12, 6) == pytest.approx(np.log(value), abs=1e-9)


def test_the_e_value_survives_counts_far_beyond_a_double():
    for only_a, only_b in ((0, 900), (0, 5000), (3, 5000), (5000, 0), (49_000, 51_000), (10**6, 10**6)):
        k = only_a + only_b
        got = log_e_value(only_a, only_b)
        assert np.isfinite(got)
        growth = k * np.log(2) + betaln(only_a + 5, only_b + 5) - betaln(5, 5) + np.log(2)
        exact = growth + stats.beta.logsf(0.5, only_a + 5, only_b + 5)
        if np.isfinite(exact):
            assert got == pytest.approx(exact, abs=1e-6)
    # no seam where the tail leaves the range of a double
    steps = np.diff([log_e_value(0, losses) for losses in range(985, 1005)])
    assert np.all((steps < -0.0005) & (steps > -0.002))


def test_ten_answers_one_way_stop_the_run_and_nine_do_not():
    assert find_winner(10, 0, 33, StoppingRule.E_PROCESS) == "a"
    assert find_winner(0, 10, 33, StoppingRule.E_PROCESS) == "b"
    assert find_winner(9, 0, 33, StoppingRule.E_PROCESS) is None
    # thirty discordant questions: a lead of 16
    assert find_winner(23, 7, 60, StoppingRule.E_PROCESS) == "a"
    assert find_winner(22, 8, 60, StoppingRule.E_PROCESS) is None


def test_looks_count_only_where_they_were_announced():
    assert find_winner(15, 3, 50, StoppingRule.FIVE_LOOKS) == "a"
    assert find_winner(15, 3, 51, StoppingRule.FIVE_LOOKS) is None
    assert find_winner(15, 3, 51, StoppingRule.EXTENDED) == "a"
    assert 0.95 < confidence(10, 2) < 0.983
    assert find_winner(10, 2, 50, StoppingRule.FIXED) == "a"
    assert find_winner(10, 2, 50, StoppingRule.EXTENDED) is None


def test_the_next_look_never_passes_the_budget():
    assert [next_look(n) for n in (0, 25, 26, 249, 250)] == [25, 50, 50, 250, None]
    assert next_look(0, budget=20) == 20
    assert next_look(250, budget=400) == 400
    assert LOOKS[-1] == 250


def test_equal_models_are_told_apart_in_at_most_5_percent_of_runs_whenever_one_stops():
    """The wrong one of two equal models, signs at random, looks after every question up to 250."""
    rng = np.random.default_rng(11)
    trials, named_a = 1000, 0
    table = {}
    for _ in range(trials):
        signs = rng.choice([1, -1, 0], p=[0.15, 0.15, 0.7], size=250)
        only_a = only_b = 0
        for sign in signs:
            only_a, only_b = only_a + (sign > 0), only_b + (sign < 0)
            if sign > 0:
                if (only_a, only_b) not in table:
                    table[only_a, only_b] = log_e_value(only_a, only_b) >= np.log(20)
                if table[only_a, only_b]:
                    named_a += 1
                    break
    assert named_a / trials <= 0.05


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: questions_for_gap(0), ValueError),
        (lambda: questions_for_gap(6), ValueError),
        (lambda: questions_for_gap(0.06, chance=1), ValueError),
        (lambda: questions_for_gap(0.06, chance=0.01), ValueError),
        (lambda: questions_for_gap(0.06, discordance=1.2), ValueError),
        (lambda: questions_to_add(1, 0, 1), NotEnoughData),
        (lambda: chance_settled(1, 0, 10, -5), ValueError),
        (lambda: chance_settled(1, 0, 10, float("nan")), ValueError),
        (lambda: log_e_value(-1, 3), ValueError),
        (lambda: find_winner(3, 1, 1, StoppingRule.FIXED), NotEnoughData),
    ],
)
def test_bad_input_is_named(call, error):
    with pytest.raises(error):
        call()
