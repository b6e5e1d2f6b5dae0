"""What every command shares: --json, progress on stderr, and errors as sentences.

Names of files, models and questions, and what models write, are not ours: a
control character among them is shown as its code, so that it can neither
break a table nor steer the terminal.

Exit codes: 0 done, 1 an error that its sentence explains, 2 wrong usage,
130 interrupted.
"""

import json
import os
import re
import sys
import unicodedata
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import click

from core.errors import SurefitError

P = ParamSpec("P")
R = TypeVar("R")

_STEERING = ("Cc", "Cs", "Zl", "Zp")  # control characters, lone surrogates, separators of lines
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # show text in another order

_LONE = re.compile("[\ud800-\udfff]")  # halves of letters, from file names that are no UTF-8

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON with stable keys.")


def sentences(command: Callable[P, R]) -> Callable[P, R]:
    """Show what a user can act on as a sentence and leave with exit code 1."""

    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except SurefitError as error:
            click.echo(f"Error: {printable(str(error))}", err=True)
            sys.exit(1)

    return wrapped


def show(value: Any, as_json: bool, text: str) -> None:
    """The result on stdout: the value as JSON, or the text.

    Leaves with exit code 1 and a sentence where it cannot be written, as on a full disk.
    """
    said = _LONE.sub(lambda half: _code(half[0]), json.dumps(value, ensure_ascii=False, indent=2))
    try:
        click.echo(said if as_json else printable(text))
    except BrokenPipeError:
        raise  # click ends quietly where the reader has gone
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the end has nothing left to write
        click.echo(f"Error: The result cannot be written: {error.strerror or error}. Free some space.", err=True)
        sys.exit(1)


def tell(sentence: str) -> None:
    """Progress, on stderr."""
    click.echo(printable(sentence), err=True)


def table(rows: list[list[str]], header: list[str]) -> str:
    """Columns aligned for a terminal; a cell is one line."""
    header, rows = _one_line(header), [_one_line(row) for row in rows]
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    return "\n".join(
        "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in [header, *rows]
    )


def printable(text: str, keep: str = "\n\t") -> str:
    """The text with its control characters as codes, all but those to keep.

    >>> printable("new\\x1b[2Jline\\n", keep="")
    'new\\\\x1b[2Jline\\\\n'
    """
    return "".join(char if char in keep or not _steers(char) else _code(char) for char in text)


def _steers(char: str) -> bool:
    return char in _TURNING or unicodedata.category(char) in _STEERING


def _code(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def _one_line(cells: list[str]) -> list[str]:
    return [printable(cell, keep="") for cell in cells]
