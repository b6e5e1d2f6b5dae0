"""The names under which a card knows its own model.

A card names it in several places: the name it was opened under, its
model-index, its first heading, the ids in its sample code, the sentence that
introduces it. The first of the names is the one a page shows.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from core.cards.card_ids import ids_in_code, linked_names
from core.cards.document import Document, Sentence
from core.cards.front_matter import Entry
from core.cards.model_words import FAMILY_STEMS
from core.cards.name_words import Words, looks_like_model, without_size, words_of
from core.cards.names_in_text import names_in_text, says_one_size
from core.cards.own_links import find_own_links, find_self_links
from core.cards.own_model import OwnModel
from core.cards.quantizers import names_quantization
from core.cards.sections_apart import language_of
from core.cards.titles import DECLARES, clean_name, printed_names, title_name

# Names of files and folders that say nothing of what lies in them.
_FILE_NAME = re.compile(
    r"(?i)(?:readme|model[_-]?card|pasted[ _-]?card|standard[ _-]input|cards?|index|repo(?:sitory)?|models?|downloads?|"
    r"main|master|snapshots?|te?mp|tests?|untitled|documents?|files?|new(?:[ _-](?:folder|text[ _-]document))?|"
    r"(?:my|the|some|a)[ _-](?:model|card|repo|notes?|test|project|download|folder)s?|notes?|desktop|work|projects?|"
    r"data|copy|final|drafts?|texts?|pasted?|clipboard|input|output|stdin|page|llms?|checkpoints?|weights|candidate|"
    r"examples?|"
    r"[0-9a-f]{12,40})"
    r"(?:[ ._-]?\(?\d{1,3}\)?)?(?:[._-]\w{2,5})?"
)
MAX_NAMES = 6


def find_own_model(document: Document, front: Entry | None, name: str | None) -> OwnModel:
    """The card's own names from every place it gives them; `name` is what it was opened under.

    A Hub id is believed first. A name that somebody typed, or a file's, yields
    to a heading that names another model.
    """
    told = told_name(name)
    printed = printed_names(document, front, told=told)
    if not told:
        return _untold(document, front, [])
    fits = bool(printed) and _fits(told, printed, document)
    if not fits and _is_tabled(told, document):
        return _own(document, front, [told])
    if not fits and (printed or not (looks_like_model(told) or _is_written(told, document))):
        found = _untold(document, front, [])
        if len(words_of(told).key) < 3 and not words_of(told).words & words_of(found.name or "").words:
            return found  # a folder called "t"
        return _untold(document, front, [told])
    cut = {name for name in printed if _is_cut_from(name, told, document)}
    whole = [tabled for name in cut for tabled in _as_tabled([name], document) if tabled != name]
    names = [told, *whole, *(name for name in printed if name not in cut)]
    if not words_of(told).sizes and words_of((sized := names_in_text(document, front, names))[0]).sizes:
        names = sized  # a folder called "gemma", and a card that is for the 2B
    if not any(looks_like_model(candidate) or re.search(r"\d", candidate) for candidate in names):
        names += ids_in_code(document)[:2] or _introduced(document)
    return _own(document, front, names)


def _untold(document: Document, front: Entry | None, more: list[str]) -> OwnModel:
    """The names from the card alone, where it was opened under none."""
    printed = printed_names(document, front, whole=True)
    names = names_in_text(document, front, printed) or _introduced(document) or _bold_label(document)
    names = _as_tabled(names, document)
    if base := base_in_title(document):
        names = [name for name in names if words_of(name).key != base.key]
    if not any(re.search(r"[A-Za-z]{2}", name) for name in names):
        names += _bold_label(document)  # the tables of a card titled in another script write the name in Latin letters
    return replace(_own(document, front, [*names, *more]), untold=True)


_VERSION_OF = re.compile(
    r"(?i)\b(?:version|variant|edition|fine-?tuned?|adaptation|adapter|lora) of\W{1,4}(?P<id>[\w./-]{3,90})"
)


def base_in_title(document: Document) -> Words | None:
    """The model of the title "A decensored version of lab/Wren-7B", whose own card may follow; a quantized file is
    still called by its original's name.
    """
    title = document.headings[0][1][:200] if document.headings else ""
    told = _VERSION_OF.search(title) if " of" in title else None
    return None if told is None or names_quantization(title) else words_of(told["id"].rpartition("/")[2])


_TITLE_WITH_VARIANT = re.compile(r"[^()]{2,80} \((?P<variant>[^()]{2,30})\)\W{0,4}")


def _variants(name: str, document: Document) -> Iterator[str]:
    """What stands in brackets behind the name in a title, "German" in "Lumen 7B (German)"; no size or stage."""
    for _, text, _ in document.headings[:5]:
        told = _TITLE_WITH_VARIANT.fullmatch(text) if "(" in text else None
        if told and title_name(text) == name and without_size(words_of(told["variant"])):
            yield told["variant"]


def _is_cut_from(name: str, told: str, document: Document) -> bool:
    """True for "Lumen 7B" of the title "Lumen 7B (German)" on the card of Lumen-7B-German: it names the original."""
    code = re.split(r"[-_ ]", told)[-1].casefold()
    more = words_of(told).words - words_of(name).words
    return any(
        words_of(variant).words <= more or (code in more and language_of(variant) == code)
        for variant in _variants(name, document)
    )


def _as_tabled(names: list[str], document: Document) -> list[str]:
    """The names, the first with what its title puts in brackets where a table has a model called so."""
    for variant in _variants(names[0], document) if names else ():
        whole = f"{names[0]} ({variant})"
        mine = words_of(whole)
        for table in document.tables[:30]:
            labels = [*table.rows[0], *(row[0] for row in table.rows[1:60])] if table.rows else []
            if any(len(cell.text) < 80 and "(" in cell.text and words_of(cell.text) == mine for cell in labels):
                return [whole, *names[1:]]
    return names


def _bold_label(document: Document) -> list[str]:
    """The one model that every table of models sets in bold, where nothing else names the card's own."""
    columns = [[row[0] for row in table.rows[1:60] if 0 < len(row[0].text) <= 60] for table in document.tables[:30]]
    models = [cells for cells in columns if sum(looks_like_model(cell.text) for cell in cells) > 1]
    named = {words_of(cell.text): cell for cells in models for cell in cells}
    bold = {words.words: words for words, cell in named.items() if cell.bold}
    if len(bold) != 1:
        return []
    mine = next(iter(bold.values()))
    sizes = {words.sizes for words in named if without_size(words) == without_size(mine)}
    return [named[mine].text] if len(sizes) == 1 else []  # of several sizes the bold one is only the best


def without_told_name(document: Document, front: Entry | None, name: str) -> OwnModel:
    """The same from the card alone, for a name that none of its tables and headings knows."""
    names = printed_names(document, front) or ids_in_code(document)[:2] or _introduced(document)
    told = words_of(told_name(name) or "")
    names = [printed for printed in names if not _is_base_of(words_of(printed), told)]
    maker, _, rest = (told_name(name) or "").partition("-")  # "maker-lumen2-x32": the file's name begins with a maker's
    addressed = any(f"{maker}/{rest}".casefold() in line[:4000].casefold() for line in document.lines)
    if rest and (addressed or not _is_base_of(words_of(rest), told)):
        names.insert(len(names) if any(map(looks_like_model, names)) else 0, rest)
    return _own(document, front, names)


def as_called_by_itself(document: Document, front: Entry | None, name: str) -> OwnModel:
    """The same under no name at all; no model where that would be the base of the one that the name tells of."""
    found = _untold(document, front, [])
    told = words_of(told_name(name) or "")
    return OwnModel(()) if any(_is_base_of(words_of(known), told) for known in found.names[:1]) else found


def _own(document: Document, front: Entry | None, names: list[str]) -> OwnModel:
    seen: dict[object, str] = {}
    declared = {title_name(text) for _, text, _ in document.headings[:5] if DECLARES.match(text)}
    for candidate in names:
        words = words_of(candidate)
        told = words_of(next(iter(seen.values()))) if seen else None
        if told and candidate not in declared and _is_base_of(words, told):
            continue
        if len(words.key) >= 2 and words.words and len(candidate) <= 100:
            seen.setdefault((words.key, words.words), candidate)  # "qwen25" and "Qwen2.5" say different things
    found = tuple(seen.values())[:MAX_NAMES]
    linked = linked_names(document)
    return OwnModel(
        found,
        offered=_offered_sizes(document, found, linked),
        # The card on the Hub, with its header, is for one model; a README shows all of a release.
        linked_words=frozenset(words_of(name).words for name in linked) if front is None else frozenset(),
        linked_lines=find_own_links(document, found),
        own_lines=find_self_links(document, found[0]) if found else frozenset(),
    )


_VENDORS = frozenset(
    ("meta", "google", "microsoft", "nvidia", "ibm", "intel", "baai", "hf", "ai", "lab", "labs", "docker", "ollama")
)


def _is_base_of(title: Words, told: Words) -> bool:
    """True for the title "Llama 2" on the card of Speechless-Llama2-13B: a part of the card that was copied from it."""
    added = {word for word in told.words - title.words if not word[0].isdigit()}
    added -= _VENDORS | frozenset(FAMILY_STEMS)
    family = all(word[0].isdigit() or word in FAMILY_STEMS for word in title.words)
    return bool(title.words) and title.words < told.words and family and bool(added)


def told_name(name: str | None) -> str | None:
    """The name a card was opened under, without the words of a file name; None where it says nothing."""
    if not name or (_FILE_NAME.fullmatch(name.strip()) and not words_of(name).sizes):
        return None
    bare = re.sub(
        r"(?i)[._ -](?:readme|model[_ -]?card|card)\b.*|\.md$", "", re.sub(r"^(?:\d{1,3}[_-]|[a-z]\d{2,3}_)", "", name)
    )
    return clean_name(bare) or None


def _fits(told: str, printed: list[str], document: Document) -> bool:
    """False where the name given from outside is no name of a model, or that of quite another one."""
    if re.fullmatch(r"[\w.-]+/[\w.-]+", told):
        return True
    models = [name for name in printed if looks_like_model(name)]
    mine = words_of(told)
    if (
        models
        and not mine.sizes
        and any(mine.words < words_of(name).words and words_of(name).sizes for name in models[:1])
    ):
        return False  # the title says more: "gemma" beside "gemma-2-9b-it-SimPO"
    if any(mine.words & words_of(name).words - mine.sizes for name in models or printed):
        return True
    if _run_together(mine.key, models or printed) or (not models and looks_like_model(told)):
        return True
    if looks_like_model(told) or " " in told:
        return False
    # "my-notes", "project1": a file's or a folder's name that the card itself never writes.
    return _is_written(told, document)


def _is_tabled(told: str, document: Document) -> bool:
    """True for "lab-osprey-thinker" where a table has a row "Osprey-Thinker-7B": a name with its maker before it."""
    mine = words_of(told)
    named = {word for word in mine.words - {mine.first} if len(word) >= 8 and word not in FAMILY_STEMS}
    labels = (row[0].text for table in document.tables[:30] for row in table.rows[1:60]) if named else ()
    found = {words.first: words for text in labels if len(text) < 60 and (words := words_of(text)).first in named}
    return len(found) == 1 and all(without_size(words) <= mine.words for words in found.values())


def _is_written(told: str, document: Document) -> bool:
    if len(told) < 3:
        return False
    written = re.compile(rf"(?<!\w){re.escape(told)}(?!\w)", re.IGNORECASE)
    return any(written.search(line[:4000]) for line in document.lines)


def _run_together(key: str, models: list[str]) -> bool:
    return any((other := words_of(name).key) and (key in other or other in key) for name in models if len(key) > 2)


_INTRODUCED = re.compile(
    r"(?:^|(?:[Ii]ntroduc\w+|[Pp]resent\w*|[Rr]eleas\w+|[Aa]nnounc\w+)(?: of)? (?:the )?)"
    r"(?P<name>[A-Z][\w.+-]*(?:[ -](?:[A-Z0-9][\w.+-]*)){0,3})(?=,? (?:is|are) (?:a|an|our|the)\b|, (?:a|an|our)\b)|"
    r"^(?:The|Our) (?P<series>[A-Z][\w.+-]*(?:[ -]\d[\w.]*)?) (?:series|family)\b"
)


# A sentence begins with a capital anyway; a digit or a second capital makes its first word a name.
_TELLING_SUBJECT = re.compile(
    r"(?P<name>(?=[\w.-]*[a-z][\w.-]*[A-Z\d])[A-Z][\w.+-]*(?:[ -]\d+(?:\.\d+)?[BM])?)(?= (?:is|was|has|are|activates|"
    r"achieves|reaches|supports|comes)\b)"
)
_NO_NAMES = frozenset(("This", "It", "The", "There", "Here", "That", "We", "They", "These", "Our", "What"))


def _without_label(sentence: Sentence) -> Iterator[str]:
    """The text behind a label in bold, "**Model Architecture** Lumen is an auto-regressive …", then the whole of it."""
    for label in sentence.bold[:1]:
        if sentence.text.startswith(label):
            yield sentence.text[len(label) :].lstrip(" :")
    yield sentence.text


def _introduced(document: Document) -> list[str]:
    """The model that the first sentences introduce: "Lumen is a 7B model", "We release Lumen, an open ..."."""
    openings = [
        text[:300]
        for sentence in list(document.prose())[:15]
        if sentence.kind == "prose"
        for text in _without_label(sentence)
    ]
    found = [
        told.get("name") or told.get("series") or ""
        for text in openings
        if (match := _INTRODUCED.search(text) or _TELLING_SUBJECT.match(text)) and (told := match.groupdict())
    ]
    return [name for name in found if name not in _NO_NAMES][:1]


def _offered_sizes(document: Document, names: tuple[str, ...], linked: set[str]) -> frozenset[frozenset[str]]:
    """The sizes of this model's release that the card links on the Hub; none unless there are several."""
    mine = {without_size(words_of(name)) for name in names[:2] if words_of(name).sizes}
    if not mine or says_one_size(document):
        return frozenset()
    sizes = {words.sizes for words in map(words_of, linked) if words.sizes and without_size(words) in mine}
    return frozenset(sizes) if len(sizes) > 1 else frozenset()
