"""This machine in a line."""

import os

from core.models.fit import gigabytes
from core.models.machine import machine_memory


def memory_words() -> str:
    memory = machine_memory()
    return (
        f"{os.cpu_count()} processor cores, {gigabytes(memory.total_bytes)} of memory, "
        f"{gigabytes(memory.available_bytes)} free now."
    )
