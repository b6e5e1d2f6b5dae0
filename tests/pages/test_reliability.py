"""The Reliability page, driven as a person would."""

import csv
import io
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def page(tmp_path, monkeypatch) -> AppTest:
    monkeypatch.setenv("SUREFIT_HOME", str(tmp_path))
    monkeypatch.chdir(ROOT)
    return AppTest.from_file(str(ROOT / "pages" / "decide" / "reliability.py"), default_timeout=60)


def results_csv(models: int, questions: int) -> bytes:
    rng = np.random.default_rng(0)
    out = io.StringIO()
    write = csv.writer(out)
    write.writerow(["model", "question", "score"])
    for model in range(models):
        for question, right in enumerate(rng.random(questions) < 0.2 + 0.6 * model / models):
            write.writerow([f"model {model}", f"q{question}", int(right)])
    return out.getvalue().encode()


def text_of(page: AppTest) -> str:
    return " ".join(str(element.value) for element in (*page.markdown, *page.caption, *page.info))


def test_it_opens_in_an_empty_home_and_says_what_ten_random_questions_can_tell(page):
    page.run()
    assert not page.exception
    text = text_of(page)
    assert "ten tell apart about 20 points" in text
    assert "5 points takes about 360 questions in all" in text
    assert "Published figures, not ours" in text


def test_the_number_of_questions_comes_with_what_it_can_tell_apart(page):
    page.run()
    page.select_slider[0].set_value(10).run()
    assert "15 to 20 points" in text_of(page)


def test_results_of_ones_own_give_curves_and_a_subset(page):
    page.run()
    page.file_uploader[0].set_value([("results.csv", results_csv(15, 120), "text/csv")]).run()
    compute(page)
    assert not page.exception
    text = text_of(page)
    assert "15 models, 120 questions" in text
    assert "rightly 8 times in 10" in text
    assert "A subset to use again" in text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (results_csv(4, 50), "Only 4 measured models"),
        (b"model,question\nA,1\n", "lacks the column score"),
        (results_csv(12, 40), "choose fewer than 40"),
    ],
)
def test_what_cannot_be_used_is_a_sentence(page, content, said):
    page.run()
    page.file_uploader[0].set_value([("results.csv", content, "text/csv")]).run()
    compute(page)
    assert not page.exception
    assert any(said in error.value.replace("\\", "") for error in page.error)


def compute(page: AppTest) -> None:
    next(button for button in page.button if button.label == "Compute").click().run()
