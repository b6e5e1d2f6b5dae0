"""Whether published scores may do, with every reason that holds."""

import pytest

from core.advice.trust_or_test import Decision, Domain, FileFacts, Situation, close_candidates, trust_or_test
from core.cards.read_card import read_card
from core.catalogue.use_cases import UseCase

META = (
    "# Llama 3.3 70B Instruct\n\n**Model developer**: Meta\n\nKnowledge cutoff: December 2023\n\n| "
    "Benchmark | Score |\n|--|--|\n| IFEval | 92.1 |\n| MMLU-Pro | 68.9 |\n| HumanEval | 88.4 |\n"
)


def card(text: str = META, name: str = "Llama-3.3-70B-Instruct"):
    return read_card(text, name=name)


def test_a_record_and_a_newer_benchmark_may_do():
    advice = trust_or_test(UseCase.CHAT, reading=card())
    assert advice.decision is Decision.TRUST and advice.sentence.startswith("Published scores may do: ")
    assert [reason.id for reason in advice.deciding] == ["publisher_record", "benchmark_after_cutoff"]
    assert all(reason.quotes for reason in advice.deciding)


@pytest.mark.parametrize(
    ("situation", "reason"),
    [
        (Situation(domain=Domain.LAW), "special_domain"),
        (Situation(domain=Domain.MEDICINE), "special_domain"),
        (Situation(domain=Domain.FINANCE), "special_domain"),
        (Situation(close_candidates=True), "close_candidates"),
        (Situation(narrow_task=True), "narrow_task"),
        (Situation(edge_cases=True), "edge_cases"),
        (Situation(production=True), "production"),
    ],
)
def test_each_statement_about_the_work_asks_for_an_own_test(situation, reason):
    advice = trust_or_test(UseCase.CHAT, reading=card(), situation=situation)
    assert advice.decision is Decision.TEST and [entry.id for entry in advice.deciding] == [reason]
    assert advice.reasons[-1].towards is Decision.TRUST  # what speaks for the scores is still shown


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (FileFacts(quantization="Q4_K_M", quantized_by_others=True), "somebody_elses_quantization"),
        (FileFacts(fine_tuned_by_others=True), "somebody_elses_fine_tune"),
    ],
)
def test_somebody_elses_file_asks_for_an_own_test(file, reason):
    advice = trust_or_test(UseCase.CHAT, reading=card(), file=file)
    assert advice.decision is Decision.TEST and advice.deciding[0].id == reason


def test_a_card_that_measures_something_else_asks_for_an_own_test():
    text = META.replace("IFEval", "HellaSwag").replace("MMLU-Pro", "Winogrande").replace("HumanEval", "PIQA")
    advice = trust_or_test(UseCase.CODING, reading=card(text))
    assert advice.deciding[0].id == "not_measured" and "HumanEval" in advice.sentence


def test_with_nothing_to_go_by_one_tests():
    assert trust_or_test(UseCase.GENERAL).deciding[0].id == "nothing_to_trust"
    hobby = card("# merge-7B\n\n| Benchmark | Score |\n|--|--|\n| MMLU | 60.0 |\n", "hobby/merge-7B")
    assert trust_or_test(UseCase.GENERAL, reading=hobby).decision is Decision.TEST


def test_several_reasons_are_all_named():
    advice = trust_or_test(
        UseCase.CHAT, situation=Situation(domain=Domain.LAW, production=True), file=FileFacts(quantized_by_others=True)
    )
    assert [reason.id for reason in advice.deciding] == ["special_domain", "production", "somebody_elses_quantization"]


def test_two_cards_that_tie_are_close_candidates():
    a = card("# A-7B\n\n| Benchmark | Score |\n|--|--|\n| HumanEval | 74 |\n", "A-7B")
    b = card("# B-7B\n\n| Benchmark | Score |\n|--|--|\n| HumanEval | 72 |\n", "B-7B")
    far = card("# C-7B\n\n| Benchmark | Score |\n|--|--|\n| HumanEval | 40 |\n", "C-7B")
    assert "tie" in close_candidates(a, b, UseCase.CODING).sentence
    assert close_candidates(a, far, UseCase.CODING) is None
    assert close_candidates(a, b, UseCase.CHAT) is None  # HumanEval says nothing about chat
