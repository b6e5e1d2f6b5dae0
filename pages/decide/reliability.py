"""How far a small test can be trusted, on real benchmarks and on results of one's own."""

import streamlit as st

from core.advice.before_run import AIMS, plan_run
from core.advice.outside.reliability import LABELS
from core.catalogue.reliability_curves import load_calibration, load_own_curves, load_published
from core.errors import SurefitError
from core.questions.file_text import OTHER_ENDINGS
from core.stats.subsets.methods import Method
from pages.shared import keys, steps
from pages.shared.own_results_view import compute_own, plain_notes, show_found, subset_json
from pages.shared.reliability_view import show_calibration, show_hidden_by_tau, show_own_curves, show_published

_NS = (10, 25, 50, 100, 250, 500, 1000)

st.title("Reliability")
st.markdown(
    "A small test ranks two models rightly only when they differ enough. **MDAD**, the minimum detectable ability "
    "difference, is the gap that a test ranks rightly 8 times in 10. It is a property of the test, before any answer."
)

st.subheader("Purpose before number", divider="blue")
for aim in sorted(AIMS, key=lambda a: a.n):
    st.markdown(f"- **{aim.label}: {aim.n} questions.** {aim.because}")
n = st.select_slider("Number of random questions", _NS, value=50)
plan = plan_run(n)
st.info(" ".join(text for text in (plan.sentence, plan.warning) if text), icon=":material/straighten:")

st.subheader("What the authors of MDAD published", divider="blue")
st.markdown(
    "- **3.5 to 6 points with 10 questions** is anchor points, chosen with the results of hundreds of other models on "
    "the same questions. A private set has no such results.\n"
    "- **Random questions, all that a private set has:** ten tell apart about 20 points, 25 about 10 to 12, 50 about "
    "7, 250 about 3.\n"
    "- Anchor points are best at 10, equal near 250, and worse at 1,000: their clusters differ in size, so some "
    "questions count for much more than others.\n"
    "- Among close 8B models more than half of the comparisons can flip at 10 to 25 questions.\n"
    "- From about 250 questions plain random drawing is as good as any method, and needs nobody else's results."
)
show_published(load_published())

st.subheader("What our own code computes on real results", divider="blue")
curves = load_own_curves().matrices
matrix = st.selectbox("Results", list(curves.values()), format_func=lambda m: m.title)
show_own_curves(matrix)
st.markdown("**What Kendall's tau hides**")
show_hidden_by_tau(matrix)
st.caption(
    "“by MDAD” chooses the questions that rank the source models best, the authors' own suggestion for a next step: an "
    "experiment, judged on models held out. It favours questions that separate models, so the scores themselves come "
    "out wrong (see the mean error): a ranking, not a level. Models that descend from one another stand on both "
    "sides, so a model unlike all of them may be ranked less well."
)

st.subheader("Your own results", divider="blue")
st.markdown(
    "Per-question results of ten or more models on the same questions: a CSV with the columns model, question, score "
    "(and group), samples_*.jsonl of lm-evaluation-harness (a folder for each model), or JSON logs of inspect_ai."
)
whole_folder = st.toggle("Upload a folder (harness logs, whose folder names the model)")
files = st.file_uploader(
    "Results",
    type=["csv", "tsv", "jsonl", "json", "eval", *OTHER_ENDINGS],
    accept_multiple_files="directory" if whole_folder else True,
    key=f"results_{whole_folder}",
)
with st.form("own_results", border=True):
    methods = st.multiselect(
        "Ways to choose the questions", list(Method), default=[Method.UNIFORM, Method.ANCHOR_POINTS],
        format_func=LABELS.__getitem__,
    )  # fmt: skip
    left, right = st.columns(2)
    ns = left.multiselect("Numbers of questions", _NS, default=[10, 25, 50, 100])
    unseen = right.toggle("Judge on other questions", help="Hold them against questions they were not chosen from.")
    keep_n = left.number_input("A subset to use again: questions", 2, 10_000, 50)
    keep = right.selectbox("Chosen by", list(Method), index=3, format_func=LABELS.__getitem__) or Method.UNIFORM
    compute = st.form_submit_button("Compute", type="primary", disabled=not files, icon=":material/calculate:")
if compute:
    st.session_state[keys.RESULTS_ASKED] = True
if files and st.session_state.get(keys.RESULTS_ASKED):
    try:
        uploaded = tuple((f.name, f.getvalue()) for f in files)
        own = compute_own(uploaded, methods, ns, unseen, int(keep_n), keep)
        st.markdown(f"**{own.models} models, {own.questions} questions**")
        plain_notes(own.notes)
        if own.found:
            show_found(own.found)
        st.markdown(f"**A subset to use again** ({own.subset.n} questions by {LABELS[own.subset.method]})")
        show_found(own.subset.compared())
        st.download_button(
            "Download the subset",
            subset_json(own.subset),
            "surefit-subset.json",
            "application/json",
            icon=":material/download:",
        )
    except SurefitError as error:
        st.error(steps.plain(str(error)), icon=":material/error:")

st.subheader("Our own verdicts judged", divider="blue")
st.markdown(
    "A verdict that says 90 % should come true 9 times in 10. On real results, bank by bank: on GPQA, where all models "
    "lie near the guess rate, verdicts promise too much."
)
show_calibration(load_calibration(), {name: found.title for name, found in curves.items()})

steps.next_step("Choose the number for a test", steps.EVALUATE)
