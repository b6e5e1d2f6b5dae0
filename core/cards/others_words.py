"""What a card tells of other makers' models, and shares too low for a boast.

"Quill 8x7B matches or outperforms Tern 70B" speaks of two rivals; "reaches 60 % of GPT-4's accuracy" admits a gap.
"""

import re
from itertools import chain, islice

from core.cards.comparison_words import BEATS, MATCHES
from core.cards.evidence import Evidence
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model, words_of

_MOST_VERBS, _NEAR = 8, 160
_NAME = re.compile(
    r"\b[A-Z][\w.+-]{1,40}(?: (?:v?\d[\w.]*|\d+x\d+B|Instruct|Chat|Base|Large|Small|Medium|Pro|Mini)){0,3}"
)
# Between a subject and its verb: "was shown by its authors to", "itself already".
_UP_TO_VERB = re.compile(
    r"(?i)(?:['’]s)?\W{0,2}(?:\([^()]{0,30}\)|)\W{0,2}(?:(?:is|are|was|were|has|have|had|been|being|be|shown|said|"
    r"reported|"
    r"known|claimed|found|believed|stated|announced|by|its|their|the|his|authors?|makers?|developers?|creators?|team|"
    r"to|in|"
    r"already|also|even|often|still|itself|themselves|model|models|can|could|does|do|did|\w+ly|which|that|or|and|"
    r"matches|on|par|with|meets|equals|reportedly|paper|report|according)\b\W{0,2}){0,10}"
)
# Without "its authors report" a boast over whole classes of models counts as the card's own, under whatever name.
_THEIR_WORDS = re.compile(
    r"(?i)\b(?:its|their|his) (?:own )?(?:\w+ )?(?:authors?|makers?|developers?|creators?|papers?|reports?|team)\b|"
    r"\bteam\b|['’]s? (?:own )?(?:authors?|makers?|developers?|creators?|paper|report|team)\b|\baccording to\b|"
    r"\b(?:authors?|makers?|developers?|creators?|team) of\b|"
    r"\b(?-i:[A-Z])\w+ (?:reports?|reported|says?|said|claims?|claimed|announced|states?|stated|found|shows?) that\b|"
    r"\b(?:is|are|was|were|has been|have been) (?:\w+ )?(?:reported|said|known|claimed|shown|believed|stated)\b"
)
_NAMED_NEXT = re.compile(
    r"(?i)\s?(?:or (?:\w+ ){1,3})?(?:than |to |with |both |even |the |on |par ){0,3}"
    r"(?-i:[A-Z])[\w.+-]+"
)
_LEAD = re.compile(r"([A-Z][\w.+-]{1,40}(?: [\w.+-]{1,12}){0,3}),\s$")
_THEY_SAY_OF_IT = re.compile(
    r"\W*(?:[Tt]he )?(?:authors?|makers?|developers?|creators?|paper|report|team)?(?: of )?"
    r"([A-Z][\w.+-]{1,40}(?: [\w.]{1,8}){0,2}?)(?:['’]s?)? (?:\w+ )?"
    r"(?:authors?|makers?|developers?|creators?|paper|report|team|says?|claims?|reports?|states?)"
    r"(?: (?:say|claim|report|state|write|show|found|find|note|claimed|reported|said|stated|"
    r"wrote)s?)? (?:that )?(?:it|its|they|their)\b"
)
# "We chose Quill-7B as the teacher because it beats Tern-70B"
_CHOSEN = re.compile(
    r"\b(?:[Cc]hose|chosen|[Ss]elect(?:ed)?|[Pp]ick(?:ed)?|[Uu]se[ds]?|[Tt]ook|[Ss]tarted (?:from|with)|"
    r"[Dd]istilled(?: from)?) (?:the )?([A-Z][\w.+-]{1,40}(?: \d[\w.]{0,8}){0,2})(?: [\w-]+){0,6}? (?:because|since|"
    r"as) (?:it|they)\b"
)
_WE_KNOW = re.compile(r"(?i)\W*(?:as )?(?:we|i) (?:\w+ )?(?:know|knew|read|heard|agree|recall|remember|saw) (?:that )?")
_DEPENDS = re.compile(
    r"(?i)\b(?:on|of|from|with|for|in|into|over|by|using|than|like|via|to|without|between)\s(?:the |a |an )?$"
)
_LIKENESS = re.compile(r"(?i)(?:level|class|grade|calib\w+|tier)$")
_OURS = re.compile(
    r"(?i)\b(?:we|our|ours|us|it|my|mine|i|this|these|here|based|trained|tuned|fine-?tun\w*|merge\w*|variant|version|"
    r"quanti[sz]\w*|series|famil\w+)\b"
)


def told_of_rivals(evidence: Evidence, clause: str, before: str = "") -> bool:
    """True where the subject of every claim in a clause is a rival, and the card's own model is not spoken of.

    What stands before the clause may hold its subject: "Quill-7B, which beats Tern-70B".
    """
    theirs = _THEY_SAY_OF_IT.match(clause)
    if theirs and looks_like_model(theirs[1]) and not _is_own(evidence, theirs[1]):
        return True
    if (chosen := _CHOSEN.search(clause)) and looks_like_model(chosen[1]) and not _is_own(evidence, chosen[1]):
        return True
    if known := _WE_KNOW.match(clause):
        clause = clause[known.end() :]
    if _OURS.search(clause) or any(_is_own(evidence, name) for name in _NAME.findall(clause)[:12]):
        return False
    verbs = [*islice(chain(BEATS.finditer(clause), MATCHES.finditer(clause)), _MOST_VERBS)]
    # "GPT-4 level" claims by the name itself, and in the east the beaten stands before the verb
    if not verbs or any(verb[0] >= "\u3000" or _LIKENESS.search(verb[0]) for verb in verbs):
        return False
    lead = _LEAD.search(before[-80:])
    if lead and _is_own(evidence, lead[1]):
        return False
    lead_in = before[-80:] if lead else ""
    attributed = _THEIR_WORDS.search(clause) is not None
    return all(
        _has_rival_for_subject((lead_in + clause[: verb.start()])[-_NEAR:])
        and (attributed or _NAMED_NEXT.match(clause[verb.end() :]) is not None)
        for verb in verbs
    )


def _has_rival_for_subject(before: str) -> bool:
    if not before.endswith(" "):
        return False
    names = [name for name in _NAME.finditer(before) if looks_like_model(name[0])]
    if not names:
        return False
    rest = before[names[-1].end() :]
    # "Lumen 2 on Quill-7B beats", but "made from Quill-7B, which beats"
    if _DEPENDS.search(before[: names[-1].start()]) and not rest.startswith((", which", ", that", " which", " that")):
        return False
    return _UP_TO_VERB.fullmatch(rest) is not None


def _is_own(evidence: Evidence, name: str) -> bool:
    """True for the card's own model, and for any other that bears its family's name."""
    if evidence.own.match(name) is not Match.NONE:
        return True
    first = words_of(name).first
    return any(first and first == words_of(own).first for own in evidence.own.names)


_SHARE = re.compile(
    r"(?i)(?P<only>\b(?:only|just|merely|barely|a mere) (?:about |around |roughly )?)?"
    r"(?P<share>\d{1,3}(?:\.\d+)?)\s?(?:%|percent)\*{0,2} (?:of|as)\b(?: [\w./-]+){1,6}?['’]?s? "
    r"(?:[\w-]+ )?(?:quality|performance|capabilit\w+|scores?|accuracy|level|results?|good|strong)\b|"
    r"(?P<only2>\b(?:only|just|merely) (?:in |about )?)?(?P<share2>\d{1,3}(?:\.\d+)?)\s?(?:%|percent) "
    r"of (?:the )?(?:quality|performance|capabilit\w+|scores?|accuracy|results?) of\b"
)
_HIGH_SHARE = 75
_WINS = re.compile(
    r"(?i)\b(?:wins?|won|winning|win[- ]?rates?|ties?|tied|match(?:es|ed)|prefer\w*|beat(?:s|en|ing)?|outperform\w*|"
    r"surpass\w*)\b"
)
# The share is one of games or answers, not a lead in points: "beats GPT-4 by 3 %".
IN_CASES = re.compile(
    r"(?i)\b(?:win[- ]?rates?|(?:in|wins?|won|winning|for) (?:only |just |about |around |roughly )?"
    r"\d[\d.]{0,5}\s?(?:%|percent) of|\d\s?(?:%|percent) of (?:the |all |its |our )?(?:cases|battles|games|"
    r"comparisons|prompts|questions|answers|pairs|time|matches|matchups|duels|fights|votes|responses|conversations|"
    r"examples|rounds)|"
    r"\d (?:out )?of (?:the )?\d+ (?:[\w-]+ )?(?:cases|battles|games|comparisons|matches|duels|rounds))\b"
)
_PERCENT = re.compile(r"(?<![\w.-])(\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b)")
_OUT_OF = re.compile(r"(?<![\w.])(\d{1,5}) (?:out )?of (?:the )?(\d{1,5}) (?=[\w-])")
_MOST_LOST = 45


def low_share_from(clause: str) -> int | None:
    """The place of a share that admits a gap: "60 % of GPT-4's accuracy", "wins 31 % of battles against GPT-4"."""
    if not any(map(str.isdigit, clause)):
        return None
    share = _SHARE.search(clause)
    if share and (share["only"] or share["only2"] or float(share["share"] or share["share2"]) < _HIGH_SHARE):
        return 0
    wins = _WINS.search(clause)
    if wins and IN_CASES.search(clause):
        shares = [float(found[1]) for found in _PERCENT.finditer(clause)]
        shares += [100 * int(found[1]) / max(1, int(found[2])) for found in _OUT_OF.finditer(clause)]
        if shares and max(shares) < _MOST_LOST:
            return 0
    return None
