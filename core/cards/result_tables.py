"""Tables of tests that no list knows: plainly of results by what they call their rows and columns, or worth a mention.

A specialist's table ("| Test | Lumen-7B |" over "Invoices") bears no name that a catalogue could hold. Where its own
words say that it gives results, it is read; where they leave it open, the card's reader is told that it was not.
"""

import re
from collections.abc import Sequence

from core.cards.values import Value

_TESTS = re.compile(
    r"(?i)\W*(?:(?:test|eval(?:uation)?|benchmark) )?(?:bench-?marks?|bench|tests?|evals?|evaluations?)"
    r"(?:[ _-]?(?:names?|sets?|suites?|tasks?|datasets?))?\W*(?:\([^()]{0,30}\)\W*)?|"
    r"\W*(?:评测集?|测试集?|基准(?:测试)?|评测基准|벤치마크|평가(?: ?항목)?|ベンチマーク|評価(?:項目)?|テスト)\W*"
)
_QUALITY = re.compile(
    r"(?i)\W*(?:(?:top-?\d|test|eval(?:uation)?|balanced|overall|mean|avg\.?|average|macro|micro|weighted|token|entity|span|"
    r"exact)[ _-]){0,2}(?:acc(?:uracy)?|f1(?:[ _-]?score)?|precision|recall|exact[ _-]match|em|au-?roc|roc[ _-]auc|auc|"
    r"m?ap(?:@\d{1,3})?|mrr(?:@\d{1,3})?|ndcg(?:@\d{1,3})?|(?:recall|hit(?: rate)?|precision)@\d{1,3}|mcc|iou|"
    r"specificity|sensitivity|(?:sacre)?bleu(?:-\d)?|rouge-?[12l]?|chrf\+{0,2}|meteor|bert-?score|comet|wer|cer|"
    r"准确率|精确率|召回率|정확도|정밀도|재현율|正解率|適合率|再現率)\W*(?:\((?:macro|micro|weighted|%|avg)[^()]{0,20}\)\W*)?"
)
# What is measured of a model beside its answers, and what is no model's at all.
_OTHER = re.compile(
    r"(?i)\bspeed|\blatency|\bthroughput|\btokens?\b|\btok\b|\bt/s|\btps\b|\bttft|\bmem(?:ory)?\b|\bv?ram\b|\bgb\b|\bmb\b|"
    r"\bgpus?\b|\b[ahlv]\d{2,3}s?\b|\brtx\b|\btpu|\bcpu\b|\bm[1-4] (?:max|pro|ultra)|\bcosts?\b|\bpric|\binput\b|"
    r"\boutput\b|"
    r"\$|€|\bhours?\b|\bsecond|\bseconds|\bms\b|\bminutes?\b|\btime\b|\bloss\b|\btrain|\bepochs?\b|\bsteps?\b|\blearning\b|"
    r"\blr\b|\bbatch|\bdropout\b|\bwarm-?up|\bdecay\b|\blora|\balpha\b|\bbeta\b|\brank\b|\btheta\b|\blayers?\b|\bhidden\b|"
    r"\bheads?\b|\bparam|\bvocab|\bcontext\b|\bwindow\b|\blength\b|\bsize\b|\bquant|\bq\d_|\bint[48]\b|\bfp\d|\bbits?\b|"
    r"\bppl\b|perplex|\bfertility\b|\bbytes?\b|\bchars?\b|\bcompression\b|\bweights?\b|\bratio\b|\bshares?\b|\bmix|"
    r"\bproportion|\bsampl|\bcorpus\b|\bcount\b|\bversion\b|\bcarbon\b|\bco2|\bpower\b|\benergy|\bwatt|\btemperature\b|"
    r"\btop[-_ ]?[pk]\b|\bpackage|\blibrary\b|\bpp\d{2}|\btg\d{2}|\blicen|\byear\b|\bdate\b|\bdownload|\blikes\b|"
    r"\bflops|"
    r"\bload(?:ing)?\b|\bstart-?up\b|\bcold start|\bfps\b|\brtf\b|real-?time|\brequests?\b|concurren|\busers?\b|"
    r"速度|显存|参数|长度|메모리|속도|가격|価格|价格|メモリ|パラメータ"
)
_MOST_LABELS, _MOST_CHARS = 40, 80


def tells_other_quantity(labels: Sequence[str]) -> bool:
    """True where some label is of speed, size, price, training or the like."""
    return any(_OTHER.search(label[:_MOST_CHARS]) for label in labels[:_MOST_LABELS])


def is_plainly_of_results(corners: Sequence[str], labels: Sequence[str], headers: Sequence[str]) -> bool:
    """True where the corner says that the rows are tests, or rows or columns are called by measures of right answers.

    >>> is_plainly_of_results(["Test"], ["Invoices"], ["Lumen-7B"])
    True
    >>> is_plainly_of_results(["Metric"], ["Accuracy", "F1"], ["Value"])
    True
    >>> is_plainly_of_results(["Setting"], ["Speed", "Accuracy"], ["Value"])
    False
    """
    if tells_other_quantity([*corners, *labels, *headers]):
        return False
    if any(_TESTS.fullmatch(corner[:_MOST_CHARS]) for corner in corners):
        return True
    rows = sum(bool(_QUALITY.fullmatch(label[:_MOST_CHARS])) for label in labels[:_MOST_LABELS])
    across = sum(bool(_QUALITY.fullmatch(header[:_MOST_CHARS])) for header in headers)
    return 2 * rows > len(labels[:_MOST_LABELS]) or (across > 0 and 2 * across >= len(headers))


_ERROR_RATE = re.compile(r"(?i)\W*(?:wer|cer)\b.*")


def is_measure(label: str) -> bool:
    """True for "F1-score" and "NDCG@10"; an error rate is no share of right answers."""
    label = label[:_MOST_CHARS]
    return bool(_QUALITY.fullmatch(label)) and not _ERROR_RATE.match(label)


def names_measures(labels: Sequence[str]) -> bool:
    return any(_QUALITY.fullmatch(label[:_MOST_CHARS]) for label in labels[:_MOST_LABELS])


def are_like_scores(columns: Sequence[Sequence[Value]]) -> bool:
    """True for numbers up to 100, most of them with decimals, that are no parts of one whole."""
    values = [value for column in columns for value in column]
    if not values or not all(0 <= value.number <= 100 for value in values):
        return False
    exact = sum(bool(value.decimals or value.percent_sign or value.fraction) for value in values)
    wholes = [sum(value.number for value in column) for column in columns if len(column) > 2]
    parts = bool(wholes) and all(any(abs(total - whole) < whole / 100 for whole in (1.0, 100.0)) for total in wholes)
    return 2 * exact >= len(values) and not parts
