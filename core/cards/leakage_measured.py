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
_DENIED = re.compile(r"(?i)\b(?:no|not|never|none|nothing|neither|nor|without)\b|n['’]t\b")
_AMOUNTS = re.compile(r"(?i)\d|\bhalf\b|\b(?:one|two|three|four|five)\b")
_IN_DATA = re.compile(rf"(?i)\b{_DATA}")
_HINTS_AT_DATA = re.compile("rain|un(?:ed|ing)|SFT|sft|orp(?:us|ora)|rawl|mix|Mix|data|Data")
_NO_SHARE = re.compile(r"(?i)\b(?:errors?|mistakes|failures|improv\w*|gains?|accuracy|scores?|better|higher|points)\b")


def found_a_share(text: str) -> bool:
    """True where a sentence gives how much of a test was found in the training data, or warns of a test in it."""
    if not _HINTS_AT_DATA.search(text):
        return False
    told = ""
    if _NOTED.search(text) and not _DENIED.search(text):
        told = _trained_with(text)
    if not told and _AMOUNTS.search(text):
        share = _SHARE_OF_TEST.search(text) or (_TEST_IN_DATA.search(text) if _IN_DATA.search(text) else None)
        told = share["test"] if share and not _NO_SHARE.search(share["test"]) else ""
    if not told or OTHERS.search(text) or OF_NATURE.search(text):
        return False
    return bool(tests_in(told) or TEST_MATERIAL.search(told))


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
        return re.split(r"[.;]\s", text[max(0, told.start() - 80) : told.start()])[-1]
    held = _HELD.search(text)
    return held["test"] if held else ""
