"""Corrected keys reach saved answers, drafts outlive a reload, and ratings stay where they were given."""

from dataclasses import replace

from core.grading.graders import grade_by_hand
from core.grading.outcome import Outcome
from core.questions.draw import draw
from core.questions.question import GraderSpec, Question, QuestionSet
from core.runs.answer_rows import add_grade, load_answers
from core.runs.corrections import correct_runs, correct_set, find_to_correct, regrade_with_newest
from core.runs.database import Database
from core.runs.evaluation import enqueue_candidates, regrade
from core.runs.projects import (
    create_project,
    delete_project,
    load_preference,
    load_saved_question_set,
    save_question_set,
)
from core.runs.question_drafts import (
    Draft,
    load_draft,
    save_draft,
    with_new_question,
    with_question,
    with_removed_back,
    without_question,
)
from core.runs.records import RunState
from core.runs.run_rows import load_run, next_waiting_run
from core.runs.runner import work

from .conftest import ScriptedSession, recorded_grades, right_answer, sums


def answered_run(database, served, configuration, question_set, write=right_answer):
    (run,) = enqueue_candidates(
        database,
        [served],
        question_set,
        configuration,
        use_case=None,
        draw_seed=0,
        n=len(question_set.questions),
        project_id=None,
    )
    work(database, next_waiting_run(database), lambda *_: ScriptedSession(write))
    return load_run(database, run.id)


def with_key(question_set, question_id, *target):
    changed = (replace(q, target=target) if q.id == question_id else q for q in question_set.questions)
    return replace(question_set, questions=tuple(changed))


def test_a_corrected_key_regrades_its_answers_and_the_old_grade_stays(database, served, configuration):
    faulty = with_key(sums(4), "sum-11", "99")
    run = answered_run(database, served, configuration, faulty)
    assert run.state is RunState.DONE
    ((_, _, touched),) = find_to_correct(database, sums(4), [run])
    assert touched == 1
    done = correct_runs(database, sums(4), [run])
    assert (done.runs, done.answers, done.changed) == (1, 4, 1)
    assert all(a.grade.outcome is Outcome.RIGHT for a in load_answers(database, run.id))
    assert recorded_grades(database, run.id, "sum-11") == [(Outcome.WRONG, 0.0), (Outcome.RIGHT, 1.0)]
    assert find_to_correct(database, sums(4), [load_run(database, run.id)]) == []


def test_questions_added_or_asked_otherwise_leave_a_run_as_it_was_asked(database, served, configuration):
    run = answered_run(database, served, configuration, sums(3))
    other = with_key(sums(5), "sum-10", "7")
    changed_text = replace(other.questions[1], input="What is 7 + 4, then?", target=("0",))
    other = replace(other, questions=(other.questions[0], changed_text, *other.questions[2:]))
    corrected = correct_set(sums(3), other)
    assert [q.target for q in corrected.questions] == [("7",), ("11",), ("12",)]
    assert len(corrected.questions) == 3
    assert correct_runs(database, other, [run]).changed == 1
    assert load_saved_question_set(database, load_run(database, run.id).question_set_id) == corrected


def test_a_run_that_goes_on_is_left_alone(database, served, configuration):
    run = answered_run(database, served, configuration, sums(2))
    going_on = replace(run, state=RunState.RUNNING)
    done = correct_runs(database, with_key(sums(2), "sum-10", "0"), [going_on])
    assert (done.runs, done.changed, done.active) == (0, 0, 1)


def test_grading_again_takes_the_keys_saved_last_under_the_same_name(database, served, configuration):
    run = answered_run(database, served, configuration, sums(3))
    save_question_set(database, with_key(sums(3), "sum-10", "0"), chosen=True)
    assert regrade_with_newest(database, [run]).changed == 1
    save_question_set(database, sums(3), chosen=True)  # taken back: content that was saved before is the newest now
    assert regrade_with_newest(database, [load_run(database, run.id)]).changed == 1
    assert all(a.grade.outcome is Outcome.RIGHT for a in load_answers(database, run.id))


def test_a_rating_by_hand_is_kept_and_a_stricter_good_from_counts_it_anew(database, served, configuration):
    open_set = QuestionSet("letters", (Question("note", "Write a note.", (), GraderSpec("rating")),))
    run = answered_run(database, served, configuration, open_set, lambda _: "Dear all, lunch is at one.")
    (answer,) = load_answers(database, run.id)
    assert answer.grade.outcome is Outcome.UNRATED
    (asked,) = draw(open_set, 1, 0)
    add_grade(database, run.id, "note", grade_by_hand(asked, answer.text, 4))
    assert regrade(database, run.id) == 0
    stricter = replace(open_set.questions[0], grader=GraderSpec("rating", {"good_from": 5}))
    assert regrade(database, run.id, replace(open_set, questions=(stricter,))) == 1
    (answer,) = load_answers(database, run.id)
    assert (answer.grade.outcome, answer.grade.score) == (Outcome.WRONG, 4.0)


def test_an_answer_rated_by_hand_can_be_given_a_key_instead(database, served, configuration):
    open_set = QuestionSet("facts", (Question("sky", "Name the capital of Peru.", (), GraderSpec("rating")),))
    run = answered_run(database, served, configuration, open_set, lambda _: "ANSWER: Lima")
    keyed = replace(open_set.questions[0], target=("Lima",), grader=GraderSpec("exact"))
    assert regrade(database, run.id, replace(open_set, questions=(keyed,))) == 1
    assert load_answers(database, run.id)[0].grade.outcome is Outcome.RIGHT


def test_a_draft_outlives_a_restart_and_may_be_unfinished(tmp_path):
    path = tmp_path / "store.sqlite3"
    half = Question("own-1", "", (), GraderSpec("json", {"schema": '{"type": '}))
    with Database(path) as database:
        project = create_project(database, "letters")
        save_draft(database, project.id, with_new_question(Draft(QuestionSet("mine", (half,)), "nothing")))
    with Database(path) as database:
        draft = load_draft(database, project.id)
        assert draft is not None
        assert draft.questions[0] == half
        assert (draft.selected, draft.questions[1].id) == (1, "own-2")
        delete_project(database, project.id)
        assert load_draft(database, project.id) is None
        assert load_preference(database, "current_project") == str(project.id)


def test_questions_are_changed_removed_and_brought_back_to_their_place():
    draft = Draft(sums(3), "sums")
    renamed = replace(draft.questions[1], tags=("easy",))
    draft = with_question(draft, 1, renamed)
    draft = without_question(without_question(draft, 1), 0)
    assert [q.id for q in draft.questions] == ["sum-12"]
    draft = with_removed_back(with_removed_back(draft))
    assert draft.questions == (sums(3).questions[0], renamed, sums(3).questions[2])
    assert with_removed_back(draft) == draft
    copied = with_new_question(draft, renamed)
    assert copied.questions[3] == replace(renamed, id="own-1")
