"""What a sentence leaves of its claims once denials, questions, hopes and the words of others are taken out.

"We make no claim that it beats GPT-4", "Hardly any 7B rivals a 34B", "Larger models beat it": the verb of a boast
is there, and no boast. Each clause is judged for itself: "It is not perfect, but it beats GPT-4" remains a boast.
"""

import re
from dataclasses import replace
from itertools import chain, islice

from core.cards.comparison_words import BEATS, MATCHES, VERB_LAST
from core.cards.denial_words import (
    ADVERBIAL,
    CAME_TRUE,
    CHOSEN_DATA,
    CLAUSE_END,
    DENIED_LATER,
    DOES_SO,
    DREAMT_BEFORE,
    DREAMT_BEHIND,
    ENDS_IN_NOT,
    EXCEPTED,
    EXPECTED,
    FAR,
    FOUND_IT,
    HOPE,
    IF,
    IT_ALONE,
    LIKE,
    MOST_CHARS,
    MOST_VERBS,
    NAME,
    NEAR,
    NEGATED_ABROAD,
    NEGATED_EASTERN,
    NO_CLAIM,
    NO_MODEL,
    NONE_BUT,
    NOT,
    NOT_ANY,
    NOT_BEHIND,
    NOT_BETWEEN,
    NOWHERE,
    OF_OURS,
    OTHERS_SAY,
    OWN_OBJECT,
    PASSIVE,
    PASSIVE_ABROAD,
    QUESTION,
    QUESTION_EASTERN,
    SAID_NO,
    SAID_YES,
    SET_APART,
    TAKEN_BACK,
    THERE_ARE,
    TO,
    WHICH,
    WOULD,
)
from core.cards.document import Sentence
from core.cards.evidence import Evidence
from core.cards.frontier_claims import FORM_BEFORE, frontier_names
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.others_words import low_share_from, told_of_rivals
from core.cards.vocabulary import MODEL_SIZE, RELATIVE_SIZE


def claimed(evidence: Evidence, sentence: Sentence, below: Sentence | None = None) -> Sentence:
    """The sentence without what it denies, asks, hopes or tells of others; the one below it may answer it."""
    answer = below.text if below is not None and below.line - sentence.line <= 3 else ""
    return replace(sentence, text=without_denials(evidence, sentence.text, answer))


def without_denials(evidence: Evidence, text: str, answer: str = "") -> str:
    if len(text) > MOST_CHARS or _is_open_question(text, answer):
        return text if len(text) > MOST_CHARS else ""
    kept, start, carried = [], 0, False
    for end in [*(found.end() for found in CLAUSE_END.finditer(text)), len(text)]:
        before, clause, start = text[:start][-NEAR:], text[start:end], end
        rest = text[end:]
        asked = _is_open_question(clause, rest or answer)
        cut = 0 if asked else _denied_from(evidence, clause, before, rest, answer)
        if carried and cut is None and (BEATS.search(clause) or MATCHES.search(clause)):
            cut = 0
        # "It does not, in our tests, outperform larger models": the negation waits for its verb.
        carried = bool(ENDS_IN_NOT.search(clause)) or (carried and cut is None and len(clause) < 60)
        kept.append(clause if cut is None else f"{clause[:cut]}; ")
    return "".join(kept)


def _is_open_question(text: str, answer: str) -> bool:
    """True for a question that nobody answers with yes; one of few words, "Better than GPT-4?", needs a no."""
    if not text.rstrip("*_\"'”) ").endswith(("?", "？")):
        return False
    if QUESTION.match(text) or QUESTION_EASTERN.search(text):
        return not SAID_YES.match(answer[:200])
    return bool(SAID_NO.match(answer[:80]))


def _denied_from(evidence: Evidence, clause: str, before: str, rest: str, answer: str) -> int | None:
    """The place in a clause behind which it claims nothing of the card's model; None for a clause that may boast."""
    if not (
        BEATS.search(clause)
        or MATCHES.search(clause)
        or frontier_names(clause)
        or MODEL_SIZE.search(clause)
        or RELATIVE_SIZE.search(clause)
    ):
        return None
    places = [found.start() for found in (NO_CLAIM.search(clause), HOPE.search(clause)) if found]
    if (if_ := IF.search(clause)) and not FOUND_IT.search(rest):
        places.append(if_.start())
    if (expected := EXPECTED.search(clause)) and not CAME_TRUE.match(rest[:60]):
        places.append(expected.start())
    if (said := OTHERS_SAY.search(clause)) and (
        SET_APART.search(clause[: said.end()])
        or DENIED_LATER.search(clause[said.end() :] + rest)
        or DENIED_LATER.search(answer[:60])
    ):
        places.append(said.start())
    if (
        CHOSEN_DATA.search(clause)
        or TAKEN_BACK.search(clause)
        or NOWHERE.search(clause)
        or DREAMT_BEFORE.search(before)
        or DREAMT_BEHIND.match(rest[:60])
        or (not NOT_BEHIND.search(clause) and (NEGATED_ABROAD.search(clause) or NEGATED_EASTERN.search(clause)))
    ):
        places.append(0)
    if (low := low_share_from(clause)) is not None:
        places.append(low)
    if told_of_rivals(evidence, clause, before) or _is_denied_of_all(evidence, clause, rest):
        places.append(0)
    # "To beat GPT-4, you would need far more data."
    if TO.match(clause) and WOULD.match(rest):
        places.append(0)
    places += [*_negated_verbs(evidence, clause), *_far_from_names(clause), *_swapped(evidence, clause, before)]
    return None if not places or DOES_SO.match(rest[:60]) else min(places)


def _is_denied_of_all(evidence: Evidence, clause: str, rest: str) -> bool:
    """True for "No open 7B rivals Quill-70B" without an exception."""
    none = NO_MODEL.search(clause)
    if none is None or EXCEPTED.search(clause + rest[:80]):
        return False
    # "Nothing below 30B comes close": to this model, where nobody else is named.
    if _BOUND.search(none[0]) and _ENDS_THERE.match(clause[none.end() :]):
        return False
    return not _is_own_object(evidence, clause[none.end() :])


_BOUND = re.compile(r"(?i)\b(?:under|below|up to|smaller than|less than) \d")
_ENDS_THERE = re.compile(r"(?i)\s?(?:\W*$|(?:in|on|at|for|here|when|yet)\b)")


def _negated_verbs(evidence: Evidence, clause: str) -> list[int]:
    """Places of negations soon before a verb of comparison; "was never beaten by", "does not beat it" are boasts."""
    found = []
    for negation in islice(NOT.finditer(clause), MOST_VERBS):
        behind = clause[negation.end() : negation.end() + 80]
        verbs = [verb for pattern in (BEATS, MATCHES) if (verb := pattern.search(behind))]
        if not verbs:
            continue
        verb = min(verbs, key=lambda match: match.start())
        between = behind[: verb.start()]
        if len(between.split()) > 4 or NOT_BETWEEN.search(between):
            continue
        if PASSIVE.search(clause[: negation.end()][-NEAR:] + between) and re.match(r" by\b", behind[verb.end() :]):
            continue
        if not _is_own_object(evidence, behind[verb.end() :]):
            found.append(negation.start())
    return found


def _far_from_names(clause: str) -> list[int]:
    """Places of "far from" before the name of a rival, and of "not" before a likeness: "not get GPT-4 quality"."""
    found = []
    for name in frontier_names(clause)[:MOST_VERBS]:
        before = clause[: name.start()][-NEAR:]
        start = max(0, name.start() - NEAR)
        far = FAR.search(before) or (LIKE.match(clause[name.end() :]) and NOT_ANY.search(before))
        if far:
            found.append(start + far.start())
    return found


_NAMED_BEFORE = re.compile(r"(?:^|\s)([A-Z][\w.+-]{1,40}(?: [\w.+-]{1,12})?),\s$")
_ONLY_VERBS = re.compile(r"(?i)\s?(?:(?:is|are|was|were|has|can|also|already|still|even|\w+ly) ){0,3}")
_NOT_WORSE = re.compile(r"(?i)(?:no|not|never|n['’]t)\s")


def _swapped(evidence: Evidence, clause: str, before: str) -> list[int]:
    """The start of a clause in which a rival or a larger sibling beats the card's model."""
    if (beaten := PASSIVE_ABROAD.search(clause)) and _is_rival(evidence, clause[beaten.end() :]):
        return [0]
    likened = MATCHES.search(clause)
    if likened and FORM_BEFORE.search(clause[: likened.start()][-NEAR:]):  # "its tokenizer is as good as Quill's"
        return [0]
    # "Quill is not worse than Lumen" praises the rival
    praised = (verb for verb in MATCHES.finditer(clause) if _NOT_WORSE.match(verb[0]))
    for verb in islice(chain(BEATS.finditer(clause), praised), MOST_VERBS):
        subject, after = clause[: verb.start()][-2 * NEAR :], clause[verb.end() : verb.end() + NEAR]
        # "The sibling, Lumen-70B, is better than Lumen-7B"
        if (lead := _NAMED_BEFORE.search(before)) and _ONLY_VERBS.fullmatch(subject):
            subject = f"{lead[1]} {subject}"
        by_rival = re.match(r" by\b", after) and not _is_nobody(subject) and _is_rival(evidence, after[3:])
        # Nothing beats itself.
        if by_rival or (IT_ALONE.fullmatch(subject) and _is_own_object(evidence, after, by_name=True)):
            return [0]
        if re.match(r" by\b", after) or _is_nobody(subject) or OF_OURS.search(subject):
            continue
        names = [name for name in NAME.findall(subject) if looks_like_model(name)]
        if any(evidence.own.match(name) is not Match.NONE for name in NAME.findall(subject)):
            continue
        if THERE_ARE.fullmatch(subject) and _is_own_object(evidence, after):
            return [0]
        if not names and ADVERBIAL.match(subject):  # "Trotz nur 7 Milliarden Parametern übertrifft Lumen"
            continue
        if not (names or WHICH.fullmatch(subject) or RELATIVE_SIZE.search(subject) or MODEL_SIZE.search(subject)):
            continue
        rival = frontier_names(subject)
        # Korean and Japanese put the beaten before the verb.
        rival_first = bool(rival) and verb[0].isascii() and not subject[rival[-1].end() :].strip()
        # So does German: "Bei Steuerfragen lässt es GPT-4 hinter sich."
        rival_first = rival_first and not (VERB_LAST.match(verb[0]) and subject[: rival[-1].start()].strip())
        if rival_first or _is_own_object(evidence, after):
            return [0]
    return []


def _is_rival(evidence: Evidence, after: str) -> bool:
    """True where a frontier model, a larger one or another name comes first: "is outperformed by GPT-4"."""
    first = re.match(
        r"\s{0,2}(?:the |most |many |all )?(?:(?:much |far )?(?:larger|bigger)\b|([A-Z][\w.+-]{2,40}))", after
    )
    if first is None:
        return False
    name = first[1]
    return name is None or (looks_like_model(name) and evidence.own.match(name.rstrip(".,")) is Match.NONE)


def _is_nobody(subject: str) -> bool:
    """True for "No 70B model beats it"; "Only larger models beat it" names those that do."""
    none = NONE_BUT.search(subject)
    return none is not None and not (none[0].casefold() == "only" and RELATIVE_SIZE.search(subject))


def _is_own_object(evidence: Evidence, after: str, by_name: bool = False) -> bool:
    """True where the card's model comes first; `by_name` only where its own full name says so."""
    if OWN_OBJECT.match(after) and not by_name:
        return True
    name = re.match(r"\s{0,2}(?:the |our )?([A-Z][\w.+-]{2,40})", after)
    if name is None:
        return False
    match = evidence.own.match(name[1].rstrip(".,"))
    return match >= Match.SAME if by_name else match is not Match.NONE
