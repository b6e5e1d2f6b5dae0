"""What a model's process does once, besides answering: each errand takes its message and reports when it is done.

Where nobody chose a number of threads, an errand takes one for each core. The
modules that call llama.cpp are imported by the errand that needs them.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from core.inference import wire
from core.inference.exchange import Settings
from core.inference.outbox import Outbox


def _run_preflight(first: dict[str, Any], outbox: Outbox) -> None:
    from core.inference.preflight import look_at, pack_preflight

    found = look_at(
        Path(first["path"]), wire.unpack_settings(first["settings"]), wire.unpack_messages(first["messages"])
    )
    outbox.send("done", preflight=pack_preflight(found))


def _run_quantization(first: dict[str, Any], outbox: Outbox) -> None:
    from core.inference.quantizing import run_quantization

    made = run_quantization(
        Path(first["source"]),
        first["type_name"],
        Path(first["destination"]),
        Path(first["imatrix"]) if first["imatrix"] else None,
        lambda share: outbox.beat(share=share),
    )
    outbox.send("done", made=vars(made))


def _collect_importance(first: dict[str, Any], outbox: Outbox) -> None:
    from core.inference.importance import run_collection

    found = run_collection(
        Path(first["path"]),
        first["text"],
        int(first["max_chunks"]),
        _settings(first["settings"]),
        Path(first["destination"]),
        lambda share: outbox.beat(share=share),
    )
    outbox.send("done", found=found)


def _run_measurement(first: dict[str, Any], outbox: Outbox) -> None:
    from core.inference.diverging import run_measurement

    found = run_measurement(
        [Path(path) for path in first["paths"]],
        first["text"],
        int(first["max_chunks"]),
        [_settings(fields) for fields in first["settings"]],
        lambda share: outbox.beat(share=share),
        **{name: Path(first[name]) for name in ("kept", "keep") if first.get(name)},
    )
    outbox.send("done", found=found)


def _score_passages(first: dict[str, Any], outbox: Outbox) -> None:
    from core.inference.passages import Passage, run_scoring

    found = run_scoring(
        Path(first["path"]),
        [Passage(context, text) for context, text in first["passages"]],
        _settings(first["settings"]),
        lambda share: outbox.beat(share=share),
    )
    outbox.send("done", found=vars(found))


def _measure_examples(first: dict[str, Any], outbox: Outbox) -> None:
    from core.inference.training_work import measure_lengths

    lengths = measure_lengths(
        Path(first["path"]), wire.unpack_worked(first["examples"]), wire.unpack_settings(first["settings"])
    )
    outbox.send("done", lengths=lengths)


def _train(first: dict[str, Any], outbox: Outbox) -> None:
    from core.inference.training_work import Order, run_order

    order = first["order"]
    outbox.beat_for_ever()  # a step may take minutes; the parent looks for a cancel at every sign of life
    worked = run_order(
        Order(**{**order, "model": Path(order["model"]), "destination": Path(order["destination"])}),
        wire.unpack_worked(first["training"]),
        wire.unpack_worked(first["validation"]),
        _settings(first["settings"]),
        lambda done, steps, loss: outbox.send("step", done=done, steps=steps, loss=loss),
    )
    outbox.send("done", worked=asdict(worked))


def _settings(fields: Mapping[str, Any]) -> Settings:
    from core.inference.plan import read_machine

    settings = wire.unpack_settings(fields)
    return replace(settings, threads=settings.threads or read_machine().cores)


ERRANDS: Mapping[str, Callable[[dict[str, Any], Outbox], None]] = {
    "preflight": _run_preflight,
    "quantize": _run_quantization,
    "measure": _run_measurement,
    "importance": _collect_importance,
    "score passages": _score_passages,
    "measure examples": _measure_examples,
    "train": _train,
}
