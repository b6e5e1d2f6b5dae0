"""An earlier version of the model and the present one, told in other languages: "Vorgängerversion", "上一版本".

>>> [told[2] for told in find_versions_abroad("旧版の MMLU は 48.8、本モデルは 51.3 です。")]
['旧版', '本モデル']
"""

import re

_EARLIER = (
    r"(?:(?:(?:die|der|das|zur|vom|zum|dem|den|seiner?|ihrer?|unserer?) )?"
    r"(?:vor(?:gänger)?[- ]?(?:version|modell)|vorgänger|(?:vorherigen?|vorigen?|früheren?|älteren?|alten?|letzten?) "
    r"(?:version|fassung|modell(?:version)?))|"
    r"(?:(?:la|à la|sa|notre) )?(?:version (?:précédente|antérieure)|(?:ancienne|précédente) version)|"
    r"(?:(?:le|du|au|son) )?(?:prédécesseur|modèle précédent)|"
    r"(?:(?:la|a|à|da|su|sua|nuestra|nossa|alla|della) )?(?:versión|versão|versione) "
    r"(?:anterior|previa|prévia|precedente|antigua|antiga)|"
    r"(?:(?:el|del|o|do|al|il|su|seu) )?(?:modelo anterior|modello precedente|predecessore|predecesor|antecesor)|"
    r"(?:предыдущ(?:ая|ей|ую)|прошл(?:ая|ой|ую)|стар(?:ая|ой|ую)) (?:верси[яией]|модел[ьи])|"
    r"(?:上一个?|上个|前一个?|先前|之前的?|此前的?|以前的?|早期|较早)(?:版本?|代|版模型|代模型)|旧版(?:本|模型)?|"
    r"前代(?:模型)?|前作|(?:旧|前|以前の|従来の?|一つ前の)(?:バージョン|版|モデル)|"
    r"(?:이전|기존|과거|지난|구) ?(?:버전|모델|세대))"
)
_PRESENT = (
    r"(?:(?:本|当前|新|最新|该|此|这个)版本?(?!型|权|本)|本モデル|(?:本|現|新|最新)バージョン|本模型|我们(?:的)?模型|"
    r"(?:본|우리|저희|이) ?모델|(?:dieses|unser) modell|(?:ce|notre) modèle|(?:este|nuestro|nosso) modelo|"
    r"(?:현재|이번|새|신규|새로운|최신) ?(?:버전|모델)|(?:diese|die (?:neue|aktuelle)) version|"
    r"(?:cette|la (?:nouvelle|présente)) version|(?:esta|la (?:nueva|actual)) versión|(?:esta|a (?:nova|atual)) versão)"
)
_TOLD = re.compile(
    rf"(?i)(?<![A-Za-zÀ-ɏ])(?P<name>{_EARLIER}|{_PRESENT})(?![A-Za-zÀ-ɏ])(?=[^.;,，。；、]{{0,60}}?\d[.,]?\d)"
)
_EARLIER_ALONE = re.compile(rf"(?i){_EARLIER}")
_PRESENT_ALONE = re.compile(rf"(?i){_PRESENT}")
# "Im Vergleich zur Vorversion steigt MMLU auf 51,3": what it is measured against has a number only in its brackets.
_COMPARED = re.compile(
    r"(?i)(?:vergleich|verglichen|gegenüber|als|rapport|comparé\w*|que|quant|compara\w*|respecto|relação|"
    r"confront\w*|rispetto|сравнени\w*|чем|相比|对比|比|比起|较|相较|于|與)"
    r"(?: (?:zu[rm]?|mit|der|dem|die|à|a|al|alla|con|com|с|со|la|le|el|o))?[\s于於]{0,2}$"
)
_ON_COMPARING = re.compile(r"\s?(?:相比|比|より|と比|に比|から|보다|대비|에 비|와 비|을 |를 )")
_IN_ITS_BRACKETS = re.compile(r"\s?(?:[(（]|的)[^()（）]{0,25}\d")
_HINTS = (
    "version", "vorgänger", "modell", "modèle", "modelo", "prédécesseur", "prede", "antecesor", "versión", "versão",
    "верси", "модел", "模型", "版", "代", "前作", "バージョン", "モデル", "버전", "모델", "세대",
)  # fmt: skip


def find_versions_abroad(text: str) -> list[tuple[int, int, str]]:
    """Start, end and words of each version that a sentence gives a number to."""
    folded = text.casefold()
    if not any(hint in folded for hint in _HINTS):
        return []
    return [(*match.span("name"), match["name"]) for match in _TOLD.finditer(text) if _has_number(text, match)]


def _has_number(text: str, told: re.Match[str]) -> bool:
    name = told["name"].casefold()
    against = name.startswith(("zur ", "zum ", "à la ", "alla ", "à ")) or _COMPARED.search(text[: told.start()][-24:])
    if not against and not _ON_COMPARING.match(text, told.end()):
        return True
    return bool(_IN_ITS_BRACKETS.match(text, told.end()))


def is_earlier_version(words: str) -> bool:
    return bool(_EARLIER_ALONE.fullmatch(words))


def is_present_version(words: str) -> bool:
    return bool(_PRESENT_ALONE.fullmatch(words))
