"""Two values of one test that a card itself sets apart: by a word of the name, a row, a way of asking, a date.

"Strict by prompt" and "strict by instruction" are two counts of one run, "Effort: low" and "Effort: high" two runs.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import islice

from core.cards.conditions_told import sentence_with, tell_otherwise
from core.cards.document import Document
from core.cards.fast_patterns import fast_pattern
from core.cards.grids import Cell, Table
from core.cards.reading import Origin, ReportedScore
from core.cards.sentences_apart import told_apart, whole_line
from core.catalogue.benchmark_names import find_benchmark

_MOST_LOOKS = 600  # pairs of values, all told apart so far
_LEAST_NUMBERS = 4
_MOST_OF_TITLE = 80  # a longer one tells of something else besides
_NEAR = 12  # lines above a table that may say which run it is of
_NUMBER = re.compile(r"[-+~≈±\s]*\d[\d.,]*\s?(?:%|pp|points?|/\s?\d+)?[^A-Za-z]{0,12}")


class Runs:
    """What a card's tables and lines tell of the runs its values come from."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._starts = [table.line for table in document.tables]
        self._looks = 0
        self._told: dict[tuple[int, float], str] = {}
        self._rows: dict[int, dict[int, tuple[Cell, ...]]] = {}

    def differ(self, a: ReportedScore, b: ReportedScore) -> bool:
        """True where something beside the two values tells them apart."""
        lines = self._document.lines
        self._looks += 1
        if self._looks > _MOST_LOOKS:
            return True  # a card of so many values in pairs is a list of runs
        if _names_apart(a.name_as_written, b.name_as_written) or told_apart(lines, a, b) or self._is_gain(a, b):
            return True
        first, second = self._place(a), self._place(b)
        if first == second and first is not None:
            return self._rows_apart(first, a, b)
        if self._run_of(a) != self._run_of(b) or tell_otherwise(self._beside(a), self._beside(b))[0]:
            return True
        return first is not None and second is not None and self._led_apart(first, second)

    def _led_apart(self, first: int, second: int) -> bool:
        """True for tables with words of other runs right above them."""
        lines = self._document.lines
        one, other = (_dates_above(lines, self._document.tables[at]) for at in (first, second))
        if one and other and one != other:
            return True
        mine, theirs = (_lead_above(lines, self._document.tables[at]) for at in (first, second))
        return bool(mine and theirs and mine[0] == theirs[0] and mine[1] != theirs[1])

    def explained(self, a: ReportedScore, b: ReportedScore) -> str:
        """Words for it where the lines around one of the values say that results of several runs differ."""
        place = self._place(a)
        if place is not None and place == self._place(b):
            one, other = (self._rows.get(place, {}).get(score.line, ()) for score in (a, b))
            if _labels(one, a) and _labels(other, b) and _all_differ(one, other):
                return f"one table lists {a.subject} in two rows that share no number"
        for score in (a, b):
            for line in self._document.lines[max(0, score.line - 1 - _NEAR) : score.line + _NEAR]:
                if line.count("|") <= 1 and _EXPLAINED.search(line[:1000]):
                    return "the card itself says that its results differ"
        if any(a.in_points in numbers and b.in_points in numbers for numbers in self._speaks_of):
            return "the card itself speaks of both values"
        both_tables = place is not None and self._place(b) is not None
        said = tell_otherwise(self._beside(a, titled=both_tables), self._beside(b, titled=both_tables))[1]
        return f'only one of them is told with "{said}"' if said else ""

    def _beside(self, score: ReportedScore, titled: bool = True) -> tuple[str, ...]:
        """The words that are told of a value: its own, and those over its table or section."""
        own: tuple[str, ...] = (score.name_as_written, score.subject or "")
        if score.origin is Origin.PROSE:
            own += (self._sentence_of(score),)
        if not titled:
            return own
        place = self._place(score)
        caption = self._document.tables[place].caption[:_MOST_OF_TITLE] if place is not None else ""
        return (*own, score.context.rpartition(" › ")[2][:_MOST_OF_TITLE], caption)

    def _sentence_of(self, score: ReportedScore) -> str:
        key = (score.line, score.value)
        if key not in self._told:
            said = [text for back in range(4) for text in self._sentences.get(score.line - back, ())]
            said.append(whole_line(self._document.lines, score))
            numbers = (score.in_points, f"{score.value:g}")
            self._told[key] = next(filter(None, (sentence_with(number, said) for number in numbers)), "")
        return self._told[key]

    @cached_property
    def _sentences(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for sentence in self._document.prose():
            found.setdefault(sentence.line, []).append(sentence.text)
        return found

    def _run_of(self, score: ReportedScore) -> tuple[tuple[str, str], ...]:
        """What the columns of a table for steps, seeds and the like say of the run of a value."""
        place = self._place(score)
        row = self._row(place, score) if place is not None else None
        if place is None or row is None or _labels(row, score):
            return ()
        table = self._document.tables[place]
        rows = table.rows[table.header_rows :]
        return tuple(
            (head.text.strip().casefold(), row[at].text.strip().casefold())
            for at, head in enumerate(table.rows[0])
            if _RUN_COLUMN.fullmatch(head.text[:40]) and len({one[at].text for one in rows}) > 1
        )

    @cached_property
    def _speaks_of(self) -> list[frozenset[str]]:
        """The numbers of each line that speaks of different results: "do not be confused by 57.3 and 59.8"."""
        lines = (line for line in self._document.lines if line.count("|") <= 1 and len(line) <= 4000)
        return [frozenset(_WHOLE_NUMBER.findall(line)) for line in islice(filter(_CONFUSES.search, lines), 40)]

    @cached_property
    def _gains(self) -> list[frozenset[str]]:
        """The numbers of each line that tells of a gain from one to another."""
        lines = (line for line in self._document.lines if line.count("|") <= 1 and len(line) <= 4000)
        told = (line for line in lines if re.search(r"\d\D+\d", line) and _GAIN.search(line))
        return [frozenset(_WHOLE_NUMBER.findall(line)) for line in islice(told, 40)]

    def _is_gain(self, a: ReportedScore, b: ReportedScore) -> bool:
        """True for "tuning raises it from 61.2 to 65.3"."""
        return any(a.in_points in numbers and b.in_points in numbers for numbers in self._gains)

    def _place(self, score: ReportedScore) -> int | None:
        at = bisect_right(self._starts, score.line) if score.origin is Origin.TABLE else 0
        return at - 1 if at else None

    def _row(self, place: int, score: ReportedScore) -> tuple[Cell, ...] | None:
        if place not in self._rows:
            table = self._document.tables[place]
            rows = table.rows[table.header_rows :]
            self._rows[place] = {cell.line: row for row in reversed(rows) for cell in row}
        return self._rows[place].get(score.line)

    def _rows_apart(self, place: int, a: ReportedScore, b: ReportedScore) -> bool:
        """True for two rows of one table whose other cells differ, or that bear a label of the rows above them."""
        table = self._document.tables[place]
        one, other = self._row(place, a), self._row(place, b)
        if not one or not other:
            return False
        if one is other:
            return True  # two columns of one row, which HTML may set on lines of their own
        if _labels(one, a) and _labels(other, b) and _plain(a.subject) != _plain(b.subject):
            return True  # rows of models: "Lumen-OVM-7B + OVM@20" over "Lumen-7B + OVM@20"
        header = [cell.text for cell in table.rows[0]]
        for at, (mine, theirs) in enumerate(zip(one, other, strict=False)):
            if mine.text.strip().casefold() == theirs.text.strip().casefold():
                continue
            telling = at < len(header) and bool(_TELLS_RUN.search(header[at][:60]))
            if telling or (at > 0 and all(0 < len(text) <= 60 for text in _words_in(mine, theirs))):
                return True
        # "Contest questions" twice, each below another test: the label belongs to that test's row.
        return a.benchmark is None and b.benchmark is None and len(self._rows[place]) > 3


def _plain(text: str | None) -> str:
    return re.sub(r"[\W_]+", " ", text or "").strip().casefold()


def _all_differ(one: Sequence[Cell], other: Sequence[Cell]) -> bool:
    """True for rows of several numbers that are alike in none: two models of one name, such as two sizes of "ours"."""
    pairs = [(a.text.strip(), b.text.strip()) for a, b in zip(one, other, strict=False)]
    numbers = [a == b for a, b in pairs if _NUMBER.fullmatch(a[:80]) and _NUMBER.fullmatch(b[:80])]
    return len(numbers) >= _LEAST_NUMBERS and not any(numbers)


def _labels(row: tuple[Cell, ...] | None, score: ReportedScore) -> bool:
    """True where the row is called by the model that the score belongs to."""
    subject = _plain(score.subject)
    return bool(subject) and any(_plain(cell.text[:200]).startswith(subject) for cell in (row or ())[:3])


def _words_in(*cells: Cell) -> list[str]:
    """The texts of cells; "" for one that holds a number."""
    return ["" if _NUMBER.fullmatch(cell.text.strip()[:80]) else cell.text.strip() for cell in cells]


_WORD = re.compile(r"[a-zA-Z]+|\d+")
_COUNTS = (
    ("prompt", re.compile(r"(?i)\bprompts?\b")),
    ("instruction", re.compile(r"(?i)\binst(?:r|ruct|ructions?)?\b")),
    ("strict", re.compile(r"(?i)\bstrict\b")),
    ("loose", re.compile(r"(?i)\bloose\b")),
    ("flexible", re.compile(r"(?i)\bflexible\b")),
    ("micro", re.compile(r"(?i)\bmicro\b")),
    ("macro", re.compile(r"(?i)\bmacro\b")),
)


def _names_apart(first: str, second: str) -> bool:
    """True for names that differ in the way of counting, or each in a word that the other has not."""
    if first == second:
        return False
    one, other = (re.sub(r"[\W_]+", " ", name) for name in (first, second))
    ways = [{way for way, pattern in _COUNTS if pattern.search(name)} for name in (one, other)]
    if ways[0] - ways[1] and ways[1] - ways[0]:
        return True
    mine, theirs = (_rest_of(name) for name in (one, other))
    alike = {word for word in mine for rival in theirs if word[0] == rival[0]}  # "ARC-C" is the Challenge
    return bool(mine - theirs - alike and theirs - mine) and not mine & theirs and not alike


_OF_ANY = frozenset(
    re.findall(
        r"\w+",
        "the of on in for and score scores accuracy acc em pass exact match test tests set eval evaluation benchmark "
        "result results average avg shot shots cot val dev none en english",
    )
)


@lru_cache(maxsize=2048)
def _rest_of(name: str) -> frozenset[str]:
    """The words of a label beside the test's own name, settings and words that tell nothing."""
    words = [word.casefold() for word in _WORD.findall(name)][:12]
    for length in range(len(words), 0, -1):
        for start in range(len(words) - length + 1):
            if find_benchmark(" ".join(words[start : start + length])):
                words = words[:start] + words[start + length :]
                return frozenset(word for word in words if word not in _OF_ANY and not word.isdigit())
    return frozenset()


# The rows of a table with such a column are runs, whatever the card says elsewhere.
_RUN_COLUMN = re.compile(
    r"(?i)\W*(?:(?:training|global|random|train) )?(?:steps?|epochs?|check-?points?|iterations?|seeds?|trials?|runs?|"
    r"rounds?|(?:system )?prompts?|(?:prompt |chat )?templates?|context(?: length| size| window)?|effort|"
    r"(?:thinking |token )?budget|temperature|harness|(?:evaluation )?framework|evaluator|(?:training )?tokens"
    r"(?: seen)?)\W*|\W*(?:步数|轮次?|种子|단계|ステップ)\W*"
)
_TELLS_RUN = re.compile(
    r"(?i)\b(?:steps?|epochs?|check-?points?|iterations?|effort|budget|seeds?|runs?|trials?|turns?|rounds?|temperature|"
    r"temp|samples|passes|attempts|rank|max[-_ ]?tokens|tokens|context|length|date|version|stage|phase|mode|think\w*|"
    r"reasoning|prompts?|templates?|harness|framework|evaluator|level|split|subset|language|lang|setting|shots?|k|n)\b|步数|轮|阶段|设置|模式|단계|회차"
)


_GAIN = fast_pattern(
    r"(?i)\b(?:rais|boost|lift|push|improv|increas|bring|brought|jump|climb|drop|fall|fell|reduc|lower|rise|rising|rose|"
    r"go|goes|going|went|mov|grow|grew)\w*\b[^.;]{0,80}|\bfrom\b[^.;]{0,30}\d[^.;]{0,12}\bto\b|→|->|提升|提高|上升|"
    r"降|향상|상승|向上"
)


_DATE = re.compile(
    r"\b20\d\d[-/.](?:0?[1-9]|1[0-2])(?:[-/.]\d{1,2})?\b|(?i:\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
    r"[a-z]*\.? (?:\d{1,2},? )?20\d\d\b)|20\d\d年\d{1,2}月"
)


# "Pivot: gpt-4", "Judge: Wren-70B": what a table's line tells of its run, and that of another table otherwise.
_LEAD = re.compile(r"\W{0,4}([^\W\d_][\w -]{1,30})\W{0,2}[:：]\W{0,3}(\w[^:：|]{0,80})")


def _lead_above(lines: list[str], table: Table) -> tuple[str, str] | None:
    """The label and the value of the line right above a table."""
    for line in reversed(lines[max(0, table.line - 4) : max(0, table.line - 1)]):
        if line.strip():
            told = _LEAD.fullmatch(line[:150].strip())
            return (told[1].casefold().strip(), told[2].casefold().strip(" *_.")) if told else None
    return None


def _dates_above(lines: list[str], table: Table) -> frozenset[str]:
    """The dates in the lines that lead to a table, up to the table before it."""
    found: list[str] = []
    for line in reversed(lines[max(0, table.line - 1 - _NEAR) : max(0, table.line - 1)]):
        if line.count("|") > 1:
            break
        found += _DATE.findall(line[:400])
        if line.startswith("#"):
            break
    return frozenset(found)


_WHOLE_NUMBER = re.compile(r"(?<![\d.])\d+(?:\.\d+)?")
_CONFUSES = re.compile(
    r"(?i)\b(?:different|differs?|differences?|confus\w+|discrepanc\w+|inconsisten\w+|mismatch\w*|deviat\w+)\b|"
    r"不同|不一致|差异|다른|차이|異な"
)
_EXPLAINED = re.compile(
    r"(?i)\b(?:results?|scores?|numbers|values|figures|evaluations?)\b[^.;]{0,80}\b(?:differ(?:s|ed|ent)?|vary|varies|"
    r"deviat\w+|not (?:match|agree|be identical|comparable)|changed?|slightly (?:lower|higher))\b|"
    r"\b(?:differ(?:s|ed)?|differences?|deviat\w+|discrepanc\w+) (?:from|between|to|with|in)\b[^.;]{0,60}\b(?:results?|"
    r"scores?|numbers|values|runs?|evaluations?|reported|published)\b|\b(?:re-?ran|re-?run|re-?evaluated|re-?tested)\b|"
    r"结果[^。]{0,20}(?:不同|差异|不一致)|결과[^.]{0,20}(?:차이|다르|다를)|結果[^。]{0,20}(?:異な|違)"
)
