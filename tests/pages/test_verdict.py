"""The verdict page leads with an action, and shows what it rests on in the order in which a doubt arises."""

import random
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.models.home import store_path
from core.runs.database import Database
from core.runs.evaluation import find_current_runs
from core.runs.projects import add_card, current_project, save_project, save_question_set
from core.runs.run_rows import delete_run, load_run
from core.stats.sequential import StoppingRule
from tests.filled_store import choice_questions, fill

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
CLOSE = {"A": "r" * 31 + "w" * 19, "B": "r" * 22 + "w" * 9 + "r" * 6 + "w" * 13}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("core.runs.evaluation.ensure_runner", lambda _: None)
    monkeypatch.setattr("core.runs.noise_floor.ensure_runner", lambda _: None)


@pytest.fixture
def database() -> Iterator[Database]:
    with Database(store_path()) as opened:
        yield opened


def open_page() -> AppTest:
    app = AppTest.from_file(str(ROOT / "pages/decide/verdict.py"), default_timeout=30).run()
    assert not app.exception
    return app


def texts(app: AppTest) -> str:
    parts = [*app.subheader, *app.markdown, *app.caption, *app.warning, *app.info, *app.success]
    return "\n".join(part.value for part in parts).replace("\\", "")


def headings(app: AppTest) -> list[str]:
    return [heading.value.replace("\\", "") for heading in app.subheader]


def folded(app: AppTest) -> list[str]:
    return [expander.label for expander in app.expander]


def button(app: AppTest, label: str):
    return next(b for b in app.button if b.label == label)


def metrics(app: AppTest) -> dict[str, str]:
    return {metric.label.replace("\\", ""): metric.value for metric in app.metric}


def test_a_clear_winner_needs_no_more_questions(database: Database) -> None:
    fill(database, {"A": "r" * 40 + "w" * 10, "B": "r" * 18 + "w" * 22 + "r" * 6 + "w" * 4}, choice_questions(300))
    app = open_page()
    assert headings(app)[0] == "Use A for coding like this."
    assert "No more questions needed." in texts(app)
    assert [b.label for b in app.button if b.label.startswith("Add")] == []
    assert button(app, "Stop here")
    shown = metrics(app)
    assert (shown["Both right"], shown["Only A"], shown["Only B"], shown["Neither"]) == ("18", "22", "6", "4")
    assert shown["Confidence"] == "> 99 %"


def test_no_clear_winner_offers_more_questions_with_time_and_chance(database: Database) -> None:
    fill(database, CLOSE, choice_questions(300), tokens_per_s={"A": 9, "B": 14})
    app = open_page()
    assert button(app, "Add 50")
    assert button(app, "Add 200")
    captions = [c.value for c in app.caption if "settles it with a chance of" in c.value]
    assert len(captions) == 2
    assert captions[0].startswith("About 9 minutes; ")
    assert captions[0].endswith("asks for 98.3 % instead of 95 %, because a result was seen.")


def test_what_answers_a_doubt_is_folded_in_the_order_in_which_doubts_arise(database: Database) -> None:
    fill(database, CLOSE, choice_questions(300), tokens_per_s={"A": 9, "B": 14})
    app = open_page()
    assert headings(app)[1:] == ["The 15 questions where they differ", "The gap", "Take it with you"]
    assert [label for label in folded(app) if not label.startswith("The whole question")] == [
        "The 13 questions that neither solved",
        "How sure that is, and how often such a confidence came true",
        "What more questions would do",
        "Outcomes other than right and wrong (0)",
        "Score against size and speed",
        "How much is chance: a candidate against itself",
        "Settings and environment of each run",
        "What is not covered",
    ]


def test_where_neither_is_usable_the_page_says_so_and_offers_other_models_and_the_failed_questions(
    database: Database,
) -> None:
    fill(database, {"A": "r" * 4 + "w" * 46, "B": "r" * 3 + "w" * 47}, choice_questions(300), tokens_per_s={"B": 90})
    app = open_page()
    assert headings(app)[:2] == [
        "Neither is usable for coding like this: at best 4 of 50 right (3 to 19 %, 95 % sure). "
        "Try a larger model or easier questions.",
        "The 46 questions that neither solved",
    ]
    assert not any("faster" in text for text in texts(app))
    assert metrics(app)["Sure of lead"]
    labels = [b.label for b in app.button]
    assert not any(label.startswith("Add") for label in labels)
    assert {"Choose another model", "Choose other questions"} <= set(labels)


def test_confidence_gap_and_mdad_stand_under_the_headline(database: Database) -> None:
    fill(database, CLOSE, choice_questions(300))
    first = [(metric.label.replace("\\", ""), metric.value) for metric in open_page().metric][:3]
    assert first == [("Confidence", "73 %"), ("Gap, points", "6"), ("MDAD, points", "7")]


def test_adding_questions_extends_the_runs_and_the_page_says_so(database: Database) -> None:
    project, runs = fill(database, CLOSE, choice_questions(300))
    button(open_page(), "Add 50").click().run()  # alone, the page has no other page to go to
    again = [load_run(database, run.id) for run in runs]
    assert [(run.n, run.stopping_rule) for run in again] == [(100, StoppingRule.EXTENDED)] * 2
    database.write("UPDATE run SET state = 'done', n = 50")
    app = open_page()
    assert "Questions were added after a result was seen, so the bar is 98.3 % instead of 95 %." in texts(app)
    assert find_current_runs(database, replace(project, n=100))


def test_a_set_with_few_questions_left_offers_those(database: Database) -> None:
    fill(database, CLOSE, choice_questions(62))
    assert [b.label for b in open_page().button if b.label.startswith("Add")] == ["Add 12"]


def test_a_set_without_further_questions_says_so(database: Database) -> None:
    fill(database, CLOSE)
    app = open_page()
    assert [b.label for b in app.button if b.label.startswith("Add")] == []
    assert "This set holds no further questions" in texts(app)


def test_stopping_here_hands_over_the_report(database: Database) -> None:
    fill(database, CLOSE, choice_questions(300))
    app = button(open_page(), "Stop here").click().run()
    assert not app.exception
    assert "The verdict stands as it is." in texts(app)
    assert button(app, "Stop here").disabled


def test_the_questions_where_they_differ_are_paged_and_can_be_filtered(database: Database) -> None:
    fill(database, {"A": "r" * 12 + "w" * 3, "B": "w" * 12 + "r" * 3})
    app = open_page()
    won_by_a = [m.value for m in app.markdown if m.value.endswith("won by A")]
    assert len(won_by_a) == 2
    app.pagination[0].set_value(7).run()
    assert not app.exception
    assert [m.value[-8:] for m in app.markdown if " won by " in m.value] == ["won by B"] * 2
    app.button_group[0].set_value("B").run()
    assert not app.exception
    assert len([m for m in app.markdown if m.value.endswith("won by B")]) == 2
    assert not [m for m in app.markdown if m.value.endswith("won by A")]


def test_a_tie_is_no_difference_and_no_certainty(database: Database) -> None:
    fill(database, {"A": "rw" * 25, "B": "rw" * 25}, choice_questions(100))
    app = open_page()
    assert headings(app)[0].startswith("No difference seen")
    assert metrics(app)["Confidence"] == "50 %"
    assert "100 %" not in texts(app)


def test_cut_off_answers_withhold_the_verdict_and_can_be_read(database: Database) -> None:
    fill(database, {"A": "c" * 10 + "r" * 30, "B": "r" * 20 + "w" * 20}, choice_questions(300))
    app = open_page()
    assert headings(app)[0].startswith("No verdict yet: raise max_tokens")
    assert metrics(app)["Confidence"] == "withheld"
    assert button(app, "Change the settings")
    assert not [b for b in app.button if b.label.startswith(("Add", "Stop"))]
    group = next(g for g in app.button_group if "Cut off (10)" in str(g.options))
    group.set_value("cut off").run()
    assert not app.exception
    assert any("Let me think about this step by step" in code.value for code in app.code)


def test_ratings_by_hand_are_compared_on_their_own_scale(database: Database) -> None:
    fill(database, {"A": "554545554545", "B": "322332323223"}, choice_questions(12, "rating"))
    app = open_page()
    assert headings(app)[0] == "Use A for coding like this."
    assert metrics(app)["A higher"] == "12"
    assert metrics(app)["Gap, rating points"] == "2.2"


def test_ratings_that_are_missing_are_asked_for(database: Database) -> None:
    fill(database, {"A": "5545uuuuuuuu", "B": "3223uuuuuuuu"}, choice_questions(12, "rating"))
    assert "finish the rating by hand" in headings(open_page())[0]


def test_three_candidates_get_ranks_and_probabilities_and_no_lone_winner(database: Database) -> None:
    outcomes = {"A": "r" * 45 + "w" * 5, "B": "r" * 44 + "w" * 6, "C": "r" * 10 + "w" * 40}
    fill(database, outcomes, choice_questions(300), sizes_mb={"A": 5000, "B": 3000, "C": 1000})
    app = open_page()
    assert headings(app)[0].startswith("No single winner: take the smaller one (B")
    assert "All candidates" in headings(app)
    table = app.dataframe[0].value
    assert list(table["Rank (95 %)"]) == ["1–2", "1–2", "3"]
    assert list(table["Group"]) == [1, 1, 2]
    assert table["Best with"].iloc[2] == "under 1 %"
    app.selectbox[0].set_value(app.selectbox[0].options[1]).run()
    assert not app.exception
    assert metrics(app)["Only A"] == "35"


def test_files_of_one_model_are_judged_by_what_the_smaller_loses(database: Database) -> None:
    q4, q8 = "Foo 7B Instruct Q4_K_M", "Foo 7B Instruct Q8_0"
    outcomes = {q4: "r" * 150 + "w" * 6 + "r" * 5 + "w" * 89, q8: "r" * 156 + "w" * 94}
    fill(database, outcomes, sizes_mb={q4: 4900, q8: 8100})
    app = open_page()
    assert headings(app)[0] == f"{q4} is good enough here."
    assert (metrics(app)["Lost, gained"], metrics(app)["Good enough"]) == ("6, 5", "96 %")
    app.number_input[0].set_value(1.0).run()
    assert headings(app)[0].startswith(f"Keep {q8} for now")


def test_of_several_files_of_one_model_the_smallest_good_enough_one_is_named_from_the_largest_down(
    database: Database,
) -> None:
    q2, q4, q8 = (f"Foo 7B Instruct {label}" for label in ("Q2_K", "Q4_K_M", "Q8_0"))
    outcomes = {
        q8: "r" * 156 + "w" * 94,
        q4: "r" * 150 + "w" * 6 + "r" * 5 + "w" * 89,
        q2: "r" * 106 + "w" * 144,
    }
    fill(database, outcomes, sizes_mb={q8: 8100, q4: 4900, q2: 3000})
    app = open_page()
    assert headings(app)[0] == f"{q4} is good enough here."
    assert f"Keep {q8}: {q2} is worse here." in texts(app)
    assert [m.value for m in app.metric][:2] == ["96 %", "6, 5"]
    assert "0 %" not in [m.value for m in app.metric]


def test_published_claims_stand_beside_the_own_result(database: Database) -> None:
    names = ("Zyxw-3B-Instruct-Q4_0", "Wvut-3B-Instruct-Q4_0")
    project, _ = fill(database, {names[0]: "r" * 15 + "w" * 35, names[1]: "r" * 30 + "w" * 20}, choice_questions(300))
    for name, value in zip(names, (92, 65), strict=True):
        model = name.removesuffix("-Q4_0")
        add_card(database, project.id, model, f"# {model}\n\n|Benchmark|{model}|\n|---|---|\n|HumanEval|{value}|\n")
    app = open_page()
    assert "Published against measured" in folded(app)
    assert "a suspicion, not a finding" in texts(app)
    table = app.table[0].value
    assert [cell.replace("\\", "") for cell in table.iloc[:, 0]] == ["2. (30 %)", "1. (92 %)"]


def test_a_candidate_can_be_run_against_itself(database: Database) -> None:
    fill(database, CLOSE, choice_questions(300))
    app = button(open_page(), "Run it against itself").click().run()
    assert not app.exception
    assert current_project(database) is not None
    assert [row["n"] for row in database.rows("SELECT n FROM run ORDER BY rowid")] == [50, 50, 50]


def test_a_run_that_was_deleted_since_gives_way_to_the_project(database: Database) -> None:
    from pages.shared import keys

    _, runs = fill(database, CLOSE)
    app = AppTest.from_file(str(ROOT / "pages/decide/verdict.py"), default_timeout=30)
    app.session_state[keys.OPEN_RUNS] = ["gone", runs[0].id]
    app.run()
    assert not app.exception
    assert headings(app)


def test_one_run_left_asks_for_a_second(database: Database) -> None:
    _, runs = fill(database, CLOSE)
    delete_run(database, runs[1].id)
    app = open_page()
    assert "A verdict needs two candidates" in texts(app)


def test_hostile_names_are_shown_as_they_are_written(database: Database) -> None:
    fill(database, {"<script>x</script>": "r" * 20, "](javascript:x) $a$": "w" * 20})
    app = open_page()
    assert headings(app)[0] == "Use <script>x</script> for coding like this."
    assert not any("](javascript" in m.value.replace("\\]\\(", "") for m in app.markdown)


def test_a_warm_rerun_with_250_questions_and_three_candidates_is_quick(database: Database) -> None:
    random.seed(3)
    outcomes = {
        name: "".join("r" if random.random() < p else "w" for _ in range(250))
        for name, p in (("A", 0.6), ("B", 0.55), ("C", 0.4))
    }
    fill(database, outcomes, choice_questions(400))
    app = open_page()
    spent = []
    for _ in range(5):
        begun = time.process_time()  # other programs may hold the cores
        app.run()
        spent.append(time.process_time() - begun)
    assert min(spent) < 0.3


def test_every_chart_of_the_page_is_a_valid_one(database: Database) -> None:
    """`show_chart` leaves the check against the schema of Vega-Lite to this test."""
    from core.advice.verdict.decision import decide
    from core.advice.verdict.trade import find_trades
    from core.advice.verdict.what_next import chance_curve
    from pages.shared.charts import chance_chart, gap_chart, score_chart, trade_chart

    outcomes = {"A": "r" * 31 + "w" * 19, "B": "r" * 28 + "w" * 22, "C": "r" * 10 + "w" * 40}
    _, runs = fill(
        database, outcomes, sizes_mb={"A": 5000, "B": 3000, "C": 1000}, tokens_per_s={"A": 5, "B": 9, "C": 20}
    )
    decision = decide(database, [run.id for run in runs])
    charts = [gap_chart(pair) for pair in decision.pairs]
    charts += [trade_chart(trade) for trade in find_trades(decision)]
    charts += [chance_chart(chance_curve(decision.closest_call), left) for left in (None, 0, 150)]
    charts.append(score_chart(decision.scores()))
    for chart in charts:
        assert chart.to_dict(validate=True)


def test_answers_to_questions_that_changed_since_still_have_their_verdict(database: Database) -> None:
    project, runs = fill(database, CLOSE, choice_questions(300))
    changed = replace(choice_questions(299), name="crates")
    save_project(database, replace(project, question_set_id=save_question_set(database, changed)))
    app = open_page()
    assert "The questions of crates have changed since these answers were given." in texts(app)
    assert "73 %" in [metric.value for metric in app.metric]
    assert [b.label for b in app.button if b.label.startswith("Add")] == []
    assert [run.id for run in find_current_runs(database, project)] == [run.id for run in runs]
