"""How far a small test can be trusted, from per-question results of many models that a person brings.

Two answers: for each way of choosing the questions and each number of them the
gap that it ranks rightly 8 times in 10 (MDAD), and a subset to use again with
the MDAD to expect of it. What is expected is measured on models whose results
the choice did not see; the subset itself is then chosen with all of them.

Fewer trials for more questions: 50 up to 1,000 questions, down to 5.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from core.advice.outside.results import OutsideResults
from core.errors import NotEnoughData
from core.stats.result_matrix import MOST_CELLS, ResultMatrix, build_matrix, without_twins
from core.stats.subsets.judging import RUNS, Judged, draw_splits, run_methods
from core.stats.subsets.methods import Method, choose_subset
from core.stats.subsets.sources import Sources
from core.stats.subsets.subset import ItemResponseSubset
from core.stats.trials import Reliability, draw_uniformly, judge

LABELS: Final[Mapping[Method, str]] = {
    Method.UNIFORM: "random",
    Method.BY_SUBTASK: "random by subtask",
    Method.BY_CONFIDENCE: "random by confidence",
    Method.ANCHOR_POINTS: "anchor points",
    Method.TINY_BENCHMARKS: "tinyBenchmarks (p-IRT)",
    Method.ITEM_CLUSTERS: "tinyBenchmarks (cluster weights)",
    Method.DIVERSITY: "diversity",
    Method.BY_MDAD: "by MDAD (experiment)",
}
_FEWEST_RUNS: Final = 5
_TRIAL_QUESTIONS: Final = 50_000  # trials × questions that a comparison may cost
_FEWEST_IN_SUBTASK: Final = 5
_MOST_SUBTASKS: Final = 100


@dataclass(frozen=True)
class MethodReliability:
    """One method at one number of questions, on models it has not learnt from."""

    method: Method
    sources: int  # models it learnt from; 0 for random questions, which need none
    unseen: bool  # held against questions it was not chosen from
    reliability: Reliability


@dataclass(frozen=True)
class ReusableSubset:
    """Questions to ask again, in the names of the results they come from."""

    method: Method
    n: int
    questions: tuple[str, ...]
    weights: tuple[float, ...]
    expected: Reliability  # of this method at this n
    of_random: Reliability  # of as many random questions, for comparison
    item_slopes: tuple[tuple[float, ...], ...] = ()  # of all questions of the bank, for the p-IRT estimate
    item_difficulties: tuple[float, ...] = ()
    bank: tuple[str, ...] = ()  # the questions that those parameters belong to
    sources: int = 0

    def compared(self) -> list[MethodReliability]:
        """The subset's method beside as many random questions."""
        found = [MethodReliability(Method.UNIFORM, 0, False, self.of_random)]
        if self.method is not Method.UNIFORM:
            found.append(MethodReliability(self.method, self.sources, False, self.expected))
        return found

    def to_dict(self) -> dict[str, Any]:
        """As JSON: the estimate is the weighted mean of the scores, or p-IRT where item parameters are given."""
        value: dict[str, Any] = {
            "method": self.method.value,
            "n": self.n,
            "expected": describe(self.expected),
            "random_for_comparison": describe(self.of_random),
            "questions": [
                {"question": question, "weight": round(weight, 6)}
                for question, weight in zip(self.questions, self.weights, strict=True)
            ],
        }
        if self.bank:
            value["item_parameters"] = [
                {"question": question, "slopes": list(slopes), "difficulty": difficulty}
                for question, slopes, difficulty in zip(
                    self.bank, self.item_slopes, self.item_difficulties, strict=True
                )
            ]
        return value


def to_matrix(results: OutsideResults) -> ResultMatrix:
    """Results as a matrix without gaps and twins; ratings 1–5 become 0–1, tasks become subtasks.

    Raises NotEnoughData where fewer than 10 different models or too few
    questions in common are left.
    """
    models = tuple(results.scores)
    questions = tuple(dict.fromkeys(q for scores in results.scores.values() for q in scores))
    if len(models) * len(questions) > MOST_CELLS:
        raise NotEnoughData(
            f"{len(models):,} models × {len(questions):,} questions are more than fit: leave out some of either."
        )
    raw = np.full((len(models), len(questions)), np.nan)
    place = {question: i for i, question in enumerate(questions)}
    for row, scores in zip(raw, results.scores.values(), strict=True):
        for question, score in scores.items():
            if score is not None:
                row[place[question]] = (score - 1) / 4 if results.rating else score
    matrix = build_matrix(raw, models, questions, _find_subtasks(questions, results.groups))
    return without_twins(matrix)


def stand_ins(matrix: ResultMatrix, methods: Sequence[Method], *, per_subtask: bool = False) -> tuple[str, ...]:
    """What these methods use in place of what the results do not hold."""
    notes = []
    if set(methods) & {Method.BY_CONFIDENCE, Method.ANCHOR_POINTS, Method.DIVERSITY}:
        notes.append(
            "The results hold no confidences: the score stands in, so anchor points and strata are coarser "
            "than published."
        )
    if matrix.subtasks is None and (per_subtask or Method.BY_SUBTASK in methods):
        notes.append(
            "The results name no subtasks: groups of questions that the source models answered alike stand in."
        )
    return tuple(notes)


def count_runs(matrix: ResultMatrix) -> int:
    """How many trials a comparison of methods affords."""
    return max(_FEWEST_RUNS, min(RUNS, _TRIAL_QUESTIONS // matrix.n_questions))


def measure_reliability(
    matrix: ResultMatrix,
    ns: Sequence[int],
    methods: Sequence[Method] = (Method.UNIFORM,),
    *,
    unseen: bool = False,
    per_subtask: bool = False,
    sources: int | None = None,
    seed: int = 0,
    on_share: Callable[[float], object] | None = None,
) -> list[MethodReliability]:
    """Each method at each n; random questions alone use all models, every comparison the same trials.

    With `unseen` the questions are chosen from one half and held against the
    other, otherwise against the whole bank. Raises NotEnoughData as
    `draw_splits` and `run_methods` do.
    """
    if list(methods) == [Method.UNIFORM] and not unseen:
        drawn = draw_uniformly(matrix, ns, seed=seed)
        return [MethodReliability(Method.UNIFORM, 0, False, judge(trials, n)) for n, trials in drawn.items()]
    splits = draw_splits(matrix, sources=sources, runs=count_runs(matrix), seen_share=0.5 if unseen else 1.0, seed=seed)
    judged = run_methods(matrix, methods, ns, splits, per_subtask=per_subtask, seed=seed, on_share=on_share)
    return [_measured(found, unseen) for found in judged]


def choose_reusable(
    matrix: ResultMatrix,
    n: int,
    method: Method,
    *,
    seed: int = 0,
    on_share: Callable[[float], object] | None = None,
) -> ReusableSubset:
    """n questions by one method from all models, with the MDAD to expect on a model that is new."""
    both = list(dict.fromkeys([Method.UNIFORM, method]))
    measured = measure_reliability(matrix, [n], both, seed=seed, on_share=on_share)
    subset = choose_subset(method, Sources(matrix.scores, matrix.subtask_numbers, seed), n, np.random.default_rng(seed))
    order = np.argsort(subset.questions)
    found = ReusableSubset(
        method,
        n,
        tuple(matrix.questions[i] for i in subset.questions[order]),
        tuple(float(w) for w in subset.weights[order]),
        measured[-1].reliability,
        measured[0].reliability,
        sources=measured[-1].sources,
    )
    if not isinstance(subset, ItemResponseSubset):
        return found
    return replace(
        found,
        item_slopes=tuple(tuple(round(v, 6) for v in row) for row in subset.items.slopes.tolist()),
        item_difficulties=tuple(round(v, 6) for v in subset.items.difficulties.tolist()),
        bank=matrix.questions,
    )


def describe(found: Reliability) -> dict[str, Any]:
    """A finding as JSON; shares 0–1, null: not reached. The keys are documented in the README."""
    return {
        "n": found.n,
        "mdad": _round(found.estimate.mdad),
        "mdad_low": _round(found.estimate.low),
        "mdad_high": _round(found.estimate.high),
        "mdad_published_rule": _round(found.published_mdad),
        "average_correctness_published_rule": _round(found.published_average),
        "mean_error": _round(found.mean_error),
        "kendall_tau": _round(found.tau),
        "comparisons": found.comparisons,
        "share_of_pairs_closer_than_mdad": _round(found.closer_than_mdad),
        "ranked_rightly_by_true_gap": [
            {"from": b.low, "to": b.high, "comparisons": b.pairs, "share": _round(b.agreement)} for b in found.bands
        ],
    }


def mdad_words(found: Reliability) -> str:
    """One finding as a sentence."""
    estimate = found.estimate
    if estimate.mdad is None:
        return (
            f"{found.n} questions: no gap in these results is ranked rightly 8 times in 10. "
            "The models lie too close together for so few questions."
        )
    ends = "to beyond every gap in these results"
    if estimate.low is not None and estimate.high is not None:
        ends = f"95 % interval {100 * estimate.low:.1f} to {100 * estimate.high:.1f}"
    elif estimate.low is not None:
        ends = f"95 % interval from {100 * estimate.low:.1f} {ends}"
    text = (
        f"{found.n} questions rank models about {100 * estimate.mdad:.1f} points apart rightly 8 times in 10 ({ends})"
    )
    if found.closer_than_mdad is not None:
        text += f"; {100 * found.closer_than_mdad:.0f} % of the pairs lie closer than that"
    return text + "."


def tau_words(found: Reliability) -> str | None:
    """What Kendall's tau hides: the pairs that lie close together."""
    close = next((band for band in found.bands if band.agreement is not None), None)
    if close is None or close.agreement is None:
        return None
    return (
        f"Kendall's tau is {found.tau:.2f}, yet pairs less than {100 * close.high:.0f} points apart come out right in "
        f"{100 * close.agreement:.0f} % of the cases; 50 % is a coin flip."
    )


def _measured(found: Judged, unseen: bool) -> MethodReliability:
    trials = found.unseen if unseen and found.unseen is not None else found.seen
    needs = 0 if found.method is Method.UNIFORM else found.sources
    return MethodReliability(found.method, needs, unseen, judge(trials, found.n))


def _find_subtasks(questions: Sequence[str], groups: Mapping[str, str]) -> tuple[str, ...] | None:
    """The group of each question where the results say it, else the task before the first slash of its name."""
    for names in (
        tuple(groups.get(q, "") for q in questions),
        tuple(q.partition("/")[0] if "/" in q else "" for q in questions),
    ):
        counts = Counter(names)
        if "" not in counts and 2 <= len(counts) <= _MOST_SUBTASKS and min(counts.values()) >= _FEWEST_IN_SUBTASK:
            return names
    return None


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
