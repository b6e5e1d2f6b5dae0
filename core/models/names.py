"""The one parser of model names, file names and labels.

A name such as `bartowski/Qwen2.5-Coder-7B-Instruct-GGUF` is a row of parts that
makers put in any order. Known parts are recognised one kind after the other
(quantization first, sizes before families, so that the 7 of "Mistral-7B" is no
generation); what is left over is kept word for word and said to be unknown. A
name is a claim: nothing here is measured.

    >>> name = parse_name("Qwen3-30B-A3B-Instruct-2507-UD-Q2_K_XL.gguf")
    >>> name.family, name.generation, name.size_b, name.active_b, name.quantization
    ('Qwen', '3', 30.0, 3.0, 'UD-Q2_K_XL')
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache, partial

from core.catalogue.quantization import explain_label
from core.models.name_rules import (
    GGUF_LABEL,
    OTHER_LABEL,
    OTHER_LABEL_MEANINGS,
    STRANGE_LABEL,
    Family,
    PartKind,
    Role,
    bounded,
    families,
    known_publishers,
    repackagers,
    word_rules,
)

MAX_NAME_LENGTH = 400  # longer names are cut; no file system allows more than 255 for a file


@dataclass(frozen=True)
class NamePart:
    """One recognised part, as it stands in the name, and what it means."""

    text: str
    kind: PartKind
    meaning: str
    start: int = field(default=0, compare=False)
    value: str = ""  # what it is filed under, such as "instruct" for "it"


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
    size_b: float | None  # billions of parameters; of one expert times experts for 8x7B
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


@lru_cache(maxsize=4096)
def parse_name(text: str) -> ModelName:
    """Read a model name, a file name, a repo, a link to the Hub, or an Ollama tag. Never fails."""
    return _Parser(text[:MAX_NAME_LENGTH]).parse()


def explain_name(text: str) -> list[tuple[str, str]]:
    """Each part of a name with its meaning, in the order of the name.

    >>> explain_name("gemma-3-1b-it-Q4_0.gguf")[2]
    ('1b', '1 billion parameters')
    """
    return [(piece.text, piece.meaning) for piece in parse_name(text).pieces]


def canonical_key(text: str) -> str:
    """A key that is the same for one model under its different spellings.

    Publisher, quantization, file format and the order of the parts do not
    count; family, generation, size, role, version and date do. Two names with
    one key are the same model as far as names can tell.

        >>> canonical_key("bartowski/Meta-Llama-3.1-8B-Instruct-GGUF") == canonical_key("llama3.1:8b-instruct-q4_K_M")
        True
    """
    name = parse_name(text)
    ignored = {PartKind.PUBLISHER, PartKind.REPO, PartKind.QUANTIZATION, PartKind.IMATRIX, PartKind.FORMAT}
    ignored |= {PartKind.SPLIT, PartKind.MADE_FROM}
    counted = [piece for piece in name.pieces if piece.kind not in ignored and piece.value != "latest"]
    lead = sorted(_squeeze(piece.value) for piece in counted if piece.kind is PartKind.FAMILY)
    rest = {_key_part(piece) for piece in counted if piece.kind is not PartKind.FAMILY}
    return "|".join([*lead, *sorted(part for part in rest if part)])


def _key_part(piece: NamePart) -> str:
    squeezed = _squeeze(piece.value or piece.text)
    numbered = piece.kind in (PartKind.GENERATION, PartKind.VERSION)  # v3-3 is 3.3
    return re.sub(r"^v(?=\d)", "", squeezed) if numbered else squeezed


def _squeeze(text: str) -> str:
    return re.sub(r"[^\w.]+|_", "", text.lower())


_SPLIT = re.compile(r"[-_.](\d{5})[-_]of[-_](\d{5})$", re.IGNORECASE)
_OLD_SPLIT = re.compile(r"\.gguf[-.](?:split-([a-z])|part(\d+)of(\d+))$", re.IGNORECASE)
_MIX = bounded(r"(\d{1,3})x(\d+(?:\.\d+)?)b|(\d+(?:\.\d+)?)bx(\d{1,3})")
_ACTIVE = bounded(r"A(\d+(?:\.\d+)?)B")
_EFFECTIVE = bounded(r"E(\d+(?:\.\d+)?)B")
_EXPERTS = bounded(r"(\d{1,3})E")
_BILLIONS = re.compile(r"(?<![A-Za-z0-9.])(\d+(?:\.\d+)?|\d_\d{1,2})[ ]?b(?![A-Za-z0-9])", re.IGNORECASE)
_GLUED_BILLIONS = re.compile(r"(?<=[A-Za-z])(\d{1,3})b(?![A-Za-z0-9])", re.IGNORECASE)
_MILLIONS = re.compile(r"(?<![A-Za-z0-9.])(\d+(?:\.\d+)?)m(?![A-Za-z0-9])", re.IGNORECASE)
_TRILLIONS = re.compile(r"(?<![A-Za-z0-9.])(\d+(?:\.\d+)?)t(?![A-Za-z0-9])", re.IGNORECASE)
_CONTEXT = re.compile(r"(?<![A-Za-z0-9.])(\d{1,4})k(?![A-Za-z0-9])", re.IGNORECASE)
_TEACHER = r"(?:claude|gpt|chatgpt|gemini|deep[-_]?seek|opus|sonnet|grok|kimi|glm|qwen|llama|r1|o1|o3)"
_DISTILLED = bounded(rf"({_TEACHER}(?:[-_. ]?[a-z0-9.]+){{0,5}}?)[-_. ]distill?(?:ed|ation)?|distill?(?:ed|ation)?")
_R1_INTO = bounded(r"(deepseek[-_]r1[-_]0528)(?=[-_]qwen3)")
_GENERATION = re.compile(
    r"[-_ .]?([vkmh]?\d{1,2}(?:[._]\d{1,2}(?!\d)){0,2}(?:(?<=v\d)-\d(?![\da-z.]))?[no]?)"
    r"(?!\d|[._]\d|-20[23]\d|(?!vl?(?![a-z]))[a-z](?![a-z]{2}))",
    re.IGNORECASE,
)
_GLUED_VISION = re.compile(r"(?<=\d)vl?(?![A-Za-z0-9])", re.IGNORECASE)
_CHECKPOINT = bounded(r"(?:intermediate-)?step-\d+k?")
_VERSION = bounded(r"v\d{1,2}(?:\.\d{1,3}){0,3}(?:-\d(?=$|[-_. ]))?|v\d{1,2}(?:alpha|beta)|rev\d+|rc\d+|r\d")
_DATE = re.compile(
    r"(?<![A-Za-z0-9.])(20[2-3]\d-?[01]\d-?[0-3]\d|20[2-3]\d-[01]\d|[01]\d-20[2-3]\d|2[2-9][01]\d[0-3]\d"
    r"|2[2-9](?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])|(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01]))(?![A-Za-z0-9])"
)
_WORD = re.compile(r"[^\s\-_:/()\[\],;@|=]+")


class _Parser:
    """Takes parts out of a name, kind after kind; `taken` marks what is gone."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        self.pieces: list[NamePart] = []
        self.publisher: str | None = None
        self.repo: str | None = None
        self.part: int | None = None
        self.parts: int | None = None
        self.stem = self._cut_folders_and_suffixes()
        self.taken = [False] * len(self.stem)
        self.size_b: float | None = None
        self.active_b: float | None = None
        self.experts: int | None = None

    def parse(self) -> ModelName:
        quantization = self._take_quantization()
        self._take_sizes()
        distilled_from = self._take_distilled()
        family, generation, fine_tune, roles = self._take_families()
        self._take_numbers()
        for rule in word_rules():
            self._take(rule.pattern, rule.kind, _always(rule.value, rule.meaning))
        self._take_publisher()
        unknown = self._take_the_rest()
        self.pieces.sort(key=lambda piece: piece.start)
        first = self._first
        found = {piece.value for piece in self.pieces if piece.kind is PartKind.ROLE}
        return ModelName(
            text=self.text,
            stem=self.stem,
            publisher=self.publisher,
            repo=self.repo,
            family=family,
            generation=generation,
            fine_tune=fine_tune,
            size_b=self.size_b,
            active_b=self.active_b,
            experts=self.experts,
            roles=tuple(role for role in Role if role in found or role in roles),
            distilled_from=distilled_from,
            merge=any(piece.value == "merge" for piece in self.pieces),
            abliterated=first(PartKind.UNCENSORED, "abliterated") is not None,
            uncensored=any(piece.kind is PartKind.UNCENSORED for piece in self.pieces),
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
            variants=tuple(piece.value for piece in self.pieces if piece.kind is PartKind.VARIANT),
            unknown=unknown,
            pieces=tuple(self.pieces),
        )

    def _first(self, kind: PartKind, value: str | None = None) -> str | None:
        return next((p.value for p in self.pieces if p.kind is kind and value in (None, p.value)), None)

    def _cut_folders_and_suffixes(self) -> str:
        text = re.sub(r"^(?:https?://)?(?:huggingface\.co|hf\.co|ollama\.com)/(?:library/)?", "", self.text)
        text = re.sub(r"/(?:blob|resolve|tree|raw)/[^/]+(?=/|$)", "", text).split("?")[0].rstrip("/")
        folders = [folder for folder in text.replace("\\", "/").split("/") if folder]
        last = folders[-1] if folders else text
        is_file = last.lower().endswith(".gguf") or _OLD_SPLIT.search(last) is not None
        local = re.match(r"[/~.\\]|[A-Za-z]:[/\\]", text) is not None
        if is_file and len(folders) in (3, 4) and not local:  # publisher/repo/[folder/]file.gguf
            self.publisher, self.repo = folders[:2]
        elif not is_file and len(folders) == 2 and not local:
            self.publisher, self.repo = folders[0], last
        if self.publisher:
            self.pieces.append(NamePart(self.publisher, PartKind.PUBLISHER, _publisher_meaning(self.publisher), -2))
        return self._cut_part_number(last)

    def _cut_part_number(self, last: str) -> str:
        if match := _OLD_SPLIT.search(last):
            self.part = ord(match[1].lower()) - 96 if match[1] else int(match[2])
            self.parts = int(match[3]) if match[3] else None
            meaning = "a piece of a cut file: join the pieces before use"
            self.pieces.append(NamePart(match[0][5:].lstrip("-."), PartKind.SPLIT, meaning, len(last)))
            return last[: match.start()]
        stem = re.sub(r"\.gguf$", "", last, flags=re.IGNORECASE)
        if match := _SPLIT.search(stem):
            self.part, self.parts = int(match[1]), int(match[2])
            meaning = f"part {self.part} of {self.parts}: all are needed, in one folder"
            self.pieces.append(NamePart(match[0][1:], PartKind.SPLIT, meaning, len(last)))
            stem = stem[: match.start()]
        return stem

    def _take(
        self,
        pattern: re.Pattern[str],
        kind: PartKind,
        read: Callable[[re.Match[str]], tuple[str, str] | None],
        most: int = 8,
    ) -> list[str]:
        """Take every free match of `pattern` that `read` gives a value and a meaning for."""
        values: list[str] = []
        for match in pattern.finditer(self.stem):
            if any(self.taken[match.start() : match.end()]) or len(values) >= most:
                continue
            if (result := read(match)) is None:
                continue
            value, meaning = result
            self._mark(match.start(), match.end())
            self.pieces.append(NamePart(match[0], kind, meaning, match.start(), value))
            values.append(value)
        return values

    def _mark(self, start: int, end: int) -> None:
        self.taken[start:end] = [True] * (end - start)

    def _take_quantization(self) -> str | None:
        self._take(
            bounded(rf"from[-_ ](?:{GGUF_LABEL.pattern})"),
            PartKind.MADE_FROM,
            lambda match: (
                _spell(match[0][5:]),
                f"made from a {_spell(match[0][5:])} file: it cannot be better than that",
            ),
        )
        gguf = self._take(
            GGUF_LABEL, PartKind.QUANTIZATION, lambda match: (_spell(match[0]), explain_label(_spell(match[0])))
        )
        if not gguf:
            gguf = self._take(STRANGE_LABEL, PartKind.QUANTIZATION, lambda match: (match[0], explain_label(match[0])))
        other = self._take(
            OTHER_LABEL, PartKind.QUANTIZATION, lambda match: (match[0].lower(), _explain_other(match[0]))
        )
        return gguf[-1] if gguf else other[-1] if other else None

    def _take_sizes(self) -> None:
        mixed = self._take(_MIX, PartKind.SIZE, self._read_mix, most=1)
        self._take(_ACTIVE, PartKind.ACTIVE, self._read_active, most=1)
        self._take(_EFFECTIVE, PartKind.ACTIVE, self._read_effective, most=1)
        self._take(_EXPERTS, PartKind.EXPERTS, self._read_experts, most=1)
        for pattern, factor in ((_BILLIONS, 1.0), (_GLUED_BILLIONS, 1.0), (_MILLIONS, 1e-3), (_TRILLIONS, 1e3)):
            if self.size_b is None or (mixed and factor == 1.0):  # Mixtral_34Bx2_MoE_60B tells the whole as well
                self._take(pattern, PartKind.SIZE, partial(self._read_size, factor=factor), most=1)
        if self.experts and self.active_b is None and self.size_b and self._first(PartKind.EXPERTS):
            self.active_b, self.size_b = self.size_b, None  # 17B-16E: the size of Llama 4 is the active one

    def _read_mix(self, match: re.Match[str]) -> tuple[str, str]:
        experts, each = (match[1], match[2]) if match[1] else (match[4], match[3])
        self.experts, self.size_b = int(experts), int(experts) * float(each)
        meaning = f"a mixture of {experts} experts of {each} billion parameters; shared layers make the whole smaller"
        return f"{experts}x{each}b", meaning

    def _read_active(self, match: re.Match[str]) -> tuple[str, str]:
        self.active_b = float(match[1])
        return f"a{_trim(self.active_b)}b", f"{_trim(self.active_b)} billion parameters used for each token"

    def _read_effective(self, match: re.Match[str]) -> tuple[str, str]:
        self.active_b = float(match[1])
        return (
            f"e{_trim(self.active_b)}b",
            f"needs the memory of {_trim(self.active_b)} billion parameters; the file has more",
        )

    def _read_experts(self, match: re.Match[str]) -> tuple[str, str]:
        self.experts = int(match[1])
        return f"{match[1]}e", f"a mixture of {match[1]} experts; the size beside it is what each token uses"

    def _read_size(self, match: re.Match[str], *, factor: float) -> tuple[str, str]:
        self.size_b = round(float(match[1].replace("_", ".")) * factor, 6)
        amount = f"{_trim(self.size_b)} billion" if self.size_b >= 1 else f"{_trim(self.size_b * 1000)} million"
        return f"{_trim(self.size_b)}b", f"{amount} parameters"

    def _take_distilled(self) -> str | None:
        self._take(
            _R1_INTO, PartKind.DISTILLED, lambda _: ("DeepSeek-R1-0528", "trained on the answers of DeepSeek-R1-0528")
        )
        self._take(_DISTILLED, PartKind.DISTILLED, self._read_distilled)
        return self._first(PartKind.DISTILLED)

    def _read_distilled(self, match: re.Match[str]) -> tuple[str, str]:
        teacher = match[1]
        if not teacher:
            return "unknown", "trained on the answers of a bigger model, not said which"
        return teacher, f"trained on the answers of {teacher}"

    def _take_families(self) -> tuple[str | None, str | None, str | None, set[Role]]:
        """(family, generation, fine-tune, roles that the families imply).

        The family is what the model is built on. A name that tells only its
        fine-tune (zephyr-7b) gives that; a second family (Llama-3.3-Nemotron)
        is a fine-tune of the first.
        """
        bases: list[tuple[str, str | None]] = []
        tunes: list[tuple[str, str | None]] = []
        roles: set[Role] = set()
        while (found := self._next_family()) is not None:
            family, match = found
            generation = self._take_family(family, match)
            roles.update(family.roles)
            (tunes if family.fine_tune else bases).append((family.family, generation))
        family_name, generation = next(iter(bases + tunes), (None, None))
        tune = next(iter(tunes + bases[1:]), None)
        return family_name, generation, " ".join(filter(None, tune)) if tune else None, roles

    def _next_family(self) -> tuple[Family, re.Match[str]] | None:
        """The first family that is still free; of several there, the one with the longest name."""
        found = [
            (family, match)
            for family in families()
            for match in family.pattern.finditer(self.stem)
            if match[0] and not any(self.taken[match.start() : match.end()])
        ]
        return min(found, key=lambda item: (item[1].start(), -len(item[1][0])), default=None)

    def _take_family(self, family: Family, match: re.Match[str]) -> str | None:
        kind = "fine-tune" if family.fine_tune else "family"
        self._mark(match.start(), match.end())
        meaning = f"the {kind} {family.family}, of {family.publisher}"
        self.pieces.append(NamePart(match[0], PartKind.FAMILY, meaning, match.start(), family.family))
        after = _GENERATION.match(self.stem, match.end())
        if not after or any(self.taken[after.start() : after.end()]):
            return None
        generation = re.sub(r"[_-]", ".", after[1])
        self._mark(after.start(), after.end())
        meaning = f"generation {generation} of {family.family}"
        self.pieces.append(NamePart(after[1], PartKind.GENERATION, meaning, after.start(1), generation))
        return generation

    def _take_numbers(self) -> None:
        self._take(_GLUED_VISION, PartKind.ROLE, lambda _: (Role.VISION, "reads images too"))
        self._take(_CHECKPOINT, PartKind.TRAINING, lambda m: (m[0], "a snapshot from the middle of its training"))
        if self.size_b is not None:
            self._take(
                _MILLIONS,
                PartKind.CONTEXT,
                lambda m: (str(int(float(m[1]) * 1000)), f"up to {m[1]} million tokens of context"),
            )
            self._take(_TRILLIONS, PartKind.TRAINING, lambda m: (f"{m[1]}t", f"trained on {m[1]} trillion tokens"))
        self._take(_CONTEXT, PartKind.CONTEXT, lambda m: (m[1], f"up to {m[1]} thousand tokens of context"))
        self._take(
            _VERSION,
            PartKind.VERSION,
            lambda m: (re.sub(r"-", ".", m[0].lower()), f"version {m[0].lstrip('vV')} by its maker's count"),
        )
        self._take(_DATE, PartKind.DATE, lambda m: (m[0], _explain_date(m[0])))

    def _take_publisher(self) -> None:
        """A leading account name, as in google_gemma-3-1b-it."""
        for separator in re.finditer(r"[-_]", self.stem):
            account = self.stem[: separator.start()]
            if any(self.taken[: separator.start()]):
                return
            if account.lower() in known_publishers():
                self._mark(0, separator.start())
                self.pieces.append(NamePart(account, PartKind.PUBLISHER, _publisher_meaning(account), 0))
                self.publisher = self.publisher or account

    def _take_the_rest(self) -> tuple[str, ...]:
        unknown = []
        for start, end in _free_words(self.stem, self.taken):
            text = self.stem[start:end]
            self.pieces.append(NamePart(text, PartKind.UNKNOWN, "unknown: kept as it stands", start, text.lower()))
            unknown.append(text)
        return tuple(unknown)


def _always(value: str, meaning: str) -> Callable[[re.Match[str]], tuple[str, str]]:
    return lambda _: (value, meaning)


def _free_words(stem: str, taken: list[bool]) -> Iterable[tuple[int, int]]:
    """Stretches of the name that nobody took, without the separators around them."""
    for word in _WORD.finditer(stem):
        start = word.start()
        for position in range(word.start(), word.end() + 1):
            if position == word.end() or taken[position]:
                text = stem[start:position]
                trimmed = text.strip(".+'\"")
                if trimmed:
                    offset = start + text.index(trimmed)
                    yield offset, offset + len(trimmed)
                start = position + 1


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


def _trim(number: float) -> str:
    return f"{number:g}"
