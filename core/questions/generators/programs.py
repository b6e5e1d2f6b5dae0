# ruff: noqa: E501 - a sentence of a question stays on one line
"""Reading code: what a short program prints.

A program is put together from random parts and run by its own small model of
what it does here; nothing is executed. The tests execute every program and
compare.
"""

import re
from collections.abc import Callable
from random import Random

from core.catalogue.use_cases import UseCase
from core.questions.generators.making import Generator, ask_number, ask_text, pick
from core.questions.generators.vocabulary import ANIMALS, COLOURS, GROCERIES, NAMES, PLAIN_WORDS, THINGS, TRADES
from core.questions.prompt import ANSWER_ALONE
from core.questions.question import Question

_ASKED = (
    "What does this Python program print?",
    "What is the output of this Python code?",
    "Read the Python code and say what it prints.",
    "Which text appears when this Python program runs?",
)


def _printed(rng: Random, code: str, output: object) -> Question:
    text = f"{rng.choice(_ASKED)}\n\n```python\n{code}\n```"
    if re.fullmatch(r"0|-?[1-9]\d*", str(output)):  # a whole sentence around a number is a fair reply
        return ask_number(text, str(output), runs=True, instruction=ANSWER_ALONE)
    return ask_text(text, str(output), case=True, runs=True)


_TEXT_VARIABLES = ("word", "name", "text", "label", "title", "tag", "s", "line", "key")
_TEXT_STEPS: tuple[tuple[str, Callable[[str], str] | None], ...] = (
    ("{v} = {v}.upper()", str.upper), ("{v} = {v}[1:]", lambda t: t[1:]), ("{v} = {v}[:-1]", lambda t: t[:-1]),
    ("{v} = {v} + {v}[0]", lambda t: t + t[0]), ("{v} = {v}[::-1]", lambda t: t[::-1]),
    ("{v} = {v}[::2]", lambda t: t[::2]), ("{v} = {v}[-1] + {v}", lambda t: t[-1] + t),
    ("{v} = {v}.capitalize()", str.capitalize), ("{v} = {v}.replace('{r}', '')", None), ("{v} = {v}[2:5]", lambda t: t[2:5]),
)  # fmt: skip


def text_code(rng: Random, level: int) -> Question:
    """1, 2 or 3 changes to a text, printed whole, by length or by a character."""
    variable, word = rng.choice(_TEXT_VARIABLES), rng.choice(PLAIN_WORDS)
    lines, value = [f"{variable} = '{word}'"], word
    steps = pick(rng, _TEXT_STEPS, {1: 1, 2: 2, 3: 3}[level])
    for template, apply in steps:
        removed = rng.choice(word)
        lines.append(template.format(v=variable, r=removed))
        value = value.replace(removed, "") if apply is None else apply(value)
        if len(value) < 2:
            return text_code(rng, level)
    shown, result = rng.choice((
        ("{v}", value), ("len({v})", str(len(value))), ("{v}[0]", value[0]), ("{v}[-1]", value[-1]), ("'no ' + {v}", "no " + value),
    ))  # fmt: skip
    return _printed(rng, "\n".join([*lines, f"print({shown.format(v=variable)})"]), result)


_LIST_VARIABLES = ("values", "numbers", "items", "data", "queue", "scores", "row", "parts", "sizes", "ages")


def list_code(rng: Random, level: int) -> Question:
    """1, 2 or 4 changes to a list, then one value of it."""
    variable = rng.choice(_LIST_VARIABLES)
    values = pick(rng, range(1, 40), rng.randrange(4, 6))
    lines = [f"{variable} = {values}"]
    length = len(values)
    for _ in range({1: 1, 2: 2, 3: 4}[level]):
        lines.append(_list_step(rng, variable, values))
    results = [
        ("{v}[0]", values[0]), ("{v}[-1]", values[-1]), ("sum({v}[:2])", sum(values[:2])), ("{v}[1]", values[1]),
        ("{v}[-2]", values[-2]), ("{v}[-1] - {v}[0]", values[-1] - values[0]), ("{v}", values),
    ]  # fmt: skip
    if len(values) != length:
        results.append(("len({v})", len(values)))
    shown, result = rng.choice(results)
    return _printed(rng, "\n".join([*lines, f"print({shown.format(v=variable)})"]), result)


def _list_step(rng: Random, variable: str, values: list[int]) -> str:
    """Change `values` in place and return the statement that does it."""
    n, place = rng.randrange(1, 50), rng.randrange(0, 3)
    steps = [
        (f"{variable}.append({n})", [*values, n]),
        (f"{variable}.insert({place}, {n})", [*values[:place], n, *values[place:]]),
        (f"{variable}.reverse()", values[::-1]),
        (f"{variable}.sort()", sorted(values)),
        (f"{variable}[{place}] += {n}", [*values[:place], values[place] + n, *values[place + 1 :]]),
        (f"{variable} = {variable}[1:] + {variable}[:1]", values[1:] + values[:1]),
    ]
    if len(values) > 3:
        steps += [
            (f"{variable}.pop()", values[:-1]),
            (f"{variable}.pop({place})", values[:place] + values[place + 1 :]),
        ]
    statement, values[:] = rng.choice(steps)
    return statement


_SUMS = ("total", "result", "count", "score", "acc", "points", "balance")
_TESTS: tuple[tuple[str, Callable[[int, int], bool]], ...] = (
    ("{i} % 2 == 0", lambda i, _k: i % 2 == 0), ("{i} % 3 == 0", lambda i, _k: i % 3 == 0), ("{i} > {k}", lambda i, k: i > k),
    ("{i} < {k}", lambda i, k: i < k), ("{i} % 2 == 1", lambda i, _k: i % 2 == 1), ("{i} != {k}", lambda i, k: i != k),
)  # fmt: skip
_CHANGES: tuple[tuple[str, Callable[[int, int], int]], ...] = (
    ("{t} += {i}", lambda t, i: t + i), ("{t} += 1", lambda t, _i: t + 1), ("{t} += 2 * {i}", lambda t, i: t + 2 * i),
    ("{t} -= {i}", lambda t, i: t - i), ("{t} = {t} + {i} + 1", lambda t, i: t + i + 1), ("{t} += {i} * {i}", lambda t, i: t + i * i),
)  # fmt: skip


def loop_code(rng: Random, level: int) -> Question:
    """A sum; a sum under a condition; a condition with another branch and an early end."""
    t, i = rng.choice(_SUMS), rng.choice(("i", "n", "k", "x", "number", "step"))
    start, stop = rng.randrange(0, 3), rng.randrange(5, 9) + (level > 1) * rng.randrange(0, 4)
    begin = rng.choice((0, 0, 1, 10))
    (change, apply), (other, apply_other) = pick(rng, _CHANGES, 2)
    (test, holds), k = rng.choice(_TESTS), rng.randrange(2, 6)
    value = begin
    lines = [f"{t} = {begin}", f"for {i} in range({start}, {stop}):"]
    names = {"t": t, "i": i, "k": k}
    if level == 1:
        change, apply = rng.choice(_CHANGES[:3])
        start, stop = rng.randrange(0, 2), rng.randrange(3, 5)
        lines[1] = f"for {i} in range({start}, {stop}):"
        lines.append("    " + change.format(**names))
        for n in range(start, stop):
            value = apply(value, n)
    else:
        lines += [f"    if {test.format(**names)}:", "        " + change.format(**names)]
        limit = rng.randrange(8, 30)
        if level == 3:
            lines += ["    else:", "        " + other.format(**names), f"    if {t} > {limit}:", "        break"]
        for n in range(start, stop):
            if holds(n, k):
                value = apply(value, n)
            elif level == 3:
                value = apply_other(value, n)
            if level == 3 and value > limit:
                break
    return _printed(rng, "\n".join([*lines, f"print({t})"]), value)


def dict_code(rng: Random, level: int) -> Question:
    """Look up and change; get with a default; count or add up over a loop."""
    noun, keys = rng.choice((
        ("stock", [thing[0] for thing in THINGS]), ("ages", NAMES), ("prices", [g[0].split()[-1] for g in GROCERIES]),
        ("votes", COLOURS), ("visits", ANIMALS), ("shifts", TRADES),
    ))  # fmt: skip
    names = pick(rng, sorted(set(keys)), 4)
    held = dict(zip(names[:3], pick(rng, range(1, 20), 3), strict=True))
    lines = [f"{noun} = {held}"]
    if level == 1:
        return _printed(rng, "\n".join([*lines, f"print({noun}['{names[1]}'])"]), held[names[1]])
    n = rng.randrange(2, 9)
    if level == 2:
        changed, asked = rng.choice(names[:3]), rng.choice(names)
        lines.append(f"{noun}['{changed}'] += {n}")
        held[changed] += n
        if rng.randrange(2):
            dropped = rng.choice([name for name in names[:3] if name != changed])
            lines.append(f"{noun}.pop('{dropped}')")
            held.pop(dropped)
        return _printed(
            rng,
            "\n".join([*lines, f"print({noun}.get('{asked}', {n}), len({noun}))"]),
            f"{held.get(asked, n)} {len(held)}",
        )
    limit = sorted(held.values())[1]
    sign = rng.choice((">", ">=", "<"))
    lines += [f"{noun}['{names[3]}'] = {noun}['{names[0]}'] + {n}"]
    held[names[3]] = held[names[0]] + n
    lines += [
        "found = []",
        f"for name, value in {noun}.items():",
        f"    if value {sign} {limit}:",
        "        found.append(name)",
    ]
    found = [name for name, v in held.items() if {">": v > limit, ">=": v >= limit, "<": v < limit}[sign]]
    return _printed(
        rng,
        "\n".join([*lines, "print(len(found), '-'.join(sorted(found)))"]),
        f"{len(found)} {'-'.join(sorted(found))}",
    )


def condition_code(rng: Random, level: int) -> Question:
    """One if; if and elif on two values; nested ifs with and, or, not."""
    labels = pick(rng, PLAIN_WORDS, 3)
    a, b = pick(rng, ("age", "size", "speed", "price", "level", "weight", "depth", "heat"), 2)
    x, y, p, q = (rng.randrange(1, 20) for _ in range(4))
    if level == 1:
        code = f"{a} = {x}\nif {a} > {p}:\n    print('{labels[0]}')\nelse:\n    print('{labels[1]}')"
        return _printed(rng, code, labels[0] if x > p else labels[1])
    if level == 2:
        code = (
            f"{a}, {b} = {x}, {y}\nif {a} > {p}:\n    print('{labels[0]}')\nelif {b} <= {q}:\n    print('{labels[1]}')\n"
            f"else:\n    print('{labels[2]}')"
        )
        return _printed(rng, code, labels[0] if x > p else labels[1] if y <= q else labels[2])
    link = rng.choice(("and", "or"))
    outer = (x > p and y > q) if link == "and" else (x > p or y > q)
    code = (
        f"{a}, {b} = {x}, {y}\nresult = ''\nif {a} > {p} {link} {b} > {q}:\n    result += '{labels[0]}'\n"
        f"if not ({a} > {b}):\n    result += '{labels[1]}'\nelif {a} % 2 == {b} % 2:\n    result += '{labels[2]}'\nprint(result or 'nothing')"
    )
    result = (labels[0] if outer else "") + (labels[1] if not x > y else labels[2] if x % 2 == y % 2 else "")
    return _printed(rng, code, result or "nothing")


_BODIES: tuple[tuple[str, Callable[[int, int], int]], ...] = (
    ("return x + {k}", lambda x, k: x + k), ("return x * {k}", lambda x, k: x * k), ("return x - {k}", lambda x, k: x - k),
    ("return x * x - {k}", lambda x, k: x * x - k), ("return {k} - x", lambda x, k: k - x), ("return x % {k}", lambda x, k: x % k),
    ("return x // {k}", lambda x, k: x // k), ("return max(x, {k})", max), ("return min(x, {k})", min),
)  # fmt: skip


def function_code(rng: Random, level: int) -> Question:
    """One call; two functions one after the other; a function that calls itself."""
    f, g = pick(rng, ("f", "g", "change", "step", "adapt", "shift", "scale", "tune", "mix", "trim"), 2)
    (body, apply), (other, apply_other) = pick(rng, _BODIES, 2)
    k, m, x = rng.randrange(2, 7), rng.randrange(2, 7), rng.randrange(3, 12)
    first = f"def {f}(x):\n    {body.format(k=k)}"
    if level == 1:
        (body, apply) = rng.choice(_BODIES[:3])
        return _printed(rng, f"def {f}(x):\n    {body.format(k=k)}\n\nprint({f}({x}))", apply(x, k))
    if level == 2:
        code = f"{first}\n\ndef {g}(x):\n    {other.format(k=m)}\n\nprint({f}({g}({x})))"
        return _printed(rng, code, apply(apply_other(x, m), k))
    limit, cut = rng.randrange(1, 4), rng.choice((1, 2, 3))
    sign = rng.choice(("+", "-"))
    code = (
        f"def {f}(n):\n    if n <= {limit}:\n        return {k}\n    return n {sign} {f}(n - {cut})\n\nprint({f}({x}))"
    )

    def run(n: int) -> int:
        return k if n <= limit else n + run(n - cut) if sign == "+" else n - run(n - cut)

    return _printed(rng, code, run(x))


GENERATORS = (
    Generator("output of text code", UseCase.CODING, text_code),
    Generator("output of list code", UseCase.CODING, list_code),
    Generator("output of loops", UseCase.CODING, loop_code),
    Generator("output of dict code", UseCase.CODING, dict_code),
    Generator("output of conditions", UseCase.CODING, condition_code),
    Generator("output of functions", UseCase.CODING, function_code),
)
