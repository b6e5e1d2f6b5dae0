""" "Math" between other abilities is a mean over many tests; between tests it is MATH."""

import pytest

from core.cards.read_card import read_card

ABILITIES = ("Reasoning", "Math", "Code generation")
LONG = ("Code", "Commonsense Reasoning", "World Knowledge", "Reading Comprehension", "Math", "MMLU", "BBH", "AGI Eval")


def benchmark_of(names: tuple[str, ...], *, across: bool) -> str | None:
    values = [f"{40 + at}.5" for at in range(len(names))]
    if across:
        head, line = f"| Model | {' | '.join(names)} |", f"| Kestrel-7B | {' | '.join(values)} |"
        table = f"{head}\n|{'---|' * (len(names) + 1)}\n{line}\n"
    else:
        rows = "".join(f"| {name} | {value} |\n" for name, value in zip(names, values, strict=True))
        table = f"| Benchmark | Kestrel-7B |\n|---|---|\n{rows}"
    reading = read_card(f"# Kestrel-7B\n\n{table}", name="Kestrel-7B")
    return next(score.benchmark for score in reading.scores if score.own and score.name_as_written.casefold() == "math")


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize(
    ("names", "benchmark"),
    [
        (ABILITIES, None),
        (LONG, None),
        (("Math", "Knowledge", "Multilingual", "Instruction following"), None),
        (("MMLU", "Math", "HumanEval"), "math"),
        (("GSM8K", "Math", "Code"), "math"),
        (("Reasoning", "MATH", "Code generation"), "math"),
        (("GSM8K", "Math"), "math"),
        (("Math", "GSM8K", "Reasoning", "MMLU"), "math"),
    ],
)
def test_math_between_abilities_is_no_single_test(names: tuple[str, ...], benchmark: str | None, across: bool) -> None:
    assert benchmark_of(names, across=across) == benchmark
