"""Until when a card's training data reaches: dates in several languages, and the words that lead to them."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

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
    rf"(?<![\d/.-])(?P<first_month>0?[1-9]|1[0-2])[/.](?P<last_year>20[12]\d)(?!\d)|\b(?P<month>{_MONTH})[a-zéûä]*\.?,?\s+"
    r"(?:del?\s+|of\s+)?(?:\d{1,2},?\s+)?(?P<year>20[12]\d)"
    r"|(?P<kyear>20[12]\d) ?년\s?(?P<kmonth>\d{1,2})월|(?P<only>20[12]\d)(?!\d|\.\d)",
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
# "It does not know about events after 2023", "nothing it learnt is newer than": what it knows ends with the year told.
_KNOWS = (
    r"know\w*|aware|unaware|learn\w*|seen|saw|familiar|train\w*|informed|information|includes?|contains?|covers?|"
    r"cannot answer|can't answer|recall\w*"
)
_BEFORE_A_DATE = r"(?=[^.;]{0,24}\b20[12]\d)"
_IGNORANT = re.compile(
    rf"(?i)(?:\b(?:not|never|cannot|no|nothing|nor|little|without|lacks?|hardly)|n['’]t)\b[^.;]{{0,30}}\b(?:{_KNOWS}|any|"
    r"data|events?|knowledge)\b[^.;]{0,60}?\b(?:after|since|past|beyond|later than|newer than|postdating)\b"
    rf"{_BEFORE_A_DATE}|"
    rf"\b(?:unaware|ignorant)\b[^.;]{{0,60}}?\b(?:after|since|past|beyond)\b{_BEFORE_A_DATE}|"
    r"\b(?:events?|developments?|facts?|news|anything|information) (?:that (?:happened|occurred|took place) )?"
    r"(?:after|since|past|beyond)\b(?=[^.;]{0,24}\b20[12]\d[^.;]{0,30}\b(?:unknown|not (?:known|covered|included|seen)|"
    r"outside (?:its|the))\b)|"
    r"\bknow(?:s|ledge)\b[^.;\d]{0,40}\b(?:until|up to|through|till|as of|ends?|stops?|dates? from|is from|limited to)\b"
    rf"{_BEFORE_A_DATE}|"
    r"\b(?:kennt|weiß|weiss)\b[^.;]{0,30}\b(?:nicht|nichts|keine?)\b[^.;]{0,40}\b(?:nach|seit|ab)\b(?=[^.;]{0,16}\b20[12]\d)|"
    r"\b(?:Wissen|Kenntnisse|Trainingsdaten|Daten)\b[^.;\d]{0,40}\b(?:bis|endet|enden|reicht|reichen)\b"
    r"(?=[^.;]{0,24}\b20[12]\d)|\bStichtag\b|"
    r"\b(?:connaissances?|données)\b[^.;\d]{0,50}(?:\bjusqu['’]|\bs['’]arrêt\w+|\barrêtée?s?\b|\bà jour\b|\bremontent\b|\bdatent\b)|"
    r"\b(?:ne|n['’]a?) ?(?:connaît|sait|possède|dispose|été)[^.;]{0,60}\b(?:après|postérieur\w*|au-delà)\b|\bdate limite\b|"
    r"\b(?:conocimientos?|datos)\b[^.;\d]{0,50}\b(?:hasta|terminan?|acaban?|llegan?|se detienen?|finalizan?)\b|"
    r"\b(?:no|não|non) (?:conoce|conhece|sabe|tiene|tem|ha|conosce|sa)\b[^.;]{0,60}\b(?:después de|tras|posteriores a|"
    r"após|depois de|dopo|successiv\w+ a)|\bcorte de(?:l| los| dos)? (?:conocimiento|conhecimento|datos|dados)|"
    r"\b(?:data|fecha) de (?:corte|cut-?off)\b|\bdata di (?:cut-?off|taglio|aggiornamento)\b|"
    r"\b(?:conhecimentos?|dados)\b[^.;\d]{0,50}\b(?:até|terminam?|acabam?|vão|vai)\b|"
    r"\b(?:conoscenz[ae]|dati)\b[^.;\d]{0,50}(?:\bfino a|\bsi ferma|\bterminano|\baggiornat\w+ a|\barriva(?:no)?\b)",
)
_IGNORANT_EASTERN = re.compile(
    r"(?:训练|预训练|语料)?(?:数据|知识|信息)[^。；\d]{0,12}(?:截[止至]|更新[到至]|到|至)(?=[^。；]{0,6}20[12]\d)|"
    r"(?:截[止至]到?)\s?(?=20[12]\d[^。；]{0,14}(?:数据|知识|语料))|"
    r"(?:不了解|不知道|不掌握|无法回答|没有)[^。；\d]{0,8}(?=20[12]\d[^。；]{0,8}(?:之后|以后|后的))|"
    r"对\s?(?=20[12]\d[^。；]{0,8}(?:之后|以后|后)[^。；]{0,14}(?:不了解|不知|一无所知|没有|无法))|"
    r"カットオフ|(?:知識|学習データ|訓練データ|データ|情報)[^。\d]{0,12}(?=20[12]\d ?年[^。]{0,8}(?:まで|時点|以前))|"
    r"(?=20[12]\d ?年[^。]{0,6}(?:まで|以前)の[^。]{0,10}(?:データ|情報|知識)[^。]{0,20}(?:学習|訓練))|"
    r"(?=20[12]\d ?年[^。]{0,6}(?:以降|より後)の[^。]{0,16}(?:知り?ま|知らな|知識|学習し|含まれ|持っていま|持たな))|"
    r"(?:지식|데이터|정보)[^.\d]{0,14}(?=20[12]\d ?년[^.]{0,8}까지)|(?:지식|데이터) ?(?:컷오프|마감|기준)|"
    r"(?=20[12]\d ?년[^.]{0,8}까지의? [^.]{0,14}(?:데이터|지식|정보|자료)[^.]{0,14}(?:학습|훈련|사용))|"
    r"(?=20[12]\d ?년[^.]{0,8}이후의? [^.]{0,20}(?:모르|모릅|알지 못|학습되지|학습하지|없))"
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


def _leads(text: str) -> Iterator[re.Match[str]]:
    """The places of a sentence that lead to a cutoff, those with a word for it first."""
    yield from CUTOFF.finditer(text)
    yield from (_IGNORANT_EASTERN if _EAST_ASIAN.search(text) else _IGNORANT).finditer(text)


# "The knowledge cutoff of GPT-4 is September 2021"
_WHOSE = re.compile(
    r"(?:\b(?:of|for|de|du|von|di|do)|(?<=date)s? of) (?:the )?([A-Z][\w.+/-]*(?:[ -](?:\d[\w.]*|[A-Z][\w.+-]*)){0,3})"
)


def _date_told(text: str, following: str, subjects: Subjects | None) -> str | None:
    """The cutoff of the card's own model that a sentence tells; `following` is the sentence after it."""
    for match in islice(_leads(text), _MOST_LEADS):
        if subjects and subjects.told_of_rival(text, match.start(), match.end()):
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
