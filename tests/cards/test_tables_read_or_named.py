"""Tables that scripts, databases and specialists write: read as they are meant, or named as unread; never lost."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import CardReading


def read(body: str, name: str | None = None) -> CardReading:
    return read_card(f"# Kestrel-7B\n\n{body}", name=name)


def own(body: str, name: str | None = None) -> list[tuple[str, float]]:
    """What the card claims of its own model: the benchmark, or the name of one in no list, and the value."""
    return [(score.benchmark or score.name_as_written, score.value) for score in read(body, name).scores if score.own]


def table(*rows: str) -> str:
    head, *below = rows
    return "\n".join([f"| {head} |", "|" + "---|" * (head.count("|") + 1), *(f"| {row} |" for row in below)])


def fence(text: str, language: str = "") -> str:
    return f"```{language}\n{text}\n```"


TWO = [("mmlu", 61.2), ("gsm8k", 50.1)]
HEAVY = "┏━━━━┳━━━━┓\n┃ Model ┃ MMLU ┃ GSM8K ┃\n┡━━━━╇━━━━┩\n│ Kestrel-7B │ 61.2 │ 50.1 │\n└────┴────┘"
DOUBLE = "╒════╤════╕\n│ Task │ Score │\n╞════╪════╡\n│ MMLU │ 61.2 │\n├────┼────┤\n│ GSM8K │ 50.1 │\n╘════╧════╛"
TABS = "Model\tMMLU\tGSM8K\nKestrel-7B\t61.2\t50.1\nWren-7B\t60.1\t41.0"
GAPS = "Model        MMLU   GSM8K\nKestrel-7B   61.2   50.1"
CLIENT = " Model      | MMLU | GSM8K \n------------+------+-------\n Kestrel-7B | 61.2 |  50.1\n(1 row)"
TWO_WIDE = " benchmark | score\n-----------+-------\n MMLU      |  61.2\n GSM8K     |  50.1\n(2 rows)"


@pytest.mark.parametrize("text", [HEAVY, DOUBLE, TABS, GAPS, CLIENT, TWO_WIDE])
def test_tables_that_programs_print(text: str) -> None:
    assert own(fence(text)) == TWO


def test_boxes_outside_of_code() -> None:
    assert own(HEAVY) == TWO


@pytest.mark.parametrize(
    "text",
    [
        "step\tloss\tlr\n100\t1.21\t0.1\n200\t1.10\t0.1",
        "Device       Speed   Memory\nA100         61.2    50.1",
        " layer | heads\n-------+-------\n 1     |  16",
        "$ run --model kestrel | tee log\n------+------\nMMLU done",
    ],
)
def test_printed_tables_of_something_else(text: str) -> None:
    assert not read(fence(text)).scores


def test_a_program_that_holds_tabs_is_no_table() -> None:
    assert not read(fence("Model\tMMLU\nKestrel-7B\t61.2", "python")).scores


LIGHTEVAL = table(
    "Task|Version|Metric|Value||Stderr",
    "all||acc|0.5601|±|0.0138",
    "leaderboard:arc:challenge:25|0|acc_norm|0.5510|±|0.0145",
    "helm:mmlu:_average:5|0|acc|0.6010|±|0.0030",
    "lighteval\\|gsm8k\\|5\\|0|0|qem|0.5010|±|0.0137",
)


@pytest.mark.parametrize("text", [LIGHTEVAL, fence(LIGHTEVAL.replace("\\|", ":"))])
def test_tasks_as_lighteval_names_them(text: str) -> None:
    found = {score.benchmark: (score.value, score.shots, score.spread) for score in read(text).scores}
    assert found["arc_challenge"] == (0.551, 25, 0.0145)
    assert found["mmlu"] == (0.601, 5, 0.003)
    assert found["gsm8k"] == (0.501, 5, 0.0137)


TURNS = (
    "########## First turn ##########\n                 score\nmodel      turn\nKestrel-7B 1      8.20\n"
    "Wren-7B    1      7.10\n\n########## Average ##########\n           score\nmodel\n"
    "Kestrel-7B  8.05\nWren-7B     6.80"
)


def test_turns_are_of_mt_bench() -> None:
    found = read(fence(TURNS)).scores
    assert [score.value for score in found if score.own] == [8.2, 8.05]
    assert {score.scale for score in found} == {"rating"}
    assert [score.benchmark for score in found if score.own] == [None, "mt_bench"]  # one turn is not the whole


@pytest.mark.parametrize(
    "text",
    [
        "| MMLU | 61.2 |\n|---|---|\n| GSM8K | 50.1 |",
        "| MMLU | 61.2 | 5-shot |\n|---|---|---|\n| GSM8K | 50.1 | 8-shot |",
        "| Kestrel-7B | MMLU | 61.2 |\n|---|---|---|\n| Kestrel-7B | GSM8K | 50.1 |",
        "<table><tr><td>MMLU</td><td>61.2</td></tr><tr><td>GSM8K</td><td>50.1</td></tr></table>",
        "<table><tr><th>MMLU</th><td>61.2</td></tr><tr><th>GSM8K</th><td>50.1</td></tr></table>",
    ],
)
def test_a_first_row_that_is_no_header(text: str) -> None:
    assert own(text) == TWO
    assert not any((score.subject or "")[:1].isdigit() for score in read(text).scores)


@pytest.mark.parametrize("head", ["RULER | 4 | 8 | 16", "AIME | 2024 | 2025 | 2026", "MMLU | 0 | 1 | 5"])
def test_lengths_years_and_shots_are_headers(head: str) -> None:
    assert {score.line for score in read(table(head, "Kestrel-7B | 95.1 | 93.2 | 91.0")).scores} == {5}


def test_columns_without_any_name_are_nobodys() -> None:
    reading = read("| MMLU | 61.2 | 60.0 |\n|---|---|---|\n| GSM8K | 50.1 | 41.0 |")
    assert not reading.scores
    assert [item.kind for item in reading.unread] == ["table"]


@pytest.mark.parametrize("mean", ["Mean", "Avg", "Average"])
def test_statistics_of_one_model(mean: str) -> None:
    rows = table(f"Benchmark | Min | {mean} | Max", "MMLU | 60.1 | 61.2 | 62.0", "GSM8K | 49.1 | 50.1 | 51.0")
    found = own(rows)
    assert [one for one in found if one[0] in ("mmlu", "gsm8k")] == TWO
    assert ("MMLU (Max)", 62.0) in found


def test_statistics_down_the_rows() -> None:
    found = own(table("Runs | MMLU | GSM8K", "Worst | 60.1 | 49.1", "Mean | 61.2 | 50.1", "Best | 62.0 | 51.0"))
    assert [one for one in found if one[0] in ("mmlu", "gsm8k")] == TWO


def test_an_average_of_languages_is_still_one() -> None:
    assert own(table("Test | DE | FR | Avg", "MMLU | 60.1 | 50.0 | 55.05"))[-1] == ("MMLU (all languages)", 55.05)


def test_months_are_no_models() -> None:
    found = own(table("Test | Jan 2025 | Jun 2025", "LiveCodeBench | 38.1 | 31.2", "LiveBench | 49.1 | 50.1"))
    assert found[:2] == [("LiveCodeBench (Jan 2025)", 38.1), ("LiveCodeBench (Jun 2025)", 31.2)]


@pytest.mark.parametrize("before, after", [("Previous", "Current"), ("w/o DPO", "w/ DPO"), ("Prior release", "Latest")])
def test_what_it_was_before_is_not_its_own(before: str, after: str) -> None:
    across = table(f"Benchmark | {before} | {after}", "MMLU | 58.1 | 61.2", "GSM8K | 49.1 | 50.1")
    down = table("Version | MMLU | GSM8K", f"{before} | 58.1 | 49.1", f"{after} | 61.2 | 50.1")
    assert own(across) == own(down) == TWO


def test_a_step_left_out_is_another_model() -> None:
    assert own(table("Model | MMLU | GSM8K", "Kestrel-7B | 61.2 | 50.1", "w/o DPO | 58.0 | 44.0")) == TWO
    tools = own(table("Model | MMLU | GSM8K", "Kestrel-7B | 61.2 | 50.1", "w/ tools | 62.0 | 54.0"))
    assert len(tools) == 4


@pytest.mark.parametrize("head, one", [("Bits", "4"), ("Bit width", "8"), ("BPW", "4.65")])
def test_bits_are_precisions(head: str, one: str) -> None:
    assert own(table(f"{head} | MMLU | GSM8K", f"{one} | 61.2 | 50.1")) == TWO
    assert not read(table(f"{head} | Size | tok/s", f"{one} | 4.1 | 60.1")).scores


def test_bits_of_a_quantized_file() -> None:
    rows = table("Bits | MMLU", "4 | 61.2", "16 | 62.0")
    assert own(rows, "nest/Kestrel-7B-AWQ-4bit") == [("mmlu", 61.2)]


@pytest.mark.parametrize("written", ["1 214", "1\u202f214", "1’214", "1,214"])
def test_thousands_set_apart(written: str) -> None:
    assert own(table("Benchmark | Kestrel-7B", f"Arena Elo | {written}")) == [("chatbot_arena", 1214.0)]


@pytest.mark.parametrize("label", ["stderr", "Std. error", "±", "std dev", "Standard deviation"])
def test_a_row_of_errors_is_no_model(label: str) -> None:
    found = read(table("Kestrel-7B | MMLU | GSM8K", "score | 61.2 | 50.1", f"{label} | 0.4 | 1.3")).scores
    assert [(score.benchmark, score.value, score.spread, score.own) for score in found] == [
        ("mmlu", 61.2, 0.4, True),
        ("gsm8k", 50.1, 1.3, True),
    ]


@pytest.mark.parametrize("row", ["n | 14042 | 1319", "# questions | 14,042 | 1,319", "95% CI | 0.8 | 2.6"])
def test_rows_of_counts_and_ranges_are_no_models(row: str) -> None:
    assert [score.value for score in read(table(" | MMLU | GSM8K", "Kestrel-7B | 61.2 | 50.1", row)).scores] == [
        61.2,
        50.1,
    ]


def test_models_called_like_errors_stay() -> None:
    found = read(table("Model | MMLU", "Kestrel-7B | 61.2", "Standard-7B | 50.1", "Total-7B | 49.0")).scores
    assert len(found) == 3


@pytest.mark.parametrize(
    "text, most",
    [
        (table("Test | Kestrel-7B | Wren-7B", "Invoices | 91.2 | 90.0", "Receipts | 88.2 | 87.0"), ("Invoices", 91.2)),
        (table("Benchmark | Kestrel-7B", "DROP (3-shot, F1) | 55.1"), ("drop", 55.1)),
        (table("Benchmark | Kestrel-7B", "MNLI | 85.1"), ("MNLI", 85.1)),
        (table("评测集 | Kestrel-7B", "合同 | 85.1"), ("合同", 85.1)),
        (table("Metric | Value", "Accuracy | .912", "F1 | .905"), ("Accuracy", 0.912)),
        (table("Dataset | NDCG@10 | Recall@100", "Legal | 61.2 | 90.1"), ("Legal", 61.2)),
        (table("Entity | Precision | Recall | F1 | Support", "PER | 0.91 | 0.92 | 0.915 | 1200"), ("PER", 0.91)),
    ],
)
def test_tables_plainly_of_results(text: str, most: tuple[str, float]) -> None:
    assert own(text)[0] == most
    assert 1200 not in [score.value for score in read(text).scores]


@pytest.mark.parametrize(
    "text",
    [
        table("Model | LibriSpeech clean | FLEURS", "Kestrel-7B | 2.1 | 5.1"),
        table("Language | WER | CER", "German | 5.1 | 2.1"),  # error rates are no shares of right answers
        table("Domain | Kestrel-7B | Wren-7B", "Law | 81.2 | 80.0", "Tax | 71.2 | 70.5"),
    ],
)
def test_what_may_be_results_is_named(text: str) -> None:
    reading = read(text)
    assert not reading.scores
    assert [(item.kind, item.line) for item in reading.unread] == [("table", 3)]


@pytest.mark.parametrize(
    "text",
    [
        table("Model | A100 | H100", "Kestrel-7B | 120.5 | 240.1"),
        table("Model | A100 | H100", "Kestrel-7B | 20.5 | 40.1"),
        table("Batch size | Kestrel-7B | Wren-7B", "1 | 45.2 | 44.1", "8 | 88.1 | 80.2"),
        table("Test | Kestrel-7B", "pp512 | 85.2", "tg128 | 28.1"),
        table("Test | Kestrel-7B", "Cold start | 12.1"),
        table("Benchmark | Samples | Shots", "Invoices | 912 | 5"),
        table("Source | %", "Web | 60.2", "Code | 25.0", "Books | 14.8"),
        table("Dataset | Kestrel-7B", "Web | 60.2", "Code | 25.0", "Books | 14.8"),
        table("Dataset | Tokens (B) | Share", "Web | 120.5 | 60.2", "Code | 50.1 | 25.0"),
        table("Metric | Value", "Train loss | 0.912", "Runtime | 20.5", "Accuracy | 0.91"),
        table("Training Loss | Epoch | Step | Validation Loss | Accuracy", "0.31 | 1.0 | 100 | 0.29 | 0.91"),
        table("Parameter | Value", "weight_decay | 0.01", "lora_dropout | 0.05"),
        table("Setting | Value", "Temperature | 0.7", "Top-p | 0.95"),
        table("Model | Input | Output", "Kestrel-7B | 0.15 | 0.60", "Wren-7B | 2.50 | 10.00"),
        table("Config | Kestrel-7B | Wren-7B", "Layers | 32 | 40", "RoPE theta | 1.0 | 5.0"),
        table("GPU | VRAM | Price", "RTX 4090 | 24 | 1599"),
        table("Package | Version", "transformers | 4.46", "torch | 2.5"),
    ],
)
def test_tables_of_something_else_stay_silent(text: str) -> None:
    reading = read(text)
    assert not reading.scores
    assert not reading.unread


@pytest.mark.parametrize(
    "hidden",
    [
        "<template>MMLU: 99.9</template>",
        "<title>MMLU: 99.9</title>",
        "<textarea rows='2'>MMLU: 99.9</textarea>",
        "<svg><text>MMLU: 99.9</text></svg>",
        "<noscript>MMLU: 99.9</noscript>",
        "<p hidden>MMLU: 99.9</p>",
        '<div style="color: red; display: none"><div>MMLU: 99.9</div>\n\n</div>',
        "<details hidden>\n\n| Benchmark | Kestrel-7B |\n|---|---|\n| MMLU | 99.9 |\n\n</details>",
    ],
)
def test_what_no_browser_shows(hidden: str) -> None:
    found = read(f"{hidden}\n\nGSM8K: 50.1").scores
    assert [(score.benchmark, score.line) for score in found] == [("gsm8k", 5 + hidden.count("\n"))]


@pytest.mark.parametrize(
    "shown",
    [
        '<p class="hidden gem">MMLU: 61.2</p>',
        '<a title="the hidden model" href="x">MMLU: 61.2</a>',
        "A hidden gem. MMLU: 61.2",
        "<p hidden>\n\nMMLU: 61.2",
        '<div aria-hidden="true">MMLU: 61.2</div>',
        table("Benchmark | Kestrel-7B", "MMLU | <span hidden>99.9</span>61.2"),
    ],
)
def test_what_a_browser_shows(shown: str) -> None:
    assert own(shown) == [("mmlu", 61.2)]


def test_the_last_checkpoint_with_a_number_is_the_model_beside_its_rivals():
    table = (
        "| **Kestrel-7B** | **275B Tokens** | **500B tokens** | **1.5T Tokens** | **Wren-7B** |\n|--|--|--|--|--|\n"
        "| MMLU | 0.25 | 0.30 | | 0.31 |\n| PIQA | 0.75 | 0.76 | | 0.79 |\n"
    )
    card = read_card(f"# Kestrel\n\n## Kestrel 7B\n\n{table}", name="kestrel-readme")
    assert [(score.name_as_written, score.value) for score in card.own_scores] == [("MMLU", 0.30), ("PIQA", 0.76)]


def test_zeros_alone_are_no_scores_yet():
    card = read_card(
        "# Kestrel-7B\n\n| Benchmark | Kestrel-7B | Wren-7B |\n|--|--|--|\n| KoBEST | 0 | 0 |\n| KMMLU | 0 | 0 |\n",
        name="Kestrel-7B",
    )
    assert card.scores == ()
    card = read_card(
        "# Kestrel-7B\n\n| Benchmark | Kestrel-7B |\n|--|--|\n| AIME 2025 | 0 |\n| MMLU | 41.0 |\n", name="Kestrel-7B"
    )
    assert [score.value for score in card.own_scores] == [0.0, 41.0]


def test_language_is_an_ability_among_others_where_it_holds_fractions():
    rows = "| Kestrel-7B | 35.3 | 16.9 | 57.6 |\n| Wren-7B | 29.3 | 30.1 | 64.0 |\n"
    table = f"| Model | Reasoning | Language | IF |\n|--|--|--|--|\n{rows}"
    card = read_card(f"# Kestrel-7B\n\n## LiveBench\n\n{table}", name="Kestrel-7B")
    assert [score.value for score in card.own_scores] == [35.3, 16.9, 57.6]
    table = "| Test | Language | Kestrel-7B |\n|--|--|--|\n| MMLU | en | 61.2 |\n| CMMLU | zh | 52.1 |\n"
    card = read_card(f"# Kestrel-7B\n\n{table}", name="Kestrel-7B")
    assert [score.value for score in card.own_scores] == [61.2, 52.1]
