"""Several candidates: who may be best, who cannot be told apart, who is set aside."""

import json
import time

import numpy as np
import pytest

from core.advice.comparison import Candidate
from core.advice.verdict.many import compare_many
from core.errors import NotEnoughData
from core.grading.outcome import Outcome


def bank(models, questions, skill_sd=0.5, seed=0):
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, skill_sd, (models, 1)) + rng.normal(0, 1.5, (1, questions))
    return (rng.random((models, questions)) < 1 / (1 + np.exp(-logits))).astype(float)


def mappings(matrix):
    return [{f"q{i}": float(score) for i, score in enumerate(row)} for row in matrix]


def named(count, **options):
    return [Candidate(f"M{i}", **options) for i in range(count)]


def staircase(*right, n=50):
    return [{f"q{i}": float(i < r) for i in range(n)} for r in right]


def test_one_winner_is_named_only_with_95_percent():
    clear = compare_many(named(3), staircase(48, 24, 20))
    assert clear.winner == "M0"
    assert clear.headline == "Use M0 for questions like these."
    assert clear.groups[0] == ("M0",)
    close = compare_many(named(3), mappings(bank(3, 50, skill_sd=0.1)))
    assert close.winner is None
    assert len(close.best_set) > 1
    assert close.headline.startswith("No single winner: choose among")


def test_the_set_that_holds_the_best_adds_up_and_ranks_fit():
    verdict = compare_many(named(6), mappings(bank(6, 100)))
    p = {r.candidate.name: r.p_best for r in verdict.ranked}
    assert sum(p.values()) == pytest.approx(1, abs=0.001)
    assert sum(p[name] for name in verdict.best_set) >= 0.95 or verdict.winner
    assert all(1 <= r.rank_low <= place <= r.rank_high <= 6 for place, r in enumerate(verdict.ranked, 1))
    assert [name for group in verdict.groups for name in group] == [r.candidate.name for r in verdict.ranked]


def test_among_those_that_may_be_best_the_fastest_is_a_convenience():
    candidates = [Candidate(f"M{i}", tokens_per_s=5 + 3 * i) for i in range(3)]
    verdict = compare_many(candidates, staircase(30, 30, 29))
    assert verdict.headline == "No single winner: take the fastest one (M2, 11 tokens/s) of those that may be the best."
    assert verdict.advice.endswith("Taking it is a choice of convenience, not a finding.")


def test_identical_candidates_share_everything():
    verdict = compare_many(named(4), staircase(30, 30, 30, 30))
    assert verdict.winner is None
    assert len(verdict.groups) == 1
    assert all(0.2 < r.p_best < 0.3 for r in verdict.ranked)
    assert all((r.rank_low, r.rank_high) == (1, 4) for r in verdict.ranked)


def test_two_candidates_get_the_verdict_of_their_pair():
    verdict = compare_many(named(2), staircase(40, 24))
    assert verdict.advice == verdict.pairs[0].advice
    assert verdict.ranked[0].p_best == verdict.pairs[0].confidence


def test_a_candidate_with_many_lost_answers_is_set_aside_and_the_others_are_ranked():
    scores = staircase(40, 30, 20)
    lost = {f"q{i}": Outcome.CUT_OFF for i in range(10)}
    scores[1] |= dict.fromkeys(lost)
    verdict = compare_many(named(3), scores, outcomes=[{}, lost, {}])
    assert verdict.set_aside == ("M1",)
    assert {r.candidate.name for r in verdict.ranked} == {"M0", "M2"}
    assert verdict.n == 50
    assert "raise max_tokens or turn thinking off" in verdict.notes[0]


def test_when_nobody_is_left_the_pairs_carry_bounds():
    scores = staircase(40, 30, 20)
    for found in scores[1:]:
        found |= {f"q{i}": None for i in range(10)}
    verdict = compare_many(named(3), scores)
    assert verdict.ranked == ()
    assert verdict.headline.startswith("No verdict yet")
    assert all(pair.withheld and pair.bounds for pair in verdict.pairs)


def test_six_models_near_each_other_raise_the_prior_of_their_bank():
    verdict = compare_many(named(8), mappings(bank(8, 300, skill_sd=0)))
    assert verdict.prior > 5
    assert all(pair.prior == verdict.prior for pair in verdict.pairs)
    assert any("lie close together" in note for note in verdict.notes)


def test_ratings_and_graded_scores_are_ranked_too():
    rng = np.random.default_rng(1)
    ratings = compare_many(named(4), mappings(rng.integers(1, 6, (4, 40))), rating=True)
    assert all(1 <= r.score.low <= r.score.high <= 5 for r in ratings.ranked)
    graded = compare_many(named(4), mappings(rng.random((4, 60)) ** [[0.3], [2], [3], [4]]))
    assert graded.winner == "M0"
    json.dumps([ratings.to_dict(), graded.to_dict()], allow_nan=False)


def test_only_questions_measured_for_all_count():
    scores = staircase(40, 30, 20)
    scores[0] |= {"q0": None, "q1": None}
    scores[2] = {key: score for key, score in scores[2].items() if key != "q9"}
    verdict = compare_many(named(3), scores)
    assert (verdict.n, verdict.left_out) == (47, 3)


@pytest.mark.parametrize(
    ("scores", "says"),
    [
        ([{"q1": 1, "q2": 0}], "One candidate"),
        ([{"q1": 1, "q2": 0}, {"q3": 1, "q4": 1}, {"q1": 0, "q2": 1}], "measured for all"),
    ],
)
def test_too_little_is_said(scores, says):
    with pytest.raises(NotEnoughData, match=says):
        compare_many(named(len(scores)), scores)


def test_bad_scores_are_named():
    for wrong in (float("nan"), 7.0):
        scores = staircase(40, 30, 20)
        scores[1]["q3"] = wrong
        with pytest.raises(ValueError, match="q3"):
            compare_many(named(3), scores)


def test_twenty_models_and_a_thousand_questions_take_no_noticeable_time():
    scores = mappings(bank(20, 1000))
    start = time.process_time()
    verdict = compare_many(named(20), scores)
    assert len(verdict.pairs) == 190
    assert time.process_time() - start < 3  # the figure itself is measured in bench


def test_a_ranking_on_few_of_the_questions_says_so():
    scores = staircase(30, 20, 10, n=40)
    short = [*scores[:2], {key: scores[2][key] for key in ("q0", "q1")}]
    notes = compare_many(named(3), short).notes
    assert any("rests on the 2 of 40 questions that were measured for all (M2: 2 measured)" in note for note in notes)
    assert not any("rests on" in note for note in compare_many(named(3), scores).notes)
