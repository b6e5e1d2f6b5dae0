"""Two values that a card gives for one benchmark of one model, though nothing it says tells them apart."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator

from core.cards.abilities import AVERAGE
from core.cards.different_runs import Runs
from core.cards.evidence import Evidence, finding
from core.cards.gaps import same_test, settings_differ
from core.cards.name_words import words_of
from core.cards.reading import Finding, Origin, ReportedScore, State
from core.cards.sections_apart import tell_apart
from core.catalogue.benchmark_names import name_key

_MOST = 60  # values of one test
_TWO_RUNS = 0.5  # points: two runs of one test lie as far apart
_ADVICE = "Trust neither until its source is clear."


def contradiction(evidence: Evidence) -> Finding:
    """Two values for one benchmark of one model; unclear where one of them is told with settings and the other without.

    So are values that lie no farther apart than two runs do.
    """
    check = "contradiction"
    unsure = None
    runs = Runs(evidence.document)
    for a, b in _pairs(evidence, runs):
        said = f"{a.name_as_written} is given as {a.in_points} and as {b.in_points}"
        quotes = evidence.quotes([a.line, b.line])
        if not (reason := _may_be_two_runs(a, b) or runs.explained(a, b)):
            return finding(check, State.PRESENT, f"{said}.", _ADVICE, quotes)
        unsure = unsure or finding(check, State.UNCLEAR, f"{said}; {reason}.", "Ask how each was taken.", quotes)
    return unsure or finding(check, State.ABSENT, "No benchmark has two values under the same settings.")


def _pairs(evidence: Evidence, runs: Runs) -> Iterator[tuple[ReportedScore, ReportedScore]]:
    own = [
        score for score in evidence.own_scores if not AVERAGE.match(score.name_as_written) and score.percent is not None
    ]
    subjects = {words_of(score.subject).words for score in own if score.subject}
    groups: dict[str, list[ReportedScore]] = defaultdict(list)
    for score in own:
        groups[score.benchmark or name_key(score.name_as_written)].append(score)
    for a, b in (
        (a, b) for group in groups.values() for i, a in enumerate(group[:_MOST]) for b in group[i + 1 : _MOST]
    ):
        if (
            a.line != b.line
            and same_test(a, b)
            and not tell_apart(a.context, b.context)
            and _same_subject(a, b, len(subjects))
            and not settings_differ(a, b)
            and _disagree(a, b)
            and not _in_groups(evidence, a, b)
            and not runs.differ(a, b)
        ):
            yield a, b


def _may_be_two_runs(a: ReportedScore, b: ReportedScore) -> str:
    """Why both may be right, in words; "" where nothing says so."""
    if abs((a.percent or 0) - (b.percent or 0)) < _TWO_RUNS:
        return "two runs may differ by as much"
    if (a.shots is None) != (b.shots is None) and Origin.PROSE not in (a.origin, b.origin):
        return "the shots are told for one of them only"
    if (a.metric is None) != (b.metric is None) and a.benchmark in ("truthfulqa", "arc_challenge", "hellaswag"):
        return "the way of counting is told for one of them only"
    return ""


def _in_groups(evidence: Evidence, a: ReportedScore, b: ReportedScore) -> bool:
    """True for rows of one table that a row between them, or a cell left blank, puts into different groups."""
    if a.origin is not Origin.TABLE or b.origin is not Origin.TABLE:
        return False
    tables = evidence.document.tables
    starts = [table.line for table in tables]
    at = bisect_right(starts, a.line)
    if at == 0 or at != bisect_right(starts, b.line):
        return False
    first, last = sorted((a.line, b.line))
    for row in tables[at - 1].rows:
        if row and first <= row[0].line <= last:
            filled = {cell.text for cell in row if cell.text.strip()}
            if len(filled) <= 1 or (not row[0].text.strip() and len(row) > 2 and row[1].text.strip()):
                return True
    return False


_VERSION = re.compile(r"(?i)\bv\d[\d.]*")


def _same_subject(a: ReportedScore, b: ReportedScore, subjects: int) -> bool:
    if a.subject and b.subject:
        first, second = words_of(a.subject), words_of(b.subject)
        return (
            first.words == second.words
            and first.context == second.context
            and first.stage == second.stage
            and a.precision == b.precision
            # The words of "Lumen-2-70B-v2" and of "Lumen-2-70B" are the same ones.
            and _VERSION.findall(a.subject.casefold()) == _VERSION.findall(b.subject.casefold())
        )
    return subjects <= 1 and a.precision == b.precision


def _disagree(a: ReportedScore, b: ReportedScore) -> bool:
    """True where the values differ by more than rounding."""
    x, y = a.percent, b.percent
    if x is None or y is None:
        return False
    coarse = max(_unit(x), _unit(y))
    return abs(x - y) > coarse * 0.75 + 1e-9


def _unit(value: float) -> float:
    """One step of the last digit as written, in points: 0.1 for 78.2."""
    text = f"{value:.4f}".rstrip("0")
    return 10.0 ** -len(text.partition(".")[2])
