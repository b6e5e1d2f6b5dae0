"""How many questions of a test were asked, where a column or a sentence tells it: "MMLU-Pro is 200 of 12,032 items".

Fewer questions mean more noise. What is told of one section's results holds for that section; where its section has no
score of the test, for every score of it on the card. "155 of 200 correct" tells a result, and no part that was asked.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.cards.benchmark_mentions import tests_in
from core.cards.document import Document
from core.cards.reading import ReportedScore
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
_HEAD = re.compile(
    r"(?i)\W*(?:n|#|(?:(?:no\.?|num(?:ber)?|#) ?(?:of )?)?(?:questions|problems|items|prompts|samples))\W*"
)
_FIRST = re.compile(r"\W*(\d{1,3},\d{3}|\d{2,5})(?:\s?(?:of|out of|/)\s?[\d,]{2,7})?\W*")
_LEAST = 20  # a smaller number may be of shots, tries or subjects
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

    def asked(score: ReportedScore) -> int | None:
        if score.line in by_line:
            return by_line[score.line]
        key = _key(score)
        here = (key, score.context)
        fitting = [
            one.asked
            for one in told
            if not _is_result(one, score)
            and (
                (one.test is None and one.section == score.context)
                or (one.test == key and (one.section == score.context or (here[0], one.section) not in sections))
            )
        ]
        return min(fitting, default=None)

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
                if len(cell.text) <= 25 and _HEAD.fullmatch(cell.text):
                    for row in table.rows[table.header_rows :]:
                        found = _FIRST.fullmatch(row[j].text[:40])
                        if found and (count := _int(found[1])) >= _LEAST:
                            yield from ((one.line, count) for one in row if not one.spanned)


def _of_sentence(text: str, headings: Sequence[str]) -> Iterator[_Told]:
    """The numbers of questions that a sentence tells, each with its test."""
    if len(text) > _MOST_CHARS or not _MAY_TELL.search(text) or _OTHERWISE.search(text):
        return
    section, end = " › ".join(headings), 0
    for found in _ASKED.finditer(text):
        before, behind = text[max(end, found.start() - _BEFORE) : found.start()], text[found.end() :][:_BEHIND]
        end = found.end()
        count = _int(found["asked"] or found["n"])
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
            told = told and not (found["n"] and "pass@" in text)  # so many tries
        if told:
            yield _Told(known.id if known else name_key(names[0]), count, whole, section)


def _is_result(told: _Told, score: ReportedScore) -> bool:
    """True where the two numbers are the score itself: 155 of 200 beside 77.5."""
    return told.whole is not None and abs(100 * told.asked / told.whole - (score.percent or 0)) < 0.6


def _key(score: ReportedScore) -> str:
    return score.benchmark or name_key(score.name_as_written)


def _int(written: str) -> int:
    return int(written.replace(",", ""))
