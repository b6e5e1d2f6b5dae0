"""Which models to try on this machine, for this work: what is known of each, how well, and what only a test can tell.

Nothing here is a score of our own. A candidate is a checkpoint with the
quantization that fits, its memory, its speed and its licence, beside the
public scores that measure the use case, each with setting, source and date.
Candidates stand in tiers, not in one list: see shortlist_tiers. What is left
out is counted, with the reason.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.advice.shortlist.entry import Shortlisted, order, suggest
from core.advice.shortlist.filter import is_too_short, may_be_too_short, why_left_out, writes_nothing
from core.advice.shortlist.known_model import KnownModel, model_from_name
from core.advice.shortlist.memory import MemoryForecast, choose_quantization
from core.advice.shortlist.models import load_known_models
from core.advice.shortlist.needs import Needs
from core.advice.shortlist.scores import Column, fill_table
from core.advice.shortlist.speed import PastSpeed, expect_speed
from core.advice.shortlist.tiers import EvidenceTier, place_models
from core.advice.shortlist.words import say_all, say_cautions, say_notes
from core.catalogue.public_scores import PublicScore
from core.catalogue.use_case_guide import find_guide
from core.models.fit import FitSettings, estimate_from_shape
from core.models.model_file import ModelFile
from core.models.names import canonical_key, parse_name

_SAID = 80  # letters of a name that are said back


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

    @property
    def start_with(self) -> tuple[Shortlisted, ...]:
        return tuple(one for key in self.suggested if (one := self.find(key)) is not None)

    def find(self, key: str) -> Shortlisted | None:
        return next((one for one in self.candidates if one.model.key == key), None)


@dataclass
class _LeftOut:
    names: dict[str, list[str]] = field(default_factory=dict)

    def add(self, reason: str, model: KnownModel) -> None:
        self.names.setdefault(reason, []).append(model.name)


def build_shortlist(
    needs: Needs,
    *,
    files: Sequence[ModelFile] = (),
    past: Mapping[str, tuple[PastSpeed, ...]] | None = None,
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
    read = {text.strip(): _named(text, everyone) for text in also if text.strip()}
    named = {model.key: model for model in read.values() if isinstance(model, KnownModel)}
    on_disk = _files_by_key(files)
    left = _LeftOut()
    fitting: list[tuple[KnownModel, MemoryForecast, ModelFile | None]] = []
    for model in {**named, **{model.key: model for model in everyone}}.values():
        reason = None if model.key in named else why_left_out(model, needs)
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
        speed = expect_speed(model.active_b, memory, needs.machine, (model.key, _file_key(model)), past)
        tight = memory.is_tight(needs.machine.usable_bytes)
        notes = tuple(say_notes(model, memory, needs, cells))
        doubt = is_too_short(model, needs) or may_be_too_short(model, needs)
        asked = model.key in named
        candidates.append(Shortlisted(model, memory, speed, place, cells, tight, file, notes, asked, doubt))
    ordered = tuple(sorted(candidates, key=order))
    suggested = suggest(ordered)
    return Shortlist(
        needs=needs,
        candidates=ordered,
        columns=tuple(table),
        left_out={reason: tuple(names) for reason, names in left.names.items()},
        suggested=tuple(one.model.key for one in suggested),
        sentence=say_all(ordered, suggested, guide, needs),
        cautions=(*_unread(read), *say_cautions(ordered, needs, guide, table)),
    )


def _named(text: str, everyone: Sequence[KnownModel]) -> KnownModel | str:
    """The model of the tables that a name means, else what the name itself tells, else why it is no candidate."""
    name = parse_name(text)
    if any(piece.value == "mmproj" for piece in name.pieces):
        return "it is the eyes or ears of a model, not a model by itself"
    if writes_nothing(name.roles):
        return "it is not made to write text, so there are no answers to test"
    key = canonical_key(text)
    known = next((model for model in everyone if model.key == key), None) or model_from_name(text)
    return known or "no table knows it, and its name tells no size, so its memory cannot be foretold"


def _unread(read: Mapping[str, KnownModel | str]) -> Iterable[str]:
    return (
        f"{text if len(text) <= _SAID else text[:_SAID] + '…'}: {why}."
        for text, why in read.items()
        if isinstance(why, str)
    )


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
    total = estimate_from_shape(file.memory, FitSettings(n_ctx=n_ctx)).total_bytes
    basis = f"from the header of {file.path.name}"
    return MemoryForecast(file.label, file.bpw, file.size_bytes, total, total, total, basis)
