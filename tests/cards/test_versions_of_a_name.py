"""Names that a card writes in one way and its tables in another: versions behind a comma, slashes, underscores."""

import gc
from concurrent.futures import ThreadPoolExecutor

import pytest

from core.cards.name_words import words_of
from core.cards.read_card import read_card
from core.cards.reading import State
from tests.cards.yardstick import ordinary_cards

TABLE = """| model | MMLU | GSM8K |
|---|---|---|
| kestrel_brio3_8b, v4 | 49.3 | 68.3 |
| kestrel_brio3_8b, v3 | 48.3 | 67.3 |
| kestrel_brio3_8b | 47.3 | 66.3 |
| wren_7b | 49.0 | 71.5 |
"""


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Kestrel/Brio3 8B, a chatbot for German", "kestrel-brio3-8b-de"),
        ("Kestrel/Brio3 8B", "kestrel-brio3-8b-de"),
        ("Kestrel Brio3 8B, German chatbot built on Brio3", None),
        ("kestrel_brio3_8b", None),
    ],
)
def test_every_version_behind_a_comma_is_the_model_itself(title, name):
    scores = read_card(f"# {title}\n\n{TABLE}", name=name).own_scores
    assert [score.value for score in scores] == [49.3, 68.3, 48.3, 67.3, 47.3, 66.3]


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("kestrel3_8b", "8b"),
        ("kestrel_3_70b", "70b"),
        ("kestrel-1_6b", "1.6b"),
        ("kestrel_2_1_6b", "1.6b"),
        ("kestrel-0_5b", "0.5b"),
        ("kestrel-0_75b", "0.75b"),
    ],
)
def test_an_underscore_is_a_point_only_where_no_version_ends(name, size):
    assert words_of(name).sizes == {size}


def test_a_size_without_a_stage_is_of_a_series_named_by_its_stage():
    card = "# Brio 3.2 Instruct\n\n| Test | Brio 3.2 1B | Wren 1B |\n|--|--|--|\n| MMLU | 49.3 | 40.1 |\n"
    assert [score.value for score in read_card(card, name="brio3.2-docker").own_scores] == [49.3]


def test_a_pretrained_column_is_none_of_a_series_named_by_its_stage():
    columns = "| Test | Brio 3.2 1B Base | Brio 3.2 1B Instruct |"
    card = f"# Brio 3.2 Instruct\n\n{columns}\n|--|--|--|\n| MMLU | 49.3 | 51.2 |\n"
    assert [score.value for score in read_card(card).own_scores] == [51.2]


RUNS = "# Kestrel-7B\n\n## Evaluation\n\n{} wren\n\n{}\n{} finch\n\n{}\n"
ONE = "| Model | MMLU |\n|--|--|\n| Kestrel-7B | 49.3 |\n"
OTHER = "| Model | MMLU |\n|--|--|\n| Kestrel-7B | 41.9 |\n"


@pytest.mark.parametrize(
    ("first", "second", "state"),
    [
        ("Judge:", "Judge:", State.ABSENT),
        ("**Pivot:**", "**Pivot:**", State.ABSENT),
        ("Judge:", "Note:", State.PRESENT),
        ("As we found with", "As we found with", State.PRESENT),
    ],
)
def test_tables_whose_leads_name_another_judge_contradict_nothing(first, second, state):
    reading = read_card(RUNS.format(first, ONE, second, OTHER))
    assert reading.finding("contradiction").state is state


@pytest.mark.parametrize(
    ("line", "state"),
    [
        ("* Framework: https://github.com/some-lab/chat_eval", State.UNCLEAR),
        ("* Our engine adds optimized beam search, continuous batching and fast kernels.", State.PRESENT),
    ],
)
def test_a_linked_framework_is_a_method_and_an_engine_is_none(line, state):
    card = f"# Kestrel-7B\n\n## Evaluation\n\n{line}\n\n{ONE}"
    assert read_card(card).finding("methodology_missing").state is state


def test_an_arrow_set_as_a_formula_is_an_arrow():
    table = "| Model | Zh $\\Rightarrow$ En | En $\\to$ Zh |\n|--|--|--|\n| Kestrel-7B | 23.3 | 37.4 |\n"
    reading = read_card(f"# Kestrel-7B\n\n## Results\n\n{table}")
    assert [score.name_as_written for score in reading.own_scores] == ["Zh ⇒ En", "En → Zh"]


def test_a_later_version_of_the_own_model_is_own_and_marked():
    header = "| Test | Kestrel-13B-2 | Kestrel-13B | Wren-13B-2 |\n|--|--|--|--|"
    card = f"# Kestrel-13B\n\n{header}\n| MMLU | 61.2 | 55.1 | 59.0 |\n"
    scores = read_card(card, name="Kestrel-13B").scores
    assert [(score.value, score.own, score.sibling) for score in scores] == [
        (61.2, True, True),
        (55.1, True, False),
        (59.0, False, False),
    ]


@pytest.mark.parametrize(
    "name", ["somelab-kestrel2", "kestrel2modelcard", "kestrel2-docker", "hub_kestrel-2-copy", None]
)
def test_a_name_that_no_label_knows_yields_to_what_the_card_calls_itself(name):
    header = "| Test | Kestrel 2 7B | Wren 7B |\n|--|--|--|"
    card = f"# Kestrel 2\n\nKestrel 2 is a family of models.\n\n{header}\n| MMLU | 61.2 | 59.0 |\n"
    assert [score.value for score in read_card(card, name=name).own_scores] == [61.2]


@pytest.mark.parametrize(
    "card",
    [
        "---\nbase_model: lab/Kestrel-7B\n---\n# About\n\nA tune of lab/Kestrel-7B.\n\n{}",
        "---\nbase_model: [lab/Kestrel-7B, lab/Wren-7B]\n---\n# About\n\nA merge.\n\n{}",
    ],
)
def test_a_tune_that_nobody_names_does_not_take_its_bases_scores(card):
    table = "| Test | Kestrel-7B | Wren-7B |\n|--|--|--|\n| MMLU | 61.2 | 59.0 |\n"
    assert not read_card(card.format(table), name="my-tune-x").own_scores


@pytest.mark.parametrize(
    ("line", "state"),
    [
        ("* Code: https://github.com/some-lab/retrieval-tools", State.PRESENT),
        ("* Framework: https://github.com/some-lab/llm-eval", State.UNCLEAR),
        ("* Framework: https://github.com/some-lab/evalkit", State.UNCLEAR),
    ],
)
def test_a_linked_tool_is_a_framework_where_a_word_of_its_name_says_so(line, state):
    assert read_card(f"# Kestrel-7B\n\n## Evaluation\n\n{line}\n\n{ONE}").finding("methodology_missing").state is state


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("The router works like a mixture, as in GPT-4.", State.ABSENT),
        ("Agents act like all users of GPT-4 do.", State.ABSENT),
        ("It performs like GPT-4.", State.PRESENT),
    ],
)
def test_what_works_like_a_mixture_matches_nobody(text, state):
    assert read_card(f"# Kestrel-7B\n\n{text}\n\n{ONE}").finding("beats_frontier_claim").state is state


def test_readers_at_the_same_time_leave_the_collector_as_they_found_it():
    card = f"# Kestrel-7B\n\n{TABLE * 20}"
    assert gc.isenabled()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: read_card(card), range(32)))
    assert gc.isenabled()
    gc.disable()
    try:
        read_card(card)
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.parametrize("ruler", ["-" * 46 + "|:---:", "=" * 60 + " Epoch 1", "---" * 100 + "x"])
def test_a_long_line_of_dashes_is_read_at_once(ruler):
    assert ordinary_cards(lambda: read_card(f"# Kestrel-7B\n\nModel | MMLU\n{ruler}\nKestrel-7B | 61.2\n")) < 3
