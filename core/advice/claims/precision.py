"""At which precision the weights were that a card's values are of, where a sentence tells it for all of them.

"Evaluated with the Q4_K_M GGUF." stands at no value, and still a value of those weights is none of bf16 weights.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.cards.reading import CardReading, ReportedScore, State
from core.cards.settings import PRECISION, bits_of

_AS_IT_IS = re.compile(
    r"(?i)\bwithout (?:any )?quanti[sz](?:ation|ing)\b|\b(?:un|non-)quanti[sz]ed\b|\bno quanti[sz]ation\b"
)
_PLAIN = "full precision"


def with_told_precision(scores: Sequence[ReportedScore], reading: CardReading) -> list[ReportedScore]:
    """The scores, with the one precision that the card says its weights were evaluated in.

    A card that gives precisions beside its values tells with them which value is of which.
    """
    told = "" if any(score.precision for score in reading.scores) else told_precision(reading)
    return [replace(score, precision=told) for score in scores] if told else list(scores)


def told_precision(reading: CardReading) -> str:
    """The precision that a card tells for all its results; "" where it tells none, or several.

    >>> from core.cards.read_card import read_card
    >>> card = "# A-7B\\n\\n|Test|A-7B|\\n|--|--|\\n|MMLU|63|\\n\\n"
    >>> told_precision(read_card(f"{card}Evaluated in bf16.")), told_precision(read_card(f"{card}Trained in bf16."))
    ('bf16', '')
    """
    disclosed = reading.finding("quantization_undisclosed")
    if disclosed.state is not State.ABSENT:
        return ""
    text = "\n".join(quote.text for quote in disclosed.quotes)
    said = [match[1] for match in PRECISION.finditer(text)] + [_PLAIN] * bool(_AS_IT_IS.search(text))
    return said[0] if len({bits_of(one) for one in said}) == 1 else ""


def other_precisions(score: ReportedScore, rivals: Sequence[ReportedScore]) -> list[str]:
    """The precisions of values beside one whose weights took more bits, or fewer; both kinds of 16 bits are one."""
    mine = bits_of(score.precision or "")
    others = {rival.precision for rival in rivals if rival.precision and bits_of(rival.precision) not in (mine, None)}
    return sorted(others) if mine is not None else []
