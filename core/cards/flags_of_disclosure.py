"""Red flags about what a card leaves out: precision, leakage, method.

A flag is a question that a careful buyer would ask, not a verdict on the model.
"""

import re
from bisect import bisect

from core.cards.claims import (
    claims_pointing_at_tests,
    evaluation_headings,
    in_evaluation_section,
    results_on_unnamed_tests,
    score_images,
    test_claims,
)
from core.cards.document import Document, Sentence
from core.cards.evidence import MAX_QUOTES, Evidence, finding, listed
from core.cards.harness_lines import find_harness_lines
from core.cards.leakage import Leakage, leakage_in
from core.cards.reading import Finding, State
from core.cards.settings import find_precision
from core.cards.stated_method import THE_RESULTS, find_method
from core.cards.unnamed_tests import find_shares_of_rivals
from core.cards.vocabulary import HARNESS

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
    said += [found.line for found in find_harness_lines(evidence.document) if found.precision]
    said += _dtypes_of_runs(evidence.document)
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
        evidence.score_quotes() or evidence.quotes(unnamed),
    )


_EVALUATED = re.compile(
    r"(?i)\bevaluat\w*|\bmetrics\b|\b(?:numbers|figures|values) (?:above|below|here|reported|in th\w+)\b|"
    r"\bbenchmark(?:ed|s|ing)?\b|\btested\b|\bmeasured\b|\bscores?\b|\baccuracy\b|"
    r"\bresults?\b|\breport\w*|\bergebnisse\b|\bgemessen\b|\brésultats\b|\bmesuré\w*|\bresultados\b|\bmedid\w*|评测|分数|"
    r"得分|测得|成绩|"
    r"评估|测试|精度|평가|측정|점수|성능|評価|測定"
)
_LOADING = re.compile(
    r"(?i)\b(?:load\w*|download\w*|torch_?dtype|dtype|train\w*|fine-?tun\w*|merge\w*|inference|"
    r"deploy\w*|serv(?:e|ing)|vram|memory|run(?:s|ning)? (?:on|with)|gpu|weights? (?:are|is) "
    r"(?:available|released|provided)|"
    r"provid\w*|releas\w*|recommend\w*|supports?|convert\w*|available|file size|checkpoint)\b|加载|下载|"
    r"训练|推理|部署|显存|다운로드|로드|학습|추론|배포|메모리"
)


_QUANTIZED = re.compile(
    r"(?i)\bquanti[sz]ed (?:model|version|checkpoint|weights)\b[^.]{0,60}\b(?:scor|achiev|retain|recover|evaluat)|"
    r"\bwithout quanti[sz]ation\b|\bunquanti[sz]ed\b"
)


_NOT_EVALUATED = re.compile(
    r"(?i)(?:\b(?:not|never)|n['’]t) (?:been |yet |have |be ){0,2}"
    r"(?:evaluat|benchmark|measur|test|run|taken|obtain|comput)\w*"
)


# "Scores (all ours, greedy, FP16) are below": in brackets after the results, or beside another setting of the test.
_IN_BRACKETS = re.compile(
    r"(?i)(?P<results>\b(?:results?|scores?|numbers|figures|benchmarks?|evaluations?|evals?|metrics) ?)?"
    r"\((?P<said>[^()]{2,120})\)"
)
_SETTING = re.compile(
    r"(?i)\b(?:greedy|\d{1,2}[- ]shots?|zero[- ]shot|few[- ]shot|temperature|pass@\d+|our (?:run|own)|ours|"
    r"lm[-_ ]eval\w*)\b"
)
_DTYPE = re.compile(
    r"(?i)\b(?:torch_?)?dtype['\"]?\s?[=: ]\s?['\"\\]{0,2}(?:torch\.)?(?:bf|fp|float|half|int|auto-?gptq)\w*"
)


def _precision_in_brackets(text: str) -> bool:
    return any(
        find_precision(match["said"])
        and not _LOADING.search(match["said"])
        and (match["results"] or _SETTING.search(match["said"]))
        for match in _IN_BRACKETS.finditer(text)
    )


def _told_as_setting(sentence: Sentence) -> bool:
    """True for an argument of a harness in running text, and for a precision in brackets beside results."""
    text = sentence.text
    if HARNESS.search(text) and _DTYPE.search(text):
        return True
    return sentence.kind != "heading" and "(" in text and _precision_in_brackets(text[:1000])


_OF_RUN = re.compile(
    r"(?i)['\"](?:model_args|num_fewshot|n-shot|bootstrap_iters|(?:acc|exact_match|acc_norm|pass@1)(?:,[\w-]+)?|task_hashes|"
    r"versions?|model_dtype)['\"]\s?:"
)


def _dtypes_of_runs(document: Document) -> list[int]:
    """Lines in the results file of a harness that hold the precision of the run: '"dtype": "float16"'."""
    code = [sentence for sentence in document.code() if '"' in sentence.text or "'" in sentence.text][:4000]
    runs = [sentence.line for sentence in code if _OF_RUN.search(sentence.text[:1000])]
    dtypes = [sentence.line for sentence in code if _DTYPE.search(sentence.text[:1000])] if runs else []
    return [line for line in dtypes if line - (runs[max(0, bisect(runs, line) - 1)]) in range(-60, 61)]


def _says_precision_of_evaluation(sentence: Sentence) -> bool:
    text = sentence.text
    return not _NOT_EVALUATED.search(text) and (_told_as_setting(sentence) or _told_of_evaluation(sentence))


def _told_of_evaluation(sentence: Sentence) -> bool:
    text = sentence.text
    if not find_precision(text) and not _QUANTIZED.search(text):
        return False
    if not _EVALUATED.search(text) and not THE_RESULTS.search(text):
        return False
    if (
        sentence.kind != "heading"
        and THE_RESULTS.search(text)
        and not re.search(
            r"(?i)\b(?:train\w*|load\w*|"
            r"download\w*)\b",
            text,
        )
    ):
        return True
    for verb in re.finditer(
        r"(?i)\b(?:evaluat\w+|benchmarked|tested|measured|report\w* (?:\w+ ){0,3}?(?:for|of|from)|(?:benchmarks?|"
        r"tests?|evals?|scores|metrics|"
        r"results|numbers) (?:were|"
        r"was|are) (?:all )?(?:run|"
        r"done|taken|obtained|computed|performed|conducted))\b",
        text,
    ):
        if find_precision(re.split(r"[.;]\s", text[verb.end() : verb.end() + 45])[0]):
            return True  # "we evaluated the FP8 checkpoint"
    # "BF16 weights are available" and "load it in int8 for testing" say nothing about the evaluation.
    if in_evaluation_section(sentence) and _EVALUATED.search(text) and not _LOADING.search(text):
        return True
    strong = re.search(
        r"(?i)\b(?:evaluat\w*|benchmarked|tested|measured|scor\w*|results?|accuracy)\b[^.]{0,80}\b(?:in|"
        r"at|with|using|under|on|of|for)\b[^.]{0,40}|"
        r"\bfor (?:all|these|the) (?:\w+ )?(?:numbers|figures|results|scores|evaluations)\b|"
        r"评测|测得|分数|得分|结果|평가|측정|점수|결과|評価",
        text,
    )
    return bool(strong) and not (_LOADING.search(text) and not in_evaluation_section(sentence))


_PRIVATE = re.compile(
    r"(?i)\bhuman (?:evaluation|preference|judg\w+|rating)s?\b|\b(?:auto\w*\.? evaluation|win[- ]?rate)\b"
)


def _line_of(evidence: Evidence, sentence: Sentence) -> int:
    """The line of a sentence over several lines that holds the word for leakage; else its first."""
    for line in range(sentence.line, min(sentence.line + 6, len(evidence.document.lines) + 1)):
        if _LEAK_WORD.search(evidence.document.lines[line - 1]):
            return line
    return sentence.line


_LEAK_WORD = re.compile(r"(?i)contaminat|leak|overlap|污染|泄|오염|유출|汚染")
ADMITS = "The card admits that"


def contamination_unaddressed(evidence: Evidence) -> Finding:
    """Old public benchmarks, and no word on whether their questions were in the training data."""
    flag, advice = "contamination_unaddressed", "Trust newer or private tests more; ask questions of your own."
    lines: dict[Leakage, list[int]] = {said: [] for said in Leakage}
    above = None
    for sentence in evidence.document.prose():
        if said := leakage_in(evidence, sentence, above):
            lines[said].append(_line_of(evidence, sentence))
        if len(lines[Leakage.ADDRESSED]) == MAX_QUOTES:
            break  # what else it says changes nothing
        above = sentence
    for said, state, reason, then in (
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
            return finding(flag, state, reason, then, evidence.quotes(lines[said]))
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
            return finding(flag, UNCLEAR, "Results stand in images only.", advice, evidence.quotes(images))
        return finding(flag, ABSENT, "The card makes no claim about benchmarks.")
    known = find_method(evidence)
    quotes = evidence.quotes([line for lines in known.values() for line in lines][:6])
    if len(known) >= 2:
        return finding(flag, ABSENT, f"The card gives {listed(tuple(known))}.", "", quotes)
    if known:
        return finding(
            flag,
            UNCLEAR,
            f"The card gives {listed(tuple(known))}, and nothing more about how it was tested.",
            advice,
            quotes,
        )
    resting = evidence.score_quotes() or evidence.quotes(sorted(claims)[:3])
    return finding(
        flag, PRESENT, "Nothing says how the tests were run: no shots, harness, prompt or sampling.", advice, resting
    )
