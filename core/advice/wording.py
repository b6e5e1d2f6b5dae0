"""Numbers as people say them, and the facts that stand behind a claim.

Shares become whole percents, gaps become points; nothing is ever "100 %" or
"± 0", and rounding never lifts a figure over the threshold that it missed.
Durations, sizes and chances are said the way one would say them aloud.
"""

from collections.abc import Sequence
from math import floor
from typing import Final

from core.advice.comparison import Tier
from core.advice.evidence import ScoreKind

THRESHOLDS: Final = (0.65, 0.80, 0.95, 0.99)  # where the claim of a verdict changes

# How often calls of each tier held on questions not seen, in trials on ten public banks of answers
# (20–250 questions, pairs within 10 points of each other and random pairs).
TRACK_RECORD: Final = {
    Tier.BETTER: "On real banks such a call (99 % and more) held on unseen questions in 96 to 99 of 100 trials.",
    Tier.VERY_LIKELY: "On real banks such a call (95–99 %) held on unseen questions in 90 to 98 of 100 trials.",
    Tier.LOOKS_BETTER: "On real banks such a call (80–95 %) held on unseen questions in 83 to 91 of 100 trials.",
    Tier.SLIGHT_LEAN: "On real banks such a lean (65–80 %) held on unseen questions in 71 to 74 of 100 trials.",
    Tier.NO_DIFFERENCE: "On real banks a lead this small held on unseen questions in about 60 of 100 trials.",
    Tier.WITHHELD: "A withheld verdict makes no call.",
}

NOT_COVERED: Final = (
    "Not covered by the confidence: wrong answer keys, a judge's errors, whether these questions are like your work, "
    "the wording of the prompt, the sampling temperature."
)

_WORK: Final = {
    "coding": "coding like this",
    "chat": "chat like this",
    "reasoning": "reasoning like this",
    "general": "general questions like these",
}
_FRACTIONS: Final = (
    (0.10, "a chance of about one in ten"),
    (0.20, "a chance of about one in five"),
    (0.25, "a chance of about one in four"),
    (0.33, "a chance of about one in three"),
    (0.42, "a chance of about two in five"),
    (0.50, "about an even chance"),
    (0.60, "a chance of about three in five"),
    (0.67, "a chance of about two in three"),
    (0.75, "a chance of about three in four"),
    (0.82, "a chance of about four in five"),
    (0.90, "a chance of about nine in ten"),
)


def work_words(use_case: str | None) -> str:
    """What the verdict is about.

    >>> work_words("coding"), work_words(None)
    ('coding like this', 'questions like these')
    """
    return _WORK.get(use_case or "", "questions like these")


def percent(share: float) -> str:
    """A share in whole percent.

    >>> percent(0.4166)
    '42 %'
    """
    return f"{round(100 * share)} %"


def confidence_words(confidence: float) -> str:
    """A confidence as it is shown: whole percents, at most "more than 99 %".

    Rounding stops short of a threshold that the figure did not reach.

    >>> confidence_words(0.9999), confidence_words(0.9494), confidence_words(0.7287)
    ('more than 99 %', '94 %', '73 %')
    """
    if confidence >= 0.99:
        return "more than 99 %"
    shown = round(100 * confidence)
    if any(confidence < threshold <= shown / 100 for threshold in THRESHOLDS):
        shown = floor(100 * confidence)
    return f"{shown} %"


def chance_words(chance: float) -> str:
    """Any probability as it is shown: whole percents, never "0 %" and never "100 %".

    >>> chance_words(0.0001), chance_words(0.184), chance_words(0.9999)
    ('under 1 %', '18 %', 'more than 99 %')
    """
    if chance < 0.01:
        return "under 1 %"
    return "more than 99 %" if chance >= 0.99 else f"{min(round(100 * chance), 99)} %"


def chance_beside_bar(chance: float, bar: float) -> str:
    """A probability as it is shown beside the bar it is held against: rounding never lifts it there.

    >>> chance_beside_bar(0.898, 0.9), chance_beside_bar(0.968, 0.9)
    ('89 %', '97 %')
    """
    return chance_words(floor(100 * chance) / 100 if chance < bar <= round(chance, 2) else chance)


def bar_words(level: float) -> str:
    """A confidence that is asked for, exactly.

    >>> bar_words(0.95), bar_words(0.983)
    ('95 %', '98.3 %')
    """
    return f"{100 * level:.3g} %"


def settles_hardly(chance: float) -> bool:
    """Whether a chance to settle it is too small to speak of.

    >>> settles_hardly(0.02)
    True
    """
    return chance < 0.065


def settle_words(chance: float) -> str:
    """That something settles it, with its chance as a fraction one can picture.

    >>> settle_words(0.363), settle_words(0.02)
    ('would settle it with a chance of about one in three', 'would hardly settle it')
    """
    if settles_hardly(chance):
        return "would hardly settle it"
    if chance > 0.94:
        return "would almost certainly settle it"
    return "would settle it with " + min(_FRACTIONS, key=lambda entry: abs(entry[0] - chance))[1]


def points(gap: float, kind: ScoreKind) -> str:
    """The size of a gap, without its sign: whole points, or tenths of a rating point.

    >>> points(0.0652, ScoreKind.RIGHT_WRONG), points(-0.32, ScoreKind.RATING), points(0.004, ScoreKind.GRADED)
    ('7 points', '0.3 rating points', '0.4 points')
    """
    if kind is ScoreKind.RATING:
        return f"{abs(gap):.1f} rating points" if abs(gap) >= 0.05 else f"{abs(gap):.2f} rating points"
    shown = point_number(gap, kind)
    return f"{shown} point" if shown == "1" else f"{shown} points"


def point_number(gap: float, kind: ScoreKind) -> str:
    """The number alone; below one point with decimals, so that a small gap does not read as none."""
    if kind is ScoreKind.RATING:
        return f"{abs(gap):.1f}"
    value = abs(100 * gap)
    return f"{round(value)}" if value == 0 or value >= 0.95 else f"{value:.1g}"


def gap_range(low: float, high: float, a: str, b: str, kind: ScoreKind) -> str:
    """Where the true gap may lie, in words that need no sign.

    >>> gap_range(0.148, 0.468, "A", "B", ScoreKind.RIGHT_WRONG)
    'The gap is probably 15 to 47 points.'
    >>> gap_range(-0.0923, 0.2077, "A", "B", ScoreKind.RIGHT_WRONG)
    'The true gap may lie anywhere from B ahead by 9 to A ahead by 21.'
    """
    unit = "rating points" if kind is ScoreKind.RATING else "points"
    if low < 0 < high:
        ends = f"{b} ahead by {point_number(low, kind)} to {a} ahead by {point_number(high, kind)}"
        return f"The true gap may lie anywhere from {ends}{' rating points' if kind is ScoreKind.RATING else ''}."
    near, far = sorted((abs(low), abs(high)))
    if kind.is_share and far >= 0.995:
        return f"The gap is probably {min(floor(100 * near), 99)} points or more."
    if point_number(near, kind) == point_number(far, kind):
        return f"The gap is probably about {points(near, kind)}."
    return f"The gap is probably {point_number(near, kind)} to {point_number(far, kind)} {unit}."


def signed_gap(gap: float, kind: ScoreKind) -> str:
    """A gap as counted, A minus B; "100.0" only where every question went one way.

    >>> signed_gap(0.06, ScoreKind.RIGHT_WRONG), signed_gap(0.99999, ScoreKind.RIGHT_WRONG)
    ('+6.0 points', '+99.9 points')
    """
    if not kind.is_share:
        return f"{gap:+.2f} rating points"
    return f"{_short_of_all(gap):+.1f} points"


def signed_interval(low: float, high: float, kind: ScoreKind) -> str:
    """The ends of an interval with as many decimals as tell them apart; an end short of all stays short of it.

    >>> signed_interval(-0.0923, 0.2077, ScoreKind.RIGHT_WRONG)
    '-9.2 points to +20.8 points'
    >>> signed_interval(0.99999, 1.0, ScoreKind.RIGHT_WRONG)
    '+99.9 points to +100.0 points'
    """
    if not kind.is_share:
        ends, unit = _told_apart(low, high, 2), "rating points"
    else:
        ends, unit = _told_apart(_short_of_all(low), _short_of_all(high), 1), "points"
    return f"{ends[0]} {unit} to {ends[1]} {unit}"


def _told_apart(low: float, high: float, digits: int) -> tuple[str, str]:
    for more in range(digits, 7):
        ends = f"{low:+.{more}f}", f"{high:+.{more}f}"
        if ends[0] != ends[1]:
            break
    return ends


def p_value_words(p: float) -> str:
    """A p-value, never "0.0000".

    >>> p_value_words(0.0391), p_value_words(3e-12)
    ('0.0391', 'under 0.0001')
    """
    return f"{p:.4f}" if p >= 0.00005 else "under 0.0001"


def _short_of_all(share: float) -> float:
    """Points with one decimal to come; a share short of all stays short of it."""
    shown = 100 * share
    return shown if abs(share) >= 1 else max(min(shown, 99.9), -99.9)


def duration_words(seconds: float) -> str:
    """A duration as one would say it.

    >>> duration_words(2950), duration_words(40), duration_words(9000)
    ('about 50 minutes', 'under a minute', 'about 2.5 hours')
    """
    if seconds < 60:
        return "under a minute"
    minutes = seconds / 60
    if minutes < 90:
        shown = round(minutes) if minutes < 10 else 5 * round(minutes / 5)
        return f"about {shown} minute{'' if shown == 1 else 's'}"
    hours = minutes / 60
    return f"about {hours:.1f} hours".replace(".0 ", " ")


def size_words(size_bytes: float) -> str:
    """A file size, decimal units.

    >>> size_words(3_200_000_000), size_words(98_000_000)
    ('3.2 GB', '98 MB')
    """
    if size_bytes >= 1e9:
        return f"{size_bytes / 1e9:.1f} GB"
    return f"{size_bytes / 1e6:.0f} MB" if size_bytes >= 1e6 else f"{size_bytes / 1e3:.0f} kB"


def join_names(names: Sequence[str], word: str = "or") -> str:
    """Names as a list in a sentence.

    >>> join_names(["A", "B", "C"])
    'A, B or C'
    """
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"
