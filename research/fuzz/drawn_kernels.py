"""Random kernels: phases with a barrier behind each, in which no thread touches what another one writes.

In each phase an array is its threads' own, so that thread t reads and writes element t, or it is read by all,
or all add to it atomically. The first phase writes every element and member; padding is never written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from research.fuzz.expressions import Scope
from research.fuzz.structs import Struct, random_struct

WORDS = ("sa", "sb", "ga", "gb")  # two arrays of u32 in shared memory and two in global memory
RECORDS = ("ss", "gs")  # an array of structures in each
STATE = ("r.v0", "r.v1", "r.v2", "r.v3")


@dataclass
class Phase:
    """Statements in the order in which they run. Those of `needed` declare or write what others read."""

    begin: str
    statements: list[str] = field(default_factory=list)
    needed: set[int] = field(default_factory=set)
    end: str = "END"

    def add(self, text: str, is_needed: bool = False) -> None:
        if is_needed:
            self.needed.add(len(self.statements))
        self.statements.append(text)


@dataclass
class Kernel:
    """One kernel, from its seed alone. dropped: (phase, statement) pairs that a reduction has left out."""

    name: str
    threads: int
    blocks: int
    structs: list[Struct]
    phases: list[Phase]
    dropped: frozenset[tuple[int, int]] = frozenset()

    def removable(self) -> list[tuple[int, int]]:
        """The statements that can be left out one by one."""
        return [
            (p, s)
            for p, phase in enumerate(self.phases)
            for s in range(len(phase.statements))
            if s not in phase.needed and (p, s) not in self.dropped
        ]

    def without(self, dropped: frozenset[tuple[int, int]]) -> Kernel:
        """This kernel with these statements left out too."""
        return Kernel(self.name, self.threads, self.blocks, self.structs, self.phases, self.dropped | dropped)

    def run(self) -> str:
        """The statement of main() that launches it."""
        return f"RUN({self.name}, {self.structs[-1].name}, {self.blocks}U, {self.threads}U)"

    def text(self) -> str:
        """The structures and the kernel."""
        record = self.structs[-1].name
        lines = [struct.text() for struct in self.structs]
        lines.append(f"struct {self.name}_state {{ u32 v0, v1, v2, v3, acc; u32 kept[5]; {record} s; }};")
        lines.append(
            f"KERNEL({self.name}, const u32* in, u32* out, u32* all_ga, u32* all_gb, {record}* all_gs) {{"
        )
        lines.append(
            f"SHARED u32 sa[{self.threads}], sb[{self.threads}]; SHARED {record} ss[{self.threads}];"
        )
        lines.append(f"ENTER({self.name}_state, {self.threads})")
        lines += [f"auto* const {name} = all_{name} + b * {self.threads}U;" for name in ("ga", "gb", "gs")]
        for p, phase in enumerate(self.phases):
            lines.append(phase.begin)
            lines += [text for s, text in enumerate(phase.statements) if (p, s) not in self.dropped]
            lines.append(phase.end)
        return "\n".join([*lines, "}", ""])


def random_kernel(seed: int, index: int) -> Kernel:
    """The kernel with this seed and index, whichever others there are."""
    random = Random(f"{seed}/{index}")
    name = f"k{index}"
    structs: list[Struct] = []
    for i in range(random.randint(1, 3)):
        structs.append(random_struct(f"{name}_S{i}", structs, random))
    kernel = Kernel(name, random.choice((32, 64, 96)), random.choice((1, 2)), structs, [])
    kernel.phases.append(_first_phase(kernel, random))
    for number in range(random.choice((1, 1, 2, 2, 3))):
        if random.random() < 0.3:
            kernel.phases.append(_exchange(kernel, random))
        phase = PhaseMaker(kernel, random, f"p{number}").phase()
        if random.random() < 0.15:
            phase.begin = f"for (u32 it = 0; it < {random.randint(1, 3)}U; ++it) {{ {phase.begin}"
            phase.end += " }"
        kernel.phases.append(phase)
    last = Phase(f"BEGIN({kernel.threads}U)")
    for value in (*STATE, "sa[t]", "sb[t]", "ga[t]", "gb[t]", "r.kept[t % 5U]"):
        last.add(f"r.acc = mixed(r.acc, {value});")
    record = structs[-1].name
    for place in ("ss[t]", "gs[t]", "r.s"):
        last.add(f"r.acc = mixed(r.acc, sum_{record}({place}));")
    last.add(f"out[b * {kernel.threads}U + t] = r.acc;", is_needed=True)
    kernel.phases.append(last)
    return kernel


def _first_phase(kernel: Kernel, random: Random) -> Phase:
    """Every thread writes its elements, in any order."""
    record = kernel.structs[-1].name
    scope = Scope(random, ["t", "b"], [("in[{i}]", 256)])
    writes = [f"{value} = {scope.number(1)};" for value in (*STATE, "sa[t]", "sb[t]", "ga[t]", "gb[t]")]
    writes += [f"r.kept[{i}] = {scope.number(0)};" for i in range(5)]
    writes += [f"set_{record}({place}, {scope.number(1)});" for place in ("ss[t]", "gs[t]", "r.s")]
    random.shuffle(writes)
    phase = Phase(f"BEGIN({kernel.threads}U)")
    for text in ["r.acc = t;", *writes]:
        phase.add(text, is_needed=True)
    return phase


def _exchange(kernel: Kernel, random: Random) -> Phase:
    """Values go from lane to lane."""
    phase = Phase("", end="")
    for _ in range(random.randint(1, 2)):
        to, source = (random.choice(STATE).removeprefix("r.") for _ in range(2))
        by = random.randint(0, 31)
        kind = random.choice(("SHUFFLE_XOR", "SHUFFLE_UP", "SHUFFLE_DOWN", "SHUFFLE", "BALLOT", "REDUCE_ADD"))
        tail = {"SHUFFLE": f", {random.choice(STATE).removeprefix('r.')}", "BALLOT": "", "REDUCE_ADD": ""}
        phase.add(f"{kind}({kernel.threads}, {to}, {source}{tail.get(kind, f', {by}U')})")
    return phase


class PhaseMaker:
    """Makes one phase's statements."""

    def __init__(self, kernel: Kernel, random: Random, prefix: str) -> None:
        self.random = random
        self.threads = kernel.threads
        self.struct = kernel.structs[-1]
        self.record = self.struct.name
        self.prefix = prefix
        self.names = 0
        self.result = Phase(f"BEGIN({kernel.threads}U)")
        roles = {name: random.choice(("own", "own", "read", "read", "add")) for name in WORDS}
        roles |= {name: random.choice(("own", "read")) for name in RECORDS}
        self.own = [name for name in WORDS if roles[name] == "own"]
        self.read = [name for name in WORDS if roles[name] == "read"]
        self.add = [name for name in WORDS if roles[name] == "add"]
        self.read_records = [name for name in RECORDS if roles[name] == "read"]
        self.places = ["r.s", *(f"{name}[t]" for name in RECORDS if roles[name] == "own")]
        self.local_records: list[tuple[str, int]] = []
        values = ["t", "b", *STATE, *(f"{name}[t]" for name in self.own)]
        self.scope = Scope(
            random, values, [("in[{i}]", 256), *((name + "[{i}]", self.threads) for name in self.read)]
        )
        self.scope.arrays.append(("r.kept[{i}]", 5))
        self.targets = [*STATE, *(f"{name}[t]" for name in self.own)]

    def phase(self) -> Phase:
        for _ in range(self.random.randint(0, 2)):
            self.random.choice((self.local_array, self.pointer_table, self.local_record, self.local_value))()
        for _ in range(self.random.randint(1, 4)):
            self.result.add(self.statement(self.scope, 2))
        return self.result

    def fresh(self, stem: str) -> str:
        self.names += 1
        return f"{stem}_{self.prefix}_{self.names}"

    # ---- declarations, which stay when a finding is reduced

    def local_value(self) -> None:
        name = self.fresh("x")
        self.result.add(f"u32 {name} = {self.scope.number()};", is_needed=True)
        self.scope.values.append(name)
        self.targets.append(name)

    def local_array(self) -> None:
        name, count = self.fresh("a"), self.random.randint(2, 9)
        element = self.random.choice(("u32", "u32", "u8", "i16"))
        inner = self.scope.inner()
        inner.values.append("i")
        unroll = self.random.choice(("", "UNROLL "))
        self.result.add(
            f"{element} {name}[{count}]; {unroll}for (u32 i = 0; i < {count}U; ++i) "
            f"{name}[i] = static_cast<{element}>({inner.number(2)});",
            is_needed=True,
        )
        self.scope.arrays.append((f"static_cast<u32>({name}[{{i}}])", count))
        self.targets.append(f"{name}[{self.scope.index(count)}]")

    def pointer_table(self) -> None:
        name = self.fresh("table")
        choices = [*self.read, "in"]
        parts = [self.random.choice(choices) for _ in range(self.random.randint(2, 3))]
        offset = self.random.choice(("", "", " + 1"))
        count = self.threads - (1 if offset else 0)
        listed = ", ".join(part + offset for part in parts)
        form = self.random.randrange(4)
        if form == 0:
            text = f"const u32* {name}[{len(parts)}] = {{{listed}}};"
        elif form == 1:
            text = f"const u32* {name}[{len(parts)}]; " + " ".join(
                f"{name}[{i}] = {part}{offset};" for i, part in enumerate(parts)
            )
        elif form == 2:
            text = f"const u32* const {name}[{len(parts)}] = {{{listed}}};"
        else:
            text = f"struct {{ u8 n; const u32* p[{len(parts)}]; }} {name} = {{3, {{{listed}}}}};"
        self.result.add(text, is_needed=True)
        table = f"{name}.p" if form == 3 else name
        self.scope.arrays.append((f"{table}[{self.scope.index(len(parts))}][{{i}}]", count))
        if len(self.own) > 1 and self.random.random() < 0.6:
            mine = self.fresh("mine")
            first, second = self.random.sample(self.own, 2)
            self.result.add(f"u32* {mine}[2] = {{{first}, {second}}};", is_needed=True)
            self.targets.append(f"{mine}[{self.scope.index(2)}][t]")

    def local_record(self) -> None:
        name, count = self.fresh("l"), self.random.choice((0, 0, 2, 3))
        if count == 0:
            self.result.add(
                f"{self.record} {name}; set_{self.record}({name}, {self.scope.number(2)});", is_needed=True
            )
            self.places.append(name)
            return
        source = self.source()
        self.result.add(
            f"{self.record} {name}[{count}]; for (u32 i = 0; i < {count}U; ++i) "
            + self.random.choice(
                (f"set_{self.record}({name}[i], i + {self.scope.number(1)});", f"{name}[i] = {source};")
            ),
            is_needed=True,
        )
        self.places += [f"{name}[{self.scope.index(count)}]", f"{name}[{self.random.randrange(count)}]"]

    # ---- statements

    def source(self) -> str:
        """A structure that may be read."""
        if self.read_records and self.random.random() < 0.5:
            return f"{self.random.choice(self.read_records)}[{self.scope.index(self.threads)}]"
        return self.random.choice(self.places)

    def statement(self, scope: Scope, depth: int) -> str:
        random = self.random
        kinds = [self.assign, self.assign, self.copy, self.copy, self.change_member, self.digest]
        if self.add:
            kinds.append(self.atomic)
        if depth > 0:
            nested = (self.loop, self.branch, self.switch)
            if random.random() < 0.4:
                return random.choice(nested)(scope, depth)
        return random.choice(kinds)(scope)

    def assign(self, scope: Scope) -> str:
        operator = self.random.choice(("=", "=", "+=", "^=", "*=", "-="))
        return f"{self.random.choice(self.targets)} {operator} {scope.number()};"

    def atomic(self, scope: Scope) -> str:
        return f"atomicAdd(&{self.random.choice(self.add)}[{scope.index(self.threads)}], {scope.number(2)});"

    def digest(self, scope: Scope) -> str:
        source = self.source()
        form = self.random.choice((source, f"passed({source})", f"loaded(&{source})"))
        return f"r.acc = mixed(r.acc, sum_{self.record}({form}) + {scope.number(1)});"

    def change_member(self, scope: Scope) -> str:
        place = self.random.choice(self.places)
        if self.struct.counters and self.random.random() < 0.5:
            counter = self.random.choice(self.struct.counters).replace("{s}", place)
            change = self.random.choice(("++{c};", "{c} += {n};", "{c} = {n};", "{c} ^= {n};", "{c} |= 1U;"))
            return change.replace("{c}", counter).replace("{n}", scope.number(2))
        write = self.random.choice(self.struct.writes).replace("{s}", place)
        return f"{{ const u32 x = {scope.number(2)}; {write} }}"

    def copy(self, scope: Scope) -> str:
        """A copy of a structure, in one of the ways of writing one."""
        to, source, other = self.random.choice(self.places), self.source(), self.source()
        again = self.random.choice(self.places)
        condition, bit = scope.condition(1), f"{scope.number(1)} & 1U"
        name = self.record
        forms = (
            f"{to} = {source};",
            f"{{ {name}* const d = &{to}; const {name}* const s = &{source}; *d = *s; }}",
            f"{{ {name} kept = {source}; {to} = kept; }}",
            f"{{ {name} kept = {source}; set_{name}(kept, {scope.number(1)}); {to} = kept; }}",
            f"{{ const {name} kept({source}); r.acc += sum_{name}(kept); {to} = kept; }}",
            f"swap_of({to}, {again});",
            f"copy_to(&{to}, &{source});",
            f"copy_far(&{to}, &{source});",
            f"{to} = passed({source});",
            f"{to} = passed_far({source});",
            f"{to} = loaded(&{source});",
            f"{to} = {condition} ? {source} : {other};",
            f"{{ const {name}* const s = {condition} ? &{source} : &{other}; {to} = *s; }}",
            f"{{ Two<{name}> two; two.before = 1; two.behind = 2; two.items[0] = {source}; "
            f"two.items[1] = {other}; "
            f"const Two<{name}> same = two; {to} = same.items[{bit}]; r.acc += same.behind; }}",
            f"{{ Either<{name}> one; one.whole = {source}; Either<{name}> same = one; {to} = same.whole; }}",
            f"{{ Either<{name}> one; one.small = 7; "
            f"Either<{name}> same = one; r.acc += passed(same).small; }}",
            f"{{ {name} many[3] = {{{source}, {other}, {again}}}; {to} = many[{scope.index(3)}]; }}",
            f"{{ {name} kept; std::memcpy(&kept, &{source}, sizeof(kept)); {to} = kept; }}",
            f"{{ const auto get = [&] {{ return {source}; }}; {to} = get(); }}",
        )
        return self.random.choice(forms)

    def block(self, scope: Scope, depth: int) -> str:
        return " ".join(self.statement(scope, depth - 1) for _ in range(self.random.randint(1, 2)))

    def loop(self, scope: Scope, depth: int) -> str:
        random = self.random
        counter = self.fresh("i")
        inner = scope.inner()
        inner.values.append(counter)
        bound = random.choice((f"{random.randint(1, 6)}U", f"(({scope.number(1)}) & 3U) + 1U"))
        early = f"if ({inner.condition(1)}) continue; " if random.random() < 0.5 else ""
        late = f" if ({inner.condition(1)}) break;" if random.random() < 0.3 else ""
        body = early + self.block(inner, depth) + late
        kind = random.randrange(3)
        if kind == 0:
            return f"{{ u32 {counter} = 0; const u32 n = {bound}; do {{ {body} }} while (++{counter} < n); }}"
        if kind == 1:
            return f"{{ const u32 n = {bound}; for (u32 {counter} = n; {counter}-- > 0;) {{ {body} }} }}"
        unroll = random.choice(("", "UNROLL "))
        head = f"for (u32 {counter} = 0; {counter} < n; ++{counter})"
        return f"{{ const u32 n = {bound}; {unroll}{head} {{ {body} }} }}"

    def branch(self, scope: Scope, depth: int) -> str:
        text = f"if ({scope.condition()}) {{ {self.block(scope, depth)} }}"
        return text + (f" else {{ {self.block(scope, depth)} }}" if self.random.random() < 0.5 else "")

    def switch(self, scope: Scope, depth: int) -> str:
        count = self.random.randint(2, 5)
        cases = " ".join(
            f"case {i * self.random.choice((1, 1, 3))}: {{ {self.block(scope, depth)} }}"
            + self.random.choice((" break;", " break;", ""))
            for i in (0, 1, 4, 16, 64)[:count]
        )
        return f"switch ({scope.index(17)}) {{ {cases} default: {{ {self.block(scope, depth)} }} }}"
