"""One protocol a column, ties that are ties, and every value with its source."""

import math
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.advice.shortlist.known_model import KnownModel, ModelKind
from core.advice.shortlist.models import load_known_models
from core.advice.shortlist.scores import (
    Cell,
    Column,
    Provenance,
    Relation,
    fill_table,
    is_ahead,
    ranks,
    standard_error,
    win_chance,
)
from core.advice.shortlist.tiers import EvidenceTier, place_models
from core.catalogue.families import Reasoning
from core.catalogue.public_scores import PublicScore, find_place, load_public_scores
from core.catalogue.use_case_guide import find_guide
from core.catalogue.use_cases import UseCase

CODING, CHAT = find_guide(UseCase.CODING), find_guide(UseCase.CHAT)


def score(benchmark: str, value: float, setting: str, source: str = "evalplus", **changes) -> PublicScore:
    return replace(
        PublicScore("m", None, 7.0, benchmark, value, "percent", None, setting, source, "2025-01"), **changes
    )


def model(key: str, *scores: PublicScore, kind: ModelKind = ModelKind.INSTRUCT, **changes) -> KnownModel:
    found = KnownModel(
        key=key,
        name=key,
        hf_id=None,
        family=None,
        family_size_b=None,
        params_b=7.0,
        active_b=7.0,
        kind=kind,
        reasoning=Reasoning.NONE,
        roles=(),
        licence=None,
        released=None,
        official=True,
        scores=scores,
    )
    return replace(found, **changes)


def humaneval(key: str, *values: float) -> KnownModel:
    return model(key, *(score("humaneval", value, "pass@1 greedy chat") for value in values))


def one_column(models: list[KnownModel]) -> tuple[Column, dict[str, Cell]]:
    ((column, cells),) = fill_table(models, CODING).items()
    return column, cells


@pytest.mark.parametrize("use_case", UseCase)
def test_every_value_resolves_to_a_source_and_a_date(use_case):
    everyone = load_known_models()
    for column, cells in fill_table(everyone, find_guide(use_case), everyone).items():
        assert find_place(column.source) is not None
        assert find_guide(use_case).rank_of(column.benchmark_id) is not None, "only what measures the use case"
        for cell in cells.values():
            assert all(re.fullmatch(r"20\d\d-\d\d(-\d\d)?", row.as_of) for row in cell.rows)


@pytest.mark.parametrize("use_case", UseCase)
def test_no_value_is_made_of_two_protocols_or_of_two_values(use_case):
    carried = {(row.benchmark, row.source, row.value) for row in load_public_scores()}
    for column, cells in fill_table(load_known_models(), find_guide(use_case)).items():
        for cell in cells.values():
            assert len({(row.source, row.benchmark) for row in cell.rows}) == 1
            for end in (cell.low, cell.high):
                assert (cell.rows[0].benchmark, column.source, end) in carried


def test_with_and_without_the_chat_template_are_two_columns():
    """The board holds Llama 3 8B Instruct with IFEval 74.08 and, without its template, 47.82."""
    llama = next(m for m in load_known_models() if m.hf_id == "meta-llama/Meta-Llama-3-8B-Instruct")
    found = {column.protocol: cells[llama.key] for column, cells in fill_table([llama], CHAT).items()}
    assert (found["chat template"].low, found["chat template"].high) == (74.08, 74.08)
    assert found["no template"].low == 47.82
    assert all("float16" in row.setting.split(", ") for row in found["no template"].rows)


def test_an_instruct_model_without_its_template_is_ranked_by_nothing():
    """phi-4 in float16 and without its template has IFEval 4.88."""
    phi = next(m for m in load_known_models() if m.hf_id == "microsoft/phi-4")
    for column, cells in fill_table([phi], CHAT).items():
        if column.protocol == "no template":
            assert cells[phi.key].low == 4.88
            assert not ranks(column)
            assert ranks(column, base_models=True)
            assert cells[phi.key].rank_low is None


def test_the_standard_error_follows_from_the_number_of_questions():
    """70 % of 164, with two right and two wrong added: p = 116.8/168, sqrt(p(1-p)/168) = 3.55 points."""
    assert standard_error(70, 164) == pytest.approx(3.551, abs=1e-3)
    assert standard_error(100, 164) > 0.5, "all of 164 right is not certainty"
    assert standard_error(70, None) is None


def test_a_gap_counts_from_two_standard_errors_on():
    column, cells = one_column([humaneval("a", 80), humaneval("b", 71.5), humaneval("c", 60)])
    noise = 1.96 * math.hypot(standard_error(80, 164), standard_error(71.5, 164))
    assert 8.5 < noise < 20
    assert not is_ahead(cells["a"], cells["b"], column)
    assert is_ahead(cells["a"], cells["c"], column)
    assert [(cells[k].rank_low, cells[k].rank_high) for k in "abc"] == [(1, 2), (1, 2), (3, 3)]


def test_two_points_are_the_least_that_counts_however_many_questions():
    """MMLU-Pro has 12,032 questions: its noise is 1.2 points, and yet 1.9 do not count."""
    settings = "bfloat16, chat template"
    models = [
        model(key, score("mmlu_pro", value, settings, "open-llm-leaderboard-v2"))
        for key, value in (("a", 41.9), ("b", 40.0), ("c", 39.8))
    ]
    ((column, cells),) = fill_table(models, find_guide(UseCase.GENERAL)).items()
    assert not is_ahead(cells["a"], cells["b"], column)
    assert is_ahead(cells["a"], cells["c"], column)


values = st.lists(st.floats(1.5, 100).map(lambda value: round(value, 1)), min_size=2, max_size=14)


@given(values)
def test_models_within_the_noise_share_a_rank(found):
    column, cells = one_column([humaneval(f"m{i}", value) for i, value in enumerate(found)])
    for a in cells.values():
        for b in cells.values():
            if is_ahead(a, b, column):
                assert a.rank_low < b.rank_low
                assert a.rank_high < b.rank_high
            elif not is_ahead(b, a, column):
                assert a.rank_low <= b.rank_high
                assert b.rank_low <= a.rank_high


@given(st.lists(st.lists(st.floats(1.5, 100), min_size=1, max_size=3), min_size=2, max_size=8))
def test_models_whose_runs_contradict_each_other_still_share_ranks_with_all_they_touch(found):
    column, cells = one_column([humaneval(f"m{i}", *runs) for i, runs in enumerate(found)])
    for a in cells.values():
        for b in cells.values():
            if not is_ahead(a, b, column) and not is_ahead(b, a, column):
                assert a.rank_low <= b.rank_high


def test_contradictory_runs_are_said_and_widen_the_place():
    _, cells = one_column([humaneval("torn", 30, 80), humaneval("mid", 55), humaneval("low", 28)])
    assert cells["torn"].contradicts_itself
    assert not cells["mid"].contradicts_itself
    assert (cells["torn"].rank_low, cells["torn"].rank_high) == (1, 3)
    assert "30.0 to 80.0" in cells["torn"].words()


def test_a_failed_run_is_no_score():
    assert fill_table([humaneval("failed", 0.0), humaneval("odd", 130.0)], CODING) == {}


def test_scores_of_a_base_model_and_a_sibling_are_marked_and_do_not_rank():
    everyone = load_known_models()
    starcoder = next(m for m in everyone if m.name == "StarCoder2 3B")
    assert not starcoder.scores
    table = fill_table([starcoder, *(m for m in everyone if "Qwen2.5-Coder" in m.name)], CODING, everyone)
    lent = [cells[starcoder.key] for cells in table.values() if starcoder.key in cells]
    assert lent
    assert all(cell.relation is Relation.BASE and cell.rank_low is None for cell in lent)
    assert all("of its base model, starcoder2-3b" in cell.words() for cell in lent)
    assert place_models([starcoder], table)[starcoder.key].tier is EvidenceTier.NO_SCORE


def test_a_publishers_own_value_and_a_cards_are_shown_and_rank_nobody():
    own = model(
        "own", score("humaneval", 95, "0-shot", "hub-eval-results"), score("humaneval", 96, "0-shot", "model card")
    )
    table = fill_table([own, humaneval("other", 60)], CODING)
    kinds = {column.provenance: cells for column, cells in table.items()}
    assert set(kinds) == set(Provenance)
    for provenance in (Provenance.PUBLISHER, Provenance.CARD):
        assert kinds[provenance]["own"].rank_low is None
    assert place_models([own, humaneval("other", 60)], table)["own"].tier is EvidenceTier.NO_SCORE


def test_ratings_are_win_probabilities_with_intervals():
    """100 points: 1/(1 + 10^(-100/400)) = 0.640; intervals of ±9 and ±12 make the gap 100 ± 15."""
    rated = [
        model(k, score("chatbot_arena", r, "900 votes", "arena", scale="elo", interval=i))
        for k, r, i in (("a", 1300, 9), ("b", 1200, 12), ("c", 1292, 12))
    ]
    ((column, cells),) = fill_table(rated, CHAT).items()
    chance = win_chance(cells["a"], cells["b"])
    assert (chance.chance, chance.low, chance.high) == pytest.approx((0.640, 0.620, 0.660), abs=1e-3)
    assert is_ahead(cells["a"], cells["b"], column)
    assert not is_ahead(cells["a"], cells["c"], column)


def test_one_model_has_one_entry_under_all_its_spellings():
    """The boards write Llama 3.1 8B Instruct in three ways."""
    found = [m for m in load_known_models() if m.name.endswith("Llama-3.1-8B-Instruct")]
    assert len(found) == 1
    assert {row.source for row in found[0].scores} >= {"open-llm-leaderboard-v2", "bigcodebench", "arena"}


def test_copies_and_fine_tunes_never_score_for_the_original():
    phi = next(m for m in load_known_models() if m.hf_id == "microsoft/phi-4")
    assert {row.hf_id for row in phi.scores} <= {"microsoft/phi-4", None}
    community = load_known_models(community=True)
    assert any(m.hf_id == "unsloth/phi-4" and not m.official for m in community)


def test_a_mixture_counts_all_its_parameters_although_a_board_gives_those_of_one_token():
    coder = next(m for m in load_known_models() if m.name == "DeepSeek-Coder-V2-Instruct")
    assert (coder.params_b, coder.active_b) == (236.0, 21.0)
