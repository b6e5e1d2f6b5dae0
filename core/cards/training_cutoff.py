"""Until when a card's training data reaches: dates in several languages, and the words that lead to them."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from core.cards.benchmark_mentions import names_test
from core.cards.cutoff_words import IGNORANT, IGNORANT_EASTERN
from core.cards.document import Document
from core.cards.own_model import OwnModel
from core.cards.told_of_rivals import Subjects

# The beginnings of the months' names in English, German, French, Spanish, Portuguese and Italian.
_BEGINNINGS = (
    "jan gen ene",
    "feb fév fev",
    "mar mär",
    "apr abr avr",
    "may mai mag",
    "jun jui giu",
    "jul juil lug",
    "aug aoû ago",
    "sep set",
    "oct okt ott out",
    "nov",
    "dec dez déc dic",
)
_MONTHS = {stem: number for number, stems in enumerate(_BEGINNINGS, start=1) for stem in stems.split()}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DATE = re.compile(
    rf"(?P<iso>20[12]\d)(?:[-/.]| ?/| ?年)\s?(?P<iso_month>0?[1-9]|1[0-2])(?!\d)|"
    rf"(?<![\d/.-])(?P<first_month>0?[1-9]|1[0-2])[/.](?P<last_year>20[12]\d)(?!\d)|"
    rf"\b(?P<month>{_MONTH})[a-zéûä]*\.?,?\s+"
    r"(?:del?\s+|of\s+)?(?:\d{1,2},?\s+)?(?P<year>20[12]\d)"
    r"|(?P<kyear>20[12]\d) ?년\s?(?P<kmonth>\d{1,2})월|(?P<only>20[12]\d)(?!\d|\.\d)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"20[12]\d")
CUTOFF = re.compile(
    r"(?i)\b(?:knowledge|data\w*|corp(?:us|ora)|crawl\w*|training)\b[^.;\d]{0,24}\bcut off\b(?= [^.;]{0,30}20[12]\d)|"
    r"\b(?:knowledge|training|pre-?training|data)[\s-]*(?:data)?\s*cut-?\s?off\b|"
    r"\bcut-?off\b(?:\s+date)?(?=(?:[^.]|\.(?=[\d/]| ?(?:\d{1,2},? )?20[12]\d)){0,60}20[12]\d|"
    r"(?: (?:of|is|was|in))?\W{1,6}\w{3,4}\.$)|"
    r"\bknowledge (?:is |was )?(?:last )?(?:updated|until|up to)\b|"
    r"\b(?:crawl\w*|corp(?:us|ora)|data(?:sets?)?|knowledge)\b(?: (?:itself|only|mostly))? (?:ends?|ended|"
    r"stops?|stopped|reach(?:es)?|extends?|goes|runs)\b(?= (?:in|at|to|until|up to|with|around|on \d+)\b| 20[12]\d)|"
    r"\b(?:nothing|no (?:\w+ )?(?:data|texts?|documents?|pages?|events?)) (?:newer|later|more recent|fresher|younger) "
    r"than\b|\btraining data\b[^.;]{0,40}\b(?:up to|until|through)\b(?= [A-Z\d])|\bdata (?:up to|until|through|"
    r"collected (?:up to|until|before))\b|知识截止|数据截[止至]|지식 (?:컷오프|기준)|학습 데이터.{0,10}(?:까지|기준)|"
    r"知識カットオフ|\bdata freshness\b|\b(?:Wissens|Kenntnis|Daten)stand\b|\bStand der (?:Trainings)?daten\b|\bdate "
    r"(?:de coupure|limite des données)\b|\bdonnées [^.]{0,40}?(?:s['’]arrêtent|jusqu['’])|\bfecha de corte\b|\bdatos "
    r"(?:\w+ ){0,3}hasta\b|\b(?:conhecimento|dados) (?:\w+ ){0,3}até\b|\bdati (?:\w+ ){0,4}fino a\b"
)
_EAST_ASIAN = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]")


def parse_date(text: str) -> str | None:
    """The first month or year in a text as YYYY-MM or YYYY.

    >>> parse_date("cutoff of December 2023"), parse_date("up to 2024")
    ('2023-12', '2024')
    """
    match = _DATE.search(text)
    if not match:
        return None
    if match["iso"]:
        return f"{match['iso']}-{int(match['iso_month']):02}"
    if match["last_year"]:
        return f"{match['last_year']}-{int(match['first_month']):02}"
    if match["year"]:
        return f"{match['year']}-{_MONTHS[match['month'].lower()]:02}"
    if match["kyear"]:
        return f"{match['kyear']}-{int(match['kmonth']):02}"
    return str(match["only"])


# "The knowledge cutoff is not known; the instruction data was written in May 2025": that date is of something else.
_NOT_TOLD = re.compile(
    r"(?i)(?:\b(?:not|never)|n['’]t) (?:yet |been |publicly |exactly ){0,2}(?:known|stated|disclosed|public|published|"
    r"given|documented|specified|available|determined|told|say)\b|\b(?:unknown|undisclosed|unspecified|"
    r"undocumented)\b|\bno (?:(?!than\b)[\w -]){0,30}$|未知|不详|未公开|不明|미공개|알려지지|알 수 없"
)
_CUT_SHORT = re.compile(rf"(?i)\b(?:{_MONTH})t?\.$")  # a sentence that ends in "Sep." ends in the midst of a date


def _date_after(text: str, start: int, following: str) -> str | None:
    """The date to which the words for a cutoff at `start` lead; None where they say that it is not known."""
    said = text[start : start + 160]
    if _NOT_TOLD.search(text[max(0, start - 30) : start]):
        return None
    if _CUT_SHORT.search(said):
        said = f"{said} {following[:20]}"
    dated = _DATE.search(said)
    return parse_date(said) if dated and not _NOT_TOLD.search(said[: dated.start()]) else None


def _leads(text: str) -> Iterator[re.Match[str]]:
    """The places of a sentence that lead to a cutoff, those with a word for it first."""
    # "Data freshness: trained in 2024, with a data cutoff of June 2023": the label gives way to the word itself.
    yield from sorted(CUTOFF.finditer(text), key=lambda match: match[0].casefold() == "data freshness")
    yield from (IGNORANT_EASTERN if _EAST_ASIAN.search(text) else IGNORANT).finditer(text)


# "The knowledge cutoff of GPT-4 is September 2021"
_WHOSE = re.compile(
    r"(?:\b(?:of|for|de|du|von|di|do)|(?<=date)s? of) (?:the )?([A-Z][\w.+/-]*(?:[ -](?:\d[\w.]*|[A-Z][\w.+-]*)){0,3})"
)


# "LiveCodeBench (cutoff 2024-08)", "the cutoff of the leaderboard", "submission cutoff": of the questions asked.
_QUESTIONS = (
    r"(?:problems?|questions?|submissions?|leader-?boards?|benchmarks?|contests?|issues?|live\w*bench|livebench|aime|"
    r"evaluat\w+|scores?|significance)\b"
)
_ASKED_BEFORE = re.compile(rf"(?i)\b{_QUESTIONS}[^.;]{{0,60}}$")
_ASKED_AFTER = re.compile(rf"(?i)[^.;]{{0,24}}\b(?:for|of|on|in|to) (?:the |all |our )?(?:[\w-]+ )?{_QUESTIONS}")
_OF_LEARNING = re.compile(r"(?i)knowledge|train|model")
_OF_ITS_DATA = re.compile(
    r"(?i)(?: date)? (?:of|for) (?:(?:the|our|its|this|all) )?(?:[\w-]+ )?"
    r"(?:(?:pre-?)?training|knowledge|data|models?\b(?! eval))"
)


def _is_of_questions(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 80) : match.start()]
    if _OF_LEARNING.search(match[0]) or _OF_LEARNING.search(before) or _OF_ITS_DATA.match(text, match.end()):
        return False
    return bool(_ASKED_BEFORE.search(before) or _ASKED_AFTER.match(text, match.end()))


def _date_told(text: str, following: str, subjects: Subjects | None) -> str | None:
    """The cutoff of the card's own model that a sentence tells; `following` is the sentence after it."""
    for match in islice(_leads(text), _MOST_LEADS):
        if subjects and subjects.told_of_rival(text, match.start(), match.end()):
            continue
        if match[0][:5].casefold() == "data " and _is_of_test(text[: match.start()]):
            continue
        if "off" in match[0].casefold() and _is_of_questions(text, match):
            continue
        # "No events after 2023" denies the events and not the date, so that only what follows is read.
        date = (
            _date_after(text, match.start(), following)
            if match.re is CUTOFF
            else parse_date(text[match.end() : match.end() + 60])
        )
        if date and subjects:
            whose = _WHOSE.search(text, match.start(), match.start() + 90)
            if whose and subjects.is_rival(whose[1]):
                continue
        if date:
            return date
    return None


_MOST_LEADS = 6


def _is_of_test(before: str) -> bool:
    """True for "AIME data up to 2023": which years of a test were taken, and no end of the data."""
    words = before.split()
    return bool(words) and names_test(words[-1].strip("*_`\"'(["))


def cutoff_line(
    document: Document, own: OwnModel | None = None, bases: Iterable[str] = ()
) -> tuple[str, int, str] | None:
    """The training cutoff with its line and the words it stands in; that of a rival is none where `own` is given."""
    subjects = Subjects.of(document, own, bases) if own else None
    prose = list(document.prose())
    for index, sentence in enumerate(prose):
        after = prose[index + 1].text if index + 1 < len(prose) else ""
        # Without a year there is no date, and looking for one costs little.
        dated = _YEAR.search(sentence.text) or (_YEAR.match(after) and _CUT_SHORT.search(sentence.text[-12:]))
        if dated and (date := _date_told(sentence.text, after, subjects)):
            return date, sentence.line, sentence.text
    for table in document.tables:
        for j, cell in enumerate(table.rows[0]):
            if re.search(r"(?i)cut-?off|知识截止|지식", cell.text):
                for row in table.rows[1:]:
                    if j < len(row) and (date := parse_date(row[j].text)):
                        return date, row[j].line, f"{cell.text}: {row[j].text}"
        for row in table.rows:
            if (
                len(row) >= 2
                and re.search(r"(?i)\bcut-?off\b|知识截止", row[0].text)
                and (date := parse_date(row[1].text))
            ):
                return date, row[0].line, f"{row[0].text}: {row[1].text}"
    return None


def find_cutoff(document: Document, own: OwnModel, bases: Iterable[str] = ()) -> str | None:
    found = cutoff_line(document, own, bases)
    return found[0] if found else None
