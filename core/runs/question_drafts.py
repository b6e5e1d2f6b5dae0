"""A question set while it is edited: kept in the store with every change, one for each project.

A draft may hold what a saved set may not: empty questions, keys outside the
choices, options that are no JSON yet. It outlives a rerun, a reload and a
restart, and goes when it is saved as the project's question set or thrown away.
"""

from dataclasses import dataclass, replace

from core.questions.question import GraderSpec, Question, QuestionSet
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
    return replace(draft, question_set=replace(draft.question_set, questions=questions))


def _free_id(question_set: QuestionSet) -> str:
    """An id that does not depend on the content, which is still to be written."""
    taken = {question.id for question in question_set.questions}
    return next(name for i in range(1, len(taken) + 2) if (name := f"own-{i}") not in taken)
