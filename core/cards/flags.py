"""The six red flags. Each is one function from the evidence to a finding; FLAGS lists them in order.

A flag is a question a careful buyer would ask, not a verdict on the model:
what is left out (precision, abilities, leakage, method) and what is claimed
beyond what the card shows (bigger models, the frontier).
"""

import re
from collections.abc import Callable

from core.cards.abilities import distinct_tests, missing_abilities
from core.cards.benchmark_mentions import tests_in
from core.cards.claims import (
    about_other_model,
    evaluation_headings,
    frontier_names,
    in_evaluation_section,
    score_images,
    test_claims,
)
from core.cards.document import Sentence
from core.cards.evidence import Evidence, finding
from core.cards.reading import Finding, Quote, State
from core.cards.settings import find_precision
from core.cards.vocabulary import (
    ADMITTED,
    BEATS,
    BOARD,
    DEFERS,
    FRONTIER_AS_TOOL,
    HARNESS,
    LEAK,
    MATCHES,
    METHOD,
    MODEL_SIZE,
    NEGATED,
    OWN_DATA,
    RELATIVE_SIZE,
    REPRODUCE,
    SAME_SIZE,
    TESTED,
)

PRESENT, ABSENT, UNCLEAR = State.PRESENT, State.ABSENT, State.UNCLEAR


def quantization_undisclosed(evidence: Evidence) -> Finding:
    """Scores without the precision of the weights that were evaluated."""
    flag, advice = "quantization_undisclosed", "Expect your quantization to score lower; measure the file you will use."
    if not evidence.scores:
        if images := score_images(evidence):
            return finding(
                flag,
                UNCLEAR,
                "Results stand in images only; no text says which precision was evaluated.",
                advice,
                evidence.quotes(images),
            )
        return finding(flag, ABSENT, "The card gives no scores, so there is nothing to qualify.")
    tied = [score.line for score in (evidence.own_scores or evidence.scores) if score.precision]
    if tied:
        return finding(
            flag,
            ABSENT,
            "The scores are given together with the precision they were taken at.",
            "",
            evidence.quotes(tied),
        )
    said = [sentence.line for sentence in evidence.document.prose() if _says_precision_of_evaluation(sentence)]
    if said:
        return finding(
            flag, ABSENT, "The card says at which precision the model was evaluated.", "", evidence.quotes(said)
        )
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
        evidence.score_quotes(),
    )


_EVALUATED = re.compile(
    r"(?i)\bevaluat\w*|\bbenchmark(?:ed|s|ing)?\b|\btested\b|\bmeasured\b|\bscores?\b|\baccuracy\b|"
    r"\bresults?\b|\breported\b|评测|评估|测试|精度|평가|측정|점수|성능|評価|測定"
)
_LOADING = re.compile(
    r"(?i)\b(?:load\w*|download\w*|torch_?dtype|dtype|train\w*|fine-?tun\w*|merge\w*|inference|"
    r"deploy\w*|serv(?:e|ing)|vram|memory|run(?:s|ning)? (?:on|with)|gpu|weights? (?:are|is) "
    r"(?:available|released|provided)|"
    r"provid\w*|releas\w*|recommend\w*|supports?|convert\w*|available|file size|checkpoint)\b|加载|下载|"
    r"训练|推理|部署|显存|다운로드|로드|학습|추론|배포|메모리"
)


def _says_precision_of_evaluation(sentence: Sentence) -> bool:
    text = sentence.text
    if not find_precision(text) and not re.search(
        r"(?i)\bquanti[sz]ed (?:model|version|checkpoint|weights)\b[^.]{0,60}\b(?:scor|achiev|retain|"
        r"recover|evaluat)|\bwithout quanti[sz]ation\b|\bunquanti[sz]ed\b",
        text,
    ):
        return False
    if not _EVALUATED.search(text):
        return False
    # "BF16 weights are available" and "load it in int8 for testing" say nothing about the evaluation.
    strong = re.search(
        r"(?i)\b(?:evaluat\w*|benchmarked|tested|measured|scor\w*|results?|accuracy)\b[^.]{0,80}\b(?:in|"
        r"at|with|using|under|on|of|for)\b[^.]{0,40}|评测|평가|측정|評価",
        text,
    )
    return bool(strong) and not (_LOADING.search(text) and not in_evaluation_section(sentence))


def narrow_selection(evidence: Evidence) -> Finding:
    """One number, or tests of one kind, where a general claim would need more."""
    flag, advice = "narrow_selection", "Ask for the missing abilities, or test them yourself."
    shown_scores = evidence.own_scores or evidence.scores
    names, contexts = [score.name_as_written for score in shown_scores], [score.context for score in shown_scores]
    quotes = evidence.score_quotes()
    if not names:
        shown = _tests_without_numbers(evidence)
        if shown is None:
            claims = test_claims(evidence)
            if claims:
                return finding(
                    flag,
                    UNCLEAR,
                    "The card speaks of benchmarks without giving a number.",
                    advice,
                    evidence.quotes([claims[0].line]),
                )
            return finding(flag, ABSENT, "The card claims nothing about benchmarks.")
        names, quotes = shown
        contexts = [""] * len(names)
    tests = distinct_tests(names, contexts)
    missing = missing_abilities(tests.values())
    lacking = f"Nothing on {_listed(missing)}." if missing else ""
    covered = frozenset[str]().union(*tests.values()) if tests else frozenset()
    if not tests:
        return finding(
            flag, PRESENT, f"A single average is all the card shows. Nothing on {_listed(missing)}.", advice, quotes
        )
    if len(tests) <= 2:
        return finding(
            flag,
            PRESENT,
            f"Only {_counted(len(tests))} shown ({', '.join(names[:2])}). {lacking}".strip(),
            advice,
            quotes,
        )
    if len(covered) >= 3 or (len(tests) >= 8 and len(covered) >= 2) or (len(covered) == 2 and len(tests) >= 5):
        return finding(
            flag, ABSENT, f"{len(tests)} benchmarks over {len(covered)} abilities. {lacking}".strip(), "", quotes
        )
    if len(tests) >= 6 and not covered:
        return finding(flag, UNCLEAR, f"{len(tests)} tests whose abilities are not known here.", advice, quotes)
    return finding(
        flag,
        UNCLEAR,
        f"{len(tests)} benchmarks of one or two kinds ({_listed(tuple(sorted(covered)))}). {lacking}".strip(),
        advice,
        quotes,
    )


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


def _counted(count: int) -> str:
    return "one benchmark is" if count == 1 else f"{count} benchmarks are"


def _listed(words: tuple[str, ...]) -> str:
    if len(words) <= 1:
        return "".join(words) or "nothing in particular"
    return f"{', '.join(words[:-1])} and {words[-1]}"


def size_mismatch(evidence: Evidence) -> Finding:
    """Prose that claims to beat or match models of another size."""
    flag = "size_mismatch"
    hits = [sentence for sentence in evidence.document.prose() if _claims_other_size(evidence, sentence.text)]
    if hits:
        return finding(
            flag,
            PRESENT,
            "The card says that its model beats or equals models of another size.",
            "Size is not the only difference: look at which tests it rests on and compare on your own.",
            evidence.quotes([hit.line for hit in hits]),
        )
    return finding(flag, ABSENT, "No sentence sets the model against models of another size.")


_OTHER_CLAIM = re.compile(
    r"(?i)\bnew record\b|(?:\b(?:best|top|highest|strongest|number one)|#\s?1)\b[^.]{0,60}\b(?:among "
    r"all|of all|of any|ever)\b|\b(?:strong|impressive|excellent|competitive|good|great|"
    r"better)\b[^.]{0,80}\bcompared (?:to|with|against)\b|"
    r"与[^。]{0,30}相比|와 비교|に比べ"
)


def _claims_other_size(evidence: Evidence, text: str) -> bool:
    claim = BEATS.search(text) or MATCHES.search(text) or _OTHER_CLAIM.search(text)
    if not claim or len(text) > 2500:
        return False
    if RELATIVE_SIZE.search(text) and not SAME_SIZE.search(text):
        return True
    named = [(match.start(), float(match[1])) for match in MODEL_SIZE.finditer(text)]
    own = set(evidence.about.parameters_b)
    # Sizes before the verb belong to the claimant, sizes after it to the beaten.
    after = {size for at, size in named if at >= claim.start()}
    before = {size for at, size in named if at < claim.start()} or own
    if not after or not before:
        return False
    return any(all(max(size, mine) / max(min(size, mine), 1e-6) >= 1.25 for mine in before) for size in after)


def contamination_unaddressed(evidence: Evidence) -> Finding:
    """Old public benchmarks, and no word on whether their questions were in the training data."""
    flag, advice = "contamination_unaddressed", "Trust newer or private tests more; ask questions of your own."
    addressed: list[int] = []
    admitted: list[int] = []
    for sentence in evidence.document.prose():
        match = LEAK.search(sentence.text)
        if not match or about_other_model(evidence, sentence.text, match.start(), match.end()):
            continue
        if ADMITTED.search(sentence.text) and not re.search(
            r"(?i)\b(?:no|not|without|prevent|avoid|remov|check)\w*\b|防止|避免|무|방지", sentence.text
        ):
            admitted.append(sentence.line)
        elif OWN_DATA.search(sentence.text) or sentence.kind == "heading" or in_evaluation_section(sentence):
            addressed.append(sentence.line)
    if addressed:
        return finding(
            flag,
            ABSENT,
            "The card says what was done about test questions in its training data.",
            "",
            evidence.quotes(addressed),
        )
    if admitted:
        return finding(
            flag,
            UNCLEAR,
            "The card admits that test questions may have been in its training data.",
            "Discount the scores it concerns.",
            evidence.quotes(admitted),
        )
    if not evidence.scores:
        if images := score_images(evidence):
            return finding(
                flag,
                UNCLEAR,
                "Results stand in images only, and the training data is not discussed.",
                advice,
                evidence.quotes(images),
            )
        return finding(flag, ABSENT, "The card gives no scores, so there is nothing to qualify.")
    return finding(
        flag,
        PRESENT,
        "Public benchmarks are reported, and leakage into the training data is not mentioned.",
        advice,
        evidence.score_quotes(),
    )


_BROAD = re.compile(
    r"(?i)\b(?:various|many|most|multiple|several|all|numerous|wide range of|range of|across|majority "
    r"of|diverse|overall)\b[^.]{0,30}\b(?:bench\w*|evaluations?|tests?|tasks|domains|metrics|"
    r"leader\w*)\b|\b(?:coding|code|math\w*|reasoning|knowledge)\b,? and (?:\w+ ){0,2}(?:coding|code|"
    r"math\w*|reasoning|knowledge)\b|多项|多个|各项|다양한|여러"
)


def beats_frontier_claim(evidence: Evidence) -> Finding:
    """A claim to beat or equal a frontier model that rests on a narrow test."""
    flag, advice = "beats_frontier_claim", "One narrow test says little about the rest: compare on your own questions."
    present: list[int] = []
    unclear: list[int] = []
    for sentence in evidence.document.prose():
        if not _claims_frontier(sentence.text):
            continue
        tests = set(tests_in(sentence.text)) | {name for title in sentence.headings[-1:] for name in tests_in(title)}
        shown = evidence.own_scores or evidence.scores
        own_tests = distinct_tests([score.name_as_written for score in shown], [score.context for score in shown])
        covered = frozenset[str]().union(*own_tests.values()) if own_tests else frozenset()
        if len(tests) > 2 or _BROAD.search(sentence.text) or (not tests and len(covered) >= 3):
            unclear.append(sentence.line)
        else:
            present.append(sentence.line)
    if present:
        return finding(
            flag,
            PRESENT,
            "The card claims to beat or equal a frontier model on a narrow test.",
            advice,
            evidence.quotes(present),
        )
    if unclear:
        return finding(
            flag,
            UNCLEAR,
            "The card sets its model beside a frontier model on several tests.",
            advice,
            evidence.quotes(unclear),
        )
    return finding(flag, ABSENT, "No claim to beat or equal a frontier model.")


def _claims_frontier(text: str) -> bool:
    for name in frontier_names(text[:2500]):
        clause_start = max(0, name.start() - 140)
        before = text[clause_start : name.start()]
        verbs = [*BEATS.finditer(before), *MATCHES.finditer(before)]
        if not verbs:
            continue
        verb = max(verbs, key=lambda match: match.end())
        between = before[verb.end() :]
        if re.search(r"[.;。！]\s", between) or NEGATED.search(before[max(0, verb.start() - 25) : verb.start()]):
            continue
        if FRONTIER_AS_TOOL.search(text[max(0, name.start() - 30) : name.end() + 15]) and not re.search(
            r"(?i)than|over|against|surpass|outperform|beat|exceed", between + verb[0]
        ):
            continue
        return True
    return False


def methodology_missing(evidence: Evidence) -> Finding:
    """Scores or claims without shots, harness, prompt or sampling."""
    flag, advice = (
        "methodology_missing",
        "Do not compare these numbers with others; settings alone move scores by several points.",
    )
    claims = test_claims(evidence)
    if not evidence.scores and not claims:
        if images := score_images(evidence):
            return finding(flag, UNCLEAR, "Results stand in images only.", advice, evidence.quotes(images))
        return finding(flag, ABSENT, "The card makes no claim about benchmarks.")
    known = _method(evidence)
    quotes = evidence.quotes([line for lines in known.values() for line in lines][:6])
    if len(known) >= 2:
        return finding(flag, ABSENT, f"The card gives {_listed(tuple(known))}.", "", quotes)
    if known:
        return finding(
            flag,
            UNCLEAR,
            f"The card gives {_listed(tuple(known))}, and nothing more about how it was tested.",
            advice,
            quotes,
        )
    resting = evidence.score_quotes() or evidence.quotes([claim.line for claim in claims][:3])
    return finding(
        flag, PRESENT, "Nothing says how the tests were run: no shots, harness, prompt or sampling.", advice, resting
    )


def _method(evidence: Evidence) -> dict[str, list[int]]:
    """What is known about the method, with its lines: shots, harness, settings, a way to repeat it."""
    known: dict[str, list[int]] = {}
    scores = [score for score in (evidence.own_scores or evidence.scores) if score.line]
    shots = [score.line for score in scores if score.shots is not None]
    if shots and len(shots) >= 0.5 * len(scores):
        known["shots"] = shots[:2]
    for sentence in evidence.document.prose():
        text = sentence.text
        near = in_evaluation_section(sentence) or bool(tests_in(text)) or bool(TESTED.search(text))
        if not near:
            continue
        if (
            re.search(r"(?i)\b(?:\d+|zero|few)[- ]shots?\b|样本|샷", text)
            and "shots" not in known
            and len(re.findall(r"(?i)\b\d+[- ]shots?\b", text)) >= (1 if len(scores) < 3 else 2)
        ):
            known.setdefault("shots", []).append(sentence.line)
        if DEFERS.search(text) and not METHOD.search(DEFERS.sub(" ", text)):
            continue  # a link to a paper explains nothing here
        if HARNESS.search(text) or (
            BOARD.search(text)
            and sentence.headings
            and any(" › ".join(sentence.headings) == score.context for score in scores)
        ):
            known.setdefault("the harness", []).append(sentence.line)
        if METHOD.search(text) and (
            in_evaluation_section(sentence) or tests_in(text) or re.search(r"(?i)\bevaluat\w*\b|评测|평가", text)
        ):
            known.setdefault("settings", []).append(sentence.line)
        if REPRODUCE.search(text):
            known.setdefault("a way to repeat it", []).append(sentence.line)
    sourced = [score.line for score in scores if HARNESS.search(score.context) or BOARD.search(score.context)]
    if sourced and "the harness" not in known:
        known["the harness"] = sourced[:2]
    return known


FLAGS: tuple[Callable[[Evidence], Finding], ...] = (
    quantization_undisclosed,
    narrow_selection,
    size_mismatch,
    contamination_unaddressed,
    beats_frontier_claim,
    methodology_missing,
)
