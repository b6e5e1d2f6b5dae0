# ruff: noqa: E501 - a sentence of a question stays on one line
"""Functions to write: a task put together from parts, its reference, and tests as input/expected pairs.

Each part is a phrase, the Python that does it, and a function that does the
same here. The expected values come from the functions; the tests of this
project run the reference source against them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from core.catalogue.use_cases import UseCase
from core.questions.generators.making import Generator, ask_code
from core.questions.generators.vocabulary import NAMES, PLAIN_WORDS
from core.questions.question import Question


@dataclass(frozen=True)
class Part:
    phrase: str
    source: str  # an expression over x, or over xs where a list is meant
    run: Callable[[Any], Any]


_KEEP_WORDS = (
    Part("that have more than 4 letters", "len(x) > 4", lambda x: len(x) > 4),
    Part("that have at most 5 letters", "len(x) <= 5", lambda x: len(x) <= 5),
    Part("that contain the letter 'a'", "'a' in x", lambda x: "a" in x),
    Part("that start with a vowel (a, e, i, o or u)", "x[0] in 'aeiou'", lambda x: x[0] in "aeiou"),
    Part("that end with 'r' or 'n'", "x[-1] in 'rn'", lambda x: x[-1] in "rn"),
    Part("that have an even number of letters", "len(x) % 2 == 0", lambda x: len(x) % 2 == 0),
    Part("that do not contain the letter 'e'", "'e' not in x", lambda x: "e" not in x),
    Part("in which some letter occurs twice or more", "len(set(x)) < len(x)", lambda x: len(set(x)) < len(x)),
)
_CHANGE_WORDS = (
    Part("in capital letters", "x.upper()", str.upper),
    Part("written backwards", "x[::-1]", lambda x: x[::-1]),
    Part("without their first letter", "x[1:]", lambda x: x[1:]),
    Part("cut to their first 3 letters", "x[:3]", lambda x: x[:3]),
    Part("with an exclamation mark added to each", "x + '!'", lambda x: x + "!"),
    Part("with every 'o' replaced by '0'", "x.replace('o', '0')", lambda x: x.replace("o", "0")),
)
_KEEP_NUMBERS = (
    Part("that are even", "x % 2 == 0", lambda x: x % 2 == 0),
    Part("that are positive", "x > 0", lambda x: x > 0),
    Part("that are odd", "x % 2 == 1", lambda x: x % 2 == 1),
    Part("that are divisible by 3", "x % 3 == 0", lambda x: x % 3 == 0),
    Part("that are greater than 10", "x > 10", lambda x: x > 10),
    Part("that are below 0 or above 20", "x < 0 or x > 20", lambda x: x < 0 or x > 20),
    Part("that end in the digit 5 (minus signs ignored)", "abs(x) % 10 == 5", lambda x: abs(x) % 10 == 5),
)
_CHANGE_NUMBERS = (
    Part("squared", "x * x", lambda x: x * x),
    Part("doubled", "2 * x", lambda x: 2 * x),
    Part("with their sign turned round", "-x", lambda x: -x),
    Part("each increased by 1", "x + 1", lambda x: x + 1),
    Part("as their distance from 10", "abs(x - 10)", lambda x: abs(x - 10)),
)
_REDUCE = (
    Part("the number of", "len(xs)", len),
    Part("the sum of", "sum(xs)", sum),
    Part("the largest of (0 if there is none)", "max(xs, default=0)", lambda xs: max(xs, default=0)),
    Part("the smallest of (0 if there is none)", "min(xs, default=0)", lambda xs: min(xs, default=0)),
)
_ORDER = (
    Part("in alphabetical order", "sorted(xs)", sorted),
    Part(
        "from the shortest to the longest, equally long ones in their first order",
        "sorted(xs, key=len)",
        lambda xs: sorted(xs, key=len),
    ),
    Part("in reverse order", "xs[::-1]", lambda xs: xs[::-1]),
    Part("joined with hyphens into one text", "'-'.join(xs)", "-".join),
    Part(
        "each only once, in the order of their first occurrence",
        "list(dict.fromkeys(xs))",
        lambda xs: list(dict.fromkeys(xs)),
    ),
)


def text_function(rng: Random, level: int) -> Question:
    """Choose words; choose and change; choose, change and order the words of a text."""
    keep, change, order = rng.choice(_KEEP_WORDS), rng.choice(_CHANGE_WORDS), rng.choice(_ORDER)
    name = rng.choice(("pick_words", "select", "choose_words", "filter_text", "words_of", "extract"))
    parameter = rng.choice(("text", "sentence", "line", "message"))

    def expected(text: str) -> Any:
        words = [word for word in text.split() if keep.run(word)]
        if level > 1:
            words = [change.run(word) for word in words]
        return order.run(words) if level > 2 else words

    changed = change.source if level > 1 else "x"
    listed = f"[{changed} for x in {parameter}.split() if {keep.source}]"
    body = f"    xs = {listed}\n    return {order.source}" if level > 2 else f"    return {listed}"
    what = f"the words of a text {keep.phrase}"
    if level > 1:
        what += f", {change.phrase}"
    if level > 2:
        what += f", and these {order.phrase}"
    kind = "" if level > 2 and "joined" in order.phrase else ", as a list" if level > 1 else " as a list"
    texts = ["", *(" ".join(rng.choice(PLAIN_WORDS) for _ in range(n)) for n in (5, 6, 1, 8))]
    while not any(expected(text) for text in texts):
        texts.append(" ".join(rng.choice(PLAIN_WORDS) for _ in range(5)))
    return _task(
        name,
        parameter,
        f"returns {what}{kind}. Words are in lower case and separated by single spaces.",
        body,
        [(text,) for text in texts],
        expected,
    )


def list_function(rng: Random, level: int) -> Question:
    """Choose numbers; choose and change; choose, change and sum up."""
    keep, change, reduce = rng.choice(_KEEP_NUMBERS), rng.choice(_CHANGE_NUMBERS), rng.choice(_REDUCE)
    name = rng.choice(("process", "compute", "pick", "reduce_list", "handle", "evaluate_list"))
    parameter = rng.choice(("numbers", "values", "readings", "points"))

    def expected(values: Sequence[int]) -> Any:
        kept = [value for value in values if keep.run(value)]
        if level > 1:
            kept = [change.run(value) for value in kept]
        return reduce.run(kept) if level > 2 else kept

    listed = f"[{change.source if level > 1 else 'x'} for x in {parameter} if {keep.source}]"
    if level == 3:
        amount, _, rule = reduce.phrase.partition(" of")
        what = (
            f"takes those numbers of a list {keep.phrase}, {change.phrase}, and returns {amount} of the results{rule}."
        )
        body = f"    xs = {listed}\n    return {reduce.source}"
    else:
        what = f"returns those numbers of a list {keep.phrase}{', ' + change.phrase if level == 2 else ''}, in their first order, as a list."
        body = f"    return {listed}"
    lists: list[list[int]] = [[], *([rng.randrange(-15, 40) for _ in range(n)] for n in (6, 7, 1, 9))]
    while not any(expected(values) for values in lists):
        lists.append([rng.randrange(-15, 40) for _ in range(6)])
    return _task(name, parameter, f"{what} The numbers are whole.", body, [(values,) for values in lists], expected)


# records: what, text field, its values, number field
_RECORDS = (
    ("orders", "customer", NAMES[:8], "amount"), ("books", "author", NAMES[8:16], "pages"), ("trips", "city", ("Rome", "Oslo", "Lima", "Cairo"), "km"),
    ("shifts", "worker", NAMES[16:24], "hours"), ("pets", "kind", ("cat", "dog", "hen", "goat"), "age"),
    ("parcels", "town", ("Bern", "Graz", "Lyon", "Porto"), "grams"), ("songs", "singer", NAMES[24:32], "seconds"),
    ("plants", "bed", ("north", "south", "east", "west"), "height"), ("tickets", "team", ("web", "data", "ops"), "points"),
)  # fmt: skip


def record_function(rng: Random, level: int) -> Question:
    """List one field under a limit; add up for one value; sums by value, or the value with the largest sum."""
    what, field, pool, number = rng.choice(_RECORDS)
    name = rng.choice(("summarise", "report", "analyse", "evaluate", "look_up", "digest"))
    sizes = (3, 5, 0, 6)
    rows = [[{field: rng.choice(pool), number: rng.randrange(1, 60)} for _ in range(size)] for size in sizes]
    given = f'takes a list of dicts with the keys "{field}" and "{number}"'
    if level == 1:
        limit = rng.randrange(10, 40)
        text = f'{given} ({what}) and returns the list of the "{field}" values of those whose "{number}" is at least {limit}, in their first order.'
        body = f'    return [row["{field}"] for row in {what} if row["{number}"] >= {limit}]'
        return _task(
            name, what, text, body, [(r,) for r in rows], lambda rs: [r[field] for r in rs if r[number] >= limit]
        )
    if level == 2:
        text = f'{given} ({what}) and a text `wanted`, and returns the sum of "{number}" over those whose "{field}" is `wanted`.'
        body = f'    return sum(row["{number}"] for row in {what} if row["{field}"] == wanted)'
        arguments = [(r, rng.choice([row[field] for row in r] or pool)) for r in rows] + [(rows[1], "nobody")]
        return _task(
            name,
            f"{what}, wanted",
            text,
            body,
            arguments,
            lambda rs, wanted: sum(r[number] for r in rs if r[field] == wanted),
        )
    best = rng.randrange(2)
    head = f'    sums = {{}}\n    for row in {what}:\n        sums[row["{field}"]] = sums.get(row["{field}"], 0) + row["{number}"]\n'
    if best:
        text = f'{given} ({what}), adds up "{number}" for each "{field}", and returns the "{field}" with the largest sum; of equal sums the alphabetically first counts. For an empty list it returns None.'
        body = head + "    return min(sums, key=lambda key: (-sums[key], key)) if sums else None"
    else:
        text = f'{given} ({what}), adds up "{number}" for each "{field}", and returns the sums as a list of [{field}, sum] lists, sorted by {field}.'
        body = head + "    return [[key, sums[key]] for key in sorted(sums)]"

    def expected(rs: Sequence[dict[str, Any]]) -> Any:
        keys = sorted({r[field] for r in rs})
        pairs = [[key, sum(r[number] for r in rs if r[field] == key)] for key in keys]
        if not best:
            return pairs
        return max(pairs, key=lambda pair: pair[1])[0] if pairs else None  # max takes the first of equals

    return _task(name, what, text, body, [(r,) for r in rows], expected)


def _task(
    name: str, parameters: str, text: str, body: str, arguments: Sequence[tuple[Any, ...]], expected: Callable[..., Any]
) -> Question:
    # The first test is the example of the prompt: one that returns something.
    tests = sorted(((args, expected(*args)) for args in arguments), key=lambda test: not test[1])
    shown = ", ".join(repr(value) for value in tests[0][0])
    asked = (
        f"Write a Python function `{name}({parameters})` that {text}\nExample: {name}({shown}) returns {tests[0][1]!r}."
    )
    return ask_code(asked, name, f"def {name}({parameters}):\n{body}\n", tests)


GENERATORS = (
    Generator("text functions", UseCase.CODING, text_function),
    Generator("list functions", UseCase.CODING, list_function),
    Generator("record functions", UseCase.CODING, record_function),
)
