import random

from core.inference.looping import ended_in_a_loop, is_looping, repeated_tail


def test_the_repeated_tail_is_found_with_its_shortest_period():
    assert repeated_tail([9, 7, 7, 7, 7, 7]) == (1, 5)
    assert repeated_tail([5, 1, 2, 1, 2, 1, 2]) == (2, 6)
    assert repeated_tail([1, 2, 3, 4]) == (0, 0)
    assert repeated_tail([]) == (0, 0)


def test_a_passage_repeated_many_times_is_a_loop():
    beginning, passage = list(range(1000, 1040)), list(range(20))
    assert is_looping(beginning + passage * 8)
    assert not is_looping(beginning + passage * 5)


def test_a_ruler_or_a_row_of_dots_is_no_loop():
    words = list(range(100))
    assert not is_looping(words + [7] * 60)
    assert not is_looping([7] * 60 + words)


def test_text_that_does_not_repeat_is_no_loop_at_the_cap_either():
    draw = random.Random(1)
    answer = [draw.randrange(5000) for _ in range(500)]
    assert not is_looping(answer)
    assert not ended_in_a_loop(answer)


def test_at_the_cap_three_repetitions_that_fill_half_of_the_answer_are_enough():
    sentence = list(range(10))
    assert ended_in_a_loop([50, 51, 52] + sentence * 3)
    assert not ended_in_a_loop(list(range(100, 180)) + sentence * 3)
    assert not ended_in_a_loop([50, 51] + [1, 2] * 4)
