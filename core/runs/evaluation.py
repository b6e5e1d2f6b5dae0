"""Starting, extending, resuming and grading again.

The first two answers of a run double as its warm-up: they are the first two of
the draw, so that a time estimate costs nothing that is thrown away.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.catalogue.use_cases import UseCase
from core.errors import QuestionSetError, SurefitError
from core.grading.graders import grade_by_hand
from core.grading.outcome import Grade, Outcome
from core.grading.sandbox.contract import Sandbox
from core.grading.wrappings import check_grader
from core.inference.exchange import PromptMode
from core.questions.banks import load_bank
from core.questions.check import Severity, check_question_set
from core.questions.faults import LISTED_AT_MOST
from core.questions.question import AskedQuestion, QuestionSet
from core.runs.answer_rows import add_grade, load_answers
from core.runs.database import Database
from core.runs.grades import grade_reply, open_sandbox, saved_reply
from core.runs.projects import load_saved_question_set, questions_hash, save_question_set
from core.runs.queue import ensure_runner
from core.runs.records import ACTIVE_STATES, Answer, Candidate, Configuration, Project, Run, run_identity
from core.runs.run_rows import WARM_UP_N, enqueue_run, find_run, load_run
from core.runs.sequential import begin_evaluation, next_stop
from core.stats.sequential import StoppingRule


@dataclass(frozen=True)
class Progress:
    """How far a run is; None where there is nothing to say yet."""

    answered: int
    n: int
    measured: int
    right: int  # of them; a rating of 4 or 5 counts, unless the question says otherwise
    tokens_per_s: float | None  # answer tokens over the time the answers cost
    seconds_per_question: float | None
    remaining_s: float | None


def load_project_questions(database: Database, project: Project) -> QuestionSet:
    """The project's own question set, or the bank of its use case."""
    if project.question_set_id is not None:
        return load_saved_question_set(database, project.question_set_id)
    if project.use_case is None:
        raise QuestionSetError("No use case is chosen yet: choose one on the page Use case, or load questions.")
    return load_bank(project.use_case)


def refuse_faults(question_set: QuestionSet) -> None:
    """Raise QuestionSetError for questions that no answer could get right; doubts are for the page to show."""
    findings = check_question_set(question_set, refused=check_grader)
    errors = [str(finding) for finding in findings if finding.severity is Severity.ERROR]
    if errors:
        listed = "\n".join(f"- {error}" for error in errors[:LISTED_AT_MOST])
        more = f"\n- and {len(errors) - LISTED_AT_MOST} more" if len(errors) > LISTED_AT_MOST else ""
        raise QuestionSetError(f"{question_set.name} cannot be asked as it is:\n{listed}{more}")


def start_evaluation(database: Database, project: Project, n: int | None = None) -> list[Run]:
    """Queue a run for every candidate of the project and see that a runner works on them."""
    if not project.candidates:
        raise SurefitError("No candidates are chosen yet: choose two or more on the page Model files.")
    question_set = load_project_questions(database, project)
    runs = enqueue_candidates(
        database,
        project.candidates,
        question_set,
        project.configuration,
        use_case=project.use_case,
        draw_seed=project.draw_seed,
        n=project.n if n is None else n,
        project_id=project.id,
        stopping_rule=project.stopping_rule,
    )
    ensure_runner(database)
    return runs


def enqueue_candidates(
    database: Database,
    candidates: Sequence[Candidate],
    question_set: QuestionSet,
    configuration: Configuration,
    *,
    use_case: UseCase | None,
    draw_seed: int,
    n: int,
    project_id: int | None,
    stopping_rule: StoppingRule = StoppingRule.FIXED,
) -> list[Run]:
    """One run per candidate, in their order; a run that exists is taken up again.

    With a rule that may stop early the candidates take turns, block by block,
    up to n. Questions that wait for a rating by hand cannot be looked at on the
    way, so a set of them alone is asked to its end.
    """
    set_id = save_question_set(database, question_set)
    budget = min(n, len(question_set.questions))
    only_ratings = all(q.grader.name == "rating" for q in question_set.questions)
    if budget <= WARM_UP_N or len(candidates) < 2 or only_ratings:
        stopping_rule = StoppingRule.FIXED
    first = budget if stopping_rule is StoppingRule.FIXED else next_stop(stopping_rule, 0, budget)
    runs = [
        enqueue_run(
            database,
            candidate,
            set_id,
            questions_hash(question_set),
            configuration_for(candidate, configuration),
            use_case=use_case,
            draw_seed=draw_seed,
            n=first or budget,
            project_id=project_id,
            stopping_rule=stopping_rule,
        )
        for candidate in candidates
    ]
    begin_evaluation(database, runs, stopping_rule, budget)
    return [load_run(database, run.id) for run in runs]


def find_current_runs(database: Database, project: Project) -> list[Run]:
    """The runs of the project as it is set up now: these candidates, questions, settings and seed.

    Earlier runs with other settings stay in the project's record.
    """
    question_set = load_project_questions(database, project)
    shown = questions_hash(question_set)
    found = (
        find_run(
            database,
            run_identity(candidate, configuration_for(candidate, project.configuration), shown, project.draw_seed),
        )
        for candidate in project.candidates
    )
    return [run for run in found if run is not None]


def configuration_for(candidate: Candidate, configuration: Configuration) -> Configuration:
    """A file without a chat template is asked by plain completion; everything else is alike for all."""
    if candidate.has_template or configuration.settings.template:
        return configuration
    return replace(configuration, mode=PromptMode.COMPLETION)


def resume(database: Database, runs: Sequence[Run]) -> None:
    """Queue runs that were cancelled, interrupted or failed again; they go on where they stopped."""
    for run in runs:
        if run.state not in ACTIVE_STATES and run.answered < run.n:
            database.write(
                "UPDATE run SET state = 'waiting', cancel_wanted = 0, message = '', queued_at = ? WHERE id = ?",
                (time.time(), run.id),
            )
    ensure_runner(database)


def measure_progress(database: Database, run: Run) -> Progress:
    answers = load_answers(database, run.id)
    measured = [a for a in answers if a.grade.measured]
    seconds = sum(a.duration_s for a in answers)
    tokens = sum(a.answer_tokens for a in answers)
    per_question = seconds / len(answers) if answers and seconds > 0 else None
    return Progress(
        answered=len(answers),
        n=run.n,
        measured=len(measured),
        right=sum(a.grade.outcome is Outcome.RIGHT for a in measured),
        tokens_per_s=tokens / seconds if tokens and seconds > 0 else None,
        seconds_per_question=per_question,
        remaining_s=per_question * (run.n - len(answers)) if per_question is not None else None,
    )


def regrade(database: Database, run_id: str, question_set: QuestionSet | None = None) -> int:
    """Grade saved answers again, without the model; returns how many outcomes or scores changed.

    `question_set` brings corrected keys or graders; without it the run's own
    set is read with today's graders. The old grades stay in the record. A rating
    by hand stays while its question is still rated by hand.
    """
    run = load_run(database, run_id)
    if question_set is not None:
        set_id = save_question_set(database, question_set)
        database.write("UPDATE run SET question_set_id = ? WHERE id = ?", (set_id, run_id))
    else:
        question_set = load_saved_question_set(database, run.question_set_id)
    by_id = {question.id: question for question in question_set.questions}
    changed = 0
    with open_sandbox(run.configuration) as sandbox:
        for answer in load_answers(database, run_id):
            question = by_id.get(answer.question_id)
            if question is None:
                continue
            new = _new_grade(AskedQuestion(question, answer.choice_order), answer, sandbox)
            if new != answer.grade:
                add_grade(database, run_id, answer.question_id, new)
                changed += (new.outcome, new.score) != (answer.grade.outcome, answer.grade.score)
    return changed


def _new_grade(asked: AskedQuestion, answer: Answer, sandbox: Sandbox) -> Grade:
    new = grade_reply(asked, saved_reply(answer), sandbox)
    old = answer.grade
    if new.outcome is Outcome.UNRATED and old.grader == new.grader and old.score is not None:
        return grade_by_hand(asked, answer.text, round(old.score))  # the same stars; where "good" begins may have moved
    return new
