"""From a reply to its grade, while a run goes on and again when a key was corrected."""

from contextlib import AbstractContextManager

from core.errors import GradingError
from core.grading.graders import grade, grade_loglikelihood
from core.grading.outcome import Grade, Outcome
from core.grading.sandbox.contract import Sandbox
from core.grading.sandbox.cpython import CPythonSandbox
from core.grading.sandbox.monty import MontySandbox
from core.inference.exchange import Reply
from core.questions.question import AskedQuestion
from core.runs.records import Answer, CodeSandbox, Configuration


def grade_reply(asked: AskedQuestion, reply: Reply, sandbox: Sandbox | None) -> Grade:
    """The grade of a reply, whichever way it was asked; a faulty grader is "could not run", never "wrong"."""
    try:
        if reply.loglikelihoods:
            return grade_loglikelihood(asked, reply)
        return grade(asked, reply.text, reply.finish_reason, sandbox=sandbox)
    except GradingError as error:
        return Grade(Outcome.COULD_NOT_RUN, None, None, str(error), asked.question.grader.name, 0)


def open_sandbox(configuration: Configuration) -> AbstractContextManager[Sandbox]:
    """Where the code of this run is executed: a real Python process only if the user agreed to it at the start."""
    if configuration.code_sandbox is CodeSandbox.CPYTHON:
        return CPythonSandbox(consent=True)
    return MontySandbox()


def saved_reply(answer: Answer) -> Reply:
    """The reply that a saved answer came from."""
    return Reply(
        id=answer.question_id,
        text=answer.text,
        finish_reason=answer.finish_reason,
        prompt_hash=answer.prompt_hash,
        prompt_tokens=answer.prompt_tokens,
        answer_tokens=answer.answer_tokens,
        duration_s=answer.duration_s,
        loglikelihoods=answer.loglikelihoods,
        note=answer.note,
    )
