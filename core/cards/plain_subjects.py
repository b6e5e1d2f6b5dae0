"""Words in a sentence that name no model and yet say whose a number is.

"Its teacher scores 88.1 on MMLU, the student 61.2", "The state of the art is 92.0", "GPT-4 gets 86.4, we get 61.2".
A model's relatives count where a verb of results or a number follows: "the base of our work" has no score.
"""

import re
from collections.abc import Sequence

from core.cards.name_match import Match
from core.cards.own_model import OwnModel
from core.cards.plain_labels import is_after, is_before, is_earlier
from core.cards.score_numbers import Number
from core.cards.stages import is_raw, is_tuned
from core.cards.versions_abroad import find_versions_abroad, is_earlier_version, is_present_version

_KIND = r"(?:[- ](?:model|version|checkpoint|weights|network|llm|one|variant|run))?"
_FIRST = (
    r"(?:(?:original|unquanti[sz]ed|full[- ]precision|untuned|dense|unpruned) )?(?:base(?:line)?|original|parent|"
    r"teacher|source|reference|upstream|underlying|starting|backbone|non-quanti[sz]ed|"
    r"vanilla|untuned|unquanti[sz]ed|unmodified|uncompressed|unpruned|undistilled|"
    r"full[- ](?:precision|size))"
)
_LAST = (
    r"(?:student|fine-?tune[ds]?|tuned|merged?|quant(?:i[sz]ed)?|pruned|distilled?|adapted|adapter|final|resulting|new)"
)
SOON = r"(?:(?:only|just|still|itself|alone|already|currently|usually|typically|often|now|at best|about) ){0,2}"
_NUMBER = r"(?:at |with |only |just )?\d{1,3}(?:\.\d{1,3})?\s?%?(?!\.?\w|-)"
GETS = (
    r"(?:scor(?:es?|ed)|gets?|got|reach(?:es|ed)?|achiev(?:es?|ed)|obtain(?:s|ed)?|attain(?:s|ed)?|manag(?:es?|ed)|"
    r"record(?:s|ed)|posts?|posted|hits?|averages?|averaged|(?:stands?|stood|sits?|sat|is|are|was|were|lies|comes in) "
    r"at|"
    r"(?:drops?|dropped|falls?|fell|rises?|rose|stays?|stayed|remains?|remained|goes|went|comes|came|gets)(?: [a-z]+)? "
    r"(?:to|at) (?=\d)|"
    r"(?:has|have|had|is|are|was|were) (?:[a-z]+ ){0,3}\d{1,3}(?:\.\d|\s?%))"
)
_AND_GETS = rf"(?= {SOON}{GETS}|[,:]? ?[(（]?{_NUMBER})"
_WHOSE_IS = r"(?=['’]s (?:[\w+-]{1,24} ){1,5}?(?:is|was|of|at) \d)"
_WHICH_GETS = rf"(?=,? (?:which|that) {SOON}{GETS})"
_ROLE = rf"\b(?:the|its|their|our|this|both)(?: (?:two|three|four|\d))? (?:{_FIRST}|{_LAST}){_KIND}s?(?![\w-])"
_NO_OBJECT = "".join(
    rf"(?<!\b{word} )" for word in ("of", "to", "than", "in", "on", "with", "from", "as", "like", "by")
)
_ON = r"(?: (?:on|for|at|in) (?:the )?[\w+-]{2,30}(?: [A-Z][\w+-]{0,20}){0,3}(?: \([^()]{0,30}\))?)?"
_OPEN = (
    r"(?:open|public|closed|proprietary|commercial|competing|other|existing|available|published|known|reported|rival)"
)
_WHAT = (
    r"(?:models?|llms?|systems?|results?|scores?|baselines?|methods?|competitors?|work|numbers?|performance|accuracy)"
)
# A record that others hold, and what models at large reach.
_HELD = (
    rf"(?:(?:current|previous|prior|former|published|known|best|reported) ){{0,2}}(?:state[- ]of[- ]the[- ]art|sota)"
    rf"(?: {_WHAT})?|"
    rf"(?:previous|prior|former|next|second|third)[- ]best(?: [a-z-]+){{0,4}}?|"
    rf"(?:best|strongest|top|leading) (?:[a-z-]+ ){{0,2}}?(?:{_OPEN}(?:[- ](?:source|weights?))? "
    rf"(?:[a-z-]+ ){{0,2}}?{_WHAT}|"
    rf"baseline|competitor|rival|alternative)(?: (?:so far|before|to date|until now|known))?|"
    rf"runner-up|competitors|competition|(?:average|median|typical) (?:[a-z-]+ ){{0,2}}?(?:model|llm)|"
    rf"majority of (?:[a-z-]+ ){{0,2}}?(?:models|llms)|"
    rf"(?:previous|former|prior|current) (?:record(?: holder)?|leader|champion|front-?runner|leading {_WHAT}|"
    rf"number one|winner)|(?:previous|former|prior) best|"
    rf"(?:all |most |many |some )?(?:other|comparable|similar(?:ly[- ]sized)?|competing|rival|existing|previous|prior|"
    rf"{_OPEN}) (?:[a-z-]+ ){{0,2}}?(?:models|llms|systems|baselines|competitors)|"
    r"(?<!\bour )(?:best|strongest|top|leading) (?:\d{1,3}(?:\.\d)?b |[a-z-]+ ){0,2}?(?:models?|llms?) "
    r"(?:so far|to date|before|until now|at the time)|"
    r"(?:first|initial) (?:version|release|iteration|prototype)(?= (?:got|had|scored|reached|achieved|obtained|"
    r"stood)\b)|"
    r"(?:all |most |many |other |typical ){0,3}(?:models|llms) of "
    r"(?:this|that|the same|a similar|similar|comparable|its) size"
)
_SUBJECT = re.compile(
    rf"(?i)^\W{{0,3}}(?P<line>(?:(?:(?:base|original|parent|teacher|source|vanilla|untuned)[- ](?:model|version|"
    rf"checkpoint|weights)|baseline|unquanti[sz]ed(?: (?:model|weights))?|teacher|original|"
    rf"base)) ?(?=\*{{0,2}}\s?[:：]))|"
    rf"{_NO_OBJECT}(?P<role>{_ROLE}){_AND_GETS}|(?P<whose>{_ROLE})(?:{_WHICH_GETS}|{_WHOSE_IS})|"
    rf"\d\s?%? (?:for|by|from) (?P<given>{_ROLE})(?!['’]s\b)|"
    rf"(?:^|[.,;:(（] ?|\b(?:while|whereas|but|and|where|when|as|than) )(?:the |our )?(?P<held>{_HELD})"
    rf"(?={_ON}(?: at \d{{1,3}}b)?,?(?: which| that)? {SOON}{GETS})"
)
# The same relatives in other languages, where a number follows.
_ABROAD = (
    r"(?:(?:le|du) (?:modèle (?:de base|parent|d['’]origine|original|enseignant)|professeur)|"
    r"(?:das|des|vom) (?:basis|original|ausgangs|lehrer|grund)modell|"
    r"(?:el|del) (?:modelo (?:base|original|padre)|profesor)|"
    r"(?:o|do) (?:modelo (?:base|original)|professor)|(?:il|del) modello (?:base|originale)|"
    r"(?:базовая|исходная|оригинальная) модель|модель-учитель|"
    r"(?:基础|基座|底座|原始|原版|教师)模型|(?:ベース|元の?|教師)モデル|(?:베이스|기본|기반|원본|교사) ?모델)"
)
_SUBJECT_ABROAD = re.compile(
    rf"(?i)(?<!\w)(?P<abroad>{_ABROAD})(?!\w{{0,2}}['’]|[ -](?:von|of|de) )(?=[^.;,，。；]{{0,60}}?\d[.,]?\d)"
)
_BASE_ABROAD = re.compile(
    r"(?i)(?:le|du) modèle de base|(?:das|des|vom) (?:basis|grund)modell|(?:el|del|o|do) modelo base|"
    r"(?:il|del) modello base|"
    r"базовая модель|(?:基础|基座|底座)模型|ベースモデル|(?:베이스|기본|기반) ?모델"
)
# Another model of the same makers.
OTHER_OF_OURS = (
    r"(?:our|their) (?:own )?(?:proprietary|closed|closed-source|commercial|enterprise|hosted|upcoming|forthcoming|"
    r"unreleased|internal|in-house|private|premium|larger|bigger|flagship|next) (?:[\w-]{1,20} ){0,2}?(?:model|version|"
    r"variant|sibling|llm)"
)
_OTHER_MEMBER = re.compile(rf"(?i){OTHER_OF_OURS}")
_OTHERS_ABROAD = re.compile(rf"(?i){_ABROAD}")
_ABROAD_HINTS = ("modèle", "professeur", "modell", "model", "profes", "модель", "模型", "モデル", "모델")
_HINTS = (
    "base", "original", "parent", "teacher", "source", "refer", "upstream", "start",
    "backbone", "compet", "vanilla", "un", "full", "student", "tune", "merge", "quant",
    "prune", "first", "initial",
    "distill", "adapt", "final", "result", "new", "art", "sota", "best", "strong", "lead", "runner", "record",
    "top ", "champion", "model", "llm", "systems", "competitor",
)  # fmt: skip
_HELD_BY_OTHERS = re.compile(rf"(?i){_HELD}")
_OF_OTHERS = re.compile(
    rf"(?i)(?:its|their) .*|(?:the|our|this|both) (?:(?:two|three|four|\d) )?(?!base\b(?!line)){_FIRST}{_KIND}s?|"
    rf"(?:the|our|both) (?:(?:two|three|four|\d) )?{_FIRST}(?:{_KIND}s|s)"
)
# "The vendor claims 63.0, our own run gives 61.2"
_OUR_RUN = (
    r"our (?:own )?(?:re-?)?(?:run|measurement|test|eval|evaluation|result|score|number|reproduction|replication)s?"
)
_OF_THIS = re.compile(rf"(?i)(?:the|our|this) {_LAST}{_KIND}|we|i|the model|now it|it now|{_OUR_RUN}")
_OF_BASE = re.compile(rf"(?i)(?:the|our|this) base{_KIND}")
# "Lumen-7B, the base model, scores 61.2", "Lumen-7B is the base model and scores 61.2": said of Lumen-7B.
_SAME = re.compile(r"(?:,| \(| is| was| –| —)? ?(?:the )?")
_WE_GET = re.compile(
    rf"(?:[,;，]|\b(?:and|while|whereas|but))\s{{1,2}}(?:(?P<we>we|I) {SOON}(?:(?:score|get|got|reach|achieve|obtain|"
    rf"attain|manage|record|report|measure|have|had)(?:d|ed)?)\b|(?P<it>the model|now it|it now) {SOON}"
    rf"(?:{GETS}|{_NUMBER})|(?P<ours>{_OUR_RUN}) (?:[a-z]+ ){{0,2}}?(?=\d))"
)
_WE = re.compile(r"\b(?:we|We|I)\b")


_ITS_SCORE = re.compile(r"(?i)its (?:final|resulting|new) scores? ")


def find_plain_subjects(text: str) -> list[tuple[int, int, str]]:
    """Start, end and words of each relative of a model, and of each record, that is given a number."""
    folded = text.casefold()
    found = []
    if any(hint in folded for hint in _ABROAD_HINTS):
        found = [(*match.span("abroad"), match["abroad"]) for match in _SUBJECT_ABROAD.finditer(text)]
    found += find_versions_abroad(text)
    if not any(hint in folded for hint in _HINTS):
        return found
    for match in _SUBJECT.finditer(text):
        group = next(name for name in ("line", "role", "whose", "given", "held") if match[name])
        if _ITS_SCORE.match(text, match.start(group)):
            continue  # "Its final score is 61.2"
        found.append((match.start(group), match.end(group), match[group]))
    return found


def longest_each(found: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Of those that begin at one place the longest: "the base model", not "the base"."""
    longest: dict[int, tuple[int, int, str]] = {}
    for item in found:
        longest[item[0]] = max(longest.get(item[0], item), item)
    return list(longest.values())


def without_appositions(text: str, models: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """The models of a sentence, without the plain words that only say more of the one named just before them."""
    ends = {end for _, end, name in models if not _is_plain(name)}
    return [
        (start, end, name)
        for start, end, name in models
        if not (_is_plain(name) and any(e in ends and _SAME.fullmatch(text, e, start) for e in range(start - 9, start)))
    ]


def _is_plain(name: str) -> bool:
    return bool(
        _HELD_BY_OTHERS.fullmatch(name)
        or _OF_BASE.fullmatch(name)
        or _OF_OTHERS.fullmatch(name)
        or _OF_THIS.fullmatch(name)
    )


def own_clauses(
    text: str, models: Sequence[tuple[int, int, str]], numbers: Sequence[Number]
) -> list[tuple[int, int, str]]:
    """ "We" in "GPT-4 gets 86.4 on MMLU, we get 61.2"; "For GPT-4, we get 86.4" is told of GPT-4."""
    if not models or not any(word in text for word in (" we ", " I ", " the model ", " now ", " our ")):
        return []
    found = []
    for match in _WE_GET.finditer(text):
        start, end = match.span(next(name for name in ("we", "it", "ours") if match[name]))
        last = max((end for _, end, _ in models if end <= start), default=start)
        served = "now" in text[start:end] or any(last <= number.start < start for number in numbers)
        if served and not _WE.search(text[:start]):
            found.append((start, end, text[start:end]))
    return found


def is_own_subject(subject: str, own: OwnModel, named: int) -> bool:
    """Whether a number given to `subject` is the card's own; `named` counts the models that the sentence names."""
    others = (is_earlier, is_earlier_version, _HELD_BY_OTHERS.fullmatch, _OTHER_MEMBER.fullmatch)
    if any(told(subject) for told in others):
        return False
    if _OTHERS_ABROAD.fullmatch(subject) and not _BASE_ABROAD.fullmatch(subject):
        return False
    if _OF_OTHERS.fullmatch(subject):
        return subject.casefold().split()[-1] in (own.name or "").casefold()
    told_of_this = any(told(subject) for told in (is_after, _OF_THIS.fullmatch, is_present_version))
    if told_of_this or own.match(subject) > Match.NONE:
        return True
    # "The base model scores 40.0": the card of a base model says it of itself, that of a chat model of another.
    # A card that names what it was made from is no base model's.
    if not (is_before(subject) or _OF_BASE.fullmatch(subject) or _BASE_ABROAD.fullmatch(subject)):
        return False
    return is_raw(own.name or "") or (not own.parents and not is_tuned(own.name or "") and named == 1)
