"""Red flags about what a card claims beyond what it shows: narrow tests, bigger models, the frontier.

A flag is a question that a careful buyer would ask, not a verdict on the model.
"""

import re
from itertools import zip_longest

from core.cards.abilities import distinct_tests
from core.cards.attributed_claims import is_word_of_another, without_methods
from core.cards.benchmark_mentions import tests_in
from core.cards.breadth import judge_breadth, tests_beside
from core.cards.claims import in_evaluation_section, is_citation, results_on_unnamed_tests, score_images, test_claims
from core.cards.claims_across import (
    beats_frontier_above,
    outnumbers_across,
    tells_beaten_are_larger,
    tells_own_small_size,
)
from core.cards.comparison_words import BEATS, MATCHES
from core.cards.denied_claims import claimed
from core.cards.document import Sentence
from core.cards.evidence import MAX_QUOTES, Evidence, finding, listed
from core.cards.frontier_claims import claims_frontier, frontier_names
from core.cards.known_sizes import claims_over_known_size
from core.cards.lesser_rivals import beats_frontier_told_first, beats_larger_told_first
from core.cards.narrow_grounds import claiming_clauses, is_broad
from core.cards.reading import Finding, Quote, State
from core.cards.sister_claims import is_of_sister
from core.cards.size_claims import claims_other_size, heads_comparison_with_larger
from core.cards.sized_rivals import claims_over, find_larger_rivals
from core.cards.unnamed_tests import find_home_made_tests, find_shares_of_rivals
from core.cards.vocabulary import FRONTIER, MODEL_SIZE, RELATIVE_SIZE

PRESENT, ABSENT, UNCLEAR = State.PRESENT, State.ABSENT, State.UNCLEAR


def narrow_selection(evidence: Evidence) -> Finding:
    """One number, or tests of one kind, where a general claim would need more."""
    flag = "narrow_selection"
    scores = evidence.own_scores or evidence.scores
    if scores:
        more = tests_beside(evidence, scores)
        told = [(score.name_as_written, score.context) for score in scores]
        return judge_breadth([*told, *((name, "") for name in more)], _ASK, evidence.score_quotes())
    if named := _tests_without_numbers(evidence):
        names, quotes = named
        breadth = judge_breadth([(name, "") for name in names], _ASK, quotes)
        if breadth.state is PRESENT and any(_MORE_TESTS.search(quote.text) for quote in quotes):
            reason = f"Results stand in images, and the text names no test but {listed(tuple(names))}."
            return finding(flag, UNCLEAR, reason, _ASK, quotes)
        return breadth
    for shown, lines in (
        ("are results on a test without a name", results_on_unnamed_tests(evidence)),
        ("is a share of a rival's result", find_shares_of_rivals(evidence.document)),
        ("are a few questions of the authors' own", find_home_made_tests(evidence.document)),
    ):
        if lines:
            return finding(flag, PRESENT, f"All that is shown {shown}.", _ASK, evidence.quotes(lines))
    if claims := test_claims(evidence):
        share = _SHARE.search(evidence.document.lines[claims[0].line - 1][:4000]) if claims[0].line else None
        lacking = "a score of its own model" if share else "a number"  # "It wins 63 % against its smaller brother"
        reason = f"The card speaks of benchmarks without giving {lacking}."
        return finding(flag, UNCLEAR, reason, _ASK, evidence.quotes([claims[0].line]))
    return finding(flag, ABSENT, "The card claims nothing about benchmarks.")


_SHARE = re.compile(r"\d\s?[%％]")
# "MMLU is 5-shot, all other tasks are 0-shot"
_MORE_TESTS = re.compile(
    r"(?i)\b(?:other|multiple|several|various|many|remaining|rest of the|all) (?:[\w-]+ ){0,2}(?:tasks|benchmarks|"
    r"tests|evals|evaluations|datasets)\b|\beverything else\b"
)
_ASK = "Ask for the missing abilities, or test them yourself."


def _tests_without_numbers(evidence: Evidence) -> tuple[list[str], tuple[Quote, ...]] | None:
    """The tests named where results stand in images; None where there are no such images."""
    images = score_images(evidence)
    if not images:
        return None
    named: dict[str, int] = {}
    for sentence in evidence.document.prose():
        if in_evaluation_section(sentence) or any(abs(sentence.line - line) <= 6 for line in images):
            for name in tests_in(sentence.text):
                named.setdefault(name, sentence.line)
    if not named:
        return None
    return list(named), evidence.quotes(list(named.values())[:3])


def size_mismatch(evidence: Evidence) -> Finding:
    """Prose that claims to beat or match models of another size."""
    flag = "size_mismatch"
    rivals = find_larger_rivals(evidence)
    hits = []
    above = None
    prose = [*evidence.document.prose()]
    for sentence, below in zip_longest(prose, prose[1:]):
        # The second look is dear, and taken only where the first finds a claim.
        if (
            _sets_against_other_size(evidence, rivals, sentence, above)
            and not _is_of_others(evidence, sentence)
            and _sets_against_other_size(
                evidence,
                rivals,
                claimed(evidence, sentence, below),
                above and claimed(evidence, above, sentence),
            )
        ):
            hits.append(sentence)
        if len(hits) == MAX_QUOTES:
            break
        above = sentence
    if hits:
        return finding(
            flag,
            PRESENT,
            "The card says that its model beats or equals models of another size.",
            "Size is not the only difference: look at which tests it rests on and compare on your own.",
            evidence.quotes_of(hits, RELATIVE_SIZE, BEATS, MATCHES, MODEL_SIZE),
        )
    return finding(flag, ABSENT, "No sentence sets the model against models of another size.")


def _sets_against_other_size(
    evidence: Evidence, rivals: frozenset[str], sentence: Sentence, above: Sentence | None
) -> bool:
    return (
        claims_other_size(evidence, without_methods(sentence.text))
        or heads_comparison_with_larger(sentence)
        or claims_over(sentence.text, rivals)
        or claims_over_known_size(evidence, sentence.text)
        or tells_beaten_are_larger(evidence, sentence, above)
        or tells_own_small_size(sentence, above)
        or beats_larger_told_first(evidence, sentence.text)
    )


_MOST_CLAIMS = 40  # of a kind; a card that repeats itself more often says nothing new


def beats_frontier_claim(evidence: Evidence) -> Finding:
    """A claim to beat or equal a frontier model that rests on a narrow test."""
    flag, advice = "beats_frontier_claim", "One narrow test says little about the rest: compare on your own questions."
    present: list[Sentence] = []
    unclear: list[Sentence] = []
    shown = evidence.own_scores or evidence.scores
    own_tests = distinct_tests([score.name_as_written for score in shown], [score.context for score in shown])
    covered = frozenset[str]().union(*own_tests.values()) if own_tests else frozenset()
    above = None
    prose = [*evidence.document.prose()]
    for sentence, below in zip_longest(prose, prose[1:]):
        across = outnumbers_across(sentence, above) or beats_frontier_above(evidence, sentence, above)
        above = sentence
        claims = _sets_against_frontier(evidence, without_methods(sentence.text))
        if not (across or claims) or _is_of_others(evidence, sentence):
            continue
        if across:
            present.append(sentence)
        if len(present) >= MAX_QUOTES or len(unclear) >= _MOST_CLAIMS:
            break
        if not claims:
            continue
        said = claimed(evidence, sentence, below)
        if not _sets_against_frontier(evidence, said.text):
            continue
        if any(is_broad(clause, sentence, covered) for clause in claiming_clauses(said.text)):
            unclear.append(sentence)
        else:
            present.append(sentence)
    if present:
        return finding(
            flag,
            PRESENT,
            "The card claims to beat or equal a frontier model on a narrow test.",
            advice,
            evidence.quotes_of(present, FRONTIER),
        )
    if unclear:
        return finding(
            flag,
            UNCLEAR,
            "The card sets its model beside a frontier model on several tests.",
            advice,
            evidence.quotes_of(unclear, FRONTIER),
        )
    return finding(flag, ABSENT, "No claim to beat or equal a frontier model.")


def _is_of_others(evidence: Evidence, sentence: Sentence) -> bool:
    return is_citation(sentence) or is_word_of_another(evidence, sentence.text) or is_of_sister(evidence, sentence.text)


def _sets_against_frontier(evidence: Evidence, text: str) -> bool:
    return claims_frontier(text) or (bool(frontier_names(text)) and beats_frontier_told_first(evidence, text))
