"""Sentences whose numbers are nobody's scores, though they name a test: cleaning, recovery, withdrawn, supposed."""

import re

from core.cards.fast_patterns import fast_pattern

_CLEANING_WORDS = (
    "overlap", "corpus", "training", "data", "gram", "contamin", "duplicat", "leak", "removed", "filtered", "dropped",
    "excluded", "discarded",
)  # fmt: skip
_CLEANING = re.compile(
    r"(?i)\b(?:removed|filtered|dropped|excluded)\b.{0,80}\boverlap|"
    r"\b(?:occurs?|appears?|found|present|overlaps?) (?:with|in) (?:the |our |its )?"
    r"(?:\w+[- ])?(?:corpus|training|data)\b|"
    r"\d\s?%? of [^.;]{0,80}\b(?:(?:\d{1,2}|n)-grams?|contaminated|near-?duplicates?|duplicated|leaked|overlap\w*)\b|"
    r"\b(?:contamination|overlap|leakage)(?: rates?)? (?:with|on|of|for) (?:the )?(?-i:[A-Z])[\w-]{1,24}"
    r"(?:(?:,? and|,? &) (?-i:[A-Z])[\w-]{1,24})?(?: test(?: sets?)?)?\s?[:=(]?\s?(?:of |is |was )?\d[\d.]*\s?%|"
    r"\b(?:contamination|overlap|leakage)(?: (?:check|rate|analysis|test|level|study|report|scan))?\W{1,3}"
    r"(?:of |is |was |shows |found |at )?\d[\d.]*\s?%"
)
# "achieves 100.0% recovery for the Arena-Hard evaluation, 99.4% for OpenLLM v1": shares of the unquantized score.
_RECOVERY = re.compile(
    r"(?i)\d\s?%\W{0,2} (?:\w+ )?(?:recovery|recovered)\b|\b(?:recovers|recovering|retains|retaining) \d"
)
# "An earlier version of this card reported 67.3", "the 67.3 given before was wrong"
_WITHDRAWN = fast_pattern(
    r"(?i)(?<!than the )(?<!than an )(?<!over the )(?<!on the )(?<!from the )\b(?:"
    r"(?:earlier|previous|older|first|initial|original|prior|last) (?:versions?|releases?|revisions?|drafts?)|"
    r"v\d[\d.]*) of (?:this|the|our) (?:model )?(?:card|readme|page|document)\b|"
    r"\b(?:scores?|numbers?|values?|results?|figures?|that|this|which|it|they|these|those)(?: [\w.]+){0,3} (?:was|were|"
    r"is|are) (?:\w+ )?(?:wrong|erroneous|incorrect|mistaken|retracted|withdrawn|misreported|a typo)\b|"
    r"\b(?:retract|withdr[ae]w|misreport)\w*\b|\b(?:mistakenly|erroneously|wrongly|incorrectly) "
    r"(?:reported|stated|given|listed|said|claimed)\b"
)
# "A model that scores 90 on MMLU is not necessarily useful": nobody's score.
_ANY_MODEL = re.compile(
    r"(?i)^\W{0,3}(?:if )?(?:an?|any|no|every|each|some|most|many|all) (?:[a-z-]+ ){0,2}?(?:models?|llms?|systems?) "
    r"(?:that|which|who|whose|with (?:an? )?\w+ (?:of|above|over|below)|scoring|reaching)\b[^.;]{0,60}\d[^;]{0,60}?"
    r"\b(?:is|are|may|might|need|needs|does|do|should|would|will|can|could|has|have)\b"
)

# "The 61.2 on MMLU given in our first post was a mistake"
_A_MISTAKE = re.compile(
    r"(?i)\d\s?%?[^.;,\d]{0,70}?\b(?:was|were|is) (?:[a-z]+ )?(?:an? (?:[a-z]+ )?(?:mistake|error|typo|misprint)|wrong|"
    r"erroneous|incorrect|mistaken)\b(?! (?:rate|answer))"
)
_MISTAKE_WORDS = ("mistake", "error", "typo", "misprint", "wrong", "erroneous", "incorrect")
# "A score of 60 on MMLU is typical of 7B models"
_SUPPOSED = re.compile(
    r"(?i)^\W{0,3}an? (?:score|accuracy|result|value) of (?:about |around |over |under )?\d[\d.]{0,6}\s?%? "
    r"(?:on|in|for) [^.;,]{2,40}? (?:(?:is|was|would be|can be|may be) (?:[a-z]+ )?(?:typical|normal|usual|common|"
    r"considered|regarded|enough|sufficient|needed|required|random|chance)|means|indicates|corresponds)\b"
)


_OVERLAP_BEHIND = re.compile(r"(?i)\s?%?\*{0,2} (?:of )?(?:the )?(?:overlap|contaminat|leak|duplicat)(?!\w*[- ]free)")


# "We removed 1,000 samples (2.1 %)"
_SHARE_REMOVED = re.compile(r"(?i)\b(?:removed|filtered|dropped|excluded|discarded)(?: out)? \d[^.;()]{0,50}[(（]$")


def counts_overlap(text: str, end: int) -> bool:
    """True for the share in "MMLU: 0.09 % overlap" and "with 0.9 % contamination", which ends at this place."""
    return bool(_OVERLAP_BEHIND.match(text, end))


def counts_removed(text: str, start: int) -> bool:
    """True for the share of the data that was taken out, which begins at this place."""
    return text[start - 1 : start] in ("(", "（") and bool(_SHARE_REMOVED.search(text[max(0, start - 90) : start]))


def _is_taken_back_or_supposed(text: str) -> bool:
    folded = text.casefold()
    if any(word in folded for word in _MISTAKE_WORDS) and _A_MISTAKE.search(text):
        return True
    return " of " in folded[:30] and bool(_SUPPOSED.search(text))


def tells_no_score(text: str) -> bool:
    """True for "we removed 2.3 % that overlap with MMLU", and for values that the card takes back or only supposes.

    >>> tells_no_score("v1 of this card stated 67.3 on MMLU"), tells_no_score("It reaches 67.3 on MMLU")
    (True, False)
    """
    folded = text.casefold()
    cleaned = any(word in folded for word in _CLEANING_WORDS) and _CLEANING.search(text)
    return bool(
        cleaned
        or any(pattern.search(text) for pattern in (_RECOVERY, _WITHDRAWN, _ANY_MODEL))
        or _is_taken_back_or_supposed(text)
    )
