"""Facts and checks as they were found wrong: licences, sizes, contexts, bases, who made the file, whose scores."""

import pytest
from click.testing import CliRunner

from core.advice.claims.facts import facts_of
from core.cards.extra_help import help_of
from core.cards.read_card import read_card
from core.cards.reading import About, CardReading
from core.commands.reading import card as card_command

pytestmark = pytest.mark.slow  # wordings by the hundred: the quick tests keep to a minute

TABLE = "| Benchmark | Score |\n|---|---|\n| MMLU | 61.2 |\n| GSM8K | 50.1 |\n"


def _read(text: str, name: str = "Kestrel-7B", front: str = "") -> CardReading:
    top = f"---\n{front}\n---\n" if front else ""
    return read_card(f"{top}# {name}\n\n{text}\n", name=name)


def _about(text: str, name: str = "Kestrel-7B", front: str = "") -> About:
    return _read(text, name, front).about


def _state(reading: CardReading, check: str) -> str:
    return reading.finding(check).state.value


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("Run against **this build serving in production**, judge-free (a model never grades itself).", "absent"),
        ("Every number is from this exact file.", "present"),  # "number" alone is no word for what was measured
        ("All scores below were measured on this quant.", "absent"),
        ("The quantized model was evaluated with the harness.", "absent"),
        ("Evaluated after quantization with the harness.", "absent"),
        ("We evaluated the quantized weights.", "absent"),
        ("The scores were not measured on this file.", "present"),
        ("None of the results were obtained on this quant.", "present"),
        ("These come from the original; we did not rerun them on this build.", "present"),
        ("Scores of the original model.", "present"),
    ],
)
def test_scores_that_are_told_to_be_this_files_are_no_other_files(text: str, state: str):
    card = (
        f"A 4-bit AWQ quantization of [quill/Kestrel-7B](https://huggingface.co/quill/Kestrel-7B).\n\n{text}\n\n{TABLE}"
    )
    assert _state(_read(card, "Kestrel-7B-AWQ"), "scores_of_another_file") == state


@pytest.mark.parametrize(
    ("licence", "text", "told"),
    [
        (
            "apache-2.0",
            "- **License:** Apache-2.0 license under the condition that the model is not used against Wren Labs",
            "Apache-2.0 license under the condition that the model is not used against Wren Labs",
        ),
        (
            "mit",
            "## License\n\nMIT, as long as you do not sell it to an army.",
            "MIT, as long as you do not sell it to an army",
        ),
        (
            "apache-2.0",
            "**License**: Must comply with license of Llama2, from which it was derived.",
            "the licence of Llama2 (line 7)",
        ),
        (
            "apache-2.0",
            "Use of this model is subject to the Llama 3.1 Community License.",
            "Llama 3.1 Community License",
        ),
        (
            "apache-2.0",
            "## License\n\nThis model is for non-commercial research use only.",
            "no commercial use (line 9)",
        ),
        (
            "mit",
            "## License\n\nThe weights are under MIT. For commercial use please contact us for permission.",
            "commercial use on application (line 9)",
        ),
        ("llama3.1", "Use of this model is subject to the Llama 3.1 Community License.", None),
        ("apache-2.0", "Unlike Llama 3.1, which is under the Llama 3.1 license, this model is free.", None),
        ("apache-2.0", "## License\n\nApache 2.0, provided that you keep the copyright notice.", None),
        ("apache-2.0", "## License\n\nApache 2.0. No permission is needed for commercial use.", None),
        ("apache-2.0", "## License\n\nThe training dataset is for non-commercial use only.", None),
        ("apache-2.0", "## License\n\nApache 2.0, except for the tokenizer, which is MIT.", None),
        ("cc-by-nc-4.0", "## License\n\nThis model is for non-commercial use only.", None),
        ("mit", "## License\n\nThe model is under the MIT License, which supports commercial use.", None),
    ],
)
def test_what_the_text_adds_to_a_licence_is_told(licence: str, text: str, told: str | None):
    about = _about(text, front=f"license: {licence}\nbase_model: meta-llama/Llama-2-7b")
    assert about.licence == licence
    assert (about.licence_in_text or "").replace("(line 6)", "(line 7)") == (told or "")


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        (
            "## License\n\nThe model weights are released under the Kestrel Model License. For commercial use you must "
            "apply for permission.",
            "Kestrel Model License; commercial use on application (line 5)",
        ),
        (
            "## License\n\n使用模型需要遵循《隼模型许可协议》。如果您计划将模型用于商业用途，"
            "需要您确认主体符合以下条件：",
            "隼模型许可协议; commercial use on conditions (line 5)",
        ),
        ("## License\n\n遵循《隼模型许可协议》，将授予您一个不可转让的、不可再授权的商业版权许可。", "隼模型许可协议"),
        ("License: MIT", "MIT"),
        ("License: Apache-2.0 under the condition that it is not resold to anybody", None),
    ],
)
def test_terms_of_a_licence_that_only_the_text_names(text: str, licence: str | None):
    told = facts_of(_about(text)).get("licence")
    assert told == licence if licence else (told or "").endswith("not resold to anybody")


@pytest.mark.parametrize(
    "text",
    [
        "The data were made with a 70B model.",
        "A 70B model wrote the answers.",
        "Our next model will have 30B parameters.",
        "Prompts were filtered with an 8B model.",
        "Fits where a 13B model does not.",
        "You can also pair it with a 1B model.",
        "For comparison we trained a 3B model.",
        "Looking for a 70B model?",
        "An 8B classifier model removed bad text.",
        "As fast as a 3B model.",
        "Its answers were rated by two 70B models.",
        "Try our 70B model for harder tasks.",
        "A 3B model is planned.",
        "With a 0.5B draft model it is twice as fast.",
    ],
)
def test_the_size_of_another_is_not_its_own(text: str):
    assert _about(text, "Kestrel").parameters_b == ()


@pytest.mark.parametrize(
    ("name", "text", "sizes"),
    [
        ("Kestrel", "Kestrel (135M) is tiny.", (0.135,)),
        ("Kestrel", "1,5 Mrd. Parameter", (1.5,)),
        ("Kestrel", "1,5 Md de paramètres", (1.5,)),
        ("Kestrel", "A 7B model for law.", (7,)),
        ("Kestrel", "Kestrel is an 8B reward model.", (8,)),
        ("Kestrel", "The assistant is powered by a 7B model.", (7,)),
        ("Kestrel", "Kestrel is a 7B model; with a 0.5B draft model it is twice as fast.", (7,)),
        ("Kestrel", "720억 개(72B) 매개변수를 갖춘 모델과 70억 개(7B) 매개변수의 모델", (72, 7)),
        ("Kestrel-34B", "34.4 billion parameters, 4k context", (34.4,)),
        ("Kestrel-4B", "Width-pruned to 4.1B parameters", (4.1,)),
        ("Kestrel-7B", "Distilled from a model of 7.6B parameters", (7,)),
        ("kestrel", "| Model | MMLU |\n|---|---|\n| Kestrel-1.5B | 50.1 |\n| Kestrel-3B | 60.2 |", (1.5, 3)),
    ],
)
def test_the_size_told_of_itself(name: str, text: str, sizes: tuple[float, ...]):
    assert sorted(_about(text, name).parameters_b) == sorted(sizes)


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("Supports 128K tokens.", 131072),
        ("It can read 16k tokens", 16384),
        ("It has an 8192-token window", 8192),
        ("A window of 8192 tokens", 8192),
        ("Versteht bis zu 16.384 Token", 16384),
        ("Fenster von 8192 Tokens", 8192),
        ("ctx: 128k", 131072),
        ("32K native context, 128K with YaRN", 32768),
        ("Up to 1M tokens of input.", 1048576),
        ("seq len 2048", 2048),
        ("Trained with sequences of 4096 tokens.", 4096),
        ("最大シーケンス長 4096", 4096),
        ("8K窗口", 8192),
        ("A sliding window of 4096 tokens", None),
        ("A sliding-window of 4K tokens", None),
        ("滑动窗口 4096", None),
        ("It generates up to 4096 tokens", None),
        ("Fine-tuned with sequences of 2048 tokens", None),
        ("It handles 4096 tokens per second", None),
        ("Up to 4096 tokens of output", None),
        ("It was timed on one GPU with a 176,128-token window", None),
    ],
)
def test_how_many_tokens_it_takes(text: str, length: int | None):
    assert _about(text).context_length == length


@pytest.mark.parametrize(
    ("text", "bases"),
    [
        ("A merge of Wren-7B and Tern-7B.", ("Wren-7B", "Tern-7B")),
        ("A SLERP merge between Wren-7B and Tern-7B.", ("Wren-7B", "Tern-7B")),
        ("Merged from Wren-7B, Tern-7B and Quill-7B v2.", ("Wren-7B", "Tern-7B", "Quill-7B v2")),
        ("Wren-7B와 Tern-7B를 병합한 모델입니다.", ("Wren-7B", "Tern-7B")),
        ("融合了 Wren-7B 和 Tern-7B。", ("Wren-7B", "Tern-7B")),
        ("A merge of Wren-7B and the adapter.", ("Wren-7B",)),
        ("You may merge it with Wren-7B and Tern-7B.", ()),
        ("Unlike a merge of Wren-7B and Tern-7B, it was trained.", ()),
        ("오픈소스 모델인 Wren-2.5-7B에 방대한 한국어 데이터를 추가로 학습시켜 최적화했습니다.", ("Wren-2.5-7B",)),
    ],
)
def test_what_it_was_made_from(text: str, bases: tuple[str, ...]):
    about = _about(text, "Kestrel-7B")
    assert about.base_model == bases
    assert (about.relation == "merge") == (len(bases) > 1)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("It is a sparse MoE model.", "sparse MoE model"),
        ("## Roadmap\n\n- Use MoE (Mixture of Experts).", None),
        ("- **향후 개발 방향**:\n\n  - MoE (Mixture of Experts) 등의 아키텍처를 적용합니다.", None),
        ("The model will use a Mixture of Experts.", None),
    ],
)
def test_a_kind_that_is_planned_is_not_its_own(text: str, kind: str | None):
    assert _about(text).architecture == kind


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("The training data is 51% English, 42% Korean and 7% code.", ("en", "ko")),
        ("언어 분포: 한국어 42%, 영어 51%로 구성", ("ko", "en")),
        ("Tuned in English and Bahasa Indonesia", ("en", "id")),
        ("Accuracy: English 51%, Korean 42%", ()),
        ("It scores 51% in English and 42% in Korean on the test data.", ()),
    ],
)
def test_the_languages_of_the_data(text: str, languages: tuple[str, ...]):
    assert _about(text).languages == languages


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "llama3.2-docker",
            "```\ndocker model pull ai/llama3.2\n```",
            "A model by Meta, but the files come from another account (ai).",
        ),
        (
            "phi4",
            "Developed by: Microsoft\n\n```\ndocker model run ai/phi4\n```",
            "A model by Microsoft, but the files",
        ),
        ("phi4", "Developed by: Microsoft\n\n```\ndocker model run ai/wren\n```", "Published by Microsoft"),
    ],
)
def test_a_packed_model_is_not_told_to_come_from_its_maker(name: str, text: str, said: str):
    assert _read(text, name).finding("publisher_record").reason.startswith(said)


@pytest.mark.parametrize(
    ("base", "card", "others"),
    [
        ("quill/Kestrel-7B", "[Source card](https://github.com/quill/forge/blob/main/card.md)", False),
        ("quill/Kestrel-7B", "[Source card](https://github.com/wren/forge/blob/main/card.md)", True),
        ("quill/Kestrel-7B", "", True),
    ],
)
def test_a_file_by_the_maker_of_its_original_is_nobody_elses(base: str, card: str, others: bool):
    text = f"Quantized version of [{base}](https://huggingface.co/{base}).\n\n{card}\n"
    reading = _read(text, "Kestrel-7B-AWQ", f"base_model: {base}\nbase_model_relation: quantized")
    assert ("somebody else's" in reading.finding("publisher_record").reason) is others


BOARD = "[OpenLLM](https://huggingface.co/spaces/open-llm-leaderboard/open_llm_leaderboard)"


@pytest.mark.parametrize(
    ("text", "state"),
    [
        (f"The model was evaluated on the {BOARD} leaderboard tasks with the lm-evaluation-harness.", "absent"),
        (
            "We use the Language Model Evaluation Harness, in the same version as the HuggingFace LLM Leaderboard.",
            "absent",
        ),
        (f"## {BOARD} Leaderboard", "unclear"),
        (
            "## Open LLM Leaderboard\n\nDetailed results [here](https://huggingface.co/datasets/open-llm-leaderboard/details_x)",
            "unclear",
        ),
    ],
)
def test_the_tests_of_a_board_are_not_the_board(text: str, state: str):
    assert _state(_read(f"{text}\n\n{TABLE}"), "independent_confirmation") == state


def _sourced(own: str, rival: str, head: str = "Source") -> str:
    return f"| Model | MMLU | {head} |\n|---|---|---|\n| Kestrel-7B | 61.2 | {own} |\n| Wren-7B | 60.1 | {rival} |\n"


def _marked(own: str, rival: str) -> str:
    rows = f"| Kestrel-7B<sup>{own}</sup> | 61.2 |\n| Wren-7B<sup>{rival}</sup> | 60.1 |\n"
    return f"| Model | MMLU |\n|---|---|\n{rows}\n0: measured again\n\n1: https://example.org/leaderboard\n"


@pytest.mark.parametrize(
    ("text", "state"),
    [
        (_sourced("Measured by us", "https://arxiv.org/abs/1"), "present"),
        (_sourced("ours", "Technical report", "来源"), "present"),
        (_sourced("Measured by us", "Measured by us"), "absent"),
        (_sourced("paper", "paper"), "absent"),
        (_sourced("yes", "no", "Open"), "absent"),
        (_marked("0", "1"), "present"),
        (_marked("0", "0"), "absent"),
        (_marked("1", "1"), "absent"),
    ],
)
def test_numbers_from_elsewhere_by_a_column_or_a_footnote(text: str, state: str):
    assert _state(_read(text), "not_like_for_like") == state


@pytest.mark.parametrize(
    ("rows", "state"),
    [
        ("Kestrel-7B | CoT | 50\nKestrel-7B | PoT | 51\nWren-7B | CoT | 40\nWren-7B | PoT | 41", "absent"),
        ("Kestrel-7B | CoT | 50\nWren-7B | PoT | 41", "present"),
    ],
)
def test_two_ways_each_are_like_for_like(rows: str, state: str):
    lines = "\n".join(f"| {row} |" for row in rows.split("\n"))
    reading = _read(f"| Model | Decoding | MATH |\n|---|---|---|\n{lines}\n")
    assert _state(reading, "not_like_for_like") == state


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("AlpacaEval 2 LC Win Rate", "AlpacaEval (Win Rate)"), "Only one benchmark is shown (AlpacaEval (Win Rate))"),
        (("MultiPL-E Python", "MultiPL-E Java", "multiple-js"), "Only one benchmark is shown (MultiPL-E Python)"),
        (("MMLU", "MMLU STEM", "MMLU Humanities", "GSM8K"), "Only 2 benchmarks are shown (MMLU, GSM8K)"),
        (("MMLU", "MMLU-Pro", "GSM8K"), "3 benchmarks"),
        (("PIQA", "BoolQ", "gmean"), "Only 2 benchmarks are shown (PIQA, BoolQ)"),
    ],
)
def test_parts_and_metrics_of_one_test_count_once(names: tuple[str, ...], said: str):
    rows = "\n".join(f"| {name} | {40 + place}.5 |" for place, name in enumerate(names))
    assert _read(f"| Benchmark | Score |\n|---|---|\n{rows}\n").finding("narrow_selection").reason.startswith(said)


def test_the_mean_over_ten_tasks_is_no_mode_and_the_language_of_a_test_no_tool():
    reading = _read("| Model | AVG@10 math tasks | HumanEval (Python) |\n|---|---|---|\n| Kestrel-7B | 40.5 | 30.5 |\n")
    assert {score.mode for score in reading.scores} == {None}
    assert {help_of(score) for score in reading.scores} == {""}


def test_a_quote_begins_below_the_sign_of_a_box():
    reading = _read(f"{TABLE}\n> [!IMPORTANT]\n> The evaluations are conducted with `temperature=0.6`.\n")
    quotes = reading.finding("methodology_missing").quotes
    assert quotes
    assert all("[!" not in quote.text for quote in quotes)


def _said(tmp_path, text: str, name: str = "Kestrel-7B.md") -> str:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(card_command, [str(file)]).output


def test_the_command_says_what_one_can_do_and_whose_labels_there_are_once(tmp_path):
    table = "| Model | MMLU |\n|---|---|\n| Wren-9B | 70.1 |\n| Kestrel-7B | 61.2 |\n| Kestrel-3B | 51.2 |\n"
    said = _said(tmp_path, f"# Kestrel\n\n{table}", "Kestrel.md")
    assert said.count("--own LABEL") == 1
    assert "(here: Kestrel-7B, Kestrel-3B)" in said
    assert said.count("Point out its column or row") == 1
    lines = said.splitlines()
    flag = next(place for place, line in enumerate(lines) if line.startswith("  quantization_undisclosed (present)"))
    assert lines[flag + 1].startswith("    What to do: ")
    assert sum("What to do: " in line for line in lines) <= sum("(present)" in x or "(unclear)" in x for x in lines)


def test_rivals_are_offered_only_where_none_is_its_own(tmp_path):
    said = _said(tmp_path, "# Kestrel-7B\n\n| Model | MMLU |\n|---|---|\n| Wren-9B | 70.1 |\n| Tern-7B | 61.2 |\n")
    assert "--own LABEL (here: Wren-9B, Tern-7B)" in said


def test_where_no_lead_is_left_it_is_said():
    table = "| Benchmark | Kestrel-7B | Wren-7B |\n|---|---|---|\n| HumanEval | 61.2 | 60.9 |\n| MBPP | 50.1 | 49.9 |\n"
    reason = _read(table).finding("gaps_inside_noise").reason
    assert "No lead is known to be larger than noise." in reason


def test_the_size_stays_where_a_column_is_pointed_out():
    facts = "| Model | Parameters |\n|---|---|\n| Kestrel | 6.9B |\n"
    text = f"# Kestrel\n\n{facts}\n| Test | 4B Value |\n|---|---|\n| MMLU | 60 |\n"
    assert read_card(text, name="Kestrel", own_subjects=("4B Value",)).about.parameters_b == (6.9,)
