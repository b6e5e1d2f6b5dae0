"""The constants of CPython's string module, and capwords."""

import re
from typing import Any

ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
digits = "0123456789"
hexdigits = "0123456789abcdefABCDEF"
octdigits = "01234567"
punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
whitespace = " \t\n\r\x0b\x0c"
printable = (
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r\x0b\x0c"
)


def capwords(text: str, sep: Any = None) -> str:
    return (sep or " ").join([word.capitalize() for word in text.split(sep)])


class Template:
    """Text with $name and ${name} in it."""

    def __init__(self, template: str) -> None:
        self.template = template

    def substitute(self, mapping: Any = None, **values: Any) -> str:
        return self._filled({**(mapping or {}), **values}, False)

    def safe_substitute(self, mapping: Any = None, **values: Any) -> str:
        return self._filled({**(mapping or {}), **values}, True)

    def _filled(self, values: dict[str, Any], lenient: bool) -> str:
        pieces = []
        at = 0
        for found in re.finditer(r"\$(?:(\$)|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|)", self.template):
            pieces.append(self.template[at : found.start()])
            at = found.end()
            name = found.group(2) or found.group(3)
            if found.group(1):
                pieces.append("$")
            elif name in values:
                pieces.append(str(values[name]))
            elif lenient:
                pieces.append(found.group(0))
            elif name:
                raise KeyError(name)
            else:
                raise ValueError("Invalid placeholder in string")
        return "".join(pieces) + self.template[at:]
