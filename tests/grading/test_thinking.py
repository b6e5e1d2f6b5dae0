"""What a model thinks is not what it answers."""

import pytest

from core.grading.outcome import Outcome
from core.grading.thinking import split_thinking
from core.inference.exchange import FinishReason

THINKS_A_ANSWERS_B = [
    "<think>Maybe answer: A?</think>\nB",
    "Maybe answer: A?</think>\nB",
    "[THINK]Maybe answer: A?[/THINK]\nB",
    "Maybe answer: A?[/THINK]B",
    "<thinking>ANSWER: A</thinking>ANSWER: B",
    "<THINK>\nANSWER: A\n</THINK>\n\n**B**",
    "<reasoning>ANSWER: A</reasoning>\nB",
    "<thought>ANSWER: A</thought>\nB",
    "<seed:think>ANSWER: A</seed:think>B",
    "◁think▷ANSWER: A◁/think▷B",
    "<|begin_of_thought|>ANSWER: A<|end_of_thought|>\n<|begin_of_solution|>ANSWER: B<|end_of_solution|>",
    "<|START_THINKING|>ANSWER: A<|END_THINKING|><|START_RESPONSE|>B<|END_RESPONSE|>",
    "<|channel|>analysis<|message|>ANSWER: A<|end|><|start|>assistant<|channel|>final<|message|>B<|return|>",
    "analysisThe user asks. ANSWER: A.assistantfinalANSWER: B",
    "<|channel>thought\nANSWER: A<channel|>B",
    "<unused94>thought\nANSWER: A<unused95>B",
    "Here is my thought process:\nANSWER: A\nHere is my response:\nB",
    "<think></think>B",
    "<think>first</think><think>ANSWER: A</think>B",
    "<think>The tag <think> again. ANSWER: A</think>B",
    "<|im_start|>assistant\n<think>ANSWER: A</think>\nB<|im_end|>",
    "<think>A</think><answer>B</answer>",
    "<think>ANSWER: A</think>\n<response>B</response>",
]


@pytest.mark.parametrize("text", THINKS_A_ANSWERS_B)
def test_thinking_is_split_off_first(grade_choice, text):
    found = grade_choice(text)
    assert (found.outcome, found.read) == (Outcome.RIGHT, "B"), found.why


NEVER_CLOSED = [
    "<think>Maybe answer: B?",
    "<think>ANSWER: B\n\nB\n",
    "[THINK]B",
    "<|channel|>analysis<|message|>ANSWER: B",
    "analysisWe need the letter. ANSWER: B",
    "<think>one</think>\n<think>ANSWER: B",
]


@pytest.mark.parametrize("text", NEVER_CLOSED)
def test_thinking_that_never_ends_is_cut_off_by_the_budget_and_no_answer_otherwise(grade_choice, text):
    cut = grade_choice(text, FinishReason.LENGTH)
    assert (cut.outcome, cut.score, cut.measured) == (Outcome.CUT_OFF, None, False)
    assert "thinking" in cut.why and "max_tokens" in cut.why
    assert grade_choice(text).outcome is Outcome.NO_ANSWER


def test_thinking_without_a_word_after_it_is_no_answer(grade_choice):
    found = grade_choice("<think>ANSWER: B</think>")
    assert found.outcome is Outcome.NO_ANSWER and "thinking" in found.why


@pytest.mark.parametrize(
    "text",
    [
        "Put it between `<think>` tags.",
        "Models write <think> first.",
        "```python\nTAG = '<think>'\n```\nThat is all.",
        "```python\ntext.split('</think>')\n```",
    ],
)
def test_a_tag_that_is_only_talked_about_is_no_thinking(text):
    split = split_thinking(text)
    assert (split.answer, split.thinking, split.closed) == (text, "", True)


def test_thinking_is_kept():
    assert split_thinking("<think>so\n</think>\nB").thinking == "so"
