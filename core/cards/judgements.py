"""The tables of red flags, trust signals and further checks, in the order they are shown."""

from core.cards import checks_origin, checks_scores
from core.cards.cross_checks import too_high_against_independent
from core.cards.evidence import Evidence
from core.cards.flags import FLAGS
from core.cards.reading import Finding
from core.cards.signals import SIGNALS


def judge_flags(evidence: Evidence) -> tuple[Finding, ...]:
    return tuple(rule(evidence) for rule in FLAGS)


def judge_signals(evidence: Evidence) -> tuple[Finding, ...]:
    return tuple(rule(evidence) for rule in SIGNALS)


def judge_checks(evidence: Evidence) -> tuple[Finding, ...]:
    return tuple(
        rule(evidence) for rule in (*checks_scores.CHECKS, *checks_origin.CHECKS, too_high_against_independent)
    )
