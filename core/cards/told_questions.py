"""How many questions of a test were asked, where a column or a sentence tells it: "MMLU-Pro is 200 of 12,032 items".

Fewer questions mean more noise. What is told of one section's results holds for that section; where its section has no
score of the test, for every score of it on the card. "155 of 200 correct" tells a result, and no part that was asked.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import inf

from core.cards.benchmark_mentions import tests_in
from core.cards.document import Document
from core.cards.reading import ReportedScore
from core.cards.values import is_missing
from core.catalogue.benchmark_names import find_benchmark, name_key
from core.catalogue.benchmarks import find_by_id

_NUMBER = r"(?<![\d.,/$-])(?P<asked>\d{1,3},\d{3}|\d{2,5})"
_THINGS = r"(?:test )?(?:questions|problems|items|prompts|samples|examples|cases|instances)"
_MAY_TELL = re.compile(
    r"\d (?:[a-z-]{1,15} ){0,3}of |\bn ?= ?\d|\d[- ](?:[A-Za-z-]{1,15} ){0,3}(?:question|problem|item|prompt|sample)|"
    r"\d (?:[A-Za-z-]{1,15} ){0,3}(?:examples|cases|instances)\b"
)
_ASKED = re.compile(
    rf"{_NUMBER}(?:"
    rf"(?: [a-z-]{{1,15}}){{0,3}}? (?:out )?of (?:the |its |all |about ){{0,2}}(?P<all>\d{{1,3}},\d{{3}}|\d{{3,6}})\b"
    rf"(?P<noun> (?:[\w-]{{1,20}} )?{_THINGS}\b)?"
    rf"|(?P<few>(?:[- ][\w-]{{1,15}}){{0,2}}[- ](?:question|problem|item|prompt|sample) (?:\w{{1,12}} )?"
    rf"(?:subset|sample|slice)\b)"
    rf"|(?P<each> (?:[a-z-]{{1,15}} ){{0,2}}{_THINGS} (?:per|(?:from|of|for|in|on) (?:each|every)) "
    r"(?:benchmark|task|test|dataset)\b)"
    rf"|(?P<things> (?:[\w-]{{1,20}} ){{0,2}}{_THINGS}\b(?! (?:per|each)\b)))"
    r"|\bn ?= ?(?P<n>\d{1,3},\d{3}|\d{2,5})\b"
)
_CHOSEN = re.compile(
    r"(?i)\b(?:subset|subsampl\w+|sampled?|slice|portion|random(?:ly)?|first|only|stratified)\b(?: [\w-]+){0,3} $"
)
# Then the numbers are results, or of something else than the questions that were asked.
_OTHERWISE = re.compile(
    r"(?i)\btrain|\bfine-?tun|\bsft\b|\bdistill|\bsynthetic|\bcontaminat|\bdecontaminat|\bleak|\boverlap|\bremov|"
    r"\bsolv|\bcorrect|\bpass(?:es|ed)\b|\bfail|\bsucce|\bresolv|\bwrong|\bdiffer(?:ed|ent)? (?:answer|on)|\bchang|"
    r"\bin-context\b|\bexemplar|\bdemonstration|\bwe release\b|\bdataset (?:of|with)\b"
)
# Then the numbers may be of answers to one question.
_TRIES = re.compile(
    r"(?i)\b(?:pass|maj|cons|avg|mean)@|\bmaj(?:ority)?\b|\bvot(?:e[sd]?|ing)\b|\bself-consisten|\bbest[- ]of\b|"
    r"\bsamples (?:per|for each) (?!benchmark|dataset|test\b)|\b(?:seeds|runs|tries|trials|attempts|rollouts|"
    r"completions|repeats|repetitions)\b|\btemperature\b(?! (?:of |= ?)?0(?:\.0+)?(?!\.?\d))"
)
_ANSWERS = re.compile(r"\bn ?=|\b(?:samples?|examples|cases|instances)\b")
_HEAD = re.compile(
    r"(?i)\W*(?:(?P<n>n)|(?:(?:n|no\.?|num(?:ber)?|#) ?(?:of )?)?(?:questions|problems|items|prompts|samples))\W*"
)
_FIRST = re.compile(r"\W*(\d{1,3},\d{3}|\d{2,5})(?:\s?(?:of|out of|/)\s?[\d,]{2,7})?\W*")
_LEAST = 20  # a smaller number may be of shots, tries or subjects
_LEAST_OF_N = 100  # under a bare "n", where it may be a rank too
_ITSELF = 0.6  # points
_MOST_CHARS, _BEFORE, _BEHIND = 600, 60, 40


@dataclass(frozen=True)
class _Told:
    test: str | None  # None for every test of the section
    asked: int
    whole: int | None
    section: str


def with_told_questions(scores: Sequence[ReportedScore], document: Document) -> list[ReportedScore]:
    """The scores, those whose number of questions is told beside them with that number."""
    by_line = dict(_of_columns(document))
    told = [found for sentence in document.prose() for found in _of_sentence(sentence.text, sentence.headings)]
    if not by_line and not told:
        return list(scores)
    sections = {(_key(score), score.context) for score in scores}
    groups: dict[tuple[str | None, str | None], list[_Told]] = defaultdict(list)
    for one in told:
        # Of a test that has no score in the section, it holds for every score of the test.
        everywhere = one.test is not None and (one.test, one.section) not in sections
        groups[one.test, None if everywhere else one.section].append(one)
    fewest = {place: _Fewest(group) for place, group in groups.items()}

    def asked(score: ReportedScore) -> int | None:
        if score.line in by_line:
            return by_line[score.line]
        key = _key(score)
        places = ((None, score.context), (key, score.context), (key, None))
        counts = (fewest[place].beside(score.percent or 0) for place in places if place in fewest)
        return min((count for count in counts if count is not None), default=None)

    return [
        replace(score, questions=count)
        if score.questions is None and score.percent is not None and (count := asked(score))
        else score
        for score in scores
    ]


def _of_columns(document: Document) -> Iterator[tuple[int, int]]:
    """The lines of tables that have a column for the number of questions, with what it says."""
    for table in document.tables:
        for head in table.rows[: table.header_rows]:
            for j, cell in enumerate(head):
                if len(cell.text) > 25 or not (named := _HEAD.fullmatch(cell.text)):
                    continue
                rows = table.rows[table.header_rows :]
                counts = [_count_in(row[j].text) for row in rows]
                if named["n"] and any(
                    count < _LEAST_OF_N and not (row[j].spanned or is_missing(row[j].text))
                    for row, count in zip(rows, counts, strict=True)
                ):
                    continue
                for row, count in zip(rows, counts, strict=True):
                    if count >= _LEAST:
                        yield from ((one.line, count) for one in row if not one.spanned)


def _count_in(text: str) -> int:
    found = _FIRST.fullmatch(text[:40])
    return _int(found[1]) if found else 0


def _of_sentence(text: str, headings: Sequence[str]) -> Iterator[_Told]:
    """The numbers of questions that a sentence tells, each with its test."""
    if len(text) > _MOST_CHARS or not _MAY_TELL.search(text) or _OTHERWISE.search(text):
        return
    section, end = " › ".join(headings), 0
    for found in _ASKED.finditer(text):
        before, behind = text[max(end, found.start() - _BEFORE) : found.start()], text[found.end() :][:_BEHIND]
        end = found.end()
        count = _int(found["asked"] or found["n"])
        if not found["all"] and not found["few"] and _ANSWERS.search(found[0]) and _TRIES.search(text):
            continue
        if found["each"]:
            if count >= _LEAST:
                yield _Told(None, count, None, section)
            continue
        names = tests_in(found[0]) or tests_in(re.split(r"[;:]\s|\d[\d.]*%", before)[-1])[-1:]
        names = names or (tests_in(behind)[:1] if found["n"] is None and behind.startswith((" of ", " from ")) else ())
        if not names:
            continue
        known = find_benchmark(names[0])
        listed = find_by_id(known.id).items.count if known else None
        whole = _int(found["all"]) if found["all"] else listed
        if found["all"] and whole is not None:
            fits = listed is not None and abs(whole - listed) <= 0.03 * listed
            told = (fits or found["noun"] is not None) and 10 <= count < whole
        else:
            # "GSM8K (200 questions)" and "200 random GSM8K questions": elsewhere the number may be of anything.
            bracket = before.endswith(("(", "[", ", ")) or found["few"] or found["n"]
            told = count >= _LEAST and bool(bracket or _CHOSEN.search(before) or _CHOSEN.search(f"{found[0]} "))
        if told:
            yield _Told(known.id if known else name_key(names[0]), count, whole, section)


class _Fewest:
    """The smallest of several numbers of questions beside a score, found without looking at each of them."""

    def __init__(self, told: Iterable[_Told]) -> None:
        shares = sorted((100 * one.asked / one.whole if one.whole else -inf, one.asked) for one in told)
        self._shares = [share for share, _ in shares]
        self._up_to = [*accumulate((asked for _, asked in shares), min)]
        self._from = [*accumulate((asked for _, asked in reversed(shares)), min)][::-1]

    def beside(self, percent: float) -> int | None:
        """The smallest, but for what is the score itself: 155 of 200 beside 77.5."""
        below = bisect_right(self._shares, percent - _ITSELF)
        above = bisect_left(self._shares, percent + _ITSELF)
        fewest = [self._up_to[below - 1]] if below else []
        fewest += self._from[above : above + 1]
        return min(fewest, default=None)


def _key(score: ReportedScore) -> str:
    return score.benchmark or name_key(score.name_as_written)


def _int(written: str) -> int:
    return int(written.replace(",", ""))
