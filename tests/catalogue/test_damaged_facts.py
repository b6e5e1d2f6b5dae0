"""Files of facts that a broken copy has spoilt: a sentence that names the file, and never "nothing is known"."""

import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from core.catalogue import data_files
from core.errors import DataFileError

ROOT = Path(__file__).parents[2]
READERS = {
    "benchmarks.json": "core.catalogue.benchmarks:load_benchmarks",
    "other_benchmarks.json": "core.catalogue.benchmark_names:_others",
    "use_cases.json": "core.catalogue.use_case_guide:load_guides",
    "families.json": "core.catalogue.families:load_families",
    "model_shapes.json": "core.catalogue.model_shapes:load_shapes",
    "model_names.json": "core.models.name_rules:families",
    "public_scores.csv": "core.catalogue.public_scores:load_public_scores",
    "score_sources.json": "core.catalogue.public_scores:load_places",
    "board_models.csv": "core.catalogue.board_models:load_board_models",
    "quantization.json": "core.catalogue.quantization:quantization_labels",
    "quantization_losses.json": "core.catalogue.quantization_losses:published_losses",
    "train_before_test.json": "core.catalogue.preparation_study:load_preparation_study",
}
READ_ALL = """
import sys
from importlib import import_module
from importlib import import_module
from pathlib import Path
from core.catalogue import data_files
from core.errors import DataFileError

folder = data_files.DATA_DIR
for pair in sys.argv[1:]:
    name, reader = pair.split("=")
    module, function = reader.split(":")
    ask = getattr(import_module(module), function)
    whole = (folder / name).read_bytes()
    for spoilt in (whole[: len(whole) // 2], b"", b"\\xff\\xfe\\x00", b"[]", b"{}", b"null", None):
        for known in [m for m in list(sys.modules) if m.startswith("core.catalogue.") or m.startswith("core.models")]:
            for value in list(vars(sys.modules[known]).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
        (folder / name).unlink() if spoilt is None else (folder / name).write_bytes(spoilt)
        try:
            ask()
            print("read", name, spoilt)
        except DataFileError as error:
            if f"data/{name}" not in str(error):
                print("names another", name, error)
        (folder / name).write_bytes(whole)
"""


@pytest.mark.slow
def test_a_spoilt_file_of_facts_is_named_in_a_sentence(tmp_path: Path) -> None:
    for folder in ("core", "data"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    pairs = [f"{name}={reader}" for name, reader in READERS.items()]
    done = subprocess.run(
        [sys.executable, "-c", READ_ALL, *pairs], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (done.stdout, done.returncode) == ("", 0), done.stderr[-2000:]


def test_every_file_of_facts_has_a_reader_that_is_tried() -> None:
    assert {path.name for path in (ROOT / "data").iterdir() if path.is_file()} == set(READERS)


@pytest.mark.parametrize(
    ("name", "pattern", "edit"),
    [
        ("families.json", r'"sizes_b": \[[^\]]*\]', '"sizes_b": []'),
        ("families.json", r'"sizes_b": \[[^\]]*\]', '"sizes_b": [NaN]'),
        ("families.json", r'"sizes_b": \[[^\]]*\]', '"sizes_b": [-7]'),
        ("families.json", r'"name_pattern": "', '"name_pattern": "('),
        ("families.json", r'"reasoning": "[a-z]+"', '"reasoning": "deep"'),
        ("model_names.json", r'"pattern": "', '"pattern": "('),
        ("model_names.json", r'"roles": \["', '"roles": ["no such '),
        ("public_scores.csv", r",percent,", ",furlongs,"),
        ("public_scores.csv", r",[\d.]+,percent,", ",nan,percent,"),
        ("public_scores.csv", r",[\d.]+,percent,", ",,percent,"),
    ],
)
def test_one_wrong_value_is_a_damaged_file_too(name, pattern, edit, tmp_path, monkeypatch):
    text = (ROOT / "data" / name).read_text(encoding="utf-8")
    spoilt, n = re.subn(pattern, lambda _: edit, text, count=1)
    assert n == 1
    shutil.copytree(ROOT / "data", tmp_path / "data", ignore=shutil.ignore_patterns("questions", "reliability"))
    (tmp_path / "data" / name).write_text(spoilt, encoding="utf-8")
    monkeypatch.setattr(data_files, "DATA_DIR", tmp_path / "data")
    module, reader = READERS[name].split(":")
    cached = [value for value in vars(import_module(module)).values() if hasattr(value, "cache_clear")]
    for value in cached:
        value.cache_clear()
    try:
        with pytest.raises(DataFileError, match=f"data/{name}"):
            getattr(import_module(module), reader)()
    finally:
        for value in cached:
            value.cache_clear()
