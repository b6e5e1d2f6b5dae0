"""From the name on a card to the benchmark it means, without ever merging two tests.

A name is compared as a whole after its settings are taken off: "MMLU (5-shot,
acc)" is MMLU. Whatever is left must equal an alias, so that a name with one
more word in it (MMLU-Pro, KoBEST HellaSwag, Multilingual MMLU, HumanEval-X)
is another test and stays unknown unless it is listed itself.
"""

import re
import unicodedata
from functools import lru_cache

from pydantic import Field

from core.catalogue.benchmark_slips import is_slip, may_hold_slip, without_each_letter
from core.catalogue.benchmarks import DATE, Benchmark, Record, ScaleKind, load_benchmarks
from core.catalogue.data_files import load_json, reading

# Words that say how a test was run or counted, never which test it was.
_SETTING = re.compile(
    r"""
    \b(?:zero|one|few|five|n|\d+)[\s_-]*shots?(?:@\d+)?\b | \(\d+[\s-]?s\)     # 5-shot, (25-s)
    | (?<=shot\s)(?:mcf?|cf)\b | \(\s*(?:mcf?|multiple[\s-]choice)\s*\) | ,\s*mcf?(?=\s*\))   # choices, or cloze
    | \d+\s*(?:样本|樣本|샷|ショット)                      # the same in Chinese, Korean, Japanese
    | \b\d+[\s_-]*runs?\b | \bk\s*=\s*\d+\b
    | \b(?:pass|maj|majority|avg|mean|cons|best|acc|average|em|maj1)\s*[@^]\s*\d+\b | \bmaj1@\d+\b
    | \b(?:acc|accuracy|norm|em|exact[\s_-]?match|f1|cot|chain[\s_-]of[\s_-]thought|greedy|rating|percentile)\b
    | \bwin[\s_-]?rates?\b
    | \b(?:strict|flexible)[\s_-]?(?:match|extract)\b
    | \b(?:strict|loose|prompt(?:[\s_-]level)?|inst(?:ruction)?(?:[\s_-]level)?)(?=\W|_|$)
    | \b(?:macro|micro|weighted|avg|average|mean|score|scores|overall|total|result|results|benchmark|dataset)\b
    | \b(?:test|val|valid|validation|dev|set|split|subset|full)\b
    | \b(?:no|w/o|without|with|w/)[\s-]*(?:tools?|cot|think(?:ing)?|reasoning|python)\b
    | \b(?:thinking|reasoning)(?:[\s_-]?mode)?[\s:=]{0,3}(?:on|off|enabled|disabled)\b
    | \(\s*reasoning\s*\)
    | \b(?:non[\s_-]?thinking|thinking|think|reasoning[\s_-]mode|tir)\b
    | \b(?:english|en|text[\s_-]only)\b
    | \b20\d\d[-./]\d\d?(?:[-./]\d\d?)?\s*(?:[-–~→]|to)\s*20\d\d[-./]\d\d?(?:[-./]\d\d?)?\b   # a window of dates
    | \b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:\s+20\d\d)?\s*(?:[-–~→]|to)\s*
      (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:\s+20\d\d)?\b
    | \b(?:bf16|bfloat16|fp16|float16|fp32|fp8|int8|int4|nf4|(?:4|8|16)[\s-]?bit)\b | \biq[2-6]\s(?:xxs|xs|s|m|nl)\b
    | \bq[2-8]\s(?:k(?:\s[sml])?|[01])\b                          # at which precision the weights were
    | \(\s*(?:0|1)\s*[-–~]\s*(?:5|10|100)\s*\)                      # the scale of marks
    | \b\d\d[.]?\d\d\s*[-–~]\s*\d\d[.]?\d\d\b
    | 验证集 | 测试集 | 검증 | 테스트
    | [%↑↓*†‡§]
    """,
    re.VERBOSE,
)
_CODES = "de|fr|es|it|pt|nl|zh|ja|ko|ru|ar|hi|tr|vi|pl|cs|uk|ro|fi|sv|da|th|el|he|hu|is|lt|lv|et|ta|bn|fa|sw"
_DIRECTION = re.compile(
    rf"\b(en(?:glish)?(?=\W{{1,4}}(?:{_CODES})\b)|(?:{_CODES})(?=\W{{1,4}}en\b))\s?(?:→|->|⇒|=>|⟶|-|–)\s?([a-z]{{2}})\b"
)
_WORD = re.compile(r"[^\W_]+|[+◇∞]")


def _key(text: str) -> str:
    return "".join(_WORD.findall(text))


# "数学 GSM8K", "英文 MMLU": what it tests, in another script before its name. "中文 MMLU" is no MMLU.
_ABILITY_BEFORE = re.compile(
    r"(?:(?:数学|代码|编程|知识|推理|常识|理解|语言|综合|通用|逻辑|学科|阅读|英文|英语|英語|数理|指令|工具|"
    r"수학|코드|코딩|지식|추론|상식|이해|영어|종합|논리|知識|推論|言語)+|(?:中文|汉语|中国語|中国语)(?=\W{0,3}C[A-Z-])|"
    r"(?:한국어)(?=\W{0,3}K)|(?:日本語)(?=\W{0,3}J))(?:能力|类|능력)?[\s:：·/-]*(?=[A-Za-z])"
)
_EXAM = re.compile(r"gaokao|exam|csat|enem|abitur|高考|수능")
_ELO = re.compile(r"(?i)(?<![^\W_])elo(?![^\W_])")
_FOOTNOTE = re.compile(r"\s?\[\^[\w-]{1,20}\]")


def _fold(name: str) -> str:
    if not name.isascii() and (before := _ABILITY_BEFORE.match(name)):
        name = name[before.end() :]
    if "[^" in name:
        name = _FOOTNOTE.sub("", name)
    text = unicodedata.normalize("NFKC", name).casefold().replace("’", "'").replace("_", " ")
    return re.sub(r"(?<=[^\W\d])[\s-]*plus\b", "+", text)


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """The name without its settings, letters and digits only: equal keys mean the same test.

    >>> name_key("MMLU (5-shot, acc_norm)"), name_key("GPQA◇ (pass@1)")
    ('mmlu', 'gpqa◇')
    """
    folded = _fold(name)
    if "en" in folded and _DIRECTION.search(folded):  # "FLORES en→de" is no test in English
        folded = _DIRECTION.sub(lambda match: f"{match[1]}to{match[2]}", folded)
    if "english" in folded and _EXAM.search(folded):
        folded = folded.replace("english", "englishpaper")  # a subject, and not the language of the questions
    key = _key(_SETTING.sub(" ", folded)) or _key(folded)
    return key.replace("sciences", "science") if "sciences" in key else key


@lru_cache(maxsize=1)
def _aliases() -> dict[str, Benchmark]:
    table: dict[str, Benchmark] = {}
    for benchmark in load_benchmarks():
        for alias in (benchmark.id, benchmark.name, benchmark.long_name, *benchmark.aliases):
            for key in (_key(_fold(alias)), name_key(alias)):
                owner = table.setdefault(key, benchmark)
                if owner is not benchmark:
                    raise ValueError(f"the alias {alias!r} belongs to both {owner.id} and {benchmark.id}")
    return table


@lru_cache(maxsize=8192)
def find_benchmark(name: str) -> Benchmark | None:
    """The benchmark of the catalogue that this name means; None for any other test.

    >>> find_benchmark("HumanEval (0-shot, pass@1)").id
    'humaneval'
    >>> find_benchmark("KoBEST HellaSwag") is None
    True
    """
    if len(name) > 200:
        return None
    table = _aliases()
    if re.fullmatch(r"(?i)\W*arc\W*(?:avg|average|mean)\W*", name):
        return None  # the mean of ARC-Easy and ARC-Challenge is neither
    found = table.get(_key(_fold(name))) or table.get(name_key(name))
    if found:
        return found
    rated = table.get(name_key(_ELO.sub(" ", name))) if "elo" in name.casefold() else None
    if rated and rated.scale.kind is ScaleKind.ELO:
        return rated  # "LMArena Elo", "LMSYS Arena (Elo)"
    # "AI2 Reasoning Challenge (ARC-c)": one name in brackets behind another name of the same test.
    if inner := re.fullmatch(r"\s*(.+?)\s*[(\[（](.+?)[)\]）]\s*", name):
        outside, inside = (table.get(name_key(part)) for part in inner.groups())
        if inside and (outside is inside or (outside is None and _spells_out(*inner.groups()))):
            return inside
    key = name_key(name)
    return None if key in _others() or not may_hold_slip(key) else _find_slip(key)


@lru_cache(maxsize=1)
def _keys_one_letter_off() -> dict[str, set[str]]:
    """Keys of known tests by what is left of them without one letter, and by themselves."""
    found: dict[str, set[str]] = {}
    for key in (*_aliases(), *_others()):
        if may_hold_slip(key):
            for form in (key, *without_each_letter(key)):
                found.setdefault(form, set()).add(key)
    return found


def _find_slip(key: str) -> Benchmark | None:
    """The one test of the catalogue that this name is a slip of; None where two known tests are as near."""
    near = _keys_one_letter_off()
    keys = {known for form in (key, *without_each_letter(key)) for known in near.get(form, ()) if is_slip(key, known)}
    found = {id(known): known for known in map(_aliases().get, keys)}
    return next(iter(found.values())) if len(found) == 1 else None


def _spells_out(words: str, short: str) -> bool:
    """True where `short` is made of the first letters of `words`."""
    initials = "".join(word[0] for word in re.findall(r"[^\W\d_]+", words.casefold()))
    letters = re.sub(r"[\W\d_]", "", short.casefold())
    return len(letters) > 2 and initials.startswith(letters[:3])


class OtherBenchmark(Record):
    """A test that is known by name and ability only."""

    name: str
    ability: str
    marks: bool = False  # a judge's marks from 1 to 10, as on MT-Bench; their mean is no percentage


class _OtherBenchmarks(Record):
    as_of: str = Field(pattern=DATE)
    source: str
    benchmarks: tuple[OtherBenchmark, ...]


@lru_cache(maxsize=1)
def _others() -> dict[str, OtherBenchmark]:
    with reading("other_benchmarks.json") as path:
        listed = _OtherBenchmarks.model_validate(load_json(path)).benchmarks
    return {name_key(entry.name): entry for entry in listed}


@lru_cache(maxsize=8192)
def find_other(name: str) -> OtherBenchmark | None:
    """A test outside the catalogue that is still known to be one, e.g. CMMLU or MultiPL-E."""
    return _others().get(name_key(name)) if len(name) <= 200 else None


@lru_cache(maxsize=1)
def _keys_of_marks() -> tuple[str, ...]:
    rated = [_key(_fold(known.name)) for known in load_benchmarks() if known.scale.kind is ScaleKind.RATING]
    return (*rated, *(key for key, other in _others().items() if other.marks))


@lru_cache(maxsize=8192)
def gives_marks(name: str) -> bool:
    """True for a test, or a part of one, whose answers a judge marks from 1 to 10.

    >>> gives_marks("MT-Bench (2nd turn)"), gives_marks("AlignBench 总分"), gives_marks("MMLU")
    (True, True, False)
    """
    key = _key(_fold(name)) if len(name) <= 200 else ""
    return any(rated in key for rated in _keys_of_marks())


@lru_cache(maxsize=1)
def _beginnings() -> frozenset[str]:
    return frozenset(key[:end] for key in (*_aliases(), *_others()) for end in range(1, len(key) + 1))


@lru_cache(maxsize=8192)
def may_begin_name(word: str) -> bool:
    """False where no known name begins with this word; a quick test before a careful one."""
    return _key(_fold(word)) in _beginnings()
