"""A table of cards side by side: what one cell says, and where its value stands among those of the other cards."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from core.advice.claims.values import model_of, settings_of, settings_words, value_words
from core.cards.reading import ReportedScore


class Standing(StrEnum):
    ALONE = "alone"  # no other card has this test
    HIGHEST = "highest"  # above every value it may be compared with
    TIED = "tied"  # within chance of the highest
    BEHIND = "behind"
    SHOWN = "shown"  # comparable, but how much chance allows is not known
    NOT_COMPARABLE = "not comparable"


@dataclass(frozen=True)
class Cell:
    """What one card says on one test."""

    score: ReportedScore
    standing: Standing
    why: str  # what keeps it from being compared, or how far it is behind
    rival: str  # the card that `why` is about; "" where there is none
    ties: tuple[str, ...]  # cards whose values lie within chance of this one
    others: tuple[ReportedScore, ...]  # the card's further values for the test, taken differently
    model: str = ""  # whose value it is, where the card gives values of several models
    caution: str = ""  # what it leaves open and a value it is compared with states

    @property
    def states_settings(self) -> bool:
        return any(part is not None for part in settings_of(self.score))

    @property
    def settings(self) -> str:
        return settings_words(self.score)

    @property
    def said(self) -> str:
        """Whose value it is, where the card gives values of several models, and how it was taken."""
        return _said(self.score, self.model)

    @property
    def others_words(self) -> str:
        """The card's further values for this model, and how many it has for others; "" where there is none."""
        same = [one for one in self.others if not self.model or model_of(one) in (self.model, "")]
        told = ", ".join(f"{value_words(one)} ({settings_words(one)})" for one in same[:_MOST_OTHERS])
        more = f"; {len(same) - _MOST_OTHERS} more" if len(same) > _MOST_OTHERS else ""
        foreign = len(self.others) - len(same)
        of_others = f"{foreign} value{'s' * (foreign > 1)} of other models" if foreign else ""
        return "; ".join(part for part in (f"also {told}{more}" if told else "", of_others) if part)


_MOST_OTHERS = 3


def _said(score: ReportedScore, model: str) -> str:
    return f"{model}: {settings_words(score)}" if model else settings_words(score)


@dataclass(frozen=True)
class Row:
    name: str
    benchmark: str | None  # id of the catalogue
    measures: bool  # the use case; True for every row where none is chosen
    cells: Mapping[str, Cell]  # by card; a card that does not report the test has none
    smallest_gap: float | None  # points; None for ratings and Elo
    sentence: str  # what the row says, in words
    leads: frozenset[tuple[str, str]] = frozenset()  # (ahead, behind), where the lead is larger than chance allows

    @property
    def shared(self) -> bool:
        return len(self.cells) > 1

    def with_standing(self, standing: Standing) -> list[str]:
        return [name for name, cell in self.cells.items() if cell.standing is standing]
