"""Names of benchmarks in labels and in running text."""

import re
from functools import lru_cache

from core.catalogue.benchmark_names import find_benchmark, find_other, may_begin_name
from core.catalogue.benchmarks import ScaleKind

# Tests that no list can keep up with still say what they are: "FooBench", "BarEval v2", "MT-Bench-DE".
_TELLING = re.compile(
    r"(?:[A-Za-zτ][\w.+²-]*(?:B|[-_ ]b)ench|[A-Z][A-Za-z\d]+(?:Eval|QA|Exam)|"
    r"[A-Z][a-z]+[A-Za-z\d]*Test(?![a-z]))"
    r"(?:[-_][vV]?\d[\w.]*|[ ]?[vV]\d[\w.]*|[ ]?\d(?:\.\d)?(?![\d.])|[ ]20\d\d|"
    r"[-_ ]?(?:[A-Z]{2}|[Ll]ite|[Hh]ard|[Vv]erified|[Pp]ro|[Pp]lus))?"
)
_TOOLS = re.compile(r"(?i)(?:light|deep|lm|fast|simple|open|auto)-?eval\b.*")
_TRANSLATED = re.compile(
    r"(?:[-_][A-Za-z]{2}| [A-Z]{2}|(?i:[-_ ](?:german|french|spanish|italian|portuguese|korean|"
    r"chinese|japanese|arabic|hindi|turkish|polish|dutch|russian|vietnamese)))$"
)


@lru_cache(maxsize=8192)
def _tells_a_test(name: str) -> bool:
    """True for a test in no list: it calls itself a bench or an eval, or is a listed test in another language."""
    if len(name) > 40 or len(name.split()) > 4 or _TOOLS.fullmatch(name):
        return False
    if _TELLING.fullmatch(name):
        return True
    return untranslated(name) is not None


def untranslated(name: str) -> str | None:
    """The listed test that this name is a translation of: "MMLU" for "MMLU_es"; None for any other name."""
    bare = _TRANSLATED.sub("", name)
    return bare if bare != name and (find_benchmark(bare) or find_other(bare)) else None


@lru_cache(maxsize=8192)
def names_test(text: str) -> bool:
    """True where the text is the name of a known benchmark, whatever follows in brackets or after "vs"."""
    if not text or len(text) > 120:
        return False
    return any(
        find_benchmark(form) is not None or find_other(form) is not None or _tells_a_test(form) or _is_part(form)
        for form in forms_of(text)
    )


def _is_part(name: str) -> bool:
    """True for a part of a listed test: "BFCL simple", "MMLU STEM", or agieval_sat_math as a harness writes it.

    A part is never merged with the whole.
    """
    match = re.fullmatch(r"([A-Za-zτ][\w+²-]{3,})(?: [A-Za-z-]{2,15}){1,2}", name) or re.fullmatch(
        r"([a-z][a-z\d]{3,}?)(?:_[a-z\d]+)+", name
    )
    if (
        not match
        or find_benchmark(name) is not None  # the whole may have such a name: HAE-RAE Bench
        or find_other(name) is not None
        or match[1].casefold() in _ORDINARY
        or re.search(
            r"(?i)\b(?:chat|instruct|base|model|training|leaderboard|results?|scores?|evaluations?|"
            r"performance|benchmarks?)\b",
            name,
        )
    ):
        return False
    return find_benchmark(match[1]) is not None or find_other(match[1]) is not None


@lru_cache(maxsize=4096)
def forms_of(text: str) -> tuple[str, ...]:
    """A label as written, then without what stands in brackets, after "vs" or after a colon.

    >>> forms_of("AlpacaEval (win rate %) v.s. ChatGPT")[-1]
    'AlpacaEval'
    """
    forms = [
        text,
        re.sub(r"\([^()]*\)|\[[^\[\]]*\]|（[^（）]*）", " ", text),
        re.split(r"(?i)\s(?:v\.?s\.?|versus)\s|[:：]\s", text)[0],
    ]
    forms.append(re.sub(r"\([^()]*\)", " ", forms[-1]))
    if "@" in text:  # "MMLU@5"
        forms.append(re.sub(r"\s?@\s?\d{1,2}$", "", text.strip()))
    forms.append(
        re.sub(
            r"(?i)\s(?:lc|length[- ]controlled|raw)?\s*(?:win[- ]?rate|pass@\d+|exec@\d+|"
            r"(?:\d{1,2}[- ]shots? )?(?:acc(?:uracy)?(?:[_ ]norm)?|exact[_ ]match|f1))\W*$",
            "",
            text,
        )
    )
    return tuple(dict.fromkeys(form.strip() for form in forms if form.strip()))


# Latin names end where Hangul or Chinese begins, because particles are written without a space: "GSM8K에서".
_NAMES = re.compile(
    r"[A-Za-zτ][A-Za-z0-9_+'’²³◇.-]*(?:[ -](?:[A-Z0-9][A-Za-z0-9_+.-]*|(?:bench|eval|challenge)\b))*|"
    r"[가-힣]+(?: (?:[가-힣]+|[A-Z]+(?![A-Za-z0-9]|[-_]\w)))?"
)


# "Der MMLU-Wert", "the GSM8K-score": the test and a word for the number.
_COMPOUND = re.compile(
    r"(?i)-(?:wert\w*|scores?|ergebnis\w*|resultat\w*|benchmarks?|tests?|punkt\w*|accuracy|genauigkeit)(?= |$)"
)


def is_board(name: str) -> bool:
    """True for the name of a leaderboard, which holds many tests and is none itself."""
    return "leaderboard" in name.casefold().replace("-", "")


_TELEPHONY = re.compile(
    r"\bGSM[ /-](?:and |or )?(?:networks?|bands?|modems?|phones?|carriers?|operators?|coverage|signals?|modules?|"
    r"cells?|standards?|frequenc\w+|antennas?|calls?|LTE|3G|4G|5G|UMTS|CDMA)\b"
)


@lru_cache(maxsize=4096)
def tests_in(text: str) -> tuple[str, ...]:
    """Names of benchmarks that occur in a running text, as written, in order.

    >>> tests_in("It scores 73.8 on HumanEval and beats others on MT-Bench")
    ('HumanEval', 'MT-Bench')
    """
    found: list[str] = []
    for match in _NAMES.finditer(text[:4000]):
        words = _COMPOUND.sub("", match[0].rstrip(".,:")).split(" ")
        start = 0
        while start < len(words):
            if not may_begin_name(words[start]) and not _tells_a_test(words[start]):
                start += 1
                continue
            for end in range(min(len(words), start + 4), start, -1):
                name = " ".join(words[start:end]).rstrip(".,:;")
                if _holds_rating(name):
                    continue
                if is_test_in_prose(name) and not (name == "GSM" and _TELEPHONY.search(text)):
                    found.append(name)
                    start = end
                    break
            else:
                start += 1
    return tuple(found)


_RATED = re.compile(r"(?P<test>.{3,30}) \d\.\d")


def _holds_rating(name: str) -> bool:
    """True for "MT-Bench 8.2", which is a test whose marks go up to ten, and a mark."""
    found = _RATED.fullmatch(name)
    known = find_benchmark(found["test"]) if found and find_benchmark(name) is None else None
    return known is not None and known.scale.kind is ScaleKind.RATING


# Names that are also ordinary words count in running text only when written as names.
_ORDINARY = frozenset(
    [
        "math",
        "click",
        "drop",
        "aider",
        "he",
        "wg",
        "arc",
        "sat",
        "apex",
        "hal",
        "frames",
        "include",
        "django",
        "koala",
        "cello",
        "seal",
        "loft",
        "blink",
        "gaia",
        "aime",
        "bird",
        "spider",
        "quality",
        "folio",
        "bold",
        "vibe",
        "ax",
        "race",
        "cb",
        "rte",
        "copa",
        "helm",
        "apps",
        "squad",
        "swag",
        "glue",
        "nexus",
        "spider",
        "polyglot",
        "mathematics",
        "multiple",
    ]
)


def is_test_in_prose(name: str) -> bool:
    if len(name) < 3 or not names_test(name) or _is_part(name):
        return False
    if name.casefold() in _ORDINARY:
        return not (name.islower() or name.istitle()) or name in ("Aider", "Spider")
    return True
