"""Sentences of a card that claim something about tests or rivals, found once and used by several rules."""

import re
from functools import lru_cache
from itertools import zip_longest

from core.cards.benchmark_mentions import tests_in
from core.cards.document import Sentence
from core.cards.evidence import Evidence
from core.cards.frontier_claims import claims_frontier, compares
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.unnamed_tests import find_unnamed_tests
from core.cards.vocabulary import (
    BEATS,
    LEAK,
    MATCHES,
    MODEL_SIZE,
    NOT_YET,
    OBJECT_BETWEEN,
    OBJECT_FIRST,
    PRAISE,
    RELATIVE_SIZE,
    SAME_SIZE,
    SIZE_HINTS,
    TESTED,
    mentions,
)

_EVALUATION_HEADING = re.compile(
    r"(?i)\beval\w*|\bbench-?mark\w*|\bperformance\b|\bresults?\b|\bleader-?board\b|\bmetrics?\b|"
    r"\bscores?\b|评测|评估|性能|结果|基准|평가|성능|벤치마크|결과|리더보드|評価|性能|ベンチマーク"
)


def test_claims(evidence: Evidence) -> list[Sentence]:
    """Sentences that boast of tests: a comparison or praise together with a benchmark or the word."""
    found = []
    for sentence in evidence.document.prose():
        text = sentence.text
        if sentence.kind == "heading" or NOT_YET.search(text) or len(text) < 12 or len(text) > 2500:
            continue
        if _about_use(text) or _TRAINER.search(text) or LEAK.search(text):
            continue  # nor does a search for test questions in the training data boast of anything
        named = bool(tests_in(text)) or bool(TESTED.search(text))
        rivalry = claims_frontier(text) or claims_other_size(evidence, text)
        if rivalry or (named and (compares(text) or PRAISE.search(text))):
            found.append(sentence)
    return found


# "the state-of-the-art open models", "it performs well compared to others": praise of a model that names no test.
_PRAISED = re.compile(
    r"(?i)(?:(?<!by )(?<!with )(?<!using )(?<!from )(?<!of )(?<!like )(?<!other )(?<!existing )(?<!recent )"
    r"(?<!current )(?<!many )(?<!by the )(?<!of the )(?<!with the )(?<!than the ))"
    r"\b(?:state[- ]of[- ]the[- ]art|sota|best[- ]performing|top[- ]performing|strongest|most capable|best)\b"
    r"[^.;!?]{0,80}\b(?:models?|llms?|performance|results?)\b|"
    r"\bperform(?:s|ed)? (?:\w+ )?(?:well|better|strongly|best|competitively|favou?rably|on par)\b[^.;!?]{0,40}"
    r"\b(?:compar\w+|than|against|with|to|among)\b|\bsuperior (?:performance|results)\b|"
    r"(?:性能|效果|表现)[^。，]{0,10}(?:最佳|最强|最好|领先|优异|出色)|(?:最先进|最强)的[^。，]{0,16}模型|"
    r"(?:최고|최첨단|뛰어난|우수한) ?(?:의|수준의)? ?(?:성능|모델)|最高(?:の性能|性能)|最先端の[^。]{0,16}モデル"
)
_OF_OURS = re.compile(
    r"(?i)\b(?:we|our|this model|it|introduc\w+|present\w*|releas\w+|announc\w+)\b|"
    r"我们|本模型|该模型|우리|본 모델|本モデル|当モデル"
)
_POINTS = re.compile(
    r"(?i)\W*(?:please )?(?:see|check|refer|visit|look|compare|details|more|full|complete|find|as shown|as seen|"
    r"as can be|here|below|the (?:figure|chart|plot|graph|image))\b|\W*(?:详见|请见|见|参见|자세한|詳しく|詳細)"
)


def claims_pointing_at_tests(evidence: Evidence) -> list[Sentence]:
    """Praise of the own model that names no test and leaves the proof to a figure, or to a board that it points at."""
    pictured = bool(score_images(evidence))
    prose = [sentence for sentence in evidence.document.prose() if sentence.kind != "heading"]
    found = []
    for sentence, below in zip_longest(prose, prose[1:]):
        text = sentence.text
        if not 12 <= len(text) <= 1000 or NOT_YET.search(text) or _about_use(text):
            continue
        praised = _PRAISED.search(text)
        if praised is None or _DENIED.search(text[: praised.start()][-24:]):
            continue
        if not _OF_OURS.search(text) and not _names_own(evidence, text):
            continue
        beside = below is not None and below.headings == sentence.headings and below.line - sentence.line <= 1
        if pictured or (beside and below is not None and _POINTS.match(below.text) and TESTED.search(below.text)):
            found.append(sentence)
    return found


def _names_own(evidence: Evidence, text: str) -> bool:
    return any(
        evidence.own.match(name) is not Match.NONE for name in re.findall(r"\b[A-Z][\w.+-]{2,40}", text[:400])[:12]
    )


def results_on_unnamed_tests(evidence: Evidence) -> list[int]:
    """Lines that give a share of right answers on a test without a name; none where the card has scores besides."""
    return [] if evidence.scores else [item.line for item in find_unnamed_tests(evidence.document, ())]


# Written by a training library into every card it makes; it boasts of nothing.
_TRAINER = re.compile(r"(?i)\bachieves the following results on the evaluation set\b")


def _about_use(text: str) -> bool:
    """Advice and plans that mention tests without claiming anything."""
    return bool(
        re.match(
            r"(?i)\W*(?:please|you (?:can|should|may)|to (?:run|evaluate|reproduce)|users? (?:should|must|"
            r"are)|we (?:recommend|encourage|suggest)|developers? should|before deploying)\b",
            text,
        )
    )


def in_evaluation_section(sentence: Sentence) -> bool:
    return any(_EVALUATION_HEADING.search(title) for title in sentence.headings[-2:])


def evaluation_headings(evidence: Evidence) -> list[tuple[str, int]]:
    return [(text, line) for _, text, line in evidence.document.headings if _EVALUATION_HEADING.search(text)]


def score_images(evidence: Evidence) -> list[int]:
    """Lines of images that stand under a heading of results or call themselves results."""
    lines = []
    for image in evidence.document.images:
        label = f"{image.alt} {image.source.rsplit('/', 1)[-1]}"
        if re.search(r"(?i)badge|shields|logo|icon|banner|avatar|discord", f"{image.alt} {image.source}"):
            continue
        under = any(_EVALUATION_HEADING.search(title) or tests_in(title) for title in image.headings[-2:])
        if under or _EVALUATION_HEADING.search(re.sub(r"[-_.]", " ", label)) or tests_in(re.sub(r"[-_.]", " ", label)):
            lines.append(image.line)
    return lines


def about_other_model(evidence: Evidence, text: str, start: int, end: int) -> bool:
    """True where the words around a place in a sentence speak of a rival and not of the card's own model."""
    around = text[max(0, start - 60) : end + 60]
    names = re.findall(r"[\w][\w.+-]*(?:[- ][\w.+-]+){0,2}", around)
    models = [name for name in names if len(name) > 3 and looks_like_model(name)]
    foreign = bool(models) and all(evidence.own.match(name) is Match.NONE for name in models)
    ours = re.search(
        r"(?i)\b(?:we|our|us|this model|the model|used to (?:further )?(?:fine-?tune|train)|fine-?tuned (?:on|with))\b|"
        r"我们|本模型|우리",
        around,
    )
    return foreign and not ours


# A heading of a table: "Comparing Lumen-7B with large open models (30B-70B)".
_SET_AGAINST = re.compile(
    r"(?i)\bcompar\w+\b.{0,70}\b(?:with|to|against)\b.{0,40}\b(?:large|larger|bigger|huge)\b.{0,40}\b(?:llms?|models?)\b"
)


def heads_comparison_with_larger(sentence: Sentence) -> bool:
    return sentence.kind == "heading" and bool(_SET_AGAINST.search(sentence.text))


_OTHER_CLAIM = re.compile(
    r"(?i)\bnew record\b|(?:\b(?:best|top|highest|strongest|number one|state-of-the-art|sota)|"
    r"#\s?1)\b[^.]{0,60}\b(?:among "
    r"all|of all|of any|ever|(?:among|of|in) [^.]{0,40}(?:less|fewer|smaller) than|(?:among|of) "
    r"[^.]{0,30}(?:under|below|up to) \d+b?|(?:open |open-source )?(?:model|llm) (?:under|below) \d+b)\b|"
    r"\b(?:rank|place|come)\w* (?:first|1st|no\. ?1) among\b|\d+b[-\w.]* ?[>≥≈]=? ?[\w. -]{0,25}\d+b|"
    r"\b(?:strong|impressive|excellent|competitive|good|great|"
    r"better)\b[^.]{0,80}\bcompared (?:to|with|against)\b|"
    r"与[^。]{0,30}相比|와 비교|に比べ"
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
_HINTS_AT_SIZES = re.compile(r"[Ss]ize|SIZE|[所全不][有部限]?(?:模型)?(?:尺寸|规模|参数|大小)|크기|사이즈|규모|サイズ")
_RANK_OF_ALL_SIZES = re.compile(
    rf"(?i){_RANK}[^.;!?]{{0,40}}?{_ALL_SIZES}|{_ALL_SIZES}[^.;!?]{{0,20}}?{_RANK}|"
    r"(?:所有|全部|全|不限)(?:模型)?(?:尺寸|规模|参数量?|大小)[^。，]{0,12}(?:第[一二三四五六七八九十\d]|前[三五十\d])|"
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
_EXPERTS = re.compile(r"(?i)(?<![\w.])(\d{1,2})x(\d{1,3}(?:\.\d+)?)b(?![a-z])")
_ABOUT_SPEED = re.compile(
    r"(?i)\btok(?:en)?s?(?: per |/)s|\bthroughput\b|\blatency\b|\bspeed\w*|\bfaster\b|"
    r"\bv?ram\b|\bmemory\b"
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
    if _HINTS_AT_SIZES.search(text) and _RANK_OF_ALL_SIZES.search(text):
        return True
    if mentions(text, _SMALL_HINTS) and _BEST_THOUGH_SMALLER.search(text):
        return True
    claim = find_comparison(text) or _OTHER_CLAIM.search(text)
    if not claim or about_speed_only(text):
        return False
    return _tells_relative_size(SAME_SIZE.sub(" ", text)) or _names_other_size(text, claim, set(own))


@lru_cache(maxsize=8192)  # several rules ask about every sentence of a card
def find_comparison(text: str) -> re.Match[str] | None:
    """The first place of a sentence at which a model beats or equals another."""
    return _first(BEATS, text) or _first(MATCHES, text)


def about_speed_only(text: str) -> bool:
    return bool(_ABOUT_SPEED.search(text)) and not _ABOUT_QUALITY.search(text)


def _tells_relative_size(text: str) -> bool:
    """True where a sentence speaks of larger or smaller models, and not only of larger data or smaller files."""
    return any(
        not _THINGS_BEFORE.search(text[max(0, found.start() - 80) : found.start()])
        and not _THINGS_AFTER.match(text[found.end() : found.end() + 40])
        for found in RELATIVE_SIZE.finditer(text)
    )


_DENIED = re.compile(r"(?i)(?:\b(?:not|never|cannot|fails? to|unable to)|n't)\s(?!only)(?:\w+\s)?$")


def _first(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The first place that makes the claim; "is not as good as" makes none."""
    return next((found for found in pattern.finditer(text) if not _DENIED.search(text[: found.start()][-24:])), None)


def _names_other_size(text: str, claim: re.Match[str], own: set[float]) -> bool:
    """True where the sizes in a sentence, in billions, set the claimant apart from the beaten."""
    named = [(match.start(1), float(match[1]) * (0.1 if match[2] else 1)) for match in MODEL_SIZE.finditer(text)]
    # Experts share layers: 8x7B holds 46.7B.
    named += [(match.start(), 0.83 * int(match[1]) * float(match[2])) for match in _EXPERTS.finditer(text)]
    if OBJECT_FIRST.search(text) or OBJECT_BETWEEN.search(text):
        return bool(named) and _apart({size for _, size in named} | own)
    if _PRONOUN.match(text[claim.end() : claim.end() + 8]) and len(named) > 1:
        return _apart({size for _, size in named})
    # Sizes before the verb belong to the claimant, sizes after it to the beaten.
    after = {size for at, size in named if at >= claim.start()}
    before = _claimants(text, sorted(place for place in named if place[0] < claim.start())) or own
    if not before:  # of an unknown size: it is surely another than one of two rivals that differ
        return len(after) > 1 and _apart(after)
    return any(all(_apart({size, mine}) for mine in before) for size in after)


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
