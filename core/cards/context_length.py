"""How many tokens a card's model takes: in its name, in tables, and in sentences of several languages."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from core.cards.context_elsewhere import is_context_of_sister, is_of_another_time, pieces_of_the_model
from core.cards.context_in_name import length_in_name
from core.cards.document import Document
from core.cards.fast_patterns import fast_pattern
from core.cards.name_match import Match
from core.cards.name_words import words_of
from core.cards.own_model import OwnModel
from core.cards.told_of_rivals import Subjects

_CONTEXT = re.compile(
    r"(?i)(?<![\d.,])(\d{5,7}|\d{1,4}(?:[.,]\d{1,3})?)\s?([kKmM])?(?:-|\s)?(?:tokens?)?(?:\s|-)*(?:of\s|long\s|native\s|max(?:imum)?\s|default\s|full\s|的|"
    r"di\s|de\s)?(?:context|kontext|contest|ctx|上下文|컨텍스트|コンテキスト)|\bcontexts? (?:of|is|"
    r"at) (?:up to )?(\d{5,7}|"
    r"\d{1,4}(?:[.,]\d{3})?)(?:\s?([kKmM])\b|\b(?= ?-?tokens?| and|[.,;]))|(?:Kontextl[äa]nge|Kontextfenster|"
    r"(?:fenêtre|longueur|taille) (?:de |du )contexte|(?:ventana|longitud|janela|tamanho|comprimento) de contexto|"
    r"(?:finestra|lunghezza) (?:di|del) contesto)[^.\n]{0,25}?(?<![\w.])(\d{5,7}|\d{1,4}(?:[.,]\d{3})*)\s?([kKmM])?\b|"
    r"(?:context)[\s_-]*(?:length|window|size|len)[^.\n]{0,40}?(?<![\w.])(\d{5,7}|"
    r"\d{1,4}(?:[.,]\d{3})*(?:\.\d+)?)\s?([kKmM])?\b|(?:^|[^\w ]\s*)(?:(?:max(?:imum)?|native) )?(?:context[eo]?|"
    r"contesto|kontext|n_?ctx|(?<=^)ctx)\W{0,5}(\d{5,7}|\d{1,4}(?:[.,]\d{3})*)\s?([kKmM])?\b|(?:上下文|序列)[^。\n]{0,20}?(\d{4,7}|"
    r"\d+(?=\s?[kKmM]))\s?([kKmM])?|"
    r"(\d[\d,]*)\s?([kKmM])?\s?(?:个)?(?:토큰|词元|トークン)의?的?の?\s?(?:최대 )?(?:上下文|컨텍스트|문맥|"
    r"コンテキスト)|컨텍스트[^.\n]{0,20}?(\d[\d,]*)\s?([kKmM])?|コンテキスト[^。\n]{0,20}?(\d[\d,]*)\s?([kKmM])?|"
    r"\b(?:contexte|contexto|contesto|kontext) (?:de|di|von) (?:jusqu['’]à |até |hasta |bis zu |fino a )?"
    r"(\d{4,7}|\d{1,3}(?:[.,]\d{3})+|\d{1,4}(?=\s?[km]))\s?([km])?\b|"
    r"(?:контекст[а-я]{0,3}|سياق)[^.\n\d]{0,25}(\d{4,7}|\d{1,3}(?:,\d{3})+|\d{1,4}(?=\s?[kкКK]))\s?([kкКK])?|"
    r"\bcontext\b[^.;\d]{0,30}\bup to (\d{4,7}|\d{1,3}(?:,\d{3})+|\d{1,4}(?=\s?[km]))\s?([km])?[- ]tokens?\b"
)
_DIGIT = re.compile(r"\d")
_OF_CONTEXT = fast_pattern(
    "[oO][nN][tT][eE][xXsS][tT]|[cC][tT][xX]|上下文|序列|컨텍스트|문맥|コンテキスト|онтекст|سياق"
)  # found fast
_SPACED = re.compile(
    r"(?<=(?<![\d.,])\d)[ \u202f\u2009](?=\d{3} ?(?:[Tt]okens?|токен|jetons?)\b|\d{3} токен)|"
    r"(?<=(?<![\d.,])\d\d)[ \u202f\u2009](?=\d{3} ?(?:[Tt]okens?|токен|jetons?)\b|\d{3} токен)|"
    r"(?<=(?<![\d.,])\d\d\d)[ \u202f\u2009](?=\d{3} ?(?:[Tt]okens?|токен|jetons?)\b|\d{3} токен)"
)  # "32 768 tokens"
_CONFIGURED = fast_pattern(
    r"(?i)\b(?:max[ _]position[ _]embeddings|n_positions|model_max_length|max_model_len|max_seq_len)"
    r"\W{1,6}(\d{3,8})([km])?\b"
)
_MANY = r"(\d{4,7}|\d{1,3}[.,]\d{3}|\d{1,4}(?=\s?[km]))\s?([km])?"  # "8192", "16.384", "32k"
_NO_INPUT = (
    r"(?! ?(?:per|an? (?:second|minute|day)|each|every|/|of (?:output|generat)|out\b|output|vocab|"
    r"in (?:(?:its|the|total|one|our) )?(?:vocab|output|answer|batch)))"
)
_TAKES = re.compile(
    r"(?i)\b(?:reads?|takes?|accepts?|handles?|ingests?|process(?:es)?|inputs?|text)\b(?: only)?[:,]?"
    r"(?: (?:in|of|texts?|inputs?|documents?|prompts?|sequences?|with)){0,2} (?:up to|at most|as many as) "
    r"(\d{1,4}(?:[.,]\d{3})*(?:\.\d+)?)\s?([km])?[- ]tokens?\b(?! (?:per|an?|each|every)\b)|"
    r"\b(?:supports?|handles?|accepts?) (?:sequences?|inputs?|prompts?|texts?|documents?) (?:of|with|up to) "
    r"(?:up to )?(\d{1,4}(?:[.,]\d{3})*)\s?([km])?[- ]tokens?\b|"
    r"\b(?:reads?|takes?|accepts?) (\d{1,4}(?:[.,]\d{3})*)\s?([km])?[- ]tokens? (?:in|of (?:input|text))\b|"
    # "It supports up to 256K tokens."
    r"(?:^\W{0,8}|[.;:,]\s|\b(?:it|model|and|can) |(?<=\db )|(?<=instruct )|(?<=chat )|(?<=base ))"
    r"(?:natively |now |officially )?(?:supports?|supporting|handles?|process(?:es)?|reads?|accepts?|takes?) "
    r"(?:natively )?(?:up to |as many as |at most )(\d{1,4}(?:[.,]\d{3})*(?:\.\d+)?)\s?([km])?[- ]tokens?\b"
    rf"{_NO_INPUT}|"
    r"\b(?:unterstützt|verarbeitet|prend en charge|supporte|accepte|traite|admite|soporta|procesa|suporta|aceita|"
    r"processa|"
    r"supporta|accetta|gestisce|elabora|ondersteunt) (?:bis zu |jusqu['’]à |hasta |até |fino a |tot )"
    r"(\d{1,4}(?:[.,]\d{3})*)\s?([km])?[- ](?:de )?tokens?\b(?! (?:pro|par|por|al|per)\b)|"
    r"支持(?:最多|最高|最长|高达|长达|多达)\s?(\d{1,4}(?:,\d{3})*)\s?([km])?\s?(?:个\s?)?tokens?(?![a-z]|/)|"
    # "Kestrel-7B supports 128K tokens.", "an 8192-token window"; a sliding window is a part of it
    r"(?:^\W{0,8}|[.;:,]\s|\b(?:it|model|and|can) |(?<=\db )|(?<=instruct )|(?<=chat )|(?<=base ))(?:can )?"
    r"(?:natively |now )?(?:supports?|handles?|reads?|accepts?|understands?) (?:up to |at most |as many as )?"
    rf"{_MANY}[- ](?:tokens?\b|token prompts)(?! ?window){_NO_INPUT}|"
    rf"^\W{{0,6}}up to {_MANY}[- ]tokens? of (?:inputs?|text|context)\b|"
    rf"(?<!sliding )(?<!sliding-)(?<!attention )(?<!local )\b(?:window|Fenster|fenêtre|ventana|janela|finestra) "
    rf"(?:of|von|de|di) (?:up to |bis zu )?{_MANY}[- ](?:tokens?|jetons)\b|"
    rf"(?<!\bwith )\b(?:an?|its|the|has|have|supports?|offers?|takes?|provides?) {_MANY}[- ]tokens? window\b|"
    rf"\b(?:versteht|liest|verarbeitet|fasst|akzeptiert|bewältigt) (?:\w+ (?:von|mit|bis) )?(?:bis zu )?{_MANY} "
    r"Tokens?\b"
    r"(?! (?:pro|je)\b)|"
    rf"(?<!滑动)(?<!滑動)窗口(?:长度|大小)?(?:为|是|达到?)?\s?{_MANY}|(?<![\w.]){_MANY}\s?(?:的)?(?:窗口|ウィンドウ)(?!注意)|"
    rf"(?:最大シーケンス長|シーケンス長|최대 시퀀스 길이)(?:は|が|은|는|[:：])?\s?{_MANY}|"
    rf"(?:^|[|,;(]\s?)(?:n_|max )?ctx(?:[ _-](?:len(?:gth)?|size))?\W{{0,3}}[:=|]\W{{0,3}}{_MANY}(?!\w)"
)
_OF_TOKENS = fast_pattern("oken|[cC][tT][xX]|窗口|ウィンドウ|シーケンス|시퀀스")  # found fast
_NOT_TAKEN = re.compile(
    r"(?i)\b(?:(?:pre-?|post-?)?train|tun|fine-?tun|evaluat|test|generat|output|answer|yarn|rope|extrapolat|batch|"
    r"vocab|epoch|step|cache|demo|widget|playground|tokeni[sz]|"
    r"budget)\w*\b[^.;]{0,60}$"
)
# The window that a layer attends to, or that a sampler or an evaluation looks at, is a part of the context.
_WINDOW = re.compile(r"(?i)window|fenster|fenêtre|ventana|janela|finestra|窗口|ウィンドウ")
_OF_A_PART = fast_pattern(
    r"(?i)\b(?:sliding|rolling|moving|shifted|swa|local(?:ly)?|attention|attends?|layers?|heads?|penalt(?:y|ies)|caches?|"
    r"perplexity|strides?|overlap\w*|chunk\w*|retriev\w+|lookahead|look-ahead|gleitend\w*|gliss\w+|desliz\w+|"
    r"scorrevol\w+)\b|滑动|滑動|スライディング|注意力"
)
_SUPPORTS_ELSE = re.compile(r"(?i)\b(?:supports?|handles?|accepts?)\b[^.;\d]{0,20}\d+\s?[km]\b")
_SPELLED = fast_pattern(
    r"(?i)\b(?:(one|a|1)|(two|2)|(ten|10))[- ]million[- ](?:tokens?|contexts?)(?=[- ](?:long )?(?:context|window))"
)
_TRAINED = re.compile(r"(?i)\b(?:(?:pre-?|post-?)?train|fine-?tun|tun)\w*\b[^.;,]{0,50}$")
_SUPPORTED = re.compile(r"(?i)\b(?:support|extend|handl|accept|allow|inferenc|scal)\w*\b[^.;,]{0,40}$")
# How long the pieces of training were; it stands for the context where nothing else does.
_SEQUENCE = re.compile(
    r"(?i)(?<![\d.,])(\d{4,7}|\d{1,3},\d{3}|\d{1,4}(?=k))(k)?[ -](?:tokens? )?sequence length|"
    r"(?:sequence[\s_-]{0,3}(?:length|window|size|len)|"
    r"(?<!sliding )(?<!sliding-)(?<!attention )window (?:size|length)|\bseq[ _-]?len(?:gth)?)"
    r"[^.\n]{0,40}?(?<![\w.])"
    r"(\d{5,7}|\d{1,4}(?:[.,]\d{3})*(?:\.\d+)?)\s?([kKmM])?\b|"
    rf"\bsequences of (?:up to )?{_MANY}[- ]tokens?\b"
)
# "from 4k to 64k", "4k → 64k": what it was extended to, in a sentence about the context.
_LENGTH = r"(?:\d{4,7}|\d{1,3}(?:[.,]\d{3})+|\d{1,4}\s?[kKmM])"
_OF_ELSE = re.compile(r"(?i)\s?(?:steps?|epochs?|samples|examples|iterations|questions|documents)\b")
_GROWN = re.compile(
    rf"(?i)(?:\b(?:from|von|de|da|from a \w+ of)|从|由)\s?{_LENGTH}(?:[ -]?tokens?)?(?: \w+){{0,2}} ?"
    r"(?:\bup to|\bto|\bauf|\bà|\ba|\bal|\bpara|\bhasta|\baté|扩展到|扩展至|扩展为|提升到|提升至|扩大到|增加到|到|至|→|"
    r"->|"
    r"=>)\s?(\d{4,7}|\d{1,3}(?:[.,]\d{3})+|\d{1,4}(?=\s?[km]))\s?([km])?\b|"
    rf"{_LENGTH}(?:から|에서|\s?(?:→|->|=>))\s?(\d{{4,7}}|\d{{1,3}}(?:,\d{{3}})+|\d{{1,4}}(?=\s?[km]))\s?([km])?|"
    r"\b(?:context|kontext|contexte?o?|contesto)\b[^.;\d]{0,40}\b(?:extend|expand|increas|rais|scal|grow|stretch|"
    r"lengthen|erweiter|étend|ampli|exten|estes)(?!\w{0,2}[ai]b[li])\w*\b[^.;\d]{0,20}"
    r"\b(?:to|auf|à|a|até|hasta)\b(?: up to)? (\d{4,7}|"
    r"\d{1,3}(?:[.,]\d{3})+|\d{1,4}(?=\s?[km]))\s?([km])?\b|\b(?:extend|expand|increas|rais|scal|stretch|"
    r"lengthen)\w*\b[^.;\d]{0,30}\bcontext\b[^.;\d]{0,20}\bto (?:up to )?(\d{4,7}|\d{1,3}(?:,\d{3})+|"
    r"\d{1,4}(?=\s?[km]))\s?([km])?\b"
)
_NO_CONTEXT = re.compile(r"(?i)\b(?:no|not|without|instead of|unlike|than)\s(?:an? |the )?$")  # "has no 128k context"
# The window of a perplexity test, a server's flag, the setting of an evaluation: no limit of the model.
_OF_A_RUN = re.compile(
    r"(?i)(?:\b(?:perplexity|ppl|wikitext\S*|wiki-?text|calibrat\w+)\b[^\n]{0,160}|\d samples,? |"
    r"\b(?:(?:validated|tested|benchmarked|measured|profiled|timed|served|run|ran|serving) (?:with|on|using|at|in|"
    r"under|via|by)|evaluat\w+|for evaluation|throughput|latency|tok(?:ens)?/s)\b"
    r"(?:(?!\b(?:support|handl|accept|allow|extend)\w*\b)[^;\n]){0,120}|"
    r"\balpha(?:_value)?\b ?(?:of|[=:])? ?\d(?:\.\d+)?[^.;]{0,70}|--[\w-]{0,20}|\bLLM\([^)]{0,80})[\s`*(]{0,3}$"
)
_SPEED_TABLE = re.compile(r"(?i)\btok(?:ens)?\s?/\s?s|\bt/s\b|throughput|latency|\bspeed\b|\bppl\b|perplexity|\bttft\b")
_COLUMN = re.compile(
    r"(?i)^\W*(?:context|content length|max(?:imum)? (?:context|length)|seq(?:uence)? len)|上下文|컨텍스트"
)
_MOST_LENGTHS = 500
_ROW = re.compile(r"(?i)^\W*(?:(?:max(?:imum)?|total|native)\b\.? )?(?:context|n_?\W?ctx\b)|上下文|컨텍스트")


def find_context_length(
    document: Document, prose: Iterable[str], own: OwnModel, bases: Iterable[str] = ()
) -> int | None:
    """In tokens; the name decides, then tables, then sentences; None where the card does not say.

    `bases` are the models that this one was made from, whose context it keeps.
    """
    if told := length_in_name(own.name or ""):
        return told
    texts = [_SPACED.sub("", text) if "oken" in text or "токен" in text or "eton" in text else text for text in prose]
    subjects = Subjects.of(document, own, bases)
    return _in_tables(document, own) or _in_prose(texts, own, subjects) or _of_pieces(document, subjects)


def _of_pieces(document: Document, subjects: Subjects) -> int | None:
    pieces = pieces_of_the_model(document, tuned=bool(subjects.bases))
    pieces = (text for text in pieces if not _SUPPORTS_ELSE.search(text[:1000]))
    return next((length for _, length in _told(_SEQUENCE, pieces, subjects)), None)


_LED_IN = re.compile(r"^[^\d;,.(]{1,24}(?<![\w.])(?=\d)")  # "Full 131,072 tokens", "up to 32k"


def _in_tables(document: Document, own: OwnModel) -> int | None:
    for table in document.tables:
        if any(_SPEED_TABLE.search(cell.text) for cell in table.rows[0]):
            continue
        columns = [j for j, cell in enumerate(table.rows[0]) if _COLUMN.search(cell.text)]
        if columns[:1] == [0] and len({row[0].text for row in table.rows[1:]}) > 1:
            del columns[0]  # results at one length after the other
        below = [(row[0].text, row[j].text) for j in columns for row in table.rows[1:] if j < len(row)]
        beside = [row[1].text for row in table.rows if len(row) >= 2 and _ROW.search(row[0].text)]
        for text in (*_of_own_rows(below, own), *beside):
            if length := _tokens(_LED_IN.sub("", text)):
                return length
    return None


def _of_own_rows(below: list[tuple[str, str]], own: OwnModel) -> list[str]:
    """The cells of a column, those in the rows of the card's own model first."""
    return [text for _, text in sorted(below, key=lambda row: -max(own.match(row[0]), Match.NONE))]


# "128K tokens for the 4B and 12B sizes, and 32K tokens for the 1B size"
_FOR_SIZES = re.compile(
    r"(?i)(?<![\w.])(\d{1,4})\s?([km])(?: tokens?)?(?: \w+){0,3}? (?:for|in|on) (?:the )?"
    r"(\d+(?:\.\d+)?\s?[bm]\b(?:(?:,? and |,? or |, )(?:the )?\d+(?:\.\d+)?\s?[bm]\b){0,6})"
)


# "8K (3B), 32K (7B)", "the 3B has a context of 8K tokens, the 7B of 32K"
_IN_BRACKETS = re.compile(
    r"(?i)(?<![\w.])(\d{1,4})\s?([km])(?: tokens?)? ?[(（](?:the )?(\d{1,3}(?:\.\d)?\s?[bm])[)）]"
)
_SIZE_FIRST = re.compile(
    r"(?i)\bthe (?P<size>\d{1,3}(?:\.\d)?\s?[bm])\b(?: (?:model|one|version|size))?,? (?:(?:has|have|supports?|takes?|"
    r"with|of|"
    r"is|at|an?|one|context|length|window|up|to) ){1,6}(?P<number>\d{1,4})\s?(?P<unit>[km])\b"
)


def _of_size(text: str, own: OwnModel) -> Iterator[int]:
    """The length that a sentence gives for the own size, where it gives several."""
    mine = words_of(own.name or "").sizes
    if not mine or not ("for " in text or "ontext" in text):
        return
    told = [match.groups() for match in _FOR_SIZES.finditer(text)]
    if "ontext" in text and len(told) < 2:
        told = [match.groups() for match in _IN_BRACKETS.finditer(text)]
        told += [(match["number"], match["unit"], match["size"]) for match in _SIZE_FIRST.finditer(text)]
    for number, unit, sizes in told if len(told) > 1 else []:
        if mine & {size.replace(" ", "").casefold() for size in re.findall(r"(?i)\d+(?:\.\d+)?\s?[bm]\b", sizes)}:
            yield _tokens(f"{number}{unit}") or 0


def _in_prose(prose: Iterable[str], own: OwnModel, subjects: Subjects) -> int | None:
    sized = next((length for text in prose for length in _of_size(text[:1000], own)), None)
    if sized:
        return sized
    texts = [text[:1000] for text in prose if _DIGIT.search(text, 0, 1000)]
    lengths = _told(_CONTEXT, [text for text in texts if _OF_CONTEXT.search(text)], subjects)
    if first := next(lengths, None):
        if not _TRAINED.search(first[0]):
            return first[1]
        # What it was trained at gives way to what it supports.
        return next((length for told, length in lengths if _SUPPORTED.search(told)), first[1])
    of_tokens = _told(_TAKES, [text for text in texts if _OF_TOKENS.search(text)], subjects)
    taken = ((told, length) for told, length in of_tokens if not _NOT_TAKEN.search(told))
    if found := next(chain(taken, _told(_CONFIGURED, texts, subjects)), None):
        return found[1]
    if spelled := next((match for text in prose if (match := _SPELLED.search(text[:1000]))), None):
        return {1: 1, 2: 2, 3: 10}[spelled.lastindex or 1] * 1024 * 1024
    return None


def _told(pattern: re.Pattern[str], texts: Iterable[str], subjects: Subjects) -> Iterator[tuple[str, int]]:
    """What a pattern finds of the card's own model: the words before each length, and the length.

    A card that tells of hundreds of other lengths first does not tell its own.
    """
    found = ((text, match) for text in texts for match in _lengths_in(text, pattern))
    for text, match in islice(found, _MOST_LENGTHS):
        before = text[: match.start()][-160:]
        if _OF_ELSE.match(text, match.end()):
            continue
        length = _tokens("".join(group for group in match.groups() if group))
        if (
            length
            and not (pattern is not _CONTEXT and _WINDOW.search(match[0]) and _OF_A_PART.search(text[:1000]))
            and not _NO_CONTEXT.search(before[-16:])
            and not _OF_A_RUN.search(text[: match.start()][-200:])
            and not is_of_another_time(before, subjects.own.names)
            and not is_context_of_sister(text, length, subjects.own.names)
            and not subjects.told_of_rival(text, match.start(), match.end())
        ):
            yield before, length


def _lengths_in(text: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    return chain(_GROWN.finditer(text) if pattern is _CONTEXT else (), pattern.finditer(text))


def _tokens(text: str) -> int | None:
    match = re.match(r"\s*(\d{1,3}(?:[ ,]\d{3})+|\d+(?:\.\d+)?)\s?([kKmM])?(?![\w.])", text)
    if not match:
        return None
    written = match[1].replace(".", "") if re.fullmatch(r"\d{1,3}\.\d{3}", match[1]) and not match[2] else match[1]
    unit, number = (match[2] or "").lower(), re.sub(r"[ ,]", "", written)
    length = _whole_length(number, unit) or float(number) * {"k": 1024, "m": 1024 * 1024}.get(unit, 1)
    return int(length) if 512 <= length <= 20_000_000 else None


def _whole_length(number: str, unit: str) -> int | None:
    """What a length in thousands or millions stands for, where it is a rounded power of two (or 3 or 5 times one).

    Lengths are powers of two; some count them in K of 1,024 ("128K"), and some round them to thousands ("131K").

    >>> _whole_length("131.1", "k"), _whole_length("33", "k"), _whole_length("1.05", "m"), _whole_length("128", "k")
    (131072, 32768, 1048576, None)
    """
    if unit not in ("k", "m"):
        return None
    scale, decimals = {"k": 1000, "m": 1_000_000}[unit], len(number.partition(".")[2])
    if float(number) * scale / 1000 in _WHOLE_K and not decimals:
        return None
    if not decimals and unit == "m":
        return None  # "1M" is too coarse to stand for anything else
    told, coarse = f"{float(number):.{decimals}f}", not decimals and (float(number) < 40 or float(number) % 5 == 0)
    fits = (k for k in sorted(_WHOLE_K) if f"{k * 1024 / scale:.{decimals}f}" == told)
    return next((k * 1024 for k in fits if not coarse or k & (k - 1) == 0), None)


_WHOLE_K = frozenset(times << power for times in (1, 3, 5) for power in range(14) if 2 <= times << power <= 10240)
