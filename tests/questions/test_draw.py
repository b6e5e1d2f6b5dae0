"""A draw is a balanced prefix of a seeded order, with choices shuffled per question."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import QuestionSetError
from core.questions.draw import choice_order, draw
from core.questions.question import GraderSpec, Question, QuestionSet

ROOT = Path(__file__).parents[2]


def made(count, families=30, levels=3, choices=("w", "x", "y", "z")):
    return QuestionSet(
        "made",
        tuple(
            Question(
                f"q{i}", f"Question {i}?", ("A",), GraderSpec("choice"), choices,
                metadata={"level": i % levels + 1, "family": f"f{i // levels % families}"},
            )
            for i in range(count)
        ),
    )  # fmt: skip


def test_fifty_extend_to_all_without_a_change():
    question_set = made(400)
    everything = draw(question_set, 1000, 7)
    assert len(everything) == 400
    for n in (1, 50, 250):
        assert draw(question_set, n, 7) == everything[:n]
    assert {asked.question.id for asked in everything} == {q.id for q in question_set.questions}


def test_another_seed_gives_other_questions_and_other_choice_orders():
    question_set = made(400)
    assert draw(question_set, 50, 1) != draw(question_set, 50, 2)
    orders = {choice_order(question_set.questions[0], seed) for seed in range(200)}
    assert len(orders) == 24


def test_every_prefix_is_balanced_by_level():
    asked = draw(made(399), 399, 3)
    for n in range(3, 400):
        counts = Counter(a.question.metadata["level"] for a in asked[:n])
        assert max(counts.values()) - min(counts.values()) <= 1


def test_no_family_passes_eight_percent_of_a_drawn_set():
    # one family has a third of the questions, twenty-nine share the rest
    big = [replace(q, metadata={**q.metadata, "family": "big"}) for q in made(130).questions]
    rest = [replace(q, id="r" + q.id) for q in made(270, families=29).questions]
    asked = draw(QuestionSet("s", (*big, *rest)), 250, 5)
    for n in (25, 50, 100, 250):
        counts = Counter(a.question.metadata["family"] for a in asked[:n])
        assert max(counts.values()) <= 0.08 * n


def test_a_set_of_one_family_can_still_be_drawn():
    assert len(draw(made(60, families=1), 60, 1)) == 60


def test_questions_without_level_or_family_are_drawn_in_a_seeded_order():
    plain = QuestionSet("p", tuple(replace(q, metadata={}) for q in made(100).questions))
    asked = draw(plain, 100, 1)
    assert len({a.question.id for a in asked}) == 100
    assert [a.question.id for a in asked] != [q.id for q in plain.questions]


def test_shuffled_choices_keep_their_key_and_can_be_unshuffled():
    question = replace(made(1).questions[0], target=("C",))
    for seed in range(20):
        asked = draw(QuestionSet("s", (question,)), 1, seed)[0]
        (letter,) = asked.target_letters
        assert asked.shown_choices["ABCD".index(letter)] == "y"
        assert asked.choice_order["ABCD".index(letter)] == 2


def test_the_key_is_shown_at_every_place_equally_often():
    asked = draw(made(1200), 1200, 11)
    places = Counter(a.target_letters[0] for a in asked)
    assert all(abs(places[letter] - 300) < 60 for letter in "ABCD")  # 4 standard deviations


def test_a_questions_choices_do_not_depend_on_the_rest_of_the_set():
    question_set = made(50)
    alone = draw(QuestionSet("one", question_set.questions[20:21]), 1, 9)[0]
    assert alone in draw(question_set, 50, 9)


@pytest.mark.parametrize(
    ("choices", "kept"),
    [
        (("red", "blue", "green", "none of the above"), {3: 3}),
        (("red", "all of these", "green", "blue"), {1: 1}),
        (("red", "blue", "both A and B", "green"), {0: 0, 1: 1, 2: 2, 3: 3}),
        (("red", "blue", "green", "A or C"), {0: 0, 1: 1, 2: 2, 3: 3}),
    ],
)
def test_choices_that_speak_of_others_keep_their_place(choices, kept):
    question = replace(made(1).questions[0], choices=choices)
    for seed in range(30):
        order = choice_order(question, seed)
        assert sorted(order) == [0, 1, 2, 3]
        assert all(order[place] == index for place, index in kept.items())


def test_metadata_can_keep_the_order():
    question = replace(made(1).questions[0], metadata={"keep_order": True})
    assert {choice_order(question, seed) for seed in range(30)} == {(0, 1, 2, 3)}


def test_the_draw_is_the_same_in_another_process_with_another_hash_seed():
    code = (
        "from core.questions.banks import load_bank; from core.questions.draw import draw; import hashlib;"
        "print(hashlib.sha256(repr(draw(load_bank('reasoning', 3), 50, 7)).encode()).hexdigest())"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def test_less_than_one_question_is_refused():
    with pytest.raises(QuestionSetError, match="ask for at least one"):
        draw(made(3), 0, 1)


@pytest.mark.slow
def test_a_draw_of_a_full_size_set_is_quick():
    assert len(draw(made(20_000, families=1000), 20_000, 1)) == 20_000
