"""The Model cards page in a browser: cards pasted, the own column corrected, a line opened; an attack stays text."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from core.runs.database import Database
from core.runs.projects import current_project, load_cards
from tests.sample_cards import BRIO, HOSTILE, LUMEN

from .conftest import App

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def paste(page: Page, name: str, text: str) -> None:
    page.get_by_role("textbox", name="Name (optional)").fill(name)
    page.get_by_label("The card's Markdown").fill(text)
    page.get_by_role("button", name="Read it", exact=True).click()
    expect(page.get_by_role("tab", name=name.rsplit("/", 1)[-1], exact=True)).to_be_visible()
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()


def saved(home: Path):
    with Database(home / "surefit.sqlite3") as database:
        project = current_project(database)
        assert project is not None
        return load_cards(database, project.id)


def _own_model(page: Page) -> Locator:
    """The head of the box that corrects the own column; the summary names it as well, where a choice helps."""
    return page.locator("[data-testid=stExpander] summary", has_text="Which columns or rows are").first


def test_two_cards_are_compared_corrected_and_quoted_at_their_place(app: App, page: Page) -> None:
    page.goto(f"{app.url}/model-cards")  # a deep link is the very first request
    expect(page.get_by_text("This step may be skipped")).to_be_visible()
    paste(page, "lab/Lumen-7B-Instruct", LUMEN)
    paste(page, "brio/Brio-8B-Chat", BRIO)

    expect(page.get_by_text("What only an eval of your own can tell")).to_be_visible()
    table = page.locator("[data-testid=stTable]").first
    expect(table).to_contain_text("72 (0-shot, pass@1, bfloat16)")
    expect(table).to_contain_text("tie with Brio-8B-Chat")

    _own_model(page).click()
    box = page.get_by_role("combobox", name=re.compile("Own model")).first
    option = page.get_by_role("option", name="Rival-13B")
    for _ in range(20):  # the box is drawn anew when its expander opens
        box.fill("Rival-13B")
        page.wait_for_timeout(500)
        if option.count():
            break
    option.click()
    page.keyboard.press("Escape")
    expect(page.get_by_text("You pointed these out")).to_be_visible()
    assert saved(app.home)[0].own_subjects == ("Lumen-7B-Instruct", "Rival-13B")
    page.reload()
    _own_model(page).click()
    expect(page.get_by_text("You pointed these out")).to_be_visible()

    line = LUMEN.splitlines().index("Our 7B model beats a 13B model on every coding test.") + 1
    page.get_by_text("Size mismatch", exact=True).first.click()
    page.get_by_role("button", name=f"Line {line}", exact=True).first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"▶ {line} │ Our 7B model beats a 13B model on every coding test.")
    expect(dialog.get_by_role("button", name="Later lines")).to_be_disabled()  # the card ends here
    dialog.get_by_role("button", name="Earlier lines").click()
    expect(dialog).to_contain_text("1 │ ---")
    dialog.get_by_role("button", name=f"Back to line {line}").click()
    expect(dialog).to_contain_text(f"▶ {line} │ Our 7B model")


def test_several_files_are_opened_at_once(app: App, page: Page, tmp_path: Path) -> None:
    for name, text in (("lumen.md", LUMEN), ("brio.md", BRIO), ("picture.md", "\x89PNG\x00\x01")):
        (tmp_path / name).write_text(text, encoding="latin-1")
    page.goto(f"{app.url}/model-cards")
    page.get_by_role("tab", name="Open files").click()
    page.locator("input[type=file]").set_input_files([tmp_path / n for n in ("lumen.md", "brio.md", "picture.md")])
    page.get_by_role("button", name="Read them").click()
    expect(page.get_by_text("picture.md is a binary file")).to_be_visible()
    for name in ("lumen", "brio"):  # the others are kept and shown all the same
        expect(page.get_by_role("tab", name=re.compile(name, re.IGNORECASE))).to_be_visible()
    assert [card.name for card in saved(app.home)] == ["lumen.md", "brio.md"]


def test_a_hostile_card_is_never_rendered_live(app: App, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    alerts: list[str] = []
    page.on("dialog", lambda dialog: (alerts.append(dialog.message), dialog.dismiss()))
    page.goto(f"{app.url}/model-cards")
    paste(page, "Evil-7B", HOSTILE)
    paste(page, "Evil-7B-copy", HOSTILE.replace("Evil-7B", "Evil-7B-copy"))
    for title in ("scores as read", "Which columns or rows", "Trust signals"):
        page.get_by_text(title).first.click()
    page.get_by_text("Size mismatch", exact=True).first.click()
    page.get_by_role("button", name=re.compile(r"^Line \d+$")).first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("<script>document.title='pwned'</script>")
    page.wait_for_timeout(500)
    assert page.title() == "Surefit"
    assert alerts == []
    assert (
        page.locator("[data-testid=stMain] a[href^=javascript], [data-testid=stMain] iframe[src^=javascript]").count()
        == 0
    )
    assert page.locator("[data-testid=stApp] img[src*='example.invalid']").count() == 0
    assert page.locator("[data-testid=stMain] a[href*='example.invalid']").count() == 0
    assert page.locator("[data-testid=stMain] [onerror], [data-testid=stMain] [onload], [onmouseover]").count() == 0
    assert not [url for url in asked if "example.invalid" in url]
