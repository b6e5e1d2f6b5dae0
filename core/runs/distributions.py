"""How far a rung's next-token predictions lie from the reference's, as measured on a text and kept.

A rung is another file, or the same one with another KV cache; the reference
reads with a cache of f16. A measurement is a job of its own (core/runs/jobs.py),
so that it outlives the page; what it found is the job's result. It is known by
the contents of both files and of the text, never by their names. Texts are kept beside the store
under the hash of their content: a text that a person gave, or the evaluation's
own, which is every question with the answer that the reference wrote.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from core.errors import ModelFileError, NotEnoughData, StoreError
from core.inference.kept_predictions import remove_abandoned
from core.models.home import home_folder
from core.models.model_file import ModelFile
from core.models.split_files import read_headers
from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.divergence_plan import MeasurementPlan, plan_measurement
from core.runs.jobs import Job, JobKind, load_job, start_job
from core.runs.projects import load_saved_question_set
from core.runs.records import Run, content_hash

EVAL_TEXT: Final = "the questions with the reference's answers"
USUAL_CHUNKS: Final = 20  # of 512 tokens, of which half are predicted
MAX_TEXT_BYTES: Final = 8_000_000  # far more than anybody waits for
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


@dataclass(frozen=True)
class KeptText:
    """A text on which files are measured."""

    name: str
    path: Path
    key: str  # SHA-256 of the content


def keep_text(text: str, name: str) -> KeptText:
    """Write a text beside the store; the same content is one file. Raises NotEnoughData or StoreError."""
    content = text.strip()
    if not content:
        raise NotEnoughData("The text is empty: give some pages of the kind that the model is for.")
    if len(content.encode()) > MAX_TEXT_BYTES:
        raise StoreError(f"The text {name} is longer than {MAX_TEXT_BYTES // 1_000_000} MB: give a part of it.")
    key = content_hash(content)
    path = home_folder() / "texts" / f"{key[:32]}.txt"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise StoreError(f"The text could not be kept in {path.parent} ({error.strerror}): make room there.") from error
    return KeptText(name, path, key)


def read_text(path: Path) -> str:
    """A text file that a person gave; of one without end no more is read than is wanted. Raises StoreError."""
    try:
        with path.open("rb") as stream:
            return parse_text(stream.read(MAX_TEXT_BYTES + 1), str(path))
    except OSError as error:
        raise StoreError(f"{path} cannot be read ({error.strerror}): give another text.") from error


def parse_text(raw: bytes, name: str) -> str:
    """The text in a file's bytes, with the line ends of one kind. Raises StoreError for what is no text in UTF-8.

    A byte of zero is in no text, but in binary files and in UTF-16.
    """
    if len(raw) > MAX_TEXT_BYTES:
        raise StoreError(f"{name} is longer than {MAX_TEXT_BYTES // 1_000_000} MB: give a part of it.")
    try:
        text = None if b"\0" in raw else raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = None
    if text is None:
        raise StoreError(f"{name} is no UTF-8 text: save it as UTF-8, or give another one.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def eval_text(database: Database, reference: Run) -> str:
    """Every question with the answer that the reference wrote, in the order of the draw."""
    question_set = load_saved_question_set(database, reference.question_set_id)
    inputs = {question.id: question.input for question in question_set.questions}
    parts = [
        f"{inputs[answer.question_id]}\n\n{answer.text}"
        for answer in load_answers(database, reference.id)
        if answer.question_id in inputs and answer.text.strip()
    ]
    if not parts:
        raise NotEnoughData(
            "The reference has written no answers yet: ask the rungs first, or give a text of your own."
        )
    return "\n\n".join(parts)


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
