"""Labels that name no model and yet say whose a column is: "Before" and "After", "7B", "v3", "Fine-tuned".

A table that compares a model with what it was made from, or with its own other sizes and versions, often leaves the
name out: the reader knows what the card is about.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from core.cards.columns_of_one import MONTH

_MADE = (
    r"(?:fine-?tun\w*|tuning|tuned|training|trained|sft|dpo|orpo|rl(?:hf)?|lora|adapt\w*|distill\w*|"
    r"abliterat\w*|uncensor\w*|decensor\w*|merg\w*|compress\w*|prun\w*|edit\w*|align\w*|post-?training|preference \w+)"
)
_KIND = r"(?:[- ](?:model|version|checkpoint|weights))?"
_AFTER = re.compile(
    rf"(?i)\W*(?:(?:after|with|post)[- ]*(?:our |the )?(?:{_MADE}\b.{{0,20}})?|"
    rf"(?:our |the )?(?:new|{_MADE})(?: \((?:this|ours?)(?: model)?\))?"
    rf"{_KIND}|(?:new|final) (?:model|version)|(?:our |the )?student{_KIND}|"
    rf"(?:this|the (?:current|new|latest)) (?:one|version|release)|"
    r"微调后|训练后|学習後|튜닝 후)\W*"
)
_BEFORE = re.compile(
    rf"(?i)\W*(?:(?:before|without|pre)[- ]*(?:our |the )?(?:{_MADE}\b.{{0,20}})?|(?:the )?(?:base|original|vanilla|"
    rf"parent|baseline|source|old|untuned|stock|raw|unmodified|teacher|dense|unpruned|uncompressed)"
    rf"{_KIND}|微调前|训练前|学習前|튜닝 전)\W*"
)
# Of the columns of one table only: "Previous" and "Current", "w/o DPO" and "w/ DPO".
_KIND_OF_ALL = r"(?: (?:model|version|release|checkpoint|results?|scores?))?"
_PART_OF_TRAINING = (
    r"(?:(?:training |sft )?(?:data(?:sets?|[ -]mix)?|corpus|samples)|loss(?:es)?|rewards?|objectives?|curriculum|"
    r"(?:stage|phase)s?(?: \d| [ivx]{1,3})?|augmentation|data filter\w*|replay|regulari[sz]ation)"
)
_MONTH_AND_YEAR = rf"(?:{MONTH}(?: 20\d\d)?|20\d\d(?:-\d\d){{0,2}})"
_FORMER = re.compile(
    rf"(?i)\W*(?:(?:the |our )?(?:previous|prior|earlier|older|last|former|predecessor|initial|legacy){_KIND_OF_ALL}|"
    r"(?:first|original) (?:version|release)|"
    rf"(?:w/o|no|minus|without) (?:our |the |any )?(?:[\w-]{{1,20}} ){{0,3}}?(?:{_MADE}|{_PART_OF_TRAINING})|"
    r"(?:only |just )?(?:after )?(?:sft|cpt|pre-?training) only)\W*"
)
_PRESENT = re.compile(
    rf"(?i)\W*(?:the |our |this )?(?:{_MONTH_AND_YEAR} )?(?:current|latest|present|now|updated?|improved|new)"
    rf"{_KIND_OF_ALL}(?: [(]?{_MONTH_AND_YEAR}[)]?)?\W*"
)
# Of an ablation: "Full" is the model as it is where others are "w/o DPO" and "- curriculum".
_WHOLE = re.compile(
    r"(?i)\W*(?:the |our )?(?:full|complete|whole|all)(?: (?:model|method|system|recipe|pipeline|training|version|"
    r"data(?:set)?|mix(?:ture)?|set-?up|approach|objective|loss))?\W*"
)
_TAKES_AWAY = re.compile(r"(?i)\W{0,3}(?:w/o|without|minus|excluding|no)\s\S.*|\W{0,2}[-–−]\s?[^\W\d].*")
_SIZE_ALONE = re.compile(
    r"(?i)\W*\d{1,4}(?:\.\d+)?\s?[bm](?:\s?(?:params?|parameters|models?|values?|scores?|results?))?\W*"
)


_MEASURE = re.compile(
    r"(?i)(?<=\w)(?: (?:scores?|accuracy|acc\.?|results?|values?|performance|pass@\d{1,3}|em|f1|bleu))?"
    r"(?:\s?[(（][^()（）]{1,60}[)）])?\W{0,4}"
)


@lru_cache(maxsize=4096)
def without_measure(label: str) -> str:
    """ "Base" of "Base score", "Base pass@1" and "Base (Wren-7B)"."""
    found = next((at for at in range(1, min(len(label), 40)) if _MEASURE.fullmatch(label, at)), None)
    return label if found is None or len(label) > 100 else label[:found]


def changed_model(labels: Sequence[str | None], is_parent: Callable[[str], bool] | None = None) -> list[bool] | None:
    """Which labels stand for the model after it was changed, where others stand for it before; None elsewhere.

    `is_parent` tells whether a label is the name of what it was before.

    >>> changed_model(["Before fine-tuning", "After fine-tuning"]), changed_model(["Base", "Chat"])
    ([False, True], None)
    """
    labels = [label and without_measure(label) for label in labels]
    after = [
        bool(label and (_AFTER.fullmatch(label) or _PRESENT.fullmatch(label) or _adds_training(label)))
        for label in labels
    ]
    whole = [bool(label and _WHOLE.fullmatch(label[:60])) for label in labels]
    if sum(whole) == 1 and not any(after) and any(label and _TAKES_AWAY.fullmatch(label[:60]) for label in labels):
        return whole
    if not any(after):
        return None
    before = [
        bool(label and (_BEFORE.fullmatch(label) or _FORMER.fullmatch(label) or (is_parent and is_parent(label))))
        for label in labels
    ]
    return after if any(before) else None


def is_size_alone(label: str) -> bool:
    """True for "7B" and "1.5B params", which on the card of a series stand for one of its members."""
    return bool(_SIZE_ALONE.fullmatch(label))


# What is added to a model by training it: "+ LoRA", "w/ our adapter", "+ SFT + DPO (Wren)". Tools and prompts are none.
_TRAINED = (
    rf"(?:(?:our|the|this|my) )?(?:q?(?:lo|do)ra|peft|adapter|{_MADE}|rlvr|grpo|ppo|kto|cpt|"
    r"(?:continued |further |domain[- ])?pre-?training)(?: (?:adapters?|weights|stage|training|tuning|fine-?tuning))?"
    r"(?: (?:r|rank) ?=? ?\d{1,4})?"
)
_ADDED = re.compile(r"(?i)^(?P<to>[^+]{0,80}?)\s{0,3}(?:\+|\bw/|\bwith\b)\s{0,3}(?P<what>\S.{0,60})$")
_TRAININGS = re.compile(
    rf"(?i)\W*{_TRAINED}(?:\s?(?:\+|,|&|/|→|\band\b)\s?{_TRAINED}){{0,4}}"
    rf"(?:\s?\+\s?(?:cot|tools?|thinking|rag))?\s?(?:[(（\[][^()（）\[\]]{{1,40}}[)）\]])?\W*|"
    r"\W*our (?:[\w-]{1,20} )?(?:data|corpus)\W*"
)


def split_addition(label: str) -> tuple[str, str] | None:
    """What a label adds to, and what it adds; None where it adds nothing.

    >>> split_addition("Wren-8B + LoRA"), split_addition("+ adapter"), split_addition("Wren-8B")
    (('Wren-8B', 'LoRA'), ('', 'adapter'), None)
    """
    if not ("+" in label or "w/" in label or "ith " in label):
        return None
    found = _ADDED.match(label.strip(" *_"))
    return (found["to"], found["what"]) if found else None


def is_training(added: str) -> bool:
    """True for "LoRA" and "SFT + DPO (Wren)", by which another model is made; False for "search" and "CoT"."""
    return bool(_TRAININGS.fullmatch(added))


def _adds_training(label: str) -> bool:
    parts = split_addition(label)
    return parts is not None and not parts[0] and is_training(parts[1])


_EARLIER = re.compile(
    r"(?i)\W*(?:before|without|pre)\b|"
    r".{0,12}\b(?:predecessor|previous|prior|earlier|older|last|unquantized|full[- ]precision)\b|"
    r"(?:first|initial) (?:version|release|iteration|prototype)\b|"
    r".{0,60} (?:card|paper|report|authors?)$"
)
# In a sentence: "the base model reaches 40.0 and after fine-tuning 61.5".
PLAIN_SUBJECT = re.compile(
    r"(?i)\b(?:(?:(?:the|its|our|this) (?:base|original|vanilla|parent|baseline|untuned|unmodified|unquantized|"
    rf"full[- ]precision|fine-?tuned|tuned|new|final|merged|distilled)|our|this) (?:model|checkpoint)|the baseline|"
    rf"ours|our(?= \d)|(?:this|the (?:current|new|latest)) (?:one|version|release)|"
    rf"(?:the|its|their) (?:[\w.-]+ ){{1,3}}(?:card|paper|report|authors?)"
    rf"(?= (?:report|state|list|give|claim|say)s?\b)|"
    rf"(?:the|its|our|this|their|an) (?:direct )?(?:predecessor|(?:previous|prior|earlier|older|last) (?:version|"
    rf"release|"
    rf"generation|model|checkpoint|iteration))|(?:the|our|this) \d{{1,4}}(?:\.\d+)?B|"
    rf"(?:after|before) {_MADE})(?![\w-]|['’]s\b)"
)


def takes_training_away(label: str) -> bool:
    """True for "w/o DPO" and "no SFT": the model as it would be without one step, and not as it is."""
    return bool(_FORMER.fullmatch(label[:80]))


def is_after(subject: str) -> bool:
    """True for "after fine-tuning" and "the tuned model"."""
    return bool(_AFTER.fullmatch(subject))


def names_no_model(label: str) -> bool:
    """True for "Fine-tuned", "June 2024 update" and "Full", which stand for the model as it is and are no name."""
    told = (_AFTER, _PRESENT, _WHOLE)
    return any(words.fullmatch(label[:80]) for words in told)


def is_earlier(subject: str) -> bool:
    """True for "before alignment" and "its predecessor": even on the card of a base model that is another one."""
    return bool(_EARLIER.match(subject))


def is_before(subject: str) -> bool:
    """True for "the base model" and "before training", whatever stands beside it: "base, 2-shot"."""
    return bool(_BEFORE.fullmatch(re.split(r"[,;(\[]", subject, maxsplit=1)[0]))
