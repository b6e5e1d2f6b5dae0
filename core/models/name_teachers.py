"""Teachers in names: whose answers a model was trained on.

A name gives the teacher before the word "distill" (DeepSeek-R1-Distill-Qwen).
Ollama gives it as the name and the family in the tag
(deepseek-r1:14b-qwen-distill), and DeepSeek left the word out once
(DeepSeek-R1-0528-Qwen3-8B).
"""

import re

from core.models.name_rules import PartKind, bounded
from core.models.name_taker import NameTaker, always

_TEACHER = r"(?:claude|gpt|chatgpt|gemini|deep[-_]?seek|opus|sonnet|grok|kimi|glm|qwen|llama|r1|o1|o3)"
_DISTILLED = bounded(rf"({_TEACHER}(?:[-_. ]?[a-z0-9.]+){{0,5}}?)[-_. ]distill?(?:ed|ation)?|distill?(?:ed|ation)?")
_R1_INTO = bounded(r"(deepseek[-_]r1[-_]0528)(?=[-_]qwen3)")
_R1_OF_OLLAMA = re.compile(r"deep-?seek-?r1(?=:.*(?:qwen|llama))", re.IGNORECASE)


def take_teachers(taker: NameTaker) -> str | None:
    """Take the teacher out of a name; "unknown" where the name only says that there is one, None without any."""
    if found := _R1_OF_OLLAMA.match(taker.stem):
        teacher = "DeepSeek-R1-0528" if "0528" in taker.stem else "DeepSeek-R1"
        for part in (re.escape(found[0]), "0528", "distill(?:ed)?"):
            taker.take(bounded(part), PartKind.DISTILLED, always(teacher, _meaning(teacher)), most=1)
    taker.take(_R1_INTO, PartKind.DISTILLED, always("DeepSeek-R1-0528", _meaning("DeepSeek-R1-0528")))
    taker.take(_DISTILLED, PartKind.DISTILLED, _read)
    return taker.first(PartKind.DISTILLED)


def _read(match: re.Match[str]) -> tuple[str, str]:
    teacher = match[1]
    if not teacher:
        return "unknown", "trained on the answers of a bigger model, not said which"
    return teacher, _meaning(teacher)


def _meaning(teacher: str) -> str:
    return f"trained on the answers of {teacher}"
