"""What a card says about the model itself: size, architecture, context, licence, origin, cutoff, languages."""

import re
from collections.abc import Iterable

from core.cards.base_model import base_in_prose
from core.cards.context_length import find_context_length, lengths_in_millions
from core.cards.document import Document
from core.cards.front_matter import Entry
from core.cards.licence_words import licence_of_badges, read_licence
from core.cards.name_words import words_of
from core.cards.own_model import OwnModel
from core.cards.reading import About
from core.cards.training_cutoff import find_cutoff

_PARAMETERS = re.compile(
    r"(?i)(?<![A-Za-z0-9_.])(\d{1,4}(?:\.\d+)?)\s?([bmt](?![a-zà-ü])|billion|million|"
    r"trillion|Milliarden|milliards?|mil(?:lones| millones)|bilhões|miliardi|Millionen|millions|milioni)"
    r"[\s-]*(?:(?!\d|(?:and|or|to) \d)\w+\s){0,3}?(?:parameters?|params?|Parametern?|paramètres|parámetros|parâmetros|"
    r"parametri|参数|파라미터|"
    r"models?|llm|language model)"
)
# 70 亿 and 70억 are 7 billion: the sign counts hundreds of millions.
_EASTERN_PARAMETERS = re.compile(
    r"(\d{1,5}(?:\.\d+)?)\s?(?:亿|億|억)\s?(?:개의?\s?)?(?:模型)?(?:参数|參數|파라미터|매개 ?변수|パラメータ)|"
    r"(?:参数量?|参数规模|파라미터(?: 수)?)[^，。\d]{0,6}(\d{1,5}(?:\.\d+)?)\s?(?:亿|億|억)|"
    r"(?<!激活)(?:模型)?(?:总)?(?:参数量|参数规模)[^，。\d]{0,6}(\d{1,4}(?:\.\d+)?)\s?[bB](?![a-z])"
)
_WRITTEN_OUT = re.compile(r"(?i)(?<![\d,.])(\d{1,3}(?:,\d{3}){2,4}) (?:[\w-]+ ){0,2}param(?:eter)?s\b")


def _written_out(match: re.Match[str]) -> float:
    """2.6143 for "2,614,341,888 parameters"."""
    return round(int(match[1].replace(",", "")) / 1e9, 4)


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
        context_length=find_context_length(document, prose, own),
        licence=_licence(front, prose, document),
        base_model=_values(front, "base_model") or base_in_prose(prose, own),
        relation=_relation(front, own, prose),
        cutoff=find_cutoff(document),
        languages=_values(front, "language"),
        datasets=_values(front, "datasets"),
        publisher=own.name.split("/")[0] if own.name and re.fullmatch(r"[\w.-]+/[\w.-]+", own.name) else None,
    )


def _values(front: Entry | None, key: str) -> tuple[str, ...]:
    entry = front.get(key) if front else None
    return entry.texts()[:60] if entry else ()


def _billions(number: str, unit: str) -> float:
    word = unit.casefold()
    billions = word.startswith(("milliard", "mil millones", "bilh", "miliard"))
    scale = 1.0 if billions else {"b": 1.0, "m": 0.001, "t": 1000.0}[word[0]]
    return round(float(number) * scale, 4)


def _parameters(document: Document, prose: Iterable[str], own: OwnModel) -> tuple[float, ...]:
    named = [size for name in own.names for size in _sizes_in(name)]
    if named and not (_MAY_BE_CONTEXT.fullmatch(named[0]) and len(set(named)) == 1):
        size = _billions(named[0][:-1], named[0][-1])
        return (_finer(document, prose, own, size) or size,)
    return _told_parameters(document, prose, own) or tuple(_billions(size[:-1], size[-1]) for size in named[:1])


def _sizes_in(name: str) -> list[str]:
    """The sizes in a name; "1M" beside one in billions is a length of context."""
    words = words_of(name)
    return sorted(size for size in words.sizes - lengths_in_millions(words) if size[-1] in "bm" and "x" not in size)


# "Lumen-1M" may be a model of a million parameters or one with a million tokens of context; its card tells.
_MAY_BE_CONTEXT = re.compile(r"(?:10|\d)m")
_LABELLED_SIZE = re.compile(
    r"(?i)^\W{0,4}(?:(?:total|number of|model) )?(?:params?|parameters?|size|参数量?|파라미터(?: 수)?)\W{1,5}"
    r"(\d{1,4}\.\d{1,3})\s?([bm]|billion|million)\b"
)
_ITSELF = re.compile(r"(?i)\W{0,4}(?:it|this model|the model|our model|with)\b")
_SOMEBODY_ELSE = re.compile(
    r"(?i)\b(?:distill\w*|teacher|student|draft|based on|than|like|from|against|compared|tokens|merge\w*|reward)\b"
)


def _finer(document: Document, prose: Iterable[str], own: OwnModel, size: float) -> float | None:
    """7.24 for a model called 7B: what the card tells of the same model, more finely than its name does."""
    rows = [f"{row[0].text}: {row[1].text}" for table in document.tables for row in table.rows if len(row) == 2]
    for text in (*rows, *prose):
        # A label tells its own model, so that it may be further from the name: 1.24B of a "1B".
        if (labelled := _LABELLED_SIZE.search(text)) and _is_near(
            told := _billions(labelled[1], labelled[2]), size, 0.3
        ):
            return told
    for text in prose:
        if (itself := _ITSELF.match(text)) is None and not (own.name and text.startswith(own.name)):
            continue
        begun = itself.end() if itself else len(own.name or "")
        found = [(match.start(), _written_out(match)) for match in _WRITTEN_OUT.finditer(text[:200])] + [
            (match.start(), _billions(match[1], match[2]))
            for match in _PARAMETERS.finditer(text[:200])
            if "." in match[1] and "param" in match[0].casefold()
        ]
        if finer := next(
            (told for at, told in found if _is_near(told, size, 0.12) and not _SOMEBODY_ELSE.search(text[begun:at])),
            None,
        ):
            return finer
    return None


def _is_near(told: float, size: float, most: float) -> bool:
    return told != size and abs(told - size) < most * size


def _told_parameters(document: Document, prose: Iterable[str], own: OwnModel) -> tuple[float, ...]:
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
            found += [_written_out(match) for match in _WRITTEN_OUT.finditer(text[:600])]
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
