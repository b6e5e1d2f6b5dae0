"""What so many questions can show at the tolerance, before they are asked."""

import streamlit as st

from core.advice.ladder.plan import advise_n, flip_share, plan_ladder, plan_table
from core.advice.ladder.result import LadderResult
from core.advice.verdict.good_enough import Fitness
from pages.shared.ladder_choice import Wanted
from pages.shared.ladder_table import show_table


def show_plan(wanted: Wanted, bank_size: int, result: LadderResult, seconds: float | None) -> None:
    """What so many questions can show at this tolerance, before they are asked."""
    plan = plan_ladder(wanted.n, wanted.margin, bank_size=bank_size, seconds_per_question=seconds)
    st.info(plan.sentence, icon=":material/straighten:")
    judged = [r.judged for r in result.tested if r.judged]
    # How many to ask turns on the rungs that questions can still settle: one that is clearly worse flips often and
    # needs no more of them, and one whose answers were cut off needs another budget first.
    counted = [(j.lost, j.gained, j.n) for j in judged if j.fitness not in (Fitness.WORSE, Fitness.WITHHELD)]
    advised = advise_n(flip_share(counted), wanted.margin)
    show_table(plan_table(plan))
    st.caption(
        f"About {advised:,} questions are advised here. The chances are for a rung that is in truth equal to the "
        "reference; one that is a little worse has less. Where one question in ten flips, plan about 500."
    )
