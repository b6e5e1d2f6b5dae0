"""Lists of results on a test of the maker's own: "Boolean: 87.5 %" line by line under a heading of benchmarks.

A single line could say anything; two or more of them in a row, of which one shows a share or a decimal, under words
that speak of an evaluation, are a table written as a list. Lines about training, speed or other models are none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.cards.benchmark_mentions import names_test
from core.cards.document import Document, Sentence
from core.cards.name_words import looks_like_model
from core.cards.other_labels import names_no_part, names_others
from core.cards.plain_tables import is_sample
from core.cards.table_words import EVALUATION, NOT_A_SCORE, OTHER_TABLE

_LINE = re.compile(
    r"^[\s*•+–—-]*(?P<label>[A-Za-z][\w /&,'’()-]{2,45}?)\s*[:：]\s*(?P<value>\d{1,3}(?:\.\d+)?\s?%?)"
    r"(?P<rest>\s*(?:correct(?: out of \d+)?|\([^()]{2,90}\))?)\s*$"
)
_SET_UP = re.compile(
    r"(?i)\b(?:temperature|top[-_ ]?[pk]|penalty|seed|warm-?up|decay|dropout|rank|alpha|ratio|epochs?|steps?|batch|"
    r"rewards?|losses|loss|logits|logps|gradient|weights?|density|share|split|min|max|limit|threshold|version|parameters?|place|hyper\w*|config\w*|settings?)\b"
)
_TRAINER = re.compile(r"(?i)\bresults on the (?:evaluation|validation) set\b")  # a training library's report


@dataclass(frozen=True)
class ListedScore:
    name: str
    value: str  # as written
    sentence: Sentence


def find_listed_scores(document: Document) -> Iterator[ListedScore]:
    """Every line of such lists, in reading order; lines that name a known test are left to the reader of prose."""
    run: list[tuple[Sentence, re.Match[str]]] = []
    before: list[Sentence] = []
    for sentence in [*document.sentences, None]:
        match = _LINE.match(sentence.text) if sentence is not None and sentence.kind == "prose" else None
        if match and sentence is not None and (not run or _goes_on(run[-1][0], sentence)):
            run.append((sentence, match))
            continue
        yield from _scores(run, before[-3:])
        before = [*before[-3:], *(listed for listed, _ in run)]
        run = [(sentence, match)] if match and sentence is not None else []
        before += [sentence] if sentence is not None and not match else []


def _goes_on(above: Sentence, below: Sentence) -> bool:
    return below.headings == above.headings and below.line - above.line <= 2


def _scores(run: list[tuple[Sentence, re.Match[str]]], before: list[Sentence]) -> Iterator[ListedScore]:
    if len(run) < 2:
        return
    first = run[0][0]
    words = " ".join([*first.headings[-1:], *(above.text for above in before if above.headings == first.headings)])
    labels = [match["label"].strip() for _, match in run]
    if (
        not EVALUATION.search(words)
        or OTHER_TABLE.search(words)
        or _TRAINER.search(words)
        or not any(re.search(r"[.%]", match["value"]) for _, match in run)
        or any(
            looks_like_model(label.replace("/", " ")) or NOT_A_SCORE.match(label) or _SET_UP.search(label)
            for label in labels
        )
    ):
        return
    for label, (sentence, match) in zip(labels, run, strict=True):
        if names_no_part(label) or names_others(label):
            continue  # "Peak memory: 14.2", "Human: 89.8"
        if not names_test(label) and (re.search(r"[.%]", match["value"]) or match["rest"].strip()):
            yield ListedScore(label, match["value"], sentence)


# "MMLU: 66.3" in a block of text; a line of a configuration, "gsm8k: 0.3", holds a weight.
_IN_TEXT = re.compile(r"(?P<label>[A-Za-z][\w+ ()-]{1,50}?)\s?(?::|=|\s{2,40}|\t)\s{0,20}(?P<value>\d{1,3}\.\d+\s?%?)")


def find_listed_in_code(document: Document) -> Iterator[ListedScore]:
    """Lines of two or more in a row in a block of text that give a known test and its number, and nothing else."""
    run: list[ListedScore] = []
    title = ""  # the line above a run: the name of a model there says that it may be of another
    for sentence in [*document.code(), None]:
        match = _IN_TEXT.fullmatch(sentence.text[:120]) if sentence is not None else None
        named = match is not None and names_test(match["label"]) and float(match["value"].rstrip("% ")) > 1
        if run and not (named and sentence is not None and sentence.line - run[-1].sentence.line <= 2):
            yield from run if len(run) > 1 and not looks_like_model(title) else ()
            run = []
        if named and match is not None and sentence is not None and not is_sample("", sentence.lead):
            run.append(ListedScore(match["label"].strip(), match["value"], sentence))
        elif sentence is not None:
            title = sentence.text[:60]
