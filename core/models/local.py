"""The model files of this machine: Surefit's own folder, the user's, and the usual places."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from core.models.discovery import Discovery, OnFile, find_model_files
from core.models.home import cache_folder, models_folder
from core.models.model_paths import lm_studio_folder
from core.models.places import Place, known_places


def find_local_models(folders: Iterable[Path] = (), on_file: OnFile | None = None) -> Discovery:
    """Look everywhere; files that did not change since the last look come from a cache."""
    return find_model_files(folders, places_of_this_machine(), cache_folder() / "model_files.json", on_file)


def places_of_this_machine() -> tuple[Place, ...]:
    """Our own models, what LM Studio is set to, and the usual places of other programs."""
    own = Place("Surefit", models_folder())
    chosen = lm_studio_folder(Path.home())
    settings = (Place("LM Studio", chosen),) if chosen else ()
    return (own, *settings, *known_places(sys.platform, Path.home(), os.environ))
