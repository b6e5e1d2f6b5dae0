"""Tables of scores: which axis holds benchmarks, which holds models, and every number with its settings.

A table is laid out in one of four ways: benchmarks down and models across,
models down and benchmarks across, both down (one number a row), or one model
only. Which of them it is follows from how many labels on each axis are names
of benchmarks and how many are names of models; the words above the table help
where its labels alone do not say. Tables of speed, files, settings of training
and the like are left out.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

from core.cards.benchmark_mentions import names_test
from core.cards.grids import Cell, Table
from core.cards.name_match import Match
from core.cards.own_model import OwnModel
from core.cards.reading import Origin, ReportedScore
from core.cards.row_labels import SETTING_ROWS, SHOTS_ROW, TEXT_METRIC, what_they_add_to, with_shares
from core.cards.score_cells import column_settings, read_cell
from core.cards.settings import Settings, is_setting, parse_settings
from core.cards.table_names import TableNames
from core.cards.table_words import (
    AVERAGE,
    DATES,
    EVALUATION,
    METRIC_IN_BRACKETS,
    NO_SHARE,
    NOT_A_SCORE,
    OTHER_TABLE,
    SETTING_HEADER,
    VALUE_HEADER,
)
from core.cards.values import is_missing, parse_pair, parse_value
from core.cards.vocabulary import BOARD
from core.cards.win_rates import OPPONENTS, find_win_column, parties
from core.cards.written_scores import score_as_written
from core.catalogue.benchmark_names import find_benchmark

_AVERAGE_ALONE = re.compile(r"(?i)\W*(?:avg|average|mean)\W*")
_OF_V2 = frozenset(("ifeval", "bbh", "gpqa", "musr", "mmlu_pro"))
_OF_LEAKAGE = re.compile(r"(?i)contaminat|\bleak(?:age|s|ed)?\b|污染|泄[漏露]|오염|누출|유출")
_AGAINST = re.compile(r"(?i)\((?:vs|versus|against|relative to)\b[^()]*\)")


def read_score_table(table: Table, own: OwnModel) -> list[ReportedScore]:
    """The scores of one table; none where it holds something else."""
    return _Reader(table, own).read()


class _Reader(TableNames):
    def read(self) -> list[ReportedScore]:
        layout = self._layout() if self.holds_scores else None
        return with_shares(layout()) if layout else []

    def _layout(self) -> Callable[[], list[ReportedScore]] | None:
        headers = [self.headers[j] for j in self.score_columns]
        tests_across = sum(map(names_test, headers))
        models_across = sum(self.names_model(_AGAINST.sub("", header)) for header in headers)
        if _OF_LEAKAGE.search(f"{self.heading} {' '.join(self.headers)}"):
            return None  # how much of a test was seen is no score on it
        if self.of_one_model:
            return self._one_row
        if find_win_column(self.headers) is not None:
            return self._wins
        tests_down = self.benchmark_column is not None
        if not (tests_down or tests_across) and (self._is_foreign() or not self._is_about_tests(headers)):
            return None
        unlisted = self.model_column is not None  # benchmarks across that are known by no name here
        rules = (
            (tests_down and self.model_column is not None and not models_across and not tests_across, self._both_down),
            (0 < tests_across >= models_across and not (tests_down and models_across), self._models_down),
            (unlisted and not tests_down and 2 * models_across < len(headers), self._models_down),
            (tests_down or models_across > 0, self._tests_down),
            (any(VALUE_HEADER.match(header) for header in headers), self._tests_down),
            (self.precisions_down(), self._models_down),
        )
        return next((layout for holds, layout in rules if holds), None)

    def _is_foreign(self) -> bool:
        return bool(OTHER_TABLE.search(f"{self.heading} {self.table.intro[-300:]} {' '.join(self.headers)}"))

    def _is_about_tests(self, headers: list[str]) -> bool:
        """True where the words around a table without names of tests say that it holds results of some."""
        return (
            self.test_above is not None
            or any(map(TEXT_METRIC.fullmatch, (*headers, *self._metrics_down())))
            or any(map(METRIC_IN_BRACKETS.search, headers))
            or bool(EVALUATION.search(self.words_around) or BOARD.search(self.table.outro))
            or (self.titled() is not None and any("%" in row[self.score_columns[0]].text for row in self.body))
        )

    def _tests_down(self) -> list[ReportedScore]:
        column = self.benchmark_column
        if column is None:
            named = [j for j in self.label_columns if not SETTING_HEADER.match(self.headers[j])] or self.label_columns
            column = named[-1]
        row_settings = [
            j
            for j in range(self.table.columns)
            if j not in self.score_columns and j != column and not self._is_group(j)
        ]
        subjects = self.own_labels([self._subject_across(j) for j in self.score_columns])
        scores = []
        qualifiers = self.qualifiers(column)
        above = None if any(names_test(row[column].text) for row in self.body) else self.test_above
        metric = next((j for j, header in enumerate(self.headers) if re.fullmatch(r"(?i)\W*metrics?\W*", header)), None)
        last = ""
        for row in self.body:
            if metric is not None and re.search(r"(?i)perplexity|\bppl\b|bits_per|byte", row[metric].text):
                last = row[column].text or last
                continue
            name = row[column].text
            if not name.strip():  # "| **Average** | | 39.0 |" has its name in the column of groups
                name = next((row[j].text for j in self.label_columns if AVERAGE.match(row[j].text)), name)
            if not name.strip() and metric is not None and row[metric].text.strip():
                name = last  # harness output leaves the name out for a test's second metric
            last = name or last
            if above and re.search(r"\w", name) and not AVERAGE.match(name):
                name = f"{above} {name}"
            if name in qualifiers and (extra := row[qualifiers[name]].text) and not is_missing(extra):
                name = f"{name} {extra}"
            if not re.search(r"\w", name) or self._counts_something_else(name, row):
                continue
            beside = Settings()
            for j in row_settings:
                beside = beside.filled(column_settings(self.headers[j], row[j].text))
            in_pairs = any(parse_pair(row[j].text) for j in self.score_columns)  # a value for either number
            pair = None if in_pairs else parse_settings(name).filled(beside).shot_pair
            apart = pair if [own for _, own in subjects] in ([True, False], [False, True]) else None
            for place, (j, (subject, own)) in enumerate(zip(self.score_columns, subjects, strict=True)):
                settings = replace(beside, shots=apart[place]) if apart else beside
                if halves := self._two_models(row[j].text, subject):
                    for half, value in halves:
                        scores += self._score(
                            replace(row[j], text=value), name, half, self._is_mine(half), settings, half
                        )
                    continue
                scores += self._score(row[j], name, subject, own, settings, self.headers[j])
        return scores

    def _metrics_down(self) -> list[str]:
        """What stands in a column that is called metric."""
        found = [j for j, header in enumerate(self.headers) if re.fullmatch(r"(?i)\W*metrics?\W*", header)]
        return [text for j in found[:1] for text in self.column(j)]

    def _two_models(self, text: str, subject: str | None) -> list[tuple[str, str]] | None:
        """Model and value of either half of "60.1 / 62.3" under "Lumen-4B / Lumen-4B-Instruct"."""
        pair = parse_pair(text)
        names = re.split(r"\s/\s", subject or "")
        if not pair or len(names) != 2 or not all(map(self.names_model, names)):
            return None
        return list(zip(names, pair, strict=True))

    def _is_mine(self, label: str) -> bool:
        return self.own.match(label) >= Match.STAGE

    def _counts_something_else(self, name: str, row: Sequence[Cell]) -> bool:
        if NO_SHARE.search(name):
            return True
        if not NOT_A_SCORE.match(name) or names_test(name) or AVERAGE.match(name):
            return False
        values = [parse_value(row[j].text) for j in self.score_columns if not is_missing(row[j].text)]
        shares = all(value is not None and value.number <= 100 for value in values)
        return not (DATES.match(name) and shares)  # questions about dates: days would be no numbers up to 100

    def _is_group(self, j: int) -> bool:
        texts = [text for text in self.column(j) if text.strip()]
        return not any(column_settings(self.headers[j], text) != Settings() or text.isdecimal() for text in texts)

    def _subject_across(self, j: int) -> str | None:
        header = self.headers[j]
        if (
            header
            and len(self.score_columns) > 1
            and all(VALUE_HEADER.match(self.headers[k]) for k in self.score_columns)
        ):
            return header  # "Our results" beside "Scores on the leaderboard"
        return None if not header or VALUE_HEADER.match(header) else header

    def _models_down(self) -> list[ReportedScore]:
        column = self.model_column if self.model_column is not None else self.label_columns[0]
        labels = self.row_labels(column)
        # Rows that are told apart by a metric only, such as pass@1 and pass@10, are all of one model.
        metrics = all(label is None or is_setting(label) for label in labels)
        metrics |= bool(SETTING_ROWS.fullmatch(self.headers[column]))
        subjects = self._owners(labels) if not metrics else self.own_labels([None] * len(labels))
        others = [j for j in self.label_columns if j != column and not self._is_group(j)]
        beside = [
            parse_settings(" ".join([label or "" if metrics else "", *(row[j].text for j in others)]))
            for label, row in zip(labels, self.body, strict=True)
        ]
        names = [(j, name) for j in self.score_columns if (name := self.test_across(j))]
        asked = next((row for row in self.body if SHOTS_ROW.fullmatch(row[column].text)), None)
        shots = {j: column_settings("shots", asked[j].text) if asked else Settings() for j, _ in names}
        scores = []
        for row, (subject, own), settings in zip(self.body, subjects, beside, strict=True):
            for j, name in names if row is not asked else ():
                asked_so = settings.filled(shots[j]) if asked else settings
                scores += self._score(row[j], name, subject, own, asked_so, subject or "")
        return scores

    def _one_row(self) -> list[ReportedScore]:
        own = self.own_labels([None])[0][1]
        row = self.body[0]
        return [
            score
            for j in self.score_columns
            for score in self._score(row[j], self.test_across(j) or self.headers[j], None, own, Settings(), "")
        ]

    def _wins(self) -> list[ReportedScore]:
        """The shares of wins; who won is told in each row, or for all of them in the corner."""
        column = find_win_column(self.headers)
        assert column is not None
        label = self.label_columns[0]
        corner = parties(self.headers[label])
        if corner is None and OPPONENTS.fullmatch(self.headers[label]):
            corner = (None, "")  # the rows name whom the card's model met
        sides = [parties(row[label].text) or corner for row in self.body]
        subjects = self.own_labels(
            [pair[0] if pair else row[label].text for pair, row in zip(sides, self.body, strict=True)]
        )
        scores = []
        for row, pair, (subject, own) in zip(self.body, sides, subjects, strict=True):
            rival = (pair[1] or row[label].text) if pair else ""  # "Lumen-7B vs." in the corner, and rivals below
            test = row[label].text if pair is corner and corner and corner[1] else self.test_above or ""
            name = f"{test} win rate".strip() + (f" vs {rival}" if rival else "")
            scores += self._score(row[column], name, subject, own, Settings(metric="win rate"), "")
        return scores

    def _owners(self, labels: Sequence[str | None]) -> list[tuple[str | None, bool]]:
        """Each row's label and whether it is the card's own; "+ Execution feedback" is of the model above it."""
        bases = what_they_add_to(labels)
        owners = self.own_labels([base or label for label, base in zip(labels, bases, strict=True)])
        return [
            (f"{base} {label}", mine or self.own.match(label or "") is Match.SAID) if base else (subject, mine)
            for label, base, (subject, mine) in zip(labels, bases, owners, strict=True)
        ]

    def _both_down(self) -> list[ReportedScore]:
        assert self.benchmark_column is not None and self.model_column is not None
        labels = [row[self.model_column].text for row in self.body]
        subjects = self.own_labels(labels)
        others = [
            j
            for j in range(self.table.columns)
            if j not in (*self.score_columns, self.benchmark_column, self.model_column)
        ]
        scores = []
        for row, (subject, own) in zip(self.body, subjects, strict=True):
            beside = Settings()
            for j in others:
                beside = beside.filled(column_settings(self.headers[j], row[j].text))
            for j in self.score_columns[:1]:
                scores += self._score(row[j], row[self.benchmark_column].text, subject, own, beside, subject or "")
        return scores

    @cached_property
    def _settings_above(self) -> Settings:
        # "Lumen-7B-CoT" over a table is the model's name, and says nothing of how its rivals were asked.
        named = self.own.match_name(self.heading) >= Match.PART
        return parse_settings(self.corner).filled(parse_settings("" if named else self.heading))

    @cached_property
    def _suite(self) -> str:
        """What an average is of, in a table of the Open LLM Leaderboard: those of other versions are other numbers."""
        if not BOARD.search(f"{self.words_around} {self.table.outro}"):
            return ""
        labels = [*self.headers, *(row[j].text for row in self.body for j in self.label_columns[:1])]
        known = {found.id for label in labels if (found := find_benchmark(label))}
        version = " v2" if len(known & _OF_V2) > 2 else ""
        return f"Open LLM Leaderboard{version}, {len(known)} tests" if len(known) > 2 else ""

    def _context_at(self, line: int) -> str:
        above = [title for at, title in self.sections if at < line][-1:]
        return " › ".join((*self.table.headings, *above)) if above else self._context

    @cached_property
    def _context(self) -> str:
        return " › ".join(self.table.headings)

    def _score(
        self, cell: Cell, name: str, subject: str | None, own: bool, beside: Settings, header: str
    ) -> list[ReportedScore]:
        if self._suite and _AVERAGE_ALONE.fullmatch(name):
            name = f"{name} ({self._suite})"
        return [
            score_as_written(
                one.name,
                one.value,
                one.settings.filled(self._settings_above),
                own=own,
                line=cell.line,
                origin=Origin.TABLE,
                subject=subject,
                context=self._context_at(cell.line),
                shares=self.shares,
            )
            for one in read_cell(cell.text, name, header, beside, self.corner)
        ]
