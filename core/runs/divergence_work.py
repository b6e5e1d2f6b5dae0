"""The work behind a measurement of predictions: every file against one reference on one text.

A file that crashes or refuses is noted with its reason and the others go on;
what fails for the reference, or for the text, fails for all.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from core.errors import InferenceError, SurefitError
from core.runs.distributions import Distribution, read_text

OnShare = Callable[[float, str], None]


class Measurement(Protocol):
    """One reference on one text, ready to be held against files; its predictions are computed once."""

    def against(self, file: Path, on_share: Callable[[float], None]) -> Distribution:
        """Raises SurefitError where the file cannot be measured."""
        ...


class OpenMeasurement(Protocol):
    """How a measurement is begun; what it keeps on disk is gone when its context ends."""

    def __call__(
        self, reference: Path, text: str, text_name: str, on_share: Callable[[float], None]
    ) -> "ContextOfMeasurement": ...


class ContextOfMeasurement(Protocol):
    def __enter__(self) -> Measurement: ...
    def __exit__(self, *args: object) -> bool | None: ...


def measure_files(
    arguments: Mapping[str, str], on_share: OnShare, cancelled: Callable[[], bool], open_measurement: OpenMeasurement
) -> dict[str, Any]:
    """The result of the job: distributions and failures by the file's fingerprint.

    Raises SurefitError where the reference or the text cannot be used.
    """
    files: dict[str, str] = json.loads(arguments["files"])
    reference = Path(arguments["reference"])
    text = read_text(Path(arguments["text"]))
    steps = len(files) + 1
    found: dict[str, Any] = {}
    failed: dict[str, str] = {}
    opened = open_measurement(
        reference, text, arguments["text_name"], lambda share: on_share(share / steps, f"{reference.name} reads")
    )
    with opened as measurement:
        for number, (key, path) in enumerate(files.items(), start=1):
            if cancelled():
                raise InferenceError("The measurement was cancelled; start it again to measure what is missing.")
            tell = _teller(on_share, number, steps, Path(path).name)
            try:
                found[key] = measurement.against(Path(path), tell).to_dict()
            except SurefitError as error:
                failed[key] = str(error)
    return {"found": found, "failed": failed}


def _teller(on_share: OnShare, number: int, steps: int, name: str) -> Callable[[float], None]:
    return lambda share: on_share((number + share) / steps, f"{name} against the reference")
