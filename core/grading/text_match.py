"""Graders that compare text: exact, contains, regex.

*exact*: markup, letter case, spaces, quotes around the text and the full stop
after it do not count; everything else does. What is compared is the final
answer line or box if there is one, else the whole reply, else its last line.
A whole sentence may give the target too (see sentence.py), and in the languages
of short_sentence.py; a leading article and the kind of dash may differ (see
text_dress.py), unless the question tests the form: where its metadata
"instruction" is "", only the text alone is right.
*contains*: whole words and whole numbers, in any place of the reply: "-3" and "3.5" hold no "3".
*regex*: with a time limit, since a pattern can take for ever.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import regex  # type: ignore[import-untyped,unused-ignore]

from core.errors import GradingError
from core.grading.answer import Answer, Verdict, could_not_run, no_answer, right, wrong
from core.grading.closed_kinds import find_days_told, gives_closed
from core.grading.final_answer import Rank, best_first, find_places, first_line, last_line
from core.grading.markup import RESULT, RESULT_END, parse_plain
from core.grading.patterns import TIMEOUT_S, find_pattern
from core.grading.reading import Reading, nothing
from core.grading.sentence import gives
from core.grading.short_sentence import gives_shortly
from core.grading.text_dress import form_counts, is_same_text, with_plain_dashes
from core.questions.question import Question

_BEGINS_A_SENTENCE = regex.compile(r"(?i)(?:that )?(?:the|this|it|an?|your|running)\b")
_FENCED = regex.compile(r"^[ \t]{0,3}(```|~~~)[^\n]*\n(.*?)^[ \t]{0,3}\1", regex.MULTILINE | regex.DOTALL)
_REMARK = regex.compile(r" \((?P<said>[^()\n]{1,200})\)[.!]{0,3}\Z|,? (?:because|since|as) (?P<said>[^\n]{1,200})\Z")
_TAKES_BACK = regex.compile(r"(?i)\b(?:not|or|maybe|perhaps|unless|if|unsure|alternatively|also|and|but)\b|n't\b|\?")
_LIST_SPACES = regex.compile(r"(?<=[,\[({]) +| +(?=[,\])}])")
_LONGEST_SAID = 20_000  # signs of a reply in which a sentence is looked for
_NUMBER_BEFORE = regex.compile(r"(?<![\w)\]])-$|\d\.$")
_DECIMALS = regex.compile(r"\.\d")
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}]")


def read_text(text: str, *, lines: bool = False) -> Reading:
    """The text that a reply commits to; `lines` where an answer of several lines is wanted.

    >>> read_text("Let me see.\\nAnswer: **Paris**.").value
    'Paris.'
    """
    if lines:
        return _read_lines(text)
    plain = parse_plain(text)
    for place in best_first(find_places(plain)):
        clear = place.rank is Rank.MARKED and place.ended
        return Reading(place.rest, f"from “{place.rest[:60]}”", clear)
    bottom = last_line(plain)
    if not bottom:
        return nothing("is empty")
    return Reading(bottom, "the whole reply" if "\n" not in plain else "the last line of the reply")


def _read_lines(text: str) -> Reading:
    blocks = list(_FENCED.finditer(text))
    if blocks:
        return Reading(blocks[-1][2].rstrip(), "the last code block", clear=True)
    plain = text.strip()
    for marker in reversed(
        list(regex.finditer(r"(?im)^\W{0,4}(?:final )?(?:answer|output|result)\W{0,4}:\W{0,4}", plain))
    ):
        if rest := plain[marker.end() :].strip():
            return Reading(rest, "what follows the answer line")
    return Reading(plain, "the whole reply") if plain else nothing("is empty")


def normalise(text: str, *, case: bool = False, lines: bool = False) -> str:
    """`text` as it is compared: see the top of this module.

    >>> normalise("“The  Answer”.") == normalise("the answer")
    True
    """
    if lines:
        folded = "\n".join(line.rstrip() for line in text.strip().splitlines())
    else:
        folded = " ".join(parse_plain(text).replace(RESULT, "").replace(RESULT_END, "").split())
        folded = folded.strip(" .!\"'“”‘’«»„‚").strip()
    return folded if case else folded.casefold()


def missing_words(plain: str, wanted: Iterable[str], *, case: bool = False, whole_words: bool = True) -> list[str]:
    """Those of `wanted` that do not stand in `plain`.

    >>> missing_words("The cat sat.", ["cat", "at"])
    ['at']
    """
    text = _spaced(plain, case)
    return [word for word in wanted if not holds(text, _spaced(parse_plain(word), case), whole_words=whole_words)]


def holds(text: str, word: str, *, whole_words: bool = True) -> bool:
    """Whether `word` stands in `text`, between other things than letters and digits."""
    start = text.find(word)
    if not whole_words or not word or _UNSPACED.search(word):
        return start >= 0 and word != ""
    while start >= 0:
        end = start + len(word)
        before, after = text[start - 1 : start], text[end : end + 1]
        joined = (_joins(before) and _joins(word[0])) or (_joins(after) and _joins(word[-1]))
        if not joined and not _in_a_number(text, start, end):
            return True
        start = text.find(word, start + 1)
    return False


def _spaced(plain: str, case: bool) -> str:
    folded = " ".join(plain.replace(RESULT, "").replace(RESULT_END, "").replace("’", "'").split())
    return folded if case else folded.casefold()


def _in_a_number(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] is part of a longer number: of "-3", "0.3" or "3.5"."""
    if text[start].isdigit() and _NUMBER_BEFORE.search(text, max(start - 2, 0), start):
        return True
    return text[end - 1].isdigit() and _DECIMALS.match(text, end) is not None


def _joins(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def grade_exact(answer: Answer) -> Verdict:
    """Right when the text that the reply commits to is a target, apart from case, spaces and markup."""
    lines = any("\n" in target.strip() for target in answer.question.target)
    case = bool(answer.options.get("case", False))
    run_on = answer.run_on
    reading = read_text(run_on.head, lines=lines)
    if reading.value is None:
        return no_answer(f"The reply {reading.how}.")
    told = f"Read “{shorten(reading.value)}”, {reading.how}"
    if (
        found := _find_as_text(reading, answer, case, lines) or _find_in_sentence(reading, answer, case, lines)
    ) is None:
        expected = " or ".join(f"“{shorten(target)}”" for target in answer.question.target)
        return wrong(reading.value, f"{told}; the target is {expected}.{run_on.note}", clear=reading.clear)
    read, how = found
    return right(read, f"{told}: {how}.{run_on.note}", clear=reading.clear)


def _find_as_text(reading: Reading, answer: Answer, case: bool, lines: bool) -> tuple[str, str] | None:
    """What was read and how it is the target, where a text that the reply commits to is one."""
    question, head, value = answer.question, answer.run_on.head, reading.value or ""
    wanted = {normalise(target, case=case, lines=lines) for target in question.target}
    beginning = first_line(parse_plain(head)) if "\n" in head and not _is_marked(reading) else value
    texts = (value, beginning, value if lines else head)
    for text in texts:
        if normalise(text, case=case, lines=lines) in wanted:
            return text, "it is the target"
    if not lines and not form_counts(question):
        for shown in (normalise(text) for text in texts if len(text) <= _LONGEST_SAID):
            for target in question.target:
                if is_same_text(shown, normalise(target), question.input):
                    return target, "the target, apart from an article or dashes"
    return None


def _find_in_sentence(reading: Reading, answer: Answer, case: bool, lines: bool) -> tuple[str, str] | None:
    """The target that the reply gives with a remark or in a sentence, and how; None where it gives none."""
    question, head, value = answer.question, answer.run_on.head, reading.value or ""
    if lines or len(head) > _LONGEST_SAID or question.metadata.get("instruction") == "":
        return None
    plain = parse_plain(head)
    said, earlier = (value, []) if _is_marked(reading) else (plain, plain.split("\n")[:-1])
    short = None if form_counts(question) else with_plain_dashes(said.replace(RESULT, "").replace(RESULT_END, ""))
    for target in question.target:
        if _same_but_for_dress(value, target, case, question.input):
            return target, "the target, apart from spaces or a remark"
        if (
            gives_closed(said, target, question.input)
            or any(_is_told(one, target, earlier, question.input, case) for one in (reading, _without_remark(reading)))
            or (short and gives_shortly(short, with_plain_dashes(normalise(target)), question.input))
        ):
            return target, "a sentence that gives the target"
    return None


def _without_remark(reading: Reading) -> Reading:
    """Without brackets at the end that only explain: of "It is Au (from aurum)." the sentence."""
    remark = _REMARK.search(reading.value or "")
    if remark is None or not remark[0].lstrip().startswith("(") or _TAKES_BACK.search(remark["said"]):
        return reading
    return replace(reading, value=(reading.value or "")[: remark.start()])


def _same_but_for_dress(value: str, target: str, case: bool, asked: str) -> bool:
    """Whether `value` is the target with other spaces in a list, or with a remark in brackets behind it.

    >>> _same_but_for_dress("Tuesday (the day after)", "Tuesday", False, "")
    True
    """
    shown, wanted = normalise(value, case=case), normalise(target, case=case)
    spaces_count = wanted[:1] not in ("[", "(", "{") and (", " not in wanted or "print(" in asked or "return" in asked)
    if not spaces_count and _LIST_SPACES.sub("", shown) == _LIST_SPACES.sub("", wanted):
        return True
    remark = _REMARK.search(shown)
    return (
        remark is not None
        and not _TAKES_BACK.search(remark["said"])
        and normalise(shown[: remark.start()], case=case) == wanted
    )


def _is_told(reading: Reading, target: str, earlier: list[str], asked: str, case: bool) -> bool:
    sentence, wanted = normalise(reading.value or "", case=case), normalise(target, case=case)
    if _is_marked(reading) and not _BEGINS_A_SENTENCE.match(sentence) and not sentence.startswith(wanted):
        return False  # "The answer is Cusco and the capital is Lima": what comes first is the answer
    return gives(sentence, wanted, earlier=earlier, asked=asked)


def _is_marked(reading: Reading) -> bool:
    return reading.how.startswith("from")


def grade_contains(answer: Answer) -> Verdict:
    """Right when the reply holds a target (or, with `all`, every one) and none of `none_of`."""
    options, targets = answer.options, answer.question.target
    plain = parse_plain(answer.run_on.head)
    if not plain:
        return no_answer("The reply is empty.")
    case, whole = bool(options.get("case", False)), bool(options.get("whole_words", True))
    unwanted = _unwanted(answer.question)
    absent = [
        target
        for target in missing_words(plain, targets, case=case, whole_words=whole)
        if not find_days_told(plain, target, answer.question.input, among_others=True)
    ]
    held = [word for word in unwanted if not missing_words(plain, [word], case=case, whole_words=whole)]
    note = answer.run_on.note
    read = shorten(plain, 200)
    if held:
        return wrong(read, f"The reply holds {_listed(held)}, which it must not.{note}")
    if absent and (options.get("all", False) or len(absent) == len(targets)):
        how = "every one of" if options.get("all", False) and len(targets) > 1 else "one of"
        return wrong(read, f"The reply lacks {_listed(absent)}; it must hold {how} {_listed(targets)}.{note}")
    return right(read, f"The reply holds {_listed([word for word in targets if word not in absent])}.{note}")


def grade_regex(answer: Answer) -> Verdict:
    """Right when the pattern matches somewhere in the reply; with a group, when the group is a target."""
    pattern: Any = answer.options.get("pattern")
    text = answer.run_on.head
    if not text:
        return no_answer("The reply is empty.")
    try:
        found = find_pattern(pattern, text, str(answer.options.get("flags", "")))
    except TimeoutError:
        return could_not_run(_too_slow(pattern))
    note = answer.run_on.note
    if found is None:
        return wrong(shorten(text, 200), f"The pattern {pattern!r} matches nowhere in the reply.{note}")
    read = str(found[1] if found.re.groups and found[1] is not None else found[0])
    if not (answer.question.target and found.re.groups):
        return right(read, f"The pattern matches “{shorten(read)}”.{note}")
    if normalise(read) in {normalise(target) for target in answer.question.target}:
        return right(read, f"The pattern reads “{shorten(read)}”: it is the target.{note}")
    return wrong(read, f"The pattern reads “{shorten(read)}”; the target is {_listed(answer.question.target)}.{note}")


def check_exact(question: Question) -> list[str]:
    return _needs_target(question)


def check_contains(question: Question) -> list[str]:
    problems = [] if question.grader.options.get("none_of") else _needs_target(question)
    try:
        _unwanted(question)
    except GradingError as error:
        problems.append(str(error))
    return problems


def _unwanted(question: Question) -> list[str]:
    words = question.grader.options.get("none_of", ())
    if not isinstance(words, list | tuple) or not all(isinstance(word, str | int | float) for word in words):
        raise GradingError(f"The option 'none_of' must be a list of words, not {shorten(repr(words))}.")
    return [str(word) for word in words]


def check_regex(question: Question) -> list[str]:
    pattern = question.grader.options.get("pattern")
    if not isinstance(pattern, str) or not pattern:
        return ["A regex question needs the option 'pattern'."]
    try:
        find_pattern(pattern, "", str(question.grader.options.get("flags", "")))
    except TimeoutError:
        return [_too_slow(pattern)]
    except GradingError as error:
        return [str(error)]
    return []


def _too_slow(pattern: object) -> str:
    return f"The pattern {shorten(repr(pattern))} took longer than {TIMEOUT_S} s: make it simpler."


def shorten(text: str, limit: int = 60) -> str:
    shown = " ".join(text.split())
    return f"{shown[:limit]}…" if len(shown) > limit else shown


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def _needs_target(question: Question) -> list[str]:
    if not question.target:
        return ["It has no target."]
    return [f"The target {target!r} is empty." for target in question.target if not normalise(target)]
