"""The explorer counts a thousand random states as the SIMT machine does, where each access is a kernel.

So it does with matrices that ldmatrix loads, in a thousand random states more.
"""

from __future__ import annotations

import csv
import random
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlencode

import pytest

from grader.cli.main import main
from grader.core.paths import current_project
from grader.tests.browser.chromium import Looked

pytestmark = [pytest.mark.slow, pytest.mark.browser]

EXPLORER = (current_project().root / "docs" / "explorer" / "index.html").as_uri()
STATES = 1000
SEED = 38
LANES = 32
# Strides, offsets, rows of a tile, reversals, lanes that agree in groups and in pairs, and swizzles.
EXPRESSIONS = (
    "in[lane * a + b]",
    "in[(lane ^ a) + b]",
    "in[(31 - lane) * a]",
    "in[lane / (a % 8 + 1) + b]",
    "in[lane % (a % 16 + 1) * 16 + b]",
    "in[(lane * lane * a + b) % 512]",
    "in[(lane >> 1) * 2 * a + b]",
    "in[lane % 2 == 0 ? a : lane * b]",
    "tile[lane][a]",
    "tile[lane / 4][(lane % 4 * 8) ^ b]",
    "tile[lane][(b ^ lane) % pitch]",
)
# Rows of a tile of halves by their lanes: in order, by chunks, in reverse, swizzled, and each row twice.
OF_MATRICES = (
    "tile[lane % 16][lane / 16 * 8]",
    "tile[lane % 8][lane / 8 * 8 + b * 8]",
    "tile[31 - lane][a * 8]",
    "tile[lane % 16][((lane / 16) ^ (lane % 8)) * 8]",
    "tile[lane % 8 * a][((lane / 8) ^ b % 8) * 8]",
    "tile[lane / 2][a * 8]",
    "tile[(lane * lane + a) % 32 * 8]",
)
MASKS = (0xFFFFFFFF, 0xFFFFFFFF, 0x55555555, 0x0000FFFF)
# What the page makes of a state, and what it says that this costs.
COUNT = """(hashes) => hashes.map((hash) => {
  const state = explorer.state.fromHash(hash);
  const { request } = explorer.requestOf(state, explorer.parse(state.text));
  return { ...explorer.counting.cost(request), addresses: request.addresses };
})"""


def listed(drawn: random.Random) -> str:
    """A list of addresses, as the scorecard's links have it: multiples of every width, some twice."""
    return f"{{{' '.join(str(16 * drawn.randrange(256)) for _ in range(LANES))}}}"


def states_of_matrices() -> list[dict[str, str | int]]:
    """By the fields of the address, as states()."""
    drawn = random.Random(SEED)
    return [
        {
            "access": drawn.choice((*OF_MATRICES, listed(drawn))),
            "space": "shared",
            "op": f"ldmatrix.x{drawn.choice((1, 2, 4))}",
            ".a": drawn.randrange(40),
            ".b": drawn.randrange(12),
            ".pitch": drawn.choice((32, 40, 64, 72, 128, 136)),
        }
        for _ in range(STATES)
    ]


def states() -> list[dict[str, str | int]]:
    """By the fields of the address; the same ones in each run, so that a failure can be looked at again."""
    drawn = random.Random(SEED)
    return [
        {
            "access": drawn.choice((*EXPRESSIONS, listed(drawn))),
            "space": drawn.choice(("global", "shared")),
            "op": drawn.choice(("load", "store")),
            "size": drawn.choice((1, 2, 4, 8, 16)),
            "lanes": f"{drawn.choice((*MASKS, drawn.getrandbits(LANES) | 1)):x}",
            ".a": drawn.randrange(40),
            ".b": drawn.randrange(100),
            ".pitch": drawn.choice((32, 33, 36, 40)),
        }
        for _ in range(STATES)
    ]


def row_of(number: int, state: dict[str, str | int], cost: dict[str, Any]) -> dict[str, Any]:
    """As a measured pattern has it, with the page's counts in place of a GPU's."""
    shared = state["space"] == "shared"
    lanes = (-1 if byte is None else byte for byte in cost["addresses"])
    return {
        "id": number,
        "space": state["space"],
        "op": "ld" if state["op"] == "load" else "st",
        "width_bytes": state["size"],
        **{f"lane{lane}": byte for lane, byte in enumerate(lanes)},
        "requests": cost["requests"],
        "sectors": "" if shared else cost["sectors"],
        "wavefronts": cost["wavefronts"] if shared else "",
        "bank_conflicts": cost["bankConflicts"] if shared else "",
    }


def row_of_matrices(state: dict[str, str | int], cost: dict[str, Any]) -> dict[str, Any]:
    """As a measured pattern of tensor cores has it, with the page's counts in place of a GPU's."""
    matrices = str(state["op"]).removeprefix("ldmatrix.x")
    return {
        "kind": f"ldm{matrices}",
        **{f"shared{lane}": 0 if byte is None else byte for lane, byte in enumerate(cost["addresses"])},
        **{f"global{lane}": 0 for lane in range(LANES)},
        "ld_wavefronts": cost["wavefronts"],
        "ld_conflicts": cost["bankConflicts"],
        # What counts stores, copies, the kernel's other instructions and global memory: nothing compares it.
        **dict.fromkeys(("st_wavefronts", "st_conflicts", "ldgsts_conflicts", "shared_wavefronts"), 0),
        **dict.fromkeys(("global_requests", "global_sectors"), 0),
    }


def counted(window: Looked, drawn: list[dict[str, str | int]]) -> list[dict[str, Any]]:
    """What the page counts of every state."""
    window.page.goto(EXPLORER)
    costs = window.page.evaluate(COUNT, [f"#{urlencode(state)}" for state in drawn])
    return cast(list[dict[str, Any]], costs)


def rows_of(window: Looked) -> list[dict[str, Any]]:
    """Every state, with what the page counts."""
    pairs = zip(states(), counted(window, states()), strict=True)
    return [row_of(number, state, cost) for number, (state, cost) in enumerate(pairs)]


def write(file: Path, rows: list[dict[str, Any]]) -> str:
    with file.open("w", encoding="utf-8", newline="") as out:
        table = csv.DictWriter(out, rows[0], lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    return str(file)


def test_a_thousand_random_states_cost_what_the_machine_counts(window: Looked, tmp_path: Path) -> None:
    rows = rows_of(window)
    assert len({tuple(row.values())[1:] for row in rows}) > STATES * 0.9
    assert main(["fidelity", write(tmp_path / "states.csv", rows)]) == 0
    # One count that is off by one is found.
    wrong = next(row for row in rows if row["space"] == "shared")
    wrong["wavefronts"] += 1
    assert main(["fidelity", write(tmp_path / "wrong.csv", rows)]) == 1


def test_matrices_in_a_thousand_random_states_cost_what_the_machine_counts(
    window: Looked, tmp_path: Path
) -> None:
    drawn = states_of_matrices()
    rows = list(map(row_of_matrices, drawn, counted(window, drawn)))
    assert len({tuple(row.values()) for row in rows}) > STATES / 2
    assert {row["ld_wavefronts"] for row in rows} > {1, 2, 4, 8, 16, 32}
    assert main(["fidelity", write(tmp_path / "states.csv", rows)]) == 0
    rows[-1]["ld_conflicts"] += 1
    assert main(["fidelity", write(tmp_path / "wrong.csv", rows)]) == 1
