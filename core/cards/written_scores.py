"""A number and the name beside it, as a reported score: the one place where the benchmark and the scale are settled."""

import re

from core.cards.measured_by import without_program
from core.cards.reading import Origin, ReportedScore
from core.cards.sections_apart import name_in_section
from core.cards.settings import Settings
from core.cards.values import Value, scale_of
from core.catalogue.benchmark_names import find_benchmark, gives_marks
from core.catalogue.benchmarks import Benchmark, Scoring

_KOBEST = re.compile(r"(?i)ko-?best")
# "MMLU (5)", "GSM8K [8]", "ARC (25 examples)": what a test is given; years and versions of a test are none.
_SHOTS_ALONE = re.compile(
    r"(?!(?i:.{0,12}(?:aime|hmmt|livecodebench|livebench|bench v)))(.{2,40}?)\s?[(\[](0|1|2|3|4|5|6|8|10|16|25|32)"
    r"(?: (?:examples?|exemplars?|demonstrations?))?[)\]]"
)
_AT_SHOTS = re.compile(r"([A-Za-z].{1,30}?) ?@ ?(0|1|2|3|4|5|8|10|25)")  # "MMLU@5"
_IN_KOBEST = frozenset(("boolq", "copa", "hellaswag", "wic"))


_MARKS = " †‡§¶"  # of footnotes


def score_as_written(
    name: str,
    value: Value,
    settings: Settings,
    *,
    own: bool,
    line: int,
    origin: Origin,
    subject: str | None = None,
    context: str = "",
    shares: bool | None = None,
    marks: bool = False,
) -> ReportedScore:
    """The score; `shares` says that the numbers beside it all lie between 0 and 1, None that it stands alone;
    `marks` that a judge gave it, up to ten.

    >>> from core.cards.values import parse_value
    >>> value = parse_value("63.1")
    >>> score_as_written("MMLU (5-shot)", value, Settings(shots=5), own=True, line=3, origin=Origin.PROSE).benchmark
    'mmlu'
    """
    known = find_benchmark(name)
    if known is None and (bare := _SHOTS_ALONE.fullmatch(name)) and (known := find_benchmark(bare[1])):
        settings = settings.filled(Settings(shots=int(bare[2])))
    if known is None and (counted := _AT_SHOTS.fullmatch(name)) and (choice := _of_choices(counted[1])):
        known, settings = choice, settings.filled(Settings(shots=int(counted[2])))
    if known is None and (bare_name := without_program(name)):
        known = find_benchmark(bare_name)
    title = context.rsplit(" › ", 1)[-1]
    if known and not _KOBEST.search(title) and (own_name := name_in_section(name, known.id, title)) != name:
        name, known = own_name, None
    if known and known.id in _IN_KOBEST and _KOBEST.search(title):
        name, known = f"{name} (KoBEST)", None  # the Korean test of that name, under a heading that says so
    return ReportedScore(
        benchmark=known.id if known else None,
        name_as_written=name.rstrip(_MARKS) or name,
        value=value.number,
        scale=scale_of(value, known, value.number <= 1 if shares is None else shares, marks or gives_marks(name)),
        metric=None if settings.metric == "score" else settings.metric,  # a column called "Score" tells none
        shots=settings.shots,
        mode=settings.mode,
        precision=settings.precision,
        subject=subject,
        own=own,
        line=line,
        origin=origin,
        context=context,
        questions=value.count,
        spread=value.spread,
        scale_told=value.fraction or value.percent_sign,
    )


def _of_choices(name: str) -> Benchmark | None:
    """The test of this name whose answers are chosen; of one with written answers "@8" may count attempts."""
    known = find_benchmark(name)
    return known if known and known.scoring is Scoring.CHOICE else None
