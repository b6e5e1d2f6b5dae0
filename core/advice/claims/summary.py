"""In words: what these cards let one conclude, and what only an eval of one's own can.

A card can at most say how its maker's run of the original weights came out on
a public test. So the first list holds leads and ties among values that were
taken alike, and what speaks for or against believing them; the second holds
everything that no card measures, whatever its numbers are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.advice.claims.cells import Row, Standing
from core.advice.claims.lead_words import MOST_ROWS, say_doubts, say_leads, say_ties
from core.advice.claims.side_by_side import SideBySide
from core.advice.claims.sizes import say_models
from core.advice.wording import join_names
from core.cards.flags_of_disclosure import ADMITS
from core.cards.reading import CardReading, Finding, State
from core.catalogue.benchmarks import find_by_id
from core.catalogue.use_case_guide import find_guide
from core.catalogue.use_cases import UseCase

_DOUBTFUL = ("too_high_against_independent", "contradiction", "scores_of_another_file")  # these speak of the numbers
_MOST_NAMES = 8


@dataclass(frozen=True)
class CardSummary:
    headline: str
    concluded: tuple[str, ...]  # what the cards let one conclude
    open: tuple[str, ...]  # what only an eval of one's own can tell


def summarise_cards(
    cards: Sequence[tuple[str, CardReading]], side: SideBySide, use_case: UseCase | None
) -> CardSummary:
    """What follows from the cards (name, reading), laid side by side."""
    judged = [row for row in side.relevant if row.shared]
    leads = [row for row in judged if row.with_standing(Standing.BEHIND)]
    ties = [row for row in judged if row.with_standing(Standing.TIED) and row not in leads]
    concluded = (
        *say_leads(leads),
        *say_ties(ties),
        *say_doubts(leads),
        *_unranked(cards, [row for row in side.rows if row.shared]),
        *_without_the_use_case(cards, side, use_case),
        *filter(None, (say_models(name, side.models[name]) for name, _ in cards if name in side.models)),
        *_shared_flags(cards),
        *(said for name, reading in cards for said in _standing(name, reading, _flags_of_all(cards))),
        *_missing(side, use_case),
    )
    return CardSummary(
        _headline(cards, leads, ties, [row for row in judged if row.with_standing(Standing.SHOWN)], use_case),
        concluded,
        (*_apart(judged), *_alone(side, use_case), *_never(use_case)),
    )


def _headline(
    cards: Sequence[tuple[str, CardReading]],
    leads: Sequence[Row],
    ties: Sequence[Row],
    shown: Sequence[Row],
    use_case: UseCase | None,
) -> str:
    what = f" for {find_guide(use_case).work}" if use_case else ""
    if len(cards) == 1:
        return f"One card alone ranks nothing{what}: it says what its maker claims."
    if not leads and not ties:
        return _undecided(shown, what)
    said = list(dict.fromkeys(row.lead for row in leads))
    if leads and len(said) == 1:
        on = join_names([row.name for row in leads], "and")
        if not ties:
            return f"By their own claims on {on}, {said[0]}."
        tests = f"{len(ties)} other test{'' if len(ties) == 1 else 's'}"
        return f"By their own claims {said[0]} on {on}; on {tests} the cards tie."
    if not leads:
        names = join_names(
            list(dict.fromkeys(name for row in ties for name in row.with_standing(Standing.TIED))), "and"
        )
        return f"By their own claims {names} tie{what}: the cards do not separate them."
    return _divided(leads, what)


def _undecided(shown: Sequence[Row], what: str) -> str:
    """Why no card leads: of what can be compared the noise is not known, or nothing can be compared."""
    if not shown:
        chosen = " chosen for it" if what else ""
        return f"These cards decide nothing{what}: no two of them give a score taken alike on one test{chosen}."
    tests = join_names([row.name for row in shown[:MOST_ROWS]], "and")
    return (
        f"These cards decide nothing{what}: how much of a difference on {tests} is chance is not known, and no two "
        f"of them give a score taken alike on another test{' chosen for it' if what else ''}."
    )


def _divided(leads: Sequence[Row], what: str) -> str:
    """Where several cards are ahead: whether one test turns the order of another round, or they only differ in it."""
    order = frozenset(pair for row in leads for pair in row.leads)
    if any((behind, front) in order for front, behind in order):
        return f"By their own claims the order{what} changes from test to test, so the cards leave it open."
    by_lead: dict[str, list[str]] = {}
    for row in leads:
        by_lead.setdefault(row.lead, []).append(row.name)
    parts = [f"{said} on {join_names(tests, 'and')}" for said, tests in by_lead.items()]
    return f"By their own claims {'; '.join(parts)}. No test reverses the order of another."


def _unranked(cards: Sequence[tuple[str, CardReading]], rows: Sequence[Row]) -> Iterator[str]:
    """The cards with scores that share none with the others, where leads or ties tell of those."""
    stand = {name: {row.cells[name].standing for row in rows if name in row.cells} for name, _ in cards}
    left = [name for name, reading in cards if reading.own_scores and not stand[name] & {*_RANKED, Standing.SHOWN}]
    if left and any(found & {*_RANKED} for found in stand.values()):
        verb, them = ("shares", "it") if len(left) == 1 else ("share", "them")
        alike = "with the others that was taken alike"
        yield f"{join_names(left, 'and')} {verb} no test {alike}: the cards cannot rank {them}."


def _without_the_use_case(
    cards: Sequence[tuple[str, CardReading]], side: SideBySide, use_case: UseCase | None
) -> Iterator[str]:
    """The cards with scores, none of which measures what the others are ranked by: not to be ahead says nothing."""
    if use_case is None or not any(row.shared for row in side.relevant):
        return
    if none := [name for name, reading in cards if reading.own_scores and not _has_any(side.relevant, name)]:
        verb, them = ("reports", "it") if len(none) == 1 else ("report", "them")
        work = find_guide(use_case).work
        yield f"{join_names(none, 'and')} {verb} no test chosen for {work}: nothing here ranks {them} for that."


def _has_any(rows: Sequence[Row], name: str) -> bool:
    return any(name in row.cells for row in rows)


_RANKED = (Standing.HIGHEST, Standing.TIED, Standing.BEHIND)


# What a flag that every card has says of all of them.
_LEFT_OUT = {
    "quantization_undisclosed": "the precision of the weights that were tested",
    "contamination_unaddressed": "leakage into the training data",
    "methodology_missing": "how the tests were run",
}
_SAID_OF_ALL = {
    "narrow_selection": "show few abilities",
    "size_mismatch": "are set against models of another size",
    "beats_frontier_claim": "claim to beat a frontier model",
}


def _flags_of_all(cards: Sequence[tuple[str, CardReading]]) -> frozenset[str]:
    """The red flags that every one of several cards has: they tell nobody which of them to believe."""
    if len(cards) < 2:
        return frozenset()
    return frozenset.intersection(*(frozenset(_present(reading.flags)) for _, reading in cards))


def _shared_flags(cards: Sequence[tuple[str, CardReading]]) -> Iterator[str]:
    shared = _flags_of_all(cards)
    told = [words for flag, words in _SAID_OF_ALL.items() if flag in shared]
    missing = [words for flag, words in _LEFT_OUT.items() if flag in shared]
    whose = "Both cards" if len(cards) == 2 else f"All {len(cards)} cards"
    if missing:
        also = f"; they also {join_names(told, 'and')}" if told else ""
        yield f"{whose} leave out {join_names(missing, 'and')}{also}."
    elif told:
        yield f"{whose} {join_names(told, 'and')}."


def _present(findings: Sequence[Finding]) -> list[str]:
    return [finding.id for finding in findings if finding.state is State.PRESENT]


def _standing(name: str, reading: CardReading, of_all: frozenset[str]) -> Iterator[str]:
    """What speaks for and against one card, beside the flags that are told `of_all` of them."""
    flags = [flag.replace("_", " ") for flag in _present(reading.flags) if flag not in of_all]
    signals = [signal.replace("_", " ") for signal in _present(reading.signals)]
    for doubt in _DOUBTFUL:
        found = next((check for check in reading.checks if check.id == doubt), None)
        if found and found.state is State.PRESENT:
            yield f"{name}, {doubt.replace('_', ' ')}: {found.reason}"
    leak = reading.finding("contamination_unaddressed")
    if leak.reason.startswith(ADMITS):
        yield f"{name}: {leak.reason}"
    if not reading.scores:
        none = f"No score could be read from {name}" if reading.unread else f"{name} gives no score"
        yield f"{none}: there is nothing to compare or to check, and few flags mean little."
    elif not reading.own_scores:
        known = "no score that is known to be of its own model"
        yield f"{name} gives {known}. Point out its column or row if the table has one."
    supporting = f"trust signals: {', '.join(signals)}" if signals else ""
    if flags:
        also = "also has" if of_all else "has"
        yield f"{name} {also} red flags: {', '.join(flags)}; {supporting or 'no trust signal'}."
    elif supporting:
        yield f"{name} has {'no other' if of_all else 'no'} red flag; {supporting}."
    elif reading.own_scores and not of_all:
        yield f"{name} has no red flag and no trust signal."


def _apart(rows: Sequence[Row]) -> Iterator[str]:
    apart = [row for row in rows if row.with_standing(Standing.NOT_COMPARABLE)]
    for row in apart[:MOST_ROWS]:
        name = row.with_standing(Standing.NOT_COMPARABLE)[0]
        cell = row.cells[name]
        yield f"Who is better on {row.name}: {name} and {cell.rival} were not tested alike ({cell.why})."


_WHOLE = {"gpqa_diamond": "gpqa", "math_500": "math"}  # the part that everybody reports stands for the whole


def _missing(side: SideBySide, use_case: UseCase | None) -> Iterator[str]:
    """The tests chosen for the use case that no card reports: somebody else's scores may fill the gap."""
    if use_case is None:
        return
    guide = find_guide(use_case)
    reported = {_WHOLE.get(row.benchmark or "", row.benchmark) for row in side.rows} | {
        row.benchmark for row in side.rows
    }
    if missing := [find_by_id(one).name for one in guide.core_ids if one not in reported]:
        verb, them = ("measures", "it") if len(missing) == 1 else ("measure", "them")
        none = "this card does not report" if len(side.cards) == 1 else "no card reports"
        yield f"{join_names(missing, 'and')} {verb} {guide.work} too, and {none} {them}."


def _alone(side: SideBySide, use_case: UseCase | None) -> Iterator[str]:
    lonely = [row for row in side.relevant if not row.shared]
    if use_case and lonely and len(side.cards) > 1:
        names = [row.name for row in lonely[:_MOST_NAMES]]
        more = [f"{len(lonely) - len(names)} more"] * (len(lonely) > len(names))
        verb = "measures: one card alone reports it" if len(lonely) == 1 else "measure: one card alone reports each"
        yield f"Who is better at what {join_names([*names, *more], 'and')} {verb}."


def _never(use_case: UseCase | None) -> Iterator[str]:
    work = f"your own {find_guide(use_case).title.lower()} questions" if use_case else "your own questions"
    yield f"How these models do on {work}, in your language and your format: no card has seen them."
    yield "What the quantized file that you would run has lost: most cards speak of the original weights."
    yield "How fast it runs, and whether it fits, on your machine."
