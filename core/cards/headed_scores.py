"""Scores on lines of their own: a list under the name of a test or of a model, "MMLU: 67.4", a number after a colon.

What a line hangs under (see list_parents), or the heading above it, says which test it is and whose.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.cards.benchmark_mentions import is_test_in_prose, names_test, tests_in
from core.cards.document import Sentence
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.other_quantities import is_other_quantity
from core.cards.own_model import OwnModel, stands_in_other_card
from core.cards.reading import Origin, ReportedScore
from core.cards.results_of import are_of_another
from core.cards.score_subjects import FAMILY_NAME
from core.cards.settings import parse_settings
from core.cards.sizes_beside import find_sizes_beside
from core.cards.table_words import NO_SHARE, OTHER_TABLE
from core.cards.values import parse_value
from core.cards.written_scores import score_as_written

# A line of a list under a heading that names a benchmark: "STEM ACC: 66.71", "**AVERAGE ACC:67.36** (beats ...)".
_HEADED = re.compile(
    r"^(?P<label>[^:：\d()]{0,60}?(?:\bacc(?:uracy)?|\bscore|\baverage|\bavg\.?|\bwin[ -]?rate|准确率|得分|"
    r"分数|정확도|점수|\bpass@\d+|\bem|\bf1)?)\s*[:：=]?\s*(?P<value>\d+(?:\.\d+)?\s?%?)(?=$|[\s（(,，。])",
    re.IGNORECASE,
)
# A line of a list under a test: "Lumen-7B: 63.2", "Brio 13B - 45.3 %".
_MODEL_LINE = re.compile(
    r"^(?P<label>.{2,60}?)\s*(?:[:：=]|\s[–—→-])\s*(?P<value>\d{1,4}\.\d+\s?%?|\d{1,3}\s?%)(?=$|[\s（(,，;])"
)
_TOLD = re.compile(
    r"(?i)\b(?:this|we|is|are|was|find|found|achiev\w*|gets?|got|see|reach\w*|improv\w*|gain\w*|scor(?:es|ed)|obtain\w*)\b"
)
LABELLED = re.compile(
    r"^(?P<label>.{2,70}?)\s*[:：=≈]\s*(?P<value>(?:\d{1,3}\.\d{1,2}\s?/\s?100?(?!\d)|"
    r"[1-9]\d{0,3}\s?/\s?(?!(?:19|20)\d\d(?!\d))[1-9]\d{1,3}(?![\d/]|\s?[(=≈]\s?\d[\d.]{0,5}\s?%)|\d{1,3}(?:,\d{3})+(?:\.\d+)?|"
    r"\d+(?:\.\d+|,\d{1,2}(?!\d))?)\s?%?)(?=$|[\s（(,，;。])"
)
_BARE = re.compile(
    r"(?P<label>[A-Za-z][\w+ ()-]{1,50}?)\s+(?:[—–→-]\s+)?(?P<value>\d{1,3}[.,]\d+\s?%?(?:\s?/\s?100?)?)"
)  # "HellaSwag 87.45" alone
# A paragraph that holds a number and its metric only: what the sentence above it leads to with a colon.
_NUMBER_ALONE = re.compile(
    r"(?i)\W*(?P<value>\d+(?:\.\d+)?\s?%?)\W*(?:(?:@ ?)?pass ?@? ?\d+|accuracy|acc|em|f1|exact match)?\W*"
)


def score_in(
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


def read_headed_score(sentence: Sentence, own: OwnModel, *, among_models: bool = False) -> list[ReportedScore]:
    """ "STEM ACC: 66.71" under the heading "C-Eval", or "MMLU: 67.4" on its own line."""
    text = sentence.text.strip(" -*•")
    if find_sizes_beside(text):
        return []
    if several := _labelled_pieces(text):
        subject, mine = find_owner(sentence, own)
        return [
            score for label, value, piece in several for score in score_in(label, value, sentence, subject, mine, piece)
        ]
    if match := LABELLED.match(text) or _BARE.fullmatch(text):
        label = match["label"].strip()
        became = _BECAME.match(text, match.end("value"))  # "41.3 → 55.0 after DPO"
        written = became[1] if became else match["value"]
        value = parse_value(written)
        if (
            names_test(label)
            and not NO_SHARE.search(label)
            and not is_other_quantity(text, match.start("value"), match.end("value"))
            and not _OF_SO_MANY.match(text, match.end("value"))
            and not _goes_on_to_a_test(text[match.end("value") :])
            and (is_test_in_prose(label) or tests_in(label))
            and value
            and (value.decimals or value.number <= 100)
        ):
            subject, mine = find_owner(sentence, own)
            return score_in(label, written, sentence, subject, mine, text)
    test = _test_over(sentence)
    return _below(test, text, sentence, own, among_models) if test else []


_NO_MODEL_LABEL = re.compile(
    r"(?i)\W*(?:overall|average|avg|mean|total|score|accuracy|acc|pass@\d+|maj@\d+|(?:zero|few|\d+)[- ]shot|em|f1)\b.*"
)


def lines_of_models(sentences: Sequence[Sentence], own: OwnModel) -> set[int]:
    """Lines that stand among those of models, "Tern: 55.3" below "Wren-7B: 61.2", and name no part of a test."""
    found: set[int] = set()
    run: list[tuple[Sentence, str]] = []
    for sentence in [*sentences, None]:
        match = _MODEL_LINE.match(sentence.text.strip(" -*•")) if sentence and sentence.kind == "prose" else None
        above = run[-1][0] if run else None
        if match and sentence and (above is None or _goes_on(above, sentence)):
            run.append((sentence, match["label"]))
            continue
        models = sum(_is_model_label(label, own) for _, label in run)
        mine = any(own.match(label) > Match.NONE for _, label in run)  # the other of two is then no part of a test
        if models * 2 > len(run) > 1 or (mine and models * 2 == len(run)):
            found |= {one.line for one, label in run if not (_NO_MODEL_LABEL.match(label) or names_test(label))}
        run = [(sentence, match["label"])] if match and sentence else []
    return found


def of_line(scores: list[ReportedScore], sentence: Sentence, of_models: set[int]) -> list[ReportedScore]:
    """ "Tern: 30.0 (MMLU)" below "Kestrel-7B: 61.2 (MMLU)" is of Tern, which shows no size."""
    if sentence.line not in of_models or ":" not in sentence.text:
        return scores
    label = sentence.text.partition(":")[0].strip(" -*•")
    return [replace(score, own=False, subject=label) if score.subject is None else score for score in scores]


def _goes_on(above: Sentence, below: Sentence) -> bool:
    same = below.headings == above.headings and below.under == above.under
    return same and below.line - above.line <= 2


_BECAME = re.compile(r"(?:\s{0,2}(?:→|->|⟶|➡️?|=>)\s{0,2}(\d{1,4}(?:\.\d+)?\s?%?)(?![\w.])){1,6}")
_OF_SO_MANY = re.compile(r"\s?(?:/|(?:out )?of )\s?\d")  # "GPQA: 71 of 198 correct (35.9 %)" is no 71 %
_PIECE_END = re.compile(r"\s*[;|；•·]\s*|\s/\s|,\s+(?=[A-Z])|，\s*(?=[A-Z])")


_NEXT = re.compile(r"\s?(?:[(（][^()（）]{0,40}[)）])?[,;，；] (?P<next>[A-Z][^:：()]{1,40}?) \d{1,3}\.\d")


def _goes_on_to_a_test(rest: str) -> bool:
    """True for ", GSM8K 50.1" behind "MMLU: 61.2", which is read as a sentence."""
    found = _NEXT.match(rest[:120])
    return bool(found and names_test(found["next"]))


_REMARK = re.compile(r"\s?(?:[(（][^()（）]{0,40}[)）])?")  # "(3-shot)"


def _labelled_pieces(text: str) -> list[tuple[str, str, str]]:
    """Name, value and words of each piece of "Scores: MMLU = 63.2; GSM8K: 51.0", where every piece names a test."""
    if len(text) > 1000 or not _PIECE_END.search(text):
        return []
    pieces = [piece for piece in _PIECE_END.split(re.sub(r"^[A-Za-z ]{3,24}:\s+(?=[A-Z])", "", text)) if piece.strip()]
    stripped = [piece.strip(" .*") for piece in pieces]
    found = [(LABELLED.match(piece), piece) for piece in stripped]
    named = [
        (match["label"].strip(), match["value"], piece)
        for match, piece in found
        if match and names_test(match["label"]) and _REMARK.fullmatch(piece, match.end())
    ]
    return named if len(named) == len(pieces) > 1 else []


def _below(test: str, text: str, sentence: Sentence, own: OwnModel, among_models: bool) -> list[ReportedScore]:
    """The line of a model, or of a part of the test, below the name of that test."""
    if (match := _MODEL_LINE.match(text)) and (among_models or _is_model_label(match["label"], own)):
        mine = own.match(match["label"]) is not Match.NONE
        return score_in(test, match["value"], sentence, match["label"].strip(), mine, f"{test} {text}")
    match = _HEADED.match(text)
    if not match or looks_like_model(match["label"]) or tests_in(match["label"]) or len(match["label"].split()) > 4:
        return []
    value = parse_value(match["value"])
    alone = match["label"].strip(" :：") or not text[match.end() :].strip(" .*")  # "- 58% like blue" is no score
    if not alone or _TOLD.search(match["label"]) or value is None or not (value.decimals or value.percent_sign):
        return []
    label = re.sub(r"(?i)\b(?:acc(?:uracy)?|score)\b|准确率|得分|점수|정확도", "", match["label"]).strip(" :：")
    if re.fullmatch(r"(?i)(?:overall\s*)?(?:average|avg\.?|mean)?|平均|평균|(?:zero|\d+)[- ]?shot|零样本", label):
        name = test
    else:
        name = f"{test} {label}"
    subject, mine = find_owner(sentence, own)
    return score_in(name, match["value"], sentence, subject, mine, f"{test} {text}")


def _test_over(sentence: Sentence) -> str | None:
    """The one test that the nearest item, leading line or heading above a line names, as written."""
    about_else = sentence.headings and OTHER_TABLE.search(sentence.headings[-1])
    for title in reversed([*(() if about_else else sentence.headings[-2:]), *sentence.under]):
        bare = title.strip(" :：#")
        if names_test(bare):
            return bare
        if len(found := set(tests_in(title))) == 1:
            return found.pop()
    return None


def read_led_to(before: Sentence | None, sentence: Sentence, own: OwnModel) -> list[ReportedScore]:
    """ "50.7 %" below "we measured HumanEval and found:"."""
    if before is None or len(sentence.text) > 80 or sentence.line - before.line > 4:
        return []
    match = _NUMBER_ALONE.fullmatch(sentence.text)
    if not match or not (before.text.rstrip("*_ ").endswith((":", "：")) or names_test(before.text.strip("*_ "))):
        return []
    tests = set(tests_in(before.text))
    if len(tests) != 1 or not re.search(r"[.%]", match["value"]):
        return []
    return score_in(tests.pop(), match["value"], sentence, None, not _is_foreign(sentence, own), sentence.text)


def find_owner(sentence: Sentence, own: OwnModel) -> tuple[str | None, bool]:
    """The model that a line hangs under in a list, as written, and whether what the line says is the card's own."""
    for text in reversed(sentence.under):
        label = text.strip(" :：")
        if _is_model_label(label, own):
            return label, own.match(label) is not Match.NONE
        if are_of_another(label, own):
            return None, False
    return None, not _is_foreign(sentence, own)


_TELLS_MORE = re.compile(
    r"(?i)\b(?:compar\w+|than|vs|over|against|from|based|with|and|by|of|to|on|for|using|like)\b|[.!?]$"
)


def _is_model_label(label: str, own: OwnModel) -> bool:
    """True for a line that is the name of a model and nothing else: "Lumen-7B", "Brio 2 13B (5-shot)"."""
    bare = re.sub(r"[(（][^()（）]*[)）]", " ", label).strip()
    if not bare or len(bare.split()) > 5 or _TELLS_MORE.search(bare) or names_test(bare) or tests_in(bare):
        return False
    return looks_like_model(bare) or own.match(bare) >= Match.PART


def _is_foreign(sentence: Sentence, own: OwnModel) -> bool:
    """True where a heading above gives the section to another model."""
    if any(are_of_another(title, own) for title in sentence.headings[-1:]):
        return True
    if any(own.is_of_other_kind(title) for title in sentence.headings[-2:]):
        return not own.said
    return stands_in_other_card(sentence.headings, own) or any(
        looks_like_model(title)
        and not names_test(title)
        and own.match(title) is Match.NONE
        and not tests_in(title)
        and bool(FAMILY_NAME.search(title))
        for title in sentence.headings[-1:]
    )
