"""What a flag, signal or check is given to judge from, and small helpers to quote it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from core.cards.document import Document, Sentence
from core.cards.own_model import OwnModel
from core.cards.reading import About, Finding, Quote, ReportedScore, State
from core.catalogue.use_cases import UseCase

MAX_QUOTES = 8
MAX_QUOTE_CHARS = 400


@dataclass(frozen=True)
class Evidence:
    document: Document
    own: OwnModel
    about: About
    scores: tuple[ReportedScore, ...]
    use_case: UseCase | None = None

    @cached_property
    def own_scores(self) -> tuple[ReportedScore, ...]:
        """The scores of the card's very model; those of its siblings only where it has none."""
        own = tuple(score for score in self.scores if score.own)
        return tuple(score for score in own if not score.sibling and not score.other_stage) or own

    def quote(self, line: int) -> Quote:
        text = self.document.lines[line - 1].strip() if 0 < line <= len(self.document.lines) else ""
        return Quote(line, text[:MAX_QUOTE_CHARS])

    def quotes(self, lines: Iterable[int]) -> tuple[Quote, ...]:
        return tuple(self.quote(line) for line in list(dict.fromkeys(sorted(lines)))[:MAX_QUOTES])

    def sentences(self, pattern: re.Pattern[str]) -> list[Sentence]:
        return [sentence for sentence in self.document.prose() if pattern.search(sentence.text)]

    def score_quotes(self) -> tuple[Quote, ...]:
        """The first lines of the own scores, or of any scores where none is own."""
        return self.quotes([score.line for score in (self.own_scores or self.scores) if score.line][:3])


def finding(finding_id: str, state: State, reason: str, advice: str = "", quotes: tuple[Quote, ...] = ()) -> Finding:
    """A finding; one that is present must rest on a line of the card."""
    if state is State.PRESENT and not quotes:
        state, reason = State.UNCLEAR, f"{reason} No single line shows it."
    return Finding(finding_id, state, reason, advice, quotes)


def listed(words: tuple[str, ...]) -> str:
    if len(words) <= 1:
        return "".join(words) or "nothing in particular"
    return f"{', '.join(words[:-1])} and {words[-1]}"
