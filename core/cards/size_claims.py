"""Sentences that set the card's model against models of another size: told sizes, "twice as large", "our 7B beats"."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from core.cards.benchmark_mentions import tests_in
from core.cards.comparison_words import BEATS, MATCHES, VERB_LAST
from core.cards.document import Sentence
from core.cards.evidence import Evidence
from core.cards.fast_patterns import fast_pattern
from core.cards.sizes_in_text import placed_sizes, sizes_in
from core.cards.vocabulary import (
    OBJECT_BETWEEN,
    OBJECT_FIRST,
    RELATIVE_SIZE,
    SAME_SIZE,
    SIZE_HINTS,
    mentions,
)

# A heading of a table: "Comparing Lumen-7B with large open models (30B-70B)".
_SET_AGAINST = re.compile(
    r"(?i)\bcompar\w+\b.{0,70}\b(?:with|to|against)\b.{0,40}\b(?:large|larger|bigger|huge)\b.{0,40}\b(?:llms?|"
    r"models?)\b"
)


def heads_comparison_with_larger(sentence: Sentence) -> bool:
    return sentence.kind == "heading" and bool(_SET_AGAINST.search(sentence.text))


_OTHER_CLAIM = fast_pattern(
    r"(?i)\bnew record\b|(?:\b(?:best|top|highest|strongest|number one|state-of-the-art|sota)|"
    r"#\s?1)\b[^.]{0,60}\b(?:among "
    r"all|of all|of any|ever|(?:among|of|in) [^.]{0,40}(?:less|fewer|smaller) than|(?:among|of) "
    r"[^.]{0,30}(?:under|below|up to) \d+b?|(?:open |open-source )?(?:model|llm|thing|one|choice|option) (?:under|"
    r"below) \d+b)\b|"
    # "Nothing below 30B comes close", "There is no better model up to 34B"
    r"\b(?:nothing|none(?: of (?:the|all) (?:[\w-]+ )?models)?|no(?: other| open(?:[- ]source)?)? (?:model|llm)|"
    r"i know of no(?: other)? (?:model|llm))\b"
    r"(?: \w+)? (?:under|below|up to|smaller than|less than) (?=\d+\s?b\b)[^.;]{0,12}?"
    r"\b(?:comes? (?:\w+ )?close|beats?|matche?s?|touche?s?|can (?:\w+ )?(?:beat|match|touch|compete)|compares?|"
    r"gets? near|"
    r"is (?:\w+ )?(?:better|as good))\b|\bno better (?:[\w-]+ )?(?:model|llm|one|choice|option)\b[^.;]{0,20}?"
    r"\b(?:under|below|up to|smaller than|less than) (?=\d+\s?b\b)|"
    r"\bwho (?:still )?needs (?:a |the )?(?=[\w-]{0,20}\d+b)|"
    r"\d+b(?:[- ](?:model|llm|merge|fine-?tune))? (?:\w+ )?(?:above|over|ahead of|past) (?:an?|every|all|any|most|"
    r"many|"
    r"several|some|the) (?=[\w.-]{0,20}\d+b)|"
    # the best of a field that is said to hold larger ones: "the best open model, those of 70B included"
    r"\b(?:best|top|highest|strongest|number one|state[- ]of[- ]the[- ]art|sota)\b[^.;]{0,40}?"
    r"\b(?:models?|llms?|all|any|every|open(?:[- ](?:source|weights?))?)\b[^.;]{0,40}?"
    r"(?:\b(?:including|even (?:those|ones|models|among|of|at|counting|with)|also (?:those|among)|up to|not excepting)"
    r"\b[^.;]{0,30}?(?=\d+\s?b\b|\d+ billion)|(?=\d+b\b)[^.;]{0,20}\bincluded\b)|"
    r"\b(?:rank|place|come)\w* (?:first|1st|no\. ?1) among\b|\d+b[-\w.]* ?[>≥≈]=? ?[\w. -]{0,25}\d+b|"
    r"\b(?:strong|impressive|excellent|competitive|good|great|"
    r"better)\b[^.]{0,80}\bcompared (?:to|with|against)\b|"
    r"与(?![^。]{0,12}量化)[^。]{0,30}相比|와 비교|に比べ"
)


_SMALL_HINTS = re.compile("smaller|compact|lighter")
# "state-of-the-art results, even when using smaller models than the previous best"
_BEST_THOUGH_SMALLER = re.compile(
    r"(?i)\b(?:state[- ]of[- ]the[- ]art|sota|best|record|top|leading|superior|strong|competitive)\b"
    r" (?:\w+ ){0,2}(?:results?|performance|scores?|accuracy|quality)\b[^.;]{0,60}?\b(?:with|using|from|of) "
    r"(?:a |an |far |much |significantly |considerably |even )*(?:smaller|more compact|lighter) (?:base |language )?"
    r"(?:models?|llms?|backbones?|ones?) than\b(?! (?:file|data))"
)
# A place on a board that lists models of all sizes: "#8 of all sizes", "top 10 across all model sizes".
_RANK = (
    r"(?:#\s?\d{1,3}\b|\bno\.? ?\d{1,3}\b|\bnumber (?:one|two|three|four|five|\d{1,3})\b|\btop[- ]?(?:\d{1,3}|one|"
    r"three|five|ten)\b(?! accuracy)|\brank(?:s|ed|ing)?\b|\b\d{0,2}(?:1st|2nd|3rd|\dth)\b|"
    r"\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(?: (?:place|position|rank|best))?\b)"
)
_ALL_SIZES = r"\b(?:all|any|every|whatever)[- ](?:of the )?(?:model[- ]|parameter[- ])?sizes?\b(?! of)"
_HINTS_AT_SIZES = fast_pattern(
    r"[Ss]ize|SIZE|[所全不][有部限]?(?:模型)?(?:尺寸|规模|参数|大小)|크기|사이즈|규모|サイズ"
)
_RANK_OF_ALL_SIZES = re.compile(
    rf"(?i){_RANK}[^.;!?]{{0,40}}?{_ALL_SIZES}|{_ALL_SIZES}[^.;!?]{{0,20}}?{_RANK}|"
    r"(?:所有|全部|全|不限)(?:模型)?(?:尺寸|规模|参数量?|大小)[^。，]{0,12}(?:第[一二三四五六七八九十\d]|"
    r"前[三五十\d])|"
    r"(?:모든|전체) ?(?:모델)? ?(?:크기|사이즈|규모)[^.]{0,20}?\d{1,3}위|"
    r"(?:全サイズ|サイズを問わず)[^。]{0,12}\d{1,3}位"
)
# What may be larger or smaller besides a model: "matches datasets that are ten times the size".
_THING = (
    r"(?:data-?sets?|data|corp(?:us|ora)|(?:training|instruction|fine-?tuning) sets?|examples|samples|conversations|"
    r"dialogues|instructions|documents|files?|ggufs?|vocabular(?:y|ies)|tokenizers?|batch(?:es)?|"
    r"contexts?|(?:context )?windows?|downloads?|archives?|images?)"
)
_THINGS_BEFORE = re.compile(
    rf"(?i)\b{_THING},?(?: (?:that|which|is|are|was|were|of|at|about|nearly|over|up|to|roughly|some|around|being|"
    r"almost|even|more|than|only|just|a|an)){0,5} $"
)
_THINGS_AFTER = re.compile(
    rf"(?i)(?: of)?(?: (?:the|its|our|their|own|training|original|instruction|tuning|other|such)){{0,3}} {_THING}\b"
)


_PRONOUN = re.compile(r"(?i)\W*(?:it|them|that|the latter)\b")
_ABOUT_SPEED = re.compile(
    r"(?i)\btok(?:en)?s?(?: per |/)s|\bthroughput\b|\blatency\b|\bspeed\w*|\bfaster\b|"
    r"\bv?ram\b|\bmemory\b"
)
# "outperforms Wren-13B in tokens per second": the verb is one of quality, and what is compared is none.
_IN_SPEED = re.compile(
    r"(?i)\b(?:in|on|regarding|terms of)\s(?:\w+ ){0,2}?(?:speed|latency|throughput|tok(?:en)?s?(?: per |/)s\w*|"
    r"(?:v?ram|memory)(?: use| usage| footprint| consumption)?|costs?|prices?|pricing|energy|efficiency|"
    r"(?:training|inference|decoding|prefill) (?:time|costs?|speed|efficiency)|convergence|compression(?: rates?|"
    r" ratio)?|"
    r"time to first token|gpu[- ]hours)\b|"
    r"\b(?:en|em|im|beim|bei (?:de[rn] )?)\s?(?:precio|coste|costo|velocidad|preço|custo|velocidade|prix|coût|vitesse|"
    r"preis|"
    r"kosten|geschwindigkeit|tempo)\b"
)
_OF_ANSWERS = re.compile(
    r"(?i)\b(?:performance(?! per)|quality|accura\w+|benchmarks?|capab\w+|abilit\w+|scor\w+|tasks?|smarter|"
    r"answers?|reasoning|coding|math)\b"
)
_ABOUT_QUALITY = re.compile(
    r"(?i)\b(?:performance|quality|accura\w+|benchmarks?|results?|capab\w+|abilit\w+|scor\w+|tasks?|outperform\w*|"
    r"surpass\w*|beats?|smarter|better|rival\w*|match\w*|compet\w*)\b"
)


def claims_other_size(evidence: Evidence, text: str) -> bool:
    """True for a sentence that beats or equals models of another size than the card's own."""
    return _claims_other_size(text, frozenset(evidence.about.parameters_b))


@lru_cache(maxsize=8192)  # several rules ask about every sentence of a card
def _claims_other_size(text: str, own: frozenset[float]) -> bool:
    if len(text) > 2500 or not (any(sign.isdigit() for sign in text) or mentions(text, SIZE_HINTS)):
        return False
    if (
        (_HINTS_AT_SIZES.search(text) and _RANK_OF_ALL_SIZES.search(text))
        or (mentions(text, _SMALL_HINTS) and _BEST_THOUGH_SMALLER.search(text))
        or _MODELS_OF_SIZE.search(text)
    ):
        return True
    compared = find_comparison(text)
    if (compared or _OTHER_CLAIM.search(text)) is None or about_speed_only(text):
        return False
    named = any(_names_other_size(text, claim, set(own)) for claim in _all_claims(text))
    if named or _beats_the_larger(text, compared):
        return True
    relative = mentions(text, SIZE_HINTS) and _tells_relative_size(SAME_SIZE.sub(" ", text))
    return relative or bool(compared and _DESPITE_SIZE.search(text))


def _all_claims(text: str) -> Iterator[re.Match[str]]:
    """Every comparison of a sentence, in the order of the patterns; other claims where there is none."""
    found = False
    for claim in chain(_all_of(BEATS, text), _all_of(MATCHES, text)):
        found = True
        yield claim
    if not found:
        yield from _all_of(_OTHER_CLAIM, text)


@lru_cache(maxsize=8192)  # several rules ask about every sentence of a card
def find_comparison(text: str) -> re.Match[str] | None:
    """The first place of a sentence at which a model beats or equals another."""
    return next(chain(_all_of(BEATS, text), _all_of(MATCHES, text)), None)


def about_speed_only(text: str) -> bool:
    """True where a sentence compares speed, memory or money, and no answers."""
    if _ABOUT_SPEED.search(text) and not _ABOUT_QUALITY.search(text):
        return True
    return bool(_IN_SPEED.search(text)) and not (_OF_ANSWERS.search(text) or tests_in(text))


def _tells_relative_size(text: str) -> bool:
    """True where a sentence speaks of larger or smaller models, and not only of larger data or smaller files."""
    return any(
        not _THINGS_BEFORE.search(text[max(0, found.start() - 80) : found.start()])
        and not _THINGS_AFTER.match(text[found.end() : found.end() + 40])
        for found in RELATIVE_SIZE.finditer(text)
    )


# "outclasses its larger predecessor": behind the verb, since "the larger sibling outclasses it" tells the reverse.
_THE_LARGER = re.compile(
    r"(?i)[^.;!?]{0,60}?\b(?:the|its|their|an?|our)(?: (?:much|far|considerably|\w+ly))? (?:larger|"
    r"bigger) (?:sibling|predecessor|"
    r"cousin|brother|sister|competitor|rival|teacher|counterpart|(?-i:[A-Z])[\w.-]{0,30}\d+b)\b"
)
# "A 131B prune of Kestrel-176B that scores at parity with the full model"
_CUT_DOWN = re.compile(r"(?i)\b(?:prun|compress|slimm|distill|shrunk|shrink|reduc|cut down)\w*")
_THE_FULL = re.compile(
    r"(?i)[^.;]{0,12}?\bthe (?:full|unpruned|original|parent|complete|whole|uncompressed|dense|"
    r"teacher)(?:[- ]sized?)? model\b"
)


def _beats_the_larger(text: str, compared: re.Match[str] | None) -> bool:
    """True for "outclasses its larger predecessor" and for a pruned model at parity with the whole one."""
    if ("arger" in text or "igger" in text) and any(
        _THE_LARGER.match(text, claim.end()) for claim in _all_claims(text)
    ):
        return True
    if compared is None or "model" not in text or not _CUT_DOWN.search(text):
        return False
    sizes = set(sizes_in(text))
    return len(sizes) > 1 and _apart(sizes) and _THE_FULL.match(text, compared.end()) is not None


DENIED = re.compile(r"(?i)(?:\b(?:not|never|cannot|(?<!never )fails? to|unable to)|n't)\s(?!only)(?:\w+\s)?$")


# "We compare each with the strongest models of twice their size."
_MODELS_OF_SIZE = re.compile(
    r"(?i)\bcompar\w+\b[^.;]{0,80}\b(?:with|to|against)\b[^.;]{0,80}\b(?:models?|llms?|ones)\b[^.;]{0,50}?\b"
    r"(?:twice|double|triple|"
    r"(?:two|three|four|five|ten|several|many|\d{1,3}) ?(?:x|times)) (?:their|its|the|our) (?:own )?size\b"
)
# "Despite its only 14 billion parameters it performs similarly to Quill"
_DESPITE_SIZE = re.compile(
    r"(?i)\b(?:despite|although|even though|though|in spite of|for all)\b[^.;]{0,60}"
    r"\b(?:only|just|merely|a mere|a modest|small)\b"
    r"[^.;]{0,24}?\d(?:\.\d+)?\s?(?:b\b|billion)(?! (?:tokens|words))"
)


def _all_of(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Each place that makes the claim; "is not as good as" makes none."""
    return (found for found in pattern.finditer(text) if not DENIED.search(text[: found.start()][-24:]))


def _names_other_size(text: str, claim: re.Match[str], own: set[float]) -> bool:
    """True where the sizes in a sentence, in billions, set the claimant apart from the beaten."""
    named = placed_sizes(text)
    # "wird von Quill-70B übertroffen" tells of a defeat
    last = VERB_LAST.match(text, claim.start()) and not re.search(r"\b(?:von|durch|als)\b", text[: claim.start()])
    if last or (not text.isascii() and (OBJECT_FIRST.search(text) or OBJECT_BETWEEN.search(text))):
        return bool(named) and _apart({size for _, size in named} | own)
    if _PRONOUN.match(text[claim.end() : claim.end() + 8]) and len(named) > 1:
        return _apart({size for _, size in named})
    # Sizes before the verb belong to the claimant, sizes after it to the beaten.
    after = {size for at, size in named if at >= claim.start()}
    told = _claimants(text, sorted(place for place in named if place[0] < claim.start()))
    before = told or own
    if not before:  # of an unknown size: it is surely another than one of two rivals that differ
        return len(after) > 1 and _apart(after)
    ours = told and _OURS.search(text[max(0, claim.start() - 40) : claim.start()])  # "save for the 70B, it beats"
    if told and not ours and claim.re is BEATS and not _BEATEN_BY.match(text, claim.end()):
        after = {size for size in after if size > min(told)}  # that the 70B beats the 7B is no news
    return any(all(_apart({size, mine}) for mine in before) for size in after)


_OURS = re.compile(r"(?i)\b(?:it|we|they|ours|this (?:model|one))\b")
_BEATEN_BY = re.compile(r"(?i)\s?(?:by|von|par|por|da|door)\b")

_LISTED_WITH = re.compile(  # between two sizes: "7B and our 13B", "7/13B", "Lumen-7B, Lumen-13B"
    r"(?i)[\d.]+\s?(?:b|billion)?(?:(?: models?)? ?(?:and|or|&)|\s?[,/、和与])\s?(?:the |our )?(?:[\w.-]{1,16}[- ])?"
)


def _claimants(text: str, named: list[tuple[int, float]]) -> set[float]:
    """The size nearest before the verb, and those that are listed with it: "our 7B and 13B models beat"."""
    sizes: set[float] = set()
    later: int | None = None
    for at, size in reversed(named):
        if later is not None and not _LISTED_WITH.fullmatch(text[at:later]):
            break
        sizes.add(size)
        later = at
    return sizes


def _apart(sizes: set[float]) -> bool:
    return max(sizes) >= 1.25 * min(sizes)
