"""Whether the rules of a constraints question hold values that their checks can count with.

core/questions/rules.py knows which fields a rule has; here each field's value is looked at.
"""

from collections.abc import Mapping
from typing import Any

from core.errors import GradingError
from core.grading.json_shape import find_schema_problems
from core.grading.languages import NAMES
from core.grading.patterns import find_pattern
from core.grading.text_match import shorten
from core.questions.rules import faults_in_rules

_NEEDED = {"count": "text"}  # beside min and max, of which one is enough


def find_rule_problems(rules: object) -> list[str]:
    """What is wrong with the rules of one question, in sentences; [] when every rule can be checked.

    >>> find_rule_problems([{"rule": "words", "max": "ten"}])
    ["The rule 'words' takes a whole number of at least 0 as 'max', not 'ten'."]
    """
    for rule in rules if isinstance(rules, list | tuple) else ():
        if isinstance(rule, Mapping) and not all(isinstance(name, str) for name in (*rule, rule.get("rule", ""))):
            return [f"A rule's name and fields must be text, not as in {_shown(rule)}."]
        if isinstance(rule, Mapping) and (problems := _value_problems(rule)):
            return problems
    return [f"{fault[0].upper()}{fault[1:]}." for fault in faults_in_rules(rules)]


def _value_problems(rule: Mapping[str, Any]) -> list[str]:
    name = rule.get("rule")
    problems = [
        f"The rule {name!r} takes {wanted} as {field!r}, not {_shown(value)}."
        for field, value in rule.items()
        if (wanted := _wanted(field, value))
    ]
    needed = _NEEDED.get(str(name))
    if needed and needed not in rule:
        problems.append(f"The rule {name!r} needs {needed!r}.")
    if problems:
        return problems
    if "schema" in rule:
        problems += find_schema_problems(rule["schema"])
    if "pattern" in rule:
        problems += _pattern_problems(rule["pattern"])
    return problems


def _wanted(field: str, value: Any) -> str | None:
    """What the field takes, where `value` is something else."""
    fits, wanted = True, ""
    match field:
        case "min" | "max":
            fits = value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0)
            wanted = "a whole number of at least 0"
        case "text" | "characters":
            fits, wanted = isinstance(value, str | int | float) and str(value).strip() != "", "a text"
        case "texts":
            fits, wanted = isinstance(value, str) or _is_list(value), "a list of texts"
        case "keys":
            fits, wanted = _is_list(value), "a list of texts"
        case "case":
            fits, wanted = value in ("upper", "lower"), "'upper' or 'lower'"
        case "language":
            fits, wanted = isinstance(value, str) and value in NAMES, f"one of {', '.join(NAMES)}"
    return None if fits else wanted


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(item, str | int | float) for item in value)


def _pattern_problems(pattern: Any) -> list[str]:
    try:
        find_pattern(pattern, "")
    except GradingError as error:
        return [str(error)]
    except TimeoutError:
        return [f"The pattern {_shown(pattern)} among the rules takes too long: make it simpler."]
    return []


def _shown(value: Any) -> str:
    return shorten(repr(value))
