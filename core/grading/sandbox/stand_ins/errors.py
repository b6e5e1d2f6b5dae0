"""Exceptions of a program's own, each with the built-in error that stands for it (own_errors.py)."""

from typing import Any

STANDING: list[Any] = []  # [built-in error, own instance], the latest last
# Children after their parents. A class has no __name__ in Monty.
KINDS: list[Any] = [
    ("BaseException", BaseException),
    ("Exception", Exception),
    ("ArithmeticError", ArithmeticError),
    ("LookupError", LookupError),
    ("RuntimeError", RuntimeError),
    ("ValueError", ValueError),
    ("TypeError", TypeError),
    ("AssertionError", AssertionError),
    ("AttributeError", AttributeError),
    ("NameError", NameError),
    ("PermissionError", PermissionError),
    ("KeyError", KeyError),
    ("IndexError", IndexError),
    ("ZeroDivisionError", ZeroDivisionError),
    ("OverflowError", OverflowError),
    ("NotImplementedError", NotImplementedError),
]
MARK = "\u2060"


def to_raise(error: Any) -> Any:
    """What is raised for an own class or instance; a built-in error itself."""
    if hasattr(error, "_lineage"):
        if type(error) is type:
            error = error()
        for pair in STANDING:
            if pair[1] is error:
                return pair[0]
        kind: Any = Exception
        for name, known in KINDS:
            if name in error._lineage:
                kind = known
        standing = kind(">".join(error._lineage) + MARK + str(error))
        STANDING.append([standing, error])
        if len(STANDING) > 1000:
            STANDING.pop(0)
        return standing
    return error


def own_of(caught: Any) -> Any:
    """The own instance for which an error stands; the error itself where it stands for none."""
    for pair in reversed(STANDING):
        if pair[0] is caught:
            return pair[1]
    return caught


def matches(error: Any, kinds: Any) -> bool:
    """isinstance, by the names of an own error's class and parents."""
    if isinstance(kinds, tuple):
        return any(matches(error, kind) for kind in kinds)
    own = hasattr(error, "_lineage")
    if hasattr(kinds, "_lineage"):
        return own and kinds._lineage[0] in error._lineage
    return any(kind is kinds and name in error._lineage for name, kind in KINDS) if own else isinstance(error, kinds)
