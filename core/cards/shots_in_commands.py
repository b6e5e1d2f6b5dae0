"""How many examples tests were given, by the commands that a card shows: "lm_eval --tasks mmlu --num_fewshot 5".

The number and the tasks may stand in variables above the command. A test that commands give two numbers has none, and
a try on a few questions ("--limit 10") or on another model tells nothing of the card's results.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.cards.document import Document
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.own_model import OwnModel
from core.cards.reading import ReportedScore
from core.cards.shot_words import keys_of

_SET = re.compile(r"\s*(?:export )?(?P<name>\w{1,30})=[\"']?(?P<value>[\w,.|-]{1,300})[\"']?\s*(?:#.*)?")
_TASKS = re.compile(r"--?tasks?[ =][\"']?(?P<tasks>[\w,.{}$-]{1,300})")
_SHOTS = re.compile(r"--?(?:num_fewshot|fewshot|n_?shots?|num_shots)[ =][\"']?(?P<shots>[\w{}$]{1,40})")
_LIMIT = re.compile(r"--?(?:limit|max[_-]samples|num[_-]samples|debug|smoke)\b")
_MODEL = re.compile(
    r"(?:\b(?:pretrained|model_name|model_path)=|--model(?:[_-](?:name|path|id)){0,2}(?:_or_path)?[ =])"
    r"[\"']?(?P<name>[\w./-]{2,120})"
)
_STARTS = re.compile(r"\b(?:lm[-_]eval|lighteval|python3?|accelerate|opencompass|evalscope|bash|sh)\b")
_VARIABLE = re.compile(r"\$\{?(\w+)\}?")
_MOST = 4_000


def with_shots_of_commands(scores: Sequence[ReportedScore], document: Document, own: OwnModel) -> list[ReportedScore]:
    """The own scores that nothing else gives a number of shots, with that of the command for their test."""
    told: dict[str, set[int]] = {}
    for task, shots in _found(document, own):
        for key in keys_of(task):
            told.setdefault(key, set()).add(shots)
    if not told:
        return list(scores)
    return [replace(score, shots=_of(score, told)) if score.own and score.shots is None else score for score in scores]


def _of(score: ReportedScore, told: dict[str, set[int]]) -> int | None:
    numbers = next((told[key] for key in keys_of(score.name_as_written) if key in told), set())
    return next(iter(numbers)) if len(numbers) == 1 else None


def _found(document: Document, own: OwnModel) -> Iterator[tuple[str, int]]:
    """Each task that a command names, with its shots."""
    variables: dict[str, str] = {}
    command = ""
    for count, sentence in enumerate(document.code()):
        text = sentence.text[:1000]
        if count >= _MOST:
            return
        if "=" in text and (given := _SET.fullmatch(text)):
            variables[given["name"]] = given["value"]
        twice = bool(command) and any(asks.search(command) and asks.search(text) for asks in (_TASKS, _SHOTS))
        if twice or _STARTS.search(text):
            yield from _told_by(command, own)
            command = ""
        if "-" in text and len(command) < _MOST:
            command += " " + _VARIABLE.sub(lambda match: variables.get(match[1], ""), text)
    yield from _told_by(command, own)


def _told_by(command: str, own: OwnModel) -> Iterator[tuple[str, int]]:
    tasks, asked = _TASKS.search(command), _SHOTS.search(command)
    if not tasks or not asked or _LIMIT.search(command):
        return
    models = [found["name"] for found in _MODEL.finditer(command) if looks_like_model(found["name"])]
    number = asked["shots"]
    if any(own.match(name) is Match.NONE for name in models) or not number.isdecimal() or len(number) > 2:
        return
    yield from ((task, int(number)) for task in tasks["tasks"].split(",") if task)
