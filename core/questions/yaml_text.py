"""YAML of a question file, read without letting it build objects or grow.

PyYAML's safe loader makes plain values only, but an alias may stand for a list
of aliases and so on: ten lines can mean a billion values. Aliases are refused.
"""

from typing import Any

import yaml

from core.errors import QuestionSetError

SIZE_CHARACTERS_AT_MOST = 2_000_000  # the loader takes seconds for a few MB


class _PlainLoader(yaml.SafeLoader):
    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()  # type: ignore[no-untyped-call]
            raise yaml.YAMLError(f"line {event.start_mark.line + 1} has an alias (*{event.anchor}); write it out")
        return super().compose_node(parent, index)


# Dates stay the text they are.
_PlainLoader.yaml_implicit_resolvers = {
    sign: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for sign, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def parse_yaml(text: str, name: str) -> Any:
    """The value of a YAML text. Raises QuestionSetError, with the line where there is one."""
    if len(text) > SIZE_CHARACTERS_AT_MOST:
        raise QuestionSetError(f"{name} has over {SIZE_CHARACTERS_AT_MOST / 1e6:.0f} MB of YAML; give it as JSON.")
    try:
        return yaml.load(text, Loader=_PlainLoader)  # a subclass of the safe loader
    except RecursionError as error:
        raise QuestionSetError(f"{name} is no YAML that can be read: nested too deeply.") from error
    except (yaml.YAMLError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f", line {mark.line + 1}" if mark is not None else ""
        told = getattr(error, "problem", None) or str(error)
        raise QuestionSetError(f"{name}{place} is no YAML that can be read: {told}.") from error
