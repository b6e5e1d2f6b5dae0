"""What is known to crash, and what is known to work, on this processor with this build.

llama.cpp's extra buffer types (repacked weights) make some builds die in the
first decode. Once that was seen, and the same file worked without them, later
runs leave them out at once. The memory is a small JSON file; losing it costs
one more crash.
"""

import contextlib
import importlib.metadata
import json
import os
import platform
import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from core.inference.exchange import Settings

_MAX_BYTES = 1 << 20


def advise(remembered: Path, settings: Settings) -> Settings:
    """The settings, without extra buffer types where these crashed and leaving them out worked."""
    seen = _load(remembered).get(this_machine(), {})
    if settings.use_extra_bufts and seen.get("crashed_with_extra_bufts") and seen.get("worked_without"):
        return replace(settings, use_extra_bufts=False)
    return settings


def note_crash(remembered: Path, settings: Settings) -> None:
    if settings.use_extra_bufts:
        _note(remembered, "crashed_with_extra_bufts")


def note_success(remembered: Path, settings: Settings) -> None:
    """Only worth a line where the extra buffer types are known to crash."""
    if not settings.use_extra_bufts and _load(remembered).get(this_machine(), {}).get("crashed_with_extra_bufts"):
        _note(remembered, "worked_without")


def this_machine() -> str:
    """A hash of processor and build: another wheel or another machine starts afresh."""
    return sha256(f"{_processor()}|{_build()}".encode()).hexdigest()[:24]


def _processor() -> str:
    with contextlib.suppress(OSError):
        text = Path("/proc/cpuinfo").read_text(errors="replace")
        found = re.findall(r"^(?:model name|flags|Features)\s*:\s*(.*)$", text, re.MULTILINE)
        if found:
            return " ".join(found[:2])
    return f"{platform.machine()} {platform.processor()}"


def _build() -> str:
    """Version and checksums of the installed package, without loading its library; "" where none is."""
    try:
        distribution = importlib.metadata.distribution("llama-cpp-python")
    except importlib.metadata.PackageNotFoundError:
        return ""
    record = distribution.read_text("RECORD") or ""
    libraries = sorted(line for line in record.splitlines() if "ggml" in line)
    return "\n".join([distribution.version, *libraries])


def _load(remembered: Path) -> dict[str, dict[str, bool]]:
    """What was noted; a file that is missing or damaged holds nothing."""
    with contextlib.suppress(OSError, ValueError):
        if remembered.stat().st_size <= _MAX_BYTES:
            content = json.loads(remembered.read_text("utf-8"))
            if isinstance(content, dict) and all(isinstance(value, dict) for value in content.values()):
                return content
    return {}


def _note(remembered: Path, what: str) -> None:
    content = _load(remembered)
    content.setdefault(this_machine(), {})[what] = True
    with contextlib.suppress(OSError):  # a read-only folder: only the memory is lost
        remembered.parent.mkdir(parents=True, exist_ok=True)
        beside = remembered.with_suffix(f".{os.getpid()}.tmp")
        beside.write_text(json.dumps(content), "utf-8")
        beside.replace(remembered)
