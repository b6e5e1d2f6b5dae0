"""Questions pasted into a box, one a paragraph.

The expected answer may follow on the last line, after "=>" or "Answer:"; a
paragraph without one is rated by hand until its answer is added. Lines "A) …",
"B) …" are choices.

    What is the capital of Portugal?
    => Lisbon

    Write a friendly reminder to pay invoice 17.
"""

import re
from typing import Any

from core.errors import QuestionSetError
from core.questions.choices import without_letters
from core.questions.faults import Faults
from core.questions.question import Question, QuestionSet
from core.questions.rows import question_from_row

PARAGRAPHS_AT_MOST = 2_000

_ANSWER = re.compile(r"^[ \t]*(?:=>|⇒|(?:expected |correct )?answer[ \t]*:|antwort[ \t]*:)[ \t]*(.+)$", re.IGNORECASE)
_INLINE = re.compile(r"\s=>\s+(\S.*)$")
_CHOICE = re.compile(r"^[ \t]*\(?([A-Z])[).:][ \t]+\S")


def parse_pasted(text: str, name: str = "pasted questions") -> QuestionSet:
    """A set from pasted text; paragraphs are separated by blank lines.

    Raises QuestionSetError when nothing is there, there is too much, or an
    answer is not among its choices (the paragraph is named).

    Example: parse_pasted("2 + 2? => 4").questions[0].target == ("4",)
    """
    paragraphs = [block.strip("\n") for block in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n")) if block.strip()]
    if not paragraphs:
        raise QuestionSetError("Nothing was pasted: put one question in each paragraph.")
    if len(paragraphs) > PARAGRAPHS_AT_MOST:
        raise QuestionSetError(f"{len(paragraphs):,} paragraphs; paste up to {PARAGRAPHS_AT_MOST:,}, or load a file.")
    faults = Faults(name)
    questions: list[Question] = []
    for number, paragraph in enumerate(paragraphs, start=1):
        question = question_from_row(_values(paragraph), f"paragraph {number}", faults)
        if question is not None:
            questions.append(question)
    faults.raise_if_any()
    return QuestionSet(name, tuple(questions), source="pasted")


def _values(paragraph: str) -> dict[str, Any]:
    lines = paragraph.split("\n")
    target: list[str] = []
    own_line = _ANSWER.match(lines[-1])
    inline = _INLINE.search(lines[-1])
    if own_line and len(lines) > 1:
        target = [own_line[1].strip()]
        lines.pop()
    elif inline:
        target = [inline[1].strip()]
        lines[-1] = lines[-1][: inline.start()]
    first_choice = next((i for i, line in enumerate(lines) if _CHOICE.match(line)), len(lines))
    choices = [line.strip() for line in lines[first_choice:]]
    texts = without_letters(choices) if len(choices) > 1 and all(map(_CHOICE.match, choices)) else ()
    if not texts or texts == tuple(choices):
        return {"input": "\n".join(lines), "target": target}
    return {"input": "\n".join(lines[:first_choice]), "target": target, "choices": texts}
