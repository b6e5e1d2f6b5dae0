"""The editor: what is typed is kept, seen as the model sees it, graded, saved, and reaches saved answers."""

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.catalogue.use_cases import UseCase
from core.grading.outcome import Outcome
from core.models.home import store_path
from core.questions.question import GraderSpec, Question, QuestionSet
from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.evaluation import load_project_questions
from core.runs.projects import create_project, current_project, save_project, save_question_set
from core.runs.question_drafts import load_draft
from core.runs.run_rows import load_runs
from tests.filled_store import choice_questions, fill

pytestmark = pytest.mark.slow

PAGE = str(Path(__file__).resolve().parents[2] / "pages" / "measure" / "edit_questions.py")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))


def opened() -> AppTest:
    app = AppTest.from_file(PAGE, default_timeout=60).run()
    assert not app.exception
    return app


def button(app: AppTest, label: str):
    return next(b for b in app.button if b.label == label)


def field(app: AppTest, label: str):
    return next(f for f in (*app.text_area, *app.text_input, *app.selectbox, *app.checkbox) if f.label == label)


def press(app: AppTest, label: str) -> AppTest:
    button(app, label).click().run()
    assert not app.exception
    return app


def type_in(app: AppTest, label: str, text: str) -> AppTest:
    field(app, label).set_value(text).run()
    assert not app.exception
    return app


def stored_draft():
    with Database(store_path()) as database:
        return load_draft(database, current_project(database).id)


def begun_from_nothing() -> AppTest:
    app = opened()
    app.radio[0].set_value("nothing").run()
    return press(app, "Start")


def use(question_set: QuestionSet) -> None:
    with Database(store_path()) as database:
        project = create_project(database, "mine")
        set_id = save_question_set(database, question_set)
        save_project(database, replace(project, question_set_id=set_id, use_case=UseCase.GENERAL))


def test_a_question_is_written_seen_tried_and_saved() -> None:
    app = begun_from_nothing()
    type_in(app, "The question", "What is the capital of Peru?")
    type_in(app, "An accepted answer", "Lima")
    assert any("What is the capital of Peru?" in code.value for code in app.code), "the preview shows it"
    type_in(app, "An answer, as a model might write it", "I think so.\n\n**Answer:** Lima")
    assert any("**Right**" in text.value for text in app.markdown)
    type_in(app, "An answer, as a model might write it", "ANSWER: Cusco")
    assert any("**Wrong**" in text.value and "Cusco" in text.value for text in app.markdown)
    type_in(app, "Name of the set", "capitals")
    press(app, "Save as the project's questions")
    with Database(store_path()) as database:
        saved = load_project_questions(database, current_project(database))
    assert saved.name == "capitals"
    assert [(q.input, q.target) for q in saved.questions] == [("What is the capital of Peru?", ("Lima",))]
    assert button(app, "Save as the project's questions").disabled


def test_what_is_typed_survives_a_reload_even_unfinished() -> None:
    app = begun_from_nothing()
    type_in(app, "The question", "Name the keys of the record.")
    field(app, "Read and graded by").set_value("json").run()
    type_in(app, "JSON Schema", '{"type": "obj')
    assert any("no JSON yet" in error.value for error in app.error)
    again = opened()  # another session, as after a reload
    assert field(again, "The question").value == "Name the keys of the record."
    assert field(again, "JSON Schema").value == '{"type": "obj'
    type_in(again, "JSON Schema", '{"type": "object"}')
    assert stored_draft().questions[0].grader == GraderSpec("json", {"schema": {"type": "object"}})


def test_choices_are_added_ticked_and_removed_and_the_key_follows() -> None:
    app = begun_from_nothing()
    type_in(app, "The question", "Which can fly?")
    field(app, "Read and graded by").set_value("choice").run()
    press(app, "Add a choice")
    for letter, text in zip("ABC", ("a stone", "a shoe", "a sparrow"), strict=True):
        type_in(app, f"Choice {letter}", text)
    field(app, "A").uncheck().run()
    field(app, "C").check().run()
    assert stored_draft().questions[0].target == ("C",)
    next(b for b in app.button if b.help == "Remove choice A").click().run()
    assert not app.exception
    question = stored_draft().questions[0]
    assert (question.choices, question.target) == (("a shoe", "a sparrow"), ("B",))
    field(app, "Read and graded by").set_value("exact").run()
    question = stored_draft().questions[0]
    assert (question.choices, question.target) == ((), ("a sparrow",))


def test_removing_a_question_can_be_undone() -> None:
    use(choice_questions(3))
    app = press(opened(), "Start")
    field(app, "3 questions (type to search)").set_value(1).run()
    press(app, "Remove it")
    assert [q.id for q in stored_draft().questions] == ["q0", "q2"]
    press(app, "Bring the removed one back")
    assert [q.id for q in stored_draft().questions] == ["q0", "q1", "q2"]
    assert "holds 5 apples" in field(app, "The question").value


def test_opening_a_question_changes_nothing_in_it() -> None:
    every_kind = QuestionSet(
        "kinds",
        (
            Question("n", "2 + 2?", ("4",), GraderSpec("number", {"abs": 0.5})),
            Question("c", "Name a river and no sea.", ("Rhine", "Elbe"), GraderSpec("contains", {"none_of": ["sea"]})),
            Question("j", "Give JSON.", (), GraderSpec("json", {"schema": {"type": "object"}}), metadata={"level": 2}),
            Question("r", "Short!", (), GraderSpec("constraints", {"rules": [{"rule": "words", "max": 3}]})),
            Question("o", "Print.", ("1\n2",), GraderSpec("exact", {"case": True}), group="d", tags=("x", "y")),
            Question("w", "Write.", (), GraderSpec("rating", {"rubric": "Kind."}), metadata={"max_tokens": 90}),
            Question(
                "f",
                "Define f.",
                (),
                GraderSpec("code", {"entry_point": "f", "tests": [{"args": [1], "expected": 1}], "timeout_s": 3.0}),
            ),
            *choice_questions(1).questions,
        ),
    )
    use(every_kind)
    app = press(opened(), "Start")
    for i in range(len(every_kind.questions)):
        field(app, "8 questions (type to search)").set_value(i).run()
        assert not app.exception
    assert stored_draft().questions == every_kind.questions
    assert stored_draft().saved_id is not None


def test_a_faulty_question_is_not_saved_and_is_named() -> None:
    app = begun_from_nothing()
    type_in(app, "The question", "What is the capital of Peru?")
    press(app, "Save as the project's questions")
    assert any("no expected answer" in error.value.replace("\\", "") for error in app.error)
    with Database(store_path()) as database:
        assert current_project(database).question_set_id is None
    assert stored_draft().questions[0].input == "What is the capital of Peru?"


def test_a_corrected_key_regrades_saved_answers_with_one_button_that_says_how_many() -> None:
    sound = tuple(q for q in choice_questions(6).questions if q.id not in ("q0", "q3"))  # these have a choice twice
    questions = tuple(replace(q, target=("D",)) if q.id == "q4" else q for q in sound)
    with Database(store_path()) as database:
        fill(database, {"one": "rrrr", "two": "rrrr"}, QuestionSet("crates", questions))
    app = press(opened(), "Start")
    field(app, "4 questions (type to search)").set_value(2).run()
    field(app, "D").uncheck().run()
    field(app, "B").check().run()
    press(app, "Save as the project's questions")
    assert any("2 saved answers" in info.value for info in app.info)
    press(app, "Grade the saved answers again")
    assert any(s.value.startswith("2 of 8 saved answers in 2 runs") for s in app.success), [
        s.value for s in app.success
    ]
    with Database(store_path()) as database:
        project = current_project(database)
        assert load_project_questions(database, project).name == "crates"
        for run in load_runs(database, project.id):
            changed = [a for a in load_answers(database, run.id) if a.question_id == "q4"]
            assert changed[0].grade.outcome is Outcome.WRONG, "they had answered with the letter of the faulty key"
    app.run()
    assert not any("saved answers" in info.value for info in app.info)


def test_the_bank_can_be_taken_as_a_start_and_thrown_away() -> None:
    with Database(store_path()) as database:
        project = create_project(database, "coding")
        save_project(database, replace(project, use_case=UseCase.CODING))
    app = press(opened(), "Start")
    assert field(app, "400 questions (type to search)").value == 0
    press(app, "Close it")
    assert stored_draft() is None
    assert app.radio[0].options == ["the bank", "a file", "nothing"]


def test_a_half_written_option_is_said_and_nothing_breaks() -> None:
    app = begun_from_nothing()
    type_in(app, "The question", "How much is it?")
    field(app, "Read and graded by").set_value("number").run()
    type_in(app, "An accepted answer", "4")
    type_in(app, "Difference allowed", "a bit")
    type_in(app, "An answer, as a model might write it", "4")
    assert any("cannot be graded yet" in warning.value for warning in app.warning)
    type_in(app, "Difference allowed", "0.5")
    assert any("**Right**" in text.value for text in app.markdown)
