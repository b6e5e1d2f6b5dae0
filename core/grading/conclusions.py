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

from core.grading.closed_kinds import gives_closed
from core.grading.option_texts import find_equal, find_named, fold, forms_of
from core.grading.reading import Reading
from core.grading.statements import last_sentences
from core.questions.question import LETTERS

_OPENER = re.compile(
    r"(?:and |but )?(?:so|therefore|thus|hence|consequently|accordingly|as a result|in conclusion|to conclude|"
    r"(?:(?:this|that|which) (?:means|makes)|meaning|we (?:get|find|conclude))(?: that)?|"
    r"it(?:'s| is)|that(?:'s| is)|this is|they are|also|daher|somit|folglich|donc|por lo tanto|entonces|quindi)\b,? ?",
    re.IGNORECASE,
)
_LAST_CLAUSE = re.compile(
    r"(?:[,;:] |[-–—] |\A)(?:and )?(?=(?:so|therefore|thus|hence|which (?:means|makes)|meaning|it(?:'s| is)|but)\b)",
    re.IGNORECASE,
)
_REASON = re.compile(
    r",? (?:because|since|as|whereas|while|given|whatever|regardless|no matter|even if|even though|unlike)\b.*\Z",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:(?:\b(?:is|are|was|were|be|means|equals|becomes?|gets?|called|says|ist|est|es)|(?<=it)'s|(?<=that)'s)"
    r"(?: (?:therefore|thus|then))?|\b(?:only|exactly|just) (?:if|when)\b"
    r"|\A(?:just )?(?:use|run|take|try|choose|pick|type)\b|[=→⇒⟶⟹➡👉]|:|[-–—](?= ))\W{1,3}",
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
_FIRM = 99  # more than any question has words
_DOUBTS = re.compile(rf"\b(?:maybe|perhaps|might|or|either|could)\b|{_TAKES_BACK.pattern}", re.IGNORECASE)
_OPENING = re.compile(
    r"(?P<told>(?:you (?:can|should|need to|would) )?(?:use|run|take|try|choose|pick|type) )?"
    r"[\"'“]?(?P<said>[^\n.:,;–—]{1,80}?)[\"'”]?(?P<sign>[,.]| ?[–—:]| -)(?= )",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?:]) |(?<=[.!?:]['\"”’]) |\n")
_CLAIMS = re.compile(r" (?:both |all |each |also )?(?:is|are|was|were|has|have|had|do|does|did|can|will|would)\b")
_CALLS_IT = re.compile(r"\b(?:answer|choice|option|correct|right|best|true|odd one)\b")
_CALLS_WRONG = re.compile(r" (?:wrong|incorrect|false|no|not)\b", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:if|unless|whether|when|or|either|maybe|perhaps|might|could)\b|\?", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|no|never)\b")
_PARTS = re.compile(r",? (?:and|but|while|whereas) |; ")
_QUOTED = re.compile(r"[`'\"]([^`'\"\n]{3,80})[`'\"]")
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
    best: tuple[int, str, str] | None = None  # how much of the question it says, the option, the sentence
    denied: set[str] = set()
    passed = (
        False  # whether a later sentence names options and concludes none: then a step of the reckoning is none too
    )
    for back, sentence in enumerate(last_sentences(plain)):
        if _LABEL.match(sentence):
            break  # a line of the list of options, repeated or reworded
        named = find_named(sentence, choices)
        weight, letter = _concluded(sentence, choices, question)
        if letter is None and len(unknowable) == 1 and set(named) <= set(unknowable) and "?" not in sentence:
            weight, letter = (_FIRM, unknowable[0]) if _UNKNOWABLE.search(sentence) else (0, None)
        firm = weight == _FIRM
        if letter is not None and letter not in denied and not (firm and passed) and (best is None or best[0] < weight):
            best = (weight, letter, sentence)
        if best is not None and best[0] == _FIRM:
            break
        if letter is None and (_DOUBTS if named else _TAKES_BACK).search(sentence):
            break
        if named and letter is None:
            if _LAST_CLAUSE.search(sentence):
                break
            denied |= set(named) if _UNDOES.search(sentence) else set()
        passed = passed or bool(named)
        if back >= _MOST_BACK:
            break
    if best is not None:
        return Reading(best[1], f"from its conclusion “{best[2][:60]}”")
    opened = _opened_with(plain, choices)
    return Reading(opened, "from the option that it begins with") if opened else None


def _opened_with(plain: str, choices: Sequence[str]) -> str | None:
    """The option of "Receive – i before e, except after c.", "No, since it is low." and "Drill. A crow is a bird."."""
    opening = _OPENING.match(plain)
    letter = find_equal(opening["said"], choices) if opening else None
    if opening is None or letter is None:
        return None
    if re.fullmatch(r"yes|no", opening["said"], re.IGNORECASE):
        return letter if gives_closed(plain, opening["said"]) else None
    rest = plain[opening.end() :]
    if opening["sign"] == "." or opening["told"]:
        return None if _TAKES_BACK.search(rest) or _LAST_CLAUSE.search(rest) else letter
    alone = find_named(plain, choices) in ([letter], [])
    return letter if alone and opening["sign"] != "," and not _CALLS_WRONG.match(rest) else None


def find_only_named(plain: str, choices: Sequence[str], question: str = "") -> Reading | None:
    """The only option that a short reply names, where its sentence does not deny it and none after takes it back.

    "The cook and the smith are both liars" says something else of them than was asked, and chooses nothing.
    """
    named = find_named(plain, choices)
    if len(named) != 1 or _KNOWS_NOT.search(plain):
        return None
    for sentence in last_sentences(plain):
        if find_named(sentence, choices):
            denied = _UNDOES.search(_without_named(_REASON.sub("", sentence), named[0], choices))
            elsewhere = _says_something_else(sentence, named[0], choices, question)
            return None if denied or elsewhere else Reading(named[0], "from the only option whose text it holds")
        if _TAKES_BACK.search(sentence):
            return None
    return None


def _says_something_else(sentence: str, letter: str, choices: Sequence[str], question: str) -> bool:
    """Whether the option is the subject of a claim that shares no word with what was asked."""
    said = fold(sentence)
    claim = next(
        (said[len(form) :] for form in forms_of(tuple(choices))[LETTERS.index(letter)] if said.startswith(f"{form} ")),
        None,
    )
    if (
        not question
        or claim is None
        or not _CLAIMS.match(claim)
        or _CALLS_IT.search(claim)
        or _LAST_CLAUSE.search(claim)
    ):
        return False
    return _words_asked(claim, question, choices) == 0


def _concluded(sentence: str, choices: Sequence[str], question: str) -> tuple[int, str | None]:
    """The option that the sentence concludes, and how firmly: `_FIRM`, or by how many words of the question."""
    clause = _last_clause(sentence, choices)
    if (whole := find_equal(re.sub(r"^but ", "", clause), choices)) is not None:
        return _FIRM, whole
    named = find_named(clause, choices)
    for tail in reversed(list(_TAIL.finditer(clause))):
        said = clause[tail.end() :]
        letter = find_equal(said, choices) or find_equal(_SIGN.split(said)[0], choices)
        if letter is None and len(named) == 1:
            letter = find_equal(said.partition(", ")[0], choices)
        if letter is not None and not _is_undone(clause[: tail.start()], letter, choices, question):
            return _FIRM, letter
    if len(named) > 1:
        return _part_that_was_asked(clause, choices, question)
    if not named or _is_undone(clause, named[0], choices, question):
        return 0, None
    opener = _OPENER.match(clause)
    said = clause[opener.end() :] if opener else clause
    begins = any(find_equal(said[: space.start()], choices) == named[0] for space in re.finditer(r"[ .]", said[:200]))
    if find_equal(said, choices) == named[0] or (opener and not begins):
        return _FIRM, named[0]
    shared = _words_asked(said, question, choices)
    return (shared, named[0]) if shared else (0, None)


def _part_that_was_asked(clause: str, choices: Sequence[str], question: str) -> tuple[int, str | None]:
    """Of "it was built in 1961 and opened in 1989" the part that says most of what was asked, if one does."""
    if _CONDITION.search(clause):
        return 0, None
    parts = [(part, find_named(part, choices)) for part in _PARTS.split(clause)]
    if any(len(named) > 1 or (named and part.count(" ") < 2) for part, named in parts):
        return 0, None
    told = sorted((_words_asked(part, question, choices), named[0], part) for part, named in parts if named)
    most, letter, part = told[-1]
    if len(told) < 2 or most <= told[-2][0] or _is_undone(part, letter, choices, question):
        return 0, None
    return most, letter


def _is_undone(clause: str, letter: str, choices: Sequence[str], question: str) -> bool:
    """Whether the clause denies or doubts what it says of the option; what the question quotes does not count."""
    rest = _without_named(clause, letter, choices)
    for quoted in _QUOTED.findall(question):
        rest = rest.replace(fold(quoted), " ")
    last = _SENTENCE_END.split(question.strip())[-1]
    if _NOT.search(fold(last)) or _NOT.search(fold(choices[LETTERS.index(letter)])):
        rest = _NOT.sub(" ", rest, count=1)  # "Which does not belong?" is answered by "The hammer does not belong."
    return _UNDOES.search(rest) is not None


def _last_clause(sentence: str, choices: Sequence[str]) -> str:
    """The last clause that names an option, without the reasons that follow it."""
    starts = [0, *(clause.end() for clause in _LAST_CLAUSE.finditer(sentence))]
    for start in reversed(starts):
        clause = _REASON.sub("", sentence[start:])
        if find_named(clause, choices):
            return clause
    return sentence


def _words_asked(said: str, question: str, choices: Sequence[str]) -> int:
    """How many words of the question's last sentence, which stand in no option, stand here too."""
    last = _SENTENCE_END.split(question.strip())[-1]
    return len(_stems(said) & (_stems(last) - _stems(" ".join(choices))))


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
