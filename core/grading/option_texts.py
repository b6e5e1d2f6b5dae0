"""The texts of options, as replies name them.

"about 5 ml" is named by "5 ml", "Sunday, 10 January" by "Sunday, January 10th",
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
from core.questions.question import LETTERS

_HEDGE = re.compile(
    r"\b(?:about|around|roughly|approximately|approx\.?|circa|ca\.|nearly|almost) (?=-?\d)|[~≈] ?(?=-?\d)"
)
_MARKUP = re.compile(r"[*_`]")  # a reply's "COUNT(*)" may have lost its sign as markup
_ARTICLE = re.compile(r"(?:an?|the) (?=\w)")
_LEAD = re.compile(r"(?:(?:in|on|at|by|with|from|to|for|of|under|into|onto|near) )?(?:(?:an?|the|his|her|its) )?(?=\w)")
_MOST_SIGNS = 400  # an option longer than this is named by its letter or word by word
_SHORTEST = 3  # signs of a form that is looked for inside a sentence


def fold(text: str) -> str:
    """`text` as it is compared with an option.

    >>> fold("“About  5 ml”.")
    '5 ml'
    """
    bare = _MARKUP.sub("", plain_minus(text).casefold()).replace(", and ", " and ").replace(", or ", " or ")
    folded = " ".join(bare.split()).strip(" .!\"'“”‘’")
    return _HEDGE.sub("", with_days_in_one_order(folded))


def find_equal(text: str, choices: Sequence[str]) -> str | None:
    """The letter of the option that the whole text is, in whatever form; None for none or several."""
    wanted = fold(text)
    named = [letter for letter, forms in zip(LETTERS, forms_of(tuple(choices)), strict=False) if wanted in forms]
    return named[0] if len(named) == 1 and wanted else None


def find_named(text: str, choices: Sequence[str]) -> list[str]:
    """The letters of all options whose text stands in `text`, a longer one before those that it holds.

    >>> find_named("it is the old car", ["the car", "the old car"]), find_named("A cat", ["the cat", "a dog"])
    (['B'], ['A'])
    """
    rest = fold(text)
    forms = [
        (form, letter)
        for letter, option in zip(LETTERS, forms_of(tuple(choices), inside=True), strict=False)
        for form in option
        if len(form) >= _SHORTEST or form.lstrip("-").isdecimal()
    ]
    named = set()
    for form, letter in sorted(forms, key=lambda pair: -len(pair[0])):
        pattern = rf"(?<![\w/.-]){re.escape(form)}(?![\w/]|[.,-]\w)"
        kept = re.sub(pattern, " \x00 ", rest)
        if kept != rest:
            named.add(letter)
            rest = kept
    return sorted(named)


@lru_cache(maxsize=64)
def forms_of(choices: tuple[str, ...], *, inside: bool = False) -> tuple[frozenset[str], ...]:
    """For each option the folded texts that name it and no other.

    `inside` a sentence, "the shed" does not name "in the shed": something may have come from there.
    """
    whole = [fold(choice) for choice in choices]
    forms = [{text} for text in whole]
    for short in (_turned, _without_article) if inside else (_turned, _without_article, _without_lead):
        made = [short(text) if len(text) <= _MOST_SIGNS else set() for text in whole]
        times = Counter(form for option in made for form in option)
        taken = {form for option in forms for form in option}
        for option, new in zip(forms, made, strict=True):
            option |= {form for form in new if times[form] == 1 and form not in taken and form}
    return tuple(frozenset(form for form in option if form) for option in forms)


def _turned(text: str) -> set[str]:
    """ "10 m west and 1 m north" of "1 m north and 10 m west"; with a comma, of a list of two."""
    turned = set()
    for sign in (" and ", ", "):
        if len(parts := text.split(sign)) == 2 and all(parts):
            turned |= {f"{parts[1]}{sign}{parts[0]}"}
    return turned


def _without_article(text: str) -> set[str]:
    return {_ARTICLE.sub("", text, count=1)} if _ARTICLE.match(text) else set()


def _without_lead(text: str) -> set[str]:
    """ "workshop" and "the workshop" of "in the workshop"."""
    lead = _LEAD.match(text)
    bare = text[lead.end() :] if lead else text
    return {bare, f"the {bare}", f"a {bare}"} - {text} if bare != text else {f"the {text}", f"a {text}"}
