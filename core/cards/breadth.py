"""How many tests of how many abilities a card shows, and which abilities it leaves out."""

import re

from core.cards.abilities import AVERAGE, abilities_of, abilities_told, distinct_tests, missing_abilities
from core.cards.benchmark_mentions import names_test, tests_in
from core.cards.evidence import Evidence, finding, listed
from core.cards.reading import Finding, Origin, Quote, ReportedScore, State
from core.catalogue.benchmark_names import find_benchmark, find_other, name_key

_FLAG = "narrow_selection"
_MOST_LINES = 40

# The eight kinds of question and the two turns of MT-Bench, which graders print one by one.
_PART_OF_MT_BENCH = re.compile(
    r"(?i)(?:mt[-_ ]?bench[\w-]{0,8}\W+)?(?:(?:first|second|1st|2nd)[-_ ]?turn|turn[-_ ]?[12]|(?P<kind>writing|"
    r"role-?play|reasoning|math|coding|extraction|stem|humanities))\W*(?:\(\w+\))?"
)


def _whole_tests(names: list[str]) -> list[str]:
    """The names with the parts of one MT-Bench put together, where most of its kinds of question are listed."""
    parts = [_PART_OF_MT_BENCH.fullmatch(name.strip()) for name in names]
    kinds = {match["kind"].casefold() for match in parts if match and match["kind"]}
    if len(kinds) < 5 or not kinds & {"extraction", "stem", "humanities", "roleplay", "role-play"}:
        return names
    return ["MT-Bench" if part else name for name, part in zip(names, parts, strict=True)]


# The mean of a board's four or six tests goes by this name.
_AVERAGE_OF_BOARD = re.compile(
    r"(?i)^\W*(?:H[46]|open ?llm(?: leader-?board)?(?: v\d)?)(?: (?:avg|average|score|mean))?\W*$"
)


_BOARD = re.compile(  # nor "record", an ordinary word
    r"(?i:\b(?:length|tokens|time|latency)\b|leader-?board|open ?llm|\barena$|^average)|^[a-z]+$"
)
_VALUE = re.compile(r"\W*\d{1,4}(?:[.,]\d+)?\s?%?\W*")


def tests_beside(evidence: Evidence, scores: tuple[ReportedScore, ...]) -> list[str]:
    """Tests that the lines of the scores name and whose numbers were not read: other columns, other sentences."""
    found: dict[str, None] = {}
    lines = list(dict.fromkeys(score.line for score in scores if score.origin is Origin.PROSE))[:_MOST_LINES]
    for line in lines:
        if 0 < line <= len(evidence.document.lines):
            found.update(dict.fromkeys(tests_in(evidence.document.lines[line - 1])))
    rows = {score.line for score in scores if score.origin is Origin.TABLE}
    names = {score.name_as_written for score in scores}
    for table in evidence.document.tables if rows else ():
        heads = [cell.text for cell in table.rows[0]] if table.rows and table.header_rows else []
        if not names & set(heads):
            continue
        for row in table.rows[table.header_rows :]:
            if row and row[0].line in rows:
                found.update(
                    dict.fromkeys(
                        head
                        for head, cell in zip(heads, row, strict=False)
                        if _VALUE.fullmatch(cell.text[:20]) and (names_test(head) or abilities_of(head))
                    )
                )
    kept: dict[str, str] = {}
    begun = {_first_word(name) for name in names}
    for name in found:
        if not _BOARD.search(name) and _first_word(name) not in begun:
            kept.setdefault(_first_word(name), name)  # "AE2 WR" beside "AE2 LC" is no other test
    return list(kept.values())


def _first_word(name: str) -> str:
    return re.split(r"[\s(]", name.casefold().strip(), maxsplit=1)[0]


def judge_breadth(shown: list[tuple[str, str]], advice: str, quotes: tuple[Quote, ...]) -> Finding:
    """The finding for tests given as (name, headings above it)."""
    names = _whole_tests([name for name, _ in shown])
    shown = [(name, context) for name, (_, context) in zip(names, shown, strict=True)]
    tests = distinct_tests(names, [context for _, context in shown])
    if all(_AVERAGE_OF_BOARD.match(name) or AVERAGE.match(name) for name in names):
        tests = {}
    covered = frozenset[str]().union(*tests.values())
    missing = missing_abilities(tests.values())
    # A test whose name tells nothing may be of the ability that its heading speaks of.
    told = {title for name, context in shown if not abilities_of(name) for title in [context.rsplit(" › ", 1)[-1]]}
    unseen = missing_abilities([covered, *map(abilities_told, told)])
    unknown = _names_unknown(shown, tests)
    so_far = "Of those known, nothing" if unknown else "Nothing"
    lacking = f" {so_far} on {listed(unseen, 'or')}." if unseen else ""
    count, kinds = len(tests), len(covered)
    if count == 0:
        board = next((found for found in names if _AVERAGE_OF_BOARD.match(found)), None)
        said = f" ({board}, of a board's tests); the tests are not given." if board else f".{lacking}"
        return finding(_FLAG, State.PRESENT, f"A single average is all the card shows{said}", advice, quotes)
    if count <= 2:
        return finding(_FLAG, State.PRESENT, _few(shown, tests, lacking), advice, quotes)
    if len(missing) >= 3 and covered:
        of = f", all of {listed(tuple(sorted(covered)))}"
        return finding(_FLAG, State.UNCLEAR, f"{_counted(tests, unknown, of)}{lacking}", advice, quotes)
    if kinds >= 3 or (kinds == 2 and count >= 5):
        over = f" over {kinds} abilities"
        return finding(_FLAG, State.ABSENT, f"{_counted(tests, unknown, over)}{lacking}", "", quotes)
    of = f" of few kinds ({listed(tuple(sorted(covered))) if covered else 'not known here'})"
    return finding(_FLAG, State.UNCLEAR, f"{_counted(tests, unknown, of)}{lacking}", advice, quotes)


def _names_unknown(shown: list[tuple[str, str]], tests: dict[str, frozenset[str]]) -> list[str]:
    """The different names that tell nothing of what is tested, where they were counted as fewer tests than names."""
    places = sum(key.startswith("in ") for key in tests)
    if not 0 < places < len(tests):
        return []
    named = [
        name
        for name, context in dict.fromkeys(shown)
        if f"in {context}" in distinct_tests([name], [context]) and not _is_part_of_known(name)
    ]
    first: dict[str, str] = {}
    for name in named:
        first.setdefault(_without_settings(name), name)
    names = [*first.values()]
    return names if len(names) > places else []


def _without_settings(name: str) -> str:
    """ "sentineg" for "SentiNeg (F1) (0-shot)": the same test with other shots is no other test."""
    return name_key(re.sub(r"\([^()]*\)", " ", name)) or name


def _is_part_of_known(name: str) -> bool:
    """True for "MMLU other" and "agieval_lsat_ar": what stands before is a test known here."""
    words = re.split(r"[\W_]+", name)[:4]
    starts = (" ".join(words[:length]) for length in range(1, len(words)))
    return any(start and (find_benchmark(start) or find_other(start)) for start in starts)


def _counted(tests: dict[str, frozenset[str]], unknown: list[str], kinds: str) -> str:
    """How many benchmarks were counted, and how many names beside them could not be: "3 benchmarks, all of code."."""
    if not unknown:
        return f"{len(tests)} benchmarks{kinds}."
    known = sum(not key.startswith("in ") for key in tests)
    count = "One benchmark" if known == 1 else f"{known} benchmarks"
    kinds = kinds.replace(", all of", ", of") if known == 1 else kinds
    kinds = f",{kinds.removeprefix(',')}"
    return f"{count} that Surefit knows{kinds}, and {len(unknown)} that it does not know ({_first_of(unknown)})."


def _first_of(names: list[str]) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"{', '.join(names[:3])}{more}"


def _few(shown: list[tuple[str, str]], tests: dict[str, frozenset[str]], lacking: str) -> str:
    """What is said of one or two tests; names that tell nothing are listed and not called benchmarks."""
    unknown = [name for name, _ in dict.fromkeys(shown) if not abilities_of(name) and not AVERAGE.match(name)]
    unknown = [*dict.fromkeys(unknown)]
    if not any(tests.values()) and not any(map(names_test, unknown)):
        if len(unknown) == 1:
            return f"All that is shown is {unknown[0]}, and what it tests is not known here."
        more = f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""
        listing = f"{', '.join(unknown[:5])}{more}"
        return f"{len(unknown)} results of one kind are shown ({listing}), and what they test is not known here."
    each: dict[str, str] = {}
    for name, context in shown:
        for key in distinct_tests([name], [context]):
            each.setdefault(key, name)
    each = {key: name for key, name in each.items() if key in tests}
    titles = {key: key.removeprefix("in ").rsplit(" › ", 1)[-1] for key in each}
    labels = [
        f"{name} under {titles[key]}" if list(each.values()).count(name) > 1 and titles[key] else name
        for key, name in each.items()
    ]
    if unknown := _names_unknown(shown, tests):
        known = next((label for key, label in zip(each, labels, strict=True) if not key.startswith("in ")), "")
        beside = f"{len(unknown)} other names are not known here ({_first_of(unknown)})"
        return f"Only one benchmark known here is shown ({known}); {beside}.{lacking}"
    count = "one benchmark is" if len(tests) == 1 else f"{len(tests)} benchmarks are"
    return f"Only {count} shown ({', '.join(labels[: len(tests)])}).{lacking}"
