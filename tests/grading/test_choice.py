"""A letter is read where it is meant as one, and nowhere else."""

import pytest

from core.errors import GradingError
from core.grading.graders import grade, grade_loglikelihood
from core.grading.letters import read_letter
from core.grading.outcome import Outcome
from core.inference.exchange import FinishReason, Reply
from core.questions.question import AskedQuestion, GraderSpec, Question

MEANS_B = [
    "B",
    "b",
    "(B)",
    "B.",
    "**B**",
    "`B`",
    "B) Paris",
    "**B: Paris**",
    "\\text{B}",
    "$B$",
    "ANSWER: $B$",
    "ANSWER: **B**",
    "**Answer: (b)**",
    "ANSWER: \\boxed{B}",
    "ANSWER: \\boxed{\\textbf{(B)}}",
    "Answer: B.",
    "The answer is (b)",
    "**Answer:** B",
    "__Answer:__ [B]",
    "Answer: “B”",
    "ANSWER:\n\nB",
    "ANSWER: B) Paris",
    "ANSWER: B Paris",
    "ANSWER: Paris",
    "ANSWER: B, because it is the capital.",
    "ANSWER: B - Paris",
    "ANSWER: Option B",
    "Final answer → B",
    "### Answer\nB",
    "# Answer: B",
    "> **ANSWER: B**",
    "- Answer: B",
    "<answer>B</answer>",
    "<b>Answer:</b> <i>B</i>",
    "#### B",
    "ＡＮＳＷＥＲ：Ｂ",
    "Answer：B",
    "答案：B",
    "正确答案是B。",
    "正解はBです。",
    "정답: B",
    "정답은 B입니다.",
    "Antwort: B",
    "Die richtige Antwort ist B.",
    "Réponse : B",
    "La bonne réponse est B.",
    "Respuesta: B",
    "La respuesta correcta es la B.",
    "Ответ: В",
    "The correct answer is **B**.",
    "The correct option is B.",
    "I would choose option B because it lies on the Seine.",
    "I'd go with B.",
    "Option B is correct.",
    "B is the right answer.",
    "So it must be B.",
    "I think it's (B), though others come close.",
    "The capital is Paris.",
    "Paris",
    "B\n\nParis is the capital of France, and A lot of people know it.",
    "B) Paris\n\nA) Rome is in Italy.\nC) Berlin is in Germany.",
    "A) is in Italy.\nC) is in Germany.\n\nB",
    "Answer: A looks likely at first. On reflection no.\nANSWER: B",
    "ANSWER: A\nWait, that is Italy.\nANSWER: B",
    "The answer is A? No. The answer is B.",
    "Some say the answer is A.\nANSWER: B",
    "ANSWER: B\n\nOption A is wrong, since Rome lies in Italy. I think that settles it.",
    "ANSWER - B",
    "Correct: B",
    "The right choice here is B.",
    "Choose B.",
    "✅ B",
    "it’s B!",
    "{B}",
    "A: no\nB: yes\nC: no\nD: no",
    "A) Incorrect\nB) Correct\nC) Not correct\nD) Incorrect",
    "B\n\nA: Rome is in Italy",
    "Réponse: La réponse correcte est B",
    "答案选B",
    "答案为：B",
    "ответ — B",
    "I'd say it's between B and C, but probably B.",
    "Final Answer: The final answer is $\\boxed{B}$. I hope it is correct.",
    "A. Rome\nB. Paris\nC. Berlin\nD. Madrid\n\nThe answer is B. Paris",
    "ANSWER: B<|im_end|>",
    "ANSWER: B</s>",
    "<|start_header_id|>assistant<|end_header_id|>\n\nANSWER: B<|eot_id|>",
]


@pytest.mark.parametrize("text", MEANS_B)
def test_a_reply_that_means_b_is_right(grade_choice, text):
    found = grade_choice(text)
    assert (found.outcome, found.read, found.score) == (Outcome.RIGHT, "B", 1.0), found.why


MEANS_NOTHING = [
    "A looks likely, I think.",
    "I think a city in France.",
    "As far as I know, a capital is a seat of government.",
    "ANSWER: A or B",
    "ANSWER: A, B",
    "ANSWER: A and C",
    "Answer: A? Or is it?",
    "ANSWER: none of the above",
    "ANSWER: I cannot say.",
    "ANSWER: <letter>",
    "Answer: A looks likely at first. On reflection no.",
    "A) Rome\nB) Paris\nC) Berlin\nD) Madrid",
    "It is not Paris.",
    "It could be Paris or Rome.",
    "I don't know.",
    "The answer is a well-known city.",
    "Which letter(s) are meant?",
    "B, C, D",
    "A B C D",
    "A) Rome is nice. B) Paris is nice.",
    "I would never choose A",
    "...",
    "🤷",
]


@pytest.mark.parametrize("text", MEANS_NOTHING)
def test_a_reply_that_commits_to_nothing_is_no_answer(grade_choice, text):
    found = grade_choice(text)
    assert (found.outcome, found.read, found.score) == (Outcome.NO_ANSWER, None, 0.0), found.why


@pytest.mark.parametrize(
    ("text", "letter"),
    [("ANSWER: C", "C"), ("The answer is (d).", "D"), ("ANSWER: F", "F"), ("B is wrong.\nANSWER: A", "A")],
)
def test_another_letter_is_wrong_and_says_what_was_read(grade_choice, text, letter):
    found = grade_choice(text)
    assert (found.outcome, found.read) == (Outcome.WRONG, letter)
    assert letter in found.why


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("ANSWER: A, C", Outcome.RIGHT),
        ("ANSWER: C and A", Outcome.RIGHT),
        ("**Answer:** (a), (c)", Outcome.RIGHT),
        ("ANSWER: AC", Outcome.RIGHT),
        ("A) Rome\nC) Berlin", Outcome.RIGHT),
        ("ANSWER: A", Outcome.WRONG),
        ("ANSWER: A, B, C", Outcome.WRONG),
        ("I think so.", Outcome.NO_ANSWER),
    ],
)
def test_where_several_are_right_all_must_be_named(ask, text, outcome):
    asked = ask("choice", "A", "C", choices=("Rome", "Paris", "Berlin", "Madrid"))
    assert grade(asked, text, FinishReason.STOP).outcome is outcome


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ('The odd one out is indeed: "A"', "A"),
        ("The odd one out is C.", "C"),
        ("Let us see.\nThe word that does not belong is (D)", "D"),
        ("The odd one out is not C.", None),
        ("Is the odd one out C?", None),
    ],
)
def test_a_letter_at_the_end_of_what_a_line_says_is_read(grade_choice, text, letter):
    assert grade_choice(text).read == letter


def test_options_that_are_letters_themselves_are_not_read_as_labels(ask):
    asked = ask("choice", "B", choices=("A", "0", "B"))
    assert grade(asked, "The blood group of the patient is A.", FinishReason.STOP).outcome is not Outcome.RIGHT


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("The answer is: A) Rome\n\nThe answer is not A) Rome, but the correct answer is B) Paris.", "B"),
        ("ANSWER: C\nWait. The answer is not C. It is D.", "D"),
        ("The answer is not A.\nANSWER: A", "A"),
        ("ANSWER: A\nSo the answer is not B.", "A"),
    ],
)
def test_a_letter_that_is_taken_back_does_not_count(grade_choice, text, letter):
    assert grade_choice(text).read == letter


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("ANSWER: 5 ml", "A"),
        ("A teaspoon holds 50 ml", "B"),
        ("It holds roughly 250 ml.", "C"),
        ("approximately 0.5 ml", "D"),
        ("It is ~5 ml", "A"),
        ("It holds 25 ml.", None),
        ("ANSWER: 500 ml", None),
    ],
)
def test_about_makes_no_other_number(ask, text, letter):
    asked = ask("choice", "A", choices=("about 5 ml", "about 50 ml", "about 250 ml", "about 0.5 ml"))
    assert grade(asked, text, FinishReason.STOP).read == letter


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("The gate opens.", "A"),
        ("The air is damp, and the gate does not open.", "B"),
        ("Right now the air is not damp, so the gate does not open.", "B"),
        ("Right now it is dry.\nThe gate stays as it is, and so it cannot be told", "C"),
        ("If the air is damp, the gate opens.", None),
        ("The gate opens only if the air is damp, and then always.", None),
        ("The gate does not open. Wait, the gate opens.", None),
        ("The gate never opens.", "B"),
        ("The air is damp, so the gate won't open now.", "B"),
        ("The gate is not opening.", "B"),
        ("It is dry, so the gate is opening.", "A"),
        ("The gate never opens; or it opens at times.", None),
        ("Whether the gate opens?", None),
    ],
)
def test_what_is_said_of_the_thing_itself_names_the_option_about_it(ask, text, letter):
    asked = ask("choice", "A", choices=("it opens", "it does not open", "it cannot be told"))
    assert grade(asked, text, FinishReason.STOP).read == letter


def test_letters_are_those_shown_not_those_of_the_file():
    question = Question("q1", "Capital of France?", ("B",), GraderSpec("choice"), ("Rome", "Paris", "Berlin"))
    asked = AskedQuestion(question, (1, 2, 0))
    assert grade(asked, "ANSWER: A", FinishReason.STOP).outcome is Outcome.RIGHT
    assert grade(asked, "ANSWER: Paris", FinishReason.STOP).read == "A"


def test_the_likeliest_option_is_the_answer(ask):
    asked = ask("choice", "B", choices=("x", "y", "z"))
    reply = Reply("q1", " B", FinishReason.STOP, loglikelihoods=(-4.0, -1.5, -2.0))
    found = grade_loglikelihood(asked, reply)
    assert (found.outcome, found.read) == (Outcome.RIGHT, "B")
    assert "-1.50" in found.why and "-2.00" in found.why


def test_a_tie_of_options_is_no_answer(ask):
    reply = Reply("q1", "", FinishReason.STOP, loglikelihoods=(-1.0, -1.0, -2.0))
    assert grade_loglikelihood(ask("choice", "B", choices=("x", "y", "z")), reply).outcome is Outcome.NO_ANSWER


def test_a_reply_with_too_few_likelihoods_is_refused(ask):
    reply = Reply("q1", "", FinishReason.STOP, loglikelihoods=(-1.0,))
    with pytest.raises(GradingError, match="3 options"):
        grade_loglikelihood(ask("choice", "B", choices=("x", "y", "z")), reply)


COURT = (
    "The fisher says: 'The baker and I are of the same kind.' The baker says: 'The fisher and I are of the same kind.' "
    "Who tells the truth?"
)
WHO = ["only the baker", "none of them", "the fisher and the baker", "only the fisher"]


@pytest.mark.parametrize(
    "said",
    [
        "The fisher and the baker are both liars.",
        "The fisher and the baker are both of the same kind.",
        "The fisher and the baker were asked at a court.",
    ],
)
def test_an_option_of_which_something_else_is_said_is_not_chosen(said: str) -> None:
    assert read_letter(said, WHO, COURT).value is None


@pytest.mark.parametrize(
    "said",
    [
        "The fisher and the baker.",
        "The fisher and the baker tell the truth.",
        "So the fisher and the baker are truthful.",
    ],
)
def test_an_option_of_which_is_said_what_was_asked_is_chosen(said: str) -> None:
    assert read_letter(said, WHO, COURT).value == "C"


WAYS = ["3 m west", "3 m east", "3 m north", "3 m south"]


@pytest.mark.parametrize(
    "said", ["ANSWER: C) 3 m east", "So, the answer is:\nC) 3 m east", "C) 3 meters east", "ANSWER: (C). 3 m east"]
)
def test_a_letter_with_the_text_of_another_option_contradicts_itself(said: str) -> None:
    found = read_letter(said, WAYS)
    assert found.value is None
    assert "writes the text of B" in found.how


@pytest.mark.parametrize("said", ["ANSWER: C) 3 m north", "C) 3 meters north", "It is 3 m east of A.\nANSWER: C"])
def test_a_letter_with_its_own_text_or_none_is_read(said: str) -> None:
    assert read_letter(said, WAYS).value == "C"
