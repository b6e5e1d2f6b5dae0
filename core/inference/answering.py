"""A loaded model that answers: as many layers on the GPU as it takes, then questions as they come.

The process ends when its pipe closes; until then each step of the batch may
end some answers, which go out at once, and take in new questions.
"""

import contextlib
import queue
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.errors import InferenceError
from core.inference import wire
from core.inference.outbox import Outbox


def answer_questions(first: dict[str, Any], inbox: queue.Queue[dict[str, Any]], outbox: Outbox) -> None:
    """Load, then answer until the pipe closes."""
    from core.inference.batch import Batch
    from core.inference.devices import find_gpus, load_with_fewer
    from core.inference.library import OpenedModel, build_name
    from core.inference.pacing import Pacer
    from core.inference.plan import choose, read_machine
    from core.inference.probe import Probed, probe
    from core.models.file_kind import check_writes_text
    from core.models.split_files import read_headers

    path, wished = Path(first["path"]), wire.unpack_settings(first["settings"])
    headers = read_headers(path)
    check_writes_text(headers)
    plan = choose(wished, headers, read_machine(), find_gpus())
    notes = [plan.note] if plan.note else []

    def load(n_gpu_layers: int) -> tuple[OpenedModel, Probed]:
        tried = replace(plan.settings, n_gpu_layers=n_gpu_layers)
        model = OpenedModel(path, tried, on_progress=lambda share: outbox.beat(share=share))
        try:
            return model, probe(model, tried)
        except InferenceError:
            model.close()
            raise

    (model, probed), n_gpu_layers = load_with_fewer(
        load, plan.settings.n_gpu_layers or 0, headers[0].layers + 1, notes.append
    )
    settings = replace(plan.settings, flash_attn=probed.flash_attn, n_gpu_layers=n_gpu_layers)
    pacer = Pacer(settings.threads or 1, probed.first_threads)
    batch = Batch(model, settings, plan.total_cells, pacer, outbox.beat)
    outbox.send(
        "ready",
        settings=wire.pack_settings(settings),
        seconds_per_token=probed.seconds_per_token,
        build=build_name(),
        notes=[*notes, *_notes(model, settings)],
    )
    while True:
        with contextlib.suppress(queue.Empty):
            while True:
                message = inbox.get(block=batch.idle)
                if message["type"] == "drop":
                    batch.drop()
                    outbox.send("dropped")
                    continue
                for fields in message["requests"]:
                    batch.add(wire.unpack_request(fields))
        for reply in batch.step():
            outbox.send("reply", reply=wire.pack_reply(reply))


def _notes(model: Any, settings: Any) -> list[str]:
    notes = []
    if 0 < model.n_ctx_train < settings.n_ctx:
        notes.append(f"n_ctx {settings.n_ctx} is more than the {model.n_ctx_train} tokens the model was trained for.")
    if model.recurrent:
        notes.append(
            "its layers keep states that cannot go back: choices of several tokens are each decoded with their whole "
            "prompt, and a shared beginning only helps questions that share all of it."
        )
    return notes
