"""What the labels of rows and headers tell beside a model: settings, shots, what is added to the row above."""

import re
from collections.abc import Sequence

from core.cards.name_words import looks_like_model
from core.cards.own_model import names_stage_only
from core.cards.plain_labels import takes_training_away

TEXT_METRIC = re.compile(r"(?i)\W*(?:(?:sacre)?bleu(?:-\d)?|chrf(?:\+\+|\d)?|comet(?:-?\d+)?|rouge-?[12l]|wer|cer)\W*")
SETTING_ROWS = re.compile(
    r"(?i)\W*(?:(?:thinking|reasoning|token|inference)[ _-]?)?(?:budget|effort|mode)\W*|\W*(?:prompt(?:ing)?|decoding|"
    r"temperature|sampling|strategy|(?:training )?(?:checkpoints?|steps?|tokens)|iterations?)\W*|"
    r"\W*(?:random )?(?:seeds?|runs?|trials?|repeats?|repetitions?|epochs?)(?: (?:no\.?|number|id|#))?\W*|"
    r"\W*(?:lo-?ra|adapter) (?:rank|r)(?: ?\(?r\)?)?\W*"
)
# Lengths of context down a table of one model: "4K", "$128K$", "131,072".
LENGTH_ROWS = re.compile(
    r"(?i)\W*(?:max(?:imum)?\.? )?(?:context|sequence|seq|input|prompt)s?(?:[ _-]?(?:lengths?|len|windows?|sizes?))?"
    r"(?: ?[(（].{1,20}[)）])?\W*|\W*(?:上下文|컨텍스트|コンテキスト)(?:长度|길이|長)?\W*"
)
_LENGTH = re.compile(
    r"(?i)\W{0,2}(?:\d{1,4}(?:\.\d)?\s?[km]|\d{4,7}|\d{1,3}(?:,\d{3}){1,2})(?: ?(?:tokens?|ctx))?\W{0,2}"
)


def are_lengths(labels: Sequence[str | None], header: str) -> bool:
    """True for labels that are lengths of context, by their header or by the K behind each of them.

    >>> are_lengths(["2K", "$8K$"], ""), are_lengths(["4096", "8192"], "Context length"), are_lengths(["7B"], "")
    (True, True, False)
    """
    if len(labels) < 2 or not all(label and _LENGTH.fullmatch(label[:30]) for label in labels):
        return False
    return bool(LENGTH_ROWS.fullmatch(header)) or all(re.search(r"(?i)\dk?\s?[km]\b", label or "") for label in labels)


SHOTS_ROW = re.compile(r"(?i)\W*(?:(?:number|no\.|num) of |n[-_ ]?|few-?)?shots?(?: number)?\W*")
BRANCHES = re.compile(r"(?i)\W*(?:branch(?:es)?|revisions?|git tags?)(?: names?)?\W*")
# How many answers a column counts, beside another that tells their share.
COUNT_OF_ANSWERS = re.compile(
    r"(?i)\W*(?:(?:number|num|no\.?|count|n)(?: of)? )?(?:correct(?:ly)?|right|wrong|incorrect|passe[ds]|"
    r"fail(?:ed|s|ures)?|"
    r"solved|errors?|total|all|out of|answered|attempted|invalid|n)(?: (?:answers?|answered|solved|questions?|items?|"
    r"problems?|tasks?|tests?|cases?|samples?|count))?\W*|\W*(?:正确|错误|总)数?\W*|\W*(?:정답|오답|전체)(?: ?수)?\W*"
)
# How far the numbers of the row above, or all of them, may be off, and how many questions they are of.
_ERROR_SIGNS = ("std", "st. d", "stand", "±", "+/-", "sem", "stdev", "σ", "标准", "標準", "표준")
_OF_ERRORS = re.compile(
    r"(?i)\W*(?:.{1,40}[_ ,(-])?(?:std\.?[ _-]?err(?:or)?s?|standard[ _]errors?)(?:,\w{1,20})?\W*|\W*(?:±|\+/-)\W*|"
    r"\W*(?:sem|std\.?(?:[ _-]?dev\.?)?|st\. ?dev\.?|stdev|standard deviations?|σ|"
    r"标准[差误]|標準(?:誤差|偏差)|표준 ?(?:오차|편차))\W*"
)
_OF_RANGES = re.compile(
    r"(?i)\W*(?:\d\d ?% ?)?(?:ci|conf(?:idence|\.)? ?(?:int(?:erval|\.)?s?))(?: ?\(?\d\d ?%\)?)?\W*|"
    r"\W*margins? of error\W*|\W*variances?\W*"
)
_OF_COUNTS = re.compile(
    r"(?i)\W*(?:(?:#|n|no\.?|num(?:ber)?\.?)(?: of)? ?)?(?:n|(?:test )?(?:questions?|samples?|examples?|items?|"
    r"problems?|instances?|prompts?|cases?)|count|support|size|total)\W*"
)
_SAYS_NUMBER = re.compile(r"(?i)\W*(?:n|no\.?|num(?:ber)?\.?)(?:$|\W)|\W*#")


def is_of_errors(label: str) -> bool:
    """True for a row of standard errors: "stderr", "±", "acc_stderr,none"."""
    folded = label.casefold() if len(label) < 80 else ""
    return any(sign in folded for sign in _ERROR_SIGNS) and bool(_OF_ERRORS.fullmatch(label))


def tells_no_scores(label: str, texts: Sequence[str]) -> bool:
    """True for a row that no model is called by, and that holds no scores: of ranges or of how many were asked.

    >>> tells_no_scores("95% CI", ["1.2"]), tells_no_scores("n", ["14042"]), tells_no_scores("Total", ["61", "60"])
    (True, True, False)
    """
    if len(label) > 40:
        return False
    counts = bool(texts) and all(re.fullmatch(r"\s*[\d,. ]*\d{2}\s*", text) for text in texts)
    counts = counts and not any(re.search(r"\.\d{1,2}\s*$", text) for text in texts)
    if counts and _OF_COUNTS.fullmatch(label):
        # A "Total" of 61 may be the score on all questions; one of 14042, and a "# of problems", is a count.
        return bool(_SAYS_NUMBER.match(label)) or any(int(re.sub(r"\D", "", text)) > 100 for text in texts)
    return bool(_OF_RANGES.fullmatch(label))


# A row that says itself that its number is not this model's.
DISOWNED = re.compile(
    r"(?i)\bnot (?:attributable|applicable) to (?:this|the present|our)\b|\b(?:do|does|did)(?: not|"
    r"n['’]t) (?:apply|belong) to "
    r"(?:this|our)\b|\bnot (?:of|from|measured on|run on|taken (?:on|with)) this (?:build|model|artifact|checkpoint|"
    r"release|version|file|quant\w*)\b|\b(?:rejected|withdrawn|retracted|superseded|obsolete|invalidated|discarded) "
    r"(?:[\w-]+ ){0,3}(?:runs?|builds?|artifacts?|results?|checkpoints?|scores?|values?|measurements?|exports?)\b|"
    r"^\W*(?:rejected|withdrawn|retracted|superseded|obsolete|invalidated|discarded)(?:$|\W*$|\s?[:;,(])|"
    r"\bhistorical (?:[\w-]+ ){0,3}(?:artifact|build|checkpoint|export)s?\b"
)
_ADDS = re.compile(r"(?i)\W{0,3}(?:\+|w/|with\b|&)\s*\S")
_ASKED = re.compile(r"(?i)\W*(?:cot|tools?|thinking|think|reasoning)(?: mode)?\W*")  # how it is asked, and no stage


def what_they_add_to(labels: Sequence[str | None]) -> list[str | None]:
    """For labels such as "+ Execution feedback" the one they add to; a stage alone, such as "+ DPO", adds to none."""
    found: list[str | None] = []
    base: str | None = None
    for label in labels:
        adds = (
            label is not None
            and _ADDS.match(label)
            and (not names_stage_only(label) or bool(_ASKED.fullmatch(label)))
            and not looks_like_model(label)
        )
        if adds and takes_training_away(label or ""):
            found.append(None)  # "w/o DPO" is another model than the one above it, and nothing adds to it
            continue
        base = base if adds else label
        found.append(base if adds else None)
    return found
