"""What Monty's sys lacks."""

# ruff: noqa: ARG001 - signatures are those of CPython


def exit(code: object = None) -> None:
    raise SystemExit(code)


def setrecursionlimit(limit: int) -> None:
    return None


def intern(text: str) -> str:
    return text


def getrecursionlimit() -> int:
    return 1000
