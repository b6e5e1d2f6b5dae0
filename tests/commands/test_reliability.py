"""mdad and subset from the command line."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from core.__main__ import main


@pytest.fixture
def path(tmp_path):
    """24 models of rising score on 80 questions."""
    rng = np.random.default_rng(0)
    right = rng.random((24, 80)) < np.linspace(0.2, 0.8, 24)[:, None]
    lines = ["model,question,score"]
    lines += [f"model {m},q{q},{int(v)}" for m, row in enumerate(right) for q, v in enumerate(row)]
    file = tmp_path / "results.csv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def run(*arguments):
    return CliRunner().invoke(main, [str(a) for a in arguments])


def test_mdad_takes_several_numbers_and_methods_after_their_option(path):
    ended = run("mdad", path, "--n", 10, 25, "--method", "uniform", "anchor_points", "--json")
    assert ended.exit_code == 0, ended.output
    found = json.loads(ended.stdout)
    assert [(r["method"], r["n"]) for r in found["results"]] == [
        ("uniform", 10), ("uniform", 25), ("anchor_points", 10), ("anchor_points", 25),
    ]  # fmt: skip
    assert found["models"] == 24
    assert found["results"][0]["mdad"] > found["results"][1]["mdad"]


def test_subset_gives_questions_with_weights_beside_random(path):
    ended = run("subset", path, "--n", 20, "--method", "anchor_points", "--json")
    assert ended.exit_code == 0, ended.output
    found = json.loads(ended.stdout)
    assert len(found["questions"]) == 20
    assert found["expected"]["n"] == found["random_for_comparison"]["n"] == 20


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--n", 80], "choose fewer than 80"), (["--n", 10, "--sources", 23, "--method", "diversity"], "take at most 16")],
)
def test_what_cannot_be_done_ends_with_a_sentence(path, arguments, said):
    ended = run("mdad", path, *arguments)
    assert ended.exit_code == 1
    assert said in ended.stderr
