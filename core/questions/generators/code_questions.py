# ruff: noqa: E501 - a sentence of a question stays on one line
"""Thinking about code: how often a line runs, what fills a gap, when a condition holds."""

from random import Random

from core.catalogue.use_cases import UseCase
from core.questions.generators.making import Generator, ask_choice, ask_number, pick
from core.questions.question import Question

_LIST_VARIABLES = ("values", "numbers", "items", "data", "queue", "scores", "row", "parts", "sizes", "ages")


def loop_count(rng: Random, level: int) -> Question:
    """How often the innermost line runs: one loop, two nested, nested with a dependent bound."""
    line = rng.choice(
        (
            "draw_tile()",
            "send_mail()",
            "ring_bell()",
            "save_row()",
            "move_arm()",
            "check_seat()",
            "log_value()",
            "plant_tree()",
        )
    )
    asked = f"How many times does the line `{line}` run?"
    a, b, s = rng.randrange(2, 9), rng.randrange(2, 9), rng.choice((2, 3))
    if level == 1:
        code, key = f"for i in range({a}):\n    {line}", a
    elif level == 2:
        code, key = rng.choice((
            (f"for i in range({a}):\n    for j in range({b}):\n        {line}", a * b),
            (f"for i in range({a}, {a + b * s}, {s}):\n    {line}", b),
            (f"i = {a * 10}\nwhile i > {a}:\n    {line}\n    i -= {a}", 9),
            (f"for i in range({a}):\n    {line}\nfor j in range({b}):\n    {line}", a + b),
        ))  # fmt: skip
    else:
        code, key = rng.choice((
            (f"for i in range({a}):\n    for j in range(i):\n        {line}", a * (a - 1) // 2),
            (f"for i in range({a}):\n    for j in range({b}):\n        if i == j:\n            continue\n        {line}", a * b - min(a, b)),
            (f"for i in range({a}):\n    for j in range(i, {a}):\n        {line}", a * (a + 1) // 2),
            (f"n = {2**b}\nwhile n > 1:\n    n = n // 2\n    for j in range({a}):\n        {line}", a * b),
        ))  # fmt: skip
    return ask_number(f"{asked}\n\n```python\n{code}\n```", key)


_GAPS = (
    "n > {k}",
    "n >= {k}",
    "n < {k}",
    "n <= {k}",
    "n == {k}",
    "n != {k}",
    "n % 2 == 0",
    "n % 2 == 1",
    "n % 3 == 0",
    "n * 2 > {top}",
    "n + {k} > {top}",
    "n * n < {top}",
)


def gap(rng: Random, level: int) -> Question:
    """Which condition makes a filter keep exactly these numbers."""
    count = {1: 4, 2: 6, 3: 7}[level]
    noun = rng.choice(_LIST_VARIABLES)
    while True:
        values = sorted(pick(rng, range(1, 12 if level < 3 else 16), count))
        k, top = rng.choice(values), rng.randrange(8, 20)
        pool = _GAPS[:4] if level == 1 else _GAPS[:9] if level == 2 else _GAPS
        conditions = [condition.format(k=k, top=top) for condition in pick(rng, pool, 4)]
        kept = [[n for n in values if _true(condition, n)] for condition in conditions]
        if kept[0] and len(kept[0]) < count and kept.count(kept[0]) == 1:
            break
    code = f"{noun} = {values}\nkept = [n for n in {noun} if ____]\nprint(kept)"
    text = f"The program must print {kept[0]}. What goes into the gap?\n\n```python\n{code}\n```"
    return ask_choice(rng, text, conditions[0], conditions[1:])


def _true(condition: str, n: int) -> bool:
    """The value of one of _GAPS for n."""
    left, sign, right = condition.rsplit(" ", 2)
    terms = left.split(" ")
    value = n
    if len(terms) == 3:
        operand = n if terms[2] == "n" else int(terms[2])
        value = {"%": n % operand, "*": n * operand, "+": n + operand}[terms[1]]
    k = int(right)
    return {">": value > k, ">=": value >= k, "<": value < k, "<=": value <= k, "==": value == k, "!=": value != k}[
        sign
    ]


def boolean(rng: Random, level: int) -> Question:
    """For which values a condition of 2 parts, of 2 parts with not, or of 3 parts holds."""
    flags = ("ready", "paid", "admin", "hidden", "urgent", "open", "valid", "full", "new", "active", "safe", "late")
    names = pick(rng, flags, max(2, level))
    parts = [(name, level == 1 or bool(rng.randrange(2))) for name in names]
    words = [name if plain else f"not {name}" for name, plain in parts]
    link = [rng.choice(("and", "or")) for _ in range(2)]

    def holds(values: tuple[bool, ...]) -> bool:
        truth = [value == plain for value, (_, plain) in zip(values, parts, strict=True)]
        inner = (truth[0] and truth[1]) if link[0] == "and" else (truth[0] or truth[1])
        if len(truth) == 2:
            return inner
        return (inner and truth[2]) if link[1] == "and" else (inner or truth[2])

    expression = f"{words[0]} {link[0]} {words[1]}"
    if level == 3:
        expression = f"({expression}) {link[1]} {words[2]}"
    rows = [tuple(bool(number >> bit & 1) for bit in range(len(names))) for number in range(2 ** len(names))]
    true = [row for row in rows if holds(row)]
    false = [row for row in rows if not holds(row)]
    wanted = "True" if len(false) >= 3 else "False"
    right, wrong = (rng.choice(true), false) if wanted == "True" else (rng.choice(false), true)
    text = f"In Python, for which values is `{expression}` {wanted}?"
    show = [", ".join(f"{name} = {value}" for name, value in zip(names, row, strict=True)) for row in (right, *wrong)]
    return ask_choice(rng, text, show[0], show[1:])


GENERATORS = (
    Generator("counting loop runs", UseCase.CODING, loop_count),
    Generator("filling gaps", UseCase.CODING, gap),
    Generator("boolean conditions", UseCase.CODING, boolean),
)
