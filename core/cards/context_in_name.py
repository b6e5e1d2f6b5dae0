"""The length of context in a model's name: 131072 for Lumen-7B-128k.

A number with a K in a name may as well count samples or steps ("sft-200k", "alpaca-52k", "step-50K"), so that only
lengths that models have are read, and only where no word beside them tells of training.
"""

import re

from core.cards.name_words import Words, words_of

_LENGTH = re.compile(r"(?i)(?<![a-z\d.])(\d{1,4})k(?![a-z\d])")
_POWERS = frozenset(1 << power for power in range(1, 12))  # in K: 2 to 2,048
_ROUNDED = frozenset((24, 40, 48, 80, 96, 100, 131, 160, 192, 200, 262, 500, 524, 1000, 1048))
_OF_TRAINING_BEFORE = re.compile(
    r"(?i)(?:^|[^a-z])(?:steps?|iter\w*|epochs?|sft|dpo|orpo|kto|ppo|grpo|rlhf|rl|lora|tuned|train\w*|samples?|data\w*|"
    r"pairs?|alpaca|dolly|orca|ultra\w*|wizard|sharegpt|oasst\w*|mix\w*|evol\w*|ckpt|checkpoint|tokens?|rows|examples?|"
    r"vocab\w*|gsm8k|math|code|self|cot|pref\w*|feedback|instructions|conversations|s1|top|max)[-_ ]{0,2}$"
)
_OF_TRAINING_AFTER = re.compile(
    r"(?i)[-_ ]{0,2}(?:steps?|iter\w*|epochs?|samples?|data\w*|pairs?|examples?|rows|instructions|conv\w*|questions|"
    r"problems|prompts|traces|tokens?|vocab\w*|mix\w*|cot|sft|dpo|\d{1,4}(?:\.\d+)?[bt](?![a-z\d]))(?![a-z])"
)
# A rounded length counts only where the word before it is one that no number of samples follows.
_PLAIN_BEFORE = re.compile(r"(?i)(?:\d[bm]|instruct|chat|base|it|long|ctx|context|mini|small|medium|large)[-_ ]{0,2}$")


def length_in_name(name: str) -> int | None:
    """In tokens; None for a name that holds none, or a number of something else.

    >>> [length_in_name(f"Lumen-7B-{end}") for end in ("128k", "chat-200K", "sft-200k", "16k-samples")]
    [131072, 204800, None, None]
    """
    words = words_of(name)
    millions = lengths_in_millions(words)
    found = {int(length[:-1]) * 1024 * 1024 for length in millions}
    for match in _LENGTH.finditer(name.rsplit("/", 1)[-1]):
        number, before = int(match[1]), match.string[: match.start()]
        if f"{number}k" not in words.context or _OF_TRAINING_BEFORE.search(before[-24:]):
            continue
        fits = number in _POWERS or (number in _ROUNDED and _PLAIN_BEFORE.search(before[-12:]))
        if fits and not _OF_TRAINING_AFTER.match(match.string, match.end()):
            found.add(_POWER_OF.get(number, number) * 1024)
    return found.pop() if len(found) == 1 else None


# Some round 128 K of 1,024 to thousands.
_POWER_OF = {131: 128, 262: 256, 524: 512, 1048: 1024}


def lengths_in_millions(words: Words) -> frozenset[str]:
    """The "1m" of Lumen-7B-1M: beside a size in billions it is no second size."""
    in_billions = any(size.endswith("b") for size in words.sizes)
    return frozenset(size for size in words.sizes if in_billions and re.fullmatch(r"(?:10|\d)m", size))
