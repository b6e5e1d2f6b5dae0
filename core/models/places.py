"""Where programs keep model files, on Linux, macOS and Windows.

A pure function of the platform, the home folder and the environment, so that
every system's places are known on every system. Which of them exist is found
out by whoever looks.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath, PurePosixPath, PureWindowsPath


class Layout(StrEnum):
    FILES = "files"  # .gguf files in folders
    OLLAMA = "ollama"  # manifests that give names to blobs


@dataclass(frozen=True)
class Place:
    source: str  # the program, as the user knows it
    path: PurePath
    layout: Layout = Layout.FILES


def known_places(platform: str, home: PurePath | str, env: Mapping[str, str]) -> tuple[Place, ...]:
    """All places worth a look; `platform` as in sys.platform.

    >>> places = known_places("linux", "/home/ann", {})
    >>> [str(place.path) for place in places if place.source == "Ollama"]
    ['/home/ann/.ollama/models', '/usr/share/ollama/.ollama/models', '/var/lib/ollama/models']
    """
    flavour = PureWindowsPath if platform == "win32" else PurePosixPath
    base = _Bases(platform, flavour(home), env, flavour)
    found = (*_lm_studio(base), *_ollama(base), *_hugging_face(base), *_llama_cpp(base), *_gpt4all(base), *_jan(base))
    return tuple(dict.fromkeys(found))


class _Bases:
    """The folders that the others start from."""

    def __init__(self, platform: str, home: PurePath, env: Mapping[str, str], flavour: type[PurePath]) -> None:
        self.platform = platform
        self.home = home
        self._env = env
        self._flavour = flavour

    def given(self, variable: str) -> PurePath | None:
        """A folder from the environment, with ~ for the home."""
        text = self._env.get(variable, "").strip()
        if not text:
            return None
        path = self._flavour(text)
        return self.home.joinpath(*path.parts[1:]) if path.parts and path.parts[0] == "~" else path

    @property
    def cache(self) -> PurePath:
        """Where programs of Unix habits keep what can be fetched again, on every system."""
        return self.given("XDG_CACHE_HOME") or self.home / ".cache"

    @property
    def local(self) -> PurePath:
        """Data of this machine."""
        if self.platform == "win32":
            return self.given("LOCALAPPDATA") or self.home / "AppData" / "Local"
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        return self.given("XDG_DATA_HOME") or self.home / ".local" / "share"

    @property
    def settings(self) -> PurePath:
        """Settings and what belongs to them."""
        if self.platform == "win32":
            return self.given("APPDATA") or self.home / "AppData" / "Roaming"
        if self.platform == "darwin":
            return self.home / "Library" / "Application Support"
        return self.given("XDG_CONFIG_HOME") or self.home / ".config"


def _lm_studio(base: _Bases) -> list[Place]:
    return [
        Place("LM Studio", base.home / ".lmstudio" / "models"),
        Place("LM Studio", base.home / ".cache" / "lm-studio" / "models"),
    ]


def _ollama(base: _Bases) -> list[Place]:
    if chosen := base.given("OLLAMA_MODELS"):
        return [Place("Ollama", chosen, Layout.OLLAMA)]
    places = [base.home / ".ollama" / "models"]
    if base.platform not in ("win32", "darwin"):  # as a service it has a home of its own
        places += [PurePosixPath("/usr/share/ollama/.ollama/models"), PurePosixPath("/var/lib/ollama/models")]
    return [Place("Ollama", path, Layout.OLLAMA) for path in places]


def _hugging_face(base: _Bases) -> list[Place]:
    chosen = base.given("HF_HUB_CACHE") or base.given("HUGGINGFACE_HUB_CACHE")
    home = base.given("HF_HOME") or base.cache / "huggingface"
    return [Place("Hugging Face cache", chosen or home / "hub")]


def _llama_cpp(base: _Bases) -> list[Place]:
    if chosen := base.given("LLAMA_CACHE"):
        return [Place("llama.cpp cache", chosen)]
    if base.platform == "darwin":
        return [Place("llama.cpp cache", base.home / "Library" / "Caches" / "llama.cpp")]
    if base.platform == "win32":
        return [Place("llama.cpp cache", base.local / "llama.cpp")]
    return [Place("llama.cpp cache", base.cache / "llama.cpp")]


def _gpt4all(base: _Bases) -> list[Place]:
    return [
        Place("GPT4All", base.local / "nomic.ai" / "GPT4All"),
        Place("GPT4All", base.home / ".cache" / "gpt4all"),
    ]


def _jan(base: _Bases) -> list[Place]:
    return [
        Place("Jan", base.settings / "Jan" / "data" / "llamacpp" / "models"),
        Place("Jan", base.local / "Jan" / "data" / "llamacpp" / "models"),
        Place("Jan", base.home / "jan" / "models"),
    ]
