# ruff: noqa: E501 - a sentence of a question stays on one line
"""Reasoning with amounts: stories in steps, rates, overlapping groups, balances, chances."""

from fractions import Fraction
from random import Random

from core.catalogue.use_cases import UseCase
from core.questions.generators.making import Generator, ask_choice, ask_number, capital, pick
from core.questions.generators.vocabulary import COLOURS, CONTAINERS, NAMES, OBJECTS, THINGS
from core.questions.question import Question

_GAINS = (
    "{who} then gets {n} more from a neighbour.",
    "In the afternoon {who} buys {n} more.",
    "Later {who} finds another {n} in a cupboard.",
    "A friend adds {n} to them.",
    "On the way home {who} wins {n} more at a fair.",
)
_LOSSES = (
    "{who} then gives {n} of them to a sister.",
    "After that {n} of them are lost.",
    "{who} sells {n} of them.",
    "{n} of them turn out to be broken and are thrown away.",
    "The next day {who} lends {n} of them to a school.",
)
_PARTS = (
    "{who} then keeps half of them and gives the rest away.",
    "After that {who} doubles the number.",
    "Then {who} packs {k} equal parcels with all of them and keeps only one parcel.",
)


def word_problem(rng: Random, level: int) -> Question:
    """A number of things goes up and down in 1, 2 or 4 steps; steps after the first may halve or double."""
    who, thing = rng.choice(NAMES), rng.choice(THINGS)
    count = rng.randrange(4, 12) if level == 1 else rng.randrange(20, 60)
    place = rng.choice(("at home", "in a drawer", "on a shelf", "in a bag", "at work", "in the cellar"))
    story = [f"{who} has {count} {thing[1]} {place}."]
    lines = [*pick(rng, _GAINS, 3), *pick(rng, _LOSSES, 3)]
    rng.shuffle(lines)
    for step in range({1: 1, 2: 2, 3: 4}[level]):
        if level == 3 and step == 2:
            text, count = _part(rng, count)
        else:
            line = rng.choice([line for line in lines if line in _GAINS or count > 5])
            lines.remove(line)
            n = rng.randrange(
                2, min(count + 2, 9 if level == 1 else 25) if line in _GAINS else min(count, 9 if level == 1 else 25)
            )
            count += n if line in _GAINS else -n
            text = line.replace("{n}", str(n))
        story.append(capital(text.replace("{who}", who)))
    return ask_number(f"{' '.join(story)} How many {thing[1]} does {who} have now?", count)


def _part(rng: Random, count: int) -> tuple[str, int]:
    if count % 2 == 0 and rng.randrange(2):
        return _PARTS[0], count // 2
    divisors = [k for k in (3, 4, 5, 6, 7) if count % k == 0 and count // k > 3]
    if divisors:
        k = rng.choice(divisors)
        return _PARTS[2].replace("{k}", str(k)), count // k
    return _PARTS[1], count * 2


_WORKERS = (
    ("machine", "fills {a} bottles", "bottles"), ("printer", "prints {a} pages", "pages"),
    ("baker", "shapes {a} rolls", "rolls"), ("pump", "moves {a} litres", "litres"), ("clerk", "checks {a} forms", "forms"),
    ("robot", "welds {a} joints", "joints"), ("painter", "paints {a} tiles", "tiles"),
    ("gardener", "plants {a} bulbs", "bulbs"), ("scanner", "reads {a} labels", "labels"),
    ("cook", "peels {a} potatoes", "potatoes"), ("loom", "weaves {a} metres", "metres"),
    ("postman", "sorts {a} letters", "letters"), ("press", "stamps {a} coins", "coins"),
)  # fmt: skip


def rate(rng: Random, level: int) -> Question:
    """One worker for a time; two workers for a total; two workers of whom one starts later."""
    noun, does, what = rng.choice(_WORKERS)
    unit = rng.choice(("minute", "hour"))
    a, b = rng.randrange(3, 15), rng.randrange(3, 15)
    if level == 1:
        a, t = rng.randrange(2, 11), rng.randrange(2, 6)
        text = f"A {noun} {does.format(a=a)} in one {unit}. How many {what} is that in {t} {unit}s?"
        return ask_number(text, a * t)
    if level == 2:
        t = rng.randrange(3, 13)
        second = rng.choice(("Another one does", "A second one manages", "An older one does"))
        text = (
            f"A {noun} {does.format(a=a)} in one {unit}. {second} {b} in one {unit}. "
            f"How many {unit}s do the two need together for {(a + b) * t} {what}?"
        )
        return ask_number(text, t)
    late, t = rng.randrange(2, 6), rng.randrange(3, 10)
    text = (
        f"A {noun} {does.format(a=a)} in one {unit} and starts alone. After {late} {unit}s a second {noun} joins and "
        f"does {b} in one {unit}. How many {unit}s after the start of the first are {a * (late + t) + b * t} {what} done?"
    )
    return ask_number(text, late + t)


_GROUPS = (
    ("guests at a party", "dance", "sing"), ("pupils in a class", "swim", "ski"), ("members of a club", "paint", "sew"),
    ("people in an office", "drink tea", "drink coffee"), ("farms in a valley", "keep cows", "keep goats"),
    ("hotels in a town", "have a pool", "have a garden"), ("books on a sale table", "have pictures", "have a stain"),
    ("cars in a garage", "need tyres", "need oil"), ("shops in a street", "sell bread", "sell fruit"),
    ("phones in a repair shop", "have a broken screen", "have a weak battery"),
    ("flats in a house", "have a balcony", "have a bathtub"), ("dogs in a shelter", "bark at strangers", "chase cats"),
    ("students on a course", "read French", "read Greek"), ("trees in a park", "carry fruit", "lose their leaves"),
)  # fmt: skip


def overlap(rng: Random, level: int) -> Question:
    """Two overlapping groups; asked is neither, only one, or both (level 3 gives the parts by relation)."""
    crowd, first, second = rng.choice(_GROUPS)
    both, only_first, only_second, neither = (rng.randrange(2, 13) for _ in range(4))
    if level == 1:
        total = only_first + neither
        text = f"Of {total} {crowd}, {only_first} {first}. How many do not {first}?"
        return ask_number(text, neither)
    total = both + only_first + only_second + neither
    if level == 2:
        asked, key = rng.choice((("do neither of the two", neither), (f"{first} but do not {second}", only_first)))
        text = (
            f"Of {total} {crowd}, {both + only_first} {first}, {both + only_second} {second}, and {both} do both. "
            f"How many {asked}?"
        )
        return ask_number(text, key)
    more = rng.randrange(1, 6)
    only_first, only_second = 2 * both, both + more
    total = only_first + only_second + both + neither
    text = (
        f"Of {total} {crowd}, {neither} neither {first} nor {second}. Those that {first} but do not {second} are twice "
        f"as many as those that do both, and those that {second} but do not {first} are {more} more than those that do "
        f"both. How many do both?"
    )
    return ask_number(text, both)


def balance(rng: Random, level: int) -> Question:
    """Weights as multiples of each other along a chain of 1, 2 or 3 balances."""
    names = pick(rng, OBJECTS, level + 1)
    factors = [rng.randrange(2, 6) for _ in range(level)]
    extra = rng.randrange(1, 5)
    lines = [f"One {names[i]} weighs as much as {factors[i]} {_plural(names[i + 1])}." for i in range(level)]
    key = 1
    for factor in factors:
        key *= factor
    last = _plural(names[-1])
    if level == 1:
        many = rng.randrange(2, 5)
        text = f"{lines[0]} How many {last} weigh as much as {many} {_plural(names[0])}?"
        return ask_number(text, key * many)
    rng.shuffle(lines)
    if level == 2:
        return ask_number(f"{' '.join(lines)} How many {last} weigh as much as one {names[0]}?", key)
    text = (
        f"{' '.join(lines)} On one side of a balance lie one {names[0]} and {extra} {last if extra > 1 else names[-1]}. "
        f"How many {last} must lie on the other side so that it is level?"
    )
    return ask_number(text, key + extra)


def _plural(noun: str) -> str:
    return noun + ("es" if noun.endswith(("s", "ch", "sh", "x")) else "s")


def chance(rng: Random, level: int) -> Question:
    """Drawing from a container: which is likelier; one draw; two draws without putting back."""
    container, thing = rng.choice(CONTAINERS)[0], rng.choice(THINGS)
    first, second, third = pick(rng, COLOURS, 3)
    a, b, c = rng.randrange(2, 7), rng.randrange(2, 7), rng.randrange(1, 5)
    if level == 1:
        a = rng.randrange(8, 15)
        text = (
            f"A {container} holds {a} {first} {thing[1]}, {b} {second} and {c} {third} ones. You take one without "
            "looking. Which colour is the likeliest?"
        )
        return ask_choice(rng, text, first, (second, third, "all are equally likely"))
    held = f"A {container} holds {a} {first} and {b} {second} {thing[1]}."
    if level == 2:
        answer = Fraction(a, a + b)
        wrong: tuple[Fraction, ...] = (
            Fraction(b, a + b),
            Fraction(a, b),
            Fraction(1, a),
            Fraction(1, a + b),
            Fraction(1, 2),
            Fraction(1, 3),
        )
        text = f"{held} You take one without looking. What is the chance that it is {first}?"
    else:
        answer = Fraction(a * (a - 1), (a + b) * (a + b - 1))
        wrong = (
            Fraction(a * a, (a + b) ** 2), Fraction(a - 1, a + b - 1), Fraction(a, a + b),
            Fraction(2 * a * b, (a + b) * (a + b - 1)), Fraction(b * (b - 1), (a + b) * (a + b - 1)),
        )  # fmt: skip
        text = f"{held} You take two, one after the other, and put none back. What is the chance that both are {first}?"
    return ask_choice(rng, text, _fraction(answer), [_fraction(value) for value in wrong if value != answer])


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}" if value.denominator > 1 else str(value.numerator)


_LEGS = (("spider", 8), ("beetle", 6), ("ant", 6), ("dog", 4), ("cow", 4), ("goose", 2), ("hen", 2), ("stool", 3))


def heads_and_legs(rng: Random, level: int) -> Question:
    """Legs of one kind, of two kinds, or the mix from heads and legs."""
    (one, legs_one), (two, legs_two) = pick(rng, [entry for entry in _LEGS if entry[0] != "stool"], 2)
    while legs_one == legs_two:
        (one, legs_one), (two, legs_two) = pick(rng, [entry for entry in _LEGS if entry[0] != "stool"], 2)
    a, b = rng.randrange(2, 9), rng.randrange(2, 9)
    where = rng.choice(("in a barn", "in a picture", "in a garden", "on a farm", "in a story", "in a puzzle"))
    plural = {"goose": "geese"}
    ones, twos = plural.get(one, one + "s"), plural.get(two, two + "s")
    if level == 1:
        return ask_number(f"There are {a} {ones} {where}. How many legs do they have together?", a * legs_one)
    if level == 2:
        extra = rng.choice(("badger", "camel", "crow", "donkey", "fox", "hare", "parrot", "seal"))
        text = (
            f"There are {a} {ones} and {b} {twos} {where}; a {extra} that was there has left. "
            f"How many legs do the {ones} and {twos} have together?"
        )
        return ask_number(text, a * legs_one + b * legs_two)
    text = (
        f"There are only {ones} and {twos} {where}: {a + b} heads and {a * legs_one + b * legs_two} legs in all. "
        f"How many {ones} are there?"
    )
    return ask_number(text, a)


def sharing(rng: Random, level: int) -> Question:
    """Equal shares; shares with a rest; the least number that fits two ways of packing."""
    thing, container = rng.choice(THINGS), rng.choice(CONTAINERS)
    k, share = rng.randrange(3, 9), rng.randrange(2, 9)
    if level == 1:
        text = f"{k * share} {thing[1]} are put into {k} {container[1]}, the same number in each. How many are in one {container[0]}?"
        return ask_number(text, share)
    rest = rng.randrange(1, k)
    if level == 2:
        total = k * share + rest
        text = (
            f"A {container[0]} takes {k} {thing[1]}. How many {container[1]} are needed so that all "
            f"{total} {thing[1]} are packed?"
        )
        return ask_number(text, share + 1)
    a, b = pick(rng, (4, 5, 6, 7, 8, 9), 2)
    left = rng.randrange(1, 4)
    verb = "remains" if left == 1 else "remain"
    n = next(n for n in range(max(a, b) + 1, a * b + left + 1) if n % a == left and n % b == left)
    text = (
        f"Someone packs {thing[1]}. With {a} in each {container[0]}, {left} {verb}; with {b} in each {container[0]}, "
        f"{left} {verb} too. There are more than {max(a, b)} {thing[1]}. What is the smallest number there can be?"
    )
    return ask_number(text, n)


GENERATORS = (
    Generator("word problems", UseCase.REASONING, word_problem),
    Generator("rates", UseCase.REASONING, rate),
    Generator("sets", UseCase.REASONING, overlap),
    Generator("weighing", UseCase.REASONING, balance),
    Generator("chance", UseCase.REASONING, chance),
    Generator("heads and legs", UseCase.REASONING, heads_and_legs),
    Generator("sharing", UseCase.REASONING, sharing),
)
