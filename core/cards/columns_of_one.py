"""Labels across one model's numbers that name no model: "Min", "Mean" and "Max" of several runs, or days of asking.

>>> name_of_one = naming_of(["Min", "Mean", "Max"])
>>> [name_of_one("MMLU", label) for label in ("Min", "Mean")]
['MMLU (Min)', 'MMLU (mean)']
"""

import re
from collections.abc import Callable, Sequence

_AVERAGES = r"(?P<mean>mean|avg\.?|average|平均|평균)"
_STATISTIC = re.compile(
    rf"(?i)\W*(?:{_AVERAGES}|min(?:imum)?\.?|max(?:imum)?\.?|median|best|worst|lowest|highest|"
    r"(?:lower|upper)(?: bound)?|p\d{1,2}|\d{1,2}(?:st|nd|rd|th) percentile|range|std\.?(?:[ _-]?dev\.?)?|σ|"
    r"最小|最大|最高|最低|최소|최대|최고|최저)"
    r"(?: (?:of|over) \d{1,3}(?: (?:runs?|seeds?|trials?|tries))?| (?:score|value|run|seed)s?)?\W*"
)
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = (
    rf"(?:{MONTH}(?: \d{{1,2}},?)?(?: ?['’]?\d{{2,4}})?|(?:19|20)\d\d[-/.]\d\d?(?:[-/.]\d\d?)?|\d\d?/20\d\d|"
    r"q[1-4] ?20\d\d)"
)
_DATE = re.compile(rf"(?i)\W*{_DAY}(?:\s?(?:-|–|~|→|to)\s?{_DAY})?\W*")
_YEAR = re.compile(r"\W*20[12]\d\W*")
_MOST_CHARS = 40


def naming_of(labels: Sequence[str | None]) -> Callable[[str, str], str] | None:
    """How the number of a test below each of such labels is called; None where a label may be that of a model."""
    told = {label.strip() for label in labels if label}
    if len(told) < 2 or any(len(label) > _MOST_CHARS for label in told):
        return None
    if all(map(_STATISTIC.fullmatch, told)):
        return _with_statistic
    if None in labels:  # "Score" may stand beside the best and the worst of several, and beside no days
        return None
    if all(map(_YEAR.fullmatch, told)):
        return lambda test, label: f"{test} {label.strip(' *_')}"
    return _with_label if all(map(_DATE.fullmatch, told)) else None


def _with_statistic(test: str, label: str) -> str:
    """The mean of several runs is what a model gets on a test; the best and the worst of them are not."""
    found = _STATISTIC.fullmatch(label)
    return _with_label(test, "mean" if found["mean"] else label) if found else test


def _with_label(test: str, label: str) -> str:
    return f"{test} ({label.strip(' *_')})"


_BITS_HEADER = re.compile(
    r"(?i)\W*(?:(?:weight|quant(?:i[sz]ation)?)[ -]?)?(?:bits?(?:[ -]?width)?|(?P<mean>bpw|bits per weight))\W*|"
    r"\W*precision \(bits?\)\W*"
)


def precision_of(cell: str, header: str) -> str:
    """The precision that a bare number tells under such a header; the cell as it stands under any other.

    >>> precision_of("4", "Bits"), precision_of("4.65", "bpw"), precision_of("4", "Shots")
    ('4-bit', '4.65bpw', '4')
    """
    found = _BITS_HEADER.fullmatch(header[:_MOST_CHARS])
    if not found or not re.fullmatch(r"\s*\d{1,2}(?:\.\d{1,3})?\s*", cell):
        return cell
    return f"{cell.strip()}bpw" if found["mean"] or "." in cell else f"{cell.strip()}-bit"


_UNIT = r"steps?|iter(?:ation)?s?|epochs?|ckpt|checkpoints?|tokens?|tok"
_CHECKPOINT = re.compile(
    rf"(?i)\W*(?:(?:at|after) )?(?:(?P<unit>{_UNIT})[ _-]?)?(?P<number>\d[\d,]*(?:\.\d+)?)\s?(?P<scale>[KMBT])?"
    rf"(?:[ _-]?(?P<behind>{_UNIT}))?\W*"
)
_FINAL = re.compile(r"(?i)\W*(?:final|last|end|released)(?: (?:model|checkpoint|step))?\W*")
_PROGRESS = re.compile(
    rf"(?i)\W*(?:(?:training|train|trained|seen|number of|#) ?)*(?:{_UNIT})(?: (?:seen|trained))?\W*(?:\([BMKT]\)\W*)?"
)
_SCALES = {"": 1.0, "k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12}


def latest_checkpoint(labels: Sequence[str | None], corner: str = "") -> list[bool] | None:
    """Which label is the last of several checkpoints of one training: that one is the model; None for other labels.

    >>> latest_checkpoint(["step 10k", "step 20k"]), latest_checkpoint(["500B", "1T"], "Tokens")
    ([False, True], [False, True])
    >>> latest_checkpoint(["7B", "13B"])
    """
    if len(labels) < 2 or any(not label or len(label) > _MOST_CHARS for label in labels):
        return None
    found = [(label, _CHECKPOINT.fullmatch(label or "")) for label in labels]
    units = {(match["unit"] or match["behind"] or "").casefold()[:4] for _, match in found if match}
    final = [bool(match is None and _FINAL.fullmatch(label or "")) for label, match in found]
    if len(units) != 1 or sum(final) > 1 or sum(final) + sum(match is not None for _, match in found) < len(found):
        return None
    if "" in units and not _PROGRESS.fullmatch(corner[:_MOST_CHARS]):
        return None
    amounts = [
        float(match["number"].replace(",", "")) * _SCALES[(match["scale"] or "").casefold()] if match else float("inf")
        for _, match in found
    ]
    latest = max(amounts)
    return [amount == latest for amount in amounts] if len({*amounts}) == len(amounts) else None


def are_checkpoints(headers: Sequence[str]) -> bool:
    """True for headers of which two or more name a checkpoint by a unit: "| Test | epoch 1 | epoch 2 |"."""
    named = [header for header in headers if names_checkpoint(header) or _FINAL.fullmatch(header[:_MOST_CHARS])]
    return latest_checkpoint(named) is not None


def names_checkpoint(header: str) -> bool:
    match = _CHECKPOINT.fullmatch(header) if len(header) <= _MOST_CHARS else None
    return match is not None and bool(match["unit"] or match["behind"])
