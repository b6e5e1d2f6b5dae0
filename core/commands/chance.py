"""noise: a candidate against itself, as a measure for the gap between two."""

import click

from core.advice.verdict.noise_floor import find_noise_floor
from core.commands.output import json_option, sentences, show
from core.commands.running import describe_run, follow
from core.errors import NotEnoughData
from core.models.home import store_path
from core.runs.answer_rows import load_answers
from core.runs.database import Database
from core.runs.noise_floor import start_twin, varies_something
from core.runs.projects import load_saved_question_set
from core.runs.records import RunState
from core.runs.run_rows import load_run


@click.command()
@click.argument("run_id")
@json_option
@sentences
def noise(run_id: str, as_json: bool) -> None:
    """Ask a run's questions again, choices in another order and with another sampling seed: how much is chance."""
    with Database(store_path()) as database:
        run = load_run(database, run_id)
        if not varies_something(run, load_saved_question_set(database, run.question_set_id)):
            raise NotEnoughData(
                "These questions have no choices and the sampling is greedy: nothing is left to chance. Run it with a "
                "temperature above 0 to measure it."
            )
        twin = follow(database, [start_twin(database, run).id])[0]
        found = find_noise_floor(database, run, run.candidate.name, load_answers(database, run.id))
        described = describe_run(database, twin)
    if found is None:
        raise NotEnoughData(
            f"Fewer than two questions were measured in both runs: {twin.message or 'look at the answers'}."
        )
    show({**found.to_dict(), "run": described}, as_json, found.sentence)
    if twin.state is not RunState.DONE:
        raise SystemExit(1)
