# ruff: noqa: E501 - patterns of whole sentences stay on one line
"""Keys of generated questions about texts, daily numbers, words and chats, proved from what they show."""

import json
import re
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise, product

from core.questions.generators import words_and_formats
from tests.questions.generated import DAYS, key_of, numbers


def rows_are_filtered(question):
    _, table, asked = question.input.split("\n\n")
    header, *lines = [line.split(" | ") for line in table.splitlines()]
    rows = [{header[0]: line[0], header[1]: int(line[1]), header[2]: int(line[2])} for line in lines]
    quoted = re.findall(r"'(.+?)'", asked)
    column = quoted[0]
    if asked.startswith("Which row has the"):
        best = max if "highest" in asked else min
        expected = best(rows, key=lambda row: row[column])["name"]
    elif asked.startswith("Which value"):
        expected = next(row[column] for row in rows if row["name"] == quoted[1])
    elif asked.startswith("How many rows"):
        expected = sum(row[column] >= numbers(asked)[0] for row in rows)
    elif asked.startswith("How far"):
        expected = max(row[column] for row in rows) - min(row[column] for row in rows)
    elif asked.startswith("Take only"):
        expected = sum(row[quoted[1]] for row in rows if row[column] >= numbers(asked)[0])
    else:
        top = sorted(rows, key=lambda row: -row[column])[:3]
        expected = min(top, key=lambda row: row[quoted[1]])["name"]
    assert str(expected) == key_of(question)


def rule_is_tried(question):
    rule = re.search(r"'(.+)'", question.input)[1]
    seen = re.search(r"Right now (.+?)\. (?:Nothing|What)", question.input)[1]
    facts = re.split(r", | and ", seen)
    noun, verb = re.match(r"The (\w+) (\w+) ", rule).groups()
    condition = re.search(r"(?:only if|exactly when) (.+?)(?:, and then always|, but never while (.+?))?\.?$", rule)
    terms = re.split(r" (?:and|or) ", condition[1].replace(" (or both)", ""))
    join = any if " or " in condition[1] else all
    names = [*terms, condition[2]] if condition[2] else terms
    outcomes = set()
    for truth in product((True, False), repeat=len(names)):
        if all(_fits(fact, dict(zip(names, truth, strict=True))) for fact in facts):
            works = join(truth[: len(terms)]) and not (condition[2] and truth[-1])
            outcomes.add(f"it {verb}" if works else f"it does not {verb[:-1]}")
    assert key_of(question) == (outcomes.pop() if len(outcomes) == 1 else "it cannot be told")
    assert noun in question.input


def _fits(fact, truth):
    if fact in truth:
        return truth[fact]
    positive = fact.replace(" not ", " ", 1).replace("no one", "someone")
    return not truth[positive]


def door_is_tried(question):
    text, asked = question.input.split("\n\n")
    first, last = re.search(r"from (\w+day) to (\w+day)|From (\w+day) to (\w+day)", text).group(0).split()[1::2]
    times = [h * 60 + m for h, m in ((int(a), int(b)) for a, b in re.findall(r"(\d+):(\d\d)", text))]
    opens, closes = times[0], times[1]
    day, hour, minute = re.search(r"on a (\w+) at (\d+):(\d\d)", asked).groups()
    now = int(hour) * 60 + int(minute)
    if len(times) == 3:
        rest = text.split("other days.")[1]
        if re.search(r"\w+day", rest)[0] == day:
            closes = times[2]
    lead = re.search(r"last (\d+) minutes", text)
    if not DAYS.index(first) <= DAYS.index(day) <= DAYS.index(last):
        expected = "no, not on that day"
    elif now < opens:
        expected = "no, it is too early"
    else:
        expected = "no, it is too late" if now >= closes - (int(lead[1]) if lead else 0) else "yes"
    assert key_of(question) == expected


def moves_are_followed(question):
    at = {}
    *sentences, asked = re.split(r"(?<=\.) ", question.input)
    for sentence in sentences:
        swap = re.search(r"swapped the places of the ([\w ]+) and the ([\w ]+)\.", sentence)
        if swap:
            at[swap[1]], at[swap[2]] = at[swap[2]], at[swap[1]]
            continue
        passive = re.search(r"[Tt]he ([\w ]+?) was ", sentence)
        thing = passive or re.search(
            r"(?:put|placed|set|carried|brought|moved) the ([\w ]+?) (?:in|down|to) ", sentence
        )
        room = re.search(r"(?:in|to) the (\w+?)(?: by \w+)?\.", sentence)[1]
        at[thing[1]] = room
    wanted = re.search(r"Where is the ([\w ]+) at the end", asked)[1]
    assert key_of(question) == f"in the {at[wanted]}"


def message_is_read(question):
    *messages, asked = question.input.split("\n\n")
    facts = []
    for message in messages:
        thing = re.search(
            r"(?:the|Your) ([\w ]+?)(?: you asked| is ready| will be|\. It should)",
            message.replace("the repair of the", "the"),
        )
        about = re.search(r"about the ([\w ]+?)\. It", message)
        sender = re.search(r"(\w+) here\.|\((\w+)\)$|(\w+)$", message)
        facts.append(
            {
                "thing": about[1] if about else thing[1],
                "price": re.search(r"(\d+) euros", message)[1],
                "day": re.search(r"\w+day", message)[0],
                "room": re.search(r"in the (\w+)[.;]?(?: |$)|in the (\w+)", message)[0].split()[2].strip(".;"),
                "who": next(group for group in sender.groups() if group),
            }
        )
    named = [fact for fact in facts if re.search(rf"\b{fact['thing']}\b", asked)]
    if "together" in asked:
        expected = str(sum(int(fact["price"]) for fact in facts))
    elif "dearer" in asked:
        expected = max(facts, key=lambda fact: int(fact["price"]))["room"]
    else:
        (fact,) = named
        expected = fact["price"] if "euros" in asked else fact["day"] if "day" in asked else fact["who"]
    assert key_of(question) == expected


def timetable_is_searched(question):
    _, lines, asked = re.split(r":\n|\n\n", question.input)
    times = {stop: row.split(", ") for stop, row in (line.split(": ") for line in lines.splitlines())}
    minutes = {stop: [int(t[:2]) * 60 + int(t[3:]) for t in row] for stop, row in times.items()}
    if question.metadata["level"] == 1:
        which, stop = re.search(r"the (first|second|third) .* stop at (\w+)\?", asked).groups()
        expected = times[stop][("first", "second", "third").index(which)]
    elif question.metadata["level"] == 2:
        one, two = re.search(r"from (\w+) to (\w+)\?", asked).groups()
        (expected,) = {str(b - a) for a, b in zip(minutes[one], minutes[two], strict=True)}
    else:
        due, walk, off, on = re.search(
            r"by (\d\d:\d\d)\. .* (\d+) minutes on foot from (\w+)\. .* board at (\w+)", asked
        ).groups()
        latest = int(due[:2]) * 60 + int(due[3:]) - int(walk)
        expected = max(times[on][k] for k in range(3) if minutes[off][k] <= latest)
    assert key_of(question) == expected


def basket_is_added_up(question):
    goods, prices = question.input.split(". ", 1)
    amounts = re.findall(r"(\d+) ([\w ]+?)(?:,| and |$| at a market| with| to bring)", goods)
    price = re.findall(r"[Aa] ([\w ]+?) costs ([\d.]+) euros?", prices)
    assert len(amounts) == len(price) == question.metadata["level"]
    total = sum(int(n) * Decimal(cost.rstrip(".")) for (n, _), (_, cost) in zip(amounts, price, strict=True))
    note = re.search(r"back from (\d+) euros", prices)
    assert Decimal(key_of(question)) == (int(note[1]) - total if note else total)


def pan_is_scaled(question):
    n = numbers(question.input)
    each = Fraction(n[1], n[0])
    if question.metadata["level"] < 3:
        assert Fraction(key_of(question)) == each * n[2]
    else:
        left = Fraction(n[2])
        while left >= each:
            left -= each
        assert Fraction(key_of(question)) == left


def cut_is_applied(question):
    n = [Fraction(text) for text in re.findall(r"\d+(?:\.\d+)?", question.input)]
    key = Fraction(key_of(question))
    if question.metadata["level"] == 1:
        price, percent = n
        assert key == price - price * percent / 100
    elif question.metadata["level"] == 2:
        assert n[0] * (1 - key / 100) == n[1]
    else:
        percent, after = n
        assert key - key * percent / 100 == after


PER_UNIT = {
    "centimetres": ("m", Fraction(1, 100)), "metres": ("m", Fraction(1)), "kilometres": ("m", Fraction(1000)), "millimetres": ("m", Fraction(1, 1000)),
    "seconds": ("s", Fraction(1)), "minutes": ("s", Fraction(60)), "hours": ("s", Fraction(3600)), "days": ("s", Fraction(86400)),
    "millilitres": ("l", Fraction(1, 1000)), "litres": ("l", Fraction(1)), "milligrams": ("g", Fraction(1, 1000)), "grams": ("g", Fraction(1)),
    "kilograms": ("g", Fraction(1000)), "tonnes": ("g", Fraction(1_000_000)), "cents": ("e", Fraction(1, 100)), "euros": ("e", Fraction(1)),
    "months": ("y", Fraction(1, 12)), "years": ("y", Fraction(1)),
}  # fmt: skip


def units_are_base_units(question):
    amounts = [(Fraction(n), PER_UNIT[unit]) for n, unit in re.findall(r"(\d+) (\w+)", question.input)]
    (n, (kind, size)), *rest = amounts
    asked = re.search(r"How many (\w+)", question.input)[1]
    if question.metadata["level"] < 3:
        assert PER_UNIT[asked][0] == kind
        assert Fraction(key_of(question)) * PER_UNIT[asked][1] == n * size
    else:
        ((part, (part_kind, part_size)),) = rest
        assert part_kind == kind
        assert int(key_of(question)) * part * part_size == n * size


def way_is_travelled(question):
    n = [Fraction(x) for x in re.findall(r"\d+(?:\.\d+)?", question.input)]
    if question.metadata["level"] == 1:
        assert sum(n[0] for _ in range(int(n[1]))) == int(key_of(question))
    elif question.metadata["level"] == 2:
        way, speed = n
        assert speed * Fraction(key_of(question)) / 60 == way
    else:
        hours, speed, more, second = n
        mean = (hours * speed + more * second) / (hours + more)
        tolerance = Fraction(str(question.grader.options["abs"]))
        assert abs(Fraction(key_of(question)) - mean) < Fraction(1, 100)
        assert abs(Fraction(f"{float(mean):.1f}") - Fraction(key_of(question))) <= tolerance


def bills_are_compared(question):
    n = numbers(question.input)
    key = int(key_of(question))
    if question.metadata["level"] == 1:
        fee, price, units = n
        assert key == fee + sum(price for _ in range(units))
    elif question.metadata["level"] == 2:
        total, fee, price = n
        assert fee + key * price == total
    else:
        fee, price, other_fee, other_price = n
        cheaper = [k for k in range(200) if fee + price * k < other_fee + other_price * k]
        assert cheaper[0] == key


def form_is_kept(question):
    level, text = question.metadata["level"], question.input
    words = re.split(r", | and ", re.search(r": (.+?)\. ", text)[1])
    if level == 1:
        place = re.search(r"the (first|second|third) word", text)[1]
        assert key_of(question) == words[("first", "second", "third").index(place)]
        return
    joiner = {"a comma": ",", "a hyphen": "-", "a slash": "/", "one space": " "}[
        re.search(r"a comma|a hyphen|a slash|one space", text)[0]
    ]
    if level == 3:
        words.remove(re.search(r"Leave out '(\w+)'", text)[1])
        words = [word.upper() for word in words]
    done = key_of(question).split(joiner)
    assert sorted(words) == sorted(done)
    assert all((a <= b) if level == 2 else (a >= b) for a, b in pairwise(done))


def only_one_is_of_the_kind(question):
    kinds = {word: kind for kind, words in words_and_formats._KINDS.items() for word in words}
    text = question.input
    if question.metadata["level"] == 1:
        kind = re.search(r"(?:is an?|Find the) ([\w ]+?)[.?:]", text)[1]
        assert [c for c in question.choices if kinds[c] == kind] == [key_of(question)]
    elif question.metadata["level"] == 2:
        words = re.search(r"kind: (.+?)\. What", text)[1].split(", ")
        assert [w for w in words if sum(kinds[w] == kinds[v] for v in words) == 1] == [key_of(question)]
    else:
        same = [c for c in question.choices if len({kinds[word] for word in c.split(" and ")}) == 1]
        assert same == [key_of(question)]


def only_one_is_the_opposite(question):
    pairs = {frozenset(pair) for level in words_and_formats._OPPOSITES.values() for pair in level}
    word = re.search(r"'(\w+)'", question.input)[1].lower()
    assert [c for c in question.choices if frozenset((word, c)) in pairs] == [key_of(question)]


def only_one_serves_the_purpose(question):
    uses = [entry for level in words_and_formats._USES.values() for entry in level]
    (purpose,) = [entry for entry in uses if f"to {entry[0]}" in question.input]
    assert purpose[1] == key_of(question)
    assert question.choices.count(purpose[1]) == 1


def appointment_is_followed(question):
    _, *lines, _, asked = question.input.splitlines()
    text = " ".join(lines)
    days = re.findall(r"Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday", text)
    hour = int(re.search(r"(\d+):00", text)[1])
    later = re.search(r"(\d) hours? later", text)
    hour += int(later[1]) if later else 0
    hour -= 1 if re.search(r"[Oo]ne hour earlier", text) else 0
    assert key_of(question) == f"{days[-1]} at {hour}:00"
    assert asked.startswith("When does")


def facts_are_in_the_message(question):
    message = re.search(r"'(.+)'\n", question.input)[1]
    for key, value in json.loads(question.metadata["example"]).items():
        assert f'"{key}"' in question.input
        if value is None:
            assert key not in message
        else:
            assert re.search(rf"\b{re.escape(str(value))}\b", message)


def words_are_repeated(question):
    words = re.search(r": (.+?)\. Re", question.input)[1].split(", ")
    if question.metadata["level"] == 1:
        place = re.search(r"the (first|second|last) word", question.input)[1]
        assert key_of(question) == words[{"first": 0, "second": 1, "last": -1}[place]]
    elif question.metadata["level"] == 2:
        assert key_of(question) == f"{words[-1]}+{words[0]}"
    else:
        left, right = re.search(r"between (\S+) and (\S+)\. Write", question.input).groups()
        assert question.metadata["example"] == left + "/".join(w[0] for w in words).upper() + right


PROOFS = {
    "tables": rows_are_filtered,
    "reading tables": rows_are_filtered,
    "device rules": rule_is_tried,
    "reading manuals": rule_is_tried,
    "reading notices": door_is_tried,
    "reading stories": moves_are_followed,
    "reading messages": message_is_read,
    "timetables": timetable_is_searched,
    "shopping": basket_is_added_up,
    "recipes": pan_is_scaled,
    "discounts": cut_is_applied,
    "units": units_are_base_units,
    "journeys": way_is_travelled,
    "bills": bills_are_compared,
    "format following": form_is_kept,
    "kinds of things": only_one_is_of_the_kind,
    "opposites": only_one_is_the_opposite,
    "uses of things": only_one_serves_the_purpose,
    "keeping to facts": appointment_is_followed,
    "extraction to JSON": facts_are_in_the_message,
    "answer alone": words_are_repeated,
}
