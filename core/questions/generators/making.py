"""How a generator makes a question.

A generator is a function (rng, level) -> Question: it draws a fresh variant and
its own solver gives the key. It leaves id, family and level to `make_question`.

Only randrange, choice and shuffle of random.Random are used, seeded with a text:
they rest on getrandbits alone and give the same on every machine and Python
version (random, sample and choices make no such promise).

>>> from random import Random
>>> Random("surefit/1").randrange(100) == Random("surefit/1").randrange(100)
True
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar

from core.catalogue.use_cases import UseCase
from core.questions.prompt import ANSWER_ALONE
from core.questions.question import LETTERS, GraderSpec, Question
from core.questions.rows import content_id

_Item = TypeVar("_Item")

_TIME = r"(?:.*\banswer\W{0,6}:[^\n\d]*|.*)(?<![\d:.])(\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\b)?)(?!\d)"


@dataclass(frozen=True)
class Generator:
    family: str
    use_case: UseCase
    make: Callable[[Random, int], Question]
    levels: tuple[int, ...] = (1, 2, 3)


def make_question(generator: Generator, generator_seed: int, level: int, number: int) -> Question:
    """The `number`th question of that generator and level: the same for the same arguments, everywhere."""
    rng = Random(f"surefit/{generator_seed}/{generator.use_case}/{generator.family}/{level}/{number}")
    question = generator.make(rng, level)
    prefix = f"{generator.use_case}-{generator.family.replace(' ', '-')}-"
    return replace(
        question,
        id=prefix + content_id(question.input, question.choices).removeprefix("q-")[:8],
        metadata={"level": level, "family": generator.family, "generated": True, **question.metadata},
    )


def pick(rng: Random, items: Sequence[_Item], count: int) -> list[_Item]:
    """`count` different items in random order."""
    rest = list(items)
    return [rest.pop(rng.randrange(len(rest))) for _ in range(count)]


def ask_choice(rng: Random, text: str, right: str, wrong: Sequence[str], **metadata: Any) -> Question:
    """A question with one right choice and up to three of the wrong ones, in random order."""
    others = [choice for choice in dict.fromkeys(wrong) if choice != right]
    rng.shuffle(others)
    choices = [right, *others[:3]]
    rng.shuffle(choices)
    letter = LETTERS[choices.index(right)]
    return Question("", text, (letter,), GraderSpec("choice"), tuple(choices), metadata=metadata)


def ask_number(text: str, number: int | str, *, within: float | None = None, **metadata: Any) -> Question:
    options = {} if within is None else {"abs": within}
    return Question("", text, (str(number),), GraderSpec("number", options), metadata=metadata)


def ask_text(text: str, *targets: str, case: bool = False, **metadata: Any) -> Question:
    """A question whose answer is a text; letter case counts only with `case`."""
    return Question("", text, targets, GraderSpec("exact", {"case": True} if case else {}), metadata=metadata)


def ask_word(text: str, *targets: str) -> Question:
    """A question whose answer is a word that stands nowhere in it: wherever the reply holds it, it was found.

    A whole sentence is a fair reply to a question that does not test a form.
    """
    return Question("", text, targets, GraderSpec("contains"), metadata={"instruction": ANSWER_ALONE})


def ask_time(text: str, time: str) -> Question:
    """A question whose answer is a time of day, HH:MM.

    Read is the time on the last answer line, else the last time in the reply,
    since a reply names other times on its way.
    """
    options = {"pattern": _TIME, "flags": "is"}
    metadata = {"instruction": ANSWER_ALONE, "example": time}
    return Question("", text, _times(time), GraderSpec("regex", options), metadata=metadata)


def _times(time: str) -> tuple[str, ...]:
    """
    >>> _times("16:05")[:8]
    ('16:05', '16.05', '4:05 pm', '4.05 pm', '04:05 pm', '04.05 pm', '4:05pm', '4.05pm')
    """
    hour, minute = (int(part) for part in time.split(":"))
    half, twelve = ("am", "pm")[hour >= 12], (hour - 1) % 12 + 1
    written = [f"{h}:{minute:02d}" for h in dict.fromkeys((f"{hour:02d}", str(hour)))]
    for suffix in (f" {half}", half, f" {half[0]}.m", f"{half[0]}.m"):  # the last full stop is no part of a text
        written += [f"{h}:{minute:02d}{suffix}" for h in dict.fromkeys((str(twelve), f"{twelve:02d}"))]
    return tuple(form for clock in written for form in (clock, clock.replace(":", ".", 1)))


def ask_rules(text: str, rules: Sequence[Mapping[str, Any]], example: str, **metadata: Any) -> Question:
    """A task with rules (core/questions/rules.py) and an answer that keeps them all."""
    grader = GraderSpec("constraints", {"rules": [dict(rule) for rule in rules]})
    return Question("", text, (), grader, metadata={**metadata, "example": example})


def ask_json(text: str, schema: Mapping[str, Any], example: str) -> Question:
    grader = GraderSpec("json", {"schema": dict(schema)})
    return Question("", text, (), grader, metadata={"instruction": "", "example": example})


def ask_code(text: str, entry_point: str, reference: str, tests: Sequence[tuple[Sequence[Any], Any]]) -> Question:
    """A function to write; `tests` are (arguments, expected) pairs."""
    listed = [{"args": list(args), "expected": expected} for args, expected in tests]
    return Question(
        "", text, (), GraderSpec("code", {"entry_point": entry_point, "tests": listed, "reference": reference})
    )


def joined(parts: Sequence[str], last: str = "and") -> str:
    """
    >>> joined(["tea", "milk", "bread"])
    'tea, milk and bread'
    """
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def counted(number: int, thing: tuple[str, str]) -> str:
    """
    >>> counted(1, ("box", "boxes"))
    '1 box'
    """
    return f"{number} {thing[number != 1]}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
