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
# A repeated question adds to what these would read; the others read the whole reply, as it was asked for.
_READ_ONE_ANSWER = frozenset({"choice", "number", "exact", "contains", "regex"})


def without_repeated_prompt(text: str, question: Question) -> str:
    """The reply without the prompt that it repeats; "" when it does nothing else.

    >>> from core.questions.question import GraderSpec
    >>> question = Question("q", "Ben has 3 pens and 4 caps. How many things has he?", ("7",), GraderSpec("number"))
    >>> without_repeated_prompt(f"{question.input} {instruction(question)} 7", question)
    '7'
    """
    asked_how = instruction(question)
    own = _TAIL.sub("", text) if "ANSWER:" in asked_how else text
    rest = without_question(own, question)
    if not rest:
        return ""
    own = rest if question.grader.name in _READ_ONE_ANSWER else own
    how = _find_words(asked_how, own)
    if how is None:
        return own
    if after := _without_signs(own[how[1] :]):
        return after
    before = own[: how[0]].strip()
    asking = re.split(r"(?<=[.?!:])\s+", question.input.strip())[-1]
    return "" if _find_words(asking, before) else before


def without_question(text: str, question: Question) -> str:
    """The reply without the question wherever it is repeated word by word; the reply itself where it is not."""
    while (asked := _find_words(question.input, text)) is not None:
        text = f"{text[: asked[0]].strip()}\n{_without_signs(text[asked[1] :])}".strip()
    return text


def _find_words(sentence: str, text: str) -> tuple[int, int] | None:
    """Where the words of a sentence stand last in the text, whatever stands between them that is no word."""
    words = _WORD.findall(sentence.casefold())
    if not _FEWEST_WORDS <= len(words) <= len(text):
        return None
    found = list(_WORD.finditer(text))
    joined = _APART.join(("", *(word[0].casefold() for word in found), ""))
    start = joined.rfind(_APART.join(("", *words, "")))
    if start < 0:
        return None
    first = joined.count(_APART, 0, start)
    return found[first].start(), found[first + len(words) - 1].end()


def _without_signs(text: str) -> str:
    return text.strip().lstrip(".?!:\"'”)*` \n")


_WORD = re.compile(r"\w+")
_APART = "\x1f"
