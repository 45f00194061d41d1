"""Random programs of one kernel whose lanes part and meet: branches, edges of tiles, short loops, barriers.

Between two barriers an array is either read by all threads or written, each thread its own element. So
nothing races, and whatever runs the lanes, in whatever order, comes to the same. Arithmetic is unsigned or
cannot overflow.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

BLOCKS = ((256, 1), (100, 1), (16, 16), (32, 8), (64, 1), (20, 6), (8, 8))
ARRAYS = ("tile", "reals", "bytes", "out")
MOST_NESTED = 3

HEAD = """#include <cstdio>
#include <vector>

__global__ void lanes(const unsigned* in, unsigned* out, unsigned* sums, unsigned n) {
  __shared__ unsigned tile[256];
  __shared__ float reals[256];
  __shared__ unsigned char bytes[256];
  const unsigned threads = blockDim.x * blockDim.y;
  const unsigned t = threadIdx.y * blockDim.x + threadIdx.x;
  const unsigned i = blockIdx.x * threads + t;
  unsigned a = in[i % n], b = in[(i * 7 + 3) % n], c = t - 5;
  float x = a % 1000 * 0.5f, y = 3.0f;
  tile[t] = a;
  reals[t] = x;
  bytes[t] = static_cast<unsigned char>(b);
  __syncthreads();
"""
TAIL = """
  out[i] += a + b * 3 + c + static_cast<unsigned>(static_cast<int>(x + y));
}

int main() {
  constexpr unsigned kIn = 777;
  constexpr unsigned kOut = 3 * 256;
  unsigned *in, *out, *sums;
  std::vector<unsigned> values(kIn), results(kOut, 1);
  for (unsigned i = 0; i < kIn; ++i) values[i] = (i * 2654435761U >> 20) % 1000 - 200;
  cudaMalloc(&in, kIn * 4);
  cudaMalloc(&out, kOut * 4);
  cudaMalloc(&sums, 32);
  cudaMemcpy(in, values.data(), kIn * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(out, results.data(), kOut * 4, cudaMemcpyHostToDevice);
  cudaMemset(sums, 0, 32);
  for (int launch = 0; launch < 2; ++launch) lanes<<<3, dim3(@X@, @Y@)>>>(in, out, sums, kIn);
  std::printf("%d\\n", cudaDeviceSynchronize());
  cudaMemcpy(results.data(), out, kOut * 4, cudaMemcpyDeviceToHost);
  for (const unsigned value : results) std::printf("%u ", value);
  cudaMemcpy(results.data(), sums, 32, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) std::printf("%u ", results[i]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(sums);
}
"""


def random_program(seed: int) -> str:
    """The program of a seed, always the same."""
    random = Random(seed)
    width, height = random.choice(BLOCKS)
    return HEAD + _Drawing(random).kernel() + TAIL.replace("@X@", str(width)).replace("@Y@", str(height))


@dataclass
class _Drawing:
    """read: the arrays that are only read in this phase; the others are only written."""

    random: Random
    read: frozenset[str] = frozenset()

    def kernel(self) -> str:
        phases = [self.phase(is_first) for is_first in (True, *[False] * self.random.randrange(1, 4))]
        return "\n".join(phases)

    def phase(self, is_first: bool) -> str:
        chosen = [name for name in ARRAYS if not is_first and self.random.random() < 0.5]
        self.read = frozenset(chosen)
        statements = [self.statement(0) for _ in range(self.random.randrange(2, 5))]
        return "\n".join(f"  {text}" for text in (*statements, "__syncthreads();"))

    def statement(self, nested: int, in_loop: bool = False) -> str:
        kind = self.random.randrange(20)
        if kind < 5:
            return f"{self.random.choice('abc')} = {self.number()};"
        if kind < 8:
            return f"{self.random.choice('xy')} = fminf(fmaxf({self.real()}, -1e6f), 1e6f);"
        if kind < 13:
            return self.store()
        if kind < 14:
            return f"atomicAdd(&sums[{self.index('8u')}], {self.number()});"
        if kind < 15:
            return self.random.choice(
                (f"if (c != 0) a = {self.number()} / c;", f"if (b > 7) a = {self.number()} % b;")
            )
        if kind < 16 and not in_loop and nested < 2:
            return self.loop(nested)
        if nested < MOST_NESTED:
            other = f" else {{ {self.body(nested + 1, in_loop)} }}" if self.random.random() < 0.4 else ""
            return f"if ({self.condition()}) {{ {self.body(nested + 1, in_loop)} }}{other}"
        return f"b ^= {self.number()};"

    def body(self, nested: int, in_loop: bool) -> str:
        return " ".join(self.statement(nested, in_loop) for _ in range(self.random.randrange(1, 4)))

    def loop(self, nested: int) -> str:
        rounds = self.random.choice(("3", "t % 4", "5"))
        skip = f"if ({self.condition()}) continue; " if self.random.random() < 0.3 else ""
        inside = f"{self.body(nested + 1, True)} {skip}a += k; {self.statement(nested + 1, True)}"
        return f"\n#pragma unroll 1\n  for (unsigned k = 0; k < {rounds}; ++k) {{ {inside} }}"

    def store(self) -> str:
        name = self.random.choice(ARRAYS)
        if name in self.read:
            return f"c += {self.number()};"
        values = {
            "tile": self.number,
            "reals": self.real,
            "bytes": lambda: f"static_cast<unsigned char>({self.number()})",
            "out": self.number,
        }
        place = "i" if name == "out" else "t"
        return f"{name}[{place}] = {values[name]()};"

    def number(self, depth: int = 0) -> str:
        kind = self.random.randrange(13)
        if depth > 2 or kind < 3:
            return self.random.choice(("a", "b", "c", "i", "t", f"{self.random.randrange(40)}u"))
        if kind < 7:
            sign = self.random.choice("+-*^&|")
            return f"({self.number(depth + 1)} {sign} {self.number(depth + 1)})"
        if kind == 7:
            return f"({self.number(depth + 1)} >> {self.random.randrange(6)})"
        if kind == 8:
            return f"({self.number(depth + 1)} / {self.random.choice((2, 3, 7, 16))})"
        reads = {9: f"in[{self.index('n')}]"}
        if "out" in self.read:
            reads[10] = f"out[blockIdx.x * threads + {self.index('threads')}]"
        if "tile" in self.read:
            reads[11] = f"tile[{self.index('threads')}]"
        if "bytes" in self.read:
            reads[12] = f"bytes[{self.index('threads')}]"
        return reads.get(kind) or f"min({self.number(depth + 1)}, {self.number(depth + 1)})"

    def real(self, depth: int = 0) -> str:
        kind = self.random.randrange(8)
        if depth > 2 or kind < 2:
            return self.random.choice(("x", "y", "1.5f", "(a % 64)", "0.25f"))
        if kind < 5:
            return f"({self.real(depth + 1)} {self.random.choice('+-*')} {self.real(depth + 1)})"
        if kind == 5 and "reals" in self.read:
            return f"reals[{self.index('threads')}]"
        if kind == 6:
            return f"fabsf({self.real(depth + 1)})"
        return f"fminf({self.real(depth + 1)}, 100.0f)"

    def index(self, count: str) -> str:
        if count == "threads" and self.random.random() < 0.5:
            return f"(t + {self.random.choice(('1', 'threads - 1', 'blockDim.x', '2'))}) % threads"
        return f"({self.number(2)}) % {count}"

    def condition(self) -> str:
        if self.random.random() < 0.35:
            sign = self.random.choice(("&&", "&&", "||"))
            return f"({self.condition()}) {sign} ({self.condition()})"
        below, above = self.random.randrange(9), self.random.randrange(1, 9)
        return self.random.choice(
            (
                f"t % {below + 2} < {above}",
                f"t % {below + 2} == {above % 3}",
                f"({self.number(1)}) % {below + 2} == {above % 3}",
                f"({self.number(1)}) < ({self.number(1)})",
                f"t > {below} && t % 16 != {above}",
                f"t >= {below} && t <= threads - {above}",
                f"threadIdx.x >= {below % 4} && threadIdx.x + {above % 5} <= blockDim.x && threadIdx.y >= 1",
                f"{self.real(1)} < {self.real(1)}",
            )
        )
