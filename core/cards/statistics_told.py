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
    rf"effect sizes?|(?:rho|tau)(?![-\w²]))\b|κ|ρ|\bR(?:²|\^?2)){_NOT_PAST}{{0,70}}(?:[=:≈(]|\b)\s?$"
)
_SYMBOL = re.compile(r"(?<![\w-])(?:r|R²|R\^?2|ρ|κ|rho|kappa|ICC|d)\s?[=≈:]\s?$")
# No test at all is scored by these.
_OF_NONE = re.compile(
    r"(?i)(?:(?<![\w-])p(?:[- ]?values?)?\s?[=<>≤≥≈]\s?|\bp[- ]values?\b[^.;,\d]{0,40}|"
    r"\b(?:(?P<spread>standard (?:deviations?|errors?)|std\.?(?:[- ]?dev\w*)?|stderr|sd|variances?)|"
    rf"(?P<range>confidence intervals?)|readability|flesch)\b{_NOT_PAST}{{0,60}}(?:[=:≈(]|\b)\s?)$"
)
_OTHERS_MEAN = re.compile(
    r"(?i)\b(?:median|mean|average|avg\.?)(?: (?:score|accuracy|result|value|performance))? "
    r"(?:of|over|across|for|among) (?:all |the |other |[\w-]+ ){0,4}?(?:models|llms|systems|submissions|entries|"
    r"participants|competitors|baselines|leaderboard)\b"
    r"(?:(?!\b(?:it|this model|our model)\b|\bwe (?:get|got|reach|scor|achiev|obtain))[^.,;\d]){0,60}$"
)
# "MMLU is worth 25% of the index", "The index is 25% MMLU and 75% GSM8K"
_WEIGHT = re.compile(
    r"(?i)(?:\b(?:worth|counts?(?: for| as)?|counting(?: for)?|contribut(?:es?|ing)|weigh(?:s|ed|ing)|"
    r"weight(?:ed|s)?(?: (?:of|at|with|by|is|as|in))?|share of)"
    r"(?: (?:only|just|about|roughly))?|"
    r"\b(?:index|composite|(?:final|total|overall|aggregate|composite) score|mixture|blend)(?: (?:is|combines|"
    r"consists of|takes|uses)|[:=])(?: \d[\d.]{0,4}\s?% (?:of )?[\w-]+(?:,| and|, and| \+)){0,5}) $"
)
_WHOLE_OF = re.compile(
    r"(?i)(?:(?:final|total|overall|aggregate|composite) )?(?:index|composite|score|mixture|blend)\b[^.;]{0,60}$"
)
# "The final score is 61.2% on MMLU": shares of a whole are round, and what they are of follows at once.
_ROUND = re.compile(r"\d{1,2}(?:\.0)?|(?:12|37|62|87)\.5|(?:33|16|66)\.[367]\d?|0?\.\d{1,3}")
_NO_SHARE = re.compile(r"(?i)\s?[%％]?\s?(?:on|in|for|at)\b|\s?[%％]?\s?[\w+-]+ (?:accuracy|score|pass)\b")
_MOST_OF_A_SPREAD = 15  # points
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
    number = text[start:end].rstrip("%％ ").replace(",", ".")
    if none := _OF_NONE.search(before):
        return not (_is_high(number) and (none["spread"] or _tells_of_else(none[0]) or _leads_off(none)))
    if _OTHERS_MEAN.search(before):
        return True
    percent = text[end - 1 : end + 2].lstrip(number[-1:]).strip()[:1] in ("%", "％")
    weight = _WEIGHT.search(before) if percent or number.startswith(("0.", ".")) else None
    if weight is None or not _WHOLE_OF.match(weight[0].lstrip()):
        return weight is not None
    return bool(_ROUND.fullmatch(number)) and not _NO_SHARE.match(text, end)


# "Readability is high with IFEval at 58.1": what is told of the measure is no number.
_TOLD_OF_IT = re.compile(r"(?i)\b(?:is|are|was|were|stays?|stayed|remains?|remained) (?=[a-z])")
_BOUND = re.compile(r"(?i)\W{1,3}(?:(?:of|is|from|between|at|was)\W{0,3})?")


def _tells_of_else(told: str) -> bool:
    return bool(_TOLD_OF_IT.search(told))


def _leads_off(told: re.Match[str]) -> bool:
    """True for "with a confidence interval MMLU is 61.2"; "a confidence interval of 60.1" leads to a bound of it."""
    return bool(told["range"]) and not _BOUND.fullmatch(told.string, told.end("range"))


def _is_high(number: str) -> bool:
    return number.replace(".", "", 1).isdigit() and float(number) >= _MOST_OF_A_SPREAD


def is_relation(test: str, text: str, start: int) -> bool:
    """True for "The correlation with MMLU is 0.87": nobody is asked questions whose answers correlate."""
    if not _may_tell(text) or find_benchmark(test) is None:
        return False
    before = text[max(0, start - _BEFORE_CHARS) : start]
    if _SYMBOL.search(before):
        return True
    told = _RELATED.search(before)
    return told is not None and (text[start : start + 2] in ("0.", "1.", "0,") or not _tells_of_else(told[0]))
