"""SimpleNamespace."""

from typing import Any


class SimpleNamespace:
    def __init__(self, **values: Any) -> None:
        for name, value in values.items():
            setattr(self, name, value)
