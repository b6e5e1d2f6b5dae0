"""What trainings left behind: for each candidate and plan a record, and the trained file while it is kept.

They lie in the folder "trained" of the home. The record is written as soon as a
candidate is done, whatever becomes of the others; it says what was trained and
how, and stays when the file itself is deleted, so that a comparison can still
be read. While a training goes on, its steps are appended to a file of their
own, for the page that draws the loss.
"""

import contextlib
import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import StoreError
from core.inference.training import Trained
from core.inference.training_work import short_name
from core.models.home import home_folder, models_folder
from core.runs.database import from_json, to_json
from core.runs.records import Candidate


@dataclass(frozen=True)
class TrainingRecord:
    """A candidate that was trained, and the candidate that it became."""

    candidate: Candidate
    became: Candidate
    trained: Trained

    @property
    def file_is_kept(self) -> bool:
        return Path(self.became.location).is_file()


@dataclass(frozen=True)
class Step:
    learning_rate: float
    number: int  # within its learning rate, from 1
    of: int
    loss: float


def trained_folder() -> Path:
    return home_folder() / "trained"


def trained_path(candidate: Candidate, plan_key: str) -> Path:
    """Where the trained file of a candidate under a plan lies.

    The name ends with F32, which it is: of several labels in a name the last one counts. A file system takes
    names of 255 bytes, and a checkpoint's is longer than this one.
    """
    stem = short_name(Path(candidate.location).stem)
    return trained_folder() / f"{stem}.trained-{candidate.key[:6]}-{plan_key[:8]}.F32.gguf"


def save_record(record: TrainingRecord, plan_key: str) -> None:
    """Raises StoreError where the folder cannot be written to."""
    path = _record_path(record.candidate, plan_key)
    half = path.with_name(f".{path.name}.part")
    try:
        half.write_text(to_json(record), encoding="utf-8")
        half.replace(path)
    except OSError as error:
        raise StoreError(
            f"The record of the training could not be written to {path} ({error.strerror}): make room there."
        ) from error
    finally:
        with contextlib.suppress(OSError):
            half.unlink(missing_ok=True)


def find_record(candidate: Candidate, plan_key: str) -> TrainingRecord | None:
    """None where the candidate was not trained under this plan, or its record cannot be read any more."""
    try:
        return load_record(candidate, plan_key)
    except StoreError:
        return None


def load_record(candidate: Candidate, plan_key: str) -> TrainingRecord | None:
    """None where the candidate was not trained under this plan. Raises StoreError for a record that cannot be read."""
    path = _record_path(candidate, plan_key)
    try:
        return from_json(TrainingRecord, path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise StoreError(
            f"{candidate.name} was trained, but its record {path} can no longer be read, so what came of it is not "
            "shown: train it again."
        ) from error


def find_records(candidates: Sequence[Candidate], plan_key: str) -> tuple[dict[str, TrainingRecord], dict[str, str]]:
    """By the candidates' keys: the records that are there, and of those that cannot be read a sentence."""
    found: dict[str, TrainingRecord] = {}
    unreadable: dict[str, str] = {}
    for candidate in candidates:
        try:
            record = load_record(candidate, plan_key)
        except StoreError as error:
            unreadable[candidate.key] = str(error)
            continue
        if record is not None:
            found[candidate.key] = record
    return found, unreadable


def add_step(candidate: Candidate, plan_key: str, step: Step) -> None:
    """Append a step; a full disk only costs the curve."""
    with contextlib.suppress(OSError), _steps_path(candidate, plan_key).open("a", encoding="utf-8") as stream:
        stream.write(json.dumps([step.learning_rate, step.number, step.of, step.loss]) + "\n")


def load_steps(candidate: Candidate, plan_key: str) -> list[Step]:
    """The steps of a training that goes on."""
    try:
        lines = _steps_path(candidate, plan_key).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        with contextlib.suppress(ValueError, TypeError):  # the last line may be half written
            found.append(Step(*json.loads(line)))
    return found


def forget_steps(candidate: Candidate, plan_key: str) -> None:
    with contextlib.suppress(OSError):
        _steps_path(candidate, plan_key).unlink(missing_ok=True)


def clear_leftovers() -> None:
    """Remove what a killed training left half done; only while no training runs."""
    for path in trained_folder().glob(".*"):
        with contextlib.suppress(OSError):
            path.unlink()


def delete_trained_file(record: TrainingRecord) -> None:
    """The file only; the record and the answers stay."""
    with contextlib.suppress(OSError):
        Path(record.became.location).unlink(missing_ok=True)


def keep_among_models(record: TrainingRecord) -> Path:
    """Copy the trained file to the model files. Raises StoreError where there is no room."""
    source = Path(record.became.location)
    target = models_folder() / source.name
    half = target.with_name(f".{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, half)
        half.replace(target)
    except OSError as error:
        raise StoreError(
            f"{source.name} could not be kept in {target.parent} ({error.strerror}): make room."
        ) from error
    finally:
        with contextlib.suppress(OSError):
            half.unlink(missing_ok=True)
    return target


def _record_path(candidate: Candidate, plan_key: str) -> Path:
    return trained_path(candidate, plan_key).with_suffix(".json")


def _steps_path(candidate: Candidate, plan_key: str) -> Path:
    return trained_path(candidate, plan_key).with_suffix(".steps")
