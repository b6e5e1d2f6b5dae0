"""Numbers of examples told in other words than "5-shot", made into these: other languages, "five examples", "零样本".

>>> in_shots("所有评测均为零样本。"), in_shots("Todas las pruebas con 5 ejemplos.")
('所有评测均为 0-shot。', 'Todas las pruebas con 5-shot.')
"""

import re

_WORDS = {
    "零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "八": 8, "十": 10, "単": 1, "单": 1,
    "單": 1, "제로": 0, "원": 1, "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여덟": 8, "열": 10, "ゼロ": 0,
    "ワン": 1, "ファイブ": 5,
    "zéro": 0, "zero": 0, "cero": 0, "null": 0, "un": 1, "uno": 1, "deux": 2, "dos": 2, "dois": 2, "due": 2, "zwei": 2,
    "trois": 3, "tres": 3, "três": 3, "tre": 3, "drei": 3, "quatre": 4, "cuatro": 4, "quatro": 4, "quattro": 4,
    "vier": 4, "cinq": 5, "cinco": 5, "cinque": 5, "fünf": 5, "пять": 5, "пятью": 5, "huit": 8, "ocho": 8, "oito": 8,
    "otto": 8, "acht": 8, "dix": 10, "diez": 10, "dez": 10, "dieci": 10, "zehn": 10,
}  # fmt: skip
_NUMBER = "|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True))
# What stands for "shot" wherever it is said, and "examples", which are shown with a test or with anything else.
_SHOTS = re.compile(
    rf"(?i)(?<![\w-])(?P<west>{_NUMBER})[- ]?(?:shots?|disparos?)\b|"
    rf"(?P<east>{_NUMBER}|\d{{1,2}})\s?-?(?:샷|ショット)|(?P<word>{_NUMBER})\s?-?(?:样本|樣本)|"
    # "10 样本" alone are samples
    r"(?:(?<=采用)|(?<=均为)|(?<=统一)|(?<=采用 )|(?<=均为 ))(?P<led>\d{1,2})\s?-?(?:样本|樣本)|"
    r"(?P<digits>\d{1,2})\s?-?(?:样本|樣本)(?=\s?(?:提示|学习|學習|设置|设定|設定|推理|评[测估]|prompt))"
)
_EXAMPLES = re.compile(
    rf"(?i)(?<![\w.-])(?P<west>{_NUMBER}|\d{{1,2}}) (?:ejemplos?|exemplos?|exemples?|beispiele?n?|esempi[o]?|"
    rf"voorbeelden|пример\w{{0,3}})\b|"
    rf"(?P<east>{_NUMBER}|\d{{1,2}})\s?(?:个|個|条)?(?:少样本)?(?:示例|样例|例子|演示)|(?P<japan>\d{{1,2}})(?:個の)?例(?=を|で|の|と)|"
    rf"(?P<korea>{_NUMBER}|\d{{1,2}})\s?개의? (?:예시|예제)"
)
_HINTS = ("样本", "樣本", "샷", "ショット", "hot", "disparo")
_NOUNS = ("ejempl", "exempl", "beispiel", "esemp", "voorbeeld", "пример", "示例", "样例", "例", "演示", "예시", "예제")
_OF_ELSE = re.compile(
    r"(?i)\b(?:entren|entraîn|trein|train|allena|addestr|обуч)\w*|训练|微调|数据集|학습|학습|学習|データ|datos|données|dados|daten"
)
_OF_TESTS = re.compile(
    r"(?i)\b(?:evalu|évalu|avalia|valuta|auswert|prueba|test|teste|tâche|tarea|tarefa|compit|aufgabe|benchmark|"
    r"resultad|résultat|risultat|ergebnis|тест|оцен|задач)\w*|评测|评估|测试|任务|基准|평가|테스트|벤치마크|評価|テスト|タスク|ベンチマーク"
)
# Questions that a test has, or of which so many were asked, and no examples that were shown.
_OF_THE_TEST = re.compile(
    r"(?i)(?:(?:包含|含有|包括|共有?|只?有|了|每个?\w{0,6}|各\w{0,4})\s?|\b(?:haben|hat|hatten|enth[aä]lt\w*|umfass\w*|"
    r"besteh\w+ aus|tienen?|contien\w+|cont[eé]m|contêm|têm|comporten?t?|comprend\w*|ont|hanno|conten\w+|compren\w+|"
    r"pro|por|par|per|je|jede\w?|cada|chaque|ogni|sur|über|sobre)\b[^.,;:]{0,12} )$"
)
_MOST_CHARS = 600


def may_tell_abroad(text: str) -> bool:
    """A quick look for a word that such a number stands with."""
    folded = text.casefold()
    return any(noun in folded for noun in _NOUNS)


def in_shots(text: str) -> str:
    """The text with such numbers as "5-shot"; examples count only where a test is spoken of, and no training."""
    folded = text.casefold()
    if len(text) > _MOST_CHARS:
        return text
    if any(hint in folded for hint in _HINTS):
        text = _SHOTS.sub(_as_shots, text)
    if any(noun in folded for noun in _NOUNS) and _OF_TESTS.search(text) and not _OF_ELSE.search(text):
        text = _EXAMPLES.sub(_shown, text)
    return text


def _shown(match: re.Match[str]) -> str:
    before = match.string[max(0, match.start() - 30) : match.start()]
    return match[0] if _OF_THE_TEST.search(before) else _as_shots(match)


def _as_shots(match: re.Match[str]) -> str:
    written = next(group for group in match.groups() if group).casefold()
    number = _WORDS[written] if written in _WORDS else int(written)
    before, behind = match.string[match.start() - 1 : match.start()], match.string[match.end() : match.end() + 1]
    return f"{'' if before in ('', ' ') else ' '}{number}-shot{' ' if behind.isalnum() else ''}"
