"""Each way of choosing questions, checked against an independent small computation."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, special

from core.errors import NotEnoughData
from core.stats.result_matrix import build_matrix
from core.stats.subsets.allocation import allocate, draw_from_strata
from core.stats.subsets.determinantal import draw_diverse, draw_projection
from core.stats.subsets.item_response import ItemParameters, fit_items
from core.stats.subsets.judging import draw_splits, run_methods
from core.stats.subsets.medoids import assign, find_medoids
from core.stats.subsets.methods import Method, choose_subset
from core.stats.subsets.sources import Sources
from core.stats.subsets.subset import ItemResponseSubset, Subset
from core.stats.trials import judge

pytestmark = pytest.mark.slow  # the quick tests keep to a minute


def item_response_scores(models, items, seed=0, dimensions=1):
    rng = np.random.default_rng(seed)
    abilities = rng.normal(0, 1, (models, dimensions))
    truth = ItemParameters(np.abs(rng.normal(1, 0.4, (items, dimensions))), rng.normal(0, 1.2, items))
    return abilities, truth, (rng.random((models, items)) < truth.chances(abilities)).astype(float)


@pytest.fixture(scope="module")
def sources() -> Sources:
    _, _, scores = item_response_scores(24, 60)
    return Sources(scores, np.repeat(np.arange(4), 15))


@pytest.mark.parametrize("method", list(Method))
@pytest.mark.parametrize("n", [2, 9, 50])
@pytest.mark.parametrize("per_subtask", [False, True])
def test_every_method_gives_n_distinct_questions_and_a_repeatable_estimate(sources, method, n, per_subtask):
    chosen = [choose_subset(method, sources, n, np.random.default_rng(5), per_subtask=per_subtask) for _ in range(2)]
    assert len(set(chosen[0].questions.tolist())) == len(chosen[0]) == n
    assert chosen[0].questions.tolist() == chosen[1].questions.tolist()
    assert chosen[0].weights.sum() == pytest.approx(1)
    estimate = chosen[0].estimate(sources.scores)
    assert estimate.shape == (24,)
    assert np.all((estimate > -1e-9) & (estimate < 1 + 1e-9))


@pytest.mark.parametrize("method", list(Method))
def test_an_estimate_reads_only_the_chosen_questions(sources, method):
    subset = choose_subset(method, sources, 12, np.random.default_rng(0))
    hidden = np.full_like(sources.scores, np.nan)
    hidden[:, subset.questions] = sources.scores[:, subset.questions]
    assert np.allclose(subset.estimate(hidden), subset.estimate(sources.scores))


@pytest.mark.parametrize("method", list(Method))
@pytest.mark.parametrize("scores", [np.ones((12, 40)), np.zeros((3, 40)), np.tile([1.0, 0.0], (12, 20))])
def test_sources_that_say_nothing_still_give_a_subset(method, scores):
    subset = choose_subset(method, Sources(scores), 15, np.random.default_rng(0))
    assert len(set(subset.questions.tolist())) == 15
    assert np.isfinite(subset.estimate(scores)).all()


@pytest.mark.parametrize("n", [1, 60, 61])
def test_a_subset_must_be_a_part_of_the_bank(sources, n):
    with pytest.raises(NotEnoughData):
        choose_subset(Method.UNIFORM, sources, n, np.random.default_rng(0))


# Strata.


@given(sizes=st.lists(st.integers(1, 40), min_size=1, max_size=12), share=st.floats(0, 1))
@settings(max_examples=60, deadline=None)
def test_allocation_gives_exactly_n_close_to_the_proportion(sizes, share):
    sizes = np.array(sizes)
    n = int(share * sizes.sum())
    given_to = allocate(n, sizes, np.random.default_rng(0))
    assert given_to.sum() == n
    assert np.all(given_to <= sizes)
    assert np.all(np.abs(given_to - n * sizes / sizes.sum()) < 1 + 1e-9)


def test_the_stratified_estimate_is_unbiased_and_steadier_than_a_plain_one():
    strata = np.repeat([0, 1, 2], [50, 30, 20])
    scores = np.where(strata == 0, 0.9, np.where(strata == 1, 0.5, 0.1))[None]
    found = [draw_from_strata(strata, 10, np.random.default_rng(s)).estimate(scores)[0] for s in range(50)]
    assert found == pytest.approx([scores.mean()] * 50)


# Anchor points.


def brute_force_medoids(distance, k):
    return min(distance[list(c)].min(axis=0).sum() for c in combinations(range(len(distance)), k))


@pytest.mark.parametrize("seed", range(5))
def test_medoids_are_a_local_optimum_and_near_the_best_of_all(seed):
    points = np.random.default_rng(seed).random((14, 2))
    distance = np.linalg.norm(points[:, None] - points[None], axis=2)
    best = min(
        distance[find_medoids(distance, 3, np.random.default_rng(start))].min(axis=0).sum() for start in range(5)
    )
    assert best == pytest.approx(brute_force_medoids(distance, 3), rel=1e-4)
    medoids = find_medoids(distance, 3, np.random.default_rng(0))
    total = distance[medoids].min(axis=0).sum()
    for place in range(3):
        for other in set(range(14)) - set(medoids.tolist()):
            tried = medoids.copy()
            tried[place] = other
            assert distance[tried].min(axis=0).sum() >= total - 1e-4


def test_anchor_points_find_groups_of_questions_that_hang_together_and_weigh_them_by_size():
    rng = np.random.default_rng(0)
    answers = rng.integers(0, 2, (30, 3)).astype(float)
    groups = np.repeat([0, 1, 2], [10, 20, 30])
    subset = choose_subset(Method.ANCHOR_POINTS, Sources(answers[:, groups]), 3, np.random.default_rng(0))
    assert sorted(groups[subset.questions].tolist()) == [0, 1, 2]
    assert {int(groups[q]): round(w * 60) for q, w in zip(subset.questions, subset.weights, strict=True)} == {
        0: 10, 1: 20, 2: 30,
    }  # fmt: skip
    assert np.allclose(subset.estimate(answers[:, groups]), answers[:, groups].mean(axis=1))


def test_the_dissimilarity_is_one_minus_numpys_correlation(sources):
    varying = np.flatnonzero(np.ptp(sources.scores, axis=0) > 0)
    expected = 1 - np.corrcoef(sources.scores[:, varying], rowvar=False)
    assert np.allclose(sources.dissimilarity[np.ix_(varying, varying)], expected, atol=1e-5)


def test_every_item_belongs_to_its_nearest_medoid():
    distance = np.abs(np.subtract.outer(np.arange(6.0), np.arange(6.0)))
    assert assign(distance, np.array([1, 4])).tolist() == [0, 0, 0, 1, 1, 1]


# Item response theory.


def test_item_parameters_are_recovered_from_simulated_models():
    abilities, truth, scores = item_response_scores(400, 150)
    fitted = fit_items(scores, dimensions=1)
    assert np.corrcoef(fitted.difficulties, truth.difficulties)[0, 1] > 0.97
    assert np.corrcoef(fitted.slopes[:, 0], truth.slopes[:, 0])[0, 1] > 0.8
    assert np.corrcoef(fitted.find_abilities(scores)[:, 0], abilities[:, 0])[0, 1] > 0.95


def test_an_ability_is_the_mode_that_a_general_optimiser_finds():
    rng = np.random.default_rng(2)
    items = ItemParameters(rng.normal(0, 1, (25, 2)), rng.normal(0, 1, 25))
    score = rng.integers(0, 2, 25).astype(float)

    def loss(t):
        chance = special.expit(items.slopes @ t - items.difficulties)
        return -np.sum(special.xlogy(score, chance) + special.xlogy(1 - score, 1 - chance)) + t @ t / 2

    by_scipy = optimize.minimize(loss, np.zeros(2), tol=1e-10).x
    assert items.find_abilities(score[None])[0] == pytest.approx(by_scipy, abs=1e-4)


def test_all_wrong_and_all_right_have_finite_abilities():
    items = ItemParameters(np.ones((30, 1)), np.zeros(30))
    low, high = items.find_abilities(np.array([[0.0] * 30, [1.0] * 30]))[:, 0]
    assert -10 < low < 0 < high < 10


def test_p_irt_is_the_asked_share_plus_the_predicted_rest():
    items = ItemParameters(np.array([[1.0], [0.5], [1.5], [1.0]]), np.array([0.0, 1.0, -1.0, 0.5]))
    subset = ItemResponseSubset(np.array([0, 2]), np.array([0.5, 0.5]), items)
    score = np.array([[1.0, np.nan, 0.0, np.nan]])
    ability = optimize.minimize_scalar(
        lambda t: t**2 / 2 - np.log(special.expit(t)) - np.log(1 - special.expit(1.5 * t + 1))
    ).x
    rest = np.mean([special.expit(0.5 * ability - 1), special.expit(ability - 0.5)])
    assert subset.estimate(score)[0] == pytest.approx(0.5 * 0.5 + 0.5 * rest, abs=1e-6)


def test_p_irt_estimates_the_score_better_than_the_mean_of_the_same_questions():
    _, _, scores = item_response_scores(200, 400)
    subset = choose_subset(Method.TINY_BENCHMARKS, Sources(scores[:100]), 15, np.random.default_rng(0))
    plain = Subset(subset.questions, np.full(15, 1 / 15))
    truth = scores[100:].mean(axis=1)
    error = [np.abs(s.estimate(scores[100:]) - truth).mean() for s in (subset, plain)]
    assert error[0] < error[1]


# Diversity.


def test_the_determinantal_process_has_the_probabilities_of_its_kernel():
    rng = np.random.default_rng(0)
    q, _ = np.linalg.qr(rng.normal(size=(6, 3)))
    kernel = q @ q.T
    draws = [frozenset(draw_projection(q, rng).tolist()) for _ in range(6000)]
    for subset in combinations(range(6), 3):
        expected = np.linalg.det(kernel[np.ix_(subset, subset)])
        assert np.mean([d == frozenset(subset) for d in draws]) == pytest.approx(expected, abs=0.02)


def test_diverse_questions_spread_further_than_random_ones():
    rng = np.random.default_rng(0)
    points = rng.normal(size=(300, 2))

    def nearest(chosen):
        distance = np.linalg.norm(points[chosen][:, None] - points[chosen][None], axis=2)
        return np.mean(np.sort(distance, axis=1)[:, 1])

    diverse = np.mean([nearest(draw_diverse(points, 20, rng)) for _ in range(30)])
    random = np.mean([nearest(rng.choice(300, 20, replace=False)) for _ in range(30)])
    assert diverse > 1.1 * random


# Judging.


def test_targets_are_never_sources_and_halves_never_overlap():
    matrix = build_matrix(np.tri(30, 60), subtasks=["a"] * 20 + ["b"] * 40)
    for split in draw_splits(matrix, runs=10):
        assert not set(split.targets) & set(split.sources)
        assert not set(split.seen) & set(split.unseen)
        assert len(split.seen) == 30
        assert np.sum(split.seen < 20) == 10


def test_a_method_finds_the_same_whatever_its_company():
    _, _, scores = item_response_scores(30, 80)
    matrix = build_matrix(scores)
    splits = draw_splits(matrix, runs=3)
    alone = run_methods(matrix, [Method.ANCHOR_POINTS], [10], splits)
    among = run_methods(matrix, [Method.UNIFORM, Method.ANCHOR_POINTS], [10, 20], splits)
    assert np.allclose(alone[0].seen.estimates, among[2].seen.estimates)


def test_more_sources_than_models_are_refused():
    with pytest.raises(NotEnoughData, match="take at most"):
        draw_splits(build_matrix(np.tri(30, 60)), sources=25)


@pytest.mark.slow
def test_choosing_by_mdad_ranks_held_out_models_better_than_chance_and_misjudges_their_level():
    _, _, scores = item_response_scores(120, 300, dimensions=2)
    matrix = build_matrix(scores)
    found = run_methods(matrix, [Method.UNIFORM, Method.BY_MDAD], [10], draw_splits(matrix, runs=25))
    random, by_mdad = (judge(f.seen, 10, resamples=0) for f in found)
    assert by_mdad.estimate.mdad < random.estimate.mdad
    assert by_mdad.mean_error > 0.8 * random.mean_error
