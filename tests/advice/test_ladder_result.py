"""Rungs that have answered: what each lost, and which of the endings the verdict takes.

Confidences are those of Tango's test, held by tests/stats; here the counts and the endings are.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.advice.ladder.endings import LadderEnding
from core.advice.ladder.ladder import Ladder, cache_ladder, size_ladder
from core.advice.ladder.result import LadderResult
from core.advice.ladder.slices import slice_by_use_case
from core.advice.ladder.verdict_sentences import sure_words
from core.advice.ladder.weighing import weigh_ladder
from core.advice.verdict.good_enough import Fitness
from core.catalogue.use_cases import UseCase
from core.models.machine import MachineMemory
from core.models.model_file import load_model_file
from core.questions.question import Question
from core.runs.database import Database
from core.runs.records import RunState
from core.runs.run_rows import end_run, load_run, save_used_settings
from tests.filled_store import choice_questions
from tests.ladder_store import fill_ladder, one_ladder, write_ladder, write_rung

pytestmark = pytest.mark.slow

MACHINE = MachineMemory(16_000_000_000, 12_000_000_000)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "store.sqlite3") as opened:
        yield opened


def flipped(n: int, lost: int, gained: int, right: int) -> str:
    """Answers of a rung whose reference has `right` right first and the others wrong."""
    return "w" * lost + "r" * (right - lost) + "r" * gained + "w" * (n - right - gained)


def weigh(database: Database, tmp_path: Path, n: int = 250, **rungs: tuple[int, int]) -> LadderResult:
    """A ladder with an F16 that has 150 of 250 right, or as many in proportion; rungs as (lost, gained)."""
    right = n * 3 // 5
    ladder = one_ladder(write_ladder(tmp_path, ["F16", *rungs]))
    outcomes = {label: flipped(n, *counts, right) for label, counts in {"F16": (0, 0), **rungs}.items()}
    _, runs = fill_ladder(database, ladder, outcomes, question_set=choice_questions(400))
    return weigh_ladder(database, ladder, runs, memory=MACHINE)


def test_the_smallest_file_that_is_not_worse_is_taken(database: Database, tmp_path: Path) -> None:
    result = weigh(database, tmp_path, Q8_0=(1, 1), Q4_0=(40, 2), Q6_K=(5, 6))
    assert result.verdict.ending is LadderEnding.SETTLED
    assert result.verdict.take == "Q6_K"
    assert result.verdict.headline == "Take Q6_K: the smallest file that is good enough here."
    assert "lost 5 that F16 solved and gained 6" in result.verdict.advice
    assert "does not say that they are equal" in result.verdict.advice
    assert "Smaller, but worse: Q4_0 (lost 40, gained 2)." in result.verdict.advice
    by_name = {rung.name: rung for rung in result.rungs}
    assert by_name["Q4_0"].judged is not None
    assert by_name["Q4_0"].judged.fitness is Fitness.WORSE
    assert by_name["F16"].judged is None
    assert by_name["F16"].score is not None
    assert by_name["F16"].score.right == 150
    assert any("3 rungs were judged" in note for note in result.verdict.notes)


def test_smaller_rungs_that_are_open_are_named_with_the_questions_they_need(database: Database, tmp_path: Path) -> None:
    result = weigh(database, tmp_path, Q8_0=(1, 1), Q6_K=(10, 5), Q4_0=(11, 5))
    verdict = result.verdict
    assert verdict.ending is LadderEnding.NOT_SETTLED
    assert verdict.take == "Q8_0"
    assert set(verdict.remaining) == {"Q6_K", "Q4_0"}
    assert verdict.headline == "Not settled: Q4_0 and Q6_K remain. Take Q8_0 for now."
    assert verdict.more_questions is not None
    assert verdict.more_questions > 50
    assert f"About {verdict.more_questions} more questions would be needed, and this set holds 150" in verdict.advice


def test_without_a_flip_fifty_questions_still_ask_for_a_few_more(database: Database, tmp_path: Path) -> None:
    verdict = weigh(database, tmp_path, n=50, Q8_0=(0, 0)).verdict
    assert verdict.ending is LadderEnding.NOT_SETTLED
    assert verdict.take == "F16"
    assert verdict.more_questions == 5
    assert "89 % sure" in verdict.advice


def test_where_every_smaller_file_is_worse_the_reference_is_kept(database: Database, tmp_path: Path) -> None:
    verdict = weigh(database, tmp_path, Q6_K=(40, 2), Q4_0=(60, 3)).verdict
    assert verdict.ending is LadderEnding.KEEP_REFERENCE
    assert verdict.headline == "Keep F16: every smaller file judged is worse."


def test_files_that_all_solve_too_little_are_not_advised(database: Database, tmp_path: Path) -> None:
    ladder = one_ladder(write_ladder(tmp_path, ["F16", "Q8_0", "Q4_0"]))
    letters = {"F16": flipped(250, 0, 0, 20), "Q8_0": flipped(250, 1, 0, 20), "Q4_0": flipped(250, 0, 1, 20)}
    _, runs = fill_ladder(database, ladder, letters, question_set=choice_questions(400))
    verdict = weigh_ladder(database, ladder, runs, memory=MACHINE).verdict
    assert verdict.headline == (
        "No file of this model is seen to be usable here: at best 21 of 250 right (5 to 13 %, 95 % sure). "
        "Try a larger model or easier questions."
    )
    assert "By the loss alone: Take Q4_0: the smallest file that is good enough here." in verdict.advice
    assert verdict.more_questions is None


def test_equal_files_are_found_equal_and_a_larger_one_is_not_advised(database: Database, tmp_path: Path) -> None:
    blown_up = load_model_file(write_rung(tmp_path, "Zyxw-1B", "F16", made_from="Q4_0"))
    original = load_model_file(write_rung(tmp_path, "Zyxw-1B", "Q4_0"))
    ladder = one_ladder([blown_up, original])
    same = flipped(250, 0, 0, 150)
    _, runs = fill_ladder(database, ladder, {"F16": same, "Q4_0": same})
    result = weigh_ladder(database, ladder, runs, memory=MACHINE)
    (tested,) = result.tested
    assert tested.judged is not None
    assert tested.judged.fitness is Fitness.GOOD_ENOUGH
    assert result.verdict.take == "Q4_0"
    assert "no smaller file was judged" in result.verdict.headline


def test_no_reference_is_not_measurable(database: Database, tmp_path: Path) -> None:
    ladder = one_ladder(write_ladder(tmp_path, ["Q4_K_M"]))
    verdict = weigh_ladder(database, ladder, {}, memory=MACHINE).verdict
    assert verdict.ending is LadderEnding.NOT_MEASURABLE
    assert "there is no reference" in verdict.headline


def test_a_reference_that_has_not_answered_is_said(database: Database, tmp_path: Path) -> None:
    ladder = one_ladder(write_ladder(tmp_path, ["F16", "Q8_0"]))
    _, runs = fill_ladder(database, ladder, {"Q8_0": "r" * 50})
    result = weigh_ladder(database, ladder, runs, memory=MACHINE)
    assert result.verdict.ending is LadderEnding.NOT_ASKED
    assert result.verdict.headline == "No verdict: the reference F16 has not answered enough."
    assert "Q8_0: The reference F16 has not answered yet." in result.verdict.advice


def stopped(
    database: Database, tmp_path: Path, n: int = 250, **rungs: tuple[int, RunState]
) -> tuple[Ladder, LadderResult]:
    """Rungs as (answered, how their run ended); every answer is right."""
    ladder = one_ladder(write_ladder(tmp_path, list(rungs)))
    outcomes = {label: "r" * answered for label, (answered, _) in rungs.items()} | {"none": "r" * n}
    _, runs = fill_ladder(database, ladder, outcomes, question_set=choice_questions(400))
    for label, (_, state) in rungs.items():
        end_run(database, runs[label].id, state, "The model's process ended (signal 11)." * (state is RunState.FAILED))
    runs = {name: load_run(database, run.id) for name, run in runs.items()}
    return ladder, weigh_ladder(database, ladder, runs, memory=MACHINE)


@pytest.mark.parametrize(
    ("answered", "state", "why"),
    [
        (0, RunState.FAILED, "It failed before its first answer: The model's process ended (signal 11). Resume it,"),
        (5, RunState.FAILED, "It failed after 5 of 250 questions: The model's process ended (signal 11). Resume it,"),
        (249, RunState.FAILED, "It failed after 249 of 250 questions"),
        (150, RunState.CANCELLED, "It was cancelled after 150 of 250 questions: resume it."),
        (150, RunState.INTERRUPTED, "It was interrupted after 150 of 250 questions: resume it."),
        (150, RunState.RUNNING, "It is being asked: 150 of 250 questions answered."),
    ],
)
def test_a_rung_that_did_not_finish_is_no_candidate_and_says_what_to_do(
    database: Database, tmp_path: Path, answered: int, state: RunState, why: str
) -> None:
    done = (250, RunState.DONE)
    _, result = stopped(database, tmp_path, F16=done, Q8_0=done, Q4_0=(answered, state))
    verdict = result.verdict
    assert (verdict.ending, verdict.take, verdict.remaining) == (LadderEnding.SETTLED, "Q8_0", ())
    assert verdict.headline == "Take Q8_0: of those judged the smallest that is good enough here."
    assert "Q4_0" not in verdict.advice
    rung = result.tested[-1]
    assert rung.why_not.startswith(why)
    told = (f"Q4_0 is left out. {rung.why_not}",)
    assert verdict.left_out == (() if state is RunState.RUNNING else told)  # what goes on is only not in yet
    assert (rung.judged, rung.to_dict()["against_reference"]) == (None, None)
    assert rung.to_dict()["stands"] == ("being asked" if state is RunState.RUNNING else str(state))
    assert rung.score is None if answered == 0 else rung.score is not None


@pytest.mark.parametrize("state", [RunState.CANCELLED, RunState.INTERRUPTED, RunState.FAILED])
def test_without_enough_from_the_reference_nothing_is_judged(
    database: Database, tmp_path: Path, state: RunState
) -> None:
    _, result = stopped(database, tmp_path, F16=(30, state), Q8_0=(250, RunState.DONE))
    assert result.verdict.headline == "No verdict: the reference F16 has not answered enough."
    assert "after 30 of 250 questions" in result.reference.why_not
    assert result.verdict.advice.count("after 30 of 250 questions") == 1
    assert result.tested[0].to_dict()["stands"] == "withheld"


def test_questions_that_were_added_and_cancelled_take_no_verdict_away(database: Database, tmp_path: Path) -> None:
    cancelled = RunState.CANCELLED
    _, result = stopped(database, tmp_path, 300, F16=(255, cancelled), Q8_0=(250, cancelled))
    assert (result.verdict.ending, result.verdict.take) == (LadderEnding.SETTLED, "Q8_0")
    assert result.tested[0].judged is not None
    assert result.tested[0].judged.n == 250
    assert "Q8_0 answered 250 of 300 questions: resume it." in result.verdict.notes


def test_only_rungs_that_stopped_are_no_verdict(database: Database, tmp_path: Path) -> None:
    done = (250, RunState.DONE)
    _, result = stopped(database, tmp_path, F16=done, Q8_0=(9, RunState.CANCELLED), Q4_0=(0, RunState.FAILED))
    assert result.verdict.headline == "No verdict: Q8_0 and Q4_0 did not finish."
    assert "Q8_0: It was cancelled after 9 of 250 questions: resume it." in result.verdict.advice


def test_a_rung_that_was_asked_less_is_asked_the_rest_before_more(database: Database, tmp_path: Path) -> None:
    ladder = one_ladder(write_ladder(tmp_path, ["F16", "Q8_0"]))
    asked = choice_questions(400)
    project, runs = fill_ladder(database, ladder, {"F16": "r" * 250}, question_set=asked)
    runs |= fill_ladder(database, ladder, {"Q8_0": "r" * 10}, question_set=asked, project=project)[1]
    verdict = weigh_ladder(database, ladder, runs, memory=MACHINE).verdict
    assert (verdict.ending, verdict.more_questions) == (LadderEnding.NOT_SETTLED, 0)
    assert verdict.advice.endswith("Q8_0 has not answered all that F16 has: ask the rest first.")


def test_what_differed_besides_the_rung_is_said(database: Database, tmp_path: Path) -> None:
    ladder = one_ladder(write_ladder(tmp_path, ["F16", "Q8_0"]))
    _, runs = fill_ladder(database, ladder, {"F16": "r" * 50, "Q8_0": "r" * 47}, states={"Q8_0": RunState.INTERRUPTED})
    used = runs["Q8_0"].used_settings
    assert used is not None
    save_used_settings(database, runs["Q8_0"].id, replace(used, use_extra_bufts=False))
    runs["Q8_0"] = load_run(database, runs["Q8_0"].id)
    notes = weigh_ladder(database, ladder, runs, memory=MACHINE).verdict.notes
    assert "Q8_0 answered 47 of 50 questions: resume it." in notes
    assert "Q8_0 ran in a safer configuration after its first process ended." in notes


def test_no_rounding_lifts_a_confidence_to_the_bar_that_it_missed(database: Database, tmp_path: Path) -> None:
    judged = weigh(database, tmp_path, Q8_0=(1, 1)).tested[0].judged
    assert judged is not None
    assert sure_words(replace(judged, confidence=0.898)) == "89 %"
    assert sure_words(replace(judged, confidence=0.902)) == "90 %"
    assert sure_words(replace(judged, confidence=0.9649, claim_at=0.965)) == "96 %"
    assert sure_words(replace(judged, fitness=Fitness.WITHHELD)) == ""


def test_too_many_answers_cut_off_give_no_verdict_on_that_rung(database: Database, tmp_path: Path) -> None:
    ladder = one_ladder(write_ladder(tmp_path, ["F16", "Q4_0"]))
    _, runs = fill_ladder(database, ladder, {"F16": "r" * 100, "Q4_0": "r" * 70 + "c" * 30})
    verdict = weigh_ladder(database, ladder, runs, memory=MACHINE).verdict
    assert verdict.ending is LadderEnding.WITHHELD
    assert verdict.headline == "Keep F16 for now: too little of the smaller files' answers was measured."
    assert "(Q4_0: 30 cut off)" in verdict.advice
    assert "Q4_0 70 % to 100 % and F16 100 % to 100 %" in verdict.advice
    assert "stays ahead" not in verdict.advice
    assert "raise max_tokens or turn thinking off, then ask the rungs again" in verdict.advice


def test_a_small_file_that_was_cut_off_is_open_and_not_passed_over(database: Database, tmp_path: Path) -> None:
    ladder = one_ladder(write_ladder(tmp_path, ["F16", "Q8_0", "Q4_0"]))
    fine = "r" * 250
    _, runs = fill_ladder(database, ladder, {"F16": fine, "Q8_0": fine, "Q4_0": "r" * 45 + "c" * 205})
    verdict = weigh_ladder(database, ladder, runs, memory=MACHINE).verdict
    assert verdict.ending is LadderEnding.NOT_SETTLED
    assert (verdict.take, verdict.remaining) == ("Q8_0", ("Q4_0",))
    assert verdict.headline == "Not settled: Q4_0 remains. Take Q8_0 for now."
    assert "No verdict on Q4_0" in verdict.advice
    assert "On these questions F16 stays ahead of Q4_0 even so." not in verdict.advice


def test_a_file_whose_answers_never_end_is_held_against_its_predictions(database: Database, tmp_path: Path) -> None:
    ladder = one_ladder(write_ladder(tmp_path, ["F16", "Q6_K", "Q4_0"]))
    letters = {"F16": "r" * 199 + "c", "Q6_K": "w" * 120 + "r" * 80, "Q4_0": "w" * 40 + "c" * 160}
    _, runs = fill_ladder(database, ladder, letters)
    verdict = weigh_ladder(database, ladder, runs, memory=MACHINE).verdict
    assert verdict.headline == "Keep F16 for now: Q4_0 could not be judged, every other smaller file is worse."
    assert "Most answers of Q4_0 came to no end, as those of a damaged file do" in verdict.advice


def test_what_no_missing_answer_could_turn_over_is_said(database: Database, tmp_path: Path) -> None:
    ladder = one_ladder(write_ladder(tmp_path, ["F16", "Q4_0"]))
    _, runs = fill_ladder(database, ladder, {"F16": "r" * 100, "Q4_0": "w" * 60 + "r" * 20 + "c" * 20})
    advice = weigh_ladder(database, ladder, runs, memory=MACHINE).verdict.advice
    assert "On these questions F16 stays ahead of Q4_0 even so." in advice


@pytest.mark.parametrize(
    ("letters", "said"),
    [("c" * 50, "too little of what was answered can be compared"), ("r", "one question tells nothing")],
)
def test_what_was_asked_but_cannot_be_judged_is_not_called_unasked(
    database: Database, tmp_path: Path, letters: str, said: str
) -> None:
    ladder = one_ladder(write_ladder(tmp_path, ["F16", "Q8_0"]))
    _, runs = fill_ladder(database, ladder, {"F16": letters, "Q8_0": letters})
    verdict = weigh_ladder(database, ladder, runs, memory=MACHINE).verdict
    assert verdict.ending is LadderEnding.WITHHELD
    assert said in verdict.headline


def test_a_blown_up_reference_does_not_make_its_source_worse(database: Database, tmp_path: Path) -> None:
    blown_up = load_model_file(write_rung(tmp_path, "Zyxw-1B", "F16", made_from="Q4_0"))
    ladder = one_ladder([blown_up, load_model_file(write_rung(tmp_path, "Zyxw-1B", "Q4_0"))]).against("F16")
    _, runs = fill_ladder(database, ladder, {"F16": "r" * 250, "Q4_0": "w" * 40 + "r" * 210})
    verdict = weigh_ladder(database, ladder, runs, memory=MACHINE).verdict
    assert (verdict.ending, verdict.take) == (LadderEnding.SETTLED, "Q4_0")
    assert "cannot be better by content" in verdict.headline


def test_ratings_are_no_flips_and_say_so(database: Database, tmp_path: Path) -> None:
    ladder = one_ladder(write_ladder(tmp_path, ["F16", "Q4_0"]))
    _, runs = fill_ladder(
        database, ladder, {"F16": "5" * 20, "Q4_0": "4" * 20}, question_set=choice_questions(20, "rating")
    )
    result = weigh_ladder(database, ladder, runs, memory=MACHINE)
    assert result.verdict.ending is LadderEnding.WITHHELD
    assert "right and wrong answers" in result.tested[0].why_not


def test_losses_are_told_by_level(database: Database, tmp_path: Path) -> None:
    def leveled(question: Question, level: int) -> Question:
        return replace(question, metadata={"level": level})

    plain = choice_questions(60)
    leveled_set = replace(plain, questions=tuple(leveled(q, 1 + i % 3) for i, q in enumerate(plain.questions)))
    ladder = one_ladder(write_ladder(tmp_path, ["F16", "Q4_0"]))
    _, runs = fill_ladder(database, ladder, {"F16": "r" * 60, "Q4_0": "w" * 12 + "r" * 48}, question_set=leveled_set)
    levels = weigh_ladder(database, ladder, runs, memory=MACHINE).tested[0].levels
    assert [entry.name for entry in levels] == ["level 1", "level 2", "level 3"]
    assert sum(entry.n for entry in levels) == 60
    assert sum(entry.lost for entry in levels) == 12


def test_use_cases_asked_earlier_are_found_again(database: Database, tmp_path: Path) -> None:
    ladder = one_ladder(write_ladder(tmp_path, ["F16", "Q4_0"]))
    project, _ = fill_ladder(database, ladder, {"F16": "r" * 40, "Q4_0": "w" * 4 + "r" * 36})
    other = replace(choice_questions(30), name="others", system="Be brief.")
    fill_ladder(
        database,
        ladder,
        {"F16": "r" * 30, "Q4_0": "r" * 30},
        question_set=other,
        use_case=UseCase.REASONING,
        project=project,
    )
    found = slice_by_use_case(database, ladder, project.configuration, project.draw_seed, 0.03)
    assert [(s.name, s.n, s.lost) for s in found["Q4_0"]] == [("coding", 40, 4), ("reasoning", 30, 0)]


def test_caches_are_runs_of_their_own_and_ranked_by_memory(database: Database, tmp_path: Path) -> None:
    ladder = cache_ladder(load_model_file(write_rung(tmp_path, "Zyxw-1B", "Q8_0")))
    fine = flipped(250, 0, 0, 150)
    _, runs = fill_ladder(
        database,
        ladder,
        {
            "cache f16": fine,
            "cache q8_0": fine,
            "V q4_0": flipped(250, 1, 2, 150),
            "cache q4_0": flipped(250, 50, 0, 150),
        },
    )
    assert len({run.id for run in runs.values()}) == 4
    result = weigh_ladder(database, ladder, runs, memory=MACHINE)
    memories = [rung.cost.memory_bytes or 0 for rung in result.rungs]
    assert memories == sorted(memories, reverse=True)
    assert result.verdict.take == "cache K q8_0 V q4_0"


def sized(tmp_path: Path) -> Ladder:
    small = load_model_file(write_rung(tmp_path, "Zyxw-1B", "Q8_0"))
    large = replace(load_model_file(write_rung(tmp_path, "Zyxw-4B", "Q4_0")), parameters=4_000_000)
    return size_ladder(small, large)


def test_a_better_larger_model_is_taken(database: Database, tmp_path: Path) -> None:
    ladder = sized(tmp_path)
    assert ladder.reference == "Zyxw-4B-Q4_0"
    _, runs = fill_ladder(database, ladder, {"4B-Q4_0": "r" * 80 + "w" * 20, "1B-Q8_0": "r" * 40 + "w" * 60})
    result = weigh_ladder(database, ladder, runs, memory=MACHINE)
    assert result.verdict.take == "Zyxw-4B-Q4_0"
    assert any("larger model" in rule.text for rule in result.rules)


def test_of_two_sizes_that_both_solve_too_little_neither_stands_in(database: Database, tmp_path: Path) -> None:
    _, runs = fill_ladder(
        database, (ladder := sized(tmp_path)), {"4B-Q4_0": "r" * 20 + "w" * 230, "1B-Q8_0": "r" * 20 + "w" * 230}
    )
    verdict = weigh_ladder(database, ladder, runs, memory=MACHINE).verdict
    assert verdict.headline.startswith("Neither is usable for coding like this: at best 20 of 250 right")
    assert "may stand in" not in verdict.advice
    assert "loses little against" in verdict.advice


def test_two_models_that_nothing_separates_stay_open(database: Database, tmp_path: Path) -> None:
    ladder = sized(tmp_path)
    _, runs = fill_ladder(database, ladder, {"4B-Q4_0": "r" * 30 + "w" * 20, "1B-Q8_0": "w" * 5 + "r" * 29 + "w" * 16})
    verdict = weigh_ladder(database, ladder, runs, memory=MACHINE).verdict
    assert verdict.ending is LadderEnding.NOT_SETTLED
    assert verdict.take is None


def test_everything_is_plain_json(database: Database, tmp_path: Path) -> None:
    found = json.loads(json.dumps(weigh(database, tmp_path, Q8_0=(2, 1)).to_dict()))
    rung = found["rungs"][1]
    assert (len(rung["lost"]), len(rung["gained"])) == (2, 1)
    assert rung["against_reference"]["fitness"] == "good enough"
    assert rung["cost"]["left_bytes"] == 16_000_000_000 - rung["cost"]["memory_bytes"]
    assert found["verdict"]["ending"] == "settled"
