"""Logs of other evaluation tools: lm-evaluation-harness samples and inspect_ai logs, as JSON or packed.

A harness file holds one JSON object a line, for each document and answer
filter; the model is the folder it lies in. An inspect log is one JSON object
with eval.model, eval.task and samples. Both are foreign: lines and files are
bounded, and every fault is named with its place.
"""

import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile, ZipFile, ZipInfo

from core.advice.outside.result_rows import OutsideResultsError, ResultRow, question_key, read_score

LONGEST_LINE: Final = 32 * 1024 * 1024  # a harness line carries the prompt and the document
MOST_MEMBERS: Final = 500_000  # files in a packed inspect log
MOST_UNPACKED: Final = 4 * 1024**3  # bytes that a packed inspect log may unpack to, one sample after the other
_METRICS: Final = ("exact_match", "acc", "pass@1", "pass_at_1", "acc_norm", "mc1", "f1", "em", "score")


def read_harness_samples(path: Path, metric: str | None, notes: dict[str, None]) -> Iterator[ResultRow]:
    """lm-evaluation-harness: one JSON object a line, one line for each document and filter.

    `notes` collects, in order and once each, what was chosen on the way.
    """
    task = re.sub(r"_\d{4}-\d{2}-\d{2}T[\d.:\-]+$", "", path.stem.removeprefix("samples_"))
    written_by_harness = path.stem.startswith("samples_")
    model = path.resolve().parent.name if written_by_harness else path.stem
    metric, _, kept_filter = (metric or "").partition(",")
    chosen, filters = bool(kept_filter), set[str]()
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
        kept_filter = kept_filter or used
        filters.add(used)
        if used != kept_filter:
            if not chosen:
                notes.setdefault(
                    f"{path.name} holds several answer filters: {kept_filter} counts (choose with metric,filter)."
                )
            continue
        name, value = _harness_metric(sample, metric, place)
        notes.setdefault(f"{task}: scored by {name}.")
        digest = str(sample.get("doc_hash") or "")[:16]
        key = question_key(f"{task}/{sample['doc_id']}/{digest}".rstrip("/"))
        yield ResultRow(model, key, read_score(value, place), place)
    if filters and kept_filter not in filters:
        raise OutsideResultsError(
            f"{path.name} has no answer filter {kept_filter} (found: {', '.join(sorted(filters))[:200]})."
        )


def _harness_metric(sample: Mapping[str, Any], metric: str, place: str) -> tuple[str, Any]:
    listed = sample.get("metrics")
    offered = [str(name) for name in listed] if isinstance(listed, list) else []
    for name in (metric,) if metric else (*(m for m in _METRICS if m in sample), *offered):
        if name in sample and not isinstance(sample[name], list | dict):
            return name, sample[name]
    known = ", ".join(m for m in (*offered, *_METRICS) if m in sample) or "none"
    raise OutsideResultsError(
        f"{place} has no single score {metric}{' ' if metric else ''}for each document (found: {known})."
    )


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
    """inspect_ai, as JSON: one object with eval.model, eval.task and samples."""
    log = _parse_object(path.read_text(encoding="utf-8-sig"), path.name)
    header, samples = log.get("eval"), log.get("samples")
    if not isinstance(header, dict) or not isinstance(samples, list):
        raise OutsideResultsError(
            f"{path.name} is not an inspect log with its samples: write it with --log-format json and keep the samples."
        )
    return _inspect_rows(path, header, samples, metric, notes)


def read_packed_inspect_log(path: Path, metric: str | None, notes: dict[str, None]) -> Iterator[ResultRow]:
    """inspect_ai, packed (.eval): a zip with header.json and one JSON file for each sample and epoch."""
    try:
        with ZipFile(path) as packed:
            members = packed.infolist()
            if len(members) > MOST_MEMBERS or sum(m.file_size for m in members) > MOST_UNPACKED:
                raise OutsideResultsError(
                    f"{path.name} unpacks to more than is read: convert it, and give parts of it."
                )
            known = {m.filename: m for m in members}
            start = known.get("header.json") or known.get("_journal/start.json")
            samples = [m for m in members if m.filename.startswith("samples/") and m.filename.endswith(".json")]
            header = _unpack(packed, start, path).get("eval") if start else None
            if not isinstance(header, dict) or not samples:
                raise OutsideResultsError(f"{path.name} is not an inspect log with its samples.")
            unpacked = (_unpack(packed, member, path) for member in samples)
            yield from _inspect_rows(path, header, unpacked, metric, notes)
    except (NotImplementedError, RuntimeError) as error:  # a compression this Python lacks, or a password
        raise OutsideResultsError(
            f"{path.name} is packed in a way that is not read ({str(error)[:80]}): "
            f"run 'inspect log convert --to json --output-dir DIR {path.name}' first."
        ) from error
    except (BadZipFile, zlib.error, EOFError) as error:
        raise OutsideResultsError(
            f"{path.name} is a damaged inspect log ({str(error)[:80]}): copy it again."
        ) from error


def _unpack(packed: ZipFile, member: ZipInfo, path: Path) -> dict[str, Any]:
    place = f"{path.name}, {member.filename[:100]}"
    if member.file_size > LONGEST_LINE:
        raise OutsideResultsError(f"{place} has more than {LONGEST_LINE // 1024**2} MB.")
    with packed.open(member) as file:  # what its directory says may be a lie
        content = file.read(LONGEST_LINE + 1)
    if len(content) > LONGEST_LINE:
        raise OutsideResultsError(f"{place} has more than {LONGEST_LINE // 1024**2} MB.")
    return _parse_object(content.decode("utf-8-sig"), place)


def _inspect_rows(
    path: Path, header: Mapping[str, Any], samples: Iterable[Any], metric: str | None, notes: dict[str, None]
) -> Iterator[ResultRow]:
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
