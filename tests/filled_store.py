"""A store filled by hand: runs with answers as if models had written them, without a model.

`fill` takes, for each candidate, a letter for each question: r right, w wrong,
n no answer, c cut off, f did not fit, x could not run, u unrated, 1–5 a rating.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.catalogue.use_cases import UseCase
from core.grading.outcome import Grade, Outcome
from core.inference.exchange import FinishReason
from core.questions.draw import draw
from core.questions.question import LETTERS, AskedQuestion, GraderSpec, Question, QuestionSet
from core.runs.answer_rows import add_answer
from core.runs.database import Database
from core.runs.evaluation import enqueue_candidates
from core.runs.projects import create_project, save_project, save_question_set
from core.runs.records import Answer, Candidate, Configuration, Project, Run, RunState, ask_hash, content_hash
from core.runs.run_rows import begin_run, end_run, load_run, save_used_settings

OUTCOMES = {
    "r": Outcome.RIGHT,
    "w": Outcome.WRONG,
    "n": Outcome.NO_ANSWER,
    "c": Outcome.CUT_OFF,
    "f": Outcome.DID_NOT_FIT,
    "x": Outcome.COULD_NOT_RUN,
    "u": Outcome.UNRATED,
}


def choice_questions(count: int, grader: str = "choice", **changes: Any) -> QuestionSet:
    """Choice questions on sums; each has its number for a family, so that a draw of all keeps them all."""
    questions = tuple(
        Question(
            f"q{i - 4}",
            f"A crate holds {i} apples and a second one {i + 3}. How many apples are there in all?",
            ("B",) if grader == "choice" else (),
            GraderSpec(grader),
            (f"{i + 3}", f"{2 * i + 3}", f"{2 * i}", f"{2 * i + 6}") if grader == "choice" else (),
        )
        for i in range(4, count + 4)  # below four apples two of the choices are the same
    )
    return replace(QuestionSet("crates", questions), **changes)


def model_file(name: str, size_mb: int | None = None) -> Candidate:
    return Candidate(
        name,
        f"/models/{name}.gguf",
        fingerprint=content_hash(name)[:32],
        size_bytes=None if size_mb is None else size_mb * 1_000_000,
    )


def fill(
    database: Database,
    outcomes: Mapping[str, str],
    question_set: QuestionSet | None = None,
    *,
    sizes_mb: Mapping[str, int] | None = None,
    tokens_per_s: Mapping[str, float] | None = None,
    texts: Mapping[str, str] | None = None,  # what a candidate wrote every time
    use_case: UseCase | None = UseCase.CODING,
    configuration: Configuration | None = None,
    state: RunState = RunState.DONE,
) -> tuple[Project, list[Run]]:
    """A current project whose candidates have answered; returns it and its runs."""
    n = max(len(letters) for letters in outcomes.values())
    question_set = question_set or choice_questions(n)
    candidates = [model_file(name, (sizes_mb or {}).get(name)) for name in outcomes]
    set_id = save_question_set(database, question_set)
    project = create_project(database, "Which one?")
    project = replace(project, use_case=use_case, candidates=tuple(candidates), question_set_id=set_id, n=n)
    project = save_project(database, replace(project, configuration=configuration or project.configuration))
    runs = enqueue_candidates(
        database,
        candidates,
        question_set,
        project.configuration,
        use_case=use_case,
        draw_seed=0,
        n=n,
        project_id=project.id,
    )
    for run, (name, letters) in zip(runs, outcomes.items(), strict=True):
        speed = (tokens_per_s or {}).get(name, 20.0)
        answer_all(database, run, question_set, letters, speed=speed, text=(texts or {}).get(name), state=state)
    return project, [load_run(database, run.id) for run in runs]


def answer_all(
    database: Database,
    run: Run,
    question_set: QuestionSet,
    letters: Sequence[str],
    *,
    speed: float = 20.0,
    text: str | None = None,
    state: RunState = RunState.DONE,
) -> None:
    """Write one answer for each letter, in the order of the draw, and end the run."""
    begin_run(database, run.id, 1, 1.0)
    save_used_settings(database, run.id, replace(run.configuration.settings, **_USED))
    for position, (asked, letter) in enumerate(zip(draw(question_set, run.n, run.draw_seed), letters, strict=False)):
        add_answer(database, _answer(run, position, asked, letter, speed, text))
    end_run(database, run.id, state)


_USED: dict[str, Any] = {"threads": 2, "n_batch": 512, "n_parallel": 4, "n_gpu_layers": 0, "flash_attn": False}


def _answer(run: Run, position: int, asked: AskedQuestion, letter: str, speed: float, text: str | None) -> Answer:
    outcome = Outcome.RIGHT if letter.isdigit() else OUTCOMES[letter]
    written = text if text is not None else _written(asked, outcome)
    score = float(letter) if letter.isdigit() else {"r": 1.0, "w": 0.0, "n": 0.0}.get(letter)
    tokens = 60
    reason = {Outcome.CUT_OFF: FinishReason.LENGTH, Outcome.DID_NOT_FIT: FinishReason.DID_NOT_FIT}
    return Answer(
        run_id=run.id,
        question_id=asked.question.id,
        position=position,
        ask_hash=ask_hash(asked.question.input, asked.shown_choices),
        prompt_hash=f"{position:064x}",
        choice_order=asked.choice_order,
        text=written,
        finish_reason=reason.get(outcome, FinishReason.STOP),
        prompt_tokens=90,
        answer_tokens=tokens,
        duration_s=tokens / speed,
        note="",
        loglikelihoods=(),
        answered_at=time.time(),
        grade=Grade(outcome, score, None, f"Graded as {outcome}.", asked.question.grader.name, 1),
    )


def _written(asked: AskedQuestion, outcome: Outcome) -> str:
    right = asked.target_letters[0] if asked.target_letters else "A"
    other = next(letter for letter in LETTERS if letter != right)
    return {
        Outcome.RIGHT: f"Both crates together hold the sum of the two.\n\nAnswer: {right}",
        Outcome.WRONG: f"The second crate holds three more, so I take that one.\n\nAnswer: {other}",
        Outcome.NO_ANSWER: "It depends on the crates.",
        Outcome.CUT_OFF: "Let me think about this step by step. First, the crates are",
    }.get(outcome, "")
