"""The values of a card that can be laid beside those of another: its very model's, each claim once."""

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal

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
    if score.percent is None:
        return f"{score.value:g}"
    points = Decimal(f"{score.percent:.6f}")  # 66.55 is rounded to 66.6, as by hand, and 62.03 to 62.0
    return str(points.quantize(Decimal("1" if points == int(points) else "0.1"), ROUND_HALF_UP))


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
    if re.search(r"[^\W\d_]{2,}", re.sub(r"<[^<>]*>|^\W*value:", " ", quote.text)):
        return ""
    score = next((score for score in reading.scores if score.line == quote.line), None)
    return f"{', '.join(filter(None, (score.name_as_written, score.subject)))}: {value_words(score)}" if score else ""


def tell_row(quote: Quote, reading: CardReading) -> str:
    """What the numbers of a quoted row are, whose header stands elsewhere; "" for any other line.

    >>> from core.cards.read_card import read_card
    >>> card = "|Model|MMLU|GSM8K|\\n|--|--|--|\\n|A-7B|63.1|51|\\n"
    >>> tell_row(Quote(3, "|A-7B|63.1|51|"), read_card(card, name="A-7B"))
    'A-7B: MMLU 63.1, GSM8K 51'
    """
    scores = [score for score in reading.scores if score.line == quote.line]
    subjects = {score.subject for score in scores}
    if not quote.text.startswith("|") or len(scores) < 2 or len(subjects) > 1:
        return ""
    told = ", ".join(f"{score.name_as_written} {value_words(score)}" for score in scores[:_MOST_TOLD])
    more = f" and {len(scores) - _MOST_TOLD} more" if len(scores) > _MOST_TOLD else ""
    return f"{subjects.pop() or reading.model or 'This card'}: {told}{more}"


_MOST_TOLD = 8


def count_stated(score: ReportedScore) -> int:
    """How many of its settings the card states."""
    return sum(part is not None for part in (score.shots, score.mode, score.metric, score.precision))


def _covers(fuller: ReportedScore, score: ReportedScore) -> bool:
    pairs = zip(settings_of(fuller), settings_of(score), strict=True)
    return all(other is None or mine == other for mine, other in pairs)


def settings_of(score: ReportedScore) -> tuple[int | str | None, ...]:
    """Shots, mode, metric and precision as the card states them; None where it does not."""
    return (score.shots, score.mode, score.metric, score.precision)
