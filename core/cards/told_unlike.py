"""Models that the card itself says it tested differently: "Kestrel evaluated 0-shot, Tern and Wren evaluated 4-shot".

The words stand in one line, each model or list of models before its own way of testing; a vote among many answers and a
number of examples are ways of different kinds, and only one of a kind is held against another.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.cards.benchmark_mentions import names_test
from core.cards.document import Document
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.own_model import OwnModel
from core.cards.settings import parse_settings

_HINT = re.compile(r"(?i)shots?\b|maj@|pass@")
_NAME = r"[A-Z][\w.+-]*(?: (?:v?\d[\w.]*|[A-Z][\w.+-]*)){0,4}(?: ?\([^()\n]{1,40}\))?"
_SETTING = (
    r"(?:(?:\d{1,2}|zero|one|two|three|four|five|six|eight|ten)[- ]?shots?(?:,? (?:with )?maj@\d{1,4})?|"
    r"maj@\d{1,4}|pass@\d{1,4})"
)
_GIVEN = re.compile(
    rf"(?P<who>\b(?:[Oo]ur model|[Tt]his model|[Oo]urs)|(?<![\w-]){_NAME}(?:(?:,? and|,|,? &|/) {_NAME}){{0,5}})"
    rf"(?: (?:is|are|was|were))?(?: (?:evaluated|tested|measured|run|reported|scored|prompted|results? (?:is|are)))?"
    rf"(?: (?:with|at|in|using|uses?|used|by|as|under))? (?P<way>{_SETTING})(?![\w-])"
)
_NAMES = re.compile(r"(?:,? and |, |,? & |/)")
_MOST_CHARS, _MOST_LINES = 600, 4000


@dataclass(frozen=True)
class Unlike:
    line: int
    own: str  # the card's model as the line calls it, and its way
    rival: str


def find_unlike_ways(document: Document, own: OwnModel) -> Iterator[Unlike]:
    """The lines in which the own model and another one are given different ways of one kind."""
    for number, line in enumerate(document.lines[:_MOST_LINES], start=1):
        if len(line) > _MOST_CHARS or line.count("|") > 1 or len(_HINT.findall(line)) < 2:
            continue
        told = [(match["who"], match["way"]) for match in _GIVEN.finditer(line) if not _holds_test(match["who"])]
        mine = [(who, way) for who, way in told if _is_own(who, own)]
        theirs = [(who, way) for who, way in told if not _is_own(who, own) and looks_like_model(who)]
        if pair := next(((a, b) for a in mine for b in theirs if _differ(a[1], b[1])), None):
            (who, way), (rival, other) = pair
            yield Unlike(number, f"{who} with {way}", f"{rival} with {other}")


def _holds_test(who: str) -> bool:
    """True for "MMLU, Tern-8B", of which the first ends what was said before."""
    return any(names_test(name) for name in _NAMES.split(who))


def _is_own(who: str, own: OwnModel) -> bool:
    names: Sequence[str] = _NAMES.split(who)
    return any(
        name.casefold() in ("our model", "this model", "ours") or own.match(name) > Match.LONGER for name in names
    )


def _differ(one: str, other: str) -> bool:
    a, b = parse_settings(one), parse_settings(other)
    shots = a.shots is not None and b.shots is not None and a.shots != b.shots
    counted = bool(a.metric and b.metric and a.metric != b.metric)
    return shots or counted or (a.mode != b.mode and (a.shots is None or b.shots is None or a.shots == b.shots))
