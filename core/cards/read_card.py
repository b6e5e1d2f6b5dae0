"""Read a model card: what it claims, for which model, and which claims are doubtful.

>>> reading = read_card("# Foo-7B\\n\\n|Metric|Value|\\n|---|---|\\n|MMLU (5-shot)|63.1|\\n")
>>> [(score.benchmark, score.value, score.shots, score.own, score.line) for score in reading.scores]
[('mmlu', 63.1, 5, True, 5)]
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

import yaml

from core.cards.about import read_about
from core.cards.document import Document, parse_document
from core.cards.evidence import Evidence
from core.cards.front_matter import Entry, parse_yaml, split_front_matter
from core.cards.index_scores import read_eval_results, read_index_scores
from core.cards.judgements import judge_checks, judge_flags, judge_signals
from core.cards.own_model import OwnModel, find_own_model
from core.cards.prose_scores import read_prose_scores
from core.cards.reading import CardReading, ReportedScore, Unread
from core.cards.score_tables import read_score_table
from core.catalogue.use_cases import UseCase
from core.errors import CardError

MAX_CARD_BYTES = 1_000_000
MAX_BODY_CHARS = 400_000  # below the front matter, which has a bound of its own
MAX_RESULT_FILES = 200
_BADGE = re.compile(
    r"(?i)badge|shields\.io|logo|icon|avatar|discord|banner|twitter|star-?history|visitor|colab|"
    r"favicon|thumbnail|kofi|ko-fi|patreon|\.svg(?:\?|$)"
)


def load_card(
    path: Path | str, *, use_case: UseCase | None = None, own_subjects: Collection[str] | None = None
) -> CardReading:
    """The card in a file, or in the folder of a downloaded repo (README.md and .eval_results/*.yaml).

    Raises CardError where there is no card, or where it cannot be read as one.
    """
    place = Path(path)
    results: dict[str, str] = {}
    file, name = place, place.stem
    if place.is_dir():
        readme = next(
            (
                entry
                for entry in sorted(place.iterdir())
                if entry.name.casefold() in ("readme.md", "model_card.md", "modelcard.md")
            ),
            None,
        )
        folder = place / ".eval_results"
        for entry in sorted(folder.glob("*.y*ml"))[:MAX_RESULT_FILES] if folder.is_dir() else []:
            results[f"{folder.name}/{entry.name}"] = _decode(_bounded(entry), entry.name)
        if readme is None and not results:
            raise CardError(
                f"The folder {place.name} holds no README.md and no .eval_results. Choose a model's folder or "
                "paste its card."
            )
        file, name = readme or place, place.name
        if readme is None:
            return read_card("", name=name, eval_results=results, use_case=use_case, own_subjects=own_subjects)
    if not file.exists():
        raise CardError(f"There is no file {file}. Check the name, or paste the card's text.")
    return read_card(_bounded(file), name=name, eval_results=results, use_case=use_case, own_subjects=own_subjects)


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
    card = _decode(text, name or "the card") if isinstance(text, bytes) else _checked(text, name or "the card")
    lines = card.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    unread: list[Unread] = []
    yaml_text, yaml_line, body_line = split_front_matter(lines)
    if sum(map(len, lines[body_line - 1 :])) > MAX_BODY_CHARS:
        raise CardError(
            f"The text of {name or 'the card'} has more than {MAX_BODY_CHARS:,} characters. Paste the part "
            "with the scores."
        )
    front = _front(yaml_text, yaml_line, unread)
    document = parse_document(lines, body_line)
    own = find_own_model(document, front, name)
    if own_subjects:
        own = OwnModel(own.names, tuple(own_subjects))
    scores = _scores(document, front, own, dict(eval_results or {}), unread)
    about = read_about(document, front, own)
    evidence = Evidence(document, own, about, tuple(scores), use_case)
    unread += [
        Unread("image", image.alt or image.source, image.line)
        for image in document.images
        if not _BADGE.search(f"{image.alt} {image.source}")
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
    )


def _scores(
    document: Document, front: Entry | None, own: OwnModel, results: dict[str, str], unread: list[Unread]
) -> list[ReportedScore]:
    scores: list[ReportedScore] = []
    if front:
        found, bad = read_index_scores(front)
        scores += found
        unread += bad
    found, bad = read_eval_results(results)
    scores += found
    unread += bad
    for table in document.tables:
        scores += read_score_table(table, own)
    scores += read_prose_scores(document, own)
    marked = [
        replace(score, own=True, sibling=True)
        if not score.own and score.subject and own.is_sibling(score.subject)
        else score
        for score in scores
    ]
    return sorted(marked, key=lambda score: score.line)


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
        return None
    return front if front and isinstance(front.value, dict) else None


def _bounded(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            return stream.read(MAX_CARD_BYTES + 1)
    except OSError as error:
        raise CardError(f"{file.name} cannot be read: {error.strerror or error}. Check the file's rights.") from error


def _decode(raw: bytes, name: str) -> str:
    if len(raw) > MAX_CARD_BYTES:
        raise CardError(
            f"{name} is larger than {MAX_CARD_BYTES / 1e6:.1f} MB; a card is a text of a few pages. Choose "
            "the README.md."
        )
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _checked(raw.decode("utf-16", errors="replace"), name)
    if raw[:4] in (b"GGUF", b"PK\x03\x04", b"%PDF", b"\x89PNG") or b"\x00" in raw:
        raise CardError(f"{name} is a binary file, not a model card. Choose the README.md of the model.")
    try:
        return _checked(raw.decode("utf-8-sig"), name)
    except UnicodeDecodeError:
        return _checked(raw.decode("cp1252", errors="replace"), name)


def _checked(text: str, name: str) -> str:
    if len(text) > MAX_CARD_BYTES:
        raise CardError(
            f"{name} has {len(text):,} characters; a card is a text of a few pages. Paste the part with the scores."
        )
    odd = sum(ord(sign) < 9 or 13 < ord(sign) < 32 or sign == "�" for sign in text[:20_000])
    if odd > 0.02 * min(len(text), 20_000):
        raise CardError(f"{name} is not readable text. Choose the README.md of the model, or paste its text.")
    return text.removeprefix("\ufeff")
