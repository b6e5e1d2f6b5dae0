"""The model files of this machine: Surefit's own folder, the user's, and the usual places."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from core.models.discovery import Discovery, OnFile, find_model_files
from core.models.home import cache_folder, models_folder
from core.models.places import known_places


def find_local_models(folders: Iterable[Path] = (), on_file: OnFile | None = None) -> Discovery:
    """Look everywhere; files that did not change since the last look come from a cache."""
    places = known_places(sys.platform, Path.home(), os.environ)
    return find_model_files([models_folder(), *folders], places, cache_folder() / "model_files.json", on_file)
