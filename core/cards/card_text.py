"""A card's text made ready for reading: long lines cut, comments and scripts dropped, HTML tables taken out.

Whatever goes leaves its line breaks behind, so that every line keeps its number.
"""

import re

from core.cards.hidden_markup import without_hidden
from core.errors import CardError

MAX_LINE_CHARS = 20_000
MAX_HTML_DEPTH = 100
MAX_TABLES = 1_000
_FENCE = re.compile(r"^[ ]{0,3}(```+|~~~+)[^\n]*\n.*?(?:^[ ]{0,3}\1|\Z)", re.DOTALL | re.MULTILINE)
_TABLE_END = re.compile(r"</table\s*>", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_DEAD = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_STRAY_CELL = re.compile(r"(?:\|[ \t]{0,8})?<t[dh]\b[^<>]{0,200}>", re.IGNORECASE)
_STRAY_END = re.compile(r"</t[dh]\s{0,8}>", re.IGNORECASE)


# Hyphens that do not break, the sign of minus, spaces that do not break, and the digits of other scripts.
_PLAIN_SIGNS = str.maketrans(
    "\u2010\u2011\u2212\xa0０１２３４５６７８９．％٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹٪٫",
    "--- 0123456789.%01234567890123456789%.",
)
# "MMLU ..... 66.3", as tables of contents set it.
_LEADERS = re.compile(r"(?<=[A-Za-z)])[ \t]?(?:\.{2,60}|…{1,20}|_{3,60})[ \t]?(?=\d)")
# The signs of boxes drawn around tables, light, heavy and double: bars, dashes, and whatever joins the two.
_BARS, _DASHES, _SLANTED = "│┃┆┇┊┋╎╏║╵╷╹╻╽╿", "─━┄┅┈┉╌╍═╴╶╸╺╼╾", "╱╲╳"
_BOX = "".join(chr(code) for code in range(0x2500, 0x2580) if chr(code) not in _SLANTED)
_PLAIN_SIGNS |= str.maketrans(_BOX, "".join("|" if sign in _BARS else "-" if sign in _DASHES else "+" for sign in _BOX))


def plain_line(line: str) -> str:
    """The line as it is read: not endless, and with plain hyphens, which word processors replace: "Lumen\\u20117B".

    Tables drawn with the signs for boxes become tables of pipes.
    """
    line = line[:MAX_LINE_CHARS]
    if not line.isascii():
        line = line.translate(_PLAIN_SIGNS)
    if ".." in line or "__" in line or "…" in line:
        line = _LEADERS.sub(": ", line)
    return _without_stray_cells(line)


def without_dead_markup(text: str) -> str:
    """The text without scripts, styles, comments and what is hidden. Raises CardError for markup nested to exhaust."""
    text = without_hidden(_blank(_DEAD, _blank(_COMMENT, text)))
    _refuse_deep_markup(text)
    return text


def _without_stray_cells(line: str) -> str:
    """A row of pipes with an HTML cell in it, "| MMLU | 76.5 <td>85.9</td>", with pipes in place of the tags."""
    return _STRAY_CELL.sub("|", _STRAY_END.sub("", line)) if line.startswith("|") and "<t" in line else line


def _blank(pattern: re.Pattern[str], text: str) -> str:
    """The text with every match replaced by as many line breaks as it held, so that lines keep their number."""
    return pattern.sub(lambda match: "\n" * match[0].count("\n"), text)


def _refuse_deep_markup(text: str) -> None:
    depth = 0
    for tag in re.finditer(
        r"<(/?)(?:div|span|table|tr|td|th|ul|ol|li|b|i|p|a|font|details|blockquote|center|small|em|strong|"
        r"sub|sup)\b[^<>]*(/?)>",
        text,
        re.IGNORECASE,
    ):
        depth = max(depth - 1, 0) if tag[1] else depth + (0 if tag[2] or tag[0][1].lower() in "p" else 1)
        if depth > 20 * MAX_HTML_DEPTH:
            line = text.count("\n", 0, tag.start()) + 1
            raise CardError(
                f"Line {line}: the card nests HTML thousands of levels deep and is not read. Paste its text."
            )
    if quoted := re.search(r"^(?:[ ]{0,3}>){60,}|^(?:[-*+][ ]+){60,}|^[ ]*(?:\[[ ]?){2000,}", text, re.MULTILINE):
        line = text.count("\n", 0, quoted.start()) + 1
        raise CardError(f"Line {line}: the card nests its markup without end and is not read. Paste its text.")


def separate_html_tables(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The text with blank lines in place of HTML tables, and the tables with the line each starts on."""
    fences = [match.span() for match in _FENCE.finditer(text)]
    tables: list[tuple[int, str]] = []
    out, at = [], 0
    for opening in re.finditer(r"<table\b", text, re.IGNORECASE):
        if opening.start() < at or any(a <= opening.start() < b for a, b in fences):
            continue
        closing = _TABLE_END.search(text, opening.start())
        end = closing.end() if closing else len(text)
        piece = text[opening.start() : end]
        tables.append((text.count("\n", 0, opening.start()) + 1, piece))
        out += [text[at : opening.start()], "\n" * piece.count("\n")]
        at = end
    out.append(text[at:])
    if len(tables) > MAX_TABLES:
        raise CardError(
            f"The card has more than {MAX_TABLES:,} tables and is not read. Paste the part with the scores."
        )
    return "".join(out), tables


# A tag that opens a title, with those that place it.
HTML_TITLE = re.compile(r"(?is)\s*(?:<(?:div|center|p|header)\b[^<>]{0,200}>\s*){0,3}<h([1-6])\b[^>]*>(.*)")
_HTML_HEADING = re.compile(r"(?is)<h([1-6])\b[^<>]{0,300}>(?:(?!<h[1-6])[^\n]){0,300}\n.{0,700}?</h\1>")


def joined_headings(content: str) -> str:
    """HTML headings whose text stands between lines of tags, each on one line; the lines below keep their numbers."""
    return _HTML_HEADING.sub(_on_one_line, content) if "<h" in content else content


def _on_one_line(heading: re.Match[str]) -> str:
    text = re.sub(r"(?i)<(?:br|img|/?p|/?div)\b[^<>]{0,2000}>", " ", heading[0]).replace("\n", " ")
    return text + "\n" * heading[0].count("\n")
