"""What the study of prepared models says to someone who chooses a model.

A published score mixes what a model can do with how much it happened to see of
similar data. The sentences here are made from the figures of
data/train_before_test.json, so that a figure and its sentence cannot part.

A benchmark is a guide if its scores, without any preparation, agree with the
prepared consensus of all others at least as well as prepared benchmarks agree
with each other on average. It is a poor one if even the upper end of its
interval stays below that.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from core.advice.wording import join_names
from core.catalogue.preparation_study import Category, Pair, PreparationStudy, StudyBenchmark, StudyModel

# What nobody should read out of the study.
LIMITS: Final = (
    "Agreement is not correctness. That prepared benchmarks agree with each other does not show that they rank models "
    "for your task; only your own questions do.",
    "The models range from 70 million to 14 billion parameters, and much of any agreement is their size. Between "
    "models of one size the orders are less certain than the figures suggest.",
    "All 61 models are from 2024 or before, and no benchmark asks for code, long texts, tools or another language than "
    "English.",
    "Preparing meant training on each benchmark's own training set. A few worked examples in the prompt are a weaker "
    "preparation, and the study did not test them.",
    "A prepared score says what a model can learn, not what it does as it stands: if you will not train it or show it "
    "examples, the direct score is the one that matters.",
)
_TUNED: Final = re.compile(r"instruct|chat|[-_. ]it([-_. ]|$)", re.IGNORECASE)


class GuideKind(StrEnum):
    TRUSTWORTHY = "a guide"
    UNCERTAIN = "uncertain"
    POOR = "a poor guide"


@dataclass(frozen=True)
class Places:
    """Where a model stands before and after, over all benchmarks and by category; 1 is the best."""

    model: StudyModel
    of: int
    rows: tuple[tuple[str, float, float], ...]  # (all benchmarks or a category, direct, prepared)
    sentence: str


def guide_kind(study: PreparationStudy, benchmark: StudyBenchmark) -> GuideKind:
    """Whether a benchmark's scores can be followed although nobody was prepared for it."""
    bar = study.mean_agreement.prepared
    if benchmark.guide.tau >= bar:
        return GuideKind.TRUSTWORTHY
    return GuideKind.POOR if benchmark.guide.high < bar else GuideKind.UNCERTAIN


def say_headline(study: PreparationStudy) -> str:
    """The finding in one sentence."""
    agreement, component = study.mean_agreement, study.first_component
    return (
        f"Over {len(study.models)} models and {len(study.benchmarks)} benchmarks the rankings agree with "
        f"τ = {agreement.direct:.2f} as the models were released and {agreement.prepared:.2f} after the same training "
        f"for all; one number for each model then explains {100 * component.prepared:.0f} % of the scores' spread "
        f"instead of {100 * component.direct:.0f} %."
    )


def say_moves(study: PreparationStudy) -> tuple[str, ...]:
    """What moves when models are prepared: agreement, benchmarks, models."""
    nq_open = study.agreement_of("nq_open")
    by_kept = sorted(study.benchmarks, key=lambda benchmark: benchmark.kept)
    rising = sorted(study.models, key=lambda model: -model.rise)
    medicine = study.agreement_between(Category.MEDICINE, Category.LANGUAGE)
    return (
        f"**Benchmarks come to agree.** The worst pair goes from {_tau(study.lowest_agreement)}; NQ-Open against the "
        f"others from {_tau(nq_open)}; medicine against language from {_tau(medicine)}.",
        f"**Some benchmarks order the models anew.** {join_names([_kept(b) for b in by_kept[:3]], 'and')} change most: "
        "their direct scores say more of what a model happened to be ready for than of what it can learn. "
        f"{by_kept[-1].name} hardly changes (τ = {by_kept[-1].kept:.2f}); the mean is {study.mean_kept:.2f}.",
        f"**Base models rise, chat models fall.** Base models win {study.mean_rise(base=True):.1f} places on average, "
        f"instruct models lose {-study.mean_rise(base=False):.1f}. The largest rises: "
        f"{join_names([_rise(model) for model in rising[:3]], 'and')}; the largest falls: "
        f"{join_names([_rise(model) for model in rising[:-4:-1]], 'and')}.",
        "**Perplexity comes to agree with tasks.** Bits per byte on fresh texts and task scores: "
        f"{_tau(study.perplexity.agreement)} over {study.perplexity.models} models. For base models the perplexity as "
        f"released already forecasts the prepared scores (τ = {study.perplexity.forecast_base:.2f}), for instruct "
        f"models less so ({study.perplexity.forecast_instruct:.2f}).",
    )


def say_guides(study: PreparationStudy) -> str:
    """Which direct scores may be followed, and which not."""
    kinds = {kind: [b.name for b in study.best_guides if guide_kind(study, b) is kind] for kind in GuideKind}
    good, poor = kinds[GuideKind.TRUSTWORTHY], kinds[GuideKind.POOR]
    return (
        f"**Without preparation, follow {join_names(good, 'and')}**: their scores agree with the prepared consensus of "
        f"all other benchmarks at least as well as prepared benchmarks agree with each other (τ ≥ "
        f"{study.mean_agreement.prepared:.2f}). **Do not choose by {join_names(poor)}** unless everyone was prepared."
    )


def find_places(study: PreparationStudy, name: str) -> Places:
    """Where one of the study's models stands before and after. Raises KeyError for an unknown name."""
    found = {model.name: model for model in study.models}
    model, of = found[name], len(study.models)
    rows = tuple(
        ("all benchmarks" if column == "all" else column, model.direct[column], model.prepared[column])
        for column in ("all", *Category)
    )
    before, after = model.direct["all"], model.prepared["all"]
    moved = "keeps its place" if model.rise == 0 else f"{'wins' if model.rise > 0 else 'loses'} {abs(model.rise):g}"
    places = "" if model.rise == 0 else " place" if abs(model.rise) == 1 else " places"
    sentence = f"Of {of} models it is number {before:g} as released and number {after:g} prepared: it {moved}{places}."
    return Places(model, of, rows, sentence)


def find_in_study(study: PreparationStudy, names: Sequence[str]) -> str | None:
    """The study's model that one of these file or display names means; the most exact match.

    >>> from core.catalogue.preparation_study import load_preparation_study
    >>> find_in_study(load_preparation_study(), ["/models/qwen2.5-1.5b-instruct-q4_k_m.gguf"])
    'Qwen/Qwen2.5-1.5B-Instruct'
    """
    keys = {model.name: _letters(model.name.rpartition("/")[2]) for model in study.models}
    files = [re.split(r"[/\\]", name)[-1] for name in names]
    # "llama-3.2-3b" stands in the name of the instruct model too: the longest that fits is meant,
    # and a base model only where nothing says that the file is tuned for chat.
    fitting = [
        model
        for model in study.models
        if any(keys[model.name] in _letters(own) and not (model.is_base and _TUNED.search(own)) for own in files)
    ]
    return max(fitting, key=lambda model: len(keys[model.name])).name if fitting else None


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _tau(pair: Pair) -> str:
    return f"τ = {pair.direct:.2f} to {pair.prepared:.2f}"


def _kept(benchmark: StudyBenchmark) -> str:
    return f"{benchmark.name} (τ = {benchmark.kept:.2f} between before and after)"


def _rise(model: StudyModel) -> str:
    return f"{model.name.rpartition('/')[2]} ({model.direct['all']:g} → {model.prepared['all']:g})"
