"""models, preflight, quantize: model files from the command line."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from core.commands.output import json_option, printable, sentences, show, table, tell
from core.errors import InferenceError, ModelFileError
from core.inference.exchange import Settings
from core.inference.quantizer import check_request
from core.inference.quantizer import quantize as make
from core.inference.session import preflight as look
from core.models.fit import FitSettings, estimate_from_shape
from core.models.local import find_local_models
from core.models.machine import machine_memory
from core.models.model_file import ModelFile, load_model_file
from core.questions.question import Message
from core.runs.importance import make_importance

_NONE_FOUND = (
    "No GGUF file found: name the folder that yours are in (python -m core models FOLDER), or run python -m core demo "
    "for small models to rehearse with."
)


@click.command()
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path, readable=False))
@click.option("--n-ctx", default=4096, show_default=True, type=click.IntRange(1), help="Context for the memory needed.")
@json_option
@sentences
def models(folders: tuple[Path, ...], n_ctx: int, as_json: bool) -> None:
    """List the model files in FOLDERS and in the usual places: what they hold and whether they fit."""
    found = find_local_models(folders)
    refused = {problem.path for problem in found.not_searched}
    if refused and (not found.files or len(refused) == len(set(folders))):
        raise ModelFileError("; ".join(problem.reason for problem in found.not_searched) + ".")
    memory = machine_memory()
    listed = []
    rows = []
    for file in found.files:
        needed = estimate_from_shape(file.memory, FitSettings(n_ctx=n_ctx))
        fits = needed.fits(memory.available_bytes)
        listed.append(_describe(file) | {"n_ctx": n_ctx, "predicted_bytes": needed.total_bytes, "fits": fits})
        sizes = [f"{file.size_bytes / 1e6:.0f} MB", f"{needed.total_bytes / 1e6:.0f} MB"]
        rows.append([file.display_name, f"{file.bpw:.2f}", *sizes, "fits" if fits else "too big", str(file.path)])
    problems = [{"path": str(problem.path), "reason": problem.reason} for problem in found.problems]
    header = ["model", "bpw", "size", f"memory at n_ctx {n_ctx}", "", "file"]
    text = table(rows, header) if rows else _NONE_FOUND
    text += "".join(f"\n{printable(_told(problem.path, problem.reason), keep='')}" for problem in found.problems)
    show({"files": listed, "problems": problems}, as_json, text)


def _told(path: Path, reason: str) -> str:
    """The reason, with the whole path where it names the file alone."""
    return reason if str(path) in reason else f"{path}: {reason}"


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--system", help="Also a system text, to see whether the template keeps it.")
@click.option("--n-ctx", default=4096, show_default=True, type=click.IntRange(1))
@click.option("--thinking/--no-thinking", default=None, help="For templates that know it.")
@json_option
@sentences
def preflight(path: Path, system: str | None, n_ctx: int, thinking: bool | None, as_json: bool) -> None:
    """Show what the model of a file would be shown: prompt, template, system role, BOS, stop tokens."""
    messages = [Message("system", system)] if system else []
    messages.append(Message("user", "What is 2 + 3?"))
    found = look(path, Settings(n_ctx=n_ctx, thinking=thinking), messages)
    lines = [found.prompt, ""]
    lines.append(f"template: {found.template_source}; system role: {found.system}; thinking: {found.thinking}")
    lines.append(f"BOS tokens: {found.n_bos}; stops at: {found.stop_words or 'nothing'}")
    show(asdict(found), as_json, "\n".join([*lines, *found.notes]))


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("type_name", metavar="TYPE")
@click.argument("destination", type=click.Path(path_type=Path))
@click.option("--imatrix", type=click.Path(path_type=Path), help="An importance matrix of this model.")
@click.option("--text", "text_path", type=click.Path(path_type=Path), help="Or a text of yours to make one from.")
@json_option
@sentences
def quantize(
    source: Path, type_name: str, destination: Path, imatrix: Path | None, text_path: Path | None, as_json: bool
) -> None:
    """Make a smaller file with llama.cpp's quantizer: SRC TYPE DEST, such as Q4_K_M."""
    if imatrix is not None and text_path is not None:
        raise click.UsageError("Give --imatrix or --text, not both.")
    check_request(source, type_name, destination, imatrix, imatrix_follows=text_path is not None)
    if destination.exists():
        raise InferenceError(f"{destination} is there already: choose another name, or delete it first.")
    if text_path is not None:
        tell(f"Reading {text_path.name} with {source.name}, for the importance matrix.")
        imatrix = make_importance(source, text_path, lambda _: None, lambda: False)
    made = make(source, type_name, destination, imatrix=imatrix)
    file = load_model_file(made.path)
    value = {
        "path": str(made.path),
        "quantization": made.type_name,
        "bpw": round(file.bpw, 3),
        "size_bytes": made.size_bytes,
        "requantized_from": made.requantized_from,
        "imatrix": None if imatrix is None else str(imatrix),
        "tensors_in_another_type": made.n_fallback,
        "tensors": made.n_tensors,
    }
    text = f"{made.path}: {made.type_name}, {file.bpw:.2f} bits per weight, {made.size_bytes / 1e6:.0f} MB"
    if made.requantized_from:
        text += f"; requantized from {made.requantized_from}: quality is lost twice"
    if made.n_fallback:
        text += f"; {made.n_fallback} of {made.n_tensors} tensors are kept in another type"
    show(value, as_json, text)


def _describe(file: ModelFile) -> dict[str, Any]:
    """A model file as JSON; the keys are documented in the README."""
    return {
        "path": str(file.path),
        "parts": [str(part) for part in file.parts],
        "name": file.display_name,
        "label_from_name": file.label_from_name,
        "label_from_header": file.label_from_header,
        "architecture": file.architecture,
        "parameters": file.parameters,
        "active_parameters": file.active_parameters,
        "bpw": round(file.bpw, 3),
        "tensor_types": {kind: round(share, 4) for kind, share in file.type_shares},
        "size_bytes": file.size_bytes,
        "context": file.n_ctx_train,
        "has_template": file.has_template,
        "made_from": file.made_from,
        "source": file.source,
    }
