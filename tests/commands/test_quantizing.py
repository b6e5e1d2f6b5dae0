"""`ladder` asks every rung through the queue and ends in a verdict; bad input gets a sentence."""

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from core.commands.diverging import divergence
from core.commands.model_files import quantize
from core.commands.quantizing import ladder
from core.errors import InferenceError, ModelProcessDied
from core.inference.divergence import Divergence, Perplexity
from core.inference.exchange import FinishReason, Reply, Settings
from core.runs import job_process
from core.runs.divergence_work import measure_files
from tests.ladder_store import NO_CHILD, write_rung
from tests.scripted_model import ScriptedModel

pytestmark = pytest.mark.slow


class Compressed(ScriptedModel):
    """Knows every answer as F16; loses some of them as Q4_0, and dies as Q6_K."""

    def __init__(self, label: str, type_k: str) -> None:
        self.label = label
        self.settings = Settings(threads=1, type_k=type_k)

    def answer(self, requests):
        for request in requests:
            if self.label == "Q6_K":
                raise ModelProcessDied("The model's process ended (signal 11).")
            number = int(request.id.removeprefix("s"))
            lost = (self.label == "Q4_0" and number % 5 == 0) or (self.settings.type_k == "q4_0" and number % 4 == 0)
            text = f"ANSWER: {-1 if lost else 2 * number}"
            yield Reply(request.id, text, FinishReason.STOP, request.id, 10 + number % 7, 5 + number % 3, 0.1)


@pytest.fixture(autouse=True)
def _runner_in_this_process(work_here) -> None:
    work_here(lambda candidate, settings: Compressed(candidate.label, settings.type_k))


@pytest.fixture
def questions_path(tmp_path: Path) -> Path:
    path = tmp_path / "sums.jsonl"
    rows = [
        {"id": f"s{i}", "input": f"What is {i} plus {i}?", "target": str(2 * i), "grader": "number",
         "metadata": {"level": 1 + i % 2}}
        for i in range(10, 130)
    ]  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def ask(*arguments: object) -> Result:
    return CliRunner().invoke(ladder, [str(a) for a in arguments])


def rungs(folder: Path, *labels: str) -> list[Path]:
    return [write_rung(folder / "models", "Zyxw-1B-Instruct", label) for label in labels]


def test_rungs_are_asked_and_judged_as_json(tmp_path: Path, questions_path: Path) -> None:
    result = ask(*rungs(tmp_path, "Q4_0", "F16", "Q8_0"), "--questions", questions_path, "--n", 120, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["reference"] == "F16"
    assert found["verdict"]["take"] == "Q8_0"
    f16, q8, q4 = found["rungs"]
    assert (f16["score"]["right"], q8["score"]["right"], q4["score"]["right"]) == (120, 120, 96)
    assert (len(q4["lost"]), q4["gained"]) == (24, [])
    assert q8["against_reference"]["confidence"] > 0.9
    assert sum(level["lost"] for level in q4["levels"]) == 24
    assert found["plan"]["margin"] == 0.03
    assert q4["published"]["loss_points_high"] > 0
    assert found["rules"]


def test_the_same_as_sentences_asks_nothing_twice(
    tmp_path: Path, questions_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = rungs(tmp_path, "F16", "Q8_0")
    first = ask(*files, "--questions", questions_path, "--n", 100)
    assert first.exit_code == 0, first.output
    assert first.stdout.startswith("Take Q8_0: the smallest file that is good enough here.")
    assert "F16 (reference): named F16, holds F16 100 %" in first.stderr
    monkeypatch.setattr(Compressed, "answer", lambda *_: pytest.fail("asked again"))
    assert ask(*files, "--questions", questions_path, "--n", 100).stdout == first.stdout


def test_one_question_is_asked_and_tells_nothing(tmp_path: Path, questions_path: Path) -> None:
    first = questions_path.read_text(encoding="utf-8").splitlines()[0]
    questions_path.write_text(first + "\n", encoding="utf-8")
    result = ask(*rungs(tmp_path, "F16", "Q8_0"), "--questions", questions_path)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[0] == "No verdict: one question tells nothing, ask more."
    assert "Q8_0: at 8 bits and more, published scores do not change." in result.stdout.splitlines()


def test_a_rung_that_crashes_is_told_and_the_exit_code_says_so(tmp_path: Path, questions_path: Path) -> None:
    result = ask(*rungs(tmp_path, "F16", "Q8_0", "Q6_K"), "--questions", questions_path, "--n", 100)
    assert result.exit_code == 1
    assert "Q6_K is left out. It failed before its first answer: The model's process ended (signal 11). Resume it" in (
        result.stdout
    )
    assert result.stdout.startswith("Take Q8_0")


def test_a_reference_may_be_named_and_must_be_there(tmp_path: Path, questions_path: Path) -> None:
    f16, q8 = rungs(tmp_path, "F16", "Q8_0")
    result = ask(f16, "--reference", q8, "--questions", questions_path, "--n", 60, "--json")
    assert json.loads(result.stdout)["reference"] == "Q8_0"
    missing = ask(f16, "--reference", tmp_path / "gone.gguf", "--questions", questions_path)
    assert missing.exit_code == 1
    assert "gone.gguf is not there" in missing.stderr


def test_caches_of_one_file_are_a_ladder(tmp_path: Path, questions_path: Path) -> None:
    result = ask(*rungs(tmp_path, "Q8_0"), "--cache", "--questions", questions_path, "--n", 100, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["rungs"][0]["cache"] == ["f16", "f16"]
    assert found["verdict"]["take"] == "cache K q8_0 V q4_0"


def test_the_plan_alone_asks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compressed, "answer", lambda *_: pytest.fail("asked"))
    result = ask(*rungs(tmp_path, "F16", "Q8_0"), "--use-case", "coding", "--n", 50, "--plan", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["sizes"][0] | {"n": 50, "even_flips": None} == found["sizes"][0]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--use-case", "coding"), 1, "Not measurable"),
        (("--cache", "--sizes", "--use-case", "coding"), 2, "not both"),
        (("--sizes", "--use-case", "coding"), 2, "two FILEs"),
        (("--use-case", "coding", "--tolerance", "nan"), 2, "tolerance"),
        (("--use-case", "coding", "--n", 1), 2, "--n"),
    ],
)
def test_what_cannot_be_measured_is_a_sentence(tmp_path: Path, arguments, code: int, said: str) -> None:
    result = ask(*rungs(tmp_path, "Q4_0"), *arguments)
    assert result.exit_code == code
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_questions_must_be_named(tmp_path: Path) -> None:
    assert "either --questions or --use-case" in ask(*rungs(tmp_path, "F16", "Q8_0")).stderr


def test_different_vocabularies_are_refused_with_the_reason(tmp_path: Path) -> None:
    one = write_rung(tmp_path / "a", "Zyxw-1B", "F16")
    other = write_rung(tmp_path / "b", "Zyxw-1B", "Q8_0", tokenizer__ggml__tokens=[f"t{i}" for i in range(2500)])
    result = ask(one, other, "--use-case", "coding")
    assert result.exit_code == 1
    assert "vocabulary" in result.stderr


@pytest.fixture
def _measured_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The job is worked in this process, with an engine that measures by the file's name."""

    def measure(
        reference: Path, candidate: Path, text: str, *, max_chunks: int, progress, kept, settings, reference_settings
    ) -> Divergence:
        progress(0.5)
        assert (kept == Path("kept")) == bool(kept_texts)
        if "Q6_K" in candidate.name:
            raise ModelProcessDied("The model's process ended (signal 11).")
        if len(text) < 20:
            raise InferenceError("the text has 3 tokens; at least 512 are needed")
        own = Perplexity(15.0 if "Q4_0" in candidate.name else 12.0, 0.2, 0.9, 2550, max_chunks)
        far = 0.25 if "Q4_0" in candidate.name else 0.0004
        ratio = math.log(own.perplexity / 12)
        return Divergence(
            Perplexity(12.0, 0.2, 0.88, 2550, max_chunks),
            own,
            log_ratio=ratio,
            log_ratio_error=0.01,
            mean_kl=far,
            kl_standard_error=0.01,
            median_kl=far / 2,
            kl_99=9 * far,
            max_kl=20 * far,
            same_top=0.9,
            same_top_error=0.01,
            kl_by_chunk=tuple(far + 0.001 * chunk for chunk in range(max_chunks)),
            log_ratio_by_chunk=(ratio,) * max_chunks,
        )

    kept_texts: list[str] = []

    @contextmanager
    def keep(reference: Path, text: str, *, max_chunks: int, progress) -> Iterator[Path]:
        progress(0.5)
        kept_texts.append(text)
        yield Path("kept")

    def worked_here(command: list[str], **_: object) -> object:
        job_process.main(Path(command[-2]), int(command[-1]))
        return NO_CHILD

    monkeypatch.setattr("core.runs.job_process.measure_files", partial(measure_files, measure=measure, keep=keep))
    monkeypatch.setattr("core.runs.children.subprocess.Popen", worked_here)


def ask_divergence(*arguments: object) -> Result:
    return CliRunner().invoke(divergence, [str(a) for a in arguments])


@pytest.fixture
def text_path(tmp_path: Path) -> Path:
    path = tmp_path / "text.txt"
    path.write_text("Pages of the kind that the model is for. " * 50, encoding="utf-8")
    return path


@pytest.mark.usefixtures("_measured_here")
def test_divergence_is_measured_once_and_read_with_care(tmp_path: Path, text_path: Path) -> None:
    f16, q8, q4 = rungs(tmp_path, "F16", "Q8_0", "Q4_0")
    result = ask_divergence(f16, q8, q4, "--text", text_path, "--chunks", 10, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    near, far = found["files"]
    assert (near["name"], near["distance"], near["n_chunks"]) == ("Zyxw-1B-Instruct-Q8_0", "no different", 10)
    assert (far["distance"], far["worse"], far["kl"]["value"]) == ("far off", True, 0.25)
    assert (far["nearer"], far["is_further"]) == (near["name"], True)
    assert "temporary file of at most" in result.stderr  # how large it gets is said before it is written
    again = ask_divergence(f16, q8, q4, "--text", text_path, "--chunks", 10)
    assert "against the reference" not in again.stderr  # nothing was measured again
    assert "a damaged rung" in again.stdout
    assert "It strays further than Zyxw-1B-Instruct-Q8_0, by 0.2496" in again.stdout
    assert "KL divergence condemns bad rungs" in again.stdout


@pytest.mark.usefixtures("_measured_here")
def test_caches_of_one_file_are_held_against_f16(tmp_path: Path, text_path: Path) -> None:
    (q4,) = rungs(tmp_path, "Q4_0")
    result = ask_divergence(q4, "--cache", "--text", text_path, "--chunks", 4, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)["files"]
    assert {row["name"]: row["cache"] for row in found} == {
        "cache q8_0": ["q8_0", "q8_0"],
        "cache K q8_0 V q4_0": ["q8_0", "q4_0"],
        "cache q4_0": ["q4_0", "q4_0"],
    }
    assert ask_divergence(q4, q4, "--cache", "--text", text_path).exit_code == 2
    assert ask_divergence(q4, "--text", text_path).exit_code == 2


@pytest.mark.usefixtures("_measured_here")
def test_the_same_content_is_measured_once_and_the_reference_not_at_all(tmp_path: Path, text_path: Path) -> None:
    f16, q8 = rungs(tmp_path, "F16", "Q8_0")
    copy = tmp_path / "a copy *of* <b>it.gguf"
    copy.write_bytes(q8.read_bytes())
    result = ask_divergence(f16, q8, copy, f16, "--text", text_path, "--json")
    assert result.exit_code == 0, result.output
    assert len(json.loads(result.stdout)["files"]) == 1
    assert "is the reference itself and is left out" in result.stderr
    alone = ask_divergence(f16, f16, "--text", text_path)
    assert (alone.exit_code, "name a smaller one" in alone.stderr) == (1, True)


@pytest.mark.usefixtures("_measured_here")
def test_two_files_of_one_name_are_told_apart(tmp_path: Path, text_path: Path) -> None:
    (f16,) = rungs(tmp_path, "F16")
    twins = [
        write_rung(tmp_path / folder, "Zyxw-1B-Instruct", "Q8_0", general__license=folder) for folder in ("ann", "bob")
    ]
    result = ask_divergence(f16, *twins, "--text", text_path, "--json")
    assert result.exit_code == 0, result.output
    assert len({row["name"] for row in json.loads(result.stdout)["files"]}) == 2


@pytest.mark.usefixtures("_measured_here")
def test_a_file_that_crashes_is_named_and_the_others_are_measured(tmp_path: Path, text_path: Path) -> None:
    result = ask_divergence(*rungs(tmp_path, "F16", "Q8_0", "Q6_K"), "--text", text_path)
    assert result.exit_code == 1
    assert "Zyxw-1B-Instruct-Q6_K: The model's process ended (signal 11)." in result.stdout
    assert "Zyxw-1B-Instruct-Q8_0 predicts what the reference predicts." in result.stdout


@pytest.mark.usefixtures("_measured_here")
def test_bad_input_of_divergence_is_a_sentence(tmp_path: Path, text_path: Path) -> None:
    f16, q8 = rungs(tmp_path, "F16", "Q8_0")
    other = write_rung(tmp_path / "b", "Zyxw-1B", "Q8_0", tokenizer__ggml__tokens=[f"t{i}" for i in range(2500)])
    short = tmp_path / "short.txt"
    short.write_text("Short.", encoding="utf-8")
    for arguments, said in (
        ((tmp_path / "gone.gguf", q8, "--text", text_path), "gone.gguf is not there"),
        ((f16, other, "--text", text_path), "vocabulary of 2,500 tokens"),
        ((f16, q8, "--text", short), "512 tokens are the least that is read"),
        ((f16, q8, "--text", tmp_path / "gone.txt"), "cannot be read"),
        ((f16, q8, "--run", "gone"), "There is no run gone"),
    ):
        result = ask_divergence(*arguments)
        assert result.exit_code == 1
        assert said in result.stderr
        assert "Traceback" not in result.output
    assert ask_divergence(f16, q8).exit_code == 2


@pytest.mark.parametrize(
    ("type_name", "name", "said"),
    [
        ("Q4_0", "Zyxw-1B-Q8_0.gguf", "is there already: choose another name"),
        ("Q4_0", "Zyxw-1B-F16.gguf", "is the source itself"),
        ("Q4_0", "folder.gguf", "is a folder"),
        ("Q4_0", "made.txt", "end in .gguf"),
        ("Q4_0", "x" * 250 + ".gguf", "cannot be the name of a file here"),
        ("Q9_Z", "made.gguf", "is no type that can be made"),
    ],
)
def test_a_rung_that_cannot_be_made_is_refused_before_the_text_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, type_name: str, name: str, said: str
) -> None:
    source, there = (write_rung(tmp_path, "Zyxw-1B", label) for label in ("F16", "Q8_0"))
    before = there.read_bytes()
    (tmp_path / "folder.gguf").mkdir()
    read: list[object] = []
    monkeypatch.setattr("core.commands.model_files.make_importance", lambda *given: read.append(given))
    listed = sorted(tmp_path.iterdir())
    result = CliRunner().invoke(quantize, [str(source), type_name, str(tmp_path / name), "--text", "any.txt"])
    assert (result.exit_code, read) == (1, [])
    assert said in result.output
    assert sorted(tmp_path.iterdir()) == listed
    assert there.read_bytes() == before
