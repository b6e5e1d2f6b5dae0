"""The mode of all results, told in a sentence of its own: "All results were obtained in thinking mode."

Only a sentence with no other subject counts, of no single test and no single model; it fills in what the tables of its
section, or of the card where it says "all", leave open. Two such sentences that differ tell nothing.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from core.cards.document import Document, Sentence
from core.cards.reading import Origin, ReportedScore
from core.cards.settings import parse_settings

_HINTS = (
    "thinking", "reasoning", "hought", "cot", "maj@", "majority", "best of", "best-of", "self-consistency", "pass@"
)  # fmt: skip
_NOUN = r"(?:results?|scores?|numbers|values|figures|evaluations?|evals|benchmarks?|tests|tasks|runs)"
_SUBJECT = (
    r"(?:(?:all|the|these|our|reported|following|above|below|of|benchmark|evaluation|table)[ '’s]{1,3}){0,5}"
    rf"{_NOUN}(?: (?:above|below|here|reported|shown|listed|given|on this card|(?:in|of) (?:the|this) (?:model )?"
    r"(?:table|card)))?"
)
_VERB = (
    r"(?:obtained|measured|taken|reported|evaluated|run|ran|computed|tested|produced|generated|given|conducted|performed|"
    r"done|made|collected|achieved)"
)
_MODE = (
    r"(?P<mode>(?:the )?(?:non-?|no[- ])?(?:thinking|think|reasoning)(?:[- ]mode)?(?: (?:enabled|disabled|on|off|"
    r"turned (?:on|off)))?|"
    r"(?:thinking|reasoning)|(?:zero-shot |few-shot |\d{1,2}-shot )?(?:chain[- ]of[- ]thoughts?|cot)"
    r"(?: (?:prompting|prompts?|reasoning))?|(?:a )?(?:maj(?:ority)?\s?@\s?\d{1,4}|best[- ]of[- ]\d{1,4})|"
    r"pass@(?!1\b)\d{1,4})"
)
_WHERE = r"(?: (?:for|on|across) (?:all|every|each) (?:the )?(?:tests?|benchmarks?|tasks?|models|results))?"
_WITH = r"(?P<with>in|with|without|using|under|use[sd]?|as)"
_TOLD = re.compile(
    rf"(?i)\W*(?:(?:note|unless (?:otherwise )?(?:noted|stated))\W{{1,3}})?(?:"
    rf"{_SUBJECT} (?:(?:were|are|was|is|have been) )?(?:all )?(?:{_VERB} )?(?:{_WITH} |(?=maj|best|pass))|"
    rf"(?:we|i) (?:evaluate|report|test|measure|benchmark)(?:d|ed)? (?:(?:all|the|our) {_NOUN} |everything |"
    rf"(?:all |the )?models? )?(?:{_WITH.replace('with>', 'by>')} )?|"
    rf"(?:for|in|on) (?:(?:all|the|our|these|each|every|of) ){{0,3}}{_NOUN},? (?:we|i) "
    r"(?:used?|ran|run)(?: in| with)? |"
    rf"(?:all )?(?:evaluated|tested|measured|run|benchmarked) {_WITH.replace('with>', 'so>')} )"
    rf"{_MODE}{_WHERE}\W*|\W*(?P<best>best of \d{{1,3}}) (?:runs|seeds|samples|trials)\W*"
)
_THOUGHT = re.compile(r"(?i)\breasoning(?:[- ]mode)? (?:enabled|on|turned on)$")
_OF_ALL = re.compile(r"(?i)\b(?:all|every|everything|each)\b")
_MOST_CHARS = 160


def with_told_modes(scores: list[ReportedScore], document: Document) -> list[ReportedScore]:
    """The scores of tables, with the mode that one sentence gives to all of them and their own labels leave open."""
    found = list(_told(document))
    for of_tries in (False, True):
        scores = _with(scores, [one for one in found if one[1].startswith("pass@") is of_tries])
    return scores


def _with(scores: list[ReportedScore], told: Sequence[tuple[Sentence, str]]) -> list[ReportedScore]:
    if not told or len({way for _, way in told}) > 1:
        return scores
    reached = {sentence.headings if not _OF_ALL.search(sentence.text) else () for sentence, _ in told}
    way = told[0][1]
    return [
        _told_so(score, way) if score.origin is Origin.TABLE and _is_within(score, reached) else score
        for score in scores
    ]


def _told_so(score: ReportedScore, way: str) -> ReportedScore:
    if way.startswith("pass@"):
        return replace(score, metric=way) if score.metric is None and score.percent is not None else score
    return replace(score, mode=way) if score.mode is None else score


def _told(document: Document) -> Iterator[tuple[Sentence, str]]:
    """Each such sentence with its mode, or with "pass@10" where so many answers may be tried."""
    for sentence in document.prose():
        text = sentence.text
        if sentence.kind != "prose" or len(text) > _MOST_CHARS:
            continue
        folded = text.casefold()
        if not any(hint in folded for hint in _HINTS) or (match := _TOLD.fullmatch(text)) is None:
            continue
        words = _THOUGHT.sub("thinking", match["mode"] or match["best"])
        without = "without" in (match["with"], match["by"], match["so"])
        settings = parse_settings(f"without {words}" if without else words)
        mode = settings.mode
        if settings.metric:
            yield sentence, settings.metric
        elif mode and (not without or mode == "non-thinking"):  # "without chain of thought" has no name of its own
            yield sentence, mode


def _is_within(score: ReportedScore, reached: Set[tuple[str, ...]]) -> bool:
    return any(f"{score.context} › ".startswith("".join(f"{title} › " for title in titles)) for titles in reached)
