"""Which option a reply chooses.

A letter is read only where it stands as a letter: alone, in brackets, before
")" or ".", or after words that choose. "A looks likely" and "I think" give no
letter; "A or B" and "A?" commit to nothing. Where no letter is written, the
text of exactly one option is taken for it.
"""

import re
from collections.abc import Sequence

from core.grading.conclusions import find_concluded, find_only_named
from core.grading.final_answer import Place, Rank, best_first, find_places, first_line, last_line
from core.grading.judged_options import find_called_right, find_option_called_right
from core.grading.markup import parse_plain
from core.grading.option_sentences import find_said_of
from core.grading.option_texts import find_equal, fold
from core.grading.reading import Reading, nothing
from core.questions.question import LETTERS

PLACEHOLDER = "X"  # of "ANSWER: X, where X is the letter of the right choice"
# Cyrillic and Greek capitals that look like the letters they were copied from.
_LOOKALIKES = str.maketrans("АВСЕНІΑΒΕΗΙ", "ABCEHIABEHI")
_OPTION_WORD = r"(?:(?:option|choice|letter|answer|opción|opção|opzione|choix|lettre|选项|選項|選択肢|보기|вариант) ?)?"
_LETTER_HERE = re.compile(
    rf"(?:(?:the|die|der|das|la|le|el) )?{_OPTION_WORD}"
    r"(?P<open>[(\[\"'“‘【「])?(?P<letter>[A-Za-z])(?P<close>[)\]\"'”’】」])?(?P<after>.*)",
    re.IGNORECASE | re.DOTALL,
)
_JUSTIFIES = re.compile(
    r" ?(?:\(|it is\b|because\b|since\b|as\b(?! well)|given\b|due to\b|[-–—] |"
    r"is (?:the )?(?:correct|right|best|true)\b)|"
    r"(?:입니다|이다|です|だ|。|，|、(?! ?[A-Z]))",
    re.IGNORECASE,
)
# "The third one", "option 2": a place in the list of options.
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_BY_PLACE = re.compile(
    rf"(?:the |an? )?(?:(?P<ordinal>{'|'.join(_ORDINALS)}|last) (?:one|option|choice|answer|statement)"
    r"|(?:option|choice)(?: number)? ?#?(?P<number>[1-9]))(?=\W*\Z|[:.,;] )",
    re.IGNORECASE,
)
_PLACE_RIGHT = re.compile(
    rf"\b(?P<place>{'|'.join(_ORDINALS)}|last) (?:one|option|choice|answer|summary|sentence|reply|message|version|line)"
    r" is (?:the )?(?:correct|right|best)\b(?! or| only|\?)",
    re.IGNORECASE,
)
_STOPS = re.compile(r"[.)](?=\s|$)|[:;](?=\s|$)|,(?=\s)|!")
_ANOTHER = re.compile(
    r"\W{0,2}(?:or|and|oder|und|ou|et|o|y|e|或|和|/|,|&|\+|、)\W{0,2}(?:option |choice )?[(]?"
    r"(?P<other>[B-HJ-Z](?![A-Za-z'])|[AI](?![A-Za-z']| [a-z]))"  # "A" and "I" are words too
)
_CHOOSES = re.compile(
    r"(?<!\w)(?:(?:I|we)(?:'d|'ll| would| will)? (?:choose|chose|pick|select|go with|go for|say|guess)"
    r"|(?<!\w )(?:choose|pick|select)"
    r"|(?:it|that|this)(?:'s| is| must be)|therefore|thus|hence|so|go with|correct is|"
    r"probably|clearly|obviously|definitely|leaves|leaving|left with|(?:most )?likely"
    r"|ich wähle|elijo|je choisis|选择|選)"
    r",? (?=[(\[\"'“]?[A-Z](?![A-Za-z])|option|choice|letter)",
    re.IGNORECASE,
)
_IS_RIGHT = re.compile(
    rf"(?<![\w'])(?i:{_OPTION_WORD})[(\[]?(?P<letter>[A-Z])[)\]]? (?:is|would be|seems|ist|est|es)"
    r" (?:the |die |la )?(?:most )?(?:correct|right|best|true|accurate|likely|appropriate|richtig|correcta|correcto|"
    r"answer)\b"
    r"(?! or| only|\?)"
)
_OF_SEVERAL = re.compile(r"(?:\b(?:or|and|nor|neither|not|no|none of) |[A-Z], )[(\[]?$")  # "none of A or B is correct"
# 'The best set is "B" because …': a letter in quotes is no article.
_QUOTED_LETTER = re.compile(r"\b(?:is|are|was|be):? [(\[\"'“‘](?P<letter>[A-Z])[)\]\"'”’](?! or\b| and\b|\?)")
# "The odd one out is: 'B'", at the end of a line that denies nothing.
_ENDS_IN_LETTER = re.compile(
    r"\b(?:is|are|was|be)(?: (?:indeed|clearly|therefore|thus|then|simply|definitely))?:? "
    r"[(\[\"'“‘]?(?P<letter>[A-Z])[)\]\"'”’]?[.!]{0,3}$",
    re.MULTILINE,
)
_APART = re.compile(
    r"\b(?:that|which|who) (?:does|do|is|are|was|has|have|can) ?n(?:o|')t\b"
)  # says which, denies nothing
_BRACKETED = re.compile(r"(?<![\w)])\(([A-Za-z])\)")
_LIST_LINE = re.compile(r"^\(?([A-Z])[).:] *\S", re.MULTILINE)
_LABELLED = re.compile(r"\W{0,2}(?P<letter>[A-Za-z])(?:[).:]| [-–—:])+ *(?P<text>\S.{0,400})", re.DOTALL)
_LABEL = re.compile(r"(?<![\w'])\(?([A-Z])[).:](?=\s)")
_REFUSES = re.compile(
    r"^(?:none|neither|unknown|unclear|cannot|can't|i (?:don't|do not|cannot|can't)|not (?:sure|enough|given)|n/a)\b",
    re.IGNORECASE,
)
_TAKES_BACK = re.compile(
    rf"(?i:\b(?:answer|choice|option) (?:is|was) not (?:the )?{_OPTION_WORD})[(\[\"'“]?(?P<letter>[A-Z])(?![\w'])"
)
_DENIES = re.compile(r"(?<!\w)(?:not|never|neither|nor|except|incorrect|wrong|false)(?!\w)|n't", re.IGNORECASE)
_IN_SIGHT = 200  # signs before a letter that may deny it
_SHORT_REPLY = 300  # signs; in a longer one, naming an option is discussing it


def read_letter(plain: str, choices: Sequence[str], question: str = "") -> Reading:
    """The letter, as shown, of the option that `plain` commits to as the answer to `question`.

    >>> read_letter("Answer: A looks likely at first. On reflection no.\\nANSWER: B", ["x", "y"]).value
    'B'
    >>> read_letter("A looks likely, I think", ["x", "y"]).value is None
    True
    """
    valid = LETTERS[: len(choices)]
    taken_back = {found["letter"]: found.start() for found in _TAKES_BACK.finditer(plain)}
    for place in best_first(find_places(plain)):
        found = _read_place(place, valid, choices)
        if found is not None and taken_back.get(found.value or "", -1) <= place.start:
            return found
    return (
        _read_said(plain, valid, choices)
        or _read_bare(plain, valid, choices, question)
        or nothing("names no option as its answer")
    )


def read_letters(plain: str, choices: Sequence[str]) -> Reading:
    """The letters, as shown and in order, of all options that `plain` commits to: "A, C".

    >>> read_letters("ANSWER: A and C", ["x", "y", "z"]).value
    'AC'
    """
    valid = LETTERS[: len(choices)]
    for place in best_first(find_places(plain)):
        clear = place.rank is Rank.MARKED and place.ended
        if letters := _several(place.rest, valid):
            return Reading(letters, f"from {_quote(place.rest)}", clear)
    if letters := _several(last_line(plain), valid) or _several(first_line(plain), valid):
        return Reading(letters, "from a line of letters")
    listed = sorted({line[1] for line in _LIST_LINE.finditer(plain)} & set(valid))
    if listed and listed != list(valid):
        return Reading("".join(listed), "from the options that it lists")
    return read_letter(plain, choices)


def _several(rest: str, valid: str) -> str | None:
    """The letters of "A, C and D" or "(A) x, (C) y"; None when there is anything but letters and option texts."""
    rest = rest.translate(_LOOKALIKES)
    bracketed = [letter.upper() for letter in _BRACKETED.findall(rest)]
    alone = re.split(r"[\W_]+", re.sub(r"\b(?:and|und|et|y|e|og|options?|letters?)\b", " ", rest, flags=re.IGNORECASE))
    words = [word for word in alone if word]
    if len(words) == 1 and 1 < len(words[0]) <= len(valid) and words[0].isupper():
        words = list(words[0])  # "AC"
    found = words if words and all(len(word) == 1 for word in words) else bracketed
    letters = sorted({letter.upper() for letter in found})
    return "".join(letters) if letters and set(letters) <= set(valid) else None


def _read_place(place: Place, valid: str, choices: Sequence[str]) -> Reading | None:
    where = f"from {_quote(place.rest)}"
    clear = place.rank is Rank.MARKED or (place.first_line and place.ended)
    if _REFUSES.match(place.rest):
        return nothing(f"commits to no option ({_quote(place.rest)})") if place.rank is Rank.MARKED else None
    letter = _letter_at(place.rest, valid, choices)
    if letter == "":
        return nothing(f"names more than one option ({_quote(place.rest)})") if place.rank is Rank.MARKED else None
    if letter is None and place.rank is Rank.MARKED and (letter := _letter_outside(place.rest)) == PLACEHOLDER:
        return nothing("writes the letter X where its own letter belongs")
    letter = letter or _option_named(place.rest, choices) or _by_place(place.rest, choices)
    return _unless_contradicted(Reading(letter, where, clear), place.rest, choices) if letter else None


def _letter_at(rest: str, valid: str, choices: Sequence[str]) -> str | None:
    """The letter that `rest` begins with; "" when it names several, None when it is no letter."""
    found = _LETTER_HERE.match(rest.translate(_LOOKALIKES))
    if found is None:
        return None
    letter, after = found["letter"].upper(), found["after"]
    if letter not in valid or after.lstrip(" )*\"'").startswith("?"):
        return None
    if (another := _ANOTHER.match(after)) and another["other"] in valid.replace(letter, ""):
        return ""
    bracketed = bool(found["open"] and found["close"])
    stands_alone = not after.strip(" .,;:!*)]\"'”’")
    stops = bool(_STOPS.match(after)) or (found["close"] == ")" and after[:1] in " :.,")
    if bracketed or stands_alone or (found["letter"].isupper() and (stops or _JUSTIFIES.match(after))):
        return letter
    named = _option_named(after.strip(), choices)
    return letter if named == letter else None


def _unless_contradicted(found: Reading, written: str, choices: Sequence[str]) -> Reading:
    """No option where another one's text stands behind the letter: "C) 3 m east" where that is B."""
    label = _LABELLED.match(written)
    if label is None or label["letter"].upper() != found.value:
        return found
    text = label["text"].partition("\n")[0]
    other = find_equal(text, choices)
    own = choices[
        LETTERS.index(label["letter"].upper())
    ]  # "<b>hi</b>" has lost its tags in a reply that is read as plain text
    if other in (None, found.value) or fold(parse_plain(own)) == fold(text):
        return found
    return nothing(f"names {found.value} and writes the text of {other} ({_quote(written)})")


def _letter_outside(rest: str) -> str | None:
    """A lone letter that is no option's: an answer, and a wrong one."""
    lone = rest.strip(" .*()[]\"'")
    return lone.upper() if len(lone) == 1 and lone.upper() in LETTERS and lone.isupper() else None


def _option_named(rest: str, choices: Sequence[str]) -> str | None:
    """The option whose text `rest` begins with; the longest where one begins another."""
    text = fold(rest)
    best: tuple[int, int] | None = None
    for index, choice in enumerate(choices):
        wanted = fold(choice)
        if wanted and text.startswith(wanted) and not text[len(wanted) : len(wanted) + 1].isalnum():
            if best is not None and best[0] == len(wanted):
                return None  # two options with the same text
            best = max(best or (0, 0), (len(wanted), index))
    if best is not None:
        return LETTERS[best[1]]
    return find_equal(re.split(r"(?<=\w)[.;:!](?: |$)|,? (?:because|since|as)\b| \(", rest)[0], choices)


def _by_place(rest: str, choices: Sequence[str]) -> str | None:
    """The letter of "the third one" or "option 2", where no option has a number of its own."""
    found = _BY_PLACE.match(rest)
    if found is None or any(re.search(r"\d", choice) for choice in choices if found["number"]):
        return None
    if found["number"]:
        place = int(found["number"])
    else:
        ordinal = found["ordinal"].lower()
        place = len(choices) if ordinal == "last" else _ORDINALS.index(ordinal) + 1
    return LETTERS[place - 1] if place <= len(choices) else None


def _read_said(plain: str, valid: str, choices: Sequence[str]) -> Reading | None:
    found: tuple[int, str, str] | None = None
    for chosen in _CHOOSES.finditer(plain):
        rest = plain[chosen.end() : chosen.end() + 200].partition("\n")[0]
        if letter := _letter_at(rest, valid, choices):
            found = (chosen.start(), letter, chosen[0] + rest)
    apart = not any(len(choice.strip()) == 1 for choice in choices)
    places = [(place, _by_place(f"the {place['place']} one", choices)) for place in _PLACE_RIGHT.finditer(plain)]
    found = next(((place.start(), letter, place[0]) for place, letter in reversed(places) if letter), found)
    ends = [
        *(end for end in _ENDS_IN_LETTER.finditer(plain) if _states(plain, end.start(), "\n?", from_start=True)),
        *(end for end in _QUOTED_LETTER.finditer(plain) if _states(plain, end.start(), "\n?.")),
    ]
    for named in (*_IS_RIGHT.finditer(plain), *(ends if apart else ())):
        if (
            named["letter"] in valid
            and not _OF_SEVERAL.search(plain[: named.start("letter")][-60:])
            and (found is None or named.start() > found[0])
        ):
            found = (named.start(), named["letter"], named[0])
    return Reading(found[1], f"from {_quote(found[2])}") if found else None


def _states(plain: str, end: int, marks: str, *, from_start: bool = False) -> bool:
    """Whether what stands before `end`, since the last of `marks`, denies nothing; `from_start`: of its line."""
    before = plain[max(0, end - _IN_SIGHT) : end]
    last = max(before.rfind(mark) for mark in marks)
    if from_start and (before[last] != "\n" if last >= 0 else end > _IN_SIGHT):
        return False
    return not _DENIES.search(_APART.sub("", before[last + 1 :]))


def _read_bare(plain: str, valid: str, choices: Sequence[str], question: str) -> Reading | None:
    """A letter or an option's text that stands by itself, in the last line or the first."""
    top, bottom = first_line(plain), last_line(plain)
    one_line = "\n" not in plain.strip()
    lines = ((bottom, "the last line", False), (top, "the first line", not one_line))
    for line, where, clear in lines:
        if (letter := _lone_letter(line)) and letter in valid:
            return Reading(letter, f"from {where}", clear)
    if judged := {letter for letter in find_called_right(plain, choices) if letter in valid}:
        if len(judged) == 1:
            return Reading(judged.pop(), "from the option that it calls right")
        return find_concluded(plain, choices, question)
    listed = [line[1] for line in _LIST_LINE.finditer(plain)]
    repeats_options = len(listed) > 1 and listed == list(LETTERS[: len(listed)])
    for line, where, clear in lines:
        labels = {label[1] for label in _LABEL.finditer(line)} & set(valid)
        may_choose = not repeats_options and (len(listed) < 2 or line is top) and len(labels) < 2
        if may_choose and (one_line or _LIST_LINE.match(line)) and (letter := _letter_at(line, valid, choices)):
            return _unless_contradicted(Reading(letter, f"from {where}", clear), line, choices)
        if exact := find_equal(line, choices):
            return Reading(exact, f"from the text of its option in {where}", clear)
    return (
        _only_bracketed(plain, valid)
        or find_option_called_right(plain, choices)
        or (find_only_named(plain, choices, question) if len(plain) <= _SHORT_REPLY else None)
        or find_said_of(plain, choices)
        or find_concluded(plain, choices, question)
    )


def _lone_letter(line: str) -> str | None:
    lone = re.sub(r"^[\W_]{1,20}|[\W_]{1,20}$", "", line[:60].translate(_LOOKALIKES))
    return lone.upper() if len(lone) == 1 and "?" not in line else None


def _only_bracketed(plain: str, valid: str) -> Reading | None:
    named = {found[1].upper() for found in _BRACKETED.finditer(plain)}
    if len(named) == 1 and named <= set(valid) and not _DENIES.search(plain[:_SHORT_REPLY]):
        return Reading(named.pop(), "from the only letter in brackets")
    return None


def _quote(text: str) -> str:
    shown = " ".join(text.split())
    return f"“{shown[:60]}…”" if len(shown) > 60 else f"“{shown}”"
