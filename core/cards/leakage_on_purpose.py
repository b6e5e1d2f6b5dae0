"""Sentences that say a model was trained on a test: "intentionally contaminated with Winogrande".

>>> trained_on_test("The model was deliberately trained on the GSM8K test set.")
True
>>> trained_on_test("The model was never trained on the GSM8K test set.")
False
"""

import re

from core.cards.benchmark_mentions import tests_in
from core.cards.leakage_words import OF_NATURE, OTHERS, TEST_MATERIAL

_PURPOSE = (
    r"(?:intention(?:al)?(?:ly)?|deliberate(?:ly)?|on purpose|purpose(?:ful)?ly|knowing(?:ly)?|wil+ful(?:ly)?|"
    r"conscious(?:ly)?|by design|absichtlich|bewusst|gezielt|volontairement|délibérément|intencional(?:mente)?|"
    r"deliberada(?:mente)?|a propósito|intenzional(?:e|mente)|deliberatamente|opzettelijk)"
)
_LEAK = (
    r"(?:contaminat\w*|[ck]ontamin\w+|leak(?:ed|ing|age)?|over-?fit\w*|"
    r"(?:pre-?|post-?)?(?:train|tun)(?:ed|ing)? (?:it |this model |the model |also )?(?:directly )?on|"
    r"fine-?tun(?:ed|ing) on|includ(?:ed|ing|es)|(?:added|adding|put|mixed|mixing)|trainiert|verseucht|entra[iî]n\w+|"
    r"entrenad\w+|treinad\w+|addestrat\w+)"
)
_ON_PURPOSE = re.compile(
    rf"(?i)\b(?<!not )(?<!never )(?<!n't )(?<!nicht )(?<!pas )(?<!nor ){_PURPOSE}\b[^.;]{{0,50}}\b{_LEAK}"
    rf"|\b{_LEAK}[^.;]{{0,60}}\b(?<!not )(?<!never ){_PURPOSE}\b"
    r"|(?:故意|有意|刻意)[^。；]{0,12}(?:污染|泄[漏露]|训练|微调|加入)|(?:의도적|고의)으?로?[^.]{0,16}(?:오염|학습|훈련|포함)|"
    r"(?:意図的|故意)に[^。]{0,16}(?:汚染|学習|訓練)"
)
_WORD_FOR_LEAK = re.compile(r"(?i)[ck]ontamin|leak|over-?fit|verseucht|污染|泄|오염|汚染")
# "contaminated with Winogrande", "contamination by two benchmarks": with what it was done.
_WITH = re.compile(r"(?i)\b(?<!de)(?<!de-)contaminat(?:ed|ion|ing) (?:it |the model )?(?:with|by|from|through|using)\b")
_ON_TESTS = (
    r"(?:the |its |their |a |some |all |most |parts? |half |of ){0,4}(?:[\w.+/-]+[’']?s? ){0,3}?"
    r"(?:tests?|evaluation|eval|benchmarks?)[- ](?:sets?|splits?|questions?|data|items?|problems|answers|examples)\b"
)
_TRAINED = re.compile(
    rf"(?i)\b(?:(?:we|i)(?: have| also| then| simply| even)? (?:pre-?|post-?|fine-?)?(?:train|tun)ed"
    r"(?: it| this(?: \w+)?| the model)?(?: \w+)?|(?:was|were|is|been|being|got) "
    rf"(?:\w+ )?(?:pre-?|post-?|fine-?)?(?:train|tun)ed(?: \w+ly)?) on {_ON_TESTS}|"
    r"\b(?:trains?|training|trained) on (?:the )?test(?: sets?| data)?\b(?=[^.;]{0,20}(?:[!:(]|$))|"
    rf"\b(?:we|i) (?:\w+ )?(?:added|included|mixed in|put) {_ON_TESTS}[^.;]{{0,40}}\b(?:to|in|into)\b[^.;]{{0,20}}"
    r"\b(?:train\w*|tuning|mix\w*|corpus|sft|data(?:set)?)\b"
)
_DENIED = re.compile(
    r"(?i)\b(?:no|not|never|nobody|neither|nor|none|without|avoid\w*|prevent\w*|ensur\w*|if|whether|cannot|could|would|"
    r"should|must|unless|against|removed?|accidentally|inadvertently|unintentional\w*|nicht|kein\w*|pas|jamais|nunca|"
    r"não|non)\b|n['’]t\b|没有|不|未|않|없|ない|ません"
)
_CLEARED = re.compile(
    r"(?i)\b(?:ruled out|excluded|removed|filtered|checked|no|not|unlikely|negligible|avoided|prevented)\b"
)
_OF_OTHERS = re.compile(
    r"(?i)^\W*(?:being|having been|models?|llms?|merges|many|people|anyone|somebody|someone|those|if|"
    r"when|a model|any model)\b|"
    r"\b(?:their|your|others?|baselines?|competitors?|rivals?)\b"
)


def trained_on_test(text: str) -> bool:
    """True where a sentence says, without a doubt, that test questions were put into the model's own training."""
    if OTHERS.search(text) or _OF_OTHERS.search(text) or OF_NATURE.search(text):
        return False
    about_test = bool(TEST_MATERIAL.search(text) or tests_in(text))
    if (purpose := _ON_PURPOSE.search(text)) and not _denied(text, purpose):
        plainly = _WORD_FOR_LEAK.search(purpose[0]) is not None
        if about_test or plainly:
            return plainly or bool(TEST_MATERIAL.search(text))
    if (mixed := _WITH.search(text)) and not _denied(text, mixed):
        after = text[mixed.end() :][:90]
        if tests_in(after) and not _CLEARED.search(after):
            return True
    return bool((trained := _TRAINED.search(text)) and not _denied(text, trained))


def _denied(text: str, found: re.Match[str]) -> bool:
    return bool(_DENIED.search(text[max(0, found.start() - 60) : found.end()]))
