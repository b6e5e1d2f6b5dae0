"""Questions as they are asked, and a set in one line."""

from collections import Counter

import streamlit as st

from core.questions.draw import family_of, level_of
from core.questions.prompt import to_messages
from core.questions.question import AskedQuestion, QuestionSet
from pages.shared.steps import plain


def drawn_words(question_set: QuestionSet, n: int, draw_seed: int) -> str:
    """How many of a set a run asks, and which."""
    held = len(question_set.questions)
    if n >= held:
        return f"A run asks all {held}, in the order of draw seed {draw_seed}." if held > 1 else "A run asks it."
    levels = len({level_of(question) for question in question_set.questions} - {None})
    evenly = ", spread over the levels" if levels > 1 else ""
    return (
        f"A run asks {n} of these {held}, the same for each candidate: those of draw seed {draw_seed}{evenly}. "
        "The number and the seed are set on the page Evaluate; a larger number keeps the first ones and adds to them."
    )


def show_asked(question_set: QuestionSet, asked: list[AskedQuestion]) -> None:
    """Each question as the model sees it, with the expected answer. Shown as plain text, never as markup."""
    for a in asked:
        question = a.question
        level = level_of(question)
        title = plain(beginning(question.input)) + (f" — level {level}" if level else "")
        with st.expander(title):
            show_prompt(question_set, a)
            key = ", ".join(a.target_letters if question.grader.name == "choice" else question.target)
            st.caption(plain(f"{question.id}, graded by: {question.grader.name}. Expected:"))
            st.code(key or "rated by hand", language=None, wrap_lines=True)


def show_prompt(question_set: QuestionSet, asked: AskedQuestion) -> None:
    """The turns of the chat, each as plain text."""
    for message in to_messages(question_set, asked):
        st.caption(message.role)
        st.code(message.content, language=None, wrap_lines=True)


def beginning(text: str, characters: int = 90) -> str:
    """The first words of a question, on one line, without the marks around its code.

    >>> beginning("What is printed?\\n```python\\nprint(1)\\n```")
    'What is printed? print(1)'
    """
    line = " ".join(" ".join(row for row in text.splitlines() if not row.strip().startswith("```")).split())
    return line if len(line) <= characters else line[:characters].rsplit(" ", 1)[0] + " …"


def summary_words(question_set: QuestionSet) -> str:
    """How many, by level and by how they are graded."""
    questions = question_set.questions
    levels = Counter(level for q in questions if (level := level_of(q)) is not None)
    families = {family for q in questions if (family := family_of(q))}
    graders = Counter(q.grader.name for q in questions)
    parts = [f"{len(questions)} question{'' if len(questions) == 1 else 's'}"]
    if levels:
        parts.append("level " + ", ".join(f"{level}: {count}" for level, count in sorted(levels.items())))
    if families:
        parts.append(f"{len(families)} kinds")
    parts.append("graded by " + ", ".join(f"{name} ({count})" for name, count in graders.most_common()))
    return "; ".join(parts) + "."
