"""What a model is shown."""

from core.questions.prompt import (
    completion_stop,
    default_max_tokens,
    instruction,
    options_for_loglikelihood,
    to_completion,
    to_messages,
)
from core.questions.question import AskedQuestion, Example, GraderSpec, Message, Question, QuestionSet

CHOICE = Question("c", "Which can fly?", ("B",), GraderSpec("choice"), ("stone", "sparrow", "shoe"))
ASKED = AskedQuestion(CHOICE, (1, 2, 0))


def test_a_choice_question_is_lettered_as_shown_and_says_how_to_answer():
    (message,) = to_messages(QuestionSet("s", (CHOICE,)), ASKED)
    assert message.role == "user"
    assert message.content.startswith("Which can fly?\n\nA) sparrow\nB) shoe\nC) stone\n\n")
    assert '"ANSWER: X"' in message.content
    assert ASKED.target_letters == ("A",)


def test_system_text_and_examples_come_first():
    question_set = QuestionSet("s", (CHOICE,), "Be brief.", (Example("1 + 1?", "2"),))
    messages = to_messages(question_set, ASKED)
    assert messages[:3] == (Message("system", "Be brief."), Message("user", "1 + 1?"), Message("assistant", "2"))
    assert messages[3].role == "user"


def test_several_right_letters_are_asked_for():
    assert "letters" in instruction(Question("m", "Which?", ("A", "B"), GraderSpec("choice"), ("x", "y", "z")))


def test_metadata_replaces_the_instruction():
    question = Question("n", "2 + 2?", ("4",), GraderSpec("number"), metadata={"instruction": ""})
    assert to_messages(QuestionSet("s", ()), AskedQuestion(question))[0].content == "2 + 2?"


def test_a_code_question_names_its_function():
    question = Question("f", "Write it.", (), GraderSpec("code", {"entry_point": "add"}))
    assert instruction(question) == "Reply with one Python code block that defines add."


def test_a_base_model_sees_worked_examples_of_the_same_form():
    text = to_completion(QuestionSet("s", ()), ASKED)
    assert text.endswith("Question: Which can fly?\nA) sparrow\nB) shoe\nC) stone\nAnswer:")
    assert text.count("Answer: ") == 3
    own = to_completion(QuestionSet("s", (), "Sys", (Example("a?", "b"),)), ASKED)
    assert own.startswith("Sys\n\nQuestion: a?\nAnswer: b\n\nQuestion: Which")


def test_a_base_model_ends_after_an_answer_of_one_line_but_not_within_a_longer_one():
    number = Question("n", "2 + 2?", ("4",), GraderSpec("number"))
    code = Question("k", "Write f.", (), GraderSpec("code", {"entry_point": "f"}))
    assert completion_stop(QuestionSet("s", (number,)), number) == ("\nQuestion:", "\n\n")
    assert completion_stop(QuestionSet("s", (code,)), code) == ("\nQuestion:",)
    at_length = QuestionSet("s", (number,), few_shot=(Example("1 + 1?", "One and one.\n\nANSWER: 2"),))
    assert completion_stop(at_length, number) == ("\nQuestion:",)


def test_the_worked_examples_do_not_favour_a_letter():
    text = to_completion(QuestionSet("s", ()), ASKED)
    letters = [line.removeprefix("Answer: ") for line in text.splitlines() if line.startswith("Answer: ")]
    assert len(set(letters)) == len(letters)


def test_options_for_loglikelihood_are_the_shown_letters():
    assert options_for_loglikelihood(ASKED) == (" A", " B", " C")
    assert options_for_loglikelihood(AskedQuestion(Question("n", "?", ("1",), GraderSpec("number")))) == ()


def test_budgets_go_by_grader_and_metadata():
    assert default_max_tokens(CHOICE) == 512
    assert default_max_tokens(Question("f", "?", (), GraderSpec("code"))) == 1024
    assert default_max_tokens(Question("x", "?", (), GraderSpec("choice"), metadata={"max_tokens": 99})) == 99


def test_instructions_are_short():
    for name in ("choice", "number", "exact", "contains", "regex", "json", "constraints", "code", "rating"):
        assert len(instruction(Question("q", "?", ("A",), GraderSpec(name)))) <= 110
