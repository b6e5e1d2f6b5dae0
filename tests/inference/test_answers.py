"""Real models answer; what they say is checked against llama-cpp-python's own unbatched path where there is one."""

import json
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from core.inference.batch import Batch
from core.inference.exchange import FinishReason, PromptMode, Request, Sampling, Settings
from core.inference.library import OpenedModel
from core.inference.pacing import Pacer
from core.inference.plan import choose, read_machine
from core.inference.session import open_model
from core.models.split_files import read_headers
from core.questions.question import Message

pytestmark = pytest.mark.slow

QUESTIONS = [
    "What is the capital of France?",
    "Name three colours.",
    "Write one sentence about a cat.",
    "How many days has a week?",
    "What do bees make?",
    "Say hello in Spanish.",
]


def answers(session, requests):
    return {reply.id: reply for reply in session.answer(requests)}


class Counter(Pacer):
    """A pacer that also counts what it hears of: the tokens that were decoded."""

    decoded = 0

    def observe(self, n_tokens, used, duration_s):
        self.decoded += n_tokens
        return super().observe(n_tokens, used, duration_s)


def count_decoded(path, settings, requests):
    """The replies to requests that were all there from the start, and how many tokens were decoded for them."""
    plan = choose(settings, read_headers(path), read_machine())
    with closing(OpenedModel(path, plan.settings)) as model:
        counter = Counter(plan.settings.threads)
        with closing(Batch(model, plan.settings, plan.total_cells, counter)) as batch:
            for request in requests:
                batch.add(request)
            replies = {}
            while not batch.idle:
                replies |= {reply.id: reply for reply in batch.step()}
    return replies, counter.decoded


def test_batched_answers_are_those_of_the_unbatched_path_but_for_near_ties(session, smollm_path, ask, reference):
    requests = [ask(f"q{i}", text, max_tokens=16) for i, text in enumerate(QUESTIONS)]
    batched = answers(session, requests)
    alone = reference(smollm_path, n_ctx=512, flash_attn=True)
    same = 0
    for i, text in enumerate(QUESTIONS):
        made = alone.create_chat_completion([{"role": "user", "content": text}], max_tokens=16, temperature=0)
        same += made["choices"][0]["message"]["content"] == batched[f"q{i}"].text
    alone.close()
    assert len(batched) == len(QUESTIONS)
    assert same >= len(QUESTIONS) - 1


def test_a_common_beginning_is_decoded_once_and_changes_no_answer(session, smollm_path, ask):
    system = Message("system", "You answer in few words. " + "Facts about the world follow. " * 20)
    requests = [
        replace(ask(f"q{i}", text), messages=(system, Message("user", text))) for i, text in enumerate(QUESTIONS)
    ]
    together, decoded = count_decoded(smollm_path, session.settings, requests)
    assert decoded < sum(reply.prompt_tokens for reply in together.values()) / 2
    with closing(open_model(smollm_path, replace(session.settings, n_parallel=1))) as single:
        one_by_one = {r.id: r.text for request in requests[:3] for r in single.answer([request])}
    assert sum(together[i].text == text for i, text in one_by_one.items()) >= 2


def test_loglikelihoods_are_those_of_every_position_read_in_full(session, smollm_path, reference):
    prompt, options = "The capital of France is", (" Paris", " London", " a city in Europe")
    request = Request("ll", (Message("user", prompt),), mode=PromptMode.LOGLIKELIHOOD, options=options)
    completion = replace(request, messages=(Message("user", prompt),))
    with closing(open_model(smollm_path, replace(session.settings, template="{{ messages[0].content }}"))) as plain:
        reply = answers(plain, [completion])["ll"]
    alone = reference(smollm_path, n_ctx=512, flash_attn=True, logits_all=True)
    expected = []
    for option in options:
        head = alone.tokenize(prompt.encode(), add_bos=False)
        whole = alone.tokenize((prompt + option).encode(), add_bos=False)
        alone.reset()
        alone.eval(whole)
        scores = alone.scores[: len(whole)].astype(np.float64)
        logarithms = (
            scores
            - np.log(np.exp(scores - scores.max(1, keepdims=True)).sum(1, keepdims=True))
            - scores.max(1, keepdims=True)
        )
        expected.append(sum(logarithms[i - 1, whole[i]] for i in range(len(head), len(whole))))
    alone.close()
    assert reply.text == " Paris"
    assert np.allclose(reply.loglikelihoods, expected, atol=0.15)  # kernels round differently for other batch sizes


def test_stop_strings_end_an_answer_and_are_not_part_of_it(session):
    counting = Request("c", (Message("user", "Count: 1, 2, 3, 4,"),), 40, PromptMode.COMPLETION, stop=("7", "never"))
    reply = answers(session, [counting])["c"]
    assert reply.finish_reason is FinishReason.STOP
    assert "6" in reply.text
    assert "7" not in reply.text


def test_the_budget_ends_an_answer(session, ask):
    reply = answers(session, [ask("q", "Write a long story.", max_tokens=5)])["q"]
    assert (reply.finish_reason, reply.answer_tokens) == (FinishReason.LENGTH, 5)


def test_a_grammar_and_a_schema_are_obeyed(session, ask):
    schema = {"type": "object", "properties": {"age": {"type": "integer", "maximum": 99}}, "required": ["age"]}
    found = answers(
        session,
        [
            ask("g", "Is water wet?", grammar='root ::= "maybe" | "never"'),
            ask("j", "How old is a tree?", json_schema=json.dumps(schema), max_tokens=20),
            ask("bad", "Hi", grammar="root = nonsense ("),
            ask("fine", "Say hello.", max_tokens=3),
        ],
    )
    assert found["g"].text in ("maybe", "never")
    assert isinstance(json.loads(found["j"].text)["age"], int)
    assert found["bad"].finish_reason is FinishReason.FAILED
    assert "grammar" in found["bad"].note
    assert found["fine"].answer_tokens == 3


def test_sampling_depends_on_the_seed_and_on_nothing_else(session, ask):
    def sampled(seed, companions=()):
        hot = Sampling(temperature=1.5, top_p=0.95, seed=seed)
        return answers(session, [ask("q", "Tell a story.", sampling=hot, max_tokens=8), *companions])["q"].text

    assert sampled(1) == sampled(1)
    assert len({sampled(seed) for seed in range(4)}) > 1


def test_a_prompt_over_n_ctx_did_not_fit_and_harms_no_other(session, ask):
    found = answers(
        session, [ask("long", "word " * 505, max_tokens=256), ask("short", "What is the capital of France?")]
    )
    assert found["long"].finish_reason is FinishReason.DID_NOT_FIT
    assert "n_ctx" in found["long"].note
    assert found["short"].answer_tokens == 12


def test_questions_of_very_different_length_are_all_answered(smollm_path, ask):
    with closing(open_model(smollm_path, Settings(n_ctx=1024, n_parallel=3))) as session:
        lengths = [5, 700, 10, 300, 3, 600, 40]
        requests = [ask(f"q{i}", "word " * n, max_tokens=4) for i, n in enumerate(lengths)]
        found = answers(session, requests)
    assert set(found) == {f"q{i}" for i in range(len(lengths))}
    assert all(reply.finish_reason in (FinishReason.LENGTH, FinishReason.STOP) for reply in found.values())


def test_an_answer_that_repeats_itself_is_ended_early(gemma_path):
    with closing(open_model(gemma_path, Settings(n_ctx=1024, n_parallel=1))) as session:
        request = Request("l", (Message("user", "dog dog dog dog dog dog dog"),), 600, PromptMode.COMPLETION)
        reply = answers(session, [request])["l"]
    assert reply.finish_reason is FinishReason.LOOP
    assert reply.answer_tokens < 300


def test_a_session_left_early_answers_the_next_questions_only(session, ask):
    for _ in session.answer([ask(f"old{i}", text) for i, text in enumerate(QUESTIONS)]):
        break
    assert set(answers(session, [ask("new", "Hi", max_tokens=3)])) == {"new"}


def test_requests_are_drawn_only_as_there_is_room(session, ask):
    drawn = []

    def endless():
        for i in range(10_000):
            drawn.append(i)
            yield ask(f"q{i}", "Hi", max_tokens=1)

    for seen, _ in enumerate(session.answer(endless())):
        if seen == 3:
            break
    assert len(drawn) < 200


def test_a_base_model_without_template_is_continued_and_stops_before_the_next_question(gemma_path):
    examples = (Message("user", "2+2?"), Message("assistant", "4"), Message("user", "3+3?"), Message("assistant", "6"))
    with closing(open_model(gemma_path, Settings(n_ctx=512))) as session:
        reply = answers(session, [Request("q", (*examples, Message("user", "1+1?")), 24)])["q"]
    assert "Question:" not in reply.text
    assert reply.text.strip().startswith("2")


def test_beginnings_longer_than_a_sliding_window_change_no_loglikelihood(session, gemma_path):
    """Gemma's window is 512 tokens; the second group shares only a part of the first group's beginning.

    Likelihoods are compared, not texts: this model knows none of the numbers, and what it writes is a near tie.
    Rounding alone moves them: the same question twice in one batch differs by up to 0.24 with flash attention,
    whose sums on a processor depend on the batch, and by about 0.1 without.
    """
    facts = [f"Fact {i}: the number of house {i} is {i * 7}. " for i in range(60)]
    long, part = "".join(facts), "".join(facts[:42])
    texts = [
        *(f"{long}The number of house {i} is" for i in (3, 55)),
        *(f"{part}The number of house {i} is" for i in (4, 41)),
    ]
    options = (" 385.", " 28.", " 400.", " 413.")
    requests = [Request(text, (Message("user", text),), 1, PromptMode.LOGLIKELIHOOD, options=options) for text in texts]
    settings = Settings(n_ctx=2048, flash_attn=False, use_extra_bufts=session.settings.use_extra_bufts)
    together, decoded = count_decoded(gemma_path, replace(settings, n_parallel=2), requests)
    assert decoded < 0.8 * sum(reply.prompt_tokens for reply in together.values())
    for request in (requests[1], requests[2]):
        with closing(open_model(gemma_path, replace(settings, n_parallel=1))) as single:
            alone = answers(single, [request])[request.id]
        assert np.ptp(alone.loglikelihoods) > 1  # what was forgotten wrongly would be seen
        assert np.allclose(together[request.id].loglikelihoods, alone.loglikelihoods, atol=0.3)
