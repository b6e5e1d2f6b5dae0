"""What a card says about the model itself: size, architecture, context, licence, origin, cutoff, languages."""

import re
from collections.abc import Iterable

from core.cards.base_model import base_in_prose
from core.cards.document import Document
from core.cards.front_matter import Entry
from core.cards.licence_words import licence_of_badges, read_licence
from core.cards.own_model import OwnModel, words_of
from core.cards.reading import About

_MONTHS = {
    name: i + 1
    for i, name in enumerate(["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])
}
_DATE = re.compile(
    r"(?P<iso>20[12]\d)[-/.年]\s?(?P<iso_month>0?[1-9]|1[0-2])(?!\d)|(?P<month>jan|feb|mar|apr|may|jun|"
    r"jul|aug|sep|oct|nov|dec)[a-z]*\.?,?\s+(?:\d{1,2},?\s+)?(?P<year>20[12]\d)"
    r"|(?P<kyear>20[12]\d)년\s?(?P<kmonth>\d{1,2})월|(?P<only>20[12]\d)(?![\d.])",
    re.IGNORECASE,
)
_YEAR = re.compile(r"20[12]\d")
CUTOFF = re.compile(
    r"(?i)\b(?:knowledge|training|pre-?training|data)[\s-]*(?:data)?\s*cut-?\s?off\b|"
    r"\bcut-?off\b(?:\s+date)?(?=[^.]{0,60}20[12]\d)|\bknowledge (?:is |was )?(?:last )?(?:updated|"
    r"until|up to)\b|"
    r"\bdata (?:up to|until|through|collected (?:up to|until|before))\b|知识截止|数据截止|训练数据截止|지식 (?:컷오프|"
    r"기준)|학습 데이터.{0,10}(?:까지|기준)|知識カットオフ|\bdata freshness\b"
)
_CONTEXT = re.compile(
    r"(?i)(\d{1,4}(?:[.,]\d{1,3})?)\s?([kKmM])?(?:-|\s)?(?:tokens?)?(?:\s|-)*(?:of\s|long\s|的)?(?:context|kontext|"
    r"ctx|上下文|컨텍스트|コンテキスト)|(?:context|sequence)[\s_-]*(?:length|window|size|len)[^.\n"
    r"]{0,40}?(?<![\w.])(\d{1,4}(?:[.,]\d{3})*(?:\.\d+)?)\s?([kKmM])?\b|"
    r"(?:^|[^\w ]\s*)(?:(?:max(?:imum)?|native) )?(?:context|kontext|n_?ctx)\W{0,5}(\d{1,4}(?:[.,]\d{3})*)\s?"
    r"([kKmM])?\b|"
    r"(?:上下文|序列)[^。\n]{0,20}?(\d+)\s?([kKmM])|(\d[\d,]*)\s?([kKmM])?\s?(?:个)?(?:토큰|词元|トークン)의?的?の?\s?"
    r"(?:최대 )?(?:上下文|컨텍스트|문맥|コンテキスト)|컨텍스트[^.\n]{0,20}?(\d[\d,]*)\s?([kKmM])?|"
    r"コンテキスト[^。\n]{0,20}?(\d[\d,]*)\s?([kKmM])?"
)
_NO_CONTEXT = re.compile(r"(?i)\b(?:no|not|without|instead of|unlike|than)\s(?:an? |the )?$")  # "has no 128k context"
_PARAMETERS = re.compile(
    r"(?i)(?<![A-Za-z0-9_.])(\d{1,4}(?:\.\d+)?)\s?(b|m|billion|million|t|"
    r"trillion)[\s-]*(?:(?!\d|(?:and|or|to) \d)\w+\s){0,3}?(?:parameters?|params?|参数|파라미터|"
    r"models?|llm|language model)"
)
# 70 亿 and 70억 are 7 billion: the sign counts hundreds of millions.
_EASTERN_PARAMETERS = re.compile(
    r"(\d{1,5}(?:\.\d+)?)\s?(?:亿|億|억)\s?(?:개의?\s?)?(?:模型)?(?:参数|參數|파라미터|매개 ?변수|パラメータ)|"
    r"(?:参数量?|参数规模|파라미터(?: 수)?)[^，。\d]{0,6}(\d{1,5}(?:\.\d+)?)\s?(?:亿|億|억)|"
    r"(?<!激活)(?:模型)?(?:总)?(?:参数量|参数规模)[^，。\d]{0,6}(\d{1,4}(?:\.\d+)?)\s?[bB](?![a-z])"
)
_BOUND = re.compile(r"(?i)\b(?:less than|fewer than|more than|under|below|over|up to|within)\s*$|小于|低于|以下")
_LISTED_SIZE = re.compile(r"(?i)(\d{1,4}(?:\.\d+)?)\s?([bm](?![a-z])|billion|million)?")
_LISTED = re.compile(
    r"(?i)(?:(?<![\w.])\d{1,4}(?:\.\d+)?\s?(?:[bm](?![a-z])|billion|million)?\s?(?:,? (?:and|or|to) |[,/&、] ?))+$"
)
_PARAMETER_CELL = re.compile(
    r"(?i)^\W*(?:#\s*)?(?:(?:total|number of|model)\s*)?(?:params?|parameters?|"
    r"model size|size|参数量?|파라미터(?: 수)?)\W*$"
)
_SIZE = re.compile(r"^\s*(\d{1,4}(?:\.\d+)?)\s?([BMT])\b")
_ARCHITECTURE = re.compile(
    r"(?i)\b((?:decoder-only |autoregressive |auto-regressive |dense |sparse )*(?:mixture[- ]of[- "
    r"]experts|moe|transformer|mamba|state[- ]space|rwkv|hybrid)(?: (?:architecture|model|decoder|"
    r"language model))?)\b"
)


def read_about(document: Document, front: Entry | None, own: OwnModel) -> About:
    prose = [sentence.text for sentence in document.prose()]
    return About(
        parameters_b=_parameters(document, prose, own),
        architecture=_architecture(document, prose),
        context_length=_context(document, prose),
        licence=_licence(front, prose, document),
        base_model=_values(front, "base_model") or base_in_prose(prose, own),
        relation=_relation(front, own, prose),
        cutoff=_cutoff(document),
        languages=_values(front, "language"),
        datasets=_values(front, "datasets"),
        publisher=own.name.split("/")[0] if own.name and re.fullmatch(r"[\w.-]+/[\w.-]+", own.name) else None,
    )


def parse_date(text: str) -> str | None:
    """The first month or year in a text as YYYY-MM or YYYY.

    >>> parse_date("cutoff of December 2023"), parse_date("up to 2024")
    ('2023-12', '2024')
    """
    match = _DATE.search(text)
    if not match:
        return None
    if match["iso"]:
        return f"{match['iso']}-{int(match['iso_month']):02}"
    if match["year"]:
        return f"{match['year']}-{_MONTHS[match['month'][:3].lower()]:02}"
    if match["kyear"]:
        return f"{match['kyear']}-{int(match['kmonth']):02}"
    return str(match["only"])


def cutoff_line(document: Document) -> tuple[str, int, str] | None:
    """The training cutoff with its line and the words it stands in."""
    for sentence in document.prose():
        if (
            _YEAR.search(sentence.text)  # without a year there is no date, and looking for one costs little
            and (match := CUTOFF.search(sentence.text))
            and (date := parse_date(sentence.text[match.start() : match.start() + 160]))
        ):
            return date, sentence.line, sentence.text
    for table in document.tables:
        for j, cell in enumerate(table.rows[0]):
            if re.search(r"(?i)cut-?off|知识截止|지식", cell.text):
                for row in table.rows[1:]:
                    if j < len(row) and (date := parse_date(row[j].text)):
                        return date, row[j].line, f"{cell.text}: {row[j].text}"
        for row in table.rows:
            if (
                len(row) >= 2
                and re.search(r"(?i)\bcut-?off\b|知识截止", row[0].text)
                and (date := parse_date(row[1].text))
            ):
                return date, row[0].line, f"{row[0].text}: {row[1].text}"
    return None


def _cutoff(document: Document) -> str | None:
    found = cutoff_line(document)
    return found[0] if found else None


def _values(front: Entry | None, key: str) -> tuple[str, ...]:
    entry = front.get(key) if front else None
    return entry.texts()[:60] if entry else ()


def _billions(number: str, unit: str) -> float:
    scale = {"b": 1.0, "m": 0.001, "t": 1000.0}[unit.lower()[0]]
    return round(float(number) * scale, 4)


def _parameters(document: Document, prose: Iterable[str], own: OwnModel) -> tuple[float, ...]:
    named = [
        size for name in own.names for size in sorted(words_of(name).sizes) if size[-1] in "bm" and "x" not in size
    ]
    if named:
        return (_billions(named[0][:-1], named[0][-1]),)
    found: list[float] = []
    for table in document.tables:
        for j, cell in enumerate(table.rows[0]):
            if _PARAMETER_CELL.match(cell.text):
                labels = [(row[0].text, row[j].text) for row in table.rows[1:] if j < len(row)]
                found += [
                    _billions(size[1], size[2])
                    for label, text in labels
                    if (size := _SIZE.match(text)) and own.match(label)
                ]
        for row in table.rows:
            if len(row) == 2 and _PARAMETER_CELL.match(row[0].text) and (size := _SIZE.match(row[1].text)):
                found.append(_billions(size[1], size[2]))
    if not found:
        for text in list(prose)[:60]:
            for match in _PARAMETERS.finditer(text[:600]):
                if _BOUND.search(text[: match.start()][-16:]):
                    continue  # "the best model under 10B parameters" tells the size of others
                found += [*_listed_before(text[: match.start()], match[2]), _billions(match[1], match[2])]
            for match in _EASTERN_PARAMETERS.finditer(text[:600]):
                found.append(round(float(match[1] or match[2]) / 10, 4) if not match[3] else float(match[3]))
            if found:
                break
    return tuple(dict.fromkeys(found))[:8]


def _listed_before(text: str, unit: str) -> list[float]:
    """The sizes that lead up to the last of a list: 7 and 13 in "7B, 13B and 70B models", 7 in "7 to 70 billion"."""
    match = _LISTED.search(text[-60:])
    sizes = _LISTED_SIZE.findall(match[0]) if match else []
    return [_billions(number, own_unit or unit) for number, own_unit in sizes]


def _architecture(document: Document, prose: Iterable[str]) -> str | None:
    for table in document.tables:
        for row in table.rows:
            if (
                len(row) >= 2
                and re.fullmatch(r"(?i)\W*(?:model )?architecture\W*|架构|아키텍처", row[0].text)
                and row[1].text
            ):
                return row[1].text[:120]
    for text in prose:
        if match := _ARCHITECTURE.search(text[:1000]):
            return match[1][:120]
    return None


def _context(document: Document, prose: Iterable[str]) -> int | None:
    for table in document.tables:
        for j, cell in enumerate(table.rows[0]):
            if re.search(
                r"(?i)^\W*(?:context|max(?:imum)? (?:context|length)|seq(?:uence)? len)|上下文|컨텍스트", cell.text
            ):
                for row in table.rows[1:]:
                    if j < len(row) and (length := _tokens(row[j].text)):
                        return length
        for row in table.rows:
            if (
                len(row) >= 2
                and re.search(r"(?i)^\W*context|上下文|컨텍스트", row[0].text)
                and (length := _tokens(row[1].text))
            ):
                return length
    for text in prose:
        for match in _CONTEXT.finditer(text[:1000]):
            if _NO_CONTEXT.search(text[: match.start()][-16:]):
                continue
            groups = [group for group in match.groups() if group]
            if length := _tokens("".join(groups)):
                return length
    return None


def _tokens(text: str) -> int | None:
    match = re.match(r"\s*(\d{1,3}(?:[ ,]\d{3})+|\d+(?:\.\d+)?)\s?([kKmM])?(?![\w.])", text)
    if not match:
        return None
    number = float(re.sub(r"[ ,]", "", match[1])) * {"k": 1024, "m": 1024 * 1024}.get((match[2] or "").lower(), 1)
    return int(number) if 512 <= number <= 20_000_000 else None


def _licence(front: Entry | None, prose: Iterable[str], document: Document) -> str | None:
    named = _values(front, "license")
    if named and named[0] != "other":
        return ", ".join(named)
    if other := _values(front, "license_name"):
        return other[0]
    rows = [
        f"{row[0].text}: {row[1].text}"
        for table in document.tables
        for row in table.rows
        if len(row) == 2 and re.fullmatch(r"(?i)\W*(?:model )?(?:licen[cs]e|许可证?|라이선스)\W*", row[0].text)
    ]
    shown = read_licence([*prose, *rows]) or licence_of_badges((image.alt, image.source) for image in document.images)
    return shown or (named[0] if named else None)


def _relation(front: Entry | None, own: OwnModel, prose: Iterable[str]) -> str | None:
    if said := _values(front, "base_model_relation"):
        return said[0]
    name = (own.name or "").casefold()
    if (front and front.get("quantized_by")) or re.search(
        r"gguf|gptq|awq|exl2|-fp8|-int[48]|w4a16|w8a8|mlx|\bq\d_", name
    ):
        return "quantized"
    tags = _values(front, "tags")
    if any(tag.casefold() in ("merge", "mergekit") for tag in tags):
        return "merge"
    if any("lora" in tag.casefold() or tag.casefold() == "adapter" for tag in tags):
        return "adapter"
    opening = " ".join(list(prose)[:12])
    if re.search(
        r"(?i)\bquanti[sz]ations? of [\w\[]|\b(?:is|are|contains?|provides?|hosts?|"
        r"this)\b[^.]{0,40}\bquanti[sz]ed (?:version|model|file|weight)s?\b(?! (?:are|is|of this model "
        r"can))",
        opening,
    ):
        return "quantized"
    return "finetune" if _values(front, "base_model") else None
