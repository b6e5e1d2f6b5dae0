"""Scores that stand in sentences, in headed lists and in code: "73.8% pass@1 on HumanEval".

A number belongs to the benchmark nearest to it in the same sentence. It is the
card's own unless the sentence gives it to another model: a number in brackets
behind a rival's name, or one whose nearest subject is a rival.
"""

import re
from itertools import pairwise

from core.cards.benchmark_mentions import is_test_in_prose, names_test, tests_in
from core.cards.document import Document, Sentence
from core.cards.grids import Table
from core.cards.listed_scores import find_listed_scores
from core.cards.own_model import Match, OwnModel, looks_like_model, stands_in_other_card
from core.cards.plain_labels import is_after, is_before
from core.cards.reading import Origin, ReportedScore
from core.cards.score_numbers import Number, numbers_in
from core.cards.score_subjects import FAMILY_NAME, find_models, find_subject
from core.cards.settings import parse_settings
from core.cards.stages import is_tuned
from core.cards.values import parse_value
from core.cards.written_scores import score_as_written
from core.catalogue.benchmark_names import find_other, name_key

# A line of a list under a heading that names a benchmark: "STEM ACC: 66.71", "**AVERAGE ACC:67.36** (beats ...)".
_HEADED = re.compile(
    r"^(?P<label>[^:：\d()]{0,60}?(?:\bacc(?:uracy)?|\bscore|\baverage|\bavg\.?|\bwin[ -]?rate|准确率|得分|"
    r"分数|정확도|점수|\bpass@\d+|\bem|\bf1)?)\s*[:：=]?\s*(?P<value>\d+(?:\.\d+)?\s?%?)(?=$|[\s（(,，。])",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"(?i)\b(?:this|we|is|are|was|find|found|achiev\w*|gets?|got|see|reach\w*|improv\w*|gain\w*|scor(?:es|ed)|obtain\w*)\b"
)
_LABELLED = re.compile(r"^(?P<label>.{2,70}?)\s*[:：=]\s*(?P<value>\d+(?:,\d{3})*(?:\.\d+)?\s?%?)(?=$|[\s（(,，;。])")
_BARE = re.compile(
    r"(?P<label>[A-Za-z][\w+ ()-]{1,50}?)\s+(?:[—–→-]\s+)?(?P<value>\d{1,3}\.\d+\s?%?)"
)  # "HellaSwag 87.45" alone
_IN_CODE = re.compile(r"[\"'](?P<label>[^\"']{2,60})[\"']\s*:\s*(?P<value>\d+(?:\.\d+)?)\s*,?")
_AVERAGE_CLAIM = re.compile(
    r"(?i)\b(?:averaging|average(?: score| accuracy)?|avg\.?(?: score)?|overall(?: score)?|leaderboard score|"
    r"scores?)\W{0,6}(?:of|is|:|at|=)?\W{0,6}$"
)


_AVERAGE = re.compile(r"(?i)leaderboard|averag|avg")
_AVERAGE_LINE = re.compile(r"(?i)^\W*(?:overall )?(?:average|avg)\b\.?\W{0,3}(?P<value>\d+(?:\.\d+)?)\s?%?\W*$")
# A paragraph that holds a number and its metric only: what the sentence above it leads to with a colon.
_NUMBER_ALONE = re.compile(
    r"(?i)\W*(?P<value>\d+(?:\.\d+)?\s?%?)\W*(?:(?:@ ?)?pass ?@? ?\d+|accuracy|acc|em|f1|exact match)?\W*"
)
# "The first to surpass an average of 80 %": a mark on the way, not the score.
_THRESHOLD = re.compile(r"(?i)\b(?:surpass|exceed|break|cross|pass)\w* (?:an? |the )?(?:\w+ ){0,4}$")
_RESULT_OF = re.compile(
    r"(?i)\b(?:win[- ]?rate|accuracy|scor(?:e|es|ed|ing)|pass@\d+|f1|elo|rating|ndcg(?:@\d+)?|exact match)(?: \w+)? ?"
    r"(?:of|is|:|=|at)? ?(?:\d[\d.]*\s?%?(?:,|,? and) ?)*$"
)


def read_prose_scores(document: Document, own: OwnModel) -> list[ReportedScore]:
    """Scores outside tables, in reading order; a sentence that repeats itself counts once."""
    scores: list[ReportedScore] = []
    tables = {table.last_line: table for table in document.tables}
    for before, sentence in pairwise([None, *document.sentences]):
        assert sentence is not None
        if len(sentence.text) > 4000 or not any(sign.isdigit() for sign in sentence.text):
            continue
        if sentence.kind == "code":
            scores += _code_scores(sentence) or _average_below(sentence, tables)
        elif sentence.kind == "prose":
            led_to = _led_to(before, sentence, own)
            scores += led_to or _headed_score(sentence, own) or _sentence_scores(sentence, own)
    read = {score.line for score in scores}
    for listed in find_listed_scores(document):
        if listed.sentence.line not in read:
            foreign = _foreign(listed.sentence, own)
            scores += _score(listed.name, listed.value, listed.sentence, None, not foreign, listed.name)
    # A card in two languages says everything twice; the same test with the same value is one statement.
    seen: dict[tuple[str, float, str | None], int] = {}
    kept = []
    for score in scores:
        key = (name_key(score.name_as_written.split()[0]), score.value, score.subject)
        if score.origin is Origin.CODE or key not in seen:
            seen[key] = score.line
            kept.append(score)
    return kept


def _score(
    name: str,
    written: str,
    sentence: Sentence,
    subject: str | None,
    own: bool,
    context: str,
    origin: Origin = Origin.PROSE,
) -> list[ReportedScore]:
    value = parse_value(written)
    if value is None:
        return []
    return [
        score_as_written(
            name,
            value,
            parse_settings(context),
            own=own,
            line=sentence.line,
            origin=origin,
            subject=subject,
            context=" › ".join(sentence.headings),
        )
    ]


def _headed_score(sentence: Sentence, own: OwnModel) -> list[ReportedScore]:
    """ "STEM ACC: 66.71" under the heading "C-Eval", or "MMLU: 67.4" on its own line."""
    text = sentence.text.strip(" -*•")
    if match := _LABELLED.match(text) or _BARE.fullmatch(text):
        label = match["label"].strip()
        value = parse_value(match["value"])
        if (
            names_test(label)
            and (is_test_in_prose(label) or tests_in(label))
            and value
            and (value.decimals or value.number <= 100)
        ):
            foreign = _foreign(sentence, own)
            return _score(label, match["value"], sentence, None, not foreign, text)
    heading = next(
        (
            title
            for title in reversed(sentence.headings[-2:])
            if names_test(title.strip(" :：#")) or len(set(tests_in(title))) == 1
        ),
        None,
    )
    if heading is None:
        return []
    match = _HEADED.match(text)
    if not match or looks_like_model(match["label"]) or tests_in(match["label"]) or len(match["label"].split()) > 4:
        return []
    if _TOLD.search(match["label"]):
        return []
    value = parse_value(match["value"])
    if value is None or not (value.decimals or value.percent_sign):
        return []
    test = heading.strip(" :：#") if names_test(heading.strip(" :：#")) else tests_in(heading)[0]
    label = re.sub(r"(?i)\b(?:acc(?:uracy)?|score)\b|准确率|得分|점수|정확도", "", match["label"]).strip(" :：")
    if re.fullmatch(r"(?i)(?:overall\s*)?(?:average|avg\.?|mean)?|平均|평균|(?:zero|\d+)[- ]?shot|零样本", label):
        name = test
    else:
        name = f"{test} {label}"
    return _score(name, match["value"], sentence, None, not _foreign(sentence, own), f"{test} {text}")


def _led_to(before: Sentence | None, sentence: Sentence, own: OwnModel) -> list[ReportedScore]:
    """ "50.7 %" below "we measured HumanEval and found:"."""
    if before is None or not before.text.rstrip("*_ ").endswith((":", "：")) or sentence.line - before.line > 4:
        return []
    match, tests = _NUMBER_ALONE.fullmatch(sentence.text[:80]), set(tests_in(before.text))
    if not match or len(tests) != 1 or not re.search(r"[.%]", match["value"]):
        return []
    return _score(tests.pop(), match["value"], sentence, None, not _foreign(sentence, own), sentence.text)


_SUITE = re.compile(r"(?i) (?:benchmarks?|suite|benchmark suite)$")  # the average of "GPT4All Benchmark" is GPT4All's


def _average_below(sentence: Sentence, tables: dict[int, Table]) -> list[ReportedScore]:
    """ "Average: 71.1" just below a table in the same block of text."""
    match = _AVERAGE_LINE.match(sentence.text[:60])
    above = next((table for line in range(sentence.line - 2, sentence.line) if (table := tables.get(line))), None)
    if not match or above is None:
        return []
    tests = tests_in(above.intro)
    name = f"{re.sub(_SUITE, '', tests[-1])} average" if tests else "Average"
    return _score(name, match["value"], sentence, None, True, name, Origin.CODE)


def _foreign(sentence: Sentence, own: OwnModel) -> bool:
    """True where a heading above gives the section to another model."""
    return stands_in_other_card(sentence.headings, own) or any(
        looks_like_model(title)
        and not names_test(title)
        and own.match(title) is Match.NONE
        and not tests_in(title)
        and bool(FAMILY_NAME.search(title))
        for title in sentence.headings[-1:]
    )


_SAMPLING = re.compile(r"(?i)temperature|top[_ ]?[pk]|penalty|\blr\b|rate|decay|seed|time|std|err|alpha|beta|eps")


# What a harness writes beside its results: "n-shot": {"hellaswag": 10}.
_SET_UP_OBJECT = re.compile(
    r"\"(?:n-?_?shots?|num_fewshot|versions?|n-samples|higher_is_better)\"\s*:\s*\{[^{}]{0,400}\}?"
)


def _code_scores(sentence: Sentence) -> list[ReportedScore]:
    """ "mmlu": 63.1, and below the name of one test its parts: "writing": 8.55 under "our MT-Bench scores:"."""
    above = next((tests[0] for text in (sentence.lead, *sentence.headings[-1:]) if (tests := tests_in(text))), None)
    scores = []
    for match in _IN_CODE.finditer(_SET_UP_OBJECT.sub("", sentence.text[:2000])):
        label = match["label"]
        if names_test(label):
            name = label
        elif above and "." in match["value"] and not _SAMPLING.search(label):
            name = f"{above} {label}"
        elif re.fullmatch(r"(?i)avg\.?|average", label) and sentence.headings:
            name = label
        else:
            continue
        scores += _score(name, match["value"], sentence, None, True, name, Origin.CODE)
    said = _LABELLED.match(sentence.text[:120])
    if (
        not scores
        and said
        and sentence.headings
        and re.match(re.escape(said["label"]) + r"\b", sentence.headings[-1], re.I)
    ):
        scores += _score(said["label"], said["value"], sentence, None, True, sentence.text[:120], Origin.CODE)
    return scores


_CLEANING = re.compile(r"(?i)\b(?:removed|filtered|dropped|excluded)\b.{0,80}\boverlap")


def _sentence_scores(sentence: Sentence, own: OwnModel) -> list[ReportedScore]:
    text = sentence.text
    if _CLEANING.search(text):
        return []  # "we removed 2.3 % that overlap with MMLU"
    tests = [
        (match.start(), match.end(), match[0])
        for name in dict.fromkeys(tests_in(text))
        if not _begins(name, own)
        for match in re.finditer(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", text)
    ]
    named = [match.span() for name in own.names[:2] for match in re.finditer(re.escape(name), text, re.IGNORECASE)]
    taken = [*named, *((start, end) for start, end, _ in tests)]
    numbers = [number for number in numbers_in(text) if not any(a <= number.start < b for a, b in taken)]
    scores: list[ReportedScore] = []
    if not numbers or not (tests or _AVERAGE.search(text)):
        return scores
    rivals = find_models(text)
    numbers = [number for number in numbers if not any(a <= number.start < b for a, b, _ in rivals)]
    paired = _in_order(text, tests, numbers)
    for number in numbers:
        name = paired.get(number.start) or _nearest_test(text, number, tests)
        if name is None:
            if not (
                _AVERAGE_CLAIM.search(text[max(0, number.start - 60) : number.start])
                and _AVERAGE.search(text)
                and not _THRESHOLD.search(text[max(0, number.start - 60) : number.start])
            ):
                continue
            titled = next(iter(tests_in(sentence.headings[-1])), "") if sentence.headings else ""
            name = f"{titled} average" if titled else "Average"
        other = find_other(name)
        if other and other.ability == "aggregate":
            name = f"{name} average"
        subject = find_subject(text, number, rivals)
        scores += _score(
            name,
            number.text,
            sentence,
            subject,
            _is_own(subject, own, len(rivals)),
            text[max(0, number.start - 40) : number.end + 60],
        )
    return scores


def _is_own(subject: str | None, own: OwnModel, named: int) -> bool:
    """Whether a number given to `subject` is the card's own; `named` counts the models that the sentence names."""
    if subject is None or own.match(subject) > Match.NONE or is_after(subject):
        return True
    # "The base model scores 40.0": the card of a base model says it of itself, that of a chat model of another.
    return is_before(subject) and not is_tuned(own.name or "") and named == 1


_AND = re.compile(r"\s?%?\s?(?:,|、|/|,? and|,? &|和|及|以及)\s?")


def _in_order(text: str, tests: list[tuple[int, int, str]], numbers: list[Number]) -> dict[int, str]:
    """ "On MMLU and GSM8K it gets 63.3 and 52.1": two lists of one length belong together, item by item."""
    places = sorted(tests)
    if not 2 <= len(places) == len(numbers) or places[-1][1] > numbers[0].start:
        return {}
    spans = ([(start, end) for start, end, _ in places], [(number.start, number.end) for number in numbers])
    listed = all(_AND.fullmatch(text[a[1] : b[0]]) for span in spans for a, b in pairwise(span))
    return {number.start: name for number, (_, _, name) in zip(numbers, places, strict=True)} if listed else {}


def _begins(test: str, own: OwnModel) -> bool:
    """True where the card's own model begins with the name of a test: no number behind it is a score on that."""
    return any(re.match(re.escape(test) + r"(?![A-Za-z0-9])", name, re.IGNORECASE) for name in own.names[:2])


def _nearest_test(text: str, number: Number, tests: list[tuple[int, int, str]]) -> str | None:
    """The benchmark the number belongs to: "N on TEST" first, then the nearest within sixty characters."""
    following = [test for test in tests if test[0] >= number.end]
    if following:
        between = re.sub(r"(?i)(?:pass|exec)\s?@\s?\d+|\d+-shot", "", text[number.end : following[0][0]])
        if len(between) < 60 and re.match(
            r"(?i)[^.;,\d]{0,40}\b(?:on|in|at|for|over|sur|en|auf|em)\b(?: (?:the|our))?\W*$|"
            r"^[^\w,;，、；。.]{0,4}(?:上)?$",
            between,
        ):
            return following[0][2]
    preceding = [test for test in tests if test[1] <= number.start]
    candidates = [(number.start - test[1], test[2]) for test in preceding] + [
        (test[0] - number.end + 25, test[2]) for test in following
    ]
    near = min(candidates, default=None)
    if near and near[0] < 60:
        return near[1]
    # The only test of a sentence may stand farther off, where a word for results leads to the number.
    only = {test[2] for test in tests}
    return only.pop() if len(only) == 1 and _RESULT_OF.search(text[max(0, number.start - 40) : number.start]) else None
