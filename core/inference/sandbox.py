"""Chat templates run here: Jinja in a sandbox, with limits.

A template comes with a downloaded file, so it is hostile until shown
otherwise. Three walls: Jinja's immutable sandbox (no attributes that lead out,
nothing changed), sizes (whatever grows text is checked before it grows), and
time (an exception is raised in the rendering thread when it is over).
"""

import ctypes
import datetime
import functools
import json
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn

import jinja2
import jinja2.ext
import jinja2.nodes
import jinja2.sandbox
import jinja2.visitor

from core.errors import TemplateError

MAX_TEMPLATE_CHARACTERS = 200_000  # the longest published ones have about 20,000
MAX_TEXT_CHARACTERS = 4_000_000  # of a rendered prompt, and of any value on the way to it
MAX_ITEMS = 100_000  # of a nested value that is written out
TIME_LIMIT_S = 5.0

# Filters and methods whose result may be far longer than what they are given.
_GROWING_FILTERS = ("center", "format", "indent", "pprint", "xmlattr", "urlize", "wordwrap", "random")
_GROWING_METHODS = frozenset({"center", "ljust", "rjust", "zfill", "expandtabs", "format", "format_map", "translate"})


class TemplateRefused(TemplateError):
    """The template itself called raise_exception: it does not accept such a chat."""


def render(source: str, variables: Mapping[str, object], *, today: datetime.date) -> str:
    """The text that a chat template makes of its variables.

    Raises TemplateRefused when the template refuses the chat, TemplateError
    when it has a fault or breaks a limit.

    Example: `render("{{ messages[0].content }}", {"messages": […]}, today=…)`.
    """
    if len(source) > MAX_TEMPLATE_CHARACTERS:
        raise TemplateError(f"the chat template has {len(source)} characters, over {MAX_TEMPLATE_CHARACTERS}")
    try:
        with _time_limit(TIME_LIMIT_S):
            template = _environment(today).from_string(source)
            return _joined(template.generate(dict(variables)))
    except _OutOfTimeError:
        raise TemplateError(f"the chat template did not finish within {TIME_LIMIT_S:.0f} s") from None
    except (RecursionError, MemoryError, OverflowError) as error:
        raise TemplateError(f"the chat template breaks a limit: {type(error).__name__}") from None
    except jinja2.TemplateSyntaxError as error:
        raise TemplateError(f"the chat template has a fault in line {error.lineno}: {error.message}") from None
    except jinja2.TemplateError as error:
        raise TemplateError(f"the chat template cannot be used: {error.message}") from None
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, ArithmeticError) as error:
        raise TemplateError(f"the chat template fails on this chat: {error}") from None


class _OutOfTimeError(BaseException):
    """Raised from outside; a BaseException so that no template machinery swallows it."""


def _joined(pieces: Iterable[str]) -> str:
    kept: list[str] = []
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > MAX_TEXT_CHARACTERS:
            raise TemplateError("the chat template makes a text that is too long")
        kept.append(piece)
    return "".join(kept)


class _BoundedEnvironment(jinja2.sandbox.ImmutableSandboxedEnvironment):
    """Jinja's sandbox, in which no operation may make a long text."""

    concat = staticmethod(_joined)
    intercepted_binops = frozenset({"+", "*", "**", "%", "//", "-", "/"})

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "+" and _length(left) + _length(right) > MAX_TEXT_CHARACTERS:
            raise TemplateError("the chat template makes a text that is too long")
        if operator == "*":
            _check_repetition(left, right)
        if operator == "**" or (operator == "%" and isinstance(left, str | bytes)):
            raise TemplateError(f"the chat template uses {operator} in a way that is not allowed")
        result = super().call_binop(context, operator, left, right)
        if isinstance(result, int) and result.bit_length() > 256:
            raise TemplateError("the chat template makes a number that is too large")
        return result

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if isinstance(obj, str | bytes) and attr in _GROWING_METHODS:
            return False
        return bool(super().is_safe_attribute(obj, attr, value))

    def call(self, context: Any, obj: Any, *args: Any, **kwargs: Any) -> Any:
        if getattr(obj, "__name__", "") in _GROWING_METHODS:  # Jinja wraps str.format by itself
            raise TemplateError(f"the chat template calls {obj.__name__}, which is not allowed")
        result = super().call(context, obj, *args, **kwargs)
        if _length(result) > MAX_TEXT_CHARACTERS:
            raise TemplateError("the chat template makes a text that is too long")
        return result

    def _parse(self, source: str, name: str | None, filename: str | None) -> jinja2.nodes.Template:
        tree = super()._parse(source, name, filename)
        _ConcatenationAsSum().visit(tree)
        return tree


class _ConcatenationAsSum(jinja2.visitor.NodeTransformer):
    """Turns a ~ b into string(a) + string(b), because only + passes the check of sizes."""

    def visit_Concat(self, node: jinja2.nodes.Concat) -> jinja2.nodes.Node:
        self.generic_visit(node)
        parts: list[jinja2.nodes.Expr] = [
            jinja2.nodes.Filter(part, "string", [], [], None, None, lineno=node.lineno) for part in node.nodes
        ]
        total = parts[0]
        for part in parts[1:]:
            total = jinja2.nodes.Add(total, part, lineno=node.lineno)
        return total


class _GenerationMark(jinja2.ext.Extension):
    """{% generation %} … {% endgeneration %}, which marks the assistant's text for training: shown as it is."""

    tags = {"generation"}  # noqa: RUF012 - Jinja reads it like this

    def parse(self, parser: Any) -> Any:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


def _environment(today: datetime.date) -> _BoundedEnvironment:
    environment = _BoundedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[jinja2.ext.loopcontrols, _GenerationMark]
    )
    environment.finalize = _checked
    for name in _GROWING_FILTERS:
        environment.filters.pop(name, None)
    environment.filters["indent"] = _indent
    environment.filters["tojson"] = _to_json
    environment.filters["replace"] = _replace
    for name in (
        "join",
        "string",
        "list",
        "items",
        "map",
        "escape",
        "e",
        "forceescape",
        "safe",
        "sum",
        "batch",
        "slice",
    ):
        environment.filters[name] = _bounded_filter(environment.filters[name])
    environment.globals["raise_exception"] = _refuse
    environment.globals["strftime_now"] = lambda layout: today.strftime(str(layout)[:200])
    environment.globals.pop("lipsum", None)
    return environment


def _bounded_filter(filter_function: Any) -> Any:
    """The same filter, which refuses values that would make a text that is too long."""

    @functools.wraps(filter_function)  # keeps the marks by which Jinja knows what to pass first
    def bounded(*args: Any, **kwargs: Any) -> Any:
        for value in args:
            _checked(value)
        return filter_function(*args, **kwargs)

    return bounded


def _replace(text: object, old: str, new: str, count: int | None = None) -> str:
    whole = str(_checked(text))
    times = whole.count(old) if count is None else min(int(count), whole.count(old))
    if len(whole) + times * len(new) > MAX_TEXT_CHARACTERS:
        raise TemplateError("the chat template makes a text that is too long")
    return whole.replace(old, new, -1 if count is None else int(count))


def _checked(value: Any) -> Any:
    """The value, unless it would be too long when it is written out."""
    size, n_items, waiting = 0, 0, [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Mapping):
            waiting += [*item.keys(), *item.values()]
        elif isinstance(item, list | tuple | set | frozenset):
            waiting += item
        size += len(item) if isinstance(item, str | bytes) else 1
        n_items += 1
        if size > MAX_TEXT_CHARACTERS or n_items > MAX_ITEMS or len(waiting) > MAX_TEXT_CHARACTERS:
            raise TemplateError("the chat template makes a text that is too long")
    return value


def _indent(text: str, width: int = 4, first: bool = False) -> str:
    margin = " " * min(int(width), 64)
    lines = str(text).splitlines()
    return ("\n" + margin).join(lines) if not first else "\n".join(margin + line for line in lines)


def _to_json(
    value: Any, ensure_ascii: bool = False, indent: int | None = None, sort_keys: bool = False, **_: object
) -> str:
    """Like the filter of the transformers library: plain JSON, no HTML escapes."""
    _checked(value)
    bounded_indent = min(int(indent), 16) if indent is not None else None
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=bounded_indent, sort_keys=sort_keys)


def _refuse(message: object = "") -> NoReturn:
    raise TemplateRefused(f"the chat template refuses this chat: {str(message)[:300]}")


def _check_repetition(left: Any, right: Any) -> None:
    for text, times in ((left, right), (right, left)):
        if hasattr(text, "__len__") and isinstance(times, int) and len(text) * max(times, 0) > MAX_TEXT_CHARACTERS:
            raise TemplateError("the chat template makes a text that is too long")


def _length(value: Any) -> int:
    return len(value) if isinstance(value, str | bytes | list | tuple) else 0


@contextmanager
def _time_limit(limit_s: float) -> Iterator[None]:
    """Raise _OutOfTimeError in this thread once the time is over."""
    target, lock, over = threading.get_ident(), threading.Lock(), False

    def interrupt() -> None:
        with lock:
            if not over:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(target), ctypes.py_object(_OutOfTimeError))

    timer = threading.Timer(limit_s, interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        with lock:
            over = True
        timer.cancel()
