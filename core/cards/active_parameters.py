"""How many parameters of a mixture of experts work on a token: "of which 12.9B are active", "A22B" in a name.

>>> [count.billions for count in active_counts_in("46.7B parameters in total, of which 12.9B are active per token.")]
[12.9]
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.cards.amounts import amount, billions
from core.cards.document import Document
from core.cards.fast_patterns import fast_pattern
from core.cards.own_model import OwnModel


@dataclass(frozen=True)
class ActiveCount:
    billions: float
    start: int = 0
    end: int = 0
    total: float | None = None  # told in the same words: "16B in total and 2.4B activated"


_ACTIVE = (
    r"(?:active|activated|activ[ée]e?s|actifs?|actifs|activos?|activad[oa]s|ativ[oa]s|ativad[oa]s|aktiv\w*|attiv[ioa])"
)
_OF_THEM = (
    r"(?:(?:of (?:them|these|those|which|it|its)|param\w*|weights|model|being|are|is|get|gets|only|sont|sind|davon|de|"
    r"per|son|são|sono|non-embedding) ?){0,5}"
)
_FIRST_ACTIVE = re.compile(rf"(?i){amount()}[\s-]{_OF_THEM}\(?{_ACTIVE}\b(?! learning)")
_OUT_OF = re.compile(
    rf"(?i){amount()} (?:out )?of (?:its|the|these|their|all|a total of) {amount('_total')} ?(?:total )?(?:param\w*|"
    rf"weights)?[ ,]{{0,2}}(?:(?:are|is|get|being) )?(?:{_ACTIVE}|used|in use|at work)\b"
)
_TOTAL_AND_ACTIVE = re.compile(
    rf"(?i)\btotal ?(?:/|and|&) ?{_ACTIVE} param\w*\W{{1,5}}{amount('_total')} ?(?:/|and|&|,) ?{amount()}"
)
_LABELLED = re.compile(
    rf"(?i)\b{_ACTIVE}[ -]param\w*(?: count\b| size\b|\(s\))?(?: ?\(?(?:per|for each|each|pro|par|por) \w+\)?)?"
    rf"(?:\W{{1,5}}|(?: (?:is|are|of|at|about|only|just|roughly)){{1,3}} ){amount()}|"
    rf"\bparam\w* (?:{_ACTIVE})(?: (?:par|por|per) \w+)?\W{{1,5}}{amount('_after')}|"
    rf"(?:激活|活跃)(?:了|的|约|约为)?(?:参数)?(?:量|数)?(?:约)?[^，。,\d]{{0,6}}{amount('_zh')}|"
    rf"(?:アクティブ|活性化?)(?:な)?パラメータ[^。\d]{{0,8}}{amount('_ja')}|"
    rf"활성(?:화)?(?:된|되는)? ?(?:파라미터|매개변수)[^.\d]{{0,8}}{amount('_ko')}"
)
_ACTIVATES = re.compile(
    r"(?i)\b(?:activat(?:es?|ing)|aktiviert|active|activa|ativa|attiva)\b(?: (?:only|just|about|around|roughly|"
    rf"a total of|approximately|nur|etwa|que|solo|apenas|seulement|up to)){{0,3}} ~?{amount()}"
)
_EASTERN_AFTER = re.compile(
    rf"(?i){amount()}\s?(?:个|個)?(?:的|の|의)?\s?(?:参数|パラメータ|파라미터|매개변수)?\s?(?:被|会被|处于|が|를|가|"
    rf"만)?\s?"
    r"(?:激活|アクティブ|活性化|활성)"
)
# "just 2.7 billion of them are used at any one time": only where the words say that it is so for a token.
_FOR_A_TOKEN = r"(?=[^.;]{0,40}\b(?:tokens?|time|step|pass|once|query|inference)\b)"
_USED = re.compile(
    rf"(?i){amount()} ?(?:(?:of (?:them|these|those|which|it|its parameters)|param\w*|weights)\W{{1,2}})?"
    r"(?:(?:are|is|get|being) )?(?:(?:actually|ever) )?(?:used|in use|engaged|employed|touched|consulted|at work|"
    rf"computed|run|working|fire|called on)\b{_FOR_A_TOKEN}|"
    r"\b(?:uses?|engages?|employs?|touches|consults?|runs?) (?:only|just|merely|about|around|no more than) "
    rf"{amount('_using')}(?!\s+(?:\w+ )?(?:tokens?|samples|queries|words|examples)\b){_FOR_A_TOKEN}"
)
# Told by a word for it, or by a count of what a token uses; looked for first, since most sentences have neither.
_HINTS = fast_pattern(
    r"[Aa](?:ct|kt|t|tt)i[vf]|激活|活跃|アクティブ|活性|활성|(?:[bB]|illi\w{1,6})[ -](?:[\w-]{1,12} ){0,9}"
    r"(?:tokens?|time|step|pass|once|query|inference)\b"
)
_TOTAL = re.compile(
    r"(?i)(?:\bout of|\b(?:a )?total of|\btotal\b\W{1,3}|\bin total\W{1,3}|\bholds?|\bof its|\binsgesamt|\bau total|"
    rf"\ben total) ?(?:about |around )?{amount('_a')}|"
    rf"{amount('_b')}[- ](?:param\w* |weights )?(?:in |au |en |no )?total(?:es|e)?\b|{amount('_c')} insgesamt|"
    rf"{amount('_d')}[- ](?:total )?param\w*,? \(?(?:with|of which|and|while|but) "
)
_IN_NAME = re.compile(r"(?i)[-_ ]a(\d{1,3}(?:\.\d{1,2})?)([bm])(?![a-z0-9])")


def active_in_name(name: str) -> ActiveCount | None:
    """22 billion for Kestrel-235B-A22B; None for a name that has no whole size before it.

    >>> active_in_name("Kestrel-235B-A22B"), active_in_name("Kestrel-A2B")
    (ActiveCount(billions=22.0, start=0, end=0, total=None), None)
    """
    match = _IN_NAME.search(name)
    if match is None or not re.search(r"(?i)\d[bt](?![a-z0-9])", name[: match.start()]):
        return None
    return ActiveCount(billions(match[1], match[2]))


def active_counts_in(text: str) -> Iterator[ActiveCount]:
    """What a sentence says to be active for a token, with the place of each number."""
    if not _HINTS.search(text) or not any(sign.isdigit() for sign in text):
        return
    total = _total_in(text)
    for pattern in (_TOTAL_AND_ACTIVE, _OUT_OF, _FIRST_ACTIVE, _LABELLED, _ACTIVATES, _EASTERN_AFTER, _USED):
        found = [_count(match, total) for match in pattern.finditer(text)]
        if found:
            yield from found
            return


def _count(match: re.Match[str], total: float | None) -> ActiveCount:
    number, unit = _amount_of(match)
    told = billions(match[number], match[unit])
    if match.re in (_OUT_OF, _TOTAL_AND_ACTIVE):
        total = billions(match["number_total"], match["unit_total"])
    return ActiveCount(told, match.start(number), match.end(unit), total if total and total > told else None)


def _amount_of(match: re.Match[str]) -> tuple[str, str]:
    """The names of the groups that hold the amount."""
    number = next(
        name
        for name, value in match.groupdict().items()
        if name.startswith("number") and value and name != "number_total"
    )
    return number, number.replace("number", "unit")


def _total_in(text: str) -> float | None:
    match = _TOTAL.search(text)
    if match is None:
        return None
    number, unit = _amount_of(match)
    return billions(match[number], match[unit])


_ACTIVE_SIZE = re.compile(rf"(?i)^\W{{0,3}}{amount()}")
_ACTIVE_CELL = re.compile(
    r"(?i)^\W{0,4}(?:(?:num(?:ber)?|no)\.? (?:of )?)?#? ?(?:activ(?:e|ated)|"
    r"激活)(?:[ _-]?(?:param\w{0,12}|参数\w{0,4}))?\W{0,4}$"
)


def active_in_columns(document: Document, own: OwnModel) -> set[float]:
    """What stands below "#Activated Params" in the own rows: "DeepSeek-V3 | 671B | 37B"."""
    for table in document.tables:
        column = next((j for j, cell in enumerate(table.rows[0]) if j and _ACTIVE_CELL.match(cell.text)), None)
        if column is None:
            continue
        rows = [row for row in table.rows[1:] if column < len(row) and own.match(row[0].text)]
        best = max((own.match(row[0].text) for row in rows), default=None)
        cells = [_ACTIVE_SIZE.match(row[column].text) for row in rows if own.match(row[0].text) is best]
        told = {billions(cell["number"], cell["unit"]) for cell in cells if cell}
        if told:
            return told
    return set()
