"""Files as people and other tools really write them: what is read, and what is said about it."""

# ruff: noqa: E501  (a row of another tool is easier to know again on one line)

import json

import pytest

from core.errors import QuestionSetError
from core.questions.check import Problem, check_question_set, findings_of_reading
from core.questions.load import read_questions
from core.questions.question import Example


def read(content, name="set.jsonl"):
    if isinstance(content, list):
        content = "".join(json.dumps(row) + "\n" for row in content)
    elif not isinstance(content, (str, bytes)):
        content = json.dumps(content)
    return read_questions(content.encode() if isinstance(content, str) else content, name)


def questions(content, name="set.jsonl"):
    return read(content, name).question_set.questions


def said(content, name="set.jsonl"):
    return [(finding.row, finding.text) for finding in findings_of_reading(read(content, name))]


PLANETS = ["Mars", "Jupiter", "Venus"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("arc.jsonl", [{"question": {"stem": "Largest?", "choices": [{"text": t, "label": x} for t, x in zip(PLANETS, "ABC", strict=True)]}, "answerKey": "B"}]),
        ("bigbench.jsonl", [{"inputs": "Largest?", "targets": ["Jupiter"], "multiple_choice_targets": PLANETS}]),
        ("task.json", {"name": "planets", "examples": [{"input": "Largest?", "target_scores": {"Mars": 0, "Jupiter": 1, "Venus": 0}}]}),
        ("headers.csv", "Question Text,Option A,Option B,Option C,Correct Answer\nLargest?,Mars,Jupiter,Venus,B\n"),
        ("chinese.csv", "题目,选项A,选项B,选项C,答案\nLargest?,Mars,Jupiter,Venus,B\n"),
        ("french.csv", "Question;Réponse A;Réponse B;Réponse C;Bonne réponse\nLargest?;Mars;Jupiter;Venus;B\n"),
        ("spanish.csv", "Pregunta;Opción 1;Opción 2;Opción 3;Respuesta correcta\nLargest?;Mars;Jupiter;Venus;Jupiter\n"),
        ("loose.csv", "question,options,answer\nLargest?,Mars|Jupiter|Venus,JUPITER.\n"),
        ("both.csv", "question,a,b,c,answer\nLargest?,Mars,Jupiter,Venus,b) Jupiter\n"),
        ("option.csv", "question,a,b,c,answer\nLargest?,Mars,Jupiter,Venus,Option B\n"),
        ("bare.csv", "Largest?,Mars,Jupiter,Venus,B\n"),
        ("logged.jsonl", [{"inputs": {"question": "Largest?", "options": PLANETS}, "outputs": {"answer": "B"}}]),
        ("quiz.md", "Notes\n\n| Question | A | B | C | Answer |\n|---|---|---|---|---|\n| Largest? | Mars | Jupiter | Venus | B |\n"),
        ("quiz.txt", "<table><tr><th>Question<th>A<th>B<th>C<th>Answer<tr><td>Largest?<td>Mars<td>Jupiter<td>Venus<td>B</table>"),
        ("plain.yaml", "- question: Largest?\n  choices: [Mars, Jupiter, Venus]\n  answer: Jupiter\n"),
        ("columns.json", {"question": {"0": "Largest?"}, "choices": {"0": PLANETS}, "answer": {"0": 1}}),
        ("lists.json", {"question": ["Largest?"], "choices": [PLANETS], "answer": ["B"]}),
        ("split.json", {"columns": ["question", "choices", "answer"], "index": [0], "data": [["Largest?", PLANETS, "B"]]}),
    ],
)  # fmt: skip
def test_one_question_with_choices_is_the_same_in_every_dress(name, content):
    (question,) = questions(content, name)
    assert (question.input, question.choices, question.target) == ("Largest?", tuple(PLANETS), ("B",))
    assert question.grader.name == "choice"


def test_a_key_whose_letter_and_text_disagree_is_named_by_its_row():
    with pytest.raises(QuestionSetError, match="row 2, column 'target': 'b\\) Venus' is neither"):
        questions("question,a,b,c,answer\nLargest?,Mars,Jupiter,Venus,b) Venus\n", "x.csv")


PAIRS = [("What is the capital of France?", ("Paris",)), ("Who wrote Faust?", ("Goethe",))]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("messages.jsonl", [{"messages": [{"role": "user", "content": q}, {"role": "assistant", "content": a[0]}]} for q, a in PAIRS]),
        ("share.json", [{"conversations": [{"from": "human", "value": q}, {"from": "gpt", "value": a[0]}]} for q, a in PAIRS]),
        ("parts.jsonl", [{"input": [{"role": "user", "content": [{"type": "text", "text": q}]}], "ideal": a[0]} for q, a in PAIRS]),
        ("by_id.json", {f"q{i}": {"question": q, "answer": a[0]} for i, (q, a) in enumerate(PAIRS)}),
        ("pretty.json", "\n".join(json.dumps({"question": q, "answer": a[0]}, indent=2) for q, a in PAIRS)),
        ("commas.jsonl", "// mine\n" + ",\n".join(json.dumps({"question": q, "answer": a[0]}) for q, a in PAIRS)),
        ("title.csv", "Quiz 2024,\n\nquestion,answer\n" + "".join(f"{q},{a[0]}\n" for q, a in PAIRS)),
        ("none.csv", "".join(f"{q},{a[0]}\n" for q, a in PAIRS)),
        ("qa.txt", "\n\n".join(f"Q: {q}\nA: {a[0]}" for q, a in PAIRS)),
        ("tight.txt", "\n".join(f"Q{i}. {q}\nA{i}. {a[0]}" for i, (q, a) in enumerate(PAIRS, 1))),
        ("apart.txt", "\n\n".join(f"**Question {i}:** {q}\n\n**Answer:** {a[0]}" for i, (q, a) in enumerate(PAIRS, 1))),
        ("numbered.txt", "\n".join(f"{i}. {q} => {a[0]}" for i, (q, a) in enumerate(PAIRS, 1))),
        ("utf16.csv", ("question\tanswer\r\n" + "".join(f"{q}\t{a[0]}\r\n" for q, a in PAIRS)).encode("utf-16-le")),
        ("squad.json", {"version": "1", "data": [{"title": "t", "paragraphs": [{"qas": [{"question": q, "answers": [{"text": a[0], "answer_start": 3}]} for q, a in PAIRS]}]}]}),
    ],
)  # fmt: skip
def test_questions_and_answers_are_the_same_in_every_dress(name, content):
    assert [(question.input, question.target) for question in questions(content, name)] == PAIRS


def test_documents_that_hold_their_questions_give_each_its_passage_and_group():
    asked = [
        {"question": q, "id": q[:3], "answers": [{"text": "x"}, {"text": "y"}, {"text": "x"}]} for q in ("One?", "Two?")
    ]
    first, second = questions(
        {"data": [{"title": "t", "paragraphs": [{"context": "A text.", "qas": asked}]}]}, "s.json"
    )
    assert (first.input, first.target, second.id) == ("A text.\n\nOne?", ("x", "y"), "Two")
    assert first.group == second.group is not None


def test_what_every_chat_begins_with_belongs_to_the_set():
    shots = [
        {"role": "system", "name": "example_user", "content": "cat"},
        {"role": "system", "name": "example_assistant", "content": "Katze"},
    ]
    rows = [
        {"input": [{"role": "system", "content": "To German."}, *shots, {"role": "user", "content": w}], "ideal": t}
        for w, t in (("dog", "Hund"), ("house", "Haus"))
    ]
    found = read(rows).question_set
    assert (found.system, found.few_shot) == ("To German.", (Example("cat", "Katze"),))
    assert [question.input for question in found.questions] == ["dog", "house"]


def test_a_conversation_is_written_out_and_said():
    turns = [
        {"role": "user", "content": "I am Kim."},
        {"role": "assistant", "content": "Hello!"},
        {"role": "user", "content": "My name?"},
    ]
    rows = [{"input": turns, "ideal": "Kim"}]
    assert questions(rows)[0].input == "User: I am Kim.\n\nAssistant: Hello!\n\nUser: My name?"
    assert said(rows) == [(1, "the turns before the last one are written into the question, as one text")]


def test_of_turns_without_answers_only_the_first_is_asked_and_that_is_said():
    rows = [{"question_id": 1, "turns": ["Write a poem.", "Shorten it."], "category": "writing"}]
    assert questions(rows)[0].input == "Write a poem."
    assert [row for row, text in said(rows) if "only the first is" in text] == [1]


def test_an_instruction_is_asked_with_its_input():
    rows = [
        {"instruction": "Translate.", "input": "Good day", "output": "Bonjour"},
        {"instruction": "Name a prime.", "input": "", "output": "7"},
    ]
    assert [question.input for question in questions(rows)] == ["Translate.\n\nGood day", "Name a prime."]


def test_assertions_become_the_tests_of_a_coding_question():
    rows = [
        {
            "text": "Write a function that adds two values.",
            "code": "def add(a, b):\n    return a + b",
            "test_list": ["assert add(1, 2) == 3", "assert add([1], [2]) == [1, 2]", "assert abs(add(1, 2)) == 3"],
        }
    ]
    (question,) = questions(rows)
    assert question.grader.name == "code"
    assert question.grader.options["entry_point"] == "add"
    assert question.grader.options["tests"][1] == {"call": "add([1], [2])", "expects": "[1, 2]"}
    assert "`add`" in question.input, "the name stands in the tests alone"
    assert any("left out" in text for _, text in said(rows))


def test_a_function_to_be_completed_keeps_its_head_as_prefix_and_in_its_reference():
    head = 'def add(a, b):\n    """Sum."""\n'
    rows = [
        {
            "task_id": "1",
            "prompt": head,
            "entry_point": "add",
            "canonical_solution": "    return a + b\n",
            "test": "def check(candidate):\n    assert candidate(1, 2) == 3\n    assert not candidate(0, 0)\n",
        }
    ]
    options = questions(rows)[0].grader.options
    assert options["tests"] == [{"call": "add(1, 2)", "expects": "3"}, {"call": "add(0, 0)", "expects": "False"}]
    assert (options["prefix"], options["reference"]) == (head, head + "    return a + b\n")


@pytest.mark.parametrize("test", ["assert (", "assert f(x) == 1", "pass  # assert"])
def test_tests_that_cannot_be_read_are_a_fault_of_their_row(test):
    with pytest.raises(QuestionSetError, match="line 1, column 'test'"):
        questions([{"prompt": "def f(x):\n", "entry_point": "f", "test": test}])


def test_a_truth_value_is_met_by_yes_and_by_true():
    assert questions([{"question": "is it?", "answer": True}])[0].target == ("yes", "true")


@pytest.mark.parametrize(
    ("content", "name", "row", "wanted"),
    [
        ([{"input": "What is in a.txt?", "target": "x", "files": {"a.txt": "x"}}], "a.jsonl", None, "the model does not see it"),
        ([{"input": "Which?", "choices": ["2", "4", "5"], "target": ["A", "C"]}], "a.jsonl", 1, "an answer must name all of them"),
        ("question,answer\nName it.,Paris; Lutetia\n", "a.csv", 1, "may be one or several"),
        ("question,answer\na?,b\n,\nc?,d\ne?,\n", "a.csv", 3, "no expected answer"),
        ([{"text": f"t{i}", "label": i % 2} for i in range(4)], "a.jsonl", None, "numbers, perhaps of classes"),
        ("Frage;Antwort\nWie viel?;1.250\n", "a.csv", 1, "decimal point"),
        ([{"question": "a?", "choices": ["2", "3", "1"], "answer": "1"}], "a.jsonl", None, "read as texts"),
        ([{"question": "a?", "choices": ["B", "A"], "answer": "A"}], "a.jsonl", None, "read as letters"),
        ("What is red?,colour\nWhat is up?,place\n", "a.csv", None, "has no header"),
        ("My quiz,,\nquestion,answer,topic\na?,b,c\n", "a.csv", None, "above the header left out: 'My quiz'"),
    ],
)  # fmt: skip
def test_what_can_be_read_in_two_ways_is_said(content, name, row, wanted):
    assert [r for r, text in said(content, name) if wanted in text] == [row]


def test_a_question_asked_twice_with_two_answers_is_told_so():
    found = read(
        "question,answer\nWhat is the capital of France?,Paris\nWhat is the capital of  france?,Lyon\n", "a.csv"
    )
    texts = [
        finding.text for finding in check_question_set(found.question_set) if finding.problem is Problem.NEAR_DUPLICATE
    ]
    assert texts == ["is the same as row 1 with another answer ('Lyon', there 'Paris'): one of them is wrong"]


def test_a_number_with_a_comma_in_a_sheet_of_semicolons_is_a_number():
    assert questions("Frage;Antwort\nWie viel?;3,5\n", "a.csv")[0].grader.name == "number"
    assert questions('question,answer\nWhich two?,"3,5"\n', "a.csv")[0].grader.name == "exact"


@pytest.mark.parametrize(
    ("content", "name", "wanted"),
    [
        (b"PK\x03\x04" + b"\0" * 50, "book.csv", "save the sheet as CSV UTF-8"),
        (b"PAR1" + b"\0" * 50, "d.parquet", "Parquet file"),
        (b"question,answer\nWhat\x00?,x\n", "nul.csv", r"byte 21 is a NUL"),
        (",".join(f"c{i}" for i in range(100_000)) + "\n", "wide.csv", "100,000 columns"),
        ("- &a [x, x]\n- [*a, *a]\n", "bomb.yaml", r"has an alias \(\*a\)"),
        ("question: [", "x.yaml", "line 1 is no YAML"),
        ("- question: a?\n" * 30_000, "x.yaml", "over 300 kB of YAML"),
        ("a: 1", "x.yaml", "without a list named"),
        ("just text", "x.yaml", "not a list of questions"),
        ({"prompts": ["{{q}}"], "tests": "file://tests.csv"}, "p.json", "stand in another file"),
        ([{"input": [{"role": "user", "content": [{"type": "image"}]}], "target": "x"}], "i.jsonl", "is a chat"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_what_to_do(content, name, wanted):
    with pytest.raises(QuestionSetError, match=wanted):
        read(content, name)


CONFIG = """
prompts: ['In one word: {{question}}', file://other.txt]
defaultTest:
  assert: [{type: not-contains, value: sorry}]
tests:
  - description: capital
    vars: {question: 'Capital of France?', name: Paris}
    assert:
      - {type: icontains, value: '{{name}}'}
      - {type: latency, threshold: 2000}
  - vars: {question: Name a colour.}
    assert: [{type: contains-any, value: [red, 'blue, or so']}]
"""


def test_promptfoos_own_file_gives_its_prompt_its_tests_and_what_is_left_out():
    first, second = questions(CONFIG, "promptfoo.yaml")
    assert first.input == "In one word: Capital of France?"
    assert [rule["texts"] for rule in first.grader.options["rules"]] == [["sorry"], ["Paris"]]
    assert second.grader.options["rules"][1] == {"rule": "regex", "pattern": r"red|blue,\ or\ so"}
    told = " ".join(text for _, text in said(CONFIG, "promptfoo.yaml"))
    assert "2 prompts; the first" in told
    assert "latency" in told


def test_a_pasted_table_is_read_as_one():
    from core.questions.paste import parse_pasted

    assert parse_pasted("Question\tAnswer\n2 + 2?\t4\n3 + 3?\t6\n").questions[1].target == ("6",)
    with_table = "Here is a table:\n| item | cost |\n|---|---|\n| pen | 3 |\nWhat does a pen cost?\n=> 3"
    assert parse_pasted(with_table).questions[0].target == ("3",), "a table of data is part of its question"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("sciq.jsonl", [{"question": "Largest?", "distractor1": "Mars", "distractor2": "Venus", "correct_answer": "Jupiter"}]),
        ("opentdb.json", {"results": [{"question": "Largest?", "correct_answer": "Jupiter", "incorrect_answers": ["Mars", "Venus"]}]}),
        ("falsch.csv", "Frage;Richtige Antwort;Falsche Antwort 1;Falsche Antwort 2\nLargest?;Jupiter;Mars;Venus\n"),
    ],
)  # fmt: skip
def test_a_right_answer_beside_wrong_ones_is_a_choice(name, content):
    (question,) = questions(content, name)
    assert (question.choices, question.target) == (("Jupiter", "Mars", "Venus"), ("A",))


@pytest.mark.parametrize(
    ("name", "content", "targets"),
    [
        ("langfuse.json", [{"input": {"question": "a?"}, "expectedOutput": "b"}], ("b",)),
        ("langsmith.csv", "inputs.question,outputs.answer\na?,b\n", ("b",)),
        ("anki.txt", "#separator:tab\n#html:true\na?\tb\n", ("b",)),
        ("trivia.jsonl", [{"question": "a?", "answer": {"value": "b", "aliases": ["c", "b"]}}], ("b", "c")),
        ("math.jsonl", [{"problem": "a?", "solution": r"So $\boxed{\frac{1}{2}}$."}], (r"\frac{1}{2}",)),
        ("dpo.jsonl", [{"prompt": [{"role": "user", "content": "a?"}], "chosen": [{"role": "assistant", "content": "b"}], "rejected": "c"}], ("b",)),
        ("spaced.csv", 'question, answer\n"a?", "b"\n', ("b",)),
        ("floats.csv", "question,option1,option2,answer\na?,x,y,2.0\n", ("B",)),
        ("named.csv", "question,option_a,option_b,correct_option\na?,x,y,option_b\n", ("B",)),
        ("fragen.txt", "質問：a?\n答え：b\n", ("b",)),
        ("sub.txt", "1. a?\n  a) x\n  b) y\n  Answer: b\n2. c?\n  a) x\n  b) y\n  Answer: a\n", ("B",)),
    ],
)  # fmt: skip
def test_answers_are_found_where_other_tools_put_them(name, content, targets):
    question = questions(content, name)[0]
    assert (question.input, question.target) == ("a?", targets)


def test_lists_of_questions_about_one_text_are_taken_apart():
    row = {"article": "Text.", "questions": ["a?", "b?"], "options": [["x", "y"], ["x", "z"]], "answers": ["A", "B"]}
    first, second = questions([row])
    assert (second.input, second.choices, second.target) == ("Text.\n\nb?", ("x", "z"), ("B",))
    assert first.group == second.group is not None


def test_a_column_named_key_is_the_answer_to_choices_only():
    assert questions([{"key": 1000, "prompt": "Write a poem."}])[0].target == ()
    assert any(
        "every question is rated by hand" in text for _, text in said([{"key": 1000, "prompt": "Write a poem."}])
    )
    assert questions("question,a,b,key\nWhich?,x,y,b\n", "k.csv")[0].target == ("B",)


def test_a_quiz_of_moodle_is_refused_not_asked_as_prose():
    with pytest.raises(QuestionSetError, match="GIFT"):
        questions("::Q1:: Largest? {\n~Mars\n=Jupiter\n}\n", "quiz.txt")


def test_parts_of_a_task_are_no_choices():
    assert questions("Compute:\na) 2 + 2\nb) 3 + 3\n", "task.txt")[0].choices == ()


def test_what_yaml_would_change_stays_as_it_is_written():
    text = "".join(
        f"- question: a?\n  answer: {answer}\n" for answer in ("12:30", "on", "2024-05-01", "007", "no", "0x1F")
    )
    text += "- question: a?\n  answer: 3.50\n- question: a?\n  answer: true\n"
    targets = [question.target for question in questions(text, "a.yaml")]
    assert targets == [("12:30",), ("on",), ("2024-05-01",), ("007",), ("no",), ("0x1F",), ("3.5",), ("yes", "true")]
