"""Sentences on whose card it was read as: under another name than given, of several models, of none that is known."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from core.cards.file_rows import is_of_a_file
from core.cards.name_words import looks_like_model, versions_of, words_of
from core.cards.own_model import OwnModel, names_stage_only
from core.cards.own_names import told_name
from core.cards.reading import CardReading, Origin, ReportedScore
from core.cards.spellings import one_spelling_each
from core.cards.stages import is_raw, is_tuned

_MOST_LABELS = 6
ASK = "Point out its column or row."
UNFIT = "Point out the right column if that is wrong."
_ASIDE = re.compile(r"\s?\([^()]{0,80}\)|, .{0,60}$| (?:\+|w/) .{0,60}$")


def notes_on_naming(name: str | None, own: OwnModel, scores: Sequence[ReportedScore]) -> tuple[str, ...]:
    """What a reader must know of the name under which the card was read; nothing where all is plain."""
    return tuple(_notes(name, own, scores))


def _notes(name: str | None, own: OwnModel, scores: Sequence[ReportedScore]) -> Iterator[str]:
    told = told_name(name)
    unfit = told != own.name and (told in own.names or not own.untold)
    if told and own.name and unfit and not _share_a_word(told, own.name):
        yield (
            f'The card names its model {own.name}, which the name "{told}" does not fit: it was read as the card of '
            f"{own.name}. {UNFIT}"
        )
    if own.said:
        return
    members = _members(scores)
    if len(members) > 1 and (own.untold or not own.has_size_in_name):
        yield (
            f"The card gives results for several models of one release ({_listed(members)}), and nothing tells which "
            f"of them is meant: all count as its own. {ASK}"
        )
    if files := _of_two_files(own, scores):
        yield (
            f"The card gives results for {_listed(files)}, and nothing tells which of them is this file: all count as "
            f"its own. {ASK}"
        )
    if label := _of_two_columns(scores):
        yield (
            f"Two columns of one table are called {label[:60]} and hold different values: which of them is meant is "
            "unclear, so both count."
        )
    if scores and not any(score.own for score in scores):
        labels = list(dict.fromkeys(score.subject for score in scores if score.subject))
        of = f" for {_listed(labels)}" if labels else ""
        yield f"The card gives results{of}, and none is known to be of its own model. {ASK}"


_OF_SEVERAL = re.compile(r"(?i)(?<![a-z])(?:gguf|ggml|exl[23]|mlx|i?q\d)")  # repos that hold several files


def _of_two_files(own: OwnModel, scores: Sequence[ReportedScore]) -> list[str]:
    """The labels of own values of one test that are told to be quantized in different ways, "HQQ" and "HQQ+"."""
    if not is_of_a_file(own) or _OF_SEVERAL.search(own.name or ""):
        return []
    by_test: dict[str, dict[str, str]] = {}
    for score in scores:
        if score.own and score.subject and score.precision and not score.sibling and not score.other_stage:
            by_test.setdefault(score.name_as_written, {}).setdefault(score.precision.casefold(), score.subject)
    return next((list(labels.values()) for labels in by_test.values() if len({*labels.values()}) > 1), [])


def _of_two_columns(scores: Sequence[ReportedScore]) -> str | None:
    """The label that two columns of a table share, where they differ in one row after the other."""
    by_cell: dict[tuple[int, str, str, str | None, str | None, int | None], set[float]] = {}
    for score in scores:
        if score.own and score.subject and score.origin is Origin.TABLE:
            taken = (score.mode, score.metric, score.shots)
            by_cell.setdefault((score.line, score.name_as_written, score.subject, *taken), set()).add(score.value)
    rows = Counter(cell[2] for cell, values in by_cell.items() if len(values) > 1)
    return next((label for label, count in rows.most_common(1) if count > 1), None)


def asks_which(reading: CardReading) -> bool:
    """True where a note asks for the column or row of the card's own model."""
    return any(note.endswith(ASK) for note in reading.notes)


def _share_a_word(told: str, name: str) -> bool:
    return any(word.isalpha() and len(word) > 2 for word in words_of(told).words & words_of(name).words)


def _members(scores: Sequence[ReportedScore]) -> list[str]:
    """The labels of the own scores, where they name different models: of other sizes, versions or stages."""
    found: dict[str, str] = {}
    apart: list[str] = []
    for score in scores:
        if score.subject and score.own and not score.sibling and not score.other_stage:
            bare = _ASIDE.sub("", score.subject)
            named = looks_like_model(bare) or names_stage_only(bare) or words_of(bare).sizes
            if named and bare not in found:
                found[bare] = score.subject
                if len(apart) < 2 and all(_are_two_models(bare, other) for other in apart):
                    apart.append(bare)
    spelled = one_spelling_each(found)
    return [found[bare] for bare in spelled] if len(apart) > 1 and len(spelled) > 1 else []


def _are_two_models(one: str, other: str) -> bool:
    """False for two spellings, of which one may be shorter: "Wren" and "Wren-34B-v2"."""
    a, b = words_of(one), words_of(other)
    told = ((a.sizes, b.sizes), (versions_of(a), versions_of(b)), (a.context, b.context))
    tuned = (is_tuned(one) - is_raw(one), is_tuned(other) - is_raw(other))
    return any(mine and theirs and mine != theirs for mine, theirs in told) or tuned[0] != tuned[1]


def _listed(labels: Sequence[str]) -> str:
    shown = ", ".join(label[:60] for label in labels[:_MOST_LABELS])
    return f"{shown} and {len(labels) - _MOST_LABELS} more" if len(labels) > _MOST_LABELS else shown
