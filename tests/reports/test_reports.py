"""The three reports carry the same numbers, and nothing that a model wrote is read as markup."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from core.advice.verdict.decision import Decision, decide
from core.reports.answers import to_csv
from core.reports.html import to_html
from core.reports.json_report import to_json, to_json_text
from core.reports.markdown import escape, fence, to_markdown
from core.runs.database import Database
from tests.filled_store import choice_questions, fill

HOSTILE = (
    "<script>alert(1)</script>",
    "](javascript:alert(1))",
    "[click](javascript:alert(1))",
    "```\n# heading\n<img src=x onerror=alert(1)>",
    "a | b | c",
    "&lt;script&gt; &#106;avascript:",
    "name\n\n# heading\n\n<iframe src=x>",
    "![x](http://example.com/pixel.png)",
    "<!-- --> **bold** $x$ ~~~",
)


class Tags(HTMLParser):
    """What a browser would build: elements, their attributes, and the text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "store.sqlite3") as opened:
        yield opened


def decision_of(database: Database, outcomes: dict[str, str], **more) -> Decision:
    return decide(database, [run.id for run in fill(database, outcomes, **more)[1]])


def test_the_reports_carry_the_same_numbers(database: Database) -> None:
    decision = decision_of(database, {"A": "r" * 31 + "w" * 19, "B": "r" * 22 + "w" * 9 + "r" * 6 + "w" * 13})
    pair = decision.pairs[0]
    found = json.loads(to_json_text(decision))
    assert found == to_json(decision)
    assert found["pairs"][0]["gap"] == pair.gap
    assert found["stopping_rule"] == "fixed"
    markdown = to_markdown(decision)
    page = Tags(to_html(decision)).text
    shown = (
        f"only A {pair.only_a_right}, only B {pair.only_b_right}",
        f"{100 * pair.gap_low:+.1f} points to {100 * pair.gap_high:+.1f} points",
        f"{round(100 * pair.confidence)} %",
        "62 % (48–74), n = 50",
    )
    for text in shown:
        assert text in markdown
        assert text in page
    assert decision.headline in page
    assert found["headline"] == decision.headline


def test_several_candidates_are_reported_with_ranks_and_probabilities(database: Database) -> None:
    decision = decision_of(database, {"A": "r" * 45 + "w" * 5, "B": "r" * 44 + "w" * 6, "C": "w" * 50})
    markdown = to_markdown(decision)
    assert "| A | 1–2 |" in markdown
    assert "the best first: A and B; C." in markdown
    assert "100 % |" not in markdown.split("## Ranking")[1].split("##")[0]
    assert len(json.loads(to_json_text(decision))["many"]["candidates"]) == 3


def test_answers_that_were_not_measured_are_listed_with_their_text(database: Database) -> None:
    decision = decision_of(database, {"A": "cn" + "r" * 38, "B": "r" * 40})
    markdown = to_markdown(decision)
    assert "Neither right nor wrong" in markdown
    assert "Let me think about this step by step" in markdown
    assert "(left out for all)" in markdown
    assert "(scores 0)" in markdown


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_names_and_answers_stay_text(database: Database, hostile: str) -> None:
    questions = choice_questions(8)
    decision = decision_of(
        database, {hostile: "rrrwwwcn", "B": "wwrrrrrr"}, question_set=questions, texts={hostile: hostile, "B": hostile}
    )
    page = Tags(to_html(decision))
    allowed = set(
        re.findall(
            r"\w+", "html head meta title style body h1 h2 h3 p ul li table thead tbody tr th td pre code strong"
        )
    )
    assert {tag for tag, _ in page.tags} <= allowed | {"blockquote"}
    assert all(
        not set(attributes) - {"lang", "charset", "class", "http-equiv", "content"} for _, attributes in page.tags
    )
    assert sum(tag == "h1" for tag, _ in page.tags) == 1
    rows = re.findall(r"<tr>.*?</tr>", to_html(decision).split("<h2>Scores")[1].split("<h2>")[0], re.DOTALL)
    assert all(len(re.findall(r"<t[dh]", row)) == len(re.findall(r"<t[dh]", rows[0])) for row in rows)
    assert " ".join(hostile.split()) in " ".join(page.text.split())
    assert json.loads(to_json_text(decision))["runs"][0]["model"] == hostile


def test_a_policy_keeps_the_page_from_running_or_loading_anything(database: Database) -> None:
    page = Tags(to_html(decision_of(database, {"A": "rrww", "B": "rwrw"})))
    policies = [a["content"] for tag, a in page.tags if tag == "meta" and a.get("http-equiv")]
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'"]


def test_a_fence_outlasts_the_backticks_inside() -> None:
    assert fence("a ```` b").startswith("`````text\n")


def test_escaped_text_is_one_line() -> None:
    assert "\n" not in escape("a\n# b\r\n|c")


def test_answers_export_as_a_table_that_compare_reads(database: Database, tmp_path: Path) -> None:
    from core.advice.outside.results import load_outside_results

    _, runs = fill(database, {"A": "rrwc", "=B": "wrrr"}, texts={"A": "=1+1", "=B": "fine"})
    text = to_csv(database, [run.id for run in runs])
    assert "'=1+1" in text
    (tmp_path / "answers.csv").write_text(text, encoding="utf-8")
    found = load_outside_results([tmp_path / "answers.csv"])
    assert list(found.scores["A"].values()) == [1.0, 1.0, 0.0, None]
    assert set(found.scores) == {"A", "'=B"}
