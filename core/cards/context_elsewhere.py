"""Lengths that are no context of a card's model: of somebody's run, of a plan, of training pieces, of a sister.

"If you run it at 4096 context", "our hosted model has 168K", "fine-tuned with a sequence length of 2048", and the 200K
of Lumen-7B-200K on the card of Lumen-7B.
"""

import re
from collections.abc import Iterator, Sequence

from core.cards.context_in_name import length_in_name
from core.cards.document import Document, Sentence

# What one user does, what is yet to come, and what only another product of the maker has.
_NOT_NOW = re.compile(
    r"(?i)(?:\b(?:vram|offload(?:ing|ed|able)?,?)(?!\w)(?:(?!\b(?:support\w*|ha[sd]|have|and)\b)[^.;,]){0,80}|"
    r"\b(?:if|when|with less|with little|with limited)\b[^.;,]{0,40}\bvram\b[^.;]{0,60}|"
    r"\b(?:if|when|whether|in case) (?:you|one|users?|i|we|running|run|using|loading)\b[^.;,]{0,80}|"
    r"\b(?:we|i) (?:\w+ )?(?:recommend|suggest|advise)(?:ed)? (?:to )?(?:run|us|load|keep|sett|limit|serv|deploy)\w*\b"
    r"[^.;]{0,60}|"
    r"\b(?:(?:we|i|our team|(?:is|are)) (?:\w+ )?(?:plan(?:ned|ning)?|intend|hope|aim|working) (?:on|to|for)|will soon|"
    r"will (?:also )?(?:be )?(?:extend|increas|expand)\w*)\b[^.;]{0,80})$"
)
_OTHER_PRODUCT = re.compile(
    r"(?i)(?P<subject>(?:^|[.;,:] |\b(?:and|but|while|whereas|that|where) )\W{0,4}(?:(?:our|the|an?|its|their|this) )?"
    r"(?:\w+ )?)?\b(?:proprietary|enterprise|commercial|closed|hosted|upcoming|forthcoming|future) "
    r"(?:\w+ )?(?:models?|versions?|releases?|variants?)\b"
    r"(?P<then>(?(subject)(?:, [^.;,]{1,40},)?)(?:[^.;,]|[.,](?=\d)){0,160})$"
)
_COMPARES = re.compile(r"(?i)\b(?:unlike|than|like|versus|vs|with|to|of|against|beats?|over|from|as)\b")
_NEXT_CLAUSE = re.compile(r"(?i)\b(?:it|this|and|but|while|whereas|which|that|yet|although|because|since|so)\b")
_NEXT_SUBJECT = re.compile(
    r"(?i)\b(?:and|but|while|whereas|yet|although|because|since|so) (?:it|this|the model|our model|ours|we|here)\b"
)


def is_of_another_time(before: str, own_names: Sequence[str] = ()) -> bool:
    """True where the words before a length tell of one user's run, of a plan or of another product.

    >>> is_of_another_time("Our hosted model is larger and has ")
    True
    >>> is_of_another_time("Wren is better than future versions of Brio and has ")
    False
    """
    if _NOT_NOW.search(before):
        return True
    other = _OTHER_PRODUCT.search(before)
    if other is None:
        return False
    told_of = other["subject"] is not None and not _COMPARES.search(other["subject"])
    ends = _NEXT_SUBJECT if told_of else _NEXT_CLAUSE
    if not told_of and other["then"].startswith(","):
        return False
    return not ends.search(other["then"]) and not _names_own(other["then"], own_names)


def _names_own(text: str, own_names: Sequence[str]) -> bool:
    names = "|".join(re.escape(name.rpartition("/")[2]) for name in own_names if name)
    return bool(names) and re.search(rf"(?i)(?<![\w-])(?:{names})(?![\w-])", text) is not None


_NAME = re.compile(r"(?<![\w.-])[A-Za-z][\w.]{0,60}(?:-[\w.]{1,60}){1,7}")


def is_context_of_sister(text: str, length: int, own_names: Sequence[str]) -> bool:
    """True where the sentence names a model by that very length, and the card's own is called without one.

    >>> is_context_of_sister("Lumen-7B-200K has a context of 200K.", 204800, ["Lumen-7B"])
    True
    >>> is_context_of_sister("Lumen-7B has a context of 200K.", 204800, ["Lumen-7B"])
    False
    """
    if f"{length // 1024}k" not in text.casefold() or any(length_in_name(name) for name in own_names):
        return False
    names = [found[0].rstrip(".-") for found in _NAME.finditer(text)]
    own = {name.rpartition("/")[2].casefold() for name in own_names}
    return any(length_in_name(name) == length for name in names) and not any(name.casefold() in own for name in names)


# The pieces of a fine-tune's data, of a calibration set, or what a machine can hold.
_OF_TUNING = re.compile(
    r"(?i)\b(?:fine-?tun\w*|sft|dpo|rl|rlhf|grpo|ppo|orpo|kto|q?lora|reinforcement|batch(?:[ _-]?size)?|gpus?|vram|"
    r"memory|calibrat\w*|quanti[sz]\w*|learning[ _-]rate|epochs?|command|example of)\b|微调"
)
_TITLE_OF_TUNING = re.compile(
    r"(?i)\b(?:fine-?tun\w*|sft|dpo|grpo|q?lora|hyper-?parameters?|quanti[sz]\w*|calibrat\w*|training (?:details|"
    r"procedure|config\w*|setup|settings|parameters|arguments|recipe)|hardware|requirements?|evaluation)\b|微调"
)
_OF_THE_MODEL = re.compile(r"(?i)\b(?:max(?:imum|imal)?|supports?|supported|pre-?train\w*|native\w*|handles?)\b")


def pieces_of_the_model(document: Document, *, tuned: bool) -> Iterator[str]:
    """The sentences whose sequence length is the model's; of one that is `tuned` from another, only where they say so.

    The base of a tuned model takes what it was trained to take, whatever the length of the pieces it was tuned on.
    """
    for sentence in document.prose():
        text = sentence.text[:1000]
        if ("equence" in text or "indow" in text or "seq" in text) and _is_of_the_model(sentence, tuned=tuned):
            yield text


def _is_of_the_model(sentence: Sentence, *, tuned: bool) -> bool:
    text = sentence.text[:1000]
    if _OF_TUNING.search(text):
        return False
    if any(_TITLE_OF_TUNING.search(title[:120]) for title in sentence.headings[-1:]) and (
        tuned or not _OF_THE_MODEL.search(text)
    ):
        return False
    return not tuned or _OF_THE_MODEL.search(text) is not None
