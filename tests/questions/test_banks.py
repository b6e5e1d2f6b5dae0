"""The four banks: enough questions, even, distinct, and each graded right by its own grader."""

import contextlib
import io
import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from core.catalogue.use_cases import UseCase
from core.grading.constraints import CHECKS
from core.grading.graders import grade
from core.grading.outcome import Outcome
from core.grading.sandbox.contract import Call
from core.grading.sandbox.monty import MontySandbox
from core.grading.wrappings import check_grader
from core.inference.exchange import FinishReason
from core.questions.banks import FOLDER, load_bank
from core.questions.check import Problem, check_question_set
from core.questions.draw import draw, family_of, level_of
from core.questions.generators import ALL_GENERATORS
from core.questions.generators.making import ask_rules, make_question
from core.questions.generators.writing_tasks import about, on_topic
from core.questions.load import load_question_set
from core.questions.question import LETTERS, AskedQuestion
from core.questions.rules import RULES
from core.questions.similarity import find_near_duplicates
from tests.questions.other_solutions import OTHER_SOLUTIONS

pytestmark = pytest.mark.slow  # every question of every bank

USE_CASES = [use_case.value for use_case in UseCase]


def made_by_hand(use_case):
    return load_question_set(FOLDER / f"{use_case}.jsonl").questions


@pytest.mark.parametrize("use_case", USE_CASES)
def test_a_bank_has_enough_questions_families_and_levels(use_case):
    bank = load_bank(use_case)
    by_hand = [q for q in bank.questions if not q.metadata.get("generated")]
    assert len(by_hand) >= 60
    assert len(bank.questions) >= 250
    assert len({family_of(q) for q in bank.questions}) >= 25
    levels = Counter(level_of(q) for q in bank.questions)
    assert set(levels) == {1, 2, 3}
    assert min(levels.values()) > 0.3 * len(bank.questions)
    assert len({q.id for q in bank.questions}) == len(bank.questions)
    assert len({(q.input, q.choices) for q in bank.questions}) == len(bank.questions)


@pytest.mark.parametrize("generator_seed", [0, pytest.param(1, marks=pytest.mark.slow), 99])
@pytest.mark.parametrize("use_case", USE_CASES)
def test_near_duplicates_stay_far_below_a_tenth(use_case, generator_seed):
    bank = load_bank(use_case, generator_seed)
    twins = find_near_duplicates(["\n".join((q.input, *q.choices)) for q in bank.questions])
    assert len(twins) <= 0.02 * len(bank.questions)


@pytest.mark.parametrize("n", [50, 100, 250])
@pytest.mark.parametrize("use_case", USE_CASES)
def test_no_family_is_over_eight_percent_of_a_drawn_set(use_case, n):
    for draw_seed in range(5):
        asked = draw(load_bank(use_case), n, draw_seed)
        families = Counter(family_of(a.question) for a in asked)
        levels = Counter(level_of(a.question) for a in asked)
        assert max(families.values()) <= 0.08 * n
        assert max(levels.values()) - min(levels.values()) <= 1 + 0.05 * n


@pytest.mark.parametrize("use_case", USE_CASES)
def test_the_same_seed_gives_the_same_bank_and_another_seed_another(use_case):
    bank = load_bank(use_case, 5)
    assert load_bank.__wrapped__(use_case, 5) == bank  # past the cache
    generated = {q.id for q in bank.questions if q.metadata.get("generated")}
    others = {q.id for q in load_bank(use_case, 6).questions if q.metadata.get("generated")}
    assert len(generated & others) < 0.2 * len(generated)


@pytest.mark.parametrize("use_case", USE_CASES)
def test_every_question_passes_the_check(use_case):
    findings = check_question_set(load_bank(use_case, with_ratings=True), n_ctx=2048)
    assert [str(f) for f in findings if f.problem != Problem.NEAR_DUPLICATE] == []


def test_open_prompts_come_only_when_asked_for():
    assert not [q for q in load_bank("chat").questions if q.grader.name == "rating"]
    rated = [q for q in load_bank("chat", with_ratings=True).questions if q.grader.name == "rating"]
    assert len(rated) >= 42
    assert all("rating" in q.tags and q.grader.options["rubric"] for q in rated)
    assert set(Counter(q.metadata["level"] for q in rated).values()) == {len(rated) // 3}
    assert max(Counter(q.metadata["family"] for q in rated).values()) <= 0.08 * len(rated)
    texts = [q.input for q in rated]
    assert find_near_duplicates(texts) == {}


def test_generated_ids_are_fixed_for_all_machines():
    """A change here means that old runs no longer match: it must be meant."""
    ids = {g.family: make_question(g, 1, 2, 3).id for g in ALL_GENERATORS if 2 in g.levels}
    assert ids["dates"] == PINNED["dates"]
    assert ids["SQL"] == PINNED["SQL"]
    assert ids["several constraints"] == PINNED["several constraints"]


PINNED = {
    "dates": "reasoning-dates-b50b4827",
    "SQL": "coding-SQL-76b88c5b",
    "several constraints": "chat-several-constraints-d1880c63",
}


@pytest.mark.parametrize("use_case", USE_CASES)
def test_predicted_outputs_of_questions_made_by_hand_are_what_python_prints(use_case):
    for question in made_by_hand(use_case):
        if not question.metadata.get("runs"):
            continue
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(re.search(r"```python\n(.*?)\n```", question.input, re.DOTALL)[1], {})
        key = question.choices["ABCD".index(question.target[0])] if question.choices else question.target[0]
        assert out.getvalue().rstrip("\n") == key


def test_references_of_coding_questions_pass_their_tests_and_tell_wrong_solutions_apart():
    tried = 0
    for question in made_by_hand("coding"):
        if question.grader.name != "code":
            continue
        tried += 1
        options = question.grader.options
        namespace = {}
        exec(options["reference"], namespace)
        for test in json.loads(json.dumps(options["tests"])):
            assert namespace[options["entry_point"]](*test["args"]) == test["expected"]
        assert len({json.dumps(t["expected"]) for t in options["tests"]}) > 1
        assert f"{options['entry_point']}(" in question.input
    assert tried >= 15


def test_functions_to_mend_are_broken():
    for question in made_by_hand("coding"):
        if family_of(question) != "mending code":
            continue
        options = question.grader.options
        namespace = {}
        exec(re.search(r"```python\n(.*?)\n```", question.input, re.DOTALL)[1], namespace)
        passed = 0
        for test in options["tests"]:
            with contextlib.suppress(ZeroDivisionError):
                passed += namespace[options["entry_point"]](*test["args"]) == test["expected"]
        assert passed < len(options["tests"])


def test_no_bank_names_a_public_benchmark():
    text = "".join(path.read_text(encoding="utf-8") for path in Path(FOLDER).glob("*.jsonl")).lower()
    for name in ("mmlu", "gsm8k", "humaneval", "mbpp", "hellaswag", "truthfulqa", "winogrande", "bbh", "ifeval"):
        assert name not in text


# --- with core/grading: a right answer, in a dozen usual wrappings, is taken as right


def refusals(question_set):
    findings = check_question_set(question_set, refused=check_grader)
    return [str(finding) for finding in findings if finding.problem == Problem.REFUSED]


@pytest.mark.parametrize("use_case", USE_CASES)
def test_no_grader_refuses_the_reference_of_a_drawn_question(use_case):
    bank = load_bank(use_case)
    drawn = tuple(asked.question for asked in draw(bank, 60, 1))
    assert refusals(replace(bank, questions=drawn)) == []


@pytest.mark.slow
@pytest.mark.parametrize("generator_seed", [0, 1, 2])
@pytest.mark.parametrize("use_case", USE_CASES)
def test_no_grader_refuses_its_own_reference(use_case, generator_seed):
    assert refusals(load_bank(use_case, generator_seed, with_ratings=True)) == []


@pytest.mark.parametrize("use_case", USE_CASES)
def test_a_wrong_answer_is_called_wrong(use_case):
    for question in load_bank(use_case).questions:
        if question.grader.name not in {"choice", "number", "exact"}:
            continue
        asked = AskedQuestion(question, tuple(range(len(question.choices))))
        answer = "987654321" if question.grader.name == "number" else "something else"
        if question.choices:
            answer = LETTERS[(LETTERS.index(question.target[0]) + 1) % len(question.choices)]
        assert grade(asked, f"ANSWER: {answer}", FinishReason.STOP).outcome == Outcome.WRONG, question.id


def test_all_rules_of_the_banks_are_known_to_the_grader():
    assert set(CHECKS) == set(RULES)


LISTED = re.compile(r"(return|xs =) \[(.+) for (\w+) in (.+?) if (.+)\]\n")
SUMMED = re.compile(r"return sum\((.+) for (\w+) in (\w+) if (.+)\)\n")
COUNTED = re.compile(r"sums\[(.+?)\] = sums\.get\(.+?, 0\) \+ (.+)\n")


def idioms(reference):
    """The same function in two other usual styles."""
    if match := LISTED.search(reference):
        keyword, change, name, source, condition = match.groups()
        loop = (
            f"result = []\n    for {name} in {source}:\n        if {condition}:\n"
            f"            result.append({change})\n    {keyword} result\n"
        )
        chain = f"{keyword} list(map(lambda {name}: {change}, filter(lambda {name}: {condition}, {source})))\n"
        return [reference.replace(match[0], loop), reference.replace(match[0], chain)]
    if match := SUMMED.search(reference):
        value, name, source, condition = match.groups()
        loop = f"total = 0\n    for {name} in {source}:\n        if not ({condition}):\n            continue\n"
        chain = f"return sum([{value} if {condition} else 0 for {name} in {source}])\n"
        loop += f"        total += {value}\n    return total\n"
        return [reference.replace(match[0], loop), reference.replace(match[0], chain)]
    match = COUNTED.search(reference)
    key, value = match.groups()
    plain = f"if {key} not in sums:\n            sums[{key}] = 0\n        sums[{key}] += {value}\n"
    default = reference.replace(match[0], f"sums[{key}] += {value}\n").replace("sums = {}", "sums = defaultdict(int)")
    return [reference.replace(match[0], plain), f"from collections import defaultdict\n\n{default}"]


def all_pass(question, source, sandbox):
    options = question.grader.options
    calls = [Call(options["entry_point"], tuple(test["args"])) for test in options["tests"]]
    results = sandbox.run_calls(source, calls, timeout_s=5)
    return [result.value for result in results] == [test["expected"] for test in options["tests"]]


@pytest.mark.slow
def test_three_idiomatic_solutions_of_each_coding_question_run_in_the_default_sandbox():
    with MontySandbox() as sandbox:
        for question in load_bank("coding").questions:
            if question.grader.name != "code":
                continue
            reference = question.grader.options["reference"]
            generated = question.metadata.get("generated")
            others = idioms(reference) if generated else OTHER_SOLUTIONS[question.grader.options["entry_point"]]
            assert len({reference, *others}) == 3, question.id
            for source in [reference, *others]:
                assert all_pass(question, source, sandbox), (question.id, source)


@pytest.mark.slow
def test_references_of_coding_questions_are_taken_in_all_wrappings():
    with MontySandbox() as sandbox:
        for question in load_bank("coding").questions:
            if question.grader.name == "code":
                assert check_grader(question, sandbox=sandbox) == [], question.id


ON_TOPIC = (
    ("a rainy day", "Bring an umbrella, the puddles are deep."),
    ("a slow computer", "My laptop takes an hour to open one file!"),
    ("a stray dog", "He followed me home, wagging his tail."),
    ("the night sky", "Countless stars shimmer above the sleeping town."),
    ("a power cut", "We sat by candlelight and told stories."),
    ("a chess game", "He lost his queen on move ten."),
    ("the harbour", "Small ships sway by the quay."),
    ("an apple tree", "Its branches bend under ripe fruit."),
)
BESIDE_THE_POINT = (
    "I hope that this is of some help to you and that you like it.",
    "Thank you for your message. I am happy to help you with all that you need.",
    "Sure! Here is the text that you asked for. I hope it meets all of your needs. Let me know what to change.",
    "Life is full of small moments that we should enjoy. We learn from each other. It is kindness that counts.",
)


@pytest.mark.parametrize(("topic", "text"), ON_TOPIC)
def test_a_text_about_a_topic_is_taken_without_the_topics_own_name(topic, text):
    asked = ask_rules(f"Describe {topic} to a baker.", [on_topic(topic)], about(topic))
    assert grade(AskedQuestion(asked), text, FinishReason.STOP).outcome is Outcome.RIGHT
    assert grade(AskedQuestion(asked), BESIDE_THE_POINT[0], FinishReason.STOP).outcome is Outcome.WRONG


def test_prose_that_is_about_nothing_keeps_the_rules_of_few_chat_questions():
    asked = [q for q in load_bank(UseCase.CHAT).questions if q.grader.name == "constraints"]
    passed = sum(
        grade(AskedQuestion(question), text, FinishReason.STOP).outcome is Outcome.RIGHT
        for question in asked
        for text in BESIDE_THE_POINT
    )
    assert len(asked) > 250 and passed / (len(asked) * len(BESIDE_THE_POINT)) < 0.03
