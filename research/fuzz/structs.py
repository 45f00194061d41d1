"""Random structures with padding, bit-fields, unions, arrays and bases, each with a writer and a reader."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

MOST_LEAVES = 12


@dataclass(frozen=True)
class Leaf:
    """A kind of member: its type, how a u32 `{x}` is stored in `{p}`, and how it is read back as a u32."""

    type: str
    write: str
    read: str


def _integer(name: str) -> Leaf:
    return Leaf(name, "{p} = static_cast<" + name + ">({x});", "static_cast<u32>({p})")


LEAVES = (
    *(_integer(name) for name in ("u8", "i8", "u16", "i16", "u32", "i32")),
    Leaf("bool", "{p} = (({x}) & 1U) != 0;", "static_cast<u32>({p})"),
    Leaf("u64", "{p} = static_cast<u64>({x}) * 0x100000003ULL;", "fold({p})"),
    Leaf("f32", "{p} = static_cast<f32>(({x}) & 0xFFFFFU);", "bits({p})"),
    Leaf("f64", "{p} = static_cast<f64>({x});", "static_cast<u32>(static_cast<u64>({p}))"),
    Leaf(
        "float2",
        "{p}.x = static_cast<f32>(({x}) & 0xFFFU); {p}.y = 1.5F;",
        "(bits({p}.x) + bits({p}.y))",
    ),
    Leaf(
        "float4",
        "{p}.x = {p}.z = static_cast<f32>(({x}) & 0xFFFU); {p}.w = {p}.y = 0.5F;",
        "bits({p}.z + {p}.w)",
    ),
    Leaf(
        "uchar3",
        "{p}.x = static_cast<u8>({x}); {p}.y = 7; {p}.z = 9;",
        "static_cast<u32>({p}.x + {p}.y * {p}.z)",
    ),
    Leaf("ushort2", "{p}.x = static_cast<u16>({x}); {p}.y = 3;", "static_cast<u32>({p}.x ^ {p}.y)"),
)
BIT_TYPES = (("u8", 8), ("u16", 16), ("u32", 32), ("u32", 32), ("i32", 32), ("u64", 64))


@dataclass
class Struct:
    """A structure's definition. writes and reads are of members, for a structure `{s}`."""

    name: str
    members: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    reads: list[str] = field(default_factory=list)
    counters: list[str] = field(default_factory=list)  # unsigned bit-fields
    base: str = ""
    alignment: int = 0
    leaves: int = 0

    def text(self) -> str:
        """The definition, with `set_` and `sum_` functions that write and read each member."""
        aligned = f"alignas({self.alignment}) " if self.alignment else ""
        base = f" : {self.base}" if self.base else ""
        members = "\n".join(f"  {member}" for member in self.members)
        writes = "\n".join("  " + write.replace("{s}", "s") for write in self.writes)
        reads = "\n".join(f"  h = mixed(h, {read.replace('{s}', 's')});" for read in self.reads)
        return (
            f"struct {aligned}{self.name}{base} {{\n{members}\n}};\n"
            f"DEVICE void set_{self.name}({self.name}& s, u32 x) {{\n{writes}\n}}\n"
            f"DEVICE u32 sum_{self.name}(const {self.name}& s) {{\n  u32 h = 1;\n{reads}\n  return h;\n}}\n"
        )


def random_struct(name: str, inner: list[Struct], random: Random) -> Struct:
    """A structure that may contain or inherit from those of `inner`."""
    struct = Struct(name)
    small = [one for one in inner if one.leaves <= MOST_LEAVES // 2]
    if small and random.random() < 0.2:
        base = random.choice(small)
        struct.base = base.name
        struct.leaves += base.leaves
        struct.writes.append(f"set_{base.name}({{s}}, x + 77U);")
        struct.reads.append(f"sum_{base.name}({{s}})")
    for index in range(random.randint(1, 5)):
        if struct.leaves < MOST_LEAVES:
            _add_member(struct, f"m{index}", small, random)
    if random.random() < 0.2:
        struct.alignment = random.choice((8, 16, 16, 32))
    if "float4" in " ".join(struct.members) or any(one.alignment for one in small):
        struct.alignment = max(struct.alignment, 32) if struct.alignment else 0
    random.shuffle(struct.writes)
    return struct


def _add_member(struct: Struct, name: str, small: list[Struct], random: Random) -> None:
    kind = random.choices(("leaf", "bits", "array", "struct", "union"), (8, 5, 2, 3, 2))[0]
    leaf = random.choice(LEAVES)
    salt = random.randrange(1, 1 << 20)
    value = f"x * {salt | 1}U + {salt >> 3}U"
    place = f"{{s}}.{name}"
    if kind == "bits":
        _add_bit_field(struct, name, value, random)
    elif kind == "array":
        count = random.randint(2, 3)
        struct.members.append(f"{leaf.type} {name}[{count}];")
        for i in range(count):
            _add_leaf(struct, leaf, f"{place}[{i}]", f"{value} + {i}U")
    elif kind == "struct" and small:
        inner = random.choice(small)
        count = random.choice((0, 0, 2))
        struct.members.append(f"{inner.name} {name}" + (f"[{count}];" if count else ";"))
        for part in [f"{place}[{i}]" for i in range(count)] or [place]:
            struct.writes.append(f"set_{inner.name}({part}, {value});")
            struct.reads.append(f"sum_{inner.name}({part})")
            struct.leaves += inner.leaves
    elif kind == "union":
        choices = [random.choice(LEAVES) for _ in range(random.randint(2, 3))]
        fields = " ".join(f"{choice.type} c{i};" for i, choice in enumerate(choices))
        struct.members.append(f"union {{ {fields} }} {name};")
        active = random.randrange(len(choices))
        _add_leaf(struct, choices[active], f"{place}.c{active}", value)
    else:
        struct.members.append(f"{leaf.type} {name};")
        _add_leaf(struct, leaf, place, value)


def _add_leaf(struct: Struct, leaf: Leaf, place: str, value: str) -> None:
    struct.writes.append(leaf.write.replace("{p}", place).replace("{x}", value))
    struct.reads.append(leaf.read.replace("{p}", place))
    struct.leaves += 1


def _add_bit_field(struct: Struct, name: str, value: str, random: Random) -> None:
    type_name, widest = random.choice(BIT_TYPES)
    width = random.choice((1, 3, 5, 8, 13, 17, 24, 31, 40, widest))
    width = min(width, widest)
    struct.members.append(f"{type_name} {name} : {width};")
    place = f"{{s}}.{name}"
    if random.random() < 0.2:
        struct.writes.append(f"{place} = 0;")
    else:
        struct.writes.append(f"{place} = static_cast<{type_name}>({value});")
    struct.reads.append(
        f"fold(static_cast<u64>({place}))" if type_name == "u64" else f"static_cast<u32>({place})"
    )
    struct.leaves += 1
    if type_name in ("u8", "u32") and width < 31:
        struct.counters.append(place)
    if random.random() < 0.2:
        struct.members.append(f"{type_name} : {random.choice((0, 2, 6))};")
