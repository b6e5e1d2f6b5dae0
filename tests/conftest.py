"""The real model files, shared by every room."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# The quick tests take every core by themselves; threads of the linear algebra would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# huggingface_hub reads this once, when it is first imported: a test that sets it must not decide for all others.
os.environ.pop("HF_HUB_OFFLINE", None)
import huggingface_hub.constants  # noqa: F401

from core.errors import DownloadError
from tests.model_files import GEMMA, SMOLLM, fetch_test_model

gc.set_threshold(20_000, 20, 20)  # tests make many small things and few circles of them
settings.register_profile("surefit", deadline=None)  # a busy machine is no fault
settings.load_profile("surefit")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """The quick tests (-m "not slow") use every core; those with a model have the machine to themselves, one by one."""
    in_worker = "PYTEST_XDIST_WORKER" in os.environ  # a worker reads this file too, and must not start its own
    unset = getattr(config.option, "numprocesses", 1) is None
    if config.option.markexpr == "not slow" and unset and not in_worker and not config.option.usepdb:
        config.option.numprocesses = os.cpu_count()
        config.option.dist = "loadfile"  # what a file prepares is prepared once


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is collected stays to the end, so the garbage collector looks at it neither now nor later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def smollm_path() -> Path:
    """SmolLM2-135M-Instruct Q4_1: an instruct model with a chat template."""
    return _fetch_or_skip(SMOLLM)


@pytest.fixture(scope="session")
def gemma_path() -> Path:
    """Gemma 3 270M Q4_K_M: a base model without a chat template."""
    return _fetch_or_skip(GEMMA)


def _fetch_or_skip(model) -> Path:
    try:
        return fetch_test_model(model)
    except DownloadError as error:
        if "cannot be reached" in str(error):
            pytest.skip(f"{model.file_name} is not in the cache of the tests: {error}")
        raise
