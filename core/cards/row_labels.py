"""What the labels of rows and headers tell beside a model: settings, shots, what is added to the row above."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.cards.name_words import looks_like_model
from core.cards.own_model import names_stage_only
from core.cards.reading import ReportedScore

TEXT_METRIC = re.compile(r"(?i)\W*(?:(?:sacre)?bleu(?:-\d)?|chrf(?:\+\+|\d)?|comet(?:-?\d+)?|rouge-?[12l]|wer|cer)\W*")
SETTING_ROWS = re.compile(
    r"(?i)\W*(?:(?:thinking|reasoning|token|inference)[ _-]?)?(?:budget|effort|mode)\W*|\W*(?:prompt(?:ing)?|decoding|"
    r"temperature|sampling|strategy|(?:training )?(?:checkpoints?|steps?|tokens)|iterations?)\W*"
)
SHOTS_ROW = re.compile(r"(?i)\W*(?:(?:number|no\.|num) of |n[-_ ]?|few-?)?shots?(?: number)?\W*")
_ADDS = re.compile(r"(?i)\W{0,3}(?:\+|w/|with\b|&)\s*\S")


def what_they_add_to(labels: Sequence[str | None]) -> list[str | None]:
    """For labels such as "+ Execution feedback" the one they add to; a stage alone, such as "+ DPO", adds to none."""
    found: list[str | None] = []
    base: str | None = None
    for label in labels:
        adds = label is not None and _ADDS.match(label) and not names_stage_only(label) and not looks_like_model(label)
        base = base if adds else label
        found.append(base if adds else None)
    return found


def with_shares(scores: list[ReportedScore]) -> list[ReportedScore]:
    """A test whose numbers all lie between 0 and 1, written to the second digit, is given in shares of 1."""
    values: dict[str, list[float]] = {}
    for score in scores:
        values.setdefault(score.name_as_written, []).append(score.value)
    shares = {
        name
        for name, found in values.items()
        if len(found) > 1 and all(0 <= value <= 1 for value in found) and any(value * 10 % 1 for value in found)
    }
    return without_odd_shares(
        [
            replace(score, scale="share") if score.scale == "percent" and score.name_as_written in shares else score
            for score in scores
        ]
    )


def without_odd_shares(scores: list[ReportedScore]) -> list[ReportedScore]:
    """The scores with a lone 0.08 among percentages taken as 0.08 percent: one writer keeps to one scale."""
    shares = [score for score in scores if score.scale == "share"]
    percents = sum(score.scale == "percent" and score.value > 1 for score in scores)
    if not shares or percents < 3 or 4 * len(shares) > percents or any(score.benchmark is None for score in shares):
        return scores
    return [replace(score, scale="percent") if score.scale == "share" else score for score in scores]
