"""The values of a card that can be laid beside those of another: its very model's, each claim once."""

import re
from collections.abc import Iterator, Sequence

from core.cards.evidence import MAX_QUOTE_CHARS
from core.cards.extra_help import condition_of, split_label
from core.cards.gaps import key_of_test, points_words
from core.cards.name_words import words_of
from core.cards.noise import guessed_share
from core.cards.plain_labels import names_no_model
from core.cards.questions_named import part_words
from core.cards.reading import CardReading, Origin, Quote, ReportedScore
from core.cards.settings import is_setting
from core.cards.spellings import lacks_only_size


def claims_of(reading: CardReading) -> tuple[ReportedScore, ...]:
    """What the card claims for its very model, in the order of its lines."""
    return tuple(_distinct(reading.main_scores or reading.own_scores))


def own_count(reading: CardReading) -> int:
    """How many scores a card gives of its very model: those of its other sizes, versions and stages are none."""
    return len(claims_of(reading)) if reading.main_scores else 0


def relatives_said(reading: CardReading) -> str:
    """What is told of the scores that belong to other members of the card's release; "" where there are none."""
    count = len(reading.own_scores) - len(reading.main_scores)
    if not count:
        return ""
    more = "One more score belongs" if count == 1 else f"{count} more scores belong"
    return f"{more} to other sizes, versions or training stages of this release: not counted above."


def settings_words(score: ReportedScore) -> str:
    """How a value was taken, as far as the card says.

    >>> from core.cards.read_card import read_card
    >>> settings_words(read_card("# A-7B\\n\\n|Metric|Value|\\n|--|--|\\n|MMLU (5-shot)|63.1|\\n").scores[0])
    '5-shot'
    """
    part = part_words(score)
    shots = f"{score.shots}-shot" if score.shots is not None else ""
    added = condition_of(score)
    stated = dict.fromkeys(
        filter(None, (part, shots, score.mode, score.metric, score.precision))
    )  # "maj@1" may be both
    parts = [part for part in stated if part.casefold() not in added.casefold()]
    parts += ["rescaled above chance"] * bool(guessed_share(score))
    return ", ".join([added] * bool(added) + parts) or "settings not stated"


def model_of(score: ReportedScore) -> str:
    """The label of a value without what is added to the model; "" where the card names none.

    >>> from core.cards.read_card import read_card
    >>> card = "|Test|A-7B|A-13B + tools|\\n|--|--|--|\\n|MMLU|63.1|65|\\n"
    >>> [model_of(score) for score in read_card(card, name="lab/A").scores]
    ['A-7B', 'A-13B']
    """
    return _ADDS.split(split_label(score.subject or "")[0], maxsplit=1)[0].strip(" *_")


def models_among(scores: Sequence[ReportedScore]) -> tuple[str, ...]:
    """The models that values are of, by their labels; two spellings of one name are one, and no label is none."""
    found: dict[tuple[frozenset[str], ...], str] = {}
    spelled: dict[str, tuple[frozenset[str], ...]] = {}  # "TernMamba-7B" and "tern-mamba-7b" are cut into other words
    values: dict[str, dict[str, set[float]]] = {}
    # An index of one model is of the card's, however that is called there.
    index = {score.subject for score in scores if score.origin is Origin.MODEL_INDEX}
    in_text = [score for score in scores if score.origin is not Origin.MODEL_INDEX and score.subject]
    for score in in_text if len(index) == 1 and in_text else scores:
        if (label := model_of(score)) and not (_NO_NAME.fullmatch(label) or names_no_model(label) or is_setting(label)):
            identity = spelled.setdefault(words_of(label).key, _identity(label))
            told = values.setdefault(found.setdefault(identity, label), {})
            told.setdefault(key_of_test(score), set()).add(score.value)
    labels = list(found.values())
    return tuple(
        label
        for identity, label in found.items()
        if not _is_short_for_another(identity, label, found)
        and not lacks_only_size(label, labels)
        and not any(_gets_the_same(label, other, values) for other in labels)
    )


def _gets_the_same(label: str, other: str, values: dict[str, dict[str, set[float]]]) -> bool:
    """True for "Tern-7B" beside "Tern-7B-alpha", where some test has one value for both and none has two."""
    short, whole = _identity(label), _identity(other)
    missing = whole[0] - short[0]
    sized = any(word[-1] in "bmt" and word[0].isdigit() for word in missing)
    if sized or not (short[0] < whole[0] and short[1] <= whole[1]):
        return False
    shared = [(told, values[other][test]) for test, told in values[label].items() if test in values[other]]
    return bool(shared) and all(mine & theirs for mine, theirs in shared)


def _is_short_for_another(
    identity: tuple[frozenset[str], ...], label: str, found: dict[tuple[frozenset[str], ...], str]
) -> bool:
    """True for "Tern" beside "Tern-7B-v1.1": a name without any number that sentences use for the whole one."""
    return not any(map(str.isdigit, label)) and any(
        identity[0] < other[0] and identity[1] <= other[1] for other in found
    )


def same_model(a: ReportedScore, b: ReportedScore) -> bool:
    """True where two labels name one model, or one of them names none."""
    mine, other = ("" if _NO_NAME.fullmatch(label) else label for label in (model_of(a), model_of(b)))
    return not mine or not other or same_name(mine, other)


def same_name(label: str, other: str) -> bool:
    """True where two labels are spellings of one name.

    >>> same_name("lab/Tern-7B 📄", "Tern 7B (ours)"), same_name("Tern-7B", "Tern-7B-Chat")
    (True, False)
    """
    return _identity(label) == _identity(other) or words_of(label).key == words_of(other).key


def _identity(label: str) -> tuple[frozenset[str], ...]:
    words = words_of(re.sub(r"\([^()]*\)|[^\w\s.+/-]", " ", label[:200]).strip())
    return words.words, frozenset(_SAME_STAGE.get(word, word) for word in words.stage), words.context


_SAME_STAGE = dict.fromkeys(("ins", "inst", "instructed", "instruction"), "instruct")


_NO_NAME = re.compile(r"(?i)\W*(?:ours?|this (?:model|work)|scores?|results?|values?|accuracy|acc|%)?\W*")
_ADDS = re.compile(r"\sw/|\swith\b")


def value_words(score: ReportedScore) -> str:
    """The value in points where it is a share of questions, else as the card writes it, with two decimals at most.

    >>> from core.cards.read_card import read_card
    >>> value_words(read_card("# A-7B\\n\\n|Metric|Value|\\n|--|--|\\n|HumanEval|0.906|\\n").scores[0])
    '90.6'
    """
    return f"{round(score.value, 2):g}" if score.percent is None else points_words(score.percent)


def _distinct(scores: Sequence[ReportedScore]) -> Iterator[ReportedScore]:
    """Each claim once, however often the card repeats it; the one that states most of its settings stands for it."""
    kept: dict[tuple[str, str], list[ReportedScore]] = {}
    for score in sorted(scores, key=lambda s: -count_stated(s) - bool(part_words(s))):
        same = kept.setdefault((key_of_test(score), value_words(score)), [])
        if not any(_covers(other, score) and same_model(other, score) for other in same):
            same.append(score)
    yield from sorted((score for same in kept.values() for score in same), key=lambda s: s.line)


def tell_cell(quote: Quote, reading: CardReading) -> str:
    """What a quoted line holds where the line alone does not say: a bare cell of an HTML table; "" for any other line.

    >>> from core.cards.read_card import read_card
    >>> card = "<table>\\n<tr><th>Test</th><th>A-7B</th></tr>\\n<tr><td>MMLU</td>\\n<td>63.1</td></tr>\\n</table>\\n"
    >>> tell_cell(Quote(4, "<td>63.1</td></tr>"), read_card(card, name="A-7B"))
    'MMLU, A-7B: 63.1'
    """
    if re.search(r"[^\W\d_]{2,}", re.sub(r"<[^<>]*>|^\W*value:", " ", quote.text)):
        return ""
    score = next((score for score in reading.scores if score.line == quote.line), None)
    return f"{', '.join(filter(None, (score.name_as_written, score.subject)))}: {score.value:g}" if score else ""


def tell_row(quote: Quote, reading: CardReading) -> str:
    """What the numbers of a quoted row are, whose header stands elsewhere; "" for any other line.

    >>> from core.cards.read_card import read_card
    >>> card = "|Model|MMLU|GSM8K|\\n|--|--|--|\\n|A-7B|63.1|51|\\n"
    >>> tell_row(Quote(3, "|A-7B|63.1|51|"), read_card(card, name="A-7B"))
    'A-7B: MMLU 63.1, GSM8K 51'
    """
    scores = [score for score in reading.scores if score.line == quote.line]
    subjects = {score.subject for score in scores}
    if not quote.text.startswith("|") or len(scores) < 2 or len(subjects) > 1:
        return ""
    told = ", ".join(f"{score.name_as_written} {score.value:g}" for score in scores[:_MOST_TOLD])
    more = f" and {len(scores) - _MOST_TOLD} more" if len(scores) > _MOST_TOLD else ""
    return f"{subjects.pop() or reading.model or 'This card'}: {told}{more}"


_MOST_TOLD = 8


def cut_quote(text: str, limit: int) -> str:
    """A quoted line as the card writes it; one that is too long ends after a word, with a sign that it goes on.

    >>> cut_quote("Wren beats every model", 14), cut_quote("Wren beats", 14)
    ('Wren beats …', 'Wren beats')
    """
    if len(text) <= limit and len(text) != MAX_QUOTE_CHARS:  # one of that length was cut where it was read
        return text
    kept = text[:limit]
    if limit >= len(text) or not text[limit].isspace():
        kept = kept.rsplit(None, 1)[0] if re.search(r"\s", kept[limit // 2 :]) else kept
    return f"{kept.rstrip()} …"


def quote_words(quote: Quote, reading: CardReading, limit: int = 200) -> str:
    """A quoted line as written, and behind a bare table cell what it holds."""
    told = tell_cell(quote, reading)
    return f"{cut_quote(quote.text, limit)} ({told})" if told else cut_quote(quote.text, limit)


def count_stated(score: ReportedScore) -> int:
    """How many of its settings the card states."""
    return sum(part is not None for part in (score.shots, score.mode, score.metric, score.precision))


def _covers(fuller: ReportedScore, score: ReportedScore) -> bool:
    pairs = zip(settings_of(fuller), settings_of(score), strict=True)
    return all(other is None or mine == other for mine, other in pairs)


def settings_of(score: ReportedScore) -> tuple[int | str | None, ...]:
    """Shots, mode, metric and precision as the card states them; None where it does not."""
    return (score.shots, score.mode, score.metric, score.precision)
