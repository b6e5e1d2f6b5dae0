"""Text that is read line by line, which is what csv readers are given."""

from typing import Any


def StringIO(text: str = "") -> Any:
    return iter(text.splitlines(True))
