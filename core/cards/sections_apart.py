"""Sections of a card, or of a table, whose numbers are not those of the next: one for each language or stage.

>>> in_language("German results"), in_language("Results"), in_language("English")
('German', None, None)
"""

import re

from core.cards.language_names import english_name, languages_in
from core.cards.name_words import words_of

MOST_CHARS = 80  # a longer title tells of something else besides
# Tests written in English: under "German" they are translations, and never the test itself.
_IN_ENGLISH = frozenset(
    re.findall(
        r"\w+",
        "mmlu mmlu_pro mmlu_redux hellaswag arc_challenge arc_easy arc gsm8k math truthfulqa winogrande boolq piqa "
        "openbookqa commonsenseqa drop bbh ifeval gpqa lambada triviaqa naturalquestions squad race mt_bench "
        "alpaca_eval",
    )
)


_ABOUT = frozenset(
    re.findall(
        r"\w+",
        "the our on in of for and results result evaluation evaluations eval evals benchmark benchmarks test tests "
        "task tasks performance scores score language languages leaderboard data sets set datasets table version "
        "versions",
    )
)


def in_language(title: str) -> str | None:
    """The one language other than English that a title names, by its English name."""
    found = languages_in(title) if len(title) <= MOST_CHARS else ()
    if len(found) != 1 or found == ("en",):
        return None
    # "Lumen Italian 7B" is a name, and "Polish and release" no language.
    rest = [word for word in re.findall(r"\w+", title) if word.casefold() not in _ABOUT and not languages_in(word)]
    return None if rest else english_name(found[0])


def name_in_section(name: str, benchmark: str, title: str) -> str:
    """ "MMLU (German)" for MMLU under "German"; any other name as it stands."""
    language = in_language(title) if benchmark in _IN_ENGLISH and not languages_in(name) else None
    return f"{name} ({language})" if language else name


def tell_apart(first: str, second: str) -> bool:
    """True for contexts whose last titles name different languages or stages of training."""
    a, b = (_kind(context.rsplit(" › ", 1)[-1]) for context in (first, second))
    return bool(a and b) and a != b


def _kind(title: str) -> frozenset[str]:
    return words_of(title).stage | set(languages_in(title)) if len(title) <= MOST_CHARS else frozenset()


def is_kind(title: str) -> bool:
    """True for the title of a section that is told apart from others."""
    return bool(_kind(title))
