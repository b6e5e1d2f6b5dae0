"""A decision as JSON with stable keys, the same for the page, the command line and scripts."""

import json
from typing import Any

from core.advice.verdict.contestant import Contestant
from core.advice.verdict.decision import Decision
from core.advice.verdict.published import Published


def to_json(decision: Decision, published: Published | None = None) -> dict[str, Any]:
    """`pairs` and `many` as in core/advice/comparison; `runs` says what was compared."""
    return {
        "headline": decision.headline,
        "advice": decision.advice,
        "cautions": list(decision.cautions),
        "stopping_rule": str(decision.stopping_rule),
        "ended": decision.ended,
        "unusable": list(decision.unusable),
        "runs": [_run(contestant) for contestant in decision.contestants],
        "pairs": [pair.to_dict() for pair in decision.pairs],
        "many": None if decision.many is None else decision.many.to_dict(),
        "good_enough": [judged.to_dict() for judged in decision.fitness],
        "noise_floor": [floor.to_dict() for floor in decision.noise],
        "published": None if published is None else published.to_dict(),
    }


def to_json_text(decision: Decision, published: Published | None = None) -> str:
    return json.dumps(to_json(decision, published), ensure_ascii=False, indent=2)


def _run(contestant: Contestant) -> dict[str, Any]:
    run = contestant.run
    return {
        "run_id": run.id,
        "model": contestant.name,
        "path": run.candidate.location,
        "fingerprint": run.candidate.fingerprint,
        "questions": len(contestant.answers),
        "outcomes": {outcome.value: count for outcome, count in contestant.outcomes.items()},
        "draw_seed": run.draw_seed,
        "sampling_seed": run.configuration.sampling.seed,
        "stopping_rule": str(run.stopping_rule),
        "environment": dict(run.environment),
        "events": list(run.events),
        "tokens_per_s": contestant.candidate.tokens_per_s,
        "seconds_per_question": contestant.seconds_per_question,
    }
