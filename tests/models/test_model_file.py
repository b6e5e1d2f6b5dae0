"""What a model file is, from its name, its header and its tensors; split files; fingerprints."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import ModelFileError
from core.models.file_kind import FileKind, check_writes_text
from core.models.fingerprint import fingerprint
from core.models.model_file import labels_disagree, load_model_file
from core.models.split_files import find_parts, part_number, read_headers
from core.models.transfer import TransferCancelled, sha256_file
from tests.models.gguf_files import U64, GgufBytes, small_model, write


def test_a_real_model_is_measured_not_believed(smollm_path: Path) -> None:
    file = load_model_file(smollm_path)
    assert (file.kind, file.architecture, file.parameters, file.n_layers) == (FileKind.MODEL, "llama", 134_515_008, 30)
    assert file.label_from_name == file.label_from_header == "Q4_1"
    assert file.bpw == pytest.approx(5.7437, abs=1e-4)  # gguf-dump's tensor sizes, summed by hand
    assert file.type_shares[0][0] == "Q4_1"
    assert sum(share for _, share in file.type_shares) == pytest.approx(1)
    assert (file.n_ctx_train, file.n_vocab, file.has_template) == (8192, 49152, True)
    assert (file.licence, file.languages, file.publisher) == ("apache-2.0", ("en",), "HuggingFaceTB")
    assert file.active_parameters == file.parameters


def test_a_base_model_without_a_template_is_known_as_such(gemma_path: Path) -> None:
    file = load_model_file(gemma_path)
    assert (file.architecture, file.parameters, file.has_template) == ("gemma3", 268_098_176, False)
    assert file.label == "Q4_K_M"
    assert any("measures 7.4 bits per weight" in note for note in file.notes)


def test_only_the_experts_that_a_token_visits_count_as_active(tmp_path: Path) -> None:
    file = small_model(
        general__architecture="qwen3moe",
        qwen3moe__block_count=1,
        qwen3moe__expert_count=8,
        qwen3moe__expert_used_count=2,
    )
    file.tensors = [("blk.0.attn_q.weight", (32, 10), 0), ("blk.0.ffn_up_exps.weight", (32, 10, 8), 0)]
    read = load_model_file(write(tmp_path / "m.gguf", file))
    assert (read.parameters, read.active_parameters, read.n_experts) == (320 + 2560, 320 + 640, 8)


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({}, FileKind.MODEL),
        ({"general__type": "mmproj"}, FileKind.PROJECTOR),
        ({"general__architecture": "clip"}, FileKind.PROJECTOR),
        ({"general__type": "adapter"}, FileKind.ADAPTER),
        ({"general__architecture": "nomic-bert"}, FileKind.EMBEDDING),
        ({"llama__pooling_type": 1}, FileKind.EMBEDDING),
        (
            {"general__architecture": "flux", "tokenizer__ggml__tokens": None, "tokenizer__ggml__model": None},
            FileKind.OTHER,
        ),
    ],
)
def test_what_is_no_text_model_is_set_apart(tmp_path: Path, changes: dict, kind: FileKind) -> None:
    assert load_model_file(write(tmp_path / "m.gguf", small_model(**changes))).kind is kind


def test_a_vocabulary_alone_is_set_apart(tmp_path: Path) -> None:
    file = small_model()
    file.tensors = []
    read = load_model_file(write(tmp_path / "vocab.gguf", file))
    assert (read.kind, read.bpw, read.type_shares) == (FileKind.VOCABULARY, 0.0, ())


@pytest.mark.parametrize(
    ("name", "header", "disagree"),
    [
        ("Q4_K_M", "Q8_0", True),
        ("Q4_K_M", "Q4_K_S", True),
        ("Q8_0", "Q8_0", False),
        ("MXFP4", "MXFP4_MOE", False),
        ("UD-Q2_K_XL", "Q2_K", False),
        ("UD-Q4_K_XL", "Q2_K", True),
        (None, "Q8_0", False),
    ],
)
def test_labels_that_disagree_are_noticed(name: str | None, header: str, disagree: bool) -> None:
    assert labels_disagree(name, header) is disagree


def test_both_labels_are_kept_and_the_reader_is_told(tmp_path: Path) -> None:
    file = load_model_file(write(tmp_path / "Tiny-7B-Q4_K_M.gguf", small_model()))
    assert (file.label_from_name, file.label_from_header, file.labels_disagree) == ("Q4_K_M", "Q8_0", True)
    assert "Its name says Q4_K_M, its header Q8_0." in file.notes


def test_what_makers_write_into_the_header_is_told(tmp_path: Path) -> None:
    file = small_model(
        quantize__imatrix__file="imatrix.dat",
        general__name="Tiny QAT",
        general__base_model__count=1,
        general__base_model__0__repo_url="https://huggingface.co/acme/Tiny",
    )
    file.value("general.description", "Q8_0, requantized from Q4_1 (Tiny.Q4_1.gguf)")
    read = load_model_file(write(tmp_path / "x-UD-Q8_0.gguf", file))
    assert (read.imatrix, read.qat, read.dynamic, read.made_from) == (True, True, True, "requantized from Q4_1")
    assert read.base_models == ("acme/Tiny",)


def test_a_big_endian_file_is_read_and_the_user_warned(tmp_path: Path) -> None:
    read = load_model_file(write(tmp_path / "m.gguf", small_model(">")))
    assert any("big-endian" in note for note in read.notes)


def split_model(folder: Path, count: int = 2, leave_out: int | None = None, tensors_count: int = 4) -> Path:
    whole = small_model()
    per_part = len(whole.tensors) // count
    for number in range(1, count + 1):
        part = small_model() if number == 1 else GgufBytes()
        part.value("split.no", number - 1)
        part.value("split.count", count)
        part.value("split.tensors.count", tensors_count)
        part.tensors = whole.tensors[(number - 1) * per_part : number * per_part]
        if number != leave_out:
            write(folder / f"m.Q8_0-{number:05d}-of-{count:05d}.gguf", part)
    return folder / f"m.Q8_0-00001-of-{count:05d}.gguf"


def test_split_files_are_one_model_with_the_sizes_summed(tmp_path: Path) -> None:
    first = split_model(tmp_path)
    file = load_model_file(first)
    assert [part_number(part) for part in file.parts] == [(1, 2), (2, 2)]
    assert file.size_bytes == sum(part.stat().st_size for part in tmp_path.iterdir())
    assert file.parameters == load_model_file(write(tmp_path / "w" / "whole.gguf", small_model())).parameters
    assert (file.display_name, file.label) == ("m.Q8_0", "Q8_0")


def test_any_part_finds_the_others(tmp_path: Path) -> None:
    first = split_model(tmp_path)
    assert find_parts(tmp_path / "m.Q8_0-00002-of-00002.gguf")[0] == first
    assert load_model_file(tmp_path / "m.Q8_0-00002-of-00002.gguf").path == first


def test_a_missing_part_is_named(tmp_path: Path) -> None:
    first = split_model(tmp_path, leave_out=2)
    with pytest.raises(
        ModelFileError, match=r"m\.Q8_0-00002-of-00002\.gguf is missing beside m\.Q8_0-00001-of-00002\.gguf"
    ):
        load_model_file(first)


def test_parts_of_different_models_are_refused(tmp_path: Path) -> None:
    first = split_model(tmp_path, tensors_count=7)
    with pytest.raises(ModelFileError, match="hold 4 tensors, 7 were announced"):
        load_model_file(first)
    (tmp_path / "m.Q8_0-00002-of-00002.gguf").write_bytes(first.read_bytes())
    with pytest.raises(ModelFileError, match="is part 1 of 2 by its header, not part 2 of 2"):
        load_model_file(first)


def test_a_part_under_another_name_is_told_how_to_be_named(tmp_path: Path) -> None:
    renamed = split_model(tmp_path).rename(tmp_path / "mine.gguf")
    with pytest.raises(ModelFileError, match=r"name the parts NAME-00001-of-00002.gguf"):
        load_model_file(renamed)


def test_a_fingerprint_stays_when_the_file_is_moved_or_renamed(tmp_path: Path) -> None:
    one = write(tmp_path / "one.gguf", small_model())
    other = write(tmp_path / "b" / "other-Q4_K_M.gguf", small_model())
    assert fingerprint(one) == fingerprint(other)
    assert len(fingerprint(one)) == 32


@pytest.mark.parametrize("where", ["template", "first token", "last token", "tensor", "key"])
def test_a_fingerprint_changes_with_the_content(tmp_path: Path, where: str) -> None:
    content = bytearray(small_model().whole())
    at = {
        "template": content.find(b"{{ messages }}") + 3,
        "first token": content.find(b"token0"),
        "last token": content.find(b"token1999") + 5,
        "tensor": len(content) - 100,
        "key": content.find(b"Tiny Test"),
    }[where]
    before = write(tmp_path / "a.gguf", bytes(content))
    content[at] ^= 1
    assert fingerprint(write(tmp_path / "b.gguf", bytes(content))) != fingerprint(before)


def test_the_fingerprint_of_a_real_file_is_quick_and_stable(smollm_path: Path) -> None:
    """The value is stored with every run: a change here would orphan them."""
    assert fingerprint(smollm_path) == SMOLLM_FINGERPRINT


def test_the_slow_checksum_is_the_whole_files(smollm_path: Path, tmp_path: Path) -> None:
    seen = []
    path = write(tmp_path / "m.bin", b"abc")
    assert sha256_file(path, seen.append) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert seen[-1].share == 1.0
    with pytest.raises(TransferCancelled):
        sha256_file(smollm_path, cancelled=lambda: True)
    with pytest.raises(ModelFileError, match="cannot be read"):
        sha256_file(tmp_path / "gone")


def test_a_model_file_is_a_value(smollm_path: Path) -> None:
    file = load_model_file(smollm_path, "LM Studio")
    assert file == load_model_file(smollm_path, "LM Studio")
    assert replace(file, source="x") != file


SMOLLM_FINGERPRINT = "923e79a4586b9e75d6310ae02c489f89"


@pytest.mark.parametrize("length", [0, 1 << 32, (1 << 64) - 1])
def test_a_context_that_no_model_was_trained_for_counts_as_not_said(tmp_path: Path, length: int) -> None:
    file = small_model(llama__context_length=None)
    file.raw("llama.context_length", U64, file.pack("Q", length))
    assert load_model_file(write(tmp_path / "m.gguf", file)).n_ctx_train is None


def test_a_file_of_the_other_byte_order_is_described_and_refused_before_it_is_loaded(tmp_path: Path) -> None:
    path = write(tmp_path / "m.gguf", small_model(order=">" if sys.byteorder == "little" else "<"))
    assert "endian" in load_model_file(path).notes[0]
    with pytest.raises(ModelFileError, match="-endian and this machine is not"):
        check_writes_text(read_headers(path))
