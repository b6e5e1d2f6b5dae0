"""From a shortlist to the test: how many questions it takes to tell the picks apart.

The number comes from the public gaps of the picks where a board tells them
apart by 5 points or more, as a share right; else from a gap of 5 points, the
smallest that is worth a test of some hundred questions. One's own questions
may show another gap: it is a plan, not a promise. Where the set at hand holds
fewer questions, the plan says what those can do.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from core.advice.before_run import SURE_ENOUGH, plan_run, round_up
from core.advice.shortlist.entry import Shortlisted
from core.advice.shortlist.scores import Column, Relation, is_ahead, ranks, win_chance
from core.stats.planning import questions_for_gap

CLOSE_GAP: Final = 0.05  # planned for where no board tells two models apart
FEWEST: Final = 50  # fewer rank nobody


@dataclass(frozen=True)
class PairPlan:
    """Two picks: what the boards say of their gap, and the questions it takes."""

    a: str
    b: str
    gap: float | None  # share, by the board that shows the smallest clear one; None: no board tells them apart
    questions: int
    sentence: str


@dataclass(frozen=True)
class TestPlan:
    __test__ = False  # no test case, whatever pytest thinks of its name

    questions: int  # for the closest pair
    sentence: str
    pairs: tuple[PairPlan, ...]
    at_hand: int | None = None  # questions that the set to be asked holds; None: not known
    with_fewer: str = ""  # what can be told with what there is, or with a first few; "" where nothing is lost

    @property
    def can_ask(self) -> int:
        """The questions to plan: no more than there are."""
        return self.questions if self.at_hand is None else min(self.questions, self.at_hand)


def plan_test(picks: Sequence[Shortlisted], at_hand: int | None = None) -> TestPlan | None:
    """How many questions tell these apart; None for fewer than two picks.

    `at_hand` is how many questions the set to be asked holds.
    """
    pairs = tuple(_plan_pair(a, b) for a, b in combinations(picks, 2))
    if not pairs:
        return None
    needed = max(pair.questions for pair in pairs)
    questions = max(round_up(needed), FEWEST)
    closest = max(pairs, key=lambda pair: pair.questions)
    sentence = f"Plan {questions} questions. {closest.sentence}"
    return TestPlan(questions, sentence, pairs, at_hand, _with_fewer(questions, at_hand))


def _with_fewer(questions: int, at_hand: int | None) -> str:
    if at_hand is not None and at_hand < 2:
        return "The chosen set holds no questions to compare with: choose another, or add some."
    if at_hand is not None and at_hand < questions:
        return f"The chosen set holds {at_hand}: add questions, or be content with less. {plan_run(at_hand).sentence}"
    return f"Too many to begin with? {plan_run(FEWEST).sentence}" if questions > FEWEST else ""


def _plan_pair(a: Shortlisted, b: Shortlisted) -> PairPlan:
    names = f"{a.model.name} and {b.model.name}"
    gaps = [(gap, column) for column in a.cells if (gap := _clear_gap(a, b, column)) is not None]
    gap, column = min(gaps, key=lambda found: found[0]) if gaps else (None, None)
    needed = questions_for_gap(max(gap or 0.0, CLOSE_GAP))
    takes = f"about {round_up(needed)} questions {SURE_ENOUGH}"
    if gap is None or column is None:
        said = f"No board tells {names} apart beyond the noise; a gap of 5 points on your questions takes {takes}."
    elif gap < CLOSE_GAP:
        apart = f"{names} lie only {100 * gap:.0f} points apart on {column.title}"
        said = f"{apart}; a gap of 5 points on your questions takes {takes}."
    else:
        apart = f"{names} lie {100 * gap:.0f} points apart on {column.title}"
        said = f"{apart}; such a gap on your questions takes {takes}."
    return PairPlan(a.model.name, b.model.name, gap, needed, said)


def _clear_gap(a: Shortlisted, b: Shortlisted, column: Column) -> float | None:
    """As a share; of a rating, by how much more than half of the comparisons the better one wins."""
    one, other = a.cells.get(column), b.cells.get(column)
    if one is None or other is None or not ranks(column) or {one.relation, other.relation} != {Relation.OWN}:
        return None
    for first, second in ((one, other), (other, one)):
        if is_ahead(first, second, column):
            if column.is_rating:
                return min(2 * win_chance(first, second).chance - 1, 1.0)
            return (first.low - second.high) / 100
    return None


def arena_sentences(picks: Sequence[Shortlisted]) -> list[str]:
    """Rated picks two by two, as the probability that one's answer is preferred."""
    said = []
    for a, b in combinations(picks, 2):
        for column, cell in a.cells.items():
            other = b.cells.get(column)
            if column.is_rating and other is not None and {cell.relation, other.relation} == {Relation.OWN}:
                first, second = (a, b) if cell.low >= other.low else (b, a)
                chance = win_chance(first.cells[column], second.cells[column])
                said.append(
                    f"{column.name}: {first.model.name} is preferred to {second.model.name} "
                    f"{100 * chance.chance:.0f} times in 100 ({100 * chance.low:.0f} to {100 * chance.high:.0f})."
                )
    return said
