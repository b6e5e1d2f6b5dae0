"""Tables of wins, ties and losses: who was set against whom, and the share of wins, which alone is a score."""

import re
from collections.abc import Sequence

_WIN = re.compile(r"(?i)\W*(?:wins?|won|win[- ]?rate|胜|勝ち|승)\W*(?:\(?%\)?)?\W*")
_NO_WIN = re.compile(
    r"(?i)\W*(?:ties?|tied|draws?|loss(?:es)?|loses?|lost|fails?|平|负|引き分け|負け|무|패)\W*(?:\(?%\)?)?\W*"
)
_AGAINST = re.compile(r"(?i)\s+(?:vs\.?|v\.s\.?|versus|against)\s+")

OPPONENTS = re.compile(r"(?i)\W*(?:opponents?|rivals?|competitors?|baselines?|against|vs\.?|versus|对手|상대|相手)\W*")


def find_win_column(headers: Sequence[str]) -> int | None:
    """The column of wins where another one holds ties or losses."""
    wins = [j for j, header in enumerate(headers) if _WIN.fullmatch(header)]
    return wins[0] if len(wins) == 1 and any(map(_NO_WIN.fullmatch, headers)) else None


def parties(text: str) -> tuple[str | None, str] | None:
    """The two of "Lumen-7B vs. Brio-7B"; the second is "" where it ends with "vs."; None where nobody is set so.

    >>> parties("Lumen-7B vs. Brio-7B")
    ('Lumen-7B', 'Brio-7B')
    """
    sides = _AGAINST.split(f"{text.strip()} ")
    return (sides[0].strip(), sides[1].strip()) if len(sides) == 2 and sides[0].strip() else None
