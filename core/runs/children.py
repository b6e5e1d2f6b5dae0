"""Starting the processes that outlive a page: the runner and the jobs."""

import os
import subprocess
import sys
import threading
from pathlib import Path

from core.models.home import HOME_VARIABLE, home_folder

_ROOT = Path(__file__).resolve().parents[2]
_LOG_BYTES_AT_MOST = 1_000_000


def start_child(module: str, arguments: list[str], log_path: Path) -> int:
    """Run a module of ours in a process of its own; returns its pid at once. What it prints goes to the log."""
    if log_path.exists() and log_path.stat().st_size > _LOG_BYTES_AT_MOST:
        log_path.unlink()
    environment = dict(os.environ)
    if environment.get(HOME_VARIABLE, "").strip():
        # The child works in another folder, where a relative path would mean another home.
        environment[HOME_VARIABLE] = str(home_folder())
    with log_path.open("ab") as log:
        child = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=_ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            # Closing the terminal or stopping the app must not stop the work.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) if os.name == "nt" else 0,
        )
    # Whoever starts a process has to hear of its end, or a dead one stays listed for as long as the starter lives.
    threading.Thread(target=child.wait, daemon=True).start()
    return child.pid
