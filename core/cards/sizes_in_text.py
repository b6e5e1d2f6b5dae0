"""Sizes of models in a sentence: "70B", "seven billion", "8x7B", "Llama13B".

>>> sizes_in("It beats Llama13B and an 8x7B"), sizes_in("seven billion parameters")
([13.0, 46.48], [7.0])
"""

import re

from core.cards.fast_patterns import fast_pattern
from core.cards.vocabulary import MODEL_SIZE, size_in_billions

_EXPERTS = fast_pattern(r"(?i)(?<![\w.])(\d{1,2})x(\d{1,3}(?:\.\d+)?)b(?![a-z])")
_NUMBERS = {
    word: size
    for size, word in (
        *enumerate(
            ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 1
        ),
        *((13, "thirteen"), (14, "fourteen"), (15, "fifteen"), (20, "twenty"), (30, "thirty"), (40, "forty")),
        *((50, "fifty"), (60, "sixty"), (70, "seventy"), (80, "eighty"), (90, "ninety"), (100, "hundred")),
    )
}
_SPELT = re.compile(rf"(?i)\b({'|'.join(_NUMBERS)})[ -]billion\b(?! (?:tokens?|words|characters|samples)\b)")


_GLUED_HINT = re.compile(r"[A-Za-z]\d{1,3}[Bb]\b")
_GLUED = re.compile(
    r"(?i)\b(?:llama|alpaca|vicuna|qwen|mistral|gemma|falcon|deepseek|glm|baichuan|internlm|pythia|bloom|solar|yi|opt)"
    r"(\d{1,3})b\b"
)


def sizes_in(text: str) -> list[float]:
    """Sizes of models that a text names, in billions."""
    return [size for _, size in placed_sizes(text)]


def placed_sizes(text: str) -> list[tuple[int, float]]:
    """The same, each with the place where it stands."""
    named = [(match.start(1), size_in_billions(match)) for match in MODEL_SIZE.finditer(text)]
    if _GLUED_HINT.search(text):  # "Llama13B"
        named += [(match.start(1), float(match[1])) for match in _GLUED.finditer(text)]
    if "illion" in text:
        named += [(match.start(), float(_NUMBERS[match[1].casefold()])) for match in _SPELT.finditer(text)]
    # Experts share layers: 8x7B holds 46.7B.
    return named + [(match.start(), 0.83 * int(match[1]) * float(match[2])) for match in _EXPERTS.finditer(text)]
