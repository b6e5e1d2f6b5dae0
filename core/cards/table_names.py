"""What the rows and columns of a table are called, where their own labels do not say it all.

A column of numbers may be named by the corner, the title right over the table, or the heading; a row by a label above
it or by a size in a column of its own.
"""

import re
from collections.abc import Sequence
from functools import cached_property

from core.cards.benchmark_mentions import names_test
from core.cards.grids import Cell
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.settings import is_setting
from core.cards.table_owners import TableOwners
from core.cards.table_words import AVERAGE, EVALUATION, OTHER_TABLE, SETTING_HEADER, VALUE_HEADER
from core.catalogue.benchmark_names import gives_marks

# A name of several capitals, or of up to four words none of which makes it a sentence.
_TITLE = re.compile(
    r"[A-Z][\w+/-]*(?: (?:with|of|on|in|for|and|the|[A-Z(][\w+/-]*\)?)){0,6}|"
    r"[A-Z][\w+/-]*(?: (?!(?:we|is|are|was|were|has|have|it|as|to|this|these|our|your|you|here|below|above|following|"
    r"compared?|shows?|see|more|other|all)\b)[\w+/-]+){0,3}"
)
_COUNTED_TESTS = re.compile(
    r"(?i)(\d{1,3} (?:tasks?|tests?|benchmarks?|datasets?|evals?|evaluations?))\b(?! (?:of|on|in)\b)"
)
_ABOUT_RESULTS = re.compile(
    r"(?i)^\W*(?:(?:evaluations?|benchmarks?|performances?|results?|scores?)\W*)*\b(?:in|on|for|of)\s+"
)
_RESULTS_ALONE = re.compile(
    r"(?i)\W*(?:(?:evaluations?|benchmarks?|performances?|results?|scores?|metrics|leaderboards?|the|our|main|model|and)"
    r"\W*)+|\W*(?:模型|基准)?(?:评测|测试|实验|评估)?(?:结果|性能|评测)\W*|\W*(?:평가 )?(?:결과|성능)\W*"
)

_SIZE = re.compile(r"\d+(?:\.\d+)?\s?[bBmM]")
_SIZE_HEADER = re.compile(
    r"(?i)^\W*(?:\#\s*)?(?:total|model)?\s*(?:params?|parameters?|size|tp)\W*$|参数|크기|파라미터"
)


class TableNames(TableOwners):
    """The names of tests across, and the labels of rows."""

    def qualifiers(self, column: int) -> dict[str, int]:
        """For names that stand in several rows: the column that tells those rows apart, such as the language."""
        rows: dict[str, list[Sequence[Cell]]] = {}
        for row in self.body:
            rows.setdefault(row[column].text, []).append(row)
        found = {}
        for name, same in rows.items():
            for j in self.label_columns:
                texts = {row[j].text for row in same}
                if (
                    len(same) > 1
                    and j != column
                    and len(texts) == len(same)
                    and not SETTING_HEADER.match(self.headers[j])
                    and not any(map(is_setting, texts))
                ):
                    found[name] = j
        return found

    def test_down(self, row: Sequence[Cell], column: int) -> str:
        """The test of a row: "English (15 tasks)", where its own cell "15 tasks (MMLU, …)" only counts what it is."""
        text = row[column].text
        counted = _COUNTED_TESTS.match(text[:200]) if text[:1].isdigit() else None
        group = next((row[j].text.strip() for j in reversed(self.label_columns) if j < column), "") if counted else ""
        return f"{group} ({counted[1]})" if counted and group else text

    def test_across(self, j: int) -> str | None:
        header = self.headers[j]
        if (
            header
            and self.of_marks
            and (AVERAGE.match(header) or not VALUE_HEADER.match(header))
            and not gives_marks(header)
        ):
            return f"{self.judged_suite} {header}"
        if AVERAGE.match(header):
            across = [self.headers[k] for k in self.score_columns]
            whole = self.test_above or self.titled() or (self._topic() if len(across) == 1 else None)
            # Beside other tests it is the average of those; alone, or beside parts of a test, it is that test's.
            return header if any(map(names_test, across)) or whole is None or whole in across else f"{whole} {header}"
        if header and not VALUE_HEADER.match(header) and (not is_setting(header) or names_test(header)):
            unlisted = not any(names_test(self.headers[k]) for k in self.score_columns)
            above = self.test_above if not names_test(header) else None
            if above is None and unlisted and (title := self.titled()):
                return f"{title} ({header})"
            if above is None and re.fullmatch(r"(?i)\w+ (?:score|rate)", header) and not names_test(header):
                topic = self._topic()
                return f"{topic} ({header})" if topic else header
            return f"{above} {header}" if above and len(self.score_columns) > 1 and unlisted else header
        above = self.test_above or self.titled() or self._topic()
        if above and self.table.part and self.table.part.casefold() not in above.casefold():
            above = f"{above} {self.table.part}"
        return f"{above} ({header})" if above and header else above or header or None

    @cached_property
    def judged_suite(self) -> str:
        """What marks are on, whose parts may be called like other tests: "Math" is no MATH there."""
        topic = self.titled() or self._topic()
        return self.test_above or (topic if topic and self.own.match(topic) is Match.NONE else "Judged")

    def titled(self) -> str | None:
        """The name of an unlisted test right over the table: "2. Line Retrieval", "Accuracy over MQA"."""
        text = re.sub(r"^\W*(?:\d{1,2}[.)] )?", "", self.table.caption).strip(" :：")
        text = re.sub(
            r"(?i)^(?:[\w-]+ ){0,2}(?:accuracy|scores?|results?|performance) (?:over|on|for|of|in) (?:the )?", "", text
        )
        named = _TITLE.fullmatch(text)
        telling = named and not (EVALUATION.search(text) or OTHER_TABLE.search(text) or looks_like_model(text))
        return text if telling else None

    def _topic(self) -> str | None:
        """What the table is about, where no known benchmark is named: the suite above it, or its heading."""
        if titled := re.search(
            r"(?i)\b(?:on|in|for|auf|sur|на|по)\s+(?:the )?([a-z][\w.+-]*[_\d-][\w.+-]*)\W*$", self.heading
        ):
            return titled[1]
        if named := re.search(
            r"(?:\bon|\bof|\b[Tt]he) (?:the )?([A-Z][\w+-]*(?: [A-Z][\w+-]*){0,3}) (?:benchmark|leaderboard|"
            r"dataset|test suite|test (?:is|was|asks|measures))\b",
            self.table.intro,
        ):
            return named[1]
        for heading in reversed(self.table.headings[-2:]):
            topic = _ABOUT_RESULTS.sub("", heading).strip()
            if topic and not _RESULTS_ALONE.fullmatch(topic) and not self._is_own_name(topic):
                return topic
        return None

    def _is_own_name(self, topic: str) -> bool:
        return self.own.match(topic) >= Match.SAME and not EVALUATION.search(topic)

    def row_labels(self, column: int) -> list[str | None]:
        """A label for each row; one left blank repeats the label above it where another column tells the rows apart."""
        labels: list[str | None] = []
        for row in self.body:
            told_apart = any(row[j].text.strip() for j in self.label_columns if j != column)
            above = labels[-1] if labels and not row[column].text.strip() and told_apart else None
            labels.append(above or self._row_label(row, column))
        return labels

    @cached_property
    def _size_columns(self) -> list[int]:
        return [
            j
            for j, header in enumerate(self.headers)
            if j not in self.score_columns and (not header or _SIZE_HEADER.match(header))
        ]

    def _row_label(self, row: Sequence[Cell], column: int) -> str | None:
        """The model's name with its size and mode, which often stand in columns of their own."""
        parts = [row[column].text]
        for j in self._size_columns:
            text = row[j].text if j < len(row) else ""
            if (
                j != column
                and _SIZE.fullmatch(text.strip())
                and text.casefold() not in parts[0].casefold().replace("_", ".")
            ):
                parts.append(text)
        return " ".join(part for part in parts if part) or None
