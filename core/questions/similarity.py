"""Near-duplicates: questions that are the same once numbers and names are taken out.

A text is masked (digits and names removed, lower case) and cut into runs of
three words or signs. Two texts are near-duplicates when the runs they share
are at least 80 % of all their runs (Jaccard). A name is a capitalised word
whose small form occurs nowhere in the set.

The search is exact and fast: if two sets of runs are that alike, they must
share one of their few rarest runs (prefix filtering: Bayardo, Ma and Srikant,
"Scaling Up All Pairs Similarity Search", 2007).
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

SIMILARITY_AT_LEAST = 0.8
_TOKEN = re.compile(r"[^\W\d_]+|[^\w\s]")
_CAPITALISED = re.compile(r"\b[^\W\d_a-z][^\W\d_A-Z]+\b")
_RUN = 3


def find_near_duplicates(texts: Sequence[str], at_least: float = SIMILARITY_AT_LEAST) -> dict[int, int]:
    """Index -> index of an earlier text that is nearly the same; texts without a twin are absent.

    >>> find_near_duplicates(["Ann has 3 red apples now.", "Why is the sky blue?", "Bob has 12 red apples now."])
    {2: 0}
    """
    names = find_names(texts)
    finder = NearDuplicateFinder(at_least, names)
    runs = [finder.runs_of(text) for text in texts]
    finder.rank(runs)
    found: dict[int, int] = {}
    for index, own in enumerate(runs):
        twin = finder.find(own)
        if twin is not None:
            found[index] = twin
        finder.add(own)
    return found


def find_names(texts: Iterable[str]) -> frozenset[str]:
    """Capitalised words that never occur in lower case."""
    capitalised: set[str] = set()
    small: set[str] = set()
    for text in texts:
        capitalised.update(_CAPITALISED.findall(text))
        small.update(word for word in _TOKEN.findall(text) if word.islower())
    return frozenset(word for word in capitalised if word.lower() not in small)


class NearDuplicateFinder:
    """Takes texts one after the other and knows those it has seen.

    `rank` may be given the frequencies beforehand; it makes the search faster,
    not different.
    """

    def __init__(self, at_least: float = SIMILARITY_AT_LEAST, names: frozenset[str] = frozenset()) -> None:
        self._at_least = at_least
        self._names = names
        self._frequency: Counter[str] = Counter()
        self._seen: list[frozenset[str]] = []
        self._by_run: dict[str, list[int]] = defaultdict(list)
        self._by_all: dict[frozenset[str], int] = {}

    def runs_of(self, text: str) -> frozenset[str]:
        """The masked text as a set of runs of three tokens."""
        tokens = [token.lower() for token in _TOKEN.findall(text) if token not in self._names]
        if len(tokens) < _RUN:
            return frozenset([" ".join(tokens)])
        return frozenset(" ".join(tokens[i : i + _RUN]) for i in range(len(tokens) - _RUN + 1))

    def rank(self, all_runs: Iterable[frozenset[str]]) -> None:
        for runs in all_runs:
            self._frequency.update(runs)

    def find(self, runs: frozenset[str]) -> int | None:
        """The index of the first seen text that is nearly the same."""
        same = self._by_all.get(runs)
        candidates = {index for run in self._rarest(runs) for index in self._by_run.get(run, ())}
        close = [index for index in candidates if self._alike(runs, self._seen[index])]
        if same is not None:
            close.append(same)
        return min(close, default=None)

    def add(self, runs: frozenset[str]) -> None:
        index = len(self._seen)
        self._seen.append(runs)
        if runs in self._by_all:
            return  # whoever is like this one is like its equal
        self._by_all[runs] = index
        for run in self._rarest(runs):
            self._by_run[run].append(index)

    def _rarest(self, runs: frozenset[str]) -> list[str]:
        """So many of the rarest runs that two texts alike enough share one."""
        ordered = sorted(runs, key=lambda run: (self._frequency[run], run))
        return ordered[: len(runs) - math.ceil(self._at_least * len(runs)) + 1]

    def _alike(self, one: frozenset[str], two: frozenset[str]) -> bool:
        shared = len(one & two)
        return shared >= self._at_least * (len(one) + len(two) - shared)
