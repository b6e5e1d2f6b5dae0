# ruff: noqa: E501 - a sentence of a question stays on one line
"""Numbers of daily life: shopping, recipes, discounts, units, journeys, heating and phone bills."""

from fractions import Fraction
from random import Random

from core.catalogue.use_cases import UseCase
from core.questions.generators.making import Generator, ask_choice, ask_number, counted, joined, pick
from core.questions.generators.vocabulary import GROCERIES, NAMES, OBJECTS
from core.questions.question import Question

_SHOPPING = (
    "{who} buys {goods} at a market.",
    "On a shopping list stand {goods}.",
    "{who}'s basket holds {goods}.",
    "For a picnic {who} gets {goods}.",
    "A neighbour asks {who} to bring {goods}.",
)


def shopping(rng: Random, level: int) -> Question:
    """One kind; two kinds; three kinds and the change from a note."""
    goods = pick(rng, GROCERIES, level)
    amounts = [rng.randrange(2, 6) for _ in goods]
    cents = [rng.randrange(1, 7) * 100 if level == 1 else rng.randrange(8, 60) * 10 for _ in goods]
    total = sum(n * price for n, price in zip(amounts, cents, strict=True))
    listed = joined([counted(n, thing) for n, thing in zip(amounts, goods, strict=True)])
    prices = joined([f"a {thing[0]} costs {_euros(price)}" for thing, price in zip(goods, cents, strict=True)])
    text = f"{rng.choice(_SHOPPING).format(who=rng.choice(NAMES), goods=listed)} {prices[0].upper()}{prices[1:]}."
    if level < 3:
        return ask_number(f"{text} How many euros is that in all?", _number(Fraction(total, 100)))
    note = next(note for note in (20, 50, 100, 200) if note * 100 > total)
    return ask_number(
        f"{text} How many euros of change come back from {note} euros?", _number(Fraction(note * 100 - total, 100))
    )


def _euros(cents: int) -> str:
    if cents == 100:
        return "1 euro"
    return f"{cents // 100} euros" if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02d} euros"


def _number(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):.2f}"


_DISHES = (
    ("pancakes", "flour", "grams"), ("a lentil soup", "lentils", "grams"), ("a fruit salad", "grapes", "grams"),
    ("a rice pudding", "milk", "millilitres"), ("a curry", "coconut milk", "millilitres"), ("bread rolls", "flour", "grams"),
    ("a potato gratin", "cream", "millilitres"), ("mushroom noodles", "mushrooms", "grams"), ("a chocolate mousse", "chocolate", "grams"),
    ("a vegetable stew", "carrots", "grams"), ("waffles", "butter", "grams"), ("lemonade", "syrup", "millilitres"),
)  # fmt: skip


def recipe(rng: Random, level: int) -> Question:
    """Twice the people; any other number of people; what is left or missing."""
    dish, what, unit = rng.choice(_DISHES)
    people, each = rng.choice((2, 3, 4, 5, 6)), rng.randrange(3, 14) * 10
    need = people * each
    opening = f"A recipe for {dish} for {people} people needs {need} {unit} of {what}."
    if level == 1:
        return ask_number(f"{opening} How many {unit} are needed for {2 * people} people?", 2 * need)
    others = rng.choice([n for n in range(3, 14) if n not in {people, 2 * people}])
    if level == 2:
        return ask_number(f"{opening} How many {unit} are needed for {others} people?", others * each)
    rest = rng.randrange(5, each)
    text = (
        f"{opening} There are {others * each + rest} {unit} of {what} in the kitchen. The dish is cooked for as many people "
        f"as possible. How many {unit} of {what} are left?"
    )
    return ask_number(text, rest)


_SALES = (
    "winter sale",
    "closing sale",
    "jubilee sale",
    "summer sale",
    "flea market",
    "spring sale",
    "club sale",
    "late sale",
)


def discount(rng: Random, level: int) -> Question:
    """A price after a cut in percent; the cut itself; the price before it."""
    thing, sale = rng.choice(OBJECTS), rng.choice(_SALES)
    percent = rng.choice((10, 20, 50) if level == 1 else (5, 15, 25, 30, 40))
    before = rng.randrange(2, 20) * (10 if level == 1 else 20)
    after = Fraction(before * (100 - percent), 100)
    if level == 1:
        text = (
            f"In a {sale} a {thing} for {before} euros is {percent} percent cheaper. How many euros does it cost now?"
        )
        return ask_number(text, _number(after))
    if level == 2:
        text = f"In a {sale} the price of a {thing} falls from {before} euros to {_number(after)} euros. By how many percent is it cheaper?"
        return ask_number(text, percent)
    text = f"After a cut of {percent} percent in a {sale}, a {thing} costs {_number(after)} euros. How many euros did it cost before?"
    return ask_number(text, before)


# thing, how it is measured, small unit, big unit, small per big
_MEASURES = (
    ("rope", "is {} long", "centimetres", "metres", 100), ("film", "lasts {}", "seconds", "minutes", 60),
    ("barrel of cider", "holds {}", "millilitres", "litres", 1000), ("sack of sand", "weighs {}", "grams", "kilograms", 1000),
    ("footpath", "is {} long", "metres", "kilometres", 1000), ("flight", "takes {}", "minutes", "hours", 60),
    ("plank", "is {} wide", "millimetres", "centimetres", 10), ("load of gravel", "weighs {}", "kilograms", "tonnes", 1000),
    ("savings jar", "holds {}", "cents", "euros", 100), ("ribbon", "measures {}", "centimetres", "metres", 100),
    ("song", "goes on for {}", "seconds", "minutes", 60), ("fish tank", "is filled with {}", "millilitres", "litres", 1000),
    ("letter", "weighs {}", "milligrams", "grams", 1000), ("contract", "runs for {}", "months", "years", 12),
    ("cable", "reaches over {}", "metres", "kilometres", 1000), ("lab test", "needs {}", "hours", "days", 24),
    ("curtain", "is {} high", "centimetres", "metres", 100), ("strike", "goes on for {}", "hours", "days", 24),
)  # fmt: skip


def units(rng: Random, level: int) -> Question:
    """Big units into small; small into big; cut into parts of the small unit."""
    thing, measured, small, big, factor = rng.choice(_MEASURES)
    n = rng.randrange(2, 10)
    if level == 1:
        return ask_number(f"A {thing} {measured.format(f'{n} {big}')}. How many {small} is that?", n * factor)
    if level == 2:
        half = factor % 2 == 0 and rng.randrange(2)
        amount = n * factor + (factor // 2 if half else 0)
        return ask_number(
            f"A {thing} {measured.format(f'{amount} {small}')}. How many {big} is that?", f"{n}.5" if half else n
        )
    part = rng.choice([d for d in range(2, factor * n) if (factor * n) % d == 0 and d != factor and d < factor * n / 2])
    text = f"A {thing} of {n} {big} is split into equal parts of {part} {small}. How many parts are there?"
    return ask_number(text, factor * n // part)


_JOURNEYS = (
    ("cyclist", "cycles", 12, 24), ("train", "travels", 60, 150), ("hiker", "walks", 3, 6), ("lorry", "drives", 40, 80),
    ("canal boat", "moves", 5, 9), ("tractor", "rolls", 15, 30), ("bird", "flies", 30, 60), ("skater", "glides", 10, 20),
    ("runner", "runs", 9, 14), ("ferry", "sails", 20, 40), ("drone", "flies", 25, 50), ("rider", "rides", 8, 18),
)  # fmt: skip


def journey(rng: Random, level: int) -> Question:
    """Distance from speed and time; time with minutes; mean speed of two stretches."""
    who, moves, slow, fast = rng.choice(_JOURNEYS)
    speed, hours = rng.randrange(slow, fast + 1), rng.randrange(2, 6)
    if level == 1:
        return ask_number(
            f"A {who} {moves} at {speed} km per hour. How many km is that in {hours} hours?", speed * hours
        )
    if level == 2:
        quarters = rng.choice((2, 3, 5, 6, 7, 9, 10))
        speed = 4 * max(1, speed // 4)
        text = f"A {who} {moves} {speed * quarters // 4} km at {speed} km per hour. How many minutes does that take?"
        return ask_number(text, quarters * 15)
    second = rng.randrange(slow, fast + 1)
    if second == speed:  # a mean of two equal speeds asks nothing
        second = slow if speed > slow else fast
    more = rng.randrange(1, 4)
    key = Fraction(speed * hours + second * more, hours + more)
    text = (
        f"A {who} {moves} for {hours} hours at {speed} km per hour and then for {counted(more, ('hour', 'hours'))} at "
        f"{second} km per hour. What is the mean speed over the whole way, in km per hour, to one decimal place?"
    )
    return ask_number(text, f"{float(key):.2f}", within=0.06)


_BILLS = (
    ("electricity", "kilowatt-hour", "kilowatt-hours"), ("water", "cubic metre", "cubic metres"), ("car hire", "kilometre", "kilometres"),
    ("phone", "minute", "minutes"), ("printing", "page", "pages"), ("laundry", "wash", "washes"), ("parking", "hour", "hours"),
    ("storage", "day", "days"), ("scooter", "ride", "rides"), ("gas", "unit", "units"), ("museum club", "visit", "visits"),
)  # fmt: skip


def bill(rng: Random, level: int) -> Question:
    """A basic fee plus a price per unit; how many units a bill holds; from how many units one offer is cheaper."""
    what, one, many = rng.choice(_BILLS)
    fee, price, n = rng.randrange(3, 30), rng.randrange(2, 9), rng.randrange(5, 40)
    if level == 1:
        n = rng.randrange(2, 9)
        return ask_number(
            f"The {what} bill has a basic fee of {fee} euros and {price} euros per {one}. How many euros are {n} {many} in all?",
            fee + n * price,
        )
    if level == 2:
        text = f"The {what} bill is {fee + n * price} euros: a basic fee of {fee} euros and {price} euros per {one}. How many {many} were there?"
        return ask_number(text, n)
    dearer = price + rng.randrange(1, 5)
    saving = rng.randrange(10, 60)
    n = saving // (dearer - price) + 1
    text = (
        f"Two {what} offers: the first has a basic fee of {fee + saving} euros and {price} euros per {one}, the second a "
        f"basic fee of {fee} euros and {dearer} euros per {one}. What is the smallest number of {many} for which the first "
        "offer is cheaper?"
    )
    return ask_number(text, n)


_SIZES = (
    ("a bath tub holds", "about 150 litres", ("about 15 litres", "about 1,500 litres", "about 2 litres")),
    ("a grown cat weighs", "about 4 kg", ("about 400 g", "about 40 kg", "about 20 kg")),
    ("a door is high", "about 2 m", ("about 20 cm", "about 5 m", "about 80 cm")),
    ("a sheet of printer paper weighs", "about 5 g", ("about 50 g", "about 500 g", "about 0.05 g")),
    ("a small car weighs", "about 1 tonne", ("about 100 kg", "about 10 tonnes", "about 300 kg")),
    ("a person walks in an hour", "about 5 km", ("about 500 m", "about 20 km", "about 50 km")),
    ("a hen's egg weighs", "about 60 g", ("about 6 g", "about 600 g", "about 250 g")),
    ("a teaspoon holds", "about 5 ml", ("about 50 ml", "about 250 ml", "about 0.5 ml")),
    ("a football pitch is long", "about 100 m", ("about 10 m", "about 1 km", "about 400 m")),
    ("boiling a full kettle takes", "a few minutes", ("a few seconds", "about an hour", "half a day")),
    ("a grown elephant weighs", "about 5 tonnes", ("about 500 kg", "about 50 tonnes", "about 200 kg")),
    ("a pencil is long", "about 18 cm", ("about 2 cm", "about 60 cm", "about 1 m")),
    ("a human heart beats at rest in a minute", "about 70 times", ("about 7 times", "about 700 times", "about 20 times")),
    ("a large pizza is wide", "about 32 cm", ("about 8 cm", "about 90 cm", "about 2 m")),
    ("a passenger jet flies in an hour", "about 850 km", ("about 85 km", "about 8,500 km", "about 250 km")),
    ("a litre of milk weighs", "about 1 kg", ("about 100 g", "about 5 kg", "about 10 kg")),
    ("a marathon is long", "about 42 km", ("about 4 km", "about 420 km", "about 15 km")),
    ("a brick weighs", "about 3 kg", ("about 30 g", "about 30 kg", "about 100 kg")),
)  # fmt: skip


def size(rng: Random, _level: int) -> Question:
    """Which size is plausible; easy for who has a notion of the thing, so level 1 alone."""
    about, right, wrong = rng.choice(_SIZES)
    opening = rng.choice(
        ("Which is the most plausible:", "Which of these fits daily experience:", "Choose the likeliest ending:")
    )
    return ask_choice(rng, f"{opening} {about} …", right, wrong)


GENERATORS = (
    Generator("shopping", UseCase.GENERAL, shopping),
    Generator("recipes", UseCase.GENERAL, recipe),
    Generator("discounts", UseCase.GENERAL, discount),
    Generator("units", UseCase.GENERAL, units),
    Generator("journeys", UseCase.GENERAL, journey),
    Generator("bills", UseCase.GENERAL, bill),
    Generator("sizes", UseCase.GENERAL, size, (1,)),
)
