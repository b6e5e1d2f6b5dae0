"""How much of a test a card found in its training data, and tests whose training half it says was trained on.

>>> found_a_share("We found that 2% of MMLU appears in the crawl.")
True
>>> found_a_share("We sample 30% of MATH for training.")
False
"""

import re

from core.cards.benchmark_mentions import tests_in
from core.cards.leakage_words import OF_NATURE, OTHERS, TEST_MATERIAL

_DATA = (
    r"(?:(?:pre-?|post-?|fine-?)?train(?:ing)?|fine-?tuning|tuning|sft|corp(?:us|ora)|crawl|mix(?:ture)?|"
    r"(?:the|our|its|web|code|instruction|tuning|chat|preference) data(?:sets?)?)\b"
    r"(?! (?:logs?|runs?|loop|scripts?|code|repo\w*|folder|curves?|steps?|viewer))"
)
_BEFORE_DATA = r"(?:(?:the|our|its|all|some|this) ){0,2}(?:[\w'’-]+ ){0,3}?"
_ITEMS = r"(?:questions?|items?|problems?|examples?|samples?|prompts?|tasks?)"
_SHARE = (
    rf"(?:\d{{1,3}}(?:[.,]\d+)?\s?(?:%|percent)|\b(?:\d{{1,5}}|one|two|three|four|five|half)"
    rf"(?= (?:of\b|[\w. -]{{0,30}}{_ITEMS})))"
)
_THERE = (
    r"(?:appear(?:s|ed)?|occur(?:s|red)?|overlap(?:s|ped)?|match(?:es|ed)?|coincide[sd]?|(?:show|turn)(?:s|ed)? up|"
    r"leaked|(?:is|are|was|were|be|been) (?:also |already )?(?:found|present|contained|included|in|duplicated))\b"
)
# "2% of MMLU appears in the crawl", "14 GSM8K questions are found in our training data"
_SHARE_OF_TEST = re.compile(
    rf"(?i){_SHARE}(?P<test>[^;%]{{2,70}}?)\b{_THERE}[^.;]{{0,20}}?\b(?:in|into|with|among|within) "
    rf"{_BEFORE_DATA}{_DATA}"
)
# "The crawl contains 2% of MMLU", "found 14 questions of GSM8K in the training data"
_TEST_IN_DATA = re.compile(
    rf"(?i)\b(?:{_DATA}[^.;]{{0,20}}?\b(?:contain|includ|hold|overlap|match)\w*|found|detected|identified|counted)\b"
    rf"[^.;]{{0,20}}?{_SHARE}(?P<test>[^.;%]{{2,60}})"
)
# A warning, which a mere list of training sets is not.
_NOTED = re.compile(
    r"(?i)^\W*(?:please |also |do |\*)?(?:note|caution|disclaimer|caveat|warning|attention|be aware|keep in mind|"
    r"bear in mind|mind that|remember|(?:full )?disclosure|for transparency|in fairness|to be fair|important)\b|"
    r"\b(?:noted?|mention|disclose|stress|remember|aware|caution) that\b"
)
_TRAINED_WITH = re.compile(
    rf"(?i)\b(?:was|were|is|are|been) (?:also |already |a |partly ){{0,2}}(?:part of|in|among|"
    rf"included in|contained in|mixed into|used (?:for|in|during)|seen (?:in|during)) {_BEFORE_DATA}{_DATA}"
)
_HELD = re.compile(
    rf"(?i)\b{_DATA}[^.;]{{0,20}}?\b(?:includes?|contains?|included|contained|comprises?|held|"
    rf"has)\b(?P<test>[^.;]{{2,80}})"
)
# "problems in the style of GSM8K", "code, which helps on HumanEval": the test itself is not what the data holds.
_LIKE_A_TEST = re.compile(
    r"(?i)\b(?:in the )?(?:style|spirit|manner|format|vein|fashion) of\b|\bsimilar(?:ly)? to\b|\bresembl\w+|"
    r"\binspired\b|\bmodell?ed (?:on|after)\b|\b(?:based on|derived from|generated (?:from|with)|aimed at|akin to|"
    r"reminiscent of)\b|"
    r"\b(?:problems|questions|examples|tasks|exercises|data|samples|prompts) (?:just )?like\b|"
    r"\b[\w.-]+(?:[- ]style[ds]?|-(?:like|type|esque))\b"
)
_NOT_HELD = re.compile(
    r"(?i)\b(?:which|that|who|where|because|since|so|but|while|to (?:help|improve|boost|raise|support|increase)|"
    r"(?:help|improv|boost|rais|increas|benefit)\w*|useful|relevant|designed|meant|intended|for|on|against)\b"
)
_DENIED = re.compile(r"(?i)\b(?:no|not|never|none|nothing|neither|nor|without)\b|n['’]t\b")
_AMOUNTS = re.compile(r"(?i)\d|\bhalf\b|\b(?:one|two|three|four|five)\b")
_IN_DATA = re.compile(rf"(?i)\b{_DATA}")
_HINTS_AT_DATA = re.compile("rain|un(?:ed|ing)|SFT|sft|orp(?:us|ora)|rawl|mix|Mix|data|Data")
# What was found was taken out again, and not only some of it: "found 14 questions and removed them".
_OUT = (
    r"(?:removed|dropped|excluded|filtered out|discarded|deleted|stripped(?: out)?|purged|eliminated|scrubbed|pruned|"
    r"taken out|left out|thrown (?:out|away))\b"
)
_TAKEN_OUT = re.compile(
    rf"(?i)\b(?:(?:is|are|was|were|been|being|got)(?: (?:all|both|then|later|also|therefore|since|thus|\w+ly)){{0,2}} "
    rf"{_OUT}|(?:we|i|and|but|then|them|these|those|have|has|\w+ly) {_OUT}|"
    r"(?:took|left|threw|filtered) (?:them|these|those|it|all) (?:all )?(?:out|away))"
    r"(?! (?:only |just |about )?(?:\d|some\b|half\b|most\b|part\b|duplicat|near-))"
)
_NOT_OUT = re.compile(
    r"(?i)\b(?:after|despite|although|though|even|if|when|once|before)\b[^,;.]{0,40}$|"
    r"\b(?:will|would|should|could|can|must|may|might|to) (?:(?:then|also|all|be|have) ){0,2}$|"
    r"(?:\b(?:not|never|none|partly|partially|some|most|only)\b|n['’]t\b)[^,;.]{0,30}$"
)
_TAKES_OUT = re.compile(
    r"(?i)(?<!after )\b(?:we|i|have|has|\w+ly) (?:removed|dropped|excluded|filtered out|discarded|deleted|purged|"
    r"eliminated)(?: (?:the|all|those|these)){0,2}(?: \d[\d.,]*\s?%?)?(?: of)?\s?$"
)
_NO_SHARE = re.compile(r"(?i)\b(?:errors?|mistakes|failures|improv\w*|gains?|accuracy|scores?|better|higher|points)\b")


def found_a_share(text: str) -> bool:
    """True where a sentence gives how much of a test was found in the training data, or warns of a test in it."""
    found = _found_in_data(text)
    return found is not None and not _taken_out(text, found)


def found_and_removed(text: str) -> bool:
    """True where what was found in the training data was removed from it, or was not counted.

    >>> found_and_removed("The crawl contains 0.3% of the MMLU test questions, which we excluded.")
    True
    >>> found_and_removed("The crawl contains 0.3% of the MMLU test questions, which were not removed.")
    False
    """
    found = _found_in_data(text)
    return found is not None and _taken_out(text, found)


def _found_in_data(text: str) -> str | None:
    """The words for the test that a sentence says was found in the training data."""
    if not _HINTS_AT_DATA.search(text):
        return None
    told = ""
    if _NOTED.search(text) and not _DENIED.search(text):
        told = _trained_with(text)
    if not told and _AMOUNTS.search(text):
        share = _SHARE_OF_TEST.search(text) or (_TEST_IN_DATA.search(text) if _IN_DATA.search(text) else None)
        told = share["test"] if share and not _NO_SHARE.search(share["test"]) else ""
    if not told or OTHERS.search(text) or OF_NATURE.search(text):
        return None
    return told if tests_in(told) or TEST_MATERIAL.search(told) else None


def _taken_out(text: str, found: str) -> bool:
    start = max(0, text.find(found))
    later = _TAKEN_OUT.finditer(text, start)
    if any(not _NOT_OUT.search(text[max(0, removed.start() - 60) : removed.start()]) for removed in later):
        return True
    return _TAKES_OUT.search(text[:start]) is not None


def owns_up_to_training_half(text: str, *, among_results: bool) -> bool:
    """True for "Note that GSM8K train was part of the SFT data"; without the warning only among the results."""
    if "train" not in text or not (among_results or _NOTED.search(text)):
        return False
    if _DENIED.search(text) or OTHERS.search(text):
        return False
    told = _trained_with(text)
    return "train" in told and bool(tests_in(told))


def _trained_with(text: str) -> str:
    """The words for what is said to have been in the training data."""
    if told := _TRAINED_WITH.search(text):
        before = re.split(r"[.;]\s", text[max(0, told.start() - 80) : told.start()])[-1]
        return _LIKE_A_TEST.split(before)[0]
    held = _HELD.search(text)
    return _NOT_HELD.split(_LIKE_A_TEST.split(held["test"])[0])[0] if held else ""
