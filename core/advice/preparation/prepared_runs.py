"""Did the preparation help, whom did it help, and who leads before and after?

Each candidate is compared with itself: the same test questions, asked directly
and after the preparation (worked examples in the prompt, or a short training),
so every question is a pair and the verdict on two
candidates (core/advice/verdict/verdict.py) holds unchanged. The rankings before and
after are the usual decisions on the direct and on the prepared runs. A change
of the leader is named only where both rankings have one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.advice.comparison import PairVerdict, Score
from core.advice.verdict.decision import Decision, decide
from core.errors import NotEnoughData
from core.runs.database import Database
from core.runs.two_ways import TwoRuns

FEWEST_TEST_QUESTIONS = 30  # below, a score is known to about ±18 points only


@dataclass(frozen=True)
class Way:
    """A preparation, as its sentences name it."""

    by: str  # "examples" or "training"
    subject: str  # what helps: "4 examples", "Training"
    many: bool  # "they help", not "it helps"
    prepared: str  # a candidate "with 4 examples"
    direct: str  # a candidate "without examples"
    without: str  # "without, nobody leads"


def by_examples(count: int) -> Way:
    """Worked examples before each question."""
    subject = f"{count} example{'' if count == 1 else 's'}"
    return Way("examples", subject, count != 1, f"with {subject}", "without examples", "without")


TRAINING: Final = Way("training", "Training", False, "trained", "as it is", "as they are")


@dataclass(frozen=True)
class Gain:
    """One candidate with itself: side A prepared, side B as it is."""

    name: str
    direct_run: str
    prepared_run: str
    verdict: PairVerdict

    @property
    def direct(self) -> Score | None:
        return self.verdict.score_b

    @property
    def prepared(self) -> Score | None:
        return self.verdict.score_a


@dataclass(frozen=True)
class Standing:
    """Ranks count from 1 for the best; a range is what the pairwise claims leave open."""

    name: str
    before: tuple[int, int]
    after: tuple[int, int]


@dataclass(frozen=True)
class PreparedResult:
    way: Way
    test_n: int
    gains: tuple[Gain, ...]
    before: Decision | None  # None with fewer than two candidates
    after: Decision | None
    standings: tuple[Standing, ...]
    headline: str
    cautions: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys; shares, not percent."""
        ranks = {standing.name: standing for standing in self.standings}
        return {
            "by": self.way.by,
            "test_questions": self.test_n,
            "headline": self.headline,
            "candidates": [_candidate(gain, ranks.get(gain.name)) for gain in self.gains],
            "before": None if self.before is None else _ranking(self.before),
            "after": None if self.after is None else _ranking(self.after),
            "cautions": list(self.cautions),
        }


def weigh_prepared(database: Database, found: Sequence[TwoRuns], way: Way) -> PreparedResult:
    """The verdict on a preparation from the candidates that answered in both ways.

    A candidate with fewer than two questions measured in both is left out with
    a caution. Raises NotEnoughData where nobody is left.
    """
    both = [
        (two.candidate.name, two.direct, two.prepared)
        for two in found
        if two.direct is not None and two.prepared is not None and min(two.direct.answered, two.prepared.answered) > 1
    ]
    if not both:
        raise NotEnoughData("No candidate has answered both ways yet: start the test, or resume it.")
    gains, unmeasured = [], {}
    for name, direct, prepared in both:
        try:
            decision = decide(database, [prepared.id, direct.id], [f"{name} {way.prepared}", f"{name} {way.direct}"])
        except NotEnoughData as error:
            unmeasured[name] = f"{name} is left out: {error}"
            continue
        gains.append(Gain(name, direct.id, prepared.id, decision.pairs[0]))
    if not gains:
        raise NotEnoughData(" ".join(unmeasured.values()))
    both = [(name, direct, prepared) for name, direct, prepared in both if name not in unmeasured]
    before = after = None
    standings: tuple[Standing, ...] = ()
    if len(both) > 1:
        names = [name for name, _, _ in both]
        before = decide(database, [direct.id for _, direct, _ in both], names)
        after = decide(database, [prepared.id for _, _, prepared in both], names)
        ranks_before, ranks_after = find_ranks(before), find_ranks(after)
        standings = tuple(
            Standing(name, ranks_before[name], ranks_after[name])
            for name in names
            if name in ranks_before and name in ranks_after
        )
    test_n = max(gain.verdict.n for gain in gains)
    return PreparedResult(
        way=way,
        test_n=test_n,
        gains=tuple(gains),
        before=before,
        after=after,
        standings=standings,
        headline=_headline(gains, before, after, way),
        cautions=(*unmeasured.values(), *_cautions(gains, before, after, test_n, way)),
    )


def find_ranks(decision: Decision) -> dict[str, tuple[int, int]]:
    """The ranks that a decision leaves open to each contestant that it ranks."""
    if decision.many is not None:
        return {r.candidate.name: (r.rank_low, r.rank_high) for r in decision.many.ranked}
    pair = decision.pairs[0]
    if not pair.settled or pair.ahead is None:
        return {pair.a.name: (1, 2), pair.b.name: (1, 2)}
    return {side.name: (1, 1) if side is pair.ahead else (2, 2) for side in (pair.a, pair.b)}


def find_leader(decision: Decision) -> str | None:
    """The one that is best with 95 %; None where nobody is."""
    if decision.many is not None:
        return decision.many.winner
    pair = decision.pairs[0]
    return pair.ahead.name if pair.settled and pair.ahead is not None else None


def _headline(gains: Sequence[Gain], before: Decision | None, after: Decision | None, way: Way) -> str:
    helped = [gain.name for gain in gains if gain.verdict.settled and gain.verdict.gap > 0]
    harmed = [gain.name for gain in gains if gain.verdict.settled and gain.verdict.gap < 0]
    help_, harm = ("help", "harm") if way.many else ("helps", "harms")
    said = [
        f"{way.subject} {help_} {_counted(helped, len(gains))}"
        + (f" and {harm} {_counted(harmed, len(gains))}." if harmed else ".")
        if helped
        else f"No gain from {way.subject.lower()} is settled"
        + (f"; {_counted(harmed, len(gains))} {'lose' if len(harmed) > 1 else 'loses'}." if harmed else ".")
    ]
    if before is None or after is None:
        return said[0]
    leader_before, leader_after = find_leader(before), find_leader(after)
    if leader_after is None:
        said.append(f"{way.prepared.capitalize()} nobody leads for sure.")
    elif leader_before == leader_after:
        said.append(f"{leader_after} leads before and after.")
    elif leader_before is None:
        said.append(f"{leader_after} leads {way.prepared}; {way.without}, nobody leads for sure.")
    else:
        said.append(f"The lead changes: {leader_before} {way.without}, {leader_after} {way.prepared}.")
    return " ".join(said)


def _counted(names: Sequence[str], of: int) -> str:
    if len(names) == of and of > 1:
        return "all candidates"
    return ", ".join(names)


def _cautions(
    gains: Sequence[Gain], before: Decision | None, after: Decision | None, test_n: int, way: Way
) -> list[str]:
    found = []
    if test_n < FEWEST_TEST_QUESTIONS:
        found.append(
            f"{test_n} test questions tell little: have at least {FEWEST_TEST_QUESTIONS}, better 50, besides those "
            "that teach."
        )
    found += [
        f"{gain.name} cannot chat: asked directly, it still sees general examples of the question's form, so its gain "
        "is that of your own examples over these."
        for gain in gains
        if gain.verdict.b.is_base_model and way.by == "examples"
    ]
    for gain in gains:
        lost = gain.verdict.not_measured_a.count
        if lost and gain.verdict.not_measured_a.by_outcome.get("did not fit"):
            found.append(
                f"{gain.name}: {lost} prompts with their examples were not measured. Raise n_ctx, or take fewer "
                "examples."
            )
    for decision in (before, after):
        # Another form of the same questions (chat or plain text) is meant here, not a fault.
        found += [] if decision is None else [c for c in decision.cautions if "another version" not in c]
    return list(dict.fromkeys(found))


def _candidate(gain: Gain, standing: Standing | None) -> dict[str, Any]:
    verdict = gain.verdict
    return {
        "name": gain.name,
        "direct": _side(gain.direct, gain.direct_run),
        "prepared": _side(gain.prepared, gain.prepared_run),
        "gain": verdict.gap,
        "gain_low": verdict.gap_low,
        "gain_high": verdict.gap_high,
        "confidence": verdict.confidence,
        "settled": verdict.settled,
        "rank_before": None if standing is None else list(standing.before),
        "rank_after": None if standing is None else list(standing.after),
        "verdict": verdict.to_dict(),
    }


def _side(score: Score | None, run_id: str) -> dict[str, Any]:
    shown = None if score is None else {"value": score.value, "low": score.low, "high": score.high, "n": score.n}
    return {"run_id": run_id, "score": shown}


def _ranking(decision: Decision) -> dict[str, Any]:
    return {
        "headline": decision.headline,
        "advice": decision.advice,
        "leader": find_leader(decision),
        "ranks": {name: list(ranks) for name, ranks in find_ranks(decision).items()},
    }
