"""Results of other tools: what is read, and how a fault is named."""

import contextlib
import json
import os
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.advice.comparison import Candidate
from core.advice.outside.result_rows import OutsideResultsError
from core.advice.outside.results import load_outside_results
from core.advice.verdict.many import compare_many
from core.errors import NotEnoughData, SurefitError


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def read_csv(folder, text):
    return load_outside_results([write(folder / "results.csv", text)])


def harness(doc_id, score, **more):
    sample = {"doc_id": doc_id, "doc": {"question": "…"}, "target": "7", "resps": [["7"]], "filter": "strict-match"}
    return json.dumps(sample | {"metrics": ["exact_match"], "exact_match": score, "doc_hash": f"h{doc_id}"} | more)


def inspect_log(model, values, **more):
    samples = [{"id": i, "epoch": 1, "scores": {"match": {"value": v}}} for i, v in enumerate(values)]
    return json.dumps(
        {"version": 2, "status": "success", "eval": {"model": model, "task": "t"}, "samples": samples} | more
    )


def test_a_plain_csv(tmp_path):
    results = read_csv(tmp_path, "model,question,score\nA,q1,1\nA,q2,0\nB,q1,0.5\nB,q2,\n")
    assert results.scores == {"A": {"q1": 1.0, "q2": 0.0}, "B": {"q1": 0.5, "q2": None}}
    assert not results.rating


def test_a_spreadsheet_csv(tmp_path):
    text = '\ufeffModel;Question;Score;Group\nÄ;"Zeile 1\nZeile 2";0,5;d1\nB;"Zeile 1\nZeile 2";right;d1\n;;;\n\n'
    results = load_outside_results([write(tmp_path / "r.csv", text)])
    assert results.scores == {"Ä": {"Zeile 1\nZeile 2": 0.5}, "B": {"Zeile 1\nZeile 2": 1.0}}
    assert results.groups == {"Zeile 1\nZeile 2": "d1"}


def test_ratings_are_recognised_and_not_mixed_with_shares(tmp_path):
    assert read_csv(tmp_path, "model,question,rating\nA,q1,4\nB,q1,1\n").rating
    with pytest.raises(OutsideResultsError, match=r"row 3: the score 0\.5 is below 1"):
        read_csv(tmp_path, "model,question,score\nA,q1,4\nB,q1,0.5\n")


def test_several_scores_for_one_question_are_averaged_and_it_says_so(tmp_path):
    results = read_csv(tmp_path, "model,question,score\nA,q1,1\nA,q1,0\nB,q1,1\n")
    assert results.scores["A"]["q1"] == 0.5
    assert "several scores" in results.notes[0]


def test_long_questions_that_begin_alike_stay_apart(tmp_path):
    same = "the same document " * 100
    results = read_csv(tmp_path, f"model,question,score\nA,{same}one,1\nA,{same}two,0\nB,{same}one,1\n")
    assert sorted(results.scores["A"].values()) == [0.0, 1.0]


def test_harness_samples_take_the_folder_as_model_and_one_filter(tmp_path):
    name = "samples_gsm8k_2024-11-29T12-00-00.123456.jsonl"
    for model, scores in (("org__small", (1.0, 0.0)), ("org__large", (1.0, 1.0))):
        lines = [harness(i, s) for i, s in enumerate(scores)]
        lines += [harness(i, 1.0, filter="flexible-extract") for i in range(2)]
        write(tmp_path / model / name, "\n".join(lines) + "\n\n")
    results = load_outside_results(sorted(tmp_path.glob("*/*.jsonl")))
    assert results.scores["org__small"] == {"gsm8k/0/h0": 1.0, "gsm8k/1/h1": 0.0}
    assert any("strict-match counts" in note for note in results.notes)
    assert "gsm8k: scored by exact_match." in results.notes


def test_a_metric_can_be_chosen(tmp_path):
    for model in ("a", "b"):
        write(
            tmp_path / model / "samples_t.jsonl", harness(0, 1.0, acc_norm=0.0) + "\n" + harness(1, 1.0, acc_norm=1.0)
        )
    paths = sorted(tmp_path.glob("*/*.jsonl"))
    assert load_outside_results(paths, metric="acc_norm").scores["a"]["t/0/h0"] == 0.0
    with pytest.raises(OutsideResultsError, match="bleu"):
        load_outside_results(paths, metric="bleu")


def test_inspect_logs(tmp_path):
    first = write(tmp_path / "1.json", inspect_log("openai/a", ["C", "I", "P", "N", 0.25, True]))
    broken = json.loads(inspect_log("openai/b", ["C", "C"]))
    broken["samples"][1] |= {"error": {"message": "timeout"}}
    second = write(tmp_path / "2.json", json.dumps(broken))
    scores = load_outside_results([first, second]).scores
    assert list(scores["openai/a"].values()) == [1.0, 0.0, 0.5, 0.0, 0.25, 1.0]
    assert scores["openai/b"] == {"t/0": 1.0, "t/1": None}


def test_what_was_read_can_be_compared(tmp_path):
    rows = [f"{model},q{i},{int(i % step == 0)}" for model, step in (("A", 1), ("B", 2), ("C", 3)) for i in range(30)]
    results = load_outside_results([write(tmp_path / "r.csv", "model,question,score\n" + "\n".join(rows))])
    verdict = compare_many([Candidate(name) for name in results.scores], list(results.scores.values()))
    assert verdict.winner == "A"


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("r.csv", "", "is empty"),
        ("r.csv", "\n\n", "no rows"),
        ("r.csv", "model,score\nA,1\n", "lacks the column question"),
        ("r.csv", "model,question,score\nA,q1,often\n", r"row 2: the score 'often' is not a number"),
        ("r.csv", "model,question,score\nA,q1,72\n", "row 2: the score 72 is neither .* divide percents by 100"),
        ("r.csv", "model,question,score\nA,q1,inf\n", "row 2: the score inf"),
        ("r.csv", "model,question,score\nA,q1,-1\n", "row 2: the score -1"),
        ("r.csv", "model,question,score\n,q1,1\n", "row 2: the column model is empty"),
        ("r.csv", "model,question,score\nA,q1\n", "row 2 has 2 columns"),
        ("r.csv", "model,question,score\nA\0,q1,1\n", "holds NUL bytes"),
        ("r.csv", f"model,question,score\n{'A' * 5000},q1,1\n", "row 2: the name of the model has more than 200"),
        ("r.jsonl", "{not json\n", "line 1 is not valid JSON"),
        ("r.jsonl", "[1]\n", "line 1 is a JSON list"),
        ("r.jsonl", '{"a": 1}\n', "no doc_id"),
        ("r.jsonl", '{"doc_id": 1, "metrics": ["x"], "x": [1]}\n', "no single score"),
        ("r.jsonl", '{"doc_id": 1, "acc": {}}\n', "no single score"),
        ("r.jsonl", '{"doc_id": 1, "acc": 1' + "0" * 400 + "}\n", "neither a share"),
        ("r.json", "[" * 100_000, "not valid JSON"),
        ("r.json", '{"eval": {}}', "not an inspect log"),
        ("r.json", '{"eval": {"model": "a"}, "samples": [{}]}', "sample 1 has no id"),
        ("r.json", inspect_log("a", [{"x": 1}]), "the score is a dict"),
        ("r.eval", "PK", "damaged inspect log"),
    ],
)
def test_a_fault_is_named_with_its_place(tmp_path, name, text, says):
    with pytest.raises(OutsideResultsError, match=says):
        load_outside_results([write(tmp_path / name, text)])


def test_missing_binary_and_lonely_results_are_named(tmp_path):
    with pytest.raises(OutsideResultsError, match="is not there"):
        load_outside_results([tmp_path / "none.csv"])
    with pytest.raises(OutsideResultsError, match="No file"):
        load_outside_results([])
    (tmp_path / "b.csv").write_bytes(b"GGUF\xff\xfe\x00\x01")
    with pytest.raises(OutsideResultsError, match="not UTF-8"):
        load_outside_results([tmp_path / "b.csv"])
    with pytest.raises(NotEnoughData, match="only the model A"):
        load_outside_results([write(tmp_path / "r.csv", "model,question,score\nA,q1,1\n")])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_text_as_spreadsheets_save_it_is_read(tmp_path, encoding):
    path = tmp_path / "r.csv"
    path.write_text("model\tquestion\tscore\nÄ\tq1\t1\nB\tq1\t0\n", encoding=encoding)
    assert load_outside_results([path]).scores == {"Ä": {"q1": 1.0}, "B": {"q1": 0.0}}


def test_a_folder_a_pipe_and_a_broken_mark_are_named(tmp_path):
    with pytest.raises(OutsideResultsError, match="is a folder"):
        load_outside_results([tmp_path])
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(OutsideResultsError, match="is a pipe or a device"):
        load_outside_results([tmp_path / "pipe.csv"])
    (tmp_path / "odd.csv").write_bytes(b"\xff\xfe" + b"abc")
    with pytest.raises(OutsideResultsError, match=r"UTF-8"):
        load_outside_results([tmp_path / "odd.csv"])


@given(st.text(max_size=300))
def test_no_text_brings_the_reader_down(tmp_path_factory, text):
    folder = tmp_path_factory.getbasetemp()
    for content in ("model,question,score\n" + text, text):
        with contextlib.suppress(SurefitError):
            read_csv(folder, content.encode("utf-8", "replace").decode())


def test_a_column_for_each_model_is_read_and_so_is_a_column_for_each_question(tmp_path):
    wide = read_csv(tmp_path, "question,topic_group,A,B\nq1,x,1,0\nq2,x,,1\n".replace("topic_group", "group"))
    assert wide.scores == {"A": {"q1": 1.0, "q2": None}, "B": {"q1": 0.0, "q2": 1.0}}
    assert wide.groups == {"q1": "x", "q2": "x"}
    assert read_csv(tmp_path, "model;q1;q2\nA;1;0,5\nB;0;1\n").scores["A"] == {"q1": 1.0, "q2": 0.5}
    with pytest.raises(OutsideResultsError, match="row 2, column topic: the score 'maths' is not a number"):
        read_csv(tmp_path, "question,A,topic\nq1,1,maths\n")
    with pytest.raises(OutsideResultsError, match="the column A twice"):
        read_csv(tmp_path, "question,A,A\nq1,1,0\n")
    with pytest.raises(OutsideResultsError, match="lacks the column model"):
        read_csv(tmp_path, "question,correct,topic\nq1,1,maths\n")


def pack(path, model, values, compression=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", compression) as packed:
        packed.writestr("header.json", json.dumps({"version": 2, "eval": {"model": model, "task": "t"}}))
        for i, epochs in enumerate(values):
            for epoch, value in enumerate(epochs, 1):
                sample = {"id": i, "epoch": epoch, "scores": {"match": {"value": value}}}
                packed.writestr(f"samples/{i}_epoch_{epoch}.json", json.dumps(sample))
    return path


def test_a_packed_inspect_log_says_the_same_as_its_json(tmp_path):
    paths = [pack(tmp_path / "a.eval", "A", ["C", "I"]), write(tmp_path / "b.json", inspect_log("B", ["C", "C"]))]
    assert load_outside_results(paths).scores == {"A": {"t/0": 1.0, "t/1": 0.0}, "B": {"t/0": 1.0, "t/1": 1.0}}
    epochs = load_outside_results([pack(tmp_path / "c.eval", "C", ["CI", "CC"]), paths[1]])
    assert epochs.scores["C"] == {"t/0": 0.5, "t/1": 1.0}


def test_a_packed_log_that_is_none_or_unpacks_to_too_much_is_named(tmp_path):
    with zipfile.ZipFile(tmp_path / "none.eval", "w") as packed:
        packed.writestr("x.json", "{}")
    with pytest.raises(OutsideResultsError, match="not an inspect log"):
        load_outside_results([tmp_path / "none.eval"])
    with zipfile.ZipFile(tmp_path / "big.eval", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("header.json", json.dumps({"eval": {"model": "A"}}))
        packed.writestr("samples/1.json", " " * (33 * 1024**2))
    with pytest.raises(OutsideResultsError, match="more than 32 MB"):
        load_outside_results([tmp_path / "big.eval"])
    whole = pack(tmp_path / "a.eval", "A", ["C", "I"], zipfile.ZIP_STORED)
    raw = whole.read_bytes()
    whole.write_bytes(raw.replace(b'"value": "C"', b'"value": "I"'))  # the checksum no longer fits
    with pytest.raises(OutsideResultsError, match="damaged inspect log"):
        load_outside_results([whole])


def test_a_harness_filter_can_be_chosen(tmp_path):
    for model, strict in (("A", 0), ("B", 1)):
        lines = [harness(i, strict) + "\n" + harness(i, 1, filter="flexible-extract") for i in range(2)]
        write(tmp_path / model / "samples_gsm8k.jsonl", "\n".join(lines))
    paths = [tmp_path / model / "samples_gsm8k.jsonl" for model in "AB"]
    first = load_outside_results(paths)
    assert set(first.scores["A"].values()) == {0.0}
    assert any("strict-match counts" in note for note in first.notes)
    chosen = load_outside_results(paths, metric="exact_match,flexible-extract")
    assert set(chosen.scores["A"].values()) == {1.0}
    with pytest.raises(OutsideResultsError, match=r"no answer filter none \(found: flexible-extract, strict-match"):
        load_outside_results(paths, metric="exact_match,none")


def test_a_workbook_is_told_from_a_table(tmp_path):
    path = tmp_path / "results.xlsx"
    path.write_bytes(b"PK\x03\x04" + bytes(200))
    with pytest.raises(OutsideResultsError, match="save the sheet as CSV UTF-8"):
        load_outside_results([path])
