#!/usr/bin/env python3
"""Fuzzes simtcc and its verifier: nine mutants in ten of finished modules, one in ten of kernel sources.

    fuzz.py --simtcc PROGRAM --simt-fuzz PROGRAM [--number 1000] [--seed 1] [--save DIR] SOURCE...

A SOURCE is a kernel file, or a folder: then every .cu file in it. Mutant I of a seed is always the same.
What escapes, hangs or crashes is kept under --save. Exit status: 0 nothing was found; 1 something was; 2 the
fuzzer could not run. README.md beside this folder says what is watched.
"""

import argparse
import concurrent.futures
import json
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

MOST_PROCESSOR_SECONDS = 25  # the limit of simtcc, which gives up after 20 itself, and of a module's launches
MOST_SECONDS = 150  # allows for a processor that is busy with other work
LARGEST_MODULE = 200_000  # bytes of its text: larger ones take too long to copy and verify
PART = 2500  # mutants of one process
BAD = ("escapes", "hangs", "crashes", "without code", "could not be run")
TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
SPARE = (
    *(
        "0",
        "1",
        "-1",
        "31",
        "0x7fffffff",
        "threadIdx.x",
        "blockIdx.x",
        "*",
        "&",
        "+",
        "-",
        "<<",
        "%",
        "/",
        "[",
        "]",
        "(",
        ")",
    ),
    *(
        "int",
        "char",
        "float4",
        "double",
        "bool",
        "short",
        "unsigned long long",
        "__int128",
        "_BitInt(24)",
        "volatile",
    ),
    *(
        "const",
        "struct",
        "static",
        "__shared__",
        "__restrict__",
        "__noinline__",
        "alignas(64)",
        "this",
        'asm("")',
    ),
    *("goto", "while (1)", "if", "else", "switch", "return;", "__syncthreads();", "__builtin_unreachable()"),
    *("reinterpret_cast<char*>", "__attribute__((packed))"),
)


@dataclass(frozen=True)
class Options:
    """What the command line says."""

    simtcc: Path
    simt_fuzz: Path
    number: int
    seed: int
    jobs: int
    seconds: float
    source_share: float
    save: Path
    sources: list[Path]


def limit() -> None:
    """Limits the process that is about to begin."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_PROCESSOR_SECONDS, MOST_PROCESSOR_SECONDS))


def run(
    command: Sequence[str | Path], seconds: float, before: Callable[[], None] = limit
) -> subprocess.CompletedProcess[str] | None:
    """The finished command; None where its time was over."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            preexec_fn=before,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    return None if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL, -signal.SIGALRM) else done


class Fuzz:
    """One run."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.counts: Counter[str] = Counter()
        self.began = time.monotonic()
        self.folder = Path(tempfile.mkdtemp(prefix="simt-fuzz."))
        options.save.mkdir(parents=True, exist_ok=True)

    def time_left(self) -> float:
        return self.options.seconds - (time.monotonic() - self.began)

    def include_flags(self) -> list[str]:
        return list(dict.fromkeys(f"-I{source.parent}" for source in self.options.sources))

    # ---- mutants of finished modules

    def finished_module(self, number: int) -> Path | None:
        source = self.options.sources[number]
        output = self.folder / f"{number}-{source.stem}.so"
        run([self.options.simtcc, *self.include_flags(), source, "-o", output, "--keep-ir"], MOST_SECONDS)
        text = Path(f"{output}.ll")
        if output.exists() and text.exists() and text.stat().st_size <= LARGEST_MODULE:
            return text
        return None

    def mutate_modules(self, modules: list[Path], begin: int, end: int) -> Counter[str]:
        found = self.outcomes_of_modules(modules, begin, end)
        return Counter({f"modules: {name}": number for name, number in found.items()})

    def mutate_source(self, number: int) -> Counter[str]:
        return Counter([f"sources: {self.try_source(number)}"])

    def outcomes_of_modules(self, modules: list[Path], begin: int, end: int) -> Counter[str]:
        counts: Counter[str] = Counter()
        save = self.options.save
        while begin < end and self.time_left() > 0:
            done = run(
                [
                    *(
                        self.options.simt_fuzz,
                        "mutants",
                        "--seed",
                        str(self.options.seed),
                        "--from",
                        str(begin),
                    ),
                    *("--count", str(end - begin), "--save", save, *modules),
                ],
                self.time_left(),
                lambda: None,
            )
            if done is not None and done.returncode in (0, 1):
                *found, summary = done.stdout.splitlines()
                print("".join(f"{line}\n" for line in found), end="", flush=True)
                counts.update(json.loads(summary))
                return counts
            at = save / f"at.{begin}"
            if done is None:
                counts["out of time"] += 1
                return counts
            if not at.exists():
                raise RuntimeError(f"simt_fuzz: {done.stderr}")
            stopped = int(at.read_text())
            print(
                f"the verifier crashes ({done.returncode}): mutant {stopped} of seed {self.options.seed}",
                flush=True,
            )
            counts["crashes"] += 1
            begin = stopped + 1
        return counts

    # ---- mutants of sources

    def mutant_of_source(self, number: int) -> str:
        chosen = random.Random(f"{self.options.seed}/{number}")
        text = chosen.choice(self.options.sources).read_text()
        for _ in range(chosen.randint(1, 3)):
            text = mutated_line(text, chosen) if chosen.random() < 0.3 else mutated_token(text, chosen)
        return text

    def try_source(self, number: int) -> str:
        if self.time_left() <= 0:
            return "out of time"
        source = self.folder / f"mutant{number}.cu"
        module = source.with_suffix(".so")
        source.write_text(self.mutant_of_source(number))
        outcome = self.outcome_of(source, module)
        if outcome in BAD or outcome == "not shown safe":
            kept = self.options.save / f"{self.options.seed}-{number}.cu"
            kept.write_text(source.read_text())
            print(f"{outcome}: source mutant {number} of seed {self.options.seed}: {kept}", flush=True)
        source.unlink()
        module.unlink(missing_ok=True)
        return outcome

    def outcome_of(self, source: Path, module: Path) -> str:
        compiled = run([self.options.simtcc, *self.include_flags(), source, "-o", module], MOST_SECONDS)
        if compiled is None:
            return "hangs"
        if "cannot be shown to be safe" in compiled.stderr:
            return "not shown safe"
        if compiled.returncode != 0:
            return "does not compile" if compiled.returncode == 1 else "crashes"
        ran = run([self.options.simt_fuzz, "run", module, str(source.stat().st_size)], MOST_SECONDS)
        if ran is None:
            return "hangs"
        outcomes = {0: "ran", 2: "could not be run", 3: "escapes", 4: "ran with faults"}
        return outcomes.get(ran.returncode, "crashes")

    def run_all(self) -> int:
        of_modules = round(self.options.number * (1 - self.options.source_share))
        of_sources = self.options.number - of_modules
        begins = range(0, of_modules, PART)
        parts = max(len(begins), 1)
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            finished = pool.map(self.finished_module, range(len(self.options.sources)))
            modules = [module for module in finished if module is not None]
            if not modules:
                raise RuntimeError("none of the sources compiles")
            # Both kinds take turns, so that a time that is over cuts both by the same share.
            tried: list[concurrent.futures.Future[Counter[str]]] = []
            for part in range(parts):
                for begin in begins[part : part + 1]:
                    end = min(begin + PART, of_modules)
                    tried.append(pool.submit(self.mutate_modules, modules, begin, end))
                for number in range(of_sources * part // parts, of_sources * (part + 1) // parts):
                    tried.append(pool.submit(self.mutate_source, number))
            for counts in tried:
                self.counts.update(counts.result())
        for path in self.folder.iterdir():
            path.unlink()
        self.folder.rmdir()
        for name, number in sorted(self.counts.items()):
            print(f"{number:8}  {name}")
        print(
            f"seed {self.options.seed}, {self.options.number} mutants, {time.monotonic() - self.began:.0f} s"
        )
        bad = [name for name in self.counts if name.split(": ")[1] in (*BAD, "not shown safe")]
        return 1 if bad else 0


def mutated_token(text: str, chosen: random.Random) -> str:
    """The text with a token removed, replaced, added, or in another's place."""
    tokens = TOKEN.findall(text)
    places = [i for i, token in enumerate(tokens) if not token.isspace()]
    if not places:
        return text
    at, other = chosen.choice(places), chosen.choice(places)
    match chosen.randrange(5):
        case 0:
            tokens[at] = ""
        case 1:
            tokens[at] = chosen.choice(SPARE)
        case 2:
            tokens[at] += f" {chosen.choice(SPARE)} "
        case 3:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        case _:
            words = [i for i in places if tokens[i][0].isalnum()]
            if words:
                tokens[chosen.choice(words)] = tokens[chosen.choice(words)]
    return "".join(tokens)


def mutated_line(text: str, chosen: random.Random) -> str:
    """The text with a line removed, repeated or exchanged."""
    lines = text.split("\n")
    at, other = chosen.randrange(len(lines)), chosen.randrange(len(lines))
    match chosen.randrange(3):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case _:
            lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


def kernel_files(source: Path) -> list[Path]:
    """The file itself, or those of a folder in an order that does not depend on the file system."""
    return sorted(source.rglob("*.cu")) if source.is_dir() else [source]


def main() -> int:
    """Runs the fuzzer."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--simtcc", type=Path, required=True)
    parser.add_argument("--simt-fuzz", type=Path, required=True)
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--source-share", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=3000)
    parser.add_argument("--save", type=Path, default=Path("fuzz-found"))
    parser.add_argument("sources", type=Path, nargs="+")
    given = parser.parse_args()
    given.sources = [file for source in given.sources for file in kernel_files(source)]
    try:
        return Fuzz(Options(**vars(given))).run_all()
    except (RuntimeError, OSError) as error:
        print(f"fuzz.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
