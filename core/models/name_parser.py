"""Reads a name part by part.

Folders, suffix and part number are cut off first. Then the kinds of parts are
taken one after the other: quantization, sizes (before families, so that the 7
of "Mistral-7B" is no generation), teachers, families, numbers, words. What is
left over is unknown, and said to be.
"""

import re
from dataclasses import dataclass

from core.catalogue.quantization import explain_label
from core.models.name_families import take_families
from core.models.name_rules import (
    GGUF_LABEL,
    OTHER_LABEL,
    OTHER_LABEL_MEANINGS,
    STRANGE_LABEL,
    PartKind,
    Role,
    bounded,
    known_publishers,
    merges,
    repackagers,
    word_rules,
)
from core.models.name_sizes import MILLIONS, TRILLIONS, Sizes
from core.models.name_taker import NamePart, NameTaker, always
from core.models.name_teachers import take_teachers


@dataclass(frozen=True)
class ModelName:
    """What a name says. None or empty: it does not say."""

    text: str
    stem: str  # without folders, .gguf and part numbers: fit to be shown
    publisher: str | None  # the account, as it stands
    repo: str | None
    family: str | None  # what it is built on
    generation: str | None
    fine_tune: str | None  # someone's training on top of the family, such as "Hermes 3"
    size_b: float | None  # billions of parameters; reckoned for 8x7B, where layers are shared
    active_b: float | None  # billions used for each token
    experts: int | None
    roles: tuple[Role, ...]
    distilled_from: str | None  # "" is never used; unknown teachers are "unknown"
    merge: bool
    abliterated: bool
    uncensored: bool
    quantization: str | None  # the label, in its usual spelling
    imatrix: bool
    qat: bool
    dynamic: bool
    made_from: str | None
    part: int | None
    parts: int | None
    context_k: int | None
    version: str | None
    date: str | None
    variants: tuple[str, ...]
    unknown: tuple[str, ...]  # kept as they stand
    pieces: tuple[NamePart, ...]  # in the order of the name

    @property
    def is_embedding(self) -> bool:
        return Role.EMBEDDING in self.roles or Role.RERANKER in self.roles


def read_name(text: str) -> ModelName:
    """What a name says; see names.parse_name."""
    return _Parser(text).parse()


_SPLIT = re.compile(r"[-_.](\d{5})[-_]of[-_](\d{5})$", re.IGNORECASE)
_OLD_SPLIT = re.compile(r"\.gguf[-.](?:split-([a-z])|part(\d+)of(\d+))$", re.IGNORECASE)
_CONTEXT = re.compile(r"(?<![A-Za-z0-9.])(\d{1,4})k(?![A-Za-z0-9])", re.IGNORECASE)
_ACCOUNT = re.compile(r"[\w.-]{1,96}")  # as the Hub allows them
_CACHED = re.compile(r"(?:^|[/\\])models--([^/\\]+?)--([^/\\]+)[/\\]")  # a folder of the Hub's cache
_GLUED_ROLES = {
    Role.GUARD: (re.compile(r"(?<=\d)guard(?![A-Za-z0-9])", re.IGNORECASE), "judges whether a text is safe"),
    Role.REWARD: (re.compile(r"(?<=[a-z])RM(?![A-Za-z0-9])"), "scores answers; it writes nothing"),  # ArmoRM, UltraRM
    Role.CODER: (re.compile(r"(?<=\d)coder(?![A-Za-z0-9])", re.IGNORECASE), "trained for programming"),
}
_GLUED_VISION = re.compile(r"(?<=\d)vl?(?![A-Za-z0-9])", re.IGNORECASE)
_CHECKPOINT = bounded(r"(?:intermediate-)?step-\d+k?")
_VERSION = bounded(r"v\d{1,2}(?:[._]\d{1,3}){0,3}(?:-\d(?=$|[-_. ]))?|v\d{1,2}(?:alpha|beta)|rev\d+|rc\d+|r\d")
_DATE = re.compile(
    r"(?<![A-Za-z0-9.])(20[2-3]\d-?[01]\d-?[0-3]\d|20[2-3]\d-[01]\d|[01]\d-20[2-3]\d|2[2-9][01]\d[0-3]\d"
    r"|2[2-9](?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])|(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01]))(?![A-Za-z0-9])"
)


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self.around: list[NamePart] = []  # what stands before and after the stem
        self.publisher: str | None = None
        self.repo: str | None = None
        self.part: int | None = None
        self.parts: int | None = None
        self.stem = self._cut_folders_and_suffixes()
        self.taker = NameTaker(self.stem)
        self.sizes = Sizes()

    def parse(self) -> ModelName:
        quantization = self._take_quantization()
        self.sizes.take_from(self.taker)
        distilled_from = take_teachers(self.taker)
        family, generation, fine_tune, roles = take_families(self.taker)
        self._take_numbers()
        for rule in word_rules():
            self.taker.take(rule.pattern, rule.kind, always(rule.value, rule.meaning))
        self._take_publisher()
        if family and not generation:
            generation = self._take_late_generation(family)
        unknown = self._take_the_rest()
        pieces = sorted((*self.around, *self.taker.pieces), key=lambda piece: piece.start)
        first = self.taker.first
        found = {piece.value for piece in pieces if piece.kind is PartKind.ROLE}
        if distilled_from and re.search(r"\br1\b", distilled_from, re.IGNORECASE):
            found.add(Role.THINKING)  # it learnt to think aloud from a model that does
        return ModelName(
            text=self.text,
            stem=self.stem,
            publisher=self.publisher,
            repo=self.repo,
            family=family,
            generation=generation,
            fine_tune=fine_tune,
            size_b=self.sizes.size_b,
            active_b=self.sizes.active_b,
            experts=self.sizes.experts,
            roles=tuple(role for role in Role if role in found or role in roles),
            distilled_from=distilled_from,
            merge=any(piece.value == "merge" or piece.value in merges() for piece in pieces),
            abliterated=first(PartKind.UNCENSORED, "abliterated") is not None,
            uncensored=any(piece.kind is PartKind.UNCENSORED for piece in pieces),
            quantization=quantization,
            imatrix=first(PartKind.IMATRIX) is not None or (quantization or "").startswith("i1-"),
            qat=first(PartKind.QAT) is not None,
            dynamic=(quantization or "").startswith("UD-"),
            made_from=first(PartKind.MADE_FROM),
            part=self.part,
            parts=self.parts,
            context_k=int(context) if (context := first(PartKind.CONTEXT)) else None,
            version=first(PartKind.VERSION),
            date=first(PartKind.DATE),
            variants=tuple(piece.value for piece in pieces if piece.kind is PartKind.VARIANT),
            unknown=unknown,
            pieces=tuple(pieces),
        )

    def _cut_folders_and_suffixes(self) -> str:
        text = re.sub(r"^(?:https?://)?(?:huggingface\.co|hf\.co|ollama\.com)/(?:library/)?", "", self.text)
        text = re.sub(r"/(?:blob|resolve|tree|raw)/[^/]+(?=/|$)", "", text).split("?")[0].rstrip("/")
        folders = [folder for folder in text.replace("\\", "/").split("/") if folder]
        last = folders[-1] if folders else text
        is_file = last.lower().endswith(".gguf") or _OLD_SPLIT.search(last) is not None
        local = re.match(r"[/~.\\]|[A-Za-z]:[/\\]", text) is not None
        if cached := _CACHED.search(self.text):
            self.publisher, self.repo = cached[1], cached[2]
        elif is_file and len(folders) in (3, 4) and not local:  # publisher/repo/[folder/]file.gguf
            self.publisher, self.repo = folders[:2]
        elif not is_file and len(folders) == 2 and not local:
            self.publisher, self.repo = folders[0], last.split(":")[0]
        if self.publisher and not _ACCOUNT.fullmatch(self.publisher):
            self.publisher = self.repo = None
        if self.publisher:
            self.around.append(NamePart(self.publisher, PartKind.PUBLISHER, _publisher_meaning(self.publisher), -2))
        return self._cut_part_number(last)

    def _cut_part_number(self, last: str) -> str:
        if match := _OLD_SPLIT.search(last):
            self.part = ord(match[1].lower()) - 96 if match[1] else int(match[2])
            self.parts = int(match[3]) if match[3] else None
            meaning = "a piece of a cut file: join the pieces before use"
            self.around.append(NamePart(match[0][5:].lstrip("-."), PartKind.SPLIT, meaning, len(last)))
            return last[: match.start()]
        stem = re.sub(r"\.gguf$", "", last, flags=re.IGNORECASE)
        if match := _SPLIT.search(stem):
            self.part, self.parts = int(match[1]), int(match[2])
            meaning = (
                f"part {self.part} of {self.parts}: all are needed, in one folder"
                if self.parts > 1
                else "the only part"
            )
            self.around.append(NamePart(match[0][1:], PartKind.SPLIT, meaning, len(last)))
            stem = stem[: match.start()]
        return stem

    def _take_quantization(self) -> str | None:
        self.taker.take(
            bounded(rf"from[-_ ](?:{GGUF_LABEL.pattern})"),
            PartKind.MADE_FROM,
            lambda match: (
                _spell(match[0][5:]),
                f"made from a {_spell(match[0][5:])} file: it cannot be better than that",
            ),
        )
        gguf = self.taker.take(
            GGUF_LABEL, PartKind.QUANTIZATION, lambda match: (_spell(match[0]), explain_label(_spell(match[0])))
        )
        other = self.taker.take(
            OTHER_LABEL, PartKind.QUANTIZATION, lambda match: (match[0].lower(), _explain_other(match[0]))
        )
        if not gguf:
            gguf = self.taker.take(
                STRANGE_LABEL, PartKind.QUANTIZATION, lambda match: (match[0], explain_label(match[0]))
            )
        return gguf[-1] if gguf else other[-1] if other else None

    def _take_numbers(self) -> None:
        self.taker.take(_GLUED_VISION, PartKind.ROLE, lambda _: (Role.VISION, "reads images too"))
        for role, (pattern, meaning) in _GLUED_ROLES.items():
            self.taker.take(pattern, PartKind.ROLE, always(role, meaning))
        self.taker.take(_CHECKPOINT, PartKind.TRAINING, lambda m: (m[0], "a snapshot from the middle of its training"))
        if self.sizes.size_b is not None:
            self.taker.take(
                MILLIONS,
                PartKind.CONTEXT,
                lambda m: (str(int(float(m[1]) * 1000)), f"up to {m[1]} million tokens of context"),
            )
            self.taker.take(TRILLIONS, PartKind.TRAINING, lambda m: (f"{m[1]}t", f"trained on {m[1]} trillion tokens"))
        self.taker.take(_CONTEXT, PartKind.CONTEXT, lambda m: (m[1], f"up to {m[1]} thousand tokens of context"))
        self.taker.take(
            _VERSION,
            PartKind.VERSION,
            lambda m: (
                re.sub(r"[-_]", ".", m[0].lower()),
                f"version {m[0].lstrip('vV').replace('_', '.')} by its maker's count",
            ),
        )
        self.taker.take(_DATE, PartKind.DATE, lambda m: (m[0], _explain_date(m[0])))

    def _take_publisher(self) -> None:
        """A leading account name, as in google_gemma-3-1b-it."""
        for separator in re.finditer(r"[-_]", self.stem):
            account = self.stem[: separator.start()]
            if not self.taker.is_free(0, separator.start()):
                return
            if account.lower() in known_publishers():
                # Behind another account (mlabonne/Meta-Llama-3-120B) it tells whose model it was, not who published it.
                other = self.publisher is not None and self.publisher.lower() != account.lower()
                meaning = f"the name of {known_publishers()[account.lower()]}" if other else _publisher_meaning(account)
                self.taker.add(account, PartKind.PUBLISHER, meaning, 0)
                self.publisher = self.publisher or account

    def _take_late_generation(self, family: str) -> str | None:
        """A plain number that is left over, as in Ling-mini-2.0 or Claude Sonnet 4."""
        for start, text in list(self.taker.free_words()):
            if re.fullmatch(r"\d{1,2}(?:\.\d{1,2})?", text):
                self.taker.add(text, PartKind.GENERATION, f"generation {text} of {family}", start, text)
                return text
        return None

    def _take_the_rest(self) -> tuple[str, ...]:
        unknown = []
        for start, text in list(self.taker.free_words()):
            self.taker.add(text, PartKind.UNKNOWN, "unknown: kept as it stands", start, text.lower())
            unknown.append(text)
        return tuple(unknown)


def _spell(label: str) -> str:
    """A label in its usual spelling: upper case, underscores, the makers' prefixes as they write them."""
    text = re.sub(r"^(ud|i1)[-_.]", "", label, flags=re.IGNORECASE)
    prefix = {"u": "UD-", "i": "i1-"}[label[0].lower()] if text != label else ""
    spelled = text.upper().replace("-", "_")
    return prefix + {"FP16": "F16", "FP32": "F32"}.get(spelled, spelled)


def _explain_other(label: str) -> str:
    lowered = label.lower()
    for start, meaning in OTHER_LABEL_MEANINGS.items():
        if lowered.startswith(start):
            return meaning
    bits = re.search(r"\d+", lowered)
    return f"weights of {bits[0]} bits" if bits else "a quantization"


def _publisher_meaning(account: str) -> str:
    lowered = account.lower()
    if lowered in known_publishers():
        return f"published by {known_publishers()[lowered]}"
    if lowered in repackagers():
        return "published by an account known for quantizing other people's models"
    return "published by this account"


def _explain_date(text: str) -> str:
    digits = text.replace("-", "")
    if len(digits) == 4 and 22 <= int(digits[:2]) <= 29 and 1 <= int(digits[2:]) <= 12:
        return f"released in 20{digits[:2]}-{digits[2:]}"
    return f"the date of its release or snapshot ({text})"
