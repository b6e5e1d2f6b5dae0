"""What a card says about the model itself: size, architecture, context, licence, origin, cutoff, languages."""

import re
from collections.abc import Sequence

from core.cards.architecture import find_architecture
from core.cards.base_model import base_in_prose, with_links
from core.cards.bases_in_tables import base_in_tables
from core.cards.context_length import find_context_length
from core.cards.document import Document, Sentence
from core.cards.fact_tables import told_in_tables
from core.cards.front_matter import Entry
from core.cards.licence_badges import licence_of_badges
from core.cards.licence_conditions import condition_told, with_condition
from core.cards.licence_names import KNOWN, is_generic, names_other_terms, same_licence
from core.cards.licence_sections import licence_below_heading, licences_alone
from core.cards.licence_subjects import is_of_model
from core.cards.licence_tables import licence_in_columns
from core.cards.licence_unnamed import unnamed_licence
from core.cards.licence_words import read_licence
from core.cards.linked_bases import base_by_link, bases_in_list
from core.cards.merge_recipes import shows_recipe
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.own_model import OwnModel
from core.cards.parameter_counts import find_parameters
from core.cards.quantized_originals import quantized_from
from core.cards.reading import About
from core.cards.relation import find_relation
from core.cards.told_languages import languages_told
from core.cards.told_makers import account_of, maker_told
from core.cards.training_cutoff import find_cutoff


def read_about(document: Document, front: Entry | None, own: OwnModel) -> About:
    prose = [sentence.text for sentence in document.prose()]
    bases = _values(front, "base_model") or _told_bases(document, prose, own)
    relation = find_relation(front, own, prose, bases, mixed=shows_recipe(document))
    if relation == "quantized":
        bases = quantized_from(prose, own, bases)
    licence, in_text = _licences(front, document, own, bases)
    parameters, active = find_parameters(document, prose, own, bases)
    architecture = find_architecture(document, prose, own, bases)
    if active and not parameters and "dense" in (architecture or "").casefold():
        parameters, active = (active,), None  # "with 3.8B active parameters": all that it has
    return About(
        parameters_b=parameters,
        active_parameters_b=active,
        architecture=architecture,
        context_length=find_context_length(document, prose, own, bases),
        licence=licence,
        licence_in_text=in_text,
        base_model=bases,
        relation=relation,
        cutoff=find_cutoff(document, own, bases),
        languages=_without_code(_values(front, "language")) or languages_told(document, own),
        datasets=_values(front, "datasets"),
        publisher=account_of(own) or maker_told(document, own),
    )


def _told_bases(document: Document, prose: Sequence[str], own: OwnModel) -> tuple[str, ...]:
    told = base_in_prose(prose, own) if own.told_bases is None else own.told_bases
    if told and not any("/" in base for base in told):  # a table with an id is firmer than a name in a sentence
        labelled = base_in_tables(document, own)
        told = labelled if any("/" in base for base in labelled) else told
    return (
        with_links(told, document)
        or base_in_tables(document, own)
        or bases_in_list(document, own)
        or base_by_link(document, own)
    )


def _without_code(languages: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(language for language in languages if language.casefold() != "code")  # the Hub's tag for programs


def _values(front: Entry | None, key: str) -> tuple[str, ...]:
    entry = front.get(key) if front else None
    return tuple(dict.fromkeys(entry.texts()[:60])) if entry else ()  # a merge may list one model seven times


def _licences(
    front: Entry | None, document: Document, own: OwnModel, bases: Sequence[str]
) -> tuple[str | None, str | None]:
    """The licence, and what the text says where front matter names another or leaves a condition out."""
    named = _values(front, "license")
    if named and named[0] not in ("other", "unknown"):
        told = read_licence(_about_itself(document, own), licence_below_heading(document)) if len(named) == 1 else None
        other = told and (same_licence(named[0], told) is False or names_other_terms(named[0], told))
        if not other and len(named) == 1:
            return named[0], condition_told(document, own, bases, named[0])
        return ", ".join(named), told if other else None
    if titled := _values(front, "license_name"):
        return titled[0], condition_told(document, own, bases, titled[0])
    rows = [f"License: {fact.value}" for fact in told_in_tables(document, own) if _LICENCE_LABEL.fullmatch(fact.label)]
    shown = (
        read_licence([*_not_of_others(document, own), *rows], licence_below_heading(document))
        or next(licences_alone(document), None)
        or licence_in_columns(document, own)
        or licence_of_badges((image.alt, image.source) for image in document.images)
    )
    if shown is None or is_generic(shown):
        return unnamed_licence(document, own) or (named[0] if named else None), None
    return with_condition(shown, document, own, bases), None


_LICENCE_LABEL = re.compile(
    r"(?i)\W*(?:(?:model|weights?) )?(?:licen[cs]es?|licen[cs]ing|lizenz|licencia|licença|licenza|许可证?|"
    r"许可协议|라이선스|ライセンス)\W*"
)
_MAY_NAME_LICENCE = re.compile(r"[Ll]icen[cs]|LICEN[CS]|[Uu]nder|[Ww]eights")
# The licence of what it was made from, or of what came with it, contradicts nothing.
_OF_ELSE = re.compile(
    r"(?i)\b(?:base|parent|original|underlying|upstream|teacher|foundation|based on|built on|deriv\w+|inherit\w*|"
    r"components?|third[- ]party|dataset|merge\w*|previous\w*|earlier|also|except|some|both|respective\w*)\b"
)


def _about_itself(document: Document, own: OwnModel) -> list[str]:
    """Sentences on a licence that speak of no other model and of nothing that came with this one."""
    found = []
    for sentence in document.prose():
        text = sentence.text[:600]
        if not _MAY_NAME_LICENCE.search(text) or _OF_ELSE.search(text) or _OF_ELSE.search(" ".join(sentence.headings)):
            continue
        if any(
            looks_like_model(name) and not own.match(name) for name in _NAMED.findall(_KNOWN_LICENCE.sub(" ", text))
        ):
            continue
        subject = _SUBJECT.match(text)
        if subject and not own.match(subject[1]):
            continue
        found.append(text)
    return found


def _not_of_others(document: Document, own: OwnModel) -> list[str]:
    """The sentences but those on another model's licence, which binds this one only where it says so everywhere."""
    return [
        sentence.text
        for sentence in document.prose()
        if not (("icen" in sentence.text or "nder" in sentence.text) and _is_of_another(sentence, own))
    ]


def _is_of_another(sentence: Sentence, own: OwnModel) -> bool:
    """True for a sentence whose subject is another model, and for "License: MIT" in the list below its name."""
    if sentence.under and (listed := _ITEM_OF_MODEL.match(sentence.under[-1])) and "icen" in sentence.text[:40]:
        name = listed["name"]
        if looks_like_model(name) and own.match(name) in (Match.NONE, Match.LONGER, Match.STAGE):
            return True
    if (program := _OF_A_PROGRAM.match(sentence.text)) and not is_of_model(sentence.text[program.end() :]):
        return True
    subject = _SUBJECT.match(sentence.text)
    return (
        subject is not None
        and looks_like_model(subject[1])
        and own.match(subject[1]) is Match.NONE
        and not _BINDS_ALL.search(sentence.text)
    )


# "llama.cpp is MIT licensed", "The tokenizer is under Apache 2.0"
_OF_A_PROGRAM = re.compile(
    r"(?i)\W{0,4}(?:the |our |this )?(?:llama\.cpp|ggml|vllm|ollama|transformers|mergekit|axolotl|unsloth|exllama\w*|"
    r"mlx(?:-lm)?|lm studio|sglang|tensorrt\S{0,8}|tokeni[sz]er|library|framework|engine|app|tool|demo|space|website)"
    r"(?: \w+)? (?:is|are|was|comes?)\b"
)
_ITEM_OF_MODEL = re.compile(
    r"\W*(?:(?:[Bb]ase|[Pp]arent|[Oo]riginal) [Mm]odels?\W{0,4})?(?P<name>[\w./+-]{3,80}(?: \d[\w.]{0,8})?)"
)


# A model made from such a one stays under its licence.
_BINDS_ALL = re.compile(r"(?i)\bcommunity\b|\bterms of use\b|\bllama[ -]?\d|\brail\b|open-?rail")
# "Wren is released under ...": another's, unless it is called by a word that stands for this one.
_SUBJECT = re.compile(
    r"\W{0,4}(?!(?:This|It|The|Our|All|These|Weights|Models?|Code|Licen[cs]e|We|Both|Commercial|Use|Usage)\b)"
    r"([A-Z][\w.+-]*(?: \d[\w.]*)?) (?:is|was|are|were|has|comes?)\b"
)
_NAMED = re.compile(r"(?<![\w/])[A-Z][\w.+/-]{1,60}(?: \d[\w.]{0,8})?")
_KNOWN_LICENCE = re.compile(KNOWN)
