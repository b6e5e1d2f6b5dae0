# ruff: noqa: E501 - a sentence of a question stays on one line
"""Reading what is there: small tables, notices with opening hours, short stories, rules of devices."""

from random import Random

from core.catalogue.use_cases import UseCase
from core.questions.generators.making import Generator, ask_choice, ask_number, ask_time, joined, pick
from core.questions.generators.vocabulary import NAMES, OBJECTS, ROOMS, WEEKDAYS
from core.questions.question import Question

# what the rows are, names of rows, (column, lowest, highest) twice
_TABLES = (
    ("huts in the hills", ("Adler", "Birke", "Distel", "Ginster", "Hasel"), ("beds", 6, 60), ("height in metres", 700, 2400)),
    ("ferries", ("north line", "south line", "island line", "night line", "lake line"), ("cars carried", 10, 90), ("minutes at sea", 15, 300)),
    ("soups of a canteen", ("leek", "lentil", "pea", "pumpkin", "tomato"), ("portions sold", 12, 95), ("salt in grams", 1, 9)),
    ("bicycles for hire", ("city", "cargo", "folding", "racing", "mountain"), ("euros a day", 8, 45), ("number in stock", 1, 30)),
    ("rooms of a school", ("gym", "hall", "laboratory", "music room", "workshop"), ("seats", 12, 120), ("windows", 2, 16)),
    ("apple sorts in an orchard", ("early red", "golden", "russet", "sour green", "winter"), ("trees", 5, 80), ("kilos per tree", 10, 70)),
    ("tents of a camp site", ("blue", "brown", "green", "striped", "white"), ("sleepers", 2, 12), ("weight in kilos", 3, 25)),
    ("machines in a laundry", ("corner", "giant", "old", "quick", "silent"), ("litres per wash", 30, 95), ("minutes per wash", 20, 140)),
    ("plants of a nursery", ("basil", "chives", "mint", "sage", "thyme"), ("pots", 10, 90), ("price in cents", 90, 450)),
    ("buses", ("airport bus", "harbour bus", "hospital bus", "school bus", "zoo bus"), ("stops", 4, 28), ("riders in the morning", 15, 150)),
    ("books in a parcel", ("atlas", "cookbook", "dictionary", "novel", "songbook"), ("pages", 80, 900), ("year of printing", 1950, 2020)),
    ("wells of a village", ("chapel", "field", "market", "mill", "school"), ("depth in metres", 4, 40), ("litres per minute", 3, 50)),
    ("printers of an office", ("cellar", "first floor", "lobby", "second floor", "studio"), ("sheets left", 20, 500), ("jobs waiting", 1, 12)),
    ("cheeses on a counter", ("blue", "goat", "mountain", "smoked", "soft"), ("days of ripening", 10, 400), ("kilos left", 1, 20)),
)  # fmt: skip


def table(rng: Random, level: int) -> Question:
    """Find a row; count or add with a condition; compare two conditions."""
    what, names, first, second = rng.choice(_TABLES)
    rows = pick(rng, names, 4 if level == 1 else 5)
    a, b = (pick(rng, range(low, high + 1), len(rows)) for _, low, high in (first, second))
    lines = [f"name | {first[0]} | {second[0]}", *(f"{row} | {x} | {y}" for row, x, y in zip(rows, a, b, strict=True))]
    opening = f"A table of {what}:\n\n" + "\n".join(lines) + "\n\n"
    column, values = rng.choice(((first[0], a), (second[0], b)))
    if level == 1:
        if rng.randrange(2):
            best = rng.choice((max, min))
            most = "highest" if best is max else "lowest"
            return ask_choice(
                rng,
                f"{opening}Which row has the {most} value under '{column}'?",
                rows[values.index(best(values))],
                rows,
            )
        place = rng.randrange(len(rows))
        return ask_number(f"{opening}Which value stands under '{column}' for '{rows[place]}'?", values[place])
    limit = sorted(values)[rng.randrange(1, 4)]
    other, others = (second[0], b) if column == first[0] else (first[0], a)
    chosen = [y for x, y in zip(values, others, strict=True) if x >= limit]
    if level == 2:
        if rng.randrange(2):
            return ask_number(f"{opening}How many rows have at least {limit} under '{column}'?", len(chosen))
        return ask_number(
            f"{opening}How far apart are the highest and the lowest value under '{column}'?", max(values) - min(values)
        )
    if rng.randrange(2):
        return ask_number(
            f"{opening}Take only the rows with at least {limit} under '{column}'. What is the sum of their values under '{other}'?",
            sum(chosen),
        )
    ranked = sorted(range(len(rows)), key=lambda i: values[i], reverse=True)[:3]
    right = rows[min(ranked, key=lambda i: others[i])]
    text = f"{opening}Among the three rows with the highest values under '{column}', which one has the lowest value under '{other}'?"
    return ask_choice(rng, text, right, rows)


_SHOPS = (
    "museum of clocks", "swimming pool", "tool library", "post office", "repair café", "fish market", "town archive",
    "ice rink", "plant nursery", "toy museum", "bicycle workshop", "recycling yard", "tea house", "boat hire",
    "planetarium", "second-hand shop", "cheese dairy", "climbing hall", "language school", "pottery studio",
)  # fmt: skip
_NOTICES = (
    "The {shop} opens at {a} and closes at {b} from {d1} to {d2}.",
    "From {d1} to {d2} the doors of the {shop} are open from {a} to {b}.",
    "Visitors are welcome in the {shop} from {d1} to {d2}, {a} to {b}.",
)
_EXCEPTIONS = (
    "On {d3} it already closes at {c}.",
    "{d3} is the exception: the day ends at {c}.",
    "Because of cleaning it shuts at {c} on {d3}.",
)


def notice(rng: Random, level: int) -> Question:
    """Opening hours; with one early day; with a rule about last entry too."""
    shop = rng.choice(_SHOPS)
    first, last = rng.choice(((0, 4), (1, 5), (0, 5), (1, 4), (2, 6)))
    a, b = rng.randrange(8, 11), rng.randrange(16, 21)
    early = rng.randrange(first, last + 1)
    c = rng.randrange(12, 15)
    text = rng.choice(_NOTICES).format(shop=shop, a=f"{a}:00", b=f"{b}:00", d1=WEEKDAYS[first], d2=WEEKDAYS[last])
    text = f"{text} It is shut on all other days."
    if level > 1:
        text += " " + rng.choice(_EXCEPTIONS).format(d3=WEEKDAYS[early], c=f"{c}:00")
    lead = rng.choice((30, 45, 60))
    if level == 3:
        text += f" No one is let in during the last {lead} minutes before closing."
    day = early if level > 1 and rng.randrange(2) else rng.randrange(7)
    is_open = first <= day <= last
    closes = c if level > 1 and day == early else b
    hour = rng.randrange(a - 1, b + 1) if level < 3 else rng.choice((closes - 1, closes, a, a - 1))
    minute = rng.choice((10, 20, 40, 50))
    now = hour * 60 + minute
    end = closes * 60 - (lead if level == 3 else 0)
    right = "no, not on that day" if not is_open else (
        "no, it is too early" if now < a * 60 else "no, it is too late" if now >= end else "yes"
    )  # fmt: skip
    asked = f"Someone comes to the door on a {WEEKDAYS[day]} at {hour}:{minute}. Can they get in?"
    options = ("yes", "no, it is too early", "no, it is too late", "no, not on that day")
    return ask_choice(rng, f"{text}\n\n{asked}", right, options)


_PUTS = (
    "{who} put the {thing} in the {room}.",
    "The {thing} was left in the {room} by {who}.",
    "{who} placed the {thing} in the {room}.",
    "{who} set the {thing} down in the {room}.",
)
_CARRIES = (
    "Then {who} carried the {thing} to the {room}.",
    "Later the {thing} was taken to the {room} by {who}.",
    "After a while {who} brought the {thing} to the {room}.",
    "In the evening {who} moved the {thing} to the {room}.",
)
_SWAPS = "Before going to bed, {who} swapped the places of the {one} and the {two}."


def story(rng: Random, level: int) -> Question:
    """Where a thing is after moves: one thing, two things, three things with a swap at the end."""
    things = pick(rng, OBJECTS, level)
    people = pick(rng, NAMES, 3)
    rooms = pick(rng, ROOMS, level + 3)
    at: dict[str, str] = {}
    lines = []
    for thing, room in zip(things, rooms, strict=False):
        at[thing] = room
        lines.append(rng.choice(_PUTS).format(who=rng.choice(people), thing=thing, room=room))
    for _ in range(level):
        thing = rng.choice(things)
        room = rng.choice([room for room in rooms if room not in at.values()])
        at[thing] = room
        lines.append(rng.choice(_CARRIES).format(who=rng.choice(people), thing=thing, room=room))
    if level == 3:
        one, two = pick(rng, things, 2)
        at[one], at[two] = at[two], at[one]
        lines.append(_SWAPS.format(who=rng.choice(people), one=one, two=two))
    asked = rng.choice(things)
    text = f"{' '.join(lines)} Where is the {asked} at the end?"
    return ask_choice(rng, text, f"in the {at[asked]}", [f"in the {room}" for room in rooms])


_DEVICES = (
    ("pump", "runs"), ("fan", "turns"), ("heater", "glows"), ("alarm", "sounds"), ("gate", "opens"), ("lamp", "shines"),
    ("sprinkler", "sprays"), ("conveyor", "moves"), ("dryer", "blows"), ("fountain", "flows"), ("projector", "starts"),
    ("lift", "moves"), ("oven", "heats"), ("boiler", "fires"), ("crane", "lifts"),
)  # fmt: skip
_CONDITIONS = (
    ("the door is shut", "the door is not shut"), ("it is dark outside", "it is not dark outside"),
    ("the key is turned", "the key is not turned"), ("the tank is full", "the tank is not full"),
    ("the lever is up", "the lever is not up"), ("someone is in the room", "no one is in the room"),
    ("the green button is pressed", "the green button is not pressed"), ("the window is open", "the window is not open"),
    ("the air is damp", "the air is not damp"), ("the battery is charged", "the battery is not charged"),
    ("the timer has started", "the timer has not started"), ("the cover is on", "the cover is not on"),
)  # fmt: skip


def device(rng: Random, level: int) -> Question:
    """Whether a device works by a rule of one, two or three conditions; one may be unknown from level 2."""
    noun, does = rng.choice(_DEVICES)
    conditions = pick(rng, _CONDITIONS, level)
    holds = [condition[0] for condition in conditions]
    both = bool(rng.randrange(2))
    if level == 1:
        rule = f"The {noun} {does} only if {holds[0]}, and then always."
    else:
        rule = f"The {noun} {does} exactly when {holds[0]} {'and' if both else 'or'} {holds[1]}{'' if both else ' (or both)'}"
        rule += f", but never while {holds[2]}." if level == 3 else "."
    facts = [bool(rng.randrange(2)) for _ in conditions]
    hidden = rng.randrange(level) if level > 1 and rng.randrange(2) else None
    results = {
        _works([value if i == hidden else fact for i, fact in enumerate(facts)], both) for value in (True, False)
    }
    seen = [conditions[i][0 if facts[i] else 1] for i in range(level) if i != hidden]
    rng.shuffle(seen)
    from_manual = rng.choice(
        ("A manual says:", "The sign reads:", "The engineer explains:", "A note on the wall says:")
    )
    unknown = " Nothing more is known." if level > 1 else ""
    text = f"{from_manual} '{rule}' Right now {joined(seen)}.{unknown} What about the {noun}?"
    yes, no, open_ = f"it {does}", f"it does not {_stem(does)}", "it cannot be told"
    right = open_ if len(results) == 2 else yes if True in results else no
    return ask_choice(rng, text, right, (yes, no, open_))


def _works(facts: list[bool], both: bool) -> bool:
    first = all(facts[:2]) if both else any(facts[:2])
    return first and not (len(facts) == 3 and facts[2])


def _stem(verb: str) -> str:
    return verb[:-1]


_MESSAGES = (
    "Hi {to}, the {thing} you asked about costs {price} euros, and I can bring it on {day} at {hour}. Just wait in the {room}. {who}",
    "{to}! Your {thing} is ready. Pay {price} euros and fetch it on {day} from {hour} on; I am in the {room}. Yours, {who}",
    "Dear {to}, {who} here. On {day} at {hour} we meet in the {room} about the {thing}. It should not cost more than {price} euros.",
    "For {to}: the repair of the {thing} will be {price} euros. It will be done by {day}, {hour}. Ask in the {room}. ({who})",
)


def message(rng: Random, level: int) -> Question:
    """One fact out of a message; one out of two messages; a sum or comparison over two messages."""
    count = 1 if level == 1 else 2
    things = pick(rng, OBJECTS, count)
    to, *senders = pick(rng, NAMES, count + 1)
    prices = pick(rng, range(12, 90), count)
    days = pick(rng, WEEKDAYS, count)
    rooms = pick(rng, ROOMS, count)
    hours = pick(rng, range(9, 19), count)
    frames = pick(rng, _MESSAGES, count)
    texts = [
        frame.format(
            to=to, thing=things[i], price=prices[i], day=days[i], hour=f"{hours[i]}:00", room=rooms[i], who=senders[i]
        )
        for i, frame in enumerate(frames)
    ]
    shown = "\n\n".join(texts)
    i = rng.randrange(count)
    if level == 3:
        if rng.randrange(2):
            return ask_number(
                f"{shown}\n\nHow many euros does {to} need at most for the {joined(things)} together?", sum(prices)
            )
        later = max((0, 1), key=lambda k: prices[k])
        return ask_choice(
            rng,
            f"{shown}\n\nIn which room is the dearer of the two things dealt with?",
            rooms[later],
            [*rooms, *pick(rng, ROOMS, 4)],
        )
    kind = rng.randrange(3)
    if kind == 0:
        return ask_number(f"{shown}\n\nHow many euros are named for the {things[i]}?", prices[i])
    if kind == 1:
        return ask_choice(rng, f"{shown}\n\nWhich day is named for the {things[i]}?", days[i], WEEKDAYS)
    others = [*senders, to, *pick(rng, NAMES, 3)]
    return ask_choice(rng, f"{shown}\n\nWho wrote the message about the {things[i]}?", senders[i], others)


_STOPS = ("Abbey", "Bridge", "Castle", "Dock", "Ferry", "Garden", "Harbour", "Lake", "Market", "Mill", "Park", "Tower")


def timetable(rng: Random, level: int) -> Question:
    """A line of stops with times: when it is where; how long between; the last departure that is early enough."""
    stops = pick(rng, _STOPS, 4)
    gaps = [rng.randrange(4, 19) for _ in range(3)]
    starts = sorted(pick(rng, range(6 * 12, 12 * 12), 3))
    times = [[start * 5 + sum(gaps[:k]) for k in range(4)] for start in starts]
    kind = rng.choice(("bus", "tram", "boat", "train", "shuttle", "cable car"))
    lines = [f"{stop}: {', '.join(_clock(row[k]) for row in times)}" for k, stop in enumerate(stops)]
    opening = f"The {kind} stops at these places, in this order, at these times:\n" + "\n".join(lines) + "\n\n"
    trip = rng.randrange(3)
    if level == 1:
        k = rng.randrange(4)
        word = ("first", "second", "third")[trip]
        return ask_time(
            f"{opening}When does the {word} {kind} of the morning stop at {stops[k]}? Answer as HH:MM.",
            _clock(times[trip][k]),
        )
    i, j = sorted(pick(rng, range(4), 2))
    if level == 2:
        return ask_number(
            f"{opening}How many minutes is the ride from {stops[i]} to {stops[j]}?", times[0][j] - times[0][i]
        )
    walk = rng.randrange(5, 20)
    slack = rng.randrange(0, 5)
    due = times[trip][j] + walk + slack
    late = trip < 2 and times[trip + 1][j] + walk <= due
    trip += 1 if late else 0
    if trip < 2 and times[trip + 1][j] + walk <= due:
        trip += 1
    text = (
        f"{opening}Someone must be at a house by {_clock(due)}. The house is {walk} minutes on foot from {stops[j]}. "
        f"When must they board at {stops[i]} at the latest? Answer as HH:MM."
    )
    return ask_time(text, _clock(times[trip][i]))


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


GENERATORS = (
    Generator("tables", UseCase.REASONING, table),
    Generator("device rules", UseCase.REASONING, device),
    Generator("reading tables", UseCase.GENERAL, table),
    Generator("reading notices", UseCase.GENERAL, notice),
    Generator("reading stories", UseCase.GENERAL, story),
    Generator("reading manuals", UseCase.GENERAL, device),
    Generator("reading messages", UseCase.GENERAL, message),
    Generator("timetables", UseCase.GENERAL, timetable),
)
