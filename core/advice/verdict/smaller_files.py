"""Files of one model: which is the reference, and what the smaller ones lose against the largest."""

from collections.abc import Sequence

from core.advice.comparison import PairVerdict
from core.advice.evidence import ScoreKind
from core.advice.file_contents import content_bits
from core.advice.verdict.contestant import Contestant, Surroundings, sum_known
from core.advice.verdict.file_facts import load_header
from core.advice.verdict.good_enough import GoodEnough, judge_good_enough, prefer_source
from core.models.model_file import ModelFile
from core.models.names import canonical_key
from core.runs.records import Candidate, CandidateKind

_EXAMPLE = (("Q4_K_M", 4_900_000_000), ("Q8_0", 8_100_000_000))


def find_reference(candidates: Sequence[Candidate]) -> Candidate | None:
    """The least compressed file where all candidates are files of one model; else None.

    By the bits that a file really holds: one made from a smaller file holds no more than that one.

    >>> files = [Candidate(f"Foo-7B-{label}", f"/m/{label}.gguf", size_bytes=size) for label, size in _EXAMPLE]
    >>> find_reference(files).name, find_reference([*files, Candidate("Bar-7B-Q4_0", "/m/bar.gguf")])
    ('Foo-7B-Q8_0', None)
    """
    keys = {canonical_key(c.name) for c in candidates}
    if len(candidates) < 2 or len(keys) > 1 or "" in keys:
        return None
    if any(c.kind is not CandidateKind.FILE for c in candidates):
        return None
    headers = [load_header(c) for c in candidates]

    def rank(place: int) -> tuple[float, bool, int]:
        header = headers[place]
        bits = round(content_bits(header), 2) if header is not None and all(headers) else 0.0
        return bits, header is None or header.made_from is None, candidates[place].size_bytes or 0

    return candidates[max(range(len(candidates)), key=rank)]


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
                judged = judge_against(c, largest, around, margin)
                made_from = _made_from_no_more(headers.get(largest.name), headers.get(c.name))
                found.append(prefer_source(judged, made_from) if made_from else judged)
    return found


def judge_against(tested: Contestant, reference: Contestant, around: Surroundings, margin: float) -> GoodEnough:
    """One file against its reference, whatever their sizes. Raises GradingError for graded scores."""
    return judge_good_enough(
        tested.candidate,
        reference.candidate,
        tested.scores,
        reference.scores,
        margin=margin,
        bank_size=around.bank_size,
        guess_rate=around.guess_rate,
        use_case=around.use_case,
        groups=around.groups,
        seconds_per_question=sum_known([tested.seconds_per_question, reference.seconds_per_question]),
        outcomes_tested=tested.outcome_of,
        outcomes_reference=reference.outcome_of,
        stopping_rule=around.rule,
    )


def _made_from_no_more(larger: ModelFile | None, smaller: ModelFile | None) -> str | None:
    """What the larger file was made from, where that held no more than the smaller one; None otherwise, or unknown."""
    if larger is None or smaller is None or larger.made_from is None:
        return None
    from_the_other = larger.made_from == f"requantized from {smaller.label}" and smaller.made_from is None
    return larger.made_from if from_the_other or content_bits(larger) <= content_bits(smaller) else None
