"""The process in which CPython runs foreign code: started by cpython.py, not imported.

It reads one request from its standard input, confines itself, and writes one
line of JSON for each call to what was its standard output; foreign code is
left with closed inputs and outputs. Whatever that code writes to the line
itself is worth no more than a value it returns, because the process never
learns what is expected.
"""

import importlib.util
import io
import json
import os
import sys
import time
from types import ModuleType
from typing import Any


class BoundedText(io.StringIO):
    """Keeps the beginning of what is printed and drops the rest."""

    def write(self, text: str) -> int:
        room = 20_000 - self.tell()
        if room > 0:
            super().write(text[:room])
        return len(text)


def run(values: ModuleType, source: str, call: dict[str, Any]) -> dict[str, Any]:
    printed = BoundedText()
    sys.stdout = sys.stderr = printed
    sys.stdin = io.StringIO(call.get("stdin", ""))
    start = time.perf_counter()
    try:
        names: dict[str, Any] = {"__name__": "solution"}
        exec(compile(source, "solution.py", "exec"), names)  # the purpose of this process
        start = time.perf_counter()
        if call["function"] not in names:
            raise NameError(f"name {call['function']!r} is not defined")
        value = names[call["function"]](*values.decode(call["args"]), **values.decode(call["kwargs"]))
        duration_s = time.perf_counter() - start
        result = {"ended": "returned", "value": values.encode(value), "duration_s": duration_s}
    except MemoryError:
        result = {"ended": "out of memory", "message": "MemoryError"}
    except BaseException as error:  # noqa: BLE001 - foreign code may raise anything, SystemExit too
        lineage = [kind.__name__[:80] for kind in type(error).__mro__][:12]
        message = f"{type(error).__name__}: {str(error)[:300]}"
        result = {"ended": "raised", "raised": lineage, "message": message, "duration_s": time.perf_counter() - start}
    return {**result, "printed": printed.getvalue()}


def load(path: str) -> ModuleType:
    """A module by its file: this process has no packages to import from."""
    name = os.path.basename(path).removesuffix(".py")  # noqa: PTH119 - as little as possible is imported here
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    request = json.loads(sys.stdin.buffer.read())
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="backslashreplace")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    confine, values = load(request["confine"]), load(request["values"])
    held = confine.confine(request["memory_bytes"], request["cpu_s"], request["file_bytes"])
    lines.write(json.dumps({"held": held}) + "\n")
    lines.flush()
    for call in request["calls"]:
        lines.write(json.dumps(run(values, request["source"], call)) + "\n")
        lines.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
