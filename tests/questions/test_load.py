"""Files of many tools become question sets, and faults are named by row and column."""

import json

import pytest

from core.errors import QuestionSetError
from core.questions.jsonl import to_jsonl
from core.questions.load import load_question_set, parse_question_set, read_mapped
from core.questions.mapping import TargetForm, propose_mapping
from core.questions.question import Example, GraderSpec, Question, QuestionSet
from core.questions.tables import ROWS_AT_MOST, SIZE_BYTES_AT_MOST, read_table


def parse(text, name="set.csv", encoding="utf-8"):
    return parse_question_set(text.encode(encoding), name)


def jsonl(*rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def test_a_spreadsheets_csv_with_bom_semicolons_umlauts_line_break_and_blank_rows_loads():
    text = '\ufeffinput;target\r\n"Größe von\r\nKöln?";groß\r\nWie viel ist 2 + 2?;4\r\n;\r\n\r\n'
    questions = parse(text).questions
    assert [q.input for q in questions] == ["Größe von\nKöln?", "Wie viel ist 2 + 2?"]
    assert [q.target for q in questions] == [("groß",), ("4",)]
    assert [q.grader.name for q in questions] == ["exact", "number"]


def test_a_fault_is_named_by_row_and_column_as_the_spreadsheet_shows_it():
    text = 'input;target\n"zwei\nZeilen";4\n;5\n'
    with pytest.raises(QuestionSetError, match=r"row 3 \(line 4\), column 'input': is empty"):
        parse(text)


def test_all_faults_are_listed_and_capped():
    rows = "".join(f',"{i}"\n' for i in range(50))
    with pytest.raises(QuestionSetError) as raised:
        parse("input,target\n" + rows)
    lines = str(raised.value).splitlines()
    assert "50 faults" in lines[0]
    assert lines[-1] == "- … and 30 more"
    assert len(lines) == 22


def test_a_row_with_too_many_cells_says_so():
    with pytest.raises(QuestionSetError, match="row 2: has 3 cells, the header 2; put quotes"):
        parse("input,target\nHow much, exactly?,4\n")


def test_a_quote_that_never_ends_is_named_by_its_row():
    with pytest.raises(QuestionSetError, match=r"row 3 .*quote"):
        parse('input,target\na,b\n"c,d\n')


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_outside_quotes(delimiter):
    text = delimiter.join(["input", "target"]) + "\n" + delimiter.join(['"a;b,c|d\te?"', "x"]) + "\n"
    assert parse(text).questions[0].input == "a;b,c|d\te?"


def test_the_sep_line_of_excel_is_followed():
    assert parse("sep=;\ninput;target\na, b?;c\n").questions[0].input == "a, b?"


def test_bytes_that_are_not_utf8_are_read_as_windows_1252_and_said_so():
    table = read_table("input;target\nGröße?;groß\n".encode("cp1252"), "alt.csv")
    assert table.rows[0].cells["input"] == "Größe?"
    assert "Windows-1252" in table.notes[0]
    assert propose_mapping(table).notes == (), "told once, by the table"


def test_utf16_with_a_bom_loads():
    assert parse_question_set("input\ttarget\nGröße?\tx\n".encode("utf-16"), "u.txt").questions[0].input == "Größe?"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"\x00\x01\x02PK", "no text file"),
        (b"input,target\n", "no questions under its header"),
        (b"{}", "JSON object without a list"),
        (b"[1, 2]", "item 1: is int"),
        (b"[" * 100_000, "nested too deeply|no JSON"),
        (b'{"input": NaN}\n', "NaN is no JSON value"),
        (b"input,input\na,b\n", "there twice"),
        (b",,\n", "no column names"),
        (b"a,b\n1,2\n", "no column looks like the question"),
    ],
)
def test_what_is_no_question_file_is_refused_with_a_sentence(data, said):
    with pytest.raises(QuestionSetError, match=said):
        parse_question_set(data, "set")


def test_reading_is_bounded():
    with pytest.raises(QuestionSetError, match="larger than 21 MB, the most"):
        parse_question_set(b"x" * (SIZE_BYTES_AT_MOST + 1), "big.csv")
    with pytest.raises(QuestionSetError, match="more than 20,000 rows"):
        parse("input\n" + "a\n" * (ROWS_AT_MOST + 1))


@pytest.mark.slow
def test_a_full_size_file_loads_in_a_few_seconds():
    rows = jsonl(*({"input": f"Question {i}?", "target": str(i)} for i in range(ROWS_AT_MOST)))
    assert len(parse(rows, "full.jsonl").questions) == ROWS_AT_MOST


def test_the_first_line_of_a_jsonl_may_describe_the_set():
    text = jsonl(
        {"name": "invoices", "system": "Be brief.", "few_shot": [{"input": "1 + 1?", "target": 2}]},
        {"input": "2 + 2?", "target": 4},
    )
    question_set = parse(text, "x.jsonl")
    assert (question_set.name, question_set.system) == ("invoices", "Be brief.")
    assert question_set.few_shot == (Example("1 + 1?", "2"),)
    assert question_set.questions[0].target == ("4",)


def test_a_sidecar_describes_a_csv(tmp_path):
    (tmp_path / "sums.csv").write_text("input,target\n2 + 2?,4\n", encoding="utf-8")
    (tmp_path / "sums.set.json").write_text('{"system": "You add."}', encoding="utf-8")
    question_set = load_question_set(tmp_path / "sums.csv")
    assert (question_set.name, question_set.system, len(question_set.questions)) == ("sums", "You add.", 1)


def test_a_missing_file_and_a_broken_sidecar_are_sentences(tmp_path):
    with pytest.raises(QuestionSetError, match="cannot be read"):
        load_question_set(tmp_path / "none.csv")
    (tmp_path / "a.csv").write_text("input\nx\n", encoding="utf-8")
    (tmp_path / "a.set.json").write_text('{"system": 3}', encoding="utf-8")
    with pytest.raises(QuestionSetError, match=r"a\.set\.json, field 'system'"):
        load_question_set(tmp_path / "a.csv")


def test_ids_come_from_the_content_and_survive_a_corrected_key():
    before = parse("input,target\n2 + 2?,5\n").questions[0]
    after = parse("input,target\n2 + 2?,4\n").questions[0]
    other = parse("input,target\n2 + 3?,5\n").questions[0]
    assert before.id == after.id != other.id


def test_the_own_format_reads_back_as_it_was_written():
    question_set = QuestionSet(
        "round",
        (
            Question(
                "a", "Pick.", ("B",), GraderSpec("choice"), ("x", "y"), "doc", ("t",), {"level": 2, "family": "f"}
            ),
            Question("b", "Several.", ("A", "C"), GraderSpec("choice"), ("1", "2", "3")),
            Question("c", "Text like JSON?", ("[1, 2]",), GraderSpec("exact", {"case": True})),
            Question("d", "Rate.", (), GraderSpec("rating")),
        ),
        "System",
        (Example("q", "a"),),
        "made up",
    )
    assert parse(to_jsonl(question_set), "round.jsonl") == question_set


def test_unknown_graders_and_fields_are_named():
    with pytest.raises(QuestionSetError, match="column 'grader': name: 'chioce' is not a grader; use one of choice"):
        parse(jsonl({"input": "a", "target": "b", "grader": "chioce"}), "x.jsonl")


def test_a_target_that_is_no_choice_is_a_fault_and_a_letter_past_the_end_is_kept_for_the_check():
    with pytest.raises(QuestionSetError, match="'Paris' is neither a letter nor the text of one choice"):
        parse(jsonl({"input": "a", "choices": ["Rome", "Oslo"], "target": "Paris"}), "x.jsonl")
    kept = parse(jsonl({"input": "a", "choices": ["Rome", "Oslo"], "target": "E"}), "x.jsonl")
    assert kept.questions[0].target == ("E",)


# --- columns of other tools


def test_inspect_ai():
    text = jsonl(
        {"input": "Which?", "choices": ["red", "blue"], "target": "B", "id": 7, "metadata": {"level": 1}},
        {"input": [{"role": "user", "content": "Which one?"}], "choices": ["red", "blue"], "target": "A"},
    )
    table = read_table(text.encode(), "samples.jsonl")
    assert propose_mapping(table).origin == "inspect_ai"
    questions = parse(text, "samples.jsonl").questions
    assert [q.target for q in questions] == [("B",), ("A",)]
    assert questions[0].id == "7"
    assert questions[1].input == "Which one?"


@pytest.mark.parametrize(
    ("rows", "form", "targets"),
    [
        # an index from 0, as MMLU-like data have it
        ([{"question": "a", "choices": ["x", "y", "z", "w"], "answer": i} for i in (0, 3)], TargetForm.FROM_ZERO, "AD"),
        # a place from 1 ("option1", "option2")
        ([{"sentence": "a", "option1": "x", "option2": "y", "answer": n} for n in "12"], TargetForm.FROM_ONE, "AB"),
        # labels beside the texts, digits too
        (
            [{"question": "a", "choices": {"text": ["x", "y"], "label": ["1", "2"]}, "answerKey": k} for k in "12"],
            TargetForm.LABEL,
            "AB",
        ),
        ([{"question": "a", "choices": ["x", "y"], "answer": k} for k in "AB"], TargetForm.LETTER, "AB"),
        ([{"question": "a", "choices": ["3", "4"], "answer": k} for k in "43"], TargetForm.TEXT, "BA"),
        ([{"ctx": "a", "endings": ["x", "y"], "label": k} for k in ("0", "1")], TargetForm.FROM_ZERO, "AB"),
        ([{"question": "a", "options": {"A": "x", "B": "y"}, "answer": k} for k in "AB"], TargetForm.LABEL, "AB"),
    ],
)
def test_the_key_is_read_in_the_form_its_whole_column_has(rows, form, targets):
    table = read_table(jsonl(*rows).encode(), "d.jsonl")
    mapping = propose_mapping(table)
    assert mapping.target_form == form
    assert "".join(q.target[0] for q in read_mapped(table, mapping).question_set.questions) == targets


def test_places_without_0_and_without_the_last_are_doubted_aloud():
    rows = [{"question": "a", "choices": ["x", "y", "z"], "answer": n} for n in (1, 2)]
    assert "counted from 0" in propose_mapping(read_table(jsonl(*rows).encode(), "d.jsonl")).notes[0]


def test_a_place_outside_the_choices_is_named():
    rows = [{"question": "a", "choices": ["x", "y"], "answer": n} for n in (0, 7)]
    with pytest.raises(QuestionSetError, match="line 2, column 'answer': 7 is no place among 2 choices"):
        parse(jsonl(*rows), "d.jsonl")


def test_right_and_wrong_marks_inside_the_choices():
    rows = jsonl({"question": "a", "mc1_targets": {"choices": ["x", "y", "z"], "labels": [0, 1, 0]}})
    assert parse(rows, "t.jsonl").questions[0].target == ("B",)


def test_a_harness_log_with_its_document_inside():
    rows = jsonl(
        {"doc_id": 0, "doc": {"question": "2 + 3?", "answer": "First 2.\n#### 5"}, "target": "x", "resps": [["5"]]}
    )
    mapping = propose_mapping(read_table(rows.encode(), "samples.jsonl"))
    assert mapping.input == "question"
    assert "resps" not in mapping.kept


def test_worked_solutions_give_the_number_after_the_hashes():
    rows = jsonl({"question": "2 + 3?", "answer": "First 2, then 3.\n#### 5"})
    question = parse(rows, "gsm.jsonl").questions[0]
    assert (question.target, question.grader.name) == (("5",), "number")


def test_reading_data_with_a_passage_and_several_answers():
    rows = jsonl(
        {"context": "Ada was born in London.", "question": "Where?", "answers": {"text": ["London", "in London"]}}
    )
    question = parse(rows, "squad.json").questions[0]
    assert question.input == "Ada was born in London.\n\nWhere?"
    assert question.target == ("London", "in London")
    assert question.group is not None


def test_rows_of_a_dataset_viewer_are_unwrapped():
    text = json.dumps({"rows": [{"row_idx": 0, "row": {"question": "a?", "answer": "b"}}]})
    assert parse(text, "rows.json").questions[0].target == ("b",)


def test_a_plain_spreadsheet_with_a_column_for_each_choice_in_german():
    text = "Frage;Antwort A;Antwort B;Antwort C;Antwort;Level\nWas?;rot;blau;grün;C;2\n"
    question = parse(text).questions[0]
    assert (question.choices, question.target) == (("rot", "blau", "grün"), ("C",))
    assert question.metadata == {"level": 2}


def test_what_steers_a_question_is_read_from_a_spreadsheets_text():
    text = "input,target,Level,max_tokens,Keep_Order,instruction\na?,b,3,64,TRUE,In one word.\nc?,d,hard,abc,no,\n"
    first, second = (question.metadata for question in parse(text).questions)
    assert first == {"level": 3, "max_tokens": 64, "keep_order": True, "instruction": "In one word."}
    assert second == {"level": "hard", "max_tokens": "abc", "keep_order": False}


def test_half_of_a_surrogate_pair_in_a_file_becomes_a_sign_that_can_be_kept():
    question = parse('{"id": "a", "input": "What? \\ud800", "target": "\\ud83d\\ude00"}\n', "s.jsonl").questions[0]
    assert (question.input, question.target) == ("What? \ufffd", ("\U0001f600",))


def test_choices_in_one_cell_lose_their_letters():
    text = 'question,choices,answer\nWhich?,"A) red\nB) blue",B\n'
    assert parse(text).questions[0].choices == ("red", "blue")


def test_a_long_expected_answer_is_kept_as_reference_and_rated_by_hand():
    reference = "It is dark because the Earth turns away from the Sun in the evening."
    question = parse(f"question,answer\nWhy is it dark at night?,{reference}\n").questions[0]
    assert question.grader.name == "rating"
    assert question.metadata["reference"] == reference


def test_a_mapping_can_be_changed_before_it_is_applied():
    from dataclasses import replace

    table = read_table(b"topic,language,solution\nsorting,Python,quick\n", "t.csv")
    mapping = replace(propose_mapping(table), template="Name a {{topic}} algorithm in {{ language }}.")
    assert read_mapped(table, mapping).question_set.questions[0].input == "Name a sorting algorithm in Python."
    with pytest.raises(QuestionSetError, match="has no column 'nope'"):
        read_mapped(table, replace(mapping, target="nope"))


def test_unwanted_words_that_are_no_list_are_named_by_their_row():
    text = json.dumps({"input": "Name a river.", "target": "Rhine", "grader": {"name": "contains", "options": {"none_of": 3}}})  # fmt: skip  # noqa: E501
    with pytest.raises(QuestionSetError, match="none_of"):
        parse(text + "\n", "rivers.jsonl")
