"""Which scores are those of the card's model at another stage of its training.

A card of an instruct model often shows the table of the pretrained one too, and
a card of a base model that of its tuned version. The labels tell them apart
("Foo 8B" beside "Foo 8B Instruct"), or else the nearest heading ("Base
pretrained models"). Scores are only told apart where the card has some of the
very stage that its name says.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from core.cards.name_words import words_of
from core.cards.own_model import OwnModel, names_stage_only
from core.cards.reading import ReportedScore

_TUNED = frozenset(
    (
        "it",
        "instruct",
        "instruction",
        "instructed",
        "chat",
        "inst",
        "ins",
        "sft",
        "dpo",
        "orpo",
        "rlhf",
        "rl",
        "tuned",
        "finetuned",
        "finetune",
        "lora",
        "qlora",
    )
)
_RAW = frozenset(("pt", "base", "pretrained", "pretrain", "original"))
_RAW_HEADING = re.compile(
    r"(?i)\bbase (?:pre-?trained )?models?\b|\bpre-?trained (?:models?|results?|evaluations?)\b|"
    r"基座模型|基础模型|사전 ?학습 모델|事前学習モデル"
)
_TUNED_HEADING = re.compile(
    r"(?i)\binstruct(?:ion)?(?:[- ]?tuned)? (?:models?|results?|evaluations?)\b|\bchat models?\b|"
    r"\bpost-?trained (?:models?|results?)\b|指令模型|对话模型|聊天模型|채팅 모델|指示モデル"
)


class _Stage(StrEnum):
    PLAIN = "plain"  # nothing said
    RAW = "raw"
    TUNED = "tuned"


def mark_other_stages(scores: Sequence[ReportedScore], own: OwnModel) -> list[ReportedScore]:
    """The scores, those of the own model at another stage marked; none is, where a person pointed out the own ones.

    >>> from core.cards.read_card import read_card
    >>> table = "|Test|Foo 8B|Foo 8B Instruct|\\n|--|--|--|\\n|MMLU|63.1|68.0|\\n"
    >>> [score.value for score in read_card(table, name="lab/Foo-8B-Instruct").main_scores]
    [68.0]
    """
    wanted = _of_label(own.name or "")
    # A plain name without a size is that of a series, which has members of every stage.
    series = wanted is _Stage.PLAIN and not words_of(own.name or "").sizes
    mine = [score for score in scores if score.own and not score.sibling and _is_labelled(score)]
    if own.said or series:
        return list(scores)
    others = _of_earlier_steps(mine, own.name or "")
    if any(_stage(score, wanted) is wanted for score in mine):
        others |= {id(score) for score in mine if _differs(_stage(score, wanted), wanted)}
    return [replace(score, other_stage=True) if id(score) in others else score for score in scores]


# What comes after what, where a card shows its model as it was after each.
_STEPS = {"sft": 1, "dpo": 2, "orpo": 2, "rlhf": 3, "rl": 3}


def _step(label: str) -> int:
    return max((_STEPS.get(word, 0) for word in words_of(label).stage), default=0)


def _of_earlier_steps(mine: Sequence[ReportedScore], name: str) -> set[int]:
    """The scores, by identity, after other steps of tuning than the card's: "SFT | DPO | RL".

    The card's is the one in its name, and else the last, where nothing but such steps is shown.
    """
    steps = {id(score): _step(score.subject or "") for score in mine}
    told = {*steps.values()} - {0}
    if len(told) < 2:
        return set()
    own = _step(name)
    alone = 0 not in steps.values() and all(names_stage_only(score.subject or "") for score in mine)
    if own not in told and (own or not alone or is_raw(name)):
        return set()
    return {key for key, step in steps.items() if step and step != (own or max(told))}


def is_tuned(name: str) -> bool:
    """True for the name of an instruct or chat model."""
    return _of_label(name) is _Stage.TUNED


def says_tuned(score: ReportedScore) -> bool | None:
    """True for a score of a tuned model, by its label or else by the heading; False for a base model's; None unsaid."""
    stage = _stage(score, _Stage.TUNED)
    return None if stage is _Stage.PLAIN else stage is _Stage.TUNED


def is_raw(name: str) -> bool:
    """True for the name of a pretrained model that says so, "Foo-8B-Base"; a plain name says nothing."""
    return _of_label(name) is _Stage.RAW


def _of_label(label: str) -> _Stage:
    stage = words_of(label).stage
    return _Stage.TUNED if stage & _TUNED else _Stage.RAW if stage & _RAW else _Stage.PLAIN


def _stage(score: ReportedScore, wanted: _Stage) -> _Stage:
    said = _of_label(score.subject or "")
    if said is not _Stage.PLAIN or wanted is _Stage.PLAIN:
        return said  # beside a plain name the label alone tells: "Foo 8B" is Foo-8B under whatever heading
    heading = score.context.rsplit(" › ", 1)[-1]
    raw, tuned = _RAW_HEADING.search(heading), _TUNED_HEADING.search(heading)
    if bool(raw) == bool(tuned):
        return _Stage.PLAIN
    return _Stage.RAW if raw else _Stage.TUNED


def _is_labelled(score: ReportedScore) -> bool:
    return bool(score.subject and (words_of(score.subject).sizes or names_stage_only(score.subject)))


def _differs(stage: _Stage, wanted: _Stage) -> bool:
    # "Foo 8B" is the pretrained one beside "Foo 8B Instruct", and may be either beside "Foo 8B Base".
    return stage is not wanted and (stage is not _Stage.PLAIN or wanted is _Stage.TUNED)
