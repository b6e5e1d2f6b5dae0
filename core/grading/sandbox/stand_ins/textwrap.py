"""Lines of a given width, as in CPython's textwrap for text without tabs and hyphens."""

from typing import Any


def wrap(text: str, width: int = 70, **options: Any) -> list[str]:
    if options:
        raise NotImplementedError("monty: options of textwrap.wrap")
    if "-" in text or "\t" in text:
        raise NotImplementedError("monty: textwrap.wrap of hyphens and tabs")
    lines: list[str] = []
    line = ""
    for word in text.split():
        while len(word) > width:
            room = width - len(line) - 1 if line else width
            if room > 0:
                line = line + " " + word[:room] if line else word[:room]
                word = word[room:]  # noqa: PLW2901
            lines.append(line)
            line = ""
        if not line:
            line = word
        elif len(line) + 1 + len(word) <= width:
            line = line + " " + word
        else:
            lines.append(line)
            line = word
    if line:
        lines.append(line)
    return lines


def fill(text: str, width: int = 70, **options: Any) -> str:
    return "\n".join(wrap(text, width, **options))


def dedent(text: str) -> str:
    lines = text.split("\n")
    margins = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    margin = min(margins) if margins else 0
    return "\n".join([line[margin:] if line.strip() else "" for line in lines])


def shorten(text: str, width: int, placeholder: str = " [...]") -> str:
    whole = " ".join(text.split())
    if len(whole) <= width:
        return whole
    kept = ""
    for word in whole.split(" "):
        longer = kept + " " + word if kept else word
        if len(longer) + len(placeholder) > width:
            break
        kept = longer
    return kept + placeholder if kept else placeholder.strip()
