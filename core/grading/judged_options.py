"""Options that a reply goes through and calls right or wrong, one by one.

"A) Rome - false. B) Paris - true, as shown." and a list in which one line bears
a tick say which option is meant, by a word or a sign beside it. A "yes" or
"true" of the option's own text calls nothing right.
"""

import re
from collections.abc import Sequence

from core.grading.option_texts import find_named, fold
from core.grading.reading import Reading
from core.questions.question import LETTERS

_SHORT_REPLY = 300  # signs; in a longer one, naming an option is discussing it
_JUDGED_LINE = re.compile(r"^\(?(?P<letter>[A-Z])[).:] *(?P<rest>[^\n]{1,300})$", re.MULTILINE | re.IGNORECASE)
_TICK = re.compile(r"^\W{0,3}[✓✔✅]|[✓✔✅]\W{0,3}$")
_CALLS_RIGHT = re.compile(
    r"^\W{0,5}(?:(?:this|it|that)(?: \w{1,12})? (?:is|must be) |is )?(?:correct|right|true|yes)\b(?! or\b| only\b)"
    r"|\b(?:correct|right|true|yes)\b[.!)]{0,2}$",
    re.IGNORECASE,
)
_CALLS_WRONG = re.compile(
    r"n't\b|\b(?:not|never|no|nor|neither|wrong|false|incorrect\w*|necessarily|if|unless|might|could|may|partly|partially)\b",
    re.IGNORECASE,
)
_CALLED_RIGHT = (
    r"[\"'”’]? (?:[✓✔✅]|(?:is|would be) (?:the )?(?:correct|right|best|true)"
    r"(?: (?:answer|option|choice|one))?(?!\w| or\b| only\b|\?))"
)


def find_called_right(plain: str, choices: Sequence[str]) -> set[str]:
    """The letters of listed options that a word or a tick calls right; a "yes" of the option's own does not."""
    called = set()
    texts = sorted((choice.strip() for choice in choices), key=len, reverse=True)
    own = re.compile(rf"\W*(?:{'|'.join(map(re.escape, texts))})(?!\w)", re.IGNORECASE)
    for line in _JUDGED_LINE.finditer(plain):
        letter = line["letter"].upper()
        judgement = own.sub("", line["rest"], count=1) if own.match(line["rest"]) else line["rest"]
        if _TICK.search(judgement) or (_CALLS_RIGHT.search(judgement) and not _CALLS_WRONG.search(judgement)):
            called.add(letter)
    return called


def find_option_called_right(plain: str, choices: Sequence[str]) -> Reading | None:
    """The one option of which a short reply says, by its text, that it is right."""
    if len(plain) > _SHORT_REPLY:
        return None
    ticked = [find_named(line, choices) for line in plain.split("\n") if _TICK.search(line)]
    if len(ticked) == 1 and len(ticked[0]) == 1:
        return Reading(ticked[0][0], "from the only option with a tick")
    text = fold(plain)
    called = [
        LETTERS[i]
        for i, choice in enumerate(choices)
        if (wanted := fold(choice))
        and re.search(rf"(?<!\w){re.escape(wanted)}{_CALLED_RIGHT}", text)
        and not re.search(rf"\b(?:if|whether|not|nor|than) (?:the )?{re.escape(wanted)}{_CALLED_RIGHT}", text)
    ]
    return Reading(called[0], "from the option whose text it calls right") if len(called) == 1 else None
