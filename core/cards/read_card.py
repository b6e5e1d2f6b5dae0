"""Read a model card: what it claims, for which model, and which claims are doubtful.

>>> reading = read_card("# Foo-7B\\n\\n|Metric|Value|\\n|---|---|\\n|MMLU (5-shot)|63.1|\\n")
>>> [(score.benchmark, score.value, score.shots, score.own, score.line) for score in reading.scores]
[('mmlu', 63.1, 5, True, 5)]
"""

import gc
import re
import threading
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from pathlib import Path

import yaml

from core.cards.about import read_about
from core.cards.averages_told import with_averages
from core.cards.card_files import check_card_text, decode_card, load_card_files
from core.cards.claims import score_images
from core.cards.copied_sections import with_copies_as_such
from core.cards.document import Document, parse_document
from core.cards.evidence import Evidence
from core.cards.front_matter import Entry, before_error, parse_yaml, split_front_matter
from core.cards.index_scores import of_this_model, read_eval_results, read_index_scores
from core.cards.judgements import judge_checks, judge_flags, judge_signals
from core.cards.means_by_ability import with_means_by_ability
from core.cards.members_in_text import with_members
from core.cards.name_words import without_size, words_of
from core.cards.naming_notes import notes_on_naming
from core.cards.originals import without_the_originals
from core.cards.own_model import OwnModel
from core.cards.own_names import as_called_by_itself, find_own_model, without_told_name
from core.cards.parents import with_parents
from core.cards.prose_scores import read_prose_scores
from core.cards.quantizers import names_quantization
from core.cards.raised_values import with_what_is_added
from core.cards.reading import CardReading, Origin, ReportedScore, Unread
from core.cards.rescaled import with_rescaled
from core.cards.score_tables import read_score_table
from core.cards.shots_across import ShotsOfCard, tells_of_rival
from core.cards.shots_by_stage import with_shots_by_stage
from core.cards.shots_in_commands import with_shots_of_commands
from core.cards.stages import mark_other_stages
from core.cards.told_modes import with_told_modes
from core.cards.told_questions import with_told_questions
from core.cards.told_shots import with_shots_of_card, with_told_shots
from core.cards.unnamed_tests import find_unnamed_tests
from core.cards.versions_apart import with_versions_apart
from core.catalogue.benchmarks import ScaleKind, find_by_id
from core.catalogue.use_cases import UseCase
from core.errors import CardError

MAX_BODY_CHARS = 400_000  # below the front matter, which has a bound of its own
MAX_BODY_LINES = 12_000
_BADGE = re.compile(
    r"(?i)badge|shields\.io|logo|icon|avatar|discord|banner|twitter|star-?history|visitor|colab|"
    r"favicon|thumbnail|kofi|ko-fi|patreon|\.svg(?:\?|$)"
)


_READING = threading.Lock()
_readers: list[bool] = []  # whether collections were on before the first, then one entry for each reader


@contextmanager
def _no_collections() -> Iterator[None]:
    """Without Python's search for cycles, which took up to half the time among the many small parts of a table."""
    with _READING:
        if not _readers:
            _readers.append(gc.isenabled())
            gc.disable()
        _readers.append(True)
    try:
        yield
    finally:
        with _READING:
            _readers.pop()
            if len(_readers) == 1 and _readers.pop():  # the last reader leaves
                gc.enable()


def load_card(
    path: Path | str, *, use_case: UseCase | None = None, own_subjects: Collection[str] | None = None
) -> CardReading:
    """The card in a file, or in the folder of a downloaded repo (README.md and .eval_results/*.yaml).

    Raises CardError where there is no card, or where it cannot be read as one.
    """
    files = load_card_files(path)
    return read_card(
        files.text, name=files.name, eval_results=files.results, use_case=use_case, own_subjects=own_subjects
    )


@_no_collections()
def read_card(
    text: str | bytes,
    *,
    name: str | None = None,
    eval_results: Mapping[str, str] | None = None,
    use_case: UseCase | None = None,
    own_subjects: Collection[str] | None = None,
) -> CardReading:
    """The scores and findings of a card given as text.

    `name` is what the card was opened under (a Hub id or a file name) and helps
    to tell its own model from its rivals; `own_subjects` are the column or row
    labels a person has pointed out as own, and then decide alone.
    `eval_results` maps paths to the text of .eval_results files.
    Raises CardError for text that is no card: too large, binary, or built to exhaust a reader.
    """
    opened = name or "the card"
    card = decode_card(text, opened) if isinstance(text, bytes) else check_card_text(text, opened)
    lines = card.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    unread: list[Unread] = []
    yaml_text, yaml_line, body_line = split_front_matter(lines)
    if sum(map(len, lines[body_line - 1 :])) > MAX_BODY_CHARS:
        raise CardError(
            f"The text of {opened} has more than {MAX_BODY_CHARS:,} characters. Paste the part with the scores."
        )
    if len(lines) - body_line >= MAX_BODY_LINES:
        raise CardError(
            f"{opened} has more than {MAX_BODY_LINES:,} lines of text and is not read. Paste the part with the scores."
        )
    front = _front(yaml_text, yaml_line, unread)
    document = parse_document(lines, body_line)
    own = with_parents(find_own_model(document, front, name), document, front)
    if own_subjects:
        own = OwnModel(own.names, tuple(own_subjects))
    scores = _scores(document, front, own, dict(eval_results or {}), unread)
    if not own_subjects and scores and not any(score.own for score in scores):
        for named in (without_told_name(document, front, name or ""), as_called_by_itself(document, front, name or "")):
            other = with_parents(named, document, front)
            if not other.names or other.names == own.names:  # the same names would read the same
                continue
            if own.is_parent(other.names[0]):  # a copied card calls itself by the name of what this one was made from
                continue
            if names_quantization(own.name or "") and not names_quantization(other.names[0]):
                other = replace(other, names=(own.names[0], *other.names))  # still a file of its own, and quantized
            again = _scores(document, front, other, dict(eval_results or {}), [])
            if any(score.own and not score.sibling for score in again):
                own, scores = other, again
                break
    scores, impossible = _possible(scores)
    unread += impossible
    unread += find_unnamed_tests(document, {score.line for score in scores})
    unread += [
        Unread("table row", "its cells do not fit the header of its table", line) for line in document.unread_rows[:20]
    ]
    # A column that a person points out says whose scores count; what the card says of its model stays as it is.
    about = read_about(document, front, replace(own, said=()))
    evidence = Evidence(document, own, about, _judged(scores, own), use_case)
    of_results = score_images(evidence)  # a drawing of results may end in .svg as a badge does
    unread += [
        Unread("image", image.alt or image.source, image.line)
        for image in document.images
        if image.line in of_results or not _BADGE.search(f"{image.alt} {image.source}")
    ]
    return CardReading(
        model=own.name,
        about=about,
        scores=tuple(scores),
        flags=judge_flags(evidence),
        signals=judge_signals(evidence),
        checks=judge_checks(evidence),
        unread=tuple(unread),
        text=card,
        notes=notes_on_naming(name, own, scores),
        own_names=own.names,
    )


def _scores(
    document: Document, front: Entry | None, own: OwnModel, results: dict[str, str], unread: list[Unread]
) -> list[ReportedScore]:
    scores: list[ReportedScore] = []
    if front:
        found, bad = read_index_scores(front)
        scores += of_this_model(found, own)
        unread += bad
    found, bad = read_eval_results(results)
    scores += found
    unread += bad
    of_card = ShotsOfCard(document, own)

    @cache  # the words below one table stand above the next
    def of_a_rival(said: str) -> bool:
        return tells_of_rival(said, own)

    above = None
    for table, below in zip_longest(document.tables, document.tables[1:]):
        read = read_score_table(table, own, unread)
        scores += with_told_shots(read, table, below, document.lines, of_a_rival, of_card, above) if read else []
        above = table
    scores = with_means_by_ability(scores, document.tables)
    scores = with_copies_as_such([*scores, *with_shots_of_card(read_prose_scores(document, own), of_card)])
    scores = with_shots_of_commands(scores, document, own)
    scores = with_what_is_added(with_members(scores, document, own), document, own)
    scores = with_versions_apart(without_the_originals(scores, document, own), document, own)

    @cache
    def is_relative(subject: str, context: str) -> bool:
        return (
            own.is_sibling(subject)
            or own.is_offered(subject)
            or own.is_other_version(subject, context.rsplit(" › ", 1)[-1])
            or own.is_version_of_name(subject)
        )

    marked = [
        replace(score, own=True, sibling=True)
        if score.subject
        and (own.is_of_other_kind(score.subject) if score.own else is_relative(score.subject, score.context))
        else score
        for score in scores
    ]
    marked = with_told_questions(with_shots_by_stage(mark_other_stages(marked, own), document), document)
    marked = with_told_modes(marked, document)
    return sorted(with_rescaled(with_averages(marked, document), document), key=lambda score: score.line)


def _judged(scores: list[ReportedScore], own: OwnModel) -> tuple[ReportedScore, ...]:
    """The scores that flags are raised for: none where sentences give numbers of other models only."""
    mine = frozenset[str]().union(*(without_size(words_of(name)) for name in own.names))
    told = all(
        score.origin is Origin.PROSE
        and score.subject
        and not score.own
        and not without_size(words_of(score.subject)) & mine
        for score in scores
    )
    return () if told else tuple(scores)


def _possible(scores: list[ReportedScore]) -> tuple[list[ReportedScore], list[Unread]]:
    """The scores without those that no share of right answers can be, such as -5 or 150 %."""
    kept: list[ReportedScore] = []
    odd: list[Unread] = []
    for score in scores:
        known = find_by_id(score.benchmark) if score.benchmark else None
        if score.scale == "number" and known and known.scale.kind in (ScaleKind.PERCENT, ScaleKind.WIN_RATE):
            odd.append(
                Unread("entry", f"{score.name_as_written}: {score.value:g} is no share of right answers", score.line)
            )
        else:
            kept.append(score)
    return kept, odd


def _front(text: str, line: int, unread: list[Unread]) -> Entry | None:
    if not text.strip():
        return None
    try:
        front = parse_yaml(text, first_line=line)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        at = line + mark.line if mark is not None else line
        unread.append(
            Unread("front matter", f"the YAML at the top is malformed near line {at}; the text below it was read", at)
        )
        front = before_error(text, error, line)
    return front if front and isinstance(front.value, dict) else None
