"""Open answers are rated blind and in a shuffled order that is kept; ratings decide, a judge only opines."""

import json
from dataclasses import replace

import pytest

from core.advice.verdict.decision import decide
from core.catalogue.use_cases import UseCase
from core.errors import GradingError, SurefitError
from core.grading.judge import Preference
from core.grading.outcome import Outcome
from core.questions.banks import load_open_prompts
from core.runs import job_process
from core.runs.answer_rows import load_answers
from core.runs.evaluation import enqueue_candidates
from core.runs.jobs import JobKind, load_job
from core.runs.judging import (
    agreement_with_ratings,
    judgement_from_json,
    judgement_to_json,
    load_pairs,
    run_judge,
)
from core.runs.projects import create_project, save_project, save_question_set
from core.runs.ratings import count_waiting, load_rating_queue, rate, rating_seed, take_back
from core.runs.records import Candidate, CandidateKind, RunState
from core.runs.run_rows import load_run, next_waiting_run
from core.runs.runner import work

from .conftest import ScriptedSession, recorded_grades


@pytest.fixture
def asked(database, configuration):
    """Two models have answered twelve open prompts of chat: one kindly, one curtly."""
    question_set = load_open_prompts(UseCase.CHAT)
    set_id = save_question_set(database, question_set)
    candidates = tuple(
        Candidate(name, "http://localhost:1", CandidateKind.SERVER, model=name) for name in ("kind", "curt")
    )
    project = create_project(database, "letters")
    project = save_project(
        database,
        replace(
            project, use_case=UseCase.CHAT, candidates=candidates, question_set_id=set_id, configuration=configuration
        ),
    )
    runs = enqueue_candidates(
        database,
        candidates,
        question_set,
        project.configuration,
        use_case=project.use_case,
        draw_seed=0,
        n=12,
        project_id=project.id,
    )
    texts = {"kind": "<think>Gently.</think>Gladly, here is what I suggest: rest first.", "curt": "No."}
    while run := next_waiting_run(database):
        work(database, run, lambda candidate, *_: ScriptedSession(lambda _: texts[candidate.model]))
    return project, [load_run(database, run.id) for run in runs]


def rate_all(database, project, stars):
    while (queue := load_rating_queue(database, project)).waiting:
        rate(database, queue.waiting[0], stars(queue.waiting[0]))
    return queue


def test_the_queue_is_blind_shuffled_and_the_same_after_a_break(database, asked):
    project, runs = asked
    first = load_rating_queue(database, project)
    assert (len(first.waiting), first.rated, first.total) == (24, 0, 24)
    assert count_waiting(database, runs) == 24
    assert [a.run_id for a in first.waiting] == [a.run_id for a in load_rating_queue(database, project).waiting]
    assert all("think" not in answer.text for answer in first.waiting)
    pairs = [(first.waiting[i], first.waiting[i + 1]) for i in range(0, 24, 2)]
    assert all(a.question == b.question and a.run_id != b.run_id for a, b in pairs)
    leading = [a.run_id for a, _ in pairs]
    assert 1 < leading.count(leading[0]) < 11, "the order of the models is drawn for each question"
    rate(database, first.waiting[0], 4)
    after = load_rating_queue(database, project)
    assert [a.answer.question_id for a in after.waiting] == [a.answer.question_id for a in first.waiting[1:]]
    assert after.rated == 1


def test_the_order_rests_on_a_seed_of_the_project_that_is_stored(database, asked):
    project, _ = asked
    assert rating_seed(database, project.id) == rating_seed(database, project.id)
    other = create_project(database, "another")
    assert load_rating_queue(database, other).total == 0


def test_ratings_are_taken_back_one_after_the_other_and_stay_in_the_record(database, asked):
    project, _ = asked
    one, two = load_rating_queue(database, project).waiting[:2]
    rate(database, one, 5)
    rate(database, two, 1)
    queue = load_rating_queue(database, project)
    assert queue.last_rated.answer.question_id == two.question.id
    assert queue.last_rated.run_id == two.run_id
    take_back(database, queue.last_rated)
    take_back(database, load_rating_queue(database, project).last_rated)
    queue = load_rating_queue(database, project)
    assert (queue.rated, queue.last_rated) == (0, None)
    assert [a.run_id for a in queue.waiting[:2]] == [one.run_id, two.run_id]
    assert queue.waiting[0].text == one.text
    grades = recorded_grades(database, one.run_id, one.question.id)
    assert grades == [(Outcome.UNRATED, None), (Outcome.RIGHT, 5.0), (Outcome.UNRATED, None)]


def test_a_rating_outside_the_scale_is_refused(database, asked):
    project, _ = asked
    with pytest.raises(GradingError, match="between 1 and 5"):
        rate(database, load_rating_queue(database, project).waiting[0], 6)


def test_an_empty_reply_does_not_wait_for_a_rating(database, asked):
    project, runs = asked
    database.write("DELETE FROM answer WHERE run_id = ? AND position = 0", (runs[0].id,))
    database.write("UPDATE run SET state = 'waiting' WHERE id = ?", (runs[0].id,))
    work(database, next_waiting_run(database), lambda *_: ScriptedSession(lambda _: "<think>Hm.</think>"))
    assert load_rating_queue(database, project).total == 23
    assert load_answers(database, runs[0].id)[0].grade.outcome is Outcome.NO_ANSWER


def test_rated_answers_decide_between_the_candidates(database, asked):
    project, runs = asked
    kind = runs[0].id
    rate_all(database, project, lambda a: (5 if a.run_id == kind else 2) - len(a.question.input) % 2)
    decision = decide(database, [run.id for run in runs])
    (pair,) = decision.pairs
    assert pair.kind.value == "rating 1-5"
    assert pair.n == 12
    assert abs(pair.gap) == pytest.approx(3.0)


JUDGE = Candidate("a third one", "http://localhost:1", CandidateKind.SERVER, model="judge")


class Judge(ScriptedSession):
    """Prefers the reply that says "Gladly", wherever it stands."""

    def __init__(self):
        super().__init__(lambda request: self.prefer(request.messages[-1].content))

    def prefer(self, text):
        first, _, second = text.partition("[Second reply]")
        return "ANSWER: A" if "Gladly" in first else "ANSWER: B" if "Gladly" in second else "ANSWER: C"


def test_a_judge_gives_an_opinion_that_is_compared_with_the_ratings_and_grades_nothing(database, asked):
    project, runs = asked
    kind = runs[0].id
    rate_all(database, project, lambda a: 5 if a.run_id == kind else 2)
    shares = []
    judgement = run_judge(
        database,
        JUDGE,
        (runs[0].id, runs[1].id),
        lambda share, _: shares.append(share),
        lambda: False,
        lambda *_: Judge(),
    )
    assert judgement.counts == {"first": 12, "second": 0, "tie": 0, "unread": 0}
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    kept = judgement_from_json(judgement_to_json(judgement))
    assert kept == judgement
    assert kept.opinions[0].preference is Preference.FIRST
    agreement = agreement_with_ratings(database, judgement)
    assert (agreement.n, agreement.share_same, agreement.share_changed_with_order) == (12, 1.0, 0.0)
    assert all(a.grade.score == 5 for a in load_answers(database, kind))


def test_a_judge_that_is_stopped_keeps_what_it_said(database, asked):
    _, runs = asked
    ids = (runs[0].id, runs[1].id)
    said = []
    stopped = run_judge(
        database, JUDGE, ids, lambda share, _: said.append(share), lambda: len(said) > 1, lambda *_: Judge()
    )
    assert stopped.cancelled
    assert 0 < len(stopped.opinions) < 12
    assert agreement_with_ratings(database, stopped).share_same is None


def test_runs_without_open_answers_in_common_cannot_be_judged(database, asked):
    _, runs = asked
    database.write("DELETE FROM answer WHERE run_id = ?", (runs[1].id,))
    assert load_pairs(database, (runs[0].id, runs[1].id)) == []
    with pytest.raises(SurefitError, match="share no open answers"):
        run_judge(database, JUDGE, (runs[0].id, runs[1].id), lambda *_: None, lambda: False)


def test_a_judge_that_cannot_be_loaded_ends_its_job_with_a_sentence(database, asked, tmp_path):
    _, runs = asked
    arguments = {"judge": str(tmp_path / "gone.gguf"), "first": runs[0].id, "second": runs[1].id}
    job_id = database.insert(
        "INSERT INTO job (kind, arguments, state, created_at) VALUES (?, ?, 'running', 0)",
        (JobKind.JUDGE, json.dumps(arguments)),
    )
    assert job_process.main(database.path, job_id) == 1
    job = load_job(database, job_id)
    assert job.state is RunState.FAILED
    assert "gone.gguf" in job.message
