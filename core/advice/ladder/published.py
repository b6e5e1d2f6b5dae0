"""What published results expect of a rung, as a range with its sources, and the rules of thumb behind it.

It stands beside the measurement and apart from it: other models, other
questions, other ways of quantizing. A file is placed by the type that its layers
mostly hold (core/advice/file_contents.py), not by its label. Models smaller than
any published one are said to lie outside; small ones lose more.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from core.advice.file_contents import is_mislabelled, main_type
from core.advice.ladder.ladder import Ladder, LadderKind, Step
from core.catalogue.quantization import Finding, find_label, findings
from core.catalogue.quantization_losses import PublishedLoss, published_losses
from core.catalogue.use_cases import UseCase

_UNCHANGED_FROM_BPW: Final = 8.0  # at 8 bits and more, 8B lost nothing that MMLU could see
_LIKE_SIZE: Final = 3.0  # a published model of at most so many times more or fewer parameters speaks for this one
_SMALL_B: Final = 4.0


@dataclass(frozen=True)
class Expectation:
    """Points that published results would have this rung lose; None where none were found."""

    loss_low: float | None
    loss_high: float | None
    sentence: str
    basis: tuple[PublishedLoss, ...]

    @property
    def words(self) -> str:
        """The range, short.

        >>> Expectation(0.5, 2.8, "", ()).words
        '0.5 to 2.8 points lost'
        """
        if self.loss_low is None or self.loss_high is None:
            return "nothing published"
        if self.loss_high <= 0:
            return "nothing lost"
        low = max(self.loss_low, 0)
        shown = f"{low:.1f}" if f"{low:.1f}" == f"{self.loss_high:.1f}" else f"{low:.1f} to {self.loss_high:.1f}"
        return f"{shown} points lost"

    def to_dict(self) -> dict[str, Any]:
        return {
            "loss_points_low": self.loss_low,
            "loss_points_high": self.loss_high,
            "sentence": self.sentence,
            "basis": [{"measure": b.measure, "caveat": b.caveat, "source": b.source} for b in self.basis],
        }


@dataclass(frozen=True)
class Rule:
    """A rule of thumb that applies to this ladder, with what it rests on."""

    text: str
    evidence: tuple[Finding, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "rule": self.text,
            "evidence": [
                {"claim": e.claim, "caveat": e.caveat, "source": e.source, "read": e.read} for e in self.evidence
            ],
        }


def expect_loss(bpw: float, parameters: int, use_case: UseCase | None = None, held: str = "") -> Expectation:
    """The range of published losses for models of about this size at about these bits per weight.

    `held` says what the bits stand for, such as "Q4_0, which its layers mostly hold".

    >>> expect_loss(4.9, 8_000_000_000, UseCase.GENERAL).words
    '0.6 to 2.8 points lost'
    """
    if bpw >= _UNCHANGED_FROM_BPW:
        return Expectation(
            0.0, 0.0, f"{held + ': at' if held else 'At'} 8 bits and more, published scores do not change.", ()
        )
    size_b = parameters / 1e9
    at_these_bits = [p for p in published_losses() if p.bpw_low <= bpw <= p.bpw_high]
    basis = [p for p in at_these_bits if p.parameters_b / _LIKE_SIZE <= size_b <= p.parameters_b * _LIKE_SIZE]
    task = use_case.value if use_case else None
    own = [p for p in basis if task in p.tasks]
    smallest = min((p.parameters_b for p in at_these_bits), default=None)
    outside = ""
    if not basis and smallest is not None and size_b < smallest:
        basis = [p for p in at_these_bits if p.parameters_b == smallest]
        own = [p for p in basis if task in p.tasks]
        outside = f" The smallest published model at these bits has {smallest:g}B; smaller ones lose more."
    if not basis:
        return Expectation(None, None, "No published result for this size at these bits per weight.", ())
    low, high = min(p.loss_low for p in basis), max(p.loss_high for p in basis)
    about = "" if own or task is None or task == "general" else f" None of them is about {task}."
    if not own and task in ("coding", "reasoning"):
        about += " Mathematics and code are known to lose more."
    lost = f"{low:.1f}" if f"{low:.1f}" == f"{high:.1f}" else f"{low:.1f} to {high:.1f}"
    text = f"Published results for {held or f'about {bpw:.1f} bits per weight'} at this size: {lost} points lost."
    return Expectation(low, high, text + about + outside, tuple(basis))


def find_rules(ladder: Ladder, use_case: UseCase | None) -> tuple[Rule, ...]:
    """The rules that apply, in reading order."""
    known = findings()
    return tuple(
        Rule(text, tuple(f for f in known if f.topic in topics))
        for text, topics, applies in _RULES
        if applies(ladder, use_case)
    )


def _any(ladder: Ladder, test: Callable[[Step], bool]) -> bool:
    return any(test(step) for step in ladder.steps)


def _on_files(ladder: Ladder) -> bool:
    return ladder.kind is not LadderKind.CACHE


def _is_small(ladder: Ladder, _: UseCase | None) -> bool:
    return _on_files(ladder) and _any(ladder, lambda s: s.file.parameters < _SMALL_B * 1e9)


_RULES: Final[tuple[tuple[str, tuple[str, ...], Callable[[Ladder, UseCase | None], bool]], ...]] = (
    (
        "Small models lose more than large ones: below about 4B, expect more than the usual tables say.",
        ("model size", "training density"),
        _is_small,
    ),
    (
        "Code loses most: prefer Q5_K_M or better for coding, unless the measurement here says otherwise.",
        ("code",),
        lambda ladder, use_case: _on_files(ladder) and use_case is UseCase.CODING,
    ),
    (
        "Mathematics loses most: prefer Q5_K_M or better, unless the measurement here says otherwise.",
        ("mathematics", "reasoning"),
        lambda ladder, use_case: _on_files(ladder) and use_case is UseCase.REASONING,
    ),
    (
        "At low bits an I-quant wins back 1–2 points over a K-quant of equal size (MMLU, Llama 3 8B: IQ2_M 57.6 "
        "in fewer bits than Q2_K with 55.9). An I-quant is a way of packing; an importance matrix is another thing.",
        ("imatrix",),
        lambda ladder, _: (
            _on_files(ladder) and _any(ladder, lambda s: s.file.bpw < 4.2 or s.file.label.startswith("IQ"))
        ),
    ),
    (
        "An importance matrix helps most at 2–3 bits and little from 4 on.",
        ("imatrix",),
        lambda ladder, _: _on_files(ladder) and _any(ladder, lambda s: s.file.bpw < 4.2 and not s.file.imatrix),
    ),
    (
        "A larger model at Q4 nearly always beats a smaller one of the same generation at full precision.",
        ("bigger or finer",),
        lambda ladder, _: ladder.kind is LadderKind.SIZES,
    ),
    (
        "A q8_0 KV cache costs almost nothing; keys suffer more from fewer bits than values.",
        ("KV cache",),
        lambda ladder, _: ladder.kind is LadderKind.CACHE,
    ),
    (
        "A file that was trained for its quantization (QAT) is not judged by the figures for ordinary ones.",
        ("QAT", "native 4-bit"),
        lambda ladder, _: _any(ladder, lambda s: s.file.qat or s.file.label.startswith("MXFP4")),
    ),
    (
        "Dynamic files (UD-) give each layer a type of its own: their label tells the rough size only.",
        ("dynamic",),
        lambda ladder, _: _any(ladder, lambda s: s.file.dynamic),
    ),
    (
        "A label promises bits that this width cannot have: rows that are no multiple of 256 get another type, "
        "so what a file holds counts, not its name.",
        (),
        lambda ladder, _: _any(ladder, lambda s: is_mislabelled(s.file)),
    ),
)


def label_note(step: Step) -> str:
    """What a label stands for in words, where the file holds something else."""
    known = find_label(step.file.label)
    if not is_mislabelled(step.file) or known is None or known.typical_bpw is None:
        return ""
    return (
        f"{step.file.label} promises about {known.typical_bpw:.1f} bits per weight; the layers of this file hold "
        f"mostly {main_type(step.file)}, and it measures {step.file.bpw:.1f}."
    )
