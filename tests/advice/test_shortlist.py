"""A shortlist a person can act on: tiers with reasons, nothing hidden, and the step to the test."""

from datetime import date
from functools import cache
from pathlib import Path

import huggingface_hub.constants  # noqa: F401 - reads the environment once: before a test changes it
import pytest

from core.advice.shortlist.benchmarks import judge_for, size_class_of
from core.advice.shortlist.cards import card_rows
from core.advice.shortlist.hub import find_offers
from core.advice.shortlist.known_model import model_from_name
from core.advice.shortlist.memory import forecast_memory
from core.advice.shortlist.needs import LicenceNeed, Machine, Needs, Thinking, allows
from core.advice.shortlist.next import arena_sentences, plan_test
from core.advice.shortlist.record import shortlist_record
from core.advice.shortlist.scores import Provenance, Relation
from core.advice.shortlist.shortlist import Shortlist, build_shortlist
from core.advice.shortlist.speed import PastSpeed
from core.advice.shortlist.tiers import EvidenceTier
from core.cards.read_card import read_card
from core.catalogue.families import Reasoning
from core.catalogue.public_scores import PublicScore
from core.catalogue.use_cases import UseCase
from core.errors import DownloadError
from core.models.fit import FitSettings, estimate_memory
from core.models.model_file import load_model_file
from core.models.split_files import read_headers

AT_16_GB = Machine(16)
as_needed = cache(build_shortlist)


def names(shortlist: Shortlist, tier: EvidenceTier) -> list[str]:
    return [one.model.name for one in shortlist.of_tier(tier)]


@pytest.fixture(scope="module")
def coding() -> Shortlist:
    return as_needed(Needs(UseCase.CODING, AT_16_GB))


@pytest.mark.parametrize("use_case", UseCase)
def test_at_16_gb_every_use_case_gives_something_to_act_on(use_case):
    shortlist = as_needed(Needs(use_case, AT_16_GB))
    assert shortlist.of_tier(EvidenceTier.AHEAD)
    assert 2 <= len(shortlist.start_with) <= 4
    assert {one.placed.tier for one in shortlist.start_with} == {EvidenceTier.AHEAD, EvidenceTier.NO_SCORE}
    assert all(one.placed.reason for one in shortlist.candidates)
    assert all(one.memory.fits(AT_16_GB.usable_bytes) for one in shortlist.candidates)
    assert all(one.fits_for_sure for one in shortlist.start_with)
    plan = plan_test(shortlist.start_with)
    assert plan is not None
    assert 50 <= plan.questions <= 360


@pytest.mark.parametrize("use_case", UseCase)
@pytest.mark.parametrize("memory_gb", [8, 32])
def test_there_are_two_to_begin_with_on_small_and_large_machines_too(use_case, memory_gb):
    shortlist = as_needed(Needs(use_case, Machine(memory_gb)))
    assert len(shortlist.start_with) >= 2
    assert shortlist.start_with[0].placed.tier is EvidenceTier.AHEAD
    for one in shortlist.start_with:
        assert one.fits_for_sure or any("may not fit" in note for note in one.notes)


def test_a_model_that_another_outdoes_is_never_ahead_and_its_reason_names_the_other(coding):
    keys = {one.model.key: one for one in coding.candidates}
    for one in coding.candidates:
        better = [keys[key] for key in one.placed.outdone_by if key in keys]
        assert bool(better) == (one.placed.tier is EvidenceTier.BEHIND)
        if better:
            assert any(one.placed.reason.startswith(f"{other.model.name} is ahead") for other in better)


def test_models_newer_than_the_tables_stay_visible(coding):
    unmeasured = names(coding, EvidenceTier.NO_SCORE)
    assert {"Qwen3.5 9B", "Gemma 4 8B"} <= set(unmeasured)
    newest = coding.of_tier(EvidenceTier.NO_SCORE)[0]
    assert (newest.model.released or "") >= "2026"


def test_what_is_left_out_is_counted_with_its_reason(coding):
    assert any("Qwen2.5-72B-Instruct" in found for reason, found in coding.left_out.items() if "does not fit" in reason)
    assert "Qwen2.5-Coder-7B" in coding.left_out["a base model, which does not follow instructions"]
    everything = [name for found in coding.left_out.values() for name in found]
    assert not set(everything) & {one.model.name for one in coding.of_tier(EvidenceTier.AHEAD)}


def test_more_memory_brings_larger_models(coding):
    larger = as_needed(Needs(UseCase.CODING, Machine(32)))
    wanted = "Qwen2.5-Coder-32B-Instruct"
    assert wanted not in [one.model.name for one in coding.candidates]
    assert wanted in [one.model.name for one in larger.candidates]


def test_a_licence_need_leaves_out_what_it_forbids_and_flags_what_is_unknown():
    shortlist = build_shortlist(Needs(UseCase.CHAT, AT_16_GB, licence=LicenceNeed.OPEN))
    for one in shortlist.candidates:
        allowed = allows(LicenceNeed.OPEN, one.model.licence)
        assert allowed is not False
        if allowed is None:
            assert any("licence is not known" in note for note in one.notes)
    assert "EXAONE-3.5-7.8B-Instruct" in shortlist.left_out["licence does not allow it"]


def test_thinking_models_can_be_kept_out_or_asked_for():
    without = build_shortlist(Needs(UseCase.REASONING, AT_16_GB, thinking=Thinking.OFF))
    assert all(one.model.reasoning is not Reasoning.ALWAYS for one in without.candidates)
    only = build_shortlist(Needs(UseCase.REASONING, AT_16_GB, thinking=Thinking.ONLY))
    assert only.candidates
    assert all(one.model.reasoning is not Reasoning.NONE for one in only.candidates)


def test_who_will_fine_tune_sees_base_models_and_a_caution():
    shortlist = build_shortlist(Needs(UseCase.REASONING, AT_16_GB, fine_tune=True))
    assert any(one.model.name == "Qwen2.5-7B" for one in shortlist.candidates)
    assert any("what a model can learn" in caution for caution in shortlist.cautions)


def test_a_language_is_called_by_its_name():
    german, other = (build_shortlist(Needs(UseCase.CODING, AT_16_GB, language=code)) for code in ("de", "sw"))
    assert "measures this work in German:" in german.cautions[1]
    assert "measures this work in the language 'sw':" in other.cautions[1]


def test_another_language_is_said_to_be_unmeasured():
    shortlist = build_shortlist(Needs(UseCase.GENERAL, AT_16_GB, language="ko"))
    assert any("in Korean" in caution and "KMMLU" in caution for caution in shortlist.cautions)


def test_a_file_that_is_here_is_judged_by_its_header(smollm_path: Path):
    file = load_model_file(smollm_path)
    shortlist = build_shortlist(Needs(UseCase.CHAT, AT_16_GB, n_ctx=2048), files=[file])
    one = next(one for one in shortlist.candidates if one.model.name == "SmolLM2-135M-Instruct")
    assert one.file == file
    assert one.memory.expected_bytes == estimate_memory(read_headers(smollm_path), FitSettings(n_ctx=2048)).total_bytes
    assert smollm_path.name in one.memory.basis


def test_a_past_run_of_a_candidate_gives_its_speed(coding):
    past = {"qwen|14b|2.5|coder|instruct": (PastSpeed(5.0, "Q4_K_M", "r1"),)}
    shortlist = build_shortlist(Needs(UseCase.CODING, AT_16_GB), past=past)
    one = next(one for one in shortlist.candidates if one.model.name == "Qwen2.5-Coder-14B-Instruct")
    assert (one.speed.tokens_per_s, one.speed.is_bound) == (5.0, False)


def test_a_model_unknown_to_every_table_is_listed_by_what_its_name_tells():
    shortlist = build_shortlist(Needs(UseCase.CODING, AT_16_GB), also=["ann/Zebra-9B-Instruct-GGUF", "zebra-next"])
    one = next(one for one in shortlist.candidates if "Zebra" in one.model.name)
    assert one.placed.tier is EvidenceTier.NO_SCORE
    assert one.model.params_b == 9.0
    assert any(caution.startswith("zebra-next: no table knows it") for caution in shortlist.cautions)


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("Qwen3-Embedding-0.6B-Q8_0.gguf", "not made to write text"),
        ("nomic-embed-text-v1.5", "not made to write text"),
        ("Skywork-Reward-V2-Llama-3.1-8B", "not made to write text"),
        ("mmproj-Qwen2.5-VL-7B-Instruct-f16.gguf", "not a model by itself"),
        ("a" * 5000, "a…: no table knows it"),
    ],
)
def test_what_cannot_answer_is_no_candidate_though_it_is_named(named, why, coding):
    shortlist = build_shortlist(Needs(UseCase.CODING, AT_16_GB), also=[named])
    said = shortlist.cautions[0]
    assert why in said
    assert len(said) < 200
    assert len(shortlist.candidates) == len(coding.candidates)


def test_where_no_candidate_is_in_any_table_that_is_said_of_the_candidates_not_of_the_tables():
    tiny = build_shortlist(Needs(UseCase.CHAT, Machine(1)), also=["Zebra-0.1B"])
    assert [one.model.name for one in tiny.candidates if one.cells] == []
    assert any(caution.startswith("None of these models stands in a table") for caution in tiny.cautions)
    nothing = build_shortlist(Needs(UseCase.CHAT, Machine(0.5)))
    assert nothing.candidates == ()
    assert not any("table" in caution or "bandwidth" in caution for caution in nothing.cautions)


def test_a_blank_name_is_no_name(coding):
    assert build_shortlist(Needs(UseCase.CODING, AT_16_GB), also=["", " "]).cautions == coding.cautions


def test_a_family_of_one_size_tells_the_size_but_not_of_its_variants_and_fine_tunes():
    devstral = model_from_name("Devstral-Small-2507")
    assert devstral is not None
    assert (devstral.params_b, devstral.reasoning) == (24, Reasoning.NONE)
    assert model_from_name("Dolphin-Devstral") is None
    assert model_from_name("Devstral-mini") is None
    assert model_from_name("Qwen3-Instruct") is None, "Qwen 3 comes in many"


def test_a_named_model_stays_although_it_does_not_fit():
    shortlist = build_shortlist(Needs(UseCase.CODING, AT_16_GB), also=["Qwen/Qwen2.5-72B-Instruct"])
    one = next(one for one in shortlist.candidates if one.model.name == "Qwen2.5-72B-Instruct")
    assert "It does not fit this memory." in one.notes


def test_a_model_made_for_fewer_tokens_than_asked_for_is_left_out_unless_it_is_named():
    needs = Needs(UseCase.CHAT, AT_16_GB, n_ctx=16384)
    shortlist = build_shortlist(needs, also=["microsoft/Phi-3-mini-4k-instruct"])
    assert "Phi-3-small-8k-instruct" in shortlist.left_out["made for a shorter context"]
    named = next(one for one in shortlist.candidates if one.model.name == "Phi-3-mini-4k-instruct")
    assert "It is made for 4 thousand tokens of context, less than n_ctx 16384." in named.notes


def test_where_only_some_of_a_family_have_a_short_context_it_is_said_and_not_suggested():
    shortlist = build_shortlist(Needs(UseCase.CHAT, AT_16_GB, n_ctx=8192))
    doubtful = {one.model.name: one for one in shortlist.candidates if one.context_in_doubt}
    assert "granite-3.1-8b-instruct" in doubtful, "granite 3.0 has 4 thousand, 3.1 has more"
    assert any("4 thousand tokens" in note for note in doubtful["granite-3.1-8b-instruct"].notes)
    assert not any(one.context_in_doubt for one in shortlist.start_with)


def test_what_may_not_fit_comes_with_the_smaller_quantization_that_does(coding):
    tight = [one for one in coding.candidates if one.is_tight and one.memory.safer]
    assert tight
    for one in tight:
        assert f"; {one.memory.safer} does." in " ".join(one.notes)
        sizes = {"family": one.model.family.family if one.model.family else None, "size_b": one.model.family_size_b}
        safer = forecast_memory(one.model.params_b, one.memory.safer, 8192, released=one.model.released, **sizes)
        assert safer.high_bytes <= AT_16_GB.usable_bytes
        assert safer.bpw < one.memory.bpw


def test_no_memory_at_all_is_a_sentence():
    shortlist = build_shortlist(Needs(UseCase.CODING, Machine(1)))
    assert shortlist.candidates == ()
    assert "nothing known fits" in shortlist.sentence


def test_rows_looked_up_online_replace_the_carried_ones():
    row = PublicScore(
        "Qwen3.5-9B", "Qwen/Qwen3.5-9B", 9.0, "ifeval", 88.0, "percent", None, "bfloat16, chat template",
        "open-llm-leaderboard-v2", "2026-11-29",
    )  # fmt: skip
    other = PublicScore(
        "Qwen3.5-4B", "Qwen/Qwen3.5-4B", 4.0, "ifeval", 60.0, "percent", None, "bfloat16, chat template",
        "open-llm-leaderboard-v2", "2026-11-29",
    )  # fmt: skip
    shortlist = build_shortlist(Needs(UseCase.CHAT, AT_16_GB), fetched=[row, other])
    column = next(c for c in shortlist.columns if c.title == "IFEval, chat template")
    assert {one.model.name for one in shortlist.candidates if column in one.cells} == {"Qwen3.5-9B", "Qwen3.5-4B"}
    better = next(one for one in shortlist.candidates if one.model.name == "Qwen3.5-9B")
    assert len(better.placed.outdoes) == 1
    assert better.placed.tier is EvidenceTier.LEVEL, "ahead of the only other one is not clearly ahead"
    assert "outdoes 1 of the 1 it can be compared with, too few to call it clearly ahead" in better.placed.reason


def test_what_a_card_claims_is_shown_with_its_provenance_and_ranks_nobody():
    card = "# Qwen3.5-9B\n\n| Benchmark | Qwen3.5-9B |\n|---|---|\n| HumanEval (0-shot) | 93.0 |\n"
    rows = card_rows([("Qwen/Qwen3.5-9B", read_card(card, name="Qwen/Qwen3.5-9B"))], date(2026, 11, 29))
    shortlist = build_shortlist(Needs(UseCase.CODING, AT_16_GB), fetched=rows)
    one = next(one for one in shortlist.candidates if one.model.name == "Qwen3.5-9B")
    ((column, cell),) = one.cells.items()
    assert (column.provenance, cell.low, cell.as_of) == (Provenance.CARD, 93.0, "2026-11-29")
    assert cell.rank_low is None
    assert one.placed.tier is EvidenceTier.NO_SCORE


def test_the_plan_rests_on_the_public_gap_of_the_picks(coding):
    by_name = {one.model.name: one for one in coding.candidates}
    far = plan_test([by_name["phi-4"], by_name["Llama-3.1-8B-Instruct"]])
    close = plan_test([by_name["phi-4"], by_name["Qwen2.5-Coder-14B-Instruct"]])
    assert far.pairs[0].gap > 0.05
    assert close.pairs[0].gap is None
    assert (close.questions, close.pairs[0].questions) == (360, 358)
    assert far.questions < close.questions
    assert plan_test([by_name["phi-4"]]) is None
    assert "takes about 360 questions for an even chance to be 95 % sure" in close.sentence


def test_a_plan_says_what_the_questions_at_hand_can_do(coding):
    picks = coding.start_with[:2]
    enough, small, none = (plan_test(picks, at_hand) for at_hand in (400, 80, 0))
    assert (enough.can_ask, small.can_ask) == (enough.questions, 80)
    assert enough.with_fewer.startswith("Too many to begin with? 50 questions can tell apart models about 7 points")
    assert small.with_fewer.startswith("The chosen set holds 80: add questions")
    assert "holds no questions" in none.with_fewer


def test_rated_picks_are_compared_by_preference():
    chat = as_needed(Needs(UseCase.CHAT, AT_16_GB))
    picks = [one for one in chat.candidates if one.model.name in ("Gemma-3-12B-it", "Llama-3.1-8B-Instruct")]
    (sentence,) = arena_sentences(picks)
    assert sentence.startswith("Chatbot Arena: Gemma-3-12B-it is preferred to Llama-3.1-8B-Instruct ")


def test_the_record_has_a_column_for_each_protocol_and_no_total(coding):
    record = shortlist_record(coding)
    titles = [column["title"] for column in record["columns"]]
    assert len(set(titles)) == len(titles)
    for candidate in record["candidates"]:
        assert all(entry["column"] in titles for entry in candidate["scores"])
        assert not {"average", "total", "score"} & set(candidate)
        for entry in candidate["scores"]:
            assert entry["as_of"]
            assert entry["source"]
            assert (entry["rank_low"] is None) or entry["relation"] == Relation.OWN.value


def test_benchmarks_are_judged_within_a_size_class():
    judged = judge_for(Needs(UseCase.REASONING, AT_16_GB), size_class_of(3))
    gpqa = next(one for one in judged.columns if one.column.name == "GPQA")
    assert gpqa.noise_share > 0.5, "448 questions with four choices tell models of 2 to 5 B nothing"
    assert gpqa.is_near_guessing
    bbh = next(one for one in judged.columns if one.column.name == "BBH")
    assert bbh.state == "saturated among the largest models, tells these apart", (
        "2 to 5 B spread far wider than its noise"
    )
    assert gpqa.state == "the middle model is near guessing, mostly noise at this size"
    assert 0 < bbh.maybe_read <= bbh.models - bbh.cutoff_unknown
    assert all(-1 <= pair.agreement.low <= pair.agreement.tau <= pair.agreement.high <= 1 for pair in judged.pairs)
    assert [pair.agreement.tau for pair in judged.pairs] == sorted(pair.agreement.tau for pair in judged.pairs)


def test_one_model_asked_in_two_ways_shows_why_protocols_are_kept_apart():
    judged = judge_for(Needs(UseCase.CHAT, AT_16_GB), size_class_of(14.7))
    assert judged.same_twice == (
        "One model, one board, two settings: phi-4 has IFEval 67.51 (bfloat16, chat template) and 4.88 (float16)."
    )


def test_without_a_network_the_search_for_files_is_a_sentence(coding, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(DownloadError, match="Offline mode is on"):
        find_offers(coding.start_with[0], AT_16_GB.usable_bytes, 8192)
