"""Where a sentence of a card ends: at a stop, at a line of a list, at a line that gives a value to a name."""

import re

MAX_SENTENCE_CHARS = 1_500  # longer ones are read in pieces: patterns of words need time by the square of a length
# The full stop of these ends no sentence: "surpassing Quill (81.6 vs. 80.8) and Tern 540B", "see Fig. 3".
_SHORTENED = ("vs", "Vs", "prev", "Prev", "e.g", "i.e", "cf", "approx", "resp", "incl", "w.r.t", "Mrd", "Mio")
_BEFORE_NUMBER = ("no", "No", "nr", "Nr", "fig", "Fig", "sec", "Sec", "ver", "Ver", "vol", "Vol")
_NO_END = "".join(rf"(?<!\b{re.escape(word)}\.)" for word in _SHORTENED) + "".join(
    rf"(?!(?<=\b{word}\.)\s+\d)" for word in _BEFORE_NUMBER
)
# What a sentence begins with: Latin, Polish and Turkish, Cyrillic, Arabic, Devanagari, Hangul, Chinese.
_OPENS = r"[A-Z0-9À-ÞŁŚŻŹĆČŠŽİŞĐА-ЯЁ\u0621-\u064a\u0904-\u0939가-힣一-鿿]"
_SENTENCE_END = re.compile(
    r"(?:(?<=[.!?。！？।>])|(?=\n))(?:"  # no end elsewhere: looked at first, because every place of a card is asked
    rf"(?<=[.!?]){_NO_END}[\"'”)*_]*\s+(?=[\"'“«(*_\[]*{_OPENS}|!\[)|"
    r"(?<=[。！？।])|(?<=[다요죠]\.)\s+|"
    r"\n(?=\s*(?:[-*•+]|\d+[.)])\s)|\n(?=\W{0,4}(?i:model |training |模型|开源)?"
    r"(?i:licen[cs]e|许可|协议|라이선스|ライセンス|languages?|언어|语言|parameters?|파라미터|参数|cut-?off|context|"
    r"base model|developed by|developers?|개발)[^\n:：]{0,15}[:：])|"
    r"\n(?=[^\n:：]{2,60}[:：]\**\s*\d[\d.]*\s?%?\**\s*(?:\n|\Z|correct\b|\([^()\n]{2,90}\)\s*(?:\n|\Z)))|"
    r"\n(?=\s*[A-Za-z][\w+-]{1,20}(?: [A-Za-z(][\w+()-]{0,20}){0,3}\s{1,9}(?:[—–→-]\s{1,3})?"
    r"\d{1,3}\.\d+\s?%?\s*(?:\n|\Z))|"
    r"(?<=</li>)|(?<=</p>)|(?<=<br>)|(?<=<br/>)|(?<=</div>)|(?<=</td>)|(?<=</h[1-6]>)|\n\s*\n)"
)


def split_sentences(content: str) -> list[tuple[int, str]]:
    """Pieces of about one sentence, each with the number of line breaks before it."""
    pieces: list[tuple[int, str]] = []
    at = breaks = 0
    for end in [*(match.end() for match in _SENTENCE_END.finditer(content)), len(content)]:
        while at < end:
            piece = content[at : min(end, at + MAX_SENTENCE_CHARS)]
            if at + len(piece) < end and (space := piece.rfind(" ", MAX_SENTENCE_CHARS // 2)) > 0:
                piece = piece[: space + 1]
            lead = len(piece) - len(piece.lstrip())
            if piece.strip():
                pieces.append((breaks + piece.count("\n", 0, lead), piece.strip()))
            breaks += piece.count("\n")
            at += len(piece)
    return pieces
