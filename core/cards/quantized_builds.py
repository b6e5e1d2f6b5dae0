"""Results that the card of a quantized file ties to that very file, whose precision it tells elsewhere.

"Scores were measured on this build" beside "the experts are kept in NVFP4": nobody need guess what was evaluated.
"""

import re
from collections.abc import Iterator

from core.cards.claims import in_evaluation_section
from core.cards.evidence import Evidence
from core.cards.quantizers import is_quantized
from core.cards.settings import PRECISION, bits_of

_BUILD = (
    r"(?:this|our|these|the present) (?:[\w./-]+ ){0,3}?(?:build|quants?|artifact|quanti[sz]ation|"
    r"quanti[sz]ed (?:\w+ )?(?:model|checkpoint|weights|version|file)|(?:gguf|awq|gptq|exl[23]|mlx|nvfp4|fp8|int[48]) "
    r"(?:model|checkpoint|weights|version|file|repo\w*))\b"
)
_MEASURED_ON = re.compile(
    r"(?i)\b(?:run|ran|evaluat\w+|measured|tested|scor\w+|benchmark\w*|results?|numbers|taken|obtained)\b"
    rf"[^.;]{{0,60}}?\b(?:on|against|of|for|with|from|by|to) \W{{0,3}}{_BUILD}"
)
_BUILD_SCORES = re.compile(
    rf"(?i)\b{_BUILD}[^.;]{{0,20}}?\b(?:scor(?:es|ed)|reach(?:es|ed)|achiev(?:es|ed)|gets?|got|retain\w*)\b"
)
# In a table of results: the row that tells what the quantization cost, or the file named as what was measured.
_IN_RESULTS = re.compile(
    rf"(?i)\bquanti[sz]ation (?:delta|loss|gap|drop|cost|error|degradation|effect)\b|\b(?:delta|loss|gap|drop) "
    rf"(?:vs\.?|versus|against|to|from) (?:[\w-]+ ){{0,3}}?"
    rf"(?:bf16|fp16|bfloat16|float16|full[- ]precision|unquanti[sz]ed)\b|"
    rf"^\W{{0,3}}{_BUILD}"
)
_NOT_OF_IT = re.compile(
    r"(?i)\b(?:not|never|n['’]t|before|original|unquanti[sz]ed|upstream|base model|may|might|can|could|expect\w*|"
    r"should|will|would)\b"
)
_KEPT_IN = re.compile(
    r"(?i)quanti|\bweights?\b|\bbuild\b|precision|\bw\d{1,2}a\d{1,2}\b|\bkept\b|\bstored\b|projections?|layers?"
)
_NEAR = 12  # lines above and below the scores that may say what was measured
_MOST_ROWS = 400


def lines_of_own_build(evidence: Evidence) -> list[int]:
    """The line that tells how the weights are kept and the one that ties the results to them; [] without either."""
    scores = [score.line for score in (evidence.own_scores or evidence.scores) if score.line]
    if not scores or not is_quantized(evidence):
        return []
    tied = next(_ties(evidence, scores), None)
    kept = next(_precisions(evidence), None) if tied else None
    return [kept, tied] if tied and kept else []


def _ties(evidence: Evidence, scores: list[int]) -> Iterator[int]:
    near = {line for score in scores for line in range(score - _NEAR, score + _NEAR + 1)}
    for sentence in evidence.document.prose():
        text = sentence.text[:600]
        if sentence.line not in near and not in_evaluation_section(sentence):
            continue
        if (found := _MEASURED_ON.search(text) or _BUILD_SCORES.search(text)) and not _NOT_OF_IT.search(
            text[: found.end()][-120:]
        ):
            yield sentence.line
    held = set(scores)
    for table in evidence.document.tables:
        rows = table.rows[:_MOST_ROWS]
        if any(cell.line in held for row in rows for cell in row):
            yield from (
                cell.line
                for row in rows
                for cell in row
                if (found := _IN_RESULTS.search(cell.text[:120])) and not _NOT_OF_IT.search(cell.text[: found.start()])
            )


def _precisions(evidence: Evidence) -> Iterator[int]:
    """Lines that tell in how many bits the weights are kept; a name alone tells of no weights."""
    for sentence in evidence.document.prose():
        text = sentence.text[:600]
        if sentence.kind != "heading" and _KEPT_IN.search(text) and (said := _small_precision(text)):
            lines = evidence.document.lines[sentence.line - 1 : sentence.line + 5]
            yield next((sentence.line + at for at, line in enumerate(lines) if said in line), sentence.line)
    for table in evidence.document.tables:
        for row in table.rows[:_MOST_ROWS]:
            if (
                row
                and _KEPT_IN.search(row[0].text[:120])
                and any(_small_precision(cell.text[:120]) for cell in row[1:])
            ):
                yield row[0].line


def _small_precision(text: str) -> str | None:
    return next((found[1] for found in PRECISION.finditer(text) if bits_of(found[1]) != 16), None)
