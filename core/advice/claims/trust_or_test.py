"""May published scores decide, or should one's own questions?

Published scores may do where somebody with a record, or several independent
places, measured what matters for the use case, on questions newer than the
training data, and nothing about the work at hand sets it apart. Each reason
for an own test is enough by itself: it names something that no published
score has measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from core.advice.claims.owner import match_cards
from core.advice.claims.values import quote_words
from core.advice.wording import join_names
from core.cards.gaps import compare_scores
from core.cards.reading import CardReading, Quote, ReportedScore, State
from core.catalogue.benchmarks import find_by_id
from core.catalogue.use_case_guide import find_guide
from core.catalogue.use_cases import UseCase
from core.runs.records import Candidate


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

    quantization: str | None = None  # labels of the files that others quantized
    quantized_by_others: bool | None = None
    fine_tuned_by_others: bool | None = None
    publisher: str | None = None
    made_here: str | None = None  # labels of the files that were quantized on this machine


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
    """What to do, with every reason once."""

    decision: Decision
    sentence: str  # what to do, and the chief reason
    chief: Reason
    common: tuple[Reason, ...]  # of the work and the files, without the chief one
    by_card: tuple[tuple[str, tuple[Reason, ...]], ...]  # of each card, without the chief one
    notes: tuple[str, ...]  # cards and candidates that do not go together

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """All that hold, the chief one first."""
        return (self.chief, *self.common, *(reason for _, found in self.by_card for reason in found))


def trust_or_test(
    use_case: UseCase,
    cards: Sequence[tuple[str, CardReading]] = (),
    candidates: Sequence[Candidate] = (),
    *,
    file: FileFacts | None = None,
    situation: Situation | None = None,
) -> TrustOrTest:
    """Whether the published scores of these cards (name, reading) may decide between the candidates.

    Cards about other models do not count. Published scores may do only where
    they may for every candidate; two cards that tie are a reason to test.

    >>> trust_or_test(UseCase.CHAT, situation=Situation(domain=Domain.LAW)).sentence
    'Run your own questions: law is a special domain, and public benchmarks hardly touch it.'
    """
    facts, work = file or FileFacts(), situation or Situation()
    owners = match_cards(cards, candidates)
    ties = _ties(owners.of_candidates, use_case)
    said = replace(work, close_candidates=work.close_candidates and not ties)  # the cards say it more closely
    common = [*_of_the_work(said), *_of_the_file(facts, None), *ties]
    by_card = [
        (
            name,
            tuple(
                _with_told_cells(reason, reading)
                for reason in (*_of_a_card_alone(use_case, reading, common), *_trust(reading))
            ),
        )
        for name, reading in owners.of_candidates
    ]
    against = [*common, *(reason for _, found in by_card for reason in found if reason.towards is Decision.TEST)]
    unsupported = [name for name, found in by_card if not found]
    if not against and (unsupported or owners.without or not by_card):
        against = [_nothing_to_trust([*unsupported, *owners.without] if by_card or owners.without else [])]
    chief = against[0] if against else next(reason for _, found in by_card for reason in found)
    lead = "Run your own questions" if against else "Published scores may do"
    owner = next((name for name, found in by_card if any(reason is chief for reason in found)), "")
    said_of = f"{owner}: {chief.sentence}" if owner and len(by_card) > 1 else _lower(chief.sentence)
    return TrustOrTest(
        chief.towards,
        f"{lead}: {said_of}",
        chief,
        tuple(reason for reason in common if reason is not chief),
        tuple((name, tuple(reason for reason in found if reason is not chief)) for name, found in by_card),
        owners.notes,
    )


def _with_told_cells(reason: Reason, reading: CardReading) -> Reason:
    """The reason with what a bare table cell holds behind it among its quotes."""
    quotes = tuple(replace(quote, text=quote_words(quote, reading)) for quote in reason.quotes)
    return replace(reason, quotes=quotes)


def _nothing_to_trust(names: Sequence[str]) -> Reason:
    of = f" of {join_names(names, 'and')}" if names else ""
    return Reason(
        "nothing_to_trust",
        Decision.TEST,
        f"Nothing speaks for the published scores{of}: no publisher with a record, no independent source, no "
        "test newer than the training data.",
    )


def _of_a_card_alone(use_case: UseCase, reading: CardReading, common: Sequence[Reason]) -> list[Reason]:
    """What speaks against the scores of one card; that they belong to another file is said once."""
    said = {reason.id for reason in common} & {"somebody_elses_quantization", "own_quantization"}
    foreign = [] if said else _of_the_file(FileFacts(), reading)
    return [*foreign, *_of_the_card(use_case, reading)]


def _ties(cards: Sequence[tuple[str, CardReading]], use_case: UseCase) -> list[Reason]:
    """The first two cards that tie wherever they can be compared."""
    for i, (name, reading) in enumerate(cards):
        for other, rival in cards[i + 1 :]:
            if found := close_candidates(reading, rival, use_case):
                sentence = found.sentence.replace("The candidates tie", f"{name} and {other} tie", 1)
                return [replace(found, sentence=sentence)]
    return []


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
                ties.append((first, second, gap.sentence))
    if not ties:
        return None
    score, rival, sentence = ties[0]
    return Reason(
        "close_candidates",
        Decision.TEST,
        f"The candidates tie where they can be compared ({score.name_as_written}: {sentence})",
        (_quote(a, score), _quote(b, rival)),
    )


def _quote(reading: CardReading, score: ReportedScore) -> Quote:
    """The line of the card; a score from a file beside it has none, and is named instead."""
    text = reading.text.split("\n")[score.line - 1].strip() if score.line else score.name_as_written
    return Quote(score.line, text)


def _of_the_work(work: Situation) -> list[Reason]:
    table: tuple[tuple[bool, str, str], ...] = (
        (
            work.domain is not None,
            "special_domain",
            f"{_domain_words(work.domain)} is a special domain, and public benchmarks hardly touch it.",
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


def _domain_words(domain: Domain | None) -> str:
    return "Yours" if domain in (None, Domain.OTHER) else domain.value.capitalize()


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
    if facts.made_here:
        reasons.append(
            Reason(
                "own_quantization",
                Decision.TEST,
                f"The file was quantized on this machine ({facts.made_here}); nobody else has it, so nobody has "
                "published scores of it.",
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
                f"The card reports nothing that measures {guide.work} ({wanted} would).",
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
    """The sentence as it goes on after a colon; a name at its beginning keeps its capital."""
    first = sentence.split(" ", 1)[0]
    return sentence[0].lower() + sentence[1:] if first.isalpha() and first[1:] == first[1:].lower() else sentence
