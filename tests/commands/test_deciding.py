"""Counts and other people's results get the same verdict as runs do, and bad input gets a sentence.

The figures for 18 and 12 of 100 are worked by hand from the closed forms: Beta.sf(0.5, 23, 17) and its like.
"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from core.advice.comparison import Candidate
from core.advice.verdict.verdict import compare_counts
from core.commands.deciding import compare, confidence, verdict
from core.errors import SurefitError
from core.models.home import store_path
from core.runs.database import Database
from tests.filled_store import fill


def ask(command, *arguments: object) -> Result:
    return CliRunner().invoke(command, [str(a) for a in arguments])


def write_csv(path: Path, scores: dict[str, list[object]]) -> Path:
    rows = [f"{model},q{i},{score}" for model, found in scores.items() for i, score in enumerate(found)]
    path.write_text("model,question,score\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_counts_give_every_number_of_the_verdict() -> None:
    result = ask(confidence, "--a-only", 18, "--b-only", 12, "--n", 100, "--bank", 150, "--tolerance", 3, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["confidence"] == pytest.approx(0.831608, abs=1e-6)
    assert found["p_bank"] == pytest.approx(0.965945, abs=1e-6)
    assert (found["gap_low"], found["gap_high"]) == pytest.approx((-0.0476, 0.1652), abs=1e-4)
    assert found["mdad"] == pytest.approx(0.0461, abs=1e-4)
    assert found["more_questions"][0] == {"more": 50, "chance": pytest.approx(0.186, abs=1e-3), "duration_s": None}
    assert found["not_worse"]["margin"] == 0.03
    assert found["not_worse"]["a"] > 0.9 > found["not_worse"]["b"]
    a, b = Candidate("A"), Candidate("B")
    known = compare_counts(a, b, only_a=18, only_b=12, n=100, bank_size=150).to_dict()
    assert found.keys() - {"not_worse"} == known.keys()


def test_counts_read_as_sentences_and_figures() -> None:
    result = ask(confidence, "--a-only", 18, "--b-only", 12, "--n", 100, "--tolerance", 3)
    assert result.stdout.startswith("Take A for now: it looks better, but this is not settled.")
    assert "0.8316" in result.stdout
    assert "-4.8 points to +16.5 points" in result.stdout
    assert "A is not worse than B by more than 3 points" in result.stdout


@pytest.mark.parametrize("counts", [(0, 0, 40), (9, 9, 50)])
def test_a_tie_is_no_difference_seen_and_never_a_certainty(counts: tuple[int, int, int]) -> None:
    a_only, b_only, n = counts
    result = ask(confidence, "--a-only", a_only, "--b-only", b_only, "--n", n, "--json")
    found = json.loads(result.stdout)
    assert found["tier"] == "no difference seen"
    assert found["confidence"] == 0.5
    assert found["better"] is None
    assert "100 %" not in found["advice"]


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("--a-only", 60, "--b-only", 50, "--n", 100), 2, "do not fit into 100"),
        (("--a-only", 5, "--b-only", 2, "--n", 20, "--bank", 10), 2, "fewer than the 20 asked"),
        (("--a-only", -1, "--b-only", 2, "--n", 20), 2, "-1"),
        (("--a-only", 1, "--b-only", 0, "--n", 1), 1, "at least two"),
        (("--a-only", 0, "--b-only", 0, "--n", 0), 1, "at least two"),
        (("--a-only", 1, "--b-only", 0, "--n", 20, "--tolerance", 0), 2, "tolerance"),
        (("--a-only", 1, "--b-only", 0, "--n", 20, "--tolerance", "nan"), 2, "tolerance"),
    ],
)
def test_impossible_counts_are_refused_with_a_sentence(arguments, code: int, sentence: str) -> None:
    result = ask(confidence, *arguments)
    assert result.exit_code == code
    assert sentence in result.stderr
    assert "Traceback" not in result.output


def test_two_models_of_a_csv_give_the_pairs_own_keys(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "r.csv", {"big": [1] * 40 + [0] * 10, "small": [1] * 20 + [0] * 30})
    found = json.loads(ask(compare, path, "--json").stdout)
    assert (found["a"], found["b"], found["n"]) == ("big", "small", 50)
    assert (found["only_a_right"], found["only_b_right"]) == (20, 0)
    assert found["winner"] == "big"
    assert found["headline"] == "Use big for questions like these."
    assert found["candidates"][0]["score"]["right"] == 40


def test_three_models_are_ranked_with_intervals(tmp_path: Path) -> None:
    scores = {name: [float(i < right) for i in range(50)] for name, right in (("a", 40), ("b", 39), ("c", 10))}
    path = write_csv(tmp_path / "r.csv", scores)
    found = json.loads(ask(compare, path, "--json").stdout)
    assert found["winner"] is None
    assert set(found["best_set"]) == {"a", "b"}
    assert found["groups"] == [["a", "b"], ["c"]]
    assert len(found["pairs"]) == 3
    text = ask(compare, path).stdout
    assert "1-2" in text
    assert "a against b" in text
    assert " 100 %" not in text


def test_ratings_and_unmeasured_answers_are_understood(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "r.csv", {"a": [5, 4, 5, 4, 5, 3, 4, 5], "b": [3, 3, 4, 2, 3, 3, 2, 3]})
    assert json.loads(ask(compare, path, "--json").stdout)["kind"] == "rating 1-5"
    path = write_csv(tmp_path / "s.csv", {"a": [1, 1, "", 0] * 10, "b": [1, 0, 1, 0] * 10})
    found = json.loads(ask(compare, path, "--json").stdout)
    assert found["withheld"] is True
    assert found["winner"] is None
    assert found["not_measured"]["a"]["count"] == 10


def test_harness_files_of_two_models_are_compared(tmp_path: Path) -> None:
    for model, right in (("first", 30), ("second", 12)):
        folder = tmp_path / model
        folder.mkdir()
        lines = [
            json.dumps({"doc_id": i, "doc_hash": f"h{i}", "filter": "none", "acc": float(i < right)}) for i in range(40)
        ]
        (folder / "samples_arc_2024-05-01T10-00-00.jsonl").write_text("\n".join(lines), encoding="utf-8")
    found = json.loads(ask(compare, *sorted(tmp_path.glob("*/samples_*.jsonl")), "--json").stdout)
    assert (found["a"], found["b"], found["only_a_right"]) == ("first", "second", 18)
    assert found["read"] == ["arc: scored by acc."]


def test_inspect_logs_of_two_models_are_compared(tmp_path: Path) -> None:
    for model, right in (("first", 30), ("second", 12)):
        samples = [{"id": i, "scores": {"match": {"value": "C" if i < right else "I"}}} for i in range(40)]
        log = {"eval": {"model": model, "task": "arc"}, "samples": samples}
        (tmp_path / f"{model}.json").write_text(json.dumps(log), encoding="utf-8")
    found = json.loads(ask(compare, *sorted(tmp_path.glob("*.json")), "--json").stdout)
    assert (found["a"], found["b"], found["only_a_right"]) == ("first", "second", 18)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is empty"),
        ("model,question,score\n", "no model"),
        ("model,question,score\na,q1,1\na,q2,0\n", "only the model a"),
        ("model,question,score\na,q1,1\nb,q1,0\n", "Only one question"),
        ("model,question,score\na,q1,1\na,q2,1\nb,q3,0\nb,q4,0\n", "No question was measured for all of a and b"),
        ("model,question,score\na,q1,1\na,q2,1\nb,q1,nan\nb,q2,nan\n", "measured"),
        ("model,question,score\na,q1,85\nb,q1,40\n", "divide percents by 100"),
        ("model,question,score\na,q1,-1\nb,q1,0\n", "neither a share"),
        ("model,question,score\na,q1,maybe\nb,q1,0\n", "is not a number"),
        ("name,points\na,1\n", "lacks the column"),
    ],
)
def test_bad_results_are_refused_with_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "r.csv"
    path.write_text(text, encoding="utf-8")
    result = ask(compare, path)
    assert result.exit_code == 1
    assert sentence in result.stderr.replace("\n", " ")
    assert "Traceback" not in result.output


@pytest.mark.parametrize("values", [[1] * 30, [0] * 30])
def test_identical_and_constant_answers_are_no_difference_seen(tmp_path: Path, values: list[int]) -> None:
    path = write_csv(tmp_path / "r.csv", {"a": values, "b": values, "c": values})
    found = json.loads(ask(compare, path, "--json").stdout)
    assert found["winner"] is None
    assert all(pair["tier"] == "no difference seen" for pair in found["pairs"])
    assert all(0 < c["p_best"] < 1 for c in found["candidates"])


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = ask(compare, tmp_path / "none.csv")
    assert result.exit_code == 1
    assert "none.csv" in result.stderr


def test_runs_get_their_verdict_and_reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    with Database(store_path()) as database:
        _, runs = fill(database, {"A": "r" * 40 + "w" * 10, "B": "r" * 18 + "w" * 32})
    ids = [run.id for run in runs]
    result = ask(verdict, *ids, "--json", "--html", tmp_path / "v.html", "--markdown", tmp_path / "v.md")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["pairs"][0]["only_a_right"] == 22
    assert found["stopping_rule"] == "fixed"
    assert "Use A for coding like this" in (tmp_path / "v.html").read_text(encoding="utf-8")
    assert "Use A for coding like this" in (tmp_path / "v.md").read_text(encoding="utf-8")
    assert ask(verdict, *ids).stdout.startswith("Use A for coding like this.")
    assert ask(verdict, ids[0]).exit_code == 1


def test_a_report_that_cannot_be_written_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from core.commands.deciding import _write

    with pytest.raises(SurefitError, match="choose another place"):
        _write(tmp_path / "missing" / "report.html", "text")
    with pytest.raises(SurefitError, match="choose another place"):
        _write(tmp_path, "text")


def test_counts_beyond_all_measure_are_wrong_usage() -> None:
    result = CliRunner().invoke(confidence, ["--a-only", "9" * 20, "--b-only", "3", "--n", "9" * 21])
    assert result.exit_code == 2


def test_a_tolerance_is_judged_as_on_the_page_and_for_results_from_elsewhere(tmp_path: Path) -> None:
    """4 lost of 250 and none gained: the score test says 0.9028, the exact test refuses it (0.8718)."""
    counts = json.loads(ask(confidence, "--a-only", 0, "--b-only", 4, "--n", 250, "--tolerance", 3, "--json").stdout)[
        "not_worse"
    ]
    assert counts["a"] == pytest.approx(0.8718, abs=1e-4)
    path = write_csv(tmp_path / "r.csv", {"A": [1] * 246 + [0] * 4, "B": [1] * 250})
    found = json.loads(ask(compare, path, "--tolerance", 3, "--json").stdout)
    assert found["not_worse"] == counts
    assert "A is not worse than B by more than 3 points: 87 % sure." in ask(compare, path, "--tolerance", 3).stdout
    graded = write_csv(tmp_path / "g.csv", {"A": [4, 5, 3, 4] * 25, "B": [4, 5, 4, 4] * 25})
    rated = json.loads(ask(compare, graded, "--tolerance", 3, "--json").stdout)["not_worse"]
    assert rated["a"] < 0.01
    assert rated["b"] > 0.95


def test_a_tolerance_among_millions_of_questions_is_judged_at_once() -> None:
    result = ask(confidence, "--a-only", 10**8, "--b-only", 10**8, "--n", 10**9, "--tolerance", 3, "--json")
    assert json.loads(result.stdout)["not_worse"]["a"] == 0.9999
