"""Where a reply commits itself.

A reply mentions many candidates and means one. Places that say "this is my
answer" come in two ranks: MARKED (a line "ANSWER: …", a box, an answer tag, a
"#### …" line) and SAID ("the answer is …"). The last marked place wins over
every said one, and the last said one over every mention. What is read there
is the business of a reader for letters, numbers or text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from core.grading.markup import RESULT, RESULT_END

_WORDS = (
    "answer|antwort|endantwort|lösung|ergebnis|réponse|résultat|solution|respuesta|solución|resultado|resposta|"
    "risposta|risultato|antwoord|svar|odpowiedź|odpověď|ответ|відповідь|απάντηση|cevap|yanıt|vastaus|válasz|răspuns|"
    "đáp án|jawaban|result|conclusion|correct"
)
_CHOICE_WORDS = "option|choice|letter|opción|opção|opzione|choix|lettre"
_ADJECTIVES = (
    "final|correct|right|best|only|true|likely|"
    "richtige|korrekte|endgültige|bonne|finale|correcta|correcto|correcte|correta|corretta|juiste|правильный|"
    "rätt|doğru|prawidłowa|poprawna"
)
_UNSPACED_WORDS = (
    "最终答案|正确答案|正確答案|答案|正解|答え|回答|解答|答|최종 답|정답|답변|답|"
    "الإجابة الصحيحة|الجواب الصحيح|الإجابة|الجواب|उत्तर|คำตอบ|התשובה|תשובה"
)
_MARK = r"(?::|=>|->|=|→|⇒|＝)"
_DASH = r"[-–—](?= ?\W?[A-Z]\b| [0-9])"
_SAY = (
    r"(?:is|was|are|would be|should be|must be|will be|has to be|ist|lautet|wäre|est|es|é|è|je|jest|är|er|on|"
    r"adalah|là|является)"
)
_FIRST_LETTERS = "".join(sorted({word[0] for word in f"{_WORDS}|{_ADJECTIVES}|{_UNSPACED_WORDS}".split("|")}))
_PLACE = re.compile(
    rf"(?<!\w)(?=[{_FIRST_LETTERS}])(?:"  # most places of a text are ruled out by one letter
    rf"(?:(?:{_ADJECTIVES}) )?(?:{_WORDS})(?: (?:{_ADJECTIVES}|{_CHOICE_WORDS}|number))?"
    rf"|(?:{_ADJECTIVES}) (?:{_CHOICE_WORDS}|statement|value|number)"
    rf"|(?:{_UNSPACED_WORDS}))"
    r"(?: \([^()\n]{0,24}\))?(?P<key>\")? ?"
    rf"(?:(?P<mark>{_MARK}|{_DASH})"
    rf"|(?P<said>(?:[\w']{{1,12}} ){{0,3}}?{_SAY}\b)"
    r"(?:,? (?:therefore|thus|then|hence|clearly|also|simply|daher|also|donc))?,? ?"
    rf"(?P<late_mark>{_MARK})?"
    r"|(?P<unspaced>[应應]?[该該]?(?:是|为|為|选|選)|は|が|는|은|هي|هو|है|คือ|היא):?)",
    re.IGNORECASE,
)
_BARE_LINE = re.compile(rf"^(?:final )?(?:{_WORDS}) \(?(?P<bare>[A-Z]|-?[0-9][0-9.,]{{0,30}})\)?[.]?$", re.I | re.M)
_CONTINUES = re.compile(r"[ \n]{0,40}([^\n]{0,1000})")  # bounded, or a line of a thousand places costs its square
_JSON_KEY = re.compile(
    r"\"(?:final_answer|correct_answer|chosen_option|selected_option|correct_option|choice|option|letter|output)\" ?: ?"
    r"(?P<value>\"[^\"\n]{1,1000}\"|[^,}\n]{1,100})",
    re.IGNORECASE,
)
_JSON_TEXT = re.compile(r"\"([^\"\n]{1,1000})\"")  # the value of {"answer": "B"}
_NOT_BUT = re.compile(
    r"not (?!only\b|just\b|merely\b)[^,;.\n]{1,60}?,? (?:but|it is|it's)(?: rather| instead)? ", re.IGNORECASE
)
_SIGN_GAP = re.compile(r"^- (?=[0-9])")  # "the answer is - 3"; a list's dash is gone from plain text
_HOLDS_NOTHING = " .,\"'“”‘’«»"  # the rest of a quoted 'ANSWER: ""
_MOST_PLACES = 100


class Rank(IntEnum):
    SAID = 1
    MARKED = 2


@dataclass(frozen=True)
class Place:
    """A place where a reply commits itself."""

    rest: str  # what stands there: the rest of the line, or the next line, or what is in the box
    rank: Rank
    start: int  # in the plain text
    ended: bool  # something follows, so a budget did not cut it in the middle
    first_line: bool


def find_places(plain: str) -> list[Place]:
    """Every place of `plain` (see markup.parse_plain) that commits, in the order of the text.

    >>> [place.rest for place in find_places("The answer is A? No.\\nANSWER: B")]
    ['A? No.', 'B']
    """
    first_line_end = plain.find("\n") if "\n" in plain else len(plain)
    found = [*_boxes(plain), *_lines(plain)]
    places = [
        Place(_SIGN_GAP.sub("-", _without_denied(_without_signs(rest))), rank, start, ended, start < first_line_end)
        for start, rest, rank, ended in found
    ]
    return sorted((place for place in places if place.rest.strip(_HOLDS_NOTHING)), key=lambda place: place.start)


def best_first(places: list[Place]) -> list[Place]:
    """The same places in the order in which they are believed: marked before said, later before earlier."""
    return sorted(places, key=lambda place: (place.rank, place.start), reverse=True)[:_MOST_PLACES]


def last_line(plain: str) -> str:
    return _without_signs(plain.rstrip().rpartition("\n")[2])


def first_line(plain: str) -> str:
    return _without_signs(plain.lstrip().partition("\n")[0])


def _boxes(plain: str) -> Iterator[tuple[int, str, Rank, bool]]:
    start = plain.find(RESULT)
    while start >= 0:
        following = plain.find(RESULT, start + 1)
        limit = following if following >= 0 else len(plain)
        end = plain.find(RESULT_END, start, limit)
        yield start, plain[start + 1 : end if end >= 0 else limit], Rank.MARKED, end >= 0
        start = following


def _lines(plain: str) -> Iterator[tuple[int, str, Rank, bool]]:
    for place in _PLACE.finditer(plain):
        marked = place["mark"] or place["late_mark"]
        rest = _CONTINUES.match(plain, place.end())
        assert rest is not None  # the pattern matches the empty text too
        if "\n" in plain[place.end() : rest.start(1)] and not marked:
            continue  # "the answer is" and a line break says nothing
        value = _JSON_TEXT.match(rest[1]) if place["key"] else None
        yield (
            place.start(),
            value[1] if value else rest[1],
            Rank.MARKED if marked else Rank.SAID,
            rest.end() < len(plain),
        )
    for key in _JSON_KEY.finditer(plain):
        yield key.start(), key["value"].strip('"'), Rank.MARKED, key.end() < len(plain)
    for line in _BARE_LINE.finditer(plain):
        yield line.start(), line["bare"], Rank.MARKED, True


def _without_denied(rest: str) -> str:
    """What "the answer is not A but C" commits to."""
    denied = _NOT_BUT.match(rest)
    return rest[denied.end() :] if denied else rest


def _without_signs(text: str) -> str:
    return text.replace(RESULT, "").replace(RESULT_END, "").strip()
