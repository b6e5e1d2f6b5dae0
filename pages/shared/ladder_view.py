"""What became of the rungs: the verdict, the table, the chart, the flips, the cost, and what others published."""

import streamlit as st

from core.advice.ladder.cost import RungCost
from core.advice.ladder.published import label_note
from core.advice.ladder.result import LadderResult, RungResult
from core.advice.ladder.slices import Slice
from core.advice.ladder.verdict_sentences import sure_words
from core.advice.verdict.differences import find_differences
from core.advice.verdict.good_enough import Fitness
from core.advice.wording import bar_words, chance_words, percent, size_words
from core.stats.not_worse import CLAIM_AT
from pages.shared.charts import show_chart
from pages.shared.charts_ladder import ladder_chart
from pages.shared.ladder_table import left_words, number_or_dash, show_table
from pages.shared.pair_view import show_differences
from pages.shared.steps import plain


def show_verdict(result: LadderResult) -> None:
    """The headline, who is left out and why, the reasons, and how far the claims go."""
    verdict = result.verdict
    st.subheader(plain(verdict.headline), divider="blue")
    rest = verdict.advice.removeprefix(verdict.headline).strip()
    if rest:
        st.markdown(plain(rest))
    if verdict.left_out:
        st.warning("\n\n".join(map(plain, verdict.left_out)), icon=":material/playlist_remove:")
    for note in verdict.notes:
        st.caption(plain(note))


def show_chart_and_table(result: LadderResult) -> None:
    """Score against cost, and one row a rung."""
    chart = ladder_chart(result)
    if chart is not None:
        show_chart(chart, description="Score of each rung against its cost, with 95 % intervals")
        st.caption(
            f"The grey band reaches from the reference's score down by the {100 * result.margin:g} points that may be "
            f"lost. Bars are 95 % intervals of each rung's own score ({_measured_words(result)}); since all rungs "
            "answered the same questions, the flips tell more than the bars."
        )
    show_table([_row(rung, result.margin) for rung in result.rungs])
    st.caption(
        "Lost: the reference solved it, the rung did not. The interval of a score is its own; how sure one may be that "
        f"no more than {100 * result.margin:g} points are lost decides, {_bar_words(result)}. It never says that two "
        "files are equal."
    )


def show_flips(result: LadderResult) -> None:
    """The questions lost and gained by one rung, each with both answers."""
    flipped = [rung for rung in result.tested if rung.decision is not None and rung.flips]
    if not flipped:
        st.caption("Not one question flipped: every rung solved what the reference solved, and nothing else.")
        return
    in_question = (*result.verdict.remaining, result.verdict.take)
    first = next((i for i, rung in enumerate(flipped) if rung.name in in_question), 0)
    chosen = st.selectbox(
        "Read the flips of",
        flipped,
        index=first,
        format_func=lambda rung: f"{rung.name} ({rung.flips} flip{'' if rung.flips == 1 else 's'})",
    )
    if chosen.decision is not None and chosen.judged is not None:
        show_differences(chosen.judged.pair, find_differences(chosen.decision, chosen.judged.pair))


def show_slices(result: LadderResult, by_use_case: dict[str, tuple[Slice, ...]]) -> None:
    """Where a rung loses: by level and by use case."""
    rows = []
    within = _within(result.margin)
    for rung in result.tested:
        slices = (*rung.levels, *(by_use_case.get(rung.name, ()) if _several(by_use_case) else ()))
        rows += [
            {
                "Rung": plain(rung.name),
                "Questions": plain(entry.name),
                "n": str(entry.n),
                "Right": percent(entry.right / entry.n),
                "Reference": percent(entry.right_reference / entry.n),
                "Lost": str(entry.lost),
                "Gained": str(entry.gained),
                within: "–" if entry.confidence is None else chance_words(entry.confidence),
            }
            for entry in slices
        ]
    if not rows:
        st.caption("All questions are of one kind: there is nothing to tell apart.")
    else:
        show_table(rows)
        st.caption(
            "Each slice stands for itself and is small: of many slices, one looks bad by chance. Ask more questions of "
            "a kind before you believe it."
        )


def show_cost(result: LadderResult) -> None:
    show_table([{"Rung": plain(rung.name), **_cost_row(rung.cost)} for rung in result.rungs])
    st.caption(
        "Speeds are those of the whole batch of questions, split into reading prompts and writing answers by least "
        "squares over all answers of the run; one chat alone is slower. Memory is predicted for one question at "
        f"a time at n_ctx {result.rungs[0].cost.n_ctx}; what is left of this machine's is for everything else."
    )


def show_published(result: LadderResult) -> None:
    """What others published, apart from the measurement."""
    expected = [rung for rung in result.tested if rung.expected is not None]
    if not expected and not result.rules:
        return
    st.caption("Other models, other questions: a range to hold the measurement against, not a part of it.")
    if expected:
        rows = [
            {
                "Rung": plain(rung.name),
                "Published": plain(rung.expected.words),
                "Measured here": plain(_gap(rung)),
                "Basis": plain(rung.expected.sentence),
            }
            for rung in expected
            if rung.expected is not None
        ]
        show_table(rows)
    for rule in result.rules:
        st.markdown(f"- {plain(rule.text)}")
    with st.expander("Sources"):
        for rung in expected:
            note = label_note(rung.step)
            if note:
                st.markdown(plain(note))
        claims = {finding.claim: finding for rule in result.rules for finding in rule.evidence}
        for finding in claims.values():
            caveat = f" ({plain(finding.caveat)})" if finding.caveat else ""
            st.markdown(f"- {plain(finding.claim)}{caveat} [source]({finding.source}), read {finding.read}")
        bases = {loss.measure: loss for rung in expected if rung.expected for loss in rung.expected.basis}
        for loss in bases.values():
            lost = (
                f"{loss.loss_low:g}" if loss.loss_low == loss.loss_high else f"{loss.loss_low:g} to {loss.loss_high:g}"
            )
            st.markdown(
                f"- {plain(loss.measure)}: {lost} points lost ({plain(loss.caveat)}) [source]({loss.source}), "
                f"read {loss.read}"
            )


def is_measured(result: LadderResult) -> bool:
    """Whether there is a table to show: one rung at least has been judged, if only to be withheld."""
    return any(rung.judged is not None for rung in result.rungs)


def _row(rung: RungResult, margin: float) -> dict[str, str]:
    score, judged = rung.score, rung.judged
    shown = "–" if score is None else f"{100 * score.value:.0f} % ({100 * score.low:.0f} to {100 * score.high:.0f})"
    return {
        "Rung": plain(rung.name),
        "Stands": str(rung.stands),
        _within(margin): sure_words(judged) or "–",
        "Lost": "–" if judged is None else str(judged.lost),
        "Gained": "–" if judged is None else str(judged.gained),
        "Score (95 %)": shown,
        "n": "0" if score is None else str(score.n),
        "Size": size_words(rung.cost.size_bytes),
    }


def _bar_words(result: LadderResult) -> str:
    """From which confidence on a rung is good enough."""
    bar = max((rung.judged.claim_at for rung in result.rungs if rung.judged), default=CLAIM_AT)
    why = " instead of 90 %, because answers were looked at on the way" if bar > CLAIM_AT else ""
    return f"from {bar_words(bar)} on{why}"


def _within(margin: float) -> str:
    """The heading over how sure it is that no more than this is lost."""
    return f"Within {100 * margin:g} points"


def _cost_row(cost: RungCost) -> dict[str, str]:
    speeds = cost.speeds
    return {
        "Memory": size_words(cost.memory_bytes),
        "Left beside it": left_words(cost.left_bytes),
        "Prefill (tokens/s)": number_or_dash(speeds.prefill_per_s, 0),
        "Decode (tokens/s)": number_or_dash(speeds.decode_per_s, 1),
        "Seconds a question": number_or_dash(speeds.seconds_per_question, 1),
    }


def _measured_words(result: LadderResult) -> str:
    """How many answers the bars of the chart rest on.

    Of bars of 250, 250 and 243 answers: "n = 243 to 250".
    """
    drawn = [rung.score.n for rung in result.rungs if rung.score and (rung.is_reference or rung.judged)]
    least, most = min(drawn, default=0), max(drawn, default=0)
    return f"n = {most}" if least == most else f"n = {least} to {most}"


def _gap(rung: RungResult) -> str:
    """What was measured here, with its interval, in the direction that it went."""
    if rung.judged is None:
        return "not measured"
    pair = rung.judged.pair
    if pair.withheld:
        return str(Fitness.WITHHELD)
    if pair.gap > 0:
        return f"{100 * pair.gap:.1f} points gained (95 %: {_whole(pair.gap_low)} to {_whole(pair.gap_high)})"
    return f"{abs(100 * pair.gap):.1f} points lost (95 %: {_whole(-pair.gap_high)} to {_whole(-pair.gap_low)})"


def _whole(share: float) -> str:
    """Points without decimals; never "-0"."""
    return f"{round(100 * share) + 0}".replace("-", "−")


def _several(by_use_case: dict[str, tuple[Slice, ...]]) -> bool:
    """Whether more than one use case was asked at all; one alone is what the table above shows already."""
    return len({entry.name for slices in by_use_case.values() for entry in slices}) > 1
