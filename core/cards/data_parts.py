"""Lists of what a set for training is made up of: "GSM8K: 50%" under "Training data" is no score.

Its parts bear the names of tests where their questions were trained on. A list without such words above it is one of
scores.
"""

import re

from core.cards.document import Sentence
from core.cards.table_words import EVALUATION, MIXTURE

_MOST_CHARS = 90
_PART = re.compile(
    r"[\W_]{0,4}(?:[^:：=\d][^:：=]{1,60}?(?:[:：=–—-]|\s)\s{0,3}[~≈]?\d[\d.,]{0,8}\s?%?|\d[\d.]{0,6}\s?%\s[^:：]{2,60})"
    r"(?:\s?[(（][^()（）]{0,40}[)）])?\W{0,3}"
)
_DATA = r"(?:data\w*|mix(?:ture)?|blend|corpus|corpora|sources?|(?:data|training )sets?)"
_MADE_OF = re.compile(
    rf"(?i)\b(?:composed|made up|consists?|consisting) of\W*$|\b{_DATA} (?:is|are) (?:made|built) of\b|"
    rf"\b(?:composition|breakdown|mixture|mix|blend) of (?:the |our )?(?:[\w-]+ )?{_DATA}\b|"
    rf"\b(?:trained|tuned) (?:up)?on(?: (?:the following|these|an?|the|public|open|mixed|{_DATA}|of)){{0,4}}"
    rf"\W*$|\b(?:we|is|are|was|were) sampl\w* (?:[\w-]+ ){{0,3}}?{_DATA}\b|\b{_DATA} (?:is|are|was|were) sampled\b|"
    r"\bsampling (?:weights?|ratios?|rates?|shares?|prob\w*)|\bprompts? (?:come|were taken|are) from\W*$|"
    rf"\b{_DATA} (?:composition|breakdown|shares?)\b|\bshares? of (?:each|the|every) (?:\w+ )?{_DATA}\b"
)


def is_part_of_data(sentence: Sentence) -> bool:
    """True for a line that names a part and its share, under words that speak of data for training and no results."""
    text = sentence.text
    if len(text) > _MOST_CHARS or not (sentence.under or sentence.headings) or not _PART.fullmatch(text):
        return False
    for title in reversed([*sentence.headings[-1:], *sentence.under]):
        if EVALUATION.search(title):
            return False
        if MIXTURE.search(title) or _MADE_OF.search(title):
            return True
    return False
