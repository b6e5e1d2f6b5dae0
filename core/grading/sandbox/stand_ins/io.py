"""Text in memory that is read, line by line too, and written."""

from typing import Any


class StringIO:
    def __init__(self, text: str = "") -> None:
        self._text = text
        self._at = 0

    def write(self, text: str) -> int:
        self._text = self._text[: self._at] + text + self._text[self._at + len(text) :]
        self._at += len(text)
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def getvalue(self) -> str:
        return self._text

    def read(self, size: int = -1) -> str:
        end = len(self._text) if size is None or size < 0 else self._at + size
        start, self._at = self._at, min(end, len(self._text))
        return self._text[start : self._at]

    def readline(self) -> str:
        end = self._text.find("\n", self._at)
        return self.read(-1 if end < 0 else end + 1 - self._at)

    def readlines(self) -> list[str]:
        return self.read().splitlines(True)

    def seek(self, place: int) -> int:
        self._at = place
        return place

    def tell(self) -> int:
        return self._at

    def truncate(self, size: Any = None) -> int:
        self._text = self._text[: self._at if size is None else size]
        return len(self._text)

    def close(self) -> None:
        self._text = ""

    def __iter__(self) -> Any:
        return iter(self.readlines())

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()
