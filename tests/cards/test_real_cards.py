"""The reader on real cards with labels made by hand, where they lie beside the project.

The labels of a card's own scores are samples on many cards: they leave out
sizes, languages and copies of a table that stand on the card all the same. So
what is checked of every reported score is that its number stands on its line,
and the share of labelled scores found; the flags are checked in full.
"""

import json
import re
from pathlib import Path

import pytest

from core.cards.read_card import load_card
from core.cards.reading import State

CARDS = Path(__file__).parents[3] / "shared" / "cards"
FLAGS = {
    "RF1": "quantization_undisclosed",
    "RF2": "narrow_selection",
    "RF3": "size_mismatch",
    "RF4": "contamination_unaddressed",
    "RF5": "beats_frontier_claim",
    "RF6": "methodology_missing",
}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (CARDS / "index.json").exists(), reason="no labelled real cards beside the project"),
]


@pytest.fixture(scope="module")
def labelled():
    index = json.loads((CARDS / "index.json").read_text(encoding="utf-8"))["cards"]
    return [(card, load_card(CARDS / card["file"])) for card in index if (CARDS / card["file"]).exists()]


def number(text: object) -> float | None:
    try:
        return float(str(text).rstrip("% "))
    except ValueError:
        return None


def same_value(a: float, b: object) -> bool:
    other = number(b)
    return other is not None and any(abs(a * k - other) < 0.006 * max(1.0, k / 100) for k in (1, 100, 0.01))


def test_nineteen_of_twenty_labelled_scores_are_found(labelled):
    wanted = found = 0
    for card, reading in labelled:
        values = [score.value for score in reading.own_scores]
        for label in card["scores"]:
            wanted += 1
            found += any(same_value(value, label["score"]) for value in values)
    assert found / wanted >= 0.95, (found, wanted)


def test_every_reported_score_stands_on_its_line(labelled):
    wrong = []
    for card, reading in labelled:
        lines = reading.text.split("\n")
        for score in reading.scores:
            # An HTML cell may close some lines below the one it opens on.
            near = " ".join(lines[score.line - 1 : score.line + 3])
            numbers = [float(text) for text in re.findall(r"\d+(?:\.\d+)?", near.replace(",", ""))]
            fractions = [round(float(a) / float(b), 4) for a, b in re.findall(r"(\d+)\s*/\s*(\d+)", near) if float(b)]
            if not any(abs(score.value - value) < 1e-9 for value in (*numbers, *fractions)):
                wrong.append((card["file"], score.line, score.value))
    assert wrong == []


@pytest.mark.parametrize("key", FLAGS)
def test_each_flag_keeps_the_true_and_the_false(labelled, key):
    kept = {True: [0, 0], False: [0, 0]}
    for card, reading in labelled:
        truth = card["labels"][key]["value"]
        if truth in (True, False):
            said = reading.finding(FLAGS[key]).state is State.PRESENT
            kept[truth][0] += said == truth
            kept[truth][1] += 1
    shares = [right / total for right, total in kept.values() if total]
    assert sum(shares) / len(shares) >= 0.90, kept


def test_unclear_is_rare_and_no_flag_lacks_its_line(labelled):
    states = [
        reading.finding(name)
        for card, reading in labelled
        for key, name in FLAGS.items()
        if card["labels"][key]["value"] in (True, False)
    ]
    assert sum(finding.state is State.UNCLEAR for finding in states) <= 0.25 * len(states)
    assert all(finding.lines for finding in states if finding.state is State.PRESENT)
