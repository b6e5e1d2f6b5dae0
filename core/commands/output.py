"""What every command shares: --json, progress on stderr, and errors as sentences.

Exit codes: 0 done, 1 an error that its sentence explains, 2 wrong usage,
130 interrupted.
"""

import json
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import click

from core.errors import SurefitError

P = ParamSpec("P")
R = TypeVar("R")

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON with stable keys.")


def sentences(command: Callable[P, R]) -> Callable[P, R]:
    """Show what a user can act on as a sentence and leave with exit code 1."""

    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except SurefitError as error:
            click.echo(f"Error: {error}", err=True)
            sys.exit(1)

    return wrapped


def show(value: Any, as_json: bool, text: str) -> None:
    """The result on stdout: the value as JSON, or the text."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2) if as_json else text)


def tell(sentence: str) -> None:
    """Progress, on stderr."""
    click.echo(sentence, err=True)


def table(rows: list[list[str]], header: list[str]) -> str:
    """Columns aligned for a terminal."""
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    return "\n".join(
        "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in [header, *rows]
    )
