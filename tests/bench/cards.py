"""How long cards of about 200 kB take to read, of several kinds, and how long it takes to refuse what is none.

    python -m tests.bench.cards [--cards FOLDER]

Processor seconds, the best of two runs, and beside them how many ordinary cards
of 17 kB could have been read meanwhile: a ratio within this run, which other
machines can be compared by. With a folder of real cards (../shared/cards
where it lies beside the project) these joined to 200 kB come first.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from core.cards.read_card import read_card
from core.errors import CardError
from tests.cards.yardstick import ordinary_cards, seconds_of

_SIZE = 200_000
_HEADER = "| Benchmark | Lumen-7B | Rival-7B |\n|--|--|--|\n| MMLU | 63.1 | 60.2 |\n"
_PLAIN = "We trained the model on text and code. It answers questions and writes short programs.\n\n"
_CLAIMS = (
    "Lumen-7B outperforms Rival-13B on MMLU with 61.{0} and reaches 55.{0}% on GSM8K (8-shot, CoT). It is better than "
    "much larger models such as GPT-4 in several tasks. We evaluated every checkpoint with lm-evaluation-harness at "
    "BF16 and report the average over {0} runs. Documents that overlap with the test sets of HumanEval were removed. "
    "在 C-Eval 上取得 61.{0} 的成绩，超过了 72B 模型。\n\n"
)


def _rows(count: int, columns: int) -> str:
    return "".join(
        f"| Test {row} | {' | '.join(f'{row * (column + 3) % 90}.{column}' for column in range(columns))} |\n"
        for row in range(count)
    )


def _wide_table() -> str:
    names = " | ".join(f"Lumen-{size}B" for size in range(1, 16))
    return f"# Lumen-7B\n\n| Metric | {names} |\n|{'---|' * 16}\n{_rows(2_000, 15)}"


def _html_table() -> str:
    rows = "".join(f"<tr><td>Test {i}</td><td>{i % 90}.5</td></tr>\n" for i in range(5_000))
    return f"# Lumen-7B\n\n<table><tr><th>Metric</th><th>Lumen-7B</th></tr>\n{rows}</table>\n"


def _kinds() -> Iterator[tuple[str, str]]:
    yield "prose, then one long table", f"# Lumen-7B\n\n{_PLAIN * 1_300}## Results\n\n{_HEADER}{_rows(2_000, 2)}"
    yield "nothing but claims", "# Lumen-7B\n\n" + "".join(_CLAIMS.format(number) for number in range(520))
    yield "a table of 30,000 numbers", _wide_table()
    yield "an HTML table of 5,000 rows", _html_table()
    yield "990 small tables", "# Lumen-7B\n\n" + "".join(f"## Part {i}\n\n{_HEADER}\n" for i in range(990))
    yield (
        "short lines of claims",
        "# Lumen-7B\n\n"
        + "".join(f"Lumen-7B beats Rival-{i % 90}B with a context of {i % 64}k.\n" for i in range(4_000)),
    )


_REFUSED = {
    "ten megabytes": "# Lumen-7B\n" + "x " * 5_000_000,
    "nested lists": "# Lumen-7B\n" + "- " * 5_000 + "x",
    "nested tables": "# Lumen-7B\n" + "<table><tr><td>" * 3_000,
    "30,000 rows": "# Lumen-7B\n\n| Metric | Lumen-7B |\n|--|--|\n" + "| MMLU | 1.5 |\n" * 30_000,
    "a header that is a bomb": "---\na: &a [x,x,x,x]\n"
    + "".join(f"{b}: &{b} [{f'*{a},' * 9}*{a}]\n" for a, b in ("ab", "bc", "cd", "de", "ef"))
    + "---\n# Lumen-7B\n",
}


def _joined(folder: Path) -> str:
    bodies = (path.read_text(encoding="utf-8").split("\n---\n", 1)[-1] for path in sorted(folder.glob("*.md")))
    return "\n\n".join(bodies)[:_SIZE]


def _refuse(text: str) -> None:
    try:
        read_card(text)
    except CardError:
        return
    raise AssertionError("what is no card was read")


def _report(kind: str, text: str, run: Callable[[str], object]) -> None:
    ratio = min(ordinary_cards(partial(run, text)) for _ in range(2))
    spent = min(seconds_of(partial(run, text)) for _ in range(2))
    print(f"{kind:30} {len(text) / 1000:8,.0f} kB {spent:6.2f} s {ratio:6.1f} ordinary cards")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=Path, default=Path(__file__).parents[3] / "shared" / "cards")
    folder = parser.parse_args().cards
    kinds = [("real cards, joined", _joined(folder))] if folder.is_dir() else []
    for kind, text in (*kinds, *_kinds()):
        _report(kind, text, read_card)
    for kind, text in _REFUSED.items():
        _report(f"refused: {kind}", text, _refuse)


if __name__ == "__main__":
    main()
