"""A card that is pasted, piped or kept in a folder called "repo" names its model only in its own text."""

import pytest

from core.cards.card_ids import shared_name
from core.cards.document import parse_document
from core.cards.front_matter import Entry
from core.cards.naming_notes import asks_which
from core.cards.own_model import OwnModel
from core.cards.own_names import find_own_model
from core.cards.read_card import read_card
from core.cards.reading import CardReading

HUB = "---\nlicense: apache-2.0\n---\n"
SIZES = (
    "\n## Results\n\n| Benchmark | 2B Params | 7B Params |\n|---|---|---|\n| MMLU | 42.3 | 64.3 |\n"
    "| GSM8K | 17.7 | 46.4 |\n"
)
MEMBERS = (
    "\n## Results\n\n| Model | MMLU | GSM8K |\n|---|---|---|\n| Kestrel-7B | 61.0 | 40.1 |\n"
    "| Kestrel-13B | 66.0 | 50.2 |\n| Llama-2-7B | 45.3 | 14.6 |\n"
)
UNTOLD = [None, "Pasted card", "standard input", "repo", "t", "model", "README.md", "card (2)", "my notes", "downloads"]


def names(text: str, name: str | None = None, front: Entry | None = None) -> OwnModel:
    return find_own_model(parse_document(text.split("\n"), 1), front, name)


def main_values(reading: CardReading) -> list[float]:
    return [score.value for score in reading.main_scores]


@pytest.mark.parametrize("name", UNTOLD)
@pytest.mark.parametrize(
    "sentence",
    [
        "This model card corresponds to the 2B base version of the Kestrel model.",
        "This repository contains the pretrained 2B model.",
        "This repo is for the 2B model; see also the [7B model](https://huggingface.co/lab/Kestrel-7B).",
        "本仓库为 2B 预训练模型。",
    ],
)
def test_a_sentence_tells_which_size_the_card_is_about(name: str | None, sentence: str) -> None:
    reading = read_card(f"{HUB}# Kestrel\n\n{sentence}\n{SIZES}", name=name)
    assert main_values(reading) == [42.3, 17.7] and not asks_which(reading)


@pytest.mark.parametrize(
    "text",
    [
        "Kestrel is a family of open models.",
        "This repository contains the code for the 2B model.",
        "This repository contains the 2B and 7B models.",
        "The 7B model needs 16 GB of memory.",
    ],
)
def test_where_nothing_tells_the_size_all_of_the_release_are_own_and_the_reader_is_asked(text: str) -> None:
    reading = read_card(f"{HUB}# Kestrel\n\n{text}\n{SIZES}")
    assert main_values(reading) == [42.3, 64.3, 17.7, 46.4]
    assert asks_which(reading) and "2B Params, 7B Params" in reading.notes[-1]


def test_a_size_over_numbers_is_a_model_and_a_count_of_parameters_is_none() -> None:
    rows = "| Model | Params | MMLU |\n|---|---|---|\n| Kestrel | 2.5 | 42.3 |\n"
    assert [score.value for score in read_card(f"# Kestrel\n\n## Results\n\n{rows}").scores] == [42.3]


CODE = [
    '```python\nmodel = AutoModel.from_pretrained("lab/Kestrel-7B")\n```',
    "```bash\nhuggingface-cli download lab/Kestrel-7B --local-dir .\n```",
    "```bash\nhf download lab/Kestrel-7B\n```",
    "```bash\nvllm serve lab/Kestrel-7B\n```",
    '```python\nmodel_id = "lab/Kestrel-7B"\n```',
    '```bash\nlm_eval --model hf --model_args pretrained="lab/Kestrel-7B"\n```',
    "```bash\nollama run hf.co/lab/Kestrel-7B\n```",
    "```bash\nllama-cli -hf lab/Kestrel-7B\n```",
    '```python\nsnapshot_download("lab/Kestrel-7B")\n```',
    "![banner](https://huggingface.co/lab/Kestrel-7B/resolve/main/banner.png)",
]


@pytest.mark.parametrize("code", CODE)
@pytest.mark.parametrize("title", ["# Kestrel", "## Introduction", "# 🦅 Kestrel: Small Models that See Far"])
def test_the_id_that_the_code_loads_tells_the_size(code: str, title: str) -> None:
    reading = read_card(f"{HUB}{title}\n\n{code}\n{MEMBERS}")
    assert main_values(reading) == [61.0, 40.1] and not asks_which(reading)


@pytest.mark.parametrize(
    "code",
    [
        '```python\nx.from_pretrained("lab/Kestrel-7B")\ny.from_pretrained("lab/Kestrel-13B")\n```',
        '```python\nx.from_pretrained("./path/to/Kestrel-7B")\n```',
        '```python\nx.from_pretrained("meta-llama/Llama-2-7B")\n```',
        # Sample code is a mere example on the card of a release that links its other sizes.
        '```python\nx.from_pretrained("lab/Kestrel-7B")\n```\n\n[7B](https://huggingface.co/lab/Kestrel-7B) and '
        "[13B](https://huggingface.co/lab/Kestrel-13B)",
    ],
)
def test_an_id_that_is_one_of_several_or_anothers_tells_nothing(code: str) -> None:
    reading = read_card(f"{HUB}# Kestrel\n\n{code}\n{MEMBERS}")
    assert main_values(reading) == [61.0, 40.1, 66.0, 50.2] and asks_which(reading)


def test_a_readme_without_a_header_stands_for_the_whole_release() -> None:
    code = '```python\nx.from_pretrained("lab/Kestrel-7B")\n```'
    assert main_values(read_card(f"# Kestrel\n\n{code}\n{MEMBERS}")) == [61.0, 40.1, 66.0, 50.2]


@pytest.mark.parametrize(
    ("header", "values"),
    [
        ("base_model: lab/kestrel-13b", [66.0, 50.2]),
        ("base_model: meta-llama/Llama-2-7B", [61.0, 40.1, 66.0, 50.2]),
    ],
)
def test_the_base_in_the_header_tells_the_size_where_it_is_of_the_same_family(header: str, values: list[float]) -> None:
    assert main_values(read_card(f"---\n{header}\n---\n# Kestrel\n{MEMBERS}")) == values


def test_the_one_member_that_a_card_introduces_is_its_own() -> None:
    told = "Kestrel-13B is a 13B parameter model for long texts."
    assert main_values(read_card(f"{HUB}# Acme Kestrel\n\n{told}\n{MEMBERS}")) == [66.0, 50.2]
    both = f"{told}\n\nKestrel-7B is a 7B parameter model for short texts."
    assert len(main_values(read_card(f"{HUB}# Acme Kestrel\n\n{both}\n{MEMBERS}"))) == 4


NOTICES = ["# ARCHIVE NOTICE", "# News", "# ⚠️ Important update", "# This model is deprecated", "# README", "# Updates"]


@pytest.mark.parametrize("notice", NOTICES)
def test_a_notice_above_the_title_is_no_name(notice: str) -> None:
    table = "| model | accuracy |\n|---|---|\n| gpt-4 | 74.3 |\n| acme-kestrel | 64.6 |\n"
    reading = read_card(f"{HUB}{notice}\nThere is a better one.\n\n# Acme Kestrel\n\n## Results\n\n{table}")
    assert (reading.model, main_values(reading)) == ("Acme Kestrel", [64.6])


@pytest.mark.parametrize("title", ["WTF is this?", "What you need to know", "How do I use THIS"])
def test_a_question_is_no_name(title: str) -> None:
    picture = "![x](https://huggingface.co/lab/Wren-7B/resolve/main/x.png)"
    assert read_card(f"{HUB}{picture}\n\n## {title}\n\nA merge.\n").model == "lab/Wren-7B"


@pytest.mark.parametrize(
    "title",
    [
        "<h1>\n  Kestrel-7B\n</h1>",
        '<div align="center">\n<h1>\n  Kestrel-7B\n</h1>\n</div>',
        '<h1 align="center">\n<img src="./logo.png" width="10"/>\n<br>\nKestrel-7B: Small and Quick\n</h1>',
        "# Meet Kestrel-7B: Small and Quick!",
        "# 1. Introducing Kestrel-7B",
    ],
)
def test_titles_over_several_lines_and_with_a_greeting(title: str) -> None:
    reading = read_card(f"{title}\n\nIt is small.\n{MEMBERS}")
    assert main_values(reading) == [61.0, 40.1]
    lines = reading.text.split("\n")
    assert all(f"{score.value}" in lines[score.line - 1] for score in reading.scores)


def test_a_size_before_the_name_is_no_number_of_a_section() -> None:
    assert names("# Meet 10.7B Tern: Larger than it looks").name == "10.7B Tern"


def test_a_card_without_a_title_goes_by_what_its_links_share() -> None:
    links = "[a](https://huggingface.co/lab/Wren-7B-Base) [b](https://huggingface.co/lab/Wren-7B-RL)"
    assert names(f"## Introduction\n\n{links}\n").name == "Wren-7B"
    other = "[a](https://huggingface.co/lab/Wren-7B) [b](https://huggingface.co/lab/Tern-7B)"
    assert names(f"## Introduction\n\n{other}\n").name is None


@pytest.mark.parametrize(
    ("ids", "shared"),
    [
        (["lab/Wren-2.5-Math-72B", "lab/Wren-2.5-Math-RM-7B"], "Wren-2.5-Math"),
        (["lab/Wren-7B", "lab/Tern-7B"], None),
        (["lab/7B-Wren", "lab/7B-Tern"], None),
        (["Kestrel 1.5", "Kestrel 1.0"], "Kestrel"),
    ],
)
def test_what_names_share(ids: list[str], shared: str | None) -> None:
    assert shared_name(ids) == shared


def test_of_an_original_and_its_quantized_file_the_file_is_meant() -> None:
    code = 'lm_eval --model_args pretrained="lab/Wren-7B-int4"\nautoround --model up/Wren-7B\n'
    rows = "| Metric | BF16 | INT4 |\n|---|---|---|\n| MMLU | 0.612 | 0.601 |\n| GSM8K | 0.412 | 0.401 |\n"
    assert main_values(read_card(f"{HUB}## Evaluation\n\n```bash\n{code}```\n\n{rows}")) == [0.601, 0.401]


def test_the_one_bold_row_is_a_last_resort_and_tells_no_size() -> None:
    rows = "| Model | MMLU |\n|---|---|\n| Qwen-7B | 57.0 |\n| Llama-2-7B | 45.3 |\n| **Tern-Phi-3B** | 50.1 |\n"
    assert main_values(read_card(f"{HUB}## Performance\n\n{rows}")) == [50.1]
    more = "| Tern-Phi-13B | 49.0 |\n"
    assert main_values(read_card(f"{HUB}## Performance\n\n{rows}{more}", name="repo")) == []


def test_checkpoints_of_one_model_are_all_own_where_none_is_named() -> None:
    rows = "".join(f"| Tern-1.1B-step-{k}k | {v} |\n" for k, v in ((50, 40.1), (240, 45.2), (480, 50.3)))
    table = f"| Model | HellaSwag |\n|---|---|\n| Pythia-1.0B | 47.2 |\n{rows}"
    pasted = read_card(f"{HUB}# Tern-1.1B\n\n## Evaluation\n\n{table}")
    assert main_values(pasted) == [40.1, 45.2, 50.3] and asks_which(pasted)
    named = read_card(f"{HUB}# Tern-1.1B\n\n## Evaluation\n\n{table}", name="Tern-1.1B-step-480k")
    assert main_values(named) == [50.3] and not asks_which(named)


def test_a_row_that_links_to_the_model_is_its_own_whatever_it_is_called() -> None:
    rows = (
        "| Model | MMLU |\n|---|---|\n"
        "| [wren-orpo-141b-A39b](https://huggingface.co/lab/Wren-141B-A35B-v0.1) | 65.1 |\n"
        "| [dbrx-instruct](https://huggingface.co/databricks/dbrx-instruct) | 52.1 |\n"
    )
    header = "---\nmodel-index:\n- name: Wren-141B-A35B-v0.1\n  results: []\n---\n"
    assert main_values(read_card(f"{header}## Performance\n\n{rows}")) == [65.1]


@pytest.mark.parametrize("name", ["repo", "t", "project1", "my-notes", "x2"])
def test_a_name_that_says_nothing_is_as_good_as_none(name: str) -> None:
    text = f"{HUB}# Kestrel\n\nThis model card corresponds to the 7B model.\n{SIZES}"
    assert main_values(read_card(text, name=name)) == main_values(read_card(text)) == [64.3, 46.4]


def test_a_folder_that_is_called_by_the_series_leaves_the_size_to_the_card() -> None:
    text = f"{HUB}# Kestrel\n\nThis model card corresponds to the 7B model.\n{SIZES}"
    reading = read_card(text, name="kestrel")
    assert main_values(reading) == [64.3, 46.4] and reading.notes == ()


def test_endless_headings_and_links_are_read_in_time() -> None:
    text = "<h1>\n" * 4000 + "[a](https://huggingface.co/a/b-7B) " * 4000 + 'from_pretrained("a/b") ' * 4000
    assert read_card(text).model is None or read_card(text).model
