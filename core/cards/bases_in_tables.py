"""The model that a card's own was made from, as its tables tell it: "| Base model | microsoft/phi-2 |"."""

import re

from core.cards.base_model import BARE_NAME, OWNED_ID, made_from
from core.cards.document import Document
from core.cards.fact_tables import told_in_tables
from core.cards.name_match import Match
from core.cards.own_model import OwnModel

_BASE_LABEL = re.compile(
    r"(?i)\W{0,4}(?:(?:base|parent|foundation|backbone|source|original|pre-?trained|starting|underlying)[ "
    r"_-]?(?:model|llm)|"
    r"fine-?tuned (?:from|on top of)(?: model)?|derived from|based on|backbone|Basismodell|Grundmodell|modèle de base|"
    r"modelo base|modello (?:di )?base|(?:基座|基础|基底|底座|预训练)模型|ベースモデル|(?:베이스|기반) ?모델)\W{0,4}"
)


def base_in_tables(document: Document, own: OwnModel) -> tuple[str, ...]:
    """The same from a table of facts, "| Base model | microsoft/phi-2 |"."""
    for fact in told_in_tables(document, own):
        if _BASE_LABEL.fullmatch(fact.label):
            if match := OWNED_ID.match(fact.value):
                return (match[1],)
            if (bare := BARE_NAME.match(fact.value)) and (name := made_from(bare[0].rstrip(".-"), own)):
                return (name,)
    return _in_columns(document, own)


def _in_columns(document: Document, own: OwnModel) -> tuple[str, ...]:
    """The base from a table of several models, in the row of this one: "| Model | Base model | ... |"."""
    for table in document.tables:
        header = [cell.text.strip(" *") for cell in table.rows[0]]
        column = next((place for place, text in enumerate(header) if place and _BASE_LABEL.fullmatch(text)), None)
        if column is None or len(header) < 3:
            continue
        rows = [row for row in table.rows[1:] if column < len(row) and row[0].text]
        best = max(rows, key=lambda row: own.match(row[0].text), default=None)
        if best is None or (own.match(best[0].text) < Match.PART and len({row[column].text for row in rows}) > 1):
            continue
        value = best[column].text
        if match := OWNED_ID.match(value):
            return (match[1],)
        if (bare := BARE_NAME.match(value)) and (name := made_from(bare[0].rstrip(".-"), own)):
            return (name,)
    return ()
