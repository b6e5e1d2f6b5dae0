"""What a model card claims, as read: scores, findings, and what could not be read.

Every score and every finding that is present carries the line of the card it
rests on, counted from 1 in the card's own text. Nothing here judges; the
judging lives in flags, signals and checks.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class State(StrEnum):
    PRESENT = "present"
    ABSENT = "absent"
    UNCLEAR = "unclear"  # a careful reader could go either way


class Origin(StrEnum):
    TABLE = "table"
    PROSE = "prose"
    CODE = "code"
    MODEL_INDEX = "model-index"
    EVAL_RESULTS = "eval-results"


@dataclass(frozen=True)
class Quote:
    line: int  # from 1; 0 where the text lies outside the card (another file of its repo)
    text: str


@dataclass(frozen=True)
class ReportedScore:
    benchmark: str | None  # id in the catalogue; None for a test that is not in it
    name_as_written: str
    value: float  # the number as written: 0.412 stays 0.412
    scale: str  # share (0-1), percent, rating (1-10), elo, or number
    metric: str | None
    shots: int | None
    mode: str | None  # thinking, non-thinking, CoT, maj@k, tools; several joined by ", "
    precision: str | None  # only where the card ties one to this score
    subject: str | None  # the model or column it belongs to, as written; None where the card names none
    own: bool  # True for the card's own model, and for its siblings in one release
    line: int
    origin: Origin = Origin.TABLE
    context: str = ""  # headings above it
    sibling: bool = False  # own, but another size or version of the release than the card was opened for
    other_stage: bool = False  # own, but of the pretrained or the tuned version, which the card was not opened for
    questions: int | None = field(default=None, compare=False, repr=False)  # that the card itself gives: 30 of "4/30"
    spread: float | None = field(default=None, compare=False, repr=False)  # its standard error, in the value's unit
    scale_told: bool = field(default=False, compare=False, repr=False)  # "148/198": no neighbour changes its scale
    rescaled: bool = field(default=False, compare=False, repr=False)  # counts what lies above guessing

    @property
    def percent(self) -> float | None:
        """The value in points of 0-100; None for ratings, Elo and other numbers."""
        if self.scale == "percent":
            return self.value
        return self.value * 100 if self.scale == "share" else None

    @property
    def spread_in_points(self) -> float | None:
        return (
            None if self.spread is None or self.percent is None else self.spread * (100 if self.scale == "share" else 1)
        )

    @property
    def in_points(self) -> str:
        """The value as a sentence gives it beside others: 0.799 and 79.9 are both "79.9"; ratings stay as they are."""
        return f"{round(self.value if self.percent is None else self.percent, 2):g}"


@dataclass(frozen=True)
class Finding:
    """One red flag, trust signal or further check."""

    id: str
    state: State
    reason: str  # one sentence
    advice: str = ""  # what the reader can do about it
    quotes: tuple[Quote, ...] = ()

    @property
    def lines(self) -> tuple[int, ...]:
        return tuple(quote.line for quote in self.quotes)


@dataclass(frozen=True)
class Unread:
    """Something that may hold scores and was not read."""

    kind: str  # image, entry, front matter, table, table row
    text: str
    line: int


@dataclass(frozen=True)
class About:
    parameters_b: tuple[float, ...] = ()  # billions; several for a series
    active_parameters_b: float | None = None  # billions that work on a token, of a mixture of experts
    architecture: str | None = None
    context_length: int | None = None  # tokens
    licence: str | None = None
    licence_in_text: str | None = None  # what the text says where front matter says otherwise, or less
    base_model: tuple[str, ...] = ()
    relation: str | None = None  # quantized, finetune, merge, adapter: how it comes from base_model
    cutoff: str | None = None  # YYYY-MM or YYYY
    languages: tuple[str, ...] = ()
    datasets: tuple[str, ...] = ()
    publisher: str | None = None


@dataclass(frozen=True)
class CardReading:
    model: str | None
    about: About
    scores: tuple[ReportedScore, ...]
    flags: tuple[Finding, ...]
    signals: tuple[Finding, ...]
    checks: tuple[Finding, ...]
    unread: tuple[Unread, ...]
    text: str = ""  # the card itself, so that a quoted line can be shown at its place
    notes: tuple[str, ...] = ()  # sentences on how it was read, such as under another name than the one given
    own_names: tuple[str, ...] = ()  # the names under which the card knows its own model, the surest first

    @property
    def own_scores(self) -> tuple[ReportedScore, ...]:
        """All scores of the card's own release, siblings of other sizes included."""
        return tuple(score for score in self.scores if score.own)

    @property
    def main_scores(self) -> tuple[ReportedScore, ...]:
        """The scores of the very model the card was opened for: what a comparison shows."""
        return tuple(score for score in self.scores if score.own and not score.sibling and not score.other_stage)

    def finding(self, finding_id: str) -> Finding:
        """The flag, signal or check with this id; KeyError for any other."""
        for finding in (*self.flags, *self.signals, *self.checks):
            if finding.id == finding_id:
                return finding
        raise KeyError(finding_id)

    def to_dict(self) -> dict[str, Any]:
        """Plain values with stable keys, ready for JSON."""
        return {
            "model": self.model,
            "about": {
                "parameters": list(self.about.parameters_b),
                "active_parameters": self.about.active_parameters_b,
                "architecture": self.about.architecture,
                "context": self.about.context_length,
                "licence": self.about.licence,
                "licence_in_text": self.about.licence_in_text,
                "base_model": list(self.about.base_model),
                "relation": self.about.relation,
                "cutoff": self.about.cutoff,
                "languages": list(self.about.languages),
                "datasets": list(self.about.datasets),
                "publisher": self.about.publisher,
            },
            "scores": [_score_dict(score) for score in self.scores],
            "flags": [_finding_dict(finding) for finding in self.flags],
            "signals": [_finding_dict(finding) for finding in self.signals],
            "checks": [_finding_dict(finding) for finding in self.checks],
            "unread": [{"kind": item.kind, "text": item.text, "line": item.line} for item in self.unread],
            "notes": list(self.notes),
        }


def no_score_said(reading: CardReading) -> str:
    """How to say that no score was read: the card gives none, unless it holds something that was not read."""
    return "No score could be read from the card" if reading.unread else "The card gives no score"


def _score_dict(score: ReportedScore) -> dict[str, Any]:
    return {
        "benchmark": score.benchmark,
        "name_as_written": score.name_as_written,
        "value": score.value,
        "scale": score.scale,
        "metric": score.metric,
        "shots": score.shots,
        "mode": score.mode,
        "precision": score.precision,
        "subject": score.subject,
        "own": score.own,
        "sibling": score.sibling,
        "other_stage": score.other_stage,
        "line": score.line,
        "origin": score.origin.value,
    }


def _finding_dict(finding: Finding) -> dict[str, Any]:
    return {
        "id": finding.id,
        "state": finding.state.value,
        "reason": finding.reason,
        "advice": finding.advice,
        "lines": list(finding.lines),
        "quotes": [{"line": quote.line, "text": quote.text} for quote in finding.quotes],
    }
