"""Columns of a file are proposed, can be changed one by one, and the questions follow."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.steps import plain


def page() -> None:
    import streamlit as st

    from core.questions.load import read_mapped
    from core.questions.rows import row_from_question
    from core.questions.tables import read_table
    from pages.shared.file_import import choose_mapping

    text = (
        "nr;frage;antwort;text;art;thema;akte\n"
        'a7;Was kostet das Buch?;12;"Das Buch kostet 12 Euro.";number;preis;d1\n'
        'a8;Was kostet 12 Euro?;Buch;"Das Buch kostet 12 Euro.";exact;ware, kauf;d1\n'
    )
    table = read_table(text.encode(), "buch.csv")
    st.json([row_from_question(q) for q in read_mapped(table, choose_mapping(table)).question_set.questions])


def rows(app: AppTest):
    import json

    assert not app.exception
    return json.loads(app.json[0].value)


def choose(app: AppTest, label: str, column: str) -> AppTest:
    return next(box for box in app.selectbox if box.label == label).set_value(column).run()


def test_every_column_of_a_spreadsheet_can_be_given_its_meaning() -> None:
    app = AppTest.from_function(page, default_timeout=30).run()
    first = rows(app)[0]
    assert (first["id"], first["input"], first["target"]) == ("a7", "Was kostet das Buch?", "12")
    choose(app, "A text shown above the question", "text")
    choose(app, "Group", "akte")
    choose(app, "Grader", "art")
    choose(app, "Tags", "thema")
    first, second = rows(app)
    assert first["input"] == "Das Buch kostet 12 Euro.\n\nWas kostet das Buch?"
    assert (first["group"], first["grader"]) == ("d1", "number")
    assert (second["grader"], second["tags"]) == ("exact", ["ware", "kauf"])
    assert "metadata" not in first, "a column that has a meaning is kept once"
    next(box for box in app.selectbox if box.label == "Id").select_index(0).run()  # "–": no column
    assert rows(app)[0]["id"] != "a7"


def test_the_format_is_told_where_a_file_is_asked_for() -> None:
    def upload() -> None:
        from pages.shared.file_import import read_upload

        read_upload("upload")

    app = AppTest.from_function(upload, default_timeout=30).run()
    assert not app.exception
    said = " ".join(element.value for element in app.markdown)
    for field in ("id", "input", "target", "choices", "grader", "group", "tags", "metadata"):
        assert f"**{field}**" in said
    assert "constraints" in said


def test_an_uploaded_text_is_a_task_in_each_paragraph() -> None:
    def upload() -> None:
        import streamlit as st

        from pages.shared.file_import import read_upload

        found = read_upload("upload")
        st.json([] if found is None else [question.input for question in found.questions])

    app = AppTest.from_function(upload, default_timeout=30).run()
    app.file_uploader[0].upload("tasks.txt", b"Write a haiku.\n\nName three rivers\nof Europe.\n", "text/plain").run()
    assert rows(app) == ["Write a haiku.", "Name three rivers\nof Europe."]


def test_a_workbook_can_be_given_and_is_told_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    page = Path(__file__).resolve().parents[2] / "pages/measure/questions.py"
    app = AppTest.from_file(str(page), default_timeout=30).run()
    app.file_uploader[0].upload("work.xlsx", b"PK\x03\x04" + bytes(200), "application/zip").run()
    assert not app.exception
    assert [error.value for error in app.error] == [
        plain(
            "work.xlsx is a workbook (.xlsx, .ods) or another ZIP archive: save the sheet as CSV UTF-8 and load that."
        )
    ]
