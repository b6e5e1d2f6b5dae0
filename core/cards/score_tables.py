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

from core.cards.benchmark_mentions import names_test
from core.cards.columns_of_one import latest_checkpoint, naming_of
from core.cards.grids import Cell, Table
from core.cards.name_match import Match
from core.cards.one_scale import with_shares
from core.cards.other_labels import names_no_part
from core.cards.own_model import OwnModel
from core.cards.parts_of_tests import name_of_part
from core.cards.plain_labels import is_size_alone
from core.cards.reading import ReportedScore, Unread
from core.cards.result_tables import is_measure
from core.cards.row_labels import SETTING_ROWS, SHOTS_ROW, are_lengths
from core.cards.score_cells import column_settings
from core.cards.settings import Settings, is_setting, parse_settings
from core.cards.table_contents import TableContents
from core.cards.table_scores import naming_of_parts
from core.cards.table_shape import are_differences
from core.cards.table_words import (
    AVERAGE,
    DATES,
    DIFFERENCE,
    NAMED_DIFFERENCE,
    NO_SHARE,
    NOT_A_SCORE,
    SETTING_HEADER,
    VALUE_HEADER,
)
from core.cards.values import is_missing, parse_pair, parse_value
from core.cards.win_rates import OPPONENTS, find_win_column, parties
from core.catalogue.benchmark_names import gives_marks

_AGAINST = re.compile(r"(?i)\((?:vs|versus|against|relative to)\b[^()]*\)")


def read_score_table(table: Table, own: OwnModel, unread: list[Unread] | None = None) -> list[ReportedScore]:
    """The scores of one table; none where it holds something else.

    A table that may be one of results, but of which nobody can say what its numbers are of, goes to `unread`.
    """
    reader = _Reader(table, own)
    scores = reader.read()
    if unread is not None and reader.zeros_alone:
        unread.append(Unread("table", "all its numbers are 0, as where results are still to come", table.line))
    elif unread is not None and not scores and (labels := reader.left_open()):
        unread.append(Unread("table", f"what its numbers are of is not clear: {', '.join(labels)}"[:200], table.line))
    elif unread is not None and not scores and (labels := reader.other_measures()):
        unread.append(
            Unread("table", f"its numbers are no shares of right answers: {', '.join(labels)}"[:200], table.line)
        )
    return scores


class _Reader(TableContents):
    zeros_alone = False

    def read(self) -> list[ReportedScore]:
        layout = self._layout() if self.holds_scores else None
        scores = [self._as_measured(score) for score in layout()] if layout else []
        if len(scores) > 1 and not any(score.value for score in scores):
            self.zeros_alone = True  # they keep the place of numbers to come
            return []
        return with_shares(scores)

    def _as_measured(self, score: ReportedScore) -> ReportedScore:
        """The score of a row called after its judge or its program, which are told as the way it was taken."""
        how = self.measurers.get(score.subject or "")
        return replace(score, subject=None, mode=", ".join(filter(None, (score.mode, how)))) if how else score

    def _layout(self) -> Callable[[], list[ReportedScore]] | None:
        headers = [self.headers[j] for j in self.score_columns]
        tests_across = sum(map(names_test, headers))
        models_across = sum(self.names_model(_AGAINST.sub("", header)) for header in headers)
        if self.of_nobody or self.of_leakage or self.is_mixture or self.of_speed:
            return None
        if self.of_one_model:
            return self._one_row
        if find_win_column(self.headers) is not None:
            return self._wins
        tests_down = self.benchmark_column is not None
        if not (tests_down or tests_across) and (self.is_foreign() or not self.is_about_tests(headers)):
            return None
        unlisted = self.model_column is not None  # benchmarks across that are known by no name here
        rules = (
            (tests_down and self.model_column is not None and not models_across and not tests_across, self._both_down),
            (self.of_branches and not tests_down, self._models_down),
            (0 < tests_across >= models_across and not (tests_down and models_across), self._models_down),
            (unlisted and not tests_down and 2 * models_across < len(headers), self._models_down),
            (tests_down or models_across > 0 or self.lengths_across, self._tests_down),
            (any(VALUE_HEADER.match(header) for header in headers), self._tests_down),
            (self.precisions_down(), self._models_down),
            (all(map(is_measure, headers)), self._tests_down),
        )
        return next((layout for holds, layout in rules if holds), None)

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
        lengths = self.lengths_across
        subjects = self.own_labels([None if lengths else self._subject_across(j) for j in self.score_columns])
        scores = []
        qualifiers = self.qualifiers(column)
        languages = naming_of_parts([subject for subject, _ in subjects])
        above = self._test_over(column)
        metric = self.metric_column
        last = ""
        for row in self.body:
            if metric is not None and re.search(r"(?i)perplexity|\bppl\b|bits_per|byte", row[metric].text):
                last = row[column].text or last
                continue
            name = self.test_down(row, column)
            if not name.strip():  # "| **Average** | | 39.0 |" has its name in the column of groups
                name = next((row[j].text for j in self.label_columns if AVERAGE.match(row[j].text)), name)
            if not name.strip() and metric is not None and row[metric].text.strip():
                name = last  # harness output leaves the name out for a test's second metric
            last = name or last
            names_else = above is not None and names_no_part(name) and not AVERAGE.match(name)  # "temperature"
            if above and re.search(r"\w", name) and (self.of_marks or not AVERAGE.match(name)):
                name = f"{above} {name}"
            if name in qualifiers and (extra := row[qualifiers[name]].text) and not is_missing(extra):
                name = f"{name} {extra}"
            if names_else or not re.search(r"\w", name) or self._counts_something_else(name[:200], row):
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
                        scores += self.score(
                            replace(row[j], text=value), name, half, self._is_mine(half), settings, half
                        )
                    continue
                header = self.headers[j]
                part = languages(name, header) if languages else f"{name} ({header.strip(' $*')})" if lengths else name
                scores += self.score(row[j], part, None if languages else subject, own, settings, header)
        return scores

    def _test_over(self, column: int) -> str | None:
        """The test whose parts the rows are, where they name none themselves."""
        labels = [row[column].text for row in self.body]
        if self.of_marks and not any(map(gives_marks, labels)):
            return self.judged_suite
        return None if any(map(names_test, labels)) else self.test_above

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
        if NO_SHARE.search(name) or (self.of_parameters and not names_test(name)):
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
        lengths = are_lengths(labels, self.headers[column])
        categories = self.categories_down(labels, column)
        by_setting = SETTING_ROWS.fullmatch(self.headers[column])
        called = [label or "" for label in labels if not is_size_alone(label or "")]  # "500B" of tokens names none
        metrics |= lengths or categories or (bool(by_setting) and not any(map(self.names_model, called)))
        subjects = self.owners_down(labels) if not metrics else self._of_one_model(labels, self.headers[column])
        others = [j for j in self.label_columns if j != column and not self._is_group(j)]
        beside = []
        for label, row in zip(labels, self.body, strict=True):
            told = parse_settings(
                " ".join([label or "" if metrics and not categories else "", *(row[j].text for j in others)])
            )
            for j in others if told.mode is None else ():
                told = told.filled(column_settings(self.headers[j], row[j].text))
            beside.append(told)
        names = [(j, name) for j in self.score_columns if (name := self.test_across(j))]
        asked = next((row for row in self.body if SHOTS_ROW.fullmatch(row[column].text)), None)
        shots = {j: column_settings("shots", asked[j].text) if asked else Settings() for j, _ in names}
        languages = naming_of(labels) if metrics else naming_of_parts([subject for subject, _ in subjects])
        scores = []
        for row, (subject, own), settings in zip(self.body, subjects, beside, strict=True):
            for j, name in names if row is not asked and not self._of_differences(row, column) else ():
                asked_so = settings.filled(shots[j]) if asked else settings
                part = languages(name, subject or row[column].text) if languages else name
                if lengths:  # the test at one length is another than the test at the next
                    part = f"{name} ({row[column].text.strip(' $*')})"
                elif categories:
                    part = name_of_part(name, row[column].text)
                scores += self.score(row[j], part, None if languages else subject, own, asked_so, subject or "")
        return scores

    def _of_one_model(self, labels: Sequence[str | None], corner: str) -> list[tuple[str | None, bool]]:
        """Rows of one model; of its checkpoints the last is it, and those before are told by their labels."""
        owners = self.own_labels([None] * len(labels))
        latest = latest_checkpoint(labels, corner) or [True] * len(labels)
        return [owner if last else (label, False) for owner, label, last in zip(owners, labels, latest, strict=True)]

    def _of_differences(self, row: Sequence[Cell], column: int) -> bool:
        """True for a row that tells how far the rows above it are apart."""
        label = row[column].text[:120]
        texts = [row[j].text for j in self.score_columns if not is_missing(row[j].text)]
        named = NAMED_DIFFERENCE.fullmatch(label) and any(text.lstrip()[:1] in ("-", "+") for text in texts)
        return bool(named or DIFFERENCE.fullmatch(label)) or are_differences(texts)

    def _one_row(self) -> list[ReportedScore]:
        own = self.own_labels([None])[0][1]
        row = self.body[0]
        return [
            score
            for j in self.score_columns
            for score in self.score(row[j], self.test_across(j) or self.headers[j], None, own, Settings(), "")
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
            scores += self.score(row[column], name, subject, own, Settings(metric="win rate"), "")
        return scores

    def _both_down(self) -> list[ReportedScore]:
        assert self.benchmark_column is not None and self.model_column is not None
        labels = [row[self.model_column].text for row in self.body]
        others = [
            j
            for j in range(self.table.columns)
            if j not in (*self.score_columns, self.benchmark_column, self.model_column)
        ]
        subjects = self.own_labels(labels, [" ".join(row[j].text for j in others) for row in self.body])
        scores = []
        for row, (subject, own) in zip(self.body, subjects, strict=True):
            beside = Settings()
            for j in others:
                beside = beside.filled(column_settings(self.headers[j], row[j].text))
            for j in self.score_columns[:1]:
                scores += self.score(row[j], row[self.benchmark_column].text, subject, own, beside, subject or "")
        return scores
