import importlib.util
import sys

import pytest

from core.errors import InferenceError, ModelFileError
from core.inference.exchange import Settings
from core.inference.library import OpenedModel
from core.inference.preflight import Preflight, guess_base_model
from core.inference.quantizing import run_quantization
from core.inference.session import open_model, preflight
from core.inference.template import SystemRole, TemplateSource, Thinking
from core.questions.question import Message
from tests.models.gguf_files import small_model, write

CHAT = (Message("system", "Be brief."), Message("user", "Hi"))


@pytest.mark.slow
def test_an_instruct_file_shows_its_prompt_and_what_ends_an_answer(smollm_path):
    found = preflight(smollm_path, Settings(), CHAT)
    assert found.prompt.endswith("<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n")
    assert found.template_source is TemplateSource.FILE
    assert found.system is SystemRole.KEPT
    assert "<|im_end|>" in found.stop_tokens
    assert found.n_ctx_train == 8192
    assert found.is_base_model is False


@pytest.mark.slow
def test_a_file_without_template_is_said_to_be_asked_by_completion(gemma_path):
    found = preflight(gemma_path, Settings(), CHAT)
    assert found.template_source is TemplateSource.NONE
    assert found.is_base_model is True
    assert found.n_bos == 1
    assert "no chat template" in found.notes[0]


@pytest.mark.slow
def test_one_bos_even_where_the_template_writes_it_too(gemma_path):
    found = preflight(gemma_path, Settings(template="{{ bos_token }}{{ messages[-1].content }}"), CHAT[1:])
    assert found.n_bos == 1
    assert found.prompt == "<bos>Hi"


def test_what_is_no_model_is_a_sentence(tmp_path):
    wrong = tmp_path / "wrong.gguf"
    wrong.write_bytes(b"GGUF" + b"\xff" * 2000)
    with pytest.raises(ModelFileError, match=r"wrong\.gguf"):
        preflight(wrong, Settings(), CHAT)


def test_what_writes_no_text_is_said_before_anything_is_loaded(tmp_path):
    eyes = write(tmp_path / "eyes.gguf", small_model(general__type="mmproj"))
    with pytest.raises(ModelFileError, match="choose that model's own file"):
        preflight(eyes, Settings(), CHAT)


def test_a_file_of_the_other_byte_order_is_refused_wherever_a_model_is_opened(tmp_path):
    path = write(tmp_path / "m.gguf", small_model(order=">" if sys.byteorder == "little" else "<"))
    ways = (
        lambda: preflight(path, Settings(), CHAT),
        lambda: OpenedModel(path, Settings(), vocabulary_only=True),
        lambda: run_quantization(path, "Q4_0", tmp_path / "made.gguf", None, lambda _: None),
    )
    for way in ways:
        with pytest.raises(ModelFileError, match="-endian and this machine is not: fetch the file for this kind"):
            way()


@pytest.mark.parametrize(
    ("name", "metadata", "has_template", "is_base"),
    [
        ("gemma-3-270m-it-Q8_0.gguf", {}, True, False),
        ("gemma-3-270m-Q8_0.gguf", {}, False, True),
        ("Qwen3-4B-Base.gguf", {}, True, True),
        ("Qwen3-4B.gguf", {}, True, None),
        ("x.gguf", {"general.finetune": "Instruct"}, True, False),
        ("summit-7b.gguf", {}, True, None),
    ],
)
def test_base_models_are_guessed_from_words_of_the_names(name, metadata, has_template, is_base):
    assert guess_base_model(name, metadata, has_template=has_template) is is_base


@pytest.mark.skipif(importlib.util.find_spec("llama_cpp") is not None, reason="llama-cpp-python is installed here")
def test_without_llama_cpp_python_it_is_said_what_to_install(tmp_path):
    with pytest.raises(InferenceError, match=r"install requirements\.txt"):
        open_model(write(tmp_path / "m.gguf", small_model()), Settings(), remembered=tmp_path / "engine.json")


def test_what_ends_an_answer_stands_on_one_line():
    found = Preflight(
        "Q:", TemplateSource.NONE, SystemRole.ABSENT, 0, Thinking.NOT_SWITCHABLE, ("<|im_end|>",), ("\n\n", "Frage:"),
        1, 1024, True, None, (),
    )  # fmt: skip
    assert found.stop_words == r"<|im_end|>, \n\n, Frage:"
