"""How a table is laid out: headers, rows, which columns hold scores, which hold labels, and whose they are."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from core.cards.benchmark_mentions import names_test
from core.cards.chat_heads import with_full_names
from core.cards.columns_of_one import are_checkpoints, names_checkpoint, precision_of
from core.cards.columns_of_size import repeats_sizes, told_as_size
from core.cards.decimal_commas import has_decimal_commas, with_decimal_points
from core.cards.grids import Cell, Table
from core.cards.harness_names import with_plain_tasks
from core.cards.header_rows import (
    MAX_LABEL_CHARS,
    carried_on,
    harness_header,
    is_first_of_data,
    is_sub_header,
    names_parts,
)
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model, words_of
from core.cards.own_model import OwnModel
from core.cards.plain_labels import is_size_alone
from core.cards.row_labels import COUNT_OF_ANSWERS, SETTING_ROWS, are_lengths, is_of_errors, tells_no_scores
from core.cards.sections_apart import sections_of, split_of
from core.cards.settings import find_precision, is_setting
from core.cards.table_words import (
    DATES,
    DIFFERENCE,
    LEAKAGE,
    NO_SHARE,
    NOT_A_SCORE,
    SETTING_HEADER,
    VALUE_HEADER,
)
from core.cards.tests_above import find_test_above
from core.cards.values import is_missing, parse_value
from core.catalogue.benchmark_names import find_benchmark

_RATE = re.compile(r"(?i)/\s?s\b|\bper\b|\bspeed|\blatency|\bmemory|\bsize")
# "20 docs (avg 2.9K tokens)" says how long the questions are, and counts no tokens.
_LENGTH = re.compile(r"(?i)(?<=\w) ?[(（](?:avg\.?|average|mean|about|up to|[~≈<≤])? ?[\d.,]+ ?[km]? tokens?[)）]")
_HYPHENED_NAME = re.compile(r"[A-Z][A-Za-z\d.]*-[\w.-]*\d[\w.-]*")  # "Step-2", "Time-MoE-2.4B": models, and no units
_TURN = re.compile(r"(?i)\W*(?:first|1st|second|2nd)[ _]turn\W*")
_MODEL_HEADER = re.compile(r"(?i)\W*(?:models?(?: name)?|模型|모델(?:명)?|モデル)\W*")
_WHOLE = re.compile(r"\d{1,3}(?:[,.]\d{3}){1,2}|\d{1,7}(?:\s?/\s?\d{1,7})?")
SAMPLE_ROWS = 200  # rows that show what a column holds


class TableShape:
    """The parts of a table that may hold scores; `holds_scores` is False for any other table."""

    def __init__(self, table: Table, own: OwnModel) -> None:
        self.table, self.own = with_plain_tasks(with_full_names(table)), own
        self.heading = table.headings[-1] if table.headings else ""
        self.words_around = f"{' '.join(table.headings[-3:])} {table.intro}"

        self.headers: list[str] = []
        self.body: list[tuple[Cell, ...]] = []
        self._telling = self.body
        self.errors: list[tuple[tuple[Cell, ...], tuple[Cell, ...]]] = []  # a row, and the standard errors below it
        self.titled_rows: list[tuple[int, str]] = []  # lines of rows that title the rows below: "Math (5-shot)"
        self.sections: list[tuple[int, str]] = []  # where a kind begins, "German", or ends, ""
        self.score_columns: list[int] = []
        self.label_columns: list[int] = []
        self.benchmark_column: int | None = None
        self.model_column: int | None = None
        self.holds_scores = self._find_shape()

    def _find_shape(self) -> bool:
        if self.table.columns < 1 or (len(self.table.rows) < 2 and not self.has_no_header):
            return False
        self.headers, body = self._split_header()
        if has_decimal_commas(body, self.headers, self.names_model):
            body = [with_decimal_points(row) for row in body]
        if any("b" in header[:1].casefold() or "bit" in header.casefold() for header in self.headers[:1]):
            body = [(replace(row[0], text=precision_of(row[0].text, self.headers[0])), *row[1:]) for row in body]
        self.body = self._without_errors([row for row in body if not self._is_section(row)])
        self.titled_rows = [
            (row[0].line, title)
            for row in body
            if self._is_section(row) and (title := next((cell.text for cell in row if cell.text.strip()), ""))
        ]
        self.sections = sections_of(self.titled_rows, [row[0].line for row in self.body if row])
        if not self.body:
            return False
        # Rows on size, training and context tell nothing of what the columns hold.
        self._telling = [row for row in self.body if not _is_specification(row)] or self.body
        self.score_columns = self._without_counts([j for j in range(self.table.columns) if self._holds_scores(j)])
        self.label_columns = [j for j in range(self.table.columns) if self.score_columns and self._holds_labels(j)]
        if self.score_columns and not self.label_columns and self._lists_sizes():
            self.label_columns = [0]
        if self.label_columns:
            self.benchmark_column, self.model_column = self._label_axes()
        return bool(self.label_columns) or self.of_one_model

    def _without_errors(self, body: list[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
        """The rows without those of standard errors, which are kept beside the row they are of, and of counts."""
        kept: list[tuple[Cell, ...]] = []
        for row in body:
            if is_of_errors(row[0].text):
                self.errors += [(kept[-1], row)] if kept else []
            elif not tells_no_scores(row[0].text, [cell.text for cell in row[1:] if not is_missing(cell.text)]):
                kept.append(row)
        return kept

    def _without_counts(self, columns: list[int]) -> list[int]:
        """The columns without those that count answers, where another one tells their share."""
        counts = [j for j in columns if COUNT_OF_ANSWERS.fullmatch(self.headers[j]) and self._counts(j)]
        shares = [j for j in columns if j not in counts and VALUE_HEADER.match(self.headers[j])]
        return [j for j in columns if j not in counts] if shares else columns

    def _counts(self, j: int) -> bool:
        return all(_WHOLE.fullmatch(text.strip("*_ ")) for text in self._telling_column(j) if not is_missing(text))

    @property
    def of_one_model(self) -> bool:
        """True for a table without labels: tests across and one row of numbers, of the model above it."""
        tests = sum(names_test(self.headers[j]) for j in self.score_columns)
        if self.table.columns == 1:
            return len(self.body) == 1 and len(self.score_columns) == 1 and (tests == 1 or self.test_above is not None)
        few = len(self.score_columns) <= 12 and tests == 0 and self.test_above is not None  # the turns of MT-Bench
        return not self.label_columns and len(self.body) == 1 and (tests >= max(2, len(self.score_columns) / 3) or few)

    @cached_property
    def has_no_header(self) -> bool:
        return self.table.header_rows < 2 and bool(self.table.rows) and is_first_of_data(self.table.rows)

    def _split_header(self) -> tuple[list[str], list[tuple[Cell, ...]]]:
        rows = self.table.rows
        if harness := harness_header(rows[0]):
            return harness, list(rows)
        if self.has_no_header:
            return [""] * self.table.columns, list(rows)
        count = self.table.header_rows
        while count < min(len(rows) - 1, 4) and is_sub_header(rows[count]):
            count += 1
        if len(rows) > 2 and names_parts(rows[0], rows[1]):
            rows, count = (carried_on(rows[0]), *rows[1:]), max(count, 2)
        headers = []
        for j in range(self.table.columns):
            parts: list[str] = []
            for row in rows[:count]:
                text = row[j].text if j < len(row) else ""
                spans_all = len({cell.text for cell in row if cell.text}) == 1 and len(row) > 2 and count > 1
                if not is_missing(text) and text not in parts and not spans_all:
                    parts.append(text)
            headers.append(self._without_group(parts)[:MAX_LABEL_CHARS])
        return headers, list(rows[count:])

    def _without_group(self, parts: list[str]) -> str:
        """The name of a column that stands below the name of an ability: "Knowledge" over "MMLU"."""
        joined = " ".join(parts)
        grouped = (
            len(parts) > 1 and names_test(parts[-1][:MAX_LABEL_CHARS]) and not names_test(joined[:MAX_LABEL_CHARS])
        )
        return parts[-1] if grouped and not any(self.names_model(part) for part in parts[:-1]) else joined

    @staticmethod
    def _is_section(row: Sequence[Cell]) -> bool:
        """A row that only titles the rows below it, or is empty."""
        filled = {cell.text for cell in row if not is_missing(cell.text)}
        return len(filled) <= 1 and not any(parse_value(text) for text in filled)

    def column(self, j: int) -> list[str]:
        return [row[j].text if j < len(row) else "" for row in self.body]

    def _telling_column(self, j: int) -> list[str]:
        return [row[j].text if j < len(row) else "" for row in self._telling]

    def _holds_scores(self, j: int) -> bool:
        header = _LENGTH.sub(" ", self.headers[j])
        texts = [text for text in self._telling_column(j) if not is_missing(text)]
        values = [parse_value(text) for text in texts]
        # A column "date" without one date in it is a kind of question, not the day of a release.
        kind = DATES.match(header) and all(value and value.number <= 100 for value in values)
        # "Language" is an ability among "Reasoning" and "Coding" where all it holds are fractions.
        kind = kind or (re.fullmatch(r"(?i)\W*language\W*", header) and all(v and v.decimals for v in values))
        # "Test" beside "Dev" is the other part of the questions.
        kind = kind or (split_of(header) == "test" and any(map(split_of, self.headers[:j] + self.headers[j + 1 :])))
        # Nor does "few-shot" count examples where all it holds are fractions.
        kind = kind or (re.match(r"(?i)\W*few-?shot", header) and all(value and value.decimals for value in values))
        kind = kind or (names_checkpoint(header) and are_checkpoints(self.headers))
        if NO_SHARE.search(header) or are_differences(texts) or self._is_of_leakage(header):
            return False
        if not (kind or _HYPHENED_NAME.fullmatch(header.strip())) and (
            SETTING_HEADER.match(header)
            or (NOT_A_SCORE.match(header) and not find_benchmark(header) and not self._names_own(header))
        ):
            return False
        if j and not (names_test(header) or VALUE_HEADER.match(header)) and self._tells_size(j, header):
            return False
        numbers = sum(value is not None for value in values)
        if not numbers or (j == 0 and not all(value and value.decimals for value in values)):
            return False
        return numbers >= max(1, len(texts) * 0.5) or bool(header and names_test(header))

    def _tells_size(self, j: int, header: str) -> bool:
        """True for a column that a legend or its own values tell to be of sizes, tokens and the like."""
        if header and told_as_size(header, f"{self.table.intro} {self.table.caption} {self.table.outro}"):
            return True
        return repeats_sizes(self.column(0), self.column(j))

    def _is_of_leakage(self, header: str) -> bool:
        """True for how much of a test was seen in training, "Contamination %" beside the scores."""
        return bool(LEAKAGE.search(header)) and not self.names_model(header)

    def _names_own(self, header: str) -> bool:
        """True for "Lumen 7B, 200B tokens": the model, told apart by its training, and not a count of tokens."""
        if is_size_alone(header):
            return True  # "2B params" over numbers is a model by its size, and no count
        match = self.own.match(header)
        return match >= Match.PART or (match > Match.NONE and bool(words_of(header).sizes) and not _RATE.search(header))

    def _holds_labels(self, j: int) -> bool:
        if j == 0 and j not in self.score_columns and SETTING_ROWS.fullmatch(self.headers[j]):
            return True
        texts = [
            text
            for text in self.column(j)
            if text.strip() and (not DIFFERENCE.fullmatch(text[:120]) or text.lstrip(" *").startswith("DROP"))
        ]
        if j == 0 and j not in self.score_columns and are_lengths(texts, self.headers[j]):
            return True
        words = sum(
            bool(re.search(r"[^\W\d_]{2,}|^[A-Za-z]-?\d", text) or find_precision(text) or is_setting(text))
            and parse_value(text) is None
            for text in texts
        )
        return j not in self.score_columns and words > len(texts) / 2 and j < max(self.score_columns)

    def _lists_sizes(self) -> bool:
        """True where the rows are the members of a series, each by its size alone: "3B", "7B"."""
        texts = [text for text in self.column(0) if text.strip()]
        return len(texts) > 1 and 0 not in self.score_columns and all(is_size_alone(text[:40]) for text in texts)

    def _label_axes(self) -> tuple[int | None, int | None]:
        """The label column that names benchmarks and the one that names models."""

        def share(j: int, test: object) -> float:
            texts = [text for text in self._telling_column(j)[:SAMPLE_ROWS] if text.strip()]
            return sum(bool(test(text)) for text in texts) / len(texts) if texts and callable(test) else 0.0

        skip = [j for j in self.label_columns if SETTING_HEADER.match(self.headers[j]) and share(j, names_test) < 0.5]
        labels = [j for j in self.label_columns if j not in skip] or self.label_columns
        tests = {j: share(j, names_test) for j in labels}
        models = {j: share(j, self.names_model) for j in labels}
        best_test = max(labels, key=lambda j: (tests[j], -j))
        called = {j: models[j] > 0 and bool(_MODEL_HEADER.fullmatch(self.headers[j])) for j in labels}
        best_model = max(labels, key=lambda j: (called[j], models[j], -j))
        benchmark = best_test if tests[best_test] > 0 and tests[best_test] >= models[best_test] else None
        model = best_model if models[best_model] > 0 and best_model != benchmark else None
        if benchmark is not None and model is not None and models[model] < 0.3:
            model = None
        return benchmark, model

    def names_model(self, text: str) -> bool:
        return not names_test(text) and (self.own.match(text) > Match.NONE or looks_like_model(text))

    def precisions_down(self) -> bool:
        texts = [text for text in self.column(self.label_columns[0]) if text]
        return sum(find_precision(text) is not None for text in texts) > len(texts) / 2

    @cached_property
    def test_above(self) -> str | None:
        """The benchmark that the corner of the table, the heading or the sentence above names, as written."""
        if sum(bool(_TURN.fullmatch(self.headers[j])) for j in self.score_columns) > 1:
            return "MT-Bench"  # nobody else asks in two turns
        return find_test_above([self.headers[j] for j in self.label_columns], self.table)


_SIGNED = re.compile(r"\s*[(（]?\s*(?P<sign>[+−–-])\s?\d[\d.,]*\s?(?:%|pp|pts?\.?|points?)?\s*[)）]?\s*")
_NO_CHANGE = re.compile(r"\s*[(（]?[±~]?0(?:[.,]0+)?\s?(?:%|pp|pts?\.?|points?)?[)）]?\s*")


def are_differences(texts: Sequence[str]) -> bool:
    """True where every number has a sign, and one of them a plus: how far one model is from another."""
    if not any("+" in text for text in texts):
        return False
    signed = [_SIGNED.fullmatch(text[:40]) for text in texts]
    told = all(match or _NO_CHANGE.fullmatch(text[:40]) for match, text in zip(signed, texts, strict=True))
    return told and any(match and match["sign"] == "+" for match in signed)


def _is_specification(row: Sequence[Cell]) -> bool:
    label = row[0].text
    return bool(0 < len(label) <= MAX_LABEL_CHARS and NOT_A_SCORE.match(label)) and not (
        names_test(label) or DATES.match(label)
    )
