"""Cells in a real kernel of Jupyter, with the installed wheel: output, reports, and every kind of error."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.manager import KernelManager

from grader.tests.notebook.wheel import error_of, execute, notebook_of, printed, shown

pytestmark = pytest.mark.slow

LOAD = "%load_ext coalesce_labs"
# Line 3 of the cell is the kernel's: the magic's line is line 1.
SCALE = """%%simt {options}
#include <cstdio>
__global__ void scale(float* x) {{ x[threadIdx.x * {stride}] *= 2; }}
__global__ void other(float* x) {{ x[threadIdx.x] = 1; }}
int main(int count, char** words) {{
  float* x;
  cudaMallocManaged(&x, 64 * sizeof(float));
  for (int i = 0; i < 64; ++i) x[i] = i;
  other<<<1, 32>>>(x);
  scale<<<1, 32>>>(x);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s; %s\\n", count > 2 ? words[2] : "no words", cudaGetErrorString(error));
  cudaFree(x);
}}
"""


def scale(options: str, stride: int = 2) -> str:
    return SCALE.format(options=options, stride=stride)


ENDLESS = """%%simt --timeout 3
#include <cstdio>
__global__ void k(volatile int* x) { *x = 1; }
int main() {
  int* x;
  cudaMalloc(&x, 4);
  k<<<1, 1>>>(x);
  cudaDeviceSynchronize();
  std::puts("now for ever");
  std::fflush(stdout);
  volatile bool goes_on = true;
  while (goes_on) {}
}
"""
CELLS = {
    "load": LOAD,
    "report": scale("--report --kernel scale -- one 'two words'"),
    "short": scale(""),
    "fault": scale("--report", stride=4),
    "kept going": scale("--no-raise-error", stride=4),
    "syntax": "\n\n%%simt\n#include <cstdio>\nint main() { return none; }\n",
    "endless": ENDLESS,
    "status": '%%simt\n#include <cstdio>\nint main() { std::fputs("no file\\n", stderr); return 3; }\n',
    "help": "%simt --help",
    "wrong option": "%%simt --reprot\nint main() {}\n",
    "kernel alone": "%%simt\n__global__ void lonely(int* x) { *x = 1; }\n",
    "header": '%%writefile shared.cuh\nconstexpr const char* kWords = "of a file beside the notebook";\n',
    "include": '%%simt\n#include <cstdio>\n#include "shared.cuh"\nint main() { std::puts(kWords); }\n',
    "python": "1 + 1",
}


@pytest.fixture(scope="module")
def ran(site: Path, simtcc: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Every cell, executed, by its name."""
    book = notebook_of(list(CELLS.values()))
    execute(book, site, tmp_path_factory.mktemp("cells"), simtcc, allow_errors=True)
    return dict(zip(CELLS, book.cells, strict=True))


def test_a_cell_shows_the_programs_output_and_the_report(ran: dict[str, Any]) -> None:
    assert printed(ran["report"]) == "two words; no error\n" and not error_of(ran["report"])
    text = shown(ran["report"])
    assert text.startswith("cell.cu: 2 launches, 1 of them not selected; no fault found\n")
    assert "8 sectors each, least 4" in text and "    3  " in text and "other(" not in text
    html = shown(ran["report"], "text/html")
    assert html.startswith('<iframe title="Report of this cell"')
    assert "source1-L3" in html and "8 sectors" in html.replace("&lt;/b&gt;", "").replace("&lt;b&gt;", "")


def test_without_report_the_costs_are_left_out(ran: dict[str, Any]) -> None:
    assert shown(ran["short"]) == "cell.cu: 2 launches of 2 kernels; no fault found"
    assert "source1-L" not in shown(ran["short"], "text/html") and not error_of(ran["short"])


def test_a_fault_is_at_the_cells_line_and_an_error_of_the_cell(ran: dict[str, Any]) -> None:
    assert error_of(ran["fault"]).startswith("cell.cu:3: out-of-bounds read of `x[64]`")
    assert "cell.cu:3\n" in shown(ran["fault"]) and "source1-L3" in shown(ran["fault"], "text/html")
    assert not error_of(ran["kept going"])
    assert "\ncell.cu:3: out-of-bounds read of `x[64]`" in shown(ran["kept going"])


def test_a_compiler_error_is_at_the_cells_line(ran: dict[str, Any]) -> None:
    # Two blank lines, the magic's, and the one of #include are above it.
    assert re.search(r"^cell\.cu:5:\d+: error: .*'none'", error_of(ran["syntax"]), re.MULTILINE)
    assert "Traceback" not in error_of(ran["syntax"])


def test_the_time_out_ends_the_program_and_keeps_its_report(ran: dict[str, Any]) -> None:
    assert printed(ran["endless"]) == "now for ever\n"
    assert error_of(ran["endless"]).startswith("The program was stopped after 3 s.\n")
    assert "1 launch of 1 kernel" in shown(ran["endless"])


def test_a_status_is_an_error_of_the_cell(ran: dict[str, Any]) -> None:
    assert error_of(ran["status"]) == "The program ended with status 3."
    assert printed(ran["status"], "stderr") == "no file\n"


def test_help_and_wrong_options(ran: dict[str, Any]) -> None:
    assert printed(ran["help"]).startswith("usage: %%simt [--kernel K] [--report]")
    assert "unrecognized arguments: --reprot" in printed(ran["wrong option"], "stderr")


def test_a_kernel_without_main_is_told_what_a_cell_is(ran: dict[str, Any]) -> None:
    assert error_of(ran["kernel alone"]).startswith("The cell has a kernel, lonely, and no main()")


def test_a_cell_includes_files_beside_the_notebook(ran: dict[str, Any]) -> None:
    assert printed(ran["include"]) == "of a file beside the notebook\n" and not error_of(ran["include"])


def test_other_cells_are_pythons_as_before(ran: dict[str, Any]) -> None:
    assert ran["python"].outputs[0].data["text/plain"] == "2"


def test_no_path_of_this_computer_is_shown(ran: dict[str, Any]) -> None:
    for name, cell in ran.items():
        if name not in ("header", "help"):
            assert "/tmp/" not in str(cell.outputs), name


def test_an_interrupt_ends_the_program_and_its_report_is_shown(
    site: Path, simtcc: Path, tmp_path: Path
) -> None:
    manager = KernelManager(kernel_name="python3")
    environment = {**os.environ, "PYTHONPATH": str(site), "SIMTCC": str(simtcc)}
    manager.start_kernel(env=environment, cwd=str(tmp_path))
    client = manager.blocking_client()
    client.start_channels()
    heard: list[Any] = []

    def listen(message: Any) -> None:
        heard.append(message)
        if message["content"].get("text") == "now for ever\n":
            manager.interrupt_kernel()

    try:
        client.wait_for_ready(timeout=60)
        client.execute_interactive(LOAD, timeout=60, output_hook=heard.append)
        cell = ENDLESS.replace("--timeout 3", "--timeout 100")
        reply = client.execute_interactive(cell, timeout=60, output_hook=listen)
        # The kernel lives on.
        after = client.execute_interactive("1 + 1", timeout=60, output_hook=heard.append)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    assert (reply["content"]["status"], reply["content"]["ename"]) == ("error", "KeyboardInterrupt")
    reports = [one["content"]["data"] for one in heard if one["msg_type"] == "display_data"]
    assert len(reports) == 1 and "1 launch of 1 kernel" in reports[0]["text/plain"]
    assert after["content"]["status"] == "ok"


def test_without_simtcc_a_cell_says_what_to_install(site: Path, tmp_path: Path) -> None:
    book = notebook_of([LOAD, "%%simt\nint main() {}\n"])
    execute(book, site, tmp_path, tmp_path / "nothing", allow_errors=True)
    assert "which is no program" in error_of(book.cells[1])
    assert "sudo apt install ./coalesce-simt_" in error_of(book.cells[1])
