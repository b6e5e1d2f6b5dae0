"""What a model is shown for a question: a chat, or plain text for base models.

Each grader adds one short sentence that says how to answer; models of 135M
parameters lose the question when the instruction is longer than it. Metadata
"instruction" replaces the sentence ("" leaves it out). Key letters stand as
they are shown, after the shuffle.

A base model continues text: it is shown a few worked examples of the same form
and the question, up to "Answer:". `completion_stop` says what ends its run-on:
the next "Question:", and the blank line after an answer of one line, where many
go on with a question of their own that has no such word before it.
"""

from core.questions.question import LETTERS, AskedQuestion, Example, Message, Question, QuestionSet

COMPLETION_STOP = ("\nQuestion:",)
_BLANK_LINE = "\n\n"
_ONE_LINE = frozenset({"choice", "number", "exact", "contains", "regex"})

ANSWER_ALONE = 'End with a line "ANSWER: " followed by the answer alone.'
_INSTRUCTIONS = {
    "choice": 'Think if you need to, then end with a line "ANSWER: X", where X is the letter of the right choice.',
    "number": 'Think if you need to, then end with a line "ANSWER: N", where N is the number.',
    "exact": ANSWER_ALONE,
    "contains": "Answer in one short sentence.",
    "json": "Reply with JSON only.",
}
_SEVERAL_LETTERS = 'Think if you need to, then end with a line "ANSWER: " and the letters of all right choices.'

_MAX_TOKENS = {
    "choice": 512,
    "number": 512,
    "exact": 512,
    "contains": 256,
    "regex": 256,
    "json": 512,
    "constraints": 768,
    "code": 1024,
    "rating": 1024,
}

_CHOICE_EXAMPLES = (
    Example("Which of these can fly?\nA) a stone\nB) a sparrow\nC) a table\nD) a shoe", "B"),
    Example("Which number is the largest?\nA) 9\nB) 4\nC) 7\nD) 2", "A"),
    Example("What do you use to cut paper?\nA) a pillow\nB) a cup\nC) soap\nD) scissors", "D"),
)
_NUMBER_EXAMPLES = (
    Example("A box holds 3 pens. How many pens are in 2 boxes?", "6"),
    Example("What is 15 minus 4?", "11"),
    Example("A ticket costs 5 euros. How many euros do 4 tickets cost?", "20"),
)
_TEXT_EXAMPLES = (
    Example("What colour is fresh snow?", "white"),
    Example("Write the word 'tree' in capital letters.", "TREE"),
    Example("Which day comes after Monday?", "Tuesday"),
)
_JSON_EXAMPLES = (
    Example('Give the colour of fresh snow as JSON with the key "colour".', '{"colour": "white"}'),
    Example('Give 2 plus 2 as JSON with the key "sum".', '{"sum": 4}'),
)
_CODE_EXAMPLES = (
    Example(
        "Write a Python function `double(x)` that returns twice x.",
        "```python\ndef double(x):\n    return 2 * x\n```",
    ),
    Example(
        "Write a Python function `last(items)` that returns the last item of a list.",
        "```python\ndef last(items):\n    return items[-1]\n```",
    ),
)
_WORKED = {
    "choice": _CHOICE_EXAMPLES,
    "number": _NUMBER_EXAMPLES,
    "exact": _TEXT_EXAMPLES,
    "contains": _TEXT_EXAMPLES,
    "regex": _TEXT_EXAMPLES,
    "json": _JSON_EXAMPLES,
    "code": _CODE_EXAMPLES,
}


def to_messages(question_set: QuestionSet, asked: AskedQuestion) -> tuple[Message, ...]:
    """The chat: system text if the set has one, its examples as turns, then the question.

    Example of the last turn's content:
    "Which of these can fly?\n\nA) a stone\nB) a sparrow\n\nThink if you need to, then end with …"
    """
    messages = [Message("system", question_set.system)] if question_set.system else []
    for example in question_set.few_shot:
        messages += [Message("user", example.input), Message("assistant", example.target)]
    parts = (asked.question.input, _lettered(asked), instruction(asked.question))
    messages.append(Message("user", "\n\n".join(part for part in parts if part)))
    return tuple(messages)


def to_completion(question_set: QuestionSet, asked: AskedQuestion) -> str:
    """Plain text for a base model, ending where the answer begins.

    Examples of the question set go first; without any, worked examples of the
    question's own form are shown. Continue it up to `completion_stop`.
    """
    examples = question_set.few_shot or _WORKED.get(asked.question.grader.name, ())
    blocks = [question_set.system] if question_set.system else []
    blocks += [f"Question: {example.input}\nAnswer: {example.target}" for example in examples]
    question = "\n".join(part for part in (asked.question.input, _lettered(asked)) if part)
    opening = "\n```python\n" if asked.question.grader.name == "code" else ""
    blocks.append(f"Question: {question}\nAnswer:{opening}")
    return "\n\n".join(blocks)


def completion_stop(question_set: QuestionSet, question: Question) -> tuple[str, ...]:
    """Texts at which the answer to `to_completion` has ended.

    Example: ("\\nQuestion:", "\\n\\n") for a number, ("\\nQuestion:",) for code or where the set's own examples
    are answered in several paragraphs.
    """
    at_length = any(_BLANK_LINE in example.target for example in question_set.few_shot)
    one_line = question.grader.name in _ONE_LINE and not at_length
    return (*COMPLETION_STOP, _BLANK_LINE) if one_line else COMPLETION_STOP


def options_for_loglikelihood(asked: AskedQuestion) -> tuple[str, ...]:
    """The continuations of `to_completion` to compare: one letter per choice as shown, with its space.

    Example: (" A", " B", " C", " D"); () where the question has no choices.
    """
    return tuple(f" {LETTERS[shown]}" for shown in range(len(asked.choice_order)))


def instruction(question: Question) -> str:
    """The sentence that says how to answer; "" where the question says it itself."""
    own = question.metadata.get("instruction")
    if isinstance(own, str):
        return own
    name = question.grader.name
    if name == "choice" and len(question.target) > 1:
        return _SEVERAL_LETTERS
    if name == "code":
        entry_point = question.grader.options.get("entry_point")
        return f"Reply with one Python code block that defines {entry_point}." if entry_point else ""
    return _INSTRUCTIONS.get(name, "")


def default_max_tokens(question: Question) -> int:
    """The budget for the answer in tokens, thinking not counted; metadata "max_tokens" goes first."""
    own = question.metadata.get("max_tokens")
    if isinstance(own, int) and not isinstance(own, bool) and own > 0:
        return own
    return _MAX_TOKENS.get(question.grader.name, 512)


def _lettered(asked: AskedQuestion) -> str:
    return "\n".join(f"{LETTERS[shown]}) {text}" for shown, text in enumerate(asked.shown_choices))
