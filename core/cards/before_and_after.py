"""Two values of one test side by side, of the model as it was and as it is: "MMLU: base 58.1, ours 61.2".

A word such as "base" or "ours" alone may be anything: "MBPP: base 61.2, plus 52.0" tells two parts of a test. Only
where a sentence has words of both kinds, each with a number of its own, do they say whose the numbers are.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from core.cards.benchmark_mentions import tests_in
from core.cards.other_labels import names_others
from core.cards.own_model import OwnModel
from core.cards.plain_labels import is_before
from core.cards.score_numbers import Number
from core.cards.stages import is_raw

_KIND = r"(?:[- ](?:model|version|checkpoint|weights|llm))?"
_MADE = (
    r"(?:(?:the |our |any )?(?:(?:sft|dpo|lora|instruction|domain|supervised) )?(?:fine-?tun\w*|tuning|training|sft|"
    r"dpo|"
    r"orpo|kto|grpo|rlhf|rl|lora|distill\w*|merg\w*|quanti[sz]\w*|prun\w*|align\w*|post-?training|adaptation)\b)"
)
_EASTERN_MADE = (
    r"(?:(?:指令)?微调|微調|训练|訓練|后训练|对齐|蒸馏|量化|剪枝|强化学习|优化|学習|(?:ファイン)?チューニング|微調整|事後学習|量子化|"
    r"蒸留|파인 ?튜닝|미세 ?조정|학습|훈련|튜닝|양자화|정렬|증류|SFT|DPO|GRPO|RLHF|RL)"
)
_WESTERN_MADE = (
    r"(?: (?:(?:le|la|dem|der|del|de|do|il|el|o|a) |l['’])?(?:fine-?tuning|feintuning|training|entraînement|affinage|"
    r"ajuste"
    r"(?:ment)?|entrenamiento|treinamento|treino|addestramento|обучени\w+|дообучени\w+)(?: fino)?)?"
)
_BEFORE = (
    rf"(?:(?:bf|fp)(?:16|32)|full[- ]precision)(?: baseline| model| original|(?=\s?[:：]))|without (?:it|that)|"
    rf"(?:the |our |its )?(?:base(?:line)?|original|vanilla|untuned|unquanti[sz]ed|unpruned|parent|teacher|"
    rf"stock){_KIND}|"
    rf"before(?: (?:it|that|{_MADE}))?|without {_MADE}|previous(?:ly)?|formerly|originally|initially|pre-{_MADE}|old|"
    rf"{_EASTERN_MADE}(?:之|の)? ?[前전]|(?:基座|基础|底座|原始|原版|原|教师)模型|基线(?:模型)?|原版|此前|之前|"
    rf"ベース(?:モデル)?|"
    r"元の?モデル|従来の?(?:モデル|手法)?|以前|(?:베이스|기본|기반|원본|기존|교사) ?모델|이전|"
    rf"(?:das )?(?:basis|grund|ausgangs)modell|vor(?:her)?{_WESTERN_MADE}|bisher|zuvor|(?:le )?modèle de base|"
    rf"avant{_WESTERN_MADE}|auparavant|antes{_WESTERN_MADE}|(?:el |o )?modelo base|prima{_WESTERN_MADE}|"
    rf"(?:il )?modello base|до{_WESTERN_MADE}|базовая модель|раньше"
)
_AFTER = (
    rf"ours|(?:our|this) (?:model|version|release|checkpoint|fine-?tune|quant|merge|one|work)|(?:the |"
    rf"our )?(?:(?:instruction-)?"
    rf"fine-?tuned|tuned|quanti[sz]ed|pruned|merged|distilled|trained|adapted|student){_KIND}|"
    rf"after(?:wards| (?:it|that|{_MADE}))?|with {_MADE}|now|currently|post-{_MADE}|"
    rf"{_EASTERN_MADE}(?:之|の)? ?[后後후]|本模型|我们(?:的)?(?:模型)?|(?:\d-?bit )?(?:量化|蒸馏|微调|剪枝)(?:版本?|"
    rf"模型)|现在|之后|[后後](?=[为為は]?\s?\d)|(?:本|"
    rf"提案)モデル|現在|"
    r"(?:본|우리|이|제안) ?모델|현재|이후|후|(?:unser|dieses) modell|nach(?:her)?"
    rf"{_WESTERN_MADE}|danach|jetzt|nun|(?:notre|ce) modèle|après{_WESTERN_MADE}|désormais|(?:nuestro|este|"
    rf"nosso) modelo|"
    rf"después{_WESTERN_MADE}|depois{_WESTERN_MADE}|ahora|agora|(?:il nostro|questo) modello|dopo{_WESTERN_MADE}|"
    rf"(?:наша|эта) модель|после{_WESTERN_MADE}|теперь"
)
_LABEL = rf"(?:(?P<before>{_BEFORE})|(?P<after>{_AFTER}))(?![A-Za-zÀ-ÿ-])"
_LEADING = re.compile(
    rf"(?i)(?:^(?:(?!(?:in|on|at|with|for|by) )[A-Z][\w+-]{{1,24}} )?|[.,;:(|/，、；：（。][ *\"]{{0,4}}|[ *](?:and|"
    rf"but|while|whereas|vs\.?|und|et|"
    rf"y|e|и|mais|aber|pero)[ *]{{1,3}}|"
    rf"(?<=\d)\s?[→–—-]\s?)\W{{0,3}}{_LABEL}"
)
_IN_BRACKETS = re.compile(rf"(?i)\s?[%％]?\*{{0,2}}\s?[(（]\s?{_LABEL}\s?[)）]")
# A first look, which every label passes.
_OF_BEFORE = re.compile(
    r"(?i)base|[bf][fp]16|fp32|full[- ]prec|orig|vanilla|untun|unq|unpr|parent|teacher|stock|before|without|previous|"
    r"former|initial|pre-|old|[前전]|模型|"
    r"基线|原版|ベース|モデル|従来|모델|이전|modell|vor|bisher|zuvor|avant|auparavant|antes|prima|до|модель|раньше"
)
_OF_AFTER = re.compile(
    r"(?i)ours|our |this |tuned|quant|pruned|merged|distilled|trained|adapted|student|after|with |now|current|post-|"
    r"[后後후]|"
    r"本|我们|现在|量化|蒸馏|微调|剪枝|モデル|現在|모델|현재|modell|nach|danach|jetzt|nun|modèle|après|désormais|modelo|después|depois|ahora|agora|"
    r"dopo|модель|после|теперь"
)
_VALUE = re.compile(r"\d[.,]\d|\d\s?[%％]")
_CLAUSE_ENDS = re.compile(r"[;；。!?]|\.\s")
_FARTHEST = 48


def tells_before_and_after(text: str) -> bool:
    """True for a sentence with words of both kinds; whether each has a number is not asked."""
    return bool(_labels(text))


def told_before_and_after(
    text: str, numbers: Sequence[Number], models: Sequence[tuple[int, int, str]], own: OwnModel
) -> dict[int, tuple[str, bool]]:
    """By the place where each number begins: the word that says whose it is, and whether that is the card's own model.

    `models` are those that the sentence names: what stands behind one of them is told of that.
    """
    labels = _labels(text)
    if not labels or is_raw(own.name or ""):
        return {}
    leading = [label for label in labels if text[label[1] : label[1] + 1] not in (")", "）")]
    found: dict[int, tuple[str, bool]] = {}
    for number in numbers:
        behind = _IN_BRACKETS.match(text, number.end)
        if behind:
            found[number.start] = (behind["before"] or behind["after"], bool(behind["after"]))
            continue
        last = max((label for label in leading if label[1] <= number.start), default=None)
        if last is None or _CLAUSE_ENDS.search(text, last[1], number.start):
            continue
        others = [number.end for number in numbers if last[1] <= number.start] if last else []
        near = number.start - last[1] < _FARTHEST or any(end <= number.start for end in others)
        if near and not any(last[1] <= start < number.start for start, _, _ in models):
            found[number.start] = (last[2], last[3])
    return found if {mine for _, mine in found.values()} == {True, False} else {}


@lru_cache(maxsize=64)  # asked by each of the readers of a sentence
def _labels(text: str) -> tuple[tuple[int, int, str, bool], ...]:
    """Start, end, words and kind of each such word that leads a part of the sentence, or stands in brackets."""
    if len(text) > 400 or len(_VALUE.findall(text)) < 2 or not (_OF_BEFORE.search(text) and _OF_AFTER.search(text)):
        return ()
    found = [
        (*match.span("before" if match["before"] else "after"), match["before"] or match["after"], bool(match["after"]))
        for match in _LEADING.finditer(text)
    ]
    return tuple(found) if len({mine for *_, mine in found}) == 2 else ()


# These alone may name a part of a test: "MBPP (base)", "Original MMLU".
_MAYBE_A_PART = re.compile(r"(?i)(?:the |our )?(?:base|original|raw|source|old|stock|vanilla|pre|random|people)")


def role_in_label(label: str) -> str | None:
    """ "Base model" of "Base model MMLU" and of "MMLU (base model)": the label of a value that is another model's."""
    named = tests_in(label)
    test = next(iter(named), "")
    if not test or len(label) > 70:
        return None
    at = label.find(test)
    lead, rest = label[:at].strip(" :-*"), label[at + len(test) :].strip(" :-*")
    role = rest.strip("()（） ") if not lead else lead if not rest or rest.startswith(("(", "（")) else ""
    if not role or _MAYBE_A_PART.fullmatch(role):
        return None
    return role if is_before(role) or names_others(role) else None
