"""Who else a sentence gives a number to, without the name of a model: people, others' models, whoever told it before.

"Experts score 89.8", "A similar model reached 59.0", "The vendor claims 63.0, we measured 61.2", "Unlike the official
63.0, we get 61.2". None of them is the model of the card. Who publishes a model may be called its authors on its own
card: what they report counts as others' only beside a number that "we" measured.
"""

import re

from core.cards.plain_subjects import GETS, SOON

_WHERE = r"(?:^|[.,;:(（] ?|\b(?:while|whereas|but|and|where|when|as|than) )"
_ON = r"(?: (?:on|for|at|in) (?:the )?[\w+-]{2,30}(?: [A-Z][\w+-]{0,20}){0,2})?"
_WORDS = r"(?:[a-z-]+ ){0,2}?"
_PEOPLE = (
    rf"(?:(?:human|domain|subject[- ]matter|trained|skilled|expert) {_WORDS})?(?:experts|annotators|test-?takers|"
    r"humans|laypeople|non-?experts|doctors|physicians|clinicians|lawyers|graduates|professionals|crowd-?workers)|"
    rf"(?:(?:high|middle|primary|law|medical)[- ]school|college|university|medical|law|human|ph\.?d|graduate|"
    rf"undergraduate) (?:[a-z-]+ )?students?|"
    rf"(?:an?|the|most) (?:average|typical|median|mean|good|human|skilled|trained) {_WORDS}(?:student|human|person|"
    rf"expert|adult|test-?taker|doctor|physician|lawyer|annotator|pupil|applicant|candidate)s?|"
    r"an? (?:human|person|domain) (?:expert)?|students"
)
_ANOTHER = (
    rf"(?:another|one other|some other|an? (?:other|comparable|similar(?:ly[- ]sized)?|competing|rival|much larger|"
    rf"larger|bigger|different|leading|comparably sized)) {_WORDS}(?:model|llm|system|baseline|competitor)"
    r"(?: of (?:this|that|the same|a similar|similar|comparable|its) size)?|"
    rf"(?:the )?(?:best|strongest|top|leading|largest) {_WORDS}(?:model|llm|system)s? (?:of|in|from) "
    r"(?:20\d\d|last year|the (?:leaderboard|field|comparison|list|time))|"
    r"(?:the )?(?:(?:leaderboard|category|market|field|board|class) )?(?:leader|front-?runner|winner)"
    r"(?: (?:of|on|in) the (?:[a-z]+ )?[a-z]+)?|"
    r"(?:(?:our|its|their|the|an?|all) )?(?:(?:closest|main|nearest|strongest|direct|biggest|next|other) ){0,2}"
    r"(?:competitors?|rivals?)|"
    r"an ensemble(?: of (?:[\w-]+ ){0,2}?[\w-]+?)?|the (?:former|latter)"
)
_TELLS = (
    r"(?:claim|report|state|give|list|quote|say|publish|announce|advertise|measure|cite|show|promise|find|found|said|gave)"
    r"(?:e?s|e?d)?"
)
_SELLER = r"(?:vendor|manufacturer|provider|supplier)"
_TELLER = (
    r"(?:authors?|creators?|developers?|makers?|publishers?|team|paper|report|card|blog(?: post)?|website|leaderboard)"
)
_FIRST = r"(?:base(?:line)?|original|parent|teacher|source|unquanti[sz]ed|vanilla|untuned|full[- ]precision)"
_OUTSIDER = re.compile(
    rf"(?i){_WHERE}(?P<who>{_PEOPLE}|{_ANOTHER})(?={_ON},? {SOON}(?:{GETS}|\d{{1,3}}\.\d))|"
    rf"{_WHERE}(?P<seller>(?:the|its|their) (?:[a-z-]+ )?{_SELLER}s?)(?= {SOON}{_TELLS}\b)|"
    rf"^\W{{0,3}}(?:as )?(?P<told>(?:reported|claimed|published|stated|given|measured|announced) by (?:the|its|their) "
    rf"(?:[a-z-]+ )?(?:{_SELLER}|{_TELLER})s?)(?=:)|"
    rf"\b(?:also|further|additionally|separately) (?:train|tun|fine-?tun|buil|tri|test|releas|evaluat|measur|publish|"
    rf"offer)\w* (?P<made>(?:an?|another|one) (?:[\w-]+ ){{0,4}}?"
    rf"(?:version|variant|model|checkpoint|ablation|baseline)\b"
    rf"(?: (?:without|with|of|on|for|from|at)\b[^.;,\d]{{1,50}}?)?)(?=,? (?:which|that) {SOON}{GETS})|"
    rf"\b(?:compared (?:to|with)|than|over|versus|vs\.?|against|unlike|above|from|beat(?:s|ing)?) "
    rf"(?P<beside>(?:the|its) {_FIRST}(?:[- ](?:model|version|checkpoint|weights|one))?)"
    rf"(?= ?[(（]\d{{1,3}}\.\d{{1,2}}\s?%?(?: (?:on|in) [\w-]{{2,30}})?[)）])"
)
_OFFICIAL = (
    r"(?:(?:the|an|its|their) )?(?:official|published|reported|claimed|advertised|stated|announced)"
    r"(?: (?:[a-z-]+ )?(?:result|score|number|figure|value|accuracy))?"
)
_IS_OFFICIAL = re.compile(rf"(?i){_OFFICIAL}")
# Beside "we": "the authors report 63.0", "according to the paper", "the official (result of) 63.0", "officially".
_TOLD_BEFORE = re.compile(
    rf"(?i){_WHERE}(?P<teller>(?:the|its|their) (?:[a-z-]+ )?{_TELLER})(?= {SOON}{_TELLS}\b)|"
    rf"\b(?P<by>(?:according to|(?:reported|claimed|published|stated|given) (?:by|in)) (?:the|its|their) (?:[a-z-]+ )?"
    rf"(?:{_SELLER}|{_TELLER})s?)\b|"
    rf"\b(?P<official>{_OFFICIAL})(?= ?(?:(?:is|was|of|at) |: ?|\()?\d)"
)
_WE = re.compile(
    r"\b(?:we|We|I) (?:[a-z]+ ){0,2}?(?:get|got|measure|find|found|see|obtain|reach|observe|record|reproduce"
    r"|manage)d?\b|\b[Oo]urs?\b(?! (?:model|paper|report|blog|card)\b)|\bin my\b"
)
_HINTS = (
    "expert", "annotator", "taker", "human", "people", "doctor", "physician", "clinician", "lawyer", "graduate",
    "professional", "worker", "student", "person", "adult", "pupil", "applicant", "candidate", "a domain", "another",
    " other ", "a comparabl", "a similar", "competing", "rival ", "rivals", "rival,", "a much larger", "a larger",
    "a bigger", "a different", "a leading", "best ", "strongest ", "top ", "leading ", "largest ", "competitor",
    "leader", "runner", "winner",
    "ensemble", "former", "latter", "vendor", "manufacturer", "provider", "supplier", "by the ", "by its ",
    "by their ", "also ", "further ", "additionally ", "separately ", "the base", "its base",
    "the original", "its original", "the parent", "its parent", "the teacher", "its teacher", "the source",
    "its source", "the unquant", "its unquant", "the vanilla", "its vanilla", "the untuned", "its untuned",
    "the full", "its full",
)  # fmt: skip
_TOLD_HINTS = (
    "claim",
    "report",
    "official",
    "publish",
    "accord",
    "author",
    "creator",
    "developer",
    "maker",
    "team",
    "paper",
    "card",
    "blog",
    "website",
    "stated",
    "advertis",
    "announc",
    "given",
)
_GROUPS = ("who", "seller", "told", "made", "beside")
_TOLD_GROUPS = ("teller", "by", "official")


def find_outsiders(text: str) -> list[tuple[int, int, str]]:
    """Start, end and words of each of them that a sentence gives a number to.

    >>> [name for _, _, name in find_outsiders("Experts score 89.8 on MMLU, and the latter gets 61.2.")]
    ['Experts', 'the latter']
    """
    folded = text.casefold()
    found = []
    if any(hint in folded for hint in _HINTS):
        found += [_span(match, _GROUPS) for match in _OUTSIDER.finditer(text)]
    if any(hint in folded for hint in _TOLD_HINTS) and _WE.search(text):
        found += [_span(match, _TOLD_GROUPS) for match in _TOLD_BEFORE.finditer(text)]
    return found


def is_official(subject: str) -> bool:
    """True for "the official" and "the published result", behind which the number itself follows."""
    return bool(_IS_OFFICIAL.fullmatch(subject))


def _span(match: re.Match[str], groups: tuple[str, ...]) -> tuple[int, int, str]:
    group = next(name for name in groups if match[name])
    return (*match.span(group), match[group])
