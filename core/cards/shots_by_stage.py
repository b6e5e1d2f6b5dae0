"""How many examples each stage of a model was given: "The chat model was tested zero-shot, the base model 5-shot."

Such a sentence may stand far from the tables, which are told apart by their labels or headings. Of "the base model" it
speaks of the card's own; of "base models" it speaks of the rivals too.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.cards.benchmark_mentions import tests_in
from core.cards.document import Document
from core.cards.reading import Origin, ReportedScore
from core.cards.shot_words import MAY_TELL, counts_of_shots
from core.cards.stages import is_tuned, says_tuned

_MOST_CHARS = 300
_STAGE = re.compile(
    r"(?i)\b(?:(?P<raw>base|pre-?trained|foundation)|(?P<tuned>chat|instruct(?:ion(?:[- ]tuned)?|[- ]tuned)?|"
    r"(?:fine-?)?tuned|aligned|post-?trained))"
    r"(?:[- ](?P<kind>models?|versions?|variants?|checkpoints?)\b|(?<=the base|the chat)(?= (?:is|was|uses?)\b)|"
    r"(?= and (?:the )?(?:base|pre-?trained|chat|instruct[\w-]*|(?:fine-?)?tuned|aligned|post-?trained)[- ]\w))"
)
_RESPECTIVELY = re.compile(r"(?i)\brespectively\b")
# Any of these makes it a sentence of something else: how the model was trained, or one test.
_OTHERWISE = re.compile(r"(?i)\btrain(?:ed|ing) (?:on|with|using)\b|\bsome\b|\bmost\b")


def with_shots_by_stage(scores: Sequence[ReportedScore], document: Document) -> list[ReportedScore]:
    """The scores, those without shots with what the card tells of their stage."""
    if all(score.shots is not None for score in scores):
        return list(scores)
    told = next((found for sentence in document.prose() if (found := shots_by_stage(sentence.text))), None)
    if told is None:
        return list(scores)
    raw, tuned, of_rivals = told
    both = len({is_tuned(score.subject) for score in scores if score.own and score.subject}) > 1

    def shots_of(score: ReportedScore) -> int | None:
        if score.origin is not Origin.TABLE or score.scale == "rating" or not (score.own or of_rivals):
            return None
        stage = says_tuned(score)
        if stage is None and not (score.own and score.subject and both):
            return None
        return tuned if stage else raw  # beside "Lumen-7B-Chat" the plain name is that of the base

    return [score if score.shots is not None else replace(score, shots=shots_of(score)) for score in scores]


def shots_by_stage(text: str) -> tuple[int, int, bool] | None:
    """The shots of the base model and of the tuned one, and whether rivals are meant too.

    >>> shots_by_stage("The chat model was tested zero-shot, the base model 5-shot.")
    (5, 0, False)
    >>> shots_by_stage("We use 5-shot for base models and 0-shot for chat models.")
    (5, 0, True)
    """
    if len(text) > _MOST_CHARS or not MAY_TELL.search(text):
        return None
    stages = list(_STAGE.finditer(text))
    counts = counts_of_shots(text)
    if len(stages) != 2 or len(counts) != 2 or _OTHERWISE.search(text) or tests_in(text):
        return None
    tuned = [bool(stage["tuned"]) for stage in stages]
    if tuned[0] == tuned[1]:
        return None
    order = "".join(
        kind for _, kind in sorted([*((stage.start(), "s") for stage in stages), *((at, "n") for at, _ in counts)])
    )
    if order not in ("snsn", "nsns") and not (order in ("ssnn", "nnss") and _RESPECTIVELY.search(text)):
        return None
    by_stage = dict(zip(tuned, (number for _, number in counts), strict=True))
    return by_stage[False], by_stage[True], all((stage["kind"] or "").endswith("s") for stage in stages)
