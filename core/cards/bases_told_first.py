"""Names that stand before the words for what was made from them, and sentences on the parent of another model.

>>> name_told_first("本模型在 Wren-7B 基础上训练。")["name"]
'Wren-7B'
"""

import re

from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.own_model import OwnModel

# Korean, Japanese and Chinese put the name first: "Wren-7B를 파인튜닝한 모델", "以 Wren-7B 为基座".
_NAME_FIRST = re.compile(
    r"(?P<name>(?:[\w.-]{2,40}/)?[A-Z][\w.+-]*(?: (?:v?\d[\w.]*|[A-Z][\w.+-]*)){0,4}?)(?: ?(?:모델|모델을))?"
    r"(?: ?[을를]? ?(?:기반으로|기반의|기반 ?모델|베이스로|바탕으로|파인튜닝(?:한|하여|했)|미세 ?조정(?:한|하여|했)|"
    r"추가 ?학습(?:한|하여|시))|"
    r" ?에 (?:[^\s.。,]{1,16} ){0,6}추가(?:로|적으로)? ?(?:사전 ?)?학습|"
    r" ?を ?(?:ベースに|ベースと|基に|元に|もとに|ファインチューニング(?:し|した)|微調整(?:し|した)|"
    r"追加学習|継続事前学習)|"
    r" ?(?:为|為)(?:基座|底座|基础|基底)|\s?(?:的)?基础上|\s?进行(?:了)?(?:全参数|指令|有监督)?"
    r"(?:微调|继续预训练|增量预训练))",
    re.ASCII,
)
_HINTS_NAME_FIRST = re.compile(
    r"기반|베이스|바탕|튜닝|조정|추가|ベース|基に|元に|もとに|チューニング|微調整|学習|基座|底座|基础|基底|微调|预训练"
)
# "Wren-7B를 기반으로 한 데이터": the data was made with it. "不是": it was not made from it.
_NO_MODEL = re.compile(r"[^，。、,.]{0,3}(?:不是|并非|아니|아닌|ではな|데이터|データ|数据|평가|评测|評価|토크나이저)")
_DATA_SET = re.compile(r"(?i)alpaca-?gpt|sharegpt|ultrachat|openorca|slimorca|(?:data|dataset|corpus|korpus)$")
# "데이터는 Wren-7B를 기반으로", "超越以 Wren-7B 为基座的模型"
_OF_ELSE = re.compile(
    r"(?:데이터(?:셋)?(?:는|은)?|토크나이저(?:는|은)|データ(?:セット)?は|数据(?:集)?(?:由|是)?|超越|超过|优于|胜过|相比|不是|并非)"
    r"\s?(?:以|在|对|由)?\s?$"
)


def name_told_first(text: str) -> re.Match[str] | None:
    """Where a sentence names a model that the card's own was made from, the name first."""
    told = _NAME_FIRST.search(text) if _HINTS_NAME_FIRST.search(text) else None
    if told is None or _NO_MODEL.match(text[told.end() : told.end() + 12]):
        return None
    if _DATA_SET.search(told["name"]):
        return None
    return None if _OF_ELSE.search(text[: told.start()][-12:]) else told


# "Wren-7B is based on Tern-7B": a parent's own parent.
_ANOTHER = re.compile(
    r"\W{0,4}(?P<name>[A-Z][\w.+-]*\d[\w.+-]*)[*_`]{0,3}"
    r"(?:,? (?:which )?(?:is|was|has been)(?: itself| also| an?| \w+ly)? |, | \()$"
)


# "We released Wren-33B, trained from Tern-33B" on the card of Wren-7B: news of a sister.
_NAMED_LAST = re.compile(
    r"(?<![\w/])(?P<name>[A-Z][\w.+-]*\d[\w.+-]*)\W{0,4}"
    r"(?:(?:which |that )?(?:is|was|has been) )?(?:an? |further |\w+ly )?$"
)


def is_told_of_another(before: str, own: OwnModel) -> bool:
    told = _ANOTHER.fullmatch(before[-80:]) if len(before) < 80 else None
    if told is not None and looks_like_model(told["name"]) and own.match(told["name"]) is Match.NONE:
        return True
    last = _NAMED_LAST.search(before[-80:])
    return last is not None and looks_like_model(last["name"]) and own.differs_in_size(last["name"])
