"""This machine in a line."""

import os

import psutil


def memory_words() -> str:
    memory = psutil.virtual_memory()
    return (
        f"{os.cpu_count()} processor cores, {memory.total / 2**30:.0f} GiB of memory, "
        f"{memory.available / 2**30:.0f} GiB free now."
    )
