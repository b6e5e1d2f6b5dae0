"""What a flag, signal or check is given to judge from, and small helpers to quote it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from core.cards.document import Document, Sentence
from core.cards.name_words import words_of
from core.cards.own_model import OwnModel
from core.cards.reading import About, Finding, Quote, ReportedScore, State
from core.catalogue.use_cases import UseCase

MAX_QUOTES = 8
MAX_QUOTE_CHARS = 400
_SHOWN = 150  # characters of a quote that a list of findings surely shows
_MOST_BROKEN = 5  # lines that a sentence may go on for
_MARKER = re.compile(r"[>\s]{0,8}\[!\w{2,20}\]\s*")
_BEFORE = 60  # characters kept before the word that matters


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

    def _past_marker(self, line: int) -> int:
        """The line below "> [!NOTE]", which is the sign of a box and says nothing itself."""
        lines = self.document.lines
        return line + 1 if 0 < line < len(lines) and _MARKER.fullmatch(lines[line - 1][:40]) else line

    def quote(self, line: int) -> Quote:
        line = self._past_marker(line)
        text = self.document.lines[line - 1].strip() if 0 < line <= len(self.document.lines) else ""
        return Quote(line, text[:MAX_QUOTE_CHARS])

    def quote_at(self, line: int, word: str, near: str = "") -> Quote:
        """The line, begun so late that the word that matters is seen; `near` is the sentence that holds it."""
        line = self._past_marker(line)
        text = self.document.lines[line - 1].strip() if 0 < line <= len(self.document.lines) else ""
        begin = max((text.find(near[:length]) for length in (40, 24, 12) if near), default=-1)
        at = text.find(word, max(begin, 0)) if word else begin
        if len(text) <= _SHOWN or at < 0 or at + len(word) <= _SHOWN:
            return Quote(line, text[:MAX_QUOTE_CHARS])
        if not 0 <= at - begin <= _SHOWN - 30 - len(word) or begin < 0:
            begin = max(at - _BEFORE, 0)
            begin = text.find(" ", begin, at) + 1 or begin
        return Quote(line, f"… {text[begin:]}"[:MAX_QUOTE_CHARS])

    def _line_holding(self, line: int, word: str) -> int:
        """The line of a sentence over several lines that holds a word, or the end of it; else the first."""
        lines = self.document.lines[line - 1 : line + _MOST_BROKEN]
        pieces = (word, *word.split()[-1:]) if word else ()
        return next((line + at for piece in pieces for at, text in enumerate(lines) if piece in text), line)

    def quotes_of(self, sentences: Iterable[Sentence], *patterns: re.Pattern[str]) -> tuple[Quote, ...]:
        """The lines of sentences, each begun so that the first pattern found in the sentence is seen."""
        found: dict[int, Quote] = {}
        for sentence in sorted(sentences, key=lambda one: one.line):
            match = next((match for pattern in patterns if (match := pattern.search(sentence.text))), None)
            word = match[0].strip()[:40] if match else ""
            line = self._line_holding(sentence.line, word)
            found.setdefault(line, self.quote_at(line, word, sentence.text))
        return tuple(found.values())[:MAX_QUOTES]

    def quotes_with(self, lines: Iterable[int], *patterns: re.Pattern[str]) -> tuple[Quote, ...]:
        """The lines, each begun so that what the first of the patterns finds in it is seen."""
        quotes = []
        for quote in self.quotes(lines):
            text = self.document.lines[quote.line - 1][:4000] if len(quote.text) > _SHOWN else ""
            match = next((match for pattern in patterns if (match := pattern.search(text))), None)
            quotes.append(self.quote_at(quote.line, match[0].strip()[:40]) if match else quote)
        return tuple(quotes)

    def quotes(self, lines: Iterable[int]) -> tuple[Quote, ...]:
        return tuple(self.quote(line) for line in list(dict.fromkeys(sorted(lines)))[:MAX_QUOTES])

    def sentences(self, pattern: re.Pattern[str]) -> list[Sentence]:
        return [sentence for sentence in self.document.prose() if pattern.search(sentence.text)]

    def score_quotes(self) -> tuple[Quote, ...]:
        """The first lines of the own scores; where none is own, of those of its family or of any."""
        return self.quotes(self._first_lines)

    @cached_property
    def _first_lines(self) -> list[int]:
        family = words_of(self.own.name or "").first
        kin = (score for score in self.scores if family and family in words_of(score.subject or "").words)
        for scores in (self.own_scores, kin, self.scores):
            if lines := [*islice((score.line for score in scores if score.line), 3)]:
                return lines
        return []


def finding(finding_id: str, state: State, reason: str, advice: str = "", quotes: tuple[Quote, ...] = ()) -> Finding:
    """A finding; one that is present must rest on a line of the card."""
    if state is State.PRESENT and not quotes:
        state, reason = State.UNCLEAR, f"{reason} No single line shows it."
    return Finding(finding_id, state, reason, advice, quotes)


def listed(words: tuple[str, ...], last: str = "and") -> str:
    """The words as a sentence lists them: "code, mathematics and tools"."""
    if len(words) <= 1:
        return "".join(words) or "nothing in particular"
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
