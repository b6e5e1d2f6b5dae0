"""Where a run took place, so that a figure can be traced and a speed understood."""

import platform
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import psutil

_ENGINE = "llama-cpp-python"


def describe_environment() -> dict[str, str]:
    """System, processor, memory and versions as short texts; what is unknown is left out.

    >>> sorted(describe_environment())
    ['cores', 'llama-cpp-python', 'machine', 'memory', 'python', 'system']
    """
    found = {
        "system": f"{platform.system()} {platform.release()}",
        "machine": _processor() or platform.machine(),
        "cores": f"{psutil.cpu_count(logical=False) or '?'} ({psutil.cpu_count() or '?'} logical)",
        "memory": f"{psutil.virtual_memory().total / 1e9:.1f} GB",
        "python": platform.python_version(),
    }
    with suppress(PackageNotFoundError):  # only servers were asked
        found[_ENGINE] = version(_ENGINE)
    return found


def _processor() -> str:
    """The processor's name; the standard library knows it on Windows and macOS only."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
