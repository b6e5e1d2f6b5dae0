"""A reply that repeats what it was asked is no answer yet.

Small models write the prompt again, the sentence that says how to answer with
it: 'end with a line "ANSWER: N", where N is the number'. What follows that
sentence is the answer. Where nothing follows and the question stands before it
too, the reply is a repetition, and a number in it is the question's own.
"""

import re

from core.questions.prompt import instruction
from core.questions.question import Question

# An answer line that is left empty; also woven into the reply: "… and ends with a line "ANSWER: "".
_TAIL = re.compile(
    r"(?:(?:,? (?:and|then|it|which)){0,3}[ \n]ends? with (?:a|the) line[ \n]?|^)"
    r"[\"“'*]{0,3}ANSWER:[\"”'* .]{0,6}\s{0,9}\Z",
    re.MULTILINE,
)
_FEWEST_WORDS = 5  # a shorter sentence may be an answer's own


def without_repeated_prompt(text: str, question: Question) -> str:
    """The reply without the prompt that it repeats; "" when it does nothing else.

    >>> from core.questions.question import GraderSpec
    >>> question = Question("q", "Ben has 3 pens and 4 caps. How many things has he?", ("7",), GraderSpec("number"))
    >>> without_repeated_prompt(f"{question.input} {instruction(question)} 7", question)
    '7'
    """
    asked_how = instruction(question)
    text = _TAIL.sub("", text) if "ANSWER:" in asked_how else text
    repeated = _occurrences(asked_how, text)
    if not repeated:
        return text
    end = repeated[-1]
    if after := text[end.end() :].strip().lstrip(".\"'”)* \n"):
        return after
    before = text[: end.start()]
    asking = re.split(r"(?<=[.?!:])\s+", question.input.strip())[-1]
    return "" if _occurrences(asking, before) else before


def _occurrences(sentence: str, text: str) -> list[re.Match[str]]:
    """Where the words of a sentence stand in the text, whatever stands between them that is no word."""
    words = re.findall(r"\w+", sentence)
    if len(words) < _FEWEST_WORDS:
        return []
    return list(re.finditer(r"(?<!\w)" + r"\W{1,12}".join(map(re.escape, words)) + r"(?!\w)", text, re.IGNORECASE))
