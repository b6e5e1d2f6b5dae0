"""The one test that a whole table is about, as its corner, its heading or its introduction names it."""

import re
from collections.abc import Sequence

from core.cards.benchmark_mentions import names_test, tests_in
from core.cards.grids import Table
from core.cards.settings import Settings, is_setting, parse_settings
from core.catalogue.benchmark_names import find_benchmark, name_key

# "MMLU coming soon": the table below is of something else.
_LATER = re.compile(
    r"(?i)[^.;*]{0,80}\b(?:coming soon|to be added|will be added|follows? later|to come|tbd)\b[^.;*]{0,40}"
)
_SAYS_LATER = re.compile(r"(?i)\bsoon\b|\badded\b|\blater\b|\bto come\b|\btbd\b")
_TITLE_CHARS = 120
_PART = re.compile(r"\s?\(([A-Za-z][A-Za-z &-]{3,40})\)")


def find_test_above(corners: Sequence[str], table: Table) -> str | None:
    """The name of that test as written, where one place names just one."""
    intro = _LATER.sub(" ", table.intro) if _SAYS_LATER.search(table.intro) else table.intro
    for text in (*corners, *reversed(table.headings[-2:]), intro):
        found = {name_key(name): name for name in reversed(tests_in(text))}  # "MT-Bench Average" is MT-Bench
        if len(found) == 1:
            return _with_part(next(iter(found.values())), text)
    named = tests_in(table.caption) if len(table.caption) < _TITLE_CHARS else []
    if len(named) == 1 and re.match(rf"\W{{0,4}}{re.escape(named[0])}\W", table.caption):
        return named[0]  # "RepoQA: a benchmark for code", right over the table, below what is said of another test
    return None


def _with_part(test: str, text: str) -> str:
    """ "MMLU-Pro computer science" of "Results on MMLU-Pro (computer science)": no part is taken for the whole."""
    part = _PART.match(text, text.find(test) + len(test)) if test in text else None
    if part is None or parse_settings(part[1]) != Settings() or is_setting(part[1]):
        return test
    whole = names_test(part[1]) or find_benchmark(f"{test} ({part[1]})") is not None or _spelled_out(part[1], test)
    return test if whole else f"{test} {part[1]}"


def _spelled_out(words: str, short: str) -> bool:
    initials = "".join(word[0] for word in re.findall(r"[A-Za-z]+", words)).casefold()
    return re.sub(r"[^a-z]", "", short.casefold())[:2] == initials[:2]
