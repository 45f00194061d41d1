"""Random expressions without undefined behaviour: each operation is defined for all operands."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

CONSTANTS = (
    "0U", "1U", "2U", "3U", "7U", "31U", "32U", "33U", "255U", "0x7FU", "0x80U", "0xFFFFU", "0x8000U",
    "0x7FFFFFU", "0x800000U", "0xFFFFFFU", "0x1000000U", "0x7FFFFFFFU", "0x80000000U", "0xFFFFFFFFU",
    "0x5410U", "0x12345678U", "0xFEDCBA98U",
)  # fmt: skip

# {a}, {b}, {c}: expressions of type u32. Each gives a u32.
LONG = "(static_cast<u64>({a}) << 32 | ({b}))"
OPERATIONS = (
    *(f"({{a}}) {operator} ({{b}})" for operator in ("+", "-", "*", "&", "|", "^")),
    *(f"static_cast<u32>(({{a}}) {operator} ({{b}}))" for operator in ("<", ">", "==", "!=", "<=", ">=")),
    "({a}) << (({b}) & 31U)",
    "({a}) >> (({b}) & 31U)",
    "({a}) / (({b}) | 1U)",
    "({a}) % (({b}) | 1U)",
    "({a}) / {k}U",
    "({a}) % {k}U",
    "~({a})",
    "0U - ({a})",
    "(({a}) & 1U) != 0 ? ({b}) : ({c})",
    "static_cast<i32>({a}) < static_cast<i32>({b}) ? ({c}) : ({a})",
    "static_cast<u32>(static_cast<i32>({a}) >> (({b}) & 31U))",
    "static_cast<u32>(quotient(static_cast<i32>({a}), static_cast<i32>({b})))",
    "static_cast<u32>(remainder_of(static_cast<i32>({a}), static_cast<i32>({b})))",
    "static_cast<u32>(static_cast<i32>({a}) / {k})",
    "static_cast<u32>(static_cast<i32>({a}) % {k})",
    "static_cast<u32>(static_cast<u8>({a}))",
    "static_cast<u32>(static_cast<i8>({a}))",
    "static_cast<u32>(static_cast<u16>({a}))",
    "static_cast<u32>(static_cast<i16>({a}))",
    "static_cast<u32>(static_cast<u8>({a}) * static_cast<i8>({b}) + static_cast<i16>({c}))",
    "min(static_cast<u32>({a}), static_cast<u32>({b}))",
    "max(static_cast<u32>({a}), static_cast<u32>({b}))",
    "static_cast<u32>(min(static_cast<i32>({a}), static_cast<i32>({b})))",
    "static_cast<u32>(max(static_cast<i32>({a}), static_cast<i32>({b})))",
    "fold(static_cast<u64>({a}) * ({b}))",
    "fold(" + LONG + " * ({c}))",
    "fold(" + LONG + " >> (({c}) & 63U))",
    "fold(" + LONG + " << (({c}) & 63U))",
    "fold(" + LONG + " / (({c}) | 1U))",
    "fold(" + LONG + " % (({c}) | 1U))",
    "fold(static_cast<u64>(static_cast<i64>(static_cast<i32>({a})) * static_cast<i32>({b})))",
    "fold(static_cast<u64>(static_cast<i64>(" + LONG + ") >> (({c}) & 63U)))",
    "static_cast<u32>(__popc({a}))",
    "static_cast<u32>(__clz(static_cast<i32>({a})))",
    "static_cast<u32>(__ffs(static_cast<i32>({a})))",
    "__brev({a})",
    "static_cast<u32>(__popcll(" + LONG + "))",
    "static_cast<u32>(__clzll(static_cast<i64>(" + LONG + ")))",
    "static_cast<u32>(__ffsll(static_cast<i64>(" + LONG + ")))",
    "fold(__brevll(" + LONG + "))",
    "static_cast<u32>(__mul24(static_cast<i32>({a}), static_cast<i32>({b})))",
    "__umul24({a}, {b})",
    "static_cast<u32>(__mulhi(static_cast<i32>({a}), static_cast<i32>({b})))",
    "__umulhi({a}, {b})",
    "fold(__umul64hi(" + LONG + ", static_cast<u64>({c}) << 13))",
    "fold(static_cast<u64>(__mul64hi(static_cast<i64>(" + LONG + "), static_cast<i32>({c}))))",
    "__byte_perm({a}, {b}, {c})",
    "__funnelshift_l({a}, {b}, {c})",
    "__funnelshift_r({a}, {b}, {c})",
    "__funnelshift_lc({a}, {b}, ({c}) & 63U)",
    "__funnelshift_rc({a}, {b}, ({c}) & 63U)",
    "__sad(static_cast<i32>({a}), static_cast<i32>({b}), {c})",
    "__usad({a}, {b}, {c})",
    "static_cast<u32>(__hadd(static_cast<i32>({a}), static_cast<i32>({b})))",
    "static_cast<u32>(__rhadd(static_cast<i32>({a}), static_cast<i32>({b})))",
    "__uhadd({a}, {b})",
    "__urhadd({a}, {b})",
)  # fmt: skip

# {f}, {g}: whole floats of at most 4,096. Their sums and products are exact: contraction changes nothing.
FLOAT_OPERATIONS = (
    "{f} + {g}",
    "{f} - {g}",
    "{f} * {g}",
    "{f} * {g} + {f}",
    "{f} / ({g} + 0.5F)",
    "sqrtf(fabsf({f}))",
    "fminf({f}, {g})",
    "fmaxf({f}, {g})",
    "floorf({f} * 0.25F)",
    "ceilf({f} * 0.25F)",
    "truncf({f} * 0.125F)",
    "rintf({f} * 0.25F)",
    "__fmaf_rn({f}, {g}, {f})",
    "__fadd_rn(__fmul_rn({f}, 0.1F), {g})",
    "static_cast<f32>(static_cast<f64>({f}) / 3.0)",
    "({f} < {g} ? {f} : -{g})",
    "static_cast<f32>(static_cast<i32>({f} * 0.5F))",
)
DOUBLES = (
    "fold(static_cast<u64>(static_cast<f64>(({a}) & 0xFFFFFU) * static_cast<f64>(({b}) & 0xFFFFFU) + ({c})))"
)


@dataclass
class Scope:
    """What an expression may read: values, and arrays, each an element `{i}` and its length."""

    random: Random
    values: list[str] = field(default_factory=list)
    arrays: list[tuple[str, int]] = field(default_factory=list)

    def inner(self) -> Scope:
        """A scope within this one."""
        return Scope(self.random, list(self.values), list(self.arrays))

    def index(self, count: int, depth: int = 1) -> str:
        """An index below `count`."""
        return f"(({self.number(depth)}) % {count}U)"

    def number(self, depth: int = 2) -> str:
        """An expression of type u32."""
        random = self.random
        if depth <= 0 or random.random() < 0.15:
            return self._leaf(depth)
        kind = random.random()
        if kind < 0.08:
            return f"bits({self.real()})"
        if kind < 0.1:
            return self._filled(DOUBLES, depth)
        return f"({self._filled(random.choice(OPERATIONS), depth)})"

    def real(self) -> str:
        """An expression of type f32."""
        text = self.random.choice(FLOAT_OPERATIONS)
        for hole in ("{f}", "{g}"):
            value = f"static_cast<f32>(static_cast<i32>(({self.number(1)}) & 0xFFFU) - 2048)"
            text = text.replace(hole, value)
        return text

    def condition(self, depth: int = 2) -> str:
        """An expression of type bool."""
        operator = self.random.choice(("<", ">", "==", "!=", "<=", ">="))
        return f"({self.number(depth)}) {operator} ({self.number(depth - 1)})"

    def _leaf(self, depth: int) -> str:
        random = self.random
        if self.arrays and random.random() < 0.35:
            name, count = random.choice(self.arrays)
            return name.replace("{i}", self.index(count, depth - 1) if depth > -2 else "0")
        if self.values and random.random() < 0.75:
            return random.choice(self.values)
        return random.choice(CONSTANTS)

    def _filled(self, text: str, depth: int) -> str:
        for hole in ("{a}", "{b}", "{c}"):
            if hole in text:
                text = text.replace(hole, self.number(depth - 1))
        return text.replace("{k}", str(self.random.choice((2, 3, 5, 7, 10, 16, 100, 641, 65536))))
