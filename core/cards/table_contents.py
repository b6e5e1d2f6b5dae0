"""What a table is about that names no test of the catalogue: results, something else, or nobody can say."""

import re

from core.cards.benchmark_mentions import names_test
from core.cards.name_match import Match
from core.cards.result_tables import are_like_scores, is_plainly_of_results, names_measures, tells_other_quantity
from core.cards.row_labels import TEXT_METRIC
from core.cards.table_scores import TableScores
from core.cards.table_shape import SAMPLE_ROWS
from core.cards.table_words import EVALUATION, LEAKAGE, METRIC_IN_BRACKETS, OTHER_TABLE, VALUE_HEADER
from core.cards.values import parse_value
from core.cards.vocabulary import BOARD

_LEAK_WORDS = re.compile(
    r"(?i)\b(?:de-?)?contaminat\w*|\boverlap\w*|\bdedup\w*|\b(?:with|in|from) (?:the |our )?training data|污染|오염"
)
_PARTS_BY_LEAKAGE = re.compile(
    r"(?i)\W*(?:un|de|not |non-?)?(?:clean(?:ed)?|dirty|contaminated)"
    r"(?: (?:subset|split|set|part|score|acc(?:uracy)?))?\W*"
)


class TableContents(TableScores):
    """Whether the numbers of a table are results."""

    @property
    def of_nobody(self) -> bool:
        """True for several columns of numbers under no header: whose a number is stands nowhere."""
        return self.has_no_header and len(self.score_columns) > 1

    @property
    def of_leakage(self) -> bool:
        """True for how much of each test was seen in training, which is no score on it."""
        if LEAKAGE.search(self.heading):
            return True
        if not any(map(self._is_of_leakage, self.headers)):
            return False
        read = [self.headers[j] for j in self.score_columns]  # beside those that tell of leakage
        return not any(VALUE_HEADER.match(head) or names_test(head) or self.names_model(head) for head in read)

    def is_foreign(self) -> bool:
        # A column of perplexity beside the others is left out, and tells nothing of them.
        read = " ".join(self.headers[j] for j in sorted({*self.label_columns, *self.score_columns}))
        above = _LEAK_WORDS.sub(" ", self.table.intro[-300:])  # the questions are said to be clean
        return bool(OTHER_TABLE.search(f"{self.heading} {above} {read}"))

    def is_about_tests(self, headers: list[str]) -> bool:
        """True where the words around a table without names of tests say that it holds results of some."""
        metrics = [] if self.metric_column is None else self.column(self.metric_column)
        return (
            self.test_above is not None
            or any(map(TEXT_METRIC.fullmatch, (*headers, *metrics)))
            or any(map(METRIC_IN_BRACKETS.search, headers))
            or bool(EVALUATION.search(self.words_around) or BOARD.search(self.table.outro))
            or self._is_plain(headers)
            or (self.titled() is not None and any("%" in row[self.score_columns[0]].text for row in self.body))
        )

    def _is_plain(self, headers: list[str]) -> bool:
        corners = [self.headers[j] for j in self.label_columns]
        labels = [row[j].text for row in self.body for j in self.label_columns[:1]]
        return is_plainly_of_results(corners, labels, headers) and self._holds_likely_scores()

    def _holds_likely_scores(self) -> bool:
        columns = [
            [value for row in self.body[:SAMPLE_ROWS] if (value := parse_value(row[j].text))]
            for j in self.score_columns
        ]
        return are_like_scores(columns)

    def left_open(self) -> list[str]:
        """Some labels of a table that gave no scores, where it has the card's own model among others of its kind."""
        if not self.holds_scores or self.is_mixture or not self.label_columns:
            return []
        column = self.label_columns[0]
        headers = [self.headers[j] for j in self.score_columns]
        labels = [row[column].text for row in self.body if row[column].text.strip()]
        if self.of_nobody:
            return labels[:3]
        if self.of_leakage and self.benchmark_column is not None and not LEAKAGE.search(self.heading):
            parts = sum(map(bool, map(_PARTS_BY_LEAKAGE.fullmatch, self.headers)))  # scores on either, or shares of it
            return labels[:3] if parts > 1 else []
        mine_across = any(self.own.match(header) >= Match.PART for header in headers if header)
        mine_down = any(self.own.match(label) >= Match.PART for label in labels[:SAMPLE_ROWS])
        if self.of_leakage or not (mine_across or mine_down or names_measures(headers)):
            return []
        told = [self.headers[column], *(labels if mine_across else headers), self.heading, self.table.caption]
        if self.is_foreign() or tells_other_quantity([*headers, *told]) or not self._holds_likely_scores():
            return []
        return labels[:3] if mine_across else headers[:3]
