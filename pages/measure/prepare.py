"""Which model will learn a task best: what a study found, and the same asked of one's own files."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from core.errors import SurefitError
from core.runs.evaluation import load_project_questions
from pages.shared import steps
from pages.shared.preparation_study_view import show_study
from pages.shared.prepared_by_examples_view import show_prepared_by_examples
from pages.shared.prepared_by_training_view import show_prepared_by_training
from pages.shared.project import project_or_new, store
from pages.shared.text_forecast_view import show_text_forecast

st.title("Which model will learn my task best?")
st.markdown(
    "A published score partly measures which model happened to see similar data. **Preparing every model alike before "
    "the test** shows what each can learn."
)


@contextmanager
def faults_stay_inside() -> Iterator[None]:
    """What one tab cannot show is told in it, and the other tabs go on."""
    try:
        yield
    except SurefitError as error:
        st.error(steps.plain(str(error)), icon=":material/error:")


with store() as database:
    project = project_or_new(database)
    has_questions = project.use_case is not None or project.question_set_id is not None
    evidence, forecast, by_examples, by_training = st.tabs(
        ["The evidence", "Forecast by a text", "Prepared by examples", "Prepared by training"]
    )
    with evidence, faults_stay_inside():
        show_study([name for c in project.candidates for name in (c.location, c.name)])
    with forecast, faults_stay_inside():
        if project.candidates:
            show_text_forecast(database, project)
        else:
            st.info("There is nothing to measure yet: choose the files that you want to compare.")
    for tab, show in ((by_examples, show_prepared_by_examples), (by_training, show_prepared_by_training)):
        with tab, faults_stay_inside():
            if not project.candidates:
                st.info("There is nothing to ask yet: choose the files that you want to compare.")
            elif not has_questions:
                st.info("There are no questions yet: choose a use case, or bring questions of your own.")
            else:
                show(database, project, load_project_questions(database, project))

if not project.candidates:
    steps.next_step("Choose the model files", steps.MODEL_FILES)
elif not has_questions:
    steps.next_step("Choose the questions", steps.QUESTIONS)
else:
    steps.next_step("See the verdict", steps.VERDICT)
