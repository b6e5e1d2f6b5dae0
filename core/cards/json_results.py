"""The results of a harness as it writes them: "arc_challenge": {"acc,none": 0.556, "acc_stderr,none": 0.014}.

A block of code is read key by key, so that JSON that was cut short, or a Python dictionary, is read as well.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.cards.benchmark_mentions import names_test
from core.cards.document import Document, Sentence

_TOKEN = re.compile(
    r"[\"'](?P<key>[^\"'\n]{1,120})[\"']\s*:\s*(?:(?P<open>\{)|(?P<value>-?\d+(?:\.\d+)?(?:e-?\d+)?)(?=\s*[,}\]\n]|\s*$))"
    r"|(?P<bare>\{)|(?P<close>\})"
)
_METRIC = re.compile(
    r"(?i)(?:acc(?:uracy)?(?:_norm)?|exact_match|em|f1|pass@\d+|mc[12]|bleu|chrf|rouge[12l]?|"
    r"(?:prompt|inst)_level_(?:strict|loose)_acc|score|win_rate)(?:,[\w-]{1,40})?"
)
_MOST_LINES = 2_000


@dataclass(frozen=True)
class HarnessResult:
    name: str  # of the task, as written
    metric: str
    value: str  # as written
    shots: int | None
    sentence: Sentence  # the line that holds the value


def find_harness_results(document: Document) -> Iterator[HarnessResult]:
    """Every metric that stands inside the braces of a task, in reading order; standard errors are none."""
    block: list[Sentence] = []
    for sentence in [*document.code(), None]:
        if sentence is None or (block and sentence.line - block[-1].line > 2):
            yield from _results(block[:_MOST_LINES])
            block = []
        if sentence is not None:
            block.append(sentence)


def _results(block: list[Sentence]) -> Iterator[HarnessResult]:
    if not any("{" in line.text for line in block):
        return
    found: list[HarnessResult] = []
    shots: dict[str, int] = {}
    keys: list[str] = []
    for line in block:
        for token in _TOKEN.finditer(line.text):
            if token["close"]:
                keys = keys[:-1]
            elif token["bare"] or token["open"]:
                keys.append(token["key"] or "")
            elif keys and re.fullmatch(r"(?i)n-?_?shots?|num_fewshot", keys[-1]):
                shots[token["key"]] = int(float(token["value"]))
            elif keys and _METRIC.fullmatch(token["key"]) and (name := _task(keys[-1])):
                metric = token["key"].split(",")[0].lower()
                found.append(HarnessResult(name, metric, token["value"], _shots_of(keys[-1]), line))
    for result in found:
        told = result.shots if result.shots is not None else shots.get(result.name)
        yield HarnessResult(result.name, result.metric, result.value, told, result.sentence)


def _task(key: str) -> str | None:
    """The task in a key: "arc:challenge" of "harness|arc:challenge|25"; None where it names no test."""
    name = key.split("|")[1] if key.count("|") == 2 else key
    name = name.replace(":", "_")
    return name if names_test(name) else None


def _shots_of(key: str) -> int | None:
    told = re.fullmatch(r"[^|]*\|[^|]*\|(\d{1,2})", key)
    return int(told[1]) if told else None
