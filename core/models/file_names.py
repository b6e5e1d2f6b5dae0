"""File names that are no text: Linux allows any bytes, the rest of the world wants UTF-8.

Python carries such bytes as lone surrogates, which neither the store nor JSON
nor a page can hold. A model file whose path has them is refused with a
sentence, and shown with � in their place.
"""

from pathlib import Path

from core.errors import ModelFileError


def refuse_unless_text(path: Path) -> None:
    """Raise ModelFileError when the path is not UTF-8 text.

    >>> refuse_unless_text(Path("caf\\udce9.gguf"))
    Traceback (most recent call last):
        ...
    core.errors.ModelFileError: The name of caf�.gguf is not UTF-8 text: rename the file or its folder
    """
    if as_text(path) != str(path):
        raise ModelFileError(f"The name of {as_text(path)} is not UTF-8 text: rename the file or its folder")


def as_text(path: Path | str) -> str:
    """The path with � where it is no text."""
    return str(path).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
