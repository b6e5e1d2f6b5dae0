"""Model files of one model as small GGUFs, and a store whose rungs have answered, without a model.

The files hold real headers (labels, tensor types, vocabularies), so that
everything that reads a file reads these; their tensors are zeros.
"""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from core.advice.ladder.ladder import Ladder, find_ladders
from core.catalogue.use_cases import UseCase
from core.models.model_file import ModelFile, load_model_file
from core.questions.question import QuestionSet
from core.runs.database import Database
from core.runs.projects import create_project, save_project, save_question_set
from core.runs.records import Project, Run, RunState
from core.runs.run_rows import load_run
from core.runs.rungs import enqueue_rungs
from tests.filled_store import answer_all, choice_questions
from tests.models.gguf_files import small_model, write

NO_CHILD = SimpleNamespace(pid=os.getpid(), wait=lambda: 0)  # a started process that does nothing
F32, F16, Q4_0, Q8_0, Q4_K, Q6_K = 0, 1, 2, 8, 12, 14
FILE_TYPES = {"F16": (1, F16), "Q8_0": (7, Q8_0), "Q6_K": (18, Q6_K), "Q4_K_M": (15, Q4_K), "Q4_0": (2, Q4_0)}


def write_rung(
    folder: Path, model: str, label: str, *, made_from: str | None = None, table: int | None = None, **changes: Any
) -> Path:
    """`model`-`label`.gguf, 256 wide, so that K-types are what they are called; `table`: the vocabulary's type."""
    file_type, kind = FILE_TYPES[label]
    described = {"general__description": f"{label}, requantized from {made_from} (x)"} if made_from else {}
    values: dict[str, Any] = {
        "general__file_type": file_type,
        "general__name": model,
        "llama__embedding_length": 256,
        **described,
        **changes,
    }
    file = small_model(**values)
    file.tensors = [
        ("token_embd.weight", (256, 2000), kind if table is None else table),
        ("blk.0.attn_q.weight", (256, 256), kind),
        ("blk.1.attn_q.weight", (256, 256), kind),
        ("output_norm.weight", (256,), F32),
    ]
    return write(folder / f"{model}-{label}.gguf", file)


def write_ladder(
    folder: Path, labels: Mapping[str, str] | list[str], model: str = "Zyxw-1B-Instruct"
) -> list[ModelFile]:
    return [load_model_file(write_rung(folder, model, label)) for label in labels]


def fill_ladder(
    database: Database,
    ladder: Ladder,
    outcomes: Mapping[str, str],
    *,
    question_set: QuestionSet | None = None,
    use_case: UseCase | None = UseCase.CODING,
    states: Mapping[str, RunState] | None = None,
    project: Project | None = None,
) -> tuple[Project, dict[str, Run]]:
    """A current project whose rungs have answered; a letter a question as in tests/filled_store.

    `outcomes` is by label, or by the rung's whole name.
    """
    n = max(len(letters) for letters in outcomes.values())
    question_set = question_set or choice_questions(n)
    set_id = save_question_set(database, question_set)
    if project is None:
        project = create_project(database, "Ladder")
        project = save_project(database, replace(project, use_case=use_case, question_set_id=set_id, n=n))
    by_name = {step.name: letters_of(step.name, outcomes) for step in ladder.steps}
    asked = [step.rung for step in ladder.steps if by_name[step.name] is not None]
    runs = enqueue_rungs(
        database,
        asked,
        question_set,
        project.configuration,
        use_case=use_case,
        draw_seed=project.draw_seed,
        n=n,
        project_id=project.id,
    )
    for name, run in runs.items():
        state = next((s for part, s in (states or {}).items() if name.endswith(part)), RunState.DONE)
        answer_all(database, run, question_set, by_name[name] or "", state=state)
    return project, {name: load_run(database, run.id) for name, run in runs.items()}


def letters_of(name: str, outcomes: Mapping[str, str]) -> str | None:
    return next((letters for part, letters in outcomes.items() if name.endswith(part)), None)


def one_ladder(files: list[ModelFile]) -> Ladder:
    (found,) = find_ladders(files)
    return found
