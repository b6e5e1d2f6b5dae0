"""Which files are one ladder, which is its reference, what can be made, and what a plan promises."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.advice.file_contents import content_bits, is_mislabelled, main_type, published_as
from core.advice.ladder.cost import measure_speeds
from core.advice.ladder.ladder import (
    LadderKind,
    cache_ladder,
    find_ladders,
    ladder_of,
    size_ladder,
)
from core.advice.ladder.making import check_rung, estimate_size, plan_rungs
from core.advice.ladder.plan import advise_n, chance_of_claim, plan_ladder
from core.advice.ladder.published import expect_loss, find_rules
from core.catalogue.use_cases import UseCase
from core.errors import InferenceError, ModelFileError, NotEnoughData
from core.grading.outcome import Grade, Outcome
from core.inference.exchange import FinishReason
from core.models.model_file import load_model_file
from core.models.split_files import read_headers
from core.runs.records import Answer
from core.stats.not_worse import not_worse_confidence, questions_to_add_for_margin
from tests.ladder_store import Q8_0, one_ladder, write_ladder, write_rung


def test_files_of_one_model_are_a_ladder_from_the_least_compressed_down(tmp_path: Path) -> None:
    files = write_ladder(tmp_path, ["Q4_0", "F16", "Q4_K_M", "Q8_0"])
    ladder = one_ladder(files)
    assert ladder.title == "Zyxw-1B-Instruct"
    assert [step.name for step in ladder.steps] == ["F16", "Q8_0", "Q4_0", "Q4_K_M"]
    assert ladder.reference == "F16"
    assert ladder.measurable
    assert ladder.notes == ()


def test_a_file_made_from_a_quantized_one_is_never_the_reference(tmp_path: Path) -> None:
    original = load_model_file(write_rung(tmp_path, "Zyxw-1B", "Q4_0"))
    blown_up = load_model_file(write_rung(tmp_path, "Zyxw-1B", "Q8_0", made_from="Q4_0"))
    ladder = one_ladder([blown_up, original])
    assert content_bits(blown_up) == pytest.approx(4.5)
    assert ladder.reference == "Q4_0"
    assert [step.name for step in ladder.steps] == ["Q8_0", "Q4_0"]
    assert any("nothing can be gained there" in note for note in ladder.notes)


def test_a_lone_file_is_a_ladder_that_cannot_be_measured(tmp_path: Path) -> None:
    ladder = one_ladder(write_ladder(tmp_path, ["Q4_K_M"]))
    assert not ladder.measurable
    assert ladder.tested == ()


def test_one_name_with_two_vocabularies_is_two_models_and_refused_with_the_reason(tmp_path: Path) -> None:
    one = load_model_file(write_rung(tmp_path / "a", "Zyxw-1B", "F16"))
    other = load_model_file(
        write_rung(tmp_path / "b", "Zyxw-1B", "Q8_0", tokenizer__ggml__tokens=[f"t{i}" for i in range(2001)])
    )
    assert len(find_ladders([one, other])) == 2
    with pytest.raises(ModelFileError, match=r"vocabulary of 2,00\d tokens"):
        ladder_of([one, other])


def test_a_copy_under_another_name_is_neither_a_rung_nor_a_model(tmp_path: Path) -> None:
    files = write_ladder(tmp_path, ["F16", "Q8_0"])
    copy = tmp_path / f"{files[1].path.stem}-copy.gguf"
    copy.write_bytes(files[1].path.read_bytes())
    found = ladder_of([files[0], load_model_file(copy), files[1]])
    assert [step.name for step in found.steps] == ["F16", "Q8_0"]
    other = load_model_file(write_rung(tmp_path / "other", "Zyxw-1B-Instruct", "Q4_0", llama__block_count=3))
    with pytest.raises(ModelFileError) as told:
        ladder_of([*files, other])
    assert "Zyxw-1B-Instruct and Zyxw-1B-Instruct)" not in str(told.value)


def test_two_models_are_no_ladder_but_can_be_compared_by_size(tmp_path: Path) -> None:
    small = load_model_file(write_rung(tmp_path, "Zyxw-1B", "Q8_0"))
    large = load_model_file(write_rung(tmp_path, "Zyxw-4B", "Q4_0"))
    with pytest.raises(ModelFileError, match="compare sizes"):
        ladder_of([small, large])
    ladder = size_ladder(small, large)
    assert ladder.kind is LadderKind.SIZES
    with pytest.raises(NotEnoughData, match="same file"):
        size_ladder(small, small)


def test_two_publishers_files_of_one_label_keep_their_whole_names(tmp_path: Path) -> None:
    files = [
        load_model_file(write_rung(tmp_path / "ann", "Zyxw-1B", "Q8_0", general__license="mit")),
        load_model_file(write_rung(tmp_path / "bob", "Zyxw-1B", "Q8_0", general__license="apache-2.0")),
    ]
    names = {step.name for step in one_ladder(files).steps}
    assert names == {"Zyxw-1B-Q8_0 (ann)", "Zyxw-1B-Q8_0 (bob)"}


def test_a_cache_ladder_begins_with_f16_and_keeps_the_file(tmp_path: Path) -> None:
    ladder = cache_ladder(load_model_file(write_rung(tmp_path, "Zyxw-1B", "Q8_0")))
    assert ladder.reference == "cache f16"
    assert [step.rung.cache for step in ladder.tested] == [("q8_0", "q8_0"), ("q8_0", "q4_0"), ("q4_0", "q4_0")]
    assert len({step.rung.candidate.key for step in ladder.steps}) == 1


def test_a_label_is_held_against_what_the_layers_hold(tmp_path: Path) -> None:
    honest = load_model_file(write_rung(tmp_path, "Zyxw-1B", "Q4_K_M"))
    assert not is_mislabelled(honest)
    assert published_as(honest)[1] == "Q4_K_M"
    # The vocabulary's table outweighs the layers and is kept in more bits: the label is honest all the same.
    table = load_model_file(write_rung(tmp_path / "t", "Zyxw-1B", "Q4_0", table=Q8_0))
    assert (table.type_shares[0][0], main_type(table)) == ("Q8_0", "Q4_0")
    assert table.bpw > 6
    assert not is_mislabelled(table)
    assert published_as(table) == (published_as(load_model_file(write_rung(tmp_path, "Zyxw-1B", "Q4_0")))[0], "Q4_0")
    # What llama.cpp makes of a "Q2_K" whose rows suit no K-type.
    path = write_rung(tmp_path / "w", "Zyxw-1B", "Q4_0")
    wrong = load_model_file(path.rename(path.with_name("Zyxw-1B-Q2_K.gguf")))
    assert is_mislabelled(wrong)
    assert published_as(wrong) == (published_as(table)[0], "Q4_0, which its layers mostly hold")
    assert "Q4_0, which its layers mostly hold" in expect_loss(4.66, 8 * 10**9, None, published_as(wrong)[1]).sentence
    assert published_as(replace(honest, dynamic=True, bpw=4.94)) == (4.94, "about 4.9 bits per weight")


def test_rungs_to_make_are_smaller_and_tell_their_size_before_they_are_written(tmp_path: Path) -> None:
    files = write_ladder(tmp_path, ["F16", "Q8_0"])
    planned = plan_rungs(files[0], files, tmp_path, free=lambda _: 10**12)
    assert "Q8_0" not in [rung.type_name for rung in planned]  # it is there
    sizes = [rung.size_bytes for rung in planned]
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes) < files[0].size_bytes
    assert all(rung.requantized_from is None for rung in planned)
    again = plan_rungs(files[1], files, tmp_path, ("Q4_0",), free=lambda _: 10**12)
    assert again[0].requantized_from == "Q8_0"
    assert again[0].destination.name == "Zyxw-1B-Instruct-Q4_0.gguf"


@pytest.mark.parametrize("label", ["F16", "Q8_0", "Q4_0"])
def test_a_size_is_counted_out_tensor_by_tensor(tmp_path: Path, label: str) -> None:
    source, real = write_rung(tmp_path, "Zyxw-1B", "F16"), write_rung(tmp_path, "Zyxw-1B", label)
    size, fallback = estimate_size(read_headers(source), label)
    # The tied table is given 6 bits in a 4-bit file by llama.cpp, and not in the files of these tests.
    table = 2000 * 256 * (6.5625 - 4.5) / 8 if label == "Q4_0" else 0
    assert size - table == pytest.approx(real.stat().st_size, rel=0.01)
    assert fallback == 0


def test_a_narrow_model_turns_k_types_into_others(tmp_path: Path) -> None:
    from tests.models.gguf_files import small_model, write  # its rows have 64 weights

    headers = read_headers(write(tmp_path / "narrow.gguf", small_model()))
    size_q4_0, _ = estimate_size(headers, "Q4_0")
    size_q2_k, fallback = estimate_size(headers, "Q2_K")
    assert fallback == 2  # the table of tokens is given 8 bits as it is
    assert size_q2_k == size_q4_0


def test_the_demo_models_rungs_have_the_sizes_that_the_quantizer_writes(smollm_path: Path) -> None:
    headers = read_headers(smollm_path)
    written = {  # bytes, and tensors in another type, as llama.cpp's quantizer once reported them
        "Q8_0": (144_811_072, 0), "Q6_K": (138_383_040, 180), "Q5_K_M": (112_103_616, 180),
        "Q4_K_M": (105_454_272, 180), "Q4_K_S": (102_039_744, 180), "Q3_K_L": (97_533_120, 180),
        "Q3_K_M": (93_510_336, 180), "IQ4_XS": (91_312_320, 180), "IQ3_M": (90_213_312, 180),
        "Q3_K_S": (88_201_920, 180), "Q2_K": (88_201_920, 180),
    }  # fmt: skip
    for type_name, (size, fallback) in written.items():
        told, in_another = estimate_size(headers, type_name)
        assert told == pytest.approx(size, abs=1000)
        assert in_another == fallback


def test_nothing_is_begun_that_cannot_end_well(tmp_path: Path) -> None:
    files = write_ladder(tmp_path, ["F16"])
    full = plan_rungs(files[0], files, tmp_path, ("Q4_0", "IQ2_XXS"), free=lambda _: 5000)
    with pytest.raises(InferenceError, match=r"needs about .* free some space"):
        check_rung(next(rung for rung in full if rung.type_name == "Q4_0"))
    with pytest.raises(InferenceError, match="importance matrix"):
        check_rung(next(rung for rung in full if rung.needs_imatrix))
    there = plan_rungs(files[0], files, tmp_path, ("Q4_0",), free=lambda _: 10**12)[0]
    there.destination.write_bytes(b"x")
    with pytest.raises(InferenceError, match="there already"):
        check_rung(there)
    long_name = replace(there, destination=tmp_path / f"{'x' * 250}.gguf")
    with pytest.raises(InferenceError, match="cannot be the name of a file here"):
        check_rung(long_name)
    no_folder = replace(there, destination=there.destination / "below a file" / "rung.gguf")
    with pytest.raises(InferenceError, match="cannot be made"):
        check_rung(no_folder)
    with pytest.raises(InferenceError, match="no type that can be made"):
        estimate_size(read_headers(files[0].path), "Q99")


@pytest.mark.parametrize(
    ("flips", "simulated"),
    [(0.03, (0.28, 0.60, 0.89, 0.99)), (0.10, (0.24, 0.37, 0.58, 0.79)), (0.20, (0.20, 0.27, 0.41, 0.59))],
)
def test_chances_counted_out_agree_with_4000_simulated_trials(flips: float, simulated: tuple[float, ...]) -> None:
    found = [chance_of_claim(n, flips, 0.03) for n in (50, 100, 250, 500)]
    assert found == pytest.approx(simulated, abs=0.025)


def test_a_plan_says_what_so_many_questions_settle() -> None:
    assert plan_ladder(50).chosen.even_flips is None  # 0 : 0 gives 89 %
    assert "54 questions without a flip would do" in plan_ladder(50).sentence
    assert plan_ladder(1).sentence.startswith("1 question is too few for 3 points: even without a single flip it gives")
    assert "1,641 questions" in plan_ladder(250, 0.001).sentence
    assert plan_ladder(54).chosen.even_flips == 0
    plan = plan_ladder(250, seconds_per_question=12)
    even = plan.chosen.even_flips
    assert even is not None
    assert not_worse_confidence(even, even, 250, 0.03) >= 0.9 > not_worse_confidence(even + 1, even + 1, 250, 0.03)
    assert "50 minutes" in plan.sentence
    assert [row.n for row in plan.rows] == [50, 250, 500]
    assert [row.n for row in plan_ladder(250, bank_size=400).rows] == [50, 250]
    assert (advise_n(None), advise_n(0.04), advise_n(0.12)) == (250, 250, 500)


def test_more_questions_settle_half_of_the_time_when_both_are_equal() -> None:
    lost, gained, n = 9, 5, 250
    more = questions_to_add_for_margin(gained, lost, n, 0.03)
    assert more is not None
    share = (lost + gained + 1) / (n + 2)
    flips = np.random.default_rng(1).multinomial(more, [share / 2, share / 2, 1 - share], size=2000)
    settled = [not_worse_confidence(gained + b, lost + c, n + more, 0.03) >= 0.9 for b, c, _ in flips]
    assert np.mean(settled) == pytest.approx(0.5, abs=0.12)  # few flips come in whole numbers
    assert questions_to_add_for_margin(5, 6, 250, 0.03) == 0


def test_published_losses_are_a_range_for_size_task_and_measured_bits() -> None:
    at_8b = expect_loss(4.89, 8_000_000_000, UseCase.GENERAL)
    assert at_8b.loss_low == pytest.approx(0.56)  # MMLU of Llama 3 8B as Q4_K_M: 65.20 − 64.64
    assert at_8b.loss_high == pytest.approx(2.8)  # Qwen2 7B, 4 bits
    small = expect_loss(4.89, 500_000_000, UseCase.GENERAL)
    assert small.loss_high == pytest.approx(4.7)
    tiny = expect_loss(4.89, 100_000_000, UseCase.GENERAL)
    assert "smaller ones lose more" in tiny.sentence
    code = expect_loss(4.89, 8_000_000_000, UseCase.CODING)
    assert "None of them is about coding" in code.sentence
    assert expect_loss(8.5, 10**9).words == "nothing lost"
    assert expect_loss(1.0, 10**9).loss_low is None
    assert all(loss.source.startswith("https://") for loss in at_8b.basis)


def test_rules_apply_where_they_belong_and_bring_their_sources(tmp_path: Path) -> None:
    ladder = one_ladder(write_ladder(tmp_path, ["F16", "Q4_0"]))
    coding = find_rules(ladder, UseCase.CODING)
    assert any("Q5_K_M or better for coding" in rule.text for rule in coding)
    assert not any("coding" in rule.text for rule in find_rules(ladder, UseCase.CHAT))
    cache = find_rules(cache_ladder(ladder.reference_step.file), UseCase.CODING)
    assert [rule.text for rule in cache if "KV cache" in rule.text]
    assert all(rule.evidence for rule in coding)
    assert all(e.source and e.read for rule in coding for e in rule.evidence)


def test_prefill_and_decode_are_told_apart_from_whole_answers() -> None:
    graded = Grade(Outcome.RIGHT, 1.0, None, "", "choice", 1)
    answers = [
        Answer(
            "r", f"q{i}", i, "", "", (), "", FinishReason.STOP, prompt, written, prompt / 900 + written / 45, "", (),
            0.0, graded,
        )
        for i in range(40)
        for prompt, written in [(50 + 13 * (i % 7), 20 + 11 * (i % 5))]
    ]  # fmt: skip
    speeds = measure_speeds(answers)
    assert speeds.prefill_per_s == pytest.approx(900)
    assert speeds.decode_per_s == pytest.approx(45)
    same = [replace(a, prompt_tokens=90, answer_tokens=60, duration_s=3.0) for a in answers]
    assert measure_speeds(same).prefill_per_s is None
    assert measure_speeds(same).decode_per_s == pytest.approx(20)
    assert measure_speeds([]).seconds_per_question is None
