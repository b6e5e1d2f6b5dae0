"""The folders that a person names: where each really is, and why one of them cannot be searched.

A name may begin with ~, and a single model file may be named in place of its
folder. What cannot be searched at all is told apart from a fault inside a
folder: whoever named it has to name another.
"""

import os
from pathlib import Path

from core.models.model_paths import Problem, walk_folder

CHOSEN = "chosen folder"


def expand_folder(folder: Path) -> Path:
    """The absolute path, with ~ as the home it stands for; a ~ of a user who is unknown stays."""
    try:
        return folder.expanduser().absolute()
    except RuntimeError:
        return folder.absolute()


def why_not_searched(folder: Path) -> Problem | None:
    """What to tell the person who named this folder; None where there is something to search.

    >>> why_not_searched(Path("/etc/passwd")).reason
    '/etc/passwd is a file, but no .gguf: name the folder that your model files are in'
    """
    reason = _fault(folder)
    return Problem(folder, reason, CHOSEN) if reason else None


def _fault(folder: Path) -> str:
    try:
        folder.stat()
        with os.scandir(folder):
            return ""
    except FileNotFoundError:
        return f"{folder} is not there: check its name, or choose another folder"
    except NotADirectoryError:
        if not os.path.lexists(folder):  # something on the way to it is a file
            return f"{folder} is not there: check its name, or choose another folder"
        if next(walk_folder(folder, CHOSEN), None) is not None:
            return ""
        return f"{folder} is a file, but no .gguf: name the folder that your model files are in"
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why = (isinstance(error, OSError) and error.strerror) or error
        return f"{folder} cannot be opened ({why}): check its name and its rights"
