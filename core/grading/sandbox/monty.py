"""Foreign code in Monty, a small Python interpreter made to hold such code.

pydantic-monty runs it in a worker process of its own without files, network or
processes, with limits of time and memory, in well under a millisecond a call.
It is not all of Python. What it lacks is made up for where that keeps the
meaning (dialect.py); what is still missing ends as UNSUPPORTED. Monty often
reports a lack as an ordinary error ("'str' object has no attribute
'translate'"), so an error is believed only when CPython would raise it too.
"""

import builtins
import collections
import re
import time
import types
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from core.grading.sandbox.contract import Call, Ended, Result
from core.grading.sandbox.dialect import Translation, translate
from core.grading.sandbox.known_names import find_in_library, is_known_module
from core.grading.sandbox.own_errors import MARK
from core.grading.sandbox.refusal import NotInDialect
from core.grading.sandbox.stand_in import own_name
from core.grading.sandbox.values import Foreign, decode, encode

MEMORY_BYTES = 256 * 1024 * 1024
PRINTED_CHARACTERS = 20_000
_RECURSION = 3000
# Says which lack of Monty an ordinary error may be.
_LACKS = re.compile(
    r"not (?:yet )?support|does not yet|monty|unexpected keyword argument|not implemented", re.IGNORECASE
)
_NO_NAME = re.compile(r"name '(\w+)' is not defined")
_NO_ATTRIBUTE = re.compile(r"(?:type object )?'([\w.]+)' (?:object )?has no attribute '(\w+)'")
_MODULE_ATTRIBUTE = re.compile(r"module '([\w.]+)' has no attribute '(\w+)'|cannot import name '(\w+)' from '([\w.]+)'")
_NO_MODULE = re.compile(r"No module named '([\w.]+)'")
_ARGUMENTS = re.compile(r"\b(str|list|dict|set|frozenset|tuple|int|float|bytes)\.(\w+)\(\)")
_OWN_CLASS = re.compile(
    r"'(\w+)' (?:and|object)|and '(\w+)'|instances of '(\w+)'|type '(\w+)'|unhashable type: '(\w+)'"
)
_ITERATORS = ("iterator", "generator", "zip", "map", "filter", "enumerate", "reversed", "deque", "Yielded")


class MontySandbox:
    """Runs code in Monty. Use as a context manager, or `close()` it: it keeps a worker process.

    >>> with MontySandbox() as sandbox:
    ...     [result.value for result in sandbox.run_calls("def f(x): return x + 1", [Call("f", (1,))], timeout_s=1)]
    [2]
    """

    name = "monty"

    def __init__(self, *, memory_bytes: int = MEMORY_BYTES) -> None:
        self._memory_bytes = memory_bytes
        self._pool: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the worker; safe to call twice. The next run starts another."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.__exit__(None, None, None)

    def run_calls(self, source: str, calls: Sequence[Call], *, timeout_s: float) -> list[Result]:
        """One result a call, each in a session of its own; the rest share the fate of a call that did not end."""
        try:
            translation = translate(source)
        except NotInDialect as refusal:
            return [Result(Ended.UNSUPPORTED, message=f"The built-in interpreter lacks something: {refusal}.")] * len(
                calls
            )
        except (SyntaxError, ValueError):
            translation = Translation(source, eager=False)  # Monty's own parser has the last word
        except (RecursionError, MemoryError):
            return [Result(Ended.RAISED, message="The code is nested too deeply.", raised=("SyntaxError",))] * len(
                calls
            )
        results: list[Result] = []
        for call in calls:
            results.append(self._run(source, translation, call, timeout_s))
            if results[-1].ended in (Ended.TIMED_OUT, Ended.OUT_OF_MEMORY):
                return results + [results[-1]] * (len(calls) - len(results))
        return results

    def _run(self, source: str, translation: Translation, call: Call, timeout_s: float) -> Result:
        import pydantic_monty as monty

        printed = _Printed()
        start = time.perf_counter()
        try:
            value = self._feed(translation, call, timeout_s, printed)
        except monty.MontyCrashedError as crash:
            ended = Ended.TIMED_OUT if crash.timed_out else Ended.OUT_OF_MEMORY
            result = Result(ended, message="The code ended its interpreter.")
        except monty.MontyError as error:
            result = _read_error(error, source)
        else:
            result = Result(Ended.RETURNED, _plain(value))
            if own_name("fractions", "Fraction") in translation.source and _holds_object(result.value):
                result = Result(Ended.UNSUPPORTED, message="The built-in interpreter cannot give a fraction back.")
        if translation.eager and result.ended in (Ended.TIMED_OUT, Ended.OUT_OF_MEMORY):
            result = Result(Ended.UNSUPPORTED, message="The built-in interpreter cannot run endless iterators.")
        output, duration_s = printed.text, time.perf_counter() - start
        return Result(result.ended, result.value, result.message, output, duration_s, result.raised)

    def _feed(self, translation: Translation, call: Call, timeout_s: float, printed: Any) -> Any:
        import pydantic_monty as monty

        if self._pool is None:
            self._pool = monty.Monty(max_checkouts_per_worker=2000, request_timeout=60.0)
            self._pool.__enter__()
        limits = {
            "max_feed_duration_secs": timeout_s,
            "max_memory": self._memory_bytes,
            "max_recursion_depth": _RECURSION,
            "max_suspensions": 100,
        }
        policy = {"sleep": "zero", "random_start": {"seed": 0}}
        with self._pool.checkout(limits=limits, os_policy=policy, script_name="solution.py") as session:
            session.feed_run(translation.source, print_callback=printed)
            stdin = own_name("builtins", "STDIN")
            if stdin in translation.source:
                session.feed_run(
                    f"{stdin}[:] = _lines", inputs={"_lines": call.stdin.splitlines()}, print_callback=printed
                )
            inputs = {"_args": list(call.args), "_kwargs": dict(call.kwargs)}
            plain = f"_value = {_PLAIN}(_value)\n" if f"def {_PLAIN}(" in translation.source else ""
            code = f"_value = {call.function}(*_args, **_kwargs)\n{plain}(type(_value).__name__, {_READ_OUT})"
            return session.feed_run(code, inputs=inputs, print_callback=printed)


class _Printed:
    """The beginning of what the code prints."""

    text = ""

    def __call__(self, _stream: str, text: str) -> None:
        self.text += text[: max(0, PRINTED_CHARACTERS - len(self.text))]


_PLAIN = own_name("enumerations", "plain")
# An iterator is read where it lives: outside it would be its description.
_READ_OUT = f"list(_value) if any(_kind in type(_value).__name__ for _kind in {_ITERATORS!r}) else _value"


def _plain(pair: Any) -> Any:
    """The value of a call without anything of Monty's about it."""
    kind, value = pair if isinstance(pair, tuple) and len(pair) == 2 else ("", None)
    if isinstance(value, str) and kind != "str":
        return Foreign(str(kind))
    try:
        return decode(encode(value))
    except RecursionError:
        return Foreign("nested too deeply")


def _holds_object(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_holds_object, [*value.keys(), *value.values()]))
    return any(map(_holds_object, value)) if isinstance(value, list | tuple | set) else isinstance(value, Foreign)


def _read_error(error: Any, source: str) -> Result:
    """What an error says about the code, or about Monty."""
    raised = error.exception()
    names, is_own, told = str(raised).partition(MARK)
    lineage = tuple(names.split(">")) if is_own else tuple(kind.__name__ for kind in type(raised).__mro__)
    message = f"{lineage[0]}: {(told if is_own else str(raised))[:300]}"
    if is_own:  # the code's own exception is never a lack
        return Result(Ended.RAISED, message=message, raised=lineage)
    if isinstance(raised, TimeoutError) and "limit" in message:
        return Result(Ended.TIMED_OUT, message="Not done in time.")
    if isinstance(raised, MemoryError):
        return Result(Ended.OUT_OF_MEMORY, message=message)
    if _is_lack(raised, str(raised), source):
        return Result(Ended.UNSUPPORTED, message=f"The built-in interpreter lacks something: {message}")
    return Result(Ended.RAISED, message=message, raised=lineage)


def _is_lack(raised: BaseException, text: str, source: str) -> bool:
    """Whether CPython would not have raised this."""
    found = False
    match raised:
        case NotImplementedError():
            found = bool(_LACKS.search(text)) or "NotImplementedError" not in source
        case NameError() if name := _NO_NAME.search(text):
            found = hasattr(builtins, name[1])
        case ImportError():
            found = _lacks_module(text)
        case AttributeError():
            found = _lacks_attribute(text)
        case PermissionError():
            found = True  # files
        case RecursionError():
            found = "setrecursionlimit" in source
        case TypeError():
            found = _lacks_operation(text, source)
    stated = _LACKS.search(text) if isinstance(raised, TypeError | RuntimeError | ValueError | SyntaxError) else None
    # "unexpected keyword argument" is Monty's lack only for a method of a built-in type.
    return found or (stated is not None and ("unexpected" not in stated[0] or bool(_ARGUMENTS.search(text))))


def _lacks_module(text: str) -> bool:
    if found := _NO_MODULE.search(text):
        return is_known_module(found[1])
    return _lacks_attribute(text)


def _lacks_attribute(text: str) -> bool:
    if found := _MODULE_ATTRIBUTE.search(text):
        module, name = (found[1], found[2]) if found[1] else (found[4], found[3])
        return hasattr(find_in_library(module), name)
    found = _NO_ATTRIBUTE.search(text)
    if found is None:
        return False
    if "no __dict__ for setting" in text and (found[1] == "function" or _is_error(found[1])):
        return True
    kind: Any = getattr(builtins, found[1], None) or _OTHER_TYPES.get(found[1]) or find_in_library(found[1])
    return kind is not None and (hasattr(kind, found[2]) or kind is iter)


def _is_error(name: str) -> bool:
    kind = getattr(builtins, name, None)
    return isinstance(kind, type) and issubclass(kind, BaseException)


_OTHER_TYPES: dict[str, Any] = {
    "function": types.FunctionType,
    "NoneType": type(None),
    "list_iterator": iter,  # may stand for a generator
    "module": types.ModuleType,
    "defaultdict": dict,
    "Counter": collections.Counter,
    "deque": collections.deque,
}


def _lacks_operation(text: str, source: str) -> bool:
    """A TypeError about a class of the code's own that defines operators, or about arguments of a built-in method."""
    if found := _ARGUMENTS.search(text):
        return found[2] in ("union", "intersection", "difference", "update", "split", "sort", "pop", "index", "count")
    own = {name for names in _OWN_CLASS.findall(text) for name in names if name}
    defines_operators = "IntEnum" in source or bool(re.search(r"def __\w+__", source.replace("def __init__", "")))
    return defines_operators and any(re.search(rf"class {name}\b", source) for name in own)
