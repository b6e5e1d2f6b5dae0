"""The recipe of a merge, which its card shows as code: "merge_method: slerp", and the models that it mixes.

A mixture made of whole models has one too, with a "source_model" for each expert.
"""

import re

from core.cards.document import Document
from core.cards.name_words import words_of
from core.cards.own_model import OwnModel

_METHOD = re.compile(r"^\W{0,8}(?:merge_method|gate_mode|source_model)\W{0,3}:\s*\W?\w")
# "- model: lab/Wren-7B+lab/an-adapter": the adapter is no model of its own.
_INGREDIENT = re.compile(
    r"^[\s\-\"']{0,16}(?:base_|source_)?model[\"']?:\s*[\"']?(?P<id>[A-Za-z0-9][\w-]{0,60}(?:\.[\w-]{1,20}){0,3}/[\w.-]{0,95}\w)",
    re.ASCII,
)
_FOLDER = frozenset(("models", "model", "checkpoints", "merges", "merge", "output", "outputs", "home", "content"))
_MOST = 8


def shows_recipe(document: Document) -> bool:
    lines = (sentence.text[:80] for sentence in document.code())
    return any("_m" in line and _METHOD.match(line) for line in lines)


def bases_in_recipe(document: Document, own: OwnModel) -> tuple[str, ...]:
    """The ids of the models that the recipe mixes; () where there is none, or only names of folders on a disk."""
    if not shows_recipe(document):
        return ()
    found = [
        match["id"]
        for sentence in document.code()
        if "model" in sentence.text[:40] and (match := _INGREDIENT.match(sentence.text[:240]))
    ]
    mine = {words_of(name).key for name in own.names[:2]}
    ids = [one for one in found if one.split("/")[0].casefold() not in _FOLDER and words_of(one).key not in mine]
    return tuple(dict.fromkeys(ids))[:_MOST]
