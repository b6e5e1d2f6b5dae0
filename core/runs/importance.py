"""Importance matrices made here: known by the contents of the model and of the text, and made once.

They lie in the cache folder, since they can be made again.
"""

from collections.abc import Callable
from pathlib import Path

from core.errors import StoreError
from core.inference.importance import USUAL_CHUNKS, collect_importance
from core.models.home import cache_folder
from core.models.model_file import load_model_file
from core.runs.kept_texts import read_text
from core.runs.records import content_hash


def make_importance(
    source: Path,
    text_path: Path,
    on_share: Callable[[float], None],
    cancelled: Callable[[], bool],
    max_chunks: int = USUAL_CHUNKS,
) -> Path:
    """The importance matrix of a model on a text; one that is there already is taken as it is.

    Raises StoreError (text, folder), ModelFileError, InferenceError (text
    shorter than a chunk, cancelled, disk), ModelProcessDied.
    """
    text = read_text(text_path).strip()
    key = f"{load_model_file(source).fingerprint[:16]}-{content_hash(text)[:16]}-{max_chunks}"
    path = cache_folder() / "importance" / f"{key}.imatrix"
    if not path.is_file():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{path.parent} could not be made ({error.strerror}): make room there.") from error
        collect_importance(source, text, path, max_chunks=max_chunks, progress=on_share, cancelled=cancelled)
    return path
