"""Worked examples stand before every test question, and each model is compared with itself and with the others.

The task is a made-up code: what a word is in it can only be told from examples.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from core.advice.preparation.prepared_runs import by_examples, find_leader, weigh_prepared
from core.errors import NotEnoughData
from core.inference.exchange import PromptMode, Request
from core.questions.question import AskedQuestion, GraderSpec, Question, QuestionSet
from core.questions.similarity import find_near_duplicates
from core.runs.database import Database
from core.runs.prepared_by_examples import (
    enqueue_prepared,
    find_prepared_runs,
    plan_examples,
)
from core.runs.records import Candidate, CandidateKind, ChoiceMethod, Configuration, RunState
from core.runs.run_rows import load_run
from core.runs.runner import work
from core.runs.two_ways import TwoRuns, can_teach

from .conftest import ScriptedSession

WORDS = re.findall(
    r"\w+",
    """
    anchor basket candle dragon engine feather garden hammer island jacket kettle ladder magnet needle orange pepper
    quarry rocket saddle tunnel urchin velvet walnut yellow zipper bottle copper dinner effort forest guitar helmet
    insect jungle kernel lizard mirror nugget oyster pencil
    """,
)


def code_of(word: str) -> str:
    return word[::-1].upper()


def codes(count: int = 40) -> QuestionSet:
    questions = tuple(
        Question(word, f"Code the word {word}, and {word} alone, for the {word} list.", (code_of(word),),
                 GraderSpec("exact"))
        for word in WORDS[:count]
    )  # fmt: skip
    return QuestionSet("codes", questions)


def server(name: str) -> Candidate:
    return Candidate(name, "http://localhost:1", CandidateKind.SERVER, model=name)


def learns(request: Request) -> str:
    """Knows the code once it was shown, as turns of a chat or as plain text before the question."""
    text = request.messages[-1].content
    shown = len(request.messages) > 1 or "Question: Code" in text.rpartition("Question:")[0]
    return f"ANSWER: {code_of(request.id) if shown else request.id}"


def knows_half(request: Request) -> str:
    """Knows the words of the first half of the alphabet, whatever it is shown."""
    return f"ANSWER: {code_of(request.id) if request.id < 'm' else '?'}"


def run_all(
    database: Database,
    found: Sequence[TwoRuns],
    writers: Sequence[Callable[[Request], str]],
    seen: list[Request] | None = None,
) -> list[TwoRuns]:
    """Work every run with the writer of its candidate."""

    def recorded(write: Callable[[Request], str]) -> Callable[[Request], str]:
        def note(request: Request) -> str:
            if seen is not None:
                seen.append(request)
            return write(request)

        return note

    for two, write in zip(found, writers, strict=True):
        for run in two.runs:
            work(database, run, lambda *_, write=write: ScriptedSession(recorded(write)))
    return [TwoRuns(two.candidate, *(load_run(database, run.id) for run in two.runs)) for two in found]


def enqueue(
    database: Database, candidates: Sequence[Candidate], configuration: Configuration, examples: int = 4, n: int = 50
) -> list[TwoRuns]:
    plan = plan_examples(codes(), examples, draw_seed=0)
    return enqueue_prepared(database, candidates, plan, configuration, use_case=None, n=n, project_id=None)


def test_a_model_that_learns_from_examples_gains_and_takes_the_lead(
    database: Database, configuration: Configuration
) -> None:
    found = enqueue(database, [server("learner"), server("knower")], configuration)
    result = weigh_prepared(database, run_all(database, found, [learns, knows_half]), by_examples(4))
    learner, knower = result.gains
    assert (learner.direct.value, learner.prepared.value, learner.verdict.n) == (0, 1, 36)
    assert learner.verdict.a.name == "learner with 4 examples"
    assert learner.verdict.settled
    assert knower.verdict.gap == 0
    assert not knower.verdict.settled
    assert (find_leader(result.before), find_leader(result.after)) == ("knower", "learner")
    assert [(s.name, s.before, s.after) for s in result.standings] == [
        ("learner", (2, 2), (1, 1)), ("knower", (1, 1), (2, 2))
    ]  # fmt: skip
    assert result.headline == "4 examples help learner. The lead changes: knower without, learner with 4 examples."


def test_three_candidates_are_ranked_before_and_after(database: Database, configuration: Configuration) -> None:
    found = enqueue(database, [server("learner"), server("knower"), server("none")], configuration)
    worked = run_all(database, found, [learns, knows_half, lambda _: "ANSWER: no idea"])
    result = weigh_prepared(database, worked, by_examples(4))
    assert find_leader(result.after) == "learner"
    value = result.to_dict()
    assert [c["name"] for c in value["candidates"]] == ["learner", "knower", "none"]
    assert value["candidates"][0]["rank_after"] == [1, 1]
    assert value["candidates"][0]["prepared"]["score"]["value"] == 1
    assert value["after"]["leader"] == "learner"
    assert value["test_questions"] == 36


def test_examples_stand_before_every_question_alike_and_are_never_asked(
    database: Database, configuration: Configuration
) -> None:
    seen: list[Request] = []
    found = enqueue(database, [server("learner")], configuration)
    run_all(database, found, [learns], seen)
    direct = [request for request in seen if len(request.messages) == 1]
    prepared = [request for request in seen if len(request.messages) == 9]
    assert len(direct) == len(prepared) == 36
    assert [r.id for r in direct] == [r.id for r in prepared]
    assert [r.messages[-1] for r in direct] == [r.messages[-1] for r in prepared]
    assert len({r.messages[:-1] for r in prepared}) == 1  # one prefix for all, computed once
    examples = [m.content for m in prepared[0].messages[:-1] if m.role == "user"]
    replies = [m.content for m in prepared[0].messages[:-1] if m.role == "assistant"]
    assert all(reply.startswith("ANSWER: ") for reply in replies)
    asked = [request.messages[-1].content for request in prepared]
    assert not set(examples) & set(asked)
    for text in asked:
        assert len(examples) not in find_near_duplicates([*examples, text])


def test_a_base_model_reads_the_examples_as_plain_text(database: Database, configuration: Configuration) -> None:
    seen: list[Request] = []
    base = replace(server("base"), has_template=False)
    found = enqueue(database, [base], configuration)
    result = weigh_prepared(database, run_all(database, found, [learns], seen), by_examples(4))
    text = seen[-1].messages[0].content
    assert seen[-1].mode is PromptMode.COMPLETION
    assert text.count("\nAnswer: ") == 4
    assert text.endswith("\nAnswer:")
    assert "End with a line" not in text
    assert result.gains[0].prepared.value == 1
    assert result.before is None
    assert any("base cannot chat" in caution for caution in result.cautions)


def test_options_compared_by_likelihood_are_shown_in_the_form_they_are_asked_in(database: Database) -> None:
    questions = tuple(
        Question(word, f"Which of these is a {word} kept in?", ("B",), GraderSpec("choice"), (f"{word} a", f"{word} b"))
        for word in WORDS[:12]
    )
    plan = plan_examples(QuestionSet("kept", questions), 2, draw_seed=0, same_form=True)
    configuration = replace(Configuration(), choice_method=ChoiceMethod.LOGLIKELIHOOD)
    found = enqueue_prepared(database, [server("one")], plan, configuration, use_case=None, n=10, project_id=None)
    seen: list[Request] = []
    run_all(database, found, [lambda _: ""], seen)
    assert seen[-1].messages[0].content.count("\nAnswer: ") == 2


def test_the_runs_of_a_plan_are_found_again_and_only_those(database: Database, configuration: Configuration) -> None:
    candidates = [server("learner"), server("knower")]
    plan = plan_examples(codes(), 4, draw_seed=0)
    assert [two.runs for two in find_prepared_runs(database, candidates, plan, configuration)] == [(), ()]
    queued = enqueue(database, candidates, configuration)
    again = find_prepared_runs(database, candidates, plan, configuration)
    assert [two.runs for two in again] == [two.runs for two in queued]
    assert enqueue(database, candidates, configuration)[0].direct.id == queued[0].direct.id
    other = find_prepared_runs(database, candidates, plan_examples(codes(), 3, draw_seed=0), configuration)
    assert [two.prepared for two in other] == [None, None]


def test_nobody_has_answered_yet_is_said(database: Database, configuration: Configuration) -> None:
    found = enqueue(database, [server("learner")], configuration)
    with pytest.raises(NotEnoughData, match="answered both ways"):
        weigh_prepared(database, found, by_examples(4))


def test_few_test_questions_are_warned_of(database: Database, configuration: Configuration) -> None:
    found = enqueue(database, [server("learner")], configuration, n=8)
    result = weigh_prepared(database, run_all(database, found, [learns]), by_examples(4))
    assert any("8 test questions tell little" in caution for caution in result.cautions)
    ended = load_run(database, found[0].prepared.id)
    assert (ended.state, ended.answered) == (RunState.DONE, 8)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        (Question("n", "2 + 2?", ("4",), GraderSpec("number")), True),
        (Question("c", "Which?", ("B",), GraderSpec("choice"), ("a", "b")), True),
        (Question("m", "Which two?", ("A", "C"), GraderSpec("choice"), ("a", "b", "c")), True),
        (Question("k", "Which?", ("E",), GraderSpec("choice"), ("a", "b")), False),  # a key outside the choices
        (Question("r", "Write a poem.", (), GraderSpec("rating")), False),
        (Question("x", "Say yes.", (), GraderSpec("regex", {"pattern": "yes"})), False),
        (Question("e", "Say yes.", (), GraderSpec("regex", {"pattern": "yes"}), metadata={"example": "yes"}), True),
        (Question("w", "Say yes.", (), GraderSpec("regex", {"pattern": "yes"}), metadata={"example": "no"}), False),
        (Question("u", "Say yes.", ("yes",), GraderSpec("unknown")), False),
        (Question("j", "As JSON.", ("{broken",), GraderSpec("json")), False),
    ],
)
def test_only_a_reply_that_its_own_grader_calls_right_is_shown(question: Question, shown: bool) -> None:
    assert can_teach(question, 0) is shown


def test_the_letter_of_an_example_is_the_one_shown() -> None:
    questions = tuple(
        Question(f"{word}", f"Which is the {word}?", ("A",), GraderSpec("choice"), (word, "none such", "other", "none"))
        for word in WORDS[:20]
    )
    plan = plan_examples(QuestionSet("letters", questions), 6, draw_seed=3, same_form=True)
    for example, question in zip(plan.prepared(PromptMode.CHAT).few_shot, plan.split.training, strict=True):
        letter = example.target.removeprefix("ANSWER: ")
        assert f"{letter}) {question.id}" in example.input


def test_long_examples_are_counted_against_the_context_beforehand() -> None:
    long_questions = tuple(
        Question(q.id, f"{q.input} {'Mind the rest of it. ' * 60}", q.target, q.grader) for q in codes(12).questions
    )
    plan = plan_examples(QuestionSet("long", long_questions), 4, draw_seed=0, same_form=True)
    assert plan.count_too_long(100_000) == 0
    assert plan.count_too_long(1024) == len(plan.split.test) == 8


def test_the_sets_own_examples_and_system_text_stay() -> None:
    from core.questions.question import Example

    own = replace(codes(), system="You code words.", few_shot=(Example("Code: a", "A"),))
    prepared = plan_examples(own, 2, draw_seed=0).prepared(PromptMode.CHAT)
    assert prepared.system == "You code words."
    assert prepared.few_shot[0] == Example("Code: a", "A")
    assert len(prepared.few_shot) == 3
    assert AskedQuestion(prepared.questions[0]).question in own.questions
