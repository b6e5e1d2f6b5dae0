"""How far a rung's next-token predictions lie from the reference's, as measured on a text and kept.

A rung is another file, or the same one with another KV cache; the reference
reads with a cache of f16. A measurement is a job of its own (core/runs/jobs.py),
so that it outlives the page; what it found is the job's result. It is known by
the contents of both files and of the text (core/runs/kept_texts.py), never by
their names.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from core.errors import ModelFileError
from core.inference.kept_predictions import remove_abandoned
from core.models.model_file import ModelFile
from core.models.split_files import read_headers
from core.runs.database import Database
from core.runs.divergence_plan import MeasurementPlan, plan_measurement
from core.runs.jobs import Job, JobKind, load_job, start_job
from core.runs.kept_texts import KeptText

USUAL_CHUNKS: Final = 20  # of 512 tokens, of which half are predicted
PLAIN_CACHE: Final = ("f16", "f16")
_VOCABULARY_KEYS: Final = ("tokenizer.ggml.model", "tokenizer.ggml.pre")


@dataclass(frozen=True)
class Figure:
    """A mean over tokens with its standard error over chunks; None where there is none."""

    value: float
    error: float | None


@dataclass(frozen=True)
class Distribution:
    """One file against the reference on one text."""

    text_name: str
    n_tokens: int  # positions that were predicted
    n_chunks: int
    perplexity: Figure
    reference_perplexity: Figure
    log_ratio: Figure  # ln(perplexity/reference's): above zero is worse
    kl: Figure  # mean Kullback-Leibler divergence from the reference, nats a token
    same_top: Figure  # share of positions with the same likeliest token
    bits_per_byte: Figure | None  # of the file itself; comparable across vocabularies
    kl_by_chunk: tuple[float, ...] = ()  # so that two files are held against each other on the same chunks
    log_ratio_by_chunk: tuple[float, ...] = ()
    prefill_per_s: float | None = None  # tokens per second of one sequence alone, measured after the text
    decode_per_s: float | None = None

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Reader:
    """A file with the KV cache in which it reads the text."""

    file: ModelFile
    cache: tuple[str, str] = PLAIN_CACHE  # type_k, type_v

    @property
    def key(self) -> str:
        """What it is known by: the file's fingerprint, and its cache unless that is the reference's."""
        return self.file.fingerprint if self.cache == PLAIN_CACHE else f"{self.file.fingerprint} {'/'.join(self.cache)}"


@dataclass(frozen=True)
class Measured:
    """What is known of readers on one text, by their keys."""

    found: Mapping[str, Distribution]
    failed: Mapping[str, str]  # why one could not be measured


def check_same_vocabulary(reference: ModelFile, file: ModelFile) -> None:
    """Predictions over different tokens cannot be compared. Raises ModelFileError with the reason."""
    if reference.n_vocab != file.n_vocab:
        raise ModelFileError(
            f"{file.path.name} has a vocabulary of {file.n_vocab or 0:,} tokens and {reference.path.name} one of "
            f"{reference.n_vocab or 0:,}: their predictions cannot be compared token by token. Compare their scores, "
            "or choose files of one model."
        )
    one, other = read_headers(reference.path)[0], read_headers(file.path)[0]
    for key in _VOCABULARY_KEYS:
        if one.text(key) != other.text(key):
            raise ModelFileError(
                f"{file.path.name} splits text by {other.text(key)} and {reference.path.name} by {one.text(key)}: "
                "their predictions cannot be compared token by token. Choose files of one model."
            )


def start_divergence(
    database: Database, reference: ModelFile, readers: Sequence[Reader], text: KeptText, chunks: int = USUAL_CHUNKS
) -> Job:
    """Measure readers against the reference in a process of its own, on as many chunks of the text as there are.

    Raises before anything is started: ModelFileError for other vocabularies,
    InferenceError where neither memory nor disk has room.
    """
    for reader in readers:
        check_same_vocabulary(reference, reader.file)
    plan = plan_text(reference, readers, text, chunks)
    arguments = {
        "reference": str(reference.path),
        "reference_key": reference.fingerprint,
        "files": json.dumps({reader.key: str(reader.file.path) for reader in readers}),
        "caches": json.dumps({reader.key: reader.cache for reader in readers}),
        "text": str(text.path),
        "text_name": text.name,
        "text_key": text.key,
        "chunks": str(chunks),
        "keep": "yes" if plan.keeps else "",
    }
    return start_job(database, JobKind.DIVERGENCE, arguments)


def plan_text(
    reference: ModelFile, readers: Sequence[Reader], text: KeptText, chunks: int = USUAL_CHUNKS
) -> MeasurementPlan:
    """How these readers would be measured on this text now. Raises InferenceError where there is no room for it."""
    remove_abandoned()
    return plan_measurement(reference, [reader.file for reader in readers], text.path.stat().st_size, chunks)


def find_distributions(
    database: Database, reference: ModelFile, text: KeptText, chunks: int = USUAL_CHUNKS
) -> Measured:
    """What was measured on that much of a text against this reference; of a reader measured twice, the newest.

    Also what a measurement had finished before it was cancelled or broke off.
    """
    found: dict[str, Distribution] = {}
    failed: dict[str, str] = {}
    rows = database.rows(
        "SELECT arguments, result FROM job WHERE kind = ? AND result IS NOT NULL ORDER BY id",
        (JobKind.DIVERGENCE,),
    )
    for row in rows:
        arguments, result = json.loads(row["arguments"]), json.loads(row["result"] or "null")
        if result and _is_about(arguments, reference, text, chunks):
            parsed = {key: parse_distribution(value) for key, value in result["found"].items()}
            # Figures without those of each chunk had their errors over tokens: they are measured anew.
            found |= {key: value for key, value in parsed.items() if value.kl_by_chunk}
            failed |= result["failed"]
    return Measured(found, {key: why for key, why in failed.items() if key not in found})


def find_divergence_jobs(database: Database) -> list[Job]:
    """Every measurement that is going on, and the newest that failed."""
    rows = database.rows("SELECT id FROM job WHERE kind = ? ORDER BY id DESC LIMIT 20", (JobKind.DIVERGENCE,))
    return [load_job(database, row["id"]) for row in rows]


def is_measurement_of(job: Job, reference: ModelFile, text: KeptText, chunks: int) -> bool:
    """Whether a job is about this reference and that much of this text."""
    return _is_about(job.arguments, reference, text, chunks)


def _is_about(arguments: Mapping[str, str], reference: ModelFile, text: KeptText, chunks: int) -> bool:
    key = (arguments["reference_key"], arguments["text_key"], arguments["chunks"])
    return key == (reference.fingerprint, text.key, str(chunks))


def parse_distribution(value: Mapping[str, Any]) -> Distribution:
    """The value that `Distribution.to_dict` wrote."""

    def figure(entry: Mapping[str, Any]) -> Figure:
        return Figure(float(entry["value"]), None if entry["error"] is None else float(entry["error"]))

    return Distribution(
        text_name=str(value["text_name"]),
        n_tokens=int(value["n_tokens"]),
        n_chunks=int(value["n_chunks"]),
        perplexity=figure(value["perplexity"]),
        reference_perplexity=figure(value["reference_perplexity"]),
        log_ratio=figure(value["log_ratio"]),
        kl=figure(value["kl"]),
        same_top=figure(value["same_top"]),
        bits_per_byte=None if value["bits_per_byte"] is None else figure(value["bits_per_byte"]),
        kl_by_chunk=tuple(float(kl) for kl in value.get("kl_by_chunk", ())),
        log_ratio_by_chunk=tuple(float(ratio) for ratio in value.get("log_ratio_by_chunk", ())),
        prefill_per_s=value.get("prefill_per_s"),
        decode_per_s=value.get("decode_per_s"),
    )
