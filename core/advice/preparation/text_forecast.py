"""Which file predicts a text of the user's domain best, how sure that is, and how far it forecasts.

Files are compared passage by passage (core/stats/ratio.py). The first is the
one with the fewest bits per byte; every other one is held against it. How far
such an order foretells the order after training is the study's finding, and it
differs for base and instruct models, so each sentence of trust names what it
speaks of.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.advice.wording import confidence_words
from core.catalogue.preparation_study import PreparationStudy
from core.errors import NotEnoughData
from core.runs.text_forecasts import TextMeasure
from core.stats.ratio import Ratio, lower_confidence, ratio_of

_SURE: Final = 0.95
_FEW_PASSAGES: Final = 10


@dataclass(frozen=True)
class ForecastRow:
    """One file; the better it predicts the text, the further up it stands."""

    name: str
    is_base: bool
    bits_per_byte: Ratio
    behind: Ratio | None  # bits per byte more than the first, on the same passages; None for the first
    confidence: float | None  # that the first needs fewer bits

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "is_base": self.is_base,
            "bits_per_byte": _figures(self.bits_per_byte),
            "behind_first": None if self.behind is None else _figures(self.behind),
            "confidence_first_is_better": self.confidence,
        }


@dataclass(frozen=True)
class TextForecast:
    text_name: str
    n_passages: int
    n_bytes: int
    rows: tuple[ForecastRow, ...]
    headline: str
    trust: tuple[str, ...]  # how far the study found that this can be trusted
    cautions: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "text": self.text_name,
            "passages": self.n_passages,
            "bytes": self.n_bytes,
            "headline": self.headline,
            "files": [row.to_dict() for row in self.rows],
            "trust": list(self.trust),
            "cautions": list(self.cautions),
        }


@dataclass(frozen=True)
class Measured:
    """A file as it is shown."""

    name: str
    is_base: bool  # no chat template in the file
    measure: TextMeasure


def weigh_forecast(text_name: str, files: Sequence[Measured], study: PreparationStudy) -> TextForecast:
    """Order the files by bits per byte. Raises NotEnoughData without any, or where they read other passages."""
    if not files:
        raise NotEnoughData("No file has been measured on this text yet: measure them first.")
    sizes = files[0].measure.n_bytes
    if any(file.measure.n_bytes != sizes for file in files):
        raise NotEnoughData("The files were measured on other passages of the text: measure them again.")
    ratios = {file.name: ratio_of(file.measure.bits, sizes) for file in files}
    ordered = sorted(files, key=lambda file: ratios[file.name].value)
    first = ordered[0]
    rows = tuple(_row(file, ratios[file.name], None if file is first else first) for file in ordered)
    return TextForecast(
        text_name=text_name,
        n_passages=len(sizes),
        n_bytes=sum(sizes),
        rows=rows,
        headline=_headline(rows),
        trust=say_trust(study, any_base=any(f.is_base for f in files), any_instruct=any(not f.is_base for f in files)),
        cautions=tuple(_cautions(files)),
    )


def say_trust(study: PreparationStudy, *, any_base: bool, any_instruct: bool) -> tuple[str, ...]:
    """What the study found of the forecast by perplexity, for the kinds of model at hand."""
    found = study.perplexity
    said = []
    if any_base:
        said.append(
            f"Base models: over {found.base_models} of the study's models the order by bits per byte agreed with the "
            f"order of the trained models' scores with τ = {found.forecast_base:.2f}. That is a usable forecast of "
            "which one will learn a task best."
        )
    if any_instruct:
        said.append(
            f"Instruct models: over {found.instruct_models} of them the agreement was τ = "
            f"{found.forecast_instruct:.2f}. That is weak: tuning for chat makes a model predict plain text worse "
            "without making it learn worse. Ask your own questions instead."
        )
    if any_base and any_instruct:
        said.append("Do not hold a base model against an instruct model by this figure.")
    said.append(
        "The study's models range from 70 million to 14 billion parameters and its texts were encyclopedia, forum and "
        "science pages of 2025; between models of one size, or on a text that a model may have read in training, "
        "expect less."
    )
    return tuple(said)


def by_name(names: Mapping[str, tuple[str, bool]], found: Mapping[str, TextMeasure]) -> tuple[Measured, ...]:
    """The measured files among `names`: (shown name, is a base model) by fingerprint."""
    return tuple(Measured(*names[key], measure) for key, measure in found.items() if key in names)


def _row(file: Measured, ratio: Ratio, first: Measured | None) -> ForecastRow:
    if first is None:
        return ForecastRow(file.name, file.is_base, ratio, None, None)
    more = [own - best for own, best in zip(file.measure.bits, first.measure.bits, strict=True)]
    behind = ratio_of(more, file.measure.n_bytes)
    fewer = Ratio(-behind.value, behind.error, behind.n)
    return ForecastRow(file.name, file.is_base, ratio, behind, lower_confidence(fewer))


def _headline(rows: Sequence[ForecastRow]) -> str:
    first = rows[0]
    if len(rows) == 1:
        return f"{first.name} needs {first.bits_per_byte.value:.3f} bits per byte of this text."
    unsure = [row.name for row in rows[1:] if (row.confidence or 0) < _SURE]
    if not unsure:
        least = min(row.confidence or 0 for row in rows[1:])
        return f"{first.name} predicts this text best ({confidence_words(least)} sure against the next)."
    return f"{first.name} stands first, but {', '.join(unsure)} may predict this text as well."


def _cautions(files: Sequence[Measured]) -> list[str]:
    n = len(files[0].measure.bits)
    found = []
    if n < _FEW_PASSAGES:
        found.append(f"{n} passages tell little: give a longer text, at least {_FEW_PASSAGES} kB and better 40 kB.")
    found += [
        f"{file.name}: its tokenizer does not give back {file.measure.rewritten} of {n} passages as they were; its "
        "figure is a little off."
        for file in files
        if file.measure.rewritten
    ]
    return found


def _figures(ratio: Ratio) -> dict[str, float]:
    low, high = ratio.interval
    return {"value": ratio.value, "standard_error": ratio.error, "low": low, "high": high}
