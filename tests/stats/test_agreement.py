"""MDAD from pairs and from a matrix: the published rule, the sound one, and bad input."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from core.errors import NotEnoughData
from core.stats.agreement import Pairs, agreement_curve, estimate_mdad, published_average, published_mdad
from core.stats.paired import mdad_before_data
from core.stats.result_matrix import ResultMatrix, build_matrix, count_twins, without_twins
from core.stats.subsets.judging import draw_splits, run_methods
from core.stats.subsets.methods import Method
from core.stats.trials import Trials, draw_uniformly, judge, kendall_tau

MATRICES = Path(__file__).resolve().parents[2].parent / "shared" / "matrices"


def pairs_of(gaps, credits) -> Pairs:
    """Pairs with these true gaps that come out right (1), wrong (0) or tied (0.5)."""
    gaps = np.asarray(gaps, dtype=float)
    seen = gaps * (2 * np.asarray(credits, dtype=float) - 1)
    models = np.arange(len(gaps))
    return Pairs(gaps, seen, models, models + len(gaps), models)


def simulated(models=60, questions=1500, seed=0) -> ResultMatrix:
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, 0.8, (models, 1)) + rng.normal(0, 1.2, questions)
    return build_matrix(rng.random((models, questions)) < 1 / (1 + np.exp(-logits)))


# The published rule; the three outputs were got by running the published mdad.py.


def test_one_lucky_pair_sets_the_published_mdad_but_not_the_sound_one():
    gaps = [0.02] + [0.05] * 10 + [0.10] * 10
    credits = [1] + [1] * 7 + [0] * 3 + [1] * 9 + [0]
    assert published_mdad(pairs_of(gaps, credits)) == 0.02
    assert published_mdad(pairs_of(gaps[1:], credits[1:])) == 0.10
    assert agreement_curve(pairs_of(gaps, credits), fewest_pairs=10).mdad == pytest.approx(0.07, abs=0.01)


@pytest.mark.parametrize("gap", [0.147, 0.287, 0.292])
def test_the_published_rule_never_reads_three_of_its_bins(gap):
    assert published_mdad(pairs_of([gap] * 10, [1] * 10)) is None


def test_a_tie_is_wrong_for_the_published_rule_and_half_right_for_the_sound_one():
    tied = pairs_of([0.1] * 100, [0.5] * 100)
    assert published_average(tied) == 0.0
    assert agreement_curve(tied).agreement.tolist() == [0.5]
    assert agreement_curve(tied, half_ties=False).agreement.tolist() == [0.0]


def test_a_true_tie_counts_as_a_ahead_for_the_published_rule_and_not_at_all_for_the_sound_one():
    even = Pairs(np.zeros(2), np.array([0.1, -0.1]), np.arange(2), np.arange(2) + 2, np.arange(2))
    assert published_average(even) == 0.5
    assert len(agreement_curve(even, fewest_pairs=1).pairs) == 0


def test_a_curve_that_never_reaches_eighty_percent_has_no_mdad():
    found = estimate_mdad(pairs_of(np.linspace(0.01, 0.3, 200), [1, 0] * 100), resamples=20)
    assert found.mdad is None
    assert found.high is None


def test_the_sound_curve_only_rises_and_its_bins_hold_enough_pairs():
    rng = np.random.default_rng(0)
    gaps = rng.random(3000) * 0.3
    curve = agreement_curve(pairs_of(gaps, rng.random(3000) < 0.5 + gaps))
    assert np.all(np.diff(curve.agreement) >= 0)
    assert curve.pairs.min() >= 50
    assert curve.mdad == pytest.approx(0.3, abs=0.05)


def test_drawing_models_again_is_repeatable_and_encloses_the_estimate():
    pairs = draw_uniformly(simulated(), [50], draws=40)[50].pairs()
    found = estimate_mdad(pairs, resamples=60, seed=3)
    assert found == estimate_mdad(pairs, resamples=60, seed=3)
    assert found.low < found.mdad < found.high


def test_drawing_models_and_trials_gives_a_wider_interval_than_drawing_pairs():
    pairs = draw_uniformly(simulated(models=30), [50], draws=30)[50].pairs()
    by_models = estimate_mdad(pairs, resamples=200)
    each = np.arange(len(pairs))
    rng = np.random.default_rng(0)
    by_pairs = []
    for _ in range(100):
        drawn = rng.integers(len(pairs), size=len(pairs))
        by_pairs.append(agreement_curve(Pairs(pairs.true_gap[drawn], pairs.seen_gap[drawn], each, each, each)).mdad)
    assert by_models.high - by_models.low > 1.5 * np.ptp(np.quantile(by_pairs, [0.025, 0.975]))


# Against independent computations.


def test_random_questions_agree_with_the_closed_form():
    matrix = simulated()
    s = matrix.scores
    for n, trials in draw_uniformly(matrix, [25, 100, 400]).items():
        found = judge(trials, n, resamples=0).estimate.mdad
        gaps = s[:, None, :].astype(np.float32) - s[None]
        near = np.abs(np.abs(gaps.mean(axis=2)) - found) < 0.02
        q = float(np.mean(gaps[near] ** 2)) - found**2
        assert found == pytest.approx(mdad_before_data(n, matrix.n_questions, discordance=q), rel=0.12)


def test_kendall_tau_is_that_of_scipy():
    rng = np.random.default_rng(1)
    estimates, references = rng.integers(0, 8, (5, 30)) / 8, rng.random((5, 30))
    by_scipy = np.mean([stats.kendalltau(e, r).statistic for e, r in zip(estimates, references, strict=True)])
    assert kendall_tau(Trials(np.tile(np.arange(30), (5, 1)), estimates, references)) == pytest.approx(by_scipy)


def test_the_vectorised_draws_are_those_of_a_plain_loop():
    matrix = simulated(models=12, questions=60)
    trials = draw_uniformly(matrix, [10], draws=5, seed=4)[10]
    rng = np.random.default_rng(4)
    for draw in range(5):
        models = rng.choice(12, 12, replace=False)
        asked = rng.choice(60, 10, replace=False)
        for place, model in enumerate(models):
            assert trials.models[draw, place] == model
            right = sum(matrix.scores[model, q] for q in asked)
            assert trials.estimates[draw, place] == pytest.approx(right / 10)


# Published figures (mean and range over seven repeats in the published table).


@pytest.mark.slow
def test_gpqa_gives_the_published_mdad_for_random_questions():
    if not (MATRICES / "gpqa.npz").is_file():
        pytest.skip("the matrix of GPQA results is not beside the project")
    with np.load(MATRICES / "gpqa.npz", allow_pickle=False) as stored:
        matrix = build_matrix(stored["correct"])
    assert matrix.scores.shape == (420, 448)
    assert count_twins(matrix.scores) == 22
    published = json.loads((Path(__file__).parents[2] / "data/reliability/published.json").read_text())["curves"]
    ns = (10, 25, 50, 100, 200)
    repeats = [
        run_methods(matrix, [Method.UNIFORM], ns, draw_splits(matrix, sources=10, seed=seed), seed=seed)
        for seed in range(8)
    ]
    allowed = {10: 0.03, 25: 0.012, 50: 0.008, 100: 0.006, 200: 0.005}
    for at, n in enumerate(ns):
        for split in ("seen", "unseen"):
            mine = np.mean([published_mdad(getattr(r[at], split).pairs()) for r in repeats])
            known = next(
                p for p in published
                if (p["benchmark"], p["method"], p["split"], p["n"]) == ("GPQA", "uniform", split, n)
            )  # fmt: skip
            assert mine == pytest.approx(known["mdad"], abs=allowed[n] + (0.01 if split == "unseen" else 0)), (n, split)


# Bad input.


def test_a_model_with_many_gaps_goes_first_then_questions_with_gaps():
    raw = np.tri(12, 30)
    raw[0, :10] = np.nan
    raw[5, 3] = np.nan
    matrix = build_matrix(raw)
    assert matrix.scores.shape == (11, 29)
    assert "model 1" not in matrix.models
    assert "question 4" not in matrix.questions
    assert "1 of 12 models is left out" in matrix.notes[0]


def test_twins_are_counted_and_can_be_left_out():
    raw = np.tri(14, 30)
    raw[13] = raw[2]
    matrix = build_matrix(raw)
    assert any("1 of 14 models repeat" in note for note in matrix.notes)
    assert without_twins(matrix).models == matrix.models[:13]


def test_constant_rows_and_columns_are_named_and_do_no_harm():
    raw = np.tri(14, 30)
    raw[13], raw[0] = 1, 0
    raw[1:, 29] = 0
    raw[0, 29] = raw[13, 29] = 0
    matrix = build_matrix(raw)
    assert any("scored the same on every question" in note for note in matrix.notes)
    assert any("rank nobody" in note for note in matrix.notes)
    assert judge(draw_uniformly(matrix, [10], draws=20)[10], 10, resamples=5).comparisons == 20 * 91


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (np.tri(9, 30), "Only 9 measured models"),
        (np.ones((12, 30)), "All models have the same score"),
        (np.where(np.eye(12) > 0, np.nan, np.tri(12)), "0 questions have a score from every model"),
    ],
)
def test_too_little_is_said_as_a_sentence(raw, said):
    with pytest.raises(NotEnoughData, match=said):
        build_matrix(raw)


def test_too_few_different_models_are_said():
    with pytest.raises(NotEnoughData, match="Only 2 different models"):
        without_twins(build_matrix(np.repeat(np.tri(2, 30), 6, axis=0)))


@pytest.mark.parametrize("n", [1, 30, 31])
def test_a_test_must_be_a_part_of_the_bank(n):
    with pytest.raises(NotEnoughData):
        draw_uniformly(build_matrix(np.tri(12, 30)), [n])


def test_scores_beyond_0_and_1_are_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="rescale"):
        build_matrix(5 * np.tri(12, 30))
