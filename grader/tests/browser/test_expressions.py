"""The explorer's expressions are C's: random ones against g++, and what is wrong is shown at its column."""

from __future__ import annotations

import operator
import random
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Page, expect

from grader.core.paths import current_project
from grader.tests.browser.chromium import Looked

pytestmark = [pytest.mark.slow, pytest.mark.browser]

EXPLORER = (current_project().root / "docs" / "explorer" / "index.html").as_uri()
LANES = 32
EXPRESSIONS = 400
PARAMETERS = {"a": 5, "b": -3, "col": 17}
INT = range(-(2**31), 2**31)

# How tightly each operator binds: C++17, [expr].
BINDS = {
    **dict.fromkeys(("*", "/", "%"), 10),
    **dict.fromkeys(("+", "-"), 9),
    **dict.fromkeys(("<<", ">>"), 8),
    **dict.fromkeys(("<", "<=", ">", ">="), 7),
    **dict.fromkeys(("==", "!="), 6),
    "&": 5, "^": 4, "|": 3, "&&": 2, "||": 1,
}  # fmt: skip
CHOICE, UNARY = 0, 11


class UndefinedError(Exception):
    """C does not say what comes out."""


def divided(a: int, b: int) -> int:
    if b == 0:
        raise UndefinedError
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def rest(a: int, b: int) -> int:
    return a - b * defined(divided(a, b))


def left(a: int, b: int) -> int:
    if a < 0 or not 0 <= b < 32:
        raise UndefinedError
    return a << b


def right(a: int, b: int) -> int:
    if not 0 <= b < 32:
        raise UndefinedError
    return a >> b


def defined(value: int) -> int:
    if value not in INT:
        raise UndefinedError
    return int(value)


COMPUTE: dict[str, Callable[[int, int], int]] = {
    "*": operator.mul, "/": divided, "%": rest, "+": operator.add, "-": operator.sub, "<<": left, ">>": right,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq,
    "!=": operator.ne, "&": operator.and_, "^": operator.xor, "|": operator.or_,
}  # fmt: skip
SIGNS: dict[str, Callable[[int], int]] = {
    "-": operator.neg,
    "+": operator.pos,
    "~": operator.invert,
    "!": operator.not_,
}


@dataclass(frozen=True)
class Tree:
    """An expression: what to write, how tightly it binds, and what it is in a lane."""

    text: str
    binds: int
    value: Callable[[int], int]

    def inside(self, least: int) -> str:
        """In brackets only where C needs them."""
        return self.text if self.binds >= least else f"({self.text})"


def leaf(chance: random.Random) -> Tree:
    name = chance.choice(("i", "i", "tid", "lane", "threadIdx.x", *PARAMETERS, "number"))
    if name in PARAMETERS:
        return Tree(name, 12, lambda _: PARAMETERS[name])
    if name != "number":
        return Tree(name, 12, lambda lane: lane)
    number = chance.choice((0, 1, 2, 3, 7, 31, 32, 33, 1000, 65536, 2147483647))
    return Tree(chance.choice((str(number), hex(number))), 12, lambda _: number)


def tree(chance: random.Random, depth: int) -> Tree:
    if depth == 0 or chance.random() < 0.15:
        return leaf(chance)
    kind = chance.random()
    if kind < 0.12:
        return signed(chance.choice(tuple(SIGNS)), tree(chance, depth - 1))
    if kind < 0.2:
        return chosen(*(tree(chance, depth - 1) for _ in range(3)))
    return joined(chance.choice(tuple(BINDS)), tree(chance, depth - 1), tree(chance, depth - 1))


def signed(sign: str, of: Tree) -> Tree:
    return Tree(f"{sign} {of.inside(UNARY)}", UNARY, lambda lane: defined(SIGNS[sign](of.value(lane))))


def chosen(condition: Tree, yes: Tree, no: Tree) -> Tree:
    text = f"{condition.inside(CHOICE + 1)} ? {yes.text} : {no.text}"
    return Tree(text, CHOICE, lambda lane: (yes if condition.value(lane) else no).value(lane))


def joined(sign: str, a: Tree, b: Tree) -> Tree:
    def value(lane: int) -> int:
        if sign == "&&":
            return int(bool(a.value(lane)) and bool(b.value(lane)))
        if sign == "||":
            return int(bool(a.value(lane)) or bool(b.value(lane)))
        return defined(COMPUTE[sign](a.value(lane), b.value(lane)))

    return Tree(f"{a.inside(BINDS[sign])} {sign} {b.inside(BINDS[sign] + 1)}", BINDS[sign], value)


def in_lanes(one: Tree) -> list[int | None]:
    def in_lane(lane: int) -> int | None:
        try:
            return one.value(lane)
        except UndefinedError:
            return None

    return [in_lane(lane) for lane in range(LANES)]


def by_gxx(texts: list[str], folder: Path) -> list[list[int]]:
    names = ", ".join(f"int {name}" for name in ("i", "tid", "lane", *PARAMETERS))
    heads = (f"int e{n}({names}, Index threadIdx)" for n in range(len(texts)))
    functions = "\n".join(f"{head} {{ return {text}; }}" for head, text in zip(heads, texts, strict=True))
    values = ", ".join(str(value) for value in PARAMETERS.values())
    calls = "\n".join(
        f'for (int i = 0; i < {LANES}; ++i) std::printf("%d ", e{n}(i, i, i, {values}, Index{{i}}));'
        for n in range(len(texts))
    )
    source = folder / "expressions.cpp"
    head = "#include <cstdio>\nstruct Index { int x; };\n"
    source.write_text(f"{head}{functions}\nint main() {{\n{calls}\n}}\n")
    subprocess.run(["g++", "-std=c++17", "-w", "-O0", source, "-o", folder / "expressions"], check=True)
    said = subprocess.run([folder / "expressions"], check=True, capture_output=True, text=True).stdout.split()
    return [[int(word) for word in said[at : at + LANES]] for at in range(0, len(said), LANES)]


@pytest.fixture
def page(window: Looked) -> Page:
    window.page.goto(EXPLORER)
    return window.page


IN_LANES = """([texts, parameters]) => texts.map((text) => {
  const tree = explorer.parse(text).subscripts[0];
  const named = new Map(Object.entries(parameters));
  return Array.from({ length: 32 }, (_, lane) => {
    try { return explorer.evaluate(tree, lane, named); }
    catch (error) { if (error instanceof explorer.ExpressionError) return null; throw error; }
  });
})"""


def test_random_expressions_come_out_as_in_c(page: Page, tmp_path: Path) -> None:
    chance = random.Random(7)
    trees = [tree(chance, chance.randint(1, 4)) for _ in range(EXPRESSIONS)]
    texts = [one.text for one in trees]
    expected = [in_lanes(one) for one in trees]
    found = cast(list[list[int | None]], page.evaluate(IN_LANES, [texts, PARAMETERS]))
    for text, want, got in zip(texts, expected, found, strict=True):
        assert got == want, text
    # What the test itself takes for C is held to a compiler, where C says what comes out.
    sure = [(text, want) for text, want in zip(texts, expected, strict=True) if None not in want]
    assert len(sure) > EXPRESSIONS // 2 and len(sure) < EXPRESSIONS
    for (text, want), got_by_gxx in zip(sure, by_gxx([text for text, _ in sure], tmp_path), strict=True):
        assert got_by_gxx == want, text


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", 1, "type an index"),
        ("in[i", 5, "‘]’ is missing, to close the ‘[’ in column 3: the text ends here"),
        ("in[i * ]", 8, "found ‘]’ where a number"),
        ("in[i stride]", 6, "‘]’ is missing"),
        ("a b", 3, "an operator is missing before ‘b’"),
        ("i))", 2, "‘)’ has no opening bracket"),
        ("out[i] = in[i]", 8, "one access at a time"),
        ("in[i];", 6, "remove the ‘;’"),
        ("in[index[i]]", 9, "read from memory is not supported"),
        ("p[i].x", 5, "members are not supported"),
        ("p[q.x]", 3, "members are not supported"),
        ("in[min(i, 3)]", 4, "functions such as ‘min’ are not supported"),
        ("t[i][i][i]", 8, "a third index"),
        ("in[i, 3]", 5, "a second index into its own brackets"),
        ("in[1.5]", 4, "is not a C integer"),
        ("in[08]", 4, "is not a C integer"),
        ("in[3u]", 4, "is not a C integer"),
        ("in[2147483648]", 4, "does not fit a 32-bit int"),
        ("in[i--1]", 5, "leave a space"),
        ("in[i @ 2]", 6, "‘@’ is not supported"),
        ("in[i * 2000000000]", 6, "lane 2: 2 * 2000000000 does not fit a 32-bit int"),
        ("in[32 / (i - 4)]", 7, "lane 4 divides by zero: 32 / 0"),
        ("in[i >> i + 1]", 6, "lane 31 shifts by 32"),
        ("in[(i - 1) << 2]", 12, "lane 0 shifts -1 to the left"),
    ],
)
def test_what_is_wrong_is_shown_at_its_column(page: Page, text: str, column: int, words: str) -> None:
    page.fill("#access", text)
    error = page.locator("#error p")
    expect(error).to_contain_text(f"Column {column}: ")
    expect(error).to_contain_text(words)
    expect(page.locator("#access")).to_have_attribute("aria-invalid", "true")
    shown = page.locator("#error pre").inner_text().split("\n")
    assert shown == [text, " " * (column - 1) + "^"]
    expect(page.locator("#heading")).to_have_text("Nothing to count")
    page.fill("#access", "in[i]")
    expect(page.locator("#error")).to_be_empty()
    expect(page.locator("#heading")).to_contain_text("4 sectors")


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("access=in[i-1]", "lane 0 is at byte -4, before the array"),
        (
            "access=in[i]&size=16&base=8",
            "byte 8, which is not a multiple of 16. A GPU stops",
        ),
        ("access=t[i*2000]&space=shared", "lane 30 is at byte 240000: a block has at most 232448 bytes"),
    ],
)
def test_an_access_that_no_gpu_carries_out_is_refused(page: Page, address: str, words: str) -> None:
    page.goto(f"{EXPLORER}#{address}")
    expect(page.locator("#error p")).to_contain_text(words)
    expect(page.locator("#heading")).to_have_text("Nothing to count")
    assert page.locator("#pictures").is_hidden()


def test_a_stencil_with_room_before_it_is_drawn(page: Page) -> None:
    page.goto(f"{EXPLORER}#access=in[i-1]&base=128")
    expect(page.locator("#heading")).to_contain_text("32 lanes touch 5 sectors")
