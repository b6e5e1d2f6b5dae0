"""Markup of Markdown and HTML taken off a piece of text; nothing is rendered."""

import html
import re

_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,2000}>")
IMAGE = re.compile(
    r"!\[([^\[\]]{0,300})\](?:\((?:[^()\s]|\([^()\s]{0,60}\)){0,600}[^()]{0,300}\)|\[[^\[\]]{0,100}\])|"
    r"<img\b([^<>]{0,2000})>",
    re.IGNORECASE,
)
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]{0,100}\]){0,500})\]\((?:[^()\s]|\([^()\s]*\)){0,800}[^()]{0,200}\)")
_REFERENCE = re.compile(r"\[([^\[\]]{1,200})\]\[[^\[\]]{0,200}\]")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|~<>])")


_MARKED = re.compile(r"[\[<*`~_\\&$¹²³⁰⁴-⁹]|\s\s|[\t\n\r\xa0]")


_ARROW = re.compile(r"\$\s?\\(Rightarrow|rightarrow|to)\s?\$")  # "Zh $\\Rightarrow$ En"


def plain(markup: str) -> str:
    """Text without Markdown and HTML markup."""
    if not _MARKED.search(markup):
        return markup.strip()
    text = IMAGE.sub(" ", markup)
    for _ in range(2):
        text = _REFERENCE.sub(r"\1", _LINK.sub(r"\1", text))
    text = re.sub(r"<br\s*/?>", " ", text, flags=re.IGNORECASE)
    text = re.sub(r"(?<=[^\W\d_])<sup>([23])</sup>(?=[-\w])", lambda match: "²³"[int(match[1]) - 2], text)  # τ²-bench
    text = re.sub(r"~~[^~]{0,80}~~|<(?:s|del|strike)>[^<>]{0,80}</(?:s|del|strike)>", " ", text)  # withdrawn
    text = re.sub(r"(?<=[\w)%][\w)%])[¹²³⁰⁴-⁹]{1,3}(?=$|[\s|,.;:)\]*_`])", "", text)  # marks of footnotes
    text = re.sub(
        r"<su[bp]>\s*(?:\[?[\d*†‡a-z]{1,3}\]?|[+±-]?\s?\d[\d.]*%?)\s*</su[bp]>", " ", text, flags=re.IGNORECASE
    )
    text = re.sub(r"(?<!\$)\$(\d[\d.,]*(?:\\?%)?)\$(?!\$)", r"\1", text)  # a number set as a formula: "$88.9$%"
    text = re.sub(r"\$\s?\^?[({]{0,2}[*†‡§]{1,2}[)}]{0,2}\s?\$", "", text)  # a footnote's mark set as a formula
    text = _ARROW.sub(lambda match: "⇒" if match[1][0] == "R" else "→", text)
    text = _TAG.sub("", text)
    text = re.sub(r"(?<!\\)(\*{1,3}|`+|~~)", "", text)
    text = re.sub(r"(?<![\w\\])_{1,3}(?=\S)|(?<=\S)(?<!\\)_{1,3}(?!\w)", "", text)
    text = _ESCAPE.sub(r"\1", text)
    return re.sub(r"\s+", " ", html.unescape(text)).strip()


def is_bold(markup: str) -> bool:
    """True where the whole text is set in bold or underlined."""
    if not ("*" in markup or "_" in markup or "<" in markup):
        return False
    text = re.sub(r"!?\[|\]\([^)]*\)|[^\w*_<>/.%]", "", markup.strip())
    return bool(re.fullmatch(r"(\*\*|__)[^*]+(\*\*|__)[*†‡]?|<(b|strong|u)>.+</(b|strong|u)>\W*", text, re.IGNORECASE))
