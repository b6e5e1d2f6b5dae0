"""suppress, for the exceptions of Python's own."""

from typing import Any


class suppress:
    def __init__(self, *kinds: Any) -> None:
        self.kinds = list(kinds)
        if LookupError in kinds:
            self.kinds += [KeyError, IndexError]
        if ArithmeticError in kinds:
            self.kinds += [ZeroDivisionError, OverflowError]
        if OSError in kinds:
            self.kinds += [FileNotFoundError, PermissionError]

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, value: Any, trace: Any) -> bool:
        return kind is not None and (Exception in self.kinds or kind in self.kinds)
