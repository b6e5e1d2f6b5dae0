"""A rival in brackets behind its number: "On MMLU, 88.7 (Brio-70B)".

Beside a test that a model judges, such a name may be the judge's; beside any other it says whose the number is.
"""

import re

from core.cards.name_match import Match
from core.cards.own_model import OwnModel
from core.cards.score_subjects import find_models
from core.catalogue.benchmark_names import find_benchmark
from core.catalogue.benchmarks import Scoring

_BEHIND = re.compile(
    r"\s?[%％]?\*{0,2}\s?(?:(?:on|in) [A-Z][\w+-]{1,24} )?[(（](?P<who>[A-Z][\w .+/-]{1,40})[)）](?!\s?[:：=]?\s?\d)"
)


def find_rival_behind(test: str, text: str, end: int, own: OwnModel) -> str | None:
    """The name of another model that stands alone in the brackets behind a number, which ends at `end`."""
    found = _BEHIND.match(text, end) if "(" in text[end : end + 40] or "（" in text[end : end + 40] else None
    known = find_benchmark(test) if found else None
    if found is None or known is None or known.scoring in (Scoring.JUDGE, Scoring.PEOPLE):
        return None
    who = found["who"]
    if "judg" in who or "grad" in who or "eval" in who:
        return None
    alone = any(name == who and start == 0 for start, _, name in find_models(who))
    return who if alone and own.match(who) is Match.NONE else None
