"""Models that a card says it tested differently, results that stand in pictures, and what others measured of both."""

import pytest

from core.advice.claims.facts import facts_of
from core.cards.card_ids import own_id
from core.cards.cross_checks import compare_all
from core.cards.read_card import read_card
from core.cards.reading import CardReading, State
from core.cards.second_opinions import find_kept

TABLE = "| Benchmark | Kestrel-7B | Tern-7B |\n|---|---|---|\n| MMLU | 61.2 | 60.6 |\n"


def _read(text: str, name: str = "Kestrel-7B") -> CardReading:
    return read_card(f"# {name}\n\n{text}\n", name=name)


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("GSM8K: Kestrel, Tern-7B evaluated with maj@8, Wren-7B evaluated with maj@32.", State.PRESENT),
        ("MATH: Kestrel evaluated 0-shot. Tern-7B and Wren-7B evaluated 4-shot.", State.PRESENT),
        ("Our model is 0-shot, Tern-7B 4-shot.", State.PRESENT),
        ("Kestrel pass@1, Tern-7B pass@10", State.PRESENT),
        ("Kestrel-7B with 5-shot, Tern-7B with 5-shot.", State.ABSENT),
        ("MMLU 5-shot, GSM8K 8-shot for Kestrel-7B.", State.ABSENT),
        ("Kestrel-7B uses 5-shot on MMLU and 8-shot on GSM8K.", State.ABSENT),
        ("All models are evaluated 5-shot; HumanEval 0-shot.", State.ABSENT),
        ("Kestrel-7B: MMLU 5-shot, Tern-7B: MMLU 5-shot", State.ABSENT),
        ("ARC-C 25-shot, HellaSwag 10-shot, MMLU 5-shot", State.ABSENT),
        ("Kestrel-7B 5-shot MMLU, Tern-7B 0-shot HellaSwag.", State.ABSENT),
        ("Kestrel-7B is tested 5-shot on MMLU, and BBH 3-shot.", State.ABSENT),
        ("Tern-7B evaluated 0-shot, Wren-7B evaluated 4-shot.", State.ABSENT),  # two others
    ],
)
@pytest.mark.parametrize("results", [TABLE, "## Evaluation\n\n![results](results.png)\n"])
def test_ways_that_the_card_itself_sets_apart(text: str, state: State, results: str) -> None:
    found = _read(f"{results}\n{text}").finding("not_like_for_like")
    assert found.state is state
    assert bool(found.quotes) is (state is State.PRESENT)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Results stand in images only."),
        ("All tests are 5-shot.", "Results stand in images only; the text gives shots."),
    ],
)
def test_beside_pictures_the_text_may_tell_the_method(text: str, said: str) -> None:
    reading = _read(f"## Evaluation\n\n![results](results.png)\n\n{text}")
    assert reading.finding("methodology_missing").reason == said


def test_a_drawing_of_results_is_named_as_unread() -> None:
    logo = '<img src="https://quill.example/logo.svg">'
    reading = _read(f'{logo}\n\n## Benchmarks\n\n<img src="https://quill.example/benchmark-results.svg">')
    assert [item.text for item in reading.unread] == ["https://quill.example/benchmark-results.svg"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("See [it](https://huggingface.co/quill/Kestrel-7B).", "quill/Kestrel-7B"),
        ('model = AutoModel.from_pretrained("quill/kestrel-7b")', "quill/kestrel-7b"),
        ("https://huggingface.co/quill/Kestrel-7B and https://huggingface.co/copier/Kestrel-7B", None),
        ("https://huggingface.co/quill/Kestrel-13B", None),
        ("https://huggingface.co/datasets/Kestrel-7B", None),
        ('load("./models/Kestrel-7B")', None),
    ],
)
def test_the_id_that_a_card_tells_of_itself(text: str, told: str | None) -> None:
    assert own_id([text], "Kestrel-7B") == told
    asked = [place.title for place in find_kept(_read(text), "Kestrel-7B")]
    assert any(title.endswith(f": {told}") for title in asked) is (told is not None)


def test_a_claim_that_stands_twice_is_held_against_others_once() -> None:
    name = "Qwen/Qwen2.5-7B-Instruct"
    table = "| Benchmark | Qwen2.5-7B-Instruct |\n|---|---|\n| IFEval | 71.2 |\n"
    once, twice = (read_card(f"# Qwen2.5-7B-Instruct\n\n{text}", name=name) for text in (table, f"{table}\n\n{table}"))
    counts = [len(compare_all(one.scores, one.own_names)) for one in (once, twice)]
    assert counts[0] == counts[1] > 0


def test_the_limit_of_use_is_a_fact_that_is_shown() -> None:
    about = _read("Released for research purposes only.").about
    assert facts_of(about)["licence"] == "not named; research use only (line 3)"
