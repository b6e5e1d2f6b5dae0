"""Who publishes a card's model: the first trust signal, and the family that a name begins with."""

import re
from functools import cache

from core.cards.evidence import Evidence, finding
from core.cards.makers import (
    ORGANISATIONS,
    RECORD,
    find_loading_account,
    find_named_publisher,
    find_packager,
    names_another_maker,
    told_maker_is,
)
from core.cards.name_match import Match
from core.cards.name_words import words_of
from core.cards.quantizers import names_quantization, quantized_by_others
from core.cards.reading import Finding, State
from core.cards.told_makers import account_of
from core.catalogue.families import Family, find_family, load_families

_OF_FAMILY = {"Google DeepMind": "Google", "Mistral AI + NVIDIA": "Mistral AI"}
# A picture's credit, "inspired by", "reported by" and "paper by" name no maker of the model: the noun before is none,
# and of the verbs only those of making count.
_NOT_MADE = re.findall(
    r"\w+",
    "photo image picture paper report study numbers results scores figures run done given written taken set shown",
)
_MAKING = re.findall(
    r"\w+",
    "developed created released trained pretrained published introduced tuned finetuned sourced designed "
    "owned maintained announced launched",
)
_MADE_BY = (
    "".join(rf"(?<!(?i:{word}) )" for word in _NOT_MADE)
    + "(?:"
    + "|".join(rf"(?<=(?i:{word}) )" for word in _MAKING)
    + r"|(?<![a-z]ed ))\b(?:by|team at|@|(?<=model )from|(?<=models )from|(?<=family )from|(?<=series )from)\W{0,4}"
)
_OTHER_LABS = re.findall(  # whose models are in no family of the catalogue
    r"[^,]+",
    "Intel,Salesforce,NVIDIA,Neural Magic,Apple,Amazon,Snowflake,Databricks,Stability AI,EleutherAI,Nous Research,"
    "MosaicML,Cerebras,BigScience",
)
_ALSO_CALLED = {
    "Allen Institute": "Allen AI",
    "AI2": "Allen AI",
    "Technology Innovation Institute": "TII",
    "Shanghai AI Laboratory": "Shanghai AI Lab",
    "LG AI": "LG AI Research",
    "HuggingFace": "Hugging Face",
}


_MOST_LINES = 400  # that may name the publisher


def publisher_record(evidence: Evidence) -> Finding:
    """A publisher whose earlier figures others have been able to repeat."""
    signal = "publisher_record"
    opened = (account_of(evidence.own) or "").casefold()
    loaded = None if opened else find_loading_account(evidence)
    owner = opened or (loaded[0] if loaded else "")
    named = find_named_publisher(evidence, owner)
    if named and not told_maker_is(evidence, named[0]):
        named = None  # it made another model that the card speaks of
    official = ORGANISATIONS.get(owner) or (named[0] if named else None)
    if named or loaded:
        lines = [named[1] if named else loaded[1] if loaded else 0]
    else:
        lines = [_line_naming(evidence, official or "", opened) if official else _title_line(evidence)]
    foreign_file = None if owner in ORGANISATIONS else quantized_by_others(evidence, named=bool(named))
    if foreign_file:
        return finding(
            signal,
            State.UNCLEAR,
            "The file is somebody else's quantization; a record of the original's publisher does not cover it.",
            "Look at who made the file.",
            evidence.quotes([foreign_file]),
        )
    family = own_family(evidence)
    maker = official or (_OF_FAMILY.get(family.publisher, family.publisher) if family else None)
    if maker and (packed := find_packager(evidence)):
        return finding(
            signal,
            State.UNCLEAR,
            f"A model by {maker}, but the files come from another account ({packed[0]}).",
            "Compare the files with those of the original's publisher.",
            evidence.quotes([packed[1]]),
        )
    if official:
        return finding(
            signal,
            State.PRESENT,
            f"Published by {official}, which has published several generations of models with reports.",
            "",
            evidence.quotes(lines),
        )
    publisher = _OF_FAMILY.get(family.publisher, family.publisher) if family else ""
    if publisher in RECORD and not any(map(_is_named_by_publisher, evidence.own.names[:2])):
        family, publisher = None, ""
    if family and publisher in RECORD:
        return _by_name(evidence, family, publisher, owner, lines)
    lab = family.publisher if family else _known_lab(evidence, owner)
    if lab:
        lines = [loaded[1] if loaded else _line_naming(evidence, lab, opened)]
        return finding(
            signal,
            State.UNCLEAR,
            f"Published by {lab}: a known laboratory, whose record you must judge yourself.",
            "Look for results of its earlier models that others repeated.",
            evidence.quotes(lines),
        )
    return finding(signal, State.ABSENT, "The publisher is no laboratory with a record known here.")


def _by_name(evidence: Evidence, family: Family, publisher: str, owner: str, lines: list[int]) -> Finding:
    """The finding where only the name tells of a publisher of the record list."""
    doubt, told = "", evidence.about.publisher
    if owner and owner != (family.hf_org or "").casefold():
        doubt = f"but it comes from another account ({owner})"
    elif not owner and not told_maker_is(evidence, publisher):
        doubt = f"but the card says that it was made by {told}"
    elif not owner and any(map(names_quantization, evidence.own.names[:2])):
        doubt = "quantized, and nothing says who made the file"
    if doubt:
        return finding(
            "publisher_record",
            State.UNCLEAR,
            f"The name is that of a model by {publisher}, {doubt}.",
            "Compare the files with those of the original's publisher.",
            evidence.quotes(lines),
        )
    return finding(
        "publisher_record",
        State.PRESENT,
        f"The name is that of a model by {publisher}, which has published several generations of models.",
        "",
        evidence.quotes([_title_line(evidence)]),
    )


# The words that the publishers of the record list put into names beside version, size and stage of training.
_IN_OFFICIAL_NAMES = frozenset(
    re.findall(
        r"\w+",
        """
        llama codellama gemma codegemma paligemma shieldgemma recurrentgemma medgemma mistral mixtral ministral
        codestral mathstral magistral devstral pixtral voxtral qwen qwenlm qwq qvq deepseek phi chatgpt gpt oss meta
        vision guard prompt coder code math python vl audio omni lite mini small medium large nemo tiny plus max moe llm
        prover janus mamba scout maverick multimodal distill prm rm embedding embeddings reranker ocr speech silica
        google mistralai model next exp speciale terminus a b e n p r v x
        """,
    )
)
_TUNED_BY_OTHERS = frozenset(("dpo", "orpo", "tuned", "finetuned"))


def _is_named_by_publisher(name: str) -> bool:
    """False for a name with words of somebody else's after the family's: "Llama-3-8B-Pirate", "Qwen2-7B-64k".

    >>> _is_named_by_publisher("Llama-3.2-3B-Instruct"), _is_named_by_publisher("gemma-2-9b-it-SimPO")
    (True, False)
    """
    words = words_of(name)
    own = {word for word in words.words - words.sizes if not word[0].isdigit()}
    lengths = words.context and not words.first.startswith("phi")
    return own <= _IN_OFFICIAL_NAMES and not words.stage & _TUNED_BY_OTHERS and not lengths


def own_family(evidence: Evidence) -> Family | None:
    """The family the card's own name begins with; names that only contain another's do not count."""
    products = [product for name in evidence.own.names[:2] if (product := _experts(name))]
    for name in evidence.own.names[:2]:
        bare = re.sub(r"[\s_]+", "-", name.rsplit("/", 1)[-1].lower()).removeprefix("meta-")
        family = find_family(bare)
        stem = re.match(r"[a-z]+", family.family.casefold()) if family else None
        made_of = re.search(r"distill|merge|abliterated|uncensored|dpo|orca|hermes", bare)
        fits = family and _size_fits(name, family) and all(_holds_experts(family, product) for product in products)
        if family and stem and bare.startswith(stem[0]) and fits and not made_of:
            return family
        # Lesser members, such as a coder of an older generation, share the publisher's own name.
        if bare.startswith(("deepseek-", "qwen-", "mistral-large", "mixtral-8x")):
            return next(
                (entry for entry in load_families() if entry.family.casefold().startswith(bare.split("-")[0])), None
            )
    return None


def _size_fits(name: str, family: Family) -> bool:
    """False where the name bears a size that the family does not have, as merges of a family's models do."""
    if product := _experts(name):
        return _holds_experts(family, product)
    sizes = [float(size[:-1]) for size in words_of(name).sizes if re.fullmatch(r"\d+(?:\.\d+)?b", size)]
    return not sizes or any(abs(size - known) <= 0.12 * known for size in sizes for known in family.sizes_b)


def _experts(name: str) -> int | None:
    """The experts of a name multiplied out, in billions: 14 of "2x7B" and of "7Bx2"."""
    product = re.search(r"(?i)(?<![\d.])(\d{1,2})x(\d{1,3})b(?![a-z])|(?<![\d.])(\d{1,3})bx(\d{1,2})(?!\d)", name)
    return int(product[1] or product[3]) * int(product[2] or product[4]) if product else None


def _holds_experts(family: Family, whole: int) -> bool:
    # Experts share layers, so that 8x7B holds 46.7B and not 56B.
    return any(0.72 * whole <= known <= whole for known in family.sizes_b)


def _known_lab(evidence: Evidence, owner: str) -> str | None:
    for family in load_families():
        if family.hf_org and family.hf_org.casefold() == owner:
            return family.publisher
    if told := _lab_at_start().match(evidence.about.publisher or ""):
        return _ALSO_CALLED.get(told[1], told[1])
    opening = [
        sentence.text
        for sentence in list(evidence.document.prose())[:40]
        if not names_another_maker(evidence, sentence)
    ]
    text = " ".join(opening)[:6000]
    for told in _made_by_a_lab().finditer(text):
        if not _BUILT_ON_THAT.search(text[: told.start()][-90:]):
            return told["lab"]
    return None


# "It is based on an open model from Somebody": the laboratory made another model.
_BUILT_ON_THAT = re.compile(
    r"(?i)\b(?:based|built|build|tun(?:ed|ing)|trained|distill?(?:ed|ing|ation)?|derived|merged?|adapted|starting|starts|"
    r"initiali[sz]ed|generated|using|uses?|versions?|variants?)\b[^.;:]{0,30}?\b(?:on|upon|from|of|with|using) "
    r"(?:an?|the|its|their) (?:[\w-]+ ){0,4}(?:models?|llms?|base|checkpoints?|weights|families|family|series)\b"
    r"[^.;:]{0,20}$"
)


@cache
def _made_by_a_lab() -> re.Pattern[str]:
    return re.compile(_MADE_BY + rf"(?P<lab>{_all_labs()})\b")


@cache
def _lab_at_start() -> re.Pattern[str]:
    """Matches what a card tells of its maker where that begins with a laboratory's name."""
    return re.compile(rf"(?:[Tt]he )?({'|'.join([*_ALSO_CALLED, _all_labs()])})(?![\w-])")


def _all_labs() -> str:
    labs = {family.publisher for family in load_families() if len(family.publisher) > 2} | set(_OTHER_LABS)
    return "|".join(map(re.escape, sorted(labs, key=lambda lab: (-len(lab), lab))))


def _line_naming(evidence: Evidence, lab: str, account: str = "") -> int:
    """The line that shows the model under its account; else the first that names the laboratory; else the title."""
    lines = [line.casefold() for line in evidence.document.lines[:_MOST_LINES]] if account else []
    bare = (evidence.own.name or "").rpartition("/")[2].casefold()
    shown = next((number for number, line in enumerate(lines, start=1) if f"{account}/{bare}" in line), 0)
    told = _line_with(evidence, lab) or _line_with(evidence, evidence.about.publisher)
    held = next((number for number, line in enumerate(lines, start=1) if f"{account}/" in line), 0)
    return shown or told or held or _title_line(evidence)


def _line_with(evidence: Evidence, name: str | None) -> int:
    return next((found.line for found in evidence.document.prose() if name in found.text), 0) if name else 0


def _title_line(evidence: Evidence) -> int:
    """The line of the title: a heading that names the model, else one of the first level, else a line that names it."""
    headings = evidence.document.headings
    for level, text, line in headings[:6]:
        if level == 1 or evidence.own.match(text) is not Match.NONE:
            return line
    names = [name.rsplit("/", 1)[-1] for name in evidence.own.names[:2] if len(name) > 2]
    for number, text in enumerate(evidence.document.lines[:200], start=1):
        if any(name in text for name in names):
            return number
    if begun := _beginning_of(names[:1]):
        for number, text in enumerate(evidence.document.lines[:_MOST_LINES], start=1):
            if begun.search(text[:1000]):
                return number
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


def _beginning_of(names: list[str]) -> re.Pattern[str] | None:
    """Matches the first three words of a name however they are joined: "Wren 2 7B" for "wren-2-7b-chat-4bit"."""
    words = re.findall(r"[A-Za-z]+|\d+(?:\.\d+)?[bB]?", names[0])[:3] if names else []
    return re.compile(r"(?i)" + r"[-_ .]{0,2}".join(map(re.escape, words))) if len(words) > 1 else None
