"""Which files are rungs of one ladder, and which of them is the reference.

Files are one model when their names mean the same model (core/models/names)
and their headers agree on architecture, layers and vocabulary. The reference
is the least compressed file *by content*: an F32 made from a Q4_1 holds a Q4_1
and cannot be better, so a requantized file never counts for more bits than its
source had. Labels are claims; every rung says what it measures.

Two further ladders are built the same way: one file with KV caches of other
types, and two models of which one is larger and the other less compressed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from core.advice.file_contents import content_bits, describe_contents
from core.advice.wording import join_names
from core.catalogue.quantization import Tier, find_label
from core.errors import ModelFileError, NotEnoughData
from core.models.model_file import ModelFile
from core.models.names import canonical_key, parse_name
from core.runs.candidates import candidate_from_file, with_unique_names
from core.runs.distributions import PLAIN_CACHE, Reader
from core.runs.rungs import Rung

CACHES: Final = (PLAIN_CACHE, ("q8_0", "q8_0"), ("q8_0", "q4_0"), ("q4_0", "q4_0"))  # keys are the touchier part


class LadderKind(StrEnum):
    FILES = "files"  # quantizations of one model
    CACHE = "cache"  # one file, other KV caches
    SIZES = "sizes"  # a larger model against a smaller one


@dataclass(frozen=True)
class Step:
    """A rung with the file behind it."""

    rung: Rung
    file: ModelFile

    @property
    def name(self) -> str:
        return self.rung.name

    @property
    def reader(self) -> Reader:
        """What reads a text for the rung."""
        return Reader(self.file, self.rung.cache or PLAIN_CACHE)

    @property
    def holds(self) -> str:
        return describe_contents(self.file)


@dataclass(frozen=True)
class Ladder:
    """Rungs from the least to the most compressed."""

    kind: LadderKind
    title: str
    steps: tuple[Step, ...]
    reference: str  # name of a rung
    notes: tuple[str, ...] = ()

    def step(self, name: str) -> Step:
        return next(step for step in self.steps if step.name == name)

    @property
    def reference_step(self) -> Step:
        return self.step(self.reference)

    @property
    def tested(self) -> tuple[Step, ...]:
        """Every rung but the reference."""
        return tuple(step for step in self.steps if step.name != self.reference)

    @property
    def measurable(self) -> bool:
        return len(self.steps) > 1

    def only(self, names: Sequence[str]) -> "Ladder":
        """These rungs and the reference."""
        return replace(self, steps=tuple(s for s in self.steps if s.name in names or s.name == self.reference))

    def against(self, reference: str) -> "Ladder":
        """The same ladder with another reference."""
        return replace(self, reference=self.step(reference).name)


def find_ladders(files: Sequence[ModelFile]) -> tuple[Ladder, ...]:
    """One ladder for each model, those with most rungs first; a single file is a ladder that cannot be measured."""
    groups: dict[tuple[object, ...], list[ModelFile]] = {}
    # A copy under another name ("…-Q8_0 (1).gguf") is no second rung and no second model: the shortest name is kept.
    by_content: dict[str, ModelFile] = {}
    for file in sorted(files, key=lambda f: len(f.display_name)):
        by_content.setdefault(file.fingerprint, file)
    for file in (file for file in files if by_content[file.fingerprint] is file):
        groups.setdefault(_model_key(file), []).append(file)
    ladders = [_file_ladder(group) for group in groups.values()]
    return tuple(sorted(ladders, key=lambda ladder: (-len(ladder.steps), ladder.title.lower())))


def ladder_of(files: Sequence[ModelFile]) -> Ladder:
    """The ladder of files that a person named; raises ModelFileError where they are not one model."""
    ladders = find_ladders(files)
    if not ladders:
        raise NotEnoughData("No file is named: name the quantizations of one model.")
    if len(ladders) > 1:
        raise ModelFileError(why_not_one_model(ladders))
    return ladders[0]


def why_not_one_model(ladders: Sequence[Ladder]) -> str:
    """The sentence for files that belong to several models: names or vocabularies differ."""
    first, second = ladders[0].steps[0].file, ladders[1].steps[0].file
    if first.n_vocab != second.n_vocab and _name_key(first) == _name_key(second):
        return (
            f"{first.display_name} has a vocabulary of {first.n_vocab or 0:,} tokens and {second.display_name} one of "
            f"{second.n_vocab or 0:,}: they are not one model, whatever their names say. Name files of one model."
        )
    named = [ladder.title for ladder in ladders]
    if len(set(named)) < len(named):  # one title twice: the files tell them apart
        named = [ladder.steps[0].file.path.name for ladder in ladders]
    return (
        f"These files are of {len(ladders)} models ({join_names(named, 'and')}): "
        "a ladder is made of quantizations of one model. To hold two models against each other, compare sizes "
        "(--sizes on the command line)."
    )


def cache_ladder(file: ModelFile, caches: Sequence[tuple[str, str]] = CACHES) -> Ladder:
    """One file with KV caches of several types; the first one is the reference."""
    candidate = candidate_from_file(file)
    steps = tuple(Step(Rung(f"cache {cache_words(cache)}", candidate, cache), file) for cache in caches)
    return Ladder(LadderKind.CACHE, f"KV cache of {candidate.name}", steps, steps[0].name)


def cache_words(cache: tuple[str, str]) -> str:
    """The two types of a KV cache.

    >>> cache_words(("q8_0", "q8_0")), cache_words(("q8_0", "q4_0"))
    ('q8_0', 'K q8_0 V q4_0')
    """
    return cache[0] if cache[0] == cache[1] else f"K {cache[0]} V {cache[1]}"


def size_ladder(first: ModelFile, second: ModelFile) -> Ladder:
    """Two models, the one with more parameters as the reference. Raises NotEnoughData for one file twice."""
    if first.fingerprint == second.fingerprint:
        raise NotEnoughData("Both are the same file: choose two models.")
    larger, smaller = sorted((first, second), key=lambda f: (-f.parameters, -f.bpw))
    steps = _steps([larger, smaller])
    title = f"{steps[0].name} against {steps[1].name}"
    return Ladder(LadderKind.SIZES, title, steps, steps[0].name)


def _file_ladder(group: Sequence[ModelFile]) -> Ladder:
    ordered = sorted(group, key=lambda f: (-f.bpw, -f.size_bytes, f.display_name))
    reference = max(ordered, key=lambda f: (round(content_bits(f), 2), f.made_from is None, f.bpw))
    steps = _steps(ordered, by_label=True)
    chosen = next(step.name for step in steps if step.file.fingerprint == reference.fingerprint)
    return Ladder(LadderKind.FILES, _title(reference), steps, chosen, tuple(_notes(ordered, reference)))


def _steps(files: Sequence[ModelFile], *, by_label: bool = False) -> tuple[Step, ...]:
    """Rungs under their files' names; under their labels where these tell the files of one model apart."""
    by_content = {file.fingerprint: file for file in files}
    candidates = with_unique_names([candidate_from_file(file) for file in files])
    labels = [by_content[c.fingerprint].label for c in candidates]
    if by_label and len(set(labels)) == len(labels):
        return tuple(
            Step(Rung(label, c), by_content[c.fingerprint]) for label, c in zip(labels, candidates, strict=True)
        )
    return tuple(Step(Rung(c.name, c), by_content[c.fingerprint]) for c in candidates)


def _notes(files: Sequence[ModelFile], reference: ModelFile) -> list[str]:
    notes = []
    own = reference.label
    known = find_label(own)
    if known is not None and known.tier is Tier.NATIVE:
        notes.append(f"{own} is what this model was trained in: it is the reference, not a loss.")
    elif reference.bpw < 8 and len(files) > 1:
        notes.append(
            f"The least compressed file here is itself quantized ({own}, {reference.bpw:.1f} bpw): what it has lost "
            "already is out of sight. A Q8_0 or BF16 file would be a better reference."
        )
    larger = [f for f in files if f.bpw > reference.bpw]
    if larger:
        names = join_names([f.label for f in larger], "and")
        notes.append(
            f"{names} {'is' if len(larger) == 1 else 'are'} larger than {own} and made from quantized weights: "
            f"nothing can be gained there, so {own} is the reference."
        )
    return notes


def _title(file: ModelFile) -> str:
    """The model without its quantization, as its publisher writes it."""
    name = file.display_name
    label = parse_name(name).quantization
    if label:
        at = name.lower().rfind(label.lower())
        name = name[:at] if at > 0 else name
    return name.strip(" .-_") or file.display_name


def _model_key(file: ModelFile) -> tuple[object, ...]:
    return (_name_key(file), file.architecture, file.n_layers, file.n_vocab)


def _name_key(file: ModelFile) -> str:
    return canonical_key(file.display_name) or file.display_name.lower()
