"""Scores that stand in sentences, in headed lists and in code: "73.8% pass@1 on HumanEval".

A number belongs to the benchmark nearest to it in the same sentence. It is the
card's own unless the sentence gives it to another model: a number in brackets
behind a rival's name, or one whose nearest subject is a rival.
"""

import re
from itertools import pairwise

from core.cards.before_and_after import told_before_and_after
from core.cards.benchmark_mentions import tests_in
from core.cards.code_scores import average_below, read_code_scores
from core.cards.data_parts import is_part_of_data
from core.cards.document import Document, Sentence
from core.cards.headed_scores import (
    lines_of_models,
    of_line,
    read_headed_score,
    read_led_to,
    score_in,
)
from core.cards.json_results import find_harness_results
from core.cards.line_owners import find_owner
from core.cards.listed_scores import find_listed_in_code, find_listed_scores
from core.cards.names_beside import find_names_beside
from core.cards.nearest_test import find_tests, nearest_test, unlisted_test
from core.cards.no_scores import counts_overlap, counts_removed, tells_no_score
from core.cards.other_labels import names_no_part
from core.cards.other_measures import (
    find_part,
    find_task,
    is_no_result,
    is_over_several,
    is_peers_value,
    measures_else,
)
from core.cards.other_shares import tells_of_comparison
from core.cards.outsiders import find_outsiders
from core.cards.own_model import OwnModel
from core.cards.pairs_in_order import tests_in_order, told_in_order
from core.cards.plain_subjects import is_own_subject, own_clauses
from core.cards.reading import Origin, ReportedScore
from core.cards.rivals_after import read_rivals_after
from core.cards.rivals_in_brackets import find_named_behind
from core.cards.score_numbers import Number, numbers_in
from core.cards.score_subjects import find_measurers, find_models, find_references, find_subject
from core.cards.settings import is_setting
from core.cards.sizes_beside import find_sizes_beside, is_of_own_size, names_another
from core.cards.slashed_scores import read_slashed_scores
from core.cards.statistics_told import is_relation
from core.cards.tests_named_above import read_title, tests_led_to, with_its_test
from core.cards.told_before import model_told_before
from core.cards.versions_beside import find_other_versions, has_editions
from core.catalogue.benchmark_names import find_other, name_key

_AVERAGE_CLAIM = re.compile(
    r"(?i)\b(?:averaging|average(?: score| accuracy)?|avg\.?(?: score)?|overall(?: score)?|leaderboard score|"
    r"scores?)\W{0,6}(?:of|is|:|at|=)?\W{0,6}$"
)


_DIGIT = re.compile(r"\d")
_AVERAGE = re.compile(r"(?i)leaderboard|averag|avg")
# "The first to surpass an average of 80 %": a mark on the way, not the score.
_THRESHOLD = re.compile(r"(?i)\b(?:surpass|exceed|break|cross|pass)\w* (?:an? |the )?(?:\w+ ){0,4}$")


def read_prose_scores(document: Document, own: OwnModel) -> list[ReportedScore]:
    """Scores outside tables, in reading order; a sentence that repeats itself counts once."""
    scores: list[ReportedScore] = []
    tables = {table.last_line: table for table in document.tables}
    of_models = lines_of_models(document.sentences, own)
    led = tests_led_to(document.sentences)
    for before, sentence in pairwise([None, *document.sentences]):
        assert sentence is not None
        if len(sentence.text) > 4000 or not _DIGIT.search(sentence.text):
            continue
        if sentence.kind == "code":
            scores += read_code_scores(sentence) or average_below(sentence, tables)
        elif sentence.kind == "prose" and not is_part_of_data(sentence):
            led_to = read_led_to(before, sentence, own) or read_slashed_scores(sentence, own)
            headed = [] if led_to else read_headed_score(sentence, own, among_models=sentence.line in of_models)
            found = led_to or headed or of_line(_sentence_scores(sentence, own, before), sentence, of_models)
            if not found and (whole := with_its_test(before, sentence, own, led.get(sentence.line, ""))):
                found = _sentence_scores(whole, own, before)
            scores += found or _after(before, scores, sentence, own)
        elif sentence.kind == "heading":
            scores += read_title(sentence, own)
    scores += _in_lists_and_code(document, own, {score.line for score in scores})
    # A card in two languages says everything twice; the same test with the same value is one statement.
    seen: dict[tuple[str, float, str | None], int] = {}
    kept = []
    for score in scores:
        key = (name_key(score.name_as_written.split()[0]), score.value, score.subject)
        if score.origin is Origin.CODE or key not in seen:
            seen[key] = score.line
            kept.append(score)
    return kept


def _after(
    before: Sentence | None, scores: list[ReportedScore], sentence: Sentence, own: OwnModel
) -> list[ReportedScore]:
    if before is None or not scores or scores[-1].line != before.line:
        return []
    return read_rivals_after(before, [score for score in scores[-9:] if score.line == before.line], sentence, own)


def _in_lists_and_code(document: Document, own: OwnModel, lines: set[int]) -> list[ReportedScore]:
    """Scores in lists on tests of the maker's own and in blocks of text, but on `lines`, which were read."""
    found: list[ReportedScore] = []
    for listed in find_listed_scores(document):
        if listed.sentence.line not in lines:
            subject, mine = find_owner(listed.sentence, own)
            found += score_in(listed.name, listed.value, listed.sentence, subject, mine, listed.name)
    tabled = {row[0].line for table in document.tables for row in table.rows if row}
    for listed in find_listed_in_code(document):
        if listed.sentence.line not in lines | tabled:
            found += score_in(listed.name, listed.value, listed.sentence, None, True, listed.name, Origin.CODE)
    for result in find_harness_results(document):
        told = f"{result.metric}, {result.shots}-shot" if result.shots is not None else result.metric
        found += score_in(result.name, result.value, result.sentence, None, True, told, Origin.CODE)
    return found


def _numbers_beside(text: str, tests: list[tuple[int, int, str]], own: OwnModel) -> list[Number]:
    """The numbers that may be scores, none of them within the name of a test or of the card's own model."""
    taken = [match.span() for name in own.names[:2] for match in re.finditer(re.escape(name), text, re.IGNORECASE)]
    taken += [(start, end) for start, end, _ in tests]
    return [number for number in numbers_in(text) if not any(a <= number.start < b for a, b in taken)]


def _sentence_scores(sentence: Sentence, own: OwnModel, before: Sentence | None = None) -> list[ReportedScore]:
    text = sentence.text
    tests = find_tests(text, own)
    numbers = _numbers_beside(text, tests, own) if tests or _AVERAGE.search(text) else []
    if not numbers or tells_no_score(text):
        return []
    scores: list[ReportedScore] = []
    rivals = find_models(text)
    rivals += find_names_beside(text, rivals, len({name for _, _, name in tests}), own) if rivals else []
    references = {name for _, _, name in (*find_references(text), *find_outsiders(text))}
    names = [*((start, end) for start, end, _ in rivals), *find_measurers(text)]
    numbers = [number for number in numbers if not any(a <= number.start < b for a, b in names)]
    paired = tests_in_order(text, tests, numbers)
    ordered = told_in_order(text, rivals, numbers)
    sizes = ordered.sizes or _sizes_beside(text, rivals, own)
    told_before = None if rivals else model_told_before(before, sentence)
    versions = find_other_versions(text, own)
    stages = told_before_and_after(text, numbers, rivals, own)
    rivals += own_clauses(text, rivals, numbers)
    by_base = own.is_told_by_base(text)
    for number in numbers:
        name = paired.get(number.start) or nearest_test(text, ordered.last.get(number.start, number), tests)
        if name is None:
            if not (
                _AVERAGE_CLAIM.search(text[max(0, number.start - 60) : number.start])
                and _AVERAGE.search(text)
                and not _THRESHOLD.search(text[max(0, number.start - 60) : number.start])
            ):
                continue
            if number.start < 80 and names_no_part(text[: number.start]):
                continue  # "Weight in the average: 0.3"
            titled = next(iter(tests_in(sentence.headings[-1])), "") if sentence.headings else ""
            name = f"{titled} average" if titled else "Average"
        name = find_task(text, number.start) or unlisted_test(text, number, own) or name
        goes_on = bool(scores) and scores[-1].name_as_written.startswith(name)
        if part := find_part(text, number.start, goes_on=goes_on):
            name = f"{name} {part}"
        if is_over_several(text, number.start, tests):
            name = "Average"
        other = find_other(name)
        if other and other.ability == "aggregate":
            name = f"{name} average"
        place = (name, text, number.start, number.end)
        if (
            any(told(*place) for told in (tells_of_comparison, measures_else))
            or is_peers_value(*place[1:])
            or counts_overlap(text, number.end)
            or counts_removed(text, number.start)
            or any(told(*place[:3]) for told in (is_relation, is_no_result))
        ):
            continue
        behind = ordered.owners.get(number.start) or find_named_behind(name, text, number.end, own)
        subject = behind or find_subject(text, number, rivals) or told_before
        owner, mine = (subject, is_own_subject(subject, own, len(rivals))) if subject else find_owner(sentence, own)
        mine = mine and owner not in references and (bool(subject) or not by_base)
        if size := sizes.get(number.start):
            owner, mine = size, is_of_own_size(size, own)
        if (version := versions.get(number.start)) and not has_editions(name):
            owner, mine = version, False
        owner, mine = stages.get(number.start, (owner, mine))
        scores += score_in(
            name,
            number.text,
            sentence,
            owner,
            mine,
            ordered.words(_words_around(text, number, numbers, tests, name), number),
        )
    return scores


def _sizes_beside(text: str, models: list[tuple[int, int, str]], own: OwnModel) -> dict[int, str]:
    return {} if any(names_another(name, own) for _, _, name in models) else find_sizes_beside(text)


_BRACKET = re.compile(r"\s?%?\s?[(（][^()（）]{0,40}[)）]")


def _words_around(
    text: str, number: Number, numbers: list[Number], tests: list[tuple[int, int, str]], name: str
) -> str:
    """What may tell how a number was taken: up to the numbers, and the other tests, before and behind it."""
    left, right = max(0, number.start - 60), number.end + 60
    for other in numbers:
        if other.end <= number.start:
            bracket = _BRACKET.match(text, other.end)
            left = max(left, bracket.end() if bracket and bracket.end() <= number.start else other.end)
        elif other.start >= number.end:
            right = min(right, other.start)
    for start, end, _ in find_references(text):  # "61.2, which is 98 % of the FP16 score": it was not taken in FP16
        left, right = (max(left, end), right) if end <= number.start else (left, min(right, start))
    for start, end, test in tests:
        if test == name and start >= number.end:  # "41.2 on MATH (4-shot) and, with maj@8, ..."
            bracket = _BRACKET.match(text, end)
            right = min(right, bracket.end() if bracket else end)
        elif test != name and end <= number.start:
            bracket = _BRACKET.match(text, end)
            left = max(left, bracket.end() if bracket and bracket.end() <= number.start else end)
        elif test != name and start >= number.end:
            right = min(right, start)
    if (end := text.find(";", number.end, right)) > 0 and not is_setting(text[end + 1 : right].strip(" .")):
        right = end  # "IFEval 36.0; the F1 of the others is as before"
    return text[left:right]
