"""PyTorch as the view knows it, on NumPy arrays, and kernels that are Python functions."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.measuring.pytorch_view.driver import Argument, Shape
from grader.measuring.pytorch_view.torch_port import Event, Tensor

Array = NDArray[Any]  # float32, or integers


@dataclass(frozen=True, eq=False)
class FakeTensor:
    array: Array

    def __getitem__(self, key: slice | Tensor) -> Tensor:
        return FakeTensor(self.array[key if isinstance(key, slice) else array_of(key)])

    def __mul__(self, other: Tensor) -> Tensor:
        return FakeTensor(self.array * array_of(other))

    def __sub__(self, other: Tensor) -> Tensor:
        return FakeTensor(self.array - array_of(other))

    def __truediv__(self, other: Tensor) -> Tensor:
        return FakeTensor(self.array / array_of(other))

    def exp(self) -> Tensor:
        return FakeTensor(np.exp(self.array))

    def long(self) -> Tensor:
        return FakeTensor(self.array.astype(np.int64))

    def random_(self, low: int, end: int) -> Tensor:
        self.array[...] = np.random.default_rng().integers(low, end, self.array.shape)
        return self

    def copy_(self, source: Tensor) -> Tensor:
        self.array[...] = array_of(source)
        return self

    def fill_(self, value: float) -> Tensor:
        self.array.fill(value)
        return self

    def uniform_(self) -> Tensor:
        self.array[...] = np.random.default_rng().random(self.array.shape, dtype=np.float32)
        return self

    def sum(self, dim: int | None = None, keepdim: bool = False) -> Tensor:
        return FakeTensor(self.array.sum(axis=dim, keepdims=keepdim or dim is None))

    def t(self) -> Tensor:
        return FakeTensor(self.array.T)

    def contiguous(self) -> Tensor:
        return FakeTensor(np.ascontiguousarray(self.array))

    def view(self, rows: int, cols: int) -> Tensor:
        return FakeTensor(self.array.reshape(rows, cols))

    def data_ptr(self) -> int:
        return int(self.array.ctypes.data)


def array_of(tensor: Tensor) -> Array:
    assert isinstance(tensor, FakeTensor)
    return tensor.array


@dataclass
class FakeEvent:
    """Each pair of events lies the next of `times` apart."""

    times: list[float]

    def record(self) -> None:
        pass

    def synchronize(self) -> None:
        pass

    def elapsed_time(self, end: Event) -> float:
        assert end is not self
        return self.times.pop(0) if self.times else 1.0


@dataclass(frozen=True)
class FakeStream:
    cuda_stream: int = 77


@dataclass(frozen=True)
class FakeProperties:
    L2_cache_size: int = 1024


@dataclass
class FakeCuda:
    available: bool = True
    free: int = 1 << 40
    times: list[float] = field(default_factory=list)

    def is_available(self) -> bool:
        return self.available

    def get_device_name(self) -> str:
        return "Fake GPU"

    def get_device_capability(self) -> tuple[int, int]:
        return 9, 0

    def get_device_properties(self, device: int) -> FakeProperties:
        assert device == 0
        return FakeProperties()

    def mem_get_info(self) -> tuple[int, int]:
        return self.free, self.free

    def current_stream(self) -> FakeStream:
        return FakeStream()

    def empty_cache(self) -> None:
        pass

    def Event(self, enable_timing: bool) -> FakeEvent:
        assert enable_timing
        return FakeEvent(self.times)


@dataclass(frozen=True)
class FakeVersion:
    cuda: str | None = "13.0"


class FakeFunctional:
    def embedding(self, ids: Tensor, table: Tensor) -> Tensor:
        return table[ids]


@dataclass(frozen=True)
class FakeNetworks:
    functional: FakeFunctional = field(default_factory=FakeFunctional)


@dataclass
class FakeTorch:
    cuda: FakeCuda = field(default_factory=FakeCuda)
    version: FakeVersion = field(default_factory=FakeVersion)
    nn: FakeNetworks = field(default_factory=FakeNetworks)
    float32: object = np.float32
    int32: object = np.int32
    __version__: str = "2.11.0"

    def empty(self, size: int, *, device: str, dtype: object = None) -> Tensor:
        assert device == "cuda"
        return FakeTensor(np.zeros(size, dtype=np.int32 if dtype is np.int32 else np.float32))

    def equal(self, a: Tensor, b: Tensor) -> bool:
        return np.array_equal(array_of(a), array_of(b))

    def allclose(self, a: Tensor, b: Tensor, *, rtol: float, atol: float) -> bool:
        return np.allclose(array_of(a), array_of(b), rtol=rtol, atol=atol)

    def softmax(self, x: Tensor, dim: int) -> Tensor:
        return FakeTensor(softmax_of(array_of(x), dim))

    def _softmax_backward_data(self, incoming: Tensor, result: Tensor, dim: int, dtype: object) -> Tensor:
        assert (dim, dtype) == (1, np.float32)
        return FakeTensor(gradient_of(array_of(result), array_of(incoming)))


@dataclass(frozen=True)
class Launched:
    name: str
    shape: Shape
    numbers: tuple[int, ...]
    stream: int


Kernel = Callable[[Sequence[int]], None]


@dataclass
class FakeKernels:
    """A kernel gets its arguments as numbers: addresses and sizes."""

    kernels: dict[str, Kernel]
    launched: list[Launched] = field(default_factory=list)

    def launch(self, name: str, shape: Shape, arguments: Sequence[Argument], stream: int) -> None:
        numbers = tuple(int(argument.value or 0) for argument in arguments)
        self.launched.append(Launched(name, shape, numbers, stream))
        self.kernels[name](numbers)


def softmax_of(x: Array, dim: int = 1) -> Array:
    powers = np.exp(x - x.max(axis=dim, keepdims=True))
    shares: Array = powers / powers.sum(axis=dim, keepdims=True)
    return shares


def gradient_of(result: Array, incoming: Array) -> Array:
    gradient: Array = result * (incoming - (result * incoming).sum(axis=1, keepdims=True))
    return gradient


def floats_at(address: int, count: int) -> Array:
    return np.ctypeslib.as_array((ctypes.c_float * count).from_address(address))


def strided_read(numbers: Sequence[int]) -> None:
    source, out, n, stride = numbers
    floats_at(out, n)[:] = floats_at(source, n * stride)[::stride]


def copy_rows(numbers: Sequence[int]) -> None:
    source, out, rows, cols = numbers
    floats_at(out, rows * cols)[:] = floats_at(source, rows * cols)


def transpose(numbers: Sequence[int]) -> None:
    source, out, rows, cols = numbers
    turned = floats_at(source, rows * cols).reshape(rows, cols).T
    floats_at(out, rows * cols)[:] = turned.reshape(rows * cols)


def nothing(numbers: Sequence[int]) -> None:
    del numbers


def gather_rows(numbers: Sequence[int]) -> None:
    table, ids, out, rows, dim = numbers
    picked = np.ctypeslib.as_array((ctypes.c_int * rows).from_address(ids))
    last = int(picked.max())
    found = floats_at(table, (last + 1) * dim).reshape(-1, dim)[picked]
    floats_at(out, rows * dim)[:] = found.reshape(rows * dim)


def softmax_rows(numbers: Sequence[int]) -> None:
    x, y, rows, cols = numbers
    floats_at(y, rows * cols)[:] = softmax_of(floats_at(x, rows * cols).reshape(rows, cols)).ravel()


def softmax_backward(numbers: Sequence[int]) -> None:
    result, incoming, out, rows, cols = numbers
    matrices = [floats_at(one, rows * cols).reshape(rows, cols) for one in (result, incoming)]
    floats_at(out, rows * cols)[:] = gradient_of(*matrices).ravel()
