"""The sizes of a model in a sentence or a line with a label: "7B", "13-billion", "2,614,341,888 parameters".

What is told of rivals, of teachers, of adapters or of the parameters without embeddings is no size of the whole model.
"""

import re
from collections.abc import Iterator

from core.cards.active_parameters import active_counts_in
from core.cards.amounts import amount, billions
from core.cards.told_of_rivals import Subjects

_NOUN = (
    r"(?:param[aeè]ter[ns]?\b|parameters?|params?\b|paramètres|parámetros|parâmetros|parametri|parametre|parametrów|"
    r"параметр[а-я]{0,2}|tham số|weights\b|Gewichte\b|参数|參數|パラメータ|파라미터|매개 ?변수|models?|llm|language "
    r"model)"
)
PARAMETERS = re.compile(
    rf"(?i){amount()}[\s-]*(?:个|個|개)?(?:[(（]\d{{1,4}}(?:\.\d+)?[BM][)）])?\s?(?:의|の|的)?\s?(?:模型)?"
    rf"(?:(?!\d|(?:and|or|to) \d|(?:tokens?|samples|words|examples|documents|images)\b)\w+\s){{0,3}}?{_NOUN}"
)
_EASTERN_LABEL = re.compile(
    r"(?i)(?<!激活)(?<!激活的)(?:参数总?量|总参数量?|参数规模|参数为|参数(?=[:：])|パラメータ(?:ー)?(?:数|規模|サイズ)|"
    rf"(?<!활성 )(?<!활성화 )(?:매개변수|파라미터)(?: ?수| ?개수| ?규모)?)[^，。,\d激活활]{{0,8}}{amount()}"
)
WRITTEN_OUT = re.compile(r"(?i)(?<![\d,.])(\d{1,3}(?:[,.]\d{3}){2,4}) (?:[\w-]+ ){0,2}param(?:eter)?[sn]?\b")
_COUNTED = r"(?:params?\b|param[ae]ters?\b)"
LABEL_WORDS = (
    rf"(?:(?:total|model|number of|no\.? of|# ?of|#|overall|llm) ?){{0,3}}(?:{_COUNTED}(?: (?:count|size)\b)?|size\b|"
    r"sizes\b|weights\b)|(?:Anzahl|Zahl) der (?:Modell)?parameter|Parameter(?:an)?zahl|Modellgröße|Nombre (?:total "
    r")?de paramètres|Taille(?: du modèle)?|(?:Número|Cantidad) (?:total )?de par[áâ]metros|Tama[ñn]h?o(?: d[eo]l? "
    r"modelo)?|Numero di parametri|Dimensioni? del modello|Par[áâ]metros|Paramètres|Parametri|"
    r"(?:模型)?(?:总)?(?:参数总?量?|参数规模)|模型(?:大小|规模|尺寸)|パラメータ数?|モデルサイズ|파라미터(?: 수)?|모델 "
    r"크기"
)
# "Number of Parameters (Non-Embedding)" counts less than the whole.
_LABELLED = re.compile(
    rf"(?i)^\W{{0,6}}(?:{LABEL_WORDS})(?: ?[(（](?P<aside>[^()（）]{{1,30}})[)）])?\W{{1,6}}"
    rf"(?:(?:about|approx\w*\.?|around|roughly|ca\.?|circa|environ|etwa|total(?: of)?|约|約|약) ?)?"
    rf"(?:{amount()}|(?P<whole>\d{{1,3}}(?:,\d{{3}}){{2,4}}|\d{{1,3}}(?:\.\d{{3}}){{2,4}})\b(?![.,]\d))"
)
IN_PART = re.compile(
    r"(?i)\b(?:activ\w*|aktiv\w*|ativ\w*|trainable|tunable|embedding|lora|adapter|excluding|without|激活|激活参数)\b|"
    r"激活|활성"
)
_PART_AFTER = re.compile(
    r"(?i)[\s(]{0,2}(?:(?:are|is|being|get|remain)\s)?(?:active|activated|trainable|frozen|aktiv\w*|activ[éo]s|ativos|"
    r"in the embedding)\b"
)
# "one tenth of the 80B model it was distilled from"
_OTHERS_AFTER = re.compile(
    r"(?i)[\s,]{0,2}(?:(?:that|which) )?(?:it|this model|we) (?:was |is |were )?(?:distilled|compared|taught)"
)
_NEXT_IN_LIST = re.compile(r"(?i)\s?(?:[,/&、]\s?(?:and |or )?|and|or|et|und|y)\s?(\d{1,4}(?:\.\d+)?)\s?([bm])(?![\w])")
# "the best model under 10B parameters" and "surpasses 70B models" tell the size of others.
_BOUND = re.compile(
    r"(?i)\b(?:less than|fewer than|more than|under|below|over|up to|within|than|beats?|matche?s|rivals|surpass\w*|"
    r"smaller|larger|bigger|separate|another|second|external|auxiliary|"
    r"outperform\w*|exceed\w*|compar\w+ (?:to|with)|against|unlike|similar to|on par with|versus|"
    r"vs\.?|(?:size|half|third|quarter|"
    r"tenth|fraction) of)(?: (?:the|an?|most|many|all|other|some|much|larger|bigger|open|recent|several|every|any|its|"
    r"our|models?|llms?|systems|with|of)\b){0,6}\s*$|小于|低于|以下|(?:超[越过]了?|优于|胜过|媲美|相当于|达到了?|比|"
    r"与|和|远超)\s*$|보다\s*$|[^。]より\s*$"
)
_OF_A_HELPER = re.compile(
    r"(?i)\b(?:teacher|judge|draft model|reward model|vision (?:encoder|tower)|text encoder|adapter|lora|projector)\b"
    r"[^.;,:]{0,40}$"
)
_HELPED_BY = re.compile(
    r"(?i)\b(?:(?:distilled|generated|written|labell?ed|scored|translated|judged|created|produced)(?: \w+){0,3}? "
    r"(?:from|by|with|using)|adds?|added|trains? only|updates?)\b"
    r"(?:(?!\b(?:and|has|have|while|but|contains|to)\b)[^.;,:]){0,40}$"
)
_HELPS = re.compile(r"(?i)\b(?:is|are|was|this|our) (?:an? |the )?(?:[\w-]+ ){0,4}$|\b(?:our|this|these) (?:[\w-]+ )?$")
_LISTED_SIZE = re.compile(r"(?i)(\d{1,4}(?:\.\d+)?)\s?([bm](?![a-z])|billion|million)?")
_LISTED = re.compile(
    r"(?i)(?:(?<![\w.])\d{1,4}(?:\.\d+)?\s?(?:[bm](?![a-z])|billion|million)?\s?(?:,? (?:and|or|to) |[,/&、] ?))+$"
)
MOST_SIZES = 8


def written_out(match: re.Match[str]) -> float:
    """2.6143 for "2,614,341,888 parameters"."""
    return round(int(re.sub(r"\D", "", match[1])) / 1e9, 4)


def labelled(text: str) -> tuple[float, ...]:
    """The sizes of a line that begins with the label for them; none where it counts a part of the parameters."""
    match = _LABELLED.match(text)
    if match is None or (match["aside"] and IN_PART.search(match["aside"])) or _PART_AFTER.match(text, match.end()):
        return ()
    if match["whole"]:
        return (round(int(re.sub(r"\D", "", match["whole"])) / 1e9, 4),)
    found = [billions(match["number"], match["unit"])]
    at = match.end()
    while (more := _NEXT_IN_LIST.match(text, at)) and len(found) < MOST_SIZES:
        if _PART_AFTER.match(text, more.end()):
            break
        found.append(billions(more[1], more[2]))
        at = more.end()
    return tuple(found)


# "It comes in two sizes: 3B and 7B"
_IN_SIZES = re.compile(
    r"(?i)\b(?:comes?|available|released?|offered|provided?|publish\w*|trained|exists?)\b[^.;:\d]{0,40}\b(?:in|of) "
    rf"(?:[\w-]+ ){{0,3}}?(?:model )?sizes?(?: of)?(?::| [-–—]|,)? {amount()}(?! tokens)"
)


def in_sentence(text: str, subjects: Subjects) -> Iterator[float]:
    if not any(sign.isdigit() for sign in text):
        return
    sized = _IN_SIZES.search(text) if "size" in text else None
    if sized and not subjects.told_of_rival(text, sized.start("number"), sized.end("unit")):
        yield from _listed_from(text, sized)
        return
    active = list(active_counts_in(text))
    for match in PARAMETERS.finditer(text):
        if _is_total(text, match, subjects) and not any(
            count.start <= match.start("number") < count.end for count in active
        ):
            yield from _listed_before(text[: match.start()], match["unit"])
            yield billions(match["number"], match["unit"])
    yield from (
        written_out(match)
        for match in WRITTEN_OUT.finditer(text)
        if not subjects.told_of_rival(text, match.start(), match.end())
    )
    for match in _EASTERN_LABEL.finditer(text):
        if not any(count.start <= match.start("number") < count.end for count in active):
            yield billions(match["number"], match["unit"])
    for count in active:
        if count.total is not None:
            yield count.total


def _listed_from(text: str, first: re.Match[str]) -> Iterator[float]:
    """The sizes of a list that begins with this one: "3B, 7B and 70B"."""
    yield billions(first["number"], first["unit"])
    at, count = first.end("unit"), 1
    while (more := _NEXT_IN_LIST.match(text, at)) and count < MOST_SIZES:
        yield billions(more[1], more[2])
        at, count = more.end(), count + 1


def _is_total(text: str, match: re.Match[str], subjects: Subjects) -> bool:
    """False where the size is a bound, a part of the model's parameters, or that of another model."""
    before = text[: match.start()][-80:]
    if _BOUND.search(before) or IN_PART.search(match[0]) or _PART_AFTER.match(text, match.end()):
        return False
    if _OTHERS_AFTER.match(text, match.end()):
        return False
    helper = _OF_A_HELPER.search(before)
    if _HELPED_BY.search(before) or (helper and not _HELPS.search(before[: helper.start()])):
        return False
    return not subjects.told_of_rival(text, match.start(), match.end())


def _listed_before(text: str, unit: str) -> list[float]:
    """The sizes that lead up to the last of a list: 7 and 13 in "7B, 13B and 70B models", 7 in "7 to 70 billion"."""
    match = _LISTED.search(text[-60:])
    sizes = _LISTED_SIZE.findall(match[0]) if match else []
    return [billions(number, own_unit or unit) for number, own_unit in sizes]
