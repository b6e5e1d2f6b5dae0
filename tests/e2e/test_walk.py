"""Home to verdict by the next steps alone, with two different real models and few questions."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import App

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

PATIENCE_MS = 300_000


def next_step(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def put_models(home: Path, *models: Path) -> None:
    folder = home / "models"
    folder.mkdir(parents=True)
    for model in models:
        os.link(model, folder / model.name)


@pytest.mark.timeout(600)
def test_from_home_to_the_verdict(tmp_path: Path, page: Page, smollm_path: Path, gemma_path: Path) -> None:
    put_models(tmp_path, smollm_path, gemma_path)
    app = App(tmp_path)
    try:
        walk(app, page)
    finally:
        app.stop()


def walk(app: App, page: Page) -> None:
    page.goto(app.url)
    expect(page.get_by_role("heading", name=re.compile("Which local model suits your work"))).to_be_visible()
    next_step(page, "Say what the model is for")

    page.get_by_role("radio", name="General assistant").or_(page.get_by_text("General assistant")).first.click()
    expect(page.get_by_text("These public benchmarks measure it")).to_be_visible()
    next_step(page, "Choose the model files")

    box = page.get_by_role("combobox", name=re.compile("Candidates"))
    for name in ("SmolLM2", "gemma"):
        box.fill(name)
        page.get_by_role("option", name=re.compile(name, re.IGNORECASE)).first.click()
    page.keyboard.press("Escape")
    expect(page.get_by_text(re.compile("2 candidates"))).to_be_visible()
    next_step(page, "Read their model cards")

    page.get_by_label("The card's Markdown").fill(
        "# Tiny 135M\n\n| Benchmark | Tiny 135M |\n|---|---|\n| MMLU | 45.3 |\n\nIt beats GPT-4 on everyday tasks.\n"
    )
    page.get_by_role("button", name="Read it", exact=True).click()
    expect(page.get_by_text("Red flags", exact=True).first).to_be_visible()
    next_step(page, "Trust these, or test?")
    next_step(page, "Choose the questions")
    next_step(page, "Ask the candidates")

    page.get_by_label("Or a number of your own").fill("4")
    page.get_by_role("button", name="Start", exact=True).click()
    step = page.get_by_role("button", name="See the verdict")
    expect(step).to_be_enabled(timeout=PATIENCE_MS)
    expect(page.get_by_text("4 of 4 questions").first).to_be_visible()
    step.click()

    expect(page.get_by_role("heading", name="Verdict", exact=True)).to_be_visible()
    expect(page.get_by_text("What is not covered").first).to_be_visible()
    # A base model was compared with one that was tuned for chat, and the page says so.
    expect(page.get_by_text(re.compile("base model", re.IGNORECASE)).first).to_be_visible()
    expect(page.get_by_text(re.compile(r"100 % (sure|confiden)"))).to_have_count(0)
    next_step(page, "Keep or compare past runs")
    expect(page.get_by_role("heading", name="Projects and past runs")).to_be_visible()

    # A reload of the verdict finds it again.
    page.goto(f"{app.url}/verdict")
    page.reload()
    expect(page.get_by_text("What is not covered").first).to_be_visible()
