"""Bits per byte beside llama.cpp's own perplexity tool: `python -m tests.bench.perplexity_agreement TOOL TEXT MODEL…`.

The tool predicts the second half of every chunk of 512 tokens. Here passages
are cut at the same places and scored by core/inference/passages.py, and the
tool's perplexity is converted: ln(PPL)·tokens / ln 2 / bytes. The two should
agree within 0.5 %. The usual passages of the same text, cut in bytes, are
printed beside them: they are another sample of the text.

The text should be ASCII, so that a token's bytes are its letters.
"""

import math
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from core.inference.divergence import CHUNK_TOKENS
from core.inference.exchange import Settings
from core.inference.library import OpenedModel
from core.inference.passages import Passage, cut_passages, score_passages

CHUNKS = 8
TOLERANCE = 0.005


def passages_of_the_tool(path: Path, text: str) -> tuple[list[Passage], int]:
    """The tool's chunks as passages, and how many tokens it predicts."""
    with closing(OpenedModel(path, Settings(), vocabulary_only=True)) as model:
        tokens = model.tokenize(text, add_special=True, parse_special=False)
        chunks = [tokens[i : i + CHUNK_TOKENS] for i in range(0, len(tokens) - CHUNK_TOKENS + 1, CHUNK_TOKENS)][:CHUNKS]
        half, first = CHUNK_TOKENS // 2 + 1, int(model.adds_bos)

        def letters(part) -> str:
            return b"".join(model.piece(int(token)) for token in part).decode()

        # Where the file asks for BOS, the tool puts it over the first token of every chunk.
        found = [Passage(letters(chunk[first:half]), letters(chunk[half:])) for chunk in chunks]
    return found, len(found) * (CHUNK_TOKENS - half)


def main(tool: str, text_path: str, *models: str) -> int:
    text = Path(text_path).read_text(encoding="utf-8")
    off = 0
    for path in map(Path, models):
        passages, n_tokens = passages_of_the_tool(path, text)
        n_bytes = sum(passage.n_bytes for passage in passages)
        said = subprocess.run(
            [tool, "-m", str(path), "-f", text_path, "-c", str(CHUNK_TOKENS), "--chunks", str(CHUNKS)],
            capture_output=True,
            text=True,
            check=True,
        )
        perplexity = float(re.findall(r"PPL = ([\d.]+)", said.stdout + said.stderr)[-1])
        theirs = math.log(perplexity) * n_tokens / math.log(2) / n_bytes
        ours = sum(score_passages(path, passages).bits) / n_bytes
        usual = cut_passages(text, 2 * CHUNKS)
        sampled = sum(score_passages(path, usual).bits) / sum(passage.n_bytes for passage in usual)
        off += abs(ours / theirs - 1) > TOLERANCE
        print(
            f"{path.name}: PPL {perplexity:.3f}, {theirs:.4f} bits per byte by the tool, {ours:.4f} here "
            f"({100 * (ours / theirs - 1):+.2f} %); {len(usual)} usual passages: {sampled:.4f}"
        )
    return int(off > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
