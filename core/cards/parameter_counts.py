"""How many parameters a card's model has: in its name, in tables, in lines with a label, in sentences.

A mixture of experts has two counts, all parameters and those active for a token; they are kept apart. What a card
tells of rivals, of teachers, of adapters or of the parameters without embeddings is no count of the whole model.
"""

import re
from collections.abc import Iterable, Iterator

from core.cards.active_parameters import ActiveCount, active_counts_in, active_in_name
from core.cards.amounts import amount, billions, in_digits
from core.cards.context_length import lengths_in_millions
from core.cards.document import Document
from core.cards.fact_tables import told_in_tables
from core.cards.name_words import words_of
from core.cards.own_model import OwnModel
from core.cards.told_of_rivals import Subjects

_NOUN = (
    r"(?:param[aeè]ter[ns]?\b|parameters?|params?\b|paramètres|parámetros|parâmetros|parametri|parametre|parametrów|"
    r"параметр[а-я]{0,2}|tham số|weights\b|Gewichte\b|参数|參數|パラメータ|파라미터|매개 ?변수|models?|llm|language "
    r"model)"
)
_PARAMETERS = re.compile(
    rf"(?i){amount()}[\s-]*(?:个|個|개)?(?:의|の|的)?\s?(?:模型)?"
    rf"(?:(?!\d|(?:and|or|to) \d|(?:tokens?|samples|words|examples|documents|images)\b)\w+\s){{0,3}}?{_NOUN}"
)
_EASTERN_LABEL = re.compile(
    r"(?i)(?<!激活)(?<!激活的)(?:参数总?量|总参数量?|参数规模|参数为|参数(?=[:：])|パラメータ(?:ー)?(?:数|規模|サイズ)|"
    rf"(?<!활성 )(?<!활성화 )(?:매개변수|파라미터)(?: ?수| ?개수| ?규모)?)[^，。,\d激活활]{{0,8}}{amount()}"
)
_WRITTEN_OUT = re.compile(r"(?i)(?<![\d,.])(\d{1,3}(?:[,.]\d{3}){2,4}) (?:[\w-]+ ){0,2}param(?:eter)?[sn]?\b")
_COUNTED = r"(?:params?\b|param[ae]ters?\b)"
_LABEL_WORDS = (
    rf"(?:(?:total|model|number of|no\.? of|# ?of|#|overall|llm) ?){{0,3}}(?:{_COUNTED}(?: (?:count|size)\b)?|size\b|"
    r"sizes\b|weights\b)|(?:Anzahl|Zahl) der (?:Modell)?parameter|Parameter(?:an)?zahl|Modellgröße|Nombre (?:total "
    r")?de paramètres|Taille(?: du modèle)?|(?:Número|Cantidad) (?:total )?de par[áâ]metros|Tama[ñn]h?o(?: d[eo]l? "
    r"modelo)?|Numero di parametri|Dimensioni? del modello|Par[áâ]metros|Paramètres|Parametri|"
    r"(?:模型)?(?:总)?(?:参数总?量?|参数规模)|模型(?:大小|规模|尺寸)|パラメータ数?|モデルサイズ|파라미터(?: 수)?|모델 "
    r"크기"
)
# "Number of Parameters (Non-Embedding)" counts less than the whole.
_LABELLED = re.compile(
    rf"(?i)^\W{{0,6}}(?:{_LABEL_WORDS})(?: ?[(（](?P<aside>[^()（）]{{1,30}})[)）])?\W{{1,6}}"
    rf"(?:(?:about|approx\w*\.?|around|roughly|ca\.?|circa|environ|etwa|total(?: of)?|约|約|약) ?)?"
    rf"(?:{amount()}|(?P<whole>\d{{1,3}}(?:,\d{{3}}){{2,4}}|\d{{1,3}}(?:\.\d{{3}}){{2,4}})\b(?![.,]\d))"
)
_IN_PART = re.compile(
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
_NEXT_IN_LIST = re.compile(r"(?i)\s?(?:[,/&、]|and|or|et|und|y)\s?(\d{1,4}(?:\.\d+)?)\s?([bm])(?![\w])")
# "the best model under 10B parameters" and "surpasses 70B models" tell the size of others.
_BOUND = re.compile(
    r"(?i)\b(?:less than|fewer than|more than|under|below|over|up to|within|than|beats?|matche?s|rivals|surpass\w*|"
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
_PARAMETER_CELL = re.compile(rf"(?i)^\W*(?:{_LABEL_WORDS})(?: ?[(（](?P<aside>[^()（）]{{1,30}})[)）])?\W*$")
_SIZE_CELL = re.compile(rf"(?i)^\W{{0,3}}{amount()}")
_MOST_SENTENCES = 60
_MOST_SIZES = 8


def find_parameters(
    document: Document, prose: Iterable[str], own: OwnModel, bases: Iterable[str]
) -> tuple[tuple[float, ...], float | None]:
    """All parameters in billions, several for a series, and those active for a token where the card tells them."""
    texts = [in_digits(text[:600]) for text in prose]
    subjects = Subjects.of(document, own, bases)
    active = _active(document, texts, own, subjects)
    sizes = _parameters(document, texts, own, subjects)
    if active is not None and sizes and active.billions >= max(sizes):
        active = None
    return sizes, active.billions if active else None


def _active(document: Document, texts: list[str], own: OwnModel, subjects: Subjects) -> ActiveCount | None:
    if (named := next((count for name in own.names if (count := active_in_name(name))), None)) is not None:
        return named
    if column := _active_in_columns(document, own):
        return column
    rows = [f"{fact.label}: {fact.value}" for fact in told_in_tables(document, own)]
    for text in (*rows, *texts):
        for count in active_counts_in(text):
            if not subjects.told_of_rival(text, count.start, count.end):
                return count
    return None


_ACTIVE_CELL = re.compile(
    r"(?i)^\W{0,4}(?:(?:num(?:ber)?|no)\.? (?:of )?)?#? ?(?:activ(?:e|ated)|"
    r"激活)(?:[ _-]?(?:param\w{0,12}|参数\w{0,4}))?\W{0,4}$"
)


def _active_in_columns(document: Document, own: OwnModel) -> ActiveCount | None:
    """What stands below "#Activated Params" in the own row, if its rows agree: "DeepSeek-V3 | 671B | 37B"."""
    for table in document.tables:
        column = next((j for j, cell in enumerate(table.rows[0]) if j and _ACTIVE_CELL.match(cell.text)), None)
        if column is None:
            continue
        rows = [row for row in table.rows[1:] if column < len(row) and own.match(row[0].text)]
        best = max((own.match(row[0].text) for row in rows), default=None)
        cells = [_SIZE_CELL.match(row[column].text) for row in rows if own.match(row[0].text) is best]
        told = {billions(cell["number"], cell["unit"]) for cell in cells if cell}
        if len(told) == 1:
            return ActiveCount(told.pop())
    return None


def _parameters(document: Document, texts: list[str], own: OwnModel, subjects: Subjects) -> tuple[float, ...]:
    named = [(name, size) for name in own.names for size in _sizes_in(name)]
    told = _told_parameters(document, texts, own, subjects)
    sizes = [size for _, size in named]
    if named and not (_MAY_BE_CONTEXT.fullmatch(sizes[0]) and len(set(sizes)) == 1):
        if told and _is_foreign_file(named[0][0], document, own):
            return told
        size = billions(sizes[0][:-1], sizes[0][-1])
        return (_finer(document, texts, own, size) or size,)
    return told or tuple(billions(size[:-1], size[-1]) for size in sizes[:1])


def _sizes_in(name: str) -> list[str]:
    """The sizes in a name; "1M" beside one in billions is a length of context, "A22B" counts what is active."""
    words = words_of(name)
    sizes = sorted(size for size in words.sizes - lengths_in_millions(words) if size[-1] in "bm" and "x" not in size)
    active = active_in_name(name)
    return [size for size in sizes if active is None or billions(size[:-1], size[-1]) != active.billions]


def _is_foreign_file(name: str, document: Document, own: OwnModel) -> bool:
    """True for "notes2b_final", a file's name that has no word of the model's that the card prints."""
    if "/" in name or any(_sizes_in(other) for other in own.names if other != name):
        return False
    words = {word for word in words_of(name).words if word.isalpha() and len(word) > 2}
    printed = "\n".join([*own.names[1:], *(line[:300] for line in document.lines[:60])]).casefold()
    return name.casefold() not in printed and not any(word in printed for word in words)


# "Lumen-1M" may be a model of a million parameters or one with a million tokens of context; its card tells.
_MAY_BE_CONTEXT = re.compile(r"(?:10|\d)m")
_ITSELF = re.compile(r"(?i)\W{0,4}(?:it|this model|the model|our model|with)\b")
_SOMEBODY_ELSE = re.compile(
    r"(?i)\b(?:distill\w*|teacher|student|draft|based on|than|like|from|against|compared|tokens|merge\w*|reward)\b"
)


def _finer(document: Document, texts: list[str], own: OwnModel, size: float) -> float | None:
    """7.24 for a model called 7B: what the card tells of the same model, more finely than its name does."""
    rows = [f"{fact.label}: {fact.value}" for fact in told_in_tables(document, own)]
    for text in (*rows, *texts):
        # A label tells its own model, so that it may be further from the name: 1.24B of a "1B".
        for told in _labelled(text):
            if told % 1 and (_is_near(told, size, 0.3) or int(told) == size):  # 1.72B may be called "1B"
                return told
    for text in texts:
        if (itself := _ITSELF.match(text)) is None and not (own.name and text.startswith(own.name)):
            continue
        begun = itself.end() if itself else len(own.name or "")
        found = [(match.start(), _written_out(match)) for match in _WRITTEN_OUT.finditer(text[:200])] + [
            (match.start(), billions(match["number"], match["unit"]))
            for match in _PARAMETERS.finditer(text[:200])
            if "." in match["number"] and "param" in match[0].casefold()
        ]
        if finer := next(
            (told for at, told in found if _is_near(told, size, 0.12) and not _SOMEBODY_ELSE.search(text[begun:at])),
            None,
        ):
            return finer
    return None


def _is_near(told: float, size: float, most: float) -> bool:
    return told != size and abs(told - size) < most * size


def _written_out(match: re.Match[str]) -> float:
    """2.6143 for "2,614,341,888 parameters"."""
    return round(int(re.sub(r"\D", "", match[1])) / 1e9, 4)


def _labelled(text: str) -> tuple[float, ...]:
    """The sizes of a line that begins with the label for them; none where it counts a part of the parameters."""
    match = _LABELLED.match(text)
    if match is None or (match["aside"] and _IN_PART.search(match["aside"])) or _PART_AFTER.match(text, match.end()):
        return ()
    if match["whole"]:
        return (round(int(re.sub(r"\D", "", match["whole"])) / 1e9, 4),)
    found = [billions(match["number"], match["unit"])]
    at = match.end()
    while (more := _NEXT_IN_LIST.match(text, at)) and len(found) < _MOST_SIZES:
        if _PART_AFTER.match(text, more.end()):
            break
        found.append(billions(more[1], more[2]))
        at = more.end()
    return tuple(found)


def _told_parameters(document: Document, texts: list[str], own: OwnModel, subjects: Subjects) -> tuple[float, ...]:
    found = [*_in_columns(document, own)]
    for fact in told_in_tables(document, own):
        found += _labelled(f"{fact.label}: {fact.value}")
    for text in texts[:_MOST_SENTENCES]:
        if found:
            break
        found += _labelled(text) or _in_sentence(text, subjects)
    return tuple(dict.fromkeys(found))[:_MOST_SIZES]


def _in_columns(document: Document, own: OwnModel) -> Iterator[float]:
    """The sizes below a header that says "Parameters", in the rows of the card's own models."""
    for table in document.tables:
        for j, cell in enumerate(table.rows[0]):
            if (label := _PARAMETER_CELL.match(cell.text)) and not _IN_PART.search(label["aside"] or ""):
                for row in table.rows[1:]:
                    if j < len(row) and (size := _SIZE_CELL.match(row[j].text)) and own.match(row[0].text):
                        yield billions(size["number"], size["unit"])


def _in_sentence(text: str, subjects: Subjects) -> Iterator[float]:
    if not any(sign.isdigit() for sign in text):
        return
    active = list(active_counts_in(text))
    for match in _PARAMETERS.finditer(text):
        if _is_total(text, match, subjects) and not any(
            count.start <= match.start("number") < count.end for count in active
        ):
            yield from _listed_before(text[: match.start()], match["unit"])
            yield billions(match["number"], match["unit"])
    yield from (
        _written_out(match)
        for match in _WRITTEN_OUT.finditer(text)
        if not subjects.told_of_rival(text, match.start(), match.end())
    )
    for match in _EASTERN_LABEL.finditer(text):
        if not any(count.start <= match.start("number") < count.end for count in active):
            yield billions(match["number"], match["unit"])
    for count in active:
        if count.total is not None:
            yield count.total


def _is_total(text: str, match: re.Match[str], subjects: Subjects) -> bool:
    """False where the size is a bound, a part of the model's parameters, or that of another model."""
    before = text[: match.start()][-80:]
    if _BOUND.search(before) or _IN_PART.search(match[0]) or _PART_AFTER.match(text, match.end()):
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
