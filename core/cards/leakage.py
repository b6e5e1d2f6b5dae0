"""What a sentence says about test questions in a model's own training data.

Two signals: the words for leakage themselves ("contamination", "data leak"),
and, in any wording, a clause that keeps test material and training material
apart: it names both, and a word of removal or negation beside them. "The test
split never entered our training mix" has no word for leakage and says it all.
"""

import re
from enum import Enum

from core.cards.benchmark_mentions import tests_in
from core.cards.claims import about_other_model, in_evaluation_section
from core.cards.document import Sentence
from core.cards.evidence import Evidence
from core.cards.leakage_abroad import kept_out_abroad
from core.cards.leakage_briefly import done, is_likely, not_done
from core.cards.leakage_measured import found_a_share, found_and_removed, owns_up_to_training_half
from core.cards.leakage_on_purpose import trained_on_test
from core.cards.leakage_possible import POSSIBLE_HINTS, possibly_leaked
from core.cards.leakage_readers import tells_readers
from core.cards.leakage_told import MORE_HINTS, in_doubt, kept_out, nobody_looked, slipped_in
from core.cards.leakage_words import (
    ALTERED,
    ASKED,
    BY_HEART,
    CHECKED,
    CLAUSE_END,
    DATA,
    HOLDS_DATA,
    HOLDS_QUESTIONS,
    IN_PART,
    KEPT_APART,
    LEAKED,
    NAMED_TEST_APART,
    NEWER_HINTS,
    NEWS,
    NOT_CHECKED,
    NOT_LOOKED,
    NOT_RULED_OUT,
    NOT_SHOWN,
    NOT_TO_TRUST,
    OF_NATURE,
    OFF_THE_BOARD,
    OTHERS,
    SCORED_WITHOUT,
    SECRETS,
    SUBJECT,
    TELLS_THE_TEST,
    TEST_MATERIAL,
    TOO_NEW,
    TRAINED_ON_TESTS,
    TRAINING_MATERIAL,
    TRIED,
    UNSEEN,
    WISHED,
    WORD_FOR_LEAK,
)
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.vocabulary import ADMITTED, LEAK, LEAK_HINTS, OWN_DATA, mentions

# "Older benchmarks are often contaminated": said of tests at large, and not of this model's data.
_AT_LARGE = re.compile(
    r"(?i)\b(?:benchmarks|tests|test sets|leader-?boards|evals|evaluations) (?:are|is|get|become|can be|may be) "
    r"(?:known to be )?(?:often|frequently|commonly|usually|sometimes|typically|increasingly|notoriously|widely|"
    r"all too often)\b"
)
_IN_A_NAME = re.compile(r"[a-z][A-Z]")  # "ContaminatedWine" is what a model is called


class Leakage(Enum):
    ADDRESSED = "addressed"
    ON_PURPOSE = "on purpose"  # the card says that it was trained on a test
    ADMITTED = "admitted"  # the card says that questions may have leaked
    UNCHECKED = "unchecked"  # the card says that nobody looked


def leakage_in(evidence: Evidence, sentence: Sentence, above: Sentence | None = None) -> Leakage | None:
    """What the sentence says of leakage into the card's own training data; None where it says nothing.

    `above` is the sentence before it, which may hold what "this" and "that date" stand for.

    >>> bool(keeps_apart("GSM8K's test split never entered our training mix."))
    True
    """
    text = sentence.text
    abroad = len(text) <= 4000 and kept_out_abroad(text)
    hinted = len(text) <= 4000 and (
        abroad or mentions(text, LEAK_HINTS) or MORE_HINTS.search(text) or POSSIBLE_HINTS.search(text)
    )
    if not hinted:
        return None
    owned = owns_up_to_training_half(text, among_results=in_evaluation_section(sentence))
    addressed = owned or found_and_removed(text) or done(text)
    if outright := Leakage.ADDRESSED if addressed else _said_outright(evidence, text):
        return outright
    newer = is_newer_than_data(sentence, above) and not _is_about_a_rival(evidence, text)
    without = SCORED_WITHOUT.search(text) and TRAINING_MATERIAL.search(f"{above.text if above else ''} {text}")
    told = newer or without or abroad or keeps_apart(text) or tests_for_memory(text) or kept_out(text)
    if told and not OTHERS.search(text) and not tells_readers(text):
        return Leakage.ADDRESSED
    match = LEAK.search(text)
    if match is None or _IN_A_NAME.search(match[0]) or WISHED.search(text) or _of_something_else(evidence, text, match):
        return None
    if ADMITTED.search(text) and not re.search(
        r"(?i)\b(?:no|not|without|prevent|avoid|remov|check|analy)\w*\b|防止|避免|무|방지", text
    ):
        return Leakage.ADMITTED
    about_data = OWN_DATA.search(text) or CHECKED.search(text)
    placed = about_data or sentence.kind == "heading" or in_evaluation_section(sentence)
    return Leakage.ADDRESSED if placed and not tells_readers(text) else None


def _says_unchecked(text: str) -> bool:
    """True where a sentence says that nobody looked for test questions in the training data."""
    if denied := NOT_CHECKED.search(text):
        return not IN_PART.search(text, denied.end()) and not OTHERS.search(text[: denied.start()])
    denied = NOT_LOOKED.search(text)
    if (
        not denied
        or OTHERS.search(text[: denied.start()])
        or IN_PART.search(text, denied.end())
        or not HOLDS_DATA.search(text)
    ):
        return False
    looked_for = text if denied["en"] is None else denied["en"]
    return bool(TEST_MATERIAL.search(looked_for))


def _said_outright(evidence: Evidence, text: str) -> Leakage | None:
    if trained_on_test(text):
        return Leakage.ON_PURPOSE
    if (_says_unchecked(text) or nobody_looked(text) or not_done(text)) and not OF_NATURE.search(text):
        return Leakage.UNCHECKED
    if (NOT_RULED_OUT.search(text) or in_doubt(text) or is_likely(text)) and not OF_NATURE.search(text):
        return Leakage.ADMITTED
    if found_a_share(text) or (possibly_leaked(text) and not about_other_model(evidence, text, 0, len(text))):
        return Leakage.ADMITTED
    slipped = slipped_in(text)
    if slipped and not about_other_model(evidence, text, slipped.start(), slipped.end()):
        return Leakage.ADMITTED
    trained = TRAINED_ON_TESTS.search(text) and not OTHERS.search(text)
    distrusted = HOLDS_QUESTIONS.search(text) and NOT_TO_TRUST.search(text) and tests_in(text)
    return Leakage.ADMITTED if trained or distrusted else None


def _of_something_else(evidence: Evidence, text: str, match: re.Match[str]) -> bool:
    """True for a leak of secrets, of somebody else's model or of tests at large, and for a test off a list of tests."""
    return bool(
        (not WORD_FOR_LEAK.search(match[0]) and not _from_the_data(text))
        or (LEAKED.search(match[0]) and SECRETS.search(text))
        or OF_NATURE.search(text)
        or (_AT_LARGE.search(text) and not OWN_DATA.search(text))
        or OTHERS.search(text[: match.end()])
        or about_other_model(evidence, text, match.start(), match.end())
    )


def _from_the_data(text: str) -> bool:
    """True where what was removed may have been removed from the training data, and not from a list of tests."""
    return bool(TRAINING_MATERIAL.search(text) or (DATA.search(text) and not OFF_THE_BOARD.search(text)))


def is_newer_than_data(sentence: Sentence, above: Sentence | None) -> bool:
    """True where a test is said to be later than the training data, be it the test of the sentence before.

    "The exam took place in October 2023. That is later than our data collection."
    """
    newer = TOO_NEW.search(sentence.text) if NEWER_HINTS.search(sentence.text) else None
    if newer is None or sentence.kind == "heading" or NEWS.search(sentence.text[: newer.end()]):
        return False
    if ASKED.search(sentence.text):
        return True
    return above is not None and bool(ASKED.search(above.text)) and not NEWS.search(above.text)


def _is_about_a_rival(evidence: Evidence, text: str) -> bool:
    """True for "GPT-4 was released before the exam took place": it says nothing of the card's own data."""
    newer = TOO_NEW.search(text)
    names = SUBJECT.findall(text[: newer.start()]) if newer else []
    models = [name for name in names if looks_like_model(name)]
    return bool(models) and all(evidence.own.match(name) is Match.NONE for name in models)


def tests_for_memory(text: str) -> bool:
    """True where an altered copy of a test was used to see whether the model knows it by heart."""
    if not BY_HEART.search(text) or not ALTERED.search(text) or not TRIED.search(text):
        return False
    # "No overfitting to one manner of chatting, tested with various prompts": a bare "test" names no questions.
    return bool(TEST_MATERIAL.search(text) or ASKED.search(_BARE_TEST.sub(" ", text)) or tests_in(text))


_BARE_TEST = re.compile(r"(?i)\btests?\b")


def keeps_apart(text: str) -> bool:
    """True where one clause names test material, training material and their separation."""
    if UNSEEN.search(text):
        return True
    if not TRAINING_MATERIAL.search(text) or not KEPT_APART.search(text):
        return False
    clauses = (*CLAUSE_END.split(text), *re.split(r"[.!?]\s|。", text))
    return any(_clause_keeps_apart(clause) for clause in clauses if len(clause) < 240)


def _clause_keeps_apart(clause: str) -> bool:
    clause = NOT_SHOWN.sub(" ", clause)
    if not TRAINING_MATERIAL.search(clause) or TELLS_THE_TEST.search(clause):
        return False
    if TEST_MATERIAL.search(clause):
        return bool(KEPT_APART.search(clause))
    return bool(NAMED_TEST_APART.search(clause) and tests_in(clause))
