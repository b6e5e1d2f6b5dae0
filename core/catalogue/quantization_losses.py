"""What was published about points lost to quantization, by model size, task and bits per weight.

Two sources are put into one form: the tasks of data/quantization_losses.json,
each with its source and date, and MMLU of Llama 3 Instruct at 8B and 70B for
each label (data/quantization.json). They were measured on other models with
other questions; they say what to expect, never what is.
"""

from dataclasses import dataclass
from functools import cache

from core.catalogue.data_files import load_json, reading
from core.catalogue.quantization import quantization_labels

_MMLU_8B, _MMLU_70B = 65.2, 80.82  # FP16, and Q5_K_M, which stands in for it at 70B
_MMLU_CAVEAT_70B = "2,850 questions, against Q5_K_M"
_SAME_BITS = 0.25  # bits per weight to either side


@dataclass(frozen=True)
class PublishedLoss:
    """Points lost against the same model unquantized; a range where the source gives several."""

    tasks: tuple[str, ...]  # use cases that it speaks for
    parameters_b: float
    bpw_low: float
    bpw_high: float
    loss_low: float  # points; below zero: it scored higher
    loss_high: float
    measure: str
    caveat: str
    source: str
    read: str  # YYYY-MM-DD


@cache
def published_losses() -> tuple[PublishedLoss, ...]:
    """All of them, those of single tasks first."""
    with reading("quantization_losses.json") as path:
        own = tuple(PublishedLoss(**{**entry, "tasks": tuple(entry["tasks"])}) for entry in load_json(path)["losses"])
    return own + tuple(_mmlu())


def _mmlu() -> list[PublishedLoss]:
    found = []
    for label in quantization_labels():
        if label.typical_bpw is None:
            continue
        source = next((s for s in label.sources if "mmlu" in s.key), None)
        for size_b, score, best, caveat in (
            (8.0, label.mmlu_8b, _MMLU_8B, "14,042 questions"),
            (70.0, label.mmlu_70b, _MMLU_70B, _MMLU_CAVEAT_70B),
        ):
            if score is not None and source is not None:
                loss = round(best - score, 2)
                found.append(
                    PublishedLoss(
                        tasks=("general",),
                        parameters_b=size_b,
                        bpw_low=label.typical_bpw - _SAME_BITS,
                        bpw_high=label.typical_bpw + _SAME_BITS,
                        loss_low=loss,
                        loss_high=loss,
                        measure=f"MMLU, Llama 3 {size_b:.0f}B Instruct, {label.label}",
                        caveat=caveat,
                        source=source.url,
                        read=source.read,
                    )
                )
    return found
