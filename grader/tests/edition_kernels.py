"""Puts kernels of the student edition in the place of a lab's.

In go files that the edition has and a lab's stub; out come kernel files for that lab. A kernel fits one of
the lab's if its parameters have the same types: pointers one by one, integers of whatever width. Where that
is asked for, it may take fewer integers, as one for square matrices does; then each of the lab's is tried for
it. A template is tried with each list of arguments that its file names.

Files are split into tokens by clang (grader/machine/tokens.py). Of each, all that a kernel may need is kept,
in a namespace of its own; functions of the host are left out; kernels become functions that the lab's own
kernel calls.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from grader.machine.tokens import IDENTIFIER, Token

OPENING, CLOSING = ("l_paren", "l_brace", "l_square"), ("r_paren", "r_brace", "r_square")
INTEGERS = {"int", "unsigned", "long", "short", "size_t", "signed"} | {
    f"{sign}int{bits}_t" for sign in ("", "u") for bits in (16, 32, 64)
}
QUALIFIERS = {"const", "volatile", "__restrict__", "__restrict", "__grid_constant__", "std", "::"}
ON_DEVICE = {"__global__", "__device__"}
DROPPED = {"extern", "static", "inline", "__forceinline__", "__noinline__"}
NAMESPACE = "given_away"
# Words of declarations that introduce nothing.
COMMON = QUALIFIERS | INTEGERS | ON_DEVICE | DROPPED | {"void", "float", "double", "bool", "char", "auto"}
COMMON |= {"constexpr", "struct", "class", "enum", "union", "using", "template", "typename", "__shared__"}


@dataclass(frozen=True)
class Kernel:
    """One kernel. parameters: their types, integers of whatever width as 'integer'.

    arguments: of the template, each list of them that the file names; ('',) where it is no template.
    """

    file: str
    name: str
    parameters: tuple[str, ...]
    arguments: tuple[str, ...] = ("",)


@dataclass(frozen=True)
class SourceFile:
    """A file's kernels and its items, with kernels as functions. includes: to be put above them."""

    name: str
    includes: str
    items: tuple[tuple[Token, ...], ...]
    kernels: tuple[Kernel, ...]

    def text_for(self, kernel: Kernel, arguments: str) -> str:
        """What the kernel needs, in the file's order: what introduces a name that is used, and so on."""
        wanted = {kernel.name, *re.findall(r"\w+", arguments)}
        needed: set[int] = set()
        while True:
            found = {
                at for at, item in enumerate(self.items) if at not in needed and wanted & _introduced(item)
            }
            if not found:
                break
            needed |= found
            wanted |= {token.text for at in found for token in self.items[at] if token.kind == IDENTIFIER}
        kept = (item for at, item in enumerate(self.items) if at in needed or _is_frame(item))
        return "".join(map(_text, kept))


@dataclass(frozen=True)
class Placed:
    """A kernel file of a lab, in which `kernel` stands for every kernel of the lab that it fits."""

    kernel: Kernel
    how: str
    text: str


def read_file(root: Path, name: str, tokens: Sequence[Token]) -> SourceFile:
    """What a kernel file of the lab can take over. root: of the checkout, where its headers are."""
    items = list(_items(tokens))
    includes = [item for item in items if _is_include(item)]
    kept = [item for item in items if not _is_include(item) and not _is_host_function(item)]
    kernels = [kernel for item in kept if not _is_stub(item) for kernel in _kernel(name, item, tokens)]
    above = "".join(_include(root, name, item) for item in includes)
    return SourceFile(name, above, tuple(tuple(_for_device(item)) for item in kept), tuple(kernels))


def _items(tokens: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """Declarations, function bodies included, and directives. Namespaces are opened and closed as items."""
    item: list[Token] = []
    depth = 0
    for at, token in enumerate(tokens):
        if item and item[0].kind == "hash" and token.starts_line:
            yield tuple(item)
            item = []
        item.append(token)
        if item[0].kind == "hash":
            continue
        if token.kind == "l_brace" and depth == 0 and _opens_scope(item):
            yield tuple(item)
            item = []
            continue
        depth += (token.kind in OPENING) - (token.kind in CLOSING)
        closes_scope = token.kind == "r_brace" and depth < 0
        after = tokens[at + 1].kind if at + 1 < len(tokens) else "eof"
        ends_body = token.kind == "r_brace" and depth == 0 and _has_body(item) and after != "semi"
        if closes_scope or ends_body or (token.kind == "semi" and depth == 0):
            yield tuple(item)
            item = []
            depth = max(depth, 0)
    if item:
        yield tuple(item)


def _opens_scope(item: Sequence[Token]) -> bool:
    words = [token.text for token in item]
    return words[0] == "namespace" or words == ["extern", '"C"', "{"]


def _has_body(item: Sequence[Token]) -> bool:
    """Whether it is a function: parentheses before any brace, and nothing assigned."""
    kinds = [token.kind for token in item]
    before = kinds[: kinds.index("l_brace")]
    return "l_paren" in before and "equal" not in _outside_templates(before)


def _outside_templates(kinds: Sequence[str]) -> Sequence[str]:
    return kinds[kinds.index("greater") + 1 :] if "less" in kinds and "greater" in kinds else kinds


def _introduced(item: Sequence[Token]) -> set[str]:
    """The names that an item may introduce: those outside of all its parentheses and braces."""
    if item[0].kind == "hash":
        return {item[2].text} if len(item) > 2 and item[1].text == "define" else set()
    names: set[str] = set()
    depth = 0
    for token in item:
        depth += (token.kind in OPENING) - (token.kind in CLOSING)
        if depth == 0 and token.kind == IDENTIFIER:
            names.add(token.text)
    is_enumeration = item[0].text == "enum"
    return (names | {token.text for token in item if is_enumeration}) - COMMON


def _is_frame(item: Sequence[Token]) -> bool:
    """Whether it holds others: a namespace, its end, or a condition of the preprocessor."""
    if item[0].kind == "hash":
        return len(item) > 1 and item[1].text in ("if", "ifdef", "ifndef", "else", "elif", "endif")
    return item[-1].kind == "l_brace" or item[0].kind == "r_brace"


def _is_include(item: Sequence[Token]) -> bool:
    return len(item) > 1 and item[0].kind == "hash" and item[1].text == "include"


def _include(root: Path, name: str, item: Sequence[Token]) -> str:
    own = (root / name).parent / item[2].text.strip('"')
    if item[2].text.startswith('"') and own.is_file():
        return f'#include "{own}"\n'
    return "#include " + "".join(token.text for token in item[2:]) + "\n"


def _is_host_function(item: Sequence[Token]) -> bool:
    words = {token.text for token in item}
    is_function = item[-1].kind == "r_brace" and "l_brace" in [t.kind for t in item] and _has_body(item)
    return is_function and not words & (ON_DEVICE | {"constexpr"})


def _for_device(item: Sequence[Token]) -> list[Token]:
    """A kernel as a function of the device; anything else as it is."""
    if item[0].kind == "hash" or not any(token.text == "__global__" for token in item):
        return list(item)
    kept: list[Token] = []
    skipping = 0
    for at, token in enumerate(item):
        if token.text == "__launch_bounds__":
            skipping = 1
        elif skipping:
            # Up to the parenthesis that closes its list.
            skipping += (token.kind == "l_paren") - (token.kind == "r_paren")
            if token.kind == "r_paren" and skipping == 1:
                skipping = 0
        elif token.text == '"C"' or (token.text in DROPPED and at < 4):
            continue
        else:
            text = "__device__" if token.text == "__global__" else token.text
            kept.append(Token(token.kind, text, token.starts_line))
    return kept


def _is_stub(item: Sequence[Token]) -> bool:
    return [token.kind for token in item[-2:]] == ["l_brace", "r_brace"]


def _text(tokens: Sequence[Token]) -> str:
    return "".join(("\n" if token.starts_line else " ") + token.text for token in tokens) + "\n"


def _kernel(file: str, item: Sequence[Token], tokens: Sequence[Token]) -> list[Kernel]:
    words = [token.text for token in item]
    if "__global__" not in words or item[-1].kind != "r_brace":
        return []
    plain = _for_device(item)
    first = next(
        (at for at, token in enumerate(plain) if token.kind == "l_paren" and plain[at - 2].text == "void"),
        None,
    )
    if first is None:
        return []
    name = plain[first - 1].text
    last = _closing(plain, first)
    parameters = tuple(_type(one) for one in _split(plain[first + 1 : last]))
    is_template = words[0] == "template"
    arguments = tuple(dict.fromkeys(_arguments(name, tokens))) if is_template else ("",)
    return [Kernel(file, name, parameters, arguments)]


def _closing(tokens: Sequence[Token], first: int) -> int:
    depth = 0
    for at in range(first, len(tokens)):
        depth += (tokens[at].kind in OPENING) - (tokens[at].kind in CLOSING)
        if depth == 0:
            return at
    return len(tokens)


def _split(tokens: Sequence[Token]) -> list[list[Token]]:
    """At the commas that are in no list of a template's arguments."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.kind in (*OPENING, "less")) - (token.kind in (*CLOSING, "greater"))
        if token.kind == "comma" and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _type(parameter: Sequence[Token]) -> str:
    words = [token.text for token in parameter if token.text not in QUALIFIERS]
    stars = words.count("*") + words.count("[")
    plain = [word for word in words if word not in ("*", "[", "]", "&")]
    named = plain[:-1] if len(plain) > 1 else plain
    if not stars and named and set(named) <= INTEGERS:
        return "integer"
    return " ".join([*named, *("*" * stars)])


def _arguments(name: str, tokens: Sequence[Token]) -> Iterator[str]:
    """Each list of arguments that the file gives the template."""
    for at, token in enumerate(tokens[:-1]):
        if token.text == name and tokens[at + 1].kind == "less":
            found: list[str] = []
            for inner in tokens[at + 2 :]:
                if inner.kind == "greater" or inner.text in (">>", ";", "{"):
                    break
                found.append(inner.text)
            yield f"<{' '.join(found)}>"


def placed_in(stub: Sequence[Token], file: SourceFile, *, with_fewer: bool) -> Iterator[Placed]:
    """The lab's kernel files that have one kernel of `file` wherever it fits. stub: the lab's own tokens.

    with_fewer: a kernel may take fewer integers than the lab's.
    """
    items = list(_items(stub))
    lab = {index: kernel for index, item in enumerate(items) for kernel in _kernel("", item, stub)}
    for kernel in file.kernels:
        fits = {index: list(_calls(kernel, own, with_fewer=with_fewer)) for index, own in lab.items()}
        most = max((len(calls) for calls in fits.values()), default=0)
        for way, arguments in product(range(most), kernel.arguments):
            chosen = {index: calls[min(way, len(calls) - 1)] for index, calls in fits.items() if calls}
            text = _composed(items, chosen, file, kernel, arguments)
            yield Placed(kernel, f"{kernel.name}{arguments}, way {way + 1}", text)


def _calls(kernel: Kernel, own: Kernel, *, with_fewer: bool) -> Iterator[tuple[int, ...]]:
    """Which of the lab's parameters the kernel gets, each way that they fit; none where they do not."""
    integers = [at for at, kind in enumerate(own.parameters) if kind == "integer"]
    others = [at for at, kind in enumerate(own.parameters) if kind != "integer"]
    wanted = [kind for kind in kernel.parameters if kind != "integer"]
    count = len(kernel.parameters) - len(wanted)
    if wanted != [own.parameters[at] for at in others] or count > len(integers) or not wanted:
        return
    if count < len(integers) and not with_fewer:
        return
    ways = [tuple(integers)] if count == len(integers) else product(integers, repeat=count)
    for way in ways:
        rest, numbers = iter(others), iter(way)
        yield tuple(next(numbers if kind == "integer" else rest) for kind in kernel.parameters)


def _composed(
    items: Sequence[Sequence[Token]],
    chosen: dict[int, tuple[int, ...]],
    file: SourceFile,
    kernel: Kernel,
    arguments: str,
) -> str:
    includes: list[str] = []
    rest: list[str] = []
    for index, item in enumerate(items):
        text = _text(item)
        if index in chosen:
            first = next(at for at, token in enumerate(item) if token.kind == "l_brace")
            text = _text(item[:first]) + _call(item, chosen[index], kernel, arguments)
        (includes if _is_include(item) else rest).append(text)
    body = file.text_for(kernel, arguments)
    return "".join([*includes, file.includes, f"namespace {NAMESPACE} {{\n{body}\n}}\n", *rest])


def _call(item: Sequence[Token], way: Sequence[int], kernel: Kernel, arguments: str) -> str:
    """The body of the lab's kernel. A pointer may lose its const: a kernel may read through either."""
    opening = next(at for at, token in enumerate(item) if token.kind == "l_paren")
    names = [part[-1].text for part in _split(item[opening + 1 : _closing(item, opening)])]
    given = (
        f"({kind}){names[at]}" if kind.endswith("*") else names[at]
        for at, kind in zip(way, kernel.parameters, strict=True)
    )
    name = f"{NAMESPACE}::{kernel.name}{arguments}"
    return f"{{ using namespace {NAMESPACE}; {name}({', '.join(given)}); }}\n"
