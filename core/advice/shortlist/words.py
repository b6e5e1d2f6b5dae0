"""What a shortlist says: of each candidate, of the whole, and what to be careful with."""

from collections.abc import Iterable, Mapping, Sequence

from core.advice.shortlist.entry import Shortlisted, newest_of_each_family
from core.advice.shortlist.filter import is_too_short, may_be_too_short
from core.advice.shortlist.known_model import KnownModel
from core.advice.shortlist.memory import MemoryForecast
from core.advice.shortlist.needs import LANGUAGES, LicenceNeed, Needs, Thinking, allows
from core.advice.shortlist.scores import Cell, Column, Relation, ranks
from core.advice.shortlist.tiers import EvidenceTier
from core.advice.wording import join_names
from core.catalogue.benchmarks import find_by_id
from core.catalogue.families import Reasoning
from core.catalogue.use_case_guide import UseCaseGuide
from core.models.fit import gigabytes


def say_notes(model: KnownModel, memory: MemoryForecast, needs: Needs, cells: Mapping[Column, Cell]) -> Iterable[str]:
    """What to know of one candidate before choosing it."""
    if memory.is_tight(needs.machine.usable_bytes):
        safer = f"; {memory.safer} does" if memory.safer else ""
        yield f"It may not fit: the forecast is a range{safer}."
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
    if is_too_short(model, needs):
        yield f"It is made for {model.context_k} thousand tokens of context, less than n_ctx {needs.n_ctx}."
    elif model.family is not None and may_be_too_short(model, needs):
        yield (
            f"Some of its family are made for {model.family.context_k:g} thousand tokens of context only, less than "
            f"n_ctx {needs.n_ctx}: read its card."
        )
    for column, cell in cells.items():
        if cell.contradicts_itself and cell.relation is Relation.OWN:
            yield f"{column.title}: its runs contradict each other ({cell.low:g} and {cell.high:g})."


def say_all(
    candidates: Sequence[Shortlisted], suggested: Sequence[Shortlisted], guide: UseCaseGuide, needs: Needs
) -> str:
    """The whole in two sentences: who is ahead, and what nobody measured."""
    where = f"{guide.title}, {needs.machine.memory_gb:g} GB, n_ctx {needs.n_ctx}"
    ahead = [one for one in candidates if one.placed.tier is EvidenceTier.AHEAD]
    new = newest_of_each_family(candidates)
    if not candidates:
        usable, kept = needs.machine.usable_bytes, needs.machine.kept_gb
        return (
            f"{where}: nothing known fits these needs. Of the memory {gigabytes(usable)} can be used, as "
            f"{kept:g} GB are kept for the system. Name more memory, a smaller n_ctx or a looser licence."
        )
    parts = []
    if ahead:
        names = [one.model.name for one in ahead[:3]] + ([f"{len(ahead) - 3} more"] if len(ahead) > 3 else [])
        verb = "is" if len(ahead) == 1 else "are"
        parts.append(f"{join_names(names, 'and')} {verb} clearly ahead on the public evidence")
    else:
        parts.append("no model is clearly ahead on the public evidence")
    if len(ahead) > 1:
        parts.append("and none of them outdoes another")
    text = f"{where}: {', '.join(parts)}."
    if new:
        unmeasured = [one.model for one in suggested if one.placed.tier is EvidenceTier.NO_SCORE] or [new[0].model]
        text += (
            f" {len(new)} famil{'y has' if len(new) == 1 else 'ies have'} no comparable score, such as "
            f"{unmeasured[0].name} ({unmeasured[0].released or 'date unknown'}): only a test can tell."
        )
    return text


def say_cautions(
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
            name = LANGUAGES.get(needs.language, f"the language {needs.language!r}")
            yield f"No table here measures this work in {name}: the scores are of English.{hint}"
    if needs.fine_tune:
        yield (
            "You will fine-tune: scores as released say little of what a model can learn. See the study on the page "
            "Prepare; base models are listed too."
        )
    if candidates and not any(one.speed.tokens_per_s for one in candidates):
        yield (
            "Measure the memory's bandwidth, or type it in, to see what speed to expect (on the command line: "
            "--measure-bandwidth, or --bandwidth with its GB/s)."
        )
    if candidates and not any(ranks(column, base_models=needs.fine_tune) for column in table):
        yield "None of these models stands in a table that ranks by this use case: only a test can tell."
