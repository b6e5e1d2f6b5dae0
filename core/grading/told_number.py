"""The number that the last sentence of a reply tells, where it is marked by no sign.

"So together they have fifty legs." tells a number in words, after digits that
were only reckoned with. A number in words is read with care, since "the two
friends" and "one of them" count nothing that was asked: it stands after a verb
that gives a result, or before the very word that the question counts ("How many
legs …?"). "Rosa is 34 and Sami is 14." tells two numbers, and the question
about Rosa asks for one of them.
"""

import re

from core.grading.numbers import Number, find_number_words, find_numbers
from core.grading.quantities import asked_noun

_ABOUT = r"(?:about |approximately |roughly |exactly |only |just |around |still |now |a total of )?"
_GIVES = re.compile(
    rf"\b(?:leaves?|leaving|makes?|making|gives?|giving|gets?|equals?|have|has|needs?|takes?|yields?|remain|remaining|"
    rf"there (?:are|is)|left with|a total of) {_ABOUT}\Z",
    re.IGNORECASE,
)
_IS = re.compile(rf"\b(?:is|are|was|were|be|ist|sind) {_ABOUT}\Z", re.IGNORECASE)
_ENDS = re.compile(r"\W{0,3}(?:\Z|[.,;:!)])")
_UNSURE = re.compile(r"\b(?:not|n't|maybe|perhaps|might|could|would|if|unless|or)\b|\?", re.IGNORECASE)
_LEAD = re.compile(r"(?:(?:so|therefore|thus|hence),? )?(?:there are |exactly |only )?", re.IGNORECASE)
_REASONS = re.compile(r"[=+*×/÷]| [-–−] |\b(?:of|minus|plus|times|from|so|leaves?|left|remain\w*)\b", re.IGNORECASE)
_UNKNOWN = re.compile(r"\b[a-z] ?= ?(?=\d)", re.IGNORECASE)  # "b = 8 beetles and c = 4 cows"
# A number that counts something: a noun stands after it, no small word.
_COUNTS = re.compile(r" (?!(?:of|in|and|or|per|is|are|was|were|more|to|at|on|as|by|for|with|than)\b)[^\W\d_]{3,}")
# A number in another unit, or a year: "30 litres at 20 °C", "30 litres since 2019".
_OTHER_UNIT = re.compile(r" ?(?:[%°€$£]|(?:k?g|mg|[mcdh]?l|[ckm]?m|t|h|min|s)\b)")
_IN_A_YEAR = re.compile(
    r"\b(?:in|since|seit|(?:im )?jahr|depuis|en|desde|nel|dal|em|sinds)(?: the year)? \Z", re.IGNORECASE
)
_YEAR = re.compile(r"[12]\d{3}")
_NAME = re.compile(r"(?<!\w)[A-Z][\w-]{1,30}")
_CLAUSES = re.compile(r",? (?:and|while|whereas|but) |[,;] ")


def find_told(sentence: str, question: str, digits: Number | None, decimal_comma: bool) -> Number | None:
    """The number in words that a sentence tells, or the one in digits beside the name that the question asks about.

    `digits` is the last number in digits of the sentence, if there is one.

    >>> find_told("So they have fifty legs.", "How many legs do they have?", None, False).value
    Fraction(50, 1)
    """
    noun = asked_noun(question)
    for find in (_beside_name, _beside_noun) if digits is not None else ():
        if (named := find(sentence, question, decimal_comma)) is not None:
            return named
    if _UNSURE.search(sentence):
        return None
    every = list(find_number_words(sentence))
    if noun and every and _LEAD.fullmatch(sentence[: every[0].start]) and _is_counted(sentence, every[0], noun):
        return every[0]  # "Four rows have at least 14: …"
    words = [word for word in every if digits is None or word.start > digits.start]
    told = [word for word in words if _tells(sentence, word, noun)]
    return told[-1] if told else None


def _beside_noun(sentence: str, question: str, decimal_comma: bool) -> Number | None:
    """The number of what was asked about, where each of several counts something: "10 mirrors are worth 1 hat"."""
    noun = asked_noun(question)
    sentence = _UNKNOWN.sub("", re.split(r"[→⇒;]", sentence)[-1])
    numbers = list(find_numbers(sentence, decimal_comma=decimal_comma))
    if noun is None or len(numbers) < 2 or _REASONS.search(sentence):
        return None
    counted = [number for number in numbers if _is_counted(sentence, number, noun)]
    others = [number for number in numbers if number not in counted and _is_of_another_kind(sentence, number)]
    return counted[0] if len(counted) == 1 and len(others) == len(numbers) - 1 else None


def _is_of_another_kind(sentence: str, number: Number) -> bool:
    """Whether a number counts something, or is a year or in a unit."""
    if _COUNTS.match(sentence, number.end) or _OTHER_UNIT.match(sentence, number.end):
        return True
    return bool(_YEAR.fullmatch(number.text) and _IN_A_YEAR.search(sentence[: number.start]))


def last_word_number(plain: str, question: str) -> Number | None:
    """The number in words of a reply without digits: the only one it holds, or the last that the question counts."""
    words = list(find_number_words(plain[-4000:]))
    noun = asked_noun(question)
    counted = [word for word in words if noun and _is_counted(plain[-4000:], word, noun)]
    if counted:
        return counted[-1]
    return words[0] if len(words) == 1 and len(plain) < 200 else None


def _tells(sentence: str, word: Number, noun: str | None) -> bool:
    if noun and _is_counted(sentence, word, noun):
        return True
    before = sentence[: word.start]
    ends = bool(_ENDS.match(sentence, word.end))
    return (ends and bool(_IS.search(before))) or ((ends or word.value != 1) and bool(_GIVES.search(before)))


def _is_counted(text: str, word: Number, noun: str) -> bool:
    """Whether the word that the question counts follows: "two rows", "two more rows"."""
    stem = re.escape(noun[:-1] if noun.endswith("s") and len(noun) > 3 else noun)
    return bool(
        re.match(rf" (?:more |full |whole |such |different )?{stem}\w{{0,3}}\b", text[word.end : word.end + 60], re.I)
    )


def _beside_name(sentence: str, question: str, decimal_comma: bool) -> Number | None:
    """The number of the only clause, among several with a number each, that names whom the question asks about."""
    asked = set(_NAME.findall(re.split(r"(?<=[.!?]) ", question.strip())[-1].partition(" ")[2]))
    clauses = [(clause, list(find_numbers(clause, decimal_comma=decimal_comma))) for clause in _CLAUSES.split(sentence)]
    telling = [(clause, numbers[0]) for clause, numbers in clauses if len(numbers) == 1]
    if len(telling) < 2 or len(telling) != sum(1 for _, numbers in clauses if numbers):
        return None
    named = [number for clause, number in telling if asked & set(_NAME.findall(clause))]
    others = [clause for clause, _ in telling if set(_NAME.findall(clause)) - asked]
    return named[0] if len(named) == 1 and len(others) == len(telling) - 1 else None
