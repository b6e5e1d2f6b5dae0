"""Bits per byte of model files on a text of the user's domain, measured and kept.

A measurement is a job of its own (core/runs/jobs.py). What it found is known by
the contents of the file and of the text, and by how many passages were read, so
that a file is never measured twice on the same text. Only files can be
measured: a server does not give the probabilities of a text.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from core.errors import InferenceError, SurefitError
from core.inference.passages import Passage, PassageScores, cut_passages, score_passages
from core.models.model_file import ModelFile
from core.models.transfer import TransferCancelled
from core.runs.database import Database
from core.runs.jobs import Job, JobKind, find_latest_job, start_job
from core.runs.kept_texts import KeptText, read_text

USUAL_PASSAGES: Final = 40


@dataclass(frozen=True)
class TextMeasure:
    """One file on one text: the bits of each passage."""

    bits: tuple[float, ...]
    n_bytes: tuple[int, ...]
    n_tokens: int
    rewritten: int  # passages that the file's tokenizer does not give back byte by byte


@dataclass(frozen=True)
class TextMeasures:
    """What is known of files on one text, by their fingerprints."""

    found: Mapping[str, TextMeasure]
    failed: Mapping[str, str]  # why a file could not be measured


class Score(Protocol):
    """The engine's part; see core/inference/passages.py."""

    def __call__(
        self, path: Path, passages: Sequence[Passage], *, progress: Callable[[float], None]
    ) -> PassageScores: ...


def start_forecast(
    database: Database, files: Sequence[ModelFile], text: KeptText, passages: int = USUAL_PASSAGES
) -> Job:
    """Measure files on a text in a process of its own. Raises NotEnoughData for a text that is too short."""
    cut_passages(read_text(text.path), passages)
    arguments = {
        "files": json.dumps({file.fingerprint: str(file.path) for file in files}),
        "text": str(text.path),
        "text_name": text.name,
        "text_key": text.key,
        "passages": str(passages),
    }
    return start_job(database, JobKind.FORECAST, arguments)


def find_forecasts(database: Database, text: KeptText, passages: int = USUAL_PASSAGES) -> TextMeasures:
    """What was measured on that much of a text; of a file measured twice, the newest.

    What another version measured on other passages, or wrote in another form,
    is left out: such a file counts as not measured yet.
    """
    found: dict[str, TextMeasure] = {}
    failed: dict[str, str] = {}
    rows = database.rows(
        "SELECT arguments, result FROM job WHERE kind = ? AND result IS NOT NULL ORDER BY id", (JobKind.FORECAST,)
    )
    for row in rows:
        arguments, result = json.loads(row["arguments"]), json.loads(row["result"] or "null")
        if result and (arguments["text_key"], arguments["passages"]) == (text.key, str(passages)):
            measured = {key: _measure(value) for key, value in result["found"].items()}
            for key, measure in measured.items():
                if measure is not None:
                    found.pop(key, None)  # so that the newest stands last
                    found[key] = measure
            failed |= result["failed"]
    if found:
        newest = list(found.values())[-1].n_bytes
        found = {key: measure for key, measure in found.items() if measure.n_bytes == newest}
    return TextMeasures(found, {key: why for key, why in failed.items() if key not in found})


def find_latest_text(database: Database) -> KeptText | None:
    """The text of the newest measurement, while it is still there."""
    job = find_latest_job(database, JobKind.FORECAST)
    if job is None or not Path(job.arguments["text"]).is_file():
        return None
    return KeptText(job.arguments["text_name"], Path(job.arguments["text"]), job.arguments["text_key"])


def measure_text(
    arguments: Mapping[str, str],
    on_share: Callable[[float, str], None],
    cancelled: Callable[[], bool],
    score: Score = score_passages,
    keep_finished: Callable[[Mapping[str, Any]], None] = lambda _: None,
) -> dict[str, Any]:
    """The result of the job: measures and failures by the file's fingerprint.

    `keep_finished` gets the same after each file that was measured. A file that
    refuses or crashes is noted and the others go on. Raises TransferCancelled on
    cancel, InferenceError where no file could be measured.
    """
    files: dict[str, str] = json.loads(arguments["files"])
    passages = cut_passages(read_text(Path(arguments["text"])), int(arguments["passages"]))
    found: dict[str, Any] = {}
    failed: dict[str, str] = {}
    for number, (key, path) in enumerate(files.items()):
        file = Path(path)

        def tell(share: float, done: int = number, name: str = file.name) -> None:
            if cancelled():
                raise TransferCancelled("The measurement was cancelled; start it again to measure what is missing.")
            on_share((done + share) / len(files), f"{name} reads the text")

        tell(0.0)
        try:
            scores = score(file, passages, progress=tell)
        except TransferCancelled:
            raise
        except SurefitError as error:
            failed[key] = str(error)
            continue
        sizes = tuple(passage.n_bytes for passage in passages)
        found[key] = vars(TextMeasure(scores.bits, sizes, scores.n_tokens, scores.rewritten))
        keep_finished({"found": found, "failed": failed})
    if failed and not found:
        raise InferenceError(" ".join(dict.fromkeys(failed.values())))
    return {"found": found, "failed": failed}


def _measure(value: Any) -> TextMeasure | None:
    """None for what is no measure: it lacks a part, or has a figure that is no number."""
    try:
        measure = TextMeasure(
            tuple(map(float, value["bits"])), tuple(value["n_bytes"]), int(value["n_tokens"]), int(value["rewritten"])
        )
    except (KeyError, TypeError, ValueError):
        return None
    fits = len(measure.bits) == len(measure.n_bytes) and all(map(math.isfinite, measure.bits))
    return measure if fits else None
