"""A reply as plain text: markup, LaTeX and foreign digits read, meaning kept.

What a reply marks as its result (`\\boxed{…}`, `<answer>…</answer>`, a
`#### …` line) is kept between two signs of the private use area, RESULT and
RESULT_END, which no reply can contain, since they are taken out of it first.
Every pattern here is free of nested repeats: a megabyte of anything is read in
well under a second.
"""

import re
import unicodedata
from functools import cache

RESULT, RESULT_END = "\ue000", "\ue001"

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufe0f\ufeff\ue000\ue001\x00-\x08\x0b-\x1f]")
_SUPERSCRIPT = re.compile("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_VULGAR_FRACTION = re.compile("[¼-¾⅐-⅞]")
_FENCE_LINE = re.compile(r"^[ \t]{0,3}(?:`{3,}|~{3,})[\w+-]{0,20}[ \t]*$", re.MULTILINE)
_ASSIGNMENT = re.compile(r"^([ \t]{0,40}[A-Za-z_]\w{0,60}[ \t]?)=(?!=)", re.MULTILINE)
_LATEX_SIGN = re.compile(r"\\(times|cdot|approx|div|pm|percent|degree|left|right|displaystyle|quad|qquad|[,;:! %$#&_])")
_LATEX_SIGNS = {
    "times": "×",
    "cdot": "·",
    "approx": "≈",
    "div": "÷",
    "pm": "±",
    "percent": "%",
    "degree": "°",
    " ": " ",
    "%": "%",
    "$": "$",
    "#": "#",
    "&": "&",
    "_": "_",
}
_FRACTION = re.compile(r"\\[dt]?frac ?\{([^{}\n]{1,40})\} ?\{([^{}\n]{1,40})\}")
_SHORT_FRACTION = re.compile(r"\\[dt]?frac ?([0-9])([0-9])")  # \frac34
_BRACE = re.compile(
    r"\\(?P<command>boxed|fbox|text|textbf|textit|textrm|texttt|mathrm|mathbf|mathit|mathsf|boldsymbol|bm|"
    r"operatorname|emph|underline) ?\{|(?P<open>\{)|(?P<close>\})"
)
_ANSWER_TAG = re.compile(
    r"<(?P<end>/?)(?:final_)?answer>|<\|(?:begin|start)_of_answer\|>|(?P<pipe>)<\|end_of_answer\|>", re.IGNORECASE
)
_HTML = re.compile(
    r"</?(?:b|strong|i|em|u|span|code|sub|sup|mark|center|small|font)(?: [^<>\n]{0,80})?>", re.IGNORECASE
)
_HTML_BREAK = re.compile(r"</?(?:p|br|div|h[1-6]|li|ul|ol)(?: [^<>\n]{0,80})? ?/?>", re.IGNORECASE)
_CURRENCY_LETTERS = re.compile(r"\b(?:US|CA|AU|NZ|HK|[ACRS])\$")
_EMPHASIS = re.compile(r"(?<![^\W_])[*_]{1,3}(?=[^\s*_])|(?<=[^\s*_])[*_]{1,3}(?![^\W_])|~~|`+")
_LINE_HEAD = re.compile(r"^(?: {0,3}> ?)*(?: {0,8}[-*•+] +| {0,3}#{1,6} +)?", re.MULTILINE)
_HASH_RESULT = re.compile(r"^ {0,3}#### ?([^\n]{1,60})$", re.MULTILINE)
_HASH_VALUE = re.compile(r"[-−+$€£¥]{0,2} ?\.?[0-9]+(?!\.\s|[0-9])|\(?[A-Z]\)?[.]?$")
# A minus in another shape, where it is a sign: "5–10" and "well‐3" keep theirs.
_MINUS = re.compile(r"(?<![^\s(\[{=:,;<>\"'“‘«/×*+·|\ue000])[−‐‑–﹣－](?=[€£¥₹₽]?\.?[0-9])")
_SPACES = re.compile(r"[^\S\n]+")
_LINE_ENDS = re.compile(r"\r\n?|\u2028|\u2029|\x0b|\x0c|\x85")


def parse_plain(text: str) -> str:
    """The reply without markup, one kind of space, digits and letters in their common form.

    >>> parse_plain("**Answer:** $\\\\boxed{\\\\text{B}}$") == "Answer: " + RESULT + "B" + RESULT_END
    True
    >>> parse_plain("ＡＮＳＷＥＲ：Ｂ")
    'ANSWER:B'
    """
    text = _LINE_ENDS.sub("\n", text)
    text = _INVISIBLE.sub("", text)
    text = _SUPERSCRIPT.sub(lambda run: "^" + unicodedata.normalize("NFKC", run[0]).replace("−", "-"), text)
    text = _VULGAR_FRACTION.sub(lambda sign: f" {sign[0]}", text)  # "2½" is 2 1/2, not 21/2
    text = unicodedata.normalize("NFKC", text).replace("⁄", "/").replace("’", "'").translate(_common_digits())
    text = _FENCE_LINE.sub("", _without_assignments(text))
    text = _read_latex(text)
    text = _mark_results(text)
    text = _HTML_BREAK.sub("\n", _HTML.sub("", text))
    text = _CURRENCY_LETTERS.sub("", text).replace("$", "")
    text = plain_minus(_EMPHASIS.sub("", text))
    text = _SPACES.sub(" ", text)
    return _LINE_HEAD.sub("", text).strip()


def plain_minus(text: str) -> str:
    """`text` with every sign of a negative number written "-".

    >>> plain_minus("from −3 to –1, pages 5–10")
    'from -3 to -1, pages 5–10'
    """
    return _MINUS.sub("-", text)


def _without_assignments(text: str) -> str:
    """In a program of several lines, "result = 5" says nothing of the answer: its "=" becomes another sign."""
    if "```" not in text and "~~~" not in text:
        return text
    pieces = _FENCE_LINE.split(text)
    fences = [fence[0] for fence in _FENCE_LINE.finditer(text)]
    for inside in range(1, len(pieces), 2):
        if len(pieces[inside].split("\n")) > 3:  # two lines of code between two line breaks
            pieces[inside] = _ASSIGNMENT.sub(r"\1≔", pieces[inside])
    return "".join(piece + fence for piece, fence in zip(pieces, [*fences, ""], strict=True))


@cache
def _common_digits() -> dict[int, str]:
    """Every decimal digit of every script, to 0–9."""
    signs = (chr(code) for code in range(0x110000))
    return {ord(sign): str(unicodedata.decimal(sign)) for sign in signs if sign.isdecimal() and not sign.isascii()}


def _read_latex(text: str) -> str:
    if "\\" not in text:
        return text
    text = text.replace("\\(", " ").replace("\\)", " ").replace("\\[", " ").replace("\\]", " ").replace("{,}", ",")
    text = _LATEX_SIGN.sub(lambda sign: _LATEX_SIGNS.get(sign[1], ""), text)
    text = _SHORT_FRACTION.sub(r" \1/\2", _FRACTION.sub(r" \1/\2", text))
    return _unwrap_braces(text)


def _unwrap_braces(text: str) -> str:
    r"""`\text{B}` → `B`, `\boxed{B}` → RESULT B RESULT_END; braces of no command stay."""
    pieces: list[str] = []
    closers: list[str] = []
    position = 0
    for brace in _BRACE.finditer(text):
        pieces.append(text[position : brace.start()])
        position = brace.end()
        if command := brace["command"]:
            boxed = command in {"boxed", "fbox"}
            pieces.append(RESULT if boxed else "")
            closers.append(RESULT_END if boxed else "")
        elif brace["open"]:
            pieces.append("{")
            closers.append("}")
        else:
            pieces.append(closers.pop() if closers else "}")
    return "".join([*pieces, text[position:]])


def _mark_results(text: str) -> str:
    def tag_sign(tag: re.Match[str]) -> str:
        return RESULT_END if tag["end"] or tag["pipe"] is not None else RESULT

    def hash_line(line: re.Match[str]) -> str:
        value = line[1].strip()
        return f"{RESULT}{value}{RESULT_END}" if _HASH_VALUE.match(value) else line[0]

    return _HASH_RESULT.sub(hash_line, _ANSWER_TAG.sub(tag_sign, text))
