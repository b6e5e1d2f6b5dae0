"""Claims over rivals whose name, size or number stands elsewhere than in the sentence that makes the claim."""

import pytest

from core.cards.reading import State

PRESENT, ABSENT = State.PRESENT, State.ABSENT


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("I let both solve coding challenges, mine vs up to date GPT-4. My model is hands down beating it.", PRESENT),
        ("I compared its answers with those of GPT-4. Lumen-7B clearly outperforms it in SQL.", PRESENT),
        ("I ran forty riddles against Claude 3 Opus. Honestly, my merge beats it.", PRESENT),
        ("I put it next to GPT-4o. In my tests, this model is better than it at puzzles.", PRESENT),
        ("I tried it against GPT-4. My model does not beat it.", ABSENT),
        ("I compared its answers with those of GPT-4. Quill-7B clearly outperforms it.", ABSENT),
        ("I tried it against GPT-4. My model beats its base in SQL.", ABSENT),
        ("The stories were written by GPT-4. My model beats it hands down.", ABSENT),
        ("I compared it with GPT-4.\n\n## Tern\n\nMy model beats it.", ABSENT),
        (
            "I compared it with GPT-4 on what Quill-7B, my favourite of last year, had failed. My model beats it.",
            ABSENT,
        ),
        ("Lumen outperforms Quill in 35% of cases when evaluated by GPT-4.", ABSENT),
        ("Lumen beats Quill as judged by humans and GPT-4 in SQL.", ABSENT),
        ("According to GPT-4, it surpasses Quill in SQL.", ABSENT),
        ("It surpasses Quill with GPT-4 as the judge of SQL answers.", ABSENT),
        ("In SQL it surpasses Quill in GPT-4 evaluation.", ABSENT),
        ("As judged by Claude 3 Opus, it surpasses GPT-4 in SQL.", PRESENT),
        ("In SQL it surpasses GPT-4, as scored by people.", PRESENT),
    ],
)
def test_the_frontier_as_rival_and_as_judge(card_with, prose, expected):
    found = card_with(prose).finding("beats_frontier_claim")
    assert found.state is expected, found.reason


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("In SQL it even surpasses leading models like DeepSeek-V3.", PRESENT),
        ("It is on par with DeepSeek-R1 in mathematics.", PRESENT),
        ("DeepSeek-V3보다 높은 성능을 보였습니다.", PRESENT),
        ("It outperforms DeepSeek-R1-Distill-Qwen in mathematics.", ABSENT),
        ("It was distilled from DeepSeek-R1.", ABSENT),
        ("It is faster than DeepSeek-V3.", ABSENT),
        ("It outperforms Mistral-7B-v0.3.", ABSENT),
        ("It leads to state-of-the-art results, even when using smaller models than the previous best.", PRESENT),
        ("We get record accuracy with a far smaller model than those before us.", PRESENT),
        ("Top performance with much smaller models than Quill needs.", PRESENT),
        ("We get the best results of our series.", ABSENT),
        ("Use smaller models than this one if memory is short.", ABSENT),
        ("It surpasses Quill-405B by 3.6%. This leap is achieved with only 5 billion activated parameters.", PRESENT),
        ("With only 5B active parameters it comes close to Quill-70B.", PRESENT),
        ("It outperforms Quill-70B while activating only 5B parameters per token.", PRESENT),
        ("它超越了 Quill-70B。仅激活 5B 参数。", PRESENT),
        ("It surpasses Quill-7B by 3.6%. This is achieved with only 7 billion parameters.", ABSENT),
        ("It surpasses Quill-7B by 3.6%. This is achieved with only 5 billion tokens.", ABSENT),
        ("Quill-405B is a dense model. We trained with only 5 billion activated parameters.", ABSENT),
    ],
)
def test_rivals_of_another_size(card_with, prose, expected):
    found = card_with(prose).finding("size_mismatch")
    assert found.state is expected, found.reason


FAMILY = (
    "\n## BoolQ (F1)\n\n| Model | 0-shot | 5-shot |\n|---|---|---|\n| Quill-ko-1.3b | 0.41 | 0.44 |\n"
    "| Quill-ko-12.8b | 0.52 | 0.61 |\n| Tern-7b | 0.50 | 0.55 |\n| Osprey-30b | 0.71 | 0.79 |\n"
    "| Heron-3b | 0.31 | 0.32 |\n| Heron-40b | 0.81 | 0.82 |\n| **Lumen-7B (ours)** | 0.60 | 0.69 |\n"
)


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("On BoolQ it beats Quill-ko.", PRESENT),
        ("BoolQ의 경우에는 Quill-Ko보다 높은 성능을 보여주었습니다.", PRESENT),
        ("BoolQではQuill-koを上回る結果でした。", PRESENT),
        ("BoolQ 上超越了 Quill-ko。", PRESENT),
        ("On BoolQ it beats Tern.", ABSENT),  # of its own size
        ("On BoolQ it beats Osprey.", ABSENT),  # the table shows it to be better
        ("On BoolQ it beats Heron.", ABSENT),  # only its small member is beaten
        ("On BoolQ it beats Quill-ko-7b of old.", ABSENT),
        ("We thank the makers of Quill-ko.", ABSENT),
    ],
)
def test_the_names_in_a_table_tell_the_sizes_of_a_family(card_with, prose, expected):
    found = card_with(prose, table=FAMILY).finding("size_mismatch")
    assert found.state is expected, found.reason


@pytest.mark.parametrize(
    ("prose", "expected"),
    [
        ("It beats all others on the Tern benchmark, reaching 99.3% of the performance level of Quill.", PRESENT),
        ("On MT-Bench it achieves 92% of Quill's score.", PRESENT),
        ("It retains about 96% of the quality of Quill on GSM8K.", PRESENT),
        ("The 4-bit file keeps 96% of the quality of the original.", ABSENT),
        ("It was trained on 96% of the data of Quill and tested on GSM8K.", ABSENT),
        ("It fits on a single card and is as fast as Quill.", ABSENT),
    ],
)
def test_a_share_of_a_rivals_result_is_a_narrow_result(card_with, prose, expected):
    reading = card_with(prose, table="")
    for flag in ("narrow_selection", "contamination_unaddressed"):
        found = reading.finding(flag)
        assert (found.state is PRESENT) is (expected is PRESENT), found.reason
        assert expected is ABSENT or found.lines == (3,)
