"""This machine in a line."""

import os

from core.models.machine import machine_memory


def memory_words() -> str:
    memory = machine_memory()
    return (
        f"{os.cpu_count()} processor cores, {memory.total_bytes / 2**30:.0f} GiB of memory, "
        f"{memory.available_bytes / 2**30:.0f} GiB free now."
    )
