"""Methods of built-in types that Monty lacks, or knows with one argument only.

Each is called as `method(object, …)` and passes on to the object's own method
when the object is not of the built-in type.
"""

from collections.abc import Callable
from typing import Any

FEW = 1_000  # items that are made beforehand of a generator that runs for ever
MANY = 200_000  # and of any other


class Yielded:
    """What a generator gave, and how much of it was taken."""

    def __init__(self, limit: int) -> None:
        self.items: list[Any] = []
        self.limit = limit
        self.full = False
        self.taken = 0

    def __iter__(self) -> "Yielded":
        return self

    def __next__(self) -> Any:
        if self.taken >= len(self.items):
            if self.full:
                raise MemoryError("more of a generator was wanted than is made beforehand")
            raise StopIteration
        self.taken += 1
        return self.items[self.taken - 1]


def is_builtin(value: Any) -> bool:
    return isinstance(value, (str, int, float, list, dict, set, tuple, bytes, frozenset))


def emit(yielded: Yielded, item: Any) -> None:
    yielded.items.append(item)
    yielded.full = len(yielded.items) >= yielded.limit


def emit_all(yielded: Yielded, more: Any) -> None:
    for item in more:
        emit(yielded, item)
        if yielded.full:
            break


def delete_item(items: Any, index: Any) -> None:
    if isinstance(items, (list, dict)):
        items.pop(index)
    else:
        items.__delitem__(index)


def delete_slice(items: Any, start: Any, stop: Any, step: Any) -> None:
    if step is None or step == 1:
        items[start:stop] = []
        return
    gone = set(list(range(len(items)))[start:stop:step])
    items[:] = [item for index, item in enumerate(items) if index not in gone]


def union(items: Any, *others: Any) -> Any:
    result = items.copy()
    for other in others:
        result = result.union(other)
    return result


def intersection(items: Any, *others: Any) -> Any:
    result = items.copy()
    for other in others:
        result = result.intersection(other)
    return result


def difference(items: Any, *others: Any) -> Any:
    result = items.copy()
    for other in others:
        result = result.difference(other)
    return result


def update(items: Any, *others: Any) -> None:
    for other in others:
        items.update(other)


def intersection_update(items: Any, *others: Any) -> None:
    for other in others:
        items.intersection_update(other)


def difference_update(items: Any, *others: Any) -> None:
    for other in others:
        items.difference_update(other)


def translate(text: Any, table: Any) -> Any:
    if not isinstance(text, str):
        return text.translate(table)
    pieces = []
    for sign in text:
        found = table.get(ord(sign), sign)
        if isinstance(found, int):
            found = chr(found)
        if found is not None:
            pieces.append(found)
    return "".join(pieces)


def str_maketrans(first: Any, second: Any = None, third: str = "") -> dict[int, Any]:
    if isinstance(first, dict):
        return {(ord(key) if isinstance(key, str) else key): value for key, value in first.items()}
    if len(first) != len(second):
        raise ValueError("the first two maketrans arguments must have equal length")
    table: dict[int, Any] = {ord(a): ord(b) for a, b in zip(first, second)}  # noqa: B905 - the lengths were compared
    for sign in third:
        table[ord(sign)] = None
    return table


def bit_length(number: Any) -> Any:
    if not isinstance(number, int):
        return number.bit_length()
    return len(bin(abs(number))) - 2 if number else 0


def bit_count(number: Any) -> Any:
    if not isinstance(number, int):
        return number.bit_count()
    return bin(abs(number)).count("1")


def is_integer(number: Any) -> Any:
    if not isinstance(number, (int, float)):
        return number.is_integer()
    return abs(number) < float("inf") and number == int(number)


def move_to_end(items: Any, key: Any, last: bool = True) -> None:
    if not isinstance(items, dict):
        items.move_to_end(key, last)
        return
    value = items.pop(key)
    rest = [] if last else list(items.items())
    if not last:
        items.clear()
    items[key] = value
    for other, kept in rest:
        items[other] = kept


def popitem(items: Any, last: bool = True) -> Any:
    if not isinstance(items, dict):
        return items.popitem(last)
    if not items:
        raise KeyError("dictionary is empty")
    key = list(items)[-1] if last else next(iter(items))
    return key, items.pop(key)


def sub(pattern: Any, replacement: Any, text: str, count: int = 0) -> str:
    if isinstance(replacement, str):
        return str(pattern.sub(replacement, text, count))
    return sub_with(pattern, replacement, text, count)


def sub_with(pattern: Any, replace: Callable[[Any], str], text: str, count: int) -> str:
    pieces = []
    position = 0
    for done, found in enumerate(pattern.finditer(text)):
        if count and done >= count:
            break
        pieces.append(text[position : found.start()])
        pieces.append(replace(found))
        position = found.end()
    pieces.append(text[position:])
    return "".join(pieces)
