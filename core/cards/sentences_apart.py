"""Two values of one test of which a sentence tells one as of more help, of another size or of another file.

"With a vote it reaches 94.3", "the 70B reaches 81.2", "kestrel-7b.Q2_K.gguf: 61.2".
"""

import re

from core.cards.benchmark_mentions import tests_in
from core.cards.reading import Origin, ReportedScore

# What is added to a model to ask it otherwise: votes, a search, a tool, more time.
_OF_MAKING = (  # capitals that name how a model was made or on what it ran
    r"(?:SFT|DPO|R[LM]|RLHF|RLVR|PPO|GRPO|ORPO|KTO|SLERP|TIES|DARE|PEFT|BF|FP|GPUS?|TPUS?|LLMS?|AI|NLP|API|US|UK|EU)"
)
_ADDED = re.compile(
    r"(?i)\b(?:with|using|via|through|plus|after|when|under|by)\b[^.;]{0,40}\b(?:test[- ]time|inference[- ]time|"
    r"scaling|vot(?:e|es|ing)|consisten\w+|re-?rank\w*|best[- ]of|ensembl\w+|search|tools?|verif\w+|self-\w+|sampl\w+|"
    r"majority|parallel|multi-?agent|agents?|rag|retriev\w+|heavy|deep ?think|budget|extended|cot|"
    r"(?<!shot )(?<!standard )(?<!default )(?<!same )prompt\w*|"
    rf"(?-i:(?!{_OF_MAKING}\b)[A-Z]{{2,6}}))\b|\w\s?\+\s?(?-i:[A-Z]{{2,6}}|tools?|search|python)\b|"
    r"测试时|投票|工具|搜索|투표|도구"
)
_SIZES = re.compile(r"(?<![\w.])(?:[A-Za-z][\w.]{0,30}-)?(\d{1,4}(?:\.\d+)?)\s?[bB](?![\w])")
_FILE = re.compile(r"(?i)\W{0,6}([\w.-]{3,120}\.(?:gguf|safetensors|bin))\b")


def told_apart(lines: list[str], a: ReportedScore, b: ReportedScore) -> bool:
    """True where a sentence tells one value as what more help reaches, or as that of another size than the other's."""
    files = [_FILE.match(line) for score in (a, b) if (line := whole_line(lines, score))]
    if all(files) and len({match[1] for match in files if match}) > 1:
        return True  # each line begins with the file it was measured on
    for told, other in ((a, b), (b, a)):
        if told.origin is not Origin.PROSE or not 0 < told.line <= len(lines):
            continue
        line = lines[told.line - 1][:4000]
        if _adds(_around(line, told)) and not _adds(_text_of(lines, other)):
            return True
        sizes = set(_SIZES.findall(line)) if told.subject is None else set()
        rivals = set(_SIZES.findall(other.subject or ""))
        if len(sizes) == 1 and rivals and not sizes & rivals:
            return True
    return False


def whole_line(lines: list[str], score: ReportedScore) -> str:
    return lines[score.line - 1][:4000] if 0 < score.line <= len(lines) else ""


def _adds(text: str) -> bool:
    """True where help is named; "with 65 on MMLU" names the test alone."""
    match = _ADDED.search(text)
    if match is None or match[0].rpartition(" ")[2] not in tests_in(text):
        return match is not None
    for name in tests_in(text):
        text = text.replace(name, " ")
    return _ADDED.search(text) is not None


def _around(line: str, score: ReportedScore) -> str:
    at = line.find(score.in_points)
    return line[max(0, at - 160) : at + 100] if at >= 0 else ""


def _text_of(lines: list[str], score: ReportedScore) -> str:
    line = whole_line(lines, score)
    return _around(line, score) if score.origin is Origin.PROSE else line
