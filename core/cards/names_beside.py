"""Names of models without a size, among those that show one: "Kestrel-7B (61.2) beats Wren-7B (60.0) and Tern (30.0)".

Beside a model that has its number directly behind it, whatever else with a capital letter has one is a model, too:
a test, an average and a part of a test in brackets are none.
"""

import re

from core.cards.benchmark_mentions import names_test, tests_in
from core.cards.name_match import Match
from core.cards.own_model import OwnModel

_SCORE = r"\s?[:=(（]?\s?\d{1,3}\.\d{1,2}\s?%?(?=[\s,;.)），；。、]|$)"
_SCORED = re.compile(_SCORE)
_BESIDE = re.compile(
    r"(?:[,;:，；：、/|]|\b(?:and|or|vs\.?|versus|over|than|beats|with|of|while|whereas|und|et|y|e|o|ou|oder))"
    rf"\s{{1,2}}(?P<name>[A-Z][\w+.-]{{1,24}}(?: [A-Z\d][\w+-]{{0,20}}){{0,2}}?)(?={_SCORE})"
)
_NO_NAME = re.compile(
    r"(?i)\b(?:average|avg|mean|total|overall|scores?|accuracy|acc|pass|maj|em|f1|shot|we|it|ours?|this|the|at|"
    r"from|to|random|human|table|figure|version|temperature|level|part|english|stem|humanities|macro|micro)\b"
)


def find_names_beside(
    text: str, models: list[tuple[int, int, str]], tests: int, own: OwnModel
) -> list[tuple[int, int, str]]:
    """Start, end and words of each of them; `tests` is how many tests the sentence names."""
    scored = [model for model in models if _SCORED.match(text, model[1])]
    if not scored or len(scored) < tests:
        return []
    return [
        (*match.span("name"), name)
        for match in _BESIDE.finditer(text)
        if not any(start < match.end("name") and match.start("name") < end for start, end, _ in models)
        and text.count("(", 0, match.start()) <= text.count(")", 0, match.start())
        and not _NO_NAME.search(name := match["name"])
        and not names_test(name)
        and not tests_in(name)
        and own.match(name) is Match.NONE
    ]
