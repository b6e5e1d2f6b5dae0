"""The check of a question set names each finding's row."""

import time
from dataclasses import replace

import pytest

from core.questions.check import Problem, Severity, check_question_set
from core.questions.question import GraderSpec, Question, QuestionSet
from core.questions.similarity import find_near_duplicates

WORDS = ("amber", "brook", "cedar", "delta", "ember", "fjord", "glade", "heath", "islet", "jetty", "knoll", "ledge")


def made(count, key=lambda i: "ABCD"[i % 4], choices=("one", "two", "six", "ten")):
    questions = []
    for i in range(count):
        a, b, c = WORDS[i % 12], WORDS[i // 12 % 12], WORDS[(i * 7 + i // 12) % 12]
        text = f"What is near the {a} by a {b} under some {c} when {WORDS[i * 5 % 12]} comes?"
        questions.append(Question(f"q{i}", text, (key(i),), GraderSpec("choice"), choices))
    return QuestionSet("made", tuple(questions))


def with_question(question, at=4):
    questions = list(made(40).questions)
    questions[at] = question
    return QuestionSet("s", tuple(questions))


def only(findings, problem):
    return [finding for finding in findings if finding.problem == problem]


def test_a_sound_set_has_no_findings():
    assert check_question_set(made(40)) == ()


def test_a_question_that_asks_nothing_is_named_by_its_row():
    findings = check_question_set(with_question(Question("empty", " \n", ("x",), GraderSpec("exact"))))
    assert [(f.row, f.question_id, f.severity) for f in only(findings, Problem.EMPTY)] == [(5, "empty", Severity.ERROR)]


def test_a_duplicate_id_names_both_rows():
    first = made(40).questions[0]
    (finding,) = only(
        check_question_set(with_question(replace(made(40).questions[4], id=first.id))), Problem.DUPLICATE_ID
    )
    assert (finding.row, finding.severity) == (5, Severity.ERROR)
    assert "row 1" in finding.text


def test_a_near_duplicate_differs_in_numbers_and_names_alone():
    twin = replace(made(40).questions[0], id="x", input="Ann has 3 red apples and buys 2 more. How many has she?")
    questions = [
        *with_question(twin).questions,
        replace(twin, id="y", input=twin.input.replace("Ann", "Bob").replace("3", "17")),
    ]
    (finding,) = only(check_question_set(QuestionSet("s", tuple(questions))), Problem.NEAR_DUPLICATE)
    assert (finding.row, finding.severity) == (41, Severity.WARNING)
    assert "row 5" in finding.text


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"target": ()}, Problem.NO_TARGET),
        ({"target": ("E",)}, Problem.KEY_OUTSIDE),
        ({"target": ("one",)}, Problem.KEY_OUTSIDE),
        ({"choices": ("one", "one", "two")}, Problem.CHOICES),
        ({"choices": ("one", " ", "two")}, Problem.CHOICES),
        ({"choices": ()}, Problem.CHOICES),
        ({"grader": GraderSpec("guess")}, Problem.GRADER),
        ({"grader": GraderSpec("exact"), "target": ("",), "choices": ()}, Problem.NO_TARGET),
        ({"grader": GraderSpec("regex"), "choices": ()}, Problem.GRADER),
        ({"grader": GraderSpec("constraints", {"rules": [{"rule": "wrods", "max": 3}]})}, Problem.GRADER),
        ({"grader": GraderSpec("constraints", {"rules": [{"rule": []}]})}, Problem.GRADER),
        ({"grader": GraderSpec("constraints", {"rules": [{"rule": "words", 3: 4, None: 1}]})}, Problem.GRADER),
        ({"grader": GraderSpec("constraints", {"rules": [{"rule": "words", "min": 9, "max": 3}]})}, Problem.GRADER),
        ({"grader": GraderSpec("code", {"entry_point": "f"}), "choices": ()}, Problem.NO_TARGET),
        ({"grader": GraderSpec("code", {"tests": [{"args": [], "expected": 1}]}), "choices": ()}, Problem.GRADER),
    ],
)
def test_a_question_that_cannot_be_graded_is_an_error_at_its_row(change, problem):
    findings = only(check_question_set(with_question(replace(made(40).questions[4], **change))), problem)
    assert [(f.row, f.severity) for f in findings] == [(5, Severity.ERROR)]


@pytest.mark.parametrize(
    "grader",
    [
        GraderSpec("rating"),
        GraderSpec("contains", {"none_of": ["x"]}),
        GraderSpec("json", {"schema": {}}),
        GraderSpec("constraints", {"rules": [{"rule": "words", "max": 9}]}),
    ],
)
def test_graders_that_need_no_target_are_not_asked_for_one(grader):
    question = replace(made(40).questions[4], grader=grader, target=(), choices=())
    assert only(check_question_set(with_question(question)), Problem.NO_TARGET) == []


def test_all_keys_b_is_a_bias_and_an_even_spread_is_none():
    (finding,) = only(check_question_set(made(40, key=lambda _: "B")), Problem.KEY_BIAS)
    assert finding.row is None
    assert "40 of 40 keys are B" in finding.text
    assert not only(check_question_set(made(40)), Problem.KEY_BIAS)


def test_few_questions_are_no_bias():
    assert not only(check_question_set(made(8, key=lambda _: "B")), Problem.KEY_BIAS)


def test_a_longest_choice_that_is_always_right_is_found():
    questions = tuple(
        replace(
            q, choices=tuple("the longest of all" if "ABCD"[k] == q.target[0] else c for k, c in enumerate(q.choices))
        )
        for q in made(40).questions
    )
    (finding,) = only(check_question_set(QuestionSet("s", questions)), Problem.LENGTH_BIAS)
    assert "in 40 of 40" in finding.text


def test_a_question_over_the_context_is_named_with_the_n_ctx_it_needs():
    long = replace(made(40).questions[4], input="x" * 9000)
    (finding,) = only(check_question_set(with_question(long), n_ctx=2048), Problem.TOO_LONG)
    assert finding.row == 5
    assert "Set n_ctx to 3,584" in finding.text  # 9000 / 3 + 512 for the answer + the rest of the prompt
    assert not only(check_question_set(with_question(long), n_ctx=2048, count_tokens=lambda _: 10), Problem.TOO_LONG)


def test_few_questions_are_told_with_their_margin():
    (finding,) = only(check_question_set(made(25)), Problem.TOO_FEW)
    assert "±20 %" in finding.text  # 0.98 / sqrt(25)
    assert only(check_question_set(QuestionSet("s", ())), Problem.TOO_FEW)[0].severity == Severity.ERROR


def test_what_the_own_grader_refuses_is_reported_by_row():
    findings = check_question_set(made(40), refused=lambda q: ["refuses '**A**'"] if q.id == "q7" else [])
    (finding,) = only(findings, Problem.REFUSED)
    assert (finding.row, finding.question_id) == (8, "q7")


def test_errors_come_first():
    findings = check_question_set(with_question(replace(made(40).questions[30], target=("E",)), at=30))
    assert findings[0].severity == Severity.ERROR
    assert "row 31 (q30): the key 'E'" in str(findings[0])


def brute_force(texts, at_least):
    """All pairs, by the definition."""
    from core.questions.similarity import NearDuplicateFinder, find_names

    finder = NearDuplicateFinder(at_least, find_names(texts))
    runs = [finder.runs_of(text) for text in texts]
    found = {}
    for j in range(len(texts)):
        for i in range(j):
            shared = len(runs[i] & runs[j])
            if shared >= at_least * len(runs[i] | runs[j]):
                found[j] = i
                break
    return found


@pytest.mark.parametrize("at_least", [0.5, 0.7, 0.8, 1.0])
def test_the_fast_search_for_near_duplicates_finds_what_all_pairs_find(at_least):
    from random import Random

    rng = Random(f"texts {at_least}")
    texts = []
    for _ in range(300):
        words = [rng.choice(WORDS) for _ in range(rng.randrange(1, 15))]
        if texts and rng.randrange(2):
            words = rng.choice(texts).split()
            words[rng.randrange(len(words))] = rng.choice((*WORDS, "17", "Ann"))
        texts.append(" ".join(words))
    fast, slow = find_near_duplicates(texts, at_least), brute_force(texts, at_least)
    assert fast.keys() == slow.keys()


@pytest.mark.slow
def test_a_full_size_set_is_checked_in_a_few_seconds():
    question_set = made(20_000)
    started = time.perf_counter()
    check_question_set(question_set)
    assert time.perf_counter() - started < 15
