"""Models split over several files: the first part finds the others.

llama.cpp names the parts NAME-00001-of-00003.gguf and so on, loads the first
and looks for the rest beside it. Each part has a header of its own with
split.no (from 0), split.count and split.tensors.count (of all parts).
"""

import re
from pathlib import Path

from core.errors import ModelFileError
from core.models.header import Header
from core.models.header_reader import read_header

PART_NAME = re.compile(r"(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})(?P<suffix>\.gguf)", re.IGNORECASE)


def part_number(path: Path) -> tuple[int, int] | None:
    """(2, 3) for NAME-00002-of-00003.gguf; None for a file that is not split."""
    match = PART_NAME.fullmatch(path.name)
    return (int(match["number"]), int(match["count"])) if match else None


def find_parts(path: Path) -> tuple[Path, ...]:
    """All parts of the model that `path` belongs to, in order; itself when it is not split.

    Raises ModelFileError naming the first part that is missing.
    """
    match = PART_NAME.fullmatch(path.name)
    if not match:
        return (path,)
    count = int(match["count"])
    parts: list[Path] = []
    for number in range(1, count + 1):
        part = path.with_name(f"{match['stem']}-{number:05d}-of-{count:05d}{match['suffix']}")
        if not part.is_file():
            raise ModelFileError(
                f"{part.name} is missing beside {path.name}: download all {count} parts into {path.parent}"
            )
        parts.append(part)
    if not parts:
        raise ModelFileError(f"{path.name} says that it has no parts: download it again")
    return tuple(parts)


def read_headers(path: Path) -> tuple[Header, ...]:
    """The headers of all parts, in order, after checking that they belong together.

    Raises ModelFileError for a missing, foreign or damaged part.
    """
    headers = tuple(read_header(part) for part in find_parts(path))
    count = len(headers)
    for index, header in enumerate(headers):
        announced = header.integer("split.count") or 1
        number = header.integer("split.no") or 0
        if count == 1 and announced > 1:
            raise ModelFileError(
                f"{path.name} is part {number + 1} of {announced} of a split model, but its name does not say so: "
                f"name the parts NAME-00001-of-{announced:05d}.gguf and so on"
            )
        if (announced, number) != (count, index):
            raise ModelFileError(
                f"{header.path.name} is part {number + 1} of {announced} by its header, not part {index + 1} of "
                f"{count}: download the parts of this model again"
            )
    expected = headers[0].integer("split.tensors.count")
    found = sum(len(header.tensors) for header in headers)
    if count > 1 and expected is not None and expected != found:
        raise ModelFileError(
            f"The {count} parts of {headers[0].path.name} hold {found} tensors, {expected} were announced: "
            "download the parts of this model again"
        )
    return headers
