"""Facts, flags, checks and tables that ordinary sentences tell, which a rule for others must not take away."""

import pytest

from core.cards.read_card import read_card
from core.cards.reading import State

pytestmark = pytest.mark.slow

TABLE = "| Test | Kestrel-7B |\n|--|--|\n| MMLU | 61.2 |\n| GSM8K | 51.2 |\n\n"


def about(text: str, name: str = "Kestrel-7B", front: str = ""):
    return read_card(f"{front}# {name}\n\n{text}\n", name=name).about


def licence_told(text: str) -> str | None:
    told = about(f"## License\n\n{text}", front="---\nlicense: mit\n---\n").licence_in_text
    return told and told.partition(" (line")[0]


@pytest.mark.parametrize(
    "text",
    [
        "MIT. For commercial support, contact hello@lab.org.",
        "MIT. We also offer commercial hosting; contact us.",
        "MIT. Free for commercial and non-commercial use.",
        "MIT. You can use it for both non-commercial and commercial purposes.",
        "MIT. Use is not limited to non-commercial research.",
        "The demo is only for non-commercial use; the weights are MIT.",
        "The Space is for non-commercial use only. The weights are MIT.",
        "MIT. You may not use the name Kestrel in commercial advertising.",
        "MIT, like the base. An earlier version was non-commercial.",
        "MIT. Unlike Wren-7B, which is non-commercial, this one is open.",
        "MIT. The model runs fast as long as it fits into memory.",
        "The model is MIT licensed and can be used as long as you have a 24 GB GPU.",
        "MIT. Commercial partners can contact sales@lab.org for a service agreement.",
        "MIT. If you use it commercially we would love to hear from you, contact us.",
        "MIT. The old version required an application for commercial use.",
        "MIT. Some of the commercial models we compare with have certain restrictions.",
        "MIT. It is not tested for commercial use.",
        "MIT. Do not hesitate to use it in a commercial product.",
        "This model is MIT licensed and free for research and commercial use without restrictions. "
        "Contact us for commercial enquiries.",
        "The license applies to the weights only when downloaded from this page.",
    ],
)
def test_an_open_licence_is_not_narrowed_by_what_stands_around_it(text: str):
    assert licence_told(text) is None
    assert "commercial" not in (about(f"## License\n\n{text}").licence or "")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("MIT. You may not use this model for commercial purposes.", "no commercial use"),
        ("The model is for non-commercial research only.", "no commercial use"),
        ("MIT. Commercial use is prohibited.", "no commercial use"),
        ("The weights are for non-commercial use, but the code is MIT.", "no commercial use"),
        (
            "MIT for research; commercial use requires a licence, contact sales@lab.org.",
            "commercial use on application",
        ),
        ("For a commercial license contact us.", "commercial use on application"),
        ("You must obtain permission before using it commercially.", "commercial use on application"),
        ("MIT. Commercial use is subject to the following conditions:", "commercial use on conditions"),
        ("MIT, provided that you do not sell it.", "MIT, provided that you do not sell it"),
        ("MIT, only if used for research.", "MIT, only if used for research"),
    ],
)
def test_what_does_narrow_an_open_licence_is_told(text: str, told: str):
    assert licence_told(text) == told


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("We use sliding window attention with a window of 4096 tokens.", None),
        ("Kestrel uses local attention with a window of 1024 tokens in every second layer.", None),
        ("It has a 4096-token window for its sliding attention.", None),
        ("Trained with seq_len 2048; supports 128k.", None),
        ("Half of the layers have a window of 1024 tokens.", None),
        ("The repetition penalty looks at a window of 1024 tokens.", None),
        ("It supports 50,000 tokens in its vocabulary.", None),
        ("The demo takes up to 2048 tokens of input.", None),
        ("模型使用滑动窗口，窗口大小为4096。", None),
        ("It uses sliding window attention and supports 128K tokens.", 131072),
        ("The model has a window of 8192 tokens.", 8192),
        ("It has an 8192-token window.", 8192),
        ("A window of 8192 tokens is enough for most books.", 8192),
        ("Trained with seq_len 2048.", 2048),
        ("窗口长度为8192。", 8192),
    ],
)
def test_the_window_of_a_layer_is_no_context(text: str, length: int | None):
    assert about(text).context_length == length


@pytest.mark.parametrize(
    "text",
    [
        "There is no need for GPT-4 judges in our pipeline.",
        "There is no need for GPT-4 outputs or human labels.",
        "There is no need for GPT-4 when grading.",
        "GPT-4 was left behind the paywall.",
        "GPT-4 is left behind the scenes as a grader.",
        "The judge does not miss GPT-4 answers.",
        "GPT-4 lost to rate limits a third of the answers.",
        "It is for anyone who needs GPT-4 access.",
        "A free GPT-4 account is not needed.",
        "We have GPT-4 for dinner recipes.",
        "The dataset is at 80% of GPT-4 and 20% human.",
        "We provided GPT-4 scores as a reference.",
        "The table shows GPT-4 performance.",
    ],
)
def test_a_frontier_model_beside_the_own_is_no_claim(text: str):
    assert read_card(f"# Kestrel-7B\n\n{text}\n").finding("beats_frontier_claim").state is State.ABSENT


@pytest.mark.parametrize(
    "text",
    [
        "There is no need for GPT-4 any more.",
        "No more need of GPT-4!",
        "Claude Opus is left behind on our test.",
        "GPT-4 lost to Kestrel-7B.",
        "Who needs GPT-4?",
        "It makes GPT-4 look bad.",
        "It eats GPT-4 for breakfast on SQL.",
        "It offers GPT-4 quality.",
        "It reaches 95% of GPT-4 on SQL.",
    ],
)
def test_an_idiom_that_sets_it_above_a_frontier_model_is_one(text: str):
    assert read_card(f"# Kestrel-7B\n\n{text}\n").finding("beats_frontier_claim").state is not State.ABSENT


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("Kestrel has 7.2B parameters, and the draft model has 0.5B parameters.", (7.2,)),
        ("Kestrel has 7.2B parameters; a 0.5B draft model comes with it.", (7.2,)),
        ("Kestrel has 7.2B parameters and a 0.5B draft model.", (7.2,)),
        ("Our 4B classifier model is open.", (4.0,)),
        ("Kestrel, an 8B filter model, has 8.03B parameters.", (8.03,)),
        ("An 8B reranker model.", (8.0,)),
        ("This 7B model was used in our demo.", (7.0,)),
        ("The 8B model serves as a drop-in replacement.", (8.0,)),
        ("This 8B model acts as an agent.", (8.0,)),
        ("A 7B model created using mergekit.", (7.0,)),
        ("This is a 7B model for comparison with others.", (7.0,)),
        ("Try our 7B model, it is better than the last one.", (7.0,)),
        ("We tested 8B parameters with LoRA.", (8.0,)),
        ("A 70B model rated the answers.", ()),
        ("A 70B model was used to label the data.", ()),
        ("We used a 70B model for the labels.", ()),
    ],
)
def test_its_own_size_stays_beside_that_of_a_helper(text: str, sizes: tuple[float, ...]):
    assert about(text, "Kestrel").parameters_b == sizes


@pytest.mark.parametrize(
    ("text", "architecture"),
    [
        ("Kestrel is a mixture-of-experts model, and will be updated.", "mixture-of-experts model"),
        ("Kestrel is a Mamba hybrid that will be used for chat.", "Mamba"),
        ("A Mamba model; the paper will be released.", "Mamba model"),
        ("The next version will be a mixture-of-experts model.", None),
        ("Our next release will use the Mamba architecture.", None),
    ],
)
def test_what_will_become_of_it_takes_no_architecture_away(text: str, architecture: str | None):
    assert about(text).architecture == architecture


@pytest.mark.parametrize(
    "text",
    [
        "Inspired by merging Wren-7B and Tern-7B, we trained a model from scratch.",
        "Blends of Wren-7B and Tern-7B score lower.",
        "Earlier merges of Wren-7B and Tern-7B were weak.",
        "Rather than blend Wren-7B with Tern-7B, it stands alone.",
        "A merge of Wren-7B and Tern-7B scores lower than ours.",
        "我们在 Alpaca-GPT4 基础上训练。",
    ],
)
def test_a_merge_of_others_makes_no_base(text: str):
    told = about(text)
    assert "Tern-7B" not in told.base_model and "Alpaca-GPT4" not in told.base_model
    assert told.relation != "merge"


@pytest.mark.parametrize("text", ["Kestrel is a merge of Wren-7B and Tern-7B.", "Made by merging Wren-7B and Tern-7B."])
def test_its_own_merge_makes_bases(text: str):
    assert about(text).base_model == ("Wren-7B", "Tern-7B")


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("The training data may contain errors in MATH.", State.ABSENT),
        ("Our corpus may contain ARC welding manuals.", State.ABSENT),
        ("Training data may contain biases which show on BBQ.", State.ABSENT),
        ("The model could have been trained on more MATH data.", State.ABSENT),
        ("With more time the model could have been trained on MATH.", State.ABSENT),
        ("The model could have memorized the test set of CIFAR.", State.ABSENT),
        ("The model may have seen the test set of GSM8K.", State.UNCLEAR),
        ("The pre-training data might overlap with MMLU.", State.UNCLEAR),
        ("Our web crawl may contain GSM8K questions.", State.UNCLEAR),
        ("It may have been trained on MMLU.", State.UNCLEAR),
    ],
)
def test_what_may_be_wrong_with_data_admits_no_leak(text: str, state: State):
    leak = read_card(f"# Kestrel-7B\n\n{text}\n").finding("contamination_unaddressed")
    assert leak.state is state


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("The training data is free of duplicates; test data is MMLU.", State.PRESENT),
        ("Our training data uses no synthetic data, GSM8K is for testing.", State.PRESENT),
        ("The training corpus contains none of the toxic text; see the MMLU benchmark.", State.PRESENT),
        ("The training set is free of test-time noise and MMLU is used for evaluation.", State.PRESENT),
        ("We use 13-gram language models in tests.", State.PRESENT),
        ("The training data is free of benchmark questions.", State.ABSENT),
        ("The training data was cleaned of all test questions.", State.ABSENT),
        ("Our training data uses no MMLU questions.", State.ABSENT),
        ("We removed documents with a 13-gram match to any benchmark.", State.ABSENT),
    ],
)
def test_data_free_of_something_else_is_not_free_of_tests(text: str, state: State):
    card = read_card(f"# Kestrel-7B\n\n{TABLE}{text}\n", name="Kestrel-7B")
    assert card.finding("contamination_unaddressed").state is state


@pytest.mark.parametrize(
    ("text", "shots"),
    [
        ("测试集包含 5 个示例。", None),
        ("评估了 3 个例子。", None),
        ("每个任务 10 样本。", None),
        ("Die Aufgaben haben 10 Beispiele.", None),
        ("Cada tarea tiene 5 ejemplos.", None),
        ("We always use 5-shot prompts in training.", None),
        ("Our harness supports 5-shot.", None),
        ("```\nlm_eval --tasks mmlu,gsm8k --num_fewshot 0 --limit 10\n```", None),
        ("```\nlm_eval --tasks mmlu,gsm8k --num_fewshot 0 \\\n  --limit 10\n```", None),
        ("```\nlm_eval --model_args pretrained=Wren/Wren-7B --tasks mmlu,gsm8k --num_fewshot 0\n```", None),
        ("```\nlm_eval --model_args pretrained=lab/Kestrel-7B --tasks mmlu,gsm8k --num_fewshot 5\n```", 5),
        ("```\nlm_eval --model hf --tasks mmlu,gsm8k --num_fewshot 5\n```", 5),
        ("所有评测均为零样本。", 0),
        ("所有评测均使用5个示例。", 5),
        ("评测采用 5 样本。", 5),
        ("Alle Aufgaben wurden mit 5 Beispielen getestet.", 5),
        ("We always evaluate 5-shot.", 5),
    ],
)
def test_how_many_questions_there_are_is_no_number_of_shots(text: str, shots: int | None):
    card = read_card(f"# Kestrel-7B\n\n{TABLE}{text}\n", name="Kestrel-7B")
    assert [score.shots for score in card.own_scores] == [shots, shots]


@pytest.mark.parametrize(
    ("row", "count"),
    [
        ("| Total | 61 | 60 |", 4),
        ("| Total | 61.2 | 60.1 |", 4),
        ("| Total | 14042 | 14042 |", 2),
        ("| # of problems | 50 | 50 |", 2),
        ("| n | 50 | 50 |", 2),
    ],
)
def test_a_total_within_the_scores_is_one(row: str, count: int):
    table = f"| Test | Kestrel-7B | Wren-7B |\n|--|--|--|\n| MMLU | 61 | 60 |\n{row}\n"
    assert len(read_card(f"# Kestrel-7B\n\n{table}", name="Kestrel-7B").scores) == count


@pytest.mark.parametrize("rows", ["| ARC-AGI-2 | 0.0 |\n| ARC-AGI-3 | 0.0 |", "| AIME 2025 | 0 |\n| HLE | 0 |"])
def test_a_table_of_zeros_is_named(rows: str):
    card = read_card(f"# Kestrel-7B\n\n| Test | Kestrel-7B |\n|--|--|\n{rows}\n", name="Kestrel-7B")
    assert card.scores == ()
    assert [unread.text for unread in card.unread] == ["all its numbers are 0, as where results are still to come"]


@pytest.mark.parametrize(
    ("first", "second", "contradict"), [("ARC-C (test)", "ARC-C (full)", False), ("ARC-C", "ARC-C", True)]
)
def test_names_that_state_other_parts_contradict_nothing(first: str, second: str, contradict: bool):
    table = f"| Test | Kestrel-7B |\n|--|--|\n| {first} | 61.2 |\n| {second} | 70.0 |\n"
    card = read_card(f"# Kestrel-7B\n\n{table}", name="Kestrel-7B")
    assert (card.finding("contradiction").state is State.PRESENT) is contradict


def test_the_name_of_an_element_in_code_hides_nothing():
    text = "Output `<title>` first.\n\nMMLU: 61.2\n\nThen `</title>`.\n\n<template>\n\nBBH: 50.1\n\n</template>\n"
    assert [score.value for score in read_card(f"# Kestrel-7B\n\n{text}").scores] == [61.2]
