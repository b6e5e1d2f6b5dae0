"""Whose a number of "it" is: the model that the sentence before is about.

"Wren-7B surpasses Tern-70B. It achieves 83.6 on MATH." gives 83.6 to Wren-7B; "This model is built on Wren-7B. It
achieves 83.6" gives it to nobody but the card's own.
"""

import re

from core.cards.document import Sentence
from core.cards.name_words import looks_like_model
from core.cards.score_subjects import find_models

_IT = re.compile(
    r"(?:^|[,;:] )\W{0,3}(?:[Ii]t|[Tt]his one) (?:(?:also|even|further|already|still|now|then) )?"
    r"(?:achieves?|gets|scores|reaches|obtains|attains|hits|has|posts|records|comes)\b"
)
_BEFORE_NAME = re.compile(r"(?:^|[,;:] )\W{0,4}(?:(?:[Tt]he|[Oo]ur) )?$")
_BEHIND_NAME = re.compile(
    r"(?:\s?[(（][^()（）]{0,60}[)）])?,? (?:(?:model|variant|version) )?(?:\w+ly |also |even |already )?"
    r"(?:is|was|has|surpass|outperform|beat|exceed|match|rival|achiev|reach|get|scor|show|demonstrat|perform|deliver|"
    r"set|lead|rank|improv|excel|stand|come)(?:e?s|ed)?\b"
)
# "Wren-7B was fine-tuned on our data. It gets 61.2": what was done to a base, or that it is one, tells of this model.
_MADE_INTO_THIS = re.compile(
    r"(?:\s?[(（][^()（）]{0,60}[)）])?,? (?:(?:model|variant|version) )?(?:\w+ly |also )?(?:is|was|has)"
    r"(?: (?!not\b)(?:been|being|\w+ly|then|also|here|now|first|later|further|again|instruction|post|pre|re|once|twice)"
    r"\b-?){0,3}"
    r"(?: (?!releas|publish|introduc|announc|launch|consider|rank|call|design|beat|surpass|outperform)\w[\w-]*ed\b|"
    r"(?: |(?<=-))(?:chosen|taken|built|made|split|cut)\b|"
    r" (?:the|our|my|its|an?|this) (?:[\w'’-]+ ){0,2}?(?:base|basis|start\w*|found\w*|parent|teacher|backbone|source|"
    r"origin\w*|initiali[sz]\w*)\b)|"
    r" (?:improved|extended|adapted|tuned|fine-?tuned|trained) (?:with|on|by|for|using)\b"
)
_MOST_CHARS = 400


def model_told_before(before: Sentence | None, sentence: Sentence) -> str | None:
    """The name of the model that "it" stands for in a sentence that names none, where the one before is about one."""
    if before is None or before.kind != "prose" or before.headings != sentence.headings:
        return None
    if sentence.line - before.line > 1 or before.under != sentence.under or not _IT.search(sentence.text[:_MOST_CHARS]):
        return None
    text = before.text[-_MOST_CHARS:] if len(before.text) > _MOST_CHARS else before.text
    for start, end, name in find_models(text):
        if _BEFORE_NAME.search(text[max(0, start - 12) : start]) and _BEHIND_NAME.match(text, end):
            if _MADE_INTO_THIS.match(text, end):
                return None
            return name if looks_like_model(name) else None
    return None
