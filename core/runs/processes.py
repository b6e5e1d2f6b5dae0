"""Processes by pid and start time together: a pid alone may belong to somebody else by now."""

import os

import psutil

_START_TOLERANCE_S = 1.5  # the clock behind a start time is coarse on some systems


def own_process() -> tuple[int, float]:
    """(pid, start time in seconds since 1970) of this process."""
    return os.getpid(), psutil.Process().create_time()


def find_start(pid: int) -> float | None:
    """When a process started, in seconds since 1970; None when it is gone."""
    try:
        return float(psutil.Process(pid).create_time())
    except psutil.Error:
        return None


def is_self(pid: int) -> bool:
    """Whether that is this process as its starter knows it: on Windows the python of a venv starts the real one."""
    return pid == os.getpid() or (os.name == "nt" and pid == os.getppid())


def is_alive(pid: int | None, started: float | None) -> bool:
    """Whether that very process still runs; a zombie does not."""
    if pid is None or started is None:
        return False
    try:
        process = psutil.Process(pid)
        return abs(process.create_time() - started) < _START_TOLERANCE_S and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
