"""The tables of red flags, trust signals and further checks, in the order they are shown."""

from collections.abc import Callable

from core.cards import checks_origin, checks_scores, checks_training
from core.cards.cross_checks import too_high_against_independent
from core.cards.evidence import Evidence
from core.cards.flags_of_claims import beats_frontier_claim, narrow_selection, size_mismatch
from core.cards.flags_of_disclosure import contamination_unaddressed, methodology_missing, quantization_undisclosed
from core.cards.reading import Finding
from core.cards.signals import SIGNALS

Rule = Callable[[Evidence], Finding]

FLAGS: tuple[Rule, ...] = (
    quantization_undisclosed,
    narrow_selection,
    size_mismatch,
    contamination_unaddressed,
    beats_frontier_claim,
    methodology_missing,
)
CHECKS: tuple[Rule, ...] = (
    *checks_scores.CHECKS,
    *checks_origin.CHECKS,
    *checks_training.CHECKS,
    too_high_against_independent,
)


def judge_flags(evidence: Evidence) -> tuple[Finding, ...]:
    return tuple(rule(evidence) for rule in FLAGS)


def judge_signals(evidence: Evidence) -> tuple[Finding, ...]:
    return tuple(rule(evidence) for rule in SIGNALS)


def judge_checks(evidence: Evidence) -> tuple[Finding, ...]:
    return tuple(rule(evidence) for rule in CHECKS)
