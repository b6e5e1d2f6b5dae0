"""Every page can be opened by its address, first thing after a start, and after a reload."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import App

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

ADDRESSES = {
    "use-case": "What is the model for?",
    "shortlist": "Which models should you try?",
    "model-files": "Model files",
    "model-cards": "What do the model cards claim?",
    "trust-or-test": "Trust the published scores, or test?",
    "questions": "The questions",
    "edit-questions": "Edit questions",
    "evaluate": "Ask every candidate the same questions",
    "rate": "Rate answers",
    "prepare": "Which model will learn my task best?",
    "verdict": "Verdict",
    "past-runs": "Projects and past runs",
    "sources": "Where to find benchmark data",
}


def test_a_deep_link_may_be_the_very_first_request(app: App, page: Page) -> None:
    page.goto(f"{app.url}/verdict")
    expect(page.get_by_role("heading", name="Verdict", exact=True)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    # The page is alive: its next step leads on.
    page.get_by_role("button", name="Ask the candidates").click()
    expect(page.get_by_role("heading", name="Ask every candidate")).to_be_visible()


def test_every_address_opens_and_survives_a_reload(app: App, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for address, title in ADDRESSES.items():
        page.goto(f"{app.url}/{address}")
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        page.reload()
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_timeout(1000)
    # Not even an icon is asked of another machine.
    assert {url for url in asked if not url.startswith((app.url, "data:", "blob:"))} == set()


def test_the_app_listens_on_this_machine_only(app: App) -> None:
    import psutil

    ports = [c for c in psutil.Process(app.process.pid).net_connections() if c.status == psutil.CONN_LISTEN]
    assert {c.laddr.ip for c in ports} <= {"127.0.0.1", "::1"}
