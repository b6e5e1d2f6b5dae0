"""A task folder that lm-evaluation-harness loads from anywhere."""

import json
import re
import subprocess
import sys
import venv

import pytest

from core.errors import QuestionSetError
from core.questions.banks import load_bank
from core.questions.draw import draw
from core.questions.harness import write_harness_folder
from core.questions.question import GraderSpec, Question, QuestionSet


def test_the_folder_carries_its_data_and_names_what_it_leaves_out(tmp_path):
    bank = load_bank("coding")
    folder = write_harness_folder(bank, tmp_path / "out")
    assert folder.name == "surefit_coding_bank"
    assert folder.written + sum(folder.left_out.values()) == len(bank.questions)
    assert set(folder.left_out) == {"code"}
    lines = (tmp_path / "out" / "surefit_coding_bank_choice.jsonl").read_text(encoding="utf-8").splitlines()
    row = json.loads(lines[0])
    question = next(q for q in bank.questions if q.id == row["id"])
    assert ["ABCDEFGH"[i] for i in row["gold"]] == list(question.target)
    assert row["query"].endswith("Answer:")


def test_a_set_without_gradable_questions_is_refused(tmp_path):
    with pytest.raises(QuestionSetError, match="no question that lm-evaluation-harness can grade"):
        write_harness_folder(QuestionSet("s", (Question("a", "Rate.", (), GraderSpec("rating")),)), tmp_path)


@pytest.mark.parametrize(
    ("row", "text", "right"),
    [
        ({"grader": "number", "targets": ["70000"], "tolerance": 1e-9}, "Well.\nANSWER: $70,000.", True),
        ({"grader": "number", "targets": ["7"], "tolerance": 1e-9}, "8", False),
        ({"grader": "exact", "targets": ["Lisbon"], "case": False}, " lisbon.\n\nQuestion: x", True),
        ({"grader": "exact", "targets": ["Lisbon"], "case": True}, "lisbon", False),
        ({"grader": "contains", "targets": ["a", "b"], "all": True}, "a and b", True),
        ({"grader": "contains", "targets": ["a", "z"], "all": True}, "a and b", False),
        ({"grader": "regex", "pattern": r"\d{3}", "targets": []}, "it is 123", True),
        ({"grader": "exact", "targets": ["x"], "case": False}, "", False),
    ],
)
def test_the_module_beside_the_data_reads_answers(tmp_path, monkeypatch, row, text, right):
    folder = write_harness_folder(load_bank("general"), tmp_path)
    source = (tmp_path / f"{folder.name}_data.py").read_text(encoding="utf-8").replace("import datasets\n", "")
    namespace = {"__file__": str(tmp_path / "x.py")}
    exec(source, namespace)
    assert namespace["grade"](row, [text])["acc"] == float(right)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_lm_eval_runs_the_folder_with_its_dummy_model_from_another_place(tmp_path):
    """lm_eval without its model backends needs no torch; it gets an environment of its own."""
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    python = environment / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    command = [python, "-m", "pip", "install", "-q", "lm_eval==0.4.13"]
    installed = subprocess.run(command, capture_output=True, text=True, check=False)
    if installed.returncode:
        pytest.skip(f"lm_eval cannot be installed here: {installed.stderr.strip().splitlines()[-1]}")
    bank = load_bank("general")
    asked = draw(bank, 60, 1)
    subset = QuestionSet("moved set", tuple(a.question for a in asked))
    folder = write_harness_folder(subset, tmp_path / "before")
    moved = (tmp_path / "before").rename(tmp_path / "after")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    code = (
        "import sys, json, lm_eval; from lm_eval.tasks import TaskManager;"
        "found = lm_eval.simple_evaluate(model='dummy', tasks=[sys.argv[2]], bootstrap_iters=0,"
        " task_manager=TaskManager(include_path=sys.argv[1], include_defaults=False));"
        "print('FOUND', json.dumps({k: v['effective'] for k, v in found['n-samples'].items()}))"
    )
    offline = {"HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path / "hub"), "PATH": ""}
    command = [python, "-c", code, str(moved), folder.name]
    run = subprocess.run(command, cwd=elsewhere, capture_output=True, text=True, env=offline, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    counts = json.loads(re.search(r"FOUND (.+)", run.stdout)[1])
    assert sum(counts.values()) == folder.written == 60 - sum(folder.left_out.values())


def test_the_module_beside_the_data_reads_patterns_with_groups_flags_and_unwanted_words(tmp_path):
    bank = load_bank("reasoning")
    clock = next(q for q in bank.questions if q.grader.name == "regex")
    cold = next(q for q in load_bank("general").questions if q.grader.options.get("none_of"))
    folder = write_harness_folder(QuestionSet("times", (clock, cold)), tmp_path)
    rows = [json.loads(line) for line in (tmp_path / f"{folder.name}_text.jsonl").read_text().splitlines()]
    source = (tmp_path / f"{folder.name}_data.py").read_text().replace("import datasets\n", "")
    module = {"__file__": str(tmp_path / "module.py")}
    exec(source, module)
    key = clock.metadata["example"]
    assert module["grade"](rows[0], [f"It began at 03:01 and ends at {key}."]) == {"acc": 1.0}
    assert module["grade"](rows[0], ["Answer: 03:01"]) == {"acc": 0.0}
    assert module["grade"](rows[1], ["cold"]) == {"acc": 1.0}
    assert module["grade"](rows[1], ["cold or warm"]) == {"acc": 0.0}
