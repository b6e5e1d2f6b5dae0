"""Claims that no single sentence holds: the size of the beaten, or the number of the rival, stands in the next one.

"It surpasses Quill and Tern. Our model is far smaller than both." "Lumen gets 69.5 % on HumanEval. GPT-4 gets 67 %."
"""

import re
from functools import lru_cache

from core.cards.benchmark_mentions import tests_in
from core.cards.document import Sentence
from core.cards.evidence import Evidence
from core.cards.fast_patterns import fast_pattern
from core.cards.frontier_claims import frontier_names
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.size_claims import about_speed_only, find_comparison
from core.cards.vocabulary import MODEL_SIZE, size_in_billions

_MOST_CHARS = 1_500

_BY_MUCH = (
    r"(?:(?:a |much |far |considerably |substantially |significantly |(?:many|two|three|four|five|ten|several) times |"
    r"\d{1,3}(?:\.\d)?(?:x|×| times) )"
    r"{0,3})"
)
_THEY = (
    r"(?:(?:all|any|each|either|both|most|every one|any one|some) (?:of )?)?(?:(?:these|those|the (?:other|above|"
    r"mentioned|former|latter|two|three|compared|competing)|such|its|our) ?(?:[\w-]+ )?(?:models?|llms?|ones|systems|"
    r"rivals|competitors|baselines|three|two)?\b|them\b|they\b|theirs\b|both\b|either\b|all others\b)"
)
_ARE_LARGER = re.compile(
    r"(?i)\b(?:(?:smaller|more compact|lighter)(?: (?:in )?(?:model |parameter )?(?:size|scale|count|model))?|"
    r"(?:fewer|less) (?:parameters|weights))(?: by far)?,? (?:(?:when )?compared (?:to|with)|than|relative to) "
    rf"{_THEY}(?! (?:file|data|quant))|"
    r"\b(?:fraction|half|third|quarter|tenth|fifth) (?:of )?(?:their|these models['’]) "
    r"(?:\w+ )?(?:size|parameters?|scale)\b|"
    rf"\b{_THEY} (?:\w+ )?(?:is|are|being|were) (?:all |both |each )?{_BY_MUCH}(?:larger|bigger|"
    r"(?:the|its|our) size\b|the size of)|"
    rf"\b{_THEY} (?:\w+ )?(?:has|have|had) {_BY_MUCH}(?:more|as many) (?:parameters|weights)\b|"
    r"(?:我们|本模型|该模型|它)[^。，]{0,12}(?:参数|规模|体量|尺寸)[^。，]{0,10}(?:小于|少于|小得多|少得多)|"
    r"(?:远小于|小于|少于)(?:这些|它们|上述|以上|两者|二者)|"
    r"(?:这些|它们|上述|以上|两者|二者)(?:模型)?[^。，]{0,8}(?:规模|参数量?|体量|尺寸)?[^。，]{0,6}(?:更大|大得多|"
    r"更多|的\d+倍)|"
    r"(?:이들|이런|이러한|위의?|해당|두|이) ?(?:모델)?(?:들)?(?:은|는|이|보다)?[^.]{0,8}(?:훨씬|몇 배|\d+ ?배)[^.]{0,6}"
    r"(?:크|큰|큽|작|많)|"
    r"これらの?(?:モデル)?(?:より|は)[^。]{0,10}(?:はるかに|ずっと|かなり)?(?:小さ|大き|少な)"
)
# What may be small besides a model.
_NO_MODEL = re.compile(r"(?i)\b(?:files?|data-?sets?|corpus|vocabular\w+|batch\w*|context|images?|errors?|loss\w*)\b")


def tells_beaten_are_larger(evidence: Evidence, sentence: Sentence, above: Sentence | None) -> bool:
    """True for a sentence that calls those larger whom the sentence before it says the model beats or equals."""
    if above is None or above.headings != sentence.headings or sentence.line - above.line > 3:
        return False
    if len(sentence.text) > _MOST_CHARS or not _hints_at_size(sentence.text):
        return False
    larger = _ARE_LARGER.search(sentence.text)
    if larger is None or _NO_MODEL.search(sentence.text[max(0, larger.start() - 30) : larger.end() + 20]):
        return False
    claim = find_comparison(above.text)
    return claim is not None and not about_speed_only(above.text) and not _is_beaten(evidence, above.text, claim)


@lru_cache(maxsize=8192)
def _hints_at_size(text: str) -> bool:
    low = text.casefold()
    return not low.isascii() or any(
        hint in low
        for hint in (
            "smaller",
            "compact",
            "lighter",
            "fewer",
            "less p",
            "less w",
            "their",
            "larger",
            "big",
            "size",
            "more p",
        )
    )


# "vs. GPT-4", "next to GPT-4", "GPT-4 gets": the rival that "it" stands for in the sentence after.
_SET_BESIDE = re.compile(
    r"(?i)\b(?:vs\.?|versus|against|compar\w+ (?:\w+ ){0,3}(?:to|with)|next to|beside|alongside|side by side with|"
    r"head[- ]to[- ]head with|pitted against|challenged|tried|used) (?:the )?(?:[\w-]+ ){0,5}$"
)
_BEATS_IT = re.compile(
    r"(?i)(?:^|[,;]\s)\W*(?:(?:and|but|so|in my (?:tests|experience|opinion)|honestly|surprisingly|imo),? )?"
    r"(?P<subject>(?:my|our|this|the) (?:own |new |little |small )?(?:model|merge|fine-?tune|one|[\w-]+ model)|mine|"
    r"ours|we|[A-Z][\w.+-]{2,40})\b (?P<between>(?:[\w'’-]+ ){0,5}?)"
    r"(?:beat(?:s|ing|en)?|outperform\w*|surpass\w*|exceed\w*|crush\w*|destroy\w*|smok(?:es|ed|ing)|match(?:es|ed)|"
    r"(?:is |was )?(?:better|stronger|smarter) than|(?:is )?on[- ]par with|(?:is )?as good as|equal(?:s|ed)|"
    r"w[io]ns? (?:over|against)) it\b(?!['’]?s\b| (?:is|was|has|own)\b)"
)
_SAYS_OURS = re.compile(r"(?i)(?:my|our|this|the) |(?:mine|ours|we)$")


def beats_frontier_above(evidence: Evidence, sentence: Sentence, above: Sentence | None) -> bool:
    """True for "My model is beating it in coding." behind "I tried both on my tasks vs. GPT-4."."""
    if above is None or above.headings != sentence.headings or sentence.line - above.line > 2:
        return False
    beaten = _BEATS_IT.search(sentence.text[:300]) if " it" in sentence.text[:300] else None
    if beaten is None or re.search(r"(?i)\b(?:not|never|nor|hardly|barely)\b|n['’]t\b", beaten["between"]):
        return False
    subject = beaten["subject"]
    if not _SAYS_OURS.match(subject) and evidence.own.match(subject) is Match.NONE:
        return False
    text = above.text[-400:]
    names = frontier_names(text)
    if not names or not _SET_BESIDE.search(text[: names[-1].start()]):
        return False
    rest = text[names[-1].end() :]  # "it" stands for the model named last
    return len(rest) <= 60 and not any(looks_like_model(word.strip(".,;:()")) for word in rest.split())


# "achieved with only 52 billion activated parameters"
_WITH_ONLY = fast_pattern(
    r"(?i)\b(?:with|using|having|at|activat\w+|from) (?:only|just|merely|a mere|no more than) "
    r"(?P<size>\d{1,4}(?:\.\d+)?)\s?(?:b\b|billion\b)(?! (?:tokens|words|samples|examples))|"
    r"(?:仅|只)(?:用|以|有|激活|需)?了?\s?(?P<little>\d{1,4}(?:\.\d+)?)"
    r"\s?[bB](?!\w)|(?:단|불과|겨우) (?P<few>\d{1,4}(?:\.\d+)?)\s?[bB]"
)


def tells_own_small_size(sentence: Sentence, above: Sentence | None) -> bool:
    """True where the own size, told with "only", is far below a size that a claim beats, here or one sentence above."""
    small = _WITH_ONLY.search(sentence.text[:_MOST_CHARS])
    if small is None:
        return False
    size = float(small["size"] or small["little"] or small["few"])
    near = [sentence.text] if above is None or above.headings != sentence.headings else [sentence.text, above.text]
    for text in near:
        claim = find_comparison(text[:_MOST_CHARS])
        if claim is None or about_speed_only(text):
            continue
        after = MODEL_SIZE.finditer(text[claim.end() : claim.end() + 120])
        if any(size_in_billions(match) >= 1.25 * size for match in after if not match[2]):
            return True
    return False


def _is_beaten(evidence: Evidence, text: str, claim: re.Match[str]) -> bool:
    """True where the own model stands after the verb: "Quill and Tern beat Lumen"."""
    names = re.findall(r"[A-Z][\w.+-]{2,40}", text[claim.end() : claim.end() + 60])
    return any(evidence.own.match(name) is not Match.NONE for name in names)


_GETS = (
    r"(?:achiev|scor|reach|obtain|attain|manag|record|get|gain|earn|solve|pass|hit|stand|sit|post|deliver|yield|"
    r"report)\w*|got|is at|was at|at|has|had|with|of"
)
_NUMBER = re.compile(r"(?<![\w.,-])(\d{1,3}(?:\.\d+)?)(?![\d\w]|\.\d)\s?(%|percent\b|points?\b)?")
# "GPT-4 achieves 67 %", "For comparison, GPT-4: 67 %"
_RIVAL_GETS = re.compile(
    rf"(?i)['’]?s?[*_)\s]*(?:\([^()]{{1,20}}\) )?(?:[\w-]+ )?(?:{_GETS}|[:=]|\()\s?(?:only |just |about |a score of )?"
    r"(?P<value>\d{1,3}(?:\.\d+)?)\s?(?P<unit>%|percent\b)?(?![\d\w]|\.\d)"
)
_OPENS = re.compile(
    r"(?i)\W*(?:(?:for|in|by|as a?) (?:comparison|reference|contrast|context|perspective),?|whereas|meanwhile,?|"
    r"compare:?|while|note that|by way of comparison,?|on the same (?:test|benchmark|set|data),?|(?:the )?original|"
    r"openai['’]?s?|anthropic['’]?s?|google['’]?s?)?\W*(?:openai['’]?s? |the )?"
)


_LOWER_IS_BETTER = re.compile(r"(?i)\b(?:errors?|perplexity|wer|loss|refus\w*|hallucinat\w*|toxic\w*)\b")


def outnumbers_across(sentence: Sentence, above: Sentence | None) -> bool:
    """True where a frontier model's number follows a higher one of the sentence before, on the same test."""
    names = frontier_names(sentence.text[:400]) if above is not None and any(map(str.isdigit, sentence.text)) else []
    if not names or above is None or above.headings != sentence.headings or sentence.line - above.line > 2:
        return False
    name = names[0]
    theirs = _RIVAL_GETS.match(sentence.text[name.end() :])
    if theirs is None or not _OPENS.fullmatch(sentence.text[: name.start()]):
        return False
    tests, before = set(tests_in(sentence.text)), set(tests_in(above.text))
    if len(before) != 1 or not tests <= before or frontier_names(above.text):
        return False
    ours = [float(match[1]) for match in _NUMBER.finditer(above.text) if _is_like(match, theirs)]
    # "Llama gets 54 %, Lumen 71 %": the highest of those that are told is the boast
    return bool(ours) and not _LOWER_IS_BETTER.search(above.text) and max(ours) > float(theirs["value"])


def _is_like(ours: re.Match[str], theirs: re.Match[str]) -> bool:
    """True for two shares, or for two bare numbers of which both or none have decimals; "160 problems" is no score."""
    if bool(ours[2]) != bool(theirs["unit"]):
        return False
    return bool(ours[2]) or ("." in ours[1]) == ("." in theirs["value"])
