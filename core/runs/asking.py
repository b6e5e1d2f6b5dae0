"""A question of a run as the request that goes to its candidate."""

from core.inference.exchange import PromptMode, Request
from core.questions.prompt import (
    completion_stop,
    default_max_tokens,
    options_for_loglikelihood,
    to_completion,
    to_messages,
)
from core.questions.question import AskedQuestion, Message, QuestionSet
from core.runs.records import ChoiceMethod, Configuration


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
