"""From the study's published scores to the figures in data/train_before_test.json.

    python -m core.catalogue.preparation_figures notebooks/all_results.json

with the file of github.com/socialfoundations/lm-harmony writes the data file
anew. A score is higher for a better model; perplexities are bits per byte, so
their sign is turned. Benchmarks stand category by category. Models without a
perplexity (a tokenizer that the study left out) are missing from those figures
only. A benchmark's own order is judged against the consensus of the others,
so that it is never compared with itself.
"""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from core.catalogue.data_files import DATA_DIR
from core.catalogue.preparation_study import Category, PreparationStudy
from core.stats.counts import Floats
from core.stats.rank_agreement import (
    component_shares,
    consensus,
    consensus_without,
    kendall,
    kendall_between,
    kendall_table,
    kendall_with_interval,
    pairs_of,
    pearson_between,
    pearson_table,
    rank_rows,
)

Scores = Mapping[str, Mapping[str, float]]  # benchmark -> model -> score

PERPLEXITIES: Final = ("wiki_2025", "stackexchange_2025", "arxiv_2025")
BENCHMARKS: Final[Mapping[Category, Mapping[str, str]]] = {
    Category.LANGUAGE: {
        "hellaswag": "HellaSwag",
        "winogrande": "WinoGrande",
        "boolq": "BoolQ",
        "anli_r1": "ANLI R1",
        "mnli": "MNLI",
        "rte": "RTE",
        "sst2": "SST-2",
        "cola": "CoLA",
        "qnli": "QNLI",
        "qqp": "QQP",
        "mrpc": "MRPC",
        "wic": "WiC",
    },
    Category.KNOWLEDGE: {
        "arc_challenge": "ARC-Challenge",
        "arc_easy": "ARC-Easy",
        "openbookqa": "OpenBookQA",
        "sciq": "SciQ",
        "piqa": "PIQA",
        "social_iqa": "Social IQA",
        "commonsense_qa": "CommonsenseQA",
        "nq_open": "NQ-Open",
    },
    Category.MATHEMATICS: {"mathqa": "MathQA", "gsm8k": "GSM8K"},
    Category.MEDICINE: {"medmcqa": "MedMCQA", "headqa_en": "HEAD-QA"},
}
_SOURCE: Final = {
    "title": "Train-before-Test Harmonizes Language Model Rankings",
    "authors": "Guanhua Zhang, Ricardo Dominguez-Olmedo, Moritz Hardt",
    "url": "https://arxiv.org/abs/2507.05195",
    "code": "https://github.com/socialfoundations/lm-harmony",
    "snapshot": "88bc5c3",
    "date": "2025-10-13",
}
_INSTRUCT: Final = re.compile(r"(-Instruct|-Chat|-it)$")
_DIGITS: Final = 4


def derive_study(raw: Mapping[str, Scores]) -> PreparationStudy:
    """Every figure of the data file from the published scores (keys direct_eval and train_before_test)."""
    names = {benchmark: name for group in BENCHMARKS.values() for benchmark, name in group.items()}
    models = sorted(raw["direct_eval"][next(iter(names))])
    direct, prepared = (_table(raw[key], list(names), models) for key in ("direct_eval", "train_before_test"))
    value = {
        "source": _SOURCE,
        "benchmarks": [
            {
                "id": benchmark,
                "name": names[benchmark],
                "category": category,
                **_judge(direct, prepared, list(names).index(benchmark)),
            }
            for category, group in BENCHMARKS.items()
            for benchmark in group
        ],
        "models": _places(models, direct, prepared),
        "direct": kendall_table(direct).tolist(),
        "prepared": kendall_table(prepared).tolist(),
        "mean_pearson": _pair(*(float(pairs_of(pearson_table(table)).mean()) for table in (direct, prepared))),
        "first_component": _pair(*(float(component_shares(table)[0]) for table in (direct, prepared))),
        "second_component": _pair(*(float(component_shares(table)[1]) for table in (direct, prepared))),
        "perplexity": _perplexity(raw, list(names)),
    }
    return PreparationStudy.model_validate(_rounded(value))


def is_base(model: str) -> bool:
    """Whether a model's name says that it was not tuned for chat.

    >>> is_base("google/gemma-2-2b"), is_base("google/gemma-2-2b-it")
    (True, False)
    """
    return _INSTRUCT.search(model) is None


def _judge(direct: Floats, prepared: Floats, at: int) -> dict[str, Any]:
    others = consensus_without(prepared, at)
    guide = kendall_with_interval(direct[:, at], others)
    return {
        "kept": kendall(direct[:, at], prepared[:, at]),
        "guide": {"tau": guide.tau, "low": guide.low, "high": guide.high},
        "guide_prepared": kendall(prepared[:, at], others),
    }


def _places(models: Sequence[str], direct: Floats, prepared: Floats) -> list[dict[str, Any]]:
    order = [category for category, group in BENCHMARKS.items() for _ in group]
    columns = {"all": np.arange(len(order))}
    columns |= {category: np.flatnonzero([own == category for own in order]) for category in BENCHMARKS}
    places = {
        (when, name): rank_rows(consensus(table[:, chosen])[:, None])[:, 0]
        for when, table in (("direct", direct), ("prepared", prepared))
        for name, chosen in columns.items()
    }
    return [
        {
            "name": model,
            "is_base": is_base(model),
            **{when: {name: float(places[when, name][row]) for name in columns} for when in ("direct", "prepared")},
        }
        for row, model in enumerate(models)
    ]


def _perplexity(raw: Mapping[str, Scores], benchmarks: Sequence[str]) -> dict[str, Any]:
    models = sorted(set.intersection(*(set(raw[key][text]) for key in ("direct_eval", "train_before_test")
                                       for text in PERPLEXITIES)))  # fmt: skip
    tables = {
        key: (-_table(raw[key], PERPLEXITIES, models), _table(raw[key], benchmarks, models))
        for key in ("direct_eval", "train_before_test")
    }
    texts, prepared = tables["direct_eval"][0], tables["train_before_test"][1]
    base = np.array([is_base(model) for model in models])
    return {
        "texts": PERPLEXITIES,
        "models": len(models),
        "agreement": _pair(*(float(kendall_between(*both).mean()) for both in tables.values())),
        "pearson": _pair(*(float(pearson_between(*both).mean()) for both in tables.values())),
        "forecast_base": float(kendall_between(texts[base], prepared[base]).mean()),
        "forecast_instruct": float(kendall_between(texts[~base], prepared[~base]).mean()),
        "base_models": int(base.sum()),
        "instruct_models": int((~base).sum()),
    }


def _table(scores: Scores, columns: Sequence[str], models: Sequence[str]) -> Floats:
    return np.array([[scores[column][model] for column in columns] for model in models], dtype=np.float64)


def _pair(direct: float, prepared: float) -> dict[str, float]:
    return {"direct": direct, "prepared": prepared}


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, _DIGITS)
    if isinstance(value, Mapping):
        return {key: _rounded(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(inner) for inner in value]
    return value


def _as_text(study: PreparationStudy) -> str:
    """JSON with one benchmark, model or row of a table on a line."""
    lines = []
    for key, value in study.model_dump(mode="json").items():
        if isinstance(value, list):
            inner = ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in value)
            lines.append(f" {json.dumps(key)}: [\n{inner}\n ]")
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    study = _as_text(derive_study(json.loads(Path(sys.argv[1]).read_text())))
    (DATA_DIR / "train_before_test.json").write_text(study, encoding="utf-8")
