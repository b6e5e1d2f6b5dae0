"""Further checks on the numbers themselves: comparable, consistent, fresh, relevant, beyond noise."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import islice

from core.cards.abilities import AVERAGE
from core.cards.borrowed_numbers import find_borrowed_numbers
from core.cards.contradictions import contradiction
from core.cards.evidence import MAX_QUOTES, Evidence, finding
from core.cards.gaps import compare_scores, key_of_test, lower_is_better, settings_differ
from core.cards.reading import Finding, Origin, ReportedScore, State
from core.cards.settings import find_shot_pair
from core.cards.told_unlike import find_unlike_ways
from core.catalogue.benchmarks import ScaleKind, find_by_id, win_probability
from core.catalogue.use_case_guide import find_guide


def not_like_for_like(evidence: Evidence) -> Finding:
    """One table sets scores side by side that were taken differently."""
    check = "not_like_for_like"
    rows = _side_by_side(evidence, [score for score in evidence.scores if score.subject])
    lines: list[int] = []
    why = ""
    mine = set(map(id, evidence.own_scores))
    for scores in rows:
        rivals = [score for score in scores if not score.own]
        taken = {(score.subject, _settings(score)) for score in scores}
        for own in (score for score in scores if id(score) in mine and not score.other_stage):
            for rival in rivals:
                # Both may stand there in both ways: then like stands beside like.
                alike = (rival.subject, _settings(own)) in taken or (own.subject, _settings(rival)) in taken
                if not alike and (differing := settings_differ(own, rival)):
                    why = (
                        why or f"{own.name_as_written}: {own.subject} and {rival.subject} were tested with {differing}."
                    )
                    lines += [own.line, rival.line]
                elif pair := _shots_apart(evidence, own):
                    why = (
                        why or f"{own.name_as_written}: the numbers were taken with {pair[0]} and with {pair[1]} shots."
                    )
                    lines += [own.line, rival.line]
    if lines:
        return finding(check, State.PRESENT, why, "Compare only scores with the same settings.", evidence.quotes(lines))
    compared = any(any(score.own for score in scores) and any(not score.own for score in scores) for scores in rows)
    if compared and (borrowed := find_borrowed_numbers(evidence)):
        return finding(
            check,
            State.PRESENT,
            "Numbers of other models are taken from elsewhere, so prompts and scoring may differ within one table.",
            "Compare only scores that one tester took in one way.",
            evidence.quotes(borrowed),
        )
    if told := list(islice(find_unlike_ways(evidence.document, evidence.own), MAX_QUOTES)):
        return finding(
            check,
            State.PRESENT,
            f"By the card's own words {told[0].own} is set beside {told[0].rival}.",
            "Compare only scores with the same settings.",
            evidence.quotes(one.line for one in told),
        )
    reason = (
        "Within each table the stated settings are the same."
        if compared
        else "No table sets its scores beside those of others."
    )
    return finding(check, State.ABSENT, reason)


def _settings(score: ReportedScore) -> tuple[int | str | None, ...]:
    return score.shots, score.mode, score.metric


def _side_by_side(evidence: Evidence, scores: Sequence[ReportedScore]) -> list[list[ReportedScore]]:
    """The scores of one test in one table, for each test of each table."""
    starts = [table.line for table in evidence.document.tables]
    rows: dict[tuple[int, str], list[ReportedScore]] = defaultdict(list)
    for score in scores:
        if score.origin is Origin.TABLE:
            rows[bisect_right(starts, score.line), score.name_as_written.casefold()].append(score)
    return list(rows.values())


_TWO_VALUES = re.compile(r"\d\.\d+\s?%?\s*/\s*\d+\.\d")


def _shots_apart(evidence: Evidence, score: ReportedScore) -> tuple[int, int] | None:
    """The two numbers of shots beside a score, unless each cell holds a value for either of them."""
    row = evidence.quote(score.line).text
    pair = find_shot_pair(score.name_as_written) or find_shot_pair(row)
    return None if pair and _TWO_VALUES.search(row) else pair


def saturated_benchmark(evidence: Evidence) -> Finding:
    """The claim rests on tests that no longer tell current models apart."""
    check = "saturated_benchmark"
    known = {score.benchmark: score for score in evidence.own_scores if score.benchmark}
    if not known:
        return finding(check, State.ABSENT, "No benchmark of the catalogue is reported.")
    spent = [
        score for benchmark, score in known.items() if benchmark and find_by_id(benchmark).saturation.status.is_spent
    ]
    more = f" and {len(spent) - 4} more" if len(spent) > 4 else ""
    names = ", ".join(score.name_as_written for score in spent[:4]) + more
    if len(spent) == len(known):
        return finding(
            check,
            State.PRESENT,
            f"All known benchmarks here are saturated or out of date ({names}).",
            "Look for newer tests, such as LiveBench, or run your own.",
            evidence.quotes(score.line for score in spent),
        )
    if len(spent) > 0.7 * len(known):
        return finding(
            check,
            State.UNCLEAR,
            f"Most benchmarks here are saturated or out of date ({names}).",
            "Weigh the others more.",
            evidence.quotes(score.line for score in spent),
        )
    return finding(
        check, State.ABSENT, f"{len(known) - len(spent)} of {len(known)} known benchmarks still tell models apart."
    )


def off_use_case(evidence: Evidence) -> Finding:
    """Only benchmarks that do not measure the chosen use case."""
    check = "off_use_case"
    if evidence.use_case is None:
        return finding(
            check,
            State.UNCLEAR,
            "No use case is chosen, so it cannot be said which benchmarks matter.",
            "Choose a use case.",
        )
    guide = find_guide(evidence.use_case)
    known = [score for score in evidence.own_scores if score.benchmark]
    wanted = ", ".join(find_by_id(benchmark).name for benchmark in guide.core_ids[:3])
    if not evidence.own_scores:
        return finding(
            check,
            State.UNCLEAR,
            f"The card gives no score of its own model, so nothing in it measures {guide.work}; {wanted} would.",
            "Test it yourself.",
        )
    if not known:
        return finding(check, State.ABSENT, "No benchmark of the catalogue is reported.")
    relevant = [score for score in known if guide.rank_of(str(score.benchmark)) is not None]
    if relevant:
        names = ", ".join(dict.fromkeys(score.name_as_written for score in relevant[:4]))
        return finding(
            check,
            State.ABSENT,
            f"{names} measure {guide.work}.",
            "",
            evidence.quotes(score.line for score in relevant),
        )
    return finding(
        check,
        State.PRESENT,
        f"None of the reported benchmarks measures {guide.work}; {wanted} would.",
        "Test it yourself.",
        evidence.quotes(score.line for score in known[:4]),
    )


_MOST_RIVALS = 200  # of one test in one table; no reader counts more


def gaps_inside_noise(evidence: Evidence) -> Finding:
    """Leads over rivals that chance alone could give."""
    check = "gaps_inside_noise"
    ties: list[tuple[ReportedScore, ReportedScore, str]] = []
    leads = unknown = 0
    told: set[tuple[str, str | None, float, str | None, float]] = set()  # a card in two languages tells each lead twice
    for scores in _side_by_side(evidence, evidence.scores):
        rivals = [score for score in scores if not score.own][:_MOST_RIVALS]
        for own in (score for score in scores if score.own and not score.other_stage and not score.sibling):
            if AVERAGE.match(own.name_as_written):
                continue  # the noise of an average is not that of one test
            sign = -1 if lower_is_better(own) else 1
            # Two rows may bear one name, the manner of two tests above them: a row's values go with one another.
            beside = [score for score in rivals if score.line == own.line] or rivals
            for rival in (score for score in beside if sign * (_height(own) - _height(score)) > 0):
                lead = (key_of_test(own), own.subject, own.value, rival.subject, rival.value)
                if lead in told or settings_differ(own, rival):
                    continue  # side by side in one card, what is told of one value only sets it apart
                told.add(lead)
                gap = compare_scores(own, rival)
                if gap.comparable and (gap.tie or (_is_elo(own) and win_probability(abs(gap.difference or 0)) < 0.53)):
                    ties.append((own, rival, gap.sentence))
                elif gap.comparable and gap.tie is False:
                    leads += 1
                elif gap.comparable and own.percent is not None:
                    unknown += 1
    if ties:
        own, rival, sentence = ties[0]
        verb = "is" if len(ties) == 1 else "are"
        every = len(ties) + leads + unknown
        count = f"{len(ties)} of {every} leads {verb} inside the noise. " if every > 1 else ""
        count += f"For {unknown} the noise is not known, as the number of questions is not. " if unknown else ""
        count += "No lead is known to be larger than noise. " if every > 1 and not leads else ""
        return finding(
            check,
            State.PRESENT,
            f"{count}{own.name_as_written}, against {rival.subject or 'the other'}: {sentence}",
            "Read such leads as ties; scoring, prompt format and seed move scores as much.",
            evidence.quotes(score.line for score, _, _ in ties),
        )
    if unknown:
        return finding(check, State.UNCLEAR, _not_known(unknown, leads), "Read small leads as ties.")
    if leads:
        return finding(check, State.ABSENT, "Every lead over a rival is larger than noise explains.")
    return finding(check, State.ABSENT, "The card claims no lead over a rival in its tables.")


def _not_known(unknown: int, larger: int) -> str:
    of = f"For {unknown} of {unknown + larger} leads it" if larger else "It"
    rest = " Every other lead is larger than noise explains." if larger else ""
    return f"{of} is not known what noise explains, as the number of questions is not.{rest}"


def _height(score: ReportedScore) -> float:
    return score.value if score.percent is None else score.percent


def _is_elo(score: ReportedScore) -> bool:
    return score.benchmark is not None and find_by_id(score.benchmark).scale.kind is ScaleKind.ELO


CHECKS: tuple[Callable[[Evidence], Finding], ...] = (
    not_like_for_like,
    contradiction,
    saturated_benchmark,
    off_use_case,
    gaps_inside_noise,
)
