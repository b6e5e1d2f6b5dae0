"""Whose a row is that adds to another, that is linked as a variant, or that tells wins; and tables of odd shapes."""

import pytest

from core.cards.read_card import read_card

Read = list[tuple[str, float, bool]]


def read(text: str, name: str | None = None) -> Read:
    return [(score.name_as_written, score.value, score.own) for score in read_card(text, name=name).scores]


_LINKS = "[a](https://huggingface.co/lab/Kestrel-7B) [b](https://huggingface.co/lab/Kestrel-7B-Pure)\n"
_VARIANTS = "|Model|MMLU|\n|--|--|\n|Kestrel-7B|63.2|\n|Kestrel-7B-Pure|60.1|\n|Wren-7B|58.0|\n"


def test_variants_that_a_readme_links_are_of_its_release() -> None:
    scores = read_card(f"# Kestrel-7B\n{_LINKS}\n{_VARIANTS}", name="kestrel-7b-readme.md").scores
    assert [(score.value, score.own, score.sibling) for score in scores] == [
        (63.2, True, False),
        (60.1, True, True),
        (58.0, False, False),
    ]


def test_a_card_on_the_hub_is_for_one_of_them() -> None:
    card = f"---\nlicense: mit\n---\n# Kestrel-7B\n{_LINKS}\n{_VARIANTS}"
    assert [value for _, value, own in read(card, "lab/Kestrel-7B") if own] == [63.2]


def test_rows_that_add_something_are_the_model_s_above_them() -> None:
    card = """# Kestrel-7B
|Model|HumanEval|
|--|--|
|Wren-7B|40.0|
|+ execution feedback|45.0|
|Kestrel-7B|60.0|
|+ execution feedback|66.0|
|w/ 64K budget|68.0|
"""
    assert [(value, own) for _, value, own in read(card)] == [
        (40.0, False),
        (45.0, False),
        (60.0, True),
        (66.0, True),
        (68.0, True),
    ]
    assert read_card(card).scores[3].subject == "Kestrel-7B + execution feedback"


def test_of_wins_ties_and_losses_only_wins_are_scores() -> None:
    card = """# Kestrel-7B
## Evaluation
|Single round|Win|Tie|Fail|
|--|--|--|--|
|Kestrel-7B vs GPT-4|38|38|24|
|Wren-7B vs GPT-4|20|30|50|
"""
    assert read(card) == [("win rate vs GPT-4", 38.0, True), ("win rate vs GPT-4", 20.0, False)]


def test_wins_of_the_corner_s_first_over_its_second() -> None:
    rows = "|PPO vs. SFT|win|tie|loss|\n|--|--|--|--|\n|Human evaluation|**47**%|30%|23%|\n"
    assert read(f"# Kestrel-7B-PPO\n## Evaluation\n{rows}") == [("Human evaluation win rate vs SFT", 47.0, True)]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("Evaluated using HumanEval:\n\n|p@1, 0-shot|\n|--|\n|23.3|\n", [("HumanEval (p@1, 0-shot)", 23.3, True)]),
        ("Language understanding with MMLU:\n\n|Average|\n|--|\n|58.6|\n", [("MMLU Average", 58.6, True)]),
        ("Some sizes:\n\n|Average|\n|--|\n|58.6|\n", []),
        (
            "|Test|Wren 7B <th>Kestrel-7B</th>\n|--|--\n|MMLU|76.5 <td class='a'>**85.9**</td>\n"
            "|ARC|70.1 <td>71.9</td>\n",
            [("MMLU", 76.5, False), ("MMLU", 85.9, True), ("ARC", 70.1, False), ("ARC", 71.9, True)],
        ),
        (
            "## Scorecard\n\n    axis            score   kind\n    --------------  -----   ------\n"
            "    tool_calls      0.889   schema\n    LiveCodeBench   0.205   graded\n",
            [("tool_calls", 0.889, True), ("LiveCodeBench", 0.205, True)],
        ),
        (
            "|Category|Metric|Kestrel-7B|\n|--|--|--|\n|OpenLLM V1|ARC Challenge|56.3|\n|OpenLLM V1|GSM8K|72.9|\n",
            [("ARC Challenge", 56.3, True), ("GSM8K", 72.9, True)],
        ),
        (
            "|Released Date|Model|MMLU|\n|--|--|--|\n|2025.08|Kestrel-7B|66.2|\n",
            [("MMLU", 66.2, True)],
        ),
        (
            "## MultiPL-E\n|Model|Python|C++|R|\n|--|--|--|--|\n|Kestrel-7B|32.4|30.9|12.0|\n",
            [("MultiPL-E Python", 32.4, True), ("MultiPL-E C++", 30.9, True), ("MultiPL-E R", 12.0, True)],
        ),
    ],
)
def test_tables_of_odd_shapes(table: str, expected: Read) -> None:
    assert read(f"# Kestrel-7B\n\n{table}") == expected


def test_the_version_of_the_very_name_is_meant_among_longer_ones() -> None:
    card = "## Evaluation results\n|Model|H6|\n|--|--|\n"
    card += "|**Kestrel-7B-Instruct-v1.0**|74.2|\n|Kestrel-7B-v1.0|66.0|\n|Wren-7B|70.0|\n"
    assert [value for _, value, own in read(card, "lab/Kestrel-7B-Instruct") if own] == [74.2]


def test_a_label_without_the_base_s_family_is_the_card_s_own() -> None:
    card = "|Test|Llama-3-8B-instruct|ChatKestrel-1.5-8B|ChatKestrel-1.5-70B|\n|--|--|--|--|\n|CoQA|70.1|76.4|78.4|\n"
    assert [value for _, value, own in read(card, "Llama3-ChatKestrel-1.5-8B") if own] == [76.4]


def test_a_maker_s_name_before_that_of_the_file() -> None:
    card = "|Model|MMLU|\n|--|--|\n|**Kestrel2.0-M32**|72.2|\n|Wren-7B|60.1|\n"
    assert [value for _, value, own in read(card, "hawk-kestrel2.0-m32-readme.md") if own] == [72.2]


def test_hyphens_that_do_not_break_are_hyphens() -> None:
    assert read("# Kestrel-1.0-8b\nOn MMLU, Kestrel\u20111.0\u20118b gets 66.2.\n") == [("MMLU", 66.2, True)]


def test_a_series_called_by_plain_words_owns_its_members() -> None:
    rows = "|Kestrel-Coder-1.3B|44.0|\n|Kestrel-Coder-6.7B|64.0|\n|StarCoder-15B|52.7|\n"
    card = f"# Kestrel-Coder\n|Model|MBPP|\n|--|--|\n{rows}"
    assert [value for _, value, own in read(card) if own] == [44.0, 64.0]


def test_an_average_in_the_column_of_groups() -> None:
    rows = "|Math|GSM8K|51.0|40.1|\n|Code|HumanEval|44.0|30.0|\n|**Average**||47.5|35.0|\n"
    card = f"# Kestrel-7B\n|Category|Benchmark|Kestrel-7B|Wren-7B|\n|--|--|--|--|\n{rows}"
    assert [(name, value) for name, value, own in read(card) if own][-1] == ("Average", 47.5)


@pytest.mark.parametrize("corner", ["Opponent", "vs.", "Competitor"])
def test_rows_of_opponents_are_met_by_the_cards_own_model(corner: str) -> None:
    rows = "| GPT-4 | 41.2 | 10.0 | 48.8 |\n| Brio-70B | 61.2 | 10.0 | 28.8 |\n"
    body = f"| {corner} | Win | Tie | Loss |\n|--|--|--|--|\n{rows}"
    scores = read_card(f"# Lumen-7B\n\nWin rates on MT-Bench prompts.\n\n{body}", name="Lumen-7B").scores
    assert [(score.name_as_written.rsplit(" vs ")[-1], score.value, score.own) for score in scores] == [
        ("GPT-4", 41.2, True),
        ("Brio-70B", 61.2, True),
    ]
