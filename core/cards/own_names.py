"""The names under which a card knows its own model.

A card names it in several places: the name it was opened under, its
model-index, its first heading, the ids in its sample code, the sentence that
introduces it. The first of the names is the one a page shows.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from core.cards.document import Document, Sentence
from core.cards.front_matter import Entry
from core.cards.model_words import FAMILY_STEMS
from core.cards.name_words import Words, looks_like_model, without_size, words_of
from core.cards.own_links import find_own_links
from core.cards.own_model import OwnModel

# Names of files and folders that say nothing of what lies in them.
_FILE_NAME = re.compile(
    r"(?i)(?:readme|model[_-]?card|pasted[ _-]?card|standard[ _-]input|cards?|index|repo(?:sitory)?|models?|downloads?|"
    r"main|master|snapshots?|te?mp|tests?|untitled|documents?|files?|new(?:[ _-](?:folder|text[ _-]document))?|"
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
    printed = _printed_names(document, front)
    given = [told] if told else []
    names = [*printed, *given] if told and printed and not _fits(told, printed, document) else [*given, *printed]
    if not any(looks_like_model(candidate) or re.search(r"\d", candidate) for candidate in names):
        names += _sample_ids(document) or _introduced(document)
    return _own(document, front, names)


def without_told_name(document: Document, front: Entry | None, name: str) -> OwnModel:
    """The same from the card alone, for a name that none of its tables and headings knows."""
    names = _printed_names(document, front) or _sample_ids(document) or _introduced(document)
    told = words_of(told_name(name) or "")
    names = [printed for printed in names if not _is_base_of(words_of(printed), told)]
    maker, _, rest = (told_name(name) or "").partition("-")  # "maker-lumen2-x32": the file's name begins with a maker's
    addressed = any(f"{maker}/{rest}".casefold() in line[:4000].casefold() for line in document.lines)
    if rest and (addressed or not _is_base_of(words_of(rest), told)):
        names.append(rest)
    return _own(document, front, names)


_DECLARES = re.compile(r"(?i)\W*model card (?:for|of)\b")  # no part copied from its base's card begins so
_HUB_LINK = re.compile(r"huggingface\.co/[\w.-]+/([\w.-]+)")
_MOST_LINKS = 500  # a card of one release links fewer


def _own(document: Document, front: Entry | None, names: list[str]) -> OwnModel:
    seen: dict[object, str] = {}
    declared = {_title_name(text) for _, text, _ in document.headings[:5] if _DECLARES.match(text)}
    for candidate in names:
        words = words_of(candidate)
        told = words_of(next(iter(seen.values()))) if seen else None
        if told and candidate not in declared and _is_base_of(words, told):
            continue
        if len(words.key) >= 2 and words.words and len(candidate) <= 100:
            seen.setdefault((words.key, words.words), candidate)  # "qwen25" and "Qwen2.5" say different things
    found = tuple(seen.values())[:MAX_NAMES]
    linked = set(
        islice((found[1] for line in document.lines for found in _HUB_LINK.finditer(line[:4000])), _MOST_LINKS)
    )
    return OwnModel(
        found,
        offered=_offered_sizes(document, found, linked),
        # The card on the Hub, with its header, is for one model; a README shows all of a release.
        linked_words=frozenset(words_of(name).words for name in linked) if front is None else frozenset(),
        linked_lines=find_own_links(document, found),
    )


_VENDORS = frozenset(("meta", "google", "microsoft", "nvidia", "ibm", "intel", "baai", "hf", "ai", "lab", "labs"))


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
    return _clean(bare) or None


def _printed_names(document: Document, front: Entry | None) -> list[str]:
    names = _index_names(front) if front else []
    titles = [text for level, text, _ in document.headings if level <= 2][:5]
    titles.sort(key=lambda text: not _DECLARES.match(text))  # a notice of an update may stand above the title
    if document.headings and sum(s.line < document.headings[0][2] for s in document.prose()) <= 60:
        names += [cleaned for title in titles[:1] if (cleaned := _title_name(title) or _tabled_name(title, document))]
    singular = [name[:-1] for name in names if re.search(r"[A-Z]s$", name)]  # the FooLLMs, of which FooLLM-7B is one
    # "星辰大模型-TeleChat2", "푸른별 (Blue-Star)": tables give the Latin part alone.
    names += [
        inner[1].strip()
        for title in titles[:1]
        if _OTHER_SCRIPT.search(title) and (inner := re.search(r"[(（]\s*([A-Z][\w .+-]{2,40})\s*[)）]", title))
    ]
    latin = [part for name in names if _OTHER_SCRIPT.search(name) for part in _LATIN.findall(name)]
    return [*names, *singular, *latin]


_OTHER_SCRIPT = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9.+-]{3,}(?: \d+(?:\.\d+)?[BM])?")


# Words that head a section and a column alike, and name no model.
_GENERAL = re.compile(
    r"(?i)(?:(?:the|our|main|overall|full|all|model|training|test|data|language|reported|final|more)[ -])*"
    r"(?:models?|names?|benchmarks?|results?|evaluations?|performance|tasks?|data-?sets?|data|metrics?|scores?|values?|"
    r"overview|introduction|usage|licen[cs]es?|training|capabilities|categor(?:y|ies)|domains?|languages?|versions?|"
    r"settings?|hyperparameters?|parameters?|features?|descriptions?|details|average|accuracy|comparison|summary|"
    r"downloads?|files?|changelog|news|quantizations?|formats?|types?|methods?|baselines?|tests?|suites?)"
)


def _tabled_name(title: str, document: Document) -> str | None:
    """A heading of one or two plain words is a name where a table has a label that begins with it."""
    name = _bare_title(title)
    if not re.fullmatch(r"[^\W\d_]{3,}(?:[ -][^\W\d_]{2,}){0,2}", name):
        return None
    begun = re.compile(re.escape(name) + r"[ -]", re.IGNORECASE)
    if _GENERAL.fullmatch(name):
        return None
    labels = (
        cell.text for table in document.tables[:30] for row in table.rows[:60] for cell in (*row[:2], *table.rows[0])
    )
    told = name.casefold()
    is_label = any(
        label.casefold() == told or (len(label) < 80 and begun.match(label) and looks_like_model(label))
        for label in labels
    )
    return name if is_label else None


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
    return any(told.casefold() in line[:4000].casefold() for line in document.lines)


def _run_together(key: str, models: list[str]) -> bool:
    return any((other := words_of(name).key) and (key in other or other in key) for name in models)


_INTRODUCED = re.compile(
    r"(?:^|(?:[Ii]ntroduc\w+|[Pp]resent\w*|[Rr]eleas\w+|[Aa]nnounc\w+)(?: of)? (?:the )?)"
    r"(?P<name>[A-Z][\w.+-]*(?:[ -](?:[A-Z0-9][\w.+-]*)){0,3})(?=,? (?:is|are) (?:a|an|our|the)\b|, (?:a|an|our)\b)"
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
    found = [match["name"] for text in openings if (match := _INTRODUCED.search(text) or _TELLING_SUBJECT.match(text))]
    return [name for name in found if name not in _NO_NAMES][:1]


# "This repository contains the 7B model", "links to the other models are in the index": the card is about one size,
# whatever else it links.
_ONE_SIZE = re.compile(
    r"(?i)\b(?:this|the) (?:model card|repo(?:sitory)?|card|page|model)\b[^.]{0,30}\b(?:corresponds? "
    r"to|is for|contains?|provides?|"
    r"hosts?|holds?|is the(?! home))\b[^.]{0,50}?(?<![\w.])\d+(?:\.\d+)?\s?[bB]\b(?! and| to|,)|"
    r"\blinks? to (?:the )?other (?:models|sizes|versions|checkpoints)\b"
)


def _offered_sizes(document: Document, names: tuple[str, ...], linked: set[str]) -> frozenset[frozenset[str]]:
    """The sizes of this model's release that the card links on the Hub; none unless there are several."""
    mine = {without_size(words_of(name)) for name in names[:2] if words_of(name).sizes}
    if not mine or any(_ONE_SIZE.search(sentence.text[:600]) for sentence in document.prose()):
        return frozenset()
    sizes = {words.sizes for words in map(words_of, linked) if words.sizes and without_size(words) in mine}
    return frozenset(sizes) if len(sizes) > 1 else frozenset()


def _clean(name: str) -> str:
    return name.strip().strip("-_ ")


def _index_names(front: Entry) -> list[str]:
    index = front.get("model-index")
    found = [entry.get("name") for entry in index.items()] if index else []
    return [text for entry in found if entry and (text := entry.text())]


_TITLE_NOISE = re.compile(
    r"(?i)\b(?:model card(?: for)?|introduction(?: (?:to|of))?|about|welcome to(?: the)?|llamacpp|"
    r"imatrix|quantizations? of|quantized version of|"
    r"gguf models?|model (?:details|information|overview|summary|description)|readme|overview|"
    r"description|news|updates?|table of contents|family|series)\b"
)


def _title_name(title: str) -> str | None:
    """The model named in a heading, if it names one."""
    text = _bare_title(title)
    words = text.split()
    if not words or len(words) > 6 or len(text) < 2 or not re.search(r"[^\W\d_]", text):
        return None
    telling = looks_like_model(text) or re.search(r"\d|[a-z][A-Z]|[A-Z]{2}", text)
    return text if telling or re.fullmatch(r"[a-z]\w*(?:[-_]\w+)+", text) else None


def _bare_title(title: str) -> str:
    text = re.sub(r"^\s*(?:\d{1,2}|[IVX]{1,4})(?:\.\d{1,2})*[.)、:]\s*", "", _TITLE_NOISE.sub(" ", title))
    text = re.sub(r"[^\w\s./\-+()&:–—αβγδ]", " ", text)
    return _clean(re.sub(r"\s+", " ", re.split(r"\s[-–—|]\s|:\s|\(", text)[0]))


def _sample_ids(document: Document) -> list[str]:
    """owner/name ids that the sample code loads, the commonest first."""
    found: Counter[str] = Counter()
    pattern = re.compile(
        r"(?:from_pretrained\(|model(?:_name|_id|_path|_name_or_path)?\s*=\s*(?:LLM\()?|"
        r"pipeline\([^)]*model\s*=|--model(?:-path)?[ =]|serve |"
        r"download |LLM\(model=)\s*f?[\"']?([\w.-]+/[\w.-]+)"
    )
    for sentence in document.code():
        for match in pattern.finditer(sentence.text[:500]):
            if not match[1].startswith((".", "/")) and not re.search(r"\.(?:py|json|jsonl|sh|txt)$", match[1]):
                found[match[1]] += 1
    for line in document.lines:
        for match in re.finditer(
            r"open_llm_leaderboard\?query=([\w.-]+/[\w.-]+)|leaderboard/details_([\w.-]+?)__([\w.-]+)", line[:2000]
        ):
            found[match[1] or f"{match[2]}/{match[3]}"] += 3
    return [name for name, _ in found.most_common(2)]
