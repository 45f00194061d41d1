#!/usr/bin/env python3
"""Writes the two headers that keep a program's macros out of CUDA's headers.

    device/simt_macros_aside.h    puts aside what the program has defined under a name that these headers use
    device/simt_macros_back.h     gives it back

A program may define M, N and K before it includes <mma.h>, or -DValue=1: nvcc's headers do not use such
names, and ours do. Each header that a program can include has the first of the two behind `#pragma once`, and
the second at its end.

Without --update it only compares, and names the headers that lack one of the two.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADERS = Path("common/simt/include/cuda")
ASIDE, BACK = "device/simt_macros_aside.h", "device/simt_macros_back.h"
# What these folders hold is included by the others, or refuses to be included.
INTERNAL = ("device", "host", "refused")
# simtcc puts these before a file, and they are no part of another header.
PUT_BEFORE = ("device/simt_extended_lambda.h", "device/simt_lockstep.h")
# These have no names of ours: they add to the header of the same name that is found next.
ONLY_NEXT = ("cmath", "curand_kernel.h")

KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl const
    const_cast constexpr continue decltype default delete do double dynamic_cast else enum explicit
    export extern false final float for friend goto if inline int long mutable namespace new noexcept
    not not_eq nullptr operator or or_eq override private protected public register reinterpret_cast
    return short signed sizeof static static_assert static_cast struct switch template this throw true
    try typedef typeid typename union unsigned using virtual void volatile while xor xor_eq
    """,
    )
)
# Macros of the C library, which a header in between may define for the program.
OF_THE_LIBRARY = frozenset(
    re.findall(
        r"\w+",
        """
    I INFINITY M_PI M_SQRT1_2 NAN NULL assert errno fpclassify isfinite isgreater isgreaterequal isinf
    isless islessequal islessgreater isnan isnormal isunordered major minor offsetof signbit stderr
    stdin stdout
    """,
    )
)
# Names that no program takes for its own: the implementation's, ours and CUDA's. And digits of hexadecimal
# numbers.
OF_OTHERS = re.compile(
    r"_|simt|SIMT|.*simt_|cuda|cublas|curand|CU|cu[A-Z]|nvtx|NVTX|x[0-9A-Fa-f]+U?L*$|ULL?$"
)
DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(\w+)(.*)")
WORD = re.compile(r"[A-Za-z_]\w*")


def without_comments(text: str) -> str:
    """The text with its lines joined where a backslash does so, without comments and string literals."""
    text = re.sub(r"/\*.*?\*/", " ", text.replace("\\\n", " "), flags=re.DOTALL)
    return re.sub(r'"(\\.|[^"\\\n])*"', '""', re.sub(r"//[^\n]*", "", text))


def names(texts: list[str]) -> list[str]:
    """Names that the headers use, and that are no macros to them."""
    used: set[str] = set()
    macros: set[str] = set()
    for text in texts:
        for line in without_comments(text).split("\n"):
            directive = DIRECTIVE.match(line)
            if directive is None:
                used.update(WORD.findall(line))
            elif directive[1] == "define":
                name, *rest = WORD.findall(directive[2])
                macros.add(name)
                used.update(rest)
            else:
                macros.update(WORD.findall(directive[2]))
    chosen = used - macros - KEYWORDS - OF_THE_LIBRARY
    return sorted(name for name in chosen if not OF_OTHERS.match(name))


def written(root: Path) -> dict[Path, str]:
    """The two headers as they should be."""
    folder = root / HEADERS
    own = {folder / ASIDE, folder / BACK}
    texts = [path.read_text() for path in sorted(folder.rglob("*")) if path.is_file() and path not in own]
    chosen = names(texts)
    opening = "// Written by tools/macros_aside.py. A program's macros {what}: it may define M, N and K.\n"
    aside = "".join(f'#pragma push_macro("{name}")\n#undef {name}\n' for name in chosen)
    back = "".join(f'#pragma pop_macro("{name}")\n' for name in chosen)
    return {
        folder / ASIDE: opening.format(what="are put aside while CUDA's headers are read") + aside,
        folder / BACK: opening.format(what="are there again behind CUDA's headers") + back,
    }


def unguarded(root: Path) -> list[str]:
    """Headers that a program can include, and that read its macros."""
    folder = root / HEADERS
    public = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    found = []
    for path in public:
        name = path.relative_to(folder).as_posix()
        if name in ONLY_NEXT or (name.split("/")[0] in INTERNAL and name not in PUT_BEFORE):
            continue
        text = path.read_text()
        if text.count("simt_macros_aside.h") != 1 or text.count("simt_macros_back.h") != 1:
            found.append(name)
    return found


def main() -> int:
    """Compares, or writes. Returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--update", action="store_true", help="write the two headers")
    update = parser.parse_args().update
    wrong = [
        f"{name}: include {ASIDE} behind `#pragma once`, and {BACK} at its end" for name in unguarded(ROOT)
    ]
    for path, text in written(ROOT).items():
        if update:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            wrong.append(f"{path.relative_to(ROOT)}: out of date: run tools/macros_aside.py --update")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
