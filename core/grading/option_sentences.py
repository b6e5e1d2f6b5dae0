"""Options that are sentences about "it": "it opens", "it does not open".

A reply names such an option with the thing itself as the subject: "The gate
does not open." It is taken where the last sentence of a short reply ends with
what one option says, under no condition, and no sentence before it ends with
what another says.
"""

import re
from collections.abc import Sequence

from core.grading.option_texts import fold
from core.grading.reading import Reading
from core.questions.question import LETTERS

_SHORT_REPLY = 300  # signs
_OF_IT = re.compile(r"(?:it|they|he|she|this|that) (?P<said>\S.*)", re.IGNORECASE)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]?")
_CONDITION = re.compile(r"\b(?:if|unless|when|whenever|while|whether|only|or|may|might|could|would|suppose|says?)\b|\?")
_REASON = re.compile(r",? (?:because|since|as|whatever|regardless|no matter|even if|even though)\b.*\Z", re.IGNORECASE)
_NEGATION = re.compile(r"\b(?:not|never|no|cannot|nor|neither|without|hardly)\b|n't\b")


def find_said_of(plain: str, choices: Sequence[str]) -> Reading | None:
    """The option whose statement the last sentence makes of its own subject.

    >>> find_said_of("The air is damp, and the gate does not open.", ["it opens", "it does not open"]).value
    'B'
    """
    said = {LETTERS[i]: of_it["said"] for i, choice in enumerate(choices) if (of_it := _OF_IT.fullmatch(_bare(choice)))}
    if len(said) < 2 or len(plain) > _SHORT_REPLY:
        return None
    ends = [_option_at_end(sentence, said) for sentence in _SENTENCE.findall(plain)]
    found = {end for end in ends if end is not None}
    if len(found) != 1 or not ends[-1]:
        return None
    return Reading(ends[-1], "from its last sentence, which says what the option says")


def _option_at_end(sentence: str, said: dict[str, str]) -> str | None:
    """The letter of the option whose words end the sentence; "" where a condition or a denial stands before them."""
    text = _bare(_REASON.sub("", sentence))
    ends = [(len(words), letter) for letter, words in said.items() if text.endswith(f" {words}")]
    if not ends:
        return None
    length, letter = max(ends)
    before = text[: len(text) - length]
    clause = re.split(r"[,;:]", before)[-1]
    return "" if _CONDITION.search(before) or _NEGATION.search(clause) or "?" in sentence else letter


def _bare(text: str) -> str:
    return fold(text)
