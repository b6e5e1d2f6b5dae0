"""May published scores decide, or should one's own questions?

Published scores may do where somebody with a record, or several independent
places, measured what matters for the use case, on questions newer than the
training data, and nothing about the work at hand sets it apart. Each reason
for an own test is enough by itself: it names something that no published
score has measured.
"""

from dataclasses import dataclass
from enum import StrEnum

from core.cards.gaps import compare_scores
from core.cards.reading import CardReading, Quote, State
from core.catalogue.benchmarks import find_by_id
from core.catalogue.use_case_guide import find_guide
from core.catalogue.use_cases import UseCase


class Decision(StrEnum):
    TRUST = "trust"  # published scores may do
    TEST = "test"  # run your own


class Domain(StrEnum):
    LAW = "law"
    MEDICINE = "medicine"
    FINANCE = "finance"
    OTHER = "another special domain"


@dataclass(frozen=True)
class FileFacts:
    """What is known of the model file; None where it is not known."""

    quantization: str | None = None
    quantized_by_others: bool | None = None
    fine_tuned_by_others: bool | None = None
    publisher: str | None = None


@dataclass(frozen=True)
class Situation:
    """What the user has said about the work."""

    domain: Domain | None = None
    close_candidates: bool = False  # two candidates that seem equal
    narrow_task: bool = False
    edge_cases: bool = False  # rare inputs must be right before deployment
    production: bool = False  # others will rely on it


@dataclass(frozen=True)
class Reason:
    id: str
    towards: Decision
    sentence: str
    quotes: tuple[Quote, ...] = ()


@dataclass(frozen=True)
class TrustOrTest:
    decision: Decision
    sentence: str  # what to do, and the chief reason
    reasons: tuple[Reason, ...]  # all that hold, those that decide first

    @property
    def deciding(self) -> tuple[Reason, ...]:
        return tuple(reason for reason in self.reasons if reason.towards is self.decision)


def trust_or_test(
    use_case: UseCase,
    *,
    reading: CardReading | None = None,
    file: FileFacts | None = None,
    situation: Situation | None = None,
) -> TrustOrTest:
    """Whether published scores may do for this work, with every reason that holds.

    >>> trust_or_test(UseCase.CHAT, situation=Situation(domain=Domain.LAW)).sentence
    'Run your own questions: law is a special domain, and public benchmarks hardly touch it.'
    """
    facts, work = file or FileFacts(), situation or Situation()
    against = [*_of_the_work(work), *_of_the_file(facts, reading), *_of_the_card(use_case, reading)]
    supporting = _trust(reading)
    if against:
        return TrustOrTest(
            Decision.TEST, f"Run your own questions: {_lower(against[0].sentence)}", (*against, *supporting)
        )
    if supporting:
        sentence = f"Published scores may do: {_lower(supporting[0].sentence)}"
        return TrustOrTest(Decision.TRUST, sentence, tuple(supporting))
    bare = Reason(
        "nothing_to_trust",
        Decision.TEST,
        "Nothing speaks for the published scores: no publisher with a record, no independent source, no "
        "test newer than the training data.",
    )
    return TrustOrTest(Decision.TEST, f"Run your own questions: {_lower(bare.sentence)}", (bare,))


def close_candidates(a: CardReading, b: CardReading, use_case: UseCase) -> Reason | None:
    """The reason to test where two cards tie on every benchmark they share for the use case; None otherwise."""
    guide = find_guide(use_case)
    ties = []
    for first in a.main_scores:
        for second in b.main_scores:
            if first.benchmark is None or first.benchmark != second.benchmark or guide.rank_of(first.benchmark) is None:
                continue
            gap = compare_scores(first, second)
            if gap.comparable and gap.tie is False:
                return None
            if gap.tie:
                ties.append((first, gap.sentence))
    if not ties:
        return None
    score, sentence = ties[0]
    return Reason(
        "close_candidates",
        Decision.TEST,
        f"The candidates tie where they can be compared ({score.name_as_written}: {sentence})",
        (Quote(score.line, score.name_as_written),),
    )


def _of_the_work(work: Situation) -> list[Reason]:
    table: tuple[tuple[bool, str, str], ...] = (
        (
            work.domain is not None,
            "special_domain",
            f"{(work.domain or Domain.OTHER).value.capitalize()} is a special domain, and public benchmarks "
            "hardly touch it.",
        ),
        (
            work.close_candidates,
            "close_candidates",
            "Two candidates are close, and published scores cannot separate what chance can explain.",
        ),
        (work.narrow_task, "narrow_task", "A narrow task is not what general benchmarks measure."),
        (work.edge_cases, "edge_cases", "Edge cases must be right before deployment, and benchmarks report averages."),
        (work.production, "production", "Others will rely on the choice, so it should rest on your own inputs."),
    )
    return [Reason(name, Decision.TEST, sentence) for holds, name, sentence in table if holds]


def _of_the_file(facts: FileFacts, reading: CardReading | None) -> list[Reason]:
    reasons = []
    if facts.quantized_by_others:
        label = f" ({facts.quantization})" if facts.quantization else ""
        reasons.append(
            Reason(
                "somebody_elses_quantization",
                Decision.TEST,
                f"The file is somebody else's quantization{label}; nobody has published scores of this file.",
            )
        )
    if facts.fine_tuned_by_others:
        reasons.append(
            Reason(
                "somebody_elses_fine_tune",
                Decision.TEST,
                "The file is somebody else's fine-tune; the scores of the original do not carry over.",
            )
        )
    if reading and not reasons:
        foreign = reading.finding("scores_of_another_file")
        if foreign.state is State.PRESENT:
            reasons.append(Reason("scores_of_another_file", Decision.TEST, foreign.reason, foreign.quotes))
    return reasons


def _of_the_card(use_case: UseCase, reading: CardReading | None) -> list[Reason]:
    if reading is None:
        return []
    guide = find_guide(use_case)
    relevant = [
        score for score in reading.main_scores if score.benchmark and guide.rank_of(score.benchmark) is not None
    ]
    if not relevant:
        wanted = ", ".join(find_by_id(benchmark).name for benchmark in guide.core_ids[:3])
        return [
            Reason(
                "not_measured",
                Decision.TEST,
                f"The card reports nothing that measures {guide.title.lower()} ({wanted} would).",
            )
        ]
    reasons = []
    for finding_id in ("contradiction", "too_high_against_independent"):
        found = next((check for check in reading.checks if check.id == finding_id), None)
        if found and found.state is State.PRESENT:
            reasons.append(Reason(finding_id, Decision.TEST, found.reason, found.quotes))
    return reasons


def _trust(reading: CardReading | None) -> list[Reason]:
    if reading is None:
        return []
    signals = (
        reading.finding(name) for name in ("publisher_record", "independent_confirmation", "benchmark_after_cutoff")
    )
    return [
        Reason(signal.id, Decision.TRUST, signal.reason, signal.quotes)
        for signal in signals
        if signal.state is State.PRESENT
    ]


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:] if sentence[1:2] in " " or sentence[1:2].islower() else sentence
