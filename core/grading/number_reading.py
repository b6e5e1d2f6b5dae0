"""Which number a reply commits to.

At a marked or said place: the number it begins with, else the one after its
last "=", else its last one outside brackets. Without such a place the last
sentence that tells a number is read (see told_number.py), and where none tells
one the last number of the reply is taken, as evaluation harnesses do, and the
grade says so; digits inside names, times and dates are not numbers. A question
for a year reads the only year that is told (see number_asked.py).
"""

import re

from core.grading.final_answer import Rank, best_first, find_places, first_line, last_line
from core.grading.number_asked import asks_year, find_year, without_days
from core.grading.numbers import Number, find_number_words, find_numbers, parse_number
from core.grading.quantities import in_unit_asked
from core.grading.reading import Reading, nothing
from core.grading.statements import last_sentences
from core.grading.told_number import find_told, last_word_number

_BRACKETS = re.compile(r"\([^()\n]{0,300}\)|\[[^\[\]\n]{0,300}\]")
# "[10, 12, 18]" alone is several numbers, of which none is chosen; "[1,234]" is one.
_ONLY_A_LIST = re.compile(r"\W{0,3}[\[({][^\[\](){}\n]{1,300}?(?:, |;|,(?!\d{3}\b))[^\[\](){}\n]{0,300}[\])}]\W{0,3}")
_EQUALS = re.compile(r"[=≈≃≅→⇒⟶⟹➡👉]")
_RESULT_WORDS = re.compile(
    r"(?<!\w)(?:is|are|was|were|be|equals?|gives?|get|makes?|total of|leaves|left with|becomes|ist|est|es|=|≈) "
    r"(?:about |approximately |roughly |exactly |only |just |around |now |the |a total of )?",
    re.IGNORECASE,
)
# What is said not to be the number: "6 (not 8)", "6 marbles, not 8".
_DENIED = re.compile(
    r"(?: ?\(|[,;] )(?:and |but )?(?:not|rather than|instead of) (?!only\b|just\b)[^()\n,;.]{0,30}?[€$£]?\d[\d.,]*\)?",
    re.IGNORECASE,
)
# A sum made again at the end shows that the answer is right, and a courtesy ends it; both hold other numbers.
_CHECKS = re.compile(
    r"(?:\n|[.!] )\W{0,4}(?:(?:please )?note|i hope|hope (?:this|that)|let me know|feel free|would you|do you|"
    r"check|checking|verification|verify|proof|to (?:check|verify)|"
    r"let(?:'s| us| me) (?:double[- ]?)?(?:check|verify)|double[- ]?check|probe|vérification|prueba)\b[^\n]{0,300}"
    r"(?:\n[^\n]{0,300}){0,3}\Z",
    re.IGNORECASE,
)
_CONCLUDES = re.compile(r"\b(?:so|therefore|thus|hence|wrong|not|mistake|instead|actually)\b|n't\b|≠", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[.;:!?](?=\s|\Z)|,? (?:since|because|as|so|which|where|but)\b", re.IGNORECASE)
_CONCLUDING = re.compile(r"[,;] (?:and )?(?:so|therefore|thus|hence|which means)\b,? ", re.IGNORECASE)
_SUM = re.compile(r"[\d)](?: ?(?:[^\W\d]{1,12}|[€£¥%]))? ?[-+*×x/÷·−–^] ?[€£¥]?[\d(]")
# "1 hour = 60 minutes", where nothing is added or multiplied
_CONVERSION = re.compile(
    r"[^=\d]{0,40}\d[\d.,]{0,20} ?[^\W\d][^=+*/×÷]{0,40}= ?(?P<into>[\d.,]{1,20} ?[^\W\d][^=+*/×÷]{0,40})"
)
# "Two times 3" is reckoned with, "one of them" and "one more thing" count nothing.
_RECKONS = re.compile(r" (?:times|plus|minus|multiplied|divided|less|more than)\b| ?[-+*×x/÷·−–^] ?\d", re.IGNORECASE)
_COUNTS_ONE = re.compile(r"\W{0,3}(?:\Z|[.,;:!)(\n])")
_PLACEHOLDER = re.compile(r"[\"“(<\[{]?(?:N\b|(?:the )?number\b\W*$)")  # of "ANSWER: N, where N is the number"
_FIRST = re.compile(
    r"[^\w\d]{0,6}(?:about |approximately |approx\. ?|roughly |exactly |around |circa |ca\. ?|[A-Za-z]\w{0,9} ?= ?)?",
    re.I,
)


def read_number(plain: str, *, decimal_comma: bool = False, question: str = "") -> tuple[Reading, Number | None]:
    """The number that `plain` commits to as the answer to `question`, and where it was read.

    >>> read_number("The total is 72 clips, altogether.")[0].value
    '72'
    """
    plain = in_unit_asked(plain, question, decimal_comma=decimal_comma)
    year_asked = asks_year(question)
    plain = without_days(plain) if year_asked else plain
    plain = _DENIED.sub("", plain)
    for place in best_first(find_places(plain)):
        if place.rank is Rank.MARKED and _ONLY_A_LIST.fullmatch(place.rest):
            return nothing(f"gives several numbers (“{place.rest[:60]}”)"), None
        number = (find_year(place.rest) if year_asked else None) or _number_at(place.rest, decimal_comma)
        if number is not None:
            clear = (place.rank is Rank.MARKED and place.ended) or (place.first_line and place.ended)
            return Reading(number.text, f"from “{place.rest[:60]}”", clear), number
    if any(_PLACEHOLDER.match(place.rest) for place in find_places(plain)):
        return nothing("writes the letter N where the number belongs"), None
    if year_asked and (year := find_year(plain)) is not None:
        return Reading(year.text, "the only year of the reply"), year
    return _read_bare(plain, decimal_comma, question)


def _number_at(rest: str, decimal_comma: bool) -> Number | None:
    if (word := _word_first(rest)) is not None:
        return word
    # Brackets stay to be seen: "12 + (7 × 2) = 26" is a sum, whatever is in them.
    outside = _BRACKETS.sub(lambda bracket: f"({' ' * (len(bracket[0]) - 2)})", rest)
    numbers = list(find_numbers(outside, decimal_comma=decimal_comma))
    if not numbers:
        numbers = list(find_numbers(rest, decimal_comma=decimal_comma))
        outside = rest
    if not numbers:
        words = list(find_number_words(rest))
        return words[-1] if words else None
    opening = _FIRST.match(outside)
    if opening and numbers[0].start <= opening.end():
        clause_end = _CLAUSE_END.search(outside, numbers[0].end)
        clause = outside[: clause_end.start()] if clause_end else outside
        equals = _EQUALS.search(clause, numbers[0].end)
        if equals is None or not _SUM.search(clause, numbers[0].start, equals.start()):
            return numbers[0]  # "9, since 81/9 = 9" and "42 = 6 × 7", but not "3 + 4 = 7"
        outside, numbers = clause, [number for number in numbers if number.end <= len(clause)]
    signs = [sign.end() for sign in _EQUALS.finditer(outside)]
    after = [number for number in numbers if signs and number.start >= signs[-1]]
    if after:
        return after[0]
    said = [verb.end() for verb in _RESULT_WORDS.finditer(outside)]
    told = [number for number in numbers if said and number.start == said[-1]]
    return told[0] if told else numbers[-1]


def _word_first(rest: str) -> Number | None:
    """The number in words that `rest` begins with, when it counts and is not reckoned with."""
    first = next(find_number_words(rest[:200]), None)
    opening = _FIRST.match(rest)
    if first is None or opening is None or first.start > opening.end() or _RECKONS.match(rest, first.end):
        return None
    return first if first.value != 1 or _COUNTS_ONE.match(rest, first.end) else None


def _read_bare(plain: str, decimal_comma: bool, question: str) -> tuple[Reading, Number | None]:
    checked = _CHECKS.search(plain)
    if checked and not _CONCLUDES.search(checked[0]) and _last_number(plain[: checked.start()], decimal_comma):
        plain = plain[: checked.start()]
    top, bottom = first_line(plain), last_line(plain)
    number = _beside_brackets(plain, decimal_comma)
    if top != plain.strip() and (lone := _lone_number(top, decimal_comma)) is not None:
        return Reading(lone.text, "from the first line", clear=True), lone
    if _ONLY_A_LIST.fullmatch(bottom):
        return nothing("ends with several numbers and chooses none"), None
    for sentence in last_sentences(plain):
        digits = _last_number(sentence, decimal_comma)
        told = find_told(sentence, question, digits, decimal_comma)
        conversion = _CONVERSION.fullmatch(sentence)
        clause = _last_clause(sentence, decimal_comma)
        if told is None and digits and (conversion or _EQUALS.search(clause) or _RESULT_WORDS.search(clause)):
            told = _told_after(clause, decimal_comma) or _number_at(
                conversion["into"] if conversion else clause, decimal_comma
            )
        if told is not None:
            return Reading(told.text, f"from “{sentence[:60]}”"), told
        if digits:
            break
    if number is None:
        word = last_word_number(plain, question)
        return (nothing("names no number"), None) if word is None else (Reading(word.text, "the last number"), word)
    return Reading(number.text, "the last number of the reply"), number


def _last_clause(sentence: str, decimal_comma: bool) -> str:
    """The clause after the last "so", where a number stands in it: ", so it is 25 percent cheaper"."""
    for start in reversed([clause.end() for clause in _CONCLUDING.finditer(sentence)]):
        if _last_number(sentence[start:], decimal_comma) is not None:
            return sentence[start:]
    return sentence


def _told_after(clause: str, decimal_comma: bool) -> Number | None:
    """What a clause that begins with a number tells of it: of "9 metres is 900 centimetres" the 900."""
    outside = _BRACKETS.sub(lambda bracket: f"({' ' * (len(bracket[0]) - 2)})", clause)
    numbers = list(find_numbers(outside, decimal_comma=decimal_comma))
    verbs = [verb.end() for verb in _RESULT_WORDS.finditer(outside)]
    told = [number for number in numbers[1:] if number.start in verbs and not _EQUALS.search(outside)]
    return told[-1] if told and not _SUM.search(outside, told[-1].start) else None


def _beside_brackets(plain: str, decimal_comma: bool) -> Number | None:
    """The last number, by preference one that stands in no brackets: of "100 °C (212 °F)" the 100."""
    return _last_number(_BRACKETS.sub(" ", plain), decimal_comma) or _last_number(plain, decimal_comma)


def _last_number(plain: str, decimal_comma: bool) -> Number | None:
    for window in (plain[-2000:], plain):
        numbers = list(find_numbers(window, decimal_comma=decimal_comma))
        if numbers and (numbers[-1].start > 0 or len(window) == len(plain)):
            return numbers[-1]
    return None


def _lone_number(line: str, decimal_comma: bool) -> Number | None:
    number = parse_number(line, decimal_comma=decimal_comma)
    rest = line.replace(number.text, "", 1).strip(" .,:;!%°()") if number else line
    return number if number and len(rest) <= 12 and " " not in rest.strip() else None
