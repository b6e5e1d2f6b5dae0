"""Whole cards of many kinds, written for these tests and judged by hand before the program read them.

The six letters are the judgement on each red flag in the order of FLAGS: T it
should be raised, F it should not, ? a careful reader could go either way (left out).
"""

from functools import cache
from pathlib import Path

import pytest

from core.cards.read_card import read_card
from core.cards.reading import State

pytestmark = pytest.mark.slow  # the quick tests keep to a minute

FOLDER = Path(__file__).parent / "whole_cards"
FLAGS = (
    "quantization_undisclosed",
    "narrow_selection",
    "size_mismatch",
    "contamination_unaddressed",
    "beats_frontier_claim",
    "methodology_missing",
)
JUDGED = {
    "pub_instruct_broad": "TFFTF?",
    "pub_instruct_method": "FFFFFF",
    "gguf_requant_noscores": "FFFFFF",
    "gguf_with_kld": "FFFFFF",
    "gguf_measured": "FTFTFT",
    "merge_leaderboard": "TFFTFF",
    "merge_noscores": "FFFFFF",
    "merge_brag": "F?TFFT",
    "finetune_lmeval_fence": "TFFTFF",
    "finetune_onebench": "TT?TFT",
    "everyday_beats": "F?TFTT",
    "gpt4_humaneval": "TTFTTT",
    "gpt4o_medical": "T?TTTT",
    "gpt35_chat": "TTFTFT",
    "frontier_broad": "TFFT?T",
    "frontier_judge": "TTFTF?",
    "frontier_behind": "TFFTFT",
    "ko_finetune": "T?FTF?",
    "ko_claim": "F?TFTT",
    "zh_base": "TFTTF?",
    "zh_clean": "FFFFFF",
    "ja_card": "T?FTFT",
    "de_card": "TTTTFT",
    "pt_card": "T?FTFF",
    "embedding": "TTFTFT",
    "embedding_size": "TTTTFT",
    "vision": "T??TFT",
    "moe": "TFTTFT",
    "reasoning": "T?TTTF",
    "reasoning_open": "F?TFTT",
    "images_only": "??F?F?",
    "official_careful": "TFFFF?",
    "size_family": "TFFTFT",
    "roleplay": "FFFFFF",
    "sota_class": "F?FFFT",
    "quant_official": "FFFTF?",
    "sql": "TTFTTT",
    "toolcall": "TTTTTT",
    "arena": "TTFTF?",
    "contam_other": "TFFTFT",
    "contam_admit": "TFF?FT",
    "contam_clean_words": "TFFFFT",
    "no_claims_base": "FFFFFF",
    "loading_precisions": "TFFTFT",
    "prec_tested4bit": "FFFTF?",
    "translation": "TTFT?T",
    "longctx": "TTFTFT",
    "phi_like": "TFTT?F",
    "solar_like": "TFTTFF",
    "uncensored": "FFFFFF",
    "gguf_theb": "FFFFFF",
    "gguf_with_orig_card": "TFTTF?",
    "reward": "TTTTT?",
    "distill_r1": "T?TTTF",
    "merge_contam_note": "TTF?FF",
    "code_base": "T?TTFF",
    "es_card": "TFFFF?",
    "fr_claim": "F?TF?T",
    "asr_like": "FFFFFF",
    "lora": "FFFFFF",
    "trl_metrics": "FFFFFF",
    "fp8_official": "FFFTF?",
    "medical_safe": "T?FFFF",
    "chat_elo": "TT?T?T",
    "base_small_honest": "F?FFF?",
    "marketing": "F?TF?T",
    "long_table_only": "TFFTFT",
    "minicpm_like": "TFTT?T",
    "nous_like": "TFFTF?",
    "starling_like": "TTTTF?",
    "granite_like": "TFFTFT",
    "olmo_like": "TFFFFF",
    "rwkv_like": "FFFFFF",
    "function_call": "TTFTFT",
    "agentic_frontier": "T?TTTT",
    "mlx": "FFFFFF",
    "abliterated": "FFFFFF",
    "exl2": "FFFFFF",
    "thai_like": "T?TTFT",
    "quant_compare_claims": "F?FTF?",
    "table_img_text": "??T?FT",
    "chinese_med": "T??T??",
    "vietnamese": "TTTTFT",
    "llamafile": "FFFFFF",
    "pruned": "TFFTF?",
    "gemma_like": "TF?TF?",
}


@cache
def read(name):
    return read_card((FOLDER / f"{name}.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", JUDGED)
def test_the_flags_of_a_whole_card(name):
    reading = read(name)
    said = {flag: reading.finding(flag).state is State.PRESENT for flag in FLAGS}
    wanted = zip(FLAGS, JUDGED[name], strict=True)
    assert said == {flag: said[flag] if letter == "?" else letter == "T" for flag, letter in wanted}


def test_unclear_is_rare():
    findings = [
        read(name).finding(flag)
        for name, letters in JUDGED.items()
        for flag, letter in zip(FLAGS, letters, strict=True)
        if letter != "?"
    ]
    assert sum(finding.state is State.UNCLEAR for finding in findings) <= 0.25 * len(findings)


@pytest.mark.parametrize("flag", FLAGS)
def test_each_flag_has_cards_that_raise_it_and_cards_that_do_not(flag):
    letters = [judged[FLAGS.index(flag)] for judged in JUDGED.values()]
    assert letters.count("T") >= 8 and letters.count("F") >= 10


def test_every_card_of_the_folder_is_judged():
    assert sorted(path.stem for path in FOLDER.glob("*.md")) == sorted(JUDGED)
