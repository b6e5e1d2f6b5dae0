"""Questions typed one a paragraph, or copied as a list.

The expected answer may follow on the last line, after "=>", "Answer:" or, where
the paragraph begins with "Q:", after "A:"; a paragraph without one is rated by
hand until its answer is added. Lines "A) …", "B) …" are choices. A paragraph
that holds several "Q:", or nothing but lines 1., 2., 3., holds several questions;
an answer in a paragraph of its own belongs to the one above.

    What is the capital of Portugal?
    => Lisbon

    Write a friendly reminder to pay invoice 17.
"""

import re
from dataclasses import dataclass
from typing import Any

from core.errors import QuestionSetError
from core.questions.choices import without_letters
from core.questions.faults import Faults
from core.questions.question import Question, QuestionSet
from core.questions.rows import question_from_row

PARAGRAPHS_AT_MOST = 2_000

_ANSWER_WORDS = (
    "(?:expected |correct )?answer|antwort|lösung|solution|ans|réponse|respuesta|risposta|resposta|antwoord|ответ"
    "|答え|回答|正解|答案|答|정답|답"
)
_QUESTION_WORDS = "question|frage|aufgabe|pregunta|domanda|pergunta|vraag|вопрос|質問|問題|问题|问|題目|题目|질문|문제"
_ANSWER = re.compile(rf"^[ \t]*(?:=>|⇒|\**(?:{_ANSWER_WORDS})\.?[ \t]*[:：]\**)[ \t]*(.+)$", re.IGNORECASE)
_SHORT_ANSWER = re.compile(r"^[ \t]*\**A(?:\d{0,3})?[ \t]*[:：.]\**[ \t]*(\S.*)$")
_ASKS = re.compile(
    rf"^[ \t]*\**(?:Q(?:\d{{0,3}})?|(?:{_QUESTION_WORDS})(?:[ \t]*(?:nr\.?)?[ \t]*\d{{1,3}})?)[ \t]*[:：.)]\**[ \t]*",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"^[ \t]*(\d{1,3})[.)][ \t]+(?=\S)")
_INLINE = re.compile(r"\s=>\s+(\S.*)$")
_CHOICE = re.compile(r"^[ \t]*\(?([A-Z])[).:][ \t]+\S")
_SMALL_CHOICE = re.compile(r"^[ \t]*\(?([a-z])[).][ \t]+\S")
_LETTER = re.compile(r"\(?[A-Za-z][).]?")
_GIFT = re.compile(r"^::[^:\n]+::|\{\s*[=~][^{}]*\}", re.MULTILINE)


@dataclass(frozen=True)
class Paragraphs:
    question_set: QuestionSet
    places: tuple[str, ...]  # "paragraph 2"
    form: str  # how they were read, in words
    notes: tuple[str, ...]


def parse_paragraphs(text: str, name: str) -> Paragraphs:
    """A set from a text; paragraphs are separated by blank lines.

    Raises QuestionSetError when nothing is there, there is too much, or an
    answer is not among its choices (the paragraph is named).

    Example: parse_paragraphs("2 + 2? => 4", "sums").question_set.questions[0].target == ("4",)
    """
    blocks = [block.strip("\n") for block in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n")) if block.strip()]
    if not blocks:
        raise QuestionSetError("Nothing was pasted: put one question in each paragraph.")
    if len(blocks) > PARAGRAPHS_AT_MOST:
        raise QuestionSetError(f"{len(blocks):,} paragraphs; paste up to {PARAGRAPHS_AT_MOST:,}, or load a file.")
    if _GIFT.search(text):
        raise QuestionSetError(f"{name} looks like Moodle's GIFT, which is not read: export it as Aiken or as a table.")
    placed, notes = _tasks(blocks)
    if len(placed) > PARAGRAPHS_AT_MOST:
        raise QuestionSetError(f"{len(placed):,} questions; paste up to {PARAGRAPHS_AT_MOST:,}, or load a file.")
    faults = Faults(name)
    questions: list[Question] = []
    for place, task in placed:
        question = question_from_row(_values(task), place, faults)
        if question is not None:
            questions.append(question)
    faults.raise_if_any()
    places = tuple(place for place, _ in placed)
    return Paragraphs(QuestionSet(name, tuple(questions), source="pasted"), places, "a task in each paragraph", notes)


def _tasks(blocks: list[str]) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    """The text of each question with its paragraph, and what was taken apart or put together."""
    placed: list[tuple[str, str]] = []
    apart = together = 0
    numbers = _numbers_of_blocks(blocks)
    for number, block in enumerate(blocks, start=1):
        place = f"paragraph {number}"
        if placed and _is_answer_alone(block) and _ASKS.match(placed[-1][1]) and not _has_answer(placed[-1][1]):
            placed[-1] = (placed[-1][0], f"{placed[-1][1]}\n{block.strip()}")
            together += 1
            continue
        parts = _parts(_NUMBERED.sub("", block, count=1) if numbers else block)
        apart += len(parts) > 1
        placed += [(place, part) for part in parts]
    notes: tuple[str, ...] = ()
    if apart:
        notes += (f"{apart} paragraph{' was' if apart == 1 else 's were'} read as several questions, a line each.",)
    if together:
        notes += (f"{together} answers stand in paragraphs of their own; each belongs to the question above it.",)
    return placed, notes


def _parts(block: str) -> list[str]:
    """The questions in one paragraph: from one "Q:" to the next, or a numbered line each."""
    lines = block.split("\n")
    starts = [at for at, line in enumerate(lines) if _ASKS.match(line)]
    if len(starts) > 1 and starts[0] == 0:
        return ["\n".join(lines[a:b]) for a, b in zip(starts, [*starts[1:], len(lines)], strict=True)]
    found = [(at, int(match[1])) for at, line in enumerate(lines) if (match := _NUMBERED.match(line))]
    counted = [number for _, number in found] == list(range(1, len(found) + 1))
    if len(found) < 2 or not counted or found[0][0] != 0:
        return [block]
    starts = [at for at, _ in found]
    parts = ["\n".join(lines[a:b]) for a, b in zip(starts, [*starts[1:], len(lines)], strict=True)]
    return [_NUMBERED.sub("", part, count=1) for part in parts]


def _numbers_of_blocks(blocks: list[str]) -> bool:
    """Whether the paragraphs are numbered 1, 2, 3, …: the numbers are then no part of the questions."""
    found = [_NUMBERED.match(block) for block in blocks]
    return len(blocks) > 1 and [int(match[1]) for match in found if match] == list(range(1, len(blocks) + 1))


def _is_answer_alone(block: str) -> bool:
    lines = block.strip().split("\n")
    return len(lines) == 1 and bool(_ANSWER.match(lines[0]) or _SHORT_ANSWER.match(lines[0]))


def _has_answer(task: str) -> bool:
    lines = task.split("\n")
    return len(lines) > 1 and bool(_ANSWER.match(lines[-1]) or _SHORT_ANSWER.match(lines[-1]))


def _values(paragraph: str) -> dict[str, Any]:
    asks = _ASKS.match(paragraph)
    lines = (paragraph[asks.end() :] if asks else paragraph).split("\n")
    target: list[str] = []
    own_line = _ANSWER.match(lines[-1]) or (_SHORT_ANSWER.match(lines[-1]) if asks else None)
    if own_line and asks and _CHOICE.match(lines[-1]) and any(_CHOICE.match(line) for line in lines[:-1]):
        own_line = _ANSWER.match(lines[-1])  # "A. red" below "B. blue" is a choice
    inline = _INLINE.search(lines[-1])
    if own_line and len(lines) > 1:
        target = [own_line[1].strip().strip("*").strip()]
        lines.pop()
    elif inline:
        target = [inline[1].strip()]
        lines[-1] = lines[-1][: inline.start()]
    small = bool(target) and _LETTER.fullmatch(target[0]) is not None  # a), b) without a key may be parts of a task
    is_choice = _SMALL_CHOICE if small and not any(map(_CHOICE.match, lines)) else _CHOICE
    first_choice = next((i for i, line in enumerate(lines) if is_choice.match(line)), len(lines))
    choices = [line.strip() for line in lines[first_choice:]]
    texts = without_letters(choices) if len(choices) > 1 and all(map(is_choice.match, choices)) else ()
    if not texts or texts == tuple(choices):
        return {"input": "\n".join(lines), "target": target}
    return {"input": "\n".join(lines[:first_choice]), "target": target, "choices": texts}
