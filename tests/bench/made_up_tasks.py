"""Questions that no model can answer before it is taught: `python -m tests.bench.made_up_tasks TASK FILE`.

TASK is one of
- codes: a fixed made-up code around the number asked for. The form is learned, the number copied.
- shelves: eight made-up words, one for each letter. The mapping is learned; guessing is right one time in eight.

The answer to a held-out question follows from what the training questions show
and from nothing else. Then, for instance:
`python -m core prepare --by training --model A --questions FILE --same-form --examples 20`.
"""

import json
import random
import sys
from pathlib import Path

SHELVES = {
    "A": "zorin", "B": "mukla", "C": "tepho", "D": "wibra", "E": "quill", "F": "harso", "G": "plonk", "H": "drave",
}  # fmt: skip
COUNT = 160


def codes(rng: random.Random) -> list[dict[str, str]]:
    numbers = rng.sample(range(100, 1000), COUNT)
    return [
        {
            "id": f"part-{n}",
            "input": f"What is the stock code of part {n}?",
            "target": f"QX-{n}-K",
            "grader": "exact",
        }
        for n in numbers
    ]


def shelves(rng: random.Random) -> list[dict[str, str]]:
    rows = [
        {
            "id": f"{letter}{n}",
            "input": f"On which shelf does part {letter}-{n} lie?",
            "target": word,
            "grader": "exact",
        }
        for letter, word in SHELVES.items()
        for n in rng.sample(range(100, 1000), COUNT // len(SHELVES))
    ]
    rng.shuffle(rows)
    return rows


if __name__ == "__main__":
    made = {"codes": codes, "shelves": shelves}[sys.argv[1]](random.Random(11))
    Path(sys.argv[2]).write_text("".join(json.dumps(row) + "\n" for row in made), encoding="utf-8")
