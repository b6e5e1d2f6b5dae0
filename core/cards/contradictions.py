"""Two values that a card gives for one benchmark of one model, though nothing it says tells them apart."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from core.cards.abilities import AVERAGE
from core.cards.benchmark_mentions import tests_in
from core.cards.different_runs import Runs
from core.cards.evidence import Evidence, finding, listed
from core.cards.gaps import same_test, settings_differ
from core.cards.name_words import words_of
from core.cards.plain_labels import names_no_model
from core.cards.questions_named import one_sided_questions, state_other_parts
from core.cards.reading import Finding, Origin, ReportedScore, State
from core.cards.sections_apart import tell_apart
from core.catalogue.benchmark_names import name_key
from core.catalogue.benchmarks import find_by_id

_MOST = 60  # values of one test
_MOST_NAMED = 3  # tests that are told with both values
_TWO_RUNS = 0.5  # points: two runs of one test lie as far apart
_ADVICE = "Trust neither until its source is clear."


def contradiction(evidence: Evidence) -> Finding:
    """Two values for one benchmark of one model; unclear where one of them is told with settings and the other without.

    So are values that lie no farther apart than two runs do. Values whose stated settings differ contradict nothing,
    and are told as what they are: no values of one run.
    """
    check = "contradiction"
    runs = Runs(evidence.document)
    plain: dict[str, tuple[ReportedScore, ReportedScore]] = {}
    unsure: dict[str, tuple[ReportedScore, ReportedScore, str]] = {}
    unlike: tuple[ReportedScore, ReportedScore, str] | None = None
    for test, a, b in _pairs(evidence):
        if test in plain:
            continue
        if settings := settings_differ(a, b):
            unlike = unlike or (a, b, settings)
        elif not _in_groups(evidence, a, b) and not runs.differ(a, b):
            if reason := _may_be_two_runs(a, b) or runs.explained(a, b):
                unsure.setdefault(test, (a, b, reason))
            else:
                plain[test] = (a, b)
    doubtful = [pair for test, pair in unsure.items() if test not in plain]
    doubtful.sort(key=lambda pair: -abs((pair[0].percent or 0) - (pair[1].percent or 0)))
    if plain:
        lines = [score.line for pair in plain.values() for score in pair]
        return finding(check, State.PRESENT, _told([*plain.values()], doubtful), _ADVICE, evidence.quotes(lines))
    if doubtful:
        a, b, reason = doubtful[0]
        also = [*dict.fromkeys(pair[0].name_as_written for pair in doubtful[1:])][:_MOST_NAMED]
        more = f" {listed(tuple(also))} {'has' if len(also) == 1 else 'have'} two values as well." if also else ""
        said = f"{_two_values(a, b)}; {reason}.{more}"
        return finding(check, State.UNCLEAR, said, "Ask how each was taken.", evidence.quotes([a.line, b.line]))
    said = "No benchmark has two values under the same settings"
    if unlike:
        a, b, settings = unlike
        said = f"{said}: {_two_values(a, b)}, with {settings}"
    return finding(check, State.ABSENT, f"{said}.")


def _two_values(a: ReportedScore, b: ReportedScore) -> str:
    return f"{a.name_as_written} is given as {a.in_points} and as {b.in_points}"


def _told(
    plain: list[tuple[ReportedScore, ReportedScore]], doubtful: list[tuple[ReportedScore, ReportedScore, str]]
) -> str:
    """Every test with two values, the first few with both; then those that two runs may explain."""
    said = "; ".join(_two_values(a, b) for a, b in plain[:_MOST_NAMED])
    more = len(plain) - _MOST_NAMED
    tests = "one more test has" if more == 1 else f"{more} more tests have"
    said += f"; {tests} two values as well." if more > 0 else "."
    if doubtful:
        a, b, reason = doubtful[0]
        said += f" {_two_values(a, b)} too, but {reason}."
    return said


def _pairs(evidence: Evidence) -> Iterator[tuple[str, ReportedScore, ReportedScore]]:
    """Two values of one test and one model that disagree, whatever their settings, with a key of the test."""
    own = [
        score for score in evidence.own_scores if not AVERAGE.match(score.name_as_written) and score.percent is not None
    ]
    subjects = {words_of(score.subject).words for score in own if _is_named(score)}
    groups: dict[str, list[ReportedScore]] = defaultdict(list)
    for score in own:
        groups[score.benchmark or name_key(score.name_as_written)].append(score)
    for test, a, b in (
        (test, a, b)
        for test, group in groups.items()
        for i, a in enumerate(group[:_MOST])
        for b in group[i + 1 : _MOST]
    ):
        if (
            a.line != b.line
            and a.percent != b.percent
            and _disagree(a, b)
            and same_test(a, b)
            and not tell_apart(a.context, b.context)
            and _same_subject(a, b, len(subjects))
            and _test_of_section(a) == _test_of_section(b)
        ):
            yield test, a, b


def _test_of_section(score: ReportedScore) -> frozenset[str]:
    """The test that the title over a value names, where the value is one of its parts: "math" under "MT-Bench"."""
    named = _tests_in_title(score.context.rpartition(" › ")[2])
    return frozenset() if name_key(score.name_as_written) in named or score.benchmark in named else named


@lru_cache(maxsize=64)  # asked of both values of each pair
def _tests_in_title(title: str) -> frozenset[str]:
    return frozenset(map(name_key, tests_in(title))) if len(title) <= 60 else frozenset()


def _may_be_two_runs(a: ReportedScore, b: ReportedScore) -> str:
    """Why both may be right, in words; "" where nothing says so."""
    if abs((a.percent or 0) - (b.percent or 0)) < _TWO_RUNS:
        return "two runs may differ by as much"
    if (a.shots is None) != (b.shots is None) and (
        Origin.PROSE not in (a.origin, b.origin) or _asked_unusually(a) or _asked_unusually(b)
    ):
        return "the shots are told for one of them only"
    if state_other_parts(a, b):
        return "each of them states another part of the questions"
    if one_sided_questions(a, b):
        return "which questions were asked is told for one of them only"
    if (a.metric is None) != (b.metric is None) and a.benchmark in ("truthfulqa", "arc_challenge", "hellaswag"):
        return "the way of counting is told for one of them only"
    return ""


def _asked_unusually(score: ReportedScore) -> bool:
    """True for a sentence that tells other shots than most cards give to the test: a table may have the usual ones."""
    if score.shots is None or score.benchmark is None or score.origin is not Origin.PROSE:
        return False
    usual = find_by_id(score.benchmark).usual_shots.text
    if usual.startswith("No "):
        return score.shots > 0
    return usual[0].isdigit() and str(score.shots) not in re.findall(r"\d+", usual)


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


_OURS = re.compile(r"(?i)\W*(?:(?:our|this|the) (?:final |released )?(?:model|check-?point|work)|ours)\W*")


def _is_named(score: ReportedScore) -> bool:
    """True for a subject that is a name, and not "our model" or "after training"."""
    subject = (score.subject or "")[:60]
    return bool(subject) and not (_OURS.fullmatch(subject) or names_no_model(subject))


def _same_subject(a: ReportedScore, b: ReportedScore, subjects: int) -> bool:
    if a.subject and b.subject and _is_named(a) and _is_named(b):
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
