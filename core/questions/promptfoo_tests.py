"""promptfoo's tests as YAML or JSON -> rows with the columns of its CSV (`__expected1`, `__description`).

A configuration holds `prompts` and `tests`; each test has `vars` and `assert`.
One set asks one prompt: of several the first is taken, and that is said.
Assertions on the provider (time, cost) say nothing of the answer and are left out.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from core.errors import QuestionSetError

_ABOUT_THE_PROVIDER = frozenset({"latency", "cost", "perplexity", "perplexity-score", "guardrails"})
_VARIABLE = re.compile(r"\{\{.+?\}\}")


@dataclass(frozen=True)
class PromptfooTests:
    tests: list[Any]
    template: str | None  # the prompt; None where it has no {{variable}}, or stands in another file
    notes: tuple[str, ...] = ()


def is_promptfoo(value: dict[str, Any]) -> bool:
    """Whether an object is a configuration of promptfoo, not another file with a list of tests."""
    tests = value.get("tests")
    first = tests[0] if isinstance(tests, list) and tests else None
    return "tests" in value and ("prompts" in value or (isinstance(first, dict) and "assert" in first))


def tests_of_config(config: dict[str, Any], name: str) -> PromptfooTests:
    """The tests of a configuration, what applies to all of them put into each. Raises QuestionSetError."""
    tests = config["tests"]
    if not isinstance(tests, list):
        raise QuestionSetError(f"{name}: its tests stand in another file ({str(tests)[:80]}): load that one.")
    if outside := next((test for test in tests if not isinstance(test, dict)), None):
        raise QuestionSetError(f"{name}: a test stands in another file ({str(outside)[:80]}): load that one.")
    default = config.get("defaultTest")
    if isinstance(default, dict):
        tests = [_with_default(test, default) for test in tests]
    prompts = [text for prompt in _listed(config.get("prompts")) if (text := _prompt_text(prompt))]
    inside = [text for text in prompts if _VARIABLE.search(text) and not text.startswith("file:")]
    notes = []
    if len(prompts) > 1:
        notes.append(f"It has {len(prompts)} prompts; the first that stands in the file is asked.")
    if prompts and not inside:
        notes.append(f"Its prompt stands in another file ({prompts[0][:60]}): put it in where the variables are shown.")
    left = sorted({kind for test in tests for kind in _about_the_provider(test)})
    if left:
        notes.append(f"Left out, for they say nothing of the answer: {', '.join(left)}.")
    return PromptfooTests(tests, inside[0] if inside else None, tuple(notes))


def row_of_test(test: dict[str, Any]) -> dict[str, Any]:
    """The variables of a test with `__expected1`, …; raises ValueError for what no cell can say."""
    given = test.get("vars")
    row: dict[str, Any] = {str(name): value for name, value in given.items()} if isinstance(given, dict) else {}
    row |= {str(name): value for name, value in test.items() if name not in {"vars", "assert", "description"}}
    cells = [cell for one in _assertions(test) if (cell := _cell(one))]
    row |= {f"__expected{number}": cell for number, cell in enumerate(cells or [""], start=1)}
    if test.get("description"):
        row["__description"] = test["description"]
    return row


def _with_default(test: dict[str, Any], default: dict[str, Any]) -> dict[str, Any]:
    variables = {**_object(default.get("vars")), **_object(test.get("vars"))}
    return {**test, "vars": variables, "assert": [*_listed(default.get("assert")), *_listed(test.get("assert"))]}


def _assertions(test: dict[str, Any]) -> list[Any]:
    """The assertions of a test; those of a set that must all hold are its own."""
    found: list[Any] = []
    for one in _listed(test.get("assert")):
        inner = one.get("assert") if isinstance(one, dict) and one.get("type") == "assert-set" else None
        if isinstance(inner, list):
            if one.get("threshold") not in (None, 1):
                raise ValueError("an assert-set of which only a share must hold has no counterpart; take it apart")
            found += inner
        else:
            found.append(one)
    return found


def _cell(assertion: Any) -> str:
    """An assertion as promptfoo's CSV writes it; "" for one on the provider."""
    if not isinstance(assertion, dict) or not isinstance(assertion.get("type"), str):
        raise ValueError(f"an assertion needs a type and a value, not {str(assertion)[:60]!r}")
    kind, value = assertion["type"], assertion.get("value")
    if kind in _ABOUT_THE_PROVIDER:
        return ""
    if value is None or value == "":
        return kind if kind.endswith("-json") else f"{kind}:"
    return f"{kind}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"


def _about_the_provider(test: dict[str, Any]) -> list[str]:
    kinds = [one.get("type") for one in _listed(test.get("assert")) if isinstance(one, dict)]
    return [kind for kind in kinds if isinstance(kind, str) and kind in _ABOUT_THE_PROVIDER]


def _prompt_text(prompt: Any) -> str | None:
    text = prompt.get("raw") or prompt.get("id") if isinstance(prompt, dict) else prompt
    return text if isinstance(text, str) and text.strip() else None


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
