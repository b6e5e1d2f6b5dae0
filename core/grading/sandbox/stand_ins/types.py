"""SimpleNamespace, and a view of a dict, which here can be written to."""

from typing import Any


class SimpleNamespace:
    def __init__(self, **values: Any) -> None:
        for name, value in values.items():
            setattr(self, name, value)


def MappingProxyType(mapping: Any) -> Any:
    return mapping
