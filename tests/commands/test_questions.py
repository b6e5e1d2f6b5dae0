"""questions check, draw, export and grade from the command line."""

import json

import pytest
from click.testing import CliRunner

from core.__main__ import main
from core.questions.banks import load_bank
from core.questions.draw import draw
from core.questions.load import load_question_set
from core.questions.question import LETTERS


def run(*arguments):
    return CliRunner().invoke(main, [str(a) for a in arguments])


@pytest.fixture
def questions_path(tmp_path):
    path = tmp_path / "mixed.jsonl"
    rows = [
        {"id": "sum", "input": "What is 2 + 2?", "target": "4", "grader": "number"},
        {"id": "bird", "input": "Which can fly?", "choices": ["a stone", "a sparrow", "a shoe"], "target": "B"},
        {
            "id": "code",
            "input": "Write double(x).",
            "grader": {
                "name": "code",
                "options": {
                    "entry_point": "double",
                    "tests": [{"args": [2], "expected": 4}, {"args": [0], "expected": 0}],
                    "reference": "def double(x):\n    return 2 * x",
                },
            },
        },
        {"id": "open", "input": "Write a haiku about rain.", "grader": "rating"},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def answers_file(tmp_path, *lines):
    path = tmp_path / "answers.jsonl"
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return path


def test_a_sound_file_passes_its_check_with_warnings_only(questions_path):
    ended = run("questions", "check", questions_path, "--json")
    assert ended.exit_code == 0, ended.output
    value = json.loads(ended.stdout)
    assert (value["questions"], value["errors"], value["warnings"]) == (4, 0, 1)
    assert value["findings"][0]["problem"] == "too few"


def test_a_key_outside_the_choices_and_a_false_reference_solution_end_with_1_and_their_rows(tmp_path):
    path = tmp_path / "faulty.jsonl"
    test = {"args": [2], "expected": 4}
    options = {"entry_point": "double", "tests": [test], "reference": "def double(x):\n    return 3 * x"}
    rows = [
        {"id": "bird", "input": "Which can fly?", "choices": ["a stone", "a sparrow"], "target": "D"},
        {"id": "code", "input": "Write double(x).", "grader": {"name": "code", "options": options}},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    ended = run("questions", "check", path, "--json")
    assert ended.exit_code == 1
    found = {(f["row"], f["problem"]) for f in json.loads(ended.stdout)["findings"] if f["severity"] == "error"}
    assert (1, "key outside the choices") in found
    assert (2, "refuses its own reference") in found
    assert "row 1 (bird)" in run("questions", "check", path).stdout


def test_a_missing_file_is_a_sentence_and_exit_code_1(tmp_path):
    ended = run("questions", "check", tmp_path / "none.csv")
    assert ended.exit_code == 1
    assert "cannot be read" in ended.stderr
    assert ended.stdout == ""


def test_a_draw_shows_the_choices_as_the_seed_orders_them_and_letters_the_keys_to_match(tmp_path):
    ended = run("questions", "draw", "general", "--n", 12, "--seed", 7, "--json")
    assert ended.exit_code == 0, ended.output
    drawn = json.loads(ended.stdout)["questions"]
    asked = draw(load_bank("general"), 12, 7)
    assert [row["id"] for row in drawn] == [a.question.id for a in asked]
    with_choices = 0
    for row, one in zip(drawn, asked, strict=True):
        if one.question.choices:
            with_choices += 1
            right = one.question.choices[LETTERS.index(one.question.target[0])]
            assert row["choices"][LETTERS.index(row["target"])] == right
            assert [one.question.choices[i] for i in row["choice_order"]] == row["choices"]
            assert f"{row['target']}) {right}" in row["messages"][-1]["content"]
    assert with_choices > 3


def test_a_drawn_file_is_read_again_and_its_own_answers_are_right(tmp_path):
    path = tmp_path / "drawn.jsonl"
    path.write_text(run("questions", "draw", "reasoning", "--n", "20", "--seed", "3").stdout, encoding="utf-8")
    questions = load_question_set(path).questions
    lines = [{"id": q.id, "text": f"So.\n\nANSWER: {q.target[0]}", "finish_reason": "stop"} for q in questions]
    ended = run("grade", path, answers_file(tmp_path, *lines), "--json")
    assert ended.exit_code == 0, ended.output
    assert json.loads(ended.stdout)["outcomes"] == {"right": 20}


def test_an_unknown_use_case_names_those_there_are():
    ended = run("questions", "draw", "poetry")
    assert ended.exit_code == 1
    assert "neither a file nor a use case (" in ended.stderr


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_an_export_reads_back_as_the_same_questions(questions_path, tmp_path, form):
    out = tmp_path / f"out.{form}"
    ended = run("questions", "export", questions_path, out, "--to", form)
    assert ended.exit_code == 0, ended.output
    assert load_question_set(out).questions == load_question_set(questions_path).questions


def test_an_export_for_lm_eval_names_its_task_and_what_it_leaves_out(questions_path, tmp_path):
    ended = run("questions", "export", questions_path, tmp_path / "task", "--to", "lm-eval", "--json")
    value = json.loads(ended.stdout)
    assert (value["written"], value["left_out"]) == (2, {"code": 1, "rating": 1})
    assert (tmp_path / "task" / f"{value['task']}.yaml").is_file()


def test_answers_written_elsewhere_get_outcome_reading_and_reason(questions_path, tmp_path):
    answers = answers_file(
        tmp_path,
        {"id": "sum", "text": "2 + 2 = **4**", "finish_reason": "stop"},
        {"id": "bird", "text": "ANSWER: A", "choice_order": [1, 0, 2]},
        "",
        {"id": "code", "text": "```python\ndef double(x):\n    ret", "finish_reason": "max_tokens"},
    )
    ended = run("grade", questions_path, answers, "--json")
    assert ended.exit_code == 0, ended.output
    value = json.loads(ended.stdout)
    assert [row["outcome"] for row in value["answers"]] == ["right", "right", "cut off"]
    assert set(value["answers"][0]) == {"id", "outcome", "score", "read", "why"}
    assert value["answers"][0]["read"] == "4"
    assert value["answers"][2]["score"] is None
    assert (value["right"], value["measured"]) == (2, 2)
    assert (value["unanswered"], value["repeated"]) == (["open"], [])


def test_a_question_that_is_answered_again_counts_once_and_is_named(questions_path, tmp_path):
    answers = answers_file(
        tmp_path, {"id": "sum", "text": "4"}, {"id": "bird", "text": "A"}, {"id": "sum", "text": "5"}
    )
    value = json.loads(run("grade", questions_path, answers, "--json").stdout)
    assert [(row["id"], row["outcome"]) for row in value["answers"]] == [("sum", "right"), ("bird", "wrong")]
    assert (value["right"], value["measured"]) == (1, 2)
    assert value["repeated"] == [{"id": "sum", "lines": [3]}]
    assert "sum was answered before: line 3 left out" in run("grade", questions_path, answers).stdout


def test_an_answer_to_an_id_that_two_questions_share_cannot_be_placed(tmp_path):
    path = tmp_path / "twice.jsonl"
    path.write_text('{"id": "a", "input": "1 + 1?", "target": "2"}\n{"id": "a", "input": "1 + 2?", "target": "3"}\n')
    ended = run("grade", path, answers_file(tmp_path, {"id": "a", "text": "2"}))
    assert ended.exit_code == 1
    assert "the id 'a' more than once" in ended.stderr


def test_answers_in_utf_16_are_read(questions_path, tmp_path):
    path = tmp_path / "answers.jsonl"
    path.write_bytes('{"id": "sum", "text": "Ergebnis für Sie: 4"}\r\n'.encode("utf-16"))
    assert json.loads(run("grade", questions_path, path, "--json").stdout)["right"] == 1


def test_one_of_a_thing_is_not_spoken_of_as_many(tmp_path):
    path = tmp_path / "one.jsonl"
    path.write_text('{"id": "a", "input": "1 + 1?", "target": "2"}\n')
    assert "one: 1 question, 0 errors, 1 warning." in run("questions", "check", path).stdout
    assert "1 question written" in run("questions", "export", path, tmp_path / "out.jsonl").stdout


def test_metadata_that_would_be_passed_over_is_named(tmp_path):
    path = tmp_path / "odd.jsonl"
    odd = {"max_tokens": -1, "level": 1e308, "instruction": {}, "keep_order": "no", "family": 3}
    rows = [{"id": "a", "input": "1 + 1?", "target": "2", "metadata": odd}]
    rows += [{"id": "b", "input": "2 + 5?", "target": "7", "metadata": {"max_tokens": "abc", "level": 2, "other": {}}}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = [f for f in json.loads(run("questions", "check", path, "--json").stdout)["findings"] if f["row"]]
    assert [f["row"] for f in found if f["problem"] == "metadata"] == [1, 1, 1, 1, 1, 2]
    assert "from 1 to 1,000,000, not 'abc'" in found[-1]["text"]


def test_generated_code_runs_in_a_real_python_only_with_consent(questions_path, tmp_path):
    code = "import enum\n\n\nclass Two(enum.IntEnum):\n    N = 2\n\n\ndef double(x):\n    return x * Two.N.value"
    answers = answers_file(tmp_path, {"id": "code", "text": f"```python\n{code}\n```"})
    ended = run("grade", questions_path, answers, "--run-code-in-python", "--json")
    assert json.loads(ended.stdout)["answers"][0]["outcome"] == "right", ended.output


def test_faulty_answer_lines_are_named_together(questions_path, tmp_path):
    answers = answers_file(
        tmp_path,
        {"id": "nobody", "text": "4"},
        "{not json",
        {"id": "sum"},
        {"id": "sum", "text": "4", "finish_reason": "tired"},
        {"id": "bird", "text": "A", "choice_order": [0, 0, 1]},
        "[1]",
    )
    ended = run("grade", questions_path, answers)
    assert ended.exit_code == 1
    for said in (
        "line 1, column 'id': 'nobody'",
        "line 2: is no JSON",
        "line 3, column 'text': is missing",
        "line 4, column 'finish_reason'",
        "line 5, column 'choice_order'",
        "line 6: is no object",
    ):
        assert said in ended.stderr


def test_ids_that_were_made_here_are_told_where_answers_name_others(tmp_path):
    path = tmp_path / "sums.csv"
    path.write_text("input,target\n1 + 1?,2\n1 + 2?,3\n", encoding="utf-8")
    ended = run("grade", path, answers_file(tmp_path, {"id": "1", "text": "2"}))
    assert ended.exit_code == 1
    assert "2 of the questions of sums came without an id" in ended.stderr
    assert "python -m core questions export" in ended.stderr


def test_a_file_of_ids_is_not_told_of_ids_made_here(questions_path, tmp_path):
    ended = run("grade", questions_path, answers_file(tmp_path, {"id": "nobody", "text": "4"}))
    assert "came without an id" not in ended.stderr


@pytest.mark.parametrize(("name", "todo"), [("gone.jsonl", "check its name"), (".", "name a file in it")])
def test_a_file_that_cannot_be_read_says_what_to_do(questions_path, tmp_path, name, todo):
    for command in (("questions", "check", tmp_path / name), ("grade", questions_path, tmp_path / name)):
        ended = run(*command)
        assert ended.exit_code == 1
        assert todo in ended.stderr


def test_an_empty_column_is_not_told_as_one_that_the_model_does_not_see(tmp_path):
    path, out = tmp_path / "sums.jsonl", tmp_path / "sums.csv"
    path.write_text('{"input": "1 + 1?", "target": "2"}\n', encoding="utf-8")
    assert run("questions", "export", path, out, "--to", "csv").exit_code == 0
    assert "choices" in out.read_text(encoding="utf-8-sig")
    assert "not shown to the model" not in run("questions", "check", out).stdout
