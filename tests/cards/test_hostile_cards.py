"""Cards that are built to exhaust a reader, and files that are none."""

import os
import re

import pytest

from core.cards.read_card import load_card, read_card
from core.errors import CardError
from tests.cards.yardstick import ordinary_cards

BODY = "This body is longer than sixty characters, as any card body would be, really."
HEAD = "# Lumen-7B\n\n## Evaluation\n\n"

HOSTILE = {
    "half opened images": "![x](" * 70_000,
    "digits without an end": "7" * 200_000,
    "one line without a stop": "lumen gets 71.2 on mmlu and then some more " * 4_600,
    "letters without an end": "a" * 200_000,
    "brackets": "[x](" * 50_000,
    "stars": "**a" * 60_000,
    "pipes": "|" * 200_000,
    "a row as wide as a card": "|" + "1.5|" * 40_000,
    "many columns": f"|Model|{'T|' * 4_000}\n|{'---|' * 4_001}\n|Lumen-7B|{'1.5|' * 4_000}\n",
    "tags without an end": "<table " * 28_000,
    "cells without an end": f"<table>{'<tr ' * 28_000}</table>",
    "comments": "<!--" * 50_000,
    "a header of brackets": f"|Model|{'(' * 60_000}|\n|---|---|\n|Lumen-7B|1.5|\n",
    "a header of formulas": f"|Model|{'$`^{' * 15_000}|\n|---|---|\n|Lumen-7B|1.5|\n",
    "labels of brackets": "|Model|MMLU|\n|---|---|\n" + f"|Lumen {'(' * 4_000}|1.5|\n" * 20,
    "lines of a name and a number": "ARC 71.2\n" * 9_000,
    "a list of results": "- Boolean: 87.5%\n" * 10_000,
    "a block of parts": "See MT-Bench:\n\n```\n" + '"writing": 8.5,\n' * 8_000 + "```\n",
    "tables that go on": "First turn\n\n|Model|Score|\n|---|---|\n|Lumen|7.5|\n\n" * 1_500,
    "many small tables": "".join(
        f"\n## Part {i}\n\n|Metric|Value|\n|---|---|\n|MMLU|6{i % 10}.1|\n" for i in range(1_400)
    ),
}
REFUSED = {
    "thirty thousand rows": ("|Metric|Lumen-7B|\n|---|---|\n" + "|MMLU|1.5|\n" * 30_000, "12,000 lines"),
    "ten thousand rows": ("|Metric|Lumen-7B|\n|---|---|\n" + "|MMLU|1.5|\n" * 10_000, "6,000 rows"),
    "headings": ("# a\n" * 50_000, "12,000 lines"),
    "html tables": ("<table><tr><td>MMLU</td><td>1.5</td></tr></table>\n" * 3_500, "1,000 tables"),
    "ten megabytes": ("x" * 10_000_000, "a few pages"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", HOSTILE)
def test_no_kind_of_markup_holds_the_reader_up(kind):
    def read():
        try:
            read_card(HEAD + HOSTILE[kind], name="Lumen-7B")
        except CardError as error:
            assert str(error).endswith(".")

    assert ordinary_cards(read) < 30


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_too_much_is_refused_in_a_sentence(kind):
    text, words = REFUSED[kind]

    def read():
        with pytest.raises(CardError, match=re.escape(words)):
            read_card(HEAD + text, name="Lumen-7B")

    assert ordinary_cards(read) < 10


def test_front_matter_without_an_end_is_refused():
    with pytest.raises(CardError, match="15,000 lines"):
        read_card("---\n" + "a: b\n" * 20_000 + "---\n# M\n", name="M")


def test_quotes_within_quotes_take_no_time():
    assert ordinary_cards(lambda: read_card(f"# M\n\n{'> ' * 58}q\n\n{BODY}\n", name="M")) < 10
    with pytest.raises(CardError, match="nests its markup without end"):
        read_card(f"# M\n\n{'> ' * 90}q\n\n{BODY}\n", name="M")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_no_card(tmp_path):
    os.mkfifo(tmp_path / "README.md")
    with pytest.raises(CardError, match="no regular file"):
        load_card(tmp_path / "README.md")
    (tmp_path / ".eval_results").mkdir()
    os.mkfifo(tmp_path / ".eval_results" / "mmlu.yaml")
    with pytest.raises(CardError, match="holds no README"):
        load_card(tmp_path)
