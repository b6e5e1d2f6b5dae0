"""Which abilities a set of benchmarks covers, and which stay untested."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from core.cards.benchmark_mentions import forms_of, names_test, untranslated
from core.catalogue.benchmark_names import find_benchmark, find_other, name_key

# The four that a general claim needs, in the words a reader uses.
GENERAL = ("knowledge", "code", "mathematics", "instructions")

_OF_CATALOGUE = {
    "knowledge": "knowledge",
    "code": "code",
    "math": "mathematics",
    "instruction following": "instructions",
    "chat": "instructions",
    "reasoning": "reasoning",
    "tool use": "tools",
    "long context": "long context",
    "multilingual": "languages",
}
_OF_OTHERS = {
    "math": "mathematics",
    "chat": "instructions",
    "instructions": "instructions",
    "multilingual": "languages",
    "vision": "vision",
}
_WORDS = (
    (re.compile(r"(?i)\bcod(?:e|ing)\b|program|sql|代码|编程|코드|코딩"), "code"),
    (re.compile(r"(?i)\bmath|arithmetic|\bgsm(?![a-z])|olympiad|theorem|proofs?\b|putnam|数学|수학"), "mathematics"),
    (re.compile(r"(?i)knowledge|reading|comprehension|\bqa\b|world|知识|阅读|지식|독해"), "knowledge"),
    (re.compile(r"(?i)reason|commonsense|common sense|logic|推理|常识|추론|상식"), "reasoning"),
    (
        # Short heads of columns: AE2 is AlpacaEval 2, AH Arena-Hard.
        re.compile(r"(?i)instruct|chat|dialog|convers|alignment|(?-i:\bAE ?2?\b|\bAH\b)|指令|对话|지시|대화"),
        "instructions",
    ),
    (re.compile(r"(?i)long[- ]?(?:context|text)|长文|롱"), "long context"),
    (re.compile(r"(?i)safety|toxi|bias|安全|안전"), "safety"),
    (re.compile(r"(?i)translat|multilingual|翻译|多语|번역|다국어"), "languages"),
    (re.compile(r"(?i)tool|function call|agent|工具|도구"), "tools"),
    (re.compile(r"(?i)vision|image|vqa|video|视觉|이미지"), "vision"),
)
AVERAGE = re.compile(r"(?i)^\W*(?:.*\b)?(?:avg|ave|average|g?mean|overall|total|aggregate)\b.*$|平均|평균|综合|종합")


@lru_cache(maxsize=4096)
def abilities_of(name: str) -> frozenset[str]:
    """The abilities a test of this name measures; empty for a name that tells nothing.

    >>> sorted(abilities_of("GSM8K (8-shot)"))
    ['mathematics']
    """
    for form in (*forms_of(name), *filter(None, map(untranslated, forms_of(name)))):
        if known := find_benchmark(form):
            return frozenset(_OF_CATALOGUE.get(ability, ability) for ability in known.capabilities)
        if other := find_other(form):
            return frozenset({_OF_OTHERS.get(other.ability, other.ability)}) - {"aggregate"}
    return frozenset(ability for pattern, ability in _WORDS if pattern.search(name))


def distinct_tests(names: Sequence[str], contexts: Sequence[str]) -> dict[str, frozenset[str]]:
    """Different tests among the names with their abilities.

    Averages do not count. Names that tell nothing count once for each place
    (context) they stand in: they are mostly the parts of one test.
    """
    tests: dict[str, frozenset[str]] = {}
    for name, context in zip(names, contexts, strict=True):
        if AVERAGE.match(name) and not names_test(name):
            continue
        forms = forms_of(name) or (name,)
        bare = forms[-1]
        known = next((found for form in forms if (found := find_benchmark(form))), None)
        abilities = abilities_of(name)
        told = known or abilities or find_other(bare)
        if _MULTIPL.match(name):  # one set of questions, put in each of many languages
            tests.setdefault("multiple", frozenset({"code"}))
            continue
        tests.setdefault(
            known.id.removesuffix("_plus") if known else name_key(bare) if told else f"in {context}", abilities
        )
    return {key: abilities for key, abilities in tests.items() if not _is_part(key, tests)}


_MULTIPL = re.compile(r"(?i)\W*multi-?pl(?:e|-e)?[ _-]")
# The four parts of MMLU and C-Eval, and the two ways to count one and the same run of AlpacaEval.
_PART = re.compile(r"(?P<whole>.{4,40}?)(?:stem|socialscience|humanities|others?|2)")


def _is_part(key: str, tests: dict[str, frozenset[str]]) -> bool:
    part = _PART.fullmatch(key)
    return part is not None and part["whole"] in tests


def abilities_told(text: str) -> frozenset[str]:
    """Code and mathematics, where a heading speaks of them: "Results in code and math"."""
    return frozenset(
        ability for pattern, ability in _WORDS if ability in ("code", "mathematics") and pattern.search(text)
    )


def missing_abilities(tests: Iterable[frozenset[str]]) -> tuple[str, ...]:
    covered = frozenset[str]().union(*tests)
    return tuple(ability for ability in GENERAL if ability not in covered)
