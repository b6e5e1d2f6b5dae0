"""Texts on which files are measured, kept beside the store under the hash of their content.

A text that a person gave, or the evaluation's own, which is every question with
the answer that the reference wrote. What was measured on a text is known by its
content, never by its name, so the same text given twice is one.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.errors import NotEnoughData, StoreError
from core.models.home import home_folder
from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.projects import load_saved_question_set
from core.runs.records import Run, content_hash

EVAL_TEXT: Final = "the questions with the reference's answers"
MAX_TEXT_BYTES: Final = 8_000_000  # far more than anybody waits for


@dataclass(frozen=True)
class KeptText:
    """A text on which files are measured."""

    name: str
    path: Path
    key: str  # SHA-256 of the content


def keep_text(text: str, name: str) -> KeptText:
    """Write a text beside the store; the same content is one file. Raises NotEnoughData or StoreError."""
    content = text.strip()
    if not content:
        raise NotEnoughData("The text is empty: give some pages of the kind that the model is for.")
    if len(content.encode()) > MAX_TEXT_BYTES:
        raise StoreError(f"The text {name} is longer than {MAX_TEXT_BYTES // 1_000_000} MB: give a part of it.")
    key = content_hash(content)
    path = home_folder() / "texts" / f"{key[:32]}.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise StoreError(f"The text could not be kept in {path.parent} ({error.strerror}): make room there.") from error
    return KeptText(name, path, key)


def read_text(path: Path) -> str:
    """A text file that a person gave; of one without end no more is read than is wanted. Raises StoreError."""
    try:
        with path.open("rb") as stream:
            return parse_text(stream.read(MAX_TEXT_BYTES + 1), str(path))
    except OSError as error:
        raise StoreError(f"{path} cannot be read ({error.strerror}): give another text.") from error


def parse_text(raw: bytes, name: str) -> str:
    """The text in a file's bytes, with the line ends of one kind. Raises StoreError for what is no text in UTF-8.

    A byte of zero is in no text, but in binary files and in UTF-16.
    """
    if len(raw) > MAX_TEXT_BYTES:
        raise StoreError(f"{name} is longer than {MAX_TEXT_BYTES // 1_000_000} MB: give a part of it.")
    try:
        text = None if b"\0" in raw else raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = None
    if text is None:
        raise StoreError(f"{name} is no UTF-8 text: save it as UTF-8, or give another one.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def eval_text(database: Database, reference: Run) -> str:
    """Every question with the answer that the reference wrote, in the order of the draw."""
    question_set = load_saved_question_set(database, reference.question_set_id)
    inputs = {question.id: question.input for question in question_set.questions}
    parts = [
        f"{inputs[answer.question_id]}\n\n{answer.text}"
        for answer in load_answers(database, reference.id)
        if answer.question_id in inputs and answer.text.strip()
    ]
    if not parts:
        raise NotEnoughData(
            "The reference has written no answers yet: ask the rungs first, or give a text of your own."
        )
    return "\n\n".join(parts)
