"""What CPython's standard library holds, by name: to tell Monty's lacks from the code's own faults.

Only modules of this list are imported, and only their names are read.
"""

import importlib
import sys
from functools import cache
from typing import Any

_READABLE = frozenset(
    {
        *("base64", "bisect", "calendar", "collections", "contextlib", "copy", "csv", "dataclasses", "datetime"),
        *(
            "decimal",
            "enum",
            "fractions",
            "functools",
            "hashlib",
            "heapq",
            "io",
            "itertools",
            "json",
            "math",
            "operator",
            "os",
            "random",
        ),
        *("re", "statistics", "string", "sys", "textwrap", "time", "types", "typing", "unicodedata"),
    }
)
# Packages that programs often use, and that no sandbox here has.
_PACKAGES = frozenset({"numpy", "pandas", "scipy", "sympy", "requests", "sortedcontainers", "networkx", "dateutil"})


def is_known_module(name: str) -> bool:
    """Whether a module exists in the standard library, or is a package in wide use."""
    top = name.partition(".")[0]
    return top in sys.stdlib_module_names or top in _PACKAGES


@cache
def public_names(module: str) -> frozenset[str]:
    """What `from module import *` brings; empty for a module that is not in the list."""
    if module not in _READABLE:
        return frozenset()
    loaded = importlib.import_module(module)
    return frozenset(getattr(loaded, "__all__", None) or [name for name in vars(loaded) if not name.startswith("_")])


def find_in_library(path: str) -> Any:
    """The object at `datetime.datetime`, `math` or `str.join`; None where there is none."""
    module, _, rest = path.partition(".")
    if module not in _READABLE:
        return None
    found: Any = importlib.import_module(module)
    for name in rest.split(".") if rest else ():
        found = getattr(found, name, None)
    return found
