"""Quantization types: the arithmetic against ggml's own table, the facts against their shape."""

import pytest

from core.catalogue.quantization import (
    Tier,
    explain_label,
    find_label,
    find_tensor_type,
    findings,
    label_of_file_type,
    quantization_labels,
    tensor_types,
)


def test_block_sizes_are_those_of_ggml() -> None:
    gguf = pytest.importorskip("gguf")
    ours = {kind.id: (kind.block_weights, kind.block_bytes) for kind in tensor_types().values()}
    for kind, sizes in gguf.GGML_QUANT_SIZES.items():
        if kind.name == "Q8_1":
            continue  # gguf's table keeps a size from before ggml halved its scales; no file holds this type
        assert ours[int(kind)] == sizes, kind
        assert tensor_types()[int(kind)].name == kind.name


def test_file_types_are_those_of_llama_cpp() -> None:
    gguf = pytest.importorskip("gguf")
    for kind in gguf.LlamaFileType:
        if kind.name == "GUESSED":
            continue
        expected = kind.name.removeprefix("MOSTLY_").removeprefix("ALL_")
        assert label_of_file_type(int(kind)) == expected
    assert label_of_file_type(1024 + 15) == "Q4_K_M"
    assert label_of_file_type(999) is None


def test_bits_per_weight_by_hand() -> None:
    assert find_tensor_type("q4_0").bpw == 4.5  # 32 weights in 2 + 16 bytes
    assert find_tensor_type("Q6_K").bpw == 6.5625  # 256 weights in 210 bytes
    assert find_tensor_type("q8_0").size_bytes(4096) == 4352
    assert find_tensor_type("q9_9") is None


def test_every_label_has_a_source_with_a_date_and_a_meaning() -> None:
    for known in quantization_labels():
        assert known.sources, known.label
        assert all(source.url.startswith("https://") and source.read.startswith("20") for source in known.sources)
        assert not explain_label(known.label).startswith("an unknown label"), known.label


def test_measured_sizes_fall_with_the_quality() -> None:
    with_loss = [known for known in quantization_labels() if known.divergence and known.bpw_8b]
    losses = {known.label: min(figures.kld for figures in known.divergence) for known in with_loss}
    assert losses["Q8_0"] < losses["Q6_K"] < losses["Q4_K_M"] < losses["Q3_K_M" if "Q3_K_M" in losses else "Q3_K_L"]
    assert find_label("Q4_K_M").bpw_8b == pytest.approx(4.8944)
    assert find_label("Q2_K").tier is Tier.HEAVY_LOSS


@pytest.mark.parametrize(
    ("text", "label"),
    [("q4_k", "Q4_K_M"), ("MXFP4", "MXFP4_MOE"), ("fp16", "F16"), ("i1-IQ3_M", "IQ3_M"), ("Q8_0", "Q8_0")],
)
def test_other_names_of_a_label_lead_to_it(text: str, label: str) -> None:
    assert find_label(text).label == label


@pytest.mark.parametrize("text", ["UD-Q4_K_XL", "Q2_K_L", "Q5_K_NEW", ""])
def test_variations_are_not_given_figures_measured_on_others(text: str) -> None:
    assert find_label(text) is None


def test_letters_are_explained() -> None:
    assert "dynamic" in explain_label("UD-Q2_K_XL")
    assert "maker's variation" in explain_label("Q2_K_L")
    assert "maker's variation" not in explain_label("Q3_K_L")
    assert "ternary" in explain_label("TQ1_0")
    assert "no longer loads" in explain_label("Q4_0_4_4")
    assert explain_label("Q4_K_NEW") == "an unknown label, shown as it stands"


def test_findings_name_their_source_and_date() -> None:
    assert len(findings()) >= 10
    assert all(found.source.startswith("https://") and found.read and found.claim.endswith(".") for found in findings())
