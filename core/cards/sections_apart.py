"""Sections of a card, or of a table, whose numbers are not those of the next: one for each language or stage.

>>> in_language("German results"), in_language("Results"), in_language("English")
('German', None, None)
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from core.cards.language_names import english_name, is_code, languages_in
from core.cards.name_words import words_of
from core.cards.settings import is_setting

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


# The Korean counterpart of the Open LLM Leaderboard has translations of its tests, under the same names.
_BOARD_ABROAD = re.compile(r"(?i)(?:^|[^A-Za-z])(?P<code>[a-z]{2})[-_ ]?llm[-_ ]?leader-?board(?!.*leader-?board)")


def in_language(title: str) -> str | None:
    """The one language other than English that a title names, by its English name."""
    if len(title) <= MOST_CHARS and "oard" in title and (board := _BOARD_ABROAD.search(title)):
        code = board["code"].casefold()
        return english_name(code) if is_code(code) and code != "en" else None
    found = languages_in(title) if len(title) <= MOST_CHARS else ()
    if len(found) != 1 or found == ("en",):
        return None
    # "Lumen Italian 7B" is a name, and "Polish and release" no language.
    rest = [word for word in re.findall(r"\w+", title) if word.casefold() not in _ABOUT and not languages_in(word)]
    return None if rest else english_name(found[0])


def language_of(label: str) -> str | None:
    """The code of the language that a label is and says nothing more: "DE", "de", "German", "French (fr)"."""
    bare = label.strip(" *_:()")
    if len(bare) > 30:
        return None
    if re.fullmatch(r"[A-Za-z]{2}(?:[-_][A-Za-z]{2})?", bare) and is_code(bare[:2].casefold()):
        return bare[:2].casefold()
    found = languages_in(bare)
    rest = [word for word in re.findall(r"\w+", bare) if not languages_in(word) and word.casefold() not in found]
    return found[0] if len(found) == 1 and not rest else None


_ARROW = re.compile(r"\s?(?:→|->|⇒|=>|⟶|>)\s?|\s?[-–]\s?|\s(?:to|into)\s|(?<=\b[a-z]{2})2(?=[a-z]{2}\b)")


def direction_of(label: str) -> tuple[str, str] | None:
    """The two codes of "en→de", "de-en" and "English to German", between which a text is translated."""
    if len(label) > 40:
        return None
    sides = _ARROW.split(label.strip(" *_:()"))
    codes = [language_of(side) for side in sides] if len(sides) == 2 else []
    return (codes[0], codes[1]) if len(codes) == 2 and codes[0] and codes[1] and codes[0] != codes[1] else None


_ALL_OF_THEM = re.compile(r"(?i)\W*(?:avg|average|mean|overall|all|multilingual|delta)\b.*")


def are_languages(labels: Sequence[str | None]) -> bool:
    """True for the labels "EN", "DE", "FR", "Average": parts of a test, and no models."""
    told = {label.strip(" *_").casefold() for label in labels if label and not _ALL_OF_THEM.fullmatch(label)}
    return (
        len(told) > 1 and not told <= {"it", "pt"} and (all(map(language_of, told)) or all(map(direction_of, told)))
    )  # those two are stages as well


_SPLIT = re.compile(r"(?i)\W*(dev(?:elopment)?|val(?:id(?:ation)?)?|test)(?:[-_ ]?(?:set|split))?\W*")


def split_of(label: str) -> str | None:
    """The part of a test's questions that a label is and says nothing more: "dev", "validation", "test"."""
    found = _SPLIT.fullmatch(label[:30])
    return found[1].casefold() if found else None


def are_parts(labels: Sequence[str | None]) -> bool:
    """True for labels that are all languages, or all splits, "Dev" and "Test": parts of a test, and no models."""
    splits = {split_of(label or "") for label in labels}
    return (len(splits) > 1 and None not in splits) or are_languages(labels)


def name_in_language(name: str, benchmark: str | None, label: str) -> str:
    """The name of the part of a test that stands beside "DE"; "EN" is the whole of one that was written in English.

    >>> name_in_language("MMLU", "mmlu", "EN"), name_in_language("MMLU", "mmlu", "DE"), name_in_language("MGSM", "", "")
    ('MMLU', 'MMLU (German)', 'MGSM')
    """
    if split := split_of(label):
        return f"{name} ({split})"
    if direction := direction_of(label):
        return f"{name} ({english_name(direction[0])} to {english_name(direction[1])})"
    language = language_of(label)
    if language == "en":
        return name if benchmark in _IN_ENGLISH else f"{name} (English part)"
    if language:
        return f"{name} ({english_name(language)})"
    return f"{name} (all languages)" if benchmark in _IN_ENGLISH else name


def name_in_section(name: str, benchmark: str, title: str) -> str:
    """ "MMLU (German)" for MMLU under "German"; any other name as it stands."""
    language = in_language(title) if benchmark in _IN_ENGLISH and not languages_in(name) else None
    return f"{name} ({language})" if language else name


@lru_cache(maxsize=2048)  # asked for each pair of values of one test
def tell_apart(first: str, second: str) -> bool:
    """True for contexts of different versions, or whose nearest titles of a language or a stage name different ones.

    >>> tell_apart("Base models › Results", "Instruct models › General benchmarks"), tell_apart("Chat › A", "Chat › B")
    (True, False)
    """
    a, b = (
        next(filter(None, (_kind(title) for title in reversed(context.split(" › ")))), frozenset[str]())
        for context in (first, second)
    )
    if a and b and a != b:
        return True
    one, other = (frozenset(_VERSION.findall(context)) for context in (first, second))
    return bool(one and other) and not one & other


_VERSION = re.compile(r"(?<![\w.])v?(\d{1,2}\.\d{1,2})(?![\w.%]| ?[BMbm]\b)")


def _kind(title: str) -> frozenset[str]:
    return words_of(title).stage | set(languages_in(title)) if len(title) <= MOST_CHARS else frozenset()


def is_kind(title: str) -> bool:
    """True for the title of a section that is told apart from others."""
    return bool(_kind(title))


def sections_of(titled: Sequence[tuple[int, str]], rows: Sequence[int]) -> list[tuple[int, str]]:
    """The titles within a table that tell apart what stands below them, by line; "" where such a part has ended.

    "Math" below the rows of "Chinese" ends these. It does not where it only divides them: right below "Chinese", or in
    each of several parts. `rows` are the lines of the rows with numbers.

    >>> sections_of([(1, "Chinese"), (4, "Math")], [2, 3, 5]), sections_of([(1, "German"), (2, "Math")], [3, 4])
    ([(1, 'Chinese'), (4, '')], [(1, 'German')])
    """
    titles = [title for _, title in titled]
    found: list[tuple[int, str]] = []
    divides = False  # the part that goes on is divided by further titles
    for place, (line, title) in enumerate(titled):
        if is_kind(title):
            found.append((line, title))
            below = titled[place + 1] if place + 1 < len(titled) else None
            divides = below is not None and not is_kind(below[1]) and not any(line < row < below[0] for row in rows)
        elif found and found[-1][1] and not divides and titles.count(title) == 1 and not is_setting(title):
            found.append((line, ""))
    return found
