"""Scores in YAML: model-index in the front matter, and the .eval_results files of a repo.

One bad entry never costs the others: it is named with its line, the rest is read.
"""

import re
from dataclasses import replace

import yaml

from core.cards.benchmark_mentions import names_test
from core.cards.card_files import NOT_READ
from core.cards.front_matter import Entry, parse_yaml
from core.cards.name_match import Match
from core.cards.one_scale import in_one_scale
from core.cards.own_model import OwnModel
from core.cards.reading import Origin, ReportedScore, Unread
from core.cards.settings import Settings, parse_settings
from core.cards.values import parse_value
from core.cards.written_scores import score_as_written
from core.catalogue.benchmark_names import find_benchmark
from core.errors import CardError

MAX_RESULT_ENTRIES = 2000  # over all files of a repo
# Metrics of a training run, which some trainers write into model-index.
_NOT_A_SCORE = re.compile(
    r"(?i)loss|perplexity|ppl|epoch|runtime|samples_per|steps_per|reward|logp|learning|co2|latency"
)


def read_index_scores(front: Entry) -> tuple[list[ReportedScore], list[Unread]]:
    scores: list[ReportedScore] = []
    bad: list[Unread] = []
    index = front.get("model-index")
    if index is None:
        return scores, bad
    if not isinstance(index.value, list):
        return scores, [Unread("entry", "model-index is not a list of models", index.line)]
    for model in index.items():
        results = model.get("results")
        if results is None or not isinstance(results.value, list):
            bad.append(Unread("entry", "a model of model-index has no list of results", model.line))
            continue
        name = model.get("name")
        for number, result in enumerate(results.items(), start=1):
            found, fault = _result(result, name.text() if name else None)
            scores += found
            if fault:
                bad.append(Unread("entry", f"result {number} of model-index {fault}", result.line))
    return _by_source(scores), bad


def of_this_model(scores: list[ReportedScore], own: OwnModel) -> list[ReportedScore]:
    """The scores, those of another model own no more where the model-index names this one and others."""
    matches = {score.subject: own.match(score.subject) for score in scores if score.subject}
    best = max(matches.values(), default=Match.NONE)
    if len(matches) < 2 or best is Match.NONE:
        return scores
    others = {subject for subject, match in matches.items() if match < min(best, Match.STAGE)}
    return [replace(score, own=False) if score.subject in others else score for score in scores]


def _by_source(scores: list[ReportedScore]) -> list[ReportedScore]:
    """The scores, those of one source in one scale: a board's are percentages where a trainer's are shares."""
    sources: dict[str, list[ReportedScore]] = {}
    for score in scores:
        sources.setdefault(score.context, []).append(score)
    settled = {id(old): new for same in sources.values() for old, new in zip(same, in_one_scale(same), strict=True)}
    return [settled[id(score)] for score in scores]


def _result(result: Entry, subject: str | None) -> tuple[list[ReportedScore], str | None]:
    metrics = result.get("metrics")
    if metrics is None or not isinstance(metrics.value, list):
        return [], "has no list of metrics"
    dataset = result.get("dataset")
    source = result.get("source")
    scores, faults = [], []
    if dataset is None:
        faults.append("lacks its dataset")
    for metric in metrics.items():
        names = _metric_names(metric)
        test = _test_name(dataset, names)
        if test is None:
            if not faults:
                faults.append("names no benchmark")
            continue
        written = metric.get("value")
        value = parse_value(written.text() or "") if written else None
        if value is None:
            faults.append(f"has no number for {test}")
            continue
        if any(_NOT_A_SCORE.search(text) for text in names):
            continue
        settings = parse_settings(test).filled(_shots(dataset)).filled(parse_settings(" ".join(names)))
        origin = source.get("name") if source else None
        scores.append(
            score_as_written(
                test,
                value,
                settings.filled(Settings(metric=next((name for name in names if not names_test(name)), None))),
                own=True,
                line=written.line if written else metric.line,
                origin=Origin.MODEL_INDEX,
                subject=subject,
                context=(origin.text() or "") if origin else "",
            )
        )
    return scores, "; ".join(faults) or None


def _metric_names(metric: Entry) -> list[str]:
    return [text for key in ("name", "type") if (entry := metric.get(key)) and (text := entry.text())]


def _test_name(dataset: Entry | None, metric_names: list[str]) -> str | None:
    """The dataset's name, unless the metric itself names a benchmark and the dataset does not."""
    names = [text for key in ("name", "type") if dataset and (entry := dataset.get(key)) and (text := entry.text())]
    for name in names:
        if names_test(name):
            return name
    for name in metric_names:
        if names_test(name):
            return name
    return names[0] if names else None


def _shots(dataset: Entry | None) -> Settings:
    arguments = dataset.get("args") if dataset else None
    shots = arguments.get("num_few_shot") if arguments else None
    text = shots.text() if shots else None
    return Settings(shots=int(text)) if text and text.isdecimal() and len(text) < 4 else Settings()


def read_eval_results(files: dict[str, str]) -> tuple[list[ReportedScore], list[Unread]]:
    """Scores of `.eval_results/*.yaml`: a list of {dataset: {id, task_id}, value, date, source, notes}."""
    scores: list[ReportedScore] = []
    bad: list[Unread] = []
    left = MAX_RESULT_ENTRIES
    for path, text in sorted(files.items()):
        if text.startswith(NOT_READ):
            bad.append(Unread("entry", f"{path}: {text.removeprefix(NOT_READ)}", 0))
            continue
        try:
            parsed = parse_yaml(text, where=path)
        except yaml.YAMLError as error:
            bad.append(Unread("entry", f"{path} is not valid YAML ({_where(error)})", 0))
            continue
        except CardError as error:  # too large, too deep or without end: no reason to refuse the card itself
            bad.append(Unread("entry", str(error), 0))
            continue
        entries = list(parsed.items()) if parsed and isinstance(parsed.value, list) else [parsed] if parsed else []
        if len(entries) > left:
            more = f"{len(entries) - left:,} of {len(entries):,} entries are not read"
            bad.append(Unread("entry", f"{path}: {more}, as there are more than {MAX_RESULT_ENTRIES:,}", 0))
        entries, left = entries[:left], max(0, left - len(entries))
        for number, entry in enumerate(entries, start=1):
            found = _eval_result(entry, path)
            if isinstance(found, str):
                bad.append(Unread("entry", f"{path}, entry {number} {found}", 0))
            else:
                scores.append(found)
    return scores, bad


def _eval_result(entry: Entry, path: str) -> ReportedScore | str:
    dataset = entry.get("dataset")
    written = entry.get("value")
    name_entry = (dataset.get("task_id") or dataset.get("id")) if dataset else None
    dataset_id = dataset.get("id") if dataset else None
    if dataset is None or dataset_id is None or not dataset_id.text():
        return "lacks its dataset id"
    value = parse_value(written.text() or "") if written else None
    if value is None:
        return "has no number as its value"
    names = [
        text
        for text in ((name_entry.text() if name_entry else None), (dataset_id.text() or "").rsplit("/", 1)[-1])
        if text
    ]
    name = next((text for text in names if find_benchmark(text)), names[-1])
    notes = entry.get("notes")
    settings = parse_settings(notes.text() or "" if notes else "")
    return score_as_written(name, value, settings, own=True, line=0, origin=Origin.EVAL_RESULTS, context=path)


def _where(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    return f"line {mark.line + 1}" if mark is not None else "its structure is broken"
