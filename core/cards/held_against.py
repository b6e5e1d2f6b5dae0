"""What keeps a claim of a card from being held against a published value of the same test, in words."""

from enum import StrEnum

from core.cards.extra_help import help_of
from core.cards.noise import guessed_share
from core.cards.reading import ReportedScore
from core.catalogue.public_scores import Protocol, PublicScore

LEAST_SENSIBLE = 1.0  # points; boards hold runs that failed on a template and still have a row
_BOARD_MODES = frozenset({"non-thinking", "CoT"})  # ways in which the boards' harnesses ask too


class Whose(StrEnum):
    """Whose value a published one is, seen from the card."""

    OWN = "the card's model"
    ORIGINAL = "the unquantized original"  # the same weights, so it is judged
    BASE = "the base model"  # another model: shown, never judged


def why_not_comparable(score: ReportedScore, public: PublicScore, protocol: Protocol | None, whose: Whose) -> str:
    """What keeps a claim from being held against a published value; "" where nothing stated does."""
    shots = protocol.shots if protocol else None
    reasons = (
        (whose is Whose.BASE, "another model than the card's, so it is shown and not judged"),
        (
            guessed_share(score) > 0,
            f"the card's {score.in_points} is rescaled above chance, and this is the plain share",
        ),
        (protocol is not None and not protocol.comparable, f"not comparable: {protocol.note if protocol else ''}"),
        (public.scale == "elo", "a rating is relative to its day and its rivals, so it is shown and not judged"),
        (public.value <= LEAST_SENSIBLE, "the board's run seems to have failed"),
        (
            score.percent is None or public.scale != "percent" or score.benchmark != public.benchmark,
            f"on another scale or test than the card's {score.in_points}",
        ),
        (bool(help_of(score)), f"the card's {score.in_points} was reached with help ({help_of(score).lstrip('+ ')})"),
        (not {*(score.mode or "CoT").split(", ")} <= _BOARD_MODES, f"the card's {score.in_points} is {score.mode}"),
        (
            None not in (shots, score.shots) and shots != score.shots,
            f"taken with {shots} examples, the card's {score.in_points} with {score.shots}",
        ),
    )
    return next((reason for holds, reason in reasons if holds), "")
