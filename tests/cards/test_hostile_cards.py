"""Cards that are built to exhaust a reader."""

import time

import pytest

from core.cards.read_card import read_card
from core.errors import CardError

BODY = "This body is longer than sixty characters, as any card body would be, really."


def test_quotes_within_quotes_take_no_time():
    begun = time.process_time()
    read_card(f"# M\n\n{'> ' * 58}q\n\n{BODY}\n", name="M")
    assert time.process_time() - begun < 2
    with pytest.raises(CardError, match="nests its markup without end"):
        read_card(f"# M\n\n{'> ' * 90}q\n\n{BODY}\n", name="M")
