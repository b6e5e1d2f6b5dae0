"""Red flags about what a card leaves out: precision, leakage, method.

A flag is a question that a careful buyer would ask, not a verdict on the model.
"""

import re
from collections.abc import Iterable

from core.cards.claims import (
    claims_pointing_at_tests,
    evaluation_headings,
    results_on_unnamed_tests,
    score_images,
    test_claims,
)
from core.cards.document import Sentence
from core.cards.evidence import MAX_QUOTES, Evidence, finding, listed
from core.cards.gaps import key_of_test
from core.cards.harness_lines import find_harness_lines
from core.cards.leakage import Leakage, leakage_in
from core.cards.listed_settings import lists_precision
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.precision_of_files import dtypes_of_runs, rows_of_tested_files
from core.cards.quantized_builds import lines_of_own_build
from core.cards.reading import Finding, Quote, ReportedScore, State
from core.cards.settings import PRECISION, find_precision
from core.cards.stated_method import find_method
from core.cards.told_precision import says_precision_of_evaluation
from core.cards.unnamed_tests import find_shares_of_rivals
from core.cards.vocabulary import HARNESS, METHOD

PRESENT, ABSENT, UNCLEAR = State.PRESENT, State.ABSENT, State.UNCLEAR


def quantization_undisclosed(evidence: Evidence) -> Finding:
    """Scores without the precision of the weights that were evaluated."""
    flag, advice = "quantization_undisclosed", "Expect your quantization to score lower; measure the file you will use."
    unnamed = results_on_unnamed_tests(evidence)
    if not evidence.scores and not unnamed:
        if images := score_images(evidence):
            return finding(
                flag,
                UNCLEAR,
                "Results stand in images only; no text says which precision was evaluated.",
                advice,
                evidence.quotes(images),
            )
        return finding(flag, ABSENT, "No score of its own model is given, so there is nothing to qualify.")
    if given := _precision_given(evidence):
        return finding(flag, ABSENT, given[0], "", given[1])
    titled = [line for text, line in evaluation_headings(evidence) if find_precision(text)]
    if titled:
        return finding(
            flag,
            UNCLEAR,
            "A heading over the results names a precision, without saying that it was the one evaluated.",
            advice,
            evidence.quotes(titled),
        )
    return finding(
        flag,
        PRESENT,
        "Scores are given, and the precision of the evaluated weights is never stated.",
        advice,
        evidence.score_quotes() or evidence.quotes(unnamed),
    )


def _precision_given(evidence: Evidence) -> tuple[str, tuple[Quote, ...]] | None:
    """How the card tells at which precision its weights were evaluated, with the lines; None where it does not."""
    if tied := [score.line for score in (evidence.own_scores or evidence.scores) if score.precision]:
        return "The scores are given together with the precision they were taken at.", evidence.quotes(tied)
    prose = list(evidence.document.prose())
    said = [
        sentence.line
        for sentence, above in zip(prose, [None, *prose], strict=False)
        if says_precision_of_evaluation(sentence, above) and not _is_of_a_rival(evidence, sentence.text)
    ]
    said += _settings_beside_scores(evidence, prose)
    said += [found.line for found in find_harness_lines(evidence.document) if found.precision]
    said += [*dtypes_of_runs(evidence.document), *rows_of_tested_files(evidence.document)]
    if said:
        return "The card says at which precision the model was evaluated.", evidence.quotes_with(said, PRECISION)
    if built := lines_of_own_build(evidence):
        reason = (
            "The scores are those of the quantized file, and the card says at which precision its weights are kept."
        )
        return reason, evidence.quotes_with(built, PRECISION)
    return None


_SUBJECT = re.compile(
    r"\W{0,4}(?P<name>[A-Z][\w.+-]*(?: [A-Z\d][\w.+-]*){0,3}) (?:was|is|has been) (?:\w+ )?(?:evaluated|tested|run|"
    r"measured|"
    r"benchmarked|scored|loaded|served)\b"
)


_OF_RIVALS = re.compile(
    r"(?i)^\W*(?:the |all |our )?(?:other |larger |open |closed )*(?:rivals?|competitors?|baselines?|competing models|"
    r"others|"
    r"(?<=other )models)\b['’]?(?: (?:models?|results|numbers|scores|systems))? (?:was|were|are|is|have been|come|ran|"
    r"run)\b"
)


def _is_of_a_rival(evidence: Evidence, text: str) -> bool:
    """True for "Tern-7B was evaluated in FP16" on the card of Kestrel-7B, and for "Rivals were tested in FP16"."""
    if _OF_RIVALS.search(text) and not re.search(r"(?i)\b(?:ours|we|too|also|likewise|same|this)\b", text):
        return True
    told = _SUBJECT.match(text)
    if told is None or not any(map(str.isdigit, told["name"])):
        return False  # without a size or a version it may be what the card calls its own
    return looks_like_model(told["name"]) and evidence.own.match(told["name"]) is Match.NONE


_BESIDE = 4  # lines: a blank one, the header of a table, its rule


def _settings_beside_scores(evidence: Evidence, prose: Iterable[Sentence]) -> list[int]:
    """Lines of nothing but settings, a precision among them, right above or below results."""
    found = [sentence for sentence in prose if sentence.kind != "heading" and lists_precision(sentence.text)]
    lines = {score.line for score in evidence.scores} if found else set()
    return [said.line for said in found if any(abs(said.line - line) <= _BESIDE for line in lines)]


_PRIVATE = re.compile(
    r"(?i)\bhuman (?:evaluation|preference|judg\w+|rating)s?\b|\b(?:auto\w*\.? evaluation|win[- ]?rate)\b"
)


_LEAK_WORD = re.compile(r"(?i)contaminat|leak|overlap|污染|泄|오염|유출|汚染")
ADMITS = "The card admits that"


def contamination_unaddressed(evidence: Evidence) -> Finding:
    """Old public benchmarks, and no word on whether their questions were in the training data."""
    flag, advice = "contamination_unaddressed", "Trust newer or private tests more; ask questions of your own."
    lines: dict[Leakage, list[Sentence]] = {said: [] for said in Leakage}
    above = None
    for sentence in evidence.document.prose():
        if said := leakage_in(evidence, sentence, above):
            lines[said].append(sentence)
        if len(lines[Leakage.ADDRESSED]) == MAX_QUOTES:
            break  # what else it says changes nothing
        above = sentence
    for said, state, reason, then in (
        (
            Leakage.ON_PURPOSE,
            UNCLEAR,
            f"{ADMITS} its model was trained on questions of a test.",
            "Leave the scores on that test out, and those on tests like it.",
        ),
        (Leakage.ADDRESSED, ABSENT, "The card says what was done about test questions in its training data.", ""),
        (
            Leakage.ADMITTED,
            UNCLEAR,
            f"{ADMITS} test questions may have been in its training data.",
            "Discount the scores it concerns.",
        ),
        (
            Leakage.UNCHECKED,
            PRESENT,
            "The card says that nobody looked for test questions in its training data.",
            advice,
        ),
    ):
        if lines[said]:
            return finding(flag, state, reason, then, evidence.quotes_of(lines[said], _LEAK_WORD))
    if evidence.scores and all(
        _PRIVATE.search(score.name_as_written) for score in evidence.own_scores or evidence.scores
    ):
        return finding(flag, ABSENT, "No public benchmark is reported, only judgements of answers.")
    if not evidence.scores:
        if shares := find_shares_of_rivals(evidence.document):
            reason = "A result on a public benchmark is told, and leakage into the training data is not mentioned."
            return finding(flag, PRESENT, reason, advice, evidence.quotes(shares))
        if images := score_images(evidence):
            return finding(
                flag,
                UNCLEAR,
                "Results stand in images only, and leakage into the training data is not mentioned.",
                advice,
                evidence.quotes(images),
            )
        return finding(flag, ABSENT, "No score of its own model is given, so there is nothing to qualify.")
    return finding(
        flag,
        PRESENT,
        "Public benchmarks are reported, and leakage into the training data is not mentioned.",
        advice,
        evidence.score_quotes(),
    )


_SHOTS = re.compile(r"(?i)\b(?:\d{1,3}|zero|one|few|five)[- ]?shots?\b|样本|샷")


def methodology_missing(evidence: Evidence) -> Finding:
    """Scores or claims without shots, harness, prompt or sampling."""
    flag, advice = (
        "methodology_missing",
        "Do not compare these numbers with others; settings alone move scores by several points.",
    )
    claims = []
    if not evidence.scores:
        claims = [claim.line for claim in (*test_claims(evidence), *claims_pointing_at_tests(evidence))]
    claims += results_on_unnamed_tests(evidence)
    if not evidence.scores and not claims:
        if images := score_images(evidence):
            return _method_of_images(evidence, images, advice)
        return finding(flag, ABSENT, "The card makes no claim about benchmarks.")
    known = find_method(evidence)
    quotes = evidence.quotes_with([line for lines in known.values() for line in lines][:6], HARNESS, _SHOTS, METHOD)
    if len(known) >= 2:
        return finding(flag, ABSENT, f"The card gives {listed(tuple(known))}.", "", quotes)
    scores = evidence.own_scores or evidence.scores
    shots = [score for score in scores if score.shots is not None or _SHOTS.search(score.name_as_written)]
    beside = f"shots beside {_count(shots)} of {_count(scores)} scores" if shots else ""
    if known:
        more = f", {beside}" if beside and "shots" not in known else ""
        said = f"The card gives {listed(tuple(known))}{more}, and nothing more about how it was tested."
        return finding(flag, UNCLEAR, said, advice, quotes)
    if shots:
        return finding(
            flag,
            PRESENT,
            f"The card gives {beside}; nothing else says how the tests were run: no harness, prompt or sampling.",
            advice,
            evidence.quotes([score.line for score in shots][:3]),
        )
    resting = evidence.score_quotes() or evidence.quotes(sorted(claims)[:3])
    return finding(
        flag, PRESENT, "Nothing says how the tests were run: no shots, harness, prompt or sampling.", advice, resting
    )


def _method_of_images(evidence: Evidence, images: list[int], advice: str) -> Finding:
    """What the text tells of the method where the results themselves are pictures."""
    flag, known = "methodology_missing", find_method(evidence)
    if not known:
        return finding(flag, UNCLEAR, "Results stand in images only.", advice, evidence.quotes(images))
    lines = [line for lines in known.values() for line in lines][:6]
    state = ABSENT if len(known) >= 2 else UNCLEAR
    said = f"Results stand in images only; the text gives {listed(tuple(known))}."
    return finding(flag, state, said, "" if state is ABSENT else advice, evidence.quotes(lines))


def _count(scores: Iterable[ReportedScore]) -> int:
    """How many values are told, each once, however often a card repeats it, as in a second language."""
    return len({(key_of_test(score), score.value, score.subject) for score in scores})
