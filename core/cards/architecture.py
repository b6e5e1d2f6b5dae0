"""What kind of network a card's model is: in a table, in a line with a label, in a sentence about the model itself.

A rival's kind ("surpasses the MoE of ...") and general remarks ("especially with Mixture of Experts models") are none.
"""

import re
from collections.abc import Iterable, Iterator

from core.cards.document import Document, Sentence
from core.cards.fact_tables import told_in_tables
from core.cards.fast_patterns import fast_pattern
from core.cards.name_words import looks_like_model, words_of
from core.cards.own_model import OwnModel
from core.cards.told_of_rivals import Subjects

_KIND = fast_pattern(
    r"(?i)\b((?:decoder-only |autoregressive |auto-regressive |dense |sparse )*(?:mixture[- ]of[- "
    r"]experts|moe|transformer|mamba|state[- ]space|rwkv|hybrid)(?: (?:architecture|model|decoder|"
    r"language model))?)\b(?!s)"
)
_LABEL = re.compile(
    r"(?i)^\W{0,6}(?:(?:model|network|base|neural|llm|overall)[ -])?architecture(?: (?:type|class|name))?\W{0,4}[:：]"
    r"\W{0,4}(?P<said>[A-Za-z](?:[^.;,:(<\n/]|\.(?=\d)){1,60}+)(?=[.;,:(<\n]|$)"
)
_CELL_OF_SEVERAL = re.compile(
    r"(?i)\W*(?:model )?(?:architecture|架构|아키텍처)(?: \S{1,30}){0,3}$"
)  # and a rival's value
_CELL = re.compile(r"(?i)\W*(?:model )?architecture\W*|架构|아키텍처")
# Just before the word: others are meant, or a part of a set.
_OTHERS_BEFORE = re.compile(
    r"(?i)\b(?:surpass\w*|outperform\w*|beat\w*|exceed\w*|match\w*|rivals?|than|unlike|compar\w+|vs|versus|against|like|"
    r"such as|e\.g|including|includes?|especially|particularly|other|some|most|many|all|certain|when|if|whether|"
    r"instead of|not|no|without|as well as (?:an? )?|future|planned|upcoming|support(?:s|ing)? for)\b[^.;,]{0,40}$"
)
_NO_KIND = re.compile(r"(?i)\b(?:is|are|uses?|see|was|has)\b")
_MOST_WORDS = 6


# "Qwen3ForCausalLM": the surest word for it, which names the code that runs the model.
_CLASS = re.compile(r"(?<!\w)(?!Auto)[A-Z]\w{2,40}For(?:CausalLM|ConditionalGeneration)\b")
# Nearly every model is a transformer, and some lines name the library.
_SAYS_LITTLE = re.compile(
    r"(?i)\W*(?:an? )?(?:(?:optimi[sz]ed|standard|auto-?regressive|modern|large|hugging ?face|the)[ -])*"
    r"transformers?(?:[ -](?:based|architecture|model|network|language|library)){0,3}\W*"
)
_ASIDE = re.compile(r"\s*\([^()]{0,40}\)\s*$")
_IS_A_MODEL = re.compile(r"(?i)(?:^|[-_ ])(?:instruct|chat|it|\d+(?:\.\d+)?b)(?:$|[-_ ])")


# What stands below such a heading is of a model that is yet to come.
_LATER = re.compile(
    r"(?i)\b(?:road ?map|future|plan(?:s|ned)?|next (?:steps?|release|version)|to-?do|upcoming|outlook|ausblick|"
    r"perspectives|futuro)\b|향후|계획|로드맵|未来|今后|后续|路线图|计划|今後|予定"
)
# "The next one will be a mixture of experts"; "Wren is a hybrid that will be used for chat" is one.
_KINDS = r"moe\b|mixture|mamba|hybrid|rwkv|state[- ]space|\w*rchitect"
_WILL = re.compile(
    r"(?i)^(?:(?!\b(?:is|are) (?:an?|our|the|based|built)\b).){0,160}?"
    r"\bwill (?:be|use|move|switch|adopt|explore|have)\b"
    rf"[^.;,]{{0,40}}?\b(?:{_KINDS})|할 (?:계획|예정)|(?:将|会)(?:采用|使用|推出)|予定"
)


def _is_planned(sentence: Sentence) -> bool:
    told = _KIND_HINT.search(sentence.text[:1000])
    titles = (*sentence.headings[-2:], *sentence.under)
    return bool(told) and bool(_WILL.search(sentence.text[:400]) or any(map(_LATER.search, titles)))


_KIND_HINT = fast_pattern(r"(?i)moe|mixture|mamba|hybrid|rwkv|state[- ]space|rchitect")


def find_architecture(document: Document, prose: Iterable[str], own: OwnModel, bases: Iterable[str]) -> str | None:
    """The class, else the kind or the family that a line gives; None for "transformer", which says little."""
    later = {sentence.text for sentence in document.prose() if _is_planned(sentence)}
    texts = [text[:1000] for text in prose if text not in later]
    told = [*_in_lines(texts), *_in_tables(document, own)]
    named = next((match[0] for said in told if (match := _CLASS.search(said))), None)
    if named:
        return named
    telling = (kind for said in told if (kind := _kind(said)))
    subjects = Subjects.of(document, own, bases)
    kinds = (kind for text in texts if (kind := _in_sentence(text, subjects)))
    return next(telling, None) or next(kinds, None)


def _in_tables(document: Document, own: OwnModel) -> Iterator[str]:
    yield from (fact.value[:120] for fact in told_in_tables(document, own) if _CELL_OF_SEVERAL.match(fact.label))
    for table in document.tables:
        if any(looks_like_model(cell.text) for cell in table.rows[0][1:]):
            continue  # of several models
        for row in table.rows:
            if len(row) > 2 and _CELL.fullmatch(row[0].text) and row[1].text:
                yield row[1].text[:120]


def _in_lines(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        labelled = _LABEL.match(text) if "rchitectur" in text or "RCHITECTUR" in text else None
        said = labelled["said"].strip(" *`'\"") if labelled else ""
        if said and len(said.split()) <= _MOST_WORDS and not _NO_KIND.search(said):
            yield said


def _kind(said: str) -> str | None:
    """The family or kind that a line gives: "Llama-3" for Meta-Llama-3; None for a word for all, and for one model."""
    said = _ASIDE.sub("", said).removeprefix("Meta-")
    if not any(map(str.isalpha, said)) or _SAYS_LITTLE.fullmatch(said) or _IS_A_MODEL.search(said):
        return None
    return said


def _in_sentence(text: str, subjects: Subjects) -> str | None:
    for match in _KIND.finditer(text):
        before = text[: match.start()]
        experts = "moe" in match[0].casefold() or "xture" in match[0]  # most rivals are transformers as well
        if _SAYS_LITTLE.fullmatch(match[1]) or _OTHER_HYBRID.match(text, match.start()):
            continue
        if _GOES_ON_AS_NAME.match(text, match.end()) and not subjects.is_own(_word_around(text, *match.span())):
            continue
        if (
            _OTHERS_BEFORE.search(before[-60:])
            or _RIVALS_LISTED.search(before)
            or (experts and (subjects.told_of_rival(text, *match.span()) or _of_sister(text, match, subjects)))
        ):
            continue
        return match[1][:120]
    return None


# "[MoE-instruct]", a link to a sister: a piece of a name.
_GOES_ON_AS_NAME = re.compile(r"(?i)-(?:instruct|chat|base|it|vision|a?\d+(?:\.\d+)?b)\b")


def _word_around(text: str, start: int, end: int) -> str:
    begin = re.search(r"[\w./+-]*$", text[max(0, start - 60) : start])
    rest = re.match(r"[\w.+-]*", text[end : end + 60])
    return f"{begin[0] if begin else ''}{text[start:end]}{rest[0] if rest else ''}".rsplit("/", maxsplit=1)[-1]


_EXPERTS_IN_NAME = re.compile(r"(?i)moe|mixtral|\dx\d|(?<![a-z])a\d+(?:\.\d)?b(?![a-z])")
_NAME_WITH_EXPERTS = re.compile(r"(?<![\w.-])[\w.]{2,40}(?:-[\w.]{1,20}){0,6}?-(?:[Mm][Oo][Ee])(?![a-z])")
_VERSION_AFTER = re.compile(r"(?i)[\s)*_]{0,3}(?:(?:version|variant|sibling|sister|edition|counterpart)s?|models)\b")
_IS_THAT = re.compile(
    r"(?i)\b(?:is|are|was|as|this|['’]s|family of|series of|suite of|set of|collection of) "
    r"(?:(?:an?|the|our) )?(?:[\w-]+ ){0,4}\W{0,3}$|"
    r"^\W{0,4}(?-i:[A-Z])[\w.+-]{1,40}\d[\w.+-]{0,20}, an? (?:[\w-]+ ){0,3}$"
)


def _of_sister(text: str, match: re.Match[str], subjects: Subjects) -> bool:
    """True for "Wren-MoE has 16 experts" and "A MoE version is planned" on the card of Wren-7B, whose name has none."""
    names = subjects.own.names[:2]
    if not names or any(_EXPERTS_IN_NAME.search(name) for name in names):
        return False
    if _VERSION_AFTER.match(text, match.end()) and not _IS_THAT.search(text[: match.start()][-60:]):
        return True
    mine = {words_of(name).first for name in names}
    return any(words_of(found[0]).first in mine for found in _NAME_WITH_EXPERTS.finditer(text[: match.end()]))


_RIVALS_LISTED = re.compile(r"(?i)\b(?:competitors?|baselines?|rivals|in comparison|we compared?|counterparts?)\b")
# "hybrid reasoning", "the hybrid use of ...": a way to work, and no kind of network.
_OTHER_HYBRID = re.compile(
    r"(?i)hybrid(?!(?:[- ][\w/-]+){0,3}?[- ](?:architectures?|models?|decoders?|ssm|mamba\w*|transformers?|attention|"
    r"state|linear|moe|recurrent)\b)|"
    r"hybrid[- ](?:reasoning|thinking|instruct\w*|inference|merge\w*|mode|data\w*|use|training)\b"
)
