"""One question as fields. What is typed comes back as a question, finished or not."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from core.grading.graders import GRADERS
from core.questions.draw import family_of, level_of
from core.questions.question import LETTERS, GraderSpec, Question
from core.questions.rows import GRADER_NAMES
from pages.shared import keys
from pages.shared.grader_options import edit_options
from pages.shared.keys import remembered

_GRADER_LABELS = {
    "choice": "choice: one of the choices",
    "number": "number: a number, with a tolerance",
    "exact": "exact: this text",
    "contains": "contains: these words occur",
    "regex": "regex: a pattern matches",
    "json": "json: JSON of this shape",
    "constraints": "constraints: rules for length, form, words",
    "code": "code: a function that passes tests",
    "rating": "rating: you rate it from 1 to 5",
}
_TARGETED = ("number", "exact", "contains", "regex", "json")


def edit_question(question: Question, prefix: str) -> Question:
    """The question as changed by the person."""
    text = st.text_area("The question", key=remembered(f"{prefix}_input", question.input), height="content")
    name = st.selectbox(
        "Read and graded by",
        GRADER_NAMES,
        key=remembered(f"{prefix}_grader", question.grader.name),
        format_func=lambda grader: _GRADER_LABELS[grader],
    )
    question = replace(question, input=text)
    if name != question.grader.name:
        question = _with_grader(question, name)
        start_anew()
    if question.grader.name == "choice":
        question = _edit_choices(question, prefix)
    elif question.grader.name in _TARGETED:
        question = replace(question, target=_edit_texts("An accepted answer", question.target, f"{prefix}_target"))
    options = edit_options(question.grader.name, question.grader.options, f"{prefix}_{question.grader.name}")
    question = replace(question, grader=GraderSpec(question.grader.name, options))
    with st.expander("Id, group, tags, level and more"):
        return _edit_labels(question, prefix)


def start_anew() -> None:
    """Let every field take its value from the draft again: what was shown has another shape now."""
    st.session_state[keys.EDIT_REVISION] = st.session_state.get(keys.EDIT_REVISION, 0) + 1


def _with_grader(question: Question, name: str) -> Question:
    """Another grader; what was expected is carried over as far as it makes sense."""
    known = GRADERS[name].options
    spec = GraderSpec(name, {k: v for k, v in question.grader.options.items() if k in known})
    if name == "choice" and len(question.choices) < 2:
        return replace(question, grader=spec, choices=(*question.target[:1], "", "")[:2], target=("A",))
    if question.grader.name == "choice" and name != "choice":
        texts = tuple(question.choices[LETTERS.index(key)] for key in question.target if _is_key(key, question))
        return replace(question, grader=spec, choices=(), target=() if name == "rating" else texts)
    return replace(question, grader=spec, target=() if name in ("rating", "code") else question.target)


def _is_key(key: str, question: Question) -> bool:
    return key != "" and key in LETTERS[: len(question.choices)]


def _edit_choices(question: Question, prefix: str) -> Question:
    st.markdown("Choices, in the order of the file. A run shuffles them by its draw seed. Tick what is right.")
    choices = list(question.choices)
    right = {LETTERS.index(key) for key in question.target if _is_key(key, question)}
    for i, choice in enumerate(question.choices):
        tick, field, remove = st.columns([2, 9, 2], vertical_alignment="center")
        if tick.checkbox(LETTERS[i], key=remembered(f"{prefix}_right_{i}", i in right)) != (i in right):
            right ^= {i}
        choices[i] = _ask_text(field, f"Choice {LETTERS[i]}", choice, f"{prefix}_choice_{i}")
        if remove.button("", key=f"{prefix}_less_{i}", icon=":material/close:", help=f"Remove choice {LETTERS[i]}"):
            choices.pop(i)
            right = {place - (place > i) for place in right if place != i}
            start_anew()
            break
    if len(choices) < len(LETTERS) and st.button("Add a choice", key=f"{prefix}_more", icon=":material/add:"):
        choices.append("")
        start_anew()
    return replace(question, choices=tuple(choices), target=tuple(LETTERS[i] for i in sorted(right)))


def _edit_texts(label: str, texts: tuple[str, ...], prefix: str) -> tuple[str, ...]:
    """A few texts, each in a field of its own, since one may hold line breaks."""
    edited = list(texts) or [""]
    for i, text in enumerate(edited):
        field, remove = st.columns([9, 2], vertical_alignment="center")
        edited[i] = _ask_text(field, label if i == 0 else f"{label} ({i + 1})", text, f"{prefix}_{i}", hidden=i > 0)
        if len(edited) > 1 and remove.button("", key=f"{prefix}_less_{i}", icon=":material/close:", help="Remove it"):
            edited.pop(i)
            start_anew()
            return tuple(edited)
    if st.button("Add another accepted answer", key=f"{prefix}_more", icon=":material/add:"):
        edited.append("")
        start_anew()
    return tuple(edited) if edited != [""] else ()


def _ask_text(place: Any, label: str, text: str, key: str, *, hidden: bool = True) -> str:
    visibility = "collapsed" if hidden else "visible"
    remembered(key, text)
    if "\n" in text:
        return str(place.text_area(label, key=key, label_visibility=visibility, height="content"))
    return str(place.text_input(label, key=key, label_visibility=visibility))


def _edit_labels(question: Question, prefix: str) -> Question:
    left, middle, right = st.columns(3)
    new_id = left.text_input("Id", key=remembered(f"{prefix}_id", question.id), max_chars=200)
    group = middle.text_input(
        "Group",
        key=remembered(f"{prefix}_group", question.group or ""),
        max_chars=200,
        help="Questions about the same document share a group: they are not independent of one another.",
    )
    tags = right.text_input("Tags, separated by commas", key=remembered(f"{prefix}_tags", ", ".join(question.tags)))
    current = level_of(question)
    level = left.selectbox(
        "Level",
        sorted({1, 2, 3} | ({current} if current is not None else set())),
        index=None,
        placeholder="none",
        key=remembered(f"{prefix}_level", current),
        help="1 is easy. A draw keeps the shares of the levels.",
    )
    family = middle.text_input(
        "Kind",
        key=remembered(f"{prefix}_family", family_of(question) or ""),
        help="Questions of the same kind share it; none gets more than 8 % of a draw while others are left.",
    )
    fields = {name for name, value in (("level", current), ("family", family_of(question))) if value is not None}
    rest = {name: value for name, value in question.metadata.items() if name not in fields}
    return replace(
        question,
        id=new_id.strip(),
        group=group.strip() or None,
        tags=tuple(tag.strip() for tag in tags.split(",") if tag.strip()),
        metadata=_with_rest(
            {
                **({"level": level} if level is not None else {}),
                **({"family": family.strip()} if family.strip() else {}),
            },
            rest,
            prefix,
        ),
    )


def _with_rest(own: dict[str, Any], rest: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    text = st.text_area(
        "More, as a JSON object",
        key=remembered(f"{prefix}_metadata", json.dumps(rest, ensure_ascii=False) if rest else ""),
        help="instruction replaces the sentence that says how to answer, max_tokens its budget, keep_order: true "
        "leaves the choices unshuffled, example is a right answer to a question with rules.",
    )
    try:
        given = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        st.error("This is no JSON object: the last one that was is kept.")
        given = dict(rest)
    return {**given, **own}
