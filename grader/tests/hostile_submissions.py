"""Thirty hostile submissions to one lab, the same at every call: what stops a class if nothing stops it.

Each is a function that makes one submission in a class's folder, under the name that it is listed by here.
Those of ARCHIVES are for whoever reads them, those of SOURCES for the compiler and for who shows its words,
those of RUNS for the lab's program and its page.
"""

from __future__ import annotations

import gzip
import os
import socket
import struct
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path

from grader.proof.attack_bank import FOLDER, read_attack
from grader.tests.handed_in import folder, tar_with, tarred, zipped

MIB = 1 << 20
MARKS = "\u0301\u0316"
KERNEL = "tiled_transpose.cu"
Make = Callable[[Path], None]
BAD = "__global__ void k(int* x) { *x = unknown; }\n"
FIBONACCI = "constexpr int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }"
# The signatures that lab 4 asks for.
ANSWER = """#include "tiled_transpose.h"
__device__ void body(const float* in, float* out, int n) {{
{body}
}}
extern "C" __global__ void transpose_tiled(const float* in, float* out, int rows, int columns) {{
  body(in, out, rows * columns);
}}
extern "C" __global__ void transpose_padded(const float* in, float* out, int rows, int columns) {{
  body(in, out, rows * columns);
}}
extern "C" __global__ void transpose_tile16(const float* in, float* out, int rows, int columns) {{
  body(in, out, rows * columns);
}}
"""


def archive(name: str, data: Callable[[], bytes]) -> Make:
    """A submission that is one archive, its name ending like that."""

    def make(place: Path) -> None:
        place.with_name(place.name + name).write_bytes(data())

    return make


def source(text: str | bytes) -> Make:
    """A submission that is one kernel file."""

    def make(place: Path) -> None:
        folder(place, {KERNEL: text if isinstance(text, bytes) else text.encode()})

    return make


def answer(body: str) -> Make:
    """A kernel file that compiles."""
    return source(ANSWER.format(body=body))


def attack(name: str) -> Make:
    """A kernel file of the bank."""
    (kernel,) = FOLDER.glob(f"*/{name}.cu")
    return source(read_attack(kernel).source())


def many_entries(count: int) -> bytes:
    """A .zip whose directory lists that many empty files."""
    names = [b"%d" % number for number in range(count)]
    before, behind = b"PK\x01\x02" + struct.pack("<6H3L", 20, 20, 0, 0, 0, 33, 0, 0, 0), bytes(16)
    entry = b"".join(before + struct.pack("<H", len(name)) + behind + name for name in names)
    return entry + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, len(entry), 0, 0)


def nested(levels: int) -> bytes:
    data = zipped({KERNEL: b"x"})
    for level in range(levels):
        data = zipped({f"{level}.zip": data})
    return data


def long_names() -> bytes:
    return zipped({f"{n}{'n' * 60_000}/{KERNEL}": b"" for n in range(500)})


def marked_names() -> bytes:
    """Names whose marks take time to put in order."""
    return zipped({f"a{MARKS * 9_000}{n}/{KERNEL}": b"" for n in range(99)})


def bomb() -> bytes:
    return zipped({f"{n}.tar.gz": tarred({"zeros": bytes(40 * MIB)}) for n in range(9)})


def empty_streams() -> bytes:
    """Millions of packed nothings: unpacking copies what follows each of them."""
    return gzip.compress(b"", mtime=0) * (60 * MIB // 20)


def overlapping() -> bytes:
    data = zipped({KERNEL: b"x" * 1000})
    at, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    entry = data[at:end]
    return data[:at] + entry * 2 + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 2, 2, 2 * len(entry), at, 0)


def special_files(place: Path) -> None:
    """A pipe that nobody writes, a socket, a link out, and a device where we may make one."""
    folder(place, {"readme.txt": b"x"})
    os.mkfifo(place / KERNEL)
    (place / "labs").symlink_to("/etc")
    descriptor = os.open(place, os.O_RDONLY)
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(f"/proc/self/fd/{descriptor}/socket.cu")
    os.close(descriptor)


def deep(place: Path) -> None:
    """More folders inside one another than a path may have."""
    place.mkdir()
    descriptor = os.open(place, os.O_RDONLY)
    for _ in range(2_000):
        os.mkdir("deep", dir_fd=descriptor)
        inner = os.open("deep", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    os.close(descriptor)


ARCHIVES: Mapping[str, Make] = {
    "bomb": archive(".zip", bomb),
    "overlaps": archive(".zip", overlapping),
    "entries": archive(".zip", lambda: many_entries(1_000_000)),
    "streams": archive(".tar.gz", empty_streams),
    "nested": archive(".zip", lambda: nested(20)),
    "long names": archive(".zip", long_names),
    "marks": archive(".zip", marked_names),
    "device": archive(".tar.gz", lambda: tar_with(KERNEL, tarfile.CHRTYPE)),
    "damaged": archive(".tar.xz", lambda: tarred({KERNEL: b"x" * 99}, "w:xz")[:-20]),
    "special files": special_files,
    "deep": deep,
    "\x1b]0;owned\x07\u202ecu.nna": source("__global__ void k(int* x) { *x = 1; }\n"),
}
SOURCES: Mapping[str, Make] = {
    "macro bomb": attack("macro-bomb"),
    "template bomb": attack("template-bomb"),
    "constexpr bomb": source(
        "constexpr int f(int n) { return n < 2 ? n : f(n-1) + f(n-2); } int x[f(60)];" + BAD
    ),
    "includes itself": attack("includes-itself"),
    "crash": source("#pragma clang __debug crash\n" + BAD),
    "backend": source("#pragma clang __debug llvm_fatal_error\n" + BAD),
    "line": source('#line 1 "/home/other/student.cu"\n' + BAD),
    "one line": source("int " + ",".join(f"a{n}" for n in range(120_000)) + "; " + BAD),
    "long name": source(f"struct {'A' * 400_000} {{}}; void f(int*); " + BAD),
    "warnings": source('#warning "\x1b[31m \u202e"\n' * 40_000 + BAD),
    "brackets": source("int x = " + "(" * 500_000 + BAD),
    "not text": source(bytes(range(1, 256)) * 4_000),
    "comments": source("/*" * 500_000),
    "quotes": source("'\"\\" * 300_000 + "\n" + "a::b::" * 20_000 + "(" + BAD),
    "hidden": source("int \u202eerr = \u200bx;\n" * 1_000 + BAD),
}
RUNS: Mapping[str, Make] = {
    "endless": attack("endless-loop"),
    "prints": answer('  for (int i = 0; i < 400; ++i) printf("\\x1b[31m%s\\n", "' + "\u202e" * 200 + '");'),
    "accesses": answer(
        "\n".join(f"  out[(threadIdx.x * {n + 3}) % n] += in[{n} % n];" for n in range(1_500))
    ),
}
HOSTILE: Mapping[str, Make] = {**ARCHIVES, **SOURCES, **RUNS}


def unpacked_name(name: str) -> str:
    """The student's name, as a class's page gives it."""
    return name.replace("\x1b", "<U+001B>").replace("\x07", "<U+0007>").replace("\u202e", "<U+202E>")


def hand_in_all(place: Path) -> None:
    """Make every hostile submission in the class's folder."""
    for name, make in HOSTILE.items():
        make(place / name)
