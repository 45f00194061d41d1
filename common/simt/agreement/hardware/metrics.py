"""The hardware counters that a record holds: Nsight Compute's metrics, and the columns they fill."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

# Names: Nsight Compute, "Metrics Reference" and "Memory Tables"; `measure.sh` asks the tool which there are.


@dataclass(frozen=True)
class Metric:
    """One column of the record: the sum over one launch of one counter."""

    column: str
    name: str
    required: bool = True

    @property
    def base(self) -> str:
        return self.name.removesuffix(".sum")


def _of_operations(column: str, name: str, operations: str, *, required: bool = True) -> tuple[Metric, ...]:
    """One metric an operation, with the operation's name in the column and its short form in the counter."""
    return tuple(
        Metric(column.format(operation), name.format(SHORT[operation]) + ".sum", required)
        for operation in operations.split()
    )


SHORT = {"load": "ld", "store": "st", "reduction": "red", "atomic": "atom"}
PLAIN = "load store"
ATOMIC = "reduction atomic"  # one whose result nobody uses is a reduction
GLOBAL_REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op_{}"
GLOBAL_SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_{}"
SHARED_WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}"
SHARED_CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{}"

METRICS: tuple[Metric, ...] = (
    *_of_operations("global_{}_requests", GLOBAL_REQUESTS, PLAIN),
    *_of_operations("global_{}_sectors", GLOBAL_SECTORS, PLAIN),
    *_of_operations("shared_{}_wavefronts", SHARED_WAVEFRONTS, PLAIN),
    *_of_operations("shared_{}_conflicts", SHARED_CONFLICTS, PLAIN),
    *_of_operations("global_{}_requests", GLOBAL_REQUESTS, ATOMIC, required=False),
    *_of_operations("global_{}_sectors", GLOBAL_SECTORS, ATOMIC, required=False),
    *_of_operations("shared_{}_wavefronts", SHARED_WAVEFRONTS, ATOMIC, required=False),
    *_of_operations("shared_{}_conflicts", SHARED_CONFLICTS, ATOMIC, required=False),
    Metric("shared_all_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", required=False),
    Metric("shared_all_conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", required=False),
    Metric("texture_load_requests", "l1tex__t_requests_pipe_tex_mem_texture.sum", required=False),
    Metric("texture_load_sectors", "l1tex__t_sectors_pipe_tex_mem_texture.sum", required=False),
    Metric("texture_ld_requests", "l1tex__t_requests_pipe_tex_mem_texture_op_ld.sum", required=False),
    Metric("texture_ld_sectors", "l1tex__t_sectors_pipe_tex_mem_texture_op_ld.sum", required=False),
    Metric("texture_tex_requests", "l1tex__t_requests_pipe_tex_mem_texture_op_tex.sum", required=False),
    Metric("texture_tex_sectors", "l1tex__t_sectors_pipe_tex_mem_texture_op_tex.sum", required=False),
    Metric("local_load_requests", "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", required=False),
    Metric("local_store_requests", "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", required=False),
    Metric("constant_requests", "idc__requests.sum", required=False),
    # Instructions: executed, even when every lane is switched off, so they may be more than the requests.
    Metric("global_load_instructions", "smsp__inst_executed_op_global_ld.sum", required=False),
    Metric("global_store_instructions", "smsp__inst_executed_op_global_st.sum", required=False),
    Metric("shared_load_instructions", "smsp__inst_executed_op_shared_ld.sum", required=False),
    Metric("shared_store_instructions", "smsp__inst_executed_op_shared_st.sum", required=False),
    Metric("shared_atomic_instructions", "smsp__inst_executed_op_shared_atom.sum", required=False),
    Metric("constant_load_instructions", "smsp__inst_executed_op_ldc.sum", required=False),
    Metric("texture_instructions", "smsp__inst_executed_op_texture.sum", required=False),
)


class MissingMetrics(Exception):
    """The profiler does not know counters without which there is no record."""


def names_in(listing: str) -> set[str]:
    """The metrics that `ncu --query-metrics` lists: the first word of a line, base name or full name."""
    return set(re.findall(r"^\s*([a-z0-9]+__\w+(?:\.\w+)*)", listing, re.MULTILINE))


def available(listing: str) -> tuple[list[Metric], list[Metric]]:
    """Splits the metrics into those that the profiler has and those that it has not."""
    known = names_in(listing)
    if not known:
        raise MissingMetrics(
            "the profiler lists no metric at all: is this the output of ncu --query-metrics?"
        )
    found = [metric for metric in METRICS if metric.base in known or metric.name in known]
    missing = [metric for metric in METRICS if metric not in found]
    required = [metric.name for metric in missing if metric.required]
    if required:
        raise MissingMetrics(f"the profiler lacks counters that a record needs: {', '.join(required)}")
    return found, missing


def chosen(names: Iterable[str]) -> list[Metric]:
    """The metrics of the given full names, in the record's order."""
    wanted = set(names)
    return [metric for metric in METRICS if metric.name in wanted]
