"""What the person needs of a model: the work, the machine, the licence, and what they will do with it.

Memory is in decimal gigabytes, as the sizes of files are. Some of it belongs
to the system and to other programs; what is kept for them is a number that can
be changed, not a secret.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from core.catalogue.use_cases import UseCase

GIGABYTE = 1_000_000_000
GPU_RESERVE_GB = 0.5  # for the driver and the screen


class LicenceNeed(StrEnum):
    ANY = "any"  # private use
    COMMERCIAL = "commercial"  # conditions are fine, a ban on commercial use is not
    OPEN = "open"  # Apache, MIT and the like


class Thinking(StrEnum):
    WELCOME = "welcome"
    OFF = "off"  # models that can switch it off are fine
    ONLY = "only"


class LicenceKind(StrEnum):
    OPEN = "open"
    CONDITIONS = "conditions"  # commercial use under the publisher's own terms
    NON_COMMERCIAL = "non-commercial"
    UNKNOWN = "unknown"


LANGUAGES: Final = {  # ISO 639-1; others can be asked for by their code
    "en": "English",
    "ar": "Arabic",
    "zh": "Chinese",
    "fr": "French",
    "de": "German",
    "hi": "Hindi",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "pt": "Portuguese",
    "ru": "Russian",
    "es": "Spanish",
}


@dataclass(frozen=True)
class Machine:
    """Memory in GB, bandwidth in GB/s; None: not known."""

    memory_gb: float
    reserve_gb: float | None = None  # for the system and other programs; None: a quarter, 1 to 6 GB
    gpu_gb: float = 0.0
    bandwidth_gb_s: float | None = None
    gpu_bandwidth_gb_s: float | None = None
    measured: bool = False  # False: typed in

    @property
    def kept_gb(self) -> float:
        """What stays free for everything else.

        >>> Machine(16).kept_gb
        4.0
        """
        return min(max(self.memory_gb / 4, 1.0), 6.0) if self.reserve_gb is None else self.reserve_gb

    @property
    def usable_bytes(self) -> int:
        """Main memory and GPU together, less what is kept."""
        return int(max(0.0, self.memory_gb - self.kept_gb) * GIGABYTE) + self.gpu_bytes

    @property
    def gpu_bytes(self) -> int:
        return int(max(0.0, self.gpu_gb - GPU_RESERVE_GB) * GIGABYTE)


@dataclass(frozen=True)
class Needs:
    use_case: UseCase
    machine: Machine
    n_ctx: int = 8192
    licence: LicenceNeed = LicenceNeed.ANY
    language: str = "en"  # ISO 639-1
    thinking: Thinking = Thinking.WELCOME
    fine_tune: bool = False  # then base models count too
    community: bool = False  # other people's fine-tunes and merges as well


_NO_COMMERCE = re.compile(r"\bnc\b|-nc-|non-?commercial|non-?production|research", re.IGNORECASE)
_OPEN = re.compile(r"apache|(?<!modified )\bmit\b|\bbsd\b|wtfpl|\bcc-by-4|openmdw", re.IGNORECASE)
_SIZE = re.compile(r"(\d+(?:\.\d+)?)B\b")


def licence_kind(licence: str | None) -> LicenceKind:
    """What a licence allows, by its name. Read the text before you rely on it.

    >>> licence_kind("cc-by-nc-4.0").value, licence_kind("Llama 3.1 Community").value
    ('non-commercial', 'conditions')
    """
    if not licence or licence.lower() in ("other", "unknown"):
        return LicenceKind.UNKNOWN
    if _NO_COMMERCE.search(licence):
        return LicenceKind.NON_COMMERCIAL
    return LicenceKind.OPEN if _OPEN.search(licence) else LicenceKind.CONDITIONS


def licence_of_size(licence: str | None, size_b: float | None) -> str | None:
    """The part of a family's licence that holds for one size.

    >>> licence_of_size("Apache-2.0 except 3B and 72B (Qwen licences)", 7)
    'Apache-2.0'
    >>> licence_of_size("modified MIT (123B); Apache-2.0 (24B)", 24)
    'Apache-2.0'
    """
    if licence is None or size_b is None:
        return licence
    if match := re.fullmatch(r"(.+?) except (.+?) \((.+)\)", licence):
        return match[3] if _names(match[2], size_b) else match[1]
    if match := re.fullmatch(r"(.+?) \(([\d.]+B): (.+)\)", licence):
        return match[3] if _names(match[2], size_b) else match[1]
    for clause in licence.split(";"):
        if _names(clause, size_b):
            return re.sub(r"\s*\([\d.]+B\)", "", clause).strip()
    return licence


def allows(need: LicenceNeed, licence: str | None) -> bool | None:
    """Whether a licence serves the need; None where that cannot be told."""
    kind = licence_kind(licence)
    if need is LicenceNeed.ANY:
        return True
    if kind is LicenceKind.UNKNOWN:
        return None
    return kind is LicenceKind.OPEN or (need is LicenceNeed.COMMERCIAL and kind is LicenceKind.CONDITIONS)


def _names(text: str, size_b: float) -> bool:
    return any(float(size) == size_b for size in _SIZE.findall(text))
