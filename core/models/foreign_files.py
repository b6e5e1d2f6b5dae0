"""What a file is that bears the name of a model and is none."""

from collections.abc import Callable

_SIGNS: tuple[tuple[Callable[[bytes], bool], str], ...] = (
    (
        lambda start: start.startswith(b"version https://git-lfs"),
        "is a Git LFS pointer, not the model itself: fetch it with 'git lfs pull', or download the file",
    ),
    (
        lambda start: start.lstrip().lower().startswith((b"<!doctype", b"<html", b"<?xml")),
        "is a web page, not a model (a log-in or error page was saved): download it again, logged in if need be",
    ),
    (
        lambda start: start[:4] in (b"lmgg", b"fmgg", b"tjgg", b"algg"),
        "is in a GGML format from before GGUF, which no longer loads: download a GGUF file of this model",
    ),
    (
        lambda start: start[:2] == b"PK" or start[8:9] == b"{",
        "holds weights in another format (PyTorch or safetensors): download a GGUF file of this model",
    ),
    (
        lambda start: not start.strip(b"\0"),
        "is filled with zeros (a download that was only begun): download it again",
    ),
)


def say_what_it_is(name: str, start: bytes) -> str:
    """A sentence for the user from the first 64 bytes of a file that is no GGUF."""
    for is_it, sentence in _SIGNS:
        if is_it(start):
            return f"{name} {sentence}"
    return f"{name} is not a GGUF file (it begins with {start[:4]!r}): choose a .gguf file, or download it again"
