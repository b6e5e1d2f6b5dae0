"""The option that the end of a reply concludes, by its text and without a word such as "answer".

"So in the middle sits Eva.", "a baker is a person, so the odd one out is
"baker"" and "64 → 32 → 16" end in what they found out. An option is taken from
the last sentence that names one, only when it names no other there, when
nothing denies or doubts it, and when the sentence concludes: it begins with
"so", "therefore", "it is" and the like, it ends in the option after "is", "="
or an arrow, or it says of the option what was asked, in the question's own
words ("You now face east."). What only gives reasons ("…, because the door is
shut") is left out first.
"""

import re
from collections.abc import Sequence

from core.grading.option_texts import find_equal, find_named, fold, forms_of
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
_REASON = re.compile(
    r",? (?:because|since|as|whereas|while|given|whatever|regardless|no matter|even if|even though|unlike)\b.*\Z",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:(?:\b(?:is|are|was|were|be|means|equals|becomes?|gets?|called|says|ist|est|es)|(?<=it)'s|(?<=that)'s)"
    r"(?: (?:therefore|thus|then))?|[=→⇒⟶⟹➡👉]|:|[-–—](?= ))\W{1,3}",
    re.IGNORECASE,
)
_UNDOES = re.compile(
    r"n't\b|\b(?:not|no|never|nor|neither|none|cannot|without|except|unlike|wrong|false|incorrect\w*|instead|rather|"
    r"than|or|either|maybe|perhaps|might|may|could|if|unless|whether|unlikely|unsure|at first|initially|"
    r"originally|because|since|whereas|although|though|others?|previous)\b|\?",
    re.IGNORECASE,
)
_TAKES_BACK = re.compile(
    r"\b(?:but|however|wait|actually|hmm?|correction|on second thought|not (?:it|so|right|true|correct|sure)|wrong|"
    r"incorrect|unsure|no|then|later|afterwards)\b|\?",
    re.IGNORECASE,
)
_KNOWS_NOT = re.compile(r"\b(?:do not|don't|cannot|can't) (?:know|say|tell)\b|\bnot (?:sure|given)\b", re.IGNORECASE)
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
_SIGN = re.compile(r" ?[=≈→⇒;(]")
_WORDS = re.compile(r"[^\W\d]{3,}")
# fmt: off
_SMALL_WORDS = frozenset(
    ["the", "and", "are", "was", "were", "has", "have", "had", "this", "that", "these", "those", "which", "what", "who",
     "whom", "when", "where", "how", "does", "did", "for", "from", "with", "its", "his", "her", "their", "you", "your",
     "all", "any", "can", "will", "would", "one", "two", "them", "they", "there", "not", "now"]
)
# fmt: on
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
    if len(named) != 1 or _KNOWS_NOT.search(plain):
        return None
    for sentence in last_sentences(plain):
        if find_named(sentence, choices):
            denied = _UNDOES.search(_without_named(_REASON.sub("", sentence), named[0], choices))
            return None if denied else Reading(named[0], "from the only option whose text it holds")
        if _TAKES_BACK.search(sentence):
            return None
    return None


def _concluded(sentence: str, choices: Sequence[str], question: str) -> str | None:
    clause = _last_clause(sentence, choices)
    if (whole := find_equal(re.sub(r"^but ", "", clause), choices)) is not None:
        return whole
    named = find_named(clause, choices)
    for tail in reversed(list(_TAIL.finditer(clause))):
        said = clause[tail.end() :]
        letter = find_equal(said, choices) or find_equal(_SIGN.split(said)[0], choices)
        if letter is None and len(named) == 1:
            letter = find_equal(said.partition(", ")[0], choices)
        if letter is not None and not _UNDOES.search(_without_named(clause[: tail.start()], letter, choices)):
            return letter
    if len(named) != 1 or _UNDOES.search(_without_named(clause, named[0], choices)):
        return None
    opener = _OPENER.match(clause)
    said = clause[opener.end() :] if opener else clause
    if find_equal(said, choices) == named[0]:
        return named[0]
    begins = any(find_equal(said[: space.start()], choices) == named[0] for space in re.finditer(r"[ .]", said[:200]))
    return named[0] if (opener and not begins) or _says_what_was_asked(said, question, choices) else None


def _last_clause(sentence: str, choices: Sequence[str]) -> str:
    """The last clause that names an option, without the reasons that follow it."""
    starts = [0, *(clause.end() for clause in _LAST_CLAUSE.finditer(sentence))]
    for start in reversed(starts):
        clause = _REASON.sub("", sentence[start:])
        if find_named(clause, choices):
            return clause
    return sentence


def _says_what_was_asked(said: str, question: str, choices: Sequence[str]) -> bool:
    """Whether a word of the question's last sentence, which stands in no option, stands here too."""
    last = re.split(r"(?<=[.!?:]) |\n", question.strip())[-1]
    asked = _stems(last) - _stems(" ".join(choices))
    return bool(_stems(said) & asked)


def _stems(text: str) -> set[str]:
    """The words that say something, without their endings: "raises" and "raise" are one."""
    return {word[: max(3, len(word) - 2)] for word in _WORDS.findall(fold(text)) if word not in _SMALL_WORDS}


def _without_named(sentence: str, letter: str, choices: Sequence[str]) -> str:
    """The sentence without the option's own words, which may deny something themselves."""
    rest = fold(sentence)
    for form in sorted(forms_of(tuple(choices))[LETTERS.index(letter)], key=len, reverse=True):
        if form in rest:
            return rest.replace(form, " ")
    return rest
