"""What Monty's dataclasses lacks: copies with changes, and the fields as a dict or a tuple."""

from typing import Any


def replace(instance: Any, **changes: Any) -> Any:
    values = {name: getattr(instance, name) for name in instance.__dataclass_fields__}
    return type(instance)(**{**values, **changes})


def asdict(instance: Any) -> dict[str, Any]:
    return {name: _deep(getattr(instance, name), asdict) for name in instance.__dataclass_fields__}


def astuple(instance: Any) -> tuple[Any, ...]:
    return tuple([_deep(getattr(instance, name), astuple) for name in instance.__dataclass_fields__])


def _deep(value: Any, read: Any) -> Any:
    if hasattr(value, "__dataclass_fields__"):
        return read(value)
    if isinstance(value, list):
        return [_deep(item, read) for item in value]
    if isinstance(value, tuple):
        return tuple([_deep(item, read) for item in value])
    if isinstance(value, dict):
        return {_deep(key, read): _deep(item, read) for key, item in value.items()}
    return value
