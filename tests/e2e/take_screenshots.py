"""Pictures of every page, for looking at them: `python -m tests.e2e.take_screenshots HOME OUT [WIDTH…]`.

HOME is a folder as in SUREFIT_HOME, with a project in it that has been run.
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.conftest import FLAGS, App

ADDRESSES = (
    "",
    "use-case",
    "shortlist",
    "model-files",
    "model-cards",
    "trust-or-test",
    "questions",
    "edit-questions",
    "evaluate",
    "rate",
    "quantization",
    "prepare",
    "verdict",
    "past-runs",
    "reliability",
    "sources",
)
_TALLEST = 5000


def main(home: Path, out: Path, widths: list[int]) -> int:
    """One PNG a page and width, as tall as the page."""
    out.mkdir(parents=True, exist_ok=True)
    app = App(home)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            for width in widths:
                page = browser.new_context(viewport={"width": width, "height": 900}).new_page()
                for address in ADDRESSES:
                    page.set_viewport_size({"width": width, "height": 900})
                    page.goto(f"{app.url}/{address}")
                    page.locator('[data-testid="stMain"] h1').first.wait_for(timeout=60_000)
                    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=60_000)
                    height = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
                    page.set_viewport_size({"width": width, "height": min(height + 20, _TALLEST)})
                    page.wait_for_timeout(1500)  # charts are drawn anew for the new size
                    page.screenshot(path=out / f"{address or 'home'}-{width}.png")
            browser.close()
    finally:
        app.stop()
    return 0


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(Path(given[0]), Path(given[1]), [int(width) for width in given[2:]] or [1280, 800]))
