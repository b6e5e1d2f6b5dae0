"""The trust signals besides the publisher: who confirms, and tests newer than the training data."""

import re
from collections.abc import Callable

from core.cards.claims import results_on_unnamed_tests, score_images
from core.cards.document import Sentence
from core.cards.evidence import Evidence, finding
from core.cards.fast_patterns import fast_pattern
from core.cards.leakage import is_newer_than_data
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.publisher import own_family, publisher_record
from core.cards.reading import Finding, Origin, ReportedScore, State
from core.cards.training_cutoff import cutoff_line
from core.cards.vocabulary import INDEPENDENT
from core.catalogue.benchmarks import find_by_id
from core.catalogue.families import CutoffBasis

_RANKED = fast_pattern(
    r"(?i)\b(?:rank\w*|#\s?\d|top-?\d|first place|according to|independent\w*|third[- ]party|verified "
    r"by|listed on|placed|(?:come|comes|taken|copied|quoted|were|are) (?:directly )?from|"
    r"not (?:run|measured|produced) by us)\b|排名|第一|순위|1위"
)
# "Independent evaluation by Vellum and LiveBench"
_INDEPENDENTLY_BY = fast_pattern(
    r"(?i:\b(?:independent(?:ly)?|third[- ]party|external(?:ly)?) (?:evaluat|test|benchmark|measur|assess|verif)\w*) "
    r"(?i:by (?:the )?)(?P<who>[A-Z][\w.-]{2,30}(?:(?:,? and |, | )[A-Z][\w.-]{2,30}){0,5})"
)
# The publisher's own run of a board's test is not the board.
_OWN_RUN = re.compile(
    r"(?i)\b(?:my|our|own|local|in-?house|internal|private|unofficial|self)\b[- ](?:[\w-]+ ){0,3}(?:runs?|evals?|"
    r"evaluations?|tests?|testing|reproductions?|measurements?|clone|copy)\b|\b(?:i|we) (?:\w+ )?(?:ran|run|evaluated|"
    r"tested|measured) [^.;]{0,60}\b(?:myself|ourselves|locally|on (?:my|our))\b|自测|本地(?:评测|测试)|"
    r"自行(?:评测|测试)|자체 ?(?:평가|측정|테스트)|로컬에서|自前の|手元の"
)
_LOCAL_PATH = re.compile(r"(?<![\w/])\.{1,2}/[^\s)\]]{0,200}")
# "who rank #1 and #2": the models of the sentence before; "the base model ranks 3rd": not this one.
_OF_ANOTHER = re.compile(
    r"(?i)^\W*(?:(?:both (?:of )?)?(?:who|which|whose|these|those|they|the (?:former|latter))\b|both )|"
    r"\b(?:base|parent|original|teacher|source|foundation|component|constituent|merged) models? [^.;]{0,60}$|"
    r"(?:基座|基础模型|底座|教师模型|베이스 ?모델|기반 ?모델|원본 모델|ベースモデル)[^。.;]{0,40}$"
)

_SUBJECT = re.compile(
    r"(?P<name>[A-Z][\w.+/-]*(?:[ -][A-Z\d][\w.+-]*){0,3})(?: (?:is|was|has|been|also|currently|now|even))* $"
)


def _ranks_another(evidence: Evidence, sentence: Sentence, ranked: re.Match[str]) -> bool:
    """True where the rank is that of a parent or a rival."""
    before = sentence.text[: ranked.start()]
    if _OF_ANOTHER.search(before[-160:] if len(before) > 160 else before):
        return True
    subject = _SUBJECT.search(before[-80:])
    if subject is None or not looks_like_model(subject["name"]):
        return False
    return evidence.own.match(subject["name"]) is Match.NONE


_HARNESS = re.compile(
    r"(?i)\b(?:evaluat\w+|tested|ran|run|measured|computed|obtained|assess\w*|benchmarked|reproduc\w+|use[ds]?)\b"
    r"[^;\n]{0,200}?\b(?:lm-?eval\w*|lm[ -]evaluation[ -]harness|(?:language model )?evaluation[ -]harness|lighteval|"
    r"opencompass|evalscope)\b"
)
_OF_THE_BOARD = re.compile(
    r"(?i)\b(?:leader-?board|board)\b[^.;]{0,40}\b(?:runs?|uses?|evaluates?|itself)\b|"
    r"\bevaluat\w+ (?:by|on the) (?:the )?(?:hf|hugging ?face|open)[^.;]{0,30}leader-?board"
    r"(?! (?:tasks|tests|suite|benchmarks))"
)
# "Detailed results can be found here": a board's own page for the model.
_DETAILS = re.compile(
    r"(?i)open-llm-leaderboard[\w-]*/(?:details|[\w-]*contents|[\w-]*-details)|\?query=|\?search=|details_"
)


def _ran_the_tests(evidence: Evidence) -> bool:
    """True where the card tells that its scores were taken with a program for tests, by whoever made the model."""
    told = evidence.sentences(_HARNESS_HINT)
    return any(_HARNESS.search(one.text[:800]) and not _OF_THE_BOARD.search(one.text[:800]) for one in told) or any(
        _COMMAND.search(one.text[:400]) for one in evidence.document.code()
    )


_COMMAND = re.compile(r"(?:^|[\s/])(?:lm[_-]eval\b|lighteval |lm-evaluation-harness)")
_HARNESS_HINT = re.compile(r"lm-?eval|arness|ighteval|ompass|EvalScope|evalscope")


def _named_near_scores(evidence: Evidence) -> dict[str, int]:
    """The boards that headings and links around the own scores name, with the lines."""
    found: dict[str, int] = {}
    near: dict[str, ReportedScore] = {}  # what stands around the scores, with the first of them
    for score in evidence.own_scores:
        above = "" if score.origin is Origin.MODEL_INDEX else _link_above(evidence, score)
        near.setdefault(f"{score.context} {above}", score)
    ran_itself = _ran_the_tests(evidence)
    for text, score in near.items():
        remote = _LOCAL_PATH.sub(" ", text)
        if ran_itself and score.origin is not Origin.MODEL_INDEX and not _DETAILS.search(remote):
            continue  # a board's tests, run by the publisher with the board's program
        for name, pattern in INDEPENDENT:
            if name not in found and pattern.search(remote):
                found[name] = _line_naming(evidence, score, pattern)
    return found


def independent_confirmation(evidence: Evidence) -> Finding:
    """Results that somebody other than the publisher measured, from several places."""
    signal = "independent_confirmation"
    found = _named_near_scores(evidence)
    for sentence in evidence.document.prose():
        if (named := _INDEPENDENTLY_BY.search(sentence.text)) and not _OWN_RUN.search(sentence.text):
            for name in re.split(r",? and |, ", named["who"]):
                found.setdefault(name, sentence.line)
        ranked = _RANKED.search(sentence.text)
        if not ranked or _OWN_RUN.search(sentence.text) or _ranks_another(evidence, sentence, ranked):
            continue
        raw = evidence.document.lines[sentence.line - 1] if sentence.line <= len(evidence.document.lines) else ""
        for name, pattern in INDEPENDENT:
            if pattern.search(_LOCAL_PATH.sub(" ", f"{sentence.text} {raw[:3000]}")):
                found.setdefault(name, sentence.line)
    if len(found) >= 2:
        return finding(
            signal,
            State.PRESENT,
            f"Figures come from several places outside the publisher: {', '.join(found)}.",
            "",
            evidence.quotes_with(found.values(), *(pattern for _, pattern in INDEPENDENT)),
        )
    if found:
        name, line = next(iter(found.items()))
        return finding(
            signal,
            State.UNCLEAR,
            f"One place outside the publisher is named ({name}); a second would confirm it.",
            "Look the model up there and in one more place.",
            evidence.quotes_with([line], *(pattern for _, pattern in INDEPENDENT)),
        )
    said = "All figures are the publisher's own." if evidence.scores else "The card gives no figures."
    return finding(signal, State.ABSENT, said)


_COMMENT = re.compile(r"<!--.{0,1000}?(?:-->|$)")  # nobody sees it
_LINKS = ("](", "http://", "https://")
_ABOVE, _BELOW = 400, 40  # lines of a table, and of an entry of results in front matter


def _line_naming(evidence: Evidence, score: ReportedScore, pattern: re.Pattern[str]) -> int:
    """The line that names who measured a score: above its table, or in its own entry; else the score's own line."""
    lines, at = evidence.document.lines, score.line
    below = range(at, min(at + _BELOW, len(lines))) if score.origin is Origin.MODEL_INDEX else range(0)
    above = range(at - 1, max(at - _ABOVE, 0) - 1, -1)
    return next((line + 1 for line in (*below, *above) if line < len(lines) and pattern.search(lines[line][:1000])), at)


def _link_above(evidence: Evidence, score: ReportedScore) -> str:
    """The raw text of the few lines above a score, where a leaderboard is usually linked."""
    top = max(score.line - 6, 0)
    near = (_COMMENT.sub(" ", line[:1000]) for line in evidence.document.lines[top : score.line])
    lines = (line for line in near if "|" not in line[:3])
    return "\n".join(line for line in lines if line.startswith("#") or any(sign in line for sign in _LINKS))


def benchmark_after_cutoff(evidence: Evidence) -> Finding:
    """A benchmark that came out after the training data ended cannot have leaked into it."""
    signal = "benchmark_after_cutoff"
    stated = cutoff_line(evidence.document, evidence.own, evidence.about.base_model) if evidence.about.cutoff else None
    dated = [(score, date) for score in (evidence.own_scores or evidence.scores) if (date := released_date(score))]
    if stated:
        cutoff, line, _ = stated
        newer = [score for score, date in dated if released_after(date, cutoff)]
        newer += [score for score in evidence.own_scores if _asked_after(score.name_as_written, cutoff)]
        if newer:
            names = ", ".join(dict.fromkeys(score.name_as_written for score in newer[:4]))
            return finding(
                signal,
                State.PRESENT,
                f"Training data ends in {cutoff}; {names} came out later.",
                "These scores weigh more than the older ones.",
                evidence.quotes([line, *(score.line for score in newer)]),
            )
    if said := _tests_said_to_be_newer(evidence):
        return finding(
            signal,
            State.PRESENT,
            "The card says that the questions of a test it reports are newer than its training data.",
            "That score weighs more than those on older tests, if the dates are right.",
            evidence.quotes(said),
        )
    if stated:
        cutoff, line, _ = stated
        return finding(
            signal,
            State.ABSENT,
            f"Training data ends in {cutoff}; no reported benchmark is newer.",
            "",
            evidence.quotes([line]),
        )
    family = own_family(evidence)
    if family and family.cutoff and family.cutoff_basis is not CutoffBasis.THIRD_PARTY:
        newer = [score for score, date in dated if released_after(date, str(family.cutoff))]
        if newer:
            return finding(
                signal,
                State.UNCLEAR,
                f"The card states no cutoff; for {family.family} {family.cutoff} is known, and "
                f"{newer[0].name_as_written} came out later.",
                "",
                evidence.quotes([score.line for score in newer]),
            )
    return finding(signal, State.ABSENT, "The card states no training cutoff that a benchmark could be newer than.")


def _tests_said_to_be_newer(evidence: Evidence) -> list[int]:
    """Lines that say so in words, on a card that shows results; dates need not be written for that."""
    if not evidence.scores and not score_images(evidence) and not results_on_unnamed_tests(evidence):
        return []
    found: list[int] = []
    above: Sentence | None = None
    for sentence in evidence.document.prose():
        if is_newer_than_data(sentence, above):
            found.append(sentence.line)
        above = sentence
    return found


def released_date(score: ReportedScore) -> str | None:
    """When the questions of this score came out: the year in its name, else the benchmark's release."""
    if score.benchmark == "aime":
        year = re.search(r"(?:20|['’]|\b|aime)(2[3-9])\b", score.name_as_written.casefold())
        return f"20{year[1]}-02" if year else None
    if score.benchmark is None:
        return None
    return None if score.benchmark in _REISSUED else find_by_id(score.benchmark).released.date


_WINDOW = re.compile(
    r"(?P<month>\d{1,2})/\d{1,2}/(?P<year>20\d\d)\s*(?:[-–~]|to)|(?P<year2>20\d\d)[-./](?P<month2>\d{1,2})\S*\s*(?:[-–~]|to)"
)


def _asked_after(name: str, cutoff: str) -> bool:
    """True where the name gives the dates its questions come from, and all of them are later than the cutoff."""
    window = _WINDOW.search(name)
    if not window:
        return False
    year, month = window["year"] or window["year2"], window["month"] or window["month2"]
    return f"{year}-{int(month):02}" > (cutoff if len(cutoff) > 4 else f"{cutoff}-12")


# New names for old questions: their release says nothing about when the questions became public.
_REISSUED = frozenset(
    {"mmlu_redux", "humaneval_plus", "mbpp_plus", "math_500", "math_lvl5", "mgsm", "multi_if", "hrm8k", "bbh"}
)
_MARGIN_MONTHS = 3  # questions are often public some weeks before the paper, and cutoffs are rounded


def released_after(date: str, cutoff: str) -> bool:
    """True where `date` is surely later than the cutoff; a bare year as cutoff means its end."""
    year, month = (cutoff if len(cutoff) > 4 else f"{cutoff}-12").split("-")[:2]
    released = (f"{date}-01")[:7].split("-")
    return int(released[0]) * 12 + int(released[1]) >= int(year) * 12 + int(month) + _MARGIN_MONTHS


SIGNALS: tuple[Callable[[Evidence], Finding], ...] = (
    publisher_record,
    independent_confirmation,
    benchmark_after_cutoff,
)
