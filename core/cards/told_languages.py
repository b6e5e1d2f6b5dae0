"""The languages that a card's text says its model knows, as the codes that front matter gives.

A line with a label ("Language(s) (NLP): Japanese"), a row of a table, the section under a heading "Languages", or a
sentence whose verb leads to a list of them ("supports English, German and French").
"""

import re
from collections.abc import Iterator
from functools import cache

from core.cards.document import Document
from core.cards.fact_tables import told_in_tables
from core.cards.language_names import languages_in, name_pattern
from core.cards.own_model import OwnModel
from core.cards.told_of_rivals import Subjects

_LABEL = (
    r"(?:(?:main|primary|supported|natural|human|model|training|input|output|target|spoken) ){0,2}languages?(?:\(s\))?"
    r"(?: ?\(nlp\))?(?: (?:supported|support|covered))?|(?:unterstützte )?Sprachen?|Langues?(?: prises en charge)?|"
    r"Idiomas?(?: (?:soportados|admitidos|compatibles|suportados))?|Lingu[ae](?: supportate)?|Línguas?|"
    r"(?:支持的?)?语[言种](?:支持)?|(?:対応)?言語|(?:지원 ?)?언어"
)
_LINE = re.compile(rf"(?i)^\W{{0,6}}(?:{_LABEL})\W{{0,4}}[:：]\W{{0,4}}(?P<said>\S.*)$")
_TITLE = re.compile(rf"(?i)^\W{{0,8}}(?:{_LABEL})\W{{0,4}}$")
# What else may stand before the first name: "supports text in 5 languages, namely English".
_LEADS = (
    r"(?:supports?|speaks?|understands?|handles?|covers?|knows?|works? (?:well |best )?(?:in|for|with)|fluent in|"
    r"proficient in|(?:chat|writes?|answers?|reads?|responds?|repl(?:y|ies)|converses?) in|available in|taught(?: in)?|"
    r"(?:trained|pre-?trained|tuned|finetuned|fine-tuned|built|made|designed|optimi[sz]ed|tailored|"
    r"adapted|speciali[sz]ed) (?:primarily |mainly |mostly |only )?(?:on|in|for|with|to)|"
    r"languages(?: (?:are|include|such as|like|including|namely))?|"
    r"(?:bi|tri|multi)lingual|unterstützt|spricht|versteht|beherrscht|"
    r"prend en charge|parle|comprend|maîtrise|soporta|admite|habla|entiende|"
    r"suporta|fala|entende|supporta|parla|capisce)"
)
_AS_KIND = r"(?:an?|the|eine?n?|un|une|ein|our|this|of)"


@cache
def _sentence() -> re.Pattern[str]:
    name = name_pattern()
    # Any names, with what parts the items of a list between them.
    article = r"(?:the |l['’]|le |la |el |il |o |das )?"
    parted = (
        rf"(?: ?\([^()]{{1,20}}\))?(?:,? (?:and|or|und|oder|et|ou|y|e|as well as|plus) [^\w.;]{{0,3}}(?:\d{{1,3}} ?% "
        rf")?{article}|\s?[,/&+|-][^\w.;]{{0,6}}(?:and |und |et |y |e )?{article}|\s?(?:、|和|与|及|以及|と|および|와|"
        rf"과)\s?)"
    )
    # Possessive: the words between two names can be read in more than one way, and no way back is needed.
    listed = rf"{name}(?:{parted}{name}){{0,40}}+"
    return re.compile(
        rf"\b{_LEADS}\b(?:[^.;,:\w]{{0,3}}(?:(?:\d{{1,3}}(?:\.\d)? ?%|\d+|both|text|texts|data|languages|the|following|"
        rf"traditional|in|mainly|only|well|prompts|conversations|inputs?|corpora|documents|questions|all|of|namely|including|like|"
        rf"such|as|web|le|el|la|l['’]|das|auf|o|il|les|los|as|os)[ :,(]{{1,3}}){{0,6}}|"
        rf"[^.;,\w]{{0,3}})(?P<after>{listed})|\b{_AS_KIND} (?:[\w-]+ ){{0,3}}?\(?(?P<kind>{listed})\)?[- "
        rf"](?:language |speaking )?(?:large |small )?"
        r"(?:language models?|llms?|chat(?:bot)? models?|chatbot|assistant|instruct(?:ion)? models?|base model|"
        r"foundation model|Sprachmodell)\b|"
        rf"(?:支持|涵盖|精通|対応|지원)[^。，\w]{{0,4}}(?P<zh>{listed})|"
        rf"(?P<before>{listed})(?:等|など|の|을|를|와|과)?[^。.\w]{{0,4}}"
        r"(?:をサポート|に対応|語言?に対応|지원|를 지원|을 지원|支持)",
        re.IGNORECASE,
    )


# "not Japanese", "translated from English", "evaluated on English benchmarks", "prompts in English".
_DENIED = re.compile(
    r"(?i)(?:\b(?:not|never|no longer|cannot|without|nicht|kein\w*|ne|no|não|non|unlike|before|translat\w+|tested|"
    r"evaluat\w+|bench\w+|tokeni[sz]er|dataset|students?|pupils|learners|judge\w*|teacher)\b|n['’]t\b|不|没有)[^.;,]{0,40}$"
)
_OF_TESTS = re.compile(
    r"(?i)\W{0,2}(?:[\w-]+ ){0,2}?(?:benchmarks?|tests?|evaluations?|leaderboards?|exams?|tokens?)\b"
)
_POORLY = re.compile(
    r"(?i)\W{0,2}(?:is|are|was|were)\b[^.;]{0,20}\b(?:poor|bad|weak|limited|untested|not|experimental)\b"
)
# "It answers in English even if prompted in other languages", "26 languages including Japanese": no full list.
_AMONG_OTHERS = re.compile(r"(?i)\b(?:other|more|another) languages?\b")
_SOME_OF = re.compile(r"(?i)(?<![\w.])(\d{1,4})\+? (?:[\w-]+ ){0,2}languages,? (?:including|such as|like|e\.g\.|among)")
_MOST_SENTENCES = 80
_MOST_UNDER_TITLE = 12


def languages_told(document: Document, own: OwnModel) -> tuple[str, ...]:
    """The codes of the languages; empty where the text does not say."""
    for found in (*_labelled(document, own), _under_title(document)):
        if found:
            return found
    subjects = Subjects.of(document, own)
    for sentence in list(document.prose())[:_MOST_SENTENCES]:
        if found := _in_sentence(sentence.text[:600], subjects) or _in_shares(sentence.text[:600]):
            return found
    return ()


_OF_DATA = re.compile(
    r"(?i)\b(?:data\w*|corp(?:us|ora)|tokens|mix(?:ture)?|balance\w*|composition|pre-?train\w*|trained)\b|데이터|학습|구성|"
    r"분포|数据|语料|占|データ|学習|割合"
)
_NO_DATA = re.compile(
    r"(?i)\b(?:accuracy|scores?|results?|benchmarks?|"
    r"evaluat\w+|test(?:ed|s)?|users?|win(?:s| rate))\b|평가|정확도|评测|准确"
)


@cache
def _share() -> re.Pattern[str]:
    name, share = name_pattern(), r"\d{1,2}(?:\.\d{1,2})? ?%"
    return re.compile(rf"(?i){share} (?:of |in )?(?P<a>{name})|(?P<b>{name})\W{{0,2}}(?:가|이|は|占)?\s?{share}")


def _in_shares(text: str) -> tuple[str, ...]:
    """The languages of the data, told with their shares: "51% English, 42% Korean and 7% code"."""
    if text.count("%") < 2 or not _OF_DATA.search(text) or _NO_DATA.search(text):
        return ()
    named = [found["a"] or found["b"] for found in _share().finditer(text)]
    return languages_in(" ".join(named)) if len(named) > 1 else ()


def _labelled(document: Document, own: OwnModel) -> Iterator[tuple[str, ...]]:
    for sentence in document.prose():
        if match := _LINE.match(sentence.text[:600]):
            yield languages_in(match["said"]) or _codes(match["said"])
    for fact in told_in_tables(document, own):
        if _TITLE.match(fact.label):
            yield languages_in(fact.value[:600]) or _codes(fact.value)


_CODE = re.compile(r"[a-z]{2}(?=$|[\s,;/|)]|-[A-Z]{2}\b)")


def _codes(text: str) -> tuple[str, ...]:
    """The codes of "en, de, fr", a list that holds nothing else."""
    if not re.fullmatch(r"\W*[a-z]{2}(?:-[A-Z]{2})?(?:\W{1,4}[a-z]{2}(?:-[A-Z]{2})?){0,60}\W*", text):
        return ()
    return tuple(dict.fromkeys(_CODE.findall(text)))


def _under_title(document: Document) -> tuple[str, ...]:
    """What the lines under a heading "Languages" name, as far as the next heading."""
    found: list[str] = []
    taken = 0
    for sentence in document.prose():
        titled = sentence.kind != "heading" and bool(sentence.headings) and _TITLE.match(sentence.headings[-1])
        if titled and taken < _MOST_UNDER_TITLE:
            taken += 1
            if not re.search(r"(?i)\b(?:not|translat\w+)\b|n['’]t\b", sentence.text[:300]):
                found += languages_in(sentence.text[:600])
    return tuple(dict.fromkeys(found))


def _in_sentence(text: str, subjects: Subjects) -> tuple[str, ...]:
    for match in _sentence().finditer(text):
        listed = next(group for group in match.groups() if group)
        named = languages_in(listed)
        some = _SOME_OF.search(text)
        told = (
            not _AMONG_OTHERS.search(text)
            and not (some and int(some[1]) > len(named))
            and not _DENIED.search(text[: match.start()][-60:])
            and not _OF_TESTS.match(text, match.end())
            and not _POORLY.match(text, match.end())
            and not subjects.told_of_rival(text, match.start(), match.end())
        )
        if told:
            return named
    return ()
