"""Derives data/reliability/calibration.json: the confidence of verdicts, bank by bank, with counts.

    python -m tests.bench.calibration_table [FOLDER OF MATRICES] [--trials 2000] [--seed 0]

The trials are those of calibration.py; only the table that the page shows is kept.
"""

import argparse
import datetime
import json
from pathlib import Path

import numpy as np

from tests.bench.bank_trials import MATRICES, calibrate, draw_trials, load_banks, noise_floor
from tests.bench.calibration import SIZES, claim_about_bank, claim_about_such_questions

OUT = Path(__file__).resolve().parents[2] / "data" / "reliability" / "calibration.json"
BANDS = ((0.5, 0.65), (0.65, 0.80), (0.80, 0.95), (0.95, 0.99), (0.99, 1.0))


def bands(p_a: np.ndarray, truth: np.ndarray) -> list[dict]:
    known = (truth != 0) & (p_a != 0.5)
    claim, right = np.maximum(p_a, 1 - p_a)[known], ((p_a > 0.5) == (truth > 0))[known]
    rows = []
    for low, high in BANDS:
        inside = (claim >= low) & ((claim < high) | (high == 1.0))
        count = int(inside.sum())
        rows.append(
            {
                "low": low,
                "high": high,
                "claims": count,
                "mean_claim": round(float(claim[inside].mean()), 3) if count else None,
                "came_true": round(float(right[inside].mean()), 3) if count else None,
            }
        )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=MATRICES)
    parser.add_argument("--trials", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    rows = []
    for bank in load_banks(options.folder):
        for n in SIZES:
            trials = draw_trials(bank, n, options.trials, options.seed)
            if trials is None:
                continue
            whole = claim_about_bank(trials)
            found = calibrate(whole, trials.gap_bank)
            rows.append(
                {
                    "bank": bank.name,
                    "n": n,
                    "trials": found.trials,
                    "error": round(found.ece, 3),
                    "error_of_chance": round(noise_floor(np.maximum(whole, 1 - whole), rng), 3),
                    "error_rest": round(calibrate(claim_about_such_questions(trials), trials.gap_rest).ece, 3),
                    "bands": bands(whole, trials.gap_bank),
                }
            )
    table = {
        "computed": datetime.date.today().isoformat(),
        "by": f"tests/bench/calibration_table.py, seed {options.seed}, {options.trials} trials for each bank and n",
        "note": "Pairs of models within 10 points of each other on a separate 30 % of the questions. The confidence is "
        "the one about the whole bank; ties of the truth are left out.",
        "rows": rows,
    }
    OUT.write_text(json.dumps(table, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
