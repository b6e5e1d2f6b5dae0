"""A number of a table as a score, with all that the table tells of it beside its row and its column."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

from core.cards.benchmark_mentions import names_test
from core.cards.columns_of_one import naming_of
from core.cards.grids import Cell
from core.cards.header_rows import MAX_LABEL_CHARS
from core.cards.name_match import Match
from core.cards.reading import Origin, ReportedScore
from core.cards.score_cells import read_cell
from core.cards.sections_apart import are_parts, name_in_language
from core.cards.settings import Settings, parse_settings
from core.cards.table_names import TableNames
from core.cards.table_words import AVERAGE, EVALUATION
from core.cards.values import parse_value
from core.cards.vocabulary import BOARD
from core.cards.written_scores import score_as_written
from core.catalogue.benchmark_names import find_benchmark

_STANDARD_ERROR = re.compile(r"(?i)\W*(?:std\.?[ _-]?err(?:or)?s?|standard errors?|±)\W*")
_AVERAGE_ALONE = re.compile(r"(?i)\W*(?:avg|average|mean)\W*")
_OF_V1 = frozenset(("arc_challenge", "hellaswag", "mmlu", "truthfulqa", "winogrande", "gsm8k", "drop"))
_OF_V2 = frozenset(("ifeval", "bbh", "math", "math_lvl5", "gpqa", "musr", "mmlu_pro"))


class TableScores(TableNames):
    """The scores of single cells."""

    @cached_property
    def _settings_above(self) -> Settings:
        # "Lumen-7B-CoT" over a table is the model's name, and says nothing of how its rivals were asked.
        named = self.own.match_name(self.heading) >= Match.PART
        told = parse_settings(self.corner).filled(parse_settings("" if named else self.heading))
        for title in reversed(self.table.headings[-3:-1]):  # "Benchmarks, 5-shot", and below it "English"
            if told.shots is None and "shot" in title.casefold() and EVALUATION.search(title):
                told = replace(told, shots=parse_settings(title).shots)
        return told

    @cached_property
    def _asked_in_sections(self) -> list[tuple[int, Settings]]:
        """The lines of "Math (5-shot)" and the like over some rows, with what they tell of all of these."""
        return [(line, parse_settings(title[:MAX_LABEL_CHARS])) for line, title in self.titled_rows]

    def _settings_over(self, line: int) -> Settings:
        over = [settings for at, settings in self._asked_in_sections if at < line][-1:]
        return over[0].filled(self._settings_above) if over else self._settings_above

    @cached_property
    def _suite(self) -> str:
        """What an average is of, in a table of the Open LLM Leaderboard: those of other versions are other numbers."""
        if not BOARD.search(f"{self.words_around} {self.table.outro}"):
            return ""
        labels = [*self.headers, *(row[j].text for row in self.body for j in self.label_columns[:1])]
        known = {found.id for label in labels if (found := find_benchmark(label))}
        others = any(names_test(label) and not find_benchmark(label) for label in labels if not AVERAGE.match(label))
        for suite, version in ((_OF_V1, ""), (_OF_V2, " v2")):
            if len(known) > 2 and known <= suite and not others:
                return f"Open LLM Leaderboard{version}, {len(known)} tests"
        return ""  # of other tests than the board's own, whatever is said around the table

    @cached_property
    def _spreads(self) -> dict[int, float]:
        """What the output of a test harness gives beside a value, in a column of its own: "| 0.553 | ± | 0.022 |"."""
        found: dict[int, float] = {}
        errors = [j for j, header in enumerate(self.headers) if _STANDARD_ERROR.fullmatch(header)]
        for j in errors:
            values = [k for k in self.score_columns if j - 2 <= k < j]
            for row in self.body if values else ():
                value = parse_value(row[j].text.strip(" ±+/-"))
                beside = values[-1] == j - 1 or row[j - 1].text.strip() in ("", "±", "+/-")
                if value is not None and beside:
                    found[id(row[values[-1]])] = value.number
        for row, below in self.errors:
            for j in self.score_columns:
                value = parse_value(below[j].text.strip(" ±+/-"))
                if value is not None:
                    found[id(row[j])] = value.number
        return found

    def _context_at(self, line: int) -> str:
        above = [title for at, title in self.sections if at < line][-1:]
        return " › ".join((*self.table.headings, *above)) if any(above) else self._context

    @cached_property
    def _context(self) -> str:
        return " › ".join(self.table.headings)

    def score(
        self, cell: Cell, name: str, subject: str | None, own: bool, beside: Settings, header: str
    ) -> list[ReportedScore]:
        """What a cell tells of the test `name` and the model `subject`; `header` may tell how it was taken."""
        if self._suite and _AVERAGE_ALONE.fullmatch(name):
            name = f"{name} ({self._suite})"
        spread = self._spreads.get(id(cell))
        over = self._settings_over(cell.line) if self.titled_rows else self._settings_above
        return [
            score_as_written(
                one.name,
                one.value if spread is None or one.value.spread is not None else replace(one.value, spread=spread),
                one.settings.filled(over),
                own=own and id(cell) not in self.disowned,
                line=cell.line,
                origin=Origin.TABLE,
                subject=subject.replace(*one.way) if subject and one.way else subject,
                context=self._context_at(cell.line),
                shares=self.shares,
                marks=self.of_marks,
            )
            for one in read_cell(cell.text, name, header, beside, self.corner)
        ]


def naming_of_parts(labels: Sequence[str | None]) -> Callable[[str, str], str] | None:
    """How a test is called beside each of the labels, where these are parts of it or of its runs and no models."""
    return naming_of(labels) or (in_language if are_parts(labels) else None)


def in_language(name: str, label: str) -> str:
    """The test's name with the language of its row or column: see `name_in_language`."""
    known = find_benchmark(name)
    return name_in_language(name, known.id if known else None, label)
