"""Questions from an uploaded file: its columns are shown, changed where wrong, then read."""

from dataclasses import replace

import streamlit as st

from core.questions.file_text import OTHER_ENDINGS
from core.questions.key_forms import TargetForm
from core.questions.load import find_pasted_tasks, read_mapped
from core.questions.mapping import ColumnMapping, propose_mapping
from core.questions.question import QuestionSet
from core.questions.rows import FIELD_MEANINGS, GRADER_NAMES
from core.questions.tables import Table, read_table
from pages.shared.steps import plain


def read_upload(key: str) -> QuestionSet | None:
    """The set in the file that is uploaded here; None while there is none. Raises QuestionSetError."""
    types = ["csv", "tsv", "txt", "md", "html", "json", "jsonl", "yaml", "yml", *OTHER_ENDINGS]
    upload = st.file_uploader(
        "CSV, TSV, JSON, JSONL, YAML, a copied table, or a text with a task in each paragraph", type=types, key=key
    )
    if upload is None:
        st.caption(
            "Columns of spreadsheets, inspect_ai, lm-evaluation-harness, Hugging Face and promptfoo are recognised "
            "and shown before they are accepted."
        )
        show_format()
        return None
    if (tasks := find_pasted_tasks(upload.getvalue(), upload.name)) is not None:
        return tasks
    table = read_table(upload.getvalue(), upload.name)
    reading = read_mapped(table, choose_mapping(table))
    for doubt in reading.doubts:
        st.caption(f":material/help: {plain(str(doubt))}")
    return reading.question_set


def show_format() -> None:
    """The format in which questions are exported and best written: for who makes a file of their own."""
    with st.expander("The format, for a file of your own"):
        st.markdown("One JSON object a line (.jsonl), or a spreadsheet with these columns:")
        st.code(
            '{"id": "q1", "input": "What is 2 + 2?", "target": "4", "grader": "number"}\n'
            '{"id": "q2", "input": "Which can fly?", "choices": ["a stone", "a sparrow"], "target": "B"}',
            language="json",
            wrap_lines=True,
        )
        for name, meaning in FIELD_MEANINGS.items():
            st.markdown(f"- **{name}**: {plain(meaning)}")
        st.markdown(f"Graders: {', '.join(GRADER_NAMES)}.")


def choose_mapping(table: Table) -> ColumnMapping:
    """Show which column becomes what, and let it be changed."""
    proposed = propose_mapping(table)
    rows = f"{len(table.rows)} row{'' if len(table.rows) == 1 else 's'}"
    st.markdown(f"Read as **{plain(proposed.origin)}**, {rows}. Change what is wrong:")
    with st.expander("The first rows of the file"):
        st.dataframe([{c: _cell(row.cells.get(c)) for c in table.columns} for row in table.rows[:5]], hide_index=True)
    columns = [None, *table.columns]
    places = st.columns(3)

    def choose(place: int, label: str, found: str | None, help_text: str | None = None) -> str | None:
        return places[place].selectbox(
            label, columns, index=columns.index(found), format_func=lambda c: "–" if c is None else c, help=help_text
        )

    asked = choose(0, "The question", proposed.input)
    target = choose(1, "The expected answer", proposed.target)
    choices = places[2].multiselect(
        "The choices (one column that holds a list, or one each)",
        table.columns,
        default=[c for c in proposed.choices if c in table.columns],
    )
    form = proposed.target_form
    if target is not None:
        chosen = places[1].selectbox("How the answer is written", list(TargetForm), index=list(TargetForm).index(form))
        form = chosen or form
    template = proposed.template
    if template is not None and asked is None:
        template = st.text_area("The prompt, with {{column}} where a cell goes", template)
    with st.expander("More columns: text above the question, id, group, grader, tags"):
        places = st.columns(3)
        context = choose(0, "A text shown above the question", proposed.context, "Questions about it form a group.")
        question_id = choose(1, "Id", proposed.id)
        group = choose(2, "Group", proposed.group, "Questions about the same document are not independent.")
        grader = choose(0, "Grader", proposed.grader, "A name, or {'name': …, 'options': …} as JSON.")
        tags = choose(1, "Tags", proposed.tags)
        used = {asked, target, context, question_id, group, grader, tags, proposed.metadata, *choices}
        rest = [c for c in table.columns if c not in used]
        kept = places[2].multiselect(
            "Keep as notes (level and family steer the draw)", rest, default=[c for c in proposed.kept if c in rest]
        )
    for note in (*table.notes, *proposed.notes):
        st.caption(plain(note))
    return replace(
        proposed,
        input=asked,
        template=None if asked is not None else template,
        target=target,
        choices=tuple(choices),
        target_form=form or proposed.target_form,
        context=context,
        id=question_id,
        group=group,
        grader=grader,
        tags=tags,
        kept=tuple(kept),
    )


def _cell(cell: object) -> str:
    text = "" if cell is None else str(cell)
    return text if len(text) <= 200 else f"{text[:200]} …"
