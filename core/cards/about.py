"""What a card says about the model itself: size, architecture, context, licence, origin, cutoff, languages."""

import re
from collections.abc import Iterable

from core.cards.base_model import base_in_prose, base_in_tables, quantized_from
from core.cards.context_length import find_context_length
from core.cards.document import Document
from core.cards.fact_tables import told_in_tables
from core.cards.front_matter import Entry
from core.cards.licence_sections import licence_below_heading
from core.cards.licence_words import licence_of_badges, read_licence
from core.cards.own_model import OwnModel
from core.cards.parameter_counts import find_parameters
from core.cards.reading import About
from core.cards.told_languages import languages_told
from core.cards.told_makers import account_of, maker_told
from core.cards.training_cutoff import find_cutoff

_ARCHITECTURE = re.compile(
    r"(?i)\b((?:decoder-only |autoregressive |auto-regressive |dense |sparse )*(?:mixture[- ]of[- "
    r"]experts|moe|transformer|mamba|state[- ]space|rwkv|hybrid)(?: (?:architecture|model|decoder|"
    r"language model))?)\b"
)


def read_about(document: Document, front: Entry | None, own: OwnModel) -> About:
    prose = [sentence.text for sentence in document.prose()]
    bases = _values(front, "base_model") or base_in_prose(prose, own) or base_in_tables(document, own)
    relation = _relation(front, own, prose)
    if relation == "quantized":
        bases = quantized_from(prose, own, bases)
    parameters, active = find_parameters(document, prose, own, bases)
    return About(
        parameters_b=parameters,
        active_parameters_b=active,
        architecture=_architecture(document, prose),
        context_length=find_context_length(document, prose, own, bases),
        licence=_licence(front, prose, document, own),
        base_model=bases,
        relation=relation,
        cutoff=find_cutoff(document, own, bases),
        languages=_values(front, "language") or languages_told(document, own),
        datasets=_values(front, "datasets"),
        publisher=account_of(own) or maker_told(document, own),
    )


def _values(front: Entry | None, key: str) -> tuple[str, ...]:
    entry = front.get(key) if front else None
    return tuple(dict.fromkeys(entry.texts()[:60])) if entry else ()  # a merge may list one model seven times


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


def _licence(front: Entry | None, prose: Iterable[str], document: Document, own: OwnModel) -> str | None:
    named = _values(front, "license")
    if named and named[0] != "other":
        return ", ".join(named)
    if other := _values(front, "license_name"):
        return other[0]
    rows = [
        f"License: {fact.value}"
        for fact in told_in_tables(document, own)
        if re.fullmatch(
            r"(?i)\W*(?:(?:model|weights?) )?(?:licen[cs]es?|licen[cs]ing|lizenz|licencia|licença|licenza|许可证?|"
            r"许可协议|라이선스|"
            r"ライセンス)\W*",
            fact.label,
        )
    ]
    shown = read_licence([*prose, *rows], licence_below_heading(document)) or licence_of_badges(
        (image.alt, image.source) for image in document.images
    )
    return shown or (named[0] if named else None)


def _relation(front: Entry | None, own: OwnModel, prose: Iterable[str]) -> str | None:
    if said := _values(front, "base_model_relation"):
        return said[0]
    name = (own.name or "").casefold()
    if (front and front.get("quantized_by")) or re.search(
        r"gguf|gptq|awq|exl[23]|hqq|aqlm|-bnb-|(?<!\d)[1-4]-?bit|nvfp4|-fp8|-int[48]|w4a16|w8a8|mlx|\bq\d_", name
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
