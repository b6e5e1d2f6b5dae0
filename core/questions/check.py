"""The check of a question set before any run: what would make its scores worthless.

Each check is a function (question set) -> findings, listed in `check_question_set`.
An error makes a question unusable; a warning is worth a look. Rows count from 1
in the order of the set.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from scipy import special

from core.questions.load import FileReading
from core.questions.prompt import default_max_tokens, to_messages
from core.questions.question import LETTERS, AskedQuestion, Question, QuestionSet
from core.questions.rows import GRADER_NAMES, content_id
from core.questions.rules import faults_in_rules
from core.questions.similarity import find_near_duplicates
from core.questions.steering import faults_in_metadata
from core.stats.binomial import binomial_tail

FEWEST_QUESTIONS = 30
FEWEST_FOR_BIAS = 12
BIAS_P_AT_MOST = 0.01
ROWS_NAMED_AT_MOST = 20  # of one doubt; beyond that its first rows stand in one finding
CHARACTERS_PER_TOKEN = 3  # a careful guess: English has about 4, code and other languages fewer
_NEEDS_TARGET = frozenset({"choice", "number", "exact", "contains"})


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


class Problem(StrEnum):
    DUPLICATE_ID = "duplicate id"
    NEAR_DUPLICATE = "near-duplicate"
    EMPTY = "empty question"
    NO_TARGET = "no target"
    KEY_OUTSIDE = "key outside the choices"
    CHOICES = "choices"
    GRADER = "grader"
    METADATA = "metadata"
    KEY_BIAS = "key bias"
    LENGTH_BIAS = "length bias"
    TOO_LONG = "over the context"
    TOO_FEW = "too few"
    REFUSED = "refuses its own reference"
    READING = "reading"  # what was assumed when the file was read


@dataclass(frozen=True)
class Finding:
    problem: Problem
    severity: Severity
    text: str  # what is wrong and what to do, for the person at the screen
    row: int | None = None  # from 1; None where the whole set is meant
    question_id: str | None = None

    def __str__(self) -> str:
        place = f"row {self.row} ({self.question_id}): " if self.row is not None else ""
        return f"{self.severity}: {place}{self.text}"


def check_question_set(
    question_set: QuestionSet,
    *,
    n_ctx: int = 4096,
    count_tokens: Callable[[str], int] | None = None,
    refused: Callable[[Question], list[str]] | None = None,
) -> tuple[Finding, ...]:
    """All findings, errors first, then by row.

    `count_tokens` counts a text with a model's own vocabulary; without it, a
    token is taken as 3 characters. `refused` returns the wrappings of a
    question's reference that its own grader does not take as right, as
    sentences; [] when it takes all.
    """
    findings = [
        *_duplicate_ids(question_set),
        *_near_duplicates(question_set),
        *_each_question(question_set),
        *_key_bias(question_set),
        *_length_bias(question_set),
        *_too_long(question_set, n_ctx, count_tokens or _guess_tokens),
        *_too_few(question_set),
    ]
    if refused is not None:
        findings += _refused(question_set, refused)
    return tuple(sorted(findings, key=lambda f: (f.severity != Severity.ERROR, f.row is None, f.row or 0)))


def findings_of_reading(reading: FileReading) -> tuple[Finding, ...]:
    """What was assumed when a file was read, and what in it can be read in two ways; each row is named."""
    found = [Finding(Problem.READING, Severity.WARNING, note) for note in reading.notes]
    for doubt in reading.doubts:
        if not doubt.rows or len(doubt.rows) > ROWS_NAMED_AT_MOST:
            found.append(Finding(Problem.READING, Severity.WARNING, str(doubt)))
            continue
        for row in doubt.rows:
            question = reading.question_set.questions[row - 1]
            found.append(Finding(Problem.READING, Severity.WARNING, doubt.text, row, question.id))
    return tuple(found)


def _numbered(question_set: QuestionSet) -> Iterator[tuple[int, Question]]:
    return enumerate(question_set.questions, start=1)


def _duplicate_ids(question_set: QuestionSet) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for row, question in _numbered(question_set):
        if question.id in first:
            text = f"the id {question.id!r} is taken by row {first[question.id]}; give it another"
            if question.id == content_id(question.input, question.choices):  # made here: nobody gave it
                text = f"asks the same as row {first[question.id]}; remove one"
            yield Finding(Problem.DUPLICATE_ID, Severity.ERROR, text, row, question.id)
        first.setdefault(question.id, row)


def _near_duplicates(question_set: QuestionSet) -> Iterator[Finding]:
    questions = question_set.questions
    texts = ["\n".join((question.input, *question.choices)) for question in questions]
    for index, earlier in find_near_duplicates(texts).items():
        exact = _asked(texts[index]) == _asked(texts[earlier])
        how = "the same as" if exact else "the same, apart from numbers and names, as"
        text = f"is {how} row {earlier + 1} ({questions[earlier].id}); it adds little to the score"
        if (
            exact
            and questions[index].id == questions[earlier].id
            and questions[index].target == questions[earlier].target
        ):
            continue  # told as a duplicate
        if exact and questions[index].target != questions[earlier].target:
            keys = (" or ".join(map(repr, questions[at].target)) or "none" for at in (index, earlier))
            text = "is {} row {} with another answer ({}, there {}): one of them is wrong".format(
                how, earlier + 1, *keys
            )
        yield Finding(Problem.NEAR_DUPLICATE, Severity.WARNING, text, index + 1, questions[index].id)


def _asked(text: str) -> list[str]:
    return text.casefold().split()


def _each_question(question_set: QuestionSet) -> Iterator[Finding]:
    for row, question in _numbered(question_set):
        if not question.input.strip():
            yield Finding(Problem.EMPTY, Severity.ERROR, "asks nothing; write the question", row, question.id)
        for problem, text in (*_choice_faults(question), *_grader_faults(question)):
            yield Finding(problem, Severity.ERROR, text, row, question.id)
        for text in faults_in_metadata(question.metadata):
            yield Finding(Problem.METADATA, Severity.WARNING, text, row, question.id)


def _choice_faults(question: Question) -> Iterator[tuple[Problem, str]]:
    if question.grader.name != "choice":
        return
    if len(question.choices) < 2:
        yield Problem.CHOICES, "has fewer than two choices"
        return
    if len({choice.strip() for choice in question.choices}) < len(question.choices):
        yield Problem.CHOICES, "has the same choice twice"
    if any(not choice.strip() for choice in question.choices):
        yield Problem.CHOICES, "has an empty choice"
    letters = LETTERS[: len(question.choices)]
    for target in question.target:
        if len(target) != 1 or target not in letters:
            yield Problem.KEY_OUTSIDE, f"the key {target!r} is outside the choices {letters[0]} to {letters[-1]}"


def _grader_faults(question: Question) -> Iterator[tuple[Problem, str]]:
    name, options = question.grader.name, question.grader.options
    if name not in GRADER_NAMES:
        yield Problem.GRADER, f"the grader {name!r} is not known; use one of {', '.join(GRADER_NAMES)}"
    has_target = any(target.strip() for target in question.target)
    forbids = name == "contains" and options.get("none_of")
    if name in _NEEDS_TARGET and not has_target and not forbids:
        yield Problem.NO_TARGET, f"has no expected answer; add one, or use the grader 'rating' instead of {name!r}"
    if name == "regex" and not options.get("pattern"):
        yield Problem.GRADER, "the grader 'regex' needs the option 'pattern'"
    if name == "constraints":
        for fault in faults_in_rules(options.get("rules")):
            yield Problem.GRADER, fault
    if name == "code":
        tests = options.get("tests")
        if not options.get("entry_point"):
            yield Problem.GRADER, "the grader 'code' needs the option 'entry_point', the function's name"
        if not isinstance(tests, (list, tuple)) or not tests:
            yield Problem.NO_TARGET, 'has no tests; give the option \'tests\' as {"args": […], "expected": …} objects'


def _key_bias(question_set: QuestionSet) -> Iterator[Finding]:
    """Chi-squared test of the key letters against equal chances, choices counted per question."""
    keyed = _single_keys(question_set)
    if len(keyed) < FEWEST_FOR_BIAS:
        return
    observed = Counter(place for _, place in keyed)
    most = max(len(question.choices) for question, _ in keyed)
    expected = [sum(1 / len(q.choices) for q, _ in keyed if place < len(q.choices)) for place in range(most)]
    statistic = sum((observed[place] - expected[place]) ** 2 / expected[place] for place in range(most))
    p = float(special.chdtrc(most - 1, statistic))
    if p > BIAS_P_AT_MOST:
        return
    place, count = observed.most_common(1)[0]
    text = (
        f"{count} of {len(keyed)} keys are {LETTERS[place]} (p = {p:.2g}): a model that likes the letter gains. "
        "A draw shuffles the choices; elsewhere, shuffle them yourself."
    )
    yield Finding(Problem.KEY_BIAS, Severity.WARNING, text)


def _length_bias(question_set: QuestionSet) -> Iterator[Finding]:
    """Binomial test: is the longest choice the right one more often than chance?"""
    clear = []
    for question, place in _single_keys(question_set):
        lengths = [len(choice) for choice in question.choices]
        if lengths.count(max(lengths)) == 1:
            clear.append((lengths.index(max(lengths)) == place, len(lengths)))
    if len(clear) < FEWEST_FOR_BIAS:
        return
    hits = sum(hit for hit, _ in clear)
    chance = sum(1 / count for _, count in clear) / len(clear)
    p = float(binomial_tail(hits, len(clear), chance))
    if p <= BIAS_P_AT_MOST:
        text = (
            f"in {hits} of {len(clear)} questions the longest choice is the right one (by chance {100 * chance:.0f} %; "
            f"p = {p:.2g}): it can be guessed by length. Lengthen wrong choices or shorten right ones."
        )
        yield Finding(Problem.LENGTH_BIAS, Severity.WARNING, text)


def _single_keys(question_set: QuestionSet) -> list[tuple[Question, int]]:
    keyed = []
    for question in question_set.questions:
        if question.grader.name == "choice" and len(question.target) == 1 and len(question.choices) > 1:
            place = LETTERS.find(question.target[0])
            if 0 <= place < len(question.choices):
                keyed.append((question, place))
    return keyed


def _too_long(question_set: QuestionSet, n_ctx: int, count_tokens: Callable[[str], int]) -> Iterator[Finding]:
    for row, question in _numbered(question_set):
        asked = AskedQuestion(question, tuple(range(len(question.choices))))
        prompt = sum(count_tokens(message.content) + 8 for message in to_messages(question_set, asked))
        needed = prompt + default_max_tokens(question)
        if needed > n_ctx:
            text = (
                f"needs about {needed:,} tokens ({prompt:,} for the prompt, {needed - prompt:,} for the answer); "
                f"n_ctx is {n_ctx:,}. Set n_ctx to {-(-needed // 512) * 512:,} or shorten it."
            )
            yield Finding(Problem.TOO_LONG, Severity.ERROR, text, row, question.id)


def _guess_tokens(text: str) -> int:
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def _too_few(question_set: QuestionSet) -> Iterator[Finding]:
    n = len(question_set.questions)
    if n == 0:
        yield Finding(Problem.TOO_FEW, Severity.ERROR, "the set has no questions; add some")
    elif n < FEWEST_QUESTIONS:
        margin = 0.98 / n**0.5  # 95 % interval of a share near one half: 1.96 · sqrt(0.25 / n)
        text = (
            f"{n} question{' tells' if n == 1 else 's tell'} little: "
            f"a score is known to about ±{100 * margin:.0f} % only. Have at least {FEWEST_QUESTIONS}, better 50."
        )
        yield Finding(Problem.TOO_FEW, Severity.WARNING, text)


def _refused(question_set: QuestionSet, refused: Callable[[Question], list[str]]) -> Iterator[Finding]:
    for row, question in _numbered(question_set):
        for sentence in refused(question):
            yield Finding(Problem.REFUSED, Severity.ERROR, sentence, row, question.id)
