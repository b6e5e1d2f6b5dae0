"""What Monty's collections lacks: its dict keeps the order of insertion, so it serves as an OrderedDict."""

from typing import Any


def OrderedDict(*pairs: Any, **items: Any) -> dict[Any, Any]:
    return dict(*pairs, **items)


class ChainMap:
    """Several dicts as one: looked up from the first on, written to the first."""

    def __init__(self, *maps: Any) -> None:
        self.maps = list(maps) or [{}]

    def _whole(self) -> dict[Any, Any]:
        whole: dict[Any, Any] = {}
        for mapping in reversed(self.maps):
            whole.update(dict(mapping))
        return whole

    def __getitem__(self, key: Any) -> Any:
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        raise KeyError(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.maps[0][key] = value

    def __contains__(self, key: Any) -> bool:
        return any(key in mapping for mapping in self.maps)

    def __iter__(self) -> Any:
        return iter(self._whole())

    def get(self, key: Any, default: Any = None) -> Any:
        return self[key] if key in self else default  # noqa: SIM401 - this is get

    def keys(self) -> Any:
        return self._whole().keys()

    def values(self) -> Any:
        return self._whole().values()

    def items(self) -> Any:
        return self._whole().items()

    def new_child(self, child: Any = None) -> Any:
        return ChainMap({} if child is None else child, *self.maps)
