"""Where things lie: the one place that knows the folders of the user.

Everything that Surefit keeps is under one folder: the user data folder of the
system, or `SUREFIT_HOME`. What can be computed again is in the cache folder,
which may be deleted at any time. Nothing is ever written into the checkout.

The functions only name paths, from the environment as it is at the call; who
writes there creates the folder.
"""

import os
from pathlib import Path

import platformdirs

HOME_VARIABLE = "SUREFIT_HOME"


def home_folder() -> Path:
    """The folder of everything that is kept, such as ~/.local/share/surefit on Linux."""
    chosen = os.environ.get(HOME_VARIABLE, "").strip()
    if chosen:
        return Path(chosen).expanduser().absolute()
    return Path(platformdirs.user_data_dir("surefit", appauthor=False))


def models_folder() -> Path:
    """Model files that Surefit fetched or made."""
    return home_folder() / "models"


def store_path() -> Path:
    """The results store."""
    return home_folder() / "surefit.sqlite3"


def cache_folder() -> Path:
    """What can be computed again; inside `SUREFIT_HOME` when that is set."""
    if os.environ.get(HOME_VARIABLE, "").strip():
        return home_folder() / "cache"
    return Path(platformdirs.user_cache_dir("surefit", appauthor=False))
