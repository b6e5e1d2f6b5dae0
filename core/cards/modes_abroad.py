"""Whether a model thought before it answered, said in other languages than English: "思考あり", "ohne Denken".

>>> [thinking_abroad(text) for text in ("Wren-7B（思考モード）", "Wren-7B (비사고 모드)", "思考力")]
['thinking', 'non-thinking', None]
"""

import re
from functools import lru_cache

_THOUGHT = (
    r"(?:denk(?:modus|en)|nachdenken|réflexion|raisonnement|razonamiento|pensamiento|raciocínio|pensamento|ragionamento|"
    r"рассуждени(?:ями|ем|й|я|е)|размышлени(?:ями|ем|й|я|е))"
)
_MODE = r"(?:(?:mode|modo|modalità|modus|режим)(?: (?:de|di|mit)| d['’])? ?)"
_NONE = re.compile(
    rf"(?i)\b(?:ohne|sans|sin|sem|senza|без|kein|pas de) {_MODE}?{_THOUGHT}|"
    r"(?:非|无|無|不|关闭|關閉|禁用|没有)(?:深度)?(?:思考|推理)(?:模式|モード)?|(?:思考|推論|推理)(?:モード)?"
    r"(?:なし|無し|オフ|无效|無効|关闭|關閉)|비 ?(?:사고|추론)(?: ?모드)?|"
    r"(?:사고|추론|생각)(?: ?모드)? ?(?:없음|없이|끔|꺼짐|미사용|off)"
)
_SOME = re.compile(
    rf"(?i)\b(?:mit|avec|con|com|с|со) {_MODE}?{_THOUGHT}|{_MODE}{_THOUGHT}|\bdenkmodus\b|"
    r"(?:深度思考|思考模式|推理模式|思考モード|推論モード)|(?:开启|開啟|启用|打开|有)(?:深度)?思考(?:模式)?|"
    r"思考(?:あり|有り|オン|開啟|开启)|"
    r"[(（【\[]\s?(?:深度)?思考\s?[)）】\]]|(?:사고|추론|생각)(?: ?모드)? ?(?:있음|사용|켬|켜짐|on)|"
    r"(?:사고|추론) ?모드|"
    r"[(（【\[]\s?(?:사고|추론)\s?[)）】\]]"
)
_LATIN = ("enken", "aisonnement", "enkmodus", "azonamiento", "ensamiento", "agionamento", "ensamento")


_MOST_CHARS = 80  # in longer texts the words may tell of anything


@lru_cache(maxsize=8192)
def thinking_abroad(text: str) -> str | None:
    """The mode that a text tells in another language; None where it tells none."""
    if text.isascii() and (len(text) > _MOST_CHARS or not any(hint in text for hint in _LATIN)):
        return None
    if len(text) > 4 * _MOST_CHARS:
        return None
    if _NONE.search(text):
        return "non-thinking"
    return "thinking" if _SOME.search(text) else None


def without_modes_abroad(text: str) -> str:
    """The text without such words."""
    return _SOME.sub(" ", _NONE.sub(" ", text)) if thinking_abroad(text) else text
