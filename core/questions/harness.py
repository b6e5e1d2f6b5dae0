"""A question set as a task folder for lm-evaluation-harness, data included.

The folder loads from anywhere: a YAML file cannot name a file beside itself,
but it can name a function of a module beside itself, and that module knows
where it lies. Written against lm-eval 0.4.13 (documentation and source of its
task loader):

    NAME.yaml          the group, or the one task, to run as --tasks NAME
    NAME_choice.yaml   questions with choices, by log-likelihood of the letters
    NAME_text.yaml     questions with a number or a short text, by generation
    NAME_data.py       loads the data and reads the answers
    NAME_*.jsonl       the data

Run: lm_eval --include_path FOLDER --tasks NAME --model …

Graders that lm-eval has no counterpart for (json, constraints, code, rating)
are left out, and said so.
"""

import io
import json
import re
import tempfile
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from core.errors import QuestionSetError
from core.questions.prompt import COMPLETION_STOP, to_completion
from core.questions.question import LETTERS, AskedQuestion, Question, QuestionSet

_TEXT_GRADERS = frozenset({"number", "exact", "contains", "regex"})

_MODULE = '''"""Loads the questions beside this file and reads generated answers.

Written by Surefit. Answers are read more simply here than in Surefit: the last
line that starts with "ANSWER:" counts, else the first line of the answer.
"""

import re
from pathlib import Path

import datasets

HERE = Path(__file__).resolve().parent


def load_choice(**_):
    return _load("{name}_choice.jsonl")


def load_text(**_):
    return _load("{name}_text.jsonl")


def grade(doc, results):
    return {{"acc": float(_right(doc, results[0]))}}


def _load(file_name):
    return datasets.load_dataset("json", data_files={{"test": str(HERE / file_name)}})


def _right(doc, text):
    if doc["grader"] == "contains":
        if any(_folded(word) in _folded(text) for word in doc.get("none_of", ())):
            return False
        found = [_folded(target) in _folded(text) for target in doc["targets"]]
        return all(found) if doc["all"] else any(found)
    if doc["grader"] == "regex":
        found = re.search(doc["pattern"], text)
        if found is None or not doc["targets"] or found.re.groups == 0:
            return found is not None
        return _folded(found[1] or "") in {{_folded(target) for target in doc["targets"]}}
    read = _read(text)
    if doc["grader"] == "number":
        given, *wanted = map(_number, [read, *doc["targets"]])
        return given is not None and any(abs(given - number) <= doc["tolerance"] for number in wanted)
    return any((read == target) if doc["case"] else (_folded(read) == _folded(target)) for target in doc["targets"])


def _read(text):
    marked = re.findall(r"(?im)^\\W*answer\\W*:(.*)$", text)
    lines = [line for line in text.splitlines() if line.strip()]
    return (marked[-1] if marked else lines[0] if lines else "").strip(" .*`\\"'")


def _folded(text):
    return " ".join(text.split()).casefold().strip(" .")


def _number(text):
    found = re.search(r"-?\\d[\\d,]*\\.?\\d*", text)
    return float(found[0].replace(",", "")) if found else None
'''


@dataclass(frozen=True)
class HarnessFolder:
    name: str  # for --tasks
    written: int  # questions
    left_out: dict[str, int]  # grader -> questions that lm-eval cannot grade


def write_harness_folder(question_set: QuestionSet, folder: Path) -> HarnessFolder:
    """Write the task folder (made if missing); files of the same task are replaced.

    Raises QuestionSetError when no question can be carried over or the folder
    cannot be written.
    """
    name = "surefit_" + (re.sub(r"[^a-z0-9]+", "_", question_set.name.lower()).strip("_") or "questions")
    choice = [_choice_row(question_set, q) for q in question_set.questions if q.grader.name == "choice" and q.target]
    text = [_text_row(question_set, q) for q in question_set.questions if q.grader.name in _TEXT_GRADERS]
    if not choice and not text:
        raise QuestionSetError(f"{question_set.name!r} has no question that lm-evaluation-harness can grade.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / f"{name}_data.py", _MODULE.format(name=name))
        tasks = []
        for kind, rows, config in (("choice", choice, _choice_config), ("text", text, _text_config)):
            if rows:
                tasks.append(f"{name}_{kind}")
                _write(
                    folder / f"{name}_{kind}.jsonl", "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
                )
                _write(folder / f"{name}_{kind}.yaml", config(name))
        _write(folder / f"{name}.yaml", _group_config(name, tasks))
    except OSError as error:
        raise QuestionSetError(f"{folder} cannot be written: {error.strerror}. Choose another folder.") from error
    written = len(choice) + len(text)
    kept = {row["id"] for row in (*choice, *text)}
    left_out = Counter(q.grader.name for q in question_set.questions if q.id not in kept)
    return HarnessFolder(name, written, dict(left_out))


def zip_harness_folder(question_set: QuestionSet) -> tuple[HarnessFolder, bytes]:
    """The task folder as a zip archive; unpack it anywhere and name it as --include_path.

    Raises QuestionSetError when no question can be carried over.
    """
    packed = io.BytesIO()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "task"
        written = write_harness_folder(question_set, folder)
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(folder.iterdir()):
                archive.write(path, f"{written.name}/{path.name}")
    return written, packed.getvalue()


def _choice_row(question_set: QuestionSet, question: Question) -> dict[str, Any]:
    order = tuple(range(len(question.choices)))
    return {
        "id": question.id,
        "query": to_completion(question_set, AskedQuestion(question, order)),
        "letters": [f" {LETTERS[i]}" for i in order],
        "gold": [LETTERS.index(letter) for letter in question.target],
    }


def _text_row(question_set: QuestionSet, question: Question) -> dict[str, Any]:
    options = question.grader.options
    return {
        "id": question.id,
        "query": to_completion(question_set, AskedQuestion(question)),
        "targets": list(question.target),
        "grader": question.grader.name,
        "tolerance": _tolerance(question),
        "case": bool(options.get("case", False)),
        "all": bool(options.get("all", False)),
        "none_of": [str(word) for word in options.get("none_of", ())],
        "pattern": (f"(?{options['flags']})" if options.get("flags") else "") + str(options.get("pattern", "")),
    }


def _tolerance(question: Question) -> float:
    """The widest distance that counts as equal, rounding of floats included."""
    options = question.grader.options
    sizes = [abs(float(target)) for target in question.target if re.fullmatch(r"-?\d+(\.\d+)?", target)]
    absolute, relative = (options.get(name) or 0.0 for name in ("abs", "rel"))
    if not isinstance(absolute, int | float) or not isinstance(relative, int | float):
        raise QuestionSetError(f"Question {question.id!r}: the options 'abs' and 'rel' must be numbers.")
    return absolute + relative * max(sizes, default=0.0) + 1e-9


def _choice_config(name: str) -> str:
    return _yaml(
        {
            "task": f"{name}_choice",
            "test_split": "test",
            "output_type": "multiple_choice",
            "doc_to_text": "query",
            "doc_to_choice": "letters",
            "doc_to_target": "gold",
            "target_delimiter": "",
            "metric_list": [{"metric": "acc", "aggregation": "mean", "higher_is_better": True}],
            "num_fewshot": 0,
            "metadata": {"version": 1},
        },
        custom_dataset=f"{name}_data.load_choice",
    )


def _text_config(name: str) -> str:
    return _yaml(
        {
            "task": f"{name}_text",
            "test_split": "test",
            "output_type": "generate_until",
            "doc_to_text": "query",
            "doc_to_target": "targets",
            "generation_kwargs": {"until": list(COMPLETION_STOP), "do_sample": False, "max_gen_toks": 512},
            "metric_list": [{"metric": "acc", "aggregation": "mean", "higher_is_better": True}],
            "num_fewshot": 0,
            "metadata": {"version": 1},
        },
        custom_dataset=f"{name}_data.load_text",
        process_results=f"{name}_data.grade",
    )


def _group_config(name: str, tasks: list[str]) -> str:
    means = [{"metric": "acc", "weight_by_size": True}]
    return _yaml({"group": name, "task": tasks, "aggregate_metric_list": means, "metadata": {"version": 1}})


def _yaml(config: dict[str, Any], **functions: str) -> str:
    """YAML with lm-eval's own tag for functions, which no YAML writer knows."""
    text = yaml.safe_dump(config, sort_keys=False, allow_unicode=True)
    return text + "".join(f"{key}: !function {function}\n" for key, function in functions.items())


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
