"""When two reported scores may be compared, and what a public score says about a card's."""

from dataclasses import replace

import pytest

from core.cards.cross_checks import Agreement, compare_with_public, cross_check, find_public_scores
from core.cards.gaps import compare_scores
from core.cards.read_card import read_card
from core.cards.reading import State
from core.catalogue.public_scores import PublicScore


def score(name: str, cell: str):
    return read_card(f"# Lumen-7B\n\n| Benchmark | Score |\n|--|--|\n| {name} | {cell} |\n", name="Lumen-7B").scores[0]


@pytest.mark.parametrize(
    ("name", "a", "b", "tie"),
    [
        ("HumanEval", "74", "72", True),
        ("HumanEval", "84", "70", False),
        ("MMLU", "64.0", "62.5", True),
        ("MMLU", "66", "62", False),
        ("GPQA", "41", "36", True),
    ],
)
def test_ties_follow_from_the_size_of_the_benchmark(name, a, b, tie):
    assert compare_scores(score(name, a), score(name, b)).tie is tie


def test_shares_and_percents_compare():
    gap = compare_scores(score("HumanEval", "0.900"), score("HumanEval", "60.0"))
    assert gap.difference == pytest.approx(30.0) and gap.tie is False
    assert gap.sentence.startswith("90 against 60: 30.0 points")


def test_a_tie_and_a_contradiction_name_both_values_on_one_scale():
    assert compare_scores(score("HumanEval", "73.8"), score("HumanEval", "0.799")).sentence.startswith(
        "73.8 against 79.9 is a tie"
    )
    card = "# Lumen-7B\n\n| Test | Score |\n|--|--|\n| GSM8K | 0.7123 |\n\nGSM8K: 64.5 %\n"
    assert "71.23 and as 64.5" in read_card(card, name="Lumen-7B").finding("contradiction").reason


def test_elo_is_said_as_a_share_of_wins():
    assert (
        "64% expected wins" in compare_scores(score("Chatbot Arena", "1200"), score("Chatbot Arena", "1100")).sentence
    )


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        (("MMLU (5-shot)", "63"), ("MMLU (0-shot)", "65"), "5 against 0 shots"),
        (("MATH (maj@8)", "40"), ("MATH", "30"), "maj@8 against no mode stated"),
        (("MMLU", "63"), ("MMLU-Pro", "40"), "different tests"),
        (("AIME 2024", "30"), ("AIME 2025", "20"), "different tests"),
    ],
)
def test_unlike_scores_are_not_compared(first, second, why):
    gap = compare_scores(score(*first), score(*second))
    assert not gap.comparable and gap.tie is None and why in gap.why_not


@pytest.mark.parametrize(
    ("a", "b", "comparable"),
    [
        ("acc", "Accuracy", True),
        ("macro_avg/acc", "acc", True),
        ("exact_match", "EM", True),
        ("score", "acc", True),  # says nothing
        ("MMLU (5-shot)", "acc", True),  # the test's own name in a column called metric
        ("acc", "acc_norm", False),
        ("pass@1", "pass@10", False),
    ],
)
def test_names_of_one_way_of_counting_are_one(a, b, comparable):
    first = score("MMLU", "63")
    assert compare_scores(replace(first, metric=a), replace(first, metric=b)).comparable is comparable


def public(benchmark: str, value: float, source: str = "evalplus") -> PublicScore:
    return PublicScore("Lumen-7B", None, 7.0, benchmark, value, "percent", None, "greedy", source, "2024-12")


@pytest.mark.parametrize(
    ("name", "cell", "row", "agreement"),
    [
        ("HumanEval", "62.0", public("humaneval", 60.0), Agreement.AGREES),
        ("HumanEval", "0.95", public("humaneval", 60.0), Agreement.CARD_HIGHER),
        ("HumanEval", "30.0", public("humaneval", 60.0), Agreement.CARD_LOWER),
        ("HumanEval (maj@8)", "95.0", public("humaneval", 60.0), Agreement.NOT_COMPARABLE),
        ("BBH (3-shot, CoT)", "80.0", public("bbh", 50.0, "open-llm-leaderboard-v2"), Agreement.NOT_COMPARABLE),
        ("IFEval", "80.0", public("ifeval", 0.0, "open-llm-leaderboard-v2"), Agreement.NOT_COMPARABLE),
    ],
)
def test_a_difference_counts_beyond_noise_and_protocol_only(name, cell, row, agreement):
    comparison = compare_with_public(score(name, cell), row)
    assert comparison.agreement is agreement
    assert "2024-12" in comparison.sentence


def test_carried_scores_are_found_by_id_and_by_file_name():
    by_id = find_public_scores("Qwen/Qwen2.5-Coder-7B-Instruct")
    by_file = find_public_scores("Qwen2.5-Coder-7B-Instruct-Q4_K_M.gguf")
    assert by_id and by_file == by_id
    assert find_public_scores("lab/Lumen-7B") == ()
    assert all(row.source and row.as_of for row in by_id)


@pytest.mark.parametrize(("quantized", "said"), [(True, "the unquantized original"), (False, "EvalPlus")])
def test_a_board_row_of_a_quantized_card_is_called_its_originals(quantized, said):
    front = "---\nbase_model: meta-llama/Llama-3.1-8B-Instruct\nbase_model_relation: quantized\n---\n" * quantized
    name = "Llama-3.1-8B-Instruct" + "-GGUF" * quantized
    card = read_card(f"{front}# {name}\n\n|Test|{name}|\n|--|--|\n|HumanEval|70.0|\n")
    reason = card.finding("too_high_against_independent").reason
    assert said in reason
    assert quantized == ("unquantized" in reason)


@pytest.mark.parametrize("title", ["Llama 3.2 Instruct", "Llama-3.2 instruct models"])
def test_a_label_without_a_stage_means_the_tuned_model_of_the_card(title):
    card = read_card(f"# {title}\n\n| Benchmark | Llama 3.2 1B |\n|--|--|\n| IFEval | 59.5 |\n", name="llama3.2-docker")
    entries = cross_check(card)
    assert {entry.public.hf_id.rpartition("-")[2] for entry in entries} == {"Instruct"}
    assert all(entry.agreement is Agreement.AGREES for entry in entries)
    assert "of meta-llama/Llama-3.2-1B-Instruct" in entries[0].sentence  # the board's name is not the card's
    assert card.finding("too_high_against_independent").state is State.ABSENT


def test_a_card_of_the_base_is_held_against_the_base():
    card = read_card("# Llama 3.2\n\n| Benchmark | Llama 3.2 1B |\n|--|--|\n| IFEval | 14.0 |\n", name="Llama-3.2-1B")
    assert {entry.public.hf_id for entry in cross_check(card)} == {"meta-llama/Llama-3.2-1B"}


def test_what_lies_above_chance_is_not_held_against_the_plain_share():
    rows = "| IFEval (0-Shot) | 77.92 |\n| MuSR (0-shot) | 7.77 |\n| GPQA (0-shot) | 4.0 |\n"
    table = f"| Benchmark | Score |\n|--|--|\n{rows}"
    text = f"# Llama-3.1-8B-Instruct\n\n## Open LLM Leaderboard v2\n\n{table}"
    entries = {entry.score.benchmark: entry for entry in cross_check(read_card(text, name="Llama-3.1-8B-Instruct"))}
    assert entries["musr"].agreement is Agreement.NOT_COMPARABLE
    assert "rescaled above chance" in entries["musr"].sentence
    assert entries["ifeval"].agreement is Agreement.AGREES


_QWEN = "Qwen/Qwen2.5-7B-Instruct"  # the Open LLM Leaderboard v2 has 75.85 on IFEval for it, and 29.11 on GPQA


@pytest.mark.parametrize(
    ("cell", "copied", "said"),
    [
        ("75.85", True, "which it quotes"),
        ("75.9", False, "points from it"),
        ("75.80", False, "points from it"),
        ("71.2", False, "points from it"),
    ],
)
def test_a_boards_own_number_confirms_nothing(cell: str, copied: bool, said: str) -> None:
    card = read_card(f"# Qwen2.5-7B-Instruct\n\n|Test|Score|\n|--|--|\n|IFEval|{cell}|\n", name=_QWEN)
    (entry,) = cross_check(card)
    assert (entry.copied, said in entry.sentence) == (copied, True)
    found = card.finding("too_high_against_independent")
    assert found.state is State.ABSENT
    assert found.reason.startswith("Independent boards agree." if not copied else "A board's own value confirms")


@pytest.mark.parametrize(
    ("source", "value", "copied"),
    [("Open LLM Leaderboard", 75.9, True), ("Open LLM Leaderboard", 80.2, False), ("Own runs", 75.9, False)],
)
def test_front_matter_tells_what_it_has_from_the_board(source: str, value: float, copied: bool) -> None:
    metrics = f"metrics: [{{type: acc, value: {value}}}], source: {{name: {source}, url: 'https://a.example'}}"
    result = f"{{task: {{type: text-generation}}, dataset: {{name: IFEval, type: ifeval}}, {metrics}}}"
    front = f"---\nmodel-index: [{{name: Qwen2.5-7B-Instruct, results: [{result}]}}]\n---\n"
    (entry,) = cross_check(read_card(f"{front}# Qwen2.5-7B-Instruct\n", name=_QWEN))
    assert entry.copied is copied
    assert ("comes from this board" in entry.sentence) is copied  # it may have been another run of the board's


def test_a_bare_name_finds_the_rows_with_an_id_too() -> None:
    bare, whole = find_public_scores("Qwen2.5-7B-Instruct"), find_public_scores(_QWEN)
    assert set(whole) <= set(bare)
    assert any(row.hf_id == _QWEN for row in bare)
