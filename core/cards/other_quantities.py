"""Numbers beside the name of a test that count something else than right answers.

Money, time and speed, the loss or the reward of a training run, differences, what is kept of another result, and marks
that others set: a passing score, the majority's baseline.

>>> is_other_quantity("MMLU drops by only 0.4", 19, 22), is_other_quantity("On MMLU it gets 0.4", 16, 19)
(True, False)
"""

import re
from functools import lru_cache

from core.cards.chance_levels import is_chance_level
from core.cards.other_shares import is_other_share
from core.cards.statistics_told import is_statistic

_BEFORE_CHARS, _AFTER_CHARS = 90, 60
_HEDGE = (
    r"(?:only|just|merely|about|around|roughly|nearly|almost|approximately|less than|at most|up to|under|"
    r"over|a mere|mere)"
)
_MONEY = r"(?:[$€£¥₩]|\b(?:usd|eur|gbp|cny|rmb))\s?"
_COST = r"\b(?:costs?|priced?|fees?)\b(?: (?:of|is|was|us|me|you|at|" + _HEDGE[3:-1] + r")){0,3} "
# "A loss of 1.23 on GSM8K", "Mean reward on GSM8K: 0.87"; a reward model has scores of its own. "The reward is higher
# and GSM8K is 61.2" goes on to a score, as "with a rule-based reward, GSM8K rises to 61.2" does.
_GOES_ON = r"\b(?:accura\w+|scor\w+|reach\w*|achiev\w*|obtain\w*|pass@|gets?|got|has|have|had|while|whereas|but)\b|%"
_VERB = (
    r"(?:is|are|was|were|stays?|stayed|fell|falls|rose|rises|drops?|dropped|gets|becomes?|increase[sd]?|decrease[sd]?)"
)
_OF_TRAINING = (
    r"(?<![\w-])(?<!\bno )(?<!without )(?:loss(?:es)?|perplexit(?:y|ies)|ppl|rewards?|entropy|grad(?:ient)? norm|"
    r"bits[- ]per[- ]\w+|bpb|nll|kl(?:[- ]divergence)?)(?![\w-]| (?:models?|bench|functions?|hack\w*|guided))"
    rf"[:=]?(?:(?!{_GOES_ON}|\b{_VERB}\b)(?:[^.;(),:]|\.\d)){{0,60}}?"
    rf"(?:\b{_VERB}\b(?:(?!{_GOES_ON}|(?<!\d )\band\b)(?:[^.;(),:]|\.\d)){{0,40}}?)?(?:[ :=]|\b)\s?"
)
# "with no loss in quality MMLU stays at 61.2": the test is what the number is said of
_OF_A_TEST = re.compile(
    rf"(?<!on )(?<!for )(?<!of )(?<!in )(?<!and )(?<!the )\b[A-Z]\w[\w-]{{1,20}} {_VERB}\b[^.;,]{{0,24}}$"
)
_MOVED = (
    r"(?:drop|fall|lose|decline|decrease|degrade|regresse|shrink|rise|grow|gain|improve|increase|differ|change|deviate|"
    r"deteriorate|cost|dip|slip)(?:s|d|ed|ping|ing)?|fell|lost|dropped|rose|grew|dipped|slipped"
)
_BY = rf"\b(?:{_MOVED}) (?:by (?:{_HEDGE} ?){{0,3}}|(?:{_HEDGE} ){{1,3}})"
_DIFFERENCE_OF = (
    r"\b(?:drop|loss|gap|difference|decline|degradation|improvement|increase|decrease|reduction|delta|margin|lead|dip|"
    rf"penalty|gain)s? (?:of|is|was|at)(?: {_HEDGE}){{0,2}} "
)
_SET_BY_OTHERS = (
    r"\b(?:passing (?:score|mark|grade|threshold|rate)|pass mark|cut-?off (?:score|mark)|majority(?:[- ]class)? "
    r"(?:baseline|class|vote baseline)|random(?:[- ]guess\w*)? baseline|(?:trivial|naive|dummy) baseline|"
    r"(?<!by )chance(?: level| performance| accuracy)?)"
    r"(?:[ :=]{1,2}(?:of|for|on|in|at|is|was|the|lies|set|[A-Z][\w.+-]{1,30})){0,8}[ :=(]{1,2}|"
    r"\b(?:previous|prior|former|old) (?:best|record|high|state[- ]of[- ]the[- ]art|sota)(?: (?:score|result))?"
    r"(?: on (?-i:[A-Z])[\w+-]{1,30})?(?: (?:at|among|for|in|with) [\w-]{2,12} [\w-]{2,12})?"
    r"(?: (?:of|is|was))?[ :=(]{1,2}"
)
_BEFORE = re.compile(rf"(?i)(?:{_MONEY}|{_COST}|{_BY}|{_DIFFERENCE_OF}|{_SET_BY_OTHERS})$")
_TRAINING = re.compile(rf"(?i)(?:{_OF_TRAINING})$")
# "MMLU correlates with Arena at 0.91"
_CORRELATION = re.compile(
    r"(?i)\b(?:correlat(?:es?|ed|ing) (?:\w+ )?(?:with|to) |"
    r"correlation (?:of|between) (?-i:[A-Z])[\w-]{1,20} (?:with|and|to) )"
    r"(?!human|people|gold)[^.;,]{0,50}?(?:\b(?:at|of|is|was|with|to|r)|[=:(ρ])\W{0,3}$"
)
_KEEPS = re.compile(rf"(?i)\b(?:keep|kept|retain|preserv|maintain|recover|hold)\w*(?: {_HEDGE}){{0,2}} $")
_SPEED_OR_MONEY = re.compile(
    r"(?i)\s?(?:(?:tok(?:en)?s?|t|it|samples?|req\w*|quer(?:y|ies)|questions?|problems?)\s?(?:/|per )\s?"
    r"(?:s|sec|seconds?|min|minute|h|hour)\b|(?:ms|s|secs?|mins?|hrs?|h)\b(?!['’])|(?:usd|eur|gbp|dollars?|euros?|cents|yen)\b|[$€£₩]|"
    r"k?wh?\b|kg\b|g co|gib\b|mib\b)"
)
_OF_ERRORS = re.compile(
    r"(?i)\s?%? of (?:the |its |all |these |those |our |their )?(?:remaining |wrong |failed |incorrect )?"
    r"(?:errors?|mistakes?|failures?|misses|refusals?|rejections?|wrong answers|failed (?:cases|items|problems))\b"
)
_OF = re.compile(r"\s?[%％] of\b")


# One of these stands in every sentence that _BEFORE may find something in.
_WORDS = (
    "$ € £ ¥ ₩ usd eur gbp cny rmb cost price fee loss perplex ppl reward entropy norm bits bpb nll kl drop fall fell "
    "lose lost declin decreas degrad regress shrink rise rose grow grew gain improv increas differ chang deviat "
    "deterior dip slip gap delta margin lead penalt reduc pass cut majorit random trivial naive dummy "
    "correlat chance previous prior former current old"
)
_HINTS = frozenset(_WORDS.split())


@lru_cache(maxsize=64)  # asked for each number of a sentence
def _may_tell(text: str) -> bool:
    folded = text.casefold()
    return any(hint in folded for hint in _HINTS)


def is_other_quantity(text: str, start: int, end: int) -> bool:
    """True where the number at this place of a sentence is no score, by the words around it."""
    before, after = text[max(0, start - _BEFORE_CHARS) : start], text[end : end + _AFTER_CHARS]
    if _SPEED_OR_MONEY.match(after) or _OF_ERRORS.match(after):
        return True
    if _may_tell(text):
        if _BEFORE.search(before):
            return True
        if text[start:end].startswith(("0.", "1.0", ".")) and _CORRELATION.search(before):
            return True
        if (told := _TRAINING.search(before)) and not _OF_A_TEST.search(told[0]):
            return True
    if is_other_share(text, start, end) or is_chance_level(text, start, end) or is_statistic(text, start, end):
        return True
    share = _OF.match(after) or (text[end - 1 : end] in "%％" and after[:4] == " of ")
    return bool(share and _KEEPS.search(before))
