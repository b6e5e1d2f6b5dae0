"""The values of a card that can be laid beside those of another: its very model's, each claim once."""

import re
from collections.abc import Iterator, Sequence

from core.cards.reading import CardReading, Quote, ReportedScore


def claims_of(reading: CardReading) -> tuple[ReportedScore, ...]:
    """What the card claims for its very model, in the order of its lines."""
    return tuple(_distinct(reading.main_scores or reading.own_scores))


def settings_words(score: ReportedScore) -> str:
    """How a value was taken, as far as the card says.

    >>> from core.cards.read_card import read_card
    >>> settings_words(read_card("# A-7B\\n\\n|Metric|Value|\\n|--|--|\\n|MMLU (5-shot)|63.1|\\n").scores[0])
    '5-shot'
    """
    shots = f"{score.shots}-shot" if score.shots is not None else ""
    parts = [part for part in (shots, score.mode, score.metric, score.precision) if part]
    return ", ".join(parts) or "settings not stated"


def value_words(score: ReportedScore) -> str:
    """The value in points where it is a share of questions, else as the card writes it.

    >>> from core.cards.read_card import read_card
    >>> value_words(read_card("# A-7B\\n\\n|Metric|Value|\\n|--|--|\\n|HumanEval|0.906|\\n").scores[0])
    '90.6'
    """
    return f"{score.percent:.1f}".removesuffix(".0") if score.percent is not None else f"{score.value:g}"


def _distinct(scores: Sequence[ReportedScore]) -> Iterator[ReportedScore]:
    """Each claim once, however often the card repeats it; the one that states most of its settings stands for it."""
    kept: dict[tuple[str, str], list[ReportedScore]] = {}
    for score in sorted(scores, key=lambda s: -count_stated(s)):
        same = kept.setdefault((score.benchmark or score.name_as_written, value_words(score)), [])
        if not any(_covers(other, score) for other in same):
            same.append(score)
    yield from sorted((score for same in kept.values() for score in same), key=lambda s: s.line)


def tell_cell(quote: Quote, reading: CardReading) -> str:
    """What a quoted line holds where the line alone does not say: a bare cell of an HTML table; "" for any other line.

    >>> from core.cards.read_card import read_card
    >>> card = "<table>\\n<tr><th>Test</th><th>A-7B</th></tr>\\n<tr><td>MMLU</td>\\n<td>63.1</td></tr>\\n</table>\\n"
    >>> tell_cell(Quote(4, "<td>63.1</td></tr>"), read_card(card, name="A-7B"))
    'MMLU, A-7B: 63.1'
    """
    if re.search(r"[^\W\d_]{2,}", re.sub(r"<[^<>]*>", " ", quote.text)):
        return ""
    score = next((score for score in reading.scores if score.line == quote.line), None)
    return f"{', '.join(filter(None, (score.name_as_written, score.subject)))}: {value_words(score)}" if score else ""


def count_stated(score: ReportedScore) -> int:
    """How many of its settings the card states."""
    return sum(part is not None for part in (score.shots, score.mode, score.metric, score.precision))


def _covers(fuller: ReportedScore, score: ReportedScore) -> bool:
    pairs = zip(settings_of(fuller), settings_of(score), strict=True)
    return all(other is None or mine == other for mine, other in pairs)


def settings_of(score: ReportedScore) -> tuple[int | str | None, ...]:
    """Shots, mode, metric and precision as the card states them; None where it does not."""
    return (score.shots, score.mode, score.metric, score.precision)
