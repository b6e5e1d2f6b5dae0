"""`prepare --by training` on the real demo model, short: everything is real, from the template to the verdict."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.commands.preparing import prepare
from core.models.home import home_folder

SHELVES = {"A": "zorin", "B": "mukla"}


@pytest.mark.slow
def test_a_short_training_lowers_the_loss_on_what_it_did_not_see(
    smollm_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    questions = tmp_path / "shelves.jsonl"
    rows = [
        {
            "id": f"q{i}",
            "input": f"On which shelf does part {'AB'[i % 2]}-{100 + i} lie?",
            "target": SHELVES["AB"[i % 2]],
            "grader": "exact",
        }
        for i in range(24)
    ]
    questions.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    arguments = ["--by", "training", "--model", smollm_path, "--questions", questions, "--same-form"]
    arguments += ["--examples", 12, "--n", 6, "--n-ctx", 512, "--max-tokens", 128]
    arguments += ["--epochs", 2, "--learning-rate", 1e-4, "--json"]
    result = CliRunner().invoke(prepare, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    (training,) = found["trainings"].values()
    assert training["blocks_trained"] == [1, 30]
    assert training["made_from"] == "Q4_1"
    (rate,) = training["grid"]
    assert rate["validation_loss"][-1] < 0.9 * rate["validation_loss"][0]
    assert training["tokens_seen"] == training["n_ctx"] * training["steps"]
    (candidate,) = found["candidates"]
    assert candidate["direct"]["score"]["value"] == 0
    assert training["file"] is None
    assert list((home_folder() / "trained").glob("*.gguf")) == []
