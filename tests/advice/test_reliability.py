"""Results that a person brings become MDAD and a subset; and what is said before a run."""

import numpy as np
import pytest

from core.advice.before_run import AIMS, AimKind, plan_run
from core.advice.outside.reliability import (
    choose_reusable,
    count_runs,
    mdad_words,
    measure_reliability,
    stand_ins,
    to_matrix,
)
from core.advice.outside.results import OutsideResults, load_outside_results
from core.catalogue.reliability_curves import load_calibration, load_own_curves, load_published
from core.errors import NotEnoughData
from core.stats.subsets.methods import Method
from core.stats.subsets.subset import ItemResponseSubset


def results(models=24, questions=80, *, name="q{}", rating=False, seed=0) -> OutsideResults:
    rng = np.random.default_rng(seed)
    right = rng.random((models, questions)) < np.linspace(0.2, 0.8, models)[:, None]
    scores = {
        f"model {m}": {name.format(q): float(1 + 4 * v if rating else v) for q, v in enumerate(row)}
        for m, row in enumerate(right)
    }
    return OutsideResults(scores, rating)


def test_ratings_become_shares_and_keep_their_ranking():
    assert np.array_equal(to_matrix(results(rating=True)).scores, to_matrix(results()).scores)


def test_a_question_that_one_model_did_not_answer_is_left_out_and_not_wrong():
    found = results()
    found.scores["model 3"]["q5"] = None
    del found.scores["model 7"]["q6"]
    matrix = to_matrix(found)
    assert matrix.n_questions == 78
    assert "2 of 80 questions are left out" in matrix.notes[0]


def test_tasks_in_the_names_of_questions_are_subtasks_and_single_ones_are_not():
    two = results(name="{}/x")
    renamed = {
        m: {f"{'maths' if i % 2 else 'law'}/{i}": s for i, s in enumerate(v.values())} for m, v in two.scores.items()
    }
    assert set(to_matrix(OutsideResults(renamed, False)).subtasks) == {"maths", "law"}
    assert to_matrix(results(name="one/{}")).subtasks is None


def test_stand_ins_are_named_for_the_methods_that_use_them():
    matrix = to_matrix(results())
    assert stand_ins(matrix, [Method.UNIFORM]) == ()
    assert "score stands in" in stand_ins(matrix, [Method.ANCHOR_POINTS])[0]
    assert "name no subtasks" in stand_ins(matrix, [Method.BY_SUBTASK])[0]


def test_fewer_than_ten_models_are_not_enough(tmp_path):
    path = tmp_path / "results.csv"
    path.write_text("model,question,score\nA,q1,1\nB,q1,0\nA,q2,1\nB,q2,1\n")
    with pytest.raises(NotEnoughData, match="at least 10"):
        to_matrix(load_outside_results([path]))


def test_more_questions_tell_smaller_gaps_apart():
    found = measure_reliability(to_matrix(results()), [10, 40])
    assert found[1].reliability.estimate.mdad < found[0].reliability.estimate.mdad
    assert "10 questions rank models about" in mdad_words(found[0].reliability)


def test_a_reusable_subset_names_its_questions_and_what_to_expect():
    matrix = to_matrix(results())
    subset = choose_reusable(matrix, 20, Method.ANCHOR_POINTS)
    assert len(set(subset.questions)) == 20
    assert set(subset.questions) < set(matrix.questions)
    assert sum(subset.weights) == pytest.approx(1)
    assert subset.sources == 16
    assert subset.to_dict() == choose_reusable(matrix, 20, Method.ANCHOR_POINTS).to_dict()


@pytest.mark.slow  # it fits an item-response model in every trial
def test_the_p_irt_estimate_can_be_repeated_from_the_exported_subset():
    matrix = to_matrix(results())
    value = choose_reusable(matrix, 15, Method.TINY_BENCHMARKS).to_dict()
    from core.stats.subsets.item_response import ItemParameters

    parameters = value["item_parameters"]
    items = ItemParameters(np.array([p["slopes"] for p in parameters]), np.array([p["difficulty"] for p in parameters]))
    places = [matrix.questions.index(q["question"]) for q in value["questions"]]
    again = ItemResponseSubset(np.array(places), np.full(15, 1 / 15), items).estimate(matrix.scores)
    assert np.abs(again - matrix.scores.mean(axis=1)).mean() < 0.08


def test_many_questions_are_judged_in_fewer_trials():
    matrix = to_matrix(results())
    assert count_runs(matrix) == 50


# What is known beforehand.


def test_the_published_figures_are_those_of_the_paper():
    cells = {(p.benchmark, p.method, p.split, p.n): p for p in load_published().curves}
    assert cells["MMLU-Pro", "anchor_points", "seen", 10].with_300 == 0.035
    assert cells["BBH", "anchor_points", "seen", 10].with_300 == 0.06
    assert 0.19 < cells["MMLU", "uniform", "seen", 10].mdad < 0.22
    assert cells["MMLU-Pro", "anchor_points", "seen", 1000].mdad > cells["MMLU-Pro", "uniform", "seen", 1000].mdad


def test_every_derived_curve_says_where_it_comes_from():
    for matrix in load_own_curves().matrices.values():
        assert matrix.source
        assert len(matrix.commit) == 40
        assert "licence" in matrix.licence.lower() or "MIT" in matrix.licence or "Apache" in matrix.licence
        assert {p.method for p in matrix.methods} == {m.value for m in Method}
    for row in load_calibration().rows:
        assert sum(band.claims for band in row.bands) <= row.trials


def test_planning_agrees_with_what_random_questions_did_on_real_results():
    for matrix in load_own_curves().matrices.values():
        for point in matrix.uniform:
            if point.mdad is not None and point.n >= 25:
                assert point.mdad == pytest.approx(point.closed_form, abs=0.025), (matrix.name, point.n)


def test_anchor_points_and_random_questions_cross_on_gpqa():
    gpqa = load_own_curves().matrices["gpqa"]
    cells = {
        (p.method, p.n): p.published_rule
        for p in gpqa.methods
        if p.split == "seen" and p.sources == gpqa.most_sources() and not p.per_subtask
    }
    assert cells["anchor_points", 10] < cells["uniform", 10] - 0.03
    assert cells["anchor_points", 200] >= cells["uniform", 200]


# Before a run.


def test_every_purpose_has_a_number_that_serves_it():
    n = {aim.kind: aim.n for aim in AIMS}
    assert 10 <= n[AimKind.ROUGH_LEVEL] <= 25
    assert n[AimKind.CLEAR_CHOICE] == 50
    assert n[AimKind.CLOSE_CANDIDATES] == 250
    assert n[AimKind.SMALL_GAINS] >= 250


@pytest.mark.parametrize(
    ("n", "points"), [(10, "15 to 20"), (25, "9 to 11"), (50, "about 7"), (250, "about 3"), (1000, "about 1.5")]
)
def test_a_plan_says_what_it_can_tell_apart(n, points):
    assert f"{points} points apart" in plan_run(n).sentence


def test_small_gaps_are_said_to_need_more_until_there_are_enough():
    assert "5 points takes about 360 questions in all, a gap of 3 points takes about 940" in plan_run(50).warning
    assert "5 points" not in plan_run(500).warning
    assert plan_run(1000).warning is None
