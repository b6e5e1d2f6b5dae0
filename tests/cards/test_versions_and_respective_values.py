"""Values told of other versions, of checkpoints, of copied cards and of lists that go respectively."""

import pytest

from core.advice.claims.values import own_count, relatives_said
from core.cards.read_card import read_card
from core.cards.reading import CardReading, State
from core.cards.versions_abroad import find_versions_abroad

pytestmark = pytest.mark.slow  # wordings by the hundred: the quick tests keep to a minute


def read(body: str, name: str | None = "Kestrel-7B", front: str = "", title: str | None = None) -> CardReading:
    title = f"# {name}\n\n" if title is None else title
    return read_card(f"{front}{title}{body}\n", name=name)


def own_values(reading: CardReading) -> list[float]:
    return [score.value for score in reading.scores if score.own]


def others(reading: CardReading) -> list[tuple[float, str | None]]:
    return [(score.value, score.subject) for score in reading.scores if not score.own]


def table(header: str, *rows: str) -> str:
    lines = [header, "|".join(["--"] * (header.count("|") + 1)), *rows]
    return "\n".join(f"| {line} |" for line in lines) + "\n"


class TestVersionsApart:
    @pytest.mark.parametrize(
        "body",
        [
            "- v3: MMLU 71.4\n- v2: MMLU 69.2",
            "- v3\n  - MMLU: 71.4\n- v2\n  - MMLU: 69.2",
            "## v3\n\nMMLU: 71.4\n\n## v2\n\nMMLU: 69.2",
            "## v2.0\n\nMMLU: 69.2\n\n## v3.0\n\nMMLU: 71.4",
            "## Results\n\n### Version 3\n\n- MMLU: 71.4\n\n### Version 2\n\n- MMLU: 69.2",
            "- **2025-03-11**: v3 released, MMLU 71.4.\n- **2025-01-11**: v2 released, MMLU 69.2.",
            "- v3.0 (2025-05-01): Longer training. MMLU 71.4.\n- v2.1 (2025-01-01): Fixes. MMLU 69.2.",
            "## [v3] - March 2025\n\nMMLU: 71.4\n\n## [v2] - May 2024\n\nMMLU: 69.2",
            "## 版本 3\n\nMMLU: 71.4\n\n## 版本 2\n\nMMLU: 69.2",
            "## Kestrel v3\n\nMMLU: 71.4\n\n## Kestrel v2\n\nMMLU: 69.2",
            f"## v3\n\n{table('Test | Score', 'MMLU | 71.4')}\n## v2\n\n{table('Test | Score', 'MMLU | 69.2')}",
            "- Version 2 (MMLU 69.2)\n- Version 3 (MMLU 71.4)",
            "**v3**\n\nMMLU: 71.4\n\n**v2**\n\nMMLU: 69.2",
            "As of v2 it scored 69.2 on MMLU; v3 scores 71.4.",
            "Version 2.0 of the model reached 69.2 on MMLU, version 3.0 reaches 71.4.",
            "- 2025-03-11: new checkpoint, MMLU 71.4\n- 2025-01-11: first release, MMLU 69.2",
            "## 2025-03\n\nMMLU: 71.4\n\n## 2025-01\n\nMMLU: 69.2",
            "MMLU: 71.4\n\n## Previous results\n\nMMLU: 69.2",
            "- MMLU: 71.4\n- Previous version: MMLU 69.2",
            "MMLU: 71.4\n\n## 旧バージョンの結果\n\nMMLU: 69.2",
        ],
    )
    @pytest.mark.parametrize("name", ["Kestrel-7B", "Kestrel-7B-v3"])
    def test_only_the_latest_or_the_named_version_is_own(self, body: str, name: str) -> None:
        reading = read(body, name)
        assert own_values(reading) == [71.4]
        assert [value for value, _ in others(reading)] == [69.2]

    @pytest.mark.parametrize(("name", "value"), [("Kestrel-7B-v2-GGUF", 69.2), ("Kestrel-7B-v2-Instruct", 69.2)])
    def test_a_later_version_is_another_where_the_name_tells_an_older_one(self, name: str, value: float) -> None:
        assert own_values(read("- v3: MMLU 71.4\n- v2: MMLU 69.2", name)) == [value]

    def test_the_version_of_the_base_in_a_name_is_no_version_of_the_model(self) -> None:
        assert own_values(read("- v2: MMLU 71.4\n- v1: MMLU 69.2", "Mistral-7B-v0.3-Kestrel")) == [71.4]

    @pytest.mark.parametrize(
        ("body", "values"),
        [
            ("## LiveCodeBench v6\n\nScore: 41.2\n\n## LiveCodeBench v5\n\nScore: 44.2", [41.2, 44.2]),
            ("## Open LLM Leaderboard v2\n\nIFEval: 60.1\n\n## Open LLM Leaderboard v1\n\nMMLU: 61.2", [60.1, 61.2]),
            ("Version 0.4.3 of the harness gives MMLU 61.0.", [61.0]),
            ("## Version 1\n\nMMLU: 61.2\n\nGSM8K: 50.1", [61.2, 50.1]),
            ("## Previous results\n\nMMLU: 69.2", [69.2]),
            ("- MMLU: 61.2\n- v2 prompts of GSM8K: 50.1", [61.2, 50.1]),
            ("- 2025-03-11: MMLU 61.2\n- 2025-01-11: GSM8K 50.1", [61.2, 50.1]),
            ("- 2025-03-11: MMLU (5-shot): 61.2\n- 2025-01-11: MMLU (0-shot): 58.1", [61.2, 58.1]),
            ("AIME 2024: 61.2\n\nAIME 2025: 50.1", [61.2, 50.1]),
        ],
    )
    def test_versions_of_tests_and_programs_and_a_single_version_take_nothing_away(
        self, body: str, values: list[float]
    ) -> None:
        assert own_values(read(body)) == values


class TestVersionsAbroad:
    @pytest.mark.parametrize(
        "told",
        [
            "Im Vergleich zur Vorversion (MMLU 48,8) ist 51,3 mehr.",
            "Par rapport à la version précédente (MMLU 48,8), le gain est net.",
            "La versión anterior tenía 48,8 en MMLU.",
            "A versão anterior fez 48,8 no MMLU.",
            "Предыдущая версия набирала 48,8 на MMLU.",
            "上一版本 MMLU 为 48.8。",
            "旧版の MMLU は 48.8 でした。",
            "이전 버전의 MMLU는 48.8입니다.",
        ],
    )
    def test_what_an_earlier_version_got_is_not_own(self, told: str) -> None:
        assert 48.8 not in own_values(read(f"MMLU: 51.3\n\n{told}"))

    @pytest.mark.parametrize(
        "told",
        [
            "上一版本 MMLU 为 48.8，本版本为 51.3。",
            "旧版の MMLU は 48.8、本モデルは 51.3 です。",
            "이전 버전의 MMLU는 48.8, 현재 버전은 51.3입니다.",
            "Die alte Version hatte 48,8 auf MMLU, die neue Version erreicht 51,3.",
            "En comparación con la versión anterior (48,8 en MMLU), obtiene 51,3.",
            "与上一版本（MMLU 48.8）相比，本版本 MMLU 达到 51.3。",
        ],
    )
    def test_the_present_version_beside_it_is(self, told: str) -> None:
        assert own_values(read(told)) == [51.3]

    @pytest.mark.parametrize(
        "told",
        [
            "Im Vergleich zur Vorversion steigt MMLU auf 51,3.",
            "Par rapport à la version précédente, il atteint 51,3 sur MMLU.",
            "相比上一版本，MMLU 提升到 51.3。",
            "旧版より高い MMLU 51.3 を達成。",
            "이전 버전보다 높은 MMLU 51.3을 기록했습니다.",
        ],
    )
    def test_what_is_measured_against_one_stays_own(self, told: str) -> None:
        assert own_values(read(told)) == [51.3]
        assert find_versions_abroad(told) == []

    def test_a_decimal_comma_at_the_end_of_a_sentence_is_read_whole(self) -> None:
        assert own_values(read("MMLU: 51,3. Das ist gut.")) == [51.3]


class TestCopiedCards:
    FRONT = "---\nbase_model: lab/Wren-12B-Instruct\n---\n"
    COPIED = f"# Wren-12B-Instruct\n\nText.\n\n{table('Test | Wren-12B-Instruct | Tern-12B', 'MMLU | 58.1 | 60.0')}"
    DECENSORED = (
        "# This is a decensored version of [lab/Wren-12B-Instruct](https://huggingface.co/lab/Wren-12B-Instruct)\n\n"
    )

    @pytest.mark.parametrize("title", [DECENSORED, "# Uncensored version\n\n", ""])
    @pytest.mark.parametrize("name", ["Wren-12B-heretic", "Wren-12B-Instruct-abliterated"])
    def test_a_card_never_takes_the_name_of_what_it_was_made_from(self, title: str, name: str) -> None:
        reading = read(self.COPIED, name, self.FRONT, title)
        assert own_values(reading) == [] and reading.notes
        assert reading.model == name

    def test_nor_where_only_its_title_tells_the_base(self) -> None:
        assert own_values(read(self.COPIED, "Wren-12B-heretic", "", self.DECENSORED)) == []
        assert own_values(read(self.COPIED, None, "", self.DECENSORED)) == []

    @pytest.mark.parametrize("name", ["Wren-12B-Instruct", "lab/Wren-12B-Instruct", "Wren-12B-Instruct-GGUF"])
    def test_the_model_itself_and_a_file_of_it_keep_them(self, name: str) -> None:
        assert own_values(read(self.COPIED, name, "", "")) == [58.1]

    def test_a_base_card_copied_below_the_title_gives_no_name(self) -> None:
        body = "## HumanEval\n\nTern-13B: 35.07\n\nMistral-7B-v0.1: 30.48\n\n# Model Card for Mistral-7B-v0.1\n\nText."
        reading = read(body, "speedy-mistral-dolphin-7b")
        assert "Mistral-7B-v0.1" not in reading.own_names and own_values(reading) == []

    def test_a_model_card_heading_below_a_notice_still_names_the_model(self) -> None:
        body = f"# Update\n\nNews.\n\n# Model Card for Kestrel-7B\n\n{table('Test | Kestrel-7B', 'MMLU | 61.2')}"
        assert read(body, "Kestrel-7B", "", "").own_names[:1] == ("Kestrel-7B",)

    def test_a_quantized_file_keeps_its_name_and_a_large_siblings_score_is_not_its_own(self) -> None:
        link = "[{0}](https://huggingface.co/lab/{0})"
        links = " ".join(link.format(f"Wren-2-{size}-fc") for size in ("3b", "70b"))
        code = '```python\nmodel = AutoModel.from_pretrained("lab/Llama-Wren-2-3b-fc")\n```\n'
        body = f"## Files\n\n{code}\n{links}\n\nOur Wren-2-70b-fc model achieves 56.2% on MMLU.\n"
        reading = read(body, "Wren-2-3b-fc-gguf", "", "# Wren-2-3b-fc GGUF Models\n\n")
        assert own_count(reading) == 0
        assert reading.about.relation == "quantized"
        assert reading.finding("scores_of_another_file").state is State.PRESENT


class TestCounts:
    def test_scores_of_relatives_are_counted_apart(self) -> None:
        link = "[{0}](https://huggingface.co/lab/{0})"
        links = " ".join(link.format(f"Wren-{size}") for size in ("3B", "70B"))
        reading = read(f"{links}\n\nWren-3B gets 50.2% on MMLU.\n\nWren-70B gets 70.2% on MMLU.", "Wren-3B")
        assert own_count(reading) == 1
        assert relatives_said(reading).startswith("One more score belongs to other sizes")
        assert relatives_said(read("MMLU: 61.2")) == ""


class TestShotsOfHeadings:
    @pytest.mark.parametrize("heading", ["### MMLU (5-shot)", "## MMLU, 5-shot", "**MMLU (5-shot)**"])
    @pytest.mark.parametrize("value", ["61.2", "61.2%", "**61.2**"])
    def test_a_number_alone_is_taken_as_its_heading_tells(self, heading: str, value: str) -> None:
        (score,) = read(f"{heading}\n\n{value}").scores
        assert (score.value, score.shots) == (61.2, 5)

    def test_settings_in_brackets_may_stand_behind_it(self) -> None:
        (score,) = read("### GSM8K\n**55.0** (8-shot, CoT)").scores
        assert (score.value, score.shots, score.mode) == (55.0, 8, "CoT")

    @pytest.mark.parametrize("behind", ["(Wren-7B)", "(baseline)", "(of 100 tokens)"])
    def test_other_brackets_may_not(self, behind: str) -> None:
        assert not read(f"### GSM8K\n**55.0** {behind}").own_scores


class TestCheckpoints:
    @pytest.mark.parametrize(
        ("corner", "columns"),
        [
            ("Tokens", "500B | 1T"),
            ("", "500B tokens | 1T tokens"),
            ("", "step 10k | step 20k"),
            ("Test", "epoch 1 | epoch 2"),
            ("", "checkpoint-500 | checkpoint-1000"),
            ("", "step 10k | final"),
        ],
    )
    def test_the_last_of_several_is_the_model_across(self, corner: str, columns: str) -> None:
        reading = read(table(f"{corner} | {columns}", "MMLU | 51.2 | 55.0", "GSM8K | 31.2 | 35.0"))
        assert own_values(reading) == [55.0, 35.0]
        assert [value for value, _ in others(reading)] == [51.2, 31.2]

    @pytest.mark.parametrize(
        ("corner", "rows"), [("", ("epoch 1", "epoch 2")), ("Tokens", ("500B", "1T")), ("Epoch", ("1", "2"))]
    )
    def test_and_down(self, corner: str, rows: tuple[str, str]) -> None:
        reading = read(table(f"{corner} | MMLU | GSM8K", f"{rows[0]} | 51.2 | 31.2", f"{rows[1]} | 55.0 | 35.0"))
        assert own_values(reading) == [55.0, 35.0]

    def test_sizes_and_settings_of_training_are_none(self) -> None:
        sizes = read(table("Test | 7B | 13B", "MMLU | 61.2 | 65.0"), "Kestrel-7B")
        assert own_values(sizes) == [61.2]
        assert not read(table("Setting | epoch 1 | epoch 2", "Loss | 1.21 | 1.05", "LR | 0.001 | 0.0005")).scores


class TestContamination:
    def test_a_column_of_it_takes_no_scores_away(self) -> None:
        reading = read(table("Benchmark | Kestrel-7B | Contamination %", "MMLU | 61.2 | 3.1", "GSM8K | 50.1 | 0.4"))
        assert own_values(reading) == [61.2, 50.1] and len(reading.scores) == 2

    def test_scores_of_the_model_on_the_clean_part_are_read(self) -> None:
        header = "Benchmark | Kestrel-7B | Kestrel-7B (decontaminated)"
        assert 61.2 in own_values(read(table(header, "MMLU | 61.2 | 59.1", "GSM8K | 50.1 | 48.4")))

    def test_clean_and_contaminated_alone_are_named_as_unread(self) -> None:
        reading = read(table("Benchmark | Clean | Contaminated", "MMLU | 61.2 | 63.1", "GSM8K | 50.1 | 50.4"))
        assert not reading.scores and [item.kind for item in reading.unread] == ["table"]

    def test_shares_of_leaked_questions_are_no_scores(self) -> None:
        assert not read(table("Benchmark | Contamination %", "MMLU | 3.1", "GSM8K | 0.4")).scores
        assert not read("## Contamination\n\n" + table("Benchmark | Kestrel-7B", "MMLU | 3.1", "GSM8K | 0.4")).scores


class TestRespectively:
    @pytest.mark.parametrize(
        "told",
        [
            "Kestrel-1B and Kestrel-7B achieve 15.6% and 31.0% on MATH, respectively.",
            "Kestrel-1B and 7B achieve 15.6% and 31.0% on MATH, respectively.",
            "Kestrel-1B and Kestrel-7B achieve 15.6% and 31.0% on MATH, respectively, matching Wren-7B.",
            "The 1B and the 7B achieve 15.6% and 31.0% on MATH, respectively.",
        ],
    )
    def test_each_size_has_its_number(self, told: str) -> None:
        reading = read(told)
        assert own_values(reading) == [31.0]
        assert [value for value, _ in others(reading)] == [15.6]

    def test_several_lists_follow_one_list_of_models(self) -> None:
        told = "Kestrel-7B and Wren-7B get 61.2 and 60.1 on MMLU, and 50.2 and 49.0 on GSM8K, respectively."
        found = [(score.benchmark, score.value, score.own) for score in read(told).scores]
        assert found == [("mmlu", 61.2, True), ("mmlu", 60.1, False), ("gsm8k", 50.2, True), ("gsm8k", 49.0, False)]

    def test_each_setting_has_its_number(self) -> None:
        modes = read("Under CoT and TIR settings, it achieves MATH scores of 83.6 and 85.3, respectively.").scores
        assert [(score.value, score.mode) for score in modes] == [(83.6, "CoT"), (85.3, "tools")]
        shots = read("With 0-shot and 5-shot prompts it gets 58.1 and 61.2 on MMLU, respectively.").scores
        assert [(score.value, score.shots) for score in shots] == [(58.1, 0), (61.2, 5)]

    def test_it_is_the_model_that_the_sentence_before_is_about(self) -> None:
        told = "Kestrel-1B surpasses Wren-70B in performance. It achieves 40.1 on MATH."
        assert others(read(told, "Kestrel-7B")) == [(40.1, "Kestrel-1B")]
        assert own_values(read("Wren-70B is strong. It achieves 80.1 on MATH.")) == []

    @pytest.mark.parametrize(
        "told",
        [
            "This model is built on Wren-70B. It achieves 80.1 on MATH.",
            "Kestrel-7B is based on Wren-7B. It achieves 80.1 on MATH.",
            "We compare with Wren-70B. It achieves 80.1 on MATH.",
            "Wren-70B is strong.\n\nIt achieves 80.1 on MATH.",
        ],
    )
    def test_it_is_the_cards_own_elsewhere(self, told: str) -> None:
        assert own_values(read(told)) == [80.1]

    @pytest.mark.parametrize(
        "told", ["MMLU is now 61.2 - from 58.8 in Kestrel-1", "MMLU reaches 61.2, from 58.8 with Wren-1."]
    )
    def test_what_it_came_from_is_not_own(self, told: str) -> None:
        assert own_values(read(told)) == [61.2]
