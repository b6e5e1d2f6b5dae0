"""Derives data/reliability/curves.json and published.json from the matrices of real results.

    python tests/bench/reliability_curves.py MATRICES [--only NAME] [--sources COUNT]

MATRICES is a folder of NAME.npz (correct, models, items) with NAME.json
(source, commit, licence) and the published tables paper_mdad_NAME.csv. Each
call replaces what it computed and keeps the rest, so the work can be cut into
short pieces. Minutes on two cores; nothing of the matrices themselves is kept.
"""

import argparse
import csv
import datetime
import json
import re
import statistics
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

from core.stats.paired import mdad_before_data
from core.stats.result_matrix import ResultMatrix, build_matrix, without_twins
from core.stats.subsets.judging import Judged, draw_splits, run_methods
from core.stats.subsets.methods import Method
from core.stats.trials import Reliability, Trials, draw_uniformly, judge

OUT = Path(__file__).resolve().parents[2] / "data" / "reliability"
NS = (10, 25, 50, 100, 200, 250)
SOURCES = (10, 50, 100, 300)
RUNS = 50
TITLES = {
    "gpqa": "GPQA (multiple choice, science)",
    "eval_arena_cruxeval_output": "CRUXEval, output (code)",
    "eval_arena_humaneval_plus": "HumanEval+ (code)",
    "alpaca_eval_gpt4": "AlpacaEval (judged by GPT-4)",
    "wildbench_score_gpt4turbo": "WildBench (rated by GPT-4 Turbo)",
}
PUBLISHED_METHODS = {
    "Random (uniform)": "uniform",
    "Random (subtask stratified, equal)": "by_subtask",
    "Stratified sampling (confidence)": "by_confidence",
    "Anchor Points": "anchor_points",
    "tinyBenchmarks": "item_clusters",
    "Diversity": "diversity",
}
PUBLISHED_NAMES = {"mmlu": "MMLU", "mmlu-pro": "MMLU-Pro", "bbh": "BBH", "gpqa": "GPQA"}


def load_matrix(folder: Path, name: str) -> ResultMatrix:
    with np.load(folder / f"{name}.npz", allow_pickle=False) as stored:
        scores = stored["correct"].astype(np.float64)
        if np.nanmax(scores) > 1:
            scores = (scores - 1) / 9  # ratings 1–10
        return build_matrix(scores, stored["models"].tolist(), stored["items"].tolist())


def rounded(value: float | None, digits: int = 4) -> float | None:
    return None if value is None else round(value, digits)


def row(result: Reliability) -> dict:
    return {
        "n": result.n,
        "mdad": rounded(result.estimate.mdad),
        "low": rounded(result.estimate.low),
        "high": rounded(result.estimate.high),
        "published_rule": rounded(result.published_mdad, 3),
        "mean_error": rounded(result.mean_error),
        "tau": rounded(result.tau, 3),
        "closer_than_mdad": rounded(result.closer_than_mdad, 3),
        "bands": [[b.low, b.high, b.pairs, rounded(b.agreement, 3)] for b in result.bands],
    }


def close_models(matrix: ResultMatrix, ns: list[int]) -> list[dict]:
    """Agreement among close candidates: at most a dozen models, spread over 2.5 points around the one in the middle."""
    means = matrix.scores.mean(axis=1)
    order = np.argsort(means, kind="stable")
    near = order[np.abs(means[order] - np.median(means)) <= 0.025]
    close = np.unique(np.linspace(0, len(near) - 1, 12).round().astype(int)) if len(near) >= 4 else []
    if len(close) < 4:
        return []
    close = near[close].tolist()
    part = ResultMatrix(matrix.scores[close], tuple(matrix.models[i] for i in close), matrix.questions)
    found = []
    for n, trials in draw_uniformly(part, ns).items():
        agreement = pair_agreement(trials)
        found.append(
            {
                "n": n,
                "models": len(close),
                "span": rounded(float(np.ptp(means[close]))),
                "pairs": len(agreement),
                "below_80": rounded(float(np.mean(agreement < 0.8)), 3),
                "mean_agreement": rounded(float(agreement.mean()), 3),
            }
        )
    return found


def pair_agreement(trials: Trials) -> np.ndarray:
    """For each pair of models the share of draws that rank it rightly, ties wrong."""
    pairs = trials.pairs()
    low, high = np.minimum(pairs.first, pairs.second), np.maximum(pairs.first, pairs.second)
    right = (np.sign(pairs.seen_gap) == np.sign(pairs.true_gap)) & (np.abs(pairs.true_gap) > 1e-9)
    known = np.abs(pairs.true_gap) > 1e-9
    key = (low * (high.max() + 1) + high)[known]
    _, place = np.unique(key, return_inverse=True)
    return np.bincount(place, weights=right[known]) / np.bincount(place)


def describe(matrix: ResultMatrix, folder: Path, name: str) -> dict:
    stated = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    ns = [n for n in NS if n < matrix.n_questions]
    uniform = []
    for n, trials in draw_uniformly(matrix, ns).items():
        strict = judge(trials, n, half_ties=False, resamples=0).estimate.mdad
        q = discordance(matrix)
        closed = mdad_before_data(n, matrix.n_questions, discordance=q)
        uniform.append(row(judge(trials, n)) | {"mdad_ties_wrong": rounded(strict), "closed_form": rounded(closed)})
    return {
        "name": name,
        "title": TITLES[name],
        "source": stated["source"],
        "path": stated["path"],
        "commit": stated["commit"],
        "licence": stated["licence"],
        "models": matrix.n_models,
        "questions": matrix.n_questions,
        "discordance": rounded(discordance(matrix)),
        "notes": list(matrix.notes),
        "uniform": uniform,
        "close_models": close_models(matrix, ns),
    }


def discordance(matrix: ResultMatrix) -> float:
    """Mean squared difference of two models on a question, over all pairs; for 0/1 the share of discordant ones."""
    s = matrix.scores
    total = 2 * s.shape[0] * np.sum(s**2) - 2 * np.sum(s.sum(axis=0) ** 2)
    return float(total / (s.shape[0] * (s.shape[0] - 1) * s.shape[1]))


def method_rows(matrix: ResultMatrix, sources: int, per_subtask: bool) -> list[dict]:
    splits = draw_splits(matrix, sources=sources, runs=RUNS, targets=50)
    ns = [n for n in NS if n < len(splits[0].seen)]
    methods = [Method.ANCHOR_POINTS] if per_subtask else list(Method)
    rows = []
    for method in methods:
        began = time.perf_counter()
        found = run_methods(matrix, [method], ns, splits, per_subtask=per_subtask)
        print(f"  {method} from {sources}: {time.perf_counter() - began:.1f} s", flush=True)
        rows += [entry for judged in found for entry in judged_rows(judged, per_subtask)]
    return rows


def judged_rows(judged: Judged, per_subtask: bool) -> list[dict]:
    about = {"method": judged.method.value, "sources": judged.sources, "per_subtask": per_subtask}
    rows = [about | {"split": "seen"} | row(judge(judged.seen, judged.n))]
    if judged.unseen is not None:
        rows.append(about | {"split": "unseen"} | row(judge(judged.unseen, judged.n, resamples=0)))
    return rows


def most_sources(matrix: ResultMatrix) -> list[int]:
    targets = len(draw_splits(matrix, runs=1, targets=50)[0].targets)
    room = matrix.n_models - targets
    return sorted({s for s in (*SOURCES, room) if s <= room and (s in SOURCES or room < 100)})


def derive_published(folder: Path) -> dict:
    found: dict[tuple, dict[int, float]] = defaultdict(dict)
    for key, benchmark in PUBLISHED_NAMES.items():
        with (folder / f"paper_mdad_{key}.csv").open(encoding="utf-8") as lines:
            for line in csv.DictReader(lines):
                place = (benchmark, PUBLISHED_METHODS[line["Technique"]], line["Split"])
                cell = (*place, int(float(line["Fraction of sampled points"])))
                found[cell][int(line["Number of source models"])] = float(line["MDAD"])
    curves = [
        {
            "benchmark": benchmark,
            "method": method,
            "split": split,
            "n": n,
            "mdad": round(statistics.fmean(by.values()), 4),
            "least": round(min(by.values()), 3),
            "most": round(max(by.values()), 3),
            "with_10": round(by[10], 3),
            "with_300": round(by[300], 3),
        }
        for (benchmark, method, split, n), by in sorted(found.items())
    ]
    return {
        "source": "Tables of MDAD published with mpg05883/micro-benchmarking-reliability (a copy, under the MIT "
        "licence, of the code to Yauney, Warraich and Swayamdipta, How Reliable is Language Model Micro-Benchmarking?, "
        "ICLR 2026, arXiv 2510.08730)",
        "commit": "34a12d29f89dc63551c09e485467d9591e911219",
        "date": datetime.date.today().isoformat(),
        "note": "A tie on the chosen questions counts as wrong; the figure is the left edge of a bin of half a point. "
        "tinyBenchmarks estimates with its cluster weights there, not with p-IRT.",
        "curves": curves,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("matrices", type=Path)
    parser.add_argument("--only", choices=list(TITLES))
    parser.add_argument("--sources", type=int)
    options = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    path = OUT / "curves.json"
    data = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {"matrices": {}}
    data["computed"] = datetime.date.today().isoformat()
    data["by"] = f"tests/bench/reliability_curves.py, seed 0, {RUNS} trials a cell"
    for name in [options.only] if options.only else TITLES:
        matrix = without_twins(load_matrix(options.matrices, name))
        entry = data["matrices"].setdefault(name, {"methods": []})
        entry.update(describe(matrix, options.matrices, name))
        for sources in [options.sources] if options.sources else most_sources(matrix):
            print(name, matrix.scores.shape, sources, flush=True)
            kept = [r for r in entry["methods"] if r["sources"] != sources]
            new = method_rows(matrix, sources, per_subtask=False)
            if sources == most_sources(matrix)[-1]:
                new += method_rows(matrix, sources, per_subtask=True)
            entry["methods"] = sorted(
                kept + new, key=lambda r: (r["sources"], r["per_subtask"], r["method"], r["split"], r["n"])
            )
            data["matrices"] = {known: data["matrices"][known] for known in TITLES if known in data["matrices"]}
            path.write_text(to_text(data), encoding="utf-8")
    (OUT / "published.json").write_text(to_text(derive_published(options.matrices)), encoding="utf-8")


def to_text(data: dict) -> str:
    """JSON with the innermost lists and objects on one line each."""
    text = json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False)
    for inner in (r"\[[^\[\]{}]*\]", r"\{[^{}]*\}"):
        text = re.sub(inner, lambda found: re.sub(r"\n\s*", " ", found[0]), text)
    return text + "\n"


if __name__ == "__main__":
    main()
