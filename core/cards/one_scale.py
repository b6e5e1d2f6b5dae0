"""The scale of a list of scores: one writer keeps to one scale, so the whole list decides and not each number.

Among percentages 0.68 is 0.68 percent, though alone it would be a share; among numbers that all lie between 0 and 1
even 0.7 is a share.
"""

import re
from dataclasses import replace

from core.cards.fast_patterns import fast_pattern
from core.cards.reading import ReportedScore
from core.catalogue.benchmarks import find_by_id

# Metrics that lie between 0 and 1 by their nature: beside percentages of right answers they stay shares.
_OF_ONE = fast_pattern(
    r"(?i)\b(?:f1|rouge|bleurt|bleu|bert[ -]?score|comet|meteor|chrf|mcc|pearson|spearman|correlation|cosine|"
    r"ndcg|mrr|auc)"
)


def with_shares(scores: list[ReportedScore]) -> list[ReportedScore]:
    """The scores of one table, in one scale.

    A test whose numbers all lie between 0 and 1, written to the second digit, is given in shares of 1, unless the
    other tests of the table say otherwise.
    """
    values: dict[str, list[float]] = {}
    for score in scores:
        values.setdefault(score.name_as_written, []).append(score.value)
    shares = {
        name
        for name, found in values.items()
        if len(found) > 1 and all(0 <= value <= 1 for value in found) and any(value * 10 % 1 for value in found)
    }
    return in_one_scale(
        [
            replace(score, scale="share")
            if score.scale == "percent" and not score.scale_told and score.name_as_written in shares
            else score
            for score in scores
        ]
    )


def in_one_scale(scores: list[ReportedScore]) -> list[ReportedScore]:
    """The scores of one source, the few below 1 among percentages taken as percentages too.

    >>> from core.cards.read_card import read_card
    >>> table = "|Test|Foo 7B|\\n|--|--|\\n|ARC|24.83|\\n|MMLU|25.80|\\n|GSM8K|0.68|\\n"
    >>> [score.scale for score in read_card(table, name="lab/Foo-7B").scores]
    ['percent', 'percent', 'percent']
    """
    shares = [score for score in scores if score.scale == "share" and not score.scale_told]
    percents = [score for score in scores if score.scale == "percent" and score.value > 1]
    if not shares and not any(score.scale == "percent" and score.value <= 1 for score in scores):
        return scores
    large = {kind for score in percents if (kind := _kind(score))}
    lone = len(percents) >= 3 and 4 * len(shares) <= len(percents) and all(score.benchmark for score in shares)
    digits = max((_digits(score.value) for score in percents), default=0)
    likely = sum(map(_is_likely_share, shares))
    few = sum(score.value > 0 for score in shares) <= len(percents)
    fewer = 2 * likely <= len(percents) + len(shares) - likely

    def scale(score: ReportedScore) -> str:
        if score.scale_told or score.scale not in ("share", "percent") or score.value > 1:
            return score.scale
        kind = _kind(score)
        if kind and kind not in large:
            return "share" if kind in _SMALL or score.scale == "share" else score.scale
        if score.scale == "percent":
            return score.scale
        alike = _digits(score.value) <= digits and few and (fewer or not _is_likely_share(score))
        return "percent" if lone or alike else score.scale

    return [score if (found := scale(score)) == score.scale else replace(score, scale=found) for score in scores]


_SMALL = ("rouge", "bertscore", "comet", "meteor", "bleurt", "mcc", "pearson", "spearman")


def _kind(score: ReportedScore) -> str | None:
    """The metric that lies between 0 and 1 by its nature, if a score is taken by one."""
    for text in (score.metric or "", score.name_as_written, score.subject or ""):
        if found := _OF_ONE.search(text.replace("_", " ")):
            return re.sub(r"[ -]", "", found[0].casefold())
    return None


def _is_likely_share(score: ReportedScore) -> bool:
    """True for 0.61 on a test on which guessing gives 0.25: a percentage of 0.61 would be far worse than guessing."""
    known = find_by_id(score.benchmark) if score.benchmark else None
    return known is not None and 0.05 <= (known.chance or 0) <= score.value * 1.2


def _digits(value: float) -> int:
    return len(f"{value:g}".partition(".")[2])
