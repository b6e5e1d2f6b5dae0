"""HTML that the page of a card does not show: templates, what stands in place of a script, elements set to be hidden.

A number in it is none that the card claims, because no reader sees it. A browser would show the text of "textarea" and
"svg", which the sites that show cards take out.
"""

import re

_NAMES = frozenset(("template", "title", "textarea", "svg", "noscript", "datalist"))
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_SIGNS = ("<template", "<title", "<textarea", "<svg", "<noscript", "<datalist", "hidden", "display")
_TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-zA-Z][a-zA-Z\d-]{0,40})(?P<told>(?:\s[^<>]{0,2000})?)(?P<empty>/?)>")
_QUOTED = re.compile(r"\"[^\"]{0,2000}\"|'[^']{0,2000}'")
_HIDDEN = re.compile(r"(?i)\shidden(?=[\s=/]|$)")
_UNSEEN = re.compile(
    r"(?i)\sstyle\s?=\s?[\"'][^\"']{0,400}(?:display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden)"
)
_FENCE = re.compile(r"^[ ]{0,3}(```+|~~~+)[^\n]*\n.*?(?:^[ ]{0,3}\1|\Z)", re.DOTALL | re.MULTILINE)

_IN_LINE = re.compile(r"(?<!`)`[^`\n]{1,200}`(?!`)")


def without_hidden(text: str) -> str:
    """The text without elements that are hidden, each with as many line breaks in its place as it held.

    What stands in code, in a block or a line, is shown as it is written, and an element without an end hides nothing.

    >>> without_hidden('a <span hidden>99.9</span>61.2 <p class="hidden-gem">b</p>')
    'a 61.2 <p class="hidden-gem">b</p>'
    """
    folded = text.casefold()
    if not any(sign in folded for sign in _SIGNS):
        return text
    last: dict[str, int] = {}  # where each kind of element ends for the last time
    shown = sorted(match.span() for code in (_FENCE, _IN_LINE) for match in code.finditer(text))
    tags = [tag for tag in _TAG.finditer(text) if tag["name"].casefold() not in _VOID]
    for tag in tags:
        if tag["end"]:
            last[tag["name"].casefold()] = tag.start()
    out, at, fence = [], 0, 0
    inside, depth, began = "", 0, 0
    for tag in tags:
        name = tag["name"].casefold()
        if inside:
            if name == inside and not tag["empty"]:
                depth += -1 if tag["end"] else 1
            if not depth:
                out += [text[at:began], "\n" * text.count("\n", began, tag.end())]
                at, inside = tag.end(), ""
            continue
        while fence < len(shown) and shown[fence][1] <= tag.start():
            fence += 1
        in_code = fence < len(shown) and shown[fence][0] <= tag.start()
        if tag["end"] or tag["empty"] or in_code or last.get(name, -1) < tag.start():
            continue
        if name in _NAMES or (tag["told"] and _is_hidden(tag["told"])):
            inside, depth, began = name, 1, tag.start()
    return "".join([*out, text[at:]])


def _is_hidden(attributes: str) -> bool:
    return bool(_HIDDEN.search(_QUOTED.sub('""', attributes)) or _UNSEEN.search(attributes))
