"""Asks NVIDIA's driver for a GPU: a program of its own, since a broken driver may crash or hang who asks.

    python driver_probe.py LIBRARY

prints the name of the GPU and ends with 0; where there is none it prints why, and ends with 1.
It imports nothing of the course. Its words are those of the labs' test programs (common/lab/src/cuda).
"""

from __future__ import annotations

import ctypes
import sys

NO_DEVICE, DRIVER_MISMATCH = 100, 803
ADVICE = {
    NO_DEVICE: "the driver sees no GPU: look at nvidia-smi, and at CUDA_VISIBLE_DEVICES",
    DRIVER_MISMATCH: "the driver in use and the one that is installed differ: restart the computer",
}


def main(path: str) -> int:
    """Returns the exit status."""
    try:
        driver = ctypes.CDLL(path)
    except OSError as error:
        return _none(f"no NVIDIA driver could be opened ({error})")
    try:
        return _ask(driver)
    except AttributeError as error:
        name = str(error).rpartition(": ")[2].removeprefix("undefined symbol: ")
        return _none(
            f"the NVIDIA driver {path} has no function {name}: it is older than CUDA 11.8; update the driver"
        )


def _ask(driver: ctypes.CDLL) -> int:
    count, device, name = ctypes.c_int(), ctypes.c_int(), ctypes.create_string_buffer(256)
    if result := driver.cuInit(0):
        why = f"cuInit: {_name_of(driver, result)}"
        advice = f". {ADVICE[result]}" if result in ADVICE else ""
        return _none(f"the NVIDIA driver is installed, but cannot be used: {why}{advice}")
    if driver.cuDeviceGetCount(ctypes.byref(count)) or count.value == 0:
        return _none("the NVIDIA driver is installed, but it sees no GPU")
    if driver.cuDeviceGet(ctypes.byref(device), 0) or driver.cuDeviceGetName(name, len(name), device):
        return _none("the NVIDIA driver is installed, but does not describe its GPU")
    print(name.value.decode("utf-8", errors="replace"))
    return 0


def _name_of(driver: ctypes.CDLL, result: int) -> str:
    name, text = ctypes.c_char_p(), ctypes.c_char_p()
    driver.cuGetErrorName(result, ctypes.byref(name))
    driver.cuGetErrorString(result, ctypes.byref(text))
    shown = name.value.decode() if name.value else f"CUDA error {result}"
    return f"{shown}, {text.value.decode()}" if text.value else shown


def _none(why: str) -> int:
    print(why)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
