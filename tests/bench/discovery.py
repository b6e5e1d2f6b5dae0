"""How long it takes to find a thousand model files, and to find them again.

    python -m tests.bench.discovery [--files 1000] [--vocabulary 128256]

Writes headers as real files have them into a temporary folder: a vocabulary
with scores, kinds and merges, a template, 291 tensors; the weights are a hole
in the file, so that a thousand take little disk. Names and sizes differ, so
that no two are one model. Then looks without a cache: the first finds the
headers as they were just written, in the second (Linux only) they come from
the disk, in the third from the system's cache; a look from the cache; and one
after a file has changed.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from core.models.discovery import find_model_files
from core.models.known_arrays import forget_arrays
from tests.models.gguf_files import ARRAY, F32, GgufBytes, size_of, small_model

LAYERS = 32
TEMPLATE = "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}{% endfor %}" * 20
PARTS = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down", "attn_norm", "ffn_norm")
NAMES = ("Llama-3.1-8B-Instruct", "Qwen3-8B", "Mistral-7B-Instruct-v0.3", "gemma-3-12b-it", "Phi-4-mini")
LABELS = ("Q4_K_M", "Q5_K_M", "Q6_K", "Q8_0", "Q3_K_S")


def realistic(family: str, vocabulary: int) -> GgufBytes:
    """The keys and tensors of an 8B llama in Q4_K and Q6_K, with its family's vocabulary."""
    file = small_model(
        llama__block_count=LAYERS,
        llama__embedding_length=4096,
        llama__feed_forward_length=14336,
        llama__attention__head_count=32,
        llama__attention__head_count_kv=8,
        tokenizer__ggml__tokens=[f"Ġ{family[:5]}{number}" for number in range(vocabulary)],
        tokenizer__ggml__merges=[f"Ġtok en{number}" for number in range(vocabulary)],
        tokenizer__ggml__token_type=[1] * vocabulary,
        tokenizer__chat_template=TEMPLATE,
    )
    file.raw("tokenizer.ggml.scores", ARRAY, file.pack("IQ", F32, vocabulary) + bytes(4 * vocabulary))
    file.tensors = [("token_embd.weight", (4096, vocabulary), 12), ("output.weight", (4096, vocabulary), 14)]
    file.tensors += [(f"blk.{layer}.{part}.weight", (4096, 4096), 12) for layer in range(LAYERS) for part in PARTS]
    return file


def write_many(folder: Path, count: int, vocabulary: int) -> int:
    """Write `count` files; returns the bytes of one header."""
    files = {name: realistic(name, vocabulary + number) for number, name in enumerate(NAMES)}
    headers = {name: file.header() for name, file in files.items()}
    for number in range(count):
        family = NAMES[number % len(NAMES)]
        file, header = files[family], headers[family]
        data_bytes = sum(-(-size_of(shape, kind) // 32) * 32 for _, shape, kind in file.tensors)
        path = folder / f"publisher{number % 40}" / f"{family}-{number // 5}.{LABELS[number % 25 // 5]}.gguf"
        path.parent.mkdir(exist_ok=True)
        with path.open("wb") as stream:
            stream.write(header)
            stream.seek(len(header) + size_of(*file.tensors[0][1:]) // 2)
            stream.write(number.to_bytes(8, "little"))  # in a tensor's middle: else all would be copies of one
            stream.truncate(len(header) + data_bytes)
    return len(header)


def put_out_of_the_systems_cache(folder: Path) -> None:
    """What was read of these files is read from the disk again; other programs keep theirs."""
    for path in folder.rglob("*.gguf"):
        descriptor = os.open(path, os.O_RDONLY)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(descriptor)


def timed_look(folder: Path, cache: Path | None, expected: int) -> float:
    before = time.perf_counter()
    found = find_model_files([folder], (), cache)
    taken = time.perf_counter() - before
    assert len(found.files) == expected, (len(found.files), found.problems[:3])
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--vocabulary", type=int, default=128_256)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, cache = Path(name) / "models", Path(name) / "cache.json"
        folder.mkdir()
        header_bytes = write_many(folder, chosen.files, chosen.vocabulary)
        os.sync()  # or the looks would wait for the writing
        print(f"{chosen.files} files with headers of {header_bytes / 1e6:.1f} MB, vocabulary {chosen.vocabulary}")
        looks = [("just written", None), ("from the disk", None), ("headers in the system's cache", cache)]
        for look, kept in looks:
            if look == "from the disk":
                if sys.platform != "linux":
                    continue
                put_out_of_the_systems_cache(folder)
            forget_arrays()  # vocabularies that this process has walked
            taken = timed_look(folder, kept, chosen.files)
            print(f"{look}: {taken:.2f} s, {taken / chosen.files * 1000:.1f} ms a file (ten seconds a thousand wanted)")
        print(f"from the cache of {cache.stat().st_size / 1e6:.1f} MB: {timed_look(folder, cache, chosen.files):.2f} s")
        os.utime(next(folder.rglob("*.gguf")))
        print(f"after one file changed: {timed_look(folder, cache, chosen.files):.2f} s")


if __name__ == "__main__":
    main()
