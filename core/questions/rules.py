"""The rules that a question graded by "constraints" is written in.

GraderSpec("constraints", {"rules": [{"rule": "words", "max": 20}, …]}); an answer
is right when every rule holds. min and max are whole numbers, both inclusive,
either may be missing. Texts are compared without regard to case.

    rule              fields            holds when
    words             min, max          words between white space that hold a letter or digit
    characters        min, max          characters of the trimmed answer
    sentences         min, max          parts that end in . ! or ?
    lines             min, max          lines that are not blank
    paragraphs        min, max          blocks between blank lines
    bullets           min, max          lines that start with -, * or •
    numbered          min, max          lines that start with 1. or 1) and so on
    include           texts             every text occurs as a word or phrase
    mention           texts             one of the texts begins a word, as "rain" does in "rainy": on the topic
    exclude           texts             no text occurs as a word or phrase
    count             text, min, max    how often the word or phrase occurs
    avoid_characters  characters        none of these characters occurs, in either case
    starts_with       text              the trimmed answer starts with it
    ends_with         text              the trimmed answer ends with it
    case              case              "upper" or "lower": no letter of the other case
    language          language          the answer is in "en", "de", "fr", "es", "it" or "nl"
    json              keys, schema      the answer is JSON, with these keys, valid by the schema
    regex             pattern           the pattern is found in the answer

Example: [{"rule": "sentences", "min": 2, "max": 2}, {"rule": "include", "texts": ["river"]}]
"""

from collections.abc import Mapping
from typing import Any

_BOUNDS = frozenset({"min", "max"})

RULES: Mapping[str, frozenset[str]] = {
    "words": _BOUNDS,
    "characters": _BOUNDS,
    "sentences": _BOUNDS,
    "lines": _BOUNDS,
    "paragraphs": _BOUNDS,
    "bullets": _BOUNDS,
    "numbered": _BOUNDS,
    "include": frozenset({"texts"}),
    "mention": frozenset({"texts"}),
    "exclude": frozenset({"texts"}),
    "count": frozenset({"text", "min", "max"}),
    "avoid_characters": frozenset({"characters"}),
    "starts_with": frozenset({"text"}),
    "ends_with": frozenset({"text"}),
    "case": frozenset({"case"}),
    "language": frozenset({"language"}),
    "json": frozenset({"keys", "schema"}),
    "regex": frozenset({"pattern"}),
}


def faults_in_rules(rules: object) -> list[str]:
    """What is wrong with the rules of one question, a sentence each; [] when all is well."""
    if not isinstance(rules, (list, tuple)) or not rules:
        return ["the rules are a list of objects with the field 'rule'"]
    faults = []
    for rule in rules:
        name = rule.get("rule") if isinstance(rule, Mapping) else rule
        if not isinstance(rule, Mapping) or not isinstance(name, str) or name not in RULES:
            faults.append(f"{name!r} is not a rule; use one of {', '.join(RULES)}")
            continue
        fields = set(rule) - {"rule"}
        unknown = fields - RULES[name]
        if unknown:
            faults.append(
                f"the rule {name!r} has no field {min(map(repr, unknown))}; it has {', '.join(sorted(RULES[name]))}"
            )
        elif not fields and name != "json":
            faults.append(f"the rule {name!r} needs {' or '.join(sorted(RULES[name]))}")
        elif _is_empty_range(rule):
            faults.append(f"the rule {name!r} asks for at least {rule['min']} and at most {rule['max']}")
    return faults


def _is_empty_range(rule: Mapping[str, Any]) -> bool:
    low, high = rule.get("min"), rule.get("max")
    return isinstance(low, int) and isinstance(high, int) and low > high
