"""The bare names of the models that a merge was made from: "A merge of Wren-7B and Tern-7B".

>>> names_merged("Kestrel is a SLERP merge of Wren-7B and Tern 7B v2.")
('Wren-7B', 'Tern 7B v2')
"""

import re

_MAY_TELL = ("erg", "lend", "融合", "合并", "병합", "マージ")  # found fast
_NAME = r"(?:[A-Z]|[a-z]+-?(?=[\w.-]*\d))[\w.+-]{1,60}(?: (?:v?\d[\w.-]{0,12}|[A-Z][\w.+-]{0,20})){0,4}"
_QUOTED = rf"[*_`\"“]{{0,3}}(?:{_NAME})[*_`\"”]{{0,3}}"
_AND = r"(?:,? (?:and|with|&|\+|into|plus) |, |\s?(?:、|和|与|과|와|と)\s?)(?:the )?"
_LISTED = rf"(?P<names>{_QUOTED}(?:{_AND}{_QUOTED}){{1,7}}"
_MERGED = re.compile(
    r"(?:\b(?i:merg(?:e|es|ed|ing)|blend(?:s|ed|ing)?)\b"
    rf"(?: (?i:of|between|from|the|two|three|models?|following|by)){{1,4}}:? "
    rf"|(?i:\bmerg(?:es|ing)|\bblend(?:s|ing)) |(?:融合|合并)(?:了|自)?\s?){_LISTED})",
    re.ASCII,
)
_MERGED_BEHIND = re.compile(rf"{_LISTED})(?:을|를| ?を)? ?(?:병합|マージ)", re.ASCII)
_PARTED = re.compile(r",? (?:and|with|&|\+|into|plus) (?:the )?|, (?:the )?|\s?[、和与과와と]\s?")
_DENIED = re.compile(
    r"(?i)\b(?:not|never|no|you|users?|unlike|than|data\w*|"
    r"inspired|instead|rather|before|compar\w+|experiment\w*|tried|tested|other|another|earlier|previous\w*|both|"
    r"branch\w*|pull|code|like|such as|may|can|could)\b[^.;]{0,40}$"
)


# "Blends of the two score lower": of such merges, and not of this model.
_OF_SUCH = re.compile(r"(?i)(?:merges|blends)\b(?: of| between| from)")
_FARES = re.compile(
    r"(?i)[*_`\"”]{0,3} (?:scores?|performs?|fails?|works?|did|does|do|would|could|gets?|loses?|reach(?:es)?|"
    r"(?:is|was|are|were) (?:worse|weaker|better|stronger|tried|tested|lower|higher|compared|our baseline|used))\b"
)


def names_merged(text: str) -> tuple[str, ...]:
    """Two names or more, in their order; () where a text tells of no merge of models by name."""
    if not any(word in text for word in _MAY_TELL):
        return ()
    text = text[:600]
    found = _MERGED.search(text) or (None if text.isascii() else _MERGED_BEHIND.search(text))
    if found is None or _DENIED.search(text[: found.start()][-60:]):
        return ()
    if _OF_SUCH.match(found[0]) or _FARES.match(text, found.end()):
        return ()
    names = [name.strip(' *_`"“”').rstrip(".-") for name in _PARTED.split(found["names"])]
    return tuple(dict.fromkeys(names)) if len(set(names)) > 1 else ()
