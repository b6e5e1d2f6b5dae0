"""A card as sentences, tables and images, each with the line it stands on.

Markdown is split into blocks by markdown-it-py; HTML tables are taken out
beforehand, because a blank line inside one ends an HTML block. Nothing is ever
rendered: markup is stripped to text, scripts and comments are dropped.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from core.cards.benchmark_mentions import names_test
from core.cards.card_text import HTML_TITLE, joined_headings, plain_line, separate_html_tables, without_dead_markup
from core.cards.fenced_tables import columns_in_code, piped_tables, prints_turns
from core.cards.grids import (
    MAX_COLUMNS,
    Cell,
    Table,
    cell_of,
    continued,
    rows_of_pipes,
    tables_of_html,
    unstacked,
    without_empty_header,
    without_overlong,
)
from core.cards.list_parents import find_list_parents
from core.cards.loose_columns import with_pipes
from core.cards.markup import IMAGE, is_bold, plain
from core.cards.plain_tables import is_ruler, is_sample, pipe_tables, separated_tables
from core.cards.sentences import split_sentences
from core.errors import CardError

_SAYS_RESULTS = re.compile(
    r"(?i)\W*(?:the |our |main |overall )?(?:results?|scores?|numbers|(?:评测|测试|实验)?结果|(?:평가 )?결과|結果)\W*"
)
MAX_SENTENCES = 12_000
MAX_ROWS = 6_000  # of all tables together

_MARKDOWN = MarkdownIt("commonmark", {"maxNesting": 40}).enable("table").disable(["inline"], ignoreInvalid=True)


@dataclass(frozen=True)
class Sentence:
    text: str  # without markup
    line: int
    headings: tuple[str, ...]  # from the outermost to the nearest
    bold: tuple[str, ...] = ()
    kind: str = "prose"  # prose, heading, code
    lead: str = ""  # above a line of code: the sentence that the block follows
    under: tuple[str, ...] = ()  # in a list: the items and the leading line that this one hangs under


@dataclass(frozen=True)
class Image:
    alt: str
    source: str
    line: int
    headings: tuple[str, ...]


@dataclass
class Document:
    lines: list[str]
    sentences: list[Sentence] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    headings: list[tuple[int, str, int]] = field(default_factory=list)  # level, text, line
    unread_rows: list[int] = field(default_factory=list)  # lines of rows that do not fit their table

    def prose(self) -> Iterator[Sentence]:
        return (sentence for sentence in self.sentences if sentence.kind != "code")

    def code(self) -> Iterator[Sentence]:
        return (sentence for sentence in self.sentences if sentence.kind == "code")


def parse_document(lines: list[str], body_line: int) -> Document:
    """The body from `body_line` (from 1) as blocks. Raises CardError for markup built to exhaust a reader."""
    if sum(line.count("|") > 1 for line in lines[body_line - 1 :]) > MAX_ROWS:
        raise _too_many_rows()
    document = Document(lines)
    body = [""] * (body_line - 1) + [plain_line(line) for line in lines[body_line - 1 :]]
    text, html_tables = separate_html_tables(without_dead_markup("\n".join(body)))
    text, document.unread_rows = with_pipes(text)
    _Blocks(document).read(_MARKDOWN.parse(text))
    if len(document.sentences) > MAX_SENTENCES:
        raise CardError(
            f"The card has more than {MAX_SENTENCES:,} lines of text and is not read. Paste the part with the scores."
        )
    for line, piece in html_tables:
        document.tables += tables_of_html(piece, line)
    if sum(len(table.rows) for table in document.tables) > MAX_ROWS:
        raise _too_many_rows()
    parents = find_list_parents(body, body_line)
    document.sentences = [
        replace(sentence, under=parents[sentence.line]) if sentence.line in parents else sentence
        for sentence in document.sentences
    ]
    prose = list(document.prose())
    starts = [sentence.line for sentence in prose]
    titles = [line for _, _, line in document.headings]
    document.tables = [
        _placed(document, titles, prose, starts, table)
        for table in sorted(document.tables, key=lambda table: table.line)
    ]
    document.tables = continued(document.tables)
    document.sentences += [sentence for table in document.tables for sentence in _cell_sentences(table)]
    document.sentences.sort(key=lambda sentence: sentence.line)
    return document


def _too_many_rows() -> CardError:
    return CardError(
        f"The card's tables hold more than {MAX_ROWS:,} rows and are not read. Paste the part with the scores."
    )


def _cell_sentences(table: Table) -> Iterator[Sentence]:
    """Table cells that hold running text; some cards keep all their prose in tables."""
    for row in table.rows:
        for cell in row:
            if not cell.spanned and len(cell.text.split()) >= 8:
                for offset, piece in split_sentences(cell.text):
                    yield Sentence(piece, cell.line + offset, table.headings)


def _ended(text: str) -> str:
    """The sentence with a full stop, so that an item of a list does not run into the next one."""
    return f"{text}." if text[-1:].isalnum() or text[-1:] in (")", "%") else text


def _placed(document: Document, titled: list[int], prose: list[Sentence], starts: list[int], table: Table) -> Table:
    """The table with the headings above it and the few sentences just before and after it."""
    at = bisect_right(titled, table.line)
    path: list[tuple[int, str]] = []
    for level, text, _ in reversed(document.headings[max(0, at - 200) : at]):
        if not path or level < path[0][0]:
            path.insert(0, (level, text))
    if path and at > 1 and _SAYS_RESULTS.fullmatch(path[-1][1]) and document.headings[at - 2][0] == path[-1][0]:
        path.insert(-1, document.headings[at - 2][:2])  # "Gaokao", and below it on the same level "Results"
    titles = tuple(text for _, text in path)
    top = document.headings[at - 1][2] if at else 0
    if (
        at > 1
        and _SAYS_RESULTS.fullmatch(document.headings[at - 1][1])
        and _leads_over(document.headings[at - 2], top, prose, starts, table)
    ):
        top = document.headings[at - 2][2]  # "Results" parts a table from the words that lead to it
    last = table.last_line
    above = prose[bisect_left(starts, max(top, table.line - 12)) : bisect_left(starts, table.line)][-4:]
    below = [s for s in prose[bisect_right(starts, last) : bisect_right(starts, last + 6)] if s.kind != "heading"]
    over = above[-1] if above and above[-1].kind == "prose" and table.line - above[-1].line <= 3 else None
    return replace(
        table,
        headings=titles,
        caption=over.text if over else "",
        intro=" ".join(
            [table.intro, *(_ended(sentence.text) for sentence in above if sentence.kind != "heading")]
        ).strip(),
        outro=" ".join(_ended(sentence.text) for sentence in below[:3]),
    )


def _leads_over(before: tuple[int, str, int], top: int, prose: list[Sentence], starts: list[int], table: Table) -> bool:
    """True where the section before "Results" is of one test, or ends in a colon, and nothing is told in between."""
    at, end = bisect_left(starts, top), bisect_left(starts, table.line)
    if any(s.kind != "heading" and (len(s.text) > 60 or any(map(str.isdigit, s.text))) for s in prose[at:end]):
        return False
    led = at > 0 and starts[at - 1] >= before[2] and prose[at - 1].text.rstrip("*_ ").endswith((":", "："))
    return led or names_test(before[1])


class _Blocks:
    """Walks the block tokens once and fills the document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._path: list[tuple[int, str]] = []

    def read(self, tokens: list[Token]) -> None:
        for i, token in enumerate(tokens):
            if token.type == "inline" and token.map:
                self._inline(tokens[i - 1], token, token.map[0] + 1)
            elif token.type == "html_block" and token.map:
                self._prose(token.content, token.map[0] + 1)
            elif token.type in ("fence", "code_block") and token.map:
                first = token.map[0] + (2 if token.type == "fence" else 1)
                self._code(token.content, first, token.info.strip().casefold())
            elif token.type == "table_open" and token.map:
                rows = _rows_of(tokens, i)
                self._add_table(rows, token.map[0] + 1, "markdown", header_rows=1)

    def _inline(self, before: Token, token: Token, line: int) -> None:
        if before.type in ("th_open", "td_open"):
            self._images(token.content, line)
        elif before.type == "heading_open":
            self._heading(int(before.tag[1]), plain(token.content), line)
        else:
            self._paragraph(token.content, line)

    def _heading(self, level: int, text: str, line: int) -> None:
        if not text:
            return
        self._path = [entry for entry in self._path if entry[0] < level] + [(level, text)]
        self._document.headings.append((level, text, line))
        self._document.sentences.append(Sentence(text, line, self._titles(), kind="heading"))

    def _titles(self) -> tuple[str, ...]:
        return tuple(text for _, text in self._path)

    def _paragraph(self, content: str, line: int) -> None:
        """Prose, and tables that begin in its midst: under an item of a list, or without an empty line before."""
        lines = content.split("\n")
        if "\\begin{tabular" in content:
            for rows in separated_tables(lines, line):
                self._add_table(rows, rows[0][0].line, "markdown", header_rows=1)
            lines = ["" if "&" in text or text.lstrip().startswith("\\") else text for text in lines]
        at = 0
        for start, end in pipe_tables(lines):
            self._prose("\n".join(lines[at:start]), line + at)
            self._add_piped(lines[start:end], line + start, "markdown")
            at = end
        self._prose("\n".join(lines[at:]), line + at)

    def _prose(self, content: str, line: int) -> None:
        self._images(content, line)
        # An HTML heading or a line that is bold as a whole titles what follows.
        for offset, piece in split_sentences(joined_headings(content)):
            if heading := HTML_TITLE.match(piece):
                at = line + offset + piece.count("\n", 0, heading.start(1))
                self._heading(int(heading[1]), plain(heading[2]), at)
                continue
            text = plain(piece)
            if text:
                bold = tuple(
                    plain(match)
                    for match in re.findall(r"\*\*([^*]{1,200})\*\*|<b>([^<]{1,200})</b>", piece)
                    for match in match
                    if match
                )
                self._document.sentences.append(Sentence(text, line + offset, self._titles(), bold))

    def _images(self, content: str, line: int) -> None:
        for match in IMAGE.finditer(content):
            source = re.search(r"\]\(\s*([^)\s]+)|src\s*=\s*[\"']?([^\"'\s>]+)", match[0], re.IGNORECASE)
            alt = match[1] or "".join(re.findall(r"alt\s*=\s*[\"']([^\"']{0,200})", match[2] or "", re.IGNORECASE)[:1])
            address = next((group for group in source.groups() if group), "") if source else ""
            at = line + content.count("\n", 0, match.start())
            self._document.images.append(Image(alt or "", address, at, self._titles()))

    def _code(self, content: str, line: int, language: str) -> None:
        lines = content.split("\n")
        before = self._document.sentences[-1] if self._document.sentences else None
        lead = before.text if before and before.kind != "code" and line - before.line <= 6 else ""
        if not is_sample(language, lead):
            self._tables_in_code(lines, line, lead)
        for offset, text in enumerate(lines):
            if text.strip():
                self._document.sentences.append(
                    Sentence(text.strip(), line + offset, self._titles(), kind="code", lead=lead)
                )

    def _tables_in_code(self, lines: list[str], line: int, lead: str) -> None:
        for start, piped in piped_tables(lines):
            self._add_piped(piped, line + start, "fence")
        lead += " MT-Bench." if prints_turns(lines) else ""
        for rows in columns_in_code(lines, line):
            self._add_table(rows, rows[0][0].line, "fence", header_rows=1, intro=lead)

    def _add_piped(self, lines: list[str], line: int, origin: str) -> None:
        rows = rows_of_pipes(lines, line)
        if not any(map(is_ruler, lines)):
            rows, left_out = without_overlong(rows)
            self._document.unread_rows += left_out
        self._add_table(rows, line, origin, header_rows=1)

    def _add_table(self, rows: list[list[Cell]], line: int, origin: str, header_rows: int, intro: str = "") -> None:
        rows = without_empty_header(rows)
        if rows:
            self._document.tables.append(Table(tuple(map(tuple, rows)), header_rows, line, origin, intro=intro))


def _rows_of(tokens: list[Token], start: int) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    line = 0
    for i in range(start, len(tokens)):
        token = tokens[i]
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            rows.append([])
            line = token.map[0] + 1 if token.map else line
        elif token.type == "inline" and len(rows[-1]) < MAX_COLUMNS:
            rows[-1].append(cell_of(token.content, line, bold=is_bold(token.content)))
    return unstacked(rows)
