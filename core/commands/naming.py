"""name: what a model's or a file's name says."""

import click

from core.catalogue.quantization import find_label
from core.commands.output import json_option, sentences, show, table
from core.models.names import canonical_key, find_unsaid, parse_name


@click.command()
@click.argument("text")
@json_option
@sentences
def name(text: str, as_json: bool) -> None:
    """Explain a model's or a file's name, part by part."""
    if not text.strip():
        raise click.UsageError("Name a model or a file.")
    read = parse_name(text)
    unsaid = find_unsaid(text)
    label = find_label(read.quantization) if read.quantization else None
    value = {
        "name": text,
        "publisher": read.publisher,
        "repo": read.repo,
        "family": read.family,
        "generation": read.generation,
        "fine_tune": read.fine_tune,
        "size_b": read.size_b,
        "active_b": read.active_b,
        "experts": read.experts,
        "roles": [role.value for role in read.roles],
        "distilled_from": read.distilled_from,
        "merge": read.merge,
        "abliterated": read.abliterated,
        "uncensored": read.uncensored,
        "quantization": read.quantization,
        "bits_per_weight": label.typical_bpw if label else None,
        "made_from": read.made_from,
        "imatrix": read.imatrix,
        "qat": read.qat,
        "part": read.part,
        "parts_in_all": read.parts,
        "context_k": read.context_k,
        "version": read.version,
        "date": read.date,
        "variants": list(read.variants),
        "unknown": list(read.unknown),
        "not_said": list(unsaid),
        "key": canonical_key(text),
        "parts": [{"text": p.text, "kind": p.kind.value, "meaning": p.meaning} for p in read.pieces],
    }
    lines = table([[p.text, p.kind.value, p.meaning] for p in read.pieces], ["part", "kind", "meaning"])
    if unsaid:
        lines += f"\nThe name does not say: {'; '.join(unsaid)}."
    show(value, as_json, lines)
