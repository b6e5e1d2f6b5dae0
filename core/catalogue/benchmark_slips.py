"""Names of tests with one slip of the pen: "HellSwag", "WinoGrade", "TruthfullQA".

Only a letter left out, doubled or changed for its neighbour is a slip, in a name of eight letters or more: one letter
added or replaced may make another test ("HumanEval-X"), and benches that differ in a letter are two benches.
"""

from collections.abc import Iterable

_FEWEST_LETTERS = 8


def may_hold_slip(key: str) -> bool:
    return len(key) >= _FEWEST_LETTERS and key.isalpha() and key.isascii() and not key.endswith("bench")


def without_each_letter(key: str) -> Iterable[str]:
    return {key[:at] + key[at + 1 :] for at in range(len(key))}


def is_slip(written: str, known: str) -> bool:
    """True where one letter left out, doubled, or put before its neighbour makes the one from the other.

    >>> is_slip("hellswag", "hellaswag"), is_slip("truthfullqa", "truthfulqa"), is_slip("humanevalx", "humaneval")
    (True, True, False)
    """
    if len(written) + 1 == len(known):
        return written in without_each_letter(known)
    if len(written) == len(known) + 1:
        doubled = (at for at in range(1, len(written)) if written[at] == written[at - 1])
        return any(written[:at] + written[at + 1 :] == known for at in doubled)
    apart = [at for at, (a, b) in enumerate(zip(written, known, strict=False)) if a != b]
    swapped = len(written) == len(known) and len(apart) == 2 and apart[0] + 1 == apart[1]
    return swapped and written[apart[0]] == known[apart[1]] and written[apart[1]] == known[apart[0]]
