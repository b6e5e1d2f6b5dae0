"""Writing tasks, proved from their text: what is asked for is what is checked, and nothing that is not asked for.

A task's rules come from its generator, its demands are read here from the words
that a model is shown. Every number and every quoted word of the task must stand
among the rules; every bound and every text of the rules must stand in the task,
apart from wide bounds that keep out an empty or endless reply. The task's own
example keeps the rules, and a reply beside the point breaks them.
"""

import json
import re

from core.grading.graders import grade
from core.grading.outcome import Outcome
from core.inference.exchange import FinishReason
from core.questions.generators import words_and_formats
from core.questions.question import AskedQuestion
from tests.questions.generated import key_of

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
A_NUMBER = rf"(\d+|{'|'.join(COUNTS[1:])})"
OVER = re.compile(
    rf"(?<!no )(?<!not )(?:above|more than|over) (?:the )?{A_NUMBER}\b(?: and below {A_NUMBER}\b)?", re.IGNORECASE
)
UNDER = re.compile(rf"(?:below|fewer than|less than|under) {A_NUMBER}\b", re.IGNORECASE)
QUOTED = re.compile(r"(?<!\w)'(\w[^'\n]*?[\w.!?…]|\w)'|\"(\w[^\"\n]*)\"")
LOWEST_GUARD, HIGHEST_GUARD = 8, 40


def rules_are_what_is_asked(question):
    rules, text = question.grader.options["rules"], question.input
    asked_numbers, asked_words = numbers_in(text), {a or b for a, b in QUOTED.findall(text)}
    bounds = {rule[end] for rule in rules for end in ("min", "max") if end in rule}
    patterns = " ".join(rule["pattern"] for rule in rules if "pattern" in rule)
    counted = {int(n) + more for n in re.findall(r"\d+", patterns) for more in (0, 1)}
    for number in asked_numbers:
        products = {number * other for other in asked_numbers}
        assert number in bounds | counted or products & bounds, f"{number} is asked for and not checked"
    for bound in bounds:
        from_text = bound in asked_numbers | {a * b for a in asked_numbers for b in asked_numbers} | implied(text)
        assert from_text or bound <= LOWEST_GUARD or bound >= HIGHEST_GUARD, f"{bound} is checked and not asked for"
    for topic in (rule["texts"] for rule in rules if rule["rule"] == "mention"):
        assert any(re.search(rf"\b{word}", text.lower()) for word in topic), f"{topic} is not what is asked about"
    checked = [str(word) for rule in rules if rule["rule"] != "mention" for word in texts_of(rule)]
    for word in asked_words:
        spelled = re.sub(r"\W", "", re.sub(r"\[.*?\]|\\\w", "", patterns.replace("(?i)", "")))
        assert {word, word.rstrip(".")} & {*checked, spelled} or word in patterns, f"{word!r} is asked for, not checked"
    for word in checked:
        named = word.lower() in text.lower() or not word.isalnum() or (word == "0123456789" and "digit" in text)
        assert named, f"{word!r} is checked and not asked for"
    example_alone_is_right(question)


def texts_of(rule):
    found = [rule[name] for name in ("text", "characters") if name in rule]
    return [*found, *([rule["texts"]] if isinstance(rule.get("texts"), str) else rule.get("texts", []))]


def numbers_in(text):
    """The numbers that a task demands, "more than 5" as 6."""
    found = set()
    text = re.sub(
        r"\b(?:one of|any one|at least one of|a third one|that one|this one|no one|someone)\b", "", text, flags=re.I
    )

    def take(match, changes):
        found.update(value(n) + change for n, change in zip(match.groups(), changes, strict=True) if n)
        return " "

    text = OVER.sub(lambda match: take(match, (1, -1)), text)
    text = UNDER.sub(lambda match: take(match, (-1,)), text)
    found.update(value(n) for n in re.findall(rf"\b{A_NUMBER}\b(?!\.[,)])", QUOTED.sub("", text), re.IGNORECASE))
    return found


def value(word):
    return int(word) if word.isdigit() else COUNTS.index(word.lower())


def implied(text):
    """Numbers that a task names without a number."""
    words = {"single": 1, "once": 1, "twice": 2, "pair": 2, "couplet": 2, "dozen": 12, " a line": 1, "word for word": 1}
    return {number for word, number in words.items() if word in text.lower()}


def example_alone_is_right(question):
    asked, example = AskedQuestion(question), question.metadata["example"]
    found = grade(asked, example, FinishReason.STOP)
    assert found.outcome is Outcome.RIGHT, found.why
    beside = "Qua. Qua? Qua! " * 80
    assert grade(asked, beside, FinishReason.STOP).outcome is not Outcome.RIGHT
    assert grade(asked, "7!", FinishReason.STOP).outcome is not Outcome.RIGHT


def shape_is_what_is_asked(question):
    """Every key of the schema stands in the request, each choice and bound too; the example fits, others do not."""
    schema, text = question.grader.options["schema"], question.input
    keys = set(re.findall(r'"(\w+)"', text))
    named, values = fields_and_values(schema)
    assert named <= keys <= named | values, (named, keys, values)
    example_alone_is_right(question)
    loaded = json.loads(question.metadata["example"])
    spoilt = {"other": 1} if isinstance(loaded, list) else {**loaded, "other": 1}
    assert grade(AskedQuestion(question), json.dumps(spoilt), FinishReason.STOP).outcome is Outcome.WRONG


def fields_and_values(schema):
    """Names of fields and allowed texts, at any depth."""
    named, values = set(schema.get("properties", {})), set(schema.get("enum", []))
    for inner in [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]:
        more_named, more_values = fields_and_values(inner)
        named, values = named | more_named, values | more_values
    return named, values


def only_one_is_in_the_list(question):
    """The words of a table: one choice is right there, and every other choice is wrong there or nowhere."""
    right = {entry[0] for level in words_and_formats._SPELLINGS.values() for entry in level}
    assert [choice for choice in question.choices if choice in right] == [key_of(question)]
    wrong = {w for level in words_and_formats._SPELLINGS.values() for entry in level for w in entry[1:]}
    assert not wrong & right


# Written down apart from the generator, from the memory of English: base, past, participle; one, many.
VERBS = """break broke broken, bring brought brought, choose chose chosen, draw drew drawn, drink drank drunk, drive
drove driven, eat ate eaten, fall fell fallen, fly flew flown, forget forgot forgotten, freeze froze frozen, give gave
given,
hide hid hidden, know knew known, ride rode ridden, ring rang rung, see saw seen, shake shook shaken, sing sang sung,
speak spoke spoken, steal stole stolen, swim swam swum, take took taken, tear tore torn, throw threw thrown, wear wore
worn, write wrote written"""
PLURALS = """child children, foot feet, tooth teeth, mouse mice, goose geese, man men, woman women, knife knives, leaf
leaves, city cities, box boxes, sheep sheep, wolf wolves, baby babies, potato potatoes, church churches"""
FORMS = {forms.split()[0]: forms.split()[1:] for forms in f"{VERBS}, {PLURALS}".replace("\n", " ").split(", ")}


def form_is_the_irregular_one(question):
    words = [word for word in re.findall(r"[a-z]+", question.input) if word in FORMS]
    forms = FORMS[words[0]]
    assert set(words) == {words[0]}
    assert key_of(question) == (forms[-1] if question.metadata["level"] == 3 else forms[0])
    assert question.choices.count(key_of(question)) == 1


# In grams, metres, litres, seconds, beats; each the ordinary range of the thing.
ORDINARY = {
    "bath tub": (100, 250), "cat": (2500, 7000), "door": (1.8, 2.4), "printer paper": (4, 6),
    "small car": (700e3, 1.5e6),
    "walks": (4e3, 6.5e3), "egg": (45, 75), "teaspoon": (0.004, 0.006), "football pitch": (90, 120),
    "kettle": (60, 600), "elephant": (2.5e6, 7e6), "pencil": (0.15, 0.2), "heart": (55, 95), "pizza": (0.28, 0.45),
    "jet": (750e3, 1000e3), "milk": (1000, 1100), "marathon": (42e3, 42.3e3), "brick": (2000, 4500),
}  # fmt: skip
UNITS = {
    "g": 1, "kg": 1e3, "tonne": 1e6, "tonnes": 1e6, "m": 1, "cm": 0.01, "km": 1e3, "litres": 1, "ml": 0.001, "times": 1,
    "seconds": 1, "minutes": 60, "hour": 3600, "day": 86400,
}  # fmt: skip
VAGUE = {"a few": 3, "an": 1, "half a": 0.5}


def size_is_ordinary(question):
    (low, high), *others = [span for thing, span in ORDINARY.items() if thing in question.input]
    assert not others
    fitting = [choice for choice in question.choices if low <= amount(choice) <= high]
    assert fitting == [key_of(question)]


def amount(choice):
    number, unit = choice.removeprefix("about ").rsplit(" ", 1)
    return (VAGUE.get(number) or float(number.replace(",", ""))) * UNITS[unit]


CUES = {
    "thanks": "saved my|so kind|not forget how", "a complaint": "third time|For that price|was told",
    "a question": "Do you know|Could you tell|wonder how", "an offer": "to spare|If you like|for the weekend",
    "an apology": "more careful|my fault|Forgive", "a refusal": "will not lend|not for sale|need the .* myself",
    "a warning": "Do not touch|Careful|away from", "a request": "Please put|Would you bring|Kindly keep",
}  # fmt: skip


def kinds_of(message):
    found = [(cue.start(), kind) for kind, words in CUES.items() if (cue := re.search(words, message))]
    return [kind for _, kind in sorted(found)]


def message_is_of_its_kind(question):
    level, key = question.metadata["level"], key_of(question)
    if level == 1:
        assert kinds_of(question.input) == [key]
    elif level == 2:
        (wanted,) = [kind for kind in CUES if re.search(rf"\b{kind}\b", question.input)]
        assert [choice for choice in question.choices if kinds_of(choice) == [wanted]] == [key]
    else:
        first, second = kinds_of(question.input)
        assert key == f"first {first}, then {second}"


PROOFS = {
    "sizes": size_is_ordinary,
    "spelling": only_one_is_in_the_list,
    "grammar": form_is_the_irregular_one,
    "intent": message_is_of_its_kind,
    "JSON shape": shape_is_what_is_asked,
    **dict.fromkeys(
        (
            "length in words",
            "length in sentences",
            "bullet lists",
            "numbered lists",
            "verses",
            "one-line lists",
            "questions",
            "words to include",
            "words to avoid",
            "letters to avoid",
            "capital letters",
            "beginnings and endings",
            "repeated words",
            "first letters",
            "several constraints",
            "answering language",
        ),
        rules_are_what_is_asked,
    ),
}
