"""How the key of a choice question is written: its letter, label, text or place.

It is decided on the whole column, never row by row: "1" may be a label, the text
of a choice, or a place counted from 0 or from 1. The order of belief is label,
letter, text, place; where every key has a second reading, that is said.
"""

import re
from enum import StrEnum
from typing import Any

from core.questions.choices import ChoiceList
from core.questions.question import LETTERS

_PARTED = re.compile(
    r"(?:(?:option|choice|answer|antwort)\s*:?\s*)?\(?([A-Z])(?:\s*[).:\]]\s*(.*))?", re.DOTALL | re.IGNORECASE
)


class TargetForm(StrEnum):
    AS_IS = "the answer itself"
    LETTER = "the letter of the choice"
    LABEL = "the label of the choice"
    TEXT = "the text of the choice"
    FROM_ZERO = "the place of the choice, counted from 0"
    FROM_ONE = "the place of the choice, counted from 1"
    AFTER_HASHES = "the text after ####"
    BOXED = "the text in the last \\boxed{…}"
    LAST_TURN = "the assistant's last turn"


def find_form(pairs: list[tuple[str, ChoiceList]]) -> tuple[TargetForm, tuple[str, ...]]:
    """The form that most keys have, and what is doubtful about it; each key comes with its choices."""
    share = {
        TargetForm.LABEL: _share(pairs, lambda key, choices: key in choices.labels),
        TargetForm.LETTER: _share(pairs, _is_letter),
        TargetForm.TEXT: _share(pairs, lambda key, choices: place_of_text(key, choices) is not None),
    }
    best = max(share, key=lambda form: share[form])  # the first of equals, in the order above
    places = [(int(key), len(choices.texts)) for key, choices in pairs if re.fullmatch(r"\d{1,2}", key)]
    if len(places) < len(pairs) or share[best] == 1:
        return best, _second_reading(pairs, share, best)
    from_one = all(place >= 1 for place, _ in places) and any(place == count for place, count in places)
    form = TargetForm.FROM_ONE if from_one else TargetForm.FROM_ZERO
    sure = from_one or any(place == 0 for place, _ in places)
    doubt = (
        () if sure else ("The keys name places but neither 0 nor the last one: they were counted from 0. Check one.",)
    )
    return form, doubt


def whole_number(key: str) -> str:
    """A spreadsheet's 2.0 is the place 2."""
    return key[:-2] if re.fullmatch(r"\d{1,2}\.0", key) else key


def last_boxed(text: str) -> str:
    r"""What stands in the last \boxed{…} of a worked solution; the text itself where there is none.

    >>> last_boxed(r"So it is $\boxed{\frac{1}{2}}$.")
    '\\frac{1}{2}'
    """
    start = text.rfind("\\boxed{")
    if start < 0:
        return text
    depth, at = 1, start + len("\\boxed{")
    for end in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            return text[at:end]
    return text


def letter_and_text(key: str, choices: ChoiceList) -> str | None:
    """The letter in "b) Jupiter" or "(B)"; None where the text is that of another choice, or there is no letter.

    >>> letter_and_text("b) Jupiter", ChoiceList(("Mars", "Jupiter")))
    'B'
    """
    match = _PARTED.fullmatch(key.strip())
    if match is None or (place := LETTERS.index(match[1].upper())) >= len(choices.texts):
        return None
    said = _loose(match[2] or "")
    return LETTERS[place] if not said or said == _loose(choices.texts[place]) else None


def place_of_text(key: str, choices: ChoiceList) -> int | None:
    """The place of the one choice whose text is the key, small and capital letters and a full stop apart."""
    exact = [place for place, text in enumerate(choices.texts) if text.strip() == key.strip()]
    loose = [place for place, text in enumerate(choices.texts) if _loose(text) == _loose(key)]
    found = exact if len(exact) == 1 else loose
    return found[0] if len(found) == 1 and _loose(key) else None


def _loose(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".")


def _second_reading(
    pairs: list[tuple[str, ChoiceList]], share: dict[TargetForm, float], taken: TargetForm
) -> tuple[str, ...]:
    """A note where every key can be read in another form as well, to another choice."""
    if share[taken] < 1:
        return ()
    if taken is not TargetForm.TEXT and share[TargetForm.TEXT] == 1 and not pairs[0][1].labels:
        other = [place_of_text(key, choices) for key, choices in pairs]
        taken_for = [LETTERS.find(key.strip("().").upper()) for key, _ in pairs]
        if other != taken_for:
            return ("The keys are letters and texts of choices at once: they were read as letters. Check one.",)
    if taken is TargetForm.TEXT and all(re.fullmatch(r"\d{1,2}", key) for key, _ in pairs):
        places = [(int(key), place_of_text(key, choices), len(choices.texts)) for key, choices in pairs]
        if all(place < count for place, _, count in places) and any(place != at for place, at, _ in places):
            return ("The keys are texts of choices, and could be their places: they were read as texts. Check one.",)
    return ()


def _share(pairs: list[tuple[str, ChoiceList]], holds: Any) -> float:
    return sum(bool(holds(key, choices)) for key, choices in pairs) / len(pairs)


def _is_letter(key: str, choices: ChoiceList) -> bool:
    if letter_and_text(key, choices) is not None:
        return True
    letters = re.split(r"[,;/ ]+", key.strip("().").upper())
    return all(len(letter) == 1 and letter in LETTERS[: len(choices.texts)] for letter in letters)
