"""Claims that are no boast of the card's own model: words of another laboratory, and comparisons of methods.

"According to Tern Labs, the 7B model beats the 13B" tells what the maker of the base says of it; "better than the
patterns found by training small models" sets two ways of training side by side.
"""

import re

from core.cards.evidence import Evidence
from core.cards.makers import RECORD, told_maker_is
from core.cards.name_match import Match
from core.cards.publisher import own_family

_ACCORDING = re.compile(
    r"(?i)\b(?:according to|as (?:reported|claimed|stated|announced|shown|told) by|volgens|laut|nach angaben von|"
    r"selon|"
    r"d['’]après|según|segundo|de acordo com|secondo|enligt|ifølge|według)\b(?: the| de| het| den|"
    r" der| die| la)?\W{0,3}"
    r"(?P<who>[^,.;:()]{2,40})|(?:据|根据)\s?(?P<zh>[^，。]{2,24}?)(?:称|的|报告|介绍|，)|"
    r"(?P<ko>[\w .]{2,24}?)(?:에 따르면|에 의하면)|(?P<ja>[\w ]{2,24}?)によると|"
    r"^\W{0,4}(?P<says>[A-Z][\w. ]{2,24}?) (?:itself )?(?:claims?|says?|reports?|states?|announced|reported|claimed|"
    r"writes?|advertises?)(?: that)?\b"
)
_OURS = re.compile(
    r"(?i)\b(?:we|our|ours|us|my|mine|this model|this merge|onze|ons|unser\w*|notre|nuestro|nosso)\b|我们|우리"
)
_NAME = re.compile(r"\b[A-Z][\w.+-]{2,40}")


def is_word_of_another(evidence: Evidence, text: str) -> bool:
    """True for a sentence that gives the word of a known laboratory that is not the card's publisher."""
    said = _ACCORDING.search(text[:600])
    if said is None:
        return False
    who = next(group for group in said.groups() if group)
    lab = next((publisher for publisher, pattern in RECORD.items() if pattern.search(who)), None)
    if lab is None or (evidence.about.publisher and told_maker_is(evidence, lab)):
        return False
    family = own_family(evidence)
    if (family and lab.split()[0] in family.publisher) or _OURS.search(text):
        return False
    rest = f"{text[: said.start()]} {text[said.end() :]}"[:600]
    return all(evidence.own.match(name) in (Match.NONE, Match.LONGER) for name in _NAME.findall(rest)[:12])


_THAN_A_METHOD = re.compile(
    r"(?i)\b(?:compared (?:to|with)|than|over|against|outperform\w*|surpass\w*|beat\w*) (?:the |those |that |any |"
    r"a )?"
    r"(?:[a-z-]+ ){0,2}(?:patterns?|methods?|approach(?:es)?|techniques?|algorithms?|strateg(?:y|ies)|recipes?|"
    r"training|learning|rl|distillation|fine-?tuning|sft|pre-?training)\b[^.;,]{0,120}"
)


# "The tokenizer compresses better than that of Wren-13B": a part of a model beats a part, and tells of no answers.
_A_PART = re.compile(
    r"(?i)\b(?:tokeni[sz]er|vocabulary|vocab|tokeni[sz]ation|licen[cs]e|compression(?: rate| ratio)?|kv[- ]cache|"
    r"throughput|"
    r"latency)(?: of (?!(?:it|we)\b)[\w./-]+)?"
    r"(?: (?!(?:it|we|and|but|our|this|model|which|that|lets?|makes?|helps?|allows?)\b)[a-z][\w'’-]*){0,4}?"
    r" (?:better|higher|superior|outperforms?|beats?|exceeds?|surpass(?:es)?|on par|comparable|as good)\b[^.;]{0,160}"
)


# "Outputs better than those of Quill-70B were kept for training": how data were chosen, and no boast of the model.
_KEEPS = re.compile("kept|keep|retain|select|accept|pick|cho[so]|train|tun|DPO|SFT")
_DATA = (
    r"(?:outputs?|answers?|responses?|completions?|generations?|samples?|examples?|solutions?|candidates?|rollouts?|"
    r"trajector(?:y|ies)|rationales?|translations?|pairs?|conversations?|dialogues?|prompts?|traces?)"
)
_FOR_TRAINING = (
    r"(?:for|in|as|to|into|during|when) (?:the |our |its |a )?(?:[\w-]+ ){0,2}?(?:(?:pre-?|post-?)?train\w*|"
    r"(?:fine-?)?tun\w+|sft|dpo|orpo|kto|rlhf|distill\w*|data-?sets?|data|mix(?:ture)?|corpus|pool|chosen|preferred|"
    r"positives?)\b"
)
_KEPT_DATA = re.compile(
    rf"(?i)(?<!its )(?<!our )(?<!['’]s )\b{_DATA}\b(?:[^.;]|\.(?=\d)){{0,120}}?(?<!and )\b"
    r"(?:were|was|are|is|been)(?: \w+){0,2}? "
    rf"(?:kept|retained|(?:selected|accepted|picked|chosen|used|added|included|taken|preferred)\b[^.;]{{0,30}}?"
    rf"\b{_FOR_TRAINING})|"
    rf"\b(?:we|i|and|only|by) (?:\w+ ){{0,2}}?(?:keep|kept|keeping|retain(?:ed|ing)?|select(?:ed|ing)?|"
    rf"accept(?:ed|ing)?|pick(?:ed|ing)?|cho(?:ose|osing|se)) (?:[\w-]+ ){{0,3}}?{_DATA}\b(?:[^.;,]|\.(?=\d)){{0,140}}"
)


# "A GPT-4-class judge graded the answers": how the tests were marked.
_MARKERS = ("judge", "grader", "annotator", "evaluator", "teacher", "critic", "labeler", "labeller", "reward model")
_A_MARKER = re.compile(
    rf"(?i)\b[\w.]+(?:-[\w.]+){{0,3}}[- ](?:class|level|grade|tier) (?:llm |ai |model )?(?:{'|'.join(_MARKERS)})s?\b"
)


def without_methods(text: str) -> str:
    """The text without what it says a way of training, or a part like the tokenizer, is better than.

    Nor what data had to beat to be chosen for the training, nor the class of a judge.

    >>> without_methods("It gives better results than training small models directly.")
    'It gives better results .'
    """
    if (
        "oken" in text
        or "ocab" in text
        or "icen" in text
        or "ompress" in text
        or "latency" in text
        or "through" in text
    ):
        text = _A_PART.sub("", text)
    if any(marker in text for marker in _MARKERS):
        text = _A_MARKER.sub("", text)
    if _KEEPS.search(text):
        text = _KEPT_DATA.sub("", text)
    return _THAN_A_METHOD.sub("", text)
