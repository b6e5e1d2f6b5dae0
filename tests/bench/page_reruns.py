"""How long a warm rerun of every page takes: `python -m tests.bench.page_reruns`.

The store holds a project with two candidates and 250 graded answers each, as
after a real evaluation. The first run of a page warms its caches; the median
of the next five is printed. The target is 0.3 s on two cores.
"""

import os
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RERUNS = 5


def fill_store() -> None:
    """A finished evaluation of two made-up servers, one right on four of five, one on three of five."""
    from core.catalogue.use_cases import UseCase
    from core.grading.outcome import Grade, Outcome
    from core.inference.exchange import FinishReason
    from core.models.home import store_path
    from core.questions.draw import draw
    from core.runs.answer_rows import add_answer
    from core.runs.database import Database
    from core.runs.evaluation import enqueue_candidates, load_project_questions
    from core.runs.projects import add_card, create_project, save_project
    from core.runs.records import Answer, Candidate, CandidateKind, RunState, ask_hash
    from core.runs.run_rows import end_run

    with Database(store_path()) as database:
        project = create_project(database, "bench")
        candidates = tuple(
            Candidate(name, "http://localhost:1", CandidateKind.SERVER, model=name) for name in ("one", "two")
        )
        project = save_project(database, replace(project, use_case=UseCase.GENERAL, candidates=candidates, n=250))
        add_card(database, project.id, "card", "# Tiny\n\n| Benchmark | Tiny |\n|---|---|\n| MMLU | 45.3 |\n" * 20)
        questions = load_project_questions(database, project)
        runs = enqueue_candidates(
            database, candidates, questions, project.configuration,
            use_case=project.use_case, draw_seed=0, n=250, project_id=project.id,
        )  # fmt: skip
        for place, run in enumerate(runs):
            for position, asked in enumerate(draw(questions, 250, 0)):
                right = (position + place) % (5 - place) != 0
                outcome = Outcome.RIGHT if right else Outcome.WRONG
                grade = Grade(outcome, float(right), "x", "It reads x.", asked.question.grader.name, 1)
                key = ask_hash(asked.question.input, asked.shown_choices)
                add_answer(
                    database,
                    Answer(
                        run.id, asked.question.id, position, key, "p", asked.choice_order, "An answer. " * 20,
                        FinishReason.STOP, 50, 40, 0.5, "", (), time.time(), grade,
                    ),
                )  # fmt: skip
            end_run(database, run.id, RunState.DONE)


def main() -> int:
    """Print the median and the slowest warm rerun of every page; 1 when one is over the target."""
    from streamlit.testing.v1 import AppTest

    over = 0
    for path in sorted((ROOT / "pages").glob("*/*.py")):
        if path.parent.name == "shared" or path.name == "__init__.py":
            continue
        app = AppTest.from_file(str(path), default_timeout=120).run()
        times = []
        for _ in range(RERUNS):
            begun = time.perf_counter()
            app.run()
            times.append(time.perf_counter() - begun)
        median = statistics.median(times)
        over += median > 0.3
        problem = "  EXCEPTION" if app.exception else ""
        print(f"{path.parent.name}/{path.name:22s} median {median:.3f} s, slowest {max(times):.3f} s{problem}")
    return int(over > 0)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ["SUREFIT_HOME"] = os.environ["HOME"] = home
        fill_store()
        sys.exit(main())
