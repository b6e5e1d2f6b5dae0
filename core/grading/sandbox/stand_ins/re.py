"""re.sub with a function, which Monty lacks."""

import re
from typing import Any


def sub(pattern: Any, replacement: Any, text: str, count: int = 0, flags: int = 0) -> str:
    if isinstance(replacement, str):
        return re.sub(pattern, replacement, text, count=count, flags=flags)
    pieces = []
    position = 0
    for done, found in enumerate(re.finditer(pattern, text, flags)):
        if count and done >= count:
            break
        pieces.append(text[position : found.start()])
        pieces.append(replacement(found))
        position = found.end()
    pieces.append(text[position:])
    return "".join(pieces)
