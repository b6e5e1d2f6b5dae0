"""llama.cpp's training functions, as ctypes: what llama-cpp-python does not wrap, or wraps in part.

llama_opt_params of llama.h ends with the optimizer's type, which the struct of
llama-cpp-python 0.3.36 lacks, and the ggml_opt functions are not wrapped at
all. They lie in ggml's base library, which is loaded already.
Source: ggml-opt.h and llama.h of the llama.cpp that llama-cpp-python 0.3.36 ships.
"""

import ctypes
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from core.errors import InferenceError
from core.inference.library import llama

_POINTER: Final = ctypes.c_void_p
_COUNT: Final = ctypes.c_int64
_INT32: Final = 26  # GGML_TYPE_I32
ADAMW: Final = 0

ParameterFilter = ctypes.CFUNCTYPE(ctypes.c_bool, _POINTER, _POINTER)
EpochCallback = ctypes.CFUNCTYPE(
    None, ctypes.c_bool, _POINTER, _POINTER, _POINTER, _COUNT, _COUNT, _COUNT
)  # train, context, dataset, result, windows done, windows in all, start


class OptimizerParameters(ctypes.Structure):
    """ggml_opt_optimizer_params: the numbers of AdamW, then those of SGD."""

    _fields_ = (
        ("alpha", ctypes.c_float),  # the learning rate
        ("beta1", ctypes.c_float),
        ("beta2", ctypes.c_float),
        ("eps", ctypes.c_float),
        ("wd", ctypes.c_float),
        ("sgd_alpha", ctypes.c_float),
        ("sgd_wd", ctypes.c_float),
    )


class TrainingParameters(ctypes.Structure):
    """llama_opt_params, whole."""

    _fields_ = (
        ("n_ctx_train", ctypes.c_uint32),  # 0: the context's
        ("param_filter", ParameterFilter),
        ("param_filter_ud", _POINTER),
        ("get_opt_pars", _POINTER),
        ("get_opt_pars_ud", _POINTER),
        ("optimizer_type", ctypes.c_int),
    )


# Result and arguments of each function, by its name.
_GGML: Final[Mapping[str, tuple[Any, ...]]] = {
    "ggml_get_name": (ctypes.c_char_p, _POINTER),
    "ggml_get_data": (_POINTER, _POINTER),
    "ggml_nbytes": (ctypes.c_size_t, _POINTER),
    "ggml_opt_dataset_init": (_POINTER, ctypes.c_int, ctypes.c_int, _COUNT, _COUNT, _COUNT, _COUNT),
    "ggml_opt_dataset_free": (None, _POINTER),
    "ggml_opt_dataset_data": (_POINTER, _POINTER),
    "ggml_opt_dataset_labels": (_POINTER, _POINTER),
    "ggml_opt_result_init": (_POINTER,),
    "ggml_opt_result_free": (None, _POINTER),
    "ggml_opt_result_ndata": (None, _POINTER, _POINTER),
    "ggml_opt_result_loss": (None, _POINTER, _POINTER, _POINTER),
    "ggml_opt_result_pred": (None, _POINTER, _POINTER),
}
_LLAMA: Final[Mapping[str, tuple[Any, ...]]] = {
    "llama_opt_init": (None, _POINTER, _POINTER, TrainingParameters),
    "llama_opt_epoch": (None, _POINTER, _POINTER, _POINTER, _POINTER, _COUNT, EpochCallback, EpochCallback),
}


class TrainingApi:
    """The functions with their types. Raises InferenceError where the build has none."""

    def __init__(self) -> None:
        low_level = llama()
        base = _load_base(low_level)
        self._functions: dict[str, Any] = {}
        for library, declared in ((base, _GGML), (low_level._lib, _LLAMA)):
            for name, (result, *arguments) in declared.items():
                # By address: the wrapper's own declarations of these names have other types.
                self._functions[name] = ctypes.CFUNCTYPE(result, *arguments)(_address(library, name))
        self._constant = _address(base, "ggml_opt_get_constant_optimizer_params")

    def begin(
        self, context: Any, model: Any, wanted: Callable[[str], bool], parameters: OptimizerParameters
    ) -> dict[str, npt.NDArray[np.float32]]:
        """Make the wanted tensors trainable; returns their weights as they lie in memory, flat, by name.

        The optimizer reads `parameters` at every step, so they must outlive the training.
        """
        found: dict[str, npt.NDArray[np.float32]] = {}

        def choose(tensor: int, _data: Any) -> bool:
            name = self._functions["ggml_get_name"](tensor).decode(errors="replace")
            if not wanted(name):
                return False
            count = self._functions["ggml_nbytes"](tensor) // 4
            data = ctypes.cast(self._functions["ggml_get_data"](tensor), ctypes.POINTER(ctypes.c_float))
            found[name] = np.ctypeslib.as_array(data, (count,))
            return True

        callback = ParameterFilter(choose)
        address = ctypes.cast(ctypes.pointer(parameters), _POINTER)
        self._functions["llama_opt_init"](
            context, model, TrainingParameters(0, callback, None, self._constant, address, ADAMW)
        )
        return found

    def run_epoch(
        self,
        context: Any,
        tokens: npt.NDArray[np.int32],
        labels: npt.NDArray[np.int32],
        *,
        train: bool,
        on_window: Callable[[int, float], None],
    ) -> tuple[float, npt.NDArray[np.int32]]:
        """One pass over windows of shape (windows, n_ctx), a step for each; without `train` only the loss.

        on_window: called after each with (windows done, mean loss so far).
        Returns the mean loss a token in nats and the likeliest tokens, of the windows' shape.
        """
        functions = self._functions
        windows, n_ctx = tokens.shape
        dataset = functions["ggml_opt_dataset_init"](_INT32, _INT32, n_ctx, n_ctx, windows, 1)
        for name, values in (("data", tokens), ("labels", labels)):
            address = functions["ggml_get_data"](functions[f"ggml_opt_dataset_{name}"](dataset))
            room = ctypes.cast(address, ctypes.POINTER(ctypes.c_int32))
            np.ctypeslib.as_array(room, (windows, n_ctx))[:] = values
        result = functions["ggml_opt_result_init"]()

        def hear(_train: bool, _context: Any, _data: Any, _result: Any, done: int, _all: int, _start: int) -> None:
            on_window(int(done), self._loss(result))

        callback = EpochCallback(hear)
        functions["llama_opt_epoch"](
            context,
            dataset,
            result if train else None,
            None if train else result,
            windows if train else 0,
            callback,
            callback,
        )
        predicted = np.zeros((windows, n_ctx), dtype=np.int32)
        count = ctypes.c_int64()
        functions["ggml_opt_result_ndata"](result, ctypes.addressof(count))
        if count.value == predicted.size:
            functions["ggml_opt_result_pred"](result, predicted.ctypes.data)
        loss = self._loss(result)
        functions["ggml_opt_result_free"](result)
        functions["ggml_opt_dataset_free"](dataset)
        return loss, predicted

    def _loss(self, result: Any) -> float:
        loss = ctypes.c_double()
        self._functions["ggml_opt_result_loss"](result, ctypes.addressof(loss), None)
        return float(loss.value)


def _load_base(low_level: Any) -> Any:
    """ggml's base library; the one that is loaded already, or the program itself where all is one library."""
    from llama_cpp._ctypes_extensions import load_shared_library

    folder = Path(low_level.__file__).parent / "lib"
    try:
        return load_shared_library("ggml-base", folder)
    except (FileNotFoundError, RuntimeError):
        return low_level._lib


def _address(library: Any, name: str) -> int:
    try:
        function = getattr(library, name)
    except AttributeError:
        raise InferenceError(
            f"this build of llama-cpp-python cannot train ({name} is missing): install the version of requirements.txt"
        ) from None
    return ctypes.cast(function, _POINTER).value or 0
