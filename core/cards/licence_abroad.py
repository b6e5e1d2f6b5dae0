"""The licence as cards name it in other languages than English: "steht unter der MIT-Lizenz", "采用 Apache 2.0 协议".

>>> licence_abroad("Das Modell steht unter der MIT-Lizenz.")
'MIT'
"""

import re

from core.cards.licence_names import KNOWN
from core.cards.licence_subjects import MODEL, WEIGHTS, is_of_other_work

_EASTERN = re.compile(
    r"(?:采用|遵循|遵守|依照|按照|基于|使用)(?:了|的是)?\s*[《「]?(?P<zh>(?=[A-Za-z\u4e00-\u9fff])(?:(?!遵循|采用|"
    r"依照)[\w.+ -]){2,40}?)[》」]?\s*(?:开源)?(?P<kind>许可证|许可协议|许可|协议|授权)(?!方|人|者|书|号)|"
    r"(?P<ko>[A-Z][\w.+ "
    r"-]{1,40}?)\s*라이선스|(?P<ja>[A-Z][\w.+ -]{1,40}?)\s*ライセンス|(?:在|以|根据|遵照)\s?(?P<under>[A-Z][\w.+ "
    r"-]{1,40}?)\s*(?:开源)?(?:许可证|许可协议|许可|协议)(?:下|发布|开源|授权)"
)
# "steht unter der MIT-Lizenz", "sous licence MIT", "bajo la licencia Apache 2.0"; the name stands on either side.
_LATIN_NAME = r"[A-Z][\w.+-]{1,30}(?: (?:v?\d[\w.]{0,6}|[A-Z][\w.+-]{0,20})){0,4}"
_ABROAD = re.compile(
    r"(?i:\bunter |\bmit |\bonder |\bunder |\bna )(?i:der |einer |dem |den |de |het |een |"
    r"licencji )?(?i:freien |offenen )?(?P<de>[A-Z][\w.+]{1,20}(?:[ "
    r"-][\w.+]{1,20}){0,4}?)[- ](?i:lizenz|licentie|licens(?:en)?|licen[cs]e)|"
    rf"(?i:\bsous|\bselon|\bbajo|\bcon|\bcom|\bsob|\bsotto|\bpar|\bsecondo)(?i: la| une| una| a| uma)? (?i:licence|"
    rf"licencia|licença|licenza)(?i: libre| abierta)? (?P<latin>{_LATIN_NAME})|(?i:\bsteht|\bstehen|\bveröffentlicht|"
    rf"\bverfügbar|\blizenziert|\bdisponible|\bpublié|\bdistribué\w*|\bpublicado|\bdistribuido|\bdistribuído|"
    rf"\bdisponível|\brilasciato|\bdisponibile) (?i:unter|sous|bajo|sob|sotto) (?P<plain>{_LATIN_NAME})|(?i:\blicence|"
    rf"\blicencia|\blicença|\blicenza) (?P<said>(?:MIT|Apache|CC|BSD|A?GPL|LGPL|OpenRAIL)[\w.-]{{0,20}}(?: "
    rf"\d[\w.]{{0,6}}|"
    r" [A-Z][\w.-]{0,12}){0,2})|\b(?P<adjective>MIT|Apache-2\.0|BSD|GPL)-lizenziert"
)
# "ライセンスはApache 2.0です", "许可证为 MIT": behind the word for licence.
_EASTERN_BEHIND = re.compile(
    rf"(?a)(?:许可证|许可协议|开源协议)(?:为|是|采用)\s?(?P<zh>{KNOWN})|라이선스(?:는|은)\s?(?P<ko>{KNOWN})|"
    rf"ライセンス(?:は|として|には)、?\s?(?P<ja>{KNOWN})"
)
_MAY_BE_ABROAD = re.compile(r"[Ll]izen|-licens\b|[Ll]icen[cçz]| (?:unter|sous|bajo|sob|sotto|onder) ")  # found fast
_DENIED_ABROAD = re.compile(r"(?i)\b(?:nicht|kein\w*|pas|jamais|no|não|non|nunca)\b[^.;,]{0,24}$")
EAST_ASIAN = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")
_CLAUSE = re.compile(r"[，；;。]")


def licence_abroad(text: str) -> str | None:
    """The name of the licence in a sentence of another language; None where it gives none for the model."""
    if _MAY_BE_ABROAD.search(text) and (abroad := _ABROAD.search(text)):
        denied = _DENIED_ABROAD.search(text[: abroad.start()][-40:])
        told = MODEL.search(text) or WEIGHTS.search(text) or abroad.start() < 60
        return None if denied or not told else _abroad_name(abroad)
    return _in_eastern(text) if EAST_ASIAN.search(text) else None


def _abroad_name(match: re.Match[str]) -> str:
    """The name, with the number that may follow the word for licence: "Apache-Lizenz 2.0"."""
    name = next(name for name in match.groups() if name).strip(" .")
    name = re.sub(r"(?i)[ -]open[- ]?source$", "", name)
    numbered = re.match(r"(?i)(?: Version| v)? ?\d(?:\.\d)?(?!\w)", match.string[match.end() :])
    return f"{name}{numbered[0]}" if numbered and not name[-1].isdigit() else name


def _in_eastern(text: str) -> str | None:
    # "The code is under A, the weights are under B" is one sentence; the clause about the weights counts.
    clauses = [clause for clause in _CLAUSE.split(text) if WEIGHTS.search(clause)]
    for clause in clauses or ([text] if MODEL.search(text) or WEIGHTS.search(text) else []):
        if match := _EASTERN.search(clause):
            name = _eastern_name(match)
            return None if match["zh"] and _NO_NAME_ZH.search(match["zh"]) else name
    behind = None if is_of_other_work(text) else _EASTERN_BEHIND.search(text)
    return next(name for name in behind.groups() if name).strip(" .") if behind else None


# "按照如下方式联系许可方": an instruction, and no name.
_NO_NAME_ZH = re.compile(
    r"如下|以下|下列|上述|方式|联系|申请|获得|取得|邮件|填写|通过|请|商业|您|我们|相关|相应|对应|^(?:开源|官方)$"
)


def _eastern_name(match: re.Match[str]) -> str:
    """The name alone where it is a Latin one ("Apache-2.0"), else with the word for licence that ends it."""
    if latin := match["ko"] or match["ja"] or match["under"]:
        return latin.strip(" .")
    name = match["zh"].strip(" .")
    return name if name.isascii() else f"{name}{match['kind']}"
