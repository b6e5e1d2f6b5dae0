"""Logs of other evaluation tools: lm-evaluation-harness samples and inspect_ai JSON logs.

A harness file holds one JSON object a line, for each document and answer
filter; the model is the folder it lies in. An inspect log is one JSON object
with eval.model, eval.task and samples. Both are foreign: lines and files are
bounded, and every fault is named with its place.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from core.advice.result_rows import OutsideResultsError, ResultRow, question_key, read_score

LONGEST_LINE: Final = 32 * 1024 * 1024  # a harness line carries the prompt and the document
_METRICS: Final = ("exact_match", "acc", "pass@1", "pass_at_1", "acc_norm", "mc1", "f1", "em", "score")


def read_harness_samples(path: Path, metric: str | None, notes: dict[str, None]) -> Iterator[ResultRow]:
    """lm-evaluation-harness: one JSON object a line, one line for each document and filter.

    `notes` collects, in order and once each, what was chosen on the way.
    """
    task = re.sub(r"_\d{4}-\d{2}-\d{2}T[\d.:\-]+$", "", path.stem.removeprefix("samples_"))
    written_by_harness = path.stem.startswith("samples_")
    model = path.resolve().parent.name if written_by_harness else path.stem
    kept_filter: str | None = None
    for number, line in enumerate(_lines(path), start=1):
        if not line.strip():
            continue
        place = f"{path.name}, line {number}"
        sample = _parse_object(line, place)
        if "doc_id" not in sample and {"model", "question", "score"} <= sample.keys():
            yield _plain_row(sample, place)
            continue
        if "doc_id" not in sample:
            raise OutsideResultsError(f"{place} has no doc_id: it is not a samples file of lm-evaluation-harness.")
        used = str(sample.get("filter", "none"))
        if kept_filter is None:
            kept_filter = used
        if used != kept_filter:
            notes.setdefault(f"{path.name} holds several answer filters: {kept_filter} counts.")
            continue
        name, value = _harness_metric(sample, metric, place)
        notes.setdefault(f"{task}: scored by {name}.")
        digest = str(sample.get("doc_hash") or "")[:16]
        key = question_key(f"{task}/{sample['doc_id']}/{digest}".rstrip("/"))
        yield ResultRow(model, key, read_score(value, place), place)


def _harness_metric(sample: Mapping[str, Any], metric: str | None, place: str) -> tuple[str, Any]:
    listed = sample.get("metrics")
    offered = [str(name) for name in listed] if isinstance(listed, list) else []
    for name in (metric,) if metric else (*(m for m in _METRICS if m in sample), *offered):
        if name in sample and not isinstance(sample[name], list | dict):
            return name, sample[name]
    known = ", ".join(m for m in (*offered, *_METRICS) if m in sample) or "none"
    raise OutsideResultsError(f"{place} has no single score {metric or ''} for each document (found: {known}).")


def _plain_row(sample: Mapping[str, Any], place: str) -> ResultRow:
    """A line that already is model, question, score."""
    group = sample.get("group")
    return ResultRow(
        str(sample["model"]),
        question_key(str(sample["question"])),
        read_score(sample["score"], place),
        place,
        str(group) if group else None,
    )


def read_inspect_log(path: Path, metric: str | None, notes: dict[str, None]) -> Iterator[ResultRow]:
    """inspect_ai: one JSON object with eval.model, eval.task and samples."""
    log = _parse_object(path.read_text(encoding="utf-8-sig"), path.name)
    header, samples = log.get("eval"), log.get("samples")
    if not isinstance(header, dict) or not isinstance(samples, list):
        raise OutsideResultsError(
            f"{path.name} is not an inspect log with its samples: write it with --log-format json and keep the samples."
        )
    model, task = str(header.get("model") or path.stem), str(header.get("task") or "task")
    for number, sample in enumerate(samples, start=1):
        place = f"{path.name}, sample {number}"
        if not isinstance(sample, dict) or "id" not in sample:
            raise OutsideResultsError(f"{place} has no id.")
        question = question_key(f"{task}/{sample['id']}")
        scores = sample.get("scores")
        if sample.get("error") or not isinstance(scores, dict) or not scores:
            yield ResultRow(model, question, None, place)
            continue
        name = metric if metric in scores else next(iter(scores))
        if metric and metric not in scores:
            raise OutsideResultsError(f"{place} has no scorer {metric} (found: {', '.join(map(str, scores))[:200]}).")
        notes.setdefault(f"{task}: scored by {name}.")
        entry = scores[name]
        yield ResultRow(
            model, question, read_score(entry.get("value") if isinstance(entry, dict) else entry, place), place
        )


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8-sig") as lines:
        while line := lines.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                raise OutsideResultsError(
                    f"{path.name} has a line of over {LONGEST_LINE / 1e6:.0f} MB: it is not a log."
                )
            yield line


def _parse_object(text: str, place: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise OutsideResultsError(f"{place} is not valid JSON: {str(error)[:120]}.") from error
    if not isinstance(value, dict):
        raise OutsideResultsError(f"{place} is a JSON {type(value).__name__}, not an object.")
    return value
