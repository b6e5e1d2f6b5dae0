"""Words above a list or a table that give it to another model: "Scores of the base model:", "Results of Wren-7B".

A heading that is such a model's name and nothing else is told elsewhere; here the words tell of results.
"""

import re

from core.cards.benchmark_mentions import names_test, tests_in
from core.cards.name_match import Match
from core.cards.name_words import looks_like_model
from core.cards.own_model import OwnModel

_MOST_CHARS = 200
_RESULTS = (
    r"(?:results?|scores?|bench-?marks?|evaluations?|evals?|performances?|metrics|numbers|accuracy|accuracies|figures|"
    r"comparison)"
)
_ASIDE = r"(?: ?[(（][^()（）]{0,60}[)）])?"
_FIRST = r"(?:base|original|parent|source|teacher|starting|underlying|unmodified|untuned|vanilla|stock|pre-?trained)"
_MODEL = r"(?:models?|checkpoints?|weights|versions?|llm)"
_OF = rf"\b{_RESULTS}\b[^.;:,]{{0,40}}?\b(?:of|for|from|by|with) (?:the |its |our |their )?"
_OF_THE_FIRST = re.compile(
    rf"(?i){_OF}{_FIRST} {_MODEL}{_ASIDE}\W*(?:\b(?:are|is|were|below|follow\w*|as|taken|card)\b.{{0,60}})?$|"
    rf"^\W*(?:the |its )?{_FIRST} {_MODEL}(?:['’]s)?{_ASIDE}(?:['’]s)? (?:[\w-]+ ){{0,2}}{_RESULTS}\W*$"
)
_OF_NAMED = re.compile(rf"(?i:{_OF})(?P<name>[\w][\w./+-]*(?: [\w][\w.+-]*){{0,3}}?){_ASIDE}\W*$")
_NAMED_HAS = re.compile(rf"^\W*(?P<name>[\w][\w./+-]*(?: [\w][\w.+-]*){{0,3}}?)(?:['’]s)? (?i:{_RESULTS})\W*$")
# "Results of evaluation by Brio-70B", "judged by Brio-70B", "with Brio-70B as judge": whose the scores are is not said.
_JUDGED_BY = re.compile(
    r"(?i)\b(?:evaluat(?:ed|ions?)|evals?|judg(?:ed|e?ments?)|grad(?:ed|ing|es)|rat(?:ed|ings?)|assess(?:ed|ments?)|"
    r"scored|scoring|marked|reviewed|verified|compared)(?: (?:results?|scores?))? "
    r"(?:by|with|using|through|via|against) (?:the )?(?=[\w./-]{0,30}(?-i:[A-Z]))"
)
_AS_JUDGE = re.compile(r"(?i)\b(?:as (?:an? |the )?)?(?:judge|grader|evaluator|grading|judge?ments?)\b")


def are_of_another(text: str, own: OwnModel) -> bool:
    """True for words that give the results below them to the base model, or to another model by its name."""
    if not text or len(text) > _MOST_CHARS:
        return False
    if own.parents and _OF_THE_FIRST.search(text):
        return True
    bare = re.sub(r"(?i)^\W*(?:table|tab\.|figure|fig\.) ?\d{0,3}[.:]?\s*", "", text)
    named = _OF_NAMED.search(bare) or _NAMED_HAS.match(bare)
    if named is None:
        return False
    name = named["name"]
    if _JUDGED_BY.search(bare) or _AS_JUDGE.search(bare):
        return False
    return (
        looks_like_model(name)
        and not names_test(name)
        and not tests_in(name)
        and own.match(name) is Match.NONE
        and own.match(bare) is Match.NONE
    )
