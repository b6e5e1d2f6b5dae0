"""`prepare` runs every model twice through the queue and prints scores before and after."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from core.commands.preparing import prepare
from core.inference.exchange import FinishReason, Reply
from tests.scripted_model import ScriptedModel

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Learner(ScriptedModel):
    """Answers in capitals once it has seen an example; a model named "dull" never does."""

    def __init__(self, name: str) -> None:
        self.name = name

    def answer(self, requests):
        for request in requests:
            able = len(request.messages) > 1 and self.name != "dull"
            text = f"ANSWER: {request.id.upper() if able else '?'}"
            yield Reply(request.id, text, FinishReason.STOP, f"{len(request.messages)} {request.id}", 10, 5, 0.1)


@pytest.fixture(autouse=True)
def _runner_in_this_process(work_here) -> None:
    work_here(lambda candidate, _: Learner(candidate.model))


@pytest.fixture
def questions_path(tmp_path: Path) -> Path:
    path = tmp_path / "capitals.jsonl"
    rows = [
        {
            "id": a + b,
            "input": f"What is {a}{b} in capitals? Just {a}{b}.",
            "target": (a + b).upper(),
            "grader": "exact",
        }
        for a in LETTERS[:8]
        for b in LETTERS[8:14]
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def ask(*arguments: object) -> Result:
    return CliRunner().invoke(prepare, [str(a) for a in arguments])


def test_an_estimate_is_asked_of_a_training_only_and_asks_no_model_anything(questions_path: Path) -> None:
    result = ask("--model", "no.gguf", "--questions", questions_path, "--by", "examples", "--estimate")
    assert result.exit_code == 2
    assert "--estimate goes with --by training" in result.output


def test_scores_before_and_after_come_as_json(questions_path: Path) -> None:
    result = ask(
        "--server", "http://localhost:1", "--model", "bright", "--model", "dull", "--questions", questions_path,
        "--by", "examples", "--n", 40, "--json",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert (found["by"], found["examples"], found["test_questions"]) == ("examples", 4, 40)
    bright, dull = found["candidates"]
    assert (bright["direct"]["score"]["value"], bright["prepared"]["score"]["value"]) == (0, 1)
    assert (bright["gain"], bright["settled"], dull["gain"]) == (1, True, 0)
    assert bright["rank_after"] == [1, 1]
    assert found["after"]["leader"] == "bright at http://localhost:1"
    assert found["before"]["leader"] is None
    assert len(found["example_ids"]) == 4
    assert found["left_out"] == []


def test_the_same_as_sentences(questions_path: Path) -> None:
    common = ("--server", "http://localhost:1", "--questions", questions_path, "--by", "examples", "--examples", 2)
    result = ask(*common, "bright")
    assert result.exit_code == 0, result.output
    assert "2 examples help bright" in result.stdout
    assert "+100 (" in result.stdout
    assert "2 questions are shown as examples, 46 of the other 46 are asked." in result.stderr
    assert ask(*common, "dull").stdout.startswith("No gain from 2 examples is settled.")


def test_running_it_twice_asks_nothing_twice(questions_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    common = ("--server", "http://localhost:1", "--questions", questions_path, "--by", "examples", "bright", "--json")
    first = ask(*common)
    monkeypatch.setattr(Learner, "answer", lambda *_: pytest.fail("asked again"))
    assert ask(*common).stdout == first.stdout


def test_a_set_of_one_form_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "sums.jsonl"
    rows = [{"id": f"s{i}", "input": f"What is {i} plus {i}?", "target": str(2 * i)} for i in range(20)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    common = ("--server", "http://localhost:1", "--questions", path, "--by", "examples", "dull")
    refused = ask(*common)
    assert refused.exit_code == 1
    assert "too close to a training question" in refused.stderr
    assert ask(*common, "--same-form").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--by", "examples", "--use-case", "chat"), "at least one model"),
        (("--by", "examples", "a.gguf"), "either --questions or --use-case"),
        (("--use-case", "chat", "a.gguf"), "--by"),
        (("--by", "prayer", "--use-case", "chat", "a.gguf"), "prayer"),
        (("--by", "examples", "--examples", 0, "--use-case", "chat", "a.gguf"), "--examples"),
    ],
)
def test_wrong_usage_is_told(arguments: tuple[object, ...], said: str) -> None:
    result = ask(*arguments)
    assert result.exit_code == 2
    assert said in result.output


def test_a_missing_file_is_a_sentence(questions_path: Path) -> None:
    result = ask("--model", "nowhere.gguf", "--questions", questions_path, "--by", "examples")
    assert result.exit_code == 1
    assert "nowhere.gguf" in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.slow
def test_a_real_model_answers_before_and_after(
    smollm_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("llama_cpp")
    monkeypatch.undo()
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    path = tmp_path / "few.jsonl"
    rows = [
        ("What is the capital of France?", "Paris"), ("Name the colour of fresh snow.", "white"),
        ("How many legs does a dog have?", "4"), ("Which animal says meow?", "cat"),
        ("What do bees make?", "honey"), ("Which planet do we live on?", "Earth"),
    ]  # fmt: skip
    path.write_text(
        "".join(json.dumps({"input": q, "target": a, "grader": "contains"}) + "\n" for q, a in rows), encoding="utf-8"
    )
    result = ask(
        "--model", smollm_path, "--questions", path, "--by", "examples", "--examples", 2, "--n", 4,
        "--n-ctx", 1024, "--max-tokens", 64, "--json",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)["candidates"][0]
    # Answers that the budget cuts off are not measured; with worked examples before it the model stops by itself.
    assert 1 <= found["direct"]["score"]["n"] <= 4
    assert 3 <= found["prepared"]["score"]["n"] <= 4
    assert found["direct"]["run_id"] != found["prepared"]["run_id"]
