"""A benchmark, shown the same way on every page: what a score means, its noise, and what it leaves out."""

import streamlit as st

from core.catalogue.benchmarks import Benchmark, Fact, source_of


def show_benchmark(benchmark: Benchmark, *, why: Fact) -> None:
    with st.expander(f"**{benchmark.name}** — {why.text}"):
        gap = benchmark.smallest_gap()
        row = st.container(horizontal=True)  # each as wide as its words: a narrow window would cut them short
        questions = f"{benchmark.items.count:,}" if benchmark.items.count else "not fixed"
        row.metric("Questions", questions, border=True, width="content")
        row.metric(
            "Smallest gap that counts",
            f"{gap:.1f} points" if gap is not None else "see the scale",
            border=True,
            width="content",
            help="Between two models near 70 %: the larger of 2 points and 1.96 · √2 · standard error.",
        )
        row.metric("Contamination risk", benchmark.contamination.risk.capitalize(), border=True, width="content")
        for label, facts in _rows(benchmark):
            for fact in facts:
                st.markdown(f"**{label}** {fact.text}")
        st.caption(
            f"{benchmark.long_name}. Released {benchmark.released.date}. [Home page]({benchmark.homepage}). "
            f"Sources: {'; '.join(sorted({_cite(fact) for fact in benchmark.facts()}))}"
        )


def show_source(fact: Fact) -> None:
    st.caption(f"Source: {_cite(fact)}")


def _rows(benchmark: Benchmark) -> list[tuple[str, tuple[Fact, ...]]]:
    return [
        ("Measures:", (benchmark.measures,)),
        ("Does not measure:", (benchmark.does_not_measure,)),
        ("A score means:", (benchmark.scale.meaning,)),
        ("Scored by:", (benchmark.scored_by,)),
        ("Usual shots:", (benchmark.usual_shots,)),
        ("Size:", (benchmark.items.note,)),
        ("Known bias:", benchmark.biases),
        ("Where its noise comes from:", benchmark.noise_causes),
        ("Contamination:", benchmark.contamination.evidence),
        ("Refreshed:", (benchmark.refresh.note,)),
        ("Saturation:", (benchmark.saturation.note,)),
        ("Mind:", benchmark.pitfalls),
    ]


def _cite(fact: Fact) -> str:
    source = source_of(fact)
    return f"{source.title} ({source.date})"
