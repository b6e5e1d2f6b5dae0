"""Who publishes a card's model: the first trust signal, and the family that a name begins with."""

import re

from core.cards.evidence import Evidence, finding
from core.cards.own_model import words_of
from core.cards.reading import Finding, State
from core.catalogue.families import Family, find_family, load_families

# Publishers with several generations of open models, technical reports, and results that others have rerun.
_RECORD = {
    "Meta": re.compile(
        r"(?i)\bmeta\b(?! ?-?math|data)(?: ai| platforms|-llama)?|\bmeta-llama\b|\bfacebook(?:research| ai)?\b|\bfair\b"
    ),
    "Google": re.compile(r"(?i)\bgoogle\b(?! colab| drive| form| sheet| cloud| scholar)(?: deepmind)?|\bdeepmind\b"),
    "Mistral AI": re.compile(r"(?i)\bmistral ?ai\b|\bmistralai\b|\bthe mistral (?:ai )?team\b"),
    "Alibaba Qwen": re.compile(
        r"(?i)\bqwen(?:lm| team)?\b(?![\d.-])|\balibaba(?: cloud| group)?\b|\btongyi\b|通义|阿里"
    ),
    "OpenAI": re.compile(r"(?i)\bopenai\b(?! api|-compatible| compatible|'s)"),
    "Anthropic": re.compile(r"(?i)\banthropic\b"),
    "DeepSeek": re.compile(r"(?i)\bdeepseek(?:[- ]ai)?\b(?![-\w.]*\d|-coder|-v\d|-r\d)"),
    "Microsoft": re.compile(r"(?i)\bmicrosoft(?: research)?\b(?! azure)"),
}
_ORGANISATIONS = {
    "meta-llama": "Meta",
    "facebook": "Meta",
    "codellama": "Meta",
    "google": "Google",
    "google-deepmind": "Google",
    "mistralai": "Mistral AI",
    "qwen": "Alibaba Qwen",
    "qwenlm": "Alibaba Qwen",
    "openai": "OpenAI",
    "anthropic": "Anthropic",
    "deepseek-ai": "DeepSeek",
    "microsoft": "Microsoft",
}
_OF_FAMILY = {"Google DeepMind": "Google", "Mistral AI + NVIDIA": "Mistral AI"}
_BY = re.compile(
    r"(?i)\b(?:developed|created|released|trained|published|built|made|introduced|fine-?tuned|"
    r"open-?sourced)(?: and (?:\w+ )?\w+)? by\W{0,3}(?P<by>.{2,60})|"
    r"^\W*(?:model )?(?:developers?|developed by|authors?|creators?|created by|publishers?|"
    r"organi[sz]ation|provider|model (?:owner|creator)|开发者|개발사?|"
    r"개발자)\W{0,4}[:：]?\W{0,4}(?P<field>.{2,60})|"
    r"(?P<doer>(?-i:[A-Z][\w.-]{1,40}(?: [A-Z][\w.-]{1,40}){0,2})) (?:has |have )?(?:developed|"
    r"released|trained|open-?sourced|introduced?s?|presents?|announces?)\b"
)
# A picture's credit names no maker of the model.
_MADE_BY = r"(?<![Pp]hoto )(?<![Ii]mage )(?<![Pp]icture )\b(?:by|from|team at|@)\W{0,4}"
_QUANTIZER = re.compile(
    r"(?i)\bquantized_by\b|\boriginal model\b|\bquanti[sz]ed (?:version|variant|model)s? of\b|"
    r"\bquanti[sz]ations? of\b|\bgguf (?:format )?(?:model )?(?:files|quants|versions?|conversion)\b|"
    r"\boriginal (?:model )?(?:card|creator)\b|\bconverted (?:to|from)\b[^.]{0,60}\bgguf"
)


def publisher_record(evidence: Evidence) -> Finding:
    """A publisher whose earlier figures others have been able to repeat."""
    signal = "publisher_record"
    owner = (evidence.about.publisher or "").casefold()
    named = _named_publisher(evidence)
    official = _ORGANISATIONS.get(owner) or (named[0] if named else None)
    lines = [named[1]] if named else [_title_line(evidence)]
    foreign_file = _quantized_by_others(evidence, owner, named)
    if foreign_file:
        return finding(
            signal,
            State.UNCLEAR,
            "The file is somebody else's quantization; a record of the original's publisher does not cover it.",
            "Look at who made the file.",
            evidence.quotes([foreign_file]),
        )
    if official:
        return finding(
            signal,
            State.PRESENT,
            f"Published by {official}, which has published several generations of models with reports.",
            "",
            evidence.quotes(lines),
        )
    family = own_family(evidence)
    if family and (publisher := _OF_FAMILY.get(family.publisher, family.publisher)) in _RECORD:
        return finding(
            signal,
            State.PRESENT,
            f"The name is that of a model by {publisher}, which has published several generations of models.",
            "",
            evidence.quotes([_title_line(evidence)]),
        )
    lab = family.publisher if family else _known_lab(evidence, owner)
    if lab:
        return finding(
            signal,
            State.UNCLEAR,
            f"Published by {lab}: a known laboratory, whose record you must judge yourself.",
            "Look for results of its earlier models that others repeated.",
            evidence.quotes(lines),
        )
    return finding(signal, State.ABSENT, "The publisher is no laboratory with a record known here.")


def _named_publisher(evidence: Evidence) -> tuple[str, int] | None:
    """The publisher of the record list that the card names as its maker, with the line."""
    for sentence in list(evidence.document.prose())[:250]:
        for match in _BY.finditer(sentence.text[:600]):
            text = match["by"] or match["field"] or match["doer"] or ""
            text = re.split(r"[.,;(]| (?:based|from|on|using|with|and is|for|in)\b", text)[0]
            for publisher, pattern in _RECORD.items():
                if pattern.search(text) and not _own_is_derived(evidence, publisher):
                    return publisher, sentence.line
    return None


def _own_is_derived(evidence: Evidence, publisher: str) -> bool:
    """True where the card's model is built on that publisher's model by somebody else."""
    bases = [base.split("/")[0].casefold() for base in evidence.about.base_model]
    owner = (evidence.about.publisher or "").casefold()
    return bool(owner) and owner not in _ORGANISATIONS and any(_ORGANISATIONS.get(base) == publisher for base in bases)


def _quantized_by_others(evidence: Evidence, owner: str, named: tuple[str, int] | None) -> int | None:
    """The line that shows the file to be somebody else's quantization; None where it is the publisher's own."""
    if evidence.about.relation != "quantized" or owner in _ORGANISATIONS:
        return None
    lines = [(number, line) for number, line in enumerate(evidence.document.lines[:200], start=1)]
    marked = [number for number, line in lines if _QUANTIZER.search(line[:400])]
    if not marked:
        return None
    # A publisher's own quantization says "developed by" of itself and names no original of another owner.
    originals = [
        match[1].casefold()
        for _, line in lines
        for match in re.finditer(
            r"(?i)(?:of|model:?)\W{0,6}(?:https://huggingface\.co/)?\[?([\w.-]+)/[\w.-]+", line[:400]
        )
    ]
    if named and not originals and not re.search(r"(?i)quantized_by", "\n".join(line for _, line in lines)):
        return None
    return marked[0]


def own_family(evidence: Evidence) -> Family | None:
    """The family the card's own name begins with; names that only contain another's do not count."""
    for name in evidence.own.names[:2]:
        bare = re.sub(r"[\s_]+", "-", name.rsplit("/", 1)[-1].lower()).removeprefix("meta-")
        family = find_family(bare)
        stem = re.match(r"[a-z]+", family.family.casefold()) if family else None
        made_of = re.search(r"distill|merge|abliterated|uncensored|dpo|orca|hermes", bare)
        if family and stem and bare.startswith(stem[0]) and _size_fits(name, family) and not made_of:
            return family
        # Lesser members, such as a coder of an older generation, share the publisher's own name.
        if bare.startswith(("deepseek-", "qwen-", "mistral-large", "mixtral-8x")):
            return next(
                (entry for entry in load_families() if entry.family.casefold().startswith(bare.split("-")[0])), None
            )
    return None


def _size_fits(name: str, family: Family) -> bool:
    """False where the name bears a size that the family does not have, as merges of a family's models do."""
    for size in words_of(name).sizes:
        if product := re.fullmatch(r"(\d+)x(\d+)b", size):
            # Experts share layers, so that 8x7B holds 46.7B and not 56B.
            whole = int(product[1]) * int(product[2])
            return any(0.72 * whole <= known <= whole for known in family.sizes_b)
    sizes = [float(size[:-1]) for size in words_of(name).sizes if re.fullmatch(r"\d+(?:\.\d+)?b", size)]
    return not sizes or any(abs(size - known) <= 0.12 * known for size in sizes for known in family.sizes_b)


def _known_lab(evidence: Evidence, owner: str) -> str | None:
    for family in load_families():
        if family.hf_org and family.hf_org.casefold() == owner:
            return family.publisher
    text = " ".join(sentence.text for sentence in list(evidence.document.prose())[:40])[:6000]
    labs = {family.publisher for family in load_families()} | {
        "Intel",
        "Salesforce",
        "NVIDIA",
        "Neural Magic",
        "Apple",
        "Amazon",
        "Snowflake",
        "Databricks",
        "Stability AI",
        "EleutherAI",
        "Nous Research",
    }
    return next(
        (lab for lab in sorted(labs) if len(lab) > 2 and re.search(_MADE_BY + re.escape(lab) + r"\b", text)),
        None,
    )


def _title_line(evidence: Evidence) -> int:
    headings = evidence.document.headings
    if headings:
        return headings[0][2]
    return next(
        (
            number
            for number, line in enumerate(evidence.document.lines, start=1)
            if line.strip() and line.strip() != "---"
        ),
        1,
    )
