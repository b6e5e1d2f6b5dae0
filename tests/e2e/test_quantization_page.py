"""The page Quantization in a real browser: a deep link, the verdict, a flip read, another tolerance."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core.runs.database import Database
from tests.filled_store import choice_questions
from tests.ladder_store import fill_ladder, one_ladder, write_ladder

from .conftest import App

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
        expect(page.get_by_role("heading", name="What published results expect")).to_be_visible()

        page.get_by_label("Points that may be lost").fill("1")
        page.get_by_role("button", name="Show what is known").click()
        expect(page.get_by_role("heading", name=re.compile("Not settled: Q8_0 remains"))).to_be_visible()
    finally:
        app.stop()
