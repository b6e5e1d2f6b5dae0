"""Processes by pid and start time together: a pid alone may belong to somebody else by now."""

import os

import psutil

_START_TOLERANCE_S = 1.5  # the clock behind a start time is coarse on some systems


def own_process() -> tuple[int, float]:
    """(pid, start time in seconds since 1970) of this process."""
    return os.getpid(), psutil.Process().create_time()


def is_alive(pid: int | None, started: float | None) -> bool:
    """Whether that very process still runs; a zombie does not."""
    if pid is None or started is None:
        return False
    try:
        process = psutil.Process(pid)
        return abs(process.create_time() - started) < _START_TOLERANCE_S and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
