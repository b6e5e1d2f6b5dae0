"""A function that takes attributes (function_attributes.py)."""

from typing import Any


class WithAttributes:
    def __init__(self, function: Any, name: str) -> None:
        self._function = function
        self.__name__ = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._function(*args, **kwargs)
