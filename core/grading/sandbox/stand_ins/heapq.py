"""Heaps on lists, as in CPython's heapq."""

from typing import Any


def heappush(heap: list[Any], item: Any) -> None:
    heap.append(item)
    _rise(heap, len(heap) - 1)


def heappop(heap: list[Any]) -> Any:
    if not heap:
        raise IndexError("index out of range")
    last = heap.pop()
    if not heap:
        return last
    first, heap[0] = heap[0], last
    _sink(heap, 0)
    return first


def heapify(heap: list[Any]) -> None:
    for position in range(len(heap) // 2 - 1, -1, -1):
        _sink(heap, position)


def heapreplace(heap: list[Any], item: Any) -> Any:
    if not heap:
        raise IndexError("index out of range")
    first, heap[0] = heap[0], item
    _sink(heap, 0)
    return first


def heappushpop(heap: list[Any], item: Any) -> Any:
    if heap and heap[0] < item:
        return heapreplace(heap, item)
    return item


def nsmallest(n: int, iterable: Any, key: Any = None) -> list[Any]:
    return sorted(iterable, key=key)[: max(n, 0)]


def nlargest(n: int, iterable: Any, key: Any = None) -> list[Any]:
    return sorted(iterable, key=key, reverse=True)[: max(n, 0)]


def merge(*iterables: Any, key: Any = None, reverse: bool = False) -> Any:
    items = []
    for iterable in iterables:
        items.extend(iterable)
    return iter(sorted(items, key=key, reverse=reverse))


def _rise(heap: list[Any], position: int) -> None:
    item = heap[position]
    while position > 0:
        parent = (position - 1) // 2
        if not item < heap[parent]:
            break
        heap[position] = heap[parent]
        position = parent
    heap[position] = item


def _sink(heap: list[Any], position: int) -> None:
    """As CPython does it: down to a leaf, then up, so that ties end in the same places."""
    start, end = position, len(heap)
    item = heap[position]
    child = 2 * position + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[position] = heap[child]
        position = child
        child = 2 * position + 1
    heap[position] = item
    while position > start:
        parent = (position - 1) // 2
        if not item < heap[parent]:
            break
        heap[position] = heap[parent]
        position = parent
    heap[position] = item
