"""What Monty's typing lacks, for programs that use it in annotations or aliases."""

# ruff: noqa: ARG001 - signatures are those of CPython

from typing import Any

Deque = list
DefaultDict = dict
OrderedDict = dict
Counter = dict
NamedTuple = None
TypedDict = None
AnyStr = str
Text = str
MutableMapping = dict
MutableSequence = list
Collection = list
Hashable = None
Sized = None
Pattern = None
Match = None


def cast(kind: Any, value: Any) -> Any:
    return value


def overload(function: Any) -> Any:
    return function


def final(value: Any) -> Any:
    return value


def NewType(name: str, kind: Any) -> Any:
    return lambda value: value
