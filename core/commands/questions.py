"""questions and grade: question sets and answers from a shell, without a model.

A drawn set is written as the model would see it: choices in their shown order,
keys lettered to match. So an answer to it can be graded against the same file.
"""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from core.catalogue.use_cases import UseCase
from core.commands.output import json_option, sentences, show, table, tell
from core.errors import QuestionSetError
from core.grading.sandbox.contract import Sandbox
from core.grading.wrappings import check_grader
from core.questions.banks import load_bank
from core.questions.check import Finding, Severity, check_question_set, findings_of_reading
from core.questions.draw import draw as draw_questions
from core.questions.export import to_csv
from core.questions.harness import write_harness_folder
from core.questions.jsonl import to_jsonl
from core.questions.load import FileReading, load_question_set, read_question_file
from core.questions.prompt import to_messages
from core.questions.question import AskedQuestion, Question, QuestionSet
from core.questions.rows import row_from_question
from core.questions.steering import STEERING
from core.runs.grades import open_sandbox
from core.runs.records import CodeSandbox, Configuration
from core.runs.written_answers import count_outcomes, grade_written, load_written_answers

_python_option = click.option(
    "--run-code-in-python", is_flag=True, help="Consent to run code in a real Python process of yours."
)
_USE_CASES = [use_case.value for use_case in UseCase]


@click.group()
def questions() -> None:
    """Question sets: check one before a run, draw from a bank, export for other tools."""


@questions.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--n-ctx", default=4096, show_default=True, type=click.IntRange(128), help="Room for one question.")
@_python_option
@json_option
@sentences
def check(path: Path, n_ctx: int, run_code_in_python: bool, as_json: bool) -> None:
    """Find what would make the scores of a question file worthless. Exit code 1 when a question is unusable."""
    reading = read_question_file(path)
    question_set = reading.question_set
    with _sandbox_for(question_set.questions, run_code_in_python) as sandbox:
        findings = check_question_set(question_set, n_ctx=n_ctx, refused=partial(check_grader, sandbox=sandbox))
    findings = (*findings, *findings_of_reading(reading))
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    value = {
        "name": question_set.name,
        "questions": len(question_set.questions),
        "errors": errors,
        "warnings": len(findings) - errors,
        "read": {
            "as": reading.mapping.origin if reading.mapping else question_set.source,
            "columns": {meaning: list(columns) for meaning, columns in _columns(reading).items()},
            "answer_form": reading.mapping.target_form.value if reading.mapping and reading.mapping.target else None,
        },
        "findings": [
            {
                "problem": finding.problem.value,
                "severity": finding.severity.value,
                "row": finding.row,
                "place": _place(reading, finding.row),
                "id": finding.question_id,
                "text": finding.text,
            }
            for finding in findings
        ],
    }
    verdict = "nothing to mend"
    if findings:
        verdict = f"{_count(errors, 'error')}, {_count(len(findings) - errors, 'warning')}"
    found_in = f"{question_set.name}: {_count(len(question_set.questions), 'question')}"
    lines = [f"{found_in}, {verdict}.", *_how_read(reading), *(_told(finding, reading) for finding in findings)]
    show(value, as_json, "\n".join(lines))
    if errors:
        raise SystemExit(1)


@questions.command()
@click.argument("source", metavar="USE_CASE_OR_FILE")
@click.option("--n", default=50, show_default=True, type=click.IntRange(1), help="How many questions.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Which, and in which order.")
@click.option("--bank-seed", default=0, show_default=True, type=click.IntRange(0), help="Other generated questions.")
@click.option("--with-ratings", is_flag=True, help="Also open prompts that a person rates.")
@json_option
@sentences
def draw(source: str, n: int, seed: int, bank_seed: int, with_ratings: bool, as_json: bool) -> None:
    """Draw questions; the text form is JSON Lines that every other command reads."""
    question_set = _load_source(source, bank_seed, with_ratings)
    if n > len(question_set.questions):
        tell(f"The set holds {_count(len(question_set.questions), 'question')}; all of them are drawn.")
    asked = draw_questions(question_set, n, seed)
    drawn = replace(
        question_set,
        name=f"{question_set.name}, {len(asked)} by seed {seed}",
        questions=tuple(map(_as_shown, asked)),
    )
    value = {
        "name": drawn.name,
        "source": question_set.source,
        "seed": seed,
        "questions": [
            {
                **row_from_question(shown),
                "choice_order": list(one.choice_order),
                "messages": [{"role": m.role, "content": m.content} for m in to_messages(question_set, one)],
            }
            for one, shown in zip(asked, drawn.questions, strict=True)
        ],
    }
    show(value, as_json, to_jsonl(drawn).rstrip("\n"))


@questions.command()
@click.argument("source", metavar="USE_CASE_OR_FILE")
@click.argument("destination", metavar="DESTINATION", type=click.Path(path_type=Path))
@click.option("--to", "form", type=click.Choice(["jsonl", "csv", "lm-eval"]), default="jsonl", show_default=True)
@click.option("--bank-seed", default=0, show_default=True, type=click.IntRange(0), help="Other generated questions.")
@click.option("--with-ratings", is_flag=True, help="Also open prompts that a person rates.")
@json_option
@sentences
def export(source: str, destination: Path, form: str, bank_seed: int, with_ratings: bool, as_json: bool) -> None:
    """Write a set as JSON Lines, as CSV, or as a task folder for lm-evaluation-harness."""
    question_set = _load_source(source, bank_seed, with_ratings)
    value: dict[str, Any] = {"destination": str(destination), "form": form, "written": len(question_set.questions)}
    text = f"{_count(len(question_set.questions), 'question')} written to {destination}."
    if form == "lm-eval":
        folder = write_harness_folder(question_set, destination)
        value |= {"written": folder.written, "task": folder.name, "left_out": folder.left_out}
        left = ", ".join(f"{count} {name}" for name, count in folder.left_out.items())
        text = f"{_count(folder.written, 'question')} written to {destination}. "
        text += f"Run: lm_eval --include_path {destination} --tasks {folder.name} --model …" + (
            f"\nLeft out, no counterpart there: {left}." if left else ""
        )
    else:
        # A byte order mark tells spreadsheets that a CSV is UTF-8.
        content = to_csv(question_set).encode("utf-8-sig") if form == "csv" else to_jsonl(question_set).encode()
        try:
            destination.write_bytes(content)
        except OSError as error:
            raise QuestionSetError(f"{destination} cannot be written: {error.strerror}. Choose another.") from error
    show(value, as_json, text)


@click.command()
@click.argument("questions_path", metavar="QUESTIONS", type=click.Path(path_type=Path))
@click.argument("answers_path", metavar="ANSWERS", type=click.Path(path_type=Path))
@_python_option
@json_option
@sentences
def grade(questions_path: Path, answers_path: Path, run_code_in_python: bool, as_json: bool) -> None:
    """Grade answers that were written elsewhere: JSON Lines with id, text and finish_reason."""
    question_set = load_question_set(questions_path)
    written = load_written_answers(answers_path, question_set)
    answers = written.answers
    grades = grade_written(answers, CodeSandbox.CPYTHON if run_code_in_python else CodeSandbox.MONTY)
    rows: list[dict[str, Any]] = [
        {
            "id": answer.question.id,
            "outcome": found.outcome.value,
            "score": found.score,
            "read": found.read,
            "why": found.why,
        }
        for answer, found in zip(answers, grades, strict=True)
    ]
    answered = {answer.question.id for answer in answers}
    value = {
        "answers": rows,
        "outcomes": count_outcomes(grades),
        "measured": sum(found.measured for found in grades),
        "right": sum(found.measured and found.outcome.value == "right" for found in grades),
        "unanswered": [question.id for question in question_set.questions if question.id not in answered],
        "repeated": [{"id": name, "lines": list(lines)} for name, lines in written.repeated.items()],
    }
    lines = [table([[row["id"], row["outcome"], row["why"]] for row in rows], ["question", "outcome", "why"])]
    lines.append(f"{value['right']} right of {value['measured']} measured.")
    lines += [
        f"{name} was answered before: {'line' if len(left) == 1 else 'lines'} {', '.join(map(str, left))} left out."
        for name, left in written.repeated.items()
    ]
    show(value, as_json, "\n".join(lines))


def _columns(reading: FileReading) -> dict[str, tuple[str, ...]]:
    """Meaning -> the columns that have it, without the empty ones."""
    mapping = reading.mapping
    if mapping is None:
        return {}
    one = {
        "question": mapping.input, "prompt": mapping.template, "answer": mapping.target, "passage": mapping.context,
        "tests": mapping.tests, "solution": mapping.solution, "id": mapping.id, "group": mapping.group,
        "grader": mapping.grader, "tags": mapping.tags,
    }  # fmt: skip
    several = {"choices": mapping.choices, "assertions": mapping.expected}
    several["not shown to the model"] = tuple(c for c in mapping.kept if c.lower() not in STEERING)
    return {name: (column,) for name, column in one.items() if column} | {n: c for n, c in several.items() if c}


def _how_read(reading: FileReading) -> list[str]:
    mapping = reading.mapping
    if mapping is None:
        return [f"Read: {reading.question_set.source}."]
    form = f" ({mapping.target_form.value})" if mapping.target and mapping.choices else ""
    said = [f"{name}: {', '.join(map(repr, columns))}" for name, columns in _columns(reading).items()]
    said = [f"{part}{form}" if part.startswith("answer:") else part for part in said]
    return [f"Read as {mapping.origin}. {'; '.join(said)}."]


def _place(reading: FileReading, row: int | None) -> str | None:
    """Where a question stands in its file, as the person finds it there."""
    return reading.places[row - 1] if row is not None and row <= len(reading.places) else None


def _told(finding: Finding, reading: FileReading) -> str:
    place = _place(reading, finding.row)
    return str(finding) if place is None else f"{finding} ({place} of the file)"


def _load_source(source: str, bank_seed: int, with_ratings: bool) -> QuestionSet:
    if source in _USE_CASES:
        return load_bank(UseCase(source), bank_seed, with_ratings=with_ratings)
    path = Path(source)
    if not path.exists():
        raise QuestionSetError(f"{source!r} is neither a file nor a use case ({', '.join(_USE_CASES)}).")
    return load_question_set(path)


def _count(n: int, thing: str) -> str:
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def _as_shown(asked: AskedQuestion) -> Question:
    """The question with its choices in the order shown, which is then the order of the file."""
    if not asked.question.choices:
        return asked.question
    target = asked.target_letters if asked.question.grader.name == "choice" else asked.question.target
    return replace(asked.question, choices=asked.shown_choices, target=target)


def _sandbox_for(found: tuple[Question, ...], in_python: bool) -> AbstractContextManager[Sandbox | None]:
    if not any(question.grader.name == "code" for question in found):
        return nullcontext()
    return open_sandbox(Configuration(code_sandbox=CodeSandbox.CPYTHON if in_python else CodeSandbox.MONTY))
