"""A finished comparison as data: what pages, reports and the command line all show.

The numbers stand beside the sentences made from them, so that no two places
compute or word the same thing differently. `to_dict` gives the stable keys of
the JSON output. Three fields are easily confused: `confidence` is about this
result, `mdad` about the test, `gap_low`–`gap_high` about the size of the gap.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, Literal

from core.advice.evidence import Evidence, ScoreKind
from core.stats.sequential import StoppingRule


@dataclass(frozen=True)
class Candidate:
    """One side of a comparison: a model file, or a model asked through a server."""

    name: str
    tokens_per_s: float | None = None  # while writing
    seconds_per_question: float | None = None  # what one waits for; long answers make a fast writer slow
    tokens_per_answer: float | None = None
    size_bytes: int | None = None
    is_base_model: bool = False  # not tuned for chat
    made_from: str | None = None  # "requantized from Q4_1": the file holds no more than that one

    @property
    def called(self) -> str:
        """The name in a headline, with what one must know before taking this file."""
        return f"{self.name} ({self.made_from})" if self.made_from else self.name


class Tier(StrEnum):
    """How much a verdict claims."""

    BETTER = "better"  # 99 % and more
    VERY_LIKELY = "very likely better"  # 95–99 %
    LOOKS_BETTER = "looks better, not settled"  # 80–95 %, or more where the stopping rule asks for more
    SLIGHT_LEAN = "slight lean"  # 65–80 %: treat as a toss-up
    NO_DIFFERENCE = "no difference seen"  # below 65 %, or a tie
    WITHHELD = "withheld"  # too many answers were not measured


@dataclass(frozen=True)
class Score:
    """A candidate's own score; the interval is its own and says nothing on a pair."""

    value: float  # mean; a share, or rating points
    low: float
    high: float
    n: int
    right: int | None  # for right/wrong answers


@dataclass(frozen=True)
class NoneUsable:
    """That none of the candidates can do the task, in the words of core/advice/verdict/usable.py."""

    found: str
    at_best: str  # the best score, with how sure that is
    further: str  # what to do next
    reason: str  # what to look at
    more_may_help: bool  # whether `further` begins with more questions

    @property
    def headline(self) -> str:
        return f"{self.found}: {self.at_best}. {self.further}"


@dataclass(frozen=True)
class NotMeasured:
    """Answers of one candidate that were not measured, among the questions asked of both."""

    count: int
    by_outcome: Mapping[str, int]  # "cut off": 4, …; empty where the reasons are unknown


@dataclass(frozen=True)
class Bounds:
    """What may be, whatever the answers that were not measured would have been."""

    a_low: float  # A's score if all of them were wrong
    a_high: float
    b_low: float
    b_high: float
    gap_low: float  # all of A's wrong and all of B's right
    gap_high: float


@dataclass(frozen=True)
class MoreQuestions:
    """What adding questions would do."""

    more: int
    chance: float  # that they bring the one ahead to the confidence then asked for (`bar_for_more`)
    duration_s: float | None  # for both candidates together


@dataclass(frozen=True)
class BankClaim:
    """The same comparison as a claim about one bank of questions, and that bank alone."""

    size: int
    p_a: float  # that A has the higher score on the whole bank
    gap_low: float | None  # None when every question of the bank was asked: the count is the answer
    gap_high: float | None
    mdad: float | None
    p_tied: float  # that the gap on the bank lies within 3 points

    @property
    def confidence(self) -> float:
        return max(self.p_a, 1 - self.p_a)


@dataclass(frozen=True)
class PairVerdict:
    """Two candidates on the same questions. Gaps are A minus B, in shares or rating points."""

    a: Candidate
    b: Candidate
    kind: ScoreKind
    n: int  # questions measured for both
    both_right: int | None  # None where only the discordant counts are known
    only_a_right: int  # graded scores and ratings: A scored higher
    only_b_right: int
    neither_right: int | None
    score_a: Score | None  # over the n shared questions
    score_b: Score | None
    gap: float
    gap_low: float  # 95 %; when withheld, the bounds
    gap_high: float
    mdad: float  # of this test, for questions like these
    p_a_better: float
    confidence: float  # 0.5–0.9999; when withheld, what remains in the worst case
    exact_p: float | None  # exact McNemar test; None for graded scores and ratings
    better: Literal["a", "b"] | None  # whom the confidence is about; None: no difference seen, or withheld
    settled: bool  # 95 % under the stopping rule in force
    tier: Tier
    questions_needed: (
        int | None
    )  # to add for 95 % (or the rule's bar) at an even chance, if the true gap is the one seen
    questions_needed_80: int | None  # the same, 8 times in 10
    questions_needed_why: str | None  # why there is no number
    more_questions: tuple[MoreQuestions, ...]
    p_practically_tied: float
    practically_tied: bool
    bank: BankClaim | None
    left_out: int  # questions that do not count: not measured for one of the two, or asked of one only
    not_shared: int  # of these, asked of one only
    not_measured_a: NotMeasured
    not_measured_b: NotMeasured
    withheld: bool
    bounds: Bounds | None  # where answers were not measured
    stopping_rule: StoppingRule
    log_e_value: float  # evidence for the one ahead; ln 20 = 3.0 stops a run under the e-process
    prior: float
    design_effect: float  # clustered questions: so many are worth one
    headline: str = ""  # the action
    advice: str = ""  # the headline and its reasons
    details: tuple[str, ...] = ()  # further sentences, in reading order
    notes: tuple[str, ...] = ()  # what to be careful about
    track_record: str = ""  # how often such a confidence came true
    bar_for_more: float = StoppingRule.FIXED.level  # the confidence asked for once questions are added
    more_needed: int | None = None  # to add for that bar at an even chance, where it is above the present one
    only_a_ids: tuple[str, ...] = ()
    only_b_ids: tuple[str, ...] = ()
    use_case: str | None = None
    none_usable: NoneUsable | None = None  # then it stands first, and nobody is advised for being faster
    failing: tuple[str, ...] = ()  # who cannot do the task, by name, whatever the other one can
    evidence: Evidence | None = field(default=None, repr=False, compare=False)  # to ask further, as for a plot

    @property
    def ahead(self) -> Candidate | None:
        """Who scored higher, whether or not that means anything; None when they are level."""
        if self.gap == 0:
            return None
        return self.a if self.gap > 0 else self.b

    @property
    def gap_in_mdads(self) -> float:
        """|gap|/MDAD: at 1 the confidence is 80 % at best."""
        return abs(self.gap) / self.mdad

    @property
    def questions_needed_total(self) -> int | None:
        return None if self.questions_needed is None else self.n + self.questions_needed

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys; shares, not percent."""
        return {
            "a": self.a.name,
            "b": self.b.name,
            "kind": str(self.kind),
            "n": self.n,
            "both_right": self.both_right,
            "only_a_right": self.only_a_right,
            "only_b_right": self.only_b_right,
            "neither_right": self.neither_right,
            "score_a": score_as_data(self.score_a),
            "score_b": score_as_data(self.score_b),
            "gap": self.gap,
            "gap_low": self.gap_low,
            "gap_high": self.gap_high,
            "mdad": self.mdad,
            "gap_in_mdads": self.gap_in_mdads,
            "p_a_better": self.p_a_better,
            "confidence": self.confidence,
            "exact_p": self.exact_p,
            "better": self.better,
            "settled": self.settled,
            "tier": str(self.tier),
            "headline": self.headline,
            "advice": self.advice,
            "details": list(self.details),
            "notes": list(self.notes),
            "track_record": self.track_record,
            "questions_needed": self.questions_needed,
            "questions_needed_why": self.questions_needed_why,
            "questions_needed_80": self.questions_needed_80,
            "questions_needed_total": self.questions_needed_total,
            "more_questions": [
                {"more": m.more, "chance": m.chance, "duration_s": m.duration_s} for m in self.more_questions
            ],
            "bar_for_more": self.bar_for_more,
            "p_practically_tied": self.p_practically_tied,
            "practically_tied": self.practically_tied,
            "p_bank": None if self.bank is None else self.bank.p_a,
            "bank": _bank(self.bank),
            "left_out": self.left_out,
            "not_shared": self.not_shared,
            "not_measured": {
                "a": {"count": self.not_measured_a.count, "by_outcome": dict(self.not_measured_a.by_outcome)},
                "b": {"count": self.not_measured_b.count, "by_outcome": dict(self.not_measured_b.by_outcome)},
            },
            "withheld": self.withheld,
            "bounds": None if self.bounds is None else asdict(self.bounds),
            "stopping_rule": str(self.stopping_rule),
            "log_e_value": self.log_e_value,
            "prior": self.prior,
            "design_effect": self.design_effect,
            "only_a_ids": list(self.only_a_ids),
            "only_b_ids": list(self.only_b_ids),
        }


def score_as_data(score: Score | None) -> dict[str, Any] | None:
    if score is None:
        return None
    return {"value": score.value, "low": score.low, "high": score.high, "n": score.n, "right": score.right}


def _bank(bank: BankClaim | None) -> dict[str, Any] | None:
    if bank is None:
        return None
    return {
        "size": bank.size,
        "p_bank": bank.p_a,
        "confidence": bank.confidence,
        "gap_low": bank.gap_low,
        "gap_high": bank.gap_high,
        "mdad": bank.mdad,
        "p_tied": bank.p_tied,
    }
