"""A shortlist on the screen: its tiers as tables, the picks from close by, the benchmarks, the names."""

from collections.abc import Sequence
from urllib.parse import quote

import streamlit as st

from core.advice.shortlist.benchmarks import JudgedBenchmarks
from core.advice.shortlist.entry import Shortlisted, shown_first
from core.advice.shortlist.hub import search_words
from core.advice.shortlist.scores import Column, Relation, ranks
from core.advice.shortlist.shortlist import Shortlist
from core.advice.shortlist.tiers import EvidenceTier
from core.catalogue.public_scores import find_place
from core.models.fit import gigabytes
from core.models.names import explain_name, find_unsaid
from pages.shared.steps import plain

_MOST_COLUMNS = 4
SCORES, TAKES = "Public scores", "Size, memory, licence"
_EXPLAINED = {
    EvidenceTier.AHEAD: "Nobody outdoes these, and each outdoes at least half of the models it can be compared with.",
    EvidenceTier.LEVEL: "Nobody outdoes these, but they outdo few, or can be compared with few: they are left open.",
    EvidenceTier.NO_SCORE: "No score says nothing about how good they are; most are newer than the tables.",
    EvidenceTier.BEHIND: "Another candidate that fits is ahead beyond the noise in most columns they share.",
}


def choose_columns() -> str:
    """Which half of the columns the tables show: both together are wider than most windows."""
    return st.segmented_control("Columns", [SCORES, TAKES], default=SCORES, required=True) or SCORES


def show_tier(shortlist: Shortlist, tier: EvidenceTier, shown: str) -> None:
    """One tier as a table; `shown` is SCORES or TAKES."""
    members = shortlist.of_tier(tier)
    if not members:
        return
    title = f"{tier.value.capitalize()} ({len(members)})"
    if tier is EvidenceTier.BEHIND:
        with st.expander(title):
            _show_table(shortlist, tier, members, shown)
        return
    st.subheader(title)
    _show_table(shortlist, tier, members, shown)


def _show_table(shortlist: Shortlist, tier: EvidenceTier, members: Sequence[Shortlisted], shown: str) -> None:
    st.caption(_EXPLAINED[tier])
    if tier is EvidenceTier.NO_SCORE:
        every_size = st.toggle("Show every size, not only each family's largest")
        rows = [_takes(one) for one in (members if every_size else shown_first(tier, members))]
    elif shown == TAKES:
        rows = [_takes(one) for one in members]
    else:
        columns = widest_columns(shortlist, members)
        rows = [_scores(one, columns) for one in members]
    if not any(one.speed.tokens_per_s for one in members):
        rows = [{name: value for name, value in row.items() if name != "Tokens/s"} for row in rows]
    st.dataframe(
        rows,
        hide_index=True,
        column_config={
            "Model": st.column_config.TextColumn(pinned=True, width="medium"),
            "Why here": st.column_config.TextColumn(width="large"),
        },
    )


def widest_columns(shortlist: Shortlist, members: Sequence[Shortlisted]) -> list[Column]:
    """The ranking columns in which most of these models stand, in reading order."""
    ranking = [c for c in shortlist.columns if ranks(c, base_models=shortlist.needs.fine_tune)]
    count = {
        column: sum(column in one.cells and one.cells[column].relation is Relation.OWN for one in members)
        for column in ranking
    }
    kept = sorted(ranking, key=lambda column: -count[column])[:_MOST_COLUMNS]
    return [column for column in ranking if column in kept and count[column]]


def _scores(one: Shortlisted, columns: Sequence[Column]) -> dict[str, str]:
    placed = one.placed
    return {
        "Model": one.model.name,
        "Outdoes": f"{len(placed.outdoes)} of {placed.compared_with}",
        **{column.title: one.cells[column].words() if column in one.cells else "–" for column in columns},
        "Why here": _why(one),
    }


def _takes(one: Shortlisted) -> dict[str, str]:
    return {
        "Model": one.model.name,
        "Size": f"{one.model.params_b:.3g} B",
        "File": f"{one.memory.label}, {gigabytes(one.memory.file_bytes)}",
        "Memory": one.memory.words() + (", tight" if one.is_tight else ""),
        "Tokens/s": one.speed.words(),
        "Released": one.model.released or "unknown",
        "Licence": one.model.licence or "unknown",
        "Why here": _why(one),
    }


def _why(one: Shortlisted) -> str:
    return " ".join((one.placed.reason, *one.notes))


def show_pick(one: Shortlisted) -> None:
    """One pick: what to download, whether it fits, how fast, and every public value with where it comes from."""
    with st.container(border=True):
        st.markdown(f"**{plain(one.model.name)}** · {plain(one.placed.tier.value)}")
        if one.file is not None:
            st.markdown(f"Already on this machine: `{one.file.path.name}` ({gigabytes(one.memory.file_bytes)}).")
        else:
            file = f"**{one.memory.label}**, about {gigabytes(one.memory.file_bytes)}"
            if one.is_tight and one.memory.safer:
                file = f"**{one.memory.safer}** to be safe, or {file}, which may not fit"
            words = search_words(one)
            hub = f"https://huggingface.co/models?library=gguf&search={quote(words.removesuffix(' GGUF'))}"
            st.markdown(f"Download: {file}; search the Hub for [{plain(words)}]({hub}).")
            if one.model.hf_id:
                st.markdown(f"Made from [{plain(one.model.hf_id)}](https://huggingface.co/{one.model.hf_id}).")
        fits = "may or may not fit" if one.is_tight else "fits"
        speed = f"{one.speed.words()} tokens/s" if one.speed.tokens_per_s else "speed unknown"
        st.markdown(plain(f"Memory {one.memory.words()}: {fits}. {speed[0].upper()}{speed[1:]}."))
        for note in one.notes:
            st.markdown(f":orange[{plain(note)}]")
        count = f", and {len(one.cells)} public value{'' if len(one.cells) == 1 else 's'}" if one.cells else ""
        with st.expander(f"Why{count}"):
            st.markdown(plain(one.placed.reason))
            st.caption(plain(f"Memory: {one.memory.basis}. Speed: {one.speed.basis}"))
            if one.cells:
                st.dataframe(_values(one), hide_index=True)


def _values(one: Shortlisted) -> list[dict[str, str]]:
    return [
        {
            "Benchmark": column.title,
            "Value": cell.words(),
            "Of": "itself" if cell.relation is Relation.OWN else f"{cell.of} ({cell.relation.value})",
            "Setting": "; ".join(dict.fromkeys(row.setting for row in cell.rows)),
            "Source": f"{column.place}, {cell.as_of}",
            "Provenance": column.provenance.value,
            "Mind": column.caution or "",
        }
        for column, cell in one.cells.items()
    ]


def show_left_out(shortlist: Shortlist) -> None:
    total = sum(len(names) for names in shortlist.left_out.values())
    with st.expander(f"{total} models are left out"):
        for reason, names in shortlist.left_out.items():
            st.markdown(f"**{len(names)}: {plain(reason)}**")
            st.caption(plain(", ".join(names)))


def show_judged(judged: JudgedBenchmarks) -> None:
    st.markdown(plain(judged.sentence))
    if judged.same_twice:
        st.markdown(plain(f"{judged.same_twice} So a protocol is a column of its own, and columns are never averaged."))
    st.dataframe(
        [
            {
                "Benchmark": one.column.title,
                "Models": one.models,
                "Noise in its spread": f"{100 * one.noise_share:.0f} %" if one.noise_share is not None else "not known",
                "State": one.state,
                "Public since": one.column.benchmark.released.date,
                "Training data end later": f"{one.maybe_read} of {one.models - one.cutoff_unknown} known",
            }
            for one in judged.columns
        ],
        hide_index=True,
    )
    st.caption(
        "Where half of a benchmark's spread is noise, its order is mostly luck. Where training data end later "
        "than the benchmark was published, its questions may have been read; many publishers do not say when they end."
    )
    if judged.pairs:
        st.dataframe(
            [
                {
                    "One": pair.one.title,
                    "Other": pair.other.title,
                    "Models": pair.models,
                    "τ": round(pair.agreement.tau, 2),
                    "95 % interval": f"{pair.agreement.low:.2f} to {pair.agreement.high:.2f}",
                }
                for pair in judged.pairs
            ],
            hide_index=True,
        )
        st.caption("τ is 1 where two benchmarks order the models alike, 0 where their orders have nothing in common.")


def show_name(text: str) -> None:
    """Every part of a name and what it means."""
    for part, meaning in explain_name(text):
        st.markdown(f"- **{plain(part)}**: {plain(meaning)}")
    if unsaid := find_unsaid(text):
        st.caption(f"The name does not say: {'; '.join(unsaid)}.")


def show_sources(shortlist: Shortlist) -> None:
    places = {column.source: find_place(column.source) for column in shortlist.columns}
    known = [f"[{place.title}]({place.url}) ({place.freshness})" for place in places.values() if place]
    if known:
        st.caption("Sources: " + "; ".join(known))
