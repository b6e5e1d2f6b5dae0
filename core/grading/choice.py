"""Choice questions: by a letter that was written, or by the likeliest option."""

from core.grading.answer import Answer, Verdict, no_answer, read_own_part, right, wrong
from core.grading.letters import read_letter, read_letters
from core.questions.question import LETTERS, AskedQuestion, Question


def grade_choice(answer: Answer) -> Verdict:
    """Right when the letter that the reply commits to, as shown, is the right one.

    Where several options are right, all of them have to be named, and no other.
    """
    choices = answer.asked.shown_choices
    if len(answer.asked.target_letters) > 1:
        return _grade_several(answer)
    reading, note = read_own_part(answer, lambda plain: read_letter(plain, choices, answer.question.input))
    if reading.value is None:
        return no_answer(f"The reply {reading.how}.")
    return compare_letter(answer.asked, reading.value, f"Read {reading.value}, {reading.how}", note, reading.clear)


def _grade_several(answer: Answer) -> Verdict:
    choices, key = answer.asked.shown_choices, "".join(answer.asked.target_letters)
    reading, note = read_own_part(answer, lambda plain: read_letters(plain, choices))
    if reading.value is None:
        return no_answer(f"The reply {reading.how}.")
    told = f"Read {', '.join(reading.value)}, {reading.how}"
    if reading.value == key:
        return right(reading.value, f"{told}: the right options.{note}", clear=reading.clear)
    return wrong(reading.value, f"{told}; right are {', '.join(key)}, all of them.{note}", clear=reading.clear)


def compare_letter(asked: AskedQuestion, letter: str, read_how: str, note: str, clear: bool) -> Verdict:
    targets = asked.target_letters
    if letter in targets:
        return right(letter, f"{read_how}: the right option.{note}", clear=clear)
    if letter not in LETTERS[: len(asked.shown_choices)]:
        return wrong(letter, f"{read_how}: there is no such option.{note}", clear=clear)
    key = " or ".join(f"{key} ({asked.shown_choices[LETTERS.index(key)]})" for key in targets)
    return wrong(letter, f"{read_how}; right is {key}.{note}", clear=clear)


def check_choice(question: Question) -> list[str]:
    problems = []
    valid = LETTERS[: len(question.choices)]
    if len(question.choices) < 2:
        problems.append("A choice question needs at least two choices.")
    if len(question.choices) > len(LETTERS):
        problems.append(f"It has {len(question.choices)} choices; at most {len(LETTERS)} can be lettered.")
    if not question.target:
        problems.append("It has no right letter.")
    for key in question.target:
        if len(key) != 1 or key not in valid:
            problems.append(f"The key {key!r} is none of its letters {', '.join(valid)}.")
    folded = [" ".join(choice.casefold().split()) for choice in question.choices]
    if len(set(folded)) < len(folded):
        problems.append("Two of its choices are the same.")
    if any(not choice for choice in folded):
        problems.append("One of its choices is empty.")
    return problems
