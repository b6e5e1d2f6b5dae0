"""Shares beside the name of a test that are none of right answers on it.

Wrong answers, parts of the data a model was trained on, parts of the test itself, what was reached on the questions of
the training set, by how much a result moved, and marks that were set for it. How often a model was preferred to one
other is a result of the tests that a judge or people decide, and of no other test.

>>> is_other_share("It fails on 38.8% of GSM8K", 12, 17), is_other_share("It solves 38.8% of GSM8K", 10, 15)
(True, False)
"""

import re
from functools import lru_cache

from core.catalogue.benchmark_names import find_benchmark
from core.catalogue.benchmarks import Scoring

_BEFORE_CHARS, _AFTER_CHARS = 110, 100
_FEW = r"(?: (?:only|just|about|around|roughly|nearly|some|another|the|a|an|first|random)){0,3}"
_TESTS_OF = r"(?: (?:on|for|in|at|of) (?:the )?[\w.+-]{1,30}(?: (?!but\b|while\b)[\w.+-]{1,30}){0,3}?)?"
_ERRORS = r"(?:errors?|mistakes?|failures?)"
_WRONG_BEFORE = (
    rf"\b(?:fail(?:s|ed|ing)?|errs?|erred|miss(?:es|ed|ing)?|struggl\w+|{_ERRORS}|mistaken|incorrect(?:ly)?|wrong(?:ly)?)"
    rf"(?: (?:in|on|at|for|about|with|to answer|to solve))?{_FEW} |"
    r"(?:not|n['’]t|cannot|unable to|never) (?:solve[ds]?|answer(?:ed|s)?|pass(?:ed)?|complete[ds]?)(?: \w+)? |"
    rf"(?<!word )(?<!character )(?<!few )(?<!fewer )(?<!no )(?<!out )\b(?:{_ERRORS}|(?:error|failure) rates?)"
    rf"{_TESTS_OF}(?: (?:is|are|was|were|of|at))?\s?[:=]?{_FEW} "
)
_PART_OF_DATA = (
    r"\b(?:mak(?:es?|ing) up|made up? of|account(?:s|ed|ing)? for|consist(?:s|ed|ing)? of|compris(?:es?|ed|ing)|"
    r"composed of|contain(?:s|ed|ing)?|hold(?:s|ing)?(?: out)?|held out|includ(?:es?|ed|ing)|(?:up)?sampl(?:es?|ed|ing)"
    r"|us(?:es?|ed|ing)|took|takes?|drew|draws?|mix(?:es|ed)? in|add(?:s|ed|ing)?|cover(?:s|ed|ing)?|"
    r"(?:mix(?:ture)?|blend|(?:training|sft|fine-?tuning) (?:data|set))(?: (?:has|is|of)|:)|"
    r"(?:remov|exclud|filter|skip|discard|omit|delet|dropp?|reject)"
    r"(?:e[sd]?|ed|s|ing|ped|ping|ted|ting)?(?: out| away)?|"
    rf"(?:train|tun|evaluat|test|measur|validat)\w* (?:on|with)){_FEW} "
    r"(?:\d[\d.]*\s?% [^.;]{1,40}?(?:,| and|, and) ){0,4}"
)
_TRAINING_SET = (
    r"(?:the |its |our )?(?:[\w-]+ ){0,2}train(?:ing)?[ -](?:set|split|data|part|subset|portion|questions|problems)\b"
)
_ON_TRAINING = (
    r"\btrain(?:ing)?[- ](?:set |split |data )?(?:accurac(?:y|ies)|scores?)\b[^.;,]{0,50}|"
    rf"(?:^|[.;,(] ?|\b(?:accuracy|scores?|results?|correct|right) )on {_TRAINING_SET}"
    r"(?: of [\w -]{2,30})?,?[^.;,\d]{0,30}|"
    r"[(\[]train(?:ing)?(?: set| split)?[)\]]\s?[:=]\s?|\b(?:train(?: set| split)?|training (?:set|split))\s?[:=]\s?"
)
_MOVED = (
    r"(?<!\ban )(?<!\bthe )(?<!\bwith )\b(?:(?:improve|increase|decrease|degrade|decline|rise|fall)[sd]?|"
    r"(?-i:[dD]rop)(?:s|ped)?|dip(?:s|ped)?|slip(?:s|ped)?|jump(?:s|ed)?|climb(?:s|ed)?|rose|fell|"
    r"grew|grows|shrank|shrunk|lost|loses) |"
    r"\b(?:is|are|was|were|goes|went|moves?|moved) (?:up|down) |"
    r"(?-i:\b(?:improv|boost|lift|rais|increas|enhanc)(?:es?|ed|s|ing)? (?:the |its )?(?:[A-Z][\w-]{1,20} ){1,3}"
    r"(?:score |accuracy |performance )?)"
)
_GAINED = re.compile(r"(?i)\bgain(?:s|ed|ing)? $")  # "gains 61.2 % on MMLU" may be a way to say that it gets so much
_SET = (
    r"\b(?:threshold|cut-?off|minimum|target|goal|requirement)s?(?: (?:for|on|of|in|at|is|was|set|to|the|score|"
    r"(?-i:[A-Z])[\w.+-]*)){0,6}\s?[:=]?\s?|\brequir(?:es?|ed|ing)(?: (?:an?|at least|more than|the))* |"
    r"\b(?:stop\w*|until|unless|as soon as|discard\w*|only if)\b(?: (?!it\b|we\b|the model\b)[\w-]+){0,5}? "
    r"(?:reach|exceed|hit|surpass)\w*(?: (?:above|to))? "
)
_MOVED_BY = re.compile(rf"(?i)(?:{_MOVED})$")
_ANY_BEFORE = re.compile(rf"(?i)(?:{_ON_TRAINING}|{_SET})$")
_ANY_AFTER = re.compile(rf"(?i)\s?(?:accuracy |pass@\d )?on (?:{_TRAINING_SET}|(?:the )?[\w-]+[ -]train\b)")
_WRONG = re.compile(rf"(?i)(?:{_WRONG_BEFORE})$")
_PART = re.compile(rf"(?i)(?:{_PART_OF_DATA})$")
_WRONG_AFTER = re.compile(
    r"(?i)\s?(?:of (?:(?!right\b|correct|solv|pass)[^.;,%]){0,60}? )?(?:\w+ )?"
    r"(?:errors?|mistakes?|failures?|wrong(?:ly)?|incorrect(?:ly)?|fail(?:s|ed)?|unsolved|unanswered)\b"
)
_MIX = (
    r"(?:mix(?:ture)?|blend|corpus|corpora|(?:train(?:ing)?|sft|rl|fine-?tuning|instruction|pre-?training)[- ]"
    r"(?:data\w*|sets?|splits?|samples|examples|tokens|prompts|mix\w*)|data(?:sets?)?|tokens)\b"
)
_ITEMS = r"(?:questions|problems|tasks|items|prompts|examples|samples|answers|responses)"
_DONE = (
    r"(?:\w+ )?(?:solv\w*|correct\w*|right\w*|answered|pass\w*|complet\w*|handl\w*|resolv\w*|success\w*|follow\w*|"
    r"satisf\w*|met|fulfil\w*|accept\w*|prefer\w*|won|judged|rated|valid|execut\w*|compil\w*|factual\w*|truthful\w*|"
    r"faithful\w*|safe\w*|good|reached|achieved)\b"
)
_PART_AFTER = re.compile(
    rf"(?i)\s?(?:of|from|in) (?:the |our |all |its |this |a )?(?:(?!test|eval)[\w-]+ ){{0,4}}?{_MIX}|"
    r"\s?of (?:the |all |its )?(?:[\w-]+ ){0,3}?(?:subjects|categories|domains|topics|rows|entries|"
    r"documents|articles)\b|"
    r"\s?of [^.;,]{0,50}? (?:for|in|during|to) (?:our |the )?"
    r"(?:(?:pre-?|post-?)?training|fine-?tuning|sft|rl|validation)\b|"
    r"\s?of [^.;,]{0,50}? (?:was|were|is|are) (?:\w+ )?(?:used|added|sampled|held|included|evaluated|removed|filtered|"
    r"taken|tested|kept|dropped|excluded|mixed|seen)\b|"
    rf"\s(?!(?:on|of|in|for|at|with|across|over|accuracy|pass|and|or|to|zero|one|few|five)\b)"
    rf"(?:(?!(?:on|using|with|at|for|in|under|after)\b)(?-i:[A-Z]?[a-z][a-z-]+) ){{0,2}}?{_ITEMS}\b|"
    rf"\s?of [^.;,]{{0,40}}?(?:{_ITEMS}|(?-i:[A-Z])[\w-]+) (?:(?:is|are|was|were) (?!{_DONE})|(?:have|contain|need|"
    r"require|come from)s?\b)"
)
_RIGHT_BEFORE = re.compile(r"(?i)\b(?:solv|pass|answer|complet|resolv|scor|correct|right|master)\w*(?: \w+){0,2} $")
_ANSWERED_WRONG = re.compile(r"(?i)[^.;,]{0,40}\b(?:wrong|incorrect)(?:ly)?\b")
_RIGHT_AFTER = re.compile(r"(?i)[^.;,]{0,60}\b(?:right|correct|correctly|solved|passed)\b")
_A_RESULT = re.compile(r"(?i)\s?(?:on|at|accuracy|score|pass@)")
_WORDS = (
    "fail err miss struggl mistake wrong incorrect unsolved unanswered making make made account consist compris compos "
    "contain hold held includ sampl used using uses took take draw drew mix add cover train tun evaluat test measur "
    "valid data question problem item prompt example task answer response corpus blend token improv increas decreas "
    "degrad declin rise rose fall fell drop dip slip jump climb grew grow lost lose shr boost lift rais enhanc gain "
    "subject categor domain topic row entries document article "
    "remov exclud filter skip discard omit delet reject "
    "threshold cut minimum target goal requir solve cannot unable stop until unless discard up down"
)
_HINTS = tuple(_WORDS.split())
_COMPARED = r"(?:wins?|won|beats?|outperform\w*|prefer\w*|agree\w*|tie[sd]?|loses|refus\w*|hallucinat\w*)"
_COMPARED_BEFORE = re.compile(rf"(?i)\b{_COMPARED}(?:(?: [\w.-]+){{0,5}} (?:in|on|for)| only| just)? $")
_COMPARED_AFTER = re.compile(rf"(?i)\s?of [^.;,]{{0,60}}\b{_COMPARED}\b|\s?of the time (?:over|against|to|compared)\b")


@lru_cache(maxsize=64)  # asked for each number of a sentence
def _may_tell(text: str) -> bool:
    folded = text.casefold()
    return any(hint in folded for hint in _HINTS)


def is_other_share(text: str, start: int, end: int) -> bool:
    """True where the number at this place of a sentence is such a share, or such a mark, by the words around it."""
    if not _may_tell(text):
        return False
    end += 1 if text[end : end + 1] in ("%", "％") else 0
    before, after = text[max(0, start - _BEFORE_CHARS) : start], text[end : end + _AFTER_CHARS]
    if _ANY_BEFORE.search(before) or _ANY_AFTER.match(after):
        return True
    if _MOVED_BY.search(before):
        return _is_small(text[start:end])
    if not _is_share(text, start, end):
        return False
    if _GAINED.search(before):
        return _is_small(text[start:end])
    return bool(_WRONG.search(before)) or _tells_wrong_or_part(before, after)


def _is_small(number: str) -> bool:
    """True for what a score may move by; "climbs 61.2 on MMLU" says where it stands."""
    return float(re.sub(r"[^\d.]", "", number.replace(",", ".")) or 0) < _MOST_MOVED


_MOST_MOVED = 25


def _tells_wrong_or_part(before: str, after: str) -> bool:
    if _RIGHT_BEFORE.search(before[-30:]):
        return bool(_ANSWERED_WRONG.match(after))
    if _WRONG_AFTER.match(after):
        return True
    if _RIGHT_AFTER.match(after):
        return False
    return bool(_PART_AFTER.match(after) or (_PART.search(before) and not _A_RESULT.match(after)))


def _is_share(text: str, start: int, end: int) -> bool:
    return text[start:end].endswith(("%", "％")) or text[end : end + 9].lstrip().startswith(
        ("%", "％", "percent", "per cent")
    )


def tells_of_comparison(test: str, text: str, start: int, end: int) -> bool:
    """True for "On MMLU it wins 61.2% of the time against Brio-7B": questions with an answer are not won so."""
    known = find_benchmark(test)
    if known is None or known.scoring in (Scoring.JUDGE, Scoring.PEOPLE) or not _is_share(text, start, end):
        return False
    before, after = text[max(0, start - _BEFORE_CHARS) : start], text[end : end + _AFTER_CHARS]
    found = _COMPARED_BEFORE.search(before)
    return bool((found and after.lstrip().startswith("of ")) or _COMPARED_AFTER.match(after))
