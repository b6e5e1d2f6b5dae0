"""Claims that need two sentences, or a sentence and a table, with cards that come close and claim nothing."""

import pytest

from core.cards.reading import State

PRESENT, ABSENT, UNCLEAR = State.PRESENT, State.ABSENT, State.UNCLEAR


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        # a sentence with "vs." in it is one sentence
        ("Lumen-7B comes in fourth, surpassing Tern (61.6 vs. 60.8), Osprey (61.6 vs. 60.9), Quill 54B.", PRESENT),
        ("Lumen-7B comes in fourth, surpassing Tern (61.6 vs. 60.8), Osprey-7B (61.6 vs. 60.9).", ABSENT),
        # the sentence after it says that the beaten are larger
        ("It surpasses Tern and Osprey. Notably, Lumen is of a far smaller size compared to these models.", PRESENT),
        ("It surpasses Tern and Osprey. Lumen has fewer parameters than either of them.", PRESENT),
        ("It rivals Tern and Osprey. Both are much larger than Lumen.", PRESENT),
        ("It outperforms Tern and Osprey. These models have ten times more parameters.", PRESENT),
        ("It matches Tern on GSM8K. And it does so at a fraction of their size.", PRESENT),
        ("Lumen 超越了 Tern 和 Osprey。我们的模型参数量远小于这些模型。", PRESENT),
        ("Lumen은 Tern과 Osprey를 능가합니다. 이들 모델보다 훨씬 작은 모델입니다.", PRESENT),
        ("Tern and Osprey are good models. Lumen is smaller than these models.", ABSENT),
        ("Tern and Osprey outperform Lumen. But Lumen is smaller than both.", ABSENT),
        ("It surpasses Tern and Osprey. The GGUF file is smaller than these.", ABSENT),
        ("It is faster than Tern, with higher throughput. Lumen is smaller than both.", ABSENT),
        ("It surpasses Tern.\n\n## Size\n\nThese models are larger than the ones of last year.", ABSENT),
        ("It is not as good as Tern or Osprey. Lumen is smaller than both.", ABSENT),
        # a place on a board of all sizes
        ("Lumen holds #6 of ALL SIZES on the board.", PRESENT),
        ("Top 10 across all model sizes on the leaderboard.", PRESENT),
        ("It ranks third among open models of any size.", PRESENT),
        ("No. 4 on the board, all sizes counted.", PRESENT),
        ("所有尺寸模型中排名第三。", PRESENT),
        ("모든 크기의 모델 중 3위를 차지했습니다.", PRESENT),
        ("The same prompt works with models of all sizes.", ABSENT),
        ("Lumen ranks second in its size class.", ABSENT),
        ("Quantized files of all sizes are listed below.", ABSENT),
        # the size of something else
        ("With 10K examples it matches the results of datasets that are 10 times the size!", ABSENT),
        ("Trained on curated text, it beats what others got from a corpus five times larger.", ABSENT),
        ("It outperforms models that were tuned on three times the size of our dataset.", ABSENT),
        ("The Q4_K_M file is three times smaller, with comparable quality.", ABSENT),
        ("It keeps up with its base in spite of its small vocabulary.", ABSENT),
        ("Trained on a small dataset, it matches models ten times its size.", PRESENT),
        ("Data of high quality lets it beat models ten times larger than itself.", PRESENT),
    ],
)
def test_size_mismatch(card_with, prose, expected):
    found = card_with(prose).finding("size_mismatch")
    assert found.state is expected, found.reason
    assert expected is ABSENT or found.lines == (3,)


SIZES_LAST = (
    "\n## Ranking\n\n| model | turn | score | size |\n|---|---|---|---|\n| gpt-4 | 1 | 8.9 | - |\n"
    "| {own} | 1 | 8.1 | 7b |\n| quill-2.5-chat | 1 | 7.9 | 20b |\n| tern-mini | 1 | 7.4 | 7b |\n"
    "| osprey-30 | 1 | 8.5 | 30b |\n"
)


@pytest.mark.parametrize(
    ("prose", "own", "expected"),
    [
        ("## Outperforms Quill2.5Chat", "lumen-7b", PRESENT),
        ("It surpasses Quill 2.5 chat and others.", "**Lumen-7B**", PRESENT),
        ("It surpasses quill-2.5-chat.", "**L1-chat**", PRESENT),  # the one row in bold
        ("It surpasses quill-2.5-chat.", "L1-chat", ABSENT),  # nothing tells which row is the own one
        ("It surpasses Tern mini.", "lumen-7b", ABSENT),
        ("It surpasses osprey-30.", "lumen-7b", ABSENT),
        ("A friendly assistant.", "lumen-7b", ABSENT),
    ],
)
def test_sizes_in_the_last_column(card_with, prose, own, expected):
    found = card_with(prose, table=SIZES_LAST.format(own=own)).finding("size_mismatch")
    assert found.state is expected, found.reason


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("Lumen-7B gets 71.5% on HumanEval. GPT-4 achieves 67%.", PRESENT),
        ("Lumen-7B gets 71.5% on HumanEval. For comparison, GPT-4 scores only 67.0% on HumanEval.", PRESENT),
        (
            "Our two models achieve 67.6% and 71.5% pass@1 on HumanEval, respectively. OpenAI's GPT-4 is at 67%.",
            PRESENT,
        ),
        ("On GSM8K it scores 93.5. GPT-4: 92.0.", PRESENT),
        ("Lumen 在 HumanEval 上得分 71.5%。GPT-4: 67%。", PRESENT),
        ("Lumen-7B gets 61.5% on HumanEval. GPT-4 achieves 67%.", ABSENT),
        ("Lumen-7B gets 71.5% on HumanEval. GPT-4 achieves 86% on MMLU.", ABSENT),
        ("It solves 120 problems of GSM8K at 60.5. GPT-4 scores 92.0.", ABSENT),
        ("The error on HumanEval is 71.5%. GPT-4 achieves 67%.", ABSENT),
        ("Lumen-7B gets 71.5% on HumanEval.\n\n## Judges\n\nGPT-4 has 67% agreement with people.", ABSENT),
        ("Lumen-7B gets 71.5% on HumanEval. GPT-4 was used as a judge.", ABSENT),
    ],
)
def test_a_lower_number_of_the_frontier_in_the_next_sentence(card_with, prose, expected):
    found = card_with(prose).finding("beats_frontier_claim")
    assert found.state is expected, found.reason


@pytest.mark.parametrize(
    ("prose", "table", "expected"),
    [
        ("Specialized at marking essays, Lumen is on par with GPT-4 on various benchmarks.", "", PRESENT),
        ("Built solely for translation, it matches GPT-4 across many evaluations.", "", PRESENT),
        ("Lumen 专门用于法律问答，在多项评测中超越 GPT-4。", "", PRESENT),
        ("번역에 특화된 모델로, 여러 평가에서 GPT-4를 능가합니다.", "", PRESENT),
        ("Specialized at marking essays, Lumen is on par with GPT-4 on various benchmarks.", None, UNCLEAR),
        ("Lumen is on par with GPT-4 on various benchmarks.", "", UNCLEAR),
        ("It is specialized for many tasks and on par with GPT-4 on various benchmarks.", "", UNCLEAR),
    ],
)
def test_many_tests_of_one_ability_are_narrow_where_none_is_shown(card_with, prose, table, expected):
    found = card_with(prose, **({} if table is None else {"table": table})).finding("beats_frontier_claim")
    assert found.state is expected, found.reason


FIGURE = "\n![](https://example.org/lumen_performance.png)\n"


@pytest.mark.parametrize(
    ("prose", "table", "expected"),
    [
        ("We introduce Lumen-7B, the state-of-the-art open model for letters and code.", FIGURE, PRESENT),
        ("Lumen-7B is the best-performing small model for Dutch.", FIGURE, PRESENT),
        ("It performs well compared to other open models. See the Open LLM Leaderboard.", "", PRESENT),
        ("We release the most capable model for poems. Full evaluation results are on our site.", "", PRESENT),
        ("我们发布了最先进的中文模型。", FIGURE, PRESENT),
        ("We introduce Lumen-7B, a model for letters and code.", FIGURE, UNCLEAR),
        ("The data was written by state-of-the-art models.", FIGURE, UNCLEAR),
        ("It is not the best model for code.", FIGURE, UNCLEAR),
        ("We introduce Lumen-7B, the state-of-the-art open model for letters and code.", "", ABSENT),
        ("It performs well compared to other open models. Please test it and write to us.", "", ABSENT),
        ("We hope for the best results soon. See the leaderboard.", "", ABSENT),
    ],
)
def test_praise_that_leaves_the_proof_to_a_figure_or_a_board_has_no_method(card_with, prose, table, expected):
    found = card_with(prose, table=table).finding("methodology_missing")
    assert found.state is expected, found.reason


def test_a_model_named_after_a_kind_of_sampling_tells_no_settings(card_with):
    prose = "Nucleus-22B was evaluated on the four tests below."
    assert card_with(prose, name="Nucleus-22B").finding("methodology_missing").state is PRESENT
    assert (
        card_with(f"{prose} The evaluation uses nucleus sampling.").finding("methodology_missing").state is not PRESENT
    )
