"""How many parameters a card's model has: in its name, in tables, in lines with a label, in sentences.

A mixture of experts has two counts, all parameters and those active for a token; they are kept apart. What a card
tells of rivals, of teachers, of adapters or of the parameters without embeddings is no count of the whole model.
"""

import re
from collections.abc import Iterable, Iterator

from core.cards.active_parameters import ActiveCount, active_counts_in, active_in_columns, active_in_name
from core.cards.amounts import amount, billions, in_digits
from core.cards.context_in_name import lengths_in_millions
from core.cards.document import Document
from core.cards.fact_tables import told_in_tables
from core.cards.name_match import Match
from core.cards.name_words import words_of
from core.cards.own_model import OwnModel
from core.cards.sizes_of_others import without_others
from core.cards.told_of_rivals import Subjects
from core.cards.told_sizes import (
    IN_PART,
    LABEL_WORDS,
    MOST_SIZES,
    PARAMETERS,
    WRITTEN_OUT,
    in_sentence,
    labelled,
    written_out,
)

_PARAMETER_CELL = re.compile(rf"(?i)^\W*(?:{LABEL_WORDS})(?: ?[(（](?P<aside>[^()（）]{{1,30}})[)）])?\W*$")
_SIZE_CELL = re.compile(rf"(?i)^\W{{0,3}}{amount()}")
_MOST_SENTENCES = 60


def find_parameters(
    document: Document, prose: Iterable[str], own: OwnModel, bases: Iterable[str]
) -> tuple[tuple[float, ...], float | None]:
    """All parameters in billions, several for a series, and those active for a token where the card tells them."""
    texts = [in_digits(text[:600]) for text in prose]
    subjects = Subjects.of(document, own, bases)
    active = _active(document, texts, own, subjects)
    sizes = _parameters(document, texts, own, subjects)
    if active is not None and sizes and (active.billions >= max(sizes) or len(sizes) > 1):
        active = None  # one count beside several sizes does not say which of them it is of
    return sizes, active.billions if active else None


def _active(document: Document, texts: list[str], own: OwnModel, subjects: Subjects) -> ActiveCount | None:
    named = next((count for name in own.names if (count := active_in_name(name))), None)
    told = _active_told(document, texts, own, subjects)
    if named is None or told is None:
        return named or told
    # A name rounds, and may be wrong: what the text says of the same model is the better number.
    return told if abs(told.billions - named.billions) <= _MOST_ROUNDED * named.billions else named


_MOST_ROUNDED = 0.2


def _active_told(document: Document, texts: list[str], own: OwnModel, subjects: Subjects) -> ActiveCount | None:
    """What tables and sentences give; None where they give several, for several sizes of a release."""
    if columns := active_in_columns(document, own):
        return ActiveCount(columns.pop()) if len(columns) == 1 else None
    rows = [f"{fact.label}: {fact.value}" for fact in told_in_tables(document, own)]
    for text in (*rows, *texts):
        counts = [count for count in active_counts_in(text) if not subjects.told_of_rival(text, count.start, count.end)]
        if counts:
            several = own.has_size_in_name is False and len({count.billions for count in counts}) > 1
            return None if several else counts[0]
    return None


def _parameters(document: Document, texts: list[str], own: OwnModel, subjects: Subjects) -> tuple[float, ...]:
    named = [(name, size) for name in own.names for size in _sizes_in(name)]
    told = _told_parameters(document, texts, own, subjects)
    sizes = [size for _, size in named]
    if named and not (_MAY_BE_CONTEXT.fullmatch(sizes[0]) and len(set(sizes)) == 1):
        if told and _is_foreign_file(named[0][0], document, own):
            return told
        size = _whole_of(named[0][0], texts) or billions(sizes[0][:-1], sizes[0][-1])
        members = set() if own.has_size_in_name or own.said else _sizes_of_members(document, own)
        if members - {size}:  # the card of a series, one member of which a later name is
            return tuple(sorted({size, *members}))[:MOST_SIZES]
        return (_finer(document, texts, own, size, subjects) or size,)
    named_once = tuple(billions(size[:-1], size[-1]) for size in sizes[:1])
    if len(told) > 1 and not own.said and len(members := _sizes_of_members(document, own)) == 1:
        told = told if set(members) & set(told) else tuple(members)  # "a series of others from 200M to 11B"
    return told or named_once or (() if own.said else tuple(sorted(_sizes_of_members(document, own)))[:MOST_SIZES])


def _whole_of(name: str, texts: list[str]) -> float | None:
    """The larger of two sizes in a name, where the card says that the smaller one is what is active: Tern-1B-7B."""
    sizes = {billions(size[:-1], size[-1]) for size in _sizes_in(name)}
    if len(sizes) != 2:
        return None
    told = (count for text in texts[:_MOST_SENTENCES] for count in active_counts_in(text))
    is_active = any(_is_close(count.billions, min(sizes)) and count.total for count in told)
    return max(sizes) if is_active else None


def _is_close(told: float, size: float) -> bool:
    return abs(told - size) <= _MOST_ROUNDED * size


def _sizes_in(name: str) -> list[str]:
    """The sizes in a name; "1M" beside one in billions is a length of context, "A22B" counts what is active."""
    words = words_of(name)
    sizes = sorted(size for size in words.sizes - lengths_in_millions(words) if size[-1] in "bm" and "x" not in size)
    active = active_in_name(name)
    return [size for size in sizes if active is None or billions(size[:-1], size[-1]) != active.billions]


def _is_foreign_file(name: str, document: Document, own: OwnModel) -> bool:
    """True for "notes2b_final", a file's name that has no word of the model's that the card prints."""
    if "/" in name or any(_sizes_in(other) for other in own.names if other != name):
        return False
    words = {word for word in words_of(name).words if word.isalpha() and len(word) > 2}
    titles = [text[:300] for _, text, _ in document.headings[:6]]
    others = [other for other in own.names if other != name]
    printed = "\n".join([*others, *titles, *(line[:300] for line in document.lines[:60])]).casefold()
    return name.casefold() not in printed and not any(word in printed for word in words)


# "Lumen-1M" may be a model of a million parameters or one with a million tokens of context; its card tells.
_MAY_BE_CONTEXT = re.compile(r"(?:10|\d)m")
_ITSELF = re.compile(
    r"(?i)\W{0,4}(?:(?:it|this model|the model|our model|with|dieses Modell|das Modell|es|mit|ce modèle|le modèle|avec|"
    r"este modelo|el modelo|o modelo|con|com|questo modello|il modello)\b|本模型|该模型|모델|이 모델|本モデル)"
)
_BEGUN = re.compile(r"\W{0,3}(?P<name>[A-Z][\w.+/-]{1,60}(?: (?:\d[\w.]*|[A-Z][\w.+-]*)){0,3})")
# "Kestrel-3B is a 3.2B decoder-only transformer"
_IS_SIZED = re.compile(
    rf"(?i)^\W{{0,3}}(?:is|ist|est|es|é|è) (?:an?|the|eine?|une?|um|uma|una) (?:[\w-]+ ){{0,2}}?{amount()}"
)
_SOMEBODY_ELSE = re.compile(
    r"(?i)\b(?:distill\w*|teacher|student|draft|based on|than|like|from|against|compared|tokens|merge\w*|reward|"
    r"beats?|outperform\w*|surpass\w*|exceed\w*|match\w*|rivals?|fine-?tun\w*|version of|unlike)\b"
)


_FINE = re.compile(r"\d[.,]\d")
# "34.4 billion parameters, 4k context", "Width-pruned to 4.1B parameters", "A 9.2B-parameter decoder", "9,2 milliards
# de paramètres": words on the model that name no other.
_FRAGMENT = re.compile(
    rf"(?i)^\W{{0,4}}(?:(?:(?:width|depth)-?)?(?:pruned|compressed|expanded|upscaled|reduced|cut|grown) to |an? )?"
    rf"(?:about |around |approx\w*\.? |~ ?)?{amount()}[ -](?:d[ei] )?par[aáâ]m(?:[eèé]t\w{{1,4}})?s?\b"
    r"(?![ -](?:reward|teacher|judge|draft|embedding|guard|vision|adapter|router)\b)"
)
_COUNTED_IN_THE_EAST = ("参数", "參數", "パラメータ", "파라미터", "매개")


def _finer(document: Document, texts: list[str], own: OwnModel, size: float, subjects: Subjects) -> float | None:
    """7.24 for a model called 7B: what the card tells of the same model, more finely than its name does."""
    rows = [f"{fact.label}: {fact.value}" for fact in told_in_tables(document, own)]
    for text in (*rows, *texts):
        # A label tells its own model, so that it may be further from the name: 1.24B of a "1B".
        for told in labelled(text):
            if told % 1 and (_is_near(told, size, 0.3) or int(told) == size):  # 1.72B may be called "1B"
                return told
    for text in texts:
        for count in active_counts_in(text):
            if count.total and _is_near(count.total, size, 0.12) and not _is_rivals(text, count, subjects):
                return count.total
        begun = _begun(text, own) if _FINE.search(text[:300]) else None
        begun = 0 if begun is None and _FRAGMENT.match(text) else begun
        if begun is None and any(word in text for word in _COUNTED_IN_THE_EAST):
            near = (told for told in in_sentence(text[:200], subjects) if told % 1 and _is_near(told, size, 0.12))
            if (first := next(near, None)) is not None:
                return first
        if begun is None:
            continue
        if (sized := _IS_SIZED.match(text[begun:][:80])) and "." in sized["number"]:
            found = [(begun, billions(sized["number"], sized["unit"]))]
        else:
            found = []
        found += [(match.start(), written_out(match)) for match in WRITTEN_OUT.finditer(text[:200])]
        found += [
            (match.start(), billions(match["number"], match["unit"]))
            for match in PARAMETERS.finditer(text[:200])
            if re.search(r"[.,]\d", match["number"]) and not re.search(r"(?i)model$|llm$", match[0])
        ]
        finer = (told for at, told in found if _is_near(told, size, 0.12) and not _SOMEBODY_ELSE.search(text[begun:at]))
        if (first := next(finer, None)) is not None:
            return first
    return None


def _is_rivals(text: str, count: ActiveCount, subjects: Subjects) -> bool:
    return subjects.told_of_rival(text, count.start, count.end)


def _begun(text: str, own: OwnModel) -> int | None:
    """Where a sentence goes on behind the subject, if that is the card's own model."""
    if itself := _ITSELF.match(text):
        return itself.end()
    named = _BEGUN.match(text)
    if named and own.match(named["name"]) >= Match.STAGE:
        return named.end()
    return len(own.name or "") if own.name and text.startswith(own.name) else None


def _is_near(told: float, size: float, most: float) -> bool:
    return told != size and abs(told - size) < most * size


def _told_parameters(document: Document, texts: list[str], own: OwnModel, subjects: Subjects) -> tuple[float, ...]:
    found = [*_in_columns(document, own)]
    for fact in told_in_tables(document, own):
        found += labelled(f"{fact.label}: {fact.value}")
    if not found:
        found = _in_bracketed_headings(document, subjects)
    if not found:
        found = _with_those_between(_in_first_sentence(texts[:_MOST_SENTENCES], subjects), texts, document, own)
    kept = [size for size in dict.fromkeys(found) if not any(other % 1 and round(other) == size for other in found)]
    return tuple(kept)[:MOST_SIZES]  # one table may give 1.1B, and another 1B for the same model


_BRACKETED = re.compile(rf"(?i)[(（]{amount()}[ -](?:total )?param")


def _in_bracketed_headings(document: Document, subjects: Subjects) -> list[float]:
    """The sizes of a family whose headings give one each: "### Wren Nano (4B params)", "### Wren Omni (30B params)"."""
    told = (
        (text, match)
        for _, text, _ in document.headings[:_MOST_SENTENCES]
        if "aram" in text and (match := _BRACKETED.search(text[:200]))
    )
    sizes = [
        billions(match["number"], match["unit"])
        for text, match in told
        if not subjects.told_of_rival(text, match.start(), match.end())
    ]
    return sorted(set(sizes)) if len(set(sizes)) > 1 else []


def _in_first_sentence(texts: list[str], subjects: Subjects) -> list[float]:
    """The sizes of the first sentence that gives some; of a later one that lists these and more, "7B and 671B"."""
    first: list[float] = []
    for text in texts:
        sizes = [*labelled(text)]
        if not sizes and "(" in text[:80] and (begun := _begun(text, subjects.own)) is not None:
            sizes = [billions(aside["number"], aside["unit"])] if (aside := _IN_BRACKETS.match(text, begun)) else []
        for clause in () if sizes or not _DIGIT.search(text) else text.split("; "):
            sizes += in_sentence(without_others(clause), subjects)
        if not first:
            first = sizes
        elif set(first) < set(sizes) and len(first) == 1 and _RELEASED.search(text):
            return sizes
    return first


_DIGIT = re.compile(r"\d")
_IN_BRACKETS = re.compile(rf"(?i)\s?\({amount()}(?: param(?:eter)?s?)?\)(?! ?(?:tokens?|samples))")  # "Wren (135M)"
_RELEASED = re.compile(
    r"(?i)\b(?:releas\w+|open-?sourc\w+|sizes|offer\w*|provid\w+|comes?|available|introduc\w+|present\w*)\b"
)
_RANGE = re.compile(rf"(?i){amount()}\s?(?:-|–|to|bis|à|a|~)\s?{amount('_to')}")


def _with_those_between(found: list[float], texts: list[str], document: Document, own: OwnModel) -> list[float]:
    """The members between the ends of "from 2.4B to 32B" as well, as the card's tables call them."""
    if len(found) != 2 or not any(_RANGE.search(text) for text in texts[:_MOST_SENTENCES] if "B" in text):
        return found
    sizes = _sizes_of_members(document, own)
    return [min(found), *sorted(size for size in sizes if min(found) < size < max(found)), max(found)]


def _sizes_of_members(document: Document, own: OwnModel) -> set[float]:
    """The sizes in the labels of tables that name the card's own model or a member of its series."""
    labels = [
        cell.text
        for table in document.tables[:60]
        for row in (table.rows[0], *(row[:1] for row in table.rows[1:40]))
        for cell in row
    ]
    return {
        billions(size[:-1], size[-1])
        for label in labels
        if len(label) < 80 and own.match(label) and "moe" not in label.casefold()  # whose sizes may be what is active
        for size in _sizes_in(label)
    }


def _in_columns(document: Document, own: OwnModel) -> Iterator[float]:
    """The sizes below a header that says "Parameters", in the rows of the card's own models."""
    for table in document.tables:
        for j, cell in enumerate(table.rows[0]):
            if (label := _PARAMETER_CELL.match(cell.text)) and not IN_PART.search(label["aside"] or ""):
                for row in table.rows[1:]:
                    if j < len(row) and (size := _SIZE_CELL.match(row[j].text)) and own.match(row[0].text):
                        yield billions(size["number"], size["unit"])
