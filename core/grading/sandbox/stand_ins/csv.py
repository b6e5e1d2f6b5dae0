"""What writes rows to text of one's own: Monty's writers want a file. Reading is Monty's, given lines."""

import csv
from typing import Any

SPECIAL = ("\n", "\r")


def reader(lines: Any, *args: Any, **options: Any) -> Any:
    return csv.reader(list(lines), *args, **options)


def DictReader(lines: Any, *args: Any, **options: Any) -> Any:
    return csv.DictReader(list(lines), *args, **options)


class writer:
    def __init__(
        self, target: Any, delimiter: str = ",", quotechar: str = '"', lineterminator: str = "\r\n", **options: Any
    ) -> None:
        if options:
            raise NotImplementedError("monty: options of csv.writer")
        self._target = target
        self._delimiter = delimiter
        self._quote = quotechar
        self._end = lineterminator

    def writerow(self, row: Any) -> Any:
        cells = [self._cell(value) for value in row]
        if cells == [""]:
            cells = [self._quote * 2]
        return self._target.write(self._delimiter.join(cells) + self._end)

    def writerows(self, rows: Any) -> None:
        for row in rows:
            self.writerow(row)

    def _cell(self, value: Any) -> str:
        text = "" if value is None else repr(value) if isinstance(value, float) else str(value)
        if any(sign in text for sign in (self._delimiter, self._quote, *SPECIAL)):
            return self._quote + text.replace(self._quote, self._quote * 2) + self._quote
        return text


class DictWriter:
    def __init__(self, target: Any, fieldnames: Any, restval: Any = "", extrasaction: str = "raise", **options: Any):
        self.fieldnames = list(fieldnames)
        self._rest = restval
        self._extras = extrasaction
        self._writer = writer(target, **options)

    def writeheader(self) -> Any:
        return self._writer.writerow(self.fieldnames)

    def writerow(self, row: Any) -> Any:
        unknown = [name for name in row if name not in self.fieldnames]
        if unknown and self._extras == "raise":
            told = ", ".join([repr(name) for name in unknown])
            raise ValueError("dict contains fields not in fieldnames: " + told)
        return self._writer.writerow([row.get(name, self._rest) for name in self.fieldnames])

    def writerows(self, rows: Any) -> None:
        for row in rows:
            self.writerow(row)
