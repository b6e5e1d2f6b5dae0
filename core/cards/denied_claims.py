"""What a sentence leaves of its claims once denials, questions, hopes and the words of others are taken out.

"We make no claim that it beats GPT-4", "Hardly any 7B rivals a 34B", "Larger models beat it": the verb of a boast
is there, and no boast. Each clause is judged for itself: "It is not perfect, but it beats GPT-4" remains a boast.
"""

import re
from dataclasses import replace
from itertools import islice

from core.cards.document import Sentence
from core.cards.evidence import Evidence
from core.cards.frontier_claims import frontier_names
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.vocabulary import BEATS, MATCHES, MODEL_SIZE, RELATIVE_SIZE

_MOST_CHARS = 1_500
# A clause that makes no end is looked at in pieces, so that none takes time by the square of its length.
_NEAR, _MOST_VERBS = 100, 8

_CLAUSE_END = re.compile(
    r"[,;:.!?][\"'”)*_]{0,3}\s|[，。；！？：]|\s[-–—]{1,3}\s|—|\s(?=(?:but|yet(?! to\b)|although|though|"
    r"whereas)\s)|"
    r"\s(?=and (?:\w+ly |even |still |it |we |also )?(?:beats|outperforms|rivals|matches|surpasses|exceeds|equals|is|"
    r"does|wins)\s)|\s(?=und (?:übertrifft|schlägt|erreicht|ist|kann)\s)|\s(?=(?:mais|pero|aber|sondern|doch|jedoch|"
    r"però|sino)\s)|(?<=지만)\s|(?<=으나)\s|が、|けれど|しかし"
)

_WORDS = r"(?:[\w'’-]+ ){0,3}?"
_SAY = r"(?:claim|say|announc|report|boast|promis|argu|believ|think|insist|suggest|stat|pretend|assum|impl)\w*"
# Words behind which nothing is claimed up to the end of the clause.
_NO_CLAIM = re.compile(
    r"(?i)\b(?:no|without(?: any)?) (?:[\w-]+ )?(?:claims?|preten[cs]e|illusions?|suggestion|promises?|evidence|proof|"
    r"hope|chance|way|intention|ambition)\b|"
    r"\b(?:wrong|incorrect|false|misleading|untrue|unfair|foolish|na[iï]ve|silly|absurd|dishonest|premature|too early|"
    r"unrealistic|mistake|exaggeration|overstatement|lie) to (?:say|claim|think|believe|expect|assume|conclude|"
    r"suggest|state|call|pretend|hope)\b|"
    r"\b(?:nobody|no one|no-one|nor|(?:(?:do|does|should|must|would|could|need|is|are|am)(?: not|n['’]t)|(?:cannot|"
    r"can['’]t)(?! believe)|"
    r"never|not (?:going to|gonna)|unlikely to)) "
    rf"{_WORDS}(?:expect|hop(?:e|ing)|aim|intend|try|tries|trying|attempt|want|mean|plan|dar(?:e|ing)|{_SAY})"
    r"(?:s|ing)?\b|"
    r"\b(?:whether|(?:wonder|ask|asked|asking|asks|see|check|unclear|test|tested) if)\b|"
    r"\b(?:might|may|could|can) (?:\w+ ){0,2}?(?:look|seem|appear|feel|sound)\b|"
    r"\b(?:hardly any|scarcely any|(?<!the )(?<!a )few) (?!other\b)(?:[\w.-]+ ){1,4}?(?:can|could|will|would|do|"
    r"(?=rival|match|beat|reach))"
    r"|\b(?:refus|declin|hesitat|reluctant)\w* to\b|(?<!no )(?<!without )(?<!without a )(?<!beyond )\bdoubt(?:s|"
    r"ed)?\b|\btakes? a miracle\b|"
    r"\bnothing (?:\w+ ){0,2}?(?:shows?|suggests?|says?|proves?|implies|imply)\b|\bno reason to (?:believe|think|"
    r"expect)\b"
)
# The clause ends in what takes the claim back: "Reaching GPT-4 level is still a dream."
_TAKEN_BACK = re.compile(
    r"(?i)\b(?:is|are|was|were) (?:not|never) (?:claimed|something|shown|the (?:point|goal|aim)|our (?:point|goal|aim)|"
    r"possible|realistic|proven|intended|planned)\b|"
    r"\A\W*(?:a|an|any\w*|something)\b[^,;]{0,80}\b(?:that|which)\b[^,;]{0,80}\bwould\b|"
    r"\b(?:until|unless) (?:it|we|they|the)\b|\bonly in (?:its |the |their )?(?:price|name|format|form|style|tone|"
    r"cost)\b|"
    r"\b(?:serait|wäre|sería|seria|sarebbe) (?:faux|erroné|mensonger|falsch|gelogen|falso|erróneo|incorrecto|errado)\b|"
    r"(?:是错误的|并不正确|不准确|不属实)|かどうか|を目標に(?:し|掲)|を目指し(?:て[いお]|ま)|목표로 (?:합|하고|한|함|"
    r"삼)|"
    r"\b(?:is|are|remains?|stays?) (?:\w+ ){0,2}?(?:dream|out of reach|illusion|myth|wishful|hype|unproven|"
    r"untested)\b|"
    r"\bbeyond (?:its|our|their) reach\b"
)
# A goal or a hope is no result: "Our goal is a model that matches", "We hope that a later version will surpass".
_HOPE = re.compile(
    r"(?i)\b(?:our|the|my|a|its|long-term|ultimate|final) (?:[\w-]+ ){0,2}?"
    r"(?:goals?|aim|target|ambition|hope|dream|objective|plan|mission|vision)\b (?:is|was|are|remains|of|to|for)\b|"
    r"\b(?:we|i) (?:\w+ )?(?:hope (?!you|this|these)|(?:aim|plan|want|intend|wish|aspire|dream|would like|strive)\b"
    r"(?! to (?:note|stress|point|emphasi|say|mention|share|show|highlight|introduce|present|announce|thank|add)))|"
    r"\b(?:hopefully|some day|someday|one day)\b|\baspires? to\b|"
    r"\b(?:later|next|future|coming|upcoming) (?:version|release|generation|model|checkpoint)s? (?:will|should|may|"
    r"might|could|can)\b|(?:我们)?(?:的)?(?:目标是|希望|力争|期望)|목표(?:는|로)|目標(?:は|と)|\bZiel ist\b|"
    r"\b(?:wir|ich) hoffen?\b|\bnous espérons\b|\bl['’]objectif est\b|\besperamos\b|\bel objetivo es\b"
)
_IF = re.compile(r"(?i)(?<!even )(?<!as )\bif (?:you|your|we|one|it|a|the|they|someone|that)\b")
_FOUND_IT = re.compile(
    r"(?i)\b(?:look no further|this is|here (?:it )?is|you(?:['’]ve| have) found|try (?:it|this|our))\b"
)
_DISTANT = r"(?:(?<!not )far from|(?:long|far) (?:way|cry) from|nowhere near|light[- ]?years from|miles from)"
# Negations that count where a verb of comparison follows soon: "fails to match", "far from outperforming".
_NOT = re.compile(
    rf"(?i)(?:\b(?:not|never|cannot|(?<!never )fail(?:s|ed|ing)? to|unable to|incapable of|{_DISTANT}|hardly|scarcely|"
    rf"rarely|"
    r"seldom|neither|nor|yet to|without|rather than|instead of)|n['’]t|\bno(?= (?:better|stronger|smarter)))"
    r"\s(?!(?:only|just|merely|simply|solely|fails? to)\b)"
)
_FAR = re.compile(rf"(?i)\b{_DISTANT}\s(?:the |a |an |being )*(?:[\w'’-]+ ){{0,2}}?$")
_NOT_ANY = re.compile(r"(?i)(?:\b(?:not|never|cannot|no)|n['’]t)\s(?!(?:only|just|merely)\b)(?:[\w-]+ ){0,3}$")
_LIKE = re.compile(r"(?i)(?:['’]s)?[- ](?:level|class|grade|quality|tier|performance|accuracy)\b")
_ENDS_IN_NOT = re.compile(r"(?i)(?:\b(?:not|never|cannot)|n['’]t),\s$")
_NOT_BETWEEN = re.compile(r"(?i)\b(?:it|we|they|and|only|just)\b")
_PASSIVE = re.compile(r"(?i)\b(?:be|been|being|is|are|was|were|gets?|got) (?:\w+ )?$")

_OTHERS_SAY = re.compile(
    r"(?i)\b(?:people|posts?|papers?|projects?|vendors?|others|anyone|anybody|whoever|those|folks|articles?|headlines?|"
    rf"critics|some|many|companies|compan(?:y|ies)|marketing|threads?|everybody|everyone|claims?) {_WORDS}"
    rf"(?:{_SAY}|that)\b"
)
_SET_APART = re.compile(r"(?i)\b(?:unlike|contrary to|in contrast to|despite|regardless of|ignore|forget|beware of)\b")
_DENIED_LATER = re.compile(
    r"(?i)\b(?:could|did|does|do|has|have|had|is|are|was|were|can|will|would)(?: not\b|n['’]t\b)|\bcannot\b|"
    r"\b(?:wrong|false|untrue|nonsense|mistaken|lying|lies|exaggerat\w+|doubt\w*|scep\w+|skep\w+|unproven)\b"
)
# "trained on pairs where Claude outperforms a 13B"
_CHOSEN_DATA = re.compile(
    r"(?i)\b(?:train|tun|select|filter|kept|keep|drop|pick|chose|choos|collect|discard)\w*\b.{0,60}?\b(?:pairs|"
    r"examples|"
    r"samples|cases|prompts|questions|answers|conversations|instances|items|rows|ones) (?:where|in which|for which|"
    r"when|whose|that)\b"
)
_TO = re.compile(r"(?i)\W*(?:in order )?to\b")
_WOULD = re.compile(r"(?i)[^.;!?]{0,40}\bwould\b")
_DOES_SO = re.compile(
    r"(?i)\W{0,3}(?:but|yet|and|though|still)?\b[^,.;!?]{0,40}\b(?:does|did|can|do|have|has|is|are)\b(?: it|"
    r" so)?\s?(?:[.!,:;]|$)"
)

_VERB_IT = (
    r"supera(?:n|r|ba|do|ndo)?\b|superó|alcan[zç]\w*|iguala\w*|rivaliz\w*|compite\w*|mejor\b|melhor\b|migliore\b|"
    r"llega\w*|"
    r"chega\w*|ating\w*|raggiung\w*|pretende\w*|(?:al|ao|a) n[ií]vel\b|dépass\w*"
)
# Negations of other languages, which may stand before, behind or around the verb.
_NEGATED_ABROAD = re.compile(
    r"(?i)\b(?:loin d(?:u|es?)|lejos del?|longe d[oea]|lontano da\w*|por debajo del?|weit (?:davon )?entfernt)\b|"
    # the beaten as a pronoun: "Les modèles plus grands le dépassent"
    r"^(?!.{0,40}\b(?:il|elle|notre|nuestro|nosso)\b).*\b(?:le |la |lo |l['’])(?:dépass|surpass|supera|batt)\w*|"
    r"\b(?:nicht|kein\w{0,2}|nie|niemals|kaum|weder|keineswegs)\b(?! (?:nur|allein|bloß|schlechter|weniger|größer|"
    r"langsamer|hinter|mehr als))|"
    r"\bn(?:e\s|['’])(?:\S{1,20} ){0,4}?(?:pas|jamais|guère|point|nullement)\b(?! (?:seulement|que|uniquement|moins|"
    r"inférieur))|"
    rf"\b(?:no|não|non|nunca|jamás|tampoco)\b (?!s[óo]lo)(?:\w+ ){{0,3}}?(?:{_VERB_IT})"
)
_POSITIVE_ZH = (
    r"(?:超越|超过|超過|优于|胜过|领先|强于|高于|好于|击败|打败|战胜|赶超|媲美|抗衡|匹敌|比肩|达到|接近|"
    r"相比|相提并论|追上|赶上|取代|替代)"
)
_NEGATED_EASTERN = re.compile(
    r"(?:未能|未曾|尚未|无法|無法|不能|不会|不可能|难以|很难|并不|并未|并没有|没能|还没|远没有|不敢说|不代表|并非|"
    r"没有|未)"
    rf"[^，。；！？的]{{0,24}}?{_POSITIVE_ZH}|(?:不及|不认为|不觉得|不声称|不保证|不指望|(?:不要|别|切勿|不应|不该|"
    rf"不必)(?:指望|期望|期待|以为|认为)|不如|比不上|不敌|"
    rf"逊于(?<!不逊于)|弱于|达不到|远不)|"
    # Korean: the negation ends the clause.
    r"(?:하|되|르|치|서|넘|기|이기|웃돌|앞서|뛰어넘|앞지르)지(?:는|도|를)? ?(?:못|않)|[가-힣] 수(?:는|가|도)? ?없|"
    r"지 ?마(?:세요|십시오|라|시)|"
    r"기(?:는|가)? ?어렵|"
    r"(?:것|수준)은 아[니닙]|(?:보다|비해)[^.,]{0,12}(?:낮|떨어|뒤처|뒤떨어|못(?!지않))|못 ?미[치칩친]|"
    # Japanese likewise.
    r"(?:つもり|わけ|こと|もの)[はがで][^。、]{0,6}(?:ません|な[いか])|"
    r"(?:期待|主張|断言|保証)[^。、だ]{0,6}(?:ません|な[いか])|"
    r"(?:もの|わけ|の|と)で(?:は|も)?(?:ありません|な[いかく])|"
    r"(?:上回|超え|凌駕|匹敵|及|届|達|並|敵|勝|かな)[^、。だ]{0,6}(?:ません|な[いか])"
)
# These deny a distance: "뒤지지 않는다", "劣らない", "不逊于".
_NOT_BEHIND = re.compile(
    r"뒤지지 ?않|밀리지 ?않|뒤처지지 ?않|떨어지지 ?않|낮지 ?않|못지 ?않|손색|뿐(?:만)? ?아니|劣ら|劣り|遜色|"
    r"引けを取|だけで|のみなら|"
    r"不逊|不亚|不输|不弱|不仅|不只|难以分辨|难以区分|구별"
)
_OF_OURS = re.compile(r"(?i)\b(?:it|we|our|ours|this model|this|my|mine)\b")
_OWN_OBJECT = re.compile(
    r"(?i)\s{0,2}(?:it\b(?!['’]?s)|us\b|ours\b|mine\b|(?:this|our|my|the present) (?:\w+ )?model\b|this one\b)"
)
_WHICH = re.compile(r"(?i)\s{0,2}(?:(?:all|most|some|both) of which|which|who|that)\s(?:\w+ ){0,2}")
_NAME = re.compile(r"[A-Z][\w.+-]{2,40}")
_NONE_BUT = re.compile(r"(?i)\b(?:only|no|none|neither|nor|few|not|never|cannot|hardly|except|rarely)\b|n['’]t\b")

_QUESTION = re.compile(
    r"(?i)^\W*(?:q(?:uestion)?\W{1,6})?(?:(?:so|but|and|well),? )?(?:does|do|did|can|could|is|are|was|will|would|"
    r"has|have|"
    r"should|may|might|ist|sind|kann|est-ce|peut|puede|es|supera)\b"
)
_QUESTION_EASTERN = re.compile(r"是否|能否|吗\W*$|(?:나요|까요?|니까)\W*$|か\W*$")
_SAID_NO = re.compile(
    r"(?i)^\W*(?:a(?:nswer)?\W{1,6})?(?:(?:sadly|honestly|short answer|unfortunately|well)\W{1,3})?(?:no\b|nope|"
    r"nah|not\b|"
    r"hardly|never|of course not|certainly not|probably not|we (?:do not|don['’]t|cannot|can['’]t)|unknown|unclear|"
    r"nobody|it (?:does not|doesn|is not|isn|cannot|can['’]t|did not)|nein|non\b|nicht|kaum|不|没有|否|아니|아뇨|"
    r"いいえ)"
)
_SAID_YES = re.compile(
    r"(?i)^\W*(?:a(?:nswer)?\W{1,6})?[^.!?]{0,30}?\b(?:yes|yep|yeah|sure|indeed|absolutely|ja|oui|sí)\b|"
    r"^[^.!?]{0,60}\b(?:does|do|can|did|is|are)\W*$|^\W*(?:是的|会|能|네|예|はい)"
)


def claimed(evidence: Evidence, sentence: Sentence, below: Sentence | None = None) -> Sentence:
    """The sentence without what it denies, asks, hopes or tells of others; the one below it may answer it."""
    answer = below.text if below is not None and below.line - sentence.line <= 3 else ""
    return replace(sentence, text=without_denials(evidence, sentence.text, answer))


def without_denials(evidence: Evidence, text: str, answer: str = "") -> str:
    if len(text) > _MOST_CHARS or _is_open_question(text, answer):
        return text if len(text) > _MOST_CHARS else ""
    kept, start, carried = [], 0, False
    for end in [*(found.end() for found in _CLAUSE_END.finditer(text)), len(text)]:
        clause, start = text[start:end], end
        rest = text[end:]
        cut = 0 if _is_open_question(clause, rest or answer) else _denied_from(evidence, clause, rest, answer)
        if carried and cut is None and (BEATS.search(clause) or MATCHES.search(clause)):
            cut = 0
        # "It does not, in our tests, outperform larger models": the negation waits for its verb.
        carried = bool(_ENDS_IN_NOT.search(clause)) or (carried and cut is None and len(clause) < 60)
        kept.append(clause if cut is None else f"{clause[:cut]}; ")
    return "".join(kept)


def _is_open_question(text: str, answer: str) -> bool:
    """True for a question that nobody answers with yes; one of few words, "Better than GPT-4?", needs a no."""
    if not text.rstrip("*_\"'”) ").endswith(("?", "？")):
        return False
    if _QUESTION.match(text) or _QUESTION_EASTERN.search(text):
        return not _SAID_YES.match(answer[:200])
    return bool(_SAID_NO.match(answer[:80]))


def _denied_from(evidence: Evidence, clause: str, rest: str, answer: str) -> int | None:
    """The place in a clause behind which it claims nothing of the card's model; None for a clause that may boast."""
    if not (
        BEATS.search(clause)
        or MATCHES.search(clause)
        or frontier_names(clause)
        or MODEL_SIZE.search(clause)
        or RELATIVE_SIZE.search(clause)
    ):
        return None
    places = [found.start() for found in (_NO_CLAIM.search(clause), _HOPE.search(clause)) if found]
    if (if_ := _IF.search(clause)) and not _FOUND_IT.search(rest):
        places.append(if_.start())
    if (said := _OTHERS_SAY.search(clause)) and (
        _SET_APART.search(clause[: said.end()])
        or _DENIED_LATER.search(clause[said.end() :] + rest)
        or _DENIED_LATER.search(answer[:60])
    ):
        places.append(said.start())
    if (
        _CHOSEN_DATA.search(clause)
        or _TAKEN_BACK.search(clause)
        or (not _NOT_BEHIND.search(clause) and (_NEGATED_ABROAD.search(clause) or _NEGATED_EASTERN.search(clause)))
    ):
        places.append(0)
    # "To beat GPT-4, you would need far more data."
    if _TO.match(clause) and _WOULD.match(rest):
        places.append(0)
    places += [*_negated_verbs(evidence, clause), *_far_from_names(clause), *_swapped(evidence, clause)]
    return None if not places or _DOES_SO.match(rest[:60]) else min(places)


def _negated_verbs(evidence: Evidence, clause: str) -> list[int]:
    """Places of negations soon before a verb of comparison; "was never beaten by", "does not beat it" are boasts."""
    found = []
    for negation in islice(_NOT.finditer(clause), _MOST_VERBS):
        behind = clause[negation.end() : negation.end() + 80]
        verbs = [verb for pattern in (BEATS, MATCHES) if (verb := pattern.search(behind))]
        if not verbs:
            continue
        verb = min(verbs, key=lambda match: match.start())
        between = behind[: verb.start()]
        if len(between.split()) > 4 or _NOT_BETWEEN.search(between):
            continue
        if _PASSIVE.search(clause[: negation.end()][-_NEAR:] + between) and re.match(r" by\b", behind[verb.end() :]):
            continue
        if not _is_own_object(evidence, behind[verb.end() :]):
            found.append(negation.start())
    return found


def _far_from_names(clause: str) -> list[int]:
    """Places of "far from" before the name of a rival, and of "not" before a likeness: "not get GPT-4 quality"."""
    found = []
    for name in frontier_names(clause)[:_MOST_VERBS]:
        before = clause[: name.start()][-_NEAR:]
        start = max(0, name.start() - _NEAR)
        far = _FAR.search(before) or (_LIKE.match(clause[name.end() :]) and _NOT_ANY.search(before))
        if far:
            found.append(start + far.start())
    return found


def _swapped(evidence: Evidence, clause: str) -> list[int]:
    """The start of a clause in which a rival or a larger sibling beats the card's model."""
    for verb in islice(BEATS.finditer(clause), _MOST_VERBS):
        subject, after = clause[: verb.start()][-2 * _NEAR :], clause[verb.end() : verb.end() + _NEAR]
        if re.match(r" by\b", after) and not _is_nobody(subject) and _is_rival(evidence, after[3:]):
            return [0]
        if re.match(r" by\b", after) or _is_nobody(subject) or _OF_OURS.search(subject):
            continue
        names = [name for name in _NAME.findall(subject) if looks_like_model(name)]
        if any(evidence.own.match(name) is not Match.NONE for name in _NAME.findall(subject)):
            continue
        if not (names or _WHICH.fullmatch(subject) or RELATIVE_SIZE.search(subject) or MODEL_SIZE.search(subject)):
            continue
        rival = frontier_names(subject)
        # Korean and Japanese put the beaten before the verb.
        rival_first = bool(rival) and verb[0].isascii() and not subject[rival[-1].end() :].strip()
        if rival_first or _is_own_object(evidence, after):
            return [0]
    return []


def _is_rival(evidence: Evidence, after: str) -> bool:
    """True where a frontier model, a larger one or another name comes first: "is outperformed by GPT-4"."""
    first = re.match(
        r"\s{0,2}(?:the |most |many |all )?(?:(?:much |far )?(?:larger|bigger)\b|([A-Z][\w.+-]{2,40}))", after
    )
    if first is None:
        return False
    name = first[1]
    return name is None or (looks_like_model(name) and evidence.own.match(name.rstrip(".,")) is Match.NONE)


def _is_nobody(subject: str) -> bool:
    """True for "No 70B model beats it"; "Only larger models beat it" names those that do."""
    none = _NONE_BUT.search(subject)
    return none is not None and not (none[0].casefold() == "only" and RELATIVE_SIZE.search(subject))


def _is_own_object(evidence: Evidence, after: str) -> bool:
    if _OWN_OBJECT.match(after):
        return True
    name = re.match(r"\s{0,2}(?:the |our )?([A-Z][\w.+-]{2,40})", after)
    return name is not None and evidence.own.match(name[1].rstrip(".,")) is not Match.NONE
