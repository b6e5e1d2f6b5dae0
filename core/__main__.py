"""`python -m core`: the same without a browser, for scripts."""

import click

from core.commands.deciding import compare, confidence, verdict
from core.commands.forecasting import perplexity
from core.commands.model_files import models, preflight, quantize
from core.commands.preparing import prepare
from core.commands.quantizing import divergence, ladder
from core.commands.questions import grade, questions
from core.commands.reading import card
from core.commands.reliability import mdad, subset
from core.commands.running import demo, run, runs
from core.commands.shortlisting import name, shortlist


@click.group()
def main() -> None:
    """Which local language model suits my work, and how sure can I be?"""


for command in (
    demo,
    shortlist,
    name,
    models,
    preflight,
    quantize,
    run,
    runs,
    questions,
    grade,
    verdict,
    confidence,
    compare,
    ladder,
    divergence,
    perplexity,
    prepare,
    card,
    mdad,
    subset,
):
    main.add_command(command)

if __name__ == "__main__":
    main(prog_name="python -m core")
