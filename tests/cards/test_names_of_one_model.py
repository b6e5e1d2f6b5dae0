"""One model under several names: two spellings in one card, and a file's name that begins with the maker's."""

import pytest

from core.advice.claims.values import claims_of, models_among
from core.cards.read_card import read_card
from tests.cards.own_values import table

INDEX = """---
model-index:
- name: {}
  results:
  - task: {{type: text-generation}}
    dataset: {{name: IFEval, type: ifeval}}
    metrics: [{{type: acc, value: 33.4}}]
---
"""


class TestSpellings:
    @pytest.mark.parametrize(
        ("first", "second", "count"),
        [
            ("tern-mamba-7b", "TernMamba-7B", 1),
            ("Tern-Mini-4K-Ins", "Tern-Mini-4K-Instruct", 1),
            ("Tern-7B-alpha", "Tern-7B", 1),  # IFEval is the same for both
            ("Tern-7B", "Fine-tuned", 1),
            ("Tern-7B", "Tern-13B", 2),
            ("Tern-7B-v1", "Tern-7B-v2", 2),
            ("Tern-7B-Instruct", "Tern-7B-Base", 2),
        ],
    )
    def test_two_spellings_are_of_one_model(self, first: str, second: str, count: int) -> None:
        text = (
            table("Model | IFEval | GSM8K", f"{first} | 33.4 | 50.1")
            + "\n\n"
            + table("Model | IFEval | BBH", f"{second} | 33.4 | 40.2")
        )
        reading = read_card(f"# Release\n\n{text}", name="Release", own_subjects=(first, second))
        assert len(models_among(claims_of(reading))) == count

    @pytest.mark.parametrize("label", ["Tern-7B-v0.1", "Tern-alpha", "Tern-7B"])
    def test_the_name_in_an_index_counts_as_no_other_model(self, label: str) -> None:
        text = table("Model | GSM8K", f"{label} | 50.1")
        reading = read_card(INDEX.format("tern-7b") + f"# {label}\n\n{text}", name=label)
        assert len(models_among(claims_of(reading))) == 1

    def test_a_short_name_with_other_values_may_be_another_model(self) -> None:
        text = table("Model | IFEval", "Tern-7B-alpha | 33.4", "Tern-7B | 30.1")
        reading = read_card(f"# Release\n\n{text}", name="Release", own_subjects=("Tern-7B-alpha", "Tern-7B"))
        assert len(models_among(claims_of(reading))) == 2

    def test_a_label_that_is_pointed_out_is_so_in_either_spelling(self) -> None:
        text = table("Model | GSM8K", "TernMamba-7B | 50.1", "Wren-7B | 40.1")
        card = INDEX.format("tern-mamba-7b") + f"# Tern\n\n{text}"
        for pointed in ("tern-mamba-7b", "TernMamba-7B"):
            reading = read_card(card, name="tern-mamba-7b", own_subjects=(pointed,))
            assert [score.value for score in reading.own_scores] == [33.4, 50.1]


class TestNamesFromTables:
    ROWS = ("Ospreythinker-7B | 43.3", "Kestrel-Stratos-7B | 16.6", "Tern-7B | 60.1")
    NEWS = "- We release the [Kestrel-Stratos-32B model](https://huggingface.co/lab/Kestrel-Stratos-32B).\n\n"

    def own(self, name: str) -> list[float]:
        card = f"# News\n\n{self.NEWS}# Results\n\n{table('Model | MMLU', *self.ROWS)}"
        return [score.value for score in read_card(card, name=name).own_scores]

    @pytest.mark.parametrize(
        "name", ["open-minds-ospreythinker", "v18_lab-ospreythinker-readme", "lab/Ospreythinker-7B"]
    )
    def test_a_row_that_the_file_is_called_after_is_the_card_s(self, name: str) -> None:
        assert self.own(name) == [43.3]

    @pytest.mark.parametrize("name", ["my-notes", "lab-results", "thinker-notes", "open-minds"])
    def test_another_file_s_name_points_to_no_row(self, name: str) -> None:
        assert 43.3 not in self.own(name)
