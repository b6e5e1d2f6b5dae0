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

# "Contamination" and "Overlap with test sets:", below which "MMLU: 0.09 %" is how much of it was seen.
_OF_OVERLAP = re.compile(
    r"(?i)\W*(?:(?:data|benchmark|test[- ]set|training|train[- ]test|n-gram|13-gram) ){0,2}"
    r"(?:contamination|leakage|overlap)\b(?!-)[^.]{0,60}"
)

# "Data: MATH 40%, code 30%, chat 30%." on one line; the shares of a whole make 100, scores hardly do.
_WHOLE = re.compile(
    r"(?i)\W{0,6}(?:(?:our|the) )?(?P<told>(?:training|pre-?training|sft|rl|fine-?tuning|instruction|post-?training) )?"
    r"(?:data ?(?:sets?)?(?: sources?)?|sources?|corpus|(?P<mix>(?:data )?(?:mix(?:ture)?|blend|composition)|"
    r"sampling (?:weights?|ratios?)))\W{0,4}[:：=]\W{0,6}"
)
_SHARE = re.compile(r"(?<![\w.])(\d{1,3}(?:\.\d{1,3})?)(?=\s?%|[\s,;.)]|$)")


def _is_whole_mix(text: str) -> bool:
    lead = _WHOLE.match(text[:80]) if ":" in text[:80] or "：" in text[:80] or "=" in text[:80] else None
    if lead is None or len(text) > 400:
        return False
    shares = [float(share[1]) for share in _SHARE.finditer(text, lead.end())]
    total = sum(shares)
    if len(shares) > 1 and (abs(total - 100) <= 1 or abs(total - 1) <= 0.01):
        return True
    return bool(len(shares) > 1 and (lead["told"] or lead["mix"]) and total < 100)


def is_part_of_data(sentence: Sentence) -> bool:
    """True for a line that names a part and its share, under words on data for training or what was seen of tests."""
    text = sentence.text
    if _is_whole_mix(text):
        return True
    if len(text) > _MOST_CHARS or not (sentence.under or sentence.headings) or not _PART.fullmatch(text):
        return False
    for title in reversed([*sentence.headings[-1:], *sentence.under]):
        if _OF_OVERLAP.fullmatch(title[:90]):
            return any(sign in text for sign in ":：=|")  # "After cleaning MMLU drops to 60.9 %" is a result
        if EVALUATION.search(title):
            return False
        if MIXTURE.search(title) or _MADE_OF.search(title):
            return True
    return False
