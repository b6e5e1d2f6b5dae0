"""A question set while it is edited: kept in the store with every change, one for each project.

A draft may hold what a saved set may not: empty questions, keys outside the
choices, options that are no JSON yet. It outlives a rerun, a reload and a
restart, and goes when it is saved as the project's question set or thrown away.
"""

from dataclasses import dataclass, replace

from core.errors import QuestionSetError
from core.questions.faults import Faults
from core.questions.question import GraderSpec, Question, QuestionSet
from core.questions.rows import question_from_row, row_from_question
from core.runs.database import Database, from_json, to_json
from core.runs.projects import delete_preference, draft_name, load_preference, save_preference


@dataclass(frozen=True)
class Removed:
    index: int  # where it stood
    question: Question


@dataclass(frozen=True)
class Draft:
    question_set: QuestionSet
    begun_from: str  # in words: a file's name, "chat bank", …
    saved_id: str | None = None  # of the saved set that it still equals; None: there is unsaved work
    selected: int = 0  # index of the question that is open
    removed: tuple[Removed, ...] = ()  # the last one can be brought back

    @property
    def questions(self) -> tuple[Question, ...]:
        return self.question_set.questions


def load_draft(database: Database, project_id: int) -> Draft | None:
    text = load_preference(database, draft_name(project_id))
    return None if text is None else from_json(Draft, text)


def save_draft(database: Database, project_id: int, draft: Draft) -> Draft:
    save_preference(database, draft_name(project_id), to_json(draft))
    return draft


def delete_draft(database: Database, project_id: int) -> None:
    delete_preference(database, draft_name(project_id))


def finish_draft(draft: Draft) -> QuestionSet:
    """The draft as a question set, by the rules of a file.

    Raises QuestionSetError with every fault by its row.
    """
    faults = Faults(draft.question_set.name or "The set")
    read = [
        question_from_row(row_from_question(question), f"row {number}", faults)
        for number, question in enumerate(draft.questions, start=1)
    ]
    if not read:
        raise QuestionSetError("The set has no questions yet: add one.")
    if not draft.question_set.name.strip():
        raise QuestionSetError("The set has no name yet: give it one, so that you find it again.")
    faults.raise_if_any()
    questions = tuple(question for question in read if question is not None)
    few_shot = tuple(example for example in draft.question_set.few_shot if example.input.strip())
    system = (draft.question_set.system or "").strip() or None
    return replace(draft.question_set, questions=questions, few_shot=few_shot, system=system)


def with_question(draft: Draft, index: int, question: Question) -> Draft:
    """The draft with another question in that place."""
    return _with(draft, (*draft.questions[:index], question, *draft.questions[index + 1 :]))


def with_new_question(draft: Draft, copied: Question | None = None) -> Draft:
    """A blank question, or a copy, behind the others; it is the selected one."""
    blank = Question("", "", (), GraderSpec("exact"))
    question = replace(copied or blank, id=_free_id(draft.question_set))
    return replace(_with(draft, (*draft.questions, question)), selected=len(draft.questions))


def without_question(draft: Draft, index: int) -> Draft:
    """The draft without that question, which `with_removed_back` returns to its place."""
    gone = Removed(index, draft.questions[index])
    kept = (*draft.questions[:index], *draft.questions[index + 1 :])
    return replace(_with(draft, kept), removed=(*draft.removed, gone), selected=max(0, min(index, len(kept) - 1)))


def with_removed_back(draft: Draft) -> Draft:
    """The draft with the question that was removed last; unchanged when there is none."""
    if not draft.removed:
        return draft
    last = draft.removed[-1]
    kept = (*draft.questions[: last.index], last.question, *draft.questions[last.index :])
    return replace(_with(draft, kept), removed=draft.removed[:-1], selected=min(last.index, len(kept) - 1))


def _with(draft: Draft, questions: tuple[Question, ...]) -> Draft:
    return replace(draft, question_set=replace(draft.question_set, questions=questions), saved_id=None)


def _free_id(question_set: QuestionSet) -> str:
    """An id that does not depend on the content, which is still to be written."""
    taken = {question.id for question in question_set.questions}
    return next(name for i in range(1, len(taken) + 2) if (name := f"own-{i}") not in taken)
