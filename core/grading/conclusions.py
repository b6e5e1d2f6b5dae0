"""The option that the end of a reply concludes, by its text and without a word such as "answer".

"So in the middle sits Eva.", "a baker is a person, so the odd one out is
"baker"" and "64 → 32 → 16" end in what they found out. An option is taken from
the last sentence that names one, only when it names no other there, when
nothing denies or doubts it, and when the sentence concludes: it begins with
"so", "therefore", "it is" and the like, or ends in the option after "is", "="
or an arrow. A sentence that begins with the option says something of it, which
need not be what was asked: it counts when it says it in the question's words.
"""

import re
from collections.abc import Sequence

from core.grading.option_texts import find_equal, find_named, fold
from core.grading.reading import Reading
from core.grading.statements import last_sentences
from core.questions.question import LETTERS

_OPENER = re.compile(
    r"(?:and |but )?(?:so|therefore|thus|hence|consequently|accordingly|as a result|in conclusion|to conclude|"
    r"(?:(?:this|that|which) means|meaning|we (?:get|find|conclude))(?: that)?|"
    r"it(?:'s| is)|that(?:'s| is)|this is|they are|also|daher|somit|folglich|donc|por lo tanto|entonces|quindi)\b,? ?",
    re.IGNORECASE,
)
_LAST_CLAUSE = re.compile(
    r"(?:[,;:] |[-–—] |\A)(?:and )?(?=(?:so|therefore|thus|hence|which means|meaning|it(?:'s| is)|but)\b)",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:\b(?:is|are|was|were|be|means|equals|becomes?|gets?|called|says|ist|est|es)(?: (?:therefore|thus|then))?"
    r"|[=→⇒⟶⟹➡👉]|:|[-–—](?= ))\W{1,3}",
    re.IGNORECASE,
)
_UNDOES = re.compile(
    r"n't\b|\b(?:not|no|never|nor|neither|none|cannot|without|except|unlike|wrong|false|incorrect\w*|instead|rather|"
    r"than|or|either|both|maybe|perhaps|might|may|could|if|unless|whether|unless|unlikely|unsure|because|since|"
    r"whereas|although|though|others?|previous|opposite)\b|\?",
    re.IGNORECASE,
)
_TAKES_BACK = re.compile(
    r"\b(?:but|however|wait|actually|hmm?|correction|on second thought|not (?:it|so|right|true|correct|sure)|wrong|"
    r"incorrect|unsure|no)\b|\?",
    re.IGNORECASE,
)
_DETERMINED = r"(?:told|known|said|determined|decided|concluded|inferred|deduced|established|certain)"
_DETERMINE = r"(?:tell|know|say|determine|decide|conclude)"
_UNKNOWABLE = re.compile(
    rf"(?:cannot|can't|can not|could not|couldn't) (?:yet )?be (?:\w+ly )?{_DETERMINED}\b|"
    rf"(?:impossible|not possible|no way) to {_DETERMINE}\b|nothing (?:\w+ )?can be (?:said|concluded)\b|"
    r"(?:not enough|insufficient) (?:information|data)\b|(?:is|remains) (?:unknown|uncertain|undetermined)\b|"
    rf"(?:we|you|one) (?:cannot|can't|do not|don't) {_DETERMINE}\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\(?[A-Z][).:] *")
_WORDS = re.compile(r"\w{4,}")
_MOST_BACK = 3  # sentences that may stand after the one that concludes


def find_concluded(plain: str, choices: Sequence[str], question: str = "") -> Reading | None:
    """The option that the last sentence to name one concludes.

    >>> find_concluded("Ali - Bea - Eva - Cem\\nSo in the middle sits Eva.", ["Ali", "Bea", "Eva"]).value
    'C'
    """
    unknowable = [letter for letter, choice in zip(LETTERS, choices, strict=False) if _UNKNOWABLE.search(choice)]
    for back, sentence in enumerate(last_sentences(plain)):
        if _LABEL.match(sentence):
            return None  # a line of the list of options, repeated or reworded
        named = find_named(sentence, choices)
        says_unknowable = len(unknowable) == 1 and _UNKNOWABLE.search(sentence) is not None
        if not named and not says_unknowable:
            if back >= _MOST_BACK or _TAKES_BACK.search(sentence):
                return None
            continue
        letter = _concluded(sentence, choices, question)
        if letter is None and says_unknowable and set(named) <= set(unknowable):
            letter = unknowable[0] if "?" not in sentence else None
        return Reading(letter, f"from its conclusion “{sentence[:60]}”") if letter else None
    return None


def find_only_named(plain: str, choices: Sequence[str]) -> Reading | None:
    """The only option that a short reply names, where its sentence does not deny it and none after takes it back."""
    named = find_named(plain, choices)
    if len(named) != 1:
        return None
    for sentence in last_sentences(plain):
        if find_named(sentence, choices):
            denied = _UNDOES.search(_without_named(sentence, named[0], choices))
            return None if denied else Reading(named[0], "from the only option whose text it holds")
        if _TAKES_BACK.search(sentence):
            return None
    return None


def _concluded(sentence: str, choices: Sequence[str], question: str) -> str | None:
    starts = [clause.end() for clause in _LAST_CLAUSE.finditer(sentence)]
    clause = sentence[starts[-1] :] if starts else sentence
    if (whole := find_equal(re.sub(r"^but ", "", clause), choices)) is not None:
        return whole
    for tail in _TAIL.finditer(clause):
        letter = find_equal(clause[tail.end() :], choices)
        if letter is not None and not _UNDOES.search(clause[: tail.start()]):
            return letter
    opener = _OPENER.match(clause)
    named = find_named(clause, choices)
    if opener is None or len(named) != 1 or _UNDOES.search(_without_named(clause, named[0], choices)):
        return None
    said = clause[opener.end() :]
    begins = any(find_equal(said[: space.start()], choices) == named[0] for space in re.finditer(r" ", said[:200]))
    if begins and not set(_WORDS.findall(fold(said))) & _asked_words(question, choices):
        return None
    return named[0]


def _asked_words(question: str, choices: Sequence[str]) -> set[str]:
    """The words of the question's last sentence that stand in no option."""
    last = re.split(r"(?<=[.!?:]) ", question.strip())[-1]
    return set(_WORDS.findall(last.casefold())) - set(_WORDS.findall(" ".join(choices).casefold()))


def _without_named(sentence: str, letter: str, choices: Sequence[str]) -> str:
    """The sentence without the option's own words, which may deny something themselves."""
    own = fold(choices[LETTERS.index(letter)])
    return fold(sentence).replace(own, " ")
