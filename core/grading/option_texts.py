"""The texts of options, as replies name them.

"about 5 ml" is named by "5 millilitres", "Sunday, 10 January" by "Sunday, January 10th",
"the violin" by "Violin", "in the workshop" by "The workshop", and "1 m north and
10 m west" by its parts in the other order. A shorter or turned form names an
option only while it names no other.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from core.grading.dates import with_days_in_one_order
from core.grading.markup import plain_minus
from core.grading.number_words import find_words_of_numbers
from core.questions.question import LETTERS

_HEDGE = re.compile(
    r"\b(?:about|around|roughly|approximately|approx\.?|circa|ca\.|nearly|almost) (?=-?\d)|[~≈] ?(?=-?\d)"
)
_UNIT = re.compile(r"(?<=\d) ?(?:(kilo|centi|milli)?(met(?:re|er)|lit(?:re|er)|gram(?:me)?)s?|([kcm]?m|[mcd]?l|k?g))\b")
_MARKUP = re.compile(r"[*_`]")  # a reply's "COUNT(*)" may have lost its sign as markup
_COMMA = re.compile(r", (?=(?:and|or|at|on|in) )")  # "Friday, at 13:00" and "a viola, and a cello"
_HYPHEN = re.compile(r"(?<=[^\W\d]{2})-(?=[^\W\d]{2})")  # "father-in-law"
_CONTRACTED = re.compile(r"\b([a-z]{2,6})n't\b")
_WHOLE_VERBS = {"can't": "cannot", "won't": "will not", "shan't": "shall not"}
_ARTICLE = re.compile(r"(?:an?|the) (?=\w)")
_LEAD = re.compile(r"(?:(?:in|on|at|by|with|from|to|for|of|under|into|onto|near) )?(?:(?:an?|the|his|her|its) )?(?=\w)")
_WHOLE_NUMBER = re.compile(r"-?\d+")
_MOST_SIGNS = 400  # an option longer than this is named by its letter or word by word
_SHORTEST = 3  # signs of a form that is looked for inside a sentence


def fold(text: str) -> str:
    """`text` as it is compared with an option.

    >>> fold("“About  5 ml”.")
    '5 ml'
    """
    bare = _MARKUP.sub("", plain_minus(text).casefold())
    bare = _COMMA.sub(" ", _CONTRACTED.sub(lambda verb: _WHOLE_VERBS.get(verb[0], f"{verb[1]} not"), bare))
    bare = _HYPHEN.sub(" ", bare)
    folded = " ".join(bare.split()).strip(" .!\"'“”‘’")
    return _UNIT.sub(_short_unit, _HEDGE.sub("", with_days_in_one_order(folded))).replace(" = ", " is ")


def _short_unit(unit: re.Match[str]) -> str:
    """ "5 millilitres" and "5ml" as "5 ml"."""
    return f" {unit[3] or (unit[1] or '')[:1] + unit[2][0]}"


def find_equal(text: str, choices: Sequence[str]) -> str | None:
    """The letter of the option that the whole text is, in whatever form; None for none or several."""
    written = [letter for letter, choice in zip(LETTERS, choices, strict=False) if choice.strip() == text.strip(" `")]
    if len(written) == 1:
        return written[0]  # of options that differ in quotes or signs alone
    wanted = fold(text)
    named = [letter for letter, forms in zip(LETTERS, forms_of(tuple(choices)), strict=False) if wanted in forms]
    return named[0] if len(named) == 1 and wanted else None


def find_named(text: str, choices: Sequence[str]) -> list[str]:
    """The letters of all options whose text stands in `text`, a longer one before those that it holds.

    >>> find_named("it is the old car", ["the car", "the old car"]), find_named("A cat", ["the cat", "a dog"])
    (['B'], ['A'])
    """
    rest = fold(text)
    if all(_WHOLE_NUMBER.fullmatch(choice.strip()) for choice in choices):
        rest = _with_digits(rest)
    every = forms_of(tuple(choices), inside=True)
    times = Counter(form for option in every for form in option)
    forms = [
        (form, letter)
        for letter, option in zip(LETTERS, every, strict=False)
        for form in option
        if (len(form) >= _SHORTEST or form.lstrip("-").isdecimal()) and times[form] == 1
    ]
    named = set()
    for form, letter in sorted(forms, key=lambda pair: -len(pair[0])):
        pattern = rf"(?<![\w/.-]){re.escape(form)}(?![\w/]|[.,-]\w)"
        kept = re.sub(pattern, " \x00 ", rest)
        if kept != rest:
            named.add(letter)
            rest = kept
    return sorted(named)


def _with_digits(text: str) -> str:
    """ "three rows" as "3 rows", for options that are numbers."""
    pieces, position = [], 0
    for value, start, end in find_words_of_numbers(text):
        if value.denominator == 1:
            pieces += [text[position:start], str(value.numerator)]
            position = end
    return "".join([*pieces, text[position:]])


@lru_cache(maxsize=64)
def forms_of(choices: tuple[str, ...], *, inside: bool = False) -> tuple[frozenset[str], ...]:
    """For each option the folded texts that name it and no other.

    `inside` a sentence, "the shed" does not name "in the shed": something may have come from there.
    """
    whole = [fold(choice) for choice in choices]
    forms = [{text} for text in whole]
    for short in (_turned, _without_article, _without_yes, *(() if inside else (_without_lead,))):
        made = [short(text) if len(text) <= _MOST_SIGNS else set() for text in whole]
        times = Counter(form for option in made for form in option)
        taken = {form for option in forms for form in option}
        for option, new in zip(forms, made, strict=True):
            option |= {form for form in new if times[form] == 1 and form not in taken and form}
    return tuple(frozenset(form for form in option if form) for option in forms)


def _turned(text: str) -> set[str]:
    """ "10 m west and 1 m north" of "1 m north and 10 m west"; "the cook alone" of "only the cook"."""
    turned = set()
    for sign in (" and ", ", "):
        if len(parts := text.split(sign)) == 2 and all(parts):
            turned |= {f"{parts[1]}{sign}{parts[0]}", f"{parts[0]} and {parts[1]}"}
    if text.startswith("only "):
        bare = text.removeprefix("only ")
        turned |= {f"{bare} only", f"{bare} alone", f"just {bare}"}
    return turned


def _without_article(text: str) -> set[str]:
    return {_ARTICLE.sub("", text, count=1)} if _ARTICLE.match(text) else set()


def _without_yes(text: str) -> set[str]:
    """ "it is too late" of "no, it is too late"."""
    lead = re.match(r"(?:yes|no), ", text)
    return {text[lead.end() :]} if lead else set()


def _without_lead(text: str) -> set[str]:
    """ "workshop" and "the workshop" of "in the workshop"."""
    lead = _LEAD.match(text)
    bare = text[lead.end() :] if lead else text
    return {bare, f"the {bare}", f"a {bare}"} - {text} if bare != text else {f"the {text}", f"a {text}"}
