"""That a candidate cannot do the task at all is said before who is ahead."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.advice.comparison import Candidate
from core.advice.verdict.decision import Decision, decide
from core.advice.verdict.differences import find_unsolved
from core.advice.verdict.many import compare_many
from core.advice.verdict.verdict import compare
from core.catalogue.use_cases import UseCase
from core.grading.outcome import Outcome
from core.reports.json_report import to_json
from core.reports.markdown import to_markdown
from core.runs.database import Database
from tests.filled_store import choice_questions, fill

OPEN = replace(
    choice_questions(50), questions=tuple(replace(q, choices=(), target=("7",)) for q in choice_questions(50).questions)
)
LARGER = "Try a larger model or easier questions."


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "store.sqlite3") as opened:
        yield opened


def decision_of(database: Database, outcomes: dict[str, str], **how) -> Decision:
    return decide(database, [run.id for run in fill(database, outcomes, **how)[1]])


def right(count: int, n: int = 50) -> str:
    return "r" * count + "w" * (n - count)


def scores(count: int, n: int = 50) -> dict[str, float]:
    return {f"q{i}": float(i < count) for i in range(n)}


def test_a_candidate_that_mostly_gives_no_answer_is_named_first(database: Database) -> None:
    decision = decision_of(database, {"A": right(40), "B": "n" * 43 + "r" * 7})
    said = "B gave no readable answer to 43 of 50 questions: it may not follow the format, or is broken."
    assert decision.unusable == (said,)
    assert decision.headline.startswith("Use A")
    assert decision.advice.startswith(f"{decision.headline} {said} A solved 40 of 50")


def test_of_two_that_hardly_solve_anything_the_headline_says_so_and_advises_neither(database: Database) -> None:
    decision = decision_of(database, {"A": right(5), "B": right(3)}, tokens_per_s={"A": 9, "B": 90}, question_set=OPEN)
    assert decision.headline == (
        f"Neither is usable for coding like this: at best 5 of 50 right (4 to 22 %, 95 % sure). {LARGER}"
    )
    assert decision.unusable == (decision.headline,)
    assert decision.advice.count("is usable") == 1
    for convenience in ("faster", "smaller", "for now", "No more questions", "would settle"):
        assert convenience not in decision.advice
    assert "A solved 5 of 50, B 3; they differed on 2" in decision.advice
    assert to_json(decision)["headline"] == to_json(decision)["pairs"][0]["headline"] == decision.headline
    assert "# Neither is usable for coding like this" in to_markdown(decision)


def test_a_lead_that_is_settled_among_the_unusable_stays_in_the_reasons(database: Database) -> None:
    decision = decision_of(database, {"A": right(14, 100), "B": "w" * 100})
    assert decision.pairs[0].settled
    assert decision.headline.startswith("Neither is usable")
    assert "Confidence that A is better: more than 99 %." in decision.advice
    assert "Use A" not in decision.advice
    assert "Guessing would give 25 %." in decision.advice


def test_scores_about_the_guess_rate_are_not_called_unusable_but_no_better_than_guessing(database: Database) -> None:
    decision = decision_of(database, {"A": right(15), "B": right(11)})
    assert decision.headline == (
        "Neither is seen to do better than guessing (25 %): at best 15 of 50 right (19 to 44 %, 95 % sure). "
        "Ask more questions, or try a larger model."
    )
    assert "Guessing would give" not in decision.advice
    many = decision_of(database, {"C": right(255, 1000), "D": right(250, 1000)}, use_case=UseCase.CHAT)
    assert many.headline.endswith(LARGER)  # so many questions leave nothing to hope for


def test_of_three_that_fail_the_ranking_names_no_fastest_one(database: Database) -> None:
    decision = decision_of(
        database, {"A": right(5), "B": right(4), "C": right(3)}, tokens_per_s={"A": 9, "B": 20, "C": 90}
    )
    assert decision.many is not None
    assert decision.headline.startswith("None of the 3 is usable for coding like this: at best 5 of 50 right")
    assert "fast" not in decision.advice
    assert "With 95 % the best of them is A, B or C." in decision.advice


def test_those_that_could_not_be_ranked_are_not_called_unusable(database: Database) -> None:
    decision = decision_of(database, {"A": right(5), "B": right(4), "C": "c" * 40 + "r" * 10})
    assert decision.headline.startswith("None of the 2 that could be ranked is usable")


def test_files_of_one_model_that_cannot_do_the_task_are_not_called_good_enough(database: Database) -> None:
    small, large, larger = (f"Foo 7B Instruct {label}" for label in ("Q4_K_M", "Q6_K", "Q8_0"))
    sizes = {small: 4900, large: 6000, larger: 8100}
    two = decision_of(database, {small: right(20, 250), larger: right(20, 250)}, sizes_mb=sizes, question_set=None)
    assert two.smaller_file is not None
    assert two.headline.startswith("Neither is usable for coding like this: at best 20 of 250 right")
    assert f"{small} loses little against {larger}. On 250 questions it lost 0" in two.advice
    three = decision_of(database, {name: right(20, 250) for name in (small, large, larger)}, sizes_mb=sizes)
    assert three.headline.startswith("None of the 3 is usable")
    assert f"{large} loses little against {larger}." in three.advice
    assert "good enough here" not in two.advice + three.advice


def test_a_tie_with_one_that_solves_too_little_is_not_decided_by_speed() -> None:
    slow, fast = Candidate("slow", tokens_per_s=5), Candidate("fast", tokens_per_s=50)
    tie = compare(slow, fast, scores(6, 20), {f"q{i}": float(i in (0, 15)) for i in range(20)})
    assert not tie.settled
    assert tie.none_usable is None
    assert "faster" not in tie.advice
    # A score that is hardly higher than one that fails is no proof that it can be used.
    close = compare(slow, fast, scores(8), scores(7))
    assert close.headline.startswith("Neither is seen to be usable for questions like these: at best 8 of 50 right")


def test_the_fastest_is_chosen_among_those_that_solve_enough() -> None:
    speeds = {"A": 9.0, "B": 20.0, "C": 90.0}
    found = compare_many(
        [Candidate(name, tokens_per_s=speed) for name, speed in speeds.items()],
        [scores(7, 20), {f"q{i}": float(1 < i < 9) for i in range(20)}, {f"q{i}": float(i > 17) for i in range(20)}],
    )
    assert set(found.best_set) == {"A", "B", "C"}
    assert found.headline == (
        "No single winner: take the faster one (B, 20 tokens/s against 9) of those that may be the best and solve "
        "enough to be used."
    )


def test_from_few_questions_only_what_was_seen_is_said(database: Database) -> None:
    decision = decision_of(database, {"A": "w" * 8, "B": "w" * 8})
    assert decision.headline == (
        "Hardly anything right so far: at best 0 of 8 right (0 to 33 %, 95 % sure). "
        "Ask more questions, or try a larger model."
    )


def test_ratings_at_the_bottom_of_the_scale_are_not_usable(database: Database) -> None:
    rated = choice_questions(20, "rating")
    decision = decision_of(database, {"A": "1" * 19 + "2", "B": "1" * 20}, question_set=rated, use_case=UseCase.CHAT)
    assert decision.headline.startswith("Neither is usable for chat like this: at best rated 1.1 of 5 (1.0 to")


def test_where_no_answer_can_be_read_the_format_is_the_first_suspect(database: Database) -> None:
    decision = decision_of(database, {"A": "n" * 47 + "r" * 3, "B": "n" * 50})
    assert len(decision.unusable) == 3
    assert "the format or the chat template is the first suspect" in decision.advice


def test_too_many_answers_that_were_not_measured_come_before_what_the_others_say(database: Database) -> None:
    decision = decision_of(database, {"A": "c" * 25 + "w" * 25, "B": "w" * 50})
    assert decision.headline.startswith("No verdict yet: raise max_tokens")
    assert decision.unusable == ()


def test_one_that_works_raises_no_alarm(database: Database) -> None:
    assert decision_of(database, {"A": right(30), "B": "w" * 50}).unusable == ()


def test_the_questions_that_neither_solved_can_be_read_with_both_answers(database: Database) -> None:
    decision = decision_of(database, {"A": "rrwwnc", "B": "rwrwww"})
    found = find_unsolved(decision, decision.pairs[0])
    assert [(d.a.grade.outcome, d.b.grade.outcome, d.winner) for d in found] == [
        (Outcome.WRONG, Outcome.WRONG, ""),
        (Outcome.NO_ANSWER, Outcome.WRONG, ""),
    ]
    assert len(found) == decision.pairs[0].neither_right
    assert found[0].expected
