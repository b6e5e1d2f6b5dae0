"""Which questions are asked, in which order, with which order of choices.

A draw is a prefix of one seeded order, so that 50 questions extend to 250
without a change to the first 50. The order rests on SHA-256 of the draw seed
and the question's id: the same on every machine and Python, and a question's
choices are shuffled alike whatever else is in the set.

Balance: the next question comes from the level that is furthest behind its
share of the set, then from the family furthest behind. A family waits while it
would pass 8 % of the questions drawn so far (or its first question), as long as
another family of that level can be asked. A question without a family stands
for itself.
"""

import hashlib
import heapq
import re
from collections import defaultdict
from collections.abc import Iterator

from core.errors import QuestionSetError
from core.questions.question import AskedQuestion, Question, QuestionSet

FAMILY_SHARE_AT_MOST = 0.08

_ABOVE = re.compile(r"\b(all|none|both|neither|any)\b.{0,20}\b(above|these|them|others?)\b", re.IGNORECASE)
_LETTERS_NAMED = re.compile(r"\b(both|neither|either|only)?\s*\(?[A-F]\)?\s+(and|or|nor)\s+\(?[A-F]\)?(?![\w'])")


def draw(question_set: QuestionSet, n: int, draw_seed: int) -> list[AskedQuestion]:
    """The first n questions of the seeded order; all of them when n is larger than the set.

    Example: draw(bank, 50, 7) == draw(bank, 250, 7)[:50]
    Raises QuestionSetError for n < 1.
    """
    if n < 1:
        raise QuestionSetError(f"{n} questions cannot be drawn: ask for at least one.")
    drawn: list[AskedQuestion] = []
    for question in _in_order(question_set.questions, draw_seed):
        drawn.append(AskedQuestion(question, choice_order(question, draw_seed)))
        if len(drawn) == n:
            break
    return drawn


def choice_order(question: Question, draw_seed: int) -> tuple[int, ...]:
    """Shown position -> index in question.choices.

    Choices that speak of the others ("none of the above") keep their place;
    where a choice names letters ("both A and B"), or metadata says "keep_order",
    nothing is moved.
    """
    count = len(question.choices)
    if question.metadata.get("keep_order") is True or any(_LETTERS_NAMED.search(text) for text in question.choices):
        return tuple(range(count))
    free = [i for i in range(count) if not _ABOVE.search(question.choices[i])]
    shuffled = iter(sorted(free, key=lambda i: _hash(draw_seed, "choice", question.id, str(i))))
    moved = set(free)
    return tuple(next(shuffled) if i in moved else i for i in range(count))


def level_of(question: Question) -> int | None:
    level = question.metadata.get("level")
    return level if isinstance(level, int) and not isinstance(level, bool) else None


def family_of(question: Question) -> str | None:
    family = question.metadata.get("family")
    return family if isinstance(family, str) and family else None


def _in_order(questions: tuple[Question, ...], draw_seed: int) -> Iterator[Question]:
    levels: dict[int | None, list[tuple[str, Question]]] = defaultdict(list)
    family_sizes: dict[str, int] = defaultdict(int)
    for index, question in enumerate(questions):
        family = family_of(question)
        key = f"family {family}" if family else f"question {question.id} {index}"
        levels[level_of(question)].append((key, question))
        family_sizes[key] += 1
    asked: dict[str, int] = defaultdict(int)
    strata = [
        _Stratum(members, family_sizes, asked, draw_seed)
        for _, members in sorted(levels.items(), key=lambda item: (item[0] is None, item[0] or 0))
    ]
    # The level furthest behind its share is the one whose next question has the lowest rank.
    waiting = [
        (_offset(draw_seed, "level", str(place)) / stratum.size, place, stratum) for place, stratum in enumerate(strata)
    ]
    heapq.heapify(waiting)
    for drawn in range(1, len(questions) + 1):
        rank, place, stratum = heapq.heappop(waiting)
        yield stratum.take(drawn)
        if stratum.left:
            heapq.heappush(waiting, (rank + 1 / stratum.size, place, stratum))


class _Stratum:
    """The questions of one level; the counts of families are shared by all levels."""

    def __init__(
        self, members: list[tuple[str, Question]], family_sizes: dict[str, int], asked: dict[str, int], draw_seed: int
    ) -> None:
        self.size = self.left = len(members)
        self._sizes = family_sizes
        self._asked = asked
        self._seed = draw_seed
        self._queues: dict[str, list[Question]] = defaultdict(list)
        for family, question in sorted(members, key=lambda m: _hash(draw_seed, "order", m[1].id), reverse=True):
            self._queues[family].append(question)
        self._heap = [(self._rank(family), family) for family in self._queues]
        heapq.heapify(self._heap)

    def take(self, drawn: int) -> Question:
        """The question for place `drawn` (from 1)."""
        allowed = max(1, int(FAMILY_SHARE_AT_MOST * drawn + 1e-9))
        over_share: list[tuple[float, str]] = []
        family = ""
        while self._heap:
            rank, family = heapq.heappop(self._heap)
            current = self._rank(family)
            if current > rank:  # asked at another level since
                heapq.heappush(self._heap, (current, family))
            elif self._asked[family] >= allowed:
                over_share.append((current, family))
            else:
                break
        else:  # every family is over its share: the one furthest behind comes after all
            _, family = over_share.pop(0)
        for entry in over_share:
            heapq.heappush(self._heap, entry)
        question = self._queues[family].pop()
        self._asked[family] += 1
        self.left -= 1
        if self._queues[family]:
            heapq.heappush(self._heap, (self._rank(family), family))
        return question

    def _rank(self, family: str) -> float:
        return (self._asked[family] + _offset(self._seed, "family", family)) / self._sizes[family]


def _hash(draw_seed: int, *parts: str) -> bytes:
    text = "\x1f".join((str(draw_seed), *parts))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _offset(draw_seed: int, *parts: str) -> float:
    """A number in [0, 1) that decides who comes first among equals."""
    return int.from_bytes(_hash(draw_seed, *parts)[:6], "big") / 2**48
