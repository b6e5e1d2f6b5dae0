"""Statistics beside the name of a test: correlations, how far judges agree, p-values, spreads, other models' averages.

A test that is itself scored by a correlation, such as one of likeness in meaning, has such a number as its score.
"""

import re
from functools import lru_cache

from core.catalogue.benchmark_names import find_benchmark

_BEFORE_CHARS = 120
_NOT_PAST = (
    r"(?:(?!\b(?:and|but|while|whereas|scor(?:es|ed|ing)|reach\w*|achiev\w*|gets?|got|obtain\w*|it|accura\w+|pass|we|our"
    r" model)\b)[^.;,:\d()]|\d(?=[\w-]*[A-Za-z])|\.(?=\d))"
)
_RELATED = re.compile(
    r"(?i)(?:\b(?:(?:inter|intra)[- ]?(?:annotator|rater|judge|coder)\b|correlat(?:es?|ed|ions?|ing)|pearson|spearman|"
    r"kendall|kappas?|krippendorff\w*|cohen['’]?s?|fleiss['’]?|intraclass|icc|concordance|agreements?|"
    r"agree[ds]?(?= (?:on|in) (?:\w+ )?$)|"
    rf"effect sizes?|rho|tau)\b|κ|ρ|\bR(?:²|\^?2)){_NOT_PAST}{{0,70}}(?:[=:≈(]|\b)\s?$"
)
_SYMBOL = re.compile(r"(?<![\w-])(?:r|R²|R\^?2|ρ|κ|rho|kappa|ICC|d)\s?[=≈:]\s?$")
# No test at all is scored by these.
_OF_NONE = re.compile(
    r"(?i)(?:(?<![\w-])p(?:[- ]?values?)?\s?[=<>≤≥≈]\s?|\bp[- ]values?\b[^.;,\d]{0,40}|"
    rf"\b(?:standard (?:deviations?|errors?)|std\.?(?:[- ]?dev\w*)?|stderr|sd|variances?|confidence intervals?|"
    rf"readability|flesch)\b{_NOT_PAST}{{0,60}}(?:[=:≈(]|\b)\s?)$"
)
_OTHERS_MEAN = re.compile(
    r"(?i)\b(?:median|mean|average|avg\.?)(?: (?:score|accuracy|result|value|performance))? "
    r"(?:of|over|across|for|among) (?:all |the |other |[\w-]+ ){0,4}?(?:models|llms|systems|submissions|entries|"
    r"participants|competitors|baselines|leaderboard)\b[^.;\d]{0,60}$"
)
# "MMLU is worth 25% of the index", "The index is 25% MMLU and 75% GSM8K"
_WEIGHT = re.compile(
    r"(?i)(?:\b(?:worth|counts?(?: for| as)?|counting(?: for)?|contribut(?:es?|ing)|weigh(?:s|ed|ing)|"
    r"weight(?:ed|s)?(?: (?:of|at|with|by|is|as|in))?|share of)"
    r"(?: (?:only|just|about|roughly))?|"
    r"\b(?:index|composite|(?:final|total|overall|aggregate|composite) score|mixture|blend)(?: (?:is|combines|"
    r"consists of|takes|uses)|[:=])(?: \d[\d.]{0,4}\s?% (?:of )?[\w-]+(?:,| and|, and| \+)){0,5}) $"
)
_HINTS = (
    "annotator", "rater", "correlat", "pearson", "spearman", "kendall", "kappa", "krippendorff", "cohen", "fleiss",
    "intraclass", "icc", "concordance", "agree", "effect size", "rho", "tau", "κ", "ρ", "r²", "r^2", "r2", "r =", "r=",
    "d =", "d=", "p =", "p=", "p <", "p<", "p-val", "p val", "standard", "std", "sd", "varianc", "confidence", "readab",
    "flesch", "median", "mean", "average", "avg", "worth", "count", "contribut", "weigh", "share of", "index",
    "composite", "score is", "mixture", "blend",
)  # fmt: skip


@lru_cache(maxsize=64)  # asked for each number of a sentence
def _may_tell(text: str) -> bool:
    folded = text.casefold()
    return any(hint in folded for hint in _HINTS)


def is_statistic(text: str, start: int, end: int) -> bool:
    """True where the number at this place of a sentence is a weight, a p-value or what other models get on average.

    >>> is_statistic("MMLU is worth 25% of it", 14, 17), is_statistic("MMLU is at 25%", 11, 14)
    (True, False)
    """
    if not _may_tell(text):
        return False
    before = text[max(0, start - _BEFORE_CHARS) : start]
    if _OF_NONE.search(before) or _OTHERS_MEAN.search(before):
        return True
    number = text[start:end].rstrip("%％ ").replace(",", ".")
    percent = text[end - 1 : end + 2].lstrip(number[-1:]).strip()[:1] in ("%", "％")
    return bool((percent or number.startswith(("0.", "."))) and _WEIGHT.search(before))


def is_relation(test: str, text: str, start: int) -> bool:
    """True for "The correlation with MMLU is 0.87": nobody is asked questions whose answers correlate."""
    if not _may_tell(text) or find_benchmark(test) is None:
        return False
    before = text[max(0, start - _BEFORE_CHARS) : start]
    return bool(_RELATED.search(before) or _SYMBOL.search(before))
