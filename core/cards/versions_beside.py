"""Numbers told apart by the version of the model: "MMLU: 48.1 (v1), 55.7 (v2)", "Version 1 had 58.1 on MMLU".

The one that the card's name tells is its own; where the name tells none, the latest is.
"""

import re

from core.cards.benchmark_mentions import names_test
from core.cards.gaps import EDITIONS
from core.cards.name_words import versions_of, words_of
from core.cards.own_model import OwnModel
from core.catalogue.benchmark_names import find_benchmark

_VERSION = r"(?:(?:v|ver\.? |version |release )(?P<version>\d{1,2}(?:\.\d{1,2})?))"
_BEHIND = re.compile(
    rf"(?i)(?<![\w.,/-])(?P<number>\d{{1,4}}(?:[.,]\d+)?)\s?[%％]?\*{{0,2}}\s?[(（]\s?(?P<label>{_VERSION})[)）]"
)
_VERB = (
    r"(?:had|has|have|was|were|is|got|gets|scor(?:es|ed)|reach(?:es|ed)|achiev(?:es|ed)|obtain(?:s|ed)|stood|stands|at|"
    r"only|already|just|still)"
)
_BEFORE = re.compile(
    rf"(?i)(?:^|[.,;:(（→] ?|\b(?:while|whereas|but|and|where|from) |(?P<beside>\b(?:than|over|"
    rf"against|vs\.?|of) ))\W{{0,2}}(?:(?:as of|since|in|with) )?(?:the |our )?"
    rf"(?P<label>(?:(?-i:[A-Z])[\w-]{{1,20}} )?{_VERSION})(?: model| of (?:the|this|our) model)?"
    rf"(?P<told>\s?[:=]\s?|\s|\s?[(（]|(?:,? (?:it|we|the model|"
    rf"(?-i:[A-Z])[\w-]{{2,20}}))?(?: {_VERB}){{1,3}} (?:(?-i:[A-Z])[\w+-]{{1,20}}:? (?:of |at )?)?)"
    r"\*{0,2}(?P<number>\d{1,3}\.\d+|\d{1,3}\s?[%％])(?![\w.]*\d)"
)
_PAST = re.compile(r"(?i)\b(?:had|was|were|got|scored|reached|achieved|obtained|stood)\b")
_BEHIND_HINT = re.compile(r"(?i)[(（]\s?v(?:er|\.|\d)")
_BEFORE_HINT = re.compile(r"(?i)\b(?:v\d|version \d|release \d)")


def find_other_versions(text: str, own: OwnModel) -> dict[int, str]:
    """Where each number of another version than the card's begins, and that version as written."""
    if not _BEFORE_HINT.search(text):
        return {}
    found = list(_BEHIND.finditer(text)) if _BEHIND_HINT.search(text) else []
    found += [match for match in _BEFORE.finditer(text) if not names_test(match["label"].split()[0])]
    told = {float(match["version"]) for match in found}
    if not told or own.said:
        return {}
    mine = {
        float(version) for version in versions_of(words_of(own.name or "")) if re.fullmatch(r"\d+(\.\d+)?", version)
    }
    if mine & told:
        other = told - mine
    elif len(told) > 1:
        other = told - {max(told)}
    else:
        past = any(match.re is _BEFORE and (match["beside"] or _PAST.search(match["told"])) for match in found)
        other = told if past else set()
    return {match.start("number"): match["label"] for match in found if float(match["version"]) in other}


def has_editions(test: str) -> bool:
    """True for a test of which "v5" and "v6" may themselves be told apart."""
    known = find_benchmark(test)
    return known is None or known.id in EDITIONS
