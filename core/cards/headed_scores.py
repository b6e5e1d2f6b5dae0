"""Scores on lines of their own: a list under the name of a test or of a model, "MMLU: 67.4", a number after a colon.

What a line hangs under (see list_parents), or the heading above it, says which test it is and whose.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.cards.before_and_after import role_in_label, tells_before_and_after
from core.cards.benchmark_mentions import is_test_in_prose, names_test, tests_in
from core.cards.changed_values import is_former_value
from core.cards.document import Sentence
from core.cards.line_owners import find_owner, is_foreign, is_model_label
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.no_scores import counts_overlap
from core.cards.other_labels import counts_else, is_sentence, names_no_part, names_others
from core.cards.other_measures import is_no_result, measures_else
from core.cards.other_quantities import is_other_quantity
from core.cards.own_model import OwnModel
from core.cards.plain_labels import is_before, takes_training_away
from core.cards.program_versions import is_led_to_a_name, is_program_version
from core.cards.reading import Origin, ReportedScore
from core.cards.rivals_in_brackets import find_named_behind
from core.cards.settings import parse_settings
from core.cards.sizes_beside import find_sizes_beside
from core.cards.stages import is_raw
from core.cards.statistics_told import is_relation
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
    r"^(?P<label>.{2,70}?)\s*[:：=≈]\s*(?:(?:[~≈∼]|(?i:about|around|approx\.?|roughly|circa|ca\.))\s?)?(?P<value>(?:\d{1,3}\.\d{1,2}\s?/\s?100?(?!\d)|"
    r"[1-9]\d{0,3}\s?/\s?(?!(?:19|20)\d\d(?!\d))[1-9]\d{1,3}(?![\d/]|\s?[(=≈]\s?\d[\d.]{0,5}\s?%)|\d{1,3}(?:,\d{3})+(?:\.\d+)?|"
    r"\d+(?:\.\d+|,\d{1,2}(?!\d))?)\s?%?)(?=$|[\s（(，、;。]|,(?!\d))"
)
_BARE = re.compile(
    r"(?P<label>[A-Za-z][\w+ ()-]{1,50}?)\s+(?:[—–→-]\s+)?(?P<value>\d{1,3}[.,]\d+\s?%?(?:\s?/\s?100?)?)"
)  # "HellaSwag 87.45" alone
# A paragraph that holds a number and its metric only: what the sentence above it leads to with a colon.
_NUMBER_ALONE = re.compile(
    r"(?i)\W*(?P<value>\d+(?:\.\d+)?\s?%?)\W*(?:(?:@ ?)?pass ?@? ?\d+|accuracy|acc|em|f1|exact match)?"
    r"(?:[*_ ]{0,4}[(（](?:(?:\d{1,2}|zero|few)[- ]?shots?|cot|greedy|strict|pass@\d{1,4}|maj@\d{1,4}|acc(?:uracy)?|"
    r"[ ,;+&])+[)）])?\W*"
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
    if find_sizes_beside(text) or tells_before_and_after(text):
        return []
    if several := _labelled_pieces(text):
        subject, mine = find_owner(sentence, own)
        return [
            score for label, value, piece in several for score in score_in(label, value, sentence, subject, mine, piece)
        ]
    if match := LABELLED.match(text) or _BARE.fullmatch(text):
        label = match["label"].strip()
        if role := role_in_label(label):  # "Base model MMLU: 58.1"
            label = next(iter(tests_in(label)))
        became = _BECAME.match(text, match.end("value"))  # "41.3 → 55.0 after DPO"
        written = became[1] if became else match["value"]
        value = parse_value(written)
        between = text[match.end("label") : match.start("value")]
        hedged = any(sign in "~≈∼" or sign.isalpha() for sign in between)  # "MMLU loss: ~1.2"
        if (
            names_test(label)
            and not NO_SHARE.search(label)
            and not _SETTING.search(label)
            and not is_no_result(next(iter(tests_in(label)), label), text, match.start("value"))
            and not is_other_quantity(text, match.start("value"), match.end("value"))
            and not (hedged and is_other_quantity(text, match.end("label"), match.end("value")))
            and not is_former_value(text, match.start("value"), match.end("value"))
            and not is_program_version(text, match.start("value"), match.end("value"))
            and not _OF_SO_MANY.match(text, match.end("value"))
            and not counts_overlap(text, match.end("value"))
            and not _goes_on_to_a_test(text[match.end("value") :])
            and not _LABELLED_BEHIND.match(text, match.end("value"))
            and (is_test_in_prose(label) or tests_in(label))
            and value
            and (value.decimals or value.number <= 100)
        ):
            subject, mine = find_owner(sentence, own)
            if named := find_named_behind(label, text, match.end("value"), own):
                subject, mine = named, own.match(named) > Match.NONE
            elif role:
                subject, mine = role, is_before(role) and is_raw(own.name or "")
            return score_in(label, written, sentence, subject, mine, text)
    test, title = _test_over(sentence)
    return _below(test, title, text, sentence, own, among_models) if test else []


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
        models = sum(is_model_label(label, own) for _, label in run)
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


_BECAME = re.compile(
    r"\s?(?:[(（][^()（）]{1,30}[)）])?(?:\s{0,2}(?:→|->|⟶|➡️?|=>)\s{0,2}(\d{1,4}(?:[.,]\d+)?\s?%?)(?![\w.])){1,6}"
)
_OF_SO_MANY = re.compile(r"\s?(?:/|(?:out )?of )\s?\d")  # "GPQA: 71 of 198 correct (35.9 %)" is no 71 %
_PIECE_END = re.compile(r"\s*[;|；•·、]\s*|\s/\s|,\s+(?=[\"'`]?[A-Za-z])|，\s*(?=[A-Za-z])")
_QUOTES = re.compile(r"[\"'`{}]")  # {"mmlu": 0.612, "gsm8k": 0.501}


# "GSM8K used temperature=1.0" names no part of GSM8K
_SETTING = re.compile(
    r"(?i)\b(?:temperature|temp|top[-_ ]?[pk]|min[-_ ]?p|penalty|seed|max[-_ ]\w+|epochs?|lr|warm-?up|"
    r"improved|gained|rose|increased|dropped|fell)\W*$"
)
# "MMLU: 48.1 (v1), 55.7 (v2)", which is read as a sentence
_LABELLED_BEHIND = re.compile(
    r"\*{0,2}\s?[(（][^()（）]{1,40}[)）]\s?(?:[,;/|，；]|and|vs\.?|versus|und|et|y)\s?\*{0,2}\d{1,3}[.,]\d+\s?%?\*{0,2}\s?[(（]"
)
_NEXT = re.compile(
    r"\s?(?:[(（][^()（）]{0,40}[)）])?(?:[,;，；]| and| und| et| y| e| &) (?P<next>[A-Z][^:：()]{1,40}?):? \d{1,3}\.\d"
)


def _goes_on_to_a_test(rest: str) -> bool:
    """True for ", GSM8K 50.1" behind "MMLU: 61.2", which is read as a sentence."""
    found = _NEXT.match(rest[:120])
    return bool(found and names_test(found["next"]))


_REMARK = re.compile(r"\s?(?:[(（][^()（）]{0,40}[)）])?")  # "(3-shot)"


def _labelled_pieces(text: str) -> list[tuple[str, str, str]]:
    """Name, value and words of each piece of "Scores: MMLU = 63.2; GSM8K: 51.0", where every piece names a test."""
    if len(text) > 1000 or not _PIECE_END.search(text):
        return []
    text = _QUOTES.sub("", text) if text[:1] in "{`\"'" else text
    pieces = [piece for piece in _PIECE_END.split(re.sub(r"^[A-Za-z ]{3,24}:\s+(?=[A-Z])", "", text)) if piece.strip()]
    stripped = [piece.strip(" .*") for piece in pieces]
    found = [(LABELLED.match(piece), piece) for piece in stripped]
    named = []
    for match, piece in found:
        became = _BECAME.match(piece, match.end("value")) if match else None  # "MMLU: 68.0 → 67.2 (−0.8)"
        if match and names_test(match["label"]) and _REMARK.fullmatch(piece, (became or match).end()):
            named.append((match["label"].strip(), became[1] if became else match["value"], piece))
    return named if len(named) == len(pieces) > 1 else []


# Labels of the whole of a test: "Average", "Best result", "After DPO".
_WHOLE = re.compile(
    r"(?i)(?:overall\s*)?(?:average|avg\.?|mean)?|平均|평균|(?:zero|\d+)[- ]?shot|零样本|"
    r"(?:(?:our|the|this|its|final|best|new|current) ?){0,3}(?:results?|ours|model|checkpoint|run)?|"
    r"(?:fine-?)?tuned(?: model)?|after [A-Z]{2,5}|base(?: model)?|结果|결과"
)


def _below(
    test: str, title: str, text: str, sentence: Sentence, own: OwnModel, among_models: bool
) -> list[ReportedScore]:
    """The line of a model, or of a part of the test, below the `title` that names the test: "MMLU (5-shot)"."""
    match = _MODEL_LINE.match(text)
    if match and names_no_part(match["label"]):
        return []
    if match and (among_models or is_model_label(match["label"], own)):
        mine = own.match(match["label"]) is not Match.NONE
        return score_in(test, match["value"], sentence, match["label"].strip(), mine, f"{title} {text}")
    match = _HEADED.match(text)
    if not match or _is_of_else(test, match, text, own):
        return []
    value = parse_value(match["value"])
    alone = match["label"].strip(" :：") or not text[match.end() :].strip(" .*")  # "- 58% like blue" is no score
    if not alone or _TOLD.search(match["label"]) or value is None or not (value.decimals or value.percent_sign):
        return []
    label = re.sub(r"(?i)\b(?:acc(?:uracy)?|score)\b|准确率|得分|점수|정확도", "", match["label"]).strip(" :：")
    name = test if _WHOLE.fullmatch(label) else f"{test} {label}"
    subject, mine = find_owner(sentence, own)
    return score_in(name, match["value"], sentence, subject, mine, f"{title} {text}")


def _is_of_else(test: str, match: re.Match[str], text: str, own: OwnModel) -> bool:
    """True where the number below the name of a test is no result on it, or not one of the card's own model."""
    label, (start, end) = match["label"].strip(), match.span("value")
    if is_led_to_a_name(label, match["value"]) or is_program_version(text, start, end):
        return True
    if names_no_part(label) or measures_else(test, text, start, end):
        return True
    if names_others(label) and not ("base" in label.casefold() and is_raw(own.name or "")):
        return True
    if counts_else(text, end) or is_other_quantity(text, start, end) or is_relation(test, text, start):
        return True
    if looks_like_model(label) or tests_in(label) or len(label.split()) > 4 or _lacks_a_step(label, own):
        return True
    colon = not label or text[match.end("label") : start].strip()[:1] in (":", "：", "=")
    return not colon and is_sentence(label, text, end)


def _lacks_a_step(label: str, own: OwnModel) -> bool:
    """True for "SFT only", where the model went through more, as its name or the next line says."""
    return takes_training_away(label) and label.split(maxsplit=1)[0].casefold() not in (own.name or "").casefold()


def _test_over(sentence: Sentence) -> tuple[str | None, str]:
    """The one test that the nearest item, leading line or heading above a line names, as written, and that line."""
    about_else = sentence.headings and OTHER_TABLE.search(sentence.headings[-1])
    for title in reversed([*(() if about_else else sentence.headings[-2:]), *sentence.under]):
        bare = title.strip(" :：#")
        if names_test(bare):
            return bare, bare
        if len(found := set(tests_in(title))) == 1:
            return found.pop(), title
    return None, ""


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
    told = f"{before.text} {sentence.text}"  # "MMLU (5-shot)" above tells how the number below was taken
    return score_in(tests.pop(), match["value"], sentence, None, not is_foreign(sentence, own), told)
