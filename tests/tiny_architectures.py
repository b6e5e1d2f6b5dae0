"""One tiny untrained model for each way of remembering, written with gguf's own writer.

Grouped attention, sliding windows, experts, recurrent states (Mamba, RWKV) and
hybrids of both, as llama.cpp's loader wants their keys and tensors; and two
kinds of file that write no text, an encoder and the eyes of another model.
Weights are drawn with a fixed seed: what the models write is noise, the same
every time.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.tiny_model import add_byte_vocabulary

WIDTH, FEED_FORWARD, HEADS, CONTEXT = 64, 128, 4, 2048
HEAD = WIDTH // HEADS
WINDOW = 32
EXPERTS, USED, EXPERT_WIDTH = 8, 2, 32
INNER, STATE, CONV, RANK = 2 * WIDTH, 16, 4, 4  # of Mamba; llama.cpp wants twice the width
SHORT_CONV = 3


class TinyFile:
    """A model file in the making: what every architecture has, and short ways to add the rest."""

    def __init__(self, path: Path, architecture: str, layers: int) -> None:
        import gguf

        path.parent.mkdir(parents=True, exist_ok=True)
        self.architecture, self.layers = architecture, layers
        self.rng = np.random.default_rng(0)
        self.writer = gguf.GGUFWriter(str(path), architecture)
        self.writer.add_name(f"Tiny {architecture}")
        self.writer.add_file_type(gguf.LlamaFileType.ALL_F32)
        self.writer.add_context_length(CONTEXT)
        self.writer.add_embedding_length(WIDTH)
        self.writer.add_block_count(layers)
        self.writer.add_layer_norm_rms_eps(1e-5)
        self.writer.add_layer_norm_eps(1e-5)
        self.tokens = add_byte_vocabulary(self.writer)

    def set(self, key: str, value: int | list[int]) -> None:
        name = f"{self.architecture}.{key}"
        if isinstance(value, int):
            self.writer.add_uint32(name, value)
        else:
            self.writer.add_array(name, value)

    def attention_keys(self, kv_heads: int | list[int], *, own_length: bool = False) -> None:
        """Sizes of the attention and the feed-forward part; own_length: the header tells the length of heads."""
        self.set("feed_forward_length", FEED_FORWARD)
        self.set("attention.head_count", HEADS)
        self.set("attention.head_count_kv", kv_heads)
        if own_length:
            self.set("attention.key_length", HEAD)
            self.set("attention.value_length", HEAD)

    def matrix(self, name: str, *shape: int) -> None:
        """Of numpy's shape: rows first, llama.cpp's {columns, rows} backwards."""
        self._add(name, self.rng.normal(0, shape[-1] ** -0.5, shape))

    def ones(self, name: str, length: int) -> None:
        self._add(name, np.ones(length))

    def zeros(self, name: str, *shape: int) -> None:
        self._add(name, np.zeros(shape))

    def ends(self, norm: str = "output_norm") -> None:
        self.matrix("token_embd.weight", self.tokens, WIDTH)
        self.matrix("output.weight", self.tokens, WIDTH)
        self.ones(f"{norm}.weight", WIDTH)

    def attention(self, block: str, kv_heads: int, *, normed: bool = False) -> None:
        self.ones(f"{block}.attn_norm.weight", WIDTH)
        for part, rows in (("q", WIDTH), ("k", kv_heads * HEAD), ("v", kv_heads * HEAD), ("output", WIDTH)):
            self.matrix(f"{block}.attn_{part}.weight", rows, WIDTH)
        if normed:
            self.ones(f"{block}.attn_q_norm.weight", HEAD)
            self.ones(f"{block}.attn_k_norm.weight", HEAD)

    def feed_forward(self, block: str) -> None:
        self.ones(f"{block}.ffn_norm.weight", WIDTH)
        self.matrix(f"{block}.ffn_gate.weight", FEED_FORWARD, WIDTH)
        self.matrix(f"{block}.ffn_up.weight", FEED_FORWARD, WIDTH)
        self.matrix(f"{block}.ffn_down.weight", WIDTH, FEED_FORWARD)

    def mamba(self, block: str, *, normed: bool = False) -> None:
        self.ones(f"{block}.attn_norm.weight", WIDTH)
        self.matrix(f"{block}.ssm_in.weight", 2 * INNER, WIDTH)
        self.matrix(f"{block}.ssm_conv1d.weight", INNER, CONV)
        self.zeros(f"{block}.ssm_conv1d.bias", INNER)
        self.matrix(f"{block}.ssm_x.weight", RANK + 2 * STATE, INNER)
        self.matrix(f"{block}.ssm_dt.weight", INNER, RANK)
        self.zeros(f"{block}.ssm_dt.bias", INNER)
        self._add(f"{block}.ssm_a", -np.ones((INNER, STATE)))
        self.ones(f"{block}.ssm_d", INNER)
        self.matrix(f"{block}.ssm_out.weight", WIDTH, INNER)
        if normed:
            for part, length in (("dt", RANK), ("b", STATE), ("c", STATE)):
                self.ones(f"{block}.ssm_{part}_norm.weight", length)

    def mamba_keys(self) -> None:
        for key, value in (
            ("conv_kernel", CONV),
            ("inner_size", INNER),
            ("state_size", STATE),
            ("time_step_rank", RANK),
        ):
            self.set(f"ssm.{key}", value)

    def finish(self) -> None:
        self.writer.write_header_to_file()
        self.writer.write_kv_data_to_file()
        self.writer.write_tensors_to_file()
        self.writer.close()

    def _add(self, name: str, values: Any) -> None:
        self.writer.add_tensor(name, values.astype(np.float32))


def write_grouped(path: Path) -> Path:
    """A llama with two heads of queries for each of keys."""
    file = TinyFile(path, "llama", 3)
    file.attention_keys(HEADS // 2)
    file.set("rope.dimension_count", HEAD)
    file.ends()
    for layer in range(file.layers):
        file.attention(f"blk.{layer}", HEADS // 2)
        file.feed_forward(f"blk.{layer}")
    file.finish()
    return path


def write_windowed(path: Path) -> Path:
    """A Gemma 3: of twelve layers two see everything, the others a window."""
    file = TinyFile(path, "gemma3", 12)
    file.attention_keys(1, own_length=True)
    file.set("attention.sliding_window", WINDOW)
    file.ends()
    for layer in range(file.layers):
        file.attention(f"blk.{layer}", 1, normed=True)
        file.feed_forward(f"blk.{layer}")
        file.ones(f"blk.{layer}.post_attention_norm.weight", WIDTH)
        file.ones(f"blk.{layer}.post_ffw_norm.weight", WIDTH)
    file.finish()
    return path


def write_experts(path: Path) -> Path:
    """A Qwen 3 MoE: eight experts, of which a token visits two."""
    file = TinyFile(path, "qwen3moe", 3)
    file.attention_keys(HEADS // 2, own_length=True)
    file.set("expert_count", EXPERTS)
    file.set("expert_used_count", USED)
    file.set("expert_feed_forward_length", EXPERT_WIDTH)
    file.ends()
    for layer in range(file.layers):
        block = f"blk.{layer}"
        file.attention(block, HEADS // 2, normed=True)
        file.ones(f"{block}.ffn_norm.weight", WIDTH)
        file.matrix(f"{block}.ffn_gate_inp.weight", EXPERTS, WIDTH)
        file.matrix(f"{block}.ffn_gate_exps.weight", EXPERTS, EXPERT_WIDTH, WIDTH)
        file.matrix(f"{block}.ffn_up_exps.weight", EXPERTS, EXPERT_WIDTH, WIDTH)
        file.matrix(f"{block}.ffn_down_exps.weight", EXPERTS, WIDTH, EXPERT_WIDTH)
    file.finish()
    return path


def write_mamba(path: Path) -> Path:
    """States of fixed size in every layer, no attention."""
    file = TinyFile(path, "mamba", 4)
    file.set("feed_forward_length", 0)
    file.set("attention.head_count", 0)
    file.mamba_keys()
    file.ends()
    for layer in range(file.layers):
        file.mamba(f"blk.{layer}")
    file.finish()
    return path


def write_rwkv(path: Path) -> Path:
    """RWKV 7: shifted inputs and a matrix for each head, in every layer."""
    lora = 8
    file = TinyFile(path, "rwkv7", 3)
    file.set("feed_forward_length", FEED_FORWARD)
    file.set("attention.head_count", 0)
    file.set("wkv.head_size", WIDTH)  # llama.cpp's kernel wants heads of 64, as the real ones have
    for name in ("decay", "iclr", "value_residual_mix", "gate"):
        file.set(f"attention.{name}_lora_rank", lora)
    file.ends()
    file.zeros("output_norm.bias", WIDTH)
    file.ones("token_embd_norm.weight", WIDTH)
    file.zeros("token_embd_norm.bias", WIDTH)
    for layer in range(file.layers):
        block = f"blk.{layer}"
        for norm in ("attn_norm", "attn_norm_2", "time_mix_ln"):
            file.ones(f"{block}.{norm}.weight", WIDTH)
            file.zeros(f"{block}.{norm}.bias", WIDTH)
        for part in ("w", "a", "v"):
            file.zeros(f"{block}.time_mix_{part}0.weight", WIDTH)
        for part in ("w", "a", "v", "g"):
            file.matrix(f"{block}.time_mix_{part}1.weight", lora, WIDTH)
            file.matrix(f"{block}.time_mix_{part}2.weight", WIDTH, lora)
        file.matrix(f"{block}.time_mix_lerp_fused.weight", 6, 1, 1, WIDTH)
        for part in ("k_k", "k_a", "r_k"):
            file.ones(f"{block}.time_mix_{part}.weight", WIDTH)
        for part in ("key", "value", "receptance", "output"):
            file.matrix(f"{block}.time_mix_{part}.weight", WIDTH, WIDTH)
        file.matrix(f"{block}.channel_mix_lerp_k.weight", 1, 1, WIDTH)
        file.matrix(f"{block}.channel_mix_key.weight", FEED_FORWARD, WIDTH)
        file.matrix(f"{block}.channel_mix_value.weight", WIDTH, FEED_FORWARD)
    file.finish()
    return path


def write_hybrid(path: Path) -> Path:
    """A Jamba: one layer of four attends, the others are Mamba's."""
    file = TinyFile(path, "jamba", 4)
    kv_heads = [0, 0, HEADS // 2, 0]
    file.attention_keys(kv_heads)
    file.mamba_keys()
    file.ends()
    for layer, heads in enumerate(kv_heads):
        block = f"blk.{layer}"
        if heads:
            file.attention(block, heads)
        else:
            file.mamba(block, normed=True)
        file.feed_forward(block)
    file.finish()
    return path


def write_short_convolutions(path: Path) -> Path:
    """An LFM2: most layers keep the last inputs of a short convolution, the others attend."""
    file = TinyFile(path, "lfm2", 4)
    kv_heads = [0, HEADS // 2, 0, HEADS // 2]
    file.attention_keys(kv_heads)
    file.set("shortconv.l_cache", SHORT_CONV)
    file.ends("token_embd_norm")
    for layer, heads in enumerate(kv_heads):
        block = f"blk.{layer}"
        if heads:
            file.attention(block, heads, normed=True)
        else:
            file.ones(f"{block}.attn_norm.weight", WIDTH)
            file.matrix(f"{block}.shortconv.conv.weight", WIDTH, SHORT_CONV)
            file.matrix(f"{block}.shortconv.in_proj.weight", 3 * WIDTH, WIDTH)
            file.matrix(f"{block}.shortconv.out_proj.weight", WIDTH, WIDTH)
        file.feed_forward(block)
    file.finish()
    return path


def write_encoder(path: Path) -> Path:
    """A BERT: it turns texts into vectors and writes nothing."""
    file = TinyFile(path, "bert", 2)
    file.set("feed_forward_length", FEED_FORWARD)
    file.set("attention.head_count", HEADS)
    file.set("pooling_type", 1)
    file.writer.add_causal_attention(False)
    file.writer.add_token_type_count(2)
    file.matrix("token_embd.weight", file.tokens, WIDTH)
    file.matrix("token_types.weight", 2, WIDTH)
    file.matrix("position_embd.weight", CONTEXT, WIDTH)
    file.ones("token_embd_norm.weight", WIDTH)
    file.zeros("token_embd_norm.bias", WIDTH)
    for layer in range(file.layers):
        block = f"blk.{layer}"
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            file.matrix(f"{block}.{part}.weight", WIDTH, WIDTH)
        for norm in ("attn_output_norm", "layer_output_norm"):
            file.ones(f"{block}.{norm}.weight", WIDTH)
            file.zeros(f"{block}.{norm}.bias", WIDTH)
        file.matrix(f"{block}.ffn_up.weight", FEED_FORWARD, WIDTH)
        file.matrix(f"{block}.ffn_down.weight", WIDTH, FEED_FORWARD)
    file.finish()
    return path


def write_projector(path: Path) -> Path:
    """The eyes of another model (mmproj): keys and one tensor, no vocabulary."""
    import gguf

    path.parent.mkdir(parents=True, exist_ok=True)
    writer = gguf.GGUFWriter(str(path), "clip")
    writer.add_type("mmproj")
    writer.add_name("Tiny eyes")
    writer.add_bool("clip.has_vision_encoder", True)
    writer.add_tensor("mm.0.weight", np.zeros((WIDTH, WIDTH), dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


WRITERS: dict[str, Callable[[Path], Path]] = {
    "grouped": write_grouped,
    "windowed": write_windowed,
    "experts": write_experts,
    "mamba": write_mamba,
    "rwkv": write_rwkv,
    "hybrid": write_hybrid,
    "short convolutions": write_short_convolutions,
}
WITH_STATES = frozenset({"mamba", "rwkv", "hybrid", "short convolutions"})
