# ruff: noqa: E501 - a sentence of a question stays on one line
"""Deduction with one solution: ordering, truth-tellers, syllogisms, who-has-what, kinship, paths."""

from collections.abc import Sequence
from itertools import pairwise, permutations, product
from random import Random

from core.catalogue.use_cases import UseCase
from core.questions.generators.making import Generator, ask_choice, ask_number, capital, joined, pick
from core.questions.generators.vocabulary import ANIMALS, COLOURS, NAMES, OBJECTS, TRADES
from core.questions.question import Question

_COMPARED = (
    ("heavier", "lighter", "heaviest", "lightest"), ("larger", "smaller", "largest", "smallest"),
    ("older", "newer", "oldest", "newest"), ("dearer", "cheaper", "dearest", "cheapest"),
    ("taller", "shorter", "tallest", "shortest"), ("harder", "softer", "hardest", "softest"),
    ("brighter", "duller", "brightest", "dullest"),
)  # fmt: skip
_PLACES = ("first", "second", "third", "fourth", "fifth")


def ordering(rng: Random, level: int) -> Question:
    """A chain of comparisons: 3 things in order, 4 shuffled, 5 shuffled with both directions; one is asked."""
    count = level + 2
    order = pick(rng, OBJECTS, count)
    more, less, most, least = rng.choice(_COMPARED)
    clues = []
    for upper, lower in pairwise(order):
        turned = level > 1 and rng.randrange(2)
        clues.append(
            f"The {lower} is {less} than the {upper}." if turned else f"The {upper} is {more} than the {lower}."
        )
    if level > 1:
        rng.shuffle(clues)
    if level == 3:
        place = rng.randrange(1, 4)
        asked, right = (
            f"is the {_PLACES[place]} when they are put in a row from the {most} to the {least}",
            order[place],
        )
    else:
        asked, right = rng.choice(((f"is the {most}", order[0]), (f"is the {least}", order[-1])))
    return ask_choice(rng, f"{' '.join(clues)} Which {asked}?", f"the {right}", [f"the {thing}" for thing in order])


def liars(rng: Random, level: int) -> Question:
    """1, 2 or 3 statements by people who always lie or always tell the truth; one reading fits."""
    names = [f"the {trade}" for trade in pick(rng, TRADES, max(2, level))]
    where = rng.choice(("In a village", "On an island", "At a court", "In a play", "In a riddle"))
    rule = f"{where} some people always tell the truth and the others always lie."
    if level == 1:
        honest = bool(rng.randrange(2))
        claim = "tells the truth" if honest else "is a liar"
        text = f"{rule} {capital(names[0])}, who always tells the truth, says: '{capital(names[1])} {claim}.' What is {names[1]}?"
        return ask_choice(rng, text, "honest" if honest else "a liar", ("honest", "a liar", "it cannot be told"))
    while True:
        statements = [_statement(rng, speaker, len(names)) for speaker in range(len(names))]
        kinds_of_all = list(product((True, False), repeat=len(names)))
        fitting = [kinds for kinds in kinds_of_all if all(kinds[s[1]] == _holds(s, kinds) for s in statements)]
        if len(fitting) == 1:
            break
    said = " ".join(f"{capital(names[s[1]])} says: '{_in_words(s, names)}'" for s in statements)
    options = [_who(names, kinds) for kinds in kinds_of_all]
    return ask_choice(rng, f"{rule} {said} Who tells the truth?", _who(names, fitting[0]), options)


_Statement = tuple[str, int, int]  # form, speaker, the person spoken of


def _statement(rng: Random, speaker: int, count: int) -> _Statement:
    other = rng.choice([person for person in range(count) if person != speaker])
    return rng.choice(("liar", "honest", "same", "differ", "some liar", "all liars")), speaker, other


def _holds(statement: _Statement, kinds: Sequence[bool]) -> bool:
    form, speaker, other = statement
    return {
        "liar": not kinds[other],
        "honest": kinds[other],
        "same": kinds[other] == kinds[speaker],
        "differ": kinds[other] != kinds[speaker],
        "some liar": not all(kinds),
        "all liars": not any(kinds),
    }[form]


def _in_words(statement: _Statement, names: Sequence[str]) -> str:
    form, _, person = statement
    other, count = capital(names[person]), {2: "two", 3: "three"}[len(names)]
    return {
        "liar": f"{other} is a liar.",
        "honest": f"{other} tells the truth.",
        "same": f"{other} and I are of the same kind.",
        "differ": f"{other} and I are of different kinds.",
        "some liar": f"At least one of the {count} of us is a liar.",
        "all liars": f"{'Both' if count == 'two' else 'All three'} of us are liars.",
    }[form]


def _who(names: Sequence[str], kinds: Sequence[bool]) -> str:
    honest = [name for name, kind in zip(names, kinds, strict=True) if kind]
    if not honest:
        return "none of them"
    return f"only {honest[0]}" if len(honest) == 1 else joined(honest)


_KINDS = (
    "bakers", "birds", "books", "boxers", "bridges", "cats", "clocks", "coats", "dancers", "doctors", "drummers",
    "fish", "gardeners", "gifts", "guests", "hats", "horses", "judges", "kites", "lamps", "maps", "masks", "miners",
    "pilots", "pipes", "poets", "pots", "robots", "ships", "singers", "stones", "toys", "trees", "twins", "wheels",
)  # fmt: skip
_NOTHING = "None of the other statements follows"
# (first premise, second premise, what follows, what does not), over kinds a, b, c that all exist
_VALID = {
    1: (
        ("All {a} are {b}.", "All {b} are {c}.", "All {a} are {c}", ("All {c} are {a}", "No {a} are {c}", "Some {a} are not {c}")),
        ("No {a} are {b}.", "All {c} are {a}.", "No {c} are {b}", ("All {c} are {b}", "Some {c} are {b}", "All {b} are {c}")),
    ),
    2: (
        ("No {a} are {b}.", "Some {c} are {a}.", "Some {c} are not {b}", ("No {c} are {b}", "All {c} are {b}", "Some {b} are {a}")),
        ("All {a} are {b}.", "Some {c} are {a}.", "Some {c} are {b}", ("All {c} are {b}", "No {c} are {b}", "All {b} are {c}")),
        ("All {a} are {b}.", "No {c} are {b}.", "No {c} are {a}", ("All {c} are {a}", "Some {c} are {a}", "All {b} are {a}")),
    ),
    3: (
        ("All {a} are {b}.", "Some {c} are not {b}.", "Some {c} are not {a}", ("Some {a} are not {c}", "No {c} are {a}", _NOTHING)),
        ("All {a} are {b}.", "Some {b} are {c}.", _NOTHING, ("Some {a} are {c}", "All {c} are {b}", "No {a} are {c}")),
        ("Some {a} are {b}.", "Some {b} are {c}.", _NOTHING, ("Some {a} are {c}", "All {a} are {c}", "No {a} are {c}")),
        ("No {a} are {b}.", "All {b} are {c}.", "Some {c} are not {a}", ("No {c} are {a}", "All {a} are {c}", _NOTHING)),
        ("All {a} are {b}.", "All {a} are {c}.", "Some {b} are {c}", ("All {b} are {c}", "No {b} are {c}", _NOTHING)),
    ),
}  # fmt: skip


def syllogism(rng: Random, level: int) -> Question:
    """Two premises over three kinds (all of which exist); one conclusion follows."""
    a, b, c = pick(rng, _KINDS, 3)
    first, second, right, wrong = rng.choice(_VALID[level])
    premises = [part.format(a=a, b=b, c=c) for part in (first, second)]
    if rng.randrange(2):
        premises.reverse()
    where = rng.choice(("On a certain island", "In a certain tale", "In an invented world", "In a strange town"))
    text = f"{where} there are {a}, {b} and {c}, and this is true: {' '.join(premises)} What follows for certain?"
    return ask_choice(rng, text, right.format(a=a, b=b, c=c), [part.format(a=a, b=b, c=c) for part in wrong])


_POOLS = (
    ("drink", ("tea", "milk", "juice", "water", "cocoa", "coffee", "lemonade")), ("animal", ANIMALS), ("colour", COLOURS),
    ("present", OBJECTS), ("instrument", ("drum", "flute", "harp", "piano", "violin", "horn", "cello", "guitar")),
    ("soup", ("leek", "tomato", "onion", "pea", "potato", "bean", "pumpkin")), ("shape", ("circle", "square", "star", "cross")),
)  # fmt: skip
_TAKEN = (
    ("chose", "choose"),
    ("got", "get"),
    ("won", "win"),
    ("drew", "draw"),
    ("described", "describe"),
    ("bought", "buy"),
)


def who_has_what(rng: Random, level: int) -> Question:
    """2, 3 or 4 people and as many things; the clues leave one assignment."""
    people = [f"the {trade}" for trade in pick(rng, TRADES, level + 1)]
    label, pool = rng.choice(_POOLS)
    things = pick(rng, pool, level + 1)
    took, take = rng.choice(_TAKEN)
    given = dict(zip(people, things, strict=True))
    clues = [(person, thing) for person in people for thing in things if given[person] != thing]
    rng.shuffle(clues)
    for clue in list(clues):  # drop every clue that is not needed
        rest = [other for other in clues if other != clue]
        if len(_assignments(people, things, rest)) == 1:
            clues = rest
    said = " ".join(f"{capital(person)} did not {take} '{thing}'." for person, thing in clues)
    asked = rng.choice(people)
    text = f"{capital(joined(people))} each {took} a different {label}: {joined(sorted(things))}. {said} Which {label} did {asked} {take}?"
    return ask_choice(rng, text, given[asked], things)


def _assignments(
    people: Sequence[str], things: Sequence[str], clues: Sequence[tuple[str, str]]
) -> list[tuple[str, ...]]:
    """Every way to give the things to the people that no clue forbids."""
    return [
        order for order in permutations(things) if all(order[people.index(person)] != thing for person, thing in clues)
    ]


# (of whom, who): "the brother of my mother" is ("mother", "brother")
_KIN = {
    ("mother", "mother"): "grandmother", ("mother", "father"): "grandfather", ("father", "mother"): "grandmother",
    ("father", "father"): "grandfather", ("mother", "sister"): "aunt", ("mother", "brother"): "uncle",
    ("father", "sister"): "aunt", ("father", "brother"): "uncle", ("brother", "son"): "nephew",
    ("brother", "daughter"): "niece", ("sister", "son"): "nephew", ("sister", "daughter"): "niece",
    ("son", "son"): "grandson", ("son", "daughter"): "granddaughter", ("daughter", "son"): "grandson",
    ("daughter", "daughter"): "granddaughter", ("grandmother", "mother"): "great-grandmother",
    ("grandfather", "father"): "great-grandfather", ("aunt", "daughter"): "cousin", ("uncle", "son"): "cousin",
    ("aunt", "son"): "cousin", ("uncle", "daughter"): "cousin", ("wife", "mother"): "mother-in-law",
    ("wife", "father"): "father-in-law", ("husband", "mother"): "mother-in-law", ("husband", "father"): "father-in-law",
    ("wife", "brother"): "brother-in-law", ("husband", "sister"): "sister-in-law", ("wife", "sister"): "sister-in-law",
    ("husband", "brother"): "brother-in-law",
}  # fmt: skip
_KIN_WORDS = tuple(sorted(set(_KIN.values())))


def kinship(rng: Random, level: int) -> Question:
    """The child or parent of a close relative; of a wider one; three steps away."""
    if level == 3:
        steps, result = rng.choice(_CHAINS)
        path = f"the {steps[2]} of the {steps[1]} of my {steps[0]}"
    else:
        direct = [pair for pair, word in _KIN.items() if word.startswith("grand")]
        wider = [pair for pair in _KIN if pair not in direct and pair[0] not in _KIN_WORDS]
        first, second = rng.choice(direct if level == 1 else wider)
        path, result = f"the {second} of my {first}", _KIN[(first, second)]
    where = rng.choice(("in a photograph", "on a stage", "in a train", "at a wedding", "at a market", "in an old film"))
    do = rng.choice(("points at someone", "talks about someone", "greets someone", "writes about someone"))
    who = rng.choice(NAMES)
    text = f"{who} {do} {where} and says: 'This is {path}.' What is that person to {who}?"
    return ask_choice(rng, text, result, _KIN_WORDS)


_CHAINS = [
    ((first, second, third), _KIN[(middle, third)])
    for (first, second), middle in _KIN.items()
    for third in ("mother", "father", "son", "daughter")
    if (middle, third) in _KIN
]

_TURNS = {"left": -1, "right": 1}
_HEADINGS = ("north", "east", "south", "west")
_MOVES = ((0, 1), (1, 0), (0, -1), (-1, 0))
_WALKERS = (
    "robot",
    "snail",
    "dog",
    "drone",
    "beetle",
    "tortoise",
    "toy car",
    "crab",
    "cat",
    "mouse",
    "lawnmower",
    "tractor",
)


def path(rng: Random, level: int) -> Question:
    """Turns only; the distance after a walk there and back; the place after turns and walks."""
    walker, heading = rng.choice(_WALKERS), rng.randrange(4)
    start = f"A {walker} faces {_HEADINGS[heading]}."
    if level == 1:
        turns = [rng.choice(("left", "right")) for _ in range(rng.randrange(1, 3))]
        for turn in turns:
            heading = (heading + _TURNS[turn]) % 4
        said = " and then ".join(f"turns {turn}" for turn in turns)
        text = f"{start} It {said}, by a right angle each time. Which way does it face now?"
        return ask_choice(rng, text, _HEADINGS[heading], _HEADINGS)
    x = y = 0
    steps = []
    for number in range(level + 1):
        if number:
            turn = rng.choice(("left", "right"))
            heading = (heading + _TURNS[turn]) % 4
            steps.append(f"turns {turn}")
        length = rng.randrange(1, 10)
        x, y = x + _MOVES[heading][0] * length, y + _MOVES[heading][1] * length
        steps.append(f"goes {length} m")
    said = f"{', '.join(steps[:-1])} and {steps[-1]}"
    if level == 2:
        asked, key = rng.choice((("north or south", abs(y)), ("east or west", abs(x))))
        return ask_number(f"{start} It {said}. How many metres {asked} of its start does it end?", key)
    text = f"{start} It {said}. Where is it now, seen from its start?"
    wrong = [_place(-x, y), _place(x, -y), _place(y, x), _place(-x, -y), _place(-y, -x), _place(x + 1, y - 1)]
    return ask_choice(rng, text, _place(x, y), wrong)


def _place(x: int, y: int) -> str:
    parts = [f"{abs(y)} m {'north' if y > 0 else 'south'}"] if y else []
    parts += [f"{abs(x)} m {'east' if x > 0 else 'west'}"] if x else []
    return " and ".join(parts) or "at the start"


GENERATORS = (
    Generator("ordering", UseCase.REASONING, ordering),
    Generator("liars", UseCase.REASONING, liars),
    Generator("syllogisms", UseCase.REASONING, syllogism),
    Generator("who has what", UseCase.REASONING, who_has_what),
    Generator("relatives", UseCase.REASONING, kinship),
    Generator("directions", UseCase.REASONING, path),
)
