"""The study of prepared models as a page shows it: agreement, what moves, which scores to follow, one model's place."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.advice.preparation.preparation import (
    LIMITS,
    find_in_study,
    find_places,
    guide_kind,
    say_guides,
    say_headline,
    say_moves,
)
from core.catalogue.preparation_study import PreparationStudy, load_preparation_study
from pages.shared.charts import show_chart
from pages.shared.charts_agreement import agreement_heatmap, interval_chart, places_chart
from pages.shared.steps import plain

_GUIDES_TITLE = "τ with the prepared consensus of the others"
_METRIC_WIDTH = 190
_HEATMAP_WIDTH = 396  # two stand side by side on a wide screen, one above the other on a narrow one


def show_study(own_names: Sequence[str]) -> None:
    """The whole evidence; `own_names` are the candidates, one of which may be in the study."""
    study = load_preparation_study()
    st.markdown(say_headline(study))
    _show_headline_figures(study)
    st.subheader("How far the benchmarks agree")
    _show_heatmaps(study)
    st.subheader("What moves when models are prepared")
    for sentence in say_moves(study):
        st.markdown(f"- {sentence}")
    st.subheader("Which public benchmarks are guides without preparation")
    _show_guides(study)
    st.subheader("Where a model stands before and after")
    _show_places(study, own_names)
    st.subheader("What the study does not show")
    for limit in LIMITS:
        st.markdown(f"- {limit}")
    source = study.source
    st.caption(
        f"Study: {source.authors}, [{source.title}]({source.url}) ({source.date}); see the original, and "
        f"[its code and scores]({source.code}) (state {source.snapshot}). The figures here were computed anew from "
        "those scores; the grouping into four categories is ours. τ is Kendall's tau-b: 1 for the same order, 0 for "
        "unrelated orders, −1 for opposite ones."
    )


def _show_headline_figures(study: PreparationStudy) -> None:
    nq_open = study.agreement_of("nq_open")
    figures = (
        ("Agreement of rankings (τ)", study.mean_agreement.direct, study.mean_agreement.prepared),
        ("NQ-Open with others (τ)", nq_open.direct, nq_open.prepared),
        ("First component's share", study.first_component.direct, study.first_component.prepared),
        ("Perplexity with tasks (τ)", study.perplexity.agreement.direct, study.perplexity.agreement.prepared),
    )
    with st.container(horizontal=True):
        for label, direct, prepared in figures:
            with st.container(width=_METRIC_WIDTH):
                st.metric(
                    label, f"{prepared:.3f}", f"{direct:.3f} direct", delta_color="off", delta_arrow="off", border=True
                )


def _show_heatmaps(study: PreparationStudy) -> None:
    with st.container(horizontal=True):
        for title, spec in zip(("Direct: as released", "Prepared: same training for all"), _heatmaps(), strict=True):
            with st.container(width=_HEATMAP_WIDTH):
                st.markdown(f"**{title}**")
                st.vega_lite_chart(spec=spec, width="stretch", alt=f"Agreement of benchmarks. {title}")
    order = ", ".join(dict.fromkeys(str(benchmark.category) for benchmark in study.benchmarks))
    st.caption(
        f"Kendall's τ between the rankings of {len(study.models)} models by every two benchmarks. The lines part the "
        f"categories, from the top and the left: {order}. Point at a cell for its figure."
    )


@st.cache_data
def _heatmaps() -> tuple[dict[str, Any], dict[str, Any]]:
    """The two specifications. The study never changes, and drawing it anew took a third of every rerun."""
    study = load_preparation_study()
    names = [benchmark.name for benchmark in study.benchmarks]
    groups = [str(benchmark.category) for benchmark in study.benchmarks]
    direct, prepared = (agreement_heatmap(names, groups, table) for table in (study.direct, study.prepared))
    return direct.to_dict(validate=False), prepared.to_dict(validate=False)


@st.cache_data
def _guides() -> dict[str, Any]:
    study = load_preparation_study()
    rows = [(b.name, b.guide.tau, b.guide.low, b.guide.high, str(guide_kind(study, b))) for b in study.best_guides]
    chart = interval_chart(rows, _GUIDES_TITLE, (0, 1), bar=study.mean_agreement.prepared)
    return chart.to_dict(validate=False)


def _show_guides(study: PreparationStudy) -> None:
    st.markdown(say_guides(study))
    bar = study.mean_agreement.prepared
    st.vega_lite_chart(spec=_guides(), width="stretch", alt=_GUIDES_TITLE)
    st.caption(
        f"n = {len(study.models)} models; bars: 95 % intervals from drawing the models again. The dashed line is "
        f"the mean agreement of prepared benchmarks ({bar:.3f}). The consensus is the mean place over the other 23."
    )


def _show_places(study: PreparationStudy, own_names: Sequence[str]) -> None:
    names = sorted((model.name for model in study.models), key=str.lower)
    own = find_in_study(study, own_names)
    name = st.selectbox("A model of the study", names, index=names.index(own) if own else None, key="study_model")
    if own:
        st.caption(f"{plain(own)} is among your candidates; its quantizations were not part of the study.")
    if name is None:
        st.caption("Choose one of the 61 models.")
        return
    places = find_places(study, name)
    st.markdown(places.sentence)
    show_chart(places_chart(places.rows, places.of), description=places.sentence)
    st.caption("Places by the mean place over the benchmarks of a category; mathematics and medicine have two each.")
