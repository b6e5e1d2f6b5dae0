"""Does the verdict keep its word? Its claims against what came true on real banks of answers.

    python -m tests.bench.calibration [FOLDER OF MATRICES] [--trials 2000] [--seed 0]

Prints, bank by bank: the calibration of the claim about a bank (P_bank) and of
the claim about such questions (beside its predictive form, which knows how
noisy the rest of the bank is, and beside a flat prior, the normal and the
bootstrap); false winners of the e-process and of five looks when the true
difference is zero; coverage of the interval; false "not worse" at the margin,
by the score test alone and beside the exact test, with what that costs; how
often a gap of one MDAD is ranked rightly; the probability of being the best of
3 to 6 models; ratings; and the time that every number of a comparison of 20
models takes.

Nothing is fitted here: the method's constants were fixed before.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from scipy import special, stats

from core.advice.comparison import Candidate
from core.advice.verdict.many import compare_many
from core.stats.finite_bank import lead_per_discordant, p_bank
from core.stats.graded import RATING, paired_differences, probability_a_better_graded
from core.stats.not_worse import CLAIM_AT, guarded_confidence, not_worse_confidence
from core.stats.paired import PRIOR, discordance, gap_interval, mdad, p_a_better
from core.stats.prior import bank_prior
from core.stats.sequential import LOOKS, StoppingRule, find_winner
from tests.bench.bank_trials import (
    MATRICES,
    Bank,
    Trials,
    calibrate,
    draw_trials,
    load_banks,
    load_ratings,
    noise_floor,
    per_count,
)
from tests.bench.best_of_many import COUNTS, BestTrials, calibrate_best, chance_error, draw_best_trials

SIZES = (20, 50, 100, 250)
FIGURES = ("whole", "own a", "such", "pred", "flat", "normal", "boot")


def claim_about_bank(trials: Trials, prior: float = PRIOR) -> np.ndarray:
    return per_count(trials, lambda a, b: p_bank(a, b, trials.n, trials.size, prior))


def claim_about_such_questions(trials: Trials, prior: float = PRIOR) -> np.ndarray:
    return per_count(trials, lambda a, b: p_a_better(a, b, prior))


def claim_about_rest(trials: Trials) -> np.ndarray:
    """The same posterior asked about the questions that were not drawn: knows that the rest is finite."""

    def predict(a: int, b: int) -> float:
        m, s2 = lead_per_discordant(a, b)
        q = discordance(a, b, trials.n)
        expected = (trials.size - trials.n) * q
        return float(special.ndtr(expected * m / np.sqrt(expected * (1 - q * m**2) + expected**2 * s2)))

    return per_count(trials, predict)


def claim_of_normal(trials: Trials) -> np.ndarray:
    def normal(a: int, b: int) -> float:
        variance = a + b - (a - b) ** 2 / trials.n
        return float(special.ndtr((a - b) / np.sqrt(variance))) if variance > 0 else 0.5 + 0.5 * np.sign(a - b)

    return per_count(trials, normal)


def claim_of_bootstrap(trials: Trials, rng: np.random.Generator, draws: int = 400) -> np.ndarray:
    def resampled(a: int, b: int) -> float:
        drawn = rng.multinomial(trials.n, [a / trials.n, b / trials.n, 1 - (a + b) / trials.n], draws)
        lead = drawn[:, 0] - drawn[:, 1]
        return float(np.mean(lead > 0) + np.mean(lead == 0) / 2)

    return per_count(trials, resampled)


def false_winners(banks: list[Bank], rule: StoppingRule, trials: int, seed: int, longest: int = 250) -> float:
    """The share of runs that name a winner, either one, when every sign is flipped at random."""
    rng = np.random.default_rng(seed)
    looks = range(1, longest + 1) if rule is StoppingRule.E_PROCESS else LOOKS
    named, known = 0, {}
    for _ in range(trials):
        answers = banks[rng.integers(len(banks))].answers
        a, b = rng.choice(len(answers), 2, replace=False)
        difference = (answers[a] - answers[b])[rng.permutation(answers.shape[1])[:longest]]
        difference = difference * rng.choice([-1, 1], len(difference))
        won, lost = np.cumsum(difference > 0), np.cumsum(difference < 0)
        for n in (look for look in looks if look <= len(difference)):
            key = int(won[n - 1]), int(lost[n - 1]), n if rule is StoppingRule.FIVE_LOOKS else longest
            if key not in known:
                known[key] = find_winner(*key, rule) is not None
            if known[key]:
                named += 1
                break
    return named / trials


def coverage(trials: Trials) -> tuple[float, float]:
    """How often the interval holds the gap of the whole bank, and of the rest (widened for its own noise)."""
    ends = [gap_interval(a, b, trials.n) for a, b in zip(trials.only_a.tolist(), trials.only_b.tolist(), strict=True)]
    low, high = np.array(ends).T
    centre, half = (low + high) / 2, (high - low) / 2
    of_bank = half * np.sqrt((trials.size - trials.n) / (trials.size - 1))
    of_rest = half * np.sqrt(1 + trials.n / (trials.size - trials.n))
    return (
        float(np.mean(np.abs(trials.gap_bank - centre) <= of_bank)),
        float(np.mean(np.abs(trials.gap_rest - centre) <= of_rest)),
    )


def false_not_worse(n: int, flips: float, margin: float = 0.03, *, guarded: bool = True) -> float:
    """Exactly how often "not worse" is claimed though the true loss equals the margin."""
    return share_not_worse(n, flips, margin, margin, guarded=guarded)


def share_not_worse(n: int, flips: float, loss: float, margin: float = 0.03, *, guarded: bool = True) -> float:
    """Exactly how often "not worse" is claimed when so many questions flip and so much is lost, in shares."""
    sure = guarded_confidence if guarded else not_worse_confidence
    total = 0.0
    for k in range(n + 1):
        weight = stats.binom.pmf(k, n, flips)
        if weight < 1e-9:
            continue
        lost = np.arange(k + 1)
        chance = stats.binom.pmf(lost, k, (flips + loss) / 2 / flips)
        likely = chance > 1e-9
        claimed = [sure(k - c, c, n, margin) >= CLAIM_AT for c in lost[likely].tolist()]
        total += weight * float(chance[likely][np.array(claimed)].sum())
    return total


def ranked_rightly_at_one_mdad(trials: Trials) -> tuple[float, int]:
    """How often a true gap of about one MDAD (± 15 %) is ranked rightly, ties counted half; and how many trials."""
    line = per_count(trials, lambda a, b: mdad(a, b, trials.n, trials.size))
    typical = float(np.sqrt(np.mean(line**2)))
    at_line = np.abs(np.abs(trials.gap_bank) / typical - 1) <= 0.15
    right = np.where(trials.seen == 0, 0.5, np.sign(trials.seen) == np.sign(trials.gap_bank))
    return float(right[at_line].mean()) if at_line.any() else float("nan"), int(at_line.sum())


def ratings_error(ratings: np.ndarray, n: int, count: int, seed: int) -> float:
    """Calibration error of P(A better) for ratings against the rest, all pairs."""
    rng = np.random.default_rng([seed, n])
    p, truth = np.empty(count), np.empty(count)
    for trial in range(count):
        a, b = rng.choice(len(ratings), 2, replace=False)
        order = rng.permutation(ratings.shape[1])
        asked, rest = order[:n], order[n:]
        p[trial] = probability_a_better_graded(paired_differences(ratings[a, asked], ratings[b, asked], RATING))
        truth[trial] = (ratings[a, rest] - ratings[b, rest]).mean()
    return calibrate(p, truth).ece


def seconds_for_twenty_models(questions: int = 1000) -> float:
    """Every number of the page for 20 models × 1,000 questions, from plain mappings to dictionaries."""
    rng = np.random.default_rng(0)
    logits = rng.normal(0, 0.4, (20, 1)) + rng.normal(0, 1.5, (1, questions))
    answers = (rng.random((20, questions)) < 1 / (1 + np.exp(-logits))).astype(float)
    scores = [{f"q{i}": float(x) for i, x in enumerate(row)} for row in answers]
    candidates = [Candidate(f"M{i}", tokens_per_s=5.0 + i) for i in range(20)]
    compare_many(candidates[:2], scores[:2])  # imports and caches are not part of the figure
    start = time.perf_counter()
    compare_many(candidates, scores, bank_size=2 * questions).to_dict()
    return time.perf_counter() - start


def pool(parts: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(parts) if parts else np.empty(0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=MATRICES)
    parser.add_argument("--trials", type=int, default=2000, help="per bank and number of questions")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    banks = load_banks(options.folder)
    if not banks:
        parser.error(f"no banks of answers in {options.folder}")
    _print_calibration(banks, options.trials, options.seed)
    print("\nNo true difference, share of runs that name a winner (at most 5 %)")
    for rule in (StoppingRule.E_PROCESS, StoppingRule.FIVE_LOOKS):
        print(f"  {rule:12} {false_winners(banks, rule, 3 * options.trials, options.seed):.3f}")
    _print_not_worse()
    _print_best(banks, options.trials // 4, options.seed)
    if (options.folder / "wildbench_score_gpt4turbo.npz").is_file():
        ratings = load_ratings(options.folder)
        errors = [f"{ratings_error(ratings, n, options.trials, options.seed):.3f}" for n in SIZES]
        print(f"\nRatings, calibration error against the rest at n = {SIZES}: {', '.join(errors)}")
    print(f"\n20 models × 1,000 questions, every number: {seconds_for_twenty_models():.2f} s")


def _print_calibration(banks: list[Bank], count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    print("Expected calibration error, pairs within 10 points. whole: P_bank against the whole bank. Against the rest:")
    print("the claim about such questions, the same asked about the rest alone, flat prior, normal, bootstrap.")
    print("own a: P_bank with the prior that all models of the bank suggest. floor: perfect claims, so few trials.")
    heads = ("whole", "own a", "such", "pred.", "B(1,1)", "normal", "boot.", "floor")
    print(f"{'bank':28}{'n':>5}" + "".join(f"{head:>8}" for head in heads) + f"{'cover bank/rest':>18}{'1 MDAD':>8}")
    for n in SIZES:
        claims: dict[str, list[np.ndarray]] = {name: [] for name in FIGURES}
        bank_truth, rest_truth, covered = [], [], []
        for bank in banks:
            trials = draw_trials(bank, n, count, seed)
            if trials is None:
                continue
            figures = {
                "whole": claim_about_bank(trials),
                "own a": claim_about_bank(trials, bank_prior(bank.answers)),
                "such": claim_about_such_questions(trials),
                "pred": claim_about_rest(trials),
                "flat": claim_about_such_questions(trials, 1.0),
                "normal": claim_of_normal(trials),
                "boot": claim_of_bootstrap(trials, rng),
            }
            for name, values in figures.items():
                claims[name].append(values)
            bank_truth.append(trials.gap_bank)
            rest_truth.append(trials.gap_rest)
            covered.append(coverage(trials))
            right, _ = ranked_rightly_at_one_mdad(trials)
            _print_row(bank.name, n, figures, trials.gap_bank, trials.gap_rest, covered[-1], right, rng)
        pooled = {name: pool(parts) for name, parts in claims.items()}
        together = tuple(np.mean(covered, axis=0))
        _print_row("pooled", n, pooled, pool(bank_truth), pool(rest_truth), together, float("nan"), rng)


def _print_not_worse() -> None:
    print("\n'Not worse by more than 3 points' at 90 % (exact): the score test alone / beside the exact test")
    flips = (0.03, 0.06, 0.10, 0.20)
    for title, loss in (("true loss exactly 3 points", 0.03), ("no true loss", 0.0)):
        print(f"  {title:28}" + "".join(f"{f'{share:.2f} flip':>16}" for share in flips))
        for n in (50, 100, 112, 250, 500):
            cells = [[share_not_worse(n, share, loss, guarded=guarded) for guarded in (False, True)] for share in flips]
            print(f"  n = {n:<24}" + "".join(f"{alone:8.3f} / {both:.3f}" for alone, both in cells))


def _print_best(banks: list[Bank], count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    print("\nProbability of being the best of k models within 10 points, expected calibration error over all claims;")
    print("named: trials with a winner at 95 %, and how many of those are the best of the bank, of the rest.")
    heads = ("whole", "rest", "pred.", "floor", "leader", "named", "whole", "rest")
    print(f"{'bank':28}{'k':>3}{'n':>5}{'trials':>8}" + "".join(f"{head:>8}" for head in heads) + "   points lost")
    for k in COUNTS:
        for n in SIZES:
            found = [(bank.name, draw_best_trials(bank, k, n, count, seed)) for bank in banks]
            known = [(name, trials) for name, trials in found if trials is not None]
            for name, trials in known:
                _print_best_row(name, k, n, trials, rng)
            parts = zip(*(vars(trials).values() for _, trials in known), strict=True)
            _print_best_row("pooled", k, n, BestTrials(*(np.concatenate(part) for part in parts)), rng)


def _print_best_row(name: str, k: int, n: int, trials: BestTrials, rng: np.random.Generator) -> None:
    whole, rest = calibrate_best(trials.such, trials.best_of_bank), calibrate_best(trials.such, trials.best_of_rest)
    predicted = calibrate_best(trials.predicted, trials.best_of_rest)
    errors = (whole.error, rest.error, predicted.error, chance_error(trials.such, rng), whole.leader_error)
    cells = "".join(f"{error:8.3f}" for error in errors)
    named = f"{whole.named:8d}{whole.named_rightly:8.2f}{rest.named_rightly:8.2f}"
    print(f"{name:28}{k:3d}{n:5d}{len(trials.such):8d}{cells}{named}{100 * trials.points_lost.mean():14.1f}")


def _print_row(name, n, figures, bank_truth, rest_truth, covered, right, rng) -> None:
    whole = [calibrate(figures[key], bank_truth).ece for key in FIGURES[:2]]
    rest = [calibrate(figures[key], rest_truth).ece for key in FIGURES[2:]]
    floor = noise_floor(np.maximum(figures["whole"], 1 - figures["whole"]), rng, 20)
    cells = "".join(f"{value:8.3f}" for value in (*whole, *rest, floor))
    print(f"{name:28}{n:5}{cells}{covered[0]:10.3f} {covered[1]:6.3f}{right:9.2f}")


if __name__ == "__main__":
    main()
