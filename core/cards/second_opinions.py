"""What others say about a card's model: carried scores, and on request the Hub and the boards.

Three things stay apart: values that can be held against a claim, values for
tests that the card leaves out, and what could not be checked, with the reason.
Nothing is asked unless `ask_everywhere` is called; `find_kept` uses what was
fetched before, which may be old and says so.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from core.cards.card_files import lines_of
from core.cards.card_ids import own_id
from core.cards.cross_checks import (
    HUB_RESULTS,
    Agreement,
    Comparison,
    compare_with_base,
    cross_check,
    find_public_scores,
    judge_comparisons,
    provenance,
)
from core.cards.hub_cards import Unreachable, endpoint, is_model_id
from core.cards.online import (
    ADDRESSES,
    Lookup,
    find_kept_board,
    find_kept_hub_scores,
    look_up_board,
    look_up_hub_scores,
    rows_for_model,
)
from core.cards.reading import CardReading, Finding, Quote, State
from core.catalogue.benchmarks import find_by_id
from core.catalogue.public_scores import PublicScore, find_place, load_public_scores
from core.errors import DownloadError

MOST_BASES = 3


@dataclass(frozen=True)
class Asked:
    """One place that was asked, or could have been, about one card."""

    title: str  # with the Hub id, where the place was asked for one model
    own: tuple[PublicScore, ...] = ()
    of_base: tuple[PublicScore, ...] = ()  # of the model that this one was made from
    fetched_on: str | None = None  # YYYY-MM-DD; None where nothing was fetched
    note: str = ""  # why there is nothing, or that a kept copy stands in


@dataclass(frozen=True)
class SecondOpinions:
    comparisons: tuple[Comparison, ...]  # a claim of the card beside a published value of the same test
    not_on_card: tuple[PublicScore, ...]  # what others measured and the card leaves out
    finding: Finding  # the check "too high against independent results", over all of these
    asked: tuple[Asked, ...]
    unchecked: tuple[str, ...]  # what nobody could be held against, and why

    @property
    def sentence(self) -> str:
        """What came of it in one sentence: a claim that was not judged is neither confirmed nor doubted."""
        if self.finding.state is State.PRESENT:
            return self.finding.reason
        if not self.comparisons:
            return "No value of others was found to hold against it."
        count = len(self.comparisons)
        values = "The one value of others" if count == 1 else f"None of the {count} values of others"
        judged = [entry.allowed or 0.0 for entry in self.comparisons if entry.difference is not None]
        if not judged:
            return f"{values} could {'not ' * (count == 1)}be judged, so nothing is confirmed and nothing doubted."
        of = "The one value of others was" if count == 1 else f"{len(judged)} of {count} values of others could be"
        return (
            f"{of} judged, and by {'it' if count == 1 else 'them'} no claim of the card is too high: noise and "
            f"protocol explain differences of up to {max(judged):.1f} points.{self._outvoted()}"
        )

    def _outvoted(self) -> str:
        """That some values are further below the card, where others of the same test agree with it."""
        lower = sum(entry.agreement is Agreement.CARD_HIGHER for entry in self.comparisons)
        if not lower:
            return ""
        lie = "One value lies lower still" if lower == 1 else f"{lower} values lie lower still"
        return f" {lie}, but for the same claim another one agrees with the card."

    def to_dict(self) -> dict[str, Any]:
        """Plain values with stable keys, ready for JSON."""
        return {
            "comparisons": [
                {
                    "benchmark": entry.public.benchmark,
                    "card": entry.score.value,
                    "line": entry.score.line,
                    "public": entry.public.value,
                    "source": entry.public.source,
                    "as_of": entry.public.as_of,
                    "setting": entry.public.setting,
                    "verified": entry.public.verified,
                    "model": entry.public.hf_id or entry.public.model,
                    "agreement": entry.agreement.value,
                    "difference": entry.difference,
                    "allowed": entry.allowed,
                    "sentence": entry.sentence,
                }
                for entry in self.comparisons
            ],
            "not_on_card": [
                {"benchmark": row.benchmark, "value": row.value, "source": row.source, "as_of": row.as_of}
                for row in self.not_on_card
            ],
            "state": self.finding.state.value,
            "reason": self.finding.reason,
            "lines": list(self.finding.lines),
            "asked": [{"title": one.title, "fetched_on": one.fetched_on, "note": one.note} for one in self.asked],
            "unchecked": list(self.unchecked),
        }


def find_kept(reading: CardReading, name: str = "", *, addresses: Mapping[str, str] | None = None) -> tuple[Asked, ...]:
    """What was looked up before about this card, without asking anybody; `addresses` as in look_up_board."""
    boards = addresses or ADDRESSES
    return _gather(reading, name, find_kept_hub_scores, lambda board: find_kept_board(board, boards), boards)


def ask_everywhere(
    reading: CardReading,
    name: str = "",
    *,
    today: date,
    refresh: bool = False,
    addresses: Mapping[str, str] | None = None,
    tell: Callable[[str], None] = lambda _: None,
    silent: dict[str, str] | None = None,
) -> tuple[Asked, ...]:
    """Ask the Hub for the model and its base, and every board; slow. A refusal is a note, never an error.

    `name` is what the card was opened under; `tell` hears which place is asked.
    A host that does not answer at all is not asked a second time; `silent`
    remembers those between the cards of one look-up.
    """
    boards = addresses or ADDRESSES
    dead = {} if silent is None else silent

    def asking(place: str, host: str, ask: Callable[[], Lookup]) -> Lookup | str:
        if host in dead:
            return dead[host]
        tell(place)
        try:
            return ask()
        except Unreachable as error:
            dead[host] = str(error)
            return str(error)
        except DownloadError as error:
            return str(error)

    def hub(model_id: str) -> Lookup | str:
        return asking(
            f"the Hub, {model_id}", endpoint(), lambda: look_up_hub_scores(model_id, today=today, refresh=refresh)
        )

    def one_board(board: str) -> Lookup | str:
        address = boards[board]
        host = "/".join(address.split("/")[:3]) if "://" in address else endpoint()
        return asking(_title(board), host, lambda: look_up_board(board, today=today, refresh=refresh, addresses=boards))

    return _gather(reading, name, hub, one_board, boards)


def hold_against(reading: CardReading, asked: Iterable[Asked] = ()) -> SecondOpinions:
    """The card beside the carried scores of its model and beside what was fetched."""
    answers = tuple(asked)
    own = [row for answer in answers for row in answer.own]
    of_base = [row for answer in answers for row in answer.of_base]
    comparisons = (*cross_check(reading, own), *compare_with_base(reading, of_base))
    claimed = {score.benchmark for score in reading.own_scores}
    fetched = {row.source for row in own}
    carried = [row for row in find_public_scores(reading.model or "") if row.source not in fetched]
    return SecondOpinions(
        comparisons,
        tuple(row for row in (*own, *carried) if row.benchmark not in claimed),
        judge_comparisons(comparisons, lambda lines: _quotes(reading, lines)),
        answers,
        tuple(_unchecked(reading, comparisons, answers)),
    )


def describe_rows(rows: Sequence[PublicScore]) -> tuple[str, ...]:
    """Published values in words: a line for each test and source, with date, settings and values."""
    together: dict[tuple[str, str, str], list[PublicScore]] = {}
    for row in rows:
        together.setdefault((row.benchmark, row.source, row.as_of), []).append(row)
    return tuple(
        f"{_benchmark_name(benchmark)}: "
        + (
            provenance(same[0])
            if len(same) == 1
            else f"{_title(source)} ({as_of}): " + ", ".join(f"{row.value:g} ({row.setting})" for row in same)
        )
        for (benchmark, source, as_of), same in together.items()
    )


def _gather(
    reading: CardReading,
    name: str,
    hub: Callable[[str], Lookup | str | None],
    board: Callable[[str], Lookup | str | None],
    boards: Iterable[str],
) -> tuple[Asked, ...]:
    known = [one for one in dict.fromkeys((name, reading.model or "")) if one]
    ids = [one for one in known if is_model_id(one)]
    if not ids and known and (told := own_id(lines_of(reading.text), known[-1])):
        ids = [told]
    bases = [one for one in reading.about.base_model if is_model_id(one) and one not in ids][:MOST_BASES]
    hub_title = _title(HUB_RESULTS)
    found = []
    for model_id in ids[:1]:
        found.append(_asked(f"{hub_title}: {model_id}", hub(model_id), lambda rows: (rows.rows, ())))
    if not ids:
        note = "the card does not tell its Hub id; fetch it from the Hub by that id (publisher/name)"
        found.append(Asked(hub_title, note=note))
    for base in bases:
        found.append(_asked(f"{hub_title}: its base {base}", hub(base), lambda rows: ((), rows.rows)))
    for key in boards:
        found.append(_asked(_title(key), board(key), lambda rows: (_first(rows, [*ids, *known]), _first(rows, bases))))
    return tuple(found)


def _asked(
    title: str,
    answer: Lookup | str | None,
    rows: Callable[[Lookup], tuple[tuple[PublicScore, ...], tuple[PublicScore, ...]]],
) -> Asked:
    if answer is None:
        return Asked(title, note="not looked up")
    if isinstance(answer, str):
        return Asked(title, note=answer)
    own, of_base = rows(answer)
    return Asked(title, own, of_base, answer.fetched_on, answer.note or ("" if own or of_base else "no row of it"))


def _first(lookup: Lookup, names: Iterable[str]) -> tuple[PublicScore, ...]:
    return next((rows for name in names if (rows := rows_for_model(lookup, name))), ())


def _unchecked(reading: CardReading, comparisons: Iterable[Comparison], asked: Sequence[Asked]) -> Iterator[str]:
    held = {entry.score.benchmark for entry in comparisons}
    scores = reading.main_scores or reading.own_scores
    alone = [score.benchmark for score in scores if score.benchmark and score.benchmark not in held]
    if alone:
        names = ", ".join(_benchmark_name(one) for one in dict.fromkeys(alone))
        yield f"Nobody else's value was found for {names}."
    if unknown := {score.name_as_written for score in scores if score.benchmark is None}:
        more = "One more test of this card is" if len(unknown) == 1 else f"{len(unknown)} more tests of this card are"
        yield f"{more} in no list of ours, so nothing was held against {'it' if len(unknown) == 1 else 'them'}."
    missing = [answer for answer in asked if answer.fetched_on is None]
    plain = [answer.title for answer in missing if answer.note == "not looked up"]
    if plain or not asked:
        newest = max(row.as_of for row in load_public_scores())
        yield f"Only the carried scores were used. They end in {newest[:7]}, and a newer model has no row."
        if plain:
            yield f"Not looked up online: {'; '.join(plain)}."
    for answer in missing:
        if answer.note != "not looked up":
            yield f"{answer.title}: {answer.note.rstrip('.')}."


def _quotes(reading: CardReading, lines: Iterable[int]) -> tuple[Quote, ...]:
    text = lines_of(reading.text)
    return tuple(
        Quote(line, text[line - 1].strip()[:400] if 0 < line <= len(text) else "")
        for line in list(dict.fromkeys(sorted(lines)))[:8]
    )


def _benchmark_name(benchmark_id: str) -> str:
    try:
        return find_by_id(benchmark_id).name
    except KeyError:  # a board's own set
        return benchmark_id.replace("_", " ")


def _title(source: str) -> str:
    place = find_place(source)
    return place.title if place else source
