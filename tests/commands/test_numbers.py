"""Numbers on the command line: what is no number is refused before any work begins."""

from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from core.__main__ import main
from core.commands.numbers import FiniteRange


def _real_ranges(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Parameter]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from _real_ranges(command, (*path, name))
        for parameter in command.params:
            if isinstance(parameter.type, click.FloatRange):
                yield " ".join((*path, name, parameter.opts[0])), parameter


def test_no_command_takes_a_real_number_that_may_be_nan():
    found = dict(_real_ranges(main))
    assert {"run --temperature", "prepare --learning-rate", "ladder --tolerance"} <= found.keys()
    assert [name for name, parameter in found.items() if not isinstance(parameter.type, FiniteRange)] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "--temperature", "nan"),
        ("prepare", "--by", "training", "--learning-rate", "NaN"),
        ("ladder", "m.gguf", "--tolerance", "-nan"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_nan_is_wrong_usage(arguments):
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == 2
    assert "is no number" in result.stderr
