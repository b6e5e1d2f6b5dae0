"""Prose scores, YAML entries, folders, what is said about the model, and cards built to do harm."""

import pytest

from core.cards.read_card import load_card, read_card
from core.cards.reading import Origin
from core.errors import CardError
from tests.cards.yardstick import ordinary_cards


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Lumen-7B reaches 73.8% pass@1 on HumanEval.", [("humaneval", 73.8)]),
        ("It scores 63.2 on MMLU and 51.3 on GSM8K.", [("mmlu", 63.2), ("gsm8k", 51.3)]),
        ("MMLU: 63.2", [("mmlu", 63.2)]),
        ("On MT-Bench the model achieves 7.9.", [("mt_bench", 7.9)]),
        ("HumanEval 得分为 73.8%。", [("humaneval", 73.8)]),
        ("GSM8K에서 71.2%를 달성했습니다.", [("gsm8k", 71.2)]),
        ("It beats Mistral-7B (60.1 on MMLU).", []),
        ("It has 7.2 billion parameters and was trained on 1.5T tokens with MMLU in mind.", []),
        ("Compared with version 1.1 it improves GSM8K by 5.2 points.", []),
        ("It reaches about 80% on HumanEval.", [("humaneval", 80)]),
        ("It solves 71 out of 164 HumanEval problems.", [("humaneval", 0.4329)]),
        ("On GSM8K it gets 987/1319 (74.8%).", [("gsm8k", 74.8)]),
        ("We evaluated on 200 of 1319 GSM8K questions.", []),
        ("HumanEval was run with temperature 0.2.", []),
        ("It achieves an MMLU score of 63.2, up from 60.1 of its predecessor.", [("mmlu", 63.2)]),
        ("Scores: MMLU = 63.2; GSM8K = 51.0.", [("mmlu", 63.2), ("gsm8k", 51)]),
        ("MMLU (5-shot): 63.2 | GSM8K (8-shot): 51.0", [("mmlu", 63.2), ("gsm8k", 51)]),
        ("Lumen-7B and Brio-13B reach 63.2 and 67.1 on MMLU, respectively.", [("mmlu", 63.2)]),
        ("Nearly 80% of HumanEval is covered by other tests.", []),
        ("Released in 2024, before MMLU-Pro.", []),
    ],
)
def test_scores_in_prose(sentence, expected):
    reading = read_card(f"# Lumen-7B\n\n{sentence}\n", name="Lumen-7B")
    assert [(s.benchmark, s.value) for s in reading.own_scores] == expected
    assert all(s.origin is Origin.PROSE and s.line == 3 for s in reading.own_scores)


def test_a_list_under_a_heading_that_names_the_benchmark():
    reading = read_card(
        "# Lumen-7B\n\n## C-Eval\n\nSTEM ACC: 60.1\n\n**AVERAGE ACC: 66.2** (better than before)\n", name="Lumen-7B"
    )
    assert [(s.name_as_written, s.value) for s in reading.own_scores] == [("C-Eval STEM", 60.1), ("C-Eval", 66.2)]


INDEX = """---
license: apache-2.0
language: [en, de]
base_model: lab/Lumen-7B-base
model-index:
- name: Lumen-7B
  results:
  - task: {type: text-generation}
    dataset: {name: MMLU (5-Shot), type: cais/mmlu, args: {num_few_shot: 5}}
    metrics:
    - {type: acc, value: 63.2}
  - task: {type: text-generation}
    dataset: {name: GSM8k, type: gsm8k}
    metrics:
    - {type: acc, value: "20.0 ± 1.2"}
  - task: {type: text-generation}
    metrics:
    - {type: acc, value: 50.0}
  - task: {type: text-generation}
    dataset: {name: HumanEval, type: openai_humaneval}
    metrics:
    - {type: pass@1, value: many}
---
# Lumen-7B
"""


def test_one_bad_entry_does_not_cost_the_card():
    reading = read_card(INDEX, name="Lumen-7B")
    assert [(s.benchmark, s.value, s.shots, s.line) for s in reading.own_scores] == [
        ("mmlu", 63.2, 5, 11),
        ("gsm8k", 20.0, None, 15),
    ]
    bad = [item for item in reading.unread if item.kind == "entry"]
    assert "result 3" in bad[0].text and "lacks its dataset" in bad[0].text and bad[0].line == 16
    assert "no number for HumanEval" in bad[1].text


def test_malformed_front_matter_is_named_and_the_text_is_read():
    reading = read_card("---\na: [1\nb: }\n---\n# Lumen-7B\n\n|Metric|Value|\n|--|--|\n|MMLU|63.2|\n", name="Lumen-7B")
    assert reading.own_scores[0].line == 9 and reading.unread[0].kind == "front matter"


def test_a_folder_with_eval_results(tmp_path):
    (tmp_path / "README.md").write_text("# Lumen-7B\n\nA model.\n", encoding="utf-8")
    results = tmp_path / ".eval_results"
    results.mkdir()
    (results / "gpqa.yaml").write_text(
        "- dataset: {id: Idavidrein/gpqa, task_id: gpqa_diamond}\n  value: 41.2\n  notes: no tools\n- value: 3\n",
        encoding="utf-8",
    )
    (results / "broken.yaml").write_text("- a: [", encoding="utf-8")
    reading = load_card(tmp_path)
    assert [(s.benchmark, s.value, s.origin) for s in reading.scores] == [("gpqa_diamond", 41.2, Origin.EVAL_RESULTS)]
    assert sorted(item.text.split()[0].rstrip(",") for item in reading.unread) == [
        ".eval_results/broken.yaml",
        ".eval_results/gpqa.yaml",
    ]


def test_what_a_card_says_about_its_model():
    about = read_card(
        f"{INDEX}\nA dense transformer with a context length of 32k tokens. Knowledge cutoff: June 2024.\n",
        name="lab/Lumen-7B",
    ).about
    assert about.parameters_b == (7.0,) and about.context_length == 32768 and about.licence == "apache-2.0"
    assert about.base_model == ("lab/Lumen-7B-base",) and about.cutoff == "2024-06" and about.languages == ("en", "de")
    assert about.publisher == "lab" and "transformer" in about.architecture


def test_images_of_results_are_named_as_unread():
    reading = read_card(
        "# Lumen-7B\n\n![MMLU results](a.png)\n\n<img src='https://x.org/b.png' "
        "alt='chart'>\n![badge](https://img.shields.io/x.svg)\n"
    )
    assert [(item.text, item.line) for item in reading.unread] == [("MMLU results", 3), ("chart", 5)]


def test_the_keys_of_the_json_are_stable():
    data = read_card(INDEX, name="Lumen-7B").to_dict()
    assert {"model", "about", "scores", "flags", "signals", "checks", "unread", "notes"} == set(data)
    assert {"parameters", "architecture", "context", "licence", "base_model", "cutoff"} <= set(data["about"])
    wanted = {
        "benchmark",
        "name_as_written",
        "value",
        "scale",
        "metric",
        "shots",
        "mode",
        "precision",
        "subject",
        "own",
        "line",
    }
    assert wanted <= set(data["scores"][0])
    assert all(
        {"id", "state", "reason", "lines"} <= set(entry)
        for entry in (*data["flags"], *data["signals"], *data["checks"])
    )
    assert len(data["flags"]) == 6 and len(data["signals"]) == 3 and len(data["checks"]) == 9


BODY = "# Lumen-7B\n\n|Metric|Value|\n|--|--|\n|MMLU|63.1|\n"


@pytest.mark.parametrize(
    "card",
    [
        pytest.param(BODY + "x " * 5_000_000, id="ten megabytes"),
        pytest.param(b"GGUF\x03\x00\x00\x00" + b"\x00" * 500, id="a model file"),
        pytest.param(bytes(range(256)) * 200, id="binary"),
        pytest.param("<div>" * 20_000, id="deep HTML"),
        pytest.param("<table><tr><td>" * 3_000, id="deep tables"),
        pytest.param("> " * 5_000 + "x", id="deep quotes"),
        pytest.param("- " * 5_000 + "x", id="deep lists"),
        pytest.param("[" * 60_000, id="brackets"),
        pytest.param("---\n" + "[" * 5_000 + "]" * 5_000 + "\n---\n" + BODY, id="deep YAML"),
        pytest.param(
            "---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\n"
            "d: &d [*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e]\n---\n" + BODY,
            id="a YAML bomb",
        ),
    ],
)
def test_cards_built_to_do_harm_are_refused_with_a_sentence(card):
    def read():
        with pytest.raises(CardError) as caught:
            read_card(card)
        assert len(str(caught.value)) > 30

    assert ordinary_cards(read) < 10


@pytest.mark.parametrize(
    "tail",
    [
        "*a " * 60_000,
        "`" * 70_000,
        "|" * 100_000,
        "<" * 100_000,
        "_a" * 60_000,
        "[a](" * 30_000,
        "1" * 200_000,
        "<!--" * 30_000,
        "```\n" * 9_000,
    ],
)
def test_endless_markup_takes_no_endless_time(tail):
    def read():
        assert [s.value for s in read_card(BODY + tail, name="Lumen-7B").own_scores] == [63.1]

    assert ordinary_cards(read) < 20


ROWS = "".join(f"| Test number {i} | {i % 100}.5 | {(i * 7) % 100}.25 |\n" for i in range(2_000))
PLAIN = "We trained the model on text and code. It answers questions and writes short programs.\n\n"
CLAIMS = (
    "Lumen-7B outperforms Rival-13B on MMLU with 61.{0} and reaches 55.{0}% on GSM8K (8-shot, CoT). It is better than "
    "much larger models such as GPT-4 in several tasks. We evaluated every checkpoint with lm-evaluation-harness at "
    "BF16 and report the average over {0} runs. Documents that overlap with the test sets of HumanEval were removed. "
    "在 C-Eval 上取得 61.{0} 的成绩，超过了 72B 模型。\n\n"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        f"{PLAIN * 1_300}## Results\n\n| Benchmark | Lumen-7B | Rival-7B |\n|--|--|--|\n| MMLU | 63.1 | 60.2 |\n{ROWS}",
        "".join(CLAIMS.format(number) for number in range(520)),
    ],
    ids=["a long table", "dense claims"],
)
def test_a_card_of_200_kb_takes_as_long_as_some_smaller_ones(body):
    card = f"# Lumen-7B\n\n{body}"
    assert len(card.encode()) > 170_000

    def read():
        assert len(read_card(card, name="Lumen-7B").own_scores) > 1_000

    assert ordinary_cards(read) < 30


def test_script_and_markup_never_reach_a_result():
    reading = read_card(
        "# Lumen-7B\n\n<script>alert(1)</script>\n\n| Benchmark | <b onclick=x>Lumen-7B</b> |\n|--|--|\n|"
        " <img src=x onerror=y>MMLU | 63.1 |\n",
        name="Lumen-7B",
    )
    score = reading.own_scores[0]
    assert (score.name_as_written, score.subject) == ("MMLU", "Lumen-7B")
    assert all("alert" not in sentence for finding in reading.flags for sentence in [finding.reason])


def test_python_objects_in_yaml_are_only_text():
    reading = read_card(
        "---\na: !!python/object/apply:os.system ['exit 1']\nlicense: mit\n---\n" + BODY, name="Lumen-7B"
    )
    assert reading.about.licence == "mit"


@pytest.mark.parametrize(
    "raw", ["# Lümen-7B\n".encode("utf-16"), b"\xef\xbb\xbf# L\xc3\xbcmen-7B\n", b"# L\xfcmen-7B\r\n"]
)
def test_other_encodings_are_read(raw):
    assert read_card(raw).model == "Lümen-7B"


def test_a_missing_file_and_an_empty_folder_say_what_to_do(tmp_path):
    with pytest.raises(CardError, match="no file"):
        load_card(tmp_path / "README.md")
    with pytest.raises(CardError, match="no README"):
        load_card(tmp_path)


def test_an_empty_card_is_read_as_saying_nothing():
    reading = read_card("")
    assert reading.scores == () and all(flag.state.value == "absent" for flag in reading.flags)


def grid(head: str, *rows: str) -> str:
    ruler = "|".join("---" for _ in head.split("|"))
    return "\n## Results\n\n" + "".join(f"| {line} |\n" for line in (head, ruler, *rows))


def test_a_number_below_one_point_on_a_test_with_choices_is_a_share():
    table = grid("Test | Lumen-7B | Rival-7B", "MMLU | 0.91 | 0.40", "Ours | 0.55 | 0.61", "MT-Bench | 7.1 | 6.9")
    scores = {score.name_as_written: score.percent for score in read_card(f"# Lumen-7B\n{table}").main_scores}
    assert scores == {"MMLU": 91.0, "Ours": pytest.approx(55.0), "MT-Bench": None}


def test_what_can_be_no_share_of_right_answers_is_named_and_left_out():
    table = "\n## Results\n\n| Test | Lumen-7B |\n|---|---|\n| MMLU | -5 |\n| GSM8K | 150 % |\n| HellaSwag | 71.0 |\n"
    reading = read_card(f"# Lumen-7B\n{table}")
    assert [score.value for score in reading.scores] == [71.0]
    assert [item.line for item in reading.unread] == [7, 8] and "-5" in reading.unread[0].text


@pytest.mark.parametrize(
    ("sentence", "tokens"),
    [
        ("Context 32k", 32768),
        ("- **Context**: 131,072", 131072),
        ("It was trained with 16k tokens of context.", 16384),
        ("A sequence length of 8k was used.", 8192),
        ("32K的上下文窗口", 32768),
        ("n_ctx 2048", 2048),
        ("The context matters in 2024 questions.", None),
        ("In this context 300 people voted.", None),
    ],
)
def test_the_context_length(sentence, tokens):
    assert read_card(f"# Lumen-7B\n\n{sentence}\n").about.context_length == tokens


def test_a_kind_of_question_called_date_is_a_score():
    table = grid(" | date | join | ratio", "Lumen-7B | 80 | 82.9 | 74.3", "GPT-4 | 72 | 80.0 | 60.0")
    assert {score.name_as_written for score in read_card(f"# Lumen-7B\n{table}").main_scores} >= {"date", "join"}
