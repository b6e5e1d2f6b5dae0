"""Ways in which models usually write a right answer, and those that a question's own grader refuses.

A question whose own reference answer is refused when it is written as
`**Answer: (b)**` will call right models wrong. So the check of a question set
writes each reference answer in a dozen ways and grades them all.
"""

import json
from dataclasses import dataclass

from core.errors import GradingError
from core.grading.graders import find_grader, grade
from core.grading.outcome import Outcome
from core.grading.sandbox.contract import Sandbox
from core.grading.text_match import shorten
from core.inference.exchange import FinishReason
from core.questions.question import LETTERS, AskedQuestion, Question

_SWITCHES = frozenset({"case", "all", "whole_words", "decimal_comma"})  # options that are true or false
_AROUND_A_VALUE = (
    "{}",
    "{}\n",
    "**{}**",
    "`{}`",
    "ANSWER: {}",
    "ANSWER: **{}**",
    "**Answer:** {}",
    "The answer is {}.",
    "Final answer: {}",
    "Let me think about this first.\n\nANSWER: {}",
    "<think>Perhaps something else?</think>\n\nANSWER: {}",
    "<answer>{}</answer>",
    "ANSWER: {}\n\nQuestion: And what comes next?\nANSWER: something else",
)
_AROUND_A_LETTER = (
    *_AROUND_A_VALUE,
    "({})",
    "{}.",
    "ANSWER: ({})",
    "ANSWER: $\\boxed{{{}}}$",
    "The correct option is {}.",
)
_AROUND_A_NUMBER = (*_AROUND_A_VALUE, "ANSWER: ${}$", "\\boxed{{{}}}", "#### {}", "So the result is {}.")
_AROUND_LINES = (
    "{}",
    "```\n{}\n```",
    "The output is:\n\n```\n{}\n```",
    "<think>Hm.</think>\n{}",
    "```text\n{}\n```\nDone.",
)
_AROUND_TEXT = ("{}", "{}\n", "<think>Let me see.</think>\n\n{}", "{}<|im_end|>")
_AROUND_JSON = (*_AROUND_TEXT, "```json\n{}\n```", "Here it is:\n\n```json\n{}\n```\n\nAnything else?", "```\n{}\n```")
_AROUND_CODE = (
    "```python\n{}\n```",
    "```py\n{}\n```",
    "```\n{}\n```",
    "~~~python\n{}\n~~~",
    "```python\n{}",
    "Here is the function:\n\n```python\n{}\n```\n\nIt does what was asked.",
    "<think>def wrong(): pass</think>\n```python\n{}\n```",
    "{}",
    "```python\n{}\n\nprint('an example')\n```",
)


@dataclass(frozen=True)
class Refused:
    text: str  # the right answer as it was written
    why: str  # what the grader said to it


def usual_wrappings(question: Question) -> list[str]:
    """A right answer to `question` written in the ways models usually write it.

    The answer is the target; for code the reference solution; else the text in
    metadata "example". [] where there is none, as for an open prompt.
    """
    name, example = question.grader.name, question.metadata.get("example")
    lines = name == "exact" and any("\n" in target.strip() for target in question.target)
    wrappings = {
        "choice": _AROUND_A_LETTER,
        "number": _AROUND_A_NUMBER,
        "exact": _AROUND_LINES if lines else _AROUND_A_VALUE,
        "contains": _AROUND_A_VALUE,
        "json": _AROUND_JSON,
        "code": _AROUND_CODE,
    }.get(name, _AROUND_TEXT)
    answers = [example] if isinstance(example, str) else _answers(question)
    written = [wrapping.format(answer) for answer in answers for wrapping in wrappings]
    if name == "choice" and len(question.target) == 1 and answers:
        written.append(f"ANSWER: {question.target[0]}) {question.choices[LETTERS.index(question.target[0])]}")
    if name == "json" and question.grader.options.get("strict", False):
        return written[:4]
    return written


def refused_wrappings(question: Question, *, sandbox: Sandbox | None = None) -> list[Refused]:
    """The usual wrappings of a right answer that the question's own grader does not call right."""
    asked = AskedQuestion(question, tuple(range(len(question.choices))))
    refused = []
    for text in usual_wrappings(question):
        found = grade(asked, text, FinishReason.STOP, sandbox=sandbox)
        if found.outcome is not Outcome.RIGHT:
            refused.append(Refused(text, found.why))
    return refused


def check_grader(question: Question, *, sandbox: Sandbox | None = None) -> list[str]:
    """What is wrong with a question's grader, options and key, in sentences; [] when nothing is.

    For code, the reference is run only when a sandbox is given.
    """
    try:
        grader = find_grader(question.grader.name)
    except GradingError as error:
        return [str(error)]
    problems = grader.check(question)
    unknown = sorted(set(question.grader.options) - grader.options)
    if unknown:
        known = ", ".join(sorted(grader.options)) or "none"
        problems.append(f"The grader {question.grader.name!r} has no option {unknown[0]!r}; it has: {known}.")
    problems += [
        f"The option {name!r} is true or false, not {shorten(repr(value))}."
        for name, value in question.grader.options.items()
        if name in _SWITCHES & grader.options and not isinstance(value, bool)
    ]
    if problems or (question.grader.name == "code" and sandbox is None):
        return problems
    try:
        refused = refused_wrappings(question, sandbox=sandbox)
    except GradingError as error:
        return [str(error)]
    if not refused:
        return []
    n_wrappings = len(usual_wrappings(question))
    return [
        f"Its own grader refuses the right answer written as {refused[0].text!r} "
        f"({len(refused)} of {n_wrappings} usual ways): {refused[0].why}"
    ]


def _answers(question: Question) -> list[str]:
    """Right answers without anything around them."""
    options = question.grader.options
    match question.grader.name:
        case "choice" if len(question.target) > 1:
            return [", ".join(question.target)]
        case "choice" | "number" | "exact":
            return list(question.target)
        case "contains":
            return [", ".join(question.target)] if options.get("all", False) else list(question.target)
        case "json":
            return [json.dumps(json.loads(target)) for target in question.target]
        case "code":
            reference = options.get("reference", question.metadata.get("reference"))
            return [reference.strip()] if isinstance(reference, str) else []
    return []
