"""The memory of this machine: what there is, what is free, and what a container allows.

Inside a container the kernel still shows the whole machine's memory, but a
process over the container's limit is killed. So the limits of control groups
(version 2 and 1) are honoured where they exist.
"""

from dataclasses import dataclass
from pathlib import Path

import psutil

CGROUP_ROOT = Path("/sys/fs/cgroup")
NO_LIMIT = 1 << 60  # version 1 writes a number near 2**63 for "none"


@dataclass(frozen=True)
class MachineMemory:
    total_bytes: int
    available_bytes: int  # free, or easily freed


def machine_memory(cgroup_root: Path = CGROUP_ROOT, own_group: Path = Path("/proc/self/cgroup")) -> MachineMemory:
    """What a model process may use now."""
    memory = psutil.virtual_memory()
    total, available = int(memory.total), int(memory.available)
    for limit, used in _container_limits(cgroup_root, own_group):
        total = min(total, limit)
        available = min(available, max(0, limit - used))
    return MachineMemory(total, available)


def _container_limits(root: Path, own_group: Path) -> list[tuple[int, int]]:
    """(limit, used without what the kernel can drop) of every group this process is in."""
    limits = []
    for folder in _group_folders(root, own_group):
        limit = _number(folder / "memory.max") or _number(folder / "memory.limit_in_bytes")
        used = _number(folder / "memory.current") or _number(folder / "memory.usage_in_bytes") or 0
        if limit is not None and 0 < limit < NO_LIMIT:
            limits.append((limit, max(0, used - _droppable(folder / "memory.stat"))))
    return limits


def _group_folders(root: Path, own_group: Path) -> list[Path]:
    """The group of this process and those above it, and the root, which is what a container sees."""
    folders = [root, root / "memory"]
    try:
        lines = own_group.read_text(encoding="utf-8").splitlines()
    except OSError:
        return folders
    for line in lines:
        _, controllers, path = [*line.split(":", 2), "", ""][:3]
        base = root / "memory" if "memory" in controllers.split(",") else root
        inside = base / path.strip("/")
        while inside != base and base in inside.parents:
            folders.append(inside)
            inside = inside.parent
    return folders


def _number(path: Path) -> int | None:
    try:
        text = path.read_text(encoding="utf-8").strip()
    except OSError:
        return None
    return int(text) if text.isdigit() else None


def _droppable(path: Path) -> int:
    """File pages that nobody used lately."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0
    values = dict(line.split(" ", 1) for line in lines if " " in line)
    text = values.get("inactive_file", values.get("total_inactive_file", "0")).strip()
    return int(text) if text.isdigit() else 0
