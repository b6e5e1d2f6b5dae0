"""Whose a column is where its label names no model, half of one, or one of another account; and its settings."""

import pytest

from core.cards.own_model import OwnModel
from core.cards.plain_labels import changed_model
from core.cards.read_card import read_card
from core.cards.sections_apart import are_parts
from core.cards.settings import is_setting, parse_settings
from core.cards.shots_by_stage import shots_by_stage


def read_columns(title, columns, name):
    numbers = " | ".join(f"6{place}.5" for place, _ in enumerate(columns))
    head = f"| Benchmark | {' | '.join(columns)} |\n|{'---|' * (len(columns) + 1)}\n"
    return read_card(f"# {title}\n\n{head}| MMLU | {numbers} |\n", name=name)


def owned(title, columns, name):
    return [score.own for score in read_columns(title, columns, name).scores]


@pytest.mark.parametrize(
    ("name", "columns", "expected"),
    [
        ("Kestrel-7B-Instruct-AWQ", ["Kestrel-7B-Instruct", "AWQ", "GPTQ"], [False, True, False]),
        ("Kestrel-7B-AWQ", ["Kestrel-7B", "AWQ 4-bit", "GPTQ 4-bit"], [False, True, False]),
        ("Kestrel-7B-FP8", ["Kestrel-7B", "FP8"], [False, True]),
        ("Kestrel-7B-FP8", ["Kestrel-7B", "Quantized"], [False, True]),
        ("Kestrel-7B-w4a16", ["Kestrel-7B", "W4A16", "W8A8"], [False, True, False]),
        ("Kestrel-7B-GGUF", ["Kestrel-7B", "Q4_K_M", "Q8_0"], [False, True, True]),
        (
            "Kestrel-7B-AWQ",
            ["Kestrel-7B", "Tern-8B"],
            [True, False],
        ),  # the original is all that is shown; a check says so
        ("Kestrel-7B-AWQ", ["Kestrel-7B", "GPTQ"], [True, False]),
        ("Kestrel-7B", ["Kestrel-7B", "AWQ", "GPTQ"], [True, False, False]),
    ],
)
def test_a_quantization_alone_is_the_file_and_the_bare_name_its_original(name, columns, expected):
    assert owned(name, columns, name) == expected


@pytest.mark.parametrize(
    ("title", "columns", "name", "expected"),
    [
        (
            "Wren 7B (German)",
            ["Wren 7B", "Wren 7B (German)", "Wren 7B (French)"],
            "Wren-7B-german",
            [False, True, False],
        ),
        ("Wren 7B (German)", ["Wren 7B", "Wren 7B (German)", "Wren 7B (French)"], "Wren-7B-de", [False, True, False]),
        ("Wren 7B (German)", ["Wren 7B", "Wren 7B (German)", "Wren 7B (French)"], None, [False, True, False]),
        ("Wren 7B (Medical)", ["Wren 7B (Legal)", "Wren 7B (Medical)"], "Wren-7B-medical", [False, True]),
        ("Wren 7B", ["Wren 7B", "Wren 7B v2"], "Wren-7B-v2", [False, True]),
        # The title of a translated card, or the only column there is.
        ("Wren 7B (Chinese)", ["Wren 7B", "Tern 7B"], "Wren-7B", [True, False]),
        ("Wren 7B (German)", ["Wren 7B", "Tern 7B"], "Wren-7B-german", [True, False]),
        ("Wren (7B)", ["Wren", "Tern"], "Wren-7B", [True, False]),
        ("Wren 7B (Chat)", ["Wren 7B", "Tern 7B"], "Wren-7B-Chat", [True, False]),
    ],
)
def test_what_a_title_puts_in_brackets_tells_its_model_from_the_original(title, columns, name, expected):
    assert owned(title, columns, name) == expected


@pytest.mark.parametrize(
    ("name", "columns", "expected"),
    [
        ("lab/Wren-7B", ["lab/Wren-7B", "other/Wren-7B"], [True, False]),
        ("lab/Wren-7B", ["Wren-7B", "other/Wren-7B"], [True, False]),
        ("lab/Wren-7B", ["other/Wren-7B", "Tern-7B"], [True, False]),  # the same model, kept elsewhere
        ("Wren-7B", ["lab/Wren-7B", "other/Wren-7B"], [True, True]),
    ],
)
def test_of_two_accounts_the_card_s_own_is_meant(name, columns, expected):
    assert owned("Wren-7B", columns, name) == expected


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (["Student", "Teacher"], [True, False]),
        (["Teacher model", "Our student"], [False, True]),
        (["Score", "Tern-8B"], [True, False]),
        (["Tern-8B", "Result", "Osprey-7B"], [False, True, False]),
        (["T=0", "T=0.7"], [True, True]),
        (["Greedy", "Temperature 0.7"], [True, True]),
        (["T=0", "T=0.7", "Tern-8B"], [True, True, False]),
        (["Run 1", "Run 2", "Mean"], [True, True, True]),
        (["w/o tools", "w/ tools"], [True, True]),
        (["CoT", "Direct"], [True, True]),
        (["Dense", "Pruned"], [False, True]),
        (["Score", "Human", "Previous SOTA"], [True, False, False]),
        (["Tern-8B", "Osprey-7B"], [False, False]),
        (["Human", "Previous SOTA"], [False, False]),
        (["Small", "Large"], [False, False]),
        (["Tern-8B", "Teacher"], [False, False]),
    ],
)
def test_columns_without_a_name_are_the_card_s_beside_those_of_others(columns, expected):
    assert owned("Wren-7B", columns, "Wren-7B") == expected


def test_a_student_is_the_changed_model_only_beside_its_teacher():
    assert changed_model(["Student", "Teacher"]) == [True, False]
    assert changed_model(["Student", "Expert"]) is None


def test_temperatures_are_modes_and_models_called_t_are_none():
    assert [parse_settings(text).mode for text in ("T=0.7", "temperature: 0", "Greedy decoding")] == [
        "T=0.7",
        "T=0",
        "greedy",
    ]
    assert [parse_settings(text).mode for text in ("no CoT", "w/o CoT", "with CoT", "Seed 3")] == [
        None,
        None,
        "CoT",
        "seed 3",
    ]
    assert not any(is_setting(text) or parse_settings(text).mode for text in ("T5", "T0", "Tern-7B", "Greedy Wren"))
    rows = "| Setting | MMLU |\n|---|---|\n| T=0 | 61.2 |\n| T=0.7 | 60.4 |\n"
    scores = read_card(f"# Wren-7B\n\n{rows}", name="Wren-7B").scores
    assert [(score.own, score.mode) for score in scores] == [(True, "T=0"), (True, "T=0.7")]


def test_dev_and_test_are_parts_of_a_test_and_a_test_alone_is_its_name():
    scores = read_columns("Wren-7B", ["Dev", "Test set"], "Wren-7B").scores
    assert [(score.name_as_written, score.benchmark, score.own) for score in scores] == [
        ("MMLU (dev)", "mmlu", True),
        ("MMLU (test)", "mmlu", True),
    ]
    rows = "| Test | Wren-7B | Tern-7B |\n|---|---|---|\n| MMLU | 61.2 | 60.1 |\n"
    assert [score.own for score in read_card(f"# Wren-7B\n\n{rows}", name="Wren-7B").scores] == [True, False]
    assert not are_parts(["Test", "Test"]) and not are_parts(["Dev", "Wren-7B"])


def test_the_word_that_a_file_s_name_ends_in_tells_its_columns():
    columns = ["sparkle defaults", "sparkle fast", "Unquantised BF16", "NVFP4 elsewhere"]
    assert owned("Kestrel-9B NVFP4", columns, "Kestrel-9B-NVFP4-sparkle") == [True, True, False, False]
    assert owned("Kestrel-9B NVFP4", columns, "Kestrel-9B-NVFP4") == [False, False, False, True]


@pytest.mark.parametrize(
    ("name", "columns", "asked"),
    [
        ("Kestrel-7B-hqq", ["Kestrel-7B (fp16)", "Kestrel-7B (HQQ 1-bit)", "Kestrel-7B (HQQ+ 1-bit)"], True),
        ("Kestrel-7B-hqq", ["Kestrel-7B (fp16)", "Kestrel-7B (HQQ 1-bit)"], False),
        ("Kestrel-7B-GGUF", ["Kestrel-7B", "Q4_K_M", "Q8_0"], False),  # the repo holds both
        ("Kestrel-7B", ["Kestrel-7B (HQQ)", "Kestrel-7B (HQQ+)"], False),
    ],
)
def test_two_ways_of_quantizing_one_file_are_asked_about(name, columns, asked):
    assert any("which of them is this file" in note for note in read_columns(name, columns, name).notes) == asked


def test_labels_that_a_person_pointed_out_decide_alone():
    own = OwnModel(("lab/Wren-7B",), said=("other/Wren-7B",))
    assert [bool(own.match(label)) for label in ("lab/Wren-7B", "other/Wren-7B")] == [False, True]


TABLES = "| Model | {} |\n|---|---|\n| Wren-7B | 61.2 |\n\n"


@pytest.mark.parametrize(
    ("first", "second", "shots"),
    [
        ("_5-shot performance._ Knowledge:", "_Zero-shot performance._ With the harness:", [5, 0]),
        ("_5-shot performance._ Knowledge:", "Code:", [5, None]),
        ("5-shot results:", "Zero-shot results:", [5, 0]),
        ("5-shot results:", "", [5, 5]),
        ("All results are 5-shot. Knowledge:", "Mathematics:", [5, 5]),
        ("Results are 5-shot.", "Results are zero-shot.", [5, 0]),
        ("Results are 5-shot.", "GSM8K is 8-shot.", [5, 8]),
    ],
)
def test_the_words_right_over_a_table_go_before_those_over_the_one_above(first, second, shots):
    card = f"# Wren-7B\n\n## Evaluation\n\n{first}\n\n{TABLES.format('MMLU')}{second}\n\n{TABLES.format('GSM8K')}"
    assert [score.shots for score in read_card(card, name="Wren-7B").scores] == shots


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The chat model was tested zero-shot, the base model 5-shot.", (5, 0, False)),
        ("Base models are evaluated 5-shot, instruct models zero-shot.", (5, 0, True)),
        ("The base and chat models are evaluated 5-shot and 0-shot, respectively.", (5, 0, False)),
        ("The base and chat models are evaluated 5-shot and 0-shot.", None),
        ("The base model was trained on 5-shot prompts, the chat model is tested 0-shot.", None),
        ("The chat model was tested zero-shot.", None),
        ("The base model is 5-shot on MMLU, the chat model 0-shot on GSM8K.", None),
    ],
)
def test_one_sentence_may_tell_the_shots_of_either_stage(text, told):
    assert shots_by_stage(text) == told


@pytest.mark.parametrize(("said", "rivals"), [("model was", None), ("models were", 5)])
def test_shots_of_a_stage_reach_its_tables(said, rivals):
    base = "## Base model\n\n| Model | MMLU |\n|---|---|\n| Wren-7B | 61.2 |\n| Tern-7B | 58.0 |\n\n"
    chat = "## Chat model\n\n| Model | MMLU |\n|---|---|\n| Wren-7B-Chat | 63.4 |\n\n"
    text = f"The chat {said} tested zero-shot, the base {said.split()[0]} 5-shot.\n"
    scores = read_card(f"# Wren-7B\n\n{base}{chat}{text}", name="Wren-7B").scores
    assert [score.shots for score in scores] == [5, rivals, 0]


@pytest.mark.parametrize(
    ("text", "shots"),
    [
        ("Wren-7B reaches 61.2 on MMLU.\n\nTests were run zero-shot in 4-bit, the same as in training.", [0]),
        ("Wren-7B reaches 61.2 on MMLU, Tern-7B 55.1. All tests were run 5-shot.", [5, None]),
        ("Wren-7B reaches 61.2 on MMLU (0-shot). All other tests are 5-shot.", [0]),
        ("Wren-7B reaches 61.2 on MMLU. It was trained on zero-shot prompts.", [None]),
        ("Wren-7B reaches 61.2 on MMLU. Tern-7B was tested 5-shot.", [None]),
        ("Wren-7B reaches 61.2 on MMLU.\n\n## Use\n\nThe model can be used zero-shot.", [None]),
    ],
)
def test_shots_told_of_all_tests_reach_the_scores_of_sentences(text, shots):
    scores = read_card(f"# Wren-7B\n\n## Results\n\n{text}\n", name="Wren-7B").scores
    assert [score.shots for score in scores] == shots


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("me/Kestrel-7B-NVFP4-fast", "Brio Lab also report 61.2 on MMLU.", [False]),
        ("me/Kestrel-7B-NVFP4-fast", "Brio-Lab reported 61.2 on MMLU.", [False]),
        ("me/Kestrel-7B-NVFP4-fast", "We report 61.2 on MMLU.", [True]),
        ("me/Kestrel-7B-NVFP4-fast", "Testers report 61.2 on MMLU.", [True]),
        ("brio-lab/Kestrel-7B-NVFP4-fast", "Brio Lab reports 61.2 on MMLU.", [True]),
    ],
)
def test_what_the_account_of_the_base_reports_is_not_of_the_card_s_model(name, text, expected):
    title = f"# Kestrel-7B-NVFP4-fast\n\n{text}\n"
    card = f"---\nbase_model: brio-lab/Kestrel-7B-NVFP4\n---\n{title}"
    assert [score.own for score in read_card(card, name=name).scores] == expected
    linked = f"{title}\nMade from [it](https://huggingface.co/brio-lab/Kestrel-7B-NVFP4).\n"
    assert [score.own for score in read_card(linked, name=name).scores] == expected
