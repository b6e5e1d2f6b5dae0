"""The model that a card's own was made from, where only the link behind the name tells which it is.

"A fine-tuned version of [TinyLlama](https://huggingface.co/TinyLlama/TinyLlama-1.1B-3T)": the name alone says no size.
"""

import re
from collections.abc import Iterable

from core.cards.document import Document
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model, words_of
from core.cards.own_model import OwnModel

_MADE_FROM_LINK = re.compile(
    r"(?i)^(?P<before>[^\n]{0,200}?)\b(?:fine-?tun(?:ed?|ing)(?: version| variant| model)? (?:of|from|on top of)|"
    r"(?:based|built) (?:up)?on(?: top of)?|(?:further |continued )?(?:trained|initiali[sz]ed|derived) from|"
    r"(?:version|variant|derivative) of) "
    r"(?:(?:the|our|a|base|pre-?trained|original|open|model) ){0,3}[*_`]{0,3}"
    r"\[(?P<said>[^\[\]\n]{2,80})\]\(https://huggingface\.co/(?P<id>[\w.-]+/[\w.-]+\w)/?(?:[?#][^)\n]*)?\)"
    r"(?! (?:data\w*|corpus|demo|space)\b)"
)
_ABOUT_THIS = re.compile(r"(?i)\W*(?:\w+ )?\W{0,4}(?:this|it|the|our|[A-Z][\w.+/-]*[\w*])\b")
_OF_ELSE = re.compile(
    r"(?i)\b(?:not|never|data\w*|dataset|code|script|repo\w*|tokeni[sz]er|judge|teacher|reward|template|framework|"
    r"models|"
    r"other|than|unlike|benchmark\w*|evaluat\w*)\b|n['’]t\b"
)
_NO_OWNER = frozenset(("datasets", "spaces", "papers", "collections", "docs", "blog", "models"))
_MOST_LINES = 400
# "This is a merge of the following models:" over a list of them.
_LEADS_TO_MERGED = re.compile(
    r"(?i)^(?!.{0,200}\b(?:not|never|datasets?|quanti[sz]ed (?:files|versions|models)|this repo\w*|(?:each|every|all|"
    r"different) stages?|(?:of|from) (?:[\w-]+ ){0,3}(?:ideas|techniques|papers|insights|concepts|methods|results))\b)"
    r".{0,160}\b(?:merge[ds]?|merging|blend(?:ed)?|mix(?:ture)?|"
    r"combin\w{2,7}(?= (?:of|from|between)\b| (?:the )?(?:strengths?|best|weights|layers|models?|parameters|"
    r"checkpoints|capabilities|abilities|powers?)\b)|"
    r"frankenmerge|MoE model)\b(?: \w+){0,2}? (?:of|between|from|based on)\b[\w ]{0,40}(?: (?:using|with|via|"
    r"by) .{2,180})?:?\s*$"
)
_MERGED_ITEM = re.compile(
    r"\s{0,4}(?:[-*+]|\d{1,2}[.)]) +[*_`]{0,3}\[?[*_`]{0,3}(?:https://huggingface\.co/)?(?P<id>[\w-][\w.-]*/[\w.-]*\w)"
    r"|\s{0,4}(?:[-*+]|\d{1,2}[.)]) +[*_`]{0,3}\[[^\[\]\n]{2,80}\]\(https://huggingface\.co/(?P<link>[\w.-]+/[\w.-]+\w)/?\)"
)
_MOST_MERGED = 8


def bases_in_list(document: Document, own: OwnModel) -> tuple[str, ...]:
    """The models of a merge, told one a line below the words that lead to them; () for fewer than two.

    A list that holds the model itself, or nothing but its own files and stages, is none.
    """
    lines = document.lines[:_MOST_LINES]
    for number, line in enumerate(lines):
        if ("erg" in line or "lend" in line or "mix" in line or "ombin" in line or "MoE" in line) and len(line) < 300:
            if not _LEADS_TO_MERGED.match(line):
                continue
            below = [item for item in lines[number + 1 : number + 2 + 2 * _MOST_MERGED] if item.strip()]
            found = []
            for item in below:
                match = _MERGED_ITEM.match(item[:300])
                if match is None:
                    break
                found.append(match["link"] or match["id"])
            found = [one for one in dict.fromkeys(found) if one.split("/")[0] not in _NO_OWNER]
            if len(found) > 1 and not _is_of_own(found, own):
                return tuple(found[:_MOST_MERGED])
    return ()


def _is_of_own(names: Iterable[str], own: OwnModel) -> bool:
    account = (own.name or "").rpartition("/")[0].casefold()
    matches = [own.match(name) if account in ("", name.partition("/")[0].casefold()) else Match.NONE for name in names]
    return max(matches) >= Match.EXACT or min(matches) >= Match.SAME


def base_by_link(document: Document, own: OwnModel) -> tuple[str, ...]:
    """The linked id of the first sentence that says so of this model; () where none does."""
    for line in document.lines[:_MOST_LINES]:
        if "](https://huggingface.co/" not in line:
            continue
        match = _MADE_FROM_LINK.match(line[:600])
        if match is None or match["id"].split("/")[0] in _NO_OWNER:
            continue
        before = match["before"].rpartition(". ")[2]
        if "](" in before or not _ABOUT_THIS.match(before) or _OF_ELSE.search(before):
            continue
        name = match["id"].rpartition("/")[2]
        named = looks_like_model(name) and words_of(match["said"].rpartition("/")[2]).first in words_of(name).key
        if named and own.match(match["id"]) in (Match.NONE, Match.LONGER, Match.PART):
            return (match["id"],)
    return ()
