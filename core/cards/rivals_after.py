"""A rival's number in a sentence that names no test, because the one before it did.

"It achieves 73.8 % on HumanEval. GPT-4 achieves 67 %."
"""

import re

from core.cards.document import Sentence
from core.cards.headed_scores import score_in
from core.cards.name_match import Match
from core.cards.own_model import OwnModel
from core.cards.reading import ReportedScore
from core.cards.score_numbers import numbers_in
from core.cards.score_subjects import FAMILY_NAME, find_models

_LEAD = re.compile(
    r"(?i)\W{0,3}(?:(?:for|in|by|as a) (?:comparison|contrast|reference|context),? |(?:the )?(?:original|larger|"
    r"much larger|"
    r"proprietary|closed) |while |whereas |meanwhile,? |zum Vergleich[:,]? |en comparaison,? |"
    r"à titre de comparaison,? |"
    r"en comparación,? |em comparação,? |相比之下，?|作为对比，?)?"
)
_REACHES = re.compile(
    r"(?i)\s?(?:(?:only|just|itself|itself only) )?(?:achiev\w+|gets?|got|scor(?:es|ed)|reach(?:es|ed)|obtain(?:s|ed)|"
    r"attain(?:s|ed)|record(?:s|ed)|posts|stands? at|is at|has|had|comes? (?:in )?at|manages|erreicht|erzielt|"
    r"liegt bei|"
    r"atteint|obtient|alcanza|obtiene|logra|atinge|obtém|raggiunge|ottiene|为|达到|得分为?|は|는|은)\W"
)
_FAR = 2  # lines from the sentence that names the test


def read_rivals_after(
    before: Sentence | None, read: list[ReportedScore], sentence: Sentence, own: OwnModel
) -> list[ReportedScore]:
    """The rivals' scores in `sentence` on the one test on which `read`, the scores of the sentence before it, were."""
    tests = {score.name_as_written for score in read}
    if before is None or len(tests) != 1 or sentence.headings != before.headings:
        return []
    if len(sentence.text) > 300 or sentence.line - before.line > _FAR:
        return []
    lead = _LEAD.match(sentence.text)
    first = FAMILY_NAME.match(sentence.text, lead.end() if lead else 0)
    if first is None or not _REACHES.match(sentence.text, first.end()):
        return []
    models = find_models(sentence.text)
    scores: list[ReportedScore] = []
    for number in numbers_in(sentence.text):
        near = max((model for model in models if model[1] <= number.start), key=lambda model: model[1], default=None)
        if near is None or any(start <= number.start < end for start, end, _ in models):
            continue
        if own.match(near[2]) is Match.NONE and any(sign in number.text for sign in ".%"):
            scores += score_in(next(iter(tests)), number.text, sentence, near[2], False, sentence.text)
    return scores
