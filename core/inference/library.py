"""A model file opened through llama.cpp's low-level interface.

Only this process's llama.cpp is touched, and this module is meant for the
model's own process: a damaged file or a bad build may end it with a signal.
The high-level `Llama` class is not used because it cannot set
`use_extra_bufts`, decodes one sequence at a time and falls back to another
chat format in silence.
"""

import collections
import ctypes
import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.errors import InferenceError, ModelFileError
from core.inference.exchange import Settings
from core.models.file_kind import check_byte_order
from core.models.split_files import read_headers

Tokens = npt.NDArray[np.int32]

KV_TYPES = {"f32": 0, "f16": 1, "bf16": 30, "q8_0": 8, "q4_0": 2, "q4_1": 3, "q5_0": 6, "q5_1": 7, "iq4_nl": 20}

_LOG_LINES: collections.deque[str] = collections.deque(maxlen=200)
_COMPLAINT_CHARACTERS = 200
_METADATA_BYTES = 1 << 20  # the longest metadata value that is read, a chat template for instance
_listeners: list[Callable[[str], None]] = []
_callbacks: list[Any] = []  # ctypes callbacks must outlive their use


def llama() -> Any:
    """llama.cpp's low-level interface, with its log kept instead of printed."""
    import llama_cpp.llama_cpp as low_level

    if not _callbacks:
        callback = low_level.llama_log_callback(_keep_log_line)
        _callbacks.append(callback)
        low_level.llama_log_set(callback, ctypes.c_void_p(0))
        low_level.llama_backend_init()
    return low_level


def listen_to_log(listener: Callable[[str], None]) -> None:
    """Have every line of llama.cpp's log passed on, for as long as the process lives."""
    _listeners.append(listener)


def last_complaints(count: int = 3) -> str:
    """The last errors that llama.cpp logged, newest last, as one line; what a file wrote into them is cut short."""
    seen = dict.fromkeys(line.strip()[:_COMPLAINT_CHARACTERS] for line in _LOG_LINES if line.strip())
    return "; ".join(list(seen)[-count:])


def build_name() -> str:
    """Version and processor features of the build: what a remembered setting depends on.

    Example: "0.5.0-dev CPU : SSE3 = 1 | AVX2 = 1 | OPENMP = 1 | REPACK = 1 | ".
    """
    low_level = llama()
    version, features = low_level.llama_version(), low_level.llama_print_system_info()
    return f"{version.decode(errors='replace')} {features.decode(errors='replace')}"


def gpu_offload_supported() -> bool:
    return bool(llama().llama_supports_gpu_offload())


class OpenedModel:
    """Weights (or only the vocabulary) of one GGUF file in memory.

    Example: `OpenedModel(path, Settings()).tokenize("Hello", add_special=True)`.
    """

    def __init__(
        self,
        path: Path,
        settings: Settings,
        *,
        vocabulary_only: bool = False,
        writable: bool = False,
        on_progress: Callable[[float], None] = lambda _share: None,
    ) -> None:
        if not path.is_file():
            raise ModelFileError(f"{path} is not there: choose the file again")
        check_byte_order(read_headers(path))
        self.path = path
        self.low_level = llama()
        _LOG_LINES.clear()
        parameters = _model_parameters(self.low_level, settings, vocabulary_only)
        if writable:  # weights in memory of their own: those of a mapped file cannot be trained
            parameters.load_mode = self.low_level.LLAMA_LOAD_MODE_NONE
        callback = self.low_level.llama_progress_callback(_progress_callback(on_progress))
        parameters.progress_callback = callback
        self._model = self.low_level.llama_model_load_from_file(str(path).encode(), parameters)
        if not self._model:
            raise ModelFileError(f"{path.name} could not be loaded by llama.cpp: {last_complaints() or 'no reason'}")
        self._vocab = self.low_level.llama_model_get_vocab(self._model)
        self.n_vocab = int(self.low_level.llama_vocab_n_tokens(self._vocab))
        self._pieces: dict[int, bytes] = {}
        if not vocabulary_only:
            self._refuse_other_kinds()

    def close(self) -> None:
        if self._model:
            self.low_level.llama_model_free(self._model)
            self._model = None

    @property
    def model_pointer(self) -> Any:
        return self._model

    @property
    def vocab_pointer(self) -> Any:
        return self._vocab

    @cached_property
    def metadata(self) -> dict[str, str]:
        """Scalar metadata as text; long arrays (the vocabulary) are not among it."""
        count = self.low_level.llama_model_meta_count(self._model)
        pairs = (self._metadata_pair(index) for index in range(count))
        return {key: value for key, value in pairs if key}

    @cached_property
    def recurrent(self) -> bool:
        """Whether some or all layers keep a state of fixed size, which has no past to go back to."""
        low_level, model = self.low_level, self._model
        return bool(low_level.llama_model_is_recurrent(model) or low_level.llama_model_is_hybrid(model))

    @property
    def n_ctx_train(self) -> int:
        """Tokens the model was trained for, from the header: known for an opened vocabulary too; 0 if not said."""
        return self._whole_number(f"{self.metadata.get('general.architecture', '')}.context_length", 0)

    @property
    def sliding_window(self) -> int:
        """Tokens of the sliding attention window, 0 without one."""
        return int(self.low_level.llama_model_n_swa(self._model))

    @property
    def chat_template(self) -> str | None:
        return self.metadata.get("tokenizer.chat_template") or None

    @cached_property
    def bos(self) -> int | None:
        token = int(self.low_level.llama_vocab_bos(self._vocab))
        return token if token >= 0 else None

    @cached_property
    def adds_bos(self) -> bool:
        return self.bos is not None and bool(self.low_level.llama_vocab_get_add_bos(self._vocab))

    @cached_property
    def end_tokens(self) -> tuple[int, ...]:
        """Tokens that end an answer, as llama.cpp finds them in the vocabulary."""
        is_end = self.low_level.llama_vocab_is_eog
        return tuple(token for token in range(self.n_vocab) if is_end(self._vocab, token))

    def token_text(self, token: int | None) -> str:
        """The token as it is written in the vocabulary ("<|im_end|>"); "" for None."""
        if token is None or token < 0:
            return ""
        return str((self.low_level.llama_vocab_get_text(self._vocab, token) or b"").decode(errors="replace"))

    @property
    def bos_text(self) -> str:
        return self.token_text(self.bos)

    @property
    def eos_text(self) -> str:
        return self.token_text(int(self.low_level.llama_vocab_eos(self._vocab)))

    def tokenize(self, text: str, *, add_special: bool, parse_special: bool = True) -> Tokens:
        """Token ids of a text, int32 of shape (n,).

        add_special: put BOS before it where the file asks for that.
        parse_special: read "<|im_end|>" as the token, not as letters.
        """
        raw = text.encode()
        room = len(raw) + 8  # no token is shorter than a byte, except the added ones
        buffer = (ctypes.c_int32 * room)()
        count = self.low_level.llama_tokenize(self._vocab, raw, len(raw), buffer, room, add_special, parse_special)
        if count < 0:
            raise InferenceError(f"a text of {len(raw)} bytes could not be turned into tokens")
        return np.ctypeslib.as_array(buffer)[:count].astype(np.int32)

    def piece(self, token: int) -> bytes:
        """The bytes a token writes; markers such as "<think>" are written, not hidden."""
        known = self._pieces.get(token)
        if known is None:
            buffer = ctypes.create_string_buffer(256)
            count = self.low_level.llama_token_to_piece(self._vocab, token, buffer, 256, 0, True)
            if count < 0:
                buffer = ctypes.create_string_buffer(-count)
                count = self.low_level.llama_token_to_piece(self._vocab, token, buffer, -count, 0, True)
            known = self._pieces[token] = buffer.raw[: max(0, count)]
        return known

    def _metadata_pair(self, index: int) -> tuple[str, str]:
        key = ctypes.create_string_buffer(512)
        self.low_level.llama_model_meta_key_by_index(self._model, index, key, 512)
        size = 1024
        while True:
            value = ctypes.create_string_buffer(size)
            needed = self.low_level.llama_model_meta_val_str_by_index(self._model, index, value, size)
            if needed < size or size > _METADATA_BYTES:
                return key.value.decode(errors="replace"), value.value.decode(errors="replace")
            size = needed + 1

    def _whole_number(self, key: str, fallback: int) -> int:
        found = re.search(r"\d+", self.metadata.get(key, ""))
        return int(found.group()) if found else fallback

    def _refuse_other_kinds(self) -> None:
        low_level, model = self.low_level, self._model
        if low_level.llama_model_has_encoder(model) or not low_level.llama_model_has_decoder(model):
            raise ModelFileError(f"{self.path.name} is an encoder, not a model that writes text: choose another file")
        if low_level.llama_model_is_diffusion(model):
            raise ModelFileError(
                f"{self.path.name} is a diffusion model; only models that write from left to right run"
            )


def _progress_callback(on_progress: Callable[[float], None]) -> Callable[[float, Any], bool]:
    def callback(share: float, _data: Any) -> bool:
        on_progress(share)
        return True  # False would end the loading

    return callback


def _model_parameters(low_level: Any, settings: Settings, vocabulary_only: bool) -> Any:
    parameters = low_level.llama_model_default_params()
    parameters.vocab_only = vocabulary_only
    parameters.use_extra_bufts = settings.use_extra_bufts
    open_choice = -1 if gpu_offload_supported() else 0  # all layers where there is a GPU
    parameters.n_gpu_layers = open_choice if settings.n_gpu_layers is None else settings.n_gpu_layers
    return parameters


def _keep_log_line(level: int, text: bytes, _user_data: Any) -> None:
    line = text.decode(errors="replace")
    if level in (3, 4):  # GGML_LOG_LEVEL_WARN and _ERROR
        _LOG_LINES.append(line)
    for listener in _listeners:
        listener(line)
