"""The code grader: a program is run on the question's calls, and what comes out is compared here.

The reference solution runs first. It shows that the sandbox can run the
question at all, and how fast this machine is: the time limit for a call is the
question's own or `PATIENCE` times the reference's slowest call, whichever is
longer. A program that needs longer is measured against the reference once more
before it is called too slow. A question without a reference cannot show how fast
this machine is, so a program that passes its limit is run once more with far
more time: one that is then done was stopped by a limit too short for the machine
("could not run"), one that is still not done does not end, and that is its own
fault. So is using up the memory, whose limit is the same on every machine. What
the sandbox cannot run is "could not run", never "wrong".
"""

from collections.abc import Sequence

from core.errors import GradingError
from core.grading.answer import Answer, Verdict, could_not_run, no_answer, right, wrong
from core.grading.code_blocks import Program, find_program
from core.grading.code_tests import CodeTask, Test, parse_task, passes, reference_fits
from core.grading.outcome import Outcome
from core.grading.sandbox.contract import Ended, Result, Sandbox
from core.grading.sandbox.values import show
from core.questions.question import Question

PATIENCE = 20.0  # times as long as the reference's slowest call
LONGEST_S = 30.0  # for one call of the reference
ENDLESS_S = 20.0  # at least, and ENDLESS times the limit: who needs longer, without a reference, does not end
ENDLESS = 10.0
_SANDBOX_LACKS = (Ended.UNSUPPORTED, Ended.BROKEN)


def grade_code(answer: Answer) -> Verdict:
    """Right when every test gives what is demanded."""
    task = parse_task(answer.question)
    program = find_program(answer.run_on.turn, task.entry_point, task.prefix)
    if program is None:
        return no_answer("The reply holds no code.")
    if fault := _fault(program, task):
        return wrong(program.source, fault, clear=program.closed)
    if answer.sandbox is None:
        return could_not_run("Code is graded by running it, and no sandbox was given.", program.source)
    reference, limit_s = _run_reference(task, answer.sandbox)
    if isinstance(reference, str):
        return could_not_run(reference, program.source)
    results = answer.sandbox.run_calls(program.source, task.calls, timeout_s=limit_s)
    if reference and any(result.ended is Ended.TIMED_OUT for result in results):
        _, slower_s = _run_reference(task, answer.sandbox)
        if slower_s > 1.5 * limit_s:  # the machine has become slower since
            results, limit_s = answer.sandbox.run_calls(program.source, task.calls, timeout_s=slower_s), slower_s
    elif not reference and any(result.ended is Ended.TIMED_OUT for result in results):
        return _without_reference(task, program, answer.sandbox, limit_s)
    return _verdict(task, program, results, reference, limit_s)


def is_complete(text: str, question: Question) -> bool:
    """Whether a text defines the whole function that is asked for."""
    task = parse_task(question)
    program = find_program(text, task.entry_point, task.prefix)
    return program is not None and not _fault(program, task)


def check_code(question: Question) -> list[str]:
    try:
        task = parse_task(question)
    except GradingError as error:
        return [str(error)]
    if task.reference is None:
        return []
    program = find_program(f"```python\n{task.reference}\n```", task.entry_point)
    fault = _fault(program, task) if program else "It holds no code."
    return [f"The reference solution is faulty: {fault}"] if fault else []


def _fault(program: Program, task: CodeTask) -> str:
    if program.fault:
        return f"The code does not parse ({program.fault})."
    if task.entry_point not in program.defined:
        others = ", ".join(program.defined[:5])
        return f"The code defines {others or 'no function'}, not {task.entry_point}, which was asked for."
    return ""


def _run_reference(task: CodeTask, sandbox: Sandbox) -> tuple[Sequence[Result] | str, float]:
    """The reference's results and the time limit for a call; a sentence instead where it does not run."""
    if task.reference is None:
        return [], task.timeout_s
    results = sandbox.run_calls(task.reference, task.calls, timeout_s=LONGEST_S)
    for test, result in zip(task.tests, results, strict=True):
        if not reference_fits(test, result):
            told = f"{test.text} {test.demand}, but {_told(result, LONGEST_S)}"
            return f"The question's own solution does not pass here: {told}.", 0.0
    slowest_s = max(result.duration_s for result in results)
    return results, min(max(task.timeout_s, PATIENCE * slowest_s), PATIENCE * LONGEST_S)


def _without_reference(task: CodeTask, program: Program, sandbox: Sandbox, limit_s: float) -> Verdict:
    """The verdict on a program that was not done in the question's own limit: does it end at all?"""
    patient_s = max(ENDLESS_S, ENDLESS * limit_s)
    results = sandbox.run_calls(program.source, task.calls, timeout_s=patient_s)
    verdict = _verdict(task, program, results, (), patient_s)
    if verdict.outcome is not Outcome.RIGHT:
        return verdict
    why = (
        f"Its tests pass, but not within the question's limit of {limit_s:.3g} s, which may be too short for this "
        "machine. Give the question a reference solution, or a longer `timeout_s`."
    )
    return could_not_run(why, program.source)


def _verdict(
    task: CodeTask, program: Program, results: Sequence[Result], reference: Sequence[Result], limit_s: float
) -> Verdict:
    references: Sequence[Result | None] = reference or [None] * len(results)
    failed: list[tuple[Test, Result]] = [
        (test, result)
        for test, result, wanted in zip(task.tests, results, references, strict=True)
        if not passes(test, result, wanted)
    ]
    n_tests = len(task.tests)
    if not failed:
        return right(program.source, f"All {n_tests} tests pass.", clear=program.closed)
    measured = [(test, result) for test, result in failed if result.ended not in _SANDBOX_LACKS]
    if not measured:
        test, result = failed[0]
        return could_not_run(f"{test.text}: {_told(result, limit_s)}{_advice(result)}", program.source)
    test, result = measured[0]
    told = f"{test.text} {test.demand}, but {_told(result, limit_s)}"
    return wrong(program.source, f"{told}; {n_tests - len(failed)} of {n_tests} tests pass.", clear=program.closed)


def _told(result: Result, limit_s: float) -> str:
    match result.ended:
        case Ended.RETURNED:
            return f"it gave {show(result.value)}"
        case Ended.RAISED:
            return f"it raised {result.message}"
        case Ended.TIMED_OUT:
            return f"it was not done in time ({limit_s:.3g} s)"
        case Ended.OUT_OF_MEMORY:
            return "it used too much memory"
    return result.message.rstrip(".")


def _advice(result: Result) -> str:
    if result.ended is Ended.UNSUPPORTED:
        return ". Run the coding questions in Python itself, if you agree to that."
    return "."
