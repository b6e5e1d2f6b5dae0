"""Whether a whole sentence gives a target as the answer.

"The program prints velvet." and "The capital of Peru is Lima." answer as well
as the bare word does. A sentence is taken when it ends with the target right
after a verb of telling ("is", "prints", "returns", …), or begins with it and
says of it only what was asked ("Lima is the capital of Peru."), and only when
nothing could take the answer back: no negation, no doubt, no list of options,
no second statement. Where that is uncertain the sentence is refused: a model
can be told to answer in a line of its own, and a wrong answer that was taken
for a right one would be seen by nobody.
"""

import re
from collections.abc import Iterable

_BE = r"is|are|was|were|be|equals?"
_TELL = (
    r"prints?|printed|outputs?|returns?|returned|gives?|displays?|displayed|shows?|yields?|produces?|becomes?|means?|"
    r"reads|called|named"
)
_KIND = r"text|word|string|number|integer|value|letter|character|output|result|list|line|name|type|following"
# A statement, unlike "the output", "the printed word" and "the value returned".
_VERB = re.compile(
    rf"\b(?:{_BE})\b|(?<!\bthe )(?<!\bits )(?<!\bthis )\b(?:(?!called|named|reads)(?:{_TELL}))\b(?!\s*\Z)", re.I
)
# What may stand before a target: the verb, "the word", a colon, a quotation mark. No other sign: "is > 14".
_OPENING = re.compile(
    rf"(?:\b|(?<=it)(?='s)|(?<=that)(?='s))(?P<verb>'s|{_BE}|(?:(?:is|was|gets) )?(?:{_TELL}))"
    r"(?: exactly| just| only| simply)?"
    rf"(?: (?:the|an?))?(?: (?:single|following))?(?: (?:{_KIND}))?:? ?[\"'“‘«„]{{0,2}}\Z",
    re.I,
)
_UNDOES = re.compile(
    r"n't\b|\b(?:not|no|none|never|nor|neither|cannot|without|except|unlike|instead|rather|"
    r"hardly|barely|rarely|fail\w*|doubt\w*|den(?:y|ies)|opposite|impossible|unlikely|input|"  # denied
    r"or|either|both|options?|choices?|candidates?|alternatives?|possib\w+|examples?|some|between|among|one of|"
    r"other|another|else|"  # one of several
    r"if|unless|otherwise|may|maybe|might|could|perhaps|unsure|"  # in doubt
    r"wrong|incorrect\w*|false\w*|mistake\w*|"
    r"but|however|though|although|while|whereas|then|also|next|too|finally)\b|[,;:/|?]|--|[–—]| - ",  # more is said
    re.I,
)
_DEED = re.compile(r"(?!outputs?\b|result|called|named|reads|printed|returned|displayed)(?:" + _TELL + ")", re.I)
_LEAD = re.compile(
    r"(?:(?:so|therefore|thus|hence|yes|sure|okay|ok|well)\b,? |"
    r"(?:since|because|as|given|when|after|in|for|with)\b[^,]{1,200}, )",
    re.I,
)
_SO = re.compile(r"[,;] (?:and )?(?:so|therefore|thus|hence),? ", re.IGNORECASE)
_CONCLUDES = re.compile(r"(?:so|therefore|thus|hence|consequently)\b", re.IGNORECASE)
_RELATIVE = re.compile(
    rf"\b(?:what|that|which) (?:(?:the|this|your) )?(?:\w{{1,20}} )?(?:{_BE}|{_TELL})\b"
    r"(?: (?:printed|shown|returned))?",
    re.I,
)
_PREDICATE = re.compile(r"[\"'”’»]{0,2} (?:is|was) (?P<rest>[^.!?]{1,200})", re.I)
# 'prints "olive" when the depth is 11': what follows the quotation explains it, unless it names another case.
_REASON = re.compile(r"[\"”»],? (?:when|because|since|as|for|which|where|after|due to)\b[^.!?\"“”«»]{1,200}\Z", re.I)
_ANOTHER_CASE = re.compile(r"\b(?:else|otherwise|or|not|if|unless|instead|but|while)\b|n't\b", re.I)
_WORDS = re.compile(r"\w+")
_SMALL_WORDS = frozenset(
    ["the", "a", "an", "of", "in", "to", "by", "for", "on", "it", "this", "that", "what", "gets", "will",
     "is", "are", "was", "were", "be"]
)  # fmt: skip
_ANSWER_WORDS = frozenset(
    ["answer", "output", "result", "value", "printed", "returned", "displayed", "shown", "program", "code", "function"]
)
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"'”’»)]{0,2} ")


def gives(line: str, target: str, *, earlier: Iterable[str] = (), asked: str = "") -> bool:
    """Whether the last line of a reply gives `target` in a sentence, and nothing else.

    `line` and `target` are as they are compared (see text_match.normalise);
    `earlier` are the lines before it, `asked` is the question.

    >>> gives("it prints velvet", "velvet"), gives("lima is the capital", "lima", asked="The capital of Peru?")
    (True, True)
    """
    reason = _REASON.search(line)
    stated = line[: reason.start()] if reason and not _ANOTHER_CASE.search(reason[0]) else line
    return states(stated, target, earlier) or _is_subject(line, target, earlier, asked)


def states(line: str, target: str, earlier: Iterable[str] = ()) -> bool:
    """Whether the last sentence of `line` gives `target`, and nothing before it gives anything else.

    >>> states("the capital of peru is lima", "lima"), states("it is cusco, not lima", "lima")
    (True, False)
    """
    if not target or not line.endswith(target):
        return False
    *before, opening = _SENTENCE_END.split(line[: len(line) - len(target)])
    if concluding := list(_SO.finditer(opening)):
        before, opening = [*before, opening[: concluding[-1].start()]], f"so {opening[concluding[-1].end() :]}"
    found = _OPENING.search(opening)
    if found is None or opening[-1] not in " \"'“‘«„":
        return False
    subject = _LEAD.sub("", opening[: found.start()], count=1) if _LEAD.match(opening) else opening[: found.start()]
    if _UNDOES.search(subject) or _VERB.search(_RELATIVE.sub("", subject)):
        return False
    claim = opening[: found.end("verb")]
    if _CONCLUDES.match(opening) and _DEED.fullmatch(found["verb"].split()[-1]):
        earlier = [*earlier, *before]  # "… So the program prints velvet.": what stands before is the reckoning
    elif any(_VERB.search(sentence) and not _harmless(sentence, target) for sentence in before):
        return False
    return not any(_rivals(sentence, claim, _words(claim), target) for sentence in _sentences(earlier))


def _is_subject(line: str, target: str, earlier: Iterable[str], asked: str) -> bool:
    """Whether `line` says of `target` what was asked, in the question's own words."""
    found = _PREDICATE.fullmatch(line[len(target) :]) if target and line.startswith(target) else None
    if found is None or _UNDOES.search(found["rest"]):
        return False
    if re.search(r"\bby\b", found["rest"]) and not re.search(r"\bby\b", asked, re.IGNORECASE):
        return False  # "gas was replaced by coal" does not say that it replaced coal
    words = _words(found["rest"])
    known = bool(words) and words <= _ANSWER_WORDS | _words(asked)
    return known and not any(_rivals(sentence, found["rest"], words, target) for sentence in _sentences(earlier))


def _rivals(sentence: str, claim: str, words: set[str], target: str) -> bool:
    """Whether an earlier sentence says of something else what `claim`, of these `words`, says of the target."""
    if _harmless(sentence, target):
        return False
    deeds = {word for word in words if _DEED.fullmatch(word)}
    said = _words(sentence)
    if (deeds and deeds <= said) or sentence.casefold().startswith(f"{claim.casefold().strip()} "):
        return True
    return bool(words) and words <= said and _VERB.search(sentence) is not None


def _harmless(sentence: str, target: str) -> bool:
    """Whether a sentence asks, or gives the target itself."""
    told = sentence.rstrip(" .!\"'”’»")
    return told.endswith("?") or (told.endswith(target) and not told[: -len(target)][-1:].isalnum())


def _words(text: str) -> set[str]:
    return set(_WORDS.findall(text.casefold())) - _SMALL_WORDS


def _sentences(lines: Iterable[str]) -> Iterable[str]:
    return (sentence for line in lines for sentence in _SENTENCE_END.split(line))
