"""Keys of generated reasoning questions, proved from their text by another way: simulation or all cases."""

import re
from datetime import date, datetime, timedelta
from fractions import Fraction
from itertools import combinations, permutations, product

from tests.questions.generated import DAYS, key_of, numbers


def story_is_followed(question):
    count = None
    for sentence in re.split(r"(?<=[.?])\s+", question.input):
        n = (numbers(sentence) or [0])[0]
        if count is None:
            count = n
        elif re.search(r"more|another|adds", sentence):
            count += n
        elif re.search(r"gives \d|lost|sells|broken|lends", sentence):
            count -= n
        elif "half" in sentence:
            assert count % 2 == 0
            count //= 2
        elif "doubles" in sentence:
            count *= 2
        elif "equal parcels" in sentence:
            assert count % n == 0
            count //= n
        else:
            assert sentence.startswith("How many")
        assert count >= 0
    assert str(count) == key_of(question)


def work_is_simulated(question):
    n = numbers(question.input)
    if question.metadata["level"] == 1:
        done = sum(n[0] for _ in range(n[1]))
        assert str(done) == key_of(question)
        return
    a, late, b, goal = (n[0], 0, n[1], n[2]) if question.metadata["level"] == 2 else (n[0], n[1], n[2], n[3])
    time = done = 0
    while done < goal:
        done += a + (b if time >= late else 0)
        time += 1
    assert (str(time), done) == (key_of(question), goal)


def members_are_counted(question):
    level, n = question.metadata["level"], numbers(question.input)
    if level == 1:
        members = [(i < n[1], False) for i in range(n[0])]
        expected = members.count((False, False))
    elif level == 2:
        total, first, second, both = n
        members = [(i < first, first - both <= i < first - both + second) for i in range(total)]
        expected = members.count((False, False) if "neither of the two" in question.input else (True, False))
    else:
        total, none, more = n
        (expected,) = [both for both in range(total) if both + 2 * both + both + more + none == total]
    assert str(expected) == key_of(question)


def balance_is_solved(question):
    weights = re.findall(r"One ([\w ]+?) weighs as much as (\d+) ([\w ]+?)\.", question.input)
    unit = {}

    def weight(name):
        if name in unit:
            return unit[name]
        for one, factor, other in weights:
            if one == name:
                return int(factor) * weight(_singular(other, [w[0] for w in weights]))
        return Fraction(1)

    asked = question.input.rsplit(". ", 1)[1]
    if question.metadata["level"] == 1:
        many = numbers(asked)[0]
        expected = many * weight(weights[0][0])
    elif question.metadata["level"] == 2:
        expected = weight(re.search(r"as one ([\w ]+)\?", asked)[1])
    else:
        one, extra = re.search(r"lie one ([\w ]+) and (\d+)", question.input).groups()
        expected = weight(one) + int(extra)
    assert str(expected) == key_of(question)


def _singular(plural, names):
    return next((name for name in names if plural in (name + "s", name + "es")), plural)


def draws_are_counted(question):
    level = question.metadata["level"]
    held = re.findall(r"(\d+) (\w+)", question.input.split(". ")[0])
    if level == 1:
        assert key_of(question) == max(held, key=lambda entry: int(entry[0]))[1]
        return
    balls = [colour for count, colour in held for _ in range(int(count))]
    wanted = re.search(r"(?:it is|both are) (\w+)\?", question.input)[1]
    hands = list(combinations(balls, level - 1))
    share = Fraction(sum(all(ball == wanted for ball in hand) for hand in hands), len(hands))
    assert Fraction(key_of(question)) == share
    assert sum(Fraction(choice) == share for choice in question.choices) == 1


LEGS = {"spider": 8, "beetle": 6, "ant": 6, "dog": 4, "cow": 4, "goose": 2, "geese": 2, "hen": 2}


def legs(noun):
    return LEGS.get(noun) or LEGS[noun.removesuffix("s")]


def legs_are_counted(question):
    text = question.input
    if question.metadata["level"] < 3:
        counted = re.findall(r"(\d+) (\w+)", text)
        assert str(sum(int(n) * legs(noun) for n, noun in counted)) == key_of(question)
        return
    one, two = re.search(r"only (\w+) and (\w+)", text).groups()
    heads, feet = numbers(text)
    fitting = [a for a in range(heads + 1) if a * legs(one) + (heads - a) * legs(two) == feet]
    assert [str(a) for a in fitting] == [key_of(question)]


def sharing_is_tried(question):
    n = numbers(question.input)
    if question.metadata["level"] == 1:
        assert n[0] == n[1] * int(key_of(question))
    elif question.metadata["level"] == 2:
        boxes = 0
        while boxes * n[0] < n[1]:
            boxes += 1
        assert str(boxes) == key_of(question)
    else:
        a, left, b, left_too, more_than = n
        assert left == left_too
        assert int(key_of(question)) == next(i for i in range(more_than + 1, 1000) if i % a == left and i % b == left)


ADJECTIVES = {
    "heavier": 1, "larger": 1, "older": 1, "dearer": 1, "taller": 1, "harder": 1, "brighter": 1,
    "lighter": -1, "smaller": -1, "newer": -1, "cheaper": -1, "shorter": -1, "softer": -1, "duller": -1,
}  # fmt: skip
PLACES = ("first", "second", "third", "fourth", "fifth")


def orders_are_tried(question):
    clues = re.findall(r"The ([\w ]+?) is (\w+) than the ([\w ]+?)\.", question.input)
    things = sorted({name for a, _, b in clues for name in (a, b)})
    fitting = [
        order
        for order in permutations(things)
        if all((order.index(a) < order.index(b)) == (ADJECTIVES[word] > 0) for a, word, b in clues)
    ]
    (order,) = fitting
    asked = question.input.rsplit(". Which ", 1)[1]
    row = re.search(r"is the (\w+) when they are put in a row", asked)
    if row:
        expected = order[PLACES.index(row[1])]
    else:
        superlative = re.search(r"is the (\w+)\?", asked)[1]
        comparative = superlative.removesuffix("st") + "r"
        expected = order[0] if ADJECTIVES[comparative] > 0 else order[-1]
    assert key_of(question) == f"the {expected}"


def kinds_are_tried(question):
    said = re.findall(r"The (\w+)(?:, who always tells the truth,)? says: '(.+?)'", question.input)
    if question.metadata["level"] == 1:
        assert key_of(question) == ("a liar" if "is a liar" in said[0][1] else "honest")
        return
    people = [speaker for speaker, _ in said]
    fitting = []
    for kinds in product((True, False), repeat=len(people)):
        honest = dict(zip(people, kinds, strict=True))
        if all(honest[speaker] == _is_true(claim, speaker, honest) for speaker, claim in said):
            fitting.append({person for person in people if honest[person]})
    (truthful,) = fitting
    assert set(re.findall(r"the (\w+)", key_of(question))) == truthful


def _is_true(claim, speaker, honest):
    if "At least one" in claim:
        return not all(honest.values())
    if claim.startswith(("All ", "Both ")):
        return not any(honest.values())
    other = re.match(r"The (\w+)", claim)[1]
    if "same kind" in claim:
        return honest[other] == honest[speaker]
    if "different kinds" in claim:
        return honest[other] != honest[speaker]
    return honest[other] == ("tells the truth" in claim)


def worlds_are_tried(question):
    """A conclusion follows when it holds in every world: each of the seven regions is empty or not."""
    kinds = re.search(r"there are (\w+), (\w+) and (\w+),", question.input).groups()
    premises = re.findall(r"(All|No|Some) (\w+) are (not )?(\w+)\.", question.input)
    regions = [r for r in product((0, 1), repeat=3) if any(r)]
    worlds = []
    for filled in product((False, True), repeat=len(regions)):
        world = [region for region, is_filled in zip(regions, filled, strict=True) if is_filled]
        everyone_exists = all(any(region[i] for region in world) for i in range(3))
        if everyone_exists and all(_in_world(premise, kinds, world) for premise in premises):
            worlds.append(world)
    follows = []
    for choice in question.choices:
        claim = re.fullmatch(r"(All|No|Some) (\w+) are (not )?(\w+)", choice)
        if claim and all(_in_world(claim.groups(), kinds, world) for world in worlds):
            follows.append(choice)
    assert worlds
    assert (follows or ["None of the other statements follows"]) == [key_of(question)]


def _in_world(claim, kinds, world):
    quantity, a, negated, b = claim
    i, j = kinds.index(a), kinds.index(b)
    both = any(region[i] and region[j] for region in world)
    only = any(region[i] and not region[j] for region in world)
    return {"All": not only, "No": not both, "Some": only if negated else both}[quantity]


def assignments_are_tried(question):
    people = re.findall(r"[Tt]he (\w+)", question.input.split(" each ")[0])
    things = re.split(r", | and ", re.search(r"different \w+: (.+?)\. The", question.input)[1])
    clues = re.findall(r"The (\w+) did not \w+ '(.+?)'", question.input)
    asked = re.search(r"did the (\w+) \w+\?", question.input)[1]
    fitting = [
        order for order in permutations(things) if all(order[people.index(person)] != thing for person, thing in clues)
    ]
    assert len(fitting) == 1
    assert fitting[0][people.index(asked)] == key_of(question)


STEPS = {
    "mother": "up f", "father": "up m", "son": "down m", "daughter": "down f", "brother": "side m", "sister": "side f",
    "wife": "wed f", "husband": "wed m",
}  # fmt: skip
RELATIONS = {
    "up up": ("grandfather", "grandmother"),
    "up up up": ("great-grandfather", "great-grandmother"), "up side": ("uncle", "aunt"),
    "up side down": ("cousin", "cousin"), "side down": ("nephew", "niece"), "down down": ("grandson", "granddaughter"),
    "wed up": ("father-in-law", "mother-in-law"), "wed side": ("brother-in-law", "sister-in-law"),
}  # fmt: skip


def steps_are_composed(question):
    path = re.search(r"This is (.+) of my (\w+)\.", question.input)
    words = [path[2], *reversed(re.findall(r"the (\w+)", path[1]))]
    moves = " ".join(STEPS[word].split()[0] for word in words)
    gender = STEPS[words[-1]].split()[1]
    assert key_of(question) == RELATIONS[moves][gender == "f"]


HEADINGS = {"north": 1j, "east": 1, "south": -1j, "west": -1}


def walk_is_simulated(question):
    text = question.input
    heading, place = HEADINGS[re.search(r"faces (\w+)", text)[1]], 0
    for turn, length in re.findall(r"turns (left|right)|goes (\d+) m", text):
        if turn:
            heading *= 1j if turn == "left" else -1j
        else:
            place += heading * int(length)
    if question.metadata["level"] == 1:
        expected = next(name for name, unit in HEADINGS.items() if abs(unit - heading) < 1e-9)
    elif question.metadata["level"] == 2:
        expected = str(int(abs(place.imag if "north or south" in text else place.real)))
    else:
        north, east = int(place.imag), int(place.real)
        parts = [f"{abs(north)} m {'north' if north > 0 else 'south'}"] if north else []
        parts += [f"{abs(east)} m {'east' if east > 0 else 'west'}"] if east else []
        expected = " and ".join(parts) or "at the start"
    assert key_of(question) == expected


def calendar_is_asked(question):
    text = question.input
    later = int(re.search(r"exactly (\d+) days later", text)[1])
    if question.metadata["level"] == 1:
        start = DAYS.index(re.match(r"On a (\w+) ", text)[1])
        assert key_of(question) == DAYS[(start + later) % 7]
        return
    weekday, day, kind = re.match(r"On (\w+), (\d+ \w+ \d+) \((a|not a) leap year\)", text).groups()
    start = datetime.strptime(day, "%d %B %Y").date()
    assert weekday == start.strftime("%A")
    assert (kind == "a") == (date(start.year, 12, 31).timetuple().tm_yday == 366)
    end = start + timedelta(days=later)
    name = f"{end.day} {end.strftime('%B')}"
    assert key_of(question) == (name if question.metadata["level"] == 2 else f"{end.strftime('%A')}, {name}")


def _minutes(text):
    return sum(int(n) * (60 if unit.startswith("hour") else 1) for n, unit in re.findall(r"(\d+) (hour|minute)", text))


def clock_is_wound(question):
    text = question.input
    start = datetime.strptime(re.search(r"\d\d:\d\d", text)[0], "%H:%M")
    spans = timedelta(minutes=_minutes(text))
    if question.metadata["level"] == 3:
        spans += timedelta(minutes=10)  # the pause is named once and comes twice
        assert key_of(question) == (start - spans).strftime("%H:%M")
    else:
        assert key_of(question) == (start + spans).strftime("%H:%M")


def days_are_simulated(question):
    tasks = {}
    for task, days, needs in re.findall(
        r"(\w+) takes (\d+) days?(?: and can begin only after ([\w ]+?))?\.", question.input
    ):
        tasks[task.lower()] = [int(days), needs.split(" and ") if needs else []]
    day, done = 0, set()
    while len(done) < len(tasks):
        day += 1
        working = [t for t, (left, needs) in tasks.items() if t not in done and all(need in done for need in needs)]
        for task in working:
            tasks[task][0] -= 1
        done |= {task for task in working if tasks[task][0] == 0}
        assert day < 1000
    assert str(day) == key_of(question)


def pattern_is_laid_out(question):
    shown = re.search(r"repeats: (.+), and so on", question.input)[1].split(", ")
    size = int(re.search(r"has (\d+) elements", question.input)[1])
    assert all(a == b for a, b in zip(shown, shown[size:], strict=False))
    row = shown[:size] * 60
    asked = question.input.rsplit(". ", 1)[1]
    if question.metadata["level"] == 1:
        assert key_of(question) == row[len(shown)]
    elif question.metadata["level"] == 2:
        assert key_of(question) == row[numbers(asked)[0] - 1]
    else:
        n, colour = re.search(r"first (\d+) are (\w+)", asked).groups()
        assert key_of(question) == str(row[: int(n)].count(colour))


ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def code_is_broken(question):
    text, key = question.input, key_of(question)
    if question.metadata["level"] == 1:
        written = re.search(r"Which word is '(\w+)'", text)[1]
        assert [c for c in question.choices if c == "".join(reversed(written))] == [key]
    elif question.metadata["level"] == 2:
        sample, coded, word = re.search(r"'(\w+)' becomes '(\w+)'. Which word became '(\w+)'", text).groups()
        shift = (ALPHABET.index(coded[0]) - ALPHABET.index(sample[0])) % 26
        assert shift == (1 if "one place" in text else 2)
        back = str.maketrans(ALPHABET, ALPHABET[-shift:] + ALPHABET[:-shift])
        assert word.translate(back) == key
        assert coded.translate(back) == sample
    else:
        start = int(re.search(r"a is (\d+)", text)[1])
        values = re.search(r"Which word is ([\d-]+)\?", text)[1].split("-")
        assert "".join(ALPHABET[int(value) - start] for value in values) == key


PROOFS = {
    "word problems": story_is_followed,
    "rates": work_is_simulated,
    "sets": members_are_counted,
    "weighing": balance_is_solved,
    "chance": draws_are_counted,
    "heads and legs": legs_are_counted,
    "sharing": sharing_is_tried,
    "ordering": orders_are_tried,
    "liars": kinds_are_tried,
    "syllogisms": worlds_are_tried,
    "who has what": assignments_are_tried,
    "relatives": steps_are_composed,
    "directions": walk_is_simulated,
    "dates": calendar_is_asked,
    "clock": clock_is_wound,
    "plans": days_are_simulated,
    "patterns": pattern_is_laid_out,
    "codes": code_is_broken,
}
