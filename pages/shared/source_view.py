"""One place that publishes benchmark data. All of it is Surefit's own text, with links of its own data files."""

import streamlit as st

from core.catalogue.benchmarks import find_by_id
from core.catalogue.public_scores import Place, count_carried, protocols_of
from core.catalogue.use_case_guide import find_guide
from core.catalogue.use_cases import UseCase


def show_place(place: Place) -> None:
    with st.container(border=True):
        st.markdown(f"**[{place.title}]({place.url})** — {place.covers}")
        st.markdown(f"**How it tests:** {place.protocol}.")
        st.markdown(f"**What bites:** {place.bites}.")
        carried = count_carried(place.id)
        numbers = f"[{place.data_format}]({place.data_url})" if place.data_url else place.data_format
        facts = [
            f"Last seen: {place.freshness}",
            f"numbers: {numbers}",
            f"carried: {carried.values:,} values of {carried.models:,} models, up to {carried.newest}"
            if carried.values
            else "",
            f"known from {place.checked}, {place.checked_on}",
        ]
        if place.benchmarks:
            names = ", ".join(find_by_id(one).name for one in place.benchmarks)
            facts.append(f"tests: {names}, which measure {', '.join(_use_cases(place)) or 'no use case here'}")
        st.caption(" · ".join(fact for fact in facts if fact))
        if rules := protocols_of(place.id):
            with st.expander("How its values compare with those of a card"):
                for rule in rules:
                    name = (
                        rule.benchmark.replace("_", " ")
                        if _unknown(rule.benchmark)
                        else find_by_id(rule.benchmark).name
                    )
                    verdict = "" if rule.comparable else " **Not comparable with cards.**"
                    usual = (
                        f" Honest ways of testing differ by up to {rule.allowance:g} points." if rule.allowance else ""
                    )
                    st.markdown(f"- {name}: {rule.note}.{verdict}{usual}")


def _use_cases(place: Place) -> list[str]:
    guides = [find_guide(use_case) for use_case in UseCase]
    return [g.title.lower() for g in guides if any(g.rank_of(one) is not None for one in place.benchmarks)]


def _unknown(benchmark: str) -> bool:
    try:
        find_by_id(benchmark)
    except KeyError:  # a board's own set
        return True
    return False
