"""A model in brackets behind its number: "On MMLU, 88.7 (Brio-70B)", "61.2 (Brio-7B), 63.0 (this model)".

Beside a test that a model judges, such a name may be the judge's; beside any other it says whose the number is.
"""

import re

from core.cards.name_match import Match
from core.cards.own_model import OwnModel
from core.cards.score_subjects import find_models
from core.catalogue.benchmark_names import find_benchmark
from core.catalogue.benchmarks import Scoring

_BEHIND = re.compile(
    r"\s?[%％]?\*{0,2}\s?(?:(?:on|in) [A-Z][\w+-]{1,24} )?"
    r"[(（](?P<who>[A-Z][\w .+/-]{1,40}|(?i:ours?|us|this)(?: [a-z]+)?)[)）](?!\s?[:：=]?\s?\d)"
)
# "(Llama Prompt)" tells how, not whose.
_NO_OWNER = re.compile(
    r"(?i)judg|grad|eval|prompt|format|template|harness|stack|team|protocol|style|verifier|reward|tokeni[sz]er|parser|"
    r"based|inspired|style|like$"
)
_OURS = re.compile(r"(?i)ours|us|(?:our|this) (?:model|work|one|version|release|repo|card|checkpoint)")


def find_named_behind(test: str, text: str, end: int, own: OwnModel) -> str | None:
    """The name of a model, the card's own or another, that stands alone in the brackets behind a number."""
    found = _BEHIND.match(text, end) if "(" in text[end : end + 40] or "（" in text[end : end + 40] else None
    known = find_benchmark(test) if found else None
    if found is None or known is None or known.scoring in (Scoring.JUDGE, Scoring.PEOPLE):
        return None
    who = found["who"]
    if _OURS.fullmatch(who):
        return own.name
    if _NO_OWNER.search(who):
        return None
    match = own.match(who)
    alone = match >= Match.PART or any(name == who and start == 0 for start, _, name in find_models(who))
    return who if alone and (match is Match.NONE or match >= Match.PART) else None
