"""A table of cards side by side: what one cell says, and where its value stands among those of the other cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from core.advice.claims.values import model_of, same_name, settings_of, settings_words, value_words
from core.advice.wording import join_names
from core.cards.extra_help import condition_of
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
    caution: str = ""  # what it leaves open and a value it is compared with states, and another precision
    left_open: tuple[str, ...] = ()  # the first of these, by what it is: shots, mode, questions asked

    @property
    def states_settings(self) -> bool:
        """True where the card says how the test was run; the precision of the weights is no part of that."""
        return any(part is not None for part in settings_of(replace(self.score, precision=None)))

    @property
    def settings(self) -> str:
        return settings_words(self.score)

    @property
    def said(self) -> str:
        """Whose value it is, where the card gives values of several models, and how it was taken."""
        return _said(self.score, self.model)

    def _is_of_it(self, label: str) -> bool:
        return not label or label == self.model or same_name(label, self.model)

    @property
    def others_words(self) -> str:
        """The card's further values for this model, and how many it has for others; "" where there is none.

        One that was reached with help, or with something added to the model, is no second value of the model alone.
        """
        same = [one for one in self.others if not self.model or self._is_of_it(model_of(one))]
        mine = condition_of(self.score)
        plain, added = (
            _told([one for one in same if (condition_of(one) == mine) is alike], self.score) for alike in (True, False)
        )
        foreign = len(self.others) - len(same)
        of_others = f"{foreign} value{'s' * (foreign > 1)} of other models" if foreign else ""
        parts = (f"also {plain}" if plain else "", f"differently taken: {added}" if added else "", of_others)
        return "; ".join(part for part in parts if part)


def _told(scores: Sequence[ReportedScore], shown: ReportedScore) -> str:
    """Values with their settings, each said once, and none in the words of the one that is shown."""
    said = dict.fromkeys(f"{value_words(one)} ({settings_words(one)})" for one in scores)
    said.pop(f"{value_words(shown)} ({settings_words(shown)})", None)
    more = f"; {len(said) - _MOST_OTHERS} more" if len(said) > _MOST_OTHERS else ""
    return f"{', '.join(list(said)[:_MOST_OTHERS])}{more}"


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

    @property
    def front(self) -> list[str]:
        """The cards whose lead over every one behind counts; one that ties with the top and those behind is none."""
        behind = set(self.with_standing(Standing.BEHIND))
        tied = [name for name in self.with_standing(Standing.TIED) if not behind & set(self.cells[name].ties)]
        return self.with_standing(Standing.HIGHEST) or tied

    @property
    def between(self) -> list[str]:
        """The cards that tie with the top and with some that are behind it."""
        return [name for name in self.with_standing(Standing.TIED) if name not in self.front]

    @property
    def between_said(self) -> str:
        """How those stand that tie with the top: with all behind as well, or ahead of some of them."""
        behind = self.with_standing(Standing.BEHIND)
        by_led: dict[tuple[str, ...], list[str]] = {}
        for name in self.between:
            led = tuple(other for other in behind if (name, other) in self.leads)
            by_led.setdefault(led, []).append(name)
        parts = []
        for led, names in by_led.items():
            tie, be = ("ties", "is") if len(names) == 1 else ("tie", "are")
            ties = join_names([*self.front, *(other for other in behind if other not in led)], "and")
            also = f"{ties}, and {be} ahead of {join_names(list(led), 'and')}" if led else "both"
            parts.append(f"{join_names(names, 'and')} {tie} with {also}")
        return "; ".join(parts)

    @property
    def lead(self) -> str:
        """Who is ahead of whom, in words: of every other one that can be compared, or of the last ones only."""
        front, behind = (join_names(names, "and") for names in (self.front, self.with_standing(Standing.BEHIND)))
        if self.with_standing(Standing.HIGHEST):
            return f"{front} is ahead"
        verb = "is" if len(self.front) == 1 else "tie"
        return f"{front} {verb} ahead of {behind}{' only' if self.between else ''}"
