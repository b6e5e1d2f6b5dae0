"""A decision rests on the stored answers, says what differed besides the model, and names the rule in force."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.advice.comparison import Tier
from core.advice.verdict.decision import decide, joint_rule
from core.advice.verdict.differences import find_differences, find_odd_answers
from core.advice.verdict.good_enough import Fitness
from core.advice.verdict.trade import Cost, find_trades
from core.advice.verdict.verdict import compare
from core.advice.verdict.what_next import chance_curve
from core.errors import NotEnoughData, StoreError
from core.grading.outcome import Grade, Outcome
from core.inference.exchange import Sampling
from core.models.model_file import load_model_file
from core.runs.answer_rows import add_grade, load_answers
from core.runs.database import Database
from core.runs.evaluation import enqueue_candidates
from core.runs.projects import load_saved_question_set
from core.runs.records import Configuration, RunState
from core.runs.run_rows import save_used_settings
from core.stats.sequential import StoppingRule
from tests.filled_store import answer_all, choice_questions, fill
from tests.ladder_store import fill_ladder, one_ladder, write_rung


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "store.sqlite3") as opened:
        yield opened


def ids(runs) -> list[str]:
    return [run.id for run in runs]


def test_two_runs_give_the_counts_that_were_stored(database: Database) -> None:
    _, runs = fill(database, {"A": "r" * 40 + "w" * 10, "B": "r" * 18 + "w" * 22 + "r" * 6 + "w" * 4})
    decision = decide(database, ids(runs))
    pair = decision.pairs[0]
    assert (pair.n, pair.both_right, pair.only_a_right, pair.only_b_right, pair.neither_right) == (50, 18, 22, 6, 4)
    assert decision.headline == "Use A for coding like this."
    assert decision.many is None
    assert pair.bank is not None
    assert pair.bank.size == 50
    assert {name: s.right for name, s in decision.scores().items()} == {"A": 40, "B": 24}


def test_the_questions_that_decided_are_listed_with_both_answers(database: Database) -> None:
    _, runs = fill(database, {"A": "rrrww", "B": "rwwrw"})
    decision = decide(database, ids(runs))
    found = find_differences(decision, decision.pairs[0])
    assert [d.winner for d in found] == ["A", "A", "B"]
    for difference in found:
        expected = difference.asked.target_letters[0]
        winner = difference.a if difference.winner == "A" else difference.b
        assert winner.text.endswith(f"Answer: {expected}")
        assert difference.expected.startswith(f"{expected}) ")


def test_three_runs_share_one_account_of_every_pair(database: Database) -> None:
    _, runs = fill(database, {"A": "r" * 45 + "w" * 5, "B": "r" * 44 + "w" * 6, "C": "r" * 10 + "w" * 40})
    decision = decide(database, ids(runs))
    assert decision.many is not None
    assert decision.pairs == decision.many.pairs
    assert decision.many.winner is None
    assert {decision.closest_call.a.name, decision.closest_call.b.name} == {"A", "B"}
    assert decision.closest_call.more_questions == ()  # all 50 of the set were asked


def test_a_candidate_that_was_set_aside_keeps_its_pairs(database: Database) -> None:
    letters = {"A": "r" * 20 + "w" * 20, "B": "rw" * 20, "C": "r" * 25 + "c" * 15}
    decision = decide(database, ids(fill(database, letters)[1]))
    assert decision.many is not None
    assert decision.many.set_aside == ("C",)
    assert len(decision.pairs) == 3
    assert [p.withheld for p in decision.pairs] == [False, True, True]
    assert set(decision.scores()) == {"A", "B", "C"}


def test_cut_off_answers_are_left_out_for_both_and_their_texts_are_kept(database: Database) -> None:
    _, runs = fill(database, {"A": "c" * 2 + "r" * 38, "B": "r" * 38 + "xn"})
    decision = decide(database, ids(runs))
    assert decision.pairs[0].n == 37
    assert decision.pairs[0].left_out == 3
    assert decision.pairs[0].more_questions == ()  # all 40 of the set were asked, whatever came of it
    odd = find_odd_answers(decision)
    assert [(o.name, o.answer.grade.outcome) for o in odd] == [
        ("A", Outcome.CUT_OFF),
        ("A", Outcome.CUT_OFF),
        ("B", Outcome.COULD_NOT_RUN),
        ("B", Outcome.NO_ANSWER),
    ]
    assert odd[0].answer.text.startswith("Let me think")


def test_too_many_cut_offs_withhold_the_verdict(database: Database) -> None:
    _, runs = fill(database, {"A": "c" * 10 + "r" * 30, "B": "r" * 20 + "w" * 20})
    pair = decide(database, ids(runs)).pairs[0]
    assert pair.tier is Tier.WITHHELD
    assert "raise max_tokens" in pair.headline


def test_ratings_by_hand_count_where_nothing_else_was_asked(database: Database) -> None:
    questions = choice_questions(12, "rating")
    _, runs = fill(database, {"A": "554545554545", "B": "322332323223"}, questions)
    pair = decide(database, ids(runs)).pairs[0]
    assert pair.kind == "rating 1-5"
    assert pair.better == "a"
    assert pair.bank is None
    _, runs = fill(database, {"C": "5545uuuuuuuu", "D": "3223uuuuuuuu"}, questions)
    assert "finish the rating by hand" in decide(database, ids(runs)).headline


def test_identical_answers_are_no_difference_seen(database: Database) -> None:
    decision = decide(database, ids(fill(database, {"A": "rw" * 20, "B": "rw" * 20})[1]))
    assert decision.headline.startswith("No difference seen")
    assert decision.pairs[0].confidence == 0.5
    assert find_differences(decision, decision.pairs[0]) == []


def test_choices_in_another_order_are_another_question(database: Database) -> None:
    question_set = choice_questions(30)
    project, runs = fill(database, {"A": "r" * 30}, question_set)
    warmer = replace(project.configuration, sampling=Sampling(temperature=0.5))
    other = enqueue_candidates(
        database, project.candidates, question_set, warmer,
        use_case=None, draw_seed=1, n=30, project_id=None,
    )[0]  # fmt: skip
    answer_all(database, other, question_set, "w" * 30)
    hashes = [{a.ask_hash for a in load_answers(database, run_id)} for run_id in (runs[0].id, other.id)]
    shared = len(hashes[0] & hashes[1])
    assert 0 < shared < 30
    decision = decide(database, [runs[0].id, other.id])
    assert decision.pairs[0].n == shared
    assert decision.pairs[0].not_shared == 60 - 2 * shared
    assert decision.contestants[0].name == f"A (run {runs[0].id})"


def test_a_corrected_grade_changes_the_decision(database: Database) -> None:
    _, runs = fill(database, {"A": "r" * 10, "B": "r" * 10})
    key = load_answers(database, runs[1].id)[0].question_id
    add_grade(database, runs[1].id, key, Grade(Outcome.WRONG, 0.0, None, "The key was corrected.", "choice", 2))
    assert decide(database, ids(runs)).pairs[0].only_a_right == 1


def test_what_differs_besides_the_model_is_said(database: Database) -> None:
    question_set = choice_questions(10)
    _, first = fill(database, {"A": "r" * 10}, question_set)
    warm = replace(Configuration(), sampling=Sampling(temperature=0.8), max_tokens=50)
    _, second = fill(database, {"B": "w" * 8}, question_set, configuration=warm, state=RunState.CANCELLED)
    database.write("UPDATE run SET n = 10 WHERE id = ?", (second[0].id,))
    save_used_settings(database, second[0].id, replace(warm.settings, use_extra_bufts=False))
    said = " ".join(decide(database, ids([*first, *second])).cautions)
    for part in ("answered 8 of 10", "sampled with other settings", "budget of tokens", "safer configuration"):
        assert f"B {part}" in said or part in said


def test_questions_added_after_a_look_ask_for_more(database: Database) -> None:
    question_set = choice_questions(120)
    outcomes = {"A": "r" * 30 + "w" * 20, "B": "r" * 19 + "w" * 31}
    project, runs = fill(database, outcomes, question_set)
    before = decide(database, ids(runs))
    assert before.stopping_rule is StoppingRule.FIXED
    again = enqueue_candidates(
        database, project.candidates, question_set, project.configuration,
        use_case=project.use_case, draw_seed=0, n=100, project_id=project.id,
    )  # fmt: skip
    assert [run.stopping_rule for run in again] == [StoppingRule.EXTENDED] * 2
    after = decide(database, ids(runs))
    assert any("Questions were added after a result was seen" in line for line in after.pairs[0].details)
    assert before.pairs[0].settled
    assert after.pairs[0].confidence == before.pairs[0].confidence
    assert after.pairs[0].settled == (after.pairs[0].confidence >= 0.983)


@pytest.mark.parametrize(
    ("rules", "joint"),
    [
        (("fixed", "fixed"), "fixed"),
        (("fixed", "extended", "e-process"), "extended"),
        (("fixed", "e-process"), "e-process"),
        (("e-process", "five looks"), "e-process"),
    ],
)
def test_runs_under_several_rules_are_judged_by_one(rules: tuple[str, ...], joint: str) -> None:
    assert joint_rule([StoppingRule(rule) for rule in rules]) == joint


def test_one_run_or_an_unknown_one_is_refused_with_a_sentence(database: Database) -> None:
    _, runs = fill(database, {"A": "rw"})
    with pytest.raises(NotEnoughData, match="two different runs"):
        decide(database, [runs[0].id, runs[0].id])
    with pytest.raises(StoreError, match="There is no run"):
        decide(database, [runs[0].id, "nowhere"])


def test_runs_without_a_shared_question_are_refused_with_a_sentence(database: Database) -> None:
    _, first = fill(database, {"A": "rwrw"})
    questions = choice_questions(8)
    other = replace(questions, questions=tuple(replace(q, input=q.input + " Count.") for q in questions.questions))
    _, second = fill(database, {"B": "rwrw"}, other)
    with pytest.raises(NotEnoughData, match="no question in common"):
        decide(database, ids([*first, *second]))


def test_the_decision_is_the_verdict_of_the_bare_scores(database: Database) -> None:
    _, runs = fill(database, {"A": "rrwwnrrrwr" * 4, "B": "rwwrrwrrww" * 4})
    decision = decide(database, ids(runs))
    a, b = decision.contestants
    scores = [{key: answer.grade.score for key, answer in c.answers.items()} for c in (a, b)]
    bare = compare(a.candidate, b.candidate, *scores)
    assert (decision.pairs[0].p_a_better, decision.pairs[0].gap_low) == (bare.p_a_better, bare.gap_low)
    assert load_saved_question_set(database, runs[0].question_set_id) == decision.question_set


Q4, Q8 = "Foo 7B Instruct Q4_K_M", "Foo 7B Instruct Q8_0"


def test_a_smaller_file_of_the_same_model_is_judged_by_what_it_loses(database: Database) -> None:
    outcomes = {Q4: "r" * 150 + "w" * 6 + "r" * 5 + "w" * 89, Q8: "r" * 156 + "w" * 94}
    _, runs = fill(database, outcomes, sizes_mb={Q4: 4900, Q8: 8100})
    decision = decide(database, ids(runs))
    assert (decision.fitness[0].lost, decision.fitness[0].gained) == (6, 5)
    assert decision.headline == f"{Q4} is good enough here."
    assert "It saves 3.2 GB." in decision.advice
    assert decide(database, ids(runs), margin=0.01).headline.startswith(f"Keep {Q8} for now")


def test_two_models_are_not_judged_as_two_files_of_one(database: Database) -> None:
    _, runs = fill(
        database, {Q4: "rw" * 10, "Bar 7B Instruct Q8_0": "rr" * 10}, sizes_mb={Q4: 4900, "Bar 7B Instruct Q8_0": 8100}
    )
    assert decide(database, ids(runs)).fitness == ()


def test_what_more_questions_would_do_is_a_curve_that_rises(database: Database) -> None:
    _, runs = fill(database, {"A": "r" * 31 + "w" * 19, "B": "r" * 22 + "w" * 9 + "r" * 6 + "w" * 13})
    curve = chance_curve(decide(database, ids(runs)).pairs[0])
    assert [m.more for m in curve][:2] == [25, 50]
    assert all(0 < m.chance < 1 for m in curve)
    assert [m.chance for m in curve] == sorted(m.chance for m in curve)
    _, runs = fill(database, {"C": "r" * 50, "D": "w" * 50})
    assert chance_curve(decide(database, ids(runs)).pairs[0]) == ()


def test_who_is_beaten_on_score_and_size_is_off_the_front(database: Database) -> None:
    outcomes = {"A": "r" * 40 + "w" * 10, "B": "r" * 30 + "w" * 20, "C": "r" * 20 + "w" * 30}
    _, runs = fill(
        database, outcomes, sizes_mb={"A": 4000, "B": 5000, "C": 1000}, tokens_per_s={"A": 9, "B": 9, "C": 40}
    )
    trades = {trade.cost: trade for trade in find_trades(decide(database, ids(runs)))}
    assert {p.name: p.on_front for p in trades[Cost.SIZE].points} == {"A": True, "B": False, "C": True}
    assert {p.name: p.on_front for p in trades[Cost.SPEED].points} == {"A": True, "B": False, "C": True}
    assert "B is beaten by another candidate on both score and size" in trades[Cost.SIZE].sentence


def test_a_larger_file_made_from_the_smaller_one_is_not_advised_over_it(database: Database, tmp_path: Path) -> None:
    source = load_model_file(write_rung(tmp_path, "Zyxw-1B", "Q4_0"))
    blown_up = load_model_file(write_rung(tmp_path, "Zyxw-1B", "Q8_0", made_from="Q4_0"))
    _, runs = fill_ladder(
        database, one_ladder([blown_up, source]), {"Q4_0": "r" * 30 + "w" * 20, "Q8_0": "r" * 33 + "w" * 17}
    )
    decision = decide(database, ids(runs.values()))
    assert decision.headline.startswith("Take Zyxw-1B-Q4_0: Zyxw-1B-Q8_0")
    assert "requantized from Q4_0, and cannot be better by content" in decision.headline
    assert decision.fitness[0].fitness is Fitness.HOLDS_AS_MUCH
