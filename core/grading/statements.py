"""The last sentences of a reply, where it concludes."""

import re
from collections.abc import Iterator

_SENTENCE_END = re.compile(r"(?<=[.;!?])[\"'”’)]{0,2} (?=\S)")
_NO_END = re.compile(r"^\d{1,3}\.$|(?:^|[\s(])(?:approx|ca|no|nr|e\.g|i\.e|z\.B|d\.h|vs|[ap]\.m)\.$", re.IGNORECASE)
_MOST_SENTENCES = 6
_MOST_SIGNS = 4000
_LONGEST = 800  # of a longer sentence, its end


def last_sentences(plain: str) -> Iterator[str]:
    """The last sentences of a reply (see markup.parse_plain), the very last first.

    >>> list(last_sentences("First 48.\\nThen 24. So 72."))
    ['So 72.', 'Then 24.', 'First 48.']
    """
    count = 0
    for line in reversed(plain[-_MOST_SIGNS:].split("\n")):
        for sentence in reversed(_split(line.strip())):
            if sentence and (count := count + 1) <= _MOST_SENTENCES:
                yield sentence[-_LONGEST:]


def _split(line: str) -> list[str]:
    sentences: list[str] = []
    start = 0
    for end in _SENTENCE_END.finditer(line):
        if not _NO_END.search(line[start : end.start()]):
            sentences.append(line[start : end.start()])
            start = end.end()
    return [*sentences, line[start:]]
