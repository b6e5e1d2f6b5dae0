"""A question of a run as the request that goes to its candidate, and the reply as the answer that is kept."""

import time

from core.grading.sandbox.contract import Sandbox
from core.inference.exchange import PromptMode, Reply, Request
from core.questions.prompt import (
    completion_stop,
    default_max_tokens,
    options_for_loglikelihood,
    to_completion,
    to_messages,
)
from core.questions.question import AskedQuestion, Message, QuestionSet
from core.runs.grades import grade_reply
from core.runs.records import Answer, ChoiceMethod, Configuration, Run, ask_hash


def request_for(configuration: Configuration, question_set: QuestionSet, asked: AskedQuestion) -> Request:
    """What a question looks like to a candidate of that configuration."""
    mode = configuration.mode
    options: tuple[str, ...] = ()
    if configuration.choice_method is ChoiceMethod.LOGLIKELIHOOD and asked.question.choices:
        mode, options = PromptMode.LOGLIKELIHOOD, options_for_loglikelihood(asked)
    if mode is PromptMode.CHAT:
        messages = to_messages(question_set, asked)
    else:
        messages = (Message("user", to_completion(question_set, asked)),)
    return Request(
        id=asked.question.id,
        messages=messages,
        max_tokens=configuration.max_tokens or default_max_tokens(asked.question),
        mode=mode,
        sampling=configuration.sampling,
        options=options,
        # A base model does not know where to stop.
        stop=completion_stop(question_set, asked.question) if mode is PromptMode.COMPLETION else (),
    )


def grade_answer(run: Run, position: int, asked: AskedQuestion, reply: Reply, sandbox: Sandbox | None) -> Answer:
    """The reply with its grade, as it is kept."""
    return Answer(
        run_id=run.id,
        question_id=asked.question.id,
        position=position,
        ask_hash=ask_hash(asked.question.input, asked.shown_choices),
        prompt_hash=reply.prompt_hash,
        choice_order=asked.choice_order,
        text=reply.text,
        finish_reason=reply.finish_reason,
        prompt_tokens=reply.prompt_tokens,
        answer_tokens=reply.answer_tokens,
        duration_s=reply.duration_s,
        note=reply.note,
        loglikelihoods=reply.loglikelihoods,
        answered_at=time.time(),
        grade=grade_reply(asked, reply, sandbox),
    )
