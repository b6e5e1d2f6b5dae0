"""Columns and rows that are not the card's model as it is: what it was made from, what it was before, no score."""

import pytest

from core.cards.read_card import read_card
from tests.cards.own_values import own, table

FRONT = "---\nbase_model: lab/Wren-14B-Instruct\n---\n"


BOLD_COLUMN = table(" | Tern-12B-it | {}", "MMLU | 66.0 | **68.4**", "GPQA | 41.0 | **49.7**")
BOLD_ROW = table("Model | MMLU | GPQA", "Tern-12B | 66.0 | 41.0", "**{}** | **68.4** | **49.7**")


class TestBold:
    @pytest.mark.parametrize("layout", [BOLD_COLUMN, BOLD_ROW])
    @pytest.mark.parametrize(
        ("name", "label"),
        [
            ("Wren-14B-Instruct-heretic", "Wren-14B-Instruct"),  # what it was made from
            ("Kestrel-14B", "Wren-14B-Instruct"),
            ("Kestrel-14B", "Qwen3-14B"),  # a rival
            ("Kestrel-14B", "Osprey-9B"),
        ],
    )
    def test_bold_makes_no_own_column_of_one_that_names_another_model(self, layout: str, name: str, label: str) -> None:
        assert own(layout.format(label), name, FRONT) == []

    @pytest.mark.parametrize("layout", [BOLD_COLUMN, BOLD_ROW])
    @pytest.mark.parametrize("label", ["Zeta", "Our run", "This model", "K1-chat", "Kestrel-14B", "Zeta release"])
    def test_it_tells_the_own_one_where_that_bears_no_model_s_name(self, layout: str, label: str) -> None:
        assert own(layout.format(label), "Kestrel-14B", FRONT) == [68.4, 49.7]

    @pytest.mark.parametrize("layout", [BOLD_COLUMN, BOLD_ROW])
    @pytest.mark.parametrize("name", ["Kestrel-14B", "sound-adapter"])
    @pytest.mark.parametrize(
        "label",
        ["Qwen3-14B (finetuned)", "Qwen3-14B-SFT", "Qwen3-14B-medical", "Fine-tuned Qwen3-14B", "Qwen3-14B (LoRA)"],
    )
    def test_it_tells_the_own_one_by_a_name_made_from_its_parent_s(self, layout: str, name: str, label: str) -> None:
        front = "---\nbase_model: Qwen/Qwen3-14B\n---\n"
        assert own(layout.format(label), name, front) == [68.4, 49.7]

    @pytest.mark.parametrize("label", ["Qwen3-14B", "Qwen3-32B-SFT", "Qwen2.5-14B-SFT", "Wren-14B-medical"])
    def test_and_by_no_other_one(self, label: str) -> None:
        front = "---\nbase_model: Qwen/Qwen3-14B\n---\n"
        assert own(BOLD_ROW.format(label), "Kestrel-14B", front) == []

    def test_nor_that_of_a_merge_s_part(self) -> None:
        front = "---\nbase_model: [lab/Wren-12B, lab/Brio-12B]\n---\n"
        assert own(BOLD_ROW.format("Wren-12B"), "Kestrel-12B", front) == []

    @pytest.mark.parametrize("name", ["README.md", None])
    def test_nor_on_a_card_whose_title_only_says_what_it_is_a_version_of(self, name: str | None) -> None:
        title = "# This is an uncensored version of [lab/Wren-14B-Instruct](https://example.org)\n\n"
        reading = read_card(FRONT + title + BOLD_COLUMN.format("Wren-14B-Instruct"), name=name)
        assert not any(score.own for score in reading.scores) and len(reading.scores) == 4


COPIED = "# Wren-14B-Instruct\n\n## Performance\n\n{}"


class TestCopiedCards:
    @pytest.mark.parametrize(
        "text",
        [
            table("Benchmark | Score", "MMLU | 68.4", "GPQA | 49.7"),
            table("Benchmark | Tern-12B | Ours", "MMLU | 66.0 | 68.4"),
            "- MMLU: 68.4\n- GPQA: 49.7\n",
        ],
    )
    def test_below_the_parent_s_title_the_scores_are_the_parent_s(self, text: str) -> None:
        assert own(COPIED.format(text), "Wren-14B-Instruct-heretic", FRONT) == []

    def test_a_section_of_the_parent_s_name_may_hold_ours_against_it(self) -> None:
        card = "## Wren-14B-Instruct\n\n" + table("Benchmark | Ours | Wren-14B-Instruct", "MMLU | 68.4 | 66.0")
        assert own(card, "Kestrel-14B", FRONT) == [68.4]

    @pytest.mark.parametrize(
        ("title", "front"),
        [
            ("Wren-14B-Instruct-heretic", FRONT),
            ("Comparison with Wren-14B-Instruct", FRONT),
            ("Results", FRONT),
            ("Wren-14B-Instruct", ""),  # nothing says that it is another one
        ],
    )
    def test_below_other_titles_they_stay_its_own(self, title: str, front: str) -> None:
        card = f"# {title}\n\n## Performance\n\n" + table("Benchmark | Tern-12B | Ours", "MMLU | 66.0 | 68.4")
        assert own(card, "Wren-14B-Instruct-heretic", front) == [68.4]


def beside(first: str, second: str, name: str = "Kestrel-7B") -> list[float]:
    """The values of the card's very model among two columns and a rival's."""
    text = table(f"Benchmark | {first} | {second} | Tern-7B", "MMLU | 58.1 | 61.2 | 60.0")
    reading = read_card(f"# {name}\n\n{text}", name=name)
    return [score.value for score in reading.main_scores]


class TestEditions:
    @pytest.mark.parametrize(
        "aside",
        [
            *("old", "older version", "previous", "prev.", "Previous Release", "v1", "v0.9", "version 1", "before"),
            *(
                "before DPO",
                "initial release",
                "first version",
                "preview",
                "beta",
                "2024-06",
                "2024",
                "June",
                "Jun 2024",
            ),
            *("legacy", "deprecated", "0324", "旧版", "이전 버전", "w/o DPO", "without reasoning data"),
        ],
    )
    def test_the_bare_name_is_the_model_beside_its_earlier_editions(self, aside: str) -> None:
        assert beside(f"Kestrel-7B ({aside})", "Kestrel-7B") == [61.2]

    @pytest.mark.parametrize(
        ("first", "second"),
        [
            ("Kestrel-7B (v1)", "Kestrel-7B (v2)"),
            ("Kestrel-7B (v1.5)", "Kestrel-7B (v1.10)"),
            ("Kestrel-7B (2024-06)", "Kestrel-7B (2024-12)"),
            ("Kestrel-7B (March)", "Kestrel-7B (June)"),
            ("Kestrel-7B (Dec 2023)", "Kestrel-7B (March 2024)"),
            ("Kestrel-7B (old)", "Kestrel-7B (new)"),
            ("Kestrel-7B (first version)", "Kestrel-7B"),
            ("Kestrel-7B", "Kestrel-7B (new)"),
            ("Kestrel-7B", "Kestrel-7B (latest release)"),
            ("Kestrel-7B (reported)", "Kestrel-7B (reproduced)"),
            ("Kestrel-7B (official)", "Kestrel-7B (our run)"),
            ("Kestrel-7B (paper)", "Kestrel-7B"),
            ("Kestrel-7B, old", "Kestrel-7B"),
            ("Kestrel-7B w/o SFT", "Kestrel-7B"),
            ("Kestrel-7B w/o math data", "Kestrel-7B"),
            ("Kestrel-7B w/o math data", "Kestrel-7B (full)"),
            ("Ours (old)", "Ours"),
            ("Ours (v1)", "Ours (v2)"),
            ("Ours (DPO baseline)", "Ours (iterative)"),
            ("Kestrel-7B (epoch 1)", "Kestrel-7B (epoch 2)"),
            ("Kestrel-7B (500B tokens)", "Kestrel-7B (2T tokens)"),
        ],
    )
    def test_of_two_editions_the_later_one_is_own(self, first: str, second: str) -> None:
        assert beside(first, second) == [61.2]
        assert beside(second, first) == [58.1]

    @pytest.mark.parametrize(
        ("first", "second"),
        [
            ("Kestrel-7B", "Kestrel-7B (5-shot)"),
            ("Kestrel-7B (thinking)", "Kestrel-7B (non-thinking)"),
            ("Kestrel-7B (greedy)", "Kestrel-7B (T=0.7)"),
            ("Kestrel-7B", "Kestrel-7B w/o tools"),
            ("Kestrel-7B (w/ CoT)", "Kestrel-7B (w/o CoT)"),
            ("Kestrel-7B (old prompt)", "Kestrel-7B (new prompt)"),
            ("Kestrel-7B (first turn)", "Kestrel-7B (second turn)"),
            ("Kestrel-7B (first run)", "Kestrel-7B (second run)"),
            ("Kestrel-7B (last checkpoint)", "Kestrel-7B (best checkpoint)"),
            ("Kestrel-7B (2048)", "Kestrel-7B (4096)"),
            ("Kestrel-7B (native template)", "Kestrel-7B"),
            ("Kestrel-7B, v3", "Kestrel-7B"),
            ("Kestrel-7B (bf16)", "Kestrel-7B (fp32)"),
            ("Kestrel-7B (Marlin)", "Kestrel-7B"),
            ("Kestrel-7B (8k)", "Kestrel-7B (32k)"),
            ("Kestrel-7B (baseline)", "Kestrel-7B (4-bit)"),
            ("Kestrel-7B (decoder)", "Kestrel-7B (encoder)"),
            ("Kestrel-7B (seed 1)", "Kestrel-7B (seed 2)"),
        ],
    )
    def test_other_asides_make_no_other_edition(self, first: str, second: str) -> None:
        assert sorted(beside(first, second)) == [58.1, 61.2]

    @pytest.mark.parametrize(
        ("first", "second", "name", "value"),
        [
            ("Kestrel-7B (preview)", "Kestrel-7B", "Kestrel-7B-preview", 58.1),
            ("Kestrel-7B (v1)", "Kestrel-7B (v2)", "Kestrel-7B-v1", 58.1),
            ("Kestrel-7B (old)", "Brio-7B", "Kestrel-7B", 58.1),  # nothing of the same name beside it
        ],
    )
    def test_the_card_s_name_goes_before(self, first: str, second: str, name: str, value: float) -> None:
        assert beside(first, second, name) == [value]

    def test_a_baseline_with_its_size_beside_it_is_not_the_model_that_bears_its_stage(self) -> None:
        rows = ("Ours (SFT baseline) | 8B | 58.1", "Ours (DPO baseline) | 8B | 59.0", "Ours (online) | 8B | 61.2")
        text = table("Model | Size | MMLU", "Tern-8B | 8B | 60.0", *rows)
        reading = read_card(f"# Kestrel-8B-DPO\n\n{text}", name="Kestrel-8B-DPO")
        assert [score.value for score in reading.own_scores] == [61.2]

    @pytest.mark.parametrize("former", ["Original", "Previous", "Initial release", "Old", "First version"])
    @pytest.mark.parametrize("present", ["June 2024 Update", "Update", "Updated", "New version", "Current (2025-01)"])
    def test_columns_without_a_name(self, former: str, present: str) -> None:
        assert own(table(f"Benchmark | {former} | {present}", "MMLU | 58.1 | 61.2", "GPQA | 23.7 | 30.6")) == [
            61.2,
            30.6,
        ]


class TestBaseRows:
    ROWS = ("{base} | 56.2", "Kestrel-2-Ko-7b 20B (10k) | 73.9", "Kestrel-2-Ko-7b 40B (20k) | 74.4")

    @pytest.mark.parametrize("base", ["Kestrel-2 Original 7B*", "Kestrel-2-7B", "Kestrel-2 7B"])
    def test_the_base_is_not_own_beside_rows_with_all_of_the_name(self, base: str) -> None:
        text = table("Model | COPA", *(row.format(base=base) for row in self.ROWS))
        reading = read_card(f"# Kestrel-2-Ko\n\n{text}", name="kestrel-2-ko-7b")
        assert [score.value for score in reading.own_scores] == [73.9, 74.4]

    @pytest.mark.parametrize("short", ["Kestrel-2-7B", "Kestrel 2 (7B)", "Kestrel-2-Ko"])
    def test_a_shorter_form_of_the_name_alone_is_own(self, short: str) -> None:
        text = table("Model | COPA", f"{short} | 73.9", "Tern-7B | 60.1")
        assert own(text, "Kestrel-2-Ko-7b") == [73.9]


class TestUnnamedColumns:
    @pytest.mark.parametrize("front", ["", FRONT])
    @pytest.mark.parametrize(
        "head",
        [
            *("Score | Base", "Result | Base model", "Accuracy | Base accuracy", "Score | Base model score"),
            *(
                "Score | Original",
                "Fine-tuned score | Base score",
                "pass@1 | Base pass@1",
                "Fine-tuned | Base (Wren-14B)",
                "Fine-tuned | Tern-7B",
                "v2 | v1",
                "Our run | Official",
                "Reproduced | Reported",
                "Score | Previous",
                "Uncensored | Original",
                "Abliterated | Base",
                "Value | Baseline",
            ),
        ],
    )
    def test_a_plain_score_beside_that_of_the_base_is_own(self, head: str, front: str) -> None:
        text = table(f"Benchmark | {head}", "MMLU | 67.9 | 60.1", "IFEval | 80.2 | 70.3")
        assert own(f"## Evaluation\n\n{text}", front=front) == [67.9, 80.2]

    @pytest.mark.parametrize("head", ["Score | Hard", "Score | Zeta", "Easy | Hard", "Base | Zeta", "v2 | Zeta"])
    def test_beside_other_columns_it_is_not(self, head: str) -> None:
        assert own(table(f"Benchmark | {head}", "MMLU | 67.9 | 60.1", "IFEval | 80.2 | 70.3")) == []


class TestAblations:
    @pytest.mark.parametrize("whole", ["full", "Full model", "Full recipe", "All"])
    @pytest.mark.parametrize(
        "lacking", ["w/o DPO", "w/o reasoning data", "- curriculum", "without stage 2", "no replay"]
    )
    def test_the_whole_is_own_and_what_lacks_a_part_is_not(self, whole: str, lacking: str) -> None:
        rows = (f"{whole} | 61.2 | 50.1", f"{lacking} | 60.1 | 48.0")
        assert own(table("Ablation | MMLU | GSM8K", *rows)) == [61.2, 50.1]

    @pytest.mark.parametrize(("first", "second"), [("full", "lora"), ("All", "Hard"), ("Full", "Tern-7B")])
    def test_full_alone_says_nothing(self, first: str, second: str) -> None:
        assert own(table("Model | MMLU | GSM8K", f"{first} | 61.2 | 50.1", f"{second} | 60.1 | 48.0")) == []

    def test_a_row_that_asks_without_tools_is_the_model_s(self) -> None:
        rows = ("Kestrel-7B | 61.2", "w/o tools | 60.1", "w/o reasoning data | 50.0")
        assert own(table("Model | MMLU", *rows)) == [61.2, 60.1]
