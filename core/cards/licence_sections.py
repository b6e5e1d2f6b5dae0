"""The licence that stands alone below a heading "License", or in the line after a bold one, as on most Hub cards."""

import re
from collections.abc import Iterator

from core.cards.document import Document, Sentence
from core.cards.licence_names import licence_alone

TITLE = re.compile(
    r"(?i)^\W{0,8}(?:\d[\d.]{0,5}\W{1,3})?(?:the |our |model |weights? |open[ -]?source (?=licen[cs]e\b)|"
    r"declarations?,? (?:and |& )?){0,2}(?:licen[cs](?:es?|ing)|lizenz(?:en|"
    r"ierung)?|licencia|licença|licenza|(?:模型|开源){0,2}(?:许可证?|许可协议|协议)|라이선스|ライセンス)(?: "
    r"(?:information|info|details?|notice|terms|agreement|statement))?(?: ?(?:and|&|/|und|et|y|,) ?(?:terms(?: of "
    r"use)?|usage|use|citation|attribution|acknowledge?ments?|copyright|contact|disclaimer|conditions|legal|intended "
    r"use))?\W{0,4}$"
)
_NAME = re.compile(
    r"(?i)\b(?:MIT|Apache|CC|Creative ?Commons|[AL]?GPL|GNU|BSD|MPL|ISC|Unlicense|WTFPL|(?:Open)?RAIL\w*|Llama\W?\d?|"
    r"Licen[cs]e|Licence|Lizenz|Terms of Use|Agreement)\b|CC0|CC-BY|RAIL|许可|协议|라이선스|ライセンス"
)
# A whole sentence is read as one, by its verb.
_SENTENCE = re.compile(
    r"(?i)\b(?:is|are|was|were|be|been|see|it|supports?|allows?|permits?|please|must|may|can|should|you|we|(?<!-)by(?!-)|released|licensed|"
    r"distributed|available|inherits?|requires?|refer|check|code|scripts?|data\w*|corpus|copyright|all rights|no|not|"
    r"none|unknown|tbd)\b|遵循|遵守|依照|需要|使用|采用|商用|代码|数据|联系|です|ます|니다"
)
_MOST_CHARS = 90


def licence_below_heading(document: Document) -> Iterator[str]:
    """Lines that are nothing but the name of a licence, each as "License: MIT", from the sections about it."""
    above: Sentence | None = None
    for sentence in document.prose():
        if above is not None and TITLE.match(above.text[:80]) and sentence.kind != "heading":
            name = sentence.text.strip(" *`'\"_.-")
            if len(name) <= _MOST_CHARS and _NAME.search(name) and not _SENTENCE.search(name):
                yield f"License: {name}"
        above = sentence


# Below such a heading a name stands for the licence of something else.
_OF_ELSE = re.compile(
    r"(?i)\b(?:data\w*|corp(?:us|ora)|code|sources?|original|base|teacher|components?|credits|third[- ]party|"
    r"dependenc\w+)\b|代码|数据|코드|데이터"
)


def licences_alone(document: Document) -> Iterator[str]:
    """The licences that stand by themselves: "Weights under Apache-2.0", "MIT licence."."""
    for sentence in document.prose():
        if not any(_OF_ELSE.search(title) for title in sentence.headings[-1:]) and (
            name := licence_alone(sentence.text)
        ):
            yield name
