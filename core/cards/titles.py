"""The models that a card's title and its model-index name; notices, parts of a card and questions are no names."""

import re
from itertools import islice

from core.cards.benchmark_mentions import names_test
from core.cards.card_ids import shared_name
from core.cards.document import Document
from core.cards.front_matter import Entry
from core.cards.name_match import Match, match_names
from core.cards.name_words import looks_like_model, words_of
from core.cards.plain_labels import is_size_alone

DECLARES = re.compile(r"(?i)\W*model card (?:for|of)\b")  # no part copied from its base's card begins so


def printed_names(
    document: Document, front: Entry | None, *, whole: bool = False, told: str | None = None
) -> list[str]:
    """The names of the model-index and of the title; of a card that is opened under no name, `whole`, also from titles
    below parts such as "News" and "Contents".
    """
    names = _of_this_model(_index_names(front), told) if front else []
    headings = [(level, text) for level, text, _ in document.headings if level <= 2][:5]
    while len(headings) > 1 and _NOTICE.fullmatch(headings[0][1]) and headings[1][0] <= headings[0][0]:
        del headings[0]  # a notice above the title: "Archived", "Update"
    titles = [text for _, text in headings]
    if not (titles and _is_title_of(titles[0], told)):  # or else "Model card for Brio-7B" below it is a part copied
        titles.sort(key=lambda text: not DECLARES.match(text))  # a notice of an update may stand above the title
    if document.headings and sum(s.line < document.headings[0][2] for s in document.prose()) <= 60:
        names += [cleaned for title in titles[:1] if (cleaned := title_name(title) or _tabled_name(title, document))]
    if whole and not names:
        names = [*_plain_title(titles, document), *_later_titles(document)][:1]
        titles = names
    singular = [name[:-1] for name in names if re.search(r"[A-Z]s$", name)]  # the FooLLMs, of which FooLLM-7B is one
    # "星辰大模型-TeleChat2", "푸른별 (Blue-Star)": tables give the Latin part alone.
    names += [
        inner[1].strip()
        for title in titles[:1]
        if _OTHER_SCRIPT.search(title) and (inner := re.search(r"[(（]\s*([A-Z][\w .+-]{2,40})\s*[)）]", title))
    ]
    latin = [part for name in names if _OTHER_SCRIPT.search(name) for part in _LATIN.findall(name)]
    return [*names, *singular, *latin]


def _is_title_of(title: str, told: str | None) -> bool:
    """True for a first heading that is the name that the card was opened under, or a model's where there is none."""
    name = title_name(title) or ""
    return words_of(name).key == words_of(told).key if told else looks_like_model(name) and bool(words_of(name).sizes)


# Headings that tell something about the card and name no model.
_NOTICE = re.compile(
    r"(?i)\W*(?:(?:an?|the|this|please|readme|is|are|now|has|been|and|of|about|repo(?:sitory)?|model|card|important|read|me|"
    r"first|legacy|old|new|latest|quick|archived?|archival|notice|note|warning|caution|attention|disclaimer|deprecat\w+|"
    r"outdated|superseded|moved|announcements?|updates?|updated|status|info(?:rmation)?|news|changelog|change log|wip|"
    r"work in progress|beta|alert|licen[cs]e|nsfw|message|release notes?)\b\W*){1,6}"
)


# Parts of a card that may stand first and name no model.
_PART = re.compile(
    r"(?i)(?:highlights|abstract|welcome|motivation|background|contents|getting|quick|requirements|install\w*|how|prompt|"
    r"citation|contact|authors?|acknowledg\w+|limitations|team|about|examples?|demo|intended|safety|bias|ethic\w*|links?|"
    r"resources|key|what|why|try|use|using|the|our|your|my|merge|configuration|example|technical|benchmark\w*|eval\w*)\b"
)
_PLAIN_NAME = re.compile(r"[A-Z][^\W\d_]{2,}(?: [A-Z][^\W\d_]{2,}){0,2}")


def _plain_title(titles: list[str], document: Document) -> list[str]:
    """A first title of one to three plain words, where a sentence or a table uses it as the name of a model."""
    name = _bare_title(titles[0]) if titles else ""
    if not _PLAIN_NAME.fullmatch(name) or _PART.match(name) or any(p.fullmatch(name) for p in (_GENERAL, _NOTICE)):
        return []
    key = words_of(name).key
    bare = re.escape(name.rpartition(" ")[2])
    used = re.compile(
        rf"(?:\b[Tt]he |\bour |^){bare}(?:[- ]\d+(?:\.\d+)?B)? (?:models?|series|family|is an?|are|was)\b"
    )
    opening = (sentence for sentence in islice(document.prose(), 60) if sentence.kind == "prose")
    columns = (cell.text for table in document.tables[:30] for row in table.rows[:60] for cell in row[:2])
    is_name = any(used.search(sentence.text[:400]) for sentence in opening) or any(
        len(text) < 80 and (is_size_alone(text) or words_of(text).key.startswith(key)) for text in columns
    )
    return [name] if is_name else []


def _later_titles(document: Document) -> list[str]:
    """The models that the outermost headings name below the news and the contents: "Lumen 1.5", "Lumen 1.0"."""
    named = [
        name
        for level, text, _ in document.headings[:60]
        if level == 1 and (name := title_name(text)) and looks_like_model(name) and not names_test(text)
    ]
    return [shared] if len(named) > 1 and (shared := shared_name(named)) else named[:1]


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


def clean_name(name: str) -> str:
    return name.strip().strip("-_ ")


def _index_names(front: Entry) -> list[str]:
    index = front.get("model-index")
    found = [entry.get("name") for entry in index.items()] if index else []
    return [text for entry in found if entry and (text := entry.text())]


def _of_this_model(names: list[str], told: str | None) -> list[str]:
    """Of the several models of a model-index the one that the card was opened for, or else the first."""
    if len({words_of(name).words for name in names}) < 2:
        return names
    mine = words_of(told or "")
    same = [name for name in names if match_names(mine, words_of(name)) >= Match.PART]
    return same or names[:1]


_TITLE_NOISE = re.compile(
    r"(?i)\b(?:model card(?: for)?|introduction(?: (?:to|of))?|about|welcome to(?: the)?|llamacpp|"
    r"imatrix|quantizations? of|quantized version of|"
    r"gguf models?|model (?:details|information|overview|summary|description)|readme|overview|"
    r"description|news|updates?|table of contents|family|series)\b"
)


_PHRASE = re.compile(
    r"(?i)\b(?:is|are|this|that|what|how|why|your|you|we|from|without|should|please|do|does|results?|benchmarks?)\b"
)


def title_name(title: str) -> str | None:
    """The model named in a heading, if it names one."""
    text = _bare_title(title)
    words = text.split()
    if not words or len(words) > 6 or len(text) < 2 or not re.search(r"[^\W\d_]", text):
        return None
    if _PHRASE.search(text) and not looks_like_model(text):
        return None  # "WTF is this?"
    telling = looks_like_model(text) or re.search(r"\d|[a-z][A-Z]|[A-Z]{2}", text)
    return text if telling or re.fullmatch(r"[a-z]\w*(?:[-_]\w+)+", text) else None


def _bare_title(title: str) -> str:
    text = re.sub(r"^\s*(?:\d{1,2}|[IVX]{1,4})(?:\.\d{1,2})*[.)、:](?!\d)\s*", "", _TITLE_NOISE.sub(" ", title))
    text = re.sub(r"(?i)^\W*(?:meet|introducing|presenting|announcing) ", "", text)
    named, _, rest = text.partition(", ")  # "Lumen/Wren 8B, a chatbot for Russian"
    if rest and looks_like_model(named):
        text = named
    text = re.sub(r"[^\w\s./\-+()&:–—αβγδ]", " ", text)
    if " " in text and "://" not in text:
        text = re.sub(r"(?<=[^\W\d_])/(?=[^\W\d_])", " ", text)  # of two names, and no owner/name
    return clean_name(re.sub(r"\s+", " ", re.split(r"\s[-–—|]\s|:\s|\(", text)[0]))
