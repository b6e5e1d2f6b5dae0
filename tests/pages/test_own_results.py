"""Uploaded results keep the models' names, and no name of a file leads out of its folder."""

import json

import pytest

from core.errors import SurefitError
from pages.shared.own_results_view import read_uploads


def harness_log(right: list[int]) -> bytes:
    return b"\n".join(json.dumps({"doc_id": i, "acc": float(r)}).encode() for i, r in enumerate(right))


def test_the_folder_of_a_harness_log_names_its_model():
    found = read_uploads([("run/A/samples_t_2026-01-01T00-00-00.jsonl", harness_log([1, 0])),
                          ("run/B/samples_t_2026-01-02T00-00-00.jsonl", harness_log([1, 1]))])  # fmt: skip
    assert set(found.scores) == {"A", "B"}
    assert list(found.scores["A"].values()) == [1.0, 0.0]


def test_logs_without_a_folder_are_models_of_their_own():
    found = read_uploads([("samples_t.jsonl", harness_log([1, 0])), ("samples_t.jsonl", harness_log([0, 0]))])
    assert set(found.scores) == {"samples_t-1", "samples_t-2"}


@pytest.mark.parametrize("name", ["../../../outside.csv", "/outside.csv", "..\\..\\outside.csv", ".csv", "a\x00b.csv"])
def test_hostile_names_stay_where_they_belong(name):
    content = b"model,question,score\nA,q,1\nB,q,0\n"
    assert read_uploads([(name, content)]).scores == {"A": {"q": 1.0}, "B": {"q": 0.0}}


def test_what_is_no_file_of_results_is_a_sentence():
    with pytest.raises(SurefitError, match="lacks the column"):
        read_uploads([("x.csv", b"a,b\n1,2\n")])
