"""Smaller files against the largest file of the same model, among the contestants of a decision."""

from collections.abc import Sequence

from core.advice.comparison import PairVerdict
from core.advice.contestant import Contestant, Surroundings, sum_known
from core.advice.evidence import ScoreKind
from core.advice.file_facts import load_header
from core.advice.good_enough import GoodEnough, judge_good_enough, prefer_source
from core.advice.ladder import content_bits
from core.models.model_file import ModelFile
from core.models.names import canonical_key


def judge_smaller_files(
    contestants: Sequence[Contestant], pairs: Sequence[PairVerdict], around: Surroundings, margin: float
) -> list[GoodEnough]:
    """Each smaller file against the largest file of the same model, as far as answers are right or wrong."""
    families: dict[str, list[Contestant]] = {}
    for c in contestants:
        if c.run.candidate.size_bytes and (key := canonical_key(c.run.candidate.name)):
            families.setdefault(key, []).append(c)
    kinds = {frozenset((p.a.name, p.b.name)): p.kind for p in pairs}
    found = []
    for members in families.values():
        headers = {c.name: header for c in members if (header := load_header(c.run.candidate))}
        largest = max(members, key=lambda c: c.run.candidate.size_bytes or 0)
        for c in members:
            smaller = (c.run.candidate.size_bytes or 0) < (largest.run.candidate.size_bytes or 0)
            if smaller and kinds[frozenset((c.name, largest.name))] is ScoreKind.RIGHT_WRONG:
                judged = _judge_smaller(c, largest, around, margin)
                made_from = _made_from_no_more(headers.get(largest.name), headers.get(c.name))
                found.append(prefer_source(judged, made_from) if made_from else judged)
    return found


def _made_from_no_more(larger: ModelFile | None, smaller: ModelFile | None) -> str | None:
    """What the larger file was made from, where that held no more than the smaller one; None otherwise, or unknown."""
    if larger is None or smaller is None or larger.made_from is None:
        return None
    from_the_other = larger.made_from == f"requantized from {smaller.label}" and smaller.made_from is None
    return larger.made_from if from_the_other or content_bits(larger) <= content_bits(smaller) else None


def _judge_smaller(tested: Contestant, reference: Contestant, around: Surroundings, margin: float) -> GoodEnough:
    return judge_good_enough(
        tested.candidate,
        reference.candidate,
        tested.scores,
        reference.scores,
        margin=margin,
        bank_size=around.bank_size,
        groups=around.groups,
        seconds_per_question=sum_known([tested.seconds_per_question, reference.seconds_per_question]),
        outcomes_tested=tested.outcome_of,
        outcomes_reference=reference.outcome_of,
        stopping_rule=around.rule,
    )
