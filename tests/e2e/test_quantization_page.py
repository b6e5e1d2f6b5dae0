"""The page Quantization in a real browser: a deep link, the verdict, a flip read, another tolerance."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from core.runs.database import Database
from tests.filled_store import choice_questions
from tests.ladder_store import fill_ladder, one_ladder, write_ladder
from tests.models.test_hub import Hub, hub

from .conftest import App

__all__ = ["hub"]

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.mark.timeout(180)
def test_rungs_are_judged_and_their_flips_can_be_read(tmp_path: Path, page: Page) -> None:
    ladder = one_ladder(write_ladder(tmp_path / "models", ["F16", "Q8_0", "Q4_0"]))
    right = "r" * 150 + "w" * 100
    with Database(tmp_path / "surefit.sqlite3") as database:
        outcomes = {"F16": right, "Q8_0": "w" * 3 + right[4:] + "r", "Q4_0": "w" * 40 + right[40:]}
        fill_ladder(database, ladder, outcomes, question_set=choice_questions(400))
    app = App(tmp_path)
    try:
        page.goto(f"{app.url}/quantization")
        verdict = page.get_by_role("heading", name="Take Q8_0: the smallest file that is good enough here.")
        expect(verdict).to_be_visible()
        expect(page.get_by_text("Page not found")).to_have_count(0)
        expect(page.locator(".vega-embed, [data-testid=stVegaLiteChart]").first).to_be_visible()
        expect(page.get_by_text("The second crate holds three more").first).to_be_visible()
        page.get_by_role("tab", name="Published").click()
        expect(page.get_by_text("a range to hold the measurement against")).to_be_visible()
        expect(page.get_by_role("button", name="Ask the rungs")).to_be_hidden()  # the result comes first

        page.get_by_text("Rungs, questions and tolerance").click()
        page.get_by_label("Points that may be lost").fill("1")
        page.get_by_label("Points that may be lost").press("Enter")  # a click at once could outrun the number
        page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
        page.get_by_role("button", name="Show what is known").click()
        expect(page.get_by_role("heading", name=re.compile("Not settled: Q8_0 remains"))).to_be_visible()
    finally:
        app.stop()


@pytest.mark.timeout(180)
def test_a_model_with_one_file_is_not_measurable_and_a_reference_is_offered(
    tmp_path: Path, page: Page, hub: type[Hub]
) -> None:
    write_ladder(tmp_path / "models", ["F16", "Q8_0"])
    write_ladder(tmp_path / "models", ["Q4_0"], "Tiny-1B")
    app = App(tmp_path)
    try:
        page.goto(f"{app.url}/quantization")
        choose(page, "Model", re.compile("Tiny-1B"))
        expect(page.get_by_role("heading", name="Not measurable: there is no reference")).to_be_visible()
        expect(page.get_by_text("Q4_0 is the only file of Tiny-1B here")).to_be_visible()
        expect(page.get_by_role("button", name="Ask the rungs")).to_have_count(0)
        assert not hub.requests  # nothing is asked of the Hub before the button
        page.get_by_role("button", name="Look for a reference on the Hugging Face Hub").click()
        expect(page.get_by_role("button", name="Fetch it")).to_be_visible()
        expect(select_box(page, "Fetch")).to_have_value(re.compile(r"ann/Tiny-1B-GGUF: Tiny-1B-Q8_0\.gguf, .*B, fits"))

        choose(page, "Model", re.compile("Zyxw-1B-Instruct"))
        expect(page.get_by_text("Not measurable")).to_have_count(0)
    finally:
        app.stop()


def select_box(page: Page, label: str) -> Locator:
    return page.get_by_role("combobox", name=label, exact=True)


def choose(page: Page, label: str, option: re.Pattern[str]) -> None:
    """Open a select box by its label and take an option."""
    select_box(page, label).click()
    page.get_by_role("option", name=option).click()
