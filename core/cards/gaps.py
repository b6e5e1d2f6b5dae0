"""When a difference between two reported scores counts.

Two scores compare only if the test and the settings are the same. A difference
then counts from the larger of 2 points and 1.96 * sqrt(2) * SE on, where SE
follows from the benchmark's size; Elo differences are said as a share of wins.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from core.cards.extra_help import help_of
from core.cards.reading import ReportedScore
from core.catalogue.benchmark_names import find_benchmark, name_key
from core.catalogue.benchmarks import SMALLEST_GAP_EVER, ScaleKind, find_by_id, win_probability

# Of these the year or the version is the test: AIME 2024 is not AIME 2025.
EDITIONS = ("aime", "livecodebench", "livebench", "bfcl", "tau_bench", "ruler")


@dataclass(frozen=True)
class Gap:
    comparable: bool
    why_not: str  # "" where comparable
    difference: float | None  # first minus second, in points (or rating, or Elo)
    smallest: float | None  # the least difference that counts; None where it is not known
    tie: bool | None  # None where it cannot be said
    sentence: str


def same_test(a: ReportedScore, b: ReportedScore) -> bool:
    """True where both scores are of one test, year and version included; a part of its questions is of it too."""
    if name_key(a.name_as_written) == name_key(b.name_as_written):
        return True
    test = a.benchmark or part_of(a)
    return test is not None and test == (b.benchmark or part_of(b)) and test not in EDITIONS


_THINGS = r"(?:questions|problems|tasks|samples|items|examples|题|문제)"
_COUNTED = re.compile(
    r"([^()\[\]]{2,60}?)\s?(?:[(\[]\s?(?:n\s?=\s?)?(\d{2,5})"
    rf"(?: {_THINGS})?\s?[)\]]|[-_ ](\d{{3,5}}) {_THINGS})"
)


def part_of(score: ReportedScore) -> str | None:
    """The test of which a score counts so many questions, "mbpp" for "MBPP(500)"; None for any other."""
    if score.benchmark is not None or not (found := _COUNTED.fullmatch(score.name_as_written.strip()[:100])):
        return None
    known = find_benchmark(found[1])
    year = found[2] is not None and 1990 <= int(found[2]) <= 2050
    return known.id if known and not year else None


_LOWER = re.compile(
    r"(?i)\b(?:error|hallucination|failure|violation|attack success|false[- ]positive)s?[-_ ]rates?\b|"
    r"\b(?:wer|cer|mse|rmse|mae|brier|calibration error|toxicity)\b|↓|\blower is better\b"
)


def lower_is_better(score: ReportedScore) -> bool:
    """True for rates of error and the like, whose smaller value leads."""
    return bool(_LOWER.search(f"{score.name_as_written} {score.metric or ''}"))


def settings_differ(a: ReportedScore, b: ReportedScore) -> str:
    """What differs in how two scores were taken, in words; "" where nothing stated differs."""
    parts = []
    if a.shots is not None and b.shots is not None and a.shots != b.shots:
        parts.append(f"{a.shots} against {b.shots} shots")
    if (a.mode or b.mode) and (a.mode or "") != (b.mode or ""):
        parts.append(f"{a.mode or 'no mode stated'} against {b.mode or 'no mode stated'}")
    ways = {way for metric in (a.metric, b.metric) if (way := _counting(metric or ""))}
    if len(ways) > 1:
        parts.append(f"{a.metric} against {b.metric}")
    return " and ".join(parts)


_HARNESS = re.compile(r"acc(?:[_ ]norm)?(?:,none)?")  # the words of a harness that takes no example unless it is told


def _taken_unlike(a: ReportedScore, b: ReportedScore) -> str:
    """What sets two scores of different cards apart though neither states it as a setting."""
    parts = []
    if (mine := help_of(a).casefold()) != (other := help_of(b).casefold()):
        parts.append(f"{mine or 'no help'} against {other or 'no help'}".replace("+ ", ""))
    if any(s.shots is None and _HARNESS.fullmatch(s.metric or "") and rival.shots for s, rival in ((a, b), (b, a))):
        parts.append(" against ".join("no shots stated" if s.shots is None else f"{s.shots} shots" for s in (a, b)))
    if (part_of(a) or part_of(b)) and name_key(a.name_as_written) != name_key(b.name_as_written):
        parts.append(f"{a.name_as_written} against {b.name_as_written}")
    return " and ".join(parts)


@lru_cache(maxsize=1024)
def _counting(metric: str) -> str:
    """What a metric's name says about the way of counting; "" where it says nothing.

    Averages over subjects are taken as one: macro and micro lie closer than
    chance does.

    >>> _counting("macro_avg/acc_char") == _counting("Accuracy"), _counting("acc_norm"), _counting("score")
    (True, 'acc norm', '')
    """
    if find_benchmark(metric):
        return ""  # the test's own name, in a column that is called metric
    name = re.sub(r"[\s_-]+", " ", metric.casefold()).strip()
    name = re.sub(r"^(?:macro |micro )?(?:avg|average)\s?/\s?", "", name)
    if re.fullmatch(r"score|value|result|%|percent|average", name):
        return ""
    if re.fullmatch(r"acc|accuracy|acc char", name):
        return "accuracy"
    return "exact match" if re.fullmatch(r"em|exact match|em maj1@1", name) else name


def compare_scores(a: ReportedScore, b: ReportedScore) -> Gap:
    """Whether a's lead over b counts.

    HumanEval 74 against 72: a difference of 2 where 9.5 would be needed, a tie.
    """
    if not same_test(a, b):
        return Gap(False, "different tests", None, None, None, "These are different tests.")
    if differing := " and ".join(filter(None, (settings_differ(a, b), _taken_unlike(a, b)))):
        return Gap(False, differing, None, None, None, f"Not like for like: {differing}.")
    test = a.benchmark or part_of(a)
    known = find_by_id(test) if test else None
    if known and known.scale.kind is ScaleKind.ELO:
        gap = a.value - b.value
        return Gap(
            True,
            "",
            gap,
            None,
            None,
            f"{abs(gap):.0f} rating points mean {win_probability(abs(gap)):.0%} expected wins; compare only "
            "within one date.",
        )
    if known and known.scale.kind is ScaleKind.RATING:
        return Gap(
            True,
            "",
            a.value - b.value,
            None,
            None,
            f"{abs(a.value - b.value):.2f} on a scale of 1 to 10, by a judge model; its noise is not published.",
        )
    if a.percent is None or b.percent is None:
        return Gap(False, "different scales", None, None, None, "The values are on different scales.")
    gap = a.percent - b.percent
    smallest = (known.smallest_gap((a.percent + b.percent) / 2) if known else None) or SMALLEST_GAP_EVER
    tie = abs(gap) <= smallest + 1e-9  # the sum of two decimals may miss the bound by a hair
    first, second = _alike(a.in_points, b.in_points)
    if tie:
        sentence = (
            f"{first} against {second} is a tie: differences up to {smallest:.1f} points can be "
            "noise. Look at the ability you need."
        )
    else:
        sentence = f"{first} against {second}: {abs(gap):.1f} points, more than the {smallest:.1f} that noise explains."
    return Gap(True, "", gap, smallest, tie, sentence)


def _alike(a: str, b: str) -> tuple[str, str]:
    """Two numbers with as many decimals as the finer one has: "60.1" and "60.0"."""
    decimals = max(len(number.partition(".")[2]) for number in (a, b))
    return f"{float(a):.{decimals}f}", f"{float(b):.{decimals}f}"
