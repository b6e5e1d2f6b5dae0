"""Until when a card's training data reaches: dates in several languages, and the words that lead to them."""

import re

from core.cards.document import Document

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
    rf"(?P<iso>20[12]\d)(?:[-/.]| ?年)\s?(?P<iso_month>0?[1-9]|1[0-2])(?!\d)|"
    rf"(?<![\d/.-])(?P<first_month>0?[1-9]|1[0-2])[/.](?P<last_year>20[12]\d)(?!\d)|\b(?P<month>{_MONTH})[a-zéûä]*\.?,?\s+"
    r"(?:de\s+)?(?:\d{1,2},?\s+)?(?P<year>20[12]\d)"
    r"|(?P<kyear>20[12]\d) ?년\s?(?P<kmonth>\d{1,2})월|(?P<only>20[12]\d)(?![\d.])",
    re.IGNORECASE,
)
_YEAR = re.compile(r"20[12]\d")
CUTOFF = re.compile(
    r"(?i)\b(?:knowledge|training|pre-?training|data)[\s-]*(?:data)?\s*cut-?\s?off\b|"
    r"\bcut-?off\b(?:\s+date)?(?=(?:[^.]|\.(?=\d)){0,60}20[12]\d)|\bknowledge (?:is |was )?(?:last )?(?:updated|"
    r"until|up to)\b|"
    r"\b(?:crawl\w*|corp(?:us|ora)|data(?:sets?)?|knowledge)\b(?: (?:itself|only|mostly))? (?:ends?|ended|stops?|"
    r"stopped|reach(?:es)?|extends?|goes|runs)\b(?= (?:in|at|to|until|up to|with|around|on \d+)\b)|"
    r"\b(?:nothing|no (?:\w+ )?(?:data|texts?|documents?|pages?|events?)) (?:newer|later|more recent|fresher|"
    r"younger) than\b|"
    r"\btraining data\b[^.;]{0,40}\b(?:up to|until|through)\b(?= [A-Z\d])|"
    r"\bdata (?:up to|until|through|collected (?:up to|until|before))\b|知识截止|数据截[止至]|지식 (?:컷오프|"
    r"기준)|학습 데이터.{0,10}(?:까지|기준)|知識カットオフ|\bdata freshness\b|"
    r"\b(?:Wissens|Kenntnis|Daten)stand\b|\bStand der (?:Trainings)?daten\b|\bdate (?:de coupure|limite des données)\b|"
    r"\bdonnées [^.]{0,40}?(?:s['’]arrêtent|jusqu['’])|\bfecha de corte\b|\bdatos (?:\w+ ){0,3}hasta\b|"
    r"\b(?:conhecimento|dados) (?:\w+ ){0,3}até\b|\bdati (?:\w+ ){0,4}fino a\b"
)


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
    r"given|"
    r"documented|specified|available|determined|told|say)\b|\b(?:unknown|undisclosed|unspecified|undocumented)\b|"
    r"\bno [\w -]{0,30}$|未知|不详|未公开|不明|미공개|알려지지|알 수 없"
)
_CUT_SHORT = re.compile(rf"(?i)\b(?:{_MONTH})\.$")  # a sentence that ends in "Sep." ends in the midst of a date


def _date_after(text: str, start: int, following: str) -> str | None:
    """The date to which the words for a cutoff at `start` lead; None where they say that it is not known."""
    said = text[start : start + 160]
    if _NOT_TOLD.search(text[max(0, start - 30) : start]):
        return None
    if _CUT_SHORT.search(said):
        said = f"{said} {following[:20]}"
    dated = _DATE.search(said)
    return parse_date(said) if dated and not _NOT_TOLD.search(said[: dated.start()]) else None


def cutoff_line(document: Document) -> tuple[str, int, str] | None:
    """The training cutoff with its line and the words it stands in."""
    prose = list(document.prose())
    for index, sentence in enumerate(prose):
        after = prose[index + 1].text if index + 1 < len(prose) else ""
        # Without a year there is no date, and looking for one costs little.
        dated = _YEAR.search(sentence.text) or (_YEAR.match(after) and _CUT_SHORT.search(sentence.text[-12:]))
        if (
            dated
            and (match := CUTOFF.search(sentence.text))
            and (date := _date_after(sentence.text, match.start(), after))
        ):
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


def find_cutoff(document: Document) -> str | None:
    found = cutoff_line(document)
    return found[0] if found else None
