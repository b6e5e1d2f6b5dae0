"""How many examples tests were given, by the commands that a card shows: "lm_eval --tasks mmlu --num_fewshot 5".

The number and the tasks may stand in variables above the command. A test that commands give two numbers has none.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.cards.document import Document
from core.cards.reading import ReportedScore
from core.cards.shot_words import keys_of

_SET = re.compile(r"\s*(?:export )?(?P<name>\w{1,30})=[\"']?(?P<value>[\w,.|-]{1,300})[\"']?\s*(?:#.*)?")
_TASKS = re.compile(r"--?tasks?[ =][\"']?(?P<tasks>[\w,.{}$-]{1,300})")
_SHOTS = re.compile(r"--?(?:num_fewshot|fewshot|n_?shots?|num_shots)[ =][\"']?(?P<shots>[\w{}$]{1,40})")
_STARTS = re.compile(r"\b(?:lm[-_]eval|lighteval|python3?|accelerate|opencompass|evalscope|bash|sh)\b")
_VARIABLE = re.compile(r"\$\{?(\w+)\}?")
_MOST = 4_000


def with_shots_of_commands(scores: Sequence[ReportedScore], document: Document) -> list[ReportedScore]:
    """The own scores that nothing else gives a number of shots, with that of the command for their test."""
    told: dict[str, set[int]] = {}
    for task, shots in _found(document):
        for key in keys_of(task):
            told.setdefault(key, set()).add(shots)
    if not told:
        return list(scores)
    return [replace(score, shots=_of(score, told)) if score.own and score.shots is None else score for score in scores]


def _of(score: ReportedScore, told: dict[str, set[int]]) -> int | None:
    numbers = next((told[key] for key in keys_of(score.name_as_written) if key in told), set())
    return next(iter(numbers)) if len(numbers) == 1 else None


def _found(document: Document) -> Iterator[tuple[str, int]]:
    """Each task that a command names, with its shots."""
    variables: dict[str, str] = {}
    tasks = shots = ""
    for count, sentence in enumerate(document.code()):
        text = sentence.text[:1000]
        if count >= _MOST:
            return
        if "=" in text and (given := _SET.fullmatch(text)):
            variables[given["name"]] = given["value"]
        if _STARTS.search(text):
            tasks = shots = ""
        if "-" not in text:
            continue
        tasks = named["tasks"] if (named := _TASKS.search(text)) else tasks
        shots = asked["shots"] if (asked := _SHOTS.search(text)) else shots
        number = _VARIABLE.sub(lambda match: variables.get(match[1], ""), shots)
        if tasks and number.isdecimal() and len(number) < 3:
            for task in _VARIABLE.sub(lambda match: variables.get(match[1], ""), tasks).split(","):
                if task:
                    yield task, int(number)
            tasks = shots = ""
