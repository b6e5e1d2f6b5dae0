"""Further checks on where scores come from: another file, old questions."""

import re
from collections.abc import Callable

from core.cards.evidence import Evidence, finding
from core.cards.file_rows import fits_file
from core.cards.name_words import words_of
from core.cards.publisher import own_family
from core.cards.reading import Finding, Origin, ReportedScore, State
from core.cards.signals import released_after, released_date
from core.cards.training_cutoff import cutoff_line
from core.catalogue.benchmarks import find_by_id

_TUNED = frozenset({"it", "instruct", "instruction", "chat", "inst", "sft", "dpo", "rlhf", "tuned", "thinking"})
_RAW = frozenset({"pt", "base", "pretrained", "pretrain"})


# Only who measured the quantized file itself can tell what quantizing cost: "quantization delta vs BF16", "recovery".
_COST_OF_QUANTIZING = re.compile(
    r"(?i)\bquanti[sz]\w* (?:\w+ )?(?:delta|loss|drop|degradation|gap|error|cost|penalty|impact|difference|change)\b|"
    r"\b(?:delta|loss|drop|degradation|gap|difference|change|compared|relative|vs\.?|versus|against)\b"
    r"(?: (?:to|from|with|of|in|by|than|the|its|our|accuracy|quality)){0,4} "
    r"(?:[\w-]+ )?(?:bf16|fp16|f16|bfloat16|float16|fp32|un-?quanti[sz]ed|full[- ]precision|half[- ]precision|"
    r"quanti[sz]ation)\b|"
    r"^\W*(?:accuracy |score )?(?:recovery|retention|retained|degradation|Δ)\b|\b(?:accuracy|score|quality) "
    r"(?:recovery|retention|retained|degradation)\b|\brecovery\W{0,3}\(?%|量化(?:损失|误差|前后)|양자화 ?(?:손실|전후)|"
    r"量子化(?:前後|による)"
)
_ORIGINAL_COLUMN = re.compile(
    r"(?i)^\W*(?:(?:the|our) )?(?:original|un-?quanti[sz]ed|full[- ]precision|base ?line|bf16|fp16|f16|bfloat16|"
    r"float16|fp32)(?: (?:model|weights|score|accuracy|baseline|reference|checkpoint|version|\(?(?:bf|fp)16\)?))?\W*$|"
    r"原始模型|量化前|未量化|원본|量子化前"
)
_FILE_COLUMN = re.compile(
    r"(?i)^\W*(?:(?:this|the|our) )?(?:quanti[sz]ed|this (?:model|file|quant\w*|checkpoint|build))"
    r"(?: (?:model|file|weights|score|accuracy|version|checkpoint|\(?[\w-]{3,12}\)?))?\W*$|量化后|量化模型|"
    r"양자화 ?모델|量子化後"
)


_ON_THIS_FILE = re.compile(
    r"(?i)\b(?:run|ran|measured|tested|evaluated|benchmarked|scored|taken|obtained|numbers|scores|results)\b[^.;]{0,40}"
    r"\b(?:against|on|with|of|for|from) this (?:very |exact |same |quanti[sz]ed )?(?:build|quant|quanti[sz]ation|file|"
    r"checkpoint|gguf|version|artifact|repo(?:sitory)?)\b|\bthis (?:build|quant|quanti[sz]ed \w+|file|checkpoint|gguf) "
    r"(?:scores?|scored|reaches|achieves|gets)\b|"
    r"\b(?:evaluated|tested|benchmarked|measured|evaluations?|tests|results|scores|numbers) (?:is |are |was |were )?"
    r"(?:for |of |on |with |from )?(?:the|our) quanti[sz]ed (?:model|weights|version|checkpoint|files?)\b|"
    r"\bquanti[sz]ed (?:model|weights|version|checkpoint|files?) (?:was|were|is|are|has been|have been) "
    r"(?:evaluated|tested|benchmarked|measured)\b|\b(?:evaluated|tested|benchmarked|measured) after quanti[sz]"
)
_THIS = re.compile(r"(?i)\bthis\b|quanti[sz]")
_NOT = re.compile(r"(?i)\b(?:not|never|nor|no|none)\b|n['’]t\b")


def _says_of_this_file(text: str) -> bool:
    """True for "run against this build, judge-free; a model never grades itself": only a denial near by denies it."""
    said = _ON_THIS_FILE.search(text)
    if said is None:
        return False
    behind = re.split(r"[;.—]", text[said.end() : said.end() + 30])[0]
    return not _NOT.search(text[max(0, said.start() - 60) : said.end()] + behind)


def _sets_file_beside_original(evidence: Evidence, scores: tuple[ReportedScore, ...]) -> bool:
    """True where the scores are this file's: their column is called after it, or their table tells what was lost."""
    subjects = {score.subject for score in evidence.scores if score.subject}
    if any(fits_file(subject, evidence.own) or _FILE_COLUMN.search(subject) for subject in subjects):
        return True
    if evidence.own_scores and any(
        _ORIGINAL_COLUMN.search(score.subject) for score in evidence.scores if score.subject and not score.own
    ):
        return True
    if any(_says_of_this_file(one.text) for one in evidence.sentences(_THIS)):
        return True
    lines = {score.line for score in scores}
    for table in evidence.document.tables:
        cells = [cell for row in table.rows[:200] for cell in row if cell.text and not cell.spanned]
        if lines & {cell.line for cell in cells} and any(_COST_OF_QUANTIZING.search(cell.text[:120]) for cell in cells):
            return True
    told = (evidence.document.lines[score.line - 1] for score in scores if score.origin is Origin.PROSE and score.line)
    return any(_COST_OF_QUANTIZING.search(line[:2000]) for line in told)


_ORIGINAL_CARD = re.compile(r"(?i)\boriginal (?:model )?(?:card|readme|description)\b|原模型卡|원본 모델 카드")


def scores_of_another_file(evidence: Evidence) -> Finding:
    """Scores that were not measured on the file this card belongs to."""
    check, advice = "scores_of_another_file", "Do not expect these scores from this file; measure the file."
    scores = evidence.own_scores or evidence.scores
    if not scores:
        return finding(check, State.ABSENT, "No score of its own model is given.")
    if (
        evidence.about.relation == "quantized"
        and not any(score.precision and fits_file(score.precision, evidence.own) for score in scores)
        and not _sets_file_beside_original(evidence, scores)
    ):
        measured = {score.subject for score in scores if score.subject}
        base = evidence.about.base_model[0] if evidence.about.base_model else "the original model"
        base = measured.pop() or base if len(measured) == 1 else base
        return finding(
            check,
            State.PRESENT,
            f"This is a quantized file; the scores were measured on {base}, not on this file.",
            advice,
            evidence.quotes(score.line for score in scores[:4]),
        )
    if evidence.own_scores and all(_ORIGINAL_CARD.search(score.context) for score in evidence.own_scores):
        return finding(
            check,
            State.PRESENT,
            "The scores stand in the card of the original model, which this card repeats.",
            advice,
            evidence.quotes(score.line for score in evidence.own_scores[:4]),
        )
    own_stage = words_of(evidence.own.name or "").stage
    wrong = _raw_scores(evidence.own_scores) if own_stage & _TUNED else []
    if wrong and len(wrong) == len([score for score in evidence.own_scores if score.subject]):
        return finding(
            check,
            State.PRESENT,
            "The card is for a tuned model; the scores are those of the pre-trained one.",
            advice,
            evidence.quotes(score.line for score in wrong[:4]),
        )
    if not evidence.own_scores and (sibling := _siblings(evidence)):
        return finding(
            check,
            State.PRESENT,
            f"The scores belong to {sibling[0].subject}, {_kinship(evidence, sibling[0])}.",
            advice,
            evidence.quotes(score.line for score in sibling[:4]),
        )
    return finding(check, State.ABSENT, "Nothing says that the scores belong to another file.")


def _raw_scores(scores: tuple[ReportedScore, ...]) -> list[ReportedScore]:
    found = []
    for score in scores:
        stage = words_of(score.subject or "").stage
        heading = score.context.rsplit(" › ", 1)[-1]
        if (stage & _RAW and not stage & _TUNED) or (
            not stage & _TUNED
            and re.search(
                r"(?i)\bbase (?:pre-?trained )?models?\b|\bpre-?trained models?\b|基座模型|基础模型|사전 ?학습 모델",
                heading,
            )
        ):
            found.append(score)
    return found


def _kinship(evidence: Evidence, score: ReportedScore) -> str:
    """In what a sibling differs: a name may hold the tokens of its training as well, "Tern-1B-step-50k-105b"."""
    same = words_of(evidence.own.name or "").sizes & words_of(score.subject or "").sizes
    return "another checkpoint of the same size" if same else "a sibling of another size"


def _siblings(evidence: Evidence) -> list[ReportedScore]:
    own = words_of(evidence.own.name or "")
    found = []
    for score in evidence.scores:
        other = words_of(score.subject or "")
        if own.sizes and other.sizes and own.sizes != other.sizes and own.first and own.first in other.words:
            found.append(score)
    return found


def benchmark_older_than_training(evidence: Evidence) -> Finding:
    """Every reported test was public before the training data was gathered."""
    check = "benchmark_older_than_training"
    dated = [(score, date) for score in evidence.own_scores if (date := _public_since(score))]
    if not dated:
        return finding(check, State.ABSENT, "No benchmark with a known date is reported.")
    stated = cutoff_line(evidence.document, evidence.own, evidence.about.base_model) if evidence.about.cutoff else None
    family = own_family(evidence)
    limit = stated[0] if stated else (family.cutoff or family.released) if family else None
    if limit is None:
        return finding(
            check,
            State.UNCLEAR,
            "Neither the card nor the catalogue says when the training data ends.",
            "Ask for the cutoff.",
        )
    kind = "known cutoff" if family and family.cutoff else "release"
    said = "the card's cutoff" if stated else f"the {kind} of {family.family if family else ''}"
    newer = [score for score, date in dated if released_after(date, limit)]
    if newer:
        return finding(
            check,
            State.ABSENT,
            f"{newer[0].name_as_written} is newer than {limit} ({said}).",
            "",
            evidence.quotes(score.line for score in newer),
        )
    lines = [score.line for score, _ in dated] + ([stated[1]] if stated else [])
    return finding(
        check,
        State.PRESENT,
        f"{_all_of({score.name_as_written for score, _ in dated})} public before {limit} ({said}), "
        "so the questions can be in the training data.",
        "Prefer newer tests, or questions of your own.",
        evidence.quotes(lines),
    )


def _all_of(names: set[str]) -> str:
    if len(names) == 1:
        return f"{next(iter(names))} was"
    return "Both benchmarks were" if len(names) == 2 else f"All {len(names)} benchmarks were"


def _public_since(score: ReportedScore) -> str | None:
    if date := released_date(score):
        return date
    return find_by_id(score.benchmark).released.date if score.benchmark else None


CHECKS: tuple[Callable[[Evidence], Finding], ...] = (
    scores_of_another_file,
    benchmark_older_than_training,
)
