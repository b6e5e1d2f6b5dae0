"""Which model will learn a task best: what a study found, and the same asked of one's own files."""

import streamlit as st

from pages.shared import steps
from pages.shared.preparation_study_view import show_study
from pages.shared.project import project_or_new, store

st.title("Which model will learn my task best?")
st.markdown(
    "A published score partly measures which model happened to see similar data. **Preparing every model alike before "
    "the test** shows what each can learn: by examples in the prompt, or by training."
)

with store() as database:
    project = project_or_new(database)
    evidence, examples = st.tabs(["The evidence", "Prepared by examples"])
    with evidence:
        show_study([name for c in project.candidates for name in (c.location, c.name)])

steps.next_step("See the verdict", steps.VERDICT)
