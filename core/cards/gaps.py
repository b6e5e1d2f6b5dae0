"""When a difference between two reported scores counts.

Two scores compare only if the test and the stated settings are the same. A
difference then counts from the larger of 2 points and 1.96 * sqrt(2) * SE on,
where SE follows from the number of questions. Where that number is not known,
neither is what noise explains: up to 2 points are a tie on any test, and of
more nothing is said. Elo differences are said as a share of wins.

A number of shots or a mode, such as CoT, that one side leaves out keeps nothing
from being compared, as little as where both leave it out; it is said as a
caution. What is stated differently is another test, and so is help: tools, or
a vote among many answers, is nothing that a card would leave unsaid.
"""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from core.cards.extra_help import help_of
from core.cards.noise import asks_part, guessed_share, part_of, smallest_gap
from core.cards.questions_named import asked_unlike, counted_unlike, one_sided_questions, open_words
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
    caution: str = ""  # what only one of the two states, so that it may differ


def same_test(a: ReportedScore, b: ReportedScore) -> bool:
    """True where both scores are of one test, year and version included; a part of its questions is of it too."""
    if name_key(a.name_as_written) == name_key(b.name_as_written):
        return a.benchmark == b.benchmark  # under another heading a name may be that of another test
    test = a.benchmark or part_of(a)
    if test is None or test != (b.benchmark or part_of(b)):
        return False
    return test not in EDITIONS or _edition(a.name_as_written) == _edition(b.name_as_written)


def key_of_test(score: ReportedScore) -> str:
    """One word for the test of a score, equal for every spelling of its name."""
    if score.benchmark is None or score.benchmark in EDITIONS:
        return _edition(score.name_as_written)
    return score.benchmark


def _edition(name: str) -> str:
    """The name of a test that appears anew, its year and its short forms written in one way.

    >>> _edition("AIME24") == _edition("AIME 2024 (Pass@1)"), _edition("AIME 24") == _edition("AIME 25")
    (True, False)
    """
    key = name_key(name).replace("livecodebench", "lcb").replace("tau1", "taubench").replace("τ", "tau")
    return re.sub(r"20(?=[2-4]\d(?:\D|$))", "", key)


_LOWER = re.compile(
    r"(?i)\b(?:error|hallucination|failure|violation|attack success|false[- ]positive)s?[-_ ]rates?\b|"
    r"\b(?:wer|cer|mse|rmse|mae|brier|calibration error|toxicity)\b|↓|\blower is better\b"
)


def lower_is_better(score: ReportedScore) -> bool:
    """True for rates of error and the like, whose smaller value leads."""
    return bool(_LOWER.search(f"{score.name_as_written} {score.metric or ''}"))


def settings_differ(a: ReportedScore, b: ReportedScore, *, silent: bool = False) -> str:
    """What differs in how two scores were taken, in words; "" where nothing stated differs.

    Within one card a mode that stands at one value only is no mode of the other; `silent` says that the two are of
    different cards, one of which may just leave it out.
    """
    parts = []
    if a.shots is not None and b.shots is not None and a.shots != b.shots:
        parts.append(f"{a.shots} against {b.shots} shots")
    if (a.mode or "") != (b.mode or "") and not (silent and one_sided_mode(a, b)):
        parts.append(f"{a.mode or 'no mode stated'} against {b.mode or 'no mode stated'}")
    ways = {way for metric in (a.metric, b.metric) if (way := _counting(metric or ""))}
    if len(ways) > 1:
        parts.append(f"{a.metric} against {b.metric}")
    elif _tries(a) != _tries(b):
        parts.append(" against ".join(f"pass@{tries}" if (tries := _tries(s)) > 1 else "one try" for s in (a, b)))
    elif named := asked_unlike(a, b) or counted_unlike(a, b):
        parts.append(named)
    return " and ".join(parts)


def _taken_unlike(a: ReportedScore, b: ReportedScore) -> str:
    """What sets two scores of different cards apart though neither states it as a setting."""
    parts = []
    if (mine := help_of(a).casefold()) != (other := help_of(b).casefold()):
        parts.append(f"{mine or 'no help'} against {other or 'no help'}".replace("+ ", ""))
    if guessed_share(a) != guessed_share(b):
        parts.append(" against ".join("rescaled above chance" if guessed_share(s) else "a plain share" for s in (a, b)))
    if (asks_part(a) or asks_part(b)) and name_key(a.name_as_written) != name_key(b.name_as_written):
        parts.append(f"{a.name_as_written} against {b.name_as_written}")
    return " and ".join(parts)


def one_sided_shots(a: ReportedScore, b: ReportedScore) -> str:
    """That one of two scores leaves open how many examples were shown and the other had some; "" otherwise.

    None shown counts as well where most cards show some, as for GSM8K: the silent one may have had them.
    """
    if not any(one.shots is None and (other.shots or _had_none(other)) for one, other in ((a, b), (b, a))):
        return ""
    return " against ".join("no shots stated" if s.shots is None else f"{s.shots} shots" for s in (a, b))


def _had_none(score: ReportedScore) -> bool:
    """True where no example was shown in a test that is mostly taken with some."""
    usual = find_by_id(score.benchmark).usual_shots if score.benchmark and score.shots == 0 else None
    return usual is not None and usual.text[:1] in "123456789"


def one_sided_mode(a: ReportedScore, b: ReportedScore) -> str:
    """That one of two scores leaves open a mode that the other states, with the same help; "" otherwise.

    >>> from core.cards.read_card import read_card
    >>> table = "|Test|A-7B|\\n|--|--|\\n|MMLU|63|\\n|MMLU (CoT)|65|\\n|MMLU (maj@8)|68|\\n"
    >>> plain, cot, voted = read_card(table).scores
    >>> one_sided_mode(plain, cot), one_sided_mode(plain, voted)
    ('no mode stated against CoT', '')
    """
    mine, other = (frozenset(filter(None, (s.mode or "").split(", "))) for s in (a, b))
    helped = {way for way in mine ^ other if way.startswith(_HELPS)}
    if mine == other or helped or not (mine < other or other < mine):
        return ""
    return " against ".join(s.mode or "no mode stated" for s in (a, b))


_HELPS = ("maj@", "best of", "tools", "PoT")  # a vote, a choice among answers, a program that is run


_PASS = re.compile(r"(?i)p(?:ass)?\s?[@^]\s?(\d{1,4})")


def _tries(score: ReportedScore) -> int:
    """How many answers to a question may be tried: no card leaves unsaid that they were many."""
    told = _PASS.fullmatch(score.metric or "")
    return int(told[1]) if told and score.benchmark != "aider_polyglot" else 1  # there it is always two


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
    if "strict" in name or "loose" in name:  # "prompt_level_strict_acc", "instruction strict"
        name = re.sub(r" (?:level|acc|accuracy)\b", "", name).replace("instruction", "inst")
    return "exact match" if re.fullmatch(r"em|exact match|em maj1@1", name) else name


@lru_cache(maxsize=256)  # the pairs of a row are asked for again and again
def compare_scores(a: ReportedScore, b: ReportedScore) -> Gap:
    """Whether a's lead over b counts.

    HumanEval 74 against 72: a difference of 2 where 9.5 would be needed, a tie.
    """
    if not same_test(a, b):
        return Gap(False, "different tests", None, None, None, "These are different tests.")
    if differing := " and ".join(filter(None, (settings_differ(a, b, silent=True), _taken_unlike(a, b)))):
        return Gap(False, differing, None, None, None, f"Not like for like: {differing}.")
    test = a.benchmark or part_of(a)
    known = find_by_id(test) if test else None
    kind = known.scale.kind if known else None
    if _unit(a, kind) != _unit(b, kind):
        return Gap(False, "different scales", None, None, None, "The values are on different scales.")
    if kind is ScaleKind.RATING or (kind is None and a.percent is None) or _is_elo(a, kind):
        gap = in_unit(a) - in_unit(b)
        return Gap(True, "", gap, None, None, _apart_in_units(a, b, kind))
    if a.percent is None or b.percent is None:
        return Gap(False, "different scales", None, None, None, "The values are on different scales.")
    gap = a.percent - b.percent
    smallest = smallest_gap(a, b)
    least = SMALLEST_GAP_EVER if smallest is None else smallest
    tie = abs(gap) <= least + 1e-9  # the sum of two decimals may miss the bound by a hair
    first, second = _alike(points_words(a.percent), points_words(b.percent))
    shots, mode = one_sided_shots(a, b), one_sided_mode(a, b)
    asked = one_sided_questions(a, b)
    caution = " and ".join(filter(None, (shots, mode, asked)))
    though = f" Only one of the two says how many examples were shown: {shots}." if shots else ""
    though += f" Only one of the two states its mode: {mode}." if mode else ""
    though += f" Only one of the two says {open_words(asked)}: {asked}." if asked else ""
    if tie and smallest is None:
        sentence = f"{first} against {second} is a tie: differences up to {least:.1f} points can be chance on any test."
    elif tie:
        sentence = (
            f"{first} against {second} is a tie: differences up to {least:.1f} points can be "
            "noise. Look at the ability you need."
        )
    elif smallest is None:
        sentence = (
            f"{first} against {second} are {abs(gap):.1f} points apart; how many questions the test has is not known, "
            "so neither is what noise explains."
        )
    else:
        sentence = f"{first} against {second}: {abs(gap):.1f} points, more than the {smallest:.1f} that noise explains."
    return Gap(
        True, "", gap, smallest, True if tie else None if smallest is None else False, sentence + though, caution
    )


def _unit(score: ReportedScore, kind: ScaleKind | None) -> str:
    """What a value counts in: two marks of 8.1 and 81, or an Elo beside a share of wins, are never subtracted."""
    if kind is ScaleKind.RATING and score.value < 1 and score.scale != "share":
        return "a share of 1"  # marks begin at 1
    if score.percent is None:
        return "elo" if _is_elo(score, kind) else score.scale
    return "points"


_ELO = re.compile(r"(?i)(?<![^\W_])elo(?![^\W_])")


def _is_elo(score: ReportedScore, kind: ScaleKind | None) -> bool:
    """True for the rating of a test that is in the catalogue as one, and for any number that its name calls Elo."""
    if score.percent is not None:
        return False
    return (
        kind is ScaleKind.ELO
        or score.scale == "elo"
        or _ELO.search(f"{score.name_as_written} {score.metric}") is not None
    )


def in_unit(score: ReportedScore) -> float:
    """In points where the value is a share of questions, else as written."""
    return score.value if score.percent is None else score.percent


def _apart_in_units(a: ReportedScore, b: ReportedScore, kind: ScaleKind | None) -> str:
    """How far apart two values lie that are no shares of questions, in words."""
    gap = abs(in_unit(a) - in_unit(b))
    if _is_elo(a, kind):
        return f"{gap:.0f} rating points mean {win_probability(gap):.0%} expected wins; compare only within one date."
    if kind is ScaleKind.RATING:
        marks = "a scale of 1 to 10" if a.scale == "rating" else "a scale that the cards do not name"
        return f"{gap:.2f} on {marks}, by a judge model; its noise is not published."
    return f"{a.value:g} against {b.value:g}; how much of the difference is chance is not known."


def points_words(points: float) -> str:
    """A value in points with one decimal at most, rounded as by hand: 66.55 is "66.6", 62.03 "62.0" and 62 "62"."""
    exact = Decimal(f"{points:.6f}")
    return str(exact.quantize(Decimal("1" if exact == int(exact) else "0.1"), ROUND_HALF_UP))


def _alike(a: str, b: str) -> tuple[str, str]:
    """Two numbers with as many decimals as the finer one has: "60.1" and "60.0"."""
    decimals = max(len(number.partition(".")[2]) for number in (a, b))
    return f"{float(a):.{decimals}f}", f"{float(b):.{decimals}f}"
