"""Whose a number in a sentence is: the model in whose brackets it stands, that it is given to, or the nearest one.

The object of a comparison, a base model and a rival inside closed brackets are not the subject.
"""

import re
from functools import lru_cache

from core.cards.benchmark_mentions import names_test
from core.cards.fast_patterns import fast_pattern
from core.cards.measured_by import only_measures
from core.cards.model_words import FAMILY_STEMS
from core.cards.outsiders import find_outsiders, is_official
from core.cards.plain_labels import PLAIN_SUBJECT
from core.cards.plain_subjects import OTHER_OF_OURS, find_plain_subjects, longest_each, without_appositions
from core.cards.score_numbers import SHARE_OF_REFERENCE, Number

# A name may stand between letters of Chinese, Japanese or Korean without a space: "超过Wren-7B的58.1分".
_NO_LETTER_BEFORE = r"(?<![^\W\u3040-\u9fff\uac00-\ud7a3])"
FAMILY_NAME = fast_pattern(
    rf"{_NO_LETTER_BEFORE}(?<!-)(?i:"
    + "|".join(re.escape(stem) for stem in sorted(FAMILY_STEMS, key=len, reverse=True))
    + r")(?a:[\w.-]*)(?:[ -](?a:v?\d[\w.-]*|[A-Z][\w.-]*|(?i:turbo|pro|chat|instruct|base|beta)(?![A-Za-z0-9_])))*"
)
# Words that only begin like the name of a family: "random choice would yield 25.0".
_ORDINARY_WORD = re.compile(
    r"(?:[Yy]ield|[Oo]ptim|[Oo]pt(?:ion|ed|s\b)|[Pp]hilos|steps?\b|stable\b|commands?\b|bloom(?:s|ing)\b)"
)
_OF_A_KIND = re.compile(
    r"(?i)-(?:style|like|based|type|inspired|compatible|judged|graded|generated|written|annotated)$"
)
_SWALLOWED = re.compile(  # "Brio-70B 30.1", "GPT-4 86.4": the score is no part of the name
    r"(?<=\d[bB]) \d[\d.]*$|(?<=[\w.]) [1-9]\d\.\d{1,2}\.?$"
)
_ITS_NUMBER = re.compile(r"\s?(?:[(（][^()（）\d]{0,15}|of |at |with |: ?|= ?)\d")
_PERCENT_SIGN = re.compile(r"(?<=\d)\s?[%％]")
# "(Brio: 40.0)": what follows is not Brio's
_ASIDE = re.compile(r"[(（][^()（）]{0,80}\d\.\d[^()（）]{0,40}[)）]")
_HAS_VALUE = re.compile(r"(?<![\w-])\d{1,3}\.\d")
_GIVEN_TO = re.compile(
    r"(?:(?:,| and|, and) \d[\d.]*\s?%?){0,6}\s?(?:points |accuracy )?"
    r"(?:(?:on|in|auf|sur|en) (?:the )?[A-Z][\w-]{2,20} )?"
    r"(?:for|(?:(?:scored|reached|achieved|obtained|attained|posted) )?by|of|from|pour|für|von|para|per|d[eou]l?|des) "
    r"(?:the )?(?=\w)"
)  # "50.8 % for GPT-3.5"
# "outperforms A's 57.5 % with a score of 65.1": said of the one that outperforms.
_WITH_A_SCORE = re.compile(r"(?i)\bwith (?:an? |its )?(?:[\w-]+ ){0,3}(?:score|accuracy|rate|average|result)s? of\W*$")
_SIZED_NAME = re.compile(
    rf"{_NO_LETTER_BEFORE}(?!(?:Unlike|While|Whereas|With|Both|Against|Versus|Over|But|And|For|Than|Even|"
    r"(?:Beat|Outperform|Surpass|Exceed|Match|Rival|Approach|Outscor|Outclass|Overtak|Top|Edg|Lead|Trail|Equal|Ti)"
    r"(?:e?s|e?d|ing|ping)?) )"
    r"(?a:[a-z]?[A-Z][\w.]*(?:[- ](?:[A-Z0-9][\w.]*|v\d[\w.]*|"
    r"(?:chat|instruct|base|mini|tiny|small|medium|large|code|math|it)(?=[- ]\d)|"
    r"(?<=-)[a-z][\w.]*)){0,4}[- ]\d+(?:\.\d+)?[bB](?:[-\w.]*))"
)


_FORMER = re.compile(
    r"(?i)\b((?:predecessor|(?:previous|prior|earlier|older|last) (?:version|release|generation|model)))s?,? \(?$"
)
_BEATEN = re.compile(
    r"(?i)(?:outperform\w*|\blead(?:s|ing)?|\bedg(?:es|ing) out|\btops|"
    r"surpass\w*|beat\w*|exceed\w*|than|over|against|versus|vs\.?|compared (?:to|"
    r"with)|compet\w+ with|close to|similar to|neck and neck with|tied with|"
    r"comparable (?:to|with)|unlike|ahead of|in contrast (?:to|with)|"
    r"on[- ](?:a )?par with|match\w*|rival\w*|approach\w*|behind|"
    r"(?:trained|based|built|tuned|initiali[sz]ed|merged) (?:up)?(?:on|from|with)|"
    r"\b(?:we|i|we['’]ve|i['’]ve|have|has|had|been|by|after) (?:\w+ly |also |further |then )?(?:fine-?|re)?"
    r"(?:tun|train|merg|quanti[sz]|distill|prun|adapt)(?:ed|ing)|"
    r"\bschlägt|\bübertrifft|\büberholt|\bdépasse|\bsurpasse|\bsupera|\bvence|\bbatte|превосходит|обгоняет|"
    r"超过|超過|超越|超出|优于|優於|高于|高於|高过|高出|低于|低於|强于|好于|胜过|勝過|领先|領先|击败|逼近|追平|不及|逊于|落后|仅次|媲美|"
    r"比肩|不输|接近|对标|赶超|持平|比|[较較]|보다|에 필적하는|に匹敵する)[了于於過过]?"
    r"[^\w，。；]*(?:the |all |both |that of |those of )?[^\w，。；]*$"
)
# "Brio の 58.1 より高い 61.2", "Brio의 58.1점보다 높은 61.2점"
_PAST_ITS_NUMBER = re.compile(
    r"\d\s?(?:点|ポイント|점|分|[%％])?\s?(?:より|を(?:上回|超え|凌)|に(?:対し|比べ)|と比べ|보다|대비|[에과와] ?비|"
    r"(?:을|를) (?:넘|능가|상회|앞서))[^。.\d]{0,30}$"
)
# "与 Brio-7B 相比": the words that make it the object stand behind the name.
_COMPARED_BEHIND = re.compile(
    r"\s?(?:相比|相较|相較|比较|比較|对比|與|と比[べ較]|に比[べし]|に対し|を(?:上回|超え|凌)|より|보다|에 비|과 비|"
    r"와 비|(?:을|를) (?:넘|능가|앞))"
)
# "It is a student of Wren-70B and scores 61.2": said of the student.
_MADE_OF = re.compile(
    r"(?i)\b(?:is|as|was|being|,|[(（]) ?(?:an?|the) (?:[\w-]+ ){0,3}(?:student|fine-?tune[ds]?|merge|version|"
    r"variant|quant\w*|distill\w*|descendant|derivative|successor|sibling|fork|copy|adaptation|competitor|rival) "
    r"(?:of|to) (?:the )?$"
)
_ITS_OWN_CLAUSE = re.compile(  # "it beats Brio, which scores 58.1", "超过 Brio 的 58.1 分"
    r"(?i)\s{0,3}[('’（]|,? (?:which|who)\b[^,;.]{0,60}$|"
    r"\s?[的の의]\s?(?:[a-z][\w+-]{1,20}\s?)?(?:(?:得分|分数|成绩|准确率|结果|スコア|点数|점수)\s?)?[约約为]?\s?$|\s?：\s?$"
)
# "erreicht 61,2 und schlägt Brio mit 58,1": the model's own number stands before already.
_WITH_ABROAD = re.compile(r"\s(?:mit|con|com|avec|с)\s$")
_OTHER_SIDE = re.compile(r"(?i)\d\s?%?\s(?:vs\.?|versus|against|contr[eoa]|gegenüber|frente a|zu|>)\s$")
# "It beats Wren-7B on MMLU, 61.2 to 60.0"
_BEATEN_TO = re.compile(
    r"(?i)\b(?:beat\w*|outperform\w*|surpass\w*|edg(?:es|ed)|leads?|led|wins?|won|ahead of|better than)\b[^.;]{0,60}?"
    r"[,(:]? (\d[\d.]{0,5})\s?%? to $"
)
_SERVED = re.compile(r"\s?[(（][^()（）]{0,25}\d[.,]\d[^()（）]{0,12}[)）]")
_PAIR = re.compile(r"(?i)[(（]\s?(\d[\d.,]*)\s?%? (?:vs\.?|versus|against|compared (?:to|with)) (\d[\d.,]*)\s?%?[)）]")
_AGAINST = re.compile(r"(?i)\s?%?,? (?:vs\.?|versus|against|compared (?:to|with)) \d")  # "beats A (44.0 vs 30.1)"
# Names of models without a family or a size, where a result follows: "CroissantLLM reaches 30.2", "MathGenie achieves".
_COINED = re.compile(
    r"(?<![\w/.-])(?P<name>(?:[A-Z][\w+]*-)?(?:[A-Z]\w{0,20}(?:LM|LLM|ELM|VLM|GPT|LaM|Mistral|Llama|L[Ll]a[Mm]A|Alpaca|"
    r"Doctor|Coder|Chat|Genie)|[A-Z]\w{1,20}(?:-[A-Z][\w.]{0,15}){0,2}-\d{2,3}M(?:-[A-Z]\w{1,12}){0,2}|Jais|Viking|Typhoon|Minerva|Poro|PanGu|Meditron|Inflection|Sabi[áa]|ALLaM)"
    r"(?:[- ](?:v?\d[\w.]*|[A-Z]\w{1,12})){0,2})\)?\]?(?:\([^()\s]{5,120}\))?(?: \(v\d[\d.]{0,4}\))? (?:only |just |"
    r"still |also |itself )?"
    r"(?:scores?|gets?|reach(?:es|ed)?|achiev(?:es|ed)|obtain(?:s|ed)|attain(?:s|ed)|hits?|has|is at|stands at|"
    r"erreicht|erzielt|atteint|obtient|obtiene|alcanza|logra|ottiene|raggiunge|atinge|набирает|достигает)\b"
)
# "Brio (13B) has 60.0 on MMLU"
_SIZE_BEHIND = re.compile(
    r"(?<![\w/.-])(?P<name>[A-Z][\w.+-]{2,24}(?: [A-Z\d][\w.-]{0,12})?) ?[(（]\d{1,3}(?:\.\d{1,2})? ?[BM]"
    r"(?:,[^()（）]{1,30})?[)）](?= (?:only |just |still |also |itself )?(?:scores?d?|gets?|got|"
    r"reach(?:es|ed)|achiev(?:es|ed)|obtain(?:s|ed)|attain(?:s|ed)|hits?|has|had|is at|stands at|comes in at) \d)"
)
_NUMBER_BEFORE = re.compile(r"\d\s?%?(?: points?)? $")
# "For comparison, Brio reaches 30.2": whoever is named, it is not this model.
_FOR_COMPARISON = fast_pattern(
    r"(?:(?:[Ff]or|[Bb]y|[Ii]n|[Aa]s a) (?:comparison|reference|context)|[Zz]um Vergleich|"
    r"(?:[ÀA] titre de|[Pp]our|[Pp]ar) comparaison|(?:[Pp]ara|[Cc]omo|[Pp]or) comparaci[óo]n|[Pp]er confronto|"
    r"[Дд]ля сравнения|作为对比|相比之下|比較として|비교하면)"
    r"[,:，、]? ?(?:erreicht |the |le |la |das |el |il )?(?P<name>[A-Z][\w.+-]{2,30}(?: [A-Z\d][\w.+-]{0,20}){0,2})"
)
# "Our proprietary model (Wren Pro) beats GPT-4 with 88.2", "Our larger model reaches 70.0": not the model of the card.
_OTHER_OF_OURS = fast_pattern(
    rf"(?:^|(?<=[.;:,] )|(?<=and )|(?<=but )|(?<=while )|(?<=whereas ))(?P<what>(?i:{OTHER_OF_OURS}))"
    r"(?:,? ?[(（]?(?P<name>[A-Z][\w.+-]*(?: [A-Z\d][\w.+-]*){0,3})[)）]?,?)? (?:(?:also|even|already|now|itself) )?"
    r"(?:beats|outperforms|surpasses|exceeds|leads|scores|scored|gets|got|reach(?:es|ed)|achiev(?:es|ed)|obtain(?:s|ed)|"
    r"attain(?:s|ed)|hits|has|is at|stands at|matches)\b"
)
_NO_MODEL = re.compile(
    r"(?i)\brandom (?:guess\w*|baseline|chance)\b|\bhumans\b|\bhuman (?:experts?|baseline|performance|annotators)\b"
)


@lru_cache(maxsize=8)  # asked twice of a sentence
def _families(text: str) -> tuple[re.Match[str], ...]:
    return tuple(FAMILY_NAME.finditer(text))


def find_models(text: str) -> list[tuple[int, int, str]]:
    found = [
        (match.start(), match.start() + len(name), name)
        for match in _families(text)
        if (name := _SWALLOWED.sub("", match[0])) and not (_ORDINARY_WORD.match(name) or _OF_A_KIND.search(name))
    ]
    sized = [(match.start(), match.end(), match[0]) for match in _SIZED_NAME.finditer(text)]
    others = [(match.start(), match.end(), match[0]) for match in _NO_MODEL.finditer(text)]
    plain = [  # "58.1 before DPO and 61.2 now": what stands behind a number tells of that number
        (match.start(), match.end(), match[0])
        for match in PLAIN_SUBJECT.finditer(text)
        if not (match[0][:6] == "before" and _NUMBER_BEFORE.search(text[: match.start()][-12:]))
    ]
    others += [(*match.span("name"), match["name"]) for match in _COINED.finditer(text)]
    others += [(*match.span("name"), match["name"]) for match in _FOR_COMPARISON.finditer(text)]
    if "(" in text or "（" in text:
        others += [(*match.span("name"), match["name"]) for match in _SIZE_BEHIND.finditer(text)]
    for match in _OTHER_OF_OURS.finditer(text):
        group = "name" if match["name"] else "what"
        others.append((*match.span(group), match[group]))
    plain = [*find_references(text), *longest_each([*plain, *find_plain_subjects(text), *find_outsiders(text)])]
    every = [
        item
        for item in sorted({*found, *sized, *others, *plain})
        if not names_test(item[2]) and not only_measures(text, item[0], item[1])
    ]
    return without_appositions(text, every) if plain else every


def find_measurers(text: str) -> list[tuple[int, int]]:
    """Where the names of judges and programs stand that hold a number of their own: "judged by Claude 3.5 Sonnet"."""
    return [
        match.span() for match in _families(text) if " " in match[0] and only_measures(text, match.start(), match.end())
    ]


@lru_cache(maxsize=256)  # asked for each number of a sentence
def find_references(text: str) -> tuple[tuple[int, int, str], ...]:
    """What shares of a result are told of: "FP16 score" in "98 % of the FP16 score (62.4)"."""
    if "% of " not in text and "％" not in text:
        return ()
    return tuple(
        (match.start("whose"), match.end("whose"), match["whose"])
        for percent in _PERCENT_SIGN.finditer(text)
        if (match := SHARE_OF_REFERENCE.match(text, percent.end())) and _ITS_NUMBER.match(text, match.end())
    )


def find_subject(text: str, number: Number, models: list[tuple[int, int, str]]) -> str | None:
    """The model a number is given to: the one whose brackets it stands in, else the nearest before it."""
    if pair := next((pair for pair in _PAIR.finditer(text) if pair.start() < number.start < pair.end()), None):
        rival = _last(models, pair.start())
        mine = _last_before(text, models, rival[0]) if rival else None
        beaten = rival and _BEATEN.search(text[max(0, rival[0] - 30) : rival[0]])
        if rival and (mine or beaten):  # "K nears A on MMLU (44.0 vs 30.1)": of the two the first is K's
            return mine if number.start == pair.start(1) else rival[2]
    official = (name for _, end, name in models if end <= number.start <= end + len(" is ") and is_official(name))
    return next(official, None) or _nearest_subject(text, number, models)


def _nearest_subject(text: str, number: Number, models: list[tuple[int, int, str]]) -> str | None:
    for start, end, name in models:
        if re.fullmatch(r"\s*[\(（\[][^()（）]{0,25}", text[end : number.start]):
            beaten = _AGAINST.match(text, number.end) and _BEATEN.search(text[max(0, start - 30) : start])
            return _last_before(text, models, start) if beaten else name
    given = _GIVEN_TO.match(text, number.end)
    if given:
        said = (given.end(), given.end() - len("the "))  # "58.1 for the base model"
        owner = next((name for start, _, name in models if start in said and start >= number.end), None)
        if owner and (owner[0].isupper() or not any(sign.isdigit() for sign in given[0])):
            return owner
    if _OTHER_SIDE.search(text[: number.start][-24:]) or _is_lower_side(
        text, number
    ):  # "leads on GSM8K: 60.2 vs. 55.3"
        return models[-1][2] if models else "the other"
    closed = [  # "Kestrel (Brio-3.1 architecture)", but "Teacher (Brio-3.1)" is Brio
        found.span()
        for found in _ASIDE.finditer(text, 0, number.start)
        if _HAS_VALUE.search(found[0]) or any(0 <= found.start() - end <= 1 for _, end, _ in models)
    ]
    before = [
        model
        for model in models
        if model[1] <= number.start
        and not any(start <= model[0] < end for start, end in closed)
        and not _SERVED.match(text[model[1] : number.start])  # "Brio (66.6) on MMLU with 61.0": Brio has its number
    ]
    if not before:
        return None
    # "We outperform A with 71.2": a model that is the object of a comparison is not the subject.
    start, end, name = max(before, key=lambda model: model[1])
    told = _WITH_A_SCORE.search(text[: number.start][-60:])
    beaten = _BEATEN.search(text[max(0, start - 30) : start]) or _MADE_OF.search(text[max(0, start - 70) : start])
    if not text.isascii() and not beaten:
        told = _PAST_ITS_NUMBER.search(text[: number.start][-40:])
        beaten = told or _COMPARED_BEHIND.match(text, end)
    its_own = _ITS_OWN_CLAUSE.match(text, end, number.start) or _is_its_own_abroad(text, start, end, number)
    if beaten and (told or not its_own):
        return _last_before(text, before, start)
    former = _FORMER.search(text[max(0, start - 40) : start])
    return former[1] if former else name  # "Its predecessor, Kestrel-v0.1, stood at 57.0"


def _is_its_own_abroad(text: str, start: int, end: int, number: Number) -> bool:
    """True for the number in "领先 Brio 3.1 分", which is how far it is ahead, and in "61,2; schlägt Brio mit 58,1"."""
    if not text.isascii() and not text[end : number.start].strip():
        return True
    return bool(_WITH_ABROAD.match(text, end, number.start) and re.search(r"\d[.,]\d", text[:start]))


def _is_lower_side(text: str, number: Number) -> bool:
    if text[: number.start][-4:] != " to " or not (higher := _BEATEN_TO.search(text[: number.start][-120:])):
        return False
    return float(higher[1].rstrip(".") or 0) > float(re.sub(r"[^\d.]", "", number.text.split("/")[0]).strip(".") or 0)


def _last(models: list[tuple[int, int, str]], start: int) -> tuple[int, int, str] | None:
    return max((model for model in models if model[1] <= start), key=lambda model: model[1], default=None)


def _last_before(text: str, models: list[tuple[int, int, str]], start: int) -> str | None:
    """The nearest model before `start` that is not beaten itself: "it beats A and matches B with 54.2"."""
    earlier = [
        model for model in models if model[1] < start and not _BEATEN.search(text[max(0, model[0] - 30) : model[0]])
    ]
    return max(earlier, key=lambda model: model[1])[2] if earlier else None
