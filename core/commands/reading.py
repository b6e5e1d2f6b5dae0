"""card: what a model card claims, with the line each claim rests on, and what others measured."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import click

from core.advice.claims.facts import facts_of
from core.advice.claims.no_card import doubt_card
from core.advice.claims.values import claims_of, cut_quote, models_among, own_count, quote_words, relatives_said
from core.cards.card_files import MAX_CARD_BYTES, CardFiles, decode_card, load_card_files
from core.cards.hub_cards import fetch_hub_card, model_id_of
from core.cards.naming_notes import ASK, UNFIT
from core.cards.read_card import read_card
from core.cards.reading import CardReading, Finding, ReportedScore, State, no_score_said
from core.cards.second_opinions import SecondOpinions, ask_everywhere, describe_rows, find_kept, hold_against
from core.catalogue.use_cases import UseCase
from core.commands.output import json_option, sentences, show, tell
from core.errors import CardError


@click.command()
@click.argument("path", required=False, type=click.Path(allow_dash=True))
@click.option(
    "--hub", "model_id", metavar="ID", help="Instead of a file: fetch the card of publisher/name from the Hub."
)
@click.option("--use-case", type=click.Choice([u.value for u in UseCase]), help="What you need the model for.")
@click.option(
    "--own",
    "own_subjects",
    multiple=True,
    metavar="LABEL",
    help="A column or row that is its own model; give it again for a second one.",
)
@click.option("--cross-check", is_flag=True, help="Also hold it against the carried public scores.")
@click.option("--online", is_flag=True, help="With --cross-check: ask the Hub and the boards first.")
@json_option
@sentences
def card(
    path: str | None,
    model_id: str | None,
    use_case: str | None,
    own_subjects: tuple[str, ...],
    cross_check: bool,
    online: bool,
    as_json: bool,
) -> None:
    """Read a model card: its scores, red flags and trust signals, each with its line.

    PATH is a file, the folder of a downloaded repo, a model file with its card beside it, or - for standard input.
    """
    if bool(path) == bool(model_id):
        raise click.UsageError("Give either PATH or --hub ID.")
    if online and not cross_check:
        raise click.UsageError("--online belongs to --cross-check.")
    files = fetch_hub_card(model_id) if model_id else _piped() if path == "-" else _opened(path or "")

    def read(own: Sequence[str]) -> CardReading:
        case = UseCase(use_case) if use_case else None
        return read_card(
            files.text, name=files.name, eval_results=files.results, use_case=case, own_subjects=tuple(own) or None
        )

    reading = read(own_subjects)
    labels = list(dict.fromkeys(score.subject for score in reading.scores if score.subject))
    meant = [_label_meant(label, labels, files.name) for label in own_subjects]
    if meant != list(own_subjects):
        reading = read(meant)
    if doubt := doubt_card(reading, files.name):
        reading = replace(reading, notes=(*reading.notes, doubt))
    value, lines = reading.to_dict(), list(_said(reading, files))
    if len(several := models_among(claims_of(reading))) > 1 and not reading.notes:
        value["notes"].append(f"The scores are of {len(several)} models: {', '.join(several[:_MOST_TOLD])}.")
    if cross_check:
        asked = ask_everywhere(reading, files.name, today=date.today(), tell=tell) if online else None
        found = hold_against(reading, find_kept(reading, files.name) if asked is None else asked)
        value["cross_check"] = found.to_dict()
        lines += _said_elsewhere(found)
    show(value, as_json, "\n".join(lines))


def _opened(path: str) -> CardFiles:
    """The card in a file or folder; an id or an address of the Hub is answered by how to fetch it."""
    model_id = None if Path(path).expanduser().exists() else model_id_of(path)
    if model_id is None or Path(path).suffix.lower() in _ENDINGS:
        return load_card_files(path)
    raise CardError(
        f"There is no file or folder {path}. To fetch the card of that model from the Hub: --hub {model_id}"
    )


_ENDINGS = (".md", ".markdown", ".txt", ".yaml", ".yml", ".json", ".gguf")


def _label_meant(said: str, labels: Sequence[str], name: str) -> str:
    """The label itself, or the only one that begins so: a column's size is added to a label, "Ours" to "Ours 8B"."""
    folded = said.casefold().strip()
    alike = [label for label in labels if label.casefold() == folded or label.casefold().startswith(f"{folded} ")]
    if said in labels or len(alike) == 1:
        return said if said in labels else alike[0]
    first = sorted(labels, key=lambda label: folded not in label.casefold())  # those like it, then the others
    known = ", ".join(first[:_MOST_TOLD]) or "none"
    more = f" and {len(first) - _MOST_TOLD} more" if len(first) > _MOST_TOLD else ""
    raise click.UsageError(f"No column or row of {name} is called {said}. Its labels: {known}{more}.")


_MOST_TOLD = 20


def _piped() -> CardFiles:
    if sys.stdin is None:
        raise CardError("Standard input is closed. Pipe the card into this command, or give its file.")
    raw = sys.stdin.buffer.read(MAX_CARD_BYTES + 1)
    return CardFiles("standard input", decode_card(raw, "standard input"))


def _said(reading: CardReading, files: CardFiles) -> Iterator[str]:
    shown = claims_of(reading)
    own = own_count(reading)
    yield f"{reading.model or files.name}: {own} score{'s' * (own != 1)} of its own model"
    if more := relatives_said(reading):
        yield f"  {more}"
    yield from (f"  {said}" for said in _whose(reading, shown))
    yield from (f"  {label}: {said}" for label, said in facts_of(reading.about).items())
    yield from (f"  {_score_words(s)}, {f'line {s.line}' if s.line else s.context}" for s in shown)
    for title, findings in (
        ("Red flags", reading.flags),
        ("Trust signals", reading.signals),
        ("Further checks", reading.checks),
    ):
        yield title
        if title == "Red flags" and not reading.scores:
            yield f"  {no_score_said(reading)}, so little can be flagged: few flags here mean little."
        for finding in findings:
            if finding.state is not State.ABSENT:
                yield from _finding(finding)
                yield from (f"    line {q.line}: {quote_words(q, reading, 160)}" for q in finding.quotes)
    if reading.unread:
        yield "Not read"
        yield from (f"  line {item.line}: {item.kind}, {cut_quote(item.text, 160)}" for item in reading.unread)


def _finding(finding: Finding) -> Iterator[str]:
    yield f"  {finding.id} ({finding.state.value}): {finding.reason}"
    if finding.advice:
        yield f"    What to do: {finding.advice}"


def _whose(reading: CardReading, shown: Sequence[ReportedScore]) -> Iterator[str]:
    """The notes, and once how to point out the card's own model wherever it is not plain which it is."""
    several = models_among(shown)
    unfit = [note for note in reading.notes if note.endswith(UNFIT)]
    labels = _labels_to_choose(reading, shown, every=bool(unfit))
    option = f"--own LABEL (here: {labels})" if labels else ""
    if not option:
        yield from reading.notes
        return
    for note in reading.notes:
        asks = note.endswith((ASK, UNFIT))
        yield f"{note.removesuffix('.')}: {option}." if asks and option else note
        option = "" if asks else option
    if option and (reading.notes or len(several) > 1):
        yield (
            f"The scores are of {len(several)} models. To point out its own: {option}."
            if len(several) > 1
            else (f"To point out its own column or row: {option}.")
        )


def _labels_to_choose(reading: CardReading, shown: Sequence[ReportedScore], *, every: bool) -> str:
    """The labels of the card's own release; rivals stand behind them only where none of those may be its own."""
    mine = [*shown, *reading.own_scores]
    found = dict.fromkeys(score.subject for score in mine if score.subject)
    if not found or every:
        found |= dict.fromkeys(score.subject for score in reading.scores if score.subject)
    labels = [label for label in found if label]
    return ", ".join(labels[:_MOST_LABELS]) + (", …" if len(labels) > _MOST_LABELS else "")


_MOST_LABELS = 8


def _score_words(score: ReportedScore) -> str:
    shots = f"{score.shots}-shot" if score.shots is not None else ""
    settings = dict.fromkeys(filter(None, (shots, score.mode, score.metric, score.precision)))  # "maj@1" may be both
    counted = f"{score.questions} questions" if score.questions else ""
    spread = f"± {score.spread:g}" if score.spread else ""
    told = ", ".join(filter(None, (score.scale, *settings, counted, spread)))
    said = f"{score.name_as_written}: {score.value:g} ({told})"
    return f"{said}, of {score.subject}" if score.subject else said


def _said_elsewhere(found: SecondOpinions) -> Iterator[str]:
    yield f"What others measured: {found.sentence}"
    yield from (
        f"  {entry.score.name_as_written}, {entry.agreement.value}: {entry.sentence}" for entry in found.comparisons
    )
    if found.finding.state is State.PRESENT:
        yield from _finding(found.finding)
        yield from (f"    line {quote.line}: {cut_quote(quote.text, 160)}" for quote in found.finding.quotes)
    if found.not_on_card:
        yield "Measured by others, and not on the card"
        yield from (f"  {said}" for said in describe_rows(found.not_on_card))
    if found.unchecked:
        yield "What could not be checked"
        yield from (f"  {said}" for said in found.unchecked)
