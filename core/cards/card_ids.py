"""The ids of models in a card: those that its code loads, that its links lead to, that its own pictures lie under."""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import islice

from core.cards.document import Document
from core.cards.model_words import FAMILY_STEMS
from core.cards.name_words import words_of

_ID = r"[\w.-]{2,60}/[\w.-]{2,96}"
_LOADS = re.compile(
    r"(?:from_pretrained\(|snapshot_download\(|\bload\(|hf_hub_download\(|(?:repo|model)(?:_name|_id|_path|"
    r"_name_or_path)?[\"']?\s*[=:]\s*(?:LLM\(|AutoTokenizer\.from_pretrained\()?|repo_id\s*=|\bpretrained\s*=|"
    r"pipeline\([^)]{0,80}model\s*=|--(?:model|hf-repo)(?:[-_]path)?[ =]|\s-hfr? |\bserve |\bdownload |"
    r"LLM\(model=|(?:run|pull) (?:hf\.co/|huggingface\.co/))\s*f?[\"']?(?:\./)?(" + _ID + ")",
    re.IGNORECASE,
)
_LOADING = re.compile(r"(?i)pretrained|download|load\(|model|repo|-hf|serve|run |pull ")
_NO_ID = re.compile(
    r"(?i)\.?/?(?:path|your|my|local|models?|checkpoints?|output|data|src|scripts?|home|mnt|tmp)[\w-]*/"
)
_FILE = re.compile(r"\.(?:py|json|jsonl|sh|txt|ya?ml|md|ipynb|bin)$")
_BOARD_ID = re.compile(r"open_llm_leaderboard\?query=([\w.-]+/[\w.-]+)|leaderboard/details_([\w.-]+?)__([\w.-]+)")
_OWN_FILE = re.compile(r"huggingface\.co/(" + _ID + r")/(?:resolve|raw)/")
_HUB_LINK = re.compile(r"huggingface\.co/([\w.-]{2,60})/([\w.-]{2,96})")
_NO_ACCOUNT = frozenset(
    (
        "datasets",
        "spaces",
        "papers",
        "collections",
        "docs",
        "blog",
        "models",
        "resolve",
        "blob",
        "tree",
        "organizations",
    )
)
_MOST_LINES = 5000
_MOST_LINKS = 500  # a card of one release links fewer


def ids_in_code(document: Document) -> list[str]:
    """owner/name ids that the sample code loads, and those whose leaderboard entry is linked, the commonest first."""
    found: Counter[str] = Counter()
    for sentence in document.code():
        if "/" in sentence.text and _LOADING.search(sentence.text[:500]):
            for match in _LOADS.finditer(sentence.text[:500]):
                if not _NO_ID.match(match[1]) and not _FILE.search(match[1]):
                    found[match[1].rstrip(".")] += 1
    for line in document.lines:
        if "leaderboard" in line:
            for match in _BOARD_ID.finditer(line[:2000]):
                found[match[1] or f"{match[2]}/{match[3]}"] += 3
    return [name for name, _ in found.most_common()]


def linked_names(document: Document) -> set[str]:
    """The names of models that the card links on the Hub."""
    return {name for _, name in linked_ids(document)}


def linked_ids(document: Document) -> set[tuple[str, str]]:
    """The same with the accounts."""
    links = (found for line in document.lines if "huggingface.co/" in line for found in _HUB_LINK.finditer(line[:4000]))
    return {(found[1], found[2]) for found in islice(links, _MOST_LINKS) if found[1] not in _NO_ACCOUNT}


def own_id(lines: Iterable[str], name: str) -> str | None:
    """The id of the model of this name that a card links, loads, or has on a board; None where it gives several.

    >>> own_id(["See [it](https://huggingface.co/lab/Wren-7B).", "load('quill/Tern-7B')"], "wren-7b")
    'lab/Wren-7B'
    """
    wanted = words_of(name).key
    found: dict[str, str] = {}
    for line in islice(lines, _MOST_LINES):
        if "/" not in line:
            continue
        links = (f"{match[1]}/{match[2]}" for match in _HUB_LINK.finditer(line[:2000]) if match[1] not in _NO_ACCOUNT)
        loads = (match[1] for match in _LOADS.finditer(line[:500]) if _LOADING.search(line[:500]))
        boards = (match[1] or f"{match[2]}/{match[3]}" for match in _BOARD_ID.finditer(line[:2000]))
        for one in (*links, *loads, *boards):
            if wanted and words_of(one.rpartition("/")[2]).key == wanted and not _NO_ID.match(one):
                found.setdefault(one.rstrip(".").casefold(), one.rstrip("."))
    return next(iter(found.values())) if len(found) == 1 else None


def own_files(document: Document) -> list[str]:
    """The ids under which the card's own pictures are kept: a card shows the files of its own repo."""
    found = [match[1] for image in document.images[:40] if (match := _OWN_FILE.search(image.source))]
    return list(dict.fromkeys(name for name in found if name.split("/")[0] not in _NO_ACCOUNT))


def shared_name(ids: Iterable[str]) -> str | None:
    """The words with which all the names begin; None where that is nothing to call a model by.

    >>> shared_name(["lab/Lumen-7B-Base", "lab/Lumen-7B-RL"]), shared_name(["lab/Lumen-7B", "lab/Tern-7B"])
    ('Lumen-7B', None)
    """
    names = [re.split(r"[-_ ]", name.rpartition("/")[2]) for name in ids]
    shared = []
    for parts in zip(*names, strict=False):
        if len({part.casefold() for part in parts}) > 1:
            break
        shared.append(parts[0])
    joined = "-".join(shared)
    bare = words_of(joined)
    return joined if bare.words - bare.sizes and (len(bare.first) > 2 or bare.first in FAMILY_STEMS) else None
