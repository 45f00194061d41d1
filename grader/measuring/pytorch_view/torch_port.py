"""What the view uses of PyTorch, and how it is found.

Neither PyTorch nor Matplotlib is a dependency of the course: requirements/pytorch.txt names both. What the
view needs of them is looked for before it measures anything.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Protocol, cast

from grader.core.errors import GraderError


class PytorchMissing(GraderError):
    """PyTorch, a GPU that it can use, or Matplotlib is not here. The message is a sentence for the user."""


class Tensor(Protocol):
    """A tensor on the GPU: of float32, and of integers where it is an index."""

    def __getitem__(self, key: slice | Tensor) -> Tensor: ...
    def __mul__(self, other: Tensor) -> Tensor: ...
    def __sub__(self, other: Tensor) -> Tensor: ...
    def __truediv__(self, other: Tensor) -> Tensor: ...
    def exp(self) -> Tensor: ...
    def long(self) -> Tensor: ...
    def random_(self, low: int, end: int) -> Tensor: ...
    def copy_(self, source: Tensor) -> Tensor: ...
    def fill_(self, value: float) -> Tensor: ...
    def uniform_(self) -> Tensor: ...
    def sum(self, dim: int | None = None, keepdim: bool = False) -> Tensor: ...
    def t(self) -> Tensor: ...
    def contiguous(self) -> Tensor: ...
    def view(self, rows: int, cols: int) -> Tensor: ...
    def data_ptr(self) -> int: ...


class Event(Protocol):
    """A mark in the GPU's stream of work."""

    def record(self) -> None: ...
    def synchronize(self) -> None: ...
    def elapsed_time(self, end: Event) -> float: ...


class Stream(Protocol):
    """cuda_stream: the driver's handle."""

    @property
    def cuda_stream(self) -> int: ...


class Properties(Protocol):
    """Of a GPU."""

    @property
    def L2_cache_size(self) -> int: ...


class Cuda(Protocol):
    """torch.cuda."""

    def is_available(self) -> bool: ...
    def get_device_name(self) -> str: ...
    def get_device_capability(self) -> tuple[int, int]: ...
    def get_device_properties(self, device: int) -> Properties: ...
    def mem_get_info(self) -> tuple[int, int]: ...
    def current_stream(self) -> Stream: ...
    def empty_cache(self) -> None: ...
    def Event(self, enable_timing: bool) -> Event: ...


class Version(Protocol):
    """torch.version. cuda: the toolkit that PyTorch was built with."""

    @property
    def cuda(self) -> str | None: ...


class Functional(Protocol):
    """torch.nn.functional."""

    def embedding(self, ids: Tensor, table: Tensor) -> Tensor: ...


class Networks(Protocol):
    """torch.nn."""

    @property
    def functional(self) -> Functional: ...


class Torch(Protocol):
    """The module torch."""

    @property
    def __version__(self) -> str: ...
    @property
    def cuda(self) -> Cuda: ...
    @property
    def version(self) -> Version: ...
    @property
    def nn(self) -> Networks: ...
    @property
    def float32(self) -> object: ...
    @property
    def int32(self) -> object: ...
    def empty(self, size: int, *, device: str, dtype: object = None) -> Tensor: ...
    def equal(self, a: Tensor, b: Tensor) -> bool: ...
    def allclose(self, a: Tensor, b: Tensor, *, rtol: float, atol: float) -> bool: ...
    def softmax(self, x: Tensor, dim: int) -> Tensor: ...
    def _softmax_backward_data(self, incoming: Tensor, result: Tensor, dim: int, dtype: object) -> Tensor: ...


INSTALL = "On a computer with an NVIDIA GPU: .venv/bin/python -m pip install -r requirements/pytorch.txt"


def require_matplotlib(name: str = "matplotlib") -> None:
    """Raises PytorchMissing where the plots could not be drawn."""
    if importlib.util.find_spec(name) is None:
        raise PytorchMissing(
            "Matplotlib, which draws the plots, is not here, so PyTorch is not measured beside the labs.",
            INSTALL,
        )


def find_torch(name: str = "torch") -> Torch:
    """PyTorch with a GPU. Raises PytorchMissing where there is none."""
    try:
        torch = cast(Torch, importlib.import_module(name))
    except (ImportError, OSError) as error:  # OSError: a shared library of its own that cannot be loaded
        raise PytorchMissing(
            f"PyTorch is not here ({error}), so its kernels are not measured beside the labs'.",
            INSTALL,
        ) from error
    if not torch.cuda.is_available():
        raise PytorchMissing(
            f"PyTorch {torch.__version__} finds no GPU here: its kernels are not measured beside the labs'.",
            "It needs an NVIDIA GPU, its driver, and a PyTorch that was built for CUDA.",
        )
    return torch
