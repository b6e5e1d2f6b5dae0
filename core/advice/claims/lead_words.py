"""What is said of one lead and of a tie: by how much, how much of that is chance, and what the cards leave open."""

from collections.abc import Iterator, Sequence

from core.advice.claims.cells import Cell, Row, Standing
from core.advice.claims.precision import other_precisions
from core.advice.claims.values import value_words
from core.advice.wording import join_names
from core.cards.gaps import compare_scores

MOST_ROWS = 6  # sentences about single tests


def say_leads(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows[:MOST_ROWS]:
        front, behind = (
            join_names([f"{name} {_value(row.cells[name])}" for name in names], "and")
            for names in (row.front, row.with_standing(Standing.BEHIND))
        )
        noise = _noise_of_nearest(row)
        allowed = f"the {noise:.1f} points that" if noise else "what"
        also = f"; {row.between_said}" if row.between else ""
        careful = _cautions(row)
        yield f"{row.name}: {front} against {behind}, more than {allowed} noise explains{also}{careful}."
    if len(rows) > MOST_ROWS:
        more = len(rows) - MOST_ROWS
        shows, them = ("test shows", "it") if more == 1 else ("tests show", "them")
        yield f"{more} more {shows} a lead; the table has {them}."


def _noise_of_nearest(row: Row) -> float | None:
    """What noise explains between the two that the lead parts most narrowly: it depends on how high they stand."""
    pairs = [
        found
        for front in row.front
        for behind in row.with_standing(Standing.BEHIND)
        if (found := compare_scores(row.cells[front].score, row.cells[behind].score)).difference is not None
    ]
    nearest = min(pairs, key=lambda gap: abs(gap.difference or 0.0)).smallest if pairs else None
    if nearest is None or (row.smallest_gap is not None and abs(nearest - row.smallest_gap) < _SAME_NOISE):
        return row.smallest_gap  # the table names it with the test
    return nearest


_SAME_NOISE = 0.5  # points; two numbers for one thing would only confuse


def _cautions(row: Row) -> str:
    """What of a lead may lie in how the values were taken: left open by some, or another precision of the weights."""
    silent = [name for name, cell in row.cells.items() if cell.left_open]
    left = list(dict.fromkeys(what for name in silent for what in row.cells[name].left_open))
    verb = "does" if len(silent) == 1 else "do"
    parts = (
        [f"{join_names(silent, 'and')} {verb} not state the {' and the '.join(left)}, as others do"] if silent else []
    )
    precisions = [
        f"{name} was evaluated in {cell.score.precision}"
        for name, cell in row.cells.items()
        if cell.standing is not Standing.NOT_COMPARABLE
        and other_precisions(cell.score, [other.score for other in row.cells.values()])
    ]
    if precisions:
        parts.append(join_names(precisions, "and"))
    return f"; but {', and '.join(parts)}" if parts else ""


def _value(cell: Cell) -> str:
    """The value, with the model it is of where the card gives values of several."""
    return value_words(cell.score) + (f" ({cell.model})" if cell.model else "")


def say_ties(rows: Sequence[Row]) -> Iterator[str]:
    if rows:
        names = join_names([row.name for row in rows], "and")
        yield f"A tie within the noise of the test on {names}: look at the ability you need, not at the decimals."


def say_doubts(leads: Sequence[Row]) -> Iterator[str]:
    silent = {
        name
        for row in leads
        for name, cell in row.cells.items()
        if cell.standing is not Standing.NOT_COMPARABLE and (cell.left_open or not cell.states_settings)
    }
    if silent:
        names = join_names(sorted(silent), "and")
        verb = "leaves" if len(silent) == 1 else "leave"
        yield f"{names} {verb} the settings out, so a lead may rest on how it was tested."
