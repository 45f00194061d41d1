"""Vets a kernel file's text: as it was written, and as the preprocessor hands it to the compiler."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from grader.vetting.expanded import IDENTIFIER, Expanded, Token, read_expanded, tokens_of
from grader.vetting.rules import Finding, Rules

ASM = frozenset(("asm", "__asm", "__asm__"))
OPENING, CLOSING = frozenset("({["), frozenset(")}]")

# A line that the compiler goes on with in the next one; blanks may follow the backslash.
CONTINUED = re.compile(r"\\[ \t\f\v]*\r?\n")
# What would let a text say something else to its reader here than to the compiler. Rather one comment too
# many is refused than one trick too few.
RAW = (
    (
        # At the start of a line, blanks and comments aside.
        re.compile(r"(?:^|\*/)[ \t\f\v]*(?:#|%:)(?:[ \t\f\v]|/\*.*?\*/)*(?:line\b|\d)", re.M | re.S),
        "#line is refused: it would say that this code comes from another file",
    ),
    (re.compile(r'R"'), "raw strings are refused: a kernel file has no use for them"),
    (re.compile(r"\?\?[=/]"), "trigraphs are refused"),
    (
        re.compile(r"__has_include|__has_embed|include_next|[#:]\s*(?:embed|import)\b"),
        "__has_include, #include_next, #import and #embed are refused: include the lab's header",
    ),
    (re.compile("\0"), "a byte of value 0 is refused"),
)


@dataclass(frozen=True)
class Headers:
    """Folders. lab: of the lab's header. cuda: of CUDA's headers as the machine provides them."""

    lab: Path
    cuda: Path

    def own(self, file: Path) -> bool:
        return file.is_relative_to(self.lab) or file.is_relative_to(self.cuda)


def vet_source(rules: Rules, headers: Headers, kernel: str, written: str, expanded: str) -> list[Finding]:
    """kernel: its path as the compiler was told. written: its text. expanded: the preprocessor's output."""
    raw = _raw_findings(written)
    if raw:
        return raw  # the markers in the output could then be forged
    read = read_expanded(expanded, kernel, f"{headers.cuda}/")
    tokens = list(tokens_of(read.own))
    return [
        *_include_findings(rules, headers, read),
        *_pragma_findings(rules, read),
        *_name_findings(rules, read.offered | _names_in(headers.cuda), tokens),
        *_attribute_findings(rules, tokens),
    ]


def _raw_findings(written: str) -> list[Finding]:
    joined = CONTINUED.sub("", written).replace("\r\n", "\n").replace("\r", "\n")
    found: list[Finding] = []
    for pattern, message in RAW:
        match = pattern.search(joined)
        if match:
            found.append(Finding(message, joined.count("\n", 0, match.end()) + 1))
    return found


def _include_findings(rules: Rules, headers: Headers, read: Expanded) -> Iterable[Finding]:
    for include in read.includes:
        file = Path(include.file).resolve()
        known = headers.own(file) or (file.name in rules.system_headers and file.is_relative_to("/usr"))
        if not known:
            yield Finding(
                f"#include of {Path(include.file).name} is refused: a kernel file includes its lab's header",
                include.number,
            )
        elif include.late:
            yield Finding(
                "an #include after code or #define is refused: put the #includes first", include.number
            )


def _pragma_findings(rules: Rules, read: Expanded) -> Iterable[Finding]:
    for line in read.own:
        text = " ".join(line.text.split())
        if text.startswith(("#pragma", "# pragma")):
            asked = text.partition("pragma")[2].strip()
            if not rules.pragmas.fullmatch(asked):
                yield Finding(f"#pragma {asked[:60]} is refused: of pragmas there is unroll", line.number)


@lru_cache(maxsize=8)
def _names_in(folder: Path) -> frozenset[str]:
    """Every name that CUDA's headers here spell out: those of macros among them."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return frozenset(name for file in files for name in IDENTIFIER.findall(file.read_text(encoding="utf-8")))


def _name_findings(rules: Rules, offered: Set[str], tokens: Sequence[Token]) -> Iterable[Finding]:
    for token, after in zip(tokens, [*tokens, Token("sign", "", 0)][1:], strict=True):
        if token.kind != "name":
            continue
        name = token.text
        if name in ASM:
            yield Finding("inline assembler is refused: kernels are CUDA C++", token.line)
        elif name in ("_Pragma", "__pragma"):
            yield Finding(f"{name} is refused", token.line)
        elif name == "goto" and after.text == "*":
            yield Finding("a computed goto is refused", token.line)
        elif not _is_allowed(rules, offered, name):
            yield Finding(
                f"`{name}` is refused: it is the compiler's or the machine's own, not CUDA's", token.line
            )


def _is_allowed(rules: Rules, offered: Set[str], name: str) -> bool:
    if name.startswith("simt_"):
        return rules.machine_names.fullmatch(name) is not None
    if name.startswith(("__builtin_", "__atomic_", "__sync_")):
        return rules.builtins.fullmatch(name) is not None
    if name.startswith("__"):
        return name in offered or name in rules.names
    return True


def _attribute_findings(rules: Rules, tokens: Sequence[Token]) -> Iterable[Finding]:
    for start, token in enumerate(tokens):
        if token.text in ("__attribute__", "__attribute"):
            inside = _group(tokens, start + 1)[2:-2]
        elif token.text == "[[":
            inside = tokens[start + 1 : _closing(tokens, start)]
        elif token.text == "__declspec":
            inside = [token]
        else:
            continue
        for attribute in _split(inside):
            if not _allows(rules, attribute):
                yield Finding(f"the attribute {attribute[:60]} is refused", token.line)


def _group(tokens: Sequence[Token], start: int) -> Sequence[Token]:
    """The tokens from a bracket to the one that closes it."""
    depth = 0
    for at in range(start, len(tokens)):
        text = tokens[at].text
        depth += (text in OPENING) + 2 * (text == "[[") - (text in CLOSING) - 2 * (text == "]]")
        if depth <= 0:
            return tokens[start : at + 1]
    return tokens[start:]


def _closing(tokens: Sequence[Token], start: int) -> int:
    # An index of an index, a[b[i]], closes with ]] too; attributes hold none.
    return next((at for at in range(start, len(tokens)) if tokens[at].text == "]]"), len(tokens))


def _split(inside: Sequence[Token]) -> Iterable[str]:
    """Attributes as text without blanks: name or name(arguments)."""
    depth, text = 0, ""
    for token in inside:
        depth += (token.text == "(") - (token.text == ")")
        if token.text == "," and depth == 0:
            yield text
            text = ""
        else:
            text += token.text
    if text:
        yield text


def _allows(rules: Rules, attribute: str) -> bool:
    name, bracket, arguments = attribute.partition("(")
    bare = name.strip("_") + bracket + arguments
    open_ended = (rule for rule in rules.attributes if rule.endswith(("(", ".")))
    return bare in rules.attributes or any(bare.startswith(rule) for rule in open_ended)
