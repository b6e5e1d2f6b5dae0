"""The bytes of a file a person brings -> text, and text -> JSON; bounded, and with a sentence for what is neither.

Text is UTF-8 (with or without a byte order mark) or UTF-16; bytes that are
neither are taken as Windows-1252, and a note says so.
"""

import json
import re
from pathlib import Path
from typing import Any

from core.errors import QuestionSetError

SIZE_BYTES_AT_MOST = 20 * 1024 * 1024
DIGITS_AT_MOST = 1_000  # of a whole number in JSON

_HALF = re.compile(r"[\ud800-\udfff]")
_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")

# Endings of such files: they are taken where a file is uploaded, so that the sentence below is seen.
OTHER_ENDINGS = ("xlsx", "xls", "ods", "parquet", "arrow", "pdf", "gz")

# How a file begins that is often taken for a text -> what it is, and what to do.
_OTHER_FILES: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "is a workbook (.xlsx, .ods) or another ZIP archive: save the sheet as CSV UTF-8 and load that"),
    (b"\xd0\xcf\x11\xe0", "is an old Excel workbook (.xls): save the sheet as CSV UTF-8 and load that"),
    (b"PAR1", "is a Parquet file: write it as JSON Lines first, in pandas to_json(…, orient='records', lines=True)"),
    (b"ARROW1", "is an Arrow file: write it as JSON Lines first, in datasets to_json(…)"),
    (b"SQLite format 3", "is a SQLite database: export the table as CSV and load that"),
    (b"\x1f\x8b", "is compressed: unpack it first"),
    (b"%PDF", "is a PDF: copy the questions into a text file, one a paragraph"),
)


def decode_text(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """The text of a file, and what a person should know of how it was read.

    UTF-8 with or without a byte order mark, UTF-16 (spreadsheets, PowerShell),
    else Windows-1252, which is said. Raises QuestionSetError for what is no text.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return data.decode("utf-16"), ()
        except UnicodeDecodeError as error:
            raise QuestionSetError(f"{name} starts as UTF-16 but is broken: save it as UTF-8.") from error
    if told := find_other_kind(data):
        raise QuestionSetError(f"{name} {told}.")
    if (at := data.find(b"\0")) >= 0:
        if (text := _without_mark(data)) is not None:
            return text, (f"{name} was read as UTF-16, without a byte order mark that says so.",)
        raise QuestionSetError(
            f"{name} is no text file (byte {at + 1} is a NUL): save it as CSV or JSON Lines in UTF-8."
        )
    try:
        return data.decode("utf-8-sig"), ()
    except UnicodeDecodeError as error:
        note = f"{name} is not UTF-8 (byte {error.start + 1}); it was read as Windows-1252. Check the umlauts."
        return data.decode("cp1252", errors="replace"), (note,)


def find_other_kind(start: bytes) -> str | None:
    r"""What a file is that begins so and is often taken for a text, and what to do; None for any other.

    >>> find_other_kind(b"\x1f\x8b\x08")
    'is compressed: unpack it first'
    """
    return next((told for beginning, told in _OTHER_FILES if start.startswith(beginning)), None)


def say_unreadable(path: Path, error: OSError) -> str:
    """The sentence for a file that the system does not give, with what to do.

    >>> say_unreadable(Path("a.csv"), FileNotFoundError(2, "No such file or directory"))
    'a.csv cannot be read (No such file or directory): check its name.'
    """
    todo = "check the file's rights"
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        todo = "check its name"
    elif isinstance(error, IsADirectoryError):
        todo = "name a file in it"
    return f"{path} cannot be read ({error.strerror or error}): {todo}."


def _without_mark(data: bytes) -> str | None:
    """UTF-16 that does not say so: most of every second byte is zero, none of the others."""
    for encoding, zeros in (("utf-16-le", data[1::2]), ("utf-16-be", data[::2])):
        others = data[::2] if encoding == "utf-16-le" else data[1::2]
        if len(data) % 2 == 0 and zeros.count(0) > 0.7 * len(zeros) and b"\0" not in others:
            try:
                return data.decode(encoding)
            except UnicodeDecodeError:
                return None
    return None


def parse_json(text: str) -> Any:
    """JSON without NaN; nesting too deep for the parser is a ValueError like any other fault.

    Half of a surrogate pair, which no file and no store can hold, becomes U+FFFD.
    """
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_int=_parse_whole)
        return without_halves(value) if _HALF_PAIR.search(text) else value
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def parse_json_sequence(text: str) -> list[Any]:
    """JSON values written one after the other, over as many lines as each takes. Raises ValueError."""
    decoder = json.JSONDecoder(parse_constant=_refuse_constant, parse_int=_parse_whole)
    values, at = [], 0
    try:
        while at < len(text):
            value, at = decoder.raw_decode(text, at)
            values.append(without_halves(value))
            at = _SPACE.match(text, at).end()  # type: ignore[union-attr]  # it matches nothing, too
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return values


_SPACE = re.compile(r"[\s,]*")


def without_halves(value: Any) -> Any:
    """A JSON value whose texts hold no half of a surrogate pair."""
    if isinstance(value, str):
        if _HALF.search(value) is None:
            return value
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")  # two halves are one sign
    if isinstance(value, list):
        return [without_halves(item) for item in value]
    if isinstance(value, dict):
        return {without_halves(name): without_halves(item) for name, item in value.items()}
    return value


def _parse_whole(digits: str) -> int:
    if len(digits) > DIGITS_AT_MOST:
        raise ValueError(f"a number of {len(digits):,} digits; put it in quotation marks to make it a text")
    return int(digits)


def _refuse_constant(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON value")
