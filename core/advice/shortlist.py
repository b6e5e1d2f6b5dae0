"""Which models to try on this machine, for this work: what is known of each, how well, and what only a test can tell.

Nothing here is a score of our own. A candidate is a checkpoint with the
quantization that fits, its memory, its speed and its licence, beside the
public scores that measure the use case, each with setting, source and date.
Candidates stand in tiers, not in one list: see shortlist_tiers. What is left
out is counted, with the reason.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.advice.shortlist_memory import MemoryForecast, choose_quantization
from core.advice.shortlist_models import KnownModel, ModelKind, load_known_models, model_from_name
from core.advice.shortlist_needs import LicenceNeed, Needs, Thinking, allows
from core.advice.shortlist_scores import Cell, Column, Relation, fill_table, ranks
from core.advice.shortlist_speed import PastSpeed, Speed, expect_speed
from core.advice.shortlist_tiers import EvidenceTier, Placed, place_models
from core.advice.wording import join_names
from core.catalogue.benchmarks import find_by_id
from core.catalogue.families import Reasoning
from core.catalogue.public_scores import PublicScore
from core.catalogue.use_case_guide import UseCaseGuide, find_guide
from core.catalogue.use_cases import UseCase
from core.models.fit import FitSettings, estimate_memory
from core.models.model_file import ModelFile
from core.models.names import Role, canonical_key, parse_name
from core.models.split_files import read_headers

_WRITES_NOTHING = frozenset({Role.EMBEDDING, Role.RERANKER, Role.REWARD, Role.GUARD, Role.AUDIO})
_SPECIALISTS: Mapping[Role, UseCase] = {Role.CODER: UseCase.CODING, Role.MATH: UseCase.REASONING}
_SUGGESTED_AHEAD, _SUGGESTED_NEW = 2, 1


@dataclass(frozen=True)
class Shortlisted:
    model: KnownModel
    memory: MemoryForecast
    speed: Speed
    placed: Placed
    cells: Mapping[Column, Cell]
    is_tight: bool  # it may or may not fit: the forecast's range holds the limit
    file: ModelFile | None  # already on this machine
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Shortlist:
    needs: Needs
    candidates: tuple[Shortlisted, ...]  # tier by tier, in each the ones that outdo most, or the newest, first
    columns: tuple[Column, ...]  # those that rank first, in the guide's reading order
    left_out: Mapping[str, tuple[str, ...]]  # reason -> names
    suggested: tuple[str, ...]  # keys: enough to start with
    sentence: str
    cautions: tuple[str, ...]

    def of_tier(self, tier: EvidenceTier) -> tuple[Shortlisted, ...]:
        return tuple(one for one in self.candidates if one.placed.tier is tier)

    def find(self, key: str) -> Shortlisted | None:
        return next((one for one in self.candidates if one.model.key == key), None)

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys: bytes, points, tokens per second."""
        return {
            "use_case": self.needs.use_case.value,
            "n_ctx": self.needs.n_ctx,
            "memory_gb": self.needs.machine.memory_gb,
            "usable_gb": round(self.needs.machine.usable_bytes / 1e9, 2),
            "advice": self.sentence,
            "cautions": list(self.cautions),
            "suggested": [one.model.name for key in self.suggested if (one := self.find(key))],
            "columns": [_column_dict(column) for column in self.columns],
            "candidates": [_candidate_dict(one) for one in self.candidates],
            "left_out": {reason: list(names) for reason, names in self.left_out.items()},
        }


@dataclass
class _LeftOut:
    names: dict[str, list[str]] = field(default_factory=dict)

    def add(self, reason: str, model: KnownModel) -> None:
        self.names.setdefault(reason, []).append(model.name)


def build_shortlist(
    needs: Needs,
    *,
    files: Sequence[ModelFile] = (),
    past: Mapping[str, Sequence[PastSpeed]] | None = None,
    fetched: Iterable[PublicScore] = (),
    also: Sequence[str] = (),
) -> Shortlist:
    """Everything the page and the command show; a second the first time, tenths of one afterwards.

    `files` are the model files of this machine: where one is a candidate, its
    header replaces the forecast. `past` are speeds measured here, by canonical
    key. `fetched` are rows looked up online, or read from cards. `also` are
    names of further models; they are kept even where they do not fit.
    """
    everyone = load_known_models(fetched, community=needs.community)
    named = {model.key: model for text in also if (model := _named(text, everyone)) is not None}
    on_disk = _files_by_key(files)
    left = _LeftOut()
    fitting: list[tuple[KnownModel, MemoryForecast, ModelFile | None]] = []
    for model in {**named, **{model.key: model for model in everyone}}.values():
        reason = None if model.key in named else _unwanted(model, needs)
        if reason is not None:
            left.add(reason, model)
            continue
        memory, fits, file = _memory(model, needs, on_disk)
        if fits or model.key in named:
            fitting.append((model, memory, file))
        else:
            left.add(f"does not fit {needs.machine.usable_bytes / 1e9:.1f} GB", model)
    guide = find_guide(needs.use_case)
    models = [model for model, _, _ in fitting]
    table = fill_table(models, guide, everyone, base_models=needs.fine_tune)
    placed = place_models(models, table, base_models=needs.fine_tune)
    candidates = []
    for model, memory, file in fitting:
        place = placed[model.key]
        if model.family is None and place.tier is EvidenceTier.NO_SCORE and model.key not in named and file is None:
            left.add("neither a comparable score nor a known family", model)
            continue
        cells = {column: cells[model.key] for column, cells in table.items() if model.key in cells}
        keys = (model.key, *([canonical_key(model.hf_id)] if model.hf_id else []))
        speed = expect_speed(model.active_b, memory, needs.machine, keys, past)
        tight = memory.is_tight(needs.machine.usable_bytes)
        notes = tuple(_notes(model, memory, needs, cells))
        candidates.append(Shortlisted(model, memory, speed, place, cells, tight, file, notes))
    ordered = tuple(sorted(candidates, key=_order))
    suggested = _suggest(ordered)
    return Shortlist(
        needs=needs,
        candidates=ordered,
        columns=tuple(table),
        left_out={reason: tuple(names) for reason, names in left.names.items()},
        suggested=tuple(one.model.key for one in suggested),
        sentence=_say(ordered, guide, needs),
        cautions=tuple(_cautions(ordered, needs, guide, table)),
    )


def _named(text: str, everyone: Sequence[KnownModel]) -> KnownModel | None:
    """The model of the tables that a name means, else what the name itself tells."""
    key = canonical_key(text)
    return next((model for model in everyone if model.key == key), None) or model_from_name(text)


def _unwanted(model: KnownModel, needs: Needs) -> str | None:
    """Why a model is no candidate, or None."""
    roles = set(model.roles)
    if roles & _WRITES_NOTHING:
        return "not made to write text"
    if any(role in roles and needs.use_case is not use_case for role, use_case in _SPECIALISTS.items()):
        return "made for other work"
    if model.kind is ModelKind.BASE and not needs.fine_tune:
        return "a base model, which does not follow instructions"
    if needs.thinking is Thinking.OFF and model.reasoning is Reasoning.ALWAYS:
        return "always thinks first"
    if needs.thinking is Thinking.ONLY and model.reasoning in (Reasoning.NONE, Reasoning.UNKNOWN):
        return "does not think first, or is not known to"
    if allows(needs.licence, model.licence) is False:
        return f"licence does not allow it ({needs.licence.value} use)"
    return None


def _files_by_key(files: Sequence[ModelFile]) -> dict[str, list[ModelFile]]:
    found: dict[str, list[ModelFile]] = {}
    for file in files:
        for key in {canonical_key(file.path.name), canonical_key(file.display_name)}:
            found.setdefault(key, []).append(file)
    return found


def _memory(
    model: KnownModel, needs: Needs, on_disk: Mapping[str, Sequence[ModelFile]]
) -> tuple[MemoryForecast, bool, ModelFile | None]:
    """Of the file that is here already, the largest that fits; else of the quantization to look for."""
    usable = needs.machine.usable_bytes
    measured = [(_from_header(file, needs.n_ctx), file) for file in on_disk.get(_file_key(model), ())]
    if here := [(memory, file) for memory, file in measured if memory.fits(usable)]:
        memory, file = max(here, key=lambda pair: pair[0].expected_bytes)
        return memory, True, file
    memory, fits = choose_quantization(
        model.params_b,
        usable,
        needs.n_ctx,
        family=model.family.family if model.family else None,
        size_b=model.family_size_b,
        released=model.released,
    )
    return memory, fits, None


def _file_key(model: KnownModel) -> str:
    return canonical_key(model.hf_id or model.name)


def _from_header(file: ModelFile, n_ctx: int) -> MemoryForecast:
    total = estimate_memory(read_headers(file.path), FitSettings(n_ctx=n_ctx)).total_bytes
    basis = f"from the header of {file.path.name}"
    return MemoryForecast(file.label, file.bpw, file.size_bytes, total, total, total, basis)


def _notes(model: KnownModel, memory: MemoryForecast, needs: Needs, cells: Mapping[Column, Cell]) -> Iterable[str]:
    if memory.is_tight(needs.machine.usable_bytes):
        yield "It may not fit: the forecast is a range."
    if not memory.fits(needs.machine.usable_bytes):
        yield "It does not fit this memory."
    if memory.is_degraded:
        yield f"Only {memory.label} fits, which is known to lose a good deal: a smaller model may do better."
    if needs.licence is not LicenceNeed.ANY and allows(needs.licence, model.licence) is None:
        yield "Its licence is not known here: read it first."
    if model.reasoning is Reasoning.ALWAYS:
        yield "It thinks before it answers, which takes many times longer."
    elif model.reasoning is Reasoning.HYBRID and needs.thinking is Thinking.OFF:
        yield "Switch its thinking off."
    context = parse_name(model.name).context_k or (model.family.context_k if model.family else None)
    if context is not None and context * 1024 < needs.n_ctx:
        yield f"Its family states a context of {context:g} thousand tokens, less than n_ctx {needs.n_ctx}."
    for column, cell in cells.items():
        if cell.contradicts_itself and cell.relation is Relation.OWN:
            yield f"{column.title}: its runs contradict each other ({cell.low:g} and {cell.high:g})."


def _order(one: Shortlisted) -> tuple[int, float, str, float, str]:
    tiers = list(EvidenceTier)
    share = len(one.placed.outdoes) / one.placed.compared_with if one.placed.compared_with else 0.0
    # Later dates first; a year without a month comes after its months.
    newest = "".join(chr(255 - ord(sign)) for sign in (one.model.released or "").ljust(7)[:7])
    return tiers.index(one.placed.tier), -share, newest, -one.model.params_b, one.model.name


def _suggest(candidates: Sequence[Shortlisted]) -> list[Shortlisted]:
    """The first of those ahead, from different families, and the largest of the newest without a score."""
    sure = [one for one in candidates if not one.is_tight and not one.memory.is_degraded] or list(candidates)
    ahead = [one for one in sure if one.placed.tier is EvidenceTier.AHEAD]
    ahead = ahead or [one for one in sure if one.placed.tier is EvidenceTier.LEVEL]
    chosen: dict[str, Shortlisted] = {}
    for one in ahead:
        chosen.setdefault(one.model.family.family if one.model.family else one.model.key, one)
    new = [one for one in newest_of_each_family(sure) if one.model.released]
    last_year = [one for one in new if int((one.model.released or "0")[:4]) >= int((new[0].model.released or "0")[:4])]
    largest = sorted(last_year, key=lambda one: -one.model.params_b)
    return [*list(chosen.values())[:_SUGGESTED_AHEAD], *largest[: _SUGGESTED_NEW if chosen else _SUGGESTED_AHEAD]]


def newest_of_each_family(candidates: Sequence[Shortlisted]) -> list[Shortlisted]:
    """Of the models without a comparable score, the largest of each family, newest family first."""
    found: dict[str, Shortlisted] = {}
    for one in candidates:
        if one.placed.tier is EvidenceTier.NO_SCORE:
            family = one.model.family.family if one.model.family else one.model.key
            if family not in found or one.model.params_b > found[family].model.params_b:
                found[family] = one
    return sorted(found.values(), key=_order)


def _say(candidates: Sequence[Shortlisted], guide: UseCaseGuide, needs: Needs) -> str:
    where = f"{guide.title}, {needs.machine.memory_gb:g} GB, n_ctx {needs.n_ctx}"
    ahead = [one for one in candidates if one.placed.tier is EvidenceTier.AHEAD]
    new = newest_of_each_family(candidates)
    if not candidates:
        return f"{where}: nothing known fits these needs. Ask for less context, or loosen the licence."
    parts = []
    if ahead:
        names = [one.model.name for one in ahead[:3]] + ([f"{len(ahead) - 3} more"] if len(ahead) > 3 else [])
        verb = "is" if len(ahead) == 1 else "are"
        parts.append(f"{join_names(names, 'and')} {verb} clearly ahead on the public evidence")
    else:
        parts.append("no model is clearly ahead on the public evidence")
    if len(ahead) > 1:
        parts.append("which does not tell them apart from one another")
    text = f"{where}: {', '.join(parts)}."
    if new:
        text += f" {len(new)} families have no comparable score, among them the newest ({new[0].model.name}): only a test can tell."
    return text


def _cautions(
    candidates: Sequence[Shortlisted], needs: Needs, guide: UseCaseGuide, table: Mapping[Column, Mapping[str, Cell]]
) -> Iterable[str]:
    yield (
        "Public scores were measured on the unquantized models, in their board's own way; the quantized file that "
        "fits here was not measured."
    )
    if needs.language != "en":
        columns = {column.benchmark.name for column in table if needs.language in column.benchmark.languages}
        listed = [find_by_id(entry.benchmark) for entry in guide.measured_by]
        could = sorted(benchmark.name for benchmark in listed if needs.language in benchmark.languages)
        if not columns:
            hint = f" Cards may report {', '.join(could)}." if could else ""
            yield f"No table here measures this work in the language {needs.language!r}: the scores are of English.{hint}"
    if needs.fine_tune:
        yield (
            "You will fine-tune: scores as released say little of what a model can learn. See the study on the page "
            "Prepare; base models are listed too."
        )
    if not any(one.speed.tokens_per_s for one in candidates):
        yield "Measure the memory's bandwidth, or type it in, to see what speed to expect."
    if not any(ranks(column, base_models=needs.fine_tune) for column in table):
        yield "No table that ranks measures this use case."


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
