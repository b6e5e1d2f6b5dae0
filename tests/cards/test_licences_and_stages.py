"""Licences as they are worded, stages of training, tests without a name, names that say nothing, odd files."""

import pytest
from click.testing import CliRunner

from core.cards.card_files import CardFiles
from core.cards.licence_words import read_licence
from core.cards.own_names import told_name
from core.cards.read_card import read_card
from core.commands.reading import card as card_command
from core.errors import CardError


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [
        (["License: Apache 2.0"], "Apache 2.0"),
        (["License A custom commercial license is available at: https://lumen.example/l"], "custom commercial license"),
        (
            ["License: A custom license, the Lumen 3.1 Community License, is available at: https://lumen.example"],
            "Lumen 3.1 Community License",
        ),
        (["This code repository and the model weights are licensed under the MIT License."], "MIT"),
        (
            ["The source code is licensed under Apache 2.0.", "The weights are released under CC-BY-NC 4.0."],
            "CC-BY-NC 4.0",
        ),
        (["The code and the notebook are licensed under Apache 2.0."], None),
        (["Lumen is CC-BY-NC 4.0 licensed as of now."], "CC-BY-NC 4.0"),
        (["模型权重采用 Apache-2.0 许可证。"], "Apache-2.0"),
        (["사전학습된 가중치는 CC-BY-NC-ND 4.0 라이선스 하에 공개되어 있습니다."], "CC-BY-NC-ND 4.0"),
        (["Lumen Code models are released under the MPL 2.0 license."], "MPL 2.0"),
        (["Code and models of Lumen are published under the Apache License 2.0."], "Apache License 2.0"),
        (["The model learnt from open data; it is licensed under the Lumen Town license."], "Lumen Town"),
        (["Ask us about licensing."], None),
        (["See https://lumen.example/license for more."], None),
    ],
)
def test_the_licence_is_that_of_the_weights_as_the_card_words_it(sentences, expected):
    assert read_licence(sentences) == expected


STAGES = """# Lumen 3

### Base pretrained models

| Test | Lumen 3 8B | Lumen 3 70B |
|---|---|---|
| MMLU | 60.1 | 70.1 |

### Instruction tuned models

| Test | Lumen 3 8B Instruct | Lumen 3 70B Instruct |
|---|---|---|
| MMLU | 65.2 | 75.2 |
| IFEval | 71.3 | 81.3 |
"""


@pytest.mark.parametrize(
    ("name", "main"),
    [("lab/Lumen-3-8B-Instruct", [65.2, 71.3]), ("lab/Lumen-3-8B", [60.1]), ("lab/Lumen-3-70B-Instruct", [75.2, 81.3])],
)
def test_main_scores_are_those_of_the_stage_the_card_was_opened_for(name, main):
    reading = read_card(STAGES, name=name)
    assert [score.value for score in reading.main_scores] == main
    assert len(reading.own_scores) == 3


def test_an_instruct_card_with_one_unlabelled_table_keeps_it():
    card = "# Lumen-3-8B-Instruct\n\n| Test | Lumen-3-8B |\n|---|---|\n| MMLU | 60.1 |\n"
    assert [s.value for s in read_card(card, name="lab/Lumen-3-8B-Instruct").main_scores] == [60.1]


def test_stages_are_left_alone_where_a_person_pointed_out_the_own_columns():
    reading = read_card(STAGES, name="lab/Lumen-3-8B-Instruct", own_subjects=["Lumen 3 8B"])
    assert [score.value for score in reading.main_scores] == [60.1]


@pytest.mark.parametrize(
    ("sentence", "unread"),
    [
        ("It answers 71 % of 300 contract questions right.", True),
        ("On our own contracts it reaches 71% accuracy.", True),
        ("内部测试的准确率为71%。", True),
        ("It reaches 71.0% on HumanEval.", False),
        ("Accuracy boosts of 3% over the last version.", False),
        ("We kept 20% of the training questions for validation.", False),
        ("The acceptance rate is about 90% of tokens.", False),
    ],
)
def test_a_score_on_a_test_without_a_name_is_named_as_unread(sentence, unread):
    reading = read_card(f"# Lumen-7B\n\n{sentence}\n", name="Lumen-7B")
    assert [item.line for item in reading.unread if item.kind == "score on a test without a name"] == [3] * unread


def test_repetitions_of_a_test_are_no_score():
    card = "# Lumen-7B\n\nAIME24 is with averaged score of 32 repetitions, IFEval with an average score of 8 runs.\n"
    assert read_card(card, name="Lumen-7B").scores == ()


def test_columns_that_name_their_metric_are_tests_though_no_list_knows_them():
    card = "# KoLumen\n\n## Few-shot\n\n| Models | #params | NSMC (Acc.) | YNAT (F1) |\n|---|---|---|---|\n"
    card += "| HyperNova | 6.9B | 83.8 | 67.5 |\n| **Ours** | 6.0B | 87.8 | 78.0 |\n"
    found = read_card(card, name="KoLumen").own_scores
    assert [(s.name_as_written, s.value, s.metric) for s in found] == [
        ("NSMC (Acc.)", 87.8, "acc"),
        ("YNAT (F1)", 78.0, "f1"),
    ]


def test_a_test_in_the_place_of_a_metric_is_no_metric():
    front = "---\nmodel-index:\n- name: Lumen-7B\n  results:\n  - dataset: {name: lab/own-data, type: lab/own-data}\n"
    front += "    metrics:\n    - {type: ARC (25-shot), name: ARC (25-shot), value: 66.9}\n---\n# Lumen-7B\n"
    assert [(s.metric, s.shots) for s in read_card(front).own_scores] == [(None, 25)]


def test_rivals_that_share_a_word_with_a_series_are_rivals():
    card = "# LumenMix: experts from Lumen\n\n| Model | MMLU | BBH |\n|---|---|---|\n| Open-Lumen-3B | 40.1 | 30.1 |\n"
    card += (
        "| Cut-Lumen-2.7B | 41.1 | 31.1 |\n| **Lumen-MoE-3.0B** | 42.1 | 32.1 |\n| **Lumen-MoE-3.5B** | 43.1 | 33.1 |\n"
    )
    own = read_card(card.replace("LumenMix", "Lumen-MoE"), name="lumenmoe").own_scores
    assert {score.subject for score in own} == {"Lumen-MoE-3.0B", "Lumen-MoE-3.5B"}


def test_sizes_of_a_list_and_an_id_without_its_point():
    assert read_card("# Lumen\n\nLumen comes as 7B, 13B and 70B models.\n").about.parameters_b == (7.0, 13.0, 70.0)
    assert read_card("# Lumen\n\nA family from 7 to 70 billion parameters.\n").about.parameters_b == (7.0, 70.0)
    assert read_card("# Lumen\n", name="lab/Lumen-05B").about.parameters_b == (0.5,)


def test_a_folder_or_file_name_that_says_nothing_gives_way_to_the_heading():
    assert [told_name(name) for name in ("repo", "README (1).md", "snapshots", "f" * 40)] == [None] * 4
    assert read_card("# Lumen-7B\n\nA model.\n", name="repo").model == "Lumen-7B"


def test_the_credit_of_a_picture_names_no_publisher():
    card = "# Nimbus-7B\n\nPhoto by Google DeepMind on Unsplash\n"
    assert "Google" not in read_card(card, name="someone/Nimbus-7B").finding("publisher_record").reason


def test_invisible_signs_neither_hide_nor_turn_round_a_name():
    card = "# \u202eLumen-7B\u202c\n\n| Test | \u200eLumen-7B |\n|---|---|\n| MM\u200bLU | 61.2 |\n| GSM8K | inf |\n"
    reading = read_card(card, name="Lumen-7B")
    assert [(s.benchmark, s.value) for s in reading.own_scores] == [("mmlu", 61.2)]
    assert "\u202e" not in reading.text


def test_an_empty_card_is_refused_unless_results_lie_beside_it():
    with pytest.raises(CardError, match="empty"):
        CardFiles("lumen", " \n\n")
    assert CardFiles("lumen", "", {".eval_results/a.yaml": "[]"}).text == ""
    results = {".eval_results/a.yaml": "- dataset: {id: cais/mmlu, task_id: mmlu}\n  value: 61.2\n"}
    assert [s.value for s in read_card("", name="lab/Lumen-7B", eval_results=results).own_scores] == [61.2]


def test_the_command_says_which_score_a_bare_cell_is(tmp_path):
    card = tmp_path / "Lumen-7B.md"
    card.write_text(
        "# Lumen-7B\n\n<table>\n<tr><th>Test</th><th>Lumen-7B</th></tr>\n<tr><td>MMLU</td>\n"
        "<td>63.1</td></tr>\n</table>\n"
    )
    said = CliRunner().invoke(card_command, [str(card)]).output
    assert (
        "line 6: <td>63.1</td></tr> (MMLU, Lumen-7B: 63.1)" in said
        and "MMLU: 63.1 (percent), of Lumen-7B, line 6" in said
    )
