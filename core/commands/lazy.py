"""A group of commands that imports only the one that is called.

The statistics, the graders and the store take seconds to import. The list of
commands needs none of them: a command's line of help is the docstring of its
function, read from the source without running it. A command's function bears
the command's name.
"""

import ast
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from textwrap import shorten

import click


class LazyGroup(click.Group):
    """`modules` are the modules by the names of their commands."""

    def __init__(self, modules: Mapping[str, str], help: str) -> None:
        super().__init__(help=help)
        self.modules = dict(modules)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's own signature
        return sorted(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self.modules:
            return None
        command = getattr(import_module(self.modules[cmd_name]), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        names = self.list_commands(ctx)
        width = formatter.width - 6 - max(len(name) for name in names)
        lines = {name: shorten(_summary(self.modules[name], name), width, placeholder="...") for name in names}
        with formatter.section("Commands"):
            formatter.write_dl(list(lines.items()))


def _summary(module: str, function: str) -> str:
    """The first line of a function's docstring, without importing its module; "" where there is none."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return ""
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    found = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function)
    return next(((ast.get_docstring(node) or "").split("\n\n")[0] for node in found), "")
