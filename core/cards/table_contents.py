"""What a table is about that names no test of the catalogue: results, something else, or nobody can say."""

import re
from collections.abc import Sequence
from functools import cached_property

from core.cards.benchmark_mentions import names_test
from core.cards.name_match import Match
from core.cards.parts_of_tests import are_categories, are_lengths_of_test
from core.cards.result_tables import are_like_scores, is_plainly_of_results, names_measures, tells_other_quantity
from core.cards.row_labels import TEXT_METRIC, are_lengths
from core.cards.table_scores import TableScores
from core.cards.table_shape import SAMPLE_ROWS
from core.cards.table_words import EVALUATION, LEAKAGE, METRIC_IN_BRACKETS, OTHER_TABLE, VALUE_HEADER
from core.cards.values import parse_value
from core.cards.vocabulary import BOARD
from core.catalogue.benchmark_names import find_benchmark

_LEAK_WORDS = re.compile(
    r"(?i)\b(?:de-?)?contaminat\w*|\boverlap\w*|\bdedup\w*|\b(?:with|in|from) (?:the |our )?training data|污染|오염"
)
_PARTS_BY_LEAKAGE = re.compile(
    r"(?i)\W*(?:un|de|not |non-?)?(?:clean(?:ed)?|dirty|contaminated)"
    r"(?: (?:subset|split|set|part|score|acc(?:uracy)?|share))?\W*"
)

# Measures that say how good a model is, and are no shares of right answers.
_PERPLEXITY = re.compile(r"(?i)\W*(?:mean |avg\.? |word |token |byte )?(?:perplexity|ppl)\b")
_OTHER_MEASURE = re.compile(
    r"(?i)\bperplexity\b|(?<!Δ)(?<!delta )\bppl\b|\bwiki-?text-?(?:2|103)?\b|^\W*(?:c4|ptb)\W*$|^\W*(?:arena )?elo\b|"
    r"\bk(?:ullback-?)?l(?:eibler)?[- ]?d(?:iv\w*)?\b|困惑度"
)
_PARAMETERS = re.compile(
    r"(?i)\W*(?:(?:training |model |key )?(?:hyper-?)?param(?:eter)?s?|arguments?|options?|config(?:uration)?s?)"
    r"(?: names?)?\W*|超参数?|하이퍼파라미터"
)
_PER_SECOND = re.compile(r"(?i)\bt(?:ok(?:en)?s?)?\s?/\s?s\b")
_SPEED_TEST = re.compile(r"\s*(?:pp|tg)\s?\d{1,6}(?:\s?[+@].{1,16})?\s*")


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
        shown = [self.headers[j] for j in self.score_columns]
        if len(shown) > 1 and all(map(_PARTS_BY_LEAKAGE.fullmatch, shown)):
            return True
        if not any(map(self._is_of_leakage, self.headers)):
            return False
        read = [self.headers[j] for j in self.score_columns]  # beside those that tell of leakage
        return not any(VALUE_HEADER.match(head) or names_test(head) or self.names_model(head) for head in read)

    @property
    def of_speed(self) -> bool:
        """True for the output of a speed test: rows of "pp512" and "tg128" beside "t/s", whatever stands there too."""
        if not any(map(_PER_SECOND.search, self.headers)):
            return False
        columns = ([text for text in self.column(j)[:SAMPLE_ROWS] if text.strip()] for j in range(self.table.columns))
        return any(texts and all(map(_SPEED_TEST.fullmatch, texts)) for texts in columns)

    @cached_property
    def of_parameters(self) -> bool:
        """True for a list of settings of training, in which some rows may still give a score; "Accuracy" heads none."""
        if names_measures([self.headers[j] for j in self.score_columns]):
            return False
        return any(_PARAMETERS.fullmatch(self.headers[j][:60]) for j in self.label_columns)

    def categories_down(self, labels: Sequence[str | None], column: int) -> bool:
        """True for rows that are the categories of the one test across, "Writing" and "Coding" beside "MT-Bench"."""
        tests = {find_benchmark(self.headers[j]) for j in self.score_columns if names_test(self.headers[j])}
        return (
            bool(tests)
            and are_categories(labels, self.headers[column], several=len(tests) > 1)
            and not any(label and self.names_model(label) for label in labels)
        )

    @cached_property
    def lengths_across(self) -> bool:
        """True for "4k", "8k" and so on across, the lengths at which one model was tested."""
        if self.model_column is not None or not self.label_columns or len(self.score_columns) < 2:
            return False
        column = self.benchmark_column if self.benchmark_column is not None else self.label_columns[0]
        headers = [self.headers[j] for j in self.score_columns]
        if not are_lengths(headers, self.headers[column]):
            return False
        rows = [*self.column(column)[:SAMPLE_ROWS], self.heading, self.test_above or ""]
        return are_lengths_of_test(headers, self.headers[column], rows)

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

    def other_measures(self) -> list[str]:
        """Labels of perplexity, Elo and the like in a table of models or files that gave no scores."""
        if self.of_speed or not self.headers or not self.body:
            return []
        columns = [j for j in range(1, self.table.columns) if _OTHER_MEASURE.search(self.headers[j][:60])]
        told = [self.headers[j] for j in columns if any(map(parse_value, self.column(j)[:SAMPLE_ROWS]))]
        return told[:3] or [text for text in self.column(0)[:SAMPLE_ROWS] if _PERPLEXITY.match(text[:60])][:1]

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
