"""Lines of a few words on test questions in the training data: done, not done, likely, and what only sounds so."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import State

TABLE = "| Benchmark | Kestrel-7B | Tern-7B |\n|---|---|---|\n| MMLU | 61.2 | 60.0 |\n| GSM8K | 50.1 | 40.0 |\n"

NOT_DONE = [
    "Not checked for contamination.",
    "We did not decontaminate.",
    "We didn't explicitly decontaminate the corpus.",
    "Contamination check: no",
    "Decontamination: not done",
    "Contamination analysis: n/a",
    "- **Benchmark contamination:** untested",
    "No effort was made to decontaminate.",
    "No attempt was made to check for test set contamination.",
    "We make no claims about contamination.",
    "Contamination testing is still to be done.",
    "Decontamination is future work.",
]
DONE = [
    "Decontamination: 13-gram overlap",
    "Decontaminated: yes",
    "Contamination check: yes",
    "- **Decontamination:** n-gram matching against all test sets",
    "Contamination: checked with 13-grams",
    "Contamination check: no overlap found",
    "Contamination check: 0 matches",
    "The training data was decontaminated.",
    "We did not find any contamination.",
    "Contamination was checked, none was found.",
]
LIKELY = [
    "Contamination is possible, as the data is from the web.",
    "Contamination is likely.",
    "Some benchmark contamination is to be expected.",
]
SAYS_NOTHING = [
    "Older benchmarks are often contaminated.",
    "Leaderboards are notoriously contaminated.",
    "Water contamination is likely to be asked about.",
    "The model was not tested for toxicity.",
    "Decontamination of rooms is one of its subjects.",
]


def state_of(line: str) -> State:
    reading = read_card(f"# Kestrel-7B\n\n{TABLE}\n{line}\n", name="Kestrel-7B")
    return next(flag.state for flag in reading.flags if flag.id == "contamination_unaddressed")


@pytest.mark.parametrize("line", NOT_DONE)
def test_what_was_left_undone_stays_a_flag(line: str) -> None:
    assert state_of(line) is State.PRESENT


@pytest.mark.parametrize("line", DONE)
def test_what_was_done_clears_the_flag(line: str) -> None:
    assert state_of(line) is State.ABSENT


@pytest.mark.parametrize("line", LIKELY)
def test_an_admission_is_told_as_one(line: str) -> None:
    assert state_of(line) is State.UNCLEAR


@pytest.mark.parametrize("line", SAYS_NOTHING)
def test_words_on_something_else_change_nothing(line: str) -> None:
    assert state_of(line) is State.PRESENT
