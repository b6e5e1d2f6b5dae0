"""Options that are sentences about "it": "it opens", "it does not open".

A reply names such an option with the thing itself as the subject: "The gate
does not open.", "The gate never opens now.", "The gate is opening." It is taken
where the last sentence of a short reply ends with what one option says, under
no condition, and no sentence before it ends with what another says.
"""

import re
from collections.abc import Mapping, Sequence

from core.grading.option_texts import fold
from core.grading.reading import Reading
from core.questions.question import LETTERS

_SHORT_REPLY = 300  # signs
_OF_IT = re.compile(r"(?:(?:yes|no), )?(?:it|they|he|she|this|that) (?P<said>\S.*)", re.IGNORECASE)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]?")
_CONDITION = re.compile(r"\b(?:if|unless|when|whenever|while|whether|only|or|may|might|could|would|suppose|says?)\b|\?")
_REASON = re.compile(r",? (?:because|since|as|whatever|regardless|no matter|even if|even though)\b.*\Z", re.IGNORECASE)
_DENIED = re.compile(r"(?:does|do) not (\w+)")
_NOW = re.compile(
    r"(?: (?:now|right now|then|either|at all|at the moment|in (?:this|that) (?:state|case|situation)))+\Z"
)
_NEGATION = re.compile(r"\b(?:not|never|no|cannot|nor|neither|without|hardly)\b|n't\b")


def find_said_of(plain: str, choices: Sequence[str]) -> Reading | None:
    """The option whose statement the last sentence makes of its own subject.

    >>> find_said_of("The air is damp, and the gate does not open.", ["it opens", "it does not open"]).value
    'B'
    """
    of_it = {LETTERS[i]: found["said"] for i, choice in enumerate(choices) if (found := _OF_IT.fullmatch(fold(choice)))}
    said = {letter: _ways_to_say(words, tuple(of_it.values())) for letter, words in of_it.items()}
    if len(said) < 2 or len(plain) > _SHORT_REPLY:
        return None
    ends = [_option_at_end(sentence, said) for sentence in _SENTENCE.findall(plain)]
    named = {end for end in ends if end is not None}
    if len(named) != 1 or not ends[-1]:
        return None
    return Reading(ends[-1], "from its last sentence, which says what the option says")


def _ways_to_say(words: str, others: Sequence[str]) -> frozenset[str]:
    """ "Does not run", "never runs" and "is not running"; "runs" and "is running", where the pair is among `others`."""
    denied = next((found[1] for other in others if (found := _DENIED.fullmatch(other))), None)
    if denied is None:
        return frozenset({words})
    going = {f"{denied}ing", f"{denied.removesuffix('e')}ing", f"{denied}{denied[-1]}ing"}
    if _DENIED.fullmatch(words):
        never = {f"{denial} {denied}" for denial in ("never", "will not", "cannot", "must not", "does not")}
        return frozenset({words, f"never {denied}s", *never, *(f"is not {verb}" for verb in going)})
    if words == f"{denied}s":
        return frozenset({words, f"will {denied}", f"must {denied}", *(f"is {verb}" for verb in going)})
    return frozenset({words})


def _option_at_end(sentence: str, said: Mapping[str, frozenset[str]]) -> str | None:
    """The letter of the option whose words end the sentence; "" where a condition or a denial stands before them."""
    text = _NOW.sub("", fold(_REASON.sub("", sentence)))
    ends = [(len(way), letter) for letter, ways in said.items() for way in ways if text.endswith(f" {way}")]
    if not ends:
        return None
    length, letter = max(ends)
    before = text[: len(text) - length]
    clause = re.split(r"[,;:]", before)[-1]
    return "" if _CONDITION.search(before) or _NEGATION.search(clause) or "?" in sentence else letter
