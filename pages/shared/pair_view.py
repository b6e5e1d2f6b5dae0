"""A pair from close by: where they differ, how far apart they are, and how sure that is."""

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from core.advice.comparison import PairVerdict
from core.advice.evidence import ScoreKind
from core.advice.verdict.decision import Decision
from core.advice.verdict.differences import Difference, OddAnswer, find_differences, find_unsolved
from core.advice.verdict.what_next import chance_curve
from core.advice.wording import (
    NOT_COVERED,
    bar_words,
    chance_words,
    confidence_words,
    gap_range,
    point_number,
    points,
)
from core.questions.question import AskedQuestion
from core.runs.records import Answer
from pages.shared import steps
from pages.shared.charts import chance_chart, gap_chart, short_name, show_chart
from pages.shared.question_view import beginning
from pages.shared.steps import plain

PER_PAGE = 2
DIFFERENCES = "where-they-differ"  # where the sentences on top lead
UNSOLVED = "what-neither-solved"
_SHOWN_CHARACTERS = 4000


def show_pair(decision: Decision, pair: PairVerdict) -> None:
    """Everything about two candidates, in the order in which a doubt arises."""
    if pair.none_usable is not None:
        show_unsolved(decision, pair)
    show_differences(pair, find_differences(decision, pair))
    show_gap(pair)
    show_boxes(pair)
    if pair.none_usable is None:
        show_unsolved(decision, pair)
    with st.expander("How sure that is, and how often such a confidence came true"):
        if decision.many is not None or decision.smaller_file is not None:  # else they stand under the headline
            show_figures(pair)
        show_confidence(pair)
    show_more_questions(decision, pair)


@st.fragment
def show_differences(pair: PairVerdict, differences: Sequence[Difference]) -> None:
    """Every question that one got right and the other did not, with both answers as they were written."""
    if not differences:
        return
    st.subheader(
        f"The {len(differences)} questions where they differ"
        if len(differences) > 1
        else "The one question where they differ",
        anchor=DIFFERENCES,
    )
    names = [pair.a.name, pair.b.name]
    winner = st.segmented_control(
        "Won by",
        names,
        format_func=lambda name: f"{steps.plain(name)} ({sum(d.winner == name for d in differences)})",
        key=f"won_{pair.a.name}_{pair.b.name}",
    )
    shown = [d for d in differences if winner in (None, d.winner)]
    _show_page(pair, shown, f"page_{pair.a.name}_{pair.b.name}_{winner}")


@st.fragment
def show_unsolved(decision: Decision, pair: PairVerdict) -> None:
    """The questions that neither solved: open where that is the verdict, else folded."""
    unsolved = find_unsolved(decision, pair)
    if not unsolved:
        return
    title = f"The {len(unsolved)} questions that neither solved" if len(unsolved) > 1 else "The one that neither solved"
    if pair.none_usable is not None:
        st.subheader(title, anchor=UNSOLVED)
        _show_page(pair, unsolved, f"unsolved_{pair.a.name}_{pair.b.name}")
        return
    with st.expander(title):
        _show_page(pair, unsolved, f"unsolved_{pair.a.name}_{pair.b.name}")


def show_gap(pair: PairVerdict) -> None:
    st.subheader("The gap")
    shown = "The dot is the gap as counted, the bar its 95 % interval."
    if pair.withheld:
        shown = "The bar is the bounds of the gap, whatever the answers that were not measured would have been."
    show_chart(gap_chart(pair), description=gap_range(pair.gap_low, pair.gap_high, pair.a.name, pair.b.name, pair.kind))
    st.caption(
        f"{shown} The grey band is the MDAD, {points(pair.mdad, pair.kind)}: "
        "a true gap as wide as that is ranked rightly 8 times in 10 by a test of this size."
    )


def show_boxes(pair: PairVerdict) -> None:
    """The paired counts as four boxes."""
    if pair.both_right is None or pair.neither_right is None:
        return
    counts = {
        "Both right": pair.both_right,
        f"Only {short_name(pair.a.name, 22)}": pair.only_a_right,
        f"Only {short_name(pair.b.name, 22)}": pair.only_b_right,
        "Neither": pair.neither_right,
    }
    if pair.kind is not ScoreKind.RIGHT_WRONG:
        counts = {
            f"{short_name(pair.a.name)} higher": pair.only_a_right,
            "Level": pair.both_right + pair.neither_right,
            f"{short_name(pair.b.name)} higher": pair.only_b_right,
        }
    st.markdown(f"**Of {pair.n} questions measured for both**")
    places = [*st.columns(2), *st.columns(2)] if len(counts) == 4 else st.columns(3)
    for box, (label, count) in zip(places, counts.items(), strict=True):
        box.metric(plain(label), count, border=True)


def show_figures(pair: PairVerdict) -> None:
    one, two, three = st.columns(3)
    one.metric("Confidence", "withheld" if pair.withheld else short_confidence(pair.confidence), border=True)
    unit = "points" if pair.kind.is_share else "rating points"
    two.metric(f"Gap, {unit}", point_number(pair.gap, pair.kind), border=True)
    three.metric(f"MDAD, {unit}", point_number(pair.mdad, pair.kind), border=True)


def show_confidence(pair: PairVerdict) -> None:
    """How often such a confidence came true, and what the figures rest on."""
    if pair.track_record:
        st.markdown(f"**How often that came true.** {plain(pair.track_record)}")
        if st.button("Bank by bank, on the page Reliability", type="tertiary", icon=":material/query_stats:"):
            st.switch_page(steps.RELIABILITY)
    for sentence in pair.details:
        if sentence != NOT_COVERED:
            st.markdown(plain(sentence))
    for note in pair.notes:
        st.warning(plain(note), icon=":material/info:")


def short_confidence(confidence: float) -> str:
    """A confidence that fits into a box."""
    return confidence_words(confidence).replace("more than ", "> ")


def show_more_questions(decision: Decision, pair: PairVerdict) -> None:
    """What more questions would do, as a curve; nothing where it is settled."""
    curve = chance_curve(pair)
    if not curve or decision.smaller_file is not None:  # files of one model: another question
        return
    with st.expander("What more questions would do"):
        left = None if pair.bank is None else pair.bank.size - max(c.run.n for c in decision.contestants)
        show_chart(chance_chart(curve, left))
        last = curve[-1]
        seconds = decision.seconds_per_question
        cost = f" One question takes all candidates together about {seconds:.0f} s." if seconds and seconds >= 1 else ""
        st.caption(
            f"The chance that so many more bring it to {bar_words(pair.bar_for_more)}; it counts in that the gap seen "
            f"is itself uncertain. Even {last.more:,} more leave a chance of {chance_words(1 - last.chance)} of no "
            f"clear answer.{cost}"
        )


@st.fragment
def show_odd_answers(odd: Sequence[OddAnswer]) -> None:
    """Answers that are neither right nor wrong, with the raw text."""
    if not odd:
        st.markdown("None.")
        return
    counts: dict[str, int] = {}
    for entry in odd:
        counts[entry.answer.grade.outcome] = counts.get(entry.answer.grade.outcome, 0) + 1
    chosen = st.segmented_control(
        "Read them", list(counts), format_func=lambda o: f"{o.capitalize()} ({counts[o]})", key="odd_outcome"
    )
    if chosen is None:
        return
    shown = [entry for entry in odd if entry.answer.grade.outcome == chosen]
    pages = -(-len(shown) // PER_PAGE)
    page = min(st.pagination(pages, key=f"odd_page_{chosen}"), pages) if pages > 1 else 1
    for entry in shown[(page - 1) * PER_PAGE : page * PER_PAGE]:
        with st.container(border=True):
            st.caption(plain(entry.asked.question.id))
            st.code(_question_text(entry.asked), language=None, wrap_lines=True)
            _show_answer(entry.name, entry.answer)


def _show_page(pair: PairVerdict, shown: Sequence[Difference], key: str) -> None:
    """A few of them, with the numbers of the pages below."""
    pages = -(-len(shown) // PER_PAGE)
    below = st.container()
    page = min(st.pagination(pages, key=key), pages) if pages > 1 else 1
    with below:
        for difference in shown[(page - 1) * PER_PAGE : page * PER_PAGE]:
            _show_difference(pair, difference)


def _show_difference(pair: PairVerdict, difference: Difference) -> None:
    question = difference.asked.question
    with st.container(border=True):
        won_by = f" — won by {plain(difference.winner)}" if difference.winner else ""
        st.markdown(f"**{plain(beginning(question.input))}**{won_by}")
        with st.expander("The whole question, and what was expected"):
            st.code(_question_text(difference.asked), language=None, wrap_lines=True)
            st.caption(f"Expected ({plain(question.id)}):")
            st.code(difference.expected, language=None, wrap_lines=True)
        left, right = st.columns(2)
        for column, name, answer in ((left, pair.a.name, difference.a), (right, pair.b.name, difference.b)):
            with column:
                _show_answer(name, answer)


def _show_answer(name: str, answer: Answer) -> None:
    icon = {"right": ":green[:material/check:]", "wrong": ":red[:material/close:]"}.get(answer.grade.outcome, "")
    said = f"{icon} {answer.grade.outcome}"
    if answer.grade.grader == "rating" and answer.grade.score is not None:
        said = f"rated {answer.grade.score:g}"
    st.markdown(f"**{plain(name)}** {said}")
    text = answer.text[:_SHOWN_CHARACTERS]
    text = text + (" …" if len(answer.text) > len(text) else "") or "(nothing)"
    # A long answer scrolls in its own box, so that the other one stays beside it.
    height: int | Literal["content"] = 240 if len(text) > 400 or text.count("\n") > 9 else "content"
    st.code(text, language=None, wrap_lines=True, height=height)
    st.caption(plain(answer.grade.why))


def _question_text(asked: AskedQuestion) -> str:
    return "\n".join([asked.question.input, *(f"{chr(65 + i)}) {text}" for i, text in enumerate(asked.shown_choices))])
