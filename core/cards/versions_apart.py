"""Scores told of several versions of a model, each on lines or below a heading of its own.

"- v3: MMLU 71.4" above "- v2: MMLU 69.2", "## Version 2" with a table below it, "2025-01-11: v2 released, MMLU 69.2".
The version that the card's name tells is its own, or else the latest; what an older one got is of that one.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from core.cards.benchmark_mentions import names_test
from core.cards.document import Document
from core.cards.gaps import key_of_test
from core.cards.name_words import versions_of, words_of
from core.cards.own_model import OwnModel
from core.cards.reading import Origin, ReportedScore
from core.cards.versions_beside import has_editions

_NUMBER = r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,2})(?![\w.]*\d|[\w%])"
_VERSION = (
    r"(?:(?:(?:model )?(?:version|ver\.?|release|versión|versão|versione|версия|phiên bản)\s?|v\.? ?|"
    rf"(?:版本|バージョン|버전)\s?){_NUMBER})"
)
_DATE = (
    r"(?:\d{4}[-/.年]\s?\d{1,2}(?:[-/.月]\s?\d{1,2}日?)?|\d{1,2}[. ]{1,2}\w{3,9}\.?,? \d{4}|"
    r"[A-Z]\w{2,8}\.?(?: \d{1,2}(?:st|nd|rd|th)?,?)? \d{4}|\d{1,2}[./]\d{1,2}[./]\d{2,4})"
)
_SAID = r"(?:(?:we |i )?(?:have )?(?:just )?(?:released?|announc\w+|publish\w*|launch\w*|add\w*) )?(?:the |our )?"
# The version opens the line or is the whole heading, but for a date, the model's name and what is said of its release.
_OPENS = re.compile(
    rf"(?i)\W{{0,6}}(?:{_DATE}\W{{1,6}})?(?:(?:in|as of|since|with) )?{_SAID}"
    rf"(?P<name>(?-i:[A-Z])[\w.-]{{1,30}}(?:[ -][\w.]{{1,12}}){{0,2}}?[ -])?"
    rf"(?P<label>{_VERSION})(?P<rest>.{{0,80}})"
)
_GOES_ON = re.compile(
    r"(?i)\W{0,4}$|\W{0,3}(?:[:：—–|(（]|- |→|，|, )|"
    rf"\W{{1,4}}{_DATE}|\W{{1,3}}(?:(?:is |was |has been |now ){{0,2}}(?:released|out|available|published|launched)|"
    r"release|update|发布|公開|출시|results?|scores?|benchmarks?|evaluation|latest|current|legacy|deprecated|old|"
    r"previous|initial|first|new)\b"
)
# "Previous version", "Ältere Ergebnisse": as a heading, or as what a line is labelled with.
_EARLIER = re.compile(
    r"(?i)(?:(?:the |our )?(?:previous|prior|older|old|former|earlier|legacy|outdated|deprecated|archived?) "
    r"(?:[a-z]+ )?(?:versions?|releases?|results?|scores?|benchmarks?|evaluations?|checkpoints?)|"
    r"(?:frühere|alte|ältere|vorherige) (?:versionen|version|ergebnisse|resultate)|vorgängerversion(?:en)?|"
    r"(?:anciens? (?:résultats|scores)|anciennes? versions?|versions? précédentes?|résultats précédents)|"
    r"(?:versi(?:ón|ones|ão|ões)|resultados) anterior(?:es)?|"
    r"предыдущ(?:ая|ие) (?:верси[яи]|результаты)|старые результаты|"
    r"(?:旧|之前|先前|早期|历史|上一个?)版本?(?:的?(?:结果|评测|成绩))?|(?:旧|以前の|過去の)(?:バージョン|版|結果)(?:の結果)?|"
    r"(?:이전|구|과거) ?(?:버전|결과)(?:의 결과)?)(?=\W*$|\W{0,3}[:：(（])"
)
_DAY = re.compile(r"\W{0,12}(20[12]\d)[-/.年]\s?(\d{1,2})(?:[-/.月]\s?(\d{1,2}))?(?!\d|\.\d)")
_SIGNED = re.compile(r"(?<![a-z])v\.? ?\d")
_HINTS = (
    "version", "release", "ver.", "versi", "phiên", "previous", "prior", "old", "former", "earlier", "legacy",
    "outdated", "deprecated", "archive", "frühere", "alte", "ältere", "vorherige", "ancien", "précédent", "anterior",
    "верси", "предыдущ", "старые", "版", "旧", "之前", "先前", "早期", "历史", "上一", "以前", "過去", "バージョン",
    "버전", "이전", "구 ", "과거",
)  # fmt: skip
_ITEM = re.compile(r"\s{0,12}(?:[-*+•]|\d{1,2}[.)])\s")
_MARKUP = re.compile(r"^\W{0,8}(?=\w)|[*_`#>\[\]]")
_EARLIER_ONE: tuple[int, ...] = ()  # told as a previous one, without its number
_LONGEST_MARKER = 60
_MOST_BACK = 6  # lines of one item of a list


def with_versions_apart(scores: list[ReportedScore], document: Document, own: OwnModel) -> list[ReportedScore]:
    """The scores, those of another version than the card's own as of that one."""
    mine = [
        at
        for at, score in enumerate(scores)
        if score.own and score.line and not (score.subject and versions_of(words_of(score.subject)))
    ]
    if own.said or not mine:
        return scores
    reader = _Reader(document, own)
    told = {at: found for at in mine if (found := reader.version_of(scores[at]))}
    versions = {version for version, _ in told.values()} - {_EARLIER_ONE}
    if told and not versions and len(told) == len(mine):
        told = {}  # nothing but "previous results": what else could be the card's own?
    kept = _own_version(versions, own) if versions else None
    others = {at: label for at, (version, label) in told.items() if version != kept}
    others |= _dated_before({at: scores[at] for at in mine if at not in told}, reader)
    return [replace(score, own=False, subject=others[at]) if at in others else score for at, score in enumerate(scores)]


def _dated_before(scores: dict[int, ReportedScore], reader: "_Reader") -> dict[int, str]:
    """Of news of several days that give the same test, those before the last: place and day of each."""
    days: dict[tuple[object, ...], dict[int, tuple[int, ...]]] = defaultdict(dict)
    for at, score in scores.items():
        if day := reader.day_of(score):
            days[key_of_test(score), score.subject, score.shots, score.mode, score.metric][at] = day
    return {
        at: "-".join(f"{part:02d}" for part in day)
        for told in days.values()
        for at, day in told.items()
        if day != max(told.values()) and {*map(len, told.values())} == {len(day)}
    }


class _Reader:
    """Finds the version that a score's line is about; titles are looked at once."""

    def __init__(self, document: Document, own: OwnModel) -> None:
        self._lines = document.lines
        self._under = {sentence.line: sentence.under for sentence in document.sentences if sentence.under}
        self._marked = _Markers(document)
        self._said: dict[int, list[str]] = defaultdict(list)
        for sentence in document.sentences:
            if sentence.kind == "prose":
                self._said[sentence.line].append(sentence.text)
        self._known = frozenset[str]().union(*(words_of(name).words for name in own.names[:2]))
        self._own_keys = {words_of(name).key for name in own.names[:2]}
        self._opened: dict[str, tuple[tuple[int, ...], str] | None] = {}

    def version_of(self, score: ReportedScore) -> tuple[tuple[int, ...], str] | None:
        """Number and words of the version that the line opens with, or the nearest item or heading above it."""
        titles = score.context.split(" › ") if score.context else []
        titles += self._marked.over(score.line, score.context)
        if score.origin is Origin.PROSE:
            titles += [*self._under.get(score.line, ()), *reversed(_lines_of_item(self._lines, score.line)[1:])]
            titles += self._told_on_line(score)
        if has_editions(score.name_as_written) and any(map(names_test, titles)):
            return None  # "v6" below "LiveCodeBench"
        return next((found for title in reversed(titles) if (found := self._version_in(title))), None)

    def day_of(self, score: ReportedScore) -> tuple[int, ...] | None:
        """The day that opens the line of a score, or the nearest heading above it: "2025-03-11: new checkpoint"."""
        titles = score.context.split(" › ")[-1:] if score.context else []
        if score.origin is Origin.PROSE:
            titles += _lines_of_item(self._lines, score.line)[-1:]
        found = next((day for title in reversed(titles) if (day := _DAY.match(title[:60]))), None)
        return tuple(int(part) for part in found.groups() if part) if found else None

    def _told_on_line(self, score: ReportedScore) -> list[str]:
        """The sentences of a score's line up to the one that holds it; none where that tells of several versions."""
        said = self._said.get(score.line, [])
        number = f"{score.value:g}"
        at = next((at for at, text in enumerate(said) if number in text.replace(",", ".")), len(said) - 1)
        if said and len(_SIGNED.findall(said[at][:400].casefold())) > 1:
            return []
        return said[: at + 1]

    def _version_in(self, text: str) -> tuple[tuple[int, ...], str] | None:
        text = text[:200]
        if text not in self._opened:
            folded = text[:120].casefold()
            told = ("v" in folded and _SIGNED.search(folded)) or any(hint in folded for hint in _HINTS)
            self._opened[text] = self._opened_by(text) if told else None
        return self._opened[text]

    def _opened_by(self, text: str) -> tuple[tuple[int, ...], str] | None:
        bare = _MARKUP.sub("", text).strip()
        if earlier := _EARLIER.match(bare):
            return _EARLIER_ONE, earlier[0]
        found = _OPENS.match(bare)
        if found is None or not _GOES_ON.match(found["rest"]):
            return None
        if words_of(bare).key in self._own_keys:
            return None  # the card's title: all of it is of that version
        named = words_of(found["name"] or "").words  # "Open Leaderboard v2" is no version of this model
        return (_parts(found["number"]), found["label"]) if named <= self._known else None


class _Markers:
    """Lines in bold, and what opens a folded part, that may be the name of a version over what follows them."""

    def __init__(self, document: Document) -> None:
        found = [
            (sentence.line, sentence.text, " › ".join(sentence.headings))
            for sentence in document.sentences
            if sentence.kind == "prose" and len(sentence.text) <= _LONGEST_MARKER
            if sentence.bold or "<summary" in document.lines[sentence.line - 1]
        ]
        self._found = [one for one in found if not re.search(r"\d\.\d.*\d\.\d|\d\d\.\d", one[1])]
        self._starts = [line for line, _, _ in self._found]
        self._ends = [line for line, text in enumerate(document.lines, start=1) if "</details" in text]

    def over(self, line: int, context: str) -> list[str]:
        """The last of them above a line, below the same heading and with no end of a folded part in between."""
        at = bisect_left(self._starts, line) - 1
        if at < 0 or self._found[at][2] != context:
            return []
        end = bisect_left(self._ends, self._starts[at])
        return [] if end < len(self._ends) and self._ends[end] < line else [self._found[at][1]]


def _lines_of_item(lines: Sequence[str], number: int) -> list[str]:
    """A line and those above it up to the beginning of the item of a list that it goes on with."""
    found = [lines[number - 1]]
    while len(found) < _MOST_BACK and found[-1][:1] in (" ", "\t") and not _ITEM.match(found[-1]) and number > 1:
        number -= 1
        found.append(lines[number - 1])
    return found


def _parts(version: str) -> tuple[int, ...]:
    """The numbers of a version: "3.0" is "3"."""
    parts = [int(part) for part in version.split(".")]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return tuple(parts)


_IN_NAME = re.compile(
    r"(?i)(?P<sign>(?<![a-z])v\.?)?(?<![\d.])(?P<number>\d{1,2}(?:\.\d{1,2}){0,2})(?![\d.]|-?bits?|[BMK]\b|x\d)(?P<rest>.*)"
)
# What may stand behind the version in a name: "Kestrel-v2-Instruct-GGUF"; a version in its midst is often its base's.
_SUFFIXES = re.compile(
    r"(?i)(?:[-_ .](?:instruct|chat|it|base|sft|dpo|rl|preview|beta|alpha|rc\d?|latest|gguf|awq|gptq|exl2|mlx|"
    r"fp\d{1,2}|bf16|int\d|\d{1,3}bit|w\d{1,2}a\d{1,2}|\d{1,3}(?:\.\d{1,2})?[bm]|hf))*"
)


def _own_version(versions: set[tuple[int, ...]], own: OwnModel) -> tuple[int, ...] | None:
    """Of the versions told the card's own; None where its name tells another than all of them."""
    name = own.name or ""
    places = [match for at in range(len(name)) if (match := _IN_NAME.match(name, at))]
    named = [_parts(match["number"]) for match in places]
    same = {version for version in versions if any(version[: len(one)] == one for one in named)}
    if same:
        return max(same)
    signed = any(match["sign"] and _SUFFIXES.fullmatch(match["rest"]) for match in places)
    return None if signed else max(versions)
