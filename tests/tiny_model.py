"""A model of 256 weights a row, written with gguf's own writer: small, untrained, and true to every type.

K- and I-quants need rows of a multiple of 256, which the demo model does not
have. Its vocabulary is one token a byte, so that any text can be read. The
weights are drawn with a fixed seed; what it writes is noise.
"""

from pathlib import Path
from typing import Any

import numpy as np

WIDTH, FEED_FORWARD, LAYERS, HEADS, CONTEXT = 256, 512, 2, 4, 512


def write_tiny_model(
    path: Path, name: str = "Tiny-1M", *, seed: int = 0, extra_tokens: int = 0, experts: int = 0
) -> Path:
    """A llama in F32 of about 2 million weights.

    `extra_tokens` gives it another vocabulary; with `experts` two of so many
    feed-forward blocks work on each token.
    """
    import gguf

    rng = np.random.default_rng(seed)
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_name(name)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(FEED_FORWARD)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    if experts:
        writer.add_expert_count(experts)
        writer.add_expert_used_count(2)
    n_tokens = add_byte_vocabulary(writer, extra_tokens)

    def matrix(tensor: str, rows: int, columns: int, copies: tuple[int, ...] = ()) -> None:
        spread = 1 / np.sqrt(columns)
        writer.add_tensor(tensor, rng.normal(0, spread, (*copies, rows, columns)).astype(np.float32))

    matrix("token_embd.weight", n_tokens, WIDTH)
    matrix("output.weight", n_tokens, WIDTH)
    writer.add_tensor("output_norm.weight", np.ones(WIDTH, dtype=np.float32))
    for layer in range(LAYERS):
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            matrix(f"blk.{layer}.{part}.weight", WIDTH, WIDTH)
        kind, copies = ("_exps", (experts,)) if experts else ("", ())
        if experts:
            matrix(f"blk.{layer}.ffn_gate_inp.weight", experts, WIDTH)
        matrix(f"blk.{layer}.ffn_gate{kind}.weight", FEED_FORWARD, WIDTH, copies)
        matrix(f"blk.{layer}.ffn_up{kind}.weight", FEED_FORWARD, WIDTH, copies)
        matrix(f"blk.{layer}.ffn_down{kind}.weight", WIDTH, FEED_FORWARD, copies)
        for part in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"blk.{layer}.{part}.weight", np.ones(WIDTH, dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def write_one_word_model(path: Path, letter: str, name: str = "Parrot-1M") -> Path:
    """A llama in F32 that answers every text with `letter` and ends there.

    Attention and feed-forward add nothing, so the next token follows from the
    last alone: the letter after everything, the end after the letter.
    """
    import gguf

    write_tiny_model(path, name)
    tensors = {tensor.name: tensor.data for tensor in gguf.GGUFReader(path, "r+").tensors}
    for tensor, weights in tensors.items():
        if tensor.endswith(("attn_output.weight", "ffn_down.weight")) or tensor in (
            "token_embd.weight",
            "output.weight",
        ):
            weights[:] = 0
    spoken, end = 3 + ord(letter), 2  # the bytes come after <unk>, <s> and </s>
    tensors["token_embd.weight"][:, 0] = 1
    tensors["token_embd.weight"][spoken, :2] = 0, 1
    tensors["output.weight"][spoken, 0] = tensors["output.weight"][end, 1] = 10
    return path


def add_byte_vocabulary(writer: Any, extra_tokens: int = 0) -> int:
    """Give a gguf writer a token for every byte; returns how many tokens there are."""
    import gguf

    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "▁"]
    tokens += [f"extra{number}" for number in range(extra_tokens)]
    kinds = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL]
    kinds += [gguf.TokenType.BYTE] * 256 + [gguf.TokenType.NORMAL] * (1 + extra_tokens)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types(kinds)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    return len(tokens)
