"""Training and test questions share nothing: no id, no document, no wording apart from numbers and names."""

import pytest

from core.errors import NotEnoughData, QuestionSetError
from core.questions.question import GraderSpec, Question, QuestionSet
from core.questions.similarity import find_near_duplicates
from core.questions.training_split import split_for_training

TOPICS = [
    "Why do leaves turn red in autumn?", "Name the largest ocean on our planet.", "How many legs does a spider have?",
    "Which metal is liquid at room temperature?", "Who wrote the play about a prince of Denmark?",
    "What gas do plants take in from the air?", "In which direction does the sun rise?",
    "How is the boiling point of water changed by salt?", "What do bees collect from flowers besides nectar?",
    "Which planet has the most visible rings?", "Say how glass is made from sand.", "What is the opposite of north?",
]  # fmt: skip


def question(key: str, text: str, group: str | None = None) -> Question:
    return Question(key, text, ("yes",), GraderSpec("exact"), group=group)


def various(count: int = 12) -> QuestionSet:
    return QuestionSet("various", tuple(question(f"q{i}", text) for i, text in enumerate(TOPICS[:count])))


def with_twins() -> QuestionSet:
    """Twelve questions, each twice, apart from a number and a name."""
    twins = [
        question(f"{key}{i}", f"{name} asks {number} times today: {text}")
        for i, text in enumerate(TOPICS)
        for key, name, number in (("a", "Ann", 3), ("b", "Bob", 12))
    ]
    return QuestionSet("twins", tuple(twins))


def test_every_question_teaches_or_tests_and_none_does_both() -> None:
    split = split_for_training(various(), 4, draw_seed=0)
    assert len(split.training) == 4
    assert len(split.test) == 8
    assert not {q.id for q in split.training} & {q.id for q in split.test}
    assert split.left_out == ()


@pytest.mark.parametrize("seed", range(10))
def test_no_test_question_is_a_near_duplicate_of_a_training_question(seed: int) -> None:
    split = split_for_training(with_twins(), 4, draw_seed=seed)
    training = [q.input for q in split.training]
    assert len(split.left_out) > 0
    for tested in split.test:
        found = find_near_duplicates([*training, tested.input])
        assert len(training) not in found, tested.input
    assert len(split.training) + len(split.test) + len(split.left_out) == 24


def test_questions_on_the_document_of_a_training_question_are_left_out() -> None:
    grouped = QuestionSet("docs", tuple(question(f"q{i}", t, group=f"doc{i % 4}") for i, t in enumerate(TOPICS)))
    split = split_for_training(grouped, 2, draw_seed=1)
    taught = {q.group for q in split.training}
    assert not taught & {q.group for q in split.test}
    assert len(split.left_out) == 3 * len(taught) - 2


def test_questions_without_twins_teach_first_so_that_the_test_keeps_most() -> None:
    mixed = QuestionSet("mixed", (*with_twins().questions[:20], question("alone", TOPICS[11])))
    for seed in range(5):
        split = split_for_training(mixed, 1, draw_seed=seed)
        assert [q.id for q in split.training] == ["alone"]
        assert len(split.test) == 20


def test_the_split_follows_the_seed_and_nothing_else() -> None:
    assert split_for_training(various(), 3, draw_seed=5) == split_for_training(various(), 3, draw_seed=5)
    splits = [split_for_training(various(), 3, draw_seed=seed) for seed in range(8)]
    seen = {tuple(q.id for q in split.training) for split in splits}
    assert len(seen) > 4


def test_only_questions_with_an_answer_to_show_teach() -> None:
    split = split_for_training(various(), 3, draw_seed=0, may_teach=lambda q: q.id in {"q1", "q4", "q9"})
    assert {q.id for q in split.training} == {"q1", "q4", "q9"}
    with pytest.raises(NotEnoughData, match="3 of the 12 questions have an answer"):
        split_for_training(various(), 4, draw_seed=0, may_teach=lambda q: q.id in {"q1", "q4", "q9"})


def test_a_set_of_one_form_is_refused_with_the_way_out_and_split_when_that_is_taken() -> None:
    sums = QuestionSet("sums", tuple(question(f"s{i}", f"What is {i} plus {i + 3}?") for i in range(20)))
    with pytest.raises(NotEnoughData, match="allow the same form"):
        split_for_training(sums, 4, draw_seed=0)
    split = split_for_training(sums, 4, draw_seed=0, same_form=True)
    assert (len(split.training), len(split.test), split.same_form) == (4, 16, True)


def test_the_same_words_never_teach_and_test_even_where_the_form_may_be_the_same() -> None:
    sums = [question(f"s{i}", f"What is {i} plus {i + 3}?") for i in range(10)]
    copies = [question(f"c{i}", f"what is  {i} plus {i + 3}?") for i in range(10)]
    split = split_for_training(QuestionSet("sums", (*sums, *copies)), 4, draw_seed=0, same_form=True)
    assert not {q.id[1:] for q in split.training} & {q.id[1:] for q in split.test}
    assert len(split.left_out) == 4


def test_an_id_that_occurs_twice_cannot_be_split() -> None:
    doubled = QuestionSet("doubled", (*various(4).questions, question("q0", "Something else entirely?")))
    with pytest.raises(QuestionSetError, match="'q0' occurs twice"):
        split_for_training(doubled, 2, draw_seed=0)


@pytest.mark.parametrize("training_n", [0, -1])
def test_at_least_one_question_teaches(training_n: int) -> None:
    with pytest.raises(QuestionSetError, match="at least one"):
        split_for_training(various(), training_n, draw_seed=0)


def test_all_questions_as_examples_leave_none_to_test() -> None:
    with pytest.raises(NotEnoughData, match="0 be left to test: add questions"):
        split_for_training(various(), 12, draw_seed=0)
    with pytest.raises(NotEnoughData, match="0 of the 0 questions"):
        split_for_training(QuestionSet("empty", ()), 1, draw_seed=0)
