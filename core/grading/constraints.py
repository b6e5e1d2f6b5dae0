"""The constraints grader: instructions whose keeping can be counted.

An answer is right when every rule of its question holds; `why` names those
that do not. The rules are described in core/questions/rules.py; each is a
function here that returns None, or what is amiss in words. Counting goes by
the text as it is written; where a text is looked for, bold, quotes and the
like around it do not hide it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.grading.answer import Answer, Verdict, could_not_run, no_answer, right, wrong
from core.grading.json_shape import NotJson, find_json, find_schema_fault
from core.grading.languages import NAMES, find_language
from core.grading.markup import parse_plain
from core.grading.patterns import find_pattern
from core.grading.repeated import without_question
from core.grading.rule_values import find_rule_problems
from core.grading.text_match import missing_words, shorten
from core.questions.question import Question
from core.questions.rules import RULES

Rule = Mapping[str, Any]
_WORD = re.compile(r"[^\W_]")
# A sentence ends at . ! ? … before white space, a closing quote or the end; not after "Dr." or in "3.5".
_SENTENCE_END = re.compile(r"[.!?…。！？]+[\"'”’»)\]*_]*(?=\s|$)|[。！？]")
_ABBREVIATION = re.compile(
    r"(?i:\b(?:mr|mrs|ms|dr|prof|st|vs|etc|approx|bzw|ca|z\.b|e\.g|i\.e|u\.a|d\.h|a\.m|p\.m|jr|sr))\.$"
    r"|(?:^|\b[A-Z][\w.]*\s)[A-Z]\.$|^\s*\d+\.$",  # an initial; the number of a list's line
    re.MULTILINE,
)
_NUMBER_FOLLOWS = re.compile(r"\b(?:no|nr)\.$", re.IGNORECASE)
_BULLET = re.compile(r"^\s*[-*•](?:\s|$)", re.MULTILINE)
_NUMBERED = re.compile(r"^\s*\d{1,3}[.)](?:\s|$)", re.MULTILINE)
# Such a sentence keeps many a rule, and does nothing that was asked for.
_DECLINES = re.compile(
    r"\W*(?:(?:i'm |i am )?sorry,? (?:but )?)?(?:as an ai\b|i (?:don't|do not) know\b|"
    r"i (?:cannot|can't|can not|am unable to|am not able to) "
    r"(?:help|assist|answer|do (?:this|that|so)|fulfil+|comply|provide|create|generate)\b)[^\n]{0,120}",
    re.IGNORECASE,
)
_LASTING = ("exclude", "avoid_characters", "case", "starts_with")
_DECORATION = " \t\n*_`\"'“”‘’«»"


def grade_constraints(answer: Answer) -> Verdict:
    """Right when every rule holds for the reply."""
    text = answer.run_on.turn
    if not text:
        return no_answer("The reply is empty.")
    if _DECLINES.fullmatch(text):
        return no_answer(f"The reply declines: “{shorten(text, 80)}”.")
    rules = answer.options.get("rules", ())
    try:
        broken = _broken(text, rules)
        # Words that stand in a repeated task only are not the reply's own.
        own = without_question(text, answer.question)
        broken = broken or (_broken(own, rules) if own != text else [])
    except TimeoutError:
        return could_not_run("A pattern among the rules takes too long: make it simpler.", shorten(text, 200))
    if not broken:
        return right(shorten(text, 200), "The rule holds." if len(rules) == 1 else f"All {len(rules)} rules hold.")
    why = f"{len(broken)} of {len(rules)} rules do not hold: {'; '.join(broken)}."
    return wrong(shorten(text, 200), why, clear=not answer.ended and _is_broken_for_good(text, rules))


def _is_broken_for_good(text: str, rules: Sequence[Rule]) -> bool:
    """Whether a text that the budget ended breaks a rule that no going on could mend; its last word may be a part."""
    whole, _, _ = text.rpartition(" ")
    lasting = [rule for rule in rules if rule["rule"] in _LASTING]
    lasting += [{**rule, "min": None} for rule in rules if rule.get("max") is not None]
    return bool(_broken(whole, lasting))


def _broken(text: str, rules: Sequence[Rule]) -> list[str]:
    """What is amiss, a phrase for each rule that does not hold."""
    return [fault for rule in rules if (fault := CHECKS[rule["rule"]](text, rule))]


def check_constraints(question: Question) -> list[str]:
    return find_rule_problems(question.grader.options.get("rules"))


def count_words(text: str) -> int:
    """Words between white space that hold a letter or digit.

    >>> count_words("- a well-known **fact** —")
    3
    """
    return sum(1 for word in text.split() if _WORD.search(word))


def count_sentences(text: str) -> int:
    """Parts that end in . ! or ?; a last part without a stop counts too.

    >>> count_sentences("Dr. No paid 3.50 euros. Why? Nobody knows")
    3
    """
    count = start = 0
    for end in _SENTENCE_END.finditer(text):
        part = text[start : end.end()]
        if not _WORD.search(part) or _is_abbreviation(part[-16:].rstrip(_DECORATION), text[end.end() : end.end() + 3]):
            continue
        count, start = count + 1, end.end()
    return count + bool(_WORD.search(text[start:]))


def _is_abbreviation(part: str, following: str) -> bool:
    if not following.strip():
        return False
    return bool(_ABBREVIATION.search(part) or (_NUMBER_FOLLOWS.search(part) and following.strip()[0].isdecimal()))


def _within(count: int, rule: Rule, unit: str) -> str | None:
    low, high = rule.get("min"), rule.get("max")
    if (low is None or count >= low) and (high is None or count <= high):
        return None
    if low == high:
        demand = f"exactly {low}"
    else:
        demand = " and ".join([f"at least {low}"] * (low is not None) + [f"at most {high}"] * (high is not None))
    return f"{count} {unit} where {demand} were asked for"


def _counted(count: Callable[[str], int], unit: str) -> Callable[[str, Rule], str | None]:
    return lambda text, rule: _within(count(text), rule, unit)


def _lines(text: str) -> int:
    return sum(1 for line in text.splitlines() if line.strip())


def _paragraphs(text: str) -> int:
    return sum(1 for block in re.split(r"\n[ \t]*\n", text) if block.strip())


def _include(text: str, rule: Rule) -> str | None:
    absent = missing_words(parse_plain(text), _texts(rule))
    return f"lacks {_quoted(absent)}" if absent else None


def _mention(text: str, rule: Rule) -> str | None:
    words = " ".join(parse_plain(text).casefold().split())
    texts = _texts(rule)
    if any(re.search(rf"(?<![^\W_]){re.escape(' '.join(wanted.casefold().split()))}", words) for wanted in texts):
        return None
    return f"is not about what was asked (no word begins like {_quoted(texts[:3])}{' …' if len(texts) > 3 else ''})"


def _exclude(text: str, rule: Rule) -> str | None:
    plain = parse_plain(text)
    held = [word for word in _texts(rule) if not missing_words(plain, [word])]
    return f"holds {_quoted(held)}, which it must not" if held else None


def _count(text: str, rule: Rule) -> str | None:
    word = re.escape(" ".join(str(rule["text"]).casefold().split()))
    pattern = rf"(?<![^\W_]){word}(?![^\W_])"
    count = sum(1 for _ in re.finditer(pattern, " ".join(parse_plain(text).casefold().split())))
    return _within(count, rule, f"times {_quoted([rule['text']])}")


def _avoid_characters(text: str, rule: Rule) -> str | None:
    folded = text.casefold()
    held = sorted({sign for sign in str(rule["characters"]) if sign.casefold() in folded})
    return f"holds {_quoted(held)}, which it must not" if held else None


def _starts_with(text: str, rule: Rule) -> str | None:
    wanted = str(rule["text"]).strip().casefold()
    starts = (text.strip().casefold(), text.strip(_DECORATION).casefold(), parse_plain(text).casefold())
    return (
        None if any(start.startswith(wanted) for start in starts) else f"does not start with {_quoted([rule['text']])}"
    )


def _ends_with(text: str, rule: Rule) -> str | None:
    wanted = str(rule["text"]).strip().casefold()
    plain = text.strip(_DECORATION).casefold()
    ends = (text.strip().casefold(), plain, plain if wanted[-1:] in ".!?" else plain.rstrip(".!?"))
    return None if any(end.endswith(wanted) for end in ends) else f"does not end with {_quoted([rule['text']])}"


def _case(text: str, rule: Rule) -> str | None:
    wrong_case = str.islower if rule["case"] == "upper" else str.isupper
    letters = [sign for sign in text if wrong_case(sign)]
    return f"has {len(letters)} letters that are not {rule['case']} case" if letters else None


def _language(text: str, rule: Rule) -> str | None:
    found = find_language(text)
    wanted = str(rule["language"])
    if wanted in found:
        return None
    seen = f"it reads as {NAMES[found[0]]}" if found else "its language was not recognised"
    return f"is not in {NAMES.get(wanted, wanted)} ({seen})"


def _json(text: str, rule: Rule) -> str | None:
    try:
        value, _ = find_json(text)
    except NotJson as error:
        return f"is no valid JSON ({error})"
    keys = [key for key in rule.get("keys", ()) if not isinstance(value, dict) or key not in value]
    if keys:
        return f"its JSON lacks {_quoted(keys)}"
    schema = rule.get("schema")
    fault = find_schema_fault(value, schema) if isinstance(schema, Mapping) else None
    return f"its JSON does not fit the schema ({fault})" if fault else None


def _regex(text: str, rule: Rule) -> str | None:
    pattern = str(rule["pattern"])
    return None if find_pattern(pattern, text) else f"the pattern {shorten(pattern)!r} is not found"


CHECKS: Mapping[str, Callable[[str, Rule], str | None]] = {
    "words": _counted(count_words, "words"),
    "characters": _counted(lambda text: len(text.strip()), "characters"),
    "sentences": _counted(count_sentences, "sentences"),
    "lines": _counted(_lines, "lines"),
    "paragraphs": _counted(_paragraphs, "paragraphs"),
    "bullets": _counted(lambda text: len(_BULLET.findall(text)), "bullet points"),
    "numbered": _counted(lambda text: len(_NUMBERED.findall(text)), "numbered lines"),
    "include": _include,
    "mention": _mention,
    "exclude": _exclude,
    "count": _count,
    "avoid_characters": _avoid_characters,
    "starts_with": _starts_with,
    "ends_with": _ends_with,
    "case": _case,
    "language": _language,
    "json": _json,
    "regex": _regex,
}
assert set(CHECKS) == set(RULES), "every rule that a question may use has a check, and the reverse"


def _texts(rule: Rule) -> list[str]:
    texts = rule["texts"]
    return [texts] if isinstance(texts, str) else [str(text) for text in texts]


def _quoted(words: list[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)
