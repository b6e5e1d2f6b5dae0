"""What Monty's collections lacks: its dict keeps the order of insertion, so it serves as an OrderedDict."""

from typing import Any


def OrderedDict(*pairs: Any, **items: Any) -> dict[Any, Any]:
    return dict(*pairs, **items)
