"""Results that come from anywhere, as scores by model and question.

Three shapes are read: a table with the columns model, question and score, or
with a row for each question and a column for each model (or the other way
round); the samples_*.jsonl that lm-evaluation-harness writes with
--log_samples; and the logs of inspect_ai. All are foreign input: size, rows and nesting are
bounded, every fault is named with its place, and nothing in a file is run.

A question is known by what identifies it in its own tool: its text or id in a
CSV, task and document in a harness log, task and sample id in an inspect log.
An empty score, null or NaN is "not measured", never wrong.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

from core.advice.outside.eval_logs import read_harness_samples, read_inspect_log, read_packed_inspect_log
from core.advice.outside.result_rows import OutsideResultsError, ResultRow, parse_score, question_key
from core.advice.wording import join_names
from core.errors import NotEnoughData
from core.questions.file_text import find_other_kind, say_unreadable

MOST_BYTES: Final = 500 * 1024 * 1024
MOST_ROWS: Final = 2_000_000
LONGEST_NAME: Final = 200  # characters of a model's name
_COLUMNS: Final = {
    "model": ("model", "model_name", "candidate", "system"),
    "question": ("question", "question_id", "id", "item", "doc_id", "prompt"),
    "score": ("score", "correct", "right", "value", "accuracy", "acc", "rating"),
    "group": ("group", "document", "cluster"),
}


@dataclass(frozen=True)
class OutsideResults:
    """Scores by model, then by question; None means "not measured"."""

    scores: Mapping[str, Mapping[str, float | None]]
    rating: bool  # ratings 1–5 instead of shares 0–1
    groups: Mapping[str, str] = field(default_factory=dict)  # question -> document, where the file says
    notes: tuple[str, ...] = ()  # what was chosen or averaged on the way


def load_outside_results(paths: Sequence[Path], *, metric: str | None = None) -> OutsideResults:
    """Read one or more files of results and put them together.

    `metric` names the metric (harness) or scorer (inspect) where a file holds
    several; without it the usual one is taken, and a note says which.

    Raises OutsideResultsError for files that are missing, too big, malformed or
    of another kind, NotEnoughData for fewer than two models.
    """
    if not paths:
        raise OutsideResultsError("No file of results was given.")
    notes: dict[str, None] = {}
    rows: list[ResultRow] = []
    for path in paths:
        rows += islice(_read(path, metric, notes), MOST_ROWS + 1)
        if len(rows) > MOST_ROWS:
            raise OutsideResultsError(f"{path.name} brings the results over {MOST_ROWS:,} rows: compare fewer at once.")
    scores, averaged = _gather(rows)
    if averaged:
        notes.setdefault(f"{averaged} questions have several scores for the same model: their mean counts.")
    if len(scores) < 2:
        found = f"only the model {next(iter(scores))}" if scores else "no model"
        raise NotEnoughData(
            f"The results name {found}: a comparison needs two or more (a harness file's model is its folder)."
        )
    groups = {row.question: row.group for row in rows if row.group}
    return OutsideResults(scores, _is_rating(rows), groups, tuple(notes))


def _read(path: Path, metric: str | None, notes: dict[str, None]) -> Iterator[ResultRow]:
    if path.is_dir():
        raise OutsideResultsError(f"{path} is a folder: give the files in it.")
    if not path.is_file():
        what = "is a pipe or a device" if path.exists() else "is not there"
        raise OutsideResultsError(f"{path} {what}: check the name, and give a file.")
    size = path.stat().st_size
    if size == 0:
        raise OutsideResultsError(f"{path.name} is empty: write the results again.")
    if size > MOST_BYTES:
        raise OutsideResultsError(f"{path.name} has {size / 1e6:.0f} MB; at most {MOST_BYTES / 1e6:.0f} MB are read.")
    suffix = path.suffix.lower()
    try:
        if suffix == ".jsonl":
            yield from read_harness_samples(path, metric, notes)
        elif suffix == ".eval":
            yield from read_packed_inspect_log(path, metric, notes)
        elif suffix == ".json":
            yield from read_inspect_log(path, metric, notes)
        else:
            _refuse_other_kind(path)
            with path.open(encoding=_encoding(path), newline="") as lines:
                yield from _csv_rows(lines, path.name)
    except UnicodeError as error:
        if not isinstance(error, UnicodeDecodeError):  # a file that claims UTF-16 and is not
            raise OutsideResultsError(f"{path.name} is no text that can be read: save it as UTF-8.") from error
        raise OutsideResultsError(f"{path.name} is not UTF-8 text (byte {error.start}): save it as UTF-8.") from error
    except OSError as error:
        raise OutsideResultsError(say_unreadable(path, error)) from error


def _refuse_other_kind(path: Path) -> None:
    with path.open("rb") as file:
        if told := find_other_kind(file.read(32)):
            raise OutsideResultsError(f"{path.name} {told}.")


def _encoding(path: Path) -> str:
    """UTF-16 where the file begins with its mark, as spreadsheets write "Unicode text"; UTF-8 otherwise."""
    with path.open("rb") as file:
        return "utf-16" if file.read(2) in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"


def _text_lines(lines: Iterable[str], name: str) -> Iterator[str]:
    for line in lines:
        if "\0" in line:
            raise OutsideResultsError(f"{name} is not text (it holds NUL bytes): give a CSV, or a log as JSON.")
        yield line


def _csv_rows(lines: Iterable[str], name: str) -> Iterator[ResultRow]:
    """Comma, semicolon or tab; a BOM and blank rows do no harm."""
    stream = _text_lines(lines, name)
    first, header = next(((i, line) for i, line in enumerate(stream, 1) if line.strip("\ufeff \t\r\n,;")), (0, ""))
    if not header:
        raise OutsideResultsError(f"{name} holds no rows.")
    header = header.lstrip("\ufeff")
    delimiter = max(",;\t", key=header.count)
    reader = csv.reader(stream, delimiter=delimiter)
    try:
        titles = [title.strip() for title in next(csv.reader([header], delimiter=delimiter))]
        layout = _find_wide(titles, name) or _find_columns(titles, name)
        for cells in reader:
            if any(cell.strip() for cell in cells):
                place = f"{name}, row {reader.line_num + first}"
                yield from layout.read(cells, place, decimal_comma=delimiter != ",")
    except csv.Error as error:
        raise OutsideResultsError(f"{name}, row {reader.line_num + first}: {error}. Save it as plain CSV.") from error


@dataclass(frozen=True)
class _Long:
    """A row for each model and question."""

    model: int
    question: int
    score: int
    group: int | None

    def read(self, cells: Sequence[str], place: str, *, decimal_comma: bool) -> Iterator[ResultRow]:
        _check_width(cells, max(self.model, self.question, self.score), place)
        model = _name(cells[self.model], "model", place)
        question = question_key(_name(cells[self.question], "question", place))
        score = parse_score(cells[self.score], place, decimal_comma=decimal_comma)
        yield ResultRow(model, question, score, place, _group(cells, self.group))


@dataclass(frozen=True)
class _Wide:
    """A row for each question and a column for each model; or, `by_model`, the other way round."""

    titles: Sequence[str]
    row: int  # the column that names what the row is
    scores: Sequence[int]
    by_model: bool
    group: int | None

    def read(self, cells: Sequence[str], place: str, *, decimal_comma: bool) -> Iterator[ResultRow]:
        _check_width(cells, max(self.row, *self.scores), place)
        named = _name(cells[self.row], "model" if self.by_model else "question", place)
        for column in self.scores:
            title = self.titles[column]
            model, question = (named, title) if self.by_model else (title, named)
            at = f"{place}, column {title[:40]}"
            score = parse_score(cells[column], at, decimal_comma=decimal_comma)
            yield ResultRow(model, question_key(question), score, at, _group(cells, self.group))


def _find_columns(header: Sequence[str], name: str) -> _Long:
    found = {key: place for key, names in _COLUMNS.items() if (place := _place(header, names)) is not None}
    missing = [key for key in ("model", "question", "score") if key not in found]
    if missing:
        shown = ", ".join(title for title in header if title)[:200]
        raise OutsideResultsError(
            f"{name} lacks the column {join_names(missing, 'and')} (found: {shown}): "
            "it needs model, question and score, or question and a column for each model."
        )
    return _Long(found["model"], found["question"], found["score"], found.get("group"))


def _find_wide(header: Sequence[str], name: str) -> _Wide | None:
    """A table without a score column, and with the name of either the model or the question; else None."""
    places = {key: _place(header, names) for key, names in _COLUMNS.items()}
    model, question, group = places["model"], places["question"], places["group"]
    row = question if model is None else model
    if row is None or places["score"] is not None or (model is not None and question is not None):
        return None
    scores = [i for i, title in enumerate(header) if title and i not in (row, group)]
    if len(scores) < 2:
        return None
    titles = [header[i] for i in scores]
    twice = next((title for title in titles if titles.count(title) > 1), None) if len(titles) < 1000 else None
    if twice is not None:
        raise OutsideResultsError(f"{name} has the column {twice[:80]} twice: rename one of them.")
    for title in titles if model is None else ():
        _name(title, "model", name)
    return _Wide(header, row, scores, model is not None, group if model is None else None)


def _place(header: Sequence[str], names: Sequence[str]) -> int | None:
    titles = [title.lower() for title in header]
    return next((titles.index(title) for title in names if title in titles), None)


def _check_width(cells: Sequence[str], last: int, place: str) -> None:
    if len(cells) <= last:
        raise OutsideResultsError(f"{place} has {len(cells)} columns, fewer than the header: mend that row.")


def _name(cell: str, what: str, place: str) -> str:
    text = cell.strip()
    if not text:
        raise OutsideResultsError(f"{place}: the column {what} is empty.")
    if what == "model" and len(text) > LONGEST_NAME:
        raise OutsideResultsError(f"{place}: the name of the model has more than {LONGEST_NAME} characters.")
    return text


def _group(cells: Sequence[str], column: int | None) -> str | None:
    return None if column is None or column >= len(cells) else cells[column].strip() or None


def _gather(rows: Iterable[ResultRow]) -> tuple[dict[str, dict[str, float | None]], int]:
    """Scores by model and question; several of the same (epochs, repeats) become their mean."""
    found: dict[str, dict[str, list[float | None]]] = {}
    for row in rows:
        found.setdefault(row.model, {}).setdefault(row.question, []).append(row.score)
    averaged = sum(len(values) > 1 for questions in found.values() for values in questions.values())
    scores = {model: {q: _mean(values) for q, values in questions.items()} for model, questions in found.items()}
    return scores, averaged


def _mean(values: Sequence[float | None]) -> float | None:
    measured = [value for value in values if value is not None]
    return sum(measured) / len(measured) if measured else None


def _is_rating(rows: Sequence[ResultRow]) -> bool:
    """Ratings when any score is above 1; then none may be below 1."""
    if not any(row.score is not None and row.score > 1 for row in rows):
        return False
    low = next((row for row in rows if row.score is not None and row.score < 1), None)
    if low is not None:
        raise OutsideResultsError(
            f"{low.place}: the score {low.score:g} is below 1 while others are above 1: "
            "use shares from 0 to 1, or ratings from 1 to 5, not both."
        )
    return True
