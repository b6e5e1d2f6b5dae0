"""Real models from the command line: runs that may stop early end, go on after a kill, and name the rule in force."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.tiny_model import write_one_word_model, write_tiny_model

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 300
CAPITALS = {
    "France": "Paris", "Germany": "Berlin", "Italy": "Rome", "Spain": "Madrid", "Portugal": "Lisbon", "Japan": "Tokyo",
    "China": "Beijing", "Russia": "Moscow", "Egypt": "Cairo", "Greece": "Athens", "Austria": "Vienna",
    "Poland": "Warsaw", "Ireland": "Dublin", "Norway": "Oslo", "Sweden": "Stockholm", "Finland": "Helsinki",
    "Denmark": "Copenhagen", "Hungary": "Budapest", "Cuba": "Havana", "Kenya": "Nairobi", "Iran": "Tehran",
    "Iraq": "Baghdad", "Thailand": "Bangkok", "Vietnam": "Hanoi", "South Korea": "Seoul", "Canada": "Ottawa",
    "Peru": "Lima", "Chile": "Santiago", "Belgium": "Brussels", "Romania": "Bucharest",
}  # fmt: skip
COUNTRIES = {city: land for land, city in CAPITALS.items()}
BY_LOGLIKELIHOOD = ("--choices-by", "loglikelihood", "--n-ctx", 512)  # every answer is measured


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def noise_path(tmp_path: Path) -> Path:
    """An untrained model: a real file that answers nothing rightly, again and again the same."""
    path = tmp_path / "noise-F32.gguf"
    write_tiny_model(path, "Noise")
    return path


@pytest.fixture
def capitals(tmp_path: Path) -> Path:
    """60 questions with four choices each: the capital of a country, and the country of a capital."""
    path = tmp_path / "capitals.jsonl"
    rows = []
    for asked, named in (("What is the capital of {}?", CAPITALS), ("{} is the capital of which country?", COUNTRIES)):
        values = list(named.values())
        for i, (thing, answer) in enumerate(named.items()):
            choices = [answer, *(values[(i + step) % len(values)] for step in (7, 13, 19))]
            rows.append({"input": asked.format(thing), "choices": choices, "target": "A", "grader": "choice"})
    path.write_text("\n".join(json.dumps({"id": f"q{i}", **row}) for i, row in enumerate(rows)), encoding="utf-8")
    return path


def start(home: Path, *arguments: object) -> subprocess.Popen[str]:
    environment = {**os.environ, "SUREFIT_HOME": str(home)}
    command = [sys.executable, "-m", "core", *map(str, arguments), "--json"]
    return subprocess.Popen(command, cwd=ROOT, env=environment, text=True, stdout=-1, stderr=-1)


def ask(home: Path, *arguments: object) -> dict:
    process = start(home, *arguments)
    out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, err
    return json.loads(out)


def runner_of(process: subprocess.Popen[str]) -> psutil.Process | None:
    children = psutil.Process(process.pid).children(recursive=True)
    return next((child for child in children if "core.runs.runner" in " ".join(child.cmdline())), None)


@pytest.mark.parametrize("rule", ["e-process", "five looks"])
def test_a_clear_difference_ends_the_run_at_an_early_look(home, tmp_path, smollm_path, rule):
    """One model knows most capitals; the other, as real a file, says the same letter to everything."""
    parrot_path = write_one_word_model(tmp_path / "parrot-F32.gguf", "x")
    questions = tmp_path / "capitals.jsonl"
    rows = [
        {"id": thing, "input": asked.format(thing), "target": answer, "grader": "contains"}
        for asked, named in (
            ("What is the capital of {}?", CAPITALS),
            ("{} is the capital of which country?", COUNTRIES),
        )
        for thing, answer in named.items()
    ]
    questions.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    models = ("--model", smollm_path, "--model", parrot_path, "--n-ctx", 512, "--max-tokens", 64)
    found = ask(home, "run", *models, "--questions", questions, "--n", 60, "--stop", rule)
    runs = found["runs"]
    assert {run["stopping_rule"] for run in runs} == {rule}
    answered = runs[0]["questions"]
    assert [run["questions"] for run in runs] == [answered, answered]
    assert answered in (25, 50)
    assert all(any(f"Stopped after {answered} of at most 60" in event for event in run["events"]) for run in runs)
    verdict = ask(home, "verdict", *(run["run_id"] for run in runs))
    assert verdict["stopping_rule"] == rule
    assert verdict["ended"].endswith(f"stands out ({rule}).")
    assert verdict["pairs"][0]["settled"]
    assert verdict["headline"].startswith("Use SmolLM2")


def test_a_run_that_takes_turns_goes_on_after_its_process_was_killed(home, capitals, tmp_path, noise_path):
    """Two models that know nothing: nothing to tell apart, so all the questions are asked."""
    other = tmp_path / "other-F32.gguf"
    write_tiny_model(other, "Other", seed=1)
    command = ("run", "--model", noise_path, "--model", other, "--questions", capitals, "--n", 28)
    command += (*BY_LOGLIKELIHOOD, "--stop", "e-process")
    process = start(home, *command)
    until = time.monotonic() + PATIENCE_S
    while not any(run["questions"] for run in ask(home, "runs")["runs"]):
        assert time.monotonic() < until
    runner = runner_of(process)
    if runner is not None:
        runner.send_signal(signal.SIGKILL)
    process.communicate(timeout=PATIENCE_S)
    runs = ask(home, *command)["runs"]
    assert [(run["state"], run["questions"]) for run in runs] == [("done", 28), ("done", 28)]
    verdict = ask(home, "verdict", *(run["run_id"] for run in runs))
    assert verdict["ended"].startswith("All 28 questions were asked, and none stood out enough")
    assert not verdict["pairs"][0]["settled"]


def test_a_candidate_against_itself_is_a_measure_of_chance(home, tmp_path, smollm_path):
    questions = tmp_path / "sums.jsonl"
    rows = [
        {
            "id": f"sum-{i}",
            "input": f"What is {i} + 4?",
            "choices": [str(i + 4), str(i + 5), str(2 * i + 40), str(i + 14)],
            "target": "A",
            "grader": "choice",
        }
        for i in range(12)
    ]
    questions.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    asked = ("--questions", questions, "--n", 12, "--max-tokens", 8, "--choices-by", "loglikelihood")
    run = ask(home, "run", "--model", smollm_path, *asked)["runs"][0]
    found = ask(home, "noise", run["run_id"])
    assert found["n"] == 12
    assert 0 <= found["flips"] <= 12
    assert found["run"]["state"] == "done"
    assert "against itself" in found["sentence"]
