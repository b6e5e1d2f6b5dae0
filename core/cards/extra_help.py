"""What a score's label adds to its model: "Lumen-7B + Execution Feedback" is no plain answer of Lumen-7B.

Help at the test, such as feedback on a first answer, an oracle or a search,
makes another test of it: such a value goes with none that was taken without.
What is added to the model itself, such as "+ LoRA", is only shown.
"""

import re
from functools import lru_cache

from core.cards.name_words import looks_like_model
from core.cards.own_model import names_stage_only
from core.cards.reading import ReportedScore
from core.cards.settings import is_setting

_HELP = re.compile(
    r"(?i)(?<![a-z])(?:feedback|oracle|self[- ]?(?:debug(?:ging)?|refine(?:ment)?|repair|correct(?:ion|ing)?|"
    r"reflection|verification|consistency)|(?:iterative|rubber[- ]duck) ?(?:debug(?:ging)?|refinement|repair)|"
    r"reflexion|re-?rank(?:ing|er|ed)?|verifiers?|reward model|hints?|human[- ](?:in[- ]the[- ]loop|assist(?:ed|ance)|"
    r"help|intervention)|retrieval|rag|search|tools?|python|(?:code )?interpreter|majority vot(?:e|ing)|voting|"
    r"best[- ]of[- ](?:n|\d+)|multi-?turn|retr(?:y|ies)|(?:two|three|several|[2-9])(?:nd|rd)? (?:attempts?|tries)|"
    r"ensembl(?:e|ing)|mcts|beam search|test[- ]time (?:scaling|compute|search)|"
    r"gold(?:en)? (?:context|answer|passage)s?|"
    r"suche|werkzeuge?n?|rückmeldung|outils?|recherche|herramientas?|ferramentas?|búsqueda|busca)(?![a-z])|"
    r"反馈|检索|投票|工具|搜索|피드백|검색|도구|フィードバック|検索|ツール"
)
_LIKELY = re.compile(
    r"(?i)feedback|oracle|self|iter|duck|refl|rank|verif|reward|hint|human|loop|retr|rag|search|tool|pyth|interp|vot|"
    r"best|turn|attempt|tries|ensembl|mcts|test|gold|such|werkz|rück|outil|recherche|herram|ferram|busc|búsq|"
    r"[\u3040-\u9fff\uac00-\ud7af]"
)
# What makes the model, not the answer: learning from feedback, a model for the use of tools.
_OF_THE_MODEL = re.compile(r"(?i)\b(?:models?|train|tun(?:ed|ing)|data|rlhf|learn|from human|version|distill|prompt)")
_ADDED = re.compile(
    r"\s\+\s?|\s&\s|\s(?:w/|w\.|(?:with|plus|using|after|mit|avec|con|com)\b)\s?|[,/]\s(?:with\s|\+\s?)?", re.IGNORECASE
)
_BRACKETS = re.compile(r"\((?:\+\s?|with |w/ ?)?([^()]{1,60})\)\W{0,3}$", re.IGNORECASE)


def condition_of(score: ReportedScore) -> str:
    """What the score's label adds to its model, as written; "" where it adds nothing.

    >>> added_to("Lumen-7B + Execution Feedback"), added_to("Lumen-7B w/ tools"), added_to("Lumen-7B + DPO")
    ('+ Execution Feedback', '+ tools', '')
    """
    return added_to(score.subject or "") or help_of(score)


def added_to(label: str) -> str:
    """What stands behind the model in a label, where it is help or a part that is named nowhere else."""
    return split_label(label)[1]


@lru_cache(maxsize=4096)
def split_label(label: str) -> tuple[str, str]:
    """The model of a label, and what it adds to it.

    >>> split_label("Lumen-7B (oracle)"), split_label("Lumen-7B, with tools"), split_label("Lumen-7B + DPO")
    (('Lumen-7B', '+ oracle'), ('Lumen-7B', '+ tools'), ('Lumen-7B + DPO', ''))
    """
    label = label[:200]
    outside = re.sub(r"\([^()]*\)", lambda found: " " * len(found[0]), label)
    found = _ADDED.search(outside.rstrip())
    added = label[found.end() :].strip(" *_|") if found and found.start() else ""
    inner = _BRACKETS.search(label)
    if found and added and _helps(added):
        return label[: found.start()].strip(), f"+ {added[:80]}"
    if inner and inner.start() and _helps(inner[1]):
        return label[: inner.start()].strip(), f"+ {inner[1].strip()}"
    told_elsewhere = names_stage_only(added) or looks_like_model(added) or is_setting(added)
    if found and added and "+" in found[0] and not told_elsewhere:
        return label[: found.start()].strip(), f"+ {added[:80]}"
    return label, ""


def help_of(score: ReportedScore) -> str:
    """The help with which a value was reached, in the words of its label; "" where none is told."""
    return _help_in(score.subject or "", score.name_as_written, score.context.rsplit(" › ", 1)[-1])


@lru_cache(maxsize=4096)
def _help_in(subject: str, name: str, heading: str) -> str:
    if (added := added_to(subject)) and _helps(added):
        return added
    if (added := added_to(name)) and _helps(added) and not _LANGUAGE_OF_TEST.search(name):
        return added
    headed = _HEADED.search(heading[:200])
    return f"+ {headed[1].strip()[:80]}" if headed and _helps(headed[1]) else ""


# "HumanEval (Python)" asks for Python; a sum worked out "(Python)" is helped by it.
_LANGUAGE_OF_TEST = re.compile(
    r"(?i)(?:human-?eval|mbpp|multipl|code|program|ds-?1000|leetcode|evalplus)[^()]{0,40}\(python\)"
)
_HEADED = re.compile(r"(?i)(?:\b(?:with|using|mit|avec|con|com)|\s\+)\s(.{1,60})")


def _helps(words: str) -> bool:
    return bool(_LIKELY.search(words) and _HELP.search(words) and not _OF_THE_MODEL.search(words))
