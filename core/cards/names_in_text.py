"""The names a card tells of its own model in its text, for a card that was opened under a name that says nothing.

A text that is pasted, piped or kept in a folder called "repo" names its model only in itself: in its title, in a
sentence such as "this repository contains the 2B base model", in the ids that its sample code loads, in its front
matter. Where all of them leave the size open, the card is that of a release, and all its members are its own.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from core.cards.card_ids import ids_in_code, linked_names, own_files, shared_name
from core.cards.document import Document
from core.cards.fast_patterns import fast_pattern
from core.cards.front_matter import Entry
from core.cards.model_words import FAMILY_STEMS
from core.cards.name_words import Words, looks_like_model, versions_of, without_size, words_of
from core.cards.plain_labels import is_size_alone


def names_in_text(document: Document, front: Entry | None, printed: Sequence[str]) -> list[str]:
    """The card's names from its text alone, the surest first; `printed` are those of its title and its index.

    A name with a size comes first only where the text tells which size the card is about.
    """
    declared = list(_declared(document))
    if not printed:
        named = [name for name in declared if looks_like_model(name) and not is_size_alone(name)]
        return named[:1] or _of_ids(document, front)
    title = words_of(printed[0])
    printed = [*_name_of_kin(document, title), *printed]
    fuller = _fuller_name(document, front, printed[0], bool(declared))
    if title.sizes:
        same = [name for name in fuller if title.words <= words_of(name).words]
        return [*same, *printed]
    shown = sizes_shown(document, title)
    if len(shown) < 2:
        return [*fuller, *printed]
    told = _told_size(document, front, printed, declared, shown)
    if told:
        return [told, *printed]
    return [*(name for name in fuller if words_of(name).sizes in shown), *printed]


def _fuller_name(document: Document, front: Entry | None, title: str, declared: bool) -> list[str]:
    """The title with what the ids in the code and of the card's own pictures add to it, where they agree."""
    bare = words_of(title)
    fitting = [name for name in [*own_files(document), *ids_in_code(document)] if _fits(words_of(name), bare)]
    found = {words_of(name).words for name in fitting}
    if len(found) != 1 or not _is_of_one(document, front, bare, declared):
        return []
    if len({words_of(name).stage for name in fitting}) == 1:
        return fitting[:1]
    sizes = words_of(fitting[0]).sizes  # "Lumen-7B" and "Lumen-7B-Chat": the stage is left open
    return [f"{title} {'x'.join(sizes)}"] if len(sizes) == 1 and not bare.sizes else []


def _name_of_kin(document: Document, title: Words) -> list[str]:
    """What the linked models share that are called by the title's first word, and otherwise: "Lumo-Math" of Lumo-1."""
    if len(title.first) < 3 or title.first in FAMILY_STEMS or title.sizes:
        return []
    kin = [name for name in sorted(linked_names(document)) if words_of(name).first == title.first]
    if len(kin) < 2 or any(_fits(words_of(name), title) for name in kin):
        return []
    return [shared] if (shared := shared_name(kin)) else []


# "This model card corresponds to the 2B base version of", "This repository contains the instruction-tuned 7B model".
_ABOUT = re.compile(
    r"(?i)\b(?:this|the present) (?:model card|repo(?:sitory)?|model repo(?:sitory)?|card|page|release|checkpoint)\b"
    r"\W{0,3}(?:page )?(?:corresponds? to|is (?:the one )?(?:for|about)|contains?|hosts?|holds?|provides?|describes?|"
    r"offers?)\b(?P<told>[^.;]{1,100}(?:\.\d[^.;]{0,60}){0,3})|"
    r"(?:本|该|此)(?:仓库|模型卡|项目|模型库)(?:为|是|包含|提供|对应)(?:了)?(?P<chinese>[^。；;]{1,80})|"
    r"(?:dieses Repository enthält|diese Karte beschreibt|ce dépôt contient|este repositorio contiene|"
    r"este repositório contém|questo repository contiene)\b(?P<other>[^.;]{1,100}(?:\.\d[^.;]{0,60}){0,3})"
)
_ABOUT_NEAR = re.compile(r"(?i)\b(?:repo|card|page|release|checkpoint)|仓库|模型卡|项目|模型库|dépôt|Karte")
_SIZE = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,2})?\s?B(?![a-zA-Z])(?! tokens)", re.IGNORECASE)
_SIZED_NAME = re.compile(r"(?:[\w.-]{2,60}/)?[A-Za-z][\w.+]*(?:[ _-](?:v?\d[\w.]*|[A-Z][\w.+]*|[a-z]{2,8}(?=[-_])))*")
_NAME_BEGINS = re.compile(
    r"(?!(?i:and|or|the|an?|of|for|with|our|its|to|in|from|both|all|this|these|models?|version|base|chat|instruct)\b)"
    r"(?:[\w.-]+/)?[^\W\d_]"
)
_OTHER_CONTENT = re.compile(
    r"(?i)\b(?:code|scripts?|data(?:set)?s?|paper|implementation|adapters? for|documentation|"
    r"all|both|series|family|suite|collection|several)\b"
)
_STAGED = (
    (re.compile(r"(?i)\b(?:instruct\w*|it)\b|指令|instruction"), "instruct"),
    (re.compile(r"(?i)\bchat\b|对话"), "chat"),
    (re.compile(r"(?i)\b(?:base|pre-?trained|foundation)\b|基座|预训练"), "base"),
)


def _declared(document: Document) -> Iterator[str]:
    """What the card says it is about: a name, or a size with its stage such as "2B base"."""
    for sentence in islice(document.prose(), 80):
        if not _ABOUT_NEAR.search(sentence.text[:400]):
            continue
        match = _ABOUT.search(sentence.text[:600])
        told = (match["told"] or match["chinese"] or match["other"] or "") if match else ""
        if not told or _OTHER_CONTENT.search(told[:60]):
            continue
        bold = [name for name in sentence.bold if name in told]
        names = [*bold, *(found[0].rstrip(".-_ ") for found in _SIZED_NAME.finditer(told))]
        named = [name for name in names if re.search(r"\d", name) and _NAME_BEGINS.match(name)]
        named = [name for name in named if looks_like_model(name)]
        sizes = {re.sub(r"\s", "", found[0]).upper() for found in _SIZE.finditer(told)}
        if named and len(sizes) < 2 and len({words_of(name).sizes for name in named if words_of(name).sizes}) < 2:
            with_size = [name for name in named if words_of(name).sizes]
            yield from (with_size or named)[:1]
        if len(sizes) == 1:
            stage = next((f" {word}" for pattern, word in _STAGED if pattern.search(told)), "")
            yield f"{sizes.pop()}{stage}"


def _fits(name: Words, title: Words) -> bool:
    """True where the name is the title and more, or the title without its maker: "SQLumen-34B" of Acme SQLumen."""
    bare, whole = without_size(name), without_size(title)
    if title.sizes and name.sizes and title.sizes != name.sizes:
        return False
    return bool(bare and whole) and (whole <= bare or (bare < whole and versions_of(title) == versions_of(name)))


_ONE_SIZE = fast_pattern(
    r"(?i)\b(?:this|the) (?:model card|repo(?:sitory)?|card|page|model)\b[^.]{0,30}\b(?:corresponds? "
    r"to|is for|contains?|provides?|"
    r"hosts?|holds?|is the(?! home))\b[^.]{0,50}?(?<![\w.])\d+(?:\.\d+)?\s?[bB]\b(?! and| to|,)|"
    r"\blinks? to (?:the )?other (?:models|sizes|versions|checkpoints)\b"
)


def says_one_size(document: Document) -> bool:
    """True where the card says it is about one size, whatever else it links.

    "This repository contains the 7B model", "links to the other models are in the index".
    """
    return any(_ONE_SIZE.search(sentence.text[:600]) for sentence in document.prose())


def _is_of_one(document: Document, front: Entry | None, title: Words, declared: bool) -> bool:
    """True where sample code tells the card's model, and is no mere example on the page of a whole release."""
    if front is None:
        return False  # a README without a header stands for all the models of its project
    linked = {words.sizes for words in map(words_of, linked_names(document)) if words.sizes and _fits(words, title)}
    return declared or len(linked) < 2 or says_one_size(document)


def sizes_shown(document: Document, title: Words) -> set[frozenset[str]]:
    """The sizes of the title's family among the labels of the tables."""
    found: set[frozenset[str]] = set()
    for label in _labels(document):
        words = words_of(label)
        if words.sizes and (is_size_alone(label) or _fits(words, title)):
            found.add(words.sizes)
    return found


def _labels(document: Document) -> Iterator[str]:
    for table in document.tables[:30]:
        for row in (table.rows[0], *(row[:2] for row in table.rows[1:60])):
            yield from (cell.text for cell in row if 0 < len(cell.text) <= 80)


def _told_size(
    document: Document,
    front: Entry | None,
    printed: Sequence[str],
    declared: Sequence[str],
    shown: set[frozenset[str]],
) -> str | None:
    """The name with the one size that the card says it is about, among those that its tables show."""
    title = words_of(printed[0])
    for told in declared:
        if words_of(told).sizes in shown:
            return f"{printed[0]} {told}" if not words_of(told).first else told
    bases = front.get("base_model") if front else None
    based = [text for text in bases.texts() if words_of(text).sizes in shown] if bases else []
    if len(based) == 1 and _fits(words_of(based[0]), title):
        return based[0].rpartition("/")[2]
    # A README without a header introduces several models of one project, each in its turn.
    named = {words_of(name).words: name for name in _introduced_members(document, title)} if front else {}
    if len(named) == 1 and (name := next(iter(named.values()))) and words_of(name).sizes in shown:
        return name
    return None


_TOLD_OF = re.compile(r"(?i)\b(?:releas|introduc|announc|present|open-?sourc)\w*|^\W*(?:the )?[\w.+-]+ is an? ")


def _introduced_members(document: Document, title: Words) -> Iterator[str]:
    """Members of the title's family with their sizes, as the sentences that release or introduce one name them."""
    for sentence in islice(document.prose(), 150):
        text = sentence.text[:400]
        if sentence.kind == "prose" and _SIZE.search(text.replace("-", " ")) and _TOLD_OF.search(text):
            for found in _MEMBER.finditer(text):
                words = words_of(found[0].rstrip(".-"))
                if words.sizes and _fits(words, title):
                    yield found[0].rstrip(".-")


_MEMBER = re.compile(r"(?<![\w./-])[A-Za-z][\w.]*(?:-[\w.]+){1,6}")


def _of_ids(document: Document, front: Entry | None) -> list[str]:
    """The name of a card without a title: the id that its code loads, or what the ids of its release share."""
    ids = list(dict.fromkeys([*own_files(document), *ids_in_code(document)]))
    if not ids:
        return _of_accounts(document) if front is None else []
    first = words_of(ids[0])
    mine = [name for name in ids if words_of(name).first == first.first]
    quantized = [name for name in mine if _QUANTIZED.search(name)]
    if len({words_of(name).words for name in quantized}) == 1:
        return quantized[:1]  # beside the original that it was made from
    linked = [name for name in sorted(linked_names(document)) if _are_kin(words_of(name), first)]
    several = len({words_of(name).sizes for name in [*mine, *linked]}) > 1 and not says_one_size(document)
    members = [*mine, *linked] if front is None or several else mine
    if len({(words_of(name).words, words_of(name).stage) for name in members}) > 1 and (shared := shared_name(members)):
        return [shared]
    return ids[:1]


_QUANTIZED = re.compile(
    r"(?i)[-_.](?:int[248]|w\d{1,2}a\d{1,2}|(?:nv|mx)?fp[48]|gguf|awq|gptq|mlx|exl2|[2-8]-?bits?|q\d)(?![a-z])"
)


def _are_kin(one: Words, other: Words) -> bool:
    """True for two models of one release: called alike, in one version."""
    mine, theirs = versions_of(one), versions_of(other)
    return one.first == other.first and (mine <= theirs or theirs <= mine)


def _of_accounts(document: Document) -> list[str]:
    """What the models that the card links share, where it links several that are called alike."""
    by_first: dict[str, list[str]] = {}
    for name in sorted(linked_names(document)):
        by_first.setdefault(words_of(name).first, []).append(name)
    most = max(by_first.values(), key=len, default=[])
    shared = shared_name(most) if len(most) > 1 else None
    return [shared] if shared and words_of(shared).first not in _EVERYBODYS else []


_EVERYBODYS = frozenset(("llama", "mistral", "qwen", "gpt"))  # linked as rivals and bases by all the others
