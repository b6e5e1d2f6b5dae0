"""The measured peak of a model's process is what was foretold from the header."""

from pathlib import Path

import pytest

from core.models.split_files import read_headers
from tests.bench.memory import may_be_long, measure, predict, short_ones

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the peak from /proc"),
]


@pytest.mark.parametrize("n_ctx", [512, 2048, 8192])
@pytest.mark.parametrize("model", ["smollm_path", "gemma_path"])
@pytest.mark.parametrize("filled", [True, False], ids=["one question may take n_ctx", "short questions"])
def test_the_measured_peak_is_within_a_tenth_of_the_prediction(model, n_ctx, filled, request):
    path: Path = request.getfixturevalue(model)
    asked = [*([may_be_long(n_ctx)] if filled else []), *short_ones()[:6]]
    session, measured, _ = measure(path, n_ctx, asked)
    predicted = predict(read_headers(path), session.settings, filled=filled)
    assert predicted.total_bytes == pytest.approx(measured, rel=0.1)
