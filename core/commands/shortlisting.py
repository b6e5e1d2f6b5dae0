"""shortlist: which models to try on a machine."""

import re
from datetime import date

import click

from core.advice.shortlist.entry import Shortlisted, shown_first
from core.advice.shortlist.hub import nothing_read
from core.advice.shortlist.needs import LicenceNeed, Machine, Needs, Thinking
from core.advice.shortlist.next import arena_sentences, plan_test
from core.advice.shortlist.record import shortlist_record
from core.advice.shortlist.shortlist import Shortlist, build_shortlist
from core.advice.shortlist.speed import find_past_speeds, measure_bandwidth, this_machine
from core.advice.shortlist.tiers import EvidenceTier
from core.cards.online import ADDRESSES, look_up_board
from core.catalogue.public_scores import PublicScore
from core.catalogue.use_cases import UseCase
from core.commands.numbers import FiniteRange
from core.commands.output import json_option, sentences, show, table, tell
from core.errors import DownloadError
from core.models.home import store_path
from core.models.local import find_local_models
from core.models.names import canonical_key
from core.runs.database import Database

_LANGUAGE = re.compile(r"[a-z]{2,3}")
_MOST_ROWS = 12  # of a tier, in a terminal


@click.command()
@click.option("--use-case", type=click.Choice([u.value for u in UseCase]), required=True)
@click.option("--memory-gb", type=FiniteRange(0.5, 4096), help="Of the machine to plan for; without it, this one.")
@click.option("--reserve-gb", type=FiniteRange(0, 1024), help="Kept for the system and other programs.")
@click.option("--gpu-gb", type=FiniteRange(0, 4096), help="Memory of the GPU.")
@click.option("--bandwidth", type=FiniteRange(0.1, 20_000), help="Of main memory, GB/s.")
@click.option("--gpu-bandwidth", type=FiniteRange(0.1, 20_000), help="Of the GPU's memory, GB/s.")
@click.option("--measure-bandwidth", "measure", is_flag=True, help="Measure main memory's bandwidth: half a second.")
@click.option("--n-ctx", type=click.IntRange(256, 1_048_576), default=8192, show_default=True)
@click.option(
    "--licence",
    type=click.Choice([need.value for need in LicenceNeed]),
    default=LicenceNeed.ANY.value,
    show_default=True,
)
@click.option("--language", default="en", show_default=True, help="Two letters, such as en, ko, zh.")
@click.option(
    "--thinking", type=click.Choice([t.value for t in Thinking]), default=Thinking.WELCOME.value, show_default=True
)
@click.option("--fine-tune", is_flag=True, help="You will train it: base models count too.")
@click.option("--community", is_flag=True, help="Also other accounts' fine-tunes and merges.")
@click.option("--also", multiple=True, help="A further model by name; may be given several times.")
@click.option("--pick", "picks", multiple=True, help="Plan the test of these candidates; may be given several times.")
@click.option("--refresh", multiple=True, type=click.Choice(sorted(ADDRESSES)), help="Look this board up online first.")
@json_option
@sentences
def shortlist(
    use_case: str,
    memory_gb: float | None,
    reserve_gb: float | None,
    gpu_gb: float | None,
    bandwidth: float | None,
    gpu_bandwidth: float | None,
    measure: bool,
    n_ctx: int,
    licence: str,
    language: str,
    thinking: str,
    fine_tune: bool,
    community: bool,
    also: tuple[str, ...],
    picks: tuple[str, ...],
    refresh: tuple[str, ...],
    as_json: bool,
) -> None:
    """Which models to try on a machine, by what is publicly known and how well."""
    if not _LANGUAGE.fullmatch(language := language.strip().lower()):
        raise click.UsageError(f"--language takes two letters such as en, ko or zh, not {language!r}.")
    here = this_machine() if memory_gb is None else None
    machine = Machine(
        memory_gb=here.memory_gb if here else memory_gb or 0.0,
        reserve_gb=reserve_gb,
        gpu_gb=gpu_gb if gpu_gb is not None else here.gpu_gb if here else 0.0,
        bandwidth_gb_s=bandwidth or (measure_bandwidth() if measure else None),
        gpu_bandwidth_gb_s=gpu_bandwidth,
        measured=here is not None,
    )
    needs = Needs(
        UseCase(use_case),
        machine,
        n_ctx,
        LicenceNeed(licence),
        language,
        Thinking(thinking),
        fine_tune,
        community,
    )
    with Database(store_path()) as database:
        past = find_past_speeds(database) if here else {}
    files = find_local_models().files if here else ()
    found = build_shortlist(needs, files=files, past=past, fetched=_look_up(refresh), also=also)
    chosen = _chosen(found, picks)
    plan = plan_test(chosen)
    if len(chosen) == 1:
        tell("One model alone needs no test to tell it apart: give --pick for two to four.")
    value = shortlist_record(found)
    if plan is not None:
        value["plan"] = {
            "questions": plan.questions,
            "advice": plan.sentence,
            "pairs": [
                {"a": pair.a, "b": pair.b, "public_gap": pair.gap, "questions": pair.questions} for pair in plan.pairs
            ],
            "preferences": arena_sentences(chosen),
        }
    lines = [found.sentence, *found.cautions]
    for tier in EvidenceTier:
        lines += _tier_lines(found, tier)
    lines += ["", "Left out: " + "; ".join(f"{len(names)} {reason}" for reason, names in found.left_out.items())]
    lines += ["", plan.sentence, *arena_sentences(chosen)] if plan else []
    show(value, as_json, "\n".join(lines))


def _look_up(boards: tuple[str, ...]) -> list[PublicScore]:
    """Rows from the boards; what cannot be had is said, and the carried rows remain."""
    rows: list[PublicScore] = []
    for board in boards:
        try:
            found = look_up_board(board, today=date.today(), refresh=True)
        except DownloadError as error:
            tell(str(error))
            continue
        if found.note:
            tell(found.note)
        if not found.rows:
            tell(nothing_read(board))
        rows += found.rows
    return rows


def _chosen(found: Shortlist, picks: tuple[str, ...]) -> list[Shortlisted]:
    by_key = {canonical_key(one.model.hf_id or one.model.name): one for one in found.candidates}
    chosen = []
    for pick in picks:
        one = by_key.get(canonical_key(pick))
        if one is None:
            raise click.UsageError(f"{pick} is no candidate here: name one of the list, or add it with --also.")
        if one not in chosen:
            chosen.append(one)
    return chosen


def _tier_lines(found: Shortlist, tier: EvidenceTier) -> list[str]:
    members = found.of_tier(tier)
    shown = shown_first(tier, members)
    if not members:
        return ["", f"{tier.value.capitalize()}: none"]
    rows = [
        [
            one.model.name[:44],
            f"{one.model.params_b:.3g} B",
            one.memory.label,
            one.memory.words(),
            one.speed.words(),
            (one.model.licence or "unknown")[:24],
            one.model.released or "unknown",
            one.placed.reason[:100],
        ]
        for one in shown[: max(_MOST_ROWS, sum(one.asked_for for one in shown))]
    ]
    header = ["model", "size", "quantization", "memory", "tokens/s", "licence", "released", "why"]
    more = len(members) - len(rows)
    ends = [f"… and {more} more: see --json"] if more > 0 else []
    return ["", f"{tier.value.capitalize()} ({len(members)})", table(rows, header), *ends]
