"""The comparison on the Model cards page where no test is reported by two cards: it says so, and explains no table."""

from streamlit.testing.v1 import AppTest


def _page() -> None:
    from core.advice.claims.side_by_side import put_side_by_side
    from core.cards.read_card import read_card
    from pages.shared.side_by_side_view import show_side_by_side

    cards = [
        (name, read_card(f"# {name}\n\n| Benchmark | {name} |\n|--|--|\n| {test} | 60 |\n", name=name))
        for name, test in (("Kestrel-7B", "MMLU"), ("Wren-7B", "HumanEval"))
    ]
    show_side_by_side(put_side_by_side(cards, None), None)


def test_no_shared_test_is_said_and_the_legend_is_short() -> None:
    app = AppTest.from_function(_page, default_timeout=30).run()
    assert not app.exception
    assert [note.value for note in app.info] == ["No test is reported by two of these cards."]
    assert [caption.value for caption in app.caption] == [
        "Every value is its card's own claim, in points, with its settings as far as the card states them."
    ]
    assert app.expander[0].label.startswith("2 more tests")
