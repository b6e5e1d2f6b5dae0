"""Members of an enumeration by their value and by their name (enumerations.py)."""

from typing import Any


def find(members: list[Any], value: Any, owner: str) -> Any:
    """`Colour(2)`; a member is its own value."""
    for member in members:
        if member is value or member.value == value:
            return member
    raise ValueError(repr(value) + " is not a valid " + owner)


def named(members: list[Any], name: str) -> Any:
    """`Colour["RED"]`."""
    for member in members:
        if member.name == name:
            return member
    raise KeyError(name)


def plain(value: Any) -> Any:
    """A result with the numbers that its members of an IntEnum are."""
    if hasattr(value, "_value_") and hasattr(value, "__index__"):
        return value._value_
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, tuple):
        return tuple([plain(item) for item in value])
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items()}
    return value
