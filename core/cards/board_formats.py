"""The published files of the boards, turned into rows of public scores.

Each function takes the bytes of one file as its board publishes it and the
date it was fetched. Rows that lack a name or a number are left out; a file of
another shape is an error that names the board.
"""

import io
import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any

import yaml

from core.cards.front_matter import Entry, parse_yaml
from core.catalogue.public_scores import PublicScore
from core.errors import CardError, DownloadError


def rows_of_evalplus(raw: bytes, as_of: str) -> tuple[PublicScore, ...]:
    """{model: {link, size, prompted, "pass@1": {"humaneval": …, "humaneval+": …, "mbpp": …, "mbpp+": …}}}"""
    ids = {"humaneval": "humaneval", "humaneval+": "humaneval_plus", "mbpp": "mbpp", "mbpp+": "mbpp_plus"}
    rows = []
    for model, entry in _mapping(raw, "EvalPlus").items():
        setting = f"pass@1 greedy {'chat' if entry.get('prompted') else 'base'}"
        for name, value in _inner(entry, "pass@1").items():
            rows += _row(
                model, _hub_id(entry), _number(entry.get("size")), ids.get(name), value, setting, "evalplus", as_of
            )
    return tuple(rows)


def rows_of_bigcodebench(raw: bytes, as_of: str) -> tuple[PublicScore, ...]:
    """{model: {link, size, "pass@1": {"instruct": …, "complete": …}}}"""
    rows = []
    for model, entry in _mapping(raw, "BigCodeBench").items():
        for setting, value in _inner(entry, "pass@1").items():
            rows += _row(
                model,
                _hub_id(entry),
                _number(entry.get("size")),
                "bigcodebench",
                value,
                str(setting),
                "bigcodebench",
                as_of,
            )
    return tuple(rows)


def rows_of_aider(raw: bytes, as_of: str) -> tuple[PublicScore, ...]:
    """A YAML list of {model, pass_rate_2, edit_format, date}."""
    try:
        listed = parse_yaml(raw.decode("utf-8", errors="replace"), where="Aider's file")
    except (yaml.YAMLError, CardError) as error:
        raise _foreign("Aider") from error
    if listed is None or not isinstance(listed.value, list):
        raise _foreign("Aider")
    rows = []
    for entry in listed.items():
        date = _text(entry, "date")
        model = _text(entry, "model")
        shape = _text(entry, "edit_format")
        rows += _row(
            model,
            None,
            None,
            "aider_polyglot",
            _text(entry, "pass_rate_2"),
            shape,
            "aider",
            date[:7] if re.match(r"\d{4}-\d{2}", date) else as_of,
        )
    return tuple(rows)


def rows_of_open_llm_v2(raw: bytes, as_of: str) -> tuple[PublicScore, ...]:
    """A Parquet table; only the raw columns, because the plain ones are normalised against chance."""
    columns = {
        "IFEval Raw": "ifeval",
        "BBH Raw": "bbh",
        "MATH Lvl 5 Raw": "math_lvl5",
        "GPQA Raw": "gpqa",
        "MUSR Raw": "musr",
        "MMLU-PRO Raw": "mmlu_pro",
    }
    return _of_table(raw, columns, "open-llm-leaderboard-v2", as_of)


def rows_of_open_llm_v1(raw: bytes, as_of: str) -> tuple[PublicScore, ...]:
    columns = {
        "ARC": "arc_challenge",
        "HellaSwag": "hellaswag",
        "MMLU": "mmlu",
        "TruthfulQA": "truthfulqa",
        "Winogrande": "winogrande",
        "GSM8K": "gsm8k",
    }
    return _of_table(raw, columns, "open-llm-leaderboard-v1", as_of)


def rows_of_arena(raw: bytes, as_of: str) -> tuple[PublicScore, ...]:
    """A Parquet table of ratings; only the overall category."""
    rows = []
    for line in _table(raw, "the Arena"):
        if str(line.get("category", "overall")) not in ("overall", "Overall"):
            continue
        low, high = _number(line.get("rating_lower")), _number(line.get("rating_upper"))
        date = str(line.get("leaderboard_publish_date") or as_of)[:10]
        found = _row(
            str(line.get("model_name") or ""),
            None,
            None,
            "chatbot_arena",
            line.get("rating"),
            f"{line.get('vote_count', '?')} votes",
            "arena",
            date,
            scale="elo",
        )
        rows += [
            _with_interval(row, (high - low) / 2) if low is not None and high is not None else row for row in found
        ]
    return tuple(rows)


FORMATS: Mapping[str, Callable[[bytes, str], tuple[PublicScore, ...]]] = {
    "evalplus": rows_of_evalplus,
    "bigcodebench": rows_of_bigcodebench,
    "aider": rows_of_aider,
    "open-llm-leaderboard-v2": rows_of_open_llm_v2,
    "open-llm-leaderboard-v1": rows_of_open_llm_v1,
    "arena": rows_of_arena,
}


def _of_table(raw: bytes, columns: Mapping[str, str], source: str, as_of: str) -> tuple[PublicScore, ...]:
    lines = _table(raw, source)
    if lines and not any(column in lines[0] for column in columns):
        raise _foreign(source)
    rows = []
    for line in lines:
        hf_id = str(line.get("fullname") or "")
        template = ", chat template" if line.get("Chat Template") is True else ""
        setting = f"{line.get('Precision') or 'precision not stated'}{template}"
        for column, benchmark in columns.items():
            value = _number(line.get(column))
            if value is not None and value <= 1 and column.endswith("Raw"):
                value *= 100  # raw columns hold shares
            rows += _row(
                hf_id.rsplit("/", 1)[-1],
                hf_id or None,
                _number(line.get("#Params (B)")),
                benchmark,
                value,
                setting,
                source,
                as_of,
            )
    return tuple(rows)


def _table(raw: bytes, board: str) -> list[dict[str, Any]]:
    import pandas

    if raw[:4] != b"PAR1":  # the mark of a Parquet file
        raise _foreign(board)
    try:
        frame = pandas.read_parquet(io.BytesIO(raw))
    except (ValueError, OSError) as error:
        raise _foreign(board) from error
    return [{str(key): value for key, value in row.items()} for row in frame.to_dict("records")]


def _mapping(raw: bytes, board: str) -> dict[str, dict[str, Any]]:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise _foreign(board) from error
    if not isinstance(data, dict):
        raise _foreign(board)
    return {str(key): value for key, value in data.items() if isinstance(value, dict)}


def _inner(entry: dict[str, Any], key: str) -> dict[str, Any]:
    value = entry.get(key)
    return value if isinstance(value, dict) else {}


def _foreign(board: str) -> DownloadError:
    return DownloadError(
        f"The file of {board} has another shape than expected; its format has changed. Use the carried "
        "scores, or look at the board itself."
    )


def _text(entry: Entry, key: str) -> str:
    found = entry.get(key)
    return (found.text() or "") if found else ""


def _hub_id(entry: dict[str, Any]) -> str | None:
    match = re.search(r"huggingface\.co/([\w.-]+/[\w.-]+)", str(entry.get("link") or ""))
    return match[1] if match else None


def _number(value: object) -> float | None:
    try:
        number = float(str(value))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _row(
    model: str,
    hf_id: str | None,
    params_b: float | None,
    benchmark: str | None,
    value: object,
    setting: str,
    source: str,
    as_of: str,
    scale: str = "percent",
) -> list[PublicScore]:
    number = _number(value)
    if not model or benchmark is None or number is None:
        return []
    return [
        PublicScore(
            model[:200], hf_id, params_b, benchmark, round(number, 2), scale, None, setting[:120], source, as_of
        )
    ]


def _with_interval(row: PublicScore, interval: float) -> PublicScore:
    return PublicScore(
        row.model,
        row.hf_id,
        row.params_b,
        row.benchmark,
        row.value,
        row.scale,
        round(interval, 1),
        row.setting,
        row.source,
        row.as_of,
    )
