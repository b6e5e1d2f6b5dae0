# ruff: noqa: E501 - a sentence of a question stays on one line
"""Reasoning with time, order and signs: dates, clocks, schedules, repeating patterns, letter codes."""

from datetime import date, timedelta
from random import Random

from core.catalogue.use_cases import UseCase
from core.questions.generators.making import Generator, ask_choice, ask_number, ask_time, ask_word, capital, pick
from core.questions.generators.vocabulary import COLOURS, MONTHS, PLAIN_WORDS, TRADES, WEEKDAYS
from core.questions.question import Question

_EVENTS = (
    "a parcel is sent", "a seed is sown", "a fence is painted", "a library book is borrowed", "a cheese is set to ripen",
    "a repair is ordered", "a tent is hired", "a claim is filed", "a cast is put on an arm", "a web shop takes an order",
    "a ship leaves port", "a trial subscription begins", "a wine is bottled", "a test series starts", "a crew goes on leave",
    "an exhibition opens", "a visa is applied for", "a bread starter is mixed", "a bike is left for service",
    "a film goes into cinemas",
)  # fmt: skip
_ENDINGS = (
    "It is over exactly {n} days later.",
    "The matter is settled exactly {n} days later.",
    "The reminder for it comes exactly {n} days later.",
    "Someone checks on it exactly {n} days later.",
)


def weekday(rng: Random, level: int) -> Question:
    """A weekday some days on; a date across a month's end; a weekday across months, February included."""
    event = rng.choice(_EVENTS)
    start = date(rng.choice((2023, 2024, 2025, 2026, 2027, 2028)), rng.randrange(1, 13), rng.randrange(1, 29))
    if level == 1:
        n = rng.randrange(2, 6)
        end = start + timedelta(n)
        text = f"On a {_day(start)} {event}. {rng.choice(_ENDINGS).format(n=n)} Which day of the week is that?"
        return ask_choice(rng, text, _day(end), WEEKDAYS)
    n = rng.randrange(12, 29) if level == 2 else rng.randrange(40, 120)
    end = start + timedelta(n)
    ending = rng.choice(_ENDINGS).format(n=n)
    leap = " (a leap year)" if start.year % 4 == 0 else " (not a leap year)"
    opening = f"On {_day(start)}, {start.day} {MONTHS[start.month - 1]} {start.year}{leap}, {event}. {ending}"
    if level == 2:
        wrong = [_date(end + timedelta(shift)) for shift in (-2, -1, 1, 2, 7)]
        return ask_choice(rng, f"{opening} Which date is that?", _date(end), wrong)
    asked = f"{opening} Which date and day of the week is that?"
    wrong = [
        f"{_day(end + timedelta(d))}, {_date(end + timedelta(e))}"
        for d, e in ((1, 0), (-1, 0), (1, 1), (-1, -1), (2, 1))
    ]
    return ask_choice(rng, asked, f"{_day(end)}, {_date(end)}", wrong)


def _day(day: date) -> str:
    return WEEKDAYS[day.weekday()]


def _date(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]}"


_CHORES = (
    "baking a cake", "a bath", "a chess game", "a choir practice", "cleaning the stairs", "a concert", "a dance lesson",
    "fixing a tap", "a haircut", "ironing shirts", "a lecture", "a maths test", "mowing the lawn", "a nap",
    "a phone call", "pruning a hedge", "a quiz", "a job interview", "a swim", "tuning a piano", "a walk",
    "washing the car", "a wedding rehearsal", "writing a report",
)  # fmt: skip


def clock(rng: Random, level: int) -> Question:
    """When one thing ends; when two and a break end; when one must start to be ready in time."""
    first, second, third = pick(rng, _CHORES, 3)
    start = rng.randrange(7 * 4, 15 * 4) * 15
    a, b, c = (rng.randrange(3, 20) * 5 for _ in range(3))
    if level == 1:
        start, a = rng.randrange(6, 20) * 60, rng.choice((15, 30, 45, 60, 120))
        text = f"{capital(first)} begins at {_time(start)} and takes {_span(a)}. When does it end? Answer as HH:MM."
        return ask_time(text, _time(start + a))
    if level == 2:
        text = (
            f"{capital(first)} begins at {_time(start)} and takes {_span(a)}. After a break of {b} minutes comes "
            f"{second}, which takes {_span(c)}. When is all done? Answer as HH:MM."
        )
        return ask_time(text, _time(start + a + b + c))
    text = (
        f"By {_time(start + 420)} three things must be finished, one after the other: {first} ({_span(a)}), {second} "
        f"({_span(b)}) and {third} ({_span(c)}), with a pause of 10 minutes between one and the next. "
        "When must the first begin at the latest? Answer as HH:MM."
    )
    return ask_time(text, _time(start + 420 - a - b - c - 20))


def _time(minutes: int) -> str:
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def _span(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    parts = [f"{hours} hour{'s' * (hours > 1)}"] if hours else []
    parts += [f"{rest} minutes"] if rest else []
    return " and ".join(parts)


_TASKS = (
    "digging", "drying", "fencing", "flooring", "glazing", "heating", "insulating", "measuring", "painting", "paving",
    "planning", "planting", "plastering", "printing", "roofing", "sanding", "sewing", "testing", "tiling", "wiring",
)  # fmt: skip


def schedule(rng: Random, level: int) -> Question:
    """2, 4 or 6 tasks that run side by side where they may: the least number of days."""
    count = {1: 2, 2: 4, 3: 6}[level]
    tasks = pick(rng, _TASKS, count)
    days = [rng.randrange(1, 8) for _ in tasks]
    ends: list[int] = []
    lines = []
    for i, task in enumerate(tasks):
        needs = pick(rng, range(i), min(i, 1 if level < 3 or rng.randrange(2) else 2)) if i else []
        ends.append(max((ends[j] for j in needs), default=0) + days[i])
        after = f" and can begin only after {' and '.join(tasks[j] for j in sorted(needs))}" if needs else ""
        lines.append(f"{capital(task)} takes {days[i]} day{'s' * (days[i] > 1)}{after}.")
    if level > 1:
        rng.shuffle(lines)
    where = rng.choice(
        (
            "A barn is rebuilt.",
            "A kiosk is set up.",
            "A stage is made ready.",
            "A flat is done up.",
            "A stall is built.",
        )
    )
    text = (
        f"{where} {' '.join(lines)} There are enough workers to do tasks side by side. "
        "What is the least number of days until everything is done?"
    )
    return ask_number(text, max(ends))


_ORDINAL_FRAMES = (
    "A child threads beads in a pattern that repeats: {shown}, and so on.",
    "Flags hang along a street in a pattern that repeats: {shown}, and so on.",
    "Lamps light up one after the other in a pattern that repeats: {shown}, and so on.",
    "A carpet has stripes in a pattern that repeats: {shown}, and so on.",
    "Tiles lie along a wall in a pattern that repeats: {shown}, and so on.",
    "Cars stand in a row in a pattern that repeats: {shown}, and so on.",
)


def pattern(rng: Random, level: int) -> Question:
    """The next element; a far element; how many of a colour there are up to a place."""
    size = {1: 2, 2: 3, 3: 3}[level]
    colours = pick(rng, COLOURS, size)
    block = list(colours) if level == 1 else [*colours, *[rng.choice(colours) for _ in range(level)]]
    if level > 1:
        rng.shuffle(block)
    repeats = 3 if level == 1 else 2
    opening = rng.choice(_ORDINAL_FRAMES).format(shown=", ".join(block * repeats))
    opening = f"{opening} The part that repeats has {len(block)} elements."
    if level == 1:
        return ask_choice(rng, f"{opening} Which colour comes next?", block[0], [*colours, *COLOURS])
    n = rng.randrange(20, 60)
    if level == 2:
        return ask_choice(
            rng, f"{opening} Which colour is number {n}?", block[(n - 1) % len(block)], [*colours, *COLOURS]
        )
    wanted = rng.choice(colours)
    key = sum(block[i % len(block)] == wanted for i in range(n))
    return ask_number(f"{opening} How many of the first {n} are {wanted}?", key)


def letter_code(rng: Random, level: int) -> Question:
    """Words backwards; letters moved by one or two; letters as numbers counted from a shifted start."""
    word, sample = pick(rng, [word for word in PLAIN_WORDS if level + 3 < len(word) <= level + 4], 2)
    keeper = rng.choice(TRADES)
    if level == 1:
        text = f"In the secret writing of a {keeper}, '{sample}' is written '{sample[::-1]}'. Which word is '{word[::-1]}'?"
        return ask_choice(rng, text, word, pick(rng, [other for other in PLAIN_WORDS if len(other) == len(word)], 4))
    if level == 2:
        shift = rng.choice((1, 2))
        text = (
            f"A {keeper} replaces every letter by the letter {'one place' if shift == 1 else 'two places'} further on in the "
            f"alphabet (after z comes a): '{sample}' becomes '{_moved(sample, shift)}'. Which word became '{_moved(word, shift)}'?"
        )
    else:
        start = rng.randrange(3, 9)
        text = (
            f"A {keeper} writes letters as numbers: a is {start}, b is {start + 1}, c is {start + 2} and so on. "
            f"Which word is {'-'.join(str(ord(letter) - ord('a') + start) for letter in word)}?"
        )
    return ask_word(f"{text} Answer with that word.", word)


def _moved(word: str, shift: int) -> str:
    return "".join(chr((ord(letter) - ord("a") + shift) % 26 + ord("a")) for letter in word)


GENERATORS = (
    Generator("dates", UseCase.REASONING, weekday),
    Generator("clock", UseCase.REASONING, clock),
    Generator("plans", UseCase.REASONING, schedule),
    Generator("patterns", UseCase.REASONING, pattern),
    Generator("codes", UseCase.REASONING, letter_code),
)
