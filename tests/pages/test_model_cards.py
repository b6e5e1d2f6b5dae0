"""The Model cards page: cards come in, stand side by side, are corrected by hand and quoted at their place."""

from dataclasses import replace
from pathlib import Path

import huggingface_hub.constants  # noqa: F401 - reads the environment once: before a test changes it
import pytest
from streamlit.testing.v1 import AppTest

from core.catalogue.use_cases import UseCase
from core.models.home import store_path
from core.runs.database import Database
from core.runs.projects import add_card, create_project, current_project, load_cards, save_project
from core.runs.records import Candidate
from pages.shared.steps import plain
from tests.hub_server import serving
from tests.sample_cards import BRIO, HOSTILE, LUMEN, QUANT, TERRA

PAGE = str(Path(__file__).resolve().parents[2] / "pages/choose/model_cards.py")
TRUST = str(Path(__file__).resolve().parents[2] / "pages/choose/trust_or_test.py")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))


def page_with(*cards: tuple[str, str], use_case: UseCase | None = UseCase.CODING, page: str = PAGE) -> AppTest:
    with Database(store_path()) as database:
        project = create_project(database, "cards")
        candidates = (Candidate("Lumen-7B-Instruct-Q4_K_M", "/m/Lumen-7B-Instruct-Q4_K_M.gguf", label="Q4_K_M"),)
        save_project(database, replace(project, use_case=use_case, candidates=candidates))
        for name, text in cards:
            add_card(database, project.id, name, text)
    app = AppTest.from_file(page, default_timeout=30).run()
    assert not app.exception
    return app


def saved_cards():
    with Database(store_path()) as database:
        project = current_project(database)
        assert project is not None
        return load_cards(database, project.id)


def words(app: AppTest) -> str:
    """Everything the page says, without the signs that keep Markdown from being rendered."""
    parts = [*app.markdown, *app.caption, *app.info, *app.warning, *app.error]
    return "\n".join(part.value for part in parts).replace("\\", "")


def labels(app: AppTest) -> str:
    return "\n".join(expander.label for expander in app.expander).replace("\\", "")


def test_a_pasted_card_is_read_and_kept():
    app = page_with()
    app.text_input[0].set_value("lab/Lumen-7B-Instruct")
    app.text_area[0].set_value(LUMEN)
    app.button[0].click().run()
    assert [(card.name, card.origin) for card in saved_cards()] == [("lab/Lumen-7B-Instruct", "pasted")]
    assert app.metric[0].value == "6"
    assert "Size mismatch" in labels(app)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("button", "missing"),
    [("Read it", "Paste the text"), ("Read the folder", "Give the folder"), ("Fetch the card", "Give the model's id")],
)
def test_an_empty_form_says_what_it_lacks(button, missing):
    app = page_with()
    next(each for each in app.button if each.label == button).click().run()
    assert missing in words(app)
    assert saved_cards() == []


def test_a_folder_brings_its_card_and_its_result_files(tmp_path: Path):
    folder = tmp_path / "models--lab--Terra-3B" / "snapshots" / ("0" * 40)
    (folder / ".eval_results").mkdir(parents=True)
    (folder / "README.md").write_text(TERRA, encoding="utf-8")
    result = "- dataset:\n    id: google/IFEval\n    task_id: ifeval\n  value: 0.41\n"
    (folder / ".eval_results" / "ifeval.yaml").write_text(result, encoding="utf-8")
    app = page_with()
    app.text_input[1].set_value(str(tmp_path / "models--lab--Terra-3B"))
    app.button[2].click().run()
    card = saved_cards()[0]
    assert card.name == "lab/Terra-3B"
    assert list(card.results) == [".eval_results/ifeval.yaml"]
    assert {score.benchmark for score in card.read().main_scores} >= {"ifeval", "mmlu", "gsm8k"}


@pytest.mark.slow
def test_a_hub_id_fetches_the_card_and_a_refusal_is_a_sentence(monkeypatch: pytest.MonkeyPatch):
    app = page_with()
    app.text_input[2].set_value("lab/Lumen-7B")
    app.button[3].click().run()
    assert "Offline mode is on" in app.error[0].value
    assert saved_cards() == []
    monkeypatch.delenv("HF_HUB_OFFLINE")
    with serving() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.base)
        app = AppTest.from_file(PAGE, default_timeout=30).run()
        app.text_input[2].set_value("lab/Lumen-7B")
        app.button[3].click().run()
    assert not app.exception
    card = saved_cards()[0]
    assert card.name == "lab/Lumen-7B"
    assert hub.base in card.origin
    assert app.metric[0].value == "3"


@pytest.mark.parametrize(
    ("text", "says"), [("x" * 1_100_000, "Paste the part with the scores"), ("\x00\x01" * 500, "not readable text")]
)
def test_what_is_no_card_is_refused_in_a_sentence_and_not_kept(text: str, says: str):
    app = page_with()
    app.text_area[0].set_value(text)
    app.button[0].click().run()
    assert says in app.error[0].value.replace("\\", "")
    assert saved_cards() == []


def test_a_refusal_names_the_card_also_where_its_reason_names_a_line_only():
    app = page_with()
    app.text_input[0].set_value("lab/Lumen-7B")
    app.text_area[0].set_value("# Lumen-7B\n\n" + "<div>" * 50_000)
    app.button[0].click().run()
    assert app.error[0].value.replace("\\", "").startswith("lab/Lumen-7B: Line 3")


def test_the_page_says_under_which_name_a_card_was_read_and_leaves_the_pretrained_table_out():
    table = "| Test | {0} |\n|---|---|\n| HumanEval | {1} |\n\n"
    text = f"# Lumen-7B-Instruct\n\n{table.format('Lumen-7B', 50.1)}{table.format('Lumen-7B-Instruct', 61.2)}"
    app = page_with(("Other Name 13B", text))
    assert "The card names its model" in " ".join(info.value for info in app.info)
    assert app.metric[0].value == "1"
    assert "1 more scores belong" not in words(app) and "One more score" in words(app)


def test_cards_stand_side_by_side_with_ties_and_what_measures_the_use_case_first():
    app = page_with(("lab/Lumen-7B-Instruct", LUMEN), ("brio/Brio-8B-Chat", BRIO), ("Terra-3B", TERRA))
    table = app.table[0].value
    assert [name.split("**")[1] for name in table.index] == ["HumanEval", "MBPP"]
    row = {column.replace("\\", ""): cell.replace("\\", "") for column, cell in table.iloc[0].items()}
    assert row["Lumen-7B-Instruct"].startswith("**72** (0-shot, pass@1, bfloat16)")
    assert "tie with Brio-8B-Chat" in row["Lumen-7B-Instruct"]
    assert "points behind" in row["Terra-3B"]
    rest = app.table[1].value
    mmlu = next(cells for name, cells in rest.iterrows() if name.startswith("**MMLU**")).to_dict()
    assert any(
        "not comparable with" in cell and "0 against 5 shots" in cell.replace("\\", "") for cell in mmlu.values()
    )


@pytest.mark.slow
def test_the_page_says_in_words_what_follows_and_that_it_may_be_skipped():
    app = page_with(("lab/Lumen-7B-Instruct", LUMEN), ("brio/Brio-8B-Chat", BRIO))
    said = words(app)
    assert "This step may be skipped" in said
    assert "What these cards let you conclude" in said
    assert "What only an eval of your own can tell" in said
    assert "Brio-8B-Chat leaves the settings out" in said


@pytest.mark.slow
def test_the_own_column_is_corrected_by_hand_and_remembered():
    app = page_with(("lab/Lumen-7B-Instruct", LUMEN))
    box = app.multiselect[0]
    assert box.value == ["Lumen-7B-Instruct"]
    box.set_value(["Rival-8B-Instruct"]).run()
    assert not app.exception
    assert saved_cards()[0].own_subjects == ("Rival-8B-Instruct",)
    again = AppTest.from_file(PAGE, default_timeout=30).run()  # a new session
    assert again.multiselect[0].value == ["Rival-8B-Instruct"]
    assert again.table[0].value.iloc[0].iloc[0].startswith("**66")
    again.multiselect[0].set_value(["Lumen-7B-Instruct"]).run()
    assert saved_cards()[0].own_subjects == ()  # as worked out: nothing to remember


@pytest.mark.slow
def test_an_empty_choice_says_what_is_shown():
    app = page_with(("lab/Lumen-7B-Instruct", LUMEN))
    assert "Nothing is chosen" not in words(app)
    app.multiselect[0].set_value([]).run()
    assert not app.exception and saved_cards()[0].own_subjects == ()
    assert "Nothing is chosen, so what was worked out is shown as its own: Lumen-7B-Instruct." in words(app)


RELEASE = (
    "# Kestrel\n\n## Kestrel-3B\n\nKestrel-3B is small. It reaches 74.3 on MMLU and 61.0 on HumanEval.\n\n"
    "## Kestrel-1B\n\nKestrel-1B is smaller. It reaches 60.3 on MMLU and 50.1 on HumanEval.\n"
)


@pytest.mark.slow
def test_a_member_that_only_sentences_name_can_be_chosen():
    app = page_with(("kestrel", RELEASE))
    assert app.multiselect[0].options == ["Kestrel-3B", "Kestrel-1B"] == app.multiselect[0].value
    assert "kestrel gives values of 2 models" in words(app) and app.metric[0].value == "4"
    app.multiselect[0].set_value(["Kestrel-1B"]).run()
    assert not app.exception and app.metric[0].value == "2"
    assert app.multiselect[0].value == ["Kestrel-1B"] and "values of 2 models" not in words(app)


def test_a_quoted_line_opens_at_its_place():
    app = page_with(("lab/Lumen-7B-Instruct", LUMEN))
    line = LUMEN.splitlines().index("Our 7B model beats a 13B model on every coding test.") + 1
    button = next(b for b in app.button if b.key and b.key.startswith("place_") and "size_mismatch" in b.key)
    assert button.label == f"Line {line}"
    button.click().run()
    assert not app.exception
    shown = [code.value for code in app.code if "▶" in code.value]
    assert len(shown) == 1
    assert f"▶ {line} │ Our 7B model beats a 13B model" in shown[0]


@pytest.mark.slow
def test_nothing_is_looked_up_before_the_button_and_a_look_up_becomes_a_flag(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("HF_HUB_OFFLINE")
    card = "# Lumen-7B\n\n|Metric|Value|\n|--|--|\n|HumanEval|88.0|\n"
    with serving() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.base)
        monkeypatch.setattr("core.cards.second_opinions.ADDRESSES", hub.addresses())
        app = page_with(("lab/Lumen-7B", card))
        assert hub.asked == []
        assert "Only the carried scores were used" in words(app)
        next(b for b in app.button if b.label == "Look these up online").click().run()
        assert not app.exception
        assert hub.asked
    assert "Too high against independent" in labels(app)
    assert "27.0 points above" in labels(app)
    assert "Only the carried scores" not in words(app)


@pytest.mark.slow
def test_offline_the_button_says_what_could_not_be_checked():
    app = page_with(("ann/Qwen2.5-Coder-7B-Instruct-GGUF", QUANT))
    next(b for b in app.button if b.label == "Look these up online").click().run()
    assert not app.exception
    assert "Offline mode is on" in app.warning[-1].value.replace("\\", "")
    carried = "BigCodeBench (2025-04, instruct, the unquantized original Qwen/Qwen2.5-Coder-7B-Instruct): 40.4"
    assert carried in labels(app)
    assert "HumanEval" in words(app)


@pytest.mark.slow
def test_what_cannot_be_reached_is_said_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("HF_HUB_OFFLINE")
    with serving() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.base)
        monkeypatch.setattr("core.cards.second_opinions.ADDRESSES", hub.addresses())
    app = page_with(("lab/Lumen-7B", LUMEN), ("lab/Umber-7B", BRIO))
    next(b for b in app.button if b.label == "Look these up online").click().run()
    assert not app.exception
    said = app.warning[-1].value.replace("\\", "")
    assert said.count("cannot be reached") == 1
    assert "EvalPlus" in said


def test_a_hostile_card_is_shown_as_text_only():
    app = page_with(("Evil-7B", HOSTILE), ("brio/Brio-8B-Chat", BRIO))
    rendered = [*app.markdown, *app.caption, *app.info, *app.warning]
    texts = [part.value for part in rendered] + [expander.label for expander in app.expander]
    texts += [tab.label for tab in app.tabs]
    for table in app.table:
        texts += [str(cell) for cell in [*table.value.index, *table.value.columns, *table.value.to_numpy().ravel()]]
    assert any("Evil" in text for text in texts)
    for text in texts:
        bare = text.replace("\\\\", "")
        for sign in ("<script", "<img", "<iframe", "<svg", "](javascript", "![", "onerror"):
            assert sign not in bare, text
        assert not any(part.allow_html for part in app.markdown)


@pytest.mark.slow
def test_a_card_that_can_no_longer_be_read_is_said_and_can_be_removed():
    app = page_with(("Odd-7B", "\x01\x02\x03" * 300), ("brio/Brio-8B-Chat", BRIO))
    assert "Odd-7B" in app.error[0].value.replace("\\", "")
    next(b for b in app.button if b.key and b.key.startswith("remove_unread_")).click().run()
    assert [card.name for card in saved_cards()] == ["brio/Brio-8B-Chat"]


@pytest.mark.slow
def test_more_than_five_cards_are_chosen_from():
    app = page_with(*((f"Model{i}-7B", BRIO.replace("Brio-8B-Chat", f"Model{i}-7B")) for i in range(7)))
    assert len(app.multiselect[0].value) == 5
    assert len(app.tabs) == 4 + 5


def test_trust_or_test_says_each_thing_once_and_notices_a_foreign_card():
    app = page_with(("lab/Lumen-7B-Instruct", LUMEN), ("brio/Brio-8B-Chat", BRIO), page=TRUST)
    said = [part.value.replace("\\", "") for part in [*app.markdown, *app.warning, *app.info, *app.success]]
    assert any("Brio-8B-Chat is about none of your candidates (Lumen-7B-Instruct-Q4_K_M)" in text for text in said)
    sentence = "The file is somebody else's quantization (Q4_K_M); nobody has published scores of this file."
    assert sum(sentence[4:] in text for text in said) == 1
    assert not any(text == "Brio-8B-Chat" for text in said)  # no section of its own


def test_as_many_rows_carry_the_flag_as_the_tile_counts_and_further_checks_carry_another_sign():
    app = page_with(("lab/Lumen-7B-Instruct", LUMEN), ("lab/Brio", BRIO), ("quant", QUANT))
    tiles: dict[str, list[int]] = {}
    for metric in app.metric:
        tiles.setdefault(metric.label, []).append(int(metric.value))
    signs = labels(app)
    assert signs.count(":material/flag:") == sum(tiles["Red flags"]) > 0
    assert signs.count(":material/search:") == sum(tiles["Checks"]) > 0


def test_a_text_that_is_no_card_is_said_to_be_none():
    said = words(page_with(("LICENSE", "Permission is hereby granted, free of charge, to any person.")))
    assert "LICENSE does not look like a model card" in said


def test_a_text_that_is_no_card_gets_no_column_and_no_advice():
    odd = ("CHANGELOG.md", "Fixed a crash on start. Faster import of tables.")
    app = page_with(("lab/Lumen-7B-Instruct", LUMEN), odd, ("Terra-3B", TERRA))
    assert [column.replace("\\", "") for column in app.table[0].value.columns] == ["Lumen-7B-Instruct", "Terra-3B"]
    assert "CHANGELOG gives no score" not in words(app) and "left out of the comparison" in words(app)
    trust = words(AppTest.from_file(TRUST, default_timeout=30).run())
    assert "CHANGELOG does not look like a model card" in trust and "CHANGELOG is about" not in trust


def test_five_cards_stand_side_by_side_and_what_one_alone_reports_below_one_another():
    alone = BRIO.replace("Brio-8B-Chat", "Model0-7B").replace("HumanEval", "CRUXEval")
    others = (BRIO.replace("Brio-8B-Chat", f"Model{i}-7B") for i in range(1, 5))
    app = page_with(*((f"Model{i}-7B", text) for i, text in enumerate((alone, *others))))
    tables = [table.value for table in app.table]
    assert [card.replace("\\", "") for card in tables[0].columns] == [f"Model{i}-7B" for i in range(5)]
    lonely = next(table for table in tables if "Its claim" in table.columns)
    assert list(lonely.columns) == ["Card", "Its claim"]
    assert any("CRUXEval" in name for name in lonely.index)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see https://evil.example/he", "see https://\u2060evil.example/he"),
        ("www.evil.example", "www\u2060.evil.example"),
        ("write to me@evil.example", "write to me@\u2060evil.example"),
        ("http://localhost:11434 did not answer", "http://localhost:11434 did not answer"),
        ("MMLU @ 5, pass@1 0.61", "MMLU @ 5, pass@1 0.61"),
    ],
)
def test_an_address_in_text_from_outside_is_no_link(text: str, shown: str) -> None:
    assert plain(text).replace("\\", "") == shown
