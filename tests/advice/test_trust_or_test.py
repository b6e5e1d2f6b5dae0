"""Whether published scores may do, with every reason that holds."""

import json

import pytest

from core.advice.claims.trust_or_test import Decision, Domain, FileFacts, Situation, close_candidates, trust_or_test
from core.advice.verdict.file_facts import file_facts
from core.cards.read_card import read_card
from core.catalogue.use_cases import UseCase
from core.models.model_file import load_model_file
from core.runs.database import Database
from core.runs.jobs import end_job
from core.runs.made_files import load_made_files
from core.runs.records import Candidate, RunState
from tests.models.gguf_files import small_model, write

META = (
    "# Llama 3.3 70B Instruct\n\n**Model developer**: Meta\n\nKnowledge cutoff: December 2023\n\n| "
    "Benchmark | Score |\n|--|--|\n| IFEval | 92.1 |\n| MMLU-Pro | 68.9 |\n| HumanEval | 88.4 |\n"
)


def card(text: str = META, name: str = "Llama-3.3-70B-Instruct"):
    return read_card(text, name=name)


def deciding(advice):
    """The reasons that speak for what was decided."""
    return [reason for reason in advice.reasons if reason.towards is advice.decision]


def test_a_record_and_a_newer_benchmark_may_do():
    advice = trust_or_test(UseCase.CHAT, cards=[("card", card())])
    assert advice.decision is Decision.TRUST and advice.sentence.startswith("Published scores may do: ")
    assert [reason.id for reason in deciding(advice)] == ["publisher_record", "benchmark_after_cutoff"]
    assert all(reason.quotes for reason in deciding(advice))


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
    advice = trust_or_test(UseCase.CHAT, cards=[("card", card())], situation=situation)
    assert advice.decision is Decision.TEST and [entry.id for entry in deciding(advice)] == [reason]
    assert advice.reasons[-1].towards is Decision.TRUST  # what speaks for the scores is still shown


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (FileFacts(quantization="Q4_K_M", quantized_by_others=True), "somebody_elses_quantization"),
        (FileFacts(fine_tuned_by_others=True), "somebody_elses_fine_tune"),
    ],
)
def test_somebody_elses_file_asks_for_an_own_test(file, reason):
    advice = trust_or_test(UseCase.CHAT, cards=[("card", card())], file=file)
    assert advice.decision is Decision.TEST and deciding(advice)[0].id == reason


def test_a_card_that_measures_something_else_asks_for_an_own_test():
    text = META.replace("IFEval", "HellaSwag").replace("MMLU-Pro", "Winogrande").replace("HumanEval", "PIQA")
    advice = trust_or_test(UseCase.CODING, cards=[("card", card(text))])
    assert deciding(advice)[0].id == "not_measured" and "HumanEval" in advice.sentence


def test_with_nothing_to_go_by_one_tests():
    assert deciding(trust_or_test(UseCase.GENERAL))[0].id == "nothing_to_trust"
    hobby = card("# merge-7B\n\n| Benchmark | Score |\n|--|--|\n| MMLU | 60.0 |\n", "hobby/merge-7B")
    assert trust_or_test(UseCase.GENERAL, cards=[("card", hobby)]).decision is Decision.TEST


def test_several_reasons_are_all_named():
    advice = trust_or_test(
        UseCase.CHAT, situation=Situation(domain=Domain.LAW, production=True), file=FileFacts(quantized_by_others=True)
    )
    assert [reason.id for reason in deciding(advice)] == ["special_domain", "production", "somebody_elses_quantization"]


def test_two_cards_that_tie_are_close_candidates():
    a = card("# A-7B\n\n| Benchmark | Score |\n|--|--|\n| HumanEval | 74 |\n", "A-7B")
    b = card("# B-7B\n\n| Benchmark | Score |\n|--|--|\n| HumanEval | 72 |\n", "B-7B")
    far = card("# C-7B\n\n| Benchmark | Score |\n|--|--|\n| HumanEval | 40 |\n", "C-7B")
    close = close_candidates(a, b, UseCase.CODING)
    assert "tie" in close.sentence and len(close.quotes) == 2
    for reading, quote in zip((a, b), close.quotes, strict=True):
        assert "HumanEval" in quote.text and reading.text.split("\n")[quote.line - 1].strip() == quote.text
    assert close_candidates(a, far, UseCase.CODING) is None
    assert close_candidates(a, b, UseCase.CHAT) is None  # HumanEval says nothing about chat


def scored(name: str, value: float, test: str = "HumanEval") -> tuple[str, object]:
    return name, card(f"# {name}\n\n| Benchmark | Score |\n|--|--|\n| {test} | {value} |\n", name)


def candidate(name: str, label: str = "Q8_0", location: str = "") -> Candidate:
    return Candidate(f"{name}-{label}", location or f"/m/{name}-{label}.gguf", label=label)


def test_each_reason_is_said_once_over_all_cards():
    advice = trust_or_test(
        UseCase.CODING,
        [scored("Lumen-7B", 74), scored("Umber-7B", 40)],
        file=FileFacts(quantization="Q4_K_M", quantized_by_others=True),
        situation=Situation(production=True),
    )
    sentences = [reason.sentence for reason in advice.reasons]
    assert len(sentences) == len(set(sentences))
    assert advice.chief not in advice.common
    assert [reason.id for reason in deciding(advice)] == ["production", "somebody_elses_quantization"]


def test_a_card_about_another_model_is_noticed_and_does_not_count():
    advice = trust_or_test(
        UseCase.CHAT,
        [("Llama-3.3-70B-Instruct", card()), scored("Umber-7B", 60, "IFEval")],
        [candidate("Umber-7B"), candidate("Ochre-7B")],
    )
    assert advice.notes[0].startswith("Llama-3.3-70B-Instruct is about none of your candidates (Umber-7B-Q8_0 and")
    assert advice.notes[1] == "No card is about Ochre-7B-Q8_0."
    assert [name for name, _ in advice.by_card] == ["Umber-7B"]
    assert advice.decision is Decision.TEST  # a record of somebody else's model is no reason to trust this one


def test_published_scores_may_do_only_where_they_may_for_every_candidate():
    llama = ("Llama-3.3-70B-Instruct", card())
    both = [candidate("Llama-3.3-70B-Instruct"), candidate("Umber-7B")]
    assert trust_or_test(UseCase.CHAT, [llama], both[:1]).decision is Decision.TRUST
    advice = trust_or_test(UseCase.CHAT, [llama], both)
    assert advice.decision is Decision.TEST
    assert "of Umber-7B-Q8_0" in advice.sentence


def test_cards_that_tie_are_found_without_being_told():
    advice = trust_or_test(UseCase.CODING, [scored("Lumen-7B", 74), scored("Umber-7B", 72)])
    assert advice.sentence.startswith("Run your own questions: Lumen-7B and Umber-7B tie where they can be compared")
    told = trust_or_test(
        UseCase.CODING,
        [scored("Lumen-7B", 74), scored("Umber-7B", 72)],
        situation=Situation(close_candidates=True),
    )
    assert [reason.id for reason in told.reasons].count("close_candidates") == 1


def test_the_chief_reason_of_one_card_among_several_names_it():
    advice = trust_or_test(UseCase.CODING, [scored("Lumen-7B", 74), scored("Umber-7B", 60, "PIQA")])
    assert advice.sentence.startswith("Run your own questions: Umber-7B: The card reports nothing that measures coding")


def test_a_file_that_was_made_here_is_not_called_somebody_elses():
    made, fetched = candidate("Umber-7B", "Q4_K_M", "/here/a.gguf"), candidate("Umber-7B", "Q5_K_M", "/there/b.gguf")
    facts = file_facts([made, fetched], {"/here/a.gguf"})
    assert (facts.made_here, facts.quantization, facts.quantized_by_others) == ("Q4_K_M", "Q5_K_M", True)
    advice = trust_or_test(UseCase.CODING, file=file_facts([made], {"/here/a.gguf"}))
    assert "was quantized on this machine (Q4_K_M)" in advice.chief.sentence
    assert "somebody" not in advice.sentence


def test_a_file_whose_header_says_that_it_was_requantized_here_counts_as_made_here(tmp_path):
    content = small_model()
    content.value("general.description", "Q2_K, requantized from Q4_1 (m.gguf)")
    path = write(tmp_path / "m.Q2_K.gguf", content)
    file = load_model_file(path)
    facts = file_facts([Candidate("m", str(path), fingerprint=file.fingerprint, label="Q2_K")])
    assert facts.made_here == "Q2_K"
    assert not facts.quantized_by_others


def test_finished_quantizations_are_remembered_as_made_here(tmp_path):
    with Database(tmp_path / "store.sqlite3") as database:
        job = start_job_row(database, "/here/a.gguf")
        assert load_made_files(database) == frozenset()
        end_job(database, job, RunState.DONE, "")
        assert load_made_files(database) == {"/here/a.gguf"}


def start_job_row(database: Database, destination: str) -> int:
    return database.insert(
        "INSERT INTO job (kind, arguments, state, created_at) VALUES ('quantize', ?, 'running', 0)",
        (json.dumps({"destination": destination}),),
    )


def test_a_domain_of_one_s_own_is_worded_as_such():
    said = trust_or_test(UseCase.CHAT, situation=Situation(domain=Domain.OTHER)).sentence
    assert said.startswith("Run your own questions: yours is a special domain")
