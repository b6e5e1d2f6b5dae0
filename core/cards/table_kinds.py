"""What kind of numbers a table holds: shares or marks, the parts of a mixture, branches of a repo, rows taken back."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from core.cards.measured_by import how_measured, is_test_of_judges, judges_below, names_program, programs_below
from core.cards.name_match import Match
from core.cards.row_labels import BRANCHES, DISOWNED
from core.cards.settings import Settings, parse_settings
from core.cards.table_shape import SAMPLE_ROWS, TableShape
from core.cards.table_words import DATA_CORNER, EVALUATION, JUDGED_PARTS, MIXTURE, PERCENT_HEADER, UP_TO_TEN
from core.cards.values import parse_value
from core.catalogue.benchmark_names import gives_marks

_METRIC = re.compile(r"(?i)\W*metrics?\W*")
_TRAINING = re.compile(
    r"(?i)\b(?:pre-?|post-?|mid-?)?train(?:ing|ed)?\b|\bfine-?tun\w*|\bsft\b|\bdata\b|训练|微调|학습|学習"
)


class TableKinds(TableShape):
    """The kind of a table, by its labels and the words around it."""

    measurers: Mapping[str, str] = {}  # labels that name a judge or a program, and what they tell of each score

    @cached_property
    def disowned(self) -> frozenset[int]:
        """The cells, by identity, of rows that say themselves that they are of another model or taken back."""
        return frozenset(
            id(cell)
            for row in self.body
            if any(
                len(cell.text) > 8 and not cell.text[0].isdigit() and DISOWNED.search(cell.text[:300]) for cell in row
            )
            for cell in row
        )

    @property
    def of_branches(self) -> bool:
        """True where the rows are branches of the card's repo, all of which hold its model."""
        return bool(self.label_columns) and bool(BRANCHES.fullmatch(self.headers[self.label_columns[0]]))

    @cached_property
    def metric_column(self) -> int | None:
        return next((j for j, header in enumerate(self.headers) if _METRIC.fullmatch(header)), None)

    @property
    def is_mixture(self) -> bool:
        """True for the parts of a set for training with how much each is of the whole, whatever tests they are from."""
        headers = [self.headers[j] for j in self.score_columns]
        if not headers or not all(map(PERCENT_HEADER.fullmatch, headers)):
            return False
        corners = [self.headers[j] for j in self.label_columns]
        words = f"{self.heading} {self.table.caption} {' '.join(corners)}"
        of_data = any(map(DATA_CORNER.fullmatch, corners)) and _TRAINING.search(self.heading)
        if (MIXTURE.search(words) or of_data) and not EVALUATION.search(words):
            return True
        if all(re.match(r"(?i)\W*ratio", header) for header in headers):
            return True  # beside other columns it may be a kind of question
        values = [value.number for row in self.body if (value := parse_value(row[self.score_columns[0]].text))]
        return len(values) > 2 and any(abs(sum(values) - whole) < whole / 100 for whole in (1.0, 100.0))

    @cached_property
    def corner(self) -> str:
        """What stands over the labels, where it says how the scores were taken: "3-shot (EM / F1)"."""
        said = self.headers[self.label_columns[0]] if self.label_columns else ""
        if re.fullmatch(r"(?i)\W*(?:weight )?precisions?\W*", said):
            return ""  # of the weights, and no metric
        return said if parse_settings(said) != Settings() else ""

    @cached_property
    def of_marks(self) -> bool:
        """True for marks up to ten, which a judge gives: the table's test is of that kind, or its words say so."""
        values = [value.number for row in self.body for j in self.score_columns if (value := parse_value(row[j].text))]
        if not values or max(values) <= 1 or min(values) < 0 or max(values) > 10:
            return False
        labels = {*self.headers, *(row[j].text for j in self.label_columns for row in self.body[:SAMPLE_ROWS])}
        parts = JUDGED_PARTS & {label.strip(" *_").casefold() for label in labels}
        return (
            gives_marks(self.test_above or "")
            or len(parts) > 3
            or bool(UP_TO_TEN.search(f"{self.words_around} {self.table.outro} {' '.join(self.headers)}"[:3000]))
        )

    @cached_property
    def shares(self) -> bool:
        """True where every number of the table lies between 0 and 1."""
        values = [value for row in self.body for j in self.score_columns if (value := parse_value(row[j].text))]
        return bool(values) and all(0 <= value.number <= 1 for value in values)

    def find_measurers(self, labels: Sequence[str | None]) -> None:
        """Keep the labels that name judges or programs: what those measured is of one model."""
        if not self.own.said and self._only_measure(labels):
            self.measurers = {label: how_measured(label, self._over_labels) for label in labels if label}

    def _only_measure(self, labels: Sequence[str | None]) -> bool:
        """True for programs, and for the names of judges below "Judge": what they measured is the card's own model."""
        if all(label and names_program(label) for label in labels):
            return True
        if not self.label_columns or len(labels) != len(self.body):
            return False
        if programs_below(self._over_labels):
            known = sum(bool(label and names_program(label)) for label in labels)
            return 2 * known >= len(labels) and not any(self.names_model(label) for label in labels if label)
        return judges_below(self._over_labels) and not any(
            label and (self.own.match(label) > Match.NONE or is_test_of_judges(label))
            for label in (*labels, *self.headers)
        )

    @property
    def _over_labels(self) -> str:
        """What stands over the labels that name models."""
        column = self.label_columns[0] if self.model_column is None and self.label_columns else self.model_column
        return "" if column is None else self.headers[column]
