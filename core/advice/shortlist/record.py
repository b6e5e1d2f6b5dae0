"""A shortlist as plain values under stable keys: bytes, points, tokens per second."""

from typing import Any

from core.advice.shortlist.entry import Shortlisted
from core.advice.shortlist.scores import Cell, Column
from core.advice.shortlist.shortlist import Shortlist


def shortlist_record(shortlist: Shortlist) -> dict[str, Any]:
    """For JSON. Scores stand in their own columns; there is no total."""
    needs = shortlist.needs
    return {
        "use_case": needs.use_case.value,
        "n_ctx": needs.n_ctx,
        "memory_gb": needs.machine.memory_gb,
        "usable_gb": round(needs.machine.usable_bytes / 1e9, 2),
        "advice": shortlist.sentence,
        "cautions": list(shortlist.cautions),
        "suggested": [one.model.name for one in shortlist.start_with],
        "columns": [_column_dict(column) for column in shortlist.columns],
        "candidates": [_candidate_dict(one) for one in shortlist.candidates],
        "left_out": {reason: list(names) for reason, names in shortlist.left_out.items()},
    }


def _column_dict(column: Column) -> dict[str, Any]:
    return {
        "title": column.title,
        "benchmark": column.benchmark_id,
        "protocol": column.protocol,
        "source": column.source,
        "place": column.place,
        "provenance": column.provenance.value,
        "questions": column.items,
        "is_rating": column.is_rating,
    }


def _candidate_dict(one: Shortlisted) -> dict[str, Any]:
    model = one.model
    return {
        "name": model.name,
        "repo": model.hf_id,
        "family": model.family.family if model.family else None,
        "parameters_b": model.params_b,
        "active_parameters_b": model.active_b,
        "tier": one.placed.tier.value,
        "reason": one.placed.reason,
        "quantization": one.memory.label,
        "file_bytes": one.memory.file_bytes,
        "memory_bytes": one.memory.expected_bytes,
        "memory_low_bytes": one.memory.low_bytes,
        "memory_high_bytes": one.memory.high_bytes,
        "memory_basis": one.memory.basis,
        "may_not_fit": one.is_tight,
        "safer_quantization": one.memory.safer,
        "tokens_per_s": one.speed.tokens_per_s and round(one.speed.tokens_per_s, 1),
        "speed_is_upper_bound": one.speed.is_bound,
        "speed_basis": one.speed.basis,
        "licence": model.licence,
        "released": model.released,
        "thinking": model.reasoning.value,
        "on_this_machine": str(one.file.path) if one.file else None,
        "notes": list(one.notes),
        "scores": [_cell_dict(column, cell) for column, cell in one.cells.items()],
    }


def _cell_dict(column: Column, cell: Cell) -> dict[str, Any]:
    return {
        "column": column.title,
        "values": [row.value for row in cell.rows],
        "settings": [row.setting for row in cell.rows],
        "standard_error": cell.standard_error and round(cell.standard_error, 3),
        "rank_low": cell.rank_low,
        "rank_high": cell.rank_high,
        "among": cell.among,
        "measured_model": cell.of,
        "relation": cell.relation.value,
        "source": column.source,
        "as_of": cell.as_of,
        "provenance": column.provenance.value,
    }
