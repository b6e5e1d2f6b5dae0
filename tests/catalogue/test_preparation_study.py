"""The figures of the study of prepared models: from the published scores by our own code, and as the page shows them.

The published figures are those of the paper's abstract and tables; the ones
with three digits and more were computed from the same scores beforehand, by
other code, and are written here as constants.
"""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from core.catalogue.preparation_figures import BENCHMARKS, PERPLEXITIES, derive_study, is_base
from core.catalogue.preparation_study import Category, PreparationStudy, load_preparation_study

RAW_PATH = Path(__file__).resolve().parents[2].parent / "shared" / "matrices" / "train_before_test.json"


@pytest.fixture(scope="module")
def raw() -> dict:
    if not RAW_PATH.exists():
        pytest.skip(f"the study's published scores are not here ({RAW_PATH.name} in ../shared/matrices)")
    return json.loads(RAW_PATH.read_text())


@pytest.fixture(scope="module")
def derived(raw: dict) -> PreparationStudy:
    return derive_study(raw)


def close(figure: float) -> object:
    """To three digits."""
    return pytest.approx(figure, abs=0.00051)


def test_the_headline_figures_follow_from_the_published_scores(derived: PreparationStudy) -> None:
    assert (derived.mean_agreement.direct, derived.mean_agreement.prepared) == (close(0.5173), close(0.7552))
    assert (derived.lowest_agreement.direct, derived.lowest_agreement.prepared) == (close(-0.1139), close(0.5873))
    assert (derived.mean_pearson.direct, derived.mean_pearson.prepared) == (close(0.6624), close(0.8550))
    assert (derived.first_component.direct, derived.first_component.prepared) == (close(0.6958), close(0.8636))
    assert (derived.second_component.direct, derived.second_component.prepared) == (close(0.1262), close(0.0670))
    nq_open = derived.agreement_of("nq_open")
    assert (nq_open.direct, nq_open.prepared) == (close(0.2271), close(0.7391))


def test_a_benchmarks_own_order_changes_as_published(derived: PreparationStudy) -> None:
    kept = {benchmark.id: benchmark.kept for benchmark in derived.benchmarks}
    assert derived.mean_kept == close(0.6564)
    assert sorted(kept, key=kept.__getitem__)[:3] == ["qnli", "qqp", "mrpc"]
    assert [kept[name] for name in ("qnli", "qqp", "mrpc", "hellaswag")] == [
        close(0.363), close(0.371), close(0.388), close(0.896)
    ]  # fmt: skip
    assert max(kept, key=kept.__getitem__) == "hellaswag"


def test_perplexity_agrees_with_the_tasks_as_published(derived: PreparationStudy) -> None:
    found = derived.perplexity
    assert (found.agreement.direct, found.agreement.prepared) == (close(0.4773), close(0.7404))
    assert (found.pearson.direct, found.pearson.prepared) == (close(0.634), close(0.874))
    assert (found.forecast_base, found.forecast_instruct) == (close(0.7785), close(0.5054))
    assert (found.models, found.base_models, found.instruct_models) == (53, 33, 20)


def test_the_same_figures_come_out_pair_by_pair(raw: dict, derived: PreparationStudy) -> None:
    names = [benchmark.id for benchmark in derived.benchmarks]
    models = list(raw["direct_eval"]["mnli"])
    for key, table in (("direct_eval", derived.direct_table), ("train_before_test", derived.prepared_table)):
        for i, j in ((0, 1), (5, 19), (11, 20), (22, 23)):
            one, two = ([raw[key][names[at]][model] for model in models] for at in (i, j))
            assert table[i, j] == pytest.approx(stats.kendalltau(one, two).statistic, abs=1e-4)


def test_the_data_file_is_what_the_scores_give(derived: PreparationStudy) -> None:
    # Dumped, since equality would also compare the tables that were cached meanwhile.
    assert load_preparation_study().model_dump() == derived.model_dump()


def test_the_data_file_holds_no_score(raw: dict) -> None:
    study = load_preparation_study().model_dump_json()
    scores = [raw["direct_eval"][name]["google/gemma-2-2b"] for group in BENCHMARKS.values() for name in group]
    assert not [score for score in scores if str(score) in study]


def test_every_benchmark_and_model_is_there_once() -> None:
    study = load_preparation_study()
    assert len({benchmark.id for benchmark in study.benchmarks}) == 24
    assert len({model.name for model in study.models}) == 61
    assert sum(model.is_base for model in study.models) == 37
    assert {benchmark.category for benchmark in study.benchmarks} == set(Category)
    # Category by category, so that a heatmap shows them as blocks.
    order = [list(Category).index(benchmark.category) for benchmark in study.benchmarks]
    assert order == sorted(order)
    assert study.perplexity.texts == PERPLEXITIES


def test_agreement_tables_are_symmetric() -> None:
    study = load_preparation_study()
    for table in (study.direct_table, study.prepared_table):
        assert np.array_equal(table, table.T)
        assert (np.diag(table) == 1).all()


def test_places_are_a_ranking_of_all_models() -> None:
    for when in ("direct", "prepared"):
        for column in ("all", *Category):
            places = [getattr(model, when)[column] for model in load_preparation_study().models]
            assert sum(places) == 61 * 62 / 2
            assert min(places) >= 1


def test_guides_are_ordered_and_their_intervals_hold_them() -> None:
    guides = [benchmark.guide for benchmark in load_preparation_study().best_guides]
    assert [g.tau for g in guides] == sorted((g.tau for g in guides), reverse=True)
    assert all(g.low < g.tau < g.high for g in guides)


@pytest.mark.parametrize(
    ("name", "base"),
    [("google/gemma-7b-it", False), ("01-ai/Yi-6B-Chat", False), ("meta-llama/Llama-3.2-1B", True), ("x/digit", True)],
)
def test_base_models_are_known_by_name(name: str, base: bool) -> None:
    assert is_base(name) is base
