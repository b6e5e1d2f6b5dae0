"""What cards and boards claim, beside one's own result.

Published scores were taken on other questions, mostly with the unquantized
model and with settings of their own, so a level is never expected to agree; an
order and a gap may. A claim far above the own result is named as a suspicion,
never as a finding: leaked questions are one explanation, other settings and
harder questions of one's own are others. Where the rivals fall short by as
much, harder questions are the plainer one, and that is said. No suspicion is
voiced where the tested file explains it better: it gave hardly any readable
answer, or lost much of the original weights, which is what was published.

A card belongs to a candidate when their names mean the same model
(claims/owner.py).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from core.advice.claims.owner import is_about, names_of
from core.advice.comparison import PairVerdict, Score
from core.advice.verdict.contestant import Contestant
from core.advice.verdict.decision import Decision
from core.advice.verdict.file_facts import load_loss_of_weights
from core.advice.verdict.usable import mostly_unread
from core.advice.wording import join_names, percent
from core.cards.cross_checks import find_public_scores
from core.cards.held_against import LEAST_SENSIBLE
from core.cards.reading import CardReading
from core.catalogue.benchmarks import Risk, find_by_id
from core.catalogue.public_scores import find_place
from core.catalogue.use_case_guide import find_guide
from core.catalogue.use_cases import UseCase
from core.questions.question import QuestionSet

# Two sets of questions of the same kind are easily ten points apart in difficulty; twice that is far.
FAR_ABOVE: Final = 0.20  # share, from the upper end of the own interval
NEAR_CHANCE: Final = 0.10  # a claim no further above guessing shows no knowledge that could have leaked
_MUCH_MORE: Final = 0.10  # share by which one must fall short more than its rivals
MOST_ROWS: Final = 12
_PRECISIONS: Final = ("float16", "bfloat16", "float32")  # all of them far above any quantization
BANK_SOURCE: Final = "written for this project"  # how the banks say where they come from (core/questions/banks.py)
_WEAK: Final = (Risk.HIGH, Risk.GAMING)


@dataclass(frozen=True)
class Claim:
    """One published value for one candidate."""

    name: str  # of the candidate
    benchmark: str  # id of the catalogue
    value: float  # share
    source: str  # "cards", or the board with its date
    setting: str  # as far as stated


@dataclass(frozen=True)
class PublishedRow:
    """One benchmark at one source, for the candidates that have a value there."""

    benchmark_id: str
    source: str
    claimed: Mapping[str, float]  # by candidate, shares
    ranks: Mapping[str, int]  # 1 is the highest; equal values share a rank
    note: str  # what keeps the values from being compared; "" where nothing stated does
    beside_yours: str = ""  # the claimed gap of the pair that matters, beside the own one

    @property
    def benchmark(self) -> str:
        return find_by_id(self.benchmark_id).name


@dataclass(frozen=True)
class Published:
    """Published against measured."""

    measured_on: str  # the questions asked here: the user's own, or a bank of Surefit's
    own: Mapping[str, Score]
    own_ranks: Mapping[str, int]
    rows: tuple[PublishedRow, ...]
    suspicions: tuple[str, ...]  # claims far above the own result
    remarks: tuple[str, ...]  # … where harder questions, or the tested file itself, are the plainer reason
    without: tuple[str, ...]  # candidates for which nothing was found

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys; shares, not percent."""
        return {
            "measured_on": self.measured_on,
            "own": {name: {"score": score.value, "rank": self.own_ranks[name]} for name, score in self.own.items()},
            "rows": [
                {
                    "benchmark": row.benchmark_id,
                    "source": row.source,
                    "claimed": dict(row.claimed),
                    "ranks": dict(row.ranks),
                    "note": row.note,
                    "beside_yours": row.beside_yours,
                }
                for row in self.rows
            ],
            "suspicions": list(self.suspicions),
            "remarks": list(self.remarks),
            "without": list(self.without),
        }


def compare_published(decision: Decision, readings: Sequence[tuple[str, CardReading]]) -> Published | None:
    """Hold cards (name, reading) and the carried boards against a decision; None where nobody claims anything.

    None as well where the verdict is withheld: the answers that were measured
    give no order that a claim could be held against. Only benchmarks that
    measure the use case count; without a use case, all of the catalogue whose
    values are percent.
    """
    if decision.many is None and decision.pairs[0].withheld:
        return None
    use_case = decision.contestants[0].run.use_case
    claims = [claim for c in decision.contestants for claim in _claims(c, readings, use_case)]
    if not claims:
        return None
    own = decision.scores()
    claimed = {claim.name for claim in claims}
    rows = _rows(claims, [c.name for c in decision.contestants], use_case)[:MOST_ROWS]
    far = _find_far_claims(claims, own, decision)
    plainer = {claim.name: _why_of_the_file(claim, decision.contestant(claim.name)) for claim, _, _ in far}
    suspected = [one for one in far if not plainer[one[0].name]]
    questions = name_questions(decision.question_set)
    return Published(
        measured_on=questions,
        own=own,
        own_ranks=_ranks({name: score.value for name, score in own.items()}),
        rows=tuple(replace(row, beside_yours=_beside(decision.closest_call, row)) for row in rows),
        suspicions=tuple(_suspicion(*one) for one in suspected if not _falls_short_alike(*one)),
        remarks=(
            *(_remark(*one) for one in suspected if _falls_short_alike(*one)),
            *(f"{_claimed(c, score)} {plainer[c.name]}" for c, score, _ in far if plainer[c.name]),
        ),
        without=tuple(c.name for c in decision.contestants if c.name not in claimed),
    )


def name_questions(questions: QuestionSet) -> str:
    """Whose the measured row is: only a set that the user brought is called the user's own.

    >>> name_questions(QuestionSet("coding bank", (), source="written for this project; generated part from seed 0"))
    "Surefit's coding bank"
    """
    return f"Surefit's {questions.name}" if questions.source.startswith(BANK_SOURCE) else "Your own questions"


def _claims(
    contestant: Contestant, readings: Sequence[tuple[str, CardReading]], use_case: UseCase | None
) -> list[Claim]:
    candidate = contestant.run.candidate
    found = []
    for card_name, reading in readings:
        if not is_about(card_name, reading, candidate):
            continue
        for score in reading.main_scores or reading.own_scores:
            if score.percent is not None and score.benchmark and _counts(score.benchmark, use_case):
                shots = f"{score.shots}-shot" if score.shots is not None else ""
                setting = ", ".join(part for part in (shots, score.mode or "", score.metric or "") if part)
                found.append(Claim(contestant.name, score.benchmark, score.percent / 100, "model cards", setting))
    for row in next((rows for name in names_of(candidate) if (rows := find_public_scores(name))), ()):
        if row.scale == "percent" and row.value > LEAST_SENSIBLE and _counts(row.benchmark, use_case):
            place = find_place(row.source)
            source = f"{place.title if place else row.source}, {row.as_of}"
            setting = ", ".join(part for part in row.setting.split(", ") if part not in _PRECISIONS)
            found.append(Claim(contestant.name, row.benchmark, row.value / 100, source, setting))
    return found


def _counts(benchmark_id: str, use_case: UseCase | None) -> bool:
    try:
        find_by_id(benchmark_id)
    except KeyError:  # a board's own set
        return False
    return use_case is None or find_guide(use_case).rank_of(benchmark_id) is not None


def _rows(claims: Sequence[Claim], names: Sequence[str], use_case: UseCase | None) -> tuple[PublishedRow, ...]:
    """Benchmarks in reading order; where more candidates have a value comes first."""
    cells: dict[tuple[str, str], dict[str, Claim]] = {}
    for claim in sorted(claims, key=lambda c: -c.value):  # of several values the highest is the claim
        cells.setdefault((claim.benchmark, claim.source), {}).setdefault(claim.name, claim)
    rows = []
    for (benchmark_id, source), found in cells.items():
        settings = {claim.setting for claim in found.values() if claim.setting}
        note = "" if len(settings) < 2 else f"not like for like: {join_names(sorted(settings), 'and')}"
        values = {name: found[name].value for name in names if name in found}
        rank = (find_guide(use_case).rank_of(benchmark_id) if use_case else None) or 0
        row = PublishedRow(benchmark_id, source, values, _ranks(values), note)
        rows.append(((-len(found), rank, row.benchmark, source), row))
    return tuple(row for _, row in sorted(rows, key=lambda entry: entry[0]))


def _ranks(values: Mapping[str, float]) -> dict[str, int]:
    return {name: 1 + sum(other > value for other in values.values()) for name, value in values.items()}


def _beside(pair: PairVerdict, row: PublishedRow) -> str:
    """The claimed gap of a pair, and whether the own result allows it; "" where one of the two has no claim."""
    if not pair.kind.is_share or pair.a.name not in row.claimed or pair.b.name not in row.claimed:
        return ""
    claimed = row.claimed[pair.a.name] - row.claimed[pair.b.name]
    head = "level" if claimed == 0 else f"{100 * abs(claimed):.1f} points apart"
    if row.note:
        return f"{head}, {row.note}"
    noise = find_by_id(row.benchmark_id).smallest_gap(50 * (row.claimed[pair.a.name] + row.claimed[pair.b.name]))
    if noise is not None and 100 * abs(claimed) < noise:
        return f"{head}: a tie within its noise ({noise:.1f} points)"
    if pair.gap_low <= claimed <= pair.gap_high:
        return f"{head}: your result allows that"
    if pair.settled and claimed * pair.gap < 0:
        return f"{head}: the other way round on your questions"
    return f"{head}: your result does not show that"


def _find_far_claims(
    claims: Sequence[Claim], own: Mapping[str, Score], decision: Decision
) -> list[tuple[Claim, Score, list[float]]]:
    """For each candidate its highest claim far above its own result, and by how much the others fall short there."""
    if not decision.pairs[0].kind.is_share:
        return []
    found = []
    for name, score in own.items():
        far = [claim for claim in claims if claim.name == name and claim.value - score.high > FAR_ABOVE]
        if far:
            claim = max(far, key=lambda c: c.value)
            rivals = [c for c in claims if c.benchmark == claim.benchmark and c.name != name and c.name in own]
            found.append((claim, score, [c.value - own[c.name].value for c in rivals]))
    return found


def _why_of_the_file(claim: Claim, contestant: Contestant) -> str:
    """Why a claim far above is no sign of leaked questions; "" where nothing of the kind is known."""
    chance = find_by_id(claim.benchmark).chance
    loss = load_loss_of_weights(contestant.run.candidate)
    if mostly_unread(contestant.outcomes):
        why = "this file gave mostly no answer that could be read or measured"
    elif loss:
        why = loss
    elif chance is not None and claim.value <= chance + NEAR_CHANCE:
        why = f"it lies near what guessing gives there ({percent(chance)})"
    else:
        return ""
    return f"The published value belongs to the original weights; {why}, so nothing about leaked questions follows."


def _falls_short_alike(claim: Claim, own: Score, others: Sequence[float]) -> bool:
    return bool(others) and claim.value - own.value < min(others) + _MUCH_MORE


def _suspicion(claim: Claim, own: Score, others: Sequence[float]) -> str:
    benchmark = find_by_id(claim.benchmark)
    why = "questions of it that leaked into training (contamination), or other settings than yours"
    if benchmark.contamination.risk in _WEAK or benchmark.saturation.status.is_spent:
        why += "; its questions are known to be widely leaked or worn out"
    rest = "the others do not fall short as much" if others else "harder questions here would look the same"
    return f"{_claimed(claim, own)} That is far above: a suspicion, not a finding, of {why}; {rest}."


def _remark(claim: Claim, own: Score, _: Sequence[float]) -> str:
    rest = "The others fall short of their claims by as much, so the questions asked here are probably just harder."
    return f"{_claimed(claim, own)} {rest}"


def _claimed(claim: Claim, own: Score) -> str:
    return (
        f"{claim.name}: {find_by_id(claim.benchmark).name} ({claim.source}) says {percent(claim.value)}, the "
        f"questions asked here say {percent(own.value)} ({percent(own.low)} to {percent(own.high)})."
    )
