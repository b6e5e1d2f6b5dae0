"""The licence in a column "License" of a table of models, in the rows of the card's own one."""

import re

from core.cards.document import Document
from core.cards.licence_names import is_generic
from core.cards.name_match import Match
from core.cards.own_model import OwnModel

_HEAD = re.compile(r"(?i)\W*(?:model )?(?:licen[cs]e|lizenz|许可证|许可协议|协议|라이선스|ライセンス)\W*")
_NAME = re.compile(r"[A-Za-z][\w .,+()/-]{2,60}")


def licence_in_columns(document: Document, own: OwnModel) -> str | None:
    """None where the rows of the own model, or of its release, give several."""
    for table in document.tables:
        column = next((j for j, cell in enumerate(table.rows[0]) if j and _HEAD.fullmatch(cell.text)), None)
        if column is None:
            continue
        rows = [(own.match(row[0].text), row[column].text.strip()) for row in table.rows[1:] if column < len(row)]
        best = max((match for match, _ in rows), default=Match.NONE)
        found = {text for match, text in rows if match is best}
        if best > Match.LONGER and len(found) == 1 and _NAME.fullmatch(name := found.pop()) and not is_generic(name):
            return name
    return None
