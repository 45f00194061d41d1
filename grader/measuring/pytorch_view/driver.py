"""Loads device code through NVIDIA's driver and launches kernels of it, in the context that PyTorch made."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from grader.core.errors import GraderError

Argument = ctypes.c_void_p | ctypes.c_int
LIBRARY = "libcuda.so.1"


@dataclass(frozen=True)
class Shape:
    """Of a launch: blocks, and threads of a block, along x and y."""

    grid: tuple[int, int]
    block: tuple[int, int]


class Kernels(Protocol):
    """The kernels of one module."""

    def launch(self, name: str, shape: Shape, arguments: Sequence[Argument], stream: int) -> None:
        """Start the kernel in the stream. Raises GraderError when the driver refuses."""


class Driver:
    """The driver's library. Raises GraderError when there is none."""

    def __init__(self, library: str = LIBRARY) -> None:
        try:
            self._library = ctypes.CDLL(library)
        except OSError as error:
            raise GraderError(f"the NVIDIA driver's {library} cannot be opened: {error}") from error

    def load(self, file: Path) -> Kernels:
        """The module in a fatbin. Raises GraderError when the driver cannot load it."""
        image = ctypes.create_string_buffer(file.read_bytes())
        module = ctypes.c_void_p()
        self.check(self._library.cuModuleLoadData(ctypes.byref(module), image), f"load {file.name}")
        return _Module(self, self._library, module)

    def check(self, status: int, doing: str) -> None:
        """Raise GraderError with the driver's own words unless the status says success."""
        if status == 0:
            return
        words = ctypes.c_char_p()
        self._library.cuGetErrorString(status, ctypes.byref(words))
        said = words.value.decode() if words.value else f"status {status}"
        raise GraderError(f"the NVIDIA driver could not {doing}: {said}")


@dataclass(frozen=True)
class _Module:
    driver: Driver
    library: ctypes.CDLL
    handle: ctypes.c_void_p

    def launch(self, name: str, shape: Shape, arguments: Sequence[Argument], stream: int) -> None:
        function = ctypes.c_void_p()
        status = self.library.cuModuleGetFunction(ctypes.byref(function), self.handle, name.encode())
        self.driver.check(status, f"find the kernel {name}")
        # The driver takes the address of each argument.
        pointers = (ctypes.c_void_p * len(arguments))(
            *(ctypes.cast(ctypes.pointer(argument), ctypes.c_void_p) for argument in arguments)
        )
        sizes = (ctypes.c_uint(size) for size in (*shape.grid, 1, *shape.block, 1))
        status = self.library.cuLaunchKernel(
            function, *sizes, ctypes.c_uint(0), ctypes.c_void_p(stream), pointers, None
        )
        self.driver.check(status, f"launch {name}")
