"""What training each candidate of a plan needs, before anything is loaded but vocabularies."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import InferenceError, SurefitError
from core.inference.training import Lengths, measure_examples, needs_of
from core.inference.training_needs import Needs, check_needs
from core.inference.training_recipe import split_validation
from core.runs.records import Candidate, CandidateKind
from core.runs.trained_files import trained_folder
from core.runs.training_plan import TrainingPlan


@dataclass(frozen=True)
class TrainingEstimate:
    """Of one candidate; why it cannot be trained, or what it needs."""

    name: str
    needs: Needs | None
    lengths: Lengths | None
    why_not: str  # "" where it can

    def to_dict(self) -> dict[str, Any]:
        known = {"name": self.name, "fits": not self.why_not, "why_not": self.why_not}
        if self.needs is None or self.lengths is None:
            return known
        return {
            **known,
            "memory_bytes": self.needs.memory_bytes,
            "free_memory_bytes": self.needs.memory.available_bytes,
            "disk_bytes": self.needs.disk_bytes,
            "duration_s": self.needs.duration_s,
            "n_ctx": self.lengths.n_ctx,
            "tokens": self.lengths.n_tokens,
            "left_out": list(self.lengths.too_long),
        }


def estimate_training(plan: TrainingPlan, candidates: Sequence[Candidate]) -> tuple[TrainingEstimate, ...]:
    """One for each candidate. Whether llama.cpp can train the architecture shows only when it is tried."""
    return tuple(_estimate(plan, candidate) for candidate in candidates)


def refuse_hopeless(estimates: Sequence[TrainingEstimate]) -> None:
    """Raises InferenceError with the numbers where no candidate can be trained."""
    if all(estimate.why_not for estimate in estimates):
        raise InferenceError(" ".join(dict.fromkeys(estimate.why_not for estimate in estimates)))


def _estimate(plan: TrainingPlan, candidate: Candidate) -> TrainingEstimate:
    if candidate.kind is not CandidateKind.FILE:
        return TrainingEstimate(
            candidate.name, None, None, f"{candidate.name}: a model behind a server cannot be trained."
        )
    path = Path(candidate.location)
    lengths = needs = None
    try:
        lengths = measure_examples(path, plan.examples(candidate), plan.configuration.settings, plan.recipe)
        split_validation(lengths.fitting, plan.recipe)
        needs = needs_of(path, lengths, plan.recipe, trained_folder())
        check_needs(path.name, needs)
    except SurefitError as error:
        return TrainingEstimate(candidate.name, needs, lengths, str(error))
    return TrainingEstimate(candidate.name, needs, lengths, "")
