"""Whose values a card gives: the members of its own release, how large each is, and how far it was trained.

The card of a large model may hold the table of small ones that were distilled
from it, or of a reward model. Those are other models: none of them stands for
the card's own, however well its settings would match those of another card.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from core.advice.claims.values import model_of
from core.cards.model_words import FAMILY_STEMS
from core.cards.name_words import versions_of, without_size, words_of
from core.cards.reading import CardReading, ReportedScore
from core.cards.stages import is_raw, is_tuned

_OTHER_KIND = frozenset(
    [
        "distill",
        "distilled",
        "distillation",
        "reward",
        "rm",
        "prm",
        "orm",
        "guard",
        "embed",
        "embedding",
        "embeddings",
        "reranker",
        "draft",
        "eagle",
    ]
)
# Nobody takes these with a model that was only pretrained: a judge marks its answers in a conversation.
_CHAT_TESTS = frozenset(("mt_bench", "alpacaeval2", "arena_hard_v1", "arena_hard_v2", "chatbot_arena"))


# "This model card corresponds to the 2B base version", "Tern is a pretrained text model"; the first of them counts.
_STAGE_TOLD = re.compile(
    r"(?i)\b(?:is|are|corresponds to|contains|holds|hosts) (?:an?|the|our) (?:[\w.-]{1,20} ){0,3}?"
    r"(?:(?P<raw>base|pre-?trained|foundation)|chat|instruct(?:ion)?(?:[- ](?:tuned|following))?|fine-?tuned|aligned)"
    r"(?: (?:and|,)? ?[\w-]{1,20}){0,3}? (?:version|model(?! of\b)|checkpoint|llm|transformer)\b"
)
_BEGINNING = 6000  # characters; what a card is of stands at its beginning


def members(labels: Iterable[str], model: str | None) -> frozenset[str]:
    """The labels that name the card's model or a sister of it; all of them where none does.

    >>> sorted(members(["Tern-R1 671B", "Tern-R1-Distill-Wren-7B", "Tern-R1-Llama-8B"], "Tern-R1"))
    ['Tern-R1 671B']
    """
    every = frozenset(labels)
    wanted = words_of(model or "")
    own = frozenset(label for label in every if not _is_other_kind(label, without_size(wanted), versions_of(wanted)))
    return own if wanted.words and own else every


def _is_other_kind(label: str, wanted: frozenset[str], versions: frozenset[str]) -> bool:
    words = words_of(label)
    more = without_size(words) - wanted
    known = wanted & without_size(words)
    other_family = bool(known) and any(word in FAMILY_STEMS for word in more)
    other_version = bool(versions and versions_of(words)) and not versions & versions_of(words)
    return bool(more & _OTHER_KIND) or other_family or other_version


def strangeness(label: str, model: str | None) -> tuple[int, int]:
    """How much a label adds to the name of the card's model: nothing for the model itself."""
    words, wanted = words_of(label), words_of(model or "")
    return len(without_size(words) - without_size(wanted)), len(words.context - wanted.context)


def steps_of(label: str) -> float:
    """How long a checkpoint was trained, in steps; 0 for a name that tells none.

    >>> steps_of("Lumen-1B-intermediate-step-50k-104b"), steps_of("Lumen-1B")
    (50000.0, 0.0)
    """
    told = _STEPS.search(label)
    return float(told[1]) * (1000 if told[2] else 1) if told else 0.0


_STEPS = re.compile(r"(?i)(?<![a-z])(?:steps?|ckpt|checkpoint)[-_ ]?(\d{1,9}(?:\.\d{1,4})?)(k?)")


def size_of(label: str) -> float | None:
    """The size that a name tells, in billions.

    >>> size_of("Lumen-7B"), size_of("Lumen 350M"), size_of("Lumen"), size_of("Lumen-8x7B")
    (7.0, 0.35, None, 56.0)

    The tokens that a checkpoint has seen are no size of it.

    >>> size_of("Lumen-1B-intermediate-step-50k-104b")
    1.0
    """
    read = [
        round(float(m[1] or 1) * float(m[2]) * _UNITS[m[3]], 4)
        for m in map(_SIZE.fullmatch, words_of(_TRAINING.sub("", label)).sizes)
        if m
    ]
    return max(read, default=None)


_TRAINING = re.compile(r"(?i)[-_ ](?:intermediate|steps?|tokens?|ckpt|checkpoint)(?![a-z]).*")
_SIZE = re.compile(r"(?:(\d+)x)?(\d+(?:\.\d+)?)([bmt])")
_UNITS = {"b": 1.0, "m": 0.001, "t": 1000.0}


def sizes_of(labels: Iterable[str]) -> dict[str, float]:
    """The size of each label; one that tells none has that of its namesake, "Lumen Lite" that of "Lumen-Lite 16B"."""
    every = list(labels)
    told = {label: size for label in every if (size := size_of(label)) is not None}
    namesakes: dict[frozenset[str], set[float]] = defaultdict(set)
    for label, size in told.items():
        namesakes[without_size(words_of(label))].add(size)
    for label in every:
        found = namesakes.get(without_size(words_of(label)), set())
        if label not in told and len(found) == 1:
            told[label] = next(iter(found))
    return told


def stages_of(labels: Iterable[str]) -> dict[str, bool | None]:
    """For each label whether its model is tuned to follow instructions; None where nothing tells.

    A plain name is the pretrained model where a tuned one of that name stands beside it.

    >>> stages_of(["Lumen-7B", "Lumen-7B-Chat"]), stages_of(["Lumen-7B"])
    ({'Lumen-7B': False, 'Lumen-7B-Chat': True}, {'Lumen-7B': None})
    """
    every = list(labels)
    tuned = {words_of(label).words for label in every if is_tuned(label)}
    raw = {words_of(label).words for label in every if is_raw(label)}
    return {
        label: True
        if is_tuned(label)
        else False
        if is_raw(label)
        else (False if words_of(label).words in tuned - raw else None)
        for label in every
    }


def stage_of_card(name: str, reading: CardReading, scores: Sequence[ReportedScore]) -> tuple[bool | None, bool]:
    """Whether a card is of a tuned model, True, or of a pretrained one, and whether that is sure; None: not known."""
    title = reading.model or name
    if is_tuned(title) or is_raw(title):
        return is_tuned(title), True
    labels = {label for score in scores if (label := model_of(score))}
    beside = stages_of({*labels, *(model_of(score) for score in reading.own_scores)} - {""})
    found = {beside[label] for label in labels}
    if found in ({True}, {False}):
        return found.pop(), True
    if True in found:
        return None, False  # it gives both
    tests = {score.benchmark for score in scores}
    asked_to_follow = "ifeval" in tests and "musr" not in tests  # a board asks pretrained models both
    if tests & _CHAT_TESTS or asked_to_follow or any(score.mode == "thinking" for score in scores):
        return True, True
    told = _STAGE_TOLD.search(reading.text[:_BEGINNING])
    return (told["raw"] is None if told else None), False
