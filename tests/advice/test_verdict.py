"""A verdict on two candidates: its figures, its tier, and the sentence it ends in."""

import json
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.advice.comparison import Candidate, Tier
from core.advice.verdict.good_enough import Fitness, judge_good_enough
from core.advice.verdict.verdict import compare, compare_counts
from core.errors import GradingError, NotEnoughData
from core.grading.outcome import Outcome
from core.stats.sequential import StoppingRule

A = Candidate("A", tokens_per_s=9, size_bytes=3_200_000_000)
B = Candidate("B", tokens_per_s=14, size_bytes=2_000_000_000)
KEYS = {
    "a", "b", "n", "both_right", "only_a_right", "only_b_right", "neither_right", "gap", "gap_low", "gap_high", "mdad",
    "confidence", "better", "tier", "advice", "questions_needed", "questions_needed_why", "left_out",
}  # fmt: skip


def answers(both, only_a, only_b, neither):
    """Two candidates' scores by question id with these four counts."""
    a = [1] * both + [1] * only_a + [0] * only_b + [0] * neither
    b = [1] * both + [0] * only_a + [1] * only_b + [0] * neither
    return {f"q{i}": s for i, s in enumerate(a)}, {f"q{i}": s for i, s in enumerate(b)}


def judge_flips(tested, reference, *, gained, lost, n):
    """A file that lost and gained so many of n questions against its reference, the others being right in both."""
    return judge_good_enough(tested, reference, *answers(n - gained - lost, gained, lost, 0))


TOSS_UP = answers(22, 9, 6, 13)


def test_a_clear_winner_is_named_and_nothing_more_is_asked():
    verdict = compare(A, B, *answers(21, 19, 3, 7), use_case="coding")
    assert verdict.advice == (
        "Use A for coding like this. It solved 40 of 50, B 24; on the 22 questions where they differed A won 19. "
        "Confidence: more than 99 %. The gap is probably 15 to 47 points. No more questions needed."
    )
    assert (verdict.tier, verdict.better, verdict.questions_needed) == (Tier.BETTER, "a", 0)


def test_a_lean_is_no_winner_and_the_faster_one_is_a_convenience():
    verdict = compare(A, B, *answers(22, 9, 6, 13), seconds_per_question=15)
    assert verdict.advice == (
        "No clear winner: take the faster one (B, 14 tokens/s against 9). A solved 31 of 50, B 28; "
        "they differed on 15, 9 to 6, a slight lean to A (73 %). "
        "The true gap may lie anywhere from B ahead by 9 to A ahead by 21. "
        "200 more questions (about 50 minutes) would settle it with a chance of about one in three. "
        "Taking it is a choice of convenience, not a finding."
    )
    assert verdict.tier is Tier.SLIGHT_LEAN
    assert not verdict.settled


def test_the_faster_one_is_who_answers_sooner_where_answers_are_short_or_differ_in_length():
    chatty = Candidate("A", tokens_per_s=80, tokens_per_answer=300, seconds_per_question=3.75)
    terse = Candidate("B", tokens_per_s=12, tokens_per_answer=4, seconds_per_question=0.33)
    assert "take the faster one (B, 0.33 s a question against 3.75)" in compare(chatty, terse, *TOSS_UP).headline
    alike = Candidate("B", tokens_per_s=40, tokens_per_answer=310, seconds_per_question=7.75)
    assert "take the faster one (A, 80 tokens/s against 40)" in compare(chatty, alike, *TOSS_UP).headline


def test_a_requantized_file_is_not_advised_without_saying_so():
    made = Candidate("A", size_bytes=1_000_000_000, made_from="requantized from Q4_1")
    other = Candidate("B", size_bytes=2_000_000_000)
    won = compare(made, other, *answers(21, 19, 3, 7))
    assert won.headline == "Use A (requantized from Q4_1) for questions like these."
    assert "It solved 40 of 50" in won.advice
    assert "(A, requantized from Q4_1, 1.0 GB against 2.0 GB)" in compare(made, other, *TOSS_UP).headline


def test_what_more_questions_would_do_counts_with_the_bar_that_is_then_in_force():
    plain = compare(A, B, *TOSS_UP)
    looked = compare(A, B, *TOSS_UP, looked_at=True)
    assert (plain.bar_for_more, looked.bar_for_more) == (0.95, 0.983)
    assert plain.confidence == looked.confidence
    assert plain.questions_needed == looked.questions_needed
    assert looked.more_needed > looked.questions_needed
    for before, after in zip(plain.more_questions, looked.more_questions, strict=True):
        assert after.chance < before.chance
    assert any("Once they are added to this result, 98.3 % are asked for" in line for line in looked.details)


def test_a_few_questions_that_are_left_are_not_offered_where_they_hardly_help():
    verdict = compare(A, B, *TOSS_UP, bank_size=52)
    assert "The 2 questions that this set still holds would hardly settle it: write or draw more." in verdict.advice


def test_a_smaller_file_that_was_looked_at_on_the_way_must_clear_a_higher_bar():
    tested, reference = answers(200, 5, 6, 39)
    files = Candidate("Q4_K_M"), Candidate("Q8_0")
    assert judge_good_enough(*files, tested, reference).fitness is Fitness.GOOD_ENOUGH
    looked = judge_good_enough(*files, tested, reference, stopping_rule=StoppingRule.EXTENDED)
    assert (looked.fitness, looked.claim_at) == (Fitness.NOT_SETTLED, 0.965)
    assert "96.5 % are asked for instead of 90 %" in looked.advice
    assert looked.questions_needed > 0


def test_with_few_flips_the_exact_test_can_refuse_what_the_score_test_would_claim():
    judged = judge_flips(Candidate("Q4_0"), Candidate("Q8_0"), gained=0, lost=4, n=250)
    assert judged.fitness is Fitness.NOT_SETTLED
    assert judged.confidence == pytest.approx(0.8718, abs=1e-4)


def test_a_smaller_file_that_is_good_enough():
    tested, reference = Candidate("Q4_K_M", size_bytes=4_900_000_000), Candidate("Q8_0", size_bytes=8_100_000_000)
    verdict = judge_flips(tested, reference, gained=5, lost=6, n=250)
    assert verdict.advice == (
        "Q4_K_M is good enough here. On 250 questions it lost 6 that Q8_0 solved and gained 5: not worse by more than "
        "your 3 points, 96 % sure. It saves 3.2 GB. This does not say that they are equal."
    )
    assert verdict.confidence == pytest.approx(0.958565, abs=1e-6)


def test_a_smaller_file_that_is_worse_or_not_settled():
    tested, reference = Candidate("Q2_K"), Candidate("Q8_0")
    worse = judge_flips(tested, reference, gained=3, lost=20, n=250)
    assert worse.fitness is Fitness.WORSE
    assert worse.headline == "Keep Q8_0: Q2_K is worse here."
    open_ = judge_flips(tested, reference, gained=1, lost=1, n=50)
    assert open_.fitness is Fitness.NOT_SETTLED
    assert open_.questions_needed > 0
    assert "good enough is not settled" in open_.headline
    with pytest.raises(GradingError, match="right and wrong"):
        judge_good_enough(tested, reference, {"q1": 0.5, "q2": 1}, {"q1": 0.7, "q2": 1})


def test_where_the_answers_speak_against_the_smaller_file_that_is_said_and_no_number_of_questions():
    judged = judge_flips(Candidate("Q2_K"), Candidate("Q8_0"), gained=0, lost=6, n=50)
    assert judged.fitness is Fitness.NOT_SETTLED
    assert judged.probably_worse
    assert judged.headline == "Keep Q8_0 for now: Q2_K is probably worse (94 %)."
    assert judged.questions_needed is None
    assert "If the two are equal" not in judged.advice


def test_more_questions_than_the_set_holds_are_not_asked_for():
    tested, reference = answers(40, 2, 3, 5)
    judged = judge_good_enough(Candidate("Q4_0"), Candidate("Q8_0"), tested, reference, bank_size=60)
    assert judged.questions_needed > 10
    assert judged.advice.endswith("more questions than this set holds (60).")


def test_an_interval_beyond_zero_and_a_confidence_below_the_bar_are_explained():
    verdict = compare_counts(A, B, only_a=6, only_b=0, n=50)
    assert verdict.gap_low > 0
    assert not verdict.settled
    assert "a prior worth ten questions" in verdict.advice
    assert "prior worth ten" not in compare_counts(A, B, only_a=30, only_b=5, n=100).advice


def test_the_paired_test_and_the_exact_p_of_a_known_case():
    first, second = compare(A, B, *answers(33, 10, 2, 5)), compare(A, B, *answers(33, 8, 5, 4))
    assert (first.exact_p, second.exact_p) == (pytest.approx(0.039, abs=5e-4), pytest.approx(0.58, abs=5e-3))
    assert (first.both_right, first.only_a_right, first.only_b_right, first.neither_right) == (33, 10, 2, 5)


def test_the_order_of_rows_changes_nothing():
    a, b = answers(33, 10, 2, 5)
    keys = list(np.random.default_rng(0).permutation(list(a)))
    shuffled = compare(A, B, {k: a[k] for k in keys}, dict(reversed(b.items())))
    assert shuffled.advice == compare(A, B, a, b).advice
    assert shuffled.only_a_ids != ()
    assert set(shuffled.only_a_ids) == {f"q{i}" for i in range(33, 43)}


def test_different_question_sets_are_cut_to_the_shared_ones_and_it_says_so():
    a, b = answers(33, 10, 2, 5)
    verdict = compare(A, B, a | {"extra1": 1, "extra2": 0}, b | {"other": 1})
    assert (verdict.n, verdict.left_out, verdict.not_shared) == (50, 3, 3)
    assert any("3 questions were asked of one of them only" in note for note in verdict.notes)


def test_four_answers_cut_off_in_ten_give_bounds_and_a_remedy_and_no_verdict():
    a, b = answers(6, 2, 0, 2)
    cut = {f"q{i}": Outcome.CUT_OFF for i in (3, 5, 6, 7)}
    verdict = compare(A, B, a | dict.fromkeys(cut), b, outcomes_a=cut)
    assert verdict.withheld
    assert (verdict.tier, verdict.better, verdict.questions_needed) == (Tier.WITHHELD, None, None)
    assert verdict.not_measured_a.by_outcome == {"cut off": 4}
    assert (verdict.bounds.a_low, verdict.bounds.a_high) == (0.4, 0.8)
    assert (verdict.gap_low, verdict.gap_high) == pytest.approx((-0.2, 0.2))
    assert verdict.headline.startswith("No verdict yet: raise max_tokens or turn thinking off")
    assert "4 of 10 questions were not measured (A: 4 cut off)" in verdict.advice
    assert verdict.confidence == 0.5  # the lost answers could turn it over


def test_a_tenth_lost_is_left_out_and_counted_without_withholding():
    a, b = answers(20, 10, 2, 18)
    verdict = compare(A, B, a | dict.fromkeys(["q0", "q1", "q2"]), b | {"q3": None, "q4": None})
    assert not verdict.withheld
    assert (verdict.n, verdict.left_out) == (45, 5)
    assert verdict.bounds.gap_low < verdict.gap < verdict.bounds.gap_high
    assert "5 questions were not measured and left out for both (A: 3, B: 2)." in verdict.notes


def test_a_lead_that_survives_every_lost_answer_is_said():
    a, b = answers(10, 80, 0, 10)
    verdict = compare(A, B, a | dict.fromkeys([f"q{i}" for i in range(12)]), b)
    assert verdict.withheld
    assert "A stays ahead even so" in verdict.advice
    assert verdict.confidence > 0.9


def test_a_tie_has_no_number_of_questions_and_says_why():
    verdict = compare(A, B, *answers(20, 9, 9, 12))
    assert (verdict.confidence, verdict.better, verdict.tier) == (0.5, None, Tier.NO_DIFFERENCE)
    assert verdict.questions_needed is None
    assert "No difference was seen" in verdict.questions_needed_why


def test_identical_answers_are_not_called_equal_on_few_questions():
    few = compare(A, B, *answers(20, 0, 0, 10))
    assert few.headline.startswith("No difference seen")
    assert not few.practically_tied
    assert few.gap_low < 0 < few.gap_high
    many = compare(A, B, *answers(400, 6, 6, 100))
    assert many.practically_tied
    assert many.headline.startswith("Practically tied, within 3 points")


def test_a_better_model_by_a_hair_still_leaves_the_choice():
    verdict = compare(A, B, *answers(2000, 60, 30, 500))
    assert verdict.settled
    assert verdict.headline.startswith("A is better, but probably by less than 3 points: take the faster one")


def test_the_claim_about_a_bank_stands_beside_the_claim_about_such_questions():
    verdict = compare_counts(A, B, only_a=18, only_b=12, n=100, bank_size=150)
    assert verdict.confidence == pytest.approx(0.831608, abs=1e-6)
    assert verdict.bank.p_a == pytest.approx(0.965945, abs=1e-6)
    assert verdict.bank.mdad < verdict.mdad
    assert verdict.questions_needed is None
    assert verdict.questions_needed_why.startswith("More than this set holds: 161 more")
    assert any("On the whole set of 150 questions A would come out ahead with 97 %" in line for line in verdict.details)


def test_a_set_asked_to_the_end_has_a_count_and_no_plus_minus_nothing():
    verdict = compare(A, B, *answers(20, 12, 6, 12), bank_size=50)
    assert (verdict.bank.gap_low, verdict.bank.mdad, verdict.bank.p_a) == (None, None, 0.9999)
    assert verdict.gap_low < verdict.gap_high
    assert "This set holds no further questions" in verdict.advice
    assert any("All 50 questions of this set were asked" in line for line in verdict.details)


def test_planning_answers_match_the_worked_values():
    verdict = compare_counts(A, B, only_a=18, only_b=12, n=100)
    assert (verdict.questions_needed, verdict.questions_needed_total) == (161, 261)
    assert [round(offer.chance, 3) for offer in verdict.more_questions] == [0.186, 0.322, 0.452]


@pytest.mark.parametrize("rule", [StoppingRule.E_PROCESS, StoppingRule.FIVE_LOOKS, StoppingRule.EXTENDED])
def test_a_result_that_was_looked_at_must_clear_a_higher_bar(rule):
    fixed = compare(A, B, *answers(33, 10, 2, 5))
    assert fixed.tier is Tier.VERY_LIKELY
    looked = compare(A, B, *answers(33, 10, 2, 5), stopping_rule=rule)
    assert looked.tier is Tier.LOOKS_BETTER
    assert looked.confidence == fixed.confidence
    assert looked.questions_needed > 0
    assert all(offer.chance < 1 for offer in looked.more_questions)
    assert compare(A, B, *answers(33, 14, 1, 5), stopping_rule=rule).settled


def test_the_rule_in_force_is_reported():
    verdict = compare(A, B, *answers(33, 10, 2, 5), stopping_rule="extended")
    assert any("Questions were added after a result was seen" in line for line in verdict.details)


def test_questions_on_one_document_count_less():
    plain = compare(A, B, *answers(20, 14, 4, 12))
    grouped = compare(A, B, *answers(20, 14, 4, 12), groups={f"q{i}": f"doc{i // 10}" for i in range(50)})
    assert grouped.design_effect == pytest.approx(1 + 9 * 0.27)
    assert grouped.confidence < plain.confidence
    assert grouped.only_a_right == plain.only_a_right
    assert any("share a document" in note for note in grouped.notes)


def test_guessing_and_a_base_model_are_pointed_out():
    verdict = compare(Candidate("A"), Candidate("B", is_base_model=True), *answers(6, 7, 6, 31), guess_rate=0.25)
    assert any("B is a base model" in note for note in verdict.notes)
    assert any("what guessing would (25 %)" in note for note in verdict.notes)
    assert verdict.headline.startswith("Neither is seen to do better than guessing (25 %): at best 13 of 50 right")


def test_ratings_are_compared_in_rating_points():
    rng = np.random.default_rng(0)
    a = {str(i): int(x) for i, x in enumerate(rng.integers(2, 6, 80))}
    b = {str(i): int(x) for i, x in enumerate(rng.integers(2, 6, 80))}
    verdict = compare(A, B, a, b, rating=True, bank_size=200)
    assert verdict.gap == pytest.approx(np.mean(list(a.values())) - np.mean(list(b.values())))
    assert "rating points" in verdict.advice
    assert verdict.exact_p is None
    assert verdict.bank.confidence > verdict.confidence


def test_constant_ratings_still_have_an_interval():
    verdict = compare(A, B, dict.fromkeys("abcdef", 4), dict.fromkeys("abcdef", 4), rating=True)
    assert verdict.confidence == 0.5
    assert verdict.score_a.low < 4 < verdict.score_a.high
    assert verdict.gap_low < 0 < verdict.gap_high


def test_a_few_level_scores_are_no_proof_of_a_tie():
    few, many = ({f"q{i}": 0.5 for i in range(n)} for n in (20, 200))
    assert not compare(A, B, few, few).practically_tied
    assert compare(A, B, many, many).practically_tied


def test_a_mdad_that_flatters_is_said_to_flatter():
    assert "With so few questions on which they differ" in compare_counts(A, B, only_a=3, only_b=2, n=50).details[0]
    assert "Where nearly every question goes one way" in compare_counts(A, B, only_a=20, only_b=0, n=20).details[0]
    assert "flatters" not in compare_counts(A, B, only_a=12, only_b=6, n=50).details[0]


def test_fifty_of_fifty_is_not_certain():
    verdict = compare(A, B, *answers(0, 50, 0, 0))
    assert verdict.confidence == 0.9999
    assert (round(verdict.score_a.low, 2), verdict.score_a.high) == (0.93, 1.0)
    assert "100 %" not in verdict.advice
    assert "The gap is probably 89 points or more." in verdict.advice


def test_a_narrow_interval_never_reads_as_plus_minus_nothing():
    narrow = compare_counts(A, B, only_a=100_000, only_b=99_000, n=1_000_000)
    assert "The gap is probably 0.01 to 0.2 points." in narrow.advice
    everything = compare_counts(A, B, only_a=1_000_000, only_b=0, n=1_000_000)
    assert "The gap is probably 99 points or more." in everything.advice


@given(st.tuples(*[st.integers(0, 60)] * 4).filter(lambda c: sum(c) >= 2), st.sampled_from(list(StoppingRule)))
def test_every_count_has_a_verdict_that_can_be_printed(counts, rule):
    verdict = compare(A, B, *answers(*counts), stopping_rule=rule, bank_size=sum(counts) + 30)
    text = json.dumps(verdict.to_dict(), allow_nan=False)
    assert verdict.to_dict().keys() >= KEYS
    assert 0.5 <= verdict.confidence <= 0.9999
    assert "± 0" not in text
    assert " 100 %" not in text.replace("scores 100 %", "")
    assert verdict.gap_low < verdict.gap_high
    mirrored = compare(B, A, *reversed(answers(*counts)), stopping_rule=rule, bank_size=sum(counts) + 30)
    assert mirrored.confidence == pytest.approx(verdict.confidence)
    assert (mirrored.better, verdict.better) in {("a", "b"), ("b", "a"), (None, None)}
    assert mirrored.headline == verdict.headline


def test_a_rounded_confidence_never_passes_a_threshold_it_missed():
    for only_a, only_b in product(range(0, 60, 3), range(0, 60, 3)):
        verdict = compare_counts(A, B, only_a=only_a, only_b=only_b, n=200)
        if verdict.tier is Tier.LOOKS_BETTER:
            shown = int(verdict.advice.split("is better: ")[1].split(" %")[0])
            assert 80 <= shown < 95


@pytest.mark.parametrize(
    ("a", "b", "error", "says"),
    [
        ({}, {}, NotEnoughData, "no question in common"),
        ({"q1": 1, "q2": 0}, {"q3": 1, "q4": 0}, NotEnoughData, "run both on the same question set"),
        ({"q1": 1}, {"q1": 0}, NotEnoughData, "only one question in common"),
        ({"q1": None, "q2": None, "q3": 1}, {"q1": 1, "q2": 1, "q3": 1}, NotEnoughData, "Only 1 of 3 questions"),
        ({"q1": float("nan"), "q2": 1}, {"q1": 1, "q2": 1}, ValueError, "'q1'"),
        ({"q1": 3, "q2": 1}, {"q1": 1, "q2": 1}, ValueError, "0–1"),
        ({"q1": float("inf"), "q2": 1}, {"q1": 1, "q2": 1}, ValueError, "0–1"),
    ],
)
def test_bad_input_is_named(a, b, error, says):
    with pytest.raises(error, match=says):
        compare(A, B, a, b)


def test_counts_that_cannot_be_are_named():
    with pytest.raises(ValueError, match="do not fit"):
        compare_counts(A, B, only_a=30, only_b=30, n=50)
    with pytest.raises(ValueError, match="cannot hold"):
        compare_counts(A, B, only_a=3, only_b=3, n=50, bank_size=40)
    with pytest.raises(NotEnoughData):
        compare_counts(A, B, only_a=0, only_b=0, n=1)


def test_equal_graded_scores_promise_nothing_from_more_questions():
    scores = {f"q{i}": 0.5 for i in range(50)}
    verdict = compare(Candidate("A"), Candidate("B"), scores, scores)
    assert all(offer.chance < 0.1 for offer in verdict.more_questions)
    assert "would hardly settle it" in verdict.advice


def test_who_scored_higher_is_told_in_the_order_of_the_scores():
    a, b = {f"q{i}": 0.4 for i in range(30)}, {f"q{i}": 0.5 if i % 3 else 0.3 for i in range(30)}
    advice = compare(Candidate("A"), Candidate("B"), a, b).advice
    assert "B scored higher on 20, A on 10" in advice
