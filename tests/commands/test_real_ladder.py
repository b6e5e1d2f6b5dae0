"""Ladders of real files: true K- and I-types on a model of width 256, and the demo model's rungs from end to end.

The demo model is a Q4_1 and everything else is made from it, so an F32 holds
what the Q4_1 holds: equal files have to be found equal.
"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.advice.ladder.ladder import find_ladders
from core.advice.ladder.making import estimate_size
from core.catalogue.data_files import DATA_DIR
from core.commands.diverging import divergence
from core.commands.quantizing import ladder
from core.inference.quantizer import quantize
from core.models.model_file import load_model_file
from core.models.split_files import read_headers
from tests.tiny_architectures import write_grouped
from tests.tiny_model import write_tiny_model

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llama_cpp")
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Q8_0", "Q8_0"),
        ("Q6_K", "Q6_K"),
        ("Q4_K_M", "Q4_K"),
        ("IQ4_XS", "IQ4_XS"),
        ("IQ3_S", "IQ3_S"),
        ("Q2_K", "Q2_K"),
    ],
)
def test_a_model_of_width_256_holds_the_types_that_its_labels_promise(tmp_path: Path, label: str, kind: str) -> None:
    source = write_tiny_model(tmp_path / "Tiny-1M-F32.gguf")
    made = quantize(source, label, tmp_path / f"Tiny-1M-{label}.gguf")
    file = load_model_file(made.path)
    assert made.n_fallback == 0
    assert kind in dict(file.type_shares)
    assert file.made_from is None
    assert estimate_size(read_headers(source), label)[0] == pytest.approx(made.size_bytes, abs=1000)


def test_made_rungs_are_one_ladder_under_their_source(tmp_path: Path) -> None:
    source = write_tiny_model(tmp_path / "Tiny-1M-F32.gguf")
    files = [load_model_file(source)]
    for label in ("Q8_0", "Q4_K_M", "IQ4_XS"):
        files.append(load_model_file(quantize(source, label, tmp_path / f"Tiny-1M-{label}.gguf").path))
    (found,) = find_ladders(files)
    assert found.reference == "F32"
    assert [step.name for step in found.steps] == ["F32", "Q8_0", "Q4_K_M", "IQ4_XS"]


@pytest.mark.timeout(1800)
def test_the_demo_models_rungs_end_in_a_verdict(smollm_path: Path, tmp_path: Path) -> None:
    files = [smollm_path]
    for label in ("F32", "Q8_0", "Q4_0", "Q2_K"):
        files.append(quantize(smollm_path, label, tmp_path / f"SmolLM2-135M-Instruct.{label}.gguf").path)
    arguments = [*files, "--use-case", "general", "--n", 60, "--n-ctx", 1024, "--max-tokens", 48, "--json"]
    result = CliRunner().invoke(ladder, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["reference"] == "Q4_1"
    rungs = {rung["name"]: rung for rung in found["rungs"]}
    assert set(rungs) == {"F32", "Q8_0", "Q4_1", "Q4_0", "Q2_K"}
    assert rungs["F32"]["made_from"] == "requantized from Q4_1"
    # The same content, computed in other types: nearly every answer is the same.
    assert len(rungs["F32"]["lost"]) + len(rungs["F32"]["gained"]) <= 6
    assert all(rung["cost"]["decode_tokens_per_s"] for rung in rungs.values())
    # Answers that the budget cuts off are not measured.
    assert all(0 < rung["score"]["n"] <= 60 for rung in rungs.values())
    ending = found["verdict"]["ending"]
    assert ending in {"settled", "not settled", "keep the reference", "withheld"}
    assert (ending == "withheld") <= any(rung["stands"] == "withheld" for rung in rungs.values())


@pytest.mark.timeout(900)
def test_real_caches_are_runs_of_their_own(smollm_path: Path) -> None:
    arguments = [
        smollm_path,
        "--cache",
        "--use-case",
        "general",
        "--n",
        10,
        "--n-ctx",
        512,
        "--max-tokens",
        16,
        "--json",
    ]
    result = CliRunner().invoke(ladder, [str(argument) for argument in arguments])
    found = json.loads(result.stdout)
    asked = {rung["name"]: rung for rung in found["rungs"]}
    assert 0 < asked["cache f16"]["score"]["n"] <= 10  # the budget cuts some answers off
    assert len({rung["run_id"] for rung in found["rungs"]}) == 4
    # A cache that this build refuses is told; those that it takes have answered.
    assert all(rung["state"] == "done" or rung["why_not"] for rung in found["rungs"])


def measured(*arguments: object) -> dict[str, dict]:
    result = CliRunner().invoke(divergence, [*(str(argument) for argument in arguments), "--json"])
    assert result.exit_code == 0, result.output
    return {row["name"]: row for row in json.loads(result.stdout)["files"]}


def test_true_k_types_stray_further_with_fewer_bits(tmp_path: Path) -> None:
    source = write_tiny_model(tmp_path / "Tiny-1M-F32.gguf")
    made = [quantize(source, label, tmp_path / f"Tiny-1M-{label}.gguf").path for label in ("Q8_0", "Q4_K_M", "Q2_K")]
    text = tmp_path / "text.txt"
    text.write_text("Every byte of this is a token of the model, and none of them means a thing to it. " * 40, "utf-8")
    rows = measured(source, *made, "--text", text, "--chunks", 3)
    far = [rows[f"Tiny-1M-{label}"]["kl"]["value"] for label in ("Q8_0", "Q4_K_M", "Q2_K")]
    assert 0 <= far[0] < far[1] < far[2]


def test_smaller_caches_stray_further(tmp_path: Path) -> None:
    source = write_tiny_model(tmp_path / "Tiny-1M-F32.gguf")
    text = tmp_path / "text.txt"
    text.write_text("Every byte of this is a token of the model, and none of them means a thing to it. " * 40, "utf-8")
    rows = measured(source, "--cache", "--text", text, "--chunks", 3)
    assert set(rows) == {"cache q8_0", "cache K q8_0 V q4_0", "cache q4_0"}
    far = [rows[name]["kl"]["value"] for name in ("cache q8_0", "cache K q8_0 V q4_0", "cache q4_0")]
    assert 0 < far[0] < far[1] < far[2]
    assert len({row["reference_perplexity"]["value"] for row in rows.values()}) == 1


def test_a_cache_that_the_heads_do_not_take_is_no_lack_of_memory(tmp_path: Path) -> None:
    source = write_grouped(tmp_path / "grouped-F32.gguf")  # heads of 16, and a block of q8_0 has 32
    text = tmp_path / "text.txt"
    text.write_text("Every byte of this is a token of the model. " * 40, encoding="utf-8")
    result = CliRunner().invoke(divergence, [str(source), "--cache", "--text", str(text), "--chunks", "2"])
    assert result.exit_code == 1
    assert "takes no KV cache of q8_0 for K and q8_0 for V" in result.stderr
    assert "n_ctx" not in result.stderr


def test_another_vocabulary_is_refused(tmp_path: Path) -> None:
    one = write_tiny_model(tmp_path / "Tiny-1M-F32.gguf")
    other = write_tiny_model(tmp_path / "Tiny-1M-other-F32.gguf", extra_tokens=10)
    text = tmp_path / "text.txt"
    text.write_text("A text. " * 200, encoding="utf-8")
    result = CliRunner().invoke(divergence, [str(one), str(other), "--text", str(text)])
    assert result.exit_code == 1
    assert "vocabulary of 270 tokens" in result.stderr


@pytest.mark.timeout(1200)
def test_the_demo_models_rungs_are_told_apart_by_their_predictions(smollm_path: Path, tmp_path: Path) -> None:
    files = [
        quantize(smollm_path, label, tmp_path / f"SmolLM2-135M-Instruct.{label}.gguf").path
        for label in ("F32", "Q8_0", "Q4_0", "Q2_K")
    ]
    text = tmp_path / "text.txt"
    text.write_text(
        " ".join((DATA_DIR / "quantization.json").read_text(encoding="utf-8").split())[:12_000], encoding="utf-8"
    )
    rows = measured(smollm_path, *files, "--text", text, "--chunks", 4)
    near, far = ("F32", "Q8_0"), ("Q4_0", "Q2_K")
    kl = {label: rows[f"SmolLM2-135M-Instruct.{label}"]["kl"]["value"] for label in (*near, *far)}
    assert max(kl[label] for label in near) < min(kl[label] for label in far) / 5
    assert all(rows[f"SmolLM2-135M-Instruct.{label}"]["same_top"]["value"] > 0.95 for label in near)
