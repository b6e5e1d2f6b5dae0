"""Models of every way of remembering, really loaded: llama.cpp's own buffer sizes, and answers through the batch."""

import json
import re
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import ModelFileError
from core.inference.context import Layout
from core.inference.exchange import PromptMode, Request, Settings
from core.inference.plan import fit_of
from core.inference.session import open_model
from core.models.fit import estimate_memory
from core.models.split_files import read_headers
from core.questions.question import Message
from tests.tiny_architectures import WITH_STATES, WRITERS, write_encoder, write_projector

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = Settings(n_ctx=512, n_batch=128, n_parallel=4, threads=1)
# Batches of other sizes sum in another order. A cache in f16 makes of the last bit a thousandth, which between the
# near ties of weights drawn at random decides the next token, and so does flash attention, whose sums on a processor
# depend on the batch; without both it stays the last bit.
EXACT = replace(SETTINGS, flash_attn=False, type_k="f32", type_v="f32")
UNIFIED = Layout(17, 4096, unified=True, max_outputs=17)
STREAMS = Layout(17, 512, unified=False, max_outputs=17)

# In a process of its own: llama.cpp's log tells the buffers, and a crash would end the tests.
LOAD = """
import json, sys
from pathlib import Path
from core.inference.context import DecodingContext, Layout
from core.inference.library import OpenedModel, listen_to_log, llama
from core.inference.wire import unpack_settings
lines, settings = [], unpack_settings(json.loads(sys.argv[2]))
llama()
listen_to_log(lines.append)
DecodingContext(OpenedModel(Path(sys.argv[1]), settings), settings, Layout(**json.loads(sys.argv[3])))
print(json.dumps(lines))
"""


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("architectures")
    return {name: write(folder / f"tiny-{name.replace(' ', '-')}.gguf") for name, write in WRITERS.items()}


def reported_mib(path: Path, layout: Layout) -> dict[str, float]:
    """llama.cpp's "… buffer size = … MiB", summed by what the buffer is for."""
    arguments = [str(path), json.dumps(vars(replace(SETTINGS, flash_attn=True))), json.dumps(vars(layout))]
    out = subprocess.run([sys.executable, "-c", LOAD, *arguments], capture_output=True, text=True, cwd=ROOT, check=True)
    sums = dict.fromkeys(("model", "KV", "RS", "compute", "output"), 0.0)
    for line in json.loads(out.stdout):
        if found := re.search(r"(\w+) +buffer size = +([\d.]+) MiB", line):
            sums[found[1]] += float(found[2])
    return sums


@pytest.mark.parametrize("layout", [UNIFIED, STREAMS], ids=["unified", "streams"])
@pytest.mark.parametrize("name", WRITERS)
def test_every_part_is_within_a_tenth_of_what_llama_cpp_reports(tiny, name, layout):
    reported = reported_mib(tiny[name], layout)
    estimate = estimate_memory(read_headers(tiny[name]), fit_of(SETTINGS, layout))
    predicted = {
        "model": estimate.weights_bytes,
        "KV": estimate.kv_bytes,
        "RS": estimate.state_bytes,
        "output": estimate.output_bytes,
        "compute": estimate.compute_bytes,
    }
    mib = {part: size / (1 << 20) for part, size in predicted.items()}
    for part, size in mib.items():
        assert size == pytest.approx(reported[part], rel=0.1, abs=0.006), part
    assert (mib["KV"] > 0, mib["RS"] > 0) == (name not in ("mamba", "rwkv"), name in WITH_STATES)


def questions(prefix: str = "") -> list[Request]:
    written = [
        Request(f"w{i}", (Message("user", f"{prefix}{i} tell a story of {i * 37}"),), 12, PromptMode.COMPLETION)
        for i in range(7)
    ]
    compared = [
        Request(
            f"c{i}",
            (Message("user", f"{prefix}{i} choose one:"),),
            1,
            PromptMode.LOGLIKELIHOOD,
            options=(" a", " bcd", " cat and dog"),
        )
        for i in range(5)
    ]
    return [question for pair in zip(written, [*compared, None, None], strict=True) for question in pair if question]


def answered(path: Path, settings: Settings, requests: list[Request]) -> tuple[dict[str, tuple], list[str]]:
    told: list[str] = []
    with closing(open_model(path, settings, on_event=told.append)) as session:
        replies = {reply.id: reply for reply in session.answer(requests)}
    assert {reply.finish_reason for reply in replies.values()} <= {"stop", "length", "loop"}, replies
    return {key: (reply.text, reply.loglikelihoods) for key, reply in replies.items()}, told


@pytest.mark.parametrize("prefix", ["", "a beginning that all of the questions share, word by word, " * 3])
@pytest.mark.parametrize("name", WRITERS)
def test_together_and_with_a_shared_beginning_they_answer_as_they_do_alone(tiny, name, prefix):
    together, told = answered(tiny[name], EXACT, questions(prefix))
    with closing(open_model(tiny[name], replace(EXACT, n_parallel=1))) as session:
        singly = [reply for request in questions(prefix) for reply in session.answer([request])]
    alone = {reply.id: (reply.text, reply.loglikelihoods) for reply in singly}
    assert set(together) == set(alone)
    for key, (text, loglikelihoods) in together.items():
        assert text == alone[key][0], key
        assert loglikelihoods == pytest.approx(alone[key][1], rel=1e-4), key
    assert any("cannot go back" in sentence for sentence in told) == (name in WITH_STATES)


@pytest.mark.parametrize(
    ("write", "sentence"),
    [(write_encoder, "turns texts into vectors"), (write_projector, "the eyes or ears of another model")],
)
def test_files_that_write_no_text_are_refused_in_a_sentence(tmp_path, write, sentence):
    path = write(tmp_path / "file.gguf")
    with pytest.raises(ModelFileError, match=sentence):
        open_model(path, SETTINGS)
